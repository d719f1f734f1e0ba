//! Errors as Python's exceptions. The classes are Python's own (`scorebook/_errors.py`), so that they can be of
//! several kinds at once.

use pyo3::BoundObject;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Why the work ended early, as threads pass it on.
pub enum Failure {
    /// An exception raised by the caller's code.
    Raised(PyErr),
    /// An input cannot be read further.
    Read {
        /// What is wrong.
        message: String,
        /// The input.
        source: String,
        /// Number of bytes of its decompressed text that were read.
        offset: u64,
        /// The kind of I/O error.
        kind: std::io::ErrorKind,
    },
    /// A bug in scorebook.
    Panic(String),
}

impl Failure {
    /// Converts it to an exception.
    pub fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Failure::Raised(error) => error,
            Failure::Read { message, source, offset, kind } => {
                if offset == 0
                    && matches!(kind, std::io::ErrorKind::NotFound | std::io::ErrorKind::PermissionDenied)
                {
                    return std::io::Error::new(kind, format!("{source}: {message}")).into();
                }
                make(py, "ReadError", (message, source, offset))
            }
            Failure::Panic(words) => make(py, "Error", (format!("a defect of scorebook: {words}"),)),
        }
    }
}

/// An exception of that class.
pub fn make<'py>(py: Python<'py>, class: &str, arguments: impl IntoPyObject<'py, Target = PyTuple>) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let class = py.import("scorebook._errors")?.getattr(class)?;
        let arguments = arguments.into_pyobject(py).map_err(Into::into)?.into_bound();
        Ok(PyErr::from_value(class.call1(arguments)?))
    };
    made().unwrap_or_else(|error| error)
}
