"""Connect Four for PettingZoo: the observations, masks and rewards of its ``connect_four_v3``, faster.

>>> from foursight.pettingzoo import env
>>> games = env()
>>> games.reset()
>>> games.step(3)
>>> observation, reward, termination, truncation, info = games.last()
>>> observation["observation"].shape, observation["action_mask"].tolist()
((6, 7, 2), [1, 1, 1, 1, 1, 1, 1])
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from ._foursight import Position
from ._picture import MODES, check_mode, render

AGENTS = ["player_0", "player_1"]


class Env(AECEnv):  # type: ignore[misc]
    """Two agents in turn. A win is worth 1 and a loss -1; an illegal move costs -1 and ends the game.

    ``render_mode="ansi"`` makes ``render`` return the board as text, ``"rgb_array"`` as an array of colors.
    """

    metadata: dict[str, Any] = {
        "render_modes": MODES,
        "name": "connect_four_v3",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, render_mode: str | None = None) -> None:
        super().__init__()
        check_mode(render_mode)
        self.render_mode = render_mode
        self.possible_agents: list[str] = AGENTS[:]
        board = spaces.Box(low=0, high=1, shape=(6, 7, 2), dtype=np.int8)
        mask = spaces.Box(low=0, high=1, shape=(7,), dtype=np.int8)
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict({"observation": board, "action_mask": mask}) for agent in AGENTS
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {agent: spaces.Discrete(7) for agent in AGENTS}
        self.reset()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The columns, counted from 0."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game from ``options={"position": ...}``, or from the empty board."""
        start = (options or {}).get("position")
        self.position: Position = Position() if start is None else Position(start)
        self.agents: list[str] = AGENTS[:]
        self.rewards: dict[str, float] = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations: dict[str, bool] = dict.fromkeys(AGENTS, self.position.is_over)
        self.truncations: dict[str, bool] = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection: str = AGENTS[self.position.ply % 2]

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """The board from the top, the agent's own discs first, and the columns that it may play now."""
        cells = np.frombuffer(self.position._board(), dtype=np.int8).reshape(6, 7)
        own = AGENTS.index(agent) + 1
        planes = np.empty((6, 7, 2), dtype=np.int8)
        np.equal(cells, own, out=planes[..., 0], casting="unsafe")
        np.equal(cells, 3 - own, out=planes[..., 1], casting="unsafe")
        if agent == self.agent_selection:
            mask = (cells[0] == 0).astype(np.int8)
        else:
            mask = np.zeros(7, dtype=np.int8)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play a disc for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        other = AGENTS[1 - AGENTS.index(agent)]
        self._cumulative_rewards[agent] = 0
        self.rewards = {agent: 0, other: 0}
        try:
            self.position = self.position.play(-1 if action is None else int(action))
        except ValueError:
            self.rewards[agent] = -1
            self._end(truncated=True)
            # As after an illegal move in PettingZoo, the first agent is the first to learn of it.
            self._deads_step_first()
            return
        if self.position.is_over:
            if self.position.outcome != "draw":
                self.rewards = {agent: 1, other: -1}
            self._end(truncated=False)
        self.agent_selection = other

    def _end(self, *, truncated: bool) -> None:
        self.terminations = dict.fromkeys(AGENTS, True)
        self.truncations = dict.fromkeys(AGENTS, truncated)
        self._accumulate_rewards()

    def render(self) -> Any:
        """The board: text if ``render_mode`` is ``ansi``, colors if it is ``rgb_array``."""
        return render(self.position, self.render_mode)

    def close(self) -> None:
        """Does nothing: no resource is open."""


raw_env = Env
"""The same under PettingZoo's name: this environment needs no wrappers."""


def env(render_mode: str | None = None) -> Env:
    """An environment, under the name that PettingZoo's modules use."""
    return Env(render_mode)
