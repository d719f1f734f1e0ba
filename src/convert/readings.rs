//! What the drafts of a unit are read as. Several layouts are tried, several readers compared, and in the end all games are read:
//! mostly the same drafts each time, and each is decoded once.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, OnceLock};

use rustc_hash::FxHashMap;
use scorebook_spoken::SpokenGame;

use super::audit::continuation;
use super::glance;
use super::sense::NotationSense;
use crate::decode::{Decoder, NotationChoice, Options, Reading};
use crate::record::{Draft, Playable};
use crate::text::{Source, Span};

/// Readings that are kept, by the places of the first moves of their drafts. A draft on which the order of the cells depends is
/// never kept: it is decoded in other ways too.
#[derive(Default)]
pub(crate) struct Readings {
    known: Mutex<Kept>,
    /// Decoders that wait, with what they have learned of the texts.
    decoders: Mutex<Vec<Decoder>>,
    /// The games that can be played from the numbers of the text, in whatever layout.
    playable: OnceLock<Vec<Playable>>,
    /// The games that are heard in the unit's text, in whatever language.
    heard: OnceLock<Vec<SpokenGame>>,
    /// Whether the unit's text is a score of chess at a glance, and its bytes without white space.
    is_score: OnceLock<bool>,
    ink: OnceLock<usize>,
}

/// A decoder on loan.
pub(super) struct Lent<'r> {
    decoder: Decoder,
    readings: &'r Readings,
}

impl Deref for Lent<'_> {
    type Target = Decoder;

    fn deref(&self) -> &Decoder {
        &self.decoder
    }
}

impl DerefMut for Lent<'_> {
    fn deref_mut(&mut self) -> &mut Decoder {
        &mut self.decoder
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        // What a panic has left is not trusted.
        if !std::thread::panicking()
            && let Ok(mut decoders) = self.readings.decoders.lock()
        {
            let options = self.decoder.options();
            decoders.push(std::mem::replace(&mut self.decoder, Decoder::new(options)));
        }
    }
}

#[derive(Default)]
struct Kept {
    by_place: FxHashMap<Option<Span>, Vec<Known>>,
    cells: usize,
}

struct Known {
    options: Options,
    draft: Draft<'static>,
    reading: Reading,
}

/// Most cells of all drafts that are kept: more than a text has that is tried in several layouts.
const MOST: usize = 1 << 17;

impl Readings {
    /// The games that can be played from the numbers of the unit's text.
    pub(super) fn playable(&self, source: &Source, options: Options) -> &[Playable] {
        self.playable.get_or_init(|| continuation::games(source, options))
    }

    /// The games that are heard in the unit's text.
    pub(super) fn heard(&self, source: &Source) -> &[SpokenGame] {
        let text = source.text();
        self.heard.get_or_init(|| scorebook_spoken::read(text, &scorebook_spoken::words_of(text), None))
    }

    /// Whether the unit's text is a score of chess, at a glance, in whatever notation.
    pub(super) fn is_score(&self, source: &Source) -> bool {
        let sense = || NotationSense::new(NotationChoice::Auto);
        *self.is_score.get_or_init(|| glance::Score::of(source.text(), &sense()).is_score())
    }

    /// The bytes of the unit's text that are not white space.
    pub(super) fn ink(&self, source: &Source) -> usize {
        *self.ink.get_or_init(|| source.text().split_whitespace().map(str::len).sum())
    }

    /// A decoder that may have read texts of this unit.
    pub(super) fn decoder(&self, options: Options) -> Lent<'_> {
        let waiting = self.decoders.lock().ok().and_then(|mut decoders| {
            let at = decoders.iter().position(|decoder| is_same(decoder.options(), options))?;
            Some(decoders.swap_remove(at))
        });
        Lent { decoder: waiting.unwrap_or_else(|| Decoder::new(options)), readings: self }
    }

    /// The reading of a draft, decoded unless it is known.
    pub(crate) fn decode(&self, decoder: &mut Decoder, draft: &Draft<'_>) -> Reading {
        if draft.unordered.is_some() {
            return decoder.decode(draft);
        }
        if let Some(reading) = self.of(draft, decoder.options()) {
            return reading;
        }
        let reading = decoder.decode(draft);
        self.keep(draft, decoder.options(), &reading);
        reading
    }

    /// The reading of a draft with the same moves from the same start, wherever its heading stands; for what is asked of the moves.
    pub(super) fn of_moves(&self, draft: &Draft<'_>) -> Option<Reading> {
        if draft.unordered.is_some() {
            return None;
        }
        let kept = self.known.lock().ok()?;
        let same = |known: &&Known| {
            known.draft.start == draft.start
                && known.draft.mainline == draft.mainline
                && known.draft.findings == draft.findings
        };
        Some(kept.by_place.get(&place(draft))?.iter().find(same)?.reading.clone())
    }

    fn of(&self, draft: &Draft<'_>, options: Options) -> Option<Reading> {
        let kept = self.known.lock().ok()?;
        let known = kept.by_place.get(&place(draft))?.iter().find(|known| known.is_of(draft, options))?;
        let mut reading = known.reading.clone();
        // What the layout has found stands before what the decoder has; tags are not read.
        reading.findings.splice(..known.draft.findings.len(), draft.findings.iter().cloned());
        reading.game.tags = draft.tags.clone();
        Some(reading)
    }

    pub(super) fn keep(&self, draft: &Draft<'_>, options: Options, reading: &Reading) {
        let Ok(mut kept) = self.known.lock() else { return };
        // Without a cell there is nothing to decode, though there may be much to keep.
        if draft.unordered.is_some() || draft.mainline.cells.is_empty() || kept.cells >= MOST {
            return;
        }
        kept.cells += draft.mainline.cells.len();
        let known = Known { options, draft: draft.clone().into_owned(), reading: reading.clone() };
        kept.by_place.entry(place(draft)).or_default().push(known);
    }
}

/// Where the first move of a draft stands.
fn place(draft: &Draft<'_>) -> Option<Span> {
    draft.mainline.cells.first().map(|cell| cell.span)
}

impl Known {
    /// Whether a draft is the same to the decoder, but for tags and for findings that its layout does not have.
    fn is_of(&self, draft: &Draft<'_>, options: Options) -> bool {
        let own = &self.draft;
        let variant = |draft: &Draft<'_>| draft.tags.get("Variant").map(str::to_owned);
        own.start == draft.start
            && own.span == draft.span
            && own.is_table == draft.is_table
            && own.name == draft.name
            && own.notation == draft.notation
            && variant(own) == variant(draft)
            && draft.findings.starts_with(&own.findings)
            && self.reading.findings.starts_with(&own.findings)
            && own.sheets == draft.sheets
            && own.mainline == draft.mainline
            && is_same(self.options, options)
    }
}

fn is_same(one: Options, other: Options) -> bool {
    let from = |options: Options| match options.from {
        NotationChoice::Auto => None,
        NotationChoice::Notation(notation) => Some(notation.name()),
    };
    from(one) == from(other)
        && one.as_written == other.as_written
        && one.confidence == other.confidence
        && one.beam == other.beam
        && one.guess == other.guess
}
