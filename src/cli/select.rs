//! `scorebook select`: filters the games of a corpus, strips them, and writes one file or many.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::Status;
use super::corpus::{Run, archives, corpus, named};
use super::encoding::EncodingArg;
use super::interrupt;
use super::output::{Output, OutputFolder};
use super::unique::{Found, UniqueArgs};
use super::{sbk, tell};
use crate::convert::input::Input;
use crate::corpus::select::{self, Part, Selected, Strip, Wish, Written};
use crate::query::Query;
use crate::render::count;
use crate::verify::Options;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook select db/ --where 'player ~ \"Morphy\" and date < 1860' -o morphy.pgn
  scorebook select games.pgn --where 'material = KRPvKR and plies > 80' -o rook-endings.pgn
  scorebook select games.pgn --strip comments,variations,nags        moves alone
  scorebook select dump.pgn.zst --where 'elo >= 2500' --split eco -o by-eco
  scorebook select games.pgn --split 10000 -o parts                  ten thousand games a file
  scorebook select games.pgn --to epd | sort -u      every position, with the move played
  scorebook select db/ --unique -o clean.pgn --removed gone.csv      without duplicates; the better copy stays
  scorebook select new.pgn --unique --against db.sbk -o added.pgn    only what db.sbk does not have

A query is conditions joined by and, or, not and ( ); `scorebook unpack --where` takes the same. docs/queries.md explains each.

Tags:
  white ~ morphy                 contains, in any case; also !~, = and != (exactly), in (A, B), exists
  player ~ /^mor(phy|ley),/i     a regular expression; player: White or Black
  event, site, tag:NAME          any other tag; tag:NAME > 3 compares numbers
  elo >= 2500, whiteelo - blackelo > 200, round > 3, plies = 40-60, plycount, year in (1858, 1900-1910)
  date < 1860.06                 1858, 1858.10 or 1858.10.31
  result = draw                  1-0, 0-1, 1/2-1/2, *, white, black, draw
  eco = B30-B39, eco ~ B3        from one code to another; codes that begin so
  opening ~ \"Najdorf\"          the opening that the moves reach; tag:Opening is the tag
  variant = chess960, comment ~ novelty, exists comment

Moves and positions of the mainline, as far as it is proven:
  checkmate, stalemate, check, enpassant, castling, promotion, underpromotion, repetition 3
  castling by white queenside, promotion by black to N
  material = KRPvKR              exactly these pieces, either side White; KRPkr: White's in capitals;
                                 P* any number of them, P+ one or more, P? one or none; ~: at least these
  N on f7, R on a7-h7            a man on a square, or on one of several
  fen = \"*/*/*/*/*P*/*/*/* b\"    a placement, optionally with the side to move: ? is any square,
                                 _ an empty one, ! any piece, A a white and a a black piece,
                                 * any number of squares
  line \"1. e4 c5 2. Nf3\"       the position after these moves, in any order
  position(Q on h7, check, ply < 40)
                                 all at the same time; also turn, move, men, pawns, count LETTERS
  castling by white then castling by black
                                 one after the other

The output keeps the order of the input.

Exit status: 0 games found, 1 none found, or positions missing because games are unproven, 2 could not run.")]
pub(super) struct Args {
    /// Files, directories (their .pgn files), or - for standard input; .gz, .zst and .bz2 are decompressed
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    encoding: EncodingArg,
    /// Only games that match this query
    #[arg(long = "where", value_name = "QUERY")]
    question: Option<String>,
    /// Leave out duplicates: of each game the longest record, and of equal ones that with proven moves, more tags and more
    /// notes, is kept
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    duplicates: UniqueArgs,
    /// Omit these from the movetext
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    strip: Vec<What>,
    /// The output format
    #[arg(long, value_enum, default_value = "pgn", value_name = "FORMAT")]
    to: Format,
    /// Write one file per eco, event, player or year, or per N games, into the directory --output
    #[arg(long, value_name = "BY", requires = "output", value_parser = by)]
    split: Option<By>,
    /// Write to this file instead of standard output; with --split, the directory, which must be empty
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Number of threads [default: one per processor]
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Show no summary and no progress
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum What {
    /// Comments
    Comments,
    /// Variations
    Variations,
    /// Commands in comments: [%clk …], [%eval …]
    Clocks,
    /// $1, !?
    Nags,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// The games
    Pgn,
    /// Each position of the mainline as FEN
    Fen,
    /// Each position of the mainline as EPD, with the move played
    Epd,
}

/// The argument of `--split`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum By {
    Part(Part),
    Count(u64),
}

fn by(text: &str) -> Result<By, String> {
    Ok(match text {
        "eco" => By::Part(Part::Eco),
        "event" => By::Part(Part::Event),
        "player" => By::Part(Part::Player),
        "year" => By::Part(Part::Year),
        number => match number.parse() {
            Ok(count) if count > 0 => By::Count(count),
            _ => return Err("expected eco, event, player, year or a number of games".to_owned()),
        },
    })
}

/// Most files that may be open at the same time.
const MOST_PARTS: usize = 500;

/// The destination of the games.
enum Sink {
    One(Output),
    /// One file per part, by name of the part.
    Parts(OutputFolder, BTreeMap<String, Output>),
    /// The current file and its number of games; number of finished files.
    Counted(OutputFolder, Option<(Output, u64)>, u64),
}

struct Picker<'a> {
    args: &'a Args,
    inputs: &'a [Input],
    sink: Sink,
    games: usize,
    picked: usize,
    unproven: usize,
    too_long: usize,
    failures: Vec<String>,
    /// Selected games that were left out as duplicates.
    doubles: usize,
}

impl Picker<'_> {
    fn take(&mut self, chunk: Selected) -> Result<()> {
        if let Some(error) = chunk.failed {
            self.failures.push(format!("{}: {error}", self.inputs[chunk.input].name()));
        }
        self.games += chunk.games;
        self.picked += chunk.picked.len();
        self.unproven += chunk.unproven;
        self.too_long += chunk.too_long;
        self.doubles += chunk.doubles;
        for picked in chunk.picked {
            self.put(&picked.parts, &picked.text)?;
        }
        Ok(())
    }

    fn put(&mut self, parts: &[String], text: &[u8]) -> Result<()> {
        let end = match self.args.to {
            Format::Pgn => "pgn",
            Format::Fen => "fen",
            Format::Epd => "epd",
        };
        match (&mut self.sink, self.args.split) {
            (Sink::One(out), _) => out.write_all(text)?,
            (Sink::Parts(folder, files), _) => {
                for part in parts {
                    let name = file_name(part);
                    if !files.contains_key(&name) {
                        if files.len() >= MOST_PARTS {
                            bail!(
                                "there are more than {MOST_PARTS} parts; narrow the selection with --where"
                            );
                        }
                        files.insert(name.clone(), folder.file(&format!("{name}.{end}"))?);
                    }
                    if let Some(out) = files.get_mut(&name) {
                        out.write_all(text)?;
                    }
                }
            }
            (Sink::Counted(folder, now, done), Some(By::Count(most))) => {
                if now.as_ref().is_some_and(|(_, games)| *games >= most)
                    && let Some((out, _)) = now.take()
                {
                    out.finish()?;
                    *done += 1;
                }
                let (out, games) = match now {
                    Some(now) => now,
                    None => now.insert((folder.file(&format!("{:05}.{end}", *done))?, 0)),
                };
                out.write_all(text)?;
                *games += 1;
            }
            (Sink::Counted(..), _) => {}
        }
        Ok(())
    }
}

/// The name of a part as a valid file name.
fn file_name(part: &str) -> String {
    const LONGEST: usize = 80;
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, '-' | '_' | ',' | '.') { c } else { '_' };
    let name: String = part.chars().take(LONGEST).map(plain).collect();
    let name = name.trim_start_matches('.');
    if name.is_empty() { "unknown".to_owned() } else { name.to_owned() }
}

fn wish(args: &Args) -> Result<Wish> {
    let query = match &args.question {
        None => None,
        Some(text) => match text.parse::<Query>() {
            Ok(query) => Some(query),
            Err(error) => bail!(sbk::pointed(text, &error)),
        },
    };
    let has = |what| args.strip.contains(&what);
    let strip = Strip {
        comments: has(What::Comments),
        commands: has(What::Clocks),
        variations: has(What::Variations),
        nags: has(What::Nags),
    };
    let written = match args.to {
        Format::Pgn => Written::Pgn,
        Format::Fen => Written::Fen,
        Format::Epd => Written::Epd,
    };
    let part = match args.split {
        Some(By::Part(part)) => Some(part),
        _ => None,
    };
    Ok(Wish { query, strip, written, part })
}

fn sink(args: &Args) -> Result<Sink> {
    let Some(by) = args.split else {
        return Ok(Sink::One(Output::create(args.output.as_deref())?.escaped_on_terminal()));
    };
    let folder = args.output.as_deref().unwrap_or(Path::new("."));
    let folder = OutputFolder::create(folder, "files")?;
    Ok(match by {
        By::Part(_) => Sink::Parts(folder, BTreeMap::new()),
        By::Count(_) => Sink::Counted(folder, None, 0),
    })
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let named = named(&args.inputs);
    if let Some(input) = archives(&named).first() {
        bail!("{} is an archive; use scorebook unpack --where", input.name());
    }
    let wish = wish(args)?;
    let inputs = corpus(named)?;
    let stop = interrupt::flag();
    args.duplicates.check(args.unique, "--unique")?;
    let found = if args.unique {
        args.duplicates.find(&inputs, &Options::default(), args.jobs, args.quiet)?
    } else {
        Found::default()
    };
    let mut picker = Picker {
        args,
        inputs: &inputs,
        sink: sink(args)?,
        games: 0,
        picked: 0,
        unproven: 0,
        too_long: 0,
        failures: Vec::new(),
        doubles: 0,
    };
    let all =
        Run { inputs: &inputs, jobs: args.jobs, quiet: args.quiet, charset: args.encoding.charset(), stop }
            .each(|chunk| select::chunk(chunk, &wish, &found.gone), |selected| picker.take(selected))?;
    if !all {
        bail!("stopped by the user: no output was written");
    }
    if let Some(first) = picker.failures.first() {
        bail!("cannot read {first}");
    }
    let Picker { sink, games, picked, unproven, too_long, doubles, .. } = picker;
    let files = match sink {
        Sink::One(out) => {
            out.finish()?;
            None
        }
        Sink::Parts(folder, files) => {
            let parts = files.len();
            files.into_values().try_for_each(Output::finish)?;
            folder.finish()?;
            Some(parts)
        }
        Sink::Counted(folder, now, done) => {
            let more = u64::from(now.is_some());
            now.map_or(Ok(()), |(out, _)| out.finish())?;
            folder.finish()?;
            Some((done + more) as usize)
        }
    };
    if !args.quiet {
        let files = files.map(|files| format!(", in {}", count(files, "file"))).unwrap_or_default();
        tell(&format!("{picked} of {} picked{files}\n", count(games, "game")));
        if args.unique {
            tell(&format!("{}\n", found.summary(doubles)));
        }
        if unproven > 0 {
            tell(&format!("{} not proven to the end; its positions stop there\n", count(unproven, "game")));
        }
    }
    if too_long > 0 {
        tell(&format!("{} larger than 16 MiB skipped unread\n", count(too_long, "game")));
    }
    Ok(if picked == 0 || unproven + too_long > 0 { Status::Findings } else { Status::Clean })
}
