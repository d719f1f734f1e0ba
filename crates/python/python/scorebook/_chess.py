"""Games as objects of python-chess."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import chess.pgn

    from . import Game


def to_chess(game: Game) -> chess.pgn.Game:
    """The proven moves of a game; with comments and variations if all of it is verified."""
    try:
        import chess
        import chess.pgn
    except ImportError as error:
        raise ImportError("to_chess needs python-chess: pip install 'scorebook[chess]'") from error

    moves = game.uci
    if game.reading == "verified":
        whole = chess.pgn.read_game(io.StringIO(game.pgn()))
        if whole is not None and not whole.errors:
            board = whole.board()
            same = True
            count = 0
            for count, move in enumerate(whole.mainline_moves(), 1):
                same = same and count <= len(moves) and board.uci(move) == moves[count - 1]
                board.push(move)
            if same and count == len(moves):
                return whole
    bare = chess.pgn.Game()
    for name, value in game.tags.items():
        bare.headers[name] = value
    if game.fen:
        bare.headers["FEN"] = game.fen
    node: chess.pgn.GameNode = bare
    board = bare.board()
    for text in moves:
        move = chess.Move.from_uci(text)
        # One that was kept as it was written is not proven, nor what follows it.
        if not board.is_legal(move):
            break
        node = node.add_variation(move)
        board.push(move)
    return bare
