//! M: a move that cannot be made.

use super::{Code, Severity};

codes! {
    M101 Error "no legal move fits"
        "The text can be read as a move, but no legal move in this position fits it. The game stops here: the \
         moves before it are proven, the rest is quoted."
        "`1. P-K4 P-K4 2. R-K1`: the rook on a1 is blocked by b1.";
}
