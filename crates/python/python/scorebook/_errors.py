"""The exceptions of scorebook."""

from __future__ import annotations


class Error(Exception):
    """The base class of all exceptions of scorebook."""


class ReadError(Error, OSError):
    """An input cannot be read further. All complete games before that place were returned."""

    def __init__(self, message: str, source: str, offset: int) -> None:
        super().__init__(f"{source}, byte {offset}: {message}")
        self._parts = (message, source, offset)
        self.source = source
        """The input."""
        self.offset = offset
        """Number of bytes of its decompressed text that were read."""

    def __reduce__(self) -> tuple[type[ReadError], tuple[str, str, int]]:
        return type(self), self._parts


class DamageError(Error, ValueError):
    """A game of an archive is damaged."""

    def __init__(self, message: str, source: str, game: int) -> None:
        super().__init__(message)
        self._parts = (message, source, game)
        self.source = source
        """The archive."""
        self.game = game
        """The number of the game, from 0."""

    def __reduce__(self) -> tuple[type[DamageError], tuple[str, str, int]]:
        return type(self), self._parts


class QueryError(Error, ValueError):
    """A query is invalid."""

    def __init__(self, message: str, question: str, at: int) -> None:
        super().__init__(f"{message} (at character {at + 1} of {question!r})")
        self._parts = (message, question, at)
        self.question = question
        """The query."""
        self.at = at
        """The byte offset of the error."""

    def __reduce__(self) -> tuple[type[QueryError], tuple[str, str, int]]:
        return type(self), self._parts


class UnknownName(Error, ValueError):
    """There is no code, notation or layout of that name."""
