//! One cell: which legal moves it may mean, at what cost.

use shakmaty::{Color, Move, Role};
use smallvec::SmallVec;

use super::Cost;
use super::bend::{Bends, bends};
use super::lexicon::{Entry, Lexicon};
use super::slip::Slips;
use crate::notation::{Habit, Senses};
use crate::record::Cell;
use crate::skeleton::{Deed, Displacement, Mark, Promotion, Scene};

/// How a move was got from its cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct How {
    /// By which habit of writing.
    pub habit: Habit,
    /// What of the text is contradicted.
    pub bends: Bends,
    /// The text is in another notation than the game's.
    pub foreign: bool,
    /// A pawn promotes and the text does not say to what.
    pub promotion_assumed: bool,
    /// A pawn takes in passing and the text does not say so.
    pub en_passant_unsaid: bool,
    /// The move breaks the rules and is made as written.
    pub illegal: bool,
    /// The text was taken for a misreading of the move: what it cost, in thousandths of a nat.
    pub misread: u32,
    /// No text at all: the record has lost the move.
    pub lost: bool,
    /// The text cannot be read: the move is what lets the rest be played.
    pub guessed: bool,
    /// A person said so.
    pub decided: bool,
}

impl How {
    /// Whether the text says exactly this move, in the game's own notation.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.is_unbent()
            && !self.decided
            && !self.foreign
            && !self.promotion_assumed
            && self.habit != Habit::ByStanding
    }

    /// Whether nothing of the text is contradicted or made up.
    #[must_use]
    pub fn is_unbent(&self) -> bool {
        self.bends.is_none() && self.misread == 0 && !self.lost && !self.guessed && !self.illegal
    }
}

/// A move that a cell may mean.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// What it costs to read the cell so, its check mark aside.
    pub cost: Cost,
    /// How it was read.
    pub how: How,
    /// What the cell says of check and mate.
    pub mark: Mark,
}

/// The moves that a cell may mean, each once, at its cheapest.
pub type Weighings = SmallVec<[ScoredMove; 4]>;

/// Reads one cell. The plain reader takes skeletons; a noisy one stands on top of it.
pub trait Reader {
    /// Weighs the `legal` moves of the scene under `cell`. Only moves that it may mean are written.
    fn weigh(&mut self, cell: &Cell<'_>, scene: Scene<'_>, legal: &[Move], out: &mut Weighings);

    /// What a text means in the notation of the game.
    fn senses(&mut self, text: &str, side: Color) -> Senses;

    /// Moves that may have been played where the record has no cell at all.
    fn weigh_lost(&mut self, _scene: Scene<'_>, _legal: &[Move], _out: &mut Weighings) {}
}

/// How much the plain reader bends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leniency {
    /// Not at all.
    Exact,
    /// A slip of the writer's.
    Slips,
    /// A cell that cannot be read at all.
    Unreadable,
    /// What scanners make of letters and columns ([`noise`](super::noise)).
    Ocr,
}

/// "QR" by standing, where by birth it would be another: most books name pieces by birth.
const BY_STANDING: Cost = Cost::new(3_500);
/// Pawns named by birth, outside books that do it throughout.
const ORIGINAL_NAME: Cost = Cost::new(2_000);
/// A form out of the notation's rule.
const LENIENT: Cost = Cost::new(10);
/// A cell in another notation.
const FOREIGN: Cost = Cost::new(2_000);
/// A cell that cannot be read; the choice among the legal moves is priced apart.
const GUESSED: Cost = Cost::new(9_000);
/// An underpromotion that the text does not name.
const UNNAMED_UNDERPROMOTION: Cost = Cost::new(6_000);

/// A repaired move that does not take back. Light: masters take back three times in four (29,535 of the 40,087
/// times that they could in 5,000 games).
const NOT_RETAKEN: Cost = Cost::new(700);

/// Reads cells through skeletons.
pub struct Plain<'l> {
    /// What texts mean.
    pub lexicon: &'l mut Lexicon,
    /// How far skeletons may be bent.
    pub leniency: Leniency,
}

impl Reader for Plain<'_> {
    fn senses(&mut self, text: &str, side: Color) -> Senses {
        self.lexicon.look_up(text, side).senses.clone()
    }

    fn weigh(&mut self, cell: &Cell<'_>, scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
        let side = shakmaty::Position::turn(scene.position);
        let entry = self.lexicon.look_up(&cell.text, side);
        weigh_senses(entry, scene, legal, self.leniency, &mut Slots::default(), out);
        if matches!(self.leniency, Leniency::Slips | Leniency::Unreadable) {
            weigh_slips(self.lexicon.slips(&cell.text, side), scene, legal, out);
        }
        if self.leniency == Leniency::Unreadable && out.is_empty() {
            let choice = (legal.len().max(1) as f32).ln() * 1000.0;
            let cost = GUESSED + Cost::new(choice as u32);
            let how = How { guessed: true, ..How::default() };
            out.extend(legal.iter().map(|&mv| ScoredMove { mv, cost, how, mark: Mark::None }));
        }
        prefer_retaking(scene, legal, out);
    }
}

/// Charges repairs that leave a piece that has just taken where it could be taken back: where the text does not
/// decide, chess does.
fn prefer_retaking(scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
    let Some(taker) = scene.last.filter(|last| last.is_capture()).map(|last| last.to()) else { return };
    let retakes = |m: Move| m.is_capture() && m.to() == taker;
    if legal.iter().any(|&m| retakes(m)) {
        let left = out.iter_mut().filter(|weighed| !weighed.how.is_unbent() && !retakes(weighed.mv));
        left.for_each(|weighed| weighed.cost += NOT_RETAKEN);
    }
}

/// Weighs `legal` under the meanings of texts one slip away.
fn weigh_slips(slips: &Slips, scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
    for &mv in legal {
        let Some(sense) = slips.find(scene, mv) else { continue };
        // What the text itself says for less needs no slip.
        if out.iter().any(|weighed| weighed.mv == mv && weighed.cost <= Bends::SIGN.cost()) {
            continue;
        }
        let how = How {
            habit: sense.habit,
            bends: Bends::SIGN,
            promotion_assumed: promotion_is_assumed(&sense.skeleton.deed, mv),
            ..How::default()
        };
        let cost = Bends::SIGN.cost() + habit_cost(sense.habit);
        put(out, ScoredMove { mv, cost, how, mark: sense.skeleton.mark });
    }
}

/// Where the weighing of each legal move stands; `u8::MAX` where there is none.
pub struct Slots([u8; 256]);

impl Default for Slots {
    fn default() -> Slots {
        Slots([u8::MAX; 256])
    }
}

impl std::ops::Deref for Slots {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// Weighs `legal` under the senses of one entry, where nothing is weighed yet.
pub fn weigh_senses(
    entry: &Entry,
    scene: Scene<'_>,
    legal: &[Move],
    leniency: Leniency,
    slots: &mut Slots,
    out: &mut Weighings,
) {
    for sense in &entry.senses {
        for (&mv, slot) in legal.iter().zip(&mut slots.0) {
            let bends = match leniency {
                Leniency::Exact | Leniency::Ocr if sense.skeleton.describes(scene, mv) => Bends::NONE,
                Leniency::Exact | Leniency::Ocr => continue,
                Leniency::Slips | Leniency::Unreadable => match bends(&sense.skeleton, scene, mv) {
                    Some(bends) => bends,
                    None => continue,
                },
            };
            let how = How {
                habit: sense.habit,
                bends,
                foreign: entry.notation > 0,
                promotion_assumed: promotion_is_assumed(&sense.skeleton.deed, mv),
                en_passant_unsaid: mv.is_en_passant() && sense.skeleton.leaves_en_passant_open(),
                ..How::default()
            };
            let mut cost = bends.cost() + habit_cost(sense.habit);
            if how.foreign {
                cost += FOREIGN;
            }
            if how.promotion_assumed && mv.promotion() != Some(Role::Queen) {
                cost += UNNAMED_UNDERPROMOTION;
            }
            let weighed = ScoredMove { mv, cost, how, mark: sense.skeleton.mark };
            match out.get_mut(usize::from(*slot)) {
                Some(other) if other.cost > cost => *other = weighed,
                Some(_) => {}
                None => {
                    *slot = out.len() as u8;
                    out.push(weighed);
                }
            }
        }
    }
}

/// Adds a weighing, or betters the one of the same move.
fn put(out: &mut Weighings, weighed: ScoredMove) {
    match out.iter_mut().find(|other| other.mv == weighed.mv) {
        Some(other) if other.cost > weighed.cost => *other = weighed,
        Some(_) => {}
        None => out.push(weighed),
    }
}

fn habit_cost(habit: Habit) -> Cost {
    match habit {
        Habit::Plain => Cost::EXACT,
        Habit::Lenient => LENIENT,
        Habit::ByStanding => BY_STANDING,
        Habit::OriginalName => ORIGINAL_NAME,
    }
}

fn promotion_is_assumed(deed: &Deed, m: Move) -> bool {
    let unstated =
        matches!(deed, Deed::Displace(Displacement { promotion: Promotion::Unstated, .. }) | Deed::Same);
    unstated && m.is_promotion()
}
