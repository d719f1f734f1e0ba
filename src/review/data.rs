//! The data of the page as compact JSON: short names, games as strings.

use serde::Serialize;

use super::cut::Cut;

/// One game.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    /// Index of its input.
    #[serde(rename = "f")]
    pub file: usize,
    /// Index of its unit in that input, and its index among the games there.
    #[serde(rename = "u")]
    pub at: (usize, usize),
    /// Number of games in its unit.
    #[serde(skip)]
    pub among: usize,
    /// Its first line.
    #[serde(rename = "l")]
    pub line: usize,
    /// White, Black, event, date, result.
    #[serde(rename = "t")]
    pub tags: [String; 5],
    /// The verdict.
    #[serde(rename = "r")]
    pub reading: &'static str,
    /// The notation.
    #[serde(rename = "k")]
    pub notation: &'static str,
    /// The starting position as FEN, unless it is the usual one.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves in SAN, separated by spaces.
    #[serde(rename = "m")]
    pub moves: String,
    /// From and to squares, two characters per move: see [`squares`].
    #[serde(rename = "q")]
    pub squares: String,
    /// The cells as printed, separated by tabs.
    #[serde(rename = "c")]
    pub cells: String,
    /// The text that could not be read.
    #[serde(rename = "x", skip_serializing_if = "Option::is_none")]
    pub rest: Option<String>,
    /// Its doubts.
    #[serde(rename = "d", skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<DoubtView>,
    /// Number of findings by code.
    #[serde(skip)]
    pub codes: Vec<&'static str>,
}

/// A place that a person should look at.
#[derive(Clone, Debug, Serialize)]
pub struct DoubtView {
    /// Line, text and hash of its anchor.
    #[serde(rename = "a")]
    pub anchor: (usize, String, String),
    /// The same for the whole lines around it.
    #[serde(rename = "n")]
    pub lines: (usize, String, String),
    /// The half-move, from 1; 0 if it belongs to no half-move of the game.
    #[serde(rename = "p")]
    pub ply: u32,
    /// The page of the book, `12`, or `xii, scan 20`.
    #[serde(rename = "g", skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// 1 for a warning, 2 for an error.
    #[serde(rename = "s")]
    pub severity: u8,
    /// The findings: codes and messages.
    #[serde(rename = "c")]
    pub findings: Vec<(&'static str, String)>,
    /// The first line shown, the text before the place, the text of the place, the text after it.
    #[serde(rename = "x")]
    pub context: (usize, String, String, String),
    /// The move that was chosen.
    #[serde(rename = "o", skip_serializing_if = "Option::is_none")]
    pub taken: Option<String>,
    /// The chance of the move that was chosen, in per cent.
    #[serde(rename = "h", skip_serializing_if = "Option::is_none")]
    pub chance: Option<u8>,
    /// Other readings.
    #[serde(rename = "w", skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Way>,
    /// The position as FEN, if it does not occur in the game.
    #[serde(rename = "z", skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The legal moves: SAN, squares and English descriptive separated by commas; the moves separated by
    /// bars.
    #[serde(rename = "y", skip_serializing_if = "String::is_empty")]
    pub legal: String,
    /// Its place on the picture of its page.
    #[serde(rename = "v", skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// When it was said, in seconds.
    #[serde(rename = "e", skip_serializing_if = "Option::is_none")]
    pub time: Option<f32>,
    /// The kind of correction that resolves it, if it is not `move`.
    #[serde(rename = "k", skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// If moves are missing, those as they are read between the anchor and this half-move, separated by semicolons.
    #[serde(rename = "b", skip_serializing_if = "String::is_empty")]
    pub lead: String,
    /// Where the text clearly says other moves than some of the legal ones.
    #[serde(rename = "f", skip_serializing_if = "Option::is_none")]
    pub other: Option<Other>,
}

/// What is corrected where a person plays a move that the text does not say: the print has lost its cell.
#[derive(Clone, Debug, Serialize)]
pub struct Other {
    /// The legal moves that the text may say, separated by spaces.
    #[serde(rename = "m")]
    pub said: String,
    /// Line, text and hash of the cell before it.
    #[serde(rename = "a")]
    pub anchor: (usize, String, String),
    /// The kind of correction, and the moves as they are read between.
    #[serde(rename = "k")]
    pub kind: &'static str,
    /// See [`DoubtView::lead`].
    #[serde(rename = "b")]
    pub lead: String,
}

/// Another reading of a place and its result: move (empty: not a move), half-moves read, 1 if the record is
/// complete, number of remaining doubts; and its chance in per cent.
#[derive(Clone, Debug, Serialize)]
pub struct Way(pub String, pub Option<(usize, u8, usize)>, pub u8);

/// The text of a unit, from which a person may choose lines.
#[derive(Clone, Debug, Serialize)]
pub struct UnitText {
    /// Index of its input, and its index there.
    #[serde(rename = "u")]
    pub at: (usize, usize),
    /// The number of its first line.
    #[serde(rename = "l")]
    pub first: usize,
    /// The text.
    #[serde(rename = "t")]
    pub text: String,
}

/// A finding about an input.
#[derive(Clone, Debug, Serialize)]
pub struct Remark {
    /// The input's name.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The code.
    pub code: &'static str,
    /// The message.
    pub message: String,
}

/// One character for each square, from a1, b1 to h8.
const SQUARES: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// From and to squares of a move as two characters; castling is the king's move.
#[must_use]
pub fn squares(mv: shakmaty::Move) -> [char; 2] {
    let (from, to) = match mv {
        shakmaty::Move::Castle { king, rook } => {
            let side = shakmaty::CastlingSide::from_king_side(rook > king);
            let color = if king.rank() == shakmaty::Rank::First {
                shakmaty::Color::White
            } else {
                shakmaty::Color::Black
            };
            (king, side.king_to(color))
        }
        _ => (mv.from().unwrap_or(mv.to()), mv.to()),
    };
    [from, to].map(|square| char::from(SQUARES[usize::from(square)]))
}
