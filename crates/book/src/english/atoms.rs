//! The atoms of a move: letters of pieces and files, ranks, squares.

use shakmaty::Role;

use super::{DEAREST, Ends, Text};
use crate::desc::{Man, Wing, squares};
use crate::glyph::{ends, word};

/// What it costs that a letter was read twice.
const TWICE: f32 = 1.5;

impl Text<'_> {
    /// The letter of a piece or a file, or its word.
    pub(super) fn letter(&self, at: u32, printed: &str) -> Ends {
        let mut out = Ends::new();
        ends(self.chars, at, printed, self.habits, |end, cost| out.push((end, cost)));
        let long = match printed {
            "K" => "King",
            "Q" => "Queen",
            "R" => "Rook",
            "B" => "Bishop",
            "Kt" => "Knight",
            _ => "Pawn",
        };
        let next = |ahead: u32| self.char(at + ahead);
        if next(1).is_ascii_lowercase() && next(2).is_ascii_lowercase() && next(3).is_ascii_lowercase() {
            word(self.chars, at, long, 0.9, |end, cost| out.push((end, cost)));
        }
        if printed == "Kt" {
            // Narrow capitals are read twice: `KkKt4`, `R-QkKt1`.
            if next(0) == 'k' && next(1) == 'K' {
                ends(self.chars, at + 1, printed, self.habits, |end, cost| out.push((end, cost + TWICE)));
            }
            // What `N` does may be glued to it: `NxP`, `NtoB3`.
            let verb = next(1) == 'x' || next(1) == 't' && matches!(next(2), 'o' | 'a' | 'k');
            if next(0) == 'N' && (verb || !next(1).is_ascii_lowercase()) {
                out.push((at + 1, 0.1));
            }
            if next(0) == 'K' && next(1) == 'n' && next(2) != 'i' {
                let more = if next(2) == 't' { 3 } else { 2 };
                out.push((at + more, 0.1));
            }
        }
        out
    }

    /// Skips `'s`, if it is there.
    pub(super) fn possessive(&self, at: u32) -> Ends {
        let mut out = Ends::new();
        out.push((at, 0.0));
        let dot = u32::from(self.char(at) == '.');
        let (a, b) = (self.char(at + dot), self.char(at + dot + 1));
        let ends_word = |c: char| !c.is_ascii_alphabetic();
        if matches!(a, '\'' | '^' | '*' | '"' | '.' | ',') && b == 's' {
            out.push((at + dot + 2, if a == '\'' { 0.0 } else { 0.4 }));
        } else if a == 's' && ends_word(b) {
            out.push((at + dot + 1, 0.3));
        } else if a == '\'' && ends_word(b) {
            out.push((at + dot + 1, 0.5));
        }
        out
    }

    /// Skips a letter, its possessive and the gap after it.
    pub(super) fn named(&self, at: u32, printed: &str, out: &mut dyn FnMut(u32, f32)) {
        for (end, cost) in self.letter(at, printed) {
            for (end, more) in self.possessive(end) {
                let (end, gap) = self.gap(end);
                if cost + more + gap < DEAREST {
                    out(end, cost + more + gap);
                }
            }
        }
    }

    /// `K`, `Q`, or nothing, before a piece or file.
    pub(super) fn wings(&self, at: u32, out: &mut dyn FnMut(u32, f32, Option<Wing>)) {
        out(at, 0.0, None);
        self.named(at, "K", &mut |end, cost| out(end, cost, Some(Wing::King)));
        self.named(at, "Q", &mut |end, cost| out(end, cost, Some(Wing::Queen)));
    }

    /// A piece; the gap after it is not skipped.
    pub(super) fn man(&self, at: u32, paid: f32, out: &mut dyn FnMut(u32, f32, Man)) {
        for (printed, role) in [("K", Role::King), ("Q", Role::Queen), ("P", Role::Pawn)] {
            for (end, cost) in self.letter(at, printed) {
                out(end, paid + cost, Man::of(role));
            }
        }
        self.wings(at, &mut |at, paid_wing, wing| {
            for (printed, role) in [("R", Role::Rook), ("Kt", Role::Knight), ("B", Role::Bishop)] {
                for (end, cost) in self.letter(at, printed) {
                    out(end, paid + paid_wing + cost, Man { role, wing, files: 0xff });
                }
                // The pawn of a file: BP, KB's P.
                self.named(at, printed, &mut |at, cost| {
                    for (end, more) in self.letter(at, "P") {
                        let files = file_mask(wing, Some(role));
                        out(end, paid + paid_wing + cost + more, Man { role: Role::Pawn, wing: None, files });
                    }
                });
            }
            if let Some(wing) = wing {
                for (end, cost) in self.letter(at, "P") {
                    let files = file_mask(Some(wing), None);
                    out(end, paid + paid_wing + cost, Man { role: Role::Pawn, wing: None, files });
                }
            }
        });
    }

    /// A file of a square, as a mask of files; the gap after it is skipped.
    pub(super) fn file(&self, at: u32, paid: f32, out: &mut dyn FnMut(u32, f32, u8)) {
        self.wings(at, &mut |at, paid_wing, wing| {
            for (printed, role) in [("R", Role::Rook), ("Kt", Role::Knight), ("B", Role::Bishop)] {
                self.named(at, printed, &mut |end, cost| {
                    out(end, paid + paid_wing + cost, file_mask(wing, Some(role)));
                });
            }
            if let Some(wing) = wing {
                out(at, paid + paid_wing, file_mask(Some(wing), None));
            }
        });
    }

    /// A rank counted from the mover's side; the gap after it is not skipped.
    pub(super) fn rank(&self, at: u32, paid: f32, out: &mut dyn FnMut(u32, f32, u32)) {
        for rank in 1..=8u32 {
            let printed = ["1", "2", "3", "4", "5", "6", "7", "8"][rank as usize - 1];
            ends(self.chars, at, printed, self.habits, |end, cost| self.ordinal(end, paid + cost, rank, out));
        }
        self.rank_in_words(at, paid, out);
        let (a, b) = (self.char(at), self.char(at + 1));
        if matches!(a, 's' | 'S' | 'a' | '8' | 'e' | 'o' | '6' | '5' | '3')
            && matches!(b, 'q' | 'g' | '(' | '<' | '^' | 'f')
        {
            let cost = if a == 's' { 0.0 } else { 0.6 } + if b == 'q' { 0.0 } else { 0.9 };
            let mut end = at + 2;
            if self.char(end) == 'u' && self.char(end + 1) == 'a' {
                while self.char(end).is_ascii_lowercase() {
                    end += 1;
                }
            }
            if !self.char(end).is_ascii_lowercase() {
                out(end, paid + cost, 1);
            }
        } else if a == 's' && !b.is_ascii_alphabetic() {
            out(at + 1, paid + 1.4, 1);
        }
    }

    /// A rank that is illegible, or after a stray character.
    pub(super) fn worn_rank(&self, at: u32, paid: f32, out: &mut dyn FnMut(u32, f32, u64), files: u8) {
        let any = |files: u8| (1..=8).map(|rank| squares(files, rank)).fold(0, |a, b| a | b);
        let a = self.char(at);
        if !a.is_ascii_digit() {
            let back = if self.char(at - 1).is_whitespace() { at - 1 } else { at };
            out(back, paid + 3.4, any(files));
        }
        if !a.is_whitespace() {
            let b = self.char(at + 1);
            if !a.is_ascii_digit() && !b.is_ascii_lowercase() {
                out(at + 1, paid + 3.6, any(files));
            }
            let next = if b == ' ' { at + 2 } else { at + 1 };
            let c = self.char(next);
            if let Some(rank) = c.to_digit(10).filter(|rank| (1..=8).contains(rank)) {
                out(next + 1, paid + if a.is_ascii_digit() { 3.0 } else { 1.4 }, squares(files, rank));
            }
        }
    }

    /// Skips `th` and the like after a rank.
    pub(super) fn ordinal(&self, end: u32, paid: f32, rank: u32, out: &mut dyn FnMut(u32, f32, u32)) {
        let (a, b, c) = (self.char(end), self.char(end + 1), self.char(end + 2));
        if a.is_ascii_lowercase() && b.is_ascii_lowercase() && !c.is_ascii_alphabetic() {
            let printed = match rank {
                1 => "st",
                2 => "nd",
                3 => "rd",
                _ => "th",
            };
            let right: u32 = printed.chars().zip([a, b]).map(|(x, y)| u32::from(x != y)).sum();
            let check = a == 'c' && b == 'h';
            if !check {
                return out(end + 2, paid + [0.0, 0.4, 0.9][right as usize], rank);
            }
        }
        if a == 'd' && !b.is_ascii_alphabetic() && matches!(rank, 2 | 3) {
            return out(end + 1, paid, rank);
        }
        // Its last letter is cut off.
        if !b.is_alphanumeric() && matches!((rank, a), (1, 's') | (2, 'n') | (3, 'r') | (4.., 't')) {
            return out(end + 1, paid + 0.5, rank);
        }
        // A footnote mark may follow the rank as a digit.
        let glued = if a.is_ascii_lowercase() {
            1.0
        } else if a.is_ascii_digit() {
            if b.is_ascii_digit() { 1.5 } else { 0.2 }
        } else {
            0.0
        };
        out(end, paid + glued, rank);
    }

    /// A square: files and a rank.
    pub(super) fn square(&self, at: u32, paid: f32, out: &mut dyn FnMut(u32, f32, u64)) {
        self.file(at, paid, &mut |at, paid, files| {
            self.rank(at, paid, &mut |end, cost, rank| out(end, cost, squares(files, rank)));
            self.worn_rank(at, paid, out, files);
        });
    }
}

/// The files that `K`, `Q`, `R`, `KB` and the like denote.
pub(super) fn file_mask(wing: Option<Wing>, column: Option<Role>) -> u8 {
    let queen_side: u8 = match column {
        None => return if wing == Some(Wing::Queen) { 0b1000 } else { 0b1_0000 },
        Some(Role::Rook) => 0b1,
        Some(Role::Knight) => 0b10,
        _ => 0b100,
    };
    let king_side = 0b1000_0000u8 >> queen_side.trailing_zeros();
    match wing {
        None => queen_side | king_side,
        Some(Wing::Queen) => queen_side,
        Some(Wing::King) => king_side,
    }
}
