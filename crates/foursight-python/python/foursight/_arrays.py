"""Boards as arrays, in the shapes of other packages."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._foursight import Position, Positions

UNKNOWN = -128
"""Stands for a missing score in arrays: a full column, an impossible board, or an unfinished search."""

LAYOUTS = ("grid", "flat", "pettingzoo", "openspiel", "bitbully")
"""How boards lie in arrays:

- ``grid``: (rows, columns) from the top; 0 empty, 1 the first player, 2 or -1 the second.
- ``flat``: the same in one dimension, as in the observations of Kaggle.
- ``pettingzoo``: (rows, columns, 2) from the top; the discs of the side to move, then those of the other.
- ``openspiel``: (3, rows, columns) from the bottom; the discs of the first player, of the second, and the empty cells.
- ``bitbully``: (columns, rows) from the bottom; 0 empty, 1 the first player, 2 the second.
"""

_STANDARD = (6, 7)

_INVALID = 3


def _layout(shape: tuple[int, ...]) -> str:
    """The layout of one board with this shape."""
    by_shape = {
        (42,): "flat",
        (7, 6): "bitbully",
        (6, 7, 2): "pettingzoo",
        (3, 6, 7): "openspiel",
    }
    layout = by_shape.get(shape, "grid" if len(shape) == 2 else None)
    if layout is None:
        raise ValueError(f"no board has the shape {shape}: name its layout, one of {', '.join(LAYOUTS)}")
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
    n_dimensions = {"grid": 3, "flat": 2, "pettingzoo": 4, "openspiel": 4, "bitbully": 3}
    if layout not in n_dimensions:
        raise ValueError(f"{layout!r} is not a layout; the layouts are {', '.join(LAYOUTS)}")
    if cells.ndim != n_dimensions[layout]:
        raise ValueError(f"a board in the layout {layout} cannot have the shape {cells.shape[1:]}")
    if layout == "flat":
        if cells.shape[1] != 42:
            raise ValueError(f"a flat board has 42 cells, not {cells.shape[1]}: reshape it to a grid")
        return _signed(cells.reshape(-1, *_STANDARD))
    if layout == "bitbully":
        return cells.transpose(0, 2, 1)[:, ::-1, :]
    if layout == "pettingzoo":
        if cells.shape[3] != 2:
            raise ValueError("the layout pettingzoo has 2 planes, in the last dimension")
        return _of_planes(cells[..., 0], cells[..., 1])
    if layout == "openspiel":
        if cells.shape[1] != 3:
            raise ValueError("the layout openspiel has 3 planes, in the first dimension")
        first, second, empty = np.moveaxis(cells[:, :, ::-1], 1, 0)
        one_each = (first + second + empty == 1) & _is_plane(empty)
        return np.where(one_each, _join(first, second), _INVALID).astype(np.int8)
    return _signed(cells)


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


def boards(positions: Positions, layout: str = "grid") -> NDArray[np.int8]:
    """The boards of positions in a layout; an impossible one is empty."""
    cells, width, height = positions._boards()
    grids = np.frombuffer(cells, dtype=np.int8).reshape(-1, height, width)
    if layout == "grid":
        return grids
    if layout == "flat":
        return grids.reshape(len(grids), -1)
    if layout == "bitbully":
        return np.ascontiguousarray(grids[:, ::-1, :].transpose(0, 2, 1))
    first, second = (grids == 1).astype(np.int8), (grids == 2).astype(np.int8)
    if layout == "openspiel":
        return np.stack([first, second, 1 - first - second], axis=1)[:, :, ::-1].copy()
    if layout == "pettingzoo":
        is_first = (first.sum(axis=(1, 2)) == second.sum(axis=(1, 2)))[:, None, None]
        mover, other = np.where(is_first, first, second), np.where(is_first, second, first)
        return np.stack([mover, other], axis=3)
    raise ValueError(f"{layout!r} is not a layout; the layouts are {', '.join(LAYOUTS)}")


def to_array(position: Position, layout: str = "grid") -> NDArray[np.int8]:
    """The board of one position in a layout."""
    one: NDArray[np.int8] = boards(Positions([position]), layout)[0]
    return one.copy()
