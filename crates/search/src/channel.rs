//! What a text costs as a reading of a spelling: an edit distance whose prices know what is taken for what.

use crate::Nats;

/// The signs of which a channel knows more than their kind.
const SIGNS: usize = 128;

/// Prices of substitutions, additions and omissions, in nats.
#[derive(Clone)]
pub struct Channel {
    /// `taken[written][read]`.
    taken: Box<[[Nats; SIGNS]; SIGNS]>,
    /// A sign that is left out or added.
    gap: [Nats; SIGNS],
    /// The same of a sign that the table does not know.
    other_gap: Nats,
    /// Any sign for any other.
    any: Nats,
}

/// The table for handwriting, as transcribers read it.
const HANDWRITING: &str = include_str!("../data/handwriting.tsv");

/// The kind of a sign: file, rank, man, or other.
fn kind_of(sign: u8) -> u8 {
    match sign {
        b'a'..=b'h' => 0,
        b'0'..=b'9' => 1,
        b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' | b'P' => 2,
        _ => 3,
    }
}

impl Channel {
    /// What is taken for what in score sheets.
    #[must_use]
    pub fn handwriting() -> Channel {
        Channel::of_table(HANDWRITING)
    }

    /// The channel of a table in the form of `data/handwriting.tsv`.
    #[must_use]
    pub fn from_table(table: &str) -> Channel {
        Channel::of_table(table)
    }

    /// Reads a table; its first lines say what the rows mean. Rows that are not understood are passed over: the tables are
    /// part of the program, and a test reads each.
    fn of_table(table: &str) -> Channel {
        let rows = || {
            let lines = table.lines().filter(|line| !line.starts_with('#'));
            lines.filter_map(|line| {
                let mut fields = line.split('\t');
                let (kind, signs) = (fields.next()?, fields.next()?);
                Some((kind, signs.as_bytes(), fields.next()?.parse::<Nats>().ok()?))
            })
        };
        let price = |name: &str, signs: &[u8]| {
            rows().find(|row| row.0 == name && row.1 == signs).map_or(0.0, |row| row.2)
        };
        let (any, same_kind, other_gap) = (price("any", b""), price("kind", b""), price("gap", b""));
        let mut taken = Box::new([[any; SIGNS]; SIGNS]);
        let mut gap = [other_gap; SIGNS];
        for written in 0..SIGNS {
            for read in 0..SIGNS {
                let (a, b) = (written as u8, read as u8);
                if a == b {
                    taken[written][read] = 0.0;
                } else if a.eq_ignore_ascii_case(&b) {
                    taken[written][read] = price("same-letter", b"");
                } else if kind_of(a) == kind_of(b) {
                    taken[written][read] = same_kind;
                }
            }
        }
        for (kind, signs, price) in rows() {
            match kind {
                "group" => {
                    for (&a, &b) in signs.iter().flat_map(|a| signs.iter().map(move |b| (a, b))) {
                        let slot = &mut taken[usize::from(a & 127)][usize::from(b & 127)];
                        if a != b && price < *slot {
                            *slot = price;
                        }
                    }
                }
                "pair" => {
                    if let &[a, b] = signs {
                        taken[usize::from(a & 127)][usize::from(b & 127)] = price;
                    }
                }
                "gap" => signs.iter().for_each(|&sign| gap[usize::from(sign & 127)] = price),
                _ => {}
            }
        }
        Channel { taken, gap, other_gap, any }
    }

    /// The price of a sign that is left out or added; for fitting.
    #[must_use]
    pub fn gap_price(&self, sign: char) -> Nats {
        self.gap(sign)
    }

    /// The price of `read` for `written`; for fitting.
    #[must_use]
    pub fn taken_price(&self, written: char, read: char) -> Nats {
        self.taken(written, read)
    }

    /// The price of a sign that is left out or added.
    fn gap(&self, sign: char) -> Nats {
        self.gap.get(sign as usize).copied().unwrap_or(self.other_gap)
    }

    /// The price of `read` for `written`.
    fn taken(&self, written: char, read: char) -> Nats {
        if written == read {
            return 0.0;
        }
        let row = self.taken.get(written as usize);
        row.and_then(|row| row.get(read as usize)).copied().unwrap_or(self.any)
    }

    /// The price of reading `text` where `spelling` was written, at most `cap`.
    #[must_use]
    pub fn cost(&self, spelling: &str, text: &[char], cap: Nats) -> Nats {
        let mut before: smallvec::SmallVec<[Nats; 24]> = smallvec::smallvec![0.0];
        for &sign in text {
            let last = before.last().copied().unwrap_or_default();
            before.push(last + self.gap(sign));
        }
        let mut now = before.clone();
        for written in spelling.chars() {
            let left_out = self.gap(written);
            now[0] = before[0] + left_out;
            let mut least = now[0];
            for (at, &read) in text.iter().enumerate() {
                let cost = (before[at] + self.taken(written, read))
                    .min(before[at + 1] + left_out)
                    .min(now[at] + self.gap(read));
                now[at + 1] = cost;
                least = least.min(cost);
            }
            if least >= cap {
                return cap;
            }
            std::mem::swap(&mut before, &mut now);
        }
        before.last().copied().unwrap_or(cap).min(cap)
    }
}

/// What happened to one sign on its way from the hand to the text.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// This was written and that was read; often the same.
    Taken(char, char),
    /// This was written and nothing was read.
    LeftOut(char),
    /// This was read and nothing was written.
    Added(char),
}

impl Channel {
    /// The cheapest way from a spelling to a text, sign by sign; for fitting the prices.
    #[must_use]
    pub fn align(&self, spelling: &str, text: &[char]) -> Vec<Change> {
        let written: Vec<char> = spelling.chars().collect();
        let mut costs = vec![vec![0.0 as Nats; text.len() + 1]; written.len() + 1];
        for at in 0..text.len() {
            costs[0][at + 1] = costs[0][at] + self.gap(text[at]);
        }
        for (row, &sign) in written.iter().enumerate() {
            costs[row + 1][0] = costs[row][0] + self.gap(sign);
            for (at, &read) in text.iter().enumerate() {
                costs[row + 1][at + 1] = (costs[row][at] + self.taken(sign, read))
                    .min(costs[row][at + 1] + self.gap(sign))
                    .min(costs[row + 1][at] + self.gap(read));
            }
        }
        let (mut row, mut at) = (written.len(), text.len());
        let mut changes = Vec::new();
        while row > 0 || at > 0 {
            let now = costs[row][at];
            if row > 0 && at > 0 && costs[row - 1][at - 1] + self.taken(written[row - 1], text[at - 1]) <= now
            {
                (row, at) = (row - 1, at - 1);
                changes.push(Change::Taken(written[row], text[at]));
            } else if row > 0 && costs[row - 1][at] + self.gap(written[row - 1]) <= now {
                row -= 1;
                changes.push(Change::LeftOut(written[row]));
            } else {
                at -= 1;
                changes.push(Change::Added(text[at]));
            }
        }
        changes.reverse();
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(spelling: &str, text: &str) -> Nats {
        let text: Vec<char> = text.chars().collect();
        Channel::handwriting().cost(spelling, &text, 20.0)
    }

    #[test]
    fn what_is_written_costs_nothing_and_what_looks_alike_little() {
        assert_eq!(cost("Nf3", "Nf3"), 0.0);
        assert!(cost("Bd7", "Ba7") < cost("Bd7", "Be7"), "a hand's d looks like an a");
        assert!(cost("Nxe4", "Ne4") < cost("Nge4", "Ne4"), "a sign of capture is easily left out");
        assert!(cost("Nf3", "Nf3") < cost("Nf3", "nf3"));
        assert!(cost("Кf3", "Kf3") < 20.0, "signs beyond the table have a price");
    }
}
