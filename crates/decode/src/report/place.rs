//! Findings on one move.

use shakmaty::{Chess, Position};

use super::fen_of;
use super::rival::Rival;
use crate::finding::{Candidate, Code, Finding, code};
use crate::game::mover_at;
use crate::lattice::Edge;
use crate::lexicon::Lexicon;
use crate::notation::Habit;
use crate::notation::reason;
use crate::notation::spelling::{long, san};
use crate::reader::Provenance;
use crate::record::Cell;
use crate::text::Span;
use crate::{Cost, GameState, Options};

/// A ply of the track.
pub(super) struct PlyContext<'p> {
    pub(super) cells: &'p [Cell<'p>],
    pub(super) options: &'p Options,
    pub(super) start: &'p Chess,
    pub(super) game_state: &'p GameState,
    pub(super) ply: u32,
    pub(super) edge: &'p Edge,
}

impl PlyContext<'_> {
    pub(super) fn findings(&self, rivals: &[Rival], lexicon: &mut Lexicon) -> Vec<Finding> {
        let mut findings = Vec::new();
        let how = self.edge.how;
        let all: Vec<&Rival> = rivals.iter().collect();
        let margin = self.options.margin();
        let alive: Vec<&Rival> = rivals.iter().filter(|r| r.margin.is_some_and(|m| m < margin)).collect();
        if !alive.is_empty() {
            let words = format!(
                "{} fit, and the later moves do not decide between them",
                self.count(alive.len() + 1)
            );
            findings.push(self.finding(&code::A101, words, &alive));
        } else if how.decided {
            let words = match self.text() {
                "" => format!("a missing move, decided by a person: {}", self.san()),
                text => format!("decided by a person: “{text}” is {}", self.san()),
            };
            findings.push(self.finding(&code::D101, words, &[]));
            return findings;
        } else if let Some(local) = self.local(rivals, margin) {
            findings.push(local);
        }
        if how.illegal {
            let why = reason::breaks_rules(&self.game_state.position, self.edge.mv);
            let words = match why {
                Some(why) if self.edge.mv.is_castle() => format!("illegal, kept as written: {why}"),
                Some(why) => format!("illegal, kept as written: it {why}"),
                None => "illegal, kept as written".to_owned(),
            };
            findings.push(self.finding(&code::M120, words, &[]));
        }
        if how.guessed {
            let words = format!(
                "“{}” is unreadable; {} is inferred from the moves that follow",
                self.text(),
                self.san()
            );
            findings.push(self.finding(&code::M114, words, &all));
        } else if how.lost {
            let words = format!("a move is missing; {} is inferred from the moves that follow", self.san());
            findings.push(self.finding(&code::M112, words, &all));
        } else if how.misread > 0 {
            let words = format!("“{}” is read as a misprint of {}", self.text(), self.san());
            findings.push(self.finding(&code::M111, words, &all));
        } else if !how.bends.is_none() {
            let words = format!("misprint, read as {}: {}", self.san(), how.bends);
            findings.push(self.finding(&code::M110, words, &all));
        }
        if how.is_unbent() {
            self.habits(how, lexicon, &mut findings);
        }
        findings
    }

    /// The finding that the text is another move in readings with an earlier ambiguity; `others` are those
    /// moves, as they would be written there.
    pub(super) fn follows(&self, doubt: u32, others: Vec<String>) -> Finding {
        let (number, side) = mover_at(self.start, doubt);
        let dots = if side.is_white() { "." } else { "..." };
        let words = format!(
            "{} after the moves written here; with another reading of move {number}{dots} this is {}",
            long(self.edge.mv),
            others.join(" or ")
        );
        self.finding(&code::A107, words, &[])
    }

    /// Adds a finding on an exact reading with an unusual habit.
    fn habits(&self, how: Provenance, lexicon: &mut Lexicon, findings: &mut Vec<Finding>) {
        if how.habit == Habit::ByStanding {
            let words =
                format!("the piece is identified by its current side, not its original side: {}", self.san());
            findings.push(self.finding(&code::A106, words, &[]));
        }
        if how.promotion_assumed {
            let words = format!("the promotion piece is not stated; assumed {}", self.san());
            findings.push(self.finding(&code::A105, words, &[]));
        }
        if how.foreign {
            let entry = lexicon.look_up(self.text(), self.game_state.position.turn()).clone();
            let name = lexicon.notation(&entry).map_or("another notation", |notation| notation.name());
            findings.push(self.finding(&code::N110, format!("read as {name}: {}", self.san()), &[]));
        }
    }

    /// Whether one word of the text is the move in the game's own notation, and all others are plain words.
    pub(super) fn says_itself(&self, lexicon: &mut Lexicon) -> bool {
        let is_plain = |word: &str| word.chars().all(char::is_lowercase);
        let mut telling = self.text().split_whitespace().filter(|word| !is_plain(word));
        let (Some(word), None) = (telling.next(), telling.next()) else { return false };
        let entry = lexicon.look_up(word, self.game_state.position.turn());
        let scene = self.game_state.scene();
        entry.notation == 0 && entry.senses.iter().any(|sense| sense.skeleton.admits(scene, self.edge.mv))
    }

    /// The finding that the text alone matches several moves, of which one is left.
    fn local(&self, rivals: &[Rival], margin: Cost) -> Option<Finding> {
        let own = self.edge.cost;
        // On a torn page a rival may be in another cell; that is not another meaning of this one.
        let same_cell = |r: &&Rival| r.edge.cell == self.edge.cell;
        let fits: Vec<&Rival> = rivals.iter().filter(|r| r.edge.how.is_unbent()).filter(same_cell).collect();
        let equal: Vec<&Rival> = fits.iter().copied().filter(|r| r.edge.cost.above(own) < margin).collect();
        if !equal.is_empty() {
            let words = format!("{} fit; later moves leave only {}", self.count(equal.len() + 1), self.san());
            return Some(self.finding(&code::A102, words, &equal));
        }
        let rival = fits.first()?;
        let other = san(&self.game_state.position, rival.edge.mv);
        if rival.edge.how.habit == Habit::ByStanding && self.edge.how.habit != Habit::ByStanding {
            let words =
                format!("{} by its original side; by its current side it would be {other}", self.san());
            return Some(self.finding(&code::A103, words, &[*rival]));
        }
        if rival.edge.how.promotion_assumed && self.edge.how.promotion_assumed {
            return None;
        }
        let words =
            format!("{}, not {other}: the record marks its checks, and {other} would give check", self.san());
        Some(self.finding(&code::A104, words, &[*rival]))
    }

    pub(super) fn finding(&self, code: &'static Code, words: String, rivals: &[&Rival]) -> Finding {
        let (number, side) = mover_at(self.start, self.ply);
        let position = &self.game_state.position;
        let own = Candidate { san: self.san(), odds: None };
        let others = rivals.iter().map(|rival| san(position, rival.edge.mv)).map(Candidate::new);
        let mut candidates: Vec<Candidate> =
            std::iter::once(own).chain(others).take(MOST_CANDIDATES).collect();
        give_odds(&mut candidates, rivals);
        Finding::new(code, self.span(), words)
            .text(self.text())
            .at_ply(self.ply, number, side)
            .fen(fen_of(position))
            .chosen(self.san())
            .candidates(candidates)
    }

    fn cell(&self) -> Option<&Cell<'_>> {
        self.edge.cell.and_then(|cell| self.cells.get(cell as usize))
    }

    fn text(&self) -> &str {
        self.cell().map_or("", |cell| &cell.text)
    }

    fn span(&self) -> Span {
        self.cell().map_or_else(Span::default, |cell| cell.span)
    }

    pub(super) fn san(&self) -> String {
        san(&self.game_state.position, self.edge.mv)
    }

    fn count(&self, moves: usize) -> String {
        match moves {
            2 => "two moves".to_owned(),
            3 => "three moves".to_owned(),
            n => format!("{n} moves"),
        }
    }
}

/// Most candidates that are listed.
const MOST_CANDIDATES: usize = 12;

/// Sets the probabilities of the readings from their margins.
fn give_odds(candidates: &mut [Candidate], rivals: &[&Rival]) {
    let weights: Vec<f64> =
        std::iter::once(1.0).chain(rivals.iter().map(|rival| rival.margin.map_or(0.0, Cost::odds))).collect();
    let sum: f64 = weights.iter().sum();
    for (candidate, weight) in candidates.iter_mut().zip(weights) {
        candidate.odds = Some((weight / sum) as f32);
    }
}
