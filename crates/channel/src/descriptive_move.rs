//! Moves in descriptive notation, numbered.
//!
//! Since moves repeat in a record, each gets an index, under which the costs of a text are cached.

use rustc_hash::FxHashMap;

use crate::words::{End, Goal, Head, Man, Piece, Tail, Wing};

/// The index of each move, ignoring squares in brackets.
pub type Vocabulary = FxHashMap<u32, u32>;

/// A move in the words of descriptive notation.
#[derive(Copy, Clone, Debug)]
pub struct DescriptiveMove {
    head: Head,
    tail: Tail,
    /// Its index in the vocabulary, ignoring squares in brackets.
    pub place: u32,
}

impl DescriptiveMove {
    /// The parts of the move: before the connector, from the connector on, and the marks.
    #[must_use]
    pub fn new((head, goal, end): (Head, Goal, End), vocabulary: &mut Vocabulary) -> DescriptiveMove {
        let tail = Tail { goal, end };
        let next = vocabulary.len() as u32;
        let (short_head, short_tail) = shortened(head, tail);
        let place = *vocabulary.entry(code(short_head, short_tail)).or_insert(next);
        DescriptiveMove { head, tail, place }
    }

    /// The parts before the connector and from it on, with or without squares in brackets.
    #[must_use]
    pub fn parts(&self, brackets: bool) -> (Head, Tail) {
        if brackets { (self.head, self.tail) } else { shortened(self.head, self.tail) }
    }
}

/// Removes squares that only occur in brackets, since they do not distinguish moves.
fn shortened(head: Head, tail: Tail) -> (Head, Tail) {
    let goal = match tail.goal {
        Goal::Takes(victim, ..) => Goal::Takes(victim, 0, 0),
        goal => goal,
    };
    (Head { from: (0, 0), ..head }, Tail { goal, ..tail })
}

/// All properties of a move packed into a number.
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
