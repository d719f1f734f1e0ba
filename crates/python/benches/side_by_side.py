"""Games a second, every move proven: scorebook beside other readers of PGN, in one run.

    pip install . pyarrow chess rust_pgn_reader_python_binding pgn2data
    python crates/python/benches/side_by_side.py games.pgn [--rounds 5] [--sample 20]

Each reader works in a process of its own, all of them in turn in every round, so that a busy machine hits all alike.
The medians of the time on the clock and of the processor seconds (of all threads) stand beside the most memory taken.
Readers written in Python get every `--sample`th game only, once: games a second are compared, not seconds.

rust_pgn_reader_python_binding takes games that are cut apart already; its time is given without and with that cutting.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path


class Clock:
    """Time and processor seconds since `start`: imports, and cutting where it is not timed, come before it."""

    def start(self) -> None:
        self.wall, self.processor = time.perf_counter(), time.process_time()

    def read(self) -> dict[str, float]:
        return {"wall": time.perf_counter() - self.wall, "processor": time.process_time() - self.processor}


def verify(path: str, threads: int, clock: Clock) -> int:
    import scorebook

    clock.start()
    return sum(1 for _ in scorebook.verify(path, threads=threads))


def verify_touched(path: str, threads: int, clock: Clock) -> int:
    import scorebook

    clock.start()
    games = found = 0
    for game in scorebook.verify(path, threads=threads):
        games += 1
        found += len(game.tags) + len(game.moves) + len(game.findings)
    return games


def verify_strings(name: str) -> Callable[[str, int, Clock], int]:
    def run(path: str, threads: int, clock: Clock) -> int:
        import scorebook

        clock.start()
        games = found = 0
        for game in scorebook.verify(path, threads=threads):
            games += 1
            found += len(getattr(game, name))
        return games

    return run


def read_arrow(path: str, threads: int, clock: Clock) -> int:
    import pyarrow
    import scorebook

    clock.start()
    reader = pyarrow.RecordBatchReader.from_stream(scorebook.read_arrow(path, threads=threads))
    return sum(batch.num_rows for batch in reader)


def cut(path: str):
    import pyarrow

    text = Path(path).read_bytes().decode("utf-8", "replace")
    parts = text.split("[Event ")[1:]
    return pyarrow.chunked_array([pyarrow.array(["[Event " + part for part in parts])])


def binding(path: str, threads: int, clock: Clock) -> int:
    import rust_pgn_reader_python_binding as reader

    games = cut(path)
    clock.start()
    return reader.parse_games(games, num_threads=threads).num_games


def binding_cut(path: str, threads: int, clock: Clock) -> int:
    import rust_pgn_reader_python_binding as reader

    clock.start()
    return reader.parse_games(cut(path), num_threads=threads).num_games


def binding_touched(path: str, threads: int, clock: Clock) -> int:
    import rust_pgn_reader_python_binding as reader

    clock.start()
    games = found = 0
    for game in reader.parse_games(cut(path), num_threads=threads):
        games += 1
        found += len(game.headers) + len(game.from_squares) + len(game.to_squares) + game.is_valid
    return games


def binding_strings(path: str, threads: int, clock: Clock) -> int:
    import rust_pgn_reader_python_binding as reader

    clock.start()
    games = found = 0
    for game in reader.parse_games(cut(path), num_threads=threads):
        games += 1
        found += len(game.moves_uci())
    return games


def python_chess(path: str, threads: int, clock: Clock) -> int:
    import chess.pgn

    clock.start()
    games = 0
    with open(path, encoding="utf-8", errors="replace") as file:
        while chess.pgn.read_game(file):
            games += 1
    return games


def pgn2data(path: str, threads: int, clock: Clock) -> int:
    from converter.pgn_data import PGNData

    with tempfile.TemporaryDirectory() as folder:
        clock.start()
        PGNData(path, os.path.join(folder, "out")).export()
        with open(os.path.join(folder, "out_game_info.csv"), encoding="utf-8") as table:
            return sum(1 for _ in table) - 1


# Name, threads, what is run, whether it gets a sample.
READERS: dict[str, tuple[Callable[[str, int, Clock], int], int, bool]] = {
    "scorebook.verify": (verify, 1, False),
    "scorebook.verify, two threads": (verify, 2, False),
    "scorebook.verify, tags, moves and findings taken": (verify_touched, 1, False),
    "scorebook.verify, .san taken": (verify_strings("san"), 1, False),
    "scorebook.verify, .uci taken": (verify_strings("uci"), 1, False),
    "scorebook.read_arrow": (read_arrow, 1, False),
    "scorebook.read_arrow, two threads": (read_arrow, 2, False),
    "rust_pgn_reader_python_binding": (binding, 1, False),
    "rust_pgn_reader_python_binding, two threads": (binding, 2, False),
    "the same, cutting too": (binding_cut, 1, False),
    "the same, tags and moves taken": (binding_touched, 1, False),
    "the same, moves_uci() taken": (binding_strings, 1, False),
    "python-chess": (python_chess, 1, True),
    "pgn2data": (pgn2data, 1, True),
}


def worker(name: str, path: str) -> None:
    """One reader, measured in this process."""
    run, threads, _ = READERS[name]
    clock = Clock()
    try:
        games = run(path, threads, clock)
    except ModuleNotFoundError as error:
        print(json.dumps({"missing": error.name}), file=sys.stderr)
        return
    # Not `ru_maxrss`, which a process inherits.
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    peak = int(re.search(r"VmHWM:\s+(\d+)", status)[1]) / 1024
    print(json.dumps({"games": games, "peak": peak, **clock.read()}), file=sys.stderr)


def sample(path: str, every: int, folder: str) -> str:
    """Each `every`th game of a file, as a file."""
    parts = Path(path).read_bytes().split(b"[Event ")[1:]
    target = os.path.join(folder, "sample.pgn")
    games = b"".join(b"[Event " + part for part in parts[::every])
    # pgn2data stops at what is not UTF-8.
    Path(target).write_text(games.decode("utf-8", "replace"), encoding="utf-8", newline="")
    return target


def measure(name: str, path: str) -> dict:
    command = [sys.executable, __file__, path, "--worker", name]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{name}: {done.stderr}")
    return json.loads(done.stderr.splitlines()[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--sample", type=int, default=20, help="each how many-th game the slow readers get")
    parser.add_argument("--only", help="readers whose names contain this")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        worker(arguments.worker, arguments.file)
        return
    names = [name for name in READERS if (arguments.only or "") in name]
    seen: dict[str, list[dict]] = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as folder:
        small = sample(arguments.file, arguments.sample, folder)
        for turn in range(arguments.rounds):
            for name in names:
                sampled = READERS[name][2]
                if not sampled or turn == 0:
                    seen[name].append(measure(name, small if sampled else arguments.file))
                    if "missing" in seen[name][-1]:
                        print(f"{name}: {seen.pop(name)[0]['missing']} is not installed", file=sys.stderr)
            names = list(seen)
    print("| reader | games | games/s | games/processor s | s | MB |\n|---|---|---|---|---|---|")
    for name, runs in seen.items():
        wall = statistics.median(run["wall"] for run in runs)
        processor = statistics.median(run["processor"] for run in runs)
        peak, games = max(run["peak"] for run in runs), runs[0]["games"]
        print(f"| {name} | {games:,} | {games / wall:,.0f} | {games / processor:,.0f} | {wall:.2f} | {peak:.0f} |")


if __name__ == "__main__":
    main()
