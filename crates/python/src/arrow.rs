//! `scorebook.read_arrow`: tables in the memory of this process, passed on without a copy.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ffi::FFI_ArrowArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, SchemaRef, ffi::FFI_ArrowSchema};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use scorebook::archive::Stored;
use scorebook::corpus::check::{ChunkReport, Work};
use scorebook::table::{Batch, Owned, Strings, Told, classify as opening, schema_of};
use scorebook::verify::Options;

use super::error::make;
use super::input::{Wanted, inputs};
use super::levels::levels;
use super::product::{Plan, Product, jobs};
use super::pump::Pump;

/// Games as Arrow record batches, for any reader of the Arrow PyCapsule interface: `pyarrow.RecordBatchReader.
/// from_stream(r)`, `polars.DataFrame(r)`, `duckdb.sql("from r")`, `pandas`. It can be read once.
#[pyclass(frozen, module = "scorebook")]
pub struct ArrowReader {
    schema: SchemaRef,
    pump: Mutex<Option<Pump<Vec<RecordBatch>>>>,
    /// Batches that came with one that was taken.
    taken: Mutex<VecDeque<RecordBatch>>,
}

/// One batch of an `ArrowReader`, for any reader of the Arrow PyCapsule interface.
#[pyclass(frozen, module = "scorebook")]
pub struct ArrowBatch(RecordBatch);

#[pymethods]
impl ArrowBatch {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        drop(requested_schema);
        let wrong = |error: ArrowError| PyValueError::new_err(error.to_string());
        let schema = FFI_ArrowSchema::try_from(self.0.schema().as_ref()).map_err(wrong)?;
        let array = FFI_ArrowArray::new(&StructArray::from(self.0.clone()).into_data());
        Ok((
            PyCapsule::new(py, schema, Some(c"arrow_schema".to_owned()))?,
            PyCapsule::new(py, array, Some(c"arrow_array".to_owned()))?,
        ))
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }
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

    /// Iterates over the batches, each for any reader of the Arrow PyCapsule interface: `pyarrow.record_batch(batch)`. Ctrl-C is
    /// `KeyboardInterrupt` here, and in `table`; a stream passes on no exceptions of Python.
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<ArrowBatch>> {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        if let Some(batch) = taken {
            return Ok(Some(ArrowBatch(batch)));
        }
        loop {
            let pump = self.pump.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some(pump) = pump else { return Ok(None) };
            let Some(batches) = pump.next(py)? else { return Ok(None) };
            *self.pump.lock().unwrap_or_else(PoisonError::into_inner) = Some(pump);
            let mut batches = VecDeque::from(batches);
            if let Some(batch) = batches.pop_front() {
                self.taken.lock().unwrap_or_else(PoisonError::into_inner).append(&mut batches);
                return Ok(Some(ArrowBatch(batch)));
            }
        }
    }

    /// All of it as a `pyarrow.Table`. Ctrl-C is `KeyboardInterrupt`.
    fn table<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("scorebook._arrow")?.call_method1("table", (slf,))
    }

    /// Stops the work; no more batches come.
    fn close(&self) {
        drop(self.pump.lock().unwrap_or_else(PoisonError::into_inner).take());
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_args))]
    fn __exit__(&self, _args: &Bound<'_, PyTuple>) -> bool {
        self.close();
        false
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
    threads: Option<i64>,
) -> PyResult<ArrowReader> {
    let threads = jobs(threads)?;
    if batch_size == 0 {
        return Err(PyValueError::new_err("batch_size must be at least 1"));
    }
    let strings = if dictionary { Strings::Dictionary } else { Strings::Plain };
    let options = Options { levels: levels(py, &allow)?, moves: true, ..Options::default() };
    let plan = Plan { inputs: inputs(source, Wanted::Games)?, threads, options };
    let rows = Rows { strings, most: batch_size, classify };
    let pump = Pump::start(move |sender| plan.run(&rows, sender))?;
    Ok(ArrowReader { schema: schema_of(strings), pump: Mutex::new(Some(pump)), taken: Mutex::default() })
}
