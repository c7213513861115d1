"""Types for type checkers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, TypedDict, Union

from typing_extensions import TypeAlias

from ._foursight import Books, Game, Position

PositionLike: TypeAlias = Union[Position, Game, str, Iterable[int]]
Player: TypeAlias = Literal["first", "second"]
Outcome: TypeAlias = Literal["first", "second", "draw"]
Layout: TypeAlias = Literal["grid", "flat", "pettingzoo", "openspiel", "bitbully"]
Notation: TypeAlias = Literal[
    "moves", "zero-based", "grid", "ascii", "emoji", "nested", "symbols", "flat", "uci"
]


class SearchOptions(TypedDict, total=False):
    """What a search may use, and when it stops."""

    book: bool | Books
    threads: int | None
    table_mib: int | None
    time_limit: float | None
    nodes: int | None
    weak: bool
    progress: Callable[..., Any] | None
