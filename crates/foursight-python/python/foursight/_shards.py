"""The shards of a plan: how they are labeled, stored and joined."""

from __future__ import annotations

import hashlib
import io
import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from ._dataset import Dataset, pyarrow
from ._foursight import (
    Books,
    _Claims,
    _header_and_rows,
    _Labels,
    _Plan,
    _rows_with_errors,
    _shard_head,
    _with_rows,
)
from ._optional import optional
from ._store import Store

PLAN = "plan.json"

LEASE = _Claims.LEASE
"""The number of seconds for which a claim stays valid without renewal."""

_HEAD_BYTES = 1 << 12
"""More than the beginning of a shard has, which says how it was made."""


def read_plan(store: Store) -> _Plan:
    try:
        contents = store.read(PLAN)
    except FileNotFoundError:
        raise FileNotFoundError(f"{store.address} has no plan: call plan first") from None
    try:
        return _Plan.read(contents)
    except ValueError as error:
        raise ValueError(f"the plan in {store.address}: {error}") from None


def heads(store: Store, plan: _Plan) -> dict[int, dict[str, Any]]:
    """The descriptions of how the existing shards were made."""
    names = set(store.names("shards"))
    shards = [shard for shard in range(plan.n_shards) if _Plan.shard_name(shard) in names]
    files = [f"shards/{_Plan.shard_name(shard)}" for shard in shards]
    found = {}
    for shard, head in zip(shards, store.heads(files, _HEAD_BYTES), strict=True):
        try:
            found[shard] = json.loads(_shard_head(head))
        except ValueError:
            # The shard is damaged, which is reported when the shards are joined.
            continue
    return found


class Work:
    """A plan, and the open resources to carry it out: a process opens them once for all its shards."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.plan = read_plan(store)
        self.stamp = store.stamp(PLAN)
        self.made = json.loads(self.plan.json())
        self.fingerprint = fingerprint(self.plan)
        self.data = Dataset(self.made["dataset"], self.made["files"], self.made["column"], self.made["layout"])
        self.others = self.data.other_columns(self.plan, self.made["values"])
        files = [store.read(f"books/{name}") for name in self.made["books"]]
        self.books = Books(files, embedded=self.made["embedded_books"])
        self._of_thread = threading.local()
        self.missing: set[int] = set()
        """The shards that were missing at the last look."""

    def label(self, shard: int, options: dict[str, Any], redo: bool = False) -> None:
        """Label a shard; only the rows with an error if they are to be labeled again."""
        name = f"shards/{_Plan.shard_name(shard)}"
        is_csv = self.made["format"] == "csv"
        rows, others = self.data.rows(self.plan, self.made, shard)
        first, stop = self.plan.rows(shard)
        numbers, old, table = list(range(first, stop)), None, b""
        if redo:
            old, table = self.plan.read_shard(self.store.read(name), shard)
            if is_csv:
                numbers = _rows_with_errors(table)
            else:
                before = table_of(table, self.made["format"])
                is_wrong = before.column("error").is_valid()
                numbers = before.filter(is_wrong).column("row").to_pylist()
            places = [number - first for number in numbers]
            rows, others = rows.take(places), [column.take(places) for column in others]
        found = self.plan.label(rows, numbers, [] if others else self.others, {**options, "book": self.books})
        if is_csv:
            new = found.csv()
            new = _with_rows(table, new, numbers, first) if redo else new
        else:
            labels = _arrow_labels(found)
            for other, column in zip(self.others, others, strict=False):
                labels = labels.append_column(other, column)
            if redo:
                kept = before.filter(optional("pyarrow.compute", "pyarrow").invert(is_wrong))
                labels = pyarrow().concat_tables([kept, labels]).sort_by("row")
            new = _encode(labels, self.made["format"])
        self.store.write(name, found.shard(shard, new, old))


    @property
    def claims(self) -> _Claims:
        """The claims of this thread."""
        if not hasattr(self._of_thread, "claims"):
            self._of_thread.claims = _Claims(self.store, LEASE)
        claims: _Claims = self._of_thread.claims
        return claims

    def take(self, at_last: list[int]) -> int | None:
        """Claims a shard that is missing, or one of `at_last` if none is. Waits while other processes have claimed all; None
        once they have finished."""

        def missing() -> list[int]:
            names = set(self.store.names("shards"))
            self.missing = {n for n in range(self.plan.n_shards) if _Plan.shard_name(n) not in names}
            return sorted(self.missing) or at_last

        while isinstance(turn := self.claims.take(missing), float):
            time.sleep(turn)
        return turn

    def label_claimed(self, shard: int, options: dict[str, Any]) -> None:
        """Labels a shard that was taken."""
        progress = options["progress"]

        def report(n_done: int, n_rows: int) -> None:
            self.renew()
            if progress is not None:
                progress(n_done, n_rows)

        try:
            self.label(shard, {**options, "progress": report})
        except BaseException:
            self.give_up()
            raise
        self.missing.discard(shard)

    def renew(self) -> None:
        """Renews the claim when due."""
        # If this fails, another process may do the same work, which is harmless.
        with suppress(Exception):
            self.claims.renew()

    def give_up(self) -> None:
        """Gives up the claim."""
        # If this fails, other processes have to wait.
        with suppress(Exception):
            self.claims.give_up()


_OPEN: dict[str, Work] = {}
"""The work of this process, by its folder."""


def opened(out: str) -> Work:
    """The work in a folder. The plan is read again only if its file has changed, where checking that costs nothing."""
    work = _OPEN.get(out)
    if work is None or work.stamp != work.store.stamp(PLAN):
        forget()
        work = _OPEN[out] = Work(Store(out))
    return work


def forget() -> None:
    """Forgets the work of this process, because the plan may have been replaced."""
    _OPEN.clear()


def fingerprint(plan: _Plan) -> str:
    """The same text for equal plans only. The plan itself grows with the shards, too large to send with each task."""
    return hashlib.sha256(plan.json().encode()).hexdigest()


def task(out: str, plan: str, options: dict[str, Any], redo: bool, shard: int) -> None:
    """Labels a shard that is known to be missing, or to have errors; ``plan`` is its fingerprint."""
    if out in _OPEN and _OPEN[out].fingerprint != plan:
        forget()
    opened(out).label(shard, options, redo)


def join(
    store: Store, plan: _Plan, tick: Callable[[], None] = lambda: None
) -> tuple[list[dict[str, Any]], dict[int, str]]:
    """Writes the labels of all shards into one file, while no process claims any. Returns how the shards were made, and
    what is wrong with damaged ones: these are deleted, and nothing is written. Calls `tick` repeatedly."""
    n_missing = plan.n_shards - len(
        {_Plan.shard_name(shard) for shard in range(plan.n_shards)} & set(store.names("shards"))
    )
    if n_missing:
        raise ValueError(f"{n_missing} of {plan.n_shards} shards are not labeled yet")
    form = json.loads(plan.json())["format"]
    found: list[dict[str, Any]] = []
    damaged: dict[int, str] = {}
    try:
        with store.create(f"labels.{form}") as file, _Joined(file, form) as joined:
            names = [f"shards/{_Plan.shard_name(shard)}" for shard in range(plan.n_shards)]
            for shard, (name, contents) in enumerate(zip(names, store.read_each(names), strict=True)):
                tick()
                try:
                    head, table = plan.read_shard(contents, shard)
                except ValueError as error:
                    damaged[shard] = f"{name} is damaged ({error}): deleted, to be labeled again"
                    store.delete(name)
                    continue
                found.append(json.loads(head))
                joined.add(table)
            if damaged:
                raise _NotWholeError
    except _NotWholeError:
        return found, damaged
    store.delete_folder("claims")
    return found, damaged


class _NotWholeError(Exception):
    """Some shards are damaged."""


class _Joined:
    """A file of labels, to which one table after another is added."""

    def __init__(self, file: IO[bytes], form: str) -> None:
        self._file = file
        self._form = form
        self._is_first = True
        self._writer: Any = None

    def __enter__(self) -> _Joined:
        return self

    def __exit__(self, *error: object) -> None:
        if self._writer is not None:
            self._writer.close()

    def add(self, contents: bytes) -> None:
        if self._form == "csv":
            header, rows = _header_and_rows(contents)
            self._file.write(header if self._is_first else b"")
            self._file.write(rows)
        else:
            table = table_of(contents, self._form)
            self._writer = self._writer or _table_writer(self._file, self._form, table.schema)
            self._writer.write_table(table)
        self._is_first = False


def _arrow_labels(labels: _Labels) -> Any:
    pa = pyarrow()
    types = {
        "row": pa.int64(),
        "score": pa.int8(),
        "scores": pa.list_(pa.int8()),
        "best": pa.list_(pa.int8()),
        "distance": pa.int8(),
    }
    columns = labels.columns()
    return pa.table(columns, schema=pa.schema([(name, types.get(name, pa.string())) for name in columns]))


def _encode(table: Any, form: str) -> bytes:
    sink = io.BytesIO()
    with _table_writer(sink, form, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue()


def _table_writer(file: IO[bytes], form: str, schema: Any) -> Any:
    if form == "parquet":
        return optional("pyarrow.parquet", "pyarrow").ParquetWriter(file, schema)
    return pyarrow().ipc.new_file(file, schema)


def table_of(contents: bytes, form: str) -> Any:
    """The table in a Parquet or Arrow file."""
    pa = pyarrow()
    if form == "parquet":
        return optional("pyarrow.parquet", "pyarrow").read_table(pa.BufferReader(contents))
    return pa.ipc.open_file(pa.BufferReader(contents)).read_all()
