"""Rolls of single dice as people read them: re-rolls that are offered, sums, modifiers and rolled numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from counteract.core.decision import Context, Decision
from counteract.core.language import Phrase, Several, phrases, say, say_count
from counteract.core.mentions import mention_dice
from counteract.core.state import Event

LEAST = 2  # the lowest number that a die is told to need: a 1 always fails
#: Modifiers that are a state of the attacker, told so that nobody takes it for one of the target.
OF_THE_ATTACKER = phrases({"shaken": "attacker shaken"})


class RollContext(Context, frozen=True, gc=False, kw_only=True):
    """The context of a re-roll: the roll, its result and the number needed; for some rolls the target, the distance or the amount rolled for."""

    name: str
    outcome: str = ""
    needed: int = 0
    modified: str | Phrase = ""  # the modifier of the die
    target: str = ""
    inches: float = 0.0
    away: float = 0.0
    damage: str = ""
    thrown: str = ""  # the amount that is rolled for, such as D3
    left: int = 0  # wounds left
    wounds: int = 0
    more: int = 0  # attacks to come after the one that the die is rolled for
    of_model: bool = False  # the wounds left are those of one model of a unit


class ChainRerollDecision(Decision, kw_only=True):
    """The decision whether to roll dice again; each edition says which and for what."""

    faces: tuple[int, ...]
    roll: str

    def prompt_values(self) -> dict[str, Any]:
        return {**super().prompt_values(), "dice": Several(map(str, self.faces)), "sum": added(self.faces)}


def added(faces: tuple[int, ...]) -> str:
    """Return dice written as a sum.

    >>> added((5, 4))
    '5 + 4 = 9'
    """
    return f"{' + '.join(map(str, faces))} = {sum(faces)}"


def signed(modifier: int) -> str:
    """Return a modifier as text to follow a die; empty if it is 0."""
    return f" {modifier:+d}" if modifier else ""


def with_sign(modifier: int) -> str:
    """Return a modifier with its sign, a minus and no hyphen.

    >>> with_sign(-1), with_sign(2)
    ('−1', '+2')
    """
    return f"{modifier:+d}".replace("-", "−")


def at_modifier(modifier: int) -> Phrase | str:
    """Return a modifier as a phrase to follow the number that a die must reach; empty if it is 0."""
    return Phrase(" at {modifier:+d}", modifier=modifier) if modifier else ""


def tell_thrown(event: Event) -> str:
    """Return the dice of a rolled number in brackets; empty if none were rolled."""
    if "thrown" not in event.values:
        return ""
    what, dice = event.values["thrown"], event.values["dice"]
    if "D3" in what:  # a D3 is half of a D6, rounded up
        halves = " ".join(str((die + 1) // 2) for die in dice)
        return say(" ({what}: {faces} → {halves})", what=what, halves=halves, faces=mention_dice(dice))
    return say(" ({what}: {faces})", what=what, faces=mention_dice(dice))


def name_cause(name: str) -> Phrase:
    """Return the name of a modifier, with whose state it is if that is the attacker's."""
    return OF_THE_ATTACKER.get(name, Phrase(name))


def tell_causes(values: Mapping[str, Any]) -> list[str]:
    """Return what modifies the dice of a roll in short words, each with its amount and on how many dice where that is not all.

    >>> tell_causes({"dice": (1, 6), "causes": (("masked", -1, 2), ("advanced", -1, 1))})
    ['masked −1', 'advanced −1 on 1 die']
    """
    return [_tell_cause(cause, len(values["dice"])) for cause in values.get("causes", ())]


def _tell_cause(cause: str | tuple[str, int, int], all_dice: int) -> str:
    if isinstance(cause, str):
        return say(name_cause(cause))
    name, amount, dice = cause
    told = say("{name} {amount}", name=name_cause(name), amount=with_sign(amount))
    return told if dice == all_dice else say_count("{told} on {count} die", "{told} on {count} dice", dice, told=told)
