"""Exact labels for data sets of any size, from one machine or many.

>>> import tempfile
>>> from foursight import labeling
>>> out = tempfile.mkdtemp()
>>> labeling.label(["4455", "44455", "112233"], out, rows_per_shard=2, format="csv")
Status(done=2, shards=2, rows=3, errors=0)
>>> print(labeling.read(out))
row,position,error,score
0,4455,,18
1,44455,,-3
2,112233,,18
<BLANKLINE>

``label`` has three steps, which any scheduler can run: ``plan`` cuts the data set into shards, ``label_shard`` labels
one of them, on any machine that sees the folder, and ``merge`` joins them. A finished shard is not labeled again, and a
shard is written whole or not at all, so a worker may die at any time.
"""

from __future__ import annotations

import functools
import io
import json
import os
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ._dataset import Dataset, pyarrow
from ._engines import ENGINES
from ._foursight import Books, _Plan, _Rows
from ._shards import PLAN, fingerprint, forget, heads, join, opened, read_plan, table_of, task
from ._store import Store

VALUES = ("score", "scores", "verdict", "best", "distance", "idea", "key")
"""The values that a row can have: its score; the score of each column; ``win``, ``draw`` or ``loss``; the best columns,
counted from 0; how many moves the winner still has to play; the idea of its reason; and its canonical key, which finds
duplicates: it is equal for a position and its mirror image."""

FORMATS = ("parquet", "arrow", "csv")
"""The formats of labels. All but ``csv`` need pyarrow."""

_NO_PYARROW = "or choose format='csv', which needs no other package"

@dataclass(frozen=True)
class Status:
    """The progress of the work."""

    done: int
    """Labeled shards."""

    shards: int
    """All shards."""

    rows: int
    """All rows of the data set."""

    errors: int
    """Rows with an error, in the labeled shards."""

    rows_per_second: float = field(repr=False, compare=False)
    """The number of rows that one process labels per second."""


def plan(
    dataset: str | os.PathLike[str] | Sequence[str] | NDArray[Any],
    out: str | os.PathLike[str],
    *,
    rows_per_shard: int = 10_000,
    values: Sequence[str] = ("score",),
    format: Literal["parquet", "arrow", "csv"] = "parquet",
    column: str = "position",
    size: str | None = None,
    connect: int | None = None,
    layout: str | None = None,
    book: bool | Books = True,
    nodes: int | None = None,
    time_limit: float | None = None,
) -> Status:
    """Cut a data set into shards, and write the plan for them to the folder ``out``.

    ``dataset`` is a file of lines (``.txt``), a CSV or Parquet or Arrow file with a column of positions, an array of
    boards (``.npy``), a folder of such files, or a list or array, which is stored in ``out``. Lines and CSV may be
    compressed (``.gz``, ``.zst``). Addresses such as ``s3://...`` need fsspec. A shard should take ten seconds or more.
    Planning again is harmless, but an error if the plan differs. The memory this takes does not grow with the rows
    of a file, only with the number of shards.

    ``nodes`` and ``time_limit``, in seconds, limit each row.
    """
    _keep_plan(
        dataset,
        Store(out),
        False,
        rows_per_shard=rows_per_shard,
        values=values,
        format=format,
        column=column,
        size=size,
        connect=connect,
        layout=layout,
        book=book,
        nodes=nodes,
        time_limit=time_limit,
    )
    return status(out)


def _keep_plan(
    dataset: Any,
    store: Store,
    limits_may_change: bool,
    *,
    rows_per_shard: int,
    values: Sequence[str],
    format: str,
    column: str,
    size: str | None,
    connect: int | None,
    layout: str | None,
    book: bool | Books,
    nodes: int | None,
    time_limit: float | None,
) -> None:
    if rows_per_shard < 1:
        raise ValueError(f"rows_per_shard is {rows_per_shard}; it must be 1 or more")
    if not values or len(set(values)) < len(values):
        raise ValueError(f"values is {list(values)}; it must name one or more of {', '.join(VALUES)}, each once")
    if format not in FORMATS:
        raise ValueError(f"{format!r} is not a format of labels; the formats are {', '.join(FORMATS)}")
    books, embedded = book._parts() if isinstance(book, Books) else ([], book)
    made: dict[str, Any] = {
        "rows_per_shard": rows_per_shard,
        "values": list(values),
        "format": format,
        "column": column,
        "size": size,
        "connect": connect,
        "layout": layout,
        "nodes": nodes,
        "time_limit": None if time_limit is None else float(time_limit),
        "embedded_books": embedded,
        "books": [_Plan.book_name(contents) for contents in books],
    }
    # Errors in the other arguments are reported before any work.
    empty = _Plan(json.dumps({"values": list(values), "size": size, "connect": connect}))
    empty.label(_Rows.of_values([], [], empty), [], [], {"book": book, "nodes": nodes, "time_limit": time_limit})
    if format != "csv":
        pyarrow(_NO_PYARROW)
    address = _dataset_address(dataset, store)
    data = Dataset(address, None, column, layout)
    outline = data.outline(rows_per_shard)
    asked = _Plan(json.dumps({"dataset": address, "files": data.files, **outline, **made}))
    # Checked before the plan: a process writes the plan before any shard.
    has_shards = bool(store.names("shards"))
    if store.exists(PLAN):
        kept = read_plan(store)
        if what := kept.difference(asked, limits_may_change):
            raise ValueError(f"the plan in {store.address} {what}: choose another folder, or delete that one")
        if kept.difference(asked, False) is None:
            return
    elif has_shards:
        raise ValueError(f"{store.address} has shards of an unknown plan: choose another folder")
    for name, contents in zip(made["books"], books, strict=True):
        store.write(f"books/{name}", contents)
    store.write(PLAN, asked.json().encode())
    forget()


def status(out: str | os.PathLike[str]) -> Status:
    """The progress of the work in a folder."""
    store = Store(out)
    made = read_plan(store)
    return _status(made, list(heads(store, made).values()))


def _status(made: _Plan, found: list[dict[str, Any]]) -> Status:
    rows, seconds, errors = (sum(head[name] for head in found) for name in ("rows", "seconds", "errors"))
    rate = rows / seconds if seconds else 0.0
    return Status(len(found), made.n_shards, json.loads(made.json())["rows"], errors, rate)


def label_shard(
    out: str | os.PathLike[str],
    shard: int | Literal["auto"],
    *,
    threads: int | None = None,
    table_mib: int | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> bool:
    """Label one shard, counted from 0; False if it was already labeled.

    With ``"auto"``, label a shard that no other process has claimed in this way. This waits while other processes hold
    claims on all missing shards, takes over any that they abandon, and returns False once none is missing.

    ``progress`` is called with the number of its rows done and their total. Ctrl-C leaves nothing written. A
    process reads the plan and opens the data set once for all its shards.
    """
    work = opened(os.fspath(out))
    options = {"threads": threads, "table_mib": table_mib, "progress": progress}
    if shard == "auto":
        mine = work.take(at_last=[])
        if mine is not None:
            work.label_claimed(mine, options)
        return mine is not None
    if not 0 <= shard < work.plan.n_shards:
        raise ValueError(f"there is no shard {shard}: the plan has {work.plan.n_shards}, counted from 0")
    if work.store.exists(f"shards/{_Plan.shard_name(shard)}"):
        return False
    work.label(shard, options)
    return True


def merge(out: str | os.PathLike[str]) -> str:
    """Join all shards, in the order of the data set, into one file in ``out``, and return its address.

    A missing or damaged shard is an error. Damaged shards are deleted, to be labeled again. One shard is in memory at a
    time; at an address, 32 are, which are requested together.
    """
    store = Store(out)
    made = read_plan(store)
    _, damaged = join(store, made)
    if damaged:
        raise ValueError("; ".join(damaged.values()))
    return store.path(f"labels.{json.loads(made.json())['format']}")


def read(out: str | os.PathLike[str]) -> Any:
    """The merged labels: a pyarrow table, or the text of a CSV file."""
    store = Store(out)
    form = json.loads(read_plan(store).json())["format"]
    contents = store.read(f"labels.{form}")
    return contents.decode() if form == "csv" else table_of(contents, form)


def label(
    dataset: str | os.PathLike[str] | Sequence[str] | NDArray[Any],
    out: str | os.PathLike[str],
    engine: Literal["local", "ray", "dask"] = "local",
    *,
    shard: Literal["auto"] | None = None,
    client: Any = None,
    shard_threads: int = 1,
    threads: int | None = None,
    table_mib: int | None = None,
    redo: Literal["errors"] | None = None,
    progress: Callable[[int, int], Any] | None = None,
    rows_per_shard: int = 10_000,
    values: Sequence[str] = ("score",),
    format: Literal["parquet", "arrow", "csv"] = "parquet",
    column: str = "position",
    size: str | None = None,
    connect: int | None = None,
    layout: str | None = None,
    book: bool | Books = True,
    nodes: int | None = None,
    time_limit: float | None = None,
) -> Status:
    """Label a data set: ``plan``, ``label_shard`` for each shard that is missing or damaged, and ``merge``.

    ``local`` uses all cores of this machine, or ``threads``. ``ray`` and ``dask`` send shards to their workers, with
    ``shard_threads`` threads each; ``client`` is a Dask client, without which both start a cluster or join an existing
    one. Called again after an interruption, it resumes. ``progress`` is called with the number of shards done and their
    total.

    With ``shard="auto"``, several processes, on any machines, share the work: each claims one shard after another, and
    one of them joins all. The shards of a process that dies are taken over after two minutes.

    With ``redo="errors"``, the rows that have an error are labeled again, too, with the limits and books given in this
    call. A shard that fails, or that kills its workers several times, is left out until all others are labeled; the
    error then says which rows it contains.
    """
    if engine not in ENGINES:
        raise ValueError(f"there is no engine {engine!r}; the engines are {', '.join(ENGINES)}")
    if redo not in (None, "errors"):
        raise ValueError(f"redo is {redo!r}; it must be None or 'errors'")
    if shard not in (None, "auto"):
        raise ValueError(f"shard is {shard!r}; it must be None or 'auto'")
    if shard is not None and (engine != "local" or redo is not None):
        raise ValueError("shard='auto' works only with engine='local' and without redo")
    store, folder = Store(out), os.fspath(out)
    _keep_plan(
        dataset,
        store,
        redo is not None,
        rows_per_shard=rows_per_shard,
        values=values,
        format=format,
        column=column,
        size=size,
        connect=connect,
        layout=layout,
        book=book,
        nodes=nodes,
        time_limit=time_limit,
    )
    made = read_plan(store)
    options = {"threads": threads if engine == "local" else shard_threads, "table_mib": table_mib}

    def work(shards: list[int], again: bool = False) -> None:
        failed: dict[int, str] = {}
        run = functools.partial(task, folder, fingerprint(made), options, again)
        for n_done, (shard, why) in enumerate(ENGINES[engine](run, shards, client, shard_threads), 1):
            if why is not None:
                failed[shard] = why
            if progress is not None:
                progress(made.n_shards - len(shards) + n_done - len(failed), made.n_shards)
        if failed:
            raise RuntimeError(_failure(made, failed))

    if shard == "auto":
        return _share(folder, options, progress)
    if redo is not None:
        work([shard for shard, head in heads(store, made).items() if head["errors"]], again=True)
    names = set(store.names("shards"))
    work([shard for shard in range(made.n_shards) if _Plan.shard_name(shard) not in names])
    return _status(made, _join_all(store, made, work))


def _share(folder: str, options: dict[str, Any], progress: Callable[[int, int], Any] | None) -> Status:
    """Labels shards that no other process has claimed until none is missing. One of the processes joins them."""
    # This process may remember the claims of an earlier run.
    forget()
    work = opened(folder)
    options = {**options, "progress": None}
    # Joining the shards is claimed like a shard, with the number after the last one.
    last = work.plan.n_shards
    while (item := work.take(at_last=[last])) != last:
        if item is None:
            return status(folder)
        work.label_claimed(item, options)
        if progress is not None:
            progress(last - len(work.missing), last)

    def label_again(shards: list[int]) -> None:
        for one in shards:
            work.label_claimed(one, options)

    try:
        return _status(work.plan, _join_all(work.store, work.plan, label_again, work.renew))
    except BaseException:
        work.give_up()
        raise


def _join_all(
    store: Store, made: _Plan, work: Callable[[list[int]], None], tick: Callable[[], None] = lambda: None
) -> list[dict[str, Any]]:
    """Joins all shards; damaged ones are labeled again first. Returns how they were made."""
    found, damaged = join(store, made, tick)
    if damaged:
        for why in damaged.values():
            warnings.warn(why, stacklevel=3)
        work(list(damaged))
        found, damaged = join(store, made, tick)
    if damaged:
        raise ValueError("; ".join(damaged.values()))
    return found


def _failure(made: _Plan, failed: dict[int, str]) -> str:
    shards = []
    for shard, why in failed.items():
        start, stop = made.rows(shard)
        shards.append(f"rows {start} to {stop - 1} (shard {shard}): {why}")
    return f"{len(failed)} of {made.n_shards} shards failed, and the others are labeled: {'; '.join(shards)}"


def _dataset_address(dataset: Any, store: Store) -> str:
    """Where the data set lies; a list or an array is stored first."""
    if isinstance(dataset, (str, os.PathLike)):
        address = os.fspath(dataset)
        return address if "://" in address else os.path.abspath(address)
    if isinstance(dataset, np.ndarray) and dataset.dtype.kind not in "USO":
        file = io.BytesIO()
        np.save(file, dataset)
        name, contents = "dataset.npy", file.getvalue()
    else:
        # In a file, a blank line is not a position.
        lines = ["" if line is None else str(line) or "[]" for line in dataset]
        if any("\n" in line for line in lines):
            raise ValueError("a position in a list is a single line; pass grids as an array of boards")
        name, contents = "dataset.txt", "".join(line + "\n" for line in lines).encode(errors="surrogatepass")
    if not store.exists(name):
        store.write(name, contents)
    elif store.read(name) != contents:
        raise ValueError(f"{store.address} has another data set: choose another folder, or delete it")
    address = store.path(name)
    return address if "://" in address else os.path.abspath(address)
