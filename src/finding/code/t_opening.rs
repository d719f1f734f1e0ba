//! T: tags that are compared with the openings.

use scorebook_core::codes;

codes! {
    T220 Note "ECO tag disagrees with the moves"
        "The game comes through no position of the opening that the ECO tag names, and does not make the moves of any \
         of its lines, in whatever order. Check the tag, or fill it from the position: remove it and run \
         `scorebook fix --eco`. Only `scorebook verify --classify` looks. Codes are those of the built-in table of openings; a code divided \
         further (`B12h`) counts as the code."
        "`[ECO \"B01\"]` and `1. d4 d5 2. c4`.";
}
