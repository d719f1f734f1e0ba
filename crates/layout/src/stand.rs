//! What positions beside moves say: where a game stands before, or behind, the moves of a row.
//!
//! Which of the two it is, legality tells: a move can be played from the position before it, and leads to the one behind it. A
//! position is never a reason to leave a move out, but for a first one that nothing leads to.

use std::ops::Range;

use scorebook_core::chess960;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};

use super::{Draft, MoveSense, Start};
use crate::finding::{Finding, code};
use crate::text::Span;

/// What leads from a position to the next one.
pub(super) enum Step {
    /// Nothing: it is the same.
    None,
    /// A move, and the position behind it with what the next one may leave out.
    Move { mv: Move, san: SanPlus, after: Chess },
    /// No legal move.
    Unreachable,
}

impl Step {
    pub(super) fn between(last: &Chess, next: &Chess) -> Step {
        if is_same(last, next) {
            return Step::None;
        }
        let leads = |mv: &Move| is_same(&played(last, *mv), next);
        match last.legal_moves().into_iter().find(leads) {
            Some(mv) => {
                let mut after = last.clone();
                let san = SanPlus::from_move_and_play_unchecked(&mut after, mv);
                Step::Move { mv, san, after }
            }
            None => Step::Unreachable,
        }
    }
}

/// Whether two positions have the same men and the same side to move: a record may leave out the other fields.
pub(super) fn is_same(one: &Chess, other: &Chess) -> bool {
    one.board() == other.board() && one.turn() == other.turn()
}

/// Whether a game usually starts so.
pub(super) fn is_usual(position: &Chess) -> bool {
    is_same(position, &Chess::default())
}

/// How a game starts from a position.
pub(super) fn start(position: &Chess, place: Span) -> Start {
    if is_usual(position) {
        Start::Array
    } else {
        Start::Fen(Fen::from_position(position, EnPassantMode::Legal).to_string(), place)
    }
}

/// The position that the fields of a FEN say, all of them or only the first: men and side to move.
pub(super) fn position(fen: &str) -> Option<Chess> {
    let fen = fen.trim();
    if fen.matches('/').count() < 7 || !matches!(fen.split_whitespace().nth(1), Some("w" | "b")) {
        return None;
    }
    let setup = fen.parse::<Fen>().ok()?;
    let mode = chess960::castling_of_fen(fen, setup.as_setup());
    setup.into_position::<Chess>(mode).ok()
}

fn played(position: &Chess, mv: Move) -> Chess {
    let mut after = position.clone();
    after.play_unchecked(mv);
    after
}

/// The moves of one row, by their cells, and the position beside them.
pub(super) struct Station {
    pub cells: Range<usize>,
    pub position: Chess,
    pub place: Span,
}

/// Where the positions of a column stand.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Stands {
    Before,
    Behind,
}

/// Whether a text can be this move, in SAN or by squares as programs write them, or in any notation.
pub(super) fn says(text: &str, from: &Chess, mv: Move, sense: &dyn MoveSense) -> bool {
    // Most tables are of programs, and long.
    let in_san = || text.parse::<SanPlus>().ok().and_then(|san| san.san.to_move(from).ok());
    let by_squares = || text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(from).ok());
    if let Some(said) = in_san().or_else(by_squares) {
        return said == mv;
    }
    let fen = Start::Fen(Fen::from_position(from, EnPassantMode::Legal).to_string(), Span::default());
    let uci = UciMove::from_move(mv, CastlingMode::Standard).to_string();
    let Some(board) = sense.board(&fen) else { return false };
    let own = board.after(text).map(|board| board.positions()).unwrap_or_default();
    let wanted = board.after(&uci).map(|board| board.positions()).unwrap_or_default();
    !own.is_empty() && own.iter().any(|position| wanted.contains(position))
}

/// Whether a text in SAN is this move.
pub(super) fn says_san(text: &str, from: &Chess, mv: Move) -> bool {
    let said = text.trim_end_matches(['!', '?']).parse::<SanPlus>().ok();
    said.and_then(|san| san.san.to_move(from).ok()) == Some(mv)
}

/// The only move that a text says from a position.
pub(super) fn only_said(text: &str, from: &Chess, sense: &dyn MoveSense) -> Option<Move> {
    let mut said = from.legal_moves().into_iter().filter(|mv| says(text, from, *mv, sense));
    let only = said.next()?;
    said.next().is_none().then_some(only)
}

/// The position behind the texts of some moves, if they lead to one of these men.
fn leads(from: &Chess, texts: &[&str], to: &Chess, sense: &dyn MoveSense) -> Option<Chess> {
    match texts {
        [] => is_same(from, to).then(|| from.clone()),
        [text] => match Step::between(from, to) {
            Step::Move { mv, after, .. } => says(text, from, mv, sense).then_some(after),
            Step::None | Step::Unreachable => None,
        },
        [text, rest @ ..] => from.legal_moves().into_iter().find_map(|mv| {
            let next = played(from, mv);
            // Only the move that is said is worth looking behind it.
            let behind = leads(&next, rest, to, sense)?;
            says(text, from, mv, sense).then_some(behind)
        }),
    }
}

/// Whether the texts of some moves can be played from a position.
fn can_be_played(from: &Chess, texts: &[&str], sense: &dyn MoveSense) -> bool {
    let start = Start::Fen(Fen::from_position(from, EnPassantMode::Legal).to_string(), Span::default());
    let mut board = sense.board(&start);
    for text in texts {
        board = board.and_then(|board| board.after(text));
    }
    !texts.is_empty() && board.is_some()
}

/// The finding that a game is read from behind its first move.
pub(super) fn unfounded(text: &str, place: Span) -> Finding {
    let why = format!(
        "the position beside “{text}” is the one behind it, and the one before it is not given: the game is read from there"
    );
    Finding::new(&code::L118, place, why)
}

/// The positions of one game in one column.
pub(super) struct Stations<'s> {
    rows: &'s [Station],
    texts: Vec<Vec<&'s str>>,
    /// Where they stand; `None` if they are not those of single rows.
    pub stands: Option<Stands>,
}

impl<'s> Stations<'s> {
    /// `texts` are those of the cells of each row.
    pub(super) fn new(rows: &'s [Station], texts: Vec<Vec<&'s str>>, sense: &dyn MoveSense) -> Stations<'s> {
        let mut stations = Stations { rows, texts, stands: None };
        stations.stands = stations.where_they_stand(sense);
        stations
    }

    fn where_they_stand(&self, sense: &dyn MoveSense) -> Option<Stands> {
        /// Rows that are looked at.
        const SAMPLE: usize = 24;
        let first = self.rows.first()?;
        // The start of the game beside each of its moves is said once.
        if self.rows.len() > 1 && self.rows.iter().all(|row| is_same(&row.position, &first.position)) {
            return None;
        }
        let rows = || (0..self.rows.len()).filter(|&at| !self.texts[at].is_empty()).take(SAMPLE);
        let before = rows().filter(|&at| can_be_played(&self.rows[at].position, &self.texts[at], sense));
        let behind = rows().filter(|&at| {
            let from = at.checked_sub(1).map_or_else(Chess::default, |last| self.rows[last].position.clone());
            // The rights to castle may be left out.
            can_be_played(&from, &self.texts[at], sense)
                || leads(&from, &self.texts[at], &self.rows[at].position, sense).is_some()
        });
        let (before, behind, all) = (before.count(), behind.count(), rows().count());
        match () {
            () if before * 2 > all && before >= behind => Some(Stands::Before),
            () if behind * 2 > all => Some(Stands::Behind),
            () => None,
        }
    }

    /// Sets the start of the game by them; a first move that they begin behind is left out, and told.
    pub(super) fn set_start(&self, draft: &mut Draft<'_>, sense: &dyn MoveSense) {
        let Some(first) = self.rows.first().filter(|row| row.cells.start == 0) else { return };
        let is_reached = || {
            leads(&Chess::default(), &self.texts[0], &first.position, sense).is_some()
                && !first.cells.is_empty()
        };
        if self.stands != Some(Stands::Behind) || first.cells.is_empty() {
            draft.start = start(&first.position, first.place);
        } else if is_reached() {
            draft.start = Start::Array;
        } else {
            let cells: Vec<_> = draft.mainline.cells.drain(first.cells.clone()).collect();
            draft.explained.extend(cells.iter().map(|cell| cell.span));
            draft.start = start(&first.position, first.place);
            let texts: Vec<&str> = cells.iter().map(|cell| &*cell.text).collect();
            draft.findings.push(unfounded(&texts.join(" "), first.place));
        }
    }

    /// The findings that a position is not the one that the moves beside it lead to.
    pub(super) fn contradictions(&self, sense: &dyn MoveSense) -> Vec<Finding> {
        let Some(stands) = self.stands else { return Vec::new() };
        let mut told = Vec::new();
        let mut last: Option<Chess> = None;
        for (at, row) in self.rows.iter().enumerate() {
            let texts = match stands {
                Stands::Before => at.checked_sub(1).map(|before| &self.texts[before]),
                Stands::Behind => Some(&self.texts[at]),
            };
            // Rows between them may have no position.
            let is_next =
                at.checked_sub(1).is_some_and(|before| self.rows[before].cells.end == row.cells.start);
            let came = last
                .as_ref()
                .filter(|_| is_next)
                .zip(texts)
                .map(|(last, texts)| leads(last, texts, &row.position, sense));
            let known = match came {
                Some(None) => {
                    let why = "the moves beside this position and the one before it do not lead from one to the other: \
                               one of them is wrong, or a row is missing";
                    told.push(Finding::new(&code::L118, row.place, why));
                    None
                }
                Some(known) => known,
                None => None,
            };
            // What was played on knows the rights to castle, which a position may leave out.
            last = Some(known.unwrap_or_else(|| row.position.clone()));
        }
        told
    }
}
