//! L: what conversion says of a record as a whole.

use scorebook_core::codes;

codes! {
    L180 Warning "not expressible in the output format"
        "The format given with `--to`, or the page of a review, cannot express this move or game. A move is written in SAN \
         instead."
        "A promotion to a knight in a notation that has no sign for it.";
    L190 Error "internal error"
        "scorebook failed while it processed this game. Other games are not affected. Please report it together \
         with the record."
        "No known record causes this.";
    L183 Note "part of a record that is not carried over"
        "The form of the input has properties that the output has no place for, or the form of the output has no place for \
         comments and variations. They are left out; the moves are not affected."
        "`LB[hh:1]` in SGF: a label drawn on the board.";
    L182 Note "game fragments left out"
        "A printed book contains places that begin like a game but break off after a few moves: quotations in \
         notes, or games too worn to read. They are not written; look at the pages named."
        "`1. P-K4 P-K4 2. Kt-KB3`, and prose behind it.";
    L326 Note "players of the score above"
        "A second score of a game, without a heading of its own, has nearly all moves of the one above. The players and \
         the place of that one are written for both. Or a numbered list of pairs stands above the games, and has as many lines. Or a town stands \
         behind a surname with nothing between them."
        "`Score as in the tournament book:` below `Score as in the newspaper: 1. e4 …`.";
    L327 Warning "another array or other rules are named"
        "The lines above a game, or its tags, say that it is one of Chess960, of a server's `wild` arrays, or of other rules, and no \
         starting position is given. It was read from the usual one by the rules of chess, which may be right by chance only: \
         give the position as a FEN, as a board, by its letters or by its number."
        "`Unrated wild/fr match, initial time: 3 minutes` above `1. d4 d5 2. e3`.";
    L328 Warning "score that was not read"
        "A game can be played from the numbers of a passage outside the games that were read, or most of its words look like moves: it \
         is rather a score whose notation or layout was not recognised beside the others. Give it in a file of its own, and say what \
         it is (`--from`, `--layout`)."
        "`1 e2 e4 1 e7 e5` and more such rows above a game in another style.";
    L330 Warning "places that were not searched"
        "A game may begin at so many places of this passage that searching from each of them would take too long, and \
         those that were searched led nowhere. The most promising ones were searched; the others were not. The limit counts \
         the work of the search, and not time, so that the same record gives the same games on every machine. If there are \
         games here, give them one by one, or say how they are laid out (`--layout`)."
        "`1. e4` some hundred times, one after another.";
    L320 Warning "unread text among the moves"
        "Text that looks like moves, or that has a move number, is not part of any move, comment, variation or \
         heading that was read. After the last move it makes the game incomplete; elsewhere a move may be \
         missing. Compare the page, or choose another layout with `--layout`."
        "`7 O-O B-K2` where only the second text was read as a move.";
    L321 Note "not a complete game"
        "These moves do not begin at move 1 or at a given position, or cannot be played to their end. Usually \
         they are a variation in prose, an opening table or a number among words. They are left out; \
         `--fragments` writes them too."
        "`12. B-Kt5 would have been met by Q-R4` in an essay.";
    L322 Note "variation between the moves"
        "The move numbers go back, and later the number of the game itself comes again: a note prints a \
         variation between the moves. The variation is attached to the move that it replaces; the game without \
         it is read exactly."
        "`6… B-Kt3 7 P-Q5 Kt-K2 with a difficult game.` between the sixth and the seventh move.";
    L323 Warning "announced games are missing"
        "Numbered headings announce games, but no game could be read after some of them: the text is too worn, \
         or the moves are elsewhere. Or numbers are missing between two headings, as where a page is torn out. The \
         message lists the headings with their pages."
        "`Game 4.` above a table in which no move can be read.";
    L324 Warning "opening table not readable"
        "A table with a line of play in each column does not continue the moves above it: its first row has another \
         number. The start of its lines is unknown, so no game is written."
        "A table whose first row is numbered 7, and no moves above it.";
    L325 Note "column of an opening table"
        "Each column of an opening table is written as a game of its own. The moves above the table are the start of all of \
         them."
        "`1 2 3` over rows with three moves each.";
}
