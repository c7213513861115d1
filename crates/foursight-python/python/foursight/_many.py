"""Many positions at once."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from ._arrays import UNKNOWN
from ._foursight import Books, Positions
from ._optional import optional

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped, unused-ignore]
    import polars

    from ._types import Layout, Notation, PositionLike


@dataclass(frozen=True, eq=False)
class Solutions(Sequence[Any]):
    """What is proved about many positions: one row for each.

    After ``solve_many`` the arrays have the shape (positions,), after ``scores_many`` (positions, columns).

    As a sequence, it has a score for each position, or a list of its columns' scores; None where there is no score. A
    slice holds the solutions of some positions.

    >>> solutions = foursight.solve_many(["4455", "9", ""])
    >>> list(solutions), solutions[-1], solutions[1:].errors
    ([18, None, 1], 1, {0: "move 1: '9' is not a column from 1 to 7"})
    """

    scores: NDArray[np.int8]
    """The scores, or with ``weak`` their signs; ``UNKNOWN`` where nothing can be played, the board is impossible, or a
    limit came first."""

    lower: NDArray[np.int8]
    """Each score is at least this; ``UNKNOWN`` where there is no score."""

    upper: NDArray[np.int8]
    """Each score is at most this; ``UNKNOWN`` where there is no score."""

    valid: NDArray[np.bool_]
    """Whether each position is possible."""

    errors: dict[int, str]
    """Why positions are impossible, by index."""

    @property
    def verdict(self) -> NDArray[np.str_]:
        """``win``, ``draw`` or ``loss`` for the side to move, if that is proved; otherwise an empty string."""
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

    def to_pandas(self) -> pandas.DataFrame:
        """The solutions as a pandas data frame: a row for each position, with an index from 0.

        The columns are ``score``, ``lower``, ``upper``, ``verdict`` and ``error``, each empty where there is none.
        After ``scores_many`` there is one of each of the first four per column of the board: ``score_0``, ``score_1``
        and so on.

        >>> foursight.solve_many(["4455", "9"]).to_pandas()["score"].tolist()
        [18, <NA>]
        """
        frame: pandas.DataFrame = optional("pandas", "pandas").DataFrame(self._columns())
        numbers = frame.select_dtypes("int8").astype("Int8")
        frame[numbers.columns] = numbers.mask(numbers == UNKNOWN)
        return frame

    def to_polars(self) -> polars.DataFrame:
        """The same as a polars data frame.

        >>> foursight.scores_many(["444444"]).to_polars().select("score_2", "score_3").row(0)
        (1, None)
        """
        module, columns = optional("polars", "polars"), self._columns()
        texts = {name: module.String for name, values in columns.items() if isinstance(values, list)}
        frame: polars.DataFrame = module.DataFrame(columns, schema_overrides=texts)
        return frame.with_columns(module.col(module.Int8).replace(UNKNOWN, None))

    def _columns(self) -> dict[str, NDArray[Any] | list[str | None]]:
        arrays: dict[str, NDArray[Any]] = {"score": self.scores, "lower": self.lower, "upper": self.upper}
        arrays["verdict"] = self.verdict
        if self.scores.ndim == 2:
            arrays = {f"{name}_{i}": part for name, array in arrays.items() for i, part in enumerate(array.T)}
        columns: dict[str, NDArray[Any] | list[str | None]] = {
            name: array if array.dtype == np.int8 else [word or None for word in array.tolist()]
            for name, array in arrays.items()
        }
        columns["error"] = [self.errors.get(place) for place in range(len(self))]
        return columns

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.scores, dtype=dtype, copy=True if copy is None else copy)


def read_positions(
    positions: Any, layout: Layout | None = None, connect: int | None = None, notation: Notation | None = None
) -> Positions:
    """Positions from a list or an array; what stands beside them is obeyed or refused."""
    if type(positions).__module__.partition(".")[0] == "pyarrow":
        positions = positions.to_pylist()
    if layout is not None and isinstance(positions, Positions):
        raise TypeError("layout says how boards lie in an array: leave it out for Positions")
    if layout is not None or _has_cells(positions):
        if notation is not None:
            raise TypeError("notation says how texts are read: leave it out for an array of boards")
        boards = np.asarray(positions)
        is_one = boards.ndim < 2 or boards.ndim == 2 and boards.shape[1] != 42 and layout in (None, "grid")
        if is_one and boards.dtype.kind in "biuf":
            raise ValueError(f"the shape {boards.shape} is not that of many boards: for one, pass array[None]")
        return _arrays.positions(boards, layout, 4 if connect is None else connect)
    if notation is not None and isinstance(positions, Positions):
        raise TypeError("notation says how texts are read: leave it out for Positions")
    if notation is None and not isinstance(positions, (str, Positions)):
        positions = list(positions)
        warn_of_zeros(positions)
    return Positions(positions, connect=connect, notation=notation)


def _has_cells(positions: Any) -> bool:
    """Whether an array holds the cells of boards, and not texts."""
    return isinstance(positions, (np.ndarray, np.generic)) and positions.dtype.kind not in "USO"


def warn_of_zeros(texts: Iterable[Any]) -> None:
    """Warn of lists of moves that seem to count columns from 0, of which only those with a 0 are errors."""
    digits = [text for text in texts if isinstance(text, str) and text.isdecimal()]
    if n_zeros := sum("0" in text for text in digits):
        message = f"{n_zeros} of {len(digits)} lists of moves have a 0, but all are read as counting columns from 1"
        warnings.warn(f"{message}: pass notation='zero-based' if they count from 0", stacklevel=4)


def _solve(positions: Positions, each_move: bool, **options: Any) -> Solutions:
    lower, upper, n_columns = positions._solve(each_move, options)
    shape = (len(positions), n_columns) if each_move else (len(positions),)
    low, high = (np.frombuffer(bounds, dtype=np.int8).reshape(shape) for bounds in (lower, upper))
    valid = np.frombuffer(positions._valid(), dtype=np.bool_)
    ends = [low, high]
    if options["weak"]:
        ends = [np.where(bounds == UNKNOWN, UNKNOWN, np.sign(bounds)) for bounds in ends]
    scores = np.where(ends[0] == ends[1], ends[0], UNKNOWN).astype(np.int8)
    return Solutions(scores, low, high, valid, positions.errors)


def solve_many(
    positions: Iterable[PositionLike] | NDArray[Any],
    *,
    layout: Layout | None = None,
    notation: Notation | None = None,
    connect: int | None = None,
    book: bool | Books = True,
    threads: int | None = None,
    table_mib: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    weak: bool = False,
    progress: Callable[[int, int], Any] | None = None,
) -> Solutions:
    """Solve many positions on all cores: a list or pyarrow array of what ``Position`` takes, or an array of boards.

    ``layout`` names how boards lie in an array, one of ``LAYOUTS``; without it, the shape distinguishes the layouts of
    the standard board. ``notation`` says how texts are read, as for ``Position``: ``zero-based`` for lists of moves that
    count columns from 0. With ``weak``, scores are only 1 for a win, 0 for a draw and -1 for a loss. A position on a board
    whose line length differs from ``connect`` is impossible. The other
    options are those of ``solve``: ``time_limit`` applies to all positions together, ``nodes`` to each one, and
    ``progress`` is called with the number of positions done and their total. Other Python threads keep running. The
    scores do not depend on the number of threads.

    >>> foursight.solve_many(["4455", [3, 3, 3]], threads=2).scores
    array([18, -1], dtype=int8)
    >>> boards = np.zeros((2, 6, 7), dtype=np.int8)
    >>> boards[1, 0, 0] = 1  # it floats
    >>> solutions = foursight.solve_many(boards)
    >>> solutions.valid, solutions.errors
    (array([ True, False]), {1: 'row 1, cell 1: a disc floats'})
    """
    return _solve(
        read_positions(positions, layout, connect, notation),
        False,
        book=book,
        threads=threads,
        table_mib=table_mib,
        time_limit=time_limit,
        nodes=nodes,
        weak=weak,
        progress=progress,
    )


def scores_many(
    positions: Iterable[PositionLike] | NDArray[Any],
    *,
    layout: Layout | None = None,
    notation: Notation | None = None,
    connect: int | None = None,
    book: bool | Books = True,
    threads: int | None = None,
    table_mib: int | None = None,
    time_limit: float | None = None,
    nodes: int | None = None,
    weak: bool = False,
    progress: Callable[[int, int], Any] | None = None,
) -> Solutions:
    """Score every move of many positions; the arguments are those of ``solve_many``.

    >>> foursight.scores_many(["", "444444"]).scores
    array([[  -2,   -1,    0,    1,    0,   -1,   -2],
           [  -1,    0,    1, -128,    1,    0,   -1]], dtype=int8)
    """
    return _solve(
        read_positions(positions, layout, connect, notation),
        True,
        book=book,
        threads=threads,
        table_mib=table_mib,
        time_limit=time_limit,
        nodes=nodes,
        weak=weak,
        progress=progress,
    )
