//! Writers of records that share no line with the program, and what it makes of their records: the games, the judge and
//! the figures. A writer gives samples: [`crate::other_hand`], [`crate::third_hand`].
//!
//! Of a claim (`verified`, `settled`) about a record it is asked whether the print is the clean print of the claimed
//! game, or the game is the original and a finding says that the print deviates from it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use scorebook_random::Random;
use serde_json::Value;
use shakmaty::{Chess, Move, Position, san::San, san::SanPlus};

use crate::common::sans;

/// Files that one run of the program reads.
const BATCH: usize = 200;

/// A master game.
pub struct Game {
    /// `1-0` and the like.
    pub result: &'static str,
    /// Its moves from the usual position.
    pub moves: Vec<Move>,
}

/// A printed record and what may be claimed of it.
pub struct Sample {
    /// The print.
    pub text: String,
    /// How moves are spelled, and how the page is laid out: names for the figures.
    pub dialect: &'static str,
    /// See `dialect`.
    pub layout: &'static str,
    /// What went wrong; nothing in a clean record.
    pub harm: Option<String>,
    /// The original, in SAN.
    pub original: String,
    /// The games, in SAN, that may be claimed where a finding says that the print deviates.
    pub mended: Vec<String>,
    /// The game of which the print is a clean print, in SAN, if there is one.
    pub literal: Option<String>,
    /// A second game of the same page, in SAN.
    pub beside: Option<String>,
    /// The result, where it is judged.
    pub result: Option<&'static str>,
    /// Whether words say that a man was given.
    pub odds: bool,
    /// The same record without the harm.
    pub clean: String,
}

/// Makes a sample, clean or spoiled; `None` where what was drawn does not go together.
pub type Writer = fn(&mut Random, &[Game], bool) -> Option<Sample>;

/// What came of some records.
#[derive(Default, Clone)]
struct Tally {
    records: usize,
    exact: usize,
    claimed: usize,
    wrong: usize,
    unsaid: usize,
}

/// The games that all writers write.
pub fn games() -> Vec<Game> {
    let lines = include_str!("../../fixtures/other_hand/games.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(game).collect()
}

/// A line of the games: the result and the moves.
fn game(line: &'static str) -> Game {
    let (result, texts) = line.split_once(' ').unwrap();
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for text in texts.split(' ') {
        let san: San = text.trim_end_matches(['+', '#']).parse().unwrap();
        let m = san.to_move(&position).unwrap();
        position.play_unchecked(m);
        moves.push(m);
    }
    Game { result, moves }
}

/// Moves from the usual position in SAN.
pub fn in_san(moves: &[Move]) -> String {
    let mut position = Chess::default();
    let texts: Vec<String> =
        moves.iter().map(|&m| SanPlus::from_move_and_play_unchecked(&mut position, m).to_string()).collect();
    texts.join(" ")
}

/// The games that the program reads from each text.
pub fn read_all(texts: &[&str]) -> Vec<Vec<Value>> {
    let folder = tempfile::tempdir().unwrap();
    let mut found = Vec::new();
    for batch in texts.chunks(BATCH) {
        let paths: Vec<_> = (0..batch.len()).map(|at| folder.path().join(format!("{at:04}.txt"))).collect();
        batch.iter().zip(&paths).for_each(|(text, path)| std::fs::write(path, text).unwrap());
        let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_scorebook"))
            .args(["convert", "-q", "--to", "json"])
            .args(&paths)
            .output()
            .unwrap();
        let lines = String::from_utf8(output.stdout).unwrap();
        let mut games = vec![Vec::new(); batch.len()];
        for game in lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            let name = Path::new(game["file"].as_str().unwrap()).file_stem().unwrap();
            games[name.to_str().unwrap().parse::<usize>().unwrap()].push(game);
        }
        found.extend(games);
    }
    found
}

/// Takes the game printed beside out of those that were read; whether it was claimed, if there is one.
fn is_beside_claimed(sample: &Sample, games: &mut Vec<&Value>) -> bool {
    let Some(beside) = &sample.beside else { return true };
    let Some(at) = games.iter().position(|game| sans(game) == *beside) else { return false };
    is_claimed(games.remove(at))
}

fn is_claimed(game: &Value) -> bool {
    matches!(game["reading"].as_str(), Some("verified" | "settled"))
}

/// Adds a record to a tally; what is wrong with it, if anything.
fn judge(sample: &Sample, games: &[Value], tally: &mut Tally) -> Option<String> {
    let mut games: Vec<&Value> = games.iter().collect();
    let beside = is_beside_claimed(sample, &mut games);
    let claimed: Vec<&Value> = games.iter().copied().filter(|game| is_claimed(game)).collect();
    tally.records += 1;
    let rightly_ended = |game: &Value| sample.result.is_none_or(|result| game["tags"]["Result"] == result);
    let literal = |game: &Value| sample.literal.as_deref() == Some(&sans(game)) && rightly_ended(game);
    tally.exact += usize::from(games.len() == 1 && literal(games[0]));
    if claimed.is_empty() {
        return None;
    }
    tally.claimed += usize::from(beside);
    let told = |game: &Value| game["findings"].as_array().is_some_and(|found| !found.is_empty());
    let mended = |game: &Value| {
        sample.mended.contains(&sans(game)) && rightly_ended(game)
            || sample.odds && sans(game) == sample.original && game["start"].is_string()
    };
    let one = claimed.len() == 1;
    if one && literal(claimed[0]) {
        return None;
    }
    let why = if one && mended(claimed[0]) {
        if told(claimed[0]) {
            return None;
        }
        tally.unsaid += 1;
        "unsaid"
    } else {
        tally.wrong += 1;
        "wrong"
    };
    let all: Vec<String> =
        claimed.iter().map(|game| format!("{} {}", sans(game), game["tags"]["Result"])).collect();
    Some(format!(
        "{why}: {} × {} × {:?}\n{}read:     {}\noriginal: {} {:?}\n",
        sample.dialect,
        sample.layout,
        sample.harm,
        changed(sample),
        all.join(" | "),
        sample.original,
        sample.result,
    ))
}

/// The lines of a record that differ from the clean one, with the lines around them; the whole clean record.
fn changed(sample: &Sample) -> String {
    let (clean, own): (Vec<&str>, Vec<&str>) =
        (sample.clean.lines().collect(), sample.text.lines().collect());
    if clean == own {
        return sample.text.clone();
    }
    let same = clean.iter().zip(&own).take_while(|(a, b)| a == b).count();
    let shortest = clean.len().min(own.len()) - same;
    let tail = clean.iter().rev().zip(own.iter().rev()).take_while(|(a, b)| a == b).count().min(shortest);
    let mut out = String::new();
    for (sign, lines) in [('-', &clean), ('+', &own)] {
        for line in &lines[same.saturating_sub(1)..(lines.len() - tail + 1).min(lines.len())] {
            let _ = writeln!(out, "{sign} {line}");
        }
    }
    out
}

/// The only game that texts say, where each text may have several readings; `None` if there is none, or more than one.
pub fn only_game(texts: &[String], reads: &dyn Fn(&Chess, &str) -> Vec<Move>) -> Option<Vec<Move>> {
    let mut games = Vec::new();
    follow(texts, reads, &Chess::default(), &mut Vec::new(), &mut games);
    if games.len() == 1 { games.pop() } else { None }
}

/// Adds the games that go on from a position, up to two.
fn follow(
    texts: &[String],
    reads: &dyn Fn(&Chess, &str) -> Vec<Move>,
    position: &Chess,
    moves: &mut Vec<Move>,
    games: &mut Vec<Vec<Move>>,
) {
    let Some(text) = texts.get(moves.len()) else {
        games.push(moves.clone());
        return;
    };
    for m in reads(position, text) {
        if games.len() > 1 {
            return;
        }
        let mut next = position.clone();
        next.play_unchecked(m);
        moves.push(m);
        follow(texts, reads, &next, moves, games);
        moves.pop();
    }
}

/// The figures of so many records by what they are, and what is wrong.
fn run(seed: u64, count: usize, spoiled: bool, writer: Writer, keep: Option<&Path>) -> (String, Vec<String>) {
    let games = games();
    let mut random = Random::new(seed);
    let mut samples = Vec::new();
    while samples.len() < count {
        samples.extend(writer(&mut random, &games, spoiled));
    }
    let texts: Vec<&str> = samples.iter().map(|sample| sample.text.as_str()).collect();
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (at, (sample, games)) in samples.iter().zip(read_all(&texts)).enumerate() {
        let mut own = Tally::default();
        wrong.extend(judge(sample, &games, &mut own));
        if let Some(folder) = keep {
            keep_unclaimed(folder, at, sample, &own);
        }
        let kinds =
            ["all".to_owned(), format!("dialect {}", sample.dialect), format!("layout {}", sample.layout)];
        for kind in kinds.into_iter().chain(sample.harm.iter().map(|harm| format!("harm {harm}"))) {
            let tally = tallies.entry(kind).or_default();
            tally.records += 1;
            tally.exact += own.exact;
            tally.claimed += own.claimed;
            tally.wrong += own.wrong;
            tally.unsaid += own.unsaid;
        }
    }
    (table(&tallies), wrong)
}

/// Keeps a clean record that was not claimed, for a person to look at.
fn keep_unclaimed(folder: &Path, at: usize, sample: &Sample, tally: &Tally) {
    if sample.harm.is_none() && tally.claimed == 0 {
        let name = format!("{} - {} - {at}.txt", sample.layout, sample.dialect);
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join(name), &sample.text).unwrap();
    }
}

fn table(tallies: &BTreeMap<String, Tally>) -> String {
    let mut out =
        format!("{:<40}{:>8}{:>8}{:>9}{:>7}{:>8}\n", "", "records", "exact", "claimed", "wrong", "unsaid");
    for (kind, tally) in tallies {
        let Tally { records, exact, claimed, wrong, unsaid } = tally;
        let _ = writeln!(out, "{kind:<40}{records:>8}{exact:>8}{claimed:>9}{wrong:>7}{unsaid:>8}");
    }
    out
}

/// A number from the environment.
fn told(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The short run of the suite: so many clean records and so many spoiled ones.
pub fn few(seed: u64, count: usize, writer: Writer) {
    for spoiled in [false, true] {
        let (table, wrong) = run(seed, count, spoiled, writer, None);
        assert!(wrong.is_empty(), "{}\n{table}", wrong.join("\n"));
    }
}

/// The long run. The environment says how many records (`name`), from which seed (`name` and `_SEED`) and into which
/// folder the clean records go that are not claimed (`name` and `_KEEP`).
pub fn long(name: &str, writer: Writer) {
    let seed = told(&format!("{name}_SEED"), 1);
    let count = told(name, 300);
    let keep = std::env::var(format!("{name}_KEEP")).ok();
    let mut all = Vec::new();
    for spoiled in [false, true] {
        let (table, wrong) = run(seed, count as usize, spoiled, writer, keep.as_deref().map(Path::new));
        println!("{}\n{table}", if spoiled { "spoiled" } else { "clean" });
        all.extend(wrong);
    }
    assert!(all.is_empty(), "{} records:\n{}", all.len(), all.join("\n"));
}
