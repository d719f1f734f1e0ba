//! B: inputs that cannot be read, or not as they are.

use scorebook_core::codes;

codes! {
    B101 Error "input cannot be read"
        "The file cannot be opened, read or unpacked. The other inputs are processed all the same."
        "`games.pgn.gz` that breaks off in the middle.";
    B102 Error "boxes that break off"
        "The hOCR or ALTO XML is damaged from some place on. The pages before it are read."
        "An ALTO file without its last `</alto>`.";
    B206 Note "left out with markup"
        "The file has markup (HTML, MediaWiki, BBCode, Markdown). It was taken off, and with it something that is no \
         sign of the markup: a reference, a template, a comment, a picture. Places of findings are those of the file as it is."
        "`'''1. e4'''<ref>Lee, p. 12</ref> e5`";
}
