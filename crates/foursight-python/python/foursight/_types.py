"""Types for type checkers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, Union

from typing_extensions import TypeAlias

from ._foursight import Game, Position

PositionLike: TypeAlias = Union[Position, Game, str, Iterable[int]]
Player: TypeAlias = Literal["first", "second"]
Outcome: TypeAlias = Literal["first", "second", "draw"]
Layout: TypeAlias = Literal["grid", "flat", "planes", "pettingzoo", "openspiel", "bitbully"]
Notation: TypeAlias = Literal[
    "moves", "zero-based", "grid", "ascii", "emoji", "nested", "symbols", "flat", "uci"
]
Progress: TypeAlias = Callable[[int, int, int, float], Any]
