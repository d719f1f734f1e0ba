//! The light model: the likelihood of each legal move from tables that the squares of moves index.
//!
//! The contexts of a man (where it stands, what was played last, the pawns, …) each choose a row of 64 weights,
//! one a square entered; so a move costs a few additions. `FORMAT.md` specifies it (codec 4).

use shakmaty::{Bitboard, CastlingSide, Chess, Color, Move, MoveList, Position, Rank, Role, Square, attacks};

use super::model::{GameWalk, POWERS, UNIT};
use super::scene::{Past, mix};

/// Binary logarithm of the number of rows.
const LOG_ROWS: u32 = 12;
/// Kinds of moves: by the six men, castling, promotion to knight, bishop, rook, queen.
const KINDS: usize = 11;
const CASTLING: u8 = 6;
const TO_KNIGHT: u8 = 7;
const TO_QUEEN: u8 = 10;
/// Of a listed move only; to the weights it is a pawn's.
const PASSING: u8 = 11;

const ROWS: usize = 64 << LOG_ROWS;
/// Where a kind of move goes: by phase; 256 each by square, capture, cover.
const PLACES: usize = KINDS * 4 * 256;
/// What can be won or lost: by attacker and cover of the square left; 256 each.
const TRADES: usize = KINDS * 12 * 256;
/// What hangs: by the dearest man that hangs, whether this one does, check; 32 each.
const ALARMS: usize = KINDS * 24 * 32;

/// Bytes of the weights.
pub(super) const BYTES: usize = ROWS + PLACES + TRADES + ALARMS;

/// Number of weights of a move.
#[cfg(feature = "train")]
pub(super) const FEATURES: usize = CONTEXTS + 4;

/// Contexts that choose rows.
const CONTEXTS: usize = 6;

/// The multipliers of the contexts, then three of the surroundings of a square.
const FACTORS: [u64; CONTEXTS + 3] = {
    let mut factors = [0; CONTEXTS + 3];
    let mut n = 0;
    while n < factors.len() {
        factors[n] = mix(n as u64, 41) | 1;
        n += 1;
    }
    factors
};

/// Half-moves after which the whole position is no context.
const WHOLE: u32 = 40;

/// The weights computed by `train-dense`, as bytes.
pub static LIGHT: &[u8; BYTES] = &ALIGNED.0;

/// They begin where a line of the processor's cache does: each row of 64 is then one line, not parts of two.
#[repr(align(64))]
struct Aligned([u8; BYTES]);

static ALIGNED: Aligned = Aligned(*include_bytes!("light.bin"));

/// A legal move, as the light model lists it; its squares are seen by the side to move.
#[derive(Copy, Clone, Debug)]
struct LightMove {
    from: u8,
    to: u8,
    /// 0 to 5 the man, 6 castling, then promotions; last, a pawn that takes in passing.
    kind: u8,
    /// The man that is taken, from 1; 0 for none.
    victim: u8,
}

/// Sets of squares, seen by the side to move: Black's are turned by ranks.
struct Scene {
    us: Color,
    flip: u8,
    /// By role, of both sides, from pawns.
    roles: [Bitboard; 6],
    ours: Bitboard,
    theirs: Bitboard,
    our_king: Square,
    their_king: Square,
    /// Squares that one of ours, two of ours, one of theirs, two of theirs attack.
    once: Bitboard,
    twice: Bitboard,
    their_once: Bitboard,
    their_twice: Bitboard,
    /// The class of the cheapest man of theirs that attacks a square, as three binary digits.
    attackers: [Bitboard; 3],
    /// The men of theirs, from the pawn 1, as three binary digits.
    victims: [Bitboard; 3],
    hanging: Bitboard,
    /// Class of the dearest of these; 0 for none.
    dearest: usize,
    phase: usize,
    checkers: Bitboard,
}

/// A man of ours.
#[derive(Copy, Clone)]
struct Man {
    role: u8,
    square: Square,
    view: Bitboard,
}

/// The squares that pawns of White attack.
const fn pawn_views(pawns: u64) -> (u64, u64) {
    ((pawns & !0x0101_0101_0101_0101) << 7, (pawns & !0x8080_8080_8080_8080) << 9)
}

/// A digit of a set's bits at a square.
#[inline]
fn digit(set: Bitboard, square: u8) -> u8 {
    (set.0 >> (square & 63)) as u8 & 1
}

#[inline]
fn digits(sets: &[Bitboard; 3], square: u8) -> u8 {
    digit(sets[0], square) | digit(sets[1], square) << 1 | digit(sets[2], square) << 2
}

impl Scene {
    fn new(position: &Chess, men: &mut Vec<Man>) -> Option<Scene> {
        let (board, us) = (position.board(), position.turn());
        let turn = |set: Bitboard| if us.is_black() { Bitboard(set.0.swap_bytes()) } else { set };
        let roles = Role::ALL.map(|role| turn(board.by_role(role)));
        let [pawns, knights, bishops, rooks, queens, kings] = roles;
        let (ours, theirs) = (turn(board.by_color(us)), turn(board.by_color(!us)));
        let occupied = ours | theirs;
        let our_king = (kings & ours).first()?;
        let their_king = (kings & theirs).first()?;

        men.clear();
        let (mut once, mut twice) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut see = |role: u8, square: Square, view: Bitboard| {
            men.push(Man { role, square, view });
            twice |= once & view;
            once |= view;
        };
        (pawns & ours).into_iter().for_each(|from| see(0, from, attacks::pawn_attacks(Color::White, from)));
        (knights & ours).into_iter().for_each(|from| see(1, from, attacks::knight_attacks(from)));
        (bishops & ours).into_iter().for_each(|from| see(2, from, attacks::bishop_attacks(from, occupied)));
        (rooks & ours).into_iter().for_each(|from| see(3, from, attacks::rook_attacks(from, occupied)));
        (queens & ours).into_iter().for_each(|from| see(4, from, attacks::queen_attacks(from, occupied)));
        see(5, our_king, attacks::king_attacks(our_king));

        let (left, right) = pawn_views((pawns & theirs).0.swap_bytes());
        let by_pawn = Bitboard((left | right).swap_bytes());
        let (mut their_once, mut their_twice) = (by_pawn, Bitboard((left & right).swap_bytes()));
        let mut reach = |men: Bitboard, view: fn(Square, Bitboard) -> Bitboard| {
            (men & theirs).into_iter().fold(Bitboard::EMPTY, |all, from| {
                let view = view(from, occupied);
                their_twice |= their_once & view;
                their_once |= view;
                all | view
            })
        };
        let by_minor =
            reach(knights, |from, _| attacks::knight_attacks(from)) | reach(bishops, attacks::bishop_attacks);
        let by_rook = reach(rooks, attacks::rook_attacks);
        let by_queen = reach(queens, attacks::queen_attacks);
        let by_king = reach(kings, |from, _| attacks::king_attacks(from));

        let minor = by_minor & !by_pawn;
        let rook = by_rook & !(by_pawn | by_minor);
        let queen = by_queen & !(by_pawn | by_minor | by_rook);
        let king = by_king & !(by_pawn | by_minor | by_rook | by_queen);
        let cheaper = by_pawn & !pawns | (by_pawn | by_minor) & (rooks | queens) | by_rook & queens;
        let hanging = ours & !kings & (their_once & !once | cheaper);
        let classes = [pawns, knights | bishops, rooks, queens];
        let dearest = classes.iter().rposition(|&class| (class & hanging).any()).map_or(0, |class| class + 1);
        let pieces = knights | bishops | rooks | queens;
        let weight = pieces.count() + rooks.count() + 3 * queens.count();
        let checkers = if their_once.contains(our_king) {
            theirs
                & (attacks::pawn_attacks(Color::White, our_king) & pawns
                    | attacks::knight_attacks(our_king) & knights
                    | attacks::bishop_attacks(our_king, occupied) & (bishops | queens)
                    | attacks::rook_attacks(our_king, occupied) & (rooks | queens))
        } else {
            Bitboard::EMPTY
        };
        Some(Scene {
            us,
            flip: us.fold_wb(0, 56),
            roles,
            ours,
            theirs,
            our_king,
            their_king,
            once,
            twice,
            their_once,
            their_twice,
            attackers: [by_pawn | rook | king, minor | rook, queen | king],
            victims: [pawns | bishops | queens, knights | bishops, rooks | queens].map(|set| set & theirs),
            hanging,
            dearest,
            phase: match weight {
                19.. => 0,
                13..19 => 1,
                7..13 => 2,
                _ => 3,
            },
            checkers,
        })
    }

    /// Our pinned men.
    fn pinned(&self) -> Bitboard {
        let [_, _, bishops, rooks, queens, _] = self.roles;
        let straight = attacks::rook_attacks(self.our_king, self.theirs) & (rooks | queens);
        let diagonal = attacks::bishop_attacks(self.our_king, self.theirs) & (bishops | queens);
        ((straight | diagonal) & self.theirs).into_iter().fold(Bitboard::EMPTY, |pinned, slider| {
            let between = attacks::between(self.our_king, slider) & self.ours;
            if between.more_than_one() { pinned } else { pinned | between }
        })
    }
}

/// What the weights of a man's moves share.
struct Origin {
    /// The row of each context.
    rows: [Row; CONTEXTS],
    square: u8,
    trade: usize,
    alarm: usize,
}

/// The number of its row in each of the three tables, for a man's moves of one kind.
#[derive(Copy, Clone)]
struct Tables {
    place: usize,
    trade: usize,
    alarm: usize,
}

/// What the weights of the moves to each square share. Of the numbers in the tables, all but a pawn's are those of the moves.
struct Targets {
    /// The rows of the surroundings, of squares that are entered.
    rows: [Row; 64],
    /// The square, whether a man is taken, whether another of ours covers it.
    places: [u8; 64],
    /// Class of the cheapest attacker, cover, the man that is taken, whether two of theirs attack it.
    trades: [u8; 64],
    /// The man that is taken, whether the last move went there, check.
    alarms: [u8; 64],
}

/// The eight bits of a byte, the lowest first, as bytes of 0 or 1.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            spread[byte] |= (byte as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        byte += 1;
    }
    spread
};

/// A set's squares on one rank, as bytes of 0 or 1.
#[inline(always)]
fn spread(set: Bitboard, rank: usize) -> u64 {
    SPREAD[usize::from(set.0.to_le_bytes()[rank])]
}

impl Targets {
    /// Notes of all squares what the tables ask; eight squares of a rank at a time, a byte each, and no bit leaves its byte.
    #[inline]
    fn fill(&mut self, scene: &Scene, answered: u8) {
        let [low, middle, high] = scene.victims;
        let [near, mid, far] = scene.attackers;
        let taken = low | middle | high;
        let ranks = self.places.as_chunks_mut::<8>().0.iter_mut();
        let ranks = ranks.zip(self.trades.as_chunks_mut::<8>().0).zip(self.alarms.as_chunks_mut::<8>().0);
        for (rank, ((places, trades), alarms)) in ranks.enumerate() {
            let squares = 0x1c18_1410_0c08_0400 + 0x2020_2020_2020_2020u64.wrapping_mul(rank as u64);
            let cover = spread(scene.twice, rank);
            let victims = spread(low, rank) | spread(middle, rank) << 1 | spread(high, rank) << 2;
            let attackers = spread(near, rank) | spread(mid, rank) << 1 | spread(far, rank) << 2;
            *places = (squares | spread(taken, rank) << 1 | cover).to_le_bytes();
            let answers = spread(scene.their_twice, rank);
            *trades = (attackers << 5 | cover << 4 | victims << 1 | answers).to_le_bytes();
            *alarms = (victims << 2).to_le_bytes();
        }
        if let Some(alarm) = self.alarms.get_mut(usize::from(answered)) {
            *alarm |= 1 << 1;
        }
    }

    /// A square as men other than pawns enter it.
    #[inline(always)]
    fn of(&self, to: Square) -> Target {
        let at = usize::from(to);
        Target { row: self.rows[at], place: self.places[at], trade: self.trades[at], alarm: self.alarms[at] }
    }
}

/// The same of one square.
#[derive(Copy, Clone)]
struct Target {
    row: Row,
    place: u8,
    trade: u8,
    alarm: u8,
}

impl Target {
    /// The man that is taken, from 1; 0 for none.
    #[inline(always)]
    fn victim(&self) -> u8 {
        self.alarm >> 2
    }
}

/// What a place of the three tables says of cover, of taking a pawn in passing and of check.
const PLACE_COVER: u8 = 1;
const PLACE_TAKES: u8 = 1 << 1;
const TRADE_COVER: u8 = 1 << 4;
const TRADE_PAWN: u8 = 1 << 1;
const ALARM_PAWN: u8 = 1 << 2;

/// A row of 64 weights, and what its squares are turned by, so that the place of a weight is this number ⊕ the square.
#[derive(Copy, Clone, Default)]
struct Row(u32);

impl Row {
    /// The row that a hash chooses.
    #[inline]
    fn of(hash: u64) -> Row {
        Row((hash >> (64 - LOG_ROWS) << 6) as u32 | (hash >> 40) as u32 & 63)
    }

    /// The row of a context.
    #[inline]
    fn of_context(context: usize, key: u64) -> Row {
        Row::of((key.wrapping_add(1)).wrapping_mul(FACTORS[context]))
    }

    /// The place of a square's weight.
    #[inline(always)]
    fn place(self, square: u8) -> usize {
        (self.0 ^ u32::from(square)) as usize % ROWS
    }
}

/// Where the weights of a move stand: in rows, and in the tables behind them.
struct Slots<'a> {
    origin: &'a Origin,
    tables: Tables,
    target: Target,
    to: u8,
}

impl Slots<'_> {
    /// The sum of the weights.
    #[inline(always)]
    fn sum(&self, weights: &[u8; BYTES]) -> i32 {
        let (rows, rest) = weights.split_at(ROWS);
        let (places, rest) = rest.split_at(PLACES);
        let (trades, alarms) = rest.split_at(TRADES);
        let weight = |byte: u8| i32::from(byte as i8);
        let mut sum = weight(rows[self.target.row.place(self.origin.square)]);
        for row in &self.origin.rows {
            sum += weight(rows[row.place(self.to)]);
        }
        sum += weight(places.as_chunks::<256>().0[self.tables.place][usize::from(self.target.place)]);
        sum += weight(trades.as_chunks::<256>().0[self.tables.trade][usize::from(self.target.trade)]);
        sum + weight(alarms.as_chunks::<32>().0[self.tables.alarm][usize::from(self.target.alarm & 31)])
    }

    /// The number of each weight.
    #[cfg(feature = "train")]
    fn numbers(&self) -> [usize; FEATURES] {
        let mut numbers = [0; FEATURES];
        for (number, row) in numbers.iter_mut().zip(&self.origin.rows) {
            *number = row.place(self.to);
        }
        numbers[CONTEXTS] = self.target.row.place(self.origin.square);
        numbers[CONTEXTS + 1] = ROWS + self.tables.place * 256 + usize::from(self.target.place);
        numbers[CONTEXTS + 2] = ROWS + PLACES + self.tables.trade * 256 + usize::from(self.target.trade);
        numbers[CONTEXTS + 3] =
            ROWS + PLACES + TRADES + self.tables.alarm * 32 + usize::from(self.target.alarm & 31);
        numbers
    }
}

/// The contexts that all men of a position share.
struct Contexts {
    stage: u64,
    last: u64,
    own: u64,
    whole: u64,
    king_us: u64,
    king_them: u64,
    phase: u64,
    answered: u8,
}

impl Contexts {
    fn new(scene: &Scene, last: Past, own: Past, ply: u32) -> Contexts {
        let past = |square: u8| u64::from(square ^ scene.flip);
        let [pawns, knights, bishops, rooks, queens, kings] = scene.roles.map(|set| set.0);
        let (ours, theirs) = (scene.ours.0, scene.theirs.0);
        let whole = if ply < WHOLE {
            let sides = mix(ours, 1) ^ mix(theirs, 2) ^ mix(pawns, 3) ^ mix(knights, 4);
            (sides ^ mix(bishops, 5) ^ mix(rooks, 6) ^ mix(queens, 7) ^ mix(kings, 8)) >> 12
        } else {
            1
        };
        Contexts {
            stage: super::features::opening(u64::from(ply)),
            last: u64::from(last.role) << 6 | past(last.to),
            own: u64::from(own.role) << 12 | past(own.from) << 6 | past(own.to),
            whole,
            king_us: u64::from(u8::from(scene.our_king)),
            king_them: u64::from(u8::from(scene.their_king)),
            phase: scene.phase as u64,
            answered: if last.role > 0 { last.to ^ scene.flip } else { 64 },
        }
    }

    #[inline]
    fn of(&self, scene: &Scene, man: &Man) -> Origin {
        let square = u8::from(man.square);
        let r = u64::from(man.role) + 1;
        let rf = r << 6 | u64::from(square);
        let covered = usize::from(digit(scene.once, square));
        let hangs = usize::from(digit(scene.hanging, square));
        Origin {
            rows: [
                Row::of_context(0, rf << 4 | self.stage),
                Row::of_context(1, rf << 9 | self.last),
                Row::of_context(2, rf << 15 | self.own),
                Row::of_context(3, r << 6 | self.king_them),
                Row::of_context(4, (r << 6 | self.king_us) << 1 | self.phase >> 1),
                Row::of_context(5, self.whole ^ rf),
            ],
            square,
            trade: usize::from(digits(&scene.attackers, square)) * 2 + covered,
            alarm: (scene.dearest * 2 + hangs) * 2 + usize::from(scene.checkers.any()),
        }
    }

    /// The row of the surroundings of a square.
    #[inline]
    fn surroundings(scene: &Scene, to: Square) -> Row {
        let around = attacks::king_attacks(to);
        let key = ((scene.ours & around).0 ^ u64::from(u8::from(to))).wrapping_mul(FACTORS[CONTEXTS])
            ^ (scene.theirs & around).0.wrapping_mul(FACTORS[CONTEXTS + 1]);
        Row::of(key.wrapping_mul(FACTORS[CONTEXTS + 2]))
    }
}

/// Working memory.
struct Desk {
    men: Vec<Man>,
    targets: Targets,
}

impl Default for Desk {
    fn default() -> Desk {
        let targets =
            Targets { rows: [Row::default(); 64], places: [0; 64], trades: [0; 64], alarms: [0; 64] };
        Desk { men: Vec::new(), targets }
    }
}

/// What is done with each legal move. A trait, since a closure that is called at several places is not inlined.
trait Visit {
    fn see(&mut self, m: LightMove, slots: Slots<'_>);

    /// Sees the move to a square, by its parts.
    #[inline(always)]
    fn see_move(&mut self, origin: &Origin, tables: Tables, target: Target, to: Square, kind: u8) {
        let to = u8::from(to);
        let m = LightMove { from: origin.square, to, kind, victim: target.victim() };
        self.see(m, Slots { origin, tables, target, to });
    }
}

/// Visits each legal move, in the order of the format: by the man; the square left; of one man, en
/// passant and castling last; by the square entered; by promotion.
#[inline(always)]
fn each(walk: &GameWalk, desk: &mut Desk, visit: &mut impl Visit) {
    let position = &walk.position;
    let Some(scene) = Scene::new(position, &mut desk.men) else { return };
    let (last, own) = walk.past();
    let contexts = Contexts::new(&scene, last, own, walk.ply());
    let [_, _, bishops, rooks, queens, _] = scene.roles;
    let occupied = scene.ours | scene.theirs;
    // Squares to which men other than the king may move.
    let open = if scene.checkers.is_empty() {
        !scene.ours
    } else {
        scene.checkers.single_square().map_or(Bitboard::EMPTY, |checker| {
            attacks::between(scene.our_king, checker) | Bitboard::from(checker)
        })
    };
    let pinned = scene.pinned();
    let passing = match position.maybe_ep_square() {
        Some(_) => position.en_passant_moves(),
        None => MoveList::new(),
    };
    let castles = scene.checkers.is_empty() && position.castles().has_color(scene.us);
    let mut entered = Bitboard::EMPTY;
    for man in &mut desk.men {
        man.view = match man.role {
            0 => {
                let one = Bitboard::from(man.square).shift(8) & !occupied;
                let two = one.shift(8) & !occupied & Bitboard::from(Rank::Fourth);
                (one | two | man.view & scene.theirs) & open
            }
            5 => {
                // The squares behind the king are attacked through it.
                let sliders = scene.checkers & (bishops | rooks | queens);
                let behind = sliders.into_iter().fold(Bitboard::EMPTY, |behind, checker| {
                    behind | (attacks::ray(checker, man.square) ^ Bitboard::from(checker))
                });
                man.view & !scene.ours & !scene.their_once & !behind
            }
            _ => man.view & open,
        };
        if pinned.contains(man.square) {
            man.view &= attacks::ray(scene.our_king, man.square);
        }
        entered |= man.view;
    }
    if castles {
        entered |= Bitboard::from(Square::C1) | Bitboard::from(Square::G1);
    }
    for m in &passing {
        entered |= Bitboard::from(Square::new(u32::from(u8::from(m.to()) ^ scene.flip)));
    }
    desk.targets.fill(&scene, contexts.answered);
    for to in entered {
        desk.targets.rows[usize::from(to)] = Contexts::surroundings(&scene, to);
    }

    let diagonal = attacks::bishop_attacks(scene.their_king, occupied);
    let straight = attacks::rook_attacks(scene.their_king, occupied);
    let checks = [
        attacks::pawn_attacks(Color::Black, scene.their_king),
        attacks::knight_attacks(scene.their_king),
        diagonal,
        straight,
        diagonal | straight,
        Bitboard::EMPTY,
    ];
    for man in &desk.men {
        let passes = man.role == 0 && !passing.is_empty();
        if man.view.is_empty() && !passes && !(castles && man.role == 5) {
            continue;
        }
        let origin = contexts.of(&scene, man);
        if man.role == 0 {
            let tables = scene.tables(&origin, 0);
            for to in man.view & !Bitboard::from(Rank::Eighth) {
                let target = scene.entered_by_pawn(desk.targets.of(to), to);
                visit.see_move(&origin, tables, target.checking(checks[0], to), to, 0);
            }
            for to in man.view & Bitboard::from(Rank::Eighth) {
                let target = scene.entered_by_pawn(desk.targets.of(to), to);
                for kind in TO_KNIGHT..=TO_QUEEN {
                    let target = target.checking(checks[usize::from(kind) - 6], to);
                    visit.see_move(&origin, scene.tables(&origin, kind), target, to, kind);
                }
            }
            if let Some(m) = passing.iter().find(|m| m.from() == Some(scene.turned(origin.square))) {
                let to = scene.turned(u8::from(m.to()));
                let target = desk.targets.of(to).entered_in_passing();
                visit.see_move(&origin, tables, target.checking(checks[0], to), to, PASSING);
            }
        } else {
            let (check, tables) = (checks[usize::from(man.role)], scene.tables(&origin, man.role));
            // Most moves are listed here.
            for to in man.view {
                let target = desk.targets.of(to).checking(check, to);
                visit.see_move(&origin, tables, target, to, man.role);
            }
        }
        if castles && man.role == 5 {
            for (side, to) in [(CastlingSide::QueenSide, Square::C1), (CastlingSide::KingSide, Square::G1)] {
                let has = position.castles().has(scene.us, side);
                if has && !position.castling_moves(side).is_empty() {
                    let tables = scene.tables(&origin, CASTLING);
                    visit.see_move(&origin, tables, desk.targets.of(to), to, CASTLING);
                }
            }
        }
    }
}

/// The man that arrives, from the pawn: 0.
#[inline]
const fn arriving(kind: u8) -> u8 {
    match kind {
        0..CASTLING => kind,
        CASTLING => 5,
        _ => kind - 6,
    }
}

impl Target {
    /// With check, if the square is one of these.
    #[inline(always)]
    fn checking(mut self, checks: Bitboard, to: Square) -> Target {
        self.alarm |= digit(checks, u8::from(to));
        self
    }

    /// As a pawn enters it that takes in passing: the man that is taken stands elsewhere.
    fn entered_in_passing(mut self) -> Target {
        self.place |= PLACE_TAKES;
        self.trade |= TRADE_PAWN;
        self.alarm |= ALARM_PAWN;
        self
    }
}

impl Scene {
    /// A square as a pawn enters it: one that goes straight on did not cover it.
    #[inline(always)]
    fn entered_by_pawn(&self, mut target: Target, to: Square) -> Target {
        let other = digit((self.once ^ self.twice) & !self.theirs, u8::from(to));
        target.place ^= other * PLACE_COVER;
        target.trade ^= other * TRADE_COVER;
        target
    }

    /// The rows of the tables for a man's moves of one kind.
    #[inline]
    fn tables(&self, origin: &Origin, kind: u8) -> Tables {
        let kind = usize::from(kind);
        Tables {
            place: kind * 4 + self.phase,
            trade: kind * 12 + origin.trade,
            alarm: kind * 24 + origin.alarm,
        }
    }

    /// A square, seen by the other side if we are Black.
    fn turned(&self, square: u8) -> Square {
        Square::new(u32::from(square ^ self.flip))
    }
}

impl LightMove {
    /// The move itself.
    fn of(&self, position: &Chess) -> Option<Move> {
        let flip = position.turn().fold_wb(0, 56);
        let [from, to] = [self.from, self.to].map(|square| Square::new(u32::from(square ^ flip)));
        Some(match self.kind {
            CASTLING => {
                let side = CastlingSide::from_king_side(to.file() == shakmaty::File::G);
                Move::Castle { king: from, rook: position.castles().rook(position.turn(), side)? }
            }
            PASSING => Move::EnPassant { from, to },
            kind => {
                let promotion = if kind < TO_KNIGHT { None } else { Role::try_from(arriving(kind) + 1).ok() };
                let role = if kind < TO_KNIGHT { Role::try_from(kind + 1).ok()? } else { Role::Pawn };
                Move::Normal { role, from, capture: Role::try_from(self.victim).ok(), to, promotion }
            }
        })
    }
}

/// Shares of scores so many sixteenths of a bit below the best.
const SHARES: [u32; 272] = {
    let mut shares = [1; 272];
    let mut below = 0;
    while below < 256 {
        let share = POWERS[below % UNIT as usize] >> (below / UNIT as usize);
        shares[below] = if share > 1 { share } else { 1 };
        below += 1;
    }
    shares
};

/// Scores moves.
struct Scored<'a> {
    moves: &'a mut Vec<(LightMove, i32)>,
    best: i32,
}

impl Visit for Scored<'_> {
    #[inline(always)]
    fn see(&mut self, m: LightMove, slots: Slots<'_>) {
        let score = slots.sum(LIGHT);
        self.best = self.best.max(score);
        self.moves.push((m, score));
    }
}

/// The legal moves of a position and what share of the chances each has; working memory for many positions.
#[derive(Default)]
pub struct LightMoves {
    /// The moves, each with its share.
    moves: Vec<(LightMove, i32)>,
    total: u32,
    desk: Desk,
}

impl LightMoves {
    /// Lists the moves of the position of a walk.
    pub fn fill(&mut self, walk: &GameWalk) {
        self.moves.clear();
        let mut scored = Scored { moves: &mut self.moves, best: i32::MIN };
        each(walk, &mut self.desk, &mut scored);
        let best = scored.best;
        let mut total = 0;
        for (_, score) in &mut self.moves {
            let share = SHARES[((best - *score) as usize).min(SHARES.len() - 1)];
            *score = share as i32;
            total += share;
        }
        self.total = total;
    }

    /// Number of moves.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The sum of all shares.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.total
    }

    /// The shares of the moves before one, and its own.
    #[must_use]
    pub fn share(&self, index: usize) -> Option<(u32, u32)> {
        let before: i32 = self.moves.get(..index)?.iter().map(|(_, share)| share).sum();
        Some((before as u32, self.moves.get(index)?.1 as u32))
    }

    /// The move that a number below the total falls to: which it is, the shares before it, its own.
    #[must_use]
    pub fn at(&self, number: u32) -> Option<(usize, u32, u32)> {
        let mut before = 0;
        for (index, &(_, share)) in self.moves.iter().enumerate() {
            let share = share as u32;
            if number < before + share {
                return Some((index, before, share));
            }
            before += share;
        }
        None
    }

    /// A move of the list, in the position that it was made for.
    #[must_use]
    pub fn get(&self, position: &Chess, index: usize) -> Option<Move> {
        self.moves.get(index)?.0.of(position)
    }

    /// Which one a move is.
    #[must_use]
    pub fn position(&self, position: &Chess, m: Move) -> Option<usize> {
        self.moves.iter().position(|(found, _)| found.of(position) == Some(m))
    }
}

/// Numbers the weights of moves.
#[cfg(feature = "train")]
struct Numbered<'a> {
    position: &'a Chess,
    played: Move,
    found: Option<usize>,
    out: &'a mut Vec<[usize; FEATURES]>,
}

#[cfg(feature = "train")]
impl Visit for Numbered<'_> {
    fn see(&mut self, m: LightMove, slots: Slots<'_>) {
        if m.of(self.position) == Some(self.played) {
            self.found = Some(self.out.len());
        }
        self.out.push(slots.numbers());
    }
}

/// The numbers of the weights of each legal move, for training; the place of `played` among them.
#[cfg(feature = "train")]
pub(super) fn numbers(walk: &GameWalk, played: Move, out: &mut Vec<[usize; FEATURES]>) -> Option<usize> {
    out.clear();
    let mut numbered = Numbered { position: &walk.position, played, found: None, out };
    each(walk, &mut Desk::default(), &mut numbered);
    numbered.found
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, PositionError};

    use super::*;

    #[test]
    fn the_moves_are_those_of_shakmaty() {
        let more = [
            "rkr5/8/8/8/8/8/8/RKR5 w ACac - 0 1",
            // The king stands where he castles to, and beside it.
            "1k6/8/8/8/8/8/8/R4KR1 w AG - 0 1",
            "1k6/8/8/8/8/8/8/RK4R1 w AG - 0 1",
            // Check by three pieces, by two on one line, by a pawn that can be captured en passant.
            "4k3/8/8/1b5q/8/4r3/8/4K2r w - - 0 1",
            "8/8/8/r2K2q1/8/8/8/7k w - - 0 1",
            "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        ];
        let mut random = scorebook_random::Random::new(1);
        let (mut seen, mut list) = (0, LightMoves::default());
        for fen in scorebook_random::STARTS.into_iter().chain(more) {
            for mode in [CastlingMode::Standard, CastlingMode::Chess960] {
                let start = fen.parse::<Fen>().unwrap().into_position::<Chess>(mode);
                let start = start
                    .or_else(PositionError::ignore_too_much_material)
                    .or_else(PositionError::ignore_impossible_check);
                let Ok(start) = start else { continue };
                for _ in 0..20 {
                    let mut walk = GameWalk::new(&start);
                    for _ in 0..120 {
                        list.fill(&walk);
                        let found: Vec<Move> =
                            (0..list.len()).map(|i| list.get(&walk.position, i).unwrap()).collect();
                        let mut legal: Vec<Move> = walk.position.legal_moves().into_iter().collect();
                        for (index, &m) in found.iter().enumerate() {
                            let place = legal.iter().position(|&legal| legal == m);
                            legal.swap_remove(place.unwrap_or_else(|| panic!("{:?} {m:?}", walk.position)));
                            assert_eq!(list.position(&walk.position, m), Some(index));
                            let (before, share) = list.share(index).unwrap();
                            assert_eq!(list.at(before), Some((index, before, share)));
                            assert_eq!(list.at(before + share - 1), Some((index, before, share)));
                        }
                        assert!(legal.is_empty(), "{:?} {legal:?}", walk.position);
                        seen += 1;
                        if found.is_empty() {
                            break;
                        }
                        walk.play(*random.pick(&found));
                    }
                }
            }
        }
        assert!(seen > 20_000);
    }
}
