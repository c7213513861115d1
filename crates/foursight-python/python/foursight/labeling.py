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

import hashlib
import io
import json
import os
from collections.abc import Callable, Iterable, Sequence
from typing import IO, TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from ._foursight import _is_shard, _Labels, _outline, _Rows, _shard_body
from ._optional import optional
from ._store import Store, open_file, read_file

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import SearchOptions

VALUES = ("score", "scores", "verdict", "best", "distance", "idea")
"""What a row can have: its score; the score of each column; ``win``, ``draw`` or ``loss``; the best columns, counted from
0; how many moves the winner still has to play; and the idea of its reason."""

FORMATS = ("parquet", "arrow", "csv")
"""The formats of labels. All but ``csv`` need pyarrow."""

_PLAN = "plan.json"

_VERSION = 2
"""Of the plan, the shards and the labels; `foursight label` writes the same."""

_NO_PYARROW = "or choose format='csv', which needs no other package"

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
    should take ten seconds or more. Planning again is harmless, and an error if the plan is another one. The memory this
    takes does not grow with the rows of a file, only with the number of shards.
    """
    if rows_per_shard < 1:
        raise ValueError(f"rows_per_shard is {rows_per_shard}; it must be 1 or more")
    if not values or len(set(values)) < len(values):
        raise ValueError(f"values is {list(values)}; it must name one or more of {', '.join(VALUES)}, each once")
    if format not in FORMATS:
        raise ValueError(f"{format!r} is not a format of labels; there are {', '.join(FORMATS)}")
    if set(options) - _OPTIONS or not isinstance(options.get("book", True), bool):
        raise TypeError("the options of a plan are book=True or False, nodes, table_mib and threads")
    # What is wrong with the others is said before any work.
    _Rows.of_values([], size, connect).label(0, list(values), dict(options))
    if format != "csv":
        _pyarrow(_NO_PYARROW)
    store = Store(out)
    address = _dataset_address(dataset, store)
    n_rows, offsets, hashes, sha256 = _read_outline(address, column, rows_per_shard)
    made = {
        "version": _VERSION,
        "dataset": address,
        "sha256": sha256,
        "rows": n_rows,
        "rows_per_shard": rows_per_shard,
        "offsets": offsets,
        "hashes": hashes,
        "values": list(values),
        "format": format,
        "column": column,
        "size": size,
        "connect": connect,
        "layout": layout,
        "options": dict(options),
    }
    text = json.dumps(made, indent=1).encode()
    # Looked for first: whoever writes a shard has written the plan.
    has_shards = bool(store.names("shards"))
    if store.exists(_PLAN):
        if _read_plan(store) != json.loads(text):
            raise ValueError(f"{store.address} has another plan: choose another folder, or delete that one")
    elif has_shards:
        raise ValueError(f"{store.address} has shards of an unknown plan: choose another folder")
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
    start, stop = _row_range(made, shard)
    options = {**made["options"], "progress": progress}
    if threads is not None:
        options["threads"] = threads
    rows = _read_rows(made, shard, start, stop)
    if len(rows) != stop - start:
        raise ValueError(f"{made['dataset']} has changed since it was planned")
    labels = rows.label(start, made["values"], options)
    store.write(name, labels.csv() if made["format"] == "csv" else _encode(labels, made["format"]))
    return True


def merge(out: str | os.PathLike[str]) -> str:
    """Join all shards, in the order of the data set, into one file in ``out``, and return its address.

    It is an error if a shard is missing or damaged. One shard is in memory at a time.
    """
    store = Store(out)
    made = _read_plan(store)
    found = status(out)
    if found.done < found.shards:
        raise ValueError(f"{found.shards - found.done} of {found.shards} shards are not labeled yet")
    name = f"labels.{made['format']}"
    with store.create(name) as file:
        if made["format"] == "csv":
            _join_csv(store, made, file)
        else:
            _join_tables(store, made, file)
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
    if made.get("version") != _VERSION:
        raise ValueError(
            f"the plan in {store.address} has the version {made.get('version')}, not {_VERSION}: go on with the "
            "foursight that made it, or choose another folder"
        )
    return made


def _n_shards(made: dict[str, Any]) -> int:
    return len(made["offsets"]) - 1


def _row_range(made: dict[str, Any], shard: int) -> tuple[int, int]:
    start = shard * made["rows_per_shard"]
    return start, min(start + made["rows_per_shard"], made["rows"])


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
        # In a file, a blank line is no position.
        lines = ["" if line is None else str(line) or "[]" for line in dataset]
        if any("\n" in line for line in lines):
            raise ValueError("a position of a list is one line; grids go into an array of boards")
        name, contents = "dataset.txt", "".join(line + "\n" for line in lines).encode(errors="surrogatepass")
    if not store.exists(name):
        store.write(name, contents)
    elif store.read(name) != contents:
        raise ValueError(f"{store.address} has another data set: choose another folder, or delete it")
    address = f"{store.address.rstrip('/')}/{name}"
    return address if "://" in address else os.path.abspath(address)


def _read_outline(
    address: str, column: str, rows_per_shard: int
) -> tuple[int, list[int], list[str], str]:
    """How many rows a file has, where its shards begin, in bytes of a text and otherwise in rows, and hashes: of each shard
    of a text, and of the file."""
    kind = _kind(address)
    with open_file(address) as file:
        try:
            if kind in ("txt", "csv"):
                return _outline(file.read, column if kind == "csv" else None, rows_per_shard)
            n_rows = _Npy(file).n_rows if kind == "npy" else _Column(file, kind, column).n_rows
        except ValueError as error:
            raise ValueError(f"{address}: {error}") from None
        if n_rows == 0:
            raise ValueError(f"{address}: it has no rows")
        file.seek(0)
        sha256 = hashlib.sha256()
        while block := file.read(1 << 20):
            sha256.update(block)
    return n_rows, [*range(0, n_rows, rows_per_shard), n_rows], [], sha256.hexdigest()


def _kind(address: str) -> str:
    kind = address.rsplit(".", 1)[-1].lower()
    kind = {"lines": "txt", "feather": "arrow", "ipc": "arrow"}.get(kind, kind)
    if kind not in ("txt", "csv", "npy", "parquet", "arrow"):
        raise ValueError(f"{address} must end in .txt, .csv, .npy, .parquet or .arrow, which says what it is")
    return kind


def _read_rows(made: dict[str, Any], shard: int, start: int, stop: int) -> _Rows:
    address, kind = made["dataset"], _kind(made["dataset"])
    if kind in ("txt", "csv"):
        contents = read_file(address, *made["offsets"][shard : shard + 2])
        header = read_file(address, 0, made["offsets"][0]) if kind == "csv" else b""
        if not _is_shard(made["hashes"][shard], header, contents):
            raise ValueError(f"{address} has changed since it was planned")
        return _Rows.of_file(contents, header or None, made["column"], made["size"], made["connect"])
    with open_file(address) as file:
        if kind == "npy":
            boards = _Npy(file).read(start, stop)
            return _Rows.of_positions(_arrays.positions(boards, made["layout"], made["connect"] or 4))
        values = _Column(file, kind, made["column"]).read(start, stop)
    return _Rows.of_values(values, made["size"], made["connect"])


class _Npy:
    """An array in a file, of which a part can be read."""

    def __init__(self, file: IO[bytes]) -> None:
        version = np.lib.format.read_magic(file)
        read_header = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }.get(version)
        if read_header is None:
            raise ValueError(f"it is an array in the version {version}, which has no boards")
        self._file = file
        self._shape, is_by_columns, self._type = read_header(file)
        self._start = file.tell()
        if is_by_columns or self._type.hasobject or not self._shape:
            raise ValueError("it is not a C-ordered array of boards: store np.ascontiguousarray(boards)")
        self.n_rows: int = self._shape[0]

    def read(self, start: int, stop: int) -> NDArray[Any]:
        n_bytes = int(np.prod(self._shape[1:])) * self._type.itemsize
        self._file.seek(self._start + start * n_bytes)
        contents = self._file.read((stop - start) * n_bytes)
        return np.frombuffer(contents, dtype=self._type).reshape(len(contents) // n_bytes, *self._shape[1:])


class _Column:
    """A column of a Parquet or Arrow file, of which a part can be read: the groups of rows that have some of it."""

    def __init__(self, file: IO[bytes], kind: str, column: str) -> None:
        pa = _pyarrow()
        self._column = column
        if kind == "parquet":
            self._parquet = optional("pyarrow.parquet", "pyarrow").ParquetFile(file)
            groups = range(self._parquet.num_row_groups)
            self._lengths = [self._parquet.metadata.row_group(group).num_rows for group in groups]
            names = self._parquet.schema_arrow.names
        else:
            self._parquet = None
            names = pa.ipc.open_file(file).schema.names
            options = pa.ipc.IpcReadOptions(included_fields=[names.index(column)] if column in names else None)
            file.seek(0)
            self._arrow = pa.ipc.open_file(file, options=options)
            groups = range(self._arrow.num_record_batches)
            self._lengths = [self._arrow.get_batch(group).num_rows for group in groups]
        if column not in names:
            raise ValueError(f"it has no column {column!r}; its columns are {', '.join(names)}")
        self.n_rows = sum(self._lengths)

    def read(self, start: int, stop: int) -> list[Any]:
        values: list[Any] = []
        first = 0
        for group, length in enumerate(self._lengths):
            low, high = max(start - first, 0), min(stop - first, length)
            if low < high:
                values += self._group(group).slice(low, high - low).to_pylist()
            first += length
        return values

    def _group(self, group: int) -> Any:
        if self._parquet is not None:
            return self._parquet.read_row_group(group, columns=[self._column]).column(0)
        return self._arrow.get_batch(group).column(0)


def _pyarrow(otherwise: str = "") -> Any:
    return optional("pyarrow", "pyarrow", otherwise)


def _encode(labels: _Labels, format: str) -> bytes:
    pa = _pyarrow()
    types = {
        "row": pa.int64(),
        "score": pa.int8(),
        "scores": pa.list_(pa.int8()),
        "best": pa.list_(pa.int8()),
        "distance": pa.int8(),
    }
    columns = labels.columns()
    schema = pa.schema([(name, types.get(name, pa.string())) for name in columns])
    sink = io.BytesIO()
    with _table_writer(sink, format, schema) as writer:
        writer.write_table(pa.table(columns, schema=schema))
    return sink.getvalue()


def _table_writer(file: IO[bytes], format: str, schema: Any) -> Any:
    if format == "parquet":
        return optional("pyarrow.parquet", "pyarrow").ParquetWriter(file, schema)
    return _pyarrow().ipc.new_file(file, schema)


def _table(contents: bytes, format: str) -> Any:
    pa = _pyarrow()
    if format == "parquet":
        return optional("pyarrow.parquet", "pyarrow").read_table(pa.BufferReader(contents))
    return pa.ipc.open_file(pa.BufferReader(contents)).read_all()


def _join_csv(store: Store, made: dict[str, Any], file: IO[bytes]) -> None:
    for shard in range(_n_shards(made)):
        start, stop = _row_range(made, shard)
        table = store.read(f"shards/{_name(made, shard)}")
        try:
            header, rows = _shard_body(table, start, stop - start)
        except ValueError as error:
            raise _damaged(made, shard, error) from None
        file.write(header if shard == 0 else b"")
        file.write(rows)


def _join_tables(store: Store, made: dict[str, Any], file: IO[bytes]) -> None:
    writer: Any = None
    try:
        for shard in range(_n_shards(made)):
            contents = store.read(f"shards/{_name(made, shard)}")
            try:
                table = _table(contents, made["format"])
                rows = table.column("row").to_pylist()
            except (_pyarrow().ArrowInvalid, KeyError, OSError) as error:
                raise _damaged(made, shard, error) from None
            if rows != list(range(*_row_range(made, shard))):
                raise _damaged(made, shard, "it does not have its rows")
            writer = writer or _table_writer(file, made["format"], table.schema)
            writer.write_table(table)
    finally:
        if writer is not None:
            writer.close()


def _damaged(made: dict[str, Any], shard: int, why: object) -> ValueError:
    return ValueError(f"shards/{_name(made, shard)} is damaged ({why}): delete it to label it again")
