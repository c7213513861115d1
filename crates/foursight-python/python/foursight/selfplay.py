"""Labeled positions from games, for training: the exact value of each, and its best moves.

>>> from foursight import selfplay
>>> rows = selfplay.generate(200, level=3, eps=0.2, seed=1)
>>> rows.boards.shape, rows.policy.shape
((200, 2, 6, 7), (200, 7))
>>> train = rows[~rows.is_test]
>>> 150 < len(train) < 200
True
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Union

import numpy as np
from numpy.typing import NDArray

from . import _arrays
from ._arrays import numbers_of
from ._foursight import Books, Level, Position, Positions, _label_games
from ._optional import optional

if TYPE_CHECKING:
    from ._types import Layout, PositionLike

Policy = Callable[[Positions], Any]
"""A function from positions to a column for each, counted from 0, such as ``Level.choose_many``."""

_AT_ONCE = 1024


@dataclass(frozen=True, eq=False)
class Rows:
    """Positions with their labels: a row for each. An index, such as ``is_test``, chooses rows."""

    boards: NDArray[np.int8]
    """The boards, (rows, ...), each in the layout."""

    policy: NDArray[np.float32]
    """For each column, the probability of its move if one of the best moves is chosen at random."""

    value: NDArray[np.int8]
    """1 if the side to move wins under best play, 0 for a draw, and -1 if it loses."""

    score: NDArray[np.int8]
    """The exact score."""

    distance: NDArray[np.int8]
    """How many moves the winner still has to play; 0 in a draw."""

    is_test: NDArray[np.bool_]
    """Whether the row belongs to the test set; a position and its mirror image always belong to the same."""

    def __len__(self) -> int:
        return len(self.value)

    def __getitem__(self, rows: Union[slice, NDArray[Any]]) -> Rows:
        return Rows(*(getattr(self, field.name)[rows] for field in fields(self)))

    def to_arrow(self) -> Any:
        """The rows as a pyarrow table, with boards and policies as lists; needs pyarrow."""
        pa = optional("pyarrow", "pyarrow")

        def column(array: NDArray[Any]) -> Any:
            if array.ndim == 1:
                return pa.array(array)
            flat = array.reshape(len(array), -1)
            return pa.FixedSizeListArray.from_arrays(pa.array(flat.ravel()), flat.shape[1])

        return pa.table({field.name: column(getattr(self, field.name)) for field in fields(self)})


def generate(
    n: int,
    *,
    level: int = 5,
    eps: float = 0.1,
    policy: Policy | None = None,
    positions: Iterable[PositionLike] = ("",),
    layout: Layout = "planes",
    test_share: float = 0.1,
    seed: int = 0,
    book: bool | Books = True,
    threads: int | None = None,
) -> Rows:
    """Let a level play against itself, and label ``n`` of the positions of its games.

    ``policy`` plays instead, if it is given. With the probability ``eps``, a random column is played. The games begin from
    ``positions`` in turn. ``test_share`` of all positions are test positions, chosen by their canonical key, so no position
    of the test set is in the training set, nor is its mirror image; the share of the rows differs somewhat, because
    positions repeat. The same ``seed`` gives the same rows, whatever the number of ``threads``.
    """
    if n < 0:
        raise ValueError(f"n is {n}; it must be 0 or more")
    for name, share in (("eps", eps), ("test_share", test_share)):
        if not 0 <= share <= 1:
            raise ValueError(f"{name} is {share}; it must be from 0 to 1")
    starts = _arrays.sound(Positions(positions), "positions")
    options = {"book": book, "threads": threads}
    random, player = np.random.default_rng(seed), Level(level, seed=seed)
    choose = policy or (lambda open_: player.choose_many(open_, book=book, threads=threads))
    rows: list[Rows] = []
    n_rows = n_games = 0
    while n_rows < n or not rows:
        n_new = min(_AT_ONCE, (n - n_rows) // 20 + 1)
        places = [game % len(starts) for game in range(n_games, n_games + n_new)]
        games = _games(starts._take(places), choose, eps, random)
        n_games += n_new
        rows.append(_rows(_first(games, n - n_rows), starts[0].width, layout, test_share, options))
        n_rows += len(rows[-1])
    return Rows(*(np.concatenate([getattr(one, field.name) for one in rows]) for field in fields(Rows)))


def _first(games: list[list[Position]], n: int) -> list[list[Position]]:
    """The first ``n`` positions of these games."""
    starts = np.cumsum([0, *map(len, games)]).tolist()
    return [game[: max(n - start, 0)] for game, start in zip(games, starts, strict=False)]


def _games(positions: Positions, choose: Policy, eps: float, random: np.random.Generator) -> list[list[Position]]:
    """The open positions of games from these positions to their ends."""
    games: list[list[Position]] = [[] for _ in range(len(positions))]
    numbers = np.arange(len(positions))
    while len(positions):
        for place, game in enumerate(numbers.tolist()):
            games[game].append(positions[place])
        columns = np.asarray(choose(positions))
        if columns.shape != (len(positions),):
            raise ValueError(f"the policy chose columns of the shape {columns.shape} for {len(positions)} positions")
        is_open = _arrays.boards(positions)[:, 0] == 0
        at_random = (random.random(is_open.shape) * is_open).argmax(axis=1)
        columns = np.where(random.random(len(columns)) < eps, at_random, columns)
        positions, ends = positions._play(numbers_of(columns), bytes([1]) * len(positions))
        steps = np.frombuffer(ends, dtype=np.uint8)
        if (wrong := np.flatnonzero(steps == 3)).size:
            raise ValueError(f"the policy chose column {columns[wrong[0]]}, which cannot be played")
        goes_on = np.flatnonzero(steps == 0)
        positions, numbers = positions._take(goes_on.tolist()), numbers[goes_on]
    return games


def _rows(
    games: list[list[Position]], width: int, layout: Layout, test_share: float, options: dict[str, Any]
) -> Rows:
    scores, distances, best, numbers = _label_games(games, options)
    score = np.frombuffer(scores, dtype=np.int8)
    is_best = np.frombuffer(best, dtype=np.int8).reshape(-1, width).astype(np.float32)
    return Rows(
        _arrays.boards(Positions([position for game in games for position in game]), layout),
        is_best / is_best.sum(axis=1, keepdims=True),
        np.sign(score),
        score,
        np.frombuffer(distances, dtype=np.int8),
        np.frombuffer(numbers, dtype=np.uint32) < test_share * 2**32,
    )
