//! Places: the origin of a piece, or the square it is on.

use shakmaty::Bitboard;

use super::man::file_of;
use super::{Parser, Run};
use crate::english::lex::Lexeme;
use crate::skeleton::rank_of;

impl Parser<'_> {
    /// The origin: "(Q1)", "(Kt)", "(4)", "(fr. Kt 2)", "/1", "3" or "g" before a dash.
    pub(super) fn origin(&mut self, run: &Run) -> Option<Bitboard> {
        if run.is_empty() {
            return None;
        }
        let saved = self.at;
        let found = match self.peek()? {
            Lexeme::Open => self.bracketed_place(),
            Lexeme::Slash => {
                self.at += 1;
                self.place()
            }
            Lexeme::From | Lexeme::At => {
                self.at += 1;
                self.place()
            }
            Lexeme::Rank(n) => {
                self.at += 1;
                Some(rank_of(self.side, n))
            }
            Lexeme::AlgebraicSquare(square) => {
                self.at += 1;
                Some(square.into())
            }
            Lexeme::AlgebraicFile(file) => {
                self.at += 1;
                Some(file.into())
            }
            // The file e, since nothing has been captured yet.
            Lexeme::EnPassant => {
                self.at += 1;
                Some(shakmaty::File::E.into())
            }
            _ => None,
        };
        // A place is an origin only if the move continues after it.
        let goes_on = matches!(self.peek(), Some(Lexeme::To | Lexeme::Takes | Lexeme::Retakes))
            || matches!(self.tokens.get(saved), Some(Lexeme::Open | Lexeme::Slash))
                && matches!(self.peek(), Some(Lexeme::Piece(_) | Lexeme::AlgebraicSquare(_)));
        if found.is_none() || !goes_on {
            self.at = saved;
            return None;
        }
        found
    }

    /// "(Q1)", "(fr. Kt 2)".
    pub(super) fn bracketed_place(&mut self) -> Option<Bitboard> {
        self.eat(Lexeme::Open);
        self.eat(Lexeme::From);
        self.eat(Lexeme::At);
        let place = self.place();
        place.filter(|_| self.eat(Lexeme::Close))
    }

    /// A square, a file or a rank: "Q1", "Kt sq", "Kt", "4".
    pub(super) fn place(&mut self) -> Option<Bitboard> {
        if let Some(Lexeme::AlgebraicSquare(square)) = self.peek() {
            self.at += 1;
            return Some(square.into());
        }
        let run = self.run();
        let files = if run.is_empty() { Bitboard::FULL } else { file_of(&run)? };
        let ranks = self.rank();
        if run.is_empty() && ranks.is_none() {
            return None;
        }
        Some(files & ranks.unwrap_or(Bitboard::FULL))
    }

    /// A rank, with an optional "sq".
    pub(super) fn rank(&mut self) -> Option<Bitboard> {
        match self.peek()? {
            Lexeme::Rank(n) => {
                self.at += 1;
                self.eat(Lexeme::Home);
                Some(rank_of(self.side, n))
            }
            Lexeme::Home => {
                self.at += 1;
                Some(rank_of(self.side, 1))
            }
            _ => None,
        }
    }

    /// "PxP at Q5", "PxP on 5th".
    pub(super) fn place_at(&mut self) -> Option<Bitboard> {
        let saved = self.at;
        let place = if self.eat(Lexeme::At) { self.place() } else { None };
        if place.is_none() {
            self.at = saved;
        }
        place
    }
}
