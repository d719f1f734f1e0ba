//! Holds the crate to an oracle, and to tables of perft numbers. `tools/compare.py` runs it.
//!
//! ```text
//! oracle hold [SHOWN] [NOTATION]          reads what the oracle says of its own random games, from standard input
//! oracle play GAMES PLIES SEED EVERY NAME …   plays random games, for the oracle to judge: legal moves at each
//!                                             EVERY-th position (1: at all of them)
//! oracle perft TABLE [MOST-NODES]         a table of `variant, position, depth, nodes`, perhaps `chess960`
//! ```
//!
//! The lines that `hold` reads, tab-separated:
//!
//! ```text
//! rules FILE                 read a rules file, too
//! game NAME 960|std FEN      a game begins
//! ply FEN MOVES PLAYED SAN CHECK END CLAIM      what the oracle says of the position
//! ```
//!
//! It prints the first disagreements of each variant (2 unless told otherwise) and a table at the end.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::time::Instant;

use scorebook_random::Random;
use scorebook_variants::{Game, Move, Notation, Outcome, Position, Rules, Value, perft};

#[derive(Default)]
struct Tally {
    games: u32,
    plies: u32,
    wrong: BTreeMap<&'static str, u32>,
    shown: BTreeMap<&'static str, u32>,
}

fn value(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.value) {
        None => "-",
        Some(Value::Win) => "win",
        Some(Value::Loss) => "loss",
        Some(Value::Draw) => "draw",
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let task = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    match task.as_str() {
        "hold" => hold(&rest),
        "play" => play(&rest).unwrap_or_else(|error| eprintln!("{error}")),
        "perft" => count(&rest),
        _ => eprintln!("hold, play or perft"),
    }
}

/// The legal moves in UCI, sorted.
fn texts(position: &Position) -> String {
    let mut moves: Vec<String> =
        position.legal_moves().into_iter().map(|mv| position.write_move(Notation::Uci, mv)).collect();
    moves.sort();
    moves.join(" ")
}

/// Plays random games: a line a game with its moves in UCI and SAN, the last position and how it ends, and a line
/// for every EVERY-th position (others in each game) with its legal moves.
fn play(args: &[String]) -> std::io::Result<()> {
    let number = |at: usize, or: u64| args.get(at).and_then(|text| text.parse().ok()).unwrap_or(or);
    let (games, plies, first) = (number(0, 10), number(1, 100), number(2, 1));
    let every = number(3, 8).max(1);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for name in args.iter().skip(4) {
        let Some(rules) = Rules::named(name) else {
            eprintln!("{name} is not known");
            continue;
        };
        for number in 0..games {
            let mut random =
                Random::new(first.wrapping_mul(1_000_003).wrapping_add(number) << 8 ^ name.len() as u64);
            let mut game = Game::new(Position::start(rules));
            let (mut ucis, mut sans, mut sampled) = (Vec::new(), Vec::new(), Vec::new());
            let mut moves = game.position().legal_moves();
            for ply in 0..plies {
                if ply % every == number % every {
                    sampled.push((ply, texts(game.position())));
                }
                if moves.is_empty() {
                    break;
                }
                let mut mv = *random.pick(&moves);
                // Back again, now and then, so that positions repeat.
                let before = game.moves().count().checked_sub(2).and_then(|at| game.moves().nth(at));
                if let Some(before) = before
                    && random.below(12) == 0
                {
                    let back = |mv: &&Move| mv.from() == before.to() && mv.to() == before.from();
                    mv = moves.iter().find(back).copied().unwrap_or(mv);
                }
                ucis.push(game.position().write_move(Notation::Uci, mv));
                sans.push(game.position().write_move(Notation::San, mv));
                game.play(mv);
                moves = game.position().legal_moves();
            }
            let position = game.position();
            let end = if moves.is_empty() { value(position.outcome()) } else { "-" };
            let claim = if moves.is_empty() { "-" } else { value(game.claim()) };
            let (fen, legal) = (position.fen(), texts(position));
            let (ucis, sans) = (ucis.join(" "), sans.join(" "));
            let facts = [rules.start_fen.as_str(), &ucis, &sans, &fen, &legal, end, claim];
            writeln!(out, "game\t{name}\t{}", facts.join("\t"))?;
            for (ply, legal) in sampled {
                writeln!(out, "at\t{ply}\t{legal}")?;
            }
        }
    }
    Ok(())
}

fn count(args: &[String]) {
    let table = args.first().and_then(|path| std::fs::read_to_string(path).ok()).unwrap_or_default();
    let most: u64 = args.get(1).and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let (mut right, mut wrong, mut left, mut unknown, mut nodes) = (0, 0, 0, 0, 0u64);
    let start = Instant::now();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, place, depth, expected, ..] = fields[..] else { continue };
        let (Ok(depth), Ok(expected)) = (depth.parse::<u32>(), expected.parse::<u64>()) else { continue };
        let Some(rules) = Rules::named(name) else {
            unknown += 1;
            println!("{name}: not known");
            continue;
        };
        if expected > most {
            left += 1;
            continue;
        }
        let rules = Rules { chess960: rules.chess960 || fields.get(4) == Some(&"chess960"), ..rules.clone() };
        let fen = place.strip_prefix("fen ").unwrap_or(&rules.start_fen);
        match Position::from_fen(&rules, fen) {
            Err(error) => println!("{name} {place}: {error}"),
            Ok(position) => {
                let count = perft(&position, depth);
                nodes += count;
                if count == expected {
                    right += 1;
                } else {
                    wrong += 1;
                    println!("{name} {place} depth {depth}: {count}, not {expected}");
                }
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{right} right, {wrong} wrong, {left} above {most} nodes, {unknown} of unknown variants");
    println!("{nodes} nodes in {seconds:.1} s");
}

fn hold(args: &[String]) {
    let show: u32 = args.first().and_then(|text| text.parse().ok()).unwrap_or(2);
    let notation = args.get(1).and_then(|name| Notation::named(name)).unwrap_or(Notation::San);
    let mut files: Vec<&'static Rules> = Vec::new();
    let mut table: BTreeMap<String, Tally> = BTreeMap::new();
    let mut game: Option<Game> = None;
    let mut name = String::new();
    let mut given_up = false;
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let mut fields = line.split('\t');
        match fields.next() {
            // The rules live as long as the program, which ends with the comparison.
            Some("rules") => {
                let file =
                    Rules::load(&std::fs::read_to_string(fields.next().unwrap_or("")).unwrap_or_default());
                file.errors.iter().for_each(|error| println!("{error}"));
                files.extend(file.variants.into_iter().map(|rules| &*Box::leak(Box::new(rules))));
            }
            Some("game") => {
                name = fields.next().unwrap_or("").to_string();
                let wants_960 = fields.next() == Some("960");
                let fen = fields.next().unwrap_or("");
                let mut found =
                    files.iter().copied().find(|rules| rules.name == name).or(Rules::named(&name));
                if wants_960 {
                    found =
                        found.map(|rules| &*Box::leak(Box::new(Rules { chess960: true, ..rules.clone() })));
                }
                let tally = table.entry(name.clone()).or_default();
                tally.games += 1;
                given_up = false;
                game = None;
                match found.map(|rules| Position::from_fen(rules, fen)) {
                    Some(Ok(position)) => game = Some(Game::new(position)),
                    Some(Err(error)) => {
                        *tally.wrong.entry("fen").or_default() += 1;
                        println!("{name}: {error} in {fen}");
                    }
                    None => {
                        *tally.wrong.entry("unknown").or_default() += 1;
                    }
                }
            }
            Some("ply") if !given_up => {
                let Some(game) = game.as_mut() else { continue };
                let tally = table.entry(name.clone()).or_default();
                tally.plies += 1;
                let facts: Vec<&str> = fields.collect();
                let [fen, moves, played, sans, check, end, claim] = facts[..] else { continue };
                let mut differ = |what: &'static str, ours: String, theirs: String| {
                    if ours != theirs {
                        *tally.wrong.entry(what).or_default() += 1;
                        let shown = tally.shown.entry(what).or_default();
                        if *shown < show {
                            *shown += 1;
                            println!("{name} {what}\n   at {fen}\n   ours   {ours}\n   theirs {theirs}");
                        }
                        return true;
                    }
                    false
                };
                let position = game.position();
                let legal = position.legal_moves();
                let mut ours: Vec<(String, Move)> =
                    legal.iter().map(|&mv| (position.write_move(Notation::Uci, mv), mv)).collect();
                ours.sort_by(|a, b| a.0.cmp(&b.0));
                let mut theirs: Vec<&str> = moves.split(' ').filter(|word| !word.is_empty()).collect();
                theirs.sort();
                theirs.dedup();
                let extra: Vec<&str> = ours
                    .iter()
                    .map(|(text, _)| text.as_str())
                    .filter(|text| !theirs.contains(text))
                    .collect();
                let missing: Vec<&str> =
                    theirs.iter().copied().filter(|text| !ours.iter().any(|(our, _)| our == text)).collect();
                differ("moves", format!("+{}", extra.join(" ")), format!("+{}", missing.join(" ")));
                differ("fen", position.fen(), fen.to_string());
                differ(
                    "check",
                    (!position.checked(position.side()).is_empty()).to_string(),
                    check.to_string(),
                );
                let outcome = if legal.is_empty() { position.outcome() } else { position.immediate_end() };
                differ("end", value(outcome).to_string(), end.to_string());
                if !legal.is_empty() && claim != "?" {
                    differ("claim", value(game.claim()).to_string(), claim.to_string());
                }
                for pair in sans.split(' ').filter(|pair| !pair.is_empty()) {
                    let Some((text, san)) = pair.split_once('|') else { continue };
                    if let Some((_, mv)) = ours.iter().find(|(our, _)| our == text) {
                        let written = position.write_move(notation, *mv);
                        differ("san", format!("{text} {written}"), format!("{text} {san}"));
                    }
                }
                if played.is_empty() {
                    continue;
                }
                match ours.iter().find(|(text, _)| text == played) {
                    Some(&(_, mv)) => game.play(mv),
                    None => given_up = true,
                }
            }
            _ => {}
        }
    }
    println!("{:20} {:>6} {:>8}  disagreements", "variant", "games", "plies");
    for (name, tally) in &table {
        let wrong: Vec<String> = tally.wrong.iter().map(|(what, count)| format!("{what} {count}")).collect();
        let wrong = if wrong.is_empty() { "none".into() } else { wrong.join(", ") };
        println!("{name:20} {:>6} {:>8}  {wrong}", tally.games, tally.plies);
    }
}
