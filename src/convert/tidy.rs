//! What every layout may have left among the moves.

use std::ops::Range;

use scorebook_layout::leading_ending;
use scorebook_lexicon::side_of;
use shakmaty::Color;

use super::kept_notes::join_lines;
use super::{aftermath, arrays, footnotes, repeated};
use crate::record::{CellLine, Draft, Start};
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

/// Takes the bracket that ends the text of the last move for the end of the game, where it says that: `Be7 (White resigns)`.
fn end_in_bracket(source: &Source, draft: &mut Draft<'_>) {
    let (None, Some(cell)) = (&draft.ending, draft.mainline.cells.last_mut()) else { return };
    let print = source.slice(cell.span);
    let Some((before, inside)) = print.rsplit_once(['(', '[']).filter(|_| cell.text == print) else { return };
    let Some(inside) = inside.trim_end().strip_suffix([')', ']']) else { return };
    let said = leading_ending(inside).filter(|(_, place)| place.start == 0);
    let rest = |place: &Range<usize>| inside[place.end..].contains(char::is_alphanumeric);
    let (Some((ending, _)), false) = (said.filter(|(_, place)| !rest(place)), before.trim().is_empty())
    else {
        return;
    };
    let place = Span::new(cell.span.start + before.len(), cell.span.end);
    let kept = before.trim_end();
    cell.span.end = cell.span.start + kept.len();
    cell.text = kept.to_owned().into();
    draft.ending = Some((ending, place));
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
