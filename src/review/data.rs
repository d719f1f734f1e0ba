//! What the page is given, as compact JSON: short names, games as strings.

use serde::Serialize;

use super::cut::Cut;

/// One game.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    /// Its input, by place.
    #[serde(rename = "f")]
    pub file: usize,
    /// Its unit in that input, and its place among the games there.
    #[serde(rename = "u")]
    pub at: (usize, usize),
    /// How many games its unit was cut into.
    #[serde(skip)]
    pub among: usize,
    /// Its first line.
    #[serde(rename = "l")]
    pub line: usize,
    /// White, Black, event, date, result.
    #[serde(rename = "t")]
    pub tags: [String; 5],
    /// How its reading went.
    #[serde(rename = "r")]
    pub reading: &'static str,
    /// The notation.
    #[serde(rename = "k")]
    pub notation: &'static str,
    /// Where it starts, unless that is the usual array.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves in SAN, parted by blanks.
    #[serde(rename = "m")]
    pub moves: String,
    /// Their squares, two characters each: see [`squares`].
    #[serde(rename = "q")]
    pub squares: String,
    /// Their cells as printed, parted by tabs.
    #[serde(rename = "c")]
    pub cells: String,
    /// What could not be read.
    #[serde(rename = "x", skip_serializing_if = "Option::is_none")]
    pub rest: Option<String>,
    /// The doubts in it.
    #[serde(rename = "d", skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<DoubtView>,
    /// How many findings of each code it has.
    #[serde(skip)]
    pub codes: Vec<&'static str>,
}

/// One place that a person should look at.
#[derive(Clone, Debug, Serialize)]
pub struct DoubtView {
    /// Line, text and hash of its place, as a correction has them.
    #[serde(rename = "a")]
    pub anchor: (usize, String, String),
    /// The same of the whole lines that it stands on.
    #[serde(rename = "n")]
    pub lines: (usize, String, String),
    /// The half-move, from 1; 0 where it is none of the game's.
    #[serde(rename = "p")]
    pub ply: u32,
    /// The page of the book.
    #[serde(rename = "g", skip_serializing_if = "Option::is_none")]
    pub page: Option<u32>,
    /// 1 for a warning, 2 for an error.
    #[serde(rename = "s")]
    pub severity: u8,
    /// What is said: codes and messages.
    #[serde(rename = "c")]
    pub findings: Vec<(&'static str, String)>,
    /// The first line shown, the text before the place, the place, the text after it.
    #[serde(rename = "x")]
    pub context: (usize, String, String, String),
    /// The move taken.
    #[serde(rename = "o", skip_serializing_if = "Option::is_none")]
    pub taken: Option<String>,
    /// Other readings.
    #[serde(rename = "w", skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Way>,
    /// The position, where it is not one of the game's own.
    #[serde(rename = "z", skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The legal moves: SAN, squares and English descriptive, parted by commas, the moves by bars.
    #[serde(rename = "y", skip_serializing_if = "String::is_empty")]
    pub legal: String,
    /// Where it stands on the picture of its page.
    #[serde(rename = "v", skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// The kind of correction that decides it, where it is not `move`.
    #[serde(rename = "k", skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
}

/// Another reading of a place, and how far the game then goes: half-moves read, 1 if that is the whole
/// record, doubts left. An empty move is: no move at all.
#[derive(Clone, Debug, Serialize)]
pub struct Way(pub String, pub Option<(usize, u8, usize)>);

/// What there is to say of an input, not of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Remark {
    /// The input's name.
    pub file: String,
    /// The line.
    pub line: usize,
    /// The code.
    pub code: &'static str,
    /// The words.
    pub message: String,
}

/// The characters of the squares from a1, b1 to h8.
const SQUARES: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// From and to of a move as two characters; castling is the king's step.
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
