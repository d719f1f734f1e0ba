//! Which corrections touch which games of a printed book, and these games, read again.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rayon::prelude::*;
use rustc_hash::FxHasher;
use scorebook_book::decode::{self, KnownMoves, Reading, Step};
use scorebook_book::{Book, Game, book, trust};
use scorebook_heading::Heading;

use super::desk::{Change, Desk};
use super::held::{Held, Room};
use super::redecided::{Places, Reread};
use super::{printed, together};
use crate::corrections::{CorrectionKind as Kind, Standing};
use crate::record::Draft;
use crate::text::Span;

/// A game that starts at most so many characters from a position starts there.
const NEAR: u32 = 60;
/// A game may have a heading of so many characters.
const HEADING: u32 = 200;
/// No game begins so few characters behind the beginning of another.
const BEHIND: u32 = 150;

/// A game of a book, with the corrections.
pub(super) struct Redecided {
    /// Which of those that are written without corrections it is.
    pub shown: Option<usize>,
    /// As it is read with the corrections; `None` if there are none in it.
    pub held: Option<Held>,
    /// Whether it begins where a person says so.
    pub is_begun: bool,
}

/// A game of a book before the corrections.
struct Seat {
    /// Which of those that are written it is.
    shown: Option<usize>,
    /// Which of the book's own games stands there.
    own: Option<usize>,
    /// Whether that one is written.
    is_own: bool,
    /// Its characters.
    chars: Range<u32>,
}

/// The corrections of a book, by the games that they touch.
pub(super) struct Redecision<'b> {
    base: &'b Book,
    shown: &'b [(Draft<'static>, crate::decode::Reading)],
    places: &'b Places,
    seats: Vec<Seat>,
    /// For each game, its corrections as they were decided.
    changes: Vec<Vec<Change>>,
    /// Corrections where no game stands, unless a person says that one starts there.
    others: Vec<Change>,
    /// Characters at which a person says that a game starts.
    starts: Vec<u32>,
    /// Characters that a person calls one game.
    wholes: Vec<Range<u32>>,
}

impl<'b> Redecision<'b> {
    /// `shown` are the games that are written without corrections.
    pub(super) fn new(
        base: &'b Book,
        shown: &'b [(Draft<'static>, crate::decode::Reading)],
        places: &'b Places,
    ) -> Redecision<'b> {
        let mut desk = Redecision {
            base,
            shown,
            places,
            seats: Vec::new(),
            changes: Vec::new(),
            others: Vec::new(),
            starts: Vec::new(),
            wholes: Vec::new(),
        };
        let own: Vec<Span> = base.games.iter().map(|game| printed::place(base, game)).collect();
        let mut is_taken = vec![false; own.len()];
        for (at, (draft, reading)) in shown.iter().enumerate() {
            let is_own = own.iter().position(|place| *place == draft.span);
            let place = together::place(reading);
            let beside = || own.iter().position(|own| together::shares(*own, place));
            let game = is_own.or_else(beside).filter(|game| !is_taken[*game]);
            own.iter().zip(&mut is_taken).for_each(|(own, taken)| *taken |= together::shares(*own, place));
            let chars = match is_own {
                Some(game) => base.games[game].start..base.games[game].end,
                None => desk.chars(place).unwrap_or(0..0),
            };
            desk.seats.push(Seat { shown: Some(at), own: game, is_own: is_own.is_some(), chars });
        }
        // What was read but is not written, such as a fragment.
        for (at, game) in base.games.iter().enumerate().filter(|(at, _)| !is_taken[*at]) {
            desk.seats.push(Seat { shown: None, own: Some(at), is_own: true, chars: game.start..game.end });
        }
        desk.seats.sort_by_key(|seat| seat.chars.start);
        desk.changes = vec![Vec::new(); desk.seats.len()];
        desk
    }

    /// The characters of a span of the source.
    fn chars(&self, span: Span) -> Option<Range<u32>> {
        self.places.chars(self.base, span)
    }

    /// Index of the game that contains a character, or of the game before it.
    fn seat(&self, at: u32) -> Option<usize> {
        let seats = &self.seats;
        let held = seats.iter().position(|seat| seat.chars.contains(&at));
        held.or_else(|| seats.iter().rposition(|seat| seat.chars.start <= at))
            .or_else(|| seats.iter().position(|seat| seat.chars.start <= at + NEAR * 10))
    }

    /// Takes a correction up, or says why it cannot be applied.
    pub(super) fn take(&mut self, one: &Standing<'_>) -> Result<(), String> {
        let row = one.row;
        let chars = self.chars(one.span).ok_or("the text is not part of a game")?;
        let change = Change { row: row.row, chars: chars.clone(), kind: row.kind, value: row.value.clone() };
        match row.kind {
            Kind::Leave | Kind::Tag => Ok(()),
            Kind::Misprint if row.value.is_empty() => Ok(()),
            Kind::Game if row.is_whole() => {
                self.wholes.push(chars);
                Ok(())
            }
            Kind::Game => {
                self.starts.push(chars.start);
                Ok(())
            }
            Kind::NotScore | Kind::Junk => {
                for (seat, changes) in self.seats.iter().zip(&mut self.changes) {
                    if seat.chars.start < chars.end && chars.start < seat.chars.end {
                        changes.push(change.clone());
                    }
                }
                Ok(())
            }
            Kind::Move | Kind::Misprint | Kind::Missing | Kind::MissingAfter => {
                change.check()?;
                match self.seat(chars.start) {
                    Some(seat) => self.changes[seat].push(change),
                    None => self.others.push(change),
                }
                Ok(())
            }
        }
    }

    /// A game as it is written without corrections.
    fn game(&self, seat: &Seat, next: u32) -> Option<Game> {
        let own = seat.own.map(|own| &self.base.games[own]);
        if let Some(own) = own.filter(|_| seat.is_own) {
            return Some(own.clone());
        }
        // Another reader has read it.
        let (_, reading) = self.shown.get(seat.shown?)?;
        let step = |(m, (span, cell)): (_, (&Span, &Option<u32>))| {
            let cell = cell.and_then(|_| self.chars(*span)).unwrap_or(0..0);
            Step::known(m, cell, 0.0)
        };
        let steps = reading.game.moves().zip(reading.spans.iter().zip(&reading.cells)).map(step).collect();
        let (until, attempt) =
            own.map_or((next, decode::Attempt::Order), |own| (own.until, own.reading.attempt));
        Some(Game {
            start: seat.chars.start,
            end: seat.chars.end,
            until: until.max(seat.chars.end),
            reading: Reading::of(steps, attempt),
            heading: Heading::default(),
        })
    }

    /// All games, those read again that have corrections.
    pub(super) fn read(self, reread: &Reread) -> Vec<Redecided> {
        let may_start: Vec<book::Start> = book::starts(&self.base.evidence);
        let last = (self.base.evidence.print.chars.len() as u32).saturating_sub(1);
        let begun: Vec<u32> =
            self.starts.iter().copied().chain(self.wholes.iter().map(|whole| whole.start)).collect();
        let is_cut = |seat: &Seat| {
            let inside = |start: &&u32| **start > seat.chars.start + NEAR && **start < seat.chars.end;
            begun.iter().filter(inside).min().copied()
        };
        let newly = self.begun(last);
        // What was read where a person says that a game begins is none, unless it is written.
        let stays = |seat: &Seat| {
            let start = seat.chars.start;
            let is_in_new =
                || newly.iter().any(|(from, to)| begins_in(start, &(*from..*to)) && seat.shown.is_none());
            !self.wholes.iter().any(|whole| begins_in(start, whole)) && !is_in_new()
        };
        let again = |(at, seat): (usize, &Seat)| -> Option<Redecided> {
            let is_here = |change: &&Change| {
                let begins = |(from, to): &(u32, u32)| (*from..*to).contains(&change.chars.start);
                !newly.iter().any(begins)
            };
            let changes: &[Change] = &self.changes[at].iter().filter(is_here).cloned().collect::<Vec<_>>();
            let cut = is_cut(seat);
            if changes.is_empty() && cut.is_none() {
                // A fragment is no game.
                return seat.shown.map(|_| Redecided { shown: seat.shown, held: None, is_begun: false });
            }
            let next = self.seats.get(at + 1).map_or(last, |next| next.chars.start);
            let bound = cut.unwrap_or(next).max(seat.chars.start + 1);
            let ends = ends(&may_start, seat.chars.start, bound, last);
            let game = self.game(seat, next)?;
            let held = Held::new(game, seat.is_own);
            let held = self.corrected(held, changes, &Room { bound, cut, ends, last }, reread);
            Some(Redecided { shown: seat.shown, held: Some(held), is_begun: false })
        };
        let seats: Vec<(usize, &Seat)> =
            self.seats.iter().enumerate().filter(|(_, seat)| stays(seat)).collect();
        let mut games: Vec<Redecided> = seats.into_par_iter().filter_map(again).collect();
        for (start, end) in newly {
            let before = self.base.games.iter().find(|game| begins_in(game.start, &(start..end)));
            let heading = before.map(|game| game.heading.clone()).unwrap_or_default();
            let room = Room { bound: end, cut: None, ends: vec![end], last };
            let evidence = &self.base.evidence;
            let begin = evidence.begin(start);
            let read = decode::read_knowing(evidence, &self.base.prices, begin, end, KnownMoves::default());
            let read = read.and_then(|reading| super::held::game(start, end, heading.clone(), reading));
            let is_begun = self.starts.contains(&start);
            let holds = |game: &Game| trust::judge(&game.reading).plies(&game.reading) > 0;
            let read = read.filter(|game| !is_begun || holds(game));
            // A person may know its moves where the print has none.
            let none = || Game {
                start,
                end: (start + 1).min(end),
                until: end,
                reading: Reading::of(Vec::new(), decode::Attempt::Order),
                heading,
            };
            let Some(game) = read.or_else(|| is_begun.then(none)) else { continue };
            let is_inside = |change: &&Change| (start..end).contains(&change.chars.start);
            let all = self.changes.iter().flatten().chain(&self.others);
            let mut inside: Vec<Change> = all.filter(is_inside).cloned().collect();
            inside.sort_by_key(|change| change.row);
            let held = Some(self.corrected(Held::new(game, true), &inside, &room, reread));
            games.push(Redecided { shown: None, held, is_begun });
        }
        games
    }

    /// Where games begin that a person has named, and where they end.
    fn begun(&self, last: u32) -> Vec<(u32, u32)> {
        let mut out: Vec<(u32, u32)> = self.wholes.iter().map(|whole| (whole.start, whole.end)).collect();
        let is_whole = |start: u32| self.wholes.iter().any(|whole| begins_in(start, whole));
        let written = self.seats.iter().filter(|seat| seat.shown.is_some()).map(|seat| seat.chars.start);
        let known: Vec<u32> = written
            .filter(|start| !is_whole(*start))
            .chain(self.wholes.iter().map(|whole| whole.start))
            .collect();
        for &start in &self.starts {
            // Its heading may stand above the first move.
            if known.iter().any(|known| *known + NEAR >= start && *known <= start + HEADING) {
                continue;
            }
            let others = known.iter().chain(&self.starts).copied();
            let next = others.filter(|other| *other > start).min().unwrap_or(last);
            out.push((start, next));
        }
        out
    }

    /// A game with its corrections, made one after another.
    fn corrected(&self, mut held: Held, changes: &[Change], room: &Room, reread: &Reread) -> Held {
        let mut hasher = FxHasher::default();
        (held.game.start, held.game.until, room.bound).hash(&mut hasher);
        let keys: Vec<u64> = std::iter::once(hasher.finish())
            .chain(changes.iter().map(|change| {
                change.hash(&mut hasher);
                hasher.finish()
            }))
            .collect();
        let known = keys.iter().enumerate().rev().find_map(|(at, key)| Some((at, reread.get(*key)?)));
        let done = known.as_ref().map_or(0, |known| known.0);
        if let Some((at, known)) = known {
            held = known;
            if at == changes.len() {
                return held;
            }
        } else if room.cut.is_none() {
            reread.put(keys[0], &held);
        }
        let mut desk = Desk::new(self.base);
        changes[..done].iter().for_each(|change| desk.apply(change));
        if done == 0 && room.cut.is_some() {
            held.cut(&desk, room);
            reread.put(keys[0], &held);
        }
        for (change, key) in changes[done..].iter().zip(&keys[done + 1..]) {
            desk.apply(change);
            held.decide(change, &desk, room);
            reread.put(*key, &held);
        }
        held
    }
}

/// Where a game may end.
fn ends(may_start: &[book::Start], start: u32, bound: u32, last: u32) -> Vec<u32> {
    let behind = &may_start[may_start.partition_point(|other| other.place <= start + BEHIND)..];
    let near = |is: fn(&book::Start) -> bool| {
        behind.iter().find(|other| is(other)).map_or(last, |other| other.place)
    };
    let mut ends: Vec<u32> = [near(|other| other.likely), near(|other| other.sure), bound]
        .into_iter()
        .map(|end| end.min(bound))
        .collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}

/// Whether a game that begins at a character begins in a passage.
fn begins_in(start: u32, passage: &Range<u32>) -> bool {
    passage.start <= start + NEAR && start < passage.end
}
