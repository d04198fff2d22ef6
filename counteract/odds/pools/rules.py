"""The weapon rules of an edition as rules of dice pools: the functions that the machinery calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from counteract.core.decision import Answer
from counteract.core.language import Phrase
from counteract.odds.pools.arrays import Attack, Defence
from counteract.odds.pools.fight import FightSide
from counteract.odds.pools.reroll_graph import Final
from counteract.odds.pools.terms import PoolTerms, Target

#: Critical and normal successes.
Successes = tuple[int, int]


@dataclass(frozen=True, eq=False, kw_only=True)
class PoolRules:
    """The weapon rules of an edition with dice pools."""

    weapon: type[Any]  # of its cards
    parse_rules: Callable[[Sequence[str]], Any]
    join: Callable[[Any, Any], Any]

    #: The attacks a weapon can make: one for each number of dice it may keep unrolled.
    attacks: Callable[[Any, PoolTerms], tuple[Attack, ...]]
    #: The ways a target can defend.
    defence: Callable[[Target, PoolTerms], Defence]
    #: One side of a fight, for each number of dice it may keep unrolled; without a weapon it rolls none.
    fighters: Callable[[Any, PoolTerms], tuple[FightSide, ...]]
    #: The weapon with the damage that its dice do to a target.
    against: Callable[[Any, Target], Any]
    #: What the user suffers after an attack, whatever its dice were: damage and chance.
    user_suffers: Callable[[Any, PoolTerms], dict[int, float]]
    #: Within how many inches each critical hurts others, and how much; the second weapon is the one against the target.
    bystanders: Callable[[Any, Any], tuple[float, int]]
    #: What each critical does at once in a fight, to the foe and to its user; there may be several to choose from.
    at_once: Callable[[Any, Any, Target | None], tuple[tuple[int, int], ...]]
    #: The damage of all rules that do damage at once, to be checked.
    direct_damage: Callable[[Any], Iterable[int]]
    #: What can be made of attack dice, each with the rules to use in turn: of rules, printing, dice, dice kept unrolled, answers so far.
    ways_to_retain: Callable[[Any, str, Final, int, Sequence[Answer]], dict[Successes, tuple[str, ...]]]
    #: Which of the rules that do damage at once to use.
    which_at_once: Callable[[Any], int] = lambda rules: 0
    #: Whether a weapon divides its attack dice among several targets.
    divides_dice: Callable[[Any], bool] = lambda weapon: False

    alternating_rerolls: bool  # both sides of a fight use re-rolls in turn; otherwise the attacker ends its own before the defender begins
    at_once_rules: tuple[str, ...]  # rules by which a target suffers damage before it saves
    refusals: Mapping[str, Phrase] = field(default_factory=dict)  # terms that the edition has not, each with the sentence that says so
