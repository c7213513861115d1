"""Other kinds of players as functions from positions to columns, which ``foursight.metrics`` measures.

>>> from foursight import agents, metrics
>>> center = agents.kaggle_agent(lambda observation, configuration: configuration.columns // 2)
>>> metrics.measure(center, "openings-v1", count_illegal=True).illegal
0.0
"""

from __future__ import annotations

import shlex
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any

from ._foursight import Level, Position
from ._optional import optional
from .answers import Transcript


def kaggle_file(path: str | Path) -> Callable[[Position], int]:
    """The agent in a Kaggle ConnectX file: its last function. The file runs in this process, so trust it first."""
    names: dict[str, Any] = {"__name__": "agent"}
    exec(compile(Path(path).read_text(encoding="utf-8"), str(path), "exec"), names)
    functions = [value for value in names.values() if callable(value)]
    if not functions:
        raise ValueError(f"{path} has no function")
    return kaggle_agent(functions[-1])


def kaggle_agent(agent: Callable[..., Any]) -> Callable[[Position], int]:
    """An agent for Kaggle's ConnectX, a function of an observation and a configuration.

    >>> agents.kaggle_agent(lambda observation, configuration: configuration.columns // 2)(Position("4"))
    3
    """

    def player(position: Position) -> int:
        board = position.to_array("flat").tolist()
        observation = {"board": board, "mark": 1 + position.ply % 2, "step": position.ply, "remainingOverageTime": 60}
        configuration = {
            "rows": position.height, "columns": position.width, "inarow": position.connect,
            "actTimeout": 2, "agentTimeout": 60, "episodeSteps": 1000, "runTimeout": 1200,
        }
        arguments = [_Fields(observation), _Fields(configuration)]
        n_arguments = agent.__code__.co_argcount if hasattr(agent, "__code__") else 2
        return int(agent(*arguments[:n_arguments]))

    return player


class _Fields(dict[str, Any]):
    """The objects that Kaggle passes: dictionaries whose values are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class Engine:
    """A program that speaks the engine protocol: it receives ``position MOVES`` and ``go``, and answers ``bestmove N``.

    A program that does not answer within ``time_limit`` seconds is killed.

    >>> with agents.Engine(["foursight", "engine", "--level", "5"]) as engine:  # doctest: +SKIP
    ...     report = metrics.measure(engine)
    """

    def __init__(self, command: str | Sequence[str], *, time_limit: float = 60) -> None:
        self._time_limit = time_limit
        self._command = shlex.split(command) if isinstance(command, str) else list(command)
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def __call__(self, position: Position) -> int:
        written, read = self._pipes()
        # If no move was played, the text of the position would be empty.
        where = f"position {position.text()}" if position.ply else "new"
        try:
            print(f"{where}\ngo", file=written, flush=True)
        except BrokenPipeError:
            raise RuntimeError(f"{self._command[0]} ended before it was asked") from None
        timer = threading.Timer(self._time_limit, self._process.kill)
        timer.start()
        try:
            for line in read:
                match line.split():
                    case ["bestmove", column, *_] if column.isdecimal():
                        return int(column) - 1
                    case ["error:", *_]:
                        raise RuntimeError(f"{self._command[0]} at {position.text()!r}: {line.strip()}")
        finally:
            timer.cancel()
        what = f"ended, or gave no answer within {self._time_limit:g} s,"
        raise RuntimeError(f"{self._command[0]} {what} at {position.text()!r}")

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self._process.stdin and self._process.stdout
        return self._process.stdin, self._process.stdout

    def close(self) -> None:
        """End the program."""
        self._process.kill()
        self._process.wait()
        for pipe in self._pipes():
            pipe.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class OpenSpielBot:
    """An OpenSpiel bot for the game ``connect_four``; its ``step`` chooses a move, and ``restart_at`` receives each
    position."""

    def __init__(self, bot: Any) -> None:
        self._bot = bot
        self._game = optional("pyspiel", "open_spiel").load_game("connect_four")

    @classmethod
    def mcts(cls, n_simulations: int, *, seed: int = 1) -> OpenSpielBot:
        """OpenSpiel's tree search, in C++, with random playouts."""
        pyspiel = optional("pyspiel", "open_spiel")
        game, evaluator = pyspiel.load_game("connect_four"), pyspiel.RandomRolloutEvaluator(1, seed)
        return cls(pyspiel.MCTSBot(game, evaluator, 2.0, n_simulations, 100, True, seed, False))

    def __call__(self, position: Position) -> int:
        state = self._game.new_initial_state()
        for column in position.text("moves"):
            state.apply_action(int(column) - 1)
        self._bot.restart_at(state)
        return int(self._bot.step(state))


def named(
    name: str, *, format: str = "foursight", counts_from: int | None = None
) -> Callable[[Position], int | None]:
    """A player by its name: ``level:5``, ``kaggle:agent.py``, ``engine:COMMAND``, ``mcts:1000`` or ``answers:FILE``.

    ``mcts`` is OpenSpiel's search with that many simulations and random playouts. ``format`` and ``counts_from`` say how
    answers are read, as for ``foursight.answers.read_answer``.
    """
    kind, _, value = name.partition(":")
    if kind == "level" and value.isdecimal():
        return Level(int(value), seed=1)
    if kind == "kaggle" and value:
        return kaggle_file(value)
    if kind == "engine" and value:
        return Engine(value)
    if kind == "answers" and value:
        return Transcript.read(value, format=format, counts_from=counts_from)
    if kind == "mcts" and value.isdecimal():
        return OpenSpielBot.mcts(int(value))
    raise ValueError(
        f"{name!r} is not a player; expected level:5, kaggle:agent.py, engine:COMMAND, mcts:1000 or answers:FILE"
    )
