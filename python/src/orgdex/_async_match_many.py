"""Matches a list of any length with tasks."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping
from typing import Any, Optional, Union

from . import types
from ._match_batch import Batcher, MatchedRow, Matching, match_batch, to_matching
from ._options import RequestOptions, Settings
from ._pace import Pace
from ._steps import AsyncRun

Items = Union[Iterable[types.MatchItem], AsyncIterable[types.MatchItem]]


async def _each(items: Items) -> AsyncIterator[types.MatchItem]:
    if isinstance(items, AsyncIterable):
        async for item in items:
            yield item
    else:
        for item in items:
            yield item


async def _batches(items: Items, size: int) -> AsyncIterator[list[types.MatchItem]]:
    batcher = Batcher[types.MatchItem](size)
    async for item in _each(items):
        full = batcher.add(item)
        if full:
            yield full
    rest = batcher.rest()
    if rest:
        yield rest


class _Worker:
    """Sends batches, as many at the same time as the service allows."""

    def __init__(self, run: AsyncRun, matching: Matching) -> None:
        self._run = run
        self._matching = matching
        self._pace = Pace(matching.concurrency)
        self._changed = asyncio.Condition()

    async def send(self, batch: list[types.MatchItem]) -> list[types.MatchResult]:
        async with self._changed:
            await self._changed.wait_for(self._pace.try_enter)
        succeeded = False
        try:
            results = await self._run(match_batch(self._matching, batch, self._pace.slow_down))
            succeeded = True
            return results
        finally:
            async with self._changed:
                self._pace.leave(succeeded=succeeded)
                self._changed.notify_all()


async def async_match_many_rows(
    settings: Settings,
    run: AsyncRun,
    items: Items,
    how: Mapping[str, Any],
    options: Optional[RequestOptions],
) -> AsyncIterator[MatchedRow]:
    """Match a list: each item with its result, in order. Only a few batches are in memory at a time."""
    matching = to_matching(settings, how, options)
    worker = _Worker(run, matching)
    batches = _batches(items, matching.batch_size)
    running: deque[tuple[list[types.MatchItem], asyncio.Task[list[types.MatchResult]]]] = deque()
    given = matching.settings.signal
    remove = given.on_abort(matching.stopped.abort) if given else None
    try:
        while True:
            while len(running) < matching.concurrency:
                batch = await _next(batches)
                if batch is None:
                    break
                running.append((batch, asyncio.ensure_future(worker.send(batch))))
            if not running:
                return
            batch, task = running[0]
            results = await task
            running.popleft()
            for item, result in zip(batch, results):
                yield MatchedRow(item, result)
    finally:
        if remove:
            remove()
        matching.stopped.abort()
        for _, task in running:
            task.cancel()
        await asyncio.gather(*(task for _, task in running), return_exceptions=True)


async def _next(batches: AsyncIterator[list[types.MatchItem]]) -> Optional[list[types.MatchItem]]:
    try:
        return await batches.__anext__()
    except StopAsyncIteration:
        return None
