//! What every layout may have left among the moves.

use super::{aftermath, arrays, footnotes, repeated};
use crate::record::{CellLine, Draft};
use crate::text::Source;

/// Puts footnotes, rows that are printed twice, and what stands behind the end of a game, in their place, and the men where the
/// words above a game say that it begins.
pub(super) fn tidy(source: &Source, drafts: &mut Vec<Draft<'_>>) {
    footnotes::attach(source, drafts);
    repeated::leave_out(source, drafts);
    repeated::leave_out_headlines(source, drafts);
    aftermath::part(source, drafts);
    arrays::set(source, drafts);
    drafts.iter_mut().for_each(|draft| unbrace(&mut draft.mainline));
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
