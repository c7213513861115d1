"""Engines that label the shards: this process, or the workers of Ray or Dask."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from ._optional import optional

_LOOK = 0.02
"""How many seconds pass between two looks at the tasks of Dask."""

_TRIES = 4
"""How often a shard may kill its worker. The fault may be the worker's."""

_PATIENCE = 300.0
"""How many seconds a cluster of Dask may have no worker, once it had some. Dask itself would wait forever."""

Done = tuple[int, "str | None"]
"""A shard, and why it failed, if it did."""


def _on_this_machine(run: Callable[[int], None], shards: list[int], client: Any, threads: int) -> Iterator[Done]:
    for shard in shards:
        run(shard)
        yield shard, None


def _with_ray(run: Callable[[int], None], shards: list[int], client: Any, threads: int) -> Iterator[Done]:
    ray = optional("ray", "ray")
    if not ray.is_initialized():
        ray.init(log_to_driver=False)

    def work(shard: int) -> None:
        run(shard)

    remote = ray.remote(num_cpus=threads, max_retries=_TRIES - 1)(work)
    left = iter(shards)
    waiting: dict[Any, int] = {}
    while True:
        n_slots = int(ray.cluster_resources().get("CPU", 1)) // threads
        for shard in islice(left, _window(n_slots) - len(waiting)):
            waiting[remote.remote(shard)] = shard
        if not waiting:
            return
        for one in ray.wait(list(waiting))[0]:
            try:
                ray.get(one)
                yield waiting.pop(one), None
            except ray.exceptions.RayTaskError as error:
                yield waiting.pop(one), repr(error.cause)
            except ray.exceptions.RayError:
                yield waiting.pop(one), f"its worker died {_TRIES} times"


def _with_dask(run: Callable[[int], None], shards: list[int], client: Any, threads: int) -> Iterator[Done]:
    distributed = optional("distributed", "distributed")
    own = distributed.Client(threads_per_worker=1) if client is None else None
    client = client or own
    n_workers = len(client.nthreads())
    last, looked = math.inf, 0.0

    def has_workers() -> None:
        nonlocal last, looked
        now = time.monotonic()
        if now < looked + _PATIENCE / 60:
            return
        looked = now
        if client.nthreads():
            last = now
        elif now > last + _PATIENCE:
            raise RuntimeError(f"Dask has had no worker for {_PATIENCE:g} s; what is labeled is kept")

    def work(shards: Iterable[int], n_at_once: Callable[[], int]) -> Iterator[tuple[int, BaseException | None]]:
        left = iter(shards)
        waiting: dict[Any, int] = {}
        tasks = distributed.as_completed()

        def submit() -> None:
            for shard in islice(left, max(n_at_once() - len(waiting), 0)):
                # Not pure: a finished shard stays finished, whatever Dask remembers of the task.
                task = client.submit(run, shard, pure=False)
                waiting[task] = shard
                tasks.add(task)

        submit()
        while waiting:
            if not tasks.has_ready():
                has_workers()
                time.sleep(_LOOK)
                continue
            task = next(tasks)
            # Any other task has succeeded. Asking for its result could wait until Dask repeats it, if its worker has
            # died since.
            has_failed = task.status in ("error", "cancelled")
            yield waiting.pop(task), task.exception() if has_failed else None
            submit()

    # A local cluster gives up a worker for good if it dies and is not back within 15 seconds, as happens on a busy
    # machine.
    is_local = isinstance(client.cluster, distributed.LocalCluster)
    patience = {"distributed.deploy.lost-worker-timeout": _PATIENCE} if is_local else {}
    try:
        with optional("dask", "distributed").config.set(patience):
            suspects = []
            for shard, error in work(shards, lambda: _window(sum(client.nthreads().values()))):
                if isinstance(error, distributed.KilledWorker):
                    suspects.append(shard)
                else:
                    yield shard, None if error is None else repr(error)
            # Dask suspects all tasks of a worker that died. Repeating them one at a time shows which was
            # to blame.
            for shard, error in work(suspects, lambda: 1):
                died = isinstance(error, distributed.KilledWorker)
                yield shard, "its workers died each time" if died else None if error is None else repr(error)
            # At the end of a program, Dask waits a minute for a cluster that is starting workers again.
            until = time.monotonic() + _PATIENCE / 5
            while suspects and len(client.nthreads()) < n_workers and time.monotonic() < until:
                time.sleep(_LOOK)
    finally:
        if own is not None:
            own.close()


def _window(n_slots: int) -> int:
    """The number of shards assigned at a time: those being labeled, and those that come next."""
    return 2 * max(n_slots, 1)


ENGINES = {"local": _on_this_machine, "ray": _with_ray, "dask": _with_dask}
