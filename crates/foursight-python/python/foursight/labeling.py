"""Exact labels for data sets of any size, by one machine or many.

>>> import tempfile
>>> from foursight import labeling
>>> out = tempfile.mkdtemp()
>>> labeling.label(["4455", "44455", "112233"], out, rows_per_shard=2, format="csv")
Status(done=2, shards=2, rows=3)
>>> print(labeling.read(out))
row,position,error,score
0,4455,,18
1,44455,,-3
2,112233,,18
<BLANKLINE>

``label`` is three steps, which any scheduler can take: ``plan`` cuts the data set into shards, ``label_shard`` labels one
of them, on any machine that sees the folder, and ``merge`` joins them. A shard that is there is not labeled again, and no
shard is ever there in part: a worker may die at any time.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from ._arrays import UNKNOWN
from ._foursight import Positions, why
from ._many import scores_many, solve_many
from ._optional import optional
from ._store import Store, read_file

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import SearchOptions

VALUES = ("score", "scores", "verdict", "best", "distance", "idea")
"""What a row can have: its score; the score of each column; ``win``, ``draw`` or ``loss``; the best columns, counted from
0; how many moves the winner still has to play; and the idea of its reason."""

FORMATS = ("parquet", "arrow", "csv")
"""The formats of labels. All but ``csv`` need pyarrow."""

_PLAN = "plan.json"

_OPTIONS = {"book", "nodes", "table_mib", "threads"}


class Status(NamedTuple):
    """How far the work has come."""

    done: int
    """Shards that are labeled."""

    shards: int
    """All shards."""

    rows: int
    """All rows of the data set."""


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
    **options: Unpack[SearchOptions],
) -> Status:
    """Cut a data set into shards, and write down what to do with them in the folder ``out``.

    ``dataset`` is a file of lines (``.txt``), a CSV or Parquet or Arrow file with a column of positions, an array of
    boards (``.npy``), or a list or array, which is stored in ``out``. Addresses such as ``s3://...`` need fsspec. A shard
    should take ten seconds or more. Planning again is harmless, and an error if the plan is another one.
    """
    if rows_per_shard < 1:
        raise ValueError(f"rows_per_shard is {rows_per_shard}; it must be 1 or more")
    unknown = [value for value in values if value not in VALUES]
    if unknown or not values:
        raise ValueError(f"there is no value {unknown or ''}; there are {', '.join(VALUES)}")
    if format not in FORMATS:
        raise ValueError(f"{format!r} is not a format of labels; there are {', '.join(FORMATS)}")
    if set(options) - _OPTIONS or not isinstance(options.get("book", True), bool):
        raise TypeError("the options of a plan are book=True or False, nodes, table_mib and threads")
    store = Store(out)
    address = _dataset_address(dataset, store)
    rows = _Rows(address, column)
    starts = list(range(0, rows.n, rows_per_shard))
    made = {
        "version": 1,
        "dataset": address,
        "sha256": rows.sha256,
        "rows": rows.n,
        "rows_per_shard": rows_per_shard,
        "offsets": rows.offsets(starts),
        "values": list(values),
        "format": format,
        "column": column,
        "size": size,
        "connect": connect,
        "layout": layout,
        "options": dict(options),
    }
    text = json.dumps(made, indent=1).encode()
    if store.exists(_PLAN):
        if json.loads(store.read(_PLAN)) != json.loads(text):
            raise ValueError(f"{store.address} has another plan: choose another folder, or delete it")
    else:
        store.write(_PLAN, text)
    return status(out)


def status(out: str | os.PathLike[str]) -> Status:
    """How far the work in a folder has come."""
    store = Store(out)
    made = _read_plan(store)
    n_shards = _n_shards(made)
    names = set(store.names("shards"))
    done = sum(_name(made, shard) in names for shard in range(n_shards))
    return Status(done, n_shards, made["rows"])


def label_shard(
    out: str | os.PathLike[str],
    shard: int,
    *,
    threads: int | None = None,
    progress: Callable[[int, int], Any] | None = None,
) -> bool:
    """Label one shard, counted from 0; False if it was there already.

    ``progress`` is called with how many of its rows are done and how many there are. After Ctrl-C nothing is written.
    """
    store = Store(out)
    made = _read_plan(store)
    if not 0 <= shard < _n_shards(made):
        raise ValueError(f"there is no shard {shard}: the plan has {_n_shards(made)}, counted from 0")
    name = f"shards/{_name(made, shard)}"
    if store.exists(name):
        return False
    start = shard * made["rows_per_shard"]
    stop = min(start + made["rows_per_shard"], made["rows"])
    texts, positions = _read_rows(made, shard, start, stop)
    options = {**made["options"], "progress": progress}
    if threads is not None:
        options["threads"] = threads
    columns = _label(positions, made["values"], options)
    table: dict[str, list[Any]] = {"row": list(range(start, stop)), "position": texts, **columns}
    store.write(name, _encode(table, made["format"]))
    return True


def merge(out: str | os.PathLike[str]) -> str:
    """Join all shards, in the order of the data set, into one file in ``out``, and return its address.

    It is an error if a shard is missing.
    """
    store = Store(out)
    made = _read_plan(store)
    found = status(out)
    if found.done < found.shards:
        raise ValueError(f"{found.shards - found.done} of {found.shards} shards are not labeled yet")
    shards = [store.read(f"shards/{_name(made, shard)}") for shard in range(found.shards)]
    name = f"labels.{made['format']}"
    store.write(name, _join(shards, made["format"], made["rows"]))
    return f"{store.address.rstrip('/')}/{name}"


def read(out: str | os.PathLike[str]) -> Any:
    """The merged labels: a table of pyarrow, or the text of a CSV file."""
    store = Store(out)
    made = _read_plan(store)
    contents = store.read(f"labels.{made['format']}")
    return contents.decode() if made["format"] == "csv" else _table(contents, made["format"])


def label(
    dataset: str | os.PathLike[str] | Sequence[str] | NDArray[Any],
    out: str | os.PathLike[str],
    engine: Literal["local", "ray", "dask"] = "local",
    *,
    client: Any = None,
    shard_threads: int = 1,
    progress: Callable[[int, int], Any] | None = None,
    **arguments: Any,
) -> Status:
    """Label a data set: ``plan``, ``label_shard`` for each shard that is missing, and ``merge``.

    ``local`` uses all cores of this machine. ``ray`` and ``dask`` send shards to their workers, with ``shard_threads``
    threads for each; ``client`` is a client of Dask, without which both begin or join what they find. Called again after
    it was stopped, it goes on where it was. ``progress`` is called with the shards done and all shards.
    """
    if engine not in _ENGINES:
        raise ValueError(f"there is no engine {engine!r}; there are {', '.join(_ENGINES)}")
    begun = plan(dataset, out, **arguments)
    store = Store(out)
    made = _read_plan(store)
    names = set(store.names("shards"))
    missing = [shard for shard in range(begun.shards) if _name(made, shard) not in names]
    done = begun.done
    for _ in _ENGINES[engine](os.fspath(out), missing, client, shard_threads):
        done += 1
        if progress is not None:
            progress(done, begun.shards)
    merge(out)
    return status(out)


def _on_this_machine(out: str, shards: list[int], client: Any, threads: int) -> Iterable[None]:
    for shard in shards:
        label_shard(out, shard)
        yield


def _with_ray(out: str, shards: list[int], client: Any, threads: int) -> Iterable[None]:
    ray = optional("ray", "ray")

    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    # A worker that dies is no reason to give up: what it had labeled is there.
    remote = ray.remote(num_cpus=threads, max_retries=-1)(label_shard)
    waiting = [remote.remote(out, shard, threads=threads) for shard in shards]
    while waiting:
        done, waiting = ray.wait(waiting)
        ray.get(done)
        yield


def _with_dask(out: str, shards: list[int], client: Any, threads: int) -> Iterable[None]:
    distributed = optional("distributed", "distributed")
    own = distributed.Client(threads_per_worker=1) if client is None else None
    client = client or own
    try:
        # Not pure: a shard that is done is done, whatever Dask remembers of it.
        def work(shard: int) -> bool:
            return label_shard(out, shard, threads=threads)

        tasks = client.map(work, shards, pure=False, retries=10)
        for task in distributed.as_completed(tasks):
            task.result()
            yield
    finally:
        if own is not None:
            own.close()


_ENGINES = {"local": _on_this_machine, "ray": _with_ray, "dask": _with_dask}


def _read_plan(store: Store) -> dict[str, Any]:
    if not store.exists(_PLAN):
        raise FileNotFoundError(f"{store.address} has no plan: call plan first")
    made: dict[str, Any] = json.loads(store.read(_PLAN))
    return made


def _n_shards(made: dict[str, Any]) -> int:
    return len(made["offsets"]) - 1


def _name(made: dict[str, Any], shard: int) -> str:
    return f"{shard:06}.{made['format']}"


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
        lines = [str(line) for line in dataset]
        if any("\n" in line for line in lines):
            raise ValueError("a position of a list is one line; grids go into an array of boards")
        name, contents = "dataset.txt", "".join(line + "\n" for line in lines).encode()
    if not store.exists(name):
        store.write(name, contents)
    elif store.read(name) != contents:
        raise ValueError(f"{store.address} has another data set: choose another folder, or delete it")
    address = f"{store.address.rstrip('/')}/{name}"
    return address if "://" in address else os.path.abspath(address)


class _Rows:
    """The rows of a data set: how many, and where they begin."""

    def __init__(self, address: str, column: str) -> None:
        kind = _kind(address)
        contents = read_file(address)
        self.sha256 = hashlib.sha256(contents).hexdigest()
        self._lines: list[int] = []
        if kind in ("txt", "csv"):
            at = 0
            for line in contents.splitlines(keepends=True):
                self._lines.append(at)
                at += len(line)
            self._lines.append(at)
            if kind == "csv":
                header = next(csv.reader([contents[: self._lines[1]].decode()])) if at else []
                if column not in header:
                    raise ValueError(f"{address} has no column {column!r}, but {', '.join(header)}")
                del self._lines[0]
            self.n = len(self._lines) - 1
        elif kind == "npy":
            self.n = len(np.load(io.BytesIO(contents)))
        else:
            names = _table(contents, kind).column_names
            if column not in names:
                raise ValueError(f"{address} has no column {column!r}, but {', '.join(names)}")
            self.n = _table(contents, kind).num_rows
        if self.n == 0:
            raise ValueError(f"{address} has no rows")

    def offsets(self, starts: list[int]) -> list[int]:
        """Where each shard begins, and where the last one ends: in bytes of a text, otherwise in rows."""
        places = [*starts, self.n]
        return [self._lines[place] for place in places] if self._lines else places


def _kind(address: str) -> str:
    kind = address.rsplit(".", 1)[-1].lower()
    kind = {"lines": "txt", "feather": "arrow", "ipc": "arrow"}.get(kind, kind)
    if kind not in ("txt", "csv", "npy", "parquet", "arrow"):
        raise ValueError(f"{address} must end in .txt, .csv, .npy, .parquet or .arrow, which says what it is")
    return kind


def _read_rows(
    made: dict[str, Any], shard: int, start: int, stop: int
) -> tuple[list[str | None], Positions]:
    """The rows of a shard as text, which boards have none of, and as positions."""
    address, kind = made["dataset"], _kind(made["dataset"])
    if kind in ("txt", "csv"):
        first, last = made["offsets"][shard : shard + 2]
        lines = read_file(address, first, last).decode().splitlines()
        texts = [line.strip() for line in lines]
        if kind == "csv":
            end = read_file(address, 0, made["offsets"][0]).decode()
            place = next(csv.reader([end])).index(made["column"])
            texts = [row[place].strip() if len(row) > place else "" for row in csv.reader(lines)]
        if len(texts) != stop - start:
            raise ValueError(f"{address} has changed since it was planned")
    elif kind == "npy":
        boards = np.load(io.BytesIO(read_file(address)))[start:stop]
        connect = made["connect"] or 4
        return [None] * len(boards), _arrays.positions(boards, made["layout"], connect)
    else:
        table = _table(read_file(address), kind)
        texts = table.column(made["column"]).slice(start, stop - start).to_pylist()
    return list(texts), Positions(texts, size=made["size"], connect=made["connect"])


def _label(positions: Positions, values: list[str], options: dict[str, Any]) -> dict[str, list[Any]]:
    """The columns of values, with an ``error`` for what is impossible or was not proved."""
    each_move = "scores" in values or "best" in values
    solved = (scores_many if each_move else solve_many)(positions, **options)
    lower, upper = (bounds.max(axis=1) if each_move else bounds for bounds in (solved.lower, solved.upper))
    known: NDArray[np.int8] = np.where(lower == upper, lower, UNKNOWN).astype(np.int8)
    if each_move:
        # A game that is over has no moves, but a score.
        for place in np.flatnonzero((known == UNKNOWN) & solved.valid & (upper == UNKNOWN)).tolist():
            known[place] = int(positions[place].solve())
        rows = [[None if one == UNKNOWN else one for one in row] for row in solved.scores.tolist()]
    scores: list[int | None] = [None if one == UNKNOWN else one for one in known.tolist()]
    errors = [solved.errors.get(place) for place in range(len(positions))]
    for place, score in enumerate(scores):
        if score is None and errors[place] is None:
            errors[place] = "not proved within the limits"
    columns: dict[str, list[Any]] = {"error": errors}
    if "score" in values:
        columns["score"] = scores
    if "scores" in values:
        columns["scores"] = [row if valid else None for row, valid in zip(rows, solved.valid, strict=True)]
    if "verdict" in values:
        columns["verdict"] = [score if score is None else _verdict(score) for score in scores]
    if "best" in values:
        most = [max((one for one in row if one is not None), default=None) for row in rows]
        columns["best"] = [
            [column for column, one in enumerate(row) if one is not None and one == best] if valid else None
            for row, best, valid in zip(rows, most, solved.valid, strict=True)
        ]
    if "distance" in values:
        distances = np.frombuffer(positions._moves_to_end(known.tobytes()), dtype=np.int8)
        columns["distance"] = [None if one == UNKNOWN else one for one in distances.tolist()]
    if "idea" in values:
        columns["idea"] = [_idea(positions, place, score) for place, score in enumerate(scores)]
    return {"error": errors, **{value: columns[value] for value in values}}


def _verdict(score: int) -> str:
    return "win" if score > 0 else "draw" if score == 0 else "loss"


def _idea(positions: Positions, place: int, score: int | None) -> str | None:
    if score is None or positions[place].is_over:
        return None
    return why(positions[place]).idea


def _types(names: list[str]) -> Any:
    pa = optional("pyarrow", "pyarrow")

    types = {
        "row": pa.int64(),
        "score": pa.int8(),
        "scores": pa.list_(pa.int8()),
        "best": pa.list_(pa.int8()),
        "distance": pa.int8(),
    }
    return pa.schema([(name, types.get(name, pa.string())) for name in names])


def _encode(table: dict[str, list[Any]], format: str) -> bytes:
    if format != "csv":
        pa = optional("pyarrow", "pyarrow")

        return _to_bytes(pa.table(table, schema=_types(list(table))), format)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table)
    for row in zip(*table.values(), strict=True):
        writer.writerow([_cell(value) for value in row])
    return text.getvalue().encode()


def _cell(value: Any) -> Any:
    """Lists with spaces between; `-` stands for nothing in them."""
    return " ".join("-" if one is None else str(one) for one in value) if isinstance(value, list) else value


def _to_bytes(table: Any, format: str) -> bytes:
    pa = optional("pyarrow", "pyarrow")

    sink = pa.BufferOutputStream()
    if format == "parquet":
        pq = optional("pyarrow.parquet", "pyarrow")

        pq.write_table(table, sink)
    else:
        with pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
    return bytes(sink.getvalue())


def _table(contents: bytes, format: str) -> Any:
    pa = optional("pyarrow", "pyarrow")

    if format == "parquet":
        pq = optional("pyarrow.parquet", "pyarrow")

        return pq.read_table(pa.BufferReader(contents))
    return pa.ipc.open_file(pa.BufferReader(contents)).read_all()


def _join(shards: list[bytes], format: str, n_rows: int) -> bytes:
    """All shards as one; every row is there once."""
    if format == "csv":
        header = shards[0].split(b"\n", 1)[0]
        lines = [line for shard in shards for line in shard.splitlines(keepends=True)[1:]]
        rows = [int(line.split(b",", 1)[0]) for line in lines]
        joined = header + b"\n" + b"".join(lines)
    else:
        pa = optional("pyarrow", "pyarrow")

        table = pa.concat_tables([_table(shard, format) for shard in shards])
        rows = table.column("row").to_pylist()
        joined = _to_bytes(table, format)
    if rows != list(range(n_rows)):
        raise ValueError("the shards do not have every row once: they are of different plans")
    return joined
