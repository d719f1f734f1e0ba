"""What the command line makes of a corpus: repaired, selected, packed, split, compared.

Each function runs `python -m scorebook` with threads and signals of its own. Options are those of the command line, as keywords:
`unsafe_fixes=True` is `--unsafe-fixes`, `limit=10` is `--limit=10`, a list gives an option once for each value.
"""

from __future__ import annotations

import contextlib
import csv
import glob
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from ._errors import Error
from ._scorebook import Game, _check_query, _is_record, verify

Source = Any


class Outcome:
    """What a command did.

    `findings` tells whether it found what a person should look at (exit status 1), `summary` is what it said, and `text` the output if
    that did not go to a file.
    """

    def __init__(self, findings: bool, summary: str, output: bytes) -> None:
        self.findings = findings
        self.summary = summary
        self.output = output

    @property
    def text(self) -> str:
        """The output as text."""
        return self.output.decode("utf-8", "surrogateescape")

    def __repr__(self) -> str:
        return f"<Outcome {'with findings' if self.findings else 'without findings'}: {self.summary.strip()!r}>"


def _pieces(source: Source) -> Iterator[bytes] | None:
    """The text of a source that is no path or list of paths."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return iter([bytes(source)])
    if isinstance(source, str):
        return iter([source.encode("utf-8", "surrogateescape")]) if _is_record(source) else None
    if isinstance(source, Game):
        return iter([source.pgn().encode()])
    if isinstance(source, os.PathLike):
        return None
    if hasattr(source, "read"):
        return _read(source)
    if isinstance(source, (list, tuple)) and all(_is_path(one) for one in source):
        return None
    return _each(source)


def _is_path(source: Source) -> bool:
    if isinstance(source, str):
        return not _is_record(source)
    return isinstance(source, os.PathLike) or isinstance(source, (list, tuple)) and all(_is_path(one) for one in source)


def _paths(source: Source) -> list[str]:
    """The files that a path, a pattern or a list of them names."""
    if isinstance(source, (list, tuple)):
        return [path for one in source for path in _paths(one)]
    path = os.fspath(source)
    if os.path.exists(path):
        return [path]
    if not any(sign in path for sign in "*?["):
        raise FileNotFoundError(f"no such file: {path}")
    found = sorted(glob.glob(path, recursive=True))
    if not found:
        raise FileNotFoundError(f"no file is named like {path}")
    return found


def _read(file: IO[Any]) -> Iterator[bytes]:
    while piece := file.read(1 << 20):
        yield piece.encode() if isinstance(piece, str) else piece


def _each(source: Iterable[Any]) -> Iterator[bytes]:
    for piece in source:
        if isinstance(piece, Game):
            yield piece.pgn().encode() + b"\n"
        elif isinstance(piece, str):
            yield piece.encode() + (b"" if piece.endswith("\n") else b"\n\n")
        elif isinstance(piece, (bytes, bytearray, memoryview)):
            yield bytes(piece)
        else:
            raise TypeError(f"an iterator gives text, bytes or games, not {type(piece).__name__}; paths are put in a list")


def _options(options: dict[str, Any]) -> Iterator[str]:
    for name, value in options.items():
        flag = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            yield flag
        elif value is None or value is False:
            continue
        elif isinstance(value, (list, tuple)):
            yield from (f"{flag}={os.fspath(one) if isinstance(one, os.PathLike) else one}" for one in value)
        else:
            yield f"{flag}={os.fspath(value) if isinstance(value, os.PathLike) else value}"


class _Process:
    """A command that runs, and what is fed to it."""

    def __init__(self, command: str, source: Source, options: dict[str, Any]) -> None:
        pieces = _pieces(source)
        paths = ["-"] if pieces is not None else _paths(source)
        if "threads" in options:
            threads = options.pop("threads")
            if threads is not None and threads > 0:
                options["jobs"] = threads
        arguments = [sys.executable, "-m", "scorebook", command, *_options(options), "--", *paths]
        self.told = tempfile.TemporaryFile()
        self.raised: BaseException | None = None
        self.process = subprocess.Popen(
            arguments,
            stdin=subprocess.DEVNULL if pieces is None else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.told,
        )
        self.feeder = threading.Thread(target=self._feed, args=(pieces,), daemon=True) if pieces is not None else None
        if self.feeder is not None:
            self.feeder.start()

    def _feed(self, pieces: Iterator[bytes]) -> None:
        stdin = self.process.stdin
        assert stdin is not None
        try:
            for piece in pieces:
                stdin.write(piece)
        except BrokenPipeError:
            # It has read enough.
            pass
        except BaseException as error:  # raised again by `end`
            self.raised = error
            self.process.kill()
        finally:
            with contextlib.suppress(BrokenPipeError):
                stdin.close()

    def end(self) -> Outcome:
        """Waits for the command."""
        stdout = self.process.stdout
        assert stdout is not None
        try:
            output = stdout.read()
            status = self.process.wait()
        except BaseException:
            self.process.terminate()
            self.process.wait()
            raise
        return self.outcome(status, output)

    def outcome(self, status: int, output: bytes) -> Outcome:
        """The outcome of an exit status.

        Raises `Error` with what the command said if it could not run.
        """
        if self.feeder is not None:
            self.feeder.join()
        if self.raised is not None:
            raise self.raised
        self.told.seek(0)
        words = self.told.read().decode("utf-8", "replace")
        self.told.close()
        if status == 130 or status == -2:
            raise KeyboardInterrupt
        if status not in (0, 1):
            raise Error(words.strip().removeprefix("scorebook: ") or f"the command ended with status {status}")
        return Outcome(status == 1, words, output)


def _run(command: str, source: Source, options: dict[str, Any]) -> Outcome:
    return _Process(command, source, options).end()


def fix(source: Source, output: str | os.PathLike[str] | None = None, **options: Any) -> Outcome:
    """Repairs PGN, as `scorebook fix` does: SAN, marks, numbers, tags, encoding, results that the board proves.

    >>> import scorebook
    >>> print(scorebook.fix("1.e4 e5 2.Ng1-f3 *").text.splitlines()[-1])
    1.e4 e5 2.Nf3 *
    """
    return _run("fix", source, {"output": output, **options})


def select(
    source: Source,
    where: str | None = None,
    output: str | os.PathLike[str] | None = None,
    **options: Any,
) -> Any:
    """Selects games by a query, as `scorebook select` does: an iterator over the games, or, with an output or another format, the outcome.

    >>> import scorebook
    >>> pgn = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\\n\\n1. d4 d5 *\\n"
    >>> [game.san[-1] for game in scorebook.select(pgn, "checkmate")]
    ['Qxf7#']
    """
    options = {"where": where, "output": output, **options}
    if where is not None:
        _check_query(where)
    is_made = output is not None or any(options.get(name) for name in ("to", "count_by", "tree"))
    if is_made:
        return _run("select", source, options)
    return _selected(source, options)


def _selected(source: Source, options: dict[str, Any]) -> Iterator[Game]:
    threads = options.get("threads")
    running = _Process("select", source, options)
    stdout = running.process.stdout
    assert stdout is not None
    try:
        with verify(stdout, threads=threads) as games:
            yield from games
        running.outcome(running.process.wait(), b"")
    finally:
        if running.process.poll() is None:
            running.process.terminate()
            running.process.wait()
        stdout.close()


def pack(source: Source, output: str | os.PathLike[str], **options: Any) -> Outcome:
    """Packs games into an archive, as `scorebook pack` does; `codec="dense"` is small, `"densest"` smaller and slow."""
    return _run("pack", source, {"output": output, **options})


def shard(source: Source, output: str | os.PathLike[str], **options: Any) -> Outcome:
    """Splits a corpus into files of whole games in a directory, as `scorebook shard` does (`size="256M"`)."""
    return _run("shard", source, {"output": output, **options})


def duplicates(source: Source, **options: Any) -> list[dict[str, str]]:
    """The games of a corpus that have a better copy, each with the rule by which it is a duplicate, and the game that is kept.

    Options are those of `scorebook select --unique`: `duplicate_rules=["same", "part", "moves"]`, `against="db.sbk"`.

    >>> import scorebook
    >>> game = '[White "A"]\\n[Black "B"]\\n[Date "1858.??.??"]\\n\\n1. e4 e5 2. Nf3 Nc6 *\\n\\n'
    >>> [row["rule"] for row in scorebook.duplicates(game + game)]
    ['same']
    """
    with tempfile.TemporaryDirectory() as folder:
        removed = Path(folder) / "removed.csv"
        if (pieces := _pieces(source)) is not None:
            # Games are compared before they are written, so the source is read twice.
            source = Path(folder) / "games.pgn"
            with open(source, "wb") as file:
                file.writelines(pieces)
        _run("select", source, {"unique": True, "removed": removed, "output": os.devnull, "quiet": True, **options})
        if not removed.exists():
            return []
        with open(removed, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


def collate(*records: Source, output: str | os.PathLike[str] | None = None, **options: Any) -> Any:
    """Reads several records of the same games together, as `scorebook collate` does: the games, or, with an output, the outcome.

    A record is a path, a pattern, or the text itself.

    >>> import scorebook
    >>> game, = scorebook.collate("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5", "1. e4 e5 2. Nf3 Nc6 3. Bb5")
    >>> game.san
    ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5']
    """
    options = {"output": output, **options}
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, record in enumerate(records, 1):
            pieces = _pieces(record)
            if pieces is None:
                paths.extend(_paths(record))
                continue
            # Records are read several times, and told apart by their names.
            path = Path(folder) / f"record-{number}.txt"
            with open(path, "wb") as file:
                file.writelines(pieces)
            paths.append(str(path))
        if output is not None:
            return _run("collate", paths, options)
        return list(verify(_run("collate", paths, {"quiet": True, **options}).output))
