//! A lean board for proving millions of moves: masks, check on arrival, a running key.
//!
//! shakmaty's [`Chess`] generates the moves of a kind and matches; measured on master games that is
//! half of all time. Here a written move is resolved from its target square by masks alone, and
//! check is kept up to date from what the move uncovers. shakmaty stays the oracle: the tests hold
//! every answer of this board to it, and everything out of the ordinary is put before a [`Chess`].

use shakmaty::{
    Bitboard, ByColor, ByRole, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, FromSetup, Move,
    Position, PositionError, Role, Setup, Square, attacks,
};

use super::san::{Disambiguation, Written};

/// A move that the board has resolved.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move.
    pub mv: Move,
    /// Whether the text names the origin otherwise than SAN would.
    pub overdone: bool,
}

/// Why a written move did not resolve. Details are for [`Chess`] to find.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// No legal move fits.
    Illegal,
    /// Several legal moves fit.
    Ambiguous,
    /// A pawn reaches the last rank and the text does not say what it becomes.
    NoPromotion,
}

/// The position of a standard (or Chess960) game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    colors: [Bitboard; 2],
    roles: [Bitboard; 6],
    kings: [Square; 2],
    turn: Color,
    /// Rooks that may still castle.
    rights: Bitboard,
    /// The square behind a pawn that has just gone two steps.
    passed: Option<Square>,
    checkers: Bitboard,
    halfmoves: u32,
    fullmoves: u32,
    key: u64,
}

const fn side(color: Color) -> usize {
    color as usize
}

const fn kind(role: Role) -> usize {
    role as usize - 1
}

struct Keys {
    men: [[[u64; 64]; 6]; 2],
    rights: [u64; 64],
    passed: [u64; 8],
    turn: u64,
}

/// Keys from splitmix64 with a fixed seed.
static KEYS: Keys = {
    const fn next(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    let mut state = 1978;
    let mut keys = Keys { men: [[[0; 64]; 6]; 2], rights: [0; 64], passed: [0; 8], turn: next(&mut state) };
    let mut i = 0;
    while i < 2 * 6 * 64 {
        keys.men[i / 384][i / 64 % 6][i % 64] = next(&mut state);
        i += 1;
    }
    i = 0;
    while i < 64 {
        keys.rights[i] = next(&mut state);
        i += 1;
    }
    i = 0;
    while i < 8 {
        keys.passed[i] = next(&mut state);
        i += 1;
    }
    keys
};

/// The squares in line with each square: a small table that settles most questions about pins and
/// uncovered checks.
static IN_LINE: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        table[i as usize] = attacks::queen_attacks(Square::new(i), Bitboard::EMPTY);
        i += 1;
    }
    table
};

#[inline]
fn in_line(king: Square, square: Square) -> bool {
    IN_LINE[usize::from(king)].contains(square)
}

impl Default for Board {
    fn default() -> Board {
        Board::from(&Chess::default())
    }
}

impl From<&Chess> for Board {
    fn from(chess: &Chess) -> Board {
        let board = chess.board();
        let king = |color| board.king_of(color).unwrap_or(Square::A1);
        let mut out = Board {
            colors: [board.black(), board.white()],
            roles: Role::ALL.map(|role| board.by_role(role)),
            kings: [king(Color::Black), king(Color::White)],
            turn: chess.turn(),
            rights: chess.castles().castling_rights(),
            passed: chess.maybe_ep_square(),
            checkers: chess.checkers(),
            halfmoves: chess.halfmoves(),
            fullmoves: chess.fullmoves().get(),
            key: 0,
        };
        debug_assert!(side(Color::White) == 1 && kind(Role::Pawn) == 0);
        for color in Color::ALL {
            for role in Role::ALL {
                for square in out.men(color, role) {
                    out.key ^= KEYS.men[side(color)][kind(role)][usize::from(square)];
                }
            }
        }
        for rook in out.rights {
            out.key ^= KEYS.rights[usize::from(rook)];
        }
        if out.turn.is_black() {
            out.key ^= KEYS.turn;
        }
        out
    }
}

impl Board {
    /// The same position as shakmaty has it.
    #[must_use]
    pub fn to_chess(&self) -> Chess {
        let roles = ByRole::new_with(|role| self.roles[kind(role)]);
        let colors = ByColor { black: self.colors[0], white: self.colors[1] };
        let mut setup = Setup::empty();
        setup.board = shakmaty::Board::try_from_bitboards(roles, colors).unwrap_or_default();
        setup.turn = self.turn;
        setup.castling_rights = self.rights;
        setup.ep_square = self.passed;
        setup.halfmoves = self.halfmoves;
        setup.fullmoves = std::num::NonZeroU32::new(self.fullmoves).unwrap_or(std::num::NonZeroU32::MIN);
        Chess::from_setup(setup, CastlingMode::Chess960)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .unwrap_or_default()
    }

    /// Whose move it is.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The number of the move to be made.
    #[must_use]
    pub const fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    /// Half-moves since the last capture or pawn move.
    #[must_use]
    pub const fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// Number of men on the board.
    #[must_use]
    pub fn men_count(&self) -> usize {
        self.occupied().count()
    }

    /// A key that two positions share when men, side to move, castling rights and the right to
    /// capture in passing are the same (and by chance with odds of 2⁻⁶⁴).
    #[must_use]
    pub fn key(&self) -> u64 {
        match self.passed {
            Some(square) if self.can_pass(square) => self.key ^ KEYS.passed[usize::from(square.file())],
            _ => self.key,
        }
    }

    #[inline]
    fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    #[inline]
    fn us(&self) -> Bitboard {
        self.colors[side(self.turn)]
    }

    #[inline]
    fn them(&self) -> Bitboard {
        self.colors[side(!self.turn)]
    }

    #[inline]
    fn men(&self, color: Color, role: Role) -> Bitboard {
        self.colors[side(color)] & self.roles[kind(role)]
    }

    #[inline]
    fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL.into_iter().find(|&role| self.roles[kind(role)].contains(square))
    }

    /// Men of `color` that attack `square` when `occupied` squares block.
    fn attackers(&self, square: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        self.colors[side(color)]
            & ((attacks::pawn_attacks(!color, square) & pawns)
                | (attacks::knight_attacks(square) & knights)
                | (attacks::king_attacks(square) & kings)
                | (attacks::bishop_attacks(square, occupied) & (bishops | queens))
                | (attacks::rook_attacks(square, occupied) & (rooks | queens)))
    }

    /// Sliders of `color` that attack `square` along its line with `through`.
    #[inline]
    fn sliders_through(&self, square: Square, through: Square, color: Color, occupied: Bitboard) -> Bitboard {
        let [_, _, bishops, rooks, queens, _] = self.roles;
        let them = self.colors[side(color)];
        if square.file() == through.file() || square.rank() == through.rank() {
            let candidates = them & (rooks | queens) & attacks::ray(square, through);
            if candidates.is_empty() {
                return candidates;
            }
            attacks::rook_attacks(square, occupied) & candidates
        } else {
            let candidates = them & (bishops | queens) & attacks::ray(square, through);
            if candidates.is_empty() {
                return candidates;
            }
            attacks::bishop_attacks(square, occupied) & candidates
        }
    }

    /// Whether a man other than the king may go from `from` to `to` as far as the king is concerned.
    #[inline]
    fn is_safe(&self, from: Square, to: Square) -> bool {
        let king = self.kings[side(self.turn)];
        if let Some(checker) = self.checkers.first()
            && (self.checkers.more_than_one() || !attacks::between(king, checker).with(checker).contains(to))
        {
            return false;
        }
        if !in_line(king, from) || attacks::ray(king, from).contains(to) {
            return true;
        }
        let occupied = self.occupied().without(from).with(to);
        self.sliders_through(king, from, !self.turn, occupied).without(to).is_empty()
    }

    /// Resolves a written move.
    ///
    /// # Errors
    /// When not exactly one legal move fits.
    #[inline]
    pub fn resolve(&self, written: &Written) -> Result<Step, Unresolved> {
        let plain = |mv| Ok(Step { mv, overdone: false });
        let to = match *written {
            Written::Castle { side, .. } => {
                return self.castle(side).map_or(Err(Unresolved::Illegal), plain);
            }
            Written::Man { to, .. } | Written::Pawn { to, .. } => to,
        };
        if self.us().contains(to) {
            return Err(Unresolved::Illegal);
        }
        match *written {
            Written::Pawn { from_file, promotion, .. } => self.pawn(from_file, to, promotion).and_then(plain),
            Written::Man { role: Role::King, from, .. } => self.king_move(from, to),
            Written::Man { role, from, .. } => self.man(role, from, to),
            Written::Castle { .. } => Err(Unresolved::Illegal),
        }
    }

    #[inline]
    fn man(&self, role: Role, given: Disambiguation, to: Square) -> Result<Step, Unresolved> {
        let reach = match role {
            Role::Knight => attacks::knight_attacks(to),
            Role::Bishop => attacks::bishop_attacks(to, self.occupied()),
            Role::Rook => attacks::rook_attacks(to, self.occupied()),
            _ => attacks::queen_attacks(to, self.occupied()),
        };
        let all = reach & self.us() & self.roles[kind(role)];
        let mut named = all & given.mask;
        let mut from = named.pop_front().ok_or(Unresolved::Illegal)?;
        if named.is_empty() {
            if !self.is_safe(from, to) {
                return Err(Unresolved::Illegal);
            }
        } else {
            let mut fitting = (all & given.mask).into_iter().filter(|&from| self.is_safe(from, to));
            from = fitting.next().ok_or(Unresolved::Illegal)?;
            if fitting.next().is_some() {
                return Err(Unresolved::Ambiguous);
            }
        }
        let overdone = !given.is_empty() && given != self.needed(all, from, to);
        let mv = Move::Normal { role, from, capture: self.victim(to), to, promotion: None };
        Ok(Step { mv, overdone })
    }

    /// How SAN names `from` among the men in `all` that reach `to`.
    fn needed(&self, all: Bitboard, from: Square, to: Square) -> Disambiguation {
        let others: Bitboard =
            all.without(from).into_iter().filter(|&other| self.is_safe(other, to)).collect();
        Disambiguation::needed(from, others)
    }

    #[inline]
    fn victim(&self, to: Square) -> Option<Role> {
        if self.them().contains(to) { self.role_at(to) } else { None }
    }

    fn king_move(&self, given: Disambiguation, to: Square) -> Result<Step, Unresolved> {
        let from = self.kings[side(self.turn)];
        let occupied = self.occupied().without(from);
        if !attacks::king_attacks(from).contains(to)
            || !given.mask.contains(from)
            || self.attackers(to, !self.turn, occupied).any()
        {
            return Err(Unresolved::Illegal);
        }
        let mv = Move::Normal { role: Role::King, from, capture: self.victim(to), to, promotion: None };
        Ok(Step { mv, overdone: !given.is_empty() })
    }

    #[inline]
    fn pawn(
        &self,
        from_file: Option<shakmaty::File>,
        to: Square,
        promotion: Option<Role>,
    ) -> Result<Move, Unresolved> {
        let pawns = self.us() & self.roles[kind(Role::Pawn)];
        let back = self.turn.fold_wb(-8, 8);
        let behind = to.offset(back).ok_or(Unresolved::Illegal)?;
        let from = match from_file {
            Some(file) if file != to.file() => {
                // A capture.
                let from = Square::from_coords(file, behind.rank());
                if !pawns.contains(from) || !attacks::pawn_attacks(self.turn, from).contains(to) {
                    return Err(Unresolved::Illegal);
                }
                if !self.them().contains(to) {
                    return self
                        .en_passant(from, to)
                        .filter(|_| promotion.is_none())
                        .ok_or(Unresolved::Illegal);
                }
                from
            }
            _ => {
                if self.occupied().contains(to) {
                    return Err(Unresolved::Illegal);
                }
                if pawns.contains(behind) {
                    behind
                } else {
                    let start = self.turn.fold_wb(shakmaty::Rank::Second, shakmaty::Rank::Seventh);
                    match behind.offset(back) {
                        Some(far)
                            if far.rank() == start
                                && pawns.contains(far)
                                && !self.occupied().contains(behind) =>
                        {
                            far
                        }
                        _ => return Err(Unresolved::Illegal),
                    }
                }
            }
        };
        if !self.is_safe(from, to) {
            return Err(Unresolved::Illegal);
        }
        if Bitboard::BACKRANKS.contains(to) != promotion.is_some() {
            return Err(if promotion.is_none() { Unresolved::NoPromotion } else { Unresolved::Illegal });
        }
        Ok(Move::Normal { role: Role::Pawn, from, capture: self.victim(to), to, promotion })
    }

    fn en_passant(&self, from: Square, to: Square) -> Option<Move> {
        let king = self.kings[side(self.turn)];
        let taken = Square::from_coords(to.file(), from.rank());
        let occupied = self.occupied().without(from).without(taken).with(to);
        (self.passed == Some(to) && self.attackers(king, !self.turn, occupied).without(taken).is_empty())
            .then_some(Move::EnPassant { from, to })
    }

    /// Whether the pawn that has just gone over `square` can be taken there.
    fn can_pass(&self, square: Square) -> bool {
        let pawns = self.us() & self.roles[kind(Role::Pawn)];
        (attacks::pawn_attacks(!self.turn, square) & pawns)
            .into_iter()
            .any(|from| self.en_passant(from, square).is_some())
    }

    fn castle(&self, wing: CastlingSide) -> Option<Move> {
        if self.checkers.any() {
            return None;
        }
        let king = self.kings[side(self.turn)];
        let home = Bitboard::from(king.rank()) & self.us() & self.rights;
        let rook = match wing {
            CastlingSide::KingSide => home.last().filter(|&rook| rook > king)?,
            CastlingSide::QueenSide => home.first().filter(|&rook| rook < king)?,
        };
        let (king_to, rook_to) = (wing.king_to(self.turn), wing.rook_to(self.turn));
        let others = self.occupied().without(king).without(rook);
        let path =
            (attacks::between(king, king_to).with(king_to)) | (attacks::between(rook, rook_to).with(rook_to));
        if (path & others).any() {
            return None;
        }
        let walk = attacks::between(king, king_to);
        let occupied = self.occupied().without(king);
        if walk.into_iter().any(|square| self.attackers(square, !self.turn, occupied).any()) {
            return None;
        }
        let after = others.with(rook_to);
        self.attackers(king_to, !self.turn, after).is_empty().then_some(Move::Castle { king, rook })
    }

    #[inline]
    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.colors[side(color)].toggle(square);
        self.roles[kind(role)].toggle(square);
        self.key ^= KEYS.men[side(color)][kind(role)][usize::from(square)];
    }

    /// Takes castling rights away.
    #[inline]
    fn forfeit(&mut self, rooks: Bitboard) {
        for rook in self.rights & rooks {
            self.key ^= KEYS.rights[usize::from(rook)];
        }
        self.rights &= !rooks;
    }

    /// Makes a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let us = self.turn;
        let passed = self.passed.take();
        debug_assert!(!mv.is_en_passant() || passed.is_some());
        self.halfmoves += 1;
        self.checkers = Bitboard::EMPTY;
        let enemy_king = self.kings[side(!us)];
        match mv {
            Move::Normal { role, from, capture, to, promotion } => {
                self.toggle(us, role, from);
                if let Some(victim) = capture {
                    self.toggle(!us, victim, to);
                    self.halfmoves = 0;
                }
                let now = promotion.unwrap_or(role);
                self.toggle(us, now, to);
                if (self.rights & (Bitboard::from(from) | Bitboard::from(to))).any() {
                    self.forfeit(Bitboard::from(from) | Bitboard::from(to));
                }
                if role == Role::King {
                    self.kings[side(us)] = to;
                    if self.rights.any() {
                        self.forfeit(Bitboard::from(us.backrank()));
                    }
                } else if role == Role::Pawn {
                    self.halfmoves = 0;
                    if (u32::from(from) ^ u32::from(to)) == 16 && from.distance(to) == 2 {
                        self.passed = from.offset(us.fold_wb(8, -8));
                    }
                }
                let occupied = self.occupied();
                // The man that moved gives check …
                let direct = match now {
                    Role::Pawn => attacks::pawn_attacks(us, to).contains(enemy_king),
                    Role::Knight => attacks::knight_attacks(to).contains(enemy_king),
                    Role::King => false,
                    _ => {
                        in_line(enemy_king, to)
                            && slides(now, to, enemy_king)
                            && (attacks::between(to, enemy_king) & occupied).is_empty()
                    }
                };
                if direct {
                    self.checkers.add(to);
                }
                // … or has uncovered one behind it.
                if in_line(enemy_king, from) {
                    self.checkers |= self.sliders_through(enemy_king, from, us, occupied);
                }
            }
            Move::EnPassant { from, to } => {
                self.toggle(us, Role::Pawn, from);
                self.toggle(us, Role::Pawn, to);
                self.toggle(!us, Role::Pawn, Square::from_coords(to.file(), from.rank()));
                self.halfmoves = 0;
                self.checkers = self.attackers(enemy_king, us, self.occupied());
            }
            Move::Castle { king, rook } => {
                let wing = CastlingSide::from_king_side(king < rook);
                self.toggle(us, Role::King, king);
                self.toggle(us, Role::Rook, rook);
                self.toggle(us, Role::King, wing.king_to(us));
                self.toggle(us, Role::Rook, wing.rook_to(us));
                self.kings[side(us)] = wing.king_to(us);
                self.forfeit(Bitboard::from(us.backrank()));
                self.checkers = self.attackers(enemy_king, us, self.occupied());
            }
            Move::Put { .. } => {}
        }
        self.fullmoves = self.fullmoves.saturating_add(u32::from(us.is_black()));
        self.turn = !us;
        self.key ^= KEYS.turn;
    }

    /// Lets the side to move pass; false when it is in check.
    pub fn pass(&mut self) -> bool {
        if self.checkers.any() {
            return false;
        }
        self.passed = None;
        self.halfmoves += 1;
        self.fullmoves = self.fullmoves.saturating_add(u32::from(self.turn.is_black()));
        self.turn = !self.turn;
        self.key ^= KEYS.turn;
        true
    }

    /// Whether the side to move can move; cheap where that is plain to see.
    #[must_use]
    pub fn has_move(&self) -> bool {
        if self.checkers.is_empty() {
            let king = self.kings[side(self.turn)];
            let back = self.turn.fold_wb(8, -8);
            let free = |from: Square| from.offset(back).is_some_and(|to| !self.occupied().contains(to));
            let mut loose = (self.us() & self.roles[kind(Role::Pawn)]).into_iter();
            if loose.any(|from| attacks::ray(king, from).is_empty() && free(from)) {
                return true;
            }
        }
        !self.to_chess().legal_moves().is_empty()
    }
}

/// Whether a slider of that kind on `from` goes along the line to `to`, which is in line with it.
#[inline]
fn slides(role: Role, from: Square, to: Square) -> bool {
    let straight = from.file() == to.file() || from.rank() == to.rank();
    match role {
        Role::Rook => straight,
        Role::Bishop => !straight,
        _ => true,
    }
}

/// The position as FEN, the way the finding of a move shows it.
#[must_use]
pub fn fen(position: &impl Position) -> String {
    shakmaty::fen::Fen::from_position(position, EnPassantMode::Legal).to_string()
}
