"""Labels of batches: every row has its own, in all kinds of batches, and on clusters whose workers are killed."""

import csv
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import foursight
from foursight import UNKNOWN, Position, metrics

MOVES = [*metrics.load("random-v1").moves[-60:], "1212121", "99"]
SCORES = [None if score == UNKNOWN else score for score in foursight.solve_many(MOVES).scores.tolist()]
VALUES = ["score", "scores", "verdict", "best", "distance", "idea", "key"]
KINDS = ["table", "batch", "frame", "polars", "dict"]


def batch_of(kind, columns):
    if kind == "dict":
        return {name: np.array(values, dtype=object) for name, values in columns.items()}
    if kind == "frame":
        return pytest.importorskip("pandas").DataFrame(columns, index=range(7, 7 + len(columns["position"])))
    if kind == "polars":
        return pytest.importorskip("polars").DataFrame(columns)
    pa = pytest.importorskip("pyarrow")
    return pa.table(columns) if kind == "table" else pa.RecordBatch.from_pydict(columns)


def column(batch, name):
    """The cells of a column, None where there is none."""
    if isinstance(batch, dict):
        return [None if cell == UNKNOWN else cell for cell in batch[name].tolist()]
    if hasattr(batch, "to_pylist"):
        return batch.column(name).to_pylist()
    if hasattr(batch, "to_dicts"):
        return batch[name].to_list()
    return batch[name].astype(object).where(batch[name].notna(), None).tolist()


@pytest.mark.parametrize("kind", KINDS)
def test_every_row_has_its_label(kind):
    batch = batch_of(kind, {"id": list(range(62)), "position": MOVES})
    seen = []
    found = foursight.label(batch, progress=lambda *report: seen.append(report))
    assert type(found) is type(batch) and seen[-1] == (62, 62)
    assert column(found, "id") == list(range(62)) and column(found, "position") == MOVES
    assert column(found, "score") == SCORES
    errors = column(found, "error")
    assert errors[:-1] == [None] * 61 and errors[-1] == "move 1: '9' is not a column from 1 to 7"
    if kind == "frame":
        assert found.index.equals(batch.index)


@pytest.mark.parametrize("kind", KINDS)
def test_all_values(kind):
    found = foursight.label(batch_of(kind, {"position": MOVES[-9:]}), VALUES)
    rows = zip(MOVES[-9:], *(column(found, name) for name in VALUES), strict=True)
    for moves, score, scores, verdict, best, distance, idea, key in rows:
        if moves == "99":
            assert (score, scores, verdict, best, distance, idea, key) == (None,) * 7
            continue
        position, solution = Position(moves), foursight.solve(moves)
        assert (score, verdict, distance) == (solution.score, solution.verdict, solution.moves_to_end)
        assert scores == list(position.scores()) and best == list(position.scores().best_moves)
        assert key == str(position.canonical_key)
        assert position.is_over or idea == position.why().idea


def test_the_command_line_writes_the_same():
    """The tests of the command line read the same file."""
    file = Path(__file__).parents[2] / "foursight-label/tests/data/labels.csv"
    rows = list(csv.DictReader(file.read_text().splitlines()[1:]))
    found = foursight.label({"position": [row["position"] for row in rows]}, VALUES)
    for name in ["error", *VALUES]:
        cells = ["" if cell is None else cell for cell in column(found, name)]
        joined = [" ".join("-1000" if one is None else str(one) for one in cell) for cell in cells if isinstance(cell, list)]
        texts = joined or list(map(str, cells))
        assert [text for text in texts if text] == [row[name] for row in rows if row[name]], name


@pytest.mark.parametrize("kind", KINDS)
def test_no_row_stops_a_batch(kind):
    texts = ["4455", "", None, "4\r4", "44444444", "12121212", "[]", " 44 "]
    errors = column(foursight.label(batch_of(kind, {"position": texts})), "error")
    nothing = "there is no position; the empty board is []"
    over = "move 8: the game is over: red has won"
    ways = ["boards of 1x2 are not supported (each side is 3 to 10)", "move 7: column d is full", over]
    assert errors == [None, nothing, nothing, *ways, None, None]


def test_bytes_and_surrogates():
    found = foursight.label({"position": np.array([b"44", b"4\xff", "4\ud8004", 44], dtype=object)})
    assert found["error"].tolist()[:2] == [None, "byte 2 is not UTF-8"] and found["error"][3] is None


def test_boards_in_arrays():
    boards = np.stack([Position(one).to_array() for one in MOVES[:9]])
    boards[3, 0, 0] = 3
    found = foursight.label({"position": boards}, column="position")
    expected = [*SCORES[:3], UNKNOWN, *SCORES[4:9]]
    assert found["score"].tolist() == expected and found["error"][3].startswith("row 1, cell 1: it must be 0")
    flat = foursight.label({"position": boards.reshape(9, 42)}, layout="flat")
    assert flat["score"].tolist() == expected


def test_columns_that_count_from_0_are_read_so_or_noticed():
    batch, warning = {"position": ["3344", "0304"]}, "1 of 2 lists of moves have a 0, but all are read as counting columns from 1"
    assert foursight.label(batch, notation="zero-based")["score"][0] == 18
    assert foursight.solve_many(batch["position"], notation="zero-based").valid.all()
    for read in [foursight.label, lambda batch: foursight.solve_many(batch["position"])]:
        with pytest.warns(UserWarning, match=warning):
            read(batch)


def test_what_is_not_proved_is_said_with_its_bounds():
    for limit in [{"nodes": 1000}, {"time_limit": 0.001}]:
        found = foursight.label({"position": ["[]", "4455"]}, book=False, **limit)
        assert found["error"][0].startswith("not proved within the limits: the score is -")
    assert found["score"].tolist() == [UNKNOWN, 18], "each row has its time"


@pytest.mark.parametrize(
    ("batch", "arguments", "error", "message"),
    [
        ({"position": ["4"]}, {"values": ["scroe"]}, ValueError, 'unknown value "scroe"'),
        ({"position": ["4"]}, {"values": ["best", "best"]}, ValueError, "each once"),
        ({"position": ["4"]}, {"values": []}, ValueError, "one or more names"),
        ({"position": ["4"]}, {"values": "score"}, ValueError, "a list of one or more names"),
        ({"position": ["4"]}, {"size": "99x99"}, ValueError, "99x99"),
        ({"position": ["4"]}, {"nodes": -1}, ValueError, "nodes is -1"),
        ({"position": ["4"], "score": [1]}, {}, ValueError, "has a column 'score' already: rename it"),
        ({"moves": ["4"], "n": [1]}, {}, ValueError, "no column 'position'; its columns are moves, n"),
        ({"position": ["4"]}, {"layout": "grid"}, TypeError, "leave it out for texts"),
        ({"position": np.zeros((1, 6, 7))}, {"notation": "moves"}, TypeError, "leave it out for an array of boards"),
        ({"position": ["4"]}, {"notation": "1-based"}, ValueError, "1-based"),
        (["4"], {}, TypeError, "list is not a batch: pass a pyarrow table"),
    ],
)
def test_what_cannot_be_labeled(batch, arguments, error, message):
    with pytest.raises(error, match=message):
        foursight.label(batch, **arguments)


def test_an_exception_ends_a_batch():
    def fail(*report):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        foursight.label({"position": ["[]"]}, book=False, progress=fail)


PAGE = Path(__file__).parents[3] / "docs/labeling.md"

# The worker that makes the third call dies.
DEADLY = """
import itertools, os, signal, foursight

label = foursight.label


def deadly(batch, *arguments, **options):
    for number in itertools.count():
        try:
            open(f"calls/{number}", "x").close()
            break
        except FileExistsError:
            pass
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return label(batch, *arguments, **options)


foursight.label = deadly
"""

RAY = """
import ray

for n_left in (4, 3, 2, 1, 0):
    try:
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
        break
    except Exception:
        # On a busy machine, Ray gives up waiting for its own processes.
        ray.shutdown()
        if n_left == 0:
            raise
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a worker killed by a signal")
@pytest.mark.parametrize("engine", ["ray", "dask"])
def test_a_worker_that_is_killed_costs_no_row(tmp_path, engine):
    """The program on the page, with more batches."""
    pytest.importorskip({"ray": "ray", "dask": "distributed"}[engine], reason=f"labels by {engine}")
    pandas, pyarrow = pytest.importorskip("pandas"), pytest.importorskip("pyarrow")
    blocks = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.DOTALL | re.MULTILINE)
    (program,) = (block for block in blocks if f"import {engine}" in block)
    program = program.replace("batch_size=10_000", "batch_size=10")
    program = program.replace("Client()", "Client(n_workers=2, threads_per_worker=1, dashboard_address=None)")
    moves = [moves for moves in metrics.load("random-v1").moves if 14 <= len(moves) <= 18]
    (tmp_path / "calls").mkdir()
    (tmp_path / "positions").mkdir()
    rows = pandas.DataFrame({"id": range(len(moves)), "position": moves})
    for start in range(0, len(moves), 20):
        name, some = str(tmp_path / f"positions/{start:03}"), rows[start : start + 20]
        some.to_parquet(f"{name}.parquet") if engine == "ray" else some.to_csv(f"{name}.csv", index=False)
    (tmp_path / "program.py").write_text(DEADLY + (RAY if engine == "ray" else "") + program)
    # On a busy machine, Ray's server takes more than 20 seconds to start, and a worker of Dask's more than 15.
    patience = {"DASK_DISTRIBUTED__DEPLOY__LOST_WORKER_TIMEOUT": "300s", "RAY_gcs_server_port_wait_time_s": "300"}
    command = [sys.executable, "program.py"]
    ended = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, **patience}, capture_output=True, text=True, timeout=900
    )
    assert ended.returncode == 0, ended.stderr
    assert len(list((tmp_path / "calls").iterdir())) > 4, "more calls followed the deadly one"
    found = pyarrow.parquet.read_table(tmp_path / "labels").sort_by("id")
    assert found.column("id").to_pylist() == list(range(len(moves)))
    assert found.column("position").to_pylist() == moves
    assert found.column("score").to_pylist() == foursight.solve_many(moves).scores.tolist()
