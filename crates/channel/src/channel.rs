//! The errors of OCR and typing, by character.
//!
//! Costs are in nats: roughly the negative logarithm of how often a character is misread so. The table
//! `confusions.tsv` has confusions known from scans, set by hand in two grades, and after them counts from
//! raw books (`cargo bench --bench channel`), which override the former: one character for another, one that
//! splits into two, two that merge into one. All other errors have a cost by kind.

use std::sync::LazyLock;

/// The costs of one channel.
pub struct Channel {
    substitution: Box<[[f32; 128]; 128]>,
    insertion: [f32; 128],
    deletion: [f32; 128],
    /// By printed character: the two characters that it splits into.
    splits: Vec<Vec<([u8; 2], f32)>>,
    /// By the second of two printed characters: the first, and the character into which both merge.
    joins: Vec<Vec<(u8, u8, f32)>>,
}

/// The channel of ordinary scans.
pub static SCANS: LazyLock<Channel> = LazyLock::new(|| Channel::with_table(include_str!("confusions.tsv")));

impl Channel {
    /// The cost of reading `read` where `truth` is printed.
    #[must_use]
    pub fn substitution(&self, truth: u8, read: u8) -> f32 {
        self.substitution[usize::from(truth & 127)][usize::from(read & 127)]
    }

    /// The cost of an additional character.
    #[must_use]
    pub fn insertion(&self, read: u8) -> f32 {
        self.insertion[usize::from(read & 127)]
    }

    /// The cost of a missing character.
    #[must_use]
    pub fn deletion(&self, truth: u8) -> f32 {
        self.deletion[usize::from(truth & 127)]
    }

    /// The cost of reading the two characters `read` where `truth` is printed; `None` if it is not in the
    /// table.
    #[must_use]
    pub fn split(&self, truth: u8, read: &[u8]) -> Option<f32> {
        let known = self.splits.get(usize::from(truth & 127))?;
        known.iter().rfind(|(pair, _)| pair == read).map(|&(_, cost)| cost)
    }

    /// The cost of reading `read` where `first` and `second` are printed; `None` if it is not in the table.
    #[must_use]
    pub fn join(&self, first: u8, second: u8, read: u8) -> Option<f32> {
        let known = self.joins.get(usize::from(second & 127))?;
        known.iter().rfind(|&&(a, r, _)| a == first && r == read).map(|&(.., cost)| cost)
    }

    /// The pairs of printed characters that merge into `read`, with their costs.
    pub fn joins(&self, read: u8) -> impl Iterator<Item = (u8, u8, f32)> + '_ {
        (0..128_u8).zip(&self.joins).flat_map(move |(second, known)| {
            // A later row of the table holds.
            let holds = move |&&(first, into, cost): &&(u8, u8, f32)| {
                into == read && self.join(first, second, read) == Some(cost)
            };
            known.iter().filter(holds).map(move |&(first, _, cost)| (first, second, cost))
        })
    }

    /// A channel with costs by kind, overridden by a table of `truth read cost`, `ins read cost`, `del truth
    /// cost`; later rows override earlier ones.
    #[must_use]
    pub fn with_table(table: &str) -> Channel {
        let mut channel = Channel::by_kind();
        for line in table.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split('\t');
            let (Some(truth), Some(read), Some(cost)) = (fields.next(), fields.next(), fields.next()) else {
                continue;
            };
            let Ok(cost) = cost.parse::<f32>() else { continue };
            match (truth.as_bytes(), read.as_bytes()) {
                (b"ins", [read]) => channel.insertion[usize::from(read & 127)] = cost,
                (b"del", [truth]) => channel.deletion[usize::from(truth & 127)] = cost,
                ([truth], &[first, second]) => {
                    channel.splits[usize::from(truth & 127)].push(([first, second], cost));
                }
                (&[first, second], [read]) => {
                    channel.joins[usize::from(second & 127)].push((first, *read, cost));
                }
                ([truth], [read]) => {
                    channel.substitution[usize::from(truth & 127)][usize::from(read & 127)] = cost;
                }
                _ => {}
            }
        }
        channel
    }

    fn by_kind() -> Channel {
        let mut substitution = Box::new([[4.2; 128]; 128]);
        let mut insertion = [2.6; 128];
        let mut deletion = [2.9; 128];
        for truth in 0..128_u8 {
            for read in 0..128_u8 {
                substitution[usize::from(truth)][usize::from(read)] = kind_cost(truth, read);
            }
            insertion[usize::from(truth)] = match truth {
                b'0'..=b'9' => 2.2,
                b'^' | b'*' | b'"' | b'!' | b'?' | b';' | b':' | b'\\' | b'/' | b'-' | b'|' | b'_' | b'~'
                | b'<' | b'>' | b'=' => 0.9,
                b'(' | b')' | b'[' | b']' | b'{' | b'}' => 1.6,
                b's' => 2.0,
                _ => 2.6,
            };
            deletion[usize::from(truth)] = match truth {
                b'(' | b')' => 1.0,
                b's' => 1.8,
                b'-' => 1.5,
                b'0'..=b'9' => 3.2,
                _ => 2.9,
            };
        }
        Channel {
            substitution,
            insertion,
            deletion,
            splits: vec![Vec::new(); 128],
            joins: vec![Vec::new(); 128],
        }
    }
}

fn kind_cost(truth: u8, read: u8) -> f32 {
    if truth == read {
        return 0.0;
    }
    if truth.eq_ignore_ascii_case(&read) {
        return 1.0;
    }
    match (truth.is_ascii_digit(), read.is_ascii_digit(), read.is_ascii_alphabetic()) {
        (true, true, _) => 3.6,
        (true, _, true) => 3.4,
        (true, ..) => 3.2,
        (false, true, _) => 3.8,
        (false, _, true) => 3.8,
        (false, ..) => 3.4,
    }
}

/// Normalises a text for the channel: ASCII without spaces, full stops, commas or apostrophes.
#[must_use]
pub fn received(text: &str) -> Vec<u8> {
    text.chars()
        .filter_map(|c| match c {
            c if c.is_whitespace() => None,
            '.' | ',' | '\'' | '’' | '‘' | '`' | '_' => None,
            '–' | '—' | '‐' | '−' | '‑' | '¬' => Some(b'-'),
            '×' | '✕' | '«' | '»' => Some(b'x'),
            '“' | '”' | '„' => Some(b'"'),
            '•' | '■' | '·' => Some(b'*'),
            '£' => Some(b'E'),
            'é' | 'è' | 'ë' => Some(b'e'),
            '°' | 'º' => Some(b'o'),
            '†' | '‡' => Some(b'+'),
            c if c.is_ascii() => Some(c as u8),
            _ => Some(b'~'),
        })
        .collect()
}
