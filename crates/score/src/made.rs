//! Random records in all layouts and notations, clean and spoiled: each a file of its own, all read by one process.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::time::Duration;

use anyhow::Result;
use scorebook_spoiled::{Claim, Print, Recipe, Record, judge, make_record};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move, Position};

use crate::program::{Game, Input, Program, Spent};
use crate::run::Row;

/// All of them may take this long.
const MADE_LIMIT: Duration = Duration::from_secs(1800);
/// Clean records are those of these seeds on, spoiled ones of those.
const CLEAN_SEED: u64 = 600_000;
const SPOILED_SEED: u64 = 12_000_000;

/// Scores `count` clean records, and the same number in English under tags in one file.
///
/// # Errors
/// If the program cannot be run.
pub fn score_clean(program: &Program, count: u64) -> Result<Vec<Row>> {
    let recipe = Recipe { clean: true, ..Recipe::default() };
    let each = score_files(program, "each a file", &recipe, CLEAN_SEED, count)?;
    let recipe = Recipe { prints: vec![Print::Pgn], dress: Some(2), ..recipe };
    Ok(vec![each, score_one_file(program, "one file, English under tags", &recipe, count)?])
}

/// Scores `count` spoiled records.
///
/// # Errors
/// If the program cannot be run.
pub fn score_spoiled(program: &Program, count: u64) -> Result<Row> {
    score_files(program, "spoiled", &Recipe::default(), SPOILED_SEED, count)
}

fn made_records(recipe: &Recipe, seed: u64, count: u64) -> Vec<Record> {
    (seed..seed + count).filter_map(|seed| make_record(seed, recipe)).collect()
}

/// Each record in a file, all in one directory.
fn score_files(program: &Program, name: &str, recipe: &Recipe, seed: u64, count: u64) -> Result<Row> {
    let records = made_records(recipe, seed, count);
    let folder = tempfile::tempdir()?;
    for record in &records {
        std::fs::write(folder.path().join(format!("{}.txt", record.seed)), &record.text)?;
    }
    let converted = program.convert(&Input::Path(folder.path()), &["--fragments"], MADE_LIMIT)?;
    let mut of_seed: HashMap<u64, Vec<Game>> = HashMap::new();
    for game in converted.games {
        let stem = std::path::Path::new(&game.file).file_stem().and_then(|stem| stem.to_str());
        if let Some(seed) = stem.and_then(|stem| stem.parse().ok()) {
            of_seed.entry(seed).or_default().push(game);
        }
    }
    let signs = records.iter().map(|record| {
        let games = of_seed.remove(&record.seed).unwrap_or_default();
        sign_of(record, &games)
    });
    Ok(made_row(name, signs.collect(), converted.spent))
}

/// All records in one file, under tags.
fn score_one_file(program: &Program, name: &str, recipe: &Recipe, count: u64) -> Result<Row> {
    let records = made_records(recipe, CLEAN_SEED, count);
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("games.txt");
    let mut text = String::new();
    for record in &records {
        writeln!(text, "{}\n", record.text.trim_end())?;
    }
    std::fs::write(&path, text)?;
    let converted = program.convert(&Input::Path(&path), &["--fragments"], MADE_LIMIT)?;
    let is_whole = converted.games.len() == records.len();
    let signs = records.iter().enumerate().map(|(at, record)| {
        let game = converted.games.get(at).filter(|_| is_whole);
        game.map_or('x', |game| sign_of(record, std::slice::from_ref(game)))
    });
    Ok(made_row(name, signs.collect(), converted.spent))
}

/// `=` as played and claimed, `~` as played, `s` claimed and rightly so (another game, which the spoiled print says), `!` claimed
/// wrongly, `x` the rest.
fn sign_of(record: &Record, games: &[Game]) -> char {
    let is_claimed = games.iter().any(|game| game.is_claimed() && !game.uci().is_empty());
    let claims: Option<Vec<Claim>> = games.iter().map(claim_of).collect();
    let Some(claims) = claims else { return if is_claimed { '!' } else { 'x' } };
    let is_exact = matches!(&claims[..], [claim] if claim.moves == record.moves);
    match (is_claimed, is_exact) {
        (true, _) if judge(record, &claims).is_some() => '!',
        (true, true) => '=',
        (true, false) => 's',
        (false, true) => '~',
        (false, false) => 'x',
    }
}

/// A game as the judge wants it; `None` where its half-moves are not legal ones of chess.
fn claim_of(game: &Game) -> Option<Claim> {
    let mut position = Chess::default();
    let mut moves: Vec<Move> = Vec::new();
    for text in game.uci() {
        let m = text.parse::<UciMove>().ok()?.to_move(&position).ok()?;
        position.play_unchecked(m);
        moves.push(m);
    }
    Some(Claim { notation: game.notation.clone(), moves })
}

fn made_row(name: &str, verdicts: String, spent: Spent) -> Row {
    let count = |signs: &str| verdicts.chars().filter(|&sign| signs.contains(sign)).count() as u64;
    let counts = [
        ("records", count("=~s!x")),
        ("exact", count("=~")),
        ("claimed", count("=s!")),
        ("claimed as played", count("=")),
        ("wrong claimed", count("!")),
    ];
    Row::new("made", name, &counts, verdicts, spent)
}
