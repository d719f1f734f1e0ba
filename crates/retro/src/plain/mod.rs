//! A quick test, by a few operations on whole bitboards, for positions in which no rule about a single position can
//! apply. Most positions of games pass; the others are examined by the rules.
//!
//! Nothing is decided here: a position that fails the test can be as possible as one that passes.
//!
//! Each side is seen by its own player, so that its first rank is always the lowest. A square that is dark for one
//! side is then light for the other.

mod files;
mod home;

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color};

use self::{
    files::{AssignmentOrder, Files, are_fed},
    home::Home,
};
use super::case::Case;

/// Whether no rule of the tiers 0 to 4 and 6 can object to `case`, under the usual premises.
///
/// Each piece comes from its square in the starting position: none is promoted, each has a way out, the pawns of
/// the two sides stand on each file in the order of the starting position, and the other side lost pieces
/// enough, on either colour, for the pawns that changed their files.
pub(super) fn is_plain(case: &Case) -> bool {
    let [mut white, mut black] = Color::ALL.map(|color| Side::of(case, color));
    if case.ep.is_some()
        || case.board.pawns().intersects(Bitboard::BACKRANKS)
        || !case.castling.is_subset(Bitboard::BACKRANKS)
        || !white.is_material()
        || !black.is_material()
        || !white.is_castling()
        || !black.is_castling()
        || belies_turn(case)
    {
        return false;
    }
    let homes = Home::of_both(&white, &black);
    white.put_back_rooks(&homes[0]);
    black.put_back_rooks(&homes[1]);
    if !white.came_out(&homes[0], &homes[1]) || !black.came_out(&homes[1], &homes[0]) {
        return false;
    }
    let passed = before(white.pawns) & black.pawns.swap_bytes() != 0;
    !white.has_doubled() && !black.has_doubled() && !passed || is_possible([&white, &black], &homes)
}

/// Whether one of the tried assignments explains where the pawns stand.
#[inline(never)]
fn is_possible(men: [&Side; 2], homes: &[Home; 2]) -> bool {
    if let [Some(white), Some(black)] = men.map(|men| Files::nearest(men.pawns))
        && is_structure(men, homes, [white, black], Passing::One)
    {
        return true;
    }
    is_possible_otherwise(men, homes)
}

/// The same for the likeliest assignment.
#[cold]
fn is_possible_otherwise(men: [&Side; 2], homes: &[Home; 2]) -> bool {
    let [white, black] = men.map(|men| {
        let mut ways: ArrayVec<Files, 3> = Files::nearest(men.pawns).into_iter().collect();
        if men.has_doubled() {
            let orders = [AssignmentOrder::HindmostFirst, AssignmentOrder::ForemostFirst];
            ways.extend(orders.into_iter().filter_map(|order| Files::in_turn(men.pawns, order)));
        }
        ways
    });
    [Passing::One, Passing::TheOther, Passing::Both].into_iter().any(|passing| {
        let fits =
            |white: &Files, black: &Files| is_structure(men, homes, [white.clone(), black.clone()], passing);
        white.iter().any(|white| black.iter().any(|black| fits(white, black)))
    })
}

/// Which of two pawns that passed each other on a file came there by a capture.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Passing {
    /// White's, or Black's where White's cannot.
    One,
    /// Black's, or White's where Black's cannot.
    TheOther,
    /// Both: each took the pawn of the other that began there, or another piece.
    Both,
}

/// Whether pawns that came from these files stand in order and there were enough victims.
fn is_structure(men: [&Side; 2], homes: &[Home; 2], mut files: [Files; 2], passing: Passing) -> bool {
    let mut passed = out_of_order(men, &files);
    if passed != 0 {
        while passed != 0 {
            let file = passed.trailing_zeros() % 8;
            passed &= passed - 1;
            let [white, black] = &mut files;
            let mut by_white = || white.pass(men[0].pawns, file);
            let mut by_black = || black.pass(men[1].pawns, file);
            let _ = match passing {
                Passing::One => by_white() || by_black(),
                Passing::TheOther => by_black() || by_white(),
                Passing::Both => by_white() & by_black(),
            };
        }
        if out_of_order(men, &files) != 0 {
            return false;
        }
    }
    files[0].took | files[1].took == 0 || are_fed(&files, men, homes)
}

/// The first rank, and its squares where pieces begin.
const FIRST: u64 = 0xff;
const ROOKS: u64 = 0x81;
const BISHOPS: u64 = 0x24;
const QUEEN: u64 = 0x08;
const KING: u64 = 0x10;

/// The squares of the colour of the king's bishop.
const LIGHT: u64 = Bitboard::LIGHT_SQUARES.0;

/// Square sets: whether there is more than one, more than two.
const fn more_than_one(set: u64) -> bool {
    set & set.wrapping_sub(1) != 0
}

const fn more_than_two(set: u64) -> bool {
    more_than_one(set & set.wrapping_sub(1))
}

/// How many there are of two.
const fn of_two(set: u64) -> usize {
    (set != 0) as usize + more_than_one(set) as usize
}

/// The squares to the left and to the right on one rank.
const fn beside(squares: u64) -> u64 {
    (squares << 1 | squares >> 1) & FIRST
}

/// The pieces of a side as its own player sees them.
struct Side {
    pawns: u64,
    knights: u64,
    bishops: u64,
    rooks: u64,
    queens: u64,
    kings: u64,
    /// The rooks of its first rank that are said to be able to castle.
    castling: u64,
}

impl Side {
    fn of(case: &Case, color: Color) -> Side {
        let turn = |set: Bitboard| color.fold_wb(set.0, set.0.swap_bytes());
        let (board, own) = (&case.board, case.board.by_color(color));
        Side {
            pawns: turn(board.pawns() & own),
            knights: turn(board.knights() & own),
            bishops: turn(board.bishops() & own),
            rooks: turn(board.rooks() & own),
            queens: turn(board.queens() & own),
            kings: turn(board.kings() & own),
            castling: turn(case.castling) & FIRST,
        }
    }

    /// No more pieces of any kind than the starting position has; of pawns, [`Files`] knows.
    fn is_material(&self) -> bool {
        self.kings != 0
            && !more_than_one(self.kings)
            && !more_than_one(self.queens)
            && !more_than_two(self.rooks)
            && !more_than_two(self.knights)
            && !more_than_one(self.bishops & LIGHT)
            && !more_than_one(self.bishops & !LIGHT)
    }

    /// Whether a file has more than one pawn.
    fn has_doubled(&self) -> bool {
        before(self.pawns) & self.pawns != 0
    }

    /// King and rooks of the rights claimed are at home.
    fn is_castling(&self) -> bool {
        self.castling & !(self.rooks & ROOKS) == 0 && (self.castling == 0 || self.kings == KING)
    }

    /// A rook that stands beside its square at home, where it cannot have come out, is put back there: it
    /// went along its rank.
    fn put_back_rooks(&mut self, home: &Home) {
        if self.rooks & FIRST & !ROOKS & !home.rook != 0 {
            self.rooks = home.with_rooks_back(self.rooks);
        }
    }

    /// Every piece that stands away from home came out from there, and got to where it stands.
    fn came_out(&self, home: &Home, other: &Home) -> bool {
        let is_out = |square: u64, men: u64, ways: u64| square & (men | ways) != 0;
        // Kings stay out of the squares that the other side's pawns guard at home.
        let near = self.kings < 1 << 40;
        // A bishop that is gone may have fallen at home.
        let bishop =
            |square: u64, shade: u64| self.bishops & shade == 0 || is_out(square, self.bishops, home.bishop);
        // Which of the two rooks stands away is not known unless the other is at home.
        let rooks = self.rooks & !ROOKS == 0 || ROOKS & !(self.rooks | home.rook) == 0;
        near && bishop(0x04, !LIGHT)
            && bishop(0x20, LIGHT)
            && (self.queens == 0 || is_out(QUEEN, self.queens, home.royal))
            && is_out(KING, self.kings, home.royal)
            && rooks
            && self.got_in(home, other)
    }

    /// Pieces that stand on a first rank away from home got there from the open.
    fn got_in(&self, home: &Home, other: &Home) -> bool {
        let own = |men: u64, begin: u64, ways: u64| men & FIRST & !begin & !ways;
        let far = |men: u64, ways: u64| men >> 56 & !ways;
        let strangers = own(self.bishops, BISHOPS, home.bishop)
            | own(self.rooks, ROOKS, home.rook)
            | own(self.queens, QUEEN, home.royal)
            | own(self.kings, KING, home.royal)
            | far(self.bishops, other.bishop)
            | far(self.rooks, other.rook)
            | far(self.queens, other.royal)
            // Among the other side's pieces at home it would stand in their way.
            | far(self.kings, other.gates);
        strangers == 0
    }
}

/// The black pawns behind a white pawn on their file, those that took their way there aside.
fn out_of_order(men: [&Side; 2], files: &[Files; 2]) -> u64 {
    let [white, black] = [0, 1].map(|side| men[side].pawns & !files[side].took);
    before(white) & black.swap_bytes()
}

/// The squares below those of a set, on their files.
const fn before(set: u64) -> u64 {
    let mut below = set >> 8;
    below |= below >> 8;
    below |= below >> 16;
    below | below >> 32
}

/// Whether only knights can have moved, and the colours of their squares say that the other side is to move: all rights to castle
/// are there, and all pawns and knights, the pawns at home.
fn belies_turn(case: &Case) -> bool {
    const HOMES: Bitboard = Bitboard(0x00ff_0000_0000_ff00);
    let knights = |color| case.men(color, shakmaty::Role::Knight);
    let light = |color| (knights(color) & Bitboard::LIGHT_SQUARES).count() % 2;
    case.castling.count() == 4
        && case.board.pawns() == HOMES
        && Color::ALL.into_iter().all(|color| knights(color).count() == 2)
        && (light(Color::White) == light(Color::Black)) != case.turn.is_white()
}

#[cfg(test)]
mod tests {
    use shakmaty::{Role, Square};

    use super::*;
    use crate::{
        Effort, Premises,
        rule::{Memory, refute_still},
    };

    #[test]
    fn what_is_plain_and_what_is_not() {
        for (fen, plain) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", true),
            // A closed Spanish game: the bishop on c1 is still walled in, the rook has passed it.
            ("r1bq1rk1/2p1bppp/p2p1n2/np2p3/4P3/2P2N1P/PPBP1PP1/RNBQR1K1 b - -", true),
            // A pawn that took, and three pieces lost.
            ("r1bqk2r/p1pp1ppp/2p2n2/8/4P3/2Q5/PPP2PPP/R1B1KB1R w KQkq -", true),
            // A piece beyond the starting position, a walled bishop that stands outside, pawns that passed and took
            // nothing.
            ("rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq -", false),
            ("rnbqkbnr/pppppppp/8/B7/8/8/PPPPPPPP/RN1QKBNR b KQkq -", false),
            ("rnbqkbnr/pppp1ppp/8/4P3/4p3/8/PPPP1PPP/RNBQKBNR w - -", false),
            // Pawns that passed where one of them may have come from the file beside it.
            ("4k3/8/8/4P3/4p3/8/8/4K3 w - -", true),
            // A pawn that stepped aside to be taken: Black lost a bishop and a knight, White one piece.
            ("2b1r1k1/1p3ppp/4pn2/4p3/1PP1P3/1p1Q2P1/qP1B2BP/rNKR3R w - -", true),
            // Two pawns that took one file on, where one cannot have crossed two.
            ("4k3/1p6/ppp2p2/4p1p1/1P2P2p/2PP4/1P3PPP/4K3 w - -", true),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq -", true),
            ("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - -", false),
            // A rook that went one square along its rank, and both that went to one corner.
            ("rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKBR1 w Qkq -", true),
            ("rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/1NBQKBRR w kq -", false),
            // Pawns that passed, each of which took the pawn that it met.
            ("rnbqkbnr/p2ppppp/1P6/8/8/1p6/P2PPPPP/RNBQKBNR w KQkq -", true),
            // Two pawns that took one file on, the further one the last.
            ("rn1qk1nr/ppp2ppp/3pp3/1P6/8/2P5/2PPPPPP/RNBQKBNR w KQkq -", true),
        ] {
            assert_eq!(is_plain(&Case::from_fen(fen).unwrap()), plain, "{fen}");
        }
    }

    /// Positions of games with pieces put elsewhere or taken off.
    #[test]
    fn no_rule_objects_to_what_is_plain() {
        let starts = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
            "r1bqk2r/2p1nppp/p1Pb4/8/p1p5/5N2/PP3PPP/RNBQ1RK1 w kq -",
            "r2qk1nr/1b1n1ppp/pP1bp3/3p4/N2P4/1p2PN2/P2B1PPP/R2QKB1R w KQkq -",
            "2b1r1k1/1p3ppp/4pn2/4p3/1PP1P3/1p1Q2P1/qP1B2BP/rNKR3R w - -",
            "r3k2r/1p6/pppqnp2/4p1p1/1P2P2p/2PP4/1P2NPPP/R2Q1R1K w kq -",
            "k2r3r/2p2qp1/1pn1pp2/p2pPn1p/PB1P1P2/2PP4/3QN1PP/RR4K1 w - -",
        ];
        let mut random = 0x2545_f491_4f6c_dd1du64;
        let mut below = |end: u32| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 32) as u32 % end
        };
        let mut memory =
            Memory::new(Effort { kernel: 1000, ..Effort::QUICK }, &crate::work::Work::unbounded());
        let mut plain = 0;
        for round in 0..6000 {
            let mut case = Case::from_fen(starts[round % starts.len()]).unwrap();
            for _ in 0..=below(6) {
                let men = case.board.occupied();
                let square = men.into_iter().nth(below(men.count() as u32) as usize).unwrap();
                let to = match below(3) {
                    0 => Some(Square::new(below(64))),
                    _ => square.offset([-9, -8, -7, -1, 1, 7, 8, 9][below(8) as usize]),
                };
                let man = case.board.piece_at(square).unwrap();
                if below(4) == 0 && man.role != Role::King {
                    case.board.discard_piece_at(square);
                } else if let Some(to) = to.filter(|&to| !case.board.occupied().contains(to)) {
                    case.board.discard_piece_at(square);
                    case.board.set_piece_at(to, man);
                }
            }
            case.castling &= case.board.rooks();
            if is_plain(&case) && !Color::ALL.into_iter().any(|color| case.in_check(color)) {
                plain += 1;
                let objection = refute_still(&Premises::default(), &case, &mut memory);
                assert_eq!(objection, None, "{}", case.fen());
            }
        }
        assert!(plain > 1000, "{plain}");
    }
}
