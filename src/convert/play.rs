//! Plays the moves of a record as far as they are exact, in whatever notation reads them: what a layout asks to
//! tell a game's own moves from those of its notes.

use std::hash::{BuildHasher, Hash, Hasher};

use rustc_hash::{FxBuildHasher, FxHasher};
use shakmaty::fen::Fen;
use shakmaty::{Chess, Move, Position};

use scorebook_core::chess960::castling_of_fen;

use crate::decode::NotationChoice;
use crate::decode::slip::Slips;
use crate::lineage::Lineage;
use crate::notation::{Notation, guessable};
use crate::pass::Passing;
use crate::record::{Board, Start};
use crate::skeleton::Scene;

/// Most positions that are held at once; a move that could be more is not exact.
const MOST: usize = 8;
/// Most positions behind a misspelled move, and most notations in which it is sought.
const MOST_SLIPPED: usize = 32;
const SOUGHT: usize = 4;

/// The positions that a record may have reached.
pub(super) struct Play {
    lines: Vec<Line>,
}

/// One of them.
#[derive(Clone)]
struct Line {
    position: Chess,
    lineage: Lineage,
    last: Option<Move>,
    /// The notations that read every move so far.
    notations: Vec<&'static dyn Notation>,
}

impl Play {
    /// Where a game starts, for one notation or all that can be guessed; `None` if that is no position.
    pub(super) fn new(from: NotationChoice, start: &Start) -> Option<Play> {
        let notations = match from {
            NotationChoice::Notation(notation) => vec![notation],
            NotationChoice::Auto => guessable().collect(),
        };
        let position = match start {
            Start::Array => Chess::default(),
            Start::Fen(fen, _) | Start::Odds(fen, _) => {
                let setup = fen.parse::<Fen>().ok()?;
                let mode = castling_of_fen(fen, setup.as_setup());
                setup.into_position(mode).ok()?
            }
        };
        let lineage = Lineage::new(&position);
        Some(Play { lines: vec![Line { position, lineage, last: None, notations }] })
    }

    /// The positions of these lines, each once; `None` if there are none, or more than `most`.
    fn of(all: Vec<Line>, most: usize) -> Option<Play> {
        let mut lines: Vec<Line> = Vec::new();
        for line in all {
            match lines.iter_mut().find(|other| other.position == line.position) {
                Some(other) => {
                    let new = line
                        .notations
                        .into_iter()
                        .filter(|own| other.notations.iter().all(|notation| notation.name() != own.name()));
                    let new: Vec<_> = new.collect();
                    other.notations.extend(new);
                }
                None => lines.push(line),
            }
        }
        (!lines.is_empty() && lines.len() <= most).then_some(Play { lines })
    }

    /// The positions after `text` as the next move; `None` if it cannot be played.
    pub(super) fn then(&self, text: &str) -> Option<Play> {
        let text = trimmed(text);
        let mut all = self.all_after(text);
        if all.is_empty() {
            all.extend(self.lines.iter().filter_map(|line| line.strange_after(text)));
        }
        // Positions that a slip has left open may stay open.
        Play::of(all, MOST.max(self.lines.len()))
    }

    /// The same, of a move that the notations so far read.
    pub(super) fn then_in_its_notations(&self, text: &str) -> Option<Play> {
        Play::of(self.all_after(trimmed(text)), MOST.max(self.lines.len()))
    }

    fn all_after(&self, text: &str) -> Vec<Line> {
        self.lines.iter().flat_map(|line| line.all_after(text, &line.notations)).collect()
    }

    /// The same positions, from which any notation may go on.
    pub(super) fn in_any_notation(mut self) -> Play {
        self.lines.iter_mut().for_each(|line| line.notations = guessable().collect());
        self
    }
}

fn boxed(play: Play) -> Box<dyn Board> {
    Box::new(play)
}

/// A move without the signs behind it.
fn trimmed(text: &str) -> &str {
    text.trim_end_matches(['.', '+', '†', '‡'])
}

impl Line {
    /// The moves that `text` can be in one notation.
    fn moves(&self, notation: &dyn Notation, text: &str) -> Vec<Move> {
        let senses = crate::notation::read(notation, text, self.position.turn());
        if senses.is_empty() {
            return Vec::new();
        }
        let scene = Scene { position: &self.position, lineage: &self.lineage, last: self.last };
        let fits = |m: &Move| senses.iter().any(|sense| sense.skeleton.admits(scene, *m));
        self.position.legal_moves().into_iter().filter(fits).collect()
    }

    /// The line after a move.
    fn after(&self, m: Move, notations: Vec<&'static dyn Notation>) -> Line {
        let mut line = self.clone();
        line.lineage.play(&self.position, m);
        line.position.play_or_pass(m);
        line.last = Some(m);
        line.notations = notations;
        line
    }

    /// The lines after `text`, as one of these notations reads it.
    fn all_after(&self, text: &str, notations: &[&'static dyn Notation]) -> Vec<Line> {
        let mut read: Vec<(Move, Vec<&'static dyn Notation>)> = Vec::new();
        for &notation in notations {
            for m in self.moves(notation, text) {
                match read.iter_mut().find(|(other, _)| *other == m) {
                    Some((_, notations)) => notations.push(notation),
                    None => read.push((m, vec![notation])),
                }
            }
        }
        read.into_iter().map(|(m, notations)| self.after(m, notations)).collect()
    }

    /// The lines after the moves whose text is one slip from `text`.
    fn slipped_after(&self, text: &str) -> Vec<Line> {
        let sought = &self.notations[..self.notations.len().min(SOUGHT)];
        let turn = self.position.turn();
        let slips: Vec<Slips> = sought.iter().map(|&notation| Slips::of(notation, text, turn)).collect();
        let scene = Scene { position: &self.position, lineage: &self.lineage, last: self.last };
        let legal = self.position.legal_moves();
        let near = legal.into_iter().filter(|m| slips.iter().any(|slips| slips.find(scene, *m).is_some()));
        near.map(|m| self.after(m, self.notations.clone())).collect()
    }

    /// The line after `text` in a notation that has not read the moves before, if all such agree: `7 Axf7+ RxA`.
    fn strange_after(&self, text: &str) -> Option<Line> {
        let all: Vec<&'static dyn Notation> = guessable().collect();
        match self.all_after(text, &all).as_slice() {
            [only] => Some(Line { notations: self.notations.clone(), ..only.clone() }),
            _ => None,
        }
    }
}

impl Board for Play {
    fn after(&self, text: &str) -> Option<Box<dyn Board>> {
        self.then(text).map(boxed)
    }

    fn after_slip(&self, text: &str) -> Option<Box<dyn Board>> {
        let text = trimmed(text);
        let is_plain = |line: &Line| !line.all_after(text, &line.notations).is_empty();
        if self.lines.iter().any(is_plain) {
            return None;
        }
        Play::of(self.lines.iter().flat_map(|line| line.slipped_after(text)).collect(), MOST_SLIPPED)
            .map(boxed)
    }

    fn key(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for line in &self.lines {
            line.position.hash(&mut hasher);
            line.notations.len().hash(&mut hasher);
        }
        hasher.finish()
    }

    fn positions(&self) -> Vec<u64> {
        self.lines.iter().map(|line| FxBuildHasher.hash_one(&line.position)).collect()
    }
}
