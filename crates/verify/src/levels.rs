//! Which codes are reported, and with which severity.

use rustc_hash::FxHashMap;

use crate::finding::{Code, Severity};

/// The user's severity for each code; other codes keep their own.
#[derive(Clone, Debug, Default)]
pub struct Levels(FxHashMap<&'static str, Option<Severity>>);

impl Levels {
    /// Does not report this code.
    pub fn allow(&mut self, code: &'static Code) {
        self.0.insert(code.id, None);
    }

    /// Reports this code with this severity.
    pub fn set(&mut self, code: &'static Code, severity: Severity) {
        self.0.insert(code.id, Some(severity));
    }

    /// The severity of a code; `None` if it is not reported.
    #[must_use]
    pub fn severity(&self, code: &'static Code) -> Option<Severity> {
        self.0.get(code.id).copied().unwrap_or(Some(code.severity))
    }
}
