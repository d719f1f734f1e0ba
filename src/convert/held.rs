//! One game of a printed book while a person's corrections are made in it, one after another.
//!
//! Who decides a half-move has seen those before it, and let them stand: with each correction the game is fixed up to the
//! corrected half-move, and only what follows is read again. A corrected half-move is played from its cell, whatever else its
//! text may say.

use std::ops::Range;

use rayon::prelude::*;
use scorebook_book::decode::{self, Evidence, KnownMoves, Reading, Step, Way};
use scorebook_book::{Game, trust};
use scorebook_heading::Heading;
use shakmaty::{Chess, Move, Position};

use super::desk::{Change, Desk, named};
use crate::corrections::CorrectionKind as Kind;
use crate::pass::Passing;

/// A game that explains less than before by more, in nats, is looked for in other ways too; and what each text may have
/// explained that a person calls no move.
const WORSE: f32 = 2.0;
const NO_MOVE: f32 = 5.0;
/// A game that ends nearer to where it was read to, in characters, may go on behind; more stand there than a heading has.
const AT_END: u32 = 150;
const HEADING: u32 = 600;
/// So many half-moves of a side without a cell are a lost column.
const FEW: usize = 2;
/// A reading up to another end must explain so much more, in nats.
const BETTER: f32 = 5.0;

/// Where a game may end.
pub(super) struct Room {
    /// The next game starts here, at the latest.
    pub bound: u32,
    /// A person says that another game starts here.
    pub cut: Option<u32>,
    /// Where it may end.
    pub ends: Vec<u32>,
    /// The last character of the book.
    pub last: u32,
}

/// A half-move that a person has said.
#[derive(Clone, Debug)]
struct Spoken {
    row: usize,
    m: Move,
    cell: Range<u32>,
    /// Where it was played when it was said.
    ply: usize,
    /// Where it is played now.
    now: Option<usize>,
}

/// What has become of a correction.
pub(super) struct Fate {
    pub row: usize,
    /// The half-move, from 0, that it is.
    pub ply: Option<usize>,
}

/// A game with the corrections made so far.
#[derive(Clone, Debug)]
pub(super) struct Held {
    /// As it is read now.
    pub game: Game,
    /// Whether the reader of books has read it; else another has, and nothing has changed in it.
    own: bool,
    /// Half-moves from the first on that another reader has read.
    foreign: usize,
    /// What a person has said of its half-moves.
    said: Vec<Spoken>,
    /// Corrections that could not be made: the move is not legal there.
    failed: Vec<usize>,
}

impl Held {
    /// A game before the corrections; `is_own` if the reader of books has read it.
    pub(super) fn new(game: Game, is_own: bool) -> Held {
        let foreign = if is_own { 0 } else { game.reading.steps.len() };
        Held { game, own: is_own, foreign, said: Vec::new(), failed: Vec::new() }
    }

    /// Whether the reader of books has read it, or read on in it.
    pub(super) fn is_own(&self) -> bool {
        self.own
    }

    /// Whether a person has said this half-move, from 1.
    pub(super) fn has_said(&self, ply: Option<u32>) -> bool {
        ply.is_some_and(|ply| {
            self.said.iter().any(|said| said.now.is_some_and(|now| now + 1 == ply as usize))
        })
    }

    /// Whether another reader's half-move, from 1, is still part of it.
    pub(super) fn is_kept(&self, ply: Option<u32>) -> bool {
        ply.is_some_and(|ply| ply as usize <= self.foreign)
    }

    /// What has become of the corrections.
    pub(super) fn fates(&self) -> Vec<Fate> {
        let mut fates: Vec<Fate> = self.failed.iter().map(|row| Fate { row: *row, ply: None }).collect();
        // Of several moves of one correction, all must be played.
        for said in &self.said {
            match fates.iter_mut().find(|fate| fate.row == said.row) {
                Some(fate) => fate.ply = fate.ply.and(said.now),
                None => fates.push(Fate { row: said.row, ply: said.now }),
            }
        }
        fates
    }

    /// Ends the game where a person says that another begins.
    pub(super) fn cut(&mut self, desk: &Desk<'_>, room: &Room) {
        let Some(cut) = room.cut else { return };
        let steps = &self.game.reading.steps;
        let many = steps.iter().position(|step| step.cell.start >= cut).unwrap_or(steps.len());
        self.read_on(steps[..many].to_vec(), 0, desk, room);
    }

    /// Makes a correction.
    pub(super) fn decide(&mut self, change: &Change, desk: &Desk<'_>, room: &Room) {
        let steps = &self.game.reading.steps;
        // Behind, nobody has seen anything.
        let seen = trust::judge(&self.game.reading).plies(&self.game.reading);
        let places = self.places(change, seen, &desk.evidence);
        match change.kind {
            Kind::Leave | Kind::Tag | Kind::Game => {}
            Kind::NotScore | Kind::Junk => {
                let first = places.first().map_or(steps.len(), |place| *place);
                self.read_on(steps[..first.min(seen)].to_vec(), 0, desk, room);
            }
            Kind::Move | Kind::Misprint if change.value.is_empty() => {}
            Kind::Move | Kind::Misprint | Kind::Missing | Kind::MissingAfter => {
                let cells: Vec<Range<u32>> = match change.kind {
                    Kind::Move | Kind::Misprint => vec![change.chars.clone()],
                    // Where they stand is not known.
                    _ => change.values().map(|_| change.chars.start..change.chars.start).collect(),
                };
                let played = places.iter().filter(|place| **place <= seen).find_map(|&place| {
                    let moves = self.played(change, place)?;
                    Some((place, moves))
                });
                match played {
                    Some((place, moves)) => self.say(change, place, &moves, &cells, desk, room),
                    None => {
                        self.failed.push(change.row);
                        let first = places.first().map_or(steps.len(), |place| *place);
                        self.read_on(steps[..first.min(seen)].to_vec(), 0, desk, room);
                    }
                }
            }
        }
    }

    /// The half-moves, from 0, that a correction may be about, the likeliest first; `seen` are written.
    fn places(&self, change: &Change, seen: usize, evidence: &Evidence) -> Vec<usize> {
        let steps = &self.game.reading.steps;
        let Range { start, end } = change.chars;
        let behind = usize::from(change.kind == Kind::MissingAfter);
        let shared = |step: &Step| step.cell.end.min(end).saturating_sub(step.cell.start.max(start));
        let all = (0..steps.len()).rev();
        let read = all.filter(|at| shared(&steps[*at]) > 0).max_by_key(|at| shared(&steps[*at]));
        // A game may stop where the print is lost.
        let lost = |step: &&Step| step.cell.is_empty() && change.chars.contains(&step.cell.start);
        let is_lost = read.is_none() && steps.get(seen).is_some_and(|step| lost(&step));
        if is_lost && change.kind == Kind::MissingAfter {
            return vec![seen];
        }
        if let Some(read) = read.or_else(|| is_lost.then_some(seen)) {
            // Half-moves without a cell right before the text are what is missing.
            let printed =
                || steps[..read].iter().rposition(|step| !step.cell.is_empty()).map_or(0, |at| at + 1);
            return vec![if change.kind == Kind::Missing { printed() } else { read + behind }];
        }
        // Its text is read as no half-move. A finding about it stands behind the half-moves that are printed before it.
        let byte = |at: u32| evidence.print.bytes[at as usize];
        let before = steps[..seen].iter().filter(|step| byte(step.cell.start) < byte(start)).count();
        let mut places: Vec<usize> = Vec::new();
        for place in [before, seen, before + 1, before.saturating_sub(1)] {
            let place = (place + behind).min(seen);
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }

    /// The moves that a correction names, from a half-move on; `None` if one is not legal.
    fn played(&self, change: &Change, place: usize) -> Option<Vec<Move>> {
        let mut position = Chess::default();
        self.game.reading.steps[..place].iter().for_each(|step| position.play_or_pass(step.m));
        let mut moves = Vec::new();
        for value in change.values() {
            let m = named(value, &position)?;
            position.play_or_pass(m);
            moves.push(m);
        }
        Some(moves)
    }

    /// Plays moves that a person has said, from a half-move on, and reads what follows.
    fn say(
        &mut self,
        change: &Change,
        place: usize,
        moves: &[Move],
        cells: &[Range<u32>],
        desk: &Desk<'_>,
        room: &Room,
    ) {
        let steps = &self.game.reading.steps;
        let is_missing = matches!(change.kind, Kind::Missing | Kind::MissingAfter);
        let overlaps =
            |step: &Step, cell: &Range<u32>| step.cell.start < cell.end && cell.start < step.cell.end;
        let is_read = moves.iter().zip(cells).enumerate().all(|(at, (m, cell))| {
            let step = steps.get(place + at).filter(|step| step.m == *m);
            let was_said = || self.said.iter().any(|said| said.now == Some(place + at));
            step.is_some_and(|step| {
                overlaps(step, cell) || is_missing && (step.cell.is_empty() || was_said())
            })
        });
        if is_missing && !is_read {
            self.say_anywhere(change, place, moves, desk, room);
            self.say_again(desk, room);
            return;
        }
        let mut given = steps[..place].to_vec();
        for (at, (m, cell)) in moves.iter().zip(cells).enumerate() {
            let cost = given.last().map_or(0.0, |step| step.cost);
            let read = steps.get(place + at).filter(|step| is_read || overlaps(step, cell));
            let mut step = Step::known(*m, cell.clone(), cost);
            // As a half-move that has a cell, wherever that may be.
            step.way = Way::Next(0);
            step.passed = read.map_or_else(|| passed(&given, cell, &desk.evidence), |read| read.passed);
            if is_read && let Some(read) = read {
                step.cell = read.cell.clone();
            }
            self.said.retain(|said| said.cell.is_empty() || said.cell != step.cell);
            self.said.push(Spoken {
                row: change.row,
                m: *m,
                cell: step.cell.clone(),
                ply: place + at,
                now: None,
            });
            given.push(step);
        }
        if is_read {
            let seen = self.game.reading.given.max(given.len());
            self.game.reading.given = seen;
            self.mark();
            return;
        }
        self.read_on(given, place + moves.len(), desk, room);
        self.say_again(desk, room);
    }

    /// Plays moves that a person has said to be missing, from a half-move on: the reader has not found their cells, which may stand
    /// anywhere. Where they are found, the game is read on from there.
    fn say_anywhere(&mut self, change: &Change, place: usize, moves: &[Move], desk: &Desk<'_>, room: &Room) {
        self.read_with(self.game.reading.steps[..place].to_vec(), moves, place + moves.len(), desk, room);
        for (ply, m) in (place..).zip(moves) {
            let cell = self.game.reading.steps[ply].cell.clone();
            self.said.retain(|said| said.cell.is_empty() || said.cell != cell);
            self.said.push(Spoken { row: change.row, m: *m, cell, ply, now: None });
        }
        self.mark();
    }

    /// Plays once more what a person has said before, where the game is read otherwise now.
    fn say_again(&mut self, desk: &Desk<'_>, room: &Room) {
        let mut before: Vec<Spoken> = self.said.clone();
        before.sort_by_key(|said| said.ply);
        for said in before {
            let is_played = self.said.iter().any(|now| now.cell == said.cell && now.now.is_some());
            let steps = &self.game.reading.steps;
            if is_played || said.ply > steps.len() || said.ply < self.game.reading.given {
                continue;
            }
            let mut position = Chess::default();
            steps[..said.ply].iter().for_each(|step| position.play_or_pass(step.m));
            if !position.is_legal(said.m) {
                continue;
            }
            let given = self.game.reading.given;
            let mut known = steps[..said.ply].to_vec();
            let mut step = Step::known(said.m, said.cell.clone(), known.last().map_or(0.0, |step| step.cost));
            step.way = Way::Next(0);
            step.passed = passed(&known, &said.cell, &desk.evidence);
            known.push(step);
            self.read_on(known, 0, desk, room);
            self.game.reading.given = given;
        }
    }

    /// Reads the game from certain half-moves on; it has `least` at least.
    fn read_on(&mut self, known: Vec<Step>, least: usize, desk: &Desk<'_>, room: &Room) {
        self.read_with(known, &[], least, desk, room);
        self.mark();
    }

    /// The same with moves behind them that a person has said without their cells.
    fn read_with(&mut self, mut known: Vec<Step>, said: &[Move], least: usize, desk: &Desk<'_>, room: &Room) {
        let Desk { base, evidence } = desk;
        let evidence: &Evidence = evidence;
        let Game { start, reading: before, .. } = &self.game;
        let begin = evidence.begin(*start);
        let steps = &known[..];
        let (from, to) = (known.len(), known.len() + said.len());
        let moves: Vec<Option<Move>> =
            (0..from).map(|_| None).chain(said.iter().copied().map(Some)).collect();
        let lost = lost_columns(steps, said.len(), FEW);
        let moves = if said.is_empty() { &[][..] } else { &moves[..] };
        let known_moves =
            KnownMoves { steps, moves, least, anywhere: (from, to), lost, ..KnownMoves::default() };
        let made = |until: u32, reading: Reading| game(*start, until, self.game.heading.clone(), reading);
        // The way that led through the print before mostly does so again.
        let until = self.game.until.min(room.bound);
        let as_before = decode::read_once(evidence, &base.prices, begin, until, known_moves, before.attempt);
        let as_before = as_before.and_then(|reading| made(until, reading));
        let is_good = |game: &Game| {
            let ends = game.end + AT_END < until || until + HEADING > room.bound.min(room.last);
            let worse = before.gain() - game.reading.gain();
            ends && (worse < WORSE + NO_MOVE || !game.reading.is_poor())
        };
        let read = as_before.filter(is_good).or_else(|| {
            let read = |until: &u32| {
                let reading = decode::read_knowing(evidence, &base.prices, begin, *until, known_moves)?;
                made(*until, reading)
            };
            let readings: Vec<Game> = room.ends.par_iter().filter_map(read).collect();
            let better = |a: &Game, b: &Game| b.reading.gain() > a.reading.gain() + BETTER;
            readings.into_iter().reduce(|a, b| if better(&a, &b) { b } else { a })
        });
        let many = to;
        let mut read = read.unwrap_or_else(|| {
            let end = known.iter().map(|step| step.cell.end).max().unwrap_or(*start);
            for m in said {
                let cost = known.last().map_or(0.0, |step| step.cost);
                known.push(Step::known(*m, end..end, cost));
            }
            let reading = Reading::of(known, before.attempt);
            Game { reading, ..self.game.clone() }
        });
        // Doubts about what is certain now are still to be looked at, where nobody has.
        let reading = &mut read.reading;
        for ply in 0..many.min(before.steps.len()).min(reading.steps.len()) {
            if reading.steps[ply].m == before.steps[ply].m {
                reading.margins[ply] = before.margins[ply];
                reading.rivals[ply] = before.rivals[ply];
            }
        }
        reading.given = many;
        self.foreign = self.foreign.min(many);
        self.own = true;
        self.game = read;
    }

    /// Notes where the half-moves are that a person has said; there is no doubt about them.
    fn mark(&mut self) {
        let reading = &mut self.game.reading;
        for said in &mut self.said {
            let is = |step: &Step| step.m == said.m && step.cell == said.cell;
            let at = |ply: usize| reading.steps.get(ply).is_some_and(is);
            said.now = Some(said.ply).filter(|ply| at(*ply)).or_else(|| reading.steps.iter().position(is));
            if let Some(ply) = said.now {
                let step = &mut reading.steps[ply];
                (step.text, step.travel, step.way) = (0.0, 0.0, Way::Next(0));
                reading.margins[ply] = f32::INFINITY;
                reading.rivals[ply] = None;
            }
        }
    }
}

/// The sides of whose half-moves the print has lost a column: the last `few` that are known have no cell, or a person says one that
/// was not read.
pub(super) fn lost_columns(steps: &[Step], said: usize, few: usize) -> [bool; 2] {
    [0, 1].map(|side| {
        let own = || steps.iter().enumerate().rev().filter(|(ply, _)| ply % 2 == side).take(few);
        let is_said = (steps.len()..steps.len() + said).any(|ply| ply % 2 == side);
        is_said || own().count() == few && own().all(|(_, step)| step.cell.is_empty())
    })
}

/// A game from its reading; `None` if it has no half-move.
pub(super) fn game(start: u32, until: u32, heading: Heading, reading: Reading) -> Option<Game> {
    let end = reading.steps.iter().map(|step| step.cell.end).max()?;
    let first = reading.steps.iter().find(|step| !step.cell.is_empty());
    let start = first.map_or(start, |step| step.cell.start.min(start));
    Some(Game { start, end, until, reading, heading })
}

/// The weight of the print between the half-moves before and a cell that stands right behind them.
pub(super) fn passed(before: &[Step], cell: &Range<u32>, evidence: &Evidence) -> f32 {
    let end = before.iter().map(|step| step.cell.end).max().unwrap_or(cell.start);
    if end < cell.start && cell.start - end < AT_END { evidence.rows.passed(end, cell.start) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::san::San;

    const TEXT: &str = "Game 1.\n\nWHITE (Smith).  BLACK (Brown).\n\n1. P-K4   P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4   B-B4\n\
                        4. P-B3   Kt-B3\n5. P-Q4   PxP\n6. PxP    B-Kt5 ch\n7. B-Q2   BxB ch\n8. QKtxB  P-Q4\n";

    /// The game of the text with corrections: kind, text, which of that text, and value.
    fn corrected(rows: &[(Kind, &str, usize, &str)]) -> (Vec<String>, Vec<Option<usize>>) {
        corrected_in(TEXT, rows)
    }

    /// The game of a text with corrections.
    fn corrected_in(text: &str, rows: &[(Kind, &str, usize, &str)]) -> (Vec<String>, Vec<Option<usize>>) {
        let book = scorebook_book::read(text, &Default::default());
        let last = book.evidence.print.chars.len() as u32 - 1;
        let room = Room { bound: last, cut: None, ends: vec![last], last };
        let print: String = book.evidence.print.chars.iter().collect();
        let mut desk = Desk::new(&book);
        let mut held = Held::new(book.games[0].clone(), true);
        for (row, (kind, text, nth, value)) in rows.iter().enumerate() {
            let at = print.match_indices(text).nth(*nth).unwrap().0;
            let start = print[..at].chars().count() as u32;
            let chars = start..start + text.chars().count() as u32;
            let change = Change { row, chars, kind: *kind, value: (*value).to_owned() };
            desk.apply(&change);
            held.decide(&change, &desk, &room);
        }
        let mut position = Chess::default();
        let played = |step: &Step| {
            let san = San::from_move(&position, step.m).to_string();
            position.play_unchecked(step.m);
            san
        };
        let moves = held.game.reading.steps.iter().map(played).collect();
        let fates = held.fates();
        let ply = |row: usize| fates.iter().find(|fate| fate.row == row).and_then(|fate| fate.ply);
        (moves, (0..rows.len()).map(ply).collect())
    }

    #[test]
    fn what_is_decided_is_played_and_what_was_seen_stays() {
        let (read, _) = corrected(&[]);
        // The print says another move.
        let (moves, fates) = corrected(&[(Kind::Move, "B-B4", 1, "a6")]);
        assert_eq!((&moves[..5], moves[5].as_str()), (&read[..5], "a6"));
        assert_eq!(fates, [Some(5)]);
    }

    #[test]
    fn moves_that_are_missing_are_played_behind_their_text() {
        let (moves, fates) = corrected(&[(Kind::MissingAfter, "Kt-QB3", 0, "h3; a6")]);
        assert_eq!(moves[3..8], ["Nc6", "h3", "a6", "Bc4", "Bc5"]);
        assert_eq!(fates, [Some(5)]);
        let (moves, fates) = corrected(&[(Kind::Missing, "B-B4", 0, "h3; a6")]);
        assert_eq!(moves[3..8], ["Nc6", "h3", "a6", "Bc4", "Bc5"]);
        assert_eq!(fates, [Some(5)]);
    }

    #[test]
    fn the_other_side_is_read_on_where_a_column_is_lost() {
        let text = "Game 1.\n\nWHITE (Smith).  BLACK (Brown).\n\n1. P-K4   P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4   B-B4\n\
                    4. P-B3   Kt-B3\n5. P-Q4\n6. PxP\n7. B-Q2\n8. QKtxB\n9. PxP\n10. Q-Kt3\n11. Castles\n12. KR-K1\n";
        let rows = [
            (Kind::MissingAfter, "P-Q4", 0, "exd4"),
            (Kind::MissingAfter, "PxP", 0, "Bb4"),
            (Kind::MissingAfter, "B-Q2", 0, "Bxd2"),
        ];
        for many in 1..=rows.len() {
            let (moves, fates) = corrected_in(text, &rows[..many]);
            let white = ["d4", "cxd4", "Bd2", "Nbxd2"];
            for (at, san) in white[..=many].iter().enumerate() {
                assert_eq!(moves[8 + 2 * at].trim_end_matches('+'), *san, "{moves:?}");
            }
            assert_eq!(fates[many - 1], Some(7 + 2 * many));
        }
    }

    #[test]
    fn earlier_decisions_outlive_later_ones_before_them() {
        let rows = [(Kind::Move, "P-Q4", 1, "d6"), (Kind::Move, "Kt-B3", 0, "Nge7")];
        let (moves, fates) = corrected(&rows);
        assert_eq!((moves[7].as_str(), moves[15].as_str()), ("Nge7", "d6"));
        assert_eq!(fates, [Some(15), Some(7)]);
    }

    #[test]
    fn a_move_that_cannot_be_played_is_no_part_of_the_game() {
        let (moves, fates) = corrected(&[(Kind::Move, "Kt-QB3", 0, "Qa5")]);
        assert_eq!(fates, [None]);
        assert!(moves.len() >= 3, "{moves:?}");
    }
}
