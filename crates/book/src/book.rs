//! A whole book: where games start, each read, and which of them stand.

mod accustomed;
mod budget;
mod twins;

use std::ops::Range;

use shakmaty::{Chess, Move, Role};

use self::budget::{Budget, Place, Searched};
use self::twins::Sums;
use crate::board::Node;
use crate::decode::{self, Begin, Evidence, KnownMoves, Reading, Step};
use crate::grammar::Grammar;
use crate::prices::Prices;
use crate::print::Print;
use crate::progress::{Counter, Progress, Stage, Told};
use crate::rows::Rows;
use crate::token::{STRONG, Token, Tokens};
use crate::trust;
use crate::wear::Wear;
use scorebook_heading::{self as heading, Furniture, Heading};

/// A game of the book.
#[derive(Clone, Debug)]
pub struct Game {
    /// Its first token's place in the print, in characters.
    pub start: u32,
    /// The end of its last cell.
    pub end: u32,
    /// Where the next game may begin: it was read up to here.
    pub until: u32,
    /// How it was read.
    pub reading: Reading,
    /// What stands above it.
    pub heading: Heading,
}

impl Game {
    /// Whether it explains so much of its print that a game begins there indeed.
    fn is_one(&self) -> bool {
        let plies = self.reading.steps.len();
        plies >= LONG && self.reading.gain() > LITTLE * plies as f32
    }
}

/// What notes that were taken for a game explain at the most, in nats a half-move.
const LITTLE: f32 = 2.5;

/// Everything that was found in a print.
pub struct Book {
    /// How it writes moves.
    pub grammar: Grammar,
    /// What the print holds.
    pub evidence: Evidence,
    /// The games in the order of the print.
    pub games: Vec<Game>,
    /// What the search for them has cost.
    pub effort: Effort,
    /// What it was read with: a game of it that is read anew is read with the same.
    pub prices: Prices,
}

impl Book {
    /// Another legal move that the text of a half-move says as well: two ways to the same position are one to the search, and
    /// it is no rival there.
    #[must_use]
    pub fn also_says(&self, position: &Chess, step: &Step) -> Option<Move> {
        let all = &self.evidence.tokens.all;
        let at = all.binary_search_by_key(&step.cell.start, |token| token.start).ok()?;
        let node = Node::new(position.clone());
        let mut other: Option<(f32, Move)> = None;
        for said in all[at].said.iter().filter(|said| said.end == step.cell.end) {
            node.fits(&said.desc, |legal, more| {
                let (cost, m) = (said.cost + more, node.legal[legal].m);
                if m != step.m && cost < step.text + ALIKE && other.is_none_or(|other| cost < other.0) {
                    other = Some((cost, m));
                }
            });
        }
        other.map(|other| other.1)
    }
}

/// Of two moves that a text may say, neither is said better by less, in nats.
const ALIKE: f32 = 0.5;

/// Games of so many half-moves that go well at a glance are where they seem to be.
const LONG: usize = 16;
/// No game has fewer characters.
const SHORT: u32 = 60;
/// Shorter games are fragments of notes.
const SHORTEST: usize = 8;

/// Reads all games of a print.
#[must_use]
pub fn read(print: Print, grammar: Grammar, prices: &Prices) -> Book {
    read_telling(print, grammar, prices, &|_| ())
}

/// The same; `told` hears how far it has come.
#[must_use]
pub fn read_telling(print: Print, grammar: Grammar, prices: &Prices, told: Told<'_>) -> Book {
    told(Progress { stage: Stage::Moves, done: 0, of: 0 });
    let (grammar, evidence) = accustomed::to(evidence(print, grammar), grammar, prices, told);
    let starts = starts(&evidence);
    let mut effort = Effort::default();
    let mut budget = Budget::of(evidence.print.chars.len());
    let spent = (&mut budget, &mut effort);
    let mut games = candidates(&evidence, &starts, prices, &|start| start.likely, &[], spent, told);
    // What holds as part of a game is no beginning of another.
    let held: Vec<Range<u32>> = games.iter().map(held).collect();
    let free = |start: &Start| !start.likely && !held.iter().any(|game| game.contains(&start.place));
    let spent = (&mut budget, &mut effort);
    let others = candidates(&evidence, &starts, prices, &free, &games, spent, told);
    games.extend(others);
    let mut games = deepened(&evidence, disjoint(games), prices, &mut effort, told);
    told(Progress { stage: Stage::Headings, done: 0, of: 0 });
    headings(&evidence.print, &mut games);
    Book { grammar, evidence, games, effort, prices: prices.clone() }
}

/// What searching a book for games has cost, and what was left unsearched because too much was searched in vain around it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// The work of all searches: see [`Work`](decode::Work).
    pub work: decode::Work,
    /// How many places where a game may begin were not searched.
    pub given_up: usize,
    /// The first of them, in characters.
    pub first: Option<u32>,
}

impl Effort {
    fn give_up(&mut self, place: u32) {
        self.given_up += 1;
        self.first = Some(self.first.map_or(place, |first| first.min(place)));
    }
}

/// A start and where it is searched to.
struct Reach<'s> {
    start: &'s Start,
    until: u32,
}

impl Place for Reach<'_> {
    fn at(&self) -> u32 {
        self.start.place
    }

    fn is_sure(&self) -> bool {
        self.start.sure
    }
}

impl Reach<'_> {
    /// How much it looks like the beginning of a game.
    fn promise(&self) -> f32 {
        f32::from(self.start.sure) * 2.0 + f32::from(self.start.likely)
    }
}

impl Place for (Reach<'_>, Option<Game>) {
    fn at(&self) -> u32 {
        self.0.at()
    }

    fn is_sure(&self) -> bool {
        self.0.is_sure()
    }
}

/// What was glanced at, without places beside others, in characters, from which the same half-moves are read: they need no
/// second search. The more promising stays.
fn distinct(glanced: Vec<(Reach<'_>, Option<Game>)>) -> Vec<(Reach<'_>, Option<Game>)> {
    let moves = |game: &Option<Game>| -> Option<Vec<Move>> {
        game.as_ref().map(|game| game.reading.steps.iter().map(|step| step.m).collect())
    };
    let is_same = |one: &(Reach<'_>, Option<Game>), other: &(Reach<'_>, Option<Game>)| {
        let apart = one.0.start.place.abs_diff(other.0.start.place);
        let read = moves(&one.1);
        one.0.until == other.0.until && apart <= BESIDE && read.is_some() && read == moves(&other.1)
    };
    let mut kept: Vec<(Reach<'_>, Option<Game>)> = Vec::with_capacity(glanced.len());
    for one in glanced {
        // The ways of a start stand behind one another.
        let near = kept.len().saturating_sub(BESIDE_ONE);
        match kept[near..].iter_mut().find(|other| is_same(other, &one)) {
            Some(other) if one.0.promise() > other.0.promise() => *other = one,
            Some(_) => {}
            None => kept.push(one),
        }
    }
    kept
}

/// See [`distinct`].
const BESIDE: u32 = 2;
/// So many before a place may stand beside it.
const BESIDE_ONE: usize = 6;

/// How much a start looks like the beginning of a game after a glance.
fn promise_glanced((reach, glanced): &(Reach<'_>, Option<Game>)) -> f32 {
    reach.promise() + glanced.as_ref().map_or(0.0, |game| game.reading.gain().max(0.0))
}

/// The games that begin at some of the starts, each as it reads up to the next likely start, and up to the next sure one; `known`
/// are games that begin at others.
fn candidates(
    evidence: &Evidence,
    starts: &[Start],
    prices: &Prices,
    which: &(dyn Fn(&Start) -> bool + Sync),
    known: &[Game],
    (budget, effort): (&mut Budget, &mut Effort),
    told: Told<'_>,
) -> Vec<Game> {
    let last = (evidence.print.chars.len() as u32).saturating_sub(1);
    let until = |start: &Start, begins: fn(&Start) -> bool| {
        let behind = &starts[starts.partition_point(|s| s.place <= start.place + 150)..];
        behind.iter().find(|s| begins(s)).map_or(last, |next| heading_before(evidence, next.place))
    };
    let game = |start: &Start, until: u32, reading: Reading| -> Option<Game> {
        let end = reading.steps.iter().map(|step| step.cell.end).max()?;
        let long = reading.steps.len() >= SHORTEST;
        long.then(|| Game { start: start.place, end, until, reading, heading: Heading::default() })
    };
    let ways = |start: &Start| {
        let (near, far) = (until(start, |s| s.likely), until(start, |s| s.sure));
        std::iter::once(near).chain(Some(far).filter(|far| *far != near))
    };
    let wanted: Vec<Reach<'_>> = starts
        .iter()
        .filter(|start| which(start))
        .flat_map(|start| ways(start).map(move |until| Reach { start, until }))
        .collect();
    let sums = Sums::of(&evidence.print.chars);
    let likeness = |reach: &Reach<'_>| Some(sums.likeness(reach.start.place, reach.until));
    let read = Counter::new(told, Stage::Glance, wanted.len());
    // What goes well at a glance leaves no room for others in its print.
    let glance = |Reach { start, until }: &Reach<'_>| {
        let (reading, work) = decode::glance_counted(evidence, prices, start.begin, *until);
        read.step();
        let found = reading.and_then(|reading| game(start, *until, reading));
        let pays = found.as_ref().is_some_and(Game::is_one);
        let is_hopeless = found.as_ref().is_none_or(|game| game.reading.is_poor());
        Searched { found, work, pays, is_hopeless }
    };
    let (found, work) = budget.search(&wanted, Reach::promise, likeness, glance);
    effort.work += work;
    let mut glanced: Vec<(Reach<'_>, Option<Game>)> = Vec::with_capacity(wanted.len());
    for (reach, found) in wanted.into_iter().zip(found) {
        match found {
            Some(game) => glanced.push((reach, game)),
            None => effort.give_up(reach.start.place),
        }
    }
    let glanced = distinct(glanced);
    let mut well: Vec<Range<u32>> = Vec::new();
    for game in glanced.iter().filter_map(|(_, game)| game.as_ref()) {
        if !game.reading.is_poor() && game.reading.steps.len() >= LONG {
            well.push(game.start..game.end);
        }
    }
    let room = |start: &Start| {
        let place = start.place;
        well.iter().all(|game| place == game.start || place + SHORT < game.start || place >= game.end)
    };
    let read = Counter::new(told, Stage::Full, glanced.len());
    let full = |(Reach { start, until }, glanced): &(Reach<'_>, Option<Game>)| {
        let (found, work) = match glanced {
            Some(game) if game.reading.is_good() => (Some(game.clone()), 0),
            _ if !room(start) => (None, 0),
            glanced => {
                let known = KnownMoves::default();
                let glanced = glanced.as_ref().map(|game| &game.reading);
                let most = budget::worth(glanced.map_or(0.0, Reading::gain));
                let (reading, work) =
                    decode::look_again_within(evidence, prices, (start.begin, *until), known, glanced, most);
                (reading.and_then(|reading| game(start, *until, reading)), work)
            }
        };
        read.step();
        let pays = found.as_ref().is_some_and(Game::is_one);
        let is_hopeless = found.as_ref().is_none_or(|game| game.reading.is_poor());
        Searched { found, work, pays, is_hopeless }
    };
    let mut in_full = |glanced: &[(Reach<'_>, Option<Game>)]| -> Vec<Game> {
        let (found, work) = budget.search(glanced, promise_glanced, |(reach, _)| likeness(reach), full);
        effort.work += work;
        for ((reach, _), found) in glanced.iter().zip(&found) {
            if found.is_none() {
                effort.give_up(reach.start.place);
            }
        }
        found.into_iter().flatten().flatten().collect()
    };
    // Beyond a likely start a game is read only if none begins there.
    let is_near = |reach: &Reach<'_>| reach.until == until(reach.start, |s| s.likely);
    let (near, mut far): (Vec<_>, Vec<_>) = glanced.into_iter().partition(|(reach, _)| is_near(reach));
    let mut games: Vec<Game> = in_full(&near);
    let begun: Vec<Range<u32>> =
        known.iter().chain(&games).filter(|game| game.is_one()).map(|game| game.start..game.end).collect();
    far.retain(|(Reach { start, until: end }, glanced)| {
        let is_good = glanced.as_ref().is_some_and(|game| game.reading.is_good());
        is_good || !begun.iter().any(|other| start.place < other.start && other.end <= *end)
    });
    games.extend(in_full(&far));
    games
}

/// The games, those that go badly searched through once more; each stays before the next.
fn deepened(
    evidence: &Evidence,
    games: Vec<Game>,
    prices: &Prices,
    effort: &mut Effort,
    told: Told<'_>,
) -> Vec<Game> {
    let searched = Counter::new(told, Stage::Again, games.len());
    let nexts: Vec<u32> = games.iter().skip(1).map(|next| next.start).chain([u32::MAX]).collect();
    let games: Vec<(Game, u32)> = games.into_iter().zip(nexts).collect();
    let deepen = |(game, next): &(Game, u32)| {
        let mut found = Searched { found: game.clone(), work: 0, pays: false, is_hopeless: false };
        if game.reading.is_poor() {
            let begin = evidence.begin(game.start);
            let known = KnownMoves::default();
            let most = budget::worth(game.reading.gain());
            let reading = game.reading.clone();
            let (reading, work) =
                decode::deepened_within(evidence, prices, (begin, game.until), known, reading, most);
            let end = reading.steps.iter().map(|step| step.cell.end).max().unwrap_or(game.end);
            found.work = work;
            if end <= (*next).max(game.end) {
                found.found = Game { end, reading, ..game.clone() };
            }
            found.pays = found.found.is_one();
        }
        searched.step();
        found
    };
    let mut budget = Budget::of(evidence.print.chars.len());
    let (deepened, work) = budget.search(&games, |(game, _)| game.reading.gain(), |_| None, deepen);
    effort.work += work;
    games.into_iter().zip(deepened).map(|((game, _), found)| found.unwrap_or(game)).collect()
}

impl Place for (Game, u32) {
    fn at(&self) -> u32 {
        self.0.start
    }

    fn is_sure(&self) -> bool {
        true
    }
}

/// The characters of a game up to where it can be trusted.
fn held(game: &Game) -> Range<u32> {
    let end = game.reading.steps[..trust::judge(&game.reading).plies(&game.reading)]
        .iter()
        .map(|step| step.cell.end)
        .max();
    game.start..end.unwrap_or(game.start)
}

/// No row is indented by more characters.
const WIDEST: usize = 250;
/// Lines above and below a game that may tell of it.
const ABOVE: usize = 40;
/// See `ABOVE`.
const BELOW: usize = 6;

/// Reads the headings of all games; names that stand again in the book correct each other.
fn headings(print: &Print, games: &mut [Game]) {
    let places: Vec<Range<u32>> = games.iter().map(|game| game.start..game.end).collect();
    for (game, heading) in games.iter_mut().zip(headings_of(print, &places)) {
        game.heading = heading;
    }
}

/// The headings of games, each from its first character to its last.
#[must_use]
pub fn headings_of(print: &Print, games: &[Range<u32>]) -> Vec<Heading> {
    if games.is_empty() {
        return Vec::new();
    }
    // A form feed stands before the first row of each page; a row stands as far to the right as on its page.
    let text = |row: usize| {
        let feeds = row > 0 && print.rows[row - 1].page != print.rows[row].page;
        let left = (print.rows[row].left as usize).min(WIDEST);
        format!("{}{:left$}{}", if feeds { "\u{c}" } else { "" }, "", print.text(row))
    };
    let texts: Vec<String> = (0..print.rows.len()).map(text).collect();
    let lines: Vec<&str> = texts.iter().map(|text| heading::line_of(text)).collect();
    let furniture = Furniture::learn(&lines);
    let mut after = 0;
    let mut around = Vec::new();
    for game in games {
        let GameRows { from, first, last } = GameRows::of(print, &lines, game);
        let below = (last + 1).min(lines.len())..(last + 1 + BELOW).min(lines.len());
        around.push(heading::Around {
            before: &lines[from..first],
            foreign: after.clamp(from, first) - from,
            inside: &lines[first..=last],
            after: &lines[below],
        });
        after = last + 1;
    }
    heading::read_all(&around, &furniture, &lines)
}

/// The rows of a game and those above it that may tell of it.
pub(crate) struct GameRows {
    /// The first row that may be part of its heading.
    pub from: usize,
    /// Its own rows.
    pub first: usize,
    /// See `first`.
    pub last: usize,
}

impl GameRows {
    pub(crate) fn of(print: &Print, lines: &[&str], game: &Range<u32>) -> GameRows {
        let row = |place: u32| print.row_of[(place as usize).min(print.row_of.len() - 1)] as usize;
        let (mut first, last) = (row(game.start), row(game.end).max(row(game.start)));
        // A name that looks like the first move belongs to the heading.
        while first < last && first < row(game.start) + 2 && heading::is_name(lines[first]) {
            first += 1;
        }
        GameRows { from: first.saturating_sub(ABOVE), first, last }
    }
}

/// Finds out what a print holds.
#[must_use]
pub fn evidence(print: Print, grammar: Grammar) -> Evidence {
    let mut tokens = Tokens::find(&print, grammar);
    let mut rows = Rows::judge(&print, &tokens, grammar);
    let wear = Wear::of(&print, &tokens, &rows);
    wear.charge(&print, &mut tokens, &mut rows);
    Evidence::new(print, tokens, rows, wear)
}

/// Where the rows of a heading above a start begin, roughly.
fn heading_before(evidence: &Evidence, start: u32) -> u32 {
    let mut row = evidence.print.row_of[start as usize] as usize;
    while row > 0 && evidence.rows.score[row - 1] < 0.3 && start - evidence.print.rows[row].chars.start < 400
    {
        row -= 1;
    }
    evidence.print.rows[row].chars.start
}

/// Where a game may start.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    /// Its first move, or the place behind which it stands.
    pub begin: Begin,
    /// The character.
    pub place: u32,
    /// Whether its number 1 stands before it, and 2 behind.
    pub sure: bool,
    /// Whether it stands below a heading, and what may be the reply behind it.
    pub likely: bool,
}

/// Where games may start, by place.
#[must_use]
pub fn starts(evidence: &Evidence) -> Vec<Start> {
    let node = Node::new(Chess::default());
    let mut out: Vec<Start> = Vec::new();
    for (at, token) in evidence.tokens.all.iter().enumerate() {
        let row = evidence.print.row_of[token.start as usize] as usize;
        let near = evidence.rows.score[row..].iter().take(3).fold(0.0, |a: f32, b| a.max(*b));
        if near < 0.15 || evidence.rows.bracketed[token.start as usize] {
            continue;
        }
        let mut least = f32::INFINITY;
        for said in &token.said {
            if matches!(said.desc.man.role, Role::Pawn | Role::Knight) {
                node.fits(&said.desc, |_, more| least = least.min(said.cost + more + token.entry));
            }
        }
        if least > 3.0 {
            continue;
        }
        let start = |sure, likely| Start { begin: Begin::Token(at as u32), place: token.start, sure, likely };
        match token.label.cost(1) {
            Some(cost) if cost <= 1.2 && !token.label.dots => {
                // Black's first move may have a 1 as well.
                let second = out.last().is_some_and(|last| last.sure && token.start - last.place < 150);
                let followed = !token.label.apart && followed(evidence, token.start);
                let sure = cost < 1.1 && least < 1.5 && !second && followed;
                out.push(start(sure, sure));
            }
            None => {
                // The number is lost: nothing like a move may stand shortly before.
                let before = token.start.saturating_sub(120);
                if evidence.rows.passed(before, token.start) < 1.5 && least < 2.0 {
                    let likely = least < 1.0 && headed(evidence, row, token.start);
                    out.push(start(false, likely));
                }
            }
            _ => {}
        }
    }
    blocks(evidence, &mut out);
    out.sort_by_key(|start| start.place);
    out
}

/// Adds the beginnings of score whose first moves are lost or worn, but which begin with small numbers.
fn blocks(evidence: &Evidence, out: &mut Vec<Start>) {
    let score = &evidence.rows.score;
    for row in 1..score.len() {
        if score[row] < 0.2 || score[row - 1] >= 0.2 {
            continue;
        }
        let place = evidence.print.rows[row].chars.start;
        if out.iter().any(|start| start.sure && start.place.abs_diff(place) < 150) {
            continue;
        }
        let range = evidence.tokens.within(place, place + 150);
        let labels = |n: u16| {
            evidence.tokens.all[range.clone()].iter().any(|t| t.label.cost(n).is_some_and(|cost| cost < 1.0))
        };
        // `20 PxP` is no 2 before a worn move.
        if carried_over(evidence, range.clone()) {
            continue;
        }
        if labels(2) || labels(3) {
            let sure = labels(2) && labels(3);
            out.push(Start { begin: Begin::Place(place), place, sure, likely: sure });
        }
    }
}

/// Whether all moves with clean numbers come late in a game: the score goes on here.
fn carried_over(evidence: &Evidence, range: Range<usize>) -> bool {
    let cut = &evidence.tokens.cut;
    let begins = |token: &&Token| {
        cut.binary_search_by_key(&token.start, |cut| cut.0).is_ok_and(|at| cut[at].2 > STRONG)
    };
    let tokens = evidence.tokens.all[range].iter().filter(begins);
    let clean = tokens.filter_map(|token| token.label.values.iter().find(|value| value.1 < 0.5));
    let (count, least) = clean.fold((0, u16::MAX), |(count, least), value| (count + 1, least.min(value.0)));
    count >= 2 && least > EARLY
}

/// The first moves of a game bear these numbers.
const EARLY: u16 = 4;

/// Whether a place begins its row, and no moves stand on the rows above it.
fn headed(evidence: &Evidence, row: usize, place: u32) -> bool {
    let cut = &evidence.tokens.cut;
    let moves = |row: usize| {
        let chars = &evidence.print.rows[row].chars;
        let first = cut.partition_point(|cut| cut.0 < chars.start);
        cut[first..].iter().take_while(|cut| cut.0 < chars.end).any(|cut| cut.2 > 2.0)
    };
    place < evidence.print.rows[row].chars.start + 6 && row > 1 && !moves(row - 1) && !moves(row - 2)
}

/// Of the clean numbers next to a first move, one is low among so many: tables have up to three parts, read across.
const PARTS: usize = 3;

/// Whether a number 2 stands soon behind a first move, and those next to it are no 12, 13 and 14, as behind an 11 that lost
/// a sign.
fn followed(evidence: &Evidence, start: u32) -> bool {
    let tokens = &evidence.tokens.all[evidence.tokens.within(start + 3, start + 400)];
    let clean = |token: &Token| {
        let strong = token.strength(&token.said[0]) > STRONG && !token.label.apart;
        token
            .label
            .values
            .iter()
            .find(|value| value.1 < 0.5 && strong)
            .map(|value| (token.label.start, value.0))
    };
    let mut numbers: Vec<(u32, u16)> = tokens.iter().filter_map(clean).collect();
    numbers.dedup_by_key(|number| number.0);
    let goes_on = numbers.iter().take(PARTS).any(|number| number.1 < EARLY) || numbers.is_empty();
    goes_on && tokens.iter().any(|token| token.label.cost(2).is_some_and(|cost| cost < 1.0))
}

/// What one more game must explain, in nats.
const ANOTHER: f32 = 5.0;

/// Of games that share print, those that explain the most of it altogether.
fn disjoint(mut games: Vec<Game>) -> Vec<Game> {
    games.retain(|game| game.reading.gain() > ANOTHER);
    games.sort_by_key(|game| game.end);
    // For each game: the most that it and games before it explain, and the last of those games.
    let mut best: Vec<(f32, Option<usize>)> = Vec::new();
    let mut most: Vec<(f32, Option<usize>)> = vec![(0.0, None)];
    for (at, game) in games.iter().enumerate() {
        let before = games.partition_point(|other| other.end <= game.start).min(at);
        let (sum, last) = most[before];
        let sum = sum + game.reading.gain() - ANOTHER;
        best.push((sum, last));
        most.push(if sum > most[at].0 { (sum, Some(at)) } else { most[at] });
    }
    let mut kept = Vec::new();
    let mut next = most[games.len()].1;
    while let Some(at) = next {
        kept.push(at);
        next = best[at].1;
    }
    let mut at = 0;
    games.retain(|_| {
        at += 1;
        kept.contains(&(at - 1))
    });
    games.sort_by_key(|game| game.start);
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The work of reading `text` so many times, one behind the other, and the places that are given up.
    fn effort(text: &str, times: usize) -> Effort {
        crate::read(&text.repeat(times), &Prices::default()).effort
    }

    /// Texts that have many beginnings and no game cost no more, a passage, than is allowed in vain, and the last searches
    /// that were begun.
    #[test]
    fn work_of_a_passage_is_bounded() {
        for text in ["1. e4", "1. e4 ", "1 e4 e5 | 1 d4 d5 ", "1. e4 e5\n"] {
            let passages = 2;
            let effort = effort(text, 4_000 / text.len());
            assert!(effort.work > 0 && effort.work < passages * 4_000_000, "{text:?}: {}", effort.work);
        }
    }

    #[test]
    fn places_are_given_up_only_where_many_lead_nowhere() {
        let given_up = effort("1. e4 ", 400);
        assert!(given_up.given_up > 0 && given_up.first.is_some());
        let game = "Game 1.\n\nWHITE (Smith).  BLACK (Brown).\n\n1. P-K4   P-K4\n2. Kt-KB3  Kt-QB3\n3. B-B4   B-B4\n\
                    4. P-B3   Kt-B3\n5. P-Q4   PxP\n\n";
        assert_eq!(effort(game, 1).given_up, 0);
    }
}
