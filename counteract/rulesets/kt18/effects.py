"""The effects of abilities in Kill Team 2018, by the names that team files use. They work for a shaken model too. (QA-17)"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from counteract.core.language import say
from counteract.files.fields import Number, Whole, fields_of
from counteract.mechanics.cards import BadEffect, make_effect


class AbilityEffect(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The effect of an ability with its values."""


class IgnoreWoundRoll(AbilityEffect, frozen=True):
    """An effect that ignores each wound about to be lost on this roll or more. (DMG-02, INT-44)"""

    needed: Annotated[int, Whole(2, 6), "the result that a die must show"]


class Icon(AbilityEffect, frozen=True):
    """An effect that raises the Leadership of the bearer and of friends within some inches of it. (QA-17)"""

    inches: Annotated[float, Number(1, 12), "how far it reaches"]
    leadership: Annotated[int, Whole(1, 3), "how much better Leadership is"] = 1


EFFECTS: dict[str, type[AbilityEffect]] = {"ignore-wounds": IgnoreWoundRoll, "icon": Icon}


def make(name: str, values: dict[str, Any]) -> AbilityEffect:
    """Return the effect of an ability.

    >>> make("icon", {"inches": 6})
    Icon(inches=6.0, leadership=1)
    """
    effect = make_effect(EFFECTS, name, values)
    for field in fields_of(type(effect)):
        if isinstance(field.kind, Number) and not field.kind.least <= getattr(effect, field.key) <= field.kind.most:
            limits = {"key": field.key, "least": field.kind.least, "most": field.kind.most}
            raise BadEffect(say("effect '{name}': '{key}' must be from {least:g} to {most:g}", name=name, **limits))
    return effect
