//! Caches the meanings of cell texts, since texts repeat.

use rustc_hash::FxHashMap;
use shakmaty::Color;

use super::slip::Slips;
use crate::notation::{Notation, Senses, in_any_notation};

/// The meanings of a text, and the notation that gave them.
#[derive(Clone, Debug, Default)]
pub struct Meanings {
    /// The meanings, the likeliest first.
    pub senses: Senses,
    /// Index of the notation in the lexicon: 0 is the game's own, others are fallbacks.
    pub notation: usize,
}

/// The meanings of texts in one notation. Other notations are fallbacks for texts that it cannot read.
pub struct Lexicon {
    notations: Vec<&'static dyn Notation>,
    entries: [FxHashMap<Box<str>, Meanings>; 2],
    slips: [FxHashMap<Box<str>, Slips>; 2],
}

/// Most texts cached, which limits memory; more than any notation has.
const MOST_ENTRIES: usize = 1 << 16;

impl Lexicon {
    /// A lexicon for a game in the first of `notations`; the others read texts that the first cannot.
    #[must_use]
    pub fn new(notations: Vec<&'static dyn Notation>) -> Lexicon {
        Lexicon { notations, entries: Default::default(), slips: Default::default() }
    }

    /// The notation of an entry.
    #[must_use]
    pub fn notation(&self, entry: &Meanings) -> Option<&'static dyn Notation> {
        self.notations.get(entry.notation).copied()
    }

    /// The meanings of `text` as a move of `side`.
    pub fn look_up(&mut self, text: &str, side: Color) -> &Meanings {
        let entries = &mut self.entries[usize::from(side.is_white())];
        if entries.len() >= MOST_ENTRIES {
            entries.clear();
        }
        // Two look-ups on a miss, one on a hit, since hits are far more frequent.
        if !entries.contains_key(text) {
            let mut own_first = self.notations.iter().enumerate();
            let read = |(notation, reader): (usize, &&'static dyn Notation)| {
                let senses = reader.read(text, side);
                (!senses.is_empty()).then_some(Meanings { senses, notation })
            };
            // What every notation may say goes before the other notations.
            let anywhere = || Meanings { senses: in_any_notation(text), notation: 0 };
            let entry = own_first
                .next()
                .and_then(read)
                .or_else(|| Some(anywhere()).filter(|entry| !entry.senses.is_empty()))
                .or_else(|| own_first.find_map(read))
                .unwrap_or_default();
            entries.insert(text.into(), entry);
        }
        &entries[text]
    }

    /// The meanings, in the game's own notation, of the texts with one misspelling less than `text`.
    pub fn slips(&mut self, text: &str, side: Color) -> &Slips {
        let slips = &mut self.slips[usize::from(side.is_white())];
        if slips.len() >= MOST_ENTRIES {
            slips.clear();
        }
        if !slips.contains_key(text) {
            let found = self.notations.first().map(|&own| Slips::of(own, text, side));
            slips.insert(text.into(), found.unwrap_or_default());
        }
        &slips[text]
    }
}
