//! Tokens to skeletons: every way to divide the words into a piece, a place and a victim.

mod man;
mod place;
mod quiet;
mod squares;
mod tail;
mod takes;

use shakmaty::{Bitboard, CastlingSide, Color, Role};

use super::lex::Lexeme;
use crate::skeleton::{Capture, Deed, Displacement, Promotion, Skeleton, Which, rank_of};
use crate::{Sense, Senses};
use man::NamedPiece;
use tail::Tail;

/// The senses of a token list; none if it is not a move.
pub(super) fn parse(tokens: &[Lexeme], side: Color) -> Senses {
    let mut parser = Parser { tokens, at: 0, side, stance: Which::Any };
    parser.sentence().unwrap_or_default()
}

/// The senses of a token list whose squares are algebraic; none if it is not such a move.
pub(super) fn by_squares(tokens: &[Lexeme], side: Color) -> Senses {
    let mut parser = Parser { tokens, at: 0, side, stance: Which::Any };
    parser.move_by_squares().unwrap_or_default()
}

struct Parser<'t> {
    tokens: &'t [Lexeme],
    at: usize,
    side: Color,
    /// The stance of the moving pawn, if it is stated.
    stance: Which,
}

/// Letters of pieces in a row: "K R P".
type Run = smallvec::SmallVec<[Role; 4]>;

impl Parser<'_> {
    fn peek(&self) -> Option<Lexeme> {
        self.tokens.get(self.at).copied()
    }

    fn peek_at(&self, ahead: usize) -> Option<Lexeme> {
        self.tokens.get(self.at + ahead).copied()
    }

    fn eat(&mut self, token: Lexeme) -> bool {
        let eaten = self.peek() == Some(token);
        self.at += usize::from(eaten);
        eaten
    }

    fn sentence(&mut self) -> Option<Senses> {
        match self.peek()? {
            Lexeme::Castles
                if !matches!(self.peek_at(1), Some(Lexeme::To | Lexeme::Takes)) || self.castles_dashed() =>
            {
                return self.castles();
            }
            Lexeme::CastlesShort => return self.castled(Some(CastlingSide::KingSide)),
            Lexeme::CastlesLong => return self.castled(Some(CastlingSide::QueenSide)),
            Lexeme::Wing(side) if self.peek_at(1) == Some(Lexeme::Castles) => {
                self.at += 2;
                return self.castled(Some(side));
            }
            Lexeme::Same => {
                self.at += 1;
                let tail = self.tail()?;
                return Some(one(Skeleton { deed: Deed::Same, mark: tail.mark }));
            }
            _ => {}
        }
        // "3N.B4": the rank first.
        let rank_first = match (self.peek(), self.peek_at(1)) {
            (Some(Lexeme::Rank(n)), Some(Lexeme::Piece(_))) => {
                self.at += 1;
                Some(rank_of(self.side, n))
            }
            _ => None,
        };
        self.stance = self.stance();
        let mut run = self.run();
        // "Castle takes": "castle" is the rook.
        if run.is_empty() && self.eat(Lexeme::Castles) {
            run.push(Role::Rook);
        }
        // "The king castles."
        if run[..] == [Role::King] && self.peek() == Some(Lexeme::Castles) {
            return self.castles();
        }
        let origin = match rank_first {
            Some(rank) => Some(rank),
            None => self.origin(&run),
        };
        let origin = origin.unwrap_or(Bitboard::FULL);
        match self.peek() {
            Some(Lexeme::Steps(_)) => self.steps(&run),
            Some(Lexeme::Rank(n)) if self.peek_at(1) == Some(Lexeme::Squares) => {
                self.at += 1;
                self.pawn_steps(&run, n)
            }
            // "K. P. 2", of the years about 1840: so many squares.
            Some(Lexeme::Rank(n @ (1 | 2)))
                if run.len() > 1
                    && run.last() == Some(&Role::Pawn)
                    && matches!(self.peek_at(1), None | Some(Lexeme::Mark(_))) =>
            {
                self.at += 1;
                self.pawn_steps(&run, n)
            }
            // "Q. B. pawn 1 square."
            Some(Lexeme::Rank(1))
                if self.peek_at(1) == Some(Lexeme::Home) && run.last() == Some(&Role::Pawn) =>
            {
                self.at += 1;
                self.pawn_steps(&run, 1)
            }
            Some(Lexeme::Takes | Lexeme::Retakes) => self.takes(&run, origin),
            Some(Lexeme::To | Lexeme::At) => {
                self.at += 1;
                if matches!(self.peek(), Some(Lexeme::Takes | Lexeme::Retakes)) {
                    return self.takes(&run, origin);
                }
                self.goes(&run, origin)
            }
            Some(Lexeme::Own | Lexeme::Adverse) => self.goes(&run, origin),
            Some(Lexeme::Deed | Lexeme::Mark(_)) | None => self.deed(&run, origin),
            Some(Lexeme::Queens | Lexeme::Becomes) if run.last() == Some(&Role::Pawn) => self.queens(&run),
            Some(Lexeme::Rank(_) | Lexeme::Home | Lexeme::AlgebraicSquare(_)) => {
                self.unhyphened(&run, origin)
            }
            _ => None,
        }
    }

    /// `Castles-K`, `Castles - Q R`, without the square that follows when a castle is a rook.
    fn castles_dashed(&self) -> bool {
        let wing = matches!(self.peek_at(2), Some(Lexeme::Piece(Role::King | Role::Queen)));
        let rook = usize::from(matches!(self.peek_at(3), Some(Lexeme::Piece(Role::Rook) | Lexeme::Side)));
        wing && matches!(self.peek_at(3 + rook), None | Some(Lexeme::Mark(_)))
    }

    fn castles(&mut self) -> Option<Senses> {
        self.at += 1;
        let mut side = None;
        loop {
            match self.peek() {
                Some(Lexeme::Piece(Role::King)) => side = Some(CastlingSide::KingSide),
                Some(Lexeme::Piece(Role::Queen)) => side = Some(CastlingSide::QueenSide),
                Some(Lexeme::Wing(wing)) => side = Some(wing),
                Some(
                    Lexeme::Piece(Role::Rook)
                    | Lexeme::Side
                    | Lexeme::Open
                    | Lexeme::Close
                    | Lexeme::Own
                    | Lexeme::At
                    | Lexeme::To,
                ) => {}
                _ => break,
            }
            self.at += 1;
        }
        self.castled(side)
    }

    fn castled(&mut self, side: Option<CastlingSide>) -> Option<Senses> {
        if matches!(self.peek(), Some(Lexeme::CastlesShort | Lexeme::CastlesLong)) {
            self.at += 1;
        }
        // "(K R)" after the sign.
        let of_castling = |token| match token {
            Lexeme::Piece(role) => matches!(role, Role::King | Role::Queen | Role::Rook),
            token => matches!(token, Lexeme::Open | Lexeme::Close | Lexeme::Side),
        };
        while self.peek().is_some_and(of_castling) {
            self.at += 1;
        }
        let tail = self.tail().filter(|tail| tail.promotion.is_none())?;
        Some(one(Skeleton::castle(side).marked(tail.mark)))
    }

    /// Letters of pieces one after the other.
    fn run(&mut self) -> Run {
        let mut run = Run::new();
        while let Some(Lexeme::Piece(role)) = self.peek() {
            run.push(role);
            self.at += 1;
        }
        run
    }

    fn build(
        &self,
        named: &NamedPiece,
        origin: Bitboard,
        to: Bitboard,
        capture: Capture,
        tail: &Tail,
    ) -> Senses {
        let last = rank_of(self.side, 8);
        let to = if tail.becomes { to & last } else { to };
        // A pawn cannot be captured on the last rank.
        let takes_pawn = matches!(capture, Capture::Takes(victim) if victim.roles == crate::skeleton::Roles::only(Role::Pawn))
            && !tail.becomes;
        named
            .iter()
            // `KPcxK`: no piece is on two files.
            .filter(|(man, _)| to.any() && (man.from & origin).any())
            .map(|&(man, habit)| {
                // "(B)" after a move that cannot promote is a footnote.
                let promotes = man.roles.contains(Role::Pawn) && to.intersects(last);
                let letter = takes_pawn && tail.promotion == Some(Role::Bishop);
                let promotion = tail.promotion.filter(|_| promotes && !letter);
                let skeleton = Skeleton::displace(Displacement {
                    from: man.from & origin,
                    to,
                    capture,
                    promotion: promotion.map_or(Promotion::Unstated, Promotion::To),
                    en_passant: tail.en_passant,
                    ..man
                });
                Sense { skeleton: skeleton.marked(tail.mark), habit }
            })
            .collect()
    }
}

fn one(skeleton: Skeleton) -> Senses {
    std::iter::once(Sense::from(skeleton)).collect()
}
