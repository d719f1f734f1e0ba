//! D: what a person has decided, in a corrections file.

use scorebook_core::codes;

codes! {
    D102 Warning "correction no longer applies"
        "The text that this row of the corrections file refers to is no longer in the record, occurs in several \
         places, or is not something that this kind of row can decide. The row is ignored. Check the place and \
         decide it again, for example with `scorebook review`."
        "The line that the row quotes was edited.";
    D103 Note "duplicate correction"
        "Two rows of the corrections file say the same about the same place. One of them is used; the other can \
         be deleted."
        "Two files of corrections, one copied after the other.";
    D104 Error "conflicting corrections"
        "Two rows of the corrections file contradict each other about the same place. Both are ignored; delete \
         the wrong one."
        "`…,move,Ne5` and `…,junk,` for one cell.";
    D105 Warning "correction for another file"
        "Rows of the corrections file name a file that is not among the inputs. They are ignored."
        "The corrections of the first volume, given with the second.";
    D106 Error "invalid correction"
        "A row of the corrections file has an unknown kind, no line number, no text to locate it by, or no \
         value. The kinds are move, misprint, junk, missing, missing-after, not-score, game, tag and leave."
        "`book.txt,812,Kt-K5,,mvoe,Ne5`";
    D107 Error "decided move cannot be played"
        "The move given in the corrections file is not legal here, or the reading that gets farthest skips its \
         cell. An earlier move may have been read wrongly: check the moves before it."
        "`…,move,Ne5` where no knight can go to e5.";
    D108 Note "marked as a misprint"
        "A row of the corrections file says that the text is wrong here, without saying which move was played."
        "`book.txt,812,Kt-K5,…,misprint,`";
    D109 Note "left unchanged by a person"
        "A person has checked this place and kept the reading."
        "A row of kind `leave`.";
    D110 Note "not looked ahead in full"
        "A record with very many doubts: behind some of the moves that may be played here, `scorebook review` has \
         read the rest only as it is printed, and no misprints were repaired on the way. How far these moves lead is \
         understated. Decide the first doubts and open the record again."
        "A page of which every second line is torn.";
}
