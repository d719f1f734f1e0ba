//! N: moves in PGN games that are not SAN.

use scorebook_core::codes;

codes! {
    N201 Error "not a move"
        "A move is expected here, but the text is not one in any notation. The rest of the line is not proven."
        "`1. e4 xyzzy`";
    N202 Warning "not SAN"
        "The text names one legal move, in another form than SAN. `scorebook fix` writes the SAN."
        "`1. e2-e4`, `12. 0-0`, `2. P-KB4`";
    N203 Warning "nonstandard disambiguation"
        "The text names the file or rank although no other such piece can make the move, or the rank where the \
         file is enough. `scorebook fix` writes the SAN."
        "`1. Ngf3` from the array";
    N205 Warning "missing capture mark"
        "The move captures, but has no `x`. `scorebook fix` adds it."
        "`3. ed5` or `Nd5` where a man stands on d5";
    N206 Warning "capture mark without a capture"
        "The move has an `x`, but captures nothing. `scorebook fix` removes it."
        "`1. Nxf3`";
    N208 Note "en passant mark is not SAN"
        "`e.p.` follows an en passant capture. SAN does not write it."
        "`exd6 e.p.`";
    N209 Warning "`e.p.` after another move"
        "The move before the mark is not an en passant capture."
        "`exd5 e.p.`";
}
