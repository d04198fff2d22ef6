"""Steps of shooting that editions share: choosing a target, shooting at several in turn, spending saves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import msgspec

from counteract.core.decision import Allocate, Answer, Decision, Pick, Refusal, Why
from counteract.core.language import Phrase, Several
from counteract.core.procedure import Procedure, Steps
from counteract.core.state import Task
from counteract.mechanics.changes import Ref, change, update
from counteract.mechanics.dicepool import BLOCKS, counted, unblocked
from counteract.mechanics.operatives.damage import damage_of, inflict, may_ignore, suffered
from counteract.mechanics.operatives.refusals import refuse_number
from counteract.mechanics.sides import enemies_of


def choose_target(ref: Ref, i: int, w: int, targets: list[int], rule: str, why_not: Callable[[int], Why | None]) -> Steps[int]:
    """Ask which target a weapon shoots at; ``why_not`` gives the reason against the others."""
    arena = ref.arena
    choice = yield Decision(
        arena.sides[i], "target", tuple(map(Pick, targets)), rule, "{name} with {weapon}: which target?",
        {"name": arena.names[i], "weapon": Phrase(arena.cards[i].weapons[w].name), "uses": (w,)},
        subject=i, why=partial(refuse_number, len(arena.cards), why_not), known=tuple(map(Pick, enemies_of(arena, ref.state, arena.sides[i]))),
    )  # fmt: skip
    return int(choice.value)


def use_weapon(ref: Ref, i: int, w: int) -> None:
    """Note the use of a weapon, for Limited and Heavy."""
    s = ref.state
    rules = ref.arena.cards[i].weapons[w].rules
    if rules.limited:
        uses = s.models[i].uses or (0,) * len(ref.arena.cards[i].weapons)
        change(ref, i, uses=(*uses[:w], uses[w] + 1, *uses[w + 1 :]))
    if rules.heavy:  # its own activation may lie below what it does out of turn
        update(ref, acting=tuple(msgspec.structs.replace(a, fired=(*a.fired, w)) if a.operative == i else a for a in s.acting))


def next_shot(ref: Ref, waiting: tuple[Any, ...], rule: str) -> Procedure:
    """Ask the attacker which of several targets to shoot at next, without those that have fallen meanwhile."""
    waiting = tuple(shot for shot in waiting if not ref.state.models[shot.target].down)
    if not waiting:
        return
    chosen = waiting[0]
    if len(waiting) > 1:
        player = ref.arena.sides[chosen.shooter]
        options = tuple(Pick(shot.target) for shot in waiting)
        choice = yield Decision(player, "next-target", options, rule, "Who is shot at next?", {"shots": waiting}, subject=chosen.shooter)
        chosen = waiting[options.index(choice)]
    ref.then(Task("sequence", (chosen,)), Task("volley", (tuple(shot for shot in waiting if shot is not chosen), rule)))


class Incoming(NamedTuple):
    """The critical and normal hits on a target; ``ways`` returns the ways to spend so many critical and normal saves on them."""

    ref: Ref
    shot: Any
    hits: tuple[int, int]
    ways: Callable[[int, int], tuple[Allocate, ...]]

    def least(self, saves: tuple[int, int] = (0, 0)) -> int:
        """Return the damage that gets through if saves are spent as well as possible."""
        return self._least(unblocked(*self.hits, blocks) for blocks in self.ways(*saves)) if any(saves) else self._least((self.hits,))

    def _least(self, through: Iterable[tuple[int, int]]) -> int:
        """Return the least damage of several outcomes: criticals and normal hits that get through."""
        normal, critical = damage_of(self.ref, self._weapon, self.shot.target)
        return min(criticals * critical + normals * normal for criticals, normals in through)

    def told(self) -> Phrase:
        """Return a phrase with the damage to a target that saves nothing."""
        return Phrase("{name}: up to {damage} damage, {left} of {wounds} wounds left.", damage=self.least(), **self._target)

    def told_with(self, damage: int) -> Phrase:
        """Return a phrase with the damage as the dice lie."""
        return Phrase("{name}: {damage} damage as the dice lie, {left} of {wounds} wounds left.", damage=damage, **self._target)

    @property
    def feared(self) -> bool:
        """Return True if no ability or ploy makes it useful for the target to be hurt or to fall."""
        arena, i = self.ref.arena, self.shot.target
        side = arena.sides[i]
        ploys = (arena.effects[f"ploy/{side}/{ploy.id}"] for ploy in arena.ploys[side])
        return not any(effect.thrives for effect in (*arena.abilities[i], *ploys))

    def settled(self, options: tuple[Allocate, ...]) -> bool:
        """Return True if the first way to spend saves lets through no more criticals and normal hits than any other, and damage is feared."""
        criticals, normals = unblocked(*self.hits, options[0])
        return all(criticals <= c and normals <= n for c, n in (unblocked(*self.hits, blocks) for blocks in options)) and self.feared

    def hopeless(self, options: tuple[Allocate, ...]) -> bool:
        """Return True if the target falls however saves are spent."""
        i = self.shot.target
        least = self._least(unblocked(*self.hits, blocks) for blocks in options)
        return least >= self.ref.state.models[i].wounds and not may_ignore(self.ref, i)

    @property
    def _weapon(self) -> Any:
        return self.ref.arena.cards[self.shot.shooter].weapons[self.shot.weapon]

    @property
    def _target(self) -> dict[str, Any]:
        arena, i = self.ref.arena, self.shot.target
        return {"name": arena.names[i], "left": self.ref.state.models[i].wounds, "wounds": arena.cards[i].wounds}


def let_through(
    ref: Ref, threat: Incoming, options: tuple[Allocate, ...], rules: tuple[str, str, str], why: Callable[[Answer], Refusal | None]
) -> Procedure:
    """Ask the defender how to spend saves, and inflict the damage of the critical and normal hits that are left.

    ``rules`` are the rules behind the choice, behind the damage of normal hits, and behind that of critical hits.
    """
    shot, (criticals, normals) = threat.shot, threat.hits
    weapon = ref.arena.cards[shot.shooter].weapons[shot.weapon]
    blocks = options[0]
    if len(options) > 1:
        normal, critical = damage_of(ref, weapon, shot.target)
        blocks = yield Decision(
            ref.arena.sides[shot.target], "block", options, rules[0], "{threat} Which do you block of {hits}?",
            {
                "threat": threat.told(), "hits": counted(criticals, normals), "criticals": criticals, "normals": normals,
                "blocks": Several(BLOCKS), "normal": normal, "critical": critical, "ignores": may_ignore(ref, shot.target),
            },
            kind="allocate", subject=shot.target, why=why, moot=threat.settled(options) or threat.hopeless(options),
        )  # fmt: skip
    criticals, normals = unblocked(criticals, normals, blocks)
    rule = rules[2] if criticals else rules[1]
    ref.emit("unblocked", rule, model=shot.target, criticals=criticals, normals=normals)
    damage = suffered(ref, shot.target, (weapon.critical,) * criticals + (weapon.normal,) * normals)
    yield from inflict(ref, shot.target, damage, rule, shot.shooter)
