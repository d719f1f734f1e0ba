//! Replays the selected moves: the verdict, and the findings of every ply.

use shakmaty::Chess;

use super::place::PlyContext;
use super::rival::{elsewhere, rivals};
use super::track::Track;
use crate::finding::{Code, Finding, code};
use crate::game::{Verdict, mover_at};
use crate::lexicon::Lexicon;
use crate::notation::spelling::long;
use crate::pass::is_null;
use crate::record::Cell;
use crate::{Attempt, Cost, GameState, Options};

/// The result of replaying the track.
pub(super) struct Walked {
    pub(super) verdict: Verdict,
    pub(super) findings: Vec<Finding>,
    /// The state at the end of the track.
    pub(super) game_state: GameState,
}

/// Replays the track and reports on each ply.
pub(super) fn walk(
    cells: &[Cell<'_>],
    options: &Options,
    attempt: &Attempt,
    track: &Track<'_>,
    start: &GameState,
    mut numbering: Numbering,
    lexicon: &mut Lexicon,
) -> Walked {
    let lattice = &attempt.lattice;
    let mut game_state = start.clone();
    let mut findings = Vec::new();
    let mut verdict = Verdict::Verified;
    // If all edges are exact and there are no others, there is nothing to report.
    let straight = lattice.edges.len() == track.edges.len() && lattice.cut.is_empty();
    let remaining = if straight { Vec::new() } else { lattice.remaining() };
    for (index, edge) in track.edges.iter().enumerate() {
        let ply = index as u32 + 1;
        let rivals = if straight { Vec::new() } else { rivals(lattice, edge, index, &remaining) };
        let cell = edge.cell.and_then(|cell| cells.get(cell as usize));
        let due = mover_at(&start.position, ply);
        let number = cell.and_then(|cell| numbering.check(cell, due.0));
        let number = number.map(|finding| finding.at_ply(ply, due.0, due.1));
        if let Some(finding) = number {
            verdict = verdict.max(Verdict::Repaired);
            findings.push(finding);
        }
        let astray = cell
            .filter(|_| attempt.unordered && edge.how.is_exact() && edge.cost.above(edge.surprise) >= ASTRAY);
        if let Some(cell) = astray {
            let words = "the move is not where the layout suggests; the order is inferred";
            verdict = verdict.max(Verdict::Repaired);
            findings.push(
                Finding::new(&code::L311, cell.span, words).text(&*cell.text).at_ply(ply, due.0, due.1),
            );
        }
        if let Some(cell) = cell.filter(|cell| cell.joined) {
            let words = "the move is joined from parts in different places on the page";
            verdict = verdict.max(Verdict::Repaired);
            findings.push(
                Finding::new(&code::L313, cell.span, words).text(&*cell.text).at_ply(ply, due.0, due.1),
            );
        }
        if !(rivals.is_empty() && edge.how.is_exact()) {
            let place =
                PlyContext { cells, options, start: &start.position, game_state: &game_state, ply, edge };
            for finding in place.findings(&rivals, lexicon) {
                // A word among others may denote it in the game's own notation.
                let own = finding.code == &code::N110 && place.says_itself(lexicon);
                // The later moves may show that no other piece stands there.
                let open = finding.code == &code::A105
                    && rivals.iter().any(|rival| rival.edge.how.promotion_assumed);
                verdict = verdict.max(match (own, open) {
                    (true, _) => Verdict::Verified,
                    (_, true) => Verdict::Repaired,
                    _ => verdict_of(finding.code),
                });
                findings.push(finding);
            }
        }
        let doubt = findings.iter().rev().find(|f| f.code.id == "A101").and_then(|f| f.ply);
        if let Some(doubt) = doubt.filter(|&doubt| doubt < ply && !attempt.unordered) {
            let others = elsewhere(lattice, edge, index, &remaining, options.margin());
            if !others.is_empty() {
                let others = others.iter().map(|other| long(other.mv)).collect();
                let place =
                    PlyContext { cells, options, start: &start.position, game_state: &game_state, ply, edge };
                verdict = verdict.max(Verdict::Ambiguous);
                findings.push(place.follows(doubt, others));
            }
        }
        if is_null(edge.mv) {
            let span = cell.map(|cell| cell.span).unwrap_or_default();
            let words = "a null move: the side passes, which no real game has";
            findings.push(Finding::new(&code::M119, span, words).at_ply(ply, due.0, due.1));
        }
        game_state.play(edge.mv);
    }
    for &ply in &lattice.cut {
        if let Some(edge) = track.edges.get(ply as usize - 1) {
            let span = edge.cell.and_then(|cell| cells.get(cell as usize)).map(|cell| cell.span);
            let (number, side) = mover_at(&start.position, ply);
            verdict = verdict.max(Verdict::Ambiguous);
            findings.push(
                Finding::new(
                    &code::A190,
                    span.unwrap_or_default(),
                    format!("more than {} readings are possible here; the others were dropped", options.beam),
                )
                .at_ply(ply, number, side),
            );
        }
    }
    Walked { verdict, findings, game_state }
}

/// An exact move that still costs this much was in an unlikely place.
const ASTRAY: Cost = Cost::new(2_000);

/// Checks the printed move numbers.
pub(super) struct Numbering {
    /// Whether to check them: on a torn page they were part of the search.
    read: bool,
    /// Difference between the last printed number and the expected one; `None` at the start of a line, which
    /// may begin with any number.
    offset: Option<i64>,
    /// After a jump: the difference before it, and the number that jumped. If the numbers behind it go on as before it, that one alone
    /// is misprinted, and is told already.
    jumped: Option<(i64, u32)>,
}

impl Numbering {
    pub(super) fn of(start: &Chess, read: bool) -> Numbering {
        Numbering { read, offset: (*start == Chess::default()).then_some(0), jumped: None }
    }

    /// The finding that the numbers jump. After a jump, consecutive numbers are accepted.
    fn check(&mut self, cell: &Cell<'_>, due: u32) -> Option<Finding> {
        let printed = cell.number.filter(|_| self.read)?;
        let offset = i64::from(printed) - i64::from(due);
        let before = self.offset.replace(offset).unwrap_or(offset);
        let jump = offset - before;
        let jumped = self.jumped.take();
        if jump == 0 {
            self.jumped = jumped.filter(|(_, odd)| *odd == printed);
            return None;
        }
        if jumped.is_some_and(|(as_before, _)| as_before == offset) {
            return None;
        }
        self.jumped = Some((before, printed));
        let words = match jump {
            1.. => "a move may be missing before it",
            _ => "a move may be duplicated, or the number misprinted",
        };
        let due = i64::from(due) + offset - jump;
        let words = format!("move number {printed}, expected {due}: {words}");
        Some(Finding::new(&code::L310, cell.span, words).text(&*cell.text))
    }
}

fn verdict_of(code: &Code) -> Verdict {
    match code.id {
        "A101" => Verdict::Ambiguous,
        "A102" | "A103" | "A104" | "A105" => Verdict::Settled,
        // Text in another notation is a repair.
        "M110" | "M111" | "M112" | "M114" | "N110" => Verdict::Repaired,
        "D101" => Verdict::Decided,
        "M120" => Verdict::Illegal,
        _ => Verdict::Verified,
    }
}
