//! Converts a lattice into a reading: moves, verdict, and findings.
//!
//! [`track`] selects the moves, [`walk`] replays them, [`place`] reports on one of them and its [`rival`]s,
//! [`stop`] reports why the next one could not be read, and [`beyond`] what it may be all the same.

mod beyond;
mod passed;
mod place;
mod rival;
mod stop;
mod track;
mod walk;

use shakmaty::{Chess, EnPassantMode, Outcome, fen::Fen};

use super::by_hand::{Question, Saying};
use super::lattice::Edge;
use super::lexicon::Lexicon;
use super::missing_row::MissingRow;
use super::search::GameState;
use super::{Attempt, Options};
use crate::finding::{Finding, code};
use crate::game::{Game, Line, Ply, Verdict};
use crate::record::{Cell, CellLine, Draft};
use crate::text::Span;
pub use beyond::{Beyond, GUESSED, GuessedPly};
use place::PlyContext;
use rival::{Rival, rivals};
use stop::Stop;
pub(super) use track::Track;
use walk::{Numbering, walk};

/// A game as the decoder understood it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The game. Its tags are those of the draft; its outcome is not set yet.
    pub game: Game,
    /// The quality of the reading.
    pub verdict: Verdict,
    /// Its findings, in source order.
    pub findings: Vec<Finding>,
    /// Name of the notation.
    pub notation: &'static str,
    /// The byte range of each ply's text.
    pub spans: Vec<Span>,
    /// The index of each ply's cell; `None` if the move is missing in the record.
    pub cells: Vec<Option<u32>>,
    /// The unread part, from the cell that stopped the game to the last cell.
    pub rest: Option<Span>,
    /// What was read behind the place where the reading holds; see [`Reading::go_on`].
    pub beyond: Option<Box<Beyond>>,
    /// The chances of the last half-moves, where these are guessed ([`GuessedPly::chance`]).
    pub guessed: Vec<f32>,
    /// The chances of the half-moves, where all that the record may say was weighed; empty elsewhere.
    pub chances: Vec<f32>,
    /// The chance that the whole game is right, in doubt of all that is written: what a claim rests on; where it was weighed.
    pub chance: Option<f32>,
    /// The half-moves whose answers settle most, if there is something to ask ([`Options::ask`]).
    pub questions: Vec<Question>,
    /// What each record says of each half-move, where several were read together; empty elsewhere.
    pub sayings: Vec<Vec<Saying>>,
}

impl Reading {
    /// Whether it stops where the print lacks a row.
    #[must_use]
    pub fn stops_at_missing_row(&self) -> bool {
        let at = self.rest.map(|rest| rest.start);
        let next = self.game.line.plies.len() as u32 + 1;
        let is_there = |finding: &Finding| finding.ply == Some(next) && Some(finding.span.start) == at;
        self.findings.iter().any(|finding| finding.code == &code::L310 && is_there(finding))
    }
}

/// Builds a [`Reading`] from one attempt.
pub(super) struct Report<'r> {
    draft: &'r Draft<'r>,
    options: &'r Options,
    attempt: &'r Attempt,
    lexicon: &'r mut Lexicon,
    start: &'r GameState,
    /// A reading that goes farther, but by repairs that are too uncertain.
    pub(super) unsure: Option<&'r Attempt>,
    /// The row that is missing where the reading stops.
    pub(super) missing_row: Option<MissingRow>,
    /// Everything found so far.
    pub(super) findings: Vec<Finding>,
}

impl<'r> Report<'r> {
    pub(super) fn new(
        draft: &'r Draft<'r>,
        options: &'r Options,
        attempt: &'r Attempt,
        start: &'r GameState,
        lexicon: &'r mut Lexicon,
    ) -> Report<'r> {
        Report {
            draft,
            options,
            attempt,
            lexicon,
            start,
            unsure: None,
            missing_row: None,
            findings: Vec::new(),
        }
    }

    pub(super) fn finish(mut self) -> Reading {
        let track = Track::best(self.attempt);
        let cells = &self.draft.mainline.cells;
        let numbering = Numbering::of(&self.start.position, self.draft.unordered.is_none());
        let walked = walk(cells, self.options, self.attempt, &track, self.start, numbering, self.lexicon);
        let mut verdict = walked.verdict;
        self.findings.extend(walked.findings);
        let behind = |row: MissingRow| cells[row.cell..].iter().map(|cell| cell.span).reduce(Span::join);
        let rest = self.missing_row.and_then(behind).or_else(|| track.unread(cells));
        if let Some(rest) = rest {
            verdict = Verdict::Incomplete;
            let at = track.next_cell();
            if let Some(row) = self.missing_row.filter(|row| row.cell == at) {
                self.findings.push(row.finding(cells, &self.start.position));
            } else if let Some(cell) = cells.get(at) {
                let place = Stop { cell, ply: track.edges.len() as u32 + 1, game_state: &walked.game_state };
                let mut finding = place.finding(&self.start.position, self.lexicon, self.options);
                if let Some(lack) = place.lack(self.draft, self.lexicon) {
                    finding.message.push_str(&lack);
                }
                self.findings.push(finding);
            }
            let suspects = self.unsure.map(|unsure| self.suspects(unsure, track.len()));
            self.findings.extend(suspects.into_iter().flatten());
            debug_assert!(rest.end >= rest.start);
        }
        if self.attempt.unordered {
            self.findings.extend(passed::passed_over(self.draft, &track, self.lexicon));
            if let Some(doubt) = self.doubt(&track) {
                verdict = verdict.max(Verdict::Ambiguous);
                self.findings.push(doubt);
            }
        }
        self.findings.splice(0..0, self.draft.findings.iter().cloned());
        let plies = track.edges.iter().map(|edge| annotated(edge, cells)).collect();
        Reading {
            game: Game {
                tags: self.draft.tags.clone(),
                start: self.start.position.clone(),
                line: Line { comments: self.draft.mainline.comments.clone(), plies },
                outcome: Outcome::Unknown,
            },
            verdict,
            findings: self.findings,
            notation: self.attempt.notation.name(),
            spans: track.spans(cells),
            cells: track.edges.iter().map(|edge| edge.cell).collect(),
            rest,
            beyond: None,
            guessed: Vec::new(),
            chances: Vec::new(),
            chance: None,
            questions: Vec::new(),
            sayings: Vec::new(),
        }
    }
}

impl Report<'_> {
    /// The finding that the whole reading is less certain than required.
    fn doubt(&self, track: &Track<'_>) -> Option<Finding> {
        let evidence = self.attempt.evidence()?;
        let chance = evidence.chance();
        let asked = self.options.confidence_in_unordered();
        if chance >= asked {
            return None;
        }
        let at = evidence.at.min(track.edges.len().checked_sub(1)?);
        let mut game_state = self.start.clone();
        track.moves().take(at).for_each(|m| game_state.play(m));
        let edge = track.edges[at];
        let cells = &self.draft.mainline.cells;
        let (ply, start) = (at as u32 + 1, &self.start.position);
        let place = PlyContext { cells, options: self.options, start, game_state: &game_state, ply, edge };
        let remaining = self.attempt.lattice.remaining();
        let rivals = rivals(&self.attempt.lattice, edge, at, &remaining);
        let rivals: Vec<&Rival> = rivals.iter().collect();
        let words = format!(
            "the probability that all moves are right is about {:.0} %, below {} %; {} is the least certain early move",
            chance * 100.0,
            asked * 100.0,
            place.san()
        );
        Some(place.finding(&code::A108, words, &rivals))
    }

    /// The moves that must differ from the print for the farther reading: an error may be there that shows
    /// only later. `read` is the number of half-moves read without them.
    fn suspects(&self, unsure: &Attempt, read: usize) -> Vec<Finding> {
        let lattice = &unsure.lattice;
        let Some((end, _)) = lattice.end() else { return Vec::new() };
        let path = lattice.path(end);
        if path.len() <= read {
            return Vec::new();
        }
        let remaining = lattice.remaining();
        let mut game_state = self.start.clone();
        let mut findings = Vec::new();
        for (layer, edge) in path.iter().map(|&edge| &lattice.edges[edge as usize]).enumerate() {
            // After the stop nothing is suspect yet.
            if layer >= read {
                break;
            }
            if !edge.how.is_unbent() {
                let ply = layer as u32 + 1;
                let start = &self.start.position;
                let cells = &self.draft.mainline.cells;
                let place =
                    PlyContext { cells, options: self.options, start, game_state: &game_state, ply, edge };
                let rivals = rivals(lattice, edge, layer, &remaining);
                let alive: Vec<&Rival> = rivals.iter().filter(|rival| rival.margin.is_some()).collect();
                let words = format!(
                    "the record breaks off later; if this move were {}, it could be read to half-move {}",
                    place.san(),
                    path.len()
                );
                findings.push(Finding { chosen: None, ..place.finding(&code::M113, words, &alive) });
            }
            game_state.play(edge.mv);
        }
        findings
    }
}

/// A variation: its line, and the cell of each of its plies.
pub(super) fn variation(
    cell_line: &CellLine<'_>,
    options: &Options,
    attempt: &Attempt,
    start: &GameState,
    lexicon: &mut Lexicon,
    findings: &mut Vec<Finding>,
) -> (Line, Vec<Option<u32>>) {
    let track = Track::best(attempt);
    let numbering = Numbering::of(&start.position, true);
    let walked = walk(&cell_line.cells, options, attempt, &track, start, numbering, lexicon);
    // The ply of a finding counts in the main line; a finding in a variation only has a place.
    findings.extend(walked.findings.into_iter().map(|finding| Finding { ply: None, ..finding }));
    let mut comments = cell_line.comments.clone();
    if let Some(rest) = track.unread(&cell_line.cells) {
        let at = track.next_cell();
        if let Some(cell) = cell_line.cells.get(at) {
            let place = Stop { cell, ply: track.edges.len() as u32 + 1, game_state: &walked.game_state };
            let finding = place.finding(&start.position, lexicon, options);
            findings.push(Finding { ply: None, ..finding });
        }
        let left: Vec<&str> = cell_line.cells[at..].iter().map(|cell| &*cell.text).collect();
        if !rest.is_empty() {
            comments.push(format!("not read: {}", left.join(" ")));
        }
    }
    let plies = track.edges.iter().map(|edge| annotated(edge, &cell_line.cells)).collect();
    (Line { comments, plies }, track.edges.iter().map(|edge| edge.cell).collect())
}

/// The move of an edge with the annotations of its cell.
fn annotated(edge: &Edge, cells: &[Cell<'_>]) -> Ply {
    let mut ply = Ply::from(edge.mv);
    if let Some(cell) = edge.cell.and_then(|cell| cells.get(cell as usize)) {
        ply.nags.clone_from(&cell.nags);
        ply.comments.clone_from(&cell.comments);
    }
    ply
}

fn fen_of(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}
