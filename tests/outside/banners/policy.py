"""What a sensible beginner would answer: to the banners, and throw at whom is nearest to falling."""

from __future__ import annotations

from math import hypot

from banners.actions import DODGE, MOVE, STOP, THROW, targets
from banners.missions import CONTROL
from banners.state import Arena, Race
from counteract.core.decision import PASS, Answer, Decision, Path, Pick, Place
from counteract.mechanics.policy import Policy, choose_best, headed_for, pick_value


def _away(arena: Arena, s: Race, i: int, x: float, y: float) -> float:
    """How far a runner at a place would be from its banner."""
    at = headed_for(arena, s, i)
    return max(0.0, hypot(x - at[0], y - at[1]) - arena.radii[i] - CONTROL / 2)


def _place(arena: Arena, s: Race, decision: Decision) -> Answer:
    def worth(answer: Answer) -> float:
        assert isinstance(answer, Place)
        return -_away(arena, s, decision.subject, answer.x, answer.y)

    return choose_best(decision, worth)


def _activate(arena: Arena, s: Race, decision: Decision) -> Answer:
    """Whoever can throw at somebody, before it cannot any more."""
    return choose_best(decision, lambda answer: len(targets(arena, s, pick_value(answer))))


def _act(arena: Arena, s: Race, decision: Decision) -> Answer:
    place = s.places[decision.subject]
    assert place is not None
    if Pick(MOVE) in decision.options and _away(arena, s, decision.subject, *place[:2]) > 0:
        return Pick(MOVE)
    return Pick(THROW) if Pick(THROW) in decision.options else Pick(STOP)


def _move(arena: Arena, s: Race, decision: Decision) -> Answer:
    def worth(answer: Answer) -> float:
        assert isinstance(answer, Path)
        x, y, *_ = answer.points[-1]
        return -_away(arena, s, decision.subject, x, y) - 0.01 * len(answer.points)

    return choose_best(decision, worth)


def _target(arena: Arena, s: Race, decision: Decision) -> Answer:
    return choose_best(decision, lambda answer: -s.models[pick_value(answer)].wounds)


def _dodge(arena: Arena, s: Race, decision: Decision) -> Answer:
    """An activation is worth more than a wound, but not more than the last one."""
    return Pick(DODGE) if s.models[decision.subject].wounds == 1 else PASS


POLICY: dict[str, Policy] = {
    "place": _place,
    "activate": _activate,
    "act": _act,
    "move": _move,
    "target": _target,
    "dodge": _dodge,
}
