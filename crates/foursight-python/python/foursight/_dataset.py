"""The data sets that can be labeled: a file, or a folder of files of one kind."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from ._foursight import _hash_of_values, _other_names, _Plan, _Rows, _Texts
from ._optional import optional
from ._store import files_in, open_file

_KINDS = {
    **dict.fromkeys(("txt", "lines"), "txt"),
    "csv": "csv",
    "npy": "npy",
    "parquet": "parquet",
    **dict.fromkeys(("arrow", "feather", "ipc"), "arrow"),
}


def pyarrow(otherwise: str = "") -> Any:
    return optional("pyarrow", "pyarrow", otherwise)


class Dataset:
    """A data set; any part of its rows can be read."""

    def __init__(self, address: str, files: Sequence[str] | None, column: str, layout: str | None) -> None:
        self.address = address
        self.files = files_in(address) or [] if files is None else list(files)
        self._column = column
        self._layout = layout
        if self.files:
            names, folder = self.files, address
        else:
            folder, _, name = address.replace(os.sep, "/").rpartition("/")
            names = [name]
        self._names = names
        self._folder = folder
        kinds = {_kind(name): name for name in reversed(names)}
        if len(kinds) > 1:
            both = " and ".join(sorted(kinds.values()))
            raise ValueError(f"{address} has files of several kinds ({both}): keep only one kind")
        (self._kind,) = kinds
        self._schema: Any = None
        self._last_part: tuple[int, Any] = (-1, None)

    def _open(self, name: str, start: int = 0, stop: int | None = None) -> IO[bytes]:
        return open_file(f"{self._folder}/{name}", start, stop)

    @cached_property
    def _texts(self) -> _Texts | None:
        if self._kind not in ("txt", "csv"):
            return None
        return _Texts(self._names, self._column if self._kind == "csv" else None, self._open)

    def _part(self, place: int) -> _Npy | _Column:
        """One of the files that are not text. The last one stays open, because its shards follow one another."""
        if self._last_part[0] != place:
            name = self._names[place]
            try:
                file = self._open(name)
                part = _Npy(file) if self._kind == "npy" else _Column(file, self._kind, self._column)
                self._schema = self._schema or part.schema
                if part.schema != self._schema:
                    raise ValueError(f"its columns differ from those of {self._names[0]}")
            except ValueError as error:
                raise ValueError(f"{self._folder}/{name}: {error}") from None
            self._last_part = place, part
        found: _Npy | _Column = self._last_part[1]
        return found

    def outline(self, rows_per_shard: int) -> dict[str, Any]:
        """The number of rows, the sizes of the files, the starts of the shards, and their hashes."""
        if self._texts is not None:
            try:
                outline: dict[str, Any] = json.loads(self._texts.outline(rows_per_shard))
            except ValueError as error:
                raise ValueError(f"{self._folder}/{error}") from None
            return outline
        sizes = [self._part(place).n_rows for place in range(len(self._names))]
        n_rows = sum(sizes)
        if n_rows == 0:
            raise ValueError(f"{self.address}: it has no rows")
        offsets = [*range(0, n_rows, rows_per_shard), n_rows]
        shards = zip(offsets, offsets[1:], strict=False)
        hashes = [self._hash(self._read(start, stop, sizes, only=self._column)) for start, stop in shards]
        return {"rows": n_rows, "sizes": sizes, "offsets": offsets, "hashes": hashes}

    def other_columns(self, plan: _Plan, values: list[str]) -> list[str]:
        """The names, in the labels, of all columns but that of the positions."""
        names = self._texts.names(plan) if self._texts is not None else self._part(0).names
        return _other_names(names, self._column, values) if names else []

    def rows(self, plan: _Plan, made: dict[str, Any], shard: int) -> tuple[_Rows, list[Any]]:
        """The rows of a shard, and its other columns, if Arrow keeps their types. ``made`` is the content of the plan."""
        changed = ValueError(f"{self.address} has changed since it was planned")
        if self._texts is not None:
            texts = self._texts.rows(plan, shard)
            if texts is None:
                raise changed
            return texts, []
        parts = self._read(*plan.rows(shard), made["sizes"])
        if self._hash(parts) != made["hashes"][shard]:
            raise changed
        if self._kind == "npy":
            return _Rows.of_positions(_arrays.positions(np.concatenate(parts), self._layout, made["connect"] or 4)), []
        table = pyarrow().concat_tables(parts)
        place = table.column_names.index(self._column)
        others = [column for other, column in enumerate(table.columns) if other != place]
        values = table.column(place).to_pylist()
        if made["format"] != "csv":
            return _Rows.of_values(values, [], plan), others
        return _Rows.of_values(values, [_texts(column) for column in others], plan), []

    def _read(self, start: int, stop: int, sizes: list[int], only: str | None = None) -> list[Any]:
        found, first = [], 0
        for place, size in enumerate(sizes):
            low, high = max(start - first, 0), min(stop - first, size)
            if low < high:
                found.append(self._part(place).read(low, high, only))
            first += size
        return found

    def _hash(self, parts: list[Any]) -> str:
        if self._kind != "npy":
            return _hash_of_values([value for part in parts for value in part.column(self._column).to_pylist()])
        sha256 = hashlib.sha256()
        for part in parts:
            sha256.update(f"{part.shape[1:]} {part.dtype} ".encode() + part.tobytes())
        return sha256.hexdigest()[:16]


def _of_batch(pa: Any, batch: Any, names: list[str] | None) -> Any:
    table = pa.Table.from_batches([batch])
    return table if names is None else table.select(names)


def _texts(column: Any) -> list[str]:
    return ["" if value is None else str(value) for value in column.to_pylist()]


def _kind(name: str) -> str:
    stem, _, ending = name.lower().rpartition(".")
    plain = stem.rpartition(".")[2] if ending in ("gz", "zst") else ending
    kind = _KINDS.get(plain)
    if kind is None or (plain != ending and kind not in ("txt", "csv")):
        raise ValueError(
            f"{name} must end in .txt or .csv (.gz or .zst may follow), .npy, .parquet or .arrow, to show its format"
        )
    return kind


class _Npy:
    """An array in a file; any part of it can be read."""

    names: list[str] = []
    schema: Any = None
    """It has no columns."""

    def __init__(self, file: IO[bytes]) -> None:
        version = np.lib.format.read_magic(file)
        read_header = {
            (1, 0): np.lib.format.read_array_header_1_0,
            (2, 0): np.lib.format.read_array_header_2_0,
        }.get(version)
        if read_header is None:
            raise ValueError(f"boards cannot be read from version {version} of the .npy format")
        self._file = file
        self._shape, is_by_columns, self._type = read_header(file)
        self._start = file.tell()
        if is_by_columns or self._type.hasobject or not self._shape:
            raise ValueError("it is not a C-ordered array of boards: store np.ascontiguousarray(boards)")
        self.n_rows: int = self._shape[0]

    def read(self, start: int, stop: int, only: str | None = None) -> NDArray[Any]:
        n_bytes = int(np.prod(self._shape[1:])) * self._type.itemsize
        self._file.seek(self._start + start * n_bytes)
        contents = self._file.read((stop - start) * n_bytes)
        return np.frombuffer(contents, dtype=self._type).reshape(len(contents) // n_bytes, *self._shape[1:])


class _Column:
    """A Parquet or Arrow file with a column of positions; any part of its rows can be read."""

    def __init__(self, file: IO[bytes], kind: str, column: str) -> None:
        pa = pyarrow()
        if kind == "parquet":
            parquet = optional("pyarrow.parquet", "pyarrow").ParquetFile(file)
            self._lengths = [parquet.metadata.row_group(group).num_rows for group in range(parquet.num_row_groups)]
            self.schema: Any = parquet.schema_arrow
            self._read_group: Callable[[int, list[str] | None], Any] = lambda group, names: parquet.read_row_group(
                group, columns=names
            )
        else:
            arrow = pa.ipc.open_file(file)
            self._lengths = [arrow.get_batch(group).num_rows for group in range(arrow.num_record_batches)]
            self.schema = arrow.schema
            self._read_group = lambda group, names: _of_batch(pa, arrow.get_batch(group), names)
        self.names: list[str] = self.schema.names
        if column not in self.names:
            raise ValueError(f"it has no column {column!r}; its columns are {', '.join(self.names)}")
        self.n_rows = sum(self._lengths)
        self._last: tuple[Any, Any] = (None, None)

    def read(self, start: int, stop: int, only: str | None = None) -> Any:
        found, first = [], 0
        for group, length in enumerate(self._lengths):
            low, high = max(start - first, 0), min(stop - first, length)
            if low < high:
                found.append(self._group(group, only).slice(low, high - low))
            first += length
        return pyarrow().concat_tables(found) if found else self.schema.empty_table()

    def _group(self, group: int, only: str | None) -> Any:
        """A group of rows, with one column or all of them: several shards may need parts of the same group."""
        if self._last[0] != (group, only):
            self._last = (group, only), self._read_group(group, None if only is None else [only])
        return self._last[1]
