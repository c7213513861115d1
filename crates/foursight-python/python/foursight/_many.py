"""Many positions at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from ._arrays import UNKNOWN
from ._foursight import Positions

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import Layout, PositionLike, SearchOptions


@dataclass(frozen=True, eq=False)
class Solutions(Sequence[Any]):
    """What is proved of many positions: one row for each.

    After ``solve_many`` the arrays have the shape (positions,), after ``scores_many`` (positions, columns).

    As a sequence it has a score for each position, or a list of those of its columns; None where there is none. A slice
    is the solutions of some positions.

    >>> solutions = foursight.solve_many(["4455", "9", ""])
    >>> list(solutions), solutions[-1], solutions[1:].errors
    ([18, None, 1], 1, {0: "move 1: '9' is not a column from 1 to 7"})
    """

    scores: NDArray[np.int8]
    """The scores; ``UNKNOWN`` where nothing can be played, the board is impossible, or a limit came first."""

    lower: NDArray[np.int8]
    """Each score is at least this; ``UNKNOWN`` where there is none."""

    upper: NDArray[np.int8]
    """Each score is at most this; ``UNKNOWN`` where there is none."""

    valid: NDArray[np.bool_]
    """Whether each position is possible."""

    errors: dict[int, str]
    """Why positions are impossible, by place."""

    @property
    def verdict(self) -> NDArray[np.str_]:
        """``win``, ``draw`` or ``loss`` for the side to move, as far as it is proved; otherwise an empty string."""
        low, high = (np.sign(bounds.astype(np.int16)) for bounds in (self.lower, self.upper))
        is_proved = (low == high) & (self.lower != UNKNOWN)
        return np.where(is_proved, np.array(["loss", "draw", "win"])[low + 1], "")

    def __len__(self) -> int:
        return len(self.scores)

    @overload
    def __getitem__(self, place: int) -> Any: ...

    @overload
    def __getitem__(self, place: slice) -> Solutions: ...

    def __getitem__(self, place: int | slice) -> Any:
        if isinstance(place, slice):
            places = range(len(self))[place]
            errors = {new: self.errors[old] for new, old in enumerate(places) if old in self.errors}
            return Solutions(self.scores[place], self.lower[place], self.upper[place], self.valid[place], errors)
        scores = self.scores[place].tolist()
        if isinstance(scores, list):
            return [None if score == UNKNOWN else score for score in scores]
        return None if scores == UNKNOWN else scores

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.scores, dtype=dtype, copy=True if copy is None else copy)


def _read(positions: Any, layout: Layout | None, connect: int | None) -> Positions:
    if isinstance(positions, Positions):
        return positions
    if isinstance(positions, np.ndarray) and positions.dtype.kind not in "USO":
        return _arrays.positions(positions, layout, 4 if connect is None else connect)
    if isinstance(positions, str):
        raise TypeError("one string is one position: pass a list of them, or call solve")
    if layout is not None:
        return _arrays.positions(np.asarray(positions), layout, 4 if connect is None else connect)
    return Positions(positions, connect=connect)


def _solve(positions: Positions, each_move: bool, options: SearchOptions) -> Solutions:
    lower, upper, n_columns = positions._solve(each_move, dict(options))
    shape = (len(positions), n_columns) if each_move else (len(positions),)
    low, high = (np.frombuffer(bounds, dtype=np.int8).reshape(shape) for bounds in (lower, upper))
    valid = np.frombuffer(positions._valid(), dtype=np.bool_)
    scores = np.where(low == high, low, UNKNOWN).astype(np.int8)
    return Solutions(scores, low, high, valid, positions.errors)


def solve_many(
    positions: Iterable[PositionLike] | NDArray[Any],
    *,
    layout: Layout | None = None,
    connect: int | None = None,
    **options: Unpack[SearchOptions],
) -> Solutions:
    """Solve many positions on all cores: a list of what ``Position`` takes, or an array of boards.

    ``layout`` names how boards lie in an array, one of ``LAYOUTS``; without it, the shape tells the layouts of the
    standard board apart. The options are those of ``solve``: ``time_limit`` is for all positions together, ``nodes``
    for each, and ``progress`` is called with how many are done and how many there are. Other threads of Python go on
    meanwhile. The scores do not depend on the number of threads.

    >>> foursight.solve_many(["4455", [3, 3, 3]], threads=2).scores
    array([18, -1], dtype=int8)
    >>> boards = np.zeros((2, 6, 7), dtype=np.int8)
    >>> boards[1, 0, 0] = 1  # it floats
    >>> solutions = foursight.solve_many(boards)
    >>> solutions.valid, solutions.errors
    (array([ True, False]), {1: 'row 1, cell 1: a disc floats'})
    """
    return _solve(_read(positions, layout, connect), False, options)


def scores_many(
    positions: Iterable[PositionLike] | NDArray[Any],
    *,
    layout: Layout | None = None,
    connect: int | None = None,
    **options: Unpack[SearchOptions],
) -> Solutions:
    """Score every move of many positions; the arguments are those of ``solve_many``.

    >>> foursight.scores_many(["", "444444"]).scores
    array([[  -2,   -1,    0,    1,    0,   -1,   -2],
           [  -1,    0,    1, -128,    1,    0,   -1]], dtype=int8)
    """
    return _solve(_read(positions, layout, connect), True, options)
