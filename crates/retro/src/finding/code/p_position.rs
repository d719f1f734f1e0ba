//! P: starting positions.

use scorebook_core::codes;

codes! {
    P001 Warning "invalid diagram"
        "A side has no king or several, a pawn stands on the first or last rank, or a pawn on its second rank \
         was not there in the starting position. No game reaches such a position; usually a piece was misread \
         or lost."
        "`8/8/8/8/8/8/8/K7 w - - 0 1`: Black has no king";
    P101 Warning "more pieces than the starting position had"
        "A side has more pieces or pawns than it started with, or more promoted pieces than missing pawns \
         (bishops counted by square colour). Look for a piece of the wrong colour or kind."
        "9 white pawns; two bishops on light squares beside 8 pawns";
    P201 Warning "impossible check"
        "The side not to move is in check, three pieces give check at once, or no move can have given the \
         check. Usually the wrong side is said to be on move."
        "`4k3/8/8/8/8/8/4R3/4K3 w - - 0 1`: White is to move and the rook on e2 already attacks the king on e8";
    P301 Warning "unreachable square"
        "Pawns on their second rank have never moved, and pieces enclosed behind them have never left. A piece \
         that has no path from its original square, or from a promotion, cannot be where it is."
        "a white bishop on a5 while pawns stand on b2 and d2, c1 is empty, and White has all its pawns";
    P401 Warning "pawn structure needs too many captures"
        "The files of the pawns require captures, but the other side has lost fewer pieces, or lost them where \
         these pawns cannot capture."
        "white pawns on a2, a3, a4 need 3 captures; Black has lost 2";
    P501 Warning "no last move"
        "The side not to move made the last move, and every move that it can take back leads to an impossible \
         position."
        "`7k/8/8/8/8/1p1P4/1PP5/K1k5 …`: each move back leads into an impossible check";
    P601 Warning "pawns cannot have passed each other"
        "A pawn gets past the pawn in front of it only by a capture, its own or the other's. Too few pieces \
         were lost for the pawns that have passed each other and the pieces that were promoted."
        "8 queens a side with all men on the board";
    P701 Warning "impossible castling right"
        "The position is possible, but not with this castling right: the king or the rook must have moved, or \
         is not at home. Usually the FEN says `KQkq` although rights were lost."
        "`4k3/8/8/8/8/8/8/4K3 w K - 0 1`: White has no rook on h1 to castle with";
    P702 Warning "impossible en passant square"
        "The position is possible, but the last move was not the double step that the en passant square claims."
        "`4k3/8/8/8/8/8/8/4K3 w - e6 0 1`: no pawn of Black stands on e5 beyond e6";
}
