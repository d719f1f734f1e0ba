//! `scorebook.read_arrow`: tables in the memory of this process, passed on without a copy.

use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef, ffi::FFI_ArrowSchema};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use scorebook::archive::Stored;
use scorebook::corpus::check::{ChunkReport, Work};
use scorebook::table::{Batch, Owned, Strings, Told, classify as opening, schema_of};
use scorebook::verify::Options;

use super::error::make;
use super::input::{Wanted, inputs};
use super::levels::levels;
use super::product::{Plan, Product};
use super::pump::Pump;

/// Games as Arrow record batches, for any reader of the Arrow PyCapsule interface: `pyarrow.RecordBatchReader.
/// from_stream(r)`, `polars.DataFrame(r)`, `duckdb.sql("from r")`, `pandas`. It can be read once.
#[pyclass(frozen, module = "scorebook")]
pub struct ArrowReader {
    schema: SchemaRef,
    pump: Mutex<Option<Pump<Vec<RecordBatch>>>>,
}

#[pymethods]
impl ArrowReader {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A request that the protocol lets a producer ignore.
        drop(requested_schema);
        let pump = self.pump.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(pump) = pump else {
            return Err(make(py, "Error", ("the table was read already: call read_arrow again",)));
        };
        let reader = Batches { schema: Arc::clone(&self.schema), pump, ready: Vec::new().into_iter() };
        PyCapsule::new(
            py,
            FFI_ArrowArrayStream::new(Box::new(reader)),
            Some(c"arrow_array_stream".to_owned()),
        )
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref());
        let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new(py, schema, Some(c"arrow_schema".to_owned()))
    }

    fn __repr__(&self) -> String {
        format!("<ArrowReader of {} columns>", self.schema.fields().len())
    }
}

/// The batches, made when the stream asks for them.
struct Batches {
    schema: SchemaRef,
    pump: Pump<Vec<RecordBatch>>,
    ready: std::vec::IntoIter<RecordBatch>,
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Result<RecordBatch, ArrowError>> {
        loop {
            if let Some(batch) = self.ready.next() {
                return Some(Ok(batch));
            }
            let next = Python::attach(|py| {
                self.pump.next(py).map_err(|error| {
                    if !error.is_instance_of::<PyKeyboardInterrupt>(py) {
                        return ArrowError::ExternalError(error.to_string().into());
                    }
                    // The stream can only pass on a message, so Ctrl-C must be raised again.
                    let _ = py.import("_thread").and_then(|module| module.call_method0("interrupt_main"));
                    ArrowError::ExternalError("KeyboardInterrupt".into())
                })
            });
            match next {
                Ok(Some(batches)) => self.ready = batches.into_iter(),
                Ok(None) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// Fills batches.
struct Rows {
    strings: Strings,
    most: usize,
    classify: bool,
}

impl Product for Rows {
    type Out = Vec<RecordBatch>;

    fn prove(&self, name: &str, work: Work, options: &Options) -> (ChunkReport, Vec<RecordBatch>) {
        let (mut batch, mut told, mut full) =
            (Batch::new(self.strings), Told::classifying(self.classify), Vec::new());
        let report = work.report_each(options, false, |seen| {
            told.push(&mut batch, name, &seen);
            if batch.len() >= self.most {
                full.push(batch.finish());
            }
        });
        if !batch.is_empty() {
            full.push(batch.finish());
        }
        (report, full)
    }

    fn stored(&self, name: &str, games: Vec<Stored>) -> Result<Vec<RecordBatch>, String> {
        let (mut batch, mut full) = (Batch::new(self.strings), Vec::new());
        for game in &games {
            let mut game = Owned::stored(game)?;
            if self.classify {
                opening(&mut game.tags, &game.moves);
            }
            game.push(&mut batch, name);
            if batch.len() >= self.most {
                full.push(batch.finish());
            }
        }
        if !batch.is_empty() {
            full.push(batch.finish());
        }
        Ok(full)
    }
}

/// Proves every game of a PGN corpus, as `verify` does, and returns a table with one row per game. Its columns have the
/// names of the data set `Lichess/standard-chess-games`, plus `moves`, `clocks`, `evals`, `reading` and `findings`.
///
/// `source` and `allow` are those of `verify`. A batch has at most `batch_size` games, usually those of half a megabyte of
/// PGN. With `dictionary`, repeated texts are stored once per batch; Spark needs them plain. With `classify`, `ECO` and
/// `Opening` are filled by position if a game does not have these tags.
///
/// >>> import pyarrow, scorebook
/// >>> table = pyarrow.table(scorebook.read_arrow(b'[White "A"]\n[WhiteElo "2690"]\n\n1. e4 e5 1-0'))
/// >>> table.select(["White", "WhiteElo", "plies", "reading"]).to_pylist()
/// [{'White': 'A', 'WhiteElo': 2690, 'plies': 2, 'reading': 'verified'}]
#[pyfunction]
#[pyo3(signature = (source, batch_size = 65536, *, dictionary = true, classify = false, allow = Vec::new(), threads = None))]
pub fn read_arrow(
    py: Python<'_>,
    source: &Bound<'_, PyAny>,
    batch_size: usize,
    dictionary: bool,
    classify: bool,
    allow: Vec<String>,
    threads: Option<usize>,
) -> PyResult<ArrowReader> {
    if batch_size == 0 {
        return Err(PyValueError::new_err("batch_size must be at least 1"));
    }
    let strings = if dictionary { Strings::Dictionary } else { Strings::Plain };
    let options = Options { levels: levels(py, &allow)?, moves: true, ..Options::default() };
    let plan = Plan { inputs: inputs(source, Wanted::Games)?, threads, options };
    let rows = Rows { strings, most: batch_size, classify };
    let pump = Pump::start(move |sender| plan.run(&rows, sender))?;
    Ok(ArrowReader { schema: schema_of(strings), pump: Mutex::new(Some(pump)) })
}
