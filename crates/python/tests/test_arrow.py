import io
import signal
import subprocess
import sys
import threading
import time

import pytest

import scorebook
from test_games import PGN, Odd

pa = pytest.importorskip("pyarrow")


def test_columns():
    table = pa.table(scorebook.read_arrow(PGN))
    assert table.num_rows == 2
    schema = table.schema
    assert schema.field("WhiteElo").type == pa.int16()
    assert schema.field("UTCDate").type == pa.date32()
    assert schema.field("moves").type.value_type == pa.uint16()
    assert pa.types.is_dictionary(schema.field("Result").type)
    rows = table.to_pylist()
    assert rows[0]["White"] == "Morphy" and rows[0]["reading"] == "verified"
    assert scorebook.to_san(rows[0]["moves"]) == ["e4", "e5", "Nf3"]
    assert rows[0]["clocks"] == [600.0, None, None] and rows[1]["clocks"] is None
    (finding,) = [finding for finding in rows[1]["findings"] if finding["code"] == "M201"]
    assert PGN[finding["offset"] :].startswith(b"Ke3")


def test_classify():
    text = b'[ECO "A10"]\n\n1. c4 d5 2. d4 *\n\n[Event "x"]\n\n1. e4 e5 *'
    named = pa.table(scorebook.read_arrow(text, classify=True)).select(["ECO", "Opening"]).to_pylist()
    assert named == [
        {"ECO": "A10", "Opening": "Queen's Gambit"},
        {"ECO": "C20", "Opening": "King's Pawn Game"},
    ]
    assert pa.table(scorebook.read_arrow(text)).column("Opening").null_count == 2


def test_same_as_verify():
    text = PGN * 2000
    table = pa.table(scorebook.read_arrow(text, dictionary=False))
    games = list(scorebook.verify(text))
    assert table.column("offset").to_pylist() == [game.offset for game in games]
    assert table.column("moves").to_pylist() == [list(game.moves) for game in games]
    assert table.column("reading").to_pylist() == [game.reading for game in games]
    found = [[finding["code"] for finding in row] for row in table.column("findings").to_pylist()]
    assert found == [[finding.code for finding in game.findings] for game in games]


def test_batches_are_no_larger_than_asked():
    reader = pa.RecordBatchReader.from_stream(scorebook.read_arrow(PGN * 500, 64))
    assert all(batch.num_rows <= 64 for batch in reader)
    with pytest.raises(ValueError):
        scorebook.read_arrow(PGN, 0)


def test_is_read_once():
    reader = scorebook.read_arrow(PGN)
    assert pa.table(reader).num_rows == 2
    with pytest.raises(scorebook.Error, match="read already"):
        pa.table(reader)


def test_plain_strings():
    table = pa.table(scorebook.read_arrow(PGN, dictionary=False))
    assert not any(pa.types.is_dictionary(field.type) for field in table.schema)


def test_what_goes_wrong_is_told(tmp_path):
    import gzip

    path = tmp_path / "cut.pgn.gz"
    path.write_bytes(gzip.compress(PGN * 20_000)[:-2000])
    with pytest.raises(Exception, match="cut.pgn.gz"):
        pa.table(scorebook.read_arrow(path))
    with pytest.raises(Exception, match="the line went dead"):
        pa.table(scorebook.read_arrow(Odd()))


def test_a_zst_that_breaks_off(tmp_path):
    """What was read before the break is given, then the error with the file's name."""
    packed = pa.compress(PGN * 50_000, codec="zstd", asbytes=True)
    path = tmp_path / "cut.pgn.zst"
    path.write_bytes(packed[:-9])
    games = 0
    with pytest.raises(scorebook.ReadError) as raised:
        for _ in scorebook.verify(path):
            games += 1
    assert games > 0 and raised.value.source == str(path) and raised.value.offset > 0
    with pytest.raises(Exception, match="cut.pgn.zst"):
        pa.table(scorebook.read_arrow(path))


def test_a_full_disk_under_what_takes_the_batches():
    """The taker's own error comes out, and the reader's threads end."""
    parquet = pytest.importorskip("pyarrow.parquet")
    reader = pa.RecordBatchReader.from_stream(scorebook.read_arrow(PGN * 20_000))
    with pytest.raises(OSError, match="No space left"):
        with parquet.ParquetWriter("/dev/full", reader.schema) as writer:
            for batch in reader:
                writer.write_batch(batch)
    del reader
    assert pa.table(scorebook.read_arrow(PGN)).num_rows == 2


def test_a_file_object_read_with_the_lock_held():
    """Whoever asks for batches may hold the interpreter's lock."""
    text = PGN * 20_000
    assert pa.table(scorebook.read_arrow(io.BytesIO(text))).num_rows == 40_000


def test_threads():
    counts = []

    def read():
        counts.append(pa.table(scorebook.read_arrow(PGN * 1000)).num_rows)

    threads = [threading.Thread(target=read) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert counts == [2000] * 4


def test_polars():
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(scorebook.read_arrow(PGN)).height == 2


def test_duckdb():
    duckdb = pytest.importorskip("duckdb")
    reader = scorebook.read_arrow(PGN)  # noqa: F841 (the query names it)
    assert duckdb.sql("select count(*) from reader where White = 'Morphy'").fetchall() == [(1,)]


def test_pandas():
    pytest.importorskip("pandas")
    frame = pa.table(scorebook.read_arrow(PGN)).to_pandas()
    assert list(frame["White"]) == ["Morphy", "C"]


@pytest.mark.parametrize("taker", ["pyarrow.table(r)", "sum(1 for _ in pyarrow.RecordBatchReader.from_stream(r))"])
def test_interrupt(tmp_path, taker):
    path = tmp_path / "long.pgn"
    path.write_bytes(PGN * 100_000)
    program = (
        "import pyarrow, scorebook, sys, time\n"
        "print('begun', flush=True)\n"
        "try:\n"
        f"    r = scorebook.read_arrow([{str(path)!r}] * 100, threads=1)\n"
        f"    {taker}\n"
        "except (KeyboardInterrupt, pyarrow.ArrowException):\n"
        "    try:\n"
        "        time.sleep(5)\n"
        "    except KeyboardInterrupt:\n"
        "        pass\n"
        "    sys.exit(7)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    process.stdout.readline()
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 7
