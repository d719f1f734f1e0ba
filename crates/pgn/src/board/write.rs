//! Writes moves and positions as text without a [`Chess`](shakmaty::Chess): files with many defects have many
//! findings, and each shows both.

use shakmaty::{Bitboard, Move, Square};

use super::{Board, NOWHERE, Undo, attacks, between, bit, square, tables::KING};

impl Board {
    /// Pieces of the side to move with role `role`, other than the one on `from`, that can move to `to`.
    #[inline(never)]
    pub(super) fn rivals(&self, role: u8, from: u8, to: u8) -> Bitboard {
        let occupied = self.occupied();
        let all = self.of(self.state.turn, role) & attacks(role, to) & !bit(from);
        super::squares(all)
            .filter(|&other| between(other, to) & occupied == 0)
            .filter(|&other| self.is_safe(self.state.turn, other, to))
            .map(square)
            .collect()
    }

    /// A legal move in SAN with its check mark.
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let mut out = String::with_capacity(8);
        let mut after = *self;
        after.play_written(mv, &mut out);
        out
    }

    /// Plays a legal move, and appends it in SAN with its check mark.
    pub fn play_written(&mut self, mv: Move, out: &mut String) -> Undo {
        let (undo, spelled) = self.play_spelled(mv);
        spelled.write(out);
        undo
    }

    /// The position as FEN, in the form used by findings.
    #[must_use]
    pub fn fen(&self) -> String {
        let Some(rights) = self.plain_rights() else { return super::fen(&self.to_chess()) };
        let mut out = String::with_capacity(88);
        for rank in (0..8).rev() {
            let mut empty = 0;
            for file in 0..8 {
                let code = self.on(rank * 8 + file);
                if code == 0 {
                    empty += 1;
                    continue;
                }
                push_count(empty, &mut out);
                empty = 0;
                out.push(char::from(b"\0PNBRQK\0\0pnbrqk\0"[usize::from(code & 15)]));
            }
            push_count(empty, &mut out);
            if rank > 0 {
                out.push('/');
            }
        }
        out.push_str(if self.state.turn == 0 { " w " } else { " b " });
        out.push_str(rights);
        out.push(' ');
        let passed = self.state.passed;
        if passed != NOWHERE && self.can_pass(passed) {
            write_square(square(passed), &mut out);
        } else {
            out.push('-');
        }
        for number in [self.state.halfmoves, self.state.fullmoves] {
            out.push(' ');
            out.push_str(&number.to_string());
        }
        out
    }

    /// The castling rights in FEN; `None` if kings or rooks are not on their usual squares, for which FEN has
    /// several forms.
    fn plain_rights(&self) -> Option<&'static str> {
        // h1, a1, h8, a8
        const CORNERS: [u8; 4] = [7, 0, 63, 56];
        const WRITTEN: [&str; 16] =
            ["-", "K", "Q", "KQ", "k", "Kk", "Qk", "KQk", "q", "Kq", "Qq", "KQq", "kq", "Kkq", "Qkq", "KQkq"];
        let rights = self.state.rights;
        let known = CORNERS.iter().fold(0, |sum, &corner| sum | bit(corner));
        let at_home = |side: u8, rank: u64, home: u8| rights & rank == 0 || self.of(side, KING) == bit(home);
        if rights & !known != 0 || !at_home(0, 0xff, 4) || !at_home(1, 0xff << 56, 60) {
            return None;
        }
        let place = (0..4).filter(|&i| rights & bit(CORNERS[i]) != 0).fold(0, |sum, i| sum | 1 << i);
        WRITTEN.get(place).copied()
    }
}

fn write_square(at: Square, out: &mut String) {
    out.push(at.file().char());
    out.push(at.rank().char());
}

fn push_count(empty: u8, out: &mut String) {
    if empty > 0 {
        out.push(char::from(b'0' + empty));
    }
}
