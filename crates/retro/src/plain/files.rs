//! The files that pawns came from, and what they captured.

use arrayvec::ArrayVec;
use shakmaty::Bitboard;

use super::{FIRST, Home, LIGHT, QUEEN, ROOKS, Side, before, beside, more_than_one, of_two};

/// The order in which pawns of one file are assigned to their original files, from the left.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum AssignmentOrder {
    HindmostFirst,
    ForemostFirst,
}

/// The pawns of a side that left their files by captures to one side.
#[derive(Clone, Default)]
pub(super) struct Files {
    /// Files whose pawn is missing.
    gone: u64,
    /// The pawns that captured.
    pub took: u64,
    /// Number of captures on squares that are light for the side, dark, and of unknown colour.
    captures: [usize; 3],
    /// The files that they reached or crossed, by the kind of their last capture.
    came: [u64; 3],
}

impl Files {
    /// Assigns every pawn beyond the first of its file to the nearest file without one; none if that does not account
    /// for all.
    pub fn nearest(pawns: u64) -> Option<Files> {
        let below = before(pawns);
        let mut files = Files { gone: !(below | pawns) & FIRST, ..Files::default() };
        let doubled = below & pawns;
        let mut doubled = (doubled | before(doubled)) & FIRST;
        while doubled != 0 {
            let file = doubled.trailing_zeros();
            doubled &= doubled - 1;
            let mut men = pawns & FILE << file;
            while more_than_one(men) {
                // The foremost took.
                let foremost = 63 - men.leading_zeros();
                men &= !(1 << foremost);
                let source = files.nearest_gone(file)?;
                files.gone &= !(1 << source);
                if !files.take(foremost, source) {
                    return None;
                }
            }
        }
        Some(files)
    }

    /// The file nearest to `file` whose pawn is missing, the left one if two are equally near.
    fn nearest_gone(&self, file: u32) -> Option<u32> {
        let (left, right) = (self.gone & ((1 << file) - 1), self.gone >> file);
        let left = left.checked_ilog2();
        let right = (right != 0).then(|| file + right.trailing_zeros());
        match (left, right) {
            (Some(left), Some(right)) => Some(if file - left <= right - file { left } else { right }),
            (left, right) => left.or(right),
        }
    }

    /// Assigns the pawns to as many files in the same order, by the fewest captures.
    pub fn in_turn(pawns: u64, order: AssignmentOrder) -> Option<Files> {
        const NONE: u32 = 1 << 16;
        let mut men: ArrayVec<u32, 64> =
            (0..8).flat_map(|file| Bitboard(pawns & FILE << file)).map(u32::from).collect();
        if order == AssignmentOrder::ForemostFirst {
            men.sort_by_key(|man| (man % 8, 8 - man / 8));
        }
        let cost = |man: u32, source: u32| {
            let aside = source.abs_diff(man % 8);
            if aside < man / 8 { aside } else { NONE }
        };
        // The fewest captures of the first pieces from the first files.
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

    /// Lets the foremost pawn of the file have come by one capture if possible: then this file, not the one it left,
    /// counts as the one whose pawn is missing.
    pub fn pass(&mut self, pawns: u64, file: u32) -> bool {
        let pawns = pawns & FILE << file & !self.took;
        let sources = beside(1 << file) & self.gone;
        if pawns == 0 || sources == 0 {
            return false;
        }
        let source = sources.trailing_zeros();
        self.gone = self.gone & !(1 << source) | 1 << file;
        self.take(63 - pawns.leading_zeros(), source)
    }

    /// Number of captures of pieces other than pawns, if this many enemy pawns came from the next file to be
    /// captured; none if they cannot have.
    fn captures_of_pieces(&self, other: &Files, aside: usize) -> Option<[usize; 3]> {
        let mut captures = self.captures;
        // A pawn that is gone was taken on its file.
        for (left, came) in captures.iter_mut().zip(self.came) {
            if came & other.gone != 0 {
                *left = left.saturating_sub((came & other.gone).count_ones() as usize);
            }
        }
        if aside > 0 {
            let came = self.came[0] | self.came[1] | self.came[2];
            let (mut gone, mut open) = (other.gone & !came, came & !other.gone);
            for _ in 0..aside {
                let file = (open & beside(gone)).trailing_zeros();
                let at = 1u64.checked_shl(file)?;
                let from = beside(at) & gone;
                gone &= !(from & from.wrapping_neg());
                open &= !at;
                let kind = self.came.iter().position(|came| came & at != 0)?;
                captures[kind] = captures[kind].saturating_sub(1);
            }
        }
        Some(captures)
    }

    /// Assigns the pawn on `foremost` to the file `source`, if that is near enough.
    fn take(&mut self, foremost: u32, source: u32) -> bool {
        let (file, rise) = (foremost % 8, (foremost / 8).saturating_sub(1));
        let aside = source.abs_diff(file);
        // A pawn that only captured did so on squares of one colour.
        let kind = if aside != rise { 2 } else { usize::from(LIGHT >> foremost & 1 == 0) };
        self.took |= 1 << foremost;
        self.captures[kind] += aside as usize;
        let upto = |file: u32| (1u64 << file) - 1;
        let across =
            if source < file { upto(file + 1) & !upto(source + 1) } else { upto(source) & !upto(file) };
        self.came = self.came.map(|came| came & !across);
        self.came[kind] |= across;
        aside <= rise
    }
}

/// The squares of the first file.
const FILE: u64 = 0x0101_0101_0101_0101;

/// Whether each side lost enough pieces for the captures of the other's pawns: the pawn of the file, pieces that came
/// out, bishops on the right colour, or pawns of the next file that moved over to be captured.
pub(super) fn are_fed([white, black]: &[Files; 2], men: [&Side; 2], homes: &[Home; 2]) -> bool {
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

/// Missing pieces that had come out.
struct Fallen {
    /// Bishops on squares that are light and dark for their side.
    bishops: [usize; 2],
    others: usize,
}

impl Fallen {
    /// Whether they are enough for the captures of the enemy pawns. Squares that are light for one side are dark for
    /// the other.
    fn feeds(&self, [light, dark, either]: [usize; 3]) -> bool {
        light.saturating_sub(self.bishops[1]) + dark.saturating_sub(self.bishops[0]) <= self.others
            && light + dark + either <= self.others + self.bishops[0] + self.bishops[1]
    }

    fn of(men: &Side, home: &Home) -> Fallen {
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
