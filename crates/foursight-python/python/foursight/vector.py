"""Many games at a time on arrays, for agents that learn from games against themselves.

>>> import numpy as np
>>> from foursight.vector import VectorGames
>>> games = VectorGames(2)
>>> for column in [0, 1, 0, 1, 0, 1]:
...     step = games.step([column, column])
>>> step = games.step([0, 2])
>>> step.reward, step.done  # the first game ended with a line
(array([1, 0], dtype=int8), array([ True, False]))
>>> games.observe().shape
(2, 6, 7, 2)
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._foursight import Position, _Vector


class Step(NamedTuple):
    """The effects of the moves: one entry for each game."""

    reward: NDArray[np.int8]
    """For the side that moved: 1 for a win, -1 for an illegal move (which also ends the game), and 0 otherwise."""

    done: NDArray[np.bool_]
    """Whether the game ended, and has therefore restarted."""


class VectorGames:
    """``n_games`` games that both sides play by ``step``; a game that ends restarts at once.

    Every call returns new arrays. Columns count from 0.
    """

    def __init__(self, n_games: int, *, width: int = 7, height: int = 6, connect: int = 4) -> None:
        if n_games < 0:
            raise ValueError(f"n_games is {n_games}; it must be 0 or more")
        self._games = _Vector(n_games, width, height, connect)
        self._shape = (n_games, height, width, 2)

    @property
    def n_games(self) -> int:
        """The number of games."""
        return self._shape[0]

    def reset(self) -> None:
        """Restart all games."""
        self._games.reset()

    def step(self, columns: ArrayLike) -> Step:
        """Play a disc into one column of each game."""
        chosen = np.asarray(columns)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"columns are whole numbers, not {chosen.dtype}")
        # A number that is not a column of any board must not become one as a byte.
        bytes_ = chosen.astype(np.uint8) if chosen.dtype.itemsize == 1 else chosen.clip(-1, 255).astype(np.uint8)
        reward, done = self._games.step(bytes_.tobytes())
        return Step(np.frombuffer(reward, dtype=np.int8), np.frombuffer(done, dtype=np.bool_))

    def observe(self) -> NDArray[np.int8]:
        """The boards, (games, rows, columns, 2) from the top: the discs of the side to move, then those of the other."""
        return np.frombuffer(self._games.observe(), dtype=np.int8).reshape(self._shape)

    def action_mask(self) -> NDArray[np.bool_]:
        """Whether each column has room, as an array of shape (games, columns)."""
        mask: NDArray[Any] = np.frombuffer(self._games.mask(), dtype=np.bool_)
        return mask.reshape(self._shape[0], self._shape[2])

    def positions(self) -> list[Position]:
        """The position of each game."""
        return self._games.positions()
