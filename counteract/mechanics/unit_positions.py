"""Positions of battles in which models belong to units: each unit is one entry, with the places and wounds of its models.

    { unit = "line-guard", at = [[5, 4], [6.5, 4]], wounds = [1, 0, 1], conditions = ["readied"] }

is a unit of three models of which the second is slain. A unit is named by its id in its army, with its side where several sides have
one of that id, or by its number.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from counteract.core.language import say
from counteract.core.state import Point
from counteract.files import checks
from counteract.files.reader import Entry, perhaps
from counteract.mechanics import positions
from counteract.mechanics.position_fields import read_place, side_of, told_place
from counteract.mechanics.positions import Conditions

NOBODY = -1


# --- units by name


def unit_ids(arena: Any) -> tuple[str, ...]:
    """Return the ids of all units, in the order of their numbers; units of different sides may share one."""
    return tuple(unit.card.id for unit in arena.units)


def unit_number(arena: Any, given: object, side: int | None = None) -> int:
    """Return the number of a unit given by its number or its id; raise a `ValueError` if there is none or there are several."""
    if isinstance(given, int) and not isinstance(given, bool):
        if not 0 <= given < len(arena.units) or side not in (None, arena.units[given].side):
            raise ValueError(say("there is no unit with the number {unit}", unit=given))
        return given
    if not isinstance(given, str):
        raise ValueError(say("a unit is a number or an id, not {given!r}", given=given))
    found = [unit for unit, ident in enumerate(unit_ids(arena)) if ident == given and side in (None, arena.units[unit].side)]
    if len(found) > 1:
        raise ValueError(say("several sides have a unit '{name}': say which side, or give its number", name=given))
    if not found:
        raise ValueError(say("there is no unit '{name}'{hint}", name=given, hint=perhaps(given, dict.fromkeys(unit_ids(arena)))))
    return found[0]


def told_unit(arena: Any, unit: int) -> int | str:
    """Return a unit as descriptions name it apart from its side: by its id, or by its number if several have that id."""
    ids = unit_ids(arena)
    return ids[unit] if ids.count(ids[unit]) == 1 else unit


def told_units(arena: Any, units: tuple[int, ...]) -> list[int | str]:
    return [told_unit(arena, unit) for unit in units]


def a_unit(arena: Any, value: Any) -> int:
    """Read an argument of a task that is a unit."""
    return unit_number(arena, value)


def units(arena: Any, value: Any) -> tuple[int, ...]:
    """Read an argument of a task that is a list of units."""
    if not isinstance(value, list):
        raise ValueError(say("{value!r} is no list", value=value))
    return tuple(unit_number(arena, one) for one in value)


def _unit_at(entry: Entry, key: str, arena: Any, given: object, side: int | None = None) -> int:
    try:
        return unit_number(arena, given, side)
    except ValueError as error:
        raise entry.error(say("'{key}': {problem}", key=key, problem=error), key) from None


def unit_of(entry: Entry, key: str, arena: Any, default: int = NOBODY) -> int:
    """Return a unit of an entry, by number or id."""
    if key not in entry:
        checks.raw(entry, key, default)
        return default
    return _unit_at(entry, key, arena, checks.raw(entry, key))


def units_of(entry: Entry, key: str, arena: Any) -> tuple[int, ...]:
    """Return some units of an entry, by number or id; none if the key is left out."""
    return tuple(_unit_at(entry, key, arena, given) for given in entry.values(key, ()))


# --- reading and writing


class UnitPositions(positions.BattlePositions):
    """The reader and writer of positions with units; each ruleset adds the fields that only it has.

    ``conditions`` are words for fields of a unit's state; ``apart`` are those of a unit that is in the battle but not on the table.
    A unit that is not listed is destroyed, or while players set up has yet to be deployed.
    """

    conditions: ClassVar[Conditions]
    apart: ClassVar[tuple[str, ...]] = ()
    tellers = {a_unit: told_unit, units: told_units}

    # --- parts that each ruleset adds

    def bare_unit(self, arena: Any, unit: int, *, standing: bool, waiting: bool) -> Any:
        """Return a unit with default values: on the table, waiting to be deployed or away, or destroyed."""
        raise NotImplementedError

    def bare_model(self, arena: Any, i: int, wounds: int, unit: Any) -> Any:
        """Return a model with so many wounds of a unit with this state."""
        raise NotImplementedError

    def is_apart(self, entry: Entry) -> bool:
        """Return True if an entry without places is that of a unit in the battle: of those that are ``apart``."""
        return any(word in self.apart for word in entry.choices("conditions", self.conditions))

    def _is_gone(self, entry: Entry) -> bool:
        """Return True if an entry says that its unit is destroyed, wherever it was before."""
        return self.gone in entry.choices("conditions", self.conditions)

    def more_of_unit(self, entry: Entry, arena: Any, unit: int) -> dict[str, Any]:
        """Read the fields of a unit besides those of its models and its conditions; return them by name."""
        return {}

    def told_of_unit(self, arena: Any, state: Any, unit: int) -> dict[str, Any]:
        """Write those fields of a unit, as an entry has them."""
        return {}

    def models_of_unit(self, entry: Entry, arena: Any, models: list[Any], unit: int) -> list[Any]:
        """Read further fields of the models of a unit; return the models with them."""
        return models

    # --- reading

    def _forces(self, top: Entry, arena: Any, first: Any, *, waiting: bool, set_up: bool) -> tuple[dict[str, Any], dict[int, Entry]]:
        if top.values("models", ()):
            raise top.error(say("'models' are listed with their units: write 'units'"), "models")
        entries: dict[int, Entry] = {}
        for entry in top.tables("units", ()):
            unit = self._which_unit(entry, arena)
            if unit in entries:
                raise entry.error(say("stands there twice"), "unit")
            entries[unit] = entry
        states: list[Any] = []
        models: list[Any] = []
        places: list[Point | None] = []
        for unit in range(len(arena.units)):
            state, own, spots = self._unit(entries.get(unit), arena, unit, waiting)
            states.append(state)
            models += own
            places += spots
        by_model = {i: entry for unit, entry in entries.items() for i in arena.units[unit].models}
        return {"units": tuple(states), "models": tuple(models), "places": tuple(places)}, by_model

    @staticmethod
    def _which_unit(entry: Entry, arena: Any) -> int:
        """Return the unit that an entry is about; from here on error messages call the entry by its id."""
        side = side_of(entry, "side", arena) if "side" in entry else None
        unit = _unit_at(entry, "unit", arena, checks.raw(entry, "unit"), side)
        entry.name = say("unit '{name}'", name=unit_ids(arena)[unit])
        return unit

    def _unit(self, entry: Entry | None, arena: Any, unit: int, waiting: bool) -> tuple[Any, list[Any], list[Point | None]]:
        """Return the state of a unit, its models and their places."""
        own = arena.units[unit].models
        full = [arena.cards[i].wounds for i in own]
        if entry is None:
            bare = self.bare_unit(arena, unit, standing=False, waiting=waiting)
            return bare, [self.bare_model(arena, i, n if waiting else 0, bare) for i, n in zip(own, full, strict=True)], [None] * len(own)
        standing = "at" in entry
        lives = standing or (not self._is_gone(entry) and (waiting or self.is_apart(entry)))
        wounds = self._wounds(entry, full, len(entry.values("at", ())) if standing else None, lives)
        bare = self.bare_unit(arena, unit, standing=standing, waiting=lives)
        state = msgspec.structs.replace(bare, **self._said(entry, self.conditions), **self.more_of_unit(entry, arena, unit))
        models = [self.bare_model(arena, i, n, state) for i, n in zip(own, wounds, strict=True)]
        models = self.models_of_unit(entry, arena, models, unit)
        places: list[Point | None] = self._places(entry, arena, wounds) if standing else [None] * len(own)
        entry.done()
        return state, models, places

    @staticmethod
    def _wounds(entry: Entry, full: list[int], standing: int | None, lives: bool) -> list[int]:
        """Return the wounds of each model of a unit: as printed, of as many as stand there, unless the entry says so."""
        count = len(full) if standing is None else standing
        usual = [wounds if lives and k < count else 0 for k, wounds in enumerate(full)]
        given = entry.values("wounds", usual)
        whole = all(isinstance(n, int) and not isinstance(n, bool) for n in given)
        if len(given) != len(full) or not whole or not all(0 <= n <= most for n, most in zip(given, full, strict=True)):
            most = ", ".join(map(str, full))
            raise entry.error(say("'wounds' must be a whole number for each model, at most {most}", most=most), "wounds")
        if standing is not None and sum(n > 0 for n in given) != standing:
            raise entry.error(say("'at' must have a place for each model that is not slain"), "at")
        if not lives and any(given):
            raise entry.error(say("'wounds' must be 0 for a unit that is destroyed or stands nowhere ('at')"), "wounds")
        return list(given)

    @staticmethod
    def _places(entry: Entry, arena: Any, wounds: list[int]) -> list[Point | None]:
        """Return the places of a unit's models, those of slain ones None."""
        given = [read_place(place, arena) for place in entry.values("at")]
        if None in given:
            raise entry.error(say("'at' must be a list of places, each two or three numbers: x, y and perhaps the height of the floor"), "at")
        left = iter(given)
        return [next(left) if n else None for n in wounds]

    def ground(self, arena: Any, i: int) -> Any:
        return arena.ground(arena.unit_of[i])

    # --- writing

    def _told_forces(self, arena: Any, battle: Any, waiting: bool, set_up: bool) -> dict[str, Any]:
        rows = (self._told_unit(arena, battle, unit, waiting) for unit in range(len(arena.units)))
        return {"units": [row for row in rows if row is not None]}

    def _told_unit(self, arena: Any, battle: Any, unit: int, waiting: bool) -> dict[str, Any] | None:
        """Return the entry of a unit; None if it is as it would be without one."""
        own, state = arena.units[unit].models, battle.units[unit]
        spots = [battle.places[i] for i in own if battle.places[i] is not None]
        wounds, full = [battle.models[i].wounds for i in own], [arena.cards[i].wounds for i in own]
        as_always = state == self.bare_unit(arena, unit, standing=False, waiting=waiting) and not self.told_of_models(arena, battle, unit)
        if not spots and as_always and (wounds == full if waiting else not any(wounds)):
            return None
        bare = self.bare_unit(arena, unit, standing=bool(spots), waiting=any(wounds))
        row: dict[str, Any] = {"side": arena.units[unit].side, "unit": unit_ids(arena)[unit]}
        if spots:
            row["at"] = [told_place(place) for place in spots]
        count = len(spots) if spots else len(own)
        if wounds != [n if any(wounds) and k < count else 0 for k, n in enumerate(full)]:
            row["wounds"] = wounds
        row.update(self.told_of_unit(arena, state, unit))
        row.update(self.told_of_models(arena, battle, unit))
        words = [word for word, (field, value) in self.conditions.items() if getattr(state, field) == value != getattr(bare, field)]
        if not any(wounds) and (waiting or any(word in self.apart for word in words)):
            words = [self.gone, *words]  # or it would be read as yet to come
        return {**row, "conditions": words} if words else row

    def told_of_models(self, arena: Any, battle: Any, unit: int) -> dict[str, Any]:
        """Write further fields of the models of a unit, as an entry has them."""
        return {}
