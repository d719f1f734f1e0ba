//! `verified` and `settled` mean it, at size: random records, printed in every layout and notation, with one thing
//! spoiled, and the verdicts compared with an exhaustive reading.
//!
//! ```text
//! SCOREBOOK_SPOILED=20000 SCOREBOOK_SEED=1 SCOREBOOK_SCREEN=16 cargo test --release --test all spoiled:: -- --nocapture
//! ```
//!
//! `SCOREBOOK_SPOILED` says how many records, `SCOREBOOK_SEED` from which seed. `SCOREBOOK_SCREEN` reads each record with
//! a beam of so many readings first, and as the program does only where that is verified or settled: most spoiled
//! records are neither, and that takes a tenth of the time. `SCOREBOOK_PRINT` names one layout, `SCOREBOOK_CLEAN` spoils
//! nothing, `SCOREBOOK_WORN` misreads one character of one move, `SCOREBOOK_DRESS` prints all in English in the manner of
//! that house (0 to 7, see `dress`), `SCOREBOOK_PLIES` is how many half-moves a record has at most, `SCOREBOOK_SHY` names
//! the clean records that are not verified, and `SCOREBOOK_SHOW` is how many of the wrong ones are said once more at the end.

mod dress;
mod oracle;
mod print;
mod spoil;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::common::{Random, random_game};
use oracle::{is_even, readings, rows_of, without_number};
use print::{PRINTS, Print, Row, printed};
use rayon::prelude::*;
use scorebook::convert::{self, Format, LayoutChoice, Plan, Units};
use scorebook::decode::Options;
use scorebook::game::Verdict;
use scorebook::notation::{self, Notation};
use shakmaty::Move;
use spoil::{cells, spoil, wear};

/// What became of the records of one kind.
#[derive(Copy, Clone, Default)]
struct Count {
    all: usize,
    /// Verified or settled.
    sure: usize,
    /// Of these, as they were played.
    whole: usize,
    /// As they were played, sure or not.
    exact: usize,
    /// Records that nothing was done to, and that are not sure.
    shy: usize,
    wrong: usize,
    time: Duration,
}

/// The counts by layout and by what was done.
#[derive(Default)]
struct Counts {
    prints: BTreeMap<String, Count>,
    ways: BTreeMap<String, Count>,
    notations: BTreeMap<String, Count>,
}

/// How records are made and read.
struct Lane {
    plan: Plan,
    /// The same with a narrow beam.
    screen: Option<Plan>,
    prints: Vec<Print>,
    clean: bool,
    /// One character of one move is misread, and nothing else is done.
    worn: bool,
    /// All in English, in this dress.
    dress: Option<usize>,
    shy: bool,
    /// Records have fewer half-moves than this more than 8.
    plies: usize,
}

/// One record, spoiled: how it is read, and what is wrong with that.
fn hold(seed: u64, lane: &Lane, counts: &Mutex<Counts>) -> Option<String> {
    let mut random = Random::new(seed);
    let written: Vec<&dyn Notation> =
        notation::TABLE.iter().copied().filter(|n| n.writes() && n.guessable()).collect();
    let english = notation::find("english")?;
    // A third of the records is in English, in all its dresses.
    let is_english = random.below(3) == 0 || lane.dress.is_some();
    let notation = if is_english { english } else { *random.pick(&written) };
    let print = *random.pick(&lane.prints);
    let plies = 8 + random.below(lane.plies);
    let moves = random_game(&mut random, plies);
    let mut rows = rows_of(notation, &moves)?;
    if notation.name() == "english" {
        let own = random.below(dress::DRESSES);
        dress::dress(&mut rows, lane.dress.unwrap_or(own));
    }
    if print == Print::NarrowBlocks && rows.len() < 3 {
        return None;
    }
    let (how, meant) = match (lane.clean, lane.worn) {
        (true, _) => ("nothing", None),
        (_, true) => (wear(&mut rows, &mut random), None),
        _ => spoil(&mut rows, &mut random),
    };
    let text = printed(&rows, print, &mut random);
    let began = Instant::now();
    let sure = |verdict: Verdict| matches!(verdict, Verdict::Verified | Verdict::Settled);
    let any_sure = |games: &[Game]| games.iter().any(|game| sure(game.verdict) && !game.moves.is_empty());
    let screened = lane.screen.as_ref().map(|plan| convert_all(&text, plan));
    let games = match screened {
        Some(games) if !any_sure(&games) => games,
        _ => convert_all(&text, &lane.plan),
    };
    let time = began.elapsed();
    let is_sure = any_sure(&games);
    let wrong = is_sure.then(|| judge(seed, notation, print, how, meant, &rows, &text, &games)).flatten();
    let exact = games.len() == 1 && games[0].moves == moves;
    let one = Count {
        all: 1,
        exact: usize::from(exact),
        sure: usize::from(is_sure),
        whole: usize::from(is_sure && exact),
        shy: usize::from(how == "nothing" && !is_sure),
        wrong: usize::from(wrong.is_some()),
        time,
    };
    let mut counts = counts.lock().ok()?;
    let counts = &mut *counts;
    for (map, key) in [
        (&mut counts.prints, format!("{print:?}")),
        (&mut counts.ways, how.to_owned()),
        (&mut counts.notations, notation.name().to_owned()),
    ] {
        let count = map.entry(key).or_default();
        count.all += one.all;
        count.sure += one.sure;
        count.whole += one.whole;
        count.exact += one.exact;
        count.shy += one.shy;
        count.wrong += one.wrong;
        count.time += one.time;
    }
    if let Some(wrong) = &wrong {
        // At once: a run may be ended before its time.
        eprintln!("{wrong}");
    }
    if lane.shy && one.shy > 0 {
        let verdicts: Vec<&str> = games.iter().map(|game| game.verdict.as_str()).collect();
        eprintln!("shy, seed {seed}: {} {print:?} {verdicts:?}\n{text}", notation.name());
    }
    wrong
}

/// A game as it came out.
struct Game {
    verdict: Verdict,
    notation: &'static str,
    moves: Vec<Move>,
}

fn convert_all(text: &str, plan: &Plan) -> Vec<Game> {
    let mut units =
        Units::read("spoiled".to_owned(), Box::new(std::io::Cursor::new(text.as_bytes().to_vec())), plan);
    let mut games = Vec::new();
    while let Ok(Some(unit)) = units.next_unit() {
        games.extend(
            convert::each(&unit, plan, None, &|_| None, &|proven, _| {
                let reading = &proven.reading;
                Some(Game {
                    verdict: reading.verdict,
                    notation: reading.notation,
                    moves: reading.game.moves().collect(),
                })
            })
            .into_iter()
            .flatten(),
        );
    }
    games
}

/// What is wrong with games of which one is called verified or settled.
#[allow(clippy::too_many_arguments)]
fn judge(
    seed: u64,
    notation: &dyn Notation,
    print: Print,
    how: &str,
    meant: Option<Vec<String>>,
    rows: &[Row],
    text: &str,
    games: &[Game],
) -> Option<String> {
    let [Game { verdict, notation: read_as, moves: read }] = games else {
        return Some(format!(
            "seed {seed}: {} {print:?} {how}: {} games\n{text}",
            notation.name(),
            games.len()
        ));
    };
    let own = notation::find(read_as).unwrap_or(notation);
    let bare: Vec<String> = rows
        .iter()
        .flat_map(|row| row.cells.iter().map(move |cell| without_number(row, cell).to_owned()))
        .collect();
    let even = is_even(rows, print);
    // As printed; with blanks put right; without numbers before Black's moves; without what stands behind a move and is
    // none.
    let heads = cells(rows).iter().map(|cell| head(own, cell)).collect();
    let ways = [(Some(cells(rows)), even), (meant, true), (Some(bare), even), (Some(heads), even)];
    let mut found = 0;
    for (cells, even) in ways {
        let Some(cells) = cells.filter(|_| even) else { continue };
        let all = readings(own, &cells, 2);
        found = found.max(all.len());
        if all.first() == Some(read) && all.len() == 1 {
            // Nor may the notation that it was written in say another game.
            let other = readings(notation, &cells, 2);
            if other.is_empty() || other.contains(read) {
                return None;
            }
            found += other.len();
        }
    }
    let san: Vec<String> = read.iter().map(ToString::to_string).collect();
    Some(format!(
        "seed {seed}: {} as {read_as} {print:?} {how} {}: even {even}, {} plies of {} cells, {found} readings\n{text}{}\n",
        notation.name(),
        verdict.as_str(),
        read.len(),
        cells(rows).len(),
        san.join(" ")
    ))
}

/// A text without its last word, where only the rest of it reads as a move.
fn head(notation: &dyn Notation, cell: &str) -> String {
    let reads = |text: &str| !notation.read(text, shakmaty::Color::White).is_empty();
    match cell.rsplit_once(' ') {
        Some((head, _)) if !reads(cell) && reads(head) => head.to_owned(),
        _ => cell.to_owned(),
    }
}

fn table(name: &str, counts: &BTreeMap<String, Count>) {
    eprintln!("{name:16} records  sure  as played  shy  wrong  ms each");
    for (key, count) in counts {
        eprintln!(
            "{key:16} {:7} {:5} {:10} {:4} {:6} {:8.1}",
            count.all,
            count.sure,
            count.whole,
            count.shy,
            count.wrong,
            count.time.as_secs_f64() * 1000.0 / count.all.max(1) as f64
        );
    }
}

#[test]
fn no_spoiled_record_is_verified_wrongly() {
    let said = |name: &str| std::env::var(name).ok();
    let number = |name: &str, usual: u64| said(name).and_then(|n| n.parse().ok()).unwrap_or(usual);
    let (count, seed) = (number("SCOREBOOK_SPOILED", 60), number("SCOREBOOK_SEED", 1));
    let plan = |beam: usize| Plan {
        options: Options { beam, ..Options::default() },
        charset: None,
        layout: LayoutChoice::Auto,
        format: Format::Pgn,
        decisions: std::sync::Arc::default(),
        direct: false,
        whole: true,
        fragments: true,
        explain: false,
        variants: scorebook::convert::ruled::Variants::default(),
        scan: Default::default(),
        sheets: Default::default(),
        progress: Default::default(),
    };
    let print = said("SCOREBOOK_PRINT");
    let lane = Lane {
        plan: plan(Options::default().beam),
        screen: said("SCOREBOOK_SCREEN").and_then(|beam| beam.parse().ok()).map(plan),
        prints: PRINTS
            .iter()
            .copied()
            .filter(|own| print.as_ref().is_none_or(|print| *print == format!("{own:?}")))
            .collect(),
        clean: said("SCOREBOOK_CLEAN").is_some(),
        worn: said("SCOREBOOK_WORN").is_some(),
        dress: said("SCOREBOOK_DRESS").and_then(|dress| dress.parse().ok()),
        shy: said("SCOREBOOK_SHY").is_some(),
        plies: number("SCOREBOOK_PLIES", 57).saturating_sub(7).max(1) as usize,
    };
    let counts = Mutex::default();
    let wrong: Vec<String> =
        (seed..seed + count).into_par_iter().filter_map(|seed| hold(seed, &lane, &counts)).collect();
    let counts = counts.into_inner().unwrap();
    if count > 200 {
        table("layout", &counts.prints);
        table("spoiled", &counts.ways);
        table("notation", &counts.notations);
    }
    let sum = |one: fn(&Count) -> usize| -> usize { counts.prints.values().map(one).sum() };
    eprintln!(
        "seeds {seed} to {}: {} records, {} verified or settled ({} as played), {} clean ones not, {} wrong",
        seed + count - 1,
        sum(|count| count.all),
        sum(|count| count.sure),
        sum(|count| count.whole),
        sum(|count| count.shy),
        wrong.len()
    );
    eprintln!("{} exact, sure or not", sum(|count| count.exact));
    let shown = number("SCOREBOOK_SHOW", 12) as usize;
    assert!(wrong.is_empty(), "{}", wrong.iter().take(shown).cloned().collect::<Vec<_>>().join("\n"));
}
