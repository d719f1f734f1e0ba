//! Words with their places, and the space before them: what all simple layouts cut from.

use std::borrow::Cow;

use crate::text::Span;

/// The space before a word.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// Nothing: the word was cut off the one before it.
    None,
    /// One blank.
    Narrow,
    /// Two blanks or more, or a tab.
    Wide,
    /// A comment stood between.
    Comment,
    /// The word begins a line.
    Line,
}

/// A run of characters without white space.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    /// The text.
    pub text: &'a str,
    /// Its first byte in the source.
    pub start: usize,
    /// The space before it.
    pub gap: Gap,
}

impl<'a> Word<'a> {
    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// The word without its first `n` bytes, which must end at a character.
    pub(super) fn skip(self, n: usize) -> Option<Word<'a>> {
        let text = self.text.get(n..).filter(|rest| !rest.is_empty())?;
        Some(Word { text, start: self.start + n, gap: Gap::None })
    }
}

/// White space, and the rules between the columns of a table.
fn parts(c: char) -> bool {
    c.is_whitespace() || is_rule(c)
}

/// `|`, as Markdown and typewriters draw a table, and what else draws one.
fn is_rule(c: char) -> bool {
    matches!(c, '|' | '¦' | '\u{2500}'..='\u{257f}')
}

/// Bytes of a termination marker that is written with blanks: `1 - 0`. Castling, `0 - 0`, is none.
fn spread_result(text: &str) -> Option<usize> {
    const MARKERS: &[(&str, &str)] = &[("1", "0"), ("0", "1"), ("1/2", "1/2"), ("½", "½")];
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

/// The words of `text`, which stands at `base` in the source.
pub(super) fn words(text: &str, base: usize) -> impl Iterator<Item = Word<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + rest.find(|c: char| !parts(c))?;
        let len = spread_result(&text[start..])
            .unwrap_or_else(|| text[start..].find(parts).unwrap_or(text.len() - start));
        let blank = &text[at..start];
        let gap = if at == 0 || blank.contains('\n') {
            Gap::Line
        } else if blank.contains('\t') || blank.contains(is_rule) || blank.chars().count() > 1 {
            Gap::Wide
        } else {
            Gap::Narrow
        };
        at = start + len;
        Some(Word { text: &text[start..at], start: base + start, gap })
    })
}

/// A line of the source: its text without the line end, and where it begins.
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

    /// Whether nothing stands on the line but rules: `|---|---|`, `======`.
    pub(super) fn is_blank(self) -> bool {
        self.text.chars().all(|c| parts(c) || matches!(c, '-' | '+' | '=' | '_' | ':'))
    }
}

/// The lines of `text`, which stands at `base` in the source.
pub(super) fn rows(text: &str, base: usize) -> impl Iterator<Item = Row<'_>> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let text = unquoted(line);
        let start = base + at + line.len() - text.len();
        at += line.len();
        Row { text: text.trim_end_matches(['\n', '\r']), start }
    })
}

/// A line of a letter without the marks of its being quoted: `> > 1. e4 e5`.
fn unquoted(line: &str) -> &str {
    if line.starts_with('>') { line.trim_start_matches(['>', ' ']) } else { line }
}

/// The smallest span over some words.
pub(super) fn span_of(words: &[Word<'_>]) -> Span {
    match (words.first(), words.last()) {
        (Some(first), Some(last)) => first.span().join(last.span()),
        _ => Span::default(),
    }
}

/// The words as one text: as it stands where it is on one line, else joined; a hyphen at a line's
/// end joins without a blank.
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
