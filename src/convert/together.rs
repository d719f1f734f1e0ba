//! Two readers of one scanned book: of games that both found in the same print, the one that can be trusted farther.

use rayon::prelude::*;
use scorebook_book::trust::{self, Trust};
use scorebook_book::{Book, Game as Printed};

use super::printed::{self, Read, SHORTEST, span};
use super::{Plan, Unit};
use crate::decode::{Beyond, Decoder, GuessedPly, Reading};
use crate::finding::{Finding, code};
use crate::game::{Verdict, mover_at};
use crate::record::Draft;
use crate::text::Span;

/// How much a finding says that a half-move is doubtful.
fn weight(finding: &Finding) -> f32 {
    match finding.code.id {
        "N101" | "M101" => 9.0,
        "M110" | "M112" => 3.0,
        "L311" => 2.0,
        "A101" => 1.5,
        "A103" | "A105" | "A108" => 1.0,
        "A102" | "M111" => 0.5,
        _ => 0.0,
    }
}

/// Half-moves whose doubts add up.
const WINDOW: u32 = 8;
/// The sum of doubts in a window that ends what is trusted: on books read with it, half-moves before are right three
/// times as often as behind.
const MOST: f32 = 6.0;

/// The games that the layout of a unit cuts out of its print, as the layout's own reader reads them; empty for those whose
/// print the reader of books has read without trouble, and where others show that the book's own reader goes farther.
pub(super) fn unordered<'u>(unit: &'u Unit, plan: &Plan, drafts: &[Draft<'_>], book: &Book) -> &'u [Reading] {
    unit.unordered.get_or_init(|| {
        let whole = book.games.iter().filter(|game| is_whole(book, game));
        let whole: Vec<Span> = whole.map(|game| printed::place(book, game)).collect();
        let read = plan.progress.count(unit.source.name(), "game", drafts.len(), "reading in any order");
        let decode = |decoder: &mut Decoder, at: &usize| {
            let reading = decoder.decode(&drafts[*at]);
            read.step();
            (*at, reading)
        };
        let decode = |some: &[usize]| -> Vec<(usize, Reading)> {
            some.par_iter().with_max_len(1).map_init(|| Decoder::new(plan.options), decode).collect()
        };
        let asked: Vec<usize> = (0..drafts.len()).filter(|at| !is_read(&drafts[*at], &whole)).collect();
        let every = (asked.len() / SAMPLE).max(1);
        let (first, rest): (Vec<usize>, Vec<usize>) = (0..asked.len()).partition(|at| at % every == 0);
        let [first, rest] =
            [first, rest].map(|some| some.iter().map(|at| asked[*at]).collect::<Vec<usize>>());
        let mut known = decode(&first);
        let sample: Vec<&Reading> = known.iter().map(|(_, reading)| reading).collect();
        if goes_farther(&sample, book) {
            known.extend(decode(&rest));
        }
        let nothing = Decoder::new(plan.options).decode(&Draft::default());
        let mut readings = vec![nothing; drafts.len()];
        known.into_iter().for_each(|(at, reading)| readings[at] = reading);
        readings
    })
}

/// So many games of a book show which of two readers goes farther.
const SAMPLE: usize = 16;
/// Another reader that adds less than one half-move in so many is not asked.
const WORTHWHILE: usize = 8;

/// Whether some games go so much farther than those that the reader of books has found in the same print, that others will
/// too.
fn goes_farther(sample: &[&Reading], book: &Book) -> bool {
    let trusted = |game: &Printed| trust::judge(&game.reading).plies(&game.reading);
    let (mut more, mut all) = (0, 0);
    for reading in sample {
        let own = place(reading);
        let beside = book.games.iter().filter(|game| shares(printed::place(book, game), own));
        let (alone, both) = beside.fold((0, 0), |(alone, both), game| {
            let plies = trusted(game);
            (alone + plies, both + plies.max(agreed(book, game, std::slice::from_ref(*reading))))
        });
        more += both.max(sure_plies(reading)) - alone;
        all += alone;
    }
    more * WORTHWHILE > all
}

/// Whether a game was read to its end, all of it can be trusted, and its print holds hardly any other move.
fn is_whole(book: &Book, game: &Printed) -> bool {
    let steps = &game.reading.steps;
    let read = steps.iter().filter(|step| !step.cell.is_empty()).count();
    let printed = book.evidence.rows.number(game.start, game.until.max(game.end)) as usize;
    steps.len() >= SHORTEST
        && printed <= read + OVER
        && !matches!(trust::judge(&game.reading), Trust::Until(_))
}

/// Moves that may stand in the print of a game beside its own.
const OVER: usize = 1;

/// Whether the moves of a draft stand in the print of games that were read already.
fn is_read(draft: &Draft<'_>, games: &[Span]) -> bool {
    let cells = draft.mainline.cells.iter().map(|cell| cell.span);
    let Some(own) = cells.reduce(Span::join) else { return false };
    let both = |game: &Span| own.end.min(game.end).saturating_sub(own.start.max(game.start));
    games.iter().map(both).sum::<usize>() * READ.1 > own.len() * READ.0
}

/// The part of a draft's print, in tenths, that games must cover of which another reader has read all.
const READ: (usize, usize) = (9, 10);

/// How many half-moves of a printed game another reader has read alike.
pub(super) fn agreed(book: &Book, printed: &Printed, readings: &[Reading]) -> usize {
    let own = span(book, printed.start..printed.end);
    let steps = &printed.reading.steps;
    let alike = |reading: &Reading| {
        steps.iter().zip(reading.game.moves()).take_while(|(step, m)| step.m == *m).count()
    };
    let beside = readings.iter().filter(|reading| shares(place(reading), own));
    beside.map(alike).max().unwrap_or(0)
}

/// Puts the games that the layout of a unit cuts out of its print among those of the reader of books, where they can be
/// trusted farther.
pub(super) fn join<'a>(drafts: &[Draft<'a>], readings: &[Reading], games: &mut Vec<Read<'a>>) {
    let mut unordered: Vec<Read<'a>> = drafts
        .iter()
        .zip(readings)
        .map(|(draft, reading)| Read { draft: draft.clone(), reading: stop(reading.clone()) })
        .filter(|read| plies(read) >= SHORTEST)
        .collect();
    unordered.sort_by_key(|read| std::cmp::Reverse(plies(read)));
    let mut taken: Vec<Span> = Vec::new();
    for read in unordered {
        let place = place(&read.reading);
        if taken.iter().any(|other| shares(*other, place)) {
            continue;
        }
        let beside = |game: &Read<'_>| shares(self::place(&game.reading), place);
        let best: usize = games.iter().filter(|game| beside(game)).map(plies).sum();
        // Of two that get as far, the one without doubts.
        let is_sure = matches!(read.reading.verdict, Verdict::Verified | Verdict::Settled);
        if plies(&read) + usize::from(is_sure) > best {
            games.retain(|game| !beside(game));
            taken.push(place);
            games.push(read);
        }
    }
    games.sort_by_key(|game| place(&game.reading).start);
}

fn plies(read: &Read<'_>) -> usize {
    read.reading.game.line.plies.len()
}

/// Where the half-moves of a reading stand.
pub(super) fn place(reading: &Reading) -> Span {
    let printed = || reading.spans.iter().zip(&reading.cells).filter(|(_, cell)| cell.is_some());
    let start = printed().map(|(span, _)| span.start).min().unwrap_or_default();
    let end = printed().map(|(span, _)| span.end).max().unwrap_or_default();
    Span::new(start, end.max(start))
}

/// Where the first half-move of a reading stands that is printed, with the next one if that is behind it; in columns later
/// ones may stand before both.
pub(super) fn first(reading: &Reading) -> Option<Span> {
    let mut printed = reading.spans.iter().zip(&reading.cells).filter(|(_, cell)| cell.is_some());
    let (first, _) = printed.next()?;
    let next = printed.next().map(|(span, _)| span.end).filter(|end| *end > first.end);
    Some(Span::new(first.start, next.unwrap_or(first.end)))
}

/// Whether two games stand in the same print, but for a little.
pub(super) fn shares(a: Span, b: Span) -> bool {
    let both = a.end.min(b.end).saturating_sub(a.start.max(b.start));
    let less = (a.end - a.start).min(b.end - b.start);
    both * 3 > less
}

/// How many half-moves of a reading stand before doubts add up.
fn sure_plies(reading: &Reading) -> usize {
    doubtful(reading).unwrap_or(reading.game.line.plies.len() as u32) as usize
}

/// The half-moves before doubts add up; `None` if they never do.
fn doubtful(reading: &Reading) -> Option<u32> {
    let plies = reading.game.line.plies.len() as u32;
    let doubt = |from: u32, to: u32| -> f32 {
        let inside = |finding: &&Finding| finding.ply.is_some_and(|ply| (from..=to).contains(&ply));
        reading.findings.iter().filter(inside).map(weight).sum()
    };
    let first = |ply: u32| (ply + 1).saturating_sub(WINDOW).max(1);
    let end = (1..=plies).find(|&ply| doubt(first(ply), ply) >= MOST)?;
    Some((first(end)..=end).find(|&ply| doubt(ply, ply) > 0.0).unwrap_or(end) - 1)
}

/// A reading up to where doubts add up; what follows is quoted.
fn stop(mut reading: Reading) -> Reading {
    let Some(kept) = doubtful(&reading) else { return reading };
    let place = reading.spans.get(kept as usize).copied().unwrap_or_default();
    let last = reading.spans.iter().map(|span| span.end).max().unwrap_or(place.end);
    let (number, side) = mover_at(&reading.game.start, kept + 1);
    reading.beyond = beyond(&reading, kept).map(Box::new);
    let message = "the reading is not sure from here on, and stops; what follows is quoted";
    reading.findings.retain(|finding| finding.ply.is_none_or(|ply| ply <= kept));
    reading.findings.push(Finding::new(&code::A108, place, message).at_ply(kept + 1, number, side));
    reading.game.line.plies.truncate(kept as usize);
    reading.spans.truncate(kept as usize);
    reading.cells.truncate(kept as usize);
    reading.rest = Some(Span::new(place.start, last.max(place.start)));
    reading.verdict = Verdict::Incomplete;
    reading
}

/// Doubt that leaves a reading right in one of *e* games.
const DOUBTS: f32 = 12.0;

/// The half-moves behind those that are `kept`.
fn beyond(reading: &Reading, kept: u32) -> Option<Beyond> {
    let mut chance = 1.0;
    let mut plies = Vec::new();
    for (at, ply) in (1..).zip(&reading.game.line.plies) {
        let here = reading.findings.iter().filter(|finding| finding.ply == Some(at)).map(weight).sum::<f32>();
        chance *= (-here / DOUBTS).exp();
        if at > kept {
            let place = at as usize - 1;
            let (span, cell) = (reading.spans[place], reading.cells[place]);
            plies.push(GuessedPly { ply: ply.clone(), span, cell, chance });
        }
    }
    Beyond::new(kept as usize, plies, reading.rest)
}
