"""fonts.py FONTS: the faces that the network learns, from the packages @fontsource/… of the npm registry (licences OFL or Apache), as FONTS/KIND__NAME__STYLE.ttf.

Hands are the families that Google Fonts calls "handwriting" (its list is in the npm package google-font-metadata), printed faces those below, upright, italic and bold.
Needs npm, and the Python packages fonttools and brotli. FONTS/packages keeps what was fetched; FONTS/licences.json tells the licences.
"""
import glob, io, json, os, re, subprocess, sys, tarfile
from concurrent.futures import ThreadPoolExecutor
from fontTools.ttLib import TTFont

# Guide lines, other alphabets, faces of many megabytes.
SKIPPED = re.compile(r"Guides|Arrows|Dots|Deco$|Hentaigana|Arabic|Hebrew|Thai$|Deva$|^Klee|LXGW|Iansui|Liu Jian|Long Cang|Ma Shan|Zhi Mang|Nanum Gothic|Lakki|Slackside|Meie")
PRINTED = """
Old Standard TT, IM Fell English, IM Fell DW Pica, IM Fell Great Primer, IM Fell Double Pica, IM Fell French Canon, Libre Caslon Text, Libre
Baskerville, Baskervville, GFS Didot, Sorts Mill Goudy, Bodoni Moda, Playfair Display, EB Garamond, Cormorant Garamond, Crimson Text, Crimson Pro,
Gentium Book Plus, Tinos, Arimo, Cousine, Courier Prime, Special Elite, Cutive Mono, Anonymous Pro, PT Serif, PT Sans, PT Mono, Noto Serif, Noto Sans,
Roboto, Roboto Condensed, Open Sans, Lora, Merriweather, Source Serif 4, Source Sans 3, Source Code Pro, Libre Bodoni, Libre Franklin, Cardo,
Vollkorn, Alegreya, Neuton, Rosarivo, Goudy Bookletter 1911, Linden Hill, Prociono, Gelasio, Caladea, Carlito, STIX Two Text, Zilla Slab, Rokkitt,
Josefin Slab, Kameron, Domine, Bitter, Arvo, Slabo 13px, Ibarra Real Nova, Petrona, Spectral, Cormorant Infant, Lato, Fira Sans, Fira Mono, IBM Plex
Mono, IBM Plex Serif, Oswald, Archivo Narrow, Barlow Condensed, Libre Caslon Display, Gilda Display, Della Respira, Fanwood Text, Inknut Antiqua,
Literata, Newsreader, Cutive, Nova Mono, Syne Mono, Kreon, Vidaloka, Abril Fatface
""".replace("\n", " ").strip().split(", ")
# Faces with the figures of chess.
FIGURES = ["noto-sans-symbols-2", "dejavu-sans"]


def slug(family): return family.lower().replace(" ", "-")


def fetch(name, folder):
    if glob.glob(f"{folder}/{name.replace('@', '').replace('/', '-')}-[0-9]*.tgz"): return
    if subprocess.run(["npm", "pack", "--silent", "--pack-destination", folder, name], capture_output=True).returncode: print("no", name, flush=True)


def opened(name, folder):
    found = glob.glob(f"{folder}/{name.replace('@', '').replace('/', '-')}-[0-9]*.tgz")
    return tarfile.open(found[0]) if found else None


def main():
    out = sys.argv[1]; folder = out + "/packages"; os.makedirs(folder, exist_ok=True)
    fetch("google-font-metadata", folder)
    with opened("google-font-metadata", folder) as z: known = json.load(z.extractfile("package/data/api-response.json"))
    hands = [f["family"] for f in known if f["category"] == "handwriting" and "latin" in f["subsets"] and not SKIPPED.search(f["family"])]
    with ThreadPoolExecutor(4) as pool: list(pool.map(lambda s: fetch("@fontsource/" + s, folder), [slug(f) for f in hands + PRINTED] + FIGURES))
    licences = {}
    for kind, families, styles in (("hand", hands, ((400, "normal"),)), ("print", PRINTED, ((400, "normal"), (400, "italic"), (700, "normal")))):
        for s in map(slug, families):
            z = opened("@fontsource/" + s, folder)
            if z is None: continue
            names = z.getnames(); said = [n for n in names if n.endswith("LICENSE")]
            licences[s] = z.extractfile(said[0]).read().decode(errors="replace")[:400] if said else "?"
            for weight, style in styles:
                found = [n for n in names if re.search(rf"-latin-\d+-{style}\.woff2$", n)]
                nearest = lambda n: abs(int(re.search(r"(\d+)-\w+\.woff2$", n)[1]) - weight)
                if not found or kind == "print" and nearest(min(found, key=nearest)) > 100: continue
                n = min(found, key=nearest); font = TTFont(io.BytesIO(z.extractfile(n).read())); font.flavor = None
                font.save(f"{out}/{kind}__{s}__{re.search(r'([0-9]+)-[a-z]+.woff2$', n)[1]}{style}.ttf")
    for s in FIGURES:
        z = opened("@fontsource/" + s, folder)
        for n in z.getnames() if z else ():
            if not n.endswith("400-normal.woff2"): continue
            font = TTFont(io.BytesIO(z.extractfile(n).read()))
            if 0x2654 in font.getBestCmap(): font.flavor = None; font.save(f"{out}/figures__{s}.ttf"); break
    json.dump(licences, open(out + "/licences.json", "w"), indent=1)


if __name__ == "__main__":
    main()
