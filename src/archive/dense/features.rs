//! The features of a move: what kind of man goes where, what it takes and risks, what it answers.

use shakmaty::{Bitboard, Move, Role, Square, attacks};

use super::exchange::{exchange, worth};
use super::scene::{Scene, class, mix};

/// Features of a move.
pub(super) const FEATURES: usize = 21;

/// The number of hashed weights.
pub(super) const SLOTS: usize = 104 << 10;

/// The slot of a feature in the table of weights.
const fn slot(template: u64, key: u64) -> u32 {
    let odd = mix(template, 31) | 1;
    ((((key + 1).wrapping_mul(odd) >> 32) * SLOTS as u64) >> 32) as u32
}

/// Puts numbers beside each other, each in its own bits.
macro_rules! key {
    ($($value:expr => $bits:literal),+ $(,)?) => {{
        let mut key = 0u64;
        $( key = key << $bits | ($value) as u64; )+
        key
    }};
}

/// What the moves of one man have in common.
pub(super) struct Origin {
    role: Role,
    from: Square,
    attacker: u64,
    defended: u64,
    /// Squares it attacks now, those of its own side apart.
    mobility: i64,
    distance: u64,
    hanging: u64,
    same_man: u64,
    screens: bool,
}

impl Origin {
    /// For the man that makes the move.
    pub(super) fn new(scene: &Scene<'_>, m: Move) -> Origin {
        let (role, from) = (m.role(), m.from().unwrap_or(Square::A1));
        let view = attacks::attacks(from, role.of(scene.us), scene.occupied);
        Origin {
            role,
            from,
            attacker: scene.their_reach.cheapest(from),
            defended: u64::from(scene.our_reach.once.contains(from)),
            mobility: (view & !scene.ours).count() as i64,
            distance: u64::from(from.distance(scene.their_king)),
            hanging: u64::from(scene.hanging.contains(from)),
            same_man: u64::from(scene.own_last.role > 0 && u8::from(from) == scene.own_last.to),
            screens: scene.screens.contains(from),
        }
    }

    /// Whether it is the same man that makes the move.
    pub(super) fn fits(&self, m: Move) -> bool {
        m.from() == Some(self.from)
    }
}

/// The slots of the features of `m`, a legal move in the scene by the man of `origin`.
#[inline]
pub(super) fn features(scene: &Scene<'_>, origin: &Origin, m: Move) -> [u32; FEATURES] {
    let board = scene.board;
    let (role, from) = (origin.role, origin.from);
    let to = match m {
        Move::Castle { king, rook } => shakmaty::CastlingSide::from_king_side(king < rook).king_to(scene.us),
        _ => m.to(),
    };
    let castles = u64::from(m.is_castle());
    let arriving = m.promotion().unwrap_or(role);
    let r = role as u64 + if m.is_castle() { 6 } else { 0 };
    let promoted = m.promotion().map_or(0, |p| p as u64);
    let victim_role = m.capture();
    let victim = victim_role.map_or(0, |v| v as u64);
    let side = |square: Square| u64::from(u8::from(square) ^ scene.flip);
    let past = |square: u8| u64::from(square ^ scene.flip);
    let (f, t) = (side(from), side(to));
    let move_key = key!(r => 4, f => 6, t => 6, promoted => 3);

    let (e_from, d_from) = (origin.attacker, origin.defended);
    let e_to = scene.their_reach.cheapest(to);
    let reaches = role != Role::Pawn || victim_role.is_some();
    let cover = if reaches { scene.our_reach.twice } else { scene.our_reach.once };
    let d_to = u64::from(cover.contains(to));
    let gain = victim_role.map_or(0, worth) + m.promotion().map_or(0, |p| worth(p) - 1);
    let net = if e_to == 0 { gain } else { exchange(board, scene.us, arriving, from, to, gain) };
    let net = bucket(net);

    let without = scene.occupied ^ Bitboard::from(from);
    let view = attacks::attacks(to, arriving.of(scene.us), without);
    let direct = match arriving {
        Role::Pawn => scene.check_pawn.contains(to),
        Role::Knight => scene.check_knight.contains(to),
        Role::Bishop => scene.check_diagonal.contains(to),
        Role::Rook => scene.check_straight.contains(to),
        Role::Queen => scene.check_diagonal.contains(to) || scene.check_straight.contains(to),
        Role::King => false,
    };
    let discovered = origin.screens && !attacks::aligned(scene.their_king, from, to);
    let check = u64::from(direct) + 2 * u64::from(discovered);

    let (mut threat, mut loose) = (0, 0);
    for target in view & scene.theirs & !board.kings() {
        let Some(kind) = board.role_at(target) else { continue };
        if class(kind) > class(arriving) {
            threat = threat.max(class(kind));
        } else if !scene.their_reach.once.contains(target) {
            loose = loose.max(class(kind));
        }
    }
    let answers = u64::from(scene.last.role > 0 && u8::from(to) == scene.last.to);
    let retakes = answers * u64::from(scene.last.victim > 0);
    let hits_last = u64::from(scene.last.role > 0 && view.contains(Square::new(u32::from(scene.last.to))));
    let (was_hit, same_man) = (origin.hanging, origin.same_man);
    let undoes = same_man * u64::from(u8::from(to) == scene.own_last.from);
    let own_key =
        key!(scene.own_last.role => 3, past(scene.own_last.from) => 6, past(scene.own_last.to) => 6);
    let (king_us, king_them) = (side(scene.our_king), side(scene.their_king));
    let saves = key!(scene.dearest => 3, was_hit => 1, victim => 3, answers => 1);

    let mobility = ((view & !scene.ours).count() as i64 - origin.mobility).clamp(-7, 8) + 7;
    let file = Bitboard::from(to.file());
    let file_state = u64::from((file & scene.our_pawns & !Bitboard::from(from)).any())
        | u64::from((file & scene.their_pawns).any()) << 1;
    let passed = u64::from(role == Role::Pawn && ahead(scene, to));
    let from_passed = u64::from(scene.our_pawns.any() && (view & scene.our_pawns).any());
    let distance = u64::from(to.distance(scene.their_king));
    let before = origin.distance;
    let ply = match scene.ply {
        n @ 0..12 => n / 2,
        12..16 => 6,
        16..20 => 7,
        20..26 => 8,
        26..36 => 9,
        36..50 => 10,
        50..80 => 11,
        _ => 12,
    };
    // What stands around the square of arrival.
    let ring = attacks::king_attacks(to);
    let near = key!(
        (ring & scene.our_pawns).count() => 3,
        (ring & scene.their_pawns).count() => 3,
        (ring & scene.ours & !scene.our_pawns).count() => 3,
        (ring & scene.theirs & !scene.their_pawns).count() => 3,
    );
    let turn = |mask: Bitboard| if scene.us.is_white() { mask.0 } else { mask.0.swap_bytes() };
    let ring_pawns = mix(turn(ring & scene.our_pawns), 21) ^ mix(turn(ring & scene.their_pawns), 22);
    let ring_all = mix(turn(ring & scene.ours), 23) ^ mix(turn(ring & scene.theirs), 24);
    let danger = key!(e_from => 3, d_from => 1, e_to => 3, d_to => 1);
    let quiet = u64::from(victim == 0 && check == 0);

    [
        slot(0, key!(r => 4, t => 6, scene.phase => 2, victim => 3, d_to => 1)),
        slot(1, key!(move_key => 19, scene.last.role => 3, past(scene.last.to) => 6)),
        slot(2, key!(move_key => 19, own_key => 15)),
        slot(3, key!(r => 4, danger => 8, victim => 3, net => 4)),
        slot(
            4,
            key!(r => 4, net => 4, check => 2, victim => 3, retakes => 1, answers => 1, scene.phase => 2),
        ),
        slot(5, key!(r => 4, t => 6, king_them => 6, check => 2)),
        slot(6, key!(r => 4, t => 6, king_us => 6, scene.phase >> 1 => 1)),
        slot(7, key!(r => 4, threat => 3, loose => 3, net => 4, d_to => 1, check => 2)),
        slot(8, key!(saves => 8, r => 4, net => 4, quiet => 1)),
        slot(
            9,
            key!(r => 4, same_man => 1, undoes => 1, scene.phase => 2, was_hit => 1, check => 2, net => 4),
        ),
        slot(10, key!(r => 4, mobility => 4, scene.phase => 2, net => 4)),
        slot(11, key!(r => 4, t >> 3 => 3, file_state => 2, scene.phase => 2, passed => 1, danger & 15 => 4)),
        slot(12, key!(r => 4, distance => 3, before => 3, check => 2, scene.phase => 2, d_to => 1)),
        slot(13, key!(move_key => 19, ply => 4)),
        slot(14, key!(r => 4, hits_last => 1, answers => 1, scene.last.role => 3, net => 4, was_hit => 1)),
        slot(15, key!(r => 4, near => 12, scene.phase => 2)),
        slot(16, key!(r => 4, t => 6) ^ ring_pawns >> 12),
        slot(17, key!(r => 4, scene.in_check => 1, victim => 3, net => 4, castles => 1, e_from => 3)),
        slot(18, key!(r => 4, f => 6, t => 6) ^ ring_all >> 12),
        slot(19, key!(move_key => 19) ^ scene.home_hash >> 12),
        slot(20, key!(r => 4, t => 6, danger => 8, from_passed => 1)),
    ]
}

/// Whether no pawn of theirs can stop or take a pawn of ours on `square` on its way.
fn ahead(scene: &Scene<'_>, square: Square) -> bool {
    let file = Bitboard::from(square.file());
    let files = file
        | file.shift(1) & !Bitboard::from(shakmaty::File::A)
        | file.shift(-1) & !Bitboard::from(shakmaty::File::H);
    let before = |other: Square| scene.us.fold_wb(other.rank() > square.rank(), other.rank() < square.rank());
    !(files & scene.their_pawns).into_iter().any(before)
}

/// An exchange in nine steps.
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
