"""The Spark job beside one process: the times of both, and whether they tell the same.

    python examples/spark/compare.py INPUT OUTPUT [--master 'local[2]']

INPUT and OUTPUT are those of corpus.py. The one process reads the same files with scorebook.read_arrow and counts what
the report counts; rows are compared by a checksum that does not depend on their order.
"""

from __future__ import annotations

import argparse
import collections
import glob
import hashlib
import json
import os
import time

import corpus
import pyarrow as pa
import pyarrow.parquet as pq
import scorebook

COLUMNS = ["source", "offset", "White", "Black", "Date", "FEN", "movetext", "moves", "plies", "reading", "findings"]


def checksum(rows: list[dict]) -> int:
    """A sum over rows, whatever their order."""
    total = 0
    for row in rows:
        codes = [(finding["code"], finding["ply"], finding["offset"]) for finding in row["findings"]]
        told = repr([row[name] for name in COLUMNS[:-1]] + codes)
        total += int.from_bytes(hashlib.blake2b(told.encode(), digest_size=8).digest(), "big")
    return total % 2**64


def surname(text: str | None) -> str:
    bare = (text or "").strip(" ").lower()
    return bare.split(",")[0].strip(" ") if "," in bare else bare.split(" ")[-1]


def read(folder: str) -> pa.RecordBatchReader:
    return pa.RecordBatchReader.from_stream(scorebook.read_arrow(corpus.files(folder), dictionary=False))


def one_process(folder: str) -> tuple[dict, int, float]:
    """What one process tells of the files, the checksum of its rows, and the seconds that it takes to read them."""
    begun = time.perf_counter()
    collections.deque(read(folder), maxlen=0)
    seconds = time.perf_counter() - begun

    games = plies = total = 0
    readings: collections.Counter[str] = collections.Counter()
    codes: collections.Counter[str] = collections.Counter()
    same: collections.Counter[tuple] = collections.Counter()
    for batch in read(folder):
        rows = batch.select(COLUMNS).to_pylist()
        total += checksum(rows)
        for row in rows:
            games += 1
            plies += row["plies"]
            readings[row["reading"]] += 1
            codes.update(finding["code"] for finding in row["findings"])
            if row["moves"]:
                players = surname(row["White"]), surname(row["Black"])
                same[row["FEN"], tuple(row["moves"]), players] += 1
    duplicates = sum(count - 1 for count in same.values())
    told = {"games": games, "half-moves": plies, "readings": dict(readings), "findings": dict(codes)}
    return told | {"duplicates": duplicates}, total % 2**64, seconds


def processor() -> float:
    """Processor seconds of this process and all that it has started, on Linux: those of a busy machine's time are not
    the job's."""
    ticks, parents = {}, {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        pid = int(path.split("/")[2])
        parents[pid], ticks[pid] = int(fields[1]), sum(map(int, fields[11:15]))

    def ours(pid: int) -> bool:
        return pid == os.getpid() or pid in parents and ours(parents[pid])

    return sum(count for pid, count in ticks.items() if ours(pid)) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("--master", default="local[2]")
    arguments = parser.parse_args()

    spark = corpus.session(arguments.master)
    begun = time.perf_counter()
    report = corpus.run(spark, arguments.input, arguments.output)
    seconds, busy = time.perf_counter() - begun, processor()
    spark.stop()
    total = 0
    for part in pq.ParquetDataset(f"{arguments.output}/games").fragments:
        for batch in part.to_batches(columns=[*COLUMNS, "failed"]):
            total += checksum([row for row in batch.to_pylist() if row["failed"] is None])

    alone, alone_total, alone_seconds = one_process(arguments.input)
    report = {name: report[name] for name in alone}
    print(json.dumps(report, indent=2, sort_keys=True))
    print(f"Spark, {arguments.master}: {seconds:.1f} s, {busy:.1f} of processors; one process, to read alone: {alone_seconds:.1f} s")
    print("report:", "the same" if report == alone else f"not the same: {json.dumps(alone, sort_keys=True)}")
    print("rows:", "the same" if total % 2**64 == alone_total else "not the same")


if __name__ == "__main__":
    main()
