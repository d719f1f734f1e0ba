//! Tier 4: the victims of the pawns. Each capture that a pawn needed took a piece that is gone, on a
//! square where that piece can have been; what a pawn that is gone can have done depends on the
//! captures that its own side has left for it.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Piece, Role, Square};

use crate::{
    case::{Case, list, rank, side},
    facts::{Facts, matching},
    mobility::shade,
    plan::{Plan, plans},
    premises::{Premises, StartKind},
    refutation::{Refutation, Rule},
};

/// Every capture that the pawns needed has its victim.
pub static VICTIMS: Rule = Rule {
    tier: 4,
    id: "T4-victims",
    doc: "each required capture by a pawn took a different missing piece, where that piece can have been",
};

pub(crate) static RULES: &[&Rule] = &[&VICTIMS];

pub(crate) fn check(premises: &Premises, case: &Case, facts: &Facts) -> Option<Refutation> {
    if premises.kind != StartKind::Standard {
        return None;
    }
    let white = plans(premises, case, facts, Color::White)?;
    let black = plans(premises, case, facts, Color::Black)?;
    if white.iter().chain(&black).all(|plan| plan.captures == 0) {
        return None;
    }
    let can_be = white.iter().any(|white| {
        black.iter().any(|black| {
            fed(premises, case, facts, Color::White, white, black)
                && fed(premises, case, facts, Color::Black, black, white)
        })
    });
    if can_be {
        return None;
    }
    let pawns = case.board.pawns() & !facts.mobility.steady;
    let lost = |color| format!("{} has lost {}", side(color), facts.side(color).missing);
    Some(Refutation::new(
        &VICTIMS,
        pawns,
        format!(
            "{} and {}: whatever the paths of the pawns on {}, some capture took a piece that cannot have been on that square",
            lost(Color::White),
            lost(Color::Black),
            list(pawns)
        ),
    ))
}

/// Whether the captures of `color` in `plan` have each a victim of their own, the other side's
/// pawns having come where they are by `other`.
fn fed(premises: &Premises, case: &Case, facts: &Facts, color: Color, plan: &Plan, other: &Plan) -> bool {
    if plan.captures == 0 {
        return true;
    }
    let victims = victims(premises, case, facts, !color, other);
    // For each capture, the victims it can have taken, as squares of an imaginary board.
    let choices: Vec<Bitboard> = plan
        .journeys
        .iter()
        .flat_map(|journey| &journey.captures)
        .map(|&squares| {
            let can = |index: &usize| victims[*index].intersects(squares);
            (0..victims.len()).filter(can).map(|index| Square::new(index as u32)).collect()
        })
        .collect();
    matching(&choices) == choices.len()
}

/// For each piece that `color` lost, or may have lost, where a pawn can have taken it.
fn victims(
    premises: &Premises,
    case: &Case,
    facts: &Facts,
    color: Color,
    plan: &Plan,
) -> ArrayVec<Bitboard, 32> {
    let mobility = &facts.mobility;
    let mut victims = ArrayVec::new();
    let kinds = [
        (Role::Knight, Bitboard::FULL),
        (Role::Bishop, Bitboard::LIGHT_SQUARES),
        (Role::Bishop, Bitboard::DARK_SQUARES),
        (Role::Rook, Bitboard::FULL),
        (Role::Queen, Bitboard::FULL),
    ];
    for (role, squares) in kinds {
        let piece = Piece { color, role };
        let homes = premises.array.by_piece(piece) & squares;
        let stand = (case.board.by_piece(piece) & squares).count();
        let region = homes
            .into_iter()
            .filter(|&home| !(mobility.steady.contains(home)))
            .map(|home| {
                let within = if premises.one_colour.contains(&piece) { shade(home) } else { Bitboard::FULL };
                mobility.region(piece, home, within)
            })
            .fold(Bitboard::EMPTY, |all, region| all | region);
        for _ in stand..homes.count() {
            let _ = victims.try_push(region);
        }
    }
    let spare = usize::from(facts.side(!color).missing).saturating_sub(plan.captures);
    for home in plan.gone {
        let ways = mobility.pawn_ways(color, Bitboard::from(home), u32::try_from(spare).unwrap_or(u32::MAX));
        // A promoted piece may also replace one of the starting position that was taken.
        let promoted = ways.intersects(rank(color, 8));
        let _ = victims.try_push(if promoted { Bitboard::FULL } else { ways });
    }
    victims
}
