//! English descriptive moves in worn print: `P-K4`, `PtoK 4`, `Kt. takes B's P (ch.)`, `R (Kt 5) to Q sq`.
//!
//! One grammar of atoms, each read through the confusions of [`crate::glyph`]; every way to read the text that is not
//! much dearer than the cheapest is kept.

use shakmaty::Role;
use smallvec::SmallVec;

use crate::desc::{Desc, Man, Mark, Said, Taking, Wing, squares};
use crate::glyph::{ends, word};

/// Ways through the text dearer than this, in nats, are no moves.
pub const DEAREST: f32 = 7.5;
/// How much dearer than the cheapest a reading may be.
const RANGE: f32 = 5.5;
/// Readings of one text that are kept.
const KEPT: usize = 40;

type Ends = SmallVec<[(u32, f32); 8]>;

/// A way through the first part of a text.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) at: u32,
    pub(crate) cost: f32,
    pub(crate) desc: Desc,
}

/// Everything that the text at `at` may say, the cheapest first.
#[must_use]
pub fn read(chars: &[char], at: u32) -> Vec<Said> {
    let text = Text { chars };
    let mut done = Vec::new();
    text.castles(at, &mut done);
    let mut movers = Vec::new();
    text.man(at, 0.0, &mut |at, cost, man| movers.push(Part { at, cost, desc: Desc::of(man) }));
    prune(&mut movers, 24);
    let mut origins = Vec::new();
    for part in &movers {
        origins.push(*part);
        text.origin(part, &mut origins);
    }
    prune(&mut origins, 60);
    let mut bodies = Vec::new();
    for part in &origins {
        text.quiet(part, &mut bodies);
        text.takes(part, &mut bodies);
    }
    prune(&mut bodies, 120);
    for part in &bodies {
        text.tail(*part, &mut done);
    }
    finish(chars, done)
}

/// Whether a move may start with this sign.
#[must_use]
pub fn may_start(chars: &[char], at: u32) -> bool {
    let at = at as usize;
    let c = chars[at];
    if !(c.is_alphanumeric() || matches!(c, '(' | '\u{2654}'..='\u{265f}')) {
        return false;
    }
    if c.is_ascii_lowercase() {
        // An ordinary word.
        let run: String = chars[at..].iter().take(12).take_while(|c| c.is_ascii_lowercase()).collect();
        let first = run.chars().next().unwrap_or(' ');
        let known = run.contains("to") || run.contains("takes") || run.contains("astle") || run.len() <= 2;
        let begins = known && matches!(first, 'p' | 'k' | 'q' | 'b' | 'r' | 'o' | 'a' | 'c' | 'h');
        if !begins && !algebraic(chars, at) {
            return false;
        }
    } else if c.is_ascii_digit() && !matches!(c, '0' | '8' | '1' | '3' | '9') {
        return false;
    }
    let before = if at == 0 { '\n' } else { chars[at - 1] };
    // Numbers are not split, but for castling behind one.
    if before.is_ascii_digit() && c.is_ascii_digit() && c != '0' {
        return false;
    }
    // Inside a word no move starts, but for digits and what is read for digits.
    !before.is_alphabetic()
        || matches!(before, 'l' | 'I' | 'i' | 'O' | 'o' | 'S' | 's' | 't' | 'B' | 'Z' | 'h' | 'x')
}

/// Whether a square of algebraic notation starts here: a file and a rank.
fn algebraic(chars: &[char], at: usize) -> bool {
    matches!(chars[at], 'a'..='h')
        && chars.get(at + 1).is_some_and(|c| matches!(c, '1'..='8' | 'x' | ':' | 'l' | 'S'))
}

/// The cheapest readings, one for each meaning and end. A reading pays for the signs behind it that another one
/// takes in at about the same price: `ch` that stands there is not passed over for nothing.
pub(crate) fn finish(chars: &[char], mut done: Vec<Part>) -> Vec<Said> {
    done.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let ends: SmallVec<[(u32, f32); 16]> = done.iter().map(|part| (part.at, part.cost)).collect();
    for part in &mut done {
        let further = ends.iter().take_while(|(_, cost)| *cost <= part.cost + 0.8).map(|(end, _)| *end).max();
        let left = further.filter(|end| *end > part.at).map_or(0, |end| {
            chars[part.at as usize..end as usize].iter().filter(|c| c.is_alphanumeric()).count()
        });
        part.cost += (0.8 * left as f32).min(3.0);
    }
    done.retain(|part| part.cost <= DEAREST);
    done.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut said: Vec<Said> = Vec::new();
    let Some(best) = done.first().map(|part| part.cost) else { return said };
    for part in done {
        if part.cost > best + RANGE || said.len() >= KEPT {
            break;
        }
        if !said.iter().any(|s| s.end == part.at && s.desc == part.desc) {
            said.push(Said { end: part.at, cost: part.cost, desc: part.desc });
        }
    }
    said
}

fn prune(parts: &mut Vec<Part>, most: usize) {
    parts.retain(|part| part.cost <= DEAREST);
    parts.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    if let Some(best) = parts.first().map(|part| part.cost) {
        parts.retain(|part| part.cost <= best + RANGE);
    }
    parts.truncate(most);
}

struct Text<'t> {
    chars: &'t [char],
}

impl Text<'_> {
    fn char(&self, at: u32) -> char {
        self.chars.get(at as usize).copied().unwrap_or('\n')
    }

    /// Past what may stand between two atoms of one move, and its cost.
    fn gap(&self, mut at: u32) -> (u32, f32) {
        let mut cost = 0.0;
        let mut blanks = 0;
        while (at as usize) < self.chars.len() {
            match self.char(at) {
                ' ' => {
                    blanks += 1;
                    // Wide gaps part cells.
                    cost += if blanks > 2 { 0.5 } else { 0.0 };
                }
                '.' => {}
                '\n' if cost < 0.4 => cost += 0.9,
                '\'' | ',' | '_' | '~' | '"' if cost < 0.5 => cost += 0.6,
                _ => break,
            }
            at += 1;
        }
        (at, cost)
    }

    /// A letter of a man or a file, or its word.
    fn letter(&self, at: u32, printed: &str) -> Ends {
        let mut out = Ends::new();
        ends(self.chars, at, printed, |end, cost| out.push((end, cost)));
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
            if next(0) == 'N' && !next(1).is_ascii_lowercase() {
                out.push((at + 1, 0.1));
            }
            if next(0) == 'K' && next(1) == 'n' && next(2) != 'i' {
                let more = if next(2) == 't' { 3 } else { 2 };
                out.push((at + more, 0.1));
            }
        }
        out
    }

    /// Past `'s`, if it stands there.
    fn possessive(&self, at: u32) -> Ends {
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

    /// Past a letter, its possessive and the gap behind.
    fn named(&self, at: u32, printed: &str, out: &mut dyn FnMut(u32, f32)) {
        for (end, cost) in self.letter(at, printed) {
            for (end, more) in self.possessive(end) {
                let (end, gap) = self.gap(end);
                if cost + more + gap < DEAREST {
                    out(end, cost + more + gap);
                }
            }
        }
    }

    /// `K`, `Q`, or nothing, before something else.
    fn wings(&self, at: u32, out: &mut dyn FnMut(u32, f32, Option<Wing>)) {
        out(at, 0.0, None);
        self.named(at, "K", &mut |end, cost| out(end, cost, Some(Wing::King)));
        self.named(at, "Q", &mut |end, cost| out(end, cost, Some(Wing::Queen)));
    }

    /// A man as a text names it; behind it no gap is passed.
    fn man(&self, at: u32, paid: f32, out: &mut dyn FnMut(u32, f32, Man)) {
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

    /// A file as squares have it: the mask of files; the gap behind it is passed.
    fn file(&self, at: u32, paid: f32, out: &mut dyn FnMut(u32, f32, u8)) {
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

    /// A rank from the mover's side; behind it no gap is passed.
    fn rank(&self, at: u32, paid: f32, out: &mut dyn FnMut(u32, f32, u32)) {
        for rank in 1..=8u32 {
            let printed = ["1", "2", "3", "4", "5", "6", "7", "8"][rank as usize - 1];
            ends(self.chars, at, printed, |end, cost| self.ordinal(end, paid + cost, rank, out));
        }
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

    /// A rank that is worn away, or stands behind a stray sign.
    fn worn_rank(&self, at: u32, paid: f32, out: &mut dyn FnMut(u32, f32, u64), files: u8) {
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
                out(next + 1, paid + if a.is_ascii_digit() { 2.2 } else { 1.4 }, squares(files, rank));
            }
        }
    }

    /// Past `th` and the like behind a rank.
    fn ordinal(&self, end: u32, paid: f32, rank: u32, out: &mut dyn FnMut(u32, f32, u32)) {
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
        let glued = if a.is_ascii_lowercase() {
            1.0
        } else if a.is_ascii_digit() {
            1.5
        } else {
            0.0
        };
        out(end, paid + glued, rank);
    }

    /// A square: files and a rank.
    fn square(&self, at: u32, paid: f32, out: &mut dyn FnMut(u32, f32, u64)) {
        self.file(at, paid, &mut |at, paid, files| {
            self.rank(at, paid, &mut |end, cost, rank| out(end, cost, squares(files, rank)));
            self.worn_rank(at, paid, out, files);
        });
    }

    /// Where the mover comes from: `(Kt 5)`, `from Q. R's sq`, `(4)`.
    fn origin(&self, part: &Part, out: &mut Vec<Part>) {
        let (at, gap) = self.gap(part.at);
        let mut here = Ends::new();
        let bracket = matches!(self.char(at), '(' | '[');
        if bracket {
            here.push((at + 1, 0.0));
            for preposition in ["at ", "on ", "from "] {
                word(self.chars, at + 1, preposition, 0.5, |end, cost| here.push((end, cost)));
            }
        }
        for preposition in ["from", "at"] {
            word(self.chars, at, preposition, 0.7, |end, cost| here.push((end, cost)));
        }
        if !bracket {
            // A bracket of which only the second half is left.
            self.square(at, part.cost + gap + 1.0, &mut |end, cost, from| {
                if matches!(self.char(end), ')' | ']') {
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
                match (self.char(end), self.char(end + 1)) {
                    (')' | ']', _) => (end + 1, cost),
                    (_, ')') => (end + 2, cost + 0.7),
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
    fn to(&self, at: u32) -> Ends {
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
        if matches!(a, 't' | 'T' | 'l' | 'f' | 'i' | 'c' | '1')
            && matches!(b, 'o' | 'O' | '0' | 'e' | 'a' | 'c' | 'q')
        {
            let cost = if a == 't' { 0.0 } else { 0.7 } + if b == 'o' { 0.0 } else { 0.7 };
            let stuck = matches!(c, 'k' | 'o') && self.char(at + 3).is_ascii_uppercase();
            out.push(spaced(at + 2, cost));
            if stuck {
                out.push(spaced(at + 3, cost + 0.6));
            }
        } else if a == 't' && b == ' ' && c == 'o' {
            out.push(spaced(at + 3, 0.2));
        } else if matches!(a, 't' | 'o') && (b == ' ' || b.is_ascii_uppercase()) {
            out.push(spaced(at + 1, 1.3));
        }
        if a.is_ascii_uppercase() || matches!(a, '(' | '0') {
            out.push((at, gap + 1.1));
        }
        out
    }

    /// To a square without a capture.
    fn quiet(&self, part: &Part, out: &mut Vec<Part>) {
        for (at, cost) in self.to(part.at) {
            self.square(at, part.cost + cost, &mut |end, cost, to| {
                out.push(Part { at: end, cost, desc: Desc { to, taking: Taking::Quiet, ..part.desc } });
            });
        }
    }

    /// A capture.
    fn takes(&self, part: &Part, out: &mut Vec<Part>) {
        let (at, gap) = self.gap(part.at);
        let mut verbs = Ends::new();
        ends(self.chars, at, "x", |end, cost| verbs.push((end, cost)));
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
            let paid = part.cost + gap + cost + more;
            self.man(at, paid, &mut |end, cost, victim| {
                if victim.role == Role::King {
                    return;
                }
                let desc = Desc { taking: Taking::Takes, victim: Some(victim), ..part.desc };
                out.push(Part { at: end, cost, desc });
                self.place(end, cost, desc, out);
            });
        }
    }

    /// Where something was taken: `(Q4)`, `at K 5th`.
    fn place(&self, at: u32, paid: f32, desc: Desc, out: &mut Vec<Part>) {
        let (at, gap) = self.gap(at);
        let bracket = matches!(self.char(at), '(' | '[');
        let mut here = Ends::new();
        if bracket {
            here.push((at + 1, 0.0));
            for preposition in ["at ", "on "] {
                word(self.chars, at + 1, preposition, 0.4, |end, cost| here.push((end, cost)));
            }
        } else {
            for preposition in ["at", "on"] {
                word(self.chars, at, preposition, 0.3, |end, cost| here.push((end, cost)));
            }
        }
        for (at, cost) in here {
            let (at, more) = self.gap(at);
            self.square(at, paid + gap + cost + more, &mut |end, cost, to| {
                let shut = bracket && matches!(self.char(end), ')' | ']');
                let (end, cost) =
                    if shut { (end + 1, cost) } else { (end, cost + if bracket { 1.0 } else { 0.0 }) };
                out.push(Part { at: end, cost, desc: Desc { to, ..desc } });
            });
        }
    }

    /// What stands behind the squares: promotion, en passant, check; and what it costs that the text goes on.
    fn tail(&self, part: Part, out: &mut Vec<Part>) {
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

    fn promotion(&self, part: &Part, out: &mut SmallVec<[Part; 8]>) {
        let (mut at, gap) = self.gap(part.at);
        let mut cost = part.cost + gap;
        let mut said = false;
        if matches!(self.char(at), '(' | '=' | '/') {
            at += 1;
            said = true;
        } else if matches!(self.char(at), 'b' | 'q' | 'Q') && self.char(at + 1).is_ascii_lowercase() {
            let mut best: Option<(u32, f32)> = None;
            for words in ["becomes a ", "becoming a ", "becomes ", "and becomes a "] {
                word(self.chars, at, words, 1.0, |end, more| {
                    if best.is_none_or(|(_, least)| more < least) {
                        best = Some((end, more));
                    }
                });
            }
            for words in ["Queens", "queens", "queening"] {
                word(self.chars, at, words, 0.5, |end, more| {
                    let desc = Desc { promotion: Some(Role::Queen), ..part.desc };
                    out.push(Part { at: end, cost: cost + more, desc });
                });
            }
            let Some((end, more)) = best else { return };
            at = end;
            cost += more;
            said = true;
        }
        if !said {
            return;
        }
        for (printed, role) in
            [("Q", Role::Queen), ("R", Role::Rook), ("B", Role::Bishop), ("Kt", Role::Knight)]
        {
            for (end, more) in self.letter(at, printed) {
                let end = end + u32::from(self.char(end) == ')');
                out.push(Part {
                    at: end,
                    cost: cost + more,
                    desc: Desc { promotion: Some(role), ..part.desc },
                });
            }
        }
    }

    fn check(&self, part: &Part, out: &mut SmallVec<[Part; 8]>) {
        let (mut at, mut cost) = self.gap(part.at);
        // A stray sign between the rank and its check.
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

    /// Castling in words and in noughts.
    fn castles(&self, at: u32, out: &mut Vec<Part>) {
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

    /// `K R`, `(Q. R.)`, `on the King's side`, `(K)` behind `Castles`.
    fn castling_side(&self, at: u32, paid: f32, king: Desc, out: &mut Vec<Part>) {
        let (mut at, gap) = self.gap(at);
        if self.char(at) == '-' {
            at += 1;
        }
        let open = self.char(at) == '(';
        at += u32::from(open);
        for words in ["on the ", "on ", "with ", "with the ", "to the "] {
            let mut end = 0;
            word(self.chars, at, words, 0.0, |to, _| end = to);
            if end > 0 {
                at = end + u32::from(self.char(end) == ' ');
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
                tails.push((end, if open { 0.3 } else { 0.8 }));
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
    fn noughts(&self, at: u32, king: Desc, out: &mut Vec<Part>) {
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

/// The files that `K`, `Q`, `R`, `KB` and the like name.
fn file_mask(wing: Option<Wing>, column: Option<Role>) -> u8 {
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
