"""train.py ATLAS.npz OUT SECONDS [BATCH [TEXTS]]: the network that reads moves, trained with PyTorch; everything but the texts is made on the accelerator.

Each picture: a text (texts.py), a face (atlas.py), laid out with a hand's unevenness, bent, thickened or thinned, ruled, with neighbours' ink, on paper with light and
stains, blurred, noised, sometimes a bare scan of black and white. Then 40 pixels high, ink 1, paper 0. CTC, one step in 4 columns.
Every seventh family of faces is left out and is what it is judged on.
OUT/eye.npz holds the weights with the normalisation folded in, OUT/log.json the figures.
"""
import json, math, os, random, sys, time
from multiprocessing import Pool
import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
import texts as T
from atlas_chars import CHARS, SIZE, LEFT, BASE, CAP

ALPHABET = CHARS + " "          # Label 0 is the blank, label i + 1 is ALPHABET[i].
H = 40                          # The height of a picture; composed at twice that.
CASUAL = set("""annie-use-your-telescope architects-daughter bad-script caveat cedarville-cursive covered-by-your-grace delicious-handrawn delius gaegu gloria-hallelujah gochi-hand
handlee homemade-apple indie-flower kalam mansalva marck-script nanum-pen-script neucha patrick-hand reenie-beanie rock-salt schoolbell shadows-into-light shadows-into-light-two short-stack sriracha
sue-ellen-francisco swanky-and-moo-moo zeyada crafty-girls coming-soon just-another-hand just-me-again-down-here la-belle-aurore loved-by-the-king nothing-you-could-do over-the-rainbow
the-girl-next-door waiting-for-the-sunrise walter-turncoat dawning-of-a-new-day give-you-glory kristi pangolin sunshiney julee ruthie mynerve sedgwick-ave sedgwick-ave-display comic-neue
beth-ellen calligraffitti gamja-flower hi-melody fuzzy-bubbles grape-nuts square-peg mali dekko cause solitreo nerko-one kavivanar playpen-sans meddon rancho licorice hurricane""".split())
DEV = "cuda" if torch.cuda.is_available() else "cpu"


class Net(nn.Module):
    def __init__(self, a=32, b=48, c=112, d=128, e=192, classes=len(ALPHABET) + 1):
        super().__init__()
        def conv(i, o, k, p): return nn.Sequential(nn.Conv2d(i, o, k, padding=p, bias=False), nn.BatchNorm2d(o, momentum=.05))
        self.c1, self.c2, self.c3 = conv(1, a, 3, 1), conv(a, b, 3, 1), conv(b, b, 3, 1)
        self.c4, self.c5, self.c6, self.c7 = conv(b, c, 3, 1), conv(c, c, 3, 1), conv(c, d, 3, 1), conv(d, d, 3, 1)
        self.c8 = conv(d, e, (5, 3), (0, 1))
        self.t1, self.t2, self.t3 = (conv(e, e, (1, 5), (0, 2)) for _ in range(3))
        self.drop = nn.Dropout(.1)
        self.out = nn.Conv2d(e, classes, 1)

    def forward(self, x):           # (N, 1, 40, W)
        x = F.max_pool2d(F.relu(self.c1(x)), 2)
        x = F.relu(self.c2(x)); x = F.max_pool2d(F.relu(x + self.c3(x)), 2)
        x = F.relu(self.c4(x)); x = F.max_pool2d(F.relu(x + self.c5(x)), (2, 1))
        x = F.relu(self.c6(x)); x = F.relu(x + self.c7(x))
        x = F.relu(self.c8(x))
        for t in (self.t1, self.t2, self.t3): x = F.relu(x + t(x))
        return self.out(self.drop(x))[:, :, 0].permute(2, 0, 1)     # (W / 4, N, classes)


def folded(net):
    """{name: array}: convolutions with the normalisation in them."""
    out = {}
    for n, m in net.named_children():
        if isinstance(m, nn.Sequential):
            s = m[1].weight / torch.sqrt(m[1].running_var + m[1].eps)
            out[n + ".w"] = (m[0].weight * s[:, None, None, None]).detach().float().cpu().numpy()
            out[n + ".b"] = (m[1].bias - m[1].running_mean * s).detach().float().cpu().numpy()
    out["out.w"] = net.out.weight.detach().float().cpu().numpy(); out["out.b"] = net.out.bias.detach().float().cpu().numpy()
    return out


class Faces:
    def __init__(self, path):
        z = np.load(path)
        self.chars = {c: i for i, c in enumerate(CHARS)}
        tiles, advance, table = z["tiles"], z["advance"], z["table"].copy()
        names, self.kinds = [str(n) for n in z["names"]], [str(k) for k in z["kinds"]]
        self.scribble0 = len(tiles)
        advance = np.concatenate([advance, z["scribble_advance"], [0]]); tiles = np.concatenate([tiles, z["scribbles"], np.zeros((1, SIZE, SIZE), np.uint8)])
        self.empty = len(tiles) - 1; self.scribbles = len(z["scribbles"])
        family = [n.split("__")[1] for n in names]
        order = sorted(set(family)); held = {f for i, f in enumerate(order) if i % 7 == 3}
        self.held = sorted(held)
        # What a face lacks is borrowed from another of its kind.
        r = random.Random(5)
        for j in range(len(CHARS)):
            for k in set(self.kinds):
                have = [i for i in range(len(names)) if table[i, j] >= 0 and self.kinds[i] == k] or [i for i in range(len(names)) if table[i, j] >= 0]
                for i in range(len(names)):
                    if table[i, j] < 0 and self.kinds[i] == k: table[i, j] = table[r.choice(have), j]
        self.tiles = torch.from_numpy(tiles).to(DEV); self.advance = torch.tensor(advance, dtype=torch.float32, device=DEV); self.table = torch.tensor(table, dtype=torch.long, device=DEV)
        def group(kind, out): return [i for i in range(len(names)) if self.kinds[i] == kind and (family[i] in held) == out]
        self.groups = {(k, o): torch.tensor(group(k, o), device=DEV) for k in ("hand", "bone", "print") for o in (False, True)}
        self.weights = {key: torch.tensor([2.0 if family[i] in CASUAL or family[i].startswith(("playwrite", "edu-")) and i % 2 else 1.0 for i in g.tolist()], device=DEV) for key, g in self.groups.items()}
        self.names = names

    def pick(self, n, shares, held):
        """(n,) faces."""
        kinds = torch.multinomial(torch.tensor(shares, device=DEV), n, replacement=True)
        out = torch.zeros(n, dtype=torch.long, device=DEV)
        for k, kind in enumerate(("hand", "bone", "print")):
            g = self.groups[kind, held]
            out = torch.where(kinds == k, g[torch.multinomial(self.weights[kind, held], n, replacement=True)], out)
        return out


def U(n, lo, hi): return torch.rand(n, device=DEV) * (hi - lo) + lo
def chance(n, p): return torch.rand(n, device=DEV) < p
def col(x): return x[:, None, None, None]


CACHE = {}


def cached(key, make):
    if key not in CACHE: CACHE[key] = torch.tensor(make(), dtype=torch.float32, device=DEV)
    return CACHE[key]


def spread(knots, size):
    """(size, knots): cubic interpolation of knots at the pixels of a line, as a matrix."""
    out = np.zeros((size, knots))
    for y in range(size):
        at = (y + .5) * knots / size - .5; k = math.floor(at); t = at - k
        for o, w in zip((-1, 0, 1, 2), (-.5 * t + t * t - .5 * t ** 3, 1 - 2.5 * t * t + 1.5 * t ** 3, .5 * t + 2 * t * t - 1.5 * t ** 3, -.5 * t * t + .5 * t ** 3)): out[y, min(max(k + o, 0), knots - 1)] += w
    return out


def smooth(n, h, w, H2, W2, ch=1):
    """(n, ch, H2, W2) of a slow random field, about standard normal at its knots. (Matrix products: the interpolation kernels of a batch are slow.)"""
    return cached((h, H2), lambda: spread(h, H2)) @ torch.randn(n, ch, h, w, device=DEV) @ cached((w, W2), lambda: spread(w, W2)).T


def gauss(size, sigma):
    """(size, size): a Gaussian blur of a line that ends where the line ends."""
    x = np.arange(size); k = np.exp(-(x[:, None] - x[None]) ** 2 / (2 * sigma * sigma)); return k / k.sum(1, keepdims=True)


def blur(x, which):
    """Each picture with one of four blurs, or none (0)."""
    out = x
    for i, sigma in enumerate((.7, 1.3, 2.0, 3.0)):
        y = cached(("g", x.shape[2], sigma), lambda: gauss(x.shape[2], sigma)) @ x @ cached(("g", x.shape[3], sigma), lambda: gauss(x.shape[3], sigma)).T
        out = torch.where(col(which == i + 1), y, out)
    return out


def compose(faces, texts, width, line, held):
    """texts (n, G), the longest first, of character numbers (-1 nothing, -2 scribble, len(CHARS) a space) -> pictures (n, 1, 40, width), ink 1."""
    reach = (texts != -1).sum(0).tolist(); G = sum(1 for k in reach if k); texts = texts[:, :max(1, G)]
    n, G = texts.shape; H2, W2 = 2 * H, 2 * width
    face = faces.pick(n, (.25, .08, .67) if line else (.58, .20, .22), held)
    other = faces.pick(n, (1., 0., 0.) if not line else (.2, .1, .7), held)
    printed = torch.tensor([k == "print" for k in faces.kinds], device=DEV)[face]
    free = (~printed) | chance(n, .25)                                           # a hand's unevenness
    mixed = chance((n, G), .25) & chance(n, .12)[:, None] & ~printed[:, None]
    f = torch.where(mixed, other[:, None], face[:, None])
    glyph = torch.where((texts >= 0) & (texts < len(CHARS)), faces.table[f, texts.clamp(0, len(CHARS) - 1)], torch.full_like(texts, faces.empty))
    glyph = torch.where(texts == -2, faces.scribble0 + torch.randint(0, faces.scribbles, (n, G), device=DEV), glyph)
    adv = faces.advance[glyph]
    space = torch.where(printed, U(n, .3, .7), U(n, .25, 1.1))[:, None] * CAP
    adv = torch.where(texts == len(CHARS), space.expand(n, G), adv)
    loose = torch.where(free, U(n, -.10, .30) * chance(n, .7), U(n, -.02, .08))[:, None] * CAP
    uneven = free[:, None].float()
    gs = 1 + uneven * torch.randn(n, G, device=DEV) * U(n, 0, .12)[:, None]       # size
    gx = 1 + uneven * torch.randn(n, G, device=DEV) * U(n, 0, .10)[:, None]
    grot = uneven * torch.randn(n, G, device=DEV) * U(n, 0, .12)[:, None]
    gshear = uneven * torch.randn(n, G, device=DEV) * U(n, 0, .12)[:, None]
    gy = uneven * torch.randn(n, G, device=DEV) * U(n, 0, .07)[:, None] * CAP
    step = torch.where(texts == -1, torch.zeros_like(adv), adv * gs * gx + loose + uneven * torch.randn(n, G, device=DEV) * U(n, 0, .07)[:, None] * CAP)
    start = F.pad(step.cumsum(1), (1, 0)); total = start[:, -1].clamp(min=10); start = start[:, :-1]
    # Size: some hands fill the cell and more, some are small.
    cap = U(n, .36, .66) * H2 if line else torch.where(chance(n, .75), U(n, .42, .78), U(n, .28, 1.0)) * H2
    s = cap / CAP
    room = W2 * U(n, .93, 1.0)
    sx = torch.minimum(s * torch.where(free, U(n, .75, 1.25), U(n, .9, 1.1)), room / total)
    fill = (U(n, .55, 1.) * W2 / total).clamp(min=.7 * s, max=1.5 * s)
    sx = torch.where(free & chance(n, .4), torch.minimum(fill, room / total), sx)
    small = sx < .45 * s                                                          # too long for this height: smaller in both
    s = torch.where(small, sx / .45, s); cap = s * CAP
    slack = (W2 - sx * total).clamp(min=0)
    x0 = slack * torch.where(chance(n, .5), U(n, 0, .3), U(n, 0, 1)) + U(n, -3, 3)
    y0 = H2 / 2 + cap / 2 + torch.randn(n, device=DEV) * (.05 if line else .10) * H2
    y0 = torch.maximum(torch.minimum(y0, H2 + torch.full_like(cap, 4.)), cap - 5)
    slope = torch.randn(n, device=DEV) * torch.where(free, torch.full_like(cap, .03), torch.full_like(cap, .008))
    shear = torch.where(free, torch.randn(n, device=DEV) * .18, torch.randn(n, device=DEV) * .02)
    ys, xs = torch.meshgrid(torch.arange(H2, device=DEV, dtype=torch.float32), torch.arange(W2, device=DEV, dtype=torch.float32), indexing="ij")
    ink = torch.zeros(n, 1, H2, W2, device=DEV)
    for g in range(G):
        k_ = max(1, reach[g]); ox = (x0 + sx * start[:, g])[:k_]; oy = y0[:k_] + (s * gy[:, g])[:k_] + slope[:k_] * (ox - W2 / 2)
        a, b = (sx * gs[:, g] * gx[:, g])[:k_], (s * gs[:, g])[:k_]
        # canvas = M · tile + origin, with M = [[a, k], [0, b]] turned by grot; here its inverse.
        k = -(shear + gshear[:, g])[:k_] * b; co, si = torch.cos(grot[:k_, g]), torch.sin(grot[:k_, g])
        m00, m01, m10, m11 = co * a, co * k - si * b, si * a, si * k + co * b
        det = m00 * m11 - m01 * m10
        i00, i01, i10, i11 = m11 / det, -m01 / det, -m10 / det, m00 / det
        dx, dy = xs[None] - ox[:, None, None], ys[None] - oy[:, None, None]
        tx = i00[:, None, None] * dx + i01[:, None, None] * dy + LEFT
        ty = i10[:, None, None] * dx + i11[:, None, None] * dy + BASE
        grid = torch.stack([(tx + .5) * (2 / SIZE) - 1, (ty + .5) * (2 / SIZE) - 1], -1)
        tile = faces.tiles[glyph[:k_, g]][:, None].float() / 255
        ink[:k_] = torch.maximum(ink[:k_], F.grid_sample(tile, grid, align_corners=False))
    # Bend, turn.
    amp = torch.where(free, U(n, 0, 2.6) * chance(n, .7), U(n, 0, .7))
    knots = max(2, width // 20)
    bend = smooth(n, 4, knots, H2, W2, 2) * amp[:, None, None, None]
    turn = torch.randn(n, device=DEV) * (.006 if line else .02)
    gx_ = xs[None] + bend[:, 0] - turn[:, None, None] * (ys[None] - H2 / 2); gy_ = ys[None] + bend[:, 1] + turn[:, None, None] * (xs[None] - W2 / 2)
    ink = F.grid_sample(ink, torch.stack([(gx_ + .5) * (2 / W2) - 1, (gy_ + .5) * (2 / H2) - 1], -1), align_corners=False)
    # Thick and thin; the pen's pressure; broken strokes.
    p = torch.rand(n, device=DEV); hand = ~printed
    q = lambda k: F.max_pool2d(ink, k, 1, k // 2)
    thin = -F.max_pool2d(-ink, 3, 1, 1)
    bone = torch.tensor([k == "bone" for k in faces.kinds], device=DEV)[face]
    p = torch.where(bone, .25 + .75 * p, p)
    out = torch.where(col(p < .12), .35 * ink + .65 * thin, ink)
    out = torch.where(col((p > .5) & (p <= .75)), q(3), out)
    large = cap * torch.minimum(sx / s, torch.ones_like(s)) > 34
    out = torch.where(col((p > .75) & (p <= .9) & hand & (large | bone)), q(5), out)
    out = torch.where(col((p > .9) & hand & bone & large), q(7), out)
    out = torch.where(col((p > .9) & hand & ~bone & large), q(5), out)
    ink = out
    worn = (smooth(n, 8, max(4, width // 6), H2, W2) * .5 + .9 + U(n, 0, .5)[:, None, None, None]).clamp(0, 1)
    ink = torch.where(col(chance(n, .2)), ink * worn, ink)
    press = (1 - smooth(n, 3, max(3, width // 16), H2, W2).abs() * col(U(n, 0, .35))).clamp(.2, 1)
    ink = ink * press
    # Rules: lines above, below, at the sides, or a box with round corners; dotted at times.
    def bar(at, coord, w): return ((w[:, None, None] / 2 + .5) - (coord - at).abs()).clamp(0, 1)
    rules = torch.zeros_like(ink[:, 0])
    tilt = torch.randn(n, device=DEV)[:, None, None] * .012 * (xs[None] - W2 / 2)
    plain = chance(n, .35 if not line else .8)
    for at in (U(n, -6, 12), H2 - U(n, -6, 12)):
        strength = U(n, .15, 1) * chance(n, .75)
        dots = torch.where(chance(n, .12)[:, None, None], (torch.sin(xs[None] * U(n, .4, 1.6)[:, None, None]) > 0).float(), torch.ones_like(xs[None]))
        rules = torch.maximum(rules, bar(at[:, None, None] + tilt, ys[None], U(n, .6, 4.5)) * strength[:, None, None] * dots)
    for at in (U(n, -6, 9), W2 - U(n, -6, 9)):
        rules = torch.maximum(rules, bar(at[:, None, None] - tilt[:, :, :1] * 0 + torch.randn(n, device=DEV)[:, None, None] * .02 * (ys[None] - H2 / 2), xs[None], U(n, .6, 4.5)) * (U(n, .15, 1) * chance(n, .4))[:, None, None])
    bx, by, rad = W2 / 2 - U(n, -2, 8), H2 / 2 - U(n, -2, 9), U(n, 2, 16)
    qx = ((xs[None] - W2 / 2 - U(n, -4, 4)[:, None, None]).abs() - (bx - rad)[:, None, None]).clamp(min=0); qy = ((ys[None] - H2 / 2 - U(n, -4, 4)[:, None, None]).abs() - (by - rad)[:, None, None]).clamp(min=0)
    box = ((U(n, .8, 4)[:, None, None] / 2 + .5) - ((qx * qx + qy * qy + 1e-6).sqrt() - rad[:, None, None]).abs()).clamp(0, 1) * U(n, .3, 1)[:, None, None]
    rules = torch.where(chance(n, .2)[:, None, None], box, rules) * (~plain)[:, None, None]
    # Neighbours' ink from above, below and the sides: another picture of the batch, shifted.
    def shifted(x, dx, dy):
        theta = torch.zeros(n, 2, 3, device=DEV); theta[:, 0, 0] = 1; theta[:, 1, 1] = 1; theta[:, 0, 2] = -2 * dx / W2; theta[:, 1, 2] = -2 * dy / H2
        return F.grid_sample(x, F.affine_grid(theta, (n, 1, H2, W2), align_corners=False), align_corners=False)
    near = torch.zeros_like(ink)
    for sign in (-1, 1):
        o = ink[torch.randperm(n, device=DEV)]
        near = torch.maximum(near, torch.where(col(chance(n, .15 if line else .45)), shifted(o, U(n, -.3, .3) * W2, sign * H2 * U(n, .80, 1.2)), torch.zeros_like(o)))
    if not line:
        o = ink[torch.randperm(n, device=DEV)]; side = torch.where(chance(n, .5), 1., -1.)
        near = torch.maximum(near, torch.where(col(chance(n, .2)), shifted(o, side * W2 * U(n, .92, 1.02), U(n, -8, 8)), torch.zeros_like(o)))
    through = ink[torch.randperm(n, device=DEV)].flip(3) * col(U(n, .03, .3) * chance(n, .15))
    own = ink
    ink = 1 - (1 - own) * (1 - near * col(U(n, .6, 1))) * (1 - rules[:, None] * .9) * (1 - through)
    # Paper and light.
    paper = U(n, .5, 1); dark = paper * torch.where(chance(n, .6), U(n, 0, .35), U(n, 0, .62))
    light = 1 + col(torch.randn(n, device=DEV) * .08) * (xs / W2 - .5)[None, None] + col(torch.randn(n, device=DEV) * .06) * (ys / H2 - .5)[None, None] + smooth(n, 2, 4, H2, W2) * col(U(n, 0, .05))
    stain = torch.sigmoid((smooth(n, 2, max(3, width // 32), H2, W2) - col(torch.randn(n, device=DEV) * .7)) * col(U(n, 2, 40)))
    light = light * (1 - stain * col(U(n, .05, .35) * chance(n, .2)))
    grain = torch.randn(n, 1, H2, W2, device=DEV) * col(U(n, 0, .14) * (paper - dark))
    x = col(paper) * light * (1 - ink) + col(dark) * ink + grain
    soft = torch.multinomial(torch.tensor([.26, .22, .26, .17, .09], device=DEV), n, replacement=True)
    height = cap * torch.minimum(sx / s, torch.ones_like(s))
    x = blur(x, torch.minimum(soft, (height / 11).long().clamp(1, 4)))
    x = F.avg_pool2d(x, 2)
    k = random.random()
    if k < .3:
        small = F.interpolate(x, (max(12, int(H * random.uniform(.4, .9))), max(24, int(width * random.uniform(.4, .9)))), mode="bilinear", antialias=True, align_corners=False)
        x = F.interpolate(small, (H, width), mode="bilinear", align_corners=False)
    x = x + torch.randn_like(x) * col(torch.where(chance(n, .7), U(n, 0, .05), U(n, 0, .16)) * (paper - dark))
    # A scan of black and white only.
    cut = ((x - col(dark + (paper - dark) * U(n, .35, .75))) * col(U(n, 12, 80))).sigmoid() * .8
    x = torch.where(col(chance(n, .15)), cut, x)
    # As at reading: between the darkest hundredth and the paper; here a little uncertain.
    flat = x.flatten(1)[:, ::3].sort(1)[0]
    lo = flat[:, int(.01 * flat.shape[1])] + torch.randn(n, device=DEV) * .015; hi = flat[:, int(.90 * flat.shape[1])] + torch.randn(n, device=DEV) * .015
    x = ((col(hi) - x) / col((hi - lo).clamp(min=.1))).clamp(-.3, 1.2)
    return x


class Pool_:
    """Texts by kind and by length."""
    def __init__(self, count):
        t0 = time.time(); jobs = [("cell", count // 16, 100 + i) for i in range(16)] + [("line", count // 40, 900 + i) for i in range(16)]
        with Pool(min(16, os.cpu_count() or 1)) as p: made = p.map(T.many, jobs, chunksize=1)
        self.cells = self.numbers(sum(made[:16], []), 16); self.lines = self.numbers(sum(made[16:], []), 30)
        print("texts", len(self.cells), len(self.lines), "%.1f s" % (time.time() - t0), flush=True)

    def numbers(self, texts, G):
        code = {c: i for i, c in enumerate(CHARS)} | {" ": len(CHARS), "\1": -2}
        a = -np.ones((len(texts), G), np.int64)
        for i, t in enumerate(texts):
            t = [code[c] for c in t[:G] if c in code]; a[i, :len(t)] = t
        return torch.from_numpy(a).to(DEV)


def longest_first(t): return t[(t != -1).sum(1).argsort(descending=True)]


def labels(t):
    """Targets and lengths of texts: what is read (no scribbles, no empty places)."""
    keep = t >= 0; return (t + 1)[keep], keep.sum(1)


def decode(lp):
    best = lp.argmax(2).T; out = []
    for row in best.tolist():
        s, last = [], 0
        for c in row:
            if c and c != last: s.append(c)
            last = c
        out.append(s)
    return out


@torch.no_grad()
def judge(net, faces, pool, held, line, rounds, B):
    net.eval(); right = total = wrong = signs = 0; g = torch.random.get_rng_state()
    torch.manual_seed(77); random.seed(77)
    if DEV == "cuda": torch.cuda.manual_seed_all(77)
    for i in range(rounds):
        t = (pool.lines if line else pool.cells)[i * B:(i + 1) * B]; t = longest_first(t)
        x = compose(faces, t, 448 if line else (120, 160, 200)[i % 3], line, held)
        with torch.autocast(DEV, torch.bfloat16, enabled=DEV == "cuda"): lp = net(x)
        for a, row in zip(decode(lp.float()), t.tolist()):
            b = [c + 1 for c in row if c >= 0]; total += 1; right += a == b; signs += len(b); wrong += distance(a, b)
    net.train(); torch.random.set_rng_state(g)
    return round(right / total, 4), round(wrong / max(1, signs), 4)


def distance(a, b):
    d = list(range(len(b) + 1))
    for i, x in enumerate(a):
        last, d[0] = d[0], i + 1
        for j, y in enumerate(b): last, d[j + 1] = d[j + 1], min(d[j] + 1, d[j + 1] + 1, last + (x != y))
    return d[-1]


def main():
    atlas, out, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3]); B = int(sys.argv[4]) if len(sys.argv) > 4 else 1024; count = int(sys.argv[5]) if len(sys.argv) > 5 else 3200000
    t0 = time.time(); torch.manual_seed(1); random.seed(1); np.random.seed(1)
    os.makedirs(out, exist_ok=True)
    if DEV == "cuda": torch.backends.cuda.matmul.allow_tf32 = True; torch.backends.cudnn.allow_tf32 = True; torch.backends.cudnn.benchmark = False
    pool = Pool_(count); faces = Faces(atlas); print("faces", {k: len(g) for k, g in faces.groups.items()}, "%.1f s" % (time.time() - t0), flush=True)
    net = Net().to(DEV).to(memory_format=torch.channels_last); print(sum(p.numel() for p in net.parameters()), "parameters", flush=True)
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=1e-2, betas=(.9, .98))
    ctc = nn.CTCLoss(zero_infinity=True, reduction="none")
    log, n, losses, seen, tm = [], 0, [], 0, time.time(); next_judge = .2
    while (part := (time.time() - t0) / seconds) < 1:
        lr = 2.2e-3 * min(1, (n + 1) / 400) * (.5 * (1 + math.cos(math.pi * min(1, part / .985)))) + 4e-6
        for gr in opt.param_groups: gr["lr"] = lr
        line = random.random() < .22
        if line: t = pool.lines[torch.randint(0, len(pool.lines), (max(2, B // 4),), device=DEV)]; width = random.choice([352, 448])
        else: t = pool.cells[torch.randint(0, len(pool.cells), (B,), device=DEV)]; width = random.choice([96, 120, 144, 176, 208])
        t = longest_first(t)
        with torch.no_grad(): x = compose(faces, t, width, line, False).contiguous(memory_format=torch.channels_last)
        y, ylen = labels(t)
        with torch.autocast(DEV, torch.bfloat16, enabled=DEV == "cuda"): lg = net(x)
        lp = lg.float().log_softmax(2); steps = torch.full((len(t),), lp.shape[0], dtype=torch.long, device=DEV)
        loss = ctc(lp, y, steps, ylen).mean() / 5
        opt.zero_grad(set_to_none=True); loss.backward(); nn.utils.clip_grad_norm_(net.parameters(), 2.0); opt.step()
        n += 1; seen += len(t)
        if n % 20 == 0: losses.append(loss.detach())
        if n % 500 == 0 or n == 100 or (DEV == "cpu" and n % 20 == 0):
            m = float(torch.stack(losses).mean()); losses = []
            print(n, "%.0f s" % (time.time() - t0), "seen %d" % seen, "%.0f a second" % (seen / (time.time() - tm)), "loss %.3f" % m, "lr %.5f" % lr, flush=True); log.append((n, round(time.time() - t0), seen, round(m, 4)))
        if part > next_judge:
            next_judge += .2
            print("held faces: cells", judge(net, faces, pool, True, False, 3, min(B, 512)), flush=True)
            np.savez(out + "/eye.npz", **{k: v.astype(np.float16) for k, v in folded(net).items()}, alphabet=np.array(ALPHABET))
    figures = {"steps": n, "pictures": seen, "seconds": round(time.time() - t0), "held": faces.held}
    for name, held, line in (("cells, faces held out", True, False), ("cells, faces trained on", False, False), ("lines, faces held out", True, True), ("lines, faces trained on", False, True)):
        figures[name] = judge(net, faces, pool, held, line, 6 if DEV == "cuda" else 1, min(B, 512)); print(name, "(exact, signs wrong):", figures[name], flush=True)
    np.savez(out + "/eye.npz", **{k: v.astype(np.float32) for k, v in folded(net).items()}, alphabet=np.array(ALPHABET))
    torch.save({k: v.half() if v.is_floating_point() else v for k, v in net.state_dict().items()}, out + "/state.pt")
    json.dump({"figures": figures, "log": log}, open(out + "/log.json", "w"), indent=1)


if __name__ == "__main__":
    main()
