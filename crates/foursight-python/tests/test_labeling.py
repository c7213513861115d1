"""Labels for data sets: every row once, in all formats."""

import csv
import gzip
import json
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from label_rows import MOVES, SCORES, counts, rows_of

import foursight
from foursight import Position, labeling


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
