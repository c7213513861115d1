"""Players of other kinds, measured."""

import sys

import pytest

from foursight import Level, Position, agents, metrics
from foursight.__main__ import main

BOT = """
import sys
moves = ""
for line in sys.stdin:
    match line.split():
        case ["position", moves]:
            pass
        case ["new"]:
            moves = ""
        case ["go"]:
            print("thinking")
            print("bestmove", "{answer}" if moves else 4, flush=True)
"""


def engine(tmp_path, answer="1"):
    bot = tmp_path / "bot.py"
    bot.write_text(BOT.replace("{answer}", answer))
    return [sys.executable, str(bot)]


def test_an_engine_is_asked(tmp_path):
    with agents.Engine(engine(tmp_path)) as player:
        assert [player(Position(moves)) for moves in ["", "4455", ""]] == [3, 0, 3]
    with agents.Engine([sys.executable, "-c", ""]) as player, pytest.raises(RuntimeError, match="ended"):
        player(Position("4"))
    with agents.Engine([sys.executable, "-c", "print('error: no')"]) as player:
        with pytest.raises(RuntimeError, match="at '4': error: no"):
            player(Position("4"))
    waits = [sys.executable, "-c", "import time; time.sleep(60)"]
    with agents.Engine(waits, time_limit=0.1) as player, pytest.raises(RuntimeError, match="within 0.1 s, at '4'"):
        player(Position("4"))


def test_a_file_for_kaggle_plays(tmp_path):
    file = tmp_path / "agent.py"
    file.write_text(
        "def helper(board, columns): return [c for c in range(columns) if board[c] == 0]\n"
        "def act(observation, configuration):\n"
        "    assert observation.mark == 1 + sum(map(bool, observation['board'])) % 2\n"
        "    return helper(observation.board, configuration.columns)[-1]\n"
    )
    player = agents.kaggle_file(file)
    assert player(Position("777777")) == 5 and player(Position("4")) == 6
    file.write_text("def one(observation): return observation.step")
    assert agents.kaggle_file(file)(Position("44")) == 2
    file.write_text("x = 1")
    with pytest.raises(ValueError, match="has no function"):
        agents.kaggle_file(file)


def test_a_bot_of_openspiel_plays():
    pytest.importorskip("pyspiel", reason="bots of OpenSpiel (pip install open_spiel)")
    player = agents.named("mcts:100")
    assert player(Position("112233")) == 3 and player(Position("44")) in range(7)


def test_players_are_measured_by_name(tmp_path, capsys):
    main(["evaluate", "level:3", "--set", "openings-v1"])
    assert capsys.readouterr().out == f"{metrics.measure(Level(3, seed=1), 'openings-v1')}\n"
    for name, message in [
        ("level:strong", "'level:strong' is not a player; expected level:5"),
        ("level:11", '"11" is not a level from 0'),
        (f"kaggle:{tmp_path}/none.py", "No such file"),
        (f"answers:{tmp_path}/none.jsonl", "No such file"),
        ("engine:no-such-program", "No such file"),
    ]:
        with pytest.raises(SystemExit) as ended:
            main(["evaluate", name])
        assert ended.value.code == 2 and message in capsys.readouterr().err
