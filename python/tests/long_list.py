"""Matches a long list: python long_list.py sync|async <address> <rows>. Prints what it saw.

The service, packages/sdk/test/behavior/unreliable-service.ts, limits the rate and fails at random.
"""

from __future__ import annotations

import asyncio
import json
import resource
import sys
import time
from typing import Any

import orgdex


class Seen:
    """Counts rows that were read from the list, and rows that came back."""

    def __init__(self) -> None:
        self.read = 0
        self.returned = 0
        self.most_ahead = 0
        self.out_of_order = 0

    def items(self, rows: int) -> Any:
        for at in range(rows):
            self.read += 1
            self.most_ahead = max(self.most_ahead, self.read - self.returned)
            yield {"ref": f"r{at}", "name": f"Company {at}"}

    def add(self, row: orgdex.MatchedRow) -> None:
        expected = f"r{self.returned}"
        if row.item.get("ref") != expected or row.result["ref"] != expected:
            self.out_of_order += 1
        self.returned += 1


def run_sync(url: str, rows: int) -> Seen:
    seen = Seen()
    with orgdex.Orgdex(url, "orgdex_test_key") as client:
        for row in client.companies.match_many(seen.items(rows)):
            seen.add(row)
    return seen


async def run_async(url: str, rows: int) -> Seen:
    seen = Seen()
    async with orgdex.AsyncOrgdex(url, "orgdex_test_key") as client:
        async for row in client.companies.match_many(seen.items(rows)):
            seen.add(row)
    return seen


def main() -> None:
    kind, url, count = sys.argv[1:]
    began = time.monotonic()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    seen = run_sync(url, int(count)) if kind == "sync" else asyncio.run(run_async(url, int(count)))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    report = {
        "rows": seen.returned,
        "outOfOrder": seen.out_of_order,
        "mostAhead": seen.most_ahead,
        "seconds": round(time.monotonic() - began, 1),
        "grownMb": round((after - before) / 1024, 1),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
