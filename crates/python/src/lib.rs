//! The native module `scorebook._scorebook` behind the Python package `scorebook`.

mod archive;
mod arrow;
mod ask;
mod command;
mod convert;
mod error;
mod game;
mod input;
mod levels;
mod product;
mod prove;
mod pump;

use pyo3::prelude::*;

/// The contents of the native module.
#[pymodule]
mod _scorebook {
    use super::*;

    #[pymodule_export]
    use super::archive::{_check_query, Archive, ArchiveGames};
    #[pymodule_export]
    use super::arrow::{ArrowBatch, ArrowReader, read_arrow};
    #[pymodule_export]
    use super::ask::{Code, Meaning, Position, explain, position, read_move, to_san, to_uci};
    #[pymodule_export]
    use super::command::_command;
    #[pymodule_export]
    use super::convert::convert;
    #[pymodule_export]
    use super::game::{_finding, _game, Finding, Game};
    #[pymodule_export]
    use super::input::told_record;
    #[pymodule_export]
    use super::prove::{Games, verify};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
