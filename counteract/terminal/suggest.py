"""A short list of sensible places for moves and deployment, out of the many that are possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import NamedTuple

import msgspec

from counteract.core.decision import PASS, Answer, Decision, Path, Place
from counteract.core.game import Game
from counteract.core.language import say
from counteract.table.footprints import crossed
from counteract.terminal.board import Corner, View, initials, letters

MOST = 8
TOUCHING = 1.05  # inches between bases: what moves so near an enemy means to meet it
SHELTER = 1.0  # inches between a base and what it shelters behind
LOW = 0.5  # inches: what is lower shelters nobody


class Suggestion(NamedTuple):
    """A place to go to, why one might, and where it is (nowhere if it means to put nothing down)."""

    answer: Answer
    why: str
    end: Corner | None


def end_of(answer: Answer) -> tuple[float, float, float]:
    """Where a move or a placement ends."""
    match answer:
        case Path(points):
            x, y, z, *_ = (*points[-1], 0.0)
            return x, y, z or 0.0
        case Place(x, y, z):
            return x, y, z
    raise TypeError(f"{answer!r} leads nowhere")


def ways(decision: Decision) -> list[Answer]:
    """The candidates that lead somewhere; a move may also be declined."""
    return [answer for answer in decision.options if isinstance(answer, (Path, Place))]


class Names(NamedTuple):
    """What models and markers are called, in the order of a view."""

    models: Sequence[str]
    markers: Sequence[str]


def plain_names(view: View) -> Names:
    return Names([model["name"] for model in view["models"]], [marker["name"] for marker in view["markers"]])


def drawn_names(view: View) -> Names:
    """The same with the letters that stand for them on a board of letters."""
    return Names([f"{letters(view)[model['id']]} {model['name']}" for model in view["models"]], initials(view))


def suggestions(game: Game, decision: Decision, view: View, names: Names) -> list[Suggestion]:
    """The hint first, then to decline if one may, then one place for each thing a person may have in mind."""
    hint = game.advice()
    stands = view["models"][decision.subject]["place"] if decision.subject >= 0 else None
    found: dict[tuple[float, ...], Suggestion] = {}
    if PASS in decision.options:
        found[()] = Suggestion(PASS, say("hint") if hint == PASS else say("decline"), tuple(stands[:2]) if stands else None)
    aim: Sequence[float] = (stands or (0.0, 0.0)) if hint == PASS else end_of(hint)
    ideas: Iterator[tuple[str, Answer]] = iter(())
    if ways(decision):
        ideas = _ideas(game, decision, view, names, aim) if decision.subject >= 0 else _ideas_for_things(decision, view, names)
    for why, answer in (*(() if hint == PASS else ((say("hint"), hint),)), *ideas):
        end = end_of(answer)
        key = tuple(round(c, 1) for c in end)
        known = found.get(key)
        if known is None and len(found) < MOST:
            found[key] = Suggestion(answer, why, end[:2])
        elif known is not None and not set("(（") & set(known.why):
            found[key] = known._replace(why=say("{known} ({why})", known=known.why, why=why))
    return sorted(found.values(), key=lambda idea: not idea.why.startswith(say("hint")))


def nearest(decision: Decision, x: float, y: float) -> Answer:
    """The candidate that ends nearest to a place."""
    return min(ways(decision), key=lambda answer: _away(end_of(answer), (x, y)))


def instead_of(decision: Decision, wished: Answer) -> Answer:
    """The candidate that ends nearest to where one was wished for, turned in the same way if it can be."""
    x, y, _ = end_of(wished)
    by_distance = sorted(ways(decision), key=lambda answer: _away(end_of(answer), (x, y)))
    if isinstance(wished, Place):
        turned = (msgspec.structs.replace(answer, turn=wished.turn) for answer in by_distance if isinstance(answer, Place))
        return next((answer for answer in turned if decision.refuse(answer) is None), by_distance[0])
    return by_distance[0]


def _away(one: Sequence[float], two: Sequence[float]) -> float:
    return hypot(one[0] - two[0], one[1] - two[1])


def _ideas_for_things(decision: Decision, view: View, names: Names) -> Iterator[tuple[str, Answer]]:
    """Where to put something down that is no model: towards each marker."""
    for marker, name in zip(view["markers"], names.markers, strict=True):
        yield say("towards marker {marker}", marker=name), nearest(decision, *marker["at"])


def _ideas(game: Game, decision: Decision, view: View, names: Names, hint: Sequence[float]) -> Iterator[tuple[str, Answer]]:
    me = view["models"][decision.subject]
    ends = [(answer, end_of(answer)) for answer in ways(decision)]
    foes = [m for m in view["models"] if m["place"] is not None and game.arena.is_enemy(me["id"], m["id"])]
    foes.sort(key=lambda foe: _away(foe["place"], me["place"] or hint))

    def gap(end: Sequence[float], foe: View) -> float:
        radii: float = (me["base"] + foe["base"]) / 2
        return max(0.0, _away(end, foe["place"]) - radii)

    def closest(goal: Sequence[float]) -> tuple[Answer, tuple[float, float, float]]:
        return min(ends, key=lambda pair: _away(pair[1], goal))

    met = [(foe, [pair for pair in ends if gap(pair[1], foe) <= TOUCHING]) for foe in foes]
    if any(pairs for _, pairs in met):
        for foe, pairs in met:
            if pairs:
                yield say("to meet {foe}", foe=names.models[foe["id"]]), min(pairs, key=lambda pair: gap(pair[1], foe))[0]
        return
    for marker, name in zip(view["markers"], names.markers, strict=True):
        answer, end = closest(marker["at"])
        away = max(0.0, _away(end, marker["at"]) - me["base"] / 2)
        near = say("at marker {marker}", marker=name)
        yield say('towards marker {marker}, {away:.1f}" off', marker=name, away=away) if away > TOUCHING else near, answer
    for foe in foes[:1]:
        answer, end = closest(foe["place"])
        yield say('towards {foe}, {away:.1f}" off', foe=names.models[foe["id"]], away=gap(end, foe)), answer
    yield from _behind(ends, view, me, [foe["place"] for foe in foes], hint)
    highest = max(ends, key=lambda pair: (pair[1][2], -_away(pair[1], hint)))
    if highest[1][2] > (me["place"][2] if me["place"] else 0):
        yield say('up to the floor at {height:g}"', height=highest[1][2]), highest[0]
    if me["place"] is not None:
        stay = min(ends, key=lambda pair: (_away(pair[1], me["place"]), abs(pair[1][2] - me["place"][2])))
        if _away(stay[1], me["place"]) < 0.01:
            yield say("stay"), stay[0]


# --- shelter


def _behind(
    ends: Sequence[tuple[Answer, tuple[float, float, float]]], view: View, me: View, foes: Sequence[Corner], hint: Sequence[float]
) -> Iterator[tuple[str, Answer]]:
    """The place with something between it and most enemies, or the middle of the board while there are none."""
    threats = foes or [(view["board"][0] / 2, view["board"][1] / 2)]
    covers = [(part, _box(part)) for part in view["terrain"] if "exposed" not in part["marks"]]
    best: tuple[float, Answer, str] | None = None
    for far, answer, end in sorted(((_away(end, hint) / 100, answer, end) for answer, end in ends), key=lambda one: one[0]):
        if best is not None and len(threats) - far <= best[0]:  # nothing farther away can be better
            break
        near = [part for part, box in covers if _shelters(part, box, end, me["base"] / 2)]
        screens = [part for part in (_between(near, end, foe, me["base"] / 2) for foe in threats) if part is not None]
        worth = len(screens) - far
        if screens and (best is None or worth > best[0]):
            best = (worth, answer, screens[0]["name"])
    if best is not None:
        yield say("behind the {feature}", feature=best[2]), best[1]


def _box(part: View) -> tuple[float, float, float, float]:
    """The corners of the box about a part: x0, y0, x1, y1."""
    xs, ys = [c[0] for c in part["footprint"]], [c[1] for c in part["footprint"]]
    return min(xs), min(ys), max(xs), max(ys)


def _shelters(part: View, box: tuple[float, float, float, float], end: Sequence[float], radius: float) -> bool:
    """Whether a part is near enough to a place, and tall enough, to hide behind."""
    (x0, y0, x1, y1), (x, y, z) = box, end
    if not (part["bottom"] < z + 1 and part["top"] > z + LOW):
        return False
    return hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1)) <= radius + SHELTER


def _between(parts: Sequence[View], end: Sequence[float], foe: Sequence[float], radius: float) -> View | None:
    """A part that lies close to a place on the line to an enemy."""
    away = _away(end, foe)
    share = min(1.0, (radius + SHELTER) / away) if away else 0.0
    there = (end[0] + (foe[0] - end[0]) * share, end[1] + (foe[1] - end[1]) * share)
    for part in parts:
        if crossed(part["footprint"], (end[0], end[1]), there):
            return part
    return None
