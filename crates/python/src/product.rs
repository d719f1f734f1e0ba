//! Runs PGN corpora and archives through a [`Product`], which decides what to make of the games.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use scorebook::archive::{Archive, Stored, is_archive};
use scorebook::corpus::check::{ChunkReport, Work};
use scorebook::corpus::chunks::{Chunk, Chunks};
use scorebook::corpus::pool;
use scorebook::text::FileBytes;
use scorebook::verify::Options;

use super::error::Failure;
use super::input::Input;
use super::pump::Sender;

/// What to make of games.
pub trait Product: Sync {
    /// The result for several games.
    type Out: Send + 'static;
    /// Checks games of the input `name`.
    fn prove(&self, name: &str, work: Work, options: &Options) -> (ChunkReport, Self::Out);
    /// Receives the result of `prove`, in input order; `lines` lines precede it there.
    fn place(&self, out: Self::Out, report: &mut ChunkReport, lines: usize) -> Self::Out {
        let _ = (report, lines);
        out
    }
    /// Receives games of an archive.
    ///
    /// # Errors
    /// A message if one of them is damaged.
    fn stored(&self, name: &str, games: Vec<Stored>) -> Result<Self::Out, String>;
}

/// The settings of a run.
pub struct Plan {
    /// The inputs.
    pub inputs: Vec<Input>,
    /// Number of threads; `None` means one per processor.
    pub threads: Option<usize>,
    /// What to check.
    pub options: Options,
}

/// The number of threads that a caller asks for: `None`, 0 and -1 are one for each processor, -2 is one less.
///
/// # Errors
/// `ValueError` if that leaves none.
pub fn jobs(threads: Option<i64>) -> PyResult<Option<usize>> {
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    match threads {
        None | Some(0) => Ok(None),
        Some(threads) if threads > 0 => Ok(usize::try_from(threads).ok()),
        Some(less) => {
            let left = i64::try_from(all).unwrap_or(i64::MAX).saturating_add(less).saturating_add(1);
            match usize::try_from(left.max(1)) {
                Ok(left) if less >= -1024 => Ok(Some(left)),
                _ => Err(PyValueError::new_err(format!("threads={less} is no number of threads"))),
            }
        }
    }
}

impl Plan {
    fn jobs(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.filter(|&threads| threads > 0).unwrap_or_else(all)
    }

    /// Processes all inputs in order.
    pub fn run<P: Product>(&self, product: &P, sender: &Sender<P::Out>) {
        let mut at = 0;
        while at < self.inputs.len() {
            let games = self.inputs[at..].iter().take_while(|input| !holds_archive(input)).count();
            let goes_on = if games > 0 {
                self.corpus(&self.inputs[at..at + games], product, sender)
            } else {
                self.archive(&self.inputs[at], product, sender)
            };
            if !goes_on {
                return;
            }
            at += games.max(1);
        }
    }

    /// Processes PGN; false if the run ends here.
    fn corpus<P: Product>(&self, inputs: &[Input], product: &P, sender: &Sender<P::Out>) -> bool {
        let open = |index: usize| inputs[index].supply();
        let chunks = Chunks::new(inputs.len(), &open, Arc::clone(sender.stop()));
        let names: Vec<String> = inputs.iter().map(Input::name).collect();
        let prove = |input: usize, work: Work| product.prove(&names[input], work, &self.options);
        let mut place = Place::default();
        pool::ordered_by_weight(
            self.jobs(),
            chunks,
            Chunk::weight,
            |chunk| prove(chunk.input, Work::new(chunk)),
            |(mut report, mut out)| {
                loop {
                    place.enter(report.input);
                    let made = product.place(out, &mut report, place.lines);
                    if !sender.send(made) {
                        return self.halt(sender, &mut place);
                    }
                    place.lines += report.lines;
                    place.bytes += report.bytes;
                    if let Some(error) = report.failed.take() {
                        let input = &inputs[report.input];
                        sender.fail(match input.raised() {
                            Some(raised) => Failure::Raised(raised),
                            None => Failure::Read {
                                message: format!("cannot be read on: {error}"),
                                source: input.name(),
                                offset: place.bytes,
                                kind: error.kind(),
                            },
                        });
                        return self.halt(sender, &mut place);
                    }
                    let Some(rest) = report.rest.take() else { return ControlFlow::Continue(()) };
                    (report, out) = prove(report.input, *rest);
                }
            },
        );
        !place.halted
    }

    fn halt<T>(&self, sender: &Sender<T>, place: &mut Place) -> ControlFlow<()> {
        place.halted = true;
        sender.stop().store(true, Ordering::Relaxed);
        ControlFlow::Break(())
    }

    /// Processes an archive block by block; false if the run ends here.
    fn archive<P: Product>(&self, input: &Input, product: &P, sender: &Sender<P::Out>) -> bool {
        let name = input.name();
        let fail = |message: String| {
            let (source, kind) = (name.clone(), std::io::ErrorKind::InvalidData);
            sender.fail(Failure::Read { message, source, offset: 0, kind });
            false
        };
        let Input::Path(path) = input else { return fail("is no file".to_owned()) };
        let archive = match FileBytes::open(path).map(Archive::open) {
            Ok(Ok(archive)) => archive,
            Ok(Err(error)) => return fail(error.to_string()),
            Err(error) => return fail(error.to_string()),
        };
        for number in 0..archive.block_count() {
            let games = archive.block(number).and_then(|block| {
                (0..block.len()).map(|index| archive.game_in(&block, index)).collect::<Result<Vec<_>, _>>()
            });
            let made = match games {
                Ok(games) => product.stored(&name, games),
                Err(error) => Err(error.to_string()),
            };
            match made {
                Ok(made) => {
                    if !sender.send(made) {
                        return false;
                    }
                }
                Err(message) => return fail(message),
            }
        }
        true
    }
}

/// The position of the driver in its input.
#[derive(Default)]
struct Place {
    input: usize,
    lines: usize,
    bytes: u64,
    halted: bool,
}

impl Place {
    fn enter(&mut self, input: usize) {
        if self.input != input {
            (self.input, self.lines, self.bytes) = (input, 0, 0);
        }
    }
}

/// Whether the input is a file that starts like an archive.
fn holds_archive(input: &Input) -> bool {
    let Input::Path(path) = input else { return false };
    let mut first = [0; 8];
    let read =
        std::fs::File::open(path).and_then(|mut file| std::io::Read::read_exact(&mut file, &mut first));
    read.is_ok() && is_archive(&first)
}
