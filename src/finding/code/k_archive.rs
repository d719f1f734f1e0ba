//! K: archives.

use super::{Code, Severity};

codes! {}
