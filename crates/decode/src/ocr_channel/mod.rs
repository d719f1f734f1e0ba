//! Reads misread cells with a noisy-channel model.
//!
//! The cost of a cell as a move is the distance of its text from the nearest way to write that move
//! (crate `channel`), with a table of OCR errors. A text that a notation reads exactly costs nothing,
//! as with the plain reader. How likely a move is to be played also counts ([`prior`]).

pub mod position_cache;
pub mod prior;

use rustc_hash::FxHashMap;
pub use scorebook_channel::{aligner, channel, words};
use scorebook_channel::{
    aligner::{TextAligner, waits_for_mark},
    channel::{Channel, SCANS},
    descriptive_move::Vocabulary,
};
use shakmaty::{Color, Move, Position};

pub use self::position_cache::describe;
use self::position_cache::{PositionCache, SaidMove};
use super::lexicon::Lexicon;
use super::reader::{Leniency, Provenance, Reader, ScoredMove, Slots, Weighings, weigh_senses};
use super::{Bends, Cost};
use crate::notation::Senses;
use crate::record::Cell;
use crate::skeleton::{Mark, Scene};

/// Highest cost of a misreading that is considered, in nats.
pub const DEAREST: f32 = 9.0;
/// Cost of a missing move, in nats; the choice among the legal moves is added.
const LOST: f32 = 4.0;
/// Below this cost, a move counts as written in a usual way.
const AS_WRITTEN: f32 = 0.75;
/// Cost of any misreading.
const MISREAD: f32 = 1.0;
/// Additional cost if the misread text is itself another legal move.
const MISREAD_CLEAN: f32 = 2.0;
/// Cost of an exact text whose mark is wrong, or of a check without a mark, in thousandths of a nat.
const FALSE_MARK: u32 = 4_000;
const UNMARKED_CHECK: u32 = 1_500;
/// Cost of a check without a mark if the text ends with a comma, which shows that the mark was lost.
const MARK_LOST: u32 = 300;

/// Reads misread cells.
pub struct Noisy<'l> {
    /// The meanings of texts that can be read exactly.
    pub lexicon: &'l mut Lexicon,
    /// Whether the record is English descriptive, the only notation that the channel supports.
    pub descriptive: bool,
    channel: &'static Channel,
    aligners: FxHashMap<Box<str>, TextAligner>,
    vocabulary: Vocabulary,
    caches: Vec<PositionCache>,
    /// Number of caches in use; the others are spare.
    used: usize,
    /// Index into `caches` by scene.
    known: FxHashMap<u64, usize>,
    /// Index of the last cache used.
    current: usize,
    /// Indices of the moves being scored among the legal ones.
    places: Vec<u16>,
    /// How likely they are.
    likely: Vec<f32>,
    /// The moves being scored.
    own: Weighings,
}

/// Most positions cached; more than are alive at once.
const MOST_SCENERIES: usize = 2000;

impl<'l> Noisy<'l> {
    /// A reader based on a lexicon.
    #[must_use]
    pub fn new(lexicon: &'l mut Lexicon, descriptive: bool) -> Noisy<'l> {
        Noisy {
            lexicon,
            descriptive,
            channel: &SCANS,
            aligners: FxHashMap::default(),
            vocabulary: Vocabulary::default(),
            caches: Vec::new(),
            used: 0,
            known: FxHashMap::default(),
            current: 0,
            places: Vec::new(),
            likely: Vec::new(),
            own: Weighings::new(),
        }
    }

    /// Index of the cache of a scene, which is created if necessary.
    fn cache(&mut self, scene: Scene<'_>, legal: &[Move]) -> usize {
        if self.caches.get(self.current).is_some_and(|cache| cache.is(scene, legal)) {
            return self.current;
        }
        if self.used >= MOST_SCENERIES {
            self.used = 0;
            self.known.clear();
        }
        let key = hash((scene.position, scene.lineage, legal.len()));
        let known = self.known.get(&key).copied().filter(|&at| self.caches[at].is(scene, legal));
        self.current = known.unwrap_or_else(|| {
            match self.caches.get_mut(self.used) {
                Some(room) => room.renew(scene, legal, &mut self.vocabulary),
                None => self.caches.push(PositionCache::new(scene, legal, &mut self.vocabulary)),
            }
            self.known.insert(key, self.used);
            self.used += 1;
            self.used - 1
        });
        self.current
    }

    /// Writes the moves that a text can mean, and the index of each among the `legal` ones.
    fn weigh_text(
        &mut self,
        text: &str,
        scene: Scene<'_>,
        legal: &[Move],
        said: &[SaidMove],
        out: &mut Weighings,
        places: &mut Vec<u16>,
    ) {
        let mut slots = Slots::default();
        let mut clean = false;
        if self.descriptive && !self.aligners.contains_key(text) {
            self.aligners.insert(text.into(), TextAligner::new(text, self.channel));
        }
        let aligner = self.aligners.get_mut(text);
        let entry = self.lexicon.look_up(text, scene.position.turn());
        let truncated = aligner.as_ref().is_some_and(|aligner| aligner.truncated);
        if !truncated && !entry.senses.is_empty() {
            weigh_senses(entry, scene, legal, Leniency::Slips, &mut slots, out);
            clean = out.iter().any(|weighed| weighed.how.is_unbent());
            places.resize(out.len(), 0);
            for (at, slot) in slots.iter().enumerate().take(legal.len()) {
                if let Some(place) = places.get_mut(usize::from(*slot)) {
                    *place = at as u16;
                }
            }
            for (weighed, &at) in out.iter_mut().zip(places.iter()) {
                let holds = match weighed.mark {
                    Mark::None => !said[usize::from(at)].check,
                    mark => mark.holds(scene.position, weighed.mv),
                };
                if !holds {
                    let cost = match weighed.mark {
                        Mark::None if waits_for_mark(text) => MARK_LOST,
                        Mark::None => UNMARKED_CHECK,
                        _ => FALSE_MARK,
                    };
                    weighed.cost += Cost::new(cost);
                    if weighed.mark != Mark::None {
                        weighed.how.bends = weighed.how.bends.and(Bends::MARK);
                    }
                }
                weighed.mark = Mark::None;
            }
        }
        let Some(aligner) = aligner.filter(|aligner| !aligner.is_empty()) else { return };
        for (at, (&mv, said)) in legal.iter().zip(said).enumerate() {
            let Some(saying) = &said.saying else { continue };
            let nats = aligner.cost_of(saying, self.channel);
            if nats > DEAREST {
                continue;
            }
            // The channel treats "mate" as a word for check; whether it is true is checked here.
            let false_mate = aligner.says_mate && !Mark::Mate.holds(scene.position, mv);
            let nats = if false_mate { nats + FALSE_MARK as f32 / 1000.0 } else { nats };
            let written = nats <= AS_WRITTEN;
            let nats = match (written, clean) {
                (true, _) => nats,
                (false, false) => nats + MISREAD,
                (false, true) => nats + MISREAD + MISREAD_CLEAN,
            };
            let millinats = (nats * 1000.0) as u32;
            let how =
                Provenance { misread: if written { 0 } else { millinats.max(1) }, ..Provenance::default() };
            let weighed = ScoredMove { mv, cost: Cost::new(millinats), how, mark: Mark::None };
            match slots.get(at).and_then(|&slot| out.get_mut(usize::from(slot))) {
                Some(other) if other.cost > weighed.cost => *other = weighed,
                Some(_) => {}
                None => {
                    out.push(weighed);
                    places.push(at as u16);
                }
            }
        }
    }
}

impl Reader for Noisy<'_> {
    fn senses(&mut self, text: &str, side: Color) -> Senses {
        self.lexicon.look_up(text, side).senses.clone()
    }

    fn weigh_within(
        &mut self,
        cell: &Cell<'_>,
        scene: Scene<'_>,
        legal: &[Move],
        _most: Cost,
        out: &mut Weighings,
    ) {
        let at = self.cache(scene, legal);
        let key = hash(&*cell.text);
        if let Some(weighed) = self.caches[at].known(key) {
            out.extend_from_slice(weighed);
            return;
        }
        let said = std::mem::take(&mut self.caches[at].said);
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        let mut own = std::mem::take(&mut self.own);
        own.clear();
        self.weigh_text(&cell.text, scene, legal, &said, &mut own, &mut places);
        if own.len() > 1 && own.iter().any(|weighed| weighed.how.misread > 0) {
            self.likely.clear();
            let cache = &mut self.caches[at];
            self.likely.extend(places.iter().map(|&place| cache.sum(scene, usize::from(place))));
            prior::weigh(&self.likely, &mut own);
        }
        self.caches[at].said = said;
        self.caches[at].keep(key, &own);
        out.extend_from_slice(&own);
        self.places = places;
        self.own = own;
    }

    fn weigh_lost(&mut self, scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
        let how = Provenance { lost: true, ..Provenance::default() };
        let at = self.cache(scene, legal);
        let surprises = self.caches[at].surprises(scene);
        out.extend(legal.iter().zip(surprises).map(|(&mv, surprise)| {
            let cost = Cost::new(((LOST + surprise) * 1000.0) as u32);
            ScoredMove { mv, cost, how, mark: Mark::None }
        }));
    }
}

fn hash(value: impl std::hash::Hash) -> u64 {
    use std::hash::{BuildHasher, BuildHasherDefault};
    BuildHasherDefault::<rustc_hash::FxHasher>::default().hash_one(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameState;
    use crate::notation;
    use shakmaty::{CastlingMode, Chess, fen::Fen, san::San};

    /// The moves that a text is read as, with their costs in thousandths of a nat, cheapest first.
    fn read(fen: &str, text: &str) -> Vec<(String, u32)> {
        let fen: Fen = fen.parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("a position");
        let mut lexicon = Lexicon::new(notation::find("english").into_iter().collect());
        let cell = Cell { text: text.into(), ..Cell::default() };
        let mut out = Weighings::new();
        let game_state = GameState::new(&position);
        Noisy::new(&mut lexicon, true).weigh(&cell, game_state.scene(), &position.legal_moves(), &mut out);
        out.sort_by_key(|weighed| weighed.cost);
        let san = |mv| San::from_move(&position, mv).to_string();
        out.into_iter().map(|weighed| (san(weighed.mv), weighed.cost.millinats())).collect()
    }

    const OPEN: &str = "3q2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1";

    #[test]
    fn a_lost_rank_is_not_taken_for_the_first() {
        assert_eq!(read(OPEN, "Q to K sq")[0], ("Qe1".to_owned(), 0));
        // "s" is a misread 5, 3 or 8 more often than the rest of "sq".
        let worn = read(OPEN, "QtoKs");
        let price = |san: &str| worn.iter().find(|(m, _)| m == san).map_or(u32::MAX, |&(_, price)| price);
        assert!(price("Qe1") > 1_000 && price("Qe1") < u32::MAX, "{worn:?}");
        assert!(price("Qe2") > price("Qe1"), "{worn:?}");
        assert!(read(OPEN, "Q to K").iter().all(|&(_, price)| price > 1_000));
    }

    #[test]
    fn a_worn_queen_is_no_article() {
        let read = read("3q2k1/5ppp/8/8/8/5P2/6PP/3Q2K1 w - - 0 1", "a to Q's 3rd.");
        assert_eq!(read[0].0, "Qd3");
        assert!(read[0].1 > 1_000, "{read:?}");
    }
}
