//! Pages of text as pieces in reading order.

use crate::paragraph::Breaker;
use crate::print::Piece;

/// The lines of a text in source order, with pages separated by form feeds.
#[must_use]
pub fn lines(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut page = 1;
    let mut at = 0;
    let mut opens = true;
    let mut breaker = Breaker::default();
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
            for part in breaker.lines(content) {
                let bytes = start + part.start..start + part.end;
                pieces.push(Piece { bytes, page, left, opens });
                opens = false;
            }
        }
        at += line.len();
    }
    pieces
}

/// Columns by which the first line of a paragraph is indented, at least and at most.
const INDENT: std::ops::RangeInclusive<u32> = 2..=6;
/// Lines before and behind one that show the margin.
const AROUND: usize = 12;

/// Lines that are indented from the margin of those around them begin paragraphs.
pub fn indent(pieces: &mut [Piece]) {
    let opens: Vec<bool> = (0..pieces.len()).map(|at| pieces[at].opens || is_indented(pieces, at)).collect();
    for (piece, opens) in pieces.iter_mut().zip(opens) {
        piece.opens = opens;
    }
}

fn is_indented(pieces: &[Piece], at: usize) -> bool {
    let (left, page) = (pieces[at].left, pieces[at].page);
    let around = &pieces[at.saturating_sub(AROUND)..(at + AROUND + 1).min(pieces.len())];
    let lefts = || around.iter().filter(|piece| piece.page == page).map(|piece| piece.left);
    // Where more lines stand a little further left than here, here is no margin.
    let margin = lefts().filter(|other| left > *other && INDENT.contains(&(left - other))).count();
    let here = lefts().filter(|other| left.abs_diff(*other) < *INDENT.start()).count();
    margin > here
}
