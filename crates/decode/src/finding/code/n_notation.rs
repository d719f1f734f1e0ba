//! N: text that is not a move in the notation.

use scorebook_core::codes;

codes! {
    N101 Error "not a move"
        "The text is not a move in any notation that was tried."
        "`1. P-K4 xyzzy`";
    N110 Note "different notation"
        "This text is not a move in the notation of the game, but is one in another notation."
        "`Nf3` among moves like `P-K4`.";
    N111 Note "not printed as usual"
        "The text is read as it was meant, though the record prints other moves otherwise: a small letter for a \
         piece, or no sign where a piece is taken."
        "`bc4` for Bc4 among moves like `Nf3`.";
    N190 Warning "ambiguous notation"
        "The whole game can be read in two notations, as two different games. The first is written; choose one \
         with `--from`. Where the notes are in the language of one of them, that one is written, and this is only a note."
        "A short game of pawn and king moves in Spanish or Portuguese.";
    N191 Warning "lists of texts were not used"
        "A recogniser gives several texts for a cell, or there are several sheets of a game, in a notation for which these \
         cannot be weighed. Only the first text of each cell of the first sheet is read, and the game is not claimed."
        "Lists of moves in numbers: `[[\"5254\", -0.1], [\"5253\", -2.3]]`.";
    N192 Warning "unknown notation named"
        "The record names its notation or language, but no notation has that name. The notation is guessed as if none were \
         named. `scorebook convert --from list` lists the names."
        "`\"notation\": \"klingon\"`";
}
