//! What a text asks for, and the search that finds the move.

use crate::geometry::Square;
use crate::kinds::PieceKind;
use crate::moves::{Change, Move};
use crate::position::{Base, Man, Position};
use crate::rules::WallRule;
use crate::why::{self, WhyNot};

/// What a text says of the piece that moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Name {
    /// Nothing.
    Unstated,
    /// Its kind.
    PieceKind(PieceKind),
    /// Its kind before it took its promoted form.
    Form(PieceKind),
}

impl Name {
    /// Whether the name fits the piece.
    pub(crate) fn fits(self, man: Man) -> bool {
        match self {
            Name::Unstated => true,
            Name::PieceKind(kind) => man.kind == kind,
            Name::Form(kind) => man.base == Base::Form(kind),
        }
    }
}

/// What a text says of promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Becomes {
    /// Nothing: the piece stays what it is, unless it cannot.
    Unstated,
    /// The piece declines.
    Same,
    /// This kind, by choice, by its promoted form, or back.
    PieceKind(PieceKind),
    /// Its promoted form.
    Upgrade,
    /// What it was.
    Demote,
}

/// What a text says of the move.
#[derive(Clone, Debug)]
pub(crate) enum Way {
    /// A step, or castling by the king's squares.
    Step {
        /// The file it comes from, if told.
        from_file: Option<u8>,
        /// The rank it comes from, if told.
        from_rank: Option<u8>,
        /// Where it arrives.
        to: Square,
        /// Whether it captures, if stated.
        captures: Option<bool>,
    },
    /// A drop.
    Drop(Square),
    /// Castling to the right (`true`) or the left.
    Castle(bool),
    /// No piece moves.
    Pass,
}

/// What a text asks for.
#[derive(Clone, Debug)]
pub(crate) struct Wish {
    /// The piece.
    pub name: Name,
    /// The move.
    pub way: Way,
    /// The promotion.
    pub becomes: Becomes,
    /// Who enters at a gate, and where if told.
    pub gate: Option<(PieceKind, Option<Square>)>,
}

impl Wish {
    /// A wish for a move without promotion or gate.
    pub(crate) fn new(name: Name, way: Way) -> Wish {
        Wish { name, way, becomes: Becomes::Unstated, gate: None }
    }

    /// Whether the change is the stated one. With `lenient`, a text that states none fits every change.
    fn takes_change(&self, position: &Position, man: Man, change: Change, lenient: bool) -> bool {
        let upgraded = || position.rules().piece(man.kind).and_then(|piece| piece.promoted);
        match (self.becomes, change) {
            (Becomes::Unstated, _) if lenient => true,
            (Becomes::Unstated | Becomes::Same, change) => change == Change::Same,
            (Becomes::Upgrade, change) => change == Change::Upgrade,
            (Becomes::Demote, change) => change == Change::Demote,
            (Becomes::PieceKind(kind), Change::Promote(to)) => kind == to,
            (Becomes::PieceKind(kind), Change::Upgrade) => upgraded() == Some(kind),
            (Becomes::PieceKind(kind), Change::Demote) => man.base.kind() == Some(kind),
            (Becomes::PieceKind(_), Change::Same) => false,
        }
    }

    /// Whether this is the move that the text asks for.
    fn fits(&self, position: &Position, mv: Move, lenient: bool) -> bool {
        let gate = match (self.gate, mv.gate()) {
            (None, None) => true,
            (Some((kind, at)), Some(gate)) => kind == gate.kind && at.is_none_or(|at| at == gate.at),
            _ => false,
        };
        let man_on = |square: Square| position.man(square);
        gate && match (&self.way, mv) {
            (Way::Pass, Move::Pass) => true,
            (Way::Castle(right), Move::Castle { king, rook, .. }) => *right == (rook.file() > king.file()),
            (Way::Drop(square), Move::Drop { kind, promoted, to }) => {
                let name = match self.name {
                    Name::PieceKind(named) => {
                        let form = position.rules().piece(kind).and_then(|piece| piece.promoted);
                        if promoted { form == Some(named) } else { kind == named }
                    }
                    Name::Form(named) => promoted && kind == named,
                    Name::Unstated => false,
                };
                name && to == *square
            }
            (Way::Step { from_file, from_rank, to, captures }, mv) => {
                let Some(from) = mv.from() else { return false };
                let (arrives, change) = match mv {
                    Move::Step { to, change, .. } => (to, change),
                    Move::EnPassant { to, .. } => (to, Change::Same),
                    // Castling may be told by the king's two squares, or by the king's and the rook's.
                    Move::Castle { king, rook, .. } => {
                        let (king_to, _) = position.castling_squares(king, rook);
                        let told = from_file.is_some() && from_rank.is_some();
                        if !told {
                            return false;
                        }
                        (if *to == rook { rook } else { king_to }, Change::Same)
                    }
                    _ => return false,
                };
                let Some(man) = man_on(from) else { return false };
                arrives == *to
                    && self.name.fits(man)
                    && from_file.is_none_or(|file| file == from.file())
                    && from_rank.is_none_or(|rank| rank == from.rank())
                    && captures.is_none_or(|captures| captures == position.is_capture(mv))
                    && self.takes_change(position, man, change, lenient)
            }
            _ => false,
        }
    }
}

/// Finds the one legal move that a wish names.
pub(crate) fn find(position: &Position, wish: &Wish) -> Result<Move, WhyNot> {
    let pseudo = candidates(position, wish);
    let mut forbidden = None;
    for lenient in [false, true] {
        let named: Vec<Move> =
            pseudo.iter().copied().filter(|&mv| wish.fits(position, mv, lenient)).collect();
        let legal: Vec<Move> = named
            .iter()
            .copied()
            .filter(|&mv| match position.forbidden(mv) {
                None => true,
                Some(reason) => {
                    forbidden.get_or_insert((mv, reason));
                    false
                }
            })
            .collect();
        match legal[..] {
            [only] => return Ok(only),
            [] => {}
            // An ordinary step of the king goes before castling that is written with the same squares.
            [_, ..] => {
                let steps: Vec<Move> =
                    legal.iter().copied().filter(|mv| !matches!(mv, Move::Castle { .. })).collect();
                return match steps[..] {
                    [only] => Ok(only),
                    _ => Err(why::ambiguous(position, &legal)),
                };
            }
        }
    }
    let is_walled = position.rules().walls.rule != WallRule::None;
    // The same move with another wall.
    let other_wall = |&&mv: &&Move| {
        let gate = mv.gate().map(|gate| (gate.kind, Some(gate.at)));
        Wish { gate, ..wish.clone() }.fits(position, mv, true)
    };
    if let Some(mv) = pseudo.iter().filter(|_| is_walled).find(other_wall) {
        return Err(WhyNot::Illegal(match wish.gate {
            _ if position.rules().walls.or_move => "a turn is a move or a wall, not both".to_owned(),
            Some((_, Some(at))) if position.holes.contains(at) => {
                format!("a wall is on {at} already: it must go elsewhere")
            }
            Some((_, Some(at))) => format!("no wall can be set on {at} with this move"),
            _ => {
                let example = position.write_move(super::Notation::San, *mv);
                format!("each move sets a wall, whose square stands behind it: {example}")
            }
        }));
    }
    Err(match forbidden {
        Some((mv, reason)) => why::forbidden(position, mv, reason),
        None => why::no_such_move(position, wish),
    })
}

/// The moves among which a wish can be: those of the pieces that it may mean.
fn candidates(position: &Position, wish: &Wish) -> Vec<Move> {
    let Way::Step { from_file, from_rank, .. } = wish.way else { return position.pseudo_moves() };
    let mut moves = Vec::new();
    for from in position.men_of(position.side()).iter() {
        let named = position.man(from).is_some_and(|man| wish.name.fits(man));
        let there =
            from_file.is_none_or(|file| file == from.file()) && from_rank.is_none_or(|r| r == from.rank());
        if named && there {
            position.moves_from(from, &mut moves);
        }
    }
    position.castlings(&mut moves);
    moves
}
