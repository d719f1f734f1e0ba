//! Reads cells that scanners have worn: the noisy channel.
//!
//! What a cell costs as a move is how far its text is from the nearest way to write that move
//! ([`model`]), under a table of how characters are misread ([`channel`]). A text that a notation reads
//! exactly costs nothing, as with the plain reader.

pub mod channel;
pub mod model;
pub mod scenery;
pub mod words;

use rustc_hash::FxHashMap;
use shakmaty::{Color, Move, Position};

use self::channel::{Channel, SCANS};
use self::model::Model;
use self::scenery::{Said, Scenery};
use super::lexicon::Lexicon;
use super::reader::{How, Leniency, Reader, Weighed, Weighings, weigh_senses};
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

/// Reads worn cells.
pub struct Noisy<'l> {
    /// What texts mean that can be read as they are.
    pub lexicon: &'l mut Lexicon,
    /// Whether the record is English descriptive, which is all that the channel knows to write.
    pub descriptive: bool,
    channel: &'static Channel,
    models: FxHashMap<Box<str>, Model>,
    sceneries: Vec<Scenery>,
    /// Where the scenery of a scene is.
    known: FxHashMap<u64, usize>,
    /// The last one that was asked for.
    current: usize,
}

/// Positions that are remembered: more than are alive at once.
const MOST_SCENERIES: usize = 500;

impl<'l> Noisy<'l> {
    /// A reader on top of a lexicon.
    #[must_use]
    pub fn new(lexicon: &'l mut Lexicon, descriptive: bool) -> Noisy<'l> {
        Noisy {
            lexicon,
            descriptive,
            channel: &SCANS,
            models: FxHashMap::default(),
            sceneries: Vec::new(),
            known: FxHashMap::default(),
            current: 0,
        }
    }

    /// The place of the scenery of a scene.
    fn scenery(&mut self, scene: Scene<'_>, legal: &[Move]) -> usize {
        if self.sceneries.get(self.current).is_some_and(|scenery| scenery.is(scene, legal)) {
            return self.current;
        }
        if self.sceneries.len() >= MOST_SCENERIES {
            self.sceneries.clear();
            self.known.clear();
        }
        let key = hash((scene.position, scene.lineage, legal.len()));
        let known = self.known.get(&key).copied().filter(|&at| self.sceneries[at].is(scene, legal));
        self.current = known.unwrap_or_else(|| {
            self.sceneries.push(Scenery::new(scene, legal));
            self.known.insert(key, self.sceneries.len() - 1);
            self.sceneries.len() - 1
        });
        self.current
    }

    fn weigh_text(&mut self, text: &str, scene: Scene<'_>, legal: &[Move], said: &[Said]) -> Weighings {
        let mut out = Weighings::with_capacity(legal.len());
        let entry = self.lexicon.look_up(text, scene.position.turn());
        let mut clean = false;
        if !entry.senses.is_empty() {
            weigh_senses(entry, scene, legal, Leniency::Slips, &mut out);
            clean = out.iter().any(|weighed| weighed.how.is_unbent());
            for weighed in &mut out {
                let holds = match weighed.mark {
                    Mark::None => {
                        let at = legal.iter().position(|&mv| mv == weighed.mv);
                        at.is_none_or(|at| !said[at].check)
                    }
                    mark => mark.holds(scene.position, weighed.mv),
                };
                if !holds {
                    let cost = if weighed.mark == Mark::None { UNMARKED_CHECK } else { FALSE_MARK };
                    weighed.cost += Cost::new(cost);
                    if weighed.mark != Mark::None {
                        weighed.how.bends = weighed.how.bends.and(Bends::MARK);
                    }
                }
                weighed.mark = Mark::None;
            }
        }
        if !self.descriptive {
            return out;
        }
        let model = match self.models.get_mut(text) {
            Some(model) => model,
            None => self.models.entry(text.into()).or_insert_with(|| Model::new(text, self.channel)),
        };
        if model.is_empty() {
            return out;
        }
        let by_senses = out.len();
        for (&mv, said) in legal.iter().zip(said) {
            let Some(words) = said.words else { continue };
            let nats = model.cost_of(words, said.check, self.channel);
            if nats > DEAREST {
                continue;
            }
            let written = nats <= AS_WRITTEN;
            let nats = match (written, clean) {
                (true, _) => nats,
                (false, false) => nats + MISREAD,
                (false, true) => nats + MISREAD + MISREAD_CLEAN,
            };
            let millinats = (nats * 1000.0) as u32;
            let how = How { misread: if written { 0 } else { millinats.max(1) }, ..How::default() };
            let weighed = Weighed { mv, cost: Cost::new(millinats), how, mark: Mark::None };
            // The legal moves come each once: only the senses can have named this one.
            match out[..by_senses].iter_mut().find(|other| other.mv == mv) {
                Some(other) if other.cost > weighed.cost => *other = weighed,
                Some(_) => {}
                None => out.push(weighed),
            }
        }
        out
    }
}

impl Reader for Noisy<'_> {
    fn senses(&mut self, text: &str, side: Color) -> Senses {
        self.lexicon.look_up(text, side).senses.clone()
    }

    fn weigh(&mut self, cell: &Cell<'_>, scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
        let at = self.scenery(scene, legal);
        let key = hash(&*cell.text);
        if let Some(weighed) = self.sceneries[at].weighed.get(&key) {
            out.extend_from_slice(weighed);
            return;
        }
        let said = std::mem::take(&mut self.sceneries[at].said);
        let weighed = self.weigh_text(&cell.text, scene, legal, &said);
        out.extend_from_slice(&weighed);
        self.sceneries[at].said = said;
        self.sceneries[at].weighed.insert(key, weighed);
    }

    fn weigh_lost(&mut self, _scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
        let cost = Cost::new(((LOST + (legal.len() as f32).ln()) * 1000.0) as u32);
        let how = How { lost: true, ..How::default() };
        out.extend(legal.iter().map(|&mv| Weighed { mv, cost, how, mark: Mark::None }));
    }
}

fn hash(value: impl std::hash::Hash) -> u64 {
    use std::hash::{BuildHasher, BuildHasherDefault};
    BuildHasherDefault::<rustc_hash::FxHasher>::default().hash_one(value)
}
