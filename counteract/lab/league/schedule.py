"""The schedule of a league: a pure function of its specification.

Game k of two players is the same in whichever process and order it is played. Games 2n and 2n + 1 have the same set-up, the same dice
and the same seeds of both players; only the seats are swapped. Set-ups run through all teams on either side, all killzones and all
missions; after any number of games each of them has been used as often as every other, as nearly as whole numbers allow. All pairs of
players meet on the same set-ups, each with dice of its own.

A seed is the first 48 bits of SHA-256 of the text "counteract league SEED FIRST SECOND N PURPOSE": the seed of the league, the names of
both players, the number n of the set-up, and "dice", "first" or "second".
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from math import lcm
from typing import Any

import msgspec

from counteract.core import registry
from counteract.core.language import say
from counteract.files.teams import load_team, team_ids
from counteract.lab.simulate import SEED_BYTES
from counteract.players import current_name, find_player
from counteract.table.killzone import killzone_ids

SIDES = 2


class LeagueSpec(msgspec.Struct, frozen=True, kw_only=True):
    """The specification of a league: all that decides which games are played and how.

    Teams, killzones and missions are names or files. `settle` fills in what is left out and refuses what cannot be played.
    """

    ruleset: str
    players: tuple[str, ...]  # by name, or ``module:Class``
    teams: tuple[str, ...] = ()  # all that the ruleset comes with, if none are named; so are the killzones
    killzones: tuple[str, ...] = ()
    apart: tuple[str, ...] = ()  # killzones that are kept for other leagues
    missions: tuple[str | None, ...] = ("default",)
    options: dict[str, Any] = {}
    games: int = 100  # for each pair of players; an odd number is rounded up
    seed: int = 1
    patience: float = 60.0  # seconds for one answer
    with_itself: bool = False  # each player also plays against itself


class Fixture(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the schedule."""

    pair: int
    number: int
    teams: tuple[str, str]  # by side, as are players and their seeds
    killzone: str
    mission: str | None
    players: tuple[str, str]
    first_seat: int  # the side of the pair's first player
    dice_seed: int
    player_seeds: tuple[int, int]


def settle(spec: LeagueSpec) -> LeagueSpec:
    """Return a specification in which everything is said, and that can be played."""
    rules = registry.find(spec.ruleset)
    if SIDES not in rules.sides:
        raise ValueError(say("a league needs a ruleset for two sides, and {ruleset} is not", ruleset=spec.ruleset))
    if not spec.players:
        raise ValueError(say("a league needs players"))
    if spec.games < 1:
        raise ValueError(say("the number of games must be 1 or more, not {games}", games=spec.games))
    if not 0 < spec.patience < float("inf"):
        raise ValueError(say("the patience must be a number of seconds above 0, not {patience}", patience=spec.patience))
    for player in spec.players:
        find_player(player)
    if not spec.missions:
        raise ValueError(say("a league needs missions"))
    teams = spec.teams or tuple(team_ids(spec.ruleset))
    for team in teams:
        load_team(team, spec.ruleset)
    settled = msgspec.structs.replace(
        spec, players=tuple(map(current_name, spec.players)), teams=teams, killzones=_killzones(spec, teams), apart=(),
        games=spec.games + spec.games % 2, patience=float(spec.patience),
    )  # fmt: skip
    named: tuple[tuple[str | None, ...], ...] = (settled.players, settled.teams, settled.killzones, settled.missions)
    for names in named:
        for name in names:
            if names.count(name) > 1:
                raise ValueError(say("{name!r} is named twice", name=name))
    return settled


def _killzones(spec: LeagueSpec, teams: tuple[str, ...]) -> tuple[str, ...]:
    """Return the killzones to play on: those named, or all of the ruleset that suit every mission, without those kept apart."""
    named = spec.killzones or tuple(name for name in killzone_ids(spec.ruleset) if _is_suitable(spec, teams, name))
    for name in spec.apart:
        if name not in named:
            raise ValueError(say("the killzone {name!r} cannot be kept apart: it is not among {names}", name=name, names=", ".join(named)))
    left = tuple(name for name in named if name not in spec.apart)
    if not left:
        raise ValueError(say("no killzone is left to play on"))
    return left


def _is_suitable(spec: LeagueSpec, teams: tuple[str, ...], killzone: str) -> bool:
    """Return True if every mission can be played on a killzone: no terrain of it covers a marker."""
    rules = registry.find(spec.ruleset)
    for mission in spec.missions:
        setup = rules.prepare((teams[0], teams[-1]), killzone, mission, spec.options)
        try:
            rules.arrange(setup)
        except ValueError:
            return False
    return True


def prepare_contents(spec: LeagueSpec) -> str:
    """Return the hash of all teams, killzones, missions, options and rules of a settled league; refuse a set-up that cannot be played."""
    rules = registry.find(spec.ruleset)
    encoder, seen = msgspec.json.Encoder(order="sorted"), set()
    for teams, killzone, mission in dict.fromkeys((game.teams, game.killzone, game.mission) for game in fixtures_of(spec, 0)):
        setup = rules.prepare(teams, killzone, mission, spec.options)
        rules.arrange(setup)  # raises ValueError if the mission does not suit the killzone
        for part in (*setup.pop("teams"), *setup.values()):
            seen.add(hashlib.sha256(encoder.encode(part)).hexdigest())
    return hashlib.sha256(" ".join(sorted(seen)).encode()).hexdigest()


def pairs_of(spec: LeagueSpec) -> list[tuple[str, str]]:
    """Return the pairs of players that meet: each with each other; a player with itself if it is asked for or there is no other.

    >>> pairs_of(LeagueSpec(ruleset="any", players=("a", "b", "c")))
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    """
    alone = spec.with_itself or len(spec.players) == 1
    return [(one, other) for k, one in enumerate(spec.players) for other in spec.players[k if alone else k + 1 :]]


def count_games(spec: LeagueSpec) -> int:
    """Return the number of games of a league."""
    return len(pairs_of(spec)) * (spec.games + spec.games % 2)


def schedule(spec: LeagueSpec) -> Iterator[Fixture]:
    """Yield all games of a settled league, those with low numbers first, so that all pairs get on alike."""
    for number in range(0, spec.games, 2):
        for pair in range(len(pairs_of(spec))):
            yield fixture_of(spec, pair, number)
            yield fixture_of(spec, pair, number + 1)


def fixtures_of(spec: LeagueSpec, pair: int) -> Iterator[Fixture]:
    """Yield the games of one pair."""
    return (fixture_of(spec, pair, number) for number in range(spec.games))


def fixture_of(spec: LeagueSpec, pair: int, number: int) -> Fixture:
    """Return a game of the schedule."""
    first, second = pairs_of(spec)[pair]
    setup, first_seat = divmod(number, 2)
    team, killzone, mission = _balanced(setup, (len(spec.teams) ** 2, len(spec.killzones), len(spec.missions)))
    seeds = [league_seed(spec.seed, first, second, setup, purpose) for purpose in ("dice", "first", "second")]
    players, player_seeds = ((second, first), (seeds[2], seeds[1])) if first_seat else ((first, second), (seeds[1], seeds[2]))
    return Fixture(
        pair=pair, number=number, teams=_teams(spec.teams, team), killzone=spec.killzones[killzone], mission=spec.missions[mission],
        players=players, first_seat=first_seat, dice_seed=seeds[0], player_seeds=player_seeds,
    )  # fmt: skip


def league_seed(seed: int, first: str, second: str, setup: int, purpose: str) -> int:
    """Return the seed for one purpose in the two games of a set-up.

    >>> league_seed(1, "a", "b", 0, "dice") == league_seed(1, "a", "b", 0, "dice") != league_seed(1, "a", "c", 0, "dice")
    True
    """
    text = f"counteract league {seed} {first} {second} {setup} {purpose}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:SEED_BYTES], "big")


def _teams(teams: tuple[str, ...], number: int) -> tuple[str, str]:
    """Return the teams of both sides: in each round of as many as there are teams, each stands once on either side; mirrors come last.

    >>> [_teams(("a", "b"), number) for number in range(4)]
    [('a', 'b'), ('b', 'a'), ('a', 'a'), ('b', 'b')]
    """
    shift, one = divmod(number, len(teams))
    return teams[one], teams[(one + shift + 1) % len(teams)]


def _balanced(number: int, counts: tuple[int, ...]) -> list[int]:
    """Return one choice of each kind, so that consecutive numbers use each choice alike, and all combinations before one comes again.

    >>> [_balanced(number, (4, 2)) for number in range(8)]
    [[0, 0], [1, 1], [2, 0], [3, 1], [0, 1], [1, 0], [2, 1], [3, 0]]
    """
    chosen, together = [number % counts[0]], counts[0]
    for count in counts[1:]:
        round_length = lcm(together, count)  # after so many numbers the same choices would meet again, so they are shifted
        together *= count
        chosen.append((number + number % together // round_length) % count)
    return chosen
