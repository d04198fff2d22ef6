"""The rulesets, one folder each, found by name."""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache
from typing import TYPE_CHECKING

from counteract.core.language import say

if TYPE_CHECKING:
    from counteract.core.game import Ruleset


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """The names of all rulesets there are."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg))


def find(name: str) -> Ruleset:
    """The ruleset of this name."""
    if name not in names():
        raise LookupError(say("there is no ruleset {name!r}; there are: {known}", name=name, known=", ".join(names())))
    ruleset: Ruleset = importlib.import_module(f"counteract.rulesets.{name}.ruleset").RULESET
    return ruleset
