"""Labels for data sets: the shards survive whatever dies, wherever they are stored."""

import asyncio
import csv
import gzip
import io
import json
import multiprocessing
import os
import pickle
import signal
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import foursight
from foursight import UNKNOWN, Position, labeling, metrics

MOVES = [*metrics.load("random-v1").moves[-60:], "1212121", "99"]
SOLVED = foursight.solve_many(MOVES)
SCORES = [None if score == UNKNOWN else score for score in SOLVED.scores.tolist()]


def counts(found):
    """The counts of a status."""
    return found.done, found.shards, found.rows


def rows_of(out):
    """The content of the merged labels, row by row, whatever their format."""
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
    assert counts(found) == (3, 3, 62) and found.errors == 1 and seen == [(1, 3), (2, 3), (3, 3)]
    rows = rows_of(tmp_path)
    assert [int(row["row"]) for row in rows] == list(range(62))
    assert [row["position"] for row in rows] == MOVES
    none = "" if form == "csv" else None
    assert [row["score"] if row["score"] == none else int(row["score"]) for row in rows] == [
        none if score is None else score for score in SCORES
    ]
    assert rows[-1]["error"] == "move 1: '9' is not a column from 1 to 7"
    again = labeling.label(MOVES, tmp_path, rows_per_shard=25, format=form, progress=seen.append)
    assert again == found == labeling.status(tmp_path) and again.rows_per_second > 0


def test_all_values(tmp_path):
    labeling.label(MOVES, tmp_path, values=labeling.VALUES, format="csv")
    for row, moves in zip(rows_of(tmp_path), MOVES, strict=True):
        if moves == "99":
            assert row["score"] == row["scores"].strip("- ") == row["verdict"] == row["distance"] == row["key"] == ""
            continue
        position, solution = Position(moves), foursight.solve(moves)
        assert (row["score"], row["verdict"]) == (str(solution.score), solution.verdict)
        assert row["distance"] == ("" if solution.moves_to_end is None else str(solution.moves_to_end))
        scores = position.scores()
        assert row["scores"].split() == ["-" if score is None else str(score) for score in scores]
        assert row["key"] == str(position.canonical_key)
        assert row["best"].split() == [str(column) for column in scores.best_moves]
        if not position.is_over:
            assert row["idea"] == (position.why().idea or "")


def test_the_command_line_writes_the_same(tmp_path):
    """The tests of the command line read the same file."""
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
    errors = ["", "byte 2 is not UTF-8", "", "a quoted cell is not closed", ""]
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
    assert counts(labeling.plan(MOVES, tmp_path, rows_per_shard=30, format="csv")) == (0, 3, 62)
    assert labeling.label_shard(tmp_path, 1) and not labeling.label_shard(tmp_path, 1)
    assert counts(labeling.status(tmp_path)) == (1, 3, 62)
    with pytest.raises(ValueError, match="2 of 3 shards are not labeled yet"):
        labeling.merge(tmp_path)
    with pytest.raises(ValueError, match="there is no shard 3"):
        labeling.label_shard(tmp_path, 3)
    with pytest.raises(FileNotFoundError, match="has no plan"):
        labeling.status(tmp_path / "elsewhere")


def test_a_plan_does_not_change(tmp_path):
    labeling.plan(MOVES, tmp_path, format="csv")
    labeling.plan(MOVES, tmp_path, format="csv")
    with pytest.raises(ValueError, match="has rows_per_shard 10000, not 5"):
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
        ({"values": ["scroe"]}, ValueError, 'unknown value "scroe"'),
        ({"values": ["best", "best"]}, ValueError, "each once"),
        ({"values": []}, ValueError, "one or more of"),
        ({"size": "99x99"}, ValueError, "99x99"),
        ({"nodes": -1}, ValueError, "nodes is -1"),
        ({"time_limit": -1}, ValueError, "time_limit is -1"),
        ({"format": "json"}, ValueError, "is not a format"),
        ({"weak": True}, TypeError, "unexpected keyword argument 'weak'"),
        ({"dataset": "rows.xlsx"}, ValueError, "must end in"),
        ({"dataset": []}, ValueError, "it has no rows"),
        ({"dataset": ["..\n.."]}, ValueError, "a single line"),
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
    labeling.label(["[]"], tmp_path / "time", format="csv", book=False, time_limit=0.001)
    assert rows_of(tmp_path / "time")[0]["error"].startswith("not proved within the limits")


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


    path, out = tmp_path / "again.npy", tmp_path / "other"
    np.save(path, np.zeros((3, 6, 7), dtype=np.int8))
    labeling.plan(path, out, format="csv", rows_per_shard=2)
    np.save(path, np.eye(42, dtype=np.int8).reshape(-1, 6, 7)[35:38])
    with pytest.raises(ValueError, match="has changed since it was planned"):
        labeling.label_shard(out, 1)


@pytest.mark.parametrize("name", ["rows.parquet", "rows.arrow"])
def test_a_column_that_changes_is_noticed(tmp_path, name):
    pa = pytest.importorskip("pyarrow", reason="labels in Parquet and Arrow (pip install pyarrow)")
    path, out = tmp_path / name, tmp_path / "out"
    write_columns(pa.table({"position": ["44", "45", None]}), path, rows_per_group=2)
    labeling.plan(path, out, rows_per_shard=1, format="csv")
    write_columns(pa.table({"position": ["44", "46", ""]}), path, rows_per_group=3)
    assert labeling.label_shard(out, 0)
    for shard in [1, 2]:
        with pytest.raises(ValueError, match="has changed since it was planned"):
            labeling.label_shard(out, shard)


@pytest.mark.parametrize("form", labeling.FORMATS)
def test_a_damaged_shard_is_named_and_labeled_again(tmp_path, form):
    if form != "csv":
        pytest.importorskip("pyarrow", reason="labels in Parquet and Arrow (pip install pyarrow)")
    arguments = {"rows_per_shard": 1, "format": form}
    labeling.label(["44", "45", "46"], tmp_path, **arguments)
    whole = (tmp_path / f"labels.{form}").read_bytes()
    shard = tmp_path / "shards/000001.shard"
    contents = shard.read_bytes()
    flipped = contents[:-9] + bytes([contents[-9] ^ 1]) + contents[-8:]
    for damage in [contents[:-3], flipped, (tmp_path / "shards/000002.shard").read_bytes(), b""]:
        shard.write_bytes(damage)
        (tmp_path / f"labels.{form}").unlink()
        with pytest.raises(ValueError, match=r"shards/000001.shard is damaged \(.*\): deleted"):
            labeling.merge(tmp_path)
        assert not list(tmp_path.glob("labels*")) and not list(tmp_path.glob(".*")), "nothing in part is left"
        shard.write_bytes(damage)
        with pytest.warns(UserWarning, match="shards/000001.shard is damaged"):
            assert labeling.label(["44", "45", "46"], tmp_path, **arguments).done == 3
        assert (tmp_path / f"labels.{form}").read_bytes() == whole


def test_each_shard_says_how_it_was_made(tmp_path):
    labeling.label(MOVES, tmp_path, rows_per_shard=40, format="csv")
    heads = [json.loads(path.read_bytes().split(b"\n")[0]) for path in sorted((tmp_path / "shards").iterdir())]
    assert [(head["shard"], head["rows"], head["errors"]) for head in heads] == [(0, 40, 0), (1, 22, 1)]
    for head in heads:
        assert head["host"] == socket.gethostname() and head["version"] == foursight.__version__
        assert head["seconds"] > 0


def packed(path, text):
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    elif path.suffix == ".zst":
        pa = pytest.importorskip("pyarrow", reason="what compresses (pip install pyarrow)")
        with pa.CompressedOutputStream(path, "zstd") as file:
            file.write(text.encode())
    else:
        path.write_text(text)


def test_a_folder_of_compressed_files_is_one_data_set(tmp_path):
    folder, whole = tmp_path / "rows", tmp_path / "whole.csv"
    folder.mkdir()
    lines = [f"{n},{moves}\n" for n, moves in enumerate(MOVES)]
    whole.write_text("n,position\n" + "".join(lines))
    for name, some in {"b.csv.zst": lines[20:45], "a.csv.gz": lines[:20], "c.csv": lines[45:]}.items():
        packed(folder / name, "n,position\n" + "".join(some))
    (folder / ".hidden").write_text("")
    for dataset in [folder, whole]:
        labeling.label(dataset, tmp_path / f"{dataset.name}.out", rows_per_shard=13, format="csv")
    assert labeling.read(tmp_path / "rows.out") == labeling.read(tmp_path / "whole.csv.out")
    packed(folder / "d.txt", "44\n")
    with pytest.raises(ValueError, match=r"files of several kinds \(a.csv.gz and d.txt\)"):
        labeling.plan(folder, tmp_path / "other", format="csv")
    (folder / "d.txt").unlink()
    packed(folder / "d.csv", "position,n\n44,1\n")
    with pytest.raises(ValueError, match="rows/d.csv: its columns differ from those of a.csv.gz"):
        labeling.plan(folder, tmp_path / "other", format="csv")


def test_folders_of_columns_and_arrays(tmp_path):
    pa = pytest.importorskip("pyarrow", reason="labels in Parquet and Arrow (pip install pyarrow)")
    for kind in ["parquet", "npy"]:
        folder = tmp_path / kind
        folder.mkdir()
        for name, some in {"b": MOVES[7:20], "a": MOVES[:7], "c": MOVES[20:30]}.items():
            path = folder / f"{name}.{kind}"
            if kind == "npy":
                np.save(path, np.stack([Position(one).to_array() for one in some]))
            else:
                write_columns(pa.table({"position": some}), path, rows_per_group=5)
        labeling.label(folder, tmp_path / f"{kind}.out", rows_per_shard=6, format="csv")
        assert [int(row["score"]) for row in rows_of(tmp_path / f"{kind}.out")] == SCORES[:30]


@pytest.mark.parametrize("form", labeling.FORMATS)
@pytest.mark.parametrize("name", ["rows.csv", "rows.parquet", "rows.arrow"])
def test_other_columns_are_kept(tmp_path, name, form):
    pa = pytest.importorskip("pyarrow", reason="labels in Parquet and Arrow (pip install pyarrow)")
    path, out = tmp_path / name, tmp_path / "out"
    columns = {"score": [1.5, 2.5, None], "moves": ["44", "45", "9"], "tags": [["a"], [], None]}
    if name == "rows.csv":
        path.write_text('score,moves,tags\n1.5,44,a b\n2.5,45,"x,y"\n,9,\n')
    else:
        write_columns(pa.table(columns), path, rows_per_group=2)
    labeling.label(path, out, rows_per_shard=2, format=form, column="moves")
    rows = rows_of(out)
    assert list(rows[0]) == ["row", "position", "error", "score", "input_score", "tags"]
    assert [row["position"] for row in rows] == columns["moves"]
    if name == "rows.csv":
        assert [row["input_score"] for row in rows] == ["1.5", "2.5", ""]
        assert [row["tags"] for row in rows] == ["a b", "x,y", ""]
    elif form == "csv":
        assert [row["input_score"] for row in rows] == ["1.5", "2.5", ""]
        assert [row["tags"] for row in rows] == ["['a']", "[]", ""]
    else:
        assert [row["input_score"] for row in rows] == columns["score"]
        assert [row["tags"] for row in rows] == columns["tags"]


@pytest.mark.parametrize("form", labeling.FORMATS)
def test_rows_with_errors_are_labeled_again(tmp_path, form):
    if form != "csv":
        pytest.importorskip("pyarrow", reason="labels in Parquet and Arrow (pip install pyarrow)")
    path, out = tmp_path / "rows.csv", tmp_path / "out"
    path.write_text("position,n\n44,1\n[],2\n9,3\n4455,4\n")
    arguments = {"rows_per_shard": 3, "format": form}
    assert labeling.label(path, out, nodes=1000, book=False, **arguments).errors == 3
    with pytest.raises(ValueError, match="has nodes 1000, not null"):
        labeling.label(path, out, **arguments)
    last = (out / "shards/000001.shard").read_bytes()
    assert labeling.label(path, out, redo="errors", **arguments).errors == 1
    labeling.label(path, tmp_path / "new", **arguments)
    assert rows_of(out) == rows_of(tmp_path / "new")
    labeling.label(path, out, redo="errors", **arguments)
    assert rows_of(out) == rows_of(tmp_path / "new")
    assert (out / "shards/000001.shard").read_bytes() == last, "it had no error"


def test_a_plan_has_its_books(tmp_path):
    file = Path(__file__).parents[2] / "foursight-engine/books/7x6-8.book"
    other = foursight.Books([file.read_bytes()], embedded=False)
    arguments = {"format": "csv"}
    labeling.plan(["1"], tmp_path, book=other, **arguments)
    (name,) = (path.name for path in (tmp_path / "books").iterdir())
    assert json.loads((tmp_path / "plan.json").read_text())["books"] == [name]
    assert (tmp_path / "books" / name).read_bytes() == file.read_bytes()
    assert labeling.label_shard(tmp_path, 0)
    with pytest.raises(ValueError, match="has embedded_books false, not true"):
        labeling.plan(["1"], tmp_path, **arguments)
    with pytest.raises(ValueError, match="has books"):
        labeling.plan(["1"], tmp_path, book=False, **arguments)


def test_a_plan_of_another_version_is_left_alone(tmp_path):
    labeling.plan(["44"], tmp_path, format="csv")
    made = json.loads((tmp_path / "plan.json").read_text())
    (tmp_path / "plan.json").write_text(json.dumps({**made, "version": 1}))
    for use in [labeling.status, labeling.merge, lambda out: labeling.plan(["44"], out, format="csv")]:
        with pytest.raises(ValueError, match="has version 1, not 3"):
            use(tmp_path)


def test_any_address_of_fsspec_will_do(tmp_path):
    fsspec = pytest.importorskip("fsspec", reason="labels at addresses (pip install fsspec)")
    out = "memory://labels/run"
    assert counts(labeling.label(MOVES[:9], out, rows_per_shard=4, format="csv")) == (3, 3, 9)
    files = fsspec.filesystem("memory").ls("/labels/run/shards", detail=False)
    assert len(files) == 3, "nothing in part"
    assert [int(row["score"]) for row in rows_of(out)] == SCORES[:9]
    for out in ["memory://labels/shared", f"file://{tmp_path}/shared"]:
        assert counts(labeling.label(MOVES[:9], out, rows_per_shard=4, format="csv", shard="auto")) == (3, 3, 9)
        assert [int(row["score"]) for row in rows_of(out)] == SCORES[:9]


def test_a_task_does_not_grow_with_the_plan(tmp_path, monkeypatch):
    tasks = []
    monkeypatch.setitem(labeling.ENGINES, "local", lambda run, *_: iter([tasks.append(run)][:0]))
    for n_rows in [10, 1000]:
        with pytest.raises(ValueError, match="not labeled yet"):
            labeling.label(["1212121"] * n_rows, tmp_path / str(n_rows), rows_per_shard=1, format="csv")
    few, many = (len(pickle.dumps(task)) for task in tasks)
    assert many - few < 10


def test_shards_at_an_address_are_read_several_at_a_time():
    fsspec = pytest.importorskip("fsspec", reason="labels at addresses (pip install fsspec)")

    class Files(pytest.importorskip("fsspec.asyn").AsyncFileSystem):
        n_open = most = 0

        async def _cat_file(self, path, start=None, end=None):
            assert start == 0, "without a start, s3fs asks for the size first"
            Files.n_open += 1
            Files.most = max(Files.most, Files.n_open)
            await asyncio.sleep(0.01)
            Files.n_open -= 1
            if path.endswith("lost"):
                raise FileNotFoundError(path)
            return path.encode()[start:end]

    fsspec.register_implementation("counted", Files, clobber=True)
    store = foursight._store.Store("counted://run")
    names = [f"shards/{n}" for n in range(100)]
    assert list(store.read_each(names)) == [f"run/{name}".encode() for name in names]
    assert 10 < Files.most < 100
    assert store.heads(names[:2], 3) == [b"run", b"run"]
    for read in [lambda: list(store.read_each([*names, "lost"])), lambda: store.heads(["lost"], 3)]:
        with pytest.raises(FileNotFoundError, match="run/lost"):
            read()


@pytest.fixture
def bucket(monkeypatch):
    """The address of an S3 bucket, and the requests to it."""
    server = pytest.importorskip("moto.server", reason="labels in S3 (cargo xtask python --s3)")
    s3fs = pytest.importorskip("s3fs", reason="labels in S3 (cargo xtask python --s3)")
    server = server.ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    settings = {"endpoint_url": f"http://{host}:{port}", "key": "any", "secret": "any"}
    monkeypatch.setitem(pytest.importorskip("fsspec").config.conf, "s3", settings)
    s3fs.S3FileSystem().mkdir(f"labels-{port}")
    requests = []
    call = s3fs.S3FileSystem._call_s3

    async def counted(self, method, *arguments, **more):
        requests.append(method)
        return await call(self, method, *arguments, **more)

    monkeypatch.setattr(s3fs.S3FileSystem, "_call_s3", counted)
    yield f"s3://labels-{port}/run", requests
    server.stop()


def test_a_bucket_of_s3_will_do(bucket):
    out, _ = bucket
    labeling.plan(MOVES[:9], out, rows_per_shard=4, format="csv")
    labeling.label_shard(out, 1)
    assert counts(labeling.status(out)) == (1, 3, 9)
    assert counts(labeling.label(MOVES[:9], out, rows_per_shard=4, format="csv")) == (3, 3, 9)
    files = pytest.importorskip("s3fs").S3FileSystem().ls(f"{out}/shards")
    assert len(files) == 3, "nothing in part"
    assert [int(row["score"]) for row in rows_of(out)] == SCORES[:9]


def test_a_shard_in_s3_costs_three_requests(bucket):
    out, requests = bucket
    labeling.plan(MOVES[:40], out, rows_per_shard=1, format="csv")
    labeling.label_shard(out, 0)
    requests.clear()
    labeling.label_shard(out, 1)
    assert requests == ["get_object", "get_object", "put_object"], "is it there; its rows; its labels"
    requests.clear()
    labeling.label(MOVES[:40], out, rows_per_shard=1, format="csv")
    assert {method: requests.count(method) for method in set(requests)}["put_object"] == 39
    assert requests.count("list_objects_v2") <= 6 and requests.count("copy_object") == 0
    assert len(requests) <= 3 * 40 + 15, "rows, labels, and the labels again to join them"


def test_a_claim_in_s3_costs_one_request_more(bucket):
    out, requests = bucket
    labeling.plan(MOVES[:40], out, rows_per_shard=1, format="csv")
    labeling.label_shard(out, "auto")
    requests.clear()
    labeling.label_shard(out, "auto")
    assert requests == ["put_object", "get_object", "put_object"], "its claim; its rows; its labels"
    store = foursight._store.Store(out)
    assert store.claim("claims/x", b"1") and not store.claim("claims/x", b"2") and store.read("claims/x") == b"1"
    requests.clear()
    assert labeling.label(MOVES[:40], out, rows_per_shard=1, format="csv", shard="auto").done == 40
    assert len(requests) <= 4 * 40 + 20 and requests.count("copy_object") == 0
    assert store.names("claims") == [] and len(store.names("shards")) == 40


def test_workers_that_do_nothing_cost_few_requests(monkeypatch):
    """With LOAD_TESTS=1, a hundred workers and 100,000 shards: docs/labeling.md states the figures."""
    moto = pytest.importorskip("moto.moto_server.werkzeug_app", reason="labels in S3 (cargo xtask python --s3)")
    serving = pytest.importorskip("werkzeug.serving", reason="labels in S3 (cargo xtask python --s3)")
    pytest.importorskip("s3fs", reason="labels in S3 (cargo xtask python --s3)")
    n_workers, n_shards = (100, 100_000) if os.environ.get("LOAD_TESTS") else (4, 120)
    storage = moto.DomainDispatcherApplication(moto.create_backend_app)
    requests, n_bytes = Counter(), Counter()

    def counted(environ, respond):
        method = environ["REQUEST_METHOD"] + (" list" if "list-type" in environ["QUERY_STRING"] else "")
        answer = b"".join(storage(environ, respond))
        requests[method] += 1
        n_bytes[method] += int(environ.get("CONTENT_LENGTH") or 0) + len(answer)
        return [answer]

    server = serving.make_server("127.0.0.1", 0, counted, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr("werkzeug.serving.WSGIRequestHandler.log_request", lambda *_: None)
    endpoint = f"http://127.0.0.1:{server.port}"
    for name, value in {"ENDPOINT_URL": endpoint, "KEY": "any", "SECRET": "any"}.items():
        monkeypatch.setenv(f"FSSPEC_S3_{name}", value)
    settings = {"endpoint_url": endpoint, "key": "any", "secret": "any"}
    monkeypatch.setitem(pytest.importorskip("fsspec").config.conf, "s3", settings)
    out = f"s3://labels-{server.port}/run"
    pytest.importorskip("s3fs").S3FileSystem().mkdir(out.rpartition("/")[0])

    def with_processes(run, shards, *_):
        processes = multiprocessing.get_context("forkserver")
        processes.set_forkserver_preload(["foursight.labeling", "s3fs"])
        with processes.Pool(n_workers) as pool:
            yield from zip(shards, pool.imap_unordered(run, shards), strict=True)

    monkeypatch.setitem(labeling.ENGINES, "local", with_processes)
    labeling.plan(["1212121"] * n_shards, out, rows_per_shard=1, format="csv")
    requests.clear()
    n_bytes.clear()
    began = time.monotonic()
    found = labeling.label(["1212121"] * n_shards, out, rows_per_shard=1, format="csv", threads=1)
    print(f"{time.monotonic() - began:.0f} s, requests {dict(requests)}, bytes {dict(n_bytes)}")
    assert counts(found) == (n_shards, n_shards, n_shards)
    server.shutdown()
    # Rows, labels, and the labels again to join them. A worker reads the plan once.
    few = 2 * n_workers + n_shards // 200 + 20
    assert requests.total() <= 3 * n_shards + few and requests["GET list"] <= few
    assert requests["PUT"] <= n_shards + 5


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


SHARED = """
import os, sys, time
from foursight import _shards, labeling

_shards.LEASE = 2.0
label = _shards.Work.label


def said(work, shard, options):
    print(shard, flush=True)
    while not os.path.exists(sys.argv[3]):
        work.renew()
        time.sleep(0.02)
    label(work, shard, options)


_shards.Work.label = said
found = labeling.label(sys.argv[1], sys.argv[2], rows_per_shard=2, format="csv", shard="auto")
assert found.done == found.shards
"""


def test_processes_share_the_shards(tmp_path):
    path, out = tmp_path / "rows.txt", tmp_path / "out"
    path.write_text("".join(f"{one}\n" for one in MOVES))

    def start(may_go_on):
        command = [sys.executable, "-c", SHARED, str(path), str(out), str(tmp_path / may_go_on)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        return process, int(process.stdout.readline())

    (killed, lost), *both = [start("never"), start("now"), start("now")]
    # The process renewed its claim until it was killed.
    killed.kill()
    killed.communicate()
    (tmp_path / "now").touch()
    shards = [[first, *map(int, process.communicate()[0].split())] for process, first in both]
    assert [process.returncode for process, _ in both] == [0, 0]
    assert sorted(shards[0] + shards[1]) == list(range(31)), "both took part, and none was labeled twice"
    assert lost in {shards[0][-1], shards[1][-1]}, "after its lease"
    assert [row["position"] for row in rows_of(out)] == MOVES
    assert sorted(file.name for file in out.iterdir()) == ["labels.csv", "plan.json", "shards"]


def test_shards_are_claimed_one_by_one(tmp_path):
    labeling.plan(MOVES, tmp_path, rows_per_shard=25, format="csv")
    assert labeling.label_shard(tmp_path, 1)
    rows = []
    assert labeling.label_shard(tmp_path, "auto", progress=lambda *report: rows.append(report))
    assert rows[-1] in [(25, 25), (12, 12)]
    assert labeling.label_shard(tmp_path, "auto") and not labeling.label_shard(tmp_path, "auto")
    assert sorted(file.name for file in (tmp_path / "claims").iterdir()) == ["0.0", "2.0"]
    labeling.merge(tmp_path)
    assert not (tmp_path / "claims").exists()


def test_who_fails_gives_up_its_claim(tmp_path):
    arguments = {"rows_per_shard": 60, "format": "csv", "shard": "auto"}

    def fail(*report):
        raise KeyboardInterrupt

    labeling.plan(MOVES, tmp_path, rows_per_shard=60, format="csv")
    with pytest.raises(KeyboardInterrupt):
        labeling.label_shard(tmp_path, "auto", progress=fail)
    assert labeling.label(MOVES, tmp_path, **arguments).done == 2, "at once"
    for wrong in [{"engine": "ray"}, {"redo": "errors"}]:
        with pytest.raises(ValueError, match="shard='auto' works only with engine='local'"):
            labeling.label(MOVES, tmp_path, **arguments, **wrong)
    with pytest.raises(ValueError, match="shard is '1/2'; it must be None or 'auto'"):
        labeling.label(MOVES, tmp_path, format="csv", shard="1/2")


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
    assert len(plan["offsets"]) == len(list((out / "shards").glob("0*"))) + 1


DEADLY = """
import os, signal, sys
from foursight import labeling

label_shard = labeling.task


def deadly(out, plan, options, redo, shard):
    if shard == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    label_shard(out, plan, options, redo, shard)


if __name__ == "__main__":
    engine, out = sys.argv[1:]
    if engine == "dask":
        import dask
        from dask.distributed import Client
        dask.config.set({"distributed.scheduler.allowed-failures": 0})
        client = Client(n_workers=2, threads_per_worker=1, dashboard_address=None)
    else:
        import ray
        client = ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
    labeling.task = deadly
    labeling.label(["4455"] * 60, out, engine=engine, client=client, rows_per_shard=3, format="csv")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a worker killed by a signal")
@pytest.mark.parametrize(("engine", "module"), [("dask", "distributed"), ("ray", "ray")])
def test_a_shard_that_kills_its_workers_is_left_out(tmp_path, engine, module):
    pytest.importorskip(module, reason=f"labels by {engine} (pip install {module})")
    program = tmp_path / "program.py"
    program.write_text(DEADLY)
    command = [sys.executable, str(program), engine, str(tmp_path / "out")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert ended.returncode == 1
    assert "1 of 20 shards failed, and the others are labeled: rows 3 to 5 (shard 1): its worker" in ended.stderr
    assert labeling.status(tmp_path / "out").done == 19


def test_a_cluster_that_lost_its_workers_is_not_waited_for(tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed", reason="labels by dask (pip install distributed)")
    monkeypatch.setattr(foursight._engines, "_PATIENCE", 0.5)
    arguments = {"engine": "dask", "rows_per_shard": 1, "format": "csv"}
    with (
        distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
        pytest.raises(RuntimeError, match="Dask has had no worker for 0.5 s; what is labeled is kept"),
    ):
        labeling.label(MOVES, tmp_path, client=client, progress=lambda *report: cluster.scale(0), **arguments)
    assert labeling.status(tmp_path).done >= 1
