//! Tier 1: counts against the starting position.

use shakmaty::{Bitboard, Color, Piece, Role};

use crate::{
    case::{Case, noun, side},
    premises::Premises,
    refutation::{Refutation, Rule},
};

/// No side has more pieces than it began with.
pub static MEN: Rule = Rule { tier: 1, id: "T1-men", doc: "no side has more pieces than it started with" };
/// No side has more pawns than it began with.
pub static PAWNS: Rule = Rule { tier: 1, id: "T1-pawns", doc: "no side has more pawns than it started with" };
/// Extra pieces, bishops counted by the colour of their squares, were promoted from missing pawns.
pub static PROMOTED: Rule = Rule {
    tier: 1,
    id: "T1-promoted",
    doc: "extra pieces (bishops counted by square colour) were promoted from missing pawns",
};

pub(crate) static RULES: &[&Rule] = &[&MEN, &PAWNS, &PROMOTED];

pub(crate) fn check(premises: &Premises, case: &Case) -> Option<Refutation> {
    Color::ALL.into_iter().find_map(|color| side_check(premises, case, color))
}

fn side_check(premises: &Premises, case: &Case, color: Color) -> Option<Refutation> {
    let men = case.board.by_color(color);
    let began = premises.men(color);
    if men.count() > began {
        return Some(Refutation::new(
            &MEN,
            men,
            format!("{} has {} pieces, but started with {began}", side(color), men.count()),
        ));
    }
    let pawns = case.men(color, Role::Pawn);
    let had = premises.count(color, Role::Pawn);
    if pawns.count() > had {
        return Some(Refutation::new(
            &PAWNS,
            pawns,
            format!("{} has {} pawns, but started with {had}", side(color), pawns.count()),
        ));
    }
    let extra = surplus(premises, case, color);
    let promoted: usize = extra.iter().map(|(_, n)| n).sum();
    if pawns.count() + promoted > had {
        let words: Vec<String> = extra
            .iter()
            .filter(|(_, n)| *n > 0)
            .map(|((role, _), n)| format!("{n} {}{}", noun(*role), if *n == 1 { "" } else { "s" }))
            .collect();
        return Some(Refutation::new(
            &PROMOTED,
            men & !pawns,
            format!(
                "{} has {} pawns and promoted pieces ({}), {} in total, but started with {had} pawns",
                side(color),
                pawns.count(),
                words.join(", "),
                pawns.count() + promoted,
            ),
        ));
    }
    None
}

/// How many pieces of each kind exceed those of the starting position; bishops by colour of square.
fn surplus(premises: &Premises, case: &Case, color: Color) -> [((Role, Bitboard), usize); 5] {
    [
        (Role::Queen, Bitboard::FULL),
        (Role::Rook, Bitboard::FULL),
        (Role::Bishop, Bitboard::LIGHT_SQUARES),
        (Role::Bishop, Bitboard::DARK_SQUARES),
        (Role::Knight, Bitboard::FULL),
    ]
    .map(|(role, squares)| {
        let has = (case.men(color, role) & squares).count();
        let had = (premises.array.by_piece(Piece { color, role }) & squares).count();
        ((role, squares), has.saturating_sub(had))
    })
}
