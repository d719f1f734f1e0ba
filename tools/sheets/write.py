"""write.py GAMES.pgn OUT [--games N] [--seed S] [--from K]: writes two score sheets of each of N games as two players would, spoiled as
sheets and their transcriptions are, as OUT/GAME_0.csv and OUT/GAME_1.csv with OUT/truth.tsv (the moves in UCI) and OUT/kinds.tsv
(what was done to each sheet). The hand is not that of `crates/search`: what looks alike is told by strokes, and players err by what they
saw and meant. Needs python-chess."""
import argparse
import csv
import os
import random

import chess
import chess.pgn

# Signs by their strokes: two signs are taken for each other the more strokes they share. (l loop, s stem, t tall stem, d descender, c bow
# open to the right, b bow open to the left, h bar, a arch, k kick, x cross.)
STROKES = {
    "a": "lcs", "b": "tlb", "c": "c", "d": "lct", "e": "clh", "f": "thk", "g": "lcd", "h": "ta", "1": "t", "2": "bkh", "3": "bb",
    "4": "tkh", "5": "hbt", "6": "clt", "7": "thk", "8": "lll", "0": "lc", "N": "ttk", "B": "tbb", "R": "tlk", "Q": "lck", "K": "tkk",
    "x": "xk", "O": "lc", "-": "h", "+": "xh", "=": "hh",
}


def likeness(a, b):
    rest, both = list(STROKES[b]), 0
    for stroke in STROKES[a]:
        if stroke in rest:
            rest.remove(stroke)
            both += 1
    return both / max(len(STROKES[a]), len(STROKES[b]))


class Hand:
    """How one player writes, and how one reader reads it."""

    def __init__(self, rng):
        self.rng = rng
        # Most hands are neat, some are not.
        self.worn = min(0.12, rng.lognormvariate(-4.4, 0.9))
        self.careless = min(0.05, rng.lognormvariate(-5.2, 0.8))
        self.blank = rng.choice([0, 0, 0.003, 0.01, 0.03])
        self.checks = rng.choice([1, 0.9, 0.4, 0.05])
        self.cross = rng.choice([1, 1, 0.95, 0.3, 0])
        self.pawns = rng.choice(["{f}x{t}", "{f}x{t}", "{f}{t}", "{f}{g}", "{f}x{g}", "{f}x{v}"])
        self.victims = rng.choice([0, 0, 0, 0.1, 0.7])
        self.apart = rng.choice([1, 1, 0.7, 0.2])
        self.castles = rng.choice(["O-O", "0-0", "O-O", "oo", "OO"])
        self.small = rng.random() < 0.04

    def spell(self, board, move):
        rng = self.rng
        if board.is_castling(move):
            text = self.castles if chess.square_file(move.to_square) == 6 else self.castles + self.castles[1:].rjust(2, self.castles[0])[-2:]
            if chess.square_file(move.to_square) == 2:
                one = self.castles[0]
                text = f"{one}-{one}-{one}" if "-" in self.castles else one * 3
        else:
            san = board.san(move).rstrip("+#")
            target = chess.square_name(move.to_square)
            takes = board.is_capture(move)
            piece = board.piece_at(move.from_square)
            victim = board.piece_at(move.to_square)
            name = victim.symbol().upper() if victim else "P"
            if piece.piece_type == chess.PAWN:
                text = target
                if takes:
                    text = self.pawns.format(f=chess.square_name(move.from_square)[0], t=target, g=target[0], v=name)
                if move.promotion:
                    text += rng.choice(["=", "", "/"]) + chess.piece_symbol(move.promotion).upper()
            else:
                body = san.replace("x", "")
                between = body[1:-2] if rng.random() < self.apart else ""
                text = san[0] + between + ("x" if takes and rng.random() < self.cross else "")
                text += name if takes and rng.random() < self.victims and text.endswith("x") else target
        if board.gives_check(move) and rng.random() < self.checks:
            text += "+"
        return text.lower() if self.small else text

    def slips(self, board, move):
        """Another move than was played, as a player who looks at the board may write: a neighbour's square, the other of two men, the rank
        seen from the other side, another man's letter; legal or not."""
        rng = self.rng
        kind = rng.choice(["square", "square", "man", "other", "side", "meant"])
        square = move.to_square
        if kind == "square":
            file = chess.square_file(square) + rng.choice([-1, 0, 0, 1])
            rank = chess.square_rank(square) + rng.choice([-1, 0, 1])
            square = chess.square(min(7, max(0, file)), min(7, max(0, rank)))
        elif kind == "side":
            square = chess.square_mirror(square)
        elif kind == "meant" or kind == "other":
            same = [m for m in board.legal_moves if (m.to_square == square) == (kind == "other") and m != move]
            if same:
                return self.spell(board, rng.choice(same))
        san = board.san(move).rstrip("+#")
        if san[0] in "O":
            return "O-O" if san == "O-O-O" else "O-O-O"
        man = san[0] if san[0] in "NBRQK" else ""
        if kind == "man":
            man = rng.choice([m for m in ["N", "B", "R", "Q", "K"] if m != man])
        return man + ("x" if "x" in san and man else "") + chess.square_name(square)

    def read(self, text):
        """The text as a reader takes it from the paper."""
        rng, out = self.rng, ""
        for sign in text:
            chance = rng.random()
            if chance < self.worn and sign in STROKES:
                others = [other for other in STROKES if other != sign]
                out += rng.choices(others, [likeness(sign, other) ** 4 + 0.002 for other in others])[0]
            elif chance < self.worn * 1.3:
                out += rng.choice(["", sign + sign])
            else:
                out += sign
        return out


def sheet(rng, boards, moves, hand, shared):
    """The cells of one sheet, and what happened to it."""
    cells, kinds = [], []
    for at, (board, move) in enumerate(zip(boards, moves)):
        if at in shared:
            text = shared[at]
        elif rng.random() < hand.careless:
            text = hand.slips(board, move)
            kinds.append(f"slip {at}")
        else:
            text = hand.spell(board, move)
        cells.append("" if rng.random() < hand.blank else hand.read(text))
    return cells, kinds


def lose(cells, at, count):
    return cells[:at] + cells[at + count:]


def pair(rng, moves):
    """Two sheets of a game."""
    boards, board = [], chess.Board()
    for move in moves:
        boards.append(board.copy(stack=False))
        board.push(move)
    hands = [Hand(rng), Hand(rng)]
    shared, kinds = {}, [[], []]
    # Players look at each other's sheets, and hear the same wrong square called.
    while rng.random() < 0.12:
        at = rng.randrange(len(moves))
        shared[at] = hands[0].slips(boards[at], moves[at])
        kinds[0].append(f"both wrong {at}")
        kinds[1].append(f"both wrong {at}")
    sheets = []
    for own, hand in enumerate(hands):
        cells, told = sheet(rng, boards, moves, hand, shared)
        sheets.append(cells)
        kinds[own] += told
    rows = len(moves) // 2
    same = rng.randrange(4, max(5, rows - 2)) if rng.random() < 0.06 else None
    for own, cells in enumerate(sheets):
        done = kinds[own]
        # From behind, so that places stay what they are.
        events = []
        if same is not None:
            events.append((2 * same, "the same row lost"))
        if rng.random() < 0.12:
            events.append((2 * rng.randrange(2, max(3, rows - 1)), rng.choice(["row lost", "row twice", "exchanged"])))
        if rng.random() < 0.05:
            events.append((rng.randrange(6, max(7, len(cells) - 2)), "shifted"))
        for at, what in sorted(events, reverse=True):
            done.append(f"{what} {at}")
            if what.endswith("row lost") or what == "row lost":
                cells[at:at + 2] = []
            elif what == "row twice":
                cells[at:at] = cells[at:at + 2]
            elif what == "shifted":
                # A half-move is left out, or a blank put in, and the columns are shifted from there on.
                if rng.random() < 0.5:
                    del cells[at]
                else:
                    cells.insert(at, "")
            else:
                for row in range(at, min(len(cells) - 1, at + 2 * rng.choice([1, 1, 40])), 2):
                    cells[row:row + 2] = cells[row:row + 2][::-1]
        if rng.random() < 0.15:
            # In time trouble nobody writes on.
            keep = rng.randrange(max(10, 2 * len(cells) // 3), len(cells) + 1)
            if keep < len(cells):
                done.append(f"ends {keep}")
                del cells[keep:]
    return sheets, kinds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("games")
    parser.add_argument("out")
    parser.add_argument("--games", dest="count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", dest="first", type=int, default=0, help="passes over so many games")
    parser.add_argument("--step", type=int, default=7, help="takes every so many-th game")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    os.makedirs(args.out, exist_ok=True)
    truth, told, number, seen = [], [], 0, 0
    with open(args.games, encoding="utf-8", errors="replace") as file:
        while seen < args.first and chess.pgn.skip_game(file):
            seen += 1
        while number < args.count:
            for _ in range(args.step - 1):
                chess.pgn.skip_game(file)
            game = chess.pgn.read_game(file)
            if game is None:
                break
            moves = list(game.mainline_moves())
            if game.errors or "FEN" in game.headers or not 30 <= len(moves) <= 160:
                continue
            # A sheet has so many rows.
            moves = moves[:120]
            sheets, kinds = pair(rng, moves)
            name = f"{number:04}"
            for own, cells in enumerate(sheets):
                with open(f"{args.out}/{name}_{own}.csv", "w", newline="", encoding="utf-8") as out:
                    rows = csv.writer(out, lineterminator="\n")
                    rows.writerow(["move", "white", "black"])
                    for row in range(0, len(cells), 2):
                        rows.writerow([row // 2 + 1, cells[row], cells[row + 1] if row + 1 < len(cells) else ""])
                told.append(f"{name}_{own}\t" + "; ".join(kinds[own]))
            truth.append(name + "\t" + " ".join(move.uci() for move in moves))
            number += 1
    for name, lines in [("truth.tsv", truth), ("kinds.tsv", told)]:
        with open(f"{args.out}/{name}", "w", encoding="utf-8") as out:
            out.write("".join(line + "\n" for line in lines))


main()
