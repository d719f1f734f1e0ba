//! How the text of a game begins: like a new game, or like a part of the previous game.

use scorebook_lexicon::side_of;
use shakmaty::Color;

use crate::record::{Draft, Start};
use crate::text::Source;

/// Number of first cells whose numbers say where the game begins.
const NUMBERED: usize = 4;

/// So many rows may be lost at the beginning of a game, or their numbers misread.
const LOST: u32 = 3;

/// Half-moves of a row.
const ROW: usize = 2;

/// How the text of a game begins.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Begin {
    /// Like a new game, or unknown.
    Game,
    /// At a later move, without a heading or a position: it continues something.
    Later(u32),
    /// At number 1, but directly below other moves and without a move 2, or below a heading that names Black: it may be a
    /// part of the previous game. `white`: whether its first move is White's.
    Unsure { white: bool },
    /// One row with the number 1, and a result after it: it may be the last row of the previous game if that has no
    /// result.
    Row,
    /// Without a heading or a number, although other games have numbers.
    Bare,
}

impl Begin {
    /// How the game of `draft` begins.
    pub(super) fn of(source: &Source, draft: &Draft<'_>) -> Begin {
        let headed = !draft.tags.is_empty() || draft.start != Start::Array || draft.is_delimited;
        // One of the first numbers may be misread: the majority counts, or the later beginning if there is none.
        let cells = draft.mainline.cells.iter().take(NUMBERED).enumerate();
        let begins: Vec<u32> =
            cells.filter_map(|(at, cell)| Some(cell.number?.saturating_sub(at as u32 / 2))).collect();
        let times = |begin: u32| begins.iter().filter(|other| **other == begin).count();
        let voted = begins.iter().copied().max_by_key(|&begin| (times(begin), begin));
        // The layout may know one number for two halves of a line: the number printed before the first move counts.
        let told = draft.mainline.cells.first().and_then(|cell| cell.number);
        let printed = first_number(source, draft).filter(|printed| told != Some(*printed));
        let first = printed.or(voted);
        if !headed && draft.unordered.is_none() && is_below_black(source, draft) {
            return Begin::Unsure { white: false };
        }
        // A running head is no heading of a game that begins in its middle; below that of a game the first rows may be lost.
        let is_named = draft.tags.get("White").or(draft.tags.get("Black")).is_some();
        let is_bare = !is_named && draft.start == Start::Array && !draft.is_delimited;
        let may_go_on = |number: u32| !headed || is_bare && number > LOST;
        match first {
            Some(number) if number > 1 && may_go_on(number) && draft.unordered.is_none() => {
                Begin::Later(number)
            }
            None if !headed && draft.unordered.is_none() => Begin::Bare,
            Some(1)
                if !headed
                    && draft.unordered.is_none()
                    && (is_unsure(source, draft) || begins_with_black(source, draft)) =>
            {
                let white = first_number(source, draft) == Some(1) && !begins_with_black(source, draft);
                Begin::Unsure { white }
            }
            Some(1) if !headed && draft.unordered.is_none() && is_row(draft) => Begin::Row,
            _ => Begin::Game,
        }
    }
}

/// Whether a game that begins at number 1 may be a row of the previous game: the next number is not 2, or there is none and
/// either no blank line separates the games or there is only one row without a result.
fn is_unsure(source: &Source, draft: &Draft<'_>) -> bool {
    let start = draft.mainline.cells.first().map_or(draft.span.start, |cell| cell.span.start);
    let before = source.text().get(..start).unwrap_or_default();
    let mut lines = before.rsplit('\n').skip(1);
    let parted = lines.next().is_none_or(|line| line.trim().is_empty());
    let second = draft.mainline.cells.iter().filter_map(|cell| cell.number).find(|&number| number > 1);
    let row = is_row(draft) && draft.ending.is_none();
    second.map_or(!parted || row, |second| second != 2)
}

/// Whether dots say that the first move is Black's: `1... P-K4`.
fn begins_with_black(source: &Source, draft: &Draft<'_>) -> bool {
    let before = |start: usize| source.text().get(..start).map(|before| before.trim_end_matches(' '));
    let first = draft.mainline.cells.first().and_then(|cell| before(cell.span.start));
    first.is_some_and(|before| before.ends_with("...") || before.ends_with('…'))
}

/// Whether a game has one row of moves.
fn is_row(draft: &Draft<'_>) -> bool {
    (1..=ROW).contains(&draft.mainline.cells.len())
}

/// Whether the first moves of a game are in Black's column.
fn is_below_black(source: &Source, draft: &Draft<'_>) -> bool {
    let start = draft.mainline.cells.first().map_or(draft.span.start, |cell| cell.span.start);
    let before = source.text().get(..start).unwrap_or_default();
    let above = before.rsplit('\n').skip(1).map(str::trim).find(|line| !line.is_empty());
    above.is_some_and(|line| side_of(line.trim_end_matches(['.', ':'])) == Some(Color::Black))
}

/// The number directly before a game's first move.
fn first_number(source: &Source, draft: &Draft<'_>) -> Option<u32> {
    number_before(source.text(), draft.mainline.cells.first()?.span.start)
}

/// The number directly before a place, on its line, which a layout may have taken for something else.
pub(super) fn number_before(text: &str, at: usize) -> Option<u32> {
    /// Bytes in which it stands.
    const NEAR: usize = 32;
    let before = text.get(..at)?;
    let line = before[before.floor_char_boundary(at.saturating_sub(NEAR))..].rsplit('\n').next()?;
    let word = line.split([' ', '\t', ',', ';', '|']).rfind(|word| !word.is_empty())?;
    let word = word.trim_end_matches(['.', ')', ':']).trim_matches('"');
    (word.len() <= 3).then(|| word.parse().ok()).flatten()
}
