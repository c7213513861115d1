"""Connect Four for Gymnasium: one agent against a level or any other player.

>>> from foursight.gym import Env
>>> env = Env(opponent=3)
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(3)
>>> observation.shape, info["action_mask"].tolist()
((6, 7, 2), [1, 1, 1, 1, 1, 1, 1])

``gymnasium.make("foursight.gym:foursight/ConnectFour-v0")`` also makes one, and ``make_vec`` makes many.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ._arrays import boards
from ._foursight import Level, Position, Positions
from ._picture import MODES, check_mode, render


Opponent = Union[int, Callable[[Position], int]]
"""A level, or a function from positions to columns counted from 0."""

Side = Literal["first", "second", "random"]
"""The side that an agent plays."""

_OBSERVATIONS = spaces.Box(low=0, high=1, shape=(6, 7, 2), dtype=np.int8)
_ACTIONS = spaces.Discrete(7)


def _check_side(side: str) -> None:
    if side not in ("first", "second", "random"):
        raise ValueError(f"side is {side!r}; it must be first, second or random")


def _turn(
    position: Position, column: int, opponent: Callable[[Position], int], side: str
) -> tuple[Position, float, bool]:
    """The position after a move and its answer, the reward of ``side``, and whether the game has ended."""
    try:
        position = position.play(column)
    except ValueError:
        return position, -1.0, True
    if not position.is_over:
        position = position.play(int(opponent(position)))
    outcome = position.outcome
    reward = 0.0 if outcome in (None, "draw") else 1.0 if outcome == side else -1.0
    return position, reward, position.is_over


class Env(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A game against ``opponent``: a level from 0 to 10, or a function from positions to columns counted from 0.

    ``reset`` sets a level's seed. ``side`` is the agent's: ``first``, ``second``, or ``random`` for either with
    equal chances. A win is worth 1, a loss or an illegal move -1, and a draw 0. An observation is the board from the
    top, (rows, columns, 2): the agent's discs, then the opponent's. ``info["action_mask"]`` and ``action_masks()`` say
    which columns have room. ``render_mode`` is ``"ansi"`` for text or ``"rgb_array"`` for an array of colors.
    """

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 2}

    def __init__(
        self,
        opponent: Opponent = 0,
        *,
        side: Side = "random",
        render_mode: str | None = None,
    ) -> None:
        _check_side(side)
        check_mode(render_mode)
        self.render_mode = render_mode
        self.observation_space: spaces.Space[NDArray[np.int8]] = _OBSERVATIONS
        self.action_space: spaces.Space[np.int64] = _ACTIONS
        self.position: Position = Position()
        self._given_opponent, self._given_side = opponent, side
        self._opponent = Level(opponent) if isinstance(opponent, int) else opponent
        self._side = "first"
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a game from ``options={"position": ...}``, or from the empty board."""
        super().reset(seed=seed)
        if isinstance(self._given_opponent, int):
            seed_of_level = int(self.np_random.integers(2**63))
            self._opponent = Level(self._given_opponent, seed=seed_of_level)
        start = (options or {}).get("position")
        self.position = Position() if start is None else Position(start)
        if self.position.is_over:
            raise ValueError("a game cannot start from a position in which it is over")
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
        self.position, reward, self._is_over = _turn(self.position, int(action), self._opponent, self._side)
        return self._observe(), reward, self._is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which columns have room, under the name that MaskablePPO expects."""
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


class VectorEnv(gymnasium.vector.VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Many games like those of ``Env``, on arrays. After it ends, a game ignores the next action and starts over."""

    metadata: dict[str, Any] = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}

    def __init__(self, num_envs: int = 1, opponent: Opponent = 0, *, side: Side = "random") -> None:
        _check_side(side)
        self.num_envs: int = num_envs
        self.single_observation_space: spaces.Space[Any] = _OBSERVATIONS
        self.single_action_space: spaces.Space[Any] = _ACTIONS
        self.observation_space: spaces.Space[Any] = batch_space(_OBSERVATIONS, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(_ACTIONS, num_envs)
        self.positions: list[Position] = [Position()] * num_envs
        self._given_opponent, self._given_side = opponent, side
        self._opponent = Level(opponent) if isinstance(opponent, int) else opponent
        self._sides = ["first"] * num_envs
        self._is_over = np.zeros(num_envs, dtype=np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin all games on the empty board; a single seed applies to all."""
        super().reset(seed=seed[0] if isinstance(seed, list) else seed)
        if isinstance(self._given_opponent, int):
            self._opponent = Level(self._given_opponent, seed=int(self.np_random.integers(2**63)))
        for game in range(self.num_envs):
            self._begin(game)
        self._is_over[:] = False
        return self._observe()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play a disc in each game, and let the opponent answer."""
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, dtype=np.bool_)
        for game, column in enumerate(np.asarray(actions).tolist()):
            if self._is_over[game]:
                self._begin(game)
                continue
            turn = _turn(self.positions[game], column, self._opponent, self._sides[game])
            self.positions[game], rewards[game], ended[game] = turn
        self._is_over = ended
        observations, infos = self._observe()
        return observations, rewards, ended.copy(), np.zeros(self.num_envs, dtype=np.bool_), infos

    def _begin(self, game: int) -> None:
        self.positions[game], side = Position(), self._given_side
        self._sides[game] = ("first", "second")[int(self.np_random.integers(2))] if side == "random" else side
        if self._sides[game] == "second":
            self.positions[game] = Position().play(int(self._opponent(Position())))

    def _observe(self) -> tuple[NDArray[np.int8], dict[str, Any]]:
        cells = boards(Positions(self.positions))
        own = np.array([1 if side == "first" else 2 for side in self._sides])[:, None, None]
        observations = np.stack([cells == own, cells == 3 - own], axis=3).astype(np.int8)
        is_open = np.array([not position.is_over for position in self.positions], dtype=np.bool_)
        return observations, {"action_mask": ((cells[:, 0] == 0) & is_open[:, None]).astype(np.int8)}


gymnasium.register(
    "foursight/ConnectFour-v0",
    entry_point="foursight.gym:Env",
    vector_entry_point="foursight.gym:VectorEnv",
)
