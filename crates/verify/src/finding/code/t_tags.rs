//! T: tag pairs.

use scorebook_core::codes;

codes! {
    T101 Error "malformed tag pair"
        "A tag pair is a bracket, a name of letters, digits and underscores, a value in double quotes (quotes and backslashes escaped by a backslash), and a bracket. `scorebook fix` mends what has one reading."
        "`[White \"Kasparov\"`, `[White Kasparov]`";
    T102 Warning "tag given twice"
        "The name stands twice in one game. The first counts."
        "Two `[White …]`.";
    T103 Warning "tag of the roster missing"
        "The seven tags Event, Site, Date, Round, White, Black and Result should be in every game, with `?` where nothing is known."
        "A game without `[Round …]`.";
    T104 Note "roster out of order"
        "The seven tags come first, in the order Event, Site, Date, Round, White, Black, Result. `scorebook fix` orders them."
        "`[White …]` before `[Event …]`.";
    T201 Warning "not a date"
        "Dates are `YYYY.MM.DD` with `?` for what is not known, and must be in the calendar."
        "`[Date \"2021.02.30\"]`, `[Date \"21.3.1999\"]`";
    T203 Warning "not a time"
        "Times are `HH:MM:SS`."
        "`[UTCTime \"25:00:00\"]`";
    T204 Warning "not a rating"
        "Ratings are numbers from 1 to 4000, or `-`, `?`, `0` or nothing where there is none."
        "`[WhiteElo \"2O50\"]`";
    T205 Warning "not a round"
        "Rounds are numbers, joined by dots; `?` where not known, `-` where not apt."
        "`[Round \"two\"]`";
    T206 Warning "not an ECO code"
        "A letter from A to E and two digits, with a sub-line at most."
        "`[ECO \"F12\"]`";
    T207 Error "not a result"
        "The tag `Result` is `1-0`, `0-1`, `1/2-1/2` or `*`."
        "`[Result \"2-0\"]`";
    T208 Warning "Termination against result"
        "`Termination` says that the game did not end, but it has a result; or that one side won, which the result does not say."
        "`[Termination \"unterminated\"]` and `1-0`";
    T209 Warning "not a time control"
        "Fields joined by colons: `?`, `-`, `moves/seconds`, `seconds`, `seconds+increment`, `*seconds`."
        "`[TimeControl \"blitz\"]`";
    T210 Warning "PlyCount is wrong"
        "`PlyCount` is not the number of half-moves in the game. `scorebook fix` sets it right where the whole game is proven."
        "`[PlyCount \"80\"]` on 79 half-moves";
    T211 Warning "SetUp and FEN disagree"
        "A game from a position has `[SetUp \"1\"]` and `[FEN …]`; neither goes without the other."
        "`[SetUp \"1\"]` alone";
    T212 Error "malformed FEN"
        "The FEN cannot be read. The moves of the game are not proven."
        "`[FEN \"8/8/8\"]`";
    T213 Error "impossible FEN"
        "The FEN can be read, but is no position that the rules allow. The moves of the game are not proven."
        "Two white kings.";
    T214 Warning "final position differs"
        "`CurrentPosition` (or `FinalFEN`) is not the position after the last move."
        "A tag left from another game.";
    T215 Warning "unknown variant"
        "The rules of this variant are not known here; the moves of the game are not proven."
        "`[Variant \"Bughouse\"]`";
    T219 Note "empty value in the roster"
        "A tag of the roster has no value; `?` says that nothing is known."
        "`[White \"\"]`";
}
