//! S: structure, as far as several crates tell it.

codes! {
    S102 Error "comment not closed"
        "A `{` has no `}` before the next game or the end of the file. What stands in it is not read as moves; the next game is found all the same."
        "`1. e4 {best by test`";
    S125 Error "game inside a comment"
        "A comment holds a tag pair at the start of a line or behind a result: most likely its `}` was lost, and the games up to the next `}` went with it. They are not read. `scorebook fix` leaves the game as it stands, `scorebook pack` keeps it out: put the `}` where it belongs."
        "`1. e4 {good e5 1-0`, the next game, and then a `}` in the game behind that.";
    S190 Warning "variations nested too deeply"
        "Variations inside variations are followed to a hundred levels; what lies deeper is left out."
        "A hundred and one opening parentheses.";
}
