"""Games of named players, read from other programs' files and graded."""

import json

import pytest

from foursight import __main__, games, metrics
from foursight.games import PlayedGame


def turn(mover, action, status="ACTIVE"):
    """A step of a replay: after it, ``mover`` is on turn."""
    return [{"action": action if agent != mover else 0, "status": status if agent == mover else "INACTIVE"} for agent in (0, 1)]


def answer(column, n_answers=1):
    return {"submission": column, "status": "OK", "call_details": [{}] * n_answers}


CONNECTX = {"configuration": {"columns": 7, "rows": 6, "inarow": 4}, "steps": [turn(0, 0), turn(1, 3), turn(0, 4), turn(1, 3)]}
ARENA = {
    "info": {"TeamNames": ["one", "two"]},
    "steps": [turn(0, 0), turn(1, answer(3)), turn(0, answer(2, 3)), turn(1, answer(-1, 2))],
}
BENCHMARK = "\n".join([
    "UUID,GameNumber,Player1,Player2,MoveNumber,MovePlayer,MoveRow,MoveCol,MoveOutcome,CurrentStatus",
    *(f'"a",{game},"gpt","llama",1,{player},6,{column},"{outcome}","eeeeeee \n"' for game, player, column, outcome in [
        (1, 1, 4, "Valid"), (1, 2, 9, "Out of Bounds"), (1, 2, 0, "Invalid Format"), (1, 2, 3, "Valid"), (2, 1, 1, "Valid"),
    ]),
])
TAGGED = '[First "a"]\n[Second "b \\"c\\""]\n[Opening "44"]\n\n44553 1/2\n\n[First "b"]\n[Second "a"]\n\n1 *\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (json.dumps(CONNECTX), [(("first", "second"), [3, 4, 3])]),
        (json.dumps({"steps": [turn(0, 0), turn(1, "d"), turn(0, 10**30)]}), [(("first", "second"), [None, -1])]),
        (json.dumps([ARENA, ARENA]), [(("one", "two"), [3, None, None, 2, None, None])] * 2),
        ("Game 1: Returns: 1 -1; Actions: x3 o3 x2\nstatistics\n", [(("x", "o"), [3, 3, 2])]),
        (BENCHMARK, [(("gpt", "llama"), [3, 8, None, 2]), (("gpt", "llama"), [0])]),
        ("\ufeff" + TAGGED, [(("a", 'b "c"'), [4, 4, 2]), (("b", "a"), [0])]),
    ],
)
def test_files_are_read(tmp_path, text, expected):
    (tmp_path / "file").write_text(text, encoding="utf-8")
    found = games.read(tmp_path)
    assert [(game.players, game.attempts) for game in found] == expected


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("nothing", "no file of games"),
        ("{", "Expecting property name"),
        ('{"steps": [[{}]], "configuration": {"columns": 9}}', "the board is 9x6"),
        ('{"steps": [[{}, {}], [{}, {}]]}', "no file of games"),
        ('[First "a"]\n[Second "b"]\n[Size "9x7"]\n\n1 *', "the board is 9x7"),
        ("Actions: x3 o4 x3 o4 x3 o4 x3 o4", "goes on after its end"),
        ("MoveOutcome\nValid", "no file of games"),
    ],
)
def test_a_file_that_is_no_game_is_an_error(tmp_path, text, error):
    (tmp_path / "file").write_text(text)
    with pytest.raises(ValueError, match=f"file: .*{error}"):
        games.read(tmp_path / "file")


def test_each_attempt_costs_its_player():
    """Red misses four in d, Yellow tries three columns that do not exist, and then the block."""
    played = [PlayedGame(("a", "b"), [0, 7, None, 9, 3, 0], opening="3141")]
    seen = []
    found = metrics.grade_games(played, progress=lambda *done: seen.append(done))
    assert seen == [(n, 6) for n in range(1, 7)] and list(found) == ["a", "b"]
    first, second = found["a"], found["b"]
    assert (first.games, first.retries, first.moves.n) == (1, 0, 2)
    assert (second.retries, second.moves.n, second.moves.illegal, second.moves.missing) == (3, 4, 0.5, 0.25)
    assert sorted(second.moves.by_ply) == [5]
    both = metrics.grade_games(played * 2, by="game")
    assert list(both) == ["1", "2"] and both["2"].moves.n == 6


def test_what_gives_the_result_away_is_refuted_by_an_idea():
    # Red's third disc may make an open three: e1 stops it, g1 does not.
    found = metrics.grade_games([PlayedGame(("a", "b"), [6], opening="445")])["b"]
    assert found.moves.kept == 0 and list(found.moves.by_idea) == ["double threat"]


def test_a_perfect_player_is_perfect_in_every_file(tmp_path, capsys):
    line = "Actions: x3 o3 x3 o3 x3 o3"
    (tmp_path / "log.txt").write_text(line)
    __main__.main(["games", str(tmp_path), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert [found["reports"][name]["moves"]["best"] for name in "xo"] == [1.0, 1.0]
    __main__.main(["games", str(tmp_path / "log.txt")])
    assert capsys.readouterr().out.splitlines()[1].split()[:3] == ["x", "1", "3"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(SystemExit):
        __main__.main(["games", str(tmp_path / "empty")])
    assert "there are no games in" in capsys.readouterr().err
    with pytest.raises(SystemExit) as error:
        __main__.main(["games", str(tmp_path / "none")])
    assert error.value.code == 2 and "none" in capsys.readouterr().err
