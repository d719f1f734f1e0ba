"""The exceptions of scorebook."""

from __future__ import annotations


class Error(Exception):
    """The base class of all exceptions of scorebook."""


class ReadError(Error, OSError):
    """An input cannot be read further. All complete games before that place were returned."""

    def __init__(self, message: str, source: str, offset: int) -> None:
        super().__init__(f"{source}, byte {offset}: {message}")
        self.source = source
        """The input."""
        self.offset = offset
        """Number of bytes of its decompressed text that were read."""


class DamageError(Error, ValueError):
    """A game of an archive is damaged."""

    def __init__(self, message: str, source: str, game: int) -> None:
        super().__init__(message)
        self.source = source
        """The archive."""
        self.game = game
        """The number of the game, from 0."""


class QueryError(Error, ValueError):
    """A query to an archive is invalid."""

    def __init__(self, message: str, question: str, at: int) -> None:
        super().__init__(f"{message} (at character {at + 1} of {question!r})")
        self.question = question
        """The query."""
        self.at = at
        """The byte offset of the error."""


class UnknownName(Error, ValueError):
    """There is no code, notation or layout of that name."""
