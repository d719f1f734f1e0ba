//! Columns of positions beside single moves, and of who moves.

use std::collections::BTreeMap;
use std::ops::Range;

use super::row::TableRow;
use super::{Column, Field, MoveSense};
use crate::Draft;
use crate::shape::{self, is_blank};
use crate::stand::{Stands, Station, Stations, position};

/// Rows that are looked at.
const SAMPLE: usize = 50;

/// The position of a row in one of the columns.
pub(super) struct Standing {
    draft: usize,
    column: usize,
    station: Station,
}

/// The columns with those of positions, whatever their heads are, and that of the player who moves: its head may be that of a side.
pub(super) fn by_values(
    data: &[Vec<Field<'_>>],
    columns: &BTreeMap<usize, Column>,
) -> BTreeMap<usize, Column> {
    let mut columns = columns.clone();
    let sample = &data[..data.len().min(SAMPLE)];
    let width = sample.iter().map(Vec::len).max().unwrap_or(0);
    let is_whole = columns.values().any(|column| *column == Column::Moves);
    for at in 0..width {
        let filled: Vec<&Field<'_>> =
            sample.iter().filter_map(|row| row.get(at)).filter(|field| !is_blank(field)).collect();
        let is_mostly = |is: fn(&str) -> bool| {
            !filled.is_empty()
                && filled.iter().filter(|field| is(&field.text)).count() * 5 >= filled.len() * 4
        };
        match columns.get(&at) {
            None | Some(Column::Comment | Column::Tag(_)) if !is_whole && is_mostly(is_position) => {
                columns.insert(at, Column::Fen);
            }
            Some(Column::Side) if is_mostly(is_name) => {
                columns.insert(at, Column::Mover);
            }
            _ => {}
        }
    }
    columns
}

fn is_position(text: &str) -> bool {
    position(text).is_some()
}

/// Whether a text can be a name and is no word or letter for a side.
fn is_name(text: &str) -> bool {
    /// Letters of the shortest name.
    const LETTERS: usize = 3;
    text.chars().filter(|c| c.is_alphabetic()).count() >= LETTERS && shape::side(text).is_none()
}

/// The positions of a row beside these cells of a game.
pub(super) fn of_row(row: &TableRow<'_, '_>, draft: usize, cells: Range<usize>) -> Vec<Standing> {
    let of_positions = row.columns.iter().filter(|(_, column)| **column == Column::Fen).map(|(&at, _)| at);
    let standing = |column: usize| {
        let field = row.fields.get(column)?;
        let position = position(&field.text)?;
        Some(Standing {
            draft,
            column,
            station: Station { cells: cells.clone(), position, place: field.span },
        })
    };
    of_positions.filter_map(standing).collect()
}

/// Lets the positions of each game say where it starts, and whether its moves lead from each to the next.
pub(super) fn settle(drafts: &mut [Draft<'_>], standings: Vec<Standing>, sense: &dyn MoveSense) {
    let mut by_column: BTreeMap<(usize, usize), Vec<Station>> = BTreeMap::new();
    for standing in standings {
        by_column.entry((standing.draft, standing.column)).or_default().push(standing.station);
    }
    for (at, draft) in drafts.iter_mut().enumerate() {
        let own: Vec<&Vec<Station>> =
            by_column.range((at, 0)..(at + 1, 0)).map(|(_, stations)| stations).collect();
        if own.is_empty() {
            continue;
        }
        let whole = draft.mainline.clone();
        let texts = |stations: &Vec<Station>| -> Vec<Vec<&str>> {
            let cells = |station: &Station| {
                whole.cells[station.cells.clone()].iter().map(|cell| &*cell.text).collect()
            };
            stations.iter().map(cells).collect()
        };
        let mut columns: Vec<Stations<'_>> =
            own.into_iter().map(|stations| Stations::new(stations, texts(stations), sense)).collect();
        for column in &columns {
            draft.findings.extend(column.contradictions(sense));
        }
        // Positions before the moves know the start.
        columns.sort_by_key(|column| column.stands != Some(Stands::Before));
        if let Some(column) = columns.first() {
            column.set_start(draft, sense);
        }
    }
}
