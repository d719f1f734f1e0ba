//! R: results of records that were converted.

use scorebook_core::codes;

codes! {
    R101 Error "result contradicts the final position"
        "A side that is checkmated cannot have won, and stalemate is a draw. The result that follows from the \
         position is written."
        "`White resigns` after Black has been mated.";
    R102 Error "conflicting results"
        "The Result tag and the end of the record disagree. The end of the record is used."
        "`[Result \"1-0\"]` over moves that end with `0-1`.";
    R110 Error "second reader disagrees"
        "Every game is read back by an independent program before it is written. That program reached another \
         position, so the game does not count as verified. Please report it together with the record."
        "No known record causes this.";
}
