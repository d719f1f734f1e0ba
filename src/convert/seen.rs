//! Score sheets as pictures: their cells are read by the costs of the legal moves, and the game becomes a text of one row a move.
//! Nothing of it is claimed that the picture says badly.

use std::io;

use scorebook_eye::sheet::{Game, Grid, looks, read};
use scorebook_eye::{Colours, Cuts, Letters, Network};
use scorebook_source::recognise;
use shakmaty::{Chess, Color, Position, san::SanPlus};

use super::Plan;
use crate::decode::{NotationChoice, Reading};
use crate::finding::{Finding, code};
use crate::game::Verdict;
use crate::text::Span;

/// How pictures of score sheets are read.
#[derive(Clone, Default)]
pub struct Sheets {
    /// The cells, where a person gives them.
    pub grid: Option<Grid>,
}

/// A game is claimed only if the chance that all of it is right is no smaller.
const CLAIMED: f64 = 0.99;
/// A half-move with a smaller chance has a finding.
const DOUBTED: f64 = 0.95;

/// A score sheet as it was seen.
pub(crate) struct Seen {
    /// The chance that every half-move is right.
    chance: f64,
    /// The letters in which it is written, as a notation's name.
    letters: &'static str,
    half_moves: Vec<SeenMove>,
}

/// A half-move of it.
struct SeenMove {
    span: Span,
    chance: f64,
    /// What the cell says next best, in SAN.
    rival: Option<String>,
    /// What is read there without rules.
    text: String,
}

/// Whether a person says that the input with these first bytes is a picture of a score sheet.
pub(super) fn is_sheet(head: &[u8], plan: &Plan) -> bool {
    plan.sheets.grid.is_some() && recognise(head).is_ok_and(|form| form.is_picture())
}

/// The game on a picture of a score sheet as a text, and how it was seen.
///
/// # Errors
/// If the picture cannot be read, or nothing is written in the cells.
pub(super) fn sheet(bytes: &[u8], plan: &Plan) -> io::Result<(String, Seen)> {
    let picture = Colours::from_bytes(bytes).map_err(io::Error::other)?;
    let grid = plan.sheets.grid.clone().unwrap_or_default();
    let letters = match plan.options.from {
        NotationChoice::Notation(notation) => Letters::named(notation.name()),
        NotationChoice::Auto => None,
    };
    let game = read(&looks(&picture, &grid, Network::own(), Cuts::Many), letters);
    let game = game.ok_or_else(|| io::Error::other("nothing is written in the cells of the grid"))?;
    Ok(told(&game))
}

/// The text of a game, one row a move, and where each half-move is in it.
fn told(game: &Game) -> (String, Seen) {
    let mut text = String::new();
    let mut position = Chess::default();
    let mut half_moves = Vec::new();
    for half_move in &game.moves {
        let rival = half_move.rival.map(|rival| SanPlus::from_move(position.clone(), rival).to_string());
        match position.turn() {
            Color::White => text += &format!("{}. ", position.fullmoves()),
            Color::Black => text.push(' '),
        }
        let start = text.len();
        text += &SanPlus::from_move_and_play_unchecked(&mut position, half_move.played).to_string();
        half_moves.push(SeenMove {
            span: Span::new(start, text.len()),
            chance: half_move.chance,
            rival,
            text: half_move.text.clone(),
        });
        if position.turn() == Color::White {
            text.push('\n');
        }
    }
    (text, Seen { chance: game.chance(), letters: game.letters.name(), half_moves })
}

impl Seen {
    /// The finding that the picture was read as a score sheet.
    pub fn remark(&self) -> Finding {
        let message = format!(
            "the picture was read as a score sheet of {} with the letters of `{}`; the chance that all are right is {:.2}",
            crate::render::count(self.half_moves.len(), "half-move"),
            self.letters,
            self.chance,
        );
        Finding::new(&code::B212, Span::default(), message)
    }

    /// Reports the half-moves that the picture says badly; the game is not claimed then.
    pub fn settle(&self, reading: &mut Reading) {
        for (ply, (half_move, span)) in self.half_moves.iter().zip(&reading.spans).enumerate() {
            if half_move.chance >= DOUBTED || half_move.span.start != span.start {
                continue;
            }
            let rival =
                half_move.rival.as_ref().map_or(String::new(), |rival| format!("; it may be {rival}"));
            let message = format!(
                "its chance is {:.2}: the cell looks like “{}”{rival}",
                half_move.chance, half_move.text
            );
            let side = if ply % 2 == 0 { Color::White } else { Color::Black };
            let number = (ply / 2 + 1) as u32;
            reading.findings.push(Finding::new(&code::B107, *span, message).at_ply(ply as u32, number, side));
        }
        if self.chance < CLAIMED && matches!(reading.verdict, Verdict::Verified | Verdict::Settled) {
            reading.verdict = Verdict::Ambiguous;
        }
    }
}
