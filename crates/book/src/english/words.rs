//! Moves in words, as the books of the 1830s to 1850s have them: `K. Kt. to B. third`, `Q. to her fifth`, `Q. B. P. one`.

use shakmaty::Role;

use super::atoms::file_mask;
use super::{Part, Text};
use crate::desc::{Desc, Man, Taking, Wing, squares};
use crate::glyph::word;

/// Ranks in words, from the second.
const RANKS: [&str; 7] = ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
/// What misreading such a word may cost at the most.
const WORN: f32 = 2.2;

impl Text<'_> {
    /// Whether a word of small letters begins.
    fn is_word(&self, at: u32) -> bool {
        (0..3).all(|ahead| {
            let c = self.char(at + ahead);
            c.is_lowercase() || ahead > 0 && (c.is_ascii_digit() || c == '\'')
        })
    }

    /// A rank in words; the gap after it is not skipped.
    pub(super) fn rank_in_words(&self, at: u32, paid: f32, out: &mut dyn FnMut(u32, f32, u32)) {
        if !self.is_word(at) {
            return;
        }
        for (rank, printed) in (2..).zip(RANKS) {
            word(self.chars, at, printed, WORN, |end, cost| {
                if !self.char(end).is_lowercase() {
                    out(end, paid + cost, rank);
                }
            });
        }
    }

    /// A square on the mover's own file, or counted from it: `Q. to her fifth`, `K. to his B. square`.
    pub(super) fn own_square(&self, at: u32, paid: f32, man: Man, out: &mut dyn FnMut(u32, f32, u64)) {
        if !matches!(self.char(at), 'h' | 'b' | 'l') {
            return;
        }
        for printed in ["her", "his"] {
            let mut after = None;
            word(self.chars, at, printed, 0.9, |end, cost| {
                if self.char(end) == ' ' && after.is_none_or(|(_, best)| cost < best) {
                    after = Some((end, cost));
                }
            });
            let Some((end, cost)) = after else { continue };
            let (end, gap) = self.gap(end);
            let paid = paid + cost + gap;
            let (wing, column) = match man.role {
                Role::King => (Some(Wing::King), None),
                Role::Queen => (Some(Wing::Queen), None),
                role => (man.wing, Some(role)),
            };
            if man.role != Role::Pawn {
                let files = file_mask(wing, column);
                self.rank(end, paid, &mut |end, cost, rank| out(end, cost, squares(files, rank)));
            }
            let Some(wing) = wing else { continue };
            for (printed, role) in [("R", Role::Rook), ("Kt", Role::Knight), ("B", Role::Bishop)] {
                self.named(end, printed, &mut |end, cost| {
                    let files = file_mask(Some(wing), Some(role));
                    self.rank(end, paid + cost, &mut |end, cost, rank| out(end, cost, squares(files, rank)));
                });
            }
        }
    }

    /// How far a pawn goes: `K. P. two`, `Q. B. P. one`.
    pub(super) fn steps(&self, part: &Part, out: &mut Vec<Part>) {
        let files = part.desc.man.files;
        if part.desc.man.role != Role::Pawn || files == 0xff {
            return;
        }
        let (at, gap) = self.gap(part.at);
        if !matches!(self.char(at), 't' | 'o' | 'l' | 'f' | 'c' | 'i' | 'e') {
            return;
        }
        let paid = part.cost + gap;
        let mut go = |end: u32, cost: f32, from: u32, to: u32| {
            let desc = Desc {
                from: squares(0xff, from),
                to: squares(files, to),
                taking: Taking::Quiet,
                ..part.desc
            };
            out.push(Part { at: end, cost: paid + cost, desc });
        };
        let is_whole = |end: u32| !self.char(end).is_alphanumeric();
        word(self.chars, at, "two", 2.0, |end, cost| {
            if is_whole(end) {
                go(end, cost, 2, 4);
            }
        });
        word(self.chars, at, "one", 2.0, |end, cost| {
            if is_whole(end) {
                (2..=7).for_each(|rank| go(end, cost, rank, rank + 1));
            }
        });
    }
}
