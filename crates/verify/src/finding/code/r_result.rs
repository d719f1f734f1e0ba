//! R: results.

use scorebook_core::codes;

codes! {
    R201 Note "threefold repetition"
        "The same position with the same rights stands for the third time: either side could claim a draw."
        "`1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8`";
    R202 Note "fivefold repetition"
        "The same position stands for the fifth time: since 2014 the game is drawn without a claim."
        "Knights out and back, four times over.";
    R203 Note "fifty moves"
        "Fifty moves by each side went without capture or pawn move: either side could claim a draw."
        "A long rook ending.";
    R204 Note "seventy-five moves"
        "Seventy-five moves by each side went without capture or pawn move: since 2014 the game is drawn without a claim."
        "A longer rook ending.";
    R205 Note "dead position"
        "Neither side has the men to mate: the game is drawn at once."
        "King and knight against king.";
    R301 Error "Result tag and termination marker disagree"
        "The tag `Result` and the marker behind the moves say different things. One of them is wrong; the record does not say which."
        "`[Result \"1-0\"]` … `45. Kh1 0-1`";
    R302 Error "result against mate"
        "The game ends in mate, and the result does not give the win to the side that mated."
        "`1. f3 e5 2. g4 Qh4# 1-0`";
    R303 Error "result against stalemate"
        "The game ends in stalemate and the result is not a draw."
        "A bare king on h8, Qg6, White to … `1-0`.";
    R304 Warning "decisive result in a dead position"
        "No sequence of legal moves can mate in the final position, so nobody can have won it over the board."
        "King against king, `1-0`.";
    R305 Error "result contradicts the rules of the variant"
        "The variant's rules decided the game in the final position, otherwise than the result says."
        "Atomic: a king explodes, and the result is a draw.";
}
