//! Standard algebraic notation as Fairy-Stockfish writes it, for every variant: chess pawns have no letter,
//! all other men have; drops are `P@e4`, promotions `=Q`, men that enter at a gate `/H`.

use crate::geometry::Square;
use crate::kinds::Kind;
use crate::moves::{Change, Move};
use crate::position::Position;
use crate::rules::Rules;

/// The letter of a kind in a move: the second letter, where the rules give two.
pub(super) fn letter(rules: &Rules, kind: Kind) -> char {
    let synonym = rules.piece(kind).and_then(|piece| piece.synonym);
    synonym.map_or(rules.letter(kind), |letter| letter.to_ascii_uppercase() as char)
}

/// Which other squares a man of the same kind could make the same move from.
pub(super) fn rivals(position: &Position, mv: Move) -> Vec<Square> {
    let Some((from, man)) = mv.from().and_then(|from| Some((from, position.man(from)?))) else {
        return Vec::new();
    };
    let same = |other: Square| match mv {
        Move::Step { to, change, .. } => Move::Step { from: other, to, change, gate: None },
        Move::EnPassant { to, .. } => Move::EnPassant { from: other, to },
        other => other,
    };
    // A man that enters at a gate tells where the move starts.
    if mv.gate().is_some() {
        return Vec::new();
    }
    let could = |&other: &Square| {
        let mut moves = Vec::new();
        position.moves_from(other, &mut moves);
        let wanted = same(other);
        moves.contains(&wanted) && position.forbidden(wanted).is_none()
    };
    position.squares_of(man.side, man.kind).filter(|&other| other != from).filter(could).collect()
}

/// Writes a move.
pub(super) fn write(position: &Position, mv: Move) -> String {
    let mut text = bare(position, mv);
    if position.gives_check(mv) {
        text.push(if position.after(mv).has_legal_move() { '+' } else { '#' });
    }
    text
}

/// Writes a move without the mark of a check.
pub(super) fn bare(position: &Position, mv: Move) -> String {
    let rules = position.rules();
    match mv {
        Move::Castle { king, rook, gate } => {
            let castle = if rook.file() > king.file() { "O-O" } else { "O-O-O" };
            let gate = gate.map(|gate| format!("/{}{}", rules.letter(gate.kind), gate.at));
            format!("{castle}{}", gate.unwrap_or_default())
        }
        Move::Drop { kind, promoted, to } => {
            let shown = rules.piece(kind).and_then(|piece| piece.promoted).filter(|_| promoted).unwrap_or(kind);
            format!("{}@{to}", letter(rules, shown))
        }
        Move::Pass => {
            // A pass is written as a move of the king to its own square.
            let square = position.king(position.side()).or_else(|| position.men_of(position.side()).iter().next());
            square.and_then(|square| Some((square, position.man(square)?))).map_or("--".into(), |(square, man)| {
                let letter = (man.kind != Kind::PAWN).then(|| letter(rules, man.kind));
                format!("{}{square}", letter.map_or(String::new(), String::from))
            })
        }
        Move::Step { from, to, .. } | Move::EnPassant { from, to } => {
            let Some(man) = position.man(from) else { return "--".into() };
            let (change, gate) = match mv {
                Move::Step { change, gate, .. } => (change, gate),
                _ => (Change::Same, None),
            };
            let mut text = String::new();
            let is_pawn = man.kind == Kind::PAWN;
            if !is_pawn {
                text.push(letter(rules, man.kind));
            }
            let captures = position.is_capture(mv);
            let file = || ((b'a' + from.file()) as char).to_string();
            let promotes_aside = matches!(change, Change::Promote(_)) && from != to && rules.promotion.sittuyin;
            if is_pawn && captures {
                text.push_str(&file());
            } else if is_pawn && promotes_aside {
                text.push_str(&from.to_string());
            } else {
                let rivals = rivals(position, mv);
                text.push_str(&match rivals.is_empty() {
                    true => String::new(),
                    false if rivals.iter().all(|rival| rival.file() != from.file()) => file(),
                    false if rivals.iter().all(|rival| rival.rank() != from.rank()) => (from.rank() + 1).to_string(),
                    false => from.to_string(),
                });
            }
            if captures {
                text.push('x');
            }
            text.push_str(&to.to_string());
            let becomes = match change {
                Change::Same => None,
                Change::Promote(kind) => Some(kind),
                Change::Upgrade => rules.piece(man.kind).and_then(|piece| piece.promoted),
                Change::Demote => man.base.kind(),
            };
            if let Some(kind) = becomes {
                text.push('=');
                text.push(rules.letter(kind));
            }
            if let Some(gate) = gate {
                text.push('/');
                text.push(rules.letter(gate.kind));
            }
            text
        }
    }
}
