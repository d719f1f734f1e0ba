//! Tier 5: the last move. Some move led here, from a position that is possible in turn.

use rustc_hash::FxHashMap;
use shakmaty::Bitboard;

use super::{Memory, refute_still, t2_check, t5_shuffle};
use crate::{
    Effort,
    case::{Case, list, side},
    premises::Premises,
    refutation::{Refutation, Rule},
    unmove::{Unmove, unmoves},
    work::Work,
};

/// Some last move leads from a possible position.
pub static LAST: Rule =
    Rule { tier: 5, id: "T5-last-move", doc: "there is a last move, and a game before it" };

pub(crate) static RULES: &[&Rule] = &[&LAST];

/// The search back through the game: how far, and how much it may look at.
#[derive(Debug)]
pub(crate) struct Retro<'a> {
    pub premises: &'a Premises,
    pub memory: Memory,
    /// Positions that may still be looked at.
    pub nodes: u32,
    /// The rules about the position asked about whose search was given up.
    pub unfinished: Vec<&'static Rule>,
    /// Positions refuted at a depth, or not refuted at a depth.
    memo: FxHashMap<Case, Memo>,
}

/// Steps of work that a position counts for.
const POSITION: u64 = 10;

#[derive(Copy, Clone, Debug, Default)]
struct Memo {
    refuted: bool,
    /// Not refuted by looking this many moves back.
    survived: Option<u32>,
}

impl<'a> Retro<'a> {
    pub fn new(premises: &'a Premises, effort: Effort, work: &Work) -> Retro<'a> {
        Retro {
            premises,
            memory: Memory::new(effort, work),
            nodes: effort.positions,
            unfinished: Vec::new(),
            memo: FxHashMap::default(),
        }
    }

    /// Whether `case` is refuted by looking `depth` moves back, or by itself.
    pub fn refuted(&mut self, case: &Case, depth: u32) -> bool {
        let memo = self.memo.get(case).copied();
        match memo {
            Some(Memo { refuted: true, .. }) => return true,
            Some(Memo { survived: Some(deep), .. }) if deep >= depth => return false,
            _ => {}
        }
        if self.nodes == 0 {
            return false;
        }
        self.nodes -= 1;
        if !self.memory.work.take(POSITION) {
            self.nodes = 0;
            return false;
        }
        let still = memo.is_none() && refute_still(self.premises, case, &mut self.memory).is_some();
        let refuted = still || (depth > 0 && self.no_past(case, depth));
        if self.nodes > 0 || refuted {
            let survived = (!refuted).then_some(depth);
            self.memo.insert(case.clone(), Memo { refuted, survived });
        }
        refuted
    }

    /// Whether no last move of `case` leads from a position that survives `depth - 1`.
    fn no_past(&mut self, case: &Case, depth: u32) -> bool {
        if self.premises.is_start(case) || self.sways(case) {
            return false;
        }
        let unmoves = unmoves(self.premises, case);
        // Deepening finds the survivor that is cheap to find before it digs.
        for level in 0..depth {
            if unmoves.iter().all(|unmove| self.refuted(&unmove.before, level)) {
                return self.nodes > 0 || level == 0;
            }
            if self.nodes == 0 {
                return false;
            }
        }
        false
    }

    /// Whether pieces go back and forth through positions that stand: there is a past of any length.
    fn sways(&mut self, case: &Case) -> bool {
        t5_shuffle::swaying(case, self.premises.unmoved)
            .is_some_and(|men| t5_shuffle::round(case, men).iter().all(|before| !self.refuted(before, 0)))
    }

    /// The last moves of `case` that survive looking up to `depth` moves back from before them.
    pub fn last_moves(&mut self, case: &Case, depth: u32) -> Vec<Unmove> {
        let mut moves = unmoves(self.premises, case);
        for level in 0..=depth {
            moves.retain(|unmove| !self.refuted(&unmove.before, level));
            if self.nodes == 0 || moves.len() < 2 {
                break;
            }
        }
        moves
    }
}

/// Refutes `case` by every rule: those of the position, then those of its past.
pub(crate) fn refute(case: &Case, retro: &mut Retro<'_>, depth: u32) -> Option<Refutation> {
    // LockedClusters and orders last: where there is no last move at all, that is the plainer reason.
    let (clusters, orders) = (retro.memory.clusters.take(), retro.memory.orders.take());
    let still =
        refute_still(retro.premises, case, &mut retro.memory).or_else(|| moveless(retro.premises, case));
    let more = clusters.is_some() || orders.is_some();
    (retro.memory.clusters, retro.memory.orders) = (clusters, orders);
    let still = still.or_else(|| more.then(|| refute_still(retro.premises, case, &mut retro.memory))?);
    retro.unfinished = retro.memory.work.take_given_up();
    let refutation = still.or_else(|| check(case, retro, depth));
    if refutation.is_none() && retro.nodes == 0 {
        retro.unfinished.push(&LAST);
    }
    refutation
}

/// Refutes `case` if there is no move to take back.
pub(crate) fn moveless(premises: &Premises, case: &Case) -> Option<Refutation> {
    if premises.is_start(case) || !unmoves(premises, case).is_empty() {
        return None;
    }
    let mover = !case.turn;
    let checkers = case.checkers(case.turn);
    if checkers.any() {
        return Some(Refutation::new(
            &t2_check::MOVELESS,
            checkers,
            format!(
                "{} is in check from {}, and no move of {} can have given that check",
                side(case.turn),
                t2_check::describe(case, checkers),
                side(mover),
            ),
        ));
    }
    Some(Refutation::new(
        &LAST,
        case.board.by_color(mover),
        format!("{} moved last, but has no move that could have led here", side(mover)),
    ))
}

/// Refutes `case` by its last moves.
fn check(case: &Case, retro: &mut Retro<'_>, depth: u32) -> Option<Refutation> {
    let mover = !case.turn;
    let all = unmoves(retro.premises, case);
    if !retro.no_past(case, depth) {
        return None;
    }
    // The shortest reason among the moves, for the person who reads it.
    let mut squares = Bitboard::EMPTY;
    let mut reasons: Vec<(String, String)> = Vec::new();
    for unmove in &all {
        squares.add(unmove.to);
        if let Some(why) = refute_still(retro.premises, &unmove.before, &mut retro.memory)
            && !reasons.iter().any(|(_, known)| *known == why.explanation)
        {
            reasons.push((unmove.to_string(), why.explanation));
        }
    }
    reasons.sort_by_key(|(_, reason)| reason.len());
    let why = match (reasons.first(), all.as_slice()) {
        (Some((_, reason)), [_]) => format!("before it, {reason}"),
        (Some((unmove, reason)), _) => format!("before {unmove}, for example, {reason}"),
        (None, _) => String::from("every way to take back further moves ends in one as well"),
    };
    let what = match all.as_slice() {
        [only] => format!("the only move it can take back, {only}, leads back to an impossible position"),
        _ => format!(
            "each of the {} moves it can take back, with the pieces on {}, leads back to an impossible position",
            all.len(),
            list(squares)
        ),
    };
    Some(Refutation::new(&LAST, squares, format!("{} moved last, and {what}; {why}", side(mover))))
}
