"""Agents for Kaggle's ConnectX.

>>> from foursight.kaggle import agent
>>> agent({"board": [0] * 42, "mark": 1}, {"rows": 6, "columns": 7, "inarow": 4})
3
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ._foursight import Level, Position

_FILE = '''\
"""An agent for Kaggle's ConnectX: level {level} of foursight, which must be installed."""

from foursight.kaggle import Agent

player = Agent({level}, seed={seed})


def agent(observation, configuration):
    """The column to play, counted from 0."""
    return player(observation, configuration)
'''


class Agent:
    """A level as an agent: a function of an observation and a configuration of ConnectX.

    It plays on boards of every size. Where it would need longer than 0.8 of ``actTimeout``, it plays what it has found.
    """

    def __init__(self, level: int = 10, *, seed: int = 0) -> None:
        self._level = Level(level, seed=seed)

    def __call__(self, observation: Mapping[str, Any], configuration: Mapping[str, Any]) -> int:
        shape = (configuration["rows"], configuration["columns"])
        cells = np.asarray(observation["board"]).reshape(shape)
        position = Position.from_array(cells, "grid", connect=configuration["inarow"])
        return self._level(position, time_limit=0.8 * configuration.get("actTimeout", 2))


def agent(observation: Mapping[str, Any], configuration: Mapping[str, Any]) -> int:
    """The perfect level as an agent."""
    return _PERFECT(observation, configuration)


_PERFECT = Agent()


def write_agent(path: str | Path, level: int = 10, *, seed: int = 0) -> Path:
    """Write a file with an agent for ``kaggle_environments`` on a machine that has foursight installed.

    Kaggle's own servers lack the package, so the file cannot enter a competition.
    """
    Level(level, seed=seed)
    path = Path(path)
    path.write_text(_FILE.format(level=level, seed=seed), encoding="utf-8")
    return path
