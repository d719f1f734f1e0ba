//! L: the layout of a record.

use super::{Code, Severity};

codes! {
    L301 Note "the order of moves is uncertain in print"
        "Columns are torn apart, numbers are lost, or notes with moves stand between: the layout gives all cells \
         of the game, and what can be played decides which of them are its moves, and in which order."
        "White's moves 1 to 23 one under the other, and Black's after them, without numbers.";
    L302 Warning "first moves taken from another game"
        "The record says that the game begins like an earlier one. Its moves are copied from there: look whether \
         the print means the same moves."
        "`Move 1-6 as in Game No. 16.`";
    L303 Note "a game at odds"
        "The heading removes a man from the array; the game starts from that position, given as FEN."
        "`(Remove White's Q. R. from the Board.)`";
    L304 Error "the game goes on from one that was not found"
        "The record refers to the first moves of another game, but no game of that number was read before."
        "`Move 1-8 as in Game No. 99.`";
}
