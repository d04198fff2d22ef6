"""Damage to operatives: protection, lost wounds, injury, incapacitation and removal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from counteract.attacks.damage_reduction import lessened
from counteract.core.decision import Decision, Pick
from counteract.core.procedure import Procedure, Steps
from counteract.mechanics.changes import Ref, change_battle, change_model, place_model
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.effects import Effect, in_force, softeners
from counteract.mechanics.operatives.state import OperativeBattle
from counteract.mechanics.operatives.stats import is_injured


def damage_of(arena: OperativeArena, s: OperativeBattle, weapon: Any, target: int) -> tuple[int, int]:
    """Return the damage of a normal and of a critical hit with a weapon to a target, after its protection."""
    protection = softeners(arena, s, target)
    return lessened(weapon.normal, protection)[0], lessened(weapon.critical, protection)[0]


def may_ignore(arena: OperativeArena, s: OperativeBattle, target: int) -> bool:
    """Return True if a target may ignore some of the wounds it would lose."""
    return bool(in_force(arena, s, target, "ignored_wounds"))


def reduce_all_damage(ref: Ref, target: int, dealt: Sequence[int]) -> int:
    """Return the damage of several dice after the target's protection; emit an event if that lessens it."""
    arena, s = ref.arena, ref.state
    protection = softeners(arena, s, target)
    if not protection:
        return sum(dealt)
    after = [lessened(damage, protection) for damage in dealt]
    left = sum(damage for damage, _ in after)
    if left < sum(dealt):
        effects, used = in_force(arena, s, target, "softens"), {place for _, places in after for place in places}
        names = tuple(effect.name for place, effect in enumerate(effects) if place in used)
        ref.emit("softened", arena.rules["damage"], model=target, effects=names, amount=sum(dealt) - left)
    return left


def inflict(ref: Ref, target: int, damage: int, rule: str, cause: int = -1) -> Procedure:
    """Take wounds off an operative; at 0 it is incapacitated, and surplus damage is lost."""
    operative = ref.state.models[target]
    if damage <= 0 or operative.down:
        return
    for effect in in_force(ref.arena, ref.state, target, "ignored_wounds"):
        damage -= yield from effect.ignored_wounds(ref, target, damage)
    if damage <= 0:
        ref.emit("shrugged", rule, model=target)
        return
    hurt_before = is_injured(ref.arena, ref.state, target)
    left = max(0, operative.wounds - damage)
    change_model(ref, target, wounds=left, down=left == 0)
    ref.emit("damage", rule, model=target, amount=damage, left=left)
    if left == 0:
        ref.emit("incapacitated", ref.arena.rules["incapacitated"], model=target)
        if cause >= 0 and ref.arena.is_enemy(cause, target):
            for effect in in_force(ref.arena, ref.state, cause, "after_kill"):
                yield from effect.after_kill(ref, cause)
    elif not hurt_before and is_injured(ref.arena, ref.state, target):
        ref.emit("injured", ref.arena.rules["injured"], model=target)


def heal(ref: Ref, target: int, wounds: int) -> int:
    """Give wounds back, never above the starting number, unless the operative is down; return how many it could regain."""
    operative = ref.state.models[target]
    back = min(wounds, ref.arena.cards[target].wounds - operative.wounds)
    if back > 0 and not operative.down:
        change_model(ref, target, wounds=operative.wounds + back)
        ref.emit("healed", ref.arena.rules["wounds"], model=target, amount=back)
    return int(max(0, back))


def is_any_down(s: OperativeBattle) -> bool:
    """Return True if an incapacitated operative is still on the board."""
    return any([m.down and place is not None for m, place in zip(s.models, s.places, strict=True)])  # noqa: C419 - asked after every action, and a list is faster


def clear_the_fallen(ref: Ref) -> Procedure:
    """Take incapacitated operatives off the board, once an action is over.

    Abilities that several of them set off in falling act at the same time: the player with initiative chooses the order.
    """
    still_to_come: dict[int, list[tuple[str, Effect]]] = {}
    while True:
        state = ref.state
        fallen = [i for i, m in enumerate(state.models) if m.down and state.places[i] is not None]
        if not fallen:
            return
        for i in fallen:
            if i not in still_to_come:
                still_to_come[i] = _set_off(ref, i)
            if not still_to_come[i]:
                _remove(ref, i)
        waiting = [(i, name) for i in fallen for name, _ in still_to_come[i]]
        if waiting:
            i, name = yield from choose_first_effect(ref, waiting)
            effect = next(e for n, e in still_to_come[i] if n == name)
            still_to_come[i].remove((name, effect))
            yield from effect.when_down(ref, i)


def _set_off(ref: Ref, i: int) -> list[tuple[str, Effect]]:
    """Return the abilities that act as an operative falls, with their ids."""
    abilities = zip(ref.arena.cards[i].abilities, ref.arena.abilities[i], strict=True)
    return [(ability.id, effect) for ability, effect in abilities if "when_down" in effect.hooks]


def choose_first_effect(ref: Ref, waiting: list[tuple[int, str]]) -> Steps[tuple[int, str]]:
    """Ask which of several simultaneous effects comes first; each is an operative and the effect it sets off.

    The player with initiative decides; if neither has it, the first player.
    """
    if len(waiting) == 1:
        return waiting[0]
    options = tuple(Pick(f"{i}/{name}") for i, name in waiting)
    prompt = "Several things happen at once: which comes first?"
    choice = yield Decision(max(0, ref.state.initiative), "order-of-effects", options, ref.arena.rules["at-once"], prompt)
    return waiting[options.index(choice)]


def _remove(ref: Ref, i: int) -> None:
    place_model(ref, i, None)
    change_model(ref, i, **ref.arena.edition.removed)
    change_battle(ref, lasting=tuple(e for e in ref.state.lasting if e.model != i))
    ref.emit("removed", ref.arena.rules["removed"], model=i)
