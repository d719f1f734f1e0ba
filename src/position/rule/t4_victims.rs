//! Tier 4: the victims of the pawns. Each capture that a pawn needed took a man that is gone, on a
//! square where that man can have been; what a pawn that is gone can have done depends on the
//! captures that its own side has left for it.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color, Piece, Rank, Role, Square};

use super::t4_pawns::{homes, moved};
use crate::position::{
    case::{Case, list, rank, side},
    facts::{Facts, matching},
    mobility::shade,
    premises::{Kind, Premises},
    refutation::{Refutation, Rule},
};

/// Every capture that the pawns needed has its victim.
pub static VICTIMS: Rule = Rule {
    tier: 4,
    id: "T4-victims",
    doc: "each capture that the pawns of both sides needed took another of the men that are gone, where that man can have been",
};

pub(in crate::position) static RULES: &[&Rule] = &[&VICTIMS];

/// Most ways to bring the pawns of a side home that are looked at.
const PLANS: usize = 200;

/// One way for the pawns of a side to have come where they stand.
#[derive(Clone, Debug, Default)]
struct Plan {
    /// The files of the array whose pawns are not among them, as bits.
    gone: u8,
    /// For each capture, the squares on which it can have been made.
    captures: Vec<Bitboard>,
}

pub(in crate::position) fn check(premises: &Premises, case: &Case, facts: &Facts) -> Option<Refutation> {
    if premises.kind != Kind::Standard {
        return None;
    }
    let white = plans(premises, case, facts, Color::White)?;
    let black = plans(premises, case, facts, Color::Black)?;
    if white.iter().chain(&black).all(|plan| plan.captures.is_empty()) {
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
            "{} and {}: however the pawns on {} got there, some capture took a man that cannot have been on that square",
            lost(Color::White),
            lost(Color::Black),
            list(pawns)
        ),
    ))
}

/// The ways to bring the pawns of `color` home within the captures that its side made; none if
/// there are too many to look at.
fn plans(premises: &Premises, case: &Case, facts: &Facts, color: Color) -> Option<Vec<Plan>> {
    let homes = homes(premises, &facts.mobility, color);
    let pawns = moved(case, &facts.mobility, color);
    let all = homes.iter().fold(0, |files, home| files | 1 << u32::from(home.file()));
    let root = Plan { gone: all, captures: Vec::new() };
    let most = usize::from(facts.side(!color).missing);
    let mut plans = vec![root];
    for pawn in pawns {
        let mut next: Vec<Plan> = Vec::new();
        for plan in &plans {
            for &home in &homes {
                let bit = 1 << u32::from(home.file());
                if plan.gone & bit == 0 {
                    continue;
                }
                let Some(captures) = captures(color, home, pawn) else { continue };
                if plan.captures.len() + captures.len() <= most {
                    let captures = plan.captures.iter().copied().chain(captures).collect();
                    next.push(Plan { gone: plan.gone & !bit, captures });
                }
            }
        }
        if next.len() > PLANS {
            return None;
        }
        plans = next;
    }
    Some(plans)
}

/// Where a pawn can have captured that went from `home` to `goal`, file by file; none if it
/// cannot.
fn captures(color: Color, home: Square, goal: Square) -> Option<ArrayVec<Bitboard, 7>> {
    let height = |square: Square| color.relative_rank(square.rank()).to_u32();
    let rise = height(goal).checked_sub(height(home)).filter(|&rise| rise > 0)?;
    let aside = home.file().distance(goal.file());
    if aside > rise {
        return None;
    }
    let step = if goal.file() > home.file() { 1 } else { -1 };
    let mut squares = ArrayVec::new();
    let mut file = home.file();
    for n in 1..=aside {
        file = file.offset(step)?;
        let lowest = height(home) + n;
        let highest = height(goal) - (aside - n);
        squares.push(
            (lowest..=highest)
                .map(|rank| Square::from_coords(file, color.relative_rank(Rank::new(rank))))
                .collect(),
        );
    }
    Some(squares)
}

/// Whether the captures of `color` in `plan` have each a victim of their own, the other side's
/// pawns having come where they are by `other`.
fn fed(premises: &Premises, case: &Case, facts: &Facts, color: Color, plan: &Plan, other: &Plan) -> bool {
    if plan.captures.is_empty() {
        return true;
    }
    let victims = victims(premises, case, facts, !color, other);
    // For each capture, the victims it can have taken, as squares of an imaginary board.
    let choices: Vec<Bitboard> = plan
        .captures
        .iter()
        .map(|&squares| {
            let can = |index: &usize| victims[*index].intersects(squares);
            (0..victims.len()).filter(can).map(|index| Square::new(index as u32)).collect()
        })
        .collect();
    matching(&choices) == choices.len()
}

/// For each man that `color` lost, or may have lost, where a pawn can have taken it.
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
    let spare = usize::from(facts.side(!color).missing).saturating_sub(plan.captures.len());
    for &home in &homes(premises, mobility, color) {
        if plan.gone >> u32::from(home.file()) & 1 == 0 {
            continue;
        }
        let ways = mobility.pawn_ways(color, Bitboard::from(home), u32::try_from(spare).unwrap_or(u32::MAX));
        // A promoted man may also replace one of the array that was taken.
        let promoted = ways.intersects(rank(color, 8));
        let _ = victims.try_push(if promoted { Bitboard::FULL } else { ways });
    }
    victims
}
