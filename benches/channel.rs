//! `cargo bench --bench channel`: the learned rows of `crates/channel/src/confusions.tsv`.
//!
//! Two raw books are read; each game that the truth has is then read once more with only the truth's
//! moves allowed, which ties every half-move to its text. The text of a worn cell is aligned with the
//! nearest way to write the move, character by character, or one for two, or two for one, and what
//! became of each printed character is counted (four rounds, each under the prices of the one before).
//! A price is the negative logarithm of how often a character is misread so, against how often it is
//! read right, weighted as if twenty more had been seen at the prices set by hand, minus what the cell pays
//! for being worn at all. Only what was seen five times or more is kept.
//!
//! `cargo bench --bench channel -- 0` or `1` learns from every second game only.

#[path = "../tests/common/mod.rs"]
mod common;
#[path = "../tests/common/scans.rs"]
mod scans;

use std::collections::{BTreeMap, HashMap};
use std::fs::File;

use rayon::prelude::*;
use scorebook::decode::lattice::Lattice;
use scorebook::decode::lexicon::Lexicon;
use scorebook::decode::ocr_channel::channel::{Channel, received};
use scorebook::decode::ocr_channel::words::{EndMarks, Goal, MovePart};
use scorebook::decode::ocr_channel::{Noisy, describe};
use scorebook::decode::reader::{Reader, Weighings};
use scorebook::decode::search::{Bounds, MarkHabits, search};
use scorebook::decode::unordered::UnorderedGraph;
use scorebook::decode::{Cost, Decoder, GameState, NotationChoice, Options};
use scorebook::notation::{self, Senses};
use scorebook::record::book::PrintedBook;
use scorebook::record::{Cell, Draft, Layout, MoveSense};
use scorebook::skeleton::Scene;
use scorebook::text::Source;
use shakmaty::{Chess, Color, Move, Position};

const BOOKS: [&str; 2] = ["hastings-1895", "morphy-lowenthal"];
/// A game of the truth is the one in the book if it shares so many half-moves with what was read.
const SHARED: usize = 20;
/// Alignments are found so often, each time under the last prices.
const ROUNDS: usize = 4;
/// How many sightings the prices set by hand count for.
const HELD: f64 = 20.0;
/// What a worn cell pays before its characters do.
const WORN: f64 = 2.7;
/// Fewer sightings than this are left out.
const FEWEST: f64 = 5.0;
/// A misreading costs more than what still counts as written.
const LEAST: f64 = 1.0;

/// Allows the moves of one game only.
struct Forced<'l> {
    reader: Noisy<'l>,
    moves: HashMap<Chess, Move>,
}

impl Reader for Forced<'_> {
    fn weigh_within(
        &mut self,
        cell: &Cell<'_>,
        scene: Scene<'_>,
        legal: &[Move],
        most: Cost,
        out: &mut Weighings,
    ) {
        self.reader.weigh_within(cell, scene, legal, most, out);
        let only = self.moves.get(scene.position);
        out.retain(|weighed| Some(&weighed.mv) == only);
    }

    fn senses(&mut self, text: &str, side: Color) -> Senses {
        self.reader.senses(text, side)
    }

    fn weigh_lost(&mut self, scene: Scene<'_>, legal: &[Move], out: &mut Weighings) {
        self.reader.weigh_lost(scene, legal, out);
        let only = self.moves.get(scene.position);
        out.retain(|weighed| Some(&weighed.mv) == only);
    }
}

fn forced(draft: &Draft<'_>, moves: &[Move]) -> Lattice {
    let mut lexicon = Lexicon::new(notation::find("english").into_iter().collect());
    let mut position = Chess::default();
    let mut said = HashMap::new();
    for &mv in moves {
        said.insert(position.clone(), mv);
        position.play_unchecked(mv);
    }
    let mut reader = Forced { reader: Noisy::new(&mut lexicon, true), moves: said };
    let bounds = Bounds {
        beam: 20,
        beside: 20,
        window: Cost::new(24_000),
        narrow: Cost::new(24_000),
        habits: MarkHabits::default(),
        bend_marks: false,
        as_written: false,
        late_repairs: 0,
        ceiling: Cost::NEVER,
        patience: Cost::NEVER,
        each: Cost::new(0),
    };
    let seat = GameState::new(&Chess::default());
    search(&draft.mainline.cells, &UnorderedGraph::new(draft), &mut reader, &seat, &bounds)
}

/// A received text and the ways to write its move.
struct Sight {
    text: Vec<u8>,
    ways: Vec<(String, f32)>,
}

fn writings(seat: &GameState, mv: Move) -> Vec<(String, f32)> {
    let Some((head, goal, end)) = describe(seat.scene(), mv) else { return Vec::new() };
    let mut after = seat.position.clone();
    after.play_unchecked(mv);
    let end = MovePart::end(EndMarks { check: after.is_check(), ..end }, false).writings();
    let nothing = vec![(String::new(), 0.0)];
    let head = if let Goal::Castles(_) = goal { nothing } else { MovePart::head(head, false).writings() };
    let mut ways: BTreeMap<String, f32> = BTreeMap::new();
    for (a, x) in &head {
        for (b, y) in &MovePart::tail(goal, false).writings() {
            for (c, z) in end.iter().filter(|(_, z)| x + y + z < 7.0) {
                let price = ways.entry(format!("{a}{b}{c}")).or_insert(f32::MAX);
                *price = price.min(x + y + z);
            }
        }
    }
    ways.into_iter().collect()
}

/// The cells of a game with the moves that they say.
fn sights(draft: &Draft<'_>, moves: &[Move]) -> Vec<Sight> {
    let lattice = forced(draft, moves);
    let Some((end, _)) = lattice.end() else { return Vec::new() };
    let path = lattice.path(end);
    // A game that can hardly be followed is another one.
    let costs: Cost = path.iter().map(|&edge| lattice.edges[edge as usize].cost).sum();
    if path.len() * 5 < moves.len() * 4 || costs.millinats() > 1600 * path.len() as u32 {
        return Vec::new();
    }
    let mut seat = GameState::new(&Chess::default());
    let mut sights = Vec::new();
    for edge in path.into_iter().map(|edge| &lattice.edges[edge as usize]) {
        let cell = edge.cell.map(|cell| received(&draft.mainline.cells[cell as usize].text));
        let misplaced = edge.cost.millinats().saturating_sub(edge.how.misread) > 1_500;
        if let Some(text) = cell.filter(|text| text.len() <= 30 && !misplaced && edge.how.misread < 9_500) {
            let exact = || vec![(String::from_utf8_lossy(&text).into_owned(), 0.0)];
            let ways = if edge.how.misread == 0 { exact() } else { writings(&seat, edge.mv) };
            sights.push(Sight { text, ways });
        }
        seat.play(edge.mv);
    }
    sights
}

/// What became of printed characters: the print, and what was received for it.
type Steps = Vec<(String, String)>;

/// The cheapest alignment below a limit.
fn align(channel: &Channel, print: &[u8], text: &[u8], limit: f32) -> Option<(f32, Steps)> {
    /// Steps through print and text: lost, added, read, fallen apart, run together.
    const STEPS: [(usize, usize); 5] = [(1, 0), (0, 1), (1, 1), (1, 2), (2, 1)];
    const UNSEEN: f32 = 5.0;
    let (n, m) = (print.len(), text.len());
    let mut table = vec![vec![(f32::MAX, 0); m + 1]; n + 1];
    table[0][0].0 = 0.0;
    for i in 0..=n {
        for j in 0..=m {
            for (step, (a, b)) in STEPS.into_iter().enumerate() {
                let (Some(from), Some(before)) = (i.checked_sub(a), j.checked_sub(b)) else { continue };
                let (print, text) = (&print[from..i], &text[before..j]);
                let fresh = !text.iter().any(|read| print.contains(read));
                let unseen = if fresh { UNSEEN } else { 99.0 };
                let price = match (print, text) {
                    (&[truth], []) => channel.deletion(truth),
                    ([], &[read]) => channel.insertion(read),
                    (&[truth], &[read]) => channel.substitution(truth, read),
                    (&[truth], pair) => channel.split(truth, pair).unwrap_or(99.0).min(unseen),
                    (&[a, b], &[read]) => channel.join(a, b, read).unwrap_or(99.0).min(unseen),
                    _ => continue,
                };
                let cost = table[from][before].0 + price;
                if cost < table[i][j].0 {
                    table[i][j] = (cost, step);
                }
            }
        }
    }
    let cost = table[n][m].0;
    if cost > limit {
        return None;
    }
    let (mut i, mut j) = (n, m);
    let mut steps = Steps::new();
    let said = |part: &[u8]| String::from_utf8_lossy(part).into_owned();
    while (i, j) != (0, 0) {
        let (a, b) = STEPS[table[i][j].1];
        steps.push((said(&print[i - a..i]), said(&text[j - b..j])));
        (i, j) = (i - a, j - b);
    }
    Some((cost, steps))
}

fn steps(channel: &Channel, sight: &Sight) -> Steps {
    let mut best: (f32, Steps) = (13.0, Steps::new());
    for (print, price) in &sight.ways {
        let limit = best.0 - price;
        if limit > 0.0
            && print.len().abs_diff(sight.text.len()) <= 6
            && let Some((cost, steps)) = align(channel, print.as_bytes(), &sight.text, limit)
        {
            best = (cost + price, steps);
        }
    }
    best.1
}

/// Prices by counts: print, text, price, sightings.
fn prices(counts: &BTreeMap<(String, String), f64>, by_hand: &Channel) -> Vec<(String, String, f64, f64)> {
    let seen =
        |print: &str, text: &str| counts.get(&(print.to_owned(), text.to_owned())).copied().unwrap_or(0.0);
    let mut printed = [0.0; 128];
    for ((print, _), count) in counts {
        print.bytes().for_each(|c| printed[usize::from(c & 127)] += count);
    }
    let mut rows = Vec::new();
    for ((print, text), &count) in
        counts.iter().filter(|((print, text), _)| !print.is_empty() && print != text)
    {
        let whole = print.bytes().map(|c| printed[usize::from(c & 127)]).fold(f64::MAX, f64::min);
        let price = |count: f64, hand: f64| -((count + HELD * hand) / (whole + HELD)).ln();
        let hand = |cost: f32| (-f64::from(cost) - 1.0).exp();
        let cost = match (print.as_bytes(), text.as_bytes()) {
            (&[truth], []) => price(count, hand(by_hand.deletion(truth))) - price(seen(print, print), 0.9),
            (&[truth], &[read]) => {
                price(count, hand(by_hand.substitution(truth, read))) - price(seen(print, print), 0.9)
            }
            _ => price(count - 0.5, 0.0),
        };
        let (print, text) = if text.is_empty() { ("del".to_owned(), print) } else { (print.clone(), text) };
        // What is seldom printed says little, and a digit has run together with nothing.
        if whole >= 200.0 {
            rows.push((print, text.clone(), cost, count));
        }
    }
    rows
}

struct Shapes;

impl MoveSense for Shapes {
    fn likeness(&self, _text: &str) -> f32 {
        0.0
    }
}

/// The cells of all games of a book that the truth has.
fn of_book(text: &str, truth: &[Vec<Move>], half: Option<usize>) -> Vec<Sight> {
    let source = Source::from_bytes("book.txt", text.as_bytes().to_vec());
    let drafts = PrintedBook.cut(&source, &Shapes);
    let options = || Options {
        from: notation::find("english").map_or(NotationChoice::Auto, NotationChoice::Notation),
        ..Options::default()
    };
    let read: Vec<Vec<Move>> =
        drafts.par_iter().map(|draft| Decoder::new(options()).decode(draft).game.moves().collect()).collect();
    let shared = |a: &[Move], b: &[Move]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
    // Each draft is the game that shares most with it.
    let games: Vec<(usize, &Vec<Move>)> = (0..drafts.len())
        .filter(|&at| drafts[at].unordered.is_some())
        .filter_map(|at| {
            let best = truth.iter().max_by_key(|moves| shared(&read[at], moves))?;
            (shared(&read[at], best) >= SHARED).then_some((at, best))
        })
        .collect();
    games
        .par_iter()
        .enumerate()
        .filter(|(index, _)| half.is_none_or(|half| index % 2 == half))
        .flat_map(|(_, &(at, moves))| sights(&drafts[at], moves))
        .collect()
}

fn main() {
    let half = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let mut all = Vec::new();
    for name in BOOKS {
        let dir = format!("../shared/books/{name}");
        let (Ok(text), Ok(truth)) =
            (std::fs::read(format!("{dir}/book.txt")), File::open(format!("{dir}/truth.pgn")))
        else {
            println!("skipped: {dir} is not here");
            return;
        };
        let truth: Vec<Vec<Move>> = scans::pgn(truth).filter(|moves| moves.len() >= SHARED).collect();
        all.extend(of_book(&String::from_utf8_lossy(&text), &truth, half));
    }
    let by_hand = include_str!("../crates/channel/src/confusions.tsv");
    let by_hand: String = by_hand
        .lines()
        .take_while(|line| !line.starts_with("# learned"))
        .flat_map(|line| [line, "\n"])
        .collect();
    let base = Channel::with_table(&by_hand);
    let mut table = by_hand.clone();
    let mut rows = Vec::new();
    for _ in 0..ROUNDS {
        let channel = Channel::with_table(&table);
        let found: Vec<Steps> = all.par_iter().map(|sight| steps(&channel, sight)).collect();
        let mut counts = BTreeMap::new();
        for step in found.into_iter().flatten() {
            *counts.entry(step).or_default() += 1.0;
        }
        rows = prices(&counts, &base);
        table = by_hand.clone();
        for (print, text, cost, _) in &rows {
            table.push_str(&format!("{print}\t{text}\t{:.2}\n", cost.max(0.5)));
        }
    }
    println!("# learned from {} cells of {} (`cargo bench --bench channel`)", all.len(), BOOKS.join(" and "));
    for (print, text, cost, _) in rows.iter().filter(|row| row.3 >= FEWEST) {
        println!("{print}\t{text}\t{:.1}", (cost - WORN).clamp(LEAST, 4.0));
    }
}
