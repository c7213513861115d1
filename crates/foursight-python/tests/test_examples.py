"""The programs in examples/training: they work with the packages for which they are written."""

import importlib.util
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[3] / "examples/training"


def load(name):
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_opponent_for_textarena():
    pytest.importorskip("textarena", reason="an opponent for TextArena (pip install textarena)")
    example = load("textarena_agent")
    assert example.play(example.LevelAgent(10), example.LevelAgent(1)) == {0: 1, 1: -1}
