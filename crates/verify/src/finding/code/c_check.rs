//! C: check and mate marks.

use scorebook_core::codes;

codes! {
    C101 Warning "missing check mark"
        "The move gives check, but has no `+`, which SAN requires. `scorebook fix` adds it."
        "`1. e4 f6 2. Qh5 g6`: Qh5 gives check.";
    C102 Warning "check mark without check"
        "The move has a `+`, but the king is not attacked. The mark or the move is wrong."
        "`1. e4 e5 2. Nf3+`";
    C103 Warning "missing mate mark"
        "The move gives checkmate, but has no `#`. `scorebook fix` writes it."
        "`1. f3 e5 2. g4 Qh4+ 0-1`";
    C104 Warning "mate mark without mate"
        "The move has a `#`, but the other side can still move. The mark or the move is wrong."
        "`1. e4 e5 2. Qh5 Nc6 3. Qxf7# Kxf7`";
}
