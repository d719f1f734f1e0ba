//! C: check and mate marks.

use super::{Code, Severity};

codes! {}
