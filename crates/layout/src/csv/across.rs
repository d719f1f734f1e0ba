//! Tables that run from left to right: a row of White's moves and a row of Black's, perhaps below a row of their numbers.

use std::collections::BTreeMap;

use scorebook_lexicon::side_of;
use shakmaty::Color;

use super::{Column, Field, MoveSense, fact, games, is_heading_row, unread_moves};
use crate::finding::{Finding, code};
use crate::heading::Heading;
use crate::shape::{is_blank, is_move, is_number};
use crate::text::{Source, Span};
use crate::words::{Row, Word, words};
use crate::{Draft, ending};

/// Fewest moves of the first row.
const FEWEST: usize = 4;

/// A row of a table.
type TableRow<'r, 'a> = &'r [Field<'a>];

/// A table that runs from left to right.
pub(super) struct Across<'r, 'a> {
    /// Row by row, where such a table is too wide for one: numbers if they are printed, White's moves, Black's.
    bands: Vec<(Option<TableRow<'r, 'a>>, TableRow<'r, 'a>, TableRow<'r, 'a>)>,
    /// All other rows.
    others: Vec<TableRow<'r, 'a>>,
}

/// The side that the first field of a row names: `White`, `Kern (Weiß)`.
fn side(row: &[Field<'_>]) -> Option<Color> {
    let text = row.first()?.text.trim();
    let mut words = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.find_map(side_of)
}

/// Whether a row has its head and moves behind it.
fn holds_moves(row: &[Field<'_>], sense: &dyn MoveSense) -> bool {
    let Some((head, cells)) = row.split_first() else { return false };
    let name = head.text.trim();
    let filled: Vec<&Field<'_>> = cells.iter().filter(|field| !is_blank(field)).collect();
    let moves = filled.iter().filter(|field| is_move(&field.text, sense)).count();
    // `White: Kg1, Rd1, a2`: a position in words, and no head.
    let is_head =
        name.chars().any(char::is_alphabetic) && !name.split_whitespace().any(|word| is_move(word, sense));
    is_head && moves > 0 && moves * 5 >= filled.len() * 3
}

/// Whether a row has its head, or none, and numbers behind it.
fn holds_numbers(row: &[Field<'_>]) -> bool {
    let mut cells = row.iter().skip(1).filter(|field| !is_blank(field)).peekable();
    cells.peek().is_some() && cells.all(|field| is_number(&field.text))
}

impl<'r, 'a> Across<'r, 'a> {
    /// Finds the rows of such a table; `None` if it is another.
    pub(super) fn of(table: &'r [Vec<Field<'a>>], sense: &dyn MoveSense) -> Option<Across<'r, 'a>> {
        let (mut bands, mut others) = (Vec::new(), Vec::new());
        // Strokes around the rows of a table make an empty field before each.
        let mut filled = table.iter().filter(|row| row.len() > 1);
        let margin = usize::from(filled.all(|row| row.first().is_some_and(is_blank)));
        let table: Vec<TableRow<'r, 'a>> =
            table.iter().map(|row| &row[margin.min(row.len().saturating_sub(1))..]).collect();
        let mut at = 0;
        while at < table.len() {
            let row = table[at];
            // In the last band Black may have no move.
            let answers = |next: &TableRow<'r, 'a>| {
                holds_moves(next, sense)
                    || !bands.is_empty() && side(next) == Some(Color::Black) && next[1..].iter().all(is_blank)
            };
            let next = table.get(at + 1).copied().filter(|next| holds_moves(row, sense) && answers(next));
            let Some(next) = next else {
                others.push(row);
                at += 1;
                continue;
            };
            let numbers = at.checked_sub(1).map(|above| table[above]);
            let numbers = numbers.filter(|above| holds_numbers(above));
            if numbers.is_some() {
                others.pop();
            }
            match (side(row), side(next)) {
                (Some(Color::White), Some(Color::Black)) => {
                    bands.push((numbers, row, next));
                }
                (Some(Color::Black), Some(Color::White)) => {
                    bands.push((numbers, next, row));
                }
                // Two names below numbers.
                (None, None) if numbers.is_some() => bands.push((numbers, row, next)),
                _ => return None,
            }
            at += 2;
        }
        let wide = |row: &[Field<'_>]| row.iter().skip(1).filter(|field| !is_blank(field)).count() >= FEWEST;
        bands.first().is_some_and(|band| wide(band.1)).then_some(Across { bands, others })
    }

    /// The game.
    pub(super) fn draft(&self, source: &'a Source, sense: &dyn MoveSense) -> Draft<'a> {
        let columns: BTreeMap<usize, Column> =
            [(0, Column::Number), (1, Column::WhiteMove), (2, Column::BlackMove)].into();
        let mut rows: Vec<Vec<Field<'a>>> = Vec::new();
        for (numbers, white, black) in &self.bands {
            for at in 1..white.len().max(black.len()) {
                let cell = |row: &[Field<'a>]| row.get(at).cloned().unwrap_or_else(|| behind(row));
                rows.push(vec![numbers.map_or_else(|| behind(white), cell), cell(white), cell(black)]);
            }
        }
        let mut draft = games(source, sense, &rows, &columns).into_iter().next().unwrap_or_default();
        for (_, white, black) in &self.bands {
            let count = |row: &[Field<'_>]| row.iter().skip(1).filter(|field| !is_blank(field)).count();
            let (whites, blacks) = (count(white), count(black));
            if whites < blacks || whites > blacks + 1 {
                let (short, name) = if whites < blacks { (white, "White") } else { (black, "Black") };
                let message = format!(
                    "{name}'s row has {} moves, the other {}: a cell may be missing, and the moves behind it stand too far left",
                    whites.min(blacks),
                    whites.max(blacks)
                );
                let place = short.first().map(|field| field.span).unwrap_or_default();
                draft.findings.push(Finding::new(&code::L106, place, message));
            }
        }
        let mut heading = Heading::default();
        for row in &self.others {
            draft.findings.extend(unread_moves(row, sense));
            if fact::read(row, &mut draft) || is_heading_row(row) || ends(row, source, &mut draft) {
                continue;
            }
            for field in row.iter().filter(|field| !is_blank(field)) {
                heading.read(Row { text: source.slice(field.span), start: field.span.start });
            }
        }
        if let Some((numbers, white, black)) = self.bands.first() {
            for (tag, row) in [("White", white), ("Black", black)] {
                if let Some(name) = row.first().and_then(|field| name(&field.text)) {
                    draft.tags.set_default(tag, name);
                }
            }
            draft.explained.extend(numbers.and_then(|row| row.first()).map(|field| field.span));
        }
        let heads = self.bands.iter().flat_map(|(_, white, black)| [white.first(), black.first()]);
        draft.explained.extend(heads.flatten().map(|field| field.span));
        let heading = heading.finish();
        for tag in heading.tags.iter() {
            draft.tags.set_default(&tag.name, tag.value.as_str());
        }
        if draft.start == crate::Start::Array {
            draft.start = heading.start;
        }
        draft.mainline.comments.extend(heading.remarks);
        draft
    }
}

/// Takes a line that is nothing but the end of the game, `1-0` below the table.
fn ends(row: &[Field<'_>], source: &Source, draft: &mut Draft<'_>) -> bool {
    let mut filled = row.iter().filter(|field| !is_blank(field));
    let (Some(field), None) = (filled.next(), filled.next()) else { return false };
    let words: Vec<Word<'_>> = words(source.slice(field.span), field.span.start).collect();
    let Some((0, ending, span)) = ending::find(&words) else { return false };
    if draft.ending.is_some() || span.end < field.span.end {
        return false;
    }
    draft.ending = Some((ending, span));
    draft.span = draft.span.join(span);
    true
}

/// An empty field behind a row.
fn behind<'a>(row: &[Field<'a>]) -> Field<'a> {
    let end = row.last().map_or(0, |field| field.span.end);
    Field { text: "".into(), span: Span::at(end) }
}

/// The name beside a side: the Kern of `Kern (Weiß)`.
fn name(text: &str) -> Option<String> {
    let words = text.split_whitespace();
    let is_side = |word: &str| side_of(word.trim_matches(|c: char| !c.is_alphabetic())).is_some();
    let name = words.filter(|word| !is_side(word)).collect::<Vec<_>>().join(" ");
    let name = name.trim_matches([':', '-', '–', ' ', '(', ')']);
    name.chars().any(char::is_alphabetic).then(|| name.to_owned())
}
