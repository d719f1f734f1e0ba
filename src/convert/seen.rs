//! Score sheets as pictures: their cells are found, or a person gives them; they are read by the costs of the legal moves, and the
//! game becomes a text of one row a move. Nothing of it is claimed that the picture says badly.

use std::io;

use scorebook_eye::sheet::{Game, Grid, read, read_picture};
use scorebook_eye::{Colours, Letters, Network};
use scorebook_source::{Form, recognise};
use shakmaty::{Chess, Color, Position, san::SanPlus};

use super::{LayoutChoice, Plan};
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
const CLAIMED: f32 = 0.99;
/// A half-move with a smaller chance has a finding.
const DOUBTED: f32 = 0.95;

/// A score sheet as it was seen.
pub(crate) struct Seen {
    /// The chance that every half-move is right.
    chance: f32,
    /// The letters in which it is written, as a notation's name.
    letters: &'static str,
    half_moves: Vec<SeenMove>,
    /// What is read in cells that are written on and were taken for no moves.
    passed: Vec<String>,
}

/// A half-move of it.
struct SeenMove {
    span: Span,
    chance: f32,
    /// What the cell says next best, in SAN.
    rival: Option<String>,
    /// What is read there without rules; nothing if the move has no cell.
    text: Option<String>,
}

/// Whether the input with these first bytes may be a picture of a score sheet: a person gives its cells, or nothing says that it is read
/// in another way.
pub(super) fn may_be_sheet(head: &[u8], plan: &Plan) -> bool {
    let Some(form) = recognise(head).ok().filter(|form| form.is_picture()) else { return false };
    if plan.sheets.grid.is_some() {
        return true;
    }
    // A TIFF may have several pages.
    let is_one_page = !matches!(form, Form::Tiff | Form::Jp2);
    let is_algebraic = match plan.options.from {
        NotationChoice::Notation(notation) => Letters::named(notation.name()).is_some(),
        NotationChoice::Auto => true,
    };
    let has_usual_rules = plan.variants.own.is_empty() && plan.variants.usual.is_none();
    is_one_page && is_algebraic && has_usual_rules && matches!(plan.layout, LayoutChoice::Auto)
}

/// The game on a picture of a score sheet as a text, and how it was seen; `None` if no sheet is found on it.
///
/// # Errors
/// If a person gives the cells, and the picture cannot be read or nothing is written in them.
pub(super) fn sheet(bytes: &[u8], plan: &Plan) -> io::Result<Option<(String, Seen)>> {
    let letters = match plan.options.from {
        NotationChoice::Notation(notation) => Letters::named(notation.name()),
        NotationChoice::Auto => None,
    };
    let picture = Colours::from_bytes(bytes);
    if let Some(grid) = &plan.sheets.grid {
        let picture = picture.map_err(io::Error::other)?;
        let game = read(&picture, std::slice::from_ref(&grid.cells), Network::own(), letters);
        let game = game.ok_or_else(|| io::Error::other("nothing is written in the cells of the grid"))?;
        return Ok(Some(told(&game)));
    }
    let game = picture.ok().and_then(|picture| read_picture(&picture, Network::own(), letters));
    Ok(game.map(|game| told(&game)))
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
    let passed = game.passed.iter().filter(|text| !text.is_empty()).cloned().collect();
    (text, Seen { chance: game.chance, letters: game.letters.name(), half_moves, passed })
}

impl Seen {
    /// The finding that the picture was read as a score sheet.
    pub fn remark(&self) -> Finding {
        let mut message = format!(
            "the picture was read as a score sheet of {} with the letters of `{}`; the chance that all are right is {:.2}",
            crate::render::count(self.half_moves.len(), "half-move"),
            self.letters,
            self.chance,
        );
        if !self.passed.is_empty() {
            message += &format!("; taken for no moves: “{}”", self.passed.join("”, “"));
        }
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
            let message = match &half_move.text {
                Some(text) => {
                    format!("its chance is {:.2}: the cell looks like “{text}”{rival}", half_move.chance)
                }
                None => "it has no cell on the sheet: the moves behind it can be played only after some move"
                    .to_owned(),
            };
            let side = if ply % 2 == 0 { Color::White } else { Color::Black };
            let number = (ply / 2 + 1) as u32;
            reading.findings.push(Finding::new(&code::B107, *span, message).at_ply(ply as u32, number, side));
        }
        // A picture proves nothing: no move of it is verified.
        reading.chance = Some(self.chance);
        let most = if self.chance < CLAIMED { Verdict::Ambiguous } else { Verdict::Settled };
        if matches!(reading.verdict, Verdict::Verified | Verdict::Settled) {
            reading.verdict = most;
        }
    }
}
