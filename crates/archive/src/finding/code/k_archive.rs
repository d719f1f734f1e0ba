//! K: archives.

use scorebook_core::codes;

codes! {
    K101 Error "game not proven, not packed"
        "A game that `pack` read has something that is not proven: a move that is not legal or not SAN, a comment or variation that never ends, a malformed tag. It is not in the archive. `--rejects FILE` keeps the text of such games, `--keep-all` packs them as text, `scorebook verify` says all that is wrong with them."
        "`1. e4 e5 2. Ke3` in a PGN given to `scorebook pack`: game 1, half-move 3: `Ke3`: illegal san";
    K102 Warning "game not proven, kept as text"
        "A game that `pack --keep-all` read is not proven. It is in the archive as the text that it was, tags and all, and `unpack` gives that text back; nothing about it is checked."
        "`1. e4 e5 2. Ke3` in a PGN given to `scorebook pack --keep-all`";
    K103 Warning "game beyond the notation, kept as text"
        "A game has a move that the international notation cannot carry, such as a drop of crazyhouse. The game is in the archive as the text that it was; nothing is lost."
        "`[Variant \"Crazyhouse\"]` … `12. N@f7`";
    K104 Warning "game by a user's rules, kept as text"
        "A game is proven by rules of a file given with `--variants`. The archive does not hold those rules, so the game is in it as the text that it was. Games of variants that are built in are kept as moves."
        "`[Variant \"mychess\"]` in a PGN given to `scorebook pack --variants mine.ini`";
    K201 Warning "damaged byte put right"
        "A byte of the archive is damaged. Two checksums agree on what it was, so nothing is lost. `scorebook repair` writes the archive without the damage; look after the disk or the copy that did it."
        "`games.sbk: warning[K201]: a damaged byte in the moves at byte 81234; put right`";
    K202 Warning "damaged, but no game lost"
        "A part of the archive that is not needed to read its games is damaged: the file header, the index, the hash. The games were found without it. `scorebook repair` writes it anew."
        "`games.sbk: warning[K202]: the index is missing or damaged: the file was searched for games at byte 4096`";
    K203 Error "games cannot be read"
        "A part of the archive is damaged beyond what its checksums can put right, or missing, and the games named cannot be read. All others can. `scorebook repair` writes an archive of those."
        "`games.sbk: error[K203]: the moves of a block are damaged at byte 81234; games 257 to 512 are lost`";
    K204 Error "part of another archive"
        "Blocks of another archive stand in this file, as when two files were joined or a disk mixed them up. Every part of an archive says which archive it is of, so their games are not given out as this one's. The number in brackets is that archive's identity, which `scorebook info` shows."
        "`games.sbk: error[K204]: games 257 to 512 of another archive (5b1f0a…) are left out at byte 81234`";
}
