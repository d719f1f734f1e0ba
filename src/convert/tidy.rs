//! What every layout may have left among the moves.

use super::{aftermath, arrays, footnotes, repeated};
use crate::record::Draft;
use crate::text::Source;

/// Puts footnotes, rows that are printed twice, and what stands behind the end of a game, in their place, and the men where the
/// words above a game say that it begins.
pub(super) fn tidy(source: &Source, drafts: &mut Vec<Draft<'_>>) {
    footnotes::attach(source, drafts);
    repeated::leave_out(source, drafts);
    aftermath::part(source, drafts);
    arrays::set(source, drafts);
}
