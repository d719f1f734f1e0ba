//! L: the layout of a record.

use scorebook_core::codes;

codes! {
    L102 Warning "half of a pair is missing"
        "A move number has a move for White and none for Black, and yet the record goes on."
        "`5. B-K2` followed by `6. P-Q3 P-Q3`.";
    L103 Warning "unbalanced parentheses"
        "A variation is closed that was never opened, or opened and never closed. The moves are taken as they stand."
        "`1. e4 e5) 2. Nf3`";
    L104 Error "no game found"
        "Nothing in the input looks like a game in the layout that was asked for or found."
        "A letter without any move in it.";
    L105 Warning "layout uncertain"
        "The input fits two layouts about as well as each other. The first is taken; say which it is with `--layout`."
        "Three rows that may be pairs or two blocks.";
    L106 Warning "columns of unequal length"
        "White's column and Black's cannot belong together: one has more moves than the other allows."
        "24 moves in White's column and 22 in Black's.";
    L107 Error "no column of moves"
        "The table has no column that is known to hold moves. Name the columns with `--columns`."
        "`--columns game=1,white-move=3,black-move=4`";
    L108 Error "board file without a position"
        "The men of a board file do not make a position that can be played from; the usual array is taken."
        "A board file with two white kings.";
    L110 Warning "characters without meaning"
        "Characters between the moves that mean nothing in this layout; they are passed over."
        "`1. e4 ~ e5`";
    L111 Warning "cut inside a record"
        "No game was found to begin in many megabytes of text. So that the memory stays small, the text is cut: a \
         game that stands across the cut is read as two."
        "A file of 20 megabytes without a line end.";
    L112 Note "read in another layout"
        "In the layout that the record seems to have, a game breaks off; read as a book, with torn columns and worn \
         numbers, it goes on. Say with `--layout` if that is wrong."
        "A scanned page of one game, with `I` for 1 and `II` for 11.";
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
