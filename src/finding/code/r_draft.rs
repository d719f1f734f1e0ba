//! R: results of records that were converted.

use scorebook_core::codes;

codes! {
    R101 Error "result against the final position"
        "The record's end contradicts the position it leads to: a side that is mated cannot have won, and a stalemate \
         is a draw. The result that the rules give is written."
        "`White resigns` after Black has been mated.";
    R102 Error "two results"
        "The Result tag and the end of the record do not agree. The end of the record is taken."
        "`[Result \"1-0\"]` over moves that end with `0-1`.";
    R110 Error "second reader disagrees"
        "Before a game is written it is read back by another program and played through. Here that reading ended in \
         another position, so the game is not called verified. Please report it with the record."
        "No record is known to do this.";
}
