//! B: bytes and encodings.

use super::{Code, Severity};

codes! {
    B101 Error "input cannot be read"
        "The file cannot be opened, read or unpacked. The other inputs are processed all the same."
        "`games.pgn.gz` that breaks off in the middle.";
}
