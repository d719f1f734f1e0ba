//! Standard algebraic notation as Fairy-Stockfish writes it, for every variant: chess pawns have no letter,
//! all other pieces have; drops are `P@e4`, promotions `=Q`, pieces that enter at a gate `/H`.

use crate::geometry::Square;
use crate::kinds::PieceKind;
use crate::moves::{Change, Move};
use crate::position::Position;
use crate::rules::{Rules, WallRule};
use crate::why::WhyNot;

use super::wish::{Becomes, Name, Way, Wish};

/// The letter of a kind in a move: the second letter, where the rules give two.
pub(super) fn letter(rules: &Rules, kind: PieceKind) -> char {
    let synonym = rules.piece(kind).and_then(|piece| piece.synonym);
    synonym.map_or(rules.letter(kind), |letter| letter.to_ascii_uppercase() as char)
}

/// Which other squares a piece of the same kind could make the same move from.
pub(super) fn rivals(position: &Position, mv: Move) -> Vec<Square> {
    let Some((from, man)) = mv.from().and_then(|from| Some((from, position.man(from)?))) else {
        return Vec::new();
    };
    let same = |other: Square| match mv {
        Move::Step { to, change, .. } => Move::Step { from: other, to, change, gate: None },
        Move::EnPassant { to, .. } => Move::EnPassant { from: other, to, gate: None },
        other => other,
    };
    // A piece that enters at a gate tells where the move starts; a wall does not.
    if mv.gate().is_some() && mv.wall().is_none() {
        return Vec::new();
    }
    let could = |&other: &Square| {
        let mut moves = Vec::new();
        position.bare_moves_from(other, &mut moves);
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

/// Writes a move without the mark of a check; a wall behind `@`, since a comma is no sign of PGN: `e4@e5`.
pub(super) fn bare(position: &Position, mv: Move) -> String {
    if let Some(at) = mv.wall() {
        return format!("{}@{at}", bare(position, mv.with_gate(None)));
    }
    if let Some(at) = mv.lone_wall() {
        return format!("@{at}");
    }
    let rules = position.rules();
    match mv {
        Move::Castle { king, rook, gate } => {
            let castle = if rook.file() > king.file() { "O-O" } else { "O-O-O" };
            let gate = gate.map(|gate| format!("/{}{}", rules.letter(gate.kind), gate.at));
            format!("{castle}{}", gate.unwrap_or_default())
        }
        Move::Drop { to, .. } if rules.stones().is_some() => to.to_string(),
        Move::Drop { kind, promoted, to } => {
            let shown =
                rules.piece(kind).and_then(|piece| piece.promoted).filter(|_| promoted).unwrap_or(kind);
            format!("{}@{to}", letter(rules, shown))
        }
        Move::Pass => {
            // A pass is written as a move of the king to its own square.
            let square =
                position.king(position.side()).or_else(|| position.men_of(position.side()).iter().next());
            square.and_then(|square| Some((square, position.man(square)?))).map_or(
                "--".into(),
                |(square, man)| {
                    let letter = (man.kind != PieceKind::PAWN).then(|| letter(rules, man.kind));
                    format!("{}{square}", letter.map_or(String::new(), String::from))
                },
            )
        }
        Move::Step { from, to, .. } | Move::EnPassant { from, to, .. } => {
            let Some(man) = position.man(from) else { return "--".into() };
            let (change, gate) = match mv {
                Move::Step { change, gate, .. } => (change, gate),
                _ => (Change::Same, None),
            };
            let mut text = String::new();
            let is_pawn = man.kind == PieceKind::PAWN;
            if !is_pawn {
                text.push(letter(rules, man.kind));
            }
            let captures = position.is_capture(mv);
            let file = || ((b'a' + from.file()) as char).to_string();
            let promotes_aside =
                matches!(change, Change::Promote(_)) && from != to && rules.promotion.sittuyin;
            if is_pawn && captures {
                text.push_str(&file());
            } else if is_pawn && promotes_aside {
                text.push_str(&from.to_string());
            } else {
                let rivals = rivals(position, mv);
                text.push_str(&match rivals.is_empty() {
                    true => String::new(),
                    false if rivals.iter().all(|rival| rival.file() != from.file()) => file(),
                    false if rivals.iter().all(|rival| rival.rank() != from.rank()) => {
                        (from.rank() + 1).to_string()
                    }
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

/// Reads a move: `Nbd7`, `exd6`, `O-O/Hb1`, `P@e4`, `e8=Q`, marks at its end or not.
pub(super) fn read(position: &Position, text: &str) -> Result<Wish, WhyNot> {
    let rules = position.rules();
    let unreadable = || WhyNot::Unreadable(text.trim().to_string());
    let core = text.trim().trim_end_matches(['+', '#', '!', '?', '‡', '†']);
    if matches!(core, "--" | "pass" | "Pass" | "0000" | "@@@@") {
        return Ok(Wish::new(Name::Unstated, Way::Pass));
    }
    // The square of a wall: `e4@e5`, or `e4,e5` as Fairy-Stockfish has it.
    let walls = rules.walls.rule != WallRule::None;
    if let Some((text, wall)) = core.split_once([',', '@', 'Θ', 'θ']).filter(|_| walls) {
        let at = Square::parse(wall).ok_or_else(unreadable)?;
        // A wall alone: `@e5`, or behind the word for no move.
        if rules.walls.or_move && matches!(text, "" | "--" | "0000") {
            return Ok(Wish::new(Name::PieceKind(PieceKind::WALL), Way::Drop(at)));
        }
        return Ok(Wish { gate: Some((PieceKind::WALL, Some(at))), ..read(position, text)? });
    }
    // Where stones are placed, a point is a move: `h8`, `H8`.
    if let Some((kind, to)) = rules.stones().zip(Square::parse(&core.to_ascii_lowercase())) {
        return Ok(Wish::new(Name::PieceKind(kind), Way::Drop(to)));
    }
    let (core, gate) = match core.split_once('/') {
        Some((core, gate)) => {
            let mut letters = gate.chars();
            let kind = letters.next().and_then(|letter| rules.kind_of(letter)).ok_or_else(unreadable)?;
            let at = letters.as_str();
            let at = if at.is_empty() { None } else { Some(Square::parse(at).ok_or_else(unreadable)?) };
            (core, Some((kind, at)))
        }
        None => (core, None),
    };
    let castle = core.replace('0', "O");
    if castle == "O-O" || castle == "O-O-O" {
        return Ok(Wish { gate, ..Wish::new(Name::Unstated, Way::Castle(castle == "O-O")) });
    }
    let (core, becomes) = match core.split_once('=') {
        Some((core, "")) => (core, Becomes::Same),
        Some((core, letter)) => {
            let mut letters = letter.chars();
            let kind = letters.next().and_then(|letter| rules.kind_of(letter)).ok_or_else(unreadable)?;
            (core, Becomes::PieceKind(kind))
        }
        None => (core, Becomes::Unstated),
    };
    let (name, body) = read_name(position, core).ok_or_else(unreadable)?;
    if let Some(square) = body.strip_prefix(['@', '*']) {
        let square = Square::parse(square).ok_or_else(unreadable)?;
        let name = if name == Name::Unstated { pawn_name(position) } else { name };
        return Ok(Wish { gate, ..Wish::new(name, Way::Drop(square)) });
    }
    // The last square is where the piece arrives; what stands before says where it comes from.
    let start = body.rfind(|c: char| c.is_ascii_lowercase() && c != 'x').ok_or_else(unreadable)?;
    let to = Square::parse(&body[start..]).ok_or_else(unreadable)?;
    let before = &body[..start];
    let captures = before.contains(['x', ':']).then_some(true);
    let origin: String = before.chars().filter(|c| !matches!(c, 'x' | ':' | '-')).collect();
    let (mut from_file, mut from_rank) = (None, None);
    let mut digits = origin.as_str();
    if let Some(letter) = digits.bytes().next().filter(u8::is_ascii_lowercase) {
        from_file = Some(letter - b'a');
        digits = &digits[1..];
    }
    if !digits.is_empty() {
        let rank: u8 = digits.parse().map_err(|_| unreadable())?;
        from_rank = Some(rank.checked_sub(1).ok_or_else(unreadable)?);
    }
    let full = from_file.is_some() && from_rank.is_some();
    let name = if name == Name::Unstated && !full { pawn_name(position) } else { name };
    if full && from_file == Some(to.file()) && from_rank == Some(to.rank()) && becomes == Becomes::Unstated {
        return Ok(Wish::new(Name::Unstated, Way::Pass));
    }
    let wish = Wish::new(name, Way::Step { from_file, from_rank, to, captures });
    // A pass is written as a move of the king to the square where it stands.
    let stands = position.man(to).is_some_and(|man| man.side == position.side() && name.fits(man));
    let passes = rules.pass.contains(&true) || rules.pass_on_stalemate.contains(&true);
    if stands && passes && becomes == Becomes::Unstated && origin.is_empty() {
        return Ok(Wish::new(Name::Unstated, Way::Pass));
    }
    Ok(Wish { becomes, gate, ..wish })
}

/// The piece that a move without a letter means: the pawn of chess, or else the piece with the letter p.
pub(super) fn pawn_name(position: &Position) -> Name {
    let rules = position.rules();
    match rules.piece(PieceKind::PAWN) {
        Some(_) => Name::PieceKind(PieceKind::PAWN),
        None => rules.kind_of('p').map_or(Name::PieceKind(PieceKind::PAWN), Name::PieceKind),
    }
}

/// The piece's letter at the start of a move, a plus for a promoted piece before it.
pub(super) fn read_name<'t>(position: &Position, text: &'t str) -> Option<(Name, &'t str)> {
    let (form, rest) = match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    match rest.chars().next().filter(char::is_ascii_uppercase) {
        Some(letter) => {
            let kind = position.rules().kind_of(letter)?;
            Some((if form { Name::Form(kind) } else { Name::PieceKind(kind) }, &rest[1..]))
        }
        None => (!form).then_some((Name::Unstated, rest)),
    }
}
