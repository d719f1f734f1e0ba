//! L: the layout of a record.

use super::{Code, Severity};

codes! {}
