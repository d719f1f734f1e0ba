//! S: the structure of PGN.

use scorebook_core::codes;

codes! {
    S101 Error "text that fits nothing"
        "The bytes are no token of PGN. They are kept out of the game, and nothing is guessed from them."
        "`1. e4 ^ e5`";
    S102 Error "comment not closed"
        "A `{` has no `}` before the next game or the end of the file. What stands in it is not read as moves; the next game is found all the same."
        "`1. e4 {best by test`";
    S103 Error "variation not closed"
        "A `(` has no `)` before the end of the game. Nothing is said of the moves behind it: they may be the variation's or the game's."
        "`1. e4 e5 (1... c5 2. Nf3 *`";
    S104 Error "`)` without `(`"
        "A variation is closed that was never opened."
        "`1. e4 e5) 2. Nf3`";
    S105 Warning "wrong move number"
        "The number is not that of the move to come. A jump is reported once, where it happens. `scorebook fix` renumbers."
        "`1. e4 e5 3. Nf3`";
    S106 Warning "move number of the other side"
        "One dot stands before a move of Black, or three before a move of White."
        "`1. e4 1. e5`";
    S107 Warning "no termination marker"
        "The game ends without `1-0`, `0-1`, `1/2-1/2` or `*`. Where the tag `Result` says one, `scorebook fix` adds it."
        "`1. e4 e5` and then the next `[Event …]`.";
    S108 Error "input ends inside a game"
        "The last game has no termination marker: the file was probably cut short."
        "`12. Nf3 Nc` at the end of the file.";
    S109 Warning "text after the termination marker"
        "Moves or other tokens follow the end of the game on its line."
        "`40. Kh1 1-0 Kg8`";
    S110 Warning "empty variation"
        "The parentheses hold no move."
        "`1. e4 ()`";
    S111 Warning "null move in the game"
        "A side passes. That is used in notes, but no game can have it."
        "`1. e4 -- 2. d4`";
    S112 Warning "not a NAG"
        "`$` is not followed by a number from 0 to 255."
        "`1. e4 $300`";
    S113 Warning "unknown glyph"
        "A run of `!` and `?` that has no meaning, or a sign that books print and PGN has a NAG for. `scorebook fix` writes the NAG."
        "`1. e4 !!!`, `1. e4 ±`";
    S114 Warning "moves stuck together"
        "Two moves, a move and a number, or a move and the result stand without a space between them; only one way to part them makes sense. `scorebook fix` parts them."
        "`1. e4e5`";
    S115 Warning "variation without a move to replace"
        "A variation stands before the first move of its line, so there is nothing that it replaces. Its moves are not proven."
        "`( 1. d4 ) 1. e4`";
    S116 Warning "game without tags"
        "Movetext begins without a tag section: text between games, or a header that was lost."
        "`1-0 1. e4 e5 *`";
    S117 Warning "move number without a move"
        "A number is followed by something that is no move."
        "`12. 13. Nf3`";
    S118 Error "game too long"
        "No start of a game was found within 16 MiB. A game is held in memory whole while it is proven, so this limit keeps memory flat whatever a file holds. The part was not proven; reading goes on at the next game."
        "A file of one line that never ends.";
    S119 Error "variations nested too deep"
        "Moves in variations deeper than the limit are not proven."
        "Seventy thousand `(` in a row.";
    S120 Warning "brace inside a comment"
        "Comments do not nest: a `{` inside one may mean that a `}` before it was lost, with moves swallowed."
        "`1. e4 {good e5 2. Nf3 {better}`";
    S121 Warning "termination marker in a variation"
        "A result stands inside parentheses."
        "`1. e4 (1. d4 1-0) e5`";
    S122 Error "`}` without `{`"
        "A comment is closed that was never opened."
        "`1. e4 best} e5`";
    S123 Error "too many findings in this game"
        "The limit for one game was reached; the rest is not listed."
        "A megabyte of rubbish.";
    S124 Warning "odd spelling of the result"
        "The result can be understood, but is not spelled `1-0`, `0-1`, `1/2-1/2` or `*`. `scorebook fix` writes it so."
        "`1/2`, `1:0`, `½-½`";
    S201 Warning "the same game again"
        "A game with the same moves, and the same players as far as their names can be compared, stands earlier in the corpus."
        "Two exports of one event in one file.";
    S202 Note "the same moves again"
        "A game with exactly the same moves, but other names, stands earlier in the corpus. Short games are often alike by chance."
        "One game under `Capablanca` and under `NN`.";
    S203 Warning "part of another game"
        "Same players and date, and the moves of one record begin the other: one of them was cut short."
        "A live relay and the bulletin of the same game.";
    S301 Error "the second reader disagrees"
        "pgn-reader and shakmaty, replaying the game by themselves, do not come to the same moves or final position. One of the readers is wrong: please report it."
        "Should never happen.";
    S401 Warning "malformed clock"
        "`[%clk …]` is not followed by hours, minutes and seconds."
        "`{[%clk 0:61:00]}`";
    S402 Warning "clock runs backwards"
        "The clock shows more time than before the move plus the increment, or less than nothing."
        "`[TimeControl \"180+2\"]`: 0:01:10, then 0:01:20.";
    S403 Warning "malformed evaluation"
        "`[%eval …]` is not followed by pawns (`0.35`) or a mate distance (`#-3`)."
        "`{[%eval good]}`";
    S404 Warning "malformed move time"
        "`[%emt …]` is not followed by hours, minutes and seconds."
        "`{[%emt 5]}`";
}
