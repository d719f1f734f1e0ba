//! Scores one cell: the legal moves that it can mean, with their costs.

use shakmaty::{Color, Move, Role};
use smallvec::SmallVec;

use super::Cost;
use super::bend::{Bends, bends, bends_within, is_far};
use super::lexicon::{Lexicon, Meanings};
use super::slip::Slips;
use crate::notation::{Habit, Senses};
use crate::pass::null_move;
use crate::record::Cell;
use crate::skeleton::{Deed, Displacement, Mark, Promotion, Scene};

/// How a move was read from its cell.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Provenance {
    /// How usual the writing is.
    pub habit: Habit,
    /// The fields of the text that contradict the move.
    pub bends: Bends,
    /// The text is in another notation than the game.
    pub foreign: bool,
    /// A pawn promotes, and the text does not state the piece.
    pub promotion_assumed: bool,
    /// The move is en passant, and the text does not state it.
    pub en_passant_unsaid: bool,
    /// The move is illegal and kept as written.
    pub illegal: bool,
    /// Cost of the OCR errors, in thousandths of a nat.
    pub misread: u32,
    /// There is no text: the move is missing in the record.
    pub lost: bool,
    /// The text cannot be read; the move is inferred from later ones.
    pub guessed: bool,
    /// The move is from a correction.
    pub decided: bool,
}

impl Provenance {
    /// Whether the text denotes exactly this move, in the game's own notation.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.is_unbent()
            && !self.decided
            && !self.foreign
            && !self.promotion_assumed
            && self.habit != Habit::ByStanding
    }

    /// Whether no part of the text is contradicted or made up.
    #[must_use]
    pub fn is_unbent(&self) -> bool {
        self.bends.is_none() && self.misread == 0 && !self.lost && !self.guessed && !self.illegal
    }
}

/// A move that a cell can mean.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The cost of reading the cell so, without its mark of check.
    pub cost: Cost,
    /// How it was read.
    pub how: Provenance,
    /// The mark of check or mate in the cell.
    pub mark: Mark,
}

/// The moves that a cell can mean, each once, at its least cost.
pub type Weighings = SmallVec<[ScoredMove; 4]>;

/// Scores cells. The plain reader uses skeletons; the noisy one is based on it.
pub trait Reader {
    /// Scores the `legal` moves of the scene for `cell`, and writes those that it can mean.
    fn weigh(&mut self, cell: &Cell<'_>, scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
        self.weigh_within(cell, scene, legal, Cost::NEVER, out);
    }

    /// The same; moves that cost more than `most` may be left out.
    fn weigh_within(
        &mut self,
        cell: &Cell<'_>,
        scene: Scene<'_>,
        legal: &[Move],
        most: Cost,
        out: &mut Weighings,
    );

    /// The meanings of a text in the notation of the game.
    fn senses(&mut self, text: &str, side: Color) -> Senses;

    /// Scores the moves that may be missing in the record.
    fn weigh_lost(&mut self, _scene: Scene<'_>, _legal: &[Move], _out: &mut Weighings) {}
}

/// The errors that the plain reader allows.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leniency {
    /// None.
    Exact,
    /// Errors of the writer.
    Slips,
    /// A cell that cannot be read at all.
    Unreadable,
    /// OCR errors in letters and columns ([`ocr_channel`](super::ocr_channel)).
    Ocr,
}

/// Cost of "QR" by its current square if another rook is meant by birth, as in most books.
const BY_STANDING: Cost = Cost::new(3_500);
/// Cost of pawns named by birth, except in books that do so throughout.
const ORIGINAL_NAME: Cost = Cost::new(2_000);
/// Cost of a form that the notation does not allow.
const LENIENT: Cost = Cost::new(10);
/// Cost of a cell in another notation.
const FOREIGN: Cost = Cost::new(2_000);
/// Cost of a cell that cannot be read; the choice among the legal moves is added.
const GUESSED: Cost = Cost::new(9_000);
/// Cost of an underpromotion that the text does not state.
const UNNAMED_UNDERPROMOTION: Cost = Cost::new(6_000);

/// Cost of a repair that is not a recapture although one is possible. Low: masters recapture three times in
/// four (29,535 of 40,087 possible recaptures in 5,000 games).
const NOT_RETAKEN: Cost = Cost::new(700);

/// Scores cells with skeletons.
pub struct PlainReader<'l> {
    /// The meanings of texts.
    pub lexicon: &'l mut Lexicon,
    /// The errors that are allowed.
    pub leniency: Leniency,
}

impl Reader for PlainReader<'_> {
    fn senses(&mut self, text: &str, side: Color) -> Senses {
        self.lexicon.look_up(text, side).senses.clone()
    }

    fn weigh_within(
        &mut self,
        cell: &Cell<'_>,
        scene: Scene<'_>,
        legal: &[Move],
        most: Cost,
        out: &mut Weighings,
    ) {
        let side = shakmaty::Position::turn(scene.position);
        match self.leniency {
            Leniency::Exact | Leniency::Ocr => {
                let entry = self.lexicon.look_up(&cell.text, side);
                weigh_senses(entry, scene, legal, self.leniency, &mut Slots::default(), out);
            }
            Leniency::Slips | Leniency::Unreadable => {
                // Whether a cell can be read at all is not known by its cheap readings.
                let guesses = self.leniency == Leniency::Unreadable && most >= GUESSED;
                let most = if guesses { Cost::NEVER } else { most };
                weigh_bent(self.lexicon.look_up(&cell.text, side), scene, legal, most, out);
                if most >= Bends::SIGN.cost() {
                    weigh_slips(self.lexicon.slips(&cell.text, side), scene, legal, out);
                }
                if guesses && out.is_empty() {
                    let choice = (legal.len().max(1) as f32).ln() * 1000.0;
                    let cost = GUESSED + Cost::new(choice as u32);
                    let how = Provenance { guessed: true, ..Provenance::default() };
                    out.extend(legal.iter().map(|&mv| ScoredMove { mv, cost, how, mark: Mark::None }));
                }
            }
        }
        prefer_retaking(scene, legal, out);
    }
}

/// Adds a cost to repairs that do not capture a piece that has just captured.
fn prefer_retaking(scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
    let Some(taker) = scene.last.filter(|last| last.is_capture()).map(|last| last.to()) else { return };
    let retakes = |m: Move| m.is_capture() && m.to() == taker;
    if legal.iter().any(|&m| retakes(m)) {
        let left = out.iter_mut().filter(|weighed| !weighed.how.is_unbent() && !retakes(weighed.mv));
        left.for_each(|weighed| weighed.cost += NOT_RETAKEN);
    }
}

/// Scores `legal` for the meanings of texts with one misspelling less; `out` is in the order of `legal`, and stays so.
fn weigh_slips(slips: &Slips, scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
    let known = out.len();
    // Null moves stand first.
    let mut next = out.iter().take_while(|weighed| !legal.contains(&weighed.mv)).count();
    let mut places: SmallVec<[u8; 64]> = SmallVec::from_elem(0, next);
    let mut found: SmallVec<[u8; 64]> = SmallVec::new();
    for (at, &mv) in (0u8..).zip(legal) {
        let own = out[..known].get(next).is_some_and(|weighed| weighed.mv == mv).then_some(next);
        if own.is_some() {
            places.push(at);
            next += 1;
        }
        // A misspelling is not assumed if the text itself costs less.
        if own.is_some_and(|own| out[own].cost <= Bends::SIGN.cost()) {
            continue;
        }
        let Some(sense) = slips.find(scene, mv) else { continue };
        let how = Provenance {
            habit: sense.habit,
            bends: Bends::SIGN,
            promotion_assumed: promotion_is_assumed(&sense.skeleton.deed, mv),
            ..Provenance::default()
        };
        let cost = Bends::SIGN.cost() + habit_cost(sense.habit);
        let weighed = ScoredMove { mv, cost, how, mark: sense.skeleton.mark };
        match own {
            Some(own) if out[own].cost > cost => out[own] = weighed,
            Some(_) => {}
            None => {
                out.push(weighed);
                found.push(at);
            }
        }
    }
    if found.is_empty() {
        return;
    }
    places.extend(found);
    let mut in_order: SmallVec<[(u8, ScoredMove); 64]> = places.into_iter().zip(out.drain(..)).collect();
    in_order.sort_by_key(|(at, _)| *at);
    out.extend(in_order.into_iter().map(|(_, weighed)| weighed));
}

/// Scores `legal` for the meanings of a text of which some fields may be wrong, in the order of `legal`; those that cost more than
/// `most` are left out. `out` must be empty.
fn weigh_bent(entry: &Meanings, scene: Scene<'_>, legal: &[Move], most: Cost, out: &mut Weighings) {
    for sense in entry.senses.iter().filter(|sense| sense.skeleton.deed == Deed::Pass) {
        let mark = sense.skeleton.mark;
        let null = null_move(scene.position);
        out.extend(null.map(|mv| ScoredMove { mv, cost: Cost::EXACT, how: Provenance::default(), mark }));
    }
    let foreign = entry.notation > 0;
    let whole = if foreign { FOREIGN } else { Cost::EXACT };
    for &mv in legal {
        let mut best: Option<ScoredMove> = None;
        for sense in entry.senses.iter().filter(|sense| sense.skeleton.deed != Deed::Pass) {
            let own = whole + habit_cost(sense.habit);
            let left = most.min(best.map_or(Cost::NEVER, |best| best.cost));
            if own > left || is_far(&sense.skeleton, mv, left.above(own)) {
                continue;
            }
            let Some(bends) = bends_within(&sense.skeleton, scene, mv, left.above(own)) else { continue };
            let how = Provenance {
                habit: sense.habit,
                bends,
                foreign,
                promotion_assumed: promotion_is_assumed(&sense.skeleton.deed, mv),
                en_passant_unsaid: mv.is_en_passant() && sense.skeleton.leaves_en_passant_open(),
                ..Provenance::default()
            };
            let mut cost = bends.cost() + own;
            if how.promotion_assumed && mv.promotion() != Some(Role::Queen) {
                cost += UNNAMED_UNDERPROMOTION;
            }
            if best.is_none_or(|best| best.cost > cost) {
                best = Some(ScoredMove { mv, cost, how, mark: sense.skeleton.mark });
            }
        }
        if let Some(best) = best {
            out.push(best);
        }
    }
}

/// For each legal move, the index of its score; `u8::MAX` for none.
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

/// Scores `legal` for the senses of one entry; `out` must be empty.
pub fn weigh_senses(
    entry: &Meanings,
    scene: Scene<'_>,
    legal: &[Move],
    leniency: Leniency,
    slots: &mut Slots,
    out: &mut Weighings,
) {
    for sense in &entry.senses {
        if sense.skeleton.deed == Deed::Pass {
            let mark = sense.skeleton.mark;
            let null = null_move(scene.position);
            out.extend(null.map(|mv| ScoredMove { mv, cost: Cost::EXACT, how: Provenance::default(), mark }));
            continue;
        }
        for (&mv, slot) in legal.iter().zip(&mut slots.0) {
            let bends = match leniency {
                Leniency::Exact | Leniency::Ocr if sense.skeleton.describes(scene, mv) => Bends::NONE,
                Leniency::Exact | Leniency::Ocr => continue,
                Leniency::Slips | Leniency::Unreadable => match bends(&sense.skeleton, scene, mv) {
                    Some(bends) => bends,
                    None => continue,
                },
            };
            let how = Provenance {
                habit: sense.habit,
                bends,
                foreign: entry.notation > 0,
                promotion_assumed: promotion_is_assumed(&sense.skeleton.deed, mv),
                en_passant_unsaid: mv.is_en_passant() && sense.skeleton.leaves_en_passant_open(),
                ..Provenance::default()
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
