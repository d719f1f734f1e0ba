//! P: a start that cannot be played from.

use scorebook_core::codes;

codes! {
    P901 Error "FEN does not read"
        "The starting position is given by a FEN that cannot be read; the usual array is taken."
        "`[FEN \"8/8/8\"]`";
    P902 Error "no position to start from"
        "The starting position cannot be played from: a king is missing, or the side not to move is in check."
        "`[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]` has no black king.";
}
