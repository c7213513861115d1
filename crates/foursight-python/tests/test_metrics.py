"""How players are measured on the sets of positions."""

from pathlib import Path

import numpy as np
import pytest

from foursight import UNKNOWN, Level, Position, agents, datasets, metrics


def test_players_are_measured():
    perfect = metrics.measure(Level(10), "random-v1")
    assert (perfect.n, perfect.best, perfect.kept, perfect.loss) == (880, 1.0, 1.0, 0.0)
    weak, strong = (metrics.measure(Level(n, seed=1)) for n in (0, 7))
    assert weak.best < strong.best < 1 and weak.kept < strong.kept and weak.loss > strong.loss > 0


def test_figures_are_those_of_the_moves():
    positions = datasets.load("games-v1")
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
    assert report.by_idea == {} and report.illegal == 0


def test_errors_are_those_of_samples():
    """In 95 % of many samples of one set, the error bars include the figures of the whole set."""
    whole, random = datasets.load("random-v1"), np.random.default_rng(1)
    columns = np.array([position.legal_moves[0] for position in whole.positions])
    truth, n_within = metrics.grade(columns, whole), np.zeros(3)
    for _ in range(100):
        rows = random.integers(len(whole), size=60)
        some = [np.array(values, dtype=object)[rows].tolist() for values in (whole.moves, whole.mistakes, whole.ideas)]
        part = datasets.PositionSet("part", some[0], whole.scores[rows], some[1], some[2])
        report = metrics.grade(columns[rows], part)
        n_within += [
            abs(report.best - truth.best) <= report.best_error,
            abs(report.kept - truth.kept) <= report.kept_error,
            abs(report.loss - truth.loss) <= report.loss_error,
        ]
    assert (n_within > 86).all(), n_within
    assert metrics.measure(Level(10)).best_error > 0, "nobody is sure to be perfect"


def test_mistakes_are_counted_by_idea():
    mistakes = datasets.load("mistakes-v1")
    report = metrics.grade(mistakes.mistakes, mistakes)
    assert report.kept == 0 and set(report.by_idea) == set(mistakes.ideas)
    assert sum(part.n for part in report.by_idea.values()) == len(mistakes)
    fork = report.by_idea["double threat"]
    rows = [place for place, idea in enumerate(mistakes.ideas) if idea == "double threat"]
    lost = [mistakes.scores[row].max() - mistakes.scores[row][mistakes.mistakes[row]] for row in rows]
    assert fork.loss == pytest.approx(np.mean(lost)) and "double threat" in str(report)


def test_the_reference_page_is_up_to_date():
    lines = (Path(__file__).parents[3] / "docs/reference.md").read_text().splitlines()
    report = metrics.measure(agents.named("level:3"), "hard-v1")
    kept = f"{report.kept:.1%} ± {report.kept_error:.1%}".replace("%", " %")
    row = next(line for line in lines if line.startswith("| level:3 "))
    assert row.split(" | ")[1 + datasets.SETS.index("hard-v1")] == kept, "run: python tools/make_reference.py"


def test_illegal_answers_can_be_counted():
    report = metrics.measure(lambda position: None, count_illegal=True)
    scores = datasets.load().scores.astype(int)
    worst = np.where(scores == UNKNOWN, 99, scores).min(axis=1)
    assert (report.illegal, report.missing, report.best, report.kept) == (0, 1, 0, 0)
    assert report.loss == pytest.approx((scores.max(axis=1) - worst).mean())


def test_what_cannot_be_played_is_named():
    positions = datasets.load()
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


def test_a_policy_is_graded():
    positions = datasets.load("random-v1")
    scores = positions.scores.astype(float)
    sharp = metrics.grade_policy(np.where(scores == UNKNOWN, np.nan, 500 * scores - 50 * np.arange(7)), scores.max(axis=1), positions)
    assert (sharp.accuracy, sharp.sign_accuracy) == (1, 1) and sharp.cross_entropy < 1e-9 and sharp.calibration < 1e-9
    even = metrics.grade_policy(np.zeros(scores.shape), -scores.max(axis=1), positions)
    shares = (scores == scores.max(axis=1, keepdims=True)).sum(axis=1) / (scores != UNKNOWN).sum(axis=1)
    assert even.cross_entropy == pytest.approx(-np.log(shares).mean()) and even.sign_accuracy == 0
    assert even.accuracy == pytest.approx(metrics.grade([one.legal_moves[0] for one in positions.positions], positions).best)
    wrong = metrics.grade_policy(-50 * scores, positions=positions)
    assert wrong.accuracy < 0.6 and wrong.calibration > 0.4 and np.isnan(wrong.sign_accuracy)
    for logits, values, message in [
        (scores[:, :6], None, r"the shape \(880, 6\), not \(880, 7\)"),
        (scores * np.nan, None, "infinite or not a number"),
        (scores, [1], r"values have the shape \(1,\)"),
    ]:
        with pytest.raises(ValueError, match=message):
            metrics.grade_policy(logits, values, positions)


@pytest.mark.parametrize("columns", [["3"] * 719, [3.0] * 719, [True] * 719])
def test_columns_are_whole_numbers(columns):
    with pytest.raises(TypeError, match="a column is a whole number counted from 0, or None"):
        metrics.grade(columns, "openings-v1")
