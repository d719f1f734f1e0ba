//! W: what several records of one game say.

use scorebook_core::codes;

codes! {
    W101 Warning "records differ"
        "The records of this game do not say the same here. The message quotes each; what is written fits the rules and \
         the rest of all records best."
        "One score sheet has `Nf3`, the other `Nd3`.";
    W102 Note "in one record only"
        "Only one of the inputs has this game."
        "A game of which the other input has no sheet.";
    W103 Note "not all records were read together"
        "More inputs have this game than are read together at once; the longest records were."
        "Five transcripts of one game.";
    W104 Warning "the known game differs"
        "The game is also in the collection of `--known`, but has another move there. The move of the record is written. \
         Either the collection or the record is wrong; compare the record with its source."
        "The score sheet has `Nd3`, the database Nf3.";
    W105 Note "not among the known games"
        "No game of `--known` has these moves and players."
        "A game of the book that the database lacks.";
    W106 Note "a known game was not found"
        "No record that was read is this game of `--known`. If there are many such games, they are counted."
        "A database of the whole tournament, and the sheets of one round.";
    W107 Note "a page of another input"
        "An input begins with a later move number and continues this game; its moves are told at the end of the first \
         page."
        "A score sheet whose second page begins with move 41, in a file of its own.";
    W108 Warning "the moves of one side only"
        "The record has the moves of White only, or of Black only. That is no game, and none is made up; `scorebook collate` reads it \
         together with a record that has the other side's moves."
        "A table whose column `black` is empty.";
}
