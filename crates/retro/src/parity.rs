//! The parity of moves. Where nothing of a side but its two knights can have moved, and both are there, the colours of their
//! squares say whether it has made an even number of moves: each of them changes the colour of a knight's square.

use shakmaty::{Bitboard, Color, Piece, Role};

use super::{
    case::Case,
    facts::Facts,
    premises::{Premises, StartKind},
};

/// For each side whether it has made an even number of moves, as far as the position tells.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Parities {
    /// White's.
    pub white: Option<bool>,
    /// Black's.
    pub black: Option<bool>,
}

impl Parities {
    /// What the position tells: by its knights, and of the other side by the side to move.
    ///
    /// ```
    /// use scorebook_retro::{Case, Parities, Premises};
    /// let case = Case::from_fen("rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 0 1").unwrap();
    /// let told = Parities::of(&Premises::default(), &case);
    /// assert_eq!((told.white, told.black), (Some(false), Some(true)));
    /// ```
    #[must_use]
    pub fn of(premises: &Premises, case: &Case) -> Parities {
        let facts = Facts::new(premises, case);
        let [white, black] = [Color::White, Color::Black].map(|color| even(premises, case, &facts, color));
        // The side to move has made as many moves as the other if it began, else one fewer.
        let alike = case.turn == premises.first;
        let other = |known: Option<bool>| known.map(|even| even == alike);
        Parities { white: white.or_else(|| other(black)), black: black.or_else(|| other(white)) }
    }
}

/// Whether `color` has made an even number of moves, by its own men alone.
pub(super) fn even(premises: &Premises, case: &Case, facts: &Facts, color: Color) -> Option<bool> {
    let knight = Piece { color, role: Role::Knight };
    let steady = facts.mobility.steady;
    let (homes, knights) = (premises.array.by_piece(knight), case.board.by_piece(knight));
    let others = premises.array.by_color(color) & !homes;
    // All others stand where they began; then no pawn was promoted either.
    let still = premises.kind == StartKind::Standard
        && case.board.by_color(color) & !knights == others
        && others.is_subset(steady)
        && knights.count() == homes.count();
    let light = |squares: Bitboard| (squares & Bitboard::LIGHT_SQUARES).count() % 2;
    still.then(|| light(homes) == light(knights))
}
