#!/usr/bin/env python3
"""Fits src/trust.toml: the chance that a reading goes wrong at a half-move.

    TRACE=1 cargo run --release -p scorebook-book --example read_book -- BOOK.txt B.pgn B.csv 2> B.trace
    fit/trust.py B.trace=TRUTH.pgn@GROUP ...

Each trace stands beside the PGN that was written with it (B.pgn). For each group the weights are fitted on the other
groups, and the share of half-moves written that are right and the games that are exact are printed; the last lines have
the weights of all. Needs numpy, scipy and python-chess. A reading that has no game in the truth is left out: the truth
need not hold all games of a book, unless its GROUP ends with a plus.
"""
import re
import sys
from difflib import SequenceMatcher

import chess.pgn
import numpy as np
from scipy.optimize import minimize

FEW, MANY, NEARLY, LIKE = 10, 20, 4, 0.7
WINDOW, AROUND, FAR, NEAR, MOST, LOST, STRAIGHT = 8, 20, 9.0, 3.0, 8.0, 4.0, 3.0
PER, COMPLETE, EVEN = 10.0, 15.0, 0.08
NAMES = "text travel lost jump margin rival before behind around left".split()
STEP = re.compile(r"g(\d+) p(\d+) (\S+) (\S+) text ([\d.]+) travel ([-\d.]+) margin ([-\d.]+)")
END = re.compile(r"g(\d+) end tail ([-\d.]+)")


def games(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            yield [move.uci() for move in game.mainline_moves()]


def features(steps, tail):
    way = [step[0] for step in steps]
    text, travel, margin = (np.array([step[at] for step in steps]) for at in (1, 2, 3))
    margin = np.clip(margin, 0, FAR)
    lost = np.array([float(w.startswith("Lost")) for w in way])
    jump = np.array([float(w.startswith(("Jump", "Open", "Back", "Grid"))) for w in way])
    doubt = np.minimum(np.maximum(0, text - 1) + np.maximum(0, travel - STRAIGHT) + LOST * lost, MOST)
    left = np.log1p(max(0, tail) * PER / len(steps))
    rows = []
    for k in range(len(steps)):
        before = doubt[max(0, k - WINDOW + 1):k].sum()
        behind = doubt[k + 1:k + 1 + WINDOW].sum()
        around = doubt[max(0, k - AROUND):k + AROUND + 1].mean()
        rows.append([min(text[k], 6), min(travel[k], MOST), lost[k], jump[k], FAR - margin[k], max(0, NEAR - margin[k]),
                     np.log1p(before), np.log1p(behind), np.log1p(around), left])
    return np.array(rows)


def heads(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        while (head := chess.pgn.read_headers(file)) is not None:
            yield head.get("White", "?"), head.get("Black", "?")


def is_like(one, other):
    """Whether two names may be one player's: by the surname, with a tolerance for misread letters."""
    surname = lambda name: name.split(",")[0].lower() if "," in name else max(name.replace(".", " ").split() or ["?"], key=len).lower()
    return SequenceMatcher(None, surname(one), surname(other)).ratio() > LIKE


def load(spec):
    """The readings of a trace that have a game in the truth: group, half-moves right one by one, features, tail, length of the true game."""
    trace, rest = spec.split("=", 1)
    truth, group = rest.rsplit("@", 1)
    true, names = list(games(truth)), list(heads(truth))
    steps, tails = {}, {}
    with open(trace, encoding="utf-8", errors="replace") as file:
        for line in file:
            if m := STEP.match(line):
                steps.setdefault(int(m[1]), []).append((m[4], float(m[5]), float(m[6]), float(m[7])))
            elif m := END.match(line):
                tails[int(m[1])] = float(m[2])
    pgn = trace.removesuffix(".trace") + ".pgn"
    for at, read, named in zip(sorted(steps), games(pgn), heads(pgn)):
        same = lambda game: [a == b for a, b in zip(game, read)]
        best = max(range(len(true)), key=lambda game: sum(same(true[game])))
        right = same(true[best]) + [False] * max(0, len(read) - len(true[best]))
        first = right.index(False) if False in right else len(right)
        # Many games begin alike: the names or the rest must agree, too.
        alike = first >= MANY or sum(right) > MANY or first >= FEW and abs(len(true[best]) - len(read)) <= NEARLY
        agree = all(map(is_like, named, names[best])) or sum(right) * 2 >= min(len(true[best]), len(read))
        if alike and agree or group.endswith("+"):
            tail = tails[at]
            yield group, np.array(right), features(steps[at], tail), tail, len(true[best])


def first_wrong(right):
    wrong = np.nonzero(~right)[0]
    return int(wrong[0]) if len(wrong) else len(right)


def fit(rows):
    """The weights; each group counts as much as any other."""
    cut = [(group, f[:first_wrong(right) + 1], np.arange(len(f)) == first_wrong(right)) for group, right, f, *_ in rows]
    x = np.vstack([f for _, f, _ in cut])
    y = np.concatenate([wrong[:len(f)] for _, f, wrong in cut]).astype(float)
    group = np.concatenate([[group] * len(f) for group, f, _ in cut])
    weight = np.array([1 / np.sum(group == own) for own in group])
    weight /= weight.sum()

    def loss(w):
        p = 1 / (1 + np.exp(-(x @ w[:-1] + w[-1])))
        value = -(weight * (y * np.log(p + 1e-9) + (1 - y) * np.log(1 - p + 1e-9))).sum()
        return value, np.append(x.T @ (weight * (p - y)), (weight * (p - y)).sum())

    start = np.append(np.full(len(NAMES), 0.1), -5.0)
    bounds = [(0, None)] * len(NAMES) + [(None, None)]
    return minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B").x


def kept(w, f, tail, chance):
    """How many half-moves are written; as src/trust.rs says."""
    hazard = 1 / (1 + np.exp(-(f @ w[:-1] + w[-1])))
    below = np.nonzero(np.cumprod(1 - hazard) < chance)[0]
    if not len(below) or tail < COMPLETE and np.prod(1 - hazard) >= EVEN:
        return len(f)
    first = max(0, below[0] - WINDOW + 1)
    return first + int(np.argmax(hazard[first:below[0] + 1]))


def main():
    rows = [row for spec in sys.argv[1:] for row in load(spec)]
    for group in sorted({row[0] for row in rows}):
        w = fit([row for row in rows if row[0] != group])
        own = [row for row in rows if row[0] == group]
        for chance in (0.3, 0.4, 0.5, 0.6, 0.7, 0.8):
            ends = [kept(w, f, tail, chance) for _, _, f, tail, _ in own]
            written = sum(ends)
            sound = sum(int(right[:end].sum()) for (_, right, *_), end in zip(own, ends))
            whole = sum(end == length and right[:end].all() for (_, right, _, _, length), end in zip(own, ends))
            print(f"{group} {chance}: {sound / max(1, written):.3f} of {written} right, {whole} of {len(own)} games exact")
    w = fit(rows)
    print(f"bias = {w[-1]:.2f}", *(f"{name} = {value:.2f}" for name, value in zip(NAMES, w)), sep="\n")


main()
