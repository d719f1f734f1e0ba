//! Scores `scorebook convert` on everything whose games are known; see `README.md` beside `Cargo.toml`.

mod books;
mod made;
mod program;
mod records;
mod report;
mod run;
mod sheets;
mod truth;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::Result;
use clap::{Parser, ValueEnum};

use program::Program;
use run::{Machine, Row, Run, differences, merge_runs, newest_run};

/// Scores `scorebook convert` on everything whose games are known, and writes one JSON file a run.
#[derive(Parser)]
struct Args {
    /// The program to score instead of the `scorebook` that this one is built with
    #[arg(long)]
    program: Option<PathBuf>,
    /// The commit of that program
    #[arg(long, requires = "program")]
    commit: Option<String>,
    /// Only these kinds
    #[arg(long, value_delimiter = ',', value_name = "KIND,…")]
    only: Vec<Kind>,
    /// Only what runs in about two minutes
    #[arg(long)]
    quick: bool,
    /// Directory of the shared material
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"), hide_default_value = true)]
    shared: PathBuf,
    /// Directory of the runs
    #[arg(long, default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/../../benches/score"), hide_default_value = true)]
    runs: PathBuf,
    /// Show what differs from this run
    #[arg(long, value_name = "RUN")]
    against: Option<PathBuf>,
    /// Score nothing: show what differs between two runs
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"])]
    compare: Vec<PathBuf>,
    /// Score nothing: write one run of several that scored parts of the same program
    #[arg(long, num_args = 1.., value_name = "RUN")]
    merge: Vec<PathBuf>,
    /// Score nothing: write benches/RESULTS.md from the newest complete run
    #[arg(long)]
    report: bool,
}

/// What can be scored.
#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
enum Kind {
    Fixtures,
    Silent,
    Wild,
    Sheets,
    Made,
    Printed,
    Books,
}

/// The repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn main() -> ExitCode {
    #[cfg(feature = "own")]
    if std::env::var_os(program::AS_SCOREBOOK).is_some() {
        return scorebook::cli::main();
    }
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("scorebook-score: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<()> {
    if args.report {
        return report::write_report(&newest_run(&args.runs)?, &repository().join("benches"));
    }
    if let [old, new] = &args.compare[..] {
        show_differences(&Run::read(old)?, &Run::read(new)?);
        return Ok(());
    }
    if !args.merge.is_empty() {
        let parts = args.merge.iter().map(|path| Run::read(path)).collect::<Result<_>>()?;
        println!("{}", merge_runs(parts)?.write(&args.runs)?.display());
        return Ok(());
    }
    let program = Program::find(args.program.clone())?;
    let kinds = if args.only.is_empty() { Kind::value_variants() } else { &args.only };
    let (mut rows, mut skipped) = (Vec::new(), Vec::new());
    for &kind in kinds {
        let began = rows.len();
        score_kind(kind, &program, args, &mut rows, &mut skipped)?;
        for row in &rows[began..] {
            eprintln!("{}", report::one_line(row));
        }
    }
    for path in &skipped {
        eprintln!("skipped: {path} is not here");
    }
    let run = Run {
        commit: args.commit.clone().unwrap_or_else(|| commit_here(args.program.is_some())),
        taken: chrono::Utc::now().format("%Y-%m-%dT%H:%MZ").to_string(),
        machine: Machine::this(),
        quick: args.quick,
        complete: args.only.is_empty() && !args.quick && skipped.is_empty(),
        rows,
        skipped,
    };
    eprintln!("{}", run.write(&args.runs)?.display());
    if let Some(old) = &args.against {
        show_differences(&Run::read(old)?, &run);
    }
    Ok(())
}

fn show_differences(old: &Run, new: &Run) {
    println!("{} → {}", old.commit, new.commit);
    for line in differences(old, new) {
        println!("{line}");
    }
}

/// Scores one kind; what is not there is named.
fn score_kind(
    kind: Kind,
    program: &Program,
    args: &Args,
    rows: &mut Vec<Row>,
    skipped: &mut Vec<String>,
) -> Result<()> {
    let quick = args.quick;
    let mut shared = |path: &str| {
        let place = args.shared.join(path);
        if !place.exists() {
            skipped.push(format!("shared/{path}"));
        }
        Some(place).filter(|place| place.exists())
    };
    match kind {
        Kind::Fixtures => {
            for name in ["pasted", "records", "verified"] {
                let path = repository().join("fixtures").join(name).with_extension("toml");
                rows.push(records::score_fixtures(program, name, &path)?);
            }
        }
        Kind::Silent => {
            if let Some(path) = shared("silent/cases.toml") {
                rows.push(records::score_silent(program, &path)?);
            }
        }
        Kind::Wild => {
            if let Some(folder) = shared("wild") {
                rows.push(records::score_wild(program, &folder)?);
            }
        }
        Kind::Sheets => {
            if let Some(folder) = shared("sheets") {
                rows.extend(sheets::score_sheets(program, &folder, quick)?);
            }
        }
        Kind::Made => {
            rows.extend(made::score_clean(program, if quick { 150 } else { 1500 })?);
            rows.push(made::score_spoiled(program, if quick { 100 } else { 1000 })?);
        }
        Kind::Printed => {
            if let Some(folder) = shared("printed") {
                rows.extend(books::score_printed(program, &folder, quick)?);
            }
        }
        Kind::Books => {
            if let Some(folder) = shared("books") {
                rows.extend(books::score_books(program, &folder, quick)?);
            }
            if let Some(folder) = shared("books/spanish") {
                rows.extend(books::count_unknown(program, &folder)?);
            }
        }
    }
    Ok(())
}

/// The commit that is checked out, with `+` if there are changes; `unknown` for a program that was built elsewhere.
fn commit_here(is_elsewhere: bool) -> String {
    let git = |args: &[&str]| {
        let output = Command::new("git").arg("-C").arg(repository()).args(args).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let Some(commit) = git(&["rev-parse", "--short", "HEAD"]).filter(|_| !is_elsewhere) else {
        return "unknown".to_owned();
    };
    let changed =
        git(&["status", "--porcelain", "--untracked-files=no"]).is_some_and(|text| !text.is_empty());
    commit + if changed { "+" } else { "" }
}
