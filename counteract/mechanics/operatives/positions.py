"""Positions of battles of operatives: orders, activations, ploys in force and used; each edition adds its own fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, count
from typing import Any, ClassVar

import msgspec

from counteract.core.language import say
from counteract.core.procedure import Alternation
from counteract.core.state import Task
from counteract.files import checks
from counteract.files.fields import Whole
from counteract.files.reader import Entry, perhaps
from counteract.mechanics import positions
from counteract.mechanics.operatives.fight import UNARMED, FightingOperative
from counteract.mechanics.operatives.state import CONCEAL, ENGAGE, NOBODY, Lasting
from counteract.mechanics.position_fields import (
    Argument,
    a_list,
    a_model,
    edges_of,
    for_each_side,
    is_side,
    model_of,
    one_of,
    side_of,
    told_edges,
    told_model,
)
from counteract.mechanics.positions import Conditions, TaskForm

ORDERS = (ENGAGE, CONCEAL)
EVERYBODY = -1
NO_HOLDER = "nobody"  # has the initiative
MOST_USES = 99
MOST_SPENT = 99

#: The conditions of an operative in every edition.
CONDITIONS: Conditions = {
    "ready": ("ready", True),
    "expended": ("ready", False),
    "incapacitated": ("down", True),
    "stunned": ("stun", 1),
    "stunned beyond this activation": ("stun", 2),
}


class OperativePositions(positions.BattlePositions):
    """The reader and writer of positions of an edition with operatives."""

    phases = (positions.SETUP, positions.INITIATIVE, "strategy", "firefight", positions.OVER)
    main = last = "firefight"
    turn_begins = Task("turning_point")
    gone = "incapacitated"
    #: The classes of an operative's state and of an activation.
    operative: ClassVar[type[Any]]
    acting: ClassVar[type[Any]]
    #: The kinds of activation, and the cost of each action in one.
    kinds: ClassVar[tuple[str, ...]]
    costs: ClassVar[Mapping[str, int]]

    def most_turns(self, arena: Any) -> int:
        return int(arena.options.turning_points)

    # --- operatives

    def bare(self, arena: Any, i: int, *, standing: bool, waiting: bool, set_up: bool) -> Any:
        side, wounds = arena.sides[i], arena.cards[i].wounds
        if not standing and not waiting:
            return self.operative(side, 0, down=True)
        return self.operative(side, wounds, ready=not set_up)

    def more_of_model(self, entry: Entry, arena: Any, i: int) -> dict[str, Any]:
        uses = checks.raw(entry, "uses", {})
        if not isinstance(uses, dict):
            raise entry.error(say("'uses' must be a table: how often each weapon has been used"), "uses")
        counts = [0] * len(arena.cards[i].weapons)
        for name, times in uses.items():
            if isinstance(times, bool) or not isinstance(times, int) or not 0 <= times <= MOST_USES:
                raise entry.error(say("'uses': {name} must be a whole number from 0 to {most}", name=name, most=MOST_USES), "uses")
            counts[_weapon(entry, "uses", arena, i, name)] = times
        return {"order": entry.choice("order", ORDERS, CONCEAL), "uses": tuple(counts) if any(counts) else ()}

    def told_of_model(self, arena: Any, model: Any, i: int, bare: Any) -> dict[str, Any]:
        told: dict[str, Any] = {"order": model.order} if model.order != bare.order else {}
        uses = {_weapon_name(arena, i, w): times for w, times in enumerate(model.uses) if times}
        return {**told, "uses": uses} if uses else told

    # --- the battle

    def battle(self, top: Entry, arena: Any, first: Any, *, set_up: bool) -> dict[str, Any]:
        return {
            "initiative": _initiative(top, arena, first, set_up),
            "zones": edges_of(top, arena, set_up=set_up),
            "cp": for_each_side(top, "cp", arena),
            "used": tuple(self._used(top, arena, row) for row in top.values("used", ())),
            "lasting": tuple(self._effect(entry, arena) for entry in top.tables("effects", ())),
            "conceded": (side_of(top, "conceded", arena),) if "conceded" in top else (),
        }

    def told_of_battle(self, arena: Any, battle: Any, usual: Any) -> dict[str, Any]:
        told: dict[str, Any] = {}
        if battle.initiative != NOBODY or usual.initiative != NOBODY:
            told["initiative"] = NO_HOLDER if battle.initiative == NOBODY else battle.initiative
        if battle.zones != usual.zones:
            told["edges"] = told_edges(battle.zones)
        if battle.cp != usual.cp:
            told["cp"] = list(battle.cp)
        if battle.used:
            told["used"] = [list(row) for row in battle.used]
        if battle.lasting:
            told["effects"] = [_told_effect(arena, effect) for effect in battle.lasting]
        if battle.acting:
            told["acting"] = [self._told_acting(arena, acting) for acting in battle.acting]
        if battle.conceded:
            (told["conceded"],) = battle.conceded
        return told

    def _used(self, top: Entry, arena: Any, row: Any) -> tuple[int, str]:
        """Read a ploy that a side has used."""
        if not isinstance(row, list) or len(row) != 2 or not is_side(row[0], arena) or not isinstance(row[1], str):
            raise top.error(say("'used' must be a list of lists: a side, and the id of a ploy it has used"), "used")
        side, name = row
        known = [ploy.id for ploy in arena.ploys[side]]
        if name not in known:
            raise top.error(say("'used': side {side} has no ploy '{name}'{hint}", side=side, name=name, hint=perhaps(name, known)), "used")
        return side, name

    def _effect(self, entry: Entry, arena: Any) -> Lasting:
        """Read a ploy in force."""
        side = side_of(entry, "side", arena)
        known = {ploy.id: ploy for ploy in arena.ploys[side]}
        name = entry.choice("ploy", known)
        usual = known[name].until if known[name].until != "now" else "turn"
        until = entry.choice("until", ("turn", "activation", "battle"), usual)
        model = model_of(entry, "model", arena, EVERYBODY)
        entry.done()
        if model != EVERYBODY and arena.sides[model] != side:
            raise entry.error(say("'model' must be one of side {side}", side=side), "model")
        return Lasting(f"ploy/{side}/{name}", side, model, until)

    # --- activations

    def under_way(self, top: Entry, arena: Any, battle: Any) -> dict[str, Any]:
        single = isinstance(checks.raw(top, "acting", ()), dict)
        entries = [top.table("acting")] if single else top.tables("acting", ())
        return {"acting": tuple(self._acting(entry, arena, battle) for entry in entries)}

    def _acting(self, entry: Entry, arena: Any, battle: Any) -> Any:
        i = model_of(entry, "model", arena)
        kind = entry.choice("kind", self.kinds, self.kinds[0])
        done = tuple(entry.values("done", ()))
        for name in done:
            if name not in self.costs:
                raise entry.error(say("'done' cannot hold '{name}'{hint}", name=name, hint=perhaps(str(name), self.costs)), "done")
        spent = Whole(0, MOST_SPENT).get(entry, "spent", self._spent(kind, done))
        fired = tuple(_weapon(entry, "fired", arena, i, name) for name in entry.values("fired", ()))
        more = self.more_of_acting(entry, arena, battle, i, kind)
        entry.done()
        return self.acting(i, kind, spent, done, fired, **more)

    def more_of_acting(self, entry: Entry, arena: Any, battle: Any, i: int, kind: str) -> dict[str, Any]:
        """Read the fields of an activation that only this edition has."""
        return {}

    def told_of_acting(self, arena: Any, acting: Any) -> dict[str, Any]:
        return {}

    def _told_acting(self, arena: Any, acting: Any) -> dict[str, Any]:
        told: dict[str, Any] = {"model": told_model(arena, acting.operative)}
        if acting.kind != self.kinds[0]:
            told["kind"] = acting.kind
        if acting.done:
            told["done"] = list(acting.done)
        if acting.spent != self._spent(acting.kind, acting.done):
            told["spent"] = acting.spent
        if acting.fired:
            told["fired"] = [_weapon_name(arena, acting.operative, w) for w in acting.fired]
        return {**told, **self.told_of_acting(arena, acting)}

    def _spent(self, kind: str, done: Sequence[str]) -> int:
        """Return the AP that actions usually cost: nothing out of turn."""
        return sum(self.costs[name] for name in done) if kind == self.kinds[0] else 0

    # --- the agenda

    def usual_hand(self, battle: Any) -> int:
        return max(0, int(battle.initiative))


def _initiative(top: Entry, arena: Any, first: Any, set_up: bool) -> int:
    """Return the side with the initiative; there may be none where an edition begins so, but not in a phase that its holder opens."""
    usual = first.initiative if set_up else max(0, first.initiative)
    if first.initiative == NOBODY and checks.raw(top, "initiative", NO_HOLDER if usual == NOBODY else usual) == NO_HOLDER:
        if top.text("phase", "") == "strategy":
            raise top.error(say("'initiative' must be a side in this phase"), "initiative")
        return NOBODY
    return side_of(top, "initiative", arena, usual)


def in_turn(battle: Any, hand: int) -> Alternation:
    """Return both players using ploys in turn, from one player's hand on."""
    order = (battle.initiative, 1 - battle.initiative)
    return Alternation(order, order.index(hand))


def _told_effect(arena: Any, effect: Lasting) -> dict[str, Any]:
    told: dict[str, Any] = {"side": effect.side, "ploy": effect.effect.rpartition("/")[2]}
    if effect.model != EVERYBODY:
        told["model"] = told_model(arena, effect.model)
    return {**told, "until": effect.until}


# --- weapons


def _weapon_name(arena: Any, i: int, w: int) -> str:
    """Return a weapon as descriptions name it; if another one of the card has the name first, with its kind, and then with a number."""
    names: list[str] = []
    for weapon in arena.cards[i].weapons[: w + 1]:
        known = f"{weapon.name} ({weapon.kind})"
        numbered = (f"{known} {n}" for n in count(2))
        names.append(next(name for name in chain((weapon.name, known), numbered) if name not in names))
    return names[w]


def _weapon(entry: Entry, key: str, arena: Any, i: int, name: object) -> int:
    known = [_weapon_name(arena, i, w) for w in range(len(arena.cards[i].weapons))]
    if not isinstance(name, str) or name not in known:
        told = say("'{key}': it has no weapon '{name}'{hint}", key=key, name=name, hint=perhaps(str(name), known))
        raise entry.error(told, key)
    return known.index(name)


# --- arguments of tasks


def shot_of(kind: type[Any]) -> Argument:
    """Return a reader of one shot."""

    def read(arena: Any, value: Any) -> Any:
        shot = msgspec.convert(value, kind)
        a_model(arena, shot.target)
        _check_weapon(arena, a_model(arena, shot.shooter), shot.weapon)
        return shot

    return read


def shots_of(kind: type[Any]) -> Argument:
    """Return a reader of several shots."""
    one = shot_of(kind)

    def read(arena: Any, value: Any) -> Any:
        return tuple(one(arena, shot) for shot in a_list(value))

    return read


def a_fighter(arena: Any, value: Any) -> FightingOperative:
    """Read one side of a fight."""
    fighter = msgspec.convert(value, FightingOperative)
    i = a_model(arena, fighter.operative)
    if fighter.weapon != UNARMED:
        _check_weapon(arena, i, fighter.weapon)
    return fighter


def _check_weapon(arena: Any, i: int, w: int) -> None:
    if not 0 <= w < len(arena.cards[i].weapons):
        raise ValueError(say("model {model} has no weapon {weapon}", model=i, weapon=w))


def performing(actions: Mapping[str, Any]) -> TaskForm:
    """Return the form of the task of performing one of these actions."""
    return TaskForm((a_model, one_of(actions)), acted=True)
