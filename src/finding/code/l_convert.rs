//! L: what conversion says of a record as a whole.

use scorebook_core::codes;

codes! {
    L180 Warning "not writable in that notation"
        "The notation asked for with `--to` cannot say this move; it is written in SAN instead."
        "A promotion to a knight in a notation that has no sign for it.";
    L190 Error "game not processed"
        "Something went wrong inside scorebook while it read this game; the others are not touched. Please report it \
         with the record."
        "No record is known to do this.";
}
