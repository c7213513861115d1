"""Tests of bot.py, for pupils and for autograders that run pytest. `foursight` must be on PATH, or in FOURSIGHT."""

from pathlib import Path

import pytest

pytest_plugins = ["foursight.grading"]

FOLDER = Path(__file__).parent


@pytest.fixture(scope="module")
def marks(foursight_grade):
    return foursight_grade(FOLDER / "bot.py", rubric=FOLDER / "rubric.toml")


@pytest.mark.parametrize("check", ["valid", "beats_level_0"])
def test_criterion(marks, check):
    criterion = marks[check]
    assert criterion.is_passed, criterion.feedback


def test_points(marks):
    assert marks.points >= 5
