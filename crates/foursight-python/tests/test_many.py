"""Many positions at once."""

import io
import sys

import numpy as np
import pytest
from tqdm import tqdm

import foursight
from foursight import UNKNOWN, Position, Positions

TEXTS = ["4455", "44455", "2252576253462244111563365343671351441", "112233", "", "1212121"]
SCORES = [foursight.solve(text).score for text in TEXTS]


def test_lists_hold_whatever_is_a_position():
    mixed = [Position("4455"), "44455", TEXTS[2], foursight.Game("112233"), [], "1212121"]
    assert foursight.solve_many(mixed).scores.tolist() == SCORES
    assert len(foursight.solve_many([])) == 0


@pytest.mark.parametrize("layout", foursight.LAYOUTS)
def test_arrays_hold_boards_in_every_layout(layout):
    array = np.stack([Position(text).to_array(layout) for text in TEXTS])
    assert foursight.solve_many(array).scores.tolist() == SCORES
    assert foursight.solve_many(array, layout=layout).scores.tolist() == SCORES
    assert foursight.solve_many(list(array), layout=layout).scores.tolist() == SCORES


def test_solutions_are_a_sequence():
    solutions = foursight.solve_many(["4455", "48", "44", *TEXTS])
    assert list(solutions) == [18, None, 1, *SCORES]
    assert (solutions[0], solutions[1], solutions[-1]) == (18, None, -18)
    assert solutions.verdict.tolist()[:3] == ["win", "", "win"] and solutions.verdict[-1] == "loss"
    part = solutions[1:3]
    assert (list(part), part.errors) == ([None, 1], {0: solutions.errors[1]})
    with pytest.raises(IndexError):
        solutions[len(solutions)]
    scored = foursight.scores_many(["444444"])
    assert scored[0] == [-1, 0, 1, None, 1, 0, -1] and scored.verdict[0].tolist()[1:4] == ["draw", "win", ""]
    bounded = foursight.solve_many(["77541"], book=False, nodes=100, threads=1)
    assert bounded[0] is None and bounded.verdict.tolist() == [""]


def test_solutions_are_data_frames():
    solutions = foursight.solve_many(["4455", "48", "77541"], book=False, nodes=1000, threads=1)
    lower, upper = solutions.lower.tolist()[2], solutions.upper.tolist()[2]
    assert lower < upper
    rows = [
        (18, 18, 18, "win", None),
        (None, None, None, None, "move 2: '8' is not a column from 1 to 7"),
        (None, lower, upper, None, None),
    ]
    polars, pandas = solutions.to_polars(), solutions.to_pandas()
    assert polars.rows() == rows and polars.columns == ["score", "lower", "upper", "verdict", "error"]
    assert pandas["score"].dtype == "Int8" and pandas.index.tolist() == [0, 1, 2]
    assert pandas.astype(object).where(pandas.notna(), None).values.tolist() == [list(row) for row in rows]
    scored = foursight.scores_many(["444444", "9"])
    for frame in [scored.to_polars(), scored.to_pandas()]:
        assert frame.shape == (2, 29)
        assert frame["score_2"].to_list()[0] == 1 and frame["verdict_1"].to_list()[0] == "draw"
    assert scored.to_polars().row(0, named=True)["score_3"] is None
    assert foursight.solve_many([""]).to_polars().schema["error"] == scored.to_polars().schema["error"]


def test_data_frames_need_their_package(monkeypatch):
    for name in ["pandas", "polars"]:
        monkeypatch.setitem(sys.modules, name, None)
        with pytest.raises(ImportError, match=f"this needs {name}: pip install {name}"):
            getattr(foursight.solve_many(["4"]), f"to_{name}")()


def test_what_stands_beside_positions_is_obeyed_or_refused():
    positions = Positions([Position("4455"), Position(size="8x7"), "9"])
    solutions = foursight.solve_many(positions, connect=5)
    other = "the position is on another board: {}, where 4 discs in a row win"
    assert solutions.errors == {0: other.format("7x6"), 1: other.format("8x7"), 2: positions.errors[2]}
    assert foursight.solve_many(Positions(["4455"]), connect=4)[0] == 18
    assert Positions(positions, size="8x7").errors.keys() == {0, 2}
    for many in [foursight.solve_many, foursight.scores_many]:
        with pytest.raises(TypeError, match="leave it out for Positions"):
            many(positions, layout="grid")
        with pytest.raises(TypeError, match="unexpected keyword argument 'size'"):
            many(positions, size="8x7")
        with pytest.raises(TypeError, match="notation says how texts are read"):
            many(positions, notation="moves")
    with pytest.raises(TypeError, match="an array of boards holds numbers"):
        foursight.solve_many(["4455"], layout="grid")
    boards = np.zeros((6, 7), dtype=np.int8)
    for wrong in [boards, boards.reshape(-1), np.int8(0), boards.T]:
        with pytest.raises(ValueError, match="is not that of many boards: for one, pass array.None."):
            foursight.solve_many(wrong)
    assert foursight.solve_many(boards[None])[0] == 1 and len(foursight.solve_many(boards[None][:0])) == 0
    for connect in (-1, 2.5, "4", 10**30):
        with pytest.raises(ValueError, match="connect is .*; it must be a whole number from 3 to 6"):
            foursight.solve_many(["4"], connect=connect)


def test_arrow_arrays_hold_positions():
    pa = pytest.importorskip("pyarrow")
    for array in [pa.array(["4455", None]), pa.chunked_array([["4455"], [None]])]:
        solutions = foursight.solve_many(array)
        assert (list(solutions), solutions.errors) == ([18, None], {1: "there is no position; the empty board is []"})


def test_the_impossible_is_masked():
    solutions = foursight.solve_many(["4455", "48", "44444444"])
    assert solutions.valid.tolist() == [True, False, False]
    assert solutions.scores.tolist() == [18, UNKNOWN, UNKNOWN]
    assert solutions.errors[1] == "move 2: '8' is not a column from 1 to 7"
    boards = np.zeros((4, 6, 7), dtype=np.int64)
    boards[1, 0, 0] = 1
    boards[2, 5, 0] = 257
    boards[3, 5] = [1, 2, 1, 2, 1, 2, 1]
    solutions = foursight.scores_many(boards)
    assert solutions.valid.tolist() == [True, False, False, True]
    assert (solutions.scores[1:3] == UNKNOWN).all() and sorted(solutions.errors) == [1, 2]
    assert solutions.scores[3].tolist() == list(foursight.scores("1234567"))


def test_tqdm_shows_the_progress():
    positions = ["77541", "4455"]
    with tqdm(total=len(positions), file=io.StringIO()) as bar:
        foursight.solve_many(positions, book=False, progress=lambda done, _: bar.update(done - bar.n))
    assert bar.n == len(positions)


def test_other_boards():
    positions = Positions(["", "1"], size="4x4")
    assert foursight.solve_many(positions).scores.tolist() == [0, 0]
    assert foursight.scores_many(positions).scores.shape == (2, 4)
    boards = np.zeros((1, 4, 5), dtype=np.int8)
    assert foursight.solve_many(boards, connect=3).scores[0] == foursight.solve(
        Position(size="5x4", connect=3)
    ).score


def test_positions_are_a_sequence():
    positions = Positions(["4455", "8"])
    assert (len(positions), positions[0], positions[-2]) == (2, Position("4455"), Position("4455"))
    with pytest.raises(ValueError, match="is not a column"):
        positions[1]
    with pytest.raises(IndexError):
        positions[2]


def test_an_array_is_an_array():
    assert np.asarray(foursight.solve_many(["4455"])).tolist() == [18]
    with pytest.raises(TypeError, match="one string is one position"):
        foursight.solve_many("4455")
    with pytest.raises(TypeError, match="is not a position"):
        foursight.solve_many([3])
