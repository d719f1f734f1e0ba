//! The search: the cheapest readings of a spoken game, word by word, within a beam.
//!
//! Readings are compared that have explained the same words. From each, a legal move follows by every way in which the next
//! words can be one ([`forms`](crate::forms)); a word may also be passed over, a number of a move is checked, and what the
//! speaker takes back is left out.

use std::cell::Cell;
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use scorebook_likely::{GameWalk, Surprises, WalkKey};
use scorebook_search::Nats;
use scorebook_search::lattice::{Edge, Lattice, ROOT, Said, Vertex};
use shakmaty::{Chess, Color, EnPassantMode, Move, Position, Square, san::SanPlus, zobrist::Zobrist64};
use smallvec::SmallVec;

use crate::forms::price::{LOST_TAKES, SILENT_TAKES};
use crate::forms::{Fit, HeardWords, MoveFeatures, Style, Template, Way, templates, ways};
use crate::vocabulary::{Atom, Language, atom, one};
use crate::words::Word;

/// What the search pays for, in nats. They were set by hand.
#[derive(Copy, Clone, Debug)]
pub struct Prices {
    /// Passing over a word that means nothing.
    pub passed: Nats,
    /// Passing over a word that means something.
    pub passed_known: Nats,
    /// A word before the first move.
    pub heading: Nats,
    /// The same if moves are made of such words.
    pub heading_known: Nats,
    /// A word behind the last move.
    pub unread: Nats,
    /// The same if moves are made of such words.
    pub unread_known: Nats,
    /// A number that is not that of the next move.
    pub wrong_number: Nats,
    /// Going back to a move whose number is said.
    pub back: Nats,
    /// Words that the speaker takes back.
    pub taken_back: Nats,
    /// A half-move of which nothing is said.
    pub lost: Nats,
    /// A check that is said and not given.
    pub false_check: Nats,
    /// A check that is given and not said.
    pub silent_check: Nats,
    /// What people play counts for this much beside what is said: who has overlooked something once goes on overlooking it, so
    /// that the chances of the moves of a game do not simply multiply.
    pub habit: f32,
    /// Readings that cost more than the cheapest by this are dropped.
    pub window: Nats,
    /// Most readings of a place.
    pub width: usize,
}

impl Default for Prices {
    fn default() -> Prices {
        Prices {
            passed: 2.6,
            passed_known: 6.5,
            heading: 0.5,
            heading_known: 2.5,
            unread: 1.5,
            unread_known: 8.0,
            wrong_number: 6.0,
            back: 3.0,
            taken_back: 1.5,
            lost: 8.5,
            false_check: 5.0,
            silent_check: 0.2,
            habit: 0.85,
            window: 14.0,
            width: 28,
        }
    }
}

/// Most words that a speaker takes back at once.
const LONGEST_TAKEN_BACK: usize = 14;
/// Words that a move, and what the speaker takes back, may be long.
const FARTHEST_AHEAD: usize = 40;
/// Most words of which all that has been worked out is remembered for the next search.
const MOST_REMEMBERED: usize = 2000;
/// So many words may be read as widely as is allowed, and a share of all that follow: where words make a game, most places have
/// few readings, and where they make none a wide search finds none either.
const WIDE_WORDS: usize = 1000;
const WIDE_SHARE: usize = 8;
/// Even then so many readings of a place are followed, if they cost more than the cheapest by no more than this share of the window.
const NARROWEST: usize = 4;
const NARROW_WINDOW: f32 = 0.6;
/// Most positions whose moves are remembered.
const MOST_KNOWN: usize = 16_000;
/// No game has more moves; a larger number is that of a year or a page.
const MOST_MOVES: u32 = 600;
/// A number that is said again is White's more often than Black's.
const BACK_TO_BLACK: Nats = 0.7;
/// A word that means a joining word and is passed over.
const JOIN: Nats = 0.05;
/// The same if it is the name of a square or a man too.
const JOIN_OR_MORE: Nats = 3.5;

/// What was read of a half-move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct SaidMove {
    /// Its words, from the first to before the last.
    pub(crate) words: (u32, u32),
    /// Whether they say just this move.
    pub(crate) exact: bool,
    /// Whether each of them that can say something says it.
    pub(crate) whole: bool,
    /// Whether it takes, and they do not say so.
    pub(crate) silent_takes: bool,
    /// Words before it that were passed over and that mean something, or nothing at all.
    pub(crate) passed: Passed,
    /// Words that the speaker took back.
    pub(crate) taken_back: Option<(u32, u32)>,
    /// A number before it that is not its own.
    pub(crate) wrong_number: bool,
    /// It stands in place of earlier moves, because its number was said again.
    pub(crate) went_back: bool,
}

/// Words that were passed over: the last of them, and where the one before it stands in the list of all; none.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Passed(Option<u32>);

/// All words that readings have passed over, each with those before it: many readings share them.
#[derive(Default)]
pub(crate) struct AllPassed(Vec<(u32, Passed)>);

impl AllPassed {
    /// The same words and one more.
    fn with(&mut self, before: Passed, word: u32) -> Passed {
        self.0.push((word, before));
        Passed(Some(self.0.len() as u32 - 1))
    }

    /// The words in their order.
    pub(crate) fn words(&self, passed: Passed) -> Vec<u32> {
        let at = |passed: Passed| passed.0.map(|at| self.0[at as usize]);
        let chain = std::iter::successors(at(passed), |&(_, before)| at(before));
        let mut words: Vec<u32> = chain.map(|(word, _)| word).collect();
        words.reverse();
        words
    }
}

/// What moves cost from a word on, by their keys: up to which cost that is known, and the ways.
type Ways = FxHashMap<u32, (Nats, SmallVec<[Way; 2]>)>;

/// What the words of a transcript may be, with what has been worked out of them.
pub(crate) struct Ear<'w> {
    pub(crate) words: &'w [Word],
    pub(crate) heard: HeardWords,
    pub(crate) numbers: Vec<SmallVec<[(u32, u32); 2]>>,
    style: Style,
    /// For each word the ways in which it begins a move, up to some cost.
    templates: Vec<(Nats, Vec<Template>)>,
    /// For each word what moves cost from it on, up to some cost; most positions of a place have the same moves.
    ways: Vec<Ways>,
    /// What is known of positions that a search has come by; the next search comes by most of them again.
    known: FxHashMap<WalkKey, Rc<[Legal]>>,
}

impl<'w> Ear<'w> {
    pub(crate) fn new(words: &'w [Word], language: &Language, style: Style) -> Ear<'w> {
        let heard = words.iter().map(|word| {
            let mut heard = language.hear(&word.text);
            for (other, price) in &word.alternatives {
                heard.or(&language.hear(other), *price);
            }
            heard
        });
        let mut heard: Vec<_> = heard.collect();
        for (at, word) in words.iter().enumerate() {
            let squared = words.get(at + 1).is_some_and(|next| next.joined);
            if word.text.chars().count() == 1 && !squared {
                heard[at].without_letters();
            }
        }
        let at = |from: usize| move |by: usize| words.get(from + by).map(|word| word.text.as_str());
        let sayings = (0..words.len()).map(|from| {
            let mut out = SmallVec::new();
            language.phrases_at(at(from), &mut out);
            out
        });
        let sayings = sayings.collect();
        let with_joints =
            |from: usize| move |by: usize| words.get(from + by).map(|word| (word.text.as_str(), word.joined));
        let numbers = (0..words.len()).map(|from| {
            let mut out = SmallVec::new();
            let behind_figure =
                from > 0 && words[from - 1].text.starts_with(|sign: char| sign.is_ascii_digit());
            language.numbers_at(with_joints(from), behind_figure, &mut out);
            out
        });
        let numbers = numbers.collect();
        let templates = words.iter().map(|_| (0.0, Vec::new())).collect();
        let ways = words.iter().map(|_| FxHashMap::default()).collect();
        let heard = HeardWords::new(heard, sayings);
        Ear { words, heard, numbers, style, templates, ways, known: FxHashMap::default() }
    }

    /// Finds the ways in which the words from here on can be a move that cost no more than `room`, and cheaper than others.
    pub(crate) fn find_templates(&mut self, at: usize, room: Nats) {
        let Ear { heard, templates: known, style, .. } = self;
        let (known_to, known) = &mut known[at];
        if *known_to < room {
            templates(heard, at, *style, room, known);
            *known_to = room;
        }
    }

    /// Forgets what has been worked out of a word, if the next search of so many words had better do it again.
    fn forget(&mut self, at: usize) {
        if self.words.len() > MOST_REMEMBERED && at < self.words.len() {
            self.templates[at] = (0.0, Vec::new());
            self.ways[at] = FxHashMap::default();
        }
    }

    /// How many words a saying with this meaning takes here.
    pub(crate) fn says(&self, at: usize, atom: Atom) -> Option<usize> {
        let saying = self.heard.sayings.get(at)?.iter().filter(|(of, _)| *of == atom);
        let longest = saying.map(|(_, length)| *length as usize).max();
        longest.or_else(|| self.heard.word(at).is(atom).then_some(1))
    }

    /// Whether the words from `from` to before `to` say just this move; if `whole`, each that can say something.
    pub(crate) fn exactly(
        &self,
        (from, to): (u32, u32),
        whole: bool,
        mv: &MoveFeatures,
        repeats: bool,
    ) -> bool {
        let known =
            self.templates[from as usize].1.iter().filter(|template| template.end == to && template.exact);
        let fits = known.filter_map(|template| template.fit(&self.heard, mv, repeats, Nats::INFINITY));
        fits.into_iter().any(|fit| fit.exact && (fit.whole || !whole))
    }

    fn is_of_moves(&self, at: usize) -> bool {
        self.heard.word(at).exact & ((1 << (atom::PROMOTE + 1)) - 1) != 0
    }

    fn is_of_squares(&self, at: usize) -> bool {
        self.heard.word(at).is_any((1 << atom::TAKES) - 1)
    }

    /// What it costs to leave each word, and all behind it, unread.
    fn tail(&self, prices: &Prices) -> Vec<Nats> {
        let mut tail = vec![0.0; self.words.len() + 1];
        let endings = ENDINGS | one(atom::GLUE) | one(atom::GAME) | one(atom::NEXT_GAME) | one(atom::MATE);
        for at in (0..self.words.len()).rev() {
            let cost = match &self.heard.word(at) {
                word if word.is_any(endings) && !self.is_of_moves(at)
                    || self.words[at].text.contains('-') =>
                {
                    0.1
                }
                word if word.known && self.is_of_moves(at) => prices.unread_known,
                _ => prices.unread,
            };
            tail[at] = tail[at + 1] + cost;
        }
        tail
    }
}

/// Words of the end of a game.
pub(crate) const ENDINGS: u64 = one(atom::WHITE)
    | one(atom::BLACK)
    | one(atom::RESIGNS)
    | one(atom::WINS)
    | one(atom::LOSES)
    | one(atom::DRAWS)
    | one(atom::ONE_ZERO)
    | one(atom::ZERO_ONE)
    | one(atom::MATED)
    | one(atom::TIME)
    | one(atom::UNFINISHED)
    | one(atom::ENDING);

/// A legal move of a position.
struct Legal {
    mv: Move,
    surprise: Nats,
    /// The move and the side that makes it, as a number.
    key: u32,
    /// 0: none, 1: check, 2: mate; not known before it is asked.
    check: Cell<Option<u8>>,
}

/// A position of the lattice.
struct Node {
    walk: GameWalk,
    last: Option<Move>,
    /// The words before it.
    word: u32,
    legal: Option<Rc<[Legal]>>,
}

/// A reading up to some word.
#[derive(Clone)]
struct Live {
    vertex: u32,
    total: Nats,
    passed: Passed,
    taken_back: Option<(u32, u32)>,
    wrong_number: bool,
    went_back: bool,
    /// Whether its last half-move was one of which nothing is said.
    silent: bool,
}

struct Found {
    from: u32,
    mv: Move,
    cost: Nats,
    surprise: Nats,
    total: Nats,
    said: Option<SaidMove>,
}

/// The readings of the words from a position on.
pub(crate) struct Readings {
    pub(crate) lattice: Lattice,
    pub(crate) said: Vec<SaidMove>,
    pub(crate) passed: AllPassed,
}

/// Reads the game that the words say, from `start`.
pub(crate) fn search(ear: &mut Ear<'_>, start: &Chess, prices: &Prices, lost: bool) -> Readings {
    let count = ear.words.len();
    let tail = ear.tail(prices);
    let mut barriers = vec![u32::MAX; count + 1];
    for at in (0..count).rev() {
        barriers[at] = if ear.words[at].decided.is_some() { at as u32 } else { barriers[at + 1] };
    }
    let mut search = Search {
        prices,
        lost,
        tail,
        lattice: Lattice::default(),
        said: Vec::new(),
        passed: AllPassed::default(),
        nodes: Vec::new(),
        found: (0..=count).map(|_| Vec::new()).collect(),
        ahead: vec![Nats::INFINITY; count + 1],
        carried: (0..=count).map(|_| Vec::new()).collect(),
        surprises: Surprises::default(),
        moves: Vec::new(),
        known: std::mem::take(&mut ear.known),
        barriers,
        forgotten: 0,
        followed: 0,
    };
    search.begin(start);
    for layer in 0..=count {
        search.settle(layer, ear);
        ear.forget(layer);
        if layer % FARTHEST_AHEAD == 0 {
            search.forget(layer);
        }
    }
    ear.known = std::mem::take(&mut search.known);
    Readings { lattice: search.lattice, said: search.said, passed: search.passed }
}

/// Share of the half-moves that nobody would have thought of: each is as likely as any other. Most games that are read aloud are
/// not those of masters.
const STRAY: f32 = 0.04;

/// The share of words that goes wrong, for which the prices are.
const USUAL_NOISE: f32 = 0.04;
/// A transcript is taken to have gone wrong once in so many words before any was read.
const WORDS_BEFORE: f32 = 25.0;

impl Readings {
    /// How often the speaker says of a move that it takes, and how often not.
    fn takes(&self) -> (f32, f32) {
        let (mut said, mut silent) = (0.0, 0.0);
        for ply in self.lattice.best().iter().filter(|ply| ply.mv.is_capture()) {
            let Said::Cell(at) = ply.said[0] else { continue };
            match self.said.get(at as usize) {
                Some(words) if words.silent_takes => silent += 1.0,
                Some(_) => said += 1.0,
                None => {}
            }
        }
        (said, silent)
    }

    /// Whether the speaker says `takes`, so that a capture without is no exact reading.
    pub(crate) fn says_takes(&self) -> bool {
        let (said, silent) = self.takes();
        said > 3.0 * silent
    }

    /// What a capture costs more of which nothing is said, by the habit of the speaker.
    fn silence(&self) -> Nats {
        let (said, silent) = self.takes();
        (((said + 2.0) / (silent + 1.0)).ln() - SILENT_TAKES).clamp(0.0, LOST_TAKES - SILENT_TAKES)
    }

    /// The lattice with the prices that this recogniser has earned: where few words went wrong, another reading that has words
    /// go wrong is less likely.
    pub(crate) fn weighed(&self) -> Lattice {
        let mut lattice = self.lattice.clone();
        let is_wrong = |said: Said| match said {
            Said::Cell(at) => {
                self.said.get(at as usize).is_none_or(|said| !said.exact || said.passed != Passed::default())
            }
            Said::Nothing => true,
        };
        let best = lattice.best();
        let wrong = best.iter().filter(|ply| is_wrong(ply.said[0])).count() as f32;
        let words = best.iter().filter_map(|ply| match ply.said[0] {
            Said::Cell(at) => self.said.get(at as usize).map(|said| said.words.1 - said.words.0),
            Said::Nothing => None,
        });
        // What is asked is the price of one more: what went wrong already is all but that one.
        let noise = wrong.max(1.0) / (words.sum::<u32>() as f32 + WORDS_BEFORE);
        let dearer = (USUAL_NOISE / noise).ln().max(0.0);
        for edge in lattice.edges.iter_mut().filter(|edge| is_wrong(edge.said[0])) {
            edge.cost += dearer;
        }
        // Who says `takes` seldom leaves it out.
        let silence = self.silence();
        for edge in lattice.edges.iter_mut() {
            if let Said::Cell(at) = edge.said[0]
                && self.said.get(at as usize).is_some_and(|said| said.silent_takes)
            {
                edge.cost += silence;
            }
        }
        // The cheapest ways, by these prices.
        for vertex in lattice.vertices.iter_mut().skip(1) {
            vertex.cost = Nats::INFINITY;
        }
        for (at, edge) in (0u32..).zip(&lattice.edges) {
            let cost = lattice.vertices[edge.from as usize].cost + edge.cost;
            let to = &mut lattice.vertices[edge.to as usize];
            if cost < to.cost {
                (to.cost, to.best) = (cost, at);
            }
        }
        lattice
    }
}

struct Search<'p> {
    prices: &'p Prices,
    lost: bool,
    tail: Vec<Nats>,
    lattice: Lattice,
    said: Vec<SaidMove>,
    passed: AllPassed,
    /// One for each vertex.
    nodes: Vec<Node>,
    found: Vec<Vec<Found>>,
    /// The lowest cost with which each word has been reached.
    ahead: Vec<Nats>,
    carried: Vec<Vec<Live>>,
    surprises: Surprises,
    moves: Vec<(Move, f32)>,
    /// What is known of the same games, come by with other words.
    known: FxHashMap<WalkKey, Rc<[Legal]>>,
    /// For each word the next one, or itself, of which a person has decided what it is.
    barriers: Vec<u32>,
    /// The nodes before this one have no moves any more that no reading needs.
    forgotten: usize,
    /// The readings that were followed so far.
    followed: usize,
}

fn flipped(square: Square) -> Square {
    square.flip_vertical()
}

/// Whether a move is the other side's last one, mirrored: `the same`.
pub(crate) fn repeats(mv: Move, last: Option<Move>) -> bool {
    let Some(last) = last else { return false };
    mv.role() == last.role()
        && mv.to() == flipped(last.to())
        && mv.from().map(flipped) == last.from()
        && mv.is_castle() == last.is_castle()
}

impl Search<'_> {
    fn begin(&mut self, start: &Chess) {
        self.lattice.vertices.push(Vertex {
            cost: 0.0,
            best: ROOT,
            stop: self.tail[0],
            layer: 0,
            explained: 0,
        });
        self.nodes.push(Node { walk: GameWalk::new(start), last: None, word: 0, legal: None });
        self.carried[0].push(Live {
            vertex: 0,
            total: 0.0,
            passed: Passed::default(),
            taken_back: None,
            wrong_number: false,
            went_back: false,
            silent: false,
        });
    }

    /// Forgets the moves of positions from which nothing is found any more: a long transcript has very many.
    fn forget(&mut self, layer: usize) {
        let ahead = layer + 1..(layer + 1 + FARTHEST_AHEAD).min(self.carried.len());
        let alive: FxHashSet<u32> = self.carried[ahead].iter().flatten().map(|live| live.vertex).collect();
        for (vertex, node) in (0u32..).zip(&mut self.nodes).skip(self.forgotten) {
            if !alive.contains(&vertex) {
                node.legal = None;
            }
        }
        self.forgotten = self.nodes.len();
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
    }

    /// Makes vertices of the cheapest half-moves that end at this word, and finds what can follow them.
    fn settle(&mut self, layer: usize, ear: &mut Ear<'_>) {
        let mut lives = std::mem::take(&mut self.carried[layer]);
        let waves = if self.lost { 3 } else { 1 };
        let (width, window) = self.beam(layer);
        // What explains more words for less is better.
        let behind = self.ahead.len().min(layer + FARTHEST_AHEAD);
        let ahead = self.ahead[layer..behind].iter().copied().fold(Nats::INFINITY, Nats::min);
        let mut least = lives.iter().map(|live| live.total).fold(ahead, Nats::min);
        for _ in 0..waves {
            let mut found = std::mem::take(&mut self.found[layer]);
            least = found.iter().map(|found| found.total).fold(least, Nats::min);
            found.retain(|found| found.total <= least + window);
            found.sort_by(|a, b| a.total.total_cmp(&b.total));
            self.keep(layer, found, width, &mut lives);
            lives.retain(|live| live.total <= least + window);
            lives.sort_by(|a, b| a.total.total_cmp(&b.total));
            let mut seen: Vec<u32> = Vec::new();
            lives.retain(|live| {
                let new = !seen.contains(&live.vertex);
                seen.push(live.vertex);
                new
            });
            lives.truncate(width);
            self.followed += lives.len();
            if lives.is_empty() {
                return;
            }
            for live in lives.drain(..) {
                self.expand(layer, &live, least + window, ear);
            }
        }
        self.found[layer].clear();
    }

    /// How many readings of a place are followed, and what they may cost more than the cheapest.
    fn beam(&self, layer: usize) -> (usize, Nats) {
        let Prices { width, window, .. } = *self.prices;
        let allowed = width * (WIDE_WORDS + layer / WIDE_SHARE);
        match allowed.saturating_sub(self.followed) {
            left if left >= width => (width, window),
            left => (left.max(NARROWEST.min(width)), NARROW_WINDOW * window),
        }
    }

    fn keep(&mut self, layer: usize, found: Vec<Found>, width: usize, lives: &mut Vec<Live>) {
        let mut places: FxHashMap<(u64, u32), u32> = FxHashMap::default();
        for found in found {
            let parent = &self.nodes[found.from as usize];
            let ply = self.lattice.vertices[found.from as usize].layer + 1;
            let mut after = parent.walk.position.clone();
            after.play_unchecked(found.mv);
            let hash: Zobrist64 = after.zobrist_hash(EnPassantMode::Legal);
            let edge = self.lattice.edges.len() as u32;
            let to = match places.get(&(hash.0, ply)) {
                Some(&to) => to,
                None if places.len() >= width => {
                    self.lattice.cut += 1;
                    continue;
                }
                None => {
                    let to = self.lattice.vertices.len() as u32;
                    let mut walk = parent.walk.clone();
                    walk.play(found.mv);
                    let node = Node { walk, last: Some(found.mv), word: layer as u32, legal: None };
                    self.nodes.push(node);
                    let stop = self.tail[layer];
                    let explained = layer as u32;
                    let vertex = Vertex { cost: found.total, best: edge, stop, layer: ply, explained };
                    self.lattice.vertices.push(vertex);
                    places.insert((hash.0, ply), to);
                    lives.push(Live {
                        vertex: to,
                        total: found.total,
                        passed: Passed::default(),
                        taken_back: None,
                        wrong_number: false,
                        went_back: false,
                        silent: found.said.is_none(),
                    });
                    to
                }
            };
            let said = match found.said {
                Some(said) => {
                    self.said.push(said);
                    Said::Cell(self.said.len() as u32 - 1)
                }
                None => Said::Nothing,
            };
            let Found { from, mv, cost, surprise, .. } = found;
            let held = said != Said::Nothing;
            let said = [said, Said::Nothing, Said::Nothing];
            self.lattice.edges.push(Edge {
                from,
                to,
                mv,
                cost,
                surprise,
                doubted: cost - surprise,
                held,
                said,
            });
        }
    }

    /// The legal moves of a position, with what is known of them, shared by all readings that come by it.
    fn legal(&mut self, vertex: u32) -> Rc<[Legal]> {
        let node = &mut self.nodes[vertex as usize];
        if let Some(legal) = &node.legal {
            return Rc::clone(legal);
        }
        let (surprises, moves, habit) = (&mut self.surprises, &mut self.moves, self.prices.habit);
        let known = self.known.entry(node.walk.key()).or_insert_with(|| {
            surprises.with_book(&mut node.walk, moves);
            let turn = node.walk.position.turn();
            let stray = STRAY / moves.len().max(1) as f32;
            let legal = moves.iter().map(|&(mv, surprise)| Legal {
                mv,
                surprise: -habit * ((1.0 - STRAY) * (-surprise).exp() + stray).ln(),
                key: key_of(mv, turn),
                check: Cell::new(None),
            });
            legal.collect()
        });
        let legal = Rc::clone(known);
        node.legal = Some(Rc::clone(&legal));
        legal
    }

    /// Finds what can follow a reading at a word, for no more than so much in all.
    fn expand(&mut self, layer: usize, live: &Live, most: Nats, ear: &mut Ear<'_>) {
        if layer >= ear.words.len() {
            return;
        }
        let room = most + 1.0 - live.total;
        self.moves_from(layer, live, room, ear);
        self.pass_over(layer, live, room, ear);
        self.number(layer, live, ear);
        self.take_back(layer, live, room, ear);
    }

    fn moves_from(&mut self, layer: usize, live: &Live, room: Nats, ear: &mut Ear<'_>) {
        if let Some(san) = &ear.words[layer].decided {
            return self.decided(layer, live, san);
        }
        let legal = self.legal(live.vertex);
        // What a person has decided is no part of another move.
        let barrier = self.barriers[layer];
        ear.find_templates(layer, room);
        let Search { prices, nodes, found, lattice, ahead, .. } = self;
        let Node { walk, last, .. } = &nodes[live.vertex as usize];
        let before = lattice.vertices[live.vertex as usize].cost;
        let extra = live.total - before;
        let silent_ahead = self.lost && !live.silent;
        let Ear { heard, templates, ways: ear_ways, .. } = ear;
        let templates = templates[layer].1.as_slice();
        let ear_ways = &mut ear_ways[layer];
        let turn = walk.position.turn();
        for one in legal.iter() {
            let surprise = one.surprise;
            let left = room - surprise;
            if left <= 0.0 {
                continue;
            }
            let repeats = repeats(one.mv, *last);
            let (known_to, ways_of) = ear_ways.entry(one.key << 1 | u32::from(repeats)).or_default();
            // The cheapest readings come first, so that most others need no more than is known.
            if *known_to < left {
                let features = MoveFeatures::of(one.mv, turn);
                *ways_of = ways(templates, heard, &features, repeats, left);
                *known_to = left;
            }
            let mut best: SmallVec<[(u32, Fit); 6]> = SmallVec::new();
            for way in ways_of.iter().filter(|way| way.fit.cost <= left && way.end <= barrier) {
                let mut fit = way.fit;
                let check = one.check.get().unwrap_or_else(|| check_of(&walk.position, one.mv));
                one.check.set(Some(check));
                match (way.check, check) {
                    (0, 0) => {}
                    (0, _) => fit.cost += prices.silent_check,
                    (said, given) if said > given => {
                        fit.cost += prices.false_check;
                        fit.exact = false;
                    }
                    _ => {}
                }
                if fit.cost > left {
                    continue;
                }
                match best.iter_mut().find(|(end, _)| *end == way.end) {
                    Some((_, known)) if fit.is_better(known) => *known = fit,
                    Some(_) => {}
                    None => best.push((way.end, fit)),
                }
            }
            for (end, fit) in best {
                let cost = extra + fit.cost + surprise;
                let said = SaidMove {
                    words: (layer as u32, end),
                    exact: fit.exact,
                    whole: fit.whole,
                    silent_takes: fit.silent_takes,
                    passed: live.passed,
                    taken_back: live.taken_back,
                    wrong_number: live.wrong_number,
                    went_back: live.went_back,
                };
                let reached = &mut ahead[end as usize];
                *reached = reached.min(before + cost);
                found[end as usize].push(Found {
                    from: live.vertex,
                    mv: one.mv,
                    cost,
                    surprise,
                    total: before + cost,
                    said: Some(said),
                });
            }
            if silent_ahead && prices.lost <= left {
                let cost = extra + prices.lost + surprise;
                found[layer].push(Found {
                    from: live.vertex,
                    mv: one.mv,
                    cost,
                    surprise,
                    total: before + cost,
                    said: None,
                });
            }
        }
    }

    /// Plays what a person has decided, if it is legal; no price is too high for that.
    fn decided(&mut self, layer: usize, live: &Live, san: &str) {
        let legal = self.legal(live.vertex);
        let position = &self.nodes[live.vertex as usize].walk.position;
        let Some(mv) = san.parse::<SanPlus>().ok().and_then(|san| san.san.to_move(position).ok()) else {
            return;
        };
        let surprise = legal.iter().find(|one| one.mv == mv).map_or(0.0, |one| one.surprise);
        let before = self.lattice.vertices[live.vertex as usize].cost;
        let cost = live.total - before + surprise;
        let said = SaidMove {
            words: (layer as u32, layer as u32 + 1),
            exact: true,
            whole: true,
            silent_takes: false,
            passed: live.passed,
            taken_back: live.taken_back,
            wrong_number: live.wrong_number,
            went_back: live.went_back,
        };
        let total = before + cost;
        self.ahead[layer + 1] = self.ahead[layer + 1].min(total);
        let from = live.vertex;
        self.found[layer + 1].push(Found { from, mv, cost, surprise, total, said: Some(said) });
    }

    fn carry(&mut self, to: usize, live: &Live, cost: Nats) {
        let mut live = live.clone();
        live.total += cost;
        self.ahead[to] = self.ahead[to].min(live.total);
        self.carried[to].push(live);
    }

    /// Passes over the next word.
    fn pass_over(&mut self, layer: usize, live: &Live, room: Nats, ear: &Ear<'_>) {
        if ear.words[layer].decided.is_some() {
            return;
        }
        if let Some(length) = ear.heard.joins(layer) {
            // `a` is an article and a file.
            let more = length == 1 && live.vertex != 0 && ear.is_of_squares(layer);
            self.carry(layer + length as usize, live, if more { JOIN_OR_MORE } else { JOIN });
            return;
        }
        let word = &ear.heard.word(layer);
        if word.is_any(one(atom::MOVE) | one(atom::DOTS)) {
            self.carry(layer + 1, live, 0.5);
            return;
        }
        let heading = live.vertex == 0;
        let of_moves = ear.is_of_moves(layer);
        let side = word.is_any(one(atom::WHITE) | one(atom::BLACK) | one(atom::NAMES));
        let cost = match (heading, of_moves) {
            (true, _) if side => JOIN,
            (true, false) => self.prices.heading,
            (true, true) => self.prices.heading_known,
            (false, _) if word.known => self.prices.passed_known,
            (false, _) => self.prices.passed,
        };
        if cost > room {
            return;
        }
        let mut next = live.clone();
        next.total += cost;
        next.passed = self.passed.with(live.passed, layer as u32);
        self.carried[layer + 1].push(next);
    }

    /// Reads a number as that of the next move, or goes back to it. A year before the first move is a word of the heading.
    fn number(&mut self, layer: usize, live: &Live, ear: &Ear<'_>) {
        let marked = ear.says(layer, atom::MOVE);
        let at = layer + marked.unwrap_or(0);
        let Some(numbers) = ear.numbers.get(at) else { return };
        for &(number, length) in numbers {
            let position = &self.nodes[live.vertex as usize].walk.position;
            let (due, is_whites) = (position.fullmoves().get(), position.turn().is_white());
            let to = at + length as usize;
            if live.vertex == 0 && number > MOST_MOVES {
                let mut next = live.clone();
                next.total += self.prices.heading_known;
                next.passed = (layer..to).fold(next.passed, |before, at| self.passed.with(before, at as u32));
                self.carried[to].push(next);
                continue;
            }
            if marked.is_some() && number <= due {
                self.go_back(layer, to, number, live);
            }
            if number == due {
                self.carry(to, live, if is_whites { 0.0 } else { 1.0 });
                continue;
            }
            let mut wrong = live.clone();
            wrong.wrong_number = true;
            wrong.total += self.prices.wrong_number;
            self.carried[to].push(wrong);
        }
    }

    /// Takes a number that is said again for the place to go back to, White's half-move or Black's.
    fn go_back(&mut self, layer: usize, to: usize, number: u32, live: &Live) {
        for side in Color::ALL {
            let Some(back) = self.ancestor(live.vertex, number, side) else { continue };
            let mut again = live.clone();
            again.taken_back = Some((self.nodes[back as usize].word, layer as u32));
            again.went_back = true;
            again.vertex = back;
            again.total += self.prices.back + if side.is_white() { 0.0 } else { BACK_TO_BLACK };
            self.carried[to].push(again);
        }
    }

    /// The vertex on the way to this one, and before it, at which this side makes move `number`.
    fn ancestor(&self, vertex: u32, number: u32, side: Color) -> Option<u32> {
        let mut at = vertex;
        loop {
            let best = self.lattice.vertices[at as usize].best;
            if best == ROOT {
                return None;
            }
            at = self.lattice.edges[best as usize].from;
            let position = &self.nodes[at as usize].walk.position;
            if position.fullmoves().get() == number && position.turn() == side {
                return Some(at);
            }
        }
    }

    /// Leaves out what the speaker takes back: `bishop c4, no, bishop b5`.
    fn take_back(&mut self, layer: usize, live: &Live, room: Nats, ear: &Ear<'_>) {
        if live.taken_back.is_some() {
            return;
        }
        for at in layer + 1..(layer + LONGEST_TAKEN_BACK).min(ear.words.len()) {
            let Some(length) = ear.says(at, atom::NO) else { continue };
            let whole = ear.templates[layer].1.iter().filter(|template| template.end as usize == at);
            let whole = whole.map(|template| template.least).fold(Nats::INFINITY, Nats::min);
            let cost = self.prices.taken_back + whole.min(1.5 * (at - layer) as Nats);
            if cost > room {
                return;
            }
            let mut next = live.clone();
            next.total += cost;
            next.taken_back = Some((layer as u32, (at + length) as u32));
            self.carried[at + length].push(next);
            return;
        }
    }
}

/// What words can say of a move depends on this, and not on the position.
fn key_of(mv: Move, turn: Color) -> u32 {
    let man = |role: Option<shakmaty::Role>| role.map_or(0, |role| role as u32);
    let from = mv.from().unwrap_or(mv.to());
    let special = 2 * u32::from(mv.is_castle()) + u32::from(mv.is_en_passant());
    [
        (u32::from(mv.to()), 64),
        (mv.role() as u32, 8),
        (man(mv.capture()), 8),
        (man(mv.promotion()), 8),
        (special, 4),
        (u32::from(turn.is_white()), 2),
    ]
    .into_iter()
    .fold(u32::from(from), |key, (part, count)| key * count + part)
}

/// 0: none, 1: check, 2: mate.
fn check_of(position: &Chess, mv: Move) -> u8 {
    let mut after = position.clone();
    after.play_unchecked(mv);
    match (after.is_check(), after.is_checkmate()) {
        (_, true) => 2,
        (true, false) => 1,
        (false, false) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_share_the_words_that_they_have_passed_over() {
        let mut all = AllPassed::default();
        let first = all.with(Passed::default(), 3);
        let (one, other) = (all.with(first, 5), all.with(first, 7));
        assert_eq!(all.words(one), [3, 5]);
        assert_eq!(all.words(other), [3, 7]);
        assert_eq!(all.words(Passed::default()), [0; 0]);
        assert_eq!(all.0.len(), 3);
    }

    #[test]
    fn words_that_make_no_game_are_followed_less_widely_the_longer_they_go_on() {
        let language = crate::LANGUAGES.iter().find(|language| language.title() == "English").unwrap();
        let reached = |count: usize| {
            let text = "pawn to king four pawn to king four knight to king bishop three ".repeat(count);
            let words = crate::words_of(&text);
            let mut ear = Ear::new(&words, language, Style::Descriptive);
            let prices = Prices::default();
            let readings = search(&mut ear, &Chess::default(), &prices, true);
            (readings.lattice.vertices.len(), words.len())
        };
        let ((short, few), (long, many)) = (reached(60), reached(600));
        // The first thousand words or so are read as widely as those of a game.
        assert!(short > 10 * few, "{short} of {few}");
        assert!(long < short + 8 * many, "{long} of {many}");
    }
}
