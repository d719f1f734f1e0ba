#!/usr/bin/env python3
"""Headings of many kinds for the book printer, above plain tables and running text, with running heads on each page.

    heads.py games MASTERS.pgn.zst GAMES.pgn --seed S [--games N]     games with players, event, place, date and round
    HEADING=NAME print_book.py make GAMES.pgn OUT --plugin heads.py --layout L …   prints them (make_heads.sh does both)

`HEADINGS` has the kinds: each returns what stands above a game, the rows of a table's head, and the tags that are in
print, which go to OUT/headings.json by the game's place in the book. Names and events are of the nineteenth century,
mixed at random; the moves are other games' moves.
"""
import atexit, html, json, os, random, re, subprocess, sys

PEOPLE = """Bird, H. E.|Mason, J.|Gunsberg, I.|Winawer, S.|Zukertort, J. H.|Blackburne, J. H.|Rosenthal, S.|Noa, J.|Englisch, B.|Weiss, M.|Schwarz, A.|
Paulsen, L.|Paulsen, W.|Riemann, F.|Tarrasch, S.|Schallopp, E.|Minckwitz, J.|Mackenzie, G. H.|Burn, A.|Taubenhaus, J.|Lipschütz, S.|Pollock, W. H. K.|
Hanham, J. M.|Thorold, E.|Mortimer, J.|Owen, J.|Ranken, C. E.|Skipworth, A. B.|MacDonnell, G. A.|Potter, W. N.|Wayte, W.|Boden, S.|Löwenthal, J.|
Horwitz, B.|Kling, J.|Harrwitz, D.|Williams, E.|Wyvill, M.|Kennedy, H. A.|Szén, J.|Kieseritzky, L.|Mayet, K.|von Bardeleben, C.|von Gottschall, H.|
von Scheve, T.|van Vliet, L.|de Rivière, J. A.|von der Lasa, T.|de Vere, C.|Clerc, A.|Chamier, E.|Journoud, P.|Devinck, F.|Laroche, H.|Saint Amant, P.|
Bezkrovny, A.|Schiffers, E.|Alapin, S.|Solovtsov, A.|Jaenisch, C. F.|Petroff, A.|Dubois, S.|Salvioli, C.|Zannoni, G.|Asharin, A.|Lewis, W.|Cochrane, J.|
Walker, G.|Fraser, G. B.|Steel, R.|Wisker, J.|Delmar, E.|Judd, M.|Max Lange|Ware, P.|Sellman, A.|Grundy, J.|Mohle, C.|Ryan, J. S.|Barbour, H.|Elson, J.""".replace("\n", "").split("|")
GIVEN = dict(H="Henry", J="James", I="Isidor", S="Simon", B="Berthold", M="Max", A="Adolf", L="Louis", W="William", F="Fritz", E="Emil", G="George", C="Charles", P="Paul", K="Karl", D="Daniel", T="Theodor", R="Robert")
EVENTS = ["Vienna Tournament", "London International Tournament", "Hereford Congress", "Paris Tournament", "Divan Handicap Tournament", "Bradford Congress",
          "Frankfort Congress", "Manchester Tournament", "City of London Club Championship", "Nuremberg Congress"]
SITES = ["Vienna", "London", "Hereford", "Paris", "London", "Bradford", "Frankfort", "Manchester", "London", "Nuremberg"]
MONTHS = "January February March April May June July August September October November December".split()
WORDS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
OPENINGS = ["Ruy Lopez", "Giuoco Piano", "French Defence", "Queen's Gambit Declined", "Irregular Opening", "Sicilian Defence", "Evans Gambit", "King's Gambit", "Scotch Game", "Vienna Opening"]
RUNNING = ["THE BOOK OF CHESS", "GAMES OF THE TOURNAMENT", "CHESS GAMES OF THE MASTERS", "THE CHESS-PLAYER'S MAGAZINE", "MODERN CHESS BRILLIANCIES", "MR. BIRD'S GAMES"]


def ordinal(n):
    return f"{n}{'th' if n in (11, 12, 13) else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


def roman(n):
    out = ""
    for value, sign in ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        while n >= value:
            out, n = out + sign, n - value
    return out


def title(surname):
    """The title of a person, the same all through."""
    return random.Random(surname).choice(["Mr.", "Mr.", "Herr", "Herr", "Dr.", "M.", "Signor", "Rev.", "Capt."])


class Person:
    def __init__(self, tag):
        self.tag = tag
        self.last, _, self.first = tag.partition(", ")
        if not self.first:
            self.last, self.first = tag.split()[-1], tag.split()[0]
        self.initials = f"{self.first} {self.last}".strip()
        self.mr = f"{title(self.last)} {self.last}"
        self.mr_initials = f"{title(self.last)} {self.initials}"
        self.full = f"{GIVEN.get(self.first[:1], 'John')} {self.last}"
        self.caps = self.last.upper()


class Printed:
    """What may be printed of a game."""
    def __init__(self, g, rng):
        h = g.g.headers
        self.w, self.b = Person(h["White"]), Person(h["Black"])
        self.event, self.site, self.k = h["Event"], h["Site"], g.k
        self.round = int(h["Round"])
        self.year, self.month, self.day = (int(x) for x in h["Date"].split("."))
        self.opening = rng.choice(OPENINGS)
        self.result = h["Result"]

    def tags(self, white=None, black=None, **more):
        date = f"{self.year}.{self.month:02}.{self.day:02}"
        known = dict(event=("Event", self.event), site=("Site", self.site), round=("Round", str(self.round)), date=("Date", date), opening=("Opening", self.opening),
                     year=("Date", f"{self.year}.??.??"), month=("Date", f"{self.year}.{self.month:02}.??"), day=("Date", f"????.{self.month:02}.{self.day:02}"))
        tags = {"White": white or self.w.tag, "Black": black or self.b.tag, "Result": self.result}
        tags.update(known[name] for name in more if more[name])
        return tags

    @property
    def month_name(self):
        return MONTHS[self.month - 1]


mid = lambda text: f"<p class=mid>{html.escape(text)}</p>"
head = lambda text: f"<h2>{html.escape(text)}</h2>"
sub = lambda text: f"<h3>{html.escape(text)}</h3>"
row = lambda left, right: (left, right)


# Each kind: p → (what stands above, rows of a table's head, tags)

def caps_v(p, rng):
    return head(f"GAME {roman(p.k)}.—{p.opening.upper()}.") + head(f"{p.w.caps} v. {p.b.caps}."), [], p.tags(p.w.last, p.b.last, opening=1)


def between_on(p, rng):
    return mid(f"Game {p.k}, played on the {ordinal(p.day)} of {p.month_name}, between {p.w.mr} and {p.b.mr}.") + sub(p.opening.upper() + "."), [], p.tags(p.w.last, p.b.last, day=1, opening=1)


def between_colours(p, rng):
    return sub(p.opening.upper() + ".") + mid(f"Between {p.w.initials} (White) and {p.b.initials} (Black).") + mid(f"Played at {p.site}, {p.month_name} {ordinal(p.day)}, {p.year}."), [], p.tags(site=1, date=1, opening=1)


def heads_names(p, rng):
    return head(f"Game No. {p.k}.") + mid(f"Played in the {WORDS[p.round]} round, {p.month_name} {ordinal(p.day)}.") + sub(p.opening.upper() + "."), [row("White.", "Black."), row(p.w.initials + ".", p.b.initials + ".")], p.tags(round=1, day=1, opening=1)


def heads_brackets(p, rng):
    return head(f"No. {p.k}.") + sub(p.opening + "."), [row(f"WHITE ({p.w.mr}).", f"BLACK ({p.b.mr}).")], p.tags(p.w.last, p.b.last, opening=1)


def labels(p, rng):
    return head(f"{p.k}. {p.opening}.") + mid(f"{p.event}, {p.year}. Round {p.round}.") + mid(f"White: {p.w.mr_initials}. Black: {p.b.mr_initials}."), [], p.tags(event=1, year=1, round=1, opening=1)


def german(p, rng):
    months = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
    return head(f"Partie Nr. {p.k}.") + mid(f"Gespielt am {p.day}. {months[p.month - 1]} {p.year}.") + mid(f"Weiß: {p.w.initials}.  Schwarz: {p.b.initials}."), [], p.tags(date=1)


def french(p, rng):
    return head(f"PARTIE N° {p.k}") + mid(f"Blancs : {p.w.full}. — Noirs : {p.b.full}."), [], p.tags(p.w.full, p.b.full)


def stacked(p, rng):
    return head(f"{p.k}.") + head(p.w.initials.upper()) + head("v.") + head(p.b.initials.upper()) + mid(f"{p.event}, {p.month_name} {p.year}."), [], p.tags(event=1, month=1)


def dash_place(p, rng):
    return mid(f"{p.k}. {p.w.last}–{p.b.last}") + mid(f"({p.site}, {p.year})"), [], p.tags(p.w.last, p.b.last, site=1, year=1)


def allies(p, rng):
    other = Person(random.Random(p.k).choice([x for x in PEOPLE if x not in (p.w.tag, p.b.tag)]))
    if p.k % 2:
        return sub(p.opening.upper() + ".") + mid(f"{p.w.mr} and {other.mr} v. {p.b.mr}."), [], p.tags(f"{p.w.last} and {other.last}", p.b.last, opening=1)
    return sub(p.opening.upper() + ".") + mid(f"{p.w.mr} v. {p.b.mr} and {other.mr}."), [], p.tags(p.w.last, f"{p.b.last} and {other.last}", opening=1)


def bare_names(p, rng):
    return head(f"GAME THE {WORDS[min(p.k, 12)].upper()}.") + sub(p.opening.upper() + "."), [row(f"{p.w.mr}.", f"{p.b.mr}.")], p.tags(p.w.last, p.b.last, opening=1)


def behind(p, rng):
    return sub(f"{p.opening}.") + mid(f"{p.w.mr_initials} (White); {p.b.mr_initials} (Black).") + mid(f"{p.event}, {p.month_name} {p.day}, {p.year}."), [], p.tags(event=1, date=1, opening=1)


def dashed_labels(p, rng):
    return head(f"{p.k}.—{p.opening.upper()}.") + mid(f"White—{p.w.mr.upper()}.   Black—{p.b.mr.upper()}."), [], p.tags(p.w.last, p.b.last, opening=1)


# Kinds that were printed for the last judgement.

def against_in(p, rng):
    return head(f"GAME {p.k}.") + mid(f"{p.w.mr_initials}, of {p.site}, against {p.b.mr_initials}, in the {WORDS[p.round]} round."), [], p.tags(round=1)


def comma_colours(p, rng):
    return sub(f"GAME {roman(p.k)}. {p.opening.upper()}.") + mid(f"White, {p.w.mr}; Black, {p.b.mr}.") + mid(f"Played {p.month_name} {ordinal(p.day)}, {p.year}, at {p.site}."), [], p.tags(p.w.last, p.b.last, site=1, date=1, opening=1)


def two_lines(p, rng):
    return head(f"Illustrative Game No. {p.k}") + mid(f"White—{p.w.initials}") + mid(f"Black—{p.b.initials}") + mid(f"{p.event}, {p.year}"), [], p.tags(event=1, year=1)


def heads_caps(p, rng):
    return sub(p.opening.upper()), [row(p.w.initials.upper(), p.b.initials.upper()), row("WHITE.", "BLACK.")], p.tags(opening=1)


def played_by(p, rng):
    return mid(f"The following game was played at {p.site} in {p.month_name}, {p.year}, between {p.w.mr_initials} and {p.b.mr_initials}, the former having the move.") + sub(p.opening.upper() + "."), [], p.tags(site=1, month=1, opening=1)


def clubs(p, rng):
    return head(f"GAME {p.k}.—{p.opening.upper()}.") + mid(f"Played by correspondence. {p.site} Chess Club v. {SITES[p.k % len(SITES)] if SITES[p.k % len(SITES)] != p.site else 'Berlin'} Chess Club."), [], p.tags(f"{p.site} Chess Club", f"{SITES[p.k % len(SITES)] if SITES[p.k % len(SITES)] != p.site else 'Berlin'} Chess Club", opening=1)


def german_line(p, rng):
    return head(f"{p.k}. {p.w.initials} gegen {p.b.initials}.") + mid(f"Wiener Turnier {p.year}, {p.round}. Runde."), [], p.tags(round=1, year=1)


HEADINGS = {f.__name__: f for f in (caps_v, between_on, between_colours, heads_names, heads_brackets, labels, german, french, stacked, dash_place, allies, bare_names, behind, dashed_labels)}
HELD = {f.__name__: f for f in (against_in, comma_colours, two_lines, heads_caps, played_by, clubs, german_line)}


def games(source, out, seed, count):
    """Writes games of few moves with players and events of a book."""
    import chess.pgn, io
    rng = random.Random(seed)
    raw = subprocess.run(["zstd", "-dc", source], capture_output=True).stdout.decode("latin-1")
    blocks = re.split(r"\r?\n\r?\n(?=\[Event )", raw)
    people, at = rng.sample(PEOPLE, 7), rng.randrange(len(EVENTS))
    year, picked, seen = rng.randint(1851, 1899), [], set()
    while len(picked) < count:
        game = chess.pgn.read_game(io.StringIO(rng.choice(blocks)))
        moves = list(game.mainline_moves())
        if game.errors or "FEN" in game.headers or not 41 <= len(moves) <= 56 or tuple(moves[:20]) in seen:
            continue
        seen.add(tuple(moves[:20]))
        n = len(picked)
        white, black = rng.sample(people, 2)
        game.headers.update(dict(Event=EVENTS[at], Site=SITES[at], Date=f"{year}.{rng.choice([3, 5, 6, 7, 8, 11]):02}.{rng.randint(2, 28):02}", Round=str(1 + n // 5), White=white, Black=black))
        picked.append(game)
    with open(out, "w") as handle:
        for game in picked:
            print(game, file=handle, end="\n\n")


if __name__ == "__main__":
    import argparse
    ap = argparse.ArgumentParser(); ap.add_argument("do"); ap.add_argument("source"); ap.add_argument("out"); ap.add_argument("--seed", default="1"); ap.add_argument("--games", type=int, default=6)
    a = ap.parse_args()
    if a.do == "list":
        print(*HEADINGS, *HELD)
    else:
        games(a.source, a.out, a.seed, a.games)
else:
    # As the printer's plugin: `P` is the printer.
    kind = os.environ.get("HEADING", "caps_v")
    build_heading = {**HEADINGS, **HELD}[kind]
    said = {}
    place = sys.argv[sys.argv.index("make") + 2]
    atexit.register(lambda: json.dump(said, open(f"{place}/headings.json", "w"), ensure_ascii=False, indent=0))
    book = random.Random(f"{kind}/{place.rsplit('/', 1)[-1]}")
    left, right = book.sample(RUNNING, 2)
    counter = "counter-reset:page 70"
    P.CSS = P.CSS.replace("@page{{", "@page :left{{@top-left{{content:counter(page)}} @top-center{{content:\"" + left + "\"}}}} @page :right{{@top-right{{content:counter(page)}} @top-center{{content:\"" + right + "\"}}}} @page{{")  # noqa: F821

    def parted(g, rng):
        p = Printed(g, rng)
        above, rows, tags = build_heading(p, rng)
        said[str(g.k - 1)] = tags
        return above, rows

    def table(rows, heads):
        top = "".join(f"<tr><th></th><th>{html.escape(a)}</th><th>{html.escape(b)}</th></tr>" for a, b in heads)
        return f"<table>{top}" + "".join("<tr>" + "".join(f"<td>{c}</td>" for c in r) + "</tr>" for r in rows) + "</table>"

    def plain(g, rng):
        above, heads = parted(g, rng)
        rows = [P.cells(g, r) for r in g.rows]  # noqa: F821
        return above + table(rows, heads) + P.notes_block(g)  # noqa: F821

    def between(g, rng):
        """Rows with the notes between."""
        above, heads = parted(g, rng)
        out, part, marks = [above], [], P.letters(g)  # noqa: F821
        for r in g.rows:
            part.append(P.cells(g, r))  # noqa: F821
            at = 2 * (r[0] - g.rows[0][0])
            here = [x for x in (at, at + 1) if x in g.notes]
            if here:
                out.append(table(part, heads))
                out += [f"<p class=note>({marks[x]}) {html.escape(g.notes[x])}</p>" for x in here]
                part, heads = [], []
        return "".join(out) + (table(part, heads) if part else "")

    def running(g, rng):
        above, heads = parted(g, rng)
        above += "".join(mid(f"{a}   {b}") for a, b in heads)
        moves = " ".join(f"{n} {w} {b}" if b else f"{n} {w}" for n, w, b in (P.cells(g, r) for r in g.rows))  # noqa: F821
        return above + f"<p>{moves}</p>" + P.notes_block(g)  # noqa: F821

    LAYOUTS = {"plain": (plain, 1, 11), "between": (between, 1, 11), "running": (running, 1, 11), "two": (plain, 2, 8.5)}
