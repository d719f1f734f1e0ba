//! T: tag pairs.

use super::{Code, Severity};

codes! {}
