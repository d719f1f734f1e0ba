"""A second reader of scorebook's archives, written from FORMAT.md: slow, short, and independent of the program.

    pip install chess zstandard
    python sbk.py GAMES.sbk              the games, as PGN
    python sbk.py --check GAMES.sbk      reads every game and holds it to the SHA-256 of its block

It reads version 3, with all codecs, clocks and evaluations. Of games kept as text, and of variants and illegal moves, it gives the
words. A file that is damaged is an error: it looks for no chunks and repairs nothing.
"""

import argparse
import hashlib
import sys
from pathlib import Path

import chess
import chess.variant
import zstandard

DATA = Path(__file__).resolve().parents[2] / "crates"
MASK = (1 << 64) - 1


class Malformed(Exception):
    pass


# --- bytes ------------------------------------------------------------------------------------------------------------------------


class Cursor:
    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        if self.at + count > len(self.data):
            raise Malformed("too few bytes")
        self.at += count
        return self.data[self.at - count : self.at]

    def number(self, count):
        return int.from_bytes(self.take(count), "little")

    def varint(self):
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def string(self):
        return self.take(self.varint())

    def done(self):
        return self.at == len(self.data)


def unzigzag(value):
    return -(value + 1) // 2 if value & 1 else value // 2


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def string(data):
    return varint(len(data)) + data


def table(polynomial):
    rows = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ polynomial if byte & 1 else byte >> 1
        rows.append(byte)
    return rows


CASTAGNOLI, IEEE = table(0x82F63B78), table(0xEDB88320)


def checksums(data):
    out = b""
    for rows in (CASTAGNOLI, IEEE):
        crc = 0xFFFFFFFF
        for byte in data:
            crc = crc >> 8 ^ rows[(crc ^ byte) & 255]
        out += (crc ^ 0xFFFFFFFF).to_bytes(4, "little")
    return out


def checked(data, sums, what):
    if checksums(data) != sums:
        raise Malformed(f"the checksums of {what} differ")
    return data


# --- the file ---------------------------------------------------------------------------------------------------------------------


class Chunk:
    def __init__(self, file, at, identity):
        head = file[at : at + 56]
        if head[:8] != b"\xf5sbk\r\n\x1a\xc7" or head[32:40] != identity:
            raise Malformed(f"there is no chunk at {at}")
        checked(head[:48], head[48:56], "a chunk's head")
        cursor = Cursor(head[8:48])
        self.kind, sections = cursor.number(1), cursor.number(1)
        self.parts, self.games, self.first = tuple(cursor.take(2)), cursor.number(4), cursor.number(8)
        entries = file[at + 56 : at + 56 + 24 * sections]
        checked(entries, head[40:48], "a chunk's table")
        start = at + 56 + 24 * sections
        self.sections = {}
        for row in range(sections):
            entry = Cursor(entries[24 * row : 24 * row + 24])
            name, packing, codec, _ = (entry.number(1) for _ in range(4))
            stored, unpacked, sums = entry.number(4), entry.number(8), entry.take(8)
            data = checked(file[start : start + stored], sums, f"section {name}")
            start += stored
            if packing:
                words = None
                if packing == 2:
                    words = zstandard.ZstdCompressionDict((DATA / "archive/src/words.dict").read_bytes())
                data = zstandard.ZstdDecompressor(dict_data=words).decompress(data, max_output_size=unpacked)
            if len(data) != unpacked:
                raise Malformed(f"section {name} has another size")
            self.sections[name, codec] = data

    def get(self, name, part=0):
        return self.sections.get((name, part), b"")

    def any(self, name):
        """A section whatever its codec, and that."""
        return next(((data, codec) for (own, codec), data in self.sections.items() if own == name), (b"", 0))


COLUMNS = [None, "White", "Black", "Event", "Site", "Date", "Round", "Result", "WhiteElo", "BlackElo", "ECO", None]
LISTS = [0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, None]
RESULTS = ["*", "1-0", "0-1", "1/2-1/2"]


def small(column, number):
    """The text of a small number of a column."""
    if column == 5:
        fields = [(number // 10_000, 4), (number // 100 % 100, 2), (number % 100, 2)]
        return ".".join(f"{value - 1:0{width}}" if value else "?" * width for value, width in fields)
    if column == 7:
        return RESULTS[number]
    if column == 10:
        return f"{'ABCDE'[number // 100]}{number % 100:02}"
    return str(number)


class Group:
    def __init__(self, chunk):
        self.texts, self.codes = {}, []
        for number in range(9):
            data, _ = chunk.any(64 + number)
            self.texts[number] = self.strings(data) if data else []
        for column in range(12):
            data, width = chunk.any(32 + column)
            rows = [0] * chunk.games
            for byte in range(width):
                for game in range(chunk.games):
                    rows[game] |= data[byte * chunk.games + game] << 8 * byte
            self.codes.append(rows)

    @staticmethod
    def strings(data):
        cursor = Cursor(data)
        count = cursor.varint()
        shared = [cursor.varint() for _ in range(count)]
        lengths = [cursor.varint() for _ in range(count)]
        last, out = b"", []
        for same, length in zip(shared, lengths):
            last = last[:same] + cursor.take(length)
            out.append(last.decode())
        return out

    def value(self, column, row):
        code = self.codes[column][row]
        if code == 0:
            return None
        if code & 1:
            return small(column, code // 2)
        return self.texts[LISTS[column]][code // 2 - 1]

    def plies(self, row):
        return self.codes[11][row] // 2


class Game:
    def __init__(self, tags):
        self.tags, self.words, self.notes, self.ending, self.text = tags, [], [], 0, None

    def tag(self, name):
        return next((value for own, value in self.tags if own == name), None)

    def canonical(self):
        out = varint(len(self.tags))
        for name, value in self.tags:
            out += string(name.encode()) + string(value.encode())
        if self.text is not None:
            return out + b"\xff" + string(self.text)
        out += bytes([self.ending]) + varint(len(self.words)) + b"".join(word.to_bytes(2, "big") for word in self.words)
        out += varint(len(self.notes))
        for ply, kind, value in self.notes:
            out += varint(ply)
            if kind == "nag":
                out += bytes([0, value])
            elif kind == "comment":
                out += b"\x01" + string(value.encode())
            elif kind == "move":
                out += b"\x03" + value.to_bytes(2, "big")
            else:
                out += b"\x02" if kind == "open" else b"\x04"
        return out


def is_960(game):
    name = "".join(c for c in (game.tag("Variant") or "").lower() if c.isalnum())
    return name in ("chess960", "fischerandom", "fischerrandom", "fischerrandomchess", "frc", "freestyle", "wildfr")


def board_of(game):
    """The starting position of a game, by the rules of its variant."""
    name, rules = (game.tag("Variant") or "").lower(), chess.Board
    if not is_960(game) and name not in ("", "?", "chess", "standard", "from position"):
        rules = chess.variant.find_variant(name)
    return rules(game.tag("FEN") or rules.starting_fen, chess960=is_960(game))


class Archive:
    def __init__(self, path):
        self.file = Path(path).read_bytes()
        header = self.file[:48]
        if header[:8] != b"\x89SBK\r\n\x1a\n" or header[8:10] != b"\x03\x00":
            raise Malformed("this is no archive of version 3")
        checked(header[:24], header[24:32], "the header")
        checked(header[:40], header[40:48], "the header")
        self.codec, self.identity = header[10], header[32:40]
        trailer = self.file[-24:]
        checked(trailer[:8], trailer[8:16], "the trailer")
        index = Chunk(self.file, int.from_bytes(trailer[:8], "little"), self.identity)
        cursor = Cursor(index.get(96))
        self.sha, self.chunks, offset = cursor.take(32), [], 0
        first = 0
        for _ in range(cursor.varint()):
            kind, gap, games_before, games = cursor.number(1), cursor.varint(), cursor.varint(), cursor.varint()
            offset, first = offset + gap, first + games_before
            self.chunks.append((kind, offset, first, games))
        if hashlib.sha256(self.sha + header[:32]).digest()[:8] != self.identity:
            raise Malformed("the identity is another")

    def games(self):
        """All games, each block held to its SHA-256."""
        group, hashes = None, hashlib.sha256()
        for kind, offset, first, _ in self.chunks:
            chunk = Chunk(self.file, offset, self.identity)
            if kind == 1:
                group, start = Group(chunk), first
                continue
            games = list(self.block(chunk, group, first - start))
            digest = hashlib.sha256(b"".join(game.canonical() for game in games)).digest()
            if digest != chunk.get(13):
                raise Malformed(f"the block of game {first + 1} has another SHA-256")
            hashes.update(digest)
            yield from games
        if hashes.digest() != self.sha:
            raise Malformed("the games have another SHA-256")

    def block(self, chunk, group, row):
        kinds = chunk.get(3) or bytes(chunk.games)
        plies = [group.plies(row + game) for game in range(chunk.games)]
        sizes = Cursor(chunk.any(2)[0])
        for at in range(chunk.games):
            if self.codec in (3, 4):
                plies_size = unzigzag(sizes.varint()) + 3 * plies[at] // 8
            elif kinds[at] & 8:
                plies_size = 0
            elif self.codec == 1 and not kinds[at] & 16:
                plies_size = (12 * plies[at] + 7) // 8
            else:
                plies_size = 2 * plies[at]
            plies[at] = (plies[at], plies_size)
        each, moves_each = 1 << chunk.parts[1], 1 << chunk.parts[0]
        for part in range(0, chunk.games, each):
            rest = self.rest(chunk, part // each, kinds[part : part + each], group, row + part)
            for place, game in enumerate(rest):
                at = part + place
                if game.text is None:
                    first = at - at % moves_each
                    data, _ = chunk.any(128 + at // moves_each)
                    start = sum(size for _, size in plies[first:at])
                    count, size = plies[at]
                    game.words = self.words(game, kinds[at], count, data[start : start + size])
                yield game

    def words(self, game, kind, count, data):
        if kind & 16 or self.codec in (0, 2):
            return [int.from_bytes(data[2 * at : 2 * at + 2], "big") for at in range(count)]
        board = board_of(game)
        return digits(board, count, data) if self.codec == 1 else dense(board, count, data, self.codec == 4)

    def rest(self, chunk, part, kinds, group, row):
        """The games of a part without their moves."""
        count = len(kinds)
        others = [[] for _ in kinds]
        cursor = Cursor(chunk.get(4, part))
        while not cursor.done():
            place = cursor.varint()
            others[place].append(("FEN", cursor.string().decode()))
        cursor = Cursor(chunk.get(10, part))
        for _ in range(0 if cursor.done() else cursor.varint()):
            name, owners, at = cursor.string().decode(), [], 0
            for _ in range(cursor.varint()):
                at += cursor.varint()
                owners.append(at)
            lengths = [cursor.varint() for _ in owners]
            for owner, length in zip(owners, lengths):
                others[owner].append((name, cursor.take(length).decode()))
        games = []
        for place in range(count):
            columns = {name: group.value(at, row + place) for at, name in enumerate(COLUMNS) if name}
            tags = []
            for name in filter(None, (group.value(0, row + place) or "").split("\n")):
                value = columns.pop(name, None)
                if value is None:
                    own = next(pair for pair in others[place] if pair[0] == name)
                    others[place].remove(own)
                    value = own[1]
                tags.append((name, value))
            game = Game(tags)
            games.append(game)
            said = kinds[place] & 7
            game.ending = said - 1 if said else RESULTS_OF_TAGS.get(game.tag("Result"), 0)
        texts = Cursor(chunk.get(11, part))
        for place, kind in enumerate(kinds):
            if kind & 8:
                games[place].text = texts.string()
        self.notes(chunk, part, games, others)
        return games

    def notes(self, chunk, part, games, others):
        by_game = any(name in (14, 15) for name, _ in chunk.sections)
        steps, words = Cursor(chunk.get(5, part)), Cursor(chunk.get(7, part))
        if steps.done():
            return
        texts = Cursor(chunk.get(6, part))
        comments = [texts.string().decode() for _ in range(0 if texts.done() else texts.varint())]
        streams = [Cursor(chunk.get(14 if by_game else 8, part)), Cursor(chunk.get(15 if by_game else 9, part))]
        numbers = None
        for game in games:
            control = Control(game.tag("TimeControl"))
            if by_game:
                numbers = Numbers(*(cursor.string() if not cursor.done() else b"" for cursor in streams), 11)
            elif numbers is None:
                numbers = Numbers(*(cursor.data for cursor in streams), 14)
            numbers.begin(control)
            ply = 0
            for _ in range(steps.varint()):
                ply += steps.varint()
                kind = steps.varint()
                if kind == 0:
                    game.notes.append((ply, "comment", numbers.fill(comments[steps.varint()])))
                elif kind == 2:
                    for _ in range(steps.varint()):
                        game.notes.append((ply, "move", int.from_bytes(words.take(2), "big")))
                elif kind in (1, 3):
                    game.notes.append((ply, "open" if kind == 1 else "close", None))
                else:
                    game.notes.append((ply, "nag", kind - 4))


RESULTS_OF_TAGS = {"*": 0, "1-0": 1, "0-1": 2, "1/2-1/2": 3}


# --- moves ------------------------------------------------------------------------------------------------------------------------


def word_of(board, move):
    """The 16 bits of a legal move."""
    origin, target, flag, piece = move.from_square, move.to_square, 0, 0
    if board.is_castling(move):
        flag = 3
        if board.chess960:
            rooks = board.clean_castling_rights() & chess.BB_RANKS[chess.square_rank(origin)]
            side = chess.lsb if board.is_queenside_castling(move) else chess.msb
            target = side(rooks)
        else:
            target = king_target(board, move)
    elif board.is_en_passant(move):
        flag = 2
    elif move.promotion:
        flag, piece = 1, move.promotion - 2
    return flag << 14 | origin << 8 | piece << 6 | target


def king_target(board, move):
    file = 2 if board.is_queenside_castling(move) else 6
    return chess.square(file, chess.square_rank(move.from_square))


def legal(board):
    """The legal moves with their words, in the order of the format."""
    moves = [(word_of(board, move), move) for move in board.legal_moves]
    return sorted(moves, key=lambda pair: (pair[0] >> 8 & 63, pair[0] & 63, pair[0] >> 6 & 3, pair[0] >> 14))


def digits(board, count, data):
    bits, words = int.from_bytes(data, "big"), []
    for at in range(count):
        digits = bits >> (8 * len(data) - 12 * at - 12) & 0xFFF
        if digits == 0:
            words.append(0)
            board.push(chess.Move.null())
            continue
        origin, target = digits >> 6, digits & 63
        fits = []
        for word, move in legal(board):
            own = word & 63
            if word >> 14 == 1:
                own = (2 + (word >> 6 & 3)) << 3 | own & 7
            if (word >> 8 & 63, own) == (origin, target):
                fits.append((word, move))
        if len(fits) != 1:
            raise Malformed("four digits are no move")
        words.append(fits[0][0])
        board.push(fits[0][1])
    return words


class Decoder:
    """The range coder."""

    def __init__(self, data):
        self.data, self.at, self.code, self.range = data, 0, 0, MASK
        for _ in range(8):
            self.code = self.code << 8 | self.byte()

    def byte(self):
        self.at += 1
        return self.data[self.at - 1] if self.at <= len(self.data) else 0

    def target(self, total):
        return min(self.code // (self.range // total), total - 1)

    def skip(self, before, share, total):
        unit = self.range // total
        self.code = (self.code - unit * before) & MASK
        self.range = unit * share
        while self.range < 1 << 56:
            self.code = (self.code << 8 | self.byte()) & MASK
            self.range <<= 8

    def bit(self, share, total):
        first = self.code < self.range // total * share
        self.skip(0 if first else share, share if first else total - share, total)
        return first


def mix(value, salt):
    x = (value ^ salt * 0x9E3779B97F4A7C15 & MASK) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 29) * 0x94D049BB133111EB & MASK
    return x ^ x >> 32


WEIGHTS = (DATA / "likely/src/weights.bin").read_bytes()
SLOTS = 106_496
FACTORS = [mix(template, 31) | 1 for template in range(21)]
POWERS = [round(2 ** (16 - k / 16)) for k in range(16)]
WORTH = [0, 1, 3, 3, 5, 9, 100]
CLASS = [0, 1, 2, 2, 3, 4, 5]


def signed(byte):
    return byte - 256 if byte > 127 else byte


def key(*fields):
    """Numbers one behind the other, each in its bits; one that is too great is or-ed into those before."""
    out = 0
    for value, bits in fields:
        out = out << bits | value
    return out


class Reach:
    """The squares that the men of a side attack."""

    def __init__(self, board, color):
        self.once = self.twice = 0
        self.by_class = [0] * 6
        for square in chess.scan_forward(board.occupied_co[color]):
            view = board.attacks_mask(square)
            self.twice |= self.once & view
            self.once |= view
            self.by_class[CLASS[board.piece_type_at(square)]] |= view

    def cheapest(self, square):
        return next((kind for kind in range(1, 6) if self.by_class[kind] >> square & 1), 0)


def slide(square, occupied, diagonal):
    if diagonal:
        return chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & occupied]
    return (
        chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & occupied]
        | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & occupied]
    )


def view(role, color, square, occupied):
    if role == chess.PAWN:
        return chess.BB_PAWN_ATTACKS[color][square]
    if role == chess.KNIGHT:
        return chess.BB_KNIGHT_ATTACKS[square]
    if role == chess.KING:
        return chess.BB_KING_ATTACKS[square]
    out = 0
    if role in (chess.BISHOP, chess.QUEEN):
        out |= slide(square, occupied, True)
    if role in (chess.ROOK, chess.QUEEN):
        out |= slide(square, occupied, False)
    return out


def count(mask):
    return bin(mask).count("1")


class Scene:
    """What the moves of a position share."""

    def __init__(self, board, last, own_last, ply):
        self.board, self.us = board, board.turn
        self.last, self.own_last, self.ply = last, own_last, ply
        us, them = board.turn, not board.turn
        self.flip = 0 if us else 56
        self.ours, self.theirs = board.occupied_co[us], board.occupied_co[them]
        self.our_reach, self.their_reach = Reach(board, us), Reach(board, them)
        self.our_king, self.their_king = board.king(us), board.king(them)
        self.our_pawns, self.their_pawns = board.pawns & self.ours, board.pawns & self.theirs
        self.their_classes = [
            self.their_pawns,
            self.theirs & (board.knights | board.bishops),
            self.theirs & board.rooks,
            self.theirs & board.queens,
        ]
        men = board.occupied & ~board.pawns & ~board.kings
        weight = count(men) + count(board.rooks) + 3 * count(board.queens)
        self.phase = 0 if weight >= 19 else 1 if weight >= 13 else 2 if weight >= 7 else 3
        self.in_check = self.their_reach.once >> self.our_king & 1
        self.sides = [self.turned(mask) for mask in (self.our_pawns, self.their_pawns, self.ours, self.theirs)]
        self.home = mix(self.turned(self.ours & ~board.kings), 13) ^ mix(self.turned(board.pawns), 14)
        self.screens = 0
        straight = slide(self.their_king, 0, False) & (board.rooks | board.queens)
        diagonal = slide(self.their_king, 0, True) & (board.bishops | board.queens)
        for slider in chess.scan_forward((straight | diagonal) & self.ours):
            between = chess.between(self.their_king, slider) & board.occupied
            if count(between) < 2:
                self.screens |= between & self.ours
        self.hanging = self.dearest = 0
        for square in chess.scan_forward(self.ours & self.their_reach.once & ~chess.BB_SQUARES[self.our_king]):
            kind = CLASS[board.piece_type_at(square)]
            if not self.our_reach.once >> square & 1 or self.their_reach.cheapest(square) < kind:
                self.hanging |= chess.BB_SQUARES[square]
                self.dearest = max(self.dearest, kind)

    def turned(self, mask):
        return mask if self.us else chess.flip_vertical(mask)

    def position_hash(self):
        board = self.board
        masks = [self.ours, self.theirs, board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings]
        out = 0
        for salt, mask in enumerate(masks, 1):
            out ^= mix(self.turned(mask), salt)
        return out


def exchange(board, us, role, origin, target, gain):
    occupied = board.occupied ^ chess.BB_SQUARES[origin]
    gains, on_square, side = [gain], WORTH[role], not us

    def along(diagonal):
        others = board.bishops if diagonal else board.rooks
        return slide(target, occupied, diagonal) & (others | board.queens)

    attackers = (
        chess.BB_PAWN_ATTACKS[chess.BLACK][target] & board.pawns & board.occupied_co[chess.WHITE]
        | chess.BB_PAWN_ATTACKS[chess.WHITE][target] & board.pawns & board.occupied_co[chess.BLACK]
        | chess.BB_KNIGHT_ATTACKS[target] & board.knights
        | chess.BB_KING_ATTACKS[target] & board.kings
        | along(True)
        | along(False)
    )
    while True:
        attackers &= occupied
        if not attackers & board.occupied_co[side]:
            break
        role = next(role for role in range(1, 7) if attackers & board.pieces_mask(role, side))
        square = chess.lsb(attackers & board.pieces_mask(role, side))
        gains.append(on_square - gains[-1])
        if max(gains[-1], -gains[-2]) < 0 or len(gains) == 32:
            break
        on_square = WORTH[role]
        occupied ^= chess.BB_SQUARES[square]
        if role in (chess.PAWN, chess.BISHOP, chess.QUEEN):
            attackers |= along(True)
        if role in (chess.ROOK, chess.QUEEN):
            attackers |= along(False)
        side = not side
    while len(gains) > 1:
        last = gains.pop()
        gains[-1] = -max(-gains[-1], last)
    return gains[0]


def bucket(net):
    steps = [(-6, 0), (-3, 1), (-2, 2), (-1, 3), (0, 4), (1, 5), (2, 6), (5, 7)]
    return next((step for most, step in steps if net <= most), 8)


def opening(ply):
    if ply < 12:
        return ply // 2
    return next((step for most, step in [(16, 6), (20, 7), (26, 8), (36, 9), (50, 10), (80, 11)] if ply < most), 12)


def ahead(scene, square):
    """Whether no pawn of theirs can stop or take a pawn of ours there."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    for pawn in chess.scan_forward(scene.their_pawns):
        beyond = chess.square_rank(pawn) > rank if scene.us else chess.square_rank(pawn) < rank
        if beyond and abs(chess.square_file(pawn) - file) < 2:
            return 0
    return 1


def features(scene, move):
    """The 21 keys of a move, each with the 1 that is added to it."""
    board, flip, us = scene.board, scene.flip, scene.us
    castles = board.is_castling(move)
    origin = move.from_square
    target = king_target(board, move) if castles else move.to_square
    role = board.piece_type_at(origin)
    promotion = move.promotion or 0
    arriving = promotion or role
    victim = 0
    if board.is_en_passant(move):
        victim = chess.PAWN
    elif not castles:
        victim = board.piece_type_at(target) or 0

    r, f, t = role + (6 if castles else 0), origin ^ flip, target ^ flip
    tp = t << 3 | promotion
    phase, last, own = scene.phase, scene.last, scene.own_last
    e_from, d_from = scene.their_reach.cheapest(origin), scene.our_reach.once >> origin & 1
    e_to = scene.their_reach.cheapest(target)
    cover = scene.our_reach.twice if role != chess.PAWN or victim else scene.our_reach.once
    d_to = cover >> target & 1
    was_hit = scene.hanging >> origin & 1
    same_man = int(own[0] > 0 and origin == own[2])
    undoes = int(same_man and target == own[1])
    answers = int(last[0] > 0 and target == last[2])
    retakes = int(answers and last[3] > 0)
    gain = WORTH[victim] + (WORTH[promotion] - 1 if promotion else 0)
    net = bucket(exchange(board, us, arriving, origin, target, gain) if e_to else gain)

    before, after = chess.square_distance(origin, scene.their_king), chess.square_distance(target, scene.their_king)
    seen = view(arriving, us, target, board.occupied ^ chess.BB_SQUARES[origin])
    direct = 0
    if arriving != chess.KING:
        # From where a man of this kind would give check now.
        direct = view(arriving, not us, scene.their_king, board.occupied) >> target & 1
    screen = scene.screens >> origin & 1
    discovered = int(screen and not chess.ray(scene.their_king, origin) >> target & 1)
    check = direct + 2 * discovered
    threat = loose = 0
    for kind, men in enumerate(scene.their_classes, 1):
        hit = seen & men
        if kind > CLASS[arriving]:
            threat = kind if hit else threat
        else:
            loose = kind if hit & ~scene.their_reach.once else loose
    hits_last = int(last[0] > 0 and seen >> last[2] & 1)
    views = [count(mask & ~scene.ours) for mask in (seen, view(role, us, origin, board.occupied))]
    mobility = min(max(views[0] - views[1], -7), 8) + 7
    file = chess.BB_FILES[chess.square_file(target)]
    file_state = int(bool(scene.our_pawns & file & ~chess.BB_SQUARES[origin])) | int(bool(scene.their_pawns & file)) << 1
    passed = ahead(scene, target) if role == chess.PAWN else 0
    supports = int(bool(seen & scene.our_pawns))
    quiet = int(not victim and not check)
    ring = chess.BB_KING_ATTACKS[t]
    our_pawns, their_pawns, ours, theirs = (ring & mask for mask in scene.sides)
    near = key((count(our_pawns), 3), (count(their_pawns), 3), (count(ours & ~our_pawns), 3), (count(theirs & ~their_pawns), 3))
    ring_pawns = (mix(our_pawns, 21) ^ mix(their_pawns, 22)) >> 12
    ring_all = (mix(ours, 23) ^ mix(theirs, 24)) >> 12
    last_to, own_from, own_to = last[2] ^ flip, own[1] ^ flip, own[2] ^ flip

    return [
        k + 1
        for k in (
            key((r, 4), (t, 6), (phase, 2), (victim, 3), (d_to, 1)),
            key((r, 4), (f, 6), (tp, 9), (last[0], 3), (last_to, 6)),
            key((r, 4), (f, 6), (tp, 9), (own[0], 3), (own_from, 6), (own_to, 6)),
            key((r, 4), (e_from, 3), (d_from, 1), (e_to, 3), (d_to, 1), (victim, 3), (net, 4)),
            key((r, 4), (net, 4), (check, 2), (victim, 3), (retakes, 1), (answers, 1), (phase, 2)),
            key((r, 4), (t, 6), (scene.their_king ^ flip, 6), (check, 2)),
            key((r, 4), (t, 6), (scene.our_king ^ flip, 6), (phase >> 1, 1)),
            key((r, 4), (threat, 3), (loose, 3), (net, 4), (d_to, 1), (check, 2)),
            key((scene.dearest, 3), (was_hit, 1), (victim, 3), (answers, 1), (r, 4), (net, 4), (quiet, 1)),
            key((r, 4), (same_man, 1), (undoes, 1), (phase, 2), (was_hit, 1), (check, 2), (net, 4)),
            key((r, 4), (mobility, 4), (phase, 2), (net, 4)),
            key((r, 4), (t >> 3, 3), (file_state, 2), (phase, 2), (passed, 1), (e_to, 3), (d_to, 1)),
            key((r, 4), (after, 3), (before, 3), (check, 2), (phase, 2), (d_to, 1)),
            key((r, 4), (f, 6), (tp, 9), (opening(scene.ply), 4)),
            key((r, 4), (hits_last, 1), (answers, 1), (last[0], 3), (net, 4), (was_hit, 1)),
            key((r, 4), (0, 12), (phase, 2)) | near << 2,
            key((r, 4), (t, 6)) ^ ring_pawns,
            key((r, 4), (scene.in_check, 1), (victim, 3), (net, 4), (castles, 1), (e_from, 3)),
            key((r, 4), (f, 6), (t, 6)) ^ ring_all,
            key((r, 4), (f, 6), (tp, 9)) ^ scene.home >> 12,
            key((r, 4), (t, 6), (e_from, 3), (d_from, 1), (e_to, 3), (d_to, 1), (supports, 1)),
        )
    ]


def score(scene, move, position):
    total = 0
    for template, number in enumerate(features(scene, move)):
        slot = ((number * FACTORS[template] & MASK) >> 32) * SLOTS >> 32
        total += signed(WEIGHTS[slot])
    if scene.ply < 30:
        target = entered(scene.board, move)
        found = mix(position, (move.from_square ^ scene.flip) << 9 | (target ^ scene.flip) << 3 | (move.promotion or 0))
        place, tag = found % 2048 * 4, max(found >> 40 & 0xFFFF, 1).to_bytes(2, "little")
        for at in range(place, place + 4):
            if WEIGHTS[SLOTS + 2 * at : SLOTS + 2 * at + 2] == tag:
                total += signed(WEIGHTS[SLOTS + 2 * 8192 + at])
                break
    return total


def entered(board, move):
    """The square that a move enters; castling enters that of the rook."""
    if not board.is_castling(move):
        return move.to_square
    rooks = board.clean_castling_rights() & chess.BB_RANKS[chess.square_rank(move.from_square)]
    return chess.lsb(rooks) if board.is_queenside_castling(move) else chess.msb(rooks)


LIGHT = (DATA / "likely/src/light.bin").read_bytes()
ROWS, KINDS = 4096, 11
PLACES = ROWS * 64
TRADES = PLACES + KINDS * 4 * 256
ALARMS = TRADES + KINDS * 12 * 256
ROW_FACTORS = [mix(n, 41) | 1 for n in range(9)]


def row(hashed):
    """The number of a row, and what its squares are turned by."""
    return hashed >> 52, hashed >> 40 & 63


def light_score(scene, move, position):
    board, flip = scene.board, scene.flip
    castles = board.is_castling(move)
    role = board.piece_type_at(move.from_square)
    target = king_target(board, move) if castles else move.to_square
    promotion = move.promotion or 0
    kind = 6 if castles else promotion + 5 if promotion else role - 1
    victim = 0
    if board.is_en_passant(move):
        victim = chess.PAWN
    elif not castles:
        victim = board.piece_type_at(target) or 0
    f, t = move.from_square ^ flip, target ^ flip
    last, own = scene.last, scene.own_last
    last_key = key((last[0], 3), (last[2] ^ flip, 6))
    own_key = key((own[0], 3), (own[1] ^ flip, 6), (own[2] ^ flip, 6))
    rf = key((role, 3), (f, 6))
    keys = [
        key((rf, 9), (opening(scene.ply), 4)),
        key((rf, 9), (last_key, 9)),
        key((rf, 9), (own_key, 15)),
        key((role, 3), (scene.their_king ^ flip, 6)),
        key((role, 3), (scene.our_king ^ flip, 6), (scene.phase >> 1, 1)),
        (position >> 12 if scene.ply < 40 else 1) ^ rf,
    ]
    total = 0
    for number, factor in zip(keys, ROW_FACTORS):
        at, turn = row((number + 1) * factor & MASK)
        total += signed(LIGHT[at * 64 + (t ^ turn)])
    ours, theirs = (chess.BB_KING_ATTACKS[t] & men for men in scene.sides[2:])
    around = (ours ^ t) * ROW_FACTORS[6] & MASK ^ theirs * ROW_FACTORS[7] & MASK
    at, turn = row(around * ROW_FACTORS[8] & MASK)
    total += signed(LIGHT[at * 64 + (f ^ turn)])

    cover = scene.our_reach.once if role == chess.PAWN and not victim else scene.our_reach.twice
    covered = cover >> target & 1
    total += signed(LIGHT[PLACES + (kind * 4 + scene.phase) * 256 + key((t, 6), (victim > 0, 1), (covered, 1))])
    e_from, d_from = scene.their_reach.cheapest(move.from_square), scene.our_reach.once >> move.from_square & 1
    trade = key((scene.their_reach.cheapest(target), 3), (covered, 1), (victim, 3), (scene.their_reach.twice >> target & 1, 1))
    total += signed(LIGHT[TRADES + (kind * 12 + e_from * 2 + d_from) * 256 + trade])
    arriving = promotion or role
    check = 0
    if arriving != chess.KING:
        check = view(arriving, not scene.us, scene.their_king, board.occupied) >> target & 1
    hangs = scene.hanging >> move.from_square & 1
    answers = last[0] > 0 and target == last[2]
    alarm = kind * 24 + scene.dearest * 4 + hangs * 2 + scene.in_check
    return total + signed(LIGHT[ALARMS + alarm * 32 + key((victim, 3), (answers, 1), (check, 1))])


def light_order(board):
    """The legal moves with their words, in the order of codec 4."""
    flip = 0 if board.turn else 56

    def place(pair):
        word, move = pair
        return (board.piece_type_at(move.from_square), move.from_square ^ flip, word >> 14, word & 63 ^ flip, word >> 6 & 3)

    return sorted(legal(board), key=place)


def dense(board, count, data, is_light):
    order, plies = (light_order, 40) if is_light else (legal, 30)
    decoder, words = Decoder(data), []
    last = own_last = (0, 0, 0, 0)
    for ply in range(count):
        moves = order(board)
        at = 0
        if len(moves) > 1:
            scene = Scene(board, last, own_last, ply)
            position = scene.position_hash() if ply < plies else 0
            scores = [(light_score if is_light else score)(scene, move, position) for _, move in moves]
            best = max(scores)
            shares = [max(1, POWERS[(best - own) % 16] >> (best - own) // 16) for own in scores]
            total = sum(shares)
            target, before = decoder.target(total), 0
            while target >= before + shares[at]:
                before += shares[at]
                at += 1
            decoder.skip(before, shares[at], total)
        word, move = moves[at]
        words.append(word)
        victim = chess.PAWN if board.is_en_passant(move) else 0
        if not victim and not board.is_castling(move):
            victim = board.piece_type_at(move.to_square) or 0
        own_last = last
        last = (board.piece_type_at(move.from_square), move.from_square, entered(board, move), victim)
        board.push(move)
    return words


# --- clocks and evaluations -------------------------------------------------------------------------------------------------------

LOGISTIC = [
    1, 2, 4, 6, 10, 17, 27, 45, 74, 120, 194, 311, 488, 747, 1101, 1546, 2048, 2550, 2995, 3349, 3608, 3785, 3902, 3976, 4022,
    4051, 4069, 4079, 4086, 4090, 4092, 4094, 4095,
]  # fmt: skip


def squash(odds):
    odds = 1 if odds < -2047 else 4095 if odds > 2047 else odds + 2048
    at, between = odds >> 7, odds & 127
    return (LOGISTIC[at] * (128 - between) + LOGISTIC[at + 1] * between + 64) >> 7


STRETCH = [2047] * 4096
_next = 0
for _odds in range(-2047, 2048):
    while _next <= squash(_odds):
        STRETCH[_next] = _odds
        _next += 1

PACES = [-(-(1 << 32) // (seen * 2 // 3 + 3)) for seen in range(121)]
SECONDS, GAINED, BACK, TENTH = range(4)
EVAL, MATE = range(2)
W32 = (1 << 32) - 1


class Models:
    def __init__(self, log, decoder):
        self.log, self.decoder = log, decoder
        self.guesses = {}
        self.weights, self.plain = {}, {}

    @staticmethod
    def learn(guess, bit):
        chance, seen = guess
        away = 65535 - chance if bit else chance
        step = away * 2 * PACES[min(seen, 120)] >> 32
        moved = chance + step if bit else chance - step
        return min(max(moved, 32), 65503), min(seen + 1, 120)

    def bit(self, contexts, node):
        salt = node * 0x9E3779B1 & W32
        plain = self.plain.get(node, (1 << 15, 0))
        weights = self.weights.setdefault(node, [(1 << 17) // 7] * 6)
        slots, guesses, odds, total = [], [], [], 0
        for i in range(6):
            found = (contexts[i] ^ salt) * 0x85EBCA6B & W32
            slot = (i, ((found ^ found >> 15) * 0xC2B2AE35 & W32) >> 32 - self.log)
            guess = self.guesses.get(slot, (0, 0))
            guess = guess if guess[1] else (plain[0], 2)
            slots.append(slot)
            guesses.append(guess)
            odds.append(STRETCH[guess[0] >> 4])
            total += odds[i] * weights[i]
        chance = min(max(squash(min(max(total >> 16, -2047), 2047)), 1), 4095)
        bit = self.decoder.bit(chance, 4096)
        error = ((4096 if bit else 0) - chance) * 6
        for i in range(6):
            weights[i] = min(max(weights[i] + (odds[i] * error + 0x4000 >> 15), -(1 << 20)), 1 << 20)
            self.guesses[slots[i]] = self.learn(guesses[i], bit)
        self.plain[node] = self.learn(plain, bit)
        return bit

    def flag(self, kind, contexts):
        return self.bit(contexts, kind * 512)

    def number(self, kind, contexts):
        kind *= 512
        for small_number in range(12):
            if self.bit(contexts, kind + 1 + small_number):
                return small_number
        length = 1
        while length < 32 and not self.bit(contexts, kind + 16 + length):
            length += 1
        found = 1
        for place in reversed(range(length - 1)):
            near = length - 1 - place
            if near <= 3:
                node = 64 + length * 8 + (found & (1 << near - 1) - 1) + (1 << near - 1)
            else:
                node = 48 + min(place, 12)
            found = found << 1 | self.bit(contexts, kind + node)
        return found - 1 + 12


def whole(text, most):
    body = text[1:] if text.startswith("+") else text
    value = int(body) if body.isascii() and body.isdigit() else None
    return value if value is not None and value <= most else None


class Control:
    """What the tag TimeControl says."""

    def __init__(self, tag):
        self.base = self.increment = 0
        self.each_move = False
        if tag is None:
            return
        first = tag.split(":")[0]
        moves, time = first.split("/", 1) if "/" in first else (None, first)
        base, increment = time.split("+", 1) if "+" in time else (time, "0")
        base, increment = whole(base, 1 << 24), whole(increment, 1 << 16)
        if base is not None and increment is not None:
            self.base, self.increment, self.each_move = base, increment, moves == "1"


def step(seconds):
    steps = [(0, 0), (5, seconds + 1), (7, 6), (10, 7), (14, 8), (21, 9), (33, 10), (60, 11), (120, 12)]
    return next((number for most, number in steps if seconds < most), 13)


def size(number):
    number = min(max(number, 0), 1 << 40) + 1
    log = number.bit_length() - 1
    return 2 * log + (log > 0 and number >> log - 1 & 1)


class Numbers:
    """The clocks and evaluations of games."""

    def __init__(self, clocks, evals, log):
        self.streams = []
        for data in (clocks, evals):
            cursor = Cursor(data)
            left = 0 if cursor.done() else cursor.varint()
            self.streams.append([Models(log, Decoder(data[cursor.at :])), left])

    def begin(self, control):
        self.control, self.count = control, 0
        self.left, self.spent, self.earlier, self.usual = [0, 0], [0, 0], [0, 0], [0, 0]
        self.values = [[0, 0], [0, 0]]

    def models(self, at):
        self.streams[at][1] -= 1
        if self.streams[at][1] < 0:
            raise Malformed("there are too few numbers")
        return self.streams[at][0]

    def fill(self, template):
        if template.startswith("\x05"):
            return template[1:]
        out = ""
        for c in template:
            if c in "\x01\x02\x06":
                tenths = self.clock(c != "\x01")
                seconds, rest = divmod(tenths, 10)
                out += f"[%clk {seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
                out += f".{rest}]" if c == "\x02" or c == "\x06" and rest else "]"
            elif c in "\x03\x04":
                value = self.eval(c == "\x04")
                sign, value = "-" if value < 0 else "", abs(value)
                if c == "\x04":
                    out += f"[%eval #{sign}{value}]"
                else:
                    rest = str(value // 10 % 10) if value % 10 == 0 else f"{value % 100:02}"
                    out += f"[%eval {sign}{value // 100}.{rest}]"
            else:
                out += c
        return out

    def clock(self, fine):
        models, control = self.models(0), self.control
        base = control.base * 10
        if control.each_move or self.count == 0 or self.count == 1 and base:
            expected = base
        elif self.count == 1:
            expected = self.left[1]
        else:
            expected = self.left[0] + control.increment * 10
        contexts = self.clock_contexts(int(fine))
        gained = models.flag(GAINED, contexts)
        number = models.number(BACK if gained else SECONDS, contexts)
        seconds = -1 - number if gained else number
        if not fine:
            tenth = expected % 10
        elif seconds == 0 or self.count < 2:
            context = (contexts[4] << 2 | min(max(seconds, -1), 1) + 1) & W32
            tenth = min(models.number(TENTH, [context] * 6), 9)
        else:
            tenth = models.decoder.target(10)
            models.decoder.skip(tenth, 1, 10)
        value = min(max(expected - seconds * 10 - tenth, 0), 1 << 40)
        self.count += 1
        self.left = [self.left[1], value]
        self.earlier = [self.earlier[1], self.spent[0]]
        usual = self.usual[0] + min(max(seconds, 0), 1 << 20) * 2 - self.usual[0] // 4
        self.usual = [self.usual[1], usual]
        self.spent = [self.spent[1], seconds]
        return value

    def clock_contexts(self, fine):
        base = self.control.base
        if self.count < 2:
            return [1 << 24 | self.count << 2 | (base > 0) << 1 | fine] * 6
        mine, other, before = step(self.spent[0]), step(self.spent[1]), step(self.earlier[0])
        share = min(self.left[0] * 2 // base, 30) if base else 31
        round_ = self.count // 2
        stage = round_ if round_ < 6 else min(6 + round_ // 5, 20)
        length = size(base + 40 * self.control.increment)
        left, usual = size(self.left[0] // 10), size(self.usual[0])
        return [
            length << 1 | fine,
            length << 9 | share << 1 | fine,
            (usual << 4 | before) << 5 | mine << 1 | fine,
            (usual << 4 | other) << 5 | mine << 1 | fine,
            (length << 5 | stage) << 1 | fine,
            (left << 6 | usual) << 1 | fine,
        ]

    def eval(self, mate):
        models, last = self.models(1), self.values[mate]

        def size(number):
            return (abs(number).bit_length() if number else 1) << 1 | (number < 0)

        change = size(last[1] - last[0])
        contexts = [0, size(last[1]), change, size(last[1]) << 6 | change, last[1] & 0xFFF, size(last[0]) << 6 | size(last[1])]
        number = models.number(MATE if mate else EVAL, contexts)
        value = min(max(last[1] + unzigzag(number), -(1 << 25)), 1 << 25)
        self.values[mate] = [last[1], value]
        return value


# --- the command line -------------------------------------------------------------------------------------------------------------


def pgn(game):
    """The mainline and its tags, as PGN."""
    out = "".join('[{} "{}"]\n'.format(name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in game.tags)
    if game.text is not None:
        return game.text.decode(errors="replace") + "\n"
    board = board_of(game)
    words = []
    for word in game.words:
        move = chess.Move.null() if word == 0 else dict(legal(board)).get(word)
        if move is None:
            raise Malformed("a move of other rules")
        if board.turn or not words:
            words.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
        words.append(board.san(move) if move else "--")
        board.push(move)
    ending = (RESULTS + [""])[game.ending]
    return f"{out}\n{' '.join(words + [ending])}\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archive")
    parser.add_argument("--check", action="store_true", help="only hold the games to their hashes")
    args = parser.parse_args()
    try:
        number = 0
        for number, game in enumerate(Archive(args.archive).games(), 1):
            if not args.check:
                print(pgn(game))
        if args.check:
            print(f"{number} games, as their SHA-256 says")
    except Malformed as error:
        print(f"{args.archive}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
