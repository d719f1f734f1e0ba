//! L: the order of moves in print, as the decoder found it.

use scorebook_core::codes;

codes! {
    L310 Warning "move numbers jump"
        "The number printed with a move is not the one that is due. The moves could be played all the same, but one \
         may be missing, doubled, or misnumbered: look at the page."
        "`14. P-K5 R-K1 16. B-Q3`: move 15 is not there.";
    L311 Warning "a move taken from an unlikely place"
        "On a torn page the move was not found where the print leads one to look: other moves were passed over, its \
         number is another's, or something is left unread beside it. It can be played, and what follows agrees; look \
         at the page."
        "Black's 17th, where the line under White's is passed over and the next one taken.";
    L312 Note "a move passed over"
        "On a torn page a text that reads as a move is no part of the game that was read. It may belong to a note or \
         to another game, or be a move that the reading lacks."
        "A line of a variation between two rows of the score.";
    L313 Warning "a move put together"
        "On a torn page a part of the move stands elsewhere: its rank or its mark of check on the next line, its man in \
         another column. What was put together can be played; look at the page whether it belongs together."
        "`R to Kt 8,` and on the next line `ch`.";
}
