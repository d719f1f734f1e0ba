//! A: a cell that several legal moves fit.

use scorebook_core::codes;

codes! {
    A101 Warning "several legal moves"
        "The text fits more than one legal move, and the rest of the record does not say which was played. \
         The first candidate is written; the game's Reading is `ambiguous`. A person must decide."
        "`R-Q1` with rooks on a1 and f1 and an empty first rank: Rad1 or Rfd1.";
    A102 Note "settled by what follows"
        "The text fits more than one legal move, but only one of them lets the rest of the record be played."
        "`R-Q7` by either rook; the reply `R*R` leaves only Rc7-d7.";
    A103 Note "named by birth"
        "A man is named by its wing (`QR`, `KKt`) and two men answer to the name: one was born on that wing, the other \
         stands nearer to it now. The one by birth is taken, as most books mean it."
        "`QR-Q1` where the queen's rook has gone to f1 and the king's rook stands on a1.";
    A104 Note "settled by the lack of a check mark"
        "The text fits several moves, one of which gives check. The record marks its other checks without fail, so \
         the move without a check is taken."
        "`R-Q7` with no `ch.`, where one rook would give check from d7.";
    A105 Note "promotion piece not named"
        "A pawn reaches the last rank and the text does not say what it becomes. A queen is taken, unless only \
         another piece agrees with the check or mate mark or with what follows."
        "`P-R8` is read as h8=Q.";
    A106 Note "named by standing"
        "A man is named by its wing, and only the one that stands there can make the move, not the one born there."
        "`QR-Q1` played by the rook born on h1, which now stands on the queen's side.";
    A107 Note "hangs on an earlier doubt"
        "The text is one move here, but another one in a reading that an earlier doubt (A101) leaves alive: the same \
         man would come from elsewhere, or take something else. To decide the earlier doubt decides this one."
        "`NxB` by a knight of which move 18 does not say whether it went to d4 or to e5.";
    A108 Warning "the reading is not sure"
        "On a torn page the moves written are the likeliest, but the chance that all of them are right is below the \
         one asked for with `--confidence`: another reading costs little more, a stretch of the game agrees badly with \
         the print, or print is left unread. The game's Reading is `ambiguous`; the moves before this one are the surer \
         part."
        "A game of 80 half-moves read from worn columns, of which move 23 fits badly.";
    A190 Warning "too many readings"
        "So many readings were alive at once that some had to be dropped. The one that is written may not be the only \
         one that fits."
        "A long series of moves without any piece named.";
}
