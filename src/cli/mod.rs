//! The command line: one file a command.

mod board;
mod choices;
mod completions;
mod convert;
mod corpus;
mod damage;
mod decisions;
mod ending;
mod explain;
mod findings;
mod fix;
mod info;
mod interrupt;
mod kind;
mod levels;
mod man;
mod moves;
mod output;
mod pack;
mod pieces;
mod position;
mod repair;
mod review;
mod ruled_position;
mod rules;
mod sbk;
mod scans;
mod select;
mod shard;
mod table;
mod unpack;
mod verify;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

/// How a command ended, short of failing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Nothing was found: exit status 0.
    Clean,
    /// There are findings: exit status 1.
    Findings,
}

/// Reads chess game records as people wrote them, proves every move, says what is ambiguous or wrong.
#[derive(Parser, Debug)]
#[command(
    version,
    about,
    max_term_width = 100,
    after_help = "\
Examples:
  scorebook convert game.txt                 a written record as verified PGN, on standard output
  scorebook convert book.pdf -o games.pgn --report doubts.csv
  scorebook review book.txt -o review.html   what a person must decide, as a page
  scorebook verify games.pgn                 every defect of a PGN corpus, with its place
  scorebook move 'Kt-KB3'                    what a written move may mean
  scorebook explain A101                     what a code means

Exit status: 0 nothing found, 1 findings, 2 could not run.
A file without a command is converted, verified (PGN) or described (an archive).
`scorebook help COMMAND` tells more."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Turn written records into verified PGN, and say what is ambiguous or wrong
    Convert(convert::Args),
    /// Show what a person must decide, as a page: source, board, ways to read it
    Review(review::Args),
    /// Hold PGN to proof: every move, mark, number, tag and result
    Verify(verify::Args),
    /// Write PGN with its defects mended: SAN, marks, numbers, tags, encoding
    Fix(fix::Args),
    /// Say what one written move may mean in a position
    Move(moves::Args),
    /// Say what a code of a finding means, with an example
    Explain(explain::Args),
    /// Write the completions for a shell
    Completions(completions::Args),
    /// Write the manual pages
    Man(man::Args),
    /// Draw a position, or a moment of a game, as SVG or PNG
    Board(board::Args),
    /// Say whether a game can reach a position, or why none can
    Position(position::Args),
    /// Pick games of PGN by a question, strip them, split them, write their positions
    Select(select::Args),
    /// Cut a large PGN corpus into files of whole games, with a manifest
    Shard(shard::Args),
    /// Pack PGN into a compact, checked archive, every move proven
    Pack(pack::Args),
    /// Give back the games of an archive as PGN
    Unpack(unpack::Args),
    /// Say what an archive holds
    Info(info::Args),
    /// Save what is whole of a damaged archive
    Repair(repair::Args),
}

/// Runs the command line of this process. Exit status: 0 nothing found, 1 findings, 2 could not run.
#[must_use]
pub fn main() -> ExitCode {
    let commands = Cli::command();
    let is_command = |word: &str| word == "help" || commands.find_subcommand(word).is_some();
    let cli = Cli::parse_from(kind::arguments(is_command));
    let status = match cli.command {
        Command::Convert(args) => convert::run(&args),
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
    };
    match status {
        Ok(Status::Clean) => ExitCode::SUCCESS,
        Ok(Status::Findings) => ExitCode::from(1),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("scorebook: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whoever read our output has closed it: no error (`scorebook … | head`).
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}
