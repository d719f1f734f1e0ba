//! From inputs to games that go out: pieces of files, cut, decoded, proven and spelled in parallel,
//! handed on in the order of the inputs.

pub mod input;
mod result;
pub mod sense;
mod unit;

use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;
use shakmaty::{Chess, Position};

use crate::decode::{Decoder, Options, Reading};
use crate::finding::{Finding, code};
use crate::game::Verdict;
use crate::notation::Notation;
use crate::position::{Case, Kind, judge_start};
use crate::record::{Csv, Draft, Layout, MoveSense, Start};
use crate::sink::{self, Located, Record};
use crate::text::{Source, Span};
use sense::Likeness;

pub use unit::{Unit, Units};

/// What the games are written as.
#[derive(Copy, Clone)]
pub enum Format {
    /// PGN.
    Pgn,
    /// A row a half-move.
    Csv,
    /// An object a game.
    Json,
    /// Movetext in a notation.
    Moves(&'static dyn Notation),
}

/// Which layout the inputs have.
#[derive(Clone)]
pub enum LayoutChoice {
    /// To be found out, file by file.
    Auto,
    /// This one.
    Named(&'static dyn Layout),
    /// A table with these columns.
    Table(Csv),
}

/// What to do with each game.
#[derive(Clone)]
pub struct Plan {
    /// How to decode.
    pub options: Options,
    /// The layout.
    pub layout: LayoutChoice,
    /// The output.
    pub format: Format,
}

/// What one game became. The place of the game in the output is not known yet.
pub struct Converted {
    /// The game as the format has it.
    pub text: Text,
    /// What was found.
    pub findings: Vec<Located>,
    /// How its reading went; `None` where there is no game at all.
    pub verdict: Option<Verdict>,
    /// The notation that was taken.
    pub notation: &'static str,
    /// The half-moves that were read.
    pub plies: usize,
}

/// A game as it goes out.
pub enum Text {
    /// As it stands.
    Plain(String),
    /// A JSON object without the game's number.
    Json(String),
    /// Rows without the column of the game's number.
    Rows(Vec<Vec<String>>),
}

impl Converted {
    /// No game, only something to say about an input.
    #[must_use]
    pub fn remark(located: Located) -> Converted {
        Converted {
            text: Text::Plain(String::new()),
            findings: vec![located],
            verdict: None,
            notation: "",
            plies: 0,
        }
    }
}

/// Reads, decodes and spells all games of a unit, in order, on the threads of the pool.
#[must_use]
pub fn convert(unit: &Unit, plan: &Plan) -> Vec<Converted> {
    let source = &unit.source;
    let sense = Likeness::new(plan.options.from);
    let drafts = match catch_unwind(AssertUnwindSafe(|| unit.layout.get().cut(source, &sense))) {
        Ok(drafts) => drafts,
        Err(panic) => {
            let name = unit.layout.get().name();
            let message = format!("the layout `{name}` failed on this input ({})", words(&*panic));
            let finding = Finding::new(&code::L190, Span::default(), message);
            return vec![Converted::remark(locate(source, finding))];
        }
    };
    let mut done: Vec<Converted> =
        unit.remarks.iter().cloned().map(|f| Converted::remark(locate(source, f))).collect();
    if drafts.is_empty() && unit.whole {
        let message = format!("no game was found in {}", source.name());
        done.push(Converted::remark(locate(source, Finding::new(&code::L104, Span::default(), message))));
    }
    let games: Vec<Converted> = drafts
        .par_chunks(8)
        .map_init(
            || Decoder::new(plan.options),
            |decoder, drafts| {
                drafts.iter().map(|draft| game(source, draft, decoder, plan)).collect::<Vec<_>>()
            },
        )
        .flatten()
        .collect();
    done.extend(games);
    done
}

/// One game; a defect of ours that shows in it does not touch the others.
fn game(source: &Source, draft: &Draft<'_>, decoder: &mut Decoder, plan: &Plan) -> Converted {
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let reading = decoder.decode(draft);
        finish(source, draft, reading, plan)
    }));
    attempt.unwrap_or_else(|panic| {
        *decoder = Decoder::new(plan.options);
        let message = format!("this game could not be processed ({}); the others are", words(&*panic));
        let finding = Finding::new(&code::L190, draft.span, message);
        Converted::remark(locate(source, finding))
    })
}

/// What a panic says.
fn words(panic: &(dyn std::any::Any + Send)) -> &str {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given")
}

/// Result, proof and spelling of one reading.
fn finish(source: &Source, draft: &Draft<'_>, mut reading: Reading, plan: &Plan) -> Converted {
    let end = last_position(&reading);
    result::settle(draft, &end, &mut reading);
    reading.findings.splice(0..0, start_findings(draft));
    let mut findings: Vec<Located> =
        reading.findings.iter().map(|finding| locate(source, finding.clone())).collect();
    let cells = cells(source, draft, &reading);
    let rest = reading.rest.map(|span| rest(source, draft, &reading, span));
    let plies = reading.game.line.plies.len();
    let line = source.locate(draft.span.start).0;
    let record = |reading: &Reading, findings: &[Located], out: &mut dyn FnMut(&Record<'_>)| {
        out(&Record {
            game: &reading.game,
            verdict: reading.verdict,
            notation: reading.notation,
            file: source.name(),
            line,
            findings,
            cells: &cells,
            rest: rest.as_deref(),
        });
    };
    let mut pgn = String::new();
    record(&reading, &findings, &mut |record| sink::pgn::write(record, &mut pgn));
    if reading.verdict != Verdict::Illegal
        && let Err(why) = sink::proof::agrees(&pgn, &end, plies)
    {
        let message = format!("the second reader does not agree with the game as written: {why}");
        findings.push(locate(source, Finding::new(&code::R110, draft.span, message)));
        reading.verdict = Verdict::Incomplete;
        pgn.clear();
        record(&reading, &findings, &mut |record| sink::pgn::write(record, &mut pgn));
    }
    let mut unsaid = Vec::new();
    let mut text = Text::Plain(String::new());
    match plan.format {
        Format::Pgn => text = Text::Plain(pgn),
        Format::Json => record(&reading, &findings, &mut |record| {
            text = Text::Json(sink::json::line(record));
        }),
        Format::Csv => record(&reading, &findings, &mut |record| {
            text = Text::Rows(sink::csv::rows(record));
        }),
        Format::Moves(notation) => record(&reading, &findings, &mut |record| {
            let mut out = String::new();
            unsaid = sink::moves::write(record, notation, &mut out);
            text = Text::Plain(out);
        }),
    }
    findings.append(&mut unsaid);
    Converted { text, findings, verdict: Some(reading.verdict), notation: reading.notation, plies }
}

/// What the rules of possible positions say of a start that the record gives as a FEN.
fn start_findings(draft: &Draft<'_>) -> Vec<Finding> {
    let Start::Fen(fen, span) = &draft.start else { return Vec::new() };
    let kind = Kind::named(draft.tags.get("Variant").unwrap_or_default());
    // A FEN that does not read has its own finding.
    let (Some(kind), Ok(case)) = (kind, Case::from_fen(fen)) else { return Vec::new() };
    judge_start(&case, kind, *span).into_iter().map(|finding| finding.text(fen)).collect()
}

fn last_position(reading: &Reading) -> Chess {
    let mut position = reading.game.start.clone();
    for m in reading.game.moves() {
        position.play_unchecked(m);
    }
    position
}

/// The place and the text of each ply's cell.
fn cells(source: &Source, draft: &Draft<'_>, reading: &Reading) -> Vec<(Span, String)> {
    let cell = |(ply, span): (usize, &Span)| {
        let cell =
            reading.cells.get(ply).copied().flatten().and_then(|at| draft.strand.cells.get(at as usize));
        (*span, cell.map_or_else(|| squeeze(source.slice(*span)), |cell| cell.text.to_string()))
    };
    reading.spans.iter().enumerate().map(cell).collect()
}

/// Characters of a torn page that are quoted.
const MOST_QUOTED: usize = 400;

/// What could not be read: the cells after the last one that was, in their order; on a torn page,
/// where that order is not known, the print from there on.
fn rest(source: &Source, draft: &Draft<'_>, reading: &Reading, span: Span) -> String {
    if draft.torn.is_some() {
        let print = squeeze(source.slice(span));
        let end = print.char_indices().nth(MOST_QUOTED).map_or(print.len(), |(at, _)| at);
        return if end < print.len() { format!("{} …", &print[..end]) } else { print };
    }
    let read = reading.cells.iter().flatten().max().map_or(0, |&last| last as usize + 1);
    let texts: Vec<&str> = draft.strand.cells.iter().skip(read).map(|cell| &*cell.text).collect();
    squeeze(&texts.join(" "))
}

/// On one line, with single blanks.
fn squeeze(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// The place of a finding in its file, and the line there.
#[must_use]
pub fn locate(source: &Source, finding: Finding) -> Located {
    let (line, column) = source.locate(finding.span.start);
    Located { line, column, context: source.line(line).to_owned(), finding }
}

/// Judges texts for the layouts by the notations that may be tried.
#[must_use]
pub fn sense(plan: &Plan) -> impl MoveSense + use<> {
    Likeness::new(plan.options.from)
}
