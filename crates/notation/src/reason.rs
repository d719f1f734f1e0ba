//! Explains in words why a move is illegal.

use shakmaty::{
    Bitboard, CastlingSide, Chess, Color, File, Move, Piece, Position, Rank, Role, Square, attacks,
};

use super::pseudo;
use crate::skeleton::{Capture, Deed, Displacement, Mark, Promotion, Roles, Scene, Skeleton};
use crate::words::{color_name, role_name, wing_name};

/// Why no legal move of the scene matches the skeleton. Each reason is a clause without a full stop; the most
/// specific is first.
#[must_use]
pub fn illegal(skeleton: &Skeleton, scene: Scene<'_>) -> Vec<String> {
    let position = scene.position;
    let legal = position.legal_moves();
    // A legal move that only the mark excludes.
    let unmarked: Vec<Move> = legal.iter().copied().filter(|&m| skeleton.describes(scene, m)).collect();
    if let Some(&m) = unmarked.first() {
        return vec![format!(
            "{} would fit but {}",
            super::spelling::san(position, m),
            mark_fault(skeleton.mark, position, m)
        )];
    }
    let mut reasons = match &skeleton.deed {
        Deed::Castle(side) => castling(position, *side),
        Deed::Displace(said) => displaced(said, scene),
        Deed::Pass => vec!["a side in check cannot pass".to_owned()],
        Deed::Same => vec!["the opponent's last move cannot be mirrored".to_owned()],
    };
    reasons.dedup();
    reasons
}

/// Whether no position at all allows what is said: a promotion to a king.
#[must_use]
pub fn is_never_legal(skeleton: &Skeleton) -> bool {
    matches!(&skeleton.deed, Deed::Displace(said) if said.promotion == Promotion::To(Role::King))
}

/// The reasons for all meanings of a text, without duplicates; general ones ("no pawn can take a piece") only
/// if there is no specific one, and that there is no such man only if no meaning names one that is there.
#[must_use]
pub fn all<'s>(skeletons: impl Iterator<Item = &'s Skeleton>, scene: Scene<'_>) -> Vec<String> {
    const MOST: usize = 4;
    let mut reasons: Vec<String> = Vec::new();
    let skeletons: Vec<&Skeleton> = skeletons.collect();
    let any_there = skeletons.iter().any(|skeleton| is_there(skeleton, scene));
    for skeleton in skeletons {
        if any_there && !is_there(skeleton, scene) {
            continue;
        }
        for reason in illegal(skeleton, scene) {
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
    }
    let names_squares = |reason: &String| reason.bytes().any(|byte| byte.is_ascii_digit());
    if reasons.iter().any(names_squares) {
        reasons.retain(names_squares);
    } else {
        reasons.truncate(1);
    }
    reasons.truncate(MOST);
    reasons
}

/// Whether a man stands where the skeleton says that one moves from.
fn is_there(skeleton: &Skeleton, scene: Scene<'_>) -> bool {
    match &skeleton.deed {
        Deed::Displace(said) => !movers(said, scene).is_empty(),
        Deed::Castle(_) | Deed::Pass | Deed::Same => true,
    }
}

/// Why the pseudo-legal `m` is illegal, e.g. "leaves the king on e1 in check from f2"; of castling what is wrong with it,
/// e.g. "castling out of check from f2".
#[must_use]
pub fn breaks_rules(position: &Chess, m: Move) -> Option<String> {
    if m.capture() == Some(Role::King) {
        return Some(format!("takes the king on {}", m.to()));
    }
    match m {
        Move::Castle { king, rook } => {
            let side = CastlingSide::from_king_side(king < rook);
            castling(position, Some(side)).into_iter().next()
        }
        _ => exposes_king(position, m),
    }
}

/// A move and what is wrong with it, as a clause.
fn clause(m: Move, why: &str) -> String {
    match m {
        Move::Castle { .. } => why.to_owned(),
        _ => format!("{} {why}", name_move(m)),
    }
}

fn mark_fault(mark: Mark, position: &Chess, m: Move) -> &'static str {
    let mut after = position.clone();
    after.play_unchecked(m);
    if after.checkers().is_empty() {
        return "gives no check";
    }
    match mark {
        Mark::Mate => "is not mate",
        Mark::Double | Mark::DoubleOrMate => "is a single check",
        _ => "is not a discovered check",
    }
}

fn displaced(said: &Displacement, scene: Scene<'_>) -> Vec<String> {
    let position = scene.position;
    let board = position.board();
    let us = position.turn();
    let mut reachable = pseudo::reachable(position);
    reachable.retain(|m| m.capture() != Some(Role::King));
    let meant = Skeleton::displace(*said);
    // The piece can reach the square, but the move is illegal.
    let forbidden: Vec<String> = reachable
        .iter()
        .filter(|&&m| meant.describes(scene, m))
        .filter_map(|&m| breaks_rules(position, m).map(|why| clause(m, &why)))
        .collect();
    if !forbidden.is_empty() {
        return forbidden;
    }
    if is_never_legal(&meant) {
        return vec![
            "no promotion to a king: a pawn becomes a queen, a rook, a bishop or a knight".to_owned(),
        ];
    }
    if said.en_passant && position.maybe_ep_square().is_none() {
        return vec!["no pawn has just moved two squares, so en passant is impossible".to_owned()];
    }
    if let Some(square) = said.from.single_square().filter(|&square| said.to.single_square() == Some(square))
    {
        return vec![format!("{square} is both squares, and no man moves to where it stands")];
    }
    let movers = movers(said, scene);
    if movers.is_empty() {
        return vec![nobody(said, us)];
    }
    // It can be reached if captures are ignored, so the capture is wrong.
    let any_capture = Displacement { capture: Capture::Unstated, ..*said };
    let near: Vec<Move> =
        reachable.iter().copied().filter(|&m| Skeleton::displace(any_capture).describes(scene, m)).collect();
    if said.to != Bitboard::FULL
        && let Some(&m) = near.first()
    {
        return vec![capture_fault(&said.capture, position, m)];
    }
    if matches!(said.capture, Capture::Takes(_)) && said.to == Bitboard::FULL {
        return vec![nothing_to_take(said, position)];
    }
    let mut reasons = Vec::new();
    for from in movers {
        let Some(piece) = board.piece_at(from) else { continue };
        for to in targets(said, position) {
            // Only the pawn of the file is meant.
            let captures = matches!(said.capture, Capture::Takes(_)) || said.from != Bitboard::FULL;
            let astray = piece.role == Role::Pawn
                && from.file() != to.file()
                && !(captures && attacks::pawn_attacks(us, from).contains(to));
            if to != from && !astray {
                reasons.push(unreachable(position, piece, from, to));
            }
        }
    }
    if let Promotion::To(_) = said.promotion
        && reasons.is_empty()
    {
        reasons.push("no pawn can promote this way".to_owned());
    }
    summed_up(said, us, reasons)
}

/// Combines many clauses into one sentence.
fn summed_up(said: &Displacement, us: Color, mut reasons: Vec<String>) -> Vec<String> {
    const MOST: usize = 4;
    if reasons.is_empty() || reasons.len() > MOST {
        let who = said.roles.single().map_or("man", role_name);
        let squares = list(said.to);
        let whose = color_name(us);
        reasons = vec![if said.to.count() <= 4 {
            format!("no {whose} {who} can reach {squares}")
        } else {
            format!("no {whose} {who} can move this way")
        }];
    }
    reasons
}

fn movers(said: &Displacement, scene: Scene<'_>) -> Vec<Square> {
    let board = scene.position.board();
    (scene.position.us() & said.from)
        .into_iter()
        .filter(|&square| board.role_at(square).is_some_and(|role| said.roles.contains(role)))
        .filter(|&square| said.which.describes(scene, square))
        .collect()
}

fn targets(said: &Displacement, position: &Chess) -> Vec<Square> {
    if said.to.count() > 8 {
        return Vec::new();
    }
    let mut targets: Vec<Square> = said.to.into_iter().collect();
    targets.sort_by_key(|&to| position.us().contains(to));
    targets
}

fn nobody(said: &Displacement, us: Color) -> String {
    let who = said.roles.single().map_or("man", role_name);
    let whose = color_name(us);
    if said.from == Bitboard::FULL {
        format!("{whose} has no such {who}")
    } else if said.from.count() == 1 {
        format!("{whose} has no {who} on {}", list(said.from))
    } else {
        format!("{whose} has no such {who} on the squares named")
    }
}

fn capture_fault(capture: &Capture, position: &Chess, m: Move) -> String {
    let to = m.to();
    match (capture, m.capture()) {
        (Capture::Takes(_), None) => format!("there is nothing on {to} to capture"),
        (Capture::Takes(victim), Some(role)) => match victim.roles.single() {
            Some(named) if named != role => {
                format!("the piece on {to} is a {}, not a {}", role_name(role), role_name(named))
            }
            _ => format!("the piece on {to} is not the one named"),
        },
        _ => {
            let who = position.board().role_at(to).map_or("man", role_name);
            format!("{} would capture the {who} on {to}, but the text has no capture", name_move(m))
        }
    }
}

fn nothing_to_take(said: &Displacement, position: &Chess) -> String {
    let who = said.roles.single().map_or("man", role_name);
    let whose = color_name(position.turn());
    let whom = match &said.capture {
        Capture::Takes(victim) => victim.roles.single().map_or("man", role_name),
        _ => "man",
    };
    format!("no {whose} {who} can capture a {whom}")
}

/// Why the piece on `from` cannot go to `to`.
fn unreachable(position: &Chess, piece: Piece, from: Square, to: Square) -> String {
    let board = position.board();
    let who = role_name(piece.role);
    if let Some(own) = board.piece_at(to).filter(|other| other.color == piece.color) {
        return format!("{to} is occupied by the {} {}", color_name(own.color), role_name(own.role));
    }
    if piece.role == Role::Pawn {
        return pawn_unreachable(position, from, to);
    }
    if attacks::attacks(from, piece, Bitboard::EMPTY).contains(to) {
        let blockers = attacks::between(from, to) & board.occupied();
        return match nearest(blockers, from) {
            Some(blocker) => format!("the {who} on {from} is blocked by {blocker}"),
            None => format!("the {who} on {from} cannot go to {to}"),
        };
    }
    format!("the {who} on {from} does not move to {to}")
}

fn pawn_unreachable(position: &Chess, from: Square, to: Square) -> String {
    let board = position.board();
    if from.file() != to.file() {
        let us = position.turn();
        if attacks::pawn_attacks(us, from).contains(to) {
            let beside = Square::from_coords(to.file(), from.rank());
            if board.piece_at(beside) == Some(Role::Pawn.of(!us)) {
                return format!(
                    "the pawn on {beside} has not just passed {to}: en passant is possible only at once"
                );
            }
            return format!(
                "the pawn on {from} can reach {to} only by a capture, and there is nothing to capture"
            );
        }
        return format!("the pawn on {from} cannot reach {to}");
    }
    let between = attacks::between(from, to) & board.occupied();
    if let Some(blocker) = nearest(between, from) {
        return format!("the pawn on {from} is blocked by {blocker}");
    }
    match board.role_at(to) {
        Some(role) => format!("the pawn on {from} is blocked by the {} on {to}", role_name(role)),
        None => format!("the pawn on {from} cannot reach {to} in one move"),
    }
}

fn nearest(blockers: Bitboard, from: Square) -> Option<Square> {
    blockers.into_iter().min_by_key(|square| square.distance(from))
}

/// Whether `m` leaves the mover's king in check, in words.
fn exposes_king(position: &Chess, m: Move) -> Option<String> {
    let us = position.turn();
    let before = position.board().king_of(us)?;
    let mut after = position.clone();
    after.play_unchecked(m);
    let king = after.board().king_of(us)?;
    let attackers = after.king_attackers(king, !us, after.board().occupied());
    let from = list(attackers);
    if attackers.is_empty() {
        None
    } else if m.role() == Role::King {
        Some(format!("moves into check from {from}"))
    } else if position.is_check() && !(position.checkers() & attackers).is_empty() {
        Some(format!("leaves the king on {before} in check from {from}"))
    } else {
        Some(format!("opens the king on {before} to check from {from}"))
    }
}

/// Why castling is illegal.
fn castling(position: &Chess, side: Option<CastlingSide>) -> Vec<String> {
    let sides = match side {
        Some(side) => vec![side],
        None => CastlingSide::ALL.to_vec(),
    };
    sides.into_iter().map(|side| castling_fault(position, side)).collect()
}

fn castling_fault(position: &Chess, side: CastlingSide) -> String {
    let us = position.turn();
    let board = position.board();
    let rank = us.fold_wb(Rank::First, Rank::Eighth);
    let wing = wing_name(side);
    let king = Square::from_coords(File::E, rank);
    let rook = Square::from_coords(if side == CastlingSide::KingSide { File::H } else { File::A }, rank);
    let whose = color_name(us);
    if board.piece_at(king) != Some(Role::King.of(us)) {
        return format!("castling on the {wing} side needs the {whose} king on {king}");
    }
    if board.piece_at(rook) != Some(Role::Rook.of(us)) {
        return format!("castling on the {wing} side needs a {whose} rook on {rook}");
    }
    if let Some(between) = nearest(attacks::between(king, rook) & board.occupied(), king) {
        return format!("castling on the {wing} side is blocked by {between}");
    }
    if position.castles().rook(us, side).is_none() {
        return format!(
            "castling on the {wing} side is no longer allowed: the king or the rook on {rook} has moved"
        );
    }
    let attackers = |square: Square| {
        let occupied = board.occupied().without(king);
        position.king_attackers(square, !us, occupied)
    };
    if position.is_check() {
        return format!("castling out of check from {}", list(position.checkers()));
    }
    for (square, how) in [(side.rook_to(us), "through"), (side.king_to(us), "to")] {
        let by = attackers(square);
        if by.any() {
            return format!("castling {how} {square}, attacked from {}", list(by));
        }
    }
    format!("castling on the {wing} side is not legal here")
}

fn name_move(m: Move) -> String {
    match m.from() {
        Some(from) => format!("the {} from {from} to {}", role_name(m.role()), m.to()),
        None => m.to().to_string(),
    }
}

/// "e4", "e4 or e5".
fn list(squares: Bitboard) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    match names.split_last() {
        None => "nowhere".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
    }
}

/// The roles of a set in words: "knight or bishop".
#[must_use]
pub fn roles_name(roles: Roles) -> String {
    let names: Vec<&str> =
        Role::ALL.into_iter().filter(|&role| roles.contains(role)).map(role_name).collect();
    if names.len() == 6 { "any piece".to_owned() } else { names.join(" or ") }
}
