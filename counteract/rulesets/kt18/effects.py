"""What abilities do, each under the name that team files use. They work for a shaken model too. (QA-17)"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from counteract.core.language import say


class Effect(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One effect with its figures."""

    least: ClassVar[dict[str, float]] = {}
    most: ClassVar[dict[str, float]] = {}


class IgnoreWounds(Effect, frozen=True):
    """Each wound about to be lost is ignored on this roll or more. (DMG-02, INT-44)"""

    least = {"needed": 2}
    most = {"needed": 6}
    needed: int


class Icon(Effect, frozen=True):
    """Friends within some inches of the bearer, and the bearer itself, have a better Leadership. (QA-17)"""

    least = {"inches": 1, "leadership": 1}
    most = {"inches": 12, "leadership": 3}
    inches: float
    leadership: int = 1


EFFECTS: dict[str, type[Effect]] = {"ignore-wounds": IgnoreWounds, "icon": Icon}


class BadEffect(ValueError):
    """An effect with figures it cannot have."""


def make(name: str, values: dict[str, Any]) -> Effect:
    """The effect of an ability.

    >>> make("icon", {"inches": 6})
    Icon(inches=6.0, leadership=1)
    """
    kind = EFFECTS.get(name)
    if kind is None:
        raise BadEffect(say("there is no effect {name!r} (known: {known})", name=name, known=", ".join(EFFECTS)))
    try:
        effect: Effect = msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise BadEffect(say("effect '{name}': {error}", name=name, error=error)) from None
    for key, least in kind.least.items():
        if not least <= getattr(effect, key) <= kind.most[key]:
            limits = {"least": least, "most": kind.most[key]}
            raise BadEffect(say("effect '{name}': '{key}' must be from {least:g} to {most:g}", name=name, key=key, **limits))
    return effect
