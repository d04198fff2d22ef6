"""Deeds of the army-scale edition: what powers, stratagems and abilities do when they are used. (PSY-13, STRAT-01, GEN-07, INT-61)"""

from __future__ import annotations

from collections.abc import Callable

from counteract.attacks.hitwoundsave import Amount
from counteract.core.decision import Context, Decision, Pick
from counteract.core.language import phrases
from counteract.core.procedure import Procedure, Steps
from counteract.core.state import TOLERANCE
from counteract.mechanics.changes import change_battle
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.cards import Deed
from counteract.rulesets.kt40.damage import mortal_wounds, roll_mortal
from counteract.rulesets.kt40.fight import fight_now, open_targets
from counteract.rulesets.kt40.names import name_source
from counteract.rulesets.kt40.shoot import has_target
from counteract.rulesets.kt40.sight import sees_unit
from counteract.rulesets.kt40.state import ArmyBattle, Boon, Ref, change_models, change_unit
from counteract.rulesets.kt40.stratagems import cost_of, pay
from counteract.rulesets.kt40.units import Units, alive, enemy_units, engaged_with, model_gap, on_table, own_units, standing


class DeedContext(Context, frozen=True, gc=False):
    """The context of the question which unit is affected: the power, stratagem or ability by id and by name, and what a stratagem costs."""

    name: str
    source: str
    cost: int = 0


#: The question which unit is affected, by whether it harms: of a power or an ability, and of a stratagem, which is paid for afterwards.
WHICH = phrases({False: "{name}: for which unit?", True: "{name}: which unit does it affect?"})
WHICH_PAID = phrases({False: "{name} ({cost}CP): for which unit?", True: "{name} ({cost}CP): which unit does it affect?"})


# --- whom it may affect


def sources(arena: Arena, s: ArmyBattle, player: int, unit: int) -> Units:
    """Return the units that a deed is measured from: the one that does it; for a stratagem all of its player's on the table."""
    if unit >= 0:
        return (unit,) if on_table(arena, s, unit) else ()
    return own_units(arena, s, player)


def targets(arena: Arena, s: ArmyBattle, player: int, deed: Deed, unit: int = -1, source: str = "") -> Units:
    """Return the units that a deed may affect; not those that have its boon from the same ``source``. (PSY-13, INT-78, INT-79)

    Distance and sight are those of any model of the unit that does it, since its player picks the one it is measured from. (INT-78)
    """
    found = tuple(_CANDIDATES[deed.kind](arena, s, player, deed, unit)) if deed.kind in _CANDIDATES else ()
    able = tuple(v for v in found if (not deed.keyword or arena.units[v].has(deed.keyword)) and CONDITIONS[deed.condition](arena, s, v))
    return tuple(v for v in able if (source, deed.boon) not in [(own.source, own.name) for own in s.units[v].boons]) if deed.kind == "boon" else able


#: The conditions that a deed may set to a unit it affects.
CONDITIONS: dict[str, Callable[[Arena, ArmyBattle, int], bool]] = {
    "any": lambda arena, s, v: True,
    "engaged": lambda arena, s, v: bool(engaged_with(arena, s, v)),
    "hurt": lambda arena, s, v: s.units[v].lost > 0,
    "with a target": has_target,
}


def _seen(arena: Arena, s: ArmyBattle, player: int, deed: Deed, i: int) -> list[int]:
    """Return the enemy units that a model may affect: within reach, and visible unless the deed needs no sight."""
    return [
        v for v in enemy_units(arena, s, player)
        if model_gap(arena, s, i, v) <= deed.inches + TOLERANCE and (deed.unseen or sees_unit(arena, s, i, v, deed.inches))
    ]  # fmt: skip


def _bolt(arena: Arena, s: ArmyBattle, player: int, deed: Deed, unit: int) -> Units:
    """Return the closest visible enemy units within reach, of each model that it may be measured from. (PSY-13)"""
    found: dict[int, None] = {}
    for source in sources(arena, s, player, unit):
        for i in standing(arena, s, source):
            seen = {v: model_gap(arena, s, i, v) for v in _seen(arena, s, player, deed, i)}
            least = min(seen.values(), default=0.0)
            found |= dict.fromkeys(v for v, gap in seen.items() if gap <= least + TOLERANCE)
    return tuple(sorted(found))


def _strike(arena: Arena, s: ArmyBattle, player: int, deed: Deed, unit: int) -> Units:
    models = [i for source in sources(arena, s, player, unit) for i in standing(arena, s, source)]
    return tuple(sorted({v for i in models for v in _seen(arena, s, player, deed, i)}))


def _friends(arena: Arena, s: ArmyBattle, player: int, deed: Deed, unit: int) -> Units:
    """Return the friendly units on the table within reach; for a stratagem the player's own."""
    if unit < 0:
        return own_units(arena, s, player)
    allied = [v.number for v in arena.units if arena.alliances[v.side] == arena.alliances[player] and on_table(arena, s, v.number)]
    return tuple(v for v in allied if v == unit or any(model_gap(arena, s, i, v) <= deed.inches + TOLERANCE for i in standing(arena, s, unit)))


def _boon(arena: Arena, s: ArmyBattle, player: int, deed: Deed, unit: int) -> Units:
    return _strike(arena, s, player, deed, unit) if deed.enemy else _friends(arena, s, player, deed, unit)


def _mend(arena: Arena, s: ArmyBattle, player: int, deed: Deed, unit: int) -> Units:
    return tuple(v for v in _friends(arena, s, player, deed, unit) if damaged(arena, s, v))


def damaged(arena: Arena, s: ArmyBattle, unit: int) -> Units:
    """Return the models of a unit that have lost wounds and are not slain."""
    return tuple(i for i in alive(arena, s, unit) if s.models[i].wounds < arena.cards[i].wounds)


def _fought(arena: Arena, s: ArmyBattle, player: int, deed: Deed, unit: int) -> Units:
    """Return the player's units that have fought and could strike somebody again."""
    return tuple(v for v in own_units(arena, s, player) if s.units[v].fought and open_targets(arena, s, v))


_CANDIDATES: dict[str, Callable[[Arena, ArmyBattle, int, Deed, int], Units]] = {
    "bolt": _bolt, "strike": _strike, "boon": _boon, "mend": _mend, "fight again": _fought,
}  # fmt: skip


def can_do(arena: Arena, s: ArmyBattle, player: int, deed: Deed, unit: int = -1, source: str = "") -> bool:
    """Return True if a deed would have an effect now."""
    if deed.kind == "command points":
        return True
    return deed.kind != "relic" and bool(targets(arena, s, player, deed, unit, source))


# --- doing it


def do(ref: Ref, player: int, deed: Deed, *, unit: int = -1, source: str, total: int | None = None) -> Steps[None]:
    """Carry out a deed of a player: its target is chosen only now, and then a stratagem is paid for. (PSY-07, STRAT-02)

    ``unit`` does it, -1 for a stratagem; ``source`` is the id of the power, stratagem or ability; ``total`` is the psychic test.
    """
    paid = unit < 0
    rule = "KT40-STRAT-01" if paid else "KT40-PSY-07" if total is not None else "KT40-ALT-09"
    if deed.kind == "command points":
        if paid:
            yield from pay(ref, player, source)
        yield from _gain(ref, player, deed, source)
        return
    able = targets(ref.arena, ref.state, player, deed, unit, source)
    if not able:
        ref.emit("no-effect", rule, unit=unit, player=player, source=source)
        return
    target = (yield from _choose_target(ref, player, deed, able, rule, unit, source)) if len(able) > 1 else able[0]
    if paid:
        yield from pay(ref, player, source)
    ref.emit("deed", rule, unit=unit, target=target, player=player, source=source)
    match deed.kind:
        case "bolt" | "strike":
            yield from _burn(ref, player, deed, unit, target, total)
        case "boon":
            give_boon(ref, target, Boon(deed.boon, deed.bonus, deed.until, source))
        case "mend":
            yield from _heal(ref, deed, unit, target, total)
        case "fight again":
            yield from fight_now(ref, target)


def _choose_target(ref: Ref, player: int, deed: Deed, able: Units, rule: str, unit: int, source: str) -> Steps[int]:
    """Ask which of several units a deed affects; of a stratagem the question says what it costs. (PSY-07, INT-79)"""
    harms, price = deed.enemy or deed.kind in ("bolt", "strike"), cost_of(ref.arena, player, source) if unit < 0 else 0
    choice = yield Decision(
        player, "power-target", tuple(map(Pick, able)), "KT40-INT-79" if deed.kind == "bolt" else rule,
        WHICH_PAID[harms] if unit < 0 else WHICH[harms], DeedContext(name_source(ref.arena, source), source, price), subject=unit,
    )  # fmt: skip
    return int(choice.value)


def _amount(deed: Deed, total: int | None) -> Amount:
    return deed.strong if deed.strong is not None and total is not None and total >= deed.strong_from else deed.amount


def _burn(ref: Ref, player: int, deed: Deed, unit: int, target: int, total: int | None) -> Procedure:
    """Inflict mortal wounds on a unit. (PSY-13)"""
    count, thrown = yield from roll_mortal(ref, unit if unit >= 0 else ref.arena.units_of[player][0], _amount(deed, total), "KT40-PSY-13")
    yield from mortal_wounds(ref, target, count, "KT40-PSY-13", by=player, attacker=unit, thrown=thrown)


def give_boon(ref: Ref, unit: int, boon: Boon) -> None:
    """Give a unit a boon; the same one from the same source does not add up."""
    others = tuple(own for own in ref.state.units[unit].boons if (own.source, own.name) != (boon.source, boon.name))
    change_unit(ref, unit, boons=(*others, boon))
    ref.emit("boon", "KT40-GEN-07", unit=unit, boon=boon.name, amount=boon.bonus, until=boon.until, source=boon.source)


def _heal(ref: Ref, deed: Deed, unit: int, target: int, total: int | None) -> Procedure:
    """Give wounds back to a unit, up to those of the cards; what it lost this turn stays lost for its morale. (INT-61)"""
    count, thrown = yield from roll_mortal(ref, unit if unit >= 0 else target, _amount(deed, total), "KT40-INT-61", "mend")
    changes: dict[int, dict[str, int]] = {}
    left = count
    for i in damaged(ref.arena, ref.state, target):
        given = min(left, ref.arena.cards[i].wounds - ref.state.models[i].wounds)
        changes[i] = {"wounds": ref.state.models[i].wounds + given}
        left -= given
    change_models(ref, changes)
    ref.emit("mended", "KT40-INT-61", unit=target, amount=count - left, models=tuple(changes), **thrown)


def _gain(ref: Ref, player: int, deed: Deed, source: str) -> Procedure:
    """Give a player command points. (ARMY-05)"""
    count, thrown = yield from roll_mortal(ref, ref.arena.units_of[player][0], deed.amount, "KT40-ARMY-05")
    change_battle(ref, cp=tuple(cp + count if side == player else cp for side, cp in enumerate(ref.state.cp)))
    ref.emit("command-points", "KT40-ARMY-05", player=player, amount=count, cp=ref.state.cp[player], source=source, **thrown)
