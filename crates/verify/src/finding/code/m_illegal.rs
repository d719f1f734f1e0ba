//! M: moves of PGN games that cannot be made.

use scorebook_core::codes;

codes! {
    M201 Error "illegal move"
        "The move of a PGN game is against the rules, for the reason given. The moves before it are proven; the rest of the line is only looked over. A sole legal reading is offered by `scorebook fix --unsafe-fixes`."
        "`1. e4 e5 2. Ke3`";
    M202 Error "ambiguous move"
        "Several legal moves fit the text. The rest of the line is not proven."
        "`Nd7` with knights on b8 and f6";
    M203 Error "move after the end"
        "The position before this move is mate or stalemate (or the variant's end): the game was over."
        "`1. f3 e5 2. g4 Qh4# 3. a3`";
    M204 Error "promotion not stated"
        "A pawn reaches the last rank and the text does not say what it becomes. Nothing is assumed."
        "`60. e8` with a pawn on e7";
}
