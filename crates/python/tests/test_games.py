import io
import pathlib
import pickle
import threading

import pytest

import scorebook

PGN = b"""[Event "Casual"]
[Site "?"]
[Date "1858.??.??"]
[Round "?"]
[White "Morphy"]
[Black "B"]
[Result "1-0"]

1. e4 {[%clk 0:10:00]} e5 (1... c5) 2. Nf3 {good} 1-0

[Event "Other"]
[Site "?"]
[Date "2020.01.01"]
[Round "?"]
[White "C"]
[Black "D"]
[Result "*"]

1. e4 e5 2. Ke3 Nc6 *
"""


def codes(game):
    return [finding.code for finding in game.findings]


def test_verify_tells_moves_and_findings():
    first, second = scorebook.verify(PGN)
    assert first.san == ["e4", "e5", "Nf3"]
    assert first.uci == ["e2e4", "e7e5", "g1f3"]
    assert first.reading == "verified" and first.result == "1-0"
    assert first.tags["White"] == "Morphy"
    assert first.clocks == [600.0, None, None]
    assert first.moves.format == "H" and len(first.moves) == 3
    assert scorebook.to_uci(first.moves) == first.uci
    assert second.reading == "incomplete" and second.san == ["e4", "e5"] and second.plies == 4
    (finding,) = [finding for finding in second.findings if finding.code == "M201"]
    assert PGN[finding.offset : finding.offset + finding.length] == b"Ke3"
    assert (finding.line, finding.column, finding.ply) == (19, 13, 3)
    assert "king" in finding.message


def test_sources(tmp_path):
    import gzip

    plain, packed = tmp_path / "a.pgn", tmp_path / "b.pgn.gz"
    plain.write_bytes(PGN)
    packed.write_bytes(gzip.compress(PGN))
    wanted = [game.san for game in scorebook.verify(PGN)]
    sources = [
        (plain, 1),
        (str(plain), 1),
        (packed, 1),
        (tmp_path, 2),
        (str(tmp_path / "*.pgn*"), 2),
        ([plain, PGN, io.BytesIO(PGN)], 3),
        (io.StringIO(PGN.decode()), 1),
        (bytearray(PGN), 1),
        (memoryview(PGN), 1),
    ]
    for source, times in sources:
        assert [game.san for game in scorebook.verify(source)] == wanted * times, source


def test_what_is_not_there():
    with pytest.raises(FileNotFoundError):
        scorebook.verify("nothing.pgn")
    with pytest.raises(FileNotFoundError):
        scorebook.verify("nothing-*.pgn")
    with pytest.raises(TypeError):
        scorebook.verify(7)
    with pytest.raises(ValueError):
        scorebook.verify(PGN, allow=["Z999"])


def test_packed_text_that_breaks_off(tmp_path):
    import gzip

    path = tmp_path / "cut.pgn.gz"
    path.write_bytes(gzip.compress(PGN * 20_000)[:-2000])
    games = 0
    with pytest.raises(scorebook.ReadError) as raised:
        for _ in scorebook.verify(path):
            games += 1
    assert games > 0
    assert raised.value.source == str(path) and raised.value.offset > 0
    assert isinstance(raised.value, OSError)


class Odd(io.RawIOBase):
    """Raises in the middle."""

    def __init__(self):
        self.left = 3

    def read(self, size=-1):
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("the line went dead")
        return PGN * 2000


def test_what_a_file_object_raises_comes_out():
    with pytest.raises(RuntimeError, match="the line went dead"):
        list(scorebook.verify(Odd()))


def test_stops_when_it_is_dropped():
    games = scorebook.verify(io.BytesIO(PGN * 100_000))
    next(games)
    del games


def test_threads_give_the_same():
    text = PGN * 3000
    one = [(game.offset, codes(game)) for game in scorebook.verify(text, threads=1)]
    many = [(game.offset, codes(game)) for game in scorebook.verify(text, threads=4)]
    assert one == many and len(one) == 6000


def test_the_lock_is_let_go():
    """Another thread of Python runs while games are awaited."""
    ticks = 0
    done = threading.Event()

    def tick():
        nonlocal ticks
        while not done.wait(0.001):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    assert sum(1 for _ in scorebook.verify(PGN * 20_000)) == 40_000
    done.set()
    thread.join()
    assert ticks > 5


def test_interrupt(tmp_path):
    import signal
    import subprocess
    import sys
    import time

    path = tmp_path / "long.pgn"
    path.write_bytes(PGN * 400_000)
    program = (
        "import scorebook, sys\n"
        "print('begun', flush=True)\n"
        "try:\n"
        f"    for _ in range(99): sum(1 for _ in scorebook.verify({str(path)!r}, threads=1))\n"
        "except KeyboardInterrupt:\n"
        "    sys.exit(7)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE)
    process.stdout.readline()
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 7


def test_file_object_that_gives_numbers():
    class Numbers:
        def read(self, size):
            return 5

    with pytest.raises(TypeError, match="bytes or str, not int"):
        list(scorebook.verify(Numbers()))


PAGE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title></title><meta name='ocr-system' content='tesseract'/></head><body>
<div class='ocr_page' id='page_1' title='image "p.png"; bbox 0 0 1000 400; ppageno 0'>
<div class='ocr_carea' title="bbox 50 50 900 90"><p class='ocr_par' title="bbox 50 50 900 90">
<span class='ocr_line' title="bbox 50 50 900 90">{}</span></p></div></div></body></html>
"""


def test_convert_reads_scans(tmp_path):
    moves = "1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3".split()
    words = " ".join(
        f"<span class='ocrx_word' title='bbox {50 + 70 * i} 50 {110 + 70 * i} 90; x_wconf 95'>{word}</span>"
        for i, word in enumerate(moves)
    )
    page = PAGE.format(words).encode()
    path = tmp_path / "page.hocr"
    path.write_bytes(page)
    for source in (page, path, tmp_path, io.BytesIO(page)):
        (game,) = scorebook.convert(source, fragments=True)
        assert game.san == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]


def test_convert():
    (game,) = scorebook.convert("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3 3. B-Kt5 P-QR3")
    assert game.san == ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]
    assert (game.notation, game.reading) == ("english", "verified")
    games = scorebook.convert(b"Nothing of chess stands here.\n")
    assert list(games) == [] and games.remarks
    with pytest.raises(FileNotFoundError):
        scorebook.convert("missing.txt")
    with pytest.raises(scorebook.UnknownName):
        scorebook.convert("1. e4 e5", notation="klingon")


def test_convert_offers_candidates():
    text = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-B4 B-B4\n4. Q-KR9 Kt-B3\n"
    (game,) = scorebook.convert(text, fragments=True)
    assert game.findings and all(finding.line for finding in game.findings)


def test_to_chess():
    chess = pytest.importorskip("chess")
    first, second = scorebook.verify(PGN)
    whole = first.to_chess()
    assert [move.uci() for move in whole.mainline_moves()] == first.uci
    assert whole.headers["White"] == "Morphy"
    assert len(whole.next().parent.variations) == 1 and len(whole.next().variations) == 2
    assert [move.uci() for move in second.to_chess().mainline_moves()] == ["e2e4", "e7e5"]
    castled = next(scorebook.verify(b"1. e4 e5 2. Nf3 Nf6 3. Bc4 Be7 4. O-O O-O *")).to_chess()
    assert castled.end().board().king(chess.WHITE) == chess.G1
    free = b'[Variant "Chess960"]\n[FEN "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"]\n\n1. O-O-O *'
    assert next(scorebook.verify(free)).to_chess().end().board().king(chess.WHITE) == chess.C1


def test_questions():
    assert scorebook.read_move("zzz") == []
    (why,) = [m for m in scorebook.read_move("K-K2") if "english" in m.notations]
    assert why.verdict is None and why.reasons
    with pytest.raises(ValueError):
        scorebook.read_move("e4", "no fen")
    assert len(scorebook.explain()) > 100
    with pytest.raises(scorebook.UnknownName):
        scorebook.explain("A999")
    possible = scorebook.position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    assert possible.verdict == "possible" and "e4" in possible.proof_game
    with pytest.raises(ValueError):
        scorebook.position("8/8", budget=-1)


def test_spelling():
    with pytest.raises(ValueError):
        scorebook.to_san([3100, 3100])
    with pytest.raises(ValueError):
        scorebook.to_uci([0o000100])
    assert scorebook.to_uci([0]) == ["0000"]


ARCHIVE = pathlib.Path(__file__).parents[3] / "fixtures" / "archive"


@pytest.mark.skipif(not list(ARCHIVE.glob("*.sbk")), reason="no archive among the fixtures")
def test_archive():
    path = sorted(ARCHIVE.glob("*.sbk"))[-1]
    archive = scorebook.Archive(path)
    assert len(archive) > 0
    assert archive[0].pgn() == archive[-len(archive)].pgn()
    assert [game.san for game in archive] == [archive[i].san for i in range(len(archive))]
    assert [game.san for game in archive[:2]] == [game.san for game in archive][:2]
    with pytest.raises(IndexError):
        archive[len(archive)]
    with pytest.raises(TypeError):
        archive["x"]
    with pytest.raises(scorebook.QueryError) as raised:
        archive.where("whit = x")
    assert raised.value.at == 0
    assert len(list(archive.where("plies >= 0"))) == len(archive)
    reached = [game.san for game in archive.where("material = KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP and plies > 0")]
    assert reached == [game.san for game in archive if game.fen is None and game.san]
    with pytest.raises(scorebook.QueryError) as raised:
        archive.where("fen = 9/8/8/8/8/8/8/8")
    assert raised.value.at == 6
    assert [game.san for game in scorebook.verify(path)] == [game.san for game in archive]
    everything = [game.san for game in archive]
    found = []

    def read():
        found.append([game.san for game in archive])

    threads = [threading.Thread(target=read) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert found == [everything] * 4


@pytest.mark.skipif(not list(ARCHIVE.glob("*.sbk")), reason="no archive among the fixtures")
def test_threads_share_an_archive_and_an_iterator():
    """Each game comes out once, and what one thread asks wrongly is told to it alone."""
    archive = scorebook.Archive(sorted(ARCHIVE.glob("*.sbk"))[-1])
    wanted = sorted(game.pgn() for game in archive)
    shared, found, wrong = iter(archive), [], []

    def take():
        found.extend(game.pgn() for game in shared)

    def ask():
        for _ in range(50):
            try:
                archive.find("whit = x")
            except scorebook.QueryError as error:
                wrong.append(error.at)

    threads = [threading.Thread(target=target) for target in (take, ask, take, ask)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert sorted(found) == wanted
    assert wrong == [0] * 100


@pytest.mark.parametrize(
    "text",
    [
        b"1.e4!? e5 $1 2.Nf3 (2. f4 {a (b} exf4 (2... d5)) 2... Nc6 3.Bb5 {c}a6 4. O-O! *",
        b"1. e4 ; 1. d4\n1... e5\n% 2. f4\n2. Nf3 *",
        b"1. d4 c5 2. dxc5 b6 3. cxb6 Nc6 4. bxa7 Bb7 5. axb8=N Rxb8 1-0",
        b"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7 1-0",
        b"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0",
        b"1. e4 d5 2. ed5 Qd5: 3. Nb1c3 0-0 *",
        b"1. e4 -- 2. d4 d5 *",
        b'[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *',
    ],
)
def test_moves_are_spelled_as_they_should_be_however_they_are_written(text):
    (game,) = scorebook.verify(text)
    # With a code allowed, they are spelled anew from the board.
    (anew,) = scorebook.verify(text, allow=["T101"])
    assert game.san == anew.san
    if b"Qxf7" in text:
        assert game.san[-1] == "Qxf7#"


def test_a_game_begins_from_where_its_moves_can_be_played():
    placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    for fen in (f"{placement} b KQkq - 0 1", placement, f"{placement} w - - 0 1"):
        text = f'[SetUp "1"]\n[FEN "{fen}"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O *'.encode()
        (game,) = scorebook.verify(text)
        assert game.san == ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O"], fen
        assert game.fen == f"{placement} w KQkq - 0 1"
        assert pickle.loads(pickle.dumps(game)).san == game.san
        assert [move.uci() for move in game.to_chess().mainline_moves()][-1] == "e1g1"


def test_illegal_moves_that_were_kept_are_written_with_both_squares():
    text = "1. e4 f6 2. Qh5+ a6 3. Qxe8 b6 4. Qxd8 c6 5. Nf3 d6"
    (game,) = scorebook.convert(text, as_written=True, fragments=True)
    assert game.san == ["e4", "f6", "Qh5+", "a7a6", "Qh5xe8"]
    assert len(game.uci) == 5
    assert [move.uci() for move in game.to_chess().mainline_moves()] == game.uci[:3]
