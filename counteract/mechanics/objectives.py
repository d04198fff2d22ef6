"""Objectives: sentences that tell the players how the battle is won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from counteract.core.language import Clauses, Phrase, Several, phrases, say
from counteract.mechanics.missions import Mission

Shown = list[dict[str, str]]


class Objective(NamedTuple):
    """One objective of the battle: a sentence, and the rule behind it."""

    text: Phrase
    rule: str


#: Points for markers of one value, by whether there is only one such marker.
_HELD = phrases({True: "{points} for holding {names}", False: "{points} for each of {names} held"})


def describe_marker_points(mission: Mission) -> Iterator[Phrase]:
    """Yield the points for holding markers, one clause each."""
    scoring = mission.scoring
    if scoring.at_least_one:
        yield Phrase("{points} for holding a marker", points=scoring.at_least_one)
    if scoring.more_than_opponent:
        yield Phrase("{points} for holding more of them than the enemy", points=scoring.more_than_opponent)
    for value in sorted({marker.value for marker in mission.markers if scoring.each}):
        ids = [marker.id for marker in mission.markers if marker.value == value]
        yield Phrase(_HELD[len(ids) == 1].template, points=scoring.each * value, names=Several(map(Phrase, ids)))


#: Points at the end of a turn, by whether a limit below the sum of all points applies.
TURNING_POINTS = phrases(
    {
        True: "From turning point {first} on, the end of each one brings: {points}; at most {most} VP each time.",
        False: "From turning point {first} on, the end of each one brings: {points}.",
    }
)
BATTLE_ROUNDS = phrases(
    {
        True: "From battle round {first} on, the end of each one brings: {points}; at most {most} VP each time.",
        False: "From battle round {first} on, the end of each one brings: {points}.",
    }
)

TURNS = phrases(
    {
        True: "From turn {first} on, the end of each one brings: {points}; at most {most} VP each time.",
        False: "From turn {first} on, the end of each one brings: {points}.",
    }
)


def scored(mission: Mission, when: Mapping[bool, Phrase], first: int, rule: str) -> Objective:
    """Return the objective of holding markers, which score from turn ``first`` on."""
    scoring = mission.scoring
    all_there_is = scoring.at_least_one + scoring.more_than_opponent + scoring.each * sum(marker.value for marker in mission.markers)
    values = {"first": first, "points": Clauses(describe_marker_points(mission)), "most": scoring.most}
    return Objective(Phrase(when[scoring.most < all_there_is].template, **values), rule)


def render_objectives(objectives: list[Objective]) -> Shown:
    """Return objectives as data, in the current language."""
    return [{"text": say(one.text), "rule": one.rule} for one in objectives]
