//! What a hypothesis owes for print that it leaves unread, on the way and at its end.

use super::enter::Entered;
use super::{Hypothesis, NONE, Search};

/// The weight of print, in nats, that holds no move.
const LITTLE: f32 = 1.0;
/// What it costs less to end where the rules end the game.
const OVER: f32 = 1.0;
/// Characters behind the last cell in which the words stand that end a game.
const CLOSED: u32 = 60;

impl Search<'_> {
    /// What it costs to pass over the moves between two characters.
    pub(super) fn passed(&self, from: u32, to: u32) -> f32 {
        let all = self.evidence.rows.passed(from, to) * self.prices.passed;
        if self.taken.is_empty() { all } else { all - self.taken_between(from, to) }
    }

    /// What a hypothesis costs, with print behind both sides' last cells that it has not explained and will not: without it, a
    /// way that leaps over print is cheap until the game ends.
    pub(super) fn rank(&self, hypothesis: &Hypothesis) -> f32 {
        hypothesis.cost + self.debt(&Entered::none(hypothesis))
    }

    /// What of its rank is for such print.
    pub(super) fn debt(&self, hypothesis: &Entered) -> f32 {
        let [white, black] = &hypothesis.pointers;
        let (first, other) = if white.end <= black.end { (white, black) } else { (black, white) };
        let skipped = hypothesis.skipped;
        let behind = first.end.min(skipped);
        let ahead = self.passed(other.run.max(behind), other.end.max(behind));
        let all = self.passed(self.begin, behind);
        // What the numbers leave for later moves is no debt yet.
        let later =
            self.grid.as_ref().map_or(0.0, |numbers| numbers.grid.later(self.ply as u16 / 2 + 1, behind));
        let later = later * self.prices.passed;
        let debt = (all - later - (hypothesis.explained - ahead).max(0.0)).max(0.0);
        (self.prices.debt * debt).max(self.way_back(hypothesis))
    }

    /// The least that print costs which no side comes to any more as it goes on: a way back to it, or that it stays unexplained.
    ///
    /// Behind the last cell of the side that is further on, only what stands between the other side's last cell and that side's
    /// run of cells is still to be read. It is a bound on what is to come for any moves.
    fn way_back(&self, hypothesis: &Entered) -> f32 {
        // By the printed numbers, any cell is near.
        if self.grid.is_some() {
            return 0.0;
        }
        let [white, black] = &hypothesis.pointers;
        let (first, other) = if white.end <= black.end { (white, black) } else { (black, white) };
        let to_come = self.passed(first.end.max(self.begin), other.run.max(first.end).max(self.begin));
        let all = self.passed(self.begin, other.end.max(self.begin));
        let left = (all - to_come - hypothesis.explained).max(0.0);
        let back = if hypothesis.skipped == NONE { self.prices.jump } else { self.prices.back };
        left.min(back)
    }

    /// What it costs to end here: moves of the print that nothing explains. `None` if that is more than `most`.
    pub(super) fn tail(&mut self, hypothesis: &Hypothesis, most: f32) -> Option<f32> {
        let last = hypothesis.furthest;
        let until = last.max(self.until.min(last + self.prices.tail_reach));
        let rows = &self.evidence.rows;
        let before = self.passed(self.begin, last);
        // Behind the words that end a game stand notes, mostly, and the next game.
        let end = rows.closing(last, last + CLOSED);
        let until_end = end.map_or(until, |end| end.min(until));
        let behind = self.passed(last, until_end) + self.passed(until_end, until) * self.prices.behind_end;
        let left = (before + behind - hypothesis.explained).max(0.0);
        // A move that is not read yet stands before the word that ends the game.
        let closed = end.is_some() && left < LITTLE;
        let closed = if closed { self.prices.closed } else { 0.0 };
        // Whether the rules end it there is asked only where it counts.
        if left - OVER - closed > most + OVER {
            return None;
        }
        let over = self.positions.listed(hypothesis.node).legal.is_empty();
        Some(left - if over { OVER } else { 0.0 } - closed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book;
    use crate::columns;
    use crate::decode::layer::Looked;
    use crate::decode::trouble::Rounds;
    use crate::decode::{Attempt, Fork};
    use crate::decode::{
        Buffers, Evidence, Known, KnownMoves, Pointer, Positions, Reading, Taken, Way, read_once,
    };
    use crate::grammar::Grammar;
    use crate::prices::Prices;
    use crate::print::Print;

    const WHITE: [&str; 10] =
        ["P-K4", "Kt-KB3", "B-B4", "P-B3", "P-Q4", "PxP", "Kt-B3", "Castles", "B-KKt5", "BxKt"];
    const BLACK: [&str; 10] =
        ["P-K4", "Kt-QB3", "B-B4", "Kt-B3", "PxP", "B-Kt5", "Castles", "P-Q3", "P-KR3", "PxB"];

    /// The last thing that a half-move may give back, beside the words that end a game: that it is likely.
    fn gives(prices: &Prices, plies: usize) -> f32 {
        prices.surprise * prices.surprise_usual * plies as f32 + prices.closed + OVER
    }

    fn evidence(text: &str) -> Evidence {
        let grammar = Grammar::english();
        book::evidence(Print::new(text, &columns::pieces(text, grammar)), grammar)
    }

    /// A table of moves, one row each, without the cells of `torn`; the rows from `turned` on before the others.
    fn table(torn: &[usize], turned: usize, two_columns: bool) -> String {
        let white = |n: usize| if torn.contains(&(2 * n)) { "" } else { WHITE[n] };
        let black = |n: usize| if torn.contains(&(2 * n + 1)) { "" } else { BLACK[n] };
        let order: Vec<usize> = (0..1).chain(turned..10).chain(1..turned).collect();
        if two_columns {
            let column = |text: &dyn Fn(usize) -> String| order.iter().map(|n| text(*n)).collect::<String>();
            return column(&|n| format!("{} {}\n", n + 1, white(n)))
                + &column(&|n| format!("{}\n", black(n)));
        }
        order.iter().map(|&n| format!("{} {} {}\n", n + 1, white(n), black(n))).collect()
    }

    /// What is owed on the way of a reading is at the most what it costs in the end.
    fn is_bound(evidence: &Evidence, prices: &Prices, reading: &Reading, begin: u32, until: u32) -> usize {
        let mut positions = Positions::new();
        let known = KnownMoves { steps: &reading.steps, ..KnownMoves::default() };
        let mut search = Search {
            evidence,
            prices,
            grid: None,
            steps: Vec::new(),
            positions: &mut positions,
            until,
            begin,
            taken: Taken::default(),
            rounds: Rounds::new(false),
            known: Known::moves(known),
            ply: 0,
            looked: Looked::from(0),
            buffers: Buffers::default(),
        };
        let side = Pointer { end: begin, run: begin, way: Way::Start, opened: false, numbered: 0, offset: 0 };
        let mut hypothesis = Hypothesis {
            node: 0,
            cost: 0.0,
            pointers: [side; 2],
            step: NONE,
            explained: 0.0,
            skipped: NONE,
            returned: false,
            passed_over: 0.0,
            furthest: begin,
            read: [0; 6],
            fork: Fork::default(),
        };
        let mut owing = 0;
        for (ply, step) in reading.steps.iter().enumerate() {
            search.ply = ply;
            hypothesis = search.at_known(&hypothesis, ply % 2, ply as u16 / 2 + 1);
            let owed = search.way_back(&Entered::none(&hypothesis));
            let to_come = reading.cost - step.cost + gives(prices, reading.steps.len() - ply - 1);
            assert!(owed <= to_come + 0.01, "{} owes {owed} where {to_come} is to come", ply + 1);
            owing += usize::from(owed > 0.0);
        }
        owing
    }

    #[test]
    fn what_is_owed_for_print_left_behind_is_no_more_than_what_comes() {
        let prices = Prices::default();
        let mut owing = 0;
        for two_columns in [false, true] {
            for turned in [1, 4, 6] {
                for torn in [&[][..], &[5], &[4, 5], &[8, 9, 10], &[3, 12]] {
                    let text = table(torn, turned, two_columns);
                    let evidence = evidence(&text);
                    let until = evidence.print.chars.len() as u32 - 1;
                    let known = KnownMoves::default();
                    let begin = evidence.begin(evidence.tokens.all[0].start);
                    let Some(reading) = read_once(&evidence, &prices, begin, until, known, Attempt::Order)
                    else {
                        continue;
                    };
                    owing += is_bound(&evidence, &prices, &reading, begin.place(&evidence), until);
                }
            }
        }
        // Where the rows come in the wrong order, some are left behind for a while.
        assert!(owing > 0);
    }
}
