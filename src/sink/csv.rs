//! CSV output: one row per half-move.

use shakmaty::Position;

use super::Record;
use crate::finding::code;
use crate::game::mover_at;
use crate::notation::spelling::san;
use crate::pass::{Passing, castling_mode, uci};
use crate::shown::Shown;

/// The columns; `codes` are the codes of the findings at the half-move, and those behind it what its comment shows: seconds,
/// pawns from White's side, moves to mate, half-moves.
pub const COLUMNS: [&str; 16] = [
    "game",
    "file",
    "white",
    "black",
    "ply",
    "move_number",
    "side",
    "text",
    "san",
    "uci",
    "codes",
    "clock",
    "time",
    "eval",
    "mate",
    "depth",
];

/// The last five columns of half-move `ply`, from 1.
pub(super) fn shown(shown: &Shown, ply: usize) -> [String; 5] {
    fn cell<T: Copy + ToString>(column: &[Option<T>], ply: usize) -> String {
        column.get(ply - 1).copied().flatten().map(|value| value.to_string()).unwrap_or_default()
    }
    [
        cell(&shown.clocks, ply),
        cell(&shown.times, ply),
        cell(&shown.evals, ply),
        cell(&shown.mates, ply),
        cell(&shown.depths, ply),
    ]
}

/// The rows of a game, without the first column (the game's number), which is known only when writing.
#[must_use]
pub fn rows(record: &Record<'_>) -> Vec<Vec<String>> {
    let mut position = record.game.start.clone();
    let mode = castling_mode(&position);
    let tag = |name: &str| record.game.tags.get(name).unwrap_or_default().to_owned();
    let (white, black) = (tag("White"), tag("Black"));
    let mut told = Shown::beginning(position.turn().is_black());
    for (ply, made) in (1..).zip(&record.game.line.plies) {
        made.comments.iter().for_each(|comment| told.comment(ply, comment));
    }
    let row = |(ply, m): (u32, shakmaty::Move)| {
        let (number, side) = mover_at(&record.game.start, ply);
        let mut codes: Vec<&str> = record.at_ply(ply).map(|finding| finding.code.id).collect();
        // The finding on guessed half-moves is at the first of them only.
        if record.guessed(ply as usize).is_some() && !codes.contains(&code::A109.id) {
            codes.push(code::A109.id);
        }
        let mut row = vec![
            record.file.to_owned(),
            white.clone(),
            black.clone(),
            ply.to_string(),
            number.to_string(),
            side.fold_wb("white", "black").to_owned(),
            record.cells.get(ply as usize - 1).map(|(_, text)| text.clone()).unwrap_or_default(),
            san(&position, m),
            uci(m, mode),
            codes.join(" "),
        ];
        row.extend(shown(&told, ply as usize));
        position.play_or_pass(m);
        row
    };
    (1..).zip(record.game.moves()).map(row).collect()
}
