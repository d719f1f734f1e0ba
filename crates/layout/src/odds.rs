//! Odds: a game that starts without some pieces or with extra moves, as stated in a heading.

use shakmaty::fen::Fen;
use shakmaty::{Board, CastlingMode, Chess, Color, EnPassantMode, File, Piece, Rank, Role, Setup, Square};

/// The FEN of the starting position without the pieces that a line removes: `Remove White's Q's Kt.`,
/// `(Remove Black's King's Bishop's Pawn from the Board.)`, `White gives the odds of a Queen's Rook`.
///
/// ```
/// use scorebook_layout::odds;
/// let fen = odds::read("(Remove White's Q. R. from the Board.)").unwrap();
/// assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1");
/// assert_eq!(odds::read("White removes the king from check"), None);
/// ```
#[must_use]
pub fn read(line: &str) -> Option<String> {
    let lower = line.to_lowercase().replace('’', "'");
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric() && c != '\'')
        .map(|word| word.trim_end_matches("'s").trim_matches('\''))
        .filter(|word| !word.is_empty())
        .collect();
    // Black's pawn on f7, and White begins.
    if is_fixed_term(line) {
        return (!words.contains(&"white")).then(|| without(&[Square::F7]))?;
    }
    let verb =
        words.iter().position(|w| matches!(*w, "remove" | "removes" | "without" | "odds" | "gives"))?;
    let tail = &words[verb + 1..];
    let side = words.iter().find_map(|w| match *w {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    });
    without(&men(tail, side?)?)
}

/// Longest line that is the name of odds, in bytes.
const LONGEST: usize = 60;

/// Whether a line says `pawn and move`: everybody knows which pawn it is, and no square is named.
#[must_use]
pub fn is_fixed_term(line: &str) -> bool {
    let lower = line.to_lowercase();
    line.len() <= LONGEST && (lower.contains("pawn and move") || lower.contains("pawn & move"))
}

/// The FEN of the starting position without the men on these squares.
fn without(gone: &[Square]) -> Option<String> {
    let mut board = Board::new();
    for &square in gone {
        board.discard_piece_at(square);
    }
    let mut setup = Setup::initial();
    setup.castling_rights &= board.rooks();
    setup.board = board;
    let position: Chess = setup.position(CastlingMode::Standard).ok()?;
    Some(Fen::from_position(&position, EnPassantMode::Legal).to_string())
}

/// The squares of the pieces named by the words: "white queen knight", "king bishop pawn", "q r".
fn men(words: &[&str], side: Color) -> Option<Vec<Square>> {
    let mut half = None;
    let mut role: Option<Role> = None;
    let mut gone = Vec::new();
    for (i, word) in words.iter().enumerate() {
        match *word {
            "white" | "black" | "the" | "of" | "a" | "his" | "from" | "board" | "odds" => {}
            "and" => {
                if role.is_some() || half.is_some() {
                    gone.push(square(side, half.take(), role.take(), false)?);
                }
            }
            "move" | "moves" | "two" | "one" => return None,
            "pawn" | "rook" | "knight" | "bishop" | "queen" | "p" | "r" | "kt" | "n" | "b" | "q"
                if matches!(words.get(i + 1), Some(&("on" | "at"))) =>
            {
                // The square says which one is meant.
                let at: Square = words.get(i + 2)?.parse().ok()?;
                let named = match *word {
                    "pawn" | "p" => Role::Pawn,
                    "rook" | "r" => Role::Rook,
                    "bishop" | "b" => Role::Bishop,
                    "queen" | "q" => Role::Queen,
                    _ => Role::Knight,
                };
                (Board::new().piece_at(at) == Some(Piece { role: named, color: side })).then_some(())?;
                (half, role) = (None, None);
                gone.push(at);
            }
            "on" | "at" => {}
            square if square.parse::<Square>().is_ok_and(|square| gone.contains(&square)) => {}
            "q" | "queen" if half.is_none() && role.is_none() && has_man(words, i + 1) => {
                half = Some(File::D)
            }
            "k" | "king" if half.is_none() && role.is_none() && has_man(words, i + 1) => half = Some(File::E),
            "kt" | "n" | "knight" => role = Some(Role::Knight),
            "b" | "bishop" => role = Some(Role::Bishop),
            "r" | "rook" | "castle" => role = Some(Role::Rook),
            "q" | "queen" => role = Some(Role::Queen),
            "p" | "pawn" => {
                gone.push(square(side, half.take(), role.take(), true)?);
            }
            _ => return None,
        }
    }
    if role.is_some() {
        gone.push(square(side, half, role, false)?);
    }
    (!gone.is_empty()).then_some(gone)
}

fn has_man(words: &[&str], at: usize) -> bool {
    words.get(at).is_some_and(|w| {
        matches!(*w, "kt" | "n" | "knight" | "b" | "bishop" | "r" | "rook" | "castle" | "p" | "pawn")
    })
}

/// The square of one piece in the starting position; without a side of the board, the queen's is meant (as
/// usual in odds).
fn square(side: Color, half: Option<File>, role: Option<Role>, pawn: bool) -> Option<Square> {
    let king_side = half == Some(File::E);
    let file = match role {
        Some(Role::Rook) => {
            if king_side {
                File::H
            } else {
                File::A
            }
        }
        Some(Role::Knight) => {
            if king_side {
                File::G
            } else {
                File::B
            }
        }
        Some(Role::Bishop) => {
            if king_side {
                File::F
            } else {
                File::C
            }
        }
        Some(Role::Queen) => File::D,
        None if pawn => half?,
        _ => return None,
    };
    // A pawn of a piece's file needs its side of the board, except for king's and queen's pawns.
    if pawn && role.is_some_and(|role| role != Role::Queen) && half.is_none() {
        return None;
    }
    let rank = if pawn { Rank::Second } else { Rank::First };
    Some(Square::from_coords(file, side.fold_wb(rank, rank.flip_vertical())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_taken_off() {
        let board = |line| read(line).map(|fen| fen.split(' ').next().unwrap_or_default().to_owned());
        let without = |fen: &str| Some(fen.to_owned());
        assert_eq!(
            board("Remove White Queen's Knight."),
            without("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR")
        );
        assert_eq!(
            board("(Remove Black's King's Bishop's Pawn from the Board.)"),
            without("rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR")
        );
        assert_eq!(
            board("White gives the odds of a rook"),
            without("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR")
        );
        assert_eq!(board("Remove White's Queen."), without("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR"));
        assert_eq!(board("Remove Black's K. P."), without("rnbqkbnr/pppp1ppp/8/8/8/8/PPPPPPPP/RNBQKBNR"));
        assert_eq!(
            board("Remove White's Q. R. and K. Kt."),
            without("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKB1R")
        );
        for line in ["At the odds of the Pawn and Move.", "Pawn & move", "Remove Black's pawn on f7."] {
            assert_eq!(board(line), without("rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR"), "{line}");
        }
        assert_eq!(
            board("Remove Black's rook at a8"),
            without("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
        );
        assert_eq!(board("Pawn and two moves"), None);
        assert_eq!(board("White gives pawn and move"), None);
        assert_eq!(board("Remove White's pawn on f7."), None);
        assert_eq!(board("remove your Queen too far"), None);
    }
}
