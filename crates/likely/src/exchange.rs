//! Static exchange evaluation.

use shakmaty::{Bitboard, Board, Color, Role, Square, attacks};

/// The value of a piece in an exchange, in pawns.
#[must_use]
pub const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

/// The net gain of the mover, in pawns, if `role` moves from `from` to `to`, captures a piece worth `gain`,
/// and both sides then capture on `to` with their cheapest piece as long as it pays. Ignores pins.
pub(super) fn exchange(board: &Board, mover: Color, role: Role, from: Square, to: Square, gain: i32) -> i32 {
    let mut occupied = board.occupied() ^ Bitboard::from(from);
    let mut gains = [0i32; 32];
    gains[0] = gain;
    let mut depth = 0;
    let mut on_square = worth(role);
    let mut side = !mover;
    let diagonal = board.bishops() | board.queens();
    let straight = board.rooks() | board.queens();
    let mut attackers = (attacks::pawn_attacks(Color::White, to) & board.pawns() & board.black())
        | (attacks::pawn_attacks(Color::Black, to) & board.pawns() & board.white())
        | (attacks::knight_attacks(to) & board.knights())
        | (attacks::king_attacks(to) & board.kings())
        | (attacks::bishop_attacks(to, occupied) & diagonal)
        | (attacks::rook_attacks(to, occupied) & straight);
    loop {
        attackers &= occupied;
        let ours = attackers & board.by_color(side);
        if ours.is_empty() {
            break;
        }
        let cheapest = Role::ALL.iter().find_map(|&r| (ours & board.by_role(r)).first().map(|sq| (r, sq)));
        let Some((role, square)) = cheapest else { break };
        depth += 1;
        gains[depth] = on_square - gains[depth - 1];
        if gains[depth].max(-gains[depth - 1]) < 0 || depth == 31 {
            break;
        }
        on_square = worth(role);
        occupied ^= Bitboard::from(square);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= attacks::bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= attacks::rook_attacks(to, occupied) & straight;
        }
        side = !side;
    }
    while depth > 0 {
        gains[depth - 1] = -(-gains[depth - 1]).max(gains[depth]);
        depth -= 1;
    }
    gains[0]
}
