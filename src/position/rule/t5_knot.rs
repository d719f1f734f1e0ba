//! Tier 5: knots. Men that stand close together may lock each other in: whatever the rest of the
//! board does, taking back their own moves never frees them, and they did not begin so.
//!
//! The rest of the board is forgotten, which only gives the men of the knot more freedom: any other
//! man may stand, move or interpose anywhere. What remains true is that two men cannot share a
//! square, that men do not pass through each other or through men that never moved, and that a
//! check by a neighbour, a knight or a pawn cannot be shielded: it was given by the checking man's
//! own move, just now. The backward closure of such a knot is searched; if it is small and holds
//! neither the array nor a promotion nor castling, there is no way in.

use rustc_hash::{FxHashMap, FxHashSet};
use shakmaty::{Bitboard, Board, Color, File, Piece, Role, Square, attacks};
use smallvec::SmallVec;

use crate::position::{
    case::{Case, forward, list, rank},
    facts::Facts,
    mobility::diagonals,
    premises::{Kind, Premises},
    refutation::{Refutation, Rule},
};

/// Men that lock each other in came in somehow.
pub static KNOT: Rule = Rule {
    tier: 5,
    id: "T5-knot",
    doc: "men that stand close together can be taken back, move by move, to where they began or were promoted",
};

pub(in crate::position) static RULES: &[&Rule] = &[&KNOT];

/// Men of a knot that are kept without a detour.
const MEN: usize = 8;
/// Most arrangements of a knot that are looked at.
const ARRANGEMENTS: usize = 400;
/// Most squares that a man of a knot goes to while the others stand still.
const REACH: usize = 8;

/// Knots already searched.
#[derive(Debug, Default)]
pub(in crate::position) struct Knots {
    done: FxHashMap<Key, Bitboard>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    men: SmallVec<[(Square, Piece); MEN]>,
    steady: Bitboard,
    promotable: [bool; 2],
}

pub(in crate::position) fn check(
    premises: &Premises,
    case: &Case,
    facts: &Facts,
    knots: &mut Knots,
) -> Option<Refutation> {
    if premises.kind != Kind::Standard || premises.is_start(case) {
        return None;
    }
    let steady = facts.mobility.steady;
    let promotable = [Color::Black, Color::White]
        .map(|color| usize::from(facts.side(color).pawns) < premises.count(color, Role::Pawn));
    let loose = case.board.occupied() & !steady;
    for men in bundles(slow(premises, case, steady, promotable, loose)) {
        let key = key(case, steady, promotable, men);
        let tied = match knots.done.get(&key) {
            Some(&tied) => tied,
            None => {
                let tied = tie(premises, case, &key);
                knots.done.insert(key, tied);
                tied
            }
        };
        if tied.any() {
            return Some(Refutation::new(
                &KNOT,
                tied,
                format!("the men on {} lock each other in: no order of moves brought them there", list(tied)),
            ));
        }
    }
    None
}

fn key(case: &Case, steady: Bitboard, promotable: [bool; 2], men: Bitboard) -> Key {
    let men = men.into_iter().filter_map(|square| Some((square, case.board.piece_at(square)?))).collect();
    Key { men, steady, promotable }
}

/// The men that tie, if these do, or some of them: while there are too many arrangements, the man
/// that moves about most is left out.
fn tie(premises: &Premises, case: &Case, key: &Key) -> Bitboard {
    let mut key = key.clone();
    while !key.men.is_empty() {
        match Knot::new(premises, case, &key).search() {
            Search::Tied => return key.men.iter().map(|(square, _)| *square).collect(),
            Search::Loose => return Bitboard::EMPTY,
            Search::Many(restless) => {
                key.men.remove(restless);
            }
        }
    }
    Bitboard::EMPTY
}

/// The men that cannot go far while the others of them stand still.
fn slow(
    premises: &Premises,
    case: &Case,
    steady: Bitboard,
    promotable: [bool; 2],
    loose: Bitboard,
) -> Bitboard {
    let mut men = loose;
    loop {
        let key = key(case, steady, promotable, men);
        let knot = Knot::new(premises, case, &key);
        let quick: Bitboard = key
            .men
            .iter()
            .enumerate()
            .filter(|(index, (_, piece))| piece.role != Role::Pawn && knot.reach(*index) > REACH)
            .map(|(_, (square, _))| *square)
            .collect();
        if quick.is_empty() {
            return men;
        }
        men &= !quick;
    }
}

/// Men that stand near each other, bundle by bundle.
fn bundles(mut men: Bitboard) -> Vec<Bitboard> {
    let mut bundles = Vec::new();
    while let Some(first) = men.first() {
        let mut bundle = Bitboard::from(first);
        loop {
            let near: Bitboard = men
                .into_iter()
                .filter(|square| bundle.into_iter().any(|other| other.distance(*square) <= 2))
                .collect();
            if near == bundle {
                break;
            }
            bundle = near;
        }
        men &= !bundle;
        bundles.push(bundle);
    }
    bundles
}

/// Squares of the men, in the order of [`Knot::men`].
type Arrangement = SmallVec<[Square; MEN]>;

/// What the checks among the men say.
enum Standing {
    /// No game stands so.
    Impossible,
    /// Any man may have moved last.
    Open,
    /// This man just gave check to the other side.
    Checked(usize),
}

/// What the closure of a knot shows.
enum Search {
    /// There is no way in.
    Tied,
    /// There may be a way in.
    Loose,
    /// There are too many arrangements; this man makes the most of them.
    Many(usize),
}

struct Knot<'a> {
    premises: &'a Premises,
    men: SmallVec<[Piece; MEN]>,
    root: Arrangement,
    steady: Bitboard,
    /// The men that never moved.
    still: Board,
    promotable: [bool; 2],
}

impl<'a> Knot<'a> {
    fn new(premises: &'a Premises, case: &Case, key: &Key) -> Knot<'a> {
        let mut still = case.board.clone();
        for square in case.board.occupied() & !key.steady {
            still.discard_piece_at(square);
        }
        Knot {
            premises,
            men: key.men.iter().map(|(_, piece)| *piece).collect(),
            root: key.men.iter().map(|(square, _)| *square).collect(),
            steady: key.steady,
            still,
            promotable: key.promotable,
        }
    }

    /// The closure of arrangements back from the root.
    fn search(&self) -> Search {
        if matches!(self.standing(&self.root), Standing::Impossible) {
            return Search::Tied;
        }
        let mut seen: FxHashSet<Arrangement> = FxHashSet::default();
        let mut front = vec![self.root.clone()];
        seen.insert(self.root.clone());
        while let Some(arrangement) = front.pop() {
            if self.is_array(&arrangement) {
                return Search::Loose;
            }
            let movers = match self.standing(&arrangement) {
                Standing::Impossible => continue,
                Standing::Open => 0..self.men.len(),
                Standing::Checked(by) => by..by + 1,
            };
            for mover in movers {
                if self.unbound(&arrangement, mover) {
                    return Search::Loose;
                }
                for from in self.origins(&arrangement, mover) {
                    let mut before = arrangement.clone();
                    before[mover] = from;
                    if self.may_precede(&before, self.men[mover].color) && seen.insert(before.clone()) {
                        if seen.len() > ARRANGEMENTS {
                            return Search::Many(self.restless(&seen));
                        }
                        front.push(before);
                    }
                }
            }
        }
        Search::Tied
    }

    /// The man that stands on the most different squares.
    fn restless(&self, seen: &FxHashSet<Arrangement>) -> usize {
        (0..self.men.len())
            .max_by_key(|&index| {
                seen.iter().map(|arrangement| arrangement[index]).collect::<Bitboard>().count()
            })
            .unwrap_or(0)
    }

    /// How many squares a man can have stood on while the others stood still; counted only as far
    /// as it matters.
    fn reach(&self, index: usize) -> usize {
        let mut seen = Bitboard::from(self.root[index]);
        let mut front = seen;
        while let Some(square) = front.pop_front() {
            let mut arrangement = self.root.clone();
            arrangement[index] = square;
            match self.standing(&arrangement) {
                Standing::Checked(by) if by != index => continue,
                Standing::Impossible => continue,
                _ => {}
            }
            for from in self.origins(&arrangement, index) & !seen {
                let mut before = arrangement.clone();
                before[index] = from;
                if self.may_precede(&before, self.men[index].color) {
                    seen.add(from);
                    front.add(from);
                    if seen.count() > REACH {
                        return seen.count();
                    }
                }
            }
        }
        seen.count()
    }

    fn squares(&self, arrangement: &Arrangement) -> Bitboard {
        arrangement.iter().copied().collect()
    }

    /// Whether every man stands where a man of its kind began.
    fn is_array(&self, arrangement: &Arrangement) -> bool {
        arrangement
            .iter()
            .zip(&self.men)
            .all(|(&square, &piece)| self.premises.array.by_piece(piece).contains(square))
    }

    /// Where a man may have come from by a plain move or capture.
    fn origins(&self, arrangement: &Arrangement, mover: usize) -> Bitboard {
        let (square, piece) = (arrangement[mover], self.men[mover]);
        let taken = self.squares(arrangement) | self.steady;
        if piece.role != Role::Pawn {
            return attacks::attacks(square, piece, taken) & !taken;
        }
        let back = !piece.color;
        let mut from = Bitboard::EMPTY;
        if square.rank() == rank(piece.color, 2) {
            return from;
        }
        from |= diagonals(back, Bitboard::from(square));
        if let Some(one) = forward(back, square).filter(|&one| !taken.contains(one)) {
            from.add(one);
            if square.rank() == rank(piece.color, 4)
                && let Some(two) = forward(back, one)
            {
                from.add(two);
            }
        }
        from & !taken & !Bitboard::from(rank(piece.color, 1))
    }

    /// Whether `color` may have been to move in `before`.
    fn may_precede(&self, before: &Arrangement, color: Color) -> bool {
        match self.standing(before) {
            Standing::Impossible => false,
            Standing::Open => true,
            Standing::Checked(by) => self.men[by].color != color,
        }
    }

    /// Checks that no other man can shield.
    fn standing(&self, arrangement: &Arrangement) -> Standing {
        let mut by = None;
        for color in Color::ALL {
            let king = self
                .men
                .iter()
                .position(|piece| *piece == color.king())
                .map(|index| arrangement[index])
                .or_else(|| self.still.king_of(color));
            let Some(king) = king else { continue };
            for (index, (&square, &piece)) in arrangement.iter().zip(&self.men).enumerate() {
                if piece.color != color && hits(piece, square, king) {
                    if by.is_some() || piece.role == Role::King {
                        return Standing::Impossible;
                    }
                    by = Some(index);
                }
            }
            let fixed = self.still.by_color(!color);
            if fixed
                .into_iter()
                .any(|square| self.still.piece_at(square).is_some_and(|piece| hits(piece, square, king)))
            {
                return Standing::Impossible;
            }
        }
        by.map_or(Standing::Open, Standing::Checked)
    }

    /// Whether the last move may have been a promotion or castling of that man: the ways out that
    /// the closure does not follow.
    fn unbound(&self, arrangement: &Arrangement, mover: usize) -> bool {
        let taken = self.squares(arrangement) | self.steady;
        let (square, piece) = (arrangement[mover], self.men[mover]);
        match piece.role {
            Role::Pawn => return false,
            Role::King | Role::Rook
                if square.rank() == piece.color.backrank() && self.may_have_castled(piece, square, taken) =>
            {
                return true;
            }
            Role::King => return false,
            _ => {}
        }
        if square.rank() != rank(piece.color, 8) || !self.promotable[piece.color as usize] {
            return false;
        }
        let mut origins = diagonals(!piece.color, Bitboard::from(square));
        origins.extend(forward(!piece.color, square));
        let pawn = self.clone_with(mover, piece.color.pawn());
        (origins & !taken).into_iter().any(|from| {
            let mut before = arrangement.clone();
            before[mover] = from;
            pawn.may_precede(&before, piece.color)
        })
    }

    fn clone_with(&self, index: usize, piece: Piece) -> Knot<'a> {
        let mut men = self.men.clone();
        men[index] = piece;
        Knot {
            premises: self.premises,
            men,
            root: self.root.clone(),
            steady: self.steady,
            still: self.still.clone(),
            promotable: self.promotable,
        }
    }

    fn may_have_castled(&self, piece: Piece, square: Square, taken: Bitboard) -> bool {
        let at = |file| Square::from_coords(file, piece.color.backrank());
        let (king_from, others) = (at(File::E), taken);
        [(File::G, File::F, File::H), (File::C, File::D, File::A)].into_iter().any(
            |(king_to, rook_to, rook_from)| {
                let stands = match piece.role {
                    Role::King => square == at(king_to),
                    _ => square == at(rook_to),
                };
                stands && !others.contains(king_from) && !others.contains(at(rook_from))
            },
        )
    }
}

/// Whether `piece` attacks `king` so that nothing can stand between.
fn hits(piece: Piece, square: Square, king: Square) -> bool {
    match piece.role {
        Role::Pawn => attacks::pawn_attacks(piece.color, square).contains(king),
        Role::Knight => attacks::knight_attacks(square).contains(king),
        _ => square.distance(king) == 1 && attacks::attacks(square, piece, Bitboard::EMPTY).contains(king),
    }
}
