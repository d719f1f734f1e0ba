//! Moves with English names of pieces and algebraic squares: `P-e4`, `Kt-f3`, `bishop takes b5`, `knight b d7`,
//! `d takes e5`.
//!
//! A move is `[piece] [origin] [to | takes] [victim] square tail`; the origin is a file, a rank or a square.

use shakmaty::{Bitboard, Role};

use super::man::NamedPiece;
use super::{Parser, Run};
use crate::english::lex::Lexeme;
use crate::skeleton::{Capture, Displacement, Roles, Victim, rank_of};
use crate::{Habit, Senses};

/// What stands between a piece and its square.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Link {
    Nothing,
    To,
    Takes { again: bool },
}

impl Parser<'_> {
    /// A whole move of this dialect.
    pub(super) fn move_by_squares(&mut self) -> Option<Senses> {
        if self.begins_with_castling() {
            return self.sentence();
        }
        self.stance = self.stance();
        let run = self.run();
        if run[..] == [Role::King] && self.peek() == Some(Lexeme::Castles) {
            return self.castles();
        }
        let origin = self.origin_before_square();
        let link = self.link();
        match link {
            Link::Takes { again } => self.takes_on_square(&run, origin, again),
            Link::Nothing | Link::To => self.goes_to_square(&run, origin, link),
        }
    }

    fn begins_with_castling(&self) -> bool {
        match self.peek() {
            Some(Lexeme::CastlesShort | Lexeme::CastlesLong) => true,
            Some(Lexeme::Castles) => !matches!(self.peek_at(1), Some(Lexeme::Takes)),
            Some(Lexeme::Wing(_)) => self.peek_at(1) == Some(Lexeme::Castles),
            _ => false,
        }
    }

    /// The origin of a move: `b`, `1`, `g1`, "from b", "(b)", if the move goes on behind it.
    fn origin_before_square(&mut self) -> Option<Bitboard> {
        let saved = self.at;
        let open = self.eat(Lexeme::Open);
        let _ = self.eat(Lexeme::From) || self.eat(Lexeme::At);
        let place = match self.peek() {
            Some(Lexeme::AlgebraicFile(file)) => Some(file.into()),
            Some(Lexeme::AlgebraicSquare(square)) => Some(square.into()),
            Some(Lexeme::Rank(rank)) => Some(rank_of(shakmaty::Color::White, rank)),
            _ => None,
        };
        self.at += 1;
        let closes = !open || self.eat(Lexeme::Close);
        // Behind a whole square the next one is another move's: "knight f3 d6".
        let is_square = place.is_some_and(|place: Bitboard| place.count() == 1);
        let goes_on = match self.peek() {
            Some(Lexeme::To | Lexeme::At | Lexeme::Takes | Lexeme::Retakes) => true,
            Some(Lexeme::AlgebraicSquare(_)) => !is_square,
            _ => false,
        };
        if place.is_none() || !closes || !goes_on {
            self.at = saved;
            return None;
        }
        place
    }

    fn link(&mut self) -> Link {
        match self.peek() {
            Some(Lexeme::To | Lexeme::At) => {
                self.at += 1;
                match self.peek() {
                    Some(Lexeme::Takes | Lexeme::Retakes) => self.link(),
                    _ => Link::To,
                }
            }
            Some(token @ (Lexeme::Takes | Lexeme::Retakes)) => {
                self.at += 1;
                let _ = self.eat(Lexeme::To) || self.eat(Lexeme::At);
                Link::Takes { again: token == Lexeme::Retakes }
            }
            _ => Link::Nothing,
        }
    }

    /// "takes e5", "takes knight", "takes the pawn on e5", "takes e".
    fn takes_on_square(&mut self, run: &Run, origin: Option<Bitboard>, again: bool) -> Option<Senses> {
        let victims = self.run();
        let roles = match victims[..] {
            [] => Roles::ANY,
            [role] => Roles::only(role),
            _ => return None,
        };
        if !victims.is_empty() {
            self.eat(Lexeme::At);
        }
        let mut victim = Victim { roles, just_moved: again, ..Victim::ANY };
        let to = match self.peek() {
            Some(Lexeme::AlgebraicSquare(square)) => {
                self.at += 1;
                square.into()
            }
            Some(Lexeme::AlgebraicFile(file)) if run.is_empty() && victims.is_empty() => {
                self.at += 1;
                victim = Victim { roles: Roles::only(Role::Pawn), on: file.into(), ..victim };
                Bitboard::FULL
            }
            // "Bishop takes knight" is also descriptive; "takes" alone names nothing.
            _ if !victims.is_empty() => Bitboard::FULL,
            _ => return None,
        };
        let named = self.named_by_squares(run, origin)?;
        let tail = self.tail_by_squares(run, to)?;
        // `exdQ` names no rank, but there is only one.
        let to = if tail.promotion.is_some() { to & rank_of(self.side, 8) } else { to };
        Some(self.build(&named, origin.unwrap_or(Bitboard::FULL), to, Capture::Takes(victim), &tail))
    }

    /// "to e4", "e4".
    fn goes_to_square(&mut self, run: &Run, origin: Option<Bitboard>, link: Link) -> Option<Senses> {
        let Some(Lexeme::AlgebraicSquare(square)) = self.peek() else { return None };
        self.at += 1;
        // `e2-e4` is coordinate notation.
        if run.is_empty() && (origin.is_some() || link == Link::To) {
            return None;
        }
        let named = self.named_by_squares(run, origin)?;
        let tail = self.tail_by_squares(run, square.into())?;
        let origin = origin.unwrap_or(Bitboard::FULL);
        let mut senses = self.build(&named, origin, square.into(), Capture::Quiet, &tail);
        // A capture need not be said of a piece: "bishop f7 check".
        if !matches!(run.last(), None | Some(Role::Pawn)) {
            let mut silent = self.build(&named, origin, square.into(), Capture::Unstated, &tail);
            silent.iter_mut().for_each(|sense| sense.habit = Habit::Lenient);
            senses.extend(silent);
        }
        Some(senses)
    }

    /// The pieces that letters mean; without letters a pawn, or any piece that stands on a square that is named.
    fn named_by_squares(&self, run: &Run, origin: Option<Bitboard>) -> Option<NamedPiece> {
        if run.is_empty() && origin.is_some_and(|from| from.count() == 1) {
            return Some(smallvec::smallvec![(Displacement::ANY, Habit::Plain)]);
        }
        self.named(run)
    }

    /// What follows the square. A piece behind a piece's move begins the next move.
    fn tail_by_squares(&mut self, run: &Run, to: Bitboard) -> Option<super::tail::Tail> {
        let tail = self.tail()?;
        let pawn = matches!(run.last(), None | Some(Role::Pawn));
        let promotes = pawn && to.intersects(rank_of(self.side, 8));
        (promotes || tail.promotion.is_none()).then_some(tail)
    }
}
