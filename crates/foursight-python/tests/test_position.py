"""Positions and games."""

import copy
import pickle
from pathlib import Path

import numpy as np
import pytest

import foursight
from foursight import Game, Position

ROOT = Path(__file__).parents[3]


def test_texts_as_people_write_them():
    for file in ["boards.txt", "moves.txt", "programs.txt"]:
        texts = (ROOT / "crates/foursight/tests/data/written" / file).read_bytes().decode()
        for text in texts.split("\n==== ")[1:]:
            head, text = text.split("\n", 1)
            moves, size, form = head.split(" | ")
            sides, _, connect = size.partition("-")
            position = Position(moves, size=sides, connect=int(connect or 4))
            assert Position(text) == position, form


def test_every_notation_reads_the_same_position():
    position = Position("44556")
    for notation in ["moves", "zero-based", "grid", "ascii", "emoji", "nested", "symbols", "flat", "uci"]:
        assert Position(position.text(notation), notation=notation) == position, notation
        assert Position(position.text(notation)) == position, f"{notation} is recognized"


def test_positions_are_values():
    position = Position("4455")
    assert position.play(2).ply == 5 and position.ply == 4
    assert {position: 1}[Position([3, 3, 4, 4])] == 1
    assert position == Position("5544") != Position("5545")
    assert position != Position("4455", connect=5)
    with pytest.raises(AttributeError):
        position.ply = 3


@pytest.mark.parametrize("position", [Position("4455"), Position("1a", size="10x10", connect=6)])
def test_copies_are_equal(position):
    for other in [pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)]:
        assert other == position and other.connect == position.connect
    assert eval(repr(position)) == position


def test_a_position_says_how_it_stands():
    position = Position("112233")
    assert (position.width, position.height, position.connect, position.ply) == (7, 6, 4, 6)
    assert (position.to_move, position.outcome, position.is_over) == ("first", None, False)
    assert position.legal_moves == list(range(7)) and position.winning_moves == [3]
    won = position.play(3)
    assert (won.to_move, won.outcome, won.is_over, won.legal_moves) == (None, "first", True, [])
    assert Position("1").canonical_key == Position("7").canonical_key == min(Position("1").key, Position("7").key)
    assert Position("1").mirror() == Position("7")
    assert "<svg" in position.svg() and position._repr_svg_() == position.svg()


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (["48"], {}, "move 2: '8' is not a column from 1 to 7"),
        ([[3, 7]], {}, "there is no column 7; the board has columns 0 to 6"),
        ([[-1]], {}, "there is no column -1; the board has columns 0 to 6"),
        ([[3] * 7], {}, "column 3 (counted from 0) is full"),
        ([], {"size": "11x4"}, "boards of 11x4 are not supported"),
        ([], {"connect": 2}, "lines of 2 are not supported"),
        (["4"], {"notation": "pgn"}, '"pgn" is not a notation'),
    ],
)
def test_what_is_wrong_is_said(arguments, options, message):
    with pytest.raises(ValueError) as error:
        Position(*arguments, **options)
    assert message in str(error.value)


def test_what_is_no_position_is_a_type_error():
    for wrong in [3, 4.5, object(), ["4"]]:
        with pytest.raises(TypeError, match="is not a position"):
            Position(wrong)


RAW = {
    # After 4 4 5: X in columns 3 and 4, O above the first.
    "grid": ((6, 7), {(5, 3): 1, (4, 3): 2, (5, 4): 1}),
    "flat": ((42,), {(38,): 1, (31,): 2, (39,): 1}),
    # The second player is to move.
    "pettingzoo": ((6, 7, 2), {(4, 3, 0): 1, (5, 3, 1): 1, (5, 4, 1): 1}),
    "bitbully": ((7, 6), {(3, 0): 1, (3, 1): 2, (4, 0): 1}),
}


@pytest.mark.parametrize("layout", RAW)
def test_each_layout_has_the_discs_in_its_places(layout):
    shape, cells = RAW[layout]
    expected = np.zeros(shape, dtype=np.int8)
    for place, value in cells.items():
        expected[place] = value
    position = Position("445")
    assert np.array_equal(position.to_array(layout), expected)
    assert Position.from_array(expected) == position
    assert Position.from_array(expected.astype(float), layout) == position


def test_openspiel_counts_rows_from_the_bottom():
    planes = Position("445").to_array("openspiel")
    assert planes[0, 0, 3] == planes[0, 0, 4] == planes[1, 1, 3] == 1
    assert planes.sum() == 42 and (planes.sum(axis=0) == 1).all()
    assert Position.from_array(planes) == Position("445")


def test_arrays_of_other_boards():
    position = Position("1a", size="10x9", connect=5)
    for layout in foursight.LAYOUTS:
        if layout != "flat":
            array = position.to_array(layout)
            assert Position.from_array(array, layout, connect=5) == position, layout
    signed = np.where(position.to_array() == 2, -1, position.to_array())
    assert Position.from_array(signed, connect=5) == position


def test_arrays_must_be_boards():
    grid = np.zeros((6, 7))
    grid[5, 0] = 0.5
    with pytest.raises(ValueError, match="row 6, cell 1: it must be 0"):
        Position.from_array(grid)
    with pytest.raises(ValueError, match="no board has the shape"):
        Position.from_array(np.zeros(41))
    with pytest.raises(ValueError, match="is not a layout"):
        Position.from_array(np.zeros((6, 7)), "kaggle")
    with pytest.raises(TypeError, match="holds numbers"):
        Position.from_array(np.array([["x"] * 7] * 6))
    both = np.zeros((6, 7, 2), dtype=np.int8)
    both[5, 3] = 1
    with pytest.raises(ValueError):
        Position.from_array(both)


def test_a_game_goes_back_and_forth():
    game = Game("4455")
    game.play(2)
    assert (game.moves, len(game), game.to_move) == ([3, 3, 4, 4, 2], 5, "second")
    assert (game.undo(), game.redo(), game.redo()) == (2, 2, None)
    assert game.positions[0] == game.start == Position() and game.positions[-1] == game.position
    assert repr(game) == 'Game("44553")' and "<svg" in game._repr_svg_()
    with pytest.raises(ValueError, match="there is no column 8"):
        game.play(8)
    assert len(game) == 5
    assert Game(Position("44")).moves == []
