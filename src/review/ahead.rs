//! How far a game goes when a place is read in another way: it is read anew with that decided.

use std::time::{Duration, Instant};

use crate::decode::Decoder;
use crate::finding::Severity;
use crate::record::Draft;

/// What looking ahead may take for one game.
pub struct Patience {
    left: u32,
    until: Instant,
}

/// Games read anew for one game at most.
const READINGS: u32 = 160;
/// And no longer than this. The orders of a torn page take long to search, and a book has many.
const TIME: Duration = Duration::from_secs(6);
const TIME_TORN: Duration = Duration::from_millis(1_500);

impl Patience {
    /// For one game.
    pub fn of(draft: &Draft<'_>) -> Patience {
        let time = if draft.torn.is_some() { TIME_TORN } else { TIME };
        Patience { left: READINGS, until: Instant::now() + time }
    }

    fn spend(&mut self) -> bool {
        let some = self.left > 0 && Instant::now() < self.until;
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
    patience: &mut Patience,
) -> Option<(usize, u8, usize)> {
    if !patience.spend() {
        return None;
    }
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
    let doubts = reading.findings.iter().filter(|finding| finding.severity > Severity::Note).count();
    Some((reading.game.line.plies.len(), u8::from(reading.rest.is_none()), doubts))
}
