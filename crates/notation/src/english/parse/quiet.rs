//! Moves that are not captures: to a square, by a number of steps, or only a deed.

use shakmaty::{Bitboard, Role};

use super::man::{NamedPiece, file_of, own_file, own_wing};
use super::{Parser, Run};
use crate::Senses;
use crate::english::lex::Lexeme;
use crate::skeleton::{Capture, rank_of};

/// Whether a dash shows that nothing is captured.
#[derive(Copy, Clone)]
enum CaptureSaid {
    Quiet,
    Unstated,
}

impl Parser<'_> {
    /// After a dash: "QB3", "K", "his 5th", "her B's 4th", "f3".
    pub(super) fn goes(&mut self, run: &Run, origin: Bitboard) -> Option<Senses> {
        // "R-(B5)B7": the origin after the dash.
        let behind = self.peek() == Some(Lexeme::Open);
        let origin = if behind { origin & self.bracketed_place()? } else { origin };
        if let Some(Lexeme::AlgebraicSquare(square)) = self.peek() {
            self.at += 1;
            return self.quiet(&self.named(run)?, origin, square.into(), CaptureSaid::Unstated);
        }
        let adverse = self.eat(Lexeme::Adverse);
        let own = self.eat(Lexeme::Own);
        let files = self.run();
        let ranks = self.rank();
        let kind = *run.last().unwrap_or(&Role::Pawn);
        let mask = match (own, files.is_empty()) {
            (true, true) => own_file(run)?,
            (true, false) => own_wing(kind, &files)?,
            (false, false) => file_of(&files)?,
            (false, true) => return None,
        };
        // "R-K": a piece that moves to a file without a rank moves to its first rank.
        let ranks = match ranks {
            Some(ranks) => ranks,
            None if kind != Role::Pawn => rank_of(self.side, 1),
            None => return None,
        };
        let to = if adverse { (mask & ranks).flip_vertical() } else { mask & ranks };
        let named = self.named(run)?;
        self.quiet(&named, origin, to, CaptureSaid::Quiet)
    }

    /// Without a dash: "NKB3", "K4", "QKt B3": every way to divide the letters into a piece and a square.
    pub(super) fn unhyphened(&mut self, run: &Run, origin: Bitboard) -> Option<Senses> {
        if let Some(Lexeme::AlgebraicSquare(square)) = self.peek() {
            self.at += 1;
            return self.quiet(&self.named(run)?, origin, square.into(), CaptureSaid::Unstated);
        }
        let start = self.at;
        let mut senses = Senses::new();
        for cut in (0..run.len()).rev() {
            self.at = start;
            let ranks = self.rank()?;
            let (man, file) = run.split_at(cut);
            let (Some(mask), Some(named)) = (file_of(file), self.named(man)) else { continue };
            if let Some(found) = self.quiet(&named, origin, mask & ranks, CaptureSaid::Quiet) {
                senses.extend(found);
            }
        }
        (!senses.is_empty()).then_some(senses)
    }

    fn quiet(
        &mut self,
        named: &NamedPiece,
        origin: Bitboard,
        to: Bitboard,
        said: CaptureSaid,
    ) -> Option<Senses> {
        let tail = self.tail()?;
        let promotes = named.iter().any(|(man, _)| man.roles.contains(Role::Pawn))
            && to.intersects(rank_of(self.side, 8));
        if tail.is_bare && !promotes {
            return None;
        }
        let capture = match said {
            CaptureSaid::Quiet => Capture::Quiet,
            CaptureSaid::Unstated => Capture::Unstated,
        };
        Some(self.build(named, origin, to, capture, &tail))
    }

    /// "P. one", "Q. P. two squares".
    pub(super) fn steps(&mut self, run: &Run) -> Option<Senses> {
        let Some(Lexeme::Steps(n)) = self.peek() else { return None };
        self.at += 1;
        self.pawn_steps(run, n)
    }

    pub(super) fn pawn_steps(&mut self, run: &Run, n: u32) -> Option<Senses> {
        // "Two squares", "two steps", "two moves".
        self.eat(Lexeme::Squares);
        self.eat(Lexeme::Home);
        self.eat(Lexeme::Deed);
        if run.last() != Some(&Role::Pawn) {
            return None;
        }
        let named = self.named(run)?;
        let tail = self.tail()?;
        let rank = |n| rank_of(self.side, n);
        let build = |from, to| self.build(&named, from, to, Capture::Quiet, &tail);
        match n {
            2 => Some(build(rank(2), rank(4))),
            // One step leads to the fourth rank only from the third.
            1 => {
                let mut senses = build(Bitboard::FULL, !rank(4));
                senses.extend(build(rank(3), rank(4)));
                Some(senses)
            }
            _ => None,
        }
    }

    /// Only the deed is stated: "Q. checks.", "K. moves.", "Q. B. interposes."
    pub(super) fn deed(&mut self, run: &Run, origin: Bitboard) -> Option<Senses> {
        if run.is_empty() {
            return None;
        }
        let told = self.peek().is_some();
        if !told {
            return None;
        }
        while self.eat(Lexeme::Deed) {}
        let named = self.named(run)?;
        self.quiet(&named, origin, Bitboard::FULL, CaptureSaid::Unstated)
    }

    /// "P. queens."
    pub(super) fn queens(&mut self, run: &Run) -> Option<Senses> {
        let named = self.named(run)?;
        let to = rank_of(self.side, 8);
        self.quiet(&named, Bitboard::FULL, to, CaptureSaid::Unstated)
    }
}
