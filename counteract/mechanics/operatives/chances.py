"""The odds of attacks as the table stands: for those who advise, and for labels that tell what to expect."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from counteract.mechanics.operatives import stats
from counteract.mechanics.operatives.arena import Arena
from counteract.mechanics.operatives.effects import IgnoreWounds, Soften, in_force
from counteract.mechanics.operatives.sighting import gap
from counteract.mechanics.operatives.state import Skirmish
from counteract.odds import fighting, shooting
from counteract.odds.fighting import Bout, Ready
from counteract.odds.shooting import Case
from counteract.odds.terms import Target, Terms

OPEN = Terms()


class Chance(NamedTuple):
    """What to expect of an attack: wounds lost, not more than there are, and how likely the target falls."""

    wounds: float
    falls: float


class Exchange(NamedTuple):
    """What to expect of a fight, for both."""

    dealt: Chance
    taken: Chance


def shot(edition: Any, arena: Arena, s: Skirmish, weapon: Any, j: int, terms: Terms = OPEN) -> Chance:
    """The odds of shooting at operative j with a weapon as it is now (see `in_hand`)."""
    return _shot(edition, weapon, body(arena, s, j, terms.cover), terms)


@lru_cache(maxsize=65536)
def _shot(edition: Any, weapon: Any, target: Target, terms: Terms) -> Chance:
    found = shooting.solve(Case("", edition, edition.against(weapon, target), target, terms, ()), "capped")
    return Chance(found.value, found.incapacitate)


def exchange(edition: Any, arena: Arena, s: Skirmish, mine: tuple[int, Any], theirs: tuple[int, Any], terms: Terms = OPEN) -> Exchange:
    """The odds of a fight between two operatives with weapons as they are now (see `in_hand`; None: unarmed)."""
    (i, weapon), (j, other) = mine, theirs
    return _exchange(edition, weapon, body(arena, s, i), other, body(arena, s, j), terms)


@lru_cache(maxsize=65536)
def _exchange(edition: Any, weapon: Any, mine: Target, other: Any, theirs: Target, terms: Terms) -> Exchange:
    attacker, defender = (Ready(used, body.wounds, body.wounds, body, ()) for used, body in ((weapon, mine), (other, theirs)))
    found = fighting.solve("", Bout(edition, attacker, defender, (terms, terms), (False, False), 0), "difference", 1)
    return Exchange(Chance(found.expected_dealt, found.defender_incapacitated), Chance(found.expected_taken, found.attacker_incapacitated))


def body(arena: Arena, s: Skirmish, j: int, cover: bool = False) -> Target:
    """An operative as a target: its card, its wounds, and what protects it."""
    card = arena.cards[j]
    soften = tuple((e.by, e.least) for e in in_force(arena, s, j, "softened") if isinstance(e, Soften))
    ignore = [e.on for e in in_force(arena, s, j, "ignored_wounds") if isinstance(e, IgnoreWounds)]
    return Target(
        save=card.save,
        wounds=s.models[j].wounds,
        starting=card.wounds,
        defence_dice=getattr(card, "defence", 3),
        invulnerable=getattr(card, "invulnerable", 0),
        ignore=min(ignore, default=0),
        rerolls=sum(e.defence_rerolls(arena, s, j, cover) for e in in_force(arena, s, j, "defence_rerolls")),
        soften=soften,
    )


def in_hand(arena: Arena, s: Skirmish, i: int, weapon: Any, j: int, worse: int = 0) -> Any:
    """A weapon as it is now, used against somebody: its Hit, and the rules that effects give it."""
    hit, rules = stats.hit(arena, s, i, weapon, worse), stats.weapon_rules(arena, s, i, weapon, j, gap(arena, s, i, j))
    return weapon if hit == weapon.hit and rules is weapon.rules else replace(weapon, hit=hit, rules=rules)


def bout(edition: Any, arena: Arena, s: Skirmish, i: int, weapon: Any, j: int) -> Exchange:
    """The odds of a fight with a weapon, if the other side takes the weapon that is best for it."""
    mine = i, in_hand(arena, s, i, weapon, j)
    others = [in_hand(arena, s, j, other, i) for other in arena.cards[j].weapons if other.kind == "melee"] or [None]
    return min((exchange(edition, arena, s, mine, (j, other)) for other in others), key=gain)


KILL = 3.0  # what a kill is worth besides the wounds
COST = 0.5  # what a wound of one's own counts for


def worth(chance: Chance) -> float:
    """What an attack is worth: wounds, and more for a kill."""
    return chance.wounds + KILL * chance.falls


def gain(fight: Exchange) -> float:
    """What a fight brings, less some of what it costs."""
    return worth(fight.dealt) - COST * worth(fight.taken)


def expected(edition: Any, arena: Arena, s: Skirmish, i: int, weapon: Any, j: int, worse: int = 0) -> float:
    """What an attack is worth with best play by both: in the open, and with a Hit so much worse, if it is a shot."""
    if weapon.kind == "melee":
        return gain(bout(edition, arena, s, i, weapon, j))
    return worth(shot(edition, arena, s, in_hand(arena, s, i, weapon, j, worse), j))
