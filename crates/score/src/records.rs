//! Records of a game or a few, each with what it must give.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context as _, Result};
use serde::Deserialize;

use crate::books::names_in;
use crate::program::{Converted, Game, Input, Program, Spent};
use crate::run::Row;

/// A record may take this long.
const RECORD_LIMIT: Duration = Duration::from_secs(120);

#[derive(Deserialize)]
struct Fixtures {
    record: Vec<Fixture>,
}

/// A record of `fixtures/pasted.toml`, `records.toml` or `verified.toml`, or of the shared `silent/cases.toml`.
#[derive(Deserialize)]
struct Fixture {
    text: String,
    moves: Option<String>,
    reading: Option<String>,
    #[serde(default)]
    tags: BTreeMap<String, String>,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default)]
    codes: Vec<String>,
    code: Option<String>,
    result: Option<String>,
}

/// What is made of records of one kind.
#[derive(Default)]
struct Tally {
    verdicts: String,
    spent: Spent,
}

impl Tally {
    fn count(&mut self, spent: Spent, is_right: bool, is_wrong_claim: bool) {
        self.spent += spent;
        self.verdicts.push(match (is_right, is_wrong_claim) {
            (true, _) => '=',
            (_, true) => '!',
            _ => 'x',
        });
    }

    fn into_row(self, kind: &str, name: &str) -> Row {
        let count = |signs: &str| self.verdicts.chars().filter(|&sign| signs.contains(sign)).count() as u64;
        let counts = [("records", count("=x!")), ("right", count("=")), ("wrong claimed", count("!"))];
        Row::new(kind, name, &counts, self.verdicts, self.spent)
    }
}

fn read_fixtures(path: &Path) -> Result<Vec<Fixture>> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let fixtures: Fixtures = toml::from_str(&text).with_context(|| path.display().to_string())?;
    Ok(fixtures.record)
}

/// Scores a file of fixtures: a record is right if all is as its entry says, as the tests hold it.
///
/// # Errors
/// If the program cannot be run, or the file cannot be read.
pub fn score_fixtures(program: &Program, name: &str, path: &Path) -> Result<Row> {
    let mut tally = Tally::default();
    for fixture in read_fixtures(path)? {
        let converted = program.convert(&Input::Text(&fixture.text), &fixture.args, RECORD_LIMIT)?;
        let has_moves = has_moves(&fixture, &converted.games);
        let is_right = has_moves && is_as_said(&fixture, &converted);
        let is_wrong_claim = !has_moves && converted.games.iter().any(Game::is_claimed);
        tally.count(converted.spent, is_right, is_wrong_claim);
    }
    Ok(tally.into_row("records", name))
}

fn has_moves(fixture: &Fixture, games: &[Game]) -> bool {
    let read: Vec<String> = games.iter().map(Game::san).collect();
    fixture.moves.as_ref().is_none_or(|moves| read.join(" | ") == *moves)
}

/// Whether readings, tags, result and findings are as a fixture says. Readings of several games are alike, or parted by `|`.
fn is_as_said(fixture: &Fixture, converted: &Converted) -> bool {
    let readings: Vec<&str> = fixture.reading.as_deref().unwrap_or("verified").split(" | ").collect();
    let Some(last) = readings.last() else { return false };
    converted.games.iter().enumerate().all(|(at, game)| {
        game.reading == **readings.get(at).unwrap_or(last)
            && fixture.tags.iter().all(|(tag, value)| game.tags.get(tag) == Some(value))
            && fixture.result.iter().all(|result| game.tags.get("Result") == Some(result))
    }) && fixture.codes.iter().chain(&fixture.code).all(|code| converted.report.contains(code.as_str()))
}

/// Scores records that were claimed wrongly: right is the game that the text says, or no claim where it says none.
///
/// # Errors
/// If the program cannot be run, or the file cannot be read.
pub fn score_silent(program: &Program, path: &Path) -> Result<Row> {
    let mut tally = Tally::default();
    for fixture in read_fixtures(path)? {
        let converted = program.convert(&Input::Text(&fixture.text), &fixture.args, RECORD_LIMIT)?;
        let wanted = fixture.moves.as_deref().unwrap_or_default();
        let is_claimed = converted.games.iter().any(Game::is_claimed);
        let is_result_right =
            |game: &Game| fixture.result.iter().all(|result| game.tags.get("Result") == Some(result));
        let is_game = !wanted.is_empty()
            && matches!(&converted.games[..], [game] if game.san() == wanted && is_result_right(game));
        let is_right = is_game || wanted.is_empty() && !is_claimed;
        tally.count(converted.spent, is_right, is_claimed && !is_game);
    }
    Ok(tally.into_row("records", "silent"))
}

/// Scores files that stand beside a `.expected` with the half-moves in UCI, a line a game, `-` for no game. What its lines with `#`
/// say of tags is not scored.
///
/// # Errors
/// If the program cannot be run, or a file cannot be read.
pub fn score_wild(program: &Program, folder: &Path) -> Result<Row> {
    let mut tally = Tally::default();
    let names = names_in(folder);
    for name in names.iter().filter(|name| !name.ends_with(".expected") && *name != "README.md") {
        let path = folder.join(name);
        let expected = path.with_extension("expected");
        let text = std::fs::read_to_string(&expected).with_context(|| expected.display().to_string())?;
        let wanted: Vec<&str> =
            text.lines().filter(|line| !line.starts_with('#') && *line != "-").map(str::trim).collect();
        let converted = program.convert::<&str>(&Input::Path(&path), &[], RECORD_LIMIT)?;
        let read: Vec<String> = converted.games.iter().map(|game| game.uci().join(" ")).collect();
        // Positions with their best moves: refused, or one game of one move each.
        let are_positions = text.contains("one game of one move each");
        let is_wanted =
            |moves: &str| wanted.contains(&moves) || are_positions && moves.split_whitespace().count() == 1;
        let is_wrong_claim =
            converted.games.iter().zip(&read).any(|(game, moves)| game.is_claimed() && !is_wanted(moves));
        let is_right = if are_positions { read.iter().all(|moves| is_wanted(moves)) } else { read == wanted };
        tally.count(converted.spent, is_right, is_wrong_claim);
    }
    Ok(tally.into_row("records", "wild"))
}
