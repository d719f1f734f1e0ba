//! Tier 2: checks.

use shakmaty::{Bitboard, Role};

use crate::{
    case::{Case, list, noun, side},
    refutation::{Refutation, Rule},
};

/// The side not to move is not in check.
pub static OPPONENT: Rule = Rule { tier: 2, id: "T2-opponent", doc: "the side not to move is not in check" };
/// At most two pieces check.
pub static TRIPLE: Rule = Rule { tier: 2, id: "T2-triple", doc: "no move gives check with three pieces" };
/// A check comes from a move.
pub static MOVELESS: Rule =
    Rule { tier: 2, id: "T2-moveless", doc: "the last move can have given the check, or both checks" };

pub(crate) static RULES: &[&Rule] = &[&OPPONENT, &TRIPLE, &MOVELESS];

/// The checks that the placement alone refutes; [`MOVELESS`] needs the last move (`t5_last`).
pub(crate) fn check(case: &Case) -> Option<Refutation> {
    let checkers = case.checkers(!case.turn);
    if let Some(king) = case.board.king_of(!case.turn)
        && checkers.any()
    {
        return Some(Refutation::new(
            &OPPONENT,
            checkers | Bitboard::from(king),
            format!(
                "{} is to move and {} already attack{} the king on {king}",
                side(case.turn),
                describe(case, checkers),
                if checkers.more_than_one() { "" } else { "s" },
            ),
        ));
    }
    let checkers = case.checkers(case.turn);
    (checkers.count() > 2).then(|| {
        Refutation::new(
            &TRIPLE,
            checkers,
            format!(
                "{} is in check from {} pieces: {}",
                side(case.turn),
                checkers.count(),
                describe(case, checkers)
            ),
        )
    })
}

/// The pieces on those squares in words: "the rook on a1 and the knight on c3".
pub(crate) fn describe(case: &Case, men: Bitboard) -> String {
    let names: Vec<String> = men
        .into_iter()
        .map(|square| {
            let role = case.board.role_at(square).unwrap_or(Role::Pawn);
            format!("the {} on {square}", noun(role))
        })
        .collect();
    if names.is_empty() { list(men) } else { crate::case::join(&names) }
}
