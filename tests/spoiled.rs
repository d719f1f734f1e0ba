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

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use scorebook::convert::{self, Format, LayoutChoice, Plan, Units};
use scorebook::decode::Options;
use scorebook::game::Verdict;
use scorebook_spoiled::{Claim, PRINTS, Recipe, judge, make_record};

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
    recipe: Recipe,
    /// Clean records that are not sure are shown.
    shy: bool,
}

/// One record, spoiled: how it is read, and what is wrong with that.
fn hold(seed: u64, lane: &Lane, counts: &Mutex<Counts>) -> Option<String> {
    let record = make_record(seed, &lane.recipe)?;
    let began = Instant::now();
    let screened = lane.screen.as_ref().map(|plan| convert_all(&record.text, plan));
    let games = match screened {
        Some(games) if !games.iter().any(Game::is_sure) => games,
        _ => convert_all(&record.text, &lane.plan),
    };
    let time = began.elapsed();
    let is_sure = games.iter().any(Game::is_sure);
    let claims: Vec<Claim> = games.iter().map(|game| game.claim.clone()).collect();
    let wrong = is_sure.then(|| judge(&record, &claims)).flatten();
    let exact = games.len() == 1 && games[0].claim.moves == record.moves;
    let one = Count {
        all: 1,
        exact: usize::from(exact),
        sure: usize::from(is_sure),
        whole: usize::from(is_sure && exact),
        shy: usize::from(record.how == "nothing" && !is_sure),
        wrong: usize::from(wrong.is_some()),
        time,
    };
    let mut counts = counts.lock().ok()?;
    let counts = &mut *counts;
    for (map, key) in [
        (&mut counts.prints, format!("{:?}", record.print)),
        (&mut counts.ways, record.how.to_owned()),
        (&mut counts.notations, record.notation.name().to_owned()),
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
        eprintln!(
            "shy, seed {seed}: {} {:?} {verdicts:?}\n{}",
            record.notation.name(),
            record.print,
            record.text
        );
    }
    wrong
}

/// A game as it came out.
struct Game {
    verdict: Verdict,
    claim: Claim,
}

impl Game {
    /// Whether it is called verified or settled, and has moves.
    fn is_sure(&self) -> bool {
        matches!(self.verdict, Verdict::Verified | Verdict::Settled) && !self.claim.moves.is_empty()
    }
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
                    claim: Claim {
                        notation: reading.notation.to_owned(),
                        moves: reading.game.moves().collect(),
                    },
                })
            })
            .into_iter()
            .flatten(),
        );
    }
    games
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
        comments: scorebook::sink::Comments::All,
        explain: false,
        variants: scorebook::convert::ruled::Variants::default(),
        scan: Default::default(),
        sheets: Default::default(),
        spoken: Default::default(),
        progress: Default::default(),
    };
    let print = said("SCOREBOOK_PRINT");
    let lane = Lane {
        plan: plan(Options::default().beam),
        screen: said("SCOREBOOK_SCREEN").and_then(|beam| beam.parse().ok()).map(plan),
        recipe: Recipe {
            prints: PRINTS
                .iter()
                .copied()
                .filter(|own| print.as_ref().is_none_or(|print| *print == format!("{own:?}")))
                .collect(),
            clean: said("SCOREBOOK_CLEAN").is_some(),
            worn: said("SCOREBOOK_WORN").is_some(),
            dress: said("SCOREBOOK_DRESS").and_then(|dress| dress.parse().ok()),
            plies: number("SCOREBOOK_PLIES", 57).saturating_sub(7).max(1) as usize,
        },
        shy: said("SCOREBOOK_SHY").is_some(),
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
