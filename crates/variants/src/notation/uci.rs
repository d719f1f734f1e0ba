//! UCI: squares of departure and arrival.

use crate::kinds::Kind;
use crate::moves::{Change, Move};
use crate::position::Position;

/// Writes a move as engines do.
pub(super) fn write(position: &Position, mv: Move) -> String {
    let rules = position.rules();
    let small = |kind: Kind| rules.letter(kind).to_ascii_lowercase();
    match mv {
        Move::Pass => {
            let us = position.side();
            let own = || position.men_of(us).iter().next();
            position.king(us).or_else(own).map_or("0000".into(), |square| format!("{square}{square}"))
        }
        Move::Drop { kind, promoted, to } => {
            format!("{}{}@{to}", if promoted { "+" } else { "" }, rules.letter(kind))
        }
        Move::EnPassant { from, to } => format!("{from}{to}"),
        Move::Castle { king, rook, gate } => {
            let (king_to, _) = position.castling_squares(king, rook);
            match gate {
                Some(gate) if gate.at == rook => format!("{rook}{king}{}", small(gate.kind)),
                _ => {
                    // Where an ordinary move of the king goes to the same square, the rook's square is named.
                    let mut steps = Vec::new();
                    position.moves_from(king, &mut steps);
                    let to = match rules.chess960 || steps.contains(&Move::step(king, king_to)) {
                        true => rook,
                        false => king_to,
                    };
                    format!("{king}{to}{}", gate.map_or(String::new(), |gate| small(gate.kind).to_string()))
                }
            }
        }
        Move::Step { from, to, change, gate } => {
            let suffix = match (change, gate) {
                (Change::Promote(kind), _) => small(kind).to_string(),
                (Change::Upgrade, _) => "+".into(),
                (Change::Demote, _) => "-".into(),
                (Change::Same, Some(gate)) => small(gate.kind).to_string(),
                (Change::Same, None) => String::new(),
            };
            format!("{from}{to}{suffix}")
        }
    }
}
