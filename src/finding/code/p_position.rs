//! P: starting positions.

use super::{Code, Severity};

codes! {}
