//! What is taken for granted: the starting position the game began from, and what a person knows besides.

use scorebook_core::chess960;
use shakmaty::{Bitboard, Board, Color, File, Piece, Role, Square};

use super::case::{Case, rank};

/// The starting position the game began from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum StartKind {
    /// The array of chess, perhaps at odds.
    Standard,
    /// Chess960: the order of the first rank is not known, so rules about home squares of pieces
    /// do not apply; counts, checks, pawns and last moves do.
    Chess960,
}

impl StartKind {
    /// The kind of array of the rules that a `Variant` tag names, however it is spaced and spelled;
    /// none if the moves are not those of chess.
    ///
    /// ```
    /// use scorebook_retro::StartKind;
    /// assert_eq!(StartKind::named("From Position"), Some(StartKind::Standard));
    /// assert_eq!(StartKind::named("Fischerandom"), Some(StartKind::Chess960));
    /// assert_eq!(StartKind::named("Atomic"), None);
    /// ```
    #[must_use]
    pub fn named(variant: &str) -> Option<StartKind> {
        let key: String =
            variant.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        match key.as_str() {
            "" | "standard" | "chess" | "classical" | "normal" | "fromposition" => Some(StartKind::Standard),
            _ if chess960::is_named(variant) => Some(StartKind::Chess960),
            _ => None,
        }
    }
}

/// The array and the conditions under which a position is judged.
///
/// All counts are relative to the starting position: at queen's odds White has 15 pieces to lose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Premises {
    /// Which kind of array.
    pub kind: StartKind,
    /// The pieces of the starting position (in Chess960: right in number, not in place).
    pub array: Board,
    /// The side that began.
    pub first: Color,
    /// Pieces that are known not to have moved, besides castling rights.
    pub unmoved: Bitboard,
    /// Kinds of pieces of which so many on the board are known to be original, not promoted.
    pub original: Vec<(Piece, usize)>,
    /// Kinds of original pieces known never to have stood on a square of the other colour.
    pub one_colour: Vec<Piece>,
    /// Whether the side that is not to move is known to have moved last. Without it a position
    /// that is an array needs no last move.
    pub moved: bool,
}

impl Default for Premises {
    fn default() -> Premises {
        Premises {
            kind: StartKind::Standard,
            array: Board::new(),
            first: Color::White,
            unmoved: Bitboard::EMPTY,
            original: Vec::new(),
            one_colour: Vec::new(),
            moved: false,
        }
    }
}

impl Premises {
    /// The premises that suit `case`: Chess960 where its FEN names the rooks that may castle by their files, and one of
    /// them, or its king, is on its first rank away from its square in chess, and where the men stand in an array of
    /// Chess960. In another FEN with `K` or `Q` such a right is impossible.
    #[must_use]
    pub fn suiting(case: &Case) -> Premises {
        let mut premises = Premises::default();
        let foreign = Color::ALL.into_iter().any(|color| {
            let rights = case.castling & color.backrank();
            let king = case.men(color, Role::King) & color.backrank();
            let rooks = case.men(color, Role::Rook);
            rights.any()
                && rights.is_subset(rooks)
                && king.any()
                && (!king.contains(Square::from_coords(File::E, color.backrank()))
                    || !rights.is_subset(Bitboard::CORNERS))
        });
        if foreign && (case.by_file || chess960::is_array(&case.board)) {
            premises.kind = StartKind::Chess960;
        }
        premises
    }

    /// How many pieces of the kind the starting position has.
    #[must_use]
    pub fn count(&self, color: Color, role: Role) -> usize {
        self.array.by_piece(Piece { color, role }).count()
    }

    /// How many pieces the side began with.
    #[must_use]
    pub fn men(&self, color: Color) -> usize {
        self.array.by_color(color).count()
    }

    /// Takes the piece on `square` off the starting position: a game at odds.
    pub fn odds(&mut self, square: Square) {
        self.array.discard_piece_at(square);
    }

    /// How many pieces of the kind are known to be original.
    #[must_use]
    pub fn originals(&self, piece: Piece) -> usize {
        self.original.iter().filter(|(kind, _)| *kind == piece).map(|(_, n)| *n).max().unwrap_or(0)
    }

    /// Whether the game may stand at its very first position in `case`.
    #[must_use]
    pub fn is_start(&self, case: &Case) -> bool {
        if self.moved || case.turn != self.first || case.ep.is_some() {
            return false;
        }
        match self.kind {
            StartKind::Standard => case.board == self.array,
            StartKind::Chess960 => Color::ALL.into_iter().all(|color| {
                case.men(color, Role::Pawn) == self.array.by_piece(color.pawn())
                    && (case.board.by_color(color) & color.backrank())
                        == self.array.by_color(color) & color.backrank()
                    && case.board.by_color(color).is_subset(Bitboard::from(color.backrank()) | rank(color, 2))
            }),
        }
    }
}
