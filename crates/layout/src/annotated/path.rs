//! The way of a game through the marks of a text: which numbered moves are its own.
//!
//! Every half-move gains one. A move that is not next to the one before re-enters the game: at the beginning of a
//! line for nothing, of a sentence for a little; in the middle of a sentence, which may speak of what was not played, for more, and
//! only where the game would break off. Passing by a move that could have been the next one
//! costs, as much as its place makes it likely. The best way is found by memory over (mark, half-move, position).

use std::cell::{OnceCell, RefCell};

use rustc_hash::{FxHashMap, FxHashSet};
use scorebook_lexicon::{Phrase, phrase_before, without_move_words};
use shakmaty::{Color, Outcome};

use super::marks::{Kind, Mark};
use crate::segment::trim;
use crate::{Board, Ending};

/// How a move joins the one before.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// Directly behind it, or behind an aside in brackets.
    Next,
    /// At the beginning of a line.
    Row,
    /// At the beginning of a sentence, or behind an aside.
    Sentence,
    /// In the middle of a sentence.
    Within,
}

/// What a way may do beyond taking the moves that stand where those of a game do.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Freedom {
    /// Most moves and numbers that are misspelled.
    pub slips: u8,
    /// Whether it may re-enter in the middle of a sentence, where a line or a sentence behind goes on with the game, which proves it.
    pub within: bool,
}

impl Freedom {
    /// None.
    pub(super) const NONE: Freedom = Freedom { slips: 0, within: false };
}

/// What is left of the freedom of a way, and whether a line or a sentence has yet to prove its last moves.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
struct Left {
    freedom: Freedom,
    is_owed: bool,
}

/// A half-move of the game.
#[derive(Copy, Clone, Debug)]
pub(super) struct Step {
    /// The mark of its number, if it has one of its own.
    pub number_at: Option<usize>,
    /// The mark of the move.
    pub moved: usize,
    /// The move number, as it is printed.
    pub number: u32,
    pub side: Color,
    pub entry: Entry,
    /// Whether the move is taken to be misspelled, as it cannot be played.
    pub is_slip: bool,
}

impl Step {
    /// The mark at which it begins: its number, or its move.
    pub(super) fn start(&self) -> usize {
        self.number_at.unwrap_or(self.moved)
    }
}

/// A game.
pub(super) struct Found {
    /// Its half-moves, at least one.
    pub steps: Vec<Step>,
    /// The mark of a move behind them that may go on.
    pub goes_on: Option<usize>,
    /// The byte at which the next game begins.
    pub until: usize,
}

/// Most half-moves of a game, and most places that are tried, and looked at, for one of them.
const LONGEST: usize = 1200;
const PLACES: usize = 16;
const LOOKED: usize = 128;
/// Most moves that are missing before a line that goes on with the game.
const MISSING: u32 = 3;
/// Most marks before a move of Black without a number.
const NOTE: usize = 400;
/// Costs of re-entering; in the middle of a sentence more than of a misspelled move in its place.
const ROW: f32 = 0.1;
const SENTENCE: f32 = 0.5;
const WITHIN: f32 = 2.0;
/// The value of a way that ends where its last moves are not proven.
const UNPROVEN: f32 = -1e6;
/// Costs of passing by a possible next move.
const PASSED_NEXT: f32 = 6.0;
const PASSED_ROW: f32 = 5.0;
/// The same of one with nothing else on its line: a note has that rarely, and is rarely longer than this.
const PASSED_ALONE: f32 = 12.0;
const PASSED_SENTENCE: f32 = 1.0;
const PASSED_WITHIN: f32 = 0.3;
/// Most words that say that a move was played.
const SAID: usize = 4;
/// Gain of a stated ending.
const ENDED: f32 = 2.0;
/// Costs of a misspelled move that stands where the next one must, and of one elsewhere or a misprinted number; they are thought of only
/// where a game would break off.
const SLIP_IN_PLACE: f32 = 1.5;
const SLIP: f32 = 4.0;
/// Most places, and most boards, that are remembered from one start of a game to the next.
const REMEMBERED: usize = 1 << 16;
const REMEMBERED_BOARDS: usize = 1 << 12;

/// The games of a text, in order, of at least `shortest` half-moves each. A way that breaks off has that freedom. `stated` has the positions
/// that the text states, with their places: the first game behind one begins from it.
pub(super) fn games<'t>(
    text: &'t str,
    marks: &[Mark<'t>],
    board: Box<dyn Board>,
    stated: Vec<(usize, Box<dyn Board>)>,
    shortest: usize,
    freedom: Freedom,
) -> Vec<Found> {
    let numbers = numbers(marks);
    let first = numbers.get(&(1, Color::White)).map_or(&[][..], Vec::as_slice);
    // By the mark of a first number: the root of the game that begins there.
    let mut roots: FxHashMap<usize, usize> = FxHashMap::default();
    for (root, (place, _)) in stated.iter().enumerate() {
        let behind = first.partition_point(|&(at, _)| marks[at].word.start < *place);
        roots.extend(first.get(behind).map(|&(at, _)| (at, root + 1)));
    }
    let root = |at: usize| roots.get(&at).copied().unwrap_or(ARRAY);
    let boards = Boards::new(std::iter::once(board).chain(stated.into_iter().map(|(_, board)| board)));
    let plays =
        |&(at, moved): &(usize, usize)| boards.after(root(at), marks[moved].word.text, false).is_some();
    let starts: Vec<usize> = first.iter().filter(|start| plays(start)).map(|&(at, _)| at).collect();
    let lines = starts.iter().copied().filter(|&at| marks[at].begins_line);
    let endings = Endings::new(text, marks);
    let walls = Walls::of(text, marks);
    let chain = chain(&numbers);
    let brackets = brackets_variations(&numbers, marks);
    // Ways that may go on up to the same place share what is known of the places between.
    let mut known = FxHashMap::default();
    let mut known_to = (0, 0);
    let mut way = |start: usize, end: usize| {
        let depth = marks[start].depth;
        if known_to != (end, depth) || known.len() > REMEMBERED {
            known_to = (end, depth);
            known.clear();
        }
        boards.forget_many();
        let (marks, known) = (&marks[..end], &mut known);
        let (numbers, chain, walls, endings, boards) = (&numbers, &chain, &walls, &endings, &boards);
        let (before, root) = (0, root(start));
        let mut search =
            Search { marks, numbers, chain, walls, endings, boards, root, depth, brackets, before, known };
        let (steps, goes_on) = search.way(start, shortest, Freedom::NONE);
        let breaks_off = freedom != Freedom::NONE && search.breaks_off(&steps);
        if breaks_off { search.way(start, shortest, freedom) } else { (steps, goes_on) }
    };
    // Lines that begin games, not notes or rows whose numbers are misread.
    let lines: Vec<usize> = lines.collect();
    let ends = lines.iter().skip(1).copied().chain([marks.len()]);
    let begin: Vec<usize> = lines
        .iter()
        .zip(ends)
        .filter(|&(&start, end)| way(start, end).0.len() >= shortest)
        .map(|(&start, _)| start)
        .collect();
    let mut found = Vec::new();
    let mut free = 0;
    for &start in &starts {
        if start < free {
            continue;
        }
        let end = begin.iter().copied().find(|&next| next > start).unwrap_or(marks.len());
        let (steps, goes_on) = way(start, end);
        if steps.len() >= shortest {
            free = steps.last().map_or(free, |step| step.moved + 1);
            let until = marks.get(end).map_or(text.len(), |mark| mark.word.start);
            found.push(Found { steps, goes_on, until });
        }
    }
    found
}

/// Most places at which the moves from a position may begin.
const BEGINNINGS: usize = 12;

/// The moves that go farthest from a position in which `turn` is to move: they begin with any number.
pub(super) fn from_position<'t>(
    text: &'t str,
    marks: &[Mark<'t>],
    board: Box<dyn Board>,
    turn: Color,
) -> Option<Found> {
    let (numbers, walls, endings) = (numbers(marks), Walls::of(text, marks), Endings::new(text, marks));
    let (boards, chain, root) = (Boards::new(std::iter::once(board)), FxHashSet::default(), ARRAY);
    let brackets = brackets_variations(&numbers, marks);
    let begins = |at: usize| {
        let Kind::Number { number, .. } = marks[at].kind else { return None };
        let moved = numbered(marks, at, turn)?;
        boards.after(root, marks[moved].word.text, false)?;
        Some((at, 2 * (number as usize - 1) + usize::from(turn.is_black())))
    };
    let ways =
        (0..marks.len()).filter_map(begins).take(BEGINNINGS).map(|(at, before)| {
            let (depth, known) = (marks[at].depth, &mut FxHashMap::default());
            let (numbers, chain, walls, endings, boards) = (&numbers, &chain, &walls, &endings, &boards);
            Search { marks, numbers, chain, walls, endings, boards, root, depth, brackets, before, known }
                .way(at, 1, Freedom::NONE)
        });
    // Of equals the first.
    let best = ways.reduce(|best, next| if next.0.len() > best.0.len() { next } else { best });
    let (steps, goes_on) = best.filter(|(steps, _)| !steps.is_empty())?;
    Some(Found { steps, goes_on, until: marks.last().map_or(text.len(), |mark| mark.word.span().end) })
}

/// The marks of all numbers with a move of a side behind them, and of those moves.
fn numbers(marks: &[Mark<'_>]) -> Numbers {
    let mut numbers = Numbers::default();
    for at in 0..marks.len() {
        for side in Color::ALL {
            if let (Kind::Number { number, .. }, Some(moved)) = (marks[at].kind, numbered(marks, at, side)) {
                numbers.entry((number, side)).or_default().push((at, moved));
            }
        }
    }
    numbers
}

/// Fewest half-moves of a chain.
const CHAIN: usize = 12;

/// The marks of the numbers of a game that is told in sentences, `White starts with 1 P-K4, and the reply is 1...P-K4`: each half-move
/// has its own number, from the first on, one stands behind the other, and none stands anywhere else.
fn chain(numbers: &Numbers) -> FxHashSet<usize> {
    let only = |ply: usize| match numbers.get(&(ply as u32 / 2 + 1, side(ply)))?.as_slice() {
        [(at, moved)] => Some((*at, *moved)),
        _ => None,
    };
    let places: Vec<(usize, usize)> = (0..LONGEST).map_while(only).collect();
    let ordered = 1 + places.windows(2).take_while(|pair| pair[0].1 < pair[1].0).count();
    let is_chain = ordered.min(places.len()) >= CHAIN;
    places.into_iter().take(if is_chain { ordered } else { 0 }).map(|(at, _)| at).collect()
}

/// Whether a text has its variations in brackets: some begin with a number and a move, and outside them each number stands but once, in
/// order. Then the number that is due is the game's, wherever it stands: `White keeps up the pressure with 6.d5`.
fn brackets_variations(numbers: &Numbers, marks: &[Mark<'_>]) -> bool {
    const FEWEST: usize = 3;
    let ply = |number: u32, side: Color| 2 * number + u32::from(side.is_black());
    let all = numbers
        .iter()
        .flat_map(|(&(number, side), places)| places.iter().map(move |&(at, _)| (at, ply(number, side))));
    let (inside, mut outside): (Vec<_>, Vec<_>) = all.partition(|&(at, _)| marks[at].depth > 0);
    outside.sort_unstable();
    // A number 1 begins the next game.
    let is_ordered =
        outside.windows(2).all(|pair| pair[0].1 < pair[1].1 || pair[1].1 == ply(1, Color::White));
    inside.len() >= FEWEST && is_ordered
}

/// The marks of all numbers with a move of a side behind them, and of those moves.
type Numbers = FxHashMap<(u32, Color), Vec<(usize, usize)>>;

/// The move behind the number at mark `at`, as a move of `side`.
fn numbered(marks: &[Mark<'_>], at: usize, side: Color) -> Option<usize> {
    let Kind::Number { number, dots } = marks[at].kind else { return None };
    let dotted = marks.get(at + 1).is_some_and(|mark| mark.kind == Kind::Dots);
    // `my 2. move is d4`
    let named = match (marks.get(at + 1), marks.get(at + 2)) {
        (Some(noun), Some(verb)) if matches!(noun.kind, Kind::Word { .. }) => {
            let words = format!("{number}. {} {}", noun.word.text, verb.word.text);
            if without_move_words(&words).len() < words.len() { 2 } else { 0 }
        }
        _ => 0,
    };
    // `2. ... – d6`
    let is_dash = |mark: &Mark<'_>| mark.kind == Kind::Sign && !mark.begins_line;
    let dash = usize::from(dotted && marks.get(at + 2).is_some_and(is_dash));
    let moved = at + 1 + usize::from(dotted) + dash + named;
    let is_black = dots || dotted;
    (is_black == side.is_black() && marks.get(moved)?.kind == Kind::Move).then_some(moved)
}

/// What is known of a place: the best value from there, and the step that leads to it.
type Known = (f32, Option<Step>);

/// Where a game is stated to be over, and where one begins: a game does not go on behind the end of another, unless that one is quoted
/// whole.
struct Walls {
    /// The marks behind stated ends.
    ends: Vec<usize>,
    /// The marks of the number 1.
    begins: Vec<usize>,
    /// By mark: that with which its line begins.
    rows: Vec<usize>,
}

impl Walls {
    fn of(text: &str, marks: &[Mark<'_>]) -> Walls {
        let is_end = |at: &usize| {
            let before = &marks[*at - 1];
            before.kind == Kind::Move && ends_line(text, before.word.span().end)
        };
        let is_one = |at: &usize| matches!(marks[*at].kind, Kind::Number { number: 1, .. });
        let ends = (1..marks.len()).filter(is_end).collect();
        let mut row = 0;
        let rows = marks.iter().enumerate().map(|(at, mark)| {
            row = if mark.begins_line { at } else { row };
            row
        });
        Walls { ends, begins: (0..marks.len()).filter(is_one).collect(), rows: rows.collect() }
    }

    /// Whether a number 1 stands between two marks.
    fn begins_between(&self, from: usize, at: usize) -> bool {
        let behind = &self.begins[self.begins.partition_point(|begin| *begin < from)..];
        behind.first().is_some_and(|begin| *begin < at)
    }

    /// Whether a game that was read up to mark `from` may go on at mark `at`.
    fn are_open(&self, from: usize, at: usize) -> bool {
        let wall = self.ends[self.ends.partition_point(|end| *end <= from)..].first();
        let Some(&wall) = wall.filter(|wall| **wall <= at) else { return true };
        let begin = self.begins[self.begins.partition_point(|begin| *begin < from)..].first();
        begin.is_some_and(|begin| *begin < wall)
    }
}

/// Whether a result in figures stands behind a byte, and nothing else on its line: words may tell of a variation.
fn ends_line(text: &str, at: usize) -> bool {
    let Some((Ending::Marker(outcome), place)) = super::draft::ending(text, at) else { return false };
    let behind = text[place.end..].lines().next().unwrap_or_default();
    outcome != Outcome::Unknown && !behind.contains(char::is_alphanumeric)
}

/// Where games are stated to be over: the same places are asked about for every start of a game.
struct Endings<'t> {
    text: &'t str,
    /// By mark: whether that is said at its beginning, and behind it.
    at: Vec<(OnceCell<bool>, OnceCell<bool>)>,
    /// By mark: whether the words before it say that it is played, and that it is an example.
    announced: Vec<OnceCell<bool>>,
    examples: Vec<OnceCell<bool>>,
    /// By mark: whether the words before it say that it was not played.
    named: Vec<OnceCell<bool>>,
}

impl<'t> Endings<'t> {
    fn new(text: &'t str, marks: &[Mark<'_>]) -> Endings<'t> {
        let at = marks.iter().map(|_| Default::default()).collect();
        let cells = || marks.iter().map(|_| OnceCell::new()).collect();
        Endings { text, at, announced: cells(), examples: cells(), named: cells() }
    }

    /// Whether the words before a mark say that what follows is played.
    fn is_announced(&self, marks: &[Mark<'_>], at: usize) -> bool {
        let said = || phrase_before(&self.text[..marks[at].word.start], &[Phrase::Played]).is_some();
        *self.announced[at].get_or_init(said)
    }

    /// Whether the words before a mark say that what follows is an example.
    fn is_example(&self, marks: &[Mark<'_>], at: usize) -> bool {
        let said = || phrase_before(&self.text[..marks[at].word.start], &[Phrase::Example]).is_some();
        *self.examples[at].get_or_init(said)
    }

    /// Whether the words before a mark say that what follows was not played.
    fn is_only_named(&self, marks: &[Mark<'_>], at: usize) -> bool {
        const KINDS: [Phrase; 5] =
            [Phrase::Before, Phrase::Supposed, Phrase::Shown, Phrase::Example, Phrase::Or];
        let said = || phrase_before(&self.text[..marks[at].word.start], &KINDS).is_some();
        *self.named[at].get_or_init(said)
    }

    /// Whether a colon stands before a mark.
    fn is_behind_colon(&self, marks: &[Mark<'_>], at: usize) -> bool {
        self.text[..marks[at].word.start].trim_end().ends_with(':')
    }

    /// Whether an ending begins with a mark.
    fn begins_with(&self, marks: &[Mark<'_>], at: usize) -> bool {
        let said = || super::draft::ending(self.text, marks[at].word.start).is_some();
        *self.at[at].0.get_or_init(said)
    }

    /// Whether it is said behind a mark that a side resigned: `26...Qxg2+ and White resigned` was played.
    fn resigns_behind(&self, marks: &[Mark<'_>], at: usize) -> bool {
        let ending = super::draft::ending(self.text, marks[at].word.span().end);
        matches!(ending, Some((Ending::Resigns(Some(_)), _)))
    }

    /// Whether an ending stands behind a mark.
    fn stands_behind(&self, marks: &[Mark<'_>], at: usize) -> bool {
        let said = || super::draft::ending(self.text, marks[at].word.span().end).is_some();
        *self.at[at].1.get_or_init(said)
    }
}

/// The boards that moves lead to, each made once: many starts of a game go on with the same moves.
struct Boards<'t> {
    tree: RefCell<Tree<'t>>,
}

#[derive(Default)]
struct Tree<'t> {
    /// The boards with their keys.
    boards: Vec<(Box<dyn Board>, u64)>,
    /// How many of them are those before a first move.
    roots: usize,
    /// The board after a text, by board and whether the text is misspelled.
    after: FxHashMap<(usize, &'t str, bool), Option<usize>>,
}

/// The board before the first move of a game whose start nothing states.
const ARRAY: usize = 0;

impl<'t> Boards<'t> {
    fn new(starts: impl Iterator<Item = Box<dyn Board>>) -> Boards<'t> {
        let keyed = |start: Box<dyn Board>| {
            let key = start.key();
            (start, key)
        };
        let boards: Vec<(Box<dyn Board>, u64)> = starts.map(keyed).collect();
        let roots = boards.len();
        Boards { tree: RefCell::new(Tree { boards, roots, after: FxHashMap::default() }) }
    }

    /// The board after a text, if it is a move, or the slip of one.
    fn after(&self, board: usize, text: &'t str, is_slip: bool) -> Option<usize> {
        let Tree { boards, after, .. } = &mut *self.tree.borrow_mut();
        *after.entry((board, text, is_slip)).or_insert_with(|| {
            let before = &boards.get(board)?.0;
            let next = if is_slip { before.after_slip(text)? } else { before.after(text)? };
            let key = next.key();
            boards.push((next, key));
            Some(boards.len() - 1)
        })
    }

    fn key(&self, board: usize) -> u64 {
        self.tree.borrow().boards.get(board).map_or(0, |(_, key)| *key)
    }

    /// Drops all but those before a first move where they have become many; no other may be held.
    fn forget_many(&self) {
        let Tree { boards, roots, after } = &mut *self.tree.borrow_mut();
        if boards.len() > REMEMBERED_BOARDS {
            boards.truncate(*roots);
            after.clear();
        }
    }
}

struct Search<'s, 't> {
    marks: &'s [Mark<'t>],
    numbers: &'s Numbers,
    /// The marks of the numbers of a chain.
    chain: &'s FxHashSet<usize>,
    walls: &'s Walls,
    endings: &'s Endings<'t>,
    boards: &'s Boards<'t>,
    /// The board before the first move.
    root: usize,
    /// Brackets around the game.
    depth: usize,
    /// Whether the text has its variations in brackets.
    brackets: bool,
    /// Half-moves before the first one.
    before: usize,
    /// By mark, half-moves, position, and freedom that is left.
    known: &'s mut FxHashMap<(usize, usize, u64, Left), Known>,
}

impl<'t> Search<'_, 't> {
    /// The board after the move at a mark.
    fn after(&self, board: usize, moved: usize) -> Option<usize> {
        self.boards.after(board, self.marks[moved].word.text, false)
    }

    /// The board after the move of a step, as a slip if it is one.
    fn after_step(&self, board: usize, step: &Step) -> Option<usize> {
        self.boards.after(board, self.marks[step.moved].word.text, step.is_slip)
    }

    /// The steps of the best way that begins with the number at mark `start`, and a move that may go on behind it.
    fn way(&mut self, start: usize, shortest: usize, freedom: Freedom) -> (Vec<Step>, Option<usize>) {
        let (first, number) = (side(self.before), self.before as u32 / 2 + 1);
        let Some(moved) = numbered(self.marks, start, first) else { return Default::default() };
        let Some(mut board) = self.after(self.root, moved) else { return Default::default() };
        let start =
            Step { number_at: Some(start), moved, number, side: first, entry: Entry::Row, is_slip: false };
        let mut steps = vec![start];
        let mut at = moved + 1;
        let mut left = Left { freedom, is_owed: false };
        // The boards before the steps.
        let mut before = vec![self.root];
        loop {
            let plies = self.before + steps.len();
            self.value(at, plies, board, left);
            let key = self.boards.key(board);
            let step = self.known.get(&(at, plies, key, left)).and_then(|(_, step)| *step);
            let next = step.and_then(|step| self.after_step(board, &step));
            let (Some(step), Some(next)) = (step, next) else { break };
            steps.push(step);
            left = self.left(left, &step, plies);
            before.push(board);
            board = next;
            at = step.moved + 1;
        }
        if let Some(choice) = self.choice(&steps, &before) {
            steps.truncate(choice);
            board = before[choice];
            at = steps.last().map_or(at, |step| step.moved + 1);
        }
        let plies = self.before + steps.len();
        let goes_on = if steps.len() < shortest { None } else { self.goes_on(at, plies, board) };
        let passed = self.passed_alone(&steps, &before);
        (steps, passed.or(goes_on))
    }

    /// A move alone on its line with the number of a step, which stands behind it and is another: it may be the one that was played.
    fn passed_alone(&self, steps: &[Step], before: &[usize]) -> Option<usize> {
        (1..steps.len().min(before.len())).filter(|&at| steps[at].entry != Entry::Next).find_map(|at| {
            let (step, from) = (&steps[at], steps[at - 1].moved);
            let read = self.after_step(before[at], step).map(|board| self.boards.key(board));
            let known = self.numbers.get(&(step.number, step.side)).map_or(&[][..], Vec::as_slice);
            let known = &known[known.partition_point(|&(own, _)| own <= from)..];
            let between = known.iter().take(LOOKED).take_while(|&&(own, _)| own < step.start());
            let alone = |&&(own, moved): &&(usize, usize)| {
                let other = Step { number_at: Some(own), moved, ..*step };
                let played = self.after(before[at], moved).map(|board| self.boards.key(board));
                self.stands_alone(&other) && played.is_some() && played != read
            };
            between.filter(|_| step.number_at.is_some()).find(alone).map(|&(_, moved)| moved)
        })
    }

    /// The step of a way with which a choice begins, if the way ends with it: lines with the same number begin with other moves, and all of
    /// them talk. `4...Bc5, the Haxo Gambit, is safe.` / `4...Nf6 is played most.`
    fn choice(&self, steps: &[Step], before: &[usize]) -> Option<usize> {
        let at = steps.iter().rposition(|step| step.entry != Entry::Next).filter(|at| *at > 0)?;
        let (own, board) = (&steps[at], before[at]);
        let is_row = |step: &Step| step.entry == Entry::Row && self.talks_behind(step.moved);
        let next = self.after_step(board, own).filter(|_| is_row(own))?;
        let is_other = |step: &Step| {
            let other = self.after_step(board, step);
            is_row(step) && other.is_some_and(|other| self.boards.key(other) != self.boards.key(next))
        };
        let from = steps[at - 1].moved + 1;
        let others = self.steps(from, self.before + at, false);
        others.iter().any(is_other).then_some(at)
    }

    /// Whether a later number stands behind a way, outside its notes, though the game is not stated to be over.
    fn breaks_off(&self, steps: &[Step]) -> bool {
        let Some(last) = steps.last() else { return false };
        let due = last.number.saturating_add(u32::from(last.side.is_black()));
        let plies = self.before + steps.len();
        let mut behind = last.moved + 1..self.marks.len().min(last.moved + 1 + NOTE);
        let goes_on = |at: usize| match self.marks[at].kind {
            Kind::Number { number, .. } => {
                self.marks[at].depth == self.depth
                    && (due..=due.saturating_add(MISSING)).contains(&number)
                    && !self.is_beside(last.moved, at, plies)
            }
            _ => false,
        };
        !self.ends_before(last.moved + 1) && behind.any(goes_on)
    }

    /// Whether the line that begins with mark `row` has another move in place of one that was played, of which the last is at mark
    /// `last`: it begins with the number of a half-move before, of the side that is not to move. `5...Be6!` / `5...Bf5 6.cxd5 is bad`
    fn is_other_move(&self, row: usize, last: usize, plies: usize) -> bool {
        let Kind::Number { number, .. } = self.marks[row].kind else { return false };
        let half = (2 * number as usize + usize::from(self.is_dotted(row))).saturating_sub(2);
        let text = |at: usize| trim(self.marks[at].word.text.trim_end_matches(['!', '?', '+', '.']));
        // The last move once more, behind a note.
        let is_again =
            || numbered(self.marks, row, side(half)).is_some_and(|moved| text(moved) == text(last));
        // A line that begins in brackets goes on behind them.
        let is_inside = self.marks[row].depth == self.depth;
        is_inside && half < plies && side(half) != side(plies) && !is_again()
    }

    /// Whether mark `at` stands behind the last move, on another line, with a move in place of one that was played.
    fn is_beside(&self, last: usize, at: usize, plies: usize) -> bool {
        let row = self.walls.rows[at];
        row > last && row < at && self.is_other_move(row, last, plies)
    }

    /// What may go on behind mark `at` after `plies` half-moves, if the game is not stated to be over: what could be a
    /// move directly behind the last one or at the beginning of a line, and what has the next number. It need not be
    /// playable, nor look like a move: it may be misread.
    fn goes_on(&self, at: usize, plies: usize, board: usize) -> Option<usize> {
        if self.ends_before(at) {
            return None;
        }
        if let Some(behind) = doubtful(self.marks, at, self.depth) {
            return Some(behind);
        }
        let due = plies as u32 / 2 + 1;
        if let Some(misread) = self.misread_behind(at, due) {
            return Some(misread);
        }
        let is_over = |own: usize| self.marks[own].begins_line && self.endings.begins_with(self.marks, own);
        let mut in_example = false;
        let mut in_other = false;
        (at..self.marks.len()).take_while(|&own| !is_over(own)).find_map(|own| {
            let mark = &self.marks[own];
            in_example &= !mark.begins_line && !mark.begins_sentence;
            in_example |=
                matches!(mark.kind, Kind::Number { .. }) && self.endings.is_example(self.marks, own);
            in_other = if mark.begins_line {
                self.is_other_move(own, at.saturating_sub(1), plies)
            } else {
                in_other
            };
            if mark.depth != self.depth || in_example || in_other {
                return None;
            }
            let plays = |moved: usize| self.after(board, moved).is_some();
            if side(plies).is_black() && self.breaks_in(own, due) && plays(own) {
                return Some(own);
            }
            let Kind::Number { number, .. } = mark.kind else {
                let is_move = mark.begins_line && !mark.is_plain();
                return (is_move && (mark.kind != Kind::Move || mark.stands_out || plays(own)))
                    .then_some(own);
            };
            // `7. d5 was better` behind White's seventh move is none that follows.
            let later = number > due || side(plies).is_white() || self.is_dotted(own);
            let row = mark.begins_line && (due..=due.saturating_add(MISSING)).contains(&number) && later;
            if row {
                return Some(own);
            }
            let moved = numbered(self.marks, own, side(plies))?;
            // A row whose number is misread, with nothing but moves on it.
            if mark.begins_line && plays(moved) && self.is_bare(moved + 1) {
                return Some(moved);
            }
            let is_next = number == due && mark.begins_sentence;
            let can = (number == due || mark.begins_line) && self.marks[moved].depth == self.depth;
            (can && (is_next || plays(moved))).then_some(moved)
        })
    }

    /// What stands behind the number that is due, directly behind the last move, and is neither a move nor a plain word: `12 Kt-33`.
    fn misread_behind(&self, at: usize, due: u32) -> Option<usize> {
        let behind = at + self.marks.get(at..)?.iter().take_while(|mark| mark.kind == Kind::Sign).count();
        let is_due = matches!(self.marks.get(behind)?.kind, Kind::Number { number, .. } if number == due);
        let word = self.marks.get(behind + 1)?;
        (is_due && !word.begins_line && self.may_be_misread(behind + 1)).then_some(behind + 1)
    }

    /// Whether a line has a number and one move, and nothing else: it is printed, and not talked about.
    fn stands_alone(&self, step: &Step) -> bool {
        let behind = self.marks[step.moved + 1..].iter().find(|mark| mark.kind != Kind::Sign);
        step.number_at.is_some_and(|at| self.marks[at].begins_line)
            && behind.is_none_or(|mark| mark.begins_line)
            && !self.talks_behind(step.moved)
    }

    /// Whether the rest of a line from mark `at` on has no words, but for those in brackets.
    fn is_bare(&self, at: usize) -> bool {
        let rest = self.marks[at..].iter().take_while(|mark| !mark.begins_line);
        rest.filter(|mark| mark.depth == self.depth).all(|mark| !matches!(mark.kind, Kind::Word { .. }))
    }

    /// Whether dots follow the number at mark `at`.
    fn is_dotted(&self, at: usize) -> bool {
        matches!(self.marks[at].kind, Kind::Number { dots: true, .. }) || self.is_dotted_behind(at)
    }

    /// Whether the move of a step, or its number, is misspelled.
    fn is_odd(&self, step: &Step, plies: usize) -> bool {
        step.is_slip || step.number != plies as u32 / 2 + 1
    }

    /// What is left behind a step after `plies` half-moves.
    fn left(&self, before: Left, step: &Step, plies: usize) -> Left {
        let slips = before.freedom.slips - u8::from(self.is_odd(step, plies));
        let is_owed = match step.entry {
            Entry::Next => before.is_owed,
            Entry::Row | Entry::Sentence => false,
            Entry::Within => true,
        };
        Left { freedom: Freedom { slips, ..before.freedom }, is_owed }
    }

    /// The best value of what follows from mark `at` on, after `plies` half-moves.
    fn value(&mut self, at: usize, plies: usize, board: usize, left: Left) -> f32 {
        let slips = left.freedom.slips;
        let key = (at, plies, self.boards.key(board), left);
        if let Some(&(value, _)) = self.known.get(&key) {
            return value;
        }
        let ended = self.ends_before(at);
        let end = if left.is_owed { UNPROVEN } else { 0.0 };
        let mut best: Known = (if ended { end + ENDED } else { end }, None);
        let mut passed = 0.0;
        if plies < self.before + LONGEST {
            let mut steps = self.steps(at, plies, left.freedom.within);
            if slips > 0 && !ended {
                let mut slips = steps.iter().map(|step| Step { is_slip: true, ..*step });
                let slip = slips.find(|slip| self.after_step(board, slip).is_some());
                steps.extend(slip);
                steps.extend(self.slipped(at, plies));
                // Whether it is a slip or the move of another language, it stands at the same place.
                steps.sort_by_key(|step| (step.moved, !self.is_odd(step, plies)));
            }
            if left.freedom.within {
                let stands = self.stands_within(plies, board, &steps);
                steps.retain(|step| step.entry != Entry::Within || stands && !step.is_slip);
            }
            steps.retain(|step| !self.is_beside(at.saturating_sub(1), step.start(), plies));
            for step in steps {
                if ended && matches!(step.entry, Entry::Sentence | Entry::Within) {
                    continue;
                }
                let Some(next) = self.after_step(board, &step) else { continue };
                if step.entry != Entry::Next && self.is_of_another(at, plies, board, &step) {
                    continue;
                }
                let is_odd = self.is_odd(&step, plies);
                let (entry, passing) = match step.entry {
                    Entry::Next => (0.0, PASSED_NEXT),
                    Entry::Row => (ROW, PASSED_ROW),
                    Entry::Sentence => (SENTENCE, PASSED_SENTENCE),
                    Entry::Within => (WITHIN, PASSED_WITHIN),
                };
                let slip = match step.entry {
                    _ if !is_odd => 0.0,
                    Entry::Next | Entry::Row if step.is_slip => SLIP_IN_PLACE,
                    _ => SLIP,
                };
                let left = self.left(left, &step, plies);
                let value = 1.0 - entry - slip - passed + self.value(step.moved + 1, plies + 1, next, left);
                if value > best.0 {
                    best = (value, Some(step));
                }
                let is_alone = step.entry == Entry::Row && self.stands_alone(&step);
                passed += match (is_odd, is_alone) {
                    (true, _) => 0.0,
                    (false, true) => PASSED_ALONE,
                    (false, false) => passing,
                };
            }
        }
        self.known.insert(key, best);
        best.0
    }

    /// Whether a step goes on with another game, which began behind mark `at` with the same moves: `1. e4 e5 2. Nc3 …, or 1. e4 e5 2. Nf3`.
    fn is_of_another(&self, at: usize, plies: usize, board: usize, step: &Step) -> bool {
        /// Most half-moves with which both begin.
        const MOST: usize = 12;
        let begins = &self.walls.begins;
        let start = step.start();
        let begin = begins[..begins.partition_point(|begin| *begin < start)].last();
        // `Not 1... e5`
        let begin = begin.filter(|begin| numbered(self.marks, **begin, Color::White).is_some());
        let Some(&begin) = begin.filter(|begin| **begin >= at && plies <= self.before + MOST) else {
            return false;
        };
        let is_move =
            |own: &usize| self.marks[*own].kind == Kind::Move && self.marks[*own].depth == self.depth;
        let moves: Vec<usize> = (begin..start).filter(is_move).take(MOST + 1).collect();
        let played = moves.iter().try_fold(self.root, |board, &own| self.after(board, own));
        moves.len() == plies - self.before
            && played.is_some_and(|played| self.boards.key(played) == self.boards.key(board))
    }

    /// Whether the next move stands in the middle of a sentence: it stands nowhere better, and no other sentence names another one.
    fn stands_within(&self, plies: usize, board: usize, steps: &[Step]) -> bool {
        let mut named: Option<usize> = None;
        let as_printed = steps.iter().filter(|step| !self.is_odd(step, plies));
        as_printed.filter_map(|step| Some((step.entry, self.after_step(board, step)?))).all(
            |(entry, next)| {
                entry == Entry::Within && self.boards.key(*named.get_or_insert(next)) == self.boards.key(next)
            },
        )
    }

    /// Where the half-move after `plies` may stand, from mark `at` on, the nearest first.
    fn steps(&self, at: usize, plies: usize, within: bool) -> Vec<Step> {
        let (side, number) = (side(plies), plies as u32 / 2 + 1);
        let step = |number_at, moved, entry| Step { number_at, moved, number, side, entry, is_slip: false };
        let mut steps = Vec::new();
        let is_inside = |at: usize| self.marks.get(at).is_some_and(|mark| mark.depth == self.depth);
        // Directly behind: a number and a move, or Black's move alone.
        let aside = |mark: &&Mark<'_>| mark.kind == Kind::Sign || mark.depth > self.depth;
        let next = at + self.marks[at.min(self.marks.len())..].iter().take_while(aside).count();
        let own = |at: usize| matches!(self.marks.get(at).map(|mark| mark.kind), Some(Kind::Number { number: own, .. }) if own == number);
        let mut from = next;
        if is_inside(next) {
            let dots =
                |at: usize| at + usize::from(self.marks.get(at).is_some_and(|mark| mark.kind == Kind::Dots));
            let moved = match side {
                Color::White => own(next).then(|| numbered(self.marks, next, side)).flatten(),
                Color::Black => {
                    let numbered = own(next);
                    let moved = dots(if numbered { next + 1 } else { next });
                    let is_move = |at: usize| self.marks.get(at).is_some_and(|mark| mark.kind == Kind::Move);
                    // `6. d3 Nf6 was better`: White's move once more, and not Black's.
                    let is_pair = numbered && !self.is_dotted(next) && is_move(moved + 1);
                    (is_move(moved) && !is_pair).then_some(moved)
                }
            };
            if let Some(moved) = moved.filter(|&moved| is_inside(moved)) {
                // `5 P to Q4 at once seems weaker` speaks of a move; the game goes on where its number stands again.
                let is_row = side.is_black() && own(next) && self.marks[next].begins_line;
                let entry = if is_row && self.talks_behind(moved) { Entry::Sentence } else { Entry::Next };
                steps.push(step(own(next).then_some(next), moved, entry));
                from = moved;
            }
        }
        let known = self.numbers.get(&(number, side)).map_or(&[][..], Vec::as_slice);
        let known = &known[known.partition_point(|&(own, _)| own < from)..];
        let mut others: Vec<Step> = known
            .iter()
            .take(LOOKED)
            .take_while(|&&(own, _)| own < self.marks.len() && self.walls.are_open(from, own))
            .filter_map(|&(own, moved)| {
                let within = || self.entry_within(from, own, moved).filter(|_| within);
                Some(step(Some(own), moved, self.entry(own, moved).or_else(within)?))
            })
            .take(PLACES)
            .collect();
        // White's number once more at the beginning of a line, behind a note: `5 B to K2 6 R to K sq`.
        if side.is_black() {
            let again = self.numbers.get(&(number, Color::White)).map_or(&[][..], Vec::as_slice);
            let again = &again[again.partition_point(|&(own, _)| own < from)..];
            let inside = again
                .iter()
                .take(LOOKED)
                .take_while(|&&(own, _)| own < self.marks.len() && self.walls.are_open(from, own));
            let rows = inside.filter(|&&(own, moved)| self.repeats_number(own, moved));
            others.extend(rows.take(PLACES).map(|&(own, moved)| step(Some(own), moved, Entry::Row)));
            others.sort_by_key(|step| step.moved);
            others.dedup_by_key(|step| step.moved);
        }
        if side.is_black()
            && let Some(moved) = self.answer(next).filter(|&moved| is_inside(moved))
        {
            others.insert(0, step(None, moved, Entry::Sentence));
        }
        // A move of Black alone on its line, or behind dots at its beginning.
        if side.is_black() {
            let due = others.iter().find(|step| step.entry != Entry::Within);
            let until = due.map_or(self.marks.len(), |step| step.moved);
            let alone = (from..until.min(from + NOTE))
                .filter(|&at| is_inside(at) && self.marks[at].begins_line)
                .find_map(|at| match self.marks[at].kind {
                    Kind::Move if self.marks[at].stands_out => Some(at),
                    Kind::Dots if self.marks.get(at + 1)?.kind == Kind::Move => Some(at + 1),
                    _ => None,
                });
            let is_new = |moved: &usize| steps.iter().all(|step| step.moved != *moved);
            // A move behind a sentence, before White's next number: `the plan is d4. Nf6 5.d4`.
            let behind_note = (from..until.min(from + NOTE))
                .filter(|&at| is_inside(at) && self.marks[at].kind == Kind::Move && !self.has_number(at))
                .filter(|&at| !self.answers_another(at, number))
                .find(|&at| self.marks[at].begins_sentence && self.is_before(at, number + 1));
            if let Some(moved) = behind_note.filter(is_new) {
                others.insert(0, step(None, moved, Entry::Sentence));
            }
            // In the middle of one: `born in 1959, he is a Nxe4 5.d4 master`, as columns are copied.
            let in_note = (from..until.min(from + NOTE))
                .filter(|&at| within && behind_note.is_none() && is_inside(at) && self.breaks_in(at, number))
                .find_map(|at| Some((at, self.entry_within(from, at, at)?)));
            if let Some((moved, entry)) = in_note.filter(|(moved, _)| is_new(moved)) {
                others.push(step(None, moved, entry));
            }
            if let Some(moved) = alone.filter(is_new).filter(|moved| Some(*moved) != behind_note) {
                others.insert(0, step(None, moved, Entry::Row));
            }
        }
        steps.extend(others);
        steps
    }

    /// Where the half-move after `plies` may stand misspelled, so that it is not known for a move, or behind a misprinted number: directly
    /// behind mark `at`, or at the beginning of the next line with a number.
    fn slipped(&self, at: usize, plies: usize) -> Vec<Step> {
        let (side, due) = (side(plies), plies as u32 / 2 + 1);
        let aside = |mark: &&Mark<'_>| mark.kind == Kind::Sign || mark.depth > self.depth;
        let next = at + self.marks[at.min(self.marks.len())..].iter().take_while(aside).count();
        let until = self.marks.len().min(next + NOTE);
        let is_number = |at: &usize| matches!(self.marks[*at].kind, Kind::Number { .. });
        let row = (next + 1..until)
            .find(|at| is_number(at) && self.marks[*at].begins_line && self.marks[*at].depth == self.depth);
        let mut steps = Vec::new();
        for (at, entry) in [(Some(next), Entry::Next), (row, Entry::Row)] {
            let Some(mark) = at.and_then(|at| self.marks.get(at)) else { continue };
            let Some(at) = at.filter(|_| mark.depth == self.depth) else { continue };
            match mark.kind {
                Kind::Number { number, .. } => {
                    let moved = numbered(self.marks, at, side).filter(|_| number != due);
                    let word = at + 1 + usize::from(self.is_dotted_behind(at));
                    let misread = (number == due && self.is_dotted(at) == side.is_black()).then_some(word);
                    let misread = misread.filter(|&word| self.may_be_misread(word));
                    let number_at = Some(at);
                    steps.extend(moved.map(|moved| Step {
                        number_at,
                        moved,
                        number,
                        side,
                        entry,
                        is_slip: false,
                    }));
                    steps.extend(misread.map(|moved| Step {
                        number_at,
                        moved,
                        number,
                        side,
                        entry,
                        is_slip: true,
                    }));
                }
                _ if side.is_black() && entry == Entry::Next && self.may_be_misread(at) => {
                    steps.push(Step { number_at: None, moved: at, number: due, side, entry, is_slip: true });
                }
                _ => {}
            }
        }
        steps
    }

    /// Whether the word at a mark is none of prose, and may be a misspelled move.
    fn may_be_misread(&self, at: usize) -> bool {
        self.marks.get(at).is_some_and(|mark| {
            matches!(mark.kind, Kind::Word { .. }) && !mark.is_plain() && mark.depth == self.depth
        })
    }

    /// Whether dots stand as a mark of their own behind the number at mark `at`.
    fn is_dotted_behind(&self, at: usize) -> bool {
        self.marks.get(at + 1).is_some_and(|mark| mark.kind == Kind::Dots)
    }

    /// Whether a number, or dots, stand directly before a move.
    fn has_number(&self, moved: usize) -> bool {
        let before = moved.checked_sub(1).map(|at| self.marks[at].kind);
        matches!(before, Some(Kind::Number { .. } | Kind::Dots))
    }

    /// Whether a number stands directly behind a move, signs apart.
    fn is_before(&self, moved: usize, due: u32) -> bool {
        let behind = self.marks[moved + 1..].iter().find(|mark| mark.kind != Kind::Sign);
        behind.is_some_and(|mark| matches!(mark.kind, Kind::Number { number, .. } if number == due))
    }

    /// Whether a line begins with a number, one move and the next number, or nothing more; or a sentence does, and the next number
    /// follows.
    fn repeats_number(&self, at: usize, moved: usize) -> bool {
        let behind = self.marks[moved + 1..].iter().find(|mark| mark.kind != Kind::Sign);
        if let Kind::Number { number, .. } = self.marks[at].kind
            && self.marks[at].begins_sentence
            && self.is_before(moved, number.saturating_add(1))
        {
            return self.entry(at, moved).is_some();
        }
        let ends = behind.is_none_or(|mark| {
            mark.begins_line || mark.depth > self.depth || matches!(mark.kind, Kind::Number { .. })
        });
        self.marks[at].begins_line && ends && self.entry(at, moved).is_some()
    }

    /// How a move with the number at mark `at` re-enters the game; `None` if it cannot.
    fn entry(&self, at: usize, moved: usize) -> Option<Entry> {
        let mark = &self.marks[at];
        if mark.depth != self.depth || self.marks[moved].depth != self.depth {
            return None;
        }
        // `F.eks. 13... Rd8`: the stop ends no sentence.
        if self.endings.is_example(self.marks, at) {
            return None;
        }
        if mark.begins_line {
            return Some(Entry::Row);
        }
        if self.chain.contains(&at) {
            return Some(Entry::Sentence);
        }
        // `I play 12. Nf3`, `my 12. move is Nf3`
        let is_named = self.marks[at..moved].iter().any(|mark| matches!(mark.kind, Kind::Word { .. }));
        if is_named || self.endings.is_announced(self.marks, at) {
            return Some(Entry::Sentence);
        }
        if self.introduces(at, moved) {
            return Some(Entry::Sentence);
        }
        // "9.Qxd5 loses at once" begins a sentence about a move that was not played.
        if self.brackets {
            return Some(Entry::Sentence);
        }
        let is_played = !self.talks_behind(moved) || self.endings.resigns_behind(self.marks, moved);
        (mark.begins_sentence && is_played).then_some(Entry::Sentence)
    }

    /// How a move with the number at mark `at` re-enters the game in the middle of a sentence, from mark `from` on; `None` if another game
    /// begins between, or the sentence says that it was not played.
    fn entry_within(&self, from: usize, at: usize, moved: usize) -> Option<Entry> {
        let is_inside = self.marks[at].depth == self.depth && self.marks[moved].depth == self.depth;
        let may =
            is_inside && !self.walls.begins_between(from, at) && !self.endings.is_only_named(self.marks, at);
        may.then_some(Entry::Within)
    }

    /// Whether a colon stands before the number of Black's move, and White's next number behind it: `The end was: 21...Rc8 22.Qg3`.
    fn introduces(&self, at: usize, moved: usize) -> bool {
        let Kind::Number { number, .. } = self.marks[at].kind else { return false };
        self.endings.is_behind_colon(self.marks, at)
            && self.is_before(moved, number.saturating_add(1))
            && !self.endings.is_only_named(self.marks, at)
    }

    /// Whether a move of Black without a number stands directly before White's next one, and no move before it.
    fn breaks_in(&self, at: usize, due: u32) -> bool {
        let follows = at.checked_sub(1).is_some_and(|before| self.marks[before].kind == Kind::Move);
        self.marks[at].kind == Kind::Move
            && !self.has_number(at)
            && !follows
            && self.is_before(at, due.saturating_add(1))
    }

    /// Black's move behind words that say that it was the answer, from mark `at` on: `3. d4 was answered by cxd4`.
    fn answer(&self, at: usize) -> Option<usize> {
        let behind = &self.marks[at.min(self.marks.len())..];
        let words = behind.iter().take_while(|mark| matches!(mark.kind, Kind::Word { small: true })).count();
        let moved = at + words;
        let is_move = (1..=SAID).contains(&words) && self.marks.get(moved)?.kind == Kind::Move;
        (is_move && self.endings.is_announced(self.marks, moved)).then_some(moved)
    }

    /// Whether a move stands directly behind White's move with this number, which another one has in the game: `They prefer 8. exd5! Bf6`.
    fn answers_another(&self, at: usize, due: u32) -> bool {
        let before = |count: usize| at.checked_sub(count).map(|at| self.marks[at].kind);
        matches!((before(2), before(1)), (Some(Kind::Number { number, dots: false }), Some(Kind::Move)) if number == due)
    }

    /// Whether a sentence goes on behind a move.
    fn talks_behind(&self, moved: usize) -> bool {
        let behind =
            self.marks[moved + 1..].iter().find(|mark| !matches!(mark.kind, Kind::Move | Kind::Sign));
        behind.is_some_and(|mark| matches!(mark.kind, Kind::Word { small: true }))
    }

    /// Whether the game is stated to be over before mark `at`.
    fn ends_before(&self, at: usize) -> bool {
        let before = at.checked_sub(1).filter(|before| *before < self.marks.len());
        before.is_some_and(|before| self.endings.stands_behind(self.marks, before))
    }
}

/// What stands directly behind a move, before mark `at`, in its line, and is no plain word: it may be a misread move.
pub(super) fn doubtful(marks: &[Mark<'_>], at: usize, depth: usize) -> Option<usize> {
    let aside = |mark: &&Mark<'_>| !mark.begins_line && (mark.kind == Kind::Sign || mark.depth > depth);
    let behind = at + marks.get(at..)?.iter().take_while(aside).count();
    let mark = marks.get(behind)?;
    let next = marks.get(behind + 1).filter(|next| !next.begins_line);
    let doubt = match mark.kind {
        // The rank of the move, `K-R 2`, and no number of the next one.
        Kind::Number { .. } => {
            is_rank(mark) && next.is_none_or(|next| !matches!(next.kind, Kind::Move | Kind::Dots))
        }
        Kind::Dots => false,
        _ => !mark.is_plain() || is_parted(mark, next),
    };
    (!mark.begins_line && mark.depth == depth && doubt).then_some(behind)
}

/// Whether a word and the digit behind it may be a move that a blank parts: `Ng 8`.
fn is_parted(mark: &Mark<'_>, next: Option<&Mark<'_>>) -> bool {
    /// Longest first part of such a move, in characters.
    const PART: usize = 4;
    next.is_some_and(is_rank) && mark.word.text.chars().count() <= PART
}

fn is_rank(mark: &Mark<'_>) -> bool {
    matches!(mark.word.text.as_bytes(), [b'1'..=b'8'])
}

/// The side to move after `plies` half-moves.
fn side(plies: usize) -> Color {
    Color::from_white(plies.is_multiple_of(2))
}
