"""Fighting with dice pools: one fight, or several in a row."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
from msgspec.structs import replace

from counteract.core.language import Phrase, phrases, say
from counteract.odds.named_cards import card_named, is_name
from counteract.odds.pools import cards
from counteract.odds.pools.arrays import Floats, lost
from counteract.odds.pools.fight import Duel, FightSeries, FightSide
from counteract.odds.pools.fight_policy import DuelPolicy
from counteract.odds.pools.questions import terms_of
from counteract.odds.pools.rules import PoolRules
from counteract.odds.pools.terms import MOST_FIGHTS, Policy, PoolTerms, Target
from counteract.odds.results import FightOdds
from counteract.odds.terms import (
    MOST_REROLLS,
    BadTerm,
    FightObjective,
    RerollStyle,
    check_choice,
    check_flag,
    check_number,
    meaningless,
    read_wounds,
)

if TYPE_CHECKING:
    from counteract.odds.pools.edition import PoolOdds

MISSING = phrases(
    {
        "attacker": "the attacker's wounds are missing; write 12, or '5 of 12'",
        "defender": "the defender's wounds are missing; write 12, or '5 of 12'",
    }
)


def fight(
    edition: PoolOdds,
    attacker: Any,
    defender: Any,
    *,
    attacker_wounds: int | str | None = None,
    defender_wounds: int | str | None = None,
    attacker_policy: Policy = "best",
    defender_policy: Policy = "best",
    reroll: RerollStyle = "best",
    objective: FightObjective = "difference",
    rerolls: int = 0,
    defender_rerolls: int = 0,
    attacker_injured: bool = False,
    defender_injured: bool = False,
    attacker_ignore: int | None = None,
    defender_ignore: int | None = None,
    fights: int = 1,
    initiative: Literal["attacker", "defender"] = "attacker",
    printing: str | None = None,
    limits: str | None = None,
    **more: Any,
) -> FightOdds:
    """Return the odds of a fight.

    Both sides play as well as can be for the objective, which the attacker wants high and the defender low:
    "difference" (damage dealt less damage taken), "survive" (the attacker), "remove" (the defender). Wounds may be
    written "5 of 12"; who has fewer than half of them is injured, and wounds are not lost on ``ignore`` or more.
    ``fights`` are fought one after the other, each with so many Command Re-rolls. A defender without a weapon (None)
    rolls no dice.
    """
    if more:
        raise meaningless(next(iter(more)), edition.ruleset)
    check_choice("objective", objective, ("difference", "survive", "remove"))
    for name, policy in (("attacker_policy", attacker_policy), ("defender_policy", defender_policy)):
        check_choice(name, policy, ("best", "strike"))
    check_choice("initiative", initiative, ("attacker", "defender"))
    check_number("defender_rerolls", defender_rerolls, 0, MOST_REROLLS)
    check_flag("attacker_injured", attacker_injured)
    check_flag("defender_injured", defender_injured)
    mine = _fighter(edition, attacker, attacker_wounds, attacker_ignore, "attacker")
    theirs = _fighter(edition, defender, defender_wounds, defender_ignore, "defender")
    bout = FightCase(
        edition.rules, mine, theirs,
        (terms_of(edition, False, False, attacker_injured, rerolls, 0, reroll, "best", printing, limits, False),
         terms_of(edition, False, False, defender_injured, defender_rerolls, 0, reroll, "best", printing, limits, False)),
        (attacker_policy == "strike", defender_policy == "strike"), int(initiative == "defender"),
    )  # fmt: skip
    return solve(edition.ruleset, bout, objective, check_number("fights", fights, 1, MOST_FIGHTS))


class ReadyFighter(NamedTuple):
    """A fighter: weapon or none, wounds left and at the start."""

    weapon: Any
    wounds: int
    full: int
    body: Target | None  # what protects it
    not_computed: tuple[str, ...]


class FightCase(NamedTuple):
    """Two fighters and how they fight."""

    edition: PoolRules
    attacker: ReadyFighter
    defender: ReadyFighter
    terms: tuple[PoolTerms, PoolTerms]
    strikes: tuple[bool, bool]
    first: int

    def duels(self, wa: int, wd: int) -> list[list[Duel]]:
        """Return the duels with these wounds left: by dice kept unrolled."""
        hurt = 2 * wa < self.attacker.full, 2 * wd < self.defender.full
        terms = [t._replace(injured=t.injured or injured) for t, injured in zip(self.terms, hurt, strict=True)]
        mine, theirs = self._fighters(self.attacker, self.defender, terms[0]), self._fighters(self.defender, self.attacker, terms[1])
        ignores = _ignores(self.attacker), _ignores(self.defender)
        return [[Duel(one, two, (wa, wd), self.strikes, self.edition.alternating_rerolls, self.first, ignores) for two in theirs] for one in mine]

    def _fighters(self, me: ReadyFighter, foe: ReadyFighter, terms: PoolTerms) -> list[FightSide]:
        """Return one side, by dice kept unrolled."""
        weapon = self.hits(me, foe)
        fighters = self.edition.fighters(weapon, terms)
        ways = sorted(set(self.at_once(me, foe)), key=lambda way: (-way[0], way[1]))
        return [fighter._replace(at_once=tuple(ways)) for fighter in fighters] if ways else list(fighters)

    def at_once(self, me: ReadyFighter, foe: ReadyFighter) -> tuple[tuple[int, int], ...]:
        """Return what each critical can do at once to the foe and to its user, in the order of the weapon's rules."""
        found: tuple[tuple[int, int], ...] = self.edition.at_once(me.weapon, self.hits(me, foe), me.body) if me.weapon is not None else ()
        return found

    def hits(self, me: ReadyFighter, foe: ReadyFighter) -> Any:
        """Return the weapon with the damage that it does to this foe."""
        return self.edition.against(me.weapon, foe.body) if me.weapon is not None and foe.body else me.weapon

    def afterwards(self, wa: int, wd: int) -> tuple[Floats, Floats]:
        """Return what Hot weapons do to their users."""
        one, two = (
            _suffering(self.edition, ready.weapon, t, left, ready.full, _ignores(ready))
            for ready, t, left in zip((self.attacker, self.defender), self.terms, (wa, wd), strict=True)
        )
        return one, two


@lru_cache(maxsize=1024)
def _suffering(edition: PoolRules, weapon: Any, terms: PoolTerms, wounds: int, full: int, ignore: int) -> Floats:
    """Return how likely so many wounds are left of those left after a fight that began with so many.

    By the book injury in the fight counts after it, otherwise at once.
    """
    found = np.eye(wounds + 1)
    if weapon is not None and weapon.rules.hot:
        for left in range(1, wounds + 1):
            injured = terms.injured or 2 * (wounds if terms.limits == "book" else left) < full
            found[left] = 0.0
            for damage, chance in (edition.user_suffers(weapon, terms._replace(injured=injured)) or {0: 1.0}).items():
                for harm, share in enumerate(lost(ignore, damage)[damage]) if ignore else ((damage, 1.0),):
                    found[left, max(0, left - harm)] += chance * share
    return found


def _fighter(edition: PoolOdds, given: Any, wounds: int | str | None, ignore: int | None, who: str) -> ReadyFighter:
    card = None
    if isinstance(given, str) and is_name(given):
        card = card_named(edition.ruleset, *given.split("/")[:2])
    armed = cards.weapon_of(edition, given, "melee") if given is not None or who == "attacker" else cards.ReadWeapon(None)
    if isinstance(given, tuple):
        card = given[0]
    if wounds is None and card is not None:
        wounds = card.wounds
    left = read_wounds(wounds)
    if left is None:
        raise BadTerm(f"{who}_wounds", say(MISSING[who]))
    body = cards.target_card(card).target if card is not None else None
    if ignore is not None:
        needed = cards.needed(str(ignore), Phrase("number to ignore wounds on"))
        body = replace(body, ignore=needed) if body is not None else Target(save=6, wounds=left[0], ignore=needed)
    return ReadyFighter(armed.weapon, *left, body, armed.not_computed)


def _ignores(ready: ReadyFighter) -> int:
    return ready.body.ignore if ready.body is not None else 0


def solve(ruleset: str, bout: FightCase, objective: FightObjective, number: int) -> FightOdds:
    """Return so many fights in a row."""
    mine, theirs = bout.attacker, bout.defender
    rounds = rounds_of(bout, objective, number)
    joint = rounds.joint()
    duel, fought = rounds.fought(number - 1, mine.wounds, theirs.wounds)
    rows = [(int(i), int(j), float(joint[i, j])) for i, j in np.argwhere(joint > 0.0)]
    return FightOdds(
        ruleset, rows[::-1], attacker_wounds=mine.wounds, defender_wounds=theirs.wounds, value=fought.worth, objective=objective,
        not_computed=(*mine.not_computed, *theirs.not_computed),
        advise=lambda: policy_for(duel, *rounds.ends(number - 1, mine.wounds, theirs.wounds)).advice,
    )  # fmt: skip


def rounds_of(bout: FightCase, objective: FightObjective, number: int = 1) -> FightSeries:
    """Return so many fights in a row, and what their ends are worth."""
    mine, theirs = bout.attacker.wounds, bout.defender.wounds
    difference = np.subtract.outer(np.arange(mine + 1.0) - mine, np.arange(theirs + 1.0) - theirs)
    worth = {
        "difference": difference,
        "survive": np.repeat((np.arange(mine + 1) > 0)[:, None], theirs + 1, axis=1).astype(float),
        "remove": np.repeat((np.arange(theirs + 1) == 0)[None, :], mine + 1, axis=0).astype(float),
    }[objective]
    return FightSeries((mine, theirs), number, worth, difference, bout.duels, bout.afterwards)


def policy_for(duel: Duel, worth: Floats, second: Floats) -> DuelPolicy:
    """Return best play of a fight, step by step."""
    first, then = worth.tolist(), second.tolist()
    return DuelPolicy(duel, lambda mine, theirs: (first[mine][theirs], then[mine][theirs]))
