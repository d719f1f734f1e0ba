//! P: starting positions.

use scorebook_core::codes;

codes! {
    P001 Warning "the diagram itself cannot be"
        "A side without a king or with two, a pawn on the first or last rank, or a pawn on its second rank that the array did not have. No game reaches such a position; most often a man was misread or lost."
        "`8/8/8/8/8/8/8/K7 w - - 0 1`: Black has no king";
    P101 Warning "more men than the array had"
        "A side has more men or pawns than it began with, or more promoted men than missing pawns, bishops counted by the colour of their squares. Look for a man of the wrong colour or kind."
        "9 white pawns; two bishops on light squares beside 8 pawns";
    P201 Warning "a check that cannot be"
        "The side that is not to move is in check, three men check at once, or no move gives the check there is. Most often the wrong side is said to move."
        "`4k3/8/8/8/8/8/4R3/4K3 w - - 0 1`: White is to move and the rook on e2 already attacks the king on e8";
    P301 Warning "a man that cannot have got there"
        "Pawns on their second rank never moved; men walled in behind them never came out. A man that has no way from its square in the array, past those, or from a promotion, cannot stand where it stands."
        "a white bishop on a5 while pawns stand on b2 and d2, c1 is empty, and White has all its pawns";
    P401 Warning "pawns that captured more than was lost"
        "The files on which pawns stand need captures, and the other side lost fewer men, or lost them where these pawns cannot capture."
        "white pawns on a2, a3, a4 need 3 captures; Black has lost 2";
    P501 Warning "no last move"
        "The side that is not to move made the last move, and every move it can take back leads to a position that is itself impossible."
        "`7k/8/8/8/8/1p1P4/1PP5/K1k5 …`: each move back leads into an impossible check";
    P601 Warning "pawns that cannot have passed each other"
        "Pawns leave the file of the pawn before them only by a capture or when it is captured. The men lost are too few for the pawns that stand past each other and the men that were promoted."
        "8 queens a side with all men on the board";
    P701 Warning "a right to castle that cannot be"
        "The position may be, but not with this right to castle: king or rook must have moved, or are not at home. Most often a FEN says `KQkq` where rights were lost."
        "`4k3/8/8/8/8/8/8/4K3 w K - 0 1`: White has no rook on h1 to castle with";
    P702 Warning "an en passant square that cannot be"
        "The position may be, but the last move was not the double step that the en passant square claims."
        "`4k3/8/8/8/8/8/8/4K3 w - e6 0 1`: no pawn of Black stands on e5 beyond e6";
}
