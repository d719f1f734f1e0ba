//! What a book's print takes for what: signs that are as good as the printed one, `B` for R, 6 for 5.
//!
//! A sign that no move holds is misread for sure, whatever it stands for. One that might have been printed itself is
//! another matter: few books take an R for a B, but those that do, do so all along. So such a sign is dear until the games
//! that read well show that it is the book's habit. And where one that no move holds, `E`, mostly stands for one sign in a
//! book, the others are dear there.

use shakmaty::{Chess, Color, Position, Role};

use crate::decode::Step;
use crate::english::stems::{self, Stems};
use crate::glyph;

/// Letters of men, and of files.
const LETTERS: [&str; 6] = ["K", "Q", "R", "B", "Kt", "P"];
/// Ranks.
const RANKS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];
const SIGNS: usize = LETTERS.len() + RANKS.len();
/// What is seen of one: a sign, or a letter that is none.
const SEEN: usize = SIGNS + (b'z' - b'A') as usize + 1;

/// What a sign that might have been printed itself costs above its price, in tenths of a nat.
const USUAL: u8 = 12;
/// Cases that make a habit, and the least share of them.
const CASES: u32 = 3;
/// See `CASES`.
const SHARE: f32 = 0.01;

/// Cases of a strange letter that tell what it stands for.
const STRANGE_CASES: u32 = 4;
/// So many signs are taken to have been seen before, of which this share was the letter.
const BEFORE: f32 = 30.0;
/// See `BEFORE`.
const NEVER: f32 = 0.01;
/// The most that a strange letter costs above its price, in tenths of a nat.
const MOST_STRANGE: f32 = 25.0;

/// What it costs that no `to` or dash stands between a man and its square, in tenths of a nat, where nothing is known.
const BARE: u8 = 11;

/// What a print takes for what, and how it links men and squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habits {
    /// What it costs above its price to take a sign for another of its kind, or for a strange letter, by the printed sign and
    /// what is seen.
    signs: [[u8; SEEN]; SIGNS],
    /// What it costs that nothing links a man and its square: `BKt5`.
    bare: u8,
    /// What it shows men as, with what links them to their squares.
    pub stems: Stems,
}

impl Habits {
    /// Those of a print of which nothing is known.
    pub const UNKNOWN: Habits = Habits { signs: [usual(); SIGNS], bare: BARE, stems: Stems::UNKNOWN };
}

/// What each sign costs above its price where nothing is known: those that might have been printed are dear.
const fn usual() -> [u8; SEEN] {
    let mut usual = [0; SEEN];
    let mut seen = 0;
    while seen < SIGNS {
        usual[seen] = USUAL;
        seen += 1;
    }
    usual
}

impl Default for Habits {
    fn default() -> Habits {
        Habits::UNKNOWN
    }
}

/// The place of a sign.
fn index(sign: &str) -> Option<usize> {
    match *sign.as_bytes() {
        [rank @ b'1'..=b'8'] => Some(LETTERS.len() + usize::from(rank - b'1')),
        [_] | [_, _] => LETTERS.iter().position(|letter| *letter == sign),
        _ => None,
    }
}

/// The place of what is seen: of a sign, or of one letter that is none.
fn seen_index(seen: &str) -> Option<usize> {
    let letter = || match *seen.as_bytes() {
        [letter @ b'A'..=b'z'] => Some(SIGNS + usize::from(letter - b'A')),
        _ => None,
    };
    index(seen).or_else(letter)
}

impl Habits {
    /// What it costs above its price, in nats, that a sign was printed where another is seen.
    #[must_use]
    pub fn surcharge(&self, printed: &str, seen: &str) -> f32 {
        let (Some(printed), Some(seen)) = (index(printed), seen_index(seen)) else { return 0.0 };
        let is_letter = |sign: usize| sign < LETTERS.len();
        let of_a_kind = seen >= SIGNS || is_letter(printed) == is_letter(seen);
        if of_a_kind { f32::from(self.signs[printed][seen]) / 10.0 } else { 0.0 }
    }

    /// What it costs, in nats, that nothing links a man and its square.
    #[must_use]
    pub fn bare(&self) -> f32 {
        f32::from(self.bare) / 10.0
    }
}

/// How often signs are seen where others were printed, and how often a link between man and square.
#[derive(Clone, Debug)]
pub struct Counts {
    signs: [[u32; SEEN]; SIGNS],
    /// Moves to a square, with a link and without one.
    links: [u32; 2],
    stems: stems::Counts,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts { signs: [[0; SEEN]; SIGNS], links: [0; 2], stems: stems::Counts::default() }
    }
}

/// Whether a text has a `to` or a dash between a man and a square.
fn is_linked(text: &str) -> bool {
    text.contains(|c: char| !c.is_alphanumeric() && !matches!(c, ' ' | '.' | '(' | ')'))
        || text.contains("to")
}

impl Counts {
    /// Adds the signs of one half-move: its man, where no wing or file may stand before it, and its rank.
    pub fn add(&mut self, position: &Chess, step: &Step, text: &str) {
        let signs: Vec<char> = text.chars().collect();
        self.stems.add(step, &signs, position.turn() == Color::White);
        let text = text.trim_matches(|c: char| !c.is_alphanumeric());
        if step.m.is_castle() {
            return;
        }
        let head = if text.starts_with("Kt") { "Kt" } else { text.get(..1).unwrap_or_default() };
        let pawn_of_file = text.get(head.len()..).is_some_and(|rest| rest.trim_start().starts_with('P'));
        let printed = match step.m.role() {
            Role::King => "K",
            Role::Queen => "Q",
            Role::Rook => "R",
            Role::Bishop => "B",
            Role::Knight => "Kt",
            Role::Pawn => "P",
        };
        if index(head).is_none() {
            self.count_strange(printed, head, text);
        } else if !pawn_of_file && (head == printed || !matches!(head, "K" | "Q")) {
            self.count(printed, head);
        }
        let seen = text.chars().next_back();
        if !text.is_empty() && step.m.capture().is_none() {
            self.links[usize::from(!is_linked(text))] += 1;
        }
        if let (Some(seen), None) = (seen, step.m.capture()) {
            let rank = step.m.to().rank() as usize;
            let printed = RANKS[if position.turn() == Color::White { rank } else { 7 - rank }];
            let seen = &seen.to_string();
            if index(seen).is_some() {
                self.count(printed, seen);
            }
        }
    }

    /// Adds a man that a strange letter stands for, where no wing or file may stand before it: `E-Q1`, `Et-B3`, but not
    /// `EB-Q3`.
    fn count_strange(&mut self, printed: &str, head: &str, text: &str) {
        let next = text.chars().nth(1);
        match (printed, next) {
            ("Kt", Some('t')) => self.count("K", head),
            ("Kt", _) => {}
            (_, Some(next)) if next.is_alphanumeric() && !matches!(next, 'x' | 't') => {}
            _ => self.count(printed, head),
        }
    }

    fn count(&mut self, printed: &str, seen: &str) {
        if let (Some(printed), Some(seen)) = (index(printed), seen_index(seen)) {
            self.signs[printed][seen] += 1;
        }
    }

    /// How often a sign was printed; the K of `Kt` is one like others.
    fn printed(&self, sign: usize) -> u32 {
        let all = |sign: usize| self.signs[sign].iter().sum::<u32>();
        all(sign) + if LETTERS.get(sign) == Some(&"K") { index("Kt").map_or(0, all) } else { 0 }
    }

    /// All of them together.
    #[must_use]
    pub fn sum(all: &[Counts]) -> Counts {
        let mut sum = Counts::default();
        for (own, more) in all.iter().flat_map(|counts| counts.signs.iter().enumerate()) {
            for (total, cases) in sum.signs[own].iter_mut().zip(more) {
                *total += cases;
            }
        }
        for counts in all {
            sum.links[0] += counts.links[0];
            sum.links[1] += counts.links[1];
            sum.stems.merge(&counts.stems);
        }
        sum
    }

    /// The habits that the counts show.
    #[must_use]
    pub fn habits(&self) -> Habits {
        let mut habits = Habits { stems: self.stems.stems(), ..Habits::default() };
        let signs: Vec<&str> = LETTERS.iter().chain(&RANKS).copied().collect();
        for (printed, row) in self.signs.iter().enumerate() {
            let all: u32 = row.iter().sum();
            for (seen, &cases) in row[..SIGNS].iter().enumerate().filter(|(seen, _)| *seen != printed) {
                let share = cases as f32 / all.max(1) as f32;
                if cases >= CASES && share >= SHARE {
                    let more = -share.ln() - glyph::price(signs[printed], signs[seen]);
                    habits.signs[printed][seen] = (more * 10.0).clamp(0.0, f32::from(USUAL)) as u8;
                }
            }
        }
        for letter in b'A'..=b'z' {
            self.strange(letter, &mut habits);
        }
        let [linked, bare] = self.links;
        if bare >= CASES {
            let share = bare as f32 / (linked + bare) as f32;
            habits.bare = (-share.ln() * 10.0).clamp(0.0, f32::from(BARE)) as u8;
        }
        habits
    }

    /// What a letter that is no sign stands for: the sign that it stands for most often keeps its price, the others cost
    /// what they do it less often.
    fn strange(&self, letter: u8, habits: &mut Habits) {
        let text = char::from(letter).to_string();
        let Some(seen) = seen_index(&text).filter(|seen| *seen >= SIGNS) else { return };
        if self.signs.iter().map(|row| row[seen]).sum::<u32>() < STRANGE_CASES {
            return;
        }
        let signs: Vec<&str> = LETTERS.iter().chain(&RANKS).copied().collect();
        let share = |sign: usize| {
            let expected = BEFORE * NEVER;
            (self.signs[sign][seen] as f32 + expected) / (self.printed(sign) as f32 + BEFORE)
        };
        let taken = (0..LETTERS.len()).filter(|&sign| glyph::is_taken(signs[sign], &text));
        let taken: Vec<(usize, f32, f32)> =
            taken.map(|sign| (sign, share(sign), glyph::price(signs[sign], &text))).collect();
        let Some(&(_, most, usual)) = taken.iter().max_by(|a, b| a.1.total_cmp(&b.1)) else { return };
        for (sign, share, price) in taken {
            let more = usual + (most / share).ln() - price;
            habits.signs[sign][seen] = (more * 10.0).clamp(0.0, MOST_STRANGE) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, Habits, is_linked};

    #[test]
    fn a_sign_that_is_often_taken_for_another_becomes_cheap() {
        let mut counts = Counts::default();
        (0..90).for_each(|_| counts.count("R", "R"));
        (0..10).for_each(|_| counts.count("R", "B"));
        counts.count("R", "K");
        let habits = counts.habits();
        assert!(habits.surcharge("R", "B") < 1.0);
        assert_eq!(habits.surcharge("R", "K"), Habits::default().surcharge("R", "K"));
        assert_eq!(habits.surcharge("R", "E"), 0.0);
    }

    #[test]
    fn a_strange_letter_stands_for_what_it_mostly_is() {
        let mut counts = Counts::default();
        (0..400).for_each(|_| counts.count("K", "K"));
        (0..300).for_each(|_| counts.count("R", "R"));
        (0..30).for_each(|_| counts.count("R", "E"));
        counts.count("K", "E");
        let habits = counts.habits();
        assert_eq!(habits.surcharge("R", "E"), 0.0);
        assert!(habits.surcharge("K", "E") > 2.0);
        // A letter that was not seen costs what it did.
        assert_eq!(habits.surcharge("K", "H"), 0.0);
    }

    #[test]
    fn a_book_without_dashes_pays_nothing_for_them() {
        let habits = |links| Counts { links, ..Counts::default() }.habits();
        assert_eq!(habits([0, 40]).bare(), 0.0);
        assert_eq!(habits([200, 2]).bare(), Habits::UNKNOWN.bare());
        assert!(is_linked("Kt-B3") && is_linked("PtoK4") && is_linked("B^K2") && !is_linked("Kt. B3"));
    }
}
