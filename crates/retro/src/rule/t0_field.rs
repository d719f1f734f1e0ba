//! Tier 0: claims that contradict the board.

use scorebook_core::faults::missing_king;
use shakmaty::{Bitboard, Color, File, Piece, Role, Square};

use crate::{
    case::{Case, forward, list, rank, side},
    premises::{Premises, StartKind},
    refutation::{Refutation, Rule},
};

/// Each side has exactly one king.
pub static KINGS: Rule = Rule { tier: 0, id: "T0-kings", doc: "each side has exactly one king" };
/// No pawn stands on the first or the last rank.
pub static PAWN_RANK: Rule =
    Rule { tier: 0, id: "T0-pawn-rank", doc: "no pawn is on the first or last rank" };
/// King and rook of a castling right stand at home.
pub static CASTLING: Rule = Rule {
    tier: 0,
    id: "T0-castling",
    doc: "king and rook of a castling right are on their original squares",
};
/// The pawn that made the double step is behind the en passant square; the square it came from is empty.
pub static EN_PASSANT: Rule = Rule {
    tier: 0,
    id: "T0-en-passant",
    doc: "the en passant square and the square the pawn left are empty, and the pawn is in front of them",
};
/// A piece said not to have moved stands as in the starting position.
pub static UNMOVED: Rule = Rule {
    tier: 0,
    id: "T0-unmoved",
    doc: "a piece that never moved is on its original square; pawns on their second rank never moved",
};

pub(crate) static RULES: &[&Rule] = &[&KINGS, &PAWN_RANK, &CASTLING, &EN_PASSANT, &UNMOVED];

/// The first contradiction.
pub(crate) fn check(premises: &Premises, case: &Case) -> Option<Refutation> {
    kings(case)
        .or_else(|| pawn_rank(case))
        .or_else(|| castling(premises, case))
        .or_else(|| en_passant(case))
        .or_else(|| unmoved(premises, case))
}

fn kings(case: &Case) -> Option<Refutation> {
    Color::ALL.into_iter().find_map(|color| {
        let kings = case.men(color, Role::King);
        (kings.count() != 1).then(|| {
            let count = kings.count();
            let what = match count {
                0 => missing_king(&case.board),
                _ => format!("{} has {count} kings, on {}", side(color), list(kings)),
            };
            Refutation::new(&KINGS, kings, what)
        })
    })
}

fn pawn_rank(case: &Case) -> Option<Refutation> {
    let pawns = case.board.pawns() & Bitboard::BACKRANKS;
    pawns.any().then(|| {
        Refutation::new(
            &PAWN_RANK,
            pawns,
            format!("a pawn cannot be on the first or last rank: {}", list(pawns)),
        )
    })
}

/// A right needs the king and that rook of its colour on the first rank, in chess on e1/e8 and the
/// corner.
fn castling(premises: &Premises, case: &Case) -> Option<Refutation> {
    case.castling.into_iter().find_map(|rook| castling_right(premises, case, rook))
}

/// Why castling with the rook on `rook` is impossible, if the placement alone tells.
pub(crate) fn castling_right(premises: &Premises, case: &Case, rook: Square) -> Option<Refutation> {
    let color = Color::ALL.into_iter().find(|color| color.backrank() == rook.rank());
    let Some(color) = color else {
        return Some(Refutation::new(&CASTLING, rook, format!("no rook can castle from {rook}")));
    };
    let king = case.men(color, Role::King) & color.backrank();
    if !case.men(color, Role::Rook).contains(rook) {
        return Some(Refutation::new(
            &CASTLING,
            rook,
            format!("{} has no rook on {rook} to castle with", side(color)),
        ));
    }
    if king.is_empty() {
        return Some(Refutation::new(
            &CASTLING,
            case.men(color, Role::King),
            format!("{}'s king has left its first rank and cannot castle", side(color)),
        ));
    }
    let home = Square::from_coords(File::E, color.backrank());
    if premises.kind == StartKind::Standard {
        if !king.contains(home) {
            return Some(Refutation::new(
                &CASTLING,
                king,
                format!("{}'s king is not on {home} and cannot castle", side(color)),
            ));
        }
        if !premises.array.by_piece(Piece { color, role: Role::Rook }).contains(rook) {
            return Some(Refutation::new(
                &CASTLING,
                rook,
                format!("no rook of {} started on {rook}", side(color)),
            ));
        }
    }
    None
}

fn en_passant(case: &Case) -> Option<Refutation> {
    let square = case.ep?;
    let mover = !case.turn;
    let bad = |why: String| Some(Refutation::new(&EN_PASSANT, square, why));
    if square.rank() != rank(mover, 3) {
        return bad(format!(
            "{} moved last, so the en passant square must be on rank {}, not {square}",
            side(mover),
            rank(mover, 3)
        ));
    }
    let (Some(pawn), Some(left)) = (forward(mover, square), forward(!mover, square)) else {
        return bad(format!("{square} cannot be an en passant square"));
    };
    if !case.men(mover, Role::Pawn).contains(pawn) {
        return bad(format!("there is no pawn of {} on {pawn} in front of {square}", side(mover)));
    }
    let taken = case.board.occupied() & (Bitboard::from(square) | Bitboard::from(left));
    if taken.any() {
        return bad(format!(
            "the pawn on {pawn} cannot just have moved two squares: {} is occupied",
            list(taken)
        ));
    }
    None
}

fn unmoved(premises: &Premises, case: &Case) -> Option<Refutation> {
    for color in Color::ALL {
        let pawns = case.men(color, Role::Pawn) & rank(color, 2);
        let strange = pawns & !premises.array.by_piece(color.pawn());
        if strange.any() {
            return Some(Refutation::new(
                &UNMOVED,
                strange,
                format!("{} started without the pawn on {}", side(color), list(strange)),
            ));
        }
    }
    let strange: Bitboard = premises
        .unmoved
        .into_iter()
        .filter(|&square| {
            let man = case.board.piece_at(square);
            man.is_none() || (premises.kind == StartKind::Standard && man != premises.array.piece_at(square))
        })
        .collect();
    strange.any().then(|| {
        Refutation::new(
            &UNMOVED,
            strange,
            format!("the piece on {} is not the one that started there", list(strange)),
        )
    })
}
