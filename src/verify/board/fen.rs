//! Whether a position is what a FEN says, told from its characters without a branch for each.

use super::Board;

/// How many squares a character of the men's field stands for.
const SQUARES: u16 = 0xf << 4;
const DIGIT: u16 = 1 << 8;
const SLASH: u16 = 1 << 9;

/// What a character of the men's field says: in the lowest bits the man's code, then the number of squares,
/// then what it is; nothing for other bytes.
static SAID: [u16; 256] = {
    let mut table = [0; 256];
    let men = *b"\0PNBRQK\0\0pnbrqk\0";
    let mut code = 0;
    while code < men.len() {
        if men[code] != 0 {
            table[men[code] as usize] = code as u16 | 1 << 4;
        }
        code += 1;
    }
    let mut count = 1;
    while count <= 8 {
        table[b'0' as usize + count] = (count as u16) << 4 | DIGIT;
        count += 1;
    }
    table[b'/' as usize] = SLASH;
    table
};

impl Board {
    /// Whether a FEN has these men and this side to move; what it says else is not looked at.
    #[must_use]
    pub fn is_written(&self, fen: &[u8]) -> bool {
        // A man or a number of empty squares for each square, and seven strokes.
        const LONGEST: usize = 64 + 7;
        let field = &fen[..fen.len().min(LONGEST + 1)];
        let Some(end) = memchr::memchr(b' ', field) else { return false };
        let mut squares = [0u8; 64];
        // The square that comes next, from a8 on by ranks, and the ranks that are done.
        let (mut at, mut ranks, mut before) = (0usize, 0usize, 0u16);
        let mut wrong = false;
        for &byte in &field[..end] {
            let said = SAID[usize::from(byte)];
            let slash = usize::from(said & SLASH != 0);
            ranks += slash;
            wrong |= said == 0
                // Empty squares are counted together.
                || said & before & DIGIT != 0
                || (slash != 0) & (at != 8 * ranks);
            squares[(at ^ 56) & 63] = said as u8 & 15;
            at += usize::from(said & SQUARES) >> 4;
            before = said;
        }
        let turn = if self.state.turn == 0 { b'w' } else { b'b' };
        !wrong
            && (at, ranks) == (64, 7)
            && squares == self.squares
            && fen.get(end + 1) == Some(&turn)
            && matches!(fen.get(end + 2), None | Some(b' '))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position};

    use super::*;

    #[test]
    fn knows_its_own_fen() {
        let mut seed = 1851u64;
        let mut chess = Chess::default();
        for _ in 0..300 {
            let legal = chess.legal_moves();
            if legal.is_empty() {
                chess = Chess::default();
                continue;
            }
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let other = Board::from(&chess);
            chess.play_unchecked(legal[(seed >> 33) as usize % legal.len()]);
            let board = Board::from(&chess);
            let fen = board.fen();
            assert!(board.is_written(fen.as_bytes()), "{fen}");
            assert!(!other.is_written(fen.as_bytes()), "{fen}");
            // Every character of the men and the side to move counts.
            let counted = fen.find(' ').unwrap() + 2;
            for at in 0..counted {
                for byte in *b"Pk18/ wx" {
                    let mut changed = fen.clone().into_bytes();
                    changed[at] = byte;
                    assert_eq!(board.is_written(&changed), changed == fen.as_bytes(), "{fen} {at} {byte}");
                }
                assert!(!board.is_written(&fen.as_bytes()[..at]), "{fen} {at}");
            }
        }
    }

    #[test]
    fn ranks_are_whole_and_numbers_are_one() {
        let board = Board::default();
        for (fen, wanted) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", true),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
            ("rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w", false),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR wx", false),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", false),
            ("rnbqkbnrp/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", false),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w", false),
            ("rnbqkbnr/pppppppp/8/8/8//8/PPPPPPPP/RNBQKBNR w", false),
            ("rnbqkbnrpppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", false),
            ("", false),
        ] {
            assert_eq!(board.is_written(fen.as_bytes()), wanted, "{fen}");
        }
    }
}
