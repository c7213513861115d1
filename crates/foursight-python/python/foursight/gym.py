"""Connect Four for Gymnasium: one agent against a level or any other player.

>>> from foursight.gym import Env
>>> env = Env(opponent=3)
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(3)
>>> observation.shape, info["action_mask"].tolist()
((6, 7, 2), [1, 1, 1, 1, 1, 1, 1])

``gymnasium.make("foursight.gym:foursight/ConnectFour-v0")`` makes one too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._foursight import Level, Position
from ._picture import MODES, check_mode, render


class Env(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A game against ``opponent``: a level from 0 to 10, or a function from positions to columns counted from 0.

    A level gets its seed from ``reset``. ``side`` is the agent's: ``first``, ``second``, or ``random`` for either with
    equal chances. A win is worth 1, a loss or an illegal move -1, and a draw 0. An observation is the board from the
    top, (rows, columns, 2): the agent's discs, then the opponent's. ``info["action_mask"]`` and ``action_masks()`` say
    which columns have room. ``render_mode`` is ``"ansi"`` for text or ``"rgb_array"`` for an array of colors.
    """

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 2}

    def __init__(
        self,
        opponent: int | Callable[[Position], int] = 0,
        *,
        side: Literal["first", "second", "random"] = "random",
        render_mode: str | None = None,
    ) -> None:
        if side not in ("first", "second", "random"):
            raise ValueError(f"side is {side!r}; it must be first, second or random")
        check_mode(render_mode)
        self.render_mode = render_mode
        self.observation_space: spaces.Space[NDArray[np.int8]] = spaces.Box(low=0, high=1, shape=(6, 7, 2), dtype=np.int8)
        self.action_space: spaces.Space[np.int64] = spaces.Discrete(7)
        self.position: Position = Position()
        self._given_opponent, self._given_side = opponent, side
        self._opponent = Level(opponent) if isinstance(opponent, int) else opponent
        self._side = "first"
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a game; ``options={"position": ...}`` is where it starts, otherwise the empty board."""
        super().reset(seed=seed)
        if isinstance(self._given_opponent, int):
            seed_of_level = int(self.np_random.integers(2**63))
            self._opponent = Level(self._given_opponent, seed=seed_of_level)
        start = (options or {}).get("position")
        self.position = Position() if start is None else Position(start)
        if self.position.is_over:
            raise ValueError("a game cannot start where it is over")
        self._side = self._given_side
        if self._side == "random":
            self._side = ("first", "second")[int(self.np_random.integers(2))]
        self._is_over = False
        if self.position.to_move != self._side:
            self._answer()
            self._is_over = self.position.is_over
        return self._observe(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Play a disc, and let the opponent answer."""
        if self._is_over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset")
        try:
            self.position = self.position.play(int(action))
        except ValueError:
            self._is_over = True
            return self._observe(), -1.0, True, False, self._info()
        if not self.position.is_over:
            self._answer()
        outcome, self._is_over = self.position.outcome, self.position.is_over
        reward = 0.0 if outcome in (None, "draw") else 1.0 if outcome == self._side else -1.0
        return self._observe(), reward, self._is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which columns have room, by the name that MaskablePPO asks for."""
        mask = np.zeros(7, dtype=np.bool_)
        mask[self.position.legal_moves] = True
        return mask

    def render(self) -> Any:
        """The board: text if ``render_mode`` is ``ansi``, colors if it is ``rgb_array``."""
        return render(self.position, self.render_mode)

    def _answer(self) -> None:
        self.position = self.position.play(int(self._opponent(self.position)))

    def _observe(self) -> NDArray[np.int8]:
        cells = np.frombuffer(self.position._board(), dtype=np.int8).reshape(6, 7)
        own = 1 if self._side == "first" else 2
        return np.stack([cells == own, cells == 3 - own], axis=2).astype(np.int8)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}


gymnasium.register("foursight/ConnectFour-v0", entry_point="foursight.gym:Env", max_episode_steps=42)
