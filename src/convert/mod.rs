//! The pipeline of `convert`: units (files, or pieces of long files) are cut into games, decoded, proven and
//! written in parallel; the results keep the order of the inputs.

mod aftermath;
mod announced;
mod arrays;
mod asides;
pub mod asked;
mod audit;
mod begin;
mod boards;
mod borrowed;
mod captions;
pub mod collate;
mod count;
mod dashes;
mod decided;
mod desk;
mod direct;
mod font;
mod footnotes;
pub mod foreign;
mod fragment;
mod glance;
mod grids;
mod headed;
mod held;
pub mod input;
mod kept_notes;
pub mod known;
pub mod lines;
mod marks;
mod noted_variations;
mod outlook;
mod own;
mod plan;
mod play;
mod printed;
pub mod progress;
mod proven;
mod readings;
mod redecided;
mod redecision;
mod repeated;
mod result;
mod resumed;
pub mod ruled;
mod says;
mod scan;
mod seated;
mod seen;
pub mod sense;
pub mod sentences;
mod spoken;
mod styles;
mod tidy;
mod together;
mod told_again;
mod torn;
mod trial;
mod typed_sheet;
mod unit;
mod unread;
mod worth;
mod writer;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::decode::{Decoder, NotationChoice, Options, Reading};
use crate::explained::HalfMove;
use crate::finding::{Finding, code};
use crate::game::{Verdict, mover_at};
use crate::notation::spelling::san;
use crate::pass::Passing;
use crate::record::{Draft, MoveSense};
use crate::sink::{self, Located};
use crate::text::{Source, Span};
use audit::{Coverage, continuation};
use proven::prove;
use rayon::prelude::*;
use sense::NotationSense;

pub use outlook::Outlook;
pub use plan::{Format, LayoutChoice, Plan, SpokenChoice};
pub use progress::Progress;
pub use proven::Proven;
#[cfg(feature = "server")]
pub use redecided::ready;
pub use scan::unreadable;
pub use seen::Sheets;
pub use trial::Mixed;
pub use unit::{Unit, Units};

/// One game, written in the output format. Its number in the output is not known yet.
pub struct Converted {
    /// The game in the output format.
    pub text: Text,
    /// All findings of this game.
    pub findings: Vec<Located>,
    /// The verdict; `None` for a remark that belongs to no game.
    pub verdict: Option<Verdict>,
    /// Name of the notation in which the game was read.
    pub notation: &'static str,
    /// Number of half-moves that were decoded.
    pub plies: usize,
    /// How many of them are guessed.
    pub guessed: usize,
    /// Its half-moves with their places, if the plan asks for them.
    pub moves: Vec<HalfMove>,
    /// The place of its first move in the source, and of the reply if that is printed next; `None` for a remark.
    pub start: Option<Span>,
    /// A passage that is withheld because none of its text could be read as a move.
    pub unread: bool,
}

/// The text of one game in the output format.
pub enum Text {
    /// Text to write unchanged.
    Plain(String),
    /// A JSON object that still lacks the number of the game.
    Json(String),
    /// CSV rows that still lack the column with the number of the game.
    Rows(Vec<Vec<String>>),
    /// A row of an Arrow or Parquet table.
    #[cfg(feature = "arrow")]
    Table(Box<crate::table::Owned>),
}

impl Converted {
    /// A finding about an input, without a game.
    #[must_use]
    pub fn remark(located: Located) -> Converted {
        Converted {
            text: Text::Plain(String::new()),
            findings: vec![located],
            verdict: None,
            notation: "",
            plies: 0,
            guessed: 0,
            moves: Vec::new(),
            start: None,
            unread: false,
        }
    }
}

/// Decodes and writes all games of a unit, in order, on the threads of the rayon pool.
#[must_use]
pub fn convert(unit: &Unit, plan: &Plan) -> Vec<Converted> {
    if let Some(games) = &unit.direct {
        return direct::convert(unit, games, plan);
    }
    let ruled = ruled::games(&unit.source, &plan.variants);
    if ruled.is_empty() {
        let mut done = each(unit, plan, None, &Converted::remark, &|proven, _| spell(proven, plan));
        let games: Vec<Span> = done.iter().filter_map(|game| game.start).collect();
        done.extend(announced(unit, &games).into_iter().map(Converted::remark));
        let is_told =
            |game: &Converted| game.findings.iter().any(|located| located.finding.code == &code::L104);
        let is_empty = done.iter().all(|game| game.verdict.is_none()) && !done.iter().any(is_told);
        if is_empty && unit.whole && sentences::language(unit.source.text()).is_some() {
            done.push(Converted::remark(locate(&unit.source, no_game(&unit.source))));
        }
        return done;
    }
    // Games of variants and of chess are written in the order of their lines.
    let mut games =
        each(unit, plan, None, &|remark: Located| (remark.line, Converted::remark(remark)), &|proven, _| {
            (proven.source.locate(proven.draft.span.start).0, spell(proven, plan))
        });
    games.extend(ruled::convert(unit, plan, ruled));
    games.sort_by_key(|(line, _)| *line);
    games.into_iter().map(|(_, converted)| converted).collect()
}

/// The games that a book announces and that were not read; `games` are the places of the first moves of those that were.
#[must_use]
pub fn announced(unit: &Unit, games: &[Span]) -> Option<Located> {
    announced::missing(&unit.source, games).map(|finding| locate(&unit.source, finding))
}

/// Removes the drafts inside `ruled`, the byte ranges of games of variants.
fn of_chess(ruled: &[Span], drafts: &mut Vec<Draft<'_>>) {
    let inside = |at: usize| ruled.iter().any(|game| game.start <= at && at < game.end);
    drafts.retain(|draft| {
        let first = draft.mainline.cells.first().map_or(draft.span.start, |cell| cell.span.start);
        !inside(draft.span.start) && !inside(first)
    });
}

/// Games per task of the thread pool; torn pages, which may take seconds each, are tasks of one game.
const FEW: usize = 8;

/// Decodes and proves all games of a unit, in order, on the threads of the rayon pool. Calls `game` with each game
/// and the decoder that read it, and `remark` with each finding about the input itself. `only` selects one game of
/// the unit by index, from 0.
pub fn each<T: Send>(
    unit: &Unit,
    plan: &Plan,
    only: Option<usize>,
    remark: &(dyn Fn(Located) -> T + Sync),
    game: &(dyn Fn(Proven<'_>, &mut Decoder) -> T + Sync),
) -> Vec<T> {
    let source = &unit.source;
    // What is said of a person's corrections, so that none vanishes.
    let told = decided::Told::default();
    let remark = &|located: Located| {
        told.hear(&located.finding);
        remark(located)
    };
    let game = &|proven: Proven<'_>, decoder: &mut Decoder| {
        proven.findings.iter().for_each(|located| told.hear(&located.finding));
        game(proven, decoder)
    };
    let mut done = each_told(unit, plan, only, remark, game);
    if only.is_none() {
        done.extend(told.unheard(unit, plan).into_iter().map(|finding| remark(locate(source, finding))));
    }
    done
}

/// The plan for a layout whose notation is fixed: EPD has SAN.
fn plan_for(unit: &Unit, plan: &Plan) -> Option<Plan> {
    let is_fixed = unit.layout.get().name() == "epd" && matches!(plan.options.from, NotationChoice::Auto);
    let from = crate::notation::find("san").filter(|_| is_fixed)?;
    let options = Options { from: NotationChoice::Notation(from), ..plan.options };
    Some(Plan { options, ..plan.clone() })
}

fn each_told<T: Send>(
    unit: &Unit,
    plan: &Plan,
    only: Option<usize>,
    remark: &(dyn Fn(Located) -> T + Sync),
    game: &(dyn Fn(Proven<'_>, &mut Decoder) -> T + Sync),
) -> Vec<T> {
    let source = &unit.source;
    let own = plan_for(unit, plan);
    let plan = own.as_ref().unwrap_or(plan);
    let attempt = catch_unwind(AssertUnwindSafe(|| {
        let ruled = ruled::spans(source, &plan.variants);
        // Findings on the layout do not concern games of variants.
        let tells = |finding: &&Finding| ruled.is_empty() || finding.code != &code::L105;
        let mut done: Vec<T> =
            unit.remarks.iter().filter(tells).cloned().map(|f| remark(locate(source, f))).collect();
        done.extend(unread::in_data(source).into_iter().map(remark));
        let prove_all = |games: Vec<(Draft<'_>, Reading)>, ruled_out: &[Finding]| -> Vec<T> {
            let (drafts, readings): (Vec<Draft<'_>>, Vec<Reading>) = games.into_iter().unzip();
            let coverage = Coverage::of(source, &drafts, ruled_out);
            let wanted = readings.into_par_iter().enumerate();
            let wanted = wanted.filter(|(at, _)| only.is_none_or(|only| only == *at));
            let games = only.map_or(drafts.len(), |_| 1);
            let proven = plan.progress.count(source.name(), "game", games, "proving");
            let prove = |(at, reading): (usize, Reading)| {
                let mut decoder = Decoder::new(plan.options);
                let done = game(prove(unit, at, &drafts[at], reading, &coverage, plan), &mut decoder);
                proven.step();
                done
            };
            wanted.map(prove).collect()
        };
        if ruled.is_empty()
            && let Some((games, remarks)) = spoken::games(unit, plan)
        {
            let ruled_out: Vec<Finding> =
                remarks.iter().filter(|finding| finding.code == &code::D101).cloned().collect();
            done.extend(remarks.into_iter().map(|finding| remark(locate(source, finding))));
            done.extend(prove_all(games, &ruled_out));
            return done;
        }
        if !plan.decisions.of(source.name()).is_empty()
            && let Some((games, remarks)) = redecided::games(unit, plan)
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
            plan.progress.say(source.name(), "reading headings");
            headed::name(unit, &mut drafts);
            borrowed::lend(source, &mut drafts);
            resumed::join(source, &mut drafts, plan.options, &unit.readings);
            if !ruled.is_empty() && drafts.is_empty() {
                return;
            }
            let mut ruled_out: Vec<Finding> =
                remarks.iter().filter(|f| f.code == &code::D101).cloned().collect();
            // The text of games of variants counts as read.
            ruled_out
                .extend(ruled.iter().map(|&span| Finding::new(&code::D101, span, "a game of a variant")));
            plan.progress.say(source.name(), "looking for variations in notes");
            let drafts =
                noted_variations::apart(source, &drafts, plan.options, &unit.readings).unwrap_or(drafts);
            plan.progress.say(source.name(), "looking for opening tables");
            // What the plain layout reads is a game with every word in its place, and no table of openings.
            let is_plain = unit.layout.get().name() == "plain";
            let parted = (!is_plain)
                .then(|| grids::part(source, &drafts, &NotationSense::new(plan.options.from)))
                .flatten();
            let drafts = parted.as_ref().map_or(drafts, |parted| parted.others.clone());
            let tables = parted.as_ref().map_or(&[][..], |parted| parted.remarks.as_slice());
            let printed = if ruled.is_empty() { printed::read(unit, plan, &drafts) } else { None };
            let found = printed.as_ref().map(|(games, _)| games.as_slice());
            let torn = if ruled.is_empty() { torn::read(unit, plan, &drafts, found) } else { None };
            // What was said of corrections holds for the games of the layout.
            let of_rows = if torn.is_none() { remarks } else { Vec::new() };
            let told = of_rows.into_iter().chain(tables.iter().cloned());
            done.extend(told.map(|finding| remark(locate(source, finding))));
            if let Some((games, remarks)) = torn.or(printed) {
                done.extend(remarks.into_iter().map(|finding| remark(locate(source, finding))));
                let games = games.into_iter().map(|read| (read.draft, read.reading));
                let games: Vec<_> = match &parted {
                    Some(parted) => parted.with(games, plan.options),
                    None => games.collect(),
                };
                if games.is_empty() && unit.whole {
                    done.push(remark(locate(source, no_game(source))));
                }
                let own: Vec<Draft<'_>> = games.iter().map(|(draft, _)| draft.clone()).collect();
                let playable = unit.readings.playable(source, plan.options);
                let unread = unread::scores(source, &own, &ruled, playable);
                done.extend(unread.into_iter().map(|finding| remark(locate(source, finding))));
                done.extend(prove_all(games, &ruled_out));
                return;
            }
            let mut drafts = match parted {
                Some(parted) => parted.all(),
                None => drafts,
            };
            let playable = unit.readings.playable(source, plan.options);
            continuation::warn(source, unit.layout.get().name(), playable, &mut drafts, plan.options);
            told_again::mark(source, &mut drafts, plan.options, &unit.readings);
            if drafts.is_empty() && unit.whole {
                done.push(remark(locate(source, no_game(source))));
            }
            if !drafts.is_empty() {
                let unread = unread::scores(source, &drafts, &ruled, playable);
                done.extend(unread.into_iter().map(|finding| remark(locate(source, finding))));
            }
            let wanted: Vec<(usize, &Draft<'_>)> =
                drafts.iter().enumerate().filter(|(at, _)| only.is_none_or(|only| only == *at)).collect();
            let coverage = Coverage::of(source, &drafts, &ruled_out);
            let proven = plan.progress.count(source.name(), "game", wanted.len(), "reading");
            let few = if wanted.iter().any(|(_, draft)| draft.unordered.is_some()) { 1 } else { FEW };
            let games: Vec<T> = wanted
                .par_chunks(few)
                .with_max_len(1)
                .map(|drafts| {
                    // Decoders cache the meaning of texts, so they are reused from game to game.
                    let mut decoder = unit.readings.decoder(plan.options);
                    let read = |&(at, draft): &(usize, &Draft<'_>)| {
                        let done = one(unit, at, draft, &coverage, &mut decoder, plan, remark, game);
                        proven.step();
                        done
                    };
                    drafts.iter().map(read).collect::<Vec<T>>()
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

/// Decodes one game. A panic becomes finding L190, and the other games are not affected.
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
        let reading = unit.readings.decode(decoder, draft);
        // A printed book has a reader of its own for what is worn.
        let is_book = unit.layout.get().name() == "book";
        let reading = if is_book { reading } else { decoder.mend(draft, reading) };
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

/// The message of a panic.
pub(crate) fn words(panic: &(dyn std::any::Any + Send)) -> &str {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given")
}

/// Writes one game in the output format, or withholds a fragment.
fn spell(mut proven: Proven<'_>, plan: &Plan) -> Converted {
    if !plan.fragments
        && let Some(why) = fragment::fragment(&proven)
    {
        let finding = fragment::withheld(&proven, &why);
        let mut withheld = Converted::remark(locate(proven.source, finding));
        withheld.unread = proven.reading.game.line.plies.is_empty();
        // Findings on the user's corrections are reported even so.
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
        format @ (Format::Stones(_) | Format::Ruled(_)) => {
            let finding =
                not_of_chess(format).map(|words| Finding::new(&code::L180, proven.draft.span, words));
            unsaid.extend(finding.map(|finding| locate(proven.source, finding)));
            Text::Plain(std::mem::take(&mut proven.pgn))
        }
    };
    let start = proven.first_move();
    let moves = if plan.explain { half_moves(&proven) } else { Vec::new() };
    let Proven { reading, mut findings, .. } = proven;
    findings.append(&mut unsaid);
    Converted {
        text,
        findings,
        verdict: Some(reading.verdict),
        notation: reading.notation,
        plies: reading.game.line.plies.len(),
        guessed: reading.guessed.len(),
        moves,
        start: Some(start),
        unread: false,
    }
}

/// Why a game of chess is written as PGN all the same, where the format is one of other games: no reader of chess takes it.
fn not_of_chess(format: Format) -> Option<String> {
    match format {
        Format::Stones(form) => Some(format!(
            "chess is no game of stones, so {} has no words for it; PGN is written",
            form.name()
        )),
        Format::Ruled(notation) => Some(format!(
            "{} is for games of variants; this game of chess is written in SAN",
            notation.name()
        )),
        _ => None,
    }
}

/// The half-moves of a game with their places.
fn half_moves(proven: &Proven<'_>) -> Vec<HalfMove> {
    let record = proven.record();
    let mut position = record.game.start.clone();
    let one = |(ply, m): (u32, shakmaty::Move)| {
        let san = san(&position, m);
        position.play_or_pass(m);
        HalfMove {
            span: proven.reading.spans.get(ply as usize - 1).copied().unwrap_or_default(),
            mover: mover_at(&record.game.start, ply),
            san,
            guessed: record.guessed(ply as usize).is_some(),
            codes: record.at_ply(ply).map(|finding| finding.code).collect(),
        }
    };
    (1..).zip(record.game.moves()).map(one).collect()
}

/// The finding that a source holds no game.
fn no_game(source: &Source) -> Finding {
    let name = source.name();
    let message = if source.text().trim_start().starts_with("{\\rtf") {
        format!("{name} is an RTF document: save it as plain text (.txt) in the program that wrote it")
    } else {
        let why = sentences::language(source.text()).map_or_else(String::new, |language| {
            format!(": its moves are in sentences of {language}, which are not read")
        });
        if let Some(place) = example(source) {
            let own = source.slice(place).split_whitespace().collect::<Vec<_>>().join(" ");
            let message = format!(
                "no game was found in {name}: so few moves in a text are an example and no game, though these can be played, `{own}`; \
                 in a file of their own they are read"
            );
            return Finding::new(&code::L104, place, message).text(own);
        }
        match like_moves(source) {
            Some((first, count)) if why.is_empty() => {
                let message = format!(
                    "no game was found in {name}: {count} words look like moves, the first here, but no game that can be played \
                     begins with them; its first moves may be too worn, or missing, or it starts from a position that is not given"
                );
                return Finding::new(&code::L104, first, message).text(source.slice(first));
            }
            _ => format!("no game was found in {name}{why}"),
        }
    };
    Finding::new(&code::L104, Span::default(), message)
}

/// The place of moves from the first one on that can be played, and are fewer than a game of a text has.
fn example(source: &Source) -> Option<Span> {
    /// Fewest half-moves, and most bytes of the text.
    const FEWEST: usize = 3;
    const LONGEST: usize = 64 << 10;
    let sense = NotationSense::new(NotationChoice::Auto);
    let found =
        (source.text().len() <= LONGEST).then(|| crate::record::playable_from(source, &sense, FEWEST))?;
    let moves = &found.first()?.half_moves;
    let (first, last) = (moves.first()?, moves.last()?);
    // The number of the first one is told with it.
    let before = source.text()[..first.start].trim_end_matches(' ');
    let number = before.trim_end_matches(['.', ' ']).trim_end_matches('1');
    let start = if before.ends_with(['.', '1']) { number.len() } else { first.start };
    Some(Span::new(start, last.end))
}

/// The first word of a source that looks like a move with a figure in it, and how many do; `None` if they are few.
fn like_moves(source: &Source) -> Option<(Span, usize)> {
    /// Bytes of the source that are looked at, and fewest such words.
    const HEAD: usize = 64 << 10;
    const FEWEST: usize = 6;
    let sense = NotationSense::new(NotationChoice::Auto);
    let head = source.text().get(..source.text().floor_char_boundary(HEAD))?;
    let is_move = |word: &&str| {
        let has = |wanted: fn(char) -> bool| word.contains(wanted);
        has(char::is_alphabetic) && has(|c| c.is_ascii_digit()) && sense.likeness(word) >= 1.0
    };
    let mut moves = head
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '.' | ':' | '!' | '?'))
        .filter(|word| word.len() > 2)
        .filter(is_move);
    let first = moves.next()?;
    let start = first.as_ptr() as usize - head.as_ptr() as usize;
    let count = 1 + moves.count();
    (count >= FEWEST).then(|| (Span::new(start, start + first.len()), count))
}

/// Adds to a finding its line, column and page (all from 1) and the text of that line.
#[must_use]
pub fn locate(source: &Source, finding: Finding) -> Located {
    let (line, column) = source.locate(finding.span.start);
    let mut finding = finding;
    let page = source.page_number(finding.span.start);
    if let Some(page) = page.as_ref().filter(|_| !finding.names_pages) {
        finding.message.push_str(&format!(" ({page})"));
    }
    let (context, cut) = source.line_near(finding.span.start);
    Located { line, column, page, context: context.to_owned(), cut, finding }
}

/// The judge that tells the layouts whether a text looks like a move in one of the notations of `plan`.
#[must_use]
pub fn sense(plan: &Plan) -> impl MoveSense + use<> {
    NotationSense::new(plan.options.from)
}
