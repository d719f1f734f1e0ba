//! M: illegal moves.

use scorebook_core::codes;

codes! {
    M101 Error "no legal move fits"
        "The text can be read as a move, but no legal move in this position matches it. The game stops here: \
         the moves before it are proven, the rest is quoted."
        "`1. P-K4 P-K4 2. R-K1`: the rook on a1 is blocked by b1.";
    M110 Warning "misprint repaired"
        "No exact reading of the record exists. The move written here differs from the text by a common slip (a \
         rank off by one, the wrong wing, another piece of the kind), and allows the rest of the game to be \
         played. Compare the page."
        "`Q-R3` where only Qh4 lets the game go on: read as Qh4, the rank is off by one.";
    M111 Warning "misread text repaired"
        "The text is not a move, but close to the text of one, as OCR errors are. Compare the page."
        "`Pio BS` is read as P to B 5.";
    M112 Warning "missing move inferred"
        "A move is missing from the record. The move written here is inferred from the moves that follow."
        "`14. R-K1 15. ...` without a reply by Black.";
    M113 Warning "possible misprint"
        "The record can be played up to a later move that is illegal. If this move were another one, the record \
         could be read farther. It is kept as printed; check both places."
        "`5. Nc3` for `5. Nd2`, which shows only when a knight is to go from d2.";
    M114 Warning "unreadable move inferred"
        "The text is not a legal move and not close to one, but the following moves can be played if the move \
         written here is assumed. If several moves work, A101 says so. Compare the page."
        "`1. e4 e5 2. #*? Nc6 3. Bb5 a6 4. Ba4 Nf6`, where only Nf3 lets the rest be played.";
    M115 Warning "move out of its column or row"
        "A table has a column for each side and a row for each number, but this cell is read as a move of the other side or \
         behind a later cell. A move is probably missing before it, a row was left empty, or two cells are exchanged. Compare \
         the rows with the source."
        "A row whose first cell is empty: `4,,O-O`.";
    M119 Note "null move"
        "A side passes (`--`, `Z0`, `null`). Null moves are common in notes and in files of programs, but no real game \
         contains one. It is kept."
        "`13. Bg5 -- 14. Rad1`";
    M120 Warning "illegal move kept as written"
        "The piece can move this way, but the rules forbid it: the king is left in check or crosses an attacked \
         square, or castling is no longer allowed. With `--as-written` the move is made, because it was played. \
         Such a game is not legal PGN."
        "`9. P-B4` while the king on e1 is in check from f2.";
}
