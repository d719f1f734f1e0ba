//! `scorebook move`: what one written move can mean in a position.

use std::io::Write;

use anyhow::{Context, Result, anyhow, bail};
use scorebook_core::{chess960::castling_of_fen, faults::faults};
use scorebook_variants::{Move, Notation, Position, Rules, WhyNot};
use shakmaty::{Chess, EnPassantMode, PositionError, Setup, fen::Fen};

use super::output::Output;
use super::rules::{RulesArgs, UsualArgs};
use super::{Status, placed};
use crate::decode::move_lookup::{Meaning, meanings, remarks};
use crate::decode::{GameState, Options, decode};
use crate::game::Verdict;
use crate::notation::reason;
use crate::notation::spelling::san;
use crate::pass::Passing;
use crate::record::{Cell, CellLine, Draft, Start};
use crate::render::{Escape, board, skeleton};
use crate::text::Span;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  scorebook move 'P-K4'
  scorebook move 'P*P' --fen '3R1r2/2R3P1/1p2kp1p/2PpPbP1/2P3r1/p4p1p/1P4P1/4Q1K1 w - d6 0 1'
  scorebook move Ad3 --rules capablanca
  scorebook move 'R-Q7' 'R*R' --fen '3R1r2/2R3P1/1p2kp1p/2PpPbP1/2P3r1/p4p1p/1P4P1/4Q1K1 w - d6 0 1'

Exit status: 0 exactly one move, 1 several or none, 2 could not run.")]
pub(super) struct Args {
    /// The text of a move, and of moves that follow it, which may resolve its meaning
    #[arg(required_unless_present = "rules", value_name = "TEXT")]
    text: Vec<String>,
    /// The position [default: the start of a game]
    #[arg(long)]
    fen: Option<String>,
    /// The notation of the text
    #[arg(long, default_value = "auto", value_name = "NOTATION")]
    from: String,
    /// Show what each notation takes the text for
    #[arg(short, long)]
    verbose: bool,
    #[command(flatten)]
    variants: RulesArgs,
    #[command(flatten)]
    usual: UsualArgs,
}

/// The position without rights to castle that no game has with the king or the rook elsewhere, and a line that says so.
fn without_impossible_rights(setup: &Setup, error: PositionError<Chess>) -> Result<Chess> {
    let position = error.ignore_invalid_castling_rights().map_err(|error| {
        anyhow!("the FEN is no position to play from: {}", faults(&setup.board, setup.turn, error.kinds()))
    })?;
    let _ = writeln!(
        std::io::stderr(),
        "castling rights of the FEN are left out: a king or a rook is not where it begins, and nothing says that the game is \
         Chess960"
    );
    Ok(position)
}

pub(super) fn run(args: &Args) -> Result<Status> {
    let own = args.variants.rules()?;
    if args.usual.lists() {
        super::rules::list(own)?;
        return Ok(Status::Clean);
    }
    if args.text.is_empty() {
        bail!("no text of a move given");
    }
    if let Some(rules) = args.usual.rules(own)? {
        return ruled(args, rules);
    }
    let from = super::choices::from(&args.from)?;
    if let Some(rules) = from.rules {
        return ruled(args, rules);
    }
    let position = match &args.fen {
        None => Chess::default(),
        Some(text) => {
            let fen = placed::fen(text)?;
            let mode = castling_of_fen(text, fen.as_setup());
            let setup = fen.into_setup();
            setup.clone().position(mode).or_else(|error| without_impossible_rights(&setup, error))?
        }
    };
    let options = Options { from: from.notation, ..Options::default() };
    let mut out = Output::create(None)?.escaped(Escape::Text);
    let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
    write!(out, "{}", board(&fen).unwrap_or_default())?;
    let seat = GameState::new(&position);
    let text = &args.text[0];
    let found = group(meanings(text, &seat, &options), &position);
    if found.is_empty() {
        writeln!(out, "\n{text}\n  verdict: no move in any notation that was tried")?;
        out.finish()?;
        return Ok(Status::Findings);
    }
    let mut status = if found.len() == 1 { Status::Clean } else { Status::Findings };
    for group in &found {
        writeln!(out, "\n{text}  read as {}", group.notations.join(", "))?;
        for words in group.skeletons.iter().filter(|_| args.verbose) {
            writeln!(out, "  taken for: {words}")?;
        }
        for line in &group.candidates {
            writeln!(out, "  {line}")?;
        }
        writeln!(out, "  verdict: {}", group.verdict)?;
        if !group.certain {
            status = Status::Findings;
        }
    }
    if args.text.len() > 1 {
        status = follow(&mut out, args, &fen, &options)?;
    }
    out.finish()?;
    Ok(status)
}

/// What the texts can mean by the rules of a variant, one after another.
fn ruled(args: &Args, rules: &'static Rules) -> Result<Status> {
    let mut position = match &args.fen {
        None => Position::start(rules),
        Some(fen) => Position::from_fen(rules, fen.trim())
            .map_err(|error| anyhow::anyhow!("`{fen}` is no position of {}: {}", rules.name, error.0))?,
    };
    let notations = match args.from.as_str() {
        "auto" => Notation::ALL.to_vec(),
        name => vec![Notation::named(name).with_context(|| format!("no notation `{name}` of variants"))?],
    };
    let mut out = Output::create(None)?.escaped(Escape::Text);
    let mut status = Status::Clean;
    for text in &args.text {
        writeln!(out, "{}\n\n{text}", position.fen())?;
        let read = notations.iter().map(|&notation| (notation, position.parse_move(notation, text)));
        let (moves, refusals): (Vec<_>, Vec<_>) = read.partition(|(_, read)| read.is_ok());
        let mut found: Vec<Move> = moves.into_iter().filter_map(|(_, read)| read.ok()).collect();
        found.dedup();
        match found.as_slice() {
            [only] => {
                let written = |notation| position.write_move(notation, *only);
                writeln!(out, "  verdict: {} ({})\n", written(Notation::San), written(Notation::Uci))?;
                position.play(*only);
                continue;
            }
            [] => {
                let unreadable = |why: &WhyNot| matches!(why, WhyNot::Unreadable(_));
                let whys = refusals.iter().filter_map(|(_, read)| read.as_ref().err());
                let told = whys.clone().find(|why| !unreadable(why)).or_else(|| whys.clone().next());
                let told = told.map_or_else(String::new, ToString::to_string);
                writeln!(out, "  verdict: no legal move of {}: {told}", rules.name)?;
            }
            several => {
                let names: Vec<String> =
                    several.iter().map(|&mv| position.write_move(Notation::San, mv)).collect();
                writeln!(out, "  verdict: ambiguous: {}", names.join(" or "))?;
            }
        }
        status = Status::Findings;
        break;
    }
    Ok(status)
}

/// Notations that give the same moves for the text.
struct NotationGroup {
    notations: Vec<&'static str>,
    skeletons: Vec<String>,
    candidates: Vec<String>,
    verdict: String,
    certain: bool,
    /// What the text says no position allows.
    never: bool,
}

fn group(meanings: Vec<Meaning>, position: &Chess) -> Vec<NotationGroup> {
    let mut groups: Vec<NotationGroup> = Vec::new();
    for meaning in meanings {
        let mut candidates: Vec<String> = Vec::new();
        for weighed in &meaning.candidates {
            let said = remarks(weighed);
            let note = if said.is_empty() { String::new() } else { format!("  ({})", said.join("; ")) };
            candidates.push(format!("{}{note}", san(position, weighed.mv)));
        }
        let mut skeletons: Vec<String> = Vec::new();
        for sense in &meaning.entry.senses {
            let words = skeleton(&sense.skeleton);
            if !skeletons.contains(&words) {
                skeletons.push(words);
            }
        }
        let name = meaning.notation.name();
        if let Some(group) = groups.iter_mut().find(|group| group.candidates == candidates) {
            group.notations.push(name);
            skeletons.retain(|words| !group.skeletons.contains(words));
            group.skeletons.append(&mut skeletons);
            continue;
        }
        let (verdict, certain) = verdict(&meaning, position);
        let never = !meaning.entry.senses.is_empty()
            && meaning.entry.senses.iter().all(|sense| reason::is_never_legal(&sense.skeleton));
        groups.push(NotationGroup { notations: vec![name], skeletons, candidates, verdict, certain, never });
    }
    // If one notation finds a move, those that find none are not shown, but for what no position allows.
    if groups.iter().any(|group| !group.candidates.is_empty()) {
        groups.retain(|group| !group.candidates.is_empty() || group.never);
    }
    groups
}

fn verdict(meaning: &Meaning, position: &Chess) -> (String, bool) {
    if let Some(weighed) = meaning.verdict() {
        return (san(position, weighed.mv), true);
    }
    if !meaning.candidates.is_empty() {
        return (format!("ambiguous, {} moves fit", meaning.candidates.len()), false);
    }
    let seat = GameState::new(position);
    let mut reasons: Vec<String> = Vec::new();
    for sense in &meaning.entry.senses {
        for reason in reason::illegal(&sense.skeleton, seat.scene()) {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
    }
    (format!("no legal move fits: {}", reasons.join("; ")), false)
}

/// Decodes the text and the texts after it as one line of play.
fn follow(out: &mut impl Write, args: &Args, fen: &str, options: &Options) -> Result<Status> {
    let cells = args.text.iter().map(|text| Cell { text: text.as_str().into(), ..Cell::default() }).collect();
    let draft = Draft {
        start: Start::Fen(fen.to_owned(), Span::default()),
        mainline: CellLine { cells, ..CellLine::default() },
        ..Draft::default()
    };
    let reading = decode(&draft, options);
    let mut line = Vec::new();
    let mut position = reading.game.start.clone();
    for m in reading.game.moves() {
        line.push(san(&position, m));
        position.play_or_pass(m);
    }
    writeln!(out, "\n{}\n  reading: {} ({})", args.text.join(" "), line.join(" "), reading.verdict.as_str())?;
    for finding in &reading.findings {
        writeln!(out, "  {} {}: {}", finding.code.id, finding.severity, finding.message)?;
    }
    let settled = matches!(reading.verdict, Verdict::Verified | Verdict::Settled);
    Ok(if settled { Status::Clean } else { Status::Findings })
}
