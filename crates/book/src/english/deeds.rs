//! What a man does: where it comes from, where it goes, what it takes.

use shakmaty::Role;

use super::{Ends, Part, Text};
use crate::desc::{Desc, Taking, squares};
use crate::glyph::{ends, word};

impl Text<'_> {
    /// Where the mover comes from: `(Kt 5)`, `from Q. R's sq`, `(4)`, `/4`.
    pub(super) fn origin(&self, part: &Part, out: &mut Vec<Part>) {
        let (at, gap) = self.gap(part.at);
        if self.char(at) == '/' {
            self.rank(at + 1, part.cost + gap, &mut |end, cost, rank| {
                let desc = Desc { from: squares(0xff, rank), ..part.desc };
                out.push(Part { at: end, cost, desc });
            });
            self.square(at + 1, part.cost + gap, &mut |end, cost, from| {
                out.push(Part { at: end, cost, desc: Desc { from, ..part.desc } });
            });
        }
        let mut here = Ends::new();
        let bracket = self.opens(at);
        if let Some(opened) = bracket {
            here.push((at + 1, opened));
            for preposition in ["at", "on", "from"] {
                word(self.chars, at + 1, preposition, 0.5, |end, cost| here.push((end, opened + cost)));
            }
        }
        let bracket = bracket.is_some();
        for preposition in ["from", "at"] {
            word(self.chars, at, preposition, 0.7, |end, cost| here.push((end, cost)));
        }
        if !bracket {
            // A bracket of which only the second half is left.
            self.square(at, part.cost + gap + 1.0, &mut |end, cost, from| {
                if self.closes(end) {
                    out.push(Part { at: end + 1, cost, desc: Desc { from, ..part.desc } });
                }
            });
        }
        for (at, cost) in here {
            let (at, more) = self.gap(at);
            let paid = part.cost + gap + cost + more;
            let close = |end: u32, cost: f32| -> (u32, f32) {
                if !bracket {
                    return (end, cost);
                }
                match (self.closes(end), self.char(end), self.closes(end + 1)) {
                    (true, ..) => (end + 1, cost),
                    (_, '.', true) => (end + 2, cost),
                    (.., true) => (end + 2, cost + 0.7),
                    _ => (end, cost + 1.2),
                }
            };
            self.square(at, paid, &mut |end, cost, from| {
                let (end, cost) = close(end, cost);
                out.push(Part { at: end, cost, desc: Desc { from, ..part.desc } });
            });
            if bracket {
                self.rank(at, paid, &mut |end, cost, rank| {
                    let (end, cost) = close(end, cost);
                    out.push(Part {
                        at: end,
                        cost: cost + 0.3,
                        desc: Desc { from: squares(0xff, rank), ..part.desc },
                    });
                });
            }
        }
    }

    /// Past `to`, a dash, or nothing.
    pub(super) fn to(&self, at: u32) -> Ends {
        let (at, gap) = self.gap(at);
        let mut out = Ends::new();
        let spaced = |end: u32, cost: f32| {
            let (end, more) = self.gap(end);
            (end, gap + cost + more)
        };
        let (a, b, c) = (self.char(at), self.char(at + 1), self.char(at + 2));
        match a {
            '-' => {
                let mut end = at + 1;
                while matches!(self.char(end), '-' | '_') {
                    end += 1;
                }
                out.push(spaced(end, 0.0));
                if self.char(end) == '^' || self.char(end) == '.' {
                    out.push(spaced(end + 1, 0.5));
                }
            }
            '^' | '=' | '_' | '~' | '\u{ab}' | '*' | '\u{2022}' | '\u{b7}' => out.push(spaced(at + 1, 0.7)),
            '<' if matches!(b, '^' | '-') => out.push(spaced(at + 2, 0.8)),
            _ => {}
        }
        // A long dash is often read as a letter and a short one.
        if b == '-' && matches!(a, 'r' | 'H' | 'l' | 'I' | '1' | 'i' | 'J' | 't' | '^' | '*' | '\'') {
            out.push(spaced(at + 2, 0.9));
        }
        if matches!(a, 't' | 'T' | 'l' | 'f' | 'i' | 'c' | '1')
            && matches!(b, 'o' | 'O' | '0' | 'e' | 'a' | 'c' | 'q')
            || (a, b) == ('r', 'o')
        {
            let cost = if a == 't' { 0.0 } else { 0.7 } + if b == 'o' { 0.0 } else { 0.7 };
            let stuck = matches!(c, 'k' | 'o') && self.char(at + 3).is_ascii_uppercase();
            out.push(spaced(at + 2, cost));
            if stuck {
                out.push(spaced(at + 3, cost + 0.6));
            }
        } else if a == 't' && b == ' ' && c == 'o' {
            out.push(spaced(at + 3, 0.2));
        } else if a == 't' && c == 'o' && matches!(b, 'r' | 'w' | '0')
            || matches!(a, 'r' | 'i' | 'I' | 'l') && b == 't' && matches!(c, 'o' | 'O' | '0')
        {
            // A stroke of the `t` is read as a letter of its own: `tro`, `rto`.
            out.push(spaced(at + 3, 0.7));
        } else if matches!(a, 't' | 'o' | 'O') && (b == ' ' || b.is_ascii_uppercase()) {
            out.push(spaced(at + 1, 1.3));
        }
        if a.is_ascii_uppercase() || matches!(a, '(' | '0') {
            out.push((at, gap + self.habits.bare()));
        }
        out
    }

    /// To a square without a capture.
    pub(super) fn quiet(&self, part: &Part, out: &mut Vec<Part>) {
        for (at, cost) in self.to(part.at) {
            self.reached(at, part.cost + cost, part.desc, out);
        }
    }

    /// The square that a man goes to.
    pub(super) fn reached(&self, at: u32, paid: f32, desc: Desc, out: &mut Vec<Part>) {
        let mut go = |end, cost, to| {
            out.push(Part { at: end, cost, desc: Desc { to, taking: Taking::Quiet, ..desc } });
        };
        self.square(at, paid, &mut go);
        self.own_square(at, paid, desc.man, &mut go);
    }

    /// A capture.
    pub(super) fn takes(&self, part: &Part, out: &mut Vec<Part>) {
        let (at, gap) = self.gap(part.at);
        let mut verbs = Ends::new();
        ends(self.chars, at, "x", self.habits, |end, cost| verbs.push((end, cost)));
        if matches!(self.char(at), 't' | 'c' | 'T' | 'l' | 'f' | 'i') {
            for (verb, most) in [("takes", 1.8), ("tks", 0.7), ("captures", 1.5), ("tk", 0.3)] {
                word(self.chars, at, verb, most, |end, cost| verbs.push((end, cost)));
            }
            if self.char(at) == 't' && self.char(at + 1) == '.' {
                verbs.push((at + 2, 0.1));
            }
        }
        for (at, cost) in verbs {
            let (at, more) = self.gap(at);
            self.taken(at, part.cost + gap + cost + more, part.desc, out);
        }
    }

    /// The man that is taken, and where.
    pub(super) fn taken(&self, at: u32, paid: f32, desc: Desc, out: &mut Vec<Part>) {
        self.man(at, paid, &mut |end, cost, victim| {
            if victim.role == Role::King {
                return;
            }
            let desc = Desc { taking: Taking::Takes, victim: Some(victim), ..desc };
            out.push(Part { at: end, cost, desc });
            self.place(end, cost, desc, out);
        });
    }

    /// Where something was taken: `(Q4)`, `at K 5th`.
    pub(super) fn place(&self, at: u32, paid: f32, desc: Desc, out: &mut Vec<Part>) {
        let (at, gap) = self.gap(at);
        let bracket = self.opens(at);
        let mut here = Ends::new();
        if let Some(opened) = bracket {
            here.push((at + 1, opened));
            for preposition in ["at", "on"] {
                word(self.chars, at + 1, preposition, 0.4, |end, cost| here.push((end, opened + cost)));
            }
        } else {
            for preposition in ["at", "on"] {
                word(self.chars, at, preposition, 0.3, |end, cost| here.push((end, cost)));
            }
        }
        for (at, cost) in here {
            let (at, more) = self.gap(at);
            self.square(at, paid + gap + cost + more, &mut |end, cost, to| {
                let dot = u32::from(self.char(end) == '.');
                let shut = bracket.is_some() && self.closes(end + dot);
                let torn = if bracket.is_some() { 1.0 } else { 0.0 };
                let (end, cost) = if shut { (end + dot + 1, cost) } else { (end, cost + torn) };
                out.push(Part { at: end, cost, desc: Desc { to, ..desc } });
            });
        }
    }
}
