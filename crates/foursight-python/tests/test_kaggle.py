"""Agents for Kaggle's ConnectX."""

import pytest

from foursight import Position
from foursight.kaggle import Agent, agent, write_agent

STANDARD = {"rows": 6, "columns": 7, "inarow": 4, "actTimeout": 2}


def observe(position):
    return {"board": position.to_array("flat").tolist(), "mark": 1 + position.ply % 2}


def test_an_agent_plays_its_level():
    for text in ["", "44", "41424", "2252576253462244111563365343671351441"]:
        position = Position(text)
        assert agent(observe(position), STANDARD) in position.scores().best_moves
    assert agent(observe(Position("112233")), STANDARD) == 3
    small = {"rows": 4, "columns": 5, "inarow": 3}
    board = Position("1122", size="5x4", connect=3)
    assert Agent(10)({"board": board.to_array().ravel().tolist()}, small) == 2


def test_a_file_is_an_agent(tmp_path):
    path = write_agent(tmp_path / "agent.py", 10)
    # As Kaggle does: the last function of the file.
    names = {}
    exec(path.read_text(), names)
    last = [value for value in names.values() if callable(value)][-1]
    assert last(observe(Position("112233")), STANDARD) == 3
    with pytest.raises(ValueError, match="is not a level"):
        write_agent(path, 11)


def test_it_beats_the_agents_of_kaggle(tmp_path):
    kaggle = pytest.importorskip("kaggle_environments", reason="games in kaggle_environments (pip install kaggle_environments)")
    path = write_agent(tmp_path / "agent.py")
    for players, ours in [([str(path), "negamax"], 0), ([str(path), "random"], 0), (["random", str(path)], 1)]:
        game = kaggle.make("connectx")
        game.run(players)
        assert game.state[ours].reward == 1, game.state
