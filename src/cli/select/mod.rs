//! `scorebook select`: filters the games of a corpus, strips them, and writes one file or many.

mod archive;
mod picker;
mod sink;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use super::Status;
use super::corpus::{Run, Segment, archives, named, segments};
use super::encoding::EncodingArg;
use super::interrupt;
use super::table::To;
use super::unique::{Found, UniqueArgs};
use super::{sbk, tell};
use crate::convert::input::Input;
use crate::corpus::select::{
    self, KeptTags, Key, Made, Opcodes, Order, Part, Root, Shape, Strip, TreeForm, Wish, Written,
};
use crate::query::Query;
use crate::render::{count, path_name};
use crate::verify::Options;

use picker::{Enough, Picker};
use sink::Sink;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook select db/ --where 'player ~ \"Morphy\" and date < 1860' -o morphy.pgn
  scorebook select games.pgn --where 'material = KRPvKR and plies > 80' -o rook-endings.pgn
  scorebook select db.sbk --where 'opening ~ \"Najdorf\"' --sort=-date --limit 100
  scorebook select games.pgn --strip comments,variations,nags --tags seven -w 0     moves alone, a line each
  scorebook select games.pgn --sample 1000 --seed 7 --to uci         a thousand games by chance
  scorebook select dump.pgn.zst --where 'elo >= 2500' --count-by opening --limit 20
  scorebook select db/ --tree \"1. e4 c5\" --depth 2                   what was played next, with results
  scorebook select db/ --lines repertoire.pgn                        games that follow one of its lines to the end
  scorebook select db/ --tree \"\" --depth 24 --least 5 --to polyglot -o book.bin      an opening book
  scorebook select db/ --tree \"1. e4 c5\" --depth 8 --least 20 --to pgn -o tree.pgn    one game with variations
  scorebook select engines.pgn --where 'eval > 1 and result = draw' --to parquet -o t.parquet
  scorebook select engines.pgn --to plain -o t.plain                 positions for a trainer
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
  finding = S108, finding ~ M    what `verify` finds in the game; not in archives

Moves and positions of the mainline, as far as it is proven:
  checkmate, stalemate, check, enpassant, castling, promotion, underpromotion, repetition 3
  eval > 2.5, mate = 3, loss >= 3 by white, depth, clock < 10, time > 60
                                 what a comment shows after the move: pawns and moves to mate from White's side, pawns
                                 lost by it, half-moves, seconds
  castling by white queenside, promotion by black to N, capture of Q, plays Nxf7+
  material = KRPvKR              exactly these pieces, either side White; KRPkr: White's in capitals;
                                 P* any number of them, P+ one or more, P? one or none; ~: at least these
  N on f7, R on a7-h7            a man on a square, or on one of several
  fen = \"*/*/*/*/*P*/*/*/* b\"    a placement, optionally with the side to move: ? is any square,
                                 _ an empty one, ! any piece, A a white and a a black piece,
                                 * any number of squares
  line \"1. e4 c5 2. Nf3\"       the position after these moves, in any order
  position(Q on h7, check, ply < 40)
                                 all at the same time; also turn, move, halfmoves, balance, men, pawns,
                                 count LETTERS
  castling by white then castling by black
                                 one after the other

Without --sort, the output keeps the order of the input.

Exit status: 0 games found, 1 none found, or positions missing because games are unproven, 2 could not run.")]
pub(super) struct Args {
    /// Files, directories (their .pgn files), archives (.sbk), or - for standard input; .gz, .zst and .bz2 are decompressed
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    encoding: EncodingArg,
    /// Only games that match this query
    #[arg(long = "where", value_name = "QUERY")]
    question: Option<String>,
    /// Only games that come to the end of a line of this PGN, a variation too, in any order of moves
    #[arg(long, value_name = "FILE")]
    lines: Option<PathBuf>,
    /// At most so many games; with --count-by, rows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// So many games, chosen by chance; the same with the same --seed, whatever the number of threads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["count_by", "tree"])]
    sample: Option<u64>,
    /// The seed of --sample
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// Sort by white, black, event, site, date, year, round, result, eco, opening, whiteelo, blackelo, elo (the mean) or plies,
    /// or several of them; -KEY from the greatest down. Games without the value come last
    #[arg(long, value_name = "KEY", value_delimiter = ',', allow_hyphen_values = true, value_parser = order, conflicts_with_all = ["count_by", "tree"])]
    sort: Vec<Order>,
    /// Instead of games, write how many they are, with results, as CSV, by one of the keys of --sort, or by player (both of a game)
    #[arg(long, value_name = "KEY", value_parser = counted, conflicts_with_all = ["to", "split", "tree"])]
    count_by: Option<(&'static str, Key)>,
    /// Instead of games, write the moves that were played after this line of moves ("" is the start), with results: as CSV, with
    /// --to pgn as one game with variations, with --to polyglot as an opening book. Other orders of moves to a position count
    #[arg(long, value_name = "LINE", conflicts_with_all = ["split", "limit"])]
    tree: Option<String>,
    /// The half-moves of --tree
    #[arg(long, value_name = "N", default_value_t = 1, requires = "tree", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Only moves of --tree that were played in so many games
    #[arg(long, value_name = "N", default_value_t = 1, requires = "tree", value_parser = clap::value_parser!(u64).range(1..))]
    least: u64,
    /// Leave out duplicates: of each game the longest record, and of equal ones that with proven moves, more tags and more
    /// notes, is kept
    #[arg(long)]
    unique: bool,
    #[command(flatten)]
    duplicates: UniqueArgs,
    /// Omit these from the movetext
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    strip: Vec<What>,
    /// Which tags to write: all, seven (the roster), none, or names (White,Black,Result). Variant, SetUp and FEN stay: without
    /// them the moves mean something else
    #[arg(long, value_name = "TAGS", value_parser = kept, help_heading = "PGN written anew")]
    tags: Option<KeptTags>,
    /// Columns of a line of moves; 0: all moves on one line
    #[arg(short, long, value_name = "N", help_heading = "PGN written anew")]
    width: Option<usize>,
    /// Write the position after each half-move of the mainline as a comment
    #[arg(long, help_heading = "PGN written anew")]
    fencomments: bool,
    /// Write only so many half-moves of each game
    #[arg(long, value_name = "N", help_heading = "PGN written anew")]
    plies: Option<u32>,
    /// The output format [default: by the ending of --output; else pgn, or csv with --tree]
    #[arg(long, value_enum, value_name = "FORMAT")]
    to: Option<Format>,
    /// What else to write of each position with --to epd: its game's result (c9), what an engine said of it (ce or dm, acd, acs), file
    /// and number of its game (id)
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    opcodes: Vec<Opcode>,
    /// What a pawn is worth in the scores of --to plain and bullet; 208 in the older tools of Stockfish
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pawn: u32,
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
    /// One line a game: the mainline in SAN with move numbers, and the result
    Lines,
    /// One line a game: the mainline in UCI
    Uci,
    /// One JSON object a game, on a line
    #[value(alias = "jsonl")]
    Json,
    /// One CSV row a half-move of the mainline
    Csv,
    /// Each position of the mainline as FEN
    Fen,
    /// Each position of the mainline as EPD, with the move played
    Epd,
    /// Each position that an engine evaluated, with move, score and result, as text of Stockfish's tools
    Plain,
    /// The same, a line each, for the trainers bullet and marlinflow: position | score | result
    Bullet,
    /// A table, one row a game, with moves, clocks, evaluations and findings: Parquet, compressed
    Parquet,
    /// The same as an Arrow file (Feather)
    #[value(alias = "feather")]
    Arrow,
    /// With --tree: an opening book of Polyglot
    Polyglot,
}

/// An opcode of EPD, or several.
#[derive(Copy, Clone, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Opcode {
    /// c9: how the game ended
    Result,
    /// ce (hundredths of a pawn) or dm (mate in so many moves) for the side to move, acd, acs
    Score,
    /// id: the file and the number of the game
    Game,
}

impl Args {
    /// The format of the output: as the user says, or as the name of its file says.
    fn format(&self) -> Format {
        let ending = self.output.as_deref().and_then(Path::extension).and_then(|ending| ending.to_str());
        let named = || {
            let known =
                ENDINGS.iter().find(|(known, _)| ending.is_some_and(|it| it.eq_ignore_ascii_case(known)));
            known.map(|(_, format)| *format).filter(|_| self.split.is_none())
        };
        let other = if self.tree.is_some() { Format::Csv } else { Format::Pgn };
        self.to.or_else(named).unwrap_or(other)
    }

    fn opcodes(&self) -> Opcodes {
        let has = |opcode| self.opcodes.contains(&opcode);
        Opcodes { result: has(Opcode::Result), score: has(Opcode::Score), game: has(Opcode::Game) }
    }
}

/// The endings of files that say the format.
const ENDINGS: &[(&str, Format)] = &[
    ("pgn", Format::Pgn),
    ("uci", Format::Uci),
    ("json", Format::Json),
    ("jsonl", Format::Json),
    ("csv", Format::Csv),
    ("fen", Format::Fen),
    ("epd", Format::Epd),
    ("plain", Format::Plain),
    ("parquet", Format::Parquet),
    ("arrow", Format::Arrow),
    ("feather", Format::Arrow),
    ("bin", Format::Polyglot),
];

impl Format {
    /// What is made of the games, if it is made game by game.
    fn written(self, args: &Args) -> Option<Written> {
        Some(match self {
            Format::Polyglot => return None,
            Format::Plain => Written::Plain(args.pawn),
            Format::Bullet => Written::Bullet(args.pawn),
            Format::Parquet | Format::Arrow => Written::Table,
            Format::Pgn => Written::Pgn,
            Format::Lines => Written::Lines,
            Format::Uci => Written::Uci,
            Format::Json => Written::Json,
            Format::Csv => Written::Csv,
            Format::Fen => Written::Fen,
            Format::Epd => Written::Epd(args.opcodes()),
        })
    }

    /// How a tree is written in it.
    fn tree(self) -> Option<TreeForm> {
        match self {
            Format::Csv => Some(TreeForm::Csv),
            Format::Pgn => Some(TreeForm::Pgn),
            Format::Polyglot => Some(TreeForm::Polyglot),
            _ => None,
        }
    }

    /// The format of a table.
    fn table(self) -> Option<To> {
        match self {
            Format::Parquet => Some(To::Parquet),
            Format::Arrow => Some(To::Arrow),
            _ => None,
        }
    }

    /// The ending of names of files.
    fn ending(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Lines => "txt",
            Format::Uci => "uci",
            Format::Json => "jsonl",
            Format::Csv => "csv",
            Format::Fen => "fen",
            Format::Epd => "epd",
            Format::Plain => "plain",
            Format::Bullet => "txt",
            Format::Parquet => "parquet",
            Format::Arrow => "arrow",
            Format::Polyglot => "bin",
        }
    }
}

/// The key of that name.
fn key(name: &str) -> Result<(&'static str, Key), String> {
    let found = Key::ALL.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.copied().ok_or_else(|| {
        let known: Vec<&str> = Key::ALL.iter().map(|(name, _)| *name).collect();
        format!("expected {}", known.join(", "))
    })
}

/// The argument of `--count-by`.
fn counted(text: &str) -> Result<(&'static str, Key), String> {
    key(text)
}

/// One key of `--sort`.
fn order(text: &str) -> Result<Order, String> {
    let (name, descending) = text.strip_prefix('-').map_or((text, false), |name| (name, true));
    match key(name)? {
        (_, Key::Player) => Err("a game has two players: sort by white or black".to_owned()),
        (_, key) => Ok(Order { key, descending }),
    }
}

/// The argument of `--tags`.
fn kept(text: &str) -> Result<KeptTags, String> {
    Ok(match text {
        "all" => KeptTags::All,
        "seven" => KeptTags::Seven,
        "none" => KeptTags::None,
        names => {
            let names: Vec<String> = names.split(',').map(|name| name.trim().to_owned()).collect();
            match names.iter().find(|name| !scorebook_export::is_name(name)) {
                Some(wrong) => {
                    return Err(format!(
                        "`{wrong}` is no name of a tag: all, seven, none or names with commas"
                    ));
                }
                None => KeptTags::Named(names),
            }
        }
    })
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

/// The bytes of a file, unpacked.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Input::of(path).open()?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// What is asked for; refuses what does not go together.
fn wish(args: &Args) -> Result<Wish> {
    let mut query = args.question.as_deref().map(sbk::query).transpose()?;
    if let Some(path) = &args.lines {
        let name = path_name(path);
        let text = read(path).with_context(|| format!("--lines: cannot read {name}"))?;
        let lines = match select::lines(&text) {
            Ok(lines) if lines.is_empty() => bail!("--lines: {name} has no moves"),
            Ok(lines) => lines,
            Err(why) => bail!("--lines: {name}: {why}"),
        };
        query = Some(query.unwrap_or_else(Query::any).and_lines(lines.into_iter()));
    }
    let has = |what| args.strip.contains(&what);
    let strip = Strip {
        comments: has(What::Comments),
        commands: has(What::Clocks),
        variations: has(What::Variations),
        nags: has(What::Nags),
    };
    let shape = Shape {
        tags: args.tags.clone().unwrap_or_default(),
        width: args.width,
        fens: args.fencomments,
        plies: args.plies,
    };
    let made = match (&args.count_by, &args.tree) {
        (Some((_, key)), _) => Made::Counts(*key),
        (None, Some(line)) => {
            let Some(form) = args.format().tree() else {
                bail!("--tree writes csv, pgn (one game with variations) or polyglot (an opening book)")
            };
            match Root::after(line, args.depth) {
                Ok(root) => Made::Tree(Box::new(root.written_as(form, args.least))),
                Err(why) => bail!("--tree: {why}"),
            }
        }
        (None, None) => match args.format().written(args) {
            Some(written) => Made::Games(written),
            None => bail!("an opening book is made of a tree: --tree \"\" --depth 20 --to polyglot"),
        },
    };
    if args.format().table().is_some() && args.split.is_some() {
        bail!("a table is one file: --split writes text");
    }
    if !args.opcodes.is_empty() && args.format() != Format::Epd {
        bail!("--opcodes are for --to epd");
    }
    let is_pgn = matches!(made, Made::Games(Written::Pgn));
    let is_shaped = !args.strip.is_empty() || args.tags.is_some() || args.width.is_some() || args.fencomments;
    if is_shaped && !is_pgn {
        bail!("--strip, --tags, --width and --fencomments shape PGN; this writes something else");
    }
    if args.plies.is_some()
        && matches!(
            made,
            Made::Counts(_) | Made::Tree(_) | Made::Games(Written::Json | Written::Csv | Written::Table)
        )
    {
        bail!(
            "--plies cuts games in PGN, lines, UCI, FEN, EPD, plain and bullet; this writes something else"
        );
    }
    let part = match args.split {
        Some(By::Part(part)) => Some(part),
        _ => None,
    };
    Ok(Wish { query, strip, shape, made, part, order: args.sort.clone() })
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let named = named(&args.inputs);
    if let Some(input) = archives(&named).first().filter(|_| args.unique) {
        bail!(
            "{} is an archive; --unique reads PGN: unpack it, or compare with it by --against",
            input.name()
        );
    }
    let wish = wish(args)?;
    let segments = segments(named)?;
    let stop = interrupt::flag();
    args.duplicates.check(args.unique, "--unique")?;
    let found = match segments.as_slice() {
        [Segment::Corpus(inputs)] if args.unique => {
            args.duplicates.find(inputs, &Options::default(), args.jobs, args.quiet)?
        }
        _ => Found::default(),
    };
    let mut picker = Picker::new(args, Sink::of(args)?);
    let mut damaged = false;
    let mut all = true;
    for segment in &segments {
        let done = match segment {
            Segment::Archive(input) => {
                archive::read(args, input, &wish, &mut picker, &stop).map(|(status, whole)| {
                    damaged |= status != Status::Clean;
                    whole
                })
            }
            Segment::Corpus(inputs) => {
                let names: Vec<String> = inputs.iter().map(Input::name).collect();
                picker.begin(names.clone());
                let run = Run {
                    inputs,
                    jobs: args.jobs,
                    quiet: args.quiet,
                    charset: args.encoding.charset(),
                    stop: Arc::clone(&stop),
                };
                run.each(
                    |chunk| select::chunk(chunk, &wish, &found.gone, &names),
                    |selected| picker.take(selected),
                )
            }
        };
        match done {
            Ok(done) => all &= done,
            Err(error) if error.is::<Enough>() => break,
            Err(error) => return Err(error),
        }
        if !all {
            bail!("stopped by the user: no output was written");
        }
    }
    picker.check()?;
    let tally = picker.finish(&wish)?;
    if !args.quiet {
        tell(&tally.summary());
        if args.unique {
            tell(&format!("{}\n", found.summary(tally.doubles)));
        }
        if tally.half_asked > 0 {
            let games = count(tally.half_asked, "game");
            tell(&format!("{games} not proven to the end; the query was asked of what is proven of them\n"));
        }
        if tally.silent > 0 {
            let positions = count(tally.silent, "position");
            tell(&format!("{positions} without an evaluation, or of games without a result, left out\n"));
        }
        if tally.unproven > 0 {
            tell(&format!(
                "{} not proven to the end; what is written of them stops there\n",
                count(tally.unproven, "game")
            ));
        }
    }
    if tally.too_long > 0 {
        tell(&format!("{} larger than 16 MiB skipped unread\n", count(tally.too_long, "game")));
    }
    let is_partial = damaged || tally.unproven + tally.too_long > 0;
    Ok(if tally.written == 0 || is_partial { Status::Findings } else { Status::Clean })
}
