//! Marks of check that stand under their move: `R to Kt 8,` and `ch` on the next line.

use super::page::{Kind, Line};
use crate::text::Span;

/// Gives such marks to the moves above them.
pub fn join(text: &str, lines: &mut [Line]) {
    let inked: Vec<usize> = (0..lines.len()).filter(|&at| !matches!(lines[at].kind, Kind::Blank)).collect();
    for pair in inked.windows(2) {
        let mark = mark(text, lines[pair[1]].span);
        let above = &mut lines[pair[0]];
        // Other columns have marks too: the comma says that this move's is missing.
        let waits = text[above.span.range()].trim_end().ends_with(',');
        if let Kind::Row(segments) = &mut above.kind
            && waits
            && let Some(mark) = mark
            && let Some(segment) = segments.last_mut()
        {
            segment.mark = Some(mark);
            lines[pair[1]].kind = Kind::Scrap;
        }
    }
}

/// The mark that is all of a line.
fn mark(text: &str, line: Span) -> Option<Span> {
    let body = text[line.range()].trim();
    let word = body.trim_end_matches(['.', ',', ';', '?', '!']);
    let from = body.as_ptr() as usize - text.as_ptr() as usize;
    matches!(word, "ch" | "check" | "mate" | "dis ch" | "dis. ch" | "dbl ch" | "dble. ch")
        .then(|| Span::new(from, from + word.len()))
}
