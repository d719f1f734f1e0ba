//! Joins ends of moves on the next line: `R to Kt 8,` and `ch`, or `R to Kt` and `8`.

use super::move_span::lacks_rank;
use super::page::{ScanLine, ScanLineKind};
use crate::move_words::says_check;
use crate::text::Span;

/// Joins them to the moves above.
pub fn join(text: &str, lines: &mut [ScanLine]) {
    let inked: Vec<usize> =
        (0..lines.len()).filter(|&at| !matches!(lines[at].kind, ScanLineKind::Blank)).collect();
    for pair in inked.windows(2) {
        let below = lines[pair[1]].span;
        let above = &mut lines[pair[0]];
        let ScanLineKind::Row(segments) = &mut above.kind else { continue };
        let line = &text[above.span.range()];
        let Some(segment) = segments.last_mut() else { continue };
        // Other columns have marks too; the comma shows that this move lacks one.
        let end = if line.trim_end().ends_with(',') {
            mark(text, below)
        } else if lacks_rank(&line[segment.from..segment.to]) {
            rank(text, below, segment.label.map(|label| label.value))
        } else {
            None
        };
        if end.is_some() {
            segment.wrapped = end;
            lines[pair[1]].kind = ScanLineKind::Scrap;
        }
    }
}

/// The rank on a line of its own, unless it is the number of the next move.
fn rank(text: &str, line: Span, above: Option<u32>) -> Option<Span> {
    let body = text[line.range()].trim();
    let mut signs = body.chars();
    let digit = signs.next().filter(|c| matches!(c, '1'..='8' | 'S' | 's' | 'Z' | 'z'))?;
    let footnote =
        signs.clone().count() <= 2 && signs.all(|c| !c.is_alphanumeric() && !matches!(c, '.' | ','));
    let next = above.is_none_or(|above| above < 8) && digit.is_ascii_digit();
    let from = body.as_ptr() as usize - text.as_ptr() as usize;
    (footnote && !next).then(|| Span::new(from, from + digit.len_utf8()))
}

/// The mark of check on a line of its own.
fn mark(text: &str, line: Span) -> Option<Span> {
    let body = text[line.range()].trim();
    let word = body.trim_end_matches(['.', ',', ';', '?', '!']);
    let from = body.as_ptr() as usize - text.as_ptr() as usize;
    (!word.is_empty() && word.split_whitespace().all(says_check)).then(|| Span::new(from, from + word.len()))
}
