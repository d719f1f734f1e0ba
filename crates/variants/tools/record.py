#!/usr/bin/env python3
"""Records what pyffish says of positions of random games, for `tests/variants/oracle.rs`.

    python3 tools/record.py NAME … > tests/fixtures/oracle.tsv

One line a position: variant, FEN, the moves as UCI|SAN in alphabetical order, the end of the game for the side to
move (win, loss, draw, or - while it goes on). Only what the FEN alone decides is recorded.
"""
import random
import sys

import pyffish as sf


def word(value):
    return "win" if value > 0 else "loss" if value < 0 else "draw"


def record(name, fen, start, moves):
    legal = sorted(set(sf.legal_moves(name, fen, [])))
    end = "-"
    if not legal:
        over, value = sf.is_immediate_game_end(name, fen, [])
        told, _ = sf.is_immediate_game_end(name, start, moves)
        if over != told:
            return
        end = word(value if over else sf.game_result(name, fen, []))
    sans = " ".join(f"{move}|{sf.get_san(name, fen, move, False, sf.NOTATION_SAN)}" for move in legal)
    print(name, fen, sans, end, sep="\t")


def main():
    known = set(sf.variants())
    for name in [name for name in sys.argv[1:] if name in known]:
        for game in range(2):
            rng = random.Random(f"{name} {game}")
            start, moves = sf.start_fen(name), []
            for ply in range(121):
                fen = sf.get_fen(name, start, moves)
                legal = sf.legal_moves(name, start, moves)
                if not legal or ply % 30 == 15 * game or ply == 6:
                    record(name, fen, start, moves)
                if not legal:
                    break
                moves.append(rng.choice(sorted(legal)))


if __name__ == "__main__":
    main()
