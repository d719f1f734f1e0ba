//! Tier 3: the parity of moves. If of both sides only the knights have moved, the colours of their squares say who is to move.

use shakmaty::{Color, Role};

use crate::{
    case::{Case, side},
    facts::Facts,
    parity::even,
    premises::Premises,
    refutation::{Refutation, Rule},
};

/// The numbers of moves of both sides fit the side to move.
pub static PARITY: Rule = Rule {
    tier: 3,
    id: "T3-parity",
    doc: "where only knights have moved, the numbers of moves fit the side to move",
};

pub(crate) static RULES: &[&Rule] = &[&PARITY];

pub(crate) fn check(premises: &Premises, case: &Case, facts: &Facts) -> Option<Refutation> {
    let [white, black] = [Color::White, Color::Black].map(|color| even(premises, case, facts, color));
    let (white, black) = (white?, black?);
    let alike = case.turn == premises.first;
    if (white == black) == alike {
        return None;
    }
    let number = |even: bool| if even { "an even" } else { "an odd" };
    let knights = case.men(Color::White, Role::Knight) | case.men(Color::Black, Role::Knight);
    Some(Refutation::new(
        &PARITY,
        knights,
        format!(
            "only knights have moved, and by the colours of their squares White has made {} number of moves and Black {}: then {} is to move",
            number(white),
            number(black),
            side(!case.turn)
        ),
    ))
}
