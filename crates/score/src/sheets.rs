//! Score sheets as players wrote them: single ones and, where the program can, the two of a game together.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result};

use crate::books::names_in;
use crate::program::{Input, Program, Spent};
use crate::run::Row;
use crate::truth::read_games;

/// A sheet may take this long.
const SHEET_LIMIT: Duration = Duration::from_secs(120);
/// `--quick` scores every so many-th sheet.
const QUICK_STEP: usize = 4;

/// The counts of sheets of one kind.
#[derive(Default)]
struct Tally {
    sheets: u64,
    known: u64,
    plies: u64,
    right: u64,
    exact: u64,
    claimed: u64,
    wrong_claimed: u64,
    ended: u64,
    verdicts: String,
    spent: Spent,
}

impl Tally {
    /// Counts a reading of a game of which `wanted` is known; a half-move with `?` behind it is not sure, and does not count.
    fn count(&mut self, moves: &[String], is_claimed: bool, wanted: &[&str]) {
        let sure = || wanted.iter().enumerate().filter(|(_, m)| !m.ends_with('?'));
        let (all, right) =
            (sure().count(), sure().filter(|&(at, m)| moves.get(at).is_some_and(|own| own == m)).count());
        let is_wrong = is_claimed && sure().any(|(at, m)| moves.get(at).is_some_and(|own| own != m));
        self.known += 1;
        self.plies += all as u64;
        self.right += right as u64;
        self.exact += u64::from(all == right);
        self.claimed += u64::from(is_claimed);
        self.wrong_claimed += u64::from(is_wrong);
        self.verdicts.push(match (all == right, is_wrong) {
            (_, true) => '!',
            (true, _) => '=',
            _ => 'x',
        });
    }

    fn into_row(self, name: &str) -> Row {
        let counts = [
            ("sheets", self.sheets),
            ("sheets known", self.known),
            ("plies", self.plies),
            ("plies right", self.right),
            ("exact", self.exact),
            ("claimed", self.claimed),
            ("wrong claimed", self.wrong_claimed),
            ("read to the end", self.ended),
        ];
        Row::new("sheets", name, &counts, self.verdicts, self.spent)
    }
}

/// Scores the sheets of `folder`.
///
/// # Errors
/// If the program cannot be run, or the list of known games cannot be read.
pub fn score_sheets(program: &Program, folder: &Path, is_quick: bool) -> Result<Vec<Row>> {
    let path = folder.join("truth.tsv");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let truth: BTreeMap<&str, Vec<&str>> = text
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(game, moves)| (game, moves.split_whitespace().collect()))
        .collect();
    let mut sheets: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for name in names_in(folder).into_iter().filter(|name| name.ends_with(".csv")) {
        let game = name.split('_').next().unwrap_or_default().to_owned();
        sheets.entry(game).or_default().push(folder.join(name));
    }
    let mut single = Tally::default();
    let step = if is_quick { QUICK_STEP } else { 1 };
    for (game, sheet) in
        sheets.iter().flat_map(|(game, all)| all.iter().map(move |sheet| (game, sheet))).step_by(step)
    {
        let converted = program.convert::<&str>(&Input::Path(sheet), &[], SHEET_LIMIT)?;
        let first = converted.games.first();
        let moves = first.map(crate::program::Game::uci).unwrap_or_default();
        single.sheets += 1;
        single.ended += u64::from(moves.len() + 1 >= written_cells(sheet)?);
        single.spent += converted.spent;
        if let Some(wanted) = truth.get(game.as_str()) {
            single.count(&moves, first.is_some_and(crate::program::Game::is_claimed), wanted);
        }
    }
    let mut rows = vec![single.into_row("single")];
    if !is_quick && program.has_command("collate") {
        let mut joint = Tally::default();
        for (game, files) in sheets.iter().filter(|(_, files)| files.len() > 1) {
            let Some(wanted) = truth.get(game.as_str()) else { continue };
            let (pgn, spent) = program.pgn_of("collate", files, SHEET_LIMIT)?;
            let games = read_games(&pgn);
            let first = games.first();
            let moves = first.map(|game| game.moves.clone()).unwrap_or_default();
            let is_claimed =
                first.is_some_and(|game| matches!(game.reading.as_str(), "verified" | "settled"));
            joint.sheets += files.len() as u64;
            joint.spent += spent;
            joint.count(&moves, is_claimed, wanted);
        }
        rows.push(joint.into_row("both sheets of a game"));
    }
    Ok(rows)
}

/// How many half-moves are written on a sheet.
fn written_cells(sheet: &Path) -> Result<usize> {
    let text = std::fs::read_to_string(sheet)?;
    Ok(text.lines().skip(1).flat_map(|line| line.split(',').skip(1)).filter(|cell| !cell.is_empty()).count())
}
