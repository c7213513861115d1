"""Folders, local or at any address that fsspec knows, in which files appear whole or not at all."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from ._optional import optional


class Store:
    """A folder."""

    def __init__(self, address: str | os.PathLike[str]) -> None:
        self.address = os.fspath(address)
        self._files: Any = None
        self._root = self.address
        if "://" in self.address:
            fsspec = optional("fsspec", "fsspec")
            self._files, self._root = fsspec.core.url_to_fs(self.address)

    def _path(self, name: str) -> str:
        return f"{self._root.rstrip('/')}/{name}"

    def exists(self, name: str) -> bool:
        """Whether a file is there."""
        path = self._path(name)
        return bool(self._files.exists(path)) if self._files else os.path.exists(path)

    def read(self, name: str) -> bytes:
        """The contents of a file."""
        path = self._path(name)
        return bytes(self._files.cat_file(path)) if self._files else Path(path).read_bytes()

    def names(self, folder: str) -> list[str]:
        """The files in a folder within this one, without those that are not whole."""
        path = self._path(folder)
        if self._files:
            self._files.invalidate_cache()
            found = self._files.ls(path, detail=False) if self._files.exists(path) else []
        else:
            found = os.listdir(path) if os.path.isdir(path) else []
        names = (str(one).rstrip("/").rsplit("/", 1)[-1] for one in found)
        return sorted(name for name in names if not name.startswith("."))

    def write(self, name: str, contents: bytes) -> None:
        """Writes a file."""
        with self.create(name) as file:
            file.write(contents)

    @contextmanager
    def create(self, name: str) -> Iterator[IO[bytes]]:
        """A file to fill, which has another name until all of it is there."""
        folder, _, last = name.rpartition("/")
        part = f"{folder}/.{last}.{uuid.uuid4().hex}" if folder else f".{last}.{uuid.uuid4().hex}"
        path, part = self._path(name), self._path(part)
        if self._files:
            self._files.makedirs(path.rpartition("/")[0], exist_ok=True)
            try:
                with self._files.open(part, "wb") as file:
                    yield file
                self._files.mv(part, path)
            except BaseException:
                if self._files.exists(part):
                    self._files.rm_file(part)
                raise
            return
        os.makedirs(os.path.dirname(path), exist_ok=True)
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


def open_file(address: str | os.PathLike[str]) -> IO[bytes]:
    """A file to read, any part of it at a time."""
    address = os.fspath(address)
    if "://" in address:
        file: IO[bytes] = optional("fsspec", "fsspec").open(address, "rb").open()
        return file
    return open(address, "rb")


def read_file(address: str | os.PathLike[str], start: int, stop: int) -> bytes:
    """Some bytes of a file."""
    address = os.fspath(address)
    if "://" in address:
        files, path = optional("fsspec", "fsspec").core.url_to_fs(address)
        return bytes(files.cat_file(path, start=start, end=stop))
    with open(address, "rb") as file:
        file.seek(start)
        return file.read(stop - start)
