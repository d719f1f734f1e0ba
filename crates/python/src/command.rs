//! The command line, for `python -m scorebook`.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Runs a command line in this process, which must be there for nothing else: signals are handled as the command does. Its exit
/// status.
#[pyfunction]
pub fn _command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let all = std::iter::once("scorebook".into()).chain(arguments).collect();
    py.detach(|| scorebook::cli::main_with(all))
}
