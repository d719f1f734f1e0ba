//! Castling, in words and with zeros.

use shakmaty::Role;
use smallvec::SmallVec;

use super::{Part, Text};
use crate::desc::{Desc, Man, Wing};
use crate::glyph::word;

impl Text<'_> {
    /// Adds castling in words and with zeros.
    pub(super) fn castles(&self, at: u32, out: &mut Vec<Part>) {
        let king = Desc::of(Man::of(Role::King));
        if matches!(self.char(at), 'C' | 'c' | 'G' | 'O' | 'U' | 'K' | '(')
            && self.char(at + 1).is_ascii_lowercase()
        {
            let mut best: Option<(u32, f32)> = None;
            for words in ["Castles", "castles", "Castle"] {
                word(self.chars, at, words, 2.4, |end, cost| {
                    if best.is_none_or(|(_, least)| cost < least - 0.01) {
                        best = Some((end, cost));
                    }
                });
            }
            if let Some((end, cost)) = best {
                self.tail(Part { at: end, cost, desc: Desc { castle: Some(None), ..king } }, out);
                self.castling_side(end, cost, king, out);
            }
        }
        self.noughts(at, king, out);
    }

    /// `K R`, `(Q. R.)`, `on the King's side`, `(K)` after `Castles`.
    pub(super) fn castling_side(&self, at: u32, paid: f32, king: Desc, out: &mut Vec<Part>) {
        let (mut at, gap) = self.gap(at);
        if self.char(at) == '-' {
            at += 1;
        }
        let open = self.char(at) == '(';
        at += u32::from(open);
        for words in ["on the", "with the", "to the", "on", "with"] {
            let mut end = 0;
            word(self.chars, at, words, 0.0, |to, _| end = to);
            if end > 0 && self.char(end) == ' ' {
                at = end + 1;
                break;
            }
        }
        for (printed, wing) in [("K", Wing::King), ("Q", Wing::Queen)] {
            self.named(at, printed, &mut |end, cost| {
                if cost > 1.6 {
                    return;
                }
                let desc = Desc { castle: Some(Some(wing)), ..king };
                let mut tails: SmallVec<[(u32, f32); 6]> = SmallVec::new();
                // `Castles K`, and no man behind it.
                let alone = !open && !self.char(end).is_alphanumeric();
                tails.push((end, if alone { 0.2 } else { 0.3 + if open { 0.0 } else { 0.5 } }));
                for (end, more) in self.letter(end, "R") {
                    tails.push((end + u32::from(self.char(end) == '.'), more));
                }
                word(self.chars, end, "side", 0.7, |end, more| tails.push((end, more)));
                for (end, more) in tails {
                    let shut = self.char(end) == ')';
                    let end = end + u32::from(shut);
                    self.tail(Part { at: end, cost: paid + gap + cost + more, desc }, out);
                }
            });
        }
    }

    /// `O-O`, `0—0—0`.
    pub(super) fn noughts(&self, at: u32, king: Desc, out: &mut Vec<Part>) {
        let nought = |at: u32| -> Option<f32> {
            match self.char(at) {
                'O' | '0' => Some(0.0),
                'o' => Some(0.2),
                'Q' | 'C' | 'D' | 'G' => Some(1.0),
                _ => None,
            }
        };
        let dash = |at: u32| -> Option<(u32, f32)> {
            let mut end = at;
            let mut seen = 0;
            while matches!(self.char(end), '-' | ' ' | '_' | '^' | '.') && end < at + 5 {
                seen += u32::from(!matches!(self.char(end), ' ' | '.'));
                end += 1;
            }
            (seen > 0).then_some((end, 0.0)).or((nought(at).is_some()).then_some((at, 1.0)))
        };
        let Some(first) = nought(at) else { return };
        let Some((second, dash1)) = dash(at + 1) else { return };
        let Some(cost) = nought(second) else { return };
        let paid = 0.1 + first + cost + dash1;
        let third = dash(second + 1).and_then(|(at, cost)| nought(at).map(|more| (at, cost + more)));
        let king_side = Desc { castle: Some(Some(Wing::King)), ..king };
        let more = if third.is_some_and(|(_, cost)| cost < 0.5) { 2.5 } else { 0.0 };
        self.tail(Part { at: second + 1, cost: paid + more, desc: king_side }, out);
        if let Some((at, cost)) = third {
            let desc = Desc { castle: Some(Some(Wing::Queen)), ..king };
            self.tail(Part { at: at + 1, cost: paid + cost, desc }, out);
        }
    }
}
