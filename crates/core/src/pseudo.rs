//! Pseudo-legal moves that are illegal: errors over the board that no one noticed.

use shakmaty::{Bitboard, CastlingSide, Chess, Move, Position, Rank, Role, Square, attacks};

use crate::pass::is_null;

/// A null move.
pub const NULL: &str = "--";

/// The move with both squares, as illegal moves are written: `Bf1c4`, `Qf2xg1`, `O-O`.
#[must_use]
pub fn long(m: Move) -> String {
    if is_null(m) {
        return NULL.to_owned();
    }
    if let Some(side) = m.castling_side() {
        return if side == CastlingSide::KingSide { "O-O" } else { "O-O-O" }.to_owned();
    }
    let letter = match m.role() {
        Role::Pawn => String::new(),
        role => role.upper_char().to_string(),
    };
    let from = m.from().map(|square| square.to_string()).unwrap_or_default();
    let sign = if m.is_capture() { "x" } else { "" };
    let promotion = m.promotion().map(|role| format!("={}", role.upper_char())).unwrap_or_default();
    format!("{letter}{from}{sign}{}{promotion}", m.to())
}

/// The pseudo-legal moves that are not in `legal`: those that leave the king in check, and castling without
/// the right or through check.
#[must_use]
pub fn illegal_moves(position: &Chess, legal: &[Move]) -> Vec<Move> {
    let mut moves = reachable(position);
    moves.retain(|m| !legal.contains(m));
    moves
}

/// All moves of the side to move by the movement of the pieces only, ignoring check; even capturing a king.
#[must_use]
pub fn reachable(position: &Chess) -> Vec<Move> {
    let board = position.board();
    let mut moves = Vec::with_capacity(64);
    for from in position.us() {
        let Some(piece) = board.piece_at(from) else { continue };
        if piece.role == Role::Pawn {
            pawn_moves(position, from, &mut moves);
            continue;
        }
        for to in attacks::attacks(from, piece, board.occupied()) & !position.us() {
            push(position, piece.role, from, to, None, &mut moves);
        }
    }
    for side in CastlingSide::ALL {
        castling(position, side, &mut moves);
    }
    moves
}

fn push(
    position: &Chess,
    role: Role,
    from: Square,
    to: Square,
    promotion: Option<Role>,
    moves: &mut Vec<Move>,
) {
    let capture = position.board().role_at(to);
    moves.push(Move::Normal { role, from, capture, to, promotion });
}

fn pawn_moves(position: &Chess, from: Square, moves: &mut Vec<Move>) {
    let us = position.turn();
    let board = position.board();
    let mut targets = attacks::pawn_attacks(us, from) & position.them();
    let step = us.fold_wb(8, -8);
    if let Some(one) = from.offset(step).filter(|&to| board.piece_at(to).is_none()) {
        targets |= Bitboard::from(one);
        let home = us.fold_wb(Rank::Second, Rank::Seventh);
        if let Some(two) = one.offset(step).filter(|&to| from.rank() == home && board.piece_at(to).is_none())
        {
            targets |= Bitboard::from(two);
        }
    }
    for to in targets {
        if to.rank() == us.fold_wb(Rank::Eighth, Rank::First) {
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                push(position, Role::Pawn, from, to, Some(role), moves);
            }
        } else {
            push(position, Role::Pawn, from, to, None, moves);
        }
    }
    if let Some(to) = position.maybe_ep_square().filter(|&to| attacks::pawn_attacks(us, from).contains(to)) {
        moves.push(Move::EnPassant { from, to });
    }
}

fn castling(position: &Chess, side: CastlingSide, moves: &mut Vec<Move>) {
    let us = position.turn();
    let rank = us.fold_wb(Rank::First, Rank::Eighth);
    let king = Square::from_coords(shakmaty::File::E, rank);
    let rook =
        Square::from_coords(if side.is_king_side() { shakmaty::File::H } else { shakmaty::File::A }, rank);
    let board = position.board();
    if board.piece_at(king) == Some(Role::King.of(us))
        && board.piece_at(rook) == Some(Role::Rook.of(us))
        && (attacks::between(king, rook) & board.occupied()).is_empty()
    {
        moves.push(Move::Castle { king, rook });
    }
}
