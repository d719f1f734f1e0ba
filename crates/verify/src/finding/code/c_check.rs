//! C: check and mate marks.

use scorebook_core::codes;

codes! {
    C101 Warning "check mark missing"
        "The move gives check and has no `+`. SAN requires it. `scorebook fix` adds it."
        "`1. e4 f6 2. Qh5 g6`: Qh5 gives check.";
    C102 Warning "marked as check, but no check"
        "The move carries `+` and the king is not attacked: the mark or the move is wrong."
        "`1. e4 e5 2. Nf3+`";
    C103 Warning "mate mark missing"
        "The move mates and has no `#`. `scorebook fix` writes it."
        "`1. f3 e5 2. g4 Qh4+ 0-1`";
    C104 Warning "marked as mate, but no mate"
        "The move carries `#` and the other side can still move: the mark or the move is wrong."
        "`1. e4 e5 2. Qh5 Nc6 3. Qxf7# Kxf7`";
}
