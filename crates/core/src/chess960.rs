//! When a game is one of Chess960: by its name, by the letters of its castling rights, or by its array.

use shakmaty::{Bitboard, Board, Color, File, Rank, Role, Square};

/// Whether a `Variant` tag names Chess960, however it is spaced and spelled.
///
/// ```
/// use scorebook_core::chess960::is_named;
/// assert!(is_named("Fischer Random") && !is_named("chess"));
/// ```
#[must_use]
pub fn is_named(variant: &str) -> bool {
    let key: String =
        variant.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    const NAMES: [&str; 7] =
        ["chess960", "fischerandom", "fischerrandom", "fischerrandomchess", "frc", "freestyle", "wildfr"];
    NAMES.contains(&key.as_str())
}

/// Whether a FEN names the rooks that may castle by their files (`HAha`), as only one of Chess960 does.
///
/// ```
/// use scorebook_core::chess960::names_files;
/// assert!(names_files("1k1r4/8/8/8/8/8/8/1K1R4 w Dd - 0 1"));
/// assert!(!names_files("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
/// ```
#[must_use]
pub fn names_files(fen: &str) -> bool {
    let rights = fen.split_whitespace().nth(2).unwrap_or_default();
    rights.contains(|c: char| matches!(c.to_ascii_lowercase(), 'a'..='h'))
}

/// Whether a board is an array of Chess960 and nothing else: all 32 men at home, the sides mirror each other, the king stands
/// between his rooks and the bishops on both colours. The array of chess is none, nor is it with king and queen
/// exchanged, which is a slip that is often made.
///
/// ```
/// use scorebook_core::chess960::is_array;
/// use shakmaty::Board;
/// let board = |rank: &str| -> Board {
///     let placement = format!("{rank}/pppppppp/8/8/8/8/PPPPPPPP/{}", rank.to_uppercase());
///     Board::from_ascii_board_fen(placement.as_bytes()).unwrap()
/// };
/// assert!(is_array(&board("bqnrnkrb")));
/// assert!(!is_array(&board("rnbqkbnr")));
/// assert!(!is_array(&board("rnbkqbnr")));
/// assert!(!is_array(&board("rnbqrbnk")));
/// ```
#[must_use]
pub fn is_array(board: &Board) -> bool {
    let at_home = |color: Color| {
        let pawns = Bitboard::from(color.fold_wb(Rank::Second, Rank::Seventh));
        board.by_piece(color.pawn()) == pawns
            && board.by_color(color) == pawns | Bitboard::from(color.backrank())
    };
    let rank =
        |color: Color| File::ALL.map(|file| board.role_at(Square::from_coords(file, color.backrank())));
    let first = rank(Color::White);
    let files = |role: Role| (0..8).filter(|&file| first[file] == Some(role)).collect::<Vec<usize>>();
    let (kings, rooks, bishops) = (files(Role::King), files(Role::Rook), files(Role::Bishop));
    let is_usual = rooks == [0, 7] && files(Role::Knight) == [1, 6] && bishops == [2, 5];
    Color::ALL.into_iter().all(at_home)
        && first == rank(Color::Black)
        && files(Role::Knight).len() == 2
        && matches!((&*kings, &*rooks), ([king], [left, right]) if left < king && king < right)
        && matches!(*bishops, [one, other] if one % 2 != other % 2)
        && !is_usual
}
