//! Text on a torn page that can be read as a move but is not part of the game.

use shakmaty::Color;

use super::track::Track;
use crate::finding::{Finding, code};
use crate::lexicon::Lexicon;
use crate::record::Draft;

/// Pieces on rows of which nothing was read, if they are moves as they are.
pub(super) fn passed_over(draft: &Draft<'_>, track: &Track<'_>, lexicon: &mut Lexicon) -> Vec<Finding> {
    let Some(unordered) = &draft.unordered else { return Vec::new() };
    let cells = &draft.mainline.cells;
    let segment = |cell: usize| unordered.places.get(cell).map(|place| place.segment);
    let read: Vec<Option<u32>> =
        track.edges.iter().filter_map(|edge| edge.cell).map(|cell| segment(cell as usize)).collect();
    let mut findings: Vec<Finding> = Vec::new();
    let mut last = None;
    for (at, cell) in cells.iter().enumerate() {
        let own = segment(at);
        if own.is_none() || own == last || read.contains(&own) {
            continue;
        }
        let says = [Color::White, Color::Black]
            .into_iter()
            .any(|side| !lexicon.look_up(&cell.text, side).senses.is_empty());
        if says {
            last = own;
            let words = format!("“{}” looks like a move and was skipped", cell.text);
            findings.push(Finding::new(&code::L312, cell.span, words).text(&*cell.text));
        }
    }
    findings
}
