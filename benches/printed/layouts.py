"""More layouts and houses for the book printer, each a way in which old books set games.

    print_book.py make GAMES.pgn OUT --plugin benches/printed/layouts.py --layout NAME --style NAME

`P` is the printer's own module, set by it before `LAYOUTS` and `STYLES` are read.
"""
import re

# `P` is not there yet when this file is read: what needs it asks at call time.


def esc(text):
    return P.E_(text)  # noqa: F821


def cells(game, row):
    return P.cells(game, row)  # noqa: F821


def notes(game):
    return P.notes_block(game)  # noqa: F821


def place(rng):
    return P.prose_place(rng)  # noqa: F821


_fashions = []


def heading(game, rng):
    """A heading in one of five fashions; a book keeps to one."""
    if not _fashions:
        _fashions.append(rng.choice([by_number, versus, played_on, white_black, dashes]))
    return _fashions[0](game, rng)


def by_number(g, rng):
    return f"<h2>GAME {g.k}</h2><p class=mid>White: {esc(g.white)} &emsp; Black: {esc(g.black)}</p><h3>{g.opening}</h3>"


def versus(g, rng):
    return f"<h3>{g.opening}</h3><p class=mid>{esc(g.white)} v. {esc(g.black)}</p><p class=mid>{place(rng)}</p>"


def played_on(g, rng):
    return f"<h2>Game {g.k}, played on the {rng.randint(2, 28)}th of {rng.choice(['May', 'June', 'July'])}.</h2><p class=mid>{esc(g.white)} (White) against {esc(g.black)} (Black).</p>"


def white_black(g, rng):
    return f"<h2>No. {g.k}. {g.opening.title()}</h2><p class=mid>WHITE.&emsp;&emsp;BLACK.<br>{esc(g.white)}.&emsp;&emsp;{esc(g.black)}.</p>"


def dashes(g, rng):
    return f"<p class=mid><b>{esc(g.white)} — {esc(g.black)}</b></p><p class=mid>{g.opening.title()} {place(rng)}</p>"


def table(rows, kind="rows", opening=""):
    return f"<table class={kind}>{opening}" + "".join(
        "<tr>" + "".join(f"<td>{c}</td>" for c in r) + "</tr>" for r in rows) + "</table>"


def middle(g, rng):
    """The number between the moves."""
    rows = [(w, f"{n}.", b) for n, w, b in (cells(g, r) for r in g.rows)]
    return heading(g, rng) + table(rows) + notes(g)


def abreast(parts):
    """A layout whose table is set in some parts, one beside the other, and read across."""
    def build(g, rng):
        h = -(-len(g.rows) // parts)
        rows = [cells(g, r) for r in g.rows]
        lines = []
        for i in range(h):
            line = []
            for part in range(parts):
                at = part * h + i
                n, w, b = rows[at] if at < len(rows) else ("", "", "")
                line += [n, w, b]
            lines.append(line)
        return heading(g, rng) + table(lines, "small") + notes(g)
    return build


def across(parts):
    """White Black White Black: moves go on across the line."""
    def build(g, rng):
        rows = [cells(g, r) for r in g.rows]
        lines = [sum(([n, w, b] for n, w, b in rows[i:i + parts]), []) for i in range(0, len(rows), parts)]
        return heading(g, rng) + table(lines, "small") + notes(g)
    return build


def brackets(g, rng):
    """Running text with the notes in brackets behind their moves."""
    out = []
    for row in g.rows:
        n, w, b = row
        wp = 2 * (n - g.rows[0][0])
        note = lambda p: f" [{esc(g.notes[p])}]" if p in g.notes else ""
        out.append(f"{n} {esc(w)},{note(wp)} {esc(b)}{note(wp + 1)}" if b else f"{n} {esc(w)}{note(wp)}")
    return heading(g, rng) + "<p>" + "; ".join(out) + ".</p>"


def prosenotes(g, rng):
    """Paragraphs of moves, each ended by its note."""
    out, part = [], []
    for row in g.rows:
        n, w, b = row
        wp = 2 * (n - g.rows[0][0])
        part.append(f"{n}. {esc(w)}" + (f", {esc(b)}." if b else "."))
        here = [p for p in (wp, wp + 1) if p in g.notes]
        if here:
            out.append("<p>" + " ".join(part) + "</p>")
            out += [f"<p class=note>{esc(g.notes[p])}</p>" for p in here]
            part = []
    return heading(g, rng) + "".join(out) + ("<p>" + " ".join(part) + "</p>" if part else "")


def sides(g, rng):
    """White's moves in one column, Black's in the other."""
    rows = [cells(g, r) for r in g.rows]
    column = lambda k: "".join(f"<div>{r[0]}. {r[k]}</div>" for r in rows if r[k])
    return heading(g, rng) + f"<div class=halves><div style='width:48%'><p class=mid>White.</p>{column(1)}</div><div style='width:48%'><p class=mid>Black.</p>{column(2)}</div></div>" + notes(g)


def lines1(g, rng):
    """A line for each half-move."""
    out = []
    for n, w, b in (cells(g, r) for r in g.rows):
        out += ([f"<div>{n}. {w}</div>"] if w else []) + ([f"<div>&emsp;&emsp;{n}. … {b}</div>"] if b else [])
    return heading(g, rng) + "".join(out) + notes(g)


def slash(g, rng):
    """Running text with a stroke between White's move and Black's."""
    t = " ".join(f"{n}. {w} / {b}" if b else f"{n}. {w}" for n, w, b in (cells(g, r) for r in g.rows))
    return heading(g, rng) + f"<p>{t}</p>" + notes(g)


def leaders(g, rng):
    """Dots lead from White's move to Black's."""
    rows = [(f"{n}", f"<div class=dots><span>{w}</span></div>", b) for n, w, b in (cells(g, r) for r in g.rows)]
    return heading(g, rng) + "<style>.dots{overflow:hidden;position:relative}.dots:after{content:' ....................................';position:absolute;padding-left:.3em}</style>" + table(rows) + notes(g)


SIGNS = ["*", "†", "‡", "§", "||", "¶"]


def stars(g, rng):
    """Signs as the marks of notes, which stand between the rows."""
    order = {p: SIGNS[i % len(SIGNS)] for i, p in enumerate(sorted(g.notes))}
    out, part = [], []
    for n, w, b in g.rows:
        wp = 2 * (n - g.rows[0][0])
        mark = lambda p, t: esc(t) + order.get(p, "")
        part.append((f"{n}.", mark(wp, w), mark(wp + 1, b)))
        here = [p for p in (wp, wp + 1) if p in order]
        if here:
            out += [table(part)] + [f"<p class=note>{order[p]} {esc(g.notes[p])}</p>" for p in here]
            part = []
    return heading(g, rng) + "".join(out) + table(part)


_pending = []


def pairgames(g, rng):
    """Two games side by side."""
    _pending.append(g)
    if len(_pending) < 2:
        return ""
    a, b = _pending
    _pending.clear()
    part = lambda x: f"<div style='width:49%'>{heading(x, rng)}{table([(f'{n}', w, k) for n, w, k in (cells(x, r) for r in x.rows)], 'small')}</div>"
    return f"<div class=halves>{part(a)}{part(b)}</div>" + notes(a) + notes(b)


def rows_plain(g, rng):
    """Rows without points behind the numbers, notes at the end."""
    return heading(g, rng) + table([cells(g, r) for r in g.rows]) + notes(g)


def capitals(g, rng):
    """Rows with the players above the columns, in capitals; the notes between."""
    return heading(g, rng) + P.notes_between(g, rng).split("</h3>", 1)[-1]  # noqa: F821


def run_columns(g, rng):
    """Running text for a narrow newspaper column."""
    t = " ".join(f"{n} {w} {b}" if b else f"{n} {w}" for n, w, b in (cells(g, r) for r in g.rows))
    return heading(g, rng) + f"<p>{t}</p>" + notes(g)


LAYOUTS = {
    "middle": (middle, 1, 11), "fourcol": (across(2), 1, 8.5), "sixcol": (across(3), 1, 6.5), "twotab": (abreast(2), 1, 8.5),
    "threetab": (abreast(3), 1, 6.5), "brackets": (brackets, 1, 11), "prosenotes": (prosenotes, 1, 11), "sides": (sides, 1, 10),
    "lines1": (lines1, 2, 9), "slash": (slash, 1, 11), "leaders": (leaders, 1, 11), "stars": (stars, 1, 11),
    "pairgames": (pairgames, 1, 7), "plain": (rows_plain, 1, 11), "newscol": (capitals, 3, 5.5), "newsrun": (run_columns, 3, 8),
    "middlecol": (middle, 2, 8.5), "bracketcol": (brackets, 2, 9),
}


def _styles():
    import descriptive as D
    return {
        "times2": dict(d=D.DIALECTS["modern"], face="CMU Serif"),
        "didot": dict(d=D.Dialect("s", dash="-", takes=" tks ", check=" (ch)", castle_k="Castles", castle_q="Castles (Q side)", knight="Kt"), face="GFS Didot"),
        "long": dict(d=D.Dialect("s", long_words=True, knight="Kt."), face="EB Garamond"),
        "spread": dict(d=D.Dialect("s", dash=" - ", takes=" x ", check=" +", castle_k="O-O", castle_q="O-O-O"), face="Old Standard TT"),
        "tight": dict(d=D.Dialect("s", dash="", takes="x", check="†", castle_k="Castles", castle_q="Castles QR"), face="Linux Libertine O",
                      spell=lambda t: re.sub(r"\s+", " ", t)),
    }


STYLES = _styles()
