//! L: the layout of a record.

use scorebook_core::codes;

codes! {
    L102 Warning "half of a move pair is missing"
        "A move number has a move for White but none for Black, although the record continues. Check the page \
         for the missing move."
        "`5. B-K2` followed by `6. P-Q3 P-Q3`.";
    L103 Warning "unbalanced parentheses"
        "A variation is closed but was never opened, or opened but never closed. The moves are read as if the \
         parenthesis were absent."
        "`1. e4 e5) 2. Nf3`";
    L104 Error "no game found"
        "Nothing in the input looks like a game in this layout. Choose another layout with `--layout`, or check \
         that the input contains moves."
        "A letter without any move in it.";
    L105 Warning "uncertain layout"
        "The input fits two layouts about equally well. The first is used; choose one with `--layout`."
        "Three rows that may be pairs or two blocks.";
    L106 Warning "columns of unequal length"
        "White's and Black's moves do not match: one side has more than the other allows, or a row of moves stands \
         alone. Check the page for missing rows."
        "24 moves in White's column and 22 in Black's.";
    L107 Error "no column of moves"
        "No column of the table is known to contain moves. Name the columns with `--columns`."
        "`--columns game=1,white-move=3,black-move=4`";
    L108 Error "board file without a valid position"
        "The pieces of a board before a game do not form a position that can be played from. The moves are not read, and \
         stay as a comment."
        "A board file with two white kings.";
    L110 Warning "unexpected characters"
        "These characters have no meaning between moves in this layout. They are skipped."
        "`1. e4 ~ e5`";
    L111 Warning "cut inside a record"
        "No game starts within many megabytes of text. To limit memory, the text is split here; a game across \
         the split is read as two."
        "A file of 20 MB without a line end.";
    L112 Note "read in another layout"
        "In the detected layout a game breaks off; read as a book, with torn columns and worn numbers, or with its moves looked \
         for in worn running text, it continues. Use `--layout` if this is wrong."
        "A scanned page of one game, with `I` for 1 and `II` for 11.";
    L113 Note "signs of a chess font"
        "Signs stand where pieces should: the text was copied from a page in a chess font. They are read as the pieces \
         under which the games can be played; no other way goes as far."
        "`2. ©f3 d6 3. d4 cxd4 4. ©xd4` is read as `2. ♘f3 d6 3. d4 cxd4 4. ♘xd4`.";
    L114 Error "line of a board file that names no man"
        "The line begins as one that puts a man on the board does, but names no square, no kind of man, or a square on \
         which another man stands. The position without it is used, so the game counts as incomplete. Correct the line."
        "`WP G9`: `G9` is no square";
    L115 Note "castling rights are assumed"
        "A board file does not say who may castle. Kings and rooks on their first squares are taken to be unmoved. \
         Correct the FEN if this is wrong."
        "`WK E1` and `WR H1` give White the right to castle short.";
    L116 Note "side to move is assumed"
        "A board is printed before the game, and nothing says who is to move. White is taken to be."
        "Eight rows of men, and `1. Kd4` below them.";
    L117 Warning "not in the form of a recogniser's record"
        "An item of `plies` is neither a text, nor null, nor a list of texts with the logarithms of their probabilities; or a \
         logarithm is above 0; or the notation or language is not known. The message says which; what is not understood is \
         left out. See docs/recognised.md."
        "`[\"Nf3\", 0.93]`: 0.93 is a probability, its logarithm is -0.07.";
    L118 Error "broken data"
        "The file is not well formed here: a quotation mark, a bracket or a comma is too many or missing; or, in a log of \
         positions, no legal move leads from one to the next; or a row of EPD gives no position. What stands around it may be lost, so the game counts as \
         incomplete. Mend the file, or write it again with the program that made it."
        "`{\"moves\": \"e4 e5\", \"\"white\": \"Anna\"}`";
    L119 Warning "duplicate tag"
        "The tag occurs twice in one game. The first one is used. Tags of games whose moves are missing are often the reason."
        "Two `[White …]` before the moves.";
    L120 Note "board that is not the start"
        "A board is printed before the game, but its first moves cannot be played from there, and can from the usual position: \
         the game starts from that. An article shows before an opening what comes of it. If the game should start from the \
         board, compare the men on it with the source."
        "Eight rows of men with a bishop on c4, and `1. e4 e5 2. Nf3 Nc6 3. Bc4` below them.";
    L301 Note "uncertain order of moves"
        "Columns are torn apart, numbers are lost, or notes with moves stand in between. The layout yields all \
         cells of the game; legality decides which of them are its moves, and in which order."
        "White's moves 1 to 23 one under the other, and Black's after them, without numbers.";
    L302 Warning "opening moves copied from another game"
        "The record says that the game begins like an earlier one. Its first moves are copied from that game; \
         check that the right game is meant."
        "`Move 1-6 as in Game No. 16.`";
    L303 Note "game at odds"
        "The heading removes a piece from the starting position. The game starts from that position, which is \
         written as FEN."
        "`(Remove White's Q. R. from the Board.)`";
    L304 Error "referenced game not found"
        "The record refers to the first moves of another game, but no game with that number comes before it."
        "`Move 1-8 as in Game No. 99.`";
    L305 Warning "move at the beginning of a sentence"
        "The last moves of this game begin a sentence of a note, and nothing says how the game ended. They may be \
         its moves, or moves that the note talks about. Compare them with the source."
        "`15.Qxf3 The position is clear. 16.Rac1 Now White threatens to take.`";
    L306 Warning "game goes on in a note"
        "Nothing says how the game ended, and the note behind its last move names a move with the next number. It is \
         not clear whether that move was played, so the game stops before it."
        "`8. Qxb7 Re8. Here I thought for long about 9. Qxa8, but played 9. Be2.`";
    L307 Warning "Black's moves printed before White's"
        "The head of the columns names Black before White. The moves are read so: the second text of each row is \
         White's. Check that the head is right."
        "`Black   White` over `1. P-QB4   P-K4`.";
    L308 Note "rows put in order"
        "Rows are printed out of their order. They are read in the order of their numbers; the game can be played so, and \
         in no other order."
        "Row 7 above row 6.";
    L309 Note "rows printed twice"
        "Rows are printed a second time, with the same numbers and the same moves, as where a page begins with the last rows \
         of the one before; or a game begins again below its first moves, as where a position is shown between the two. They are \
         read once."
        "`3. Bb5 a6` on two lines.";
    L331 Warning "first moves among words"
        "A text in which no game was found has the first moves of one, among words and perhaps in a sentence. They can be played as \
         they are and are written; whether the text has more of the game in words, or only names its opening, is not known."
        "`The novel has a game that begins 1 e4 c6 2 d4 d5 3 Nc3 dxe4 4 Nxe4.`";
    L332 Warning "move within a sentence"
        "The game goes on with a move in the middle of a sentence, which may speak of what was not played. Its number is the next one, \
         it can be played, and the moves behind it go on from it; compare it with the source."
        "`Mackenzie was ready for it: 6.Qxg4! Nxg4 7.Bxf7+ Kd7`.";
    L333 Note "first moves told again"
        "In a text of mostly words, without names and without an end, stand moves with which another game of the text begins. They are \
         that game's, and no game of their own."
        "`We look at 1.e4 e5 2.Nf3 Nc6 3.d4.` above `1.e4 e5 2.Nf3 Nc6 3.d4 exd4 4.Bc4`.";
    L314 Note "numbers begin again"
        "The numbers of the moves begin again at 1, as on a second sheet or behind an adjournment. What stands there is no game \
         from the usual position, and all of it can be played from the end of the moves above: it is read as one game with them."
        "`8. Nc3 c6`, `(second sheet)`, `1. Bg5 b5`.";
    L315 Warning "number without a move"
        "Behind the last move stands the number that is due, and no move behind it: the last move may be lost. The moves before \
         it are read as they stand."
        "`30. Kd6 Kb5 31.` at the end of a record.";
    L316 Note "line between the moves passed over"
        "A line between two moves has the form of a heading, and the numbers behind it are those that are due: it is the head of a \
         page, or another line that is none of the game's. The moves on both sides of it are read as one game."
        "`11. Bd3`, `THE CHESS AMATEUR  112`, `Nf6 12. O-O`.";
    L340 Note "misprinted number"
        "A number is not the one that is due, and the numbers of the moves before and behind it are. The moves are read in \
         the order in which they stand."
        "`[8]` between `[13]` and `[15]`.";
    L341 Note "cell beside its column"
        "A row of a table has a move beside the columns of moves, and a column of moves is empty there: the cells of the row \
         stand too far right. They are read in their order."
        "`11,Qxd8+,,Bxd8` under `10,dxe4,dxe4`.";
    L342 Warning "answer that nobody played"
        "A best move (`bm`) or a predicted variation (`pv`) of EPD says what should be played, not what was. It is no move of \
         a game, so it is left out. If it was played, write it as a supplied move (`sm`)."
        "`bm Qd1+;` beside the last position of a game.";
    L343 Note "date in another form"
        "A tag with a date is not in the form that PGN has for it, year, month, day. What it means is certain, and it is written \
         in that form."
        "`[Date \"29/10/2011\"]` is `[Date \"2011.10.29\"]`.";
    L344 Warning "date whose day and month are not certain"
        "A tag with a date is not in the form that PGN has for it, and nothing decides which of its numbers is the month. \
         It is written as it stands. Look into the source, and write year, month and day."
        "`[Date \"3/4/1999\"]`.";
}
