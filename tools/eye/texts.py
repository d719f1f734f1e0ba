"""What the pictures say: moves of a dozen languages' algebraic notation, long algebraic, descriptive English old and new, numbers, results, some words.

Squares and pieces are drawn evenly, not as games have them: what is likely is the search's business, what is written is the network's.
"""
import random

FILES, RANKS = "abcdefgh", "12345678"
# King, queen, rook, bishop, knight.
MEN = {
    "en": "KQRBN", "de": "KDTLS", "fr": "RDTFC", "es": "RDTAC", "it": "RDTAC", "nl": "KDTLP", "pt": "RDTBC",
    "pl": "KHWGS", "cs": "KDVSJ", "hu": "KVBFH", "ro": "RDTNC", "fi": "KDTLR", "figures": "♔♕♖♗♘",
}
LANGUAGES = ["en"] * 9 + ["de"] * 3 + ["fr"] * 2 + ["es"] * 3 + ["nl"] * 2 + ["pt"] * 2 + ["pl", "cs", "hu", "ro", "fi", "it"]
WORDS = """White Black Weiss Schwarz Blancas Negras Brancas Negras Wit Zwart Bianco Nero Blancs Noirs Event Round Date Board Result Opening Time Name Club Team Site
Resigns resigns Draw draw Mate mate check chess Remis remis gibt auf matt tables nulle abandon abandonne gana tablas empate aufgegeben patta
and the with this was move after better game played not but which that then would have also here now Sicilian French Queen King Gambit Defence Ruy Lopez
Smith Jones Muller Schmidt Garcia Lopez Silva Santos Rossi Bianchi de Vries Jansen Kowalski Novak Nagy Popescu Virtanen Hansen Johansson London Paris Berlin Wien
Madrid Lisboa Roma Amsterdam Praha Budapest Warszawa tournament match correspondence adjourned sealed""".split()


def square(r): return r.choice(FILES) + r.choice(RANKS)


def suffix(r):
    q = r.random()
    if q < .80: return ""
    if q < .92: return "+"
    return r.choice(["#", "!", "?", "!!", "??", "!?", "?!", "++", "+!", "+-", "=", "x"])


def algebraic(r, men=None):
    men = men or MEN[r.choice(LANGUAGES)]
    taking = r.choice(["x"] * 8 + [":", "×", "X", ""]) if r.random() < .28 else ""
    q = r.random()
    if q < .62:
        t = r.choice(men)
        if r.random() < .12: t += r.choice(FILES)
        elif r.random() < .05: t += r.choice(RANKS)
        t += taking
        if taking and r.random() < .06: t += r.choice(FILES)
        elif taking and r.random() < .03: t += r.choice(men)
        else: t += square(r)
    elif q < .84: t = square(r)
    elif q < .98:
        f = r.choice(FILES); to = r.choice(FILES); t = f + r.choice(["x", "x", "x", "x", ":", "", "×"]) + to
        if r.random() < .7: t += r.choice(RANKS)
        if r.random() < .04: t += r.choice([" ep", " e.p.", "ep", "e.p."])
    else:
        t = r.choice(FILES) + r.choice("18")
    if q >= .62 and t[-1:] in "18" and r.random() < .25 or q >= .98:
        t += r.choice(["=%s", "=%s", "%s", "(%s)", "/%s"]) % r.choice(men[1:])
    return t + suffix(r)


def long_algebraic(r):
    men = MEN[r.choice(LANGUAGES)]
    t = (r.choice(men) if r.random() < .6 else "") + square(r) + r.choice(["-", "-", "-", "-", "x", "x", ":", "", " ", "–"]) + square(r)
    return t + suffix(r)


def descriptive(r):
    knight = r.choice(["N", "N", "Kt", "Kt", "KN", "QN", "KKt", "QKt"])
    piece = r.choice(["P", "P", "P", "B", "B", "R", "Q", "K", knight, knight, "KB", "QB", "KR", "QR", "BP", "KP", "QP", "RP"])
    if r.random() < .06: piece += "(" + r.choice(["Kt", "N", "Q", "K", "R", "B"]) + r.choice(RANKS) + ")"
    gap = r.choice(["", "", "", "", " "])
    if r.random() < .27:
        other = r.choice(["P", "P", "P", "B", "N", "Kt", "R", "Q", "KP", "QP", "BP", "QBP", "KBP", "RP", "KtP", "NP"])
        t = piece + gap + r.choice(["x", "x", "x", "×", "X", "tks", "takes"]) + gap + other
        if r.random() < .08: t += r.choice([" e.p.", " ep", " en pas."])
    else:
        file = r.choice(["K", "Q", "KB", "QB", "KR", "QR", "R", "B", "N", "Kt", "KKt", "QKt", "KN", "QN"])
        t = piece + gap + r.choice(["-", "-", "-", "-", "-", "–", " to " if gap else "-", "" if gap else " "]) + gap + file + gap + r.choice(RANKS)
        if r.random() < .04: t += r.choice(["(Q)", "=Q", "/Q", " (Q)", "=N"])
    q = r.random()
    if q < .12: t += r.choice(["+", "ch", " ch", " ch.", "ch.", " dis ch", " mate", "mate", "#", " dbl ch"])
    elif q < .16: t += r.choice(["!", "?", "!?", "??"])
    return " ".join(t.split())


def castling(r):
    return r.choice(["O-O", "O-O", "O-O-O", "0-0", "0-0", "0-0-0", "o-o", "o-o-o", "OO", "000", "Castles", "Castles", "castles", "Castles QR", "Castles (K)", "Castles K", "O–O", "0–0–0", "Roque", "roque", "Rochade"])


def result(r): return r.choice(["1-0", "0-1", "½-½", "1/2-1/2", "1:0", "0:1", "1/2", "½", "draw", "Resigns", "resigns", "remis", "1–0", "0–1"])


def number(r):
    n = str(r.randint(1, 99) if r.random() < .9 else r.randint(100, 999))
    q = r.random()
    if q < .5: return n
    if q < .75: return n + "."
    if q < .85: return "0" + n
    if q < .92: return n + "..."
    return "%d%s%02d" % (r.randint(0, 3), r.choice(":.,"), r.randint(0, 59))


def word(r):
    if r.random() < .6: return r.choice(WORDS)
    t = "".join(r.choice("bcdfghjklmnprstvwz") + r.choice("aeiouy") + r.choice(["", "", "n", "r", "s", "l", "x", "q"]) for _ in range(r.randint(1, 3)))
    q = r.random()
    return t.title() if q < .5 else t.upper() if q < .65 else t


def babble(r):
    """Anything, so that no order of signs is taken for granted."""
    signs = "KQRBNDTLSFCAPHWGVJ" * 2 + "abcdefgh12345678" * 4 + "xO0-+=" * 3 + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,:;-+=#!?()/'\"*[]&"
    return "".join(r.choice(signs) for _ in range(r.randint(2, 7)))


def move(r):
    q = r.random()
    return algebraic(r) if q < .66 else long_algebraic(r) if q < .77 else descriptive(r) if q < .95 else castling(r)


def cell(r):
    """What stands in a cell of a score sheet. "\\1" is a scribble that says nothing."""
    q = r.random()
    if q < .80: t = move(r)
    elif q < .82: t = result(r)
    elif q < .86: t = number(r)
    elif q < .91: t = word(r)
    elif q < .97: t = babble(r)
    else: t = ""
    if r.random() < .04: t = r.choice(["\1" + t, "\1" + t, "\1" + t, t + "\1", "\1\1" + t])
    return t


def line(r):
    """A few words of a printed line or a row of a sheet."""
    q = r.random()
    if q < .55:
        style = r.choice([algebraic, algebraic, algebraic, long_algebraic, descriptive, descriptive])
        men = MEN[r.choice(LANGUAGES + ["figures"] * 6)]
        say = (lambda: algebraic(r, men)) if style is algebraic else (lambda: style(r))
        out = []
        while len(" ".join(out)) < r.randint(8, 26):
            n = r.randint(1, 80); gap = r.choice([" ", ""])
            if r.random() < .75: out.append(str(n) + r.choice([".", ".", "", ". ", "..."]) + (gap if r.random() < .5 else ""))
            out.append(say() if r.random() < .93 else castling(r))
            if r.random() < .7: out.append(say() if r.random() < .93 else castling(r))
            if r.random() < .05: out.append(result(r))
        t = " ".join(out).replace("  ", " ")
    elif q < .92:
        t = " ".join(word(r) + r.choice(["", "", "", "", ",", ".", ";"]) for _ in range(r.randint(2, 5)))
        if r.random() < .2: t = t[0].upper() + t[1:] + " " + move(r)
    else: t = " ".join(babble(r) for _ in range(r.randint(2, 4)))
    return t[:30].strip()


def many(args):
    kind, count, seed = args
    r = random.Random(seed)
    return [(cell if kind == "cell" else line)(r) for _ in range(count)]


if __name__ == "__main__":
    r = random.Random(1)
    print([cell(r) for _ in range(60)]); print([line(r) for _ in range(25)])
