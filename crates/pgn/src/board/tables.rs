//! Attack tables, computed at compile time.
//!
//! The tables are small enough for the first-level cache: they contain attacks on the empty board; lines tell
//! which squares are between.

/// A piece's code: its role from 1 (pawn) to 6 (king), and 8 more for Black; 0 is an empty square.
pub(super) const PAWN: u8 = 1;
pub(super) const KNIGHT: u8 = 2;
pub(super) const BISHOP: u8 = 3;
pub(super) const ROOK: u8 = 4;
pub(super) const QUEEN: u8 = 5;
pub(super) const KING: u8 = 6;

const LINES: [(i32, i32); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The square at this distance in files and ranks as a bit; 0 beyond the edge.
const fn bit(square: i32, files: i32, ranks: i32) -> u64 {
    let (file, rank) = (square % 8 + files, square / 8 + ranks);
    if file < 0 || file > 7 || rank < 0 || rank > 7 { 0 } else { 1 << (rank * 8 + file) }
}

const fn moves(role: u8, black: bool, square: i32) -> u64 {
    let mut out = 0;
    let mut i = 0;
    while i < 8 {
        let (files, ranks) = LINES[i];
        let straight = files == 0 || ranks == 0;
        let forward = if black { ranks < 0 } else { ranks > 0 };
        out |= match role {
            PAWN if !straight && forward => bit(square, files, ranks),
            KNIGHT => bit(square, LEAPS[i].0, LEAPS[i].1),
            KING => bit(square, files, ranks),
            BISHOP | ROOK | QUEEN if role == QUEEN || straight == (role == ROOK) => {
                let mut far = 1;
                let mut line = 0;
                while far < 8 {
                    line |= bit(square, files * far, ranks * far);
                    far += 1;
                }
                line
            }
            _ => 0,
        };
        i += 1;
    }
    out
}

/// The squares that a piece attacks on an empty board, by code and square.
pub(super) static ATTACKS: [[u64; 64]; 16] = {
    let mut table = [[0; 64]; 16];
    let mut i = 0;
    while i < 16 * 64 {
        let code = (i / 64) as u8;
        table[i / 64][i % 64] = moves(code & 7, code >= 8, (i % 64) as i32);
        i += 1;
    }
    table
};

/// Not on a common line.
const NO_LINE: u8 = 8;

/// The squares on the line from each square in each of eight directions. The other eight entries are empty,
/// so that a four-bit index is always valid.
pub(super) static RAYS: [[u64; 64]; 16] = {
    let mut table = [[0; 64]; 16];
    let mut i = 0;
    while i < 64 * 8 {
        let (files, ranks) = LINES[i % 8];
        let mut far = 1;
        while far < 8 {
            table[i % 8][i / 8] |= bit((i / 8) as i32, files * far, ranks * far);
            far += 1;
        }
        i += 1;
    }
    table
};

/// The direction from one square to another, if they are in line.
///
/// With [`RAYS`] this gives the squares between two squares and beyond one: two lookups in tables of four
/// kilobytes are faster than one in a table that does not fit the first-level cache.
pub(super) static DIRECTIONS: [[u8; 64]; 64] = {
    let mut table = [[NO_LINE; 64]; 64];
    let mut i = 0;
    while i < 64 * 8 {
        let mut left = RAYS[i % 8][i / 8];
        while left != 0 {
            table[i / 8][left.trailing_zeros() as usize] = (i % 8) as u8;
            left &= left - 1;
        }
        i += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::super::{between, beyond};
    use shakmaty::{Bitboard, Color, Piece, Role, Square, attacks};

    #[test]
    fn agrees_with_shakmaty() {
        for a in Square::ALL {
            let (i, empty) = (usize::from(a), Bitboard::EMPTY);
            for role in Role::ALL {
                for (color, black) in [(Color::White, 0), (Color::Black, 8)] {
                    let theirs = attacks::attacks(a, Piece { color, role }, empty);
                    let ours = super::super::attacks(black | role as u8, i as u8);
                    assert_eq!(Bitboard(ours), theirs, "{a} {role:?}");
                }
            }
            for b in Square::ALL {
                let j = usize::from(b);
                assert_eq!(Bitboard(between(i as u8, j as u8)), attacks::between(a, b), "{a} {b}");
                let line = attacks::ray(a, b);
                let behind: Bitboard =
                    line.into_iter().filter(|&c| attacks::between(a, c).contains(b)).collect();
                assert_eq!(Bitboard(beyond(i as u8, j as u8)), behind, "{a} {b}");
            }
        }
    }
}
