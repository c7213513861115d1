"""Labels at addresses, and the requests that they take."""

import asyncio
import multiprocessing
import os
import threading
import time
from collections import Counter

import pytest
from label_rows import MOVES, SCORES, counts, rows_of

import foursight
from foursight import labeling


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
