//! N: text that is no move in the notation.

use scorebook_core::codes;

codes! {
    N101 Error "not a move"
        "The text is no move in any notation that was tried."
        "`1. P-K4 xyzzy`";
    N110 Note "another notation"
        "A single text is no move in the game's notation but is one in another."
        "`Nf3` among moves like `P-K4`.";
    N190 Warning "two notations fit"
        "The whole game reads in two notations, as different games. The first is written; say which it is with `--from`."
        "A short game of pawn and king moves in Spanish or Portuguese.";
}
