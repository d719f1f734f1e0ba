//! B: inputs that cannot be read.

use scorebook_core::codes;

codes! {
    B101 Error "input cannot be read"
        "The file cannot be opened, read or unpacked. The other inputs are processed all the same."
        "`games.pgn.gz` that breaks off in the middle.";
    B102 Error "boxes that break off"
        "The hOCR or ALTO XML is damaged from some place on. The pages before it are read."
        "An ALTO file without its last `</alto>`.";
}
