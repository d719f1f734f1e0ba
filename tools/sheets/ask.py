"""ask.py PROGRAM DIR [SHARE]: reads each score sheet of DIR (GAME_SHEET.csv) whose game DIR/truth.tsv tells with PROGRAM, answers the
questions that it asks (`convert --ask`) by what was played, and gives the answers back as corrections, until SHARE (0.04) of the
half-moves are answered. Prints how many half-moves are right before and after."""
import csv
import glob
import json
import math
import os
import subprocess
import sys
import tempfile

import chess

program, root = sys.argv[1:3]
share = float(sys.argv[3]) if len(sys.argv) > 3 else 0.04
COLUMNS = ["file", "line", "text", "hash", "kind", "value"]
truth = dict(line.rstrip("\n").split("\t") for line in open(f"{root}/truth.tsv"))
folder = tempfile.mkdtemp()
total = [0, 0, 0, 0, 0]


def read(sheet, corrections):
    with open(f"{folder}/corrections.csv", "w", newline="") as file:
        rows = csv.DictWriter(file, COLUMNS)
        rows.writeheader()
        rows.writerows(corrections)
    command = [program, "convert", sheet, "--to", "json", "--quiet", "--ask", "1", "--corrections", f"{folder}/corrections.csv"]
    line = subprocess.run(command, capture_output=True, text=True).stdout.split("\n")[0]
    return json.loads(line)


def right(game, wanted):
    moves = [ply["uci"] for ply in game["plies"]]
    return sum(at < len(moves) and moves[at] == move for at, move in enumerate(wanted) if not move.endswith("?"))


for sheet in sorted(glob.glob(f"{root}/*_*.csv")):
    name = os.path.basename(sheet).split("_")[0]
    if name not in truth:
        continue
    wanted = truth[name].split()
    sure = sum(not move.endswith("?") for move in wanted)
    game = read(sheet, [])
    before = right(game, wanted)
    corrections, may_ask, told = [], math.floor(share * len(wanted) + 0.5), []
    while len(corrections) < may_ask and game.get("questions"):
        question = game["questions"][0]
        at = question["ply"] - 1
        if at >= len(wanted) or wanted[at].endswith("?"):
            break
        board = chess.Board()
        for move in wanted[:at]:
            board.push_uci(move.rstrip("?"))
        move = board.san(chess.Move.from_uci(wanted[at]))
        told.append(f"{question['ply']}: {question['text']!r} is {move}, of {[answer['san'] for answer in question['answers']]}")
        corrections.append({**question["correction"], "value": move})
        game = read(sheet, corrections)
    after = right(game, wanted)
    print(f"{name}: {before} of {sure}, after {len(corrections)} questions {after}; {'; '.join(told)}")
    for at, count in enumerate([sure, before, after, len(corrections), len(wanted)]):
        total[at] += count
sure, before, after, asked, plies = total
print(f"half-moves right {before}/{sure} ({100 * before / sure:.2f} %), after {asked} questions ({100 * asked / plies:.1f} % of the half-moves) {after}/{sure} ({100 * after / sure:.2f} %)")
