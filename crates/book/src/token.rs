//! Where moves may stand in a print: every place with what it may say, and the best cut of the print into moves.

mod alternatives;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::desc::Said;
use crate::figures;
use crate::grammar::Grammar;
use crate::number::{self, Label};
use crate::print::Print;

/// Where a move may start, and what it may be.
#[derive(Clone, Debug)]
pub struct Token {
    /// The first character.
    pub start: u32,
    /// What it may say, the cheapest first.
    pub said: Vec<Said>,
    /// The number before it.
    pub label: Label,
    /// What it costs that a move starts here, by the sign before it.
    pub entry: f32,
    /// Where the figures end that it begins with: so far it may be a mere number.
    pub figures: u32,
    /// The piece of the best cut that it starts in, from 1; 0 if in none that is strong.
    pub piece: u32,
}

/// All tokens of a print, by their starts, and the weight of evidence up to each character.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    /// The tokens, by start.
    pub all: Vec<Token>,
    /// The best cut: disjoint (start, end, strength in nats), by start.
    pub cut: Vec<(u32, u32, f32)>,
}

/// A piece of the cut from this strength on, in nats, is a move.
pub(crate) const STRONG: f32 = 1.5;
/// A numbered move from this strength on, in nats, shows where its number stands.
const ANCHOR: f32 = 2.0;
/// A number that costs less, in nats, is clean.
const CLEAN: f32 = 0.3;
/// What a clean move is worth over anything else that may stand there, in nats.
const WORTH: f32 = 5.0;

impl Tokens {
    /// Finds all places where a move may start.
    #[must_use]
    pub fn find(print: &Print, grammar: Grammar) -> Tokens {
        let chars = &print.chars;
        let starts: Vec<u32> = (0..chars.len() as u32).filter(|&at| grammar.may_start(chars, at)).collect();
        // What repeats is read once.
        let alike = print.first_alike();
        let is_first = |start: &&u32| alike[**start as usize] == **start;
        let read: Vec<(u32, Vec<Said>)> =
            starts.par_iter().filter(is_first).map(|&start| (start, grammar.read(chars, start))).collect();
        let read_at = |start: u32| {
            let first = alike[start as usize];
            let Ok(at) = read.binary_search_by_key(&first, |read| read.0) else {
                return grammar.read(chars, start);
            };
            let moved = |said: &Said| Said { end: said.end - first + start, ..*said };
            read[at].1.iter().map(moved).collect()
        };
        let mut all: Vec<Token> = starts
            .par_iter()
            .filter_map(|&start| {
                let said = read_at(start);
                let entry = entry(chars, start);
                (!said.is_empty() && said[0].cost + entry < 7.0).then(|| Token {
                    start,
                    said,
                    label: Label::default(),
                    entry,
                    figures: figures_end(chars, start),
                    piece: 0,
                })
            })
            .collect();
        alternatives::read(print, grammar, &mut all);
        let cut = best_cut(chars, &all);
        // The cut that each character belongs to, from 1.
        let mut cut_of = vec![0u32; chars.len()];
        for (at, &(start, end, strength)) in cut.iter().enumerate() {
            if strength > STRONG {
                cut_of[start as usize..end as usize].fill(at as u32 + 1);
            }
        }
        all.par_iter_mut().for_each(|token| {
            // `lOPxP` is `OPxP` behind an `l`, or `PxP` behind `lO`.
            let own = cut_of[token.start as usize];
            token.piece = own;
            token.label = number::before(chars, token.start, |at| {
                let cut = cut_of[at as usize];
                cut == 0 || cut == own
            });
        });
        Tokens { all, cut }
    }

    /// The tokens that bear a clean number and may be a move, by the number.
    #[must_use]
    pub fn by_number(&self) -> FxHashMap<u16, Vec<u32>> {
        let mut numbered: FxHashMap<u16, Vec<u32>> = FxHashMap::default();
        for (at, token) in self.all.iter().enumerate() {
            if token.label.dots || token.strength(&token.said[0]) < ANCHOR {
                continue;
            }
            for (value, _) in token.label.values.iter().filter(|value| value.1 < CLEAN) {
                numbered.entry(*value).or_default().push(at as u32);
            }
        }
        numbered
    }

    /// The tokens that start in a range.
    #[must_use]
    pub fn within(&self, from: u32, to: u32) -> std::ops::Range<usize> {
        let first = self.all.partition_point(|token| token.start < from);
        let last = self.all.partition_point(|token| token.start < to);
        first..last.max(first)
    }
}

impl Token {
    /// What a reading of it is worth over print that is no move, in nats; below 0 it is none.
    #[must_use]
    pub fn strength(&self, said: &Said) -> f32 {
        let short = match said.end - self.start {
            0..=2 => 2.0,
            3 => 0.6,
            _ => 0.0,
        };
        let number = if said.end <= self.figures { NUMBER } else { 0.0 };
        WORTH - said.cost - self.entry - short - number
    }
}

/// How much likelier mere figures are a number than a move.
const NUMBER: f32 = 2.0;

/// Where the figures end that stand at a place.
fn figures_end(chars: &[char], at: u32) -> u32 {
    at + chars[at as usize..].iter().take_while(|c| c.is_ascii_digit()).count() as u32
}

/// What it costs to take for a move what stands in brackets behind a man: `R (QR sq.)-K sq.`, `PxP(Q5)`.
const PLACE: f32 = 3.0;

/// Characters before a move in which such a bracket opens.
const INSIDE: usize = 9;

/// Whether a text ends with the name of a man.
fn names(chars: &[char]) -> bool {
    let blank = usize::from(chars.last() == Some(&' '));
    let text = &chars[..chars.len() - blank];
    text.ends_with(&['K', 't']) || text.last().is_some_and(|c| "KQRBNPS".contains(*c))
}

/// What it costs that the sign glued to the head of a square is not of the move: it may be the picture of a man.
const SIGN: f32 = 1.0;

/// What a move in words explains with each of its signs, beyond those of a short one: `R from Q. R's sq to Q. sq` is one
/// move, not two squares.
const SIGNS: f32 = 0.3;
const SHORT: usize = 6;

/// What the sign before a move costs.
fn entry(chars: &[char], at: u32) -> f32 {
    let digit = if chars[at as usize].is_ascii_digit() { 0.8 } else { 0.0 };
    let before = if at == 0 { '\n' } else { chars[at as usize - 1] };
    let line = &chars[(at as usize).saturating_sub(INSIDE)..at as usize];
    let open = line.iter().rposition(|c| matches!(c, '(' | '[')).filter(|open| !line[*open..].contains(&')'));
    let place = if open.is_some_and(|open| names(&line[..open])) { PLACE } else { 0.0 };
    digit
        + place
        + match before {
            c if c.is_ascii_digit() => 0.2,
            'l' | 'I' | 'O' | 'o' | 'S' | 'Z' => 0.8,
            c if c.is_alphabetic() => 2.0,
            c if figures::is_odd(c) && matches!(chars[at as usize], 'a'..='h') => SIGN,
            _ => 0.0,
        }
}

/// Disjoint tokens of the largest strength altogether.
fn best_cut(chars: &[char], all: &[Token]) -> Vec<(u32, u32, f32)> {
    let n = chars.len();
    let mut best = vec![0.0f32; n + 1];
    let mut from: Vec<Option<(u32, f32)>> = vec![None; n + 1];
    let mut next = 0;
    for at in 0..n {
        if best[at] > best[at + 1] {
            best[at + 1] = best[at];
            from[at + 1] = None;
        }
        while next < all.len() && all[next].start as usize == at {
            let token = &all[next];
            let mut seen: smallvec::SmallVec<[u32; 8]> = smallvec::SmallVec::new();
            for said in &token.said {
                if seen.contains(&said.end) {
                    continue;
                }
                seen.push(said.end);
                let strength = token.strength(said);
                let end = said.end as usize;
                let signs = chars[at..end].iter().filter(|c| !c.is_whitespace()).count();
                let worth = best[at] + strength + SIGNS * signs.saturating_sub(SHORT) as f32;
                if strength > 0.0 && worth > best[end] {
                    best[end] = worth;
                    from[end] = Some((at as u32, strength));
                }
            }
            next += 1;
        }
    }
    // `best` only grows, so what was pushed ahead must not be overwritten by less: walk back.
    let mut cut = Vec::new();
    let mut at = n;
    while at > 0 {
        match from[at] {
            Some((start, strength)) => {
                cut.push((start, at as u32, strength));
                at = start as usize;
            }
            None => at -= 1,
        }
    }
    cut.reverse();
    cut
}
