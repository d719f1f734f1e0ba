//! Applies corrections to the drafts that a layout has cut.

use std::borrow::Cow;
use std::ops::Range;

use super::resolve::{said, stale};
use super::{CorrectionKind, Standing, lines::masked};
use crate::finding::{Finding, code};
use crate::record::{Cell, CellGeometry, CellLine, Draft, Ending, Start};
use smallvec::SmallVec;

use crate::text::{Source, Span};

/// A part of the source that is cut again.
pub struct Part {
    /// The source with everything else blanked out.
    pub source: Source,
    /// Whether a person says that it is exactly one game.
    pub whole: bool,
}

/// The parts of the source that must be cut again because a correction says where a game stands, each with the
/// range of drafts it replaces.
#[must_use]
pub fn starts(
    source: &Source,
    drafts: &[Draft<'_>],
    standing: &[Standing<'_>],
) -> Vec<(Range<usize>, Vec<Part>)> {
    let games = || standing.iter().filter(|one| one.row.kind == CorrectionKind::Game);
    let wholes: Vec<Span> = games().filter(|one| one.row.is_whole()).map(|one| one.span).collect();
    let places: Vec<usize> = games().filter(|one| !one.row.is_whole()).map(|one| one.span.start).collect();
    let end = source.text().len();
    let only = |from: usize, to: usize, whole: bool| Part {
        source: masked(source, &[Span::new(0, from), Span::new(to, end)]),
        whole,
    };
    let mut parts = whole_games(drafts, &wholes, &only);
    let taken: Vec<Range<usize>> = parts.iter().map(|(range, _)| range.clone()).collect();
    let is_taken = |at: usize| taken.iter().any(|range| range.contains(&at));
    for (at, draft) in drafts.iter().enumerate().filter(|(at, _)| !is_taken(*at)) {
        let inside: Vec<usize> = places.iter().copied().filter(|&place| splits(draft, place)).collect();
        if inside.is_empty() {
            continue;
        }
        let mut bounds = vec![draft.span.start];
        bounds.extend(inside);
        bounds.push(draft.span.end.max(last_end(draft)));
        let sources = bounds.windows(2).map(|pair| only(pair[0], pair[1], false)).collect();
        parts.push((at..at + 1, sources));
    }
    // Here no game was found at all.
    for &place in &places {
        let next = drafts.iter().position(|draft| first_start(draft).unwrap_or(draft.span.start) >= place);
        let known = next.and_then(|next| drafts.get(next)).is_some_and(|next| next.span.start <= place);
        let covered = drafts.iter().any(|draft| splits(draft, place));
        if known || covered {
            continue;
        }
        let next = next.unwrap_or(drafts.len());
        let to = drafts.get(next).map_or(end, |draft| draft.span.start);
        let others = places.iter().copied().chain(wholes.iter().map(|whole| whole.start));
        let to = others.filter(|&other| other > place).min().map_or(to, |other| to.min(other));
        parts.push((next..next, vec![only(place, to, false)]));
    }
    parts.sort_by_key(|(range, _)| (range.start, range.end));
    parts
}

/// The parts for passages that a person calls one game each, with what is left of the drafts around them.
fn whole_games(
    drafts: &[Draft<'_>],
    wholes: &[Span],
    only: &impl Fn(usize, usize, bool) -> Part,
) -> Vec<(Range<usize>, Vec<Part>)> {
    let within = |draft: &Draft<'_>, from: usize, to: usize| {
        draft.mainline.cells.iter().any(|cell| cell.span.start < to && from < cell.span.end)
    };
    // Passages that touch the same drafts are cut together.
    let mut groups: Vec<(Range<usize>, Vec<Span>)> = Vec::new();
    for &whole in wholes {
        let touched = |draft: &Draft<'_>| within(draft, whole.start, whole.end);
        let behind = |draft: &Draft<'_>| first_start(draft).unwrap_or(draft.span.start) >= whole.start;
        let range = match drafts.iter().position(touched) {
            Some(first) => first..drafts.iter().rposition(touched).map_or(first, |last| last) + 1,
            None => {
                let next = drafts.iter().position(behind).unwrap_or(drafts.len());
                next..next
            }
        };
        match groups.last_mut().filter(|(known, _)| known.end > range.start) {
            Some((known, spans)) => {
                known.end = known.end.max(range.end);
                spans.push(whole);
            }
            None => groups.push((range, vec![whole])),
        }
    }
    let cut = |(range, spans): (Range<usize>, Vec<Span>)| {
        let own = drafts.get(range.clone()).unwrap_or_default();
        let has_cells = |from: usize, to: usize| own.iter().any(|draft| within(draft, from, to));
        let mut at = own.first().map_or(usize::MAX, |draft| draft.span.start);
        let last = own.iter().map(|draft| draft.span.end.max(last_end(draft))).max().unwrap_or_default();
        let mut parts = Vec::new();
        for span in spans {
            if at < span.start && has_cells(at, span.start) {
                parts.push(only(at, span.start, false));
            }
            parts.push(only(span.start, span.end, true));
            at = span.end;
        }
        if at < last && has_cells(at, last) {
            parts.push(only(at, last, false));
        }
        (range, parts)
    };
    groups.into_iter().map(cut).collect()
}

/// The drafts of a passage that is one game, joined.
#[must_use]
pub fn joined(drafts: Vec<Draft<'_>>) -> Option<Draft<'_>> {
    drafts.into_iter().filter(|draft| !draft.mainline.cells.is_empty()).reduce(|mut first, mut next| {
        first.unordered = match (first.unordered.take(), next.unordered.take()) {
            (Some(mut own), Some(mut more)) => {
                own.places.append(&mut more.places);
                Some(own)
            }
            _ => None,
        };
        first.mainline.cells.append(&mut next.mainline.cells);
        first.span.end = first.span.end.max(next.span.end);
        first.ending = next.ending.or(first.ending);
        first
    })
}

/// Whether the draft has cells on both sides of `place`.
fn splits(draft: &Draft<'_>, place: usize) -> bool {
    let cells = &draft.mainline.cells;
    cells.iter().any(|cell| cell.span.start < place) && cells.iter().any(|cell| cell.span.start >= place)
}

fn first_start(draft: &Draft<'_>) -> Option<usize> {
    draft.mainline.cells.iter().map(|cell| cell.span.start).min()
}

fn last_end(draft: &Draft<'_>) -> usize {
    draft.mainline.cells.iter().map(|cell| cell.span.end).max().unwrap_or_default()
}

/// Sets the corrected tags. Returns findings on rows that belong to no game.
pub fn tags(source: &Source, drafts: &mut [Draft<'_>], standing: &[Standing<'_>]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for one in standing.iter().filter(|s| s.row.kind == CorrectionKind::Tag) {
        let Some((name, value)) = one.row.tag() else { continue };
        let Some(draft) = owner(drafts, one.span) else {
            findings.push(stale(one.row, source, "there is no game at this place"));
            continue;
        };
        let mut draft_findings = vec![decided(one)];
        match name {
            "FEN" => draft.start = Start::Fen(value.to_owned(), one.span),
            "Result" => match shakmaty::Outcome::from_ascii(value.as_bytes()) {
                Ok(outcome) => draft.ending = Some((Ending::Marker(outcome), one.span)),
                Err(_) => {
                    draft_findings =
                        vec![stale(one.row, source, "that is no result: 1-0, 0-1, 1/2-1/2 or *")];
                }
            },
            _ => {}
        }
        if draft_findings[0].code == &code::D101 {
            draft.tags.set(name, value);
        }
        draft.findings.append(&mut draft_findings);
    }
    findings
}

/// The game with a cell that overlaps `span`, or else the game whose span contains it.
fn owner<'d, 'a>(drafts: &'d mut [Draft<'a>], span: Span) -> Option<&'d mut Draft<'a>> {
    let by_cell =
        drafts.iter().position(|draft| draft.mainline.cells.iter().any(|cell| touch(cell.span, span)));
    let by_part =
        || drafts.iter().position(|draft| (draft.span.start..=draft.span.end).contains(&span.start));
    let at = by_cell.or_else(by_part)?;
    drafts.get_mut(at)
}

/// Corrects cells. Returns findings on rows that belong to no game.
pub fn cells(source: &Source, drafts: &mut [Draft<'_>], standing: &[Standing<'_>]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for one in standing {
        if matches!(
            one.row.kind,
            CorrectionKind::Junk | CorrectionKind::NotScore | CorrectionKind::Game | CorrectionKind::Tag
        ) {
            continue;
        }
        if one.row.kind == CorrectionKind::Leave {
            let finding = Finding::new(&code::D109, one.span, "left unchanged by a person");
            let finding = finding.text(&*one.row.anchor.text);
            match owner(drafts, one.span) {
                Some(draft) => draft.findings.push(finding),
                None => findings.push(finding),
            }
            continue;
        }
        let mut applied = false;
        for draft in &mut *drafts {
            let places = draft.unordered.as_mut().map(|unordered| &mut unordered.places);
            if !decide(&mut draft.mainline, places, one) {
                continue;
            }
            applied = true;
            if one.row.kind == CorrectionKind::Misprint && one.row.value.is_empty() {
                let message = "marked as a misprint; the move played is unknown";
                let finding = Finding::new(&code::D108, one.span, message);
                draft.findings.push(finding.text(&*one.row.anchor.text));
            }
        }
        // Insert a move for which no layout made a cell.
        if !applied && !insert(drafts, one) {
            findings.push(stale(one.row, source, "there is no game at this place"));
        }
    }
    findings
}

/// Corrects the cells that stand where the corrections say, and removes those that are no moves; makes no cells.
/// Returns which drafts have changed.
pub fn own_cells(drafts: &mut [Draft<'_>], standing: &[Standing<'_>]) -> Vec<bool> {
    let change = |draft: &mut Draft<'_>| {
        let mut changed = false;
        for one in standing {
            let mut places = draft.unordered.as_mut().map(|unordered| &mut unordered.places);
            match one.row.kind {
                CorrectionKind::Junk | CorrectionKind::NotScore => {
                    let cells = draft.mainline.cells.iter().enumerate().rev();
                    let inside = cells.filter(|(_, cell)| touch(cell.span, one.span)).map(|(at, _)| at);
                    for at in inside.collect::<Vec<_>>() {
                        remove(&mut draft.mainline, places.as_deref_mut(), at);
                        changed = true;
                    }
                }
                CorrectionKind::Missing | CorrectionKind::MissingAfter => {
                    changed |= decide(&mut draft.mainline, places, one);
                }
                CorrectionKind::Move | CorrectionKind::Misprint if !one.row.value.is_empty() => {
                    changed |= decide(&mut draft.mainline, places, one);
                }
                _ => {}
            }
        }
        changed
    };
    drafts.iter_mut().map(change).collect()
}

fn decided(one: &Standing<'_>) -> Finding {
    let text = &one.row.anchor.text;
    Finding::new(&code::D101, one.span, format!("decided by a person: {}", said(one.row))).text(&**text)
}

fn touch(a: Span, b: Span) -> bool {
    a.start < b.end && b.start < a.end
}

/// Applies a correction to the cells of a line or of its variations; false if none matches.
fn decide(
    cell_line: &mut CellLine<'_>,
    mut places: Option<&mut Vec<CellGeometry>>,
    one: &Standing<'_>,
) -> bool {
    let at: Vec<usize> =
        (0..cell_line.cells.len()).filter(|&at| touch(cell_line.cells[at].span, one.span)).collect();
    let Some((&first, &last)) = at.first().zip(at.last()) else {
        let mut lines = cell_line.cells.iter_mut().flat_map(|cell| &mut cell.variations);
        return lines.any(|line| decide(line, None, one));
    };
    match one.row.kind {
        CorrectionKind::Move | CorrectionKind::Misprint if !one.row.value.is_empty() => {
            cell_line.cells[first].decided = Some(one.row.value.clone());
            // Text that was one cell when it was corrected is still one move.
            for &other in at[1..].iter().rev() {
                if within(cell_line.cells[other].span, one.span) {
                    remove(cell_line, places.as_deref_mut(), other);
                }
            }
        }
        CorrectionKind::Missing => put(cell_line, places, first, &moves(one)),
        CorrectionKind::MissingAfter => put(cell_line, places, last + 1, &moves(one)),
        _ => {}
    }
    true
}

fn within(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Removes a cell. Its comments go to the move before it, its number to the one after.
fn remove(cell_line: &mut CellLine<'_>, places: Option<&mut Vec<CellGeometry>>, at: usize) {
    let mut cell = cell_line.cells.remove(at);
    if let Some(places) = places.filter(|places| at < places.len()) {
        places.remove(at);
    }
    match at.checked_sub(1).and_then(|before| cell_line.cells.get_mut(before)) {
        Some(before) => before.comments.append(&mut cell.comments),
        None => cell_line.comments.append(&mut cell.comments),
    }
    if let Some(next) = cell_line.cells.get_mut(at) {
        next.number = next.number.or(cell.number);
    }
}

/// The missing moves that a row gives, as cells without text.
fn moves<'a>(one: &Standing<'_>) -> Vec<Cell<'a>> {
    let place = if one.row.kind == CorrectionKind::MissingAfter { one.span.end } else { one.span.start };
    let texts = one.row.value.split(';').map(str::trim).filter(|text| !text.is_empty());
    texts
        .map(|text| Cell { span: Span::at(place), decided: Some(text.to_owned()), ..Cell::default() })
        .collect()
}

fn put<'a>(
    cell_line: &mut CellLine<'a>,
    places: Option<&mut Vec<CellGeometry>>,
    at: usize,
    cells: &[Cell<'a>],
) {
    if let Some(places) = places {
        let beside = places.get(at).or(places.last()).cloned().unwrap_or_default();
        let at = at.min(places.len());
        let new = (0..cells.len()).map(|cell| CellGeometry {
            // Each of these cells is a line segment of its own.
            segment: u32::MAX - (at + cell) as u32,
            first: true,
            labelled: false,
            numbers: SmallVec::new(),
            before: 0,
            behind: 0,
            ..beside.clone()
        });
        let new: Vec<CellGeometry> = new.collect();
        places.splice(at..at, new);
    }
    cell_line.cells.splice(at..at, cells.iter().cloned());
}

/// Inserts a move where there is no cell, into the game that contains the place or ends before it.
fn insert(drafts: &mut [Draft<'_>], one: &Standing<'_>) -> bool {
    let before = |draft: &&mut Draft<'_>| first_start(draft).is_some_and(|start| start <= one.span.start);
    let Some(draft) = drafts.iter_mut().filter(before).max_by_key(|draft| first_start(draft)) else {
        return false;
    };
    let cells = match one.row.kind {
        CorrectionKind::Misprint if one.row.value.is_empty() => return false,
        CorrectionKind::Move | CorrectionKind::Misprint => vec![Cell {
            text: Cow::Owned(one.row.anchor.text.clone()),
            span: one.span,
            decided: Some(one.row.value.clone()),
            ..Cell::default()
        }],
        _ => moves(one),
    };
    let at = draft.mainline.cells.iter().take_while(|cell| cell.span.start < one.span.start).count();
    put(&mut draft.mainline, draft.unordered.as_mut().map(|unordered| &mut unordered.places), at, &cells);
    true
}
