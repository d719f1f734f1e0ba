//! A: cells that match several legal moves.

use scorebook_core::codes;

codes! {
    A101 Warning "ambiguous move"
        "The text fits more than one legal move, and the rest of the record does not show which one was played. \
         The first candidate is written and the game's Reading is `ambiguous`. A person must decide."
        "`R-Q1` with rooks on a1 and f1 and an empty first rank: Rad1 or Rfd1.";
    A102 Note "ambiguous here, resolved by a later move"
        "The text fits more than one legal move, but only one of them allows the rest of the record to be \
         played."
        "`R-Q7` by either rook; the reply `R*R` leaves only Rc7-d7.";
    A103 Note "piece identified by its original side"
        "The text names a piece by its wing (`QR`, `KKt`) and two pieces qualify: one started on that wing, the \
         other is closer to it now. The one that started there is used, as most books mean it."
        "`QR-Q1` where the queen's rook has gone to f1 and the king's rook stands on a1.";
    A104 Note "resolved by the missing check mark"
        "The text fits several moves, one of which gives check. The record marks all its other checks, so the \
         move without check is used."
        "`R-Q7` with no `ch.`, where one rook would give check from d7.";
    A105 Note "promotion piece not stated"
        "A pawn reaches the last rank and the text does not name the new piece. A queen is assumed, unless only \
         another piece agrees with the check or mate mark or with the later moves. Where the later moves \
         do not show which piece it is, the game's Reading is `repaired`."
        "`P-R8` is read as h8=Q.";
    A106 Note "piece identified by its current side"
        "The text names a piece by its wing, and only the piece that is on that wing now can make the move, not \
         the one that started there."
        "`QR-Q1` played by the rook born on h1, which now stands on the queen's side.";
    A107 Note "depends on an earlier ambiguity"
        "The text is one move here, but a different one in a reading that an earlier ambiguity (A101) leaves \
         open: the piece would come from another square, or capture something else. Decide the earlier move and \
         this one follows."
        "`NxB` where move 18 does not say whether the knight went to d4 or to e5.";
    A108 Warning "uncertain reading"
        "On a torn page, and where a recogniser gives lists of texts, the most likely moves are written, but the probability that all of them are right is \
         below `--confidence`: another reading costs little more, part of the game agrees badly with the text, \
         or text is left unread. The game's Reading is `ambiguous`; the moves before this one are more certain."
        "A game of 80 half-moves read from worn columns, of which move 23 fits badly.";
    A109 Warning "guessed half-moves"
        "With `--guess` a game is written on behind the last half-move that holds: with the moves that the print says \
         best, which are often wrong. Each guessed half-move has the glyph $13 in PGN (shown as ∞, unclear) and its \
         chance in JSON; the finding says how many there are. The game's Reading stays `incomplete`."
        "A table worn from row 30 on: 58 half-moves hold, 22 more are guessed.";
    A111 Note "the record alone does not decide"
        "Several of the texts that a recogniser offers for this cell are legal moves. What people usually play makes one of \
         them much likelier; it is written, but the game is not claimed."
        "`Rd1` and `Ra1` about equally likely, in a position in which nobody plays Ra1.";
    A112 Note "claimed by its chance"
        "Some cells of a score sheet do not say the move that is written, and each has a finding of its own. All that the records may \
         say was weighed, as if any cell could be wrong: the chance that the whole game is right is at least 99 %, every half-move stands \
         in some record, and nothing that is written was passed over. So its Reading is `settled`."
        "Two score sheets of one game, of which one has `Nd3` where only Nf3 can be played.";
    A190 Warning "too many readings"
        "So many readings were possible at once that some had to be dropped. The one that is written may not be \
         the only one that fits."
        "A long series of moves without any piece named.";
}
