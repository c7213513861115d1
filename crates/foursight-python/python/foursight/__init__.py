"""Connect Four: an exact solver, reasons, levels, and tools for training and measuring agents.

>>> import foursight
>>> foursight.solve("4455").score
18
>>> foursight.Position("4455").scores().best_moves
[2, 5]
>>> foursight.solve_many(["", "4", "44"]).scores
array([ 1, -1,  1], dtype=int8)

Columns count from 0 in code and in arrays, and from 1 in text such as ``"4455"``. A score is that of the side to move: 0
is a draw, n > 0 a win with the n-th disc from the last, and negative scores are losses.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ._arrays import LAYOUTS, UNKNOWN
from ._foursight import (
    Accuracy,
    Analysis,
    Books,
    Counted,
    Game,
    Lesson,
    Level,
    MoveAnalysis,
    MoveScores,
    Position,
    Positions,
    Review,
    ReviewedMove,
    Solution,
    Why,
    __version__,
    analyze,
    clear,
    review,
    scores,
    solve,
    why,
)
from ._label import label
from ._many import Solutions, scores_many, solve_many

if TYPE_CHECKING:
    from . import agents, datasets, grading, gym, kaggle, metrics, notebook, openspiel, pettingzoo, selfplay, vector

__all__ = [
    "LAYOUTS",
    "UNKNOWN",
    "Accuracy",
    "Analysis",
    "Books",
    "Counted",
    "Game",
    "Lesson",
    "Level",
    "MoveAnalysis",
    "MoveScores",
    "Position",
    "Positions",
    "Review",
    "ReviewedMove",
    "Solution",
    "Solutions",
    "Why",
    "__version__",
    "analyze",
    "clear",
    "label",
    "review",
    "scores",
    "scores_many",
    "solve",
    "solve_many",
    "why",
]

_MODULES = (
    "agents",
    "answers",
    "datasets",
    "games",
    "grading",
    "gym",
    "kaggle",
    "metrics",
    "model",
    "notebook",
    "openspiel",
    "pettingzoo",
    "selfplay",
    "vector",
)


def __getattr__(name: str) -> Any:
    """A module of the package, imported when it is first used."""
    if name not in _MODULES:
        raise AttributeError(f"module 'foursight' has no attribute {name!r}")
    return importlib.import_module(f"foursight.{name}")


def __dir__() -> list[str]:
    return [*globals(), *_MODULES]
