//! Words with their offsets and the space before them: the input of all simple layouts.

use std::borrow::Cow;

use scorebook_lexicon::behind_move_word;

use crate::text::Span;

/// The space before a word.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Gap {
    /// No space: the word was split off the one before.
    None,
    /// One space.
    Narrow,
    /// Two or more spaces, or a tab.
    Wide,
    /// A comment.
    Comment,
    /// The word begins a line.
    Line,
}

/// A run of characters without white space.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    /// The text.
    pub text: &'a str,
    /// Byte offset of its start in the source.
    pub start: usize,
    /// The space before it.
    pub gap: Gap,
}

impl<'a> Word<'a> {
    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// The word without its first `n` bytes; `n` must be a character boundary.
    pub(super) fn skip(self, n: usize) -> Option<Word<'a>> {
        let text = self.text.get(n..).filter(|rest| !rest.is_empty())?;
        Some(Word { text, start: self.start + n, gap: Gap::None })
    }
}

/// Whether the character is white space or a rule between the columns of a table.
fn parts(c: char) -> bool {
    c.is_whitespace() || is_rule(c)
}

/// `|` and other characters that draw tables.
fn is_rule(c: char) -> bool {
    matches!(c, '|' | '¦' | '\u{2500}'..='\u{257f}')
}

/// Length in bytes of a termination marker with spaces, `1 - 0`; not castling, `0 - 0`.
fn spread_result(text: &str) -> Option<usize> {
    const MARKERS: &[(&str, &str)] = &[
        ("1", "0"),
        ("0", "1"),
        ("1/2", "1/2"),
        ("½", "½"),
        ("l", "0"),
        ("I", "0"),
        ("l", "O"),
        ("I", "O"),
        ("1", "O"),
        ("0", "l"),
        ("0", "I"),
        ("O", "l"),
        ("O", "I"),
        ("O", "1"),
    ];
    // Few words begin so.
    if !text.starts_with(['0', '1', '½', 'l', 'I', 'O']) {
        return None;
    }
    // The last ones have letters for figures, as old type and hands do; `O - O` is castling.
    let blanks: &[char] = &[' ', '\t'];
    let dash = |c: char| matches!(c, '-' | '–' | '—' | ':');
    MARKERS.iter().find_map(|(white, black)| {
        let rest = text.strip_prefix(white)?.trim_start_matches(blanks).strip_prefix(dash)?;
        let behind = rest.trim_start_matches(blanks).strip_prefix(black)?;
        let spread = &text[..text.len() - behind.len()];
        let free = !behind.starts_with(|c: char| c.is_alphanumeric() || c == '/')
            && !behind.trim_start_matches(blanks).starts_with(dash);
        let stop = behind.len() - behind.trim_start_matches(['.', ',', ')']).len();
        (free && spread.contains(blanks)).then_some(spread.len() + stop)
    })
}

/// Most bytes of a word that is a move, with its number and all its marks.
const LONGEST_MOVE: usize = 64;

/// Length in bytes of the word that `text` begins with: up to white space or a rule, or the first of two moves.
fn first_word(text: &str) -> usize {
    // What is joined without end (`e4,e5,e4,…`) is taken apart without looking at all of it each time.
    let near = &text[..text.floor_char_boundary(2 * LONGEST_MOVE)];
    if near.len() < text.len() && !near.contains(parts) {
        let first = first_of_two(near);
        if first < near.len() {
            return first;
        }
    }
    first_of_two(&text[..text.find(parts).unwrap_or(text.len())])
}

/// Length in bytes of the first of two moves separated only by a comma (`e4,e5`) or, between squares, by a
/// dash or a slash (`5254-5755`, `e2e4/e7e5`); otherwise of the whole word.
fn first_of_two(word: &str) -> usize {
    let mut commas =
        word.match_indices([',', ';']).map(|(at, _)| at + 1).take_while(|&at| at <= LONGEST_MOVE);
    let comma = commas.find(|&at| {
        let (first, second) = word.split_at(at);
        let first = &first[..at - 1];
        let castles = first.ends_with("astles");
        // `ef,Lb4`: a pawn takes on the next file.
        let files = matches!(first.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').as_bytes(),
            [a @ b'a'..=b'h', b @ b'a'..=b'h'] if a.abs_diff(*b) == 1);
        let says = castles
            || files
            || first.contains(|c: char| c.is_ascii_digit() || matches!(c, 'x' | 'X' | '×' | '-' | ':'));
        let ends = first.ends_with(|c: char| c.is_ascii_digit() || c.is_uppercase() || "+#!?)".contains(c))
            || castles
            || files
            || ["Kt", "ch"].iter().any(|end| first.ends_with(end));
        says && ends && second.starts_with(char::is_alphabetic) && second.len() > 1
    });
    let squares = |text: &str| {
        let bytes = text.as_bytes();
        let pair = |at: usize| match bytes.get(at..at + 2) {
            Some([a, b]) => (a.is_ascii_digit() || (b'a'..=b'h').contains(a)) && b.is_ascii_digit(),
            _ => false,
        };
        (4..=6).contains(&bytes.len())
            && pair(0)
            && pair(2)
            && bytes[0].is_ascii_digit() == bytes[2].is_ascii_digit()
    };
    let both = || {
        let at = word.find(['-', '–', '/'])?;
        let sign = word[at..].chars().next().map_or(1, char::len_utf8);
        let first = word[..at].rsplit(['.', ')']).next().unwrap_or_default();
        (squares(first) && squares(&word[at + sign..])).then_some(at + sign)
    };
    comma.or_else(both).unwrap_or(word.len())
}

/// The words of `text`, which begins at byte `base` of the source.
pub(super) fn words(text: &str, base: usize) -> impl Iterator<Item = Word<'_>> {
    let (mut at, mut parted) = (0, false);
    std::iter::from_fn(move || {
        loop {
            let rest = text.get(at..)?;
            let start = at + rest.find(|c: char| !parts(c))?;
            let len = spread_result(&text[start..]).unwrap_or_else(|| first_word(&text[start..]));
            let blank = &text[at..start];
            let gap = if blank.is_empty() && at > 0 {
                Gap::None
            } else if at == 0 || blank.contains('\n') {
                Gap::Line
            } else if blank.contains('\t') || blank.contains(is_rule) || blank.chars().count() > 1 {
                Gap::Wide
            } else {
                Gap::Narrow
            };
            at = start + len;
            // A slash alone separates moves like a rule.
            if &text[start..at] == "/" {
                parted = true;
                continue;
            }
            let gap = if std::mem::take(&mut parted) { gap.max(Gap::Wide) } else { gap };
            return Some(Word { text: &text[start..at], start: base + start, gap });
        }
    })
}

/// A line of the source: its text without the line end, and its byte offset.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Row<'a> {
    pub text: &'a str,
    pub start: usize,
}

impl<'a> Row<'a> {
    pub(super) fn words(self) -> impl Iterator<Item = Word<'a>> {
        words(self.text, self.start)
    }

    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// Whether the line has only spaces and rules: `|---|---|`, `======`.
    pub(super) fn is_blank(self) -> bool {
        self.text.chars().all(|c| parts(c) || matches!(c, '-' | '+' | '=' | '_' | ':'))
    }
}

/// The lines of `text`, which begins at byte `base` of the source.
pub(super) fn rows(text: &str, base: usize) -> impl Iterator<Item = Row<'_>> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let text = unnamed(undashed(unquoted(line)));
        let start = base + at + line.len() - text.len();
        at += line.len();
        Row { text: text.trim_end_matches(['\n', '\r']), start }
    })
}

/// A line without the word for a move (`Move 1: e4 e5`), if a number with a full stop, colon or bracket follows it.
fn unnamed(line: &str) -> &str {
    let Some(rest) = behind_move_word(line) else { return line };
    let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind.len() < rest.len() && behind.starts_with(['.', ':', ')']) { rest } else { line }
}

/// A line without the dash before its first number: `--1. P.-K4`, `— 12. Nf3`.
fn undashed(line: &str) -> &str {
    let rest = line.trim_start().trim_start_matches(['-', '–', '—']).trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let mut behind = rest[digits..].chars();
    let is_number = (1..=3).contains(&digits)
        && behind.next() == Some('.')
        && behind.next().is_some_and(|next| !next.is_ascii_digit());
    if is_number && line.trim_start().starts_with(['-', '–', '—']) { rest } else { line }
}

/// A line of an email without quotation marks: `> > 1. e4 e5`.
fn unquoted(line: &str) -> &str {
    if line.starts_with('>') { line.trim_start_matches(['>', ' ']) } else { line }
}

/// The smallest span that contains some words.
pub(super) fn span_of(words: &[Word<'_>]) -> Span {
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => first.span().join(last.span()),
        _ => Span::default(),
    }
}

/// The words as one text: borrowed if they are on one line, otherwise joined; a hyphen at the end of a line
/// is joined without a space.
pub(super) fn joined<'a>(source: &'a str, words: &[Word<'a>]) -> Cow<'a, str> {
    let adjacent = words.iter().skip(1).all(|word| !matches!(word.gap, Gap::Line | Gap::Comment));
    if adjacent && let Some(text) = source.get(span_of(words).range()) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for word in words {
        let wrapped = word.gap == Gap::Line && out.ends_with('-');
        if !out.is_empty() && word.gap != Gap::None && !wrapped {
            out.push(' ');
        }
        out.push_str(word.text);
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_know_the_space_before_them() {
        let found: Vec<_> = words("1. P-K4  P-K4\tx y\n z", 10).map(|w| (w.text, w.start, w.gap)).collect();
        assert_eq!(
            found,
            [
                ("1.", 10, Gap::Line),
                ("P-K4", 13, Gap::Narrow),
                ("P-K4", 19, Gap::Wide),
                ("x", 24, Gap::Wide),
                ("y", 26, Gap::Narrow),
                ("z", 29, Gap::Line)
            ]
        );
    }

    #[test]
    fn moves_that_a_comma_or_a_dash_parts_are_two_words() {
        let texts = |text| words(text, 0).map(|word| word.text).collect::<Vec<_>>();
        assert_eq!(
            texts("1.e4,e5 Smith,J O-O,P-Q3 PxP,PxP"),
            ["1.e4,", "e5", "Smith,J", "O-O,", "P-Q3", "PxP,", "PxP"]
        );
        assert_eq!(
            texts("1.5254-5755 e2e4/e7e5 e2-e4 5254"),
            ["1.5254-", "5755", "e2e4/", "e7e5", "e2-e4", "5254"]
        );
        assert_eq!(texts("e4 / e5 a,b 1,234 R/1-Q1"), ["e4", "e5", "a,b", "1,234", "R/1-Q1"]);
    }

    #[test]
    fn a_result_is_one_word() {
        let texts = |text| words(text, 0).map(|word| word.text).collect::<Vec<_>>();
        assert_eq!(texts("12 R-K1 c6 1 - 0"), ["12", "R-K1", "c6", "1 - 0"]);
        assert_eq!(texts("½ – ½."), ["½ – ½."]);
        assert_eq!(texts("0 - 0 - 0 and 1 - 0-0"), ["0", "-", "0", "-", "0", "and", "1", "-", "0-0"]);
    }

    #[test]
    fn rules_part_words_and_rows() {
        let found: Vec<_> = words("| 1 |P-K4|P-K4 |", 0).map(|w| (w.text, w.start, w.gap)).collect();
        assert_eq!(found, [("1", 2, Gap::Line), ("P-K4", 5, Gap::Wide), ("P-K4", 10, Gap::Wide)]);
        let blank = |text| Row { text, start: 0 }.is_blank();
        assert!(blank("|---|:--:|") && blank("====") && blank("│──┼──│") && !blank("| 1 |") && !blank("..."));
    }

    #[test]
    fn a_hyphen_at_the_end_of_a_line_joins() {
        let text = "Kt-\n  B3 ch";
        let all: Vec<_> = words(text, 0).collect();
        assert_eq!(joined(text, &all), "Kt-B3 ch");
        assert_eq!(joined(text, &all[1..]), "B3 ch");
        assert!(matches!(joined(text, &all[1..]), Cow::Borrowed(_)));
    }
}
