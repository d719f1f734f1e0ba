//! The games of a book as its layout cuts them out and the decoder reads them, beside those of the reader of books.

use rayon::prelude::*;

use super::audit::Coverage;
use super::printed::{Read, SHORT};
use super::sense::NotationSense;
use super::worth::Worth;
use super::{Plan, Unit, together};
use crate::decode::{Decoder, Reading};
use crate::record::Draft;
use crate::text::Span;

/// Of a spoiled game so many half-moves are read at least.
const LONG_SPOILED: usize = 16;
/// Half-moves that a doubt leaves without trust.
const DOUBTED: usize = 8;

/// Games per task of the thread pool; a task keeps what its decoder has learned of texts.
const FEW: usize = 4;

/// A game as its layout cuts it out and the decoder reads it.
pub(super) struct Own {
    pub reading: Reading,
    pub worth: Worth,
}

impl Own {
    pub fn of(unit: &Unit, drafts: &[Draft<'_>], plan: &Plan) -> Vec<Own> {
        let coverage = Coverage::of(&unit.source, drafts, &[]);
        let sense = NotationSense::new(plan.options.from);
        let read = plan.progress.count(unit.source.name(), "game", drafts.len(), "reading");
        let one = |decoder: &mut Decoder, (at, draft): (usize, &Draft<'_>)| {
            let reading = unit.readings.decode(decoder, draft);
            // As it is written in the end; in a long text too much would be asked.
            let is_short = unit.source.text().len() < SHORT;
            let reading = if is_short { decoder.mend(draft, reading) } else { reading };
            let left = coverage.left_over(&unit.source, at, draft, &reading, &sense);
            read.step();
            Own { worth: Worth::of(draft, &reading, &left), reading }
        };
        drafts
            .par_iter()
            .enumerate()
            .with_max_len(FEW)
            .map_init(|| unit.readings.decoder(plan.options), |decoder, draft| one(decoder, draft))
            .collect()
    }

    /// Whether it has so many doubts that nothing is left of it.
    pub fn is_spoiled(&self) -> bool {
        self.worth.plies >= LONG_SPOILED && self.trusted() == 0
    }

    /// The half-moves that can be trusted, as the reader of books counts its own.
    pub fn trusted(&self) -> usize {
        let Worth { plies, doubts, left, .. } = self.worth;
        plies.saturating_sub(doubts * DOUBTED + left)
    }

    /// Whether all of it is read to its end, with no more doubts than a reading may have.
    pub fn is_whole(&self) -> bool {
        self.worth.plies > 0 && self.worth.left == 0 && self.worth.broken == 0
    }

    /// Whether all of it is read up to a row that the print lacks.
    pub fn lacks_a_row(&self) -> bool {
        self.worth.gapped > 0
    }

    fn place(&self) -> Span {
        together::place(&self.reading)
    }
}

/// The games as their layout cuts them out, but for those that are spoiled and that the reader of books has among its own (`printed`);
/// `None` if it has none of them.
pub(super) fn mended<'a>(
    own: Vec<Own>,
    drafts: &[Draft<'a>],
    printed: impl Iterator<Item = Read<'a>>,
) -> Option<Vec<Read<'a>>> {
    let (spoiled, sound): (Vec<&Own>, Vec<&Own>) = own.iter().partition(|own| own.is_spoiled());
    let meets = |games: &[&Own], place: Span| games.iter().any(|own| together::shares(own.place(), place));
    let is_missing = |read: &Read<'_>| {
        let place = together::place(&read.reading);
        meets(&spoiled, place) && !meets(&sound, place)
    };
    let mut games: Vec<Read<'a>> = printed.filter(is_missing).collect();
    if games.is_empty() {
        return None;
    }
    let places: Vec<Span> = games.iter().map(|read| together::place(&read.reading)).collect();
    let kept = own.into_iter().zip(drafts);
    let kept = kept.filter(|(own, _)| !places.iter().any(|place| together::shares(*place, own.place())));
    games.extend(kept.map(|(own, draft)| Read { draft: draft.clone(), reading: own.reading }));
    games.sort_by_key(|read| together::place(&read.reading).start);
    Some(games)
}
