//! What a book's own games tell of its print: its misreadings, and what its figurines look like.

use rayon::prelude::*;
use shakmaty::{Chess, Position};

use super::{Start, evidence, heading_before, starts};
use crate::algebraic::Letters;
use crate::decode::{self, Evidence, Reading, Way};
use crate::figures::{self, Figures};
use crate::grammar::Grammar;
use crate::habits::{self, Habits};
use crate::prices::Prices;
use crate::progress::{Counter, Stage, Told};
use crate::trust;

/// The grammar and the evidence of a print once more, if its games show habits of their own.
pub(super) fn to(first: Evidence, grammar: Grammar, prices: &Prices, told: Told<'_>) -> (Grammar, Evidence) {
    match grammar {
        Grammar::English(usual) => {
            let habits = habits(&first, prices, told);
            if habits == usual {
                return (grammar, first);
            }
            let grammar = Grammar::English(habits);
            (grammar, evidence(first.print, grammar))
        }
        Grammar::Algebraic(Letters::Figurines(_)) => {
            let (mut grammar, mut known) = (grammar, first);
            for _ in 0..ROUNDS {
                grammar = Grammar::Algebraic(Letters::Figurines(figures(&known, prices, told)));
                known = evidence(known.print, grammar);
            }
            (grammar, known)
        }
        Grammar::Algebraic(_) => (grammar, first),
    }
}

/// Games that tell a book's habits.
const SAMPLE: usize = 48;
/// How often the signs of a book are learned anew, each time with more games that go well.
const ROUNDS: usize = 3;

/// Games of a book that begin for sure, as they read at a glance.
fn sample(evidence: &Evidence, prices: &Prices, told: Told<'_>) -> Vec<Reading> {
    let starts = starts(evidence);
    let sure: Vec<(usize, &Start)> = starts.iter().enumerate().filter(|(_, start)| start.sure).collect();
    let last = (evidence.print.chars.len() as u32).saturating_sub(1);
    let every = sure.len().div_ceil(SAMPLE).max(1);
    let sampled = Counter::new(told, Stage::Habits, sure.len().div_ceil(every));
    sure.par_iter()
        .step_by(every)
        .with_max_len(1)
        .filter_map(|(at, start)| {
            let next = starts[at + 1..].iter().find(|s| s.likely && s.place > start.place + 150);
            let until = next.map_or(last, |next| heading_before(evidence, next.place));
            let reading = decode::glance(evidence, prices, start.begin, until);
            sampled.step();
            reading
        })
        .collect()
}

/// What the print takes for what, by games that go well at a glance.
fn habits(evidence: &Evidence, prices: &Prices, told: Told<'_>) -> Habits {
    let count = |reading: &Reading| {
        let (mut counts, mut position) = (habits::Counts::default(), Chess::default());
        for step in &reading.steps[..trust::judge(reading).plies(reading)] {
            counts.add(&position, step, &evidence.print.excerpt(step.cell.clone()));
            position.play_unchecked(step.m);
        }
        counts
    };
    let all: Vec<habits::Counts> = sample(evidence, prices, told).iter().map(count).collect();
    habits::Counts::sum(&all).habits()
}

/// Which men the signs of a print show, by its games up to the first move that the print does not lead to.
fn figures(evidence: &Evidence, prices: &Prices, told: Told<'_>) -> Figures {
    let count = |reading: &Reading| {
        let mut counts = figures::Counts::default();
        for step in reading.steps.iter().take_while(|step| step.way != Way::Lost) {
            counts.add(step.m, &evidence.print.chars[step.cell.start as usize..step.cell.end as usize]);
        }
        counts
    };
    let all: Vec<figures::Counts> = sample(evidence, prices, told).iter().map(count).collect();
    figures::Counts::sum(&all).figures()
}
