"""Marks by the program, and the fixture in the example for pytest."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from foursight.grading import GradingError, grade

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples" / "grading"
BUILT = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "foursight"

program = pytest.mark.skipif(
    sys.platform == "win32" or not BUILT.is_file(), reason="grading needs the program, as cargo build makes it"
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a pupil's bot, and the program in FOURSIGHT."""
    monkeypatch.setenv("FOURSIGHT", str(BUILT))
    shutil.copy(EXAMPLES / "rubric.toml", tmp_path)
    shutil.copy(EXAMPLES / "pytest" / "test_bot.py", tmp_path)
    shutil.copy(ROOT / "examples" / "bots" / "ben.py", tmp_path / "bot.py")
    return tmp_path


@program
def test_the_example_grades_a_bot(folder):
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--junitxml", "marks.xml"],
                         cwd=folder, capture_output=True, text=True, check=False)
    assert run.returncode == 0 and "3 passed" in run.stdout, run.stdout
    assert (folder / "marks.xml").read_text().count("<testcase") == 3


@program
def test_a_faulty_bot_fails_with_its_reason(folder):
    (folder / "bot.py").write_text("def agent(observation, configuration):\n    return 9\n")
    marks = grade(folder / "bot.py", rubric=folder / "rubric.toml")
    assert marks.points == 0 and marks.of == 10
    assert not marks["valid"].is_passed
    assert "there is no column 9" in marks["valid"].feedback


@program
def test_errors_are_those_of_the_program(folder):
    with pytest.raises(GradingError, match="no-such-bot"):
        grade(folder / "no-such-bot.py")


def test_a_missing_program_is_named(monkeypatch):
    monkeypatch.setenv("FOURSIGHT", "/no/such/program")
    with pytest.raises(GradingError, match="there is no program /no/such/program"):
        grade("bot.py")
