"""Many games at a time on arrays, for agents that learn from games against themselves.

>>> import numpy as np
>>> from foursight.vector import VectorGames
>>> games = VectorGames(2, layout="planes")
>>> for column in [0, 1, 0, 1, 0, 1]:
...     step = games.step([column, column])
>>> step = games.step([0, 2])
>>> step.reward, step.done  # the first game ended with a line
(array([1, 0], dtype=int8), array([ True, False]))
>>> games.observe().shape
(2, 2, 6, 7)
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Optional

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrays
from ._arrays import numbers_of
from ._foursight import Position, Positions, _Vector

if TYPE_CHECKING:
    from ._types import Layout, PositionLike

Reward = Literal["result", "exact", "regret"]
"""What a move is worth to the side that plays it:

- ``result``: 1 for a win, -1 for an illegal move, and 0 otherwise.
- ``exact``: its score, as of ``foursight.scores``: what it is worth under best play.
- ``regret``: its score minus that of the best move, 0 or less; the loss of ``foursight.metrics``, negated.

An illegal move scores a point less than to lose with the opponent's next disc.
"""


def check_reward(reward: str) -> None:
    """Raise an error for a reward that does not exist."""
    if reward not in ("result", "exact", "regret"):
        raise ValueError(f"reward is {reward!r}; it must be result, exact or regret")


class Step(NamedTuple):
    """The effects of the moves: one entry for each game."""

    reward: NDArray[np.int8]
    """What the move is worth to the side that moved: see ``Reward``."""

    done: NDArray[np.bool_]
    """Whether the game ended, and has therefore restarted. An illegal move ends it, too."""

    final_observation: Optional[NDArray[np.int8]] = None
    """If it was asked for: the boards before the games that ended restarted, in the shape of ``observe``."""


# Boards go into an array of one's own in parts that fit into the processor's caches.
_PART = 1 << 12


class VectorGames:
    """``n_games`` games that both sides play by ``step``; a game that ends restarts at once.

    Games begin from ``positions`` in turn, or from the empty board. Boards are in the ``layout``, one of
    ``foursight.LAYOUTS``; ``observe`` fills ``out`` if it is given, an array of bytes (``int8``) of its shape, and
    otherwise makes new arrays, as do all other calls. Without the interpreter's lock, up to ``threads`` threads step,
    write boards and search; by default, all cores. Columns count from 0.

    The exact rewards need searches, which take long on boards larger than the standard one:

    >>> games = foursight.vector.VectorGames(2, reward="regret", positions=["4455"])
    >>> games.step([2, 0]).reward
    array([  0, -22], dtype=int8)
    """

    def __init__(
        self,
        n_games: int,
        *,
        width: int = 7,
        height: int = 6,
        connect: int = 4,
        reward: Reward = "result",
        positions: Iterable[PositionLike] = (),
        layout: Layout = "pettingzoo",
        final_observation: bool = False,
        out: NDArray[np.int8] | None = None,
        threads: int | None = None,
    ) -> None:
        if n_games < 0:
            raise ValueError(f"n_games is {n_games}; it must be 0 or more")
        if threads is not None and (isinstance(threads, bool) or not isinstance(threads, int) or threads < 1):
            raise ValueError(f"threads is {threads!r}; it must be a whole number, 1 or more")
        check_reward(reward)
        self._reward, self._layout, self._has_final, self._out = reward, layout, final_observation, out
        self._threads = threads or os.cpu_count() or 1
        board = Position(size=f"{width}x{height}", connect=connect)
        self._games = _Vector(n_games, board, Positions(positions, size=f"{width}x{height}", connect=connect))
        self._n_games, self._width = n_games, width
        self._shape = (n_games, *_arrays.shape(layout, height, width))
        if out is not None:
            _check_out(out, self._shape)

    @property
    def n_games(self) -> int:
        """The number of games."""
        return self._n_games

    def reset(self) -> None:
        """Restart all games, from the first of the positions on."""
        self._games.reset()

    def step(self, columns: ArrayLike) -> Step:
        """Play a disc into one column of each game."""
        chosen = numbers_of(columns)
        scores = None if self._reward == "result" else self._games.values(chosen, {"threads": self._threads})
        layout = self._layout if self._has_final else None
        rewards, ends, boards = self._games.step(chosen, self._threads, layout)
        reward: NDArray[np.int8] = np.frombuffer(rewards, dtype=np.int8)
        if scores is not None:
            own, best = (np.frombuffer(one, dtype=np.int8) for one in scores)
            reward = own if self._reward == "exact" else own - best
        final = None if boards is None else np.frombuffer(boards, dtype=np.int8).reshape(self._shape)
        return Step(reward, np.frombuffer(ends, dtype=np.bool_), final)

    def observe(self) -> NDArray[np.int8]:
        """The boards, (games, ...), each in the layout; by default (rows, columns, 2) from the top, where the discs of
        the side to move come first."""
        if self._out is None:
            return self._boards(0, self._n_games)
        part = _PART * self._threads
        for first in range(0, self._n_games, part):
            end = min(first + part, self._n_games)
            self._out[first:end] = self._boards(first, end)
        return self._out

    def action_mask(self) -> NDArray[np.bool_]:
        """Whether each column has room, as an array of shape (games, columns)."""
        mask: NDArray[Any] = np.frombuffer(self._games.mask(), dtype=np.bool_)
        return mask.reshape(self._n_games, self._width)

    def positions(self) -> list[Position]:
        """The position of each game."""
        return self._games.positions()

    def _boards(self, first: int, end: int) -> NDArray[np.int8]:
        boards = self._games.observe(self._layout, first, end, self._threads)
        return np.frombuffer(boards, dtype=np.int8).reshape(end - first, *self._shape[1:])


def _check_out(out: Any, shape: tuple[int, ...]) -> None:
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out is a {type(out).__name__}; it must be a numpy array")
    if out.shape != shape or out.dtype != np.int8:
        raise ValueError(f"out has the shape {out.shape} of {out.dtype}; it must be {shape} of int8")
    if not out.flags.writeable:
        raise ValueError("out is read-only: pass an array that can be written, such as out.copy()")
