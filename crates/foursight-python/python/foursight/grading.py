"""Marks for bots and board classes from the program ``foursight``, and a fixture for pytest.

The program must be on ``PATH``, or in the environment variable ``FOURSIGHT``. It needs Linux or macOS. With
``pytest_plugins = ["foursight.grading"]`` in a test file or ``conftest.py``, tests get the fixture ``foursight_grade``::

    def test_bot(foursight_grade):
        marks = foursight_grade("bot.py", rubric="rubric.toml")
        assert marks["wins"].is_passed, marks["wins"].feedback
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Criterion:
    """The result of a bot or a class for one criterion."""

    check: str
    """The name of the criterion, such as ``"beats_level_2"``."""
    title: str
    points: float
    of: float
    outcome: str
    """``"passed"``, ``"failed"`` or ``"not tried"``."""
    feedback: str
    """The result, and examples of what was wrong, with the board."""

    @property
    def is_passed(self) -> bool:
        """Whether the criterion is met."""
        return self.outcome == "passed"


@dataclass(frozen=True)
class Marks:
    """The marks of a bot or a class. ``marks["valid"]`` is the criterion of that name."""

    name: str
    points: float
    of: float
    criteria: tuple[Criterion, ...]

    def __getitem__(self, check: str) -> Criterion:
        for criterion in self.criteria:
            if criterion.check == check:
                return criterion
        names = ", ".join(criterion.check for criterion in self.criteria)
        raise KeyError(f"the rubric has no criterion {check!r}; its criteria are {names}")


class GradingError(Exception):
    """The program could not give marks, for the reason in the message."""


def grade(work: str | Path, *, rubric: str | Path | None = None, seed: int = 1) -> Marks:
    """The marks of a bot or a board class, in a file or a folder of its own, from a rubric or the default one."""
    program = os.environ.get("FOURSIGHT", "foursight")
    command = [program, "arena", "grade", str(work), "--format", "json", "--seed", str(seed)]
    if rubric is not None:
        command += ["--rubric", str(rubric)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise GradingError(
            f"there is no program {program}: put foursight on PATH, or set FOURSIGHT to its path"
        ) from None
    lines = run.stdout.splitlines()
    if run.returncode != 0 or len(lines) != 1:
        raise GradingError(run.stderr.strip() or f"{work} is not one bot, but {len(lines)}")
    return _marks(json.loads(lines[0]))


def _marks(found: dict[str, Any]) -> Marks:
    criteria = tuple(
        Criterion(
            check=each["check"],
            title=each["title"],
            points=each["points"],
            of=each["of"],
            outcome=each["outcome"],
            feedback="\n\n".join([each["result"], *each["examples"]]),
        )
        for each in found["criteria"]
    )
    return Marks(found["name"], found["points"], found["of"], criteria)


try:
    import pytest
except ImportError:
    pass
else:

    @pytest.fixture(scope="session")
    def foursight_grade() -> Callable[..., Marks]:
        """The function :func:`grade`."""
        return grade
