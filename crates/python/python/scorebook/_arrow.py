"""Tables of pyarrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow

    from . import ArrowReader


def table(reader: ArrowReader) -> pyarrow.Table:
    """The batches of a reader as one table. They are taken one by one, so that Ctrl-C is `KeyboardInterrupt`."""
    import pyarrow

    schema = pyarrow.schema(reader)
    return pyarrow.Table.from_batches([pyarrow.record_batch(batch) for batch in reader], schema)
