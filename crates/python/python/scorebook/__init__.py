"""Chess games as people wrote them: read, proven move by move, and as Arrow tables.

>>> import scorebook
>>> game, = scorebook.convert("1. P-K4 P-K4 2. Kt-KB3 Kt-QB3")
>>> game.san
['e4', 'e5', 'Nf3', 'Nc6']
>>> [finding.code for finding in next(scorebook.verify(b"1. e4 e5 2. Ke3 *", allow=["S"])).findings]
['M201']
"""

from ._commands import Outcome, collate, duplicates, fix, pack, select, shard
from ._errors import DamageError, Error, QueryError, ReadError, UnknownName
from ._scorebook import (
    Archive,
    ArrowBatch,
    ArrowReader,
    Code,
    Finding,
    Game,
    Games,
    Meaning,
    Position,
    __version__,
    convert,
    explain,
    position,
    read_arrow,
    read_move,
    to_san,
    to_uci,
    verify,
)

__all__ = [
    "Archive",
    "ArrowBatch",
    "ArrowReader",
    "Code",
    "DamageError",
    "Error",
    "Finding",
    "Game",
    "Games",
    "Meaning",
    "Outcome",
    "Position",
    "QueryError",
    "ReadError",
    "UnknownName",
    "__version__",
    "collate",
    "convert",
    "duplicates",
    "explain",
    "fix",
    "pack",
    "position",
    "read_arrow",
    "read_move",
    "select",
    "shard",
    "to_san",
    "to_uci",
    "verify",
]
