//! How far a game goes when a place is read in another way: it is read anew with that decided.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::decode::Decoder;
use crate::finding::Severity;
use crate::record::Draft;

/// The time that looking ahead has taken for a whole record, on all threads, in microseconds.
#[derive(Default)]
pub struct Spent(AtomicU64);

/// What looking ahead may take for one game, and what is left of that for the record.
pub struct Patience<'s> {
    left: u32,
    until: Instant,
    spent: &'s Spent,
}

/// Games read anew for one game at most.
const READINGS: u32 = 160;
/// And no longer than this. The orders of a torn page take long to search, and a book has many.
const TIME: Duration = Duration::from_secs(6);
const TIME_TORN: Duration = Duration::from_millis(1_500);
/// A record of thousands of games is not worth more: what was not looked at says so.
const TIME_IN_ALL: Duration = Duration::from_secs(90);

impl<'s> Patience<'s> {
    /// For one game.
    pub fn of(draft: &Draft<'_>, spent: &'s Spent) -> Patience<'s> {
        let time = if draft.torn.is_some() { TIME_TORN } else { TIME };
        Patience { left: READINGS, until: Instant::now() + time, spent }
    }

    fn is_left(&mut self) -> bool {
        let all = Duration::from_micros(self.spent.0.load(Ordering::Relaxed));
        let some = self.left > 0 && all < TIME_IN_ALL && Instant::now() < self.until;
        self.left = self.left.saturating_sub(1);
        some
    }
}

/// Half-moves read, whether that is the whole record, and the doubts left, when the cell `at` of the
/// draft is `said`; an empty text takes the cell out. `None` when the patience is at an end.
pub fn ahead(
    draft: &Draft<'_>,
    at: usize,
    said: &str,
    decoder: &mut Decoder,
    patience: &mut Patience<'_>,
) -> Option<(usize, u8, usize)> {
    if !patience.is_left() {
        return None;
    }
    let started = Instant::now();
    let mut draft = draft.clone();
    if said.is_empty() {
        draft.strand.cells.remove(at);
        if let Some(torn) = draft.torn.as_mut().filter(|torn| at < torn.places.len()) {
            torn.places.remove(at);
        }
    } else {
        draft.strand.cells.get_mut(at)?.decided = Some(said.to_owned());
    }
    let reading = decoder.decode(&draft);
    let took = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
    patience.spent.0.fetch_add(took, Ordering::Relaxed);
    let doubts = reading.findings.iter().filter(|finding| finding.severity > Severity::Note).count();
    Some((reading.game.line.plies.len(), u8::from(reading.rest.is_none()), doubts))
}
