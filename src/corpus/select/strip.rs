//! Removes comments, variations and the like from the text of a game, and nothing else.

use std::ops::Range;

use super::Strip;
use super::game::SelectedGame;
use crate::pgn::TokenKind;
use crate::text::Span;

impl SelectedGame<'_> {
    /// Its text without what `strip` removes, followed by an empty line.
    pub fn stripped(&self, strip: Strip) -> Vec<u8> {
        let bytes = self.bytes();
        let mut gone: Vec<Range<usize>> = Vec::new();
        // Open variations: how many removed spans come before each, and whether anything in it is kept.
        let mut open: Vec<(usize, usize, bool)> = Vec::new();
        // Whether anything is removed, and whether anything is kept, since the last move.
        let (mut goes, mut stays) = (false, false);
        for token in &self.tokens {
            let span = token.span;
            match token.kind {
                TokenKind::Open => {
                    open.push((span.start, gone.len(), stays));
                    (goes, stays) = (false, true);
                }
                TokenKind::Close => match open.pop().filter(|_| strip.variations) {
                    Some((start, before, stayed)) => {
                        gone.truncate(before);
                        gone.push(start..span.end);
                        (goes, stays) = (true, stayed);
                    }
                    None => stays = true,
                },
                TokenKind::Comment { .. } | TokenKind::LineComment if strip.comments => {
                    gone.push(span.range());
                    goes = true;
                }
                TokenKind::Comment { closed: true } if strip.commands => {
                    let found = commands(bytes, span);
                    let all = found.first().is_some_and(|range| *range == span.range());
                    (goes, stays) = (goes | all, stays | !all);
                    gone.extend(found);
                }
                TokenKind::Comment { .. } | TokenKind::LineComment => stays = true,
                TokenKind::Nag(_) | TokenKind::Glyph(_) if strip.nags => gone.push(span.range()),
                TokenKind::Symbol | TokenKind::Null => (goes, stays) = (false, false),
                // A number before Black's move is only needed after something that is removed.
                TokenKind::Number { dots: 2.., .. } if goes && !stays => gone.push(span.range()),
                _ => {}
            }
        }
        let mut out = Vec::with_capacity(self.span.len() + 2);
        let mut at = self.span.start;
        for range in gone {
            out.extend_from_slice(&bytes[at..range.start]);
            at = range.end;
            // Also remove the white space on one side, so that no empty line is left.
            let behind = bytes.get(at..).unwrap_or_default();
            if behind.first().is_none_or(u8::is_ascii_whitespace) {
                while matches!(out.last(), Some(b' ' | b'\t')) {
                    out.pop();
                }
                let ends = behind.starts_with(b"\n") || behind.starts_with(b"\r\n");
                if ends && out.last() == Some(&b'\n') {
                    out.pop();
                    if out.last() == Some(&b'\r') {
                        out.pop();
                    }
                }
            }
        }
        out.extend_from_slice(&bytes[at..self.span.end]);
        out.truncate(out.trim_ascii_end().len());
        out.extend_from_slice(b"\n\n");
        out
    }
}

/// The byte ranges of the commands in a comment; the whole comment if it contains nothing else.
fn commands(bytes: &[u8], comment: Span) -> Vec<Range<usize>> {
    let text = &bytes[comment.range()];
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = memchr::memmem::find(&text[at..], b"[%").map(|start| at + start) {
        let Some(end) = memchr::memchr(b']', &text[start..]).map(|end| start + end + 1) else { break };
        found.push(comment.start + start..comment.start + end);
        at = end;
    }
    let mut left = text.to_vec();
    for range in &found {
        left[range.start - comment.start..range.end - comment.start].fill(b' ');
    }
    let blank = left[1..left.len() - 1].trim_ascii().is_empty();
    if blank && !found.is_empty() { vec![comment.range()] } else { found }
}
