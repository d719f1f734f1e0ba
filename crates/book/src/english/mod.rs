//! English descriptive moves in scanned print: `P-K4`, `PtoK 4`, `Kt. takes B's P (ch.)`, `R (Kt 5) to Q sq`.
//!
//! A grammar of atoms, each read with the confusions of [`crate::glyph`]. All readings that do not cost much
//! more than the cheapest are kept.

mod atoms;
mod castles;
mod deeds;
mod tail;

use smallvec::SmallVec;

use crate::desc::{Desc, Said};

/// Readings that cost more, in nats, are not moves.
pub const DEAREST: f32 = 7.5;
/// Most that a reading may cost above the cheapest, in nats.
const RANGE: f32 = 5.5;
/// Most readings of one text.
const KEPT: usize = 40;

type Ends = SmallVec<[(u32, f32); 8]>;

/// A partial reading.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) at: u32,
    pub(crate) cost: f32,
    pub(crate) desc: Desc,
}

/// All meanings of the text at `at`, cheapest first.
#[must_use]
pub fn read(chars: &[char], at: u32) -> Vec<Said> {
    let text = Text { chars };
    let mut done = Vec::new();
    text.castles(at, &mut done);
    let mut movers = Vec::new();
    text.man(at, 0.0, &mut |at, cost, man| movers.push(Part { at, cost, desc: Desc::of(man) }));
    prune(&mut movers, 24);
    let mut origins = Vec::new();
    for part in &movers {
        origins.push(*part);
        text.origin(part, &mut origins);
    }
    prune(&mut origins, 60);
    let mut bodies = Vec::new();
    for part in &origins {
        text.quiet(part, &mut bodies);
        text.takes(part, &mut bodies);
    }
    prune(&mut bodies, 120);
    for part in &bodies {
        text.tail(*part, &mut done);
    }
    finish(chars, done)
}

/// Whether a move can start with this character.
#[must_use]
pub fn may_start(chars: &[char], at: u32) -> bool {
    let at = at as usize;
    let c = chars[at];
    if !(c.is_alphanumeric() || matches!(c, '(' | '\u{2654}'..='\u{265f}')) {
        return false;
    }
    if c.is_ascii_lowercase() {
        // An ordinary word.
        let run: String = chars[at..].iter().take(12).take_while(|c| c.is_ascii_lowercase()).collect();
        let first = run.chars().next().unwrap_or(' ');
        let known = run.contains("to") || run.contains("takes") || run.contains("astle") || run.len() <= 2;
        let begins = known && matches!(first, 'p' | 'k' | 'q' | 'b' | 'r' | 'o' | 'a' | 'c' | 'h');
        if !begins && !algebraic(chars, at) {
            return false;
        }
    } else if c.is_ascii_digit() && !matches!(c, '0' | '8' | '1' | '3' | '9') {
        return false;
    }
    let before = if at == 0 { '\n' } else { chars[at - 1] };
    // Numbers are not split, except before castling.
    if before.is_ascii_digit() && c.is_ascii_digit() && c != '0' {
        return false;
    }
    // No move starts inside a word, except after a possible number.
    !before.is_alphabetic()
        || matches!(before, 'l' | 'I' | 'i' | 'O' | 'o' | 'S' | 's' | 't' | 'B' | 'Z' | 'h' | 'x')
        || (c.is_ascii_uppercase() && behind_number(chars, at))
}

/// Whether the text before a character, up to a space, is so short that it may be a misread number.
fn behind_number(chars: &[char], at: usize) -> bool {
    let run = chars[..at].iter().rev().take(4).take_while(|c| c.is_alphanumeric()).count();
    run <= 2
}

/// Whether an algebraic square starts here.
fn algebraic(chars: &[char], at: usize) -> bool {
    matches!(chars[at], 'a'..='h')
        && chars.get(at + 1).is_some_and(|c| matches!(c, '1'..='8' | 'x' | ':' | 'l' | 'S'))
}

/// The cheapest readings, one for each meaning and end. A reading pays for following characters that another
/// includes at about the same cost: a `ch` is not ignored for free.
pub(crate) fn finish(chars: &[char], mut done: Vec<Part>) -> Vec<Said> {
    done.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let ends: SmallVec<[(u32, f32); 16]> = done.iter().map(|part| (part.at, part.cost)).collect();
    for part in &mut done {
        let further = ends.iter().take_while(|(_, cost)| *cost <= part.cost + 0.8).map(|(end, _)| *end).max();
        let left = further.filter(|end| *end > part.at).map_or(0, |end| {
            chars[part.at as usize..end as usize].iter().filter(|c| c.is_alphanumeric()).count()
        });
        part.cost += (0.8 * left as f32).min(3.0);
    }
    done.retain(|part| part.cost <= DEAREST);
    done.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut said: Vec<Said> = Vec::new();
    let Some(best) = done.first().map(|part| part.cost) else { return said };
    for part in done {
        if part.cost > best + RANGE || said.len() >= KEPT {
            break;
        }
        if !said.iter().any(|s| s.end == part.at && s.desc == part.desc) {
            said.push(Said { end: part.at, cost: part.cost, desc: part.desc });
        }
    }
    said
}

fn prune(parts: &mut Vec<Part>, most: usize) {
    parts.retain(|part| part.cost <= DEAREST);
    parts.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    if let Some(best) = parts.first().map(|part| part.cost) {
        parts.retain(|part| part.cost <= best + RANGE);
    }
    parts.truncate(most);
}

struct Text<'t> {
    chars: &'t [char],
}

impl Text<'_> {
    fn char(&self, at: u32) -> char {
        self.chars.get(at as usize).copied().unwrap_or('\n')
    }

    /// Skips what may be between two atoms of a move, with its cost.
    fn gap(&self, mut at: u32) -> (u32, f32) {
        let mut cost = 0.0;
        let mut blanks = 0;
        while (at as usize) < self.chars.len() {
            match self.char(at) {
                ' ' => {
                    blanks += 1;
                    // Wide gaps separate cells.
                    cost += if blanks > 2 { 0.5 } else { 0.0 };
                }
                '.' => {}
                '\n' if cost < 0.4 => cost += 0.9,
                '\'' | ',' | '_' | '~' | '"' if cost < 0.5 => cost += 0.6,
                _ => break,
            }
            at += 1;
        }
        (at, cost)
    }
}
