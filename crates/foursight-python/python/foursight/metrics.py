"""How well a player plays, measured on fixed positions with the exact score of every move.

>>> import foursight
>>> from foursight import metrics
>>> report = metrics.measure(foursight.Level(10), "games-v1")
>>> report.best, report.kept, report.loss
(1.0, 1.0, 0.0)

``foursight.agents`` makes players from Kaggle files, engines, OpenSpiel bots and language models.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import UNKNOWN
from ._foursight import Position
from .datasets import PositionSet, load


@dataclass(frozen=True)
class Report:
    """The average quality of moves over positions.

    Each error is half of a 95 % confidence interval: ``best`` plus or minus ``best_error``. It assumes that the
    positions are a random sample of those that the set represents.
    """

    n: int
    """The number of graded moves."""

    illegal: float
    """The share of unplayable answers. They count as neither best nor kept, and cost as much as the worst move."""

    best: float
    """The share of moves that no other move beats, from 0 to 1."""

    best_error: float
    """The error of ``best``."""

    kept: float
    """The share of moves that keep the result: a win stays a win, a draw a draw."""

    kept_error: float
    """The error of ``kept``."""

    loss: float
    """How much lower they score than the best move, on average."""

    loss_error: float
    """The error of ``loss``; NaN for a single move."""

    by_ply: dict[int, Report]
    """The same for the positions with each number of discs."""

    by_idea: dict[str, Report]
    """In a set of mistakes, the same for each idea that refutes them."""

    def __str__(self) -> str:
        rows = [("all", self), *((str(ply), report) for ply, report in self.by_ply.items()), *self.by_idea.items()]
        width = max(len(name) for name, _ in [("discs", self), *rows])
        lines = [f"{'discs':>{width}} {'moves':>5} {'best':>14} {'kept':>14} {'loss':>13} {'illegal':>7}"]
        for name, row in rows:
            best, kept = f"{row.best:6.1%} ± {row.best_error:5.1%}", f"{row.kept:6.1%} ± {row.kept_error:5.1%}"
            loss = f"{row.loss:5.2f} ± {row.loss_error:5.2f}"
            lines.append(f"{name:>{width}} {row.n:5} {best} {kept} {loss} {row.illegal:7.1%}")
        return "\n".join(lines)


_Z = 1.96


def _share_and_error(flags: NDArray[np.bool_]) -> tuple[float, float]:
    """A share, and its error according to Agresti and Coull, which is not 0 even if all values are equal."""
    n = len(flags) + _Z**2
    adjusted = (flags.sum() + _Z**2 / 2) / n
    return float(flags.mean()), float(_Z * np.sqrt(adjusted * (1 - adjusted) / n))


def grade(
    columns: ArrayLike, positions: PositionSet | str = "games-v1", *, count_illegal: bool = False
) -> Report:
    """Grade one column for each position of a set, counted from 0: for example, those that a network chose.

    A column that cannot be played is an error, or with ``count_illegal`` a bad answer.
    """
    chosen_set = load(positions) if isinstance(positions, str) else positions
    chosen = np.asarray(columns)
    if chosen.shape != (len(chosen_set),):
        raise ValueError(f"columns have the shape {chosen.shape}, but there are {len(chosen_set)} positions")
    scores = chosen_set.scores.astype(np.int64)
    is_column = (chosen >= 0) & (chosen < scores.shape[1])
    own = scores[np.arange(len(chosen)), np.where(is_column, chosen, 0).astype(np.int64)]
    is_illegal = ~is_column | (own == UNKNOWN)
    if is_illegal.any() and not count_illegal:
        place = int(np.flatnonzero(is_illegal)[0])
        raise ValueError(f"position {place} ({chosen_set.moves[place]}): column {chosen[place]} cannot be played")
    most = scores.max(axis=1)
    worst = np.where(scores == UNKNOWN, most[:, None], scores).min(axis=1)
    is_best = ~is_illegal & (own == most)
    is_kept = ~is_illegal & (np.sign(own) == np.sign(most))
    loss = most - np.where(is_illegal, worst, own)

    def report(
        rows: NDArray[np.int64], by_ply: dict[int, Report] | None = None, by_idea: dict[str, Report] | None = None
    ) -> Report:
        spread = float(loss[rows].std(ddof=1)) if len(rows) > 1 else float("nan")
        return Report(
            len(rows),
            float(is_illegal[rows].mean()),
            *_share_and_error(is_best[rows]),
            *_share_and_error(is_kept[rows]),
            float(loss[rows].mean()),
            _Z * spread / len(rows) ** 0.5,
            by_ply or {},
            by_idea or {},
        )

    ply, ideas = chosen_set.ply, np.array([idea or "" for idea in chosen_set.ideas])
    by_ply = {int(one): report(np.flatnonzero(ply == one)) for one in np.unique(ply)}
    by_idea = {str(one): report(np.flatnonzero(ideas == one)) for one in np.unique(ideas) if one}
    return report(np.arange(len(chosen)), by_ply, by_idea)


def measure(
    player: Callable[[Position], int | None],
    positions: PositionSet | str = "games-v1",
    *,
    count_illegal: bool = False,
) -> Report:
    """Let a player choose in each position of a set, and grade its moves as ``grade`` does; None is no column."""
    chosen_set = load(positions) if isinstance(positions, str) else positions
    columns = (player(position) for position in chosen_set.positions)
    return grade([-1 if one is None else int(one) for one in columns], chosen_set, count_illegal=count_illegal)
