//! Players and dates above the games of a layout: read as the headings of a book, where the layout knows none.

use scorebook_heading::{self as heading, Around, Field, Furniture, is_part_of, is_player, read_all};

use super::Unit;
use crate::record::Draft;

/// Layouts that are cut from lines.
const LAYOUTS: &[&str] = &["book", "running", "pairs", "blocks", "columns", "annotated"];
/// A longer text is no book.
const LONGEST: usize = 8 << 20;
/// Lines above a game and below it in which its heading may stand.
const ABOVE: usize = 40;
const BELOW: usize = 6;
/// What the moves and the words behind them say better.
const OTHERS: &[&str] = &["Opening", "Result"];
/// Names that are less certain are not taken.
const SURE: f32 = 0.5;

/// Names that are as certain as this replace the layout's, where those are none.
const SURER: f32 = 0.8;

/// Gives the drafts without players those of their headings.
pub(super) fn name(unit: &Unit, drafts: &mut [Draft<'_>]) {
    let is_named = |draft: &Draft<'_>| draft.tags.get("White").or(draft.tags.get("Black")).is_some();
    let text = unit.source.text();
    if !LAYOUTS.contains(&unit.layout.get().name()) || text.len() > LONGEST || text.contains("[White \"") {
        return;
    }
    let starts: Vec<usize> =
        std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
    let lines: Vec<&str> = text.split('\n').map(heading::line_of).collect();
    let row = |offset: usize| starts.partition_point(|&start| start <= offset).max(1) - 1;
    let rows = |draft: &Draft<'_>| {
        let spans = || draft.mainline.cells.iter().map(|cell| cell.span);
        let first = spans().map(|span| span.start).min()?;
        let last = spans().map(|span| span.end).max()?;
        Some((row(first), row(last.saturating_sub(1).max(first))))
    };
    let furniture = Furniture::learn(&lines);
    let mut around = Vec::new();
    let mut after = 0;
    for draft in &*drafts {
        let Some((first, last)) = rows(draft) else {
            around.push(Around::default());
            continue;
        };
        // What stands above the game before is that game's.
        let from = after.max(first.saturating_sub(ABOVE)).min(first);
        let below = (last + 1).min(lines.len())..(last + 1 + BELOW).min(lines.len());
        around.push(Around {
            before: &lines[from..first],
            foreign: 0,
            inside: &lines[first..=last],
            after: &lines[below],
        });
        after = last + 1;
    }
    let headings = read_all(&around, &furniture, &lines);
    for (draft, heading) in drafts.iter_mut().zip(&headings) {
        let sure = |field: &Option<Field>| field.as_ref().is_some_and(|field| field.confidence >= SURE);
        if !sure(&heading.white) || !sure(&heading.black) {
            continue;
        }
        let named = is_named(draft);
        // A layout's name that is none, or only a part of what is printed.
        let part = |tag: &str, field: &Option<Field>| {
            let field = field.as_ref().filter(|field| field.confidence >= SURER);
            field.is_some_and(|field| {
                draft.tags.get(tag).is_none_or(|name| !is_player(name) || is_part_of(name, &field.text))
            })
        };
        let replaced = named && (part("White", &heading.white) || part("Black", &heading.black));
        if named && !replaced {
            continue;
        }
        let own = heading.fields().into_iter().filter(|(name, _)| !OTHERS.contains(name));
        for (name, field) in own {
            let player = matches!(name, "White" | "Black");
            if let Some(field) = field.as_ref().filter(|_| player || draft.tags.get(name).is_none()) {
                draft.tags.set(name, field.text.trim());
            }
        }
    }
}
