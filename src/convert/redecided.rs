//! A printed book with a person's corrections. They are made one after another, as they were decided; the games that they
//! touch are read again from there on, and all others stay as they were.

use std::ops::Range;
use std::sync::Mutex;

use rustc_hash::FxHashMap;
use scorebook_book::Book;

use super::decided::passed_over;
use super::held::{Fate, Held};
use super::redecision::{Redecided, Redecision};
use super::sense::NotationSense;
use super::tidy::tidy;
use super::{Plan, Unit, grids, headed, noted_variations, printed};
use crate::corrections::{
    self, Correction, CorrectionKind as Kind, Index, Resolved, Standing, resolve, stale,
};
use crate::decode::Reading;
use crate::finding::{Finding, code};
use crate::game::{Verdict, mover_at};
use crate::record::Draft;
use crate::text::Span;

/// The games of a book as drafts with their readings, and the findings about the book.
pub(super) type Decided = (Vec<(Draft<'static>, Reading)>, Vec<Finding>);

/// The games of a book as they are written without corrections, and what there is to say of the rest.
pub(super) struct Shown {
    pub games: Vec<(Draft<'static>, Reading)>,
    remarks: Vec<Finding>,
}

/// The characters of a book by their byte offsets in the source.
pub(super) struct Places(Vec<(u32, u32)>);

impl Places {
    pub(super) fn of(book: &Book) -> Places {
        let mut places: Vec<(u32, u32)> = book.evidence.print.bytes.iter().copied().zip(0..).collect();
        places.sort_unstable();
        Places(places)
    }

    /// The characters of a span of the source, without white space around them; `None` if the book has none of them.
    pub(super) fn chars(&self, book: &Book, span: Span) -> Option<Range<u32>> {
        let from = self.0.partition_point(|(byte, _)| (*byte as usize) < span.start);
        let to = self.0.partition_point(|(byte, _)| (*byte as usize) < span.end);
        let inside = self.0.get(from..to)?;
        let printed = |at: &u32| !book.evidence.print.chars[*at as usize].is_whitespace();
        let chars = || inside.iter().map(|(_, at)| *at).filter(printed);
        Some(chars().min()?..chars().max()? + 1)
    }
}

/// Whether a unit is read as a printed book when there are no corrections.
pub(super) fn is_printed(unit: &Unit, plan: &Plan) -> bool {
    shown(unit, plan).is_some()
}

/// The games of a unit that is read as a printed book, without corrections.
fn shown<'u>(unit: &'u Unit, plan: &Plan) -> Option<&'u Shown> {
    let shown = unit.shown.get_or_init(|| {
        let sense = NotationSense::new(plan.options.from);
        let mut drafts = unit.layout.get().cut(&unit.source, &sense);
        tidy(&unit.source, &mut drafts);
        headed::name(unit, &mut drafts);
        let drafts =
            noted_variations::apart(&unit.source, &drafts, plan.options, &unit.readings).unwrap_or(drafts);
        let parted = grids::part(&unit.source, &drafts, &sense);
        let others = parted.as_ref().map_or(drafts, |parted| parted.others.clone());
        let read = printed::read(unit, &free(plan), &others);
        // Where nothing at all was read, a person may say where a game starts.
        let is_unread = others.is_empty() && unit.printed.get().is_some();
        let (games, remarks) = read.or_else(|| is_unread.then(Default::default))?;
        let games = games.into_iter().map(|read| (read.draft, read.reading));
        let games = match &parted {
            Some(parted) => parted.with(games, plan.options),
            None => games.collect(),
        };
        let owned = |(draft, reading): (Draft<'_>, Reading)| (draft.into_owned(), reading);
        Some(Shown { games: games.into_iter().map(owned).collect(), remarks })
    });
    shown.as_ref()
}

/// Prepares what corrections of a unit need, so that the first correction is not delayed.
#[cfg(feature = "server")]
pub fn ready(unit: &Unit, plan: &Plan) {
    if unit.printed.get().is_some() {
        is_printed(unit, plan);
    }
}

/// The plan without corrections.
fn free(plan: &Plan) -> Plan {
    Plan { decisions: std::sync::Arc::default(), ..plan.clone() }
}

/// Cache of games with corrections. The key is what their reading depends on: the game and the corrections made so far. A
/// review server makes one more after each decision.
#[derive(Default)]
pub(super) struct Reread(Mutex<FxHashMap<u64, Held>>);

impl Reread {
    /// The game of a key, if it was read.
    pub(super) fn get(&self, key: u64) -> Option<Held> {
        self.0.lock().ok()?.get(&key).cloned()
    }

    /// Keeps a game.
    pub(super) fn put(&self, key: u64, held: &Held) {
        if let Ok(mut known) = self.0.lock() {
            known.insert(key, held.clone());
        }
    }
}

/// The games of a unit with the corrections of the plan; `None` if it is not read as a printed book.
pub(super) fn games(unit: &Unit, plan: &Plan) -> Option<Decided> {
    let shown = shown(unit, plan)?;
    let base = unit.printed.get()?;
    let rows: Vec<&Correction> = plan.decisions.of(unit.source.name()).iter().collect();
    let index = Index::new(unit.source.text());
    let Resolved { standing, findings: mut remarks } = resolve(&rows, &unit.source, &index);
    remarks.extend(shown.remarks.iter().cloned());
    let mut desk = Redecision::new(base, &shown.games, unit.places(base));
    let mut in_order: Vec<&Standing<'_>> = standing.iter().collect();
    in_order.sort_by_key(|one| one.row.row);
    let mut refused = Vec::new();
    for one in in_order {
        if let Err(why) = desk.take(one) {
            remarks.push(stale(one.row, &unit.source, &why));
            refused.push(one.row.row);
        }
    }
    let mut games: Vec<(Draft<'static>, Reading, Vec<Fate>)> =
        desk.read(&unit.reread).into_iter().filter_map(|game| written(game, unit, shown, plan)).collect();
    games.sort_by_key(|(draft, reading, _)| {
        let first = Some(super::together::place(reading)).filter(|place| !place.is_empty());
        first.unwrap_or(draft.span).start
    });
    let source = &unit.source;
    let mut drafts: Vec<Draft<'static>> = games.iter().map(|(draft, ..)| draft.clone()).collect();
    remarks.extend(corrections::tags(source, &mut drafts, &standing));
    games.iter_mut().zip(drafts).for_each(|(game, draft)| game.0 = draft);
    for one in standing.iter().filter(|one| !refused.contains(&one.row.row) && one.row.kind != Kind::Tag) {
        remarks.extend(note(one, &mut games));
    }
    let finished = |(mut draft, mut reading, _): (Draft<'static>, Reading, _)| {
        reading.findings.append(&mut draft.findings);
        reading.game.tags = draft.tags.clone();
        (draft, reading)
    };
    Some((games.into_iter().map(finished).collect(), remarks))
}

/// A game as it is written, with what has become of the corrections in it.
fn written(
    game: Redecided,
    unit: &Unit,
    shown: &Shown,
    plan: &Plan,
) -> Option<(Draft<'static>, Reading, Vec<Fate>)> {
    let Redecided { shown: before, held, is_begun } = game;
    let before = before.and_then(|at| shown.games.get(at));
    let Some(held) = held else {
        return before.map(|(draft, reading)| (draft.clone(), reading.clone(), Vec::new()));
    };
    let fates = held.fates();
    // What another reader has read, and nothing in it has changed.
    if let (Some((draft, reading)), false) = (before, held.is_own()) {
        let (draft, mut reading) = (draft.clone(), reading.clone());
        reading.findings.retain(|finding| !held.has_said(finding.ply));
        return Some((draft, reading, fates));
    }
    let base = unit.printed.get()?;
    let read = if is_begun {
        Some(printed::any_game(unit, base, &held.game, 0, plan.options.guess))
    } else {
        printed::game(unit, base, &held.game, 0, plan.options.guess)
    };
    let printed::Read { draft, mut reading } = read?;
    let mut draft = draft.into_owned();
    if is_begun && reading.cells.is_empty() && reading.findings.is_empty() {
        let message = "a game starts here, and no move of it can be read";
        let first = Finding::new(&code::A108, Span::at(draft.span.start), message);
        reading.findings.push(first.at_ply(1, 1, shakmaty::Color::White));
        reading.verdict = Verdict::Incomplete;
    }
    if let Some((before, known)) = before {
        draft.tags = before.tags.clone();
        // Doubts of another reader about what stands before the decisions are still doubts.
        let kept = |finding: &&Finding| held.is_kept(finding.ply) && !held.has_said(finding.ply);
        reading.findings.extend(known.findings.iter().filter(kept).cloned());
    }
    Some((draft, reading, fates))
}

/// Adds a finding on the outcome of a correction to the game that contains it; returns the finding if no game
/// does.
fn note(one: &Standing<'_>, games: &mut [(Draft<'static>, Reading, Vec<Fate>)]) -> Option<Finding> {
    let row = one.row;
    let text = |finding: Finding| finding.text(&*row.anchor.text);
    let touches = |span: Span| span.start < one.span.end && one.span.start < span.end;
    let told = games.iter().position(|(.., fates)| fates.iter().any(|fate| fate.row == row.row));
    let at = told.or_else(|| {
        games.iter().position(|(draft, ..)| draft.mainline.cells.iter().any(|cell| touches(cell.span)))
    });
    let near = || {
        let behind = games.iter().rposition(|(draft, ..)| draft.span.start <= one.span.end);
        behind.or(if games.is_empty() { None } else { Some(0) })
    };
    let decided = format!("decided by a person: {}", corrections::said(row));
    let Some(game) = at.or_else(|| near().filter(|_| !row.is_whole())) else {
        let what = if row.is_whole() {
            "no game could be read from these lines"
        } else {
            "there is no game at this place"
        };
        return Some(text(Finding::new(&code::D102, one.span, format!("row {}: {what}", row.row))));
    };
    let (draft, reading, fates) = &mut games[game];
    let finding = match row.kind {
        Kind::Leave => Finding::new(&code::D109, one.span, "left unchanged by a person"),
        Kind::Misprint if row.value.is_empty() => {
            Finding::new(&code::D108, one.span, "marked as a misprint; the move played is unknown")
        }
        Kind::Move | Kind::Misprint | Kind::Missing | Kind::MissingAfter => {
            let ply = fates.iter().find(|fate| fate.row == row.row).and_then(|fate| fate.ply);
            let written = reading.cells.len();
            match ply {
                Some(ply) if ply < written => {
                    let cell =
                        reading.cells[ply].and_then(|cell| draft.mainline.cells.get_mut(cell as usize));
                    if let Some(cell) = cell {
                        cell.decided = Some(row.value.clone());
                    }
                    let (number, side) = mover_at(&reading.game.start, ply as u32 + 1);
                    Finding::new(&code::D101, one.span, decided).at_ply(ply as u32 + 1, number, side)
                }
                _ => {
                    let cell = draft.mainline.cells.iter().position(|cell| touches(cell.span));
                    let cell = cell.map_or(u32::MAX, |cell| cell as u32);
                    passed_over(reading, cell, &row.value, one.span)
                }
            }
        }
        _ => Finding::new(&code::D101, one.span, decided),
    };
    reading.findings.push(text(finding));
    None
}
