"""Objectives: how a battle is won, in a few sentences for its players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from counteract.core.language import Clauses, Phrase, Several, phrases, say
from counteract.mechanics.missions import Mission

Shown = list[dict[str, str]]


class Objective(NamedTuple):
    """A sentence about what brings victory, and the rule behind it."""

    text: Phrase
    rule: str


#: What markers of one value bring, by whether there is but one.
_HELD = phrases({True: "{points} for holding {names}", False: "{points} for each of {names} held"})


def marker_points(mission: Mission) -> Iterator[Phrase]:
    """Yield the points for holding markers, part by part."""
    scoring = mission.scoring
    if scoring.at_least_one:
        yield Phrase("{points} for holding a marker", points=scoring.at_least_one)
    if scoring.more_than_opponent:
        yield Phrase("{points} for holding more of them than the enemy", points=scoring.more_than_opponent)
    for value in sorted({marker.value for marker in mission.markers if scoring.each}):
        ids = [marker.id for marker in mission.markers if marker.value == value]
        yield Phrase(_HELD[len(ids) == 1].template, points=scoring.each * value, names=Several(map(Phrase, ids)))


#: What a turn brings at its end, by whether there is more to be had than counts.
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


def scored(mission: Mission, when: Mapping[bool, Phrase], first: int, rule: str) -> Objective:
    """Return the sentence on the points that markers bring, from some turn on."""
    scoring = mission.scoring
    all_there_is = scoring.at_least_one + scoring.more_than_opponent + scoring.each * sum(marker.value for marker in mission.markers)
    values = {"first": first, "points": Clauses(marker_points(mission)), "most": scoring.most}
    return Objective(Phrase(when[scoring.most < all_there_is].template, **values), rule)


def shown(objectives: list[Objective]) -> Shown:
    """Return objectives as data, in the language spoken."""
    return [{"text": say(one.text), "rule": one.rule} for one in objectives]
