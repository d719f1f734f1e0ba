//! Reads cells that scanners have worn: the noisy channel.
//!
//! What a cell costs as a move is how far its text is from the nearest way to write that move
//! ([`model`]), under a table of how characters are misread ([`channel`]). A text that a notation reads
//! exactly costs nothing, as with the plain reader. Between readings of a worn cell chess has a say too
//! ([`prior`]).

pub mod channel;
mod checks;
pub mod descriptive_move;
pub mod model;
pub mod position_cache;
pub mod prior;
pub mod truncated;
pub mod words;

use rustc_hash::FxHashMap;
use shakmaty::{Color, Move, Position};

use self::channel::{Channel, SCANS};
use self::descriptive_move::Vocabulary;
use self::model::{Model, waits_for_mark};
pub use self::position_cache::describe;
use self::position_cache::{PositionCache, SaidMove};
use super::lexicon::Lexicon;
use super::reader::{How, Leniency, Reader, ScoredMove, Slots, Weighings, weigh_senses};
use super::{Bends, Cost};
use crate::notation::Senses;
use crate::record::Cell;
use crate::skeleton::{Mark, Scene};

/// The dearest misreading that is looked at, in nats.
pub const DEAREST: f32 = 9.0;
/// A record that has lost a move: how rare that is; the choice among the legal moves is priced apart.
const LOST: f32 = 4.0;
/// Costs below this say the move as it is usually written.
const AS_WRITTEN: f32 = 0.75;
/// What it costs that a cell is misread at all.
const MISREAD: f32 = 1.0;
/// And that a misread cell says another move that can be made.
const MISREAD_CLEAN: f32 = 2.0;
/// An exact text whose mark is false, or a check without its mark, in thousandths of a nat.
const FALSE_MARK: u32 = 4_000;
const UNMARKED_CHECK: u32 = 1_500;
/// A check without its mark, where the text ends with a comma: there the mark was lost.
const MARK_LOST: u32 = 300;

/// Reads worn cells.
pub struct Noisy<'l> {
    /// What texts mean that can be read as they are.
    pub lexicon: &'l mut Lexicon,
    /// Whether the record is English descriptive, which is all that the channel knows to write.
    pub descriptive: bool,
    channel: &'static Channel,
    models: FxHashMap<Box<str>, Model>,
    vocabulary: Vocabulary,
    caches: Vec<PositionCache>,
    /// How many of them are in use; the others are room for more.
    used: usize,
    /// Index into `caches` by scene.
    known: FxHashMap<u64, usize>,
    /// The last one that was asked for.
    current: usize,
    /// The places of the moves being weighed among the legal ones.
    places: Vec<u16>,
    /// How likely they are.
    likely: Vec<f32>,
    /// What is being weighed.
    own: Weighings,
}

/// Positions that are remembered: more than are alive at once.
const MOST_SCENERIES: usize = 2000;

impl<'l> Noisy<'l> {
    /// A reader on top of a lexicon.
    #[must_use]
    pub fn new(lexicon: &'l mut Lexicon, descriptive: bool) -> Noisy<'l> {
        Noisy {
            lexicon,
            descriptive,
            channel: &SCANS,
            models: FxHashMap::default(),
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

    /// Index of the cache of a scene; made if necessary.
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

    /// Puts out the moves of the scene that a text may mean, and the place of each among the `legal` ones.
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
        if self.descriptive && !self.models.contains_key(text) {
            self.models.insert(text.into(), Model::new(text, self.channel));
        }
        let model = self.models.get_mut(text);
        let entry = self.lexicon.look_up(text, scene.position.turn());
        let truncated = model.as_ref().is_some_and(|model| model.truncated);
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
        let Some(model) = model.filter(|model| !model.is_empty()) else { return };
        for (at, (&mv, said)) in legal.iter().zip(said).enumerate() {
            let Some(saying) = &said.saying else { continue };
            let nats = model.cost_of(saying, self.channel);
            if nats > DEAREST {
                continue;
            }
            // The channel takes "mate" for a word of check: whether it is true is told here.
            let false_mate = model.says_mate && !Mark::Mate.holds(scene.position, mv);
            let nats = if false_mate { nats + FALSE_MARK as f32 / 1000.0 } else { nats };
            let written = nats <= AS_WRITTEN;
            let nats = match (written, clean) {
                (true, _) => nats,
                (false, false) => nats + MISREAD,
                (false, true) => nats + MISREAD + MISREAD_CLEAN,
            };
            let millinats = (nats * 1000.0) as u32;
            let how = How { misread: if written { 0 } else { millinats.max(1) }, ..How::default() };
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

    fn weigh(&mut self, cell: &Cell<'_>, scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
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
        let how = How { lost: true, ..How::default() };
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

    /// What a text is read as: moves with their prices in thousandths of a nat, the cheapest first.
    fn read(fen: &str, text: &str) -> Vec<(String, u32)> {
        let fen: Fen = fen.parse().expect("a FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("a position");
        let mut lexicon = Lexicon::new(notation::find("english").into_iter().collect());
        let cell = Cell { text: text.into(), ..Cell::default() };
        let mut out = Weighings::new();
        let seat = GameState::new(&position);
        Noisy::new(&mut lexicon, true).weigh(&cell, seat.scene(), &position.legal_moves(), &mut out);
        out.sort_by_key(|weighed| weighed.cost);
        let san = |mv| San::from_move(&position, mv).to_string();
        out.into_iter().map(|weighed| (san(weighed.mv), weighed.cost.millinats())).collect()
    }

    const OPEN: &str = "3q2k1/5ppp/8/8/8/8/5PPP/3Q2K1 w - - 0 1";

    #[test]
    fn a_lost_rank_is_not_taken_for_the_first() {
        assert_eq!(read(OPEN, "Q to K sq")[0], ("Qe1".to_owned(), 0));
        // "s" is a worn 5, 3 or 8 more often than all that is left of "sq".
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
