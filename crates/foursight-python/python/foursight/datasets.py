"""Fixed sets of positions with the exact score of every move, for training and for measuring.

>>> from foursight import datasets
>>> hard = datasets.load("hard-v1")
>>> len(hard), hard.scores.shape
(435, (435, 7))

A published set never changes, and its name includes its version, so figures stay comparable.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._arrays import UNKNOWN
from ._foursight import Position, Why, why
from ._many import read_positions, scores_many, warn_of_zeros

if TYPE_CHECKING:
    from ._types import Notation, PositionLike

_SHA256: dict[str, str] = {
    "games-v1": "1531730237c8e85ae842cd7ddc77a8b634c0b4bbbb9197f3911c0a736ed8a52c",
    "random-v1": "a3ae86716594bb1d226c5330661495afa867f42c663fdae999b7dea1fbde18b0",
    "hard-v1": "7b13b5d6297ae12de843d1435ba3aa08715a18f1014efa638ddb9089ccb0275c",
    "mistakes-v1": "ecc2f08c037cd6e45a20d7b25a251acd4095a1e52452b896eb998222085f52a6",
    "openings-v1": "d1702654a752200496763566f9145b20eac106053ed7cc8fba9e91fefdb5e0ff",
}

SETS: tuple[str, ...] = tuple(_SHA256)
"""The names of the sets. Each contains a position or its mirror image, never both:

- ``games-v1``, ``random-v1``: from games between levels, and from random games; 25 for each number of discs from 2 to
  36, and all with fewer discs.
- ``hard-v1``: exactly one move keeps the win or the draw; it neither wins at once nor blocks a line. 15 for each number
  of discs from 6 to 34.
- ``mistakes-v1``: a level turned a win into a draw or a loss, or a draw into a loss, and a checked reason with an idea
  says why. 20 for each number of discs from 8 to 30.
- ``openings-v1``: every position of up to four discs.
"""

_FULL = -1000


@dataclass(frozen=True, eq=False)
class PositionSet:
    """Open positions with a choice of moves, and the exact score of every move."""

    name: str
    """The name of the set."""

    moves: list[str]
    """The columns that lead to each position, counted from 1."""

    scores: NDArray[np.int8]
    """The score of each column, (positions, columns); ``UNKNOWN`` for a full column."""

    mistakes: list[int | None]
    """In a set of mistakes, the column that was played in each position, counted from 0; otherwise None."""

    ideas: list[str | None]
    """In a set of mistakes, the idea that refutes each, such as ``double threat``; otherwise None."""

    def __len__(self) -> int:
        return len(self.moves)

    @property
    def positions(self) -> list[Position]:
        """The positions."""
        return [Position(moves, notation="moves") for moves in self.moves]

    @property
    def ply(self) -> NDArray[np.int64]:
        """The number of discs in each position."""
        return np.array([len(moves) for moves in self.moves])

    def why(self, place: int) -> Why:
        """Why the mistake in a position is a mistake.

        >>> datasets.load("mistakes-v1").why(0).idea == datasets.load("mistakes-v1").ideas[0]
        True
        """
        if self.mistakes[place] is None:
            raise ValueError(f"{self.name} has no mistakes")
        return why(Position(self.moves[place], notation="moves"), self.mistakes[place])


def load(name: str = "games-v1") -> PositionSet:
    """One of ``SETS``; raises an error if its file is not the published one.

    >>> datasets.load("openings-v1").moves[:3]
    ['', '1', '2']
    """
    if name not in SETS:
        raise ValueError(f"there is no set {name!r}; the sets are {', '.join(SETS)}")
    content = (files("foursight") / "data" / f"{name}.txt").read_bytes()
    if hashlib.sha256(content).hexdigest() != _SHA256[name]:
        raise ValueError(f"{name}.txt is damaged: install the package again")
    found = PositionSet(name, [], np.empty(0, dtype=np.int8), [], [])
    scores = []
    for line in content.decode().splitlines():
        if line.startswith("#"):
            continue
        solved, _, mistake = line.partition(" | ")
        moves, *values = solved.split(" ")
        column, _, idea = mistake.partition(" ")
        found.moves.append(moves)
        scores.append([UNKNOWN if value == str(_FULL) else int(value) for value in values])
        found.mistakes.append(int(column) - 1 if column else None)
        found.ideas.append(idea or None)
    return PositionSet(name, found.moves, np.array(scores, dtype=np.int8), found.mistakes, found.ideas)


def from_positions(
    positions: Iterable[PositionLike], *, name: str = "own", progress: Callable[[int, int], Any] | None = None
) -> PositionSet:
    """Open positions of the standard board as a set, which takes as long as to solve all their moves.

    >>> datasets.from_positions(["4455", "444444"]).scores[1].tolist()
    [-1, 0, 1, -128, 1, 0, -1]
    """
    found = [one if isinstance(one, Position) else Position(one) for one in positions]
    for place, position in enumerate(found):
        if (position.width, position.height, position.connect) != (7, 6, 4):
            raise ValueError(f"position {place}: a set holds positions of the standard board")
        if not position.legal_moves:
            raise ValueError(f"position {place}: the game is over")
    scores = scores_many(found, progress=progress).scores if found else np.empty((0, 7), dtype=np.int8)
    nothing: list[Any] = [None] * len(found)
    return PositionSet(name, [position.text("moves") for position in found], scores, nothing, nothing)


def read(path: str | Path, *, notation: Notation | None = None, column: str = "position") -> PositionSet:
    """A file of positions as a set, as ``from_positions`` does.

    A text file has a position on each line, after ``#`` a comment. ``.csv``, ``.tsv`` and ``.jsonl`` files have them in the
    ``column`` of this name; a line of JSON can also be just a position, as text or as columns counted from 0. ``.npy`` and
    ``.npz`` files hold boards as for ``solve_many``, in ``.npz`` under this name or as the only array. For lists of moves
    that count columns from 0, such as those of ARENA's course, the notation is ``zero-based``.
    """
    path = Path(path)
    if path.suffix in (".npy", ".npz"):
        boards: Any = np.load(path)
        if path.suffix == ".npz":
            name = boards.files[0] if len(boards.files) == 1 else column
            if name not in boards.files:
                raise ValueError(f"{path} has no array {name!r}; its arrays are {', '.join(boards.files)}")
            boards = boards[name]
        positions = read_positions(boards)
        for place, error in positions.errors.items():
            raise ValueError(f"{path}, board {place}: {error}")
        named: list[tuple[str, Any]] = [(f"board {place}", positions[place]) for place in range(len(positions))]
    else:
        named = [(f"line {number}", text) for number, text in _texts(path, column)]
        if notation is None:
            warn_of_zeros(text for _, text in named)
    found = []
    for where, one in named:
        try:
            position = one if isinstance(one, Position) else Position(one, notation=notation)
            if not position.legal_moves:
                raise ValueError("the game is over")
        except (ValueError, TypeError) as error:
            raise ValueError(f"{path}, {where}: {error}") from None
        found.append(position)
    return from_positions(found, name=path.name)


def _texts(path: Path, column: str) -> Iterable[tuple[int, Any]]:
    """The positions in a file of lines, each with the number of its line."""
    with path.open(encoding="utf-8", newline="") as file:
        if path.suffix in (".csv", ".tsv"):
            table = csv.DictReader(file, delimiter="\t" if path.suffix == ".tsv" else ",")
            if column not in (table.fieldnames or ()):
                raise ValueError(f"{path} has no column {column!r}; its columns are {', '.join(table.fieldnames or ())}")
            yield from ((table.line_num, row[column]) for row in table)
            return
        for number, line in enumerate(file, 1):
            if path.suffix == ".jsonl" and line.strip():
                try:
                    value = json.loads(line)
                    yield number, value[column] if isinstance(value, dict) else value
                except (json.JSONDecodeError, KeyError) as error:
                    raise ValueError(f"{path}, line {number}: no position {column!r} in JSON: {error}") from None
            elif text := line.partition("#")[0].strip():
                yield number, text
