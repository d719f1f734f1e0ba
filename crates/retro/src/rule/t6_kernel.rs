//! Tier 6: the kernel of pawn captures. Ranks and pieces are forgotten; what is left of a game is,
//! on each file, the order of its pawns from White's side, and the captures that change it. Every
//! game leaves such a kernel, so where no kernel within the captures that were made leads to the
//! pawns on the board and to enough promotions, there is no game.
//!
//! The idea of a proof kernel is that of P. Österlund's work on random chess positions.

use std::{cell::OnceCell, rc::Rc};

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Bitboard, Color, File, Rank, Role, Square};
use smallvec::SmallVec;

use crate::{
    case::{Case, side},
    facts::Facts,
    premises::Premises,
    refutation::{Refutation, Rule},
    work::Work,
};

/// There is an order of pawn captures that leads here.
pub static KERNEL: Rule = Rule {
    tier: 6,
    id: "T6-kernel",
    doc: "some order of pawn captures, within the pieces lost, lets the pawns pass each other",
};

pub(crate) static RULES: &[&Rule] = &[&KERNEL];

/// The pawns of a file from White's side: a leading 1, then a bit a pawn, 1 for White, the first
/// pawn highest.
type Stack = u16;

/// Most pawns that a stack can hold. A file has room for six, but pawns that are free to promote
/// are left in their stack until the end, so a stack may need more; a search that would is unknown.
const DEPTH: u32 = 9;

fn len(stack: Stack) -> u32 {
    Stack::BITS - 1 - stack.leading_zeros()
}

fn white_at(stack: Stack, index: u32) -> bool {
    stack >> (len(stack) - 1 - index) & 1 == 1
}

fn push(stack: Stack, white: bool) -> Stack {
    stack << 1 | Stack::from(white)
}

fn insert(stack: Stack, index: u32, white: bool) -> Stack {
    let below = len(stack) - index;
    let low = stack & ((1 << below) - 1);
    (stack >> below << 1 | Stack::from(white)) << below | low
}

fn remove(stack: Stack, index: u32) -> Stack {
    let below = len(stack) - index - 1;
    let low = stack & ((1 << below) - 1);
    stack >> (below + 1) << below | low
}

/// What a file must come to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct File8 {
    stack: Stack,
    /// White's first pawn, and Black's last, never moved: nothing gets behind them.
    steady: [bool; 2],
    /// On the square on which pawns of that colour promote a piece stands that never moved: a pawn leaves the file only by
    /// a capture.
    shut: [bool; 2],
    /// No pawn of that colour is to have promoted from here: what remains is asked so.
    barred: [bool; 2],
}

impl File8 {
    fn is_steady(self, color: Color) -> bool {
        self.steady[color as usize]
    }

    /// What it costs a pawn of each colour to leave the file by promoting: a capture where the square before it is shut; where
    /// that is barred, it is taken off like any other.
    fn leaving(self) -> [u8; 2] {
        std::array::from_fn(|color| u8::from(self.shut[color] || self.barred[color]))
    }
}

/// From a pawn's file to that of its victim: towards the a-file, or towards the h-file.
const ASIDE: [isize; 2] = [-1, 1];

/// What a kernel must achieve.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct KernelGoal {
    start: [Stack; 8],
    end: [File8; 8],
    /// For each promoted piece of each colour that has no way from every square of promotion, the
    /// files from which it has one, as bits; 0 for none.
    promoted: [[u8; 8]; 2],
    /// Pieces of each colour that pawns may capture without promoting, by colour.
    capturable: [u8; 2],
    /// Pieces of each colour that were captured.
    lost: [u8; 2],
    /// Pawns of each colour that may be captured as pawns.
    pawns_lost: [u8; 2],
    /// Captures that are not to have been made: what remains is asked so.
    barred: Steps,
}

/// Captures from file to file: for each colour and direction (as in [`ASIDE`]), the files that the pawn left, as bits.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Steps {
    /// Captures of any man.
    any: [[u8; 2]; 2],
    /// Captures of a pawn that had not promoted.
    of_pawns: [[u8; 2]; 2],
}

impl Steps {
    fn add(&mut self, own: usize, way: usize, file: usize, of_pawn: bool) {
        self.any[own][way] |= 1 << file;
        self.of_pawns[own][way] |= u8::from(of_pawn) << file;
    }

    fn is_disjoint(self, other: Steps) -> bool {
        let apart = |one: [[u8; 2]; 2], other: [[u8; 2]; 2]| {
            one.iter().flatten().zip(other.iter().flatten()).all(|(one, other)| one & other == 0)
        };
        apart(self.any, other.any) && apart(self.of_pawns, other.of_pawns)
    }
}

/// What a kernel that was found has in it.
#[derive(Copy, Clone, Debug, Default)]
struct Witness {
    steps: Steps,
    /// The files on which pawns of each colour are gone at its end, as bits: no others can have promoted.
    gone: [u8; 2],
}

impl Witness {
    /// Whether it is a kernel of this goal as well, which differs from its own in what is barred.
    fn holds(&self, goal: &KernelGoal) -> bool {
        self.steps.is_disjoint(goal.barred)
            && goal.end.iter().enumerate().all(|(file, end)| {
                (0..2).all(|color| !end.barred[color] || self.gone[color] >> file & 1 == 0)
            })
    }
}

/// What a search for a kernel found.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Outcome {
    Found,
    None,
    /// There is none with stacks that can be written down.
    Unknown,
    /// There were no nodes left.
    GivenUp,
}

/// Searches done, remembered from position to position.
#[derive(Debug)]
pub(crate) struct Kernels {
    done: FxHashMap<KernelGoal, (Outcome, Witness)>,
    tables: FxHashMap<File8, Rc<CostTable>>,
    /// Nodes a search may take.
    pub nodes: u32,
    work: Work,
}

impl Kernels {
    pub fn new(nodes: u32, work: Work) -> Kernels {
        Kernels { nodes, work, done: FxHashMap::default(), tables: FxHashMap::default() }
    }

    fn table(&mut self, end: File8) -> Rc<CostTable> {
        Rc::clone(self.tables.entry(end).or_insert_with(|| Rc::new(CostTable::new(end))))
    }

    /// Whether it is sure that there is no kernel.
    fn none(&mut self, goal: KernelGoal) -> bool {
        self.outcome(goal) == Outcome::None
    }

    fn outcome(&mut self, goal: KernelGoal) -> Outcome {
        self.search(goal).0
    }

    /// What the search for a kernel comes to, and what the kernel has in it, if one was found.
    fn search(&mut self, goal: KernelGoal) -> (Outcome, Witness) {
        if let Some(&outcome) = self.done.get(&goal) {
            return outcome;
        }
        let tables = goal.end.map(|end| self.table(end));
        let mut search = KernelSearch {
            goal,
            tables,
            seen: FxHashSet::default(),
            nodes: self.nodes,
            work: self.work.clone(),
            crowded: false,
            found: Witness::default(),
        };
        let mut outcome = search.run(KernelState { files: goal.start, made: [0; 2], taken: [0; 2] });
        if search.crowded && outcome == Outcome::None {
            outcome = Outcome::Unknown;
        }
        self.done.insert(goal, (outcome, search.found));
        (outcome, search.found)
    }
}

pub(crate) fn check(
    premises: &Premises,
    case: &Case,
    facts: &Facts,
    kernels: &mut Kernels,
) -> Option<Refutation> {
    let goal = goal(premises, case, facts)?;
    let outcome = kernels.outcome(goal);
    if outcome == Outcome::GivenUp {
        kernels.work.give_up(&KERNEL);
    }
    (outcome == Outcome::None).then(|| {
        // Whether they could if pieces that never moved were not before them.
        let mut open = goal;
        open.end.iter_mut().for_each(|file| file.shut = [false; 2]);
        let around = match open != goal && kernels.outcome(open) != Outcome::None {
            true => " and to promote around the pieces that never moved",
            false => "",
        };
        let has = |color| {
            let own = facts.side(color);
            let promoted = match own.promoted {
                0 => String::new(),
                1 => String::from(" and at least one promoted piece"),
                n => format!(" and at least {n} promoted pieces"),
            };
            format!("{} has {} pawns{promoted} and has lost {} pieces", side(color), own.pawns, own.missing)
        };
        Refutation::new(
            &KERNEL,
            case.board.pawns(),
            format!(
                "{}, {}: too few captures for the pawns to pass each other{around}",
                has(Color::White),
                has(Color::Black),
            ),
        )
    })
}

/// What the pawns that are gone must have done, in words: who was promoted though no promoted piece need stand on the board,
/// from which file and where, and which captures of pawns beyond those that bring the pawns that stand to their files. Each
/// is asked as a kernel without it: where there is none, every game has it.
pub(crate) fn tell(premises: &Premises, case: &Case, facts: &Facts, kernels: &mut Kernels) -> Vec<String> {
    let Some(goal) = goal(premises, case, facts) else { return Vec::new() };
    let mut told = Vec::new();
    let mut asked = Asked { kernels, found: Vec::new() };
    for color in Color::ALL {
        let own = color as usize;
        if goal.pawns_lost[own] == 0 && facts.side(color).promoted == 0 {
            continue;
        }
        let files: Vec<usize> =
            (0..8).filter(|&file| asked.needs(goal.without_promotions(color, &[file]))).collect();
        for &file in &files {
            told.push(format!(
                "a pawn of {} was promoted from the {}-file{}: the pawns cannot have passed each other otherwise, within \
                 the men lost",
                side(color),
                letter(file),
                place_of_promotion(&goal, facts, color, file, asked.kernels),
            ));
        }
        let every: Vec<usize> = (0..8).collect();
        if files.is_empty()
            && facts.side(color).promoted == 0
            && asked.needs(goal.without_promotions(color, &every))
        {
            told.push(format!(
                "a pawn of {} was promoted: the pawns cannot have passed each other otherwise, within the men lost",
                side(color)
            ));
        }
        let needed = goal.steps(color);
        for (way, aside) in ASIDE.into_iter().enumerate() {
            for from in 0..8_usize {
                let Some(to) = from.checked_add_signed(aside).filter(|&to| to < 8) else { continue };
                if needed[way] >> from & 1 == 1 {
                    continue;
                }
                let mut without = goal;
                without.barred.any[own][way] = 1 << from;
                if !asked.needs(without) {
                    continue;
                }
                let mut of_pieces = goal;
                of_pieces.barred.of_pawns[own][way] = 1 << from;
                told.push(format!(
                    "a pawn of {} on the {}-file captured {} on the {}-file",
                    side(color),
                    letter(from),
                    if asked.needs(of_pieces) { "a pawn" } else { "a man" },
                    letter(to),
                ));
            }
        }
    }
    told
}

/// Questions on one position that differ in what is barred: a kernel that was found for one answers others.
struct Asked<'a> {
    kernels: &'a mut Kernels,
    found: Vec<Witness>,
}

impl Asked<'_> {
    /// Whether every game has what this goal bars: without it there is no kernel.
    fn needs(&mut self, goal: KernelGoal) -> bool {
        if self.found.iter().any(|witness| witness.holds(&goal)) {
            return false;
        }
        let (outcome, witness) = self.kernels.search(goal);
        if outcome == Outcome::Found {
            self.found.push(witness);
        }
        outcome == Outcome::None
    }
}

/// Where a pawn that must be promoted from `file` was: ahead, or beside it with a capture; in words, empty if not known.
fn place_of_promotion(
    goal: &KernelGoal,
    facts: &Facts,
    color: Color,
    file: usize,
    kernels: &mut Kernels,
) -> String {
    let last = facts.mobility.promotions(color);
    let square =
        |file: usize| Square::from_coords(File::new(file as u32), color.fold_wb(Rank::Eighth, Rank::First));
    let mut aside = *goal;
    aside.end[file].shut[color as usize] = true;
    if goal.end[file].shut[color as usize] {
        let beside: Vec<String> = ASIDE
            .into_iter()
            .filter_map(|aside| file.checked_add_signed(aside).filter(|&to| to < 8))
            .map(square)
            .filter(|&square| last.contains(square))
            .map(|square| square.to_string())
            .collect();
        format!(", by a capture on {}", beside.join(" or "))
    } else if kernels.none(aside) {
        format!(", on {}", square(file))
    } else {
        String::new()
    }
}

fn letter(file: usize) -> char {
    File::new(file as u32).char()
}

impl KernelGoal {
    /// The goal in a game in which no pawn of that colour was promoted from these files.
    fn without_promotions(mut self, color: Color, files: &[usize]) -> KernelGoal {
        files.iter().for_each(|&file| self.end[file].barred[color as usize] = true);
        self
    }

    /// The captures between files by which pawns of that colour come, with the fewest, to where they stand: for each
    /// direction, the files that a pawn leaves, as bits. They are told with the pawns that made them.
    fn steps(&self, color: Color) -> [u8; 2] {
        let of = |stack: Stack| (0..len(stack)).filter(|&i| white_at(stack, i) == color.is_white()).count();
        let mut steps = [0; 2];
        // Pawns keep their order. The fewest steps leave those out that are gone, and any of these may be the right choice.
        let dues: Vec<usize> = self
            .end
            .iter()
            .enumerate()
            .flat_map(|(file, end)| std::iter::repeat_n(file, of(end.stack)))
            .collect();
        let homes: Vec<usize> = self
            .start
            .iter()
            .enumerate()
            .flat_map(|(file, &stack)| std::iter::repeat_n(file, of(stack)))
            .collect();
        let gone = homes.len().saturating_sub(dues.len());
        // least[i][n]: the fewest steps that bring pawns of the first i to the first n places; rest: of the others.
        let table = |homes: &[usize], dues: &[usize]| {
            let mut least = vec![vec![usize::MAX; dues.len() + 1]; homes.len() + 1];
            for i in 0..=homes.len() {
                for n in 0..=dues.len().min(i) {
                    least[i][n] = match (i, n) {
                        (_, 0) => 0,
                        _ => {
                            let with = least[i - 1][n - 1].saturating_add(homes[i - 1].abs_diff(dues[n - 1]));
                            if n < i { with.min(least[i - 1][n]) } else { with }
                        }
                    };
                }
            }
            least
        };
        let before = table(&homes, &dues);
        let reversed = |list: &[usize]| list.iter().rev().copied().collect::<Vec<_>>();
        let behind = table(&reversed(&homes), &reversed(&dues));
        let fewest = before[homes.len()][dues.len()];
        for (n, &due) in dues.iter().enumerate() {
            for (i, &home) in homes.iter().enumerate().skip(n).take(gone + 1) {
                let rest = behind[homes.len() - i - 1][dues.len() - n - 1];
                let all = before[i][n].saturating_add(home.abs_diff(due)).saturating_add(rest);
                if all == fewest {
                    (due..home).for_each(|file| steps[0] |= 1 << (file + 1));
                    (home..due).for_each(|file| steps[1] |= 1 << file);
                }
            }
        }
        steps
    }
}

fn goal(premises: &Premises, case: &Case, facts: &Facts) -> Option<KernelGoal> {
    let stacks = |board: &shakmaty::Board| {
        let mut stacks = [1; 8];
        for file in File::ALL {
            for square in board.pawns() & Bitboard::from(file) {
                let white = board.color_at(square)? == Color::White;
                stacks[usize::from(file)] = push(stacks[usize::from(file)], white);
            }
        }
        Some(stacks)
    };
    let (start, end) = (stacks(&premises.array)?, stacks(&case.board)?);
    let end = std::array::from_fn(|file| {
        let squares = Bitboard::from(File::new(file as u32)) & facts.mobility.steady;
        let steady = |color| squares.intersects(case.men(color, Role::Pawn));
        let shut = |color: Color| {
            let last = Bitboard::from(color.fold_wb(Rank::Eighth, Rank::First));
            (squares & last).any()
        };
        File8 {
            stack: end[file],
            steady: [steady(Color::Black), steady(Color::White)],
            shut: [shut(Color::Black), shut(Color::White)],
            barred: [false; 2],
        }
    });
    let mut goal = KernelGoal {
        start,
        end,
        promoted: [[0; 8]; 2],
        capturable: [0; 2],
        lost: [0; 2],
        pawns_lost: [0; 2],
        barred: Steps::default(),
    };
    for color in Color::ALL {
        let own = facts.side(color);
        let had = u8::try_from(premises.count(color, Role::Pawn)).ok()?;
        goal.capturable[color as usize] = facts.capturable(color);
        let mut files = own.promoted_on.clone();
        files.sort_unstable();
        for (slot, &files) in goal.promoted[color as usize].iter_mut().zip(&files) {
            *slot = files;
        }
        goal.lost[color as usize] = own.missing;
        goal.pawns_lost[color as usize] = had.checked_sub(own.pawns + own.promoted)?;
    }
    Some(goal)
}

/// How far a stack is from the goal of its file.
#[derive(Clone, Debug)]
struct Entry {
    /// Least deletions and changes, insertions being free.
    shed: u8,
    /// Least edits of any kind.
    edits: u8,
    /// The ways to leave the goal and pawns free to promote; only the least.
    removals: SmallVec<[Clearing; 4]>,
}

/// How a file is cleared: how many pawns of each colour pieces take there, and how many promote only by a capture, for the
/// square before them is shut. By colour.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Clearing {
    removed: [u8; 2],
    aside: [u8; 2],
}

impl Clearing {
    fn is_at_most(self, other: Clearing) -> bool {
        (0..2).all(|i| self.removed[i] <= other.removed[i] && self.aside[i] <= other.aside[i])
    }

    fn and(self, other: Clearing) -> Clearing {
        Clearing {
            removed: std::array::from_fn(|i| self.removed[i] + other.removed[i]),
            aside: std::array::from_fn(|i| self.aside[i] + other.aside[i]),
        }
    }
}

/// Keeps of all ways those that no other is at least as good as.
fn least(mut all: Vec<Clearing>) -> Vec<Clearing> {
    all.sort_unstable();
    all.dedup();
    let found = all.clone();
    all.retain(|one| !found.iter().any(|other| other != one && other.is_at_most(*one)));
    all
}

/// For one goal of a file, the entries of the stacks met so far.
#[derive(Debug)]
struct CostTable {
    end: File8,
    entries: Vec<OnceCell<Entry>>,
}

impl CostTable {
    fn new(end: File8) -> CostTable {
        CostTable { end, entries: vec![OnceCell::new(); 1 << (DEPTH + 1)] }
    }

    fn at(&self, stack: Stack) -> &Entry {
        self.entries[usize::from(stack)].get_or_init(|| Entry {
            shed: distance(stack, self.end, 0, self.end.leaving()),
            edits: distance(stack, self.end, 1, self.end.leaving()),
            removals: removals(stack, self.end),
        })
    }
}

/// Least cost to turn `stack` into Black's pawns that are free to promote, then `end`, then
/// White's; a deletion or a change costs 1, an insertion `insertion`, a promotion `leaving`, by colour.
fn distance(stack: Stack, file: File8, insertion: u8, leaving: [u8; 2]) -> u8 {
    let end = file.stack;
    let (n, m) = (len(stack) as usize, len(end) as usize);
    // cost[j]: the stack so far against the first j pawns of the goal; cost[m + 1]: past the goal,
    // among White's pawns that are free to promote.
    let mut cost = [u8::MAX; DEPTH as usize + 2];
    cost[0] = 0;
    for j in 1..=m {
        cost[j] = cost[j - 1].saturating_add(insertion);
    }
    for i in 0..n {
        let white = white_at(stack, i as u32);
        let mut next = [u8::MAX; DEPTH as usize + 2];
        for j in 0..=m + 1 {
            // A change into a pawn free to promote is never dearer than a deletion.
            let mut best = cost[j].saturating_add(1);
            if j == 0 && !white && !file.is_steady(Color::White) {
                best = best.min(cost[0].saturating_add(leaving[Color::Black as usize]));
            }
            if j == m + 1 && white && !file.is_steady(Color::Black) {
                let ahead = cost[m].min(cost[m + 1]);
                best = best.min(ahead.saturating_add(leaving[Color::White as usize]));
            }
            if j > 0 && j <= m {
                let same = white_at(end, (j - 1) as u32) == white;
                best = best.min(cost[j - 1].saturating_add(u8::from(!same)));
                best = best.min(next[j - 1].saturating_add(insertion));
            }
            next[j] = best;
        }
        cost = next;
    }
    cost[m].min(cost[m + 1])
}

fn removals(stack: Stack, file: File8) -> SmallVec<[Clearing; 4]> {
    let n = len(stack);
    let mut found: Vec<Clearing> = Vec::new();
    let mut fixed = 0;
    if file.is_steady(Color::White) {
        fixed |= 1;
    }
    if file.is_steady(Color::Black) {
        fixed |= 1 << (n - 1);
    }
    let whites = |stack: Stack| (0..len(stack)).filter(|&i| white_at(stack, i)).count() as u8;
    let blacks = |stack: Stack| len(stack) as u8 - whites(stack);
    for mask in 0..1_u32 << n {
        if mask & fixed != 0 {
            continue;
        }
        let (mut kept, mut clearing) = (1, Clearing::default());
        for i in 0..n {
            let white = white_at(stack, i);
            match (mask >> i & 1 == 1, white) {
                (false, _) => kept = push(kept, white),
                (true, true) => clearing.removed[Color::White as usize] += 1,
                (true, false) => clearing.removed[Color::Black as usize] += 1,
            }
        }
        if distance(kept, file, u8::MAX, [0; 2]) == 0 {
            // Those that are kept and are no part of the goal promote.
            let promoted = [
                (Color::White, whites(kept).saturating_sub(whites(file.stack))),
                (Color::Black, blacks(kept).saturating_sub(blacks(file.stack))),
            ];
            if promoted.iter().any(|&(color, count)| count > 0 && file.barred[color as usize]) {
                continue;
            }
            for (color, count) in promoted {
                if file.shut[color as usize] {
                    clearing.aside[color as usize] = count;
                }
            }
            found.push(clearing);
        }
    }
    SmallVec::from_vec(least(found))
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct KernelState {
    files: [Stack; 8],
    /// Captures by pawns so far of pieces of each colour.
    made: [u8; 2],
    /// Pawns of each colour among them.
    taken: [u8; 2],
}

impl KernelState {
    /// The files on which more pawns of each colour stand than there are in the end, as bits.
    fn gone(&self, goal: &KernelGoal) -> [u8; 2] {
        std::array::from_fn(|color| {
            let count = |stack| (0..len(stack)).filter(|&i| usize::from(white_at(stack, i)) == color).count();
            (0..8).fold(0, |gone, file| {
                gone | u8::from(count(self.files[file]) > count(goal.end[file].stack)) << file
            })
        })
    }
}

/// A capture of a pawn: its colour, its direction and the file that it left, and whether the victim was a pawn.
#[derive(Copy, Clone, Debug)]
struct Step {
    own: usize,
    way: usize,
    file: usize,
    of_pawn: bool,
}

struct KernelSearch {
    goal: KernelGoal,
    tables: [Rc<CostTable>; 8],
    seen: FxHashSet<KernelState>,
    nodes: u32,
    work: Work,
    /// A stack had no room.
    crowded: bool,
    /// The kernel that was found.
    found: Witness,
}

impl KernelSearch {
    fn run(&mut self, state: KernelState) -> Outcome {
        if !self.hopeful(&state) || !Color::ALL.into_iter().all(|color| self.reaches(&state, color)) {
            return Outcome::None;
        }
        // What was seen before is no step of its own, but work all the same.
        let paid = self.work.take(1);
        if !self.seen.insert(state) {
            return Outcome::None;
        }
        if self.finished(&state) {
            self.found.gone = state.gone(&self.goal);
            return Outcome::Found;
        }
        if self.nodes == 0 {
            return Outcome::GivenUp;
        }
        self.nodes -= 1;
        if !paid {
            self.nodes = 0;
            return Outcome::GivenUp;
        }
        let mut next = Vec::new();
        self.expand(&state, &mut next);
        next.sort_by_cached_key(|(state, _)| self.estimate(state));
        let mut outcome = Outcome::None;
        for (state, step) in next {
            match self.run(state) {
                Outcome::Found => {
                    self.found.steps.add(step.own, step.way, step.file, step.of_pawn);
                    return Outcome::Found;
                }
                Outcome::Unknown | Outcome::GivenUp => outcome = Outcome::GivenUp,
                Outcome::None => {}
            }
            if self.nodes == 0 {
                return Outcome::GivenUp;
            }
        }
        outcome
    }

    fn estimate(&self, state: &KernelState) -> u32 {
        state
            .files
            .iter()
            .zip(&self.tables)
            .map(|(&stack, table)| u32::from(table.at(stack).shed) + u32::from(table.at(stack).edits))
            .sum()
    }

    /// Whether the captures left can fix the files, by counting alone: a capture takes a pawn off
    /// one file and puts it on another, where it may replace one; a piece that takes a pawn takes
    /// it off one file.
    fn hopeful(&self, state: &KernelState) -> bool {
        let left = |i: usize| u32::from(self.goal.lost[i].saturating_sub(state.made[i]));
        let captures = left(0) + left(1);
        let pawns: u32 =
            (0..2).map(|i| u32::from(self.goal.pawns_lost[i].saturating_sub(state.taken[i]))).sum();
        let (mut shed, mut edits) = (0, 0);
        for (&stack, table) in state.files.iter().zip(&self.tables) {
            shed += u32::from(table.at(stack).shed);
            edits += u32::from(table.at(stack).edits);
        }
        shed <= captures + pawns.min(captures) && edits <= 2 * captures
    }

    /// Whether pieces may take the pawns that still stand in the way, and the rest is promoted.
    fn finished(&self, state: &KernelState) -> bool {
        // Each man that is lost is taken once: by a pawn so far, by a pawn that promotes with the capture, or by a piece.
        let has_room = |way: &Clearing| {
            Color::ALL.into_iter().all(|color| {
                let (own, other) = (color as usize, !color as usize);
                let left = self.goal.lost[own].saturating_sub(state.made[own]);
                way.removed[own] <= self.goal.pawns_lost[own].saturating_sub(state.taken[own])
                    && way.removed[own] + way.aside[other] <= left
            })
        };
        let mut ways = vec![Clearing::default()];
        for (&stack, table) in state.files.iter().zip(&self.tables) {
            let mut next: Vec<Clearing> = Vec::new();
            for way in &ways {
                next.extend(table.at(stack).removals.iter().map(|more| way.and(*more)).filter(&has_room));
            }
            ways = least(next);
            if ways.is_empty() {
                return false;
            }
        }
        Color::ALL.into_iter().all(|color| self.promotions(state, color))
    }

    /// Whether the captures left to the pawns of a side bring one from file to file to each place where one stands: each
    /// capture is a step of one file.
    fn reaches(&self, state: &KernelState, color: Color) -> bool {
        let of = |stack: Stack| (0..len(stack)).filter(|&i| white_at(stack, i) == color.is_white()).count();
        let mut dues: SmallVec<[u8; 8]> = SmallVec::new();
        for (file, end) in self.goal.end.iter().enumerate() {
            dues.extend(std::iter::repeat_n(file as u8, of(end.stack)));
        }
        // least[n]: the fewest steps that bring pawns so far to the first n places.
        let mut least = [u8::MAX; 9];
        least[0] = 0;
        for (file, &stack) in state.files.iter().enumerate() {
            for _ in 0..of(stack) {
                for n in (1..=dues.len().min(8)).rev() {
                    let steps = least[n - 1].saturating_add(dues[n - 1].abs_diff(file as u8));
                    least[n] = least[n].min(steps);
                }
            }
        }
        let victim = !color as usize;
        let left = self.goal.capturable[victim].saturating_sub(state.made[victim]);
        dues.len() > 8 || least[dues.len()] <= left
    }

    /// Whether pawns promote on files from which the promoted pieces have a way, a capture that is left
    /// being a step aside for one of them.
    fn promotions(&self, state: &KernelState, color: Color) -> bool {
        let wanted = self.goal.promoted[color as usize];
        let men = wanted.iter().filter(|&&files| files != 0).count();
        if men == 0 {
            return true;
        }
        let spare = self.goal.lost[!color as usize].saturating_sub(state.made[!color as usize]);
        // Each pawn that leaves the board, by its file.
        let mut pawns: SmallVec<[u8; 8]> = SmallVec::new();
        for (file, &stack) in state.files.iter().enumerate() {
            let count = |stack| (0..len(stack)).filter(|&i| white_at(stack, i) == color.is_white()).count();
            let gone = count(stack).saturating_sub(count(self.goal.end[file].stack));
            if !self.goal.end[file].barred[color as usize] {
                pawns.extend(std::iter::repeat_n(1 << file, gone));
            }
        }
        // Each piece takes a pawn of its files, as many pieces as can.
        let mut taken: SmallVec<[Option<usize>; 8]> = SmallVec::from_elem(None, pawns.len());
        let placed = (0..wanted.len()).filter(|&man| place(man, &wanted, &pawns, &mut taken, &mut 0)).count();
        men - placed <= usize::from(spare)
    }

    fn expand(&mut self, state: &KernelState, next: &mut Vec<(KernelState, Step)>) {
        for file in 0..8_usize {
            let stack = state.files[file];
            for index in movable(self.goal.end[file], stack) {
                let white = white_at(stack, index);
                let (own, victim) = (Color::from_white(white) as usize, Color::from_black(white) as usize);
                if state.made[victim] >= self.goal.capturable[victim] {
                    continue;
                }
                for (way, aside) in ASIDE.into_iter().enumerate() {
                    let Some(to) = file.checked_add_signed(aside) else { continue };
                    let Some(&beside) = state.files.get(to) else { continue };
                    if self.goal.barred.any[own][way] >> file & 1 == 1 {
                        continue;
                    }
                    let (mut after, step) = (*state, Step { own, way, file, of_pawn: false });
                    after.files[file] = remove(stack, index);
                    after.made[victim] += 1;
                    if len(beside) >= DEPTH {
                        self.crowded = true;
                    } else {
                        let free = movable(self.goal.end[to], beside);
                        for place in free.start..=free.end {
                            after.files[to] = insert(beside, place, white);
                            next.push((after, step));
                        }
                    }
                    let takes_pawns = self.goal.barred.of_pawns[own][way] >> file & 1 == 0;
                    if takes_pawns && state.taken[victim] < self.goal.pawns_lost[victim] {
                        after.taken[victim] += 1;
                        for place in movable(self.goal.end[to], beside) {
                            if white_at(beside, place) != white {
                                let bit = 1 << (len(beside) - 1 - place);
                                after.files[to] = beside ^ bit;
                                next.push((after, Step { of_pawn: true, ..step }));
                            }
                        }
                    }
                }
            }
        }
        next.sort_unstable_by_key(|(state, _)| (state.files, state.made, state.taken));
        next.dedup_by_key(|(state, _)| *state);
    }
}

/// Gives `man` a pawn of its files, if necessary by moving other pieces to other pawns.
fn place(man: usize, wanted: &[u8; 8], pawns: &[u8], taken: &mut [Option<usize>], seen: &mut u32) -> bool {
    for (index, &file) in pawns.iter().enumerate() {
        if wanted[man] & file == 0 || *seen >> index & 1 == 1 {
            continue;
        }
        *seen |= 1 << index;
        let free = taken[index].is_none_or(|other| place(other, wanted, pawns, taken, seen));
        if free {
            taken[index] = Some(man);
            return true;
        }
    }
    false
}

/// The places of a stack that are not those of pawns that never moved.
fn movable(file: File8, stack: Stack) -> std::ops::Range<u32> {
    let first = u32::from(file.is_steady(Color::White));
    first..len(stack) - u32::from(file.is_steady(Color::Black))
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, EnPassantMode, Move, Position};

    use super::*;
    use crate::{Effort, judge};

    /// Whether the pawns can have passed each other, with all the steps that it takes.
    fn kernel(fen: &str) -> Outcome {
        let (premises, case) = (Premises::default(), Case::from_fen(fen).unwrap());
        let facts = Facts::new(&premises, &case);
        let mut kernels = Kernels::new(5_000_000, Work::unbounded());
        let goal = goal(&premises, &case, &facts).unwrap();
        kernels.outcome(goal)
    }

    /// RETRO's second problem: with the pawn on f2 Black can castle, with it on g2 Black cannot.
    #[test]
    fn a_pawn_that_promotes_before_a_rook_that_never_moved_captures() {
        let with = |row: &str, rights: &str| format!("4k2r/p4pp1/pp6/1p6/PPP5/p7/{row}/3K4 w {rights} - 0 1");
        assert_eq!(kernel(&with("PP4P1", "k")), Outcome::None);
        assert!(
            judge(&Premises::default(), &Case::from_fen(&with("PP4P1", "k")).unwrap(), Effort::FULL)
                .is_some()
        );
        assert_eq!(kernel(&with("PP3P2", "k")), Outcome::Found);
        assert_eq!(kernel(&with("PP4P1", "-")), Outcome::Found);
        // In that problem a pawn of each side was promoted.
        let told = |rights| {
            let (premises, case) = (Premises::default(), Case::from_fen(&with("PP3P2", rights)).unwrap());
            let facts = Facts::new(&premises, &case);
            tell(&premises, &case, &facts, &mut Kernels::new(64_000, Work::unbounded()))
        };
        assert_eq!(told("k").len(), 3);
        for (told, wanted) in told("k").iter().zip([
            "a pawn of White was promoted from the h-file, by a capture on g8: ",
            "a pawn of Black was promoted from the g-file, on g1: ",
            "a pawn of Black on the h-file captured a pawn on the g-file",
        ]) {
            assert!(told.starts_with(wanted), "{told}");
        }
        // Where the rook has moved, that pawn may have gone straight on, and Black's need not have promoted.
        let [only] = told("-").try_into().unwrap();
        assert!(only.starts_with("a pawn of White was promoted from the h-file: "), "{only}");
    }

    /// What a move of a pawn is, as it may be told.
    fn happenings(position: &Chess, m: Move) -> Vec<String> {
        let (Role::Pawn, Some(from)) = (m.role(), m.from()) else { return Vec::new() };
        let (of, to) = (side(position.turn()), m.to());
        let beside = [-1, 1].map(|way| from.file().offset(way));
        if m.promotion().is_none() {
            let man = match m.capture() {
                None => return Vec::new(),
                Some(Role::Pawn) => vec!["a pawn", "a man"],
                Some(_) => vec!["a man"],
            };
            let files = (from.file().char(), to.file().char());
            return man
                .iter()
                .map(|man| {
                    format!("a pawn of {of} on the {}-file captured {man} on the {}-file", files.0, files.1)
                })
                .collect();
        }
        let promoted = format!("a pawn of {of} was promoted");
        let left = format!("{promoted} from the {}-file", from.file().char());
        let mut told = vec![promoted, left.clone()];
        if !m.is_capture() {
            told.push(format!("{left}, on {to}"));
            return told;
        }
        told.push(format!("{left}, by a capture on {to}"));
        if let [Some(a), Some(b)] = beside {
            let at = |file| Square::from_coords(file, to.rank());
            told.push(format!("{left}, by a capture on {} or {}", at(a), at(b)));
        }
        told
    }

    /// Games by chance in which pawns capture and promote where they can: none of their positions is without a kernel, and
    /// what is told of promotions is what happened.
    #[test]
    fn every_game_has_a_kernel() {
        let games = if std::env::var_os("SCOREBOOK_THOROUGH").is_some() { 1_500 } else { 80 };
        let (mut looked_at, mut told_of) = (0, 0);
        for seed in 0..games {
            let mut random = scorebook_random::Random::new(seed);
            let (mut position, mut happened) = (Chess::default(), FxHashSet::default());
            for ply in 1..200_u32 {
                let legal = position.legal_moves();
                if legal.is_empty() {
                    break;
                }
                let any: Vec<Move> = legal.iter().copied().collect();
                let of_pawns: Vec<Move> = any
                    .iter()
                    .copied()
                    .filter(|m| m.role() == Role::Pawn && (m.is_capture() || m.promotion().is_some()))
                    .collect();
                let pawns: Vec<Move> = any.iter().copied().filter(|m| m.role() == Role::Pawn).collect();
                let from = match random.below(4) {
                    0..=1 if !of_pawns.is_empty() => &of_pawns,
                    2 if !pawns.is_empty() => &pawns,
                    _ => &any,
                };
                let m = from[random.below(from.len())];
                happened.extend(happenings(&position, m));
                position.play_unchecked(m);
                if ply % 8 != 0 {
                    continue;
                }
                let case = Case::from(position.to_setup(EnPassantMode::Legal));
                let premises = Premises::default();
                let facts = Facts::new(&premises, &case);
                let mut kernels = Kernels::new(3_000, Work::unbounded());
                if let Some(goal) = goal(&premises, &case, &facts) {
                    assert_ne!(kernels.outcome(goal), Outcome::None, "{}", case.fen());
                    looked_at += 1;
                }
                let told = tell(&premises, &case, &facts, &mut kernels);
                told_of += told.len();
                for told in told {
                    let fact = told.split(':').next().unwrap();
                    assert!(happened.contains(fact), "{}: {told}", case.fen());
                }
            }
        }
        eprintln!("{looked_at} positions, {told_of} promotions told");
        assert!(looked_at > games && told_of > 0);
    }
}
