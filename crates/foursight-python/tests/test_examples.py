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


def test_a_server_for_openenv():
    pytest.importorskip("openenv.core", reason="a server for OpenEnv (pip install openenv-core)")
    from fastapi.testclient import TestClient

    with TestClient(load("openenv_server").app) as client:
        with client.websocket_connect("/ws") as socket:
            socket.send_json({"type": "reset", "data": {"seed": 1, "position": "4455"}})
            begun = socket.receive_json()["data"]
            assert begun["observation"]["board"][5] == [0, 0, 0, 1, 1, 0, 0] and begun["done"] is False
            socket.send_json({"type": "step", "data": {"column": 2}})
            assert sum(map(bool, socket.receive_json()["data"]["observation"]["board"][5])) >= 3
