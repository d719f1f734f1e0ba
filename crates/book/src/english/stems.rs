//! How a book shows men with the `to`, the dash or the `x` behind them, learned from its own games: in some every tenth `R-` is
//! seen as `B^`, and a bishop hardly ever.

use std::collections::BTreeMap;

use shakmaty::Role;

use super::{Part, Text};
use crate::decode::Step;
use crate::desc::{Desc, Man, Wing};
use crate::habits::Habits;

/// Stems that are remembered.
const MOST: usize = 24;
/// Signs of a stem, without blanks and dots.
const LENGTH: usize = 5;
/// Cases that make a stem known, and the least share of them among those of its man.
const CASES: u32 = 3;
/// See `CASES`.
const SHARE: f32 = 0.01;
/// The part of what its share says, in nats, that a stem costs: prices of misread signs are as moderate.
const WEIGHT: f32 = 0.42;
/// What it costs at least, in nats: more than clean print, so that each such move has a finding.
const LEAST: f32 = 1.3;
/// What is left of a move behind its stem is well read if it costs no more, in nats.
const CLEAR: f32 = 0.7;

const ROLES: [Role; 6] = Role::ALL;

/// One of them, with what it costs that it is seen of each man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stem {
    signs: [char; LENGTH],
    takes: bool,
    /// By role, in tenths of a nat; `None` where nothing is known.
    price: [Option<u8>; ROLES.len()],
}

/// The stems of a book.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stems([Option<Stem>; MOST]);

impl Stems {
    /// Those of a book of which nothing is known.
    pub const UNKNOWN: Stems = Stems([None; MOST]);
}

/// A stem that was found in a text.
pub(super) struct Found<'s> {
    end: u32,
    wing: Option<Wing>,
    stem: &'s Stem,
}

/// The end of a stem in a text that may hold blanks and dots between its signs.
fn end_of(text: &Text<'_>, at: u32, signs: &[char; LENGTH]) -> Option<u32> {
    let mut end = at;
    for sign in signs.iter().take_while(|sign| **sign != '\0') {
        let skipped = (0..2).take_while(|ahead| end > at && matches!(text.char(end + ahead), ' ' | '.'));
        end += skipped.count() as u32;
        if text.char(end) != *sign {
            return None;
        }
        end += 1;
    }
    Some(end)
}

impl Text<'_> {
    /// What men may do whose stems start here, or behind the name of a wing.
    pub(super) fn stemmed(&self, at: u32, out: &mut Vec<Part>) {
        let wing = match self.char(at) {
            'K' => Some(Wing::King),
            'Q' => Some(Wing::Queen),
            _ => None,
        };
        let behind = wing.map(|wing| (self.gap(at + 1).0, Some(wing)));
        for (start, wing) in std::iter::once((at, None)).chain(behind) {
            for stem in self.habits.stems.0.iter().map_while(Option::as_ref) {
                if let Some(end) = end_of(self, start, &stem.signs) {
                    self.behind(&Found { end, wing, stem }, out);
                }
            }
        }
    }

    /// What men may do behind a stem.
    fn behind(&self, found: &Found<'_>, out: &mut Vec<Part>) {
        let Found { end, wing, stem } = *found;
        let (at, gap) = self.gap(end);
        for (role, price) in ROLES.into_iter().zip(stem.price) {
            let is_paired = matches!(role, Role::Knight | Role::Bishop | Role::Rook);
            let Some(tenths) = price.filter(|_| wing.is_none() || is_paired) else { continue };
            let paid = f32::from(tenths) / 10.0 + gap;
            let desc = Desc::of(Man { role, wing, files: 0xff });
            if stem.takes { self.taken(at, paid, desc, out) } else { self.reached(at, paid, desc, out) }
        }
    }
}

/// How often stems were seen of each man.
#[derive(Clone, Debug, Default)]
pub struct Counts(BTreeMap<([char; LENGTH], bool), [u32; ROLES.len()]>);

impl Counts {
    /// Adds the stem of one half-move; `as_white` is whether its squares are as White sees them.
    pub fn add(&mut self, step: &Step, text: &[char], as_white: bool) {
        let m = step.m;
        if m.is_castle() || m.promotion().is_some() {
            return;
        }
        let to = if as_white { m.to() } else { m.to().flip_vertical() };
        let text = Text { chars: text, habits: &Habits::UNKNOWN };
        let fits = |at: u32| {
            let mut fits = false;
            match m.capture() {
                None => text.square(at, 0.0, &mut |_, cost, squares| {
                    fits |= cost < CLEAR && squares & 1 << u32::from(to) != 0;
                }),
                Some(taken) => text.man(at, 0.0, &mut |_, cost, man| {
                    fits |= cost < CLEAR && man.role == taken;
                }),
            }
            fits
        };
        let first = usize::from(has_wing(text.chars, m.role()));
        let Some(end) = (first as u32 + 1..text.chars.len() as u32).find(|at| fits(*at)) else { return };
        let signs: Vec<char> =
            text.chars[first..end as usize].iter().copied().filter(|c| !matches!(c, ' ' | '.')).collect();
        let linked = signs.last().is_some_and(|c| !c.is_alphanumeric() || matches!(c, 'x' | 'X' | 'o'));
        if !linked || !(2..=LENGTH).contains(&signs.len()) || signs.contains(&'(') || signs.contains(&'\n') {
            return;
        }
        let mut key = ['\0'; LENGTH];
        key[..signs.len()].copy_from_slice(&signs);
        self.0.entry((key, m.is_capture())).or_default()[m.role() as usize - 1] += 1;
    }

    /// Adds all of others.
    pub fn merge(&mut self, other: &Counts) {
        for (key, more) in &other.0 {
            let own = self.0.entry(*key).or_default();
            own.iter_mut().zip(more).for_each(|(own, more)| *own += more);
        }
    }

    /// The stems that the counts show.
    #[must_use]
    pub fn stems(&self) -> Stems {
        let mut stems = Stems::default();
        // By whether it takes and by role: all cases, and those of the most usual stem.
        let mut sums = [[(0u32, 0u32); ROLES.len()]; 2];
        for ((_, takes), counts) in &self.0 {
            for (sum, count) in sums[usize::from(*takes)].iter_mut().zip(counts) {
                *sum = (sum.0 + count, sum.1.max(*count));
            }
        }
        let mut known: Vec<(u32, Stem)> = Vec::new();
        for (&(signs, takes), counts) in &self.0 {
            let sums = &sums[usize::from(takes)];
            let price = |(count, (all, most)): (&u32, &(u32, u32))| {
                let is_known = *count >= CASES && *count as f32 / *all as f32 >= SHARE;
                // What a man is mostly seen as costs nothing as it is.
                let nats = ((*most as f32 / *count as f32).ln() * WEIGHT).max(LEAST);
                (is_known && count < most).then_some((nats * 10.0) as u8)
            };
            let mut stem = Stem { signs, takes, price: [None; ROLES.len()] };
            for (own, one) in stem.price.iter_mut().zip(counts.iter().zip(sums)) {
                *own = price(one);
            }
            if stem.price.iter().any(Option::is_some) {
                known.push((counts.iter().sum(), stem));
            }
        }
        known.sort_by_key(|one| std::cmp::Reverse(one.0));
        for (place, (_, stem)) in stems.0.iter_mut().zip(known) {
            *place = Some(stem);
        }
        stems
    }
}

/// Whether the name of a wing stands before that of a man.
fn has_wing(text: &[char], role: Role) -> bool {
    let paired = matches!(role, Role::Knight | Role::Bishop | Role::Rook);
    let next = text.get(1).copied().unwrap_or(' ');
    paired
        && matches!(text.first(), Some('K' | 'Q'))
        && (next.is_ascii_uppercase() || next == ' ' && text.get(2).is_some_and(char::is_ascii_uppercase))
}

#[cfg(test)]
mod tests {
    use shakmaty::{Move, Role, Square};

    use super::Counts;
    use crate::decode::Step;
    use crate::english::read;
    use crate::habits::Habits;

    fn add(counts: &mut Counts, many: usize, role: Role, text: &str) {
        let (from, to) = (Square::E5, Square::E1);
        let m = Move::Normal { role, from, capture: None, to, promotion: None };
        let text: Vec<char> = text.chars().collect();
        (0..many).for_each(|_| counts.add(&Step::known(m, 0..1, 0.0), &text, true));
    }

    fn price(habits: &Habits, role: Role, text: &str) -> Option<f32> {
        let text: Vec<char> = text.chars().collect();
        let said = read(&text, 0, habits);
        let own = said.iter().filter(|said| said.desc.man.role == role && said.end == text.len() as u32);
        own.map(|said| said.cost).reduce(f32::min)
    }

    #[test]
    fn what_a_book_often_shows_for_a_rook_becomes_cheap() {
        let mut counts = Counts::default();
        add(&mut counts, 30, Role::Rook, "KR- K1");
        add(&mut counts, 10, Role::Rook, "B^K1");
        add(&mut counts, 40, Role::Bishop, "B- K1");
        add(&mut counts, 1, Role::Bishop, "E-K1");
        let usual = Habits::default();
        let mut habits = usual;
        habits.stems = counts.stems();
        for text in ["B^K1", "KB^ K1"] {
            let (known, before) =
                (price(&habits, Role::Rook, text).unwrap(), price(&usual, Role::Rook, text).unwrap());
            // Cheaper, but dear enough to be said.
            assert!(known + 1.0 < before && known > 1.2, "{text} {known} {before}");
        }
        for (role, text) in [(Role::Bishop, "B- K1"), (Role::Rook, "R-K1"), (Role::Rook, "E-K1")] {
            assert_eq!(price(&habits, role, text), price(&usual, role, text), "{text}");
        }
    }
}
