"""Labels of a batch of positions, as an engine for large data sets hands it to a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ._arrays import UNKNOWN
from ._foursight import Books, _label
from ._many import read_positions, warn_of_zeros
from ._optional import optional

if TYPE_CHECKING:
    from ._types import Layout, Notation

Batch = TypeVar("Batch")

_NUMBERS = ("score", "distance")
_LISTS = ("scores", "best")


def label(
    batch: Batch,
    values: Sequence[str] = ("score",),
    *,
    column: str = "position",
    layout: Layout | None = None,
    notation: Notation | None = None,
    size: str | None = None,
    connect: int | None = None,
    book: bool | Books = True,
    threads: int | None = None,
    table_mib: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> Batch:
    """Add exact labels to a batch of positions: a pyarrow table or record batch, a pandas or polars data
    frame, or a dict of arrays.

    The result is a batch of the same kind and length. It has the columns of ``batch``, the column ``error``, and one for
    each of ``values``: ``score``; ``scores``, one for each column of the board; ``verdict``, which is ``win``, ``draw``
    or ``loss``; ``best``, the best columns, counted from 0; ``distance``, how many moves the winner still has to play;
    ``idea``, that of the reason; and ``key``, a number as text that is the same for a position and its mirror image
    only, which finds duplicates. Where there is no value, cells are empty, but numbers in arrays are ``UNKNOWN``.

    ``column`` names the column of the positions: texts in any notation, or in a dict also an array of boards, for which
    ``layout`` is that of ``solve_many``; ``notation`` says how texts are read. A row that is not a position, or not proved
    within ``nodes`` or ``time_limit`` (in seconds, for each row), has an ``error`` that says why, and stops no other row. ``size`` and ``connect`` refuse
    positions on other boards. The other options are those of ``solve_many``.

    >>> batch = {"position": np.array(["4455", "9"])}
    >>> foursight.label(batch)["score"]
    array([  18, -128], dtype=int8)
    """
    names = _names(batch)
    if column not in names:
        raise ValueError(f"the batch has no column {column!r}; its columns are {', '.join(names)}")
    if isinstance(values, str) or not values or len(set(values)) < len(values):
        raise ValueError(f"values is {values!r}; it must be a list of one or more names, each once")
    if taken := [name for name in ("error", *values) if name in names]:
        raise ValueError(f"the batch has a column {taken[0]!r} already: rename it")
    options = {"threads": threads, "table_mib": table_mib, "time_limit": time_limit, "nodes": nodes}
    positions = _positions(batch, column, layout, connect, notation)
    columns = _label(positions, list(values), size, connect, notation, {**options, "book": book, "progress": progress})
    labeled: Batch = _with_columns(batch, columns)
    return labeled


def _package(batch: Any) -> str:
    return type(batch).__module__.partition(".")[0]


def _names(batch: Any) -> list[str]:
    if isinstance(batch, dict):
        return list(batch)
    if _package(batch) in ("pandas", "polars") and hasattr(batch, "columns"):
        return [str(name) for name in batch.columns]
    if _package(batch) == "pyarrow" and hasattr(batch, "column_names"):
        return list(batch.column_names)
    kind = type(batch).__name__
    raise TypeError(f"{kind} is not a batch: pass a pyarrow table, a pandas or polars data frame, or a dict of arrays")


def _positions(
    batch: Any, column: str, layout: Layout | None, connect: int | None, notation: Notation | None
) -> Any:
    cells: list[Any]
    if _package(batch) == "pandas":
        texts = batch[column].astype(object)
        cells = texts.where(texts.notna(), None).tolist()
    elif _package(batch) in ("pyarrow", "polars"):
        cells = batch[column].to_pylist() if _package(batch) == "pyarrow" else batch[column].to_list()
    else:
        array = np.asarray(batch[column])
        if array.ndim > 1:
            return read_positions(array, layout, connect, notation)
        cells = array.tolist()
    if layout is not None:
        raise TypeError("layout says how boards lie in an array: leave it out for texts")
    if notation is None:
        warn_of_zeros(cells)
    return cells


def _with_columns(batch: Any, columns: dict[str, list[Any]]) -> Any:
    if _package(batch) == "pyarrow":
        pa = optional("pyarrow", "pyarrow")
        types = {**dict.fromkeys(_NUMBERS, pa.int8()), **dict.fromkeys(_LISTS, pa.list_(pa.int8()))}
        for name, cells in columns.items():
            batch = batch.append_column(name, pa.array(cells, types.get(name, pa.string())))
        return batch
    if _package(batch) == "polars":
        pl = optional("polars", "polars")
        kinds = {**dict.fromkeys(_NUMBERS, pl.Int8), **dict.fromkeys(_LISTS, pl.List(pl.Int8))}
        return batch.with_columns(
            **{name: pl.Series(cells, dtype=kinds.get(name, pl.String)) for name, cells in columns.items()}
        )
    if _package(batch) == "pandas":
        pd = optional("pandas", "pandas")
        types = {**dict.fromkeys(_NUMBERS, "Int8"), **dict.fromkeys(_LISTS, object)}
        columns = {name: pd.Series(cells, batch.index, types.get(name, "string")) for name, cells in columns.items()}
        return batch.assign(**columns)
    return {**batch, **{name: _array(name, cells) for name, cells in columns.items()}}


def _array(name: str, cells: list[Any]) -> Any:
    if name in _NUMBERS:
        return np.array([UNKNOWN if cell is None else cell for cell in cells], dtype=np.int8)
    array = np.empty(len(cells), dtype=object)
    array[:] = cells
    return array
