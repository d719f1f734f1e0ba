//! Which codes are reported, and how gravely.

use rustc_hash::FxHashMap;

use crate::finding::{Code, Severity};

/// What the user wants of each code; a code not named keeps its own severity.
#[derive(Clone, Debug, Default)]
pub struct Levels(FxHashMap<&'static str, Option<Severity>>);

impl Levels {
    /// Reports nothing of that code.
    pub fn allow(&mut self, code: &'static Code) {
        self.0.insert(code.id, None);
    }

    /// Reports that code with that severity.
    pub fn set(&mut self, code: &'static Code, severity: Severity) {
        self.0.insert(code.id, Some(severity));
    }

    /// The severity of a code, or `None` when it is not reported.
    #[must_use]
    pub fn severity(&self, code: &'static Code) -> Option<Severity> {
        self.0.get(code.id).copied().unwrap_or(Some(code.severity))
    }
}
