//! Tier 3: pieces caught at home. Pawns on their second rank and the pieces of a castling right never
//! moved; pieces walled in by them never moved either, or never left their corner; so what stands
//! elsewhere must come from elsewhere.

use shakmaty::{Bitboard, Color};

use crate::{
    case::{Case, noun, side},
    facts::Facts,
    premises::Premises,
    refutation::{Refutation, Rule},
};

/// A piece comes from its array square or from a promotion.
pub static STRAY: Rule = Rule {
    tier: 3,
    id: "T3-stray",
    doc: "every piece has a path from its original square, or from a promotion, around the pieces that never moved",
};
/// Pieces that cannot be those of the starting position were promoted from missing pawns.
pub static PROMOTED: Rule = Rule {
    tier: 3,
    id: "T3-promoted",
    doc: "pieces without a path from their original square were promoted from missing pawns",
};

pub(crate) static RULES: &[&Rule] = &[&STRAY, &PROMOTED];

pub(crate) fn check(premises: &Premises, case: &Case, facts: &Facts) -> Option<Refutation> {
    Color::ALL.into_iter().find_map(|color| {
        let own = facts.side(color);
        if let Some(square) = own.stray {
            let role = case.board.role_at(square)?;
            let way = if own.stray_has_rival {
                format!(
                    "the {} on {square} is one more than {}'s original pieces of its kind can account for, and it has no path from a promotion",
                    noun(role),
                    side(color),
                )
            } else {
                format!(
                    "the {} on {square} has no path from {}'s original squares{}",
                    noun(role),
                    side(color),
                    if role == shakmaty::Role::King { "" } else { " or a promotion" },
                )
            };
            return Some(Refutation::new(&STRAY, square, format!("{way} around the pieces that never moved")));
        }
        let had = premises.array.by_piece(color.pawn()).count();
        let pawns = usize::from(own.pawns) + usize::from(own.promoted);
        (pawns > had).then(|| {
            Refutation::new(
                &PROMOTED,
                case.board.by_color(color) & !Bitboard::from(color.backrank()),
                format!(
                    "{} has {} pawns, and {} of its pieces cannot be original and must be promoted: {pawns} in total, from {had} pawns",
                    side(color),
                    own.pawns,
                    own.promoted,
                ),
            )
        })
    })
}
