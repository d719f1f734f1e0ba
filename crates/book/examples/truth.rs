//! Why games are not read: each game of a truth file is read with its moves known, and what that reading costs is held
//! against the free one: `truth BOOK.txt TRUTH.pgn [BEGIN-OF-PLAYER]`.
//!
//! `PLAIN=1` leaves out the book's own habits, and most of the time. `PLACES=LINES.json` says near which line of the book each game stands (`null` where nobody knows).
//! `search`: the true way is cheaper, the beam lost it. `prices`: a wrong way is cheaper. `start`: no start gives it.
use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use rayon::prelude::*;
use scorebook_book::{book, columns, decode, grammar::Grammar, prices::Prices, print::Print};
use shakmaty::{Chess, Move, Position};
use std::ops::ControlFlow;

#[derive(Default)]
struct Games;
impl Visitor for Games {
    type Tags = String;
    type Movetext = (String, Chess, Vec<Move>);
    type Output = (String, Vec<Move>);
    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(String::new())
    }
    fn tag(&mut self, tags: &mut String, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        if name == b"White" || name == b"Black" {
            tags.push_str(&value.decode_utf8_lossy());
            tags.push('|');
        }
        ControlFlow::Continue(())
    }
    fn begin_movetext(&mut self, tags: String) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue((tags, Chess::default(), Vec::new()))
    }
    fn san(&mut self, game: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        if let Ok(m) = san.san.to_move(&game.1) {
            game.1.play_unchecked(m);
            game.2.push(m);
        }
        ControlFlow::Continue(())
    }
    fn end_game(&mut self, game: Self::Movetext) -> Self::Output {
        (game.0, game.2)
    }
}

/// Lines around a place in which its game begins.
const NEAR: usize = 200;

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let text = String::from_utf8_lossy(&std::fs::read(&args[1])?).into_owned();
    let mut games: Vec<(String, Vec<Move>)> = Vec::new();
    for game in Reader::new(std::fs::File::open(&args[2])?).read_games(&mut Games) {
        games.push(game?);
    }
    let places: Vec<Option<usize>> = match std::env::var("PLACES") {
        Ok(path) => serde_json::from_str(&std::fs::read_to_string(path)?)?,
        Err(_) => vec![None; games.len()],
    };
    let breaks: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
    let near =
        |line: usize, byte: u32| breaks.partition_point(|&at| at < byte as usize).abs_diff(line) < NEAR;
    let only = args.get(3);
    let mut games: Vec<_> = games.into_iter().zip(places).collect();
    games.retain(|game| only.is_none_or(|name| game.0.0.starts_with(name.as_str())));
    let prices = match std::env::var("PRICES") {
        Ok(path) => toml::from_str(&std::fs::read_to_string(path)?)?,
        Err(_) => Prices::default(),
    };
    let grammar = Grammar::of(&text);
    let print = Print::new(&text, &columns::pieces(&text, grammar));
    // As the book is read in the end: with its own habits.
    let e = match std::env::var_os("PLAIN") {
        None => book::read(print, grammar, &prices).evidence,
        Some(_) => book::evidence(print, grammar),
    };
    let starts = book::starts(&e);
    let last = e.print.chars.len() as u32 - 1;
    let report: Vec<String> = games
        .par_iter()
        .map(|((name, moves), place)| {
            let known: Vec<Option<Move>> = moves.iter().cloned().map(Some).collect();
            let mut best: Option<(usize, f32, decode::Begin, u32, decode::Reading)> = None;
            for (at, start) in starts.iter().enumerate() {
                if place.is_some_and(|line| !near(line, e.print.bytes[start.place as usize])) {
                    continue;
                }
                let until = |begins: fn(&book::Start) -> bool| {
                    let mut behind = starts[at + 1..].iter();
                    behind.find(|s| begins(s) && s.place > start.place + 150).map_or(last, |s| s.place)
                };
                let (near, far) = (until(|s| s.likely), until(|s| s.sure));
                // A few half-moves say whether the game may stand here at all.
                let short = decode::KnownMoves { steps: &[], moves: &known[..known.len().min(8)], end: true, ..Default::default() };
                let Some(first) = decode::read_knowing(&e, &prices, start.begin, near, short) else { continue };
                if first.steps.len() < short.moves.len() || first.cost - first.tail > 25.0 {
                    continue;
                }
                for next in std::iter::once(near).chain(Some(far).filter(|far| *far != near)) {
                    let all = decode::KnownMoves { steps: &[], moves: &known, end: true, ..Default::default() };
                    let Some(r) = decode::read_knowing(&e, &prices, start.begin, next, all) else { continue };
                    let key = (r.steps.len(), -r.cost);
                    if best.as_ref().is_none_or(|b| key > (b.0, -b.1)) {
                        best = Some((r.steps.len(), r.cost, start.begin, next, r));
                    }
                }
            }
            let Some((plies, cost, begin, next, known)) = best else { return format!("start   {name} {}", moves.len()) };
            let free = decode::read(&e, &prices, begin, next).expect("read before");
            let same = free.steps.iter().zip(moves).take_while(|(a, b)| a.m == **b).count();
            let row = e.print.row_of[begin.place(&e) as usize];
            let kind = if same == moves.len() {
                "right"
            } else if free.cost > cost + 0.01 {
                "search"
            } else if plies < moves.len() {
                "stops"
            } else {
                "prices"
            };
            let mut out = format!(
                "{kind:7} {name} {} row {row}: known {plies} cost {cost:.1} tail {:.1}; free {} cost {:.1} tail {:.1}, parts at {}",
                moves.len(), known.tail, free.steps.len(), free.cost, free.tail, same + 1
            );
            if std::env::var_os("GRID").is_some() {
                out.push('\n');
                out.push_str(&decode::by_numbers(&e, begin, next).trace(&e));
            }
            if std::env::var_os("STEPS").is_some() {
                for (ply, k) in known.steps.iter().enumerate() {
                    let row = e.print.row_of[k.cell.start as usize];
                    out.push_str(&format!("\nstep {ply} {:?} {:.2} {:.2} {row}", k.way, k.text, k.travel));
                }
                return out;
            }
            if kind != "right" {
                // Where the beam lost the true way: dearer than the dearest kept, or as near as that for a while before.
                let lost = known.steps.iter().zip(&free.kept).position(|(s, k)| s.cost > k.1 + 0.01);
                if let (Some(at), "search") = (lost, kind) {
                    out.push_str(&format!(
                        "; lost at {}: {:.1} where the beam keeps {:.1} to {:.1}",
                        at + 1, known.steps[at].cost, free.kept[at].0, free.kept[at].1
                    ));
                }
                if std::env::var_os("DEAR").is_some() {
                    for (ply, k) in known.steps.iter().enumerate().filter(|(_, k)| k.text + k.travel > 3.5) {
                        let row = e.print.row_of[k.cell.start as usize];
                        let text = e.print.excerpt(k.cell.clone());
                        out.push_str(&format!(
                            "\n    {} {} {:?} text {:.1} travel {:.1} row {row} [{text}]", ply + 1, k.m, k.way, k.text, k.travel
                        ));
                    }
                    return out;
                }
                let from = if only.is_some() { 0 } else { same.saturating_sub(2) };
                let to = if only.is_some() { known.steps.len() } else { (same + 5).min(known.steps.len()) };
                for ply in from..to {
                    let k = &known.steps[ply];
                    let of = |s: &decode::Step| format!(
                        "{} {:?} text {:.1} travel {:.1} cost {:.1} row {} [{}]",
                        s.m, s.way, s.text, s.travel, s.cost, e.print.row_of[s.cell.start as usize], e.print.excerpt(s.cell.clone())
                    );
                    out.push_str(&format!("\n    {:3} {:60}", ply + 1, of(k)));
                    if let Some(f) = free.steps.get(ply).filter(|_| ply >= same) {
                        out.push_str(&format!(" | {}", of(f)));
                    }
                }
            }
            out
        })
        .collect();
    for line in report {
        println!("{line}");
    }
    Ok(())
}
