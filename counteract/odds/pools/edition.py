"""The odds of an edition with dice pools."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from counteract.core.language import Phrase
from counteract.odds.edition import EditionOdds, Report
from counteract.odds.pools import cards, fighting, shooting, table
from counteract.odds.pools.questions import targeted
from counteract.odds.pools.rules import PoolRules
from counteract.odds.pools.shot import injuring
from counteract.odds.pools.terms import PoolTerms
from counteract.odds.results import FightOdds, ShotTable
from counteract.odds.terms import QuestionForm


@dataclass(frozen=True, eq=False, kw_only=True)
class PoolOdds(EditionOdds):
    """An edition's weapon rules, and what can be asked about them."""

    ruleset: str
    form: QuestionForm
    rules: PoolRules

    shoot = shooting.shoot  # not called by another function: for a shot that has been asked before, each call counts

    def fight(self, attacker: Any, defender: Any, **terms: Any) -> FightOdds:
        return fighting.fight(self, attacker, defender, **terms)

    def table(self, weapons: Sequence[Any], targets: Sequence[Any], report: Report = None, **terms: Any) -> ShotTable:
        return table.table(self, weapons, targets, **terms)

    def check_card(self, kind: str, card: Any) -> None:
        if kind == "target":
            targeted(self, card, PoolTerms())
        elif card is not None:
            cards.weapon_of(self, card, "ranged" if kind == "weapon" else "melee")

    def weapon_text(self, card: Any, weapon: Any) -> str:
        return cards.weapon_text(card, weapon)

    def target_text(self, card: Any) -> str:
        return cards.target_text(card)

    def marks(self, target: str) -> dict[int, Phrase]:
        at = targeted(self, target, PoolTerms(cover=True)).target
        marks = {injuring(at): self.form.words.hurt, at.wounds: self.form.words.out}
        return {value: text for value, text in marks.items() if value > 0}

    def melee_weapons(self, card: Any) -> list[Any]:
        return [weapon for weapon in card.weapons if weapon.kind == "melee"]

    def likeness(self, card: Any, weapon: Any) -> Hashable:
        armed: Hashable = cards.armed(self, card, weapon, weapon.kind)
        if weapon.kind != "melee":
            return armed
        target = cards.target_card(card).target
        return armed, (target.wounds, target.ignore, target.soften)  # nobody saves in a fight

    def wounds_of_fighters(self, attacker: Any, defender: Any) -> dict[str, Any]:
        return {"attacker_wounds": attacker.wounds, "defender_wounds": defender.wounds}

    def ignores(self, card: Any) -> int | None:
        return cards.target_card(card).target.ignore or None
