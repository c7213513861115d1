"""Boards as arrays of colors, for videos."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._arrays import to_array
from ._foursight import Position

_CELL, _RADIUS = 64, 26

_BOARD = (0x12, 0x24, 0x4D)
_HOLE_AND_DISCS = np.array([(0xF4, 0xF6, 0xFB), (0xE5, 0x39, 0x35), (0xFD, 0xD8, 0x35)], dtype=np.uint8)


def rgb_array(position: Position) -> NDArray[np.uint8]:
    """The board, (height, width, 3): the first player's discs are red, the second's yellow."""
    to_center = np.arange(_CELL) - (_CELL - 1) / 2
    is_disc = to_center[:, None] ** 2 + to_center**2 < _RADIUS**2
    cells = _HOLE_AND_DISCS[to_array(position)].repeat(_CELL, axis=0).repeat(_CELL, axis=1)
    discs = np.tile(is_disc, (position.height, position.width))
    return np.where(discs[..., None], cells, np.array(_BOARD, dtype=np.uint8))


def render(position: Position, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The picture or text that an environment shows in one of ``MODES``."""
    if mode is None:
        return None
    return str(position) if mode == "ansi" else rgb_array(position)


MODES = ["ansi", "rgb_array"]


def check_mode(mode: str | None) -> None:
    """Raise an error for a mode that does not exist."""
    if mode not in (None, *MODES):
        raise ValueError(f'render_mode is {mode!r}; it must be None, "ansi" or "rgb_array"')
