"""Request and response bodies of the HTTP API."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from counteract.server.messages import ClockSetting, Fairness, GameSettings, Minutes, ResultView, SeatFace, Snapshot, StepMessage, Titled

Text = Annotated[str, Meta(max_length=400)]
Name = Annotated[str, Meta(max_length=64)]
Small = Annotated[int, Meta(ge=-100, le=100)]


class Taking(Struct, frozen=True, forbid_unknown_fields=True):
    """Something sent that may hold what is written here and nothing else."""


# --- setting up


class Me(Taking, frozen=True, tag_field="kind", tag="me"):
    """The person who sets the battle up. Several sides may be theirs: people at one screen."""


class Program(Taking, frozen=True, tag_field="kind", tag="program"):
    """A program."""

    level: Name = "novice"


class ByLink(Taking, frozen=True, tag_field="kind", tag="link"):
    """A friend who is sent a link; they may choose their team themselves."""

    chooses: bool = False


Player = Me | Program | ByLink


class NewGame(Taking, frozen=True, kw_only=True):
    """A battle to be set up; what is left out is as for beginners.

    ``teams`` and ``seats`` have an entry a side. With ``shuffle`` chance decides which side each of them takes. A ``position``
    is the text of its file, and stands for ruleset, teams, killzone, mission and options. ``stand_in`` are the minutes after which
    a program plays for somebody who is away; without it everybody is waited for.
    """

    ruleset: Name | None = None
    teams: list[Name] | None = None
    killzone: Name | None = None
    mission: Name | None = None
    options: dict[Name, bool | int | float | Name] = {}
    position: str | None = None
    seats: list[Player] | None = None
    shuffle: bool = False
    name: Text = ""
    clock: ClockSetting | None = None
    stand_in: Minutes | None = None


class Created(Struct, frozen=True):
    """A game that was set up: the secret links to its seats, and which of them to follow.

    They are by side for those who play by link, "mine" for whoever asked, and "watch" for onlookers.
    """

    game: str
    links: dict[str, str]
    yours: str


class PositionText(Taking, frozen=True):
    """A position, as the text of its file."""

    position: str


class PositionCard(Struct, frozen=True):
    """The summary of a position."""

    ruleset: str
    sides: int
    teams: list[Titled]
    killzone: Titled
    mission: Titled | None
    heading: str
    player: int | None  # the side to decide


class TeamScore(Struct, frozen=True):
    """A team and how it stands."""

    id: str
    name: str
    vp: int


class SeatCard(Struct, frozen=True):
    """The game behind a link, and what this seat is."""

    game: str
    ruleset: str
    kind: str
    sides: list[int]
    name: str
    teams: list[TeamScore]
    heading: str
    turn: int | None  # the side to decide
    yours: bool
    over: bool
    result: ResultView | None
    version: int
    touched: float
    seats: list[SeatFace]
    settings: GameSettings


class Replay(Struct, frozen=True):
    """A game to be looked through."""

    game: str | None
    ruleset: str
    revision: int  # of the rules that it was played under
    rules: int  # the revision of the rules today
    snapshot: Snapshot
    steps: list[StepMessage]
    fairness: Fairness | None
    result: ResultView | None
    over: bool
    note: str | None = None  # where today's rules part from it, and how far it is shown


class RolledDice(Struct, frozen=True):
    """A roll: its faces, and how many sides the dice have."""

    faces: list[int]
    sides: int


class Rolls(Struct, frozen=True):
    """Every roll of a game, in order."""

    rolls: list[RolledDice]


class RuleText(Struct, frozen=True):
    """A rule in a language."""

    id: str
    ruleset: str
    section: str
    heading: str  # what the section is called
    tags: list[str]
    see: list[str]
    title: str
    text: str


class Health(Struct, frozen=True):
    """The health of the server."""

    ok: bool
    version: str
    games: int  # in memory


# --- odds


class OddsQuery(Taking, frozen=True, kw_only=True, omit_defaults=True):
    """Fields that all questions about odds share; a field left out has its usual value."""

    ruleset: Name | UnsetType = UNSET
    objective: Name | UnsetType = UNSET
    rerolls: Small | UnsetType = UNSET
    defender_rerolls: Small | UnsetType = UNSET
    reroll: Name | UnsetType = UNSET
    printing: Name | UnsetType | None = UNSET
    limits: Name | UnsetType | None = UNSET


class ShootQuery(OddsQuery, frozen=True, kw_only=True, omit_defaults=True):
    """A shot, or several: weapon and target as names ("team/operative/weapon") or as their cards print them."""

    weapon: Text
    target: Text | Annotated[list[Text], Meta(min_length=1, max_length=8)]
    cover: bool | Annotated[list[bool], Meta(max_length=8)] | UnsetType = UNSET
    obscured: bool | UnsetType = UNSET
    shooter_injured: bool | UnsetType = UNSET
    shots: Small | UnsetType = UNSET
    cover_save: Name | UnsetType = UNSET
    shooter_wounds: int | Name | UnsetType | None = UNSET
    roof: bool | UnsetType = UNSET
    vantage: bool | UnsetType = UNSET
    split: Annotated[list[Small], Meta(max_length=8)] | UnsetType | None = UNSET
    bs: Small | UnsetType | None = UNSET
    half_range: bool | UnsetType = UNSET
    moved: bool | UnsetType = UNSET
    advanced: bool | UnsetType = UNSET
    overwatch: bool | UnsetType = UNSET
    modifier: Small | UnsetType = UNSET
    long_range: bool | UnsetType = UNSET
    broken: bool | UnsetType = UNSET
    flesh: Small | UnsetType = UNSET
    max_flesh_wounds: Small | UnsetType = UNSET
    models: Annotated[int, Meta(ge=1, le=30)] | UnsetType = UNSET
    morale_rerolls: Small | UnsetType = UNSET
    morale_modifier: Small | UnsetType = UNSET


class FightQuery(OddsQuery, frozen=True, kw_only=True, omit_defaults=True):
    """A fight: weapons as names or as their cards print them."""

    attacker: Text
    defender: Text | None = None
    attacker_wounds: int | Name | UnsetType | None = UNSET
    defender_wounds: int | Name | UnsetType | None = UNSET
    attacker_policy: Name | UnsetType = UNSET
    defender_policy: Name | UnsetType = UNSET
    attacker_injured: bool | UnsetType = UNSET
    defender_injured: bool | UnsetType = UNSET
    attacker_ignore: Small | UnsetType | None = UNSET
    defender_ignore: Small | UnsetType | None = UNSET
    fights: Small | UnsetType = UNSET
    initiative: Name | UnsetType = UNSET
    modifier: Small | UnsetType = UNSET
    defender_modifier: Small | UnsetType = UNSET
    strikes_back: bool | UnsetType = UNSET
    obstacle: bool | UnsetType = UNSET
    broken: bool | UnsetType = UNSET
    defender_broken: bool | UnsetType = UNSET
    max_flesh_wounds: Small | UnsetType = UNSET
    opportunity: bool | UnsetType = UNSET


class TableQuery(OddsQuery, frozen=True, kw_only=True, omit_defaults=True):
    """Every weapon against every target: of two teams, or of a list each."""

    team: Name | UnsetType = UNSET
    against: Name | UnsetType = UNSET
    weapons: Annotated[list[Text], Meta(min_length=1, max_length=40)] | UnsetType = UNSET
    targets: Annotated[list[Text], Meta(min_length=1, max_length=40)] | UnsetType = UNSET
    cover: bool | UnsetType = UNSET
    obscured: bool | UnsetType = UNSET
    shooter_injured: bool | UnsetType = UNSET
    cover_save: Name | UnsetType = UNSET
    vantage: bool | UnsetType = UNSET


def said(asked: Struct) -> dict[str, Any]:
    """Return the fields that were given, as plain data."""
    plain: dict[str, Any] = msgspec.to_builtins(asked)
    return plain
