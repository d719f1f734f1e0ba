//! Names that stand behind the moves of each game, `1-0 (Bird–Noa, Vienna 1882)`: whether they do, the file as a whole says.

use std::ops::Range;

use scorebook_heading::parts::{Parts, parts};
use scorebook_layout::leading_ending;

use super::Unit;
use super::headed::{LAYOUTS, LONGEST};
use crate::finding::{Finding, code};
use crate::game::Tags;
use crate::record::Draft;
use crate::text::Span;

/// Lines behind a game in which its caption may stand.
const BELOW: usize = 3;
/// Lines above the first game in which its names would stand.
const ABOVE: usize = 12;
/// The tags that a caption gives, and which a heading above a game may not have taken from that of the game before.
const OF_CAPTION: &[&str] = &[
    "White",
    "Black",
    "WhiteElo",
    "BlackElo",
    "WhiteTitle",
    "BlackTitle",
    "WhiteTeam",
    "BlackTeam",
    "Event",
    "Site",
    "Date",
    "Round",
    "Board",
    "Result",
    "ECO",
];

/// The names behind a game.
struct Caption {
    found: Parts,
    place: Span,
    /// Whether it stands on the line of the last move or of the result, or on the next, and a blank line or nothing below it.
    is_near: bool,
    /// Whether it stands on the line of the result.
    is_behind_result: bool,
}

/// Gives the games of a file whose names stand behind their moves those names, and returns for each game where its caption ends, or
/// its last move. Nothing is returned where names stand above the games.
pub(super) fn name(unit: &Unit, drafts: &mut [Draft<'_>]) -> Vec<usize> {
    let text = unit.source.text();
    let is_foreign = |draft: &Draft<'_>| draft.is_delimited;
    if !LAYOUTS.contains(&unit.layout.get().name())
        || text.len() > LONGEST
        || text.contains("[White \"")
        || drafts.iter().any(is_foreign)
    {
        return Vec::new();
    }
    let places: Option<Vec<Range<usize>>> = drafts.iter().map(moves).collect();
    let Some(places) = places.filter(|places| places.windows(2).all(|pair| pair[0].end <= pair[1].start))
    else {
        return Vec::new();
    };
    let Some(first) = drafts.first() else { return Vec::new() };
    let starts = places.iter().skip(1).map(|place| line_start(text, place.start)).chain([text.len()]);
    let gaps: Vec<Range<usize>> =
        places.iter().zip(starts).map(|(place, next)| place.end..next.max(place.end)).collect();
    let found: Vec<Option<Caption>> = gaps.iter().map(|gap| caption(text, gap.clone())).collect();
    let captions = || found.iter().flatten();
    let is_whole = found.iter().all(Option::is_some);
    // One game alone may be followed by an advertisement of another, and one line between two may be a heading.
    let is_sure = if found.len() == 1 {
        captions().all(|caption| caption.is_near && (tells_more(&caption.found) || caption.is_behind_result))
    } else {
        is_whole || captions().count() > 1 && captions().all(|caption| caption.is_near)
    };
    let is_named = first.tags.get("White").or(first.tags.get("Black")).is_some();
    if captions().next().is_none() || !is_sure || is_named || has_names_above(text, &places[0]) {
        return Vec::new();
    }
    // Where a game has a heading as well, this is no file of captions.
    let others = gaps.iter().zip(&found).filter(|(_, caption)| caption.is_none());
    if others.into_iter().any(|(gap, _)| names_below(text, gap.clone())) {
        return Vec::new();
    }
    for (at, draft) in drafts.iter_mut().enumerate() {
        if at > 0 && found[at - 1].is_some() {
            let mut kept = Tags::default();
            let is_kept = |name: &str| !OF_CAPTION.contains(&name);
            draft.tags.iter().filter(|tag| is_kept(&tag.name)).for_each(|tag| kept.push(tag.clone()));
            draft.tags = kept;
        }
        let Some(caption) = &found[at] else { continue };
        for (tag, value) in &caption.found.tags {
            if *tag != "Result" || draft.ending.is_none() {
                draft.tags.set(tag, value.as_str());
            }
        }
        if !is_whole {
            let message =
                "the names are those that stand behind the moves, as they do behind other games of this text";
            draft.findings.push(Finding::new(&code::L326, caption.place, message));
        }
    }
    gaps.iter()
        .zip(&found)
        .map(|(gap, caption)| caption.as_ref().map_or(gap.start, |it| it.place.end))
        .collect()
}

/// Where the moves of a game stand.
fn moves(draft: &Draft<'_>) -> Option<Range<usize>> {
    let spans = || draft.mainline.cells.iter().map(|cell| cell.span);
    Some(spans().map(|span| span.start).min()?..spans().map(|span| span.end).max()?)
}

fn line_start(text: &str, place: usize) -> usize {
    text.get(..place).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1)
}

/// Whether a caption says when or where the game was played, or how it ended.
fn tells_more(found: &Parts) -> bool {
    ["Date", "Site", "Event", "Round", "Result"].iter().any(|tag| found.get(tag).is_some())
}

/// Both players whom a line names, and nothing that is left over.
fn pair(line: &str) -> Option<Parts> {
    // `EVANS- MCDONNELL`: one blank of the dash is lost.
    let spaced = line.replace("- ", " - ").replace("  -", " -");
    let found = parts(line).or_else(|| parts(&spaced))?;
    let is_pair = found.get("White").and(found.get("Black")).is_some();
    (is_pair && found.rest.is_empty() && !found.numbered).then_some(found)
}

/// The caption in the text between a game and the next.
fn caption(text: &str, gap: Range<usize>) -> Option<Caption> {
    let inside = text.get(gap.clone())?;
    let mut lines = inside.split('\n').scan(gap.start, |at, line| {
        let start = *at;
        *at += line.len() + 1;
        Some((start, line))
    });
    let mut blanks = 0;
    let mut passed = 0;
    let caption = loop {
        let (start, line) = lines.next()?;
        if line.trim().is_empty() {
            // The line of the last move may end with it.
            blanks += usize::from(start > gap.start);
            continue;
        }
        passed += 1;
        if passed > BELOW {
            return None;
        }
        let rest = behind_ending(line);
        if !rest.contains(char::is_alphanumeric) {
            continue;
        }
        let found = pair(rest.trim().trim_end_matches('.'))?;
        let from = start + (rest.as_ptr() as usize - line.as_ptr() as usize);
        let is_behind_result = start == gap.start && rest.len() < line.trim_start().len();
        break (found, Span::new(from, start + line.trim_end().len()), is_behind_result);
    };
    let below: Vec<&str> = lines.map(|(_, line)| line).collect();
    // A second line that names two players is the heading of the next game.
    if below.iter().any(|line| pair(line).is_some() || parts(line).is_some_and(|found| found.has_player())) {
        return None;
    }
    let is_near = blanks == 0 && below.first().is_none_or(|line| line.trim().is_empty());
    Some(Caption { found: caption.0, place: caption.1, is_near, is_behind_result: caption.2 })
}

/// A line without the result and the marks that it begins with.
fn behind_ending(line: &str) -> &str {
    let line = line.trim_start_matches(|c: char| {
        c.is_whitespace() || matches!(c, '+' | '#' | '!' | '?' | '.' | ',' | ';')
    });
    leading_ending(line).and_then(|(_, place)| line.get(place.end..)).unwrap_or(line)
}

/// Whether players are named above the first game.
fn has_names_above(text: &str, first: &Range<usize>) -> bool {
    let above = text.get(..first.start).unwrap_or_default();
    let last = line_start(text, first.start);
    let own = above.get(last..).map(|own| own.trim_end_matches(|c: char| !c.is_alphabetic()));
    let names = |line: &str| parts(line).is_some_and(|found| found.has_player());
    above[..last].lines().rev().take(ABOVE).any(names) || own.is_some_and(names)
}

/// Whether a line between two games names players.
fn names_below(text: &str, gap: Range<usize>) -> bool {
    let lines = text.get(gap).unwrap_or_default().lines();
    lines.skip(1).any(|line| parts(line).is_some_and(|found| found.has_player()))
}
