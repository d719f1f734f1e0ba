"""The command line: `python -m scorebook verify games.pgn`, or `scorebook …`, which the package installs."""

from __future__ import annotations

import sys

from ._scorebook import _command


def main() -> None:
    """Runs the command line of this process."""
    sys.exit(_command(sys.argv[1:]))


if __name__ == "__main__":
    main()
