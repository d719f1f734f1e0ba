use crate::Page;
pub(crate) fn text(_page: &Page) -> String {
    String::new()
}
