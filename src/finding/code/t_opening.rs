//! T: tags that are held to the openings.

use scorebook_core::codes;

codes! {
    T220 Note "ECO tag disagrees with the moves"
        "The moves come through no position of the opening that the ECO tag names, in whatever order. Only \
         `scorebook verify --classify` looks. Codes are those of the built-in table of openings; a code divided \
         further (`B12h`) counts as the code."
        "`[ECO \"B01\"]` and `1. d4 d5 2. c4`.";
}
