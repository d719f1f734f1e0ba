//! S: structure; the codes that several crates report.

codes! {
    S102 Error "unclosed comment"
        "A `{` has no `}` before the next game or the end of the file. The text inside is not read as moves; \
         the next game is found regardless."
        "`1. e4 {best by test`";
    S125 Error "game inside a comment"
        "A comment contains a tag pair at the start of a line or after a result. Its `}` was probably lost, and \
         the games up to the next `}` became part of the comment. They are not read; `scorebook fix` leaves the \
         game unchanged and `scorebook pack` rejects it. Insert the missing `}`."
        "`1. e4 {good e5 1-0`, the next game, and then a `}` in the game behind that.";
    S190 Warning "variations nested too deeply"
        "Variations are read to a depth of one hundred. Deeper ones are left out."
        "A hundred and one opening parentheses.";
}
