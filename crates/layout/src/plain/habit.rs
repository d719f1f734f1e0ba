//! What the writer of a record does on all its rows: a sign that means nothing alone means something where every row has it.

use std::ops::RangeInclusive;

use scorebook_lexicon::SIDES;
use shakmaty::Color;

use super::is_ending;
use crate::words::{Gap, Row, Word};

/// Rows from which something is a habit.
const ROWS: usize = 3;

/// The habits of a writer.
#[derive(Clone, Debug, Default)]
pub(super) struct Habit {
    /// The initials of White and Black with which the moves are marked: `B: e4  N: e5`.
    initials: Option<[char; 2]>,
    /// Whether dates in figures stand beside the moves: `3. 02.05. Nf3`.
    dated: bool,
    /// Whether Black's move stands in brackets: `3 Nf3 (Nc6)`.
    bracketed: bool,
    /// Whether a row begins with the Roman number I or II: elsewhere `C` is a man.
    roman: bool,
    /// Whether the letter of a side stands at the margin of lines: `W   e4   Nf3`.
    margin: bool,
}

impl Habit {
    /// The habits that the rows of a record show.
    pub(super) fn of(rows: &[Row<'_>]) -> Habit {
        let days = rows.iter().flat_map(|row| row.words()).filter(|word| is_day(*word)).count();
        let is_roman = |word: Word<'_>| matches!(word.text.trim_end_matches(['.', ')', ':']), "I" | "II");
        let roman = rows.iter().filter_map(|row| row.words().next()).any(is_roman);
        let margin = rows.iter().filter(|row| begins_with_side(row)).count() > 1;
        Habit { initials: initials(rows), dated: days >= ROWS, bracketed: are_bracketed(rows), roman, margin }
    }

    /// The side whose initial a word is.
    pub(super) fn side(&self, word: &str) -> Option<Color> {
        let letter = initial(word)?;
        let at = self.initials?.iter().position(|known| *known == letter)?;
        Some(if at == 0 { Color::White } else { Color::Black })
    }

    /// Whether Roman numbers without a stop are move numbers.
    pub(super) fn is_roman(&self) -> bool {
        self.roman
    }

    /// Whether the letter of a side stands at the margin of several lines.
    pub(super) fn has_margin(&self) -> bool {
        self.margin
    }

    /// Whether a word is a date that belongs to no move.
    pub(super) fn is_date(&self, word: Word<'_>) -> bool {
        self.dated && is_day(word)
    }

    /// The words of a row, Black's move without the brackets around it.
    pub(super) fn opened<'a>(&self, mut words: Vec<Word<'a>>) -> Vec<Word<'a>> {
        if self.bracketed
            && let Some(inside) = bracketed(&words)
        {
            let (first, last) = (*inside.start(), *inside.end());
            let shut = &mut words[last];
            shut.text = shut.text.strip_suffix(')').unwrap_or(shut.text);
            if let Some(open) = words[first].skip(1) {
                words[first] = Word { gap: Gap::Wide, ..open };
            }
        }
        words
    }
}

/// Whether the letter of a side stands at the margin of a line.
fn begins_with_side(row: &Row<'_>) -> bool {
    let mut words = row.words();
    words.next().is_some_and(|word| matches!(word.text, "W" | "B"))
        && words.next().is_some_and(|word| word.gap == Gap::Wide)
}

/// The letter of `N:`.
fn initial(word: &str) -> Option<char> {
    let mut letters = word.strip_suffix(':')?.chars();
    letters.next().filter(|letter| letter.is_uppercase() && letters.next().is_none())
}

/// The initials of both sides in a language, if they alternate through a record and no other letter is used like them.
fn initials(rows: &[Row<'_>]) -> Option<[char; 2]> {
    let marks: Vec<char> =
        rows.iter().flat_map(|row| row.words()).filter_map(|word| initial(word.text)).collect();
    let [white, black] = *marks.first_chunk()?;
    let in_turn = marks.iter().zip([white, black].iter().cycle()).all(|(mark, due)| mark == due);
    let begins = |names: &[&str], letter: char| {
        names.first().and_then(|name| name.chars().next()).is_some_and(|c| c.to_uppercase().eq([letter]))
    };
    let is_known = SIDES.iter().any(|names| begins(names.white, white) && begins(names.black, black));
    (marks.len() >= 2 * ROWS && white != black && in_turn && is_known).then_some([white, black])
}

/// Whether a word is a day and a month in figures, `17/01`, `03.05.`, with or without a year, and no result.
fn is_day(word: Word<'_>) -> bool {
    let parts: Vec<&str> = word.text.trim_end_matches(['.', ':', ',']).split(['.', '/', '-']).collect();
    let is_figures = |part: &&str| (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let number = |at: usize| parts.get(at).and_then(|part| part.parse::<u32>().ok()).unwrap_or(0);
    let is = |day: u32, month: u32| (1..=31).contains(&day) && (1..=12).contains(&month);
    let is_date = match parts.len() {
        2 => parts.iter().all(|part| part.len() == 2),
        3 => parts[2].len().is_multiple_of(2) || parts[0].len() == 4,
        _ => false,
    };
    let whole = is(number(0), number(1)) || is(number(1), number(0)) || is(number(2), number(1));
    is_date && parts.iter().all(is_figures) && whole && !is_ending(&[word])
}

/// Whether each row with a number, but for the last, ends with brackets around several of its words' last move.
fn are_bracketed(rows: &[Row<'_>]) -> bool {
    let rows: Vec<Vec<Word<'_>>> = rows.iter().map(|row| row.words().collect()).collect();
    let is_numbered = |words: &&Vec<Word<'_>>| {
        words.len() > 2 && words[0].text.trim_end_matches(['.', ')', ':']).bytes().all(|b| b.is_ascii_digit())
    };
    let numbered: Vec<_> = rows.iter().filter(is_numbered).collect();
    let count = numbered.iter().filter(|words| bracketed(words).is_some()).count();
    count >= ROWS && count + 1 >= numbered.len()
}

/// The words in the brackets with which a row ends, behind at least a number and a move.
fn bracketed(words: &[Word<'_>]) -> Option<RangeInclusive<usize>> {
    words.last()?.text.ends_with(')').then_some(())?;
    let mut open = 0_usize;
    for (at, word) in words.iter().enumerate().rev() {
        for c in word.text.chars().rev() {
            open = match c {
                ')' => open + 1,
                '(' => open.checked_sub(1)?,
                _ => open,
            };
        }
        if open == 0 {
            return (at >= 2 && word.text.starts_with('(')).then_some(at..=words.len() - 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::rows;

    fn habit(text: &str) -> Habit {
        Habit::of(&rows(text, 0).collect::<Vec<_>>())
    }

    #[test]
    fn initials_of_one_language_in_turn() {
        assert_eq!(habit("B: e4  N: c5\nB: Cf3  N: d6\nB: d4  N: cxd4\n").initials, Some(['B', 'N']));
        assert_eq!(habit("Б: e4  Ч: c5\nБ: Кf3  Ч: d6\nБ: d4  Ч: cd\n").initials, Some(['Б', 'Ч']));
        assert_eq!(habit("X: e4  N: c5\nX: Cf3  N: d6\nX: d4  N: cxd4\n").initials, None);
        assert_eq!(habit("B: e4  N: c5\nB: Cf3\nB: d4  N: cxd4  N: e5\n").initials, None);
    }

    #[test]
    fn days_in_figures() {
        let is = |text: &str| is_day(Word { text, start: 0, gap: Gap::Line });
        assert!(["17/01", "03.05.", "06.01.31", "1931-01-06", "2.3.1931"].iter().all(|text| is(text)));
        assert!(
            !["1/2", "1-0", "12.e4", "45.05.", "5254", "0-0", "3.", "1/2-1/2"].iter().any(|text| is(text))
        );
    }

    #[test]
    fn black_in_brackets_on_every_row() {
        assert!(habit("1 d4 (Nf6)\n2 c4 (e6)\n3 Nc3 (Bb4)\n4 Qc2\n").bracketed);
        assert!(habit("1 P - Q4 (P - Q4)\n2 P - QB4 (PxP (QB5))\n3 P - K4 (P - K4)\n").bracketed);
        assert!(!habit("1 d4 Nf6\n2 c4 e6\n3 Nc3 Bb4 (Nimzo)\n4 Qc2 d5 (4... O-O)\n5 a3 c5 (?)\n").bracketed);
    }
}
