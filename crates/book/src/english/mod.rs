//! English descriptive moves in worn print: `P-K4`, `PtoK 4`, `Kt. takes B's P (ch.)`, `R (Kt 5) to Q sq`.
//!
//! One grammar of atoms, each read through the confusions of [`crate::glyph`]; every way to read the text that is not
//! much dearer than the cheapest is kept.

mod atoms;
mod castles;
mod deeds;
mod partly;
pub mod stems;
mod tail;
mod words;

use smallvec::SmallVec;

use crate::desc::{Desc, Said};
use crate::habits::Habits;

/// Ways through the text dearer than this, in nats, are no moves.
pub const DEAREST: f32 = 7.5;
/// How much dearer than the cheapest a reading may be.
const RANGE: f32 = 5.5;
/// What a reading pays at the most for signs behind it.
const MOST_BEHIND: f32 = 3.0;
/// Readings of one text that are kept.
const KEPT: usize = 40;

pub(crate) use partly::read as read_partly;

type Ends = SmallVec<[(u32, f32); 8]>;

/// A way through the first part of a text.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) at: u32,
    pub(crate) cost: f32,
    pub(crate) desc: Desc,
}

/// Everything that the text at `at` may say, the cheapest first.
#[must_use]
pub fn read(chars: &[char], at: u32, habits: &Habits) -> Vec<Said> {
    let text = Text { chars, habits };
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
        text.steps(part, &mut bodies);
        text.takes(part, &mut bodies);
    }
    text.stemmed(at, &mut bodies);
    prune(&mut bodies, 120);
    for part in &bodies {
        text.tail(*part, &mut done);
    }
    finish(chars, done)
}

/// Whether a move may start with this sign.
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
    // Numbers are not split, but for castling behind one.
    if before.is_ascii_digit() && c.is_ascii_digit() && c != '0' {
        return false;
    }
    // Inside a word no move starts, but behind what may be a number.
    !before.is_alphabetic()
        || matches!(before, 'l' | 'I' | 'i' | 'O' | 'o' | 'S' | 's' | 't' | 'B' | 'Z' | 'h' | 'x')
        || (c.is_ascii_uppercase() && behind_number(chars, at))
}

/// Whether what stands before a sign, up to a blank, is so short that it may be a number that is misread.
fn behind_number(chars: &[char], at: usize) -> bool {
    let run = chars[..at].iter().rev().take(4).take_while(|c| c.is_alphanumeric()).count();
    run <= 2
}

/// Whether a square of algebraic notation starts here: a file and a rank.
fn algebraic(chars: &[char], at: usize) -> bool {
    matches!(chars[at], 'a'..='h')
        && chars.get(at + 1).is_some_and(|c| matches!(c, '1'..='8' | 'x' | ':' | 'l' | 'S'))
}

/// The cheapest readings, one for each meaning and end. A reading pays for the signs behind it that another one
/// takes in at about the same price: `ch` that stands there is not passed over for nothing.
pub(crate) fn finish(chars: &[char], mut done: Vec<Part>) -> Vec<Said> {
    // Those behind would not be kept, whatever the cheaper ones must pay.
    let best = done.iter().map(|part| part.cost).fold(f32::INFINITY, f32::min);
    done.retain(|part| part.cost <= DEAREST.min(best + RANGE + MOST_BEHIND));
    done.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    // The ends, and the cheapest way to each.
    let mut ends: SmallVec<[(u32, f32); 16]> = SmallVec::new();
    for part in &done {
        if ends.iter().all(|end| end.0 != part.at) {
            ends.push((part.at, part.cost));
        }
    }
    for part in &mut done {
        let further = ends.iter().take_while(|(_, cost)| *cost <= part.cost + 0.8).map(|(end, _)| *end).max();
        let left = further.filter(|end| *end > part.at).map_or(0, |end| {
            chars[part.at as usize..end as usize].iter().filter(|c| c.is_alphanumeric()).count()
        });
        part.cost += (0.8 * left as f32).min(MOST_BEHIND);
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
    habits: &'t Habits,
}

impl Text<'_> {
    fn char(&self, at: u32) -> char {
        self.chars.get(at as usize).copied().unwrap_or('\n')
    }

    /// What it costs that a bracket opens here; `None` if none does.
    fn opens(&self, at: u32) -> Option<f32> {
        match self.char(at) {
            '(' | '[' => Some(0.0),
            '{' => Some(0.3),
            '<' => Some(1.0),
            _ => None,
        }
    }

    /// Whether a bracket closes here.
    fn closes(&self, at: u32) -> bool {
        matches!(self.char(at), ')' | ']' | '}')
    }

    /// Past what may stand between two atoms of one move, and its cost.
    fn gap(&self, mut at: u32) -> (u32, f32) {
        let mut cost = 0.0;
        let (mut blanks, mut dots) = (0, 0);
        while (at as usize) < self.chars.len() {
            match self.char(at) {
                ' ' => {
                    blanks += 1;
                    // Wide gaps part cells.
                    cost += if blanks > 2 { 0.5 } else { 0.0 };
                }
                '.' => {
                    dots += 1;
                    // Leaders part cells too.
                    cost += if dots > 2 { 0.5 } else { 0.0 };
                }
                '\n' if cost < 0.4 => cost += 0.9,
                '\'' | ',' | '_' | '~' | '"' if cost < 0.5 => cost += 0.6,
                _ => break,
            }
            at += 1;
        }
        (at, cost)
    }
}
