//! From the lattice to a reading: the moves, the verdict, and what there is to say at each ply.

use shakmaty::{Chess, Color, EnPassantMode, Outcome, Position, fen::Fen};

use super::lattice::{Edge, Lattice};
use super::lexicon::Lexicon;
use super::reader::{How, Leniency, Plain, Reader, Weighings};
use super::san::san;
use super::search::{MarkHabits, Seat};
use super::{Attempt, Cost, Options, reason};
use crate::finding::{Candidate, Code, Finding, code};
use crate::game::{Game, Line, Ply, Verdict, mover_at};
use crate::notation::Habit;
use crate::record::{Cell, Draft, Strand};
use crate::skeleton::Mark;
use crate::text::Span;

/// A whole game as the decoder understood it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The game: its tags are the draft's, its outcome is not known yet.
    pub game: Game,
    /// How the reading went.
    pub verdict: Verdict,
    /// What there is to say, in the order of the record.
    pub findings: Vec<Finding>,
    /// The notation that was taken.
    pub notation: &'static str,
    /// The place of each ply's text.
    pub spans: Vec<Span>,
    /// The cell of each ply; `None` where the record has lost it.
    pub cells: Vec<Option<u32>>,
    /// What could not be read, from the cell that stopped the game to the last.
    pub rest: Option<Span>,
}

/// Builds a [`Reading`] from one attempt.
pub(super) struct Report<'r> {
    draft: &'r Draft<'r>,
    options: &'r Options,
    attempt: &'r Attempt,
    lexicon: &'r mut Lexicon,
    start: &'r Seat,
    /// A reading that goes on farther, by repairs too unsure to be made.
    pub(super) unsure: Option<&'r Attempt>,
    /// Everything found so far.
    pub(super) findings: Vec<Finding>,
}

impl<'r> Report<'r> {
    pub(super) fn new(
        draft: &'r Draft<'r>,
        options: &'r Options,
        attempt: &'r Attempt,
        start: &'r Seat,
        lexicon: &'r mut Lexicon,
    ) -> Report<'r> {
        Report { draft, options, attempt, lexicon, start, unsure: None, findings: Vec::new() }
    }

    pub(super) fn finish(mut self) -> Reading {
        let track = Track::best(self.attempt);
        let cells = &self.draft.strand.cells;
        let numbering = Numbering::of(&self.start.position, self.draft.torn.is_none());
        let walked = walk(cells, self.options, self.attempt, &track, self.start, numbering, self.lexicon);
        let mut verdict = walked.verdict;
        self.findings.extend(walked.findings);
        let rest = track.unread(cells);
        if let Some(rest) = rest {
            verdict = Verdict::Incomplete;
            let suspects = self.unsure.map(|unsure| self.suspects(unsure, track.len()));
            self.findings.extend(suspects.into_iter().flatten());
            let at = track.next_cell();
            if let Some(cell) = cells.get(at) {
                let place = Stop { cell, ply: track.edges.len() as u32 + 1, seat: &walked.seat };
                self.findings.push(place.finding(&self.start.position, self.lexicon, self.options));
            }
            debug_assert!(rest.end >= rest.start);
        }
        self.findings.splice(0..0, self.draft.findings.iter().cloned());
        let plies = track.edges.iter().map(|edge| annotated(edge, cells)).collect();
        Reading {
            game: Game {
                tags: self.draft.tags.clone(),
                start: self.start.position.clone(),
                line: Line { comments: self.draft.strand.comments.clone(), plies },
                outcome: Outcome::Unknown,
            },
            verdict,
            findings: self.findings,
            notation: self.attempt.notation.name(),
            spans: track.spans(cells),
            cells: track.edges.iter().map(|edge| edge.cell).collect(),
            rest,
        }
    }
}

impl Report<'_> {
    /// The moves that must be other than printed for a farther reading: where a slip may lie that only
    /// shows later. `read` is how far the record is read without them.
    fn suspects(&self, unsure: &Attempt, read: usize) -> Vec<Finding> {
        let lattice = &unsure.lattice;
        let Some((end, _)) = lattice.end() else { return Vec::new() };
        let path = lattice.path(end);
        if path.len() <= read {
            return Vec::new();
        }
        let remaining = lattice.remaining();
        let mut seat = self.start.clone();
        let mut findings = Vec::new();
        for (layer, edge) in path.iter().map(|&edge| &lattice.edges[edge as usize]).enumerate() {
            // Behind the stop there is nothing to suspect yet.
            if layer >= read {
                break;
            }
            if !edge.how.is_unbent() {
                let ply = layer as u32 + 1;
                let start = &self.start.position;
                let cells = &self.draft.strand.cells;
                let place = Place { cells, options: self.options, start, seat: &seat, ply, edge };
                let rivals = rivals(lattice, edge, layer, &remaining);
                let alive: Vec<&Rival> = rivals.iter().filter(|rival| rival.margin.is_some()).collect();
                let words = format!(
                    "the record stops later; if this were {}, it could be read to half-move {}",
                    place.san(),
                    path.len()
                );
                findings.push(Finding { chosen: None, ..place.finding(&code::M113, words, &alive) });
            }
            seat.play(edge.mv);
        }
        findings
    }
}

/// A variation: its line, and the cell of each of its plies.
pub(super) fn variation(
    strand: &Strand<'_>,
    options: &Options,
    attempt: &Attempt,
    start: &Seat,
    lexicon: &mut Lexicon,
    findings: &mut Vec<Finding>,
) -> (Line, Vec<Option<u32>>) {
    let track = Track::best(attempt);
    let numbering = Numbering::of(&start.position, true);
    let walked = walk(&strand.cells, options, attempt, &track, start, numbering, lexicon);
    // Plies of findings count the mainline; a variation's findings have only their place.
    findings.extend(walked.findings.into_iter().map(|finding| Finding { ply: None, ..finding }));
    let mut comments = strand.comments.clone();
    if let Some(rest) = track.unread(&strand.cells) {
        let at = track.next_cell();
        if let Some(cell) = strand.cells.get(at) {
            let place = Stop { cell, ply: track.edges.len() as u32 + 1, seat: &walked.seat };
            let finding = place.finding(&start.position, lexicon, options);
            findings.push(Finding { ply: None, ..finding });
        }
        let left: Vec<&str> = strand.cells[at..].iter().map(|cell| &*cell.text).collect();
        if !rest.is_empty() {
            comments.push(format!("not read: {}", left.join(" ")));
        }
    }
    let plies = track.edges.iter().map(|edge| annotated(edge, &strand.cells)).collect();
    (Line { comments, plies }, track.edges.iter().map(|edge| edge.cell).collect())
}

/// The move of an edge with the notes of its cell.
fn annotated(edge: &Edge, cells: &[Cell<'_>]) -> Ply {
    let mut ply = Ply::from(edge.mv);
    if let Some(cell) = edge.cell.and_then(|cell| cells.get(cell as usize)) {
        ply.nags.clone_from(&cell.nags);
        ply.comments.clone_from(&cell.comments);
    }
    ply
}

/// The edges of the reading that is taken.
pub(super) struct Track<'l> {
    edges: Vec<&'l Edge>,
    /// The vertex at which it stops.
    end: u32,
    lattice: &'l Lattice,
}

/// After a bent move, this many exact ones must follow for the bend to stand where the record is
/// not read to its end.
const PROOF: usize = 6;

impl<'l> Track<'l> {
    pub(super) fn best(attempt: &'l Attempt) -> Track<'l> {
        let lattice = &attempt.lattice;
        let Some((end, _)) = lattice.end() else { return Track { edges: Vec::new(), end: 0, lattice } };
        let edges: Vec<&Edge> =
            lattice.path(end).into_iter().map(|edge| &lattice.edges[edge as usize]).collect();
        let mut track = Track { edges, end, lattice };
        if attempt.leniency > Leniency::Exact && !attempt.torn {
            track.drop_guesses();
        }
        track
    }

    /// How many half-moves it has.
    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Cuts the track before a repair that is likelier wrong than right, and before one that nothing confirms: what
    /// is written is what is proven.
    fn drop_guesses(&mut self) {
        let lattice = self.lattice;
        let remaining = lattice.remaining();
        let unsure = self.edges.iter().enumerate().position(|(layer, edge)| {
            let against = rivals(lattice, edge, layer, &remaining);
            let odds: f64 = against.iter().filter_map(|rival| rival.margin).map(Cost::odds).sum();
            !edge.how.is_unbent() && odds >= 1.0
        });
        if let Some(unsure) = unsure {
            self.cut(unsure);
        }
        let stopped = !lattice.vertices[self.end as usize].finished;
        while stopped && let Some(last) = self.edges.iter().rposition(|edge| !edge.how.is_unbent()) {
            if self.edges.len() - last > PROOF {
                break;
            }
            self.cut(last);
        }
    }

    fn cut(&mut self, length: usize) {
        if let Some(edge) = self.edges.get(length) {
            self.end = edge.from;
            self.edges.truncate(length);
        }
    }

    /// The first cell that was not read.
    fn next_cell(&self) -> usize {
        self.edges.iter().rev().find_map(|edge| edge.cell).map_or(0, |cell| cell as usize + 1)
    }

    fn unread(&self, cells: &[Cell<'_>]) -> Option<Span> {
        let stopped = self.lattice.vertices.get(self.end as usize).is_some_and(|v| !v.finished);
        let (first, last) = (cells.get(self.next_cell())?, cells.last()?);
        stopped.then(|| first.span.join(last.span))
    }

    fn spans(&self, cells: &[Cell<'_>]) -> Vec<Span> {
        let mut before = cells.first().map_or_else(Span::default, |cell| Span::at(cell.span.start));
        self.edges
            .iter()
            .map(|edge| {
                let span = edge.cell.and_then(|cell| cells.get(cell as usize)).map(|cell| cell.span);
                let span = span.unwrap_or(Span::at(before.end));
                before = span;
                span
            })
            .collect()
    }
}

/// What a walk along the track gave.
struct Walked {
    verdict: Verdict,
    findings: Vec<Finding>,
    /// Where the track ends.
    seat: Seat,
}

/// Walks along the track and says at each ply what is to be said.
fn walk(
    cells: &[Cell<'_>],
    options: &Options,
    attempt: &Attempt,
    track: &Track<'_>,
    start: &Seat,
    mut numbering: Numbering,
    lexicon: &mut Lexicon,
) -> Walked {
    let lattice = &attempt.lattice;
    let mut seat = start.clone();
    let mut findings = Vec::new();
    let mut verdict = Verdict::Verified;
    // A straight lattice of exact edges has nothing to tell.
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
        if !(rivals.is_empty() && edge.how.is_exact()) {
            let place = Place { cells, options, start: &start.position, seat: &seat, ply, edge };
            for finding in place.findings(&rivals, lexicon) {
                verdict = verdict.max(verdict_of(finding.code));
                findings.push(finding);
            }
        }
        seat.play(edge.mv);
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
                    format!("more than {} readings are alive here; the rest was dropped", options.beam),
                )
                .at_ply(ply, number, side),
            );
        }
    }
    Walked { verdict, findings, seat }
}

/// Follows the move numbers that the record prints.
struct Numbering {
    /// Whether the numbers are read at all: on a torn page they were already weighed in the search.
    read: bool,
    /// How far the last number stood from the one that was due; not known where a line starts with any
    /// number it likes.
    offset: Option<i64>,
}

impl Numbering {
    fn of(start: &Chess, read: bool) -> Numbering {
        Numbering { read, offset: (*start == Chess::default()).then_some(0) }
    }

    /// The finding where the numbers jump. One that goes on counting from a jump is in order again.
    fn check(&mut self, cell: &Cell<'_>, due: u32) -> Option<Finding> {
        let printed = cell.number.filter(|_| self.read)?;
        let offset = i64::from(printed) - i64::from(due);
        let jump = offset - self.offset.replace(offset).unwrap_or(offset);
        if jump == 0 {
            return None;
        }
        let words = match jump {
            1.. => "a move may be missing before it",
            _ => "a move may be doubled, or the number misprinted",
        };
        let due = i64::from(due) + offset - jump;
        let words = format!("move number {printed} where {due} is due: {words}");
        Some(Finding::new(&code::L310, cell.span, words).text(&*cell.text))
    }
}

fn verdict_of(code: &Code) -> Verdict {
    match code.id {
        "A101" => Verdict::Ambiguous,
        "A102" | "A103" | "A104" => Verdict::Settled,
        "M110" | "M111" | "M112" => Verdict::Repaired,
        "M120" => Verdict::Illegal,
        _ => Verdict::Verified,
    }
}

/// Another move that the same cell may mean.
struct Rival {
    edge: Edge,
    /// How much dearer the best reading with it is; `None` where no reading with it goes on.
    margin: Option<Cost>,
}

/// The other edges that leave the vertex of `edge`.
fn rivals(lattice: &Lattice, edge: &Edge, layer: usize, remaining: &[Cost]) -> Vec<Rival> {
    let ours = edge.cost + remaining[edge.to as usize];
    let mut rivals: Vec<Rival> = lattice
        .layer(layer)
        .iter()
        .filter(|other| other.from == edge.from && other.mv != edge.mv)
        .map(|other| {
            let rest = remaining[other.to as usize];
            let stops_early = rest.above(remaining[edge.to as usize]) >= super::order::UNREAD_CELL;
            let margin = (rest.is_possible() && !stops_early).then(|| (other.cost + rest).above(ours));
            Rival { edge: *other, margin }
        })
        .collect();
    rivals.sort_by_key(|rival| (rival.margin.unwrap_or(Cost::NEVER), rival.edge.cost));
    rivals.dedup_by_key(|rival| rival.edge.mv);
    rivals
}

/// A ply of the track.
struct Place<'p> {
    cells: &'p [Cell<'p>],
    options: &'p Options,
    start: &'p Chess,
    seat: &'p Seat,
    ply: u32,
    edge: &'p Edge,
}

impl Place<'_> {
    fn findings(&self, rivals: &[Rival], lexicon: &mut Lexicon) -> Vec<Finding> {
        let mut findings = Vec::new();
        let how = self.edge.how;
        let all: Vec<&Rival> = rivals.iter().collect();
        let margin = self.options.margin();
        let alive: Vec<&Rival> = rivals.iter().filter(|r| r.margin.is_some_and(|m| m < margin)).collect();
        if !alive.is_empty() {
            let words = format!("{} fit, and what follows does not decide", self.count(alive.len() + 1));
            findings.push(self.finding(&code::A101, words, &alive));
        } else if let Some(local) = self.local(rivals, margin) {
            findings.push(local);
        }
        if how.illegal {
            let why = reason::breaks_rules(&self.seat.position, self.edge.mv);
            let words = match why {
                Some(why) => format!("made as written, against the rules: it {why}"),
                None => "made as written, against the rules".to_owned(),
            };
            findings.push(self.finding(&code::M120, words, &[]));
        }
        if how.lost {
            let words = format!("the record has lost a move here; {} lets the rest be played", self.san());
            findings.push(self.finding(&code::M112, words, &all));
        } else if how.misread > 0 {
            let words = format!("“{}” is taken for a misread {}", self.text(), self.san());
            findings.push(self.finding(&code::M111, words, &all));
        } else if !how.bends.is_none() {
            let words = format!("read as {}, against the print: {}", self.san(), how.bends);
            findings.push(self.finding(&code::M110, words, &all));
        }
        if how.is_unbent() {
            self.habits(how, lexicon, &mut findings);
        }
        findings
    }

    /// What is to be said of an unbent reading in an unusual habit.
    fn habits(&self, how: How, lexicon: &mut Lexicon, findings: &mut Vec<Finding>) {
        if how.habit == Habit::ByStanding {
            let words = format!("the man is named by where it stands, not by birth: {}", self.san());
            findings.push(self.finding(&code::A106, words, &[]));
        }
        if how.promotion_assumed {
            let words = format!("the text does not say what the pawn becomes: {}", self.san());
            findings.push(self.finding(&code::A105, words, &[]));
        }
        if how.foreign {
            let entry = lexicon.look_up(self.text(), self.seat.position.turn()).clone();
            let name = lexicon.notation(&entry).map_or("another notation", |notation| notation.name());
            findings.push(self.finding(&code::N110, format!("read as {name}: {}", self.san()), &[]));
        }
    }

    /// The finding where the text alone fits several moves but one is left.
    fn local(&self, rivals: &[Rival], margin: Cost) -> Option<Finding> {
        let own = self.edge.cost;
        // On a torn page a rival may stand in another cell: that is no other meaning of this one.
        let same_cell = |r: &&Rival| r.edge.cell == self.edge.cell;
        let fits: Vec<&Rival> = rivals.iter().filter(|r| r.edge.how.is_unbent()).filter(same_cell).collect();
        let equal: Vec<&Rival> = fits.iter().copied().filter(|r| r.edge.cost.above(own) < margin).collect();
        if !equal.is_empty() {
            let words = format!("{} fit; what follows leaves {}", self.count(equal.len() + 1), self.san());
            return Some(self.finding(&code::A102, words, &equal));
        }
        let rival = fits.first()?;
        let other = san(&self.seat.position, rival.edge.mv);
        if rival.edge.how.habit == Habit::ByStanding && self.edge.how.habit != Habit::ByStanding {
            let words = format!("{} by birth; by where the men stand it would be {other}", self.san());
            return Some(self.finding(&code::A103, words, &[*rival]));
        }
        if rival.edge.how.promotion_assumed && self.edge.how.promotion_assumed {
            return None;
        }
        let words =
            format!("{} and not {other}, which gives check: this record marks its checks", self.san());
        Some(self.finding(&code::A104, words, &[*rival]))
    }

    fn finding(&self, code: &'static Code, words: String, rivals: &[&Rival]) -> Finding {
        let (number, side) = mover_at(self.start, self.ply);
        let position = &self.seat.position;
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

    fn san(&self) -> String {
        san(&self.seat.position, self.edge.mv)
    }

    fn count(&self, moves: usize) -> String {
        match moves {
            2 => "two moves".to_owned(),
            3 => "three moves".to_owned(),
            n => format!("{n} moves"),
        }
    }
}

/// More candidates than this help nobody.
const MOST_CANDIDATES: usize = 12;

/// Odds of the readings against each other, from their margins.
fn give_odds(candidates: &mut [Candidate], rivals: &[&Rival]) {
    let weights: Vec<f64> =
        std::iter::once(1.0).chain(rivals.iter().map(|rival| rival.margin.map_or(0.0, Cost::odds))).collect();
    let sum: f64 = weights.iter().sum();
    for (candidate, weight) in candidates.iter_mut().zip(weights) {
        candidate.odds = Some((weight / sum) as f32);
    }
}

/// The cell that stopped a game.
struct Stop<'s> {
    cell: &'s Cell<'s>,
    ply: u32,
    seat: &'s Seat,
}

impl Stop<'_> {
    fn finding(&self, start: &Chess, lexicon: &mut Lexicon, options: &Options) -> Finding {
        let (number, side) = mover_at(start, self.ply);
        let scene = self.seat.scene();
        let turn = scene.position.turn();
        let entry = lexicon.look_up(&self.cell.text, turn).clone();
        let nearest = self.nearest(lexicon, options);
        let (code, mut words) = if entry.senses.is_empty() {
            (&code::N101, format!("“{}” is no move in {}", self.cell.text, lexicon_name(lexicon, &entry)))
        } else {
            let reasons = reason::all(entry.senses.iter().map(|sense| &sense.skeleton), scene);
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

    /// The legal moves that would take the least bending.
    fn nearest(&self, lexicon: &mut Lexicon, _options: &Options) -> Vec<Candidate> {
        const MOST: usize = 5;
        let scene = self.seat.scene();
        let legal = scene.position.legal_moves();
        let mut found = Weighings::new();
        Plain { lexicon, leniency: Leniency::Slips }.weigh(self.cell, scene, &legal, &mut found);
        found.sort_by_key(|weighed| weighed.cost);
        found.iter().take(MOST).map(|weighed| Candidate::new(san(scene.position, weighed.mv))).collect()
    }
}

fn lexicon_name(lexicon: &Lexicon, entry: &super::lexicon::Entry) -> &'static str {
    lexicon.notation(entry).map_or("any notation", |notation| notation.name())
}

fn fen_of(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// What a record marks without fail, so that the lack of a mark tells something. Only asked where
/// something is left to tell.
pub(super) fn mark_habits(
    lattice: &Lattice,
    cells: &[Cell<'_>],
    lexicon: &mut Lexicon,
    start: &Seat,
) -> MarkHabits {
    let mut habits = MarkHabits::default();
    let Some((end, _)) = lattice.end() else { return habits };
    let path = lattice.path(end);
    if path.len() == lattice.edges.len() {
        return habits;
    }
    let (mut checks, mut passing) = (Tally::default(), Tally::default());
    let mut seat = start.clone();
    for edge in path {
        let edge = &lattice.edges[edge as usize];
        let side: Color = seat.position.turn();
        seat.play(edge.mv);
        let (check, en_passant) = (seat.position.is_check(), edge.mv.is_en_passant());
        if !check && !en_passant {
            continue;
        }
        let text = edge.cell.and_then(|cell| cells.get(cell as usize)).map_or("", |cell| &cell.text);
        let senses = &lexicon.look_up(text, side).senses;
        if check {
            checks.count(senses.iter().any(|sense| sense.skeleton.mark != Mark::None));
        }
        if en_passant {
            passing.count(senses.iter().any(|sense| sense.skeleton.says_en_passant()));
        }
    }
    if checks.marked >= 3 && checks.bare == 0 {
        habits.unmarked_check = WITHOUT_FAIL;
    }
    if passing.marked >= 1 && passing.bare == 0 {
        habits.unmarked_en_passant = WITHOUT_FAIL;
    }
    habits
}

/// What it costs that a record which marks something without fail has left it out once.
const WITHOUT_FAIL: Cost = Cost::new(3_500);

#[derive(Default)]
struct Tally {
    marked: u32,
    bare: u32,
}

impl Tally {
    fn count(&mut self, marked: bool) {
        *if marked { &mut self.marked } else { &mut self.bare } += 1;
    }
}
