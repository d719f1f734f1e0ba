"""Compares `scorebook select --where` with python-chess, game by game.

    python tools/check_queries.py target/debug/scorebook GAMES.pgn [--most 5000]

Needs `pip install chess`. Prints a row for each query: games found by both, and those found by one only.
"""

import argparse
import logging
import re
import subprocess
import sys
import tempfile

import chess
import chess.pgn


class Moment:
    """A position of the mainline, the move that led to it, and how often the position has occurred."""

    def __init__(self, board, move, before, times, ply):
        self.board, self.move, self.before, self.times, self.ply = board, move, before, times, ply

    def by(self, color):
        return self.board.turn != color


def moments(game):
    board, seen = game.board(), {}
    move = before = None
    line = list(game.mainline_moves())
    for ply in range(len(line) + 1):
        key = board._transposition_key() if not board.has_legal_en_passant() else (board._transposition_key(), board.ep_square)
        seen[key] = seen.get(key, 0) + 1
        yield Moment(board.copy(stack=False), move, before, seen[key], ply)
        if ply < len(line):
            before, move = board.copy(stack=False), line[ply]
            board.push(move)


def men(board):
    return "".join(sorted(piece.symbol() for piece in board.piece_map().values()))


def some(test):
    return lambda game, all: any(test(moment) for moment in all)


def then(*tests):
    def holds(game, all):
        at = 0
        for moment in all:
            if at < len(tests) and tests[at](moment):
                at += 1
        return at == len(tests)

    return holds


def steps(*wanted):
    """Moments one after the other, by trying all ways: (test, moments in a row, whether directly after the step before)."""

    def holds(game, all):
        ends = None
        for test, times, at_once in wanted:
            row, new = 0, set()
            for at, moment in enumerate(all):
                row = row + 1 if test(moment) else 0
                starts = range(at - row + 1, at - times + 2)
                if any(ends is None or (start - 1 in ends if at_once else any(end < start for end in ends)) for start in starts):
                    new.add(at)
            ends = new
        return bool(ends)

    return holds


def mirrored(test):
    """A test of the board alone, of it or of the board turned with the colours exchanged."""
    return some(lambda moment: test(moment.board) or test(moment.board.mirror()))


def count(board, letters):
    return sum(board.piece_map()[square].symbol() in letters for square in board.piece_map())


def moves(role, color=None):
    return lambda m: m.move is not None and m.before.piece_type_at(m.move.from_square) == role and (color is None or m.by(color))


def san(pattern, color=None):
    return lambda m: m.move is not None and re.fullmatch(pattern, m.before.san(m.move)) is not None and (color is None or m.by(color))


def number(text):
    try:
        return int(text)
    except ValueError:
        return None


def difference(game):
    white, black = number(game.headers.get("WhiteElo", "")), number(game.headers.get("BlackElo", ""))
    return None if white is None or black is None else white - black


def castles(color=None, queenside=None):
    def test(moment):
        if moment.move is None or not moment.before.is_castling(moment.move):
            return False
        if color is not None and not moment.by(color):
            return False
        return queenside is None or moment.before.is_queenside_castling(moment.move) == queenside

    return test


def line(*sans):
    board = chess.Board()
    for san in sans:
        board.push_san(san)
    return some(lambda moment: moment.board.epd() == board.epd())


def rook_ending(board):
    white, black = (sorted(board.piece_at(s).piece_type for s in chess.SquareSet(board.occupied_co[c])) for c in (True, False))
    return sorted([white, black]) == sorted([[1, 4, 6], [4, 6]])


def on(board, piece, squares):
    return any(board.piece_at(square) == chess.Piece.from_symbol(piece) for square in squares)


def balance(board):
    worth = {1: 1, 2: 3, 3: 3, 4: 5, 5: 9, 6: 0}
    return sum(worth[piece.piece_type] * (1 if piece.color else -1) for piece in board.piece_map().values())


def comments(game):
    stack, found = [game], []
    while stack:
        node = stack.pop()
        found += [node.comment, node.starting_comment] if node.parent else [node.comment]
        stack += node.variations
    return found


EP = lambda m: m.move is not None and m.before.is_en_passant(m.move)
MATE = lambda m: m.board.is_checkmate()
QUERIES = {
    "white ~ mor": lambda g, a: "mor" in g.headers["White"].lower(),
    "player ~ /^k[ao]r/i": lambda g, a: any(re.search("^k[ao]r", g.headers[n], re.I) for n in ("White", "Black")),
    "year = 2000-2010": lambda g, a: "2000" <= g.headers["Date"][:4] <= "2010",
    "date > 1999.06": lambda g, a: g.headers["Date"][:4].isdigit()
    and (g.headers["Date"][:4] > "1999" or g.headers["Date"][:4] == "1999" and g.headers["Date"][5:7].isdigit() and g.headers["Date"][5:7] > "06"),
    "whiteelo - blackelo > 200": lambda g, a: (difference(g) or 0) > 200,
    "eco = C20-C29": lambda g, a: "C20" <= g.headers.get("ECO", "") <= "C29",
    "result = draw and plies < 40": lambda g, a: g.headers["Result"] == "1/2-1/2" and len(a) <= 40,
    "checkmate": some(MATE),
    "checkmate by black": some(lambda m: MATE(m) and m.by(chess.BLACK)),
    "stalemate": some(lambda m: m.board.is_stalemate()),
    "repetition": some(lambda m: m.times >= 3),
    "repetition 2": some(lambda m: m.times >= 2),
    "enpassant": some(EP),
    "enpassant by white": some(lambda m: EP(m) and m.by(chess.WHITE)),
    "promotion to Q": some(lambda m: m.move is not None and m.move.promotion == chess.QUEEN),
    "underpromotion": some(lambda m: m.move is not None and m.move.promotion in (2, 3, 4)),
    "castling": some(castles()),
    "castling by white queenside": some(castles(chess.WHITE, True)),
    "castling by black kingside": some(castles(chess.BLACK, False)),
    "not castling by white and not castling by black": lambda g, a: not any(castles()(m) for m in a),
    "castling by white queenside then castling by black kingside": then(castles(chess.WHITE, True), castles(chess.BLACK, False)),
    "enpassant then checkmate": then(EP, MATE),
    "check by white": some(lambda m: m.board.is_check() and m.by(chess.WHITE)),
    "material = KRPvKR": some(lambda m: rook_ending(m.board)),
    "material = KRP*vKRP*": some(lambda m: re.fullmatch("KP*Rkp*r", men(m.board)) is not None),
    "N on f7": some(lambda m: on(m.board, "N", [chess.F7])),
    "R on a7-h7": some(lambda m: on(m.board, "R", chess.SquareSet(chess.BB_RANK_7))),
    "position(Q on h7, check)": some(lambda m: on(m.board, "Q", [chess.H7]) and m.board.is_check()),
    "position(men <= 6, pawns = 3, turn = white)": some(
        lambda m: len(m.board.piece_map()) <= 6 and len(m.board.pieces(1, True)) + len(m.board.pieces(1, False)) == 3 and m.board.turn
    ),
    "position(ply < 30, count Qq = 0)": some(lambda m: m.ply < 30 and not m.board.queens),
    "fen = '*/*/*/???p*/???P*/*/*/* w'": some(lambda m: on(m.board, "p", [chess.D5]) and on(m.board, "P", [chess.D4]) and m.board.turn),
    "line '1. e4 c5'": line("e4", "c5"),
    "line '1. d4 Nf6 2. c4 e6 3. Nc3 d5'": line("d4", "Nf6", "c4", "e6", "Nc3", "d5"),
    "capture of Q": some(lambda m: m.move is not None and m.before.piece_type_at(m.move.to_square) == chess.QUEEN),
    "capture by black of P": some(lambda m: m.move is not None and m.by(chess.BLACK) and (EP(m) or m.before.piece_type_at(m.move.to_square) == chess.PAWN)),
    "plays Nxf7": some(lambda m: m.move is not None and re.fullmatch("N[a-h]?[1-8]?xf7[+#]?", m.before.san(m.move)) is not None),
    "plays Qg7#": some(lambda m: m.move is not None and re.fullmatch("Q[a-h]?[1-8]?x?g7#", m.before.san(m.move)) is not None),
    "plays O-O-O by black": some(castles(chess.BLACK, True)),
    "position(halfmoves >= 100)": some(lambda m: m.board.halfmove_clock >= 100),
    "position(balance >= 9, turn = black)": some(lambda m: balance(m.board) >= 9 and not m.board.turn),
    "position(count P - count p >= 2, count Q = count q)": some(
        lambda m: count(m.board, "P") - count(m.board, "p") >= 2 and count(m.board, "Q") == count(m.board, "q")
    ),
    "position(count RQ + count n < pawns - 12)": some(
        lambda m: count(m.board, "RQ") + count(m.board, "n") < count(m.board, "Pp") - 12
    ),
    "position(ply = 30-40, check)": some(lambda m: 30 <= m.ply <= 40 and m.board.is_check()),
    "position(count Nn in (0, 3-4), men < 12, turn != black)": some(
        lambda m: count(m.board, "Nn") in (0, 3, 4) and len(m.board.piece_map()) < 12 and m.board.turn
    ),
    "position(balance + count p > 10)": some(lambda m: balance(m.board) + count(m.board, "p") > 10),
    "moved K by white then next moved K by black then next capture": steps(
        (moves(6, True), 1, False), (moves(6, False), 1, True), (lambda m: m.move is not None and m.before.is_capture(m.move), 1, True)
    ),
    "moved KP by black then next check by white": steps(
        (lambda m: moves(6, False)(m) or moves(1, False)(m), 1, False), (lambda m: m.board.is_check() and m.by(True), 1, True)
    ),
    "check then next check": steps((lambda m: m.board.is_check(), 1, False), (lambda m: m.board.is_check(), 1, True)),
    "plays Nf3 then next plays Nc6 then next plays Bb5": steps(
        (san("N[a-h]?[1-8]?x?f3[+#]?"), 1, False), (san("N[a-h]?[1-8]?x?c6[+#]?"), 1, True), (san("Bx?b5[+#]?"), 1, True)
    ),
    "material = KRP*vKRP* for 20": steps((lambda m: re.fullmatch("KP*Rkp*r", men(m.board)) is not None, 20, False)),
    "position(count Qq = 0, men > 16) for 12 then castling": steps(
        (lambda m: count(m.board, "Qq") == 0 and len(m.board.piece_map()) > 16, 12, False), (castles(), 1, False)
    ),
    "position(count Qq = 0) for 4 then next capture for 2": steps(
        (lambda m: count(m.board, "Qq") == 0, 4, False), (lambda m: m.move is not None and m.before.is_capture(m.move), 2, True)
    ),
    "flipcolor(N on f7, R on e1)": mirrored(lambda b: on(b, "N", [chess.F7]) and on(b, "R", [chess.E1])),
    "flipcolor(balance > 8, turn = black, count Q = 0)": mirrored(lambda b: balance(b) > 8 and not b.turn and count(b, "Q") == 0),
    "flipcolor(material = KBNkp or material = KRBkr)": mirrored(lambda b: men(b) in ("BKNkp", "BKRkr")),
    "flipcolor(fen = '?????rk?/?????ppp/*/*/*/*/*/*')": mirrored(
        lambda b: all(on(b, letter, [square]) for letter, square in zip("rkppp", (chess.F8, chess.G8, chess.F7, chess.G7, chess.H7)))
    ),
    "flipcolor(plays Bxh7+)": some(lambda m: san("B[a-h]?[1-8]?x(h7)[+#]", True)(m) or san("B[a-h]?[1-8]?xh2[+#]", False)(m) or san("B[a-h]?[1-8]?xh7[+#]", False)(m) or san("B[a-h]?[1-8]?xh2[+#]", True)(m)),
    "flipcolor(castling by white queenside, ply < 20)": some(lambda m: castles(None, True)(m) and m.ply < 20),
    "whiteelo > blackelo + 150": lambda g, a: (difference(g) or 0) > 150,
    "whiteelo<=blackelo-50": lambda g, a: difference(g) is not None and difference(g) <= -50,
    "not capture of Q and (plays O-O or plays O-O-O) and plies < 60": lambda g, a: len(a) <= 60
    and any(castles()(m) for m in a)
    and not any(m.move is not None and m.before.piece_type_at(m.move.to_square) == chess.QUEEN for m in a),
    "comment ~ better": lambda g, a: any("better" in " ".join(c.lower().split()) for c in comments(g)),
}


def main():
    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("scorebook")
    arguments.add_argument("games")
    arguments.add_argument("--most", type=int, default=5000, help="games that are compared")
    arguments = arguments.parse_args()
    games, facts = [], []
    found = {query: set() for query in QUERIES}
    with open(arguments.games, encoding="utf-8", errors="replace") as file:
        while len(games) < arguments.most and (game := chess.pgn.read_game(file)):
            if game.errors:
                continue
            game.headers["Index"] = str(len(games))
            games.append(str(game))
            all = list(moments(game))
            for query, holds in QUERIES.items():
                if holds(game, all):
                    found[query].add(len(games) - 1)
    differ = 0
    with tempfile.NamedTemporaryFile("w", suffix=".pgn") as file:
        file.write("\n\n".join(games) + "\n")
        file.flush()
        for query in QUERIES:
            run = subprocess.run([arguments.scorebook, "select", "-q", file.name, "--where", query], capture_output=True, text=True)
            if run.returncode > 1:
                sys.exit(run.stderr)
            ours = {int(index) for index in re.findall(r'\[Index "(\d+)"\]', run.stdout)}
            only = (sorted(ours - found[query]), sorted(found[query] - ours))
            differ += len(only[0]) + len(only[1])
            print(f"{len(ours & found[query]):6}  {query}", *(f"  only {who}: {what[:5]}" for who, what in zip(("ours", "theirs"), only) if what))
    print(f"{len(games)} games, {differ} differences")
    sys.exit(1 if differ else 0)


main()
