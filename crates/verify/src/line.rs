//! The state of a line of moves: the main line or a variation.

use shakmaty::{Chess, Color, variant::VariantPosition};

use super::board::{Board, Undo};
use super::game::Place;
use super::numbering::Numbering;
use super::san::CheckMark;
use crate::text::Span;

/// The position of a line.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "nearly every line has a board, which is not to be far away")]
pub(super) enum LineState {
    /// A standard or Chess960 position.
    Board(Board),
    /// A position of another variant.
    Variant(Box<VariantPosition>),
    /// A position of a variant defined by rules.
    Ruled(Box<scorebook_variants::Position<'static>>),
    /// Behind an illegal move that the record itself marks.
    Kept(Box<Chess>),
    /// Unknown: after an illegal move, or from an invalid start.
    Lost,
}

/// How to restore the position before the last move.
#[derive(Clone, Debug)]
pub(super) enum Back {
    /// Impossible.
    Nothing,
    /// By undoing the move on the board.
    Step(Undo),
    /// The position itself.
    Whole(Box<LineState>),
}

/// The last move.
#[derive(Copy, Clone, Debug)]
pub(super) struct Made {
    pub(super) span: Span,
    pub(super) mark: CheckMark,
    pub(super) en_passant: bool,
}

/// A line.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The current position.
    pub(super) now: LineState,
    /// How to restore the position before the last move.
    pub(super) back: Back,
    /// The next half-move, from 1.
    pub(super) ply: u32,
    /// Its move number.
    pub(super) number: u32,
    /// Its side.
    pub(super) turn: Color,
    /// How the printed numbers agree with these.
    pub(super) numbering: Numbering,
    /// The place of the illegal move, if there was one.
    pub(super) broke: Option<Place>,
    /// Whether a number preceded the last move.
    pub(super) numbered: bool,
    /// The last move, if there is one.
    pub(super) made: Option<Made>,
    /// Whether there is any text in place of a move.
    pub(super) any: bool,
    /// The opening parenthesis.
    pub(super) open: Span,
    /// A move number whose move has not come yet.
    pub(super) waiting: Option<Span>,
}

/// Boxed lines, so that they are not moved in memory.
#[allow(clippy::vec_box, reason = "a line is large, and its place is handed on instead")]
pub(super) type Lines = Vec<Box<Line>>;

impl Line {
    /// The place of the next move.
    pub(super) const fn place(&self) -> Place {
        Place { ply: self.ply, number: self.number, turn: self.turn }
    }

    /// The place of the last move.
    pub(super) fn last_place(&self) -> Option<Place> {
        self.any.then(|| Place {
            ply: self.ply.saturating_sub(1),
            number: self.number.saturating_sub(u32::from(self.turn.is_white())),
            turn: !self.turn,
        })
    }

    /// The position before the last move.
    pub(super) fn before(&self) -> LineState {
        match (&self.back, &self.now) {
            (Back::Step(undo), LineState::Board(board)) => {
                let mut board = *board;
                board.undo(undo);
                LineState::Board(board)
            }
            (Back::Whole(stand), _) => LineState::clone(stand),
            _ => LineState::Lost,
        }
    }

    /// The next move is illegal: the position is unknown from now on.
    pub(super) fn lose(&mut self) {
        self.broke = Some(self.place());
        self.back = Back::Whole(Box::new(std::mem::replace(&mut self.now, LineState::Lost)));
    }

    /// Advances to the next half-move.
    #[inline]
    pub(super) fn advance(&mut self) {
        self.ply = self.ply.saturating_add(1);
        self.number = self.number.saturating_add(u32::from(self.turn.is_black()));
        self.turn = !self.turn;
        self.any = true;
        self.numbered = self.waiting.take().is_some();
    }

    /// Continues counting from a printed number that differs by `drift` half-moves.
    pub(super) fn realign(&mut self, drift: i64) {
        let half = i64::from(self.number) * 2 + i64::from(self.turn.is_black()) + drift;
        let shifted = |value: i64| u32::try_from(value.max(0)).unwrap_or(u32::MAX);
        self.number = shifted(half.div_euclid(2));
        self.turn = Color::from_white(half.rem_euclid(2) == 0);
        self.ply = shifted(i64::from(self.ply).saturating_add(drift)).max(1);
        self.numbering = self.numbering.aligned();
    }

    /// Becomes a variation that replaces the last move of `outer`.
    pub(super) fn branch_from(&mut self, outer: &Line, open: Span) {
        let place = outer.last_place().unwrap_or(outer.place());
        match (&mut self.now, &outer.now, &outer.back) {
            // The usual case: the board is copied once, directly.
            (LineState::Board(board), LineState::Board(theirs), Back::Step(undo)) if outer.any => {
                *board = *theirs;
                board.undo(undo);
            }
            (now, _, _) if outer.any => *now = outer.before(),
            (now, _, _) => *now = LineState::Lost,
        }
        self.back = Back::Nothing;
        let place = match (&outer.now, &self.now) {
            (
                LineState::Lost,
                LineState::Board(_) | LineState::Variant(_) | LineState::Ruled(_) | LineState::Kept(_),
            ) => outer.broke.unwrap_or(place),
            _ => place,
        };
        (self.ply, self.number, self.turn) = (place.ply, place.number, place.turn);
        self.numbering = outer.numbering.branched();
        self.numbered = false;
        self.broke = None;
        self.made = None;
        self.any = false;
        self.open = open;
        self.waiting = None;
    }
}

impl Default for Line {
    fn default() -> Line {
        Line {
            now: LineState::Lost,
            back: Back::Nothing,
            ply: 1,
            number: 1,
            turn: Color::White,
            numbering: Numbering::default(),
            numbered: false,
            broke: None,
            made: None,
            any: false,
            open: Span::default(),
            waiting: None,
        }
    }
}
