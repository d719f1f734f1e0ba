//! When a game is one of Chess960: by its name, by the letters of its castling rights, or by its array.

use shakmaty::{Bitboard, Board, CastlingMode, Chess, Color, File, Rank, Role, Setup, Square};

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
    const NAMES: [&str; 9] = [
        "chess960",
        "fischerandom",
        "fischerrandom",
        "fischerrandomchess",
        "frc",
        "freestyle",
        "freestylechess",
        "wildfr",
        "wild22",
    ];
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

/// How a position of chess castles, by its FEN and its board. Rights whose king or rook stands elsewhere are those of Chess960 only
/// where the FEN says so: by the files of the rooks, or because its board is an array of Chess960. Otherwise no game has them.
///
/// ```
/// use scorebook_core::chess960::castling_of_fen;
/// use shakmaty::{CastlingMode, fen::Fen};
/// let mode = |fen: &str| castling_of_fen(fen, fen.parse::<Fen>().unwrap().as_setup());
/// assert_eq!(mode("4k3/8/8/8/8/8/8/3K3R w K - 0 1"), CastlingMode::Standard);
/// assert_eq!(mode("4k3/8/8/8/8/8/8/3K3R w H - 0 1"), CastlingMode::Chess960);
/// assert_eq!(mode("4k3/8/8/8/8/8/8/4K2R w H - 0 1"), CastlingMode::Standard);
/// ```
#[must_use]
pub fn castling_of_fen(fen: &str, setup: &Setup) -> CastlingMode {
    match names_files(fen) || is_array(&setup.board) {
        true => CastlingMode::detect(setup),
        false => CastlingMode::Standard,
    }
}

/// The position of a number from 0 to 959, as all programs number the arrays; 518 is that of chess.
///
/// Source: Reinhard Scharnagl's numbering, as the laws of chess of FIDE use it.
///
/// ```
/// use scorebook_core::chess960::numbered;
/// assert!(numbered(518).unwrap().to_string().starts_with("rnbqkbnr/"));
/// assert!(numbered(217).unwrap().to_string().starts_with("nqrbbknr/"));
/// assert!(numbered(0).unwrap().to_string().starts_with("bbqnnrkr/"));
/// assert_eq!(numbered(960), None);
/// ```
#[must_use]
pub fn numbered(number: u32) -> Option<Board> {
    /// Which two of the five squares that are left are the knights', by the last part of the number.
    const KNIGHTS: [[usize; 2]; 10] =
        [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];
    let number = usize::try_from(number).ok()?;
    let knights = KNIGHTS.get(number / 96)?;
    let mut rank = [' '; 8];
    rank[number % 4 * 2 + 1] = 'B';
    rank[number / 4 % 4 * 2] = 'B';
    let empty = |rank: &[char; 8]| (0..8).filter(|&file| rank[file] == ' ').collect::<Vec<usize>>();
    rank[empty(&rank)[number / 16 % 6]] = 'Q';
    let left = empty(&rank);
    knights.iter().for_each(|&at| rank[left[at]] = 'N');
    empty(&rank).into_iter().zip(['R', 'K', 'R']).for_each(|(file, man)| rank[file] = man);
    of_rank(&rank.iter().collect::<String>())
}

/// The board whose first rank these eight letters are, in English, if that is an array of Chess960 or that of chess.
///
/// ```
/// use scorebook_core::chess960::of_rank;
/// assert!(of_rank("NQRBBKNR").is_some() && of_rank("nqrbbknr").is_some());
/// assert_eq!(of_rank("NQRBKBNR"), None);
/// ```
#[must_use]
pub fn of_rank(letters: &str) -> Option<Board> {
    let placement =
        format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{}", letters.to_lowercase(), letters.to_uppercase());
    let board = Board::from_ascii_board_fen(placement.as_bytes()).ok()?;
    (is_array(&board) || board == Board::new()).then_some(board)
}

/// The position in which a game from an array begins: all rooks may castle.
#[must_use]
pub fn start(board: Board) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup.castling_rights = board.rooks();
    setup.board = board;
    setup.position(CastlingMode::Chess960).ok()
}
