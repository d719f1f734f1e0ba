//! Sorts more records than memory holds: sorted runs in temporary files, merged.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

/// Bytes of records that are kept in memory before they are written as a run.
const IN_MEMORY: usize = 128 << 20;
/// Most runs that are merged at once; each needs an open file and a buffer.
const MOST_RUNS: usize = 64;
/// Bytes of the buffer of a run.
const BUFFER: usize = 1 << 18;
/// What a record costs in memory besides its bytes.
const OVERHEAD: usize = 48;

/// A record: sorted by its key, byte by byte, then by the rest.
pub type SortRecord = (Box<[u8]>, Box<[u8]>);

/// Collects records and returns them sorted. Memory is bounded, whatever their number; the rest is in temporary files, which
/// are deleted even if the process is killed.
///
/// ```
/// let mut sorter = scorebook::corpus::sorter::Sorter::default();
/// for word in ["c", "a", "b", "a"] {
///     sorter.push(word.as_bytes(), b"").unwrap();
/// }
/// let sorted: Vec<_> = sorter.sorted().unwrap().map(|record| record.unwrap().0).collect();
/// assert_eq!(sorted.concat(), b"aabc");
/// ```
#[derive(Debug)]
pub struct Sorter {
    records: Vec<SortRecord>,
    /// Bytes of these records.
    bytes: usize,
    /// Most bytes of records in memory.
    most: usize,
    runs: Vec<File>,
}

impl Default for Sorter {
    fn default() -> Sorter {
        Sorter::with_memory(IN_MEMORY)
    }
}

impl Sorter {
    /// A sorter that keeps at most about so many bytes in memory.
    #[must_use]
    pub fn with_memory(most: usize) -> Sorter {
        Sorter { records: Vec::new(), bytes: 0, most, runs: Vec::new() }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// If a temporary file cannot be written.
    pub fn push(&mut self, key: &[u8], rest: &[u8]) -> io::Result<()> {
        self.bytes += key.len() + rest.len() + OVERHEAD;
        self.records.push((key.into(), rest.into()));
        if self.bytes >= self.most { self.spill() } else { Ok(()) }
    }

    /// Writes the records in memory as a run.
    fn spill(&mut self) -> io::Result<()> {
        self.records.sort_unstable();
        self.bytes = 0;
        let records = std::mem::take(&mut self.records);
        let run = write_run(records.into_iter().map(Ok))?;
        self.runs.push(run);
        if self.runs.len() >= MOST_RUNS {
            let merged = write_run(Merged::new(std::mem::take(&mut self.runs), Vec::new())?)?;
            self.runs.push(merged);
        }
        Ok(())
    }

    /// The records in order.
    ///
    /// # Errors
    /// If a temporary file cannot be read.
    pub fn sorted(mut self) -> io::Result<Merged> {
        self.records.sort_unstable();
        Merged::new(self.runs, self.records)
    }
}

fn write_run(records: impl Iterator<Item = io::Result<SortRecord>>) -> io::Result<File> {
    let mut out = BufWriter::with_capacity(BUFFER, tempfile::tempfile()?);
    for record in records {
        let (key, rest) = record?;
        for part in [&key, &rest] {
            let length = u32::try_from(part.len()).map_err(io::Error::other)?;
            out.write_all(&length.to_le_bytes())?;
            out.write_all(part)?;
        }
    }
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(file)
}

/// One run while it is read.
#[derive(Debug)]
enum Run {
    File(BufReader<File>),
    Memory(std::vec::IntoIter<SortRecord>),
}

impl Run {
    fn next(&mut self) -> io::Result<Option<SortRecord>> {
        match self {
            Run::Memory(records) => Ok(records.next()),
            Run::File(file) => {
                let Some(key) = part(file)? else { return Ok(None) };
                let rest = part(file)?.ok_or(io::ErrorKind::UnexpectedEof)?;
                Ok(Some((key, rest)))
            }
        }
    }
}

/// A length and so many bytes; `None` at the end.
fn part(file: &mut BufReader<File>) -> io::Result<Option<Box<[u8]>>> {
    let mut length = [0; 4];
    match file.read_exact(&mut length) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
    file.read_exact(&mut bytes)?;
    Ok(Some(bytes.into()))
}

/// Records in order, merged from several runs.
#[derive(Debug)]
pub struct Merged {
    runs: Vec<Run>,
    /// The next record of each run that has one, with the index of the run.
    next: BinaryHeap<Reverse<(SortRecord, usize)>>,
}

impl Merged {
    fn new(files: Vec<File>, records: Vec<SortRecord>) -> io::Result<Merged> {
        let mut runs: Vec<Run> =
            files.into_iter().map(|file| Run::File(BufReader::with_capacity(BUFFER, file))).collect();
        runs.push(Run::Memory(records.into_iter()));
        let mut next = BinaryHeap::with_capacity(runs.len());
        for (at, run) in runs.iter_mut().enumerate() {
            next.extend(run.next()?.map(|record| Reverse((record, at))));
        }
        Ok(Merged { runs, next })
    }
}

impl Iterator for Merged {
    type Item = io::Result<SortRecord>;

    fn next(&mut self) -> Option<io::Result<SortRecord>> {
        let Reverse((record, at)) = self.next.pop()?;
        match self.runs[at].next() {
            Ok(next) => self.next.extend(next.map(|record| Reverse((record, at)))),
            Err(error) => {
                self.next.clear();
                return Some(Err(error));
            }
        }
        Some(Ok(record))
    }
}

#[cfg(test)]
mod tests {
    use scorebook_random::Random;

    use super::*;

    #[test]
    fn sorts_what_does_not_fit_into_memory() {
        let mut random = Random::new(100);
        // So little memory that runs are merged on the way too.
        let mut sorter = Sorter::with_memory(1 << 10);
        let mut wanted: Vec<SortRecord> = Vec::new();
        for _ in 0..4_000 {
            let length = random.below(9);
            let key: Vec<u8> = (0..length).map(|_| random.below(4) as u8).collect();
            let rest = (wanted.len() as u32).to_be_bytes();
            sorter.push(&key, &rest).unwrap();
            wanted.push((key.into(), rest.into()));
        }
        wanted.sort();
        let sorted: Vec<SortRecord> = sorter.sorted().unwrap().map(Result::unwrap).collect();
        assert_eq!(sorted, wanted);
    }
}
