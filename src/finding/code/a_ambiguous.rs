//! A: a cell that several legal moves fit.

use super::{Code, Severity};

codes! {
    A101 Warning "several legal moves"
        "The text fits more than one legal move, and the rest of the record does not say which was played. \
         The first candidate is written; the game's Reading is `ambiguous`. A person must decide."
        "`R-Q1` with rooks on a1 and f1 and an empty first rank: Rad1 or Rfd1.";
    A102 Note "settled by what follows"
        "The text fits more than one legal move, but only one of them lets the rest of the record be played."
        "`R-Q7` by either rook; the reply `R*R` leaves only Rc7-d7.";
}
