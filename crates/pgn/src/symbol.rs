//! Classifies symbols that need a closer look.

use shakmaty::{Color, KnownOutcome, Outcome};

use super::TokenKind;

const fn known(outcome: KnownOutcome) -> Outcome {
    Outcome::Known(outcome)
}

const WHITE: Outcome = known(KnownOutcome::Decisive { winner: Color::White });
const BLACK: Outcome = known(KnownOutcome::Decisive { winner: Color::Black });
const DRAW: Outcome = known(KnownOutcome::Draw);

/// Termination markers; if one begins with another, the longer is first. True for the standard form.
static RESULTS: &[(&str, Outcome, bool)] = &[
    ("1/2-1/2", DRAW, true),
    ("1-0", WHITE, true),
    ("0-1", BLACK, true),
    ("1 - 0", WHITE, false),
    ("0 - 1", BLACK, false),
    ("1/2 - 1/2", DRAW, false),
    ("1−0", WHITE, false),
    ("0−1", BLACK, false),
    ("1/2:1/2", DRAW, false),
    ("1/2", DRAW, false),
    ("0.5-0.5", DRAW, false),
    ("1:0", WHITE, false),
    ("0:1", BLACK, false),
    ("1–0", WHITE, false),
    ("0–1", BLACK, false),
    ("1/2–1/2", DRAW, false),
    ("½-½", DRAW, false),
    ("½–½", DRAW, false),
    ("½", DRAW, false),
];

/// The standard result at the start of `text`, and its length; what follows is not checked.
#[inline(always)]
pub(super) const fn plain_result(text: &[u8]) -> Option<(Outcome, usize)> {
    match text {
        [b'1', b'-', b'0', ..] => Some((WHITE, 3)),
        [b'0', b'-', b'1', ..] => Some((BLACK, 3)),
        [b'1', b'/', b'2', b'-', b'1', b'/', b'2', ..] => Some((DRAW, 7)),
        [b'*', ..] => Some((Outcome::Unknown, 1)),
        _ => None,
    }
}

/// The result at the start of `text`, and its length, if no symbol character follows.
pub(super) fn result(text: &[u8]) -> Option<(TokenKind, usize)> {
    let free = |b: &u8| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'/' | b':'));
    // The common ones come first; none of the others begins with one of them.
    for &(spelled, outcome, canonical) in &RESULTS[..3] {
        let len = spelled.len();
        if text.starts_with(spelled.as_bytes()) && text.get(len).is_none_or(free) {
            return Some((TokenKind::Result { outcome, canonical }, len));
        }
    }
    let mut best: Option<(TokenKind, usize)> = None;
    for &(spelled, outcome, canonical) in RESULTS {
        let len = spelled.len();
        if text.starts_with(spelled.as_bytes())
            && text.get(len).is_none_or(free)
            && best.is_none_or(|(_, l)| l < len)
        {
            best = Some((TokenKind::Result { outcome, canonical }, len));
        }
    }
    best
}

/// The result that the whole of `text` denotes, in the standard form or another: `1-0`, `1:0`, `½-½`, `0.5 - 0.5`.
#[must_use]
pub fn result_in(text: &[u8]) -> Option<Outcome> {
    let plain: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let found = RESULTS.iter().find(|(spelled, _, _)| spelled.as_bytes() == plain);
    found.map(|(_, outcome, _)| *outcome).or((plain == b"*").then_some(Outcome::Unknown))
}

/// Length of a termination marker at the end of a symbol (`Kh81-0`, `e4*`).
pub(super) fn glued_result(symbol: &[u8]) -> usize {
    for marker in [&b"1/2-1/2"[..], b"1-0", b"0-1", b"*"] {
        let Some(rest) = symbol.strip_suffix(marker) else { continue };
        // `O-O-0-1`, `P*`: the rest must be complete and begin like a move.
        let finished = rest.last().is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'#'));
        if finished && rest.len() >= 2 && rest[0].is_ascii_alphabetic() {
            return marker.len();
        }
    }
    0
}

/// The kind of a symbol whose whole text is not a move.
pub(super) fn special(symbol: &[u8]) -> TokenKind {
    match symbol {
        b"Z0" | b"z0" | b"null" | b"Null" | b"NULL" | b"pass" | b"@@@@" => TokenKind::Null,
        b"ep" | b"e.p." | b"e.p" | b"EP" => TokenKind::EnPassant,
        b"N" => TokenKind::Glyph(Some(146)),
        [0xef, 0xbb, 0xbf] | [0xc2, 0xa0] => TokenKind::Invisible,
        _ => TokenKind::Symbol,
    }
}

/// Informator signs and their NAGs.
static INFORMANT: [(&str, u8); 18] = [
    ("D", 220),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("∞", 13),
    ("⩲", 14),
    ("⩱", 15),
    ("±", 16),
    ("∓", 17),
    ("⟳", 32),
    ("→", 40),
    ("⇆", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("△", 140),
    ("∆", 140),
];

/// The NAG of the Informator sign at the start of a text, such as `±`, or `D` for a diagram, and its length.
#[must_use]
pub fn informant(text: &[u8]) -> Option<(u8, usize)> {
    INFORMANT.iter().find(|(sign, _)| text.starts_with(sign.as_bytes())).map(|&(sign, nag)| (nag, sign.len()))
}

/// The NAG of an ASCII glyph, by the table of the PGN standard.
#[must_use]
pub fn glyph(run: &[u8]) -> Option<u8> {
    Some(match run {
        b"!" => 1,
        b"?" => 2,
        b"!!" => 3,
        b"??" => 4,
        b"!?" => 5,
        b"?!" => 6,
        b"=" => 10,
        b"~" => 13,
        b"+=" | b"+/=" => 14,
        b"=+" | b"=/+" => 15,
        b"+/-" => 16,
        b"-/+" => 17,
        b"+-" => 18,
        b"-+" => 19,
        _ => return None,
    })
}
