//! Opening tables among the games of a source: each column is one game, and starts with the moves above the
//! table. A table with an unknown start gives no game.

use super::sense::NotationSense;
use crate::decode::{Decoder, Options, Reading};
use crate::finding::{Finding, code};
use crate::game::Tags;
use crate::record::grid::{Grid, grids};
use crate::record::{Cell, CellLine, Draft, Start};
use crate::text::{Source, Span};
use shakmaty::Color;

/// Drafts and opening tables of a source.
pub(super) struct Parted<'a> {
    /// The drafts outside tables.
    pub(super) others: Vec<Draft<'a>>,
    /// One draft for each column of a table.
    pub(super) columns: Vec<Draft<'a>>,
    /// Findings about what could not be read.
    pub(super) remarks: Vec<Finding>,
    /// The byte ranges of the tables, each with the moves above it.
    pub(super) spans: Vec<Span>,
}

impl<'a> Parted<'a> {
    /// All drafts in source order.
    pub(super) fn all(self) -> Vec<Draft<'a>> {
        let mut all: Vec<Draft<'a>> = self.others.into_iter().chain(self.columns).collect();
        all.sort_by_key(|draft| draft.span.start);
        all
    }

    /// `games` without those inside tables, and with the columns of the tables as games.
    pub(super) fn with<'b>(
        &self,
        games: impl Iterator<Item = (Draft<'b>, Reading)>,
        options: Options,
    ) -> Vec<(Draft<'b>, Reading)>
    where
        'a: 'b,
    {
        let touches =
            |span: &Span| self.spans.iter().any(|table| table.start < span.end && span.start < table.end);
        let mut all: Vec<(Draft<'b>, Reading)> =
            games.filter(|(_, reading)| !reading.spans.iter().any(touches)).collect();
        let mut decoder = Decoder::new(options);
        all.extend(self.columns.iter().map(|draft| (draft.clone(), decoder.decode(draft))));
        all.sort_by_key(|(draft, _)| draft.span.start);
        all
    }
}

/// Separates the opening tables from `drafts`; `None` if the source has none.
pub(super) fn part<'a>(
    source: &'a Source,
    drafts: &[Draft<'a>],
    sense: &NotationSense,
) -> Option<Parted<'a>> {
    let grids = grids(source.text(), sense);
    if grids.is_empty() {
        return None;
    }
    let mut parted =
        Parted { others: Vec::new(), columns: Vec::new(), remarks: Vec::new(), spans: Vec::new() };
    // The moves between two tables can only be the start of the second.
    let mut stems: Vec<usize> = Vec::new();
    for grid in &grids {
        let Some((at, start)) = stem(drafts, grid) else {
            let message = "a table of openings whose columns do not go on from moves above it: not readable";
            parted.remarks.push(Finding::new(&code::L324, grid.head, message));
            parted.spans.push(grid.span);
            continue;
        };
        stems.push(at);
        parted
            .spans
            .push(Span::new(start.first().map_or(grid.span.start, |cell| cell.span.start), grid.span.end));
        let columns = grid.columns.iter().zip(1..).filter(|(column, _)| !column.is_empty());
        parted.columns.extend(columns.map(|(column, number)| {
            let moves = column.iter().map(|entry| Cell {
                text: source.slice(entry.span).into(),
                span: entry.span,
                number: (entry.side == Color::White).then_some(entry.number),
                side: Some(entry.side),
                ..Cell::default()
            });
            let mut cells: Vec<Cell<'_>> = start.to_vec();
            // What the layout took for a comment behind the last move above is the table.
            if let Some(last) = cells.last_mut() {
                last.comments.clear();
            }
            cells.extend(moves);
            let message =
                format!("column {number} of a table of openings; the moves above the table are its start");
            let span = Span::new(drafts[at].span.start, grid.span.end);
            Draft {
                tags: Tags::default(),
                mainline: CellLine { comments: Vec::new(), cells },
                findings: vec![Finding::new(&code::L325, column[0].span, message)],
                span,
                explained: vec![grid.head],
                ..Draft::default()
            }
        }));
    }
    let spans = parted.spans.clone();
    let inside = |span: Span| spans.iter().any(|table| table.start <= span.start && span.end <= table.end);
    for (at, draft) in drafts.iter().enumerate() {
        let taken = draft.mainline.cells.iter().filter(|cell| inside(cell.span)).count();
        if taken == 0 && !stems.contains(&at) {
            parted.others.push(draft.clone());
        } else if taken < draft.mainline.cells.len() {
            // The rest of the draft is before or after the table and is another game.
            let mut left = draft.clone();
            if let Some(unordered) = &mut left.unordered {
                // Each cell has its place.
                let mut cells = draft.mainline.cells.iter();
                unordered.places.retain(|_| cells.next().is_some_and(|cell| !inside(cell.span)));
            }
            left.mainline.cells.retain(|cell| !inside(cell.span));
            left.alternative_layout = None;
            parted.others.push(left);
        }
    }
    Some(parted)
}

/// The draft that ends where the table begins, and its cells up to there. The next move of that draft must
/// have the first number of the table.
fn stem<'d, 'a>(drafts: &'d [Draft<'a>], grid: &Grid) -> Option<(usize, &'d [Cell<'a>])> {
    let above = drafts.iter().enumerate().filter_map(|(at, draft)| {
        if draft.unordered.is_some() || draft.start != Start::Array {
            return None;
        }
        let cells = &draft.mainline.cells;
        let count = cells.iter().take_while(|cell| cell.span.end <= grid.head.start).count();
        let last = cells[..count].last()?;
        Some((last.span.end, at, &cells[..count]))
    });
    let (_, at, mut cells) = above.max_by_key(|(end, at, _)| (*end, *at))?;
    // The draft may contain an earlier game too: use the last beginning.
    let begins = cells.iter().rposition(|cell| cell.number == Some(1) && cell.side != Some(Color::Black));
    cells = &cells[begins.unwrap_or(0)..];
    let due =
        (cells.len() as u32 / 2 + 1, if cells.len().is_multiple_of(2) { Color::White } else { Color::Black });
    (due == grid.first).then_some((at, cells))
}
