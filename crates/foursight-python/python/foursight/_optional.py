"""Packages that only some functions need."""

from __future__ import annotations

import importlib
from typing import Any


def optional(name: str, package: str) -> Any:
    """A module of a package; an error says how to install it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"this needs {package}: pip install {package}") from error
