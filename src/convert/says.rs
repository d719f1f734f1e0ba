//! What a text of a printed book clearly says: a person who plays another move there speaks of a cell that the print has lost.

use scorebook_book::board::Node;
use scorebook_book::token::Token;
use shakmaty::{Chess, Move};

use super::Unit;
use crate::text::Span;

/// The cheapest reading of a clear text costs no more, in nats, and no other reading so much more.
const CLEAR: f32 = 1.5;
const FAR: f32 = 5.0;

/// The moves of a position that a text may say, if it clearly says some move, legal or not; `None` if it is unclear, or if the
/// text is not of a printed book.
pub(super) fn says(unit: &Unit, span: Span, position: &Chess) -> Option<Vec<Move>> {
    let book = unit.printed.get()?;
    let chars = unit.chars(book, span)?;
    let tokens = &book.evidence.tokens.all;
    let token: &Token = &tokens[tokens.binary_search_by_key(&chars.start, |token| token.start).ok()?];
    // Marks behind the move are no part of it.
    let printed = &book.evidence.print.chars;
    let is_whole =
        |end: u32| end >= chars.end || (end..chars.end).all(|at| !printed[at as usize].is_alphanumeric());
    let whole = || token.said.iter().filter(|said| is_whole(said.end));
    let least = whole().map(|said| said.cost).fold(f32::INFINITY, f32::min);
    if least > CLEAR {
        return None;
    }
    let node = Node::new(position.clone());
    let mut said: Vec<Move> = Vec::new();
    for one in token.said.iter().filter(|one| one.cost < least + FAR) {
        node.fits(&one.desc, |legal, cost| {
            if one.cost + cost < least + FAR && !said.contains(&node.legal[legal].m) {
                said.push(node.legal[legal].m);
            }
        });
    }
    Some(said)
}
