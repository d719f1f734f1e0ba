//! Which codes are reported.

use pyo3::prelude::*;
use scorebook::finding::code;
use scorebook::verify::Levels;

use super::error::make;

/// Levels that suppress the given codes, or all codes of the given letters.
///
/// # Errors
/// `ValueError` for an unknown code.
pub fn levels(py: Python<'_>, allow: &[String]) -> PyResult<Levels> {
    let mut levels = Levels::default();
    for id in allow {
        let named = |known: &&str| match id.len() {
            1 => known[..1].eq_ignore_ascii_case(id),
            _ => known.eq_ignore_ascii_case(id),
        };
        let mut found = false;
        for code in code::all().filter(|code| named(&code.id)) {
            levels.allow(code);
            found = true;
        }
        if !found {
            return Err(make(
                py,
                "UnknownName",
                (format!("no code {id}; scorebook.explain() lists them all"),),
            ));
        }
    }
    Ok(levels)
}
