//! What the signs from a place on cost as the spellings of moves.
//!
//! The spellings of all moves begin alike: `N`, `Nf`, `Nfx`. So each beginning is aligned with the text of a place once, for whichever moves
//! it may be, and those of no use are aligned no further.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Code, Print, STRANGE, Signs, habit_of, less};
use crate::Nats;
use crate::grammar::Spelling;

/// Longest spelling that is looked for.
const DEEPEST: usize = 24;
/// A text may be so much longer than its spelling, or shorter.
const LONGER: usize = 3;
/// The lengths of text that a beginning is aligned with.
const BAND: usize = 2 * LONGER + 1;
/// Most signs of the text that a spelling takes, and one.
const LONGEST: usize = DEEPEST + LONGER + 1;
/// An alignment begins with so much in hand, in nats, and gains so much with each sign: one that has spent more is given up, for
/// what it reads is rather no move.
const IN_HAND: Nats = 4.5;
const GAINED: Nats = 1.6;
/// Most ends of one move at one place.
const ENDS: usize = 3;

/// The ends of a move at a place: how many signs are read, and what they cost.
pub(super) type Ends = SmallVec<[(u8, Nats); ENDS]>;

/// The beginnings of all spellings.
pub(super) struct Beginnings {
    /// The number of each, by that of the one that is shorter by its last sign.
    numbers: FxHashMap<(u32, Code), u32>,
    all: Vec<Beginning>,
}

/// A beginning of spellings.
struct Beginning {
    /// Its last sign.
    sign: Code,
    /// How many signs it has.
    depth: u8,
    /// The one that is shorter by its last sign.
    above: u32,
    /// The place for which what follows holds.
    at: u32,
    /// Whether it is worth reading on.
    is_good: bool,
    /// What the first signs of the text cost as this: as many as its own are in the middle.
    row: [Nats; BAND],
}

/// No place.
const NOWHERE: u32 = u32::MAX;

impl Beginnings {
    pub(super) fn new() -> Beginnings {
        // Nothing is read before a move: what stands there is passed over as a word.
        let mut row = [Nats::INFINITY; BAND];
        row[LONGER] = 0.0;
        let none = Beginning { sign: STRANGE, depth: 0, above: 0, at: NOWHERE, is_good: true, row };
        Beginnings { numbers: FxHashMap::default(), all: vec![none] }
    }

    /// Forgets what places cost: it holds for one print only.
    pub(super) fn forget(&mut self) {
        self.all.iter_mut().for_each(|one| one.at = NOWHERE);
    }

    /// The number of a beginning with a sign more.
    fn numbered(&mut self, above: u32, sign: Code) -> u32 {
        let next = self.all.len() as u32;
        let number = *self.numbers.entry((above, sign)).or_insert(next);
        if number == next {
            let depth = self.all[above as usize].depth + 1;
            let row = [Nats::INFINITY; BAND];
            self.all.push(Beginning { sign, depth, above, at: NOWHERE, is_good: false, row });
        }
        number
    }

    /// A beginning as the reading of the signs from a place on. The shorter ones must have been aligned.
    fn aligned(&mut self, number: u32, signs: &[Code], at: usize, print: &Print) -> &Beginning {
        if self.all[number as usize].at != at as u32 {
            let (row, is_good) = self.align(number, &signs[at..], at, print);
            let own = &mut self.all[number as usize];
            (own.at, own.row, own.is_good) = (at as u32, row, is_good);
        }
        &self.all[number as usize]
    }

    fn align(&self, number: u32, text: &[Code], at: usize, print: &Print) -> ([Nats; BAND], bool) {
        let own = &self.all[number as usize];
        let before = &self.all[own.above as usize];
        let depth = usize::from(own.depth);
        let pairs = &print.pairs[at..];
        let length = text.len().min(LONGEST - 1);
        let (low, high) = (depth.saturating_sub(LONGER), (depth + LONGER).min(length));
        let taken = &print.taken[usize::from(own.sign)];
        let lost = print.left_out[usize::from(own.sign)];
        let mut row = [Nats::INFINITY; BAND];
        let mut least = Nats::INFINITY;
        for read in low..=high {
            let here = read + LONGER - depth;
            // As much read in the row above stands one farther on there; a sign less, at the same place.
            let mut cost = before.row.get(here + 1).map_or(Nats::INFINITY, |cost| cost + lost);
            if read >= 1 {
                let sign = usize::from(text[read - 1]);
                cost = less(cost, before.row[here] + taken[sign]);
                if here >= 1 {
                    cost = less(cost, row[here - 1] + print.added[sign]);
                }
                for &(first, second, join) in &pairs[read - 1].joins {
                    if depth >= 2 && first == before.sign && second == own.sign {
                        let known = &self.all[before.above as usize].row;
                        cost = less(cost, known.get(here + 1).map_or(Nats::INFINITY, |cost| cost + join));
                    }
                }
            }
            if read >= 2 && here >= 1 {
                for &(whole, split) in &pairs[read - 2].splits {
                    if whole == own.sign {
                        cost = less(cost, before.row[here - 1] + split);
                    }
                }
            }
            row[here] = cost;
            least = less(least, cost - GAINED * read.min(depth) as Nats);
        }
        (row, least <= IN_HAND)
    }
}

/// The spellings of a move as a tree, in the order in which it is walked: each node before those below it.
pub(super) struct Spelled {
    nodes: Vec<Node>,
}

/// A node of it.
struct Node {
    beginning: u32,
    /// The first node behind those below it.
    behind: u16,
    /// The price of the spelling that ends here, and which habit it shows.
    end: Option<(Nats, Option<usize>)>,
}

impl Spelled {
    pub(super) fn of(spellings: &[Spelling], signs: &Signs, beginnings: &mut Beginnings) -> Spelled {
        let mut sorted: Vec<(Vec<Code>, Nats, Option<usize>)> = spellings
            .iter()
            .map(|(text, price)| {
                let mut spelling = signs.spelled(text);
                spelling.truncate(DEEPEST);
                (spelling, *price, habit_of(text))
            })
            .collect();
        sorted.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
        sorted.dedup_by(|later, first| later.0 == first.0);
        let mut spelled = Spelled { nodes: Vec::new() };
        spelled.add(&sorted, (0, 0), beginnings);
        spelled
    }

    /// Adds the nodes of spellings that are alike in their first signs; `above` is how many, and the number of these.
    fn add(
        &mut self,
        sorted: &[(Vec<Code>, Nats, Option<usize>)],
        above: (usize, u32),
        beginnings: &mut Beginnings,
    ) {
        let (depth, number) = above;
        let mut rest = sorted;
        while let Some((first, price, habit)) = rest.first() {
            let Some(&sign) = first.get(depth) else {
                rest = &rest[1..];
                continue;
            };
            let alike = rest.iter().take_while(|(text, ..)| text.get(depth) == Some(&sign)).count();
            let ends = first.len() == depth + 1;
            let at = self.nodes.len();
            let beginning = beginnings.numbered(number, sign);
            self.nodes.push(Node { beginning, behind: 0, end: ends.then_some((*price, *habit)) });
            self.add(&rest[..alike], (depth + 1, beginning), beginnings);
            self.nodes[at].behind = self.nodes.len() as u16;
            rest = &rest[alike..];
        }
    }

    /// The ends of this move in a text from a place on, the cheapest first.
    pub(super) fn ends(
        &self,
        signs: &[Code],
        at: usize,
        cap: Nats,
        print: &Print,
        beginnings: &mut Beginnings,
    ) -> Ends {
        let mut best: Option<[Nats; LONGEST]> = None;
        let mut node = 0;
        while let Some(own) = self.nodes.get(node) {
            let aligned = beginnings.aligned(own.beginning, signs, at, print);
            if !aligned.is_good {
                node = usize::from(own.behind);
                continue;
            }
            if let Some((price, habit)) = own.end {
                let best = best.get_or_insert([Nats::INFINITY; LONGEST]);
                let price = price + habit.map_or(0.0, |habit| print.habits[habit]);
                let depth = usize::from(aligned.depth);
                for (here, cost) in aligned.row.iter().enumerate() {
                    // No move reads nothing.
                    let read = (depth + here).checked_sub(LONGER).filter(|&read| read > 0);
                    if let Some(best) = read.and_then(|read| best.get_mut(read)) {
                        *best = less(cost + price, *best);
                    }
                }
            }
            node += 1;
        }
        let Some(best) = best else { return Ends::new() };
        let worth = |read: usize| best[read] - GAINED * read as Nats;
        let mut ends: SmallVec<[(u8, Nats); 8]> = (1..LONGEST)
            .filter(|&read| best[read] <= cap && worth(read) <= IN_HAND)
            .map(|read| (read as u8, best[read]))
            .collect();
        // A sign more is worth what a sign costs that is no move.
        ends.sort_by(|a, b| (a.1 - GAINED * Nats::from(a.0)).total_cmp(&(b.1 - GAINED * Nats::from(b.0))));
        ends.into_iter().take(ENDS).collect()
    }
}
