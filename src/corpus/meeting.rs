//! What tells two meetings of the same players apart, though they played the same moves: given names, date, round, address, time, result.

use std::hash::{DefaultHasher, Hash, Hasher};

use shakmaty::{Color, KnownOutcome};

use super::names::initial;
use crate::verify::{Identity, date_parts};

/// In what two records contradict each other. What one of them does not know is no contradiction.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Differences(u8);

impl Differences {
    const NAMES: [&'static str; 6] = ["given names", "date", "round", "site", "time", "result"];

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In words: `date; result`.
    #[must_use]
    pub fn words(self) -> String {
        let named = Differences::NAMES.iter().enumerate().filter(|(bit, _)| self.0 >> bit & 1 == 1);
        named.map(|(_, name)| *name).collect::<Vec<_>>().join("; ")
    }

    pub(super) fn and(self, more: Differences) -> Differences {
        Differences(self.0 | more.0)
    }

    pub(super) fn to_byte(self) -> u8 {
        self.0
    }

    pub(super) fn from_byte(byte: u8) -> Differences {
        Differences(byte)
    }
}

/// When and where a game was played, as far as its record says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Meeting {
    /// The first letters of the given names; 0 if they are not told.
    initials: [u32; 2],
    /// Year, month and day; 0 for what is not known.
    date: [u16; 3],
    /// Round and board, each plus 1; 0 for what is not known.
    round: [u32; 2],
    /// Hash of a round that is no number; else 0.
    named_round: u64,
    /// Hashes of server and address, if the site is one; else 0.
    site: [u64; 2],
    /// Hash of the time of day; 0 if it is not known.
    time: u64,
    /// 1 White won, 2 Black, 3 a draw; 0 if that is not told.
    result: u8,
}

/// A 64-bit hash that is not 0; a chance collision is assumed not to occur.
fn hash(what: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish().max(1)
}

impl Meeting {
    pub fn of(identity: &Identity) -> Meeting {
        let told = |text: &str| !text.bytes().all(|byte| matches!(byte, b' ' | b'-' | b'?' | b'.' | b':'));
        let (mut round, mut named_round) = ([0; 2], 0);
        let numbers = identity.round.trim().split('.').map(|text| text.trim().parse::<u32>().ok());
        match numbers.collect::<Option<Vec<_>>>() {
            Some(numbers) => {
                round.iter_mut().zip(numbers).for_each(|(part, number)| *part = number.saturating_add(1));
            }
            None if told(&identity.round) => named_round = hash(&identity.round.trim().to_lowercase()),
            None => {}
        }
        let server = |address: &str| {
            let (_, rest) = address.split_once("://")?;
            Some(hash(rest.split('/').next().unwrap_or_default()))
        };
        let site = server(&identity.site).map_or([0; 2], |server| [server, hash(identity.site.trim())]);
        Meeting {
            initials: [&identity.white, &identity.black].map(|name| initial(name).map_or(0, u32::from)),
            date: date_parts(&identity.date),
            round,
            named_round,
            site,
            time: if told(&identity.time) { hash(identity.time.trim()) } else { 0 },
            result: match identity.outcome {
                None => 0,
                Some(KnownOutcome::Decisive { winner: Color::White }) => 1,
                Some(KnownOutcome::Decisive { winner: Color::Black }) => 2,
                Some(KnownOutcome::Draw) => 3,
            },
        }
    }

    pub fn has_year(&self) -> bool {
        self.date[0] != 0
    }

    /// Whether no known part of the dates differs, or day and month are exchanged.
    pub fn dates_fit(&self, other: &Meeting) -> bool {
        let (a, b) = (self.date, other.date);
        fit(a[0], b[0]) && (fit(a[1], b[1]) && fit(a[2], b[2]) || fit(a[1], b[2]) && fit(a[2], b[1]))
    }

    /// Whether both tell the round, and it is the same.
    pub fn same_round(&self, other: &Meeting) -> bool {
        let told = self.round[0] != 0 || self.named_round != 0;
        told && self.round == other.round && self.named_round == other.named_round
    }

    pub fn differences(&self, other: &Meeting) -> Differences {
        let same_server = self.site[0] == other.site[0];
        let found = [
            !all_fit(self.initials, other.initials),
            !self.dates_fit(other),
            !all_fit(self.round, other.round) || !fit(self.named_round, other.named_round),
            same_server && self.site[1] != other.site[1],
            !fit(self.time, other.time),
            !fit(self.result, other.result),
        ];
        Differences(found.iter().rev().fold(0, |all, &differs| all << 1 | u8::from(differs)))
    }

    pub fn write(&self, out: &mut Vec<u8>) {
        let Meeting { initials, date, round, named_round, site, time, result } = self;
        initials.iter().for_each(|letter| out.extend(letter.to_be_bytes()));
        date.iter().for_each(|part| out.extend(part.to_be_bytes()));
        round.iter().for_each(|part| out.extend(part.to_be_bytes()));
        [*named_round, site[0], site[1], *time].iter().for_each(|hash| out.extend(hash.to_be_bytes()));
        out.push(*result);
    }

    pub fn read(rest: &mut &[u8]) -> Option<Meeting> {
        let mut four = || Some(u32::from_be_bytes(take(rest)?));
        let initials = [four()?, four()?];
        let mut two = || Some(u16::from_be_bytes(take(rest)?));
        let date = [two()?, two()?, two()?];
        let mut four = || Some(u32::from_be_bytes(take(rest)?));
        let round = [four()?, four()?];
        let mut eight = || Some(u64::from_be_bytes(take(rest)?));
        let (named_round, site, time) = (eight()?, [eight()?, eight()?], eight()?);
        let [result] = take(rest)?;
        Some(Meeting { initials, date, round, named_round, site, time, result })
    }
}

/// The next bytes of a record.
pub(super) fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = rest.split_first_chunk()?;
    *rest = tail;
    Some(*head)
}

/// Whether two values may be the same; 0 is unknown.
fn fit<T: Default + PartialEq>(a: T, b: T) -> bool {
    a == T::default() || b == T::default() || a == b
}

fn all_fit<T: Default + PartialEq, const N: usize>(a: [T; N], b: [T; N]) -> bool {
    a.into_iter().zip(b).all(|(a, b)| fit(a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A meeting of these players, with date, round, site, time and result.
    fn meeting(players: [&str; 2], told: [&str; 5]) -> Meeting {
        let [white, black] = players.map(str::to_owned);
        let [date, round, site, time, result] = told.map(str::to_owned);
        let outcome = KnownOutcome::from_ascii(result.as_bytes()).ok();
        let identity = Identity { white, black, date, round, site, time, outcome, ..Identity::default() };
        let meeting = Meeting::of(&identity);
        let mut bytes = Vec::new();
        meeting.write(&mut bytes);
        assert_eq!(Meeting::read(&mut bytes.as_slice()).as_ref(), Some(&meeting));
        meeting
    }

    #[test]
    fn what_is_unknown_contradicts_nothing() {
        let one = ["2020.01.02", "3.1", "https://a.org/1", "10:00:00", "1-0"];
        for (other, wanted) in [
            (["????.??.??", "?", "?", "", "*"], ""),
            (["2. Jan. 2020", "3", "Paris", "??:??:??", "1-0"], ""),
            (["20200102", "3", "Paris", "??:??:??", "1-0"], ""),
            (["1/2/2020", "3", "Paris", "??:??:??", "1-0"], ""),
            (["31.1.2020", "3", "Paris", "??:??:??", "1-0"], "date"),
            (["2020.??.??", "3", "Paris", "??:??:??", "1-0"], ""),
            (["2020.02.01", "03.1", "https://b.org/7", "10:00:00", "1-0"], ""),
            (["2020.01.02", "Final", "-", "-", ""], ""),
            (["2021.01.02", "3.2", "https://a.org/2", "10:05:00", "0-1"], "date; round; site; time; result"),
            (["2020.03.02", "4", "?", "?", "1/2-1/2"], "date; round; result"),
        ] {
            let players = ["A", "B"];
            let found = meeting(players, one).differences(&meeting(players, other));
            assert_eq!(found.words(), wanted, "{other:?}");
            assert_eq!(Differences::from_byte(found.to_byte()), found);
        }
    }

    #[test]
    fn given_names_tell_relatives_apart() {
        let none = [""; 5];
        let of = |white| meeting([white, "B"], none);
        for (one, two, same) in [
            ("Polgar, Judit", "Polgar, Zsuzsa", false),
            ("Polgar, Judit", "Judit Polgar", true),
            ("Polgar, J.", "GM Polgar (2700)", true),
            ("Polgar", "Polgar, Zsuzsa", true),
            ("Dr. Emanuel Lasker", "Lasker, Edward", true),
            ("Dr. Emanuel Lasker", "Lasker, Berthold", false),
        ] {
            assert_eq!(of(one).differences(&of(two)).is_empty(), same, "{one} – {two}");
        }
    }
}
