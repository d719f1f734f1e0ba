"""What scorebook raises."""

from __future__ import annotations


class Error(Exception):
    """Whatever scorebook raises of its own."""


class ReadError(Error, OSError):
    """An input cannot be read on. Games that stood whole before that place were given."""

    def __init__(self, message: str, source: str, offset: int) -> None:
        super().__init__(f"{source}, byte {offset}: {message}")
        self.source = source
        """The input."""
        self.offset = offset
        """Bytes of its unpacked text that were read."""


class DamageError(Error, ValueError):
    """A game of an archive is damaged."""

    def __init__(self, message: str, source: str, game: int) -> None:
        super().__init__(message)
        self.source = source
        """The archive."""
        self.game = game
        """The number of the game, from 0."""


class QueryError(Error, ValueError):
    """A question to an archive is not understood."""

    def __init__(self, message: str, question: str, at: int) -> None:
        super().__init__(f"{message} (at character {at + 1} of {question!r})")
        self.question = question
        """The question."""
        self.at = at
        """The byte at which it went wrong."""


class UnknownName(Error, ValueError):
    """No code, notation or layout is named so."""
