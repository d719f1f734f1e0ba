//! Why a move is not legal, in words.

use std::fmt;

use crate::geometry::{Side, Square};
use crate::kinds::PieceKind;
use crate::legal::Forbidden;
use crate::movement::{Hop, Movement, When, lame_path};
use crate::moves::Move;
use crate::notation::Notation;
use crate::notation::wish::{Becomes, Name, Way, Wish};
use crate::outcome::Outcome;
use crate::position::{Man, Position};
use crate::rules::{Rules, WallRule};

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// The text is not a move of the notation.
    Unreadable(String),
    /// It fits several legal moves: these, in UCI.
    Ambiguous(Vec<String>),
    /// It fits none: the reason.
    Illegal(String),
    /// The game has ended before it.
    Over(Outcome),
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            WhyNot::Unreadable(text) => write!(f, "“{text}” is not a move in this notation"),
            WhyNot::Ambiguous(moves) => write!(f, "it may be {}", moves.join(" or ")),
            WhyNot::Illegal(reason) => f.write_str(reason),
            WhyNot::Over(outcome) => write!(f, "the game is over: {}", outcome.reason),
        }
    }
}

impl std::error::Error for WhyNot {}

/// What a piece is called.
pub(crate) fn name(rules: &Rules, kind: PieceKind) -> String {
    if let Some(name) = rules.piece(kind).and_then(|piece| piece.name.as_deref()) {
        return name.to_owned();
    }
    if rules.stones() == Some(kind) {
        return "stone".into();
    }
    match kind.name().as_str() {
        "fersAlfil" => "fers-alfil".into(),
        "shogiPawn" => "pawn".into(),
        "shogiKnight" => "knight".into(),
        "dragonHorse" => "horse".into(),
        "janggiCannon" => "cannon".into(),
        "janggiElephant" => "elephant".into(),
        "clobber" | "breakthrough" | "immobile" => "man".into(),
        _ if kind.is_custom() => rules.letter(kind).to_string(),
        name => name.to_string(),
    }
}

/// Small numbers as words.
fn number(count: usize) -> String {
    match count {
        0 => "none".into(),
        1 => "one".into(),
        2 => "two".into(),
        3 => "three".into(),
        4 => "four".into(),
        _ => count.to_string(),
    }
}

/// A text that names several legal moves.
pub(crate) fn ambiguous(position: &Position, moves: &[Move]) -> WhyNot {
    WhyNot::Ambiguous(moves.iter().map(|&mv| position.write_move(Notation::Uci, mv)).collect())
}

/// A pseudo-legal move that the rules forbid.
pub(crate) fn forbidden(position: &Position, mv: Move, reason: Forbidden) -> WhyNot {
    let mut next = *position;
    next.make(mv);
    WhyNot::Illegal(forbidden_words(position, &next, reason))
}

fn forbidden_words(position: &Position, next: &Position, reason: Forbidden) -> String {
    let rules = position.rules();
    let at = |square: Square| match next.man(square).or(position.man(square)) {
        Some(man) => format!("the {} on {square}", name(rules, man.kind)),
        None => format!("a man on {square}"),
    };
    let on = |square: Square| position.man(square).map_or("a man".into(), |man| name(rules, man.kind));
    match reason {
        Forbidden::KingAttacked { king, by } => {
            format!("the king on {king} would be attacked by {}", at(by))
        }
        Forbidden::RoyalAttacked { man, by: Some(by) } => {
            format!("{}, which counts as a king, would be attacked by {}", at(man), at(by))
        }
        Forbidden::RoyalAttacked { by: None, .. } => {
            "a man that counts as a king would be lost by the move".into()
        }
        Forbidden::AllRoyalsAttacked => "all men that count as kings would be attacked".into(),
        Forbidden::CastlesThroughAttack { at, by } => {
            format!("{at}, which the king passes or reaches, is attacked by the {} on {by}", on(by))
        }
        Forbidden::KingsFace => "the kings would face each other with nothing between them".into(),
        Forbidden::GivesCheck => "it gives check, and this game knows no checks".into(),
        Forbidden::DropGivesCheck => "a man dropped may not give check".into(),
        Forbidden::PromotionGivesCheck => "a pawn that promotes may not give check".into(),
        Forbidden::MustCapture => "there is a capture, and captures must be made".into(),
        Forbidden::MustDrop => "a man in hand must be dropped first".into(),
        Forbidden::NeverMovesAgain => "the man could never move from there".into(),
        Forbidden::BishopsOnOneColour => "the bishops must stand on squares of both colours".into(),
        Forbidden::KingMayNotFlee => "the king may not move out of a check".into(),
        Forbidden::HasOtherMoves => "a side passes only if it has no other move".into(),
        Forbidden::TurnsToStone => "the king would turn to stone".into(),
        Forbidden::Overline => "Black would have more than five in a row".into(),
        Forbidden::TwoFours => "Black would make two fours at once".into(),
        Forbidden::TwoThrees => "Black would make two threes at once".into(),
    }
}

/// A requested move that no piece can make.
pub(crate) fn no_such_move(position: &Position, wish: &Wish) -> WhyNot {
    WhyNot::Illegal(match wish.way {
        Way::Pass => "this game knows no passing".into(),
        Way::Castle(right) => castling(position, right, wish),
        Way::Drop(to) => drop(position, wish.name, to),
        Way::Step { from_file, from_rank, to, .. } => step(position, wish, from_file, from_rank, to),
    })
}

fn castling(position: &Position, right: bool, wish: &Wish) -> String {
    let rules = position.rules();
    let side = position.side();
    let index = side as usize;
    if !rules.castling.enabled {
        return format!("{} has no castling", rules.name);
    }
    if let Some((kind, _)) = wish.gate
        && let Some(reason) = no_gate(position, kind)
    {
        return reason;
    }
    let way = if right { "to the right" } else { "to the left" };
    let rights = position.castling[index];
    let rook = if right { rights.kingside } else { rights.queenside };
    let (Some(king), Some(rook)) = (position.king_home[index], rook) else {
        return format!("{side} may not castle {way} any more");
    };
    if let Some(by) = position.checker(side) {
        return format!("the king is in check by the man on {by}");
    }
    match position.castling_way(king, rook).find(|&square| position.occupied(square)) {
        Some(square) => format!("{square} is not empty"),
        None => "castling is not written so".into(),
    }
}

/// Why a piece cannot enter at a gate.
fn no_gate(position: &Position, kind: PieceKind) -> Option<String> {
    let rules = position.rules();
    let side = position.side();
    let letter = rules.letter(kind);
    if kind == PieceKind::WALL {
        return (rules.walls.rule == WallRule::None).then(|| format!("{} has no walls", rules.name));
    }
    if !rules.seirawan {
        return Some(format!("{} has no gates", rules.name));
    }
    if position.in_hand(side, kind) == 0 {
        let what = name(rules, kind);
        return Some(format!("gating is over: the {what} ({letter}) has been placed"));
    }
    None
}

fn drop(position: &Position, wanted: Name, to: Square) -> String {
    let rules = position.rules();
    let side = position.side();
    let (Name::PieceKind(kind) | Name::Form(kind)) = wanted else { return "the drop names no man".into() };
    if kind == PieceKind::WALL {
        return match position.occupied(to) {
            true => format!("{to} is not empty: no wall can be set there"),
            false => format!("{side} may not set a wall on {to}"),
        };
    }
    let what = name(rules, kind);
    if !rules.drops.enabled {
        return format!("{} has no drops", rules.name);
    }
    if !rules.board.contains(to) {
        return format!("{to} is not on the board");
    }
    if position.in_hand(side, kind) == 0 {
        return format!("{side} has no {what} in hand");
    }
    if let Some(there) = position.man(to) {
        return format!("{to} is not empty: a {} of {} is there", name(rules, there.kind), there.side);
    }
    if position.occupied(to) {
        return format!("{to} is not empty");
    }
    let doubled = rules.drops.no_doubled == Some(kind);
    let on_file = position.squares_of(side, kind).filter(|square| square.file() == to.file()).count();
    if doubled && on_file >= rules.drops.no_doubled_count as usize {
        let file = (b'a' + to.file()) as char;
        return format!("a {what} of {side} stands on the {file}-file already");
    }
    match position.drop_region(kind).contains(to) {
        false => format!("{side} may not drop a {what} on {to}"),
        true => format!("a {what} is not dropped so"),
    }
}

fn step(
    position: &Position,
    wish: &Wish,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to: Square,
) -> String {
    let rules = position.rules();
    let side = position.side();
    if !rules.board.contains(to) {
        return format!("{to} is not on the board");
    }
    if position.holes.contains(to) {
        return match rules.walls.rule {
            WallRule::None => format!("{to} is a hole in the board"),
            _ => format!("a wall is on {to}"),
        };
    }
    let there = |square: &Square| {
        from_file.is_none_or(|file| file == square.file())
            && from_rank.is_none_or(|rank| rank == square.rank())
    };
    let men: Vec<(Square, Man)> = position
        .men_of(side)
        .iter()
        .filter(there)
        .filter_map(|square| Some((square, position.man(square)?)))
        .collect();
    let named: Vec<(Square, Man)> = men.iter().copied().filter(|(_, man)| wish.name.fits(*man)).collect();
    let place = match (from_file, from_rank) {
        (Some(file), Some(rank)) => format!(" on {}", Square::new(file, rank)),
        (Some(file), None) => format!(" on the {}-file", (b'a' + file) as char),
        (None, Some(rank)) => format!(" on rank {}", rank + 1),
        (None, None) => String::new(),
    };
    let [(from, man), ..] = named[..] else {
        return match wish.name {
            Name::PieceKind(kind) => format!("{side} has no {}{place}", name(rules, kind)),
            Name::Form(kind) => format!("{side} has no promoted {}{place}", name(rules, kind)),
            Name::Unstated => match place.is_empty() {
                true => format!("{side} has no man for it"),
                false => format!("no man of {side} stands{place}"),
            },
        };
    };
    // With several pieces of the kind, the one that comes nearest tells most.
    let reasons = named.iter().map(|&(from, man)| of_man(position, wish, man, from, to));
    let best = reasons.min_by_key(|(distance, _)| *distance);
    let (_, reason) = best.unwrap_or_else(|| of_man(position, wish, man, from, to));
    reason
}

/// Why this piece does not make the move, and how close it is to making it: 0 is closest.
fn of_man(position: &Position, wish: &Wish, man: Man, from: Square, to: Square) -> (u8, String) {
    let rules = position.rules();
    let what = name(rules, man.kind);
    if let Some(other) = position.man(to)
        && other.side == man.side
        && from != to
    {
        return (2, format!("a {} of {} itself stands on {to}", name(rules, other.kind), man.side));
    }
    let mut reachable = false;
    position.targets(man, from, |square, _| reachable |= square == to);
    if reachable {
        return (0, of_change(position, wish, man, from, to));
    }
    if let Some(other) = position.man(to)
        && position.immune(man.kind, other.kind)
    {
        return (1, format!("a {what} does not capture a {what}"));
    }
    let empty_board_says_no = !rules.may_stand(man.side, man.kind, to);
    let movements = rules.piece(man.kind).map_or(&[][..], |piece| &piece.movements);
    let mut best: Option<(u8, String)> = None;
    for movement in movements {
        if let Some(found) = of_movement(position, movement, man, from, to)
            && best.as_ref().is_none_or(|(distance, _)| found.0 < *distance)
        {
            best = Some(found);
        }
    }
    if empty_board_says_no {
        return (2, format!("the {what} may not stand on {to}"));
    }
    best.or_else(|| too_far(position, movements, man, from, to))
        .unwrap_or_else(|| (9, format!("the {what} on {from} {}", shape(movements, from, to))))
}

/// That the square is farther away than the piece goes at once in that direction, if it goes there at all.
fn too_far(p: &Position, movements: &[Movement], man: Man, from: Square, to: Square) -> Option<(u8, String)> {
    let far = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let steps = far.0.abs().max(far.1.abs());
    let unit = (far.0.signum(), far.1.signum());
    if steps < 2 || (unit.0 * steps, unit.1 * steps) != far && far.0 != 0 && far.1 != 0 {
        return None;
    }
    // Steps that each of its movements makes in that direction; 0 is any number.
    let reach = movements.iter().filter(|movement| p.in_season(movement, man, from)).filter_map(|movement| {
        let (files, ranks) = movement.step(man.side);
        let length = files.abs().max(ranks.abs());
        ((files, ranks) == (unit.0 * length, unit.1 * length)).then_some((length, movement.range))
    });
    let reach: Vec<(i8, u8)> = reach.collect();
    let goes_step_by_step = reach.iter().any(|&(length, _)| length == 1);
    let most = reach.iter().map(|&(length, range)| length.saturating_mul(range as i8)).max()?;
    let is_short = goes_step_by_step && most < steps && reach.iter().all(|&(_, range)| range != 0);
    let count = if most == 1 { "one step".into() } else { format!("{} steps", number(most as usize)) };
    is_short.then(|| {
        (8, format!("the {} on {from} goes {count} at the most that way", name(p.rules(), man.kind)))
    })
}

/// Why this movement does not reach the square; `None` if it does not lead there at all.
fn of_movement(
    p: &Position,
    movement: &Movement,
    man: Man,
    from: Square,
    to: Square,
) -> Option<(u8, String)> {
    let rules = p.rules();
    let what = name(rules, man.kind);
    let (files, ranks) = movement.step(man.side);
    let far = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    let steps = if files != 0 { far.0 / files } else { far.1 / ranks };
    if steps < 1 || (files * steps, ranks * steps) != far {
        return None;
    }
    if movement.range != 0 && steps as u8 > movement.range {
        // Too far is said of all its movements together.
        return None;
    }
    if !p.in_season(movement, man, from) {
        let squares = number(usize::from(far.0.unsigned_abs().max(far.1.unsigned_abs())));
        let words =
            format!("the {what} goes {squares} squares ahead from its first squares only, not from {from}");
        return p.has_season(movement, man).then_some((4, words));
    }
    if p.bound_soldier(man, from) && files != 0 {
        return Some((4, format!("the {what} on {from} goes straight ahead until it has crossed the river")));
    }
    if movement.lame {
        let blocked =
            (steps == 1).then(|| lame_path(from, files, ranks).find(|&square| p.occupied(square)))?;
        if let Some(square) = blocked {
            return Some((1, format!("the {what} on {from} is blocked at {square}")));
        }
    }
    let between: Vec<Square> = match movement.lame {
        true => Vec::new(),
        false => (1..steps).filter_map(|i| from.offset(files * i, ranks * i)).collect(),
    };
    let men: Vec<Square> = between.iter().copied().filter(|&square| p.occupied(square)).collect();
    let captures = p.man(to).is_some();
    let wanted = if captures { movement.capture } else { movement.quiet };
    match movement.hop {
        Hop::None => {
            if let Some(square) = men.first() {
                return Some((3, format!("the {what} on {from} cannot pass {square}")));
            }
        }
        Hop::Over | Hop::Behind if men.len() != 1 => {
            let verb = if men.len() == 1 { "is" } else { "are" };
            let needs =
                format!("the {what} on {from} needs exactly one man to jump over between {from} and {to}");
            return Some((
                if wanted { 1 } else { 5 },
                format!("{needs}: there {verb} {}", number(men.len())),
            ));
        }
        Hop::Over | Hop::Behind => {
            let cannon =
                |square: Square| p.man(square).is_some_and(|man| man.kind == PieceKind::JANGGI_CANNON);
            if man.kind == PieceKind::JANGGI_CANNON && cannon(men[0]) {
                return Some((1, format!("a cannon does not jump over a cannon: one stands on {}", men[0])));
            }
            if man.kind == PieceKind::JANGGI_CANNON && cannon(to) {
                return Some((1, "a cannon does not capture a cannon".into()));
            }
            if movement.hop == Hop::Behind && between.last() != men.first() {
                return Some((2, format!("the {what} lands right behind the man on {}", men[0])));
            }
        }
    }
    if wanted {
        return None;
    }
    let words = if captures {
        format!("the {what} on {from} moves to {to}, but does not capture there")
    } else {
        match passed_by(p, man, from, to) {
            Some(beside) => {
                format!("the man on {beside} has not just passed {to}: en passant is possible only at once")
            }
            None => format!("the {what} on {from} only captures so, and nothing is on {to}"),
        }
    };
    Some((2, words))
}

/// The man beside the pawn on `from` that it would take en passant on `to`, had it just passed there.
fn passed_by(p: &Position, man: Man, from: Square, to: Square) -> Option<Square> {
    let beside = Square::new(to.file(), from.rank());
    let is_pawn = |man: Man| p.rules().ep_kinds[man.side as usize].contains(man.kind);
    let other = p.man(beside)?;
    (other.side != man.side && is_pawn(man) && is_pawn(other)).then_some(beside)
}

/// The leaps or rides of the piece, and what was asked of it.
fn shape(movements: &[Movement], from: Square, to: Square) -> String {
    let (files, ranks) = (to.file().abs_diff(from.file()), to.rank().abs_diff(from.rank()));
    let asked = format!("{}-{}", files.min(ranks), files.max(ranks));
    let mut leaps: Vec<String> = Vec::new();
    let mut rides = false;
    for movement in movements.iter().filter(|movement| movement.when == When::Always) {
        let (f, r) = (movement.files.unsigned_abs(), movement.ranks.unsigned_abs());
        let text = format!("{}-{}", f.min(r), f.max(r));
        if !leaps.contains(&text) {
            leaps.push(text);
        }
        rides |= movement.range != 1;
    }
    leaps.sort();
    let verb = if rides { "rides" } else { "leaps" };
    match leaps.is_empty() {
        true => "does not move".into(),
        // The same leap in another direction.
        false if leaps.contains(&asked) => format!("does not go in that direction to {to}"),
        false => format!("{verb} {}, not {asked}", leaps.join(" or ")),
    }
}

/// Why the piece goes there, but not as stated: promotion, gates, captures.
fn of_change(position: &Position, wish: &Wish, man: Man, from: Square, to: Square) -> String {
    let rules = position.rules();
    let what = name(rules, man.kind);
    let side = man.side as usize;
    if let Some((kind, _)) = wish.gate {
        if let Some(reason) = no_gate(position, kind) {
            return reason;
        }
        if let (PieceKind::WALL, Some(at)) = (kind, wish.gate.and_then(|(_, at)| at)) {
            return format!("no wall can be set on {at} with this move");
        }
        let letter = rules.letter(kind);
        return format!("no man may enter behind a man that leaves {from} ({letter})");
    }
    if let Way::Step { captures: Some(true), .. } = wish.way
        && position.man(to).is_none()
    {
        return format!("there is nothing to capture on {to}");
    }
    let zone = rules.promotion.zone[side];
    match wish.becomes {
        Becomes::PieceKind(PieceKind::KING) => format!("no {what} becomes a king"),
        Becomes::PieceKind(kind) if !zone.contains(to) && !zone.contains(from) => {
            format!("the {what} does not promote to a {} on {to}", name(rules, kind))
        }
        Becomes::PieceKind(kind) => {
            let limit = rules.piece(kind).map_or(0, |piece| piece.limit);
            let standing = position.count_of(man.side, kind);
            match limit > 0 && standing >= limit as usize {
                true => format!("{} has {} {} already", man.side, number(standing), name(rules, kind)),
                false => format!("the {what} may not become a {}", name(rules, kind)),
            }
        }
        Becomes::Upgrade | Becomes::Demote => format!("the {what} does not promote on {to}"),
        Becomes::Unstated | Becomes::Same => format!("the {what} must promote on {to}: say to what"),
    }
}

impl fmt::Display for crate::outcome::Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        use crate::outcome::Reason::*;
        f.write_str(match self {
            Checkmate => "checkmate",
            Stalemate => "no legal move",
            PawnDropMate => "mate by a dropped pawn, which loses",
            WeakMate => "mate without the checks it needs",
            Extinction => "the men that count are gone",
            Flag => "a man has reached its goal",
            Checks => "enough checks have been given",
            Connected => "the men are connected",
            Castling => "a castling that decides",
            KingsFaced => "the kings have faced each other",
            BothPassed => "both sides have passed",
            FullBoard => "the board is full",
            MoveCount => "too many moves without a capture or a pawn move",
            Counted => "the count has run out",
            Repetition => "the position has come back",
            RepetitionNotJudged => "the position has come back; who chased whom is not judged",
            PerpetualCheck => "the position has come back with nothing but checks",
            MoveRepetition => "a man has gone to and fro",
            OnlyPromotions => "only promotions are left",
        })
    }
}

/// So that callers can name a side in a sentence of their own.
impl Side {
    /// `w` or `b`, as FEN writes it.
    #[must_use]
    pub fn letter(self) -> char {
        if self == Side::White { 'w' } else { 'b' }
    }
}
