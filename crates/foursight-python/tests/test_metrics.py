"""The sets of positions, and how players are measured on them."""

import os

import numpy as np
import pytest

import foursight
from foursight import UNKNOWN, Level, Position, metrics


@pytest.mark.parametrize("name", metrics.SETS)
def test_the_scores_of_a_set_are_exact(name):
    positions = metrics.load(name)
    step = 1 if os.environ.get("SLOW_TESTS") else 8
    solved = foursight.scores_many(positions.moves[::step])
    assert np.array_equal(solved.scores, positions.scores[::step])
    counts = np.bincount(positions.ply)
    assert counts.tolist() == [1, 4] + [25] * 35
    keys = {position.canonical_key for position in positions.positions}
    assert len(keys) == len(positions), "no position is there twice, nor its mirror image"
    assert ((positions.scores != UNKNOWN).sum(axis=1) > 1).all()


def test_players_are_measured():
    perfect = metrics.measure(Level(10), "random-v1")
    assert (perfect.n, perfect.best, perfect.kept, perfect.loss) == (880, 1.0, 1.0, 0.0)
    weak, strong = (metrics.measure(Level(n, seed=1)) for n in (0, 7))
    assert weak.best < strong.best < 1 and weak.kept < strong.kept and weak.loss > strong.loss > 0


def test_figures_are_those_of_the_moves():
    positions = metrics.load("games-v1")
    columns = [position.legal_moves[0] for position in positions.positions]
    report = metrics.grade(columns)
    best = kept = loss = 0
    for column, scores in zip(columns, positions.scores.tolist(), strict=True):
        most, own = max(scores), scores[column]
        best += own == most
        kept += (own > 0, own < 0) == (most > 0, most < 0)
        loss += most - own
    n = len(columns)
    assert (report.best, report.kept, report.loss) == pytest.approx((best / n, kept / n, loss / n))
    parts = report.by_ply.values()
    assert sum(part.n for part in parts) == n
    assert sum(part.n * part.loss for part in parts) == pytest.approx(loss)
    assert str(report).splitlines()[1].split()[:2] == ["all", "880"]


def test_what_cannot_be_played_is_named():
    positions = metrics.load()
    place = next(i for i, row in enumerate(positions.scores) if row[0] == UNKNOWN)
    columns = np.array([position.legal_moves[0] for position in positions.positions])
    for wrong in [0, 7, -1]:
        columns[place] = wrong
        with pytest.raises(ValueError, match=f"position {place} .*column {wrong} cannot be played"):
            metrics.grade(columns)
    with pytest.raises(ValueError, match="columns have the shape"):
        metrics.grade([0])
    with pytest.raises(ValueError, match="there is no set"):
        metrics.measure(lambda position: 0, "games")
    assert Position(positions.moves[0]) == Position()
