//! What one hand wrote of a game: cells in the order of the half-moves, each with its texts.

use std::collections::BTreeMap;

use shakmaty::{Chess, Move, san::SanPlus, uci::UciMove};
use smallvec::SmallVec;

use crate::Nats;

/// One reading of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Written {
    /// The text without marks of check and remark.
    pub text: Vec<char>,
    /// Whether a mark of check or mate stood behind it.
    pub check: bool,
    /// Its price beside the other readings of the cell, in nats.
    pub cost: Nats,
}

/// What one witness says of a game. Cell `2 * r` is White's of row `r`, cell `2 * r + 1` Black's; a cell without a reading is
/// empty or illegible.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The cells.
    pub cells: Vec<SmallVec<[Written; 1]>>,
    /// What a cell costs that has nothing to do with the move, where this is not what it costs in other records: little for
    /// one that is trusted little.
    pub misfit: Option<Nats>,
    /// What a person has said of a cell, in SAN or as a move in UCI: it is this move and no other.
    pub decided: BTreeMap<u32, String>,
}

/// Marks behind a move that are no part of it.
const MARKS: &[char] = &['+', '#', '!', '?', '.', ',', ' ', '†', '‡'];
/// Words of check behind a move.
const WORDS: &[&str] = &["mate", "check", "ch", "dbl", "double", "dis", "disc"];
/// Texts by which transcribers say that they could not read a cell.
const ILLEGIBLE: &[&str] = &["", "…", "...", "?", "-", "--", "—", "–"];

impl Written {
    /// A reading of a cell; `None` if the text says that there is none.
    ///
    /// ```
    /// use scorebook_search::Written;
    /// assert!(Written::of_text("Qh4+", 0.0).is_some_and(|written| written.check));
    /// assert!(Written::of_text("…", 0.0).is_none());
    /// ```
    #[must_use]
    pub fn of_text(text: &str, cost: Nats) -> Option<Written> {
        let text = text.trim();
        let bare = without_marks(text);
        if ILLEGIBLE.contains(&text) || bare.is_empty() || text.eq_ignore_ascii_case("illegible") {
            return None;
        }
        let check = text[bare.len()..].contains(['+', '#', 'c', 'm', '†', '‡']);
        let signs = bare.chars().filter(|sign| !sign.is_whitespace()).map(plain);
        Some(Written { text: signs.collect(), check, cost })
    }
}

/// A text without the marks and words of check behind it.
fn without_marks(text: &str) -> &str {
    let mut bare = text;
    loop {
        let trimmed = bare.trim_end_matches(MARKS);
        match WORDS.iter().find_map(|word| trimmed.strip_suffix(word)) {
            Some(shorter) => bare = shorter,
            None => return trimmed,
        }
    }
}

/// A sign as the tables of spellings have it: dashes and crosses of print are one.
fn plain(sign: char) -> char {
    match sign {
        '–' | '—' | '−' | '‐' => '-',
        '×' => 'x',
        other => other,
    }
}

/// The readings of a cell for which a recogniser gives several texts, each with the negative logarithm of its probability.
///
/// Probabilities that add up to more than 1 are no probabilities of one cell, so they are made smaller together. What is
/// missing to 1 belongs to texts that are not in the list.
///
/// ```
/// use scorebook_search::record::readings;
/// let of_cell = readings([("Nf3", 0.1), ("Nf6", 2.5), ("?", 5.0)].into_iter());
/// assert_eq!(of_cell.len(), 2);
/// ```
#[must_use]
pub fn readings<'a>(texts: impl Iterator<Item = (&'a str, Nats)>) -> SmallVec<[Written; 1]> {
    let texts: Vec<(&str, Nats)> = texts.collect();
    let sum: Nats = texts.iter().map(|(_, cost)| (-cost).exp()).sum();
    let excess = if sum > 1.0 { sum.ln() } else { 0.0 };
    texts.iter().filter_map(|(text, cost)| Written::of_text(text, cost + excess)).collect()
}

impl Record {
    /// A record of one text a cell, in the order of the half-moves; an empty text is a lost cell.
    #[must_use]
    pub fn of_texts<'a>(texts: impl Iterator<Item = &'a str>) -> Record {
        let cells = texts.map(|text| Written::of_text(text, 0.0).into_iter().collect());
        Record { cells: cells.collect(), ..Record::default() }
    }

    /// Whether a person has said that a cell is this move of a position, or another one; `None` if nobody has said what it is.
    pub(crate) fn is_decided(&self, cell: u32, position: &Chess, mv: Move) -> Option<bool> {
        let said = self.decided.get(&cell)?;
        if let Ok(uci) = said.parse::<UciMove>() {
            return Some(uci.to_move(position).is_ok_and(|own| own == mv));
        }
        let san = said.parse::<SanPlus>().ok()?;
        Some(san.san.to_move(position).is_ok_and(|own| own == mv))
    }

    /// Adds an empty cell for each half-move up to `cell`.
    pub fn leave_empty(&mut self, cell: usize) {
        self.cells.resize_with(self.cells.len().max(cell), SmallVec::new);
    }

    /// Whether a cell, if there is one, has a text.
    #[must_use]
    pub fn is_written(&self, cell: usize) -> bool {
        self.cells.get(cell).is_some_and(|readings| !readings.is_empty())
    }
}
