//! A position with what led to it, and the moves that a text names there.

use scorebook_core::lineage::Lineage;
use scorebook_core::skeleton::Scene;
use scorebook_notation::{Habit, Notation};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, fen::Fen};

/// A position with what led to it.
#[derive(Clone)]
pub struct Spot {
    /// The position.
    pub position: Chess,
    /// Where each piece began.
    pub lineage: Lineage,
    /// The half-move that led here.
    pub last: Option<Move>,
}

impl Spot {
    /// The initial position.
    #[must_use]
    pub fn start() -> Spot {
        Spot::at(Chess::default())
    }

    /// A position of which nothing is known before.
    #[must_use]
    pub fn at(position: Chess) -> Spot {
        Spot { lineage: Lineage::new(&position), position, last: None }
    }

    /// The position of a FEN.
    ///
    /// # Panics
    /// If it is not the FEN of a legal position: tests name it.
    #[must_use]
    pub fn fen(fen: &str) -> Spot {
        let setup: Fen = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
        Spot::at(setup.into_position(CastlingMode::Standard).unwrap_or_else(|e| panic!("{fen}: {e}")))
    }

    /// Makes a legal move.
    pub fn play(&mut self, m: Move) {
        self.lineage.play(&self.position, m);
        self.position.play_unchecked(m);
        self.last = Some(m);
    }

    /// The position as skeletons are compared with it.
    #[must_use]
    pub fn scene(&self) -> Scene<'_> {
        Scene { position: &self.position, lineage: &self.lineage, last: self.last }
    }

    /// The FEN of the position.
    #[must_use]
    pub fn to_fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }
}

/// The legal moves that `text` names in `notation`: those of its likeliest habit that fits any.
#[must_use]
pub fn named(notation: &dyn Notation, text: &str, spot: &Spot) -> Vec<Move> {
    let senses = notation.read(text, spot.position.turn());
    let legal = spot.position.legal_moves();
    for habits in [&[Habit::Plain][..], &[Habit::Lenient], &[Habit::ByStanding, Habit::OriginalName]] {
        let fits: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|&m| {
                senses
                    .iter()
                    .filter(|sense| habits.contains(&sense.habit))
                    .any(|sense| sense.skeleton.admits(spot.scene(), m))
            })
            .collect();
        if !fits.is_empty() {
            return fits;
        }
    }
    Vec::new()
}
