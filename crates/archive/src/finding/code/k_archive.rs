//! K: archives.

use scorebook_core::codes;

codes! {
    K101 Error "unproven game not packed"
        "Something in this game is not proven: a move that is illegal or not SAN, a comment or variation \
         without an end, an invalid tag. The game is not in the archive. `--rejects FILE` collects the text of \
         such games, `--keep-all` stores them as text, and `scorebook verify` lists what is wrong with them."
        "`1. e4 e5 2. Ke3` in a PGN given to `scorebook pack`: game 1, half-move 3: `Ke3`: illegal san";
    K102 Warning "unproven game kept as text"
        "This game is not proven and `pack --keep-all` was used, so the archive stores it as text. `unpack` \
         returns that text unchanged; nothing in it is checked."
        "`1. e4 e5 2. Ke3` in a PGN given to `scorebook pack --keep-all`";
    K103 Warning "unsupported move, game kept as text"
        "A move of this game has no form in the archive's move coding, such as a Crazyhouse drop. The archive \
         stores the game as text; nothing is lost."
        "`[Variant \"Crazyhouse\"]` … `12. N@f7`";
    K104 Warning "user-defined rules, game kept as text"
        "This game is proven by rules from a file given with `--variants`. The archive does not contain those \
         rules, so it stores the game as text. Games of built-in variants are stored as moves."
        "`[Variant \"mychess\"]` in a PGN given to `scorebook pack --variants mine.ini`";
    K201 Warning "damaged byte repaired"
        "A byte of the archive is damaged. Two checksums agree on the original value, so nothing is lost. \
         `scorebook repair` writes an undamaged archive; check the disk or the copy that caused the damage."
        "`games.sbk: warning[K201]: a damaged byte in the moves at byte 81234; put right`";
    K202 Warning "damaged, no game lost"
        "A part of the archive that is not needed to read its games is damaged: the file header, the index or \
         the hash. The games are found without it. `scorebook repair` rebuilds it."
        "`games.sbk: warning[K202]: the index is missing or damaged: the file was searched for games at byte 4096`";
    K203 Error "games cannot be read"
        "A part of the archive is missing or damaged beyond what its checksums can repair, and the games named \
         cannot be read. All others can. `scorebook repair` writes an archive of those."
        "`games.sbk: error[K203]: the moves of a block are damaged at byte 81234; games 257 to 512 are lost`";
    K204 Error "part of another archive"
        "This file contains blocks of another archive, for example because two files were joined. Every part of \
         an archive names the archive that it belongs to, so these games are not returned as part of this one. \
         The number in brackets identifies the other archive; `scorebook info` shows it."
        "`games.sbk: error[K204]: games 257 to 512 of another archive (5b1f0a…) are left out at byte 81234`";
}
