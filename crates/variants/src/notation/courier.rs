//! Game Courier's notation: a label and coordinates, parts joined by `;`, a comment after `//`.
//!
//! `P e2-e4` moves, `P*e4` drops, `Q-e8` puts a piece on a square, `@-d5` empties one. A move is its first
//! part; the parts after it tell what else changes: `P e7-e8; Q-e8`, `K e1-g1; R h1-f1`, `P e5-d6; @-d5`.

use crate::geometry::Square;
use crate::kinds::PieceKind;
use crate::moves::{Change, Move};
use crate::position::Position;
use crate::why::WhyNot;

use super::wish::{Becomes, Name, Way, Wish};

/// Writes a move.
pub(super) fn write(position: &Position, mv: Move) -> String {
    let rules = position.rules();
    let us = position.side();
    let label = |kind: PieceKind| match us {
        crate::Side::White => rules.letter(kind),
        crate::Side::Black => rules.letter(kind).to_ascii_lowercase(),
    };
    let step = |from: Square, to: Square| {
        let kind = position.man(from).map_or(PieceKind::PAWN, |man| man.kind);
        format!("{} {from}-{to}", label(kind))
    };
    let gate = |text: String| match mv.gate() {
        Some(gate) => format!("{text}; {}-{}", label(gate.kind), gate.at),
        None => text,
    };
    match mv {
        Move::Pass => "pass".into(),
        Move::Drop { kind, promoted, to } => {
            let form = rules.piece(kind).and_then(|piece| piece.promoted).filter(|_| promoted);
            format!("{}*{to}", label(form.unwrap_or(kind)))
        }
        Move::EnPassant { from, to, .. } => match position.en_passant_victim(to) {
            Some(victim) => format!("{}; @-{victim}", step(from, to)),
            None => step(from, to),
        },
        Move::Castle { king, rook, .. } => {
            let (king_to, rook_to) = position.castling_squares(king, rook);
            gate(format!("{}; {}", step(king, king_to), step(rook, rook_to)))
        }
        Move::Step { from, to, change, .. } => {
            let man = position.man(from);
            let becomes = match change {
                Change::Same => None,
                Change::Promote(kind) => Some(kind),
                Change::Upgrade => man.and_then(|man| rules.piece(man.kind)).and_then(|piece| piece.promoted),
                Change::Demote => man.and_then(|man| man.base.kind()),
            };
            let text = step(from, to);
            gate(becomes.map_or(text.clone(), |kind| format!("{text}; {}-{to}", label(kind))))
        }
    }
}

/// One part of a move.
enum CourierPart {
    /// A piece goes.
    Goes { label: Option<PieceKind>, from: Square, to: Square },
    /// A piece is put on a square, by a drop or by a change.
    Put { kind: PieceKind, at: Square, drop: bool },
    /// A square is emptied.
    Empty,
}

fn part(position: &Position, text: &str) -> Option<CourierPart> {
    let rules = position.rules();
    let text = text.trim();
    let square = |text: &str| Square::parse(text.trim()).filter(|&square| rules.board.contains(square));
    if let Some((label, at)) = text.split_once('*') {
        return Some(CourierPart::Put { kind: kind(position, label)?, at: square(at)?, drop: true });
    }
    let (first, to) = text.split_once('-')?;
    let first = first.trim();
    if first == "@" {
        square(to)?;
        return Some(CourierPart::Empty);
    }
    if let Some(from) = square(first) {
        return Some(CourierPart::Goes { label: None, from, to: square(to)? });
    }
    match first.rsplit_once(char::is_whitespace) {
        Some((label, from)) => Some(CourierPart::Goes {
            label: Some(kind(position, label)?),
            from: square(from)?,
            to: square(to)?,
        }),
        None => Some(CourierPart::Put { kind: kind(position, first)?, at: square(to)?, drop: false }),
    }
}

fn kind(position: &Position, label: &str) -> Option<PieceKind> {
    let mut letters = label.trim().chars();
    let (letter, rest) = (letters.next()?, letters.next());
    rest.is_none().then(|| position.rules().kind_of(letter)).flatten()
}

/// Reads a move.
pub(super) fn read(position: &Position, text: &str) -> Result<Wish, WhyNot> {
    let text = text.split("//").next().unwrap_or("").trim();
    let unreadable = || WhyNot::Unreadable(text.to_string());
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Wish::new(Name::Unstated, Way::Pass));
    }
    let parts: Vec<&str> = text.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
    let mut parts = parts.into_iter().map(|text| part(position, text));
    let first = parts.next().flatten().ok_or_else(unreadable)?;
    let mut wish = match first {
        CourierPart::Goes { label, from, to } => {
            let name = label.map_or(Name::Unstated, Name::PieceKind);
            let (from_file, from_rank) = (Some(from.file()), Some(from.rank()));
            let way = Way::Step { from_file, from_rank, to, captures: None };
            Wish { becomes: Becomes::Same, ..Wish::new(name, way) }
        }
        CourierPart::Put { kind, at, .. } => Wish::new(Name::PieceKind(kind), Way::Drop(at)),
        CourierPart::Empty => return Err(unreadable()),
    };
    for part in parts {
        let Way::Step { to, from_file, from_rank, .. } = wish.way else { return Err(unreadable()) };
        match part.ok_or_else(unreadable)? {
            CourierPart::Put { kind, at, drop: false } if at == to => wish.becomes = Becomes::PieceKind(kind),
            CourierPart::Put { kind, at, .. } => wish.gate = Some((kind, Some(at))),
            CourierPart::Empty => {}
            // The second piece of castling: the rook's square says with which rook.
            CourierPart::Goes { from, to: second, .. } => {
                let king = from_file.zip(from_rank).map(|(file, rank)| Square::new(file, rank));
                let castles = king
                    .and_then(|square| position.man(square))
                    .is_some_and(|man| man.kind == position.rules().castling.king)
                    && position
                        .man(from)
                        .is_some_and(|man| position.rules().castling.rooks.contains(man.kind));
                if !castles {
                    let words = format!("a turn is one move, and {from}-{second} is a second one");
                    return Err(WhyNot::Illegal(words));
                }
                let way = Way::Step { from_file, from_rank, to: from, captures: None };
                let own = position.man(from).is_some_and(|man| man.side == position.side());
                if !own {
                    return Err(unreadable());
                }
                wish.way = way;
            }
        }
    }
    Ok(wish)
}
