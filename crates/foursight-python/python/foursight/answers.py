"""Questions for language models, and their answers as columns, in the formats of the benchmarks that ask them.

>>> from foursight import answers, metrics
>>> written = {question["moves"]: "Final Answer: 3" for question in answers.prompts("openings-v1", format="gamearena")}
>>> report = metrics.measure(answers.Transcript(written, format="gamearena"), "openings-v1", count_illegal=True)
>>> report.n, report.illegal
(719, 0.0)
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from ._foursight import Position
from .datasets import PositionSet, load

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Format:
    """How a benchmark asks for a column, and how it reads the answer."""

    request: str
    """The end of the question."""

    counts_from: int | None
    """The number of the left column; None if columns have letters."""

    read: Callable[[str, Collection[str]], str | None]
    """The last statement of a column in a text, given the names of the columns that can be played."""


def _last(pattern: str) -> Callable[[str, Collection[str]], str | None]:
    compiled = re.compile(pattern, re.IGNORECASE)

    def read(text: str, _: Collection[str] = ()) -> str | None:
        found = compiled.findall(text)
        return found[-1] if found else None

    return read


_JSON_COLUMN = _last(r"""["']column["']\s*:\s*(-?\d+)""")
_FINAL = re.compile(r"final answer:\W*(\d+)", re.IGNORECASE)
_BRACKETS = _last(r"\[(?:col\s*)?(\d+)\]")


def _game_arena(text: str, playable: Collection[str]) -> str | None:
    if stated := _FINAL.findall(text):
        return str(stated[-1])
    digits = [digit for digit in re.findall(r"\d", text) if not playable or digit in playable]
    return digits[-1] if digits else None


def _text_arena(text: str, _: Collection[str]) -> str | None:
    return next(filter(None, (_BRACKETS(line, ()) for line in text.split("\n"))), None)


_NUMBER = "Which column do you play? End your answer with its number."
_JSON = "Which column do you play? Answer in JSON only: {{'column': {example}}}."

FORMATS = {
    "foursight": Format(
        # A number of percent, moves or points states no column, and neither does where numbers begin.
        _NUMBER, 1, _last(r"(?<![\d.])(-?\d+)(?!\.?\d)(?!\s*%|[- ](?:indexed|based)|\s+(?:more\s+)?(?:moves?|plies|ply|points?|discs?)\b)")
    ),
    "gamearena": Format('Which column do you play? End your answer with "Final Answer: " and its number.', 0, _game_arena),
    "textarena": Format("Which column do you play? Enter its number in brackets, such as [col {example}].", 0, _text_arena),
    "openenv": Format(_JSON, 0, _JSON_COLUMN),
    "llm-game-benchmark": Format(_JSON, 1, _JSON_COLUMN),
    "openspiel": Format(
        "Which column do you play? End your answer with {side} and its number, such as {side}{example}.", 0, _last(r"\b[xo](\d+)\b")
    ),
    "letters": Format(
        # An "a" before a word is an article.
        "Which column do you play? End your answer with its letter.", None, _last(r"\b([a-z])(?:\d+)?\b(?!['’]|\s+[a-z])")
    ),
}
"""How benchmarks ask for a column and read it:

- ``foursight``: the last number, from 1.
- ``gamearena``: the number after ``Final Answer:``, else the last digit of a playable column, from 0, as in Kaggle's
  Game Arena.
- ``textarena``: ``[3]`` or ``[col 3]``, the last in the first line that has any, from 0, as in TextArena.
- ``openenv``: ``{"column": 3}``, from 0, as the actions of OpenEnv.
- ``llm-game-benchmark``: the same, from 1, as in LLM-Game-Benchmark.
- ``openspiel``: ``x3`` or ``o3``, from 0, as OpenSpiel writes moves.
- ``letters``: the last letter, or the last cell such as ``d1``.
"""


def _format(name: str, counts_from: int | None) -> Format:
    if name in FORMATS:
        chosen = FORMATS[name]
    else:
        try:
            is_own = re.compile(name).groups == 1
        except re.error:
            is_own = False
        if not is_own:
            raise ValueError(
                f"there is no format {name!r}; the formats are {', '.join(FORMATS)}, or a pattern with one group, "
                r"such as 'move=(\d)'"
            )
        chosen = Format(_NUMBER, 1, _last(name))
    if counts_from is None:
        return chosen
    if counts_from not in (0, 1) or chosen.counts_from is None:
        raise ValueError(f"columns count from 0 or 1 in formats with numbers, not from {counts_from} in {name}")
    return Format(chosen.request, counts_from, chosen.read)


def _names(form: Format, width: int) -> list[str]:
    if form.counts_from is None:
        return list(_LETTERS[:width])
    return [str(form.counts_from + column) for column in range(width)]


def prompt(moves: str, *, format: str = "foursight", counts_from: int | None = None) -> str:
    """A question for a language model about the position after ``moves``, which count columns from 1. It names columns
    as the format does.

    >>> print(answers.prompt("11", format="textarena"))
    You play Connect Four on 7 columns and 6 rows. The columns are 0 to 6 from the left. X moved first; you are X.
    Moves so far: 0 0
    .......
    .......
    .......
    .......
    O......
    X......
    0123456
    Which column do you play? Enter its number in brackets, such as [col 3].
    """
    form = _format(format, counts_from)
    names = _names(form, 7)
    side = "XO"[len(moves) % 2]
    return "\n".join([
        f"You play Connect Four on 7 columns and 6 rows. The columns are {names[0]} to {names[-1]} from the left. "
        f"X moved first; you are {side}.",
        f"Moves so far: {' '.join(names[int(move) - 1] for move in moves) or 'none'}",
        str(Position(moves, notation="moves")),
        "".join(names),
        form.request.format(example=names[3], side=side.lower()),
    ])


def prompts(
    positions: PositionSet | str = "games-v1", *, format: str = "foursight", counts_from: int | None = None
) -> list[dict[str, str]]:
    """A question for a language model about each position of a set: ``moves``, which identify the position, and
    ``prompt``."""
    chosen_set = load(positions) if isinstance(positions, str) else positions
    _format(format, counts_from)
    return [
        {"moves": moves, "prompt": prompt(moves, format=format, counts_from=counts_from)} for moves in chosen_set.moves
    ]


def read_answer(
    text: str, *, format: str = "foursight", counts_from: int | None = None, legal: Collection[int] = ()
) -> int | None:
    """The column that an answer states, counted from 0; None without one. ``format`` is one of ``FORMATS``, or a pattern
    whose one group is the column.

    ``counts_from`` is the number of the left column, if it is not the format's own. ``legal`` are the columns that can be
    played: in the format ``gamearena``, an answer without ``Final Answer:`` is the last of them in the text.

    >>> answers.read_answer("Blocking in 5 loses, and so I play column **4**.")
    3
    >>> answers.read_answer("[col 3] wins in 3 moves", format="textarena")
    3
    >>> answers.read_answer("move=d, I hope", format=r"move=(\\w)")
    3
    """
    form = _format(format, counts_from)
    stated = form.read(text, [_names(form, 1 + max(legal, default=-1))[column] for column in legal])
    if stated is None:
        return None
    if len(stated) == 1 and stated.isalpha():
        return _LETTERS.find(stated.lower())
    # No board is so wide, and longer numbers are slow to read.
    return int(stated[:4]) - (form.counts_from or 0) if re.fullmatch(r"-?\d+", stated) else None


class Transcript:
    """The answers of a language model, by the moves that lead to each position, read as ``read_answer`` does.

    A position without an answer has the column None.
    """

    n_repeated: int = 0
    """The number of answers in a file to questions that had one before; the first one counts."""

    def __init__(
        self, answers: Mapping[str, str], *, format: str = "foursight", counts_from: int | None = None
    ) -> None:
        _format(format, counts_from)
        self._answers = {Position(moves, notation="moves"): answer for moves, answer in answers.items()}
        self._format, self._counts_from = format, counts_from

    @classmethod
    def read(cls, path: str | Path, *, format: str = "foursight", counts_from: int | None = None) -> Transcript:
        """A file with a JSON object on each line, with ``moves`` and ``answer``; null is no answer."""
        answers: dict[str, str] = {}
        n_repeated = 0
        # Other line breaks may be in the answers.
        for number, line in enumerate(Path(path).read_text(encoding="utf-8-sig").split("\n"), 1):
            if not line.strip():
                continue
            try:
                found = json.loads(line)
                moves, answer = str(found["moves"]), found["answer"]
                Position(moves, notation="moves")
            except (ValueError, KeyError, TypeError):
                example = '{"moves": "4455", "answer": "I play 3."}'
                raise ValueError(f"{path}, line {number}: expected an object such as {example}") from None
            n_repeated += moves in answers
            if answer is not None:
                answers.setdefault(moves, str(answer))
        read = cls(answers, format=format, counts_from=counts_from)
        read.n_repeated = n_repeated
        return read

    def other_reading(self) -> Transcript | None:
        """The same answers with columns counted from 0 instead of 1, or from 1 instead of 0; None in letters, or if it was
        stated where they begin."""
        own = _format(self._format, None).counts_from
        if own is None or self._counts_from is not None:
            return None
        other = Transcript({}, format=self._format, counts_from=1 - own)
        other._answers = self._answers
        return other

    def numbers(self) -> str:
        """How columns are counted, in words."""
        return f"from {_format(self._format, self._counts_from).counts_from}"

    def __call__(self, position: Position) -> int | None:
        answer = self._answers.get(position)
        if answer is None:
            return None
        return read_answer(answer, format=self._format, counts_from=self._counts_from, legal=position.legal_moves)
