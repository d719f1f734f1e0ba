//! The features of a move: piece, squares, captures, risks, replies.
//!
//! A feature is a template and a key, whose fields are listed in `FORMAT.md`. Fields shared by all moves of a
//! piece are computed once, in [`Origin`]; those shared by all moves to a square, in [`TargetSquare`].

use shakmaty::{Bitboard, Role, Square, attacks};

use super::exchange::{exchange, worth};
use super::legal::LegalMove;
use super::scene::{ModelInput, class, mix};

/// Number of features of a move.
pub(super) const FEATURES: usize = 21;

/// Number of hashed weights.
pub(super) const SLOTS: usize = 104 << 10;

/// The multiplier of each template's keys.
const FACTORS: [u64; FEATURES] = {
    let mut factors = [0; FEATURES];
    let mut template = 0;
    while template < FEATURES {
        factors[template] = mix(template as u64, 31) | 1;
        template += 1;
    }
    factors
};

/// The 1 that is added to each key; hashes are mixed in after it.
const NEXT: [u64; FEATURES] = {
    let mut next = [1; FEATURES];
    next[NEAR] = 0;
    next[16] = 0;
    next[18] = 0;
    next[19] = 0;
    next
};

/// The slot of a feature in the table of weights; `next` is its key plus 1.
#[inline]
const fn slot(template: usize, next: u64) -> u32 {
    (((next.wrapping_mul(FACTORS[template]) >> 32) * SLOTS as u64) >> 32) as u32
}

/// Packs numbers into one, each in its own bits.
macro_rules! key {
    ($($value:expr => $bits:literal),+ $(,)?) => {{
        let mut key = 0u64;
        $( key = key << $bits | ($value) as u64; )+
        key
    }};
}

/// What the moves of one piece share.
pub(super) struct Origin {
    from: Square,
    castles: bool,
    /// The keys plus 1, with the fields that differ set to 0.
    fixed: [u64; FEATURES],
    /// Number of squares it attacks now, except those of its own side.
    mobility: i64,
    same_man: u64,
    screens: bool,
}

impl Origin {
    /// For the piece of a move; castling is a separate kind.
    pub(super) fn of(scene: &ModelInput<'_>, candidate: &LegalMove) -> Origin {
        let (role, from, castles) = (candidate.role, candidate.word.from(), candidate.castles);
        let r = role as u64 + if castles { 6 } else { 0 };
        let f = u64::from(u8::from(from) ^ scene.flip);
        let past = |square: u8| u64::from(square ^ scene.flip);
        let (e_from, d_from) =
            (scene.their_reach.cheapest(from), u64::from(scene.our_reach.once.contains(from)));
        let was_hit = u64::from(scene.hanging.contains(from));
        let same_man = u64::from(scene.own_last.role > 0 && u8::from(from) == scene.own_last.to);
        let (phase, last) = (scene.phase, u64::from(scene.last.role));
        let (king_us, king_them) = (
            u64::from(u8::from(scene.our_king) ^ scene.flip),
            u64::from(u8::from(scene.their_king) ^ scene.flip),
        );
        let own_key =
            key!(scene.own_last.role => 3, past(scene.own_last.from) => 6, past(scene.own_last.to) => 6);
        let before = u64::from(from.distance(scene.their_king));
        let move_key = key!(r => 4, f => 6, 0 => 9);
        let mut fixed = [
            key!(r => 4, 0 => 6, phase => 2, 0 => 4),
            key!(move_key => 19, last => 3, past(scene.last.to) => 6),
            key!(move_key => 19, own_key => 15),
            key!(r => 4, e_from => 3, d_from => 1, 0 => 11),
            key!(r => 4, 0 => 11, phase => 2),
            key!(r => 4, 0 => 6, king_them => 6, 0 => 2),
            key!(r => 4, 0 => 6, king_us => 6, phase >> 1 => 1),
            key!(r => 4, 0 => 13),
            key!(scene.dearest => 3, was_hit => 1, 0 => 4, r => 4, 0 => 5),
            key!(r => 4, same_man => 1, 0 => 1, phase => 2, was_hit => 1, 0 => 6),
            key!(r => 4, 0 => 4, phase => 2, 0 => 4),
            key!(r => 4, 0 => 5, phase => 2, 0 => 5),
            key!(r => 4, 0 => 3, before => 3, 0 => 2, phase => 2, 0 => 1),
            key!(move_key => 19, opening(scene.ply) => 4),
            key!(r => 4, 0 => 2, last => 3, 0 => 4, was_hit => 1),
            key!(r => 4, 0 => 12, phase => 2),
            key!(r => 4, 0 => 6),
            key!(r => 4, scene.in_check => 1, 0 => 7, castles => 1, e_from => 3),
            key!(r => 4, f => 6, 0 => 6),
            move_key,
            key!(r => 4, 0 => 6, e_from => 3, d_from => 1, 0 => 5),
        ];
        for (key, next) in fixed.iter_mut().zip(NEXT) {
            *key += next;
        }
        Origin {
            from,
            castles,
            fixed,
            mobility: (view(scene, role, from, scene.occupied) & !scene.ours).count() as i64,
            same_man,
            screens: scene.screens.contains(from),
        }
    }

    /// Whether the move is by the same piece and of the same kind (castling or not).
    #[inline]
    pub(super) fn fits(&self, candidate: &LegalMove) -> bool {
        candidate.word.from() == self.from && candidate.castles == self.castles
    }
}

/// The stage of the opening.
pub(super) const fn opening(ply: u64) -> u64 {
    match ply {
        0..12 => ply / 2,
        12..16 => 6,
        16..20 => 7,
        20..26 => 8,
        26..36 => 9,
        36..50 => 10,
        50..80 => 11,
        _ => 12,
    }
}

/// What the moves to one square share.
#[derive(Copy, Clone)]
pub(super) struct TargetSquare {
    square: Square,
    /// The square from the mover's side.
    side: u64,
    attacker: u64,
    /// Whether one of our pieces attacks it; whether two do.
    cover: [u64; 2],
    distance: u64,
    /// The surroundings of the square.
    near: u64,
    ring_pawns: u64,
    ring_all: u64,
    /// The roles with which our pieces would give check there, one bit each.
    checks: u8,
    answers: u64,
    retakes: u64,
    returns: u64,
    /// Pawns on its file.
    our_file: Bitboard,
    their_file: u64,
}

impl TargetSquare {
    pub(super) fn new(scene: &ModelInput<'_>, to: Square) -> TargetSquare {
        let file = Bitboard::from(to.file());
        let side = u8::from(to) ^ scene.flip;
        let ring = attacks::king_attacks(Square::new(u32::from(side)));
        let [our_pawns, their_pawns, ours, theirs] = scene.sides.map(|men| ring & men);
        let [our_count, their_count] = counts([our_pawns, their_pawns], side);
        let [our_others, their_others] = counts([ours & !our_pawns, theirs & !their_pawns], side);
        let near = key!(our_count => 3, their_count => 3, our_others => 3, their_others => 3);
        let ring_pawns = mix(our_pawns.0, 21) ^ mix(their_pawns.0, 22);
        let ring_all = mix(ours.0, 23) ^ mix(theirs.0, 24);
        let check = |squares: Bitboard, roles: u8| if squares.contains(to) { roles } else { 0 };
        let answers = u64::from(scene.last.role > 0 && u8::from(to) == scene.last.to);
        TargetSquare {
            square: to,
            side: u64::from(side),
            attacker: scene.their_reach.cheapest(to),
            cover: [scene.our_reach.once, scene.our_reach.twice].map(|set| u64::from(set.contains(to))),
            distance: u64::from(to.distance(scene.their_king)),
            near,
            ring_pawns: ring_pawns >> 12,
            ring_all: ring_all >> 12,
            checks: check(scene.check_pawn, bit(Role::Pawn))
                | check(scene.check_knight, bit(Role::Knight))
                | check(scene.check_diagonal, bit(Role::Bishop) | bit(Role::Queen))
                | check(scene.check_straight, bit(Role::Rook) | bit(Role::Queen)),
            answers,
            retakes: answers * u64::from(scene.last.victim > 0),
            returns: u64::from(u8::from(to) == scene.own_last.from),
            our_file: file & scene.our_pawns,
            their_file: u64::from((file & scene.their_pawns).any()) << 1,
        }
    }
}

/// Number of squares in each of two masks within the neighbourhood of a square. Both are counted together,
/// because the build does not assume a popcount instruction.
#[inline]
fn counts(masks: [Bitboard; 2], around: u8) -> [u64; 2] {
    // Three rows of three bits, one in each byte.
    let [one, other] = masks.map(|mask| mask.0.rotate_right(u32::from(around.wrapping_sub(9)) & 63));
    let pairs = one | other << 32;
    let pairs = pairs - (pairs >> 1 & 0x0005_0505_0005_0505);
    let rows = (pairs & 0x0003_0303_0003_0303) + (pairs >> 2 & 0x0003_0303_0003_0303);
    let sums = rows.wrapping_mul(0x01_0101);
    [sums >> 16 & 15, sums >> 48 & 15]
}

/// The target squares of a scene, each computed when first needed.
pub struct TargetSquares {
    known: Bitboard,
    /// Index in the list of each known square.
    places: [u8; 64],
    goals: Vec<TargetSquare>,
}

impl Default for TargetSquares {
    fn default() -> TargetSquares {
        TargetSquares { known: Bitboard::EMPTY, places: [0; 64], goals: Vec::new() }
    }
}

impl TargetSquares {
    /// Clears it for another scene.
    pub(super) fn clear(&mut self) {
        self.known = Bitboard::EMPTY;
        self.goals.clear();
    }

    /// What the moves to a square share.
    #[inline]
    pub(super) fn of(&mut self, scene: &ModelInput<'_>, to: Square) -> &TargetSquare {
        if !self.known.contains(to) {
            self.look(scene, to);
        }
        &self.goals[usize::from(self.places[usize::from(to)])]
    }

    #[inline(never)]
    fn look(&mut self, scene: &ModelInput<'_>, to: Square) {
        self.known.add(to);
        self.places[usize::from(to)] = self.goals.len() as u8;
        self.goals.push(TargetSquare::new(scene, to));
    }
}

/// The bit of a kind of piece.
const fn bit(role: Role) -> u8 {
    1 << role as u8
}

/// The template of the surroundings; its fields may overflow into the next.
const NEAR: usize = 15;

/// Calls `see` with the template and the slot of each feature of a legal move by the piece of `origin` to
/// `goal`.
///
/// Instantiated for each role by callers that know it, so that it is not tested again for each move.
#[inline(always)]
pub(super) fn features(
    scene: &ModelInput<'_>,
    origin: &Origin,
    goal: &TargetSquare,
    role: Role,
    candidate: &LegalMove,
    mut see: impl FnMut(usize, u32),
) {
    let (from, to, t) = (origin.from, goal.square, goal.side);
    let promotion = if role == Role::Pawn { candidate.promotion } else { None };
    let arriving = promotion.unwrap_or(role);
    let tp = t << 3 | promotion.map_or(0, |p| p as u64);
    let victim_role = candidate.victim;
    let victim = victim_role.map_or(0, |v| v as u64);
    let (e_to, answers) = (goal.attacker, goal.answers);
    let reaches = role != Role::Pawn || victim_role.is_some();
    let d_to = goal.cover[usize::from(reaches)];
    let gain = victim_role.map_or(0, worth) + promotion.map_or(0, |p| worth(p) - 1);
    let net = if e_to == 0 { gain } else { exchange(scene.board, scene.us, arriving, from, to, gain) };
    let net = bucket(net);

    let view = view(scene, arriving, to, scene.occupied ^ Bitboard::from(from));
    let direct = u64::from(goal.checks >> arriving as u8 & 1);
    let discovered = origin.screens && !attacks::aligned(scene.their_king, from, to);
    let check = direct + 2 * u64::from(discovered);

    let (mut threat, mut loose) = (0, 0);
    for (kind, &men) in (1..).zip(&scene.their_classes) {
        let hit = view & men;
        if kind > class(arriving) {
            threat = if hit.any() { kind } else { threat };
        } else {
            loose = if (hit & !scene.their_reach.once).any() { kind } else { loose };
        }
    }
    let hits_last = u64::from(scene.last.role > 0) & view.0 >> (scene.last.to & 63) & 1;
    let undoes = origin.same_man * goal.returns;
    let mobility = ((view & !scene.ours).count() as i64 - origin.mobility).clamp(-7, 8) + 7;
    let file_state = u64::from((goal.our_file & !Bitboard::from(from)).any()) | goal.their_file;
    let passed = u64::from(role == Role::Pawn && ahead(scene, to));
    let from_passed = u64::from((view & scene.our_pawns).any());
    let danger = e_to << 1 | d_to;
    let quiet = u64::from(victim == 0 && check == 0);

    let fixed = &origin.fixed;
    let mut at = |template: usize, key: u64| see(template, slot(template, fixed[template] + key));
    at(0, key!(t => 6, 0 => 2, victim => 3, d_to => 1));
    at(1, tp << 9);
    at(2, tp << 15);
    at(3, key!(danger => 4, victim => 3, net => 4));
    at(4, key!(net => 4, check => 2, victim => 3, goal.retakes => 1, answers => 1, 0 => 2));
    at(5, key!(t => 6, 0 => 6, check => 2));
    at(6, t << 7);
    at(7, key!(threat => 3, loose => 3, net => 4, d_to => 1, check => 2));
    at(8, key!(victim => 3, answers => 1, 0 => 4, net => 4, quiet => 1));
    at(9, key!(undoes => 1, 0 => 3, check => 2, net => 4));
    at(10, key!(mobility => 4, 0 => 2, net => 4));
    at(11, key!(t >> 3 => 3, file_state => 2, 0 => 2, passed => 1, danger => 4));
    at(12, key!(goal.distance => 3, 0 => 3, check => 2, 0 => 2, d_to => 1));
    at(13, tp << 4);
    at(14, key!(hits_last => 1, answers => 1, 0 => 3, net => 4, 0 => 1));
    at(17, key!(victim => 3, net => 4, 0 => 4));
    at(20, key!(t => 6, 0 => 4, danger => 4, from_passed => 1));
    let mut hashed = |template: usize, key: u64, hash: u64| {
        see(template, slot(template, ((fixed[template] | key) ^ hash) + 1));
    };
    hashed(NEAR, goal.near << 2, 0);
    hashed(16, t, goal.ring_pawns);
    hashed(18, t, goal.ring_all);
    hashed(19, tp, scene.home_hash >> 12);
}

/// The squares that a piece of ours attacks from a square.
#[inline]
fn view(scene: &ModelInput<'_>, role: Role, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => attacks::pawn_attacks(scene.us, from),
        Role::Knight => attacks::knight_attacks(from),
        Role::Bishop => attacks::bishop_attacks(from, occupied),
        Role::Rook => attacks::rook_attacks(from, occupied),
        Role::Queen => attacks::queen_attacks(from, occupied),
        Role::King => attacks::king_attacks(from),
    }
}

/// Whether no enemy pawn can stop or capture our pawn on `square`.
fn ahead(scene: &ModelInput<'_>, square: Square) -> bool {
    let file = Bitboard::from(square.file());
    let files = file
        | file.shift(1) & !Bitboard::from(shakmaty::File::A)
        | file.shift(-1) & !Bitboard::from(shakmaty::File::H);
    // The ranks in front of it.
    let rank = u32::from(square) / 8;
    let ranks = scene.us.fold_wb(
        u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0),
        u64::MAX.checked_shr(8 * (8 - rank)).unwrap_or(0),
    );
    (files & scene.their_pawns).0 & ranks == 0
}

/// An exchange result in nine steps.
fn bucket(net: i32) -> u64 {
    match net {
        ..=-6 => 0,
        -5..=-3 => 1,
        -2 => 2,
        -1 => 3,
        0 => 4,
        1 => 5,
        2 => 6,
        3..=5 => 7,
        _ => 8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_around_is_counted() {
        let mut random = 0x2545_f491_4f6c_dd1du64;
        for square in Square::ALL.into_iter().cycle().take(64 * 100) {
            let masks = [0; 2].map(|_| {
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                attacks::king_attacks(square) & Bitboard(random)
            });
            let expected = masks.map(|mask| mask.count() as u64);
            assert_eq!(counts(masks, u8::from(square)), expected);
        }
    }
}
