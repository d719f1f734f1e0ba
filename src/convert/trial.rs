//! Tries other layouts on a short record if the likeliest layout does not account for all of it. The best
//! layout is the one that explains the most text; legality is the second criterion.
//!
//! A book page by itself looks like the table it contains, and misread numbers or broken rows would end the
//! game; a column head looks like a move, a line of players like a game. Therefore a record with undecoded
//! text or an unfinished game is also read in the other layouts. Another layout is used for the whole record
//! if what it reads is worth more ([`Worth`]), by a margin unless it leaves no doubt, because a wrong order of
//! moves can nearly always be made playable; it is used for a single game if it reads that game without a doubt.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;

use super::audit::{Coverage, continuation};
use super::begin::number_before;
use super::noted_variations;
use super::printed::NOTED;
use super::readings::Readings;
use super::sense::NotationSense;
use super::styles::{first_moves, has_pairs, heading_above, played_before};
use super::tidy::tidy;
use super::worth::Worth;
use super::{borrowed, grids, resumed};
use crate::corrections::masked;
use crate::decode::{Options, Reading};
use crate::finding::{Finding, code};
use crate::record::{Draft, Layout, MoveSense, Start, sniff};
use crate::text::{Source, Span};

/// Longest source, in bytes, that is read in several layouts. Sources with a game longer than any ever played
/// are not, either.
pub(super) const LONGEST: usize = 1 << 18;
const LONGEST_GAME: usize = 1200;
/// The layouts that may replace each other. Tables and Turbo listings are recognised by their own signs.
const TRIED: &[&str] = &["pgn", "plain", "pairs", "blocks", "columns", "running", "annotated", "book"];
/// The layout of games with tag pairs.
const PGN: &str = "pgn";
/// The layout of board files.
const BOARD_FILE: &str = "turbo";
/// The layouts that are told by their rows.
const OF_ROWS: &[&str] = &["pairs", "blocks", "columns"];
/// Tables, which others may replace where a short one is not read whole.
const TABLES: &[&str] = &["csv", "turbo"];
const SHORT_TABLE: usize = 20_000;
/// The layouts that read tag pairs.
const TAGGED: &[&str] = &["pgn", "plain", "pairs", "running"];

/// A layout for most games of a source, and other layouts for some of them.
#[derive(Clone)]
pub struct Mixed {
    base: &'static dyn Layout,
    /// Other layouts, each with the byte range of its game.
    others: Vec<(&'static dyn Layout, Span)>,
    /// Parts that are records of their own: the others do not see them, and they see nothing else.
    alone: Vec<(Span, &'static dyn Layout)>,
}

impl Layout for Mixed {
    fn name(&self) -> &'static str {
        self.base.name()
    }

    fn title(&self) -> &'static str {
        self.base.title()
    }

    fn sniff(&self, source: &Source, sense: &dyn MoveSense) -> f32 {
        self.base.sniff(source, sense)
    }

    fn cut<'a>(&self, source: &'a Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        if !self.alone.is_empty() {
            return self.cut_apart(source, sense);
        }
        let mut drafts = self.base.cut(source, sense);
        let mut cuts: Vec<(&'static str, Vec<Draft<'a>>)> = Vec::new();
        for &(layout, place) in &self.others {
            if cuts.iter().all(|(name, _)| *name != layout.name()) {
                cuts.push((layout.name(), layout.cut(source, sense)));
            }
            let Some((_, other)) = cuts.iter_mut().find(|(name, _)| *name == layout.name()) else { continue };
            if let (Some(ours), Some(theirs)) = (only(&drafts, place), only(other, place))
                && extent(&other[theirs]).and_then(|place| only(&drafts, place)) == Some(ours)
            {
                drafts[ours] = std::mem::take(&mut other[theirs]);
            }
        }
        drafts
    }
}

impl Mixed {
    /// The games of the parts that are read alone, and of the rest, in their order.
    fn cut_apart<'a>(&self, source: &Source, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
        let parts: Vec<Span> = self.alone.iter().map(|(part, _)| *part).collect();
        let rest = Mixed { alone: Vec::new(), ..self.clone() };
        let masked_rest = masked(source, &parts);
        let mut drafts: Vec<Draft<'a>> =
            rest.cut(&masked_rest, sense).into_iter().map(Draft::into_owned).collect();
        for &(part, layout) in &self.alone {
            let own = only_part(source, part);
            drafts.extend(layout.cut(&own, sense).into_iter().map(|draft| {
                let span = Span::new(
                    draft.span.start.clamp(part.start, part.end),
                    draft.span.end.clamp(part.start, part.end),
                );
                Draft { span, ..draft.into_owned() }
            }));
        }
        drafts.sort_by_key(|draft| extent(draft).unwrap_or(draft.span).start);
        drafts
    }
}

/// A source with a part of its text only, at its place.
fn only_part(source: &Source, part: Span) -> Source {
    masked(source, &[Span::new(0, part.start), Span::new(part.end, source.text().len())])
}

/// Index of the draft whose moves overlap `place`, if it is the only one.
fn only(drafts: &[Draft<'_>], place: Span) -> Option<usize> {
    let touches =
        |draft: &Draft<'_>| extent(draft).is_some_and(|own| own.start < place.end && place.start < own.end);
    let mut found = drafts.iter().enumerate().filter(|(_, draft)| touches(draft));
    let (at, _) = found.next()?;
    found.next().is_none().then_some(at)
}

/// The span from the first move to the last.
fn extent(draft: &Draft<'_>) -> Option<Span> {
    let own = draft.mainline.cells.iter().map(|cell| cell.span);
    own.reduce(Span::join)
}

/// A layout that accounts for more of `source` than the first of `ranked`, if there is one, and the finding
/// that says so.
pub(super) fn better(
    source: &Source,
    ranked: &[(&'static dyn Layout, f32)],
    options: Options,
    sense: &NotationSense,
    readings: &Readings,
) -> Option<(Mixed, Vec<Finding>)> {
    let Trials { trials, best } = Trials::of(source, ranked, options, sense, readings)?;
    let chosen = &trials[best];
    let alone = apart(source, &trials, best, options, sense, readings);
    if !alone.is_empty() {
        let parts: Vec<Span> = alone.iter().map(|(part, _)| *part).collect();
        let rest = masked(source, &parts);
        let ranked = sniff(&rest, sense);
        let (mixed, mut findings) = better(&rest, &ranked, options, sense, readings).unwrap_or_else(|| {
            let base = ranked.first().map_or(chosen.layout, |(layout, _)| *layout);
            (Mixed { base, others: Vec::new(), alone: Vec::new() }, Vec::new())
        });
        findings.extend(alone.iter().map(|(part, layout)| {
            let message = format!(
                "this part of the text is a record of its own, and is read as `{}` ({}), which leaves nothing",
                layout.name(),
                layout.title()
            );
            Finding::new(&code::L112, Span::at(part.start), message)
        }));
        return Some((Mixed { alone: [alone, mixed.alone].concat(), ..mixed }, findings));
    }
    let mut findings = Vec::new();
    // Nothing to tell where a game has notes and is read without a doubt.
    if best > 0 && !(chosen.layout.name() == NOTED && chosen.sum.is_clean()) {
        let message = format!(
            "laid out as `{}`, the record breaks off or leaves something over; it is read as `{}` ({}), which goes on",
            trials[0].layout.name(),
            chosen.layout.name(),
            chosen.layout.title()
        );
        findings.push(Finding::new(&code::L112, Span::default(), message));
    }
    let mut mixed = Mixed { base: chosen.layout, others: Vec::new(), alone: Vec::new() };
    for (place, own) in chosen.games.iter().filter(|(_, own)| !own.is_clean() && !chosen.is_said) {
        let Some(place) = *place else { continue };
        let better =
            trials.iter().filter(|trial| trial.layout.name() != chosen.layout.name()).find(|trial| {
                // It must not take text of another game.
                trial.alone(place).is_some_and(|(theirs, other)| {
                    other.is_clean()
                        && other.plies >= own.plies
                        && theirs.is_some_and(|theirs| chosen.alone(theirs).is_some())
                })
            });
        if let Some(trial) = better {
            let message = format!(
                "laid out as `{}`, this game leaves something over; it is read as `{}` ({}), which leaves nothing",
                chosen.layout.name(),
                trial.layout.name(),
                trial.layout.title()
            );
            findings.push(Finding::new(&code::L112, Span::at(place.start), message));
            mixed.others.push((trial.layout, place));
        }
    }
    (best > 0 || !mixed.others.is_empty()).then_some((mixed, findings))
}

/// What several layouts read of a source, in the order in which they were tried, and the one that reads it best.
struct Trials {
    trials: Vec<Trial>,
    best: usize,
}

impl Trials {
    fn of(
        source: &Source,
        ranked: &[Ranked],
        options: Options,
        sense: &NotationSense,
        readings: &Readings,
    ) -> Option<Trials> {
        let tags = has_pairs(source.text());
        let known = if tags { TAGGED } else { TRIED };
        let tried = |layout: &dyn Layout| known.contains(&layout.name());
        // Where no layout sees its signs, one of these may still find a game.
        let signs = ranked.iter().any(|(_, score)| *score > 0.0);
        // Without its rows, a layout of rows takes what it does not know for remarks.
        let has_rows = |(layout, score): &Ranked| !signs || *score > 0.0 || !OF_ROWS.contains(&layout.name());
        let from = if signs { 0 } else { ranked.iter().position(|(layout, _)| tried(*layout))? };
        let (first, others) = ranked.get(from..)?.split_first()?;
        // A layout that is sure of itself may still leave something over.
        let unasked: Vec<Ranked> = scorebook_layout::TABLE
            .iter()
            .filter(|layout| layout.name() != first.0.name())
            .map(|&layout| (layout, 0.0))
            .collect();
        let others = if others.is_empty() { &unasked } else { others };
        // Stops between moves look like the fields of a table.
        let is_table = TABLES.contains(&first.0.name()) && source.text().len() <= SHORT_TABLE;
        if !(tried(first.0) || is_table) || source.text().len() > LONGEST {
            return None;
        }
        let tally = |layout: &'static dyn Layout| {
            // A panic in one layout does not affect the others.
            let trial = AssertUnwindSafe(|| Trial::of(source, layout, options, sense, readings));
            catch_unwind(trial).ok().flatten()
        };
        let mut trials = vec![tally(first.0)?];
        let mut best = 0;
        // The book layout accepts almost any text, so it is tried last.
        let (plain, books): (Vec<Ranked>, Vec<Ranked>) =
            others.iter().copied().partition(|(layout, _)| layout.name() != BOOK);
        // What is read whole with its notes keeps them where they stand; tables lose them.
        // A record with tag pairs is PGN unless PGN leaves text over.
        let is_pgn = |trial: &Trial| tags && trial.sum.all_left() == 0 && trial.layout.name() == PGN;
        let may_be_noted = !trials[0].sum.is_clean() && !is_pgn(&trials[0]);
        let noted = plain.iter().find(|(layout, _)| layout.name() == NOTED && may_be_noted);
        let mut noted = noted.and_then(|(layout, _)| tally(*layout));
        if let Some(noted) = noted.take_if(|noted| noted.sum.is_clean()) {
            best = usize::from(noted.beats(&trials[0]));
            trials.push(noted);
        }
        for (layout, _) in plain.into_iter().chain(books).filter(|ranked| tried(ranked.0) && has_rows(ranked))
        {
            let now = trials[best].sum;
            if now.is_clean() || layout.name() == BOOK && now.covers() {
                break;
            }
            if is_pgn(&trials[best]) {
                break;
            }
            let known = noted.take_if(|noted| noted.layout.name() == layout.name());
            if let Some(other) = known.or_else(|| tally(layout)) {
                if other.beats(&trials[best]) {
                    best = trials.len();
                }
                trials.push(other);
            }
        }
        // Beside tag pairs a game may be printed once more as prose, of which those that read tag pairs make nothing.
        let is_guessed = trials[best].sum.is_guessed();
        if let Some(noted) =
            noted.filter(|noted| is_guessed && noted.sum.doubts == 0 && noted.beats(&trials[best]))
        {
            best = trials.len();
            trials.push(noted);
        }
        Some(Trials { trials, best })
    }
}

/// The parts of a source that are records of their own, with their layouts: where several styles stand in one file, what is best for
/// most of them loses the others. Each is read alone without a doubt, and not so with the rest.
fn apart(
    source: &Source,
    trials: &[Trial],
    best: usize,
    options: Options,
    sense: &NotationSense,
    readings: &Readings,
) -> Vec<(Span, &'static dyn Layout)> {
    let chosen = &trials[best];
    if chosen.sum.is_clean() {
        return Vec::new();
    }
    let text = source.text();
    // No game of the best layout is torn.
    let is_inside = |bound: usize| {
        let tears = |place: &Span| place.start < bound && bound < place.end;
        chosen.games.iter().any(|(place, _)| place.as_ref().is_some_and(tears))
    };
    let games = trials.iter().flat_map(|trial| &trial.games).filter(|(_, worth)| worth.plies >= RECORD);
    let games: Vec<Span> = games.filter_map(|(place, _)| *place).collect();
    let playable = readings.playable(source, options);
    let starts = games.iter().map(|place| place.start).filter(|&start| number_before(text, start) == Some(1));
    let above = |start: usize| {
        let last = games.iter().map(|place| place.end).filter(|&end| end < start).max().unwrap_or(0);
        heading_above(text, last.max(played_before(playable, start)), start, sense)
    };
    let mut bounds: Vec<usize> =
        starts.chain(first_moves(text, sense)).map(above).filter(|&bound| !is_inside(bound)).collect();
    bounds.push(0);
    bounds.sort_unstable();
    bounds.dedup();
    if bounds.len() < 2 || bounds.len() > MOST_PARTS {
        return Vec::new();
    }
    bounds.push(source.text().len());
    let mut found = Vec::new();
    for pair in bounds.windows(2) {
        let part = Span::new(pair[0], pair[1]);
        let inside = |place: &Option<Span>| {
            place.is_some_and(|place| place.start < part.end && part.start < place.end)
        };
        let mut own = chosen.games.iter().filter(|(place, _)| inside(place)).peekable();
        if own.peek().is_some() && own.all(|(_, worth)| worth.is_clean()) {
            continue;
        }
        let text = only_part(source, part);
        let Some(Trials { trials, best }) = Trials::of(&text, &sniff(&text, sense), options, sense, readings)
        else {
            continue;
        };
        let alone = &trials[best];
        if alone.sum.is_clean() && alone.sum.plies >= RECORD {
            found.push((part, alone.layout));
        }
    }
    found
}

/// Fewest half-moves of a record of its own.
const RECORD: usize = 8;
/// A text of more parts is a book.
const MOST_PARTS: usize = 24;

/// Whether neither of two layouts, the likelier first, is shown to be the right one: the first reads the record with a doubt, or
/// both read it without one.
pub(super) fn are_rivals(
    source: &Source,
    layouts: [&'static dyn Layout; 2],
    options: Options,
    sense: &NotationSense,
    readings: &Readings,
) -> bool {
    let is_clean = |layout: &'static dyn Layout| {
        let trial = AssertUnwindSafe(|| Trial::of(source, layout, options, sense, readings));
        catch_unwind(trial).ok().flatten().is_some_and(|trial| trial.sum.is_clean())
    };
    source.text().len() > LONGEST || !is_clean(layouts[0]) || is_clean(layouts[1])
}

/// A layout and its score from `sniff`.
type Ranked = (&'static dyn Layout, f32);

/// The layout that is tried last.
const BOOK: &str = "book";

/// Half-moves that a layout must be worth more than a likelier one, if it has a doubt or leaves something over.
const MARGIN: f32 = 6.0;

/// Half-moves that the layout which keeps notes may be worth less than others, if it reads its own without a doubt: those of
/// sentences can be read as moves, too.
const STRAY: f32 = 3.0;

/// The span of a game and its figures.
type Counted = (Option<Span>, Worth);

/// The result of reading a source in one layout.
struct Trial {
    layout: &'static dyn Layout,
    /// The games: span and figures.
    games: Vec<Counted>,
    sum: Worth,
    /// Whether signs of its own say that the text is laid out so: the men of a board file, of which other layouts see the moves alone, or
    /// tag pairs above a game that is cut off within a variation or a comment, whose moves others take for the game's.
    is_said: bool,
}

/// Whether a game with tag pairs ends within a variation or a comment.
fn is_cut_off(draft: &Draft<'_>) -> bool {
    let is_open = |finding: &Finding| {
        finding.code == &code::L103 && finding.span.is_empty() || finding.code == &code::S102
    };
    draft.tags.get("White").is_some() && draft.ending.is_none() && draft.findings.iter().any(is_open)
}

impl Trial {
    /// Decodes a source in one layout. Layouts often cut the same cells, so that `readings` are there.
    fn of(
        source: &Source,
        layout: &'static dyn Layout,
        options: Options,
        sense: &NotationSense,
        readings: &Readings,
    ) -> Option<Trial> {
        let mut drafts = layout.cut(source, sense);
        tidy(source, &mut drafts);
        borrowed::lend(source, &mut drafts);
        resumed::join(source, &mut drafts, options, readings);
        if drafts.iter().any(|draft| draft.mainline.cells.len() > LONGEST_GAME) {
            return None;
        }
        let drafts = noted_variations::apart(source, &drafts, options, readings).unwrap_or(drafts);
        let drafts = match grids::part(source, &drafts, sense) {
            Some(parted) => parted.all(),
            None => drafts,
        };
        let mut drafts = drafts;
        // One of several games that nothing ends may go on behind another.
        if drafts.len() > 1 && drafts.iter().any(|draft| draft.ending.is_none()) {
            let playable = readings.playable(source, options);
            continuation::warn(source, layout.name(), playable, &mut drafts, options);
        }
        let has_men = layout.name() == BOARD_FILE && drafts.iter().any(|draft| draft.start != Start::Array);
        let is_pgn = layout.name() == PGN && has_pairs(source.text());
        let is_said = has_men || is_pgn && drafts.last().is_some_and(is_cut_off);
        let coverage = Coverage::of(source, &drafts, &[]);
        let (games, read): (Vec<Counted>, Vec<Option<Reading>>) = drafts
            .par_iter()
            .enumerate()
            .map_init(
                || readings.decoder(options),
                |decoder, (at, draft)| {
                    let same = readings.of_moves(draft);
                    let is_new = same.is_none();
                    let reading = same.unwrap_or_else(|| decoder.decode(draft));
                    let left = coverage.left_over(source, at, draft, &reading, sense);
                    let worth = Worth::of(draft, &reading, &left);
                    ((extent(draft), worth), is_new.then_some(reading))
                },
            )
            .unzip();
        for (draft, read) in drafts.into_iter().zip(read) {
            if let Some(reading) = read {
                readings.keep(&draft, options, &reading);
            }
        }
        let sum = games.iter().map(|(_, worth)| *worth).sum();
        Some(Trial { layout, games, sum, is_said })
    }

    /// Whether this is to be used in place of another trial, of a likelier layout: it is worth more.
    fn beats(&self, other: &Trial) -> bool {
        if self.is_said != other.is_said {
            return self.is_said && self.sum.plies > 0;
        }
        let (own, other) = (&self.sum, &other.sum);
        let (value, rival) = (own.value(), other.value());
        let keeps_notes = self.layout.name() == NOTED && own.doubts == 0 && own.games >= other.games;
        if own.plies == 0 {
            false
        } else if other.games == 0 {
            value > 0.0
        } else if other.plies == 0 {
            own.all_left() <= other.all_left()
        } else if keeps_notes && !other.is_clean() {
            value + STRAY >= rival
        } else if own.is_clean() {
            value > rival
        } else {
            // Any order of moves can be made playable at the price of doubts.
            !own.is_guessed() && value >= rival + MARGIN
        }
    }

    /// The only game that overlaps `place`: its span and figures.
    fn alone(&self, place: Span) -> Option<Counted> {
        let touches =
            |own: &Option<Span>| own.is_some_and(|own| own.start < place.end && place.start < own.end);
        let mut found = self.games.iter().filter(|(own, _)| touches(own));
        let counted = found.next()?;
        found.next().is_none().then_some(*counted)
    }
}
