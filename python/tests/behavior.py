"""Does what a test in packages/sdk/test says, with the synchronous or the asynchronous client.

python behavior.py sync|async <address> <cases.json>   runs the table of behavior and prints a report for each case
python behavior.py sync|async <address> --key <key>    reads a call from each line, and prints its outcome
"""

from __future__ import annotations

import asyncio
import dataclasses
import json
import re
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Optional

import orgdex

KEY = "orgdex_test_key"
AT_ONCE = 16


class RowsBefore(Exception):
    """The rows that came before an error."""

    def __init__(self, rows: int, cause: BaseException) -> None:
        super().__init__("partial")
        self.rows = rows
        self.cause = cause


def snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda letter: "_" + letter.group().lower(), name)


def camel(name: str) -> str:
    return re.sub(r"_([a-z])", lambda letter: letter.group(1).upper(), name)


def snake_keys(options: dict[str, Any]) -> dict[str, Any]:
    return {snake(name): value for name, value in options.items()}


def arguments(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a request as keyword arguments."""
    return {name + "_" if name in ("from", "return") else name: value for name, value in fields.items()}


def plain(value: Any) -> Any:
    """The same as TypeScript reports."""
    if dataclasses.is_dataclass(value):
        return {camel(one.name): plain(getattr(value, one.name)) for one in dataclasses.fields(value)}
    return [plain(one) for one in value] if isinstance(value, list) else value


def items_of(call: dict[str, Any]) -> Any:
    length = call.get("nameLength")
    for at in range(call.get("items", 0)):
        yield {"ref": f"r{at}", "name": f"Company {at}" if length is None else "x" * length}


def how_of(call: dict[str, Any]) -> dict[str, Any]:
    return arguments(snake_keys(call.get("how", {})))


def rows_outcome(rows: list[Any]) -> dict[str, Any]:
    refs = [[item["ref"], result["ref"]] for item, result in rows]
    is_in_order = all(pair == [f"r{at}", f"r{at}"] for at, pair in enumerate(refs))
    return {"value": None if is_in_order else refs, "rows": len(rows)}


def with_response(reply: Any) -> dict[str, Any]:
    response = reply.response
    return {
        "data": plain(reply.data),
        "status": response.status,
        "requestId": response.request_id,
        "attempts": response.attempts,
        "credits": response.headers.get("x-credits-remaining"),
    }


def error_outcome(error: orgdex.OrgdexError) -> dict[str, Any]:
    return {
        "error": {
            "class": type(error).__name__,
            "code": error.code,
            "status": error.status,
            "message": error.message,
            "param": error.param,
            "requestId": error.request_id,
            "docs": error.docs,
            "retryAfter": error.retry_after,
            "rateLimit": error.headers.get("ratelimit"),
        }
    }


def method_of(client: Any, call: dict[str, Any]) -> Any:
    resource, method = call["do"].split(".")
    return getattr(getattr(client, resource), snake(method))


def collect(rows: Any, limit: Optional[int] = None) -> list[Any]:
    found: list[Any] = []
    iterator = iter(rows)
    try:
        for row in iterator:
            found.append(row)
            if len(found) == limit:
                break
    except (orgdex.OrgdexError, orgdex.AbortError) as error:
        raise RowsBefore(len(found), error) from error
    finally:
        if hasattr(iterator, "close"):
            iterator.close()
    return found


def perform(client: orgdex.Orgdex, call: dict[str, Any], options: Any) -> dict[str, Any]:
    if call["do"] == "companies.matchMany":
        rows = client.companies.match_many(items_of(call), options=options, **how_of(call))
        return rows_outcome(collect(rows, call.get("limit")))
    if call["do"] == "request":
        return {"value": client.request(**call["with"], options=options).data}
    sent = arguments(call.get("with", {}))
    result = method_of(client, call)(*call.get("args", []), options=options, **sent)
    readers: dict[str, Callable[[], Any]] = {
        "all": lambda: collect(result, call.get("limit")),
        "pages": lambda: collect(result.pages()),
        "page": lambda: result.page(),
        "first": lambda: result.first(),
        "withResponse": lambda: with_response(result.with_response()),
        "nothing": lambda: None,
    }
    return {"value": plain(readers[call["take"]]() if "take" in call else result)}


async def collect_async(rows: Any, limit: Optional[int] = None) -> list[Any]:
    found: list[Any] = []
    iterator = rows.__aiter__()
    try:
        async for row in iterator:
            found.append(row)
            if len(found) == limit:
                break
    except (orgdex.OrgdexError, orgdex.AbortError) as error:
        raise RowsBefore(len(found), error) from error
    finally:
        await iterator.aclose()
    return found


async def perform_async(client: orgdex.AsyncOrgdex, call: dict[str, Any], options: Any) -> dict[str, Any]:
    if call["do"] == "companies.matchMany":
        rows = client.companies.match_many(items_of(call), options=options, **how_of(call))
        return rows_outcome(await collect_async(rows, call.get("limit")))
    if call["do"] == "request":
        return {"value": (await client.request(**call["with"], options=options)).data}
    sent = arguments(call.get("with", {}))
    result = method_of(client, call)(*call.get("args", []), options=options, **sent)
    take = call.get("take")
    if take is None:
        return {"value": plain(await result)}
    if take == "nothing":
        return {"value": None}
    if take == "withResponse":
        return {"value": with_response(await result.with_response())}
    if take in ("page", "first"):
        return {"value": plain(await getattr(result, take)())}
    rows = result if take == "all" else result.pages()
    return {"value": plain(await collect_async(rows, call.get("limit")))}


def options_of(call: dict[str, Any]) -> tuple[dict[str, Any], Optional[threading.Timer]]:
    options = snake_keys(call.get("options", {}))
    after = call.get("abortAfterSeconds")
    if after is None:
        return options, None
    signal = orgdex.AbortSignal()
    timer = threading.Timer(after, signal.abort)
    if after == 0:
        signal.abort()
    else:
        timer.start()
    return {**options, "signal": signal}, timer


def failed_outcome(call: dict[str, Any], thrown: BaseException) -> dict[str, Any]:
    rows = {"rows": thrown.rows} if isinstance(thrown, RowsBefore) else {}
    error = thrown.cause if isinstance(thrown, RowsBefore) else thrown
    if isinstance(error, orgdex.OrgdexError):
        return {**error_outcome(error), **rows}
    return {"aborted": True, **(rows if "items" in call else {})}


CAUGHT = (orgdex.OrgdexError, orgdex.AbortError, RowsBefore)


def outcome_of(client: orgdex.Orgdex, call: dict[str, Any]) -> dict[str, Any]:
    options, timer = options_of(call)
    try:
        return perform(client, call, options)
    except CAUGHT as error:
        return failed_outcome(call, error)
    finally:
        if timer:
            timer.cancel()


async def outcome_of_async(client: orgdex.AsyncOrgdex, call: dict[str, Any]) -> dict[str, Any]:
    options, timer = options_of(call)
    try:
        return await perform_async(client, call, options)
    except CAUGHT as error:
        return failed_outcome(call, error)
    finally:
        if timer:
            timer.cancel()


class Case:
    """A case, and the client for it."""

    def __init__(self, address: str, case: dict[str, Any]) -> None:
        self.calls = case["calls"]
        self.waits: list[float] = []
        self.responses: list[dict[str, Any]] = []
        self.outcomes: list[dict[str, Any]] = []
        own = snake_keys(case.get("client", {}))
        self.options = {
            "url": case.get("url", address + "/" if case.get("slash") else address),
            "key": KEY,
            "random": lambda: 0,
            "on_retry": lambda error, seconds: self.waits.append(seconds),
            "on_response": self.note,
            **({"cache": {}} if case.get("cache") else {}),
            **own,
        }

    def note(self, response: orgdex.ResponseFacts) -> None:
        self.responses.append(
            {"status": response.status, "requestId": response.request_id, "attempts": response.attempts}
        )

    def report(self) -> dict[str, Any]:
        return {"outcomes": self.outcomes, "waits": self.waits, "responses": self.responses}


def run_case(address: str, one: dict[str, Any]) -> dict[str, Any]:
    case = Case(address, one)
    with orgdex.Orgdex(**case.options) as client:
        for call in case.calls:
            case.outcomes.append(outcome_of(client, call))
    return case.report()


async def run_case_async(address: str, one: dict[str, Any]) -> dict[str, Any]:
    case = Case(address, one)
    async with orgdex.AsyncOrgdex(**case.options) as client:
        for call in case.calls:
            case.outcomes.append(await outcome_of_async(client, call))
    return case.report()


def run_sync(url: str, cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(lambda pair: run_case(f"{url}/{pair[0]}", pair[1]), enumerate(cases)))


async def run_async(url: str, cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    places = asyncio.Semaphore(AT_ONCE)

    async def run(at: int, one: dict[str, Any]) -> dict[str, Any]:
        async with places:
            return await run_case_async(f"{url}/{at}", one)

    return await asyncio.gather(*(run(at, one) for at, one in enumerate(cases)))


def serve_sync(url: str, key: str) -> None:
    with orgdex.Orgdex(url, key) as client:
        for line in sys.stdin:
            print(json.dumps(outcome_of(client, json.loads(line))), flush=True)


async def serve_async(url: str, key: str) -> None:
    async with orgdex.AsyncOrgdex(url, key) as client:
        for line in sys.stdin:
            print(json.dumps(await outcome_of_async(client, json.loads(line))), flush=True)


def main() -> None:
    kind, url, path, *key = sys.argv[1:]
    if key:
        return serve_sync(url, key[0]) if kind == "sync" else asyncio.run(serve_async(url, key[0]))
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)
    reports = run_sync(url, cases) if kind == "sync" else asyncio.run(run_async(url, cases))
    json.dump(reports, sys.stdout)


if __name__ == "__main__":
    main()
