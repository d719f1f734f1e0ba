//! Symbols that need a second look.

use shakmaty::{Color, KnownOutcome, Outcome};

use super::TokenKind;

const fn known(outcome: KnownOutcome) -> Outcome {
    Outcome::Known(outcome)
}

const WHITE: Outcome = known(KnownOutcome::Decisive { winner: Color::White });
const BLACK: Outcome = known(KnownOutcome::Decisive { winner: Color::Black });
const DRAW: Outcome = known(KnownOutcome::Draw);

/// Termination markers, the longest first where one begins another; true where it is canonical.
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

/// The canonical result that `text` begins with, and its length; what follows is not looked at.
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

/// The result that `text` begins with, and its length. What follows must not continue with a symbol.
pub(super) fn result(text: &[u8]) -> Option<(TokenKind, usize)> {
    let free = |b: &u8| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'/' | b':'));
    // The usual ones come first, and none of the others begins with one.
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

/// Length of a termination marker that is stuck to the end of a symbol (`Kh81-0`, `e4*`).
pub(super) fn glued_result(symbol: &[u8]) -> usize {
    for marker in [&b"1/2-1/2"[..], b"1-0", b"0-1", b"*"] {
        let Some(rest) = symbol.strip_suffix(marker) else { continue };
        // `O-O-0-1`, `P*`: what is left must look finished, and begin as a move does.
        let finished = rest.last().is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'#'));
        if finished && rest.len() >= 2 && rest[0].is_ascii_alphabetic() {
            return marker.len();
        }
    }
    0
}

/// The kind of a symbol that is no move by its whole text.
pub(super) fn special(symbol: &[u8]) -> TokenKind {
    match symbol {
        b"Z0" | b"z0" | b"null" | b"Null" | b"NULL" | b"pass" | b"@@@@" => TokenKind::Null,
        b"ep" | b"e.p." | b"e.p" | b"EP" => TokenKind::EnPassant,
        b"N" => TokenKind::Glyph(Some(146)),
        [0xef, 0xbb, 0xbf] | [0xc2, 0xa0] => TokenKind::Invisible,
        _ => TokenKind::Symbol,
    }
}

/// Signs that annotated books print, with their NAGs.
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

/// The NAG of the sign that a text begins with, and its length: a sign that books print and PGN does not know,
/// as `±`, or `D` for a diagram.
#[must_use]
pub fn informant(text: &[u8]) -> Option<(u8, usize)> {
    INFORMANT.iter().find(|(sign, _)| text.starts_with(sign.as_bytes())).map(|&(sign, nag)| (nag, sign.len()))
}

/// Glyphs in ASCII, by what the PGN standard's NAG table calls them.
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
