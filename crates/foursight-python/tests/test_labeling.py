"""Labels for data sets: shards, whatever dies, and wherever they lie."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import foursight
from foursight import UNKNOWN, Position, labeling, metrics

MOVES = [*metrics.load("random-v1").moves[-60:], "1212121", "99"]
SOLVED = foursight.solve_many(MOVES)
SCORES = [None if score == UNKNOWN else score for score in SOLVED.scores.tolist()]


def rows_of(out):
    """What the merged labels say, row by row, whatever their format."""
    table = labeling.read(out)
    return list(csv.DictReader(io.StringIO(table, newline=""))) if isinstance(table, str) else table.to_pylist()


@pytest.mark.parametrize("form", labeling.FORMATS)
def test_every_row_has_its_label_once(tmp_path, form):
    if form != "csv":
        pytest.importorskip("pyarrow", reason="labels in Parquet and Arrow (pip install pyarrow)")
    seen = []
    found = labeling.label(
        MOVES, tmp_path, rows_per_shard=25, format=form, progress=lambda *report: seen.append(report)
    )
    assert found == (3, 3, 62) and seen == [(1, 3), (2, 3), (3, 3)]
    rows = rows_of(tmp_path)
    assert [int(row["row"]) for row in rows] == list(range(62))
    assert [row["position"] for row in rows] == MOVES
    none = "" if form == "csv" else None
    assert [row["score"] if row["score"] == none else int(row["score"]) for row in rows] == [
        none if score is None else score for score in SCORES
    ]
    assert rows[-1]["error"] == "move 1: '9' is not a column from 1 to 7"
    assert labeling.label(MOVES, tmp_path, rows_per_shard=25, format=form, progress=seen.append) == found


def test_all_values(tmp_path):
    labeling.label(MOVES, tmp_path, values=labeling.VALUES, format="csv")
    for row, moves in zip(rows_of(tmp_path), MOVES, strict=True):
        if moves == "99":
            assert row["score"] == row["scores"].strip("- ") == row["verdict"] == row["distance"] == ""
            continue
        position, solution = Position(moves), foursight.solve(moves)
        assert (row["score"], row["verdict"]) == (str(solution.score), solution.verdict)
        assert row["distance"] == ("" if solution.moves_to_end is None else str(solution.moves_to_end))
        scores = position.scores()
        assert row["scores"].split() == ["-" if score is None else str(score) for score in scores]
        assert row["best"].split() == [str(column) for column in scores.best_moves]
        if not position.is_over:
            assert row["idea"] == (position.why().idea or "")


def test_the_command_line_writes_the_same(tmp_path):
    """Its tests read the same file."""
    file = Path(__file__).parents[2] / "foursight-label/tests/data/labels.csv"
    expected = file.read_text().split("\n", 1)[1]
    moves = [row["position"] for row in csv.DictReader(expected.splitlines())]
    labeling.label(moves, tmp_path, values=labeling.VALUES, format="csv")
    assert (tmp_path / "labels.csv").read_text() == expected


@pytest.mark.parametrize("name", ["rows.txt", "rows.csv", "rows.parquet", "rows.arrow", "rows.npy"])
def test_data_sets_come_in_many_formats(tmp_path, name):
    path, moves = tmp_path / name, MOVES[:30]
    if name.endswith("txt"):
        path.write_text("".join(f"{one}\n" for one in moves))
    elif name.endswith("csv"):
        path.write_text("id,position\n" + "".join(f'"a, b",{one}\n' for one in moves))
    elif name.endswith("npy"):
        np.save(path, np.stack([Position(one).to_array() for one in moves]))
    else:
        pa = pytest.importorskip("pyarrow", reason="labels in Parquet and Arrow (pip install pyarrow)")
        columns = {"id": list(range(30)), "position": moves}
        write_columns(pa.table(columns), path, rows_per_group=11)
    labeling.label(path, tmp_path / "out", rows_per_shard=7, format="csv")
    assert [int(row["score"]) for row in rows_of(tmp_path / "out")] == SCORES[:30]


def write_columns(table, path, rows_per_group):
    pa = pytest.importorskip("pyarrow")
    if path.suffix == ".parquet":
        pytest.importorskip("pyarrow.parquet").write_table(table, path, row_group_size=rows_per_group)
        return
    with pa.ipc.new_file(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=rows_per_group)


BAD_ROWS = Path(__file__).parents[2] / "foursight-label/tests/data/bad-rows.txt"


def bad_rows():
    """Rows of each bad kind, and the error of each: the tests of the command line read the same file."""
    for line in BAD_ROWS.read_text().split("\n"):
        if line and not line.startswith("#"):
            text, error = line.split(" => ")
            for escape, character in {"\\r": "\r", "\\f": "\f", "\\0": "\0"}.items():
                text = text.replace(escape, character)
            yield text, error


@pytest.mark.parametrize("name", ["rows.txt", "rows.csv", "rows.parquet", "rows.arrow"])
def test_no_row_stops_a_run(tmp_path, name):
    path = tmp_path / name
    texts, errors = zip(*bad_rows(), strict=True)
    if name.endswith("txt"):
        path.write_bytes(b"".join(text.encode() + b"\n" for text in texts))
    elif name.endswith("csv"):
        path.write_bytes(b"id,position\n" + b"".join(f"1,{text}\n".encode() for text in texts))
    else:
        pa = pytest.importorskip("pyarrow", reason="labels in Parquet and Arrow (pip install pyarrow)")
        write_columns(pa.table({"position": texts}), path, rows_per_group=4)
    labeling.label(path, tmp_path / "out", rows_per_shard=3, format="csv")
    assert [row["error"] for row in rows_of(tmp_path / "out")] == list(errors)


def test_bytes_and_quotes_cost_their_row_only(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_bytes(b'position\n44\n4\xff\n"......\n......\n......\n......\n......\nX.....",1\n"45\n46\n')
    labeling.label(path, tmp_path / "out", rows_per_shard=2, format="csv", size="6x6")
    errors = ["", "byte 2 is not UTF-8", "", "a quoted cell does not end", ""]
    assert [row["error"] for row in rows_of(tmp_path / "out")] == errors


def test_what_is_no_text_is_an_error(tmp_path):
    pa = pytest.importorskip("pyarrow", reason="labels in Parquet and Arrow (pip install pyarrow)")
    nothing = "there is no position; the empty board is []"
    for column, errors in [
        (pa.array(["44", None, ""]), ["", nothing, nothing]),
        (pa.array([44, None]), ["", nothing]),
        (pa.array([b"44", b"4\xff"]), ["", "byte 2 is not UTF-8"]),
    ]:
        path, out = tmp_path / f"{column.type}.parquet", tmp_path / str(column.type)
        write_columns(pa.table({"position": column}), path, rows_per_group=2)
        labeling.label(path, out, format="csv")
        assert [row["error"] for row in rows_of(out)] == errors
    labeling.label(["44", None, "4\ud8004"], tmp_path / "list", format="csv")
    errors = [row["error"] for row in rows_of(tmp_path / "list")]
    assert errors == ["", nothing, "byte 2 is not UTF-8"]


def test_other_boards(tmp_path):
    labeling.label(["", "1"], tmp_path, format="csv", size="4x4")
    rows = rows_of(tmp_path)
    assert [row["score"] for row in rows] == ["0", "0"]
    assert [row["position"] for row in rows] == ["[]", "1"]


def test_shards_are_labeled_one_by_one(tmp_path):
    assert labeling.plan(MOVES, tmp_path, rows_per_shard=30, format="csv") == (0, 3, 62)
    assert labeling.label_shard(tmp_path, 1) and not labeling.label_shard(tmp_path, 1)
    assert labeling.status(tmp_path) == (1, 3, 62)
    with pytest.raises(ValueError, match="2 of 3 shards are not labeled yet"):
        labeling.merge(tmp_path)
    with pytest.raises(ValueError, match="there is no shard 3"):
        labeling.label_shard(tmp_path, 3)
    with pytest.raises(FileNotFoundError, match="has no plan"):
        labeling.status(tmp_path / "elsewhere")


def test_a_plan_does_not_change(tmp_path):
    labeling.plan(MOVES, tmp_path, format="csv")
    labeling.plan(MOVES, tmp_path, format="csv")
    with pytest.raises(ValueError, match="has another plan"):
        labeling.plan(MOVES, tmp_path, format="csv", rows_per_shard=5)
    with pytest.raises(ValueError, match="has another data set"):
        labeling.plan(MOVES[1:], tmp_path, format="csv")
    labeling.label_shard(tmp_path, 0)
    (tmp_path / "plan.json").unlink()
    with pytest.raises(ValueError, match="has shards of an unknown plan"):
        labeling.plan(MOVES, tmp_path, format="csv")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"rows_per_shard": 0}, ValueError, "rows_per_shard is 0"),
        ({"values": ["scroe"]}, ValueError, 'there is no value "scroe"'),
        ({"values": ["best", "best"]}, ValueError, "each once"),
        ({"values": []}, ValueError, "one or more of"),
        ({"size": "99x99"}, ValueError, "99x99"),
        ({"nodes": -1}, ValueError, "nodes is -1"),
        ({"threads": 0}, ValueError, "threads is 0"),
        ({"format": "json"}, ValueError, "is not a format"),
        ({"time_limit": 3}, TypeError, "the options of a plan are"),
        ({"dataset": "rows.xlsx"}, ValueError, "must end in"),
        ({"dataset": []}, ValueError, "it has no rows"),
        ({"dataset": ["..\n.."]}, ValueError, "one line"),
        ({"dataset": "missing.txt"}, FileNotFoundError, "missing.txt"),
    ],
)
def test_what_cannot_be_planned(tmp_path, arguments, error, message):
    with pytest.raises(error, match=message):
        labeling.plan(**{"dataset": MOVES, "out": tmp_path, "format": "csv", **arguments})


def test_a_csv_file_needs_its_column(tmp_path):
    (tmp_path / "rows.csv").write_text("board\n44\n")
    with pytest.raises(ValueError, match='rows.csv: it has no column "position"; its columns are board'):
        labeling.plan(tmp_path / "rows.csv", tmp_path / "out")


MEMORY = """
import resource, sys
from foursight import labeling
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
labeling.plan(sys.argv[1], sys.argv[2], format="csv")
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory in KiB")
def test_a_plan_does_not_hold_its_input(tmp_path):
    path = tmp_path / "rows.txt"
    path.write_bytes(b"4455\n" * 4_000_000)
    command = [sys.executable, "-c", MEMORY, str(path), str(tmp_path / "out")]
    used = int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert used < 10_000, "KiB for 20 MB of lines"


def test_what_is_not_proved_is_said_with_its_bounds(tmp_path):
    labeling.label(["[]"], tmp_path, format="csv", book=False, nodes=1000)
    assert rows_of(tmp_path)[0]["error"].startswith("not proved within the limits: the score is -")


def test_parquet_needs_its_package_before_any_work(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match="pip install pyarrow, or choose format='csv'"):
        labeling.plan(MOVES, tmp_path)
    assert not any(tmp_path.iterdir())


def test_an_input_that_changes_is_noticed(tmp_path):
    path, out = tmp_path / "rows.txt", tmp_path / "out"
    path.write_text("44\n45\n46\n")
    labeling.plan(path, out, rows_per_shard=1, format="csv")
    path.write_text("44\n55\n46\n")
    assert labeling.label_shard(out, 0)
    with pytest.raises(ValueError, match="has changed since it was planned"):
        labeling.label_shard(out, 1)
    path, out = tmp_path / "rows.csv", tmp_path / "columns"
    path.write_text("position,other\n44,45\n")
    labeling.plan(path, out, format="csv")
    path.write_text("other,position\n44,45\n")
    with pytest.raises(ValueError, match="has changed since it was planned"):
        labeling.label_shard(out, 0)
    path, out = tmp_path / "rows.npy", tmp_path / "boards"
    np.save(path, np.zeros((3, 6, 7), dtype=np.int8))
    labeling.plan(path, out, format="csv", rows_per_shard=2)
    np.save(path, np.zeros((2, 6, 7), dtype=np.int8))
    with pytest.raises(ValueError, match="has changed since it was planned"):
        labeling.label_shard(out, 1)


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_damaged_shard_is_named(tmp_path, form):
    if form != "csv":
        pytest.importorskip("pyarrow", reason="labels in Parquet and Arrow (pip install pyarrow)")
    labeling.label(["44", "45", "46"], tmp_path, rows_per_shard=1, format=form)
    shard = tmp_path / f"shards/000001.{form}"
    (tmp_path / f"labels.{form}").unlink()
    for damage in [shard.read_bytes()[:-3], (tmp_path / f"shards/000002.{form}").read_bytes()]:
        shard.write_bytes(damage)
        with pytest.raises(ValueError, match=f"shards/000001.{form} is damaged"):
            labeling.merge(tmp_path)
    assert sorted(path.name for path in tmp_path.glob("labels*")) == []
    assert not list(tmp_path.glob(".*")), "nothing in part is left"
    shard.unlink()
    labeling.label(["44", "45", "46"], tmp_path, rows_per_shard=1, format=form)
    assert len(rows_of(tmp_path)) == 3


def test_a_plan_of_another_version_is_left_alone(tmp_path):
    labeling.plan(["44"], tmp_path, format="csv")
    made = json.loads((tmp_path / "plan.json").read_text())
    (tmp_path / "plan.json").write_text(json.dumps({**made, "version": 1}))
    for use in [labeling.status, labeling.merge, lambda out: labeling.plan(["44"], out, format="csv")]:
        with pytest.raises(ValueError, match="has the version 1, not 2"):
            use(tmp_path)


def test_any_address_of_fsspec_will_do():
    fsspec = pytest.importorskip("fsspec", reason="labels at addresses (pip install fsspec)")
    out = "memory://labels/run"
    assert labeling.label(MOVES[:9], out, rows_per_shard=4, format="csv") == (3, 3, 9)
    files = fsspec.filesystem("memory").ls("/labels/run/shards", detail=False)
    assert len(files) == 3, "nothing in part"
    assert [int(row["score"]) for row in rows_of(out)] == SCORES[:9]


def test_a_bucket_of_s3_will_do(monkeypatch):
    server = pytest.importorskip("moto.server", reason="labels in S3 (cargo xtask python --s3)")
    s3fs = pytest.importorskip("s3fs", reason="labels in S3 (cargo xtask python --s3)")
    server = server.ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    settings = {"endpoint_url": f"http://{host}:{port}", "key": "any", "secret": "any"}
    monkeypatch.setitem(pytest.importorskip("fsspec").config.conf, "s3", settings)
    files, out = s3fs.S3FileSystem(), "s3://labels/run"
    try:
        files.mkdir("labels")
        labeling.plan(MOVES[:9], out, rows_per_shard=4, format="csv")
        labeling.label_shard(out, 1)
        assert labeling.status(out) == (1, 3, 9)
        assert labeling.label(MOVES[:9], out, rows_per_shard=4, format="csv") == (3, 3, 9)
        assert len(files.ls("labels/run/shards")) == 3, "nothing in part"
        assert [int(row["score"]) for row in rows_of(out)] == SCORES[:9]
    finally:
        server.stop()


KILLED = """
import sys
from foursight import labeling
labeling.label(sys.argv[1], sys.argv[2], rows_per_shard=4, format="csv", book=False, progress=print)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process killed by a signal")
def test_whoever_is_killed_has_lost_nothing_that_was_done(tmp_path):
    path, out = tmp_path / "rows.txt", tmp_path / "out"
    path.write_text("".join(f"{one}\n" for one in MOVES[:40]))
    for n_shards in [2, 5]:
        process = subprocess.Popen([sys.executable, "-c", KILLED, str(path), str(out)])
        wait_until(lambda: process.poll() is not None or labeling_has(out, n_shards))
        process.kill()
        process.wait()
    before = {file: file.stat().st_mtime_ns for file in (out / "shards").glob("0*")}
    assert len(before) >= 5
    subprocess.run([sys.executable, "-c", KILLED, str(path), str(out)], check=True, capture_output=True)
    assert all(file.stat().st_mtime_ns == time for file, time in before.items()), "none was labeled again"
    assert [int(row["score"]) for row in rows_of(out)] == SCORES[:40]
    assert [int(row["row"]) for row in rows_of(out)] == list(range(40))


def labeling_has(out, n_shards):
    return (out / "plan.json").exists() and labeling.status(out).done >= n_shards


def wait_until(has_happened, seconds=120):
    deadline = time.monotonic() + seconds
    while not has_happened():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.01)


ENGINE = """
import json, os, sys
from foursight import labeling

if __name__ == "__main__":
    engine, path, out = sys.argv[1:]
    if engine == "dask":
        from dask.distributed import Client
        client = Client(n_workers=2, threads_per_worker=1, dashboard_address=None)
        print(*client.run(os.getpid).values(), flush=True)
    else:
        import ray
        client = ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
        pid = ray.remote(num_cpus=1)(lambda: (__import__("time").sleep(1), os.getpid())[1])
        print(*ray.get([pid.remote(), pid.remote()]), flush=True)
    labeling.label(path, out, engine=engine, client=client, rows_per_shard=3, format="csv", book=False)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a worker killed by a signal")
@pytest.mark.parametrize(("engine", "module"), [("dask", "distributed"), ("ray", "ray")])
def test_a_worker_that_is_killed_costs_no_row(tmp_path, engine, module):
    pytest.importorskip(module, reason=f"labels by {engine} (pip install {module})")
    path, out, program = tmp_path / "rows.txt", tmp_path / "out", tmp_path / "program.py"
    moves = [moves for moves in metrics.load("random-v1").moves if 14 <= len(moves) <= 18]
    path.write_text("".join(f"{one}\n" for one in moves))
    program.write_text(ENGINE)
    command = [sys.executable, str(program), engine, str(path), str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        workers = [int(pid) for pid in process.stdout.readline().split()]
        assert len(set(workers)) == 2
        wait_until(lambda: process.poll() is not None or labeling_has(out, 3))
        assert labeling.status(out).done < labeling.status(out).shards, "the work still goes on"
        os.kill(workers[0], signal.SIGKILL)
        assert process.wait(timeout=600) == 0
    rows = rows_of(out)
    assert [int(row["row"]) for row in rows] == list(range(len(moves)))
    assert [int(row["score"]) for row in rows] == foursight.solve_many(moves).scores.tolist()
    plan = json.loads(Path(out, "plan.json").read_text())
    assert plan["sha256"] and len(plan["offsets"]) == len(list((out / "shards").glob("0*"))) + 1
