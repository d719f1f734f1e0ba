//! From inputs to games that go out: pieces of files, cut, decoded, proven and spelled in parallel,
//! handed on in the order of the inputs.

mod accord;
mod announced;
mod as_printed;
mod aside;
mod begin;
mod coverage;
mod decided;
mod fragment;
mod grids;
pub mod input;
mod printed;
mod redecided;
mod result;
pub mod ruled;
mod scan;
pub mod sense;
mod sole;
mod together;
mod trial;
mod unit;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use shakmaty::{Chess, Position};

use crate::corrections::Decisions;
use crate::decode::{Decoder, Options, Reading};
use crate::finding::{Finding, code};
use crate::game::Verdict;
use crate::notation::Notation;
use crate::position::{Case, Kind, judge_start};
use crate::record::{Csv, Draft, Layout, MoveSense, Start};
use crate::sink::{self, Located, Record};
use crate::text::{Source, Span};
use coverage::Coverage;
use sense::Likeness;

#[cfg(feature = "server")]
pub use redecided::ready;
pub use scan::unreadable;
pub use trial::Mixed;
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
    /// Movetext in a notation of variants.
    Ruled(scorebook_variants::Notation),
    /// A row of a table.
    #[cfg(feature = "arrow")]
    Table,
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
    /// What a person has decided.
    pub decisions: Arc<Decisions>,
    /// Whether files are read whole, not in pieces.
    pub whole: bool,
    /// Whether what does not begin or hold as a game is put out too.
    pub fragments: bool,
    /// By which rules games of variants are read.
    pub variants: ruled::Variants,
    /// How scans are read.
    pub scan: scorebook_source::Options,
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
    /// Where its first move stands in the text, where it is a game.
    pub start: Option<usize>,
}

/// A game as it goes out.
pub enum Text {
    /// As it stands.
    Plain(String),
    /// A JSON object without the game's number.
    Json(String),
    /// Rows without the column of the game's number.
    Rows(Vec<Vec<String>>),
    /// A row of a table.
    #[cfg(feature = "arrow")]
    Table(Box<crate::table::Owned>),
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
            start: None,
        }
    }
}

/// Reads, decodes and spells all games of a unit, in order, on the threads of the pool.
#[must_use]
pub fn convert(unit: &Unit, plan: &Plan) -> Vec<Converted> {
    let ruled = ruled::games(&unit.source, &plan.variants);
    if ruled.is_empty() {
        let mut done = each(unit, plan, None, &Converted::remark, &|proven, _| spell(proven, plan));
        let games: Vec<Span> = done.iter().filter_map(|game| game.start).map(Span::at).collect();
        let lost = announced::missing(&unit.source, &games);
        done.extend(lost.map(|finding| Converted::remark(locate(&unit.source, finding))));
        return done;
    }
    // Games of variants stand among those of chess: all go out in the order of their lines.
    let mut games =
        each(unit, plan, None, &|remark: Located| (remark.line, Converted::remark(remark)), &|proven, _| {
            (proven.source.locate(proven.draft.span.start).0, spell(proven, plan))
        });
    games.extend(ruled::convert(unit, plan, ruled));
    games.sort_by_key(|(line, _)| *line);
    games.into_iter().map(|(_, converted)| converted).collect()
}

/// Leaves the drafts that are not of games of variants, which stand at `ruled`.
fn of_chess(ruled: &[Span], drafts: &mut Vec<Draft<'_>>) {
    let inside = |at: usize| ruled.iter().any(|game| game.start <= at && at < game.end);
    drafts.retain(|draft| {
        let first = draft.strand.cells.first().map_or(draft.span.start, |cell| cell.span.start);
        !inside(draft.span.start) && !inside(first)
    });
}

/// Games that a thread takes at once; of torn pages one, which may take seconds.
const FEW: usize = 8;

/// Reads, decodes and proves all games of a unit, in order, on the threads of the pool: `game` gets each
/// of them with the decoder that has read it, `remark` what there is to say of the input itself. With
/// `only`, just the game at that place among the unit's, from 0.
pub fn each<T: Send>(
    unit: &Unit,
    plan: &Plan,
    only: Option<usize>,
    remark: &(dyn Fn(Located) -> T + Sync),
    game: &(dyn Fn(Proven<'_>, &mut Decoder) -> T + Sync),
) -> Vec<T> {
    let source = &unit.source;
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let ruled = ruled::spans(source, &plan.variants);
        // The layout matters nothing to games of variants.
        let tells = |finding: &&Finding| ruled.is_empty() || finding.code != &code::L105;
        let mut done: Vec<T> =
            unit.remarks.iter().filter(tells).cloned().map(|f| remark(locate(source, f))).collect();
        let prove_all = |games: Vec<(Draft<'_>, Reading)>, ruled_out: &[Finding]| -> Vec<T> {
            let (drafts, readings): (Vec<Draft<'_>>, Vec<Reading>) = games.into_iter().unzip();
            let coverage = Coverage::of(source, &drafts, ruled_out);
            let wanted = readings.into_par_iter().enumerate();
            let wanted = wanted.filter(|(at, _)| only.is_none_or(|only| only == *at));
            let prove = |(at, reading): (usize, Reading)| {
                let mut decoder = Decoder::new(plan.options);
                game(prove(unit, at, &drafts[at], reading, &coverage, plan), &mut decoder)
            };
            wanted.map(prove).collect()
        };
        if !plan.decisions.of(source.name()).is_empty()
            && redecided::is_printed(unit, plan)
            && let Some(held) = redecided::hold(unit, plan)
            && let Some((games, remarks)) = held.games(plan)
        {
            let ruled_out: Vec<Finding> = games
                .iter()
                .flat_map(|(_, reading)| &reading.findings)
                .filter(|f| f.code == &code::D101)
                .cloned()
                .collect();
            done.extend(remarks.into_iter().map(|finding| remark(locate(source, finding))));
            done.extend(prove_all(games, &ruled_out));
            return done;
        }
        decided::with_drafts(unit, plan, |mut drafts, remarks| {
            of_chess(&ruled, &mut drafts);
            if !ruled.is_empty() && drafts.is_empty() {
                return;
            }
            let mut ruled_out: Vec<Finding> =
                remarks.iter().filter(|f| f.code == &code::D101).cloned().collect();
            // What games of variants take is read elsewhere.
            ruled_out
                .extend(ruled.iter().map(|&span| Finding::new(&code::D101, span, "a game of a variant")));
            done.extend(remarks.into_iter().map(|finding| remark(locate(source, finding))));
            let drafts = aside::apart(&drafts, plan.options).unwrap_or(drafts);
            let parted = grids::part(source, &drafts, &Likeness::new(plan.options.from));
            let drafts = parted.as_ref().map_or(drafts, |parted| parted.others.clone());
            let tables = parted.as_ref().map_or(&[][..], |parted| parted.remarks.as_slice());
            done.extend(tables.iter().map(|finding| remark(locate(source, finding.clone()))));
            if ruled.is_empty()
                && let Some((games, remarks)) = printed::read(unit, plan, &drafts)
            {
                done.extend(remarks.into_iter().map(|finding| remark(locate(source, finding))));
                let games = games.into_iter().map(|read| (read.draft, read.reading));
                let games = match &parted {
                    Some(parted) => parted.with(games, plan.options),
                    None => games.collect(),
                };
                done.extend(prove_all(games, &ruled_out));
                return;
            }
            let drafts = match parted {
                Some(parted) => parted.all(),
                None => drafts,
            };
            if drafts.is_empty() && unit.whole {
                let message = format!("no game was found in {}", source.name());
                let finding = Finding::new(&code::L104, Span::default(), message);
                done.push(remark(locate(source, finding)));
            }
            let wanted: Vec<(usize, &Draft<'_>)> =
                drafts.iter().enumerate().filter(|(at, _)| only.is_none_or(|only| only == *at)).collect();
            let coverage = Coverage::of(source, &drafts, &ruled_out);
            // Decoders remember what texts mean: each is handed on from one game to the next.
            let decoders = Mutex::new(Vec::new());
            let few = if wanted.iter().any(|(_, draft)| draft.torn.is_some()) { 1 } else { FEW };
            let games: Vec<T> = wanted
                .par_chunks(few)
                .with_max_len(1)
                .map(|drafts| {
                    let known = decoders.lock().ok().and_then(|mut decoders| decoders.pop());
                    let mut decoder = known.unwrap_or_else(|| Decoder::new(plan.options));
                    let read = |&(at, draft): &(usize, &Draft<'_>)| {
                        one(unit, at, draft, &coverage, &mut decoder, plan, remark, game)
                    };
                    let games: Vec<T> = drafts.iter().map(read).collect();
                    if let Ok(mut decoders) = decoders.lock() {
                        decoders.push(decoder);
                    }
                    games
                })
                .flatten()
                .collect();
            done.extend(games);
        });
        done
    }));
    attempt.unwrap_or_else(|panic| {
        let name = unit.layout.get().name();
        let message = format!("internal error in the layout `{name}` on this input ({})", words(&*panic));
        vec![remark(locate(source, Finding::new(&code::L190, Span::default(), message)))]
    })
}

/// One game; a defect of ours that shows in it does not touch the others.
#[allow(clippy::too_many_arguments)]
fn one<T>(
    unit: &Unit,
    at: usize,
    draft: &Draft<'_>,
    coverage: &Coverage,
    decoder: &mut Decoder,
    plan: &Plan,
    remark: &(dyn Fn(Located) -> T + Sync),
    game: &(dyn Fn(Proven<'_>, &mut Decoder) -> T + Sync),
) -> T {
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let reading = decoder.decode(draft);
        game(prove(unit, at, draft, reading, coverage, plan), decoder)
    }));
    attempt.unwrap_or_else(|panic| {
        *decoder = Decoder::new(plan.options);
        let message = format!(
            "internal error while processing this game ({}); other games are not affected",
            words(&*panic)
        );
        remark(locate(&unit.source, Finding::new(&code::L190, draft.span, message)))
    })
}

/// What a panic says.
fn words(panic: &(dyn std::any::Any + Send)) -> &str {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given")
}

/// One game, read and held to the proof.
pub struct Proven<'p> {
    /// Where it comes from.
    pub source: &'p Source,
    /// Its place among the games of its unit, from 0.
    pub at: usize,
    /// How many games its unit was cut into.
    pub among: usize,
    /// The layout by which it was cut out.
    pub layout: &'p str,
    /// As it was cut out.
    pub draft: &'p Draft<'p>,
    /// As it was read; its outcome is settled.
    pub reading: Reading,
    /// What was found.
    pub findings: Vec<Located>,
    /// The place and the text of each ply's cell.
    pub cells: Vec<(Span, String)>,
    /// What could not be read, as the record has it.
    pub rest: Option<String>,
    /// As PGN.
    pub pgn: String,
}

impl Proven<'_> {
    /// The game as it goes out.
    #[must_use]
    pub fn record(&self) -> Record<'_> {
        Record {
            game: &self.reading.game,
            verdict: self.reading.verdict,
            notation: self.reading.notation,
            file: self.source.name(),
            line: self.source.locate(self.draft.span.start).0,
            findings: &self.findings,
            cells: &self.cells,
            rest: self.rest.as_deref(),
        }
    }
}

/// Result and proof of one reading.
fn prove<'p>(
    unit: &'p Unit,
    at: usize,
    draft: &'p Draft<'p>,
    mut reading: Reading,
    coverage: &Coverage,
    plan: &Plan,
) -> Proven<'p> {
    let source = &unit.source;
    coverage.settle(source, at, draft, &mut reading, &Likeness::new(plan.options.from));
    let end = last_position(&reading);
    result::settle(draft, &end, &mut reading);
    reading.findings.splice(0..0, start_findings(draft));
    decided::settle(draft, &mut reading);
    let findings = reading.findings.iter().map(|finding| locate(source, finding.clone())).collect();
    let cells = cells(source, draft, &reading);
    let rest = reading.rest.map(|span| rest(source, draft, &reading, span));
    let plies = reading.game.line.plies.len();
    let mut proven = Proven {
        source,
        at,
        among: coverage.games(),
        layout: unit.layout.get().name(),
        draft,
        reading,
        findings,
        cells,
        rest,
        pgn: String::new(),
    };
    let mut pgn = String::new();
    sink::pgn::write(&proven.record(), &mut pgn);
    if proven.reading.verdict != Verdict::Illegal
        && let Err(why) = sink::proof::agrees(&pgn, &end, plies)
    {
        let message = format!("the second reader disagrees with the written game: {why}");
        proven.findings.push(locate(source, Finding::new(&code::R110, draft.span, message)));
        proven.reading.verdict = Verdict::Incomplete;
        pgn.clear();
        sink::pgn::write(&proven.record(), &mut pgn);
    }
    proven.pgn = pgn;
    proven
}

/// The spelling of one game.
fn spell(mut proven: Proven<'_>, plan: &Plan) -> Converted {
    if !plan.fragments
        && let Some(why) = fragment::fragment(&proven)
    {
        let finding = fragment::withheld(&proven, &why);
        let mut withheld = Converted::remark(locate(proven.source, finding));
        // What became of a person's decisions is said all the same.
        let decided = proven.findings.into_iter().filter(|located| located.finding.code.id.starts_with('D'));
        withheld.findings.extend(decided);
        return withheld;
    }
    let mut unsaid = Vec::new();
    let text = match plan.format {
        Format::Pgn => Text::Plain(std::mem::take(&mut proven.pgn)),
        Format::Json => Text::Json(sink::json::line(&proven.record())),
        Format::Csv => Text::Rows(sink::csv::rows(&proven.record())),
        #[cfg(feature = "arrow")]
        Format::Table => Text::Table(Box::new(crate::table::Owned::read(&proven))),
        Format::Moves(notation) => {
            let mut out = String::new();
            unsaid = sink::moves::write(&proven.record(), notation, &mut out);
            Text::Plain(out)
        }
        Format::Ruled(notation) => match ruled::chess(&proven.pgn, notation) {
            Some(text) => Text::Plain(text),
            None => {
                let message = format!("{} cannot express this game; it is written in SAN", notation.name());
                let finding = Finding::new(&code::L180, proven.draft.span, message);
                unsaid.push(locate(proven.source, finding));
                Text::Plain(std::mem::take(&mut proven.pgn))
            }
        },
    };
    let Proven { reading, mut findings, draft, .. } = proven;
    let start = reading.spans.iter().map(|span| span.start).min().unwrap_or(draft.span.start);
    findings.append(&mut unsaid);
    Converted {
        text,
        findings,
        verdict: Some(reading.verdict),
        notation: reading.notation,
        plies: reading.game.line.plies.len(),
        start: Some(start),
    }
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
    let mut finding = finding;
    let page = source.page_number(finding.span.start);
    if let Some(page) = &page {
        finding.message.push_str(&format!(" ({page})"));
    }
    Located { line, column, page, context: source.line(line).to_owned(), finding }
}

/// Judges texts for the layouts by the notations that may be tried.
#[must_use]
pub fn sense(plan: &Plan) -> impl MoveSense + use<> {
    Likeness::new(plan.options.from)
}
