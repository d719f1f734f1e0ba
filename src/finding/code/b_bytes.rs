//! B: bytes and encodings.

use super::{Code, Severity};

codes! {}
