//! L: the order of moves in print.

use scorebook_core::codes;

codes! {
    L310 Warning "move number out of sequence"
        "The number printed with this move is not the expected one. The moves are legal, but one may be \
         missing, duplicated or misnumbered. Check the page."
        "`14. P-K5 R-K1 16. B-Q3`: move 15 is not there.";
    L311 Warning "uncertain move order"
        "On a torn page this move is not where the layout suggests: other moves were skipped, its number \
         belongs to another move, or text next to it was left unread. The move is legal and the following moves \
         agree. Check the page."
        "Black's 17th move, where the line below White's is skipped and the next one used.";
    L312 Note "move text skipped"
        "On a torn page a text that looks like a move is not part of the game as read. It may belong to a note \
         or another game, or be a move that the reading lacks. Check the page."
        "A line of a variation between two rows of the score.";
    L313 Warning "move joined from several places"
        "On a torn page parts of this move stand apart: its rank or check mark on the next line, its piece in \
         another column. The joined move is legal. Check that the parts belong together."
        "`R to Kt 8,` and on the next line `ch`.";
}
