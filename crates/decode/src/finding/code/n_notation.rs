//! N: text that is not a move in the notation.

use scorebook_core::codes;

codes! {
    N101 Error "not a move"
        "The text is not a move in any notation that was tried."
        "`1. P-K4 xyzzy`";
    N110 Note "different notation"
        "This text is not a move in the notation of the game, but is one in another notation."
        "`Nf3` among moves like `P-K4`.";
    N111 Note "not printed as usual"
        "The text is read as it was meant, though the record prints other moves otherwise: a small letter for a \
         piece, or no sign where a piece is taken."
        "`bc4` for Bc4 among moves like `Nf3`.";
    N190 Warning "ambiguous notation"
        "The whole game can be read in two notations, as two different games. The first is written; choose one \
         with `--from`."
        "A short game of pawn and king moves in Spanish or Portuguese.";
}
