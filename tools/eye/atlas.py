"""atlas.py FONTS OUT.npz: every glyph of every face as a small picture, so that training needs no fonts and composes lines of text on the accelerator.

FONTS holds hand__NAME__*.ttf and print__NAME__*.ttf (fonts.py fetches them). OUT.npz:
  tiles    (glyphs, 96, 96) bytes, ink is 255: the origin stands in column 28 on row 60, a capital is about 36 high
  advance  (glyphs,) in the same pixels
  table    (faces, characters): the number of the glyph, or -1 where the face lacks it
  names, kinds   the faces: "hand", "print", or "bone" (the skeleton of another face: one line of a pen)
  scribbles      (n, 96, 96): strokes that strike something out
"""
import glob, os, random, sys
from multiprocessing import Pool
import numpy as np
from PIL import Image, ImageDraw, ImageFont
from skimage.morphology import skeletonize

from atlas_chars import BASE, CAP, CHARS, FIGURES, LEFT, SIZE


def face_scale(path):
    """The size at which capitals and figures are CAP high."""
    font = ImageFont.truetype(path, 200)
    heights = [font.getbbox(c, anchor="ls") for c in "NBKR1358"]
    return 200 * CAP / np.mean([b[3] - b[1] for b in heights])


def glyphs_of(path):
    """{character: (tile, advance)} of one face."""
    from fontTools.ttLib import TTFont
    have = TTFont(path).getBestCmap()
    big = ImageFont.truetype(path, max(8, round(2 * face_scale(path))))
    out = {}
    for c in CHARS:
        if ord(c) not in have: continue
        tile = Image.new("L", (2 * SIZE, 2 * SIZE), 0)
        ImageDraw.Draw(tile).text((2 * LEFT, 2 * BASE), c, 255, font=big, anchor="ls")
        small = np.asarray(tile.resize((SIZE, SIZE), Image.BOX))
        if small.max() < 60: continue
        out[c] = (small, big.getlength(c) / 2)
    return os.path.basename(path)[:-4], out


def bones_of(found):
    """The same face as a single line of a pen."""
    name, glyphs = found
    out = {}
    for c, (tile, advance) in glyphs.items():
        fine = np.asarray(Image.fromarray(tile).resize((2 * SIZE, 2 * SIZE), Image.BICUBIC)) > 120
        line = Image.fromarray((skeletonize(fine) * 255).astype(np.uint8))
        from PIL import ImageFilter
        line = line.filter(ImageFilter.MaxFilter(5)).resize((SIZE, SIZE), Image.BOX)
        out[c] = (np.asarray(line), advance)
    return name, out


def scribble(seed):
    """A struck-out blot: zigzags, loops, or a few lines through."""
    r = random.Random(seed); im = Image.new("L", (2 * SIZE, 2 * SIZE), 0); d = ImageDraw.Draw(im)
    w = r.uniform(50, 130); h = r.uniform(30, 80); x0, y0 = 2 * LEFT, 2 * BASE - r.uniform(60, 76); kind = r.random()
    if kind < .4:
        n = r.randint(3, 9); pts = [(x0 + w * i / n + r.uniform(-8, 8), y0 + (h if i % 2 else 0) + r.uniform(-8, 8)) for i in range(n + 1)]
        d.line(pts, fill=255, width=r.choice([3, 4, 5]), joint="curve")
    elif kind < .7:
        for _ in range(r.randint(1, 4)):
            y = y0 + r.uniform(.2, .8) * h; d.line((x0 - r.uniform(0, 10), y, x0 + w + r.uniform(-10, 10), y + r.uniform(-14, 14)), fill=255, width=r.choice([3, 4, 5]))
    else:
        t = np.linspace(0, r.uniform(2, 6) * 6.28, 120); k = w / t[-1]
        d.line([(x0 + k * a + .25 * h * np.cos(a), y0 + h / 2 + .5 * h * np.sin(a) * r.uniform(.9, 1)) for a in t], fill=255, width=r.choice([3, 4, 5]))
    return np.asarray(im.resize((SIZE, SIZE), Image.BOX)), w / 2


def main():
    folder, out = sys.argv[1:3]
    files = sorted(glob.glob(folder + "/*.ttf"))
    figures = [f for f in files if "figures__" in f]; files = [f for f in files if f not in figures]
    with Pool() as pool:
        faces = pool.map(glyphs_of, files)
        fig = [g for _, g in pool.map(glyphs_of, figures)]
        faces = [f for f in faces if all(c in f[1] for c in "KQRBNabcdefgh12345678xO0-+")]
        # One pen line from every italic and upright printed face of a single weight, and from hands.
        boned = [f for i, f in enumerate(faces) if f[0].startswith("hand") and i % 3 == 0 or f[0].startswith("print") and "700" not in f[0] and i % 2 == 0]
        bones = [("bone" + n[n.index("__"):] + "__of_" + n[:n.index("__")], g) for n, g in pool.map(bones_of, boned)]
        scribbles = pool.map(scribble, range(160))
    tiles, advance, names = [], [], []
    table = -np.ones((len(faces) + len(bones), len(CHARS)), np.int32)
    for i, (name, glyphs) in enumerate(faces + bones):
        names.append(name)
        if fig and name.startswith("print"):
            for c in FIGURES:
                g = fig[i % len(fig)].get(c)
                if g is not None: glyphs[c] = g
        for j, c in enumerate(CHARS):
            if c in glyphs:
                table[i, j] = len(tiles); tiles.append(glyphs[c][0]); advance.append(glyphs[c][1])
    kinds = [n[:n.index("__")] for n in names]
    np.savez_compressed(out, tiles=(np.stack(tiles) >> 4 << 4) | 15 * (np.stack(tiles) > 15).astype(np.uint8), advance=np.array(advance, np.float32), table=table, names=np.array(names), kinds=np.array(kinds),
                        scribbles=np.stack([s for s, _ in scribbles]), scribble_advance=np.array([a for _, a in scribbles], np.float32))
    print(len(names), "faces,", len(tiles), "glyphs;", {k: kinds.count(k) for k in set(kinds)}, os.path.getsize(out) // 1024, "KiB")


if __name__ == "__main__":
    main()
