//! Applies a person's corrections: before the layout, after it, and in the verdict.

use std::sync::Mutex;

use scorebook_layout::digits::SquareColumn;
use scorebook_layout::twins;

use super::asides::Asides;
use super::{LayoutChoice, Plan, Unit, boards, footnotes, fragment, sense::NotationSense, tidy::tidy};
use crate::corrections::{self, CorrectionKind as Kind, Index, Resolved, masked, resolve, stale};
use crate::decode::Reading;
use crate::finding::{Finding, code};
use crate::game::{Verdict, mover_at};
use crate::record::{Draft, Exercises, Layout, MoveSense, Start, beginnings, sniff};
use crate::text::{Source, Span};

/// A longer text, in bytes, without a game is a book about chess.
const SHORT: usize = 20_000;

/// Applies the corrections inside a unit, cuts it into drafts, and passes the drafts and the findings on the
/// corrections to `work`.
pub(super) fn with_drafts(unit: &Unit, plan: &Plan, work: impl FnOnce(Vec<Draft<'_>>, Vec<Finding>)) {
    let sense = NotationSense::new(plan.options.from);
    let layout = unit.layout.get();
    let rows = plan.decisions.of(unit.source.name());
    plan.progress.say(unit.source.name(), "finding the games");
    if rows.is_empty() {
        let asides = Asides::of(&unit.source);
        if asides.is_empty() || layout.name() == Exercises.name() {
            let mut drafts = layout.cut(&unit.source, &sense);
            tidy(&unit.source, &mut drafts);
            let may_look = unit.whole && matches!(plan.layout, LayoutChoice::Auto);
            if may_look && unit.source.text().len() <= SHORT && drafts.iter().all(is_slight) {
                drafts = farther(drafts, beginnings(&unit.source, &sense));
            }
            return work(drafts, Vec::new());
        }
        let source = asides.without(&unit.source);
        let mut drafts = layout.cut(&source, &sense);
        boards::start(&source, &mut drafts, &asides.boards, &sense);
        tidy(&source, &mut drafts);
        footnotes::hang(&mut drafts, &asides.notes);
        asides.explain_frames(&mut drafts);
        if let Some(column) = &asides.column {
            twins::explain(&mut drafts, column, &sense);
            tell_other_moves(&unit.source, &mut drafts, column);
        }
        return work(drafts, Vec::new());
    }
    let index = Index::new(unit.source.text());
    let Resolved { standing, mut findings } = resolve(&rows.iter().collect::<Vec<_>>(), &unit.source, &index);
    let no_moves = |kind| matches!(kind, Kind::NotScore | Kind::Junk);
    let out: Vec<_> = standing.iter().filter(|one| no_moves(one.row.kind)).map(|one| one.span).collect();
    let source = masked(&unit.source, &out);
    let drafts = layout.cut(&source, &sense);
    let starts = corrections::starts(&source, &drafts, &standing);
    let mut drafts = replace(drafts, &starts, layout, &sense);
    for one in standing.iter().filter(|one| no_moves(one.row.kind) || one.row.kind == Kind::Game) {
        let what = match one.row.kind {
            Kind::Game if one.row.is_whole() => "these lines are one game",
            Kind::Game => "a game starts here",
            Kind::Junk => "no move",
            _ => "not score",
        };
        let started = |draft: &Draft<'_>| {
            let first = draft.mainline.cells.first().map_or(draft.span.start, |cell| cell.span.start);
            let begins = draft.span.start <= one.span.end && first >= one.span.start;
            begins && (!one.row.is_whole() || first < one.span.end)
        };
        if one.row.kind == Kind::Game && !drafts.iter().any(started) {
            let message = format!("row {}: no game could be read from here", one.row.row);
            findings.push(Finding::new(&code::D102, one.span, message).text(&*one.row.anchor.text));
            continue;
        }
        let finding = Finding::new(&code::D101, one.span, format!("decided by a person: {what}"));
        let finding = finding.text(&*one.row.anchor.text);
        let near = drafts.iter_mut().filter(|draft| match one.row.kind {
            Kind::Game => started(draft),
            _ => draft.span.start <= one.span.end && one.span.start <= draft.span.end,
        });
        match near.min_by_key(|draft| draft.span.start) {
            Some(draft) => draft.findings.push(finding),
            None => findings.push(finding),
        }
    }
    tidy(&source, &mut drafts);
    findings.extend(corrections::tags(&source, &mut drafts, &standing));
    findings.extend(corrections::cells(&source, &mut drafts, &standing));
    work(drafts, findings);
}

/// Whether a draft has so few moves, and nothing else of a game, that they may be an example among words.
fn is_slight(draft: &Draft<'_>) -> bool {
    let is_bare = draft.tags.is_empty()
        && draft.ending.is_none()
        && draft.start == Start::Array
        && draft.findings.is_empty();
    is_bare && draft.mainline.cells.len() < fragment::SHORTEST
}

/// Of two cuts of a text the second, if its longest game has a whole move more.
fn farther<'a>(first: Vec<Draft<'a>>, second: Vec<Draft<'a>>) -> Vec<Draft<'a>> {
    let longest =
        |drafts: &[Draft<'a>]| drafts.iter().map(|draft| draft.mainline.cells.len()).max().unwrap_or(0);
    if longest(&second) >= longest(&first) + 2 { second } else { first }
}

/// Tells the rows of a column of squares in numbers that are no moves of the game beside them.
fn tell_other_moves(source: &Source, drafts: &mut [Draft<'_>], column: &SquareColumn) {
    for row in &column.rows {
        let beside =
            |draft: &&mut Draft<'_>| draft.span.start <= row.span.start && row.span.start < draft.span.end;
        if drafts.iter().any(|draft| draft.explained.contains(&row.span)) {
            continue;
        }
        let text = source.slice(row.span);
        let message = format!("“{text}” stands behind the moves of its row, and is not the same moves");
        if let Some(draft) = drafts.iter_mut().find(beside) {
            draft.findings.push(Finding::new(&code::L320, row.span, message).text(text));
        }
    }
}

/// Replaces the drafts of the parts that were cut again.
fn replace<'a>(
    drafts: Vec<Draft<'a>>,
    parts: &'a [(std::ops::Range<usize>, Vec<corrections::Part>)],
    layout: &dyn Layout,
    sense: &dyn MoveSense,
) -> Vec<Draft<'a>> {
    let mut out = Vec::with_capacity(drafts.len() + parts.len());
    let mut parts = parts.iter().peekable();
    for (at, draft) in drafts.into_iter().enumerate() {
        let mut replaced = false;
        while let Some((range, sources)) = parts.next_if(|(range, _)| range.start <= at) {
            replaced |= range.contains(&at);
            out.extend(sources.iter().flat_map(|part| cut(part, layout, sense)));
        }
        if !replaced {
            out.push(draft);
        }
    }
    out.extend(parts.flat_map(|(_, sources)| sources).flat_map(|part| cut(part, layout, sense)));
    out
}

/// The games of a part; other layouts are tried if the layout of the file finds none.
fn cut<'a>(part: &'a corrections::Part, layout: &dyn Layout, sense: &dyn MoveSense) -> Vec<Draft<'a>> {
    let drafts = layout.cut(&part.source, sense);
    let drafts = if has_cells(&drafts) {
        drafts
    } else {
        let layouts = sniff(&part.source, sense).into_iter();
        let mut others = layouts.map(|(layout, _)| layout.cut(&part.source, sense));
        others.find(|drafts| has_cells(drafts)).unwrap_or(drafts)
    };
    if part.whole { corrections::joined(drafts).into_iter().collect() } else { drafts }
}

fn has_cells(drafts: &[Draft<'_>]) -> bool {
    drafts.iter().any(|draft| !draft.mainline.cells.is_empty())
}

/// What has been said of corrections: the places and texts of the findings.
#[derive(Default)]
pub(super) struct Told(Mutex<Vec<(Span, String)>>);

impl Told {
    /// Notes a finding on a correction.
    pub fn hear(&self, finding: &Finding) {
        if finding.code.id.starts_with('D')
            && let Ok(mut told) = self.0.lock()
        {
            told.push((finding.span, finding.text.clone()));
        }
    }

    /// Findings on the corrections of a unit of which nothing has been said.
    pub fn unheard(&self, unit: &Unit, plan: &Plan) -> Vec<Finding> {
        let rows = plan.decisions.of(unit.source.name());
        if rows.is_empty() {
            return Vec::new();
        }
        let index = Index::new(unit.source.text());
        let standing = resolve(&rows.iter().collect::<Vec<_>>(), &unit.source, &index).standing;
        let told = self.0.lock().map(|told| told.clone()).unwrap_or_default();
        // An added move has no text: its finding stands beside the text that it is tied to.
        let is_told = |span: Span, text: &str| {
            told.iter().any(|(at, words)| {
                let beside = at.start <= span.end && span.start <= at.end;
                let inside = at.start < span.end && span.start < at.end;
                beside && (inside || at.is_empty() || words == text)
            })
        };
        let unheard = standing.iter().filter(|one| !is_told(one.span, &one.row.anchor.text));
        let why = "no game that was read includes this text";
        unheard.map(|one| Finding { span: one.span, ..stale(one.row, &unit.source, why) }).collect()
    }
}

/// Reports the corrected moves that were not played, and notes that a person edited the game.
pub(super) fn settle(draft: &Draft<'_>, reading: &mut Reading) {
    for (at, cell) in (0_u32..).zip(&draft.mainline.cells) {
        let Some(said) = &cell.decided else { continue };
        if reading.cells.contains(&Some(at)) {
            continue;
        }
        let finding = passed_over(reading, at, said, cell.span).text(&*cell.text);
        reading.findings.push(finding);
    }
    if reading.findings.iter().any(|finding| finding.code == &code::D101) {
        reading.verdict = reading.verdict.max(Verdict::Decided);
    }
}

/// The finding that the corrected move of a cell was not played, and why.
pub(super) fn passed_over(reading: &Reading, cell: u32, said: &str, span: Span) -> Finding {
    let plies = reading.cells.len() as u32;
    let stopped = reading.cells.iter().flatten().max().is_none_or(|&last| last < cell);
    let message = if stopped {
        format!("{said} was decided here, but the game is read only to half-move {plies}")
    } else {
        format!("{said} was decided here, but the reading skips this cell")
    };
    let next = reading.cells.iter().flatten().filter(|&&read| read < cell).count() as u32 + 1;
    let (number, side) = mover_at(&reading.game.start, next);
    Finding::new(&code::D107, span, message).at_ply(next, number, side)
}
