//! Streams that tell a game again and again, each time with all moves so far: the last of them is the game.

use super::Object;
use crate::Draft;

/// Joins each draft to the one that goes on from it. What is said of the game before goes with it.
pub(super) fn join(text: &str, drafts: &mut Vec<Draft<'_>>) {
    let mut kept: Vec<Draft<'_>> = Vec::with_capacity(drafts.len());
    let all = std::mem::take(drafts);
    let goes_on: Vec<bool> = all.windows(2).map(|pair| continues(text, &pair[0], &pair[1])).collect();
    let mut joined = 0;
    for (at, draft) in all.into_iter().enumerate() {
        let is_same = at > 0 && goes_on[at - 1] && {
            // Two games without names may begin alike; three of which each begins with the one before are one that is told on.
            let is_run = joined > 0 || goes_on.get(at).copied().unwrap_or(false);
            is_run || kept.last().is_some_and(|before| is_named(before) && !is_named(&draft))
        };
        match kept.last_mut() {
            Some(before) if is_same => {
                joined += 1;
                take(before, draft);
            }
            _ => {
                joined = 0;
                kept.push(draft);
            }
        }
    }
    *drafts = kept;
}

fn is_named(draft: &Draft<'_>) -> bool {
    draft.tags.get("White").is_some() || draft.tags.get("Black").is_some()
}

/// Whether the second of two drafts can be the first one, told again after more moves.
fn continues(text: &str, before: &Draft<'_>, draft: &Draft<'_>) -> bool {
    let (old, new) = (&before.mainline.cells, &draft.mainline.cells);
    let begins = old.len() <= new.len() && old.iter().zip(new).all(|(old, new)| old.text == new.text);
    // What has ended does not go on.
    let is_open = before.ending.is_none() || old.len() == new.len();
    let is_other = |name: &str| match (before.tags.get(name), draft.tags.get(name)) {
        (Some(one), Some(other)) => one != other,
        // A game with names of its own is told for the first time.
        (None, Some(_)) => matches!(name, "White" | "Black"),
        _ => false,
    };
    let same_start = draft.start == crate::Start::Array || draft.start == before.start;
    begins
        && is_open
        && same_start
        && !["White", "Black", "Site", "Round", "Date", "Event"].into_iter().any(is_other)
        && !are_apart(text, before, draft)
}

/// Whether two objects say that they are of different games.
fn are_apart(text: &str, before: &Draft<'_>, draft: &Draft<'_>) -> bool {
    let id = |draft: &Draft<'_>| {
        let object =
            text.get(draft.span.range())?.starts_with('{').then_some(Object { text, value: draft.span })?;
        ["gameId", "game_id", "game", "id"].iter().find_map(|name| object.string(&[name]))
    };
    id(before).zip(id(draft)).is_some_and(|(one, other)| one != other)
}

/// Takes what is told now for what was told before.
fn take<'a>(before: &mut Draft<'a>, draft: Draft<'a>) {
    let old = std::mem::take(before);
    let (span, start) = (old.span.join(draft.span), old.start);
    *before = draft;
    old.tags.iter().for_each(|tag| before.tags.set_default(&tag.name, tag.value.clone()));
    before.ending = before.ending.take().or(old.ending);
    if before.start == crate::Start::Array {
        before.start = start;
    }
    before.explained.push(crate::text::Span::new(span.start, before.span.start));
    before.span = span;
    before.findings.extend(old.findings);
}
