//! What is left of algebraic moves in worn print, held against each legal move sign by sign: `Ral` against `Tad1`.

use std::ops::Range;

use rustc_hash::FxHashMap;
use shakmaty::{CastlingSide, Move, Role, Square};
use smallvec::SmallVec;

use super::seen::Seen;
use super::{FIGURES, Letters};
use crate::board::Legal;
use crate::figures::{self, MEN};
use crate::glyph::ends;
use crate::habits::Habits;
use crate::signs::SIGNS;

/// A sign that moves are written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// The letter or picture of one of [`MEN`].
    Man(usize),
    /// A file, from 0.
    File(usize),
    /// A rank, from 0.
    Rank(usize),
    Takes,
    Dash,
    Nought,
    Check,
}

const RANKS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];
/// Signs by their index.
const SIGN_COUNT: usize = MEN.len() + 8 + 8 + 4;

impl Sign {
    pub(crate) fn index(self) -> usize {
        let men = MEN.len();
        match self {
            Sign::Man(man) => man,
            Sign::File(file) => men + file,
            Sign::Rank(rank) => men + 8 + rank,
            Sign::Takes => men + 16,
            Sign::Dash => men + 17,
            Sign::Nought => men + 18,
            Sign::Check => men + 19,
        }
    }

    /// How it is printed, where that is one character.
    pub(crate) fn printed(self, letters: &Letters) -> Option<char> {
        match (self, letters) {
            (Sign::Man(man), Letters::Of(san)) => san.alphabet.letter(MEN[man]).chars().next(),
            (Sign::File(file), _) => Some(char::from(b'a' + file as u8)),
            (Sign::Rank(rank), _) => RANKS[rank].chars().next(),
            _ => None,
        }
    }

    pub(crate) fn all() -> impl Iterator<Item = Sign> {
        let men = (0..MEN.len()).map(Sign::Man);
        let squares = (0..8).map(Sign::File).chain((0..8).map(Sign::Rank));
        men.chain(squares).chain([Sign::Takes, Sign::Dash, Sign::Nought, Sign::Check])
    }
}

/// A sign of a move as it may be printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printed {
    sign: Sign,
    /// What it costs that nothing is seen of it, in nats.
    absent: f32,
    /// What it costs that it is there.
    present: f32,
}

/// The signs of a move, in order.
pub(crate) type Written = SmallVec<[Printed; 10]>;

/// What it costs that a letter or figure of a move has left nothing, in nats.
const LOST: f32 = 2.0;
/// What it costs that a sign is seen as one that is not known of it.
const OTHER: f32 = 2.4;
/// What it costs that a sign stands there that is none of the move's: a letter or figure, another sign, a blank.
const ADDED: [f32; 3] = [1.4, 0.5, 0.1];
/// What it costs to print a square that a man leaves, by file or rank, where nobody asks; and not to print it where one does.
const UNASKED: f32 = 0.6;
const UNSAID: f32 = 1.2;

fn must(sign: Sign) -> Printed {
    Printed { sign, absent: LOST, present: 0.0 }
}

fn may(sign: Sign, absent: f32, present: f32) -> Printed {
    Printed { sign, absent, present }
}

/// What tells a man from others that may go to the same square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Told {
    /// Nothing need.
    Alone,
    File,
    Rank,
}

/// What the print of a move depends on: moves of many positions are printed alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Style {
    m: Move,
    told: Told,
    check: bool,
}

impl Style {
    /// That of one of the legal moves of a position.
    pub(crate) fn of(own: &Legal, legal: &[Legal]) -> Style {
        let m = own.m;
        let is_man = MEN.contains(&m.role()) && m.castling_side().is_none();
        let told = match m.from().filter(|_| is_man) {
            None => Told::Alone,
            Some(from) => {
                let rivals = || {
                    let same = |other: &&Legal| other.m.role() == m.role() && other.m.to() == m.to();
                    legal
                        .iter()
                        .filter(same)
                        .filter_map(|other| other.m.from())
                        .filter(|other| *other != from)
                };
                // The file tells it from the others, the rank only where the file does not.
                match (rivals().any(|other| other.file() == from.file()), rivals().next()) {
                    (true, _) => Told::Rank,
                    (false, Some(_)) => Told::File,
                    (false, None) => Told::Alone,
                }
            }
        };
        Style { m, told, check: own.gives_check() }
    }

    /// A move as it may be printed.
    pub(crate) fn written(&self) -> Written {
        let m = &self.m;
        let mut out = Written::new();
        let square = |at: Square| (Sign::File(at.file() as usize), Sign::Rank(at.rank() as usize));
        if let Some(side) = m.castling_side() {
            let noughts = if side == CastlingSide::KingSide { 2 } else { 3 };
            for at in 0..noughts {
                if at > 0 {
                    out.push(may(Sign::Dash, 0.5, 0.0));
                }
                out.push(must(Sign::Nought));
            }
        } else {
            let man = MEN.iter().position(|role| *role == m.role());
            out.extend(man.map(|man| must(Sign::Man(man))));
            if let Some(from) = m.from() {
                let (file, rank) = square(from);
                let pawn_takes = man.is_none() && m.is_capture();
                out.push(match (pawn_takes, self.told) {
                    (true, _) => must(file),
                    (false, Told::File) => may(file, UNSAID, 0.0),
                    (false, _) => may(file, 0.0, UNASKED),
                });
                out.push(match self.told {
                    Told::Rank => may(rank, UNSAID, 0.0),
                    _ => may(rank, 0.0, UNASKED),
                });
            }
            out.push(if m.is_capture() { may(Sign::Takes, 0.3, 0.0) } else { may(Sign::Dash, 0.0, 0.2) });
            let (file, rank) = square(m.to());
            out.extend([must(file), must(rank)]);
            let promotion = m.promotion().and_then(|role| MEN.iter().position(|man| *man == role));
            out.extend(
                promotion
                    .map(|man| may(Sign::Man(man), if MEN[man] == Role::Queen { 1.0 } else { LOST }, 0.0)),
            );
        }
        if self.check {
            out.push(may(Sign::Check, 0.3, 0.0));
        }
        out
    }
}

/// What pieces of worn print cost as moves, each piece and each way to print a move weighed once.
#[derive(Default)]
pub(crate) struct Weighed {
    /// The ways to print moves that were met, and their numbers.
    numbers: FxHashMap<Style, u32>,
    written: Vec<Written>,
    /// By the first character of a piece, what it costs as each of them; `None` where it does not resemble it.
    costs: FxHashMap<u32, Vec<Option<Option<f32>>>>,
}

impl Weighed {
    /// The number of the print of each legal move of a position.
    pub(crate) fn numbers(&mut self, legal: &[Legal]) -> Vec<u32> {
        let number = |own: &Legal| {
            let style = Style::of(own, legal);
            *self.numbers.entry(style).or_insert_with(|| {
                self.written.push(style.written());
                self.written.len() as u32 - 1
            })
        };
        legal.iter().map(number).collect()
    }

    /// What the piece of print at `start` costs as a move, by the number of its print; `None` if more than `most`, which is the same
    /// for all.
    pub(crate) fn cost(&mut self, start: u32, trace: &Trace, number: u32, most: f32) -> Option<f32> {
        let costs = self.costs.entry(start).or_default();
        if costs.len() < self.written.len() {
            costs.resize(self.written.len(), None);
        }
        let at = number as usize;
        *costs[at].get_or_insert_with(|| trace.cost(&self.written[at], most))
    }
}

/// Worn print, with what may be seen where.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// What it costs that each character is none of the move's.
    added: Vec<f32>,
    /// By sign and place, the ends of what may be seen of it, with prices.
    seen: Vec<SmallVec<[(u8, f32); 2]>>,
}

/// No longer print is one move.
const LONGEST: usize = 40;

impl Trace {
    /// Print of one cell, at most the first characters of it.
    #[must_use]
    pub fn new(letters: &Letters, known: &Seen, text: &[char]) -> Trace {
        let text = &text[..text.len().min(LONGEST)];
        let added = text.iter().map(|c| match c {
            c if c.is_whitespace() => ADDED[2],
            c if c.is_alphanumeric() => ADDED[0],
            _ => ADDED[1],
        });
        let mut seen = vec![SmallVec::new(); SIGN_COUNT * text.len()];
        for sign in Sign::all() {
            for at in 0..text.len() {
                let own: &mut SmallVec<[(u8, f32); 2]> = &mut seen[sign.index() * text.len() + at];
                see(letters, sign, text, at as u32, |end, price| own.push((end as u8, price)));
                known.ends(sign, text, at as u32, |end, price| own.push((end as u8, price)));
                if !text[at].is_whitespace() {
                    own.push((at as u8 + 1, OTHER));
                }
            }
        }
        Trace { added: added.collect(), seen }
    }

    /// What it costs that a move was printed here, in nats; `None` if more than `most`.
    #[must_use]
    pub(crate) fn cost(&self, written: &[Printed], most: f32) -> Option<f32> {
        let n = self.added.len();
        // By place, what it costs to have seen everything before it.
        let mut room = [[f32::INFINITY; LONGEST + 1]; 2];
        let [one, other] = &mut room;
        let (mut costs, mut next) = (&mut one[..=n], &mut other[..=n]);
        costs[0] = 0.0;
        let skip = |costs: &mut [f32]| {
            for at in 0..n {
                costs[at + 1] = costs[at + 1].min(costs[at] + self.added[at]);
            }
        };
        skip(costs);
        for printed in written {
            next.fill(f32::INFINITY);
            let places = &self.seen[printed.sign.index() * n..];
            let mut is_dead = true;
            for at in 0..=n {
                let cost = costs[at];
                if cost > most {
                    continue;
                }
                is_dead = false;
                next[at] = next[at].min(cost + printed.absent);
                if at < n {
                    for &(end, price) in &places[at] {
                        let end = usize::from(end);
                        next[end] = next[end].min(cost + price + printed.present);
                    }
                }
            }
            // Costs only grow.
            if is_dead {
                return None;
            }
            skip(next);
            std::mem::swap(&mut costs, &mut next);
        }
        Some(costs[n]).filter(|cost| *cost <= most)
    }
}

/// The signs of a move with the characters that are seen of each, by the cheapest way to see it in a text.
pub(crate) fn aligned(letters: &Letters, text: &[char], written: &[Printed]) -> Vec<(Sign, Range<usize>)> {
    let text = &text[..text.len().min(LONGEST)];
    let trace = Trace::new(letters, &Seen::default(), text);
    // By signs seen and place: the price, and what was seen last.
    let mut best = vec![vec![(f32::INFINITY, None::<Option<usize>>); text.len() + 1]; written.len() + 1];
    best[0][0].0 = 0.0;
    for (index, row) in (0..=written.len()).map(|index| (index, written.get(index))) {
        for at in 0..=text.len() {
            let cost = best[index][at].0;
            let mut reach = |index: usize, end: usize, price: f32, from: Option<usize>| {
                if cost + price < best[index][end].0 {
                    best[index][end] = (cost + price, Some(from));
                }
            };
            if let Some(added) = trace.added.get(at) {
                reach(index, at + 1, *added, None);
            }
            let Some(printed) = row else { continue };
            reach(index + 1, at, printed.absent, Some(at));
            for &(end, price) in trace.seen.get(printed.sign.index() * text.len() + at).into_iter().flatten()
            {
                if at < text.len() {
                    reach(index + 1, usize::from(end), price + printed.present, Some(at));
                }
            }
        }
    }
    let (mut index, mut at, mut out) = (written.len(), text.len(), Vec::new());
    while let Some(step) = best[index][at].1 {
        match step {
            None => at -= 1,
            Some(from) => {
                index -= 1;
                out.push((written[index].sign, from..at));
                at = from;
            }
        }
    }
    out.reverse();
    out
}

/// The ends of what may be seen of a sign at a place, with prices.
fn see(letters: &Letters, sign: Sign, text: &[char], at: u32, mut out: impl FnMut(u32, f32)) {
    let c = text[at as usize];
    let one = |signs: &[(char, f32)]| signs.iter().find(|(sign, _)| *sign == c).map(|(_, price)| *price);
    let price = match sign {
        Sign::Man(man) => {
            match letters {
                Letters::Of(san) => {
                    let printed = san.alphabet.letter(MEN[man]);
                    SIGNS.man(printed).seen(text, at, &mut out);
                    ends(text, at, printed, &Habits::UNKNOWN, out);
                }
                Letters::Figurines(_) | Letters::Signs if FIGURES[man].contains(&c) => out(at + 1, 0.0),
                Letters::Figurines(known) => {
                    for end in figures::lengths(text, at).map(|length| at + length) {
                        let own = &text[at as usize..text.len().min(end as usize)];
                        out(at + own.len() as u32, known.costs(own)[man]);
                    }
                }
                Letters::Signs => {}
            }
            return;
        }
        Sign::File(file) => {
            SIGNS.files()[file].seen(text, at, &mut out);
            (c == char::from(b'a' + file as u8)).then_some(0.0)
        }
        Sign::Rank(rank) => {
            SIGNS.ranks()[rank].seen(text, at, &mut out);
            ends(text, at, RANKS[rank], &Habits::UNKNOWN, out);
            return;
        }
        Sign::Takes => one(&[
            ('x', 0.0),
            (':', 0.0),
            ('X', 0.2),
            ('z', 0.8),
            ('*', 0.8),
            ('s', 1.4),
            ('«', 1.0),
            ('>', 1.4),
        ]),
        Sign::Dash => one(&[('-', 0.0), ('~', 0.4), ('_', 0.4), ('=', 0.4), ('.', 0.6)]),
        Sign::Nought => one(&[
            ('0', 0.0),
            ('O', 0.0),
            ('o', 0.2),
            ('Q', 1.0),
            ('C', 1.2),
            ('D', 1.2),
            ('9', 1.4),
            ('6', 1.4),
        ]),
        Sign::Check => {
            one(&[('+', 0.0), ('†', 0.0), ('‡', 0.0), ('#', 0.2), ('t', 0.6), ('*', 0.8), ('1', 1.2)])
        }
    };
    if let Some(price) = price {
        out(at + 1, price);
    }
}

#[cfg(test)]
mod tests {
    use scorebook_notation::languages;
    use shakmaty::{Chess, Position, san::San as Written};

    use super::{Style, Trace, Written as Signs};
    use crate::algebraic::{Letters, seen::Seen};
    use crate::board::Node;

    fn written(legal: &[crate::board::Legal]) -> Vec<Signs> {
        legal.iter().map(|own| Style::of(own, legal).written()).collect()
    }

    /// The moves of a game, and what stands there: which legal moves are nearest.
    fn nearest(moves: &str, text: &str) -> Vec<String> {
        let mut position = Chess::default();
        for san in moves.split_whitespace() {
            let m = san.parse::<Written>().unwrap().to_move(&position).unwrap();
            position.play_unchecked(m);
        }
        let chars: Vec<char> = text.chars().collect();
        let trace = Trace::new(&Letters::Of(&languages::GERMAN), &Seen::default(), &chars);
        let node = Node::new(position.clone());
        let costs = written(&node.legal).into_iter().map(|m| trace.cost(&m, 9.0).unwrap_or(f32::INFINITY));
        let mut all: Vec<(f32, String)> = costs
            .zip(&node.legal)
            .map(|(cost, legal)| (cost, Written::from_move(&position, legal.m).to_string()))
            .collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all.into_iter().take(2).map(|one| one.1).collect()
    }

    #[test]
    fn each_sign_is_found_in_what_is_left() {
        let node = Node::new(Chess::default());
        let letters = Letters::Of(&languages::GERMAN);
        let text: Vec<char> = "ed".chars().collect();
        let pawn = node.legal.iter().position(|legal| legal.m.to() == shakmaty::Square::E4).unwrap();
        let signs = super::aligned(&letters, &text, &written(&node.legal)[pawn]);
        let seen: Vec<_> = signs.into_iter().filter(|(_, place)| !place.is_empty()).collect();
        assert_eq!(seen, [(super::Sign::File(4), 0..1), (super::Sign::Rank(3), 1..2)]);
    }

    #[test]
    fn what_is_left_of_a_move_is_nearest_to_it() {
        assert_eq!(nearest("", "{4")[0], "f4");
        assert_eq!(nearest("e4 e5", "8f3")[0], "Nf3");
        assert_eq!(nearest("e4 e5 Nf3 Nc6", "Lbs")[0], "Bb5");
        assert_eq!(nearest("e4 e5 Nf3 Nc6", "Lf1-b")[0], "Bb5");
        assert_eq!(nearest("e4 e5 Nf3 Nc6 Bc4 Bc5", "0—O".replace('—', "-").as_str())[0], "O-O");
    }
}
