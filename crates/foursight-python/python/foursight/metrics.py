"""How well a player plays, measured on fixed positions whose every move has its exact score.

>>> import foursight
>>> from foursight import metrics
>>> report = metrics.measure(foursight.Level(10), "games-v1")
>>> report.best, report.kept, report.loss
(1.0, 1.0, 0.0)

Papers can compare: a set never changes, and its name says its version.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import UNKNOWN
from ._foursight import Position

SETS = ("games-v1", "random-v1")
"""The sets of positions: of games between levels, and of random games; 25 for each number of discs from
2 to 36, and all with fewer discs, a position and its mirror image counted once."""

_FULL = -1000


@dataclass(frozen=True, eq=False)
class PositionSet:
    """Open positions in which there is a choice, with the exact score of every move."""

    name: str
    """What it is called."""

    moves: list[str]
    """The columns that lead to each position, counted from 1."""

    scores: NDArray[np.int8]
    """The score of each column, (positions, columns); ``UNKNOWN`` for a full one."""

    def __len__(self) -> int:
        return len(self.moves)

    @property
    def positions(self) -> list[Position]:
        """The positions."""
        return [Position(moves, notation="moves") for moves in self.moves]

    @property
    def ply(self) -> NDArray[np.int64]:
        """How many discs each position has."""
        return np.array([len(moves) for moves in self.moves])


def load(name: str = "games-v1") -> PositionSet:
    """One of ``SETS``.

    >>> metrics.load("games-v1").scores.shape
    (880, 7)
    """
    if name not in SETS:
        raise ValueError(f"there is no set {name!r}; there are {', '.join(SETS)}")
    text = (files("foursight") / "data" / f"{name}.txt").read_text(encoding="utf-8")
    moves, scores = [], []
    for line in text.splitlines():
        if not line.startswith("#"):
            position, values = line.split(" ", 1)
            moves.append(position)
            scores.append([UNKNOWN if value == str(_FULL) else int(value) for value in values.split()])
    return PositionSet(name, moves, np.array(scores, dtype=np.int8))


@dataclass(frozen=True)
class Report:
    """How good moves were, on average over positions."""

    n: int
    """How many moves were graded."""

    best: float
    """The share of moves that no other move beats, from 0 to 1."""

    kept: float
    """The share of moves that keep the result: a win stays a win, a draw a draw."""

    loss: float
    """How much less than the best move they score, on average."""

    by_ply: dict[int, Report]
    """The same for the positions with each number of discs."""

    def __str__(self) -> str:
        rows = [("all", self), *((str(ply), report) for ply, report in self.by_ply.items())]
        lines = [f"{'discs':>5} {'moves':>5} {'best':>6} {'kept':>6} {'loss':>6}"]
        for name, row in rows:
            lines.append(f"{name:>5} {row.n:5} {row.best:6.1%} {row.kept:6.1%} {row.loss:6.2f}")
        return "\n".join(lines)


def grade(columns: ArrayLike, positions: PositionSet | str = "games-v1") -> Report:
    """Grade one column for each position of a set: what a network chose, for example."""
    chosen_set = load(positions) if isinstance(positions, str) else positions
    chosen = np.asarray(columns)
    if chosen.shape != (len(chosen_set),):
        raise ValueError(f"columns have the shape {chosen.shape}, but there are {len(chosen_set)} positions")
    scores = chosen_set.scores.astype(np.int64)
    is_column = (chosen >= 0) & (chosen < scores.shape[1])
    played = scores[np.arange(len(chosen)), np.where(is_column, chosen, 0).astype(np.int64)]
    illegal = np.flatnonzero(~is_column | (played == UNKNOWN))
    if illegal.size:
        place = int(illegal[0])
        raise ValueError(f"position {place} ({chosen_set.moves[place]}): column {chosen[place]} cannot be played")
    most = scores.max(axis=1)

    def report(rows: NDArray[np.int64], by_ply: dict[int, Report]) -> Report:
        own, best = played[rows], most[rows]
        kept = np.sign(own) == np.sign(best)
        return Report(
            len(rows), float((own == best).mean()), float(kept.mean()), float((best - own).mean()), by_ply
        )

    ply = chosen_set.ply
    by_ply = {int(one): report(np.flatnonzero(ply == one), {}) for one in np.unique(ply)}
    return report(np.arange(len(chosen)), by_ply)


def measure(
    player: Callable[[Position], int], positions: PositionSet | str = "games-v1"
) -> Report:
    """Let a player choose in each position of a set, and grade its moves."""
    chosen_set = load(positions) if isinstance(positions, str) else positions
    return grade([int(player(position)) for position in chosen_set.positions], chosen_set)
