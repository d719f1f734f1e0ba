//! A game in print whose cells nobody has cut out: one search over the text, sign by sign.
//!
//! Worn print in running text has no places that can be trusted: `lPtoKi 2 Xt to X B 3`, `P-B4 P-KS 3KtxP`. So nothing is cut before
//! the rules of chess have spoken. A hypothesis is a position and a place in the text. From there a legal move is taken for the signs
//! that follow, at the price of what scanners misread ([`scorebook_channel`]) and of how unusual it is; so is the number of the
//! move; words that are neither are passed over. All hypotheses at one place have explained the same text, so that the cheapest can be kept.
//!
//! Costs are counted against those of the same signs as no move at all, so that a game is worth telling where its cost is far
//! below zero. Time grows with the length of the text and [`Rates::width`].
//!
//! ```
//! use scorebook_search::{Grammar, stream::{Rates, Signs, search}};
//! use shakmaty::Chess;
//!
//! let text = "1 P to X 4 lPtoKi 2 Xt to X B 3 2 Q Xt to B 3 3KBtoQBI3 X B to Q B 4";
//! let games = search(&Signs::of(text), &Chess::default(), &Grammar::english("Kt"), &Rates::default());
//! let moves: Vec<String> = games[0].plies.iter().map(|ply| ply.mv.to_string()).collect();
//! assert_eq!(moves, ["e2-e4", "e7-e5", "Ng1-f3", "Nb8-c6", "Bf1-c4", "Bf8-c5"]);
//! ```

mod spelled;

use std::cell::OnceCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use scorebook_channel::channel::{Channel, SCANS};
use scorebook_likely::{GameWalk, Surprises, WalkKey};
use shakmaty::{Chess, Move, Position, san::SanPlus};
use smallvec::SmallVec;

use self::spelled::{Beginnings, Spelled};
use crate::grammar::{Look, Spelling};
use crate::{Grammar, Nats};

/// What the search pays for, in nats. They were set by hand.
#[derive(Copy, Clone, Debug)]
pub struct Rates {
    /// A sign that is part of no move.
    pub noise: Nats,
    /// The same in a word of prose, whose letters tell each other.
    pub noise_of_prose: Nats,
    /// A game begins.
    pub start: Nats,
    /// A word between moves that is none.
    pub word: Nats,
    /// A note begins between the moves. It ends with the number of the next move.
    pub note: Nats,
    /// Each sign of it.
    pub note_sign: Nats,
    /// A word in a note that has the form of a move: about one of all that may be written. What a note says is told by it, as what
    /// stands in the game is by the game.
    pub note_move: Nats,
    /// A half-move of which nothing stands in the text.
    pub lost: Nats,
    /// A move of White without its number.
    pub unnumbered: Nats,
    /// Black's move with the number once more.
    pub numbered_black: Nats,
    /// A move in brackets: rather one of a note.
    pub bracketed: Nats,
    /// A sign in brackets.
    pub noise_of_brackets: Nats,
    /// A number between the moves that stands before the move by two or more: what was read so far is rather a note.
    pub backward: Nats,
    /// A move that begins or ends within a word.
    pub glued: Nats,
    /// A move costs at most so much as it is printed.
    pub misread: Nats,
    /// Hypotheses that cost more than the cheapest near them by this are dropped.
    pub window: Nats,
    /// Most hypotheses at one place.
    pub width: usize,
    /// The same of those in notes, which cost little time: a note may say much that could be the game's, and only what follows it
    /// tells.
    pub window_of_notes: Nats,
    /// Most hypotheses in notes at one place.
    pub width_of_notes: usize,
    /// The same of those that have come out of a note a few half-moves ago.
    pub window_behind_notes: Nats,
    /// Most of those at one place.
    pub width_behind_notes: usize,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            noise: 2.6,
            noise_of_prose: 1.0,
            start: 6.0,
            word: 1.5,
            note: 6.0,
            note_sign: 0.02,
            note_move: 7.0,
            lost: 9.0,
            unnumbered: 2.0,
            numbered_black: 1.0,
            bracketed: 3.0,
            noise_of_brackets: 0.6,
            backward: 5.0,
            glued: 1.0,
            misread: 11.0,
            window: 12.0,
            width: 40,
            window_of_notes: 45.0,
            width_of_notes: 40,
            window_behind_notes: 35.0,
            width_behind_notes: 15,
        }
    }
}

/// A sign as the tables have it: of ASCII itself, of the others a number.
type Code = u8;
/// A sign that has no number: it is like no other.
const STRANGE: Code = 0;

/// A text as the search takes it: its signs without blanks and stops.
pub struct Signs {
    signs: Vec<Code>,
    /// The signs beyond ASCII, in the order of their numbers.
    beyond: Vec<char>,
    /// The same as they are printed.
    printed: Vec<char>,
    /// Where each stands in the text, in bytes, and the end of the text.
    places: Vec<u32>,
    /// Whether a word begins at each sign, and at the end.
    begins: Vec<bool>,
    /// Whether each stands in a word of prose.
    in_prose: Vec<bool>,
    /// Whether each stands in a word that has the form of a move.
    in_move: Vec<bool>,
    /// Of each that stands in brackets that hold more than a word, the place behind them.
    closed: Vec<Option<u32>>,
    /// The signs of which a person has said which move they are.
    said: Vec<(std::ops::Range<usize>, SanPlus)>,
}

/// Whether a word has the form of a move: few signs, among them a rank or a sign of capture, and a letter.
fn is_movelike(word: &str) -> bool {
    let core = word.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '…'));
    let core = core.trim_matches(|c: char| !c.is_alphanumeric());
    let length = core.chars().count();
    (2..10).contains(&length)
        && core.contains(char::is_alphabetic)
        && core.contains(|c: char| ('1'..='8').contains(&c) || matches!(c, 'x' | 'X' | ':' | '×'))
        && core.chars().filter(|c| c.is_lowercase()).count() <= 4
}

/// Brackets with so few signs may be part of a move, or a sign of check.
const SHORT_BRACKETS: usize = 7;
/// Brackets that would hold more are not closed.
const LONG_BRACKETS: usize = 600;

/// A sign as it is printed; `None` of blanks, of stops, and of marks of check and of remark, which stand behind a move or do not.
fn printed(c: char) -> Option<char> {
    match c {
        '+' | '#' | '!' | '?' | '†' | '‡' => None,
        '.' | ',' | '\'' | '’' | '‘' | '`' | '_' | '…' => None,
        '–' | '—' | '‐' | '−' | '‑' | '¬' => Some('-'),
        '×' | '✕' => Some('x'),
        c => (!c.is_whitespace()).then_some(twin(c)),
    }
}

/// A sign as the channel has it.
fn plain(c: char) -> Option<char> {
    printed(c).map(worn)
}

/// A letter of other scripts as the Latin letter that is drawn alike: print mixes them, and so do those who type.
fn twin(c: char) -> char {
    alike(c, ["АВСЕНКМОРТХавсеорхΝΒΡΤ", "ABCEHKMOPTXabceopxNBPT"])
}

/// A sign beyond the channel's as the one that scanners take for it.
fn worn(c: char) -> char {
    alike(c, ["«»“”„•■·£°ºІЅЗзбЬьіßук", "xx\"\"\"***EooIS336bbiByk"])
}

/// A sign of the first list as that of the second in its place.
fn alike(c: char, [theirs, ours]: [&str; 2]) -> char {
    let place = || ours.chars().nth(theirs.chars().position(|own| own == c)?);
    if c.is_ascii() { c } else { place().unwrap_or(c) }
}

/// Whether a word is one of prose: small letters, but for the first.
fn is_prose(word: &str) -> bool {
    let core = word.trim_matches(|c: char| !c.is_alphanumeric());
    core.chars().count() >= 3
        && core.chars().all(char::is_alphabetic)
        && core.chars().skip(1).all(char::is_lowercase)
}

impl Signs {
    /// The signs of a text.
    #[must_use]
    pub fn of(text: &str) -> Signs {
        let mut signs = Signs {
            signs: Vec::new(),
            beyond: Vec::new(),
            printed: Vec::new(),
            places: Vec::new(),
            begins: Vec::new(),
            in_prose: Vec::new(),
            in_move: Vec::new(),
            closed: Vec::new(),
            said: Vec::new(),
        };
        let mut begins = true;
        let mut word = (0, false, false);
        // A stroke by itself parts moves.
        let mut parts = false;
        for (place, c) in text.char_indices() {
            if place >= word.0 {
                let end = text[place..].find(char::is_whitespace).map_or(text.len(), |end| place + end);
                let own = &text[place..end];
                word = (end.max(place + 1), is_prose(own), is_movelike(own));
                parts = !own.is_empty() && own.chars().all(|c| matches!(c, '/' | '|' | ';' | '·' | '•'));
            }
            match printed(c).filter(|_| !parts) {
                Some(sign) => {
                    let code = signs.numbered(worn(sign));
                    signs.signs.push(code);
                    signs.printed.push(sign);
                    signs.places.push(place as u32);
                    signs.begins.push(begins);
                    signs.in_prose.push(word.1);
                    signs.in_move.push(word.2);
                    begins = false;
                }
                None => begins = true,
            }
        }
        signs.places.push(text.len() as u32);
        signs.begins.push(true);
        signs.find_brackets();
        signs
    }

    /// The number of a sign of the text.
    fn numbered(&mut self, sign: char) -> Code {
        let known = self.code(sign);
        let next = CODES / 2 + self.beyond.len();
        if known == STRANGE && next < CODES {
            self.beyond.push(sign);
            return next as Code;
        }
        known
    }

    /// A sign as this text has it.
    fn code(&self, sign: char) -> Code {
        match Code::try_from(sign) {
            Ok(code) if code.is_ascii() => code,
            _ => {
                let place = self.beyond.iter().position(|&known| known == sign);
                place.map_or(STRANGE, |place| (CODES / 2 + place) as Code)
            }
        }
    }

    /// A spelling as the search takes it.
    fn spelled(&self, spelling: &str) -> Vec<Code> {
        spelling.chars().filter_map(plain).map(|sign| self.code(sign)).collect()
    }

    /// Says which move stands at a place of the text, in bytes: nothing else is read there.
    pub fn decide(&mut self, place: std::ops::Range<usize>, said: SanPlus) {
        let at = |byte: usize| self.places.partition_point(|&place| (place as usize) < byte);
        let signs = at(place.start)..at(place.end);
        if !signs.is_empty() {
            self.begins[signs.start] = true;
            self.begins[signs.end] = true;
            self.said.push((signs, said));
        }
    }

    /// What a person has said of signs that a move would take.
    fn said(&self, signs: &std::ops::Range<usize>) -> Option<&(std::ops::Range<usize>, SanPlus)> {
        self.said.iter().find(|(said, _)| said.start < signs.end && signs.start < said.end)
    }

    fn find_brackets(&mut self) {
        self.closed = vec![None; self.len()];
        let mut opened = None;
        for at in 0..self.len() {
            match (self.signs[at], opened) {
                (b'(' | b'[', _) => opened = Some(at),
                (b')' | b']', Some(from)) => {
                    if at - from > SHORT_BRACKETS {
                        self.closed[from..=at].fill(Some(at as u32 + 1));
                    }
                    opened = None;
                }
                (_, Some(from)) if at - from > LONG_BRACKETS => opened = None,
                _ => {}
            }
        }
    }

    /// Whether each place stands within a word in which no move begins but at its beginning, or behind a number: one of prose, or one
    /// that is a move by itself.
    fn within(&self, grammar: &Grammar) -> Vec<bool> {
        let mut within = vec![false; self.len() + 1];
        let begins: Vec<usize> = (0..=self.len()).filter(|&at| self.begins[at]).collect();
        for word in begins.windows(2) {
            let (begin, end) = (word[0], word[1]);
            let signs = &self.printed[begin..end];
            let digits = signs.iter().take_while(|sign| sign.is_ascii_digit()).count();
            let is_move = |from: usize| grammar.is_plain(signs[from..].iter().copied());
            let from = [0, digits].into_iter().find(|&from| is_move(from));
            if from.is_some() || self.in_prose[begin] {
                within[begin + 1..end].fill(true);
                within[begin + from.unwrap_or(0)] = false;
            }
        }
        within
    }

    fn len(&self) -> usize {
        self.signs.len()
    }

    /// A number that begins at a place.
    fn number(&self, at: usize) -> Option<u32> {
        let digits = self.signs[at..].iter().take_while(|sign| sign.is_ascii_digit()).count();
        let text = std::str::from_utf8(&self.signs[at..at + digits]).ok()?;
        text.parse().ok().filter(|_| digits < 4)
    }

    /// The end of the word that stands at a place, or of the brackets that are opened there.
    fn word_end(&self, at: usize) -> usize {
        if let (Some(end), b'(' | b'[') = (self.closed[at], self.signs[at]) {
            return end as usize;
        }
        (at + 1..=self.len()).find(|&end| self.begins[end]).unwrap_or(self.len())
    }

    /// What all signs before each place cost as noise.
    fn noise(&self, rates: &Rates) -> Vec<Nats> {
        let of = |(&is_prose, &closed): (&bool, &Option<u32>)| match (closed, is_prose) {
            (Some(_), _) => rates.noise_of_brackets,
            (None, true) => rates.noise_of_prose,
            (None, false) => rates.noise,
        };
        let sums = self.in_prose.iter().zip(&self.closed).map(of).scan(0.0, |sum, own| {
            *sum += own;
            Some(*sum)
        });
        std::iter::once(0.0).chain(sums).collect()
    }
}

/// The legal moves of a position.
struct Children {
    /// Each with the number of its look.
    moves: Box<[(Move, u32)]>,
    /// How unusual each is, once that is asked: in most places the text is none of them.
    surprises: OnceCell<Box<[Nats]>>,
}

/// The smaller of two numbers, neither of them NaN: [`f32::min`] asks for that each time.
fn less(a: Nats, b: Nats) -> Nats {
    if a < b { a } else { b }
}

/// A sign beyond the channel's costs this as another, or where it is left out or added.
const UNKNOWN: Nats = 4.2;
/// So many signs have a number.
const CODES: usize = 256;
/// What each sign costs as each other.
type Table = [[Nats; CODES]; CODES];

/// What a sign of the text costs beside the one behind it, or as two.
#[derive(Default)]
struct Pair {
    /// The two signs that are read as this one.
    joins: SmallVec<[(Code, Code, Nats); 2]>,
    /// The one sign that is read as this and the next.
    splits: SmallVec<[(Code, Nats); 2]>,
}

/// What a print takes for what: what all scanners do, and beyond it what this one does; a scan of one page reads one worn letter mostly
/// alike.
struct Print {
    /// What a written sign costs as a read one.
    taken: Box<Table>,
    left_out: [Nats; CODES],
    added: [Nats; CODES],
    /// Of each sign of the text.
    pairs: Vec<Pair>,
    /// What a spelling costs that names one square, or none, and what one costs that names both, beside the more usual of them: records
    /// keep to one, and their notes to the other.
    habits: [Nats; 2],
}

/// Pairs of signs that are found less often are chance.
const FEWEST_PAIRS: u32 = 2;
/// A sign is taken for what nobody has seen this often, beside what was seen.
const UNSEEN: Nats = 3.0;
/// Half-moves that are less likely teach nothing.
const TEACHING: f32 = 0.9;

impl Print {
    /// What all scanners take for what, in a text.
    fn of(signs: &Signs) -> Print {
        let channel = &*SCANS;
        let mut taken = Box::new([[UNKNOWN; CODES]; CODES]);
        let (mut left_out, mut added) = ([UNKNOWN; CODES], [UNKNOWN; CODES]);
        for one in 1..CODES {
            if let Some(own) = known(one as Code) {
                left_out[one] = channel.deletion(own);
                added[one] = channel.insertion(own);
                for (other, cost) in taken[one].iter_mut().enumerate().take(CODES / 2).skip(1) {
                    *cost = channel.substitution(own, other as Code);
                }
            }
            taken[one][one] = 0.0;
        }
        let joins: Vec<_> = (0..CODES).map(|read| joined(channel, read as Code)).collect();
        let pair = |(at, &sign): (usize, &Code)| Pair {
            joins: joins[usize::from(sign)].clone(),
            splits: signs.signs.get(at + 1).map_or(SmallVec::new(), |&next| split(channel, [sign, next])),
        };
        let pairs = signs.signs.iter().enumerate().map(pair).collect();
        Print { taken, left_out, added, pairs, habits: [0.0; 2] }
    }

    /// Learns what a print takes for what from games that were found in it.
    fn learn(&mut self, games: &[Game], signs: &Signs, start: &Chess, grammar: &Grammar) {
        let mut pairs: FxHashMap<(Code, Code), u32> = FxHashMap::default();
        let mut written: FxHashMap<Code, u32> = FxHashMap::default();
        let mut habits = [1_u32; 2];
        let mut spellings = Vec::new();
        for game in games {
            let mut position = start.clone();
            for ply in &game.plies {
                let legal = position.legal_moves();
                let look = legal.iter().position(|mv| *mv == ply.mv);
                let look = look.map(|at| grammar.looks(position.turn(), &legal)[at]);
                position.play_unchecked(ply.mv);
                let (Some(look), Some((from, to)), true) = (look, ply.signs, ply.chance >= TEACHING) else {
                    continue;
                };
                grammar.spell(&look, &mut spellings);
                let text = &signs.signs[from as usize..to as usize];
                let cheapest = spellings.iter().map(|(spelling, price)| {
                    let (cost, changes) = self.aligned(&signs.spelled(spelling), text);
                    (cost + price, changes, habit_of(spelling))
                });
                let Some((_, changes, habit)) = cheapest.min_by(|a, b| a.0.total_cmp(&b.0)) else { continue };
                if let Some(habit) = habit {
                    habits[habit] += 1;
                }
                for pair in changes {
                    *pairs.entry(pair).or_default() += 1;
                    *written.entry(pair.0).or_default() += 1;
                }
            }
        }
        let most = habits[0].max(habits[1]);
        self.habits = habits.map(|count| (most as Nats / count as Nats).ln());
        for (pair, count) in pairs {
            if pair.0 != pair.1 && count >= FEWEST_PAIRS {
                let all = written.get(&pair.0).copied().unwrap_or(0);
                let cost = &mut self.taken[usize::from(pair.0)][usize::from(pair.1)];
                *cost = cost.min(((all as Nats + UNSEEN) / count as Nats).ln());
            }
        }
    }

    /// What a written sign costs as a read one.
    fn taken(&self, written: Code, read: Code) -> Nats {
        self.taken[usize::from(written)][usize::from(read)]
    }

    /// The cheapest way from a spelling to a text: what it costs, and which sign is read for which.
    fn aligned(&self, spelling: &[Code], text: &[Code]) -> (Nats, Vec<(Code, Code)>) {
        let mut costs = vec![vec![Nats::INFINITY; text.len() + 1]; spelling.len() + 1];
        costs[0][0] = 0.0;
        for row in 0..=spelling.len() {
            for at in 0..=text.len() {
                let mut cost = costs[row][at];
                if row > 0 {
                    cost = cost.min(costs[row - 1][at] + self.left_out[usize::from(spelling[row - 1])]);
                }
                if at > 0 {
                    cost = cost.min(costs[row][at - 1] + self.added[usize::from(text[at - 1])]);
                }
                if row > 0 && at > 0 {
                    cost = cost.min(costs[row - 1][at - 1] + self.taken(spelling[row - 1], text[at - 1]));
                }
                costs[row][at] = cost;
            }
        }
        let (mut row, mut at) = (spelling.len(), text.len());
        let mut pairs = Vec::new();
        while row > 0 && at > 0 {
            let (written, read) = (spelling[row - 1], text[at - 1]);
            if costs[row - 1][at - 1] + self.taken(written, read) <= costs[row][at] {
                pairs.push((written, read));
                (row, at) = (row - 1, at - 1);
            } else if costs[row - 1][at] + self.left_out[usize::from(written)] <= costs[row][at] {
                row -= 1;
            } else {
                at -= 1;
            }
        }
        (costs[spelling.len()][text.len()], pairs)
    }

    /// What the first signs of a text cost as a number: how many are read, and their cost.
    fn number_costs(&self, number: u32, text: &[Code], out: &mut SmallVec<[(usize, Nats); 2]>) {
        out.clear();
        let printed = number.to_string();
        if text.len() >= printed.len() {
            let cost = printed.bytes().zip(text).map(|(written, &read)| self.taken(written, read)).sum();
            out.push((printed.len(), cost));
        }
        // One figure of two may be lost.
        if let (2, Some(&read)) = (printed.len(), text.first()) {
            let one =
                printed.bytes().map(|written| self.taken(written, read)).fold(Nats::INFINITY, Nats::min);
            out.push((1, one + LOST_FIGURE));
        }
        out.retain(|(_, cost)| *cost <= MISREAD_NUMBER);
    }
}

/// Whether a spelling names both squares of its move, 1, or not, 0; castling has none.
fn habit_of(spelling: &str) -> Option<usize> {
    let figures = spelling.chars().filter(|c| ('1'..='8').contains(c)).count();
    (figures > 0).then(|| usize::from(figures > 1))
}

/// A sign as the channel knows it.
fn known(sign: Code) -> Option<u8> {
    (sign != STRANGE && sign.is_ascii()).then_some(sign)
}

/// Letters whose stems are read as two figures or small letters, beyond the channel's.
const SPLITS: [(char, [char; 2], Nats); 10] = [
    ('R', ['I', 'I'], 1.8),
    ('R', ['1', '1'], 2.2),
    ('R', ['l', 'l'], 2.2),
    ('R', ['I', 'l'], 2.2),
    ('R', ['l', 'i'], 2.2),
    ('B', ['1', '3'], 1.8),
    ('B', ['I', '3'], 1.8),
    ('K', ['I', 'C'], 1.8),
    ('K', ['I', '<'], 1.8),
    ('P', ['I', '\''], 2.0),
];

/// The signs that are read as two, with their costs.
fn split(channel: &Channel, read: [Code; 2]) -> SmallVec<[(Code, Nats); 2]> {
    if read.iter().any(|&read| known(read).is_none()) {
        return SmallVec::new();
    }
    let own = |written: Code| {
        let letter =
            |own: &&(char, [char; 2], Nats)| own.0 == char::from(written) && own.1 == read.map(char::from);
        SPLITS.iter().find(letter).map(|own| own.2)
    };
    let cost = |written: Code| channel.split(written, &read).or_else(|| own(written));
    (1..CODES as u32 / 2).filter_map(|written| Some((written as Code, cost(written as Code)?))).collect()
}

/// The pairs of signs that are read as one, with their costs.
fn joined(channel: &Channel, read: Code) -> SmallVec<[(Code, Code, Nats); 2]> {
    known(read).map_or(SmallVec::new(), |read| channel.joins(read).collect())
}

/// What a step of a hypothesis is.
#[derive(Copy, Clone, Debug)]
enum Step {
    /// A game begins.
    Start,
    /// A half-move whose text begins at a place.
    Move { mv: Move, from: u32, text: Nats },
    /// A half-move of which nothing stands in the text.
    Lost { mv: Move },
    /// What is no move.
    Pass,
}

/// Where a hypothesis stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
enum Mode {
    /// Behind a move.
    Free,
    /// Behind the number of the next move.
    Numbered,
    /// In a note.
    Note,
}

/// A hypothesis that is kept. Those it comes from stand before it in the list.
struct Kept {
    /// Its place among the signs.
    at: u32,
    ply: u32,
    key: WalkKey,
    cost: Nats,
}

/// A way from one hypothesis to another.
struct Way {
    from: u32,
    to: u32,
    price: Nats,
    step: Step,
}

/// No hypothesis: before a game.
const NONE: u32 = u32::MAX;

/// A hypothesis at a place that the search has not yet reached.
#[derive(Clone)]
struct Open {
    walk: Rc<GameWalk>,
    key: WalkKey,
    ply: u32,
    mode: Mode,
    /// Half-moves lost one behind the other.
    lost: u8,
    /// How many more half-moves it is one that has come out of a note.
    fresh: u8,
    cost: Nats,
    /// The ways to it: from where, at which price.
    ways: SmallVec<[(u32, Nats, Step); 2]>,
}

/// What the text of a half-move says letter by letter, but for blanks, stops, and marks of check.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Says {
    /// Its move, and maybe others.
    Itself,
    /// Other legal moves only.
    Another,
    /// No legal move; or it has no text.
    Nothing,
}

/// A half-move that was found.
#[derive(Clone, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// Its place in the text, in bytes; `None` if it is lost.
    pub place: Option<(u32, u32)>,
    /// The same in signs.
    signs: Option<(u32, u32)>,
    /// What its text costs as a spelling of it.
    pub text: Nats,
    /// What its text says letter by letter.
    pub says: Says,
    /// The chance that the game has come to this position with this half-move.
    pub chance: f32,
}

/// A game that was found.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its half-moves.
    pub plies: Vec<Ply>,
    /// What it costs beside a text without a game: less than 0.
    pub cost: Nats,
}

/// Working memory.
#[derive(Default)]
struct Work {
    surprises: Surprises,
    moves: Vec<(Move, Nats)>,
    legal: Vec<Move>,
    spellings: Vec<Spelling>,
    numbers: SmallVec<[(usize, Nats); 2]>,
}

/// The legal moves of positions and how they are spelled: they are the same in whatever print.
struct Positions {
    children: FxHashMap<WalkKey, Rc<Children>>,
    /// The number of each look.
    numbers: FxHashMap<u64, u32>,
    /// The looks in the order of their numbers.
    looks: Vec<Look>,
    /// How each look is spelled, once that is asked.
    spelled: Vec<Option<Spelled>>,
    beginnings: Beginnings,
}

impl Positions {
    fn new() -> Positions {
        Positions {
            children: FxHashMap::default(),
            numbers: FxHashMap::default(),
            looks: Vec::new(),
            spelled: Vec::new(),
            beginnings: Beginnings::new(),
        }
    }
}

/// The ends of a look at a place.
#[derive(Clone)]
struct Found {
    at: u32,
    /// Where they stand in the list of all.
    range: std::ops::Range<u32>,
    /// What the cheapest costs at most less than what is read there.
    least: Nats,
}

struct Search<'s> {
    signs: &'s Signs,
    grammar: &'s Grammar,
    rates: &'s Rates,
    print: &'s Print,
    noise: Vec<Nats>,
    /// Whether each place stands within a word where no move begins.
    within: Vec<bool>,
    /// So many signs are searched.
    until: usize,
    /// Hypotheses by place.
    open: Vec<Bucket>,
    /// What the cheapest outside notes costs at each place or shortly before it.
    near: Vec<Nats>,
    kept: Vec<Kept>,
    ways: Vec<Way>,
    positions: &'s mut Positions,
    /// The ends of the looks at the place where the search is, which stand in `found`.
    ends: Vec<Found>,
    found: Vec<(u8, Nats)>,
    work: Work,
    /// The cheapest hypothesis so far, behind which a game may have ended, and its cost.
    end: (Nats, u32),
}

/// A figure of a number that is not printed.
const LOST_FIGURE: Nats = 3.0;
/// A number costs at most so much.
const MISREAD_NUMBER: Nats = 8.0;
/// The first number of a game at most so much.
const MISREAD_FIRST: Nats = 4.0;
/// How many signs back hypotheses are compared.
const NEAR: usize = 8;
/// So many half-moves behind a note a hypothesis is compared with others that have come out of notes.
const FRESH: u8 = 4;
/// Most half-moves, one behind the other, of which nothing stands in the text.
const MOST_LOST: u8 = 2;
/// Half-moves are taken for lost only from so many of the cheapest hypotheses, …
const LOSING: usize = 6;
/// … whose costs are no more than this apart, …
const LOSING_WINDOW: Nats = 4.0;
/// … and only where they are no more unusual than this.
const UNUSUAL: Nats = 5.0;
/// A place is thinned before its time where it has so many times the hypotheses that are kept there.
const CROWDED: usize = 2;
/// What a print takes for what is learned from so many of its first signs, …
const LEARNING: usize = 1_500;
/// … with so few hypotheses.
const LEARNING_WIDTH: usize = 6;
/// What a further word adds to a move that it is no part of.
const IDLE_WORD: Nats = 2.0;
/// A move that a person has said is worth so much.
const SAID: Nats = 12.0;
/// Ways to one hypothesis that are dearer by this say nothing of its chance.
const MUCH_DEARER: Nats = 10.0;

impl Search<'_> {
    /// The cheapest that hypotheses near a place cost, and what it costs that the last game has ended before.
    fn least_near(&self, at: usize) -> Nats {
        less(self.end.0, self.near[at])
    }

    /// Opens a hypothesis at a place, or another way to one that is open there.
    fn admit(&mut self, at: usize, open: Open) {
        if open.cost > self.least_near(at) + self.rates.window_of(&open) {
            return;
        }
        if open.mode != Mode::Note {
            self.near.iter_mut().skip(at).take(NEAR + 1).for_each(|near| *near = less(open.cost, *near));
        }
        self.open[at].join(open, self.rates);
    }

    /// The legal moves of a hypothesis.
    fn children(&mut self, open: &Open) -> Rc<Children> {
        if let Some(known) = self.positions.children.get(&open.key) {
            return known.clone();
        }
        let Work { surprises, legal, .. } = &mut self.work;
        surprises.legal(&open.walk, legal);
        let looks = self.grammar.looks(open.walk.position.turn(), legal);
        let Positions { numbers, looks: known, .. } = &mut *self.positions;
        let number = |look: Look| {
            let number = *numbers.entry(look.packed()).or_insert(known.len() as u32);
            if number as usize == known.len() {
                known.push(look);
            }
            number
        };
        let moves = legal.iter().copied().zip(looks.into_iter().map(number)).collect();
        let children = Rc::new(Children { moves, surprises: OnceCell::new() });
        self.positions.children.insert(open.key, children.clone());
        children
    }

    /// How unusual each of the legal moves of a hypothesis is.
    fn surprises<'c>(&mut self, open: &Open, children: &'c Children) -> &'c [Nats] {
        children.surprises.get_or_init(|| {
            let Work { surprises, moves, .. } = &mut self.work;
            surprises.with_book(&mut (*open.walk).clone(), moves);
            moves.iter().map(|&(_, surprise)| surprise).collect()
        })
    }

    fn run(&mut self, start: &Chess) {
        let root = Rc::new(GameWalk::new(start));
        for at in 0..=self.until {
            self.found.clear();
            self.begin(at, &root);
            let near = self.least_near(at);
            let mut bucket = std::mem::take(&mut self.open[at]).opens;
            bucket.retain(|open| open.cost <= near + self.rates.window_of(open));
            let mut lost = 0;
            while !bucket.is_empty() {
                self.rates.thin(&mut bucket);
                let first = self.kept.len() as u32;
                for open in &bucket {
                    self.keep(at, open, lost == 0 && open.mode == Mode::Free);
                }
                if at == self.until {
                    break;
                }
                for (open, own) in bucket.iter().zip(first..) {
                    self.expand(at, open, own, lost == 0);
                }
                lost += 1;
                bucket = if lost > MOST_LOST { Vec::new() } else { self.lose(&bucket, first) };
            }
        }
    }

    /// A game may begin wherever its first number may stand.
    fn begin(&mut self, at: usize, root: &Rc<GameWalk>) {
        if !self.signs.begins[at] {
            return;
        }
        self.print.number_costs(1, &self.signs.signs[at..], &mut self.work.numbers);
        let Some(&(read, cost)) = self.work.numbers.first() else { return };
        if cost > MISREAD_FIRST {
            return;
        }
        let price = self.rates.start + cost - self.noise_of(at, at + read);
        let open = Open {
            key: root.key(),
            walk: root.clone(),
            ply: 0,
            mode: Mode::Numbered,
            lost: 0,
            fresh: 0,
            cost: self.end.0 + price,
            ways: smallvec::smallvec![(self.end.1, price, Step::Start)],
        };
        self.admit(at + read, open);
    }

    fn noise_of(&self, from: usize, to: usize) -> Nats {
        self.noise[to] - self.noise[from]
    }

    /// Keeps a hypothesis. Behind one that has read something a game may end.
    fn keep(&mut self, at: usize, open: &Open, may_end: bool) {
        let own = self.kept.len() as u32;
        for &(from, price, step) in &open.ways {
            if self.cost_by(&(from, price, step)) <= open.cost + MUCH_DEARER {
                self.ways.push(Way { from, to: own, price, step });
            }
        }
        self.kept.push(Kept { at: at as u32, ply: open.ply, key: open.key, cost: open.cost });
        if may_end && open.cost < self.end.0 {
            self.end = (open.cost, own);
        }
    }

    /// What a hypothesis costs by one of the ways to it.
    fn cost_by(&self, way: &(u32, Nats, Step)) -> Nats {
        way.1 + self.kept.get(way.0 as usize).map_or(0.0, |kept| kept.cost)
    }

    /// What may follow a hypothesis at a place; `may_pass`: words that are no moves, too.
    fn expand(&mut self, at: usize, open: &Open, own: u32, may_pass: bool) {
        let white = open.ply.is_multiple_of(2);
        let begins = self.signs.begins[at];
        if may_pass {
            self.pass(at, open, own);
        }
        if open.mode == Mode::Note {
            return;
        }
        if self.within[at] {
            return;
        }
        let unnumbered = if open.mode == Mode::Free && white { self.rates.unnumbered } else { 0.0 };
        let glued = if begins || open.mode == Mode::Numbered { 0.0 } else { self.rates.glued };
        let bracketed = if self.signs.closed[at].is_some() { self.rates.bracketed } else { 0.0 };
        if let Some((place, san)) = self.signs.said(&(at..at + 1)) {
            if let (true, Ok(mv)) = (place.start == at, san.san.to_move(&open.walk.position)) {
                let (end, price) = (place.end, -self.noise_of(at, place.end) - SAID);
                let step = Step::Move { mv, from: at as u32, text: 0.0 };
                self.admit(end, played(open, own, mv, price, step));
            }
            return;
        }
        let children = self.children(open);
        let class = Class::of(Mode::Free, open.fresh.saturating_sub(1));
        let before = open.cost + unnumbered + glued + bracketed;
        let window = self.rates.window_of(open);
        for (number, &(mv, look)) in children.moves.iter().enumerate() {
            let Found { range, least, .. } = self.ends(look as usize, at);
            if before + least > window {
                continue;
            }
            for found in range {
                let (read, text) = self.found[found as usize];
                let end = at + usize::from(read);
                if self.signs.said(&(at..end)).is_some() {
                    continue;
                }
                let print = before + self.print_of(at, end, text);
                let most = self.open[end].most[class as usize].min(self.least_near(end) + window);
                if print > most {
                    continue;
                }
                let cost = print + self.surprises(open, &children)[number];
                if cost <= most {
                    let step = Step::Move { mv, from: at as u32, text };
                    self.admit(end, played(open, own, mv, cost - open.cost, step));
                }
            }
        }
    }

    /// What the print of a move costs beside what it costs as none.
    fn print_of(&self, at: usize, end: usize, text: Nats) -> Nats {
        let after = if self.signs.begins[end] { 0.0 } else { self.rates.glued };
        after + text - self.noise_of(at, end)
    }

    /// The ends of a look at the place where the search is.
    fn ends(&mut self, look: usize, at: usize) -> Found {
        match self.ends.get(look) {
            Some(known) if known.at == at as u32 => known.clone(),
            _ => self.find_ends(look, at),
        }
    }

    fn find_ends(&mut self, look: usize, at: usize) -> Found {
        if self.ends.len() <= look {
            let all = self.positions.looks.len();
            self.ends.resize(all, Found { at: NONE, range: 0..0, least: Nats::INFINITY });
            self.positions.spelled.resize_with(all, || None);
        }
        let Positions { looks, spelled, beginnings, .. } = &mut *self.positions;
        let spelled = spelled[look].get_or_insert_with(|| {
            self.grammar.spell(&looks[look], &mut self.work.spellings);
            Spelled::of(&self.work.spellings, self.signs, beginnings)
        });
        let ends = spelled.ends(&self.signs.signs, at, self.rates.misread, self.print, beginnings);
        // A further word that only costs more is no part of the move.
        let is_idle = |&(read, text): &(u8, Nats)| {
            ends.iter().any(|&(shorter, less)| {
                shorter < read && self.signs.begins[at + usize::from(shorter)] && text >= less + IDLE_WORD
            })
        };
        let first = self.found.len() as u32;
        self.found.extend(ends.iter().filter(|end| !is_idle(end)));
        let mut least = Nats::INFINITY;
        for &(read, text) in &self.found[first as usize..] {
            let end = at + usize::from(read);
            least = less(self.print_of(at, end, text) - self.least_near(end), least);
        }
        let found = Found { at: at as u32, range: first..self.found.len() as u32, least };
        self.ends[look] = found.clone();
        found
    }

    /// Passes over a number, a word, or into a note.
    fn pass(&mut self, at: usize, open: &Open, own: u32) {
        let Rates { word, note, note_sign, note_move, numbered_black, .. } = *self.rates;
        let on = |price: Nats, mode: Mode| Open {
            mode,
            cost: open.cost + price,
            ways: smallvec::smallvec![(own, price, Step::Pass)],
            ..open.clone()
        };
        let begins = self.signs.begins[at];
        if open.mode != Mode::Numbered && begins {
            let again = if open.ply.is_multiple_of(2) { 0.0 } else { numbered_black };
            self.print.number_costs(open.ply / 2 + 1, &self.signs.signs[at..], &mut self.work.numbers);
            for (read, cost) in std::mem::take(&mut self.work.numbers) {
                let price = cost + again - self.noise_of(at, at + read);
                let fresh = if open.mode == Mode::Note { FRESH } else { open.fresh };
                self.admit(at + read, Open { fresh, ..on(price, Mode::Numbered) });
            }
        }
        let end = self.signs.word_end(at);
        let is_backward = begins
            && self.signs.number(at).is_some_and(|number| number > 0 && number + 2 <= open.ply / 2 + 1);
        let backward = if is_backward { self.rates.backward } else { 0.0 };
        if open.mode == Mode::Note {
            let is_move = begins && self.signs.in_move[at];
            let told = if is_move { (note_move - self.noise_of(at, end)).min(0.0) } else { 0.0 };
            self.admit(end, on(backward + told + note_sign * (end - at) as Nats, Mode::Note));
            return;
        }
        self.admit(end, on(word + backward, open.mode));
        if open.mode == Mode::Free && begins {
            self.admit(end, on(note + backward, Mode::Note));
        }
    }

    /// From the cheapest hypotheses a half-move may be lost. `first` is the number of the first of them.
    fn lose(&mut self, bucket: &[Open], first: u32) -> Vec<Open> {
        let least = bucket.first().map_or(Nats::INFINITY, |open| open.cost);
        let may_lose =
            |open: &Open| open.ply > 0 && open.mode != Mode::Note && open.cost < least + LOSING_WINDOW;
        let mut lost = Bucket::default();
        for (open, own) in bucket.iter().zip(first..).filter(|(open, _)| may_lose(open)).take(LOSING) {
            let children = self.children(open);
            let surprises = self.surprises(open, &children);
            for (&(mv, _), &surprise) in children.moves.iter().zip(surprises) {
                let price = self.rates.lost + surprise;
                if surprise <= UNUSUAL && open.cost + price <= least + self.rates.window {
                    let next = played(open, own, mv, price, Step::Lost { mv });
                    lost.join(Open { lost: open.lost + 1, ..next }, self.rates);
                }
            }
        }
        lost.opens
    }

    /// The games on the way to the cheapest end.
    fn games(&self) -> Vec<Game> {
        // The way by which each hypothesis is cheapest.
        let mut cheapest: Vec<Option<u32>> = vec![None; self.kept.len()];
        for (at, way) in self.ways.iter().enumerate() {
            let cost = |way: &Way| self.cost_by(&(way.from, way.price, way.step));
            let slot = &mut cheapest[way.to as usize];
            if slot.is_none_or(|known| cost(way) < cost(&self.ways[known as usize])) {
                *slot = Some(at as u32);
            }
        }
        let (mut cost, mut own) = self.end;
        let mut last = self.kept.len();
        let mut games = Vec::new();
        let mut plies: Vec<(Ply, WalkKey)> = Vec::new();
        while let Some(way) = cheapest.get(own as usize).copied().flatten() {
            let Way { from, to, step, .. } = self.ways[way as usize];
            let kept = &self.kept[to as usize];
            let ply = |mv: Move, signs: Option<(u32, u32)>, text: Nats| {
                let place = signs
                    .map(|(from, to)| (self.signs.places[from as usize], self.signs.places[to as usize]));
                (Ply { mv, place, signs, text, says: Says::Nothing, chance: 0.0 }, kept.key)
            };
            match step {
                Step::Move { mv, from, text } => {
                    plies.push(ply(mv, Some((from, kept.at)), text));
                }
                Step::Lost { mv } => plies.push(ply(mv, None, 0.0)),
                Step::Pass => {}
                Step::Start => {
                    plies.reverse();
                    let before = self.kept.get(from as usize).map_or(0.0, |kept| kept.cost);
                    let told = self.with_chances(std::mem::take(&mut plies), to as usize, last);
                    games.push(Game { plies: told, cost: cost - before });
                    (cost, last) = (before, to as usize);
                }
            }
            own = from;
        }
        games.reverse();
        games
    }

    /// The half-moves of a game with their chances, among all hypotheses from `first` on and before `last`.
    fn with_chances(&self, plies: Vec<(Ply, WalkKey)>, first: usize, last: usize) -> Vec<Ply> {
        let begin = self.ways.partition_point(|way| (way.to as usize) < first);
        let end = self.ways.partition_point(|way| (way.to as usize) < last);
        let ways = &self.ways[begin..end];
        let count = last - first;
        let place = |of: u32| (of as usize).checked_sub(first).filter(|&place| place < count);
        // The logarithms of the sums over all ways to a hypothesis, and from it to any end.
        let mut to = vec![f64::NEG_INFINITY; count];
        for way in ways {
            let before = match way.step {
                Step::Start => Some(0.0),
                _ => place(way.from).map(|from| to[from]),
            };
            if let (Some(before), Some(own)) = (before, place(way.to)) {
                to[own] = log_sum(to[own], before - f64::from(way.price));
            }
        }
        let mut from = vec![0.0; count];
        for way in ways.iter().rev() {
            if let (Some(before), Some(own)) = (place(way.from), place(way.to)) {
                from[before] = log_sum(from[before], from[own] - f64::from(way.price));
            }
        }
        let starts = ways.iter().filter(|way| matches!(way.step, Step::Start));
        let all = starts
            .filter_map(|way| Some(from[place(way.to)?] - f64::from(way.price)))
            .fold(f64::NEG_INFINITY, log_sum);
        let mut chances = vec![f64::NEG_INFINITY; plies.len()];
        for way in ways.iter().filter(|way| matches!(way.step, Step::Move { .. } | Step::Lost { .. })) {
            let kept = &self.kept[way.to as usize];
            let at = kept.ply as usize - 1;
            if let (Some(before), Some(own)) = (place(way.from), place(way.to))
                && plies.get(at).is_some_and(|(_, key)| *key == kept.key)
            {
                chances[at] = log_sum(chances[at], to[before] - f64::from(way.price) + from[own]);
            }
        }
        let told = plies.into_iter().zip(chances);
        told.map(|((ply, _), chance)| Ply { chance: (chance - all).exp().min(1.0) as f32, ..ply }).collect()
    }
}

/// The logarithm of the sum of two numbers that are given by their logarithms.
fn log_sum(a: f64, b: f64) -> f64 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    if high == f64::NEG_INFINITY { high } else { high + (low - high).exp().ln_1p() }
}

/// A hypothesis with a half-move more.
fn played(open: &Open, own: u32, mv: Move, price: Nats, step: Step) -> Open {
    let mut walk = (*open.walk).clone();
    walk.play(mv);
    Open {
        key: walk.key(),
        walk: Rc::new(walk),
        ply: open.ply + 1,
        mode: Mode::Free,
        lost: 0,
        fresh: open.fresh.saturating_sub(1),
        cost: open.cost + price,
        ways: smallvec::smallvec![(own, price, step)],
    }
}

impl Rates {
    fn window_of(&self, open: &Open) -> Nats {
        match (open.mode, open.fresh) {
            (Mode::Note, _) => self.window_of_notes,
            (_, 0) => self.window,
            _ => self.window_behind_notes,
        }
    }

    /// How many hypotheses of each class are kept at a place.
    fn widths(&self) -> [usize; 3] {
        [self.width, self.width_of_notes, self.width_behind_notes]
    }

    /// Keeps the cheapest hypotheses of a place, the cheapest first, and says what the dearest of each class that is full costs.
    fn thin(&self, all: &mut Vec<Open>) -> [Nats; 3] {
        all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        let mut counts = [0; 3];
        let mut most = [Nats::INFINITY; 3];
        all.retain(|open| {
            let class = Class::of(open.mode, open.fresh) as usize;
            counts[class] += 1;
            if counts[class] == self.widths()[class] {
                most[class] = open.cost;
            }
            counts[class] <= self.widths()[class]
        });
        most
    }
}

/// Hypotheses that are compared with each other only.
#[derive(Copy, Clone)]
enum Class {
    Game,
    Note,
    BehindNote,
}

impl Class {
    fn of(mode: Mode, fresh: u8) -> Class {
        match (mode, fresh) {
            (Mode::Note, _) => Class::Note,
            (_, 0) => Class::Game,
            _ => Class::BehindNote,
        }
    }
}

/// The hypotheses of a place that the search has not yet reached.
struct Bucket {
    opens: Vec<Open>,
    /// What is dearer than this, by class, is not kept.
    most: [Nats; 3],
}

impl Default for Bucket {
    fn default() -> Bucket {
        Bucket { opens: Vec::new(), most: [Nats::INFINITY; 3] }
    }
}

impl Bucket {
    /// Puts a hypothesis among the others, or its way to one that is the same.
    fn join(&mut self, open: Open, rates: &Rates) {
        let is_same =
            |known: &&mut Open| known.key == open.key && known.mode == open.mode && known.ply == open.ply;
        match self.opens.iter_mut().find(is_same) {
            Some(same) => {
                same.cost = same.cost.min(open.cost);
                same.fresh = same.fresh.max(open.fresh);
                same.ways.extend(open.ways);
            }
            None if open.cost > self.most[Class::of(open.mode, open.fresh) as usize] => {}
            None => self.opens.push(open),
        }
        if self.opens.len() >= CROWDED * rates.widths().iter().sum::<usize>() {
            self.most = rates.thin(&mut self.opens);
        }
    }
}

/// The games of a text, in its order. What its print takes for what is learned from a first search.
#[must_use]
pub fn search(signs: &Signs, start: &Chess, grammar: &Grammar, rates: &Rates) -> Vec<Game> {
    let [width, width_of_notes, width_behind_notes] = rates.widths().map(|width| width.min(LEARNING_WIDTH));
    let narrow = Rates { width, width_of_notes, width_behind_notes, ..*rates };
    let mut print = Print::of(signs);
    let mut positions = Positions::new();
    let first = search_in(signs, LEARNING, start, grammar, &narrow, &print, &mut positions);
    print.learn(&first, signs, start, grammar);
    let mut games = search_in(signs, signs.len(), start, grammar, rates, &print, &mut positions);
    games.iter_mut().for_each(|game| say(game, signs, start, grammar));
    games
}

/// What the games of a text cost in a notation, beside a text without any: for choosing one.
#[must_use]
pub fn cost(signs: &Signs, start: &Chess, grammar: &Grammar, rates: &Rates) -> Nats {
    let (print, mut positions) = (Print::of(signs), Positions::new());
    let games = search_in(signs, signs.len(), start, grammar, rates, &print, &mut positions);
    games.iter().map(|game| game.cost).sum()
}

/// Finds out what the texts of the half-moves of a game say letter by letter.
fn say(game: &mut Game, signs: &Signs, start: &Chess, grammar: &Grammar) {
    let mut position = start.clone();
    let mut spellings = Vec::new();
    for ply in &mut game.plies {
        let legal = position.legal_moves();
        let text = ply.signs.map_or(&[][..], |(from, to)| &signs.printed[from as usize..to as usize]);
        // What parts it from the next one may have been taken with it.
        let parts = |sign: &&char| matches!(sign, ';' | '/' | '|');
        let bare = &text[..text.len() - text.iter().rev().take_while(parts).count()];
        for (mv, look) in legal.iter().zip(grammar.looks(position.turn(), &legal)) {
            grammar.spell(&look, &mut spellings);
            let is_spelled = spellings.iter().any(|(spelling, _)| {
                let own = || spelling.chars().filter_map(printed).map(as_capture);
                [text, bare].into_iter().any(|text| own().eq(text.iter().copied().map(as_capture)))
            });
            if is_spelled && *mv == ply.mv {
                ply.says = Says::Itself;
                break;
            }
            if is_spelled {
                ply.says = Says::Another;
            }
        }
        position.play_unchecked(ply.mv);
    }
}

/// A sign of capture in capitals is one; no man is an X.
fn as_capture(sign: char) -> char {
    if sign == 'X' { 'x' } else { sign }
}

/// The games of the first signs of a text, in a print that is known so far.
fn search_in(
    signs: &Signs,
    until: usize,
    start: &Chess,
    grammar: &Grammar,
    rates: &Rates,
    print: &Print,
    positions: &mut Positions,
) -> Vec<Game> {
    let places = signs.len() + 1;
    positions.beginnings.forget();
    let mut search = Search {
        signs,
        grammar,
        rates,
        print,
        noise: signs.noise(rates),
        within: signs.within(grammar),
        until: until.min(signs.len()),
        open: std::iter::repeat_with(Bucket::default).take(places).collect(),
        near: vec![Nats::INFINITY; places],
        kept: Vec::new(),
        ways: Vec::new(),
        positions,
        ends: Vec::new(),
        found: Vec::new(),
        work: Work::default(),
        end: (0.0, NONE),
    };
    search.run(start);
    search.games()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves of the first game of a text, in UCI, and its last chance.
    fn read(text: &str, grammar: &Grammar) -> (Vec<String>, f32) {
        let games = search(&Signs::of(text), &Chess::default(), grammar, &Rates::default());
        let plies = games.first().map_or(&[][..], |game| &game.plies);
        let moves = plies.iter().map(|ply| ply.mv.to_uci(shakmaty::CastlingMode::Standard).to_string());
        (moves.collect(), plies.last().map_or(0.0, |ply| ply.chance))
    }

    #[test]
    fn notes_with_moves_are_passed_over() {
        let german = Grammar::printed(["P", "S", "L", "T", "D", "K"]);
        let text = "1. e2-e4 e7-e5 2. Sg1-f3 Sb8-c6 3. Lf1-b5 a7-a6 Auf 3... Sg8-f6 folgt am besten 4. 0-0 Sf6xe4 \
                    5. d2-d4 mit gutem Spiel. 4. Lb5-a4 Sg8-f6 5. 0-0 Lf8-e7 6. Tf1-e1 b7-b5";
        let (moves, chance) = read(text, &german);
        let right = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5";
        assert_eq!(moves.join(" "), right);
        assert!(chance > 0.9, "{chance}");
    }

    #[test]
    fn what_a_print_takes_for_what_is_learned() {
        // Every K is an X.
        let text = "1 P-X4 P-X4 2 Xt-XB3 Xt-QB3 3 B-Xt5 Xt-B3 4 Castles XtxP 5 P-Q4 B-X2 6 Q-X2 Xt-Q3";
        let signs = Signs::of(text);
        let (start, english) = (Chess::default(), Grammar::english("Kt"));
        let mut print = Print::of(&signs);
        let mut positions = Positions::new();
        let first =
            search_in(&signs, signs.len(), &start, &english, &Rates::default(), &print, &mut positions);
        print.learn(&first, &signs, &start, &english);
        assert!(print.taken(b'K', b'X') < 1.0, "{}", print.taken(b'K', b'X'));
        assert_eq!(print.taken(b'K', b'K'), 0.0);
        let moves = read(text, &english).0;
        assert_eq!(moves.last().map(String::as_str), Some("e4d6"), "{moves:?}");
        // However cheap a misread letter has become, its text does not say the move.
        let games = search(&signs, &start, &english, &Rates::default());
        let says: Vec<Says> = games[0].plies.iter().map(|ply| ply.says).collect();
        assert!(says.contains(&Says::Itself) && says[0] == Says::Nothing, "{says:?}");
    }

    #[test]
    fn of_two_moves_that_a_sign_tells_apart_neither_is_sure() {
        // The rank of the bishop is a blot.
        let (moves, chance) =
            read("1 e4 e5 2 Nf3 Nc6 3 B♦ a6 4 a3", &Grammar::printed(["P", "N", "B", "R", "Q", "K"]));
        assert!(moves.len() < 6 || chance < 0.9, "{moves:?} {chance}");
    }

    #[test]
    fn prose_holds_no_game() {
        let text = "The meeting of the club began at 8. There were 12 members, 3 guests, and a board of 64 squares; 1 of them \
                    spoke of the year 1862, 2 of the next.";
        let games = search(&Signs::of(text), &Chess::default(), &Grammar::english("Kt"), &Rates::default());
        assert!(games.iter().all(|game| game.plies.len() < 8), "{games:?}");
    }
}
