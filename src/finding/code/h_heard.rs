//! H: what was heard of games that were read aloud.

use scorebook_core::codes;

codes! {
    H101 Note "read as a spoken game"
        "The text is a game that was read aloud, as a recogniser of speech writes it: moves in words. The language and the way in \
         which squares are named are those in which the words make the likeliest game; `--from spoken-german` names another."
        "`e four e five knight f three knight c six`.";
    H102 Note "words taken back"
        "The speaker corrects himself, or says the number of an earlier move and goes on from there. The words before are left out \
         of the game. Listen to the place."
        "`bishop c four, no, bishop b five`.";
    H103 Warning "words that say nothing of the game"
        "These words are no part of a move, a number, a comment or a result as they were understood. Something may be misheard, or \
         a move may be missing. Listen to the place."
        "`knight f three this shop b five`.";
    H104 Warning "number of another move"
        "The number that is said here is not that of the next move. A move may be missing, or the number is misheard."
        "`e four e five three knight f three`.";
}
