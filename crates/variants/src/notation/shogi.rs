//! Shogi as westerners write it, with squares in figures: `P-76`, `Bx22+`, `G49-58`, `P*55`, `+R-28`.

use crate::geometry::{Board, Square};
use crate::moves::{Change, Move};
use crate::position::{Base, Position};
use crate::why::WhyNot;

use super::san;
use super::wish::{Becomes, Name, Way, Wish};

fn square_text(board: Board, square: Square) -> String {
    format!("{}{}", board.files.saturating_sub(square.file()), board.ranks.saturating_sub(square.rank()))
}

/// Every square of the board that is written so: with ten files or more, figures can be read two ways.
fn squares(board: Board, text: &str) -> Vec<Square> {
    board.squares().filter(|&square| square_text(board, square) == text).collect()
}

/// Writes a move.
pub(super) fn write(position: &Position, mv: Move) -> String {
    let rules = position.rules();
    let name = |square| square_text(rules.board, square);
    match mv {
        Move::Drop { kind, promoted, to } => {
            format!("{}{}*{}", if promoted { "+" } else { "" }, san::letter(rules, kind), name(to))
        }
        Move::Step { from, to, .. } | Move::EnPassant { from, to, .. } => {
            let Some(man) = position.man(from) else { return "--".into() };
            let change = match mv {
                Move::Step { change, .. } => change,
                _ => Change::Same,
            };
            let mut text = match man.base {
                Base::Form(kind) => format!("+{}", rules.letter(kind)),
                _ => san::letter(rules, man.kind).to_string(),
            };
            let form = |base: Base| matches!(base, Base::Form(_)).then_some(base);
            let same_base =
                |rival: &Square| position.man(*rival).is_some_and(|other| form(other.base) == form(man.base));
            if san::rivals(position, mv).iter().any(same_base) {
                text.push_str(&name(from));
            }
            text.push(if position.is_capture(mv) { 'x' } else { '-' });
            text.push_str(&name(to));
            let could_promote = || {
                let mut moves = Vec::new();
                position.moves_from(from, &mut moves);
                moves.contains(&Move::Step { from, to, change: Change::Upgrade, gate: None })
            };
            match change {
                Change::Same if could_promote() => text.push('='),
                Change::Same => {}
                Change::Upgrade => text.push('+'),
                Change::Demote => text.push('-'),
                Change::Promote(kind) => {
                    text.push('=');
                    text.push(rules.letter(kind));
                }
            }
            if let Some(gate) = mv.gate() {
                text.push('/');
                text.push(rules.letter(gate.kind));
            }
            text
        }
        Move::Pass => {
            let square =
                position.king(position.side()).or_else(|| position.men_of(position.side()).iter().next());
            let man = square.and_then(|square| Some((square, position.man(square)?)));
            man.map_or("--".into(), |(at, man)| format!("{}-{}", san::letter(rules, man.kind), name(at)))
        }
        Move::Castle { .. } => san::bare(position, mv),
    }
}

/// Reads a move.
pub(super) fn read(position: &Position, text: &str) -> Result<Wish, WhyNot> {
    let rules = position.rules();
    let text = text.trim();
    let unreadable = || WhyNot::Unreadable(text.to_string());
    let castles = ["O-O", "0-0"].into_iter().any(|castle| text.starts_with(castle));
    if castles || text == "--" {
        return san::read(position, text);
    }
    let (text, gate) = match text.split_once('/') {
        Some((text, letter)) => {
            let kind = letter.chars().next().and_then(|letter| rules.kind_of(letter));
            (text, Some((kind.ok_or_else(unreadable)?, None)))
        }
        None => (text, None),
    };
    let (name, body) = san::read_name(position, text).ok_or_else(unreadable)?;
    if name == Name::Unstated {
        return san::read(position, text);
    }
    let operator = body.find(['-', 'x', '*', '\'']).ok_or_else(unreadable)?;
    let (origin, rest) = (&body[..operator], &body[operator + 1..]);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let becomes = match &rest[digits..] {
        "" => Becomes::Unstated,
        "+" => Becomes::Upgrade,
        "-" => Becomes::Demote,
        "=" => Becomes::Same,
        other => {
            let letter = other.strip_prefix('=').and_then(|letter| letter.chars().next());
            Becomes::PieceKind(letter.and_then(|letter| rules.kind_of(letter)).ok_or_else(unreadable)?)
        }
    };
    let one = |text: &str| match squares(rules.board, text)[..] {
        [square] => Ok(square),
        _ => Err(unreadable()),
    };
    let to = one(&rest[..digits])?;
    // A pass is written as a move of the king to the square where it stands.
    let stands = position.man(to).is_some_and(|man| man.side == position.side() && name.fits(man));
    let passes = rules.pass.contains(&true) || rules.pass_on_stalemate.contains(&true);
    if stands && passes && origin.is_empty() && becomes == Becomes::Unstated {
        return Ok(Wish::new(Name::Unstated, Way::Pass));
    }
    let way = match body.as_bytes()[operator] {
        b'*' | b'\'' => Way::Drop(to),
        sign => {
            let from = if origin.is_empty() { None } else { Some(one(origin)?) };
            Way::Step {
                from_file: from.map(Square::file),
                from_rank: from.map(Square::rank),
                to,
                captures: (sign == b'x').then_some(true),
            }
        }
    };
    Ok(Wish { becomes, gate, ..Wish::new(name, way) })
}
