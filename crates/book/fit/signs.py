#!/usr/bin/env python3
"""Fits src/signs.toml: what scanners take the signs of algebraic notation for.

    fit/signs.py print PRINTER.py GAMES.pgn FACE OUT.json     prints lists of moves in a face, wears and scans them
    fit/signs.py fit OUT.json ... > src/signs.toml            aligns print and scan, and writes the prices

PRINTER is a program that prints and wears pages (`wear(path, amount, rng)`). A price is FIRST + SLOPE * -ln(share), the
scale of the prices in src/glyph.rs. What was seen in real books, SEEN, is kept where it is cheaper. Needs chromium,
tesseract, poppler and python-chess.
"""
import collections
import difflib
import glob
import html
import importlib.util
import json
import math
import os
import random
import subprocess
import sys
import tempfile

import chess.pgn

FIRST, SLOPE, DEAREST = 0.3, 0.4, 2.4
# Cases that count, lines that are alike enough, and how far a line may be moved.
CASES, ALIKE, MOVED = 2, 0.72, 8
LINES, PAGE = 100, 40
GERMAN, FRENCH = dict(zip("KQRBN", "KDTLS")), dict(zip("KQRBN", "RDTFC"))
HOUSES = [
    dict(letters=GERMAN, takes=":", castle="0-0"),
    dict(letters=GERMAN, long=True, dash="—", castle="0—0"),
    dict(),
    dict(letters=FRENCH, takes="×", castle="0-0"),
    dict(letters=GERMAN, long=True, dash="-"),
    dict(check="†", castle="O—O"),
]
STATES = ((0.2, 9), (0.5, 10.5), (0.5, 8.5))
# By hand, from real books: sign printed, sign seen, price.
SEEN = {
    "man": {
        "D": {"I)": 1.4, "O": 1.6, "0": 1.8, "P": 1.8, "1)": 1.6, "d": 1.2, "B": 2.0},
        "T": {"'I'": 1.4, "I": 1.6, "1": 1.8, "7": 1.6, "t": 1.2, "‘T": 0.8, "F": 1.6, "'T": 0.8},
        "L": {"I": 1.6, "l": 1.4, "1": 1.8, "£": 1.2, "E": 1.8, "Il": 1.6, "Lc": 1.6},
        "S": {"8": 1.1, "5": 1.2, "s": 0.7, "$": 0.8, "3": 1.8, "&": 1.8},
        "C": {"G": 1.4, "O": 1.7, "c": 0.8, "(": 1.7, "(C": 1.0},
        "A": {"4": 1.4, "Á": 0.5, "À": 0.6},
        "F": {"E": 1.4, "P": 1.5, "f": 1.2, "I'": 1.5},
        "V": {"Y": 1.4, "v": 0.6},
        "J": {"I": 1.4, "j": 0.8},
        "W": {"w": 0.6, "VV": 0.8},
        "H": {"I-I": 1.0, "h": 1.2, "B": 1.8},
    },
    "file": {
        "a": {"A": 1.0, "u": 1.6, "n": 1.8, "o": 1.8, "á": 0.8},
        "b": {"B": 1.2, "h": 1.3, "6": 1.2, "l)": 1.6, "lb": 1.4},
        "c": {"¢": 0.8, "C": 0.9, "e": 1.2, "o": 1.5, "(": 1.6, "G": 1.8},
        "d": {"D": 1.2, "cl": 1.0, "a": 1.7, "tl": 1.4},
        "e": {"E": 1.2, "c": 1.1, "o": 1.6, "é": 0.6, "ce": 1.2, "€": 1.0},
        "f": {"{": 1.2, "F": 1.0, "t": 1.4, "£": 0.8, "i": 1.8, "r": 1.8, "ſ": 0.6},
        "g": {"G": 1.2, "q": 0.8, "9": 1.0, "y": 1.6, "e": 1.9},
        "h": {"H": 1.2, "b": 1.3, "li": 0.9, "n": 1.6, "lh": 1.2},
    },
    "rank": {
        "4": {"d": 1.6, "{": 1.6},
        "5": {"d": 1.0, "a": 1.6, "o": 1.4, "$": 1.0, "5S": 0.6, "S5": 0.6},
        "6": {"ó": 0.6, "é": 1.4},
        "7": {"%": 1.6},
        "8": {"g": 1.6},
    },
}


def written(board, move, letters=None, long=False, takes="x", check="+", castle="O-O", dash="-"):
    san = board.san(move).rstrip("#+")
    checks = board.gives_check(move)
    if san.startswith("O-O"):
        text = castle if san == "O-O" else castle + castle[1:3]
    elif long:
        man = board.piece_at(move.from_square).symbol().upper().replace("P", "")
        sign = takes if board.is_capture(move) else dash
        text = man + chess.square_name(move.from_square) + sign + chess.square_name(move.to_square)
        text += "".join(san.split("=")[1:])
    else:
        text = san.replace("x", takes)
    if letters and not san.startswith("O-O"):
        text = "".join(letters.get(sign, sign) for sign in text)
    return text + (check if checks else "")


def pages(printer, games, face):
    rng = random.Random(face)
    for house in HOUSES:
        for wear, points in STATES:
            rows = []
            while len(rows) < LINES and (game := chess.pgn.read_game(games)) is not None:
                board = game.board()
                for move in game.mainline_moves():
                    text = written(board, move, **house)
                    rows.append([f"{board.fullmove_number}.", text]) if board.turn else rows[-1].append(text)
                    board.push(move)
            tables = [rows[at : at + PAGE] for at in range(0, LINES, PAGE)]
            yield from scanned(printer, tables, face, wear, points, rng)


def scanned(printer, tables, face, wear, points, rng):
    cells = lambda row: "".join(f"<td>{html.escape(cell)}</td>" for cell in row)
    body = "".join(f"<table>{''.join(f'<tr>{cells(row)}</tr>' for row in rows)}</table>" for rows in tables)
    style = (
        f"@page{{size:5.6in 8.8in;margin:.5in}} body{{font-family:'{face}';font-size:{points}pt}}"
        "td{padding:0 .3em;white-space:nowrap} table{width:60%;break-after:page}"
    )
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/b.html", "w", encoding="utf-8") as file:
            file.write(f"<html><meta charset=utf-8><style>{style}</style><body>{body}")
        call = lambda *command: subprocess.run(command, check=True, capture_output=True)
        call("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
             f"--print-to-pdf={folder}/b.pdf", f"{folder}/b.html")
        call("pdftoppm", "-r", "300", "-gray", "-png", f"{folder}/b.pdf", f"{folder}/page")
        for rows, path in zip(tables, sorted(glob.glob(f"{folder}/page-*.png"))):
            printer.wear(path, wear, rng)
            call("tesseract", path, path[:-4], "--dpi", "300", "--psm", "6", "-l", "eng", "txt")
            with open(f"{path[:-4]}.txt", encoding="utf-8") as file:
                seen = [line for line in file.read().split("\n") if line.strip()]
            yield dict(printed=[" ".join(row) for row in rows], seen=seen)


def aligned(printed, seen):
    """For each printed sign what is seen of it."""
    change = lambda a, b: 0 if a == b else 0.4 if a.lower() == b.lower() else 2.5 if (a == " ") != (b == " ") else 0.9
    n, m = len(printed), len(seen)
    costs = [[float(j) if i == 0 else float(i) for j in range(m + 1)] for i in range(n + 1)]
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            changed = costs[i - 1][j - 1] + change(printed[i - 1], seen[j - 1])
            costs[i][j] = min(changed, costs[i - 1][j] + 1, costs[i][j - 1] + 0.8)
    out, more, i, j = [""] * n, "", n, m
    while i or j:
        if i and j and abs(costs[i][j] - costs[i - 1][j - 1] - change(printed[i - 1], seen[j - 1])) < 1e-9:
            out[i - 1], more, i, j = seen[j - 1] + more, "", i - 1, j - 1
        elif i and abs(costs[i][j] - costs[i - 1][j] - 1) < 1e-9:
            out[i - 1], more, i = more, "", i - 1
        else:
            more, j = seen[j - 1] + more, j - 1
    return out


def pairs(page):
    """Lines of print with the lines of the scan that show them, in order."""
    printed, seen = page["printed"], page["seen"]
    like = [
        [difflib.SequenceMatcher(None, a, b).ratio() if abs(i - j) < MOVED else 0 for j, b in enumerate(seen)]
        for i, a in enumerate(printed)
    ]
    best = [[0.0] * (len(seen) + 1) for _ in range(len(printed) + 1)]
    for i, row in enumerate(like, 1):
        for j, ratio in enumerate(row, 1):
            best[i][j] = max(best[i - 1][j], best[i][j - 1], best[i - 1][j - 1] + (ratio if ratio > ALIKE else 0))
    i, j = len(printed), len(seen)
    while i and j:
        if best[i][j] == best[i - 1][j]:
            i -= 1
        elif best[i][j] == best[i][j - 1]:
            j -= 1
        else:
            i, j = i - 1, j - 1
            yield printed[i], seen[j]


def kind(at, sign):
    if at == 0 and sign.isupper() and sign != "O":
        return "man"
    return "file" if sign in "abcdefgh" else "rank" if sign in "12345678" else None


def fit(paths):
    counts = collections.defaultdict(collections.Counter)
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for printed, seen in (pair for page in json.load(file) for pair in pairs(page)):
                signs, place = aligned(printed, seen), 0
                for at, word in enumerate(printed.split(" ")):
                    for k, sign in enumerate(word):
                        if at and kind(k, sign):
                            counts[kind(k, sign), sign][signs[place + k].strip()] += 1
                    place += len(word) + 1
    prices = collections.defaultdict(dict)
    for (name, sign), seen in counts.items():
        total, single = sum(seen.values()), {one for one, cases in seen.items() if len(one) == 1 and cases >= CASES}
        for text, cases in seen.items():
            # A sign that is seen twice: both of them are what this one is taken for.
            twice = len(text) == 2 and text[0] != text[1] and all(one in single or one == sign for one in text)
            if cases >= CASES and text != sign and text.isprintable() and (text in single or twice) and text[0] not in ".,;_-":
                prices[name, sign][text] = FIRST - SLOPE * math.log(cases / total)
    for name, signs in SEEN.items():
        for sign, seen in signs.items():
            for text, price in seen.items():
                prices[name, sign][text] = min(price, prices[name, sign].get(text, DEAREST))
    print("# What scanners take the signs of algebraic notation for, in nats. Written by fit/signs.py.")
    for name in ("man", "file", "rank"):
        for sign in sorted(sign for other, sign in prices if other == name):
            print(f'\n[{name}.{sign}]')
            for text, price in sorted(prices[name, sign].items(), key=lambda item: item[1]):
                if price <= DEAREST:
                    print(f"{json.dumps(text, ensure_ascii=False)} = {price:.1f}")


def main():
    if sys.argv[1] == "fit":
        return fit(sys.argv[2:])
    spec = importlib.util.spec_from_file_location("printer", sys.argv[2])
    printer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(printer)
    os.environ["OMP_THREAD_LIMIT"] = "1"
    with open(sys.argv[3], encoding="utf-8") as games, open(sys.argv[5], "w", encoding="utf-8") as out:
        json.dump(list(pages(printer, games, sys.argv[4])), out)


if __name__ == "__main__":
    main()
