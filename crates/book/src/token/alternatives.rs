//! What moves the other readings of words give that the program held possible that read a scan.

use rayon::prelude::*;

use super::{Token, entry, figures_end};
use crate::desc::Said;
use crate::grammar::Grammar;
use crate::number::Label;
use crate::print::Print;
use crate::scanner::Alternative;

/// Characters before and behind a word that its move may have.
const AROUND: u32 = 24;

/// A token whose cheapest reading costs more is none.
const DEAREST: f32 = 7.0;

/// Adds what the other readings of words say to the tokens of a print, which are in the order of their starts.
pub(super) fn read(print: &Print, grammar: Grammar, all: &mut Vec<Token>) {
    let mut said: Vec<(u32, Said)> =
        print.alternatives.par_iter().flat_map_iter(|word| moves(print, grammar, word)).collect();
    said.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.cost.total_cmp(&b.1.cost)));
    let known = all.len();
    for same in said.chunk_by(|a, b| a.0 == b.0) {
        let start = same[0].0;
        let at = match all[..known].binary_search_by_key(&start, |token| token.start) {
            Ok(at) => at,
            Err(_) if same[0].1.cost + entry(&print.chars, start) < DEAREST => {
                let entry = entry(&print.chars, start);
                let figures = figures_end(&print.chars, start);
                all.push(Token {
                    start,
                    said: Vec::new(),
                    label: Label::default(),
                    entry,
                    figures,
                    piece: 0,
                });
                all.len() - 1
            }
            Err(_) => continue,
        };
        let token = &mut all[at].said;
        for (_, new) in same {
            match token.iter_mut().find(|old| old.end == new.end && old.desc == new.desc) {
                Some(old) => old.cost = old.cost.min(new.cost),
                None => token.push(*new),
            }
        }
        token.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    }
    all.sort_by_key(|token| token.start);
}

/// The moves that hold a part of a word in its other reading, each with its first character.
fn moves(print: &Print, grammar: Grammar, word: &Alternative) -> Vec<(u32, Said)> {
    let from = word.chars.start.saturating_sub(AROUND);
    let to = (word.chars.end + AROUND).min(print.chars.len() as u32);
    let before = &print.chars[from as usize..word.chars.start as usize];
    let behind = &print.chars[word.chars.end as usize..to as usize];
    let chars = [before, &word.text, behind].concat();
    let (first, last) = (before.len() as u32, (before.len() + word.text.len()) as u32);
    // Where a character stands in the print.
    let place = |at: u32| match at {
        at if at <= first => from + at,
        at if at >= last => word.chars.end + (at - last),
        at => (word.chars.start + (at - first)).min(word.chars.end - 1),
    };
    let starts = (0..last).filter(|&at| grammar.may_start(&chars, at));
    let said =
        starts.flat_map(|start| grammar.read(&chars, start).into_iter().map(move |said| (start, said)));
    let inside = said.filter(|(_, said)| said.end > first);
    inside
        .map(|(start, said)| {
            (place(start), Said { end: place(said.end), cost: said.cost + word.cost, ..said })
        })
        .filter(|(start, said)| said.end > *start)
        .collect()
}
