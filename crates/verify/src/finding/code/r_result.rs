//! R: results.

use scorebook_core::codes;

codes! {
    R201 Note "threefold repetition"
        "The same position, with the same rights, occurs for the third time. Either side could claim a draw."
        "`1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8`";
    R202 Note "fivefold repetition"
        "The same position occurs for the fifth time. Since 2014 the game is drawn without a claim."
        "Knights out and back, four times over.";
    R203 Note "fifty-move rule"
        "Each side has made fifty moves without a capture or pawn move. Either side could claim a draw."
        "A long rook ending.";
    R204 Note "seventy-five-move rule"
        "Each side has made seventy-five moves without a capture or pawn move. Since 2014 the game is drawn \
         without a claim."
        "A longer rook ending.";
    R205 Note "insufficient material"
        "Neither side has the pieces to checkmate. The game is drawn at once."
        "King and knight against king.";
    R301 Error "Result tag and termination marker disagree"
        "The `Result` tag and the marker after the moves differ. One of them is wrong; the record does not show \
         which."
        "`[Result \"1-0\"]` … `45. Kh1 0-1`";
    R302 Error "result contradicts checkmate"
        "The game ends in checkmate, but the result does not give the win to the side that delivered it."
        "`1. f3 e5 2. g4 Qh4# 1-0`";
    R303 Error "result contradicts stalemate"
        "The game ends in stalemate, but the result is not a draw."
        "A bare king on h8, Qg6, White to … `1-0`.";
    R304 Warning "decisive result in a dead position"
        "No sequence of legal moves leads to checkmate from the final position, so neither side can have won on \
         the board."
        "King against king, `1-0`.";
    R305 Error "result contradicts the variant's rules"
        "By the rules of the variant the final position decides the game, but the result says otherwise."
        "Atomic: a king explodes, and the result is a draw.";
}
