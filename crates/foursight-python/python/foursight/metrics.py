"""How well a player plays, measured on fixed positions with the exact score of every move.

>>> import foursight
>>> from foursight import metrics
>>> report = metrics.measure(foursight.Level(10), "games-v1")
>>> report.best, report.kept, report.loss
(1.0, 1.0, 0.0)

``foursight.agents`` makes players from Kaggle files, engines and OpenSpiel bots, and ``foursight.answers`` from what
language models write.
"""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrays import UNKNOWN
from ._foursight import Position, why
from .datasets import PositionSet, from_positions, load
from .games import PlayedGame

Player = Callable[[Position], int | None]
"""A function from positions to columns counted from 0; None is no column."""


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

    missing: float
    """The share of positions without an answer, which count like unplayable ones."""

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
        lines = [f"{'discs':>{width}} {'moves':>5} {'best':>14} {'kept':>14} {'loss':>13} {'illegal':>7} {'missing':>7}"]
        for name, row in rows:
            best, kept = f"{row.best:6.1%} ± {row.best_error:5.1%}", f"{row.kept:6.1%} ± {row.kept_error:5.1%}"
            loss = f"{row.loss:5.2f} ± {row.loss_error:5.2f}"
            lines.append(f"{name:>{width}} {row.n:5} {best} {kept} {loss} {row.illegal:7.1%} {row.missing:7.1%}")
        return "\n".join(lines)


_Z = 1.96


def _share_and_error(flags: NDArray[np.bool_]) -> tuple[float, float]:
    """A share, and its error according to Agresti and Coull, which is not 0 even if all values are equal."""
    n = len(flags) + _Z**2
    adjusted = (flags.sum() + _Z**2 / 2) / n
    return float(flags.mean()), float(_Z * np.sqrt(adjusted * (1 - adjusted) / n))


@dataclass(frozen=True)
class _Graded:
    """The quality of one answer for each position of a set."""

    positions: PositionSet
    column: NDArray[np.int64]
    is_illegal: NDArray[np.bool_]
    is_missing: NDArray[np.bool_]
    is_best: NDArray[np.bool_]
    is_kept: NDArray[np.bool_]
    loss: NDArray[np.int64]

    def report(self) -> Report:
        ply, ideas = self.positions.ply, np.array([idea or "" for idea in self.positions.ideas])
        by_ply = {int(one): self._of(np.flatnonzero(ply == one)) for one in np.unique(ply)}
        by_idea = {str(one): self._of(np.flatnonzero(ideas == one)) for one in np.unique(ideas) if one}
        return self._of(np.arange(len(ply)), by_ply, by_idea)

    def _of(
        self,
        rows: NDArray[np.int64],
        by_ply: dict[int, Report] | None = None,
        by_idea: dict[str, Report] | None = None,
    ) -> Report:
        loss = self.loss[rows]
        return Report(
            len(rows),
            float(self.is_illegal[rows].mean()),
            float(self.is_missing[rows].mean()),
            *_share_and_error(self.is_best[rows]),
            *_share_and_error(self.is_kept[rows]),
            *_mean_and_error(loss),
            by_ply or {},
            by_idea or {},
        )


def _mean_and_error(values: NDArray[np.int64]) -> tuple[float, float]:
    """A mean, and its error; NaN for a single value."""
    spread = float(values.std(ddof=1)) if len(values) > 1 else float("nan")
    return float(values.mean()), _Z * spread / len(values) ** 0.5


def _graded(
    columns: ArrayLike | Sequence[int | None], positions: PositionSet | str, *, count_illegal: bool
) -> _Graded:
    chosen_set = load(positions) if isinstance(positions, str) else positions
    given = np.asarray(columns)
    if given.shape != (len(chosen_set),):
        raise ValueError(f"columns have the shape {given.shape}, but there are {len(chosen_set)} positions")
    for one in given.tolist():
        if one is not None and (isinstance(one, bool) or not isinstance(one, (int, np.integer))):
            raise TypeError(f"columns has {one!r}; a column is a whole number counted from 0, or None")
    is_missing = np.array([column is None for column in given.tolist()])
    chosen = np.where(is_missing, -1, given).astype(np.int64)
    scores = chosen_set.scores.astype(np.int64)
    is_column = (chosen >= 0) & (chosen < scores.shape[1])
    own = scores[np.arange(len(chosen)), np.where(is_column, chosen, 0)]
    is_playable = is_column & (own != UNKNOWN)
    if not is_playable.all() and not count_illegal:
        place = int(np.flatnonzero(~is_playable)[0])
        raise ValueError(f"position {place} ({chosen_set.moves[place]}): column {given[place]} cannot be played")
    most = scores.max(axis=1)
    worst = np.where(scores == UNKNOWN, most[:, None], scores).min(axis=1)
    return _Graded(
        positions=chosen_set,
        column=chosen,
        is_illegal=~is_playable & ~is_missing,
        is_missing=is_missing,
        is_best=is_playable & (own == most),
        is_kept=is_playable & (np.sign(own) == np.sign(most)),
        loss=most - np.where(is_playable, own, worst),
    )


def answers_of(player: Player, positions: PositionSet) -> list[int | None]:
    """The column that a player chooses in each position of a set."""
    columns = (player(position) for position in positions.positions)
    return [None if one is None else int(one) for one in columns]


def grade(
    columns: ArrayLike | Sequence[int | None],
    positions: PositionSet | str = "games-v1",
    *,
    count_illegal: bool = False,
) -> Report:
    """Grade one column for each position of a set, counted from 0: for example, those that a network chose.

    A column that cannot be played, or None, is an error, or with ``count_illegal`` a bad answer.
    """
    return _graded(columns, positions, count_illegal=count_illegal).report()


def measure(player: Player, positions: PositionSet | str = "games-v1", *, count_illegal: bool = False) -> Report:
    """Let a player choose in each position of a set, and grade its moves as ``grade`` does; None is no column."""
    chosen_set = load(positions) if isinstance(positions, str) else positions
    return grade(answers_of(player, chosen_set), chosen_set, count_illegal=count_illegal)


def rows(columns: ArrayLike | Sequence[int | None], positions: PositionSet | str = "games-v1") -> list[dict[str, Any]]:
    """One answer for each position of a set, graded: ``moves``, ``column`` counted from 0 (None is no answer),
    ``is_illegal``, ``is_best``, ``is_kept`` and ``loss``.

    >>> metrics.rows([3] * 719, "openings-v1")[0]
    {'moves': '', 'column': 3, 'is_illegal': False, 'is_best': True, 'is_kept': True, 'loss': 0}
    """
    graded = _graded(columns, positions, count_illegal=True)
    names = ("is_illegal", "is_best", "is_kept", "loss")
    values = zip(*(getattr(graded, name).tolist() for name in names), strict=True)
    answers = [None if is_missing else int(column) for column, is_missing in zip(graded.column, graded.is_missing)]
    return [
        {"moves": moves, "column": column, **dict(zip(names, own, strict=True))}
        for moves, column, own in zip(graded.positions.moves, answers, values, strict=True)
    ]


@dataclass(frozen=True)
class Comparison:
    """How much better one player is than another in the same positions."""

    n: int
    """The number of positions."""

    best: float
    """The difference of the shares of best moves."""

    best_error: float
    """Half of its 95 % confidence interval, from the pairs of answers."""

    loss: float
    """The difference of the losses; below 0 if the first player loses less."""

    loss_error: float
    """The error of ``loss``."""

    p: float
    """The probability of shares that differ at least so much if both players are equally good: McNemar's exact test."""

    def __str__(self) -> str:
        return (
            f"the first minus the second in {self.n} positions: best {self.best:+.1%} ± {self.best_error:.1%}, "
            f"loss {self.loss:+.2f} ± {self.loss_error:.2f}; McNemar's p = {self.p:.3g}"
        )


def compare(
    first: ArrayLike | Sequence[int | None],
    second: ArrayLike | Sequence[int | None],
    positions: PositionSet | str = "games-v1",
) -> Comparison:
    """Compare the answers of two players for each position of a set; what cannot be played, or None, is a bad answer.

    >>> metrics.compare([3] * 719, [0] * 719, "openings-v1").p < 1e-9
    True
    """
    one, other = (_graded(columns, positions, count_illegal=True) for columns in (first, second))
    better, worse = (int((a.is_best & ~b.is_best).sum()) for a, b in ((one, other), (other, one)))
    n = better + worse
    tail = sum(math.comb(n, k) for k in range(min(better, worse) + 1))
    best = _mean_and_error(one.is_best.astype(np.int64) - other.is_best)
    loss = _mean_and_error(one.loss - other.loss)
    return Comparison(len(one.loss), *best, *loss, min(1.0, 2 * tail / 2**n))


@dataclass(frozen=True)
class GamesReport:
    """How well somebody played in games."""

    games: int
    """The number of games."""

    retries: int
    """The number of attempts that followed one that could not be played."""

    moves: Report
    """All attempts, graded. ``by_idea`` has those that gave away the result, by the idea that refutes them."""


def grade_games(
    games: Iterable[PlayedGame], *, by: Literal["player", "game"] = "player", progress: Callable[[int, int], Any] | None = None
) -> dict[str, GamesReport]:
    """Grade every attempt at a move in games, for each player, or for each game by its number from 1.

    ``progress(done, all)`` tells how many attempts are graded; to find the ideas takes most of the time.

    >>> from foursight.games import PlayedGame
    >>> report = metrics.grade_games([PlayedGame(("a", "b"), [3, 3, 7, 3, 1])])["a"]
    >>> report.retries, report.moves.n, report.moves.illegal
    (1, 3, 0.3333333333333333)
    """
    if by not in ("player", "game"):
        raise ValueError(f"by is {by!r}; it must be 'player' or 'game'")
    attempts: dict[str, list[tuple[Position, int | None]]] = {}
    n_games, n_retries = Counter[str](), Counter[str]()
    for number, game in enumerate(games, 1):
        names = game.players if by == "player" else (str(number), str(number))
        n_games.update(set(names))
        before = None
        for column, position in zip(game.attempts, game.positions()):
            name = names[position.ply % 2]
            n_retries[name] += position == before
            attempts.setdefault(name, []).append((position, column))
            before = position
    places: dict[Position, int] = {}
    for position, _ in (attempt for own in attempts.values() for attempt in own):
        places.setdefault(position, len(places))
    solved = from_positions(places)
    n_done, n_all = 0, sum(map(len, attempts.values()))
    reports = {}
    # Games repeat their first moves.
    refutation = functools.cache(_refutation)
    for name, own in attempts.items():
        rows = [places[position] for position, _ in own]
        columns = [column for _, column in own]
        scores = solved.scores[rows]
        ideas: list[str | None] = []
        for attempt, values in zip(own, scores.tolist()):
            ideas.append(refutation(*attempt, tuple(values)))
            n_done += 1
            if progress:
                progress(n_done, n_all)
        graded = PositionSet(name, [solved.moves[row] for row in rows], scores, columns, ideas)
        moves = grade(columns, graded, count_illegal=True)
        reports[name] = GamesReport(n_games[name], n_retries[name], moves)
    return reports


def _refutation(position: Position, column: int | None, scores: tuple[int, ...]) -> str | None:
    """The idea that refutes a column that gives away the result, if there is a short reason."""
    if column is None or column not in position.legal_moves or _sign(scores[column]) == _sign(max(scores)):
        return None
    return why(position, column).idea


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


@dataclass(frozen=True)
class PolicyReport:
    """How well a network's numbers fit the exact scores."""

    n: int
    """The number of positions."""

    accuracy: float
    """The share of positions in which a best move has the highest logit of all that can be played."""

    accuracy_error: float
    """The error of ``accuracy``: half of a 95 % confidence interval."""

    cross_entropy: float
    """The mean of minus the logarithm of the probability of all best moves together."""

    calibration: float
    """The mean distance between the probability of the chosen move and the share of best moves among those with about
    that probability, in tenths: the expected calibration error."""

    sign_accuracy: float
    """The share of decided positions whose value has the sign of the score; NaN without values."""


def grade_policy(
    logits: ArrayLike, values: ArrayLike | None = None, positions: PositionSet | str = "games-v1"
) -> PolicyReport:
    """Grade a network by its logits, (positions, columns), and its values for the side to move, (positions,).

    Columns that cannot be played get no probability.

    >>> hard = foursight.datasets.load("hard-v1")
    >>> report = metrics.grade_policy(np.zeros(hard.scores.shape), hard.scores.max(axis=1), hard)
    >>> report.sign_accuracy, report.cross_entropy > 1.5
    (1.0, True)
    """
    chosen_set = load(positions) if isinstance(positions, str) else positions
    scores = chosen_set.scores.astype(np.int64)
    given = np.asarray(logits, dtype=np.float64)
    if given.shape != scores.shape:
        raise ValueError(f"logits have the shape {given.shape}, not {scores.shape}: a row for each position of the set")
    if not np.isfinite(given[scores != UNKNOWN]).all():
        raise ValueError("the logit of a column that can be played is infinite or not a number")
    masked = np.where(scores == UNKNOWN, -np.inf, given)
    odds = np.exp(masked - masked.max(axis=1, keepdims=True))
    probabilities = odds / odds.sum(axis=1, keepdims=True)
    most = scores.max(axis=1)
    is_best = scores == most[:, None]
    every, choice = np.arange(len(scores)), masked.argmax(axis=1)
    is_right, confidence = is_best[every, choice], probabilities[every, choice]
    tenth = np.minimum((confidence * 10).astype(np.int64), 9)
    groups = [tenth == one for one in np.unique(tenth)]
    gaps = sum(group.sum() * abs(is_right[group].mean() - confidence[group].mean()) for group in groups)
    best = np.maximum((probabilities * is_best).sum(axis=1), np.finfo(np.float64).tiny)
    sign_accuracy = float("nan")
    if values is not None:
        value = np.asarray(values, dtype=np.float64)
        if value.shape != most.shape:
            raise ValueError(f"values have the shape {value.shape}, but there are {len(most)} positions")
        is_decided = most != 0
        sign_accuracy = float((np.sign(value) == np.sign(most))[is_decided].mean())
    return PolicyReport(
        len(scores), *_share_and_error(is_right), float(-np.log(best).mean()), float(gaps / len(scores)), sign_accuracy
    )
