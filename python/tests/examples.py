"""Runs the examples in the comments and in README.md: python examples.py [<address> <key>].

Without an address, they run against a few canned responses.
"""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import sys
from pathlib import Path
from typing import Any

import orgdex
from sandbox import open_sandbox

README = Path(__file__).parent.parent / "README.md"

# Its examples await: they are those of the synchronous client.
NOT_RUN = {"orgdex._async_resources"}


def readme_test(names: dict[str, Any]) -> doctest.DocTest:
    text = README.read_text(encoding="utf-8")
    code = "\n".join("" if line.startswith("```") else line for line in text.splitlines())
    return doctest.DocTestParser().get_doctest(code, dict(names), "README.md", str(README), 0)


def main() -> None:
    url, key = sys.argv[1:] if len(sys.argv) > 1 else (open_sandbox()[0], "orgdex_test_key")
    names: dict[str, Any] = {"url": url, "key": key, "client": orgdex.Orgdex(url, key)}
    modules = [f"orgdex.{one.name}" for one in pkgutil.iter_modules(orgdex.__path__)]
    runner = doctest.DocTestRunner()
    finder = doctest.DocTestFinder()
    for name in ["orgdex", *modules]:
        module = importlib.import_module(name)
        if name not in NOT_RUN:
            for test in finder.find(module, name, extraglobs=names):
                runner.run(test)
    runner.run(readme_test(names))
    print(f"{runner.tries} examples, {runner.failures} failed")
    sys.exit(1 if runner.failures else 0)


if __name__ == "__main__":
    main()
