"""The arena of a battle of the army-scale edition: armies, options and terrain that stay the same during a game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from math import copysign, inf
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import msgspec

from counteract.core.language import Phrase
from counteract.mechanics.field import Field, numbered
from counteract.mechanics.missions import Mission, Turns
from counteract.rulesets.kt40.cards import Card, Team, Unit, unit_type
from counteract.rulesets.kt40.effects import AbilityEffect, Aura, make
from counteract.rulesets.kt40.weapons import Weapon
from counteract.table.elements import Element, Elements, Prism
from counteract.table.paths import MovementParameters
from counteract.table.terrain import Part, Terrain
from counteract.table.unit_distances import UnitIndex

if TYPE_CHECKING:
    from counteract.table.killzone import Killzone

E = TypeVar("E", bound=AbilityEffect)

#: Models that walk through the walls of a ruin. (TERR-05)
WALKERS = frozenset(("INFANTRY", "BEAST", "SWARM"))
WALL = 5e-7  # inches that the walls of a ruin are thick to those who climb over them
#: The types of units, by the numbers that the table knows them by. (OBSC-03)
KINDS = ("infantry", "bike", "monster", "vehicle", "titanic")


class BattleOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a battle."""

    turns: Turns = 5  # MIS-05


@cache
def move_figures(fly: bool) -> MovementParameters:
    """Return the parameters that paths of a model are measured with: every inch up and down counts. (TERR-04, INT-05, FLY-01)"""
    return MovementParameters(
        climb=True, climb_least=0.0, climb_most=inf, drop_free=0.0, jump_from=inf, jump_most=0.0, jump_slack=0.0, ladder_reach=0.0,
        fly=fly, friends_block=True,
    )  # fmt: skip


class ArenaUnit(NamedTuple):
    """A unit that takes part: its card, its side, its models by number, and what its abilities do."""

    number: int
    side: int
    card: Unit
    models: range
    keywords: frozenset[str]
    kind: str  # of the five types (OBSC-03)
    effects: tuple[AbilityEffect, ...]  # in the order of the abilities of its card

    def effect(self, kind: type[E]) -> E | None:
        """Return its first effect of a kind, or None."""
        return next((effect for effect in self.effects if isinstance(effect, kind)), None)

    def has(self, keyword: str) -> bool:
        """Return True if it has a keyword. (INT-70)"""
        return keyword in self.keywords


class BornAura(NamedTuple):
    """An aura with the unit that bears it; the same aura of several bearers has the same key. (AURA-02)"""

    unit: int
    key: tuple[str, str]
    effect: Aura


class Grounds(NamedTuple):
    """The terrain as different models move on it. (TERR-01, TERR-05)"""

    walkers: Terrain  # of a ruin only the floors count
    others: Terrain  # a ruin is a solid block, and no floor can be stood on
    flyers: Terrain  # a ruin is a solid block up to its lowest floor, which can be stood on
    grounded: Terrain  # the same with walls about it, for flyers in moves that FLY does not help


class Arena(Field):
    """The arena of a battle, with cards numbered as the models are and units numbered side after side."""

    def __init__(self, teams: tuple[Team, ...], killzone: Killzone, mission: Mission | None, options: BattleOptions) -> None:
        super().__init__(killzone.terrain(), mission, [team.operatives for team in teams])
        self.teams = teams
        self.options = options
        self.cards: tuple[Card, ...] = tuple(card for team in teams for card in team.operatives)
        self.guns: tuple[tuple[Weapon, ...], ...] = tuple(card.guns for card in self.cards)  # of each model
        self.blades: tuple[tuple[Weapon, ...], ...] = tuple(card.blades for card in self.cards)
        self.units: tuple[ArenaUnit, ...] = _line_up(teams)
        self.unit_of = tuple(unit.number for unit in self.units for _ in unit.models)  # of each model
        self.units_of = tuple(tuple(unit.number for unit in self.units if unit.side == side) for side in range(len(teams)))
        self.unit_names: tuple[Phrase, ...] = numbered([unit.card.name for unit in self.units], tuple(unit.side for unit in self.units))
        # An AIRCRAFT neither masks nor is masked by units. (OBSC-04, INT-12)
        kinds = [-1 if unit.has("AIRCRAFT") else KINDS.index(unit.kind) for unit in self.units]
        self.index = UnitIndex(self.unit_of, [kinds[unit] for unit in self.unit_of])
        self.lone_index = UnitIndex(range(len(self.cards)))  # every model by itself
        self.auras = tuple(BornAura(unit.number, key, effect) for unit in self.units for key, effect in _auras(teams, unit))
        self.warlords = tuple(next((unit.number for unit in self.units if unit.side == side and unit.card.warlord), -1) for side in range(len(teams)))

    @cached_property
    def elements(self) -> Elements:
        """The terrain as the rules of sight and cover ask about it: whole elements. (TERR-01)"""
        return make_elements(self.terrain)

    @cached_property
    def grounds(self) -> Grounds:
        """The terrain as different models move on it."""
        return make_grounds(self.terrain)

    def ground(self, unit: int, *, flown: bool = True) -> Terrain:
        """Return the terrain as the models of a unit move on it, in a move that FLY helps or not. (TERR-05, CHARGE-11, INT-40)"""
        keywords = self.units[unit].keywords
        if keywords & WALKERS:
            return self.grounds.walkers
        if "FLY" not in keywords:
            return self.grounds.others
        return self.grounds.flyers if flown else self.grounds.grounded


def _line_up(teams: tuple[Team, ...]) -> tuple[ArenaUnit, ...]:
    found: list[ArenaUnit] = []
    first = 0
    for side, team in enumerate(teams):
        for card in team.units:
            count = sum(group.count for group in card.models)
            keywords = frozenset(card.keywords)
            kind = unit_type(keywords)
            effects = tuple(make(ability.effect, ability.values) for ability in card.abilities)
            found.append(ArenaUnit(len(found), side, card, range(first, first + count), keywords, kind, effects))
            first += count
    return tuple(found)


def _auras(teams: tuple[Team, ...], unit: ArenaUnit) -> Iterator[tuple[tuple[str, str], Aura]]:
    for ability, effect in zip(unit.card.abilities, unit.effects, strict=True):
        if isinstance(effect, Aura):
            yield (teams[unit.side].army, ability.id), effect


def make_elements(terrain: Terrain) -> Elements:
    """Return the elements of the terrain: the parts of each feature but its floors, with what their marks say. (TERR-01)"""
    found: dict[str, list[Part]] = {}
    for part in terrain.parts:
        found.setdefault(part.feature, [])
        if "vantage" not in part.marks:
            found[part.feature].append(part)
    return Elements(tuple(_element(name, parts) for name, parts in found.items() if parts))


def _element(name: str, parts: list[Part]) -> Element:
    prisms = tuple(Prism(part.footprint, part.bottom, part.top) for part in parts)
    marks = {mark for part in parts for mark in part.marks}
    return Element(name, prisms, blocks="opaque" in marks, area="area" in marks, obstacle="obstacle" in marks)


def make_grounds(terrain: Terrain) -> Grounds:
    """Return the terrain as different models move on it. (TERR-01, TERR-05)"""
    solid = [part for part in terrain.parts if not {"area", "vantage"} & {*part.marks}]
    floors = [part for part in terrain.parts if "vantage" in part.marks]
    ruins = [part for part in terrain.parts if "ruin" in part.marks]
    blocks, raised, walls = [], [], list[Part]()
    for ruin in ruins:
        own = sorted((floor for floor in floors if floor.feature == ruin.feature), key=lambda floor: floor.top)
        blocks.append(_block(ruin, ruin.top))
        raised += [_block(ruin, own[0].top, "vantage"), *own[1:]] if own else [_block(ruin, ruin.top)]
        walls += _walls(ruin)
    loose = [floor for floor in floors if floor.feature not in {ruin.feature for ruin in ruins}]
    barred = [msgspec.structs.replace(floor, marks=tuple(mark for mark in floor.marks if mark != "vantage")) for floor in loose]
    parts = (*solid, *floors), (*solid, *blocks, *barred), (*solid, *raised, *loose), (*solid, *raised, *walls, *loose)
    return Grounds(*(Terrain(terrain.board, own) for own in parts))


def _walls(ruin: Part) -> Iterator[Part]:
    """Yield the walls of a ruin: who does not pass through them climbs over them to get in. (TERR-05)"""
    middle = [sum(corner[axis] for corner in ruin.footprint) / len(ruin.footprint) for axis in (0, 1)]
    inner = [(x + copysign(WALL, middle[0] - x), y + copysign(WALL, middle[1] - y)) for x, y in ruin.footprint]
    for k, corner in enumerate(ruin.footprint):
        after = (k + 1) % len(inner)
        yield msgspec.structs.replace(ruin, id=f"{ruin.id}-wall-{k}", footprint=(corner, ruin.footprint[after], inner[after], inner[k]), marks=())


def _block(ruin: Part, top: float, *marks: str) -> Part:
    """Return a ruin as something solid up to a height."""
    return msgspec.structs.replace(ruin, top=top, marks=marks)
