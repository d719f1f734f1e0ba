//! `scorebook position`: can a game reach this position?

use std::io::Write;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde_json::{Value, json};
use shakmaty::{Color, File, Piece, Rank, Role, Square};

use super::further::{FurtherAnswers, FurtherArgs};
use super::output::Output;
use super::placed::{self, Placed, is_input};
use super::ruled_position::Ruling;
use super::rules::{RulesArgs, UsualArgs};
use super::{Status, progress};
use crate::position::{
    Case, Claim, Effort, Inquiry, Possibility, Premises, Question, Refutation, Rule, StartKind, Unmove,
    inquire, right, right_in_words,
};
use crate::render::{Escape, shown_on_a_line};

#[derive(Copy, Clone, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Csv,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook position 'r1b1k2r/p1p1p1p1/1p3p1p/8/8/P7/1PPPPPPP/2BQKB2 b kq'
  scorebook position --odds QN 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1'
  scorebook position --format csv - < positions.txt
  scorebook position --explain --picture why.svg '1n2k3/p1pqppp1/1p1p1n2/3N2p1/1PB3bP/2P1PN2/1P1P1PP1/2BQK2R w K'
  scorebook position --where-was a8 --ago 2 --last-mover black 'k1K5/8/8/8/8/8/7P/6B1'
  scorebook position board.txt                           a board as printed or as Turbo writes it

Exit status: 0 no rule excludes a position, 1 one is impossible, 2 could not run, 3 the work ended before all rules were
done.")]
pub(super) struct Args {
    /// Positions as FEN, files with positions (a FEN per line, printed boards, board files), or - for standard input
    #[arg(required_unless_present = "rules", value_name = "FEN")]
    fens: Vec<String>,
    /// Pieces missing from the starting position (odds): QR, KN, Q, KBP of White, bQN of Black, or squares such as f7
    #[arg(long, value_name = "MEN", value_delimiter = ',')]
    odds: Vec<String>,
    /// The game is Chess960: its kings and rooks began anywhere on their first ranks
    #[arg(long)]
    chess960: bool,
    /// The side known to have moved last, regardless of the FEN
    #[arg(long, value_name = "SIDE", value_parser = side)]
    last_mover: Option<Color>,
    /// Squares whose pieces never moved
    #[arg(long, value_name = "SQUARES", value_delimiter = ',')]
    unmoved: Vec<Square>,
    /// Pieces of these kinds on the board are not promoted, such as wN
    #[arg(long, value_name = "MEN", value_delimiter = ',', value_parser = piece)]
    original: Vec<Piece>,
    /// Original pieces of these kinds never left the colour of their first square, such as wQ
    #[arg(long, value_name = "MEN", value_delimiter = ',', value_parser = piece)]
    one_colour: Vec<Piece>,
    /// A square whose piece is unreadable: list the pieces that can be on it
    #[arg(long, value_name = "SQUARE", alias = "unknown")]
    unreadable_square: Option<Square>,
    #[command(flatten)]
    further: FurtherArgs,
    /// Work per position, such as 10s or 500ms of a usual processor; it is counted, not timed, so that every machine gives
    /// the same answer. 0 for no search for a game that leads to the position
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = work, aliases = ["time-limit", "budget"])]
    work_limit: u64,
    /// Name the rules by their codes
    #[arg(short, long)]
    verbose: bool,
    /// The output format
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    variants: RulesArgs,
    #[command(flatten)]
    usual: UsualArgs,
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let own = args.variants.rules()?;
    if args.usual.lists() {
        super::rules::list(own)?;
        return Ok(Status::Clean);
    }
    let rules = args.usual.rules(own)?;
    if args.fens.is_empty() {
        bail!("no FEN given");
    }
    let question = Question { effort: Effort::FULL, steps: args.work_limit, unknown: args.unreadable_square };
    let mut printer = Printer::new(args)?;
    let (mut asked, mut unreadable, mut found, mut unfinished) = (0, 0, false, false);
    // A search for a proof game may take all of the work.
    let bar = progress::spinner(false);
    let mut ask = |placed: &Placed| -> Result<()> {
        let fen = placed.fen.as_str();
        asked += 1;
        bar.set_message(format!("position {asked}: {fen}"));
        if let Some(fault) = &placed.fault {
            unreadable += 1;
            found = true;
            return bar.suspend(|| printer.unreadable(fen, fault));
        }
        if let Some(rules) = rules {
            let ruling = Ruling::of(fen, rules);
            found |= ruling.is_remarkable();
            unreadable += usize::from(ruling.verdict == "unreadable");
            return bar.suspend(|| printer.ruling(fen, &ruling));
        }
        let answer = read(args, fen).map(|(premises, case)| {
            (inquire(&premises, &case, &question), FurtherAnswers::of(&args.further, &premises, &case))
        });
        match answer {
            Ok((inquiry, more)) => {
                found |= remarkable(&inquiry);
                unfinished |= !inquiry.unfinished.is_empty();
                if let Some(path) = &args.further.picture {
                    anyhow::ensure!(asked == 1, "--picture draws one position, and more are given");
                    more.draw(path, &inquiry)?;
                }
                bar.suspend(|| printer.inquiry(fen, &inquiry, &more))
            }
            Err(error) => {
                unreadable += 1;
                found = true;
                bar.suspend(|| printer.unreadable(fen, &format!("{error:#}")))
            }
        }
    };
    for fen in fens(&args.fens) {
        placed::of_argument(&fen)?.iter().try_for_each(&mut ask)?;
    }
    bar.finish_and_clear();
    printer.finish()?;
    if asked > 0 && unreadable == asked {
        bail!("no position could be read");
    }
    Ok(match (found, unfinished) {
        (true, _) => Status::Findings,
        (false, true) => Status::Unfinished,
        (false, false) => Status::Clean,
    })
}

/// The arguments as FENs. An argument without a slash is a field of the FEN before it, so that a FEN needs no
/// quotes.
fn fens(words: &[String]) -> Vec<String> {
    let mut fens: Vec<String> = Vec::new();
    for word in words {
        match fens.last_mut() {
            // A dash is a field too: no side may castle.
            Some(fen) if !word.contains('/') && !is_input(fen) && (word == "-" || !is_input(word)) => {
                fen.push(' ');
                fen.push_str(word);
            }
            _ => fens.push(word.clone()),
        }
    }
    fens
}

fn read(args: &Args, fen: &str) -> Result<(Premises, Case)> {
    let mut case = Case::from_fen(fen).with_context(|| format!("this is no FEN; {}", placed::FEN))?;
    if let Some(mover) = args.last_mover {
        case.turn = !mover;
    }
    let mut premises = Premises::suiting(&case);
    if args.chess960 {
        premises.kind = StartKind::Chess960;
    }
    premises.moved = args.last_mover.is_some();
    case.quiet = args.further.no_capture;
    for name in &args.odds {
        let square = odds(name).with_context(|| format!("not a piece of the starting position: {name}"))?;
        premises.odds(square);
    }
    premises.unmoved = args.unmoved.iter().copied().collect();
    premises.original =
        args.original.iter().map(|&piece| (piece, case.board.by_piece(piece).count())).collect();
    premises.one_colour.clone_from(&args.one_colour);
    Ok((premises, case))
}

/// Whether the answer is that something is impossible.
fn remarkable(inquiry: &Inquiry) -> bool {
    matches!(inquiry.verdict, Possibility::Impossible(_))
        || inquiry.castling_together.is_some()
        || inquiry.castling.iter().any(|claim| claim.refuted.is_some())
        || inquiry.en_passant.iter().any(|claim| claim.refuted.is_some())
}

struct Printer {
    format: Format,
    verbose: bool,
    csv: Option<csv::Writer<Box<dyn Write>>>,
    out: Box<dyn Write>,
}

const COLUMNS: [&str; 11] = [
    "fen",
    "verdict",
    "rule",
    "explanation",
    "castling",
    "en_passant",
    "side_to_move",
    "last_moves",
    "proof_game",
    "millis",
    "unfinished",
];

impl Printer {
    fn new(args: &Args) -> Result<Printer> {
        let escape = if args.format == Format::Json { Escape::Json } else { Escape::Text };
        let out = Box::new(Output::create(None)?.escaped(escape)) as Box<dyn Write>;
        let csv = if args.format == Format::Csv {
            let mut writer =
                csv::Writer::from_writer(Box::new(Output::create(None)?.escaped(escape)) as Box<dyn Write>);
            writer.write_record(COLUMNS)?;
            Some(writer)
        } else {
            None
        };
        Ok(Printer { format: args.format, verbose: args.verbose, csv, out })
    }

    fn inquiry(&mut self, fen: &str, inquiry: &Inquiry, more: &FurtherAnswers) -> Result<()> {
        if let Some(csv) = &mut self.csv {
            csv.write_record(record(fen, inquiry))?;
            csv.flush()?;
            return Ok(());
        }
        if self.format == Format::Json {
            let mut value = value(fen, inquiry);
            more.put(&mut value);
            writeln!(self.out, "{value}")?;
        } else {
            text(&mut self.out, fen, inquiry, more, self.verbose)?;
        }
        Ok(self.out.flush()?)
    }

    fn ruling(&mut self, fen: &str, ruling: &Ruling) -> Result<()> {
        if let Some(csv) = &mut self.csv {
            csv.write_record(ruling.row(fen))?;
        } else if self.format == Format::Json {
            writeln!(self.out, "{}", ruling.json(fen))?;
        } else {
            write!(self.out, "{}", ruling.text(&shown_on_a_line(fen)))?;
        }
        Ok(self.out.flush()?)
    }

    fn unreadable(&mut self, fen: &str, why: &str) -> Result<()> {
        if let Some(csv) = &mut self.csv {
            csv.write_record([fen, "unreadable", "", why, "", "", "", "", "", "", ""])?;
        } else if self.format == Format::Json {
            let value = json!({ "fen": fen, "verdict": "unreadable", "explanation": why });
            writeln!(self.out, "{value}")?;
        } else {
            writeln!(self.out, "{}\n  invalid: {why}\n", shown_on_a_line(fen))?;
        }
        Ok(self.out.flush()?)
    }

    fn finish(mut self) -> Result<()> {
        if let Some(csv) = &mut self.csv {
            csv.flush()?;
        }
        self.out.flush()?;
        Ok(())
    }
}

fn record(fen: &str, inquiry: &Inquiry) -> [String; 11] {
    let (rule, mut explanation, game) = match &inquiry.verdict {
        Possibility::Impossible(why) => (why.rule.id, why.explanation.clone(), String::new()),
        Possibility::Possible(game) => ("", format!("a game of {} half-moves", game.moves.len()), game.pgn()),
        Possibility::Undecided(tried) => ("", tried.clone(), String::new()),
    };
    if !inquiry.fitting.is_empty() {
        explanation.push_str(&format!("; fitting: {}", fitting(inquiry).join(" ")));
    }
    let en_passant = inquiry
        .en_passant
        .iter()
        .find(|claim| claim.refuted.is_none())
        .map_or_else(|| String::from("-"), |claim| claim.what.to_string());
    [
        fen.to_owned(),
        inquiry.verdict.as_str().to_owned(),
        rule.to_owned(),
        explanation,
        inquiry.castling_field(),
        en_passant,
        inquiry.sides_field(),
        words(&inquiry.last_moves),
        game,
        inquiry.took.as_millis().to_string(),
        ids(&inquiry.unfinished).join(" "),
    ]
}

/// The ids of rules.
fn ids(rules: &[&'static Rule]) -> Vec<&'static str> {
    rules.iter().map(|rule| rule.id).collect()
}

fn words(moves: &[Unmove]) -> String {
    let words: Vec<String> = moves.iter().map(Unmove::to_string).collect();
    words.join(" ")
}

/// Unmoves for display: captures that differ only in the captured piece are grouped, `Ka7x[NB]a8`.
fn grouped(moves: &[Unmove]) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut told: Vec<&Unmove> = Vec::new();
    for unmove in moves {
        let alike = |other: &&Unmove| {
            other.uci() == unmove.uci()
                && other.special == unmove.special
                && other.captured.is_some()
                && unmove.captured.is_some()
        };
        if told.iter().any(alike) {
            continue;
        }
        told.push(unmove);
        let victims: String = moves
            .iter()
            .filter(alike)
            .filter_map(|other| other.captured)
            .map(|man| man.upper_char())
            .collect();
        let mut word = unmove.to_string();
        if victims.len() > 1 {
            let one = format!("x{}{}", victims.chars().next().unwrap_or_default(), unmove.to);
            word = word.replace(&one, &format!("x[{victims}]{}", unmove.to));
        }
        words.push(word);
    }
    words.join(" ")
}

/// The FEN letters of the pieces that can be on the unreadable square.
fn fitting(inquiry: &Inquiry) -> Vec<String> {
    inquiry
        .fitting
        .iter()
        .filter(|claim| claim.refuted.is_none())
        .map(|claim| claim.what.char().to_string())
        .collect()
}

fn refuted(why: Option<&Refutation>) -> Value {
    why.map_or(
        Value::Null,
        |why| json!({ "rule": why.rule.id, "explanation": why.explanation, "squares": why.squares.into_iter().map(|s| s.to_string()).collect::<Vec<_>>() }),
    )
}

fn value(fen: &str, inquiry: &Inquiry) -> Value {
    let moves = |moves: &[Unmove]| -> Vec<Value> {
        moves
            .iter()
            .map(|unmove| {
                json!({
                    "move": unmove.to_string(),
                    "uci": unmove.uci(),
                    "captured": unmove.captured.map(|role| role.upper_char().to_string()),
                    "before": unmove.before.fen(),
                })
            })
            .collect()
    };
    let claim = |possible: bool, what: Value, why: Option<&Refutation>| json!({ "what": what, "possible": possible, "refutation": refuted(why) });
    let (why, game, tried) = match &inquiry.verdict {
        Possibility::Impossible(why) => (Some(why), None, None),
        Possibility::Possible(game) => (None, Some(game.pgn()), None),
        Possibility::Undecided(tried) => (None, None, Some(tried)),
    };
    json!({
        "fen": fen,
        "verdict": inquiry.verdict.as_str(),
        "unfinished": ids(&inquiry.unfinished),
        "rule": why.map(|why| why.rule.id),
        "explanation": why.map(|why| why.explanation.as_str()).or(tried.map(String::as_str)),
        "refutation": refuted(why),
        "castling": inquiry.castling.iter().map(|c| {
            let letter = right(&inquiry.case, c.what).to_string();
            claim(c.refuted.is_none(), json!(letter), c.refuted.as_ref())
        }).collect::<Vec<_>>(),
        "castling_together": refuted(inquiry.castling_together.as_ref()),
        "en_passant": inquiry.en_passant.as_ref().map(|c| {
            claim(c.refuted.is_none(), json!(c.what.to_string()), c.refuted.as_ref())
        }),
        "side_to_move": inquiry.sides.iter().map(|c| {
            claim(c.refuted.is_none(), json!(c.what.char().to_string()), c.refuted.as_ref())
        }).collect::<Vec<_>>(),
        "last_moves": moves(&inquiry.last_moves),
        "forced": moves(&inquiry.forced),
        "deduced": inquiry.deduced,
        "fitting": inquiry.fitting.iter().map(|c| {
            claim(c.refuted.is_none(), json!(c.what.char().to_string()), c.refuted.as_ref())
        }).collect::<Vec<_>>(),
        "proof_game": game,
        "millis": inquiry.took.as_millis() as u64,
    })
}

fn text(
    out: &mut impl Write,
    fen: &str,
    inquiry: &Inquiry,
    more: &FurtherAnswers,
    verbose: bool,
) -> Result<()> {
    writeln!(out, "{fen}")?;
    match &inquiry.verdict {
        Possibility::Impossible(why) => {
            writeln!(out, "  impossible{}: {}", code(why, verbose), why.explanation)?;
        }
        Possibility::Possible(game) => {
            writeln!(out, "  possible, by a game of {} half-moves:", game.moves.len())?;
            writeln!(out, "    {}", game.pgn())?;
        }
        Possibility::Undecided(tried) => writeln!(out, "  undecided: {tried}")?,
    }
    // A reason is told once.
    let told = match &inquiry.verdict {
        Possibility::Impossible(why) => Some(why.explanation.as_str()),
        _ => None,
    };
    for claim in &inquiry.castling {
        line(out, &right_in_words(claim.what), claim, told, verbose)?;
    }
    if let Some(why) = &inquiry.castling_together {
        writeln!(out, "  not all these rights together{}: {}", code(why, verbose), why.explanation)?;
    }
    if let Some(claim) = &inquiry.en_passant {
        line(out, &format!("en passant on {}", claim.what), claim, told, verbose)?;
    }
    for claim in &inquiry.sides {
        line(out, &format!("{} to move", claim.what.fold_wb("White", "Black")), claim, told, verbose)?;
    }
    if !inquiry.fitting.is_empty() {
        for claim in &inquiry.fitting {
            line(out, &format!("{} there", claim.what.char()), claim, told, verbose)?;
        }
    }
    more.tell(out, verbose)?;
    for deduced in &inquiry.deduced {
        writeln!(out, "  in every game: {deduced}")?;
    }
    if !inquiry.last_moves.is_empty() {
        writeln!(out, "  last move: {}", grouped(&inquiry.last_moves))?;
    }
    if inquiry.forced.len() > 1 {
        writeln!(out, "  forced, going back: {}", words(&inquiry.forced))?;
    }
    writeln!(out)?;
    Ok(())
}

/// A line on a claim; a reason that was told already is not told again.
fn line<T>(
    out: &mut impl Write,
    what: &str,
    claim: &Claim<T>,
    told: Option<&str>,
    verbose: bool,
) -> Result<()> {
    match &claim.refuted {
        None if claim.unfinished.is_empty() => writeln!(out, "  {what}: not excluded")?,
        None => writeln!(out, "  {what}: not excluded, but the work ended before all rules were done")?,
        Some(why) if told == Some(why.explanation.as_str()) => {
            writeln!(out, "  {what}: impossible, for the same reason")?;
        }
        Some(why) => writeln!(out, "  {what}: impossible{}: {}", code(why, verbose), why.explanation)?,
    }
    Ok(())
}

/// The code of the rule that a position breaks, in brackets, if codes are asked for.
pub(super) fn code(why: &Refutation, verbose: bool) -> String {
    if verbose { format!(" ({})", why.rule.id) } else { String::new() }
}

/// The square of a piece in the starting position: a square, or a name such as QR, KBP, Q, N (the queen's),
/// with b before it for Black.
fn odds(name: &str) -> Option<Square> {
    if let Ok(square) = name.parse() {
        return Some(square);
    }
    let (color, name) = match name.strip_prefix('b') {
        Some(rest) => (Color::Black, rest),
        None => (Color::White, name.strip_prefix('w').unwrap_or(name)),
    };
    let name = name.to_ascii_uppercase().replace("KT", "N");
    let (piece, rank) = match name.strip_suffix('P') {
        Some(file) => (file.to_owned(), color.relative_rank(Rank::Second)),
        None => (name, color.backrank()),
    };
    let file = match piece.as_str() {
        "QR" | "R" => File::A,
        "QN" | "N" => File::B,
        "QB" => File::C,
        "Q" => File::D,
        "K" => File::E,
        "KB" => File::F,
        "KN" => File::G,
        "KR" => File::H,
        _ => return None,
    };
    Some(Square::from_coords(file, rank))
}

fn side(text: &str) -> Result<Color, String> {
    match text.to_ascii_lowercase().as_str() {
        "w" | "white" => Ok(Color::White),
        "b" | "black" => Ok(Color::Black),
        _ => Err(String::from("expected white or black")),
    }
}

/// A colour and a piece type: `wN`, `bQ`.
pub(super) fn piece(text: &str) -> Result<Piece, String> {
    let mut letters = text.chars();
    let (Some(color), Some(role), None) = (letters.next(), letters.next(), letters.next()) else {
        return Err(String::from("expected a colour and a kind, such as wN"));
    };
    match (Color::from_char(color), Role::from_char(role.to_ascii_lowercase())) {
        (Some(color), Some(role)) => Ok(Piece { color, role }),
        _ => Err(String::from("expected a colour and a kind, such as wN")),
    }
}

/// Steps of work, as seconds of a usual processor.
fn work(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let number: f64 = number.trim().parse().map_err(|_| String::from("expected a time such as 10s"))?;
    let seconds = match unit {
        "" | "s" => number,
        "ms" => number / 1000.0,
        "m" | "min" => number * 60.0,
        _ => return Err(String::from("expected a time such as 10s, 500ms or 2m")),
    };
    if !(0.0..1e9).contains(&seconds) {
        return Err(String::from("expected a time such as 10s, 500ms or 2m"));
    }
    Ok((seconds * 1e6) as u64)
}
