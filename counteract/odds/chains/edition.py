"""The odds of an edition with chains of single dice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from counteract.core.language import Phrase
from counteract.odds.chains.terms import without_usual
from counteract.odds.edition import EditionOdds, Report, check_table
from counteract.odds.results import FightOdds, ShootOdds, ShotTable, ask_rows
from counteract.odds.terms import QuestionForm, meaningless


@dataclass(frozen=True, eq=False, kw_only=True)
class ChainOdds(EditionOdds):
    """The odds of an edition with chains of single dice: its solvers, its readers of cards, and the damage that marks an outcome."""

    ruleset: str
    form: QuestionForm
    solve_shot: Callable[..., ShootOdds]
    solve_fight: Callable[..., FightOdds]
    weapon_of: Callable[[Any], Any]
    target_of: Callable[[Any], Any]
    fighter_of: Callable[[Any], Any]
    mark: Callable[[Any], tuple[int, Phrase]]
    armed: Callable[[Any, Any], Any] = lambda card, weapon: weapon  # a weapon in the hands of a model
    unarmed: Any = None  # the weapon of a model that has no melee weapon

    def shoot(self, weapon: Any, target: Any, **terms: Any) -> ShootOdds:
        known = without_usual(self.ruleset, terms)
        if isinstance(target, (list, tuple)):
            raise meaningless("targets", self.ruleset)
        return self.solve_shot(weapon, target, **known)

    def fight(self, attacker: Any, defender: Any, **terms: Any) -> FightOdds:
        return self.solve_fight(attacker, defender, **without_usual(self.ruleset, terms))

    def table(self, weapons: Sequence[Any], targets: Sequence[Any], report: Report = None, **terms: Any) -> ShotTable:
        check_table(weapons, targets, terms.get("objective", "damage"))
        found = ask_rows([[partial(self.shoot, weapon, target, **terms) for target in targets] for weapon in weapons], report)
        expected, incapacitate, injure = (
            np.array([[getattr(one, name) for one in row] for row in found]) for name in ("expected", "incapacitate", "injure")
        )
        left = dict.fromkeys(name for row in found for one in row for name in one.not_computed)
        names = tuple(map(_name, weapons)), tuple(map(_name, targets))
        return ShotTable(self.ruleset, *names, expected, incapacitate, injure, tuple(left))

    def check_card(self, kind: str, card: Any) -> None:
        {"weapon": self.weapon_of, "target": self.target_of, "fighter": self.fighter_of}[kind](card)

    def weapon_text(self, card: Any, weapon: Any) -> str:
        """Return a weapon as text; a melee weapon with the defence of its user."""
        figures = self.figures_text(card, weapon)
        return figures if weapon.kind == "ranged" else f"{figures} | S{card.strength} {self.target_text(card)}"

    def figures_text(self, card: Any, weapon: Any) -> str:
        """Return the figures of a weapon in the hands of a model as text."""
        rules = f"; {', '.join(weapon.text)}" if weapon.text else ""
        if weapon.kind == "ranged":
            strength = weapon.strength.of(card.strength)
            return f'{weapon.type.title()} {weapon.attacks} {weapon.range:g}" S{strength} AP{weapon.ap} D {weapon.damage} BS{card.bs}+{rules}'
        return f"A{card.attacks} WS{card.ws}+ S{weapon.strength} AP{weapon.ap} D {weapon.damage}{rules}"

    def target_text(self, card: Any) -> str:
        model = self.target_of(card)
        saves = (("save", model.save), ("invulnerable", model.invulnerable), ("ignore", model.ignore))
        save, invulnerable, ignore = (f"{name} {needed}+" if needed else "" for name, needed in saves)
        return " ".join(filter(None, (f"T{model.toughness}", save, f"wounds {model.wounds}", invulnerable, ignore)))

    def marks(self, target: str) -> dict[int, Phrase]:
        return dict([self.mark(self.target_of(target))])

    def melee_weapons(self, card: Any) -> list[Any]:
        return [weapon for weapon in card.weapons if weapon.kind == "melee"] or ([self.unarmed] if self.unarmed is not None else [])

    def likeness(self, card: Any, weapon: Any) -> Hashable:
        armed: Hashable = self.armed(card, weapon)
        return (armed, self.target_of(card)) if weapon.kind == "melee" else armed

    def wounds_of_fighters(self, attacker: Any, defender: Any) -> dict[str, Any]:
        return {}


def _name(given: Any) -> str:
    """Return the name of a weapon or target: itself if it is a text, else its own, or that of a model's weapon."""
    return _name(given[-1]) if isinstance(given, tuple) else str(getattr(given, "name", given))
