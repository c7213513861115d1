"""Games of named players, with every attempt at a move, from the files of programs that let models play.

>>> from foursight import games
>>> games.PlayedGame(("gpt-4o", "o3"), [3, 3, 7, 2]).moves
'443'
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ._foursight import Game, Position

_STANDARD = {"columns": 7, "rows": 6, "inarow": 4}


@dataclass(frozen=True)
class PlayedGame:
    """A game of the standard board as it was played."""

    players: tuple[str, str]
    """The names of the first and of the second player."""

    attempts: list[int | None]
    """The columns that the players chose in turn, counted from 0; None names no column. After one that cannot be played,
    the same player tries again."""

    opening: str = ""
    """The moves before the first attempt, counted from 1."""

    def positions(self) -> Iterator[Position]:
        """The position before each attempt."""
        position = Position(self.opening, notation="moves")
        for column in self.attempts:
            if not position.legal_moves:
                raise ValueError(f"the game of {' and '.join(self.players)} goes on after its end")
            yield position
            if column in position.legal_moves:
                position = position.play(column)

    @property
    def moves(self) -> str:
        """All moves, counted from 1."""
        legal = (column + 1 for column, before in zip(self.attempts, self.positions()) if column in before.legal_moves)
        return self.opening + "".join(map(str, legal))


def read(path: str | Path) -> list[PlayedGame]:
    """The games of a file, or of all files of a folder:

    - replays of Kaggle, of ConnectX and of the Game Arena, with the attempts that its harness repeats;
    - logs of OpenSpiel, such as ``Game 1: Returns: 1 -1; Actions: x3 o3 x2``;
    - the moves (``*_moves.csv``) of LLM-Game-Benchmark;
    - game files, such as ``games.txt`` of our arena.
    """
    path = Path(path)
    if path.is_dir():
        return [game for file in sorted(path.iterdir()) if file.is_file() for game in read(file)]
    text = path.read_text(encoding="utf-8-sig")
    try:
        if text.lstrip().startswith(("{", "[{")):
            found = [_kaggle(replay) for replay in _replays(text)]
        elif "MoveOutcome" in text.partition("\n")[0]:
            found = _benchmark(text)
        elif "Actions:" in text:
            found = [_open_spiel(line) for line in text.splitlines() if "Actions:" in line]
        else:
            found = [_tagged(block) for block in re.split(r"\n\s*\n(?=\[)", text.strip())]
        for game in found:
            # Checks it.
            game.moves
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        what = str(error) if isinstance(error, ValueError) else "it is no file of games that is known"
        raise ValueError(f"{path}: {what}") from None
    return found


def _replays(text: str) -> list[dict[str, Any]]:
    found = json.loads(text)
    return found if isinstance(found, list) else [found]


def _kaggle(replay: dict[str, Any]) -> PlayedGame:
    board = [replay.get("configuration", {}).get(name, usual) for name, usual in _STANDARD.items()]
    if board != list(_STANDARD.values()):
        raise ValueError(f"the board is {board[0]}x{board[1]} for lines of {board[2]}; only 7x6 and lines of 4 are graded")
    names = replay.get("info", {}).get("TeamNames") or ["first", "second"]
    attempts: list[int | None] = []
    for before, after in zip(replay["steps"], replay["steps"][1:]):
        for agent in (0, 1):
            if before[agent]["status"] == "ACTIVE":
                attempts += _kaggle_attempts(after[agent]["action"])
    return PlayedGame((str(names[0]), str(names[1])), attempts)


def _kaggle_attempts(action: Any) -> list[int | None]:
    """The attempts at one move: ConnectX has a column, and the Game Arena an object with an entry for each answer."""
    if not isinstance(action, dict):
        return [_column(action)]
    answers = action.get("call_details") or action.get("generate_returns") or []
    column = action["submission"]
    if not answers and column < 0:
        # The harness asks for nothing before the first move and on the other side's turn.
        return []
    failed: list[int | None] = [None] * (len(answers) if column < 0 else len(answers) - 1)
    return failed if column < 0 else [*failed, _column(column)]


def _column(given: Any) -> int | None:
    """A column as an agent gave it: None if it is no whole number, -1 if it is beyond any board."""
    if type(given) is not int:
        return None
    return given if 0 <= given < 100 else -1


def _benchmark(text: str) -> list[PlayedGame]:
    games: dict[tuple[str, str], PlayedGame] = {}
    for row in csv.DictReader(text.splitlines()):
        key = (row["UUID"], row["GameNumber"])
        game = games.setdefault(key, PlayedGame((row["Player1"], row["Player2"]), []))
        has_column = row["MoveOutcome"] != "Invalid Format"
        game.attempts.append(_column(int(row["MoveCol"]) - 1) if has_column else None)
    return list(games.values())


def _open_spiel(line: str) -> PlayedGame:
    actions = line.partition("Actions:")[2].split()
    return PlayedGame(("x", "o"), [int(action[1:]) for action in actions])


def _tagged(block: str) -> PlayedGame:
    found = re.findall(r'^\[(\w+) (".*")\]\s*$', block, re.MULTILINE)
    # Values are escaped as in JSON.
    tags = {name: json.loads(value) for name, value in found}
    if tags.get("Size", "7x6") != "7x6":
        raise ValueError(f"the board is {tags['Size']}; only 7x6 is graded")
    names, opening = (tags["First"], tags["Second"]), tags.get("Opening", "")
    # The result stands behind the moves.
    moves = block.rsplit("\n", 1)[-1].rpartition(" ")[0]
    return PlayedGame(names, list(Game(moves).moves[len(opening) :]), opening)
