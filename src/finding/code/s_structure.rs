//! S: the structure of PGN.

use super::{Code, Severity};

codes! {}
