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

from . import _arrays
from ._arrays import numbers_of
from ._foursight import Level, Position, Positions, solve
from ._picture import MODES, check_mode, render
from .vector import Reward, check_reward

Opponent = Union[int, Callable[[Position], int]]
"""A level, or a function from positions to columns counted from 0. Its method ``choose_many``, if it has one as ``Level``
does, answers many games at once."""

Side = Literal["first", "second", "random"]
"""The side that an agent plays."""


def _check_side(side: str) -> None:
    if side not in ("first", "second", "random"):
        raise ValueError(f"side is {side!r}; it must be first, second or random")


def _level(opponent: Opponent, seed: int = 0) -> Callable[[Position], int]:
    return Level(opponent, seed=seed) if isinstance(opponent, int) else opponent


def _board_space(board: Position) -> spaces.Space[Any]:
    return spaces.Box(low=0, high=1, shape=(board.height, board.width, 2), dtype=np.int8)


def _start(options: dict[str, Any] | None, board: Position) -> Position:
    """The position in the options of ``reset``, or the empty board."""
    options = options or {}
    if unknown := options.keys() - {"position"}:
        raise ValueError(f"options has {', '.join(sorted(map(repr, unknown)))}; it can only have 'position'")
    if options.get("position") is None:
        return board
    start = Position(options["position"])
    if (start.width, start.height, start.connect) != (board.width, board.height, board.connect):
        raise ValueError(f"the position is not on a board of {board.width}x{board.height}-{board.connect}")
    if start.is_over:
        raise ValueError("a game cannot start from a position in which it is over")
    return start


class Env(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A game against ``opponent``: a level from 0 to 10, or a function from positions to columns counted from 0.

    ``reset`` sets a level's seed. ``side`` is the agent's: ``first``, ``second``, or ``random`` for either with
    equal chances. ``reward`` is what a move is worth: by default the ``result``, 1 for a win, -1 for a loss or an illegal
    move, and 0 for a draw; or one of the others in ``foursight.vector.Reward``. An observation is the board from the top,
    (rows, columns, 2): the agent's discs, then the opponent's. ``info["action_mask"]`` and ``action_masks()`` say
    which columns have room. ``render_mode`` is ``"ansi"`` for text or ``"rgb_array"`` for an array of colors.

    >>> env = foursight.gym.Env(opponent=10, side="first", reward="regret")
    >>> _ = env.reset(options={"position": "4455"})
    >>> env.step(0)[1]  # a win with the 18th disc from the last becomes a loss
    -22.0
    """

    metadata: dict[str, Any] = {"render_modes": MODES, "render_fps": 2}

    def __init__(
        self,
        opponent: Opponent = 0,
        *,
        side: Side = "random",
        reward: Reward = "result",
        size: str | None = None,
        connect: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        _check_side(side)
        check_reward(reward)
        check_mode(render_mode)
        self.render_mode = render_mode
        self.position: Position = Position(size=size, connect=connect)
        self.observation_space: spaces.Space[NDArray[np.int8]] = _board_space(self.position)
        self.action_space: spaces.Space[np.int64] = spaces.Discrete(self.position.width)
        self._board = self.position
        self._given_opponent, self._given_side, self._reward = opponent, side, reward
        self._opponent = _level(opponent)
        self._side = "first"
        self._is_over = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a game from ``options={"position": ...}``, or from the empty board."""
        super().reset(seed=seed)
        if isinstance(self._given_opponent, int):
            self._opponent = _level(self._given_opponent, int(self.np_random.integers(2**63)))
        self.position = _start(options, self._board)
        self._side = self._given_side
        if self._side == "random":
            self._side = ("first", "second")[int(self.np_random.integers(2))]
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
        [column] = numbers_of(np.array([action]))
        before, is_legal = self.position, column in self.position.legal_moves
        if is_legal:
            self.position = before.play(column)
        worth = 0.0 if self._reward == "result" else self._worth(before, is_legal)
        if is_legal and not self.position.is_over:
            self._answer()
        self._is_over = self.position.is_over or not is_legal
        if self._reward == "result":
            outcome = self.position.outcome
            worth = -1.0 if not is_legal else 0.0 if outcome in (None, "draw") else 1.0 if outcome == self._side else -1.0
        return self._observe(), worth, self._is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which columns have room, under the name that MaskablePPO expects."""
        mask = np.zeros(self.position.width, dtype=np.bool_)
        mask[self.position.legal_moves] = True
        return mask

    def render(self) -> Any:
        """The board: text if ``render_mode`` is ``ansi``, colors if it is ``rgb_array``."""
        return render(self.position, self.render_mode)

    def _worth(self, before: Position, is_legal: bool) -> float:
        """The score of the move that led to the position, or its regret."""
        # To lose with the opponent's next disc leaves it the score of a win at once.
        own = -_score(self.position) if is_legal else -((before.width * before.height - before.ply) // 2) - 1
        return float(own if self._reward == "exact" else own - _score(before))

    def _answer(self) -> None:
        self.position = self.position.play(int(self._opponent(self.position)))

    def _observe(self) -> NDArray[np.int8]:
        cells = _arrays.to_array(self.position)
        own = 1 if self._side == "first" else 2
        return np.stack([cells == own, cells == 3 - own], axis=2).astype(np.int8)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8)}


def _score(position: Position) -> int:
    score = solve(position).score
    assert score is not None, "no limit is set"
    return score


_WIN, _ILLEGAL = 1, 3


class VectorEnv(gymnasium.vector.VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Many games like those of ``Env``, on arrays. After it ends, a game ignores the next action and starts over."""

    metadata: dict[str, Any] = {"autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        num_envs: int = 1,
        opponent: Opponent = 0,
        *,
        side: Side = "random",
        size: str | None = None,
        connect: int | None = None,
    ) -> None:
        _check_side(side)
        board = Position(size=size, connect=connect)
        self.num_envs: int = num_envs
        self.single_observation_space: spaces.Space[Any] = _board_space(board)
        self.single_action_space: spaces.Space[Any] = spaces.Discrete(board.width)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self._positions = Positions([board] * num_envs)
        self._board = self._start = board
        self._given_opponent, self._given_side = opponent, side
        self._opponent = _level(opponent)
        self._is_first = np.ones(num_envs, dtype=np.bool_)
        self._is_over = np.zeros(num_envs, dtype=np.bool_)
        # An illegal move ends a game, but not its position.
        self._is_open = ~self._is_over

    @property
    def positions(self) -> list[Position]:
        """The position of each game."""
        return [self._positions[game] for game in range(self.num_envs)]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin all games from ``options={"position": ...}``, also when they restart, or from the empty board; a single
        seed applies to all."""
        if isinstance(seed, list) and len(seed) != self.num_envs:
            raise ValueError(f"{len(seed)} seeds for {self.num_envs} games")
        self._start = _start(options, self._board)
        super().reset(seed=seed[0] if isinstance(seed, list) else seed)
        if isinstance(self._given_opponent, int):
            self._opponent = _level(self._given_opponent, int(self.np_random.integers(2**63)))
        self._is_over[:] = True
        self._turn(np.zeros(self.num_envs, dtype=np.int64))
        return self._observe()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.int8], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play a disc in each game, and let the opponent answer."""
        columns = np.asarray(actions)
        if columns.shape != (self.num_envs,):
            raise ValueError(f"actions have the shape {columns.shape}; it must be ({self.num_envs},): one for each game")
        rewards = self._turn(columns)
        observations, infos = self._observe()
        return observations, rewards, self._is_over.copy(), np.zeros(self.num_envs, dtype=np.bool_), infos

    def _turn(self, columns: NDArray[Any]) -> NDArray[np.float64]:
        """Begin the games that are over, play the columns in the others, and let the opponent answer."""
        begins = self._is_over
        positions, ends = self._positions._play(numbers_of(columns), (~begins).tobytes())
        if begins.any():
            positions = positions._begin(self._start, begins.tobytes())
            drawn = self._given_side == "first"
            if self._given_side == "random":
                drawn = self.np_random.integers(2, size=self.num_envs) == 0
            self._is_first = np.where(begins, drawn, self._is_first)
        steps = np.frombuffer(ends, dtype=np.uint8)
        # The agent moves first from a start at which it is its turn.
        answers = (steps == 0) & (~begins | (self._is_first != (self._start.to_move == "first")))
        replies = np.zeros(self.num_envs, dtype=np.int64)
        replies[answers] = self._choose(positions._take(np.flatnonzero(answers).tolist()))
        self._positions, ends = positions._play(numbers_of(replies), answers.tobytes())
        after = np.frombuffer(ends, dtype=np.uint8)
        if (wrong := np.flatnonzero(after == _ILLEGAL)).size:
            raise ValueError(f"the opponent played column {replies[wrong[0]]}, which cannot be played")
        self._is_over = (steps != 0) | (after != 0)
        self._is_open = ~self._is_over | (steps == _ILLEGAL)
        lost = (steps == _ILLEGAL) | (after == _WIN) & ~begins
        rewards: NDArray[np.float64] = (steps == _WIN).astype(np.float64) - lost
        return rewards

    def _choose(self, positions: Positions) -> list[int]:
        many: Callable[[Positions], list[int]] | None = getattr(self._opponent, "choose_many", None)
        return many(positions) if many else [int(self._opponent(positions[game])) for game in range(len(positions))]

    def _observe(self) -> tuple[NDArray[np.int8], dict[str, Any]]:
        cells = _arrays.boards(self._positions)
        own = np.where(self._is_first, np.int8(1), np.int8(2))[:, None, None]
        observations = np.stack([cells == own, cells == 3 - own], axis=3).view(np.int8)
        return observations, {"action_mask": ((cells[:, 0] == 0) & self._is_open[:, None]).astype(np.int8)}


gymnasium.register(
    "foursight/ConnectFour-v0",
    entry_point="foursight.gym:Env",
    vector_entry_point="foursight.gym:VectorEnv",
)
