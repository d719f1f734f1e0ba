"""The job on two cores of this machine tells what one process tells. Needs a Java runtime (17 or newer)."""

import collections
import gzip
import json
import shutil

import pytest

pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("no Java runtime", allow_module_level=True)

import corpus  # noqa: E402
import scorebook  # noqa: E402

MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7"


def game(white, moves, date="2020.01.02"):
    return f'[Event "x"]\n[Site "?"]\n[Date "{date}"]\n[Round "1"]\n[White "{white}"]\n[Black "B"]\n[Result "*"]\n\n{moves} *\n\n'


@pytest.fixture(scope="module")
def spark():
    session = corpus.session("local[2]")
    yield session
    session.stop()


def test_the_same_as_one_process(spark, tmp_path):
    folder, target = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    target.mkdir()
    texts = {
        "a.pgn": game("Carlsen, Magnus", MOVES) + game("C", "1. e4 e5 2. Ke3"),
        "b.pgn.gz": game("M. Carlsen", MOVES + " 11. c4") + game("Magnus Carlsen", MOVES),
        "c.pgn": game("D", MOVES) + game("Carlsen, Magnus", MOVES, "2021.01.02"),
    }
    for name, text in texts.items():
        data = text.encode()
        (folder / name).write_bytes(gzip.compress(data) if name.endswith("gz") else data)
    (folder / "cut.pgn.gz").write_bytes(gzip.compress(game("E", MOVES).encode() * 3000)[:-300])

    report = corpus.run(spark, str(folder), str(target))
    assert json.loads((target / "report.json").read_text()) == report
    assert list(report["failed"]) == [str(folder / "cut.pgn.gz")]

    games = [game for name in texts for game in scorebook.verify(folder / name)]
    frame = spark.read.parquet(str(target / "games")).where("failed is null and source not like '%cut%'")
    rows = {(row.source, row.offset): row for row in frame.collect()}
    assert len(rows) == len(games) == 6
    for one in games:
        row = rows[one.source, one.offset]
        assert row.moves == list(one.moves) and row.reading == one.reading
        assert [finding.code for finding in row.findings] == [finding.code for finding in one.findings]

    found = spark.read.parquet(str(target / "duplicates")).where("source not like '%cut%'").collect()
    same = collections.Counter((one.tags["White"].split(",")[0].split(" ")[-1], tuple(one.moves)) for one in games)
    assert len(found) == sum(count - 1 for count in same.values())
    shorter = spark.read.parquet(str(target / "beginnings")).where("source not like '%cut%'").collect()
    assert {(row.source.rsplit("/", 1)[1], row.of.source.rsplit("/", 1)[1]) for row in shorter} == {
        ("a.pgn", "b.pgn.gz"),
        ("b.pgn.gz", "b.pgn.gz"),
    }
