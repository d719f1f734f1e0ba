//! T: tag pairs.

use scorebook_core::codes;

codes! {
    T101 Error "invalid tag pair"
        "A tag pair is `[`, a name of letters, digits and underscores, a value in double quotes (quotes and \
         backslashes escaped with a backslash), and `]`. `scorebook fix` repairs it where only one reading is \
         possible."
        "`[White \"Kasparov\"`, `[White Kasparov]`";
    T102 Warning "duplicate tag"
        "The tag occurs twice in one game. The first one is used."
        "Two `[White …]`.";
    T103 Warning "missing required tag"
        "Every game should have the seven tags Event, Site, Date, Round, White, Black and Result, with `?` for \
         unknown values."
        "A game without `[Round …]`.";
    T104 Note "required tags out of order"
        "The seven required tags come first, in the order Event, Site, Date, Round, White, Black, Result. \
         `scorebook fix` sorts them."
        "`[White …]` before `[Event …]`.";
    T201 Warning "invalid date"
        "Dates have the form `YYYY.MM.DD`, with `?` for unknown digits, and must exist in the calendar."
        "`[Date \"2021.02.30\"]`, `[Date \"21.3.1999\"]`";
    T203 Warning "invalid time"
        "Times have the form `HH:MM:SS`."
        "`[UTCTime \"25:00:00\"]`";
    T204 Warning "invalid rating"
        "Ratings are numbers from 1 to 4000; `-`, `?`, `0` or an empty value mean that there is none."
        "`[WhiteElo \"2O50\"]`";
    T205 Warning "invalid round"
        "Rounds are numbers joined by dots, `?` if unknown, or `-` if not applicable."
        "`[Round \"two\"]`";
    T206 Warning "invalid ECO code"
        "An ECO code is a letter from A to E and two digits, optionally with a subvariation."
        "`[ECO \"F12\"]`";
    T207 Error "invalid result"
        "The `Result` tag must be `1-0`, `0-1`, `1/2-1/2` or `*`."
        "`[Result \"2-0\"]`";
    T208 Warning "Termination contradicts the result"
        "`Termination` says that the game was not finished, but there is a result; or it names a winner that \
         the result does not."
        "`[Termination \"unterminated\"]` and `1-0`";
    T209 Warning "invalid time control"
        "A time control consists of fields joined by colons: `?`, `-`, `moves/seconds`, `seconds`, \
         `seconds+increment` or `*seconds`."
        "`[TimeControl \"blitz\"]`";
    T210 Warning "wrong PlyCount"
        "`PlyCount` is not the number of half-moves in the game. `scorebook fix` corrects it if the whole game \
         is verified."
        "`[PlyCount \"80\"]` on 79 half-moves";
    T211 Warning "SetUp and FEN disagree"
        "A game from a position needs both `[SetUp \"1\"]` and `[FEN …]`."
        "`[SetUp \"1\"]` alone";
    T212 Error "invalid FEN"
        "The FEN cannot be parsed. The moves of the game are not checked."
        "`[FEN \"8/8/8\"]`";
    T213 Error "impossible FEN"
        "The FEN can be parsed, but the rules do not allow its position. The moves of the game are not checked."
        "Two white kings.";
    T214 Warning "final position differs"
        "`CurrentPosition` (or `FinalFEN`) is not the position after the last move."
        "A tag copied from another game.";
    T215 Warning "unknown variant"
        "The rules of this variant are not known, so the moves of the game are not checked. Pass its rules with \
         `--variants FILE`."
        "`[Variant \"Bughouse\"]`";
    T221 Warning "incomplete FEN"
        "Fields of the FEN are missing: after the placement come the side to move, the rights to castle, the square of en passant and \
         two numbers. What is missing is read as the rules of FEN have it, White to move without rights, or as the moves of \
         the game show it. `scorebook fix` completes the tag."
        "`[FEN \"4k3/8/8/8/8/8/4P3/4K3\"]`";
    T222 Error "FEN with the wrong side to move"
        "The moves cannot be played by the side that the FEN says is to move, and all of them can be by the other. `scorebook fix` \
         corrects the tag."
        "`… b KQkq - 0 1` and `1. e4 e5 2. Nf3`";
    T223 Error "FEN without rights to castle"
        "A side castles, though the FEN gives it no right to, and with the right all moves can be played. `scorebook fix` \
         corrects the tag."
        "`4k3/8/8/8/8/8/8/4K2R w - - 0 1` and `1. O-O`";
    T219 Note "empty value in a required tag"
        "A required tag has no value. Use `?` for an unknown value."
        "`[White \"\"]`";
}
