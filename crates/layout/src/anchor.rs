//! Move numbers before moves.

use super::meter::is_meter;
use super::words::Word;

/// A move number at the start of a word.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Anchor {
    /// The number.
    pub number: u32,
    /// Whether a dot or a bracket follows it: `12.`, `12)`.
    pub dotted: bool,
    /// Whether dots replace White's move: `12...`, `12. ...`.
    pub ellipsis: bool,
    /// Its length in bytes, at the start of the word.
    pub len: usize,
}

/// Parses a move number at the start of `word`: `12`, `12.`, `12)`, `12...`, `12…`, `12.P-K4`, `12—P`.
///
/// A number without a dot must be the whole word; `1-0`, `0-0` and `3N.B4` are not move numbers. Typists and scanners write `l` for 1:
/// with its full stop, `l2.` is a number.
pub(super) fn anchor(word: &str) -> Option<Anchor> {
    let plain = word.bytes().take_while(u8::is_ascii_digit).count();
    let worn = if plain > 2 { 0 } else { worn(word) };
    let digits = plain.max(worn);
    if digits == 0 || digits > 3 || is_meter(word) {
        return None;
    }
    let number: u32 = if worn > plain {
        word[..digits].replace('l', "1").replace('O', "0").parse().ok()?
    } else {
        word[..digits].parse().ok()?
    };
    let rest = &word[digits..];
    let dots: usize = rest
        .chars()
        .take_while(|c| matches!(c, '.' | '…' | ')' | ':' | '·' | 'º' | '°' | 'ª'))
        .map(char::len_utf8)
        .sum();
    let dots = dots + dash(&rest[dots..]);
    let mark = &rest[..dots];
    if number == 0 || (mark.is_empty() && !rest.is_empty()) {
        return None;
    }
    let after = &rest[dots..];
    // "1.5" is not a move number.
    if after.starts_with(|c: char| c.is_ascii_digit()) && !octal_or_castle(after) {
        return None;
    }
    Some(Anchor {
        number,
        dotted: !mark.is_empty(),
        ellipsis: mark.contains('…') || mark.matches('.').count() > 1,
        len: digits + dots,
    })
}

/// Length of a number of two or three signs some of which are letters that look like figures, before a full stop and no figure.
fn worn(word: &str) -> usize {
    let signs = word.bytes().take_while(|sign| sign.is_ascii_digit() || matches!(sign, b'l' | b'O')).count();
    let (number, rest) = word.split_at(signs);
    let is_number = (2..=3).contains(&signs) && number.contains('l') && !number.starts_with(['O', '0']);
    let behind =
        rest.strip_prefix('.').is_some_and(|behind| !behind.starts_with(|c: char| c.is_ascii_digit()));
    if is_number && behind { signs } else { 0 }
}

/// Length in bytes of the dash in `1—P to K4`, as newspapers print it, if a move follows and not a month or
/// another word.
fn dash(rest: &str) -> usize {
    let len: usize = rest.chars().take_while(|c| matches!(c, '-' | '–' | '—')).map(char::len_utf8).sum();
    let after = &rest[len..];
    let letters = after.chars().take_while(|c| c.is_alphabetic()).map(char::len_utf8).sum();
    let (word, behind) = after.split_at(letters);
    let square = matches!(word.as_bytes(), [b'a'..=b'h'] | [b'a'..=b'h', b'x']);
    let year = behind.strip_prefix('-').is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    if (word.starts_with(char::is_uppercase) || square) && !(year && letters > 2) { len } else { 0 }
}

/// Whether the text is a move that begins with a digit: `0-0`, `1434`, `3N-B4`.
fn octal_or_castle(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    digits == 4 || text.starts_with('0') || text[digits..].starts_with(|c: char| c.is_alphabetic())
}

/// Whether a word replaces an omitted move: `...`, `. . .`, `…`, `----`.
pub(super) fn is_placeholder(word: Word<'_>) -> bool {
    !word.text.is_empty()
        && word.text.chars().all(|c| matches!(c, '.' | '…' | '·' | '-' | '–' | '—' | '_'))
        && (word.text.contains(['.', '…', '·']) || word.text.chars().count() > 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_all_their_dresses() {
        let shape = |text| anchor(text).map(|a| (a.number, a.dotted, a.ellipsis, a.len));
        assert_eq!(shape("12"), Some((12, false, false, 2)));
        assert_eq!(shape("12."), Some((12, true, false, 3)));
        assert_eq!(shape("12)"), Some((12, true, false, 3)));
        assert_eq!(shape("12.P-K4"), Some((12, true, false, 3)));
        assert_eq!(shape("12...P-K4"), Some((12, true, true, 5)));
        assert_eq!(shape("7…"), Some((7, true, true, 4)));
        assert_eq!(shape("4º"), Some((4, true, false, 3)));
        assert_eq!(shape("15.0-0"), Some((15, true, false, 3)));
        assert_eq!(shape("1.1434"), Some((1, true, false, 2)));
        assert_eq!(shape("1—P"), Some((1, true, false, 4)));
        assert_eq!(shape("12.—Kt"), Some((12, true, false, 6)));
        assert_eq!(shape("7-O-O"), Some((7, true, false, 2)));
        assert_eq!(shape("ll."), Some((11, true, false, 3)));
        assert_eq!(shape("2l.Bxe4"), Some((21, true, false, 3)));
        for text in [
            "14-Mar-1972",
            "20-year-old",
            "1-0",
            "0-0",
            "3N-B4",
            "P-K4",
            "1.5",
            "ll",
            "l.",
            "all.",
            "1851,",
            "",
            "1/2-1/2",
            "5254",
        ] {
            assert_eq!(shape(text), None, "{text}");
        }
    }
}
