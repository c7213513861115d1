"""A server of games for OpenEnv: `uvicorn openenv_server:app`, with `LEVEL=5` and `REWARD=regret` in the environment.

It needs `pip install openenv-core gymnasium` and Foursight's package. The agent moves first, and a level answers.
"""

import os
from typing import Any

from openenv.core.env_server import Action, Environment, Observation, State, create_fastapi_app

import foursight.gym


class Move(Action):
    """A disc in a column, counted from 0."""

    column: int


class Board(Observation):
    """The rows from the top: 0 empty, 1 the agent, 2 the level; and the columns that have room."""

    board: list[list[int]]
    legal_actions: list[int]


class ConnectFour(Environment[Move, Board, State]):
    """A game against a level."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        level, reward = int(os.environ.get("LEVEL", "5")), os.environ.get("REWARD", "result")
        self._env = foursight.gym.Env(level, side="first", reward=reward)
        self._state = State()

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Board:
        """Begin a game, from `position` if it is given."""
        self._env.reset(seed=seed, options=options)
        self._state = State(episode_id=episode_id)
        return self._observed(None, is_over=False)

    def step(self, action: Move, timeout_s: float | None = None, **_: Any) -> Board:
        """Play a disc, and let the level answer."""
        _, reward, is_over, _, _ = self._env.step(action.column)
        self._state.step_count += 1
        return self._observed(reward, is_over=is_over)

    @property
    def state(self) -> State:
        """The number of moves so far."""
        return self._state

    def _observed(self, reward: float | None, *, is_over: bool) -> Board:
        position = self._env.position
        board, legal = position.to_array().tolist(), position.legal_moves
        return Board(board=board, legal_actions=legal, reward=reward, done=is_over)


app = create_fastapi_app(ConnectFour, Move, Board)
