//! Matches one cell against all spellings of a move: a small automaton over the received text.
//!
//! A move is written as a tree of literal atoms ([`words`](super::words)). For each text and atom the
//! cost of reading the atom from place `i` to place `j` is computed once. Moves share these, and share the vectors of
//! whole parts (all that can precede the verb, all from the verb to the end), so that one more move costs one pass over
//! a vector.

use rustc_hash::FxHashMap;

use crate::channel::{Channel, received};
use crate::descriptive_move::{DescriptiveMove, code};
use crate::truncated::is_truncated;
use crate::words::{EndMarks, Goal, MoveHead, MovePart, MoveTail, Spelling};

/// Longest text that is matched, in characters.
pub const LONGEST: usize = 40;
/// A cost that excludes a match.
pub const NEVER: f32 = 60.0;

/// Costs by place in the text.
pub type PlaceCosts = [f32; LONGEST + 1];

/// A received text and what was computed for it.
pub struct TextAligner {
    text: Vec<u8>,
    /// Cost of skipping the text up to each place.
    skipped: PlaceCosts,
    atoms: FxHashMap<&'static str, Box<[PlaceCosts]>>,
    /// Whether there may be an origin in brackets.
    brackets: bool,
    heads: FxHashMap<MoveHead, Box<PlaceCosts>>,
    tails: FxHashMap<MoveTail, Box<PlaceCosts>>,
    ends: FxHashMap<EndMarks, Box<PlaceCosts>>,
    /// Costs computed so far, by part; NaN where not computed yet.
    costs: Vec<f32>,
    /// The same for texts that may have squares in brackets.
    bracketed: FxHashMap<u32, f32>,
    /// Whether a plain reader should skip the text ([`is_truncated`]).
    pub truncated: bool,
    /// Whether it mentions mate, correctly or not.
    pub says_mate: bool,
    /// Whether a mark of check is lost after it.
    mark_lost: bool,
}

/// The direction in which a part is matched.
#[derive(Copy, Clone)]
enum Direction {
    /// From its start to its end.
    On,
    /// From its end to its start.
    Back,
}

/// Most characters before a move that may not belong to it.
const JUNK: usize = 3;

impl TextAligner {
    /// The aligner of a text.
    #[must_use]
    pub fn new(whole: &str, channel: &Channel) -> TextAligner {
        let mut text = received(whole);
        text.truncate(LONGEST);
        let note = footnote(whole);
        let mut skipped = [0.0; LONGEST + 1];
        for (place, &read) in text.iter().enumerate() {
            let price = channel.insertion(read);
            skipped[place + 1] = skipped[place] + if place >= note { price.min(FOOTNOTE) } else { price };
        }
        let brackets = text.iter().any(|c| matches!(c, b'(' | b'[' | b'{' | b')' | b']' | b'}'))
            || text.windows(2).any(|pair| pair == b"at" || pair == b"fr");
        TextAligner {
            text,
            skipped,
            atoms: FxHashMap::default(),
            brackets,
            heads: FxHashMap::default(),
            tails: FxHashMap::default(),
            ends: FxHashMap::default(),
            costs: Vec::new(),
            bracketed: FxHashMap::default(),
            truncated: is_truncated(whole),
            says_mate: whole.contains("mate"),
            mark_lost: waits_for_mark(whole),
        }
    }

    /// Number of characters received.
    #[must_use]
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether no characters were received.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The cost of reading a move from the text.
    pub fn cost_of(&mut self, saying: &DescriptiveMove, channel: &Channel) -> f32 {
        let (head, tail) = saying.parts(self.brackets);
        if self.brackets {
            let key = code(head, tail);
            if let Some(&known) = self.bracketed.get(&key) {
                return known;
            }
            let cost = self.cost(head, tail, channel);
            self.bracketed.insert(key, cost);
            return cost;
        }
        let place = saying.place as usize;
        if let Some(&known) = self.costs.get(place).filter(|known| !known.is_nan()) {
            return known;
        }
        let cost = self.cost(head, tail, channel);
        if self.costs.len() <= place {
            self.costs.resize(place + 1, f32::NAN);
        }
        self.costs[place] = cost;
        cost
    }

    fn cost(&mut self, head: MoveHead, tail: MoveTail, channel: &Channel) -> f32 {
        let n = self.text.len();
        self.prepare_tail(tail, channel);
        if let Goal::Castles(_) = tail.goal {
            return self.tails.get(&tail).map_or(NEVER, |places| places[0].min(places[1] + self.skipped[1]));
        }
        self.prepare_head(head, channel);
        let (Some(head), Some(tail)) = (self.heads.get(&head), self.tails.get(&tail)) else { return NEVER };
        (0..=n).map(|place| head[place] + tail[place]).fold(NEVER, f32::min)
    }

    fn prepare_head(&mut self, head: MoveHead, channel: &Channel) {
        if self.heads.contains_key(&head) {
            return;
        }
        let n = self.text.len();
        let mut start = [NEVER; LONGEST + 1];
        start[..=n.min(JUNK)].copy_from_slice(&self.skipped[..=n.min(JUNK)]);
        let places = self.walk(&MovePart::head(head, self.brackets), &start, Direction::On, channel);
        self.heads.insert(head, Box::new(places));
    }

    fn prepare_tail(&mut self, tail: MoveTail, channel: &Channel) {
        if self.tails.contains_key(&tail) {
            return;
        }
        self.prepare_end(tail.end, channel);
        let Some(end) = self.ends.get(&tail.end).map(|end| **end) else { return };
        let places = self.walk(&MovePart::tail(tail.goal, self.brackets), &end, Direction::Back, channel);
        self.tails.insert(tail, Box::new(places));
    }

    fn prepare_end(&mut self, end: EndMarks, channel: &Channel) {
        if self.ends.contains_key(&end) {
            return;
        }
        let n = self.text.len();
        // Characters left over at the end are junk.
        let mut last = [NEVER; LONGEST + 1];
        for (last, before) in last.iter_mut().zip(&self.skipped[..=n]) {
            *last = self.skipped[n] - before;
        }
        let places = self.walk(&MovePart::end(end, self.mark_lost), &last, Direction::Back, channel);
        self.ends.insert(end, Box::new(places));
    }

    /// Converts the costs `at` one end of a part into those at its other end.
    fn walk(&mut self, part: &MovePart, at: &PlaceCosts, way: Direction, channel: &Channel) -> PlaceCosts {
        match part {
            MovePart::Price(price) => at.map(|cost| (cost + price).min(NEVER)),
            MovePart::Choice(choices, more) => self.choose(choices, *more, at, way, channel),
            MovePart::Sequence(parts) => match way {
                Direction::On => parts.iter().fold(*at, |at, part| self.walk(part, &at, way, channel)),
                Direction::Back => {
                    parts.iter().rev().fold(*at, |at, part| self.walk(part, &at, way, channel))
                }
            },
            MovePart::Either(parts) => parts.iter().fold([NEVER; LONGEST + 1], |mut best, part| {
                let other = self.walk(part, at, way, channel);
                for (best, other) in best.iter_mut().zip(other) {
                    *best = best.min(other);
                }
                best
            }),
        }
    }

    fn choose(
        &mut self,
        choices: &[Spelling],
        more: f32,
        at: &PlaceCosts,
        way: Direction,
        channel: &Channel,
    ) -> PlaceCosts {
        let n = self.text.len();
        let mut places = [NEVER; LONGEST + 1];
        for &(literal, prior) in choices {
            let price = prior + more;
            if literal.is_empty() {
                for (place, at) in places.iter_mut().zip(at) {
                    *place = place.min(at + price);
                }
                continue;
            }
            let table = self.atom(literal, channel);
            for from in 0..=n {
                let reach = from..=n.min(from + literal.len() + SLACK);
                match way {
                    Direction::On if at[from] + price >= NEVER => {}
                    Direction::On => {
                        for to in reach {
                            places[to] = places[to].min(at[from] + price + table[from][to]);
                        }
                    }
                    Direction::Back => {
                        let through = reach.map(|to| price + table[from][to] + at[to]);
                        places[from] = through.fold(places[from], f32::min);
                    }
                }
            }
        }
        places
    }

    /// The costs of reading `literal` between any two places.
    fn atom(&mut self, literal: &'static str, channel: &Channel) -> &[PlaceCosts] {
        let text = &self.text;
        self.atoms.entry(literal).or_insert_with(|| align(text, literal.as_bytes(), channel))
    }
}

/// Whether a text ends as if a check mark followed: `R to K 7,`.
#[must_use]
pub fn waits_for_mark(text: &str) -> bool {
    text.trim_end().ends_with(',')
}

/// Cost of each character of a footnote mark after a move.
const FOOTNOTE: f32 = 0.4;

/// The start of a footnote mark in the received characters: a short last word without letters, after a
/// complete move.
fn footnote(text: &str) -> usize {
    let body = text.trim_end();
    let whole = received(body).len();
    let Some((head, last)) = body.rsplit_once(char::is_whitespace) else { return whole };
    let mark = last.chars().count() <= 3
        && last.chars().all(|c| !c.is_alphabetic() || matches!(c, 'I' | 'l' | 'i' | 'S' | 's' | 'o' | 'O'));
    let said = head.trim_end().ends_with(|c: char| c.is_ascii_digit() || matches!(c, 'q' | ')' | '.'))
        || (head.contains(['x', 'X', '×']) || head.contains("takes"))
            && head.ends_with(['P', 'B', 't', 'R', 'Q', 'N']);
    if mark && said { received(head).len() } else { whole }
}

/// Extra characters that may be read within an atom.
const SLACK: usize = 2;

fn align(text: &[u8], literal: &[u8], channel: &Channel) -> Box<[PlaceCosts]> {
    let n = text.len();
    let mut table = vec![[NEVER; LONGEST + 1]; n + 1].into_boxed_slice();
    for from in 0..=n {
        let end = n.min(from + literal.len() + SLACK);
        // One row per character of the literal.
        let mut row = [NEVER; LONGEST + 1];
        // Characters inserted before an atom belong to the previous one.
        row[from] = 0.0;
        let mut before = ([NEVER; LONGEST + 1], 0);
        for &truth in literal {
            let mut next = [NEVER; LONGEST + 1];
            for to in from..=end {
                let mut best = row[to] + channel.deletion(truth);
                if to > from {
                    best = best.min(row[to - 1] + channel.substitution(truth, text[to - 1]));
                    best = best.min(next[to - 1] + channel.insertion(text[to - 1]));
                    if let Some(cost) = channel.join(before.1, truth, text[to - 1]) {
                        best = best.min(before.0[to - 1] + cost);
                    }
                }
                if to > from + 1
                    && let Some(cost) = channel.split(truth, &text[to - 2..to])
                {
                    best = best.min(row[to - 2] + cost);
                }
                next[to] = best.min(NEVER);
            }
            before = (row, truth);
            row = next;
        }
        table[from] = row;
    }
    table
}
