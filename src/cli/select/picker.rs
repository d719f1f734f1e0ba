//! Takes the games that were selected, in the order of the input, and brings them into that of the output.

use std::collections::BinaryHeap;
use std::fmt;

use anyhow::{Result, bail};

use super::sink::Sink;
use super::{Args, Format};
use crate::corpus::select::{Counts, Made, Picked, Selected, Tree, Wish};
use crate::corpus::sorter::Sorter;
use crate::render::{count, shown_on_a_line};

/// No more games are wanted.
#[derive(Debug)]
pub(super) struct Enough;

impl fmt::Display for Enough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no more games are wanted")
    }
}

impl std::error::Error for Enough {}

/// What happens to games before they are written.
enum Stage {
    /// Nothing.
    Direct,
    /// Some of them are chosen by chance: those with the smallest random numbers. How many, and the seed.
    Sample(BinaryHeap<Sampled>, usize, u64),
    /// They are sorted.
    Sorted(Sorter),
}

/// A game with its random number; then its place in the order of the output.
type Sampled = (u64, Vec<u8>, Vec<u8>);

/// What has been done.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Games read.
    pub games: usize,
    /// Games that match.
    pub found: usize,
    /// Games, or rows, that are written.
    pub written: usize,
    /// Games that could not be written to their end.
    pub unproven: usize,
    /// Positions of which nothing is said.
    pub silent: usize,
    pub too_long: usize,
    /// Games that the query was asked about only as far as they are proven.
    pub half_asked: usize,
    /// Selected games that were left out as duplicates.
    pub doubles: usize,
    /// Files in the directory of the output.
    files: Option<usize>,
    /// Whether not all games were wanted.
    is_part: bool,
}

impl Tally {
    /// In words, for the user.
    pub fn summary(&self) -> String {
        let files = self.files.map(|files| format!(", in {}", count(files, "file"))).unwrap_or_default();
        let Tally { games, found, written, .. } = self;
        match self.is_part {
            true => format!("{written} written of {found} found in {}{files}\n", count(*games, "game")),
            false => format!("{found} of {} picked{files}\n", count(*games, "game")),
        }
    }
}

pub(super) struct Picker<'a> {
    args: &'a Args,
    /// Names of the inputs that are read.
    names: Vec<String>,
    /// The input that is read, and the games of it so far.
    at: (usize, u64),
    sink: Sink,
    stage: Stage,
    counts: Counts,
    tree: Tree,
    tally: Tally,
    failure: Option<String>,
}

impl<'a> Picker<'a> {
    pub fn new(args: &'a Args, sink: Sink) -> Picker<'a> {
        let stage = match args.sample {
            Some(most) => {
                Stage::Sample(BinaryHeap::new(), usize::try_from(most).unwrap_or(usize::MAX), args.seed)
            }
            None if args.sort.is_empty() => Stage::Direct,
            None => Stage::Sorted(Sorter::default()),
        };
        let (counts, tree) = Default::default();
        let tally = Tally { is_part: args.sample.is_some(), ..Tally::default() };
        Picker { args, names: Vec::new(), at: (0, 0), sink, stage, counts, tree, tally, failure: None }
    }

    /// Begins to read inputs of these names.
    pub fn begin(&mut self, names: Vec<String>) {
        self.names = names;
        self.at = (0, 0);
    }

    /// Takes the games of a chunk.
    ///
    /// # Errors
    /// If they cannot be written; [`Enough`] if no more are wanted.
    pub fn take(&mut self, chunk: Selected) -> Result<()> {
        if let Some(error) = chunk.failed.as_ref() {
            let name = self.names.get(chunk.input).map_or("", String::as_str);
            self.failure.get_or_insert_with(|| format!("{name}: {error}"));
        }
        if self.at.0 != chunk.input {
            self.at = (chunk.input, 0);
        }
        let before = self.at.1;
        self.at.1 += chunk.games as u64;
        self.put(chunk, before)
    }

    /// Takes games that are numbered from the number behind `before` on.
    ///
    /// # Errors
    /// As [`take`](Picker::take).
    pub fn put(&mut self, chunk: Selected, before: u64) -> Result<()> {
        self.tally.games += chunk.games;
        self.tally.found += chunk.found;
        self.tally.unproven += chunk.unproven;
        self.tally.silent += chunk.silent;
        self.tally.too_long += chunk.too_long;
        self.tally.half_asked += chunk.half_asked;
        self.tally.doubles += chunk.doubles;
        self.counts.merge(chunk.counts);
        self.tree.merge(chunk.tree);
        let first = self.tally.found - chunk.picked.len();
        for (sequence, picked) in (first as u64..).zip(chunk.picked) {
            self.pick(picked, before, sequence)?;
        }
        Ok(())
    }

    /// Counts games that were read without being selected.
    pub fn pass(&mut self, games: usize) {
        self.tally.games += games;
    }

    fn pick(&mut self, picked: Picked, before: u64, sequence: u64) -> Result<()> {
        let Picked { number, parts, mut key, text } = picked;
        let text = text.numbered(before + number)?;
        // What is equal stays as it was.
        key.extend(sequence.to_be_bytes());
        match &mut self.stage {
            Stage::Direct => self.write(&parts, &text)?,
            Stage::Sorted(sorter) => sorter.push(&key, &packed(&parts, &text))?,
            Stage::Sample(chosen, most, seed) => {
                let random = mixed(*seed ^ mixed(sequence));
                if chosen.len() < *most || chosen.peek().is_some_and(|(greatest, ..)| random < *greatest) {
                    chosen.push((random, key, packed(&parts, &text)));
                    if chosen.len() > *most {
                        chosen.pop();
                    }
                }
            }
        }
        Ok(())
    }

    fn write(&mut self, parts: &[String], text: &[u8]) -> Result<()> {
        self.sink.put(self.args.format(), parts, text)?;
        self.tally.written += 1;
        if self.args.limit.is_some_and(|limit| self.tally.written as u64 >= limit) {
            self.tally.is_part = true;
            bail!(Enough);
        }
        Ok(())
    }

    /// # Errors
    /// If an input could not be read to its end.
    pub fn check(&self) -> Result<()> {
        match &self.failure {
            Some(failure) => bail!("cannot read {}", shown_on_a_line(failure)),
            None => Ok(()),
        }
    }

    /// Writes what is left to be written.
    pub fn finish(mut self, wish: &Wish) -> Result<Tally> {
        match std::mem::replace(&mut self.stage, Stage::Direct) {
            Stage::Direct => {}
            Stage::Sorted(sorter) => {
                for record in sorter.sorted()? {
                    if !self.drain(&record?.1)? {
                        break;
                    }
                }
            }
            Stage::Sample(chosen, ..) => {
                let mut chosen = chosen.into_vec();
                chosen.sort_by(|(_, one, _), (_, other, _)| one.cmp(other));
                for (.., text) in chosen {
                    if !self.drain(&text)? {
                        break;
                    }
                }
            }
        }
        match &wish.made {
            Made::Games(_) => {}
            Made::Counts(_) => self.write_counts()?,
            Made::Tree(root) => {
                self.tally.written = self.tally.found;
                self.sink.put(self.args.format(), &[], &self.tree.written(root))?;
            }
        }
        self.tally.files = self.sink.finish()?;
        Ok(self.tally)
    }

    /// Writes a game that waited; false if no more are wanted.
    fn drain(&mut self, record: &[u8]) -> Result<bool> {
        let (parts, text) = unpacked(record)?;
        match self.write(&parts, text) {
            Err(error) if error.is::<Enough>() => Ok(false),
            result => result.map(|()| true),
        }
    }

    fn write_counts(&mut self) -> Result<()> {
        let name = self.args.count_by.map_or("value", |(name, _)| name);
        let mut out = csv::Writer::from_writer(Vec::new());
        out.write_record([name, "games", "white", "draws", "black", "score"])?;
        let most = self.args.limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        for (value, results) in self.counts.rows().into_iter().take(most) {
            let score = results.score().map(|score| format!("{score:.1}")).unwrap_or_default();
            let numbers = [results.games, results.white, results.draws, results.black].map(|n| n.to_string());
            out.write_record(
                std::iter::once(value).chain(numbers.iter().map(String::as_str)).chain([score.as_str()]),
            )?;
            self.tally.written += 1;
        }
        let text = out.into_inner().map_err(|error| error.into_error())?;
        self.sink.put(Format::Csv, &[], &text)
    }
}

/// The parts and the text of a game as one record.
fn packed(parts: &[String], text: &[u8]) -> Vec<u8> {
    let mut record = Vec::with_capacity(text.len() + 16);
    record.extend((parts.len() as u32).to_le_bytes());
    for part in parts {
        record.extend((part.len() as u32).to_le_bytes());
        record.extend(part.as_bytes());
    }
    record.extend(text);
    record
}

/// The parts and the text of a record of [`packed`].
fn unpacked(record: &[u8]) -> Result<(Vec<String>, &[u8])> {
    let broken = || anyhow::anyhow!("a temporary file is damaged");
    let mut rest = record;
    let number = |rest: &mut &[u8]| -> Option<usize> {
        let (head, tail) = rest.split_first_chunk::<4>()?;
        *rest = tail;
        Some(u32::from_le_bytes(*head) as usize)
    };
    let count = number(&mut rest).ok_or_else(broken)?;
    let mut parts = Vec::new();
    for _ in 0..count {
        let length = number(&mut rest).ok_or_else(broken)?;
        let (part, tail) = rest.split_at_checked(length).ok_or_else(broken)?;
        parts.push(String::from_utf8_lossy(part).into_owned());
        rest = tail;
    }
    Ok((parts, rest))
}

/// A number with its bits mixed (SplitMix64: Steele, Lea & Flood, "Fast splittable pseudorandom number generators", 2014).
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
