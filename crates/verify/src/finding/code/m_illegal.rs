//! M: illegal moves in PGN games.

use scorebook_core::codes;

codes! {
    M201 Error "illegal move"
        "The move is against the rules, for the reason given. The moves before it are proven; the rest of the \
         line is only checked superficially. If a single legal reading exists, `scorebook fix --unsafe-fixes` \
         writes it."
        "`1. e4 e5 2. Ke3`";
    M202 Error "ambiguous move"
        "Several legal moves match the text. The rest of the line is not proven."
        "`Nd7` with knights on b8 and f6";
    M203 Error "move after the end of the game"
        "The position before this move is checkmate or stalemate (or the end by the variant's rules), so the \
         game was over."
        "`1. f3 e5 2. g4 Qh4# 3. a3`";
    M204 Error "missing promotion piece"
        "A pawn reaches the last rank and the text does not name the new piece. None is assumed."
        "`60. e8` with a pawn on e7";
    M205 Warning "illegal move that the record marks"
        "The move is against the rules, and the record says so: by the note M120 behind it, or by the tag \
         `Reading \"illegal\"`, as `convert --as-written` writes them. It is played, and the moves behind it are checked."
        "`9. c2c4 {M120: illegal, kept as written: it leaves the king on e1 in check from f2}`";
}
