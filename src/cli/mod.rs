//! The command line: one module per command.

mod board;
mod choices;
mod collate;
mod completions;
mod convert;
mod corpus;
mod damage;
mod decisions;
mod encoding;
mod ending;
mod explain;
mod findings;
mod fix;
mod further;
mod info;
mod interrupt;
mod kind;
mod levels;
mod man;
mod moves;
mod output;
mod overwriting;
mod pack;
mod placed;
mod position;
mod progress;
mod repair;
mod review;
mod ruled_position;
mod rules;
mod sbk;
mod scans;
mod select;
mod shard;
mod table;
mod unique;
mod unpack;
mod verify;

use std::ffi::OsString;
use std::io::{Write, stderr};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::render::shown;

/// How a command ended, unless it failed.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nothing was found: exit status 0.
    Clean,
    /// There are findings: exit status 1.
    Findings,
    /// Nothing was found, but the search ended before it was done: exit status 3.
    Unfinished,
}

/// Read chess game records as people wrote them, prove every move, and report what is ambiguous or wrong.
#[derive(Parser, Debug)]
#[command(
    version,
    about,
    max_term_width = 100,
    after_help = "\
Examples:
  scorebook convert game.txt                 convert a written record to verified PGN
  scorebook convert book.pdf -o games.pgn --report doubts.csv
  scorebook review book.txt -o review.html   list what a person must decide, as a web page
  scorebook verify games.pgn                 report every defect of a PGN corpus
  scorebook move 'Kt-KB3'                    show what a written move may mean
  scorebook explain A101                     explain a finding

Exit status: 0 no findings, 1 findings, 2 could not run, or no game was found; 128 + n after signal n (130: Ctrl-C).
A file alone is converted, verified (PGN) or described (archive). More: `scorebook help COMMAND`."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Convert written records to verified PGN, and report what is ambiguous or wrong
    Convert(convert::Args),
    /// Read several records of the same games together, and report where they differ
    Collate(collate::Args),
    /// Make a web page of everything a person must decide: source, board, possible readings
    Review(review::Args),
    /// Check PGN: every move, mark, number, tag and result
    Verify(verify::Args),
    /// Fix defects of PGN: SAN, marks, numbers, tags, encoding
    Fix(fix::Args),
    /// Show what one written move may mean in a position
    Move(moves::Args),
    /// Explain a finding code, with an example
    Explain(explain::Args),
    /// Generate shell completions
    Completions(completions::Args),
    /// Generate the manual pages
    Man(man::Args),
    /// Draw a position, or a position of a game, as SVG or PNG
    Board(board::Args),
    /// Check whether a game can reach a position, and explain why not
    Position(position::Args),
    /// Select games with a query; sort, sample, count, split or rewrite them
    Select(select::Args),
    /// Split a large PGN corpus into files of whole games, with a manifest
    Shard(shard::Args),
    /// Pack PGN into a compact archive with checksums; every move is proven
    Pack(pack::Args),
    /// Extract the games of an archive
    Unpack(unpack::Args),
    /// Show what an archive contains
    Info(info::Args),
    /// Write a new archive of the undamaged games of an archive
    Repair(repair::Args),
}

/// Does work in which a panic in one game is a finding of that game, so that the terminal does not show it. One that is no game's is an
/// error.
fn quietly<T>(work: impl FnOnce() -> anyhow::Result<T>) -> anyhow::Result<T> {
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let done = catch_unwind(AssertUnwindSafe(work));
    set_hook(hook);
    done.unwrap_or_else(|panic| {
        let why = crate::convert::words(&*panic);
        Err(anyhow::anyhow!("internal error ({why}); please report it together with the input"))
    })
}

/// Runs the command line of this process. Exit status: 0 no findings, 1 findings, 2 could not run, or no game was found.
#[must_use]
pub fn main() -> ExitCode {
    ExitCode::from(main_with(std::env::args_os().collect()))
}

/// The same of these arguments, the name of the program first. It handles signals, so the process must be there for nothing else.
#[must_use]
pub fn main_with(arguments: Vec<OsString>) -> u8 {
    let commands = Cli::command();
    let is_command = |word: &str| word == "help" || commands.find_subcommand(word).is_some();
    interrupt::listen();
    let status = match parse(kind::arguments(arguments, is_command)) {
        Ok(command) => run(command),
        Err(status) => return status,
    };
    if let Err(error) = &status
        && !is_closed_pipe(error)
    {
        tell(&format!("scorebook: {}\n", shown(&format!("{error:#}"))));
    }
    match (interrupt::status(), status) {
        (Some(stopped), _) => stopped,
        (None, Ok(Status::Clean)) => 0,
        (None, Ok(Status::Findings)) => 1,
        (None, Ok(Status::Unfinished)) => 3,
        (None, Err(error)) if is_closed_pipe(&error) => 0,
        (None, Err(_)) => 2,
    }
}

/// The command of the arguments, or the exit status if there is none.
fn parse(arguments: Vec<OsString>) -> Result<Command, u8> {
    let read = Cli::command().try_get_matches_from(arguments);
    let read = read.and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = read.map_err(|error| {
        let status = u8::try_from(error.exit_code()).unwrap_or(2);
        let plain = error.to_string();
        if error.use_stderr() && shown(&plain) != plain {
            tell(&shown(&plain));
            return status;
        }
        // Nobody is there to be told that nothing can be printed.
        let _ = error.print();
        status
    })?;
    if let Some((_, matches)) = matches.subcommand()
        && let Err(error) = overwriting::refuse(matches)
    {
        tell(&format!("scorebook: {}\n", shown(&format!("{error:#}"))));
        return Err(2);
    }
    Ok(cli.command)
}

fn run(command: Command) -> anyhow::Result<Status> {
    match command {
        Command::Convert(args) => convert::run(&args),
        Command::Collate(args) => collate::run(&args),
        Command::Move(args) => moves::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
        Command::Board(args) => board::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Fix(args) => fix::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Select(args) => select::run(&args),
        Command::Shard(args) => shard::run(&args),
        Command::Position(args) => position::run(&args),
        Command::Pack(args) => pack::run(&args),
        Command::Unpack(args) => unpack::run(&args),
        Command::Info(args) => info::run(&args),
        Command::Repair(args) => repair::run(&args),
    }
}

/// Writes to standard error. What cannot be told there (it is closed, or its disk is full) changes neither the outputs nor
/// the exit status.
fn tell(text: &str) {
    let _ = stderr().lock().write_all(text.as_bytes());
}

/// Whether the reader of the output has closed it (`scorebook … | head`), which is not an error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_failure_that_is_no_games_is_told() {
        let done = super::quietly(|| -> anyhow::Result<()> { panic!("no {}", "reason") });
        let told = done.map_err(|error| error.to_string());
        assert_eq!(
            told,
            Err("internal error (no reason); please report it together with the input".to_owned())
        );
        assert!(super::quietly(|| Ok(1)).is_ok_and(|one| one == 1));
    }
}
