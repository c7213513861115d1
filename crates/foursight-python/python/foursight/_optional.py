"""Packages that only some functions need."""

from __future__ import annotations

import importlib
from typing import Any


def optional(name: str, package: str, otherwise: str = "") -> Any:
    """A module of a package; an error says how to install the package, or what to do instead."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        message = f"this needs {package}: pip install {package}"
        raise ImportError(f"{message}, {otherwise}" if otherwise else message) from error
