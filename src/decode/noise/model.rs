//! One cell against all ways to write a move: a small automaton over the received text.
//!
//! A move is written as *man, origin, way, goal, marks*, each a choice among literal atoms. For each
//! text and atom the cost of reading the atom from place `i` to place `j` is found once; moves share
//! these, and share the vectors of whole parts (all that can stand before the way, all from the way to
//! the end), so that one more move costs one pass over a vector.

use rustc_hash::FxHashMap;

use super::channel::{Channel, received};

/// Longest text that is looked at.
pub const LONGEST: usize = 40;
/// A cost that rules out.
pub const NEVER: f32 = 60.0;

/// Costs by place in the text.
pub type Places = [f32; LONGEST + 1];

/// A literal and its prior cost.
pub type Choice = (&'static str, f32);

/// A received text with what is known of it.
pub struct Model {
    text: Vec<u8>,
    /// Cost of passing over the text up to each place.
    skipped: Places,
    atoms: FxHashMap<&'static str, Box<[Places]>>,
    /// Whether there may be an origin in brackets.
    brackets: bool,
    heads: FxHashMap<Head, Box<Places>>,
    tails: FxHashMap<Tail, Box<Places>>,
    ends: FxHashMap<End, Box<Places>>,
}

/// What stands before the way: the man.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Head {
    /// The man.
    pub man: Man,
    /// Its square from the mover's side (file, rank), for an origin in brackets.
    pub from: (u8, u8),
}

/// A man as descriptive notation names it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Man {
    /// A pawn, on the file from the queen's rook's (0).
    Pawn(u8),
    /// The king.
    King,
    /// The queen.
    Queen,
    /// A knight, bishop or rook, with how well "K" and "Q" before it fit.
    Piece(Piece, Wing, Wing),
}

/// A piece that there are two of.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Piece {
    /// A knight.
    Knight,
    /// A bishop.
    Bishop,
    /// A rook.
    Rook,
}

/// How well a name of a wing fits a man.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Wing {
    /// By birth.
    Born,
    /// By standing only.
    Standing,
    /// Not at all.
    Wrong,
}

impl Wing {
    const fn cost(self) -> f32 {
        match self {
            Wing::Born => 0.1,
            Wing::Standing => 1.6,
            Wing::Wrong => 4.5,
        }
    }
}

/// What follows the way.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tail {
    /// A square or a victim.
    pub goal: Goal,
    /// The marks after it.
    pub end: End,
}

/// Where a move goes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// To a square (file from the queen's rook's, rank from the mover's side); whether "his" names
    /// the file.
    To(u8, u8, bool),
    /// Takes this man, on that square.
    Takes(Man, u8, u8),
    /// Castles on the king's side, or on the queen's.
    Castles(bool),
}

/// What is said after the goal.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct End {
    /// The move gives check.
    pub check: bool,
    /// It promotes: 0 no, else `Q R B N` by 1 to 4.
    pub promotes: u8,
    /// It takes in passing.
    pub passing: bool,
}

const HALVES: [[Choice; 2]; 2] = [[("K", 0.0), ("Ks", 0.0)], [("Q", 0.0), ("Qs", 0.0)]];
const KNIGHT: &[Choice] = &[("Kt", 0.0), ("N", 0.7), ("kt", 0.5)];
const BISHOP: &[Choice] = &[("B", 0.0)];
const ROOK: &[Choice] = &[("R", 0.0)];
const QUEEN: &[Choice] = &[("Q", 0.0)];
const KING: &[Choice] = &[("K", 0.0)];
const PAWN: &[Choice] = &[("P", 0.0)];
const POSSESSIVE: &[Choice] = &[("s", 0.0)];
const QUIET: &[Choice] = &[("to", 0.0), ("-", 0.0)];
const TAKES: &[Choice] = &[("x", 0.0), ("takes", 0.0), ("tks", 0.5), ("t", 2.0), ("-x", 1.0)];
const OPEN: &[Choice] = &[("(", 0.0), ("(from", 0.3), ("(fr", 0.3), ("at", 1.0)];
const CLOSE: &[Choice] = &[(")", 0.0), ("", 0.7)];
const CHECK: &[Choice] = &[
    ("ch", 0.0),
    ("(ch)", 0.0),
    ("+", 0.5),
    ("check", 0.7),
    ("disch", 0.5),
    ("(disch)", 0.5),
    ("dblech", 0.7),
    ("(doublech)", 0.7),
    ("mate", 1.0),
    ("chmate", 1.5),
];
/// A check that bears no mark.
const UNMARKED_CHECK: f32 = 1.6;
/// A mark on a move that gives no check.
const FALSE_CHECK: f32 = 4.0;
const PASSING: &[Choice] = &[("ep", 0.0), ("enpassant", 0.2), ("enpass", 0.2), ("(ep)", 0.1), ("", 0.5)];
const PROMOTIONS: [&[Choice]; 4] = [
    &[
        ("(Q)", 0.0),
        ("=Q", 0.0),
        ("Q", 0.2),
        ("queening", 0.1),
        ("Queens", 0.5),
        ("queens", 0.5),
        ("becomingaQueen", 0.2),
        ("becomesaQueen", 0.2),
        ("becomesaQ", 0.3),
        ("becomingaQ", 0.3),
        ("", 0.8),
    ],
    &[("(R)", 0.0), ("=R", 0.0), ("R", 0.4), ("becomingaRook", 0.2)],
    &[("(B)", 0.0), ("=B", 0.0), ("B", 0.4), ("becomingaBishop", 0.2)],
    &[("(Kt)", 0.0), ("=Kt", 0.0), ("Kt", 0.4), ("becomingaKnight", 0.2), ("(N)", 0.3)],
];
const RANKS: [&[Choice]; 8] = [
    &[("sq", 0.0), ("1", 0.2), ("square", 0.5), ("1st", 0.7), ("", 2.5)],
    &[("2", 0.0), ("2nd", 0.0), ("2d", 0.0)],
    &[("3", 0.0), ("3rd", 0.0), ("3d", 0.0)],
    &[("4", 0.0), ("4th", 0.0)],
    &[("5", 0.0), ("5th", 0.0)],
    &[("6", 0.0), ("6th", 0.0)],
    &[("7", 0.0), ("7th", 0.0)],
    &[("8", 0.0), ("8th", 0.0)],
];
const HIS: &[Choice] = &[("his", 0.2), ("her", 0.2)];
const CASTLES: [&[Choice]; 2] = [
    &[
        ("Castles", 0.0),
        ("CastlesKR", 0.0),
        ("Castles(KR)", 0.0),
        ("CastlesonKsside", 0.0),
        ("CastlesKside", 0.2),
        ("Castled", 0.3),
        ("0-0", 0.3),
        ("O-O", 0.3),
    ],
    &[
        ("Castles", 0.7),
        ("CastlesQR", 0.0),
        ("Castles(QR)", 0.0),
        ("CastlesonQsside", 0.0),
        ("CastlesQside", 0.2),
        ("Castled", 1.0),
        ("0-0-0", 0.3),
        ("O-O-O", 0.3),
    ],
];
/// A man moves without a word or dash between: `NKB3`.
const NO_WAY: f32 = 2.4;
/// The wrong wing: `K B 4` for the queen's bishop's file.
const WRONG_WING: f32 = 4.5;

impl Model {
    /// The model of a text.
    #[must_use]
    pub fn new(whole: &str, channel: &Channel) -> Model {
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
        Model {
            text,
            skipped,
            atoms: FxHashMap::default(),
            brackets,
            heads: FxHashMap::default(),
            tails: FxHashMap::default(),
            ends: FxHashMap::default(),
        }
    }

    /// How many characters were received.
    #[must_use]
    pub fn len(&self) -> usize {
        self.text.len()
    }

    /// Whether nothing was received.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The cost of reading a move from the text.
    pub fn cost(&mut self, head: Head, tail: Tail, channel: &Channel) -> f32 {
        let n = self.text.len();
        self.prepare_tail(tail, channel);
        if let Goal::Castles(_) = tail.goal {
            return self.tails.get(&tail).map_or(NEVER, |places| places[0].min(places[1] + self.skipped[1]));
        }
        self.prepare_head(head, channel);
        let (Some(head), Some(tail)) = (self.heads.get(&head), self.tails.get(&tail)) else { return NEVER };
        (0..=n).map(|place| head[place] + tail[place]).fold(NEVER, f32::min)
    }

    fn prepare_head(&mut self, head: Head, channel: &Channel) {
        if self.heads.contains_key(&head) {
            return;
        }
        let n = self.text.len();
        let mut start = [NEVER; LONGEST + 1];
        start[..=n.min(3)].copy_from_slice(&self.skipped[..=n.min(3)]);
        let named = self.man(&start, head.man, channel, true);
        let mut places = named;
        if self.brackets {
            let opened = self.forward(&named, OPEN, 0.3, channel);
            let mut file = self.file_forward(&opened, head.from.0, channel);
            let ranked = self.forward(&file, RANKS[usize::from(head.from.1)], 0.0, channel);
            let bare = self.forward(&opened, RANKS[usize::from(head.from.1)], 0.5, channel);
            for place in 0..=n {
                file[place] = (file[place] + 0.7).min(ranked[place]).min(bare[place]);
            }
            let closed = self.forward(&file, CLOSE, 0.0, channel);
            for place in 0..=n {
                places[place] = places[place].min(closed[place]);
            }
        }
        self.heads.insert(head, Box::new(places));
    }

    /// From `start` over the name of a man.
    fn man(&mut self, start: &Places, man: Man, channel: &Channel, mover: bool) -> Places {
        let n = self.text.len();
        match man {
            Man::King => self.forward(start, KING, 0.0, channel),
            Man::Queen => self.forward(start, QUEEN, 0.0, channel),
            Man::Piece(piece, king, queen) => {
                let names = match piece {
                    Piece::Knight => KNIGHT,
                    Piece::Bishop => BISHOP,
                    Piece::Rook => ROOK,
                };
                let mut before = *start;
                for (half, wing) in HALVES.iter().zip([king, queen]) {
                    let halved = self.forward(start, half, wing.cost(), channel);
                    for place in 0..=n {
                        before[place] = before[place].min(halved[place]);
                    }
                }
                self.forward(&before, names, 0.0, channel)
            }
            Man::Pawn(file) => {
                let mut before = self.file_forward(start, file, channel);
                let owned = self.forward(&before, POSSESSIVE, 0.0, channel);
                for place in 0..=n {
                    before[place] = before[place].min(owned[place]) + if mover { 0.2 } else { 0.0 };
                    before[place] = before[place].min(start[place]);
                }
                self.forward(&before, PAWN, 0.0, channel)
            }
        }
    }

    /// From `start` over the name of a file.
    fn file_forward(&mut self, start: &Places, file: u8, channel: &Channel) -> Places {
        let n = self.text.len();
        let own = usize::from(file < 4);
        let names = match file {
            0 | 7 => ROOK,
            1 | 6 => KNIGHT,
            2 | 5 => BISHOP,
            3 => return self.forward(start, QUEEN, 0.0, channel),
            _ => return self.forward(start, KING, 0.0, channel),
        };
        let mut before = *start;
        for (half, wrong) in [(own, 0.0), (1 - own, WRONG_WING)] {
            let halved = self.forward(start, &HALVES[half], wrong, channel);
            for place in 0..=n {
                before[place] = before[place].min(halved[place]);
            }
        }
        self.forward(&before, names, 0.0, channel)
    }

    /// From the name of a file up to `after`.
    fn file_backward(&mut self, after: &Places, file: u8, channel: &Channel) -> Places {
        let n = self.text.len();
        let own = usize::from(file < 4);
        let names = match file {
            0 | 7 => ROOK,
            1 | 6 => KNIGHT,
            2 | 5 => BISHOP,
            3 => return self.backward(after, QUEEN, 0.0, channel),
            _ => return self.backward(after, KING, 0.0, channel),
        };
        let named = self.backward(after, names, 0.0, channel);
        let mut places = named;
        for (half, wrong) in [(own, 0.0), (1 - own, WRONG_WING)] {
            let halved = self.backward(&named, &HALVES[half], wrong, channel);
            for place in 0..=n {
                places[place] = places[place].min(halved[place]);
            }
        }
        places
    }

    fn prepare_tail(&mut self, tail: Tail, channel: &Channel) {
        if self.tails.contains_key(&tail) {
            return;
        }
        let n = self.text.len();
        self.prepare_end(tail.end, channel);
        let Some(end) = self.ends.get(&tail.end).map(|end| **end) else { return };
        let places = match tail.goal {
            Goal::Castles(king_side) => self.backward(&end, CASTLES[usize::from(!king_side)], 0.0, channel),
            Goal::To(file, rank, his) => {
                let square = self.square_backward(&end, file, rank, his, channel);
                let mut places = self.backward(&square, QUIET, 0.0, channel);
                for place in 0..=n {
                    places[place] = places[place].min(square[place] + NO_WAY);
                }
                places
            }
            Goal::Takes(man, file, rank) => {
                // The victim's own square may stand after it: `RxP(B7)`, `KtxP at K4`.
                let mut after = end;
                if self.brackets {
                    let closed = self.backward(&end, CLOSE, 0.0, channel);
                    let square = self.square_backward(&closed, file, rank, false, channel);
                    let opened = self.backward(&square, OPEN, 0.3, channel);
                    for place in 0..=n {
                        after[place] = after[place].min(opened[place]);
                    }
                }
                let victim = self.victim_backward(&after, man, channel);
                self.backward(&victim, TAKES, 0.0, channel)
            }
        };
        self.tails.insert(tail, Box::new(places));
    }

    fn victim_backward(&mut self, after: &Places, man: Man, channel: &Channel) -> Places {
        let n = self.text.len();
        match man {
            Man::King => [NEVER; LONGEST + 1],
            Man::Queen => self.backward(after, QUEEN, 0.0, channel),
            Man::Piece(piece, king, queen) => {
                let names = match piece {
                    Piece::Knight => KNIGHT,
                    Piece::Bishop => BISHOP,
                    Piece::Rook => ROOK,
                };
                let named = self.backward(after, names, 0.0, channel);
                let mut places = named;
                for (half, wing) in HALVES.iter().zip([king, queen]) {
                    let halved = self.backward(&named, half, wing.cost(), channel);
                    for place in 0..=n {
                        places[place] = places[place].min(halved[place]);
                    }
                }
                places
            }
            Man::Pawn(file) => {
                let named = self.backward(after, PAWN, 0.0, channel);
                let mut owned = self.backward(&named, POSSESSIVE, 0.0, channel);
                for place in 0..=n {
                    owned[place] = owned[place].min(named[place]);
                }
                let filed = self.file_backward(&owned, file, channel);
                let mut places = named;
                for place in 0..=n {
                    places[place] = places[place].min(filed[place]);
                }
                places
            }
        }
    }

    fn square_backward(
        &mut self,
        after: &Places,
        file: u8,
        rank: u8,
        his: bool,
        channel: &Channel,
    ) -> Places {
        let n = self.text.len();
        let ranked = self.backward(after, RANKS[usize::from(rank)], 0.0, channel);
        let mut owned = self.backward(&ranked, POSSESSIVE, 0.0, channel);
        for place in 0..=n {
            owned[place] = owned[place].min(ranked[place]);
        }
        let mut places = self.file_backward(&owned, file, channel);
        if his {
            let named = self.backward(&ranked, HIS, 0.0, channel);
            for place in 0..=n {
                places[place] = places[place].min(named[place]);
            }
        }
        places
    }

    fn prepare_end(&mut self, end: End, channel: &Channel) {
        if self.ends.contains_key(&end) {
            return;
        }
        let n = self.text.len();
        // What is left over at the end is junk.
        let mut last = [NEVER; LONGEST + 1];
        for (last, before) in last.iter_mut().zip(&self.skipped[..=n]) {
            *last = self.skipped[n] - before;
        }
        let marked = self.backward(&last, CHECK, 0.0, channel);
        let mut places = [NEVER; LONGEST + 1];
        let (with, without) = if end.check { (0.0, UNMARKED_CHECK) } else { (FALSE_CHECK, 0.0) };
        for ((place, marked), last) in places.iter_mut().zip(marked).zip(last) {
            *place = (marked + with).min(last + without);
        }
        if end.passing {
            places = self.backward(&places, PASSING, 0.0, channel);
        }
        if let Some(names) = usize::from(end.promotes).checked_sub(1).and_then(|at| PROMOTIONS.get(at)) {
            places = self.backward(&places, names, 0.0, channel);
        }
        self.ends.insert(end, Box::new(places));
    }

    /// From `start` over one of the `choices`.
    fn forward(&mut self, start: &Places, choices: &[Choice], more: f32, channel: &Channel) -> Places {
        let n = self.text.len();
        let mut places = [NEVER; LONGEST + 1];
        for &(literal, prior) in choices {
            let prior = prior + more;
            if literal.is_empty() {
                for place in 0..=n {
                    places[place] = places[place].min(start[place] + prior);
                }
                continue;
            }
            let table = self.atom(literal, channel);
            for from in 0..=n {
                let before = start[from] + prior;
                if before >= NEVER {
                    continue;
                }
                for to in from..=n.min(from + literal.len() + SLACK) {
                    places[to] = places[to].min(before + table[from][to]);
                }
            }
        }
        places
    }

    /// From one of the `choices` up to `after`.
    fn backward(&mut self, after: &Places, choices: &[Choice], more: f32, channel: &Channel) -> Places {
        let n = self.text.len();
        let mut places = [NEVER; LONGEST + 1];
        for &(literal, prior) in choices {
            let prior = prior + more;
            if literal.is_empty() {
                for place in 0..=n {
                    places[place] = places[place].min(after[place] + prior);
                }
                continue;
            }
            let table = self.atom(literal, channel);
            for from in 0..=n {
                let mut best = places[from];
                for to in from..=n.min(from + literal.len() + SLACK) {
                    best = best.min(prior + table[from][to] + after[to]);
                }
                places[from] = best;
            }
        }
        places
    }

    /// The costs of reading `literal` from each place to each place.
    fn atom(&mut self, literal: &'static str, channel: &Channel) -> &[Places] {
        let text = &self.text;
        self.atoms.entry(literal).or_insert_with(|| align(text, literal.as_bytes(), channel))
    }
}

/// A character of a footnote's mark after a move.
const FOOTNOTE: f32 = 0.4;

/// Where the mark of a footnote begins among the received characters: a short last word without
/// letters, after one that ends like a move.
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

/// Characters that may be read more than an atom has.
const SLACK: usize = 2;

fn align(text: &[u8], literal: &[u8], channel: &Channel) -> Box<[Places]> {
    let n = text.len();
    let mut table = vec![[NEVER; LONGEST + 1]; n + 1].into_boxed_slice();
    for from in 0..=n {
        let end = n.min(from + literal.len() + SLACK);
        // One row a character of the literal.
        let mut row = [NEVER; LONGEST + 1];
        // Nothing is inserted before an atom: that belongs to the one before.
        row[from] = 0.0;
        for &truth in literal {
            let mut next = [NEVER; LONGEST + 1];
            for to in from..=end {
                let mut best = row[to] + channel.deletion(truth);
                if to > from {
                    best = best.min(row[to - 1] + channel.substitution(truth, text[to - 1]));
                    best = best.min(next[to - 1] + channel.insertion(text[to - 1]));
                }
                next[to] = best.min(NEVER);
            }
            row = next;
        }
        table[from] = row;
    }
    table
}
