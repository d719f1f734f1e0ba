//! P: starting positions that cannot be played from.

use scorebook_core::codes;

codes! {
    P901 Error "invalid FEN"
        "The FEN of the starting position cannot be parsed. The standard starting position is used."
        "`[FEN \"8/8/8\"]`";
    P902 Error "no playable starting position"
        "The starting position cannot be played from: a king is missing, or the side not to move is in check."
        "`[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]` has no black king.";
}
