"""Folders, local or at any address that fsspec knows, in which files appear complete or not at all."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from ._optional import optional

_OBJECTS = {"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "memory"}
"""What stores a file in one step, so that nobody sees a part of it. Elsewhere files get their names at the end."""


_AT_ONCE = 32
"""The number of files that are requested at the same time."""


class Store:
    """A folder."""

    def __init__(self, address: str | os.PathLike[str]) -> None:
        self.address = os.fspath(address)
        self._files: Any = None
        self._root = self.address
        if "://" in self.address:
            self._files, self._root = optional("fsspec", "fsspec").core.url_to_fs(self.address)
        self._is_of_objects = self.address.partition("://")[0] in _OBJECTS

    def path(self, name: str) -> str:
        """The address of a file."""
        return f"{self.address.rstrip('/')}/{name}"

    def _path(self, name: str) -> str:
        return f"{self._root.rstrip('/')}/{name}"

    def exists(self, name: str) -> bool:
        """Whether a file is there."""
        path = self._path(name)
        if not self._files:
            return os.path.exists(path)
        try:
            # Asking for a byte is a single request; fsspec lists folders before it says that a file is
            # missing.
            self._files.cat_file(path, start=0, end=1)
        except FileNotFoundError:
            return False
        return True

    def read(self, name: str) -> bytes:
        """The contents of a file."""
        path = self._path(name)
        return bytes(self._files.cat_file(path)) if self._files else Path(path).read_bytes()

    def read_each(self, names: Sequence[str]) -> Iterator[bytes]:
        """The contents of files, one after another. At an address, several are requested at a time."""
        if not self._files:
            yield from map(self.read, names)
            return
        for start in range(0, len(names), _AT_ONCE):
            yield from self._requested(names[start : start + _AT_ONCE], None)

    def heads(self, names: Sequence[str], n_bytes: int) -> list[bytes]:
        """The beginnings of files."""
        if self._files:
            return self._requested(names, n_bytes)
        found = []
        for name in names:
            with open(self._path(name), "rb") as file:
                found.append(file.read(n_bytes))
        return found

    def _requested(self, names: Sequence[str], end: int | None) -> list[bytes]:
        """Files at an address, up to a byte, requested together."""
        # From byte 0: without a start, s3fs asks for the size of the file, or searches the list of the whole folder for
        # it.
        found = self._files.cat_ranges([self._path(name) for name in names], 0, end)
        # Some versions of fsspec return errors, whatever they are asked for.
        for error in found:
            if isinstance(error, BaseException):
                raise error
        return [bytes(contents) for contents in found]

    def stamp(self, name: str) -> object:
        """A value that changes when a local file is replaced; always None elsewhere, where a check would be a request."""
        if self._files:
            return None
        found = os.stat(self._path(name))
        return found.st_mtime_ns, found.st_ino

    def names(self, folder: str) -> list[str]:
        """The files in a folder within this one, without those that are not whole."""
        path = self._path(folder)
        if self._files:
            self._files.invalidate_cache()
            try:
                found = self._files.ls(path, detail=False)
            except FileNotFoundError:
                found = []
        else:
            found = os.listdir(path) if os.path.isdir(path) else []
        return visible(found)

    def delete(self, name: str) -> None:
        """Deletes a file."""
        path = self._path(name)
        if self._files:
            self._files.rm_file(path)
        else:
            os.remove(path)

    def write(self, name: str, contents: bytes) -> None:
        """Writes a file."""
        if self._is_of_objects:
            self._files.pipe_file(self._path(name), contents)
            return
        with self.create(name) as file:
            file.write(contents)

    def claim(self, name: str, contents: bytes) -> bool:
        """Writes a file unless it exists; returns whether it did so. Of several processes, only one succeeds."""
        path = self._path(name)
        try:
            if self._files:
                if not self._is_of_objects:
                    self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
                # One request with a condition, in object stores.
                self._files.pipe_file(path, contents, mode="create")
            else:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "xb") as file:
                    file.write(contents)
        except FileExistsError:
            return False
        return True

    def delete_folder(self, folder: str) -> None:
        """Deletes a folder of files, if it is there."""
        path = self._path(folder)
        if not self._files:
            shutil.rmtree(path, ignore_errors=True)
        elif names := self.names(folder):
            self._files.rm([f"{path}/{name}" for name in names])

    @contextmanager
    def create(self, name: str) -> Iterator[IO[bytes]]:
        """A file to fill, which appears once it is complete."""
        path = self._path(name)
        if self._files:
            with tempfile.TemporaryDirectory() as folder:
                local = os.path.join(folder, "file")
                with open(local, "wb") as file:
                    yield file
                if self._is_of_objects:
                    self._files.put_file(local, path)
                    return
                self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
                part = _part(path)
                self._files.put_file(local, part)
                self._files.mv(part, path)
            return
        os.makedirs(os.path.dirname(path), exist_ok=True)
        part = _part(path)
        try:
            with open(part, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(part, path)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise
        if os.name == "posix":
            entry = os.open(os.path.dirname(path), os.O_RDONLY)
            try:
                os.fsync(entry)
            finally:
                os.close(entry)


def _part(path: str) -> str:
    folder, _, last = path.rpartition("/")
    return f"{folder}/.{last}.{uuid.uuid4().hex}"


def visible(paths: Sequence[Any]) -> list[str]:
    """The names of files that are not hidden, in order."""
    names = (str(path).rstrip("/").rsplit("/", 1)[-1] for path in paths)
    return sorted(name for name in names if not name.startswith("."))


def open_file(address: str, start: int = 0, stop: int | None = None) -> IO[bytes]:
    """A file to read from a place on; if `stop` is given, only up to there."""
    if "://" in address:
        fsspec = optional("fsspec", "fsspec")
        if stop is not None:
            files, path = fsspec.core.url_to_fs(address)
            return io.BytesIO(files.cat_file(path, start=start, end=stop) if start < stop else b"")
        file: IO[bytes] = fsspec.open(address, "rb").open()
    else:
        file = open(address, "rb")
    file.seek(start)
    return file


def files_in(address: str) -> list[str] | None:
    """The names of the files in a folder, in order; None if it is a file."""
    if "://" in address:
        files, path = optional("fsspec", "fsspec").core.url_to_fs(address)
        if not files.isdir(path):
            return None
        return visible([one["name"] for one in files.ls(path, detail=True) if one["type"] == "file"])
    if not os.path.isdir(address):
        return None
    return visible([entry.path for entry in os.scandir(address) if entry.is_file()])
