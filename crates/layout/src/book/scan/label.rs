//! Move numbers as OCR reads them: `II`, `IS` (15), `3°`, `lo.`.

use super::move_span::is_move_like;

/// A number that a word may be.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The number.
    pub value: u32,
    /// Cost of reading the word as this number, in thousandths of a nat.
    pub price: u32,
}

/// Cost of a letter read as a digit.
const LOOKALIKE: u32 = 300;
/// Cost of a word without any digit.
const NO_DIGIT: u32 = 500;
/// Greatest move number.
const MOST: u32 = 250;

/// The digit that a character is, and whether it only resembles it.
fn digit(c: char) -> Option<(u32, bool)> {
    Some(match c {
        '0'..='9' => (c as u32 - '0' as u32, false),
        'I' | 'l' | 'i' | '|' | '!' | ']' => (1, true),
        'O' | 'o' | '°' | 'º' | 'Q' => (0, true),
        'S' | 's' => (5, true),
        'Z' | 'z' => (2, true),
        'g' | 'q' => (9, true),
        'b' | 'G' => (6, true),
        _ => return None,
    })
}

/// The number that a whole word is, ignoring punctuation.
#[must_use]
pub fn label(word: &str) -> Option<Label> {
    let body = word.trim_start_matches(['(', '[', '\'', '"', '*', '^', '‘', '’', '•', '.', ',', '■']);
    let bare = body.trim_end_matches(['.', ',', ')', '…', ';', ':', '-', '—', '–', '\'', '’', '*', '_', '/']);
    let count = bare.chars().count();
    if count == 0 || count > 3 {
        return None;
    }
    let (mut value, mut price, mut sure) = (0, 0, false);
    for c in bare.chars() {
        let (digit, looks) = digit(c)?;
        value = value * 10 + digit;
        if looks {
            price += LOOKALIKE;
        } else {
            sure = true;
        }
    }
    // A single letter can only be 1; the neighbours decide about `S Kt to Q 5`.
    if !sure && !(bare.chars().all(|c| matches!(c, 'I' | 'l' | 'i' | '|' | 'O' | 'o' | 'S' | 'Z' | '!'))) {
        return None;
    }
    if !sure {
        price += NO_DIGIT;
    }
    (1..=MOST).contains(&value).then_some(Label { value, price })
}

/// The number that signs can be if a move follows; alone they would not be read as a number.
#[must_use]
pub fn worn(signs: &str) -> Option<Label> {
    /// Cost; higher than that of any legible number.
    const WORN: u32 = 1_000;
    let digits: Option<String> = signs
        .chars()
        .map(|c| match c {
            'n' | 'u' => Some("11".to_owned()),
            'J' | 'j' | 'T' | 'L' | 't' => Some("1".to_owned()),
            'A' => Some("4".to_owned()),
            c => digit(c).map(|(digit, _)| digit.to_string()),
        })
        .collect();
    let value = digits?.parse().ok()?;
    (1..=MOST).contains(&value).then_some(Label { value, price: WORN })
}

/// Length in bytes of a number attached to the move after it: `26PxKt`, `12.P`.
#[must_use]
pub fn stuck(word: &str) -> Option<usize> {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let dots = word[digits..].len() - word[digits..].trim_start_matches(['.', ',', '…']).len();
    let rest = &word[digits + dots..];
    let moves = rest.starts_with(['K', 'Q', 'R', 'B', 'P', 'N', 'C']);
    // "2nd", "3d" are ranks.
    ((1..=3).contains(&digits) && moves).then_some(digits + dots)
}

/// A badly misread number at the start of a row (`39'QtoB3`, `J I B to K 2`, `2 1 Kt to Q 2`, `2oQRxB`): the
/// number, if it can be read, and the offset of the move.
pub(super) fn worn_number(line: &str) -> Option<(Option<Label>, usize)> {
    /// Most characters of a misread number.
    const LONGEST: usize = 4;
    /// Letters that OCR reads for digits.
    const WORN_DIGITS: &str = "IlJijSsTtnuoOAZzLgq";
    let first = line.split_whitespace().next()?;
    let begin = first.as_ptr() as usize - line.as_ptr() as usize;
    let end = begin + first.len();
    let special = dotted(line, first, end).or_else(|| upright(line, first, end));
    if let Some(found) = special.or_else(|| lettered(line, first, end)) {
        return Some(found);
    }
    let mut signs = String::new();
    let mut before = None;
    for (at, c) in line[begin..].char_indices().map(|(at, c)| (at + begin, c)) {
        let rest = &line[at..];
        let apart = !before.is_some_and(char::is_alphabetic) || signs.contains(|c: char| c.is_ascii_digit());
        if at > begin && apart && c.is_uppercase() && is_move_like(rest) {
            // Numbers that `label` reads are left to it.
            let head = &line[begin..at];
            let plain = match head.split_whitespace().count() {
                1 if head.ends_with(char::is_whitespace) => label(head.trim_end()).is_some(),
                1 => stuck(first).is_some_and(|cut| begin + cut == at),
                _ => false,
            };
            let digits = signs.contains(|c: char| c.is_ascii_digit());
            // A lower-case letter is not a piece.
            let letters = matches!(
                signs.as_str(),
                "n" | "u" | "t" | "i" | "j" | "s" | "z" | "JI" | "IJ" | "II" | "I" | "l" | "L" | "J" | "S"
            );
            return (!plain && (digits || letters)).then(|| (worn(&signs), at));
        }
        if c.is_alphanumeric() {
            signs.push(c);
        }
        if signs.chars().count() > LONGEST || c.is_alphabetic() && !WORN_DIGITS.contains(c) {
            return None;
        }
        before = Some(c);
    }
    None
}

/// A number whose characters are not digits, with its full stop and a move after it: `V?,  Castles.`, `yd.
/// B.  to Q's 4th.`
fn dotted(line: &str, first: &str, end: usize) -> Option<(Option<Label>, usize)> {
    let signs: String = first.chars().filter(|c| c.is_alphanumeric()).collect();
    let few = (1..=3).contains(&signs.chars().count()) && first.chars().count() <= 5;
    if !few || !first.ends_with(['.', ',']) || is_man(&signs) || label(first).is_some() {
        return None;
    }
    let rest = line[end..].trim_start();
    let from = line.len() - rest.len();
    is_move_like(rest).then(|| (worn(&signs), from))
}

/// A letter instead of the first digit, before a move that has no algebraic square: `d2 KttoKt2`.
fn lettered(line: &str, first: &str, end: usize) -> Option<(Option<Label>, usize)> {
    let digits = first.trim_end_matches('.').strip_prefix(|c: char| c.is_ascii_lowercase())?;
    let rest = line[end..].trim_start();
    let signs: Vec<char> = rest.chars().filter(|c| c.is_alphanumeric()).collect();
    let algebraic = signs.windows(2).any(|pair| matches!(pair, ['a'..='h', '1'..='8']));
    let counts = (1..=2).contains(&digits.len()) && digits.chars().all(|c| c.is_ascii_digit());
    (counts && !algebraic && is_move_like(rest)).then(|| (None, line.len() - rest.len()))
}

/// A column of numbers that OCR read as one word across lines: `WOANDUBRWNPE  BxP  KttoKB3`.
fn upright(line: &str, first: &str, end: usize) -> Option<(Option<Label>, usize)> {
    const SHORTEST: usize = 7;
    let capital = first.chars().filter(|c| c.is_uppercase()).count();
    let rest = &line[end..];
    let gap = rest.len() - rest.trim_start().len();
    (gap >= 2 && first.len() >= SHORTEST && capital == first.len() && is_move_like(rest.trim_start()))
        .then(|| (None, end + gap))
}

/// Whether letters may denote a piece, possibly misread: `K`, `Kl`, `H` for R, `a` for Q.
fn is_man(signs: &str) -> bool {
    let digits = signs.contains(|c: char| c.is_ascii_digit());
    let named = signs.starts_with(['K', 'Q', 'R', 'B', 'P', 'N', 'k']);
    let worn =
        matches!(signs, "H" | "E" | "F" | "V" | "W" | "T" | "L" | "a" | "p" | "r" | "b" | "It" | "li" | "C");
    !digits && (named || worn)
}

/// Whether a word may be a misread repetition of the row's number, with a full stop: `1'2.`, `3;i.`, `12/`.
pub(super) fn is_worn_again(word: &str) -> bool {
    let signs = word.chars().filter(|c| c.is_alphanumeric()).count();
    (1..=3).contains(&signs)
        && word.ends_with(['.', ',', '/'])
        && word.contains(|c: char| c.is_ascii_digit())
        && word.chars().all(|c| !c.is_alphabetic() || matches!(c, 'i' | 'I' | 'l' | 'o' | 'O' | 'S' | 's'))
}

/// Dots that replace White's move.
pub(super) fn is_leaders(word: &str) -> bool {
    let dots = word.chars().filter(|c| matches!(c, '.' | '…' | '·')).count();
    (dots >= 2 || word.contains('…')) && word.chars().all(|c| matches!(c, '.' | '…' | '·' | ',' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(word: &str) -> Option<u32> {
        label(word).map(|label| label.value)
    }

    #[test]
    fn numbers_as_scanners_leave_them() {
        assert_eq!(value("12."), Some(12));
        assert_eq!(value("II"), Some(11));
        assert_eq!(value("IS"), Some(15));
        assert_eq!(value("3°"), Some(30));
        assert_eq!(value("lO"), Some(10));
        assert_eq!(value("Kt"), None);
        assert_eq!(value("B"), None);
        assert_eq!(value("sq"), None);
        assert_eq!(value("999"), None);
    }

    #[test]
    fn numbers_stuck_to_moves() {
        assert_eq!(stuck("26PxKt"), Some(2));
        assert_eq!(stuck("12.P"), Some(3));
        assert_eq!(stuck("2nd"), None);
    }
}
