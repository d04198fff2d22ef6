"""What a battle is made of: the arena, which never changes, and the state, which does."""

from __future__ import annotations

import msgspec

from banners.teams import Card, Team
from counteract.core.procedure import Referee
from counteract.core.state import Battle, Model
from counteract.mechanics.field import Field
from counteract.mechanics.missions import EDGES, Mission, Turns, Zone
from counteract.table.terrain import Terrain


class BattleOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of a battle."""

    rounds: Turns = 3  # GEN-01


class Arena(Field):
    """Bands, terrain, mission and options of one game, with the cards numbered as the models are."""

    def __init__(self, teams: tuple[Team, ...], terrain: Terrain, mission: Mission | None, options: BattleOptions) -> None:
        super().__init__(terrain, mission, [team.operatives for team in teams])
        self.teams = teams
        self.options = options
        self.cards: tuple[Card, ...] = tuple(card for team in teams for card in team.operatives)
        edges = mission.zones if mission else tuple(map(Zone, EDGES))
        self.zones = tuple(zone.box(terrain.board) for zone in edges[: len(teams)])  # SETUP-01

    def band(self, side: int) -> range:
        """The runners that a band began with."""
        return range(self.first_of[side], self.first_of[side + 1])


class Runner(Model, frozen=True, gc=False):
    """One runner: what is on its card is in the arena, what changes is here."""

    ready: bool = False
    gone: bool = False  # for good: fallen, withdrawn, or there was no room for it


class Race(Battle, frozen=True, gc=False):
    """A battle for banners."""

    models: tuple[Runner, ...]
    phase: str = "setup"  # then "round", and "over"
    points: tuple[int, ...] = ()
    acting: int = -1  # the runner under way
    withdrawn: tuple[int, ...] = ()  # the bands whose runners have left after giving up


Ref = Referee[Arena, Race]


def in_play(s: Race) -> tuple[int, ...]:
    """The bands that have runners left and have not given up. (GEN-03, GEN-04)"""
    return tuple(dict.fromkeys(m.side for m in s.models if not m.gone and m.side not in s.conceded))


def is_decided(arena: Arena, s: Race) -> bool:
    """Return True if nobody who is still in play has an enemy. (GEN-04)"""
    return len({arena.alliances[side] for side in in_play(s)}) < 2
