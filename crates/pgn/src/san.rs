//! Strict SAN: what the PGN standard's export format allows, and nothing else.

use shakmaty::{Bitboard, CastlingSide, File, Move, Rank, Role, Square};

use crate::skeleton::{Displacement, Promotion, Roles, Skeleton};

/// The disambiguation in a SAN move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Disambiguation {
    /// The possible origins.
    pub mask: Bitboard,
}

impl Disambiguation {
    /// No disambiguation.
    pub const NONE: Disambiguation = Disambiguation { mask: Bitboard::FULL };

    /// Whether there is no disambiguation.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Disambiguation::NONE
    }

    /// The shortest disambiguation of `from` from `others`: none, file, rank, or both.
    #[must_use]
    pub fn needed(from: Square, others: Bitboard) -> Disambiguation {
        let mask = if others.is_empty() {
            Bitboard::FULL
        } else if (others & Bitboard::from(from.file())).is_empty() {
            Bitboard::from(from.file())
        } else if (others & Bitboard::from(from.rank())).is_empty() {
            Bitboard::from(from.rank())
        } else {
            Bitboard::from(from)
        };
        Disambiguation { mask }
    }
}

/// Check mark of a SAN move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CheckMark {
    /// None.
    None,
    /// `+`
    Check,
    /// `#`
    Mate,
}

/// A strict SAN move without its check mark.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A move of a piece other than a pawn.
    Man {
        /// The piece.
        role: Role,
        /// The disambiguation.
        from: Disambiguation,
        /// Whether it is marked as a capture.
        capture: bool,
        /// The target.
        to: Square,
    },
    /// A move of a pawn.
    Pawn {
        /// The file of origin, given in captures.
        from_file: Option<File>,
        /// Whether it is marked as a capture.
        capture: bool,
        /// The target.
        to: Square,
        /// The promotion piece.
        promotion: Option<Role>,
    },
    /// Castling.
    Castle {
        /// The side.
        side: CastlingSide,
    },
}

impl Written {
    /// Whether the text is marked as a capture.
    #[must_use]
    pub const fn capture(&self) -> bool {
        match *self {
            Written::Man { capture, .. } | Written::Pawn { capture, .. } => capture,
            Written::Castle { .. } => false,
        }
    }

    /// The text as a skeleton, without the mark of capture.
    #[must_use]
    pub fn skeleton(&self) -> Skeleton {
        match *self {
            Written::Castle { side } => Skeleton::castle(Some(side)),
            Written::Man { role, from, to, .. } => Skeleton::displace(Displacement {
                roles: Roles::only(role),
                from: from.mask,
                to: Bitboard::from(to),
                ..Displacement::ANY
            }),
            Written::Pawn { from_file, to, promotion, .. } => Skeleton::displace(Displacement {
                roles: Roles::only(Role::Pawn),
                from: Bitboard::from(from_file.unwrap_or(to.file())),
                to: Bitboard::from(to),
                promotion: promotion.map_or(Promotion::Unstated, Promotion::To),
                ..Displacement::ANY
            }),
        }
    }
}

const fn file(byte: u8) -> Option<File> {
    if byte >= b'a' && byte <= b'h' { Some(File::new((byte - b'a') as u32)) } else { None }
}

const fn rank(byte: u8) -> Option<Rank> {
    if byte >= b'1' && byte <= b'8' { Some(Rank::new((byte - b'1') as u32)) } else { None }
}

/// Reads strict SAN; `None` for any deviation, even a doubled mark.
///
/// ```
/// use scorebook_pgn::san::{CheckMark, Written, read};
/// let (written, mark) = read(b"Nbxd7+").unwrap();
/// assert!(written.capture());
/// assert_eq!(mark, CheckMark::Check);
/// assert!(read(b"e2e4").is_none() && read(b"0-0").is_none() && read(b"e8Q").is_none());
/// ```
#[inline]
#[must_use]
pub fn read(text: &[u8]) -> Option<(Written, CheckMark)> {
    let (body, mark) = match text {
        [body @ .., b'+'] => (body, CheckMark::Check),
        [body @ .., b'#'] => (body, CheckMark::Mate),
        _ => (text, CheckMark::None),
    };
    let &first = body.first()?;
    let role = match first {
        b'a'..=b'h' => return Some((pawn(body)?, mark)),
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        b'O' => {
            let side = match body {
                b"O-O" => CastlingSide::KingSide,
                b"O-O-O" => CastlingSide::QueenSide,
                _ => return None,
            };
            return Some((Written::Castle { side }, mark));
        }
        _ => return None,
    };
    let (middle, to) = match body[1..] {
        [ref middle @ .., f, r] => (middle, Square::from_coords(file(f)?, rank(r)?)),
        _ => return None,
    };
    let (origin, capture) = match middle {
        [origin @ .., b'x'] => (origin, true),
        _ => (middle, false),
    };
    let mask = match *origin {
        [] => Bitboard::FULL,
        [byte] => match file(byte) {
            Some(file) => Bitboard::from(file),
            None => Bitboard::from(rank(byte)?),
        },
        [f, r] => Bitboard::from(Square::from_coords(file(f)?, rank(r)?)),
        _ => return None,
    };
    Some((Written::Man { role, from: Disambiguation { mask }, capture, to }, mark))
}

#[inline]
fn pawn(body: &[u8]) -> Option<Written> {
    if let [f, r] = *body {
        let to = Square::from_coords(file(f)?, rank(r)?);
        return Some(Written::Pawn { from_file: None, capture: false, to, promotion: None });
    }
    let (body, promotion) = match body {
        [body @ .., b'=', b'Q'] => (body, Some(Role::Queen)),
        [body @ .., b'=', b'R'] => (body, Some(Role::Rook)),
        [body @ .., b'=', b'B'] => (body, Some(Role::Bishop)),
        [body @ .., b'=', b'N'] => (body, Some(Role::Knight)),
        _ => (body, None),
    };
    let square = |f, r| Some(Square::from_coords(file(f)?, rank(r)?));
    match *body {
        [f, r] => Some(Written::Pawn { from_file: None, capture: false, to: square(f, r)?, promotion }),
        [from, b'x', f, r] => {
            let to = square(f, r)?;
            let from = file(from).filter(|&file| file != to.file())?;
            Some(Written::Pawn { from_file: Some(from), capture: true, to, promotion })
        }
        _ => None,
    }
}

/// Whether `m` has a capture exactly if the text is marked so.
#[must_use]
pub fn capture_agrees(written: &Written, m: Move) -> bool {
    written.capture() == m.is_capture()
}
