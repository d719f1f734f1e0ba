//! UCI and USI: squares of departure and arrival.

use crate::geometry::{Board, Square};
use crate::kinds::PieceKind;
use crate::moves::{Change, Move};
use crate::position::Position;
use crate::why::WhyNot;

use super::wish::{Becomes, Name, Way, Wish};

/// How squares are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Squares {
    /// `e4`.
    Letters,
    /// `7g`: files in figures from the right, ranks in letters from the top.
    Shogi,
}

impl Squares {
    fn write(self, board: Board, square: Square) -> String {
        match self {
            Squares::Letters => square.to_string(),
            Squares::Shogi => {
                let rank = (b'a' + (board.ranks - 1).saturating_sub(square.rank())) as char;
                format!("{}{rank}", board.files.saturating_sub(square.file()))
            }
        }
    }

    fn read(self, board: Board, text: &str) -> Option<(Square, &str)> {
        match self {
            Squares::Letters => Square::parse_prefix(text).filter(|(square, _)| board.contains(*square)),
            Squares::Shogi => {
                let digits = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
                let file = board.files.checked_sub(text[..digits].parse().ok()?)?;
                let letter = text[digits..].bytes().next().filter(u8::is_ascii_lowercase)? - b'a';
                let rank = (board.ranks - 1).checked_sub(letter)?;
                let is_there = file < board.files && rank < board.ranks;
                is_there.then(|| (Square::new(file, rank), &text[digits + 1..]))
            }
        }
    }
}

/// Writes a move as engines do; a wall behind a comma, with the square where the piece arrived: `e2e4,e4e5`.
pub(super) fn write(position: &Position, mv: Move, squares: Squares) -> String {
    if let Some(at) = mv.wall() {
        let to = match mv {
            Move::Castle { king, rook, .. } => Some(position.castling_squares(king, rook).0),
            _ => mv.to(),
        };
        let name = |square: Square| squares.write(position.rules().board, square);
        let to = to.map_or_else(String::new, name);
        return format!("{},{to}{}", write(position, mv.with_gate(None), squares), name(at));
    }
    let name = |square: Square| squares.write(position.rules().board, square);
    // A wall alone stands behind the step of a piece to its own square, as Fairy-Stockfish has it.
    if let Some(at) = mv.lone_wall() {
        let own = position.men_of(position.side()).iter().next().map_or_else(String::new, name);
        return format!("{own}{own},{own}{}", name(at));
    }
    let rules = position.rules();
    let small = |kind: PieceKind| rules.letter(kind).to_ascii_lowercase();
    match mv {
        Move::Pass => {
            let us = position.side();
            let own = || position.men_of(us).iter().next();
            let square = position.king(us).or_else(own).map(name);
            square.map_or("0000".into(), |square| format!("{square}{square}"))
        }
        Move::Drop { kind, promoted, to } => {
            let sign = if squares == Squares::Shogi { '*' } else { '@' };
            format!("{}{}{sign}{}", if promoted { "+" } else { "" }, rules.letter(kind), name(to))
        }
        Move::EnPassant { from, to, .. } => format!("{}{}", name(from), name(to)),
        Move::Castle { king, rook, gate } => {
            let (king_to, _) = position.castling_squares(king, rook);
            match gate {
                Some(gate) if gate.at == rook => format!("{}{}{}", name(rook), name(king), small(gate.kind)),
                _ => {
                    // Where an ordinary move of the king goes to the same square, the rook's square is named.
                    let mut steps = Vec::new();
                    position.bare_moves_from(king, &mut steps);
                    let to = match rules.chess960 || steps.contains(&Move::step(king, king_to)) {
                        true => rook,
                        false => king_to,
                    };
                    let gate = gate.map_or(String::new(), |gate| small(gate.kind).to_string());
                    format!("{}{}{gate}", name(king), name(to))
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
            format!("{}{}{suffix}", name(from), name(to))
        }
    }
}

/// Reads a move of engines.
pub(super) fn read(position: &Position, text: &str, squares: Squares) -> Result<Wish, WhyNot> {
    let rules = position.rules();
    let text = text.trim();
    let unreadable = || WhyNot::Unreadable(text.to_string());
    if let Some((text, wall)) = text.split_once(',') {
        let (first, rest) = squares.read(rules.board, wall).ok_or_else(unreadable)?;
        let at =
            if rest.is_empty() { first } else { squares.read(rules.board, rest).ok_or_else(unreadable)?.0 };
        let steps =
            squares.read(rules.board, text).map(|(from, rest)| (from, squares.read(rules.board, rest)));
        let stays = matches!(steps, Some((from, Some((to, "")))) if from == to);
        if rules.walls.or_move && (text == "0000" || stays) {
            return Ok(Wish::new(Name::PieceKind(PieceKind::WALL), Way::Drop(at)));
        }
        let wish = read(position, text, squares)?;
        return Ok(Wish { gate: Some((PieceKind::WALL, Some(at))), ..wish });
    }
    if text == "0000" {
        return Ok(Wish::new(Name::Unstated, Way::Pass));
    }
    if let Some((letters, square)) = text.split_once(['@', '*']) {
        let (form, letter) = match letters.strip_prefix('+') {
            Some(letter) => (true, letter),
            None => (false, letters),
        };
        let mut letter = letter.chars();
        let (Some(first), None) = (letter.next(), letter.next()) else { return Err(unreadable()) };
        let kind = rules.kind_of(first).ok_or_else(unreadable)?;
        let (to, rest) = squares.read(rules.board, square).ok_or_else(unreadable)?;
        let name = if form { Name::Form(kind) } else { Name::PieceKind(kind) };
        return if rest.is_empty() { Ok(Wish::new(name, Way::Drop(to))) } else { Err(unreadable()) };
    }
    let (from, rest) = squares.read(rules.board, text).ok_or_else(unreadable)?;
    let (to, suffix) = squares.read(rules.board, rest).ok_or_else(unreadable)?;
    if from == to && suffix.is_empty() {
        return Ok(Wish::new(Name::Unstated, Way::Pass));
    }
    let way = |from: Square, to: Square| Way::Step {
        from_file: Some(from.file()),
        from_rank: Some(from.rank()),
        to,
        captures: None,
    };
    let mut wish = Wish { becomes: Becomes::Same, ..Wish::new(Name::Unstated, way(from, to)) };
    match suffix {
        "" => {}
        "+" => wish.becomes = Becomes::Upgrade,
        "-" => wish.becomes = Becomes::Demote,
        letter => {
            let mut letters = letter.chars();
            let (Some(first), None) = (letters.next(), letters.next()) else { return Err(unreadable()) };
            let kind = rules.kind_of(first).ok_or_else(unreadable)?;
            let man = position.man(from);
            let king_on_to = position.man(to).is_some_and(|man| man.side == position.side());
            // With gates a letter says who enters, unless a pawn promotes.
            let gates = rules.seirawan && man.is_some_and(|man| man.kind != PieceKind::PAWN);
            if !gates {
                wish.becomes = Becomes::PieceKind(kind);
            } else if king_on_to && man.is_some_and(|man| rules.castling.rooks.contains(man.kind)) {
                // The rook's square first: the piece enters there.
                wish = Wish { gate: Some((kind, Some(from))), becomes: Becomes::Same, ..wish };
                wish.way = way(to, from);
            } else {
                wish.gate = Some((kind, Some(from)));
            }
        }
    }
    Ok(wish)
}
