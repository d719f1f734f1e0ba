//! Game Courier's logs: one move per line (`12. P e2-e4`, `12... p e7-e5 // a comment`), or numbered pairs
//! (`1. P e2-e4 p e7-e5 2. N g1-f3`), possibly after tag pairs.

use scorebook_variants::Square;

use super::sheet::{SheetItem, VariantRecord};
use crate::game::Tag;
use crate::text::Span;

/// The text after a move's number, and its offset.
fn after_number(line: &str) -> (usize, &str) {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let dots = line[digits..].bytes().take_while(|&b| b == b'.').count();
    let behind = &line[digits + dots..];
    if digits == 0 || dots == 0 {
        return (0, line);
    }
    let text = behind.trim_start();
    (line.len() - text.len(), text)
}

/// Whether this is a move in Game Courier's form: a label, a square, a hyphen, a square.
fn is_move(text: &str) -> bool {
    let first = text.split("//").next().unwrap_or("").split(';').next().unwrap_or("").trim();
    let Some((man, to)) = first.split_once(['-', '*']) else { return first.eq_ignore_ascii_case("pass") };
    let mut words = man.split_whitespace();
    let (one, two) = (words.next(), words.next());
    let label = |word: &str| word.len() == 1 && word.bytes().all(|b| b.is_ascii_alphabetic());
    let from = match (one, two) {
        (Some(one), None) => label(one) || Square::parse(one).is_some(),
        (Some(one), Some(two)) => label(one) && Square::parse(two).is_some(),
        _ => false,
    };
    from && Square::parse(to.trim()).is_some()
}

/// The moves of a line without its first number, with their offsets: one, or those of numbered pairs.
fn moves(said: &str) -> Vec<(usize, &str)> {
    /// Words of the longest move of one part: a label, and both squares.
    const LONGEST: usize = 2;
    let is_number = |word: &str| {
        let digits = word.trim_end_matches('.');
        digits.len() < word.len() && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    };
    let place = |word: &str| word.as_ptr() as usize - said.as_ptr() as usize;
    let mut found: Vec<(usize, &str)> = Vec::new();
    // A turn of several parts is one, and so is what is no move.
    let whole = || vec![(0, said)];
    let mut first: Option<usize> = None;
    let mut length = 0;
    for word in said.split_whitespace() {
        if first.is_none() && is_number(word) {
            continue;
        }
        let start = *first.get_or_insert(place(word));
        length += 1;
        let text = &said[start..place(word) + word.len()];
        if text.contains(';') || length > LONGEST {
            return whole();
        }
        if is_move(text) {
            found.push((start, text));
            (first, length) = (None, 0);
        }
    }
    if first.is_some() { whole() } else { found }
}

/// Whether most lines that are not tags are such moves.
pub(super) fn looks_like(text: &str) -> bool {
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('['));
    let are_moves = |line: &&str| {
        let said = after_number(line).1;
        let said = said.split("//").next().unwrap_or_default().trim();
        !said.is_empty() && moves(said).iter().all(|(_, text)| is_move(text))
    };
    let moves = lines().filter(are_moves).count();
    moves > 0 && moves * 2 > lines().count()
}

/// Whether it is a log, and a turn of it has several parts, `P e5-d6; @-d5`: nothing but this form writes them.
pub(super) fn has_parts(text: &str) -> bool {
    let is_turn_of_parts = |line: &str| {
        let said = after_number(line.trim()).1;
        let said = said.split("//").next().unwrap_or_default();
        let part = said.split_once(';').map(|(_, part)| part.trim());
        is_move(said) && part.is_some_and(|part| is_move(part) || part.starts_with("@-"))
    };
    looks_like(text) && text.lines().any(is_turn_of_parts)
}

/// The one game of a log.
pub(super) fn sheet(text: &str) -> VariantRecord {
    let mut sheet = VariantRecord { span: Span::new(0, text.len()), ..VariantRecord::default() };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let at = start + line.len() - line.trim_start().len();
        start += line.len();
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        let tag = line.strip_prefix('[').and_then(|rest| rest.strip_suffix("\"]"));
        if let Some((name, value)) = tag.and_then(|tag| tag.split_once(" \"")) {
            sheet.tags.push(Tag { name: name.trim().into(), value: value.into() });
            continue;
        }
        let (skip, said) = after_number(line);
        let span = Span::new(at + skip, at + line.len());
        if matches!(said, "1-0" | "0-1" | "1/2-1/2" | "*") {
            sheet.marker = Some((said.to_owned(), span));
            continue;
        }
        let (text, comment) = said.split_once("//").map_or((said, None), |(text, rest)| (text, Some(rest)));
        let text = text.trim();
        let own = if text.is_empty() { Vec::new() } else { moves(text) };
        for (place, text) in own {
            let span = Span::new(span.start + place, span.start + place + text.len());
            sheet.items.push((SheetItem::Move(text.to_owned()), span));
        }
        if let Some(comment) = comment {
            sheet.items.push((SheetItem::Comment(comment.trim().to_owned()), span));
        }
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_told_from_other_records() {
        assert!(looks_like("1. P e2-e4\n1... p e7-e5\n2. K e1-g1; R h1-f1 // castling\n"));
        assert!(looks_like("e2-e4\ne7-e5\nP*e4\n"));
        assert!(!looks_like("1. e4 e5 2. Nf3 *\n"));
        assert!(looks_like("1. P e2-e4 P e7-e5 2. N g1-f3 // a pair"));
        assert!(!looks_like("1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n"));
    }

    #[test]
    fn numbered_pairs_are_moves() {
        let said = |text: &str| {
            let items = sheet(text).items.into_iter().map(|(item, span)| match item {
                SheetItem::Move(own) => (own, text[span.range()].to_owned()),
                _ => Default::default(),
            });
            items.collect::<Vec<_>>()
        };
        let wanted = ["P e2-e4", "p e7-e5", "N g1-f3", "pass", "e1-g1; h1-f1"]
            .map(|own| (own.to_owned(), own.to_owned()));
        assert_eq!(said("1. P e2-e4 p e7-e5 2. N g1-f3 pass\n3. e1-g1; h1-f1\n"), wanted);
    }
}
