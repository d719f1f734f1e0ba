//! How a game ends by the position on the board.

use crate::geometry::{Region, Side};
use crate::kinds::PieceKind;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Material, Value};

/// Why a game has ended, or may be claimed to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The king is attacked and nothing helps.
    Checkmate,
    /// No legal move, no check.
    Stalemate,
    /// Mate by a dropped pawn, which the rules forbid.
    PawnDropMate,
    /// Mate without the checks that shatar asks for.
    WeakMate,
    /// The pieces that count are gone.
    Extinction,
    /// A piece has reached its region.
    Flag,
    /// So many checks have been given.
    Checks,
    /// Pieces stand in a row, or join their regions.
    Connected,
    /// A castling that wins, or can no longer be made.
    Castling,
    /// The kings have faced each other for two moves (janggi).
    KingsFaced,
    /// Both sides have passed.
    BothPassed,
    /// The board is full.
    FullBoard,
    /// So many moves without a capture or a pawn move.
    MoveCount,
    /// The counting rule of makruk and its kin.
    Counted,
    /// The position has come back.
    Repetition,
    /// It has come back, and the rules ask who chased whom, which is not judged here.
    RepetitionNotJudged,
    /// It has come back, and one side gave check all the time.
    PerpetualCheck,
    /// A piece went to and fro.
    MoveRepetition,
    /// Sittuyin: only promotions are left.
    OnlyPromotions,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The value for the side to move.
    pub value: Value,
    /// Why.
    pub reason: Reason,
    /// The side to move.
    pub side: Side,
}

impl Outcome {
    /// Who has won; `None`: nobody.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match self.value {
            Value::Win => Some(self.side),
            Value::Loss => Some(self.side.other()),
            Value::Draw => None,
        }
    }

    /// The result tag: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub fn result(&self) -> &'static str {
        match self.winner() {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl Position<'_> {
    pub(crate) fn ends(&self, value: Value, reason: Reason) -> Option<Outcome> {
        Some(Outcome { value, reason, side: self.side })
    }

    /// The end of the game by this position: by a rule that ends it at once, by mate, or because there is no legal move.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if let Some(outcome) = self.immediate_end() {
            return Some(outcome);
        }
        if self.has_legal_move() {
            return None;
        }
        match self.in_check(self.side) {
            true => self.mated(),
            false => self.stalemated(),
        }
    }

    fn mated(&self) -> Option<Outcome> {
        let end = &self.rules.end;
        let them = self.side.other();
        let only = |kind: PieceKind| {
            let king = self.king(self.side);
            king.is_some_and(|king| {
                self.of[them as usize].iter().all(|from| {
                    self.man(from).is_none_or(|man| man.kind == kind || !self.attacks(man, from, king))
                })
            })
        };
        let dropped = matches!(self.last, Some(Move::Drop { .. }));
        if end.pawn_drop_mate_illegal && dropped && only(PieceKind::SHOGI_PAWN) {
            return self.ends(Value::Win, Reason::PawnDropMate);
        }
        if end.shatar {
            if only(PieceKind::KNIGHT) {
                return self.ends(Value::Win, Reason::WeakMate);
            }
            return match self.shak[them as usize] {
                true => self.ends(end.checkmate, Reason::Checkmate),
                false => self.ends(Value::Draw, Reason::WeakMate),
            };
        }
        self.ends(end.checkmate, Reason::Checkmate)
    }

    fn stalemated(&self) -> Option<Outcome> {
        let end = &self.rules.end;
        let them = self.side.other();
        let theirs = self.pseudo_royals(them);
        for royal in self.pseudo_royals(self.side) {
            let safe = self.rules.blast && theirs.iter().any(|&other| Position::touch(royal, other));
            if !safe && self.attacker(royal, them).is_some() {
                return self.ends(end.checkmate, Reason::Checkmate);
            }
        }
        if self.rules.extinction.duple {
            let mut all = self.duple_candidates(self.side).peekable();
            if all.peek().is_some() && all.all(|square| self.attacker(square, them).is_some()) {
                return self.ends(end.checkmate, Reason::Checkmate);
            }
        }
        let mut value = end.stalemate;
        if end.stalemate_count {
            let (ours, theirs) = (self.of[self.side as usize].count(), self.of[them as usize].count());
            value = match ours.cmp(&theirs) {
                std::cmp::Ordering::Equal => Value::Draw,
                std::cmp::Ordering::Less => end.stalemate,
                std::cmp::Ordering::Greater => end.stalemate.flip(),
            };
        }
        if value == Value::Draw && end.material.is_some() {
            value = self.material_value();
        }
        self.ends(value, Reason::Stalemate)
    }

    /// Whether this side's series of checks continues and contains one by rook, knight or bers.
    pub(crate) fn shak_goes_on(&self, us: Side) -> bool {
        let Some(king) = self.king(us.other()) else { return false };
        let bers = PieceKind::named("bers");
        let (mut check, mut strong) = (false, false);
        for from in self.of[us as usize].iter() {
            if let Some(man) = self.man(from).filter(|&man| self.attacks(man, from, king)) {
                check = true;
                strong |=
                    man.kind == PieceKind::ROOK || man.kind == PieceKind::KNIGHT || Some(man.kind) == bers;
            }
        }
        check && (strong || self.shak[us as usize])
    }

    /// Whether janggi's kings face each other.
    pub(crate) fn bikjang(&self) -> bool {
        self.rules.end.bikjang && self.kings_face(self.side)
    }

    /// The value by the points on the board.
    pub(crate) fn material_value(&self) -> Value {
        let count = |kind: PieceKind| {
            let [white, black] = Side::BOTH.map(|side| self.count_of(side, kind) as i32);
            white - black
        };
        let white = match self.rules.end.material {
            None => Value::Draw,
            Some(Material::WhiteDrawOdds) => Value::Win,
            Some(Material::BlackDrawOdds) => Value::Loss,
            Some(Material::Unweighted) => match count(PieceKind::ANY).signum() {
                1 => Value::Win,
                -1 => Value::Loss,
                _ => Value::Draw,
            },
            Some(Material::Janggi) => {
                let worth = [
                    ("rook", 13),
                    ("janggiCannon", 7),
                    ("horse", 5),
                    ("janggiElephant", 3),
                    ("wazir", 3),
                    ("soldier", 2),
                ];
                let points: i32 = worth
                    .iter()
                    .filter_map(|(name, worth)| Some(worth * count(PieceKind::named(name)?)))
                    .sum();
                // Black has 1.5 points for moving second: one point more is not enough.
                if points > 1 { Value::Win } else { Value::Loss }
            }
        };
        if self.side == Side::White { white } else { white.flip() }
    }

    /// The end by a rule that does not ask whether there are legal moves.
    #[must_use]
    pub fn immediate_end(&self) -> Option<Outcome> {
        let rules = self.rules;
        let (us, them) = (self.side, self.side.other());
        if let Some(outcome) = self.extinct() {
            return Some(outcome);
        }
        if let Some(outcome) = self.flag_end() {
            return Some(outcome);
        }
        if rules.castling.wins != [[false; 2]; 2]
            && let Some(outcome) = self.castling_end()
        {
            return Some(outcome);
        }
        if rules.end.check_counting && self.checks_left[them as usize] == 0 {
            return self.ends(Value::Loss, Reason::Checks);
        }
        if self.connected(them) {
            return self.ends(rules.connect.value.flip(), Reason::Connected);
        }
        let by_points = |reason| {
            let value = if rules.end.material.is_some() { self.material_value() } else { Value::Draw };
            self.ends(value, reason)
        };
        if self.last.is_some() && self.faced && self.bikjang() {
            return by_points(Reason::KingsFaced);
        }
        if self.passes >= 2 {
            return by_points(Reason::BothPassed);
        }
        if rules.end.full_board {
            let men = self.of[us as usize].count() + self.of[them as usize].count();
            if men + self.holes.count() == rules.board.files as u32 * rules.board.ranks as u32 {
                return by_points(Reason::FullBoard);
            }
        }
        None
    }

    fn extinct(&self) -> Option<Outcome> {
        let extinction = &self.rules.extinction;
        let value = extinction.value?;
        if extinction.pseudo_royal && !self.rules.blast {
            return None;
        }
        let count = |side: Side, kind: PieceKind| {
            let in_hand =
                if kind == PieceKind::ANY { self.hand_size(side) } else { self.in_hand(side, kind) as u32 };
            self.count_of(side, kind) as u32 + in_hand
        };
        for side in [self.side.other(), self.side] {
            let mine = side == self.side;
            for kind in extinction.kinds.iter() {
                let needed = extinction.opponent_count as u32 + (extinction.claim && mine) as u32;
                if count(side, kind) <= extinction.count as u32 && count(side.other(), kind) >= needed {
                    return self.ends(if mine { value } else { value.flip() }, Reason::Extinction);
                }
            }
        }
        None
    }

    /// Whether the side has enough pieces in its region.
    fn flag_reached(&self, side: Side) -> bool {
        let flag = &self.rules.flag;
        let region = flag.region[side as usize];
        if region.is_empty() {
            return false;
        }
        let there: Region = self
            .squares_of(side, flag.piece[side as usize])
            .filter(|&square| region.contains(square))
            .collect();
        let full = || {
            flag.blocked_win
                && region.iter().all(|square| !self.rules.board.contains(square) || self.occupied(square))
        };
        let enough = |count: u32| count >= flag.count as u32;
        if there.is_empty() || !enough(there.count()) && !full() {
            return false;
        }
        // With exactly as many as are needed, each of them must be safe. Where the other side has one more
        // move, only that side asks.
        let asks = flag.safe && (!flag.extra_move || side != self.side);
        let exact = there.count() == flag.count as u32;
        !(asks && exact && there.iter().any(|square| self.attacker(square, side.other()).is_some()))
    }

    fn flag_end(&self) -> Option<Outcome> {
        let flag = &self.rules.flag;
        let (us, them) = (self.side, self.side.other());
        if flag.region == [Region::EMPTY; 2] {
            return None;
        }
        if (flag.extra_move || flag.safe) && self.flag_reached(us) {
            let kings = flag.extra_move && us == Side::White && flag.piece[them as usize] == PieceKind::KING;
            let both = (kings || flag.safe && !flag.extra_move) && self.flag_reached(them);
            return self.ends(if both { Value::Draw } else { Value::Win }, Reason::Flag);
        }
        let early = !flag.extra_move || flag.safe || flag.piece[us as usize] == PieceKind::KING;
        if !early || !self.flag_reached(them) {
            return None;
        }
        // Black, who moves second, has one more move for the king to arrive too.
        let by_king = flag.piece[us as usize] == PieceKind::KING;
        if flag.extra_move && by_king && us == Side::Black && !self.in_check(us) {
            let mut moves = Vec::new();
            self.king(us).into_iter().for_each(|king| self.moves_from(king, &mut moves));
            let arrives = moves.into_iter().any(|mv| {
                let there = mv.to().is_some_and(|to| flag.region[us as usize].contains(to));
                there && self.forbidden(mv).is_none()
            });
            if arrives {
                return None;
            }
        }
        self.ends(Value::Loss, Reason::Flag)
    }

    fn castling_end(&self) -> Option<Outcome> {
        let wins = &self.rules.castling.wins;
        let them = self.side.other();
        if let Some(Move::Castle { king, rook, .. }) = self.last
            && wins[them as usize][usize::from(rook.file() < king.file())]
        {
            return self.ends(Value::Loss, Reason::Castling);
        }
        for side in [them, self.side] {
            let rights = self.castling[side as usize];
            let left = [rights.kingside.is_some(), rights.queenside.is_some()];
            let wanted = wins[side as usize];
            if wanted != [false; 2] && !(0..2).any(|way| wanted[way] && left[way]) {
                let value = if side == self.side { Value::Loss } else { Value::Win };
                return self.ends(value, Reason::Castling);
            }
        }
        None
    }
}
