//! Pages of text as pieces in reading order.

use crate::print::Piece;

/// The lines of a text in source order, with pages separated by form feeds.
#[must_use]
pub fn lines(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut page = 1;
    let mut at = 0;
    let mut opens = true;
    for line in text.split_inclusive('\n') {
        let feeds = line.matches('\u{c}').count() as u32;
        if feeds > 0 {
            page += feeds;
            opens = true;
        }
        let content = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{c}');
        if content.is_empty() {
            opens = true;
        } else {
            let start = at + line.find(content).unwrap_or(0);
            let left = text[at..start].chars().filter(|c| *c != '\u{c}').count() as u32;
            pieces.push(Piece { bytes: start..start + content.len(), page, left, opens });
            opens = false;
        }
        at += line.len();
    }
    pieces
}
