import copy
import multiprocessing
import pathlib
import pickle
import signal
import subprocess
import sys
import time

import pytest

import scorebook

GAMES = """[Event "Match"]
[Site "?"]
[Date "2025.01.01"]
[Round "1"]
[White "Alpha"]
[Black "Beta"]
[Result "1-0"]

1. e4 {book} e5 {book} 2. Bc4 {+0.31/14 0.52s} Nc6 {-0.25/12 1.5s} 3. Qh5 {+1.10/20 2s} Nf6 {-M1/30 0.004s} 4. Qxf7# {+M1/99 0.001s} 1-0

[Event "Other"]
[Site "?"]
[Date "2020.01.01"]
[Round "?"]
[White "C"]
[Black "D"]
[Result "*"]

1. e4 e5 2. Ke3 Nc6 *
"""


def sans(games):
    return [game.san for game in games]


def test_values_are_pickled_copied_and_compared():
    first, second = scorebook.verify(GAMES)
    for game in (first, second):
        again = pickle.loads(pickle.dumps(game))
        assert again == game and hash(again) == hash(game) and again is not game
        assert again.findings == game.findings and again.san == game.san and again.uci == game.uci
        assert again.evals == game.evals and again.depths == game.depths and again.times == game.times
        assert (again.source, again.offset, again.reading, again.plies) == (game.source, game.offset, game.reading, game.plies)
        assert again.pgn() == game.pgn() and list(again.moves) == list(game.moves)
        assert copy.copy(game) == game and copy.deepcopy(game) == game
    assert first != second and first != "1. e4"
    assert len({first, pickle.loads(pickle.dumps(first)), second}) == 2
    finding = second.findings[0]
    assert pickle.loads(pickle.dumps(finding)) == finding == copy.copy(finding)
    converted, = scorebook.convert("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3")
    assert pickle.loads(pickle.dumps(converted)).notation == "english"


def test_games_go_to_other_processes():
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(str, list(scorebook.verify(GAMES))) == [str(game) for game in scorebook.verify(GAMES)]


def test_a_game_is_its_moves():
    first, second = scorebook.verify(GAMES)
    assert list(first) == first.san == ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]
    assert first.uci[-1] == "h5f7" and list(second) == ["e4", "e5"]
    assert first.evals == pytest.approx([None, None, 0.31, 0.25, 1.10, None, None])
    assert first.depths == [None, None, 14, 12, 20, 30, 99] and first.mates[5:] == [1, 1]
    assert first.times[3] == 1.5


def test_text_games_and_iterators_are_sources(tmp_path):
    wanted = sans(scorebook.verify(GAMES.encode()))
    one, two = scorebook.verify(GAMES)
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    for source in (
        GAMES,
        [GAMES],
        iter([one, two]),
        (game for game in [one.pgn(), two.pgn()]),
        (game.strip() for game in [one.pgn(), two.pgn()]),
        (GAMES.encode()[at : at + 7] for at in range(0, len(GAMES), 7)),
        iter(GAMES.splitlines(keepends=True)),
        [one, two],
    ):
        assert sans(scorebook.verify(source)) == wanted
    assert sans(scorebook.verify(one)) == wanted[:1]
    assert sans(scorebook.verify("1. e4 e5 *")) == [["e4", "e5"]]
    with pytest.raises(TypeError, match="paths are put in a list"):
        list(scorebook.verify(iter([path])))

    def broken():
        yield GAMES
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        list(scorebook.verify(broken()))
    with pytest.raises(FileNotFoundError):
        scorebook.verify("no-such-file.pgn")


def test_threads_count_from_the_end():
    for threads in (None, 0, 1, 2, -1, -2, -64):
        assert len(list(scorebook.verify(GAMES, threads=threads))) == 2
    with pytest.raises(ValueError):
        scorebook.verify(GAMES, threads=-(10**6))


def test_with_closes(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(GAMES * 4000)
    with scorebook.verify(path) as games:
        next(games)
    assert next(games, None) is None
    pyarrow = pytest.importorskip("pyarrow")
    with scorebook.read_arrow(path) as reader:
        assert len(pyarrow.record_batch(next(reader))) > 0
    assert next(reader, None) is None


def test_commands(tmp_path):
    fixed = scorebook.fix("1.e4 e5 2.Ng1-f3 *")
    assert fixed.text.rstrip().endswith("2.Nf3 *") and not fixed.findings
    assert scorebook.fix(GAMES).findings and "M201" in scorebook.fix(GAMES).summary
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    for source in (GAMES, path, [path], str(path), scorebook.verify(GAMES)):
        found = scorebook.select(source, "eval > 1 and checkmate")
        assert sans(found) == [["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#"]]
    assert list(scorebook.select(GAMES, "white = nobody")) == []
    lines = scorebook.select(GAMES, to="lines", limit=1)
    assert lines.text == "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n"
    with pytest.raises(scorebook.Error, match="no number"):
        scorebook.select(GAMES, "eval > high", to="lines")
    with pytest.raises(scorebook.Error, match="no number"):
        list(scorebook.select(GAMES, "eval > high"))
    assert scorebook.pack(GAMES, tmp_path / "games.sbk", codec="dense", keep_all=True).findings
    archive = scorebook.Archive(tmp_path / "games.sbk")
    assert len(archive) == 2 and archive.find("eval > 1") == [0]
    scorebook.shard(path, tmp_path / "shards", size="1K")
    assert list((tmp_path / "shards").iterdir())
    assert [row["rule"] for row in scorebook.duplicates(GAMES + "\n" + GAMES)].count("same") >= 1
    assert scorebook.duplicates(GAMES) == []
    corpus = pathlib.Path(__file__).parents[3] / "corpus"
    game, = scorebook.collate(corpus / "sheet-white.csv", corpus / "sheet-black.csv")
    assert game.san[:2] == ["e4", "e5"]


def test_archives_are_pickled_and_compared(tmp_path):
    for name in ("one.sbk", "same.sbk"):
        scorebook.pack(GAMES, tmp_path / name)
    scorebook.pack("1. d4 d5 *", tmp_path / "other.sbk")
    with scorebook.Archive(tmp_path / "one.sbk") as one:
        again = pickle.loads(pickle.dumps(one))
        assert sans(again) == sans(one) and again == one == copy.copy(one)
    assert one == scorebook.Archive(tmp_path / "same.sbk") != scorebook.Archive(tmp_path / "other.sbk")
    assert hash(one) == hash(again)


def test_the_command_is_installed(tmp_path):
    run = subprocess.run([sys.executable, "-m", "scorebook", "verify", "--format", "csv", "-"], input=GAMES, capture_output=True, text=True)
    assert run.returncode == 1 and "M201" in run.stdout


def test_a_table_that_is_interrupted(tmp_path):
    pytest.importorskip("pyarrow")
    path = tmp_path / "games.pgn"
    path.write_text(GAMES * 60000)
    code = (
        "import scorebook, sys\n"
        "print('begun', flush=True)\n"
        "try:\n"
        f"    for _ in range(1000): scorebook.read_arrow({str(path)!r}, threads=1).table()\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert run.stdout.readline() == "begun\n"
    time.sleep(0.5)
    run.send_signal(signal.SIGINT)
    assert run.communicate(timeout=60)[0] == "interrupted\n"


def test_commands_take_what_readers_take(tmp_path):
    one, two = scorebook.verify(GAMES)
    for name, game in (("a 1.pgn", one), ("a 2.pgn", two), ("-x.pgn", one)):
        (tmp_path / name).write_text(game.pgn())
    moves = [one.san, two.san]
    for source in (
        str(tmp_path / "a *.pgn"),
        [str(tmp_path / "a *.pgn")],
        [tmp_path / "a 1.pgn", [tmp_path / "a 2.pgn"]],
        [one.pgn(), two.pgn()],
        [GAMES],
        (game for game in (one, two)),
        iter([one.pgn().encode(), two.pgn()]),
    ):
        assert sans(scorebook.select(source)) == moves
    for function in (scorebook.fix, scorebook.duplicates, lambda source: scorebook.pack(source, tmp_path / "x.sbk")):
        with pytest.raises(FileNotFoundError):
            function(str(tmp_path / "no-such-*.pgn"))
        with pytest.raises(FileNotFoundError):
            function([tmp_path / "no-such.pgn"])
    scorebook.pack([tmp_path / "a 1.pgn"], tmp_path / "one.sbk")
    assert sans(scorebook.select(scorebook.Archive(tmp_path / "one.sbk"), "checkmate")) == [one.san]


def test_a_name_that_begins_with_a_dash_is_no_option(tmp_path, monkeypatch):
    (tmp_path / "-x.pgn").write_text(GAMES)
    monkeypatch.chdir(tmp_path)
    assert len(list(scorebook.select("-x.pgn"))) == 2


def test_a_wrong_query_is_told_at_once():
    with pytest.raises(scorebook.QueryError) as caught:
        scorebook.select(GAMES, "white ~ a and elo > high")
    assert caught.value.at == len("white ~ a and elo > ")
    with pytest.raises(scorebook.QueryError):
        scorebook.select(GAMES, "nothing = 1", to="csv")


def test_records_are_collated_as_text(tmp_path):
    sheet = tmp_path / "sheet.txt"
    sheet.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5")
    for records in (
        ("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5", "1. e4 e5 2. Nf3 Nc6 3. Bb5"),
        ("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5", sheet),
        (b"1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5", [sheet]),
    ):
        game, = scorebook.collate(*records)
        assert game.san == ["e4", "e5", "Nf3", "Nc6", "Bb5"]


def test_exceptions_go_to_other_processes(tmp_path):
    (tmp_path / "no.sbk").write_bytes(b"nothing")
    for call in (
        lambda: scorebook.select(GAMES, "elo > high"),
        lambda: scorebook.Archive(tmp_path / "no.sbk"),
        lambda: scorebook.explain("X999"),
    ):
        with pytest.raises(scorebook.Error) as caught:
            call()
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value) and str(again) == str(caught.value)
        assert vars(again) == vars(caught.value)


def test_an_unpickled_game_shows_itself_as_before():
    for game in scorebook.verify(GAMES):
        again = pickle.loads(pickle.dumps(game))
        assert repr(again) == repr(game)
        assert pickle.loads(pickle.dumps(again)) == game
