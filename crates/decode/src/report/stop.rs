//! Reports why a game stops: the cell that cannot be read, and the most similar moves.

use shakmaty::{Chess, Color, Position};

use super::fen_of;
use crate::finding::{Candidate, Finding, code};
use crate::game::mover_at;
use crate::lexicon::{Lexicon, Meanings};
use crate::notation::spelling::san;
use crate::notation::{self, reason};
use crate::reader::{Leniency, PlainReader, Reader, Weighings};
use crate::record::{Cell, Draft, Start};
use crate::skeleton::Scene;
use crate::{Bends, GameState, Options};

/// Whether a legal move is what a text says.
fn is_playable(senses: &notation::Senses, scene: Scene<'_>) -> bool {
    let legal = scene.position.legal_moves();
    senses.iter().any(|sense| legal.iter().any(|&m| sense.skeleton.admits(scene, m)))
}

/// Whether a record is longer than a chance, and each of its texts is a move somewhere.
fn are_moves(cells: &[Cell<'_>], lexicon: &mut Lexicon) -> bool {
    /// What has fewer texts may be a few words that look like moves.
    const FEWEST: usize = 5;
    let written = || cells.iter().filter(|cell| !cell.text.is_empty());
    written().count() >= FEWEST
        && written().all(|cell| {
            let side = cell.side.unwrap_or(Color::White);
            !lexicon.look_up(&cell.text, side).senses.is_empty()
        })
}

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
        // Only among illegal moves kept as written is a king taken, and nothing is legal behind that.
        if scene.position.board().king_of(turn).is_none() {
            let words = format!("“{}” stands behind the move that took the king", self.cell.text);
            let finding = Finding::new(&code::M101, self.cell.span, words);
            return finding.text(&*self.cell.text).at_ply(self.ply, number, side);
        }
        let entry = lexicon.look_up(&self.cell.text, turn).clone();
        let nearest = self.nearest(lexicon, options);
        let (code, mut words) = if entry.senses.is_empty() {
            (&code::N101, format!("“{}” is not a move in {}", self.cell.text, lexicon_name(lexicon, &entry)))
        } else {
            // Two squares name the man that was moved, whatever else the notation may mean by them; but why a move that can
            // be played was not taken only the notation of the game says.
            let squares = notation::find("coordinates").map(|squares| squares.read(&self.cell.text, turn));
            let senses = squares
                .filter(|senses| !senses.is_empty() && !is_playable(senses, scene))
                .unwrap_or_else(|| entry.senses.clone());
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

    /// What the record lacks, where it stops at its very beginning for that: the page before it, or the moves of a side.
    pub(super) fn lack(&self, draft: &Draft<'_>, lexicon: &mut Lexicon) -> Option<String> {
        let cells = &draft.mainline.cells;
        let number = cells.first()?.number.filter(|number| *number > 1);
        match (self.ply, number) {
            (1, Some(number)) if draft.start == Start::Array => Some(format!(
                "; the record begins with move {number}: what was played before is missing (`scorebook collate` joins pages)"
            )),
            (1, None) if draft.start == Start::Array && are_moves(cells, lexicon) => Some(format!(
                "; all {} texts are moves, so the record may begin in the middle of a game, or in a position that it does not give",
                cells.len()
            )),
            (2, _) if self.is_of_the_same_side(cells, lexicon) => Some(
                "; the side that moved before can play it: the other side's moves may be missing".to_owned(),
            ),
            _ => None,
        }
    }

    /// Whether the second cell of a record, and each behind it, has a number of its own, and the side that played the first
    /// can play the second, too.
    fn is_of_the_same_side(&self, cells: &[Cell<'_>], lexicon: &mut Lexicon) -> bool {
        /// Moves from which on it is no chance that each has a number.
        const COLUMN: usize = 4;
        let counts_on = |pair: &[Cell<'_>]| pair[0].number.is_some() && pair[0].number < pair[1].number;
        if cells.len() < COLUMN || !cells.windows(2).all(counts_on) {
            return false;
        }
        let Ok(position) = self.game_state.position.clone().swap_turn() else { return false };
        let again = GameState::new(&position);
        let mut found = Weighings::new();
        let legal = position.legal_moves();
        PlainReader { lexicon, leniency: Leniency::Exact }.weigh(
            self.cell,
            again.scene(),
            &legal,
            &mut found,
        );
        !found.is_empty()
    }

    /// The legal moves with the fewest mismatches.
    fn nearest(&self, lexicon: &mut Lexicon, _options: &Options) -> Vec<Candidate> {
        const MOST: usize = 5;
        let scene = self.game_state.scene();
        let legal = scene.position.legal_moves();
        let mut found = Weighings::new();
        PlainReader { lexicon, leniency: Leniency::Slips }.weigh(self.cell, scene, &legal, &mut found);
        // A move that the text says wrongly stands before one that it misspells.
        found.sort_by_key(|weighed| (weighed.cost, weighed.how.bends.has(Bends::SIGN)));
        found.iter().take(MOST).map(|weighed| Candidate::new(san(scene.position, weighed.mv))).collect()
    }
}

fn lexicon_name(lexicon: &Lexicon, entry: &Meanings) -> &'static str {
    lexicon.notation(entry).map_or("any notation", |notation| notation.name())
}
