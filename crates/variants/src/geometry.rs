//! Squares, sets of squares and the two sides. Boards have up to 20 files and 20 ranks.

use std::fmt;

/// The most files or ranks of a board.
pub const MAX_SIDE: u8 = 20;

/// How many squares such a board has.
pub(crate) const SQUARES: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// A square: rank × 20 + file, both from 0, so that a1 is 0 whatever the size of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Square(u16);

impl Square {
    /// The square of a file and a rank, both from 0 and below 20; what is beyond is taken for the last.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Square {
        const LAST: u8 = MAX_SIDE - 1;
        let file = if file > LAST { LAST } else { file };
        let rank = if rank > LAST { LAST } else { rank };
        Square(rank as u16 * MAX_SIDE as u16 + file as u16)
    }

    /// Its place in a list of all squares, below 400.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, from 0.
    #[must_use]
    pub const fn file(self) -> u8 {
        (self.0 % MAX_SIDE as u16) as u8
    }

    /// The rank, from 0.
    #[must_use]
    pub const fn rank(self) -> u8 {
        (self.0 / MAX_SIDE as u16) as u8
    }

    /// The square some files to the right and some ranks up, unless it leaves the 20 × 20 frame.
    #[must_use]
    pub fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        let inside = (0..MAX_SIDE as i8).contains(&file) && (0..MAX_SIDE as i8).contains(&rank);
        inside.then(|| Square::new(file as u8, rank as u8))
    }

    /// Reads `e4` or `k10`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Square> {
        let (square, rest) = Square::parse_prefix(text)?;
        rest.is_empty().then_some(square)
    }

    /// Reads a square at the start of a text; also returns the rest of the text.
    pub fn parse_prefix(text: &str) -> Option<(Square, &str)> {
        let file = text.bytes().next().filter(|b| (b'a'..=b't').contains(b))? - b'a';
        let digits = text[1..].bytes().take(2).take_while(u8::is_ascii_digit).count();
        let rank: u8 = text[1..1 + digits].parse().ok()?;
        (1..=MAX_SIDE).contains(&rank).then(|| (Square::new(file, rank - 1), &text[1 + digits..]))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, self.rank() + 1)
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Region([u128; 4]);

impl Region {
    /// No square.
    pub const EMPTY: Region = Region([0; 4]);
    /// Every square of the 20 × 20 frame.
    pub const ALL: Region = Region([u128::MAX, u128::MAX, u128::MAX, u128::MAX >> (4 * 128 - SQUARES)]);

    /// One whole rank, from 0.
    #[must_use]
    pub fn rank(rank: u8) -> Region {
        (0..MAX_SIDE).map(|file| Square::new(file, rank)).collect()
    }

    /// Whether the square is in the set.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() >> 7] >> (square.index() & 127) & 1 == 1
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() >> 7] |= 1 << (square.index() & 127);
    }

    /// Takes a square out.
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() >> 7] &= !(1 << (square.index() & 127));
    }

    /// Whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// How many squares.
    #[must_use]
    pub fn count(self) -> u32 {
        self.0.iter().map(|part| part.count_ones()).sum()
    }

    /// The squares in both sets.
    #[must_use]
    pub fn and(self, other: Region) -> Region {
        Region(std::array::from_fn(|part| self.0[part] & other.0[part]))
    }

    /// The squares in either set.
    #[must_use]
    pub fn or(self, other: Region) -> Region {
        Region(std::array::from_fn(|part| self.0[part] | other.0[part]))
    }

    /// The squares of this set that are not in the other.
    #[must_use]
    pub fn without(self, other: Region) -> Region {
        Region(std::array::from_fn(|part| self.0[part] & !other.0[part]))
    }

    /// The squares from a1 on, rank by rank.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        (0..4u16).flat_map(move |part| {
            let mut left = self.0[usize::from(part)];
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros() as u16;
                    left &= left - 1;
                    Square(part << 7 | bit)
                })
            })
        })
    }
}

impl FromIterator<Square> for Region {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Region {
        let mut region = Region::EMPTY;
        squares.into_iter().for_each(|square| region.insert(square));
        region
    }
}

/// The size of a board. Holes belong to a position: FEN writes them as `*`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Number of files, 1 to 20.
    pub files: u8,
    /// Number of ranks, 1 to 20.
    pub ranks: u8,
}

impl Board {
    /// Whether the square is on the board.
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        square.file() < self.files && square.rank() < self.ranks
    }

    /// The square some files and ranks away, if it is on the board.
    #[must_use]
    pub fn offset(self, square: Square, files: i8, ranks: i8) -> Option<Square> {
        square.offset(files, ranks).filter(|&to| self.contains(to))
    }

    /// Every square from a1 on, rank by rank.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.ranks).flat_map(move |rank| (0..self.files).map(move |file| Square::new(file, rank)))
    }

    /// A rank counted from the side's own edge, from 0.
    #[must_use]
    pub fn relative_rank(self, side: Side, rank: u8) -> u8 {
        match side {
            Side::White => rank,
            Side::Black => self.ranks.saturating_sub(1).saturating_sub(rank),
        }
    }
}

/// A side: White moves up the board, Black down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// The side whose pieces are capital letters in FEN.
    White,
    /// The side whose pieces are small letters in FEN.
    Black,
}

impl Side {
    /// White, then Black.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// +1 for White, −1 for Black: the ranks of one step forward.
    #[must_use]
    pub fn forward(self) -> i8 {
        match self {
            Side::White => 1,
            Side::Black => -1,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}
