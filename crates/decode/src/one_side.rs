//! Records with the moves of one side only: no game, and none is made of them.

use shakmaty::{Chess, Color, Outcome, Position};

use crate::finding::{Finding, code};
use crate::game::{Game, Line, Verdict, mover_at};
use crate::notation;
use crate::record::{Draft, Start};
use crate::{ENGLISH, NotationChoice, Reading};

/// Moves of one side from which on it is no chance that there are none of the other.
const COLUMN: usize = 4;

/// The side whose moves alone a table has.
#[must_use]
pub fn side_of(draft: &Draft<'_>) -> Option<Color> {
    let cells = &draft.mainline.cells;
    let side = cells.first()?.side?;
    let is_column =
        draft.is_table && cells.len() >= COLUMN && draft.start == Start::Array && draft.unordered.is_none();
    (is_column && cells.iter().all(|cell| cell.side == Some(side))).then_some(side)
}

/// What can be told of such a record: that the other side's moves are missing. All of it is left unread.
pub(crate) fn reading(draft: &Draft<'_>, side: Color, named: NotationChoice) -> Reading {
    let cells = &draft.mainline.cells;
    let span = |at: usize| cells.get(at).map(|cell| cell.span).unwrap_or_default();
    let name = |side: Color| side.fold_wb("White", "Black");
    let words = format!(
        "the record has the moves of {} only ({}): without those of {} there is no game (`scorebook collate` reads it together with a \
         record that has them)",
        name(side),
        cells.len(),
        name(!side)
    );
    let start = Chess::default();
    let (number, turn) = mover_at(&start, 1);
    let text = cells.first().map(|cell| cell.text.to_string()).unwrap_or_default();
    let finding = Finding::new(&code::W108, span(0), words).text(text).at_ply(1, number, turn);
    let notation = match named {
        NotationChoice::Notation(notation) => notation.name(),
        NotationChoice::Auto => notation::find("san").map_or(ENGLISH, |san| san.name()),
    };
    let line = Line { comments: draft.mainline.comments.clone(), plies: Vec::new() };
    let mut findings = draft.findings.clone();
    findings.push(finding);
    debug_assert!(start.turn().is_white());
    Reading {
        game: Game { tags: draft.tags.clone(), start, line, outcome: Outcome::Unknown },
        verdict: Verdict::Incomplete,
        findings,
        notation,
        spans: Vec::new(),
        cells: Vec::new(),
        rest: Some(span(0).join(span(cells.len() - 1))),
        beyond: None,
        guessed: Vec::new(),
        chances: Vec::new(),
        chance: None,
        questions: Vec::new(),
        sayings: Vec::new(),
    }
}
