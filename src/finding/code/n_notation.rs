//! N: text that is no move in the notation.

use super::{Code, Severity};

codes! {
    N101 Error "not a move"
        "The text is no move in any notation that was tried."
        "`1. P-K4 xyzzy`";
}
