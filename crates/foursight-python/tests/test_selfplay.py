"""Labeled positions of games: exact, the same for every number of threads, and split without leaks."""

import re
from pathlib import Path

import numpy as np
import pytest

import foursight
from foursight import Level, Position, selfplay

ROWS = selfplay.generate(700, level=4, eps=0.3, seed=1, layout="grid")


def test_rows_are_exact():
    scored = foursight.scores_many(ROWS.boards).scores
    assert len(ROWS) == 700 and ROWS.score.tolist() == scored.max(axis=1).tolist()
    is_best = scored == scored.max(axis=1, keepdims=True)
    assert np.allclose(ROWS.policy, is_best / is_best.sum(axis=1, keepdims=True))
    assert np.array_equal(ROWS.value, np.sign(ROWS.score))
    solved = [Position.from_array(board).solve() for board in ROWS.boards[::7]]
    assert [one.moves_to_end or 0 for one in solved] == ROWS.distance[::7].tolist()
    assert len(np.unique((ROWS.boards != 0).sum(axis=(1, 2)))) > 20, "from the first disc to the last ones"


def test_no_position_is_in_both_sets():
    keys = [Position.from_array(board).canonical_key for board in ROWS.boards]
    sides = {}
    for key, is_test in zip(keys, ROWS.is_test.tolist(), strict=True):
        assert sides.setdefault(key, is_test) == is_test
    share = np.mean(list(sides.values()))
    assert 0.05 < share < 0.16 and len(ROWS[ROWS.is_test]) == ROWS.is_test.sum()


def test_seeds_repeat_rows():
    again = selfplay.generate(700, level=4, eps=0.3, seed=1, layout="grid", threads=3)
    assert np.array_equal(again.boards, ROWS.boards) and np.array_equal(again.policy, ROWS.policy)
    other = selfplay.generate(700, level=4, eps=0.3, seed=2, layout="grid")
    assert not np.array_equal(other.boards, ROWS.boards)


def test_policies_play_from_given_positions():
    seen = []

    def first_open(positions):
        seen.append(len(positions))
        return [positions[place].legal_moves[0] for place in range(len(positions))]

    start = Position("112233", size="5x4")
    rows = selfplay.generate(4, policy=first_open, eps=0, positions=[start], layout="planes")
    assert rows.boards.shape == (4, 2, 4, 5) and rows.policy.shape == (4, 5) and seen
    assert np.array_equal(rows.boards[0], start.to_array("planes"))
    table = pytest.importorskip("pyarrow") and rows.to_arrow()
    assert table.num_rows == 4 and table["boards"][0].as_py() == rows.boards[0].ravel().tolist()
    assert len(selfplay.generate(0)) == 0


@pytest.mark.parametrize(("options", "why"), [
    ({"n": -1}, "n is -1; it must be 0 or more"),
    ({"eps": 1.5}, "eps is 1.5; it must be from 0 to 1"),
    ({"positions": []}, "positions is empty"),
    ({"positions": ["1212121"]}, "positions: number 0: the game is over"),
    ({"layout": "rows"}, "'rows' is not a layout"),
    ({"threads": 1.5}, "threads is 1.5; it must be a whole number"),
    ({"policy": lambda positions: [7] * len(positions)}, "column 7, which cannot be played"),
    ({"policy": lambda positions: [1]}, r"of the shape \(1,\) for 2 positions"),
])
def test_wrong_options_are_refused(options, why):
    with pytest.raises(ValueError, match=why):
        selfplay.generate(**{"n": 30, "eps": 0, **options})


def test_levels_choose_for_many_positions():
    positions = [Position(moves) for moves in ["", "4", "44", "445566", "112233"]] * 20
    for number in (0, 4, 10):
        chosen = Level(number, seed=3).choose_many(positions)
        assert chosen == Level(number, seed=3).choose_many(positions, threads=1)
        assert all(column in position.legal_moves for column, position in zip(chosen, positions, strict=True))
        level = Level(number, seed=3)
        assert (number == 10) == (level.choose_many(positions) == level.choose_many(positions))
    assert chosen == [Level(10)(position) for position in positions]
    for wrong, why in [(["4", "9"], "number 1: move 1: '9'"), (["1212121"], "number 0: the game is over")]:
        with pytest.raises(ValueError, match=why):
            Level(3).choose_many(wrong)


def test_elo_names_levels():
    page = (Path(__file__).parents[3] / "docs/levels.md").read_text().split("Level 10 made")[0]
    elo = 0.0
    for number, share in re.findall(r"^\| (\d+) \| \d+ \| 1000 .* ([\d.]+) ± ", page, re.MULTILINE):
        elo += 400 * np.log10(float(share) / (100 - float(share)))
        level = Level(int(number))
        assert abs(level.elo - elo) < 2, number
        assert Level(elo=level.elo - 20).number == level.number
    assert level.number == 10 and Level(elo=0).number == 0
    for wrong in (-1, 1254, float("nan")):
        with pytest.raises(ValueError, match=r"elo is .*; the levels have 0 to 1253"):
            Level(elo=wrong)
    for arguments in [{}, {"number": 3, "elo": 400}]:
        with pytest.raises(TypeError, match="either by its number or by elo"):
            Level(**arguments)
