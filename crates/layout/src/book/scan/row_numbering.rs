//! Numbers the rows of a region as a whole, whatever the page layout.
//!
//! Rows follow the page layout: White's and Black's moves on one row, below each other, in columns, in two
//! halves of the game side by side, or any of these interrupted. A beam search finds the cheapest ways to
//! number the rows: a row most likely follows its predecessor as before, numbers count on, and each side has
//! equally many moves. Numbers on which most of the weight agrees are given to rows without one.

mod row_label;
mod token;

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

pub(super) use self::row_label::RowLabel;
use self::row_label::{HalfMove, UNLIKELY};
use self::token::{Separation, Token, price, tokens};
use super::page::ScanLine;
use super::rows::ScanRow;
use crate::book::shape::Shape;

/// If fewer than one row in so many lacks its number, the printed numbers suffice.
const BARE_SHARE: usize = 4;
/// Fewest rows of a game.
const FEWEST_ROWS: usize = 8;
/// Most rows of a game.
const MOST_ROWS: usize = 4_000;
/// Beam width.
const BEAM: usize = 200;

// Costs in nats; estimates that rank the ways sensibly.
/// A row follows as before.
const AS_BEFORE: f32 = 0.05;
/// A row follows in this way for the first time.
const FIRST_TIME: f32 = 0.7;
/// A row follows differently than before; or the same after column heads or a note.
const OTHERWISE: f32 = 2.5;
const PARTED_OTHERWISE: f32 = 1.0;
/// Continuing as before after a gap.
const OVER_EDGE: f32 = 0.4;
/// Another column directly below.
const TOUCHING: f32 = 0.6;
/// A row that is not a move of the game although its shape is clean, misread, or doubtful.
const NO_MOVE: [f32; 3] = [4.5, 3.0, 0.8];
/// The same after the end of the game.
const BEHIND: f32 = 0.3;
/// Reading a doubtful shape as a move.
const DOUBTFUL: f32 = 1.0;
/// A move without a row.
const GAP: f32 = 2.5;
/// The second half of the game beside the first.
const BESIDE: f32 = 3.0;
/// A new column for White at another height than where Black's ended.
const UNLEVEL: f32 = 1.0;
/// Moves of both sides side by side while a column for Black is still to come.
const AHEAD: f32 = 1.5;
/// A column printed before the first move; and each row of it.
const DISPLACED: f32 = 4.0;
const DISPLACED_ROW: f32 = 0.2;
/// Black's move before White's.
const BLACK_FIRST: f32 = 1.5;
const BLACK_FIRST_ON: f32 = 0.03;
/// Reading a row of apparently two moves as one.
const CUT: f32 = 1.5;
/// A move after the end of the game.
const BEHIND_END: f32 = 1.5;
/// At the end: a move that the other side or the first half lacks.
const UNEVEN: f32 = 2.0;
const LAST_WORD: f32 = 1.0;

/// Scale of the costs, since they are estimates: this difference is a factor of e in likelihood.
const DOUBT: f32 = 2.0;

/// Most numbers skipped in a column.
const MOST_GAP: u32 = 3;

/// The column of the last move: 0 to 3 for half × side, 4 for none, 5 for displaced.
type ColumnId = u8;
const NONE: ColumnId = 4;
const ELSEWHERE: ColumnId = 5;
/// First of the numbers for rows of a displaced column, until it is known where they belong.
const DISPLACED_FROM: u32 = 10_000;

#[derive(Copy, Clone, PartialEq, Eq)]
struct NumberingState {
    /// The next numbers of White and Black, in both halves.
    next: [[u16; 2]; 2],
    /// The first number of the right half, if there is one.
    right: u16,
    last: ColumnId,
    /// For each column, the column that followed it last time.
    follow: [ColumnId; 6],
    /// Number of rows before the first move.
    displaced: u16,
    /// The number reached where the text says that the game is over.
    over: u16,
}

impl Hash for NumberingState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let pack = |numbers: &[u16]| numbers.iter().fold(0, |all, &number| all << 16 | u64::from(number));
        let [[a, b], [c, d]] = self.next;
        state.write_u64(pack(&[a, b, c, d]));
        state.write_u64(pack(&[self.right, self.displaced, self.over, self.last.into()]));
        state.write_u64(self.follow.iter().fold(0, |all, &column| all << 8 | u64::from(column)));
    }
}

#[derive(Copy, Clone)]
struct NumberingPath {
    state: NumberingState,
    cost: f32,
    back: u32,
}

/// Back pointer: how the row was read.
#[derive(Copy, Clone)]
struct NumberingStep {
    before: u32,
    said: HalfMove,
}

/// Numbers each segment of each row; empty for segments that are not moves.
pub(super) fn count(
    text: &str,
    lines: &[ScanLine],
    range: Range<usize>,
    rows: &[ScanRow<'_>],
    twice: bool,
) -> Vec<Vec<RowLabel>> {
    let tokens = tokens(text, lines, range, rows);
    let bare = tokens.iter().filter(|token| token.label.is_none()).count();
    if bare * BARE_SHARE < tokens.len() || !(FEWEST_ROWS..MOST_ROWS).contains(&tokens.len()) {
        return rows.iter().map(|row| vec![RowLabel::default(); row.segments.len()]).collect();
    }
    let mut steps: Vec<NumberingStep> = Vec::new();
    let begin = NumberingState {
        next: [[1, 1], [0, 0]],
        right: 0,
        last: NONE,
        follow: [NONE; 6],
        displaced: 0,
        over: 0,
    };
    let mut ways = vec![NumberingPath { state: begin, cost: 0.0, back: u32::MAX }];
    let mut found = Found { ways: Vec::new(), most: f32::INFINITY };
    let mut order: Vec<u64> = Vec::new();
    let mut known: FxHashSet<NumberingState> = FxHashSet::default();
    for token in &tokens {
        found.ways.clear();
        // Each way can go on as it is, past the row: no more than these are taken.
        let as_is = ways.iter().map(|way| way.cost + past(&way.state, token));
        found.most = if ways.len() < BEAM { f32::INFINITY } else { as_is.fold(0.0, f32::max) };
        for way in &ways {
            extend(way, token, twice, &mut found);
        }
        // Costs are not below 0, and their bits sort as they do; of equals, the first comes first.
        order.clear();
        order.extend((0u64..).zip(&found.ways).map(|(at, way)| u64::from(way.0.cost.to_bits()) << 32 | at));
        let mut sorted = 0;
        known.clear();
        ways.clear();
        for at in 0..order.len() {
            // Mostly few are taken.
            if at == sorted {
                let rest = &mut order[at..];
                let some = rest.len().min(BEAM * 2);
                if some < rest.len() {
                    rest.select_nth_unstable(some);
                }
                rest[..some].sort_unstable();
                sorted += some;
            }
            let (way, said) = found.ways[order[at] as u32 as usize];
            if !known.insert(way.state) {
                continue;
            }
            steps.push(NumberingStep { before: way.back, said });
            ways.push(NumberingPath { back: steps.len() as u32 - 1, ..way });
            if ways.len() >= BEAM {
                break;
            }
        }
    }
    let mut said = weigh(&ways, &steps, tokens.len());
    doubt_uneven_columns(&mut said);
    let mut said = said.into_iter();
    rows.iter().map(|row| said.by_ref().take(row.segments.len()).collect()).collect()
}

/// Ways to continue.
struct Found {
    ways: Vec<(NumberingPath, HalfMove)>,
    /// Those that cost more are not taken.
    most: f32,
}

impl Found {
    fn push(&mut self, way: NumberingPath, said: HalfMove) {
        if way.cost <= self.most {
            self.ways.push((way, said));
        }
    }
}

/// The cost of a row that is not a move of the game.
fn past(state: &NumberingState, token: &Token) -> f32 {
    let no_move = match token.shape {
        Shape::Clean => NO_MOVE[0],
        Shape::Worn => NO_MOVE[1],
        Shape::None => NO_MOVE[2],
    };
    if state.over > 0 { no_move * BEHIND } else { no_move }
}

/// All ways to continue with one row.
fn extend(way: &NumberingPath, token: &Token, twice: bool, out: &mut Found) {
    let state = way.state;
    out.push(NumberingPath { cost: way.cost + past(&state, token), ..*way }, None);
    let halves = if state.right > 0 { 2 } else { 1 };
    for half in 0..halves {
        for black in [false, true] {
            let side = usize::from(black);
            let due = u32::from(state.next[half][side]);
            let limit = if half == 0 && state.right > 0 { u32::from(state.right) } else { u32::MAX };
            for gap in 0..=MOST_GAP {
                let number = due + gap;
                // Except for one number, a gap must be printed.
                let told = token.label.is_some_and(|(value, _)| value == number)
                    || token.given.is_some_and(|(value, _)| value == number);
                if number >= limit || gap > 1 && !told {
                    continue;
                }
                take(way, token, (half, number, black), gap as f32 * GAP, twice, out);
            }
        }
    }
    // The right half begins with a number far ahead.
    let far = token.label.map(|label| label.0).or(token.given.map(|given| given.0));
    let [white, black] = state.next[halves - 1];
    let due = u32::from(white.max(black)) + u32::from(black >= white);
    if let Some(number) = far.filter(|&number| number >= due && number < due + 60) {
        let mut beside = *way;
        let mut cost = BESIDE;
        if state.right > 0 {
            // The first half ends here.
            cost += uneven(&state);
            beside.state.next[0] = state.next[1];
        }
        beside.state.right = number as u16;
        beside.state.next[1] = [number as u16; 2];
        take(&beside, token, (1, number, false), cost, twice, out);
    }
    // Rows of two moves while Black's column beside White's is still to come.
    let [white, black] = state.next[0];
    if state.right == 0 && token.pair && black < white {
        let mut ahead = *way;
        ahead.state.right = white;
        ahead.state.next[1] = [white; 2];
        take(&ahead, token, (1, u32::from(white), false), AHEAD, twice, out);
    }
    // A column that belongs elsewhere.
    if state.last == NONE || state.last == ELSEWHERE {
        let begun = state.last == ELSEWHERE;
        let numbered = token.label.is_some_and(|(_, worn)| !worn);
        let ended = begun && token.apart == Separation::Far;
        if !(token.pair || numbered || ended) {
            let mut next = *way;
            next.cost += if begun { DISPLACED_ROW } else { DISPLACED };
            next.state.last = ELSEWHERE;
            let said = Some((DISPLACED_FROM + u32::from(next.state.displaced), false));
            next.state.displaced += 1;
            out.push(next, said);
        }
    }
}

/// Reads a row as one move or as two.
fn take(
    way: &NumberingPath,
    token: &Token,
    (half, number, black): (usize, u32, bool),
    cost: f32,
    twice: bool,
    out: &mut Found,
) {
    let mut next = *way;
    next.cost += cost + price(token, number, black, way.state.last == (half * 2) as ColumnId, twice);
    let over = u32::from(next.state.over);
    if over > 0 && number > over {
        next.cost += BEHIND_END;
    }
    if black && number >= u32::from(next.state.next[half][0]) {
        let on = way.state.last == (half * 2 + 1) as ColumnId;
        next.cost += if on { BLACK_FIRST_ON } else { BLACK_FIRST };
    }
    if token.shape == Shape::None {
        next.cost += DOUBTFUL;
    }
    if next.cost > out.most {
        return;
    }
    let said = Some((number, black));
    for mut next in step(&next, half, black, number, token.apart) {
        if token.pair && !black && u32::from(next.state.next[half][1]) == number {
            for pair in step(&next, half, true, number, Separation::Blank) {
                out.push(finish(pair, token, number), said);
            }
        }
        if token.pair {
            next.cost += if token.lone { CUT / 2.0 } else { CUT };
        }
        out.push(finish(next, token, number), said);
    }
}

/// Moves to the column of a move: a different order than before holds once, or from now on.
fn step(
    way: &NumberingPath,
    half: usize,
    black: bool,
    number: u32,
    apart: Separation,
) -> SmallVec<[NumberingPath; 2]> {
    let column = (half * 2 + usize::from(black)) as ColumnId;
    let from = usize::from(way.state.last);
    let known = way.state.follow[from];
    let cost = match (known, apart) {
        (_, Separation::Nothing) if way.state.last == column => AS_BEFORE,
        (_, Separation::Edge | Separation::Far) if known == column => OVER_EDGE,
        _ if known == column => AS_BEFORE,
        (NONE, _) => FIRST_TIME,
        (_, Separation::Edge | Separation::Far) => PARTED_OTHERWISE,
        _ => OTHERWISE,
    };
    let cost = if apart == Separation::Nothing && way.state.last != column { cost + TOUCHING } else { cost };
    let mut next = *way;
    next.cost += cost;
    // White continues where Black has reached the same number.
    let [white, behind] = way.state.next[half];
    if !black && way.state.last == column + 1 && white != behind {
        next.cost += UNLEVEL;
    }
    next.state.last = column;
    next.state.next[half][usize::from(black)] = number as u16 + 1;
    let mut turned = next;
    turned.state.follow[from] = column;
    if known == column || known == NONE { smallvec![turned] } else { smallvec![turned, next] }
}

/// The other column of a half.
fn alone(column: ColumnId) -> ColumnId {
    if column >= NONE { column } else { column % 2 }
}

/// If the first half is complete, the second continues alone.
fn finish(mut way: NumberingPath, token: &Token, number: u32) -> NumberingPath {
    let state = &mut way.state;
    if token.ends {
        state.over = state.over.max(number as u16);
    }
    if state.right > 0 && state.next[0] == [state.right; 2] {
        state.next = [state.next[1], [0, 0]];
        state.right = 0;
        state.last = alone(state.last);
        state.follow = [state.follow[2], state.follow[3], NONE, NONE, NONE, NONE].map(alone);
    }
    way
}

/// Where a displaced column belongs: its side, and the number of its first row.
fn displaced(state: &NumberingState) -> (bool, u32) {
    let [white, black] = state.next[usize::from(state.right > 0)].map(u32::from);
    (black <= white, black.min(white))
}

/// Cost of moves missing in a side or a half.
fn uneven(state: &NumberingState) -> f32 {
    let last = usize::from(state.right > 0);
    let mut next = state.next[last].map(f32::from);
    let (behind, _) = displaced(state);
    next[usize::from(behind)] += f32::from(state.displaced);
    let [white, black] = next;
    let mut cost = match white - black {
        0.0 => 0.0,
        // White has the last move, or a row of Black's is lost.
        1.0 => LAST_WORD,
        apart => apart.abs() * UNEVEN,
    };
    if state.right > 0 {
        let right = f32::from(state.right);
        cost += state.next[0].map(|next| (right - f32::from(next)).max(0.0) * UNEVEN).iter().sum::<f32>();
    }
    cost
}

/// If a column of Black's ends at another height than White's, any row may be missing, so its numbers and
/// those of later columns are removed.
fn doubt_uneven_columns(said: &mut [RowLabel]) {
    const COLUMN: usize = 3;
    let moves: Vec<(usize, u32, bool)> = said
        .iter()
        .enumerate()
        .filter_map(|(at, said)| said.half_move().map(|(number, black)| (at, number, black)))
        .collect();
    let mut doubted = false;
    let mut white = 0;
    for run in moves.chunk_by(|a, b| a.2 == b.2) {
        let (last, number, black) = run[run.len() - 1];
        if !black {
            white = number;
            continue;
        }
        if run.len() < COLUMN {
            continue;
        }
        let next = moves.iter().find(|later| later.0 > last).map(|later| later.1);
        doubted |= number != white && next != Some(number.saturating_add(1));
        if doubted {
            run.iter().for_each(|&(at, ..)| said[at] = RowLabel::default());
        }
    }
}

/// The numbering of each row, by the weight of all ways.
fn weigh(ways: &[NumberingPath], steps: &[NumberingStep], count: usize) -> Vec<RowLabel> {
    let costs: Vec<f32> = ways.iter().map(|way| way.cost + uneven(&way.state)).collect();
    let least = costs.iter().copied().fold(f32::INFINITY, f32::min);
    let mut shares: Vec<FxHashMap<HalfMove, f32>> = vec![FxHashMap::default(); count];
    let mut whole = 0.0;
    for (way, cost) in ways.iter().zip(&costs) {
        let weight = ((least - cost) / DOUBT).exp();
        if weight < 1e-3 {
            continue;
        }
        whole += weight;
        let (black_displaced, number_of_displaced) = displaced(&way.state);
        let mut at = way.back;
        for share in shares.iter_mut().rev() {
            let Some(step) = steps.get(at as usize) else { break };
            let said = step.said.map(|(number, black)| match number.checked_sub(DISPLACED_FROM) {
                Some(row) => (row + number_of_displaced, black_displaced),
                None => (number, black),
            });
            *share.entry(said).or_default() += weight;
            at = step.before;
        }
    }
    let best = |share: FxHashMap<HalfMove, f32>| {
        let mut half_moves: SmallVec<[_; 3]> =
            share.into_iter().map(|(said, weight)| (said, weight / whole)).collect();
        half_moves.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        half_moves.retain(|said| said.1 > UNLIKELY);
        RowLabel { half_moves }
    };
    shares.into_iter().map(best).collect()
}

#[cfg(test)]
mod tests {
    use crate::book::line;
    use crate::book::scan::{OrderSource, layout_region, page};
    use crate::testing::NoSense;

    /// The numbering of each row: `3` for White's third move, `3b` for Black's.
    fn counted(text: &str) -> String {
        let lines = page::read_lines(text, &line::read(text, &NoSense));
        let (_, unordered, _) = layout_region(text, &lines, 0..lines.len(), OrderSource::RowNumbering);
        let rows = unordered.places.iter().filter(|place| place.first);
        let said = rows.map(|place| match place.counted.first() {
            Some((number, side)) => format!("{number}{}", if side.is_white() { "" } else { "b" }),
            None => "-".to_owned(),
        });
        said.collect::<Vec<String>>().join(" ")
    }

    fn numbered(from: u32, to: u32) -> String {
        (from..=to).map(|number| format!("{number} P to K 4\n\n")).collect()
    }

    #[test]
    fn halves_side_by_side_are_counted_apart() {
        let row = |n: u32| format!("{n} P to K 4\n\nP to K 4\n\n{} P to B 4\n\nP to B 4\n\n", n + 6);
        let text: String = (1..=6).map(row).collect();
        assert_eq!(counted(&text), "1 1b 7 7b 2 2b 8 8b 3 3b 9 9b 4 4b 10 10b 5 5b 11 11b 6 6b 12 12b");
        // The same with lost or misread numbers.
        let text = text.replace("3 P to K", "P to K").replace("10 P", "19 P");
        assert_eq!(counted(&text), "1 1b 7 7b 2 2b 8 8b 3 3b 9 9b 4 4b 10 10b 5 5b 11 11b 6 6b 12 12b");
    }

    #[test]
    fn columns_are_counted_by_their_sides() {
        let white = "P to K 4\n".repeat(4) + "\n" + &numbered(5, 8);
        let black = "P to Q 4\n".repeat(8);
        assert_eq!(
            counted(&format!("WHITE\n\n{white}BLACK\n\n{black}")),
            "1 2 3 4 5 6 7 8 1b 2b 3b 4b 5b 6b 7b 8b"
        );
    }

    #[test]
    fn a_page_that_numbers_its_rows_is_left_alone() {
        assert_eq!(counted(&numbered(1, 6)), "- - - - - -");
    }
}
