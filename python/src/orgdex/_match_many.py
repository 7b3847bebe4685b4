"""Matches a list of any length with threads."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Optional

from . import types
from ._match_batch import Batcher, MatchedRow, Matching, match_batch, to_matching
from ._options import RequestOptions, Settings
from ._pace import Pace
from ._steps import Run


def _batches(items: Iterable[types.MatchItem], size: int) -> Iterator[list[types.MatchItem]]:
    batcher = Batcher[types.MatchItem](size)
    for item in items:
        full = batcher.add(item)
        if full:
            yield full
    rest = batcher.rest()
    if rest:
        yield rest


class _Worker:
    """Sends batches, as many at the same time as the service allows."""

    def __init__(self, run: Run, matching: Matching) -> None:
        self._run = run
        self._matching = matching
        self._pace = Pace(matching.concurrency)
        self._changed = threading.Condition()

    def send(self, batch: list[types.MatchItem]) -> list[types.MatchResult]:
        with self._changed:
            self._changed.wait_for(self._pace.try_enter)
        succeeded = False
        try:
            results = self._run(match_batch(self._matching, batch, self._slow_down))
            succeeded = True
            return results
        finally:
            with self._changed:
                self._pace.leave(succeeded=succeeded)
                self._changed.notify_all()

    def _slow_down(self) -> None:
        with self._changed:
            self._pace.slow_down()


def match_many_rows(
    settings: Settings,
    run: Run,
    items: Iterable[types.MatchItem],
    how: Mapping[str, Any],
    options: Optional[RequestOptions],
) -> Iterator[MatchedRow]:
    """Match a list: each item with its result, in order. Only a few batches are in memory at a time."""
    matching = to_matching(settings, how, options)
    worker = _Worker(run, matching)
    batches = _batches(items, matching.batch_size)
    running: deque[tuple[list[types.MatchItem], Future[list[types.MatchResult]]]] = deque()
    given = matching.settings.signal
    remove = given.on_abort(matching.stopped.abort) if given else None
    pool = ThreadPoolExecutor(matching.concurrency, thread_name_prefix="orgdex")
    try:
        while True:
            while len(running) < matching.concurrency:
                batch = next(batches, None)
                if batch is None:
                    break
                running.append((batch, pool.submit(worker.send, batch)))
            if not running:
                return
            batch, future = running.popleft()
            results = future.result()
            for item, result in zip(batch, results):
                yield MatchedRow(item, result)
    finally:
        matching.stopped.abort()
        if remove:
            remove()
        pool.shutdown(wait=True)
