//! One row of a table: its number, side, moves, comments and tags.

use std::collections::HashMap;

use shakmaty::Color;
use shakmaty::fen::Fen;

use super::column::Column;
use super::field::Field;
use crate::anchor::anchor;
use crate::game::Tag;
use crate::running::Running;
use crate::text::{Source, Span};
use crate::words::words;
use crate::{Cell, CellLine, Draft, Ending, Layout, MoveSense, Start, ending, shape};

/// One record, with the meaning of each column by index.
pub(super) struct TableRow<'r, 'a> {
    pub fields: &'r [Field<'a>],
    pub columns: &'r HashMap<usize, Column>,
}

impl<'a> TableRow<'_, 'a> {
    pub(super) fn get(&self, column: &Column) -> Option<&Field<'a>> {
        let index = self.columns.iter().find(|(_, c)| *c == column).map(|(&i, _)| i)?;
        self.fields.get(index).filter(|field| !field.text.trim().is_empty())
    }

    pub(super) fn number(&self) -> Option<u32> {
        anchor(self.get(&Column::Number)?.text.trim()).map(|found| found.number)
    }

    fn side(&self) -> Option<Color> {
        shape::side(&self.get(&Column::Side)?.text)
    }

    /// Whether a row numbered 1 begins a game: it holds White's move, not Black's reply.
    pub(super) fn starts_pair(&self, drafts: &[Draft<'a>]) -> bool {
        if self.get(&Column::WhiteMove).is_some() || self.side() == Some(Color::White) {
            return true;
        }
        let cells = drafts.last().map_or(0, |draft| draft.mainline.cells.len());
        self.side().is_none() && cells > 1
    }

    pub(super) fn span(&self) -> Span {
        let mut spans = self.fields.iter().map(|field| field.span);
        let first = spans.next().unwrap_or_default();
        spans.fold(first, Span::join)
    }

    pub(super) fn read(
        &self,
        source: &'a Source,
        sense: &dyn MoveSense,
        draft: &mut Draft<'a>,
        ply: Option<u32>,
    ) {
        draft.span = draft.span.join(self.span());
        for (&index, column) in self.columns {
            let Some(field) = self.fields.get(index).filter(|field| !field.text.trim().is_empty()) else {
                continue;
            };
            let explained = match column {
                Column::Move | Column::WhiteMove | Column::BlackMove | Column::Moves => false,
                // If the row lacks its number, this field holds a move.
                Column::Number | Column::Ply => !field.text.contains(char::is_alphabetic),
                _ => true,
            };
            if explained {
                draft.explained.push(field.span);
            }
            match column {
                Column::Tag(name) if draft.tags.get(name).is_none() => {
                    draft.tags.push(Tag { name: name.as_str().into(), value: field.text.trim().into() });
                }
                Column::Fen
                    if draft.mainline.cells.is_empty() && field.text.trim().parse::<Fen>().is_ok() =>
                {
                    draft.start = Start::Fen(field.text.trim().to_owned(), field.span);
                }
                Column::Result => {
                    if let Some(outcome) = ending::marker(&field.text) {
                        draft.ending = Some((Ending::Marker(outcome), field.span));
                    }
                }
                _ => {}
            }
        }
        if let Some(field) = self.get(&Column::Moves) {
            read_moves(source, sense, draft, field);
            return;
        }
        let number = self.number();
        if let Some((ending, span)) = self.only_ends() {
            draft.ending = Some((ending, span));
            return;
        }
        let mut push = |column: &Column, side: Option<Color>| {
            let Some(field) = self.get(column) else { return };
            let all: Vec<_> = words(&field.text, field.span.start).collect();
            if let Some((0, ending, span)) = ending::find(&all) {
                draft.ending = Some((ending, span));
                return;
            }
            draft.mainline.cells.push(Cell {
                text: field.text.clone(),
                span: field.span,
                number,
                side,
                comments: self.remarks(column),
                ..Cell::default()
            });
        };
        let by_ply = ply.map(|ply| if ply % 2 == 1 { Color::White } else { Color::Black });
        push(&Column::Move, self.side().or(by_ply));
        push(&Column::WhiteMove, Some(Color::White));
        push(&Column::BlackMove, Some(Color::Black));
    }

    /// The text of the comment columns between this move's column and the next. Comment columns before all moves
    /// belong to the first.
    fn remarks(&self, column: &Column) -> Vec<String> {
        let is_move = |c: &Column| matches!(c, Column::Move | Column::WhiteMove | Column::BlackMove);
        let mut moves: Vec<usize> =
            self.columns.iter().filter(|(_, c)| is_move(c)).map(|(&at, _)| at).collect();
        moves.sort_unstable();
        let filled = |at: usize| self.fields.get(at).is_some_and(|field| !field.text.trim().is_empty());
        moves.retain(|&at| filled(at));
        let Some(own) = moves.iter().position(|at| self.columns.get(at) == Some(column)) else {
            return Vec::new();
        };
        let from = if own == 0 { 0 } else { moves[own] };
        let to = moves.get(own + 1).copied().unwrap_or(self.fields.len());
        (from..to)
            .filter(|at| self.columns.get(at) == Some(&Column::Comment) && filled(*at))
            .map(|at| self.fields[at].text.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    }

    /// The ending, if it is the only thing on the row: `1-0;;`, `Black resigns,,`.
    fn only_ends(&self) -> Option<(Ending, Span)> {
        let mut fields = self.fields.iter().filter(|field| !field.text.trim().is_empty());
        let field = fields.next()?;
        if fields.next().is_some() {
            return None;
        }
        let all: Vec<_> = words(&field.text, field.span.start).collect();
        ending::find(&all).filter(|(at, ..)| *at == 0).map(|(_, ending, span)| (ending, span))
    }
}

/// Reads the moves of a whole game in one field as running text. Spans after a doubled quote in the field are
/// too small by one byte for each such quote.
fn read_moves<'a>(source: &'a Source, sense: &dyn MoveSense, draft: &mut Draft<'a>, field: &Field<'a>) {
    let inner = Source::from_bytes(source.name(), field.text.as_bytes().to_vec());
    let shift = |span: Span| Span::new(span.start + field.span.start, span.end + field.span.start);
    for game in Running.cut(&inner, sense) {
        let cell_line = CellLine {
            comments: game.mainline.comments,
            cells: game
                .mainline
                .cells
                .into_iter()
                .map(|cell| Cell {
                    text: cell.text.into_owned().into(),
                    span: shift(cell.span),
                    number: cell.number,
                    side: cell.side,
                    nags: cell.nags,
                    comments: cell.comments,
                    ..Cell::default()
                })
                .collect(),
        };
        draft.mainline.comments.extend(cell_line.comments);
        draft.mainline.cells.extend(cell_line.cells);
        draft.explained.extend(game.explained.into_iter().map(shift));
        draft.findings.extend(game.findings.into_iter().map(|mut finding| {
            finding.span = shift(finding.span);
            finding
        }));
        if draft.ending.is_none() {
            draft.ending = game.ending.map(|(ending, span)| (ending, shift(span)));
        }
    }
}
