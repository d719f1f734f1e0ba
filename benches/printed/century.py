"""Layouts and houses of the twentieth century for the book printer.

    print_book.py make GAMES.pgn OUT --plugin benches/printed/century.py --layout NAME --style NAME

`P` is the printer's own module, set by it before `LAYOUTS` and `STYLES` are read.
"""
import html
import re

import chess

esc = html.escape
LETTERS = {"german": dict(zip("KQRBN", "KDTLS")), "french": dict(zip("KQRBN", "RDTFC")), "spanish": dict(zip("KQRBN", "RDTAC"))}


def cells(game, row):
    return P.cells(game, row)  # noqa: F821


def notes(game):
    return P.notes_block(game)  # noqa: F821


def table(rows, kind="rows"):
    return f"<table class={kind}>" + "".join("<tr>" + "".join(f"<td>{c}</td>" for c in r) + "</tr>" for r in rows) + "</table>"


def place(rng):
    town = rng.choice(["Hastings", "London", "Moscow", "Carlsbad", "New York", "Bled", "Nottingham"])
    return f"{town}, {rng.randint(1905, 1959)}"


_fashions = []


def heading(g, rng):
    """A heading in one of four fashions; a book keeps to one."""
    if not _fashions:
        _fashions.append(rng.choice([event, stacked, dashed, numbered]))
    return _fashions[0](g, rng)


def event(g, rng):
    return f"<h3>{g.k}. {g.opening}</h3><p class=mid>{place(rng)}</p><table><tr><td>White: {esc(g.white.upper())}</td><td>Black: {esc(g.black.upper())}</td></tr></table>"


def stacked(g, rng):
    return f"<h2>GAME {g.k}</h2><p class=mid>{place(rng)}</p><p class=mid>{g.opening.title()}</p><p class=mid>White &emsp; Black</p><p class=mid>{esc(g.white)} &emsp; {esc(g.black)}</p>"


def dashed(g, rng):
    return f"<p class=mid><b>{esc(g.white)}–{esc(g.black)}</b></p><p class=mid>{g.opening.title()[:-1]}, {place(rng)}</p>"


def numbered(g, rng):
    return f"<h2>No. {g.k}</h2><p class=mid>{esc(g.white)} v. {esc(g.black)}, {place(rng)}</p><h3>{g.opening}</h3>"


def ply_of(g, n):
    return 2 * (n - g.rows[0][0])


def fractions(g, rng):
    """Five moves a line, Black's below White's."""
    rows = [cells(g, r) for r in g.rows]
    lines = []
    for at in range(0, len(rows), 5):
        part = rows[at:at + 5]
        lines.append([c for n, w, _ in part for c in (n, w)])
        lines.append([c for _, _, b in part for c in ("", b)])
    return heading(g, rng) + table(lines) + notes(g)


def bold(g, rng):
    """Lines of moves, three rows a line, between paragraphs of prose; Black's move goes on behind dots."""
    out, part = [], []

    def flush():
        if part:
            out.append("<p style='text-indent:2em'><b>" + " &ensp; ".join(part) + "</b></p>")
            part.clear()

    for n, w, b in g.rows:
        wp, split = ply_of(g, n), False
        if w:
            part.append(f"{n} {esc(w)}")
            if wp in g.notes:
                split = True
                flush()
                out.append(f"<p>{esc(g.notes[wp])}</p>")
        if b:
            if split:
                part.append(f"{n} … {esc(b)}")
            else:
                part[-1:] = [part[-1] + f" {esc(b)}"] if part else [f"{n} … {esc(b)}"]
            if wp + 1 in g.notes:
                flush()
                out.append(f"<p>{esc(g.notes[wp + 1])}</p>")
        if len(part) == 3:
            flush()
    flush()
    return heading(g, rng) + "".join(out)


def split(g, rng):
    """Rows that a note parts: dots stand for the move that is missing."""
    out, rows = [], []

    def flush():
        if rows:
            out.append(table(list(rows)))
            rows.clear()

    for n, w, b in g.rows:
        wp = ply_of(g, n)
        if w and wp in g.notes:
            rows.append((n, esc(w), "....." if b else ""))
            flush()
            out.append(f"<p class=note>{esc(g.notes[wp])}</p>")
            if b:
                rows.append((n, ".....", esc(b)))
        else:
            rows.append((n, esc(w), esc(b)))
        if b and wp + 1 in g.notes:
            flush()
            out.append(f"<p class=note>{esc(g.notes[wp + 1])}</p>")
    flush()
    return heading(g, rng) + "".join(out)


MEN = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟"))


def board_after(g, ply):
    b = g.g.board()
    for k, m in enumerate(g.g.mainline_moves()):
        if k > ply:
            break
        b.push(m)
    rows = "".join("<tr>" + "".join(
        f"<td style='border:.3pt solid black;width:1.1em;text-align:center'>{MEN.get(p.symbol(), '') if (p := b.piece_at(chess.square(f, r))) else '&nbsp;'}</td>"
        for f in range(8)) + "</tr>" for r in range(7, -1, -1))
    side = "White" if ply % 2 == 0 else "Black"
    return f"<p class=mid>BLACK</p><table style='width:9em;margin:auto;font-size:9pt'>{rows}</table><p class=mid>WHITE</p><p class=mid>Position after {side}'s {ply // 2 + 1}th move</p>"


def diagrams(g, rng):
    """Rows, with two positions between them and notes at the end."""
    rows = [cells(g, r) for r in g.rows]
    cuts = sorted(rng.sample(range(6, len(rows) - 1), 2)) if len(rows) > 9 else []
    out, at = [], 0
    for cut in cuts:
        out += [table(rows[at:cut]), board_after(g, 2 * cut - 1)]
        at = cut
    return heading(g, rng) + "".join(out) + table(rows[at:]) + notes(g)


def periods(g, rng):
    """Running text, each row ended by a point."""
    t = " ".join(f"{n}. {w}, {b}." if b else f"{n}. {w}." for n, w, b in (cells(g, r) for r in g.rows))
    return heading(g, rng) + f"<p>{t}</p>" + notes(g)


_waiting = []


def triple(g, rng):
    """Three games side by side, as in bulletins."""
    _waiting.append(g)
    if len(_waiting) < 3:
        return ""
    three = list(_waiting)
    _waiting.clear()
    part = lambda x: f"<div style='width:32%'>{heading(x, rng)}{table([cells(x, r) for r in x.rows])}</div>"
    return f"<div class=halves>{''.join(map(part, three))}</div>" + "".join(map(notes, three))


def sidebar(g, rng):
    """The moves in a column at the left, the notes at their right."""
    return heading(g, rng) + f"<div class=halves><div style='width:44%'>{table([cells(g, r) for r in g.rows])}</div><div style='width:54%'>{notes(g)}</div></div>"


def framed(g, rng):
    """A ruled table with the sides' names above the columns."""
    rule = "style='border-left:.6pt solid black;padding:0 .6em'"
    head = f"<tr><td></td><td {rule}>{esc(g.white)}</td><td {rule}>{esc(g.black)}</td></tr>"
    body = "".join(f"<tr><td>{n}</td><td {rule}>{w}</td><td {rule}>{b}</td></tr>" for n, w, b in (cells(g, r) for r in g.rows))
    return heading(g, rng) + f"<table style='border-collapse:collapse'>{head}{body}</table>" + notes(g)


def clocks(g, rng):
    """A table with the times that the players took behind their moves."""
    a = b = 0
    rows = []
    for row in g.rows:
        n, w, k = cells(g, row)
        a += rng.randint(0, 6)
        b += rng.randint(0, 6)
        rows.append((n, w, f"{a // 60}.{a % 60:02}", k, f"{b // 60}.{b % 60:02}" if k else ""))
    return heading(g, rng) + table(rows) + notes(g)


LAYOUTS = {
    "fractions": (fractions, 1, 8), "bold": (bold, 1, 10.5), "split": (split, 1, 11), "splitcol": (split, 2, 8), "diagrams": (diagrams, 1, 11),
    "periods": (periods, 1, 11), "triple": (triple, 1, 6), "sidebar": (sidebar, 1, 8), "framed": (framed, 1, 10), "clocks": (clocks, 1, 10),
    "boldcol": (bold, 2, 8),
}


def algebraic(board, move, style):
    san = board.san(move)
    check = "+" if san.endswith("+") else "#" if san.endswith("#") else ""
    check = style.get("check", "+") if check else ""
    san = san.rstrip("+#")
    if san.startswith("O-O"):
        return (style.get("castle", "O-O") if san == "O-O" else style.get("castle", "O-O") + style.get("castle", "O-O")[1:3]) + check
    letters = LETTERS.get(style["letters"], {})
    named = lambda text: "".join(letters.get(c, c) for c in text)
    if style.get("long"):
        man = board.piece_at(move.from_square).symbol().upper().replace("P", "")
        sign = style.get("takes", "x") if board.is_capture(move) else style["long"]
        return named(man) + chess.square_name(move.from_square) + sign + chess.square_name(move.to_square) + named("".join(san.split("=")[1:])) + check
    return named(san.replace("x", style.get("takes", "x")).replace("=", "")) + check


_descriptive = P.write  # noqa: F821


FILES = ["Q. R.", "Q. Kt.", "Q. B.", "Q.", "K.", "K. B.", "K. Kt.", "K. R."]
RANKS = {"2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth", "7th": "seventh", "8th": "eighth"}


def chronicle(board, move, style, rng, sloppy):
    """As the magazines of the 1840s write: `K. P. two`, `K. Kt. to B. third`, `Q. to her fifth`."""
    man, to = board.piece_at(move.from_square), move.to_square
    rank = chess.square_rank(to) if board.turn else 7 - chess.square_rank(to)
    if man.piece_type == chess.PAWN and not board.is_capture(move) and not move.promotion:
        steps = "two" if abs(move.from_square - to) == 16 else "one"
        after = board.copy()
        after.push(move)
        return f"{FILES[chess.square_file(to)]} P. {steps}" + (" (ch.)" if after.is_check() else "")
    text = _descriptive(board, move, style, rng, sloppy)
    text = re.sub(r"'s (\d(?:nd|rd|th))", lambda m: ". " + RANKS[m[1]], text)
    text = re.sub(r" (\d(?:nd|rd|th))", lambda m: " " + RANKS[m[1]], text)
    text = re.sub(r"'s sq\b", ". square", re.sub(r" sq\b", " square", text))
    text = re.sub(r"(?<=\b[KQRBP])(?= )|(?<=\bKt)(?= )", ".", text).replace("..", ".")
    own = {chess.QUEEN: ("Q.", "her"), chess.KING: ("K.", "his")}.get(man.piece_type)
    return text.replace(f"{own[0]} to {own[0]} ", f"{own[0]} to {own[1]} ") if own and rank else text


def write(board, move, style, rng, sloppy=0.0):
    if "letters" in style:
        return algebraic(board, move, style)
    return (chronicle if style.get("chronicle") else _descriptive)(board, move, style, rng, sloppy)


P.write = write  # noqa: F821


def _styles():
    import descriptive as D
    return {
        "usa": dict(d=D.DIALECTS["usa"], face="Linux Libertine O"),
        "british": dict(d=D.DIALECTS["kt_dash"], face="EB Garamond"),
        "staunton": dict(d=D.DIALECTS["staunton"], face="Old Standard TT"),
        "commas": dict(d=D.DIALECTS["running"], face="GFS Didot"),
        "chronicle": dict(d=D.Dialect("s", long_words=True, knight="Kt."), face="Old Standard TT", chronicle=True),
        "kagan": dict(letters="german", face="Old Standard TT", takes="×", castle="0—0", check="†"),
        "long": dict(letters="german", face="CMU Serif", long="—", takes="×", castle="0—0", check="†"),
        "strategie": dict(letters="french", face="GFS Didot", takes="×", castle="O—O"),
        "informant": dict(letters="english", face="Linux Libertine O", takes="x", castle="0-0"),
        "ajedrez": dict(letters="spanish", face="EB Garamond", long="-", takes="x", castle="0-0"),
    }


STYLES = _styles()
