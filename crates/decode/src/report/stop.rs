//! Reports why a game stops: the cell that cannot be read, and the most similar moves.

use shakmaty::{Chess, Position};

use super::fen_of;
use crate::finding::{Candidate, Finding, code};
use crate::game::mover_at;
use crate::lexicon::{Lexicon, Meanings};
use crate::notation::spelling::san;
use crate::notation::{self, reason};
use crate::reader::{Leniency, PlainReader, Reader, Weighings};
use crate::record::Cell;
use crate::{GameState, Options};

/// The cell at which a game stops.
pub(super) struct Stop<'s> {
    pub(super) cell: &'s Cell<'s>,
    pub(super) ply: u32,
    pub(super) game_state: &'s GameState,
}

impl Stop<'_> {
    pub(super) fn finding(&self, start: &Chess, lexicon: &mut Lexicon, options: &Options) -> Finding {
        let (number, side) = mover_at(start, self.ply);
        let scene = self.game_state.scene();
        let turn = scene.position.turn();
        let entry = lexicon.look_up(&self.cell.text, turn).clone();
        let nearest = self.nearest(lexicon, options);
        let (code, mut words) = if entry.senses.is_empty() {
            (&code::N101, format!("“{}” is not a move in {}", self.cell.text, lexicon_name(lexicon, &entry)))
        } else {
            // Two squares name the man that was moved, whatever else the notation may mean by them.
            let squares = notation::find("coordinates").map(|squares| squares.read(&self.cell.text, turn));
            let senses = squares.filter(|senses| !senses.is_empty()).unwrap_or_else(|| entry.senses.clone());
            let reasons = reason::all(senses.iter().map(|sense| &sense.skeleton), scene);
            let reasons = reasons.join("; ");
            (&code::M101, format!("no legal move fits “{}”: {reasons}", self.cell.text))
        };
        if scene.position.is_check() && entry.senses.is_empty() {
            words.push_str("; the king is in check");
        }
        Finding::new(code, self.cell.span, words)
            .text(&*self.cell.text)
            .at_ply(self.ply, number, side)
            .fen(fen_of(scene.position))
            .candidates(nearest)
    }

    /// The legal moves with the fewest mismatches.
    fn nearest(&self, lexicon: &mut Lexicon, _options: &Options) -> Vec<Candidate> {
        const MOST: usize = 5;
        let scene = self.game_state.scene();
        let legal = scene.position.legal_moves();
        let mut found = Weighings::new();
        PlainReader { lexicon, leniency: Leniency::Slips }.weigh(self.cell, scene, &legal, &mut found);
        found.sort_by_key(|weighed| weighed.cost);
        found.iter().take(MOST).map(|weighed| Candidate::new(san(scene.position, weighed.mv))).collect()
    }
}

fn lexicon_name(lexicon: &Lexicon, entry: &Meanings) -> &'static str {
    lexicon.notation(entry).map_or("any notation", |notation| notation.name())
}
