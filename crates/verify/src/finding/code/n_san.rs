//! N: moves of PGN games that are not SAN.

use scorebook_core::codes;

codes! {
    N201 Error "no move"
        "The text stands where a move should be and is none in any notation. The rest of the line is not proven."
        "`1. e4 xyzzy`";
    N202 Warning "readable, but not SAN"
        "The text names one legal move, in another form than SAN. `scorebook fix` writes the SAN."
        "`1. e2-e4`, `12. 0-0`, `2. P-KB4`";
    N203 Warning "origin not named as SAN does"
        "The text names file or rank where no other such man can make the move, or the rank where the file would do."
        "`1. Ngf3` from the array";
    N205 Warning "capture mark missing"
        "The move captures and has no `x`."
        "`3. ed5` or `Nd5` where a man stands on d5";
    N206 Warning "capture mark without a capture"
        "The move has an `x` and takes nothing."
        "`1. Nxf3`";
    N208 Note "en passant is not marked in SAN"
        "`e.p.` stands behind a move that captures in passing. SAN does not write it."
        "`exd6 e.p.`";
    N209 Warning "`e.p.` behind another move"
        "The move before the mark does not capture in passing."
        "`exd5 e.p.`";
}
