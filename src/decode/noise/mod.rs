//! Reads cells that scanners have worn: the noisy channel.
//!
//! What a cell costs as a move is how far its text is from the nearest way to write that move
//! ([`model`]), under a table of how characters are misread ([`channel`]). A text that a notation reads
//! exactly costs nothing, as with the plain reader.

pub mod channel;
pub mod model;
pub mod words;

use rustc_hash::FxHashMap;
use shakmaty::{CastlingSide, Color, Move, Piece as Man_, Position, Role, Square};

use self::channel::{Channel, SCANS};
use self::model::Model;
use self::words::{End, Goal, Head, Man, Piece, Tail, Wing};
use super::lexicon::Lexicon;
use super::reader::{How, Leniency, Reader, Weighed, Weighings, put, weigh_senses};
use super::{Bends, Cost};
use crate::notation::Senses;
use crate::record::Cell;
use crate::skeleton::{Mark, Scene, victim_square};

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
    /// Weighings by text and scene.
    seen: FxHashMap<(u64, u64), Weighings>,
}

impl<'l> Noisy<'l> {
    /// A reader on top of a lexicon.
    #[must_use]
    pub fn new(lexicon: &'l mut Lexicon, descriptive: bool) -> Noisy<'l> {
        Noisy {
            lexicon,
            descriptive,
            channel: &SCANS,
            models: FxHashMap::default(),
            seen: FxHashMap::default(),
        }
    }

    fn weigh_text(&mut self, text: &str, scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
        let entry = self.lexicon.look_up(text, scene.position.turn());
        let mut clean = false;
        if !entry.senses.is_empty() {
            weigh_senses(entry, scene, legal, Leniency::Slips, out);
            clean = out.iter().any(|weighed| weighed.how.is_unbent());
            for weighed in out.iter_mut() {
                let checks = gives_check(scene, weighed.mv);
                let holds = match weighed.mark {
                    Mark::None => !checks,
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
            return;
        }
        let model = match self.models.get_mut(text) {
            Some(model) => model,
            None => self.models.entry(text.into()).or_insert_with(|| Model::new(text, self.channel)),
        };
        if model.is_empty() {
            return;
        }
        for &mv in legal {
            let Some((head, goal, end)) = describe(scene, mv) else { continue };
            let quiet = model.cost(head, Tail { goal, end: End { check: false, ..end } }, self.channel);
            let check = model.cost(head, Tail { goal, end: End { check: true, ..end } }, self.channel);
            if quiet.min(check) > DEAREST {
                continue;
            }
            let nats = if gives_check(scene, mv) { check } else { quiet };
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
            put(out, Weighed { mv, cost: Cost::new(millinats), how, mark: Mark::None });
        }
    }
}

impl Reader for Noisy<'_> {
    fn senses(&mut self, text: &str, side: Color) -> Senses {
        self.lexicon.look_up(text, side).senses.clone()
    }

    fn weigh(&mut self, cell: &Cell<'_>, scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
        let key = (hash(&*cell.text), place(scene));
        if let Some(seen) = self.seen.get(&key) {
            out.extend(seen.iter().copied());
            return;
        }
        self.weigh_text(&cell.text, scene, legal, out);
        if self.seen.len() > 60_000 {
            self.seen.clear();
        }
        self.seen.insert(key, out.clone());
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

/// A key of all that a weighing depends on.
fn place(scene: Scene<'_>) -> u64 {
    hash((scene.position, scene.lineage))
}

fn gives_check(scene: Scene<'_>, mv: Move) -> bool {
    let mut after = scene.position.clone();
    after.play_unchecked(mv);
    after.is_check()
}

/// A move in the words of descriptive notation.
fn describe(scene: Scene<'_>, mv: Move) -> Option<(Head, Goal, End)> {
    let turn = scene.position.turn();
    let end = End {
        check: false,
        promotes: match mv.promotion() {
            None => 0,
            Some(Role::Queen) => 1,
            Some(Role::Rook) => 2,
            Some(Role::Bishop) => 3,
            Some(_) => 4,
        },
        passing: mv.is_en_passant(),
    };
    if let Some(side) = mv.castling_side() {
        let head = Head { man: Man::King, from: (4, 0) };
        return Some((head, Goal::Castles(side == CastlingSide::KingSide), end));
    }
    let from = mv.from()?;
    let (file, rank) = seen_from(turn, mv.to());
    let head = Head { man: name(scene, from)?, from: seen_from(turn, from) };
    let goal = if mv.is_capture() {
        Goal::Takes(name(scene, victim_square(mv))?, file, rank)
    } else {
        let own = match mv.role() {
            Role::King => mv.to().file() == shakmaty::File::E,
            Role::Queen => mv.to().file() == shakmaty::File::D,
            Role::Pawn => false,
            _ => scene.lineage.birth(from).is_some_and(|birth| birth.file() == mv.to().file()),
        };
        Goal::To(file, rank, own)
    };
    Some((head, goal, end))
}

fn seen_from(side: Color, square: Square) -> (u8, u8) {
    let rank = if side.is_white() { square.rank() } else { square.rank().flip_vertical() };
    (u8::from(square.file()), u8::from(rank))
}

/// How the man on `square` is named.
fn name(scene: Scene<'_>, square: Square) -> Option<Man> {
    let board = scene.position.board();
    let man = board.piece_at(square)?;
    let piece = match man.role {
        Role::Pawn => return Some(Man::Pawn(u8::from(square.file()))),
        Role::King => return Some(Man::King),
        Role::Queen => return Some(Man::Queen),
        Role::Knight => Piece::Knight,
        Role::Bishop => Piece::Bishop,
        Role::Rook => Piece::Rook,
    };
    let wing = |side: CastlingSide| {
        let born = scene
            .lineage
            .birth(square)
            .is_some_and(|birth| (birth.file() >= shakmaty::File::E) == (side == CastlingSide::KingSide));
        if born {
            Wing::Born
        } else if is_outermost(board, man, square, side) {
            Wing::Standing
        } else {
            Wing::Wrong
        }
    };
    Some(Man::Piece(piece, wing(CastlingSide::KingSide), wing(CastlingSide::QueenSide)))
}

/// Whether of two men or more of a kind none stands nearer to that wing.
fn is_outermost(board: &shakmaty::Board, man: Man_, square: Square, side: CastlingSide) -> bool {
    let men = board.by_piece(man);
    men.count() > 1
        && !men.into_iter().any(|other| match side {
            CastlingSide::KingSide => other.file() > square.file(),
            CastlingSide::QueenSide => other.file() < square.file(),
        })
}
