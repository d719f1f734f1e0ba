//! Which man each sign of a book shows whose figurines a scanner has read as any sign: learned from its own games.
//!
//! A scanner reads the same picture mostly the same way: `\` for the knight throughout a book, `&` for the bishop. Which
//! man that is legality tells, a little in each cell and surely in all of them.

use shakmaty::{Move, Role};

/// The men that are printed as pictures.
pub const MEN: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// Signs that are told apart.
const SIGNS: usize = 24;
/// What it costs to take an unknown sign for a man, in nats: a little more than not to know which of five; and a longer one.
const UNKNOWN: f32 = 1.9;
/// See `UNKNOWN`.
const LONGER: f32 = 0.5;
/// Cases of each man that are assumed before any is seen.
const ASSUMED: f32 = 0.3;
/// A sign is known from so many cases on.
const CASES: f32 = 3.0;
/// No known sign is dearer, in nats.
const MOST: f32 = 3.5;

/// A sign of up to three characters; blanks stand where there are fewer.
type Sign = [char; 3];

/// What the signs of a book cost as each man, in tenths of a nat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Figures([(Sign, [u8; MEN.len()]); SIGNS]);

impl Figures {
    /// What it costs that a sign shows each of [`MEN`].
    #[must_use]
    pub fn costs(&self, sign: &[char]) -> [f32; MEN.len()] {
        let known = self.0.iter().find(|(known, _)| *known == key(sign));
        let unknown = UNKNOWN + LONGER * sign.len().saturating_sub(1) as f32;
        known.map_or([unknown; MEN.len()], |(_, tenths)| tenths.map(|tenths| f32::from(tenths) / 10.0))
    }
}

fn key(sign: &[char]) -> Sign {
    let char = |at: usize| sign.get(at).copied().unwrap_or(' ');
    [char(0), char(1), char(2)]
}

/// The lengths that the sign of a man at the head of a move may have, in characters.
pub fn lengths(chars: &[char], at: u32) -> impl Iterator<Item = u32> {
    let char = |at: u32| chars.get(at as usize).copied().unwrap_or('\n');
    let signs = [char(at), char(at + 1), char(at + 2)];
    let odd = signs.map(is_odd);
    let head = odd[0] || matches!(signs[0], 'A'..='Z' | '2' | '4' | '8' | '9');
    let second = odd[1] || odd[0] && signs[1].is_ascii_uppercase();
    let third = odd[2] || signs[2].is_ascii_uppercase();
    [head, head && second, odd[0] && odd[1] && third]
        .into_iter()
        .zip(1..)
        .filter_map(|(may, length)| may.then_some(length))
}

/// Whether a sign is neither letter nor digit, nor one that stands among moves.
#[must_use]
pub fn is_odd(c: char) -> bool {
    !c.is_ascii_alphanumeric()
        && !c.is_whitespace()
        && !c.is_control()
        && !matches!(c, '.' | ',' | '+' | ';' | ':' | '-' | '(' | ')')
}

/// How often each sign showed each man.
#[derive(Clone, Debug, Default)]
pub struct Counts(Vec<(Sign, [f32; MEN.len()])>);

impl Counts {
    /// Adds a half-move and its print.
    pub fn add(&mut self, mv: Move, print: &[char]) {
        let square =
            |at: usize| print.get(at).is_some_and(|c| matches!(c, 'a'..='h' | 'x' | ':' | '1'..='8'));
        let length = lengths(print, 0).map(|length| length as usize).filter(|length| square(*length)).last();
        let man = MEN.iter().position(|role| *role == mv.role());
        let (Some(length), Some(man), false) = (length, man, mv.is_castle()) else { return };
        let key = key(&print[..length]);
        match self.0.iter_mut().find(|(known, _)| *known == key) {
            Some((_, cases)) => cases[man] += 1.0,
            None => {
                let mut cases = [0.0; MEN.len()];
                cases[man] = 1.0;
                self.0.push((key, cases));
            }
        }
    }

    /// All of them together.
    #[must_use]
    pub fn sum(all: &[Counts]) -> Counts {
        let mut sum = Counts::default();
        for (key, cases) in all.iter().flat_map(|counts| &counts.0) {
            match sum.0.iter_mut().find(|(known, _)| known == key) {
                Some((_, total)) => total.iter_mut().zip(cases).for_each(|(total, more)| *total += more),
                None => sum.0.push((*key, *cases)),
            }
        }
        sum
    }

    /// What the counts say of each sign.
    #[must_use]
    pub fn figures(mut self) -> Figures {
        let all = |cases: &[f32; MEN.len()]| cases.iter().sum::<f32>();
        self.0.retain(|(_, cases)| all(cases) >= CASES);
        self.0.sort_by(|a, b| all(&b.1).total_cmp(&all(&a.1)).then(a.0.cmp(&b.0)));
        let mut figures = Figures::default();
        for (place, (key, cases)) in figures.0.iter_mut().zip(&self.0) {
            let sum = all(cases) + ASSUMED * MEN.len() as f32;
            let tenths = cases.map(|cases| (-((cases + ASSUMED) / sum).ln()).min(MOST) * 10.0);
            *place = (*key, tenths.map(|tenths| tenths as u8));
        }
        figures
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position, san::San};

    use super::{Counts, Figures};

    #[test]
    fn a_sign_that_shows_a_man_often_becomes_cheap() {
        let (mut counts, position) = (Counts::default(), Chess::default());
        let knight = "Nf3".parse::<San>().unwrap().to_move(&position).unwrap();
        assert!(position.is_legal(knight));
        (0..9).for_each(|_| counts.add(knight, &['\\', 'f', '3']));
        counts.add(knight, &['&', 'f', '3']);
        let figures = counts.figures();
        assert!(figures.costs(&['\\'])[0] < 0.3 && figures.costs(&['\\'])[1] > 2.0);
        assert_eq!(figures.costs(&['&']), Figures::default().costs(&['?']));
        // An empty place of the table is no sign.
        assert_eq!(super::lengths(&['\0', '\0', '\0', 'f', '3'], 0).count(), 0);
    }
}
