"""From the arguments of a client to its settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ._options import Settings

_NAMES = [one.name for one in fields(Settings)]


def to_settings(arguments: Mapping[str, Any]) -> Settings:
    """Return the settings; an argument that is `None` is not given."""
    given = {name: arguments[name] for name in _NAMES if arguments.get(name) is not None}
    return Settings(**given)
