//! What a book's own games tell of its print: its misreadings, and what its figurines look like.

use rayon::prelude::*;
use shakmaty::{Chess, Position};

use super::{Start, evidence, heading_before, starts};
use crate::algebraic::Letters;
use crate::algebraic::seen::{self, Seen};
use crate::algebraic::trace::{self, Sign};
use crate::board::Node;
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
        Grammar::English(mut usual) => {
            let mut known = first;
            for _ in 0..ROUNDS {
                let shown = habits(&known, prices, told);
                if shown == usual {
                    break;
                }
                usual = shown;
                known = evidence(known.print, Grammar::English(usual));
            }
            (Grammar::English(usual), known)
        }
        Grammar::Algebraic(mut letters, mut seen) => {
            let mut known = first;
            for _ in 0..ROUNDS {
                let usual = seen;
                let readings = sample(&known, prices, told);
                if let Letters::Figurines(_) = letters {
                    letters = Letters::Figurines(figures(&known, &readings));
                }
                seen = misread(&known, letters, &readings);
                if seen == usual && !matches!(letters, Letters::Figurines(_)) {
                    break;
                }
                known = evidence(known.print, Grammar::Algebraic(letters, seen));
            }
            (Grammar::Algebraic(letters, seen), known)
        }
    }
}

/// Games that tell a book's habits.
const SAMPLE: usize = 48;
/// In a text where they stand closer together, in characters, not all are games.
const APART: usize = 250;
/// How often the signs of a book are learned anew, each time with more games that go well.
const ROUNDS: usize = 3;

/// Games of a book that begin for sure, as they read at a glance.
fn sample(evidence: &Evidence, prices: &Prices, told: Told<'_>) -> Vec<Reading> {
    let starts = starts(evidence);
    let sure: Vec<(usize, &Start)> = starts.iter().enumerate().filter(|(_, start)| start.sure).collect();
    let last = (evidence.print.chars.len() as u32).saturating_sub(1);
    let games = (evidence.print.chars.len() / APART).clamp(1, SAMPLE);
    let every = sure.len().div_ceil(games).max(1);
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
fn figures(evidence: &Evidence, readings: &[Reading]) -> Figures {
    let count = |reading: &Reading| {
        let mut counts = figures::Counts::default();
        for step in reading.steps.iter().take_while(|step| step.way != Way::Lost) {
            counts.add(step.m, &evidence.print.chars[step.cell.start as usize..step.cell.end as usize]);
        }
        counts
    };
    let all: Vec<figures::Counts> = readings.iter().map(count).collect();
    figures::Counts::sum(&all).figures()
}

/// What the print shows where signs of moves were printed, by the same half-moves.
fn misread(evidence: &Evidence, letters: Letters, readings: &[Reading]) -> Seen {
    let count = |reading: &Reading| {
        let (mut counts, mut node) = (seen::Counts::default(), Node::new(Chess::default()));
        for step in reading.steps.iter().take_while(|step| step.way != Way::Lost) {
            let Some(at) = node.legal.iter().position(|legal| legal.m == step.m) else { break };
            let text = &evidence.print.chars[step.cell.start as usize..step.cell.end as usize];
            let written = trace::Style::of(&node.legal[at], &node.legal).written();
            for (sign, place) in trace::aligned(&letters, text, &written) {
                counts.add(sign, &text[place]);
            }
            let mut position = node.position().clone();
            position.play_unchecked(step.m);
            node = Node::new(position);
        }
        counts
    };
    let counts: Vec<seen::Counts> = readings.par_iter().map(count).collect();
    let counts = counts.into_iter().fold(seen::Counts::default(), seen::Counts::merge);
    counts.seen(|sign| Sign::all().nth(sign).and_then(|sign| sign.printed(&letters)))
}
