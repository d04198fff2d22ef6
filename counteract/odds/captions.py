"""Captions of results: the question in words, and the names of further numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from counteract.core.language import Phrase, say
from counteract.odds.edition import find, question_form


class ShotCaption(NamedTuple):
    """A question about shooting, in the words it was asked in."""

    ruleset: str
    weapon: str
    targets: tuple[str, ...]
    terms: str = ""

    @property
    def marks(self) -> dict[int, Phrase]:
        """The outcomes for the target, if it is the only one, by the least damage that brings each about.

        >>> from counteract.core.registry import default
        >>> ShotCaption(default(), "5 3+ 3/4", ("save 3+, wounds 12",)).marks
        {7: 'injured', 12: 'incapacitated'}
        """
        return find(self.ruleset).marks(self.targets[0]) if len(self.targets) == 1 else {}


class FightCaption(NamedTuple):
    """A question about a fight, in the words it was asked in."""

    ruleset: str
    attacker: str
    defender: str
    terms: str = ""


def describe(ruleset: str, details: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield further numbers of a result: the name of each, and its value in words."""
    known = question_form(ruleset).details
    for name, value in details.items():
        if name in known:
            label, tell = known[name]
            yield say(label), tell(value)
