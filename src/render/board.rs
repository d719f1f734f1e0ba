//! A position as text.

use std::fmt::Write;

use shakmaty::fen::Fen;
use shakmaty::{Color, File, Rank, Square};

/// The board of a FEN as eight lines with ranks and files; `None` if it is not a FEN.
///
/// ```
/// let text = scorebook::render::board("8/8/8/8/2k5/6P1/7K/8 w - - 0 1").unwrap();
/// assert!(text.contains("4  . . k . . . . ."));
/// assert!(text.ends_with("   a b c d e f g h   White to move\n"));
/// ```
#[must_use]
pub fn board(fen: &str) -> Option<String> {
    let setup = fen.parse::<Fen>().ok()?.into_setup();
    let mut out = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        let _ = write!(out, "{}  ", rank.char());
        for file in File::ALL {
            let piece = setup.board.piece_at(Square::from_coords(file, rank));
            out.push(piece.map_or('.', shakmaty::Piece::char));
            out.push(if file == File::H { '\n' } else { ' ' });
        }
    }
    let turn = if setup.turn == Color::White { "White" } else { "Black" };
    let _ = writeln!(out, "   a b c d e f g h   {turn} to move");
    Some(out)
}
