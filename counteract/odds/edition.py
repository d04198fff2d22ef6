"""The odds of an edition: the interface that each ruleset's room ``odds`` offers as ``ODDS``, and its lookup."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, cast

from counteract.core import registry
from counteract.core.language import Phrase, joined, say
from counteract.odds.named_cards import weapon_key
from counteract.odds.results import FightOdds, ShootOdds, ShotTable
from counteract.odds.terms import OBJECTIVES, QuestionForm, check_choice

#: A function that is called with the number of cells of a table that are done.
Report = Callable[[int], None] | None

#: A piece of a team and a weapon of it.
Bearer = tuple[Any, Any]


class EditionOdds(ABC):
    """The odds of one edition."""

    ruleset: str
    form: QuestionForm

    @abstractmethod
    def shoot(self, weapon: Any, target: Any, **terms: Any) -> ShootOdds:
        """Return the odds of shooting with a weapon at a target, or at several in turn."""

    @abstractmethod
    def fight(self, attacker: Any, defender: Any, **terms: Any) -> FightOdds:
        """Return the odds of a fight."""

    @abstractmethod
    def table(self, weapons: Sequence[Any], targets: Sequence[Any], report: Report = None, **terms: Any) -> ShotTable:
        """Return the odds of every weapon against every target; ``report`` is told how many cells are done."""

    @abstractmethod
    def check_card(self, kind: str, card: Any) -> None:
        """Refuse the card of a weapon, a target or a fighter that cannot be read."""

    @abstractmethod
    def weapon_text(self, card: Any, weapon: Any) -> str:
        """Return a weapon in the hands of a model as text that the odds can read."""

    @abstractmethod
    def target_text(self, card: Any) -> str:
        """Return a model as a target in text that the odds can read; empty if it has a trait that text cannot express."""

    @abstractmethod
    def marks(self, target: str) -> dict[int, Phrase]:
        """Return the outcomes for a target, by the least damage that brings each about."""

    @abstractmethod
    def melee_weapons(self, card: Any) -> list[Any]:
        """Return the weapons a model can fight with."""

    @abstractmethod
    def likeness(self, card: Any, weapon: Any) -> Hashable:
        """Return a key that is equal for weapons in the hands of models that have the same odds."""

    @abstractmethod
    def wounds_of_fighters(self, attacker: Any, defender: Any) -> dict[str, Any]:
        """Return the terms with the wounds of two models, where their cards do not include them."""

    def pieces(self, team: Any) -> list[Any]:
        """Return what attacks and what is attacked in the tables of a team: its models, one of each kind. Each has an id, a name and weapons."""
        found: list[Any] = []
        for card in team.operatives:
            if card not in found:
                found.append(card)
        return found

    def weapon_key(self, piece: Any, weapon: Any) -> str:
        """Return the last part of the name by which a weapon of a piece is asked about; empty for bare hands, which no card lists."""
        return weapon_key(weapon) if weapon in piece.weapons else ""

    def row_name(self, bearers: Sequence[Bearer]) -> str:
        """Return the name of the row of a table: the weapon, and the pieces in whose hands it has the same odds."""
        return say("{weapon} ({bearers})", weapon=Phrase(bearers[0][1].name), bearers=joined(piece.name for piece, _ in bearers))

    def printed(self, piece: Any) -> tuple[Any, Any]:
        """Return the tables of a piece's card: its characteristics, and its weapons in their order."""
        room: Any = registry.room(self.ruleset, "cards")
        stats, weapons = room.printed(piece)[:2]
        return stats, weapons

    def usual_terms(self, weapon: Any) -> dict[str, Any]:
        """Return the terms that a weapon brings with it, unless others are given."""
        return {}

    def ignores(self, card: Any) -> int | None:
        """Return the number on which a model ignores wounds, where that is a term of a fight; else None."""
        return None


def rulesets() -> tuple[str, ...]:
    """Return the rulesets that have odds: our own that can be played, the default one first, then the others."""
    found = registry.with_room("odds")
    playing = [name for name in registry.shipped() if name in found]
    return *playing, *(name for name in found if name not in playing)


def find(ruleset: str) -> EditionOdds:
    """Return the odds of a ruleset."""
    return _find(ruleset) if isinstance(ruleset, str) else _find(check_ruleset(ruleset))


@lru_cache(maxsize=32)
def _find(ruleset: str) -> EditionOdds:
    room = registry.room(check_ruleset(ruleset), "odds")
    assert room is not None
    return cast(EditionOdds, room.ODDS)


def check_ruleset(ruleset: str) -> str:
    """Return a ruleset that has odds; refuse any other."""
    check_choice("ruleset", ruleset, rulesets())
    return ruleset


@lru_cache(maxsize=32)
def question_form(ruleset: str) -> QuestionForm:
    """Return the form of questions to the odds of a ruleset, without loading the odds themselves."""
    room = registry.room(check_ruleset(ruleset), "odds_form")
    assert room is not None
    return cast(QuestionForm, room.FORM)


def check_table(weapons: Sequence[Any], targets: Sequence[Any], objective: object) -> None:
    """Refuse a table without weapons or targets, and one for an unknown objective."""
    check_choice("objective", objective, tuple(OBJECTIVES))
    for what, given in (("weapons", weapons), ("targets", targets)):
        if not isinstance(given, Sequence) or isinstance(given, str) or not given:
            raise ValueError(say("{what} must be a list with at least one in it, not {given!r}", what=what, given=given))
