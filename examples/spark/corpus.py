"""A corpus of chess games proven on a Spark cluster: Parquet, duplicates, one report.

    spark-submit corpus.py INPUT OUTPUT

INPUT is a directory of .pgn, .pgn.zst, .pgn.gz, .pgn.bz2 and .sbk files that every worker sees; a large dump is
cut first (`scorebook shard dump.pgn.zst -o DIR`), since one file is one task. OUTPUT gets

    games/            Parquet, a row a game: the columns of scorebook.read_arrow
    duplicates/       Parquet: games with the moves and players of another, `first` says which
    beginnings/       Parquet: games whose moves begin those of a longer game of the same players and date
    report.json       counts: games, readings, findings by code, duplicates, files that could not be read
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession, Window
from pyspark.sql import functions as f
from pyspark.sql.pandas.types import from_arrow_schema

ENDINGS = (".pgn", ".pgn.zst", ".pgn.gz", ".pgn.bz2", ".sbk")
# Half-moves that tell two games apart well enough to look at them side by side.
PREFIX = 20


def types() -> pa.Schema:
    """The columns as Spark has them: no unsigned numbers, no times of day."""
    import scorebook

    schema = pa.RecordBatchReader.from_stream(scorebook.read_arrow(b"", dictionary=False)).schema

    def plain(kind: pa.DataType) -> pa.DataType:
        if pa.types.is_uint16(kind):
            return pa.int32()
        if pa.types.is_time32(kind):
            return pa.int32()
        if pa.types.is_list(kind):
            return pa.list_(plain(kind.value_type))
        if pa.types.is_struct(kind):
            return pa.struct([pa.field(inner.name, plain(inner.type)) for inner in kind])
        return kind

    fields = [pa.field(field.name, plain(field.type)) for field in schema]
    return pa.schema([*fields, pa.field("failed", pa.string())])


def read(paths: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The games of the files that the batches name; a file that breaks off ends with a row that says so."""
    import scorebook

    schema = types()
    for batch in paths:
        for path in batch.column("path").to_pylist():
            try:
                stream = pa.RecordBatchReader.from_stream(
                    scorebook.read_arrow(path, dictionary=False, threads=1)
                )
                for games in stream:
                    columns = [cast(games.column(i), schema.field(i).type) for i in range(games.num_columns)]
                    columns.append(pa.nulls(games.num_rows, pa.string()))
                    yield pa.RecordBatch.from_arrays(columns, schema=schema)
            except (OSError, pa.ArrowException) as error:
                row = [pa.nulls(1, field.type) for field in schema]
                row[schema.get_field_index("source")] = pa.array([path])
                row[schema.get_field_index("failed")] = pa.array([str(error)])
                yield pa.RecordBatch.from_arrays(row, schema=schema)


def cast(column: pa.Array, kind: pa.DataType) -> pa.Array:
    """Seconds for times of day, wider numbers for unsigned ones."""
    if pa.types.is_time32(column.type):
        return pa.compute.divide(column.cast(pa.int32()), 1000)
    return column.cast(kind)


def files(folder: str) -> list[str]:
    """The files below a directory, the largest first, so that no task begins late with much to do."""
    found = [
        os.path.join(base, name)
        for base, _, names in os.walk(folder)
        for name in names
        if name.lower().endswith(ENDINGS) and not name.startswith(".")
    ]
    return sorted(found, key=lambda path: (-os.path.getsize(path), path))


def surname(column: str) -> f.Column:
    """What is before a comma, or the last word, in lower case."""
    bare = f.lower(f.trim(f.coalesce(f.col(column), f.lit(""))))
    return f.when(bare.contains(","), f.trim(f.split(bare, ",")[0])).otherwise(f.element_at(f.split(bare, " "), -1))


def keyed(games: DataFrame) -> DataFrame:
    """Games by what duplicates are found by: the moves from where they begin, and who played them."""
    whole = games.where(f.size("moves") > 0)
    players = f.concat_ws("|", surname("White"), surname("Black"))
    start = f.coalesce(f.col("FEN"), f.lit(""))
    return whole.select(
        "source",
        "offset",
        "White",
        "Black",
        "Date",
        "moves",
        f.size("moves").alias("length"),
        players.alias("players"),
        f.xxhash64(start, "moves", players).alias("key"),
        f.xxhash64(start, f.slice("moves", 1, PREFIX), players, "Date").alias("prefix"),
    )


def duplicates(games: DataFrame) -> DataFrame:
    """Every game but the first of those with the same moves and players."""
    order = Window.partitionBy("key", "moves", "players").orderBy("source", "offset")
    first = f.first(f.struct("source", "offset")).over(order)
    marked = games.withColumn("row", f.row_number().over(order)).withColumn("first", first)
    return marked.where("row > 1").select("source", "offset", "White", "Black", "Date", "length", "first")


def beginnings(games: DataFrame) -> DataFrame:
    """Games that are the beginning of another of the same players on the same day."""
    long = games.where(f.col("length") >= PREFIX).where(f.col("Date").rlike("[0-9]"))
    short, whole = long.alias("short"), long.alias("whole")
    same = (f.col("short.prefix") == f.col("whole.prefix")) & (f.col("short.length") < f.col("whole.length"))
    starts = f.expr("slice(whole.moves, 1, short.length) = short.moves")
    found = short.join(whole, same & starts)
    return found.groupBy("short.source", "short.offset").agg(
        f.min(f.struct("whole.source", "whole.offset")).alias("of")
    )


def run(spark: SparkSession, source: str, target: str) -> dict:
    """Does all of it; returns the report, which stands in `target` too."""
    paths = files(source)
    if not paths:
        raise SystemExit(f"no games below {source}")
    listed = spark.createDataFrame([(path,) for path in paths], "path string").repartition(len(paths))
    games = listed.mapInArrow(read, from_arrow_schema(types()))
    games.write.mode("overwrite").parquet(f"{target}/games")

    games = spark.read.parquet(f"{target}/games")
    keys = keyed(games.where("failed is null")).cache()
    duplicates(keys).write.mode("overwrite").parquet(f"{target}/duplicates")
    beginnings(keys).write.mode("overwrite").parquet(f"{target}/beginnings")

    def counts(frame: DataFrame, column: str) -> dict:
        return {row[0]: row[1] for row in frame.groupBy(column).count().orderBy(column).collect() if row[0]}

    whole = games.where("failed is null")
    totals = whole.agg(f.count("*"), f.sum("plies")).first()
    report = {
        "files": len(paths),
        "games": totals[0],
        "half-moves": totals[1],
        "readings": counts(whole, "reading"),
        "findings": counts(whole.select(f.explode("findings.code").alias("code")), "code"),
        "duplicates": spark.read.parquet(f"{target}/duplicates").count(),
        "beginnings": spark.read.parquet(f"{target}/beginnings").count(),
        "failed": {row.source: row.failed for row in games.where("failed is not null").collect()},
    }
    keys.unpersist()
    with open(os.path.join(target, "report.json"), "w", encoding="utf-8") as out:
        json.dump(report, out, indent=2, sort_keys=True)
    return report


def session(master: str | None = None) -> SparkSession:
    """A session; on a cluster `spark-submit` says the master."""
    # Workers must run the same Python, with scorebook in it.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("scorebook")
    if master:
        builder = builder.master(master).config("spark.ui.enabled", "false")
    spark = builder.getOrCreate()
    if __name__ != "__main__":
        # As a program the job goes to the workers by itself; as a module it must be found there.
        spark.sparkContext.addPyFile(__file__)
    return spark


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input")
    parser.add_argument("output")
    parser.add_argument("--master", help="local[2], to try it on one machine")
    arguments = parser.parse_args()
    spark = session(arguments.master)
    print(json.dumps(run(spark, arguments.input, arguments.output), indent=2))
    spark.stop()


if __name__ == "__main__":
    main()
