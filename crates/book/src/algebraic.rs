//! Algebraic moves in worn print, short and long, in the letters of any language or in figurines: `Sf3`, `e4xd5`,
//! `Dd3:d6†`, `0—0`, `c7-c8D`, `♘bd2`, and what scanners make of them (`Nfl`, `Kgi—g2`, `&xd5`).

pub mod seen;
pub mod trace;

use std::cell::RefCell;

use scorebook_notation::languages;
use scorebook_notation::san::{SAN, San};
use shakmaty::Role;
use smallvec::SmallVec;

use crate::desc::{Desc, Man, Mark, Said, Taking, Wing, squares};
use crate::english::{DEAREST, Part, finish};
use crate::figures::{self, Figures, MEN};
use crate::glyph::ends;
use crate::habits::Habits;
use crate::signs::SIGNS;
use seen::Seen;
use trace::Sign;

/// How the men are written.
#[expect(clippy::large_enum_variant, reason = "a book has one, and copies it seldom")]
#[derive(Clone, Copy, Debug)]
pub enum Letters {
    /// Letters of a language.
    Of(&'static San),
    /// Pictures of the men, which scanners read as any sign, with what is known of those signs.
    Figurines(Figures),
    /// The same as signs of their own, `♘`, which nobody has misread.
    Signs,
}

impl Letters {
    /// All that books are tried with.
    pub fn all() -> impl Iterator<Item = Letters> {
        LANGUAGES.into_iter().map(Letters::Of).chain([Letters::Figurines(Figures::default()), Letters::Signs])
    }
}

/// The languages that whole books are written in, by letters that differ.
static LANGUAGES: [&San; 13] = [
    &SAN,
    &languages::GERMAN,
    &languages::FRENCH,
    &languages::SPANISH,
    &languages::DUTCH,
    &languages::PORTUGUESE,
    &languages::POLISH,
    &languages::CZECH,
    &languages::HUNGARIAN,
    &languages::ROMANIAN,
    &languages::RUSSIAN,
    &languages::SERBIAN,
    &languages::BULGARIAN,
];

/// The figurines of each of [`MEN`], White's and Black's.
const FIGURES: [[char; 2]; 5] = [['♘', '♞'], ['♗', '♝'], ['♖', '♜'], ['♕', '♛'], ['♔', '♚']];
/// Whether a sign is the picture of a man.
#[must_use]
pub fn is_figure(c: char) -> bool {
    FIGURES.as_flattened().contains(&c)
}

/// Everything that the text at `at` may say, the cheapest first.
#[must_use]
pub fn read(letters: Letters, seen: &Seen, chars: &[char], at: u32) -> Vec<Said> {
    let text = Text {
        chars,
        letters,
        seen,
        files: RefCell::default(),
        ranks: RefCell::default(),
        men: RefCell::default(),
    };
    let mut done = Vec::new();
    text.castles(at, &mut done);
    let mut movers = Men::new();
    movers.push((at, 0.0, Role::Pawn));
    text.man(at, &mut movers);
    for (at, cost, role) in movers {
        text.squares(at, cost, role, &mut done);
    }
    finish(chars, done)
}

/// Whether a move may start with this sign, by the sign before it.
#[must_use]
pub fn may_start(letters: Letters, chars: &[char], at: u32) -> bool {
    let at = at as usize;
    let c = chars[at];
    let before = if at == 0 { '\n' } else { chars[at - 1] };
    if before.is_alphabetic() && !matches!(before, 'l' | 'I' | 'i' | 'O' | 'o' | 'S' | 's' | 't' | 'B' | 'Z')
    {
        return false;
    }
    let next = chars.get(at + 1).copied().unwrap_or('\n');
    let own = match letters {
        // No pawn stands behind a sign that is glued to its square.
        Letters::Figurines(_) if c.is_ascii_lowercase() && figures::is_odd(before) => false,
        Letters::Figurines(_) => !c.is_whitespace() && !matches!(c, '.' | ',' | ')' | ']' | '(' | '['),
        Letters::Of(_) => c.is_alphanumeric() || matches!(c, '£' | '$' | '¢' | '€' | '{' | '(' | '\''),
        Letters::Signs => c.is_alphanumeric() || is_figure(c),
    };
    // `(b)` is the mark of a note.
    let is_mark = c == '(' && chars.get(at + 2) == Some(&')');
    let goes_on = c.is_ascii_digit() && before.is_ascii_digit() && c != '0';
    own && !is_mark && !goes_on && !next.is_whitespace()
}

/// The ends of the texts at a place that may be a file or a rank, with their costs and its number.
type Signed = SmallVec<[(u32, f32, u32); 6]>;

/// The same of men.
type Men = SmallVec<[(u32, f32, Role); 12]>;

/// What is known of a few places.
type Found<T> = RefCell<SmallVec<[(u32, T); 4]>>;

struct Text<'t> {
    chars: &'t [char],
    letters: Letters,
    seen: &'t Seen,
    /// The files, the ranks and the men by their places: whatever may stand before them, they are the same.
    files: Found<Signed>,
    ranks: Found<Signed>,
    men: Found<Men>,
}

impl Text<'_> {
    fn char(&self, at: u32) -> char {
        self.chars.get(at as usize).copied().unwrap_or('\n')
    }

    fn starts(&self, at: u32, text: &str) -> Option<u32> {
        let mut end = at;
        for c in text.chars() {
            if self.char(end) != c {
                return None;
            }
            end += 1;
        }
        Some(end)
    }

    /// The man at the head of a move, or that a pawn becomes: its end, cost and role.
    fn man(&self, at: u32, out: &mut Men) {
        out.extend(once(&self.men, at, || self.seen_man(at)));
    }

    fn seen_man(&self, at: u32) -> Men {
        let mut out = Men::new();
        self.add_men(at, &mut out);
        out
    }

    fn add_men(&self, at: u32, out: &mut Men) {
        match self.letters {
            Letters::Of(san) => {
                for (man, role) in MEN.into_iter().enumerate() {
                    self.seen.ends(Sign::Man(man), self.chars, at, |end, cost| out.push((end, cost, role)));
                    let printed = san.alphabet.letter(role);
                    SIGNS.man(printed).seen(self.chars, at, |end, cost| out.push((end, cost, role)));
                    ends(self.chars, at, printed, &Habits::UNKNOWN, |end, cost| out.push((end, cost, role)));
                }
            }
            Letters::Figurines(_) | Letters::Signs => {
                let c = self.char(at);
                for (role, figures) in MEN.into_iter().zip(FIGURES) {
                    if figures.contains(&c) {
                        out.push((at + 1, 0.0, role));
                        if self.char(at + 1) == ' ' {
                            out.push((at + 2, 0.2, role));
                        }
                        return;
                    }
                }
                let Letters::Figurines(known) = &self.letters else { return };
                let digit = if c.is_ascii_digit() { 0.8 } else { 0.0 };
                for end in figures::lengths(self.chars, at).map(|length| at + length) {
                    let costs = known.costs(&self.chars[at as usize..self.chars.len().min(end as usize)]);
                    out.extend(MEN.into_iter().zip(costs).map(|(role, cost)| (end, cost + digit, role)));
                }
            }
        }
        let bare = out.len();
        for index in 0..bare {
            let (end, cost, role) = out[index];
            if role != Role::Pawn && self.char(end) == ' ' {
                out.push((end + 1, cost + 0.8, role));
            }
        }
    }

    /// A file: its end, cost and index.
    fn file(&self, at: u32) -> Signed {
        once(&self.files, at, || self.seen_file(at))
    }

    /// A rank: its end, cost and number.
    fn rank(&self, at: u32) -> Signed {
        once(&self.ranks, at, || self.seen_rank(at))
    }

    fn seen_file(&self, at: u32) -> Signed {
        let mut out = Signed::new();
        for (file, sign) in (0..8u32).zip(SIGNS.files()) {
            if self.char(at) == char::from(b'a' + file as u8) {
                out.push((at + 1, 0.0, file));
            }
            sign.seen(self.chars, at, |end, cost| out.push((end, cost, file)));
            self.seen
                .ends(Sign::File(file as usize), self.chars, at, |end, cost| out.push((end, cost, file)));
        }
        out
    }

    fn seen_rank(&self, at: u32) -> Signed {
        let mut out = Signed::new();
        for (rank, sign) in (1..=8u32).zip(SIGNS.ranks()) {
            let printed = ["1", "2", "3", "4", "5", "6", "7", "8"][rank as usize - 1];
            ends(self.chars, at, printed, &Habits::UNKNOWN, |end, cost| out.push((end, cost, rank)));
            sign.seen(self.chars, at, |end, cost| out.push((end, cost, rank)));
            let own = Sign::Rank(rank as usize - 1);
            self.seen.ends(own, self.chars, at, |end, cost| out.push((end, cost, rank)));
        }
        out
    }

    /// Past what stands between two squares: end, cost and whether it says a capture.
    fn between(&self, at: u32) -> SmallVec<[(u32, f32, Taking); 4]> {
        let mut out = SmallVec::new();
        out.push((at, 0.0, Taking::Unsaid));
        // A long move may go on behind the end of its line.
        let blank = |at: u32| u32::from(matches!(self.char(at), ' ' | '\n'));
        let spaces = blank(at);
        let sign = self.char(at + spaces);
        // `Te4—-h4`
        let dashes =
            (at + spaces + 1..at + spaces + 4).take_while(|&at| sign == '-' && self.char(at) == '-').count();
        let behind = at + spaces + 1 + dashes as u32;
        let end = behind + blank(behind);
        let cost = 0.2 * (spaces + end - behind) as f32;
        match sign {
            'x' | ':' | '×' => out.push((end, cost, Taking::Takes)),
            'X' => out.push((end, cost + 0.2, Taking::Takes)),
            '*' | ';' | '%' if spaces == 0 => out.push((end, cost + 1.2, Taking::Takes)),
            '-' => out.push((end, cost, Taking::Quiet)),
            '~' | '_' | '=' | '.' if spaces == 0 => out.push((end, cost + 1.2, Taking::Quiet)),
            _ => {}
        }
        out
    }

    /// Where the man comes from, what it does and where it goes.
    fn squares(&self, at: u32, paid: f32, role: Role, out: &mut Vec<Part>) {
        let desc = Desc { absolute: true, ..Desc::of(Man::of(role)) };
        let mut starts: SmallVec<[(u32, f32, u64, bool); 16]> = SmallVec::new();
        starts.push((at, 0.0, !0, false));
        for (end, cost, file) in self.file(at) {
            let files = 1u8 << file;
            starts.push((end, cost, all_ranks(files), false));
            for (end, more, rank) in self.rank(end) {
                starts.push((end, cost + more, squares(files, rank), true));
            }
        }
        if role != Role::Pawn {
            for (end, cost, rank) in self.rank(at) {
                starts.push((end, cost + 0.3, squares(0xff, rank), false));
            }
        }
        for (start, cost, from, full) in starts {
            for (mid, more, taking) in self.between(start) {
                // A pawn that takes says its file: `exd5`, or `ed5`.
                let silent = role == Role::Pawn && from != !0 && !full && taking == Taking::Unsaid;
                let cost = paid + cost + more + if silent { 0.3 } else { 0.0 };
                // A dash stands behind a full square only.
                if cost > DEAREST
                    || (taking == Taking::Quiet && !full)
                    || (role == Role::Pawn && taking == Taking::Takes && from == !0)
                {
                    continue;
                }
                for (end, file_cost, file) in self.file(mid) {
                    let files = 1u8 << file;
                    // A pawn takes on the next file.
                    if role == Role::Pawn && from != !0 && !full && !beside(from, files) {
                        continue;
                    }
                    for (end, rank_cost, rank) in self.rank(end) {
                        let mut taking = taking;
                        if role == Role::Pawn && !full && from != !0 {
                            taking = Taking::Takes;
                        } else if taking == Taking::Unsaid {
                            taking = Taking::Quiet;
                        }
                        let desc = Desc { from, taking, to: squares(files, rank), ..desc };
                        self.tail(Part { at: end, cost: cost + file_cost + rank_cost, desc }, out);
                    }
                    // `exd`, `ed`; and a rank that is worn away.
                    let said = role == Role::Pawn && !full && from != !0;
                    let worn = match said {
                        true if silent => 2.2,
                        true => 0.9,
                        false => 3.2,
                    };
                    let taking = if said { Taking::Takes } else { taking };
                    let desc = Desc { from, taking, to: all_ranks(files), ..desc };
                    if !(role == Role::Pawn && from == !0) {
                        self.tail(Part { at: end, cost: cost + file_cost + worn, desc }, out);
                    }
                }
            }
        }
    }

    /// Promotion, check and signs of annotation.
    fn tail(&self, part: Part, out: &mut Vec<Part>) {
        if part.cost > DEAREST {
            return;
        }
        let mut parts: SmallVec<[Part; 8]> = SmallVec::new();
        parts.push(part);
        // `Nf3:` takes.
        if self.char(part.at) == ':' && part.desc.castle.is_none() {
            let desc = Desc { taking: Taking::Takes, ..part.desc };
            parts.push(Part { at: part.at + 1, cost: part.cost + 0.1, desc });
        }
        if part.desc.man.role == Role::Pawn {
            let open = u32::from(matches!(self.char(part.at), '=' | '(' | '/'));
            let mut men = Men::new();
            self.man(part.at + open, &mut men);
            for (end, cost, role) in men {
                let end = end + u32::from(open == 1 && self.char(end) == ')');
                let desc = Desc { promotion: Some(role), ..part.desc };
                parts.push(Part { at: end, cost: part.cost + cost + 0.2, desc });
            }
        }
        if part.desc.man.role == Role::Pawn && part.desc.taking == Taking::Takes {
            let blank = u32::from(self.char(part.at) == ' ');
            let behind = ["e.p.", "e.p", "ep", "i.p.", "п/п"]
                .iter()
                .find_map(|words| self.starts(part.at + blank, words));
            if let Some(end) = behind.filter(|end| !self.char(*end).is_alphanumeric()) {
                parts.push(Part { at: end, ..part });
            }
        }
        for index in 0..parts.len() {
            let part = parts[index];
            let mut at = part.at;
            let mut mark = Mark::None;
            while matches!(self.char(at), '+' | '#' | '†' | '‡' | '!' | '?') && at < part.at + 4 {
                mark = match self.char(at) {
                    '#' | '‡' => Mark::Mate,
                    '+' | '†' if mark == Mark::Check => Mark::Mate,
                    '+' | '†' => mark.max(Mark::Check),
                    _ => mark,
                };
                at += 1;
            }
            for words in [" ch", "ch", " mate", " mat"] {
                if let Some(end) = self.starts(at, words).filter(|end| !self.char(*end).is_alphabetic()) {
                    mark = if words.contains("mat") { Mark::Mate } else { Mark::Check };
                    at = end + u32::from(self.char(end) == '.');
                    break;
                }
            }
            if at > part.at {
                // `++` is a double check in some books, mate in others.
                parts.push(Part { at, cost: part.cost, desc: Desc { mark, ..part.desc } });
            }
        }
        for part in parts {
            let glued = match (self.char(part.at), self.char(part.at + 1)) {
                ('a'..='z', b) if b.is_ascii_lowercase() => 2.5,
                ('a'..='z' | 'A'..='Z', _) => 1.2,
                ('0'..='9', _) => 0.8,
                _ => 0.0,
            };
            out.push(Part { cost: part.cost + glued, ..part });
        }
    }

    /// `O-O`, `0—0—0`, `oo`.
    fn castles(&self, at: u32, out: &mut Vec<Part>) {
        let nought = |at: u32| match self.char(at) {
            'O' | '0' => Some(0.0),
            'o' => Some(0.2),
            'Q' | 'C' | 'D' | 'G' | '°' => Some(1.2),
            _ => None,
        };
        let dash = |at: u32| {
            let end = (at..at + 4)
                .find(|&at| !matches!(self.char(at), '-' | ' ' | '_' | '~' | '.'))
                .unwrap_or(at + 4);
            let cost = if end > at { 0.0 } else { 1.0 };
            (end, cost)
        };
        let Some(first) = nought(at) else { return };
        let (second, gap) = dash(at + 1);
        let Some(cost) = nought(second) else { return };
        let paid = 0.1 + first + gap + cost;
        let (third, gap) = dash(second + 1);
        let long = nought(third).map(|cost| cost + gap);
        let king = Desc { absolute: true, ..Desc::of(Man::of(Role::King)) };
        let short = Desc { castle: Some(Some(Wing::King)), ..king };
        let more = if long.is_some_and(|cost| cost < 0.5) { 2.5 } else { 0.0 };
        self.tail(Part { at: second + 1, cost: paid + more, desc: short }, out);
        if let Some(cost) = long {
            let desc = Desc { castle: Some(Some(Wing::Queen)), ..king };
            self.tail(Part { at: third + 1, cost: paid + cost, desc }, out);
        }
    }
}

/// What is known of a place, or is found now.
fn once<T: Clone>(known: &Found<T>, at: u32, find: impl FnOnce() -> T) -> T {
    if let Some((_, found)) = known.borrow().iter().find(|(place, _)| *place == at) {
        return found.clone();
    }
    let found = find();
    known.borrow_mut().push((at, found.clone()));
    found
}

/// Whether one of some files is next to one that holds squares of `from`.
fn beside(from: u64, files: u8) -> bool {
    let own = (from | from >> 8 | from >> 16 | from >> 24 | from >> 32 | from >> 40 | from >> 48 | from >> 56)
        as u8;
    (own << 1 | own >> 1) & files != 0
}

/// All squares of some files.
fn all_ranks(files: u8) -> u64 {
    (1..=8).map(|rank| squares(files, rank)).fold(0, |a, b| a | b)
}
