//! D: what a person has decided, in a corrections file.

use scorebook_core::codes;

codes! {
    D102 Warning "a correction no longer applies"
        "The text that a row of the corrections file was written for is not in the record any more, or stands in several \
         places, or there is nothing there that could be decided so. The row is left out. Look at the place and decide anew; \
         `scorebook review` makes the rows."
        "The line that the row quotes was edited.";
    D103 Note "the same correction twice"
        "Two rows of the corrections file say the same of the same place. One counts."
        "Two files of corrections, one copied after the other.";
    D104 Error "corrections contradict each other"
        "Two rows of the corrections file say different things of the same place. Neither counts: delete the wrong one."
        "`…,move,Ne5` and `…,junk,` for one cell.";
    D105 Warning "corrections for another record"
        "Rows of the corrections file name a file that is not among the inputs. They are left out."
        "The corrections of the first volume, given with the second.";
    D106 Error "a correction that cannot be understood"
        "A row of the corrections file has no known kind, no line number, no text to find its place by, or lacks its value. \
         The kinds are move, misprint, junk, missing, missing-after, not-score, game, tag and leave."
        "`book.txt,812,Kt-K5,,mvoe,Ne5`";
    D107 Error "the decided move was not played"
        "The move that a person decided on cannot be played in this place, or the reading that goes farthest passes over its \
         cell. Something before it may be read wrongly."
        "`…,move,Ne5` where no knight can go to e5.";
    D108 Note "the print is wrong, a person says"
        "A row of the corrections file calls the print wrong here without saying what was played."
        "`book.txt,812,Kt-K5,…,misprint,`";
    D109 Note "left as it is, a person says"
        "A person has looked at this place and leaves it as it is read."
        "A row of kind `leave`.";
}
