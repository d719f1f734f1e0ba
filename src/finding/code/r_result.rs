//! R: results.

use super::{Code, Severity};

codes! {}
