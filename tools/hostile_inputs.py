"""Runs scorebook on many small broken inputs, every command in turn, and tells what no input may do to it.

    python tools/hostile_inputs.py target/release/scorebook [--runs 100000] [--seconds 900] [--seed 1] [--keep FOLDER]
    python tools/hostile_inputs.py target/release/scorebook --grow [--runs 20000]
    python tools/hostile_inputs.py target/release/scorebook --growth [NAME …]

An input is a text of `fixtures/` (or an archive, rules, corrections, a page of words) changed in some places: bytes
changed, taken out, put in, pieces repeated, joined with pieces of others. Of each run these are held:

- it ends by itself, with status 0, 1 or 2 (`position`: or 3), in less than --most seconds of the processor;
- nothing panics, though the panic is caught;
- no control character of the input reaches standard error;
- the input is as it was, and no file is left beside it.

What breaks one of these is printed, and kept with --keep; the slowest inputs are printed in the end.

With --grow it looks for slow inputs instead: time for each byte is the reward. A piece of text is repeated; what takes
longest is kept and changed again. In the end, the growth of the slowest pieces from 1 to 2 to 4 times the length is printed.

With --growth it measures the texts that were slow once, at 1, 2, 4 and 8 times their length, and tells which grow by more than 2.2
times at twice the length, take more than 2 seconds for 100 kB (0.2 seconds for 4 kB), or more than 300 MB. With names
(--growth subtitles spoken) only those whose names contain one.
"""

import argparse
import hashlib
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# What each command is run with. `IN` is the changed input, other names are files that are as they should be.
COMMANDS = {
    "text": [
        "convert -j1 --no-ocr IN",
        "convert -j1 --no-ocr --to json IN",
        "convert -j1 --no-ocr --to csv --report out.sarif IN",
        "convert -j1 --no-ocr --as-written --guess IN",
        "convert -j1 --no-ocr --from uci IN",
        "convert -j1 --no-ocr --from english IN",
        "convert -j1 --no-ocr --explain-layout out.txt --fragments IN",
        "review -j1 --no-ocr -o out.html IN",
        "collate -o out.pgn IN good.txt",
        "collate -o out.pgn --known good.pgn --table out.csv IN",
        "convert -j1 --no-ocr --layout book IN",
        "convert -j1 --no-ocr --layout running IN",
        "convert -j1 --no-ocr --to json --ask 3 --confidence 0.9 IN",
        "convert -j1 --no-ocr --to english IN",
        "collate -o out.pgn --variants-as rav --apparatus out.txt good.txt IN",
    ],
    "pgn": [
        "verify -j1 IN",
        "verify -j1 --format json --duplicates --cross-check IN",
        "verify -j1 --format sarif IN",
        "verify -j1 --classify IN",
        "fix -j1 -o out.pgn --rejects rejects.pgn IN",
        "fix -j1 --unsafe-fixes --eco --diff IN",
        "select -j1 --strip comments -o out.pgn IN",
        "select -j1 --to csv IN",
        "select -j1 --to epd IN",
        "select -j1 --count-by white IN",
        "select -j1 --split 1 -o out IN",
        "select -j1 --unique --where 'plies>1' IN",
        "select -j1 --tree e4 IN",
        "shard -j1 -o out IN",
        "pack -j1 --keep-all -o out.sbk IN",
        "pack -j1 --exact -o out.sbk IN",
        "pack -j1 --as-written --rejects rejects.pgn -o out.sbk IN",
        "convert -j1 --no-ocr IN",
        "review -j1 --no-ocr -o out.html IN",
        "board IN:1",
        "select -j1 --against IN good.pgn",
        "verify -j1 --variants good.ini IN",
    ],
    "archive": [
        "verify -j1 IN",
        "unpack -j1 IN",
        "unpack -j1 --exact -o out.pgn IN",
        "unpack -j1 --where 'white~A' IN",
        "info IN",
        "info --check IN",
        "info --format json --games 1-3 IN",
        "repair -o out.sbk IN",
        "select -j1 IN",
    ],
    "rules": [
        "verify -j1 --variants IN good.pgn",
        "convert -j1 --no-ocr --variants IN good.txt",
        "pack -j1 --variants IN -o out.sbk good.pgn",
        "position --variants IN --rules own 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'",
    ],
    "corrections": [
        "convert -j1 --no-ocr --corrections IN good.txt",
        "review -j1 --no-ocr --corrections IN -o out.html good.txt",
    ],
    "words": ["convert -j1 --no-ocr IN", "review -j1 --no-ocr -o out.html IN"],
    # The changed text is an argument.
    "argument": [
        "position --work-limit 20ms ARG",
        "position --work-limit 20ms --format json ARG",
        "position --work-limit 20ms --explain ARG",
        "board ARG",
        "move ARG",
        "move --fen ARG e4",
        "move -v ARG",
        "select --where ARG good.pgn",
        "select --sort ARG good.pgn",
        "unpack --games ARG good.sbk",
        "info --where ARG good.sbk",
        "explain ARG",
        "convert --from ARG good.txt",
        "convert --columns ARG good.txt",
        "verify --deny ARG good.pgn",
        "select --opcodes ARG good.pgn",
        "position --odds ARG 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'",
        "completions ARG",
    ],
}
ENDINGS = {"text": ["txt", "txt", "txt", "csv", "json", "html", "md", "xml", "yaml", "sql", "toml", "py", "js", "epd", "log", "srt", "tex"],
           "pgn": ["pgn"], "archive": ["sbk"], "rules": ["ini"], "corrections": ["csv"], "words": ["hocr", "alto.xml"]}
# Pieces that readers look for.
PIECES = [b"1.", b"1...", b"e4", b"Nf3", b"O-O", b"P-K4", b"Kt-KB3", b"B-Kt5 ch", b"dis. ch.", b"e2e4", b"5254", b"[", b"]", b"{", b"}",
          b"(", b")", b";", b"$1", b"*", b"1-0", b"1/2-1/2", b"\n", b"\n\n", b"\r", b"\t", b"\x0c", b" ", b"|", b"||", b",", b"\"", b"'",
          b"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]", b"[Variant \"x\"]", b"[SetUp \"1\"]", b"GAME 1.", b"White: ", b"Black: ", b"4294967296",
          b"99999999999999999999", b"-1", b"0", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\x1b[31m", b"\x07", "\u202e".encode(),
          "\u2028".encode(), "\u00bd".encode(), "\u2654".encode(), "Сf3".encode(), b"\xe9", b"<td>", b"</table>", b"<!--", b"&#x1b;", b"{\"moves\":[",
          b"]}", b"%%", b"%", b"= ", b"###", b"--", b"...", b"etc.", b"and so on", b"if", b"same", b"PxP", b"QxR", b"K", b"ditto", b"resigns"]


def seeds():
    """Texts of the fixtures by kind."""
    found = {kind: [] for kind in COMMANDS}

    def strings(value):
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for inner in value.values():
                yield from strings(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from strings(inner)

    for path in sorted((ROOT / "fixtures").rglob("*.toml")):
        for text in strings(tomllib.loads(path.read_text())):
            if len(text) > 30:
                found["text"].append(text.encode()[:1500])
            if path.stem in ("queries", "san", "seeds", "squares") and len(text) < 200:
                found["argument"].append(text.encode())
    for path in sorted((ROOT / "fixtures").rglob("*.pgn")):
        games = re.split(rb"\n(?=\[Event )", path.read_bytes())
        found["pgn"] += [game[:1500] for game in games[:40]]
    for path in sorted((ROOT / "fixtures").rglob("*.txt")):
        text = path.read_bytes()
        found["text"] += [text[at:at + 900] for at in range(0, min(len(text), 9000), 900)]
    found["archive"] += [path.read_bytes() for path in sorted((ROOT / "fixtures").rglob("*.sbk"))]
    found["rules"] += [path.read_bytes()[:1500] for path in sorted((ROOT / "fixtures").rglob("*.ini"))]
    found["corrections"] += [path.read_bytes() for path in sorted((ROOT / "fixtures/corrections").iterdir())]
    found["words"] += [path.read_bytes()[:6000] for path in sorted((ROOT / "fixtures/boxes").iterdir())]
    positions = (ROOT / "fixtures/position/verdicts.tsv").read_bytes().splitlines()
    found["argument"] += [part for line in positions[:60] for part in line.split(b"\t") if b"/" in part]
    found["argument"] += [b"white ~ morphy", b"plies > 10 and result = 1-0", b"material KQ KR", b"1-3,5", b"P-K4", b"Kt-KB3 ch", b"A101",
                          b"san", b"move=0,white=1", b"date,-white"]
    found["text"] += found["pgn"][:20]
    return found


def changed(rng, text, others, most):
    """The text with some changes."""
    text = bytearray(text)
    for _ in range(rng.choice((1, 1, 2, 3, 5, 9))):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.choice((1, 2, 8, 30, 120)))
        how = rng.randrange(10)
        if how == 0 and at < len(text):
            text[at] = rng.randrange(256)
        elif how == 1:
            del text[at:to]
        elif how in (2, 3):
            text[at:at] = rng.choice(PIECES)
        elif how == 4:
            text[at:at] = text[at:to] * rng.choice((1, 2, 20, 100))
        elif how == 5:
            other = rng.choice(others)
            start = rng.randrange(len(other) + 1)
            text[at:at] = other[start:start + rng.choice((5, 60, 400))]
        elif how == 6:
            del text[at:]
        elif how == 7:
            numbers = list(re.finditer(rb"\d+", text))
            if numbers:
                number = rng.choice(numbers)
                text[number.start():number.end()] = rng.choice((b"0", b"1", b"-1", b"65536", b"4294967295", b"18446744073709551616"))
        elif how == 8:
            lines = text.split(b"\n")
            rng.shuffle(lines) if rng.random() < 0.3 else lines.insert(rng.randrange(len(lines) + 1), rng.choice(lines))
            text = bytearray(b"\n".join(lines))
        elif at < len(text):
            text[at] ^= 1 << rng.randrange(8)
    return bytes(text[:most])


class Outcome:
    """What a run did."""

    def __init__(self, status, seconds, memory, said):
        self.status, self.seconds, self.memory, self.said = status, seconds, memory, said


def run(program, args, folder, limit):
    """Runs a command line; `limit` is in seconds of the clock."""
    with open(os.path.join(folder, ".said"), "w+b") as said:
        child = subprocess.Popen([program, *args], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said)
        signal.signal(signal.SIGALRM, lambda *_: child.kill())
        signal.setitimer(signal.ITIMER_REAL, limit)
        _, status, used = os.wait4(child.pid, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        child.returncode = 0
        said.seek(0)
        return Outcome(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss // 1024, said.read(1 << 20))


CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def split(line):
    """The words of a command line; a piece in quotes is one."""
    return [word.strip("'") for word in re.findall(r"'[^']*'|\S+", line)]


def prepared(program, folder):
    """Writes the files that the command lines name; returns their names."""
    good = b"GAME 1. White: A Black: B\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n4. Kt-Q9 Q-Q3\n"
    (folder / "good.txt").write_bytes(good)
    (folder / "good.pgn").write_bytes(b'[White "A"]\n[Black "B"]\n[Result "1-0"]\n\n1. e4 {good} e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n')
    (folder / "good.ini").write_bytes(b"[own:chess]\n")
    subprocess.run([program, "pack", "-q", "good.pgn", "-o", "good.sbk"], cwd=folder, check=False)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def hold(options):
    """The lane of broken inputs; returns how many runs broke a rule."""
    rng = random.Random(options.seed)
    texts = seeds()
    kinds = [kind for kind in COMMANDS for _ in range({"text": 10, "pgn": 12, "archive": 6, "argument": 6}.get(kind, 2))]
    runs, broken, slow, begun = 0, 0, [], time.time()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        good = prepared(options.program, folder)
        for number in range(options.runs):
            if options.seconds and time.time() - begun > options.seconds:
                break
            runs += 1
            kind = rng.choice(kinds)
            line = rng.choice(COMMANDS[kind])
            text = changed(rng, rng.choice(texts[kind]), texts[kind], 4096)
            args, files = split(line), {}
            if kind == "argument":
                argument = text[:400].replace(b"\0", b"").decode(errors="replace")
                args = [word.replace("ARG", argument) for word in args]
            else:
                input = "in." + rng.choice(ENDINGS[kind])
                files[input] = text
                args = [word.replace("IN", input) if word in ("IN", "IN:1") else word for word in args]
            for file, bytes in files.items():
                (folder / file).write_bytes(bytes)
            # Time of the processor is what counts; a machine that others use may be slow.
            done = run(options.program, args, folder, 60 * options.most)
            wrong = []
            # `position` ends with 3 where its work was limited.
            if done.status not in (0, 1, 2, 3) or done.status == 3 and not line.startswith("position"):
                wrong.append(f"status {done.status}")
            if b"panicked" in done.said or b"internal error" in done.said:
                wrong.append("panic: " + done.said.decode(errors="replace")[:300])
            if done.seconds > options.most:
                wrong.append(f"{done.seconds:.1f} s")
            if done.memory > 300:
                wrong.append(f"{done.memory} MB")
            shown = done.said.decode(errors="replace")
            if CONTROLS.search(shown):
                at = CONTROLS.search(shown).start()
                wrong.append(f"control on standard error: {shown[max(0, at - 60):at + 20]!r}")
            for file, bytes in {**good, **files}.items():
                path = folder / file
                if not path.is_file() or path.read_bytes() != bytes:
                    wrong.append(f"{file} is not as it was")
                    path.write_bytes(bytes)
            for path in folder.iterdir():
                if path.name.startswith(".scorebook"):
                    wrong.append(f"{path.name} is left")
                if path.name not in good:
                    subprocess.run(["rm", "-rf", str(path)], check=False) if path.is_dir() else path.unlink()
            name = hashlib.sha1(text + line.encode()).hexdigest()[:10]
            if wrong:
                broken += 1
                print(f"run {number}, {line}, {name}: {'; '.join(wrong)}", flush=True)
            slow.append((done.seconds, line, name, len(text)))
            slow = sorted(slow, reverse=True)[:25]
            if options.keep and (wrong or done.seconds > 0.5):
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / f"{name}.{kind}").write_bytes(text)
                (options.keep / f"{name}.line").write_text(" ".join(args))
            if (number + 1) % 5000 == 0:
                print(f"{number + 1} runs, {broken} broke a rule, {time.time() - begun:.0f} s; slowest {slow[0]}", flush=True)
    print(f"{runs} runs, {broken} broke a rule. The slowest (seconds of the processor):")
    for seconds, line, name, length in slow:
        print(f"  {seconds:6.2f}  {length:5} bytes  {name}  {line}")
    return broken


GROWN = ["convert -q -j1 --no-ocr -o /dev/null", "review -q -j1 --no-ocr -o /dev/null", "verify -q -j1", "fix -q -j1 -o /dev/null"]


# How long the repeated text is, in bytes, and how many descendants of one piece stay among the slowest.
LENGTHS = (700, 1500, 4000)
FAMILY = 4


def repeated(piece, length):
    """A piece again and again, so many bytes in all."""
    return (piece * (length // len(piece) + 1))[:length]


def grow(options):
    """Looks for pieces of text whose repetitions take long."""
    rng = random.Random(options.seed)
    texts = seeds()
    pool, begun, families = [], time.time(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def cost(piece, line, length):
            ending = "pgn" if line.startswith(("verify", "fix")) else "txt"
            (folder / f"in.{ending}").write_bytes(repeated(piece, length))
            return run(options.program, split(line) + [f"in.{ending}"], folder, 20).seconds

        for number in range(options.runs):
            if options.seconds and time.time() - begun > options.seconds:
                break
            if pool and rng.random() < 0.6:
                _, piece, line, family, length = rng.choice(pool)
                piece = changed(rng, piece, texts["text"], 200)
                length = rng.choice((length, length, *LENGTHS))
            else:
                line = rng.choice(GROWN)
                text = rng.choice(texts["pgn" if line.startswith(("verify", "fix")) else "text"])
                at = rng.randrange(len(text))
                piece = text[at:at + rng.choice((3, 8, 20, 60, 150))]
                family, length = (families := families + 1), rng.choice(LENGTHS)
            if not piece or any(piece == known[1] for known in pool):
                continue
            pool.append((cost(piece, line, length), piece, line, family, length))
            pool.sort(key=lambda found: -found[0])
            of_family = {}
            for found in list(pool):
                of_family[found[3]] = of_family.get(found[3], 0) + 1
                if of_family[found[3]] > FAMILY:
                    pool.remove(found)
            pool = pool[:60]
            if (number + 1) % 500 == 0:
                print(f"{number + 1} runs; slowest {pool[0]}", flush=True)
        print("seconds at 2 kB, 4 kB, 8 kB; the piece that is repeated; the command; seconds and length at which it was found")
        for found, piece, line, _, length in pool[:40]:
            seconds = [min(cost(piece, line, length) for _ in range(2)) for length in (2048, 4096, 8192)]
            print("  " + " ".join(f"{value:6.2f}" for value in seconds), repr(piece), line, f"{found:.2f} {length}", flush=True)
    return 0


WORDS = "the old men of that town sat all day in front of their house and spoke of rain corn and the price of wool while children ran".split()


def prose(length):
    """Sentences of a book that is not about chess."""
    rng, out = random.Random(7), []
    while len(out) * 30 < length:
        out.append(" ".join(rng.choice(WORDS) for _ in range(11)) + rng.choice((".\n", ".\n", ".\n\n")))
    return "".join(out)[:length]


# Texts that took long, or much memory, for their length: ending, and the text at `k` times its length.
SLOW = {
    "brackets in brackets": ("json", lambda k: "[" * 25_000 * k + "]" * 25_000 * k),
    "lists of a program in each other": ("py", lambda k: "games = " + "[" * 12_000 * k + '"1. e4 e5"' + "]" * 12_000 * k),
    "variations in each other": ("pgn", lambda k: "1. e4 " + "(" * 12_000 * k + " 1... e5 " + ")" * 12_000 * k + " *\n"),
    "braces in each other": ("pgn", lambda k: "1. e4 " + "{" * 12_000 * k + "}" * 12_000 * k + " e5 *\n"),
    "templates that are not closed": ("txt", lambda k: "{{game|" * 3000 * k),
    "a long word": ("txt", lambda k: "1. e4 " + "x" * 25_000 * k + " e5"),
    "a long word of files": ("txt", lambda k: "1. e4 " + "ab" * 12_000 * k + " e5"),
    "a long word of castling": ("txt", lambda k: "1. e4 " + "o" * 25_000 * k + " e5"),
    "findings on one line": ("c", lambda k: "/*" * 7500 * k + " 1. e4 e5 2. Nf3 Nc6\n" + "//" * 7500 * k),
    "spoken, and not to be played": ("txt", lambda k: "pawn to king four pawn to king four knight to king bishop three " * 200 * k),
    "spoken, few words": ("txt", lambda k: "e four e five knight f three knight c six " * 300 * k),
    "spoken comments without an end": ("txt", lambda k: "e four e five " * 9 + "comment pawn to king four " * 500 * k),
    "spoken numbers": ("txt", lambda k: "e four e five " * 9 + "move one pawn to e four move one d four " * 300 * k),
    "spoken corrections": ("txt", lambda k: "e four e five " * 9 + "no e four no e five " * 600 * k),
    "subtitles": ("srt", lambda k: "".join(f"{at}\n00:00:0{at % 10},000 --> 00:00:09,000\nknight f three\n\n" for at in range(700 * k))),
    "first moves on one line": ("txt", lambda k: "1. e4 e5 2. Nf3 " * 1000 * k),
    "one first move on one line": ("txt", lambda k: "1. e4 " * 2500 * k),
    "words without a game": ("txt", lambda k: prose(40_000 * k)),
    "first moves on lines": ("txt", lambda k: "1. e4 e5 2. Nf3\n" * 2000 * k),
    "entities in entities": ("xml", lambda k: '<!DOCTYPE x [<!ENTITY a0 "1. e4 e5">'
                             + "".join(f'<!ENTITY a{at} "{f"&a{at - 1};" * 10}">' for at in range(1, 3 * k)) + f"]><x>&a{3 * k - 1};</x>"),
    "anchors in anchors": ("yaml", lambda k: "a0: &a0 [e4, e5]\n"
                           + "".join(f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 10)}]\n" for at in range(1, 3 * k))),
    "lists of one side's moves": ("txt", lambda k: "12. a4\n13. b3\n14. 4\n\nBLACK\n\n1. c5\n2. Da5\n16. Da4\n4. Db4\n6. a5\n8. Rd8\n" * 10 * k),
    "notes of a game that goes wrong": ("txt", lambda k: "1. e4 e5 2. Nf3n( d6 3.% Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-1-1-0\n\n a "
                                        * 10 * k),
}


# Pieces of text that --grow has found to take longest, again and again.
FOUND = [
    (b'\xbc\xd0\xb0\xd1\x8f 1=74 \xd0\xb3.\n1.e4 \x8a5 2\xaaSg3b0 a6 4resigns.La4 Sf6 5.0-0 La7 6.Te1 b5 7.Lb3 d6P'
     b'1/\n\xe2\x80\xa8\n\xbc\xd0\xb0\xd1\x8f 1 d6974 \xd0\xb3.\n\xe2\x80\xa8\n1. e4 4 4 4 4 4 \xef\xbb\xbf4 4 4 4'
     b' 4 4 Nf34 4 4 \xb4 '),
    (b'b\x80\xa8\n1.e4 \x8a5 2\xaaSg3b0 a6 4resigns.La4$Sf6 5.0-0 La7 6.Te1 b5 B-Kt5 ch7.l\xe23 P1/\nb\x80\xa8\n'
     b'\xe2\x80\xa8\n\xbc'),
    b'GAME 1. White: A Black: B\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n4. Kt-Q9 Q-Q3\n\n',
    b'O;\xd0\xa1[SetUP "1"]xc3\nO;\xd0\xa1[SetUP "1"]xc3\n9;bxc3;d5\n',
    (b'\xc3\x9f  P-K4\n2 Kt-KB3   Kt-QB3\n4294967295 B-B4   B-B4\n4 P-B3   Kt-B3\n5 P-Q4   PxP*6 PxP   B-Kt5ch\n7 '
     b'Kt-B3   KtxKP\n80\xe2etc.\x80\xa8 CastlesmK   Bt\n9 PxB   P-Q4\n: Minckwitz\nSchwarz: Schallopp\n1. e4 e5 2'
     b'. Nf3 Nc6 3'),
    (b'\xc3\x9f  P-K4\n2 Kt-KB3   Kt-QB3\n4294967295 B-B4   B-B4\n4 P-B3   Kt-B3\n5 P-Q4   PxP\n6 PxP   B-Kt5ch\n7'
     b' Kt-B3   KtxKP\n80\xe2etc.\x80\xa8 CastlesmK   Bt\n9 PxB   P-Q1\n: Minckwitz\nSchwarz: Schallopp\n1. e4 e5 '
     b'2. Nf3 Nc6 3'),
    (b'\xc3\x9f  P-K4\n2 Kt-KB3   Kt-QB3\n4294967295 B-B4   B-B4\n4 P-B3   Kt-B3\n5 P-Q4   PxP\n6 PxP   B-Kt5ch\n7'
     b' Kt-B3   KtxKP\n80\xe2etc.\x80\xa8 Castles-K   Bt\n9 PxB   P-Q4\n: Minckwitz\nSchwarz: Schallopp\n1. e4 e5 '
     b'2. Nf3 Nc6 3'),
    b'etc. e5 5 :. Nf7 Nc6 3. Bb4294967$95 a6 4. Ba\td4\tQc7\n e5 2. Nf3 N\n e5 2. Nf3 N',
    (b'g\xde\x006 P takes P B to K0tra Rossi e Verdi, Torino 1911\n\n1. e4 g5 2. Cf3 d6 3. d4 cxd4 4. Cxd4 Cf6 5. '
     b'Cc3 a6 6. Ae3 e5 7. Cb3 Ae6\nt5 ch\n2 Kt toKB3 Kt to QB3 7 Ot to B3 Ktt'),
    b'etc. e5 :. Nf7 Nc6 3. Bb4294967$95 a6 4. Ba\td4\tQc7\n e5 2. Nf3(N\n esame5 2. Nfff3 N',
    (b'f3 Nc6  Bb5 a6 4. Ba4 Nf6" 5. O-O Be7 6e4. Re1 b5 7. Bb3 d6 1-0" 5. O-O Be7 6. Re1\nf3 Nc6 3. Bb5 a6 4. Ba4'
     b' Nf6" 5. O-O Be7 6e4. Re1 b5 7. Bb3 d6 1-0" 5. O-O Be7 6. Re1'),
    (b'f3 Nc6 3. Bb5 a6 4. Ba4 Nf6" 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1-0" 5. O-O Be7 6. Re1 1 b\xc5 7. Bb3 d6 1-0" 5'
     b'. O-O Be7 6. Re1 b5 7. Bb3 d6 1-0'),
    (b' e5 2. Nf3 Nc6 3. Bb429496727295 a6 4. Ba\td4\tQc7\n e5 2. Nf3 Nc6 3. Bb42949672\xe35 a6 4. Ba\td4\tQc7\n4 '
     b'Nf6 5. O-O Be7 6. Re1 b5 7. \n\xe0 Nf6 5. O-O Be7 6. Re1 b5 7. '),
    (b'f3 Nc6 3. Bb5 a6 4. Ba4 Nf6" 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1-0" B 3 | Kt - Q B 35. O-O Be7 6. Re1 1 b\xc5 '
     b'7. Bb3 d6 1-0" 5. O-O Be7 6. Re1 b5 7. Bb3 d6 1-0'),
    (b'\x07to K 4, P to K 4. 2. Kt to K B -1, Kt tooooooooooooooooooooofQ B\n3. 3. P to Q 4, (P... takes P. 4* Kt '
     b'tadigitss P, Kt to\nB 3. 5. Kv to Q B 3, B to B 4. 6. Kt to B 5,\nCastles. 7. PPPPPPPPPPPPP'),
    (b'etc. e5 :K Nf7 Nc6 3. Bb4294967$95 a6 4. BaBaBaBaBaBaifBaBaBaBaBaBaBaB`BaBaBa\td4\tQc7\n e5 2.!Nf3(N\netc. '
     b'e5 :K Nf7 Nc6 3.\xe0Bb4294967$95 a6 4. BaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBaBa\td4\tQc7\n e5 2. Nf3 N'),
    (b'g\xde 6 P takes P B to K0tra Rossi e Verdi, Torino 1911\n\n1. e4 c5 2. Bc5 c3 Nf6 d4 exd4 cxd4 Bb4+ Nc3 Nxe'
     b'4 O-O Bxc3 bxc3 d5 Cf3 d6 3. d4294967295 cxd4 4. Cxd4 Cf6 5. Cc3 a6 6. Ae3 e5 7. Cb3 Ae6\nt5 ch\n2 K'),
    (b'g\xde 6 P takes P B to K0tra Rossi e Verdi, Torino 1Kt-KB3911\n\n1. e4 c5 2. Cf3 d6 3. d4 cxd4 4. Cxd4 Cf6 '
     b'5. Cc3Ea1 6. Ae3 e5 7. Cb3 Ae6\xfbt5 ch\n2 Kt toKB3 Kt to QB3 7e4 Ot \x0cto B3 Ktt'),
    (b'g\xde \xde 6 P takes P B to K0tra Rossi e Verdi, Torino 1911\n\n1. e4 1...c5 2. Cf3 d6 3. d4 cxd4 4. Cxd4 C'
     b'f6 5. Cc3 a1 6. Ae3 e5 7. Cb3 Ae6\nt5 ch\n2 Kt toKB3 Kt to QB3 -1e4 Ot \x0cto B3 Ktt'),
    (b'\x07to K 4, P to K 4. 2. Kes art to K B -1, Kr to Q B\n3. 3. P to Q 4, P takes P. 4. Kt takeoctal digitss P'
     b', Kt to\nB 3. 5. Kv to Q B 3, B to B 4. 6. Kt to B 5,\nCastles. 7. PPPPPPPPPPPPPPPPPPPPPPPPPPPPPPPP'),
]
SLOW |= {f"found {at}": ("txt", lambda k, piece=piece: repeated(piece, 1000 * k)) for at, piece in enumerate(FOUND, 1)}

TIMES = (1, 2, 4, 8)


def growth(options):
    """Measures the texts that were slow once; returns how many are."""
    slow = 0
    wanted = {what: text for what, text in SLOW.items()
              if not options.growth or any(name in what for name in options.growth)}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for what, (ending, text) in wanted.items():
            done, sizes = [], []
            for times in TIMES:
                made = text(times)
                (folder / f"in.{ending}").write_bytes(made if isinstance(made, bytes) else made.encode())
                sizes.append(len(made) / 1e5)
                done.append(run(options.program, [*split(GROWN[0]), f"in.{ending}"], folder, 60))
            seconds = [one.seconds for one in done]
            wrong = []
            # Short times are those of the start.
            if any(after > 2.2 * before and after > 0.2 for before, after in zip(seconds, seconds[1:])):
                wrong.append("grows faster")
            short = [one for one, size in zip(seconds, sizes) if size <= 0.04]
            if seconds[-1] > max(2 * sizes[-1], 0.2) or any(one > 0.2 for one in short):
                wrong.append("slow")
            if done[-1].memory > 300:
                wrong.append("much memory")
            if any(one.status not in (0, 1, 2) for one in done):
                wrong.append("does not end")
            slow += bool(wrong)
            shown = " ".join(f"{value:6.2f}" for value in seconds)
            print(f"{what:36} {sizes[-1] * 100:5.0f} kB {shown} s {done[-1].memory:5} MB  {', '.join(wrong)}", flush=True)
    return slow


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=lambda text: str(Path(text).resolve()))
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=float, default=10.0, help="most seconds of the processor for one run")
    parser.add_argument("--seconds", type=float, help="end after so many seconds of the clock")
    parser.add_argument("--keep", type=Path, help="a folder for inputs that break a rule or are slow")
    parser.add_argument("--grow", action="store_true", help="look for slow inputs")
    parser.add_argument("--growth", nargs="*", metavar="NAME", help="measure texts that were slow once")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (4_000_000_000, 4_000_000_000))
    lane = growth if options.growth is not None else grow if options.grow else hold
    return 1 if lane(options) else 0


if __name__ == "__main__":
    sys.exit(main())
