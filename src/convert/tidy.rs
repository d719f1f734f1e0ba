//! What every layout may have left among the moves.

use scorebook_layout::leading_ending;
use scorebook_lexicon::side_of;
use shakmaty::Color;

use super::kept_notes::join_lines;
use super::{aftermath, arrays, footnotes, repeated};
use crate::record::{CellLine, Draft, Ending, Start};
use crate::text::{Source, Span};

/// Puts footnotes, rows that are printed twice, and what stands behind the end of a game, in their place, and the men where the
/// words above a game say that it begins; makes one comment of the lines of a sentence.
pub(super) fn tidy(source: &Source, drafts: &mut Vec<Draft<'_>>) {
    footnotes::attach(source, drafts);
    repeated::leave_out(source, drafts);
    repeated::leave_out_headlines(source, drafts);
    aftermath::part(source, drafts);
    arrays::set(source, drafts);
    for draft in drafts {
        end_in_bracket(source, draft);
        unbrace(&mut draft.mainline);
        draft.mainline.cells.iter_mut().for_each(|cell| join_lines(&mut cell.comments));
        if draft.start == Start::Array {
            unlabel(&mut draft.mainline);
        }
    }
}

/// Takes a bracket at the end of the last move, or directly behind it, for the end of the game, where it says that and nothing else:
/// `Be7 (White resigns)`.
fn end_in_bracket(source: &Source, draft: &mut Draft<'_>) {
    let (None, Some(cell)) = (&draft.ending, draft.mainline.cells.last_mut()) else { return };
    let behind = &source.text()[cell.span.end..];
    let line = behind.lines().next().unwrap_or_default();
    if let Some(ending) = ending_in_bracket(line.trim()) {
        let start = cell.span.end + line.len() - line.trim_start().len();
        draft.ending = Some((ending, Span::new(start, start + line.trim().len())));
        return;
    }
    let print = source.slice(cell.span);
    let Some(open) = print.rfind(['(', '[']).filter(|open| *open > 0 && cell.text == print) else { return };
    if let Some(ending) = ending_in_bracket(&print[open..]) {
        let place = Span::new(cell.span.start + open, cell.span.end);
        let kept = print[..open].trim_end();
        cell.span.end = cell.span.start + kept.len();
        cell.text = kept.to_owned().into();
        draft.ending = Some((ending, place));
    }
}

/// The end of a game that a bracket states, and nothing else.
fn ending_in_bracket(text: &str) -> Option<Ending> {
    let inside = text.strip_prefix(['(', '['])?.trim_end().strip_suffix([')', ']'])?;
    let (ending, place) = leading_ending(inside)?;
    let is_all = place.start == 0 && !inside[place.end..].contains(char::is_alphanumeric);
    is_all.then_some(ending)
}

/// Leaves out what only says whose move is next, where it is: `1. White. P. to K. 4. Black. The same.`
fn unlabel(line: &mut CellLine<'_>) {
    let is_label = |comment: &str, due: Color| {
        let bare = comment.trim_end_matches(['.', ':', ',']);
        side_of(bare.rsplit(' ').next().unwrap_or(bare)) == Some(due) && bare.split(' ').all(is_part_of_label)
    };
    line.comments.retain(|comment| !is_label(comment, Color::White));
    for (at, cell) in line.cells.iter_mut().enumerate() {
        let due = cell.side.map_or(Color::from_white(at % 2 == 1), |side| !side);
        cell.comments.retain(|comment| !is_label(comment, due));
    }
}

/// Whether a word is a side, or what a move in words may end with.
fn is_part_of_label(word: &str) -> bool {
    let bare = word.trim_end_matches(['.', ':', ',']);
    side_of(bare).is_some() || matches!(bare, "sq" | "square" | "squares")
}

/// Takes the braces of PGN off comments: layouts that do not know them have them as signs of the text.
fn unbrace(line: &mut CellLine<'_>) {
    let cells = line.cells.iter_mut();
    for comments in std::iter::once(&mut line.comments).chain(cells.map(|cell| &mut cell.comments)) {
        if comments.iter().any(|comment| comment.starts_with('{')) {
            let parts = comments.iter().flat_map(|comment| comment.split(['{', '}']).map(str::trim));
            *comments = parts.filter(|part| !part.is_empty()).map(str::to_owned).collect();
        }
    }
    line.cells.iter_mut().flat_map(|cell| &mut cell.variations).for_each(unbrace);
}
