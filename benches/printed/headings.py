#!/usr/bin/env python3
"""Scores the headings of games read from a printed book.

    headings.py OUT.pgn TRUTH.pgn [--printed HEADINGS.json] [--list]

OUT.pgn        what `scorebook convert BOOK -o OUT.pgn` wrote
TRUTH.pgn      the same games, in the order of the book
HEADINGS.json  what the print says of each game, by its place in TRUTH.pgn from 0, as tags; without it, the truth's
               own players, and no other tag is scored

A truth game is paired with the output game that shares its longest beginning, 10 half-moves or more. A name is right if
its surname is, up to one letter in four, and no other word is in it but given names, initials and titles. Counted are
games with both players right, with a wrong player (a name that is not the printed one, or in the other's place), and
with one missing; games that were not found by their moves apart. Needs python-chess (PyPI: chess).
"""
import argparse, json, re, sys, unicodedata
import chess.pgn

TITLES = set("mr mrs miss messrs herr dr m mons monsieur signor sig senor sr prof professor rev captain capt major col "
             "count baron mynheer von der van de jr junior esq".split())


def fold(text):
    text = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("ł", "l").replace("ø", "o"))
    return re.sub(r"[^a-z0-9 ]", " ", "".join(c for c in text.lower() if not unicodedata.combining(c))).split()


def distance(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1]


def near(a, b):
    return distance(a, b) <= max(len(a), len(b)) / 4


def parts(name):
    """The surname's words and the others."""
    last, comma, first = name.partition(",")
    if comma:
        return fold(last), fold(first)
    words = fold(name)
    return words[-1:], words[:-1]


def same_person(read, printed):
    """Whether a name that was read is the printed one."""
    surname, given = parts(printed)
    last, _, first = read.partition(",")
    words = fold(first) + fold(last)
    joined, key = "".join(words), "".join(w for w in surname if w not in TITLES)
    core = [w for w in words if w not in TITLES]
    if not core or not key:
        return False
    # the surname is somewhere in it, in one word or two
    spans = [(i, j) for i in range(len(core)) for j in range(i + 1, min(len(core), i + 3) + 1) if near("".join(core[i:j]), key)]
    if not spans and not near(joined, key):
        return False
    if not spans:
        return True
    given = [w for w in given if w not in TITLES]
    for i, j in spans:
        rest = core[:i] + core[j:]
        fits = lambda w: any(near(w, g) or min(len(w), len(g)) <= 2 and g[:1] == w[:1] for g in given)
        long, short = [w for w in rest if len(w) > 2], [w for w in rest if len(w) <= 2]
        if all(map(fits, long)) and (not short or not given or any(map(fits, short))):
            return True
    return False


def same_side(read, printed):
    """The same for allies, `A and B`."""
    sides = [re.split(r" and | & |, and ", side) for side in (read, printed)]
    return len(sides[0]) == len(sides[1]) and all(same_person(a, b) for a, b in zip(*sides))


def games(path):
    out = []
    with open(path, encoding="utf-8", errors="replace") as handle:
        while (game := chess.pgn.read_game(handle)) is not None:
            out.append((game.headers, [m.uci() for m in game.mainline_moves()]))
    return out


def same(tag, read, printed):
    if tag in ("White", "Black"):
        return same_side(read, printed)
    if tag == "Date":
        return read == printed
    if tag in ("Round", "Result", "Number"):
        return read.strip() == printed.strip()
    a, b = "".join(fold(read)), "".join(fold(printed))
    return bool(a) and (near(a, b) or len(min(a, b, key=len)) >= 5 and (a in b or b in a))


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("out"); ap.add_argument("truth"); ap.add_argument("--printed"); ap.add_argument("--list", action="store_true")
    a = ap.parse_args()
    try:
        out = games(a.out)
    except FileNotFoundError:
        out = []
    truth = games(a.truth)
    printed = json.load(open(a.printed)) if a.printed else {}
    index = {}
    for i, (_, moves) in enumerate(out):
        if len(moves) >= 8:
            index.setdefault(tuple(moves[:8]), []).append(i)
    count = dict.fromkeys("games found both wrong missing".split(), 0)
    tags, taken = {}, set()
    for k, (headers, moves) in enumerate(truth):
        says = printed.get(str(k), {"White": headers["White"], "Black": headers["Black"]})
        if "?" in (says.get("White"), says.get("Black")):
            continue
        count["games"] += 1
        # the longest common beginning; at the same length, the order of the book
        best = max((i for i in index.get(tuple(moves[:8]), []) if i not in taken), default=None,
                   key=lambda i: (next((n for n, (x, y) in enumerate(zip(moves, out[i][1])) if x != y), min(len(moves), len(out[i][1]))), -i))
        if best is None:
            if a.list: print(f"{k:4} not found: {says.get('White')} - {says.get('Black')}")
            continue
        taken.add(best)
        count["found"] += 1
        read = out[best][0]
        value = lambda tag: "" if (v := read.get(tag, "")) in ("?", "????.??.??", "*", "-") else v
        right = [bool(value(s)) and same(s, value(s), says.get(s, "")) for s in ("White", "Black")]
        wrong = [bool(value(s)) and not r for s, r in zip(("White", "Black"), right)]
        count["both"] += all(right)
        count["wrong"] += any(wrong)
        count["missing"] += not any(wrong) and not all(right)
        if a.list and not all(right):
            print(f"{k:4} {'WRONG' if any(wrong) else 'none '} printed {says.get('White')!r} - {says.get('Black')!r}, read {value('White')!r} - {value('Black')!r}")
        if not a.printed:
            continue
        for tag in ("Event", "Site", "Date", "Round", "Opening", "Result"):
            t = tags.setdefault(tag, [0, 0, 0, 0])
            if says.get(tag):
                t[0] += 1
                ok = bool(value(tag)) and same(tag, value(tag), says[tag])
                t[1] += ok; t[2] += bool(value(tag)) and not ok
                if a.list and value(tag) and not ok: print(f"{k:4} {tag} printed {says[tag]!r}, read {value(tag)!r}")
            elif value(tag) and tag != "Result":
                t[3] += 1
                if a.list: print(f"{k:4} {tag} not printed, read {value(tag)!r}")
    c = count
    line = f"games {c['games']}, found {c['found']}, both players {c['both']}, a wrong name {c['wrong']}, a name missing {c['missing']}"
    line += "".join(f"; {tag} {t[1]}/{t[0]} wrong {t[2]} invented {t[3]}" for tag, t in tags.items() if any(t))
    print(line)


if __name__ == "__main__":
    main()
