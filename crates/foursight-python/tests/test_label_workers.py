"""Workers that share shards: whatever dies, every row has its label once."""

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from label_rows import MOVES, SCORES, rows_of

import foursight
from foursight import labeling, metrics


def test_a_task_does_not_grow_with_the_plan(tmp_path, monkeypatch):
    tasks = []
    monkeypatch.setitem(labeling.ENGINES, "local", lambda run, *_: iter([tasks.append(run)][:0]))
    for n_rows in [10, 1000]:
        with pytest.raises(ValueError, match="not labeled yet"):
            labeling.label(["1212121"] * n_rows, tmp_path / str(n_rows), rows_per_shard=1, format="csv")
    few, many = (len(pickle.dumps(task)) for task in tasks)
    assert many - few < 10


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


CLUSTER = """
import os, signal, sys, time
from foursight import labeling


def cluster(engine):
    if engine == "dask":
        from dask.distributed import Client
        return Client(n_workers=2, threads_per_worker=1, dashboard_address=None)
    import ray
    for n_left in (4, 3, 2, 1, 0):
        try:
            return ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
        except Exception:
            # On a busy machine, Ray gives up waiting for its own processes.
            ray.shutdown()
            if n_left == 0:
                raise
"""

ENGINE = CLUSTER + """
def pid(folder):
    # Each worker waits until the other one runs, too.
    open(os.path.join(folder, str(os.getpid())), "w").close()
    while len(os.listdir(folder)) < 2:
        time.sleep(0.01)
    return os.getpid()


if __name__ == "__main__":
    engine, path, out, folder = sys.argv[1:]
    client = cluster(engine)
    if engine == "dask":
        print(*client.run(os.getpid).values(), flush=True)
    else:
        import ray
        task = ray.remote(num_cpus=1)(pid)
        print(*ray.get([task.remote(folder), task.remote(folder)]), flush=True)
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
    (folder := tmp_path / "pids").mkdir()
    command = [sys.executable, str(program), engine, str(path), str(out), str(folder)]
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


DEADLY = CLUSTER + """
label_shard = labeling.task


def deadly(out, plan, options, redo, shard):
    if shard == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    label_shard(out, plan, options, redo, shard)


if __name__ == "__main__":
    engine, out = sys.argv[1:]
    if engine == "dask":
        import dask
        dask.config.set({"distributed.scheduler.allowed-failures": 0})
    client = cluster(engine)
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
    ended = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
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
