"""Values in the description of a battle: models, places, sides, edges, and the arguments of tasks, each read from an entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeGuard, cast

import msgspec

from counteract.core.language import Phrase, say
from counteract.core.procedure import Alternation
from counteract.core.state import TOLERANCE, Point, Task
from counteract.files import checks
from counteract.files.reader import Entry, is_number
from counteract.mechanics.missions import EDGES, FACING, Edge
from counteract.mechanics.model_names import model_names, number_of
from counteract.mechanics.ruleset import START
from counteract.table.placement import list_levels

MOST_POINTS = 999
FAR_AWAY = 1e6  # no board reaches this far

#: Reads one argument of a task from plain data; raises a `ValueError` if it cannot.
Argument = Callable[[Any, Any], Any]


# --- entries


def count_sides(arena: Any) -> int:
    """Return the number of sides of a battle."""
    return len(arena.teams)


def which_model(entry: Entry, arena: Any) -> int:
    """Return the model that an entry is about; from here on error messages call the entry by its name."""
    side = side_of(entry, "side", arena) if "side" in entry else None
    given = checks.raw(entry, "model")
    i = number_at(entry, "model", arena, given, side)
    entry.name = called(arena, i)
    return i


def called(arena: Any, i: int) -> str:
    """Return the name of a model for error messages: with its side if several sides have that name."""
    names = model_names(arena)
    if names.count(names[i]) > 1:
        return say("model '{name}' of side {side}", name=names[i], side=arena.sides[i])
    return say("model '{name}'", name=names[i])


def number_at(entry: Entry, key: str, arena: Any, given: object, side: int | None = None) -> int:
    try:
        return number_of(arena, given, side)
    except ValueError as error:
        raise entry.error(say("'{key}': {problem}", key=key, problem=error), key) from None


def models_of(entry: Entry, key: str, arena: Any) -> tuple[int, ...]:
    """Return some models, by number or name; none if the key is left out."""
    return tuple(number_at(entry, key, arena, given) for given in entry.values(key, ()))


def model_of(entry: Entry, key: str, arena: Any, default: int | None = None) -> int:
    """Return a model, by number or name."""
    if key not in entry and default is not None:
        checks.raw(entry, key, default)
        return default
    return number_at(entry, key, arena, checks.raw(entry, key))


def told_model(arena: Any, i: int) -> int | str:
    """Return a model as descriptions name it apart from its side: by its name, or by its number if both sides have that name."""
    names = model_names(arena)
    return names[i] if names.count(names[i]) == 1 else i


def place_of(entry: Entry, arena: Any) -> Point | None:
    """Return the place of a model: x and y, and the height of the floor if that is not the board."""
    if "at" not in entry:
        return None
    place = read_place(entry.values("at"), arena)
    if place is None:
        raise entry.error(say("'at' must be two or three numbers: x, y and perhaps the height of the floor"), "at")
    return place


def read_place(given: object, arena: Any) -> Point | None:
    """Return the place that two or three numbers stand for, or None if these are none."""
    if not isinstance(given, list | tuple) or not 2 <= len(given) <= 3 or not all(is_number(number) and abs(number) < FAR_AWAY for number in given):
        return None
    x, y, z = map(float, (*given, 0.0)[:3])
    return x, y, next((level for level in list_levels(arena.terrain) if abs(level - z) <= TOLERANCE), z)


def told_place(place: Point) -> list[float]:
    """Return a place as descriptions have it: without its height on the floor of the board."""
    return list(place[:2] if place[2] == 0.0 else place)


def is_side(value: object, arena: Any) -> TypeGuard[int]:
    """Return True if this is the number of a side."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < count_sides(arena)


def side_of(entry: Entry, key: str, arena: Any, default: int | None = None) -> int:
    """Return the number of a side."""
    value = checks.raw(entry, key, default)
    if not is_side(value, arena):
        most = count_sides(arena) - 1
        raise entry.error(say("'{key}' must be a side, from 0 to {most}, not {value!r}", key=key, most=most, value=value), key)
    return value


def side_and_id(entry: Entry, key: str, arena: Any, row: object, wrong: str) -> tuple[int, str]:
    """Return a side and an id from a list of the two; the error says what is ``wrong`` if it is none."""
    if not isinstance(row, list) or len(row) != 2 or not is_side(row[0], arena) or not isinstance(row[1], str):
        raise entry.error(wrong, key)
    return row[0], row[1]


def sides_of(entry: Entry, key: str, arena: Any) -> tuple[int, ...]:
    """Return some sides, by their numbers; none if the key is left out."""
    values = entry.values(key, ())
    if not all(is_side(value, arena) for value in values):
        raise entry.error(say("'{key}' must be a list of sides", key=key), key)
    return tuple(dict.fromkeys(values))


def for_each_side(entry: Entry, key: str, arena: Any, default: int = 0, least: int = 0, most: int = MOST_POINTS) -> tuple[int, ...]:
    """Return a whole number for each side."""
    count = count_sides(arena)
    values = entry.values(key, (default,) * count)
    whole = (isinstance(value, int) and not isinstance(value, bool) and least <= value <= most for value in values)
    if len(values) != count or not all(whole):
        told = Phrase("'{key}' must be {count} whole numbers from {least} to {most}, one for each side")
        raise entry.error(say(told, key=key, count=count, least=least, most=most), key)
    return tuple(values)


def edges_of(entry: Entry, arena: Any, *, set_up: bool) -> tuple[int, ...]:
    """Return the number of the edge of the board that each side set up at; while they set up there need not be any yet."""
    zones = arena.mission.zones if arena.mission else ()
    known: tuple[Edge, ...] = tuple(zone.edge for zone in zones) or EDGES
    if set_up and "edges" not in entry:
        entry.values("edges", ())
        return ()
    names = cast(tuple[Edge, ...], entry.choices("edges", known)) if "edges" in entry else (known[0], FACING[known[0]])
    if len(names) != count_sides(arena) or FACING[names[0]] != names[1]:
        raise entry.error(say("'edges' must be two edges that face each other, one for each side"), "edges")
    return tuple(map(EDGES.index, names))


def told_edges(edges: Iterable[int]) -> list[str]:
    return [EDGES[edge] for edge in edges]


def begun_with_edges(edges: tuple[int, ...], *tasks: Task) -> tuple[Task, ...]:
    """Return the tasks while players set up: all of them, or those that come once the sides have their edges."""
    return tasks if edges else START


# --- arguments of tasks


def a_side(arena: Any, value: Any) -> int:
    if not is_side(value, arena):
        raise ValueError(say("there is no side {value!r}", value=value))
    return value


def a_model(arena: Any, value: Any) -> int:
    return number_of(arena, value)


def models(arena: Any, value: Any) -> tuple[int, ...]:
    return tuple(number_of(arena, one) for one in a_list(value))


def a_rule(arena: Any, value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(say("{value!r} is not the ID of a rule", value=value))
    return value


def a_number(arena: Any, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(say("{value!r} is no whole number", value=value))
    return value


def one_of(known: Iterable[str]) -> Argument:
    """Return a reader of one of several names."""
    names = tuple(known)

    def read(arena: Any, value: Any) -> str:
        if not isinstance(value, str) or value not in names:
            raise ValueError(say("{value!r} is none of {known}", value=value, known=", ".join(names)))
        return value

    return read


def turns(arena: Any, value: Any) -> Alternation:
    """Read an alternation of all players."""
    found = _alternation(value)
    if sorted(found.order) != [*range(count_sides(arena))]:
        raise ValueError(say("{value!r} is no order of the sides", value=value))
    return found


def turns_of_some(arena: Any, value: Any) -> Alternation:
    """Read an alternation of some of the players: of those who are still in the battle."""
    found = _alternation(value)
    if not {*found.order} <= {*range(count_sides(arena))}:
        raise ValueError(say("{value!r} is no order of the sides", value=value))
    return found


def _alternation(value: Any) -> Alternation:
    named = {"at": 0, "passed": (), "final": False, **value} if isinstance(value, dict) else None
    if named is not None and named.keys() != {*Alternation.__struct_fields__}:
        raise ValueError(say("{value!r} is no order of the sides", value=value))
    found = msgspec.convert(value if named is None else [named[name] for name in Alternation.__struct_fields__], Alternation)
    whole = len({*found.order}) == len(found.order) and 0 <= found.at < len(found.order) and {*found.passed} <= {*found.order}
    if not whole:
        raise ValueError(say("{value!r} is no order of the sides", value=value))
    return found


def a_list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(say("{value!r} is no list", value=value))
    return value
