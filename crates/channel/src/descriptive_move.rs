//! Moves in descriptive notation, numbered.
//!
//! Since moves repeat in a record, each gets an index, under which the costs of a text are cached.

use rustc_hash::FxHashMap;

use crate::words::{DescriptivePiece, EndMarks, Goal, MoveHead, MoveTail, PairedRole, WingFit};

/// The index of each move, ignoring squares in brackets.
pub type Vocabulary = FxHashMap<u32, u32>;

/// A move in the words of descriptive notation.
#[derive(Copy, Clone, Debug)]
pub struct DescriptiveMove {
    head: MoveHead,
    tail: MoveTail,
    /// Its index in the vocabulary, ignoring squares in brackets.
    pub place: u32,
}

impl DescriptiveMove {
    /// The parts of the move: before the connector, from the connector on, and the marks.
    #[must_use]
    pub fn new(
        (head, goal, end): (MoveHead, Goal, EndMarks),
        vocabulary: &mut Vocabulary,
    ) -> DescriptiveMove {
        let tail = MoveTail { goal, end };
        let next = vocabulary.len() as u32;
        let (short_head, short_tail) = shortened(head, tail);
        let place = *vocabulary.entry(code(short_head, short_tail)).or_insert(next);
        DescriptiveMove { head, tail, place }
    }

    /// The parts before the connector and from it on, with or without squares in brackets.
    #[must_use]
    pub fn parts(&self, brackets: bool) -> (MoveHead, MoveTail) {
        if brackets { (self.head, self.tail) } else { shortened(self.head, self.tail) }
    }
}

/// Removes squares that only occur in brackets, since they do not distinguish moves.
fn shortened(head: MoveHead, tail: MoveTail) -> (MoveHead, MoveTail) {
    let goal = match tail.goal {
        Goal::Takes(victim, ..) => Goal::Takes(victim, 0, 0),
        goal => goal,
    };
    (MoveHead { from: (0, 0), ..head }, MoveTail { goal, ..tail })
}

/// All properties of a move packed into a number.
#[must_use]
pub fn code(head: MoveHead, MoveTail { goal, end }: MoveTail) -> u32 {
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
fn man(man: DescriptivePiece) -> u32 {
    let fit = |wing| match wing {
        WingFit::Born => 0,
        WingFit::Standing => 1,
        WingFit::Wrong => 2,
    };
    match man {
        DescriptivePiece::Pawn(file) => u32::from(file & 7),
        DescriptivePiece::King => 8,
        DescriptivePiece::Queen => 9,
        DescriptivePiece::Paired(piece, king, queen) => {
            let piece = match piece {
                PairedRole::Knight => 0,
                PairedRole::Bishop => 1,
                PairedRole::Rook => 2,
            };
            10 + (piece * 3 + fit(king)) * 3 + fit(queen)
        }
    }
}
