//! L: what conversion says of a record as a whole.

use scorebook_core::codes;

codes! {
    L180 Warning "not writable in that notation"
        "The notation asked for with `--to` cannot say this move; it is written in SAN instead."
        "A promotion to a knight in a notation that has no sign for it.";
    L190 Error "game not processed"
        "Something went wrong inside scorebook while it read this game; the others are not touched. Please report it \
         with the record."
        "No record is known to do this.";
    L182 Note "fragments of games"
        "A printed book holds places that read as the beginning of a game and break off after a few moves: fragments in \
         notes, or games whose print is too worn. They are not put out as games."
        "`1. P-K4 P-K4 2. Kt-KB3`, and prose behind it.";
    L320 Warning "print not accounted for"
        "A text that reads as moves, or a numbered one that does not, is in no move that was read, and in no comment, \
         variation or heading either. Behind the last move the game is incomplete; elsewhere a move may be missing: \
         look at the page, or say another layout with `--layout`."
        "`7 O-O B-K2` where only the second text was taken for a move.";
    L321 Note "not put out as a game"
        "Moves that do not begin as a game begins (at move 1, or from a position that is given), or that cannot be \
         played on: mostly a variation in prose, a table of openings, or a number among words. `--fragments` puts \
         them out all the same."
        "`12. B-Kt5 would have been met by Q-R4` in an essay.";
    L322 Note "variation among the moves"
        "The numbers of the moves go back, and the game's own number comes once more behind: a variation that a note \
         prints between the moves. It is put to the move in whose place it stands; the game without it is read exactly."
        "`6… B-Kt3 7 P-Q5 Kt-K2 with a difficult game.` between the sixth and the seventh move.";
    L323 Warning "announced games are missing"
        "Numbered headings announce games, and behind some of them no game could be read: the print is too worn, or the moves \
         stand elsewhere. The message names the headings with their pages."
        "`Game 4.` above a table of which no move can be read.";
    L324 Warning "table of openings not readable"
        "A table with a line of play in each column is numbered otherwise than the moves above it go on: where its lines \
         begin is not told, and no game is made of it."
        "A table whose first row is numbered 7, and no moves above it.";
    L325 Note "column of a table of openings"
        "Each column of a table of openings is a game by itself; the moves above the table are the start of all of them."
        "`1 2 3` over rows with three moves each.";
}
