//! Marks that stand at the same place of every row and are no part of a move: the letter of the side at its number (`1w e4`, `1b e5`),
//! brackets around a pair (`1. (e4; e5)`), initials before the moves (`1. W. e4 B. e5`), and the numbers of headings (`2. Ann vs. Bert`).
//!
//! Nothing but the numbers says so, which count through all of these rows. A mark becomes a blank, or the dots that it stands for; all
//! other places stay those of the file.

use std::sync::LazyLock;

use regex::Regex;

use super::dashes;
use super::sense::NotationSense;
use crate::decode::NotationChoice;
use crate::record::MoveSense;
use crate::text::{Source, Span};
use scorebook_heading::parts::parts;

/// Longer texts, in bytes, are books, whose rows are not all alike.
const LONGEST: usize = 1 << 16;
/// Fewest rows.
const FEWEST: usize = 3;
/// Likeness from which a text is written as a move.
const LIKE: f32 = 0.5;

/// The source with blanks in place of such marks; `None` if there are none.
pub(super) fn read(source: &Source) -> Option<Source> {
    let text = source.text();
    if text.len() > LONGEST || source.scan().is_some() {
        return None;
    }
    let mut signs: Vec<(usize, char)> = Vec::new();
    signs.extend(dashes::lost(text, &NotationSense::new(NotationChoice::Auto)));
    signs.extend(dashes::between_squares(text));
    signs.extend(sides_at_numbers(text));
    signs.extend(brackets_around_pairs(text).into_iter().map(|at| (at, ' ')));
    signs.extend(stops_before_numbers(text).into_iter().map(|at| (at, ' ')));
    let blanks = initials(text).into_iter().chain(ordinals(text));
    signs.extend(blanks.flat_map(|span| span.range()).map(|at| (at, ' ')));
    if signs.is_empty() {
        return None;
    }
    signs.sort_unstable();
    source.respelled(&|at, _| {
        let found = signs.binary_search_by_key(&at, |(place, _)| *place).ok()?;
        Some(signs[found].1)
    })
}

/// The stops that stand directly before the number of a move, behind brackets or a blank: `(a remark).14.a4`, `Sd7 .21.Sc6`.
fn stops_before_numbers(text: &str) -> Vec<usize> {
    static STOP: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"[\s)\]}](\.)\d{1,3}\.{1,3}[^\s\d.]").ok());
    let Some(stop) = STOP.as_ref() else { return Vec::new() };
    stop.captures_iter(text).filter_map(|found| Some(found.get(1)?.start())).collect()
}

/// The letters of the sides behind the numbers of half-moves, as the sign that other records have there: a stop for White, dots for
/// Black. Each number has both in turn, in whatever language: `1w`, `1s`.
fn sides_at_numbers(text: &str) -> Vec<(usize, char)> {
    static NUMBER: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?:^|[\s|,;(])(\d{1,3})([A-Za-zА-я])([.:)]?)\s").ok());
    let Some(number) = NUMBER.as_ref() else { return Vec::new() };
    let (mut signs, mut due, mut is_black) = (Vec::new(), 1_u32, false);
    let mut letters: [Option<String>; 2] = [None, None];
    for found in number.captures_iter(text) {
        let (Some(figures), Some(side), Some(stop)) = (found.get(1), found.get(2), found.get(3)) else {
            continue;
        };
        let letter = side.as_str().to_lowercase();
        let own = letters[usize::from(is_black)].get_or_insert_with(|| letter.clone());
        if figures.as_str().parse() != Ok(due) || *own != letter {
            return Vec::new();
        }
        signs.push((side.start(), if is_black { '…' } else { '.' }));
        signs.extend((!stop.is_empty()).then_some((stop.start(), ' ')));
        due += u32::from(is_black);
        is_black = !is_black;
    }
    if due as usize > FEWEST && letters[0] != letters[1] { signs } else { Vec::new() }
}

/// The brackets around the two moves behind each number, and the sign that parts them.
fn brackets_around_pairs(text: &str) -> Vec<usize> {
    static PAIR: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(\d{1,3})[.:)]?[ \t]*([(\[])([^()\[\]\n]{2,60})([)\]])").ok());
    let Some(pair) = PAIR.as_ref() else { return Vec::new() };
    let (mut signs, mut due, mut last) = (Vec::new(), 1_u32, None::<usize>);
    for found in pair.captures_iter(text) {
        let (Some(whole), Some(open), Some(inside), Some(close)) =
            (found.get(0), found.get(2), found.get(3), found.get(4))
        else {
            continue;
        };
        // Nothing is said between two pairs.
        let gap = last.and_then(|last| text.get(last..whole.start())).unwrap_or_default();
        if found[1].parse() != Ok(due) || gap.contains(char::is_alphanumeric) {
            return Vec::new();
        }
        signs.extend([open.start(), close.start()]);
        signs.extend(inside.as_str().find([';', ',']).map(|at| inside.start() + at));
        due += 1;
        last = Some(whole.end());
    }
    if due as usize > FEWEST { signs } else { Vec::new() }
}

/// The two words that stand before White's move and before Black's in every row: initials of the players, or letters of the sides.
/// Moves are not all by the same man.
fn initials(text: &str) -> Vec<Span> {
    /// Fewest rows: as many moves may be by one man.
    const ROWS: usize = 4;
    static NUMBER: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?m)(?:^|\s)(\d{1,3})[.:)]\s+([^\s\d.:()]{1,6}[.:])\s").ok());
    let Some(number) = NUMBER.as_ref() else { return Vec::new() };
    let heads: Vec<(u32, Span)> = number
        .captures_iter(text)
        .filter_map(|found| {
            let label = found.get(2).filter(|label| label.as_str().starts_with(char::is_uppercase))?;
            Some((found[1].parse().ok()?, Span::new(label.start(), label.end())))
        })
        .collect();
    let label = |span: Span| &text[span.range()];
    let Some(&(_, first)) = heads.first() else { return Vec::new() };
    let counts =
        (1..).zip(&heads).all(|(due, (number, span))| due == *number && label(*span) == label(first));
    if heads.len() < ROWS || !counts {
        return Vec::new();
    }
    // The words behind each of them, to the next number.
    let ends = heads.iter().skip(1).map(|(_, span)| span.start).chain([text.len()]);
    let rows: Vec<(usize, &str)> = heads
        .iter()
        .zip(ends)
        .map(|((_, span), end)| (span.end, text[span.end..end].lines().next().unwrap_or_default()))
        .collect();
    let places = |row: (usize, &str), name: &str| -> Vec<Span> {
        let words = row.1.split_whitespace().skip(1).filter(|word| *word == name);
        let place = |word: &str| row.0 + (word.as_ptr() as usize - row.1.as_ptr() as usize);
        words.map(|word| Span::new(place(word), place(word) + word.len())).collect()
    };
    let is_label = |word: &&str| {
        let letters = word.trim_end_matches(['.', ':']);
        letters.len() < word.len()
            && letters.chars().count() < 4
            && letters.starts_with(char::is_uppercase)
            && *word != label(first)
    };
    let Some((last, whole)) = rows.split_last() else { return Vec::new() };
    let second =
        rows[0].1.split_whitespace().skip(1).filter(is_label).find(|name| {
            whole.iter().all(|row| places(*row, name).len() == 1) && places(*last, name).len() < 2
        });
    let Some(second) = second else { return Vec::new() };
    heads.iter().map(|(_, span)| *span).chain(rows.iter().flat_map(|row| places(*row, second))).collect()
}

/// The numbers of headings: a line that names players stands behind one, a line that is numbered 1 and has a move follows.
fn ordinals(text: &str) -> Vec<Span> {
    let sense = NotationSense::new(NotationChoice::Auto);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let mut found = Vec::new();
    for pair in lines.windows(2) {
        let (line, next) = (pair[0], pair[1].trim_start().trim_start_matches(['(', '[']));
        let start = line.len() - line.trim_start().len();
        let figures = line[start..].bytes().take_while(u8::is_ascii_digit).count();
        let Some(behind) =
            line[start + figures..].strip_prefix(['.', ')']).filter(|_| (1..4).contains(&figures))
        else {
            continue;
        };
        // Neither are rows of a table, where the next one counts on.
        let first = next.split(['.', ')', ']', ':', ' ', '\t']).next().unwrap_or_default();
        let begins = matches!(first, "1" | "I");
        let is_move = |word: &str| {
            word.contains(|c: char| c.is_ascii_digit())
                && word.contains(char::is_alphabetic)
                && sense.likeness(word) >= LIKE
        };
        let has_move = || behind.split_whitespace().any(is_move);
        if begins
            && behind.starts_with(' ')
            && !has_move()
            && parts(behind.trim()).is_some_and(|parts| parts.has_player())
        {
            let at = line.as_ptr() as usize - text.as_ptr() as usize + start;
            found.push(Span::new(at, at + figures + 1));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text as it is read, each run of blanks as one.
    fn read_as(text: &str) -> Option<String> {
        let source = Source::from_bytes("", text.to_owned().into_bytes());
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        read(&source).map(|source| words(source.text()))
    }

    #[test]
    fn marks_of_rows_come_off() {
        for (text, plain) in [
            ("1w e4\n1b e5\n2w d4\n2b d5\n3w c4\n3b c5\n", "1. e4 1… e5 2. d4 2… d5 3. c4 3… c5"),
            ("1w e4\n1s e5\n2w d4\n2s d5\n3w c4\n3s c5\n", "1. e4 1… e5 2. d4 2… d5 3. c4 3… c5"),
            ("1. (e4; e5) 2. (d4; d5)\n3. (c4; c5)\n", "1. e4 e5 2. d4 d5 3. c4 c5"),
            (
                "1. W. e4 B. e5\n2. W. Bc4 B. Bc5\n3. W. Nf3 B. d6\n4. W. d3\n",
                "1. e4 e5 2. Bc4 Bc5 3. Nf3 d6 4. d3",
            ),
            (
                "3. Ann vs. Bert, London 1860\n\nI. e4 e5\nII. d4 d5\n",
                "Ann vs. Bert, London 1860 I. e4 e5 II. d4 d5",
            ),
        ] {
            assert_eq!(read_as(text).as_deref(), Some(plain), "{text}");
        }
    }

    #[test]
    fn what_is_no_mark_stays() {
        for text in [
            "1. e4 e5\n2. d4 d5\n3. c4 c5\n",
            "1. P. to K. 4 P. to K. 4\n2. P. to Q. 4 P. takes P.\n3. P. to Q. B. 4 P. to Q. 4\n4. P. takes P. P. to B. 4\n",
            "1. e4 (better d4) e5\n2. d4 (or c4) d5\n3. c4 c5\n",
            "1. Smith - Jones 1-0\n2. Hart - Rossi 0-1\n",
        ] {
            assert_eq!(read_as(text), None, "{text}");
        }
    }
}
