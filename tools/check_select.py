"""Holds what `scorebook select` writes for other programs to python-chess and pyarrow.

    python tools/check_select.py target/release/scorebook GAMES.pgn [--most 2000] [--depth 12]

Needs `pip install chess`; of tables, `pip install pyarrow` and a build with `--features tables`. Prints a row for each kind of
output: how much was compared, and how much of it differs. Exit status 1 if anything does.
"""

import argparse
import collections
import csv
import io
import logging
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot

SEARCHED = re.compile(r"([+-]?)(?:M(\d+)|(\d+\.\d\d))/(\d+)(?: (\d+(?:\.\d+)?)s?)?(?=[\s,;]|$)")
SERVER = re.compile(r"\[%eval (?:#(-?\d+)|(-?\d+(?:\.\d+)?))")
RESULTS = {"1-0": (1, 0, 0), "1/2-1/2": (0, 1, 0), "0-1": (0, 0, 1)}


def games(path, most):
    with open(path, encoding="utf-8", errors="replace") as file:
        for _ in range(most):
            game = chess.pgn.read_game(file)
            if game is None:
                return
            if not game.errors and type(game.board()) is chess.Board:
                yield game


def evaluation(comment, mover):
    """What a comment says: (kind, value) from White's side, whether before the move, depth, seconds."""
    found = SEARCHED.match(comment.strip())
    sign = 1 if mover == chess.WHITE else -1
    if found:
        minus = -1 if found[1] == "-" else 1
        value = ("mate", int(found[2])) if found[2] else ("pawns", float(found[3]))
        return (value[0], sign * minus * value[1]), True, int(found[4]), found[5] and float(found[5])
    found = SERVER.search(comment)
    if found:
        return ("mate", int(found[1])) if found[1] else ("pawns", float(found[2])), False, None, None
    return None, False, None, None


def before(nodes):
    """Each half-move with the evaluation of the position before it."""
    last, was_search = None, False
    for node in nodes:
        value, search, depth, seconds = evaluation(node.comment, not node.turn())
        yield node, value if search else None if was_search else last, depth, seconds
        last, was_search = value, search


class Report:
    wrong = 0

    def say(self, what, compared, differ):
        self.wrong += differ
        print(f"{what:<24}{compared:>10} compared {differ:>6} differ")


def tree(all_games, depth, pseudo):
    """Games and results of each move in each position: what the tree of the program must have."""
    found = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0, 0, 0]))
    boards = {}
    for game in all_games:
        board = game.board()
        if board.fen() != chess.STARTING_FEN or type(board) is not chess.Board:
            continue
        result = RESULTS.get(game.headers["Result"], (0, 0, 0))
        seen = set()
        for ply, move in enumerate(game.mainline_moves()):
            if ply >= depth:
                break
            key = chess.polyglot.zobrist_hash(board) if pseudo else board.epd(en_passant="legal")
            boards.setdefault(key, board.copy(stack=False))
            if (key, move) not in seen:
                seen.add((key, move))
                entry = found[key][move]
                for at, value in enumerate((1, *result)):
                    entry[at] += value
            board.push(move)
    return found, boards


def check_book(run, report, all_games, depth, folder):
    run("--tree", "", "--depth", str(depth), "--to", "polyglot", "-o", str(folder / "book.bin"))
    found, boards = tree(all_games, depth, True)
    compared = differ = 0
    with chess.polyglot.open_reader(folder / "book.bin") as reader:
        keys = [entry.key for entry in reader]
        differ += keys != sorted(keys)
        for key, moves in found.items():
            white = boards[key].turn == chess.WHITE
            decided = any(sum(entry[1:]) for entry in moves.values())
            weights = {
                move: 2 * entry[1 if white else 3] + entry[2] if decided else entry[0] for move, entry in moves.items()
            }
            ours = {entry.move: entry.weight for entry in reader.find_all(boards[key])}
            theirs = {move: weight for move, weight in weights.items() if weight}
            compared += 1
            while max(theirs.values(), default=0) > 0xFFFF:
                theirs = {move: weight >> 1 for move, weight in theirs.items() if weight >> 1}
            differ += ours != theirs
    differ += len(set(keys)) > len(found)
    report.say("positions of the book", compared, differ)


def check_merged(run, report, all_games, depth):
    rows = list(csv.DictReader(io.StringIO(run("--tree", "", "--depth", str(depth)))))
    text = run("--tree", "", "--depth", str(depth), "--to", "pgn")
    game = chess.pgn.read_game(io.StringIO(text))
    differ = bool(game.errors)
    found, _ = tree(all_games, depth, False)
    merged = {}
    stack = [game]
    while stack:
        node = stack.pop()
        stack.extend(node.variations)
        if node.parent is not None:
            numbers = re.match(r"(\d+) games?(?:: \+(\d+) =(\d+) -(\d+))?", " ".join(node.comment.split()))
            merged[node.parent.board().epd(en_passant="legal"), node.move] = [int(n or 0) for n in numbers.groups()]
    for key, moves in found.items():
        for move, entry in moves.items():
            differ += merged.get((key, move)) != entry
    report.say("moves of the merged PGN", len(merged), differ)
    # The rows of CSV are lines: each of them ends in a move of the tree.
    differ = 0
    for row in rows:
        board = chess.Board()
        words = [word for word in row["line"].split() if not word.endswith(".")]
        for word in words[:-1]:
            board.push_san(word)
        entry = found[board.epd(en_passant="legal")][board.parse_san(words[-1])]
        differ += [int(row[name]) for name in ("games", "white", "draws", "black")] != entry
    report.say("rows of the tree", len(rows), differ)


def check_epd(run, report, all_games):
    lines = run("--to", "epd", "--opcodes", "result,score,game").splitlines()
    compared = differ = 0
    at = iter(lines)
    for number, game in enumerate(all_games, 1):
        for node, value, depth, _ in before(game.mainline()):
            board, operations = chess.Board.from_epd(next(at))
            wanted = node.parent.board()
            compared += 1
            same = board.epd() == wanted.epd() and operations["sm"] == node.move
            same &= operations["c9"] == game.headers["Result"] and operations["id"].endswith(f":{number}")
            same &= operations.get("acd") == depth
            sign = 1 if wanted.turn == chess.WHITE else -1
            if value is None:
                same &= "ce" not in operations and "dm" not in operations
            elif value[0] == "pawns":
                same &= operations["ce"] == round(sign * value[1] * 100)
            elif value[1] * sign > 0:
                same &= operations["dm"] == value[1] * sign
            else:
                same &= operations["ce"] == -32767 + 2 * abs(value[1])
            differ += not same
        next(at, None)
    differ += next(at, None) is not None
    report.say("lines of EPD", compared, differ)


def check_training(run, report, all_games):
    plain = iter(run("--to", "plain").split("\ne\n"))
    bullet = iter(run("--to", "bullet").splitlines())
    compared = differ = 0
    for game in all_games:
        if game.headers["Result"] not in RESULTS:
            continue
        white = 1 - RESULTS[game.headers["Result"]].index(1)
        for node, value, _, _ in before(game.mainline()):
            if value is None:
                continue
            board = node.parent.board()
            sign = 1 if board.turn == chess.WHITE else -1
            if value[0] == "pawns":
                score = round(value[1] * 100)
            else:
                score = (32000 - 2 * value[1]) if value[1] >= 0 else (-32000 - 2 * value[1])
            compared += 1
            fields = dict(line.split(" ", 1) for line in next(plain).splitlines())
            differ += fields != {
                "fen": board.fen(),
                "move": node.move.uci(),
                "score": str(sign * score),
                "ply": str(board.ply()),
                "result": str(sign * white),
            }
            points = {1: "1.0", 0: "0.5", -1: "0.0"}[white]
            differ += next(bullet) != f"{board.fen()} | {score} | {points}"
    differ += next(bullet, None) is not None
    report.say("training positions", compared, differ)


def check_table(run, report, all_games, folder):
    try:
        import pyarrow.parquet
    except ImportError:
        return print("tables                  skipped: no pyarrow")
    compared = differ = 0
    try:
        run("-o", str(folder / "games.parquet"))
    except subprocess.CalledProcessError as error:
        if "without tables" in error.stderr:
            return print("tables                  skipped: built without tables")
        raise
    rows = pyarrow.parquet.read_table(folder / "games.parquet").to_pylist()
    differ += len(rows) != len(all_games)
    for row, game in zip(rows, all_games):
        compared += 1
        line = list(game.mainline())
        words = [
            (m.from_square << 8) | m.to_square if not m.promotion else None for m in (node.move for node in line)
        ]
        same = all(ours & 0x3F3F == word for ours, word in zip(row["moves"], words) if word is not None)
        same &= row["White"] == game.headers["White"] and row["plies"] == len(line) == len(row["moves"])
        for at, node in enumerate(line):
            value, search, depth, seconds = evaluation(node.comment, not node.turn())
            get = lambda name: row[name][at] if row[name] is not None else None
            if value is not None:
                ours = get("mates" if value[0] == "mate" else "evals")
                same &= ours is not None and abs(ours - value[1]) < 1e-4
            else:
                same &= get("evals") is None and get("mates") is None
            same &= get("depths") == depth
            same &= seconds is None or abs(get("times") - seconds) < 1e-4
        differ += not same
    report.say("rows of Parquet", compared, differ)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("games")
    parser.add_argument("--most", type=int, default=2000)
    parser.add_argument("--depth", type=int, default=12)
    args = parser.parse_args()
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    report = Report()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        all_games = list(games(args.games, args.most))
        # Both read the same games: those that python-chess reads without an error, as it writes them.
        with open(folder / "games.pgn", "w", encoding="utf-8") as out:
            for game in all_games:
                print(game, file=out, end="\n\n")
        all_games = list(games(folder / "games.pgn", args.most))

        def run(*options):
            command = [args.program, "select", "-q", str(folder / "games.pgn"), *options]
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout

        check_book(run, report, all_games, args.depth, folder)
        check_merged(run, report, all_games, args.depth)
        check_epd(run, report, all_games)
        check_training(run, report, all_games)
        check_table(run, report, all_games, folder)
    return 1 if report.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
