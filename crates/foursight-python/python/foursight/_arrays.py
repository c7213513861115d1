"""Boards as arrays, in the shapes of other packages."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._foursight import Position, Positions

UNKNOWN = -128
"""Stands for a missing score in arrays: a full column, an impossible board, or an unfinished search."""

LAYOUTS = ("grid", "flat", "planes", "pettingzoo", "openspiel", "bitbully")
"""How boards lie in arrays:

- ``grid``: (rows, columns) from the top; 0 empty, 1 the first player, 2 or -1 the second.
- ``flat``: the same in one dimension, as in the observations of Kaggle.
- ``planes``: (2, rows, columns) from the top, as networks in the style of AlphaZero take them; the discs of the side to
  move, then those of the other.
- ``pettingzoo``: (rows, columns, 2) from the top; the discs of the side to move, then those of the other.
- ``openspiel``: (3, rows, columns) from the bottom; the discs of the first player, of the second, and the empty cells.
- ``bitbully``: (columns, rows) from the bottom; 0 empty, 1 the first player, 2 the second.
"""

_STANDARD = (6, 7)

_INVALID = 3


def shape(layout: str, height: int, width: int) -> tuple[int, ...]:
    """The shape of one board in a layout."""
    shapes: dict[str, tuple[int, ...]] = {
        "grid": (height, width),
        "flat": (height * width,),
        "planes": (2, height, width),
        "pettingzoo": (height, width, 2),
        "openspiel": (3, height, width),
        "bitbully": (width, height),
    }
    if layout not in shapes:
        raise ValueError(f"{layout!r} is not a layout; the layouts are {', '.join(LAYOUTS)}")
    return shapes[layout]


def _layout(given: tuple[int, ...]) -> str:
    """The layout of one board with this shape."""
    by_shape = {shape(layout, *_STANDARD): layout for layout in LAYOUTS}
    layout = by_shape.get(given, "grid" if len(given) == 2 else None)
    if layout is None:
        raise ValueError(f"no board has the shape {given}: name its layout, one of {', '.join(LAYOUTS)}")
    return layout


def _cells(array: Any) -> NDArray[np.int8]:
    """The values as small integers; anything that is not one becomes a value that no cell has."""
    values = np.asarray(array)
    if values.dtype == np.int8:
        return values
    if values.dtype.kind not in "biuf":
        raise TypeError(f"an array of boards holds numbers, not {values.dtype}")
    is_small = (values >= -1) & (values <= 2) & (values == np.floor(values))
    return np.where(is_small, values, _INVALID).astype(np.int8)


def _grids(array: Any, layout: str | None) -> NDArray[np.int8]:
    """Boards as (boards, rows, columns) from the top, with 0, 1 and 2; other values are impossible."""
    cells = _cells(array)
    layout = layout or _layout(cells.shape[1:])
    if cells.ndim != 1 + len(shape(layout, *_STANDARD)):
        raise ValueError(f"a board in the layout {layout} cannot have the shape {cells.shape[1:]}")
    if layout == "flat":
        if cells.shape[1] != 42:
            raise ValueError(f"a flat board has 42 cells, not {cells.shape[1]}: reshape it to a grid")
        return _signed(cells.reshape(-1, *_STANDARD))
    if layout == "bitbully":
        return cells.transpose(0, 2, 1)[:, ::-1, :]
    if layout in ("planes", "pettingzoo"):
        axis, name = (1, "first") if layout == "planes" else (3, "last")
        if cells.shape[axis] != 2:
            raise ValueError(f"the layout {layout} has 2 planes, in the {name} dimension")
        return _of_planes(*np.moveaxis(cells, axis, 0))
    if layout == "openspiel":
        if cells.shape[1] != 3:
            raise ValueError("the layout openspiel has 3 planes, in the first dimension")
        first, second, empty = np.moveaxis(cells[:, :, ::-1], 1, 0)
        one_each = (first + second + empty == 1) & _is_plane(empty)
        return np.where(one_each, _join(first, second), _INVALID).astype(np.int8)
    return _signed(cells)


def numbers_of(columns: ArrayLike) -> bytes:
    """Columns as bytes, in which what is not a column of any board stays none."""
    chosen = np.asarray(columns)
    if chosen.size and chosen.dtype.kind not in "iu":
        raise TypeError(f"columns are whole numbers, not {chosen.dtype}")
    return (chosen.astype(np.uint8) if chosen.dtype.itemsize == 1 else chosen.clip(-1, 255).astype(np.uint8)).tobytes()


def _signed(cells: NDArray[np.int8]) -> NDArray[np.int8]:
    return np.where(cells == -1, 2, cells).astype(np.int8)


def _is_plane(cells: NDArray[np.int8]) -> NDArray[np.bool_]:
    return np.isin(cells, (0, 1))


def _join(first: NDArray[np.int8], second: NDArray[np.int8]) -> NDArray[np.int8]:
    """The discs of two planes, none in both."""
    is_sound = _is_plane(first) & _is_plane(second) & (first + second < 2)
    return np.where(is_sound, first + 2 * second, _INVALID).astype(np.int8)


def _of_planes(mover: NDArray[np.int8], other: NDArray[np.int8]) -> NDArray[np.int8]:
    """The discs of planes that begin with the side to move, which is the first player if there are as many of both."""
    is_first = (mover == 1).sum(axis=(1, 2)) == (other == 1).sum(axis=(1, 2))
    first = np.where(is_first[:, None, None], mover, other)
    second = np.where(is_first[:, None, None], other, mover)
    return _join(first, second)


def positions(array: Any, layout: str | None = None, connect: int = 4) -> Positions:
    """The positions of an array of boards, the first dimension one board after another."""
    grids = np.ascontiguousarray(_grids(array, layout))
    _, height, width = grids.shape
    return Positions._of_boards(grids.tobytes(), width, height, connect)


def position(array: Any, layout: str | None = None, connect: int = 4) -> Position:
    """The position of an array with one board."""
    return positions(np.asarray(array)[None], layout, connect)[0]


def sound(positions: Positions, name: str) -> Positions:
    """The positions, if all are possible and open, and there are any."""
    for place, error in positions.errors.items():
        raise ValueError(f"{name}: number {place}: {error}")
    for place in range(len(positions)):
        if positions[place].is_over:
            raise ValueError(f"{name}: number {place}: the game is over")
    if not len(positions):
        raise ValueError(f"{name} is empty")
    return positions


def boards(positions: Positions, layout: str = "grid") -> NDArray[np.int8]:
    """The boards of positions in a layout; an impossible one is empty."""
    shape(layout, *_STANDARD)
    cells, width, height = positions._boards(layout)
    return np.frombuffer(cells, dtype=np.int8).reshape(-1, *shape(layout, height, width))


def to_array(position: Position, layout: str = "grid") -> NDArray[np.int8]:
    """The board of one position in a layout."""
    board = shape(layout, position.height, position.width)
    return np.frombuffer(position._board(layout), dtype=np.int8).reshape(board).copy()
