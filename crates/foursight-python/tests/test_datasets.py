"""The sets of positions."""

import hashlib
import os

import numpy as np
import pytest

import foursight
from foursight import UNKNOWN, Position, datasets

COUNTS = {
    "games-v1": [1, 4] + [25] * 35,
    "random-v1": [1, 4] + [25] * 35,
    "hard-v1": [0] * 6 + [15] * 29,
    "mistakes-v1": [0] * 8 + [20] * 23,
    "openings-v1": [1, 4, 25, 121, 568],
}


@pytest.mark.parametrize("name", datasets.SETS)
def test_the_scores_of_a_set_are_exact(name):
    positions = datasets.load(name)
    step = 1 if os.environ.get("SLOW_TESTS") else 8
    solved = foursight.scores_many(positions.moves[::step])
    assert np.array_equal(solved.scores, positions.scores[::step])
    assert np.bincount(positions.ply).tolist() == COUNTS[name]
    keys = {position.canonical_key for position in positions.positions}
    assert len(keys) == len(positions), "no position is there twice, nor its mirror image"
    assert ((positions.scores != UNKNOWN).sum(axis=1) > 1).all()


def test_hard_positions_have_one_good_move_that_is_not_seen_at_once():
    hard = datasets.load("hard-v1")
    for position, scores in zip(hard.positions, hard.scores.astype(int), strict=True):
        scores[scores == UNKNOWN] = -99
        assert (np.sign(scores) == np.sign(scores.max())).sum() == 1 and scores.max() >= 0
        only = int(scores.argmax())
        after = [position.play(column) for column in position.legal_moves if column != only]
        assert not position.winning_moves and not all(only in one.winning_moves for one in after)


def test_mistakes_have_reasons():
    mistakes = datasets.load("mistakes-v1")
    for column, scores in zip(mistakes.mistakes, mistakes.scores.tolist(), strict=True):
        assert scores[column] < 0 <= max(scores) or scores[column] == 0 < max(scores)
    step = 1 if os.environ.get("SLOW_TESTS") else 23
    for place in range(0, len(mistakes), step):
        why = mistakes.why(place)
        assert why.idea == mistakes.ideas[place] and why.sentences
    with pytest.raises(ValueError, match="games-v1 has no mistakes"):
        datasets.load("games-v1").why(0)


def test_damaged_sets_are_refused(monkeypatch):
    monkeypatch.setitem(datasets._SHA256, "hard-v1", hashlib.sha256(b"other").hexdigest())
    with pytest.raises(ValueError, match="hard-v1.txt is damaged: install the package again"):
        datasets.load("hard-v1")
    with pytest.raises(ValueError, match="there is no set 'hard'; the sets are games-v1"):
        datasets.load("hard")
    assert Position(datasets.load("openings-v1").moves[0]) == Position()


def test_own_positions_are_a_set(tmp_path):
    file = tmp_path / "own.txt"
    file.write_text("3 3 4 4 # as ARENA writes moves\n\n0,1,2,3,4,5,6\n")
    own = datasets.read(file, notation="zero-based")
    assert (own.name, own.positions[0], own.ideas) == ("own.txt", Position("4455"), [None, None])
    assert own.scores.max(axis=1).tolist() == foursight.solve_many(["4455", "1234567"]).scores.tolist()
    assert len(datasets.from_positions([])) == 0
    for text, message in [("44\n49", "own.txt, line 2: move 2"), ("1212121", "own.txt, line 1: the game is over")]:
        file.write_text(text)
        with pytest.raises(ValueError, match=message):
            datasets.read(file)
    for one, message in [("1212121", "position 1: the game is over"), (Position(size="8x7"), "position 1: a set holds")]:
        with pytest.raises(ValueError, match=message):
            datasets.from_positions(["4", one])


FILES = {
    "a.csv": 'id,position\n7,4455\n8,"4, 4"\n',
    "a.tsv": "position\tid\n4455\t7\n44\t8\n",
    "a.jsonl": '{"position": "4455", "id": 7}\n\n"44"\n[3, 3]\n',
    "a.npy": None,
    "a.npz": None,
}


@pytest.mark.parametrize("name", FILES)
def test_files_of_many_kinds_are_sets(tmp_path, name):
    file, boards = tmp_path / name, np.stack([Position(one).to_array("planes") for one in ["4455", "44"]])
    if FILES[name]:
        file.write_text(FILES[name])
    else:
        np.save(file, boards) if name == "a.npy" else np.savez(file, position=boards, id=[7, 8])
    found = datasets.read(file)
    assert found.positions[:2] == [Position("4455"), Position("44")] and found.scores.max(axis=1)[0] == 18


@pytest.mark.parametrize(("name", "text", "message"), [
    ("a.csv", "moves\n44\n", "a.csv has no column 'position'; its columns are moves"),
    ("a.jsonl", '{"moves": "44"}', "a.jsonl, line 1: no position 'position' in JSON"),
    ("a.jsonl", "{", "a.jsonl, line 1: no position"),
    ("a.jsonl", "[null]", "a.jsonl, line 1: list is not a position"),
    ("a.tsv", "position\n49\n", "a.tsv, line 2: move 2"),
])
def test_files_without_positions_say_where(tmp_path, name, text, message):
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(ValueError, match=message):
        datasets.read(file)
