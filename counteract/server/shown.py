"""The table as a page is shown it: everything that `Game.view` may hold, in any ruleset."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, Struct, UnsetType

Spot = tuple[float, float, float]
Flat = tuple[float, float]
Box = tuple[float, float, float, float]


class Plain(Struct, frozen=True, forbid_unknown_fields=True):
    """Part of a message that holds what is written here and nothing else."""


class PartView(Plain, frozen=True):
    """A part of the terrain."""

    id: str
    name: str
    feature: str
    footprint: list[Flat]
    bottom: float
    top: float
    kind: str
    marks: list[str]


class MarkerView(Plain, frozen=True):
    """An objective, and the side that holds it."""

    id: str
    name: str
    at: Flat
    holder: int | None


class WeaponRuleView(Plain, frozen=True):
    """A rule as a card writes it, and the ID of the rule behind it, if the rulebook has one."""

    text: str
    rule: str


class WeaponView(Plain, frozen=True):
    """A weapon as its card prints it: in one line, and by its figures and rules."""

    name: str
    kind: Literal["ranged", "melee"]
    line: str
    figures: list[tuple[str, str]]
    rules: list[WeaponRuleView]
    attacks: int | UnsetType = UNSET
    hit: int | UnsetType = UNSET
    damage: tuple[int, int] | UnsetType = UNSET


class NamedText(Plain, frozen=True):
    """Something with a name and words to explain it."""

    name: str
    text: str


class ModelView(Plain, frozen=True):
    """One model as it stands; what only some editions know may be missing."""

    id: int
    name: str
    side: int
    unit: int
    place: Spot | None
    base: float
    wounds: int
    starting_wounds: int
    card: str
    ready: bool
    condition: str
    alert: str
    states: list[str]
    removed: bool
    profile: list[tuple[str, str]]
    weapons: list[WeaponView]
    abilities: list[NamedText]
    traits: list[str] | UnsetType = UNSET
    order: str | UnsetType = UNSET
    injured: bool | UnsetType = UNSET
    stunned: bool | UnsetType = UNSET
    on_guard: bool | UnsetType = UNSET
    overwatched: bool | UnsetType = UNSET
    apl: int | UnsetType = UNSET
    save: int | UnsetType = UNSET
    move: float | UnsetType = UNSET
    defence: int | UnsetType = UNSET
    invulnerable: int | UnsetType | None = UNSET


class UnitLine(Plain, frozen=True):
    """Models of a unit that have one card: how many are left, their profile and their weapons."""

    name: str
    count: int
    profile: list[tuple[str, str]]
    weapons: list[WeaponView]


class UnitView(Plain, frozen=True):
    """A unit of several models as it stands; ``models`` are their numbers, whether they are left or not.

    ``where`` it is: on the table, in reserve, embarked in the unit ``carrier``, or waiting to be set up. ``engaged`` are the enemy units
    that it is engaged with. ``facing`` is told of those whose facing counts, in degrees to the left from east.
    """

    id: int
    name: str
    side: int
    models: list[int]
    card: str
    role: str
    points: int
    alive: int
    size: int
    ready: bool
    alert: str
    states: list[str]
    removed: bool
    where: Literal["table", "reserve", "embarked", "waiting"]
    carrier: int | None
    keywords: list[str]
    lines: list[UnitLine]
    abilities: list[NamedText]
    traits: list[str] | UnsetType = UNSET
    engaged: list[int] | UnsetType = UNSET
    facing: float | UnsetType = UNSET


class SideView(Plain, frozen=True):
    """A side as players see it; a field that only some editions know may be missing.

    Sides of the same ``alliance`` are friends. A side is ``gone`` that has ``conceded`` or has nobody left.
    """

    team: str
    vp: int
    alliance: int
    gone: bool
    conceded: bool | UnsetType = UNSET
    cp: int | UnsetType = UNSET
    ploys_used: list[str] | UnsetType = UNSET
    tactics_used: list[str] | UnsetType = UNSET
    kill_grade: int | UnsetType = UNSET
    broken: bool | UnsetType = UNSET
    lost: int | UnsetType = UNSET
    states: list[str] | UnsetType = UNSET


class Cited(Plain, frozen=True):
    """A sentence, and the rule behind it."""

    text: str
    rule: str


class View(Plain, frozen=True):
    """The table as all may see it: models, terrain, markers and sides."""

    ruleset: str
    player: int | None
    board: Flat
    mission: str
    aims: list[Cited]
    legend: list[tuple[str, str]]  # what short words on cards stand for
    terrain: list[PartView]
    markers: list[MarkerView]
    zones: list[Box]
    turn: int
    phase: str
    heading: str
    initiative: int | None
    active: int | None
    sides: list[SideView]
    models: list[ModelView]
    units: list[UnitView] | UnsetType = UNSET
    turn_order: list[int] | UnsetType = UNSET  # the sides as they go this turn
    defender: int | UnsetType = UNSET
