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
}
