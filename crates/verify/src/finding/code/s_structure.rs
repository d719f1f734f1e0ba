//! S: the structure of PGN.

use scorebook_core::codes;

codes! {
    S101 Error "unexpected text"
        "These bytes are not a PGN token. They are skipped, and no move is guessed from them."
        "`1. e4 ^ e5`";
    S103 Error "unclosed variation"
        "A `(` has no `)` before the end of the game. The moves after it are not checked, because they may \
         belong to the variation or to the game."
        "`1. e4 e5 (1... c5 2. Nf3 *`";
    S104 Error "unmatched `)`"
        "A variation is closed that was never opened."
        "`1. e4 e5) 2. Nf3`";
    S105 Warning "wrong move number"
        "The number does not match the next move. A jump is reported once, where it happens. `scorebook fix` \
         renumbers the moves."
        "`1. e4 e5 3. Nf3`";
    S106 Warning "move number of the other side"
        "One dot stands before a move by Black, or three dots before a move by White. `scorebook fix` corrects \
         it."
        "`1. e4 1. e5`";
    S107 Warning "missing termination marker"
        "The game ends without `1-0`, `0-1`, `1/2-1/2` or `*`. If the `Result` tag gives one, `scorebook fix` \
         adds it."
        "`1. e4 e5` and then the next `[Event …]`.";
    S108 Error "input ends inside a game"
        "The last game has no termination marker; the file was probably cut short."
        "`12. Nf3 Nc` at the end of the file.";
    S109 Warning "text after the termination marker"
        "Moves or other tokens follow the end of the game on the same line. Where they are moves, `scorebook fix` leaves the game as it \
         stands; a second marker that says the same it removes."
        "`40. Kh1 1-0 Kg8`";
    S110 Warning "empty variation"
        "The parentheses contain no move."
        "`1. e4 ()`";
    S111 Warning "null move in the game"
        "A side passes. Null moves are common in notes, but no real game contains one."
        "`1. e4 -- 2. d4`";
    S112 Warning "invalid NAG"
        "`$` must be followed by a number from 0 to 255."
        "`1. e4 $300`";
    S113 Warning "unknown annotation symbol"
        "A run of `!` and `?` without a meaning, or a printed symbol that has a NAG in PGN. `scorebook fix` \
         writes the NAG."
        "`1. e4 !!!`, `1. e4 ±`";
    S114 Warning "missing space"
        "Two moves, a move and a number, or a move and the result are not separated by a space; only one way to \
         split them makes sense. `scorebook fix` inserts the space."
        "`1. e4e5`";
    S115 Warning "variation without a move to replace"
        "A variation stands before the first move of its line, so there is no move that it replaces. Its moves \
         are not checked."
        "`( 1. d4 ) 1. e4`";
    S116 Warning "game without tags"
        "Movetext begins without a tag section. It may be text between games, or its header was lost."
        "`1-0 1. e4 e5 *`";
    S117 Warning "move number without a move"
        "A move number is not followed by a move."
        "`12. 13. Nf3`";
    S118 Error "game too long"
        "No game starts within 16 MiB. A game is held in memory while it is checked, and this limit bounds the \
         memory for any file. This part is not checked; reading continues at the next game."
        "A file of one line that never ends.";
    S119 Error "variations nested too deeply"
        "Moves in variations beyond the depth limit are not checked."
        "Seventy thousand `(` in a row.";
    S120 Warning "brace inside a comment"
        "Comments do not nest. A `{` inside one may mean that an earlier `}` was lost and that moves became \
         part of the comment."
        "`1. e4 {good e5 2. Nf3 {better}`";
    S121 Warning "termination marker in a variation"
        "A result stands inside parentheses."
        "`1. e4 (1. d4 1-0) e5`";
    S122 Error "unmatched `}`"
        "A comment is closed that was never opened."
        "`1. e4 best} e5`";
    S123 Error "too many findings in this game"
        "The limit for one game is reached; further findings are not listed."
        "A megabyte of random bytes.";
    S124 Warning "nonstandard spelling of the result"
        "The result is understood, but is not spelled `1-0`, `0-1`, `1/2-1/2` or `*`. `scorebook fix` writes \
         the standard form."
        "`1/2`, `1:0`, `½-½`";
    S126 Error "text among the moves"
        "A line of words stands between the moves, or between games, without being a comment. It is skipped, and the moves behind it \
         are checked. `scorebook fix --unsafe-fixes` makes it a comment."
        "`Annotated by the editor of the club's magazine` behind `12. Nf3`.";
    S127 Note "no empty line behind the game"
        "The next tag section begins on the line behind the termination marker. Many readers part games by empty lines, and take \
         the tags for moves. `scorebook fix` inserts the line."
        "`1-0`, and on the next line `[Event …]`.";
    S128 Note "empty comment"
        "The comment says nothing. `scorebook fix` removes it."
        "`1. e4 {}`";
    S129 Note "the same NAG twice"
        "The NAG stands there already. `scorebook fix` removes the second."
        "`1. e4 $1 $1`";
    S130 Note "empty line inside the game"
        "An empty line parts games in many readers, which take the moves behind it for another game: one among the moves, or a second \
         one behind the tags. `scorebook fix` removes it."
        "`1. e4 e5`, an empty line, `2. Nf3`.";
    S201 Warning "duplicate game"
        "A game with the same moves, and the same players as far as their names can be compared, occurs earlier \
         in the corpus."
        "Two exports of one event in one file.";
    S202 Note "duplicate moves"
        "A game with the same moves but other player names occurs earlier in the corpus. Short games often \
         coincide by chance."
        "One game under `Capablanca` and under `NN`.";
    S203 Warning "part of another game"
        "Players and date agree, and the moves of one record are the beginning of the other. One of them was \
         cut short."
        "A live relay and the bulletin of the same game.";
    S301 Error "second reader disagrees"
        "pgn-reader and shakmaty, which replay the game independently, reach other moves or another final \
         position. One of the readers is wrong; please report it together with the game."
        "No known game causes this.";
    S401 Warning "invalid clock"
        "`[%clk …]` must contain hours, minutes and seconds."
        "`{[%clk 0:61:00]}`";
    S402 Warning "clock runs backwards"
        "The clock shows more time than before the move plus the increment, or a negative time."
        "`[TimeControl \"180+2\"]`: 0:01:10, then 0:01:20.";
    S403 Warning "invalid evaluation"
        "`[%eval …]` must contain a number of pawns (`0.35`) or a distance to mate (`#-3`)."
        "`{[%eval good]}`";
    S404 Warning "invalid move time"
        "`[%emt …]` must contain hours, minutes and seconds."
        "`{[%emt 5]}`";
    S405 Warning "invalid squares or arrows"
        "`[%csl …]` must contain squares and `[%cal …]` arrows, each with the letter of a colour before it and \
         commas between them."
        "`{[%csl Ga9]}`";
}
