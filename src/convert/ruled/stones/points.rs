//! Games of stones as lists of points below a line that names the game: `Go-Moku`, then `1. H8 I9`.

use scorebook_variants::Square;

use super::super::sheet::{SheetItem, VariantRecord};
use super::{push, set_variant, tag};
use crate::text::Span;

/// Names of the games, in small letters, with blanks for dashes.
const NAMES: [&str; 9] =
    ["gomoku", "go moku", "gobang", "renju", "omok", "five in a row", "5 in a row", "five in row", "五子"];

/// Fewest points of a record.
const FEWEST: usize = 5;

/// Whether a text is a list of points, each set once, below a line that names such a game.
///
/// ```
/// use scorebook::convert::ruled::is_list_of_points as is;
/// assert!(is("Go-Moku\n\n1. H8 I9\n2. G9 I7\n3. I8\n"));
/// assert!(!is("1. H8 I9\n2. G9 I7\n3. I8\n"));
/// assert!(!is("Go-Moku at Turin, with a game of chess\n1. e4 e5 2. Nf3 Nc6 3. Bb5\n"));
/// ```
#[must_use]
pub fn looks_like(text: &str) -> bool {
    let mut seen = rustc_hash::FxHashSet::default();
    // What has tag pairs says its rules in one.
    if text.lines().any(|line| line.starts_with('[') && line.contains('"')) {
        return false;
    }
    let (mut above, mut rows, mut others, mut named) = (true, 0_usize, 0_usize, false);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (head, points) = parts(line, 0);
        named |= above && is_named(head);
        if let Some(points) = points {
            above = false;
            rows += 1;
            // A stone stays where it is.
            if !points.into_iter().all(|(point, _)| seen.insert(point)) {
                return false;
            }
            continue;
        }
        others += usize::from(!above);
    }
    named && seen.len() >= FEWEST && others <= rows
}

fn is_named(line: &str) -> bool {
    let small = line.to_lowercase().replace(['-', '_'], " ");
    let words = format!(" {} ", small.split(|c: char| !c.is_alphanumeric()).collect::<Vec<_>>().join(" "));
    NAMES.iter().any(|name| words.contains(&format!(" {name} ")) || !name.is_ascii() && words.contains(name))
}

/// The points of a line that has nothing else but numbers, colours and what stands between them.
fn row(line: &str, start: usize) -> Option<Vec<(Square, Span)>> {
    let is_apart = |c: char| c.is_whitespace() || ".,;:()[]-–—|".contains(c);
    let mut found = Vec::new();
    for word in line.split(is_apart).filter(|word| !word.is_empty()) {
        let small = word.to_ascii_lowercase();
        if small.bytes().all(|c| c.is_ascii_digit()) || matches!(&*small, "b" | "w" | "black" | "white") {
            continue;
        }
        let at = start + (word.as_ptr() as usize - line.as_ptr() as usize);
        found.push((Square::parse(&small)?, Span::new(at, at + word.len())));
    }
    (!found.is_empty()).then_some(found)
}

/// What a line says before its points, and these: nothing before a row, all of a line without points, the name of the game before
/// points that stand behind it (`Renju. 1.h8 2.i9`).
fn parts(line: &str, start: usize) -> (&str, Option<Vec<(Square, Span)>>) {
    if let Some(points) = row(line, start) {
        return ("", Some(points));
    }
    let is_word = |word: &&str| row(word, 0).is_none() && word.contains(|c: char| c.is_alphabetic());
    let Some(last) = line.split_whitespace().rfind(is_word) else { return (line, None) };
    let end = last.as_ptr() as usize - line.as_ptr() as usize + last.len();
    let (head, rest) = line.split_at(end);
    match row(rest, start + end).filter(|points| is_named(head) && points.len() >= FEWEST) {
        Some(points) => (head, Some(points)),
        None => (line, None),
    }
}

/// The side of a board that a line tells: `15x15`, `19 × 19`.
fn side(line: &str) -> Option<u32> {
    let squeezed: String = line.chars().filter(|c| !c.is_whitespace()).collect::<String>().replace('×', "x");
    squeezed.match_indices(['x', 'X']).find_map(|(at, _)| {
        let before = &squeezed[..at];
        let own = &before[before.trim_end_matches(|c: char| c.is_ascii_digit()).len()..];
        let behind = &squeezed[at + 1..];
        let other = &behind[..behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_digit()).len()];
        (own == other).then(|| own.parse().ok()).flatten()
    })
}

/// The names of the players of a line: `Black: Sato, White: Kim`.
fn players(line: &str) -> Vec<(&'static str, &str)> {
    let parts = line.split([',', ';', '\t']).map(str::trim);
    let named = parts.filter_map(|part| {
        let (side, name) = part.split_once([':', '='])?;
        let side = side.trim().rsplit([' ', '.']).next().unwrap_or_default();
        let tag = match &*side.to_ascii_lowercase() {
            "black" | "b" => "Black",
            "white" | "w" => "White",
            _ => return None,
        };
        Some((tag, name.trim())).filter(|(_, name)| !name.is_empty())
    });
    named.collect()
}

/// The game of such a text.
pub(super) fn sheets(text: &str) -> Vec<VariantRecord> {
    let mut sheet = VariantRecord { span: Span::new(0, text.trim_end().len()), ..VariantRecord::default() };
    let (mut start, mut told, mut largest, mut said) = (0, None, 0_u32, String::new());
    for line in text.split_inclusive('\n') {
        let at = start;
        start += line.len();
        let (words, points) = parts(line, at);
        let begin = at + words.len() - words.trim_start().len();
        let words = words.trim();
        let place = Span::new(begin, begin + words.len());
        if points.is_some() && !words.is_empty() {
            told = told.or_else(|| side(words));
            said.push_str(words);
            said.push(' ');
            sheet.items.push((SheetItem::Comment(words.to_owned()), place));
        }
        if let Some(points) = points {
            for (point, span) in points {
                largest = largest.max(u32::from(point.file().max(point.rank())) + 1);
                push(&mut sheet, point.to_string(), span);
            }
            continue;
        }
        if words.is_empty() {
            continue;
        }
        let players = players(words);
        for (side, name) in &players {
            if sheet.tags.get(side).is_none() {
                tag(&mut sheet, side, *name);
            }
        }
        // Above the first point.
        if largest == 0 {
            told = told.or_else(|| side(words));
            said.push_str(words);
            said.push(' ');
        }
        match words {
            "1-0" | "0-1" | "1/2-1/2" => sheet.marker = Some((words.to_owned(), place)),
            // What is whole in tags needs no comment.
            _ if players.len() == words.split([',', ';', '\t']).count() => {}
            _ => sheet.items.push((SheetItem::Comment(words.to_owned()), place)),
        }
    }
    // The smallest usual board that has all points.
    let usual = [15, 19, 20].into_iter().find(|&side| side >= largest).unwrap_or(largest);
    let side = told.filter(|&side| side >= largest).unwrap_or(usual);
    let place = sheet.span;
    set_variant(&mut sheet, &said, (side, side), place);
    vec![sheet]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_below_a_name_are_games_of_stones() {
        for (text, variant, moves) in [
            ("Go-Moku\n\n1. H8 I9\n2. G9 I7\n3. I8 G8\n", "gomoku", 6),
            ("Gomoku, 19 x 19\nBlack: Tom\nWhite: Ann\nh8 i9 g9 i7 i8\n", "gomoku19", 5),
            ("Renju. 1.h8 2.i9 3.j8 4.g7 5.i7 6.h6", "renju", 6),
            ("RENJU\n 1) h8 - i9\n 2) g9 - i7\n 3) i8 -\n", "renju", 5),
            ("Five in a row (board 20x20)\nB t20\nW a1\nB s19\nW b2\nB r18\nW c3\n", "gomoku20", 6),
            ("gobang\nk10 l11\nk11 k12\nr10 l10\n", "gomoku19", 6),
        ] {
            assert!(looks_like(text), "{text}");
            let sheet = &sheets(text)[0];
            assert_eq!(sheet.tags.get("Variant"), Some(variant), "{text}");
            let played = sheet.items.iter().filter(|(item, _)| matches!(item, SheetItem::Move(_)));
            assert_eq!(played.count(), moves, "{text}");
        }
        let sheet = &sheets("Gomoku. Black: Sato, White: Kim\nh8 i9 g9 i7 i8\n0-1\n")[0];
        assert_eq!(sheet.tags.get("White"), Some("Kim"));
        assert_eq!(sheet.marker.as_ref().map(|(marker, _)| marker.as_str()), Some("0-1"));
        for none in [
            // No name, a stone set twice, words among the points, chess.
            "1. H8 I9\n2. G9 I7\n3. I8 G8\n",
            "Gomoku\nh8 i9 g9 i7 h8\n",
            "[Variant \"gomoku\"]\n\n1. H8 I9 2. G8 I7 3. F8 G9\n",
            "Gomoku\nh8 i9\nis good\nbut\nnot\ng9 i7 i8\n",
            "The renju player's game\n1. e4 e5\n2. Nf3 Nc6\n3. Bb5 a6\n",
        ] {
            assert!(!looks_like(none), "{none}");
        }
    }
}
