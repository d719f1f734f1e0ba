//! Compares a position with a FEN, without a branch per character.

use super::Board;

/// Not a piece code.
const NOBODY: u8 = 0xff;

/// For each character of the piece field: the piece code or 0, and the number of squares.
static SAID: [[u8; 2]; 256] = {
    let mut table = [[NOBODY, 1]; 256];
    let men = *b"\0PNBRQK\0\0pnbrqk\0";
    let mut code = 0;
    while code < men.len() {
        if men[code] != 0 {
            table[men[code] as usize] = [code as u8, 1];
        }
        code += 1;
    }
    let mut count = 1;
    while count <= 8 {
        table[b'0' as usize + count] = [0, count as u8];
        count += 1;
    }
    table[b'/' as usize] = [0, 0];
    table
};

/// Positions of the slashes: before the second to eighth rank, counted from a8.
const STROKES: u64 = 0x0101_0101_0101_0100;

impl Board {
    /// Whether a FEN has these pieces and this side to move; the other fields are ignored.
    #[must_use]
    pub fn is_written(&self, fen: &[u8]) -> bool {
        // One character per square at most, and seven slashes.
        const LONGEST: usize = 64 + 7;
        let field = &fen[..fen.len().min(LONGEST + 1)];
        let Some(end) = memchr::memchr(b' ', field) else { return false };
        let mut squares = [0; 64];
        // The next square, from a8 by ranks.
        let mut at = 0usize;
        let mut strokes = 0;
        for &byte in &field[..end] {
            let [code, count] = SAID[usize::from(byte)];
            strokes ^= u64::from(byte == b'/') << (at & 63);
            squares[(at ^ 56) & 63] = code;
            at += usize::from(count);
        }
        let turn = if self.state.turn == 0 { b'w' } else { b'b' };
        at == 64
            && strokes == STROKES
            && squares == self.squares
            && end == self.men_count() + self.gaps() + 7
            && fen.get(end + 1) == Some(&turn)
            && matches!(fen.get(end + 2), None | Some(b' '))
    }

    /// Number of runs of empty squares in the ranks; each is one digit in a FEN.
    const fn gaps(&self) -> usize {
        const FILE_A: u64 = 0x0101_0101_0101_0101;
        let empty = !self.occupied();
        (empty & (!(empty << 1) | FILE_A)).count_ones() as usize
    }
}

#[cfg(test)]
mod tests {
    use scorebook_random::Random;
    use shakmaty::{Chess, Position};

    use super::*;

    #[test]
    fn knows_its_own_fen() {
        let mut random = Random::new(1851);
        let mut chess = Chess::default();
        for _ in 0..300 {
            let legal = chess.legal_moves();
            if legal.is_empty() {
                chess = Chess::default();
                continue;
            }
            let other = Board::from(&chess);
            chess.play_unchecked(*random.pick(&legal));
            let board = Board::from(&chess);
            let fen = board.fen();
            assert!(board.is_written(fen.as_bytes()), "{fen}");
            assert!(!other.is_written(fen.as_bytes()), "{fen}");
            // Every character of the pieces and the side to move matters.
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
