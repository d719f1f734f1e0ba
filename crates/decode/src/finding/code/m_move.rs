//! M: a move that cannot be made.

use scorebook_core::codes;

codes! {
    M101 Error "no legal move fits"
        "The text can be read as a move, but no legal move in this position fits it. The game stops here: the \
         moves before it are proven, the rest is quoted."
        "`1. P-K4 P-K4 2. R-K1`: the rook on a1 is blocked by b1.";
    M110 Warning "read against the print"
        "No reading of the record is exact. The move written here contradicts the print in a way that writers slip \
         (a rank off by one, the wrong wing, another man of the kind), and lets the rest of the game be played."
        "`Q-R3` where only Qh4 lets the game go on: read as Qh4, the rank is off by one.";
    M111 Warning "a misread text"
        "The text is no move as it stands, but near to the text of one; scanners misread so."
        "`Pio BS` is taken for P to B 5.";
    M112 Warning "a move is missing"
        "The record has lost a move; the one written here is what lets the rest be played."
        "`14. R-K1 15. ...` with no reply of Black's.";
    M113 Warning "a slip may lie here"
        "The record can be played up to a later move that cannot be. If this move were another than the one that is \
         printed, the record could be read farther. It is left as printed: a person should look at both places."
        "`5. Nc3` for `5. Nd2`, which shows only when a knight is to go from d2.";
    M114 Warning "a text that cannot be read"
        "The text is no legal move and near to none, but what follows can be played: the move written here is what \
         lets it be. Where several do, A101 says so; look at the page."
        "`1. e4 e5 2. #*? Nc6 3. Bb5 a6 4. Ba4 Nf6`, where only Nf3 lets the rest be played.";
    M120 Warning "against the rules, as written"
        "The man can move so, but the rules forbid it: the king is left in check, passes through an attacked square, \
         or castling is no longer allowed. With `--as-written` the move is made all the same, since that is what was \
         played. Such a game is no legal PGN."
        "`9. P-B4` while the king on e1 is in check from f2.";
}
