//! Holds the crate to what an oracle says. Reads lines from standard input, as `tools/compare.py` writes them:
//!
//! ```text
//! rules FILE                 read a rules file, too
//! game NAME 960|std FEN      a game begins
//! ply FEN MOVES PLAYED SAN CHECK END CLAIM      tab-separated; what the oracle says of the position
//! ```
//!
//! Prints the first disagreements of each variant (as many as the first argument says, else 2) and a table at
//! the end. The second argument names the notation of the fourth column, `san` unless told.

use std::collections::BTreeMap;
use std::io::BufRead;

use scorebook_variants::{Game, Move, Notation, Outcome, Position, Rules, Value};

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
    let show: u32 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(2);
    let notation = std::env::args().nth(2).and_then(|name| Notation::named(&name)).unwrap_or(Notation::San);
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
