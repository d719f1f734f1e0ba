//! One row of a table: its number, side, moves, comments and tags.

use std::collections::BTreeMap;

use shakmaty::fen::Fen;
use shakmaty::{Color, KnownOutcome, Outcome};

use super::column::{Column, tag_value};
use super::field::Field;
use crate::anchor::anchor;
use crate::game::Tag;
use crate::inner::InnerText;
use crate::pgn::Pgn;
use crate::running::Running;
use crate::text::{Source, Span};
use crate::words::words;
use crate::{Cell, Draft, Ending, Layout, MoveSense, Start, ending, shape};

/// The place of a move by its row, where no column says it: its number, and its half-move from 1.
#[derive(Copy, Clone)]
pub(super) struct Place {
    pub number: Option<u32>,
    pub ply: Option<u32>,
}

/// Whether a value says that there is none: blank, or what programs write for no value.
fn is_nothing(column: &Column, text: &str) -> bool {
    let is_move = matches!(column, Column::Move | Column::WhiteMove | Column::BlackMove | Column::Moves);
    let text = text.trim();
    text.is_empty()
        || is_move
            && ["null", "none", "nan", "nil", "n/a", "\\n"].iter().any(|none| text.eq_ignore_ascii_case(none))
}

/// One record, with the meaning of each column by index.
pub(super) struct TableRow<'r, 'a> {
    pub fields: &'r [Field<'a>],
    pub columns: &'r BTreeMap<usize, Column>,
}

impl<'a> TableRow<'_, 'a> {
    pub(super) fn get(&self, column: &Column) -> Option<&Field<'a>> {
        let index = self.columns.iter().find(|(_, c)| *c == column).map(|(&i, _)| i)?;
        self.fields.get(index).filter(|field| !is_nothing(column, &field.text))
    }

    pub(super) fn number(&self) -> Option<u32> {
        anchor(self.get(&Column::Number)?.text.trim()).map(|found| found.number)
    }

    /// Whether the column of moves holds PGN with tag pairs.
    fn has_pgn(&self) -> bool {
        self.get(&Column::Moves).is_some_and(|field| field.text.trim_start().starts_with('['))
    }

    /// The move in other notations, each with the number of its column.
    pub(super) fn twins(&self) -> Vec<(usize, Field<'a>)> {
        let columns = self.columns.iter().filter(|(_, column)| **column == Column::Twin);
        let fields = columns.filter_map(|(&at, _)| Some((at, self.fields.get(at)?.clone())));
        fields.filter(|(_, field)| !field.text.trim().is_empty()).collect()
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
        place: Place,
    ) {
        draft.span = draft.span.join(self.span());
        // Figures in a column that nobody knows are no moves.
        let is_of_figures = |(at, field): &(usize, &Field<'a>)| {
            let text = field.text.trim();
            !self.columns.contains_key(at) && !text.is_empty() && !text.contains(char::is_alphabetic)
        };
        let unknown = self.fields.iter().enumerate().filter(is_of_figures);
        draft.explained.extend(unknown.map(|(_, field)| field.span));
        for (&index, column) in self.columns {
            let Some(field) = self.fields.get(index).filter(|field| !field.text.trim().is_empty()) else {
                continue;
            };
            let explained = match column {
                _ if is_nothing(column, &field.text) => true,
                Column::Move | Column::Twin | Column::WhiteMove | Column::BlackMove | Column::Moves => false,
                // If the row lacks its number, this field holds a move.
                Column::Number | Column::Ply => !field.text.contains(char::is_alphabetic),
                _ => true,
            };
            if explained {
                draft.explained.push(field.span);
            }
            match column {
                Column::Tag(name) if draft.tags.get(name).is_none() => {
                    if let Some(value) = tag_value(name, field.text.trim()) {
                        draft.tags.push(Tag { name: name.as_str().into(), value: value.into() });
                    }
                }
                Column::Winner => {
                    draft.ending = won_by(&field.text).map(|outcome| (Ending::Marker(outcome), field.span));
                }
                Column::SideResult(side) => {
                    if let Some(outcome) = outcome_for(*side, &field.text) {
                        draft.ending = Some((Ending::Marker(outcome), field.span));
                    }
                }
                // Beside a whole PGN the column has the final position; what those beside single moves say, `standing` asks.
                Column::Fen
                    if draft.mainline.cells.is_empty()
                        && self.get(&Column::Moves).is_some()
                        && !self.has_pgn()
                        && field.text.trim().parse::<Fen>().is_ok() =>
                {
                    draft.start = Start::Fen(field.text.trim().to_owned(), field.span);
                }
                Column::Result => {
                    if let Some(outcome) = outcome_of(&field.text) {
                        draft.ending = Some((Ending::Marker(outcome), field.span));
                    }
                }
                _ => {}
            }
        }
        if let Some(field) = self.get(&Column::Moves) {
            // Whatever the other columns hold, the moves are here.
            let others = self.fields.iter().filter(|other| other.span != field.span);
            draft.explained.extend(others.map(|other| other.span));
            if self.has_pgn() {
                read_pgn(source, sense, draft, field);
            } else {
                read_moves(source, sense, draft, field);
            }
            return;
        }
        let number = self.number().or(place.number);
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
        let by_ply = place.ply.map(|ply| if ply % 2 == 1 { Color::White } else { Color::Black });
        let side = self.side().or(by_ply);
        push(&Column::Move, side);
        push(&Column::WhiteMove, Some(Color::White));
        push(&Column::BlackMove, Some(Color::Black));
        if let (Some(name), Some(side)) = (self.get(&Column::Mover), side) {
            let tag = side.fold_wb("White", "Black");
            if let Some(name) = tag_value(tag, name.text.trim()) {
                draft.tags.set_default(tag, name);
            }
        }
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

/// The outcome that a value says: `1-0`, or a word for it in any language.
pub(crate) fn outcome_of(text: &str) -> Option<Outcome> {
    let won = |winner| Some(Outcome::Known(KnownOutcome::Decisive { winner }));
    let all: Vec<_> = words(text, 0).collect();
    let said = ending::marker(text).or_else(|| match ending::find(&all)? {
        (0, Ending::Drawn, _) => Some(Outcome::Known(KnownOutcome::Draw)),
        (0, Ending::Marker(outcome), _) => Some(outcome),
        (0, Ending::Wins(Some(side)), _) => won(side),
        (0, Ending::Resigns(Some(side)) | Ending::Time(Some(side)), _) => won(!side),
        _ => None,
    });
    said.or_else(|| won(winner(&text.trim().to_lowercase())?))
}

/// The outcome that names the winner: `white`, `WHITEWIN`, `black_wins`, `draw`.
pub(crate) fn won_by(text: &str) -> Option<Outcome> {
    let won = |winner| Some(Outcome::Known(KnownOutcome::Decisive { winner }));
    match text.trim().to_lowercase().as_str() {
        "draw" | "drawn" | "none" | "tie" => Some(Outcome::Known(KnownOutcome::Draw)),
        name => won(shape::side(name).or_else(|| winner(name))?),
    }
}

/// The side that one word says has won, in small letters: `whitewin`, `black_wins`.
fn winner(word: &str) -> Option<Color> {
    let name = ["wins", "won", "win"].iter().find_map(|verb| word.strip_suffix(verb))?;
    let name = name.trim_end_matches(|c: char| !c.is_alphabetic());
    (name.len() > 2).then(|| shape::side(name)).flatten()
}

/// The outcome, from how the game ended for one side.
pub(crate) fn outcome_for(side: Color, text: &str) -> Option<Outcome> {
    let won = |winner| Some(Outcome::Known(KnownOutcome::Decisive { winner }));
    match text.trim().to_lowercase().as_str() {
        "win" | "won" | "1" => won(side),
        "checkmated" | "resigned" | "timeout" | "abandoned" | "lose" | "lost" | "0" => won(!side),
        "agreed" | "repetition" | "stalemate" | "insufficient" | "50move" | "timevsinsufficient" | "draw"
        | "1/2" | "0.5" => Some(Outcome::Known(KnownOutcome::Draw)),
        _ => None,
    }
}

/// Reads a whole game with its tag pairs in one field, which go before those of other columns.
fn read_pgn<'a>(source: &'a Source, sense: &dyn MoveSense, draft: &mut Draft<'a>, field: &Field<'a>) {
    let inner = InnerText::of_field(source.slice(field.span), field.span.start);
    let own = Source::from_bytes(source.name(), inner.text.as_bytes().to_vec());
    if let Some(game) = Pgn.cut(&own, sense).into_iter().next() {
        take_pgn(draft, &inner, game);
    }
}

/// Gives a draft what the PGN in an inner text says.
pub(crate) fn take_pgn(draft: &mut Draft<'_>, inner: &InnerText, game: Draft<'_>) {
    for tag in game.tags.iter() {
        draft.tags.set(&tag.name, tag.value.as_str());
    }
    draft.explained.extend(inner.escapes.iter().copied());
    draft.explained.extend(game.explained.iter().map(|span| inner.place(*span)));
    draft.findings.extend(game.findings.into_iter().map(|mut finding| {
        finding.span = inner.place(finding.span);
        finding
    }));
    draft.start = game.start;
    draft.mainline = inner.placed(game.mainline);
    if let Some((ending, span)) = game.ending {
        draft.ending = Some((ending, inner.place(span)));
    }
}

/// Reads the moves of a whole game in one field as running text.
fn read_moves<'a>(source: &'a Source, sense: &dyn MoveSense, draft: &mut Draft<'a>, field: &Field<'a>) {
    let inner = InnerText::of_field(source.slice(field.span), field.span.start);
    take_moves(draft, &inner, source, sense);
}

/// Gives a draft the moves of an inner text, which are running text.
pub(crate) fn take_moves(draft: &mut Draft<'_>, inner: &InnerText, source: &Source, sense: &dyn MoveSense) {
    let own = Source::from_bytes(source.name(), inner.text.as_bytes().to_vec());
    draft.explained.extend(inner.escapes.iter().copied());
    let mut end = None;
    for game in Running.cut(&own, sense) {
        let line = inner.placed(game.mainline);
        draft.mainline.comments.extend(line.comments);
        draft.mainline.cells.extend(line.cells);
        draft.explained.extend(game.explained.into_iter().map(|span| inner.place(span)));
        draft.findings.extend(game.findings.into_iter().map(|mut finding| {
            finding.span = inner.place(finding.span);
            finding
        }));
        end = end.or(game.ending);
    }
    if let Some((ending, span)) = end {
        // What another field says stands beside what the moves end with, as a tag does in PGN.
        if let Some((Ending::Marker(outcome), _)) = draft.ending {
            draft.tags.set_default("Result", outcome.to_string());
        }
        draft.ending = Some((ending, inner.place(span)));
    }
}
