"""Detachments, and the faults of an army list: points, slots, factions, the Warlord and relics. (ARMY-02 to ARMY-08)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from counteract.core.language import Phrase, phrases, say
from counteract.rulesets.kt40.cards import ROLE_NAMES, Role, Stratagem, Team, Unit

FIRST_CP = 3  # of a Battle-forged army (ARMY-05)
FREE_RELICS = 1  # ARMY-08
TRANSPORTS: Role = "dedicated transport"

Slots = dict[Role, int]


class Detachment(NamedTuple):
    """A kind of detachment: the CP it gives, the units it must hold, and the most it may hold. (ARMY-04, ARMY-07)"""

    cp: int
    least: Slots
    most: Slots
    size: int = 0  # units of any role that it holds; 0: as the slots say
    transports: bool = False  # it may hold one Dedicated Transport for each other unit


def _slots(hq: int, troops: int, elites: int, fast: int, heavy: int, flyers: int = 0) -> Slots:
    return {"hq": hq, "troops": troops, "elites": elites, "fast attack": fast, "heavy support": heavy, "flyer": flyers}


def _specialised(role: Role) -> Detachment:
    """Return a detachment with most of its slots for one role."""
    return Detachment(1, {"hq": 1, role: 3}, {**_slots(2, 3, 2, 2, 2, 2), role: 6}, transports=True)


DETACHMENTS: dict[str, Detachment] = {
    "patrol": Detachment(0, {"hq": 1, "troops": 1}, _slots(2, 3, 2, 2, 2, 2), transports=True),
    "battalion": Detachment(5, {"hq": 2, "troops": 3}, _slots(3, 6, 6, 3, 3, 2), transports=True),
    "brigade": Detachment(12, _slots(3, 6, 3, 3, 3), _slots(5, 12, 8, 5, 5, 2), transports=True),
    "vanguard": _specialised("elites"),
    "outrider": _specialised("fast attack"),
    "spearhead": _specialised("heavy support"),
    "supreme command": Detachment(1, {"hq": 3}, {"hq": 5, "elites": 1, "lord of war": 1}, transports=True),
    "super-heavy": Detachment(3, {"lord of war": 3}, {"lord of war": 5}),
    "super-heavy auxiliary": Detachment(0, {"lord of war": 1}, {"lord of war": 1}),
    "air wing": Detachment(1, {"flyer": 3}, {"flyer": 5}),
    "auxiliary support": Detachment(-1, {}, {}, size=1),
}
DETACHMENT_NAMES = phrases(
    {
        "patrol": "Patrol",
        "battalion": "Battalion",
        "brigade": "Brigade",
        "vanguard": "Vanguard",
        "outrider": "Outrider",
        "spearhead": "Spearhead",
        "supreme command": "Supreme Command",
        "super-heavy": "Super-heavy",
        "super-heavy auxiliary": "Super-heavy Auxiliary",
        "air wing": "Air Wing",
        "auxiliary support": "Auxiliary Support",
    }
)
FORTIFICATIONS = "fortification network"


class ListFault(NamedTuple):
    """A fault of an army list: the problem, its rule, the unit or the number of the detachment it concerns, and the key of the file."""

    rule: str
    problem: str
    unit: str = ""
    detachment: int = -1
    key: str | None = None

    @property
    def sentence(self) -> str:
        """The problem with its rule behind it."""
        return say("{problem} [{rule}]", problem=self.problem, rule=self.rule)


def command_points(detachments: tuple[str, ...], battle_forged: bool, paid: tuple[Stratagem, ...] = ()) -> int:
    """Return the command points that an army starts with, less what was paid with the list. (ARMY-04, ARMY-05)"""
    given = FIRST_CP + sum(DETACHMENTS[kind].cp for kind in detachments) if battle_forged else 0
    return given - sum(stratagem.cost for stratagem in paid)


def faults(team: Team) -> Iterator[ListFault]:
    """Yield the faults of an army list, by rule."""
    if team.points > team.limit:
        told = Phrase("the units cost {points} points, and the list may have {limit}")
        yield ListFault("KT40-ARMY-02", say(told, points=team.points, limit=team.limit), key="points")
    if team.battle_forged:
        yield from _faction_faults(team)
        for number, kind in enumerate(team.detachments):
            units = [unit for unit in team.units if unit.detachment == number]
            for rule, problem in _slot_faults(kind, units):
                yield ListFault(rule, problem, detachment=number)
    yield from _warlord_faults(team)
    yield from _relic_faults(team)
    if team.cp < 0:
        told = Phrase("its stratagems cost {over} CP more than the army has")
        yield ListFault("KT40-STRAT-02", say(told, over=-team.cp), key="stratagems")


def _faction_faults(team: Team) -> Iterator[ListFault]:
    """Yield the fault of an army without a faction that all units share. (ARMY-03)"""
    if not team.detachments:
        yield ListFault("KT40-ARMY-03", say("a Battle-forged list is made of detachments: [[detachment]]"))
    shared = set(team.units[0].factions)
    for unit in team.units:
        if not shared & {*unit.factions}:
            told = Phrase("shares no faction keyword with the units before it, as a Battle-forged army must: it has {own}, they have {others}")
            yield ListFault("KT40-ARMY-03", say(told, own=", ".join(unit.factions), others=", ".join(sorted(shared))), unit.id)
            return
        shared &= {*unit.factions}


def _slot_faults(kind: str, units: list[Unit]) -> Iterator[tuple[str, str]]:
    """Yield the rule and the problem of each slot that is empty or holds too many. (ARMY-04, ARMY-07)"""
    form, name = DETACHMENTS[kind], DETACHMENT_NAMES[kind]
    if form.size:
        if len(units) != form.size:
            told = Phrase("an {detachment} detachment has one unit of any role, not {count}")
            yield "KT40-ARMY-04", say(told, detachment=name, count=len(units))
        return
    count = Counter(unit.role for unit in units)
    for role, least in form.least.items():
        if count[role] < least:
            told = Phrase("a {detachment} detachment needs at least {least} {role}, and this one has {count}")
            yield "KT40-ARMY-04", say(told, detachment=name, least=least, role=ROLE_NAMES[role], count=count[role])
    most = {**form.most, TRANSPORTS: len(units) - count[TRANSPORTS] if form.transports else 0}
    for role, number in count.items():
        if number <= most.get(role, 0):
            continue
        if role == TRANSPORTS and form.transports:
            told = Phrase("a {detachment} detachment has at most one {role} for each other unit, which is {most}, not {count}")
        else:
            told = Phrase("a {detachment} detachment has at most {most} {role}, not {count}")
        yield "KT40-ARMY-07", say(told, detachment=name, most=most.get(role, 0), role=ROLE_NAMES[role], count=number)


def _warlord_faults(team: Team) -> Iterator[ListFault]:
    """Yield the faults of an army without exactly one Warlord, and of its trait. (ARMY-06)"""
    rule, warlords = "KT40-ARMY-06", [unit for unit in team.units if unit.warlord]
    if not warlords:
        yield ListFault(rule, say("the army has no Warlord: one unit must have 'warlord = true'"))
    for unit in warlords[1:]:
        yield ListFault(rule, say("the army has a Warlord already: unit '{other}'", other=warlords[0].id), unit.id, key="warlord")
    for unit in team.units:
        if unit.trait and not unit.warlord:
            yield ListFault(rule, say("has a warlord trait and is not the Warlord"), unit.id, key="trait")
        elif unit.trait and "CHARACTER" not in unit.keywords:
            yield ListFault(rule, say("has a warlord trait, and so it must be a CHARACTER"), unit.id, key="trait")


def _relic_faults(team: Team) -> Iterator[ListFault]:
    """Yield the faults of relics in wrong hands, and of one too many. (ARMY-08)"""
    bearers = [unit for unit in team.units if unit.relic]
    for number, unit in enumerate(bearers):
        if "CHARACTER" not in unit.keywords:
            yield ListFault("KT40-ARMY-08", say("carries a relic, and so it must be a CHARACTER"), unit.id, key="relic")
        if unit.relic in (other.relic for other in bearers[:number]):
            yield ListFault("KT40-ARMY-08", say("the relic '{relic}' is in other hands already", relic=unit.relic), unit.id, key="relic")
    allowed = FREE_RELICS + sum(one.deed.amount.most for one in team.stratagems if one.id in team.paid and one.deed.kind == "relic")
    if len(bearers) > allowed:
        told = Phrase("is relic {count} of the army, which may carry {allowed}; a further one needs a stratagem")
        yield ListFault("KT40-ARMY-08", say(told, count=allowed + 1, allowed=allowed), bearers[allowed].id, key="relic")
