//! How far a game can be read if a cell is read differently.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Mutex;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::convert::Proven;
use crate::decode::ahead::Ahead;
use crate::decode::{Decoder, GameState, decided};
use crate::finding::Severity;
use crate::notation::{self, Notation};
use crate::record::CellLine;
use crate::text::Span;
use shakmaty::Position;

/// What looking ahead has shown, by what it depends on: a game that is read again is mostly as it was before.
pub type Known = Mutex<FxHashMap<u64, Ahead>>;

/// Looks ahead in one game. The amount of work depends on the record only, not on time.
pub struct Sight<'s, 'g> {
    proven: &'s Proven<'g>,
    notation: Option<&'static dyn Notation>,
    decoder: &'s mut Decoder,
    left: u32,
    /// The positions that may still be come by in readings with misspellings.
    work: u64,
    /// Whether it was too little.
    is_short: bool,
    known: &'s Known,
    /// For each cell, what it and those behind it are.
    behind: Vec<u64>,
    /// What the whole game is.
    game: u64,
}

/// Most readings of one game: enough for several stops with all their legal moves.
const READINGS: u32 = 400;
/// Most readings of a torn page, where each one decodes the whole game again.
const READINGS_UNORDERED: u32 = 8;

/// Most positions that the readings of a source may come by with misspellings, if it is short, and how many they are for each
/// byte of a longer one. A game has its share, by its length. With less, what follows is only read exactly.
const WORK: u64 = 100_000;
const WORK_EACH: u64 = 25;

/// A place in the game.
pub struct Here<'h> {
    /// Index of its cell; `None` if the text stands between the cells.
    pub cell: Option<usize>,
    /// Index of the first cell behind it.
    pub next: usize,
    /// Number of half-moves before it.
    pub before: usize,
    /// Byte range of its text.
    pub anchor: Span,
    /// The position before it, if it is a position of the game.
    pub seat: Option<&'h GameState>,
}

impl<'s, 'g> Sight<'s, 'g> {
    /// For one game.
    pub fn new(proven: &'s Proven<'g>, decoder: &'s mut Decoder, known: &'s Known) -> Sight<'s, 'g> {
        let left = match &proven.draft.unordered {
            // In a printed book an outlook says more, and takes far less time.
            Some(_) if proven.has_outlook() => 0,
            Some(_) => READINGS_UNORDERED,
            None => READINGS,
        };
        let reading = &proven.reading;
        let notation = notation::find(reading.notation);
        let game = hash(&(format!("{:?}", reading.game.start), reading.notation));
        let mut behind = vec![game];
        for cell in proven.draft.mainline.cells.iter().rev() {
            behind.push(hash(&(format!("{cell:?}"), behind.last())));
        }
        behind.reverse();
        let bytes = proven.source.text().len().max(1) as u64;
        let own = proven.draft.span.len() as u64;
        let work = (WORK * own / bytes).max(WORK_EACH * own);
        let game = match &proven.draft.unordered {
            Some(unordered) => hash(&(format!("{unordered:?}"), behind[0])),
            None => game,
        };
        Sight { proven, notation, decoder, left, work, is_short: false, known, behind, game }
    }

    /// Whether some readings since this was asked last were only exact, because more would have been too much work.
    pub fn was_short(&mut self) -> bool {
        std::mem::take(&mut self.is_short)
    }

    /// What was seen before by this key, or is seen now.
    fn once(&mut self, key: u64, see: impl FnOnce(&mut Self) -> Option<Ahead>) -> Option<Ahead> {
        let there = self.known.lock().ok().and_then(|known| known.get(&key).copied());
        if there.is_some() {
            return there;
        }
        let seen = see(self)?;
        if let Ok(mut known) = self.known.lock() {
            known.insert(key, seen);
        }
        Some(seen)
    }

    /// Looks ahead with each of some readings on all threads, where that takes long: on torn pages.
    pub fn look(&mut self, here: &Here<'_>, said: &[String]) {
        let Some(at) = here.cell.filter(|_| self.proven.draft.unordered.is_some()) else { return };
        let (known, game) = (self.known, self.game);
        let (options, proven) = (self.decoder.options(), self.proven);
        let is_known = |key: u64| known.lock().is_ok_and(|known| known.contains_key(&key));
        let said = &said[..said.len().min(self.left as usize)];
        let share = said.len().div_ceil(rayon::current_num_threads()).max(1);
        let see = |decoder: &mut Decoder, said: &String| {
            let key = hash(&(game, at, said.as_str()));
            if is_known(key) {
                return;
            }
            let seen = glance(proven, decoder, at, said);
            if let (Some(seen), Ok(mut known)) = (seen, known.lock()) {
                known.insert(key, seen);
            }
        };
        said.par_chunks(share).for_each(|said| {
            let mut decoder = Decoder::new(options);
            said.iter().for_each(|said| see(&mut decoder, said));
        });
    }

    /// Decodes the game with the text of a place replaced by `said`; an empty text removes it. Returns the
    /// half-moves read, whether the record is complete, and the number of remaining doubts; `None` when the
    /// limit of readings is reached.
    pub fn ahead(&mut self, here: &Here<'_>, said: &str) -> Option<(usize, u8, usize)> {
        self.left = self.left.checked_sub(1)?;
        match (here.seat, self.notation) {
            (Some(seat), Some(notation)) if self.proven.draft.unordered.is_none() => {
                Some(self.go_on(here, seat.clone(), said, notation))
            }
            _ => {
                let at = here.cell?;
                let key = hash(&(self.game, at, said));
                self.once(key, |sight| glance(sight.proven, sight.decoder, at, said)).map(row)
            }
        }
    }

    fn go_on(
        &mut self,
        here: &Here<'_>,
        mut seat: GameState,
        said: &str,
        notation: &'static dyn Notation,
    ) -> (usize, u8, usize) {
        let legal = seat.position.legal_moves();
        let said = decided::named(said, &[], seat.scene(), &legal).first().copied();
        said.into_iter().for_each(|mv| seat.play(mv));
        let before: Vec<_> = self.proven.reading.game.moves().take(here.before).collect();
        let slips = self.work > 0;
        self.is_short |= !slips;
        let key = hash(&(self.behind.get(here.next), before, said.into_iter().collect::<Vec<_>>(), slips));
        let ahead = self.once(key, |sight| {
            let cells = sight.proven.draft.mainline.cells.get(here.next..).unwrap_or_default();
            let cell_line = CellLine { cells: cells.to_vec(), ..CellLine::default() };
            Some(sight.decoder.go_on(&cell_line, &seat, notation, slips))
        });
        let Some(ahead) = ahead else { return (here.before, 0, 0) };
        self.work = self.work.saturating_sub(ahead.work);
        let earlier = self.proven.findings.iter().map(|located| &located.finding);
        let earlier = earlier.filter(|f| f.severity > Severity::Note && f.span.start < here.anchor.start);
        let plies = here.before + usize::from(said.is_some()) + ahead.plies;
        row(Ahead { plies, doubts: earlier.count() + ahead.doubts, ..ahead })
    }
}

/// How far a torn page is read with the text of a cell replaced.
fn glance(proven: &Proven<'_>, decoder: &mut Decoder, at: usize, said: &str) -> Option<Ahead> {
    let mut draft = proven.draft.clone();
    if said.is_empty() {
        draft.mainline.cells.remove(at);
        if let Some(unordered) = draft.unordered.as_mut().filter(|unordered| at < unordered.places.len()) {
            unordered.places.remove(at);
        }
    } else {
        draft.mainline.cells.get_mut(at)?.decided = Some(said.to_owned());
    }
    Some(decoder.glance(&draft))
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// In the form of the page: half-moves, 1 if the record is complete, doubts.
fn row(ahead: Ahead) -> (usize, u8, usize) {
    (ahead.plies, u8::from(ahead.whole), ahead.doubts)
}
