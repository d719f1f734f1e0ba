//! `verified` and `settled` mean it: whatever a record prints is read, explained, or said to be left over.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Random, Spot, named, random_game};
use assert_cmd::Command;
use rayon::prelude::*;
use scorebook::convert::{self, Format, LayoutChoice, Plan, Units};
use scorebook::decode::Options;
use scorebook::game::Verdict;
use scorebook::notation::{self, Notation};
use serde::Deserialize;
use serde_json::Value;
use shakmaty::{Color, Move, Position};

#[derive(Deserialize)]
struct Fixtures {
    record: Vec<Record>,
}

#[derive(Deserialize)]
struct Record {
    name: String,
    text: String,
    /// Arguments beside `convert`.
    #[serde(default)]
    args: Vec<String>,
    /// The moves that must come out, where they can be told; games parted by `|`.
    moves: Option<String>,
    /// What each game must be called, all alike.
    reading: String,
    /// The result, where it matters.
    result: Option<String>,
    /// A code that must be among the findings.
    code: Option<String>,
}

#[test]
fn what_was_once_wrong_without_a_word() {
    let fixtures: Fixtures = toml::from_str(include_str!("../fixtures/verified.toml")).unwrap();
    assert!(fixtures.record.len() >= 14);
    let mut wrong = Vec::new();
    for record in fixtures.record {
        let name = &record.name;
        let report = tempfile::NamedTempFile::new().unwrap();
        let mut command = Command::cargo_bin("scorebook").unwrap();
        command
            .args(["convert", "-q", "--to", "json", "--report"])
            .arg(report.path())
            .args(&record.args)
            .arg("-");
        let output = command.write_stdin(record.text.as_str()).output().unwrap();
        let lines = String::from_utf8(output.stdout).unwrap();
        let games: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let moves = |game: &Value| {
            let plies = game["plies"].as_array().unwrap();
            plies.iter().map(|ply| ply["san"].as_str().unwrap()).collect::<Vec<_>>().join(" ")
        };
        let all: Vec<String> = games.iter().map(moves).collect();
        if record.moves.as_ref().is_some_and(|moves| all.join(" | ") != *moves) {
            wrong.push(format!("{name}: {}", all.join(" | ")));
        }
        for game in &games {
            if game["reading"] != record.reading.as_str() {
                wrong.push(format!("{name}: {}", game["reading"]));
            }
            if record.result.as_deref().is_some_and(|result| game["tags"]["Result"] != result) {
                wrong.push(format!("{name}: {}", game["tags"]["Result"]));
            }
        }
        let report = std::fs::read_to_string(report.path()).unwrap();
        if record.code.as_ref().is_some_and(|code| !report.contains(&format!(",{code},"))) {
            wrong.push(format!("{name}: no {}\n{report}", record.code.unwrap()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How a record is printed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Print {
    Pairs,
    Wide,
    Running,
    Glued,
    Unnumbered,
    Columns,
    Blocks,
    Csv,
    Pgn,
    Headed,
}

const PRINTS: &[Print] = &[
    Print::Pairs,
    Print::Wide,
    Print::Running,
    Print::Glued,
    Print::Unnumbered,
    Print::Columns,
    Print::Blocks,
    Print::Csv,
    Print::Pgn,
    Print::Headed,
];

/// The rows of a record: each its number and its texts, two of them unless something was spoiled.
type Rows = Vec<Vec<String>>;

fn printed(rows: &Rows, print: Print) -> String {
    let numbered = |dot: &str, gap: &str, end: &str| -> String {
        rows.iter().enumerate().map(|(at, row)| format!("{}{dot}{}{end}", at + 1, row.join(gap))).collect()
    };
    match print {
        Print::Pairs => numbered(". ", " ", "\n"),
        Print::Wide => numbered("  ", "      ", "\n"),
        Print::Running => numbered(". ", " ", " ") + "\n",
        Print::Glued => numbered(".", " ", " ") + "\n",
        Print::Unnumbered => rows.concat().join(" ") + "\n",
        Print::Columns => {
            let column = |side: usize| -> String {
                let cells = rows.iter().enumerate().filter_map(|(at, row)| Some((at + 1, row.get(side)?)));
                cells.map(|(number, cell)| format!("{number}. {cell}\n")).collect()
            };
            // More than two texts on a row stand in no column: they follow the second.
            let more: String =
                rows.iter().flat_map(|row| row.iter().skip(2)).map(|cell| format!("{cell}\n")).collect();
            format!("WHITE\n\n{}\nBLACK\n\n{}{more}", column(0), column(1))
        }
        Print::Blocks => {
            let half = rows.len().div_ceil(2);
            let line =
                |at: usize| rows.get(at).map(|row| format!("{:>2}  {:<14}", at + 1, row.join("     ")));
            (0..half)
                .map(|at| {
                    let (left, right) = (line(at).unwrap_or_default(), line(at + half).unwrap_or_default());
                    format!("{left:<40}     {right}").trim_end().to_owned() + "\n"
                })
                .collect()
        }
        Print::Csv => {
            let rows = rows.iter().enumerate();
            let lines = rows.map(|(at, row)| format!("{},{}\n", at + 1, row.join(",")));
            "number,white move,black move\n".to_owned() + &lines.collect::<String>()
        }
        Print::Pgn => {
            format!("[Event \"?\"]\n[White \"A\"]\n[Black \"B\"]\n\n{}*\n", numbered(". ", " ", " "))
        }
        Print::Headed => format!(
            "GAME 12\n\nA. Smith v. B. Jones\nLondon, 1851\n\n{}\nWhite resigns.\n",
            numbered(". ", "   ", "\n")
        ),
    }
}

/// Changes one text of a record.
fn spoil(rows: &mut Rows, random: &mut Random) -> &'static str {
    let row = random.below(rows.len());
    if rows[row].is_empty() {
        return "nothing";
    }
    let at = random.below(rows[row].len());
    match random.below(5) {
        0 => {
            rows[row].remove(at);
            "dropped"
        }
        1 => {
            let other = random.below(rows.len());
            let text = rows[other][random.below(rows[other].len())].clone();
            rows[row].insert(at, text);
            "injected"
        }
        2 => {
            let places: Vec<(usize, usize)> = rows
                .iter()
                .enumerate()
                .flat_map(|(row, cells)| (0..cells.len()).map(move |at| (row, at)))
                .collect();
            let first = random.below(places.len().max(2) - 1);
            if let [a, b] = places[first..][..2.min(places.len() - first)] {
                let text = rows[a.0][a.1].clone();
                rows[a.0][a.1] = std::mem::replace(&mut rows[b.0][b.1], text);
            }
            "swapped"
        }
        3 => {
            let mut text: Vec<char> = rows[row][at].chars().collect();
            let place = random.below(text.len());
            let others: Vec<char> = rows.concat().concat().chars().collect();
            match random.below(3) {
                0 if text.len() > 1 => drop(text.remove(place)),
                1 => text.insert(place, *random.pick(&others)),
                _ => text[place] = *random.pick(&others),
            }
            rows[row][at] = text.into_iter().collect();
            "damaged"
        }
        _ => "nothing",
    }
}

/// A move number that stands before Black's move is none of its text.
fn without_number(row: usize, cell: &str) -> &str {
    cell.strip_prefix(&(row + 1).to_string()).filter(|rest| !rest.is_empty()).unwrap_or(cell)
}

/// Whether every row but the last holds two texts, and the last one or two: only then do the numbers agree.
fn is_even(rows: &[Vec<String>]) -> bool {
    // A number with nothing behind it is the end.
    let rows = if rows.last().is_some_and(Vec::is_empty) { &rows[..rows.len() - 1] } else { rows };
    let Some((last, before)) = rows.split_last() else { return true };
    before.iter().all(|row| row.len() == 2) && (1..=2).contains(&last.len())
}

/// The complete readings of `cells`, at most `most` of them: every cell one move that it names.
fn readings(notation: &dyn Notation, cells: &[String], most: usize) -> Vec<Vec<Move>> {
    fn go(
        notation: &dyn Notation,
        cells: &[String],
        spot: &Spot,
        line: &mut Vec<Move>,
        found: &mut Vec<Vec<Move>>,
        (most, steps): (usize, &mut usize),
    ) {
        *steps += 1;
        if found.len() >= most || *steps > 20_000 {
            return;
        }
        let Some(cell) = cells.get(line.len()) else {
            found.push(line.clone());
            return;
        };
        for m in named(notation, cell, spot) {
            let mut next = spot.clone();
            next.play(m);
            line.push(m);
            go(notation, cells, &next, line, found, (most, steps));
            line.pop();
        }
    }
    let mut found = Vec::new();
    go(notation, cells, &Spot::start(), &mut Vec::new(), &mut found, (most, &mut 0));
    found
}

/// The game as a record in `notation`; `None` where it cannot say a move.
fn rows_of(notation: &dyn Notation, moves: &[Move]) -> Option<Rows> {
    let mut spot = Spot::start();
    let mut rows = Rows::new();
    for &m in moves {
        let text = notation.write(&spot.position, &spot.lineage, m)?;
        if spot.position.turn() == Color::White {
            rows.push(Vec::new());
        }
        rows.last_mut()?.push(text);
        spot.play(m);
    }
    Some(rows)
}

/// One record, spoiled: what is wrong with how it is read, if anything.
fn hold(seed: u64, plan: &Plan, counts: &[AtomicUsize; 4]) -> Option<String> {
    let mut random = Random::new(seed);
    let written: Vec<&dyn Notation> =
        notation::TABLE.iter().copied().filter(|n| n.writes() && n.guessable()).collect();
    let notation = *random.pick(&written);
    let print = *random.pick(PRINTS);
    let plies = 8 + random.below(50);
    let moves = random_game(&mut random, plies);
    let mut rows = rows_of(notation, &moves)?;
    let how = spoil(&mut rows, &mut random);
    let text = printed(&rows, print);
    let mut units =
        Units::read("spoiled".to_owned(), Box::new(std::io::Cursor::new(text.clone().into_bytes())), plan);
    let mut games = Vec::new();
    while let Ok(Some(unit)) = units.next_unit() {
        games.extend(
            convert::each(&unit, plan, None, &|_| None, &|proven, _| {
                let reading = &proven.reading;
                Some((reading.verdict, reading.notation, reading.game.moves().collect::<Vec<Move>>()))
            })
            .into_iter()
            .flatten(),
        );
    }
    counts[0].fetch_add(1, Ordering::Relaxed);
    let sure = |verdict: Verdict| matches!(verdict, Verdict::Verified | Verdict::Settled);
    let [(verdict, read_as, read)] = games.as_slice() else {
        // Several games, or none: none of them may be called verified, unless it is one alone.
        let wrong = games.iter().any(|(verdict, _, moves)| sure(*verdict) && !moves.is_empty());
        return wrong.then(|| {
            format!("seed {seed}: {} {print:?} {how}: {} games\n{text}", notation.name(), games.len())
        });
    };
    let cells = rows.concat();
    let even = print == Print::Unnumbered || is_even(&rows);
    if !sure(*verdict) {
        if how == "nothing" {
            counts[3].fetch_add(1, Ordering::Relaxed);
        }
        return None;
    }
    counts[1].fetch_add(1, Ordering::Relaxed);
    counts[2].fetch_add(usize::from(*read == moves), Ordering::Relaxed);
    let own = notation::find(read_as).unwrap_or(notation);
    let mut all = readings(own, &cells, 2);
    if all.is_empty() {
        let bare = rows
            .iter()
            .enumerate()
            .flat_map(|(row, cells)| cells.iter().map(move |cell| without_number(row, cell).to_owned()));
        all = readings(own, &bare.collect::<Vec<_>>(), 2);
    }
    let right = even && read.len() == cells.len() && all.first() == Some(read) && all.len() == 1;
    (!right).then(|| {
        let san: Vec<String> = read.iter().map(ToString::to_string).collect();
        format!(
            "seed {seed}: {} as {read_as} {print:?} {how} {}: even {even}, {} of {} cells, {} readings\n{text}{}\n",
            notation.name(),
            verdict.as_str(),
            read.len(),
            cells.len(),
            all.len(),
            san.join(" ")
        )
    })
}

/// Records with one text dropped, doubled, exchanged or damaged: `SCOREBOOK_SPOILED` says how many, `SCOREBOOK_SEED`
/// from which seed.
#[test]
fn no_spoiled_record_is_verified_wrongly() {
    let number =
        |name: &str, usual: u64| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (count, seed) = (number("SCOREBOOK_SPOILED", 120), number("SCOREBOOK_SEED", 1));
    let plan = Plan {
        options: Options::default(),
        layout: LayoutChoice::Auto,
        format: Format::Pgn,
        decisions: std::sync::Arc::default(),
        whole: true,
        fragments: true,
        scan: scorebook_source::Options::default(),
    };
    let counts: [AtomicUsize; 4] = Default::default();
    let wrong: Vec<String> =
        (seed..seed + count).into_par_iter().filter_map(|seed| hold(seed, &plan, &counts)).collect();
    let [all, sure, whole, shy] = counts.map(AtomicUsize::into_inner);
    eprintln!(
        "seeds {seed} to {}: {all} records, {sure} verified or settled ({whole} as played), {shy} clean ones not, {} wrong",
        seed + count - 1,
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.iter().take(12).cloned().collect::<Vec<_>>().join("\n"));
}
