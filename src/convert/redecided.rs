//! A printed book with a person's corrections. They change the evidence (the tokens of the book);
//! the games that they touch are read again, and all others stay as they were.

use std::hash::{Hash, Hasher};
use std::sync::Mutex;

use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHasher};
use scorebook_book::Game;

use super::decided::passed_over;
use super::redecision::Redecision;
use super::{Plan, Unit, printed};
use crate::corrections::{
    self, Correction, CorrectionKind as Kind, Index, Resolved, Standing, resolve, stale,
};
use crate::decode::{Decoder, Reading};
use crate::finding::{Finding, code};
use crate::game::mover_at;
use crate::record::Draft;
use crate::text::Span;

/// The games of a book as drafts with their readings, and the findings about the book.
pub(super) type Decided<'a> = (Vec<(Draft<'a>, Reading)>, Vec<Finding>);

/// Whether a unit is read as a printed book when there are no corrections.
pub(super) fn is_printed(unit: &Unit, plan: &Plan) -> bool {
    places(unit, plan).is_some()
}

/// The places of the games of a unit that is read as a printed book, without corrections.
fn places<'u>(unit: &'u Unit, plan: &Plan) -> Option<&'u [Span]> {
    let place = |read: printed::Read<'_>| read.draft.span;
    let places = unit.is_printed.get_or_init(|| {
        let (games, _) = printed::read(unit, &free(plan), cut(unit, plan))?;
        Some(games.into_iter().map(place).collect())
    });
    places.as_deref()
}

/// The games as the layout of a unit cuts them out, without corrections.
fn cut<'u>(unit: &'u Unit, plan: &Plan) -> &'u [Draft<'static>] {
    unit.cut.get_or_init(|| {
        let sense = super::sense::NotationSense::new(plan.options.from);
        let drafts = unit.layout.get().cut(&unit.source, &sense);
        drafts.into_iter().map(Draft::into_owned).collect()
    })
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

/// Cache of games read again. The key is what their reading depends on: start, earliest end, and the
/// corrections between. A review server asks for the same games after every correction.
#[derive(Default)]
pub(super) struct Reread(Mutex<FxHashMap<u64, Option<Game>>>, Mutex<FxHashMap<u64, Reading>>);

impl Reread {
    pub(super) fn get(&self, key: u64, read: impl FnOnce() -> Option<Game>) -> Option<Game> {
        once(&self.0, key, read)
    }
}

/// The value of a key, computed the first time that it is asked for.
fn once<V: Clone>(known: &Mutex<FxHashMap<u64, V>>, key: u64, value: impl FnOnce() -> V) -> V {
    let there = known.lock().ok().and_then(|known| known.get(&key).cloned());
    there.unwrap_or_else(|| {
        let value = value();
        if let Ok(mut known) = known.lock() {
            known.insert(key, value.clone());
        }
        value
    })
}

/// A unit whose book has the corrections applied.
pub(super) struct CorrectedBook<'p> {
    /// The unit; its `printed` is the corrected book.
    pub unit: Unit,
    standing: Vec<Standing<'p>>,
    findings: Vec<Finding>,
    /// The drafts of the layout, if two readers share the book.
    others: Vec<Draft<'static>>,
}

/// Applies the corrections of the plan to the book of a unit; `None` if the book has no games.
pub(super) fn hold<'p>(unit: &Unit, plan: &'p Plan) -> Option<CorrectedBook<'p>> {
    let base = unit.printed.get()?;
    let rows: Vec<&Correction> = plan.decisions.of(unit.source.name()).iter().collect();
    let index = Index::new(unit.source.text());
    let Resolved { standing, mut findings } = resolve(&rows, &unit.source, &index);
    let places = places(unit, plan).unwrap_or_default();
    let mut desk = Redecision::new(base, places);
    for one in &standing {
        if let Err(why) = desk.take(one) {
            findings.push(stale(one.row, &unit.source, &why));
        }
    }
    // Where two readers share the book, both read the games that have changed.
    let shared = || {
        let known = unit.unordered.get()?;
        let (drafts, changed) = other_drafts(unit, plan, &standing);
        let readings = other_readings(&drafts, &changed, places, plan, known, &unit.reread);
        Some((drafts, readings))
    };
    let (book, shared) = rayon::join(|| desk.read(&unit.reread), shared);
    let printed = std::sync::OnceLock::new();
    // The cell is empty here, so `set` succeeds.
    let _ = printed.set(book);
    let corrected = Unit {
        source: unit.source.with_text(unit.source.text().to_owned()),
        layout: unit.layout.clone(),
        whole: unit.whole,
        remarks: Vec::new(),
        bytes: unit.bytes,
        printed,
        is_printed: std::sync::OnceLock::new(),
        unordered: std::sync::OnceLock::new(),
        reread: Reread::default(),
        cut: std::sync::OnceLock::new(),
    };
    let mut others = Vec::new();
    if let Some((drafts, readings)) = shared {
        let _ = corrected.unordered.set(readings);
        others = drafts;
    }
    Some(CorrectedBook { unit: corrected, standing, findings, others })
}

/// The drafts that the layout cuts out of a book that two readers share, with the corrections, and which have changed.
fn other_drafts(unit: &Unit, plan: &Plan, standing: &[Standing<'_>]) -> (Vec<Draft<'static>>, Vec<bool>) {
    let mut drafts = cut(unit, plan).to_vec();
    let changed = corrections::own_cells(&mut drafts, standing);
    (drafts, changed)
}

/// What the layout's own reader makes of these drafts; `known` is what it made of them without corrections. Drafts that
/// are not at `places`, the games that were written then, are estimated only.
fn other_readings(
    drafts: &[Draft<'_>],
    changed: &[bool],
    places: &[Span],
    plan: &Plan,
    known: &[Reading],
    reread: &Reread,
) -> Vec<Reading> {
    let read = |(at, (draft, changed)): (usize, (&Draft<'_>, &bool))| {
        if let Some(known) = known.get(at).filter(|_| !changed && known.len() == drafts.len()) {
            return known.clone();
        }
        let mut hasher = FxHasher::default();
        at.hash(&mut hasher);
        for cell in &draft.mainline.cells {
            (cell.span.start, cell.span.end, &cell.decided).hash(&mut hasher);
        }
        let mut decoder = Decoder::new(plan.options);
        let is_written = places.contains(&draft.span);
        once(&reread.1, hasher.finish(), || match is_written {
            true => decoder.decode(draft),
            false => decoder.estimate(draft),
        })
    };
    drafts.par_iter().zip(changed).enumerate().map(read).collect()
}

impl CorrectedBook<'_> {
    /// The games with the corrections made in each.
    pub fn games(&self, plan: &Plan) -> Option<Decided<'_>> {
        let (games, mut remarks) = printed::read(&self.unit, &free(plan), &self.others)?;
        remarks.extend(self.findings.iter().cloned());
        let (mut drafts, mut readings): (Vec<Draft<'_>>, Vec<Reading>) =
            games.into_iter().map(|read| (read.draft, read.reading)).unzip();
        let source = &self.unit.source;
        remarks.extend(corrections::tags(source, &mut drafts, &self.standing));
        for one in &self.standing {
            let said = self.findings.iter().any(|f| f.span == one.span && f.code == &code::D102);
            if !said && one.row.kind != Kind::Tag {
                remarks.extend(note(one, &mut drafts, &mut readings));
            }
        }
        for (draft, reading) in drafts.iter_mut().zip(&mut readings) {
            reading.findings.append(&mut draft.findings);
            reading.game.tags = draft.tags.clone();
        }
        Some((drafts.into_iter().zip(readings).collect(), remarks))
    }
}

/// Adds a finding on the outcome of a correction to the game that contains it; returns the finding if no game
/// does.
fn note(one: &Standing<'_>, drafts: &mut [Draft<'_>], readings: &mut [Reading]) -> Option<Finding> {
    let row = one.row;
    let touches = |span: Span| span.start < one.span.end && one.span.start < span.end;
    let at = drafts.iter().position(|draft| draft.mainline.cells.iter().any(|cell| touches(cell.span)));
    let near = || {
        let behind = drafts.iter().rposition(|draft| draft.span.start <= one.span.end);
        behind.or(if drafts.is_empty() { None } else { Some(0) })
    };
    let text = |finding: Finding| finding.text(&*row.anchor.text);
    let decided = format!("decided by a person: {}", corrections::said(row));
    let Some(game) = at.or_else(|| near().filter(|_| !row.is_whole())) else {
        let what = if row.is_whole() {
            "no game could be read from these lines"
        } else {
            "there is no game at this place"
        };
        return Some(text(Finding::new(&code::D102, one.span, format!("row {}: {what}", row.row))));
    };
    let (draft, reading) = (&mut drafts[game], &mut readings[game]);
    if matches!(row.kind, Kind::Move | Kind::Misprint) && by_other_reader(one, draft, reading) {
        return None;
    }
    let cell = draft.mainline.cells.iter().position(|cell| touches(cell.span));
    match row.kind {
        Kind::Leave => {
            reading.findings.push(text(Finding::new(&code::D109, one.span, "left unchanged by a person")));
        }
        Kind::Misprint if row.value.is_empty() => {
            let message = "marked as a misprint; the move played is unknown";
            reading.findings.push(text(Finding::new(&code::D108, one.span, message)));
        }
        Kind::Move | Kind::Misprint => match cell {
            Some(cell) => match reading.cells.iter().position(|read| *read == Some(cell as u32)) {
                Some(ply) => {
                    draft.mainline.cells[cell].decided = Some(row.value.clone());
                    let (number, side) = mover_at(&reading.game.start, ply as u32 + 1);
                    let finding = text(Finding::new(&code::D101, one.span, decided));
                    reading.findings.push(finding.at_ply(ply as u32 + 1, number, side));
                }
                // The finding is about the corrected text: the new reading may cut its cells differently.
                None => {
                    let finding = text(passed_over(reading, cell as u32, &row.value, one.span));
                    reading.findings.push(finding);
                }
            },
            None => {
                let message = format!("{} was decided here, but the reading skips this cell", row.value);
                reading.findings.push(text(Finding::new(&code::D107, one.span, message)));
            }
        },
        Kind::Missing | Kind::MissingAfter => {
            let wanted = row.value.split(';').filter(|value| !value.trim().is_empty()).count();
            let end = if row.kind == Kind::Missing { one.span.start } else { one.span.end };
            let found =
                reading.spans.iter().filter(|span| span.start.abs_diff(end) <= wanted + 1 && span.len() <= 2);
            let code = if found.count() >= wanted { &code::D101 } else { &code::D107 };
            let message = if code == &code::D101 {
                decided
            } else {
                format!("{} was decided here, but the reading skips this cell", row.value)
            };
            reading.findings.push(text(Finding::new(code, one.span, message)));
        }
        _ => reading.findings.push(text(Finding::new(&code::D101, one.span, decided))),
    }
    None
}

/// Whether the layout's own reader has the cell of a correction: what came of it is told there, or is told here.
fn by_other_reader(one: &Standing<'_>, draft: &mut Draft<'_>, reading: &mut Reading) -> bool {
    let touches = |span: Span| span.start < one.span.end && one.span.start < span.end;
    let told = |f: &&mut Finding| f.code.id.starts_with('D') && touches(f.span);
    if let Some(told) = reading.findings.iter_mut().find(told) {
        // Its cell may be cut otherwise than the text of the correction.
        told.text.clone_from(&one.row.anchor.text);
        return true;
    }
    let cells = &mut draft.mainline.cells;
    let decided = |at: &usize| cells[*at].decided.is_some() && touches(cells[*at].span);
    let Some(at) = (0..cells.len()).find(decided).filter(|at| !reading.cells.contains(&Some(*at as u32)))
    else {
        return false;
    };
    let said = cells[at].decided.take().unwrap_or_default();
    let finding = passed_over(reading, at as u32, &said, one.span).text(&*one.row.anchor.text);
    reading.findings.push(finding);
    true
}
