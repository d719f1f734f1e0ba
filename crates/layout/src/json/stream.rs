//! Streams that tell a game again and again, each time with all moves so far: the last of them is the game.

use super::Object;
use crate::Draft;

/// Joins each draft to the one that goes on from it. What is said of the game before goes with it.
pub(super) fn join(text: &str, drafts: &mut Vec<Draft<'_>>) {
    let mut kept: Vec<Draft<'_>> = Vec::with_capacity(drafts.len());
    // How many states of each game were told.
    let mut told: Vec<usize> = Vec::with_capacity(drafts.len());
    let all = std::mem::take(drafts);
    let ids: Vec<Option<String>> = all.iter().map(|draft| id(text, draft)).collect();
    let goes_on = |one: usize, other: usize| continues(&all[one], &all[other]) && ids[one] == ids[other];
    // The last state of each kept game, by its place among all.
    let mut last: Vec<usize> = Vec::new();
    for at in 0..all.len() {
        // Games that are told in turns say which they are.
        let before = match &ids[at] {
            Some(_) => last.iter().rposition(|&state| ids[state] == ids[at]),
            None => last.len().checked_sub(1),
        };
        let before = before.filter(|&game| {
            // Two games without names may begin alike; three of which each begins with the one before are one that is told on.
            let is_run = || told[game] > 1 || ids[at].is_some() || at + 1 < all.len() && goes_on(at, at + 1);
            goes_on(last[game], at) && (is_run() || is_named(&all[last[game]]) && !is_named(&all[at]))
        });
        match before {
            Some(game) => {
                told[game] += 1;
                last[game] = at;
                take(&mut kept[game], all[at].clone());
            }
            None => {
                told.push(1);
                last.push(at);
                kept.push(all[at].clone());
            }
        }
    }
    *drafts = kept;
}

fn is_named(draft: &Draft<'_>) -> bool {
    draft.tags.get("White").is_some() || draft.tags.get("Black").is_some()
}

/// Whether the second of two drafts can be the first one, told again after more moves.
fn continues(before: &Draft<'_>, draft: &Draft<'_>) -> bool {
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
}

/// What the object of a game says which game it is.
fn id(text: &str, draft: &Draft<'_>) -> Option<String> {
    let object =
        text.get(draft.span.range())?.starts_with('{').then_some(Object { text, value: draft.span })?;
    ["gameId", "game_id", "gameid", "game", "id"].iter().find_map(|name| object.string(&[name]))
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
