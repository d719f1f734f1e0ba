//! Questions that a person can answer with a correction (`--ask`).

use serde::Serialize;

use crate::corrections::{Anchor, CorrectionKind, Index};
use crate::decode::by_hand::Question;
use crate::game::mover_at;
use crate::record::Draft;
use crate::text::Source;
use shakmaty::Chess;

/// A half-move whose answer settles much, with the place that a correction of it is tied to.
#[derive(Clone, Debug, Serialize)]
pub struct Asked {
    /// The half-move, from 1.
    pub ply: u32,
    /// The number of the move.
    pub move_number: u32,
    /// `white` or `black`.
    pub side: &'static str,
    /// The text of its cell; empty if it has none.
    pub text: String,
    /// The position before it, as FEN, if all that is read before is right.
    pub fen: String,
    /// The moves that it may be, the likeliest first.
    pub answers: Vec<Answer>,
    /// How many more half-moves will be right once it is answered.
    pub settles: f64,
    /// The row of a corrections file that answers it, but for its `value`.
    pub correction: Row,
}

/// A move that a half-move may be.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// In SAN.
    pub san: String,
    /// Its chance.
    pub chance: f64,
}

/// A row of a corrections file, by its columns.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    file: String,
    line: usize,
    text: String,
    hash: String,
    kind: &'static str,
}

/// Answers with a smaller chance are not told.
const WORTH_TELLING: f32 = 0.0005;

/// A number with three decimals: more would say more than is known.
fn thousandths(number: f32) -> f64 {
    (f64::from(number) * 1000.0).round() / 1000.0
}

/// The questions on a reading of a draft from `start`, with their places in its source.
pub(super) fn asked(source: &Source, draft: &Draft<'_>, start: &Chess, questions: &[Question]) -> Vec<Asked> {
    if questions.is_empty() {
        return Vec::new();
    }
    let index = Index::new(source.text());
    let cell = |at: Option<u32>| draft.mainline.cells.get(at? as usize);
    let place = |question: &Question| {
        let (place, kind) = match (cell(question.cell), cell(question.before)) {
            (Some(own), _) => (own, CorrectionKind::Move),
            (None, Some(before)) => (before, CorrectionKind::MissingAfter),
            (None, None) => return None,
        };
        let Anchor { file, line, text, hash } = index.anchor(source, place.span);
        let (move_number, side) = mover_at(start, question.ply);
        let answer =
            |(san, chance): &(String, f32)| Answer { san: san.clone(), chance: thousandths(*chance) };
        Some(Asked {
            ply: question.ply,
            move_number,
            side: side.fold_wb("white", "black"),
            text: cell(question.cell).map_or_else(String::new, |cell| cell.text.to_string()),
            fen: question.fen.clone(),
            answers: question.answers.iter().filter(|answer| answer.1 >= WORTH_TELLING).map(answer).collect(),
            settles: thousandths(question.settles),
            correction: Row { file, line, text, hash, kind: kind.as_str() },
        })
    };
    questions.iter().filter_map(place).collect()
}
