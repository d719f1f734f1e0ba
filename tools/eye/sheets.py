"""sheets.py FONTS GAMES.pgn OUT {develop|judge} [SEED]: photographs of filled score sheets that nobody wrote, to judge how sheets are found and read.

FONTS holds faces as `develop__NAME.ttf`, `judge__NAME.ttf` (like handwriting, not among those that the network learned: `held` in log.json) and
`print__NAME.ttf`. GAMES.pgn has real games. OUT gets NUMBER-DESIGN.jpg and NUMBER-DESIGN.expected (the moves in UCI), two for each design; the designs
and hands of `develop` and `judge` differ, so that what was built by the ones can be judged once by the others.
Needs the Python packages numpy, Pillow and chess.
"""
import glob, random, sys
import chess.pgn, numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

LETTERS = {"en": "NBRQK", "de": "SLTDK", "nl": "PLTDK", "es": "CATDR", "fr": "CFTDR", "pt": "CBTDR"}
HEADS = {"en": ("White", "Black", "Event", "Round", "Date", "Result"), "de": ("Weiß", "Schwarz", "Turnier", "Runde", "Datum", "Ergebnis"),
         "nl": ("Wit", "Zwart", "Toernooi", "Ronde", "Datum", "Uitslag"), "es": ("Blancas", "Negras", "Torneo", "Ronda", "Fecha", "Resultado"),
         "fr": ("Blancs", "Noirs", "Tournoi", "Ronde", "Date", "Résultat"), "pt": ("Brancas", "Negras", "Torneio", "Rodada", "Data", "Resultado")}


def design(language, columns="NWB", blocks=2, rows=40, page=(1240, 1754), height=30, number="{}", frame=True, rules="both", ink=90, gap=30, head="plain",
           thick=2, shaded=False, wide=None, top=330, watermark=False, every=0):
    """A form: the order of its columns (N number, W White, B Black, t time), rules `both`, `across` or `down`, their darkness, a thicker rule `every` rows."""
    return locals()


# What the programs are built by.
DEVELOP = {
    "plain": design("en"),
    "german": design("de", number="{}.", ink=60, thick=3, head="dark", gap=0),
    "dutch": design("nl", blocks=3, rows=25, page=(1754, 1240), height=32, top=270, gap=20),
    "middle": design("pt", columns="WNB", blocks=3, rows=30, number="{:03}", height=36, gap=0, watermark=True),
    "unframed": design("es", frame=False, rules="across", blocks=2, rows=35, height=34, ink=110),
    "french": design("fr", blocks=2, rows=30, height=38, shaded=True, ink=150, number="{}."),
    "single": design("en", blocks=1, rows=40, page=(900, 1754), height=32, wide=280),
    "numberless": design("de", columns="WB", blocks=2, rows=30, height=36, gap=40),
    "timed": design("en", columns="NWtBt", blocks=2, rows=30, height=36, gap=24, ink=70, every=5),
    "small": design("es", blocks=3, rows=20, page=(1500, 1060), height=32, top=250, head="dark", gap=14),
}
# What they are judged by, once.
JUDGE = {
    "club": design("en", blocks=2, rows=30, height=40, ink=70, number="{}.", gap=0, thick=2, every=10),
    "verein": design("de", columns="NWB", blocks=3, rows=30, height=34, head="dark", ink=120, gap=10, page=(1400, 1600)),
    "bond": design("nl", columns="NWB", blocks=2, rows=25, height=44, ink=140, gap=60, shaded=True),
    "federacion": design("es", columns="WNB", blocks=2, rows=40, height=30, gap=0, number="{}"),
    "cercle": design("fr", columns="NWB", blocks=3, rows=20, page=(1754, 1240), height=40, top=280, gap=24, ink=100),
    "clube": design("pt", frame=False, rules="across", blocks=3, rows=30, height=36, ink=90, gap=36, number="{}."),
    "narrow": design("en", blocks=1, rows=45, page=(800, 1800), height=30, wide=260, head="dark"),
    "blank": design("de", columns="WB", blocks=3, rows=25, height=38, gap=30, page=(1500, 1500)),
    "clocks": design("nl", columns="NWtBt", blocks=2, rows=25, height=42, gap=0, ink=80),
    "landscape": design("fr", columns="NWB", blocks=3, rows=22, page=(1754, 1240), height=36, top=300, gap=0, every=5, watermark=True),
}


def columns_of(d):
    """For each block its columns as (kind, left, right)."""
    width = d["page"][0]; left, right = int(width * .07), int(width * .93)
    share = {"N": .4, "W": 1, "B": 1, "t": .35}; unit = sum(share[c] for c in d["columns"])
    block = (d["wide"] * 2.4 if d["wide"] else (right - left - d["gap"] * (d["blocks"] - 1)) / d["blocks"])
    for b in range(d["blocks"]):
        x = left + b * (block + d["gap"]); out = []
        for c in d["columns"]: w = block * share[c] / unit; out.append((c, x, x + w)); x += w
        yield out


def form(d, r, faces):
    """The printed form, and for each half-move its cell."""
    print_face = r.choice(faces["print"]); white, black, event, round_, date, result = HEADS[d["language"]]
    im = Image.new("RGB", d["page"], (250, 249, 244)); p = ImageDraw.Draw(im); font = lambda size: ImageFont.truetype(print_face, size)
    width, height = d["page"]; left, right = width * .07, width * .93
    if d["watermark"]:
        p.ellipse((width * .3, height * .3, width * .8, height * .75), fill=(232, 222, 236)); p.polygon([(width * .2, height * .9), (width * .5, height * .5), (width * .8, height * .9)], fill=(246, 224, 210))
    p.text((width / 2, d["top"] * .2), r.choice(["CHESS CLUB", "Open 2019", "Partieformular", "PLANILLA", "Feuille de partie", "Notatieformulier"]), font=font(44), fill=(30, 30, 30), anchor="mm")
    for i, word in enumerate((white, black, event, round_, date)):
        x, y = (left, width / 2)[i % 2], d["top"] * (.4 + .17 * (i // 2)); p.text((x, y), word + ":", font=font(24), fill=(30, 30, 30), anchor="lm")
        p.line((x + 120, y + 16, x + width * .38, y + 16), fill=(60, 60, 60), width=2)
    grey = (d["ink"],) * 3; h, top = d["height"], d["top"]; bottom = top + h * d["rows"]; blocks = list(columns_of(d)); cells = []
    line = lambda x0, y0, x1, y1, more=0: p.line((x0, y0, x1, y1), fill=grey, width=d["thick"] + more)
    for b, columns in enumerate(blocks):
        x0, x1 = columns[0][1], columns[-1][2]
        if d["head"] == "dark": p.rectangle((x0, top - h, x1, top), fill=(50, 50, 60))
        for c, a, z in columns:
            word = {"W": white, "B": black, "N": r.choice(["", "#"]), "t": ""}[c]
            p.text(((a + z) / 2, top - h / 2), word, font=font(int(h * .55)), fill=(240,) * 3 if d["head"] == "dark" else (30,) * 3, anchor="mm")
        for row in range(d["rows"]):
            y = top + row * h
            if d["shaded"] and row % 2: p.rectangle((x0, y, x1, y + h), fill=(233, 236, 240))
            for c, a, z in columns:
                if c == "N": p.text(((a + z) / 2, y + h / 2), d["number"].format(1 + row + b * d["rows"]), font=font(int(h * .6)), fill=(30,) * 3, anchor="mm")
            for side in "WB": a, z = next((a, z) for c, a, z in columns if c == side); cells.append((a, y, z, y + h))
        if d["rules"] in ("both", "across"):
            for row in range(-1 if d["frame"] else 0, d["rows"] + 1): line(x0, top + row * h, x1, top + row * h, 2 if d["every"] and row % d["every"] == 0 else 0)
        if d["rules"] in ("both", "down"):
            inner = [a for _, a, _ in columns][1:]
            for x in inner + ([x0, x1] if d["frame"] else []): line(x, top - (h if d["frame"] else 0), x, bottom)
        elif d["rules"] == "across":
            for x in [a for _, a, _ in columns][1:]: line(x, top - h, x, bottom)
    p.text((left, min(bottom + 50, height - 20)), result + ":", font=font(26), fill=(30,) * 3, anchor="lm"); p.line((left + 140, min(bottom + 66, height - 6), left + 340, min(bottom + 66, height - 6)), fill=(60,) * 3, width=2)
    return im, cells


def written(im, cells, texts, face, r):
    """The form with moves in its cells, in one hand."""
    p = ImageDraw.Draw(im); colour = r.choice([(25, 30, 120), (20, 20, 30), (40, 40, 60), (10, 40, 140)]); share = r.uniform(.62, .85)
    def put(x, y, text, size):
        tile = Image.new("L", (int(size * len(text) + 60), int(size * 2.6))); q = ImageDraw.Draw(tile); at = 20.0
        for c in text:
            f = ImageFont.truetype(face, max(8, int(size * r.uniform(.94, 1.06)))); q.text((at, size * 1.7 + r.uniform(-.05, .05) * size), c, font=f, fill=255, anchor="ls"); at += f.getlength(c) * r.uniform(.98, 1.12)
        tile = tile.rotate(r.uniform(-3, 3), Image.BILINEAR, center=(20, size * 1.5)); im.paste(colour, (int(x) - 20, int(y - size * 1.7)), tile); return at - 20
    f = ImageFont.truetype(face, 100); box = f.getbbox("Nbd6"); tall = (box[3] - box[1]) / 100
    for (x0, y0, x1, y1), text in zip(cells, texts):
        h = y1 - y0; size = share * h / tall * r.uniform(.92, 1.08); room = (x1 - x0) * .9
        long = f.getlength(text) * size / 100 * 1.1
        if long > room: size *= room / long
        x = x0 + (x1 - x0) * r.uniform(.05, .1) + r.uniform(0, max(0, min(room - long, (x1 - x0) * .2))); y = y1 - h * r.uniform(.1, .26)
        if r.random() < .012 and long * 2.1 < room:
            wrong = r.choice("abcdefgh") + r.choice("345678"); w = put(x, y, wrong, size)
            for _ in range(3): p.line((x - 3, y - size * tall * r.uniform(.2, .7), x + w + 3, y - size * tall * r.uniform(.2, .7)), fill=colour, width=3)
            x += w + size * .3
        put(x, y, text, size)


def photographed(im, r, flat):
    """A photograph (or a flat scan): perspective, bent paper, light, a shadow, blur, noise."""
    w, h = im.size; scale = r.uniform(.85, 1.15); jitter, turn, bend = (.004, .6, 0) if flat else (.045, 6, .006)
    margin = .0 if flat else .09; W, H = int(w * scale * (1 + 2 * margin)), int(h * scale * (1 + 2 * margin)); t = np.radians(r.uniform(-turn, turn))
    corners = np.array([(x + r.uniform(-jitter, jitter), y + r.uniform(-jitter, jitter)) for x, y in ((-.5, -.5), (.5, -.5), (.5, .5), (-.5, .5))]) * (w * scale, h * scale)
    corners = corners @ np.array([[np.cos(t), np.sin(t)], [-np.sin(t), np.cos(t)]]) + (W / 2, H / 2)
    rows = [];  # from the photograph to the sheet
    for (X, Y), (x, y) in zip(corners, ((0, 0), (w, 0), (w, h), (0, h))): rows += [[X, Y, 1, 0, 0, 0, -x * X, -x * Y, x], [0, 0, 0, X, Y, 1, -y * X, -y * Y, y]]
    m = np.linalg.solve(np.array(rows)[:, :8], np.array(rows)[:, 8]); amount, phase = r.uniform(-bend, bend) * h, r.uniform(0, 3)
    def back(X, Y):
        d = m[6] * X + m[7] * Y + 1; x, y = (m[0] * X + m[1] * Y + m[2]) / d, (m[3] * X + m[4] * Y + m[5]) / d; return x, y + amount * np.sin(phase + 3 * x / w)
    table = Image.fromarray(np.uint8(np.clip(np.random.default_rng(r.randrange(1 << 30)).normal((95, 75, 60), 6, (H // 8 + 1, W // 8 + 1, 3)), 0, 255))).resize((W, H), Image.BILINEAR)
    if flat: table = Image.new("RGB", (W, H), (250, 250, 248))
    step = 32; mesh = [((X, Y, min(X + step, W), min(Y + step, H)), tuple(v for a, b in ((X, Y), (X, min(Y + step, H)), (min(X + step, W), min(Y + step, H)), (min(X + step, W), Y)) for v in back(a, b))) for X in range(0, W, step) for Y in range(0, H, step)]
    mask = Image.new("L", im.size, 255).transform((W, H), Image.MESH, mesh, Image.BILINEAR); paper = im.transform((W, H), Image.MESH, mesh, Image.BICUBIC)
    a = np.asarray(Image.composite(paper, table, mask)).astype(np.float32); yy, xx = np.mgrid[0:H, 0:W].astype(np.float32)
    if not flat:
        light = 1 - r.uniform(.05, .4) * np.clip((xx / W * r.uniform(-1, 1) + yy / H * r.uniform(-1, 1) + .5), 0, 1); edge = 1 / (1 + np.exp(np.clip(-(xx * r.uniform(-1, 1) + yy * r.uniform(-1, 1) - r.uniform(-.3, .9) * W) / (.03 * W), -50, 50)))
        a *= (light * (1 - r.uniform(0, .35) * edge))[..., None] * np.array((1, r.uniform(.93, 1), r.uniform(.8, 1)))
    out = Image.fromarray(np.uint8(np.clip(a, 0, 255))).filter(ImageFilter.GaussianBlur(r.uniform(.3, .6 if flat else 1.1)))
    a = np.asarray(out).astype(np.float32) + np.random.default_rng(r.randrange(1 << 30)).normal(0, r.uniform(1, 2 if flat else 7), (H, W, 1)); return Image.fromarray(np.uint8(np.clip(a, 0, 255)))


def spelled(board, move, language, habits):
    san = board.san(move); san = san.rstrip("#") + "+" if san.endswith("#") else san
    if not habits["check"]: san = san.rstrip("+")
    if not habits["takes"]: san = san.replace("x", "")
    if habits["zeros"]: san = san.replace("O", "0")
    elif "O" in san: return san
    return "".join(LETTERS[language]["NBRQK".index(c)] if c in "NBRQK" else c for c in san)


def main():
    fonts, pgn, out, kind, *seed = sys.argv[1:]; r = random.Random(seed[0] if seed else kind); hands = sorted(glob.glob(f"{fonts}/{kind}__*.ttf")); faces = {"print": sorted(glob.glob(f"{fonts}/print__*.ttf"))}
    games = []
    with open(pgn) as f:
        while (g := chess.pgn.read_game(f)) and len(games) < 800: games.append(g)
    games = [g for g in games if 40 <= g.end().ply() <= 110 and "FEN" not in g.headers]
    for number, (name, d) in enumerate(2 * list((DEVELOP if kind == "develop" else JUDGE).items())):
        game = r.choice([g for g in games if g.end().ply() <= 2 * d["rows"] * d["blocks"] - 4]); board = game.board(); texts, uci = [], []
        habits = {"check": r.random() < .6, "takes": r.random() < .7, "zeros": r.random() < .5}
        for m in game.mainline_moves(): texts.append(spelled(board, m, d["language"], habits)); uci.append(m.uci()); board.push(m)
        im, cells = form(d, r, faces); written(im, cells, texts, hands[number % len(hands)], r)
        photographed(im, r, flat=r.random() < .25).save(f"{out}/{number:02}-{name}.jpg", quality=r.randint(50, 88)); open(f"{out}/{number:02}-{name}.expected", "w").write(" ".join(uci) + "\n")


if __name__ == "__main__":
    main()
