//! Positions in which the rules that look at one position have nothing to find, told by a few
//! operations on whole boards. Most positions of games are such; the others are looked at closely.
//!
//! Nothing is decided here: a position that is not plain may be as possible as one that is.
//!
//! Each side is looked at as its own player sees it, so that its first rank is always the lowest. The
//! squares that are dark to one are light to the other then.

use arrayvec::ArrayVec;
use shakmaty::{Bitboard, Color};

use super::case::Case;

/// Whether no rule of the tiers 0 to 4 and 6 can object to `case`, under the usual premises.
///
/// Each man comes from its square in the array: none is promoted, each has a way out, the pawns of
/// the two sides stand on each file in the order of the array, and the other side lost pieces
/// enough, on either colour, for the pawns that changed their files.
pub(super) fn is_plain(case: &Case) -> bool {
    let [white, black] = Color::ALL.map(|color| Men::of(case, color));
    if case.ep.is_some()
        || case.board.pawns().intersects(Bitboard::BACKRANKS)
        || !case.castling.is_subset(Bitboard::BACKRANKS)
        || !white.is_material()
        || !black.is_material()
        || !white.is_castling()
        || !black.is_castling()
    {
        return false;
    }
    let homes = [Home::of(&white), Home::of(&black)];
    if !white.came_out(&homes[0], &homes[1]) || !black.came_out(&homes[1], &homes[0]) {
        return false;
    }
    let men = [&white, &black];
    let fits = |white: Option<Files>, black: Option<Files>| {
        white.zip(black).is_some_and(|(white, black)| is_structure(men, &homes, [white, black]))
    };
    let [by_white, by_black] = men.map(|men| Files::nearest(men.pawns));
    let in_turn = |men: &Men| men.has_doubled().then(|| Files::in_turn(men.pawns)).flatten();
    fits(by_white.clone(), by_black.clone())
        || fits(in_turn(&white), by_black)
        || fits(by_white, in_turn(&black))
        || fits(in_turn(&white), in_turn(&black))
}

/// Whether pawns that came from these files stand in order and were fed.
fn is_structure(men: [&Men; 2], homes: &[Home; 2], mut files: [Files; 2]) -> bool {
    let mut passed = out_of_order(men, &files);
    if passed != 0 {
        // A pawn that passed another on its file may have come there by a capture.
        while passed != 0 {
            let file = passed.trailing_zeros() % 8;
            passed &= passed - 1;
            let _ = files[0].pass(men[0].pawns, file) || files[1].pass(men[1].pawns, file);
        }
        if out_of_order(men, &files) != 0 {
            return false;
        }
    }
    files[0].took | files[1].took == 0 || are_fed(&files, men, homes)
}

/// The first rank, and its squares where men begin.
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

/// The men of a side as its own player sees them.
struct Men {
    pawns: u64,
    knights: u64,
    bishops: u64,
    rooks: u64,
    queens: u64,
    kings: u64,
    /// The rooks of its first rank that are said to be able to castle.
    castling: u64,
}

impl Men {
    fn of(case: &Case, color: Color) -> Men {
        let turn = |set: Bitboard| color.fold_wb(set.0, set.0.swap_bytes());
        let (board, own) = (&case.board, case.board.by_color(color));
        Men {
            pawns: turn(board.pawns() & own),
            knights: turn(board.knights() & own),
            bishops: turn(board.bishops() & own),
            rooks: turn(board.rooks() & own),
            queens: turn(board.queens() & own),
            kings: turn(board.kings() & own),
            castling: turn(case.castling) & FIRST,
        }
    }

    /// No more men of any kind than the array has; of pawns, [`Files`] knows.
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
            // Among the other side's men at home it would stand in their way.
            | far(self.kings, other.gates);
        strangers == 0
    }
}

/// The black pawns behind a white pawn on their file, those that took their way there aside.
fn out_of_order(men: [&Men; 2], files: &[Files; 2]) -> u64 {
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

/// The squares of the first rank of a side from which men come out, past the pawns and men that
/// never moved.
struct Home {
    /// Those before which there is a gap.
    gates: u64,
    bishop: u64,
    rook: u64,
    /// Of king and queen.
    royal: u64,
}

impl Home {
    fn of(men: &Men) -> Home {
        let straight = !(men.pawns >> 8) & FIRST;
        let diagonal = beside(straight);
        let gates = straight | diagonal;
        // Men of the first rank that may never have moved: more rather than fewer.
        let castling = if men.castling == 0 { 0 } else { men.castling | men.kings };
        let walled = men.bishops & BISHOPS & !diagonal | (men.queens & QUEEN | men.kings & KING) & !gates;
        let still = (walled | castling) & FIRST;
        Home { gates, bishop: diagonal, rook: along(straight, still), royal: along(gates, still) }
    }
}

/// The squares of a rank from which a man gets to one of `gates`, past those on `still`.
const fn along(gates: u64, still: u64) -> u64 {
    let mut walk = gates & !still;
    let (mut left, mut right) = (walk, walk);
    let (mut free_left, mut free_right) = (!still & FIRST, !still & FIRST);
    let mut step = 1;
    while step < 8 {
        left |= free_left & left << step;
        right |= free_right & right >> step;
        free_left &= free_left << step;
        free_right &= free_right >> step;
        step *= 2;
    }
    walk |= left | right;
    gates | walk | beside(walk)
}

/// The pawns of a side that left their files, by captures to one side.
#[derive(Clone, Default)]
struct Files {
    /// Files whose pawn is gone.
    gone: u64,
    /// The pawns that took.
    took: u64,
    /// The captures on squares that are light to the side, on dark ones, and on either.
    captures: [usize; 3],
    /// For each file that they came to or across so, which kind of capture the last one was, with one added.
    came: [u8; 8],
}

impl Files {
    /// Every pawn beyond the first of its file came from the nearest file that has none; nothing if
    /// that does not account for all.
    fn nearest(pawns: u64) -> Option<Files> {
        let below = before(pawns);
        let mut files = Files { gone: !(below | pawns) & FIRST, ..Files::default() };
        if below & pawns == 0 {
            return Some(files);
        }
        for file in 0..8 {
            let mut men = pawns & FILE << file;
            while more_than_one(men) {
                // The foremost took.
                let foremost = 63 - men.leading_zeros();
                men &= !(1 << foremost);
                let sources = (0..8u32).filter(|other| files.gone >> other & 1 != 0);
                let source = sources.min_by_key(|other| other.abs_diff(file))?;
                files.gone &= !(1 << source);
                if !files.take(foremost, source) {
                    return None;
                }
            }
        }
        Some(files)
    }

    /// The pawns came, from file to file, from as many files in the same order, by the fewest captures.
    fn in_turn(pawns: u64) -> Option<Files> {
        const NONE: u32 = 1 << 16;
        let men: ArrayVec<u32, 64> =
            (0..8).flat_map(|file| Bitboard(pawns & FILE << file)).map(u32::from).collect();
        let cost = |man: u32, source: u32| {
            let aside = source.abs_diff(man % 8);
            if aside < man / 8 { aside } else { NONE }
        };
        // The fewest captures of the first men from the first files.
        let mut fewest = [[NONE; 9]; 9];
        fewest[0] = [0; 9];
        for (count, &man) in (1..9).zip(&men) {
            for files in 1..9 {
                let with = fewest[count - 1][files - 1] + cost(man, files as u32 - 1);
                fewest[count][files] = fewest[count][files - 1].min(with);
            }
        }
        let mut found = Files { gone: FIRST, ..Files::default() };
        let (mut count, mut files) = (men.len(), 8);
        if *fewest.get(count)?.last()? >= NONE {
            return None;
        }
        while count > 0 {
            files -= 1;
            if fewest[count][files] > fewest[count][files + 1] {
                count -= 1;
                found.gone &= !(1 << files);
                if men[count] % 8 != files as u32 {
                    found.take(men[count], files as u32);
                }
            }
        }
        Some(found)
    }

    /// The foremost pawn of the file came there by one capture, if it may have: the file that it
    /// left is not the one that is gone any more, but this one.
    fn pass(&mut self, pawns: u64, file: u32) -> bool {
        let pawns = pawns & FILE << file & !self.took;
        let sources = beside(1 << file) & self.gone;
        if pawns == 0 || sources == 0 {
            return false;
        }
        let source = sources.trailing_zeros();
        self.gone = self.gone & !(1 << source) | 1 << file;
        self.take(63 - pawns.leading_zeros(), source)
    }

    /// The captures that are not of pawns, where so many pawns of the other side came from the next file
    /// to be taken; nothing where that many cannot have.
    fn captures_of_pieces(&self, other: &Files, aside: usize) -> Option<[usize; 3]> {
        let mut captures = self.captures;
        let mut take = |kind: u8| {
            let left = &mut captures[usize::from(kind) - 1];
            *left = left.saturating_sub(1);
        };
        // A pawn that is gone was taken on its file.
        let (mut gone, mut open) = (other.gone, 0);
        for (file, &kind) in self.came.iter().enumerate().filter(|(_, kind)| **kind > 0) {
            if gone >> file & 1 != 0 {
                take(kind);
                gone &= !(1 << file);
            } else {
                open |= 1 << file;
            }
        }
        for _ in 0..aside {
            let file = (open & beside(gone)).trailing_zeros();
            let from = beside(1u64.checked_shl(file)?) & gone;
            gone &= !(from & from.wrapping_neg());
            open &= !(1 << file);
            take(self.came[file as usize]);
        }
        Some(captures)
    }

    /// The pawn on `foremost` came from the file `source`, if that is near enough.
    fn take(&mut self, foremost: u32, source: u32) -> bool {
        let (file, rise) = (foremost % 8, (foremost / 8).saturating_sub(1));
        let aside = source.abs_diff(file);
        // A pawn that only captured did so on squares of one colour.
        let kind = if aside != rise { 2 } else { usize::from(LIGHT >> foremost & 1 == 0) };
        self.took |= 1 << foremost;
        self.captures[kind] += aside as usize;
        let across = if source < file { source + 1..file + 1 } else { file..source };
        for file in across {
            self.came[file as usize] = kind as u8 + 1;
        }
        aside <= rise
    }
}

/// The squares of the first file.
const FILE: u64 = 0x0101_0101_0101_0101;

/// Whether each side lost men enough for the pawns of the other that took: the pawn of the file, pieces
/// that came out, bishops on the colours of the captures, or pawns of the next file that took their way
/// there themselves.
fn are_fed([white, black]: &[Files; 2], men: [&Men; 2], homes: &[Home; 2]) -> bool {
    let [white_fallen, black_fallen] = [0, 1].map(|side| Fallen::of(men[side], &homes[side]));
    // How many black pawns, and white ones, came from the next file.
    (0..3).any(|blacks| {
        (0..3).any(|whites| {
            let wanted = (white.captures_of_pieces(black, blacks), black.captures_of_pieces(white, whites));
            let (Some(mut by_white), Some(mut by_black)) = wanted else { return false };
            by_white[2] += whites;
            by_black[2] += blacks;
            black_fallen.feeds(by_white) && white_fallen.feeds(by_black)
        })
    })
}

/// Pieces that are gone and once came out.
struct Fallen {
    /// On squares that are light and dark to their side.
    bishops: [usize; 2],
    others: usize,
}

impl Fallen {
    /// Whether they are enough for captures by pawns of the other side. What is light to one is dark to
    /// the other.
    fn feeds(&self, [light, dark, either]: [usize; 3]) -> bool {
        light.saturating_sub(self.bishops[1]) + dark.saturating_sub(self.bishops[0]) <= self.others
            && light + dark + either <= self.others + self.bishops[0] + self.bishops[1]
    }

    fn of(men: &Men, home: &Home) -> Fallen {
        let queen = usize::from(men.queens == 0 && home.royal & QUEEN != 0);
        let rooks = if ROOKS & !home.rook == 0 { 2 - of_two(men.rooks) } else { 0 };
        let bishop =
            |begin: u64, shade: u64| usize::from(men.bishops & shade == 0 && home.bishop & begin != 0);
        Fallen {
            bishops: [bishop(0x20, LIGHT), bishop(0x04, !LIGHT)],
            others: 2 - of_two(men.knights) + queen + rooks,
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Role, Square};

    use super::*;
    use crate::position::{
        Effort, Premises,
        rule::{Memory, refute_still},
    };

    #[test]
    fn what_is_plain_and_what_is_not() {
        for (fen, plain) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", true),
            // A closed Spanish game: the bishop on c1 is still walled in, the rook has passed it.
            ("r1bq1rk1/2p1bppp/p2p1n2/np2p3/4P3/2P2N1P/PPBP1PP1/RNBQR1K1 b - -", true),
            // A pawn that took, and three men lost.
            ("r1bqk2r/p1pp1ppp/2p2n2/8/4P3/2Q5/PPP2PPP/R1B1KB1R w KQkq -", true),
            // A man beyond the array, a walled bishop that stands outside, pawns that passed and took
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
        ] {
            assert_eq!(is_plain(&Case::from_fen(fen).unwrap()), plain, "{fen}");
        }
    }

    /// Positions of games with men put elsewhere or taken off.
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
        let mut memory = Memory::new(Effort { kernel: 1000, ..Effort::QUICK }, None);
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
