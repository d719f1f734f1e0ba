use crate::Page;
/// x
pub struct Block {}
/// x
pub struct Order {}
/// x
pub fn reading_order(_page: &Page) -> Vec<Block> {
    Vec::new()
}
/// x
pub fn orders(_page: &Page) -> Vec<Order> {
    Vec::new()
}
