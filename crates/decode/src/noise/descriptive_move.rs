//! A move in words, and where its costs stand.
//!
//! Books say the same few hundred things: each has a place of its own, so that what a text costs as one
//! of them is found without a search.

use rustc_hash::FxHashMap;

use super::words::{End, Goal, Head, Man, Piece, Tail, Wing};

/// What was said so far, squares in brackets aside, and the place of each.
pub type Vocabulary = FxHashMap<u32, u32>;

/// A move in the words of descriptive notation.
#[derive(Copy, Clone, Debug)]
pub struct DescriptiveMove {
    head: Head,
    tail: Tail,
    /// Its place among all that was said, squares in brackets aside.
    pub place: u32,
}

impl DescriptiveMove {
    /// What stands before the way, what stands after it, and what is said after that.
    #[must_use]
    pub fn new((head, goal, end): (Head, Goal, End), vocabulary: &mut Vocabulary) -> DescriptiveMove {
        let tail = Tail { goal, end };
        let next = vocabulary.len() as u32;
        let (short_head, short_tail) = shortened(head, tail);
        let place = *vocabulary.entry(code(short_head, short_tail)).or_insert(next);
        DescriptiveMove { head, tail, place }
    }

    /// What stands before the way, and what from there on; with squares that are said in brackets or without.
    #[must_use]
    pub fn parts(&self, brackets: bool) -> (Head, Tail) {
        if brackets { (self.head, self.tail) } else { shortened(self.head, self.tail) }
    }
}

/// Squares that can only be said in brackets do not tell moves apart.
fn shortened(head: Head, tail: Tail) -> (Head, Tail) {
    let goal = match tail.goal {
        Goal::Takes(victim, ..) => Goal::Takes(victim, 0, 0),
        goal => goal,
    };
    (Head { from: (0, 0), ..head }, Tail { goal, ..tail })
}

/// All that is said of a move in a number.
#[must_use]
pub fn code(head: Head, Tail { goal, end }: Tail) -> u32 {
    let square = |(file, rank): (u8, u8)| u32::from(file & 7) << 3 | u32::from(rank & 7);
    let goal = match goal {
        Goal::To(file, rank, own) => square((file, rank)) << 1 | u32::from(own),
        Goal::Takes(victim, file, rank) => 1 << 12 | man(victim) << 6 | square((file, rank)),
        Goal::Castles(king_side) => 1 << 13 | u32::from(king_side),
    };
    let end = u32::from(end.promotes & 7) << 2 | u32::from(end.passing) << 1 | u32::from(end.check);
    (man(head.man) << 6 | square(head.from)) << 19 | goal << 5 | end
}

/// A piece in six bits.
fn man(man: Man) -> u32 {
    let fit = |wing| match wing {
        Wing::Born => 0,
        Wing::Standing => 1,
        Wing::Wrong => 2,
    };
    match man {
        Man::Pawn(file) => u32::from(file & 7),
        Man::King => 8,
        Man::Queen => 9,
        Man::Piece(piece, king, queen) => {
            let piece = match piece {
                Piece::Knight => 0,
                Piece::Bishop => 1,
                Piece::Rook => 2,
            };
            10 + (piece * 3 + fit(king)) * 3 + fit(queen)
        }
    }
}
