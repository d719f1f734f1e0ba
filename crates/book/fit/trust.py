#!/usr/bin/env python3
"""Fits src/trust.toml: the chance that a reading goes wrong at a half-move.

    TRACE=1 cargo run --release -p scorebook-book --example read_book -- BOOK.txt B.pgn B.csv 2> B.trace
    fit/trust.py B.trace=TRUTH.pgn@GROUP ...

Each trace stands beside the PGN that was written with it (B.pgn). For each group the weights are fitted on the other
groups, and the share of half-moves written that are right (and of those reached that are written) is printed; the last
line has the weights of all. Needs numpy, scipy and python-chess. A game with fewer than FEW half-moves in common with
any game of the truth is left out: the truth need not hold all games of a book.
"""
import re
import sys

import chess.pgn
import numpy as np
from scipy.optimize import minimize

FEW, MANY, NEARLY = 10, 20, 4
WINDOW, AROUND, FAR, NEAR, MOST, LOST, STRAIGHT = 8, 20, 9.0, 3.0, 8.0, 4.0, 3.0
NAMES = "text travel lost jump margin rival before behind around".split()
STEP = re.compile(r"g(\d+) p(\d+) (\S+) (\S+) text ([\d.]+) travel ([-\d.]+) margin ([-\d.]+)")


def games(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            yield [move.uci() for move in game.mainline_moves()]


def features(steps):
    way = [step[0] for step in steps]
    text, travel, margin = (np.array([step[at] for step in steps]) for at in (1, 2, 3))
    margin = np.clip(margin, 0, FAR)
    lost = np.array([float(w.startswith("Lost")) for w in way])
    jump = np.array([float(w.startswith(("Jump", "Open", "Back", "Grid"))) for w in way])
    doubt = np.minimum(np.maximum(0, text - 1) + np.maximum(0, travel - STRAIGHT) + LOST * lost, MOST)
    rows = []
    for k in range(len(steps)):
        before = doubt[max(0, k - WINDOW + 1):k].sum()
        behind = doubt[k + 1:k + 1 + WINDOW].sum()
        around = doubt[max(0, k - AROUND):k + AROUND + 1].mean()
        rows.append([min(text[k], 6), min(travel[k], MOST), lost[k], jump[k], FAR - margin[k], max(0, NEAR - margin[k]),
                     np.log1p(before), np.log1p(behind), np.log1p(around)])
    return np.array(rows)


def load(spec):
    trace, rest = spec.split("=", 1)
    truth, group = rest.rsplit("@", 1)
    true = list(games(truth))
    steps = {}
    with open(trace, encoding="utf-8", errors="replace") as file:
        for line in file:
            if m := STEP.match(line):
                steps.setdefault(int(m[1]), []).append((m[4], float(m[5]), float(m[6]), float(m[7])))
    for at, read in enumerate(games(trace.removesuffix(".trace") + ".pgn"), 1):
        same = lambda game: next((n for n, (a, b) in enumerate(zip(game, read)) if a != b), min(len(game), len(read)))
        pairs = [(same(game), len(game)) for game in true]
        # Many games begin alike: ten half-moves name one only where its length does, too.
        alike = [n for n, length in pairs if n >= MANY or n >= FEW and abs(length - len(read)) <= NEARLY]
        if alike and at in steps:
            yield group, max(alike), features(steps[at])


def table(rows):
    cut = [(f[:right + 1], right) for _, right, f in rows]
    wrong = [np.arange(len(f)) == right for f, right in cut]
    return np.vstack([f for f, _ in cut]), np.concatenate(wrong).astype(float)


def fit(rows):
    x, y = table(rows)

    def loss(w):
        p = 1 / (1 + np.exp(-(x @ w[:-1] + w[-1])))
        value = -(y * np.log(p + 1e-9) + (1 - y) * np.log(1 - p + 1e-9)).mean()
        return value, np.append(x.T @ (p - y), (p - y).sum()) / len(y)

    start = np.append(np.full(len(NAMES), 0.1), -5.0)
    bounds = [(0, None)] * len(NAMES) + [(None, None)]
    return minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B").x


def main():
    rows = [row for spec in sys.argv[1:] for row in load(spec)]
    for group in sorted({row[0] for row in rows}):
        w = fit([row for row in rows if row[0] != group])
        own = [row for row in rows if row[0] == group]
        for chance in (0.5, 0.6, 0.7, 0.8, 0.9):
            written = right = 0
            for _, true, f in own:
                hazard = 1 / (1 + np.exp(-(f @ w[:-1] + w[-1])))
                below = np.nonzero(np.cumprod(1 - hazard) < chance)[0]
                kept = len(f)
                if len(below):
                    first = max(0, below[0] - WINDOW + 1)
                    kept = first + int(np.argmax(hazard[first:below[0] + 1]))
                written += kept
                right += min(kept, true)
            reached = sum(min(true, len(f)) for _, true, f in own)
            print(f"{group} {chance}: {right / max(1, written):.3f} of {written} right, {right / reached:.3f} of {reached} written")
    w = fit(rows)
    print(f"bias = {w[-1]:.2f}", *(f"{name} = {value:.2f}" for name, value in zip(NAMES, w)), sep="\n")


main()
