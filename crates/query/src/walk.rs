//! Goes through the mainline of a game once, for all conditions of a query on its moments.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;
use scorebook_core::international::Move16;
use scorebook_core::variant_rules::VariantRules;
use shakmaty::Position;
use shakmaty::variant::VariantPosition;

use crate::Game;
use crate::moment::{Moment, MomentTest, key};
use crate::tree::Tree;

/// Moments that a game must come to, one after the other.
pub(crate) type Sequence = Vec<Step>;

/// A moment that a game must come to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub tree: Tree<MomentTest>,
    /// So many moments in a row must be so.
    pub times: u32,
    /// It must come directly after the step before.
    pub at_once: bool,
}

impl Step {
    /// A moment that may come at any time.
    pub fn once(tree: Tree<MomentTest>) -> Step {
        Step { tree, times: 1, at_once: false }
    }
}

/// How far a game has come in one step of a sequence.
#[derive(Copy, Clone, Debug, Default)]
struct Progress {
    /// The first of the moments in a row that are so, and of which the step before is done in time.
    since: Option<u32>,
    /// Whether the step was ever done before the present moment.
    done: bool,
    /// Whether it was done at the moment before, and at the present one.
    last: bool,
    now: bool,
}

/// Takes a sequence to the next moment; whether its last step is done.
fn advance(sequence: &[Step], progress: &mut [Progress], moment: &Moment<'_>) -> bool {
    let mut before = Progress { done: true, last: true, ..Progress::default() };
    for (at, (step, state)) in sequence.iter().zip(progress.iter_mut()).enumerate() {
        (state.done, state.last) = (state.done || state.now, state.now);
        // Of a step that is done only the first time matters, unless the next must come at once.
        let is_over = state.done && !sequence.get(at + 1).is_some_and(|next| next.at_once);
        let ready = if step.at_once { before.last } else { before.done };
        let is_so = !is_over && (ready || state.since.is_some()) && holds(&step.tree, moment);
        state.since = if is_so { state.since.or(Some(moment.ply)) } else { None };
        state.now = state.since.is_some_and(|since| moment.ply - since + 1 >= step.times);
        before = *state;
    }
    before.now
}

/// What must be found out on the way through a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Plan {
    pub sequences: Vec<Sequence>,
    /// Whether the opening is asked for.
    pub opening: bool,
}

/// What was found out.
#[derive(Debug, Default)]
pub(crate) struct Walked {
    /// Which of the sequences the game has.
    pub found: Vec<bool>,
    /// The name of the opening.
    pub opening: Option<&'static str>,
}

impl Plan {
    /// Goes through a game, no farther than there is something to find.
    pub fn walk(&self, game: &dyn Game) -> Walked {
        let mut walked = Walked { found: vec![false; self.sequences.len()], opening: None };
        let tags = game.tags();
        let rules = VariantRules::of(tags);
        let Some(mut position) = rules.and_then(|rules| rules.start(tags).ok()) else { return walked };
        let any = |passes: fn(&MomentTest) -> bool| {
            self.sequences.iter().flatten().any(|step| {
                let mut found = false;
                step.tree.leaves(&mut |test| found |= passes(test));
                found
            })
        };
        let counts = any(MomentTest::counts_positions);
        let shown = any(MomentTest::asks_shown).then(|| game.shown());
        let mut seen: FxHashMap<u64, u32> = FxHashMap::default();
        let mut come: Vec<Vec<Progress>> =
            self.sequences.iter().map(|sequence| vec![Progress::default(); sequence.len()]).collect();
        let mut names = self.opening && rules == Some(VariantRules::STANDARD) && tags.get("FEN").is_none();
        let words = game.moves();
        let mut words = words.iter();
        let mut played = None;
        for ply in 0.. {
            let next = words.next().and_then(|word: &Move16| word.to_move(&position));
            let mut moment = Moment {
                position: &position,
                played,
                ply,
                last: next.is_none(),
                shown: shown.as_ref(),
                times: 0,
                key: OnceCell::new(),
            };
            if counts {
                let times = seen.entry(moment.key()).or_default();
                *times += 1;
                moment.times = *times;
            }
            let mut open = false;
            for ((sequence, come), found) in self.sequences.iter().zip(&mut come).zip(&mut walked.found) {
                *found = *found || advance(sequence, come, &moment);
                open |= !*found;
            }
            if names {
                names = position.board().occupied().count() >= scorebook_openings::fewest_men();
                if let VariantPosition::Chess(position) = &position
                    && let Some((_, name)) = scorebook_openings::named(position)
                {
                    walked.opening = Some(name);
                }
            }
            let Some(m) = next.filter(|_| open || names) else { break };
            position.play_unchecked(m);
            played = Some(m);
        }
        walked
    }
}

fn holds(tree: &Tree<MomentTest>, moment: &Moment<'_>) -> bool {
    tree.verdict(&mut |test| Some(test.holds(moment))).unwrap_or(false)
}

/// The key of the position after a line of moves, how many men are on the board, and the hash of the placement.
pub(crate) fn end_of_line(words: &[Move16], mut position: VariantPosition) -> Option<(u64, usize, u32)> {
    for word in words {
        let m = word.to_move(&position)?;
        position.play_unchecked(m);
    }
    let board = position.board();
    Some((key(&position), board.occupied().count(), crate::boards::hash(board, position.turn())))
}
