//! What follows the squares: promotion, en passant, check.

use shakmaty::Role;
use smallvec::SmallVec;

use super::{Part, Text};
use crate::desc::{Desc, Mark, Taking};
use crate::glyph::word;

/// The squares of the last rank, as the mover sees the board.
const LAST_RANK: u64 = 0xff << 56;

impl Text<'_> {
    /// Adds promotion, en passant and check, and the cost of text that continues.
    pub(super) fn tail(&self, part: Part, out: &mut Vec<Part>) {
        let mut parts: SmallVec<[Part; 8]> = SmallVec::new();
        parts.push(part);
        if part.desc.man.role == Role::Pawn {
            self.promotion(&part, &mut parts);
            if part.desc.taking == Taking::Takes {
                let (at, _) = self.gap(part.at);
                let open = u32::from(self.char(at) == '(');
                if matches!(self.char(at + open), 'e' | 'i') {
                    for words in ["e.p.", "e.p", "ep", "en passant", "en pas", "in passing"] {
                        let mut best: Option<(u32, f32)> = None;
                        word(self.chars, at + open, words, 0.5, |end, cost| {
                            if best.is_none_or(|(_, least)| cost < least) {
                                best = Some((end, cost));
                            }
                        });
                        if let Some((end, cost)) = best {
                            let end = end + u32::from(self.char(end) == ')');
                            parts.push(Part { at: end, cost: part.cost + cost, ..part });
                        }
                    }
                }
            }
        }
        for index in 0..parts.len() {
            let part = parts[index];
            self.check(&part, &mut parts);
        }
        for part in parts {
            let (a, b) = (self.char(part.at), self.char(part.at + 1));
            let glued = match a {
                'a'..='z' if b.is_ascii_lowercase() => 2.0,
                'a'..='z' => 1.2,
                '0'..='9' => 0.8,
                'A'..='Z' => 0.5,
                _ => 0.0,
            };
            out.push(Part { cost: part.cost + glued, ..part });
        }
    }

    /// What a pawn becomes: `(Q)`, `=Q`, `(=Kt)`, `becomes a Queen`, `queening`.
    fn promotion(&self, part: &Part, out: &mut SmallVec<[Part; 8]>) {
        if part.desc.to & LAST_RANK == 0 {
            return;
        }
        let (start, gap) = self.gap(part.at);
        // `P to K 4/Kt to B 3`: a stroke parts moves, too.
        let stroke = self.char(start) == '/';
        let cost = part.cost + gap;
        let mut starts: SmallVec<[(u32, f32); 4]> = SmallVec::new();
        let mut at = start;
        while at < start + 2 && matches!(self.char(at), '(' | '=' | '/') {
            at = self.gap(at + 1).0;
        }
        if at > start {
            starts.push((at, 0.0));
        }
        if self.char(start) == ',' {
            at = self.gap(start + 1).0;
        }
        if matches!(self.char(at), 'a' | 'b' | 'm' | 'q' | 'Q') && self.char(at + 1).is_ascii_lowercase() {
            for words in ["becomes a", "becoming a", "becomes", "becoming", "making a", "and becomes a"] {
                word(self.chars, at, words, 0.6, |end, more| {
                    let (next, _) = self.gap(end);
                    if next > end {
                        starts.push((next, more));
                    }
                });
            }
            for words in ["queens", "queening", "and queens"] {
                word(self.chars, at, words, 0.5, |end, more| {
                    let desc = Desc { promotion: Some(Role::Queen), ..part.desc };
                    out.push(Part { at: end, cost: cost + more, desc });
                });
            }
        }
        for (at, paid) in starts {
            for (printed, role) in
                [("Q", Role::Queen), ("R", Role::Rook), ("B", Role::Bishop), ("Kt", Role::Knight)]
            {
                for (end, more) in self.letter(at, printed) {
                    if stroke && self.goes_on(end) {
                        continue;
                    }
                    let end = end + u32::from(self.char(end) == ')');
                    let desc = Desc { promotion: Some(role), ..part.desc };
                    out.push(Part { at: end, cost: cost + paid + more, desc });
                }
            }
        }
    }

    /// Whether what stands behind the name of a man says what it does.
    fn goes_on(&self, at: u32) -> bool {
        let at = self.gap(at).0;
        match self.char(at) {
            '-' | '\u{2013}' | '\u{2014}' | '\u{d7}' | 'x' | 'X' | '(' => true,
            't' => matches!(self.char(at + 1), 'o' | 'a' | 'k'),
            c => c.is_ascii_digit() || c.is_ascii_alphabetic(),
        }
    }

    pub(super) fn check(&self, part: &Part, out: &mut SmallVec<[Part; 8]>) {
        let (mut at, mut cost) = self.gap(part.at);
        // A stray character between the rank and its mark of check.
        if self.char(at + 1) == 'c' && self.char(at + 2) == 'h' && !matches!(self.char(at), '(' | '[') {
            at += 1;
            cost += 0.7;
        }
        let open = matches!(self.char(at), '(' | '[' | '{');
        at += u32::from(open);
        if self.char(at) == '+' || self.char(at) == '#' || self.char(at) == '\u{2020}' {
            let mate = self.char(at) == '#' || self.char(at + 1) == '+';
            let mark = if mate { Mark::Mate } else { Mark::Check };
            let end = at + 1 + u32::from(self.char(at + 1) == '+');
            out.push(Part {
                at: end,
                cost: part.cost + cost,
                desc: Desc { mark: Mark::Check.max(mark), ..part.desc },
            });
            return;
        }
        // A dagger or a cross, right behind the move.
        let ends = !self.char(part.at + 1).is_alphanumeric();
        if let ('t' | 'f' | 'T', true, false) = (self.char(part.at), ends, part.desc.mark != Mark::None) {
            let cost = if self.char(part.at) == 't' { 0.9 } else { 1.2 };
            out.push(Part {
                at: part.at + 1,
                cost: part.cost + cost,
                desc: Desc { mark: Mark::Check, ..part.desc },
            });
        }
        for words in ["disc", "dis", "dbl", "dble", "double", "doub", "by"] {
            if self.char(at) == words.chars().next().unwrap_or(' ') {
                let mut end = 0;
                word(self.chars, at, words, 0.0, |to, _| end = to);
                if end > 0 && !self.char(end).is_ascii_lowercase() {
                    at = self.gap(end).0;
                }
            }
        }
        let marks: [(&str, Mark, f32); 7] = [
            ("ch", Mark::Check, 1.1),
            ("check", Mark::Check, 0.9),
            ("chk", Mark::Check, 0.3),
            ("cli", Mark::Check, 0.0),
            ("mate", Mark::Mate, 0.9),
            ("mates", Mark::Mate, 0.9),
            ("checkmate", Mark::Mate, 1.5),
        ];
        if !matches!(self.char(at), 'c' | 'o' | 'e' | 'm' | 'C' | 'M' | 'f' | 'd' | '(' | 'h' | 'n' | 't') {
            return;
        }
        if self.char(at) == '(' {
            cost += 0.4;
            at += 1;
        }
        let mut found: SmallVec<[(u32, f32, Mark); 8]> = SmallVec::new();
        for (words, mark, most) in marks {
            word(self.chars, at, words, most, |end, more| {
                if !self.char(end).is_ascii_lowercase() {
                    found.push((end, more, mark));
                }
            });
        }
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut seen: Option<u32> = None;
        for (end, more, mark) in found {
            let mut end = end;
            if self.char(end) == '.' && (open || !self.char(end + 1).is_ascii_digit()) {
                end += 1;
            }
            if matches!(self.char(end), ')' | ']' | '}') {
                end += 1;
            }
            if seen == Some(end) {
                continue;
            }
            seen = Some(end);
            out.push(Part { at: end, cost: part.cost + cost + more, desc: Desc { mark, ..part.desc } });
        }
    }
}
