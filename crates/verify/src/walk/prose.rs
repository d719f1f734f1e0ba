//! Lines of words between the moves, which nobody has made comments.

use super::GameVerifier;
use crate::finding::{Fix, code};
use crate::nonstandard_san::is_readable;
use crate::text::Span;

/// Fewest words of such a line that can be no moves.
const FEWEST: usize = 3;

impl GameVerifier<'_, '_, '_> {
    /// Whether the symbol begins a line of prose: it is reported, once, and skipped.
    pub(super) fn prose(&mut self, span: Span) -> bool {
        // Only back over blanks: there may be many tokens on a line.
        let before = self.bytes[..span.start].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        if before.is_some_and(|byte| *byte != b'\n') {
            return false;
        }
        let rest = &self.bytes[span.start..];
        let line = &rest[..memchr::memchr(b'\n', rest).unwrap_or(rest.len())];
        let line = line.trim_ascii_end();
        // Between games a line of one word is prose too, if nothing in it looks like a move or its number.
        let between = self.tags.is_empty() && !self.begun;
        let is_prose =
            self.is_prose(line, FEWEST) || between && self.is_prose(line, 1) && !self.has_moves(line);
        if !is_prose {
            return false;
        }
        // Behind the tags it is within the game.
        if !self.tags.is_empty() {
            self.begin();
        }
        let text = self.paragraph(rest, line.len());
        let span = Span::new(span.start, span.start + text.len());
        let shown = self.text(span);
        let mut finding = self.finding(&code::S126, span, format!("“{shown}” is no move, and no comment"));
        if self.begun {
            let text = String::from_utf8_lossy(text);
            finding.fix = Some(Fix { span, replacement: format!("{{{text}}}"), safe: false });
        }
        let finding = if self.begun { self.line.place().mark(finding) } else { finding };
        self.ledger.push(finding);
        self.span.end = span.end;
        self.lexer.go_on(span.end, self.lexer.depth());
        true
    }

    /// The prose that a text begins with, of which the first line has this length: all lines of words up to an empty one.
    fn paragraph<'t>(&self, text: &'t [u8], first: usize) -> &'t [u8] {
        let mut end = first;
        while let Some(newline) = memchr::memchr(b'\n', &text[end..]) {
            let start = end + newline + 1;
            let line = &text[start..];
            let line = line[..memchr::memchr(b'\n', line).unwrap_or(line.len())].trim_ascii_end();
            if !self.is_prose(line, 1) {
                break;
            }
            end = start + line.len();
        }
        &text[..end]
    }

    /// Whether a line has words enough that are no moves in any notation, so many that the moves which it names are only talked
    /// of. A move behind its number is played.
    fn is_prose(&self, line: &[u8], fewest: usize) -> bool {
        // Comments and tags are read as what they are; so are variations that go on behind the line.
        let count = |sign: u8| line.iter().filter(|byte| **byte == sign).count();
        if line.iter().any(|byte| matches!(byte, b'{' | b'}' | b'[')) || count(b'(') != count(b')') {
            return false;
        }
        let (mut words, mut moves, mut numbered) = (0, 0, false);
        for word in line.split(|byte| byte.is_ascii_whitespace() || matches!(byte, b'(' | b')')) {
            let bare = bare(word);
            if bare.is_empty() {
                continue;
            }
            if matches!(bare, b"1-0" | b"0-1" | b"1/2-1/2" | b"*") {
                return false;
            }
            let (number, rest) = move_number(bare);
            if crate::pgn::san::read(rest).is_some() {
                if numbered || number {
                    return false;
                }
                moves += 1;
            }
            numbered = number && rest.is_empty();
            words += usize::from(is_word(bare) && !is_readable(bare, self.line.turn));
        }
        words >= fewest && words > 2 * moves
    }

    /// Whether a word of the line is a move in any notation, or a move number.
    fn has_moves(&self, line: &[u8]) -> bool {
        line.split(u8::is_ascii_whitespace)
            .any(|word| move_number(word).0 || is_readable(word, self.line.turn))
    }
}

/// A word without the signs of sentences and of judgement at its ends.
fn bare(mut word: &[u8]) -> &[u8] {
    while let [rest @ .., b',' | b'.' | b';' | b':' | b'!' | b'?' | b'"' | b'\''] = word {
        // `12.` is a number.
        if rest.last().is_some_and(u8::is_ascii_digit) && word.ends_with(b".") {
            break;
        }
        word = rest;
    }
    while let [b'"' | b'\'', rest @ ..] = word {
        word = rest;
    }
    word
}

/// Whether a word begins with the number of a move, `12.` or `12...`; what stands behind it, or else the word.
fn move_number(word: &[u8]) -> (bool, &[u8]) {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let dots = word[digits..].iter().take_while(|byte| **byte == b'.').count();
    if digits > 0 && dots > 0 { (true, &word[digits + dots..]) } else { (false, word) }
}

/// Whether it is letters, or letters joined by the signs of addresses and names: `example.com`, `O'Kelly`.
fn is_word(text: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte >= 0x80;
    let joins = |byte: &u8| matches!(byte, b'.' | b'-' | b'/' | b':' | b'@' | b'_' | b'\'' | b'&');
    text.len() > 1
        && text.first().is_some_and(is_letter)
        && text.iter().all(|byte| is_letter(byte) || joins(byte))
}
