"""Steps of shooting that editions share: choosing a target, shooting at several in turn, spending saves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, NamedTuple

import msgspec

from counteract.attacks.dicepool import counted, unblocked
from counteract.core.decision import Allocate, Answer, Context, Decision, Pick, Refusal, Why
from counteract.core.language import Phrase
from counteract.core.procedure import Procedure, Steps
from counteract.core.state import Task
from counteract.mechanics.changes import Ref, change_battle, change_model
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.damage import damage_of, inflict, may_ignore, reduce_all_damage
from counteract.mechanics.operatives.refusals import refuse_number
from counteract.mechanics.operatives.state import OperativeBattle
from counteract.mechanics.sides import enemies_of


class TargetContext(Context, frozen=True, gc=False):
    """The context of the choice of a target: the name of the shooter, and the weapons it uses, by their numbers on its card."""

    name: str
    uses: tuple[int, ...]
    weapon: str = ""


class ShotsContext(Context, frozen=True, gc=False):
    """The context of the choice of the next shot: the shots that are left."""

    shots: tuple[Any, ...]


def choose_target(ref: Ref, i: int, w: int, targets: list[int], rule: str, why_not: Callable[[int], Why | None]) -> Steps[int]:
    """Ask which target a weapon shoots at; ``why_not`` gives the reason against the others."""
    arena = ref.arena
    choice = yield Decision(
        arena.sides[i], "target", tuple(map(Pick, targets)), rule, "{name} with {weapon}: which target?",
        TargetContext(arena.names[i], (w,), Phrase(arena.cards[i].weapons[w].name)),
        subject=i, why=partial(refuse_number, len(arena.cards), why_not), known=tuple(map(Pick, enemies_of(arena, ref.state, arena.sides[i]))),
    )  # fmt: skip
    return int(choice.value)


def use_weapon(ref: Ref, i: int, w: int) -> None:
    """Record the use of a weapon, for Limited and Heavy."""
    s = ref.state
    rules = ref.arena.cards[i].weapons[w].rules
    if rules.limited:
        uses = s.models[i].uses or (0,) * len(ref.arena.cards[i].weapons)
        change_model(ref, i, uses=(*uses[:w], uses[w] + 1, *uses[w + 1 :]))
    if rules.heavy:  # its own activation may lie below its action out of turn
        change_battle(ref, acting=tuple(msgspec.structs.replace(a, fired=(*a.fired, w)) if a.operative == i else a for a in s.acting))


def next_shot(ref: Ref, waiting: tuple[Any, ...], rule: str) -> Procedure:
    """Ask the attacker which of several targets to shoot at next, without those that have fallen meanwhile."""
    waiting = tuple(shot for shot in waiting if not ref.state.models[shot.target].down)
    if not waiting:
        return
    chosen = waiting[0]
    if len(waiting) > 1:
        player = ref.arena.sides[chosen.shooter]
        options = tuple(Pick(shot.target) for shot in waiting)
        choice = yield Decision(player, "next-target", options, rule, "Who is shot at next?", ShotsContext(waiting), subject=chosen.shooter)
        chosen = waiting[options.index(choice)]
    ref.then(Task("sequence", (chosen,)), Task("volley", (tuple(shot for shot in waiting if shot is not chosen), rule)))


class Incoming(NamedTuple):
    """The critical and normal hits on a target; ``ways`` returns the ways to spend so many critical and normal saves on them."""

    arena: OperativeArena
    state: OperativeBattle
    shot: Any
    hits: tuple[int, int]
    ways: Callable[[int, int], tuple[Allocate, ...]]

    def least(self, saves: tuple[int, int] = (0, 0)) -> int:
        """Return the damage that gets through if saves are spent as well as possible."""
        return self._least(unblocked(*self.hits, blocks) for blocks in self.ways(*saves)) if any(saves) else self._least((self.hits,))

    def is_harmless(self) -> bool:
        """Return True if the hits do no damage even if nothing is saved."""
        return not self.least()

    def _least(self, through: Iterable[tuple[int, int]]) -> int:
        """Return the least damage of several outcomes: criticals and normal hits that get through."""
        normal, critical = self.damage
        return min(criticals * critical + normals * normal for criticals, normals in through)

    def told(self) -> Phrase:
        """Return a phrase with the damage to a target that saves nothing."""
        return Phrase("{name}: up to {damage} damage, {left} of {wounds} wounds left.", damage=self.least(), **self._target)

    def describe_with(self, damage: int) -> Phrase:
        """Return a phrase with the damage as the dice lie."""
        return Phrase("{name}: {damage} damage as the dice lie, {left} of {wounds} wounds left.", damage=damage, **self._target)

    @property
    def fears_damage(self) -> bool:
        """Return True if no ability or ploy makes it useful for the target to be hurt or to fall."""
        arena, i = self.arena, self.shot.target
        side = arena.sides[i]
        ploys = (arena.effects[f"ploy/{side}/{ploy.id}"] for ploy in arena.ploys[side])
        return not any(effect.thrives for effect in (*arena.abilities[i], *ploys))

    def settled(self, options: tuple[Allocate, ...]) -> bool:
        """Return True if the first way to spend saves lets through no more criticals and normal hits than any other, and damage is feared."""
        criticals, normals = unblocked(*self.hits, options[0])
        return all(criticals <= c and normals <= n for c, n in (unblocked(*self.hits, blocks) for blocks in options)) and self.fears_damage

    def hopeless(self, options: tuple[Allocate, ...]) -> bool:
        """Return True if the target falls however saves are spent."""
        i = self.shot.target
        least = self._least(unblocked(*self.hits, blocks) for blocks in options)
        return bool(least >= self.state.models[i].wounds) and not self.may_ignore

    def is_settled(self, options: tuple[Allocate, ...]) -> bool:
        """Return True if none of some ways to spend saves is better than the first."""
        return self.settled(options) or self.hopeless(options)

    @property
    def damage(self) -> tuple[int, int]:
        """The damage of a normal and of a critical hit."""
        weapon = self.arena.cards[self.shot.shooter].weapons[self.shot.weapon]
        return damage_of(self.arena, self.state, weapon, self.shot.target)

    @property
    def may_ignore(self) -> bool:
        """Return True if the target may ignore some of the wounds it would lose."""
        return may_ignore(self.arena, self.state, self.shot.target)

    @property
    def _target(self) -> dict[str, Any]:
        arena, i = self.arena, self.shot.target
        return {"name": arena.names[i], "left": self.state.models[i].wounds, "wounds": arena.cards[i].wounds}


class ThreatContext(Context, frozen=True, gc=False):
    """The context of a question to the target of a shot: the incoming hits."""

    incoming: Incoming

    @property
    def threat(self) -> Phrase:
        """The threat in words."""
        return self.incoming.told()

    def prompt_values(self) -> dict[str, Any]:
        return {**super().prompt_values(), "threat": self.threat}


class BlockContext(ThreatContext, frozen=True, gc=False):
    """The context of the question which hits to block: critical and normal ones."""

    @property
    def criticals(self) -> int:
        return self.incoming.hits[0]

    @property
    def normals(self) -> int:
        return self.incoming.hits[1]

    def damage(self, criticals: int, normals: int) -> int:
        """Return the damage of so many critical and normal hits that are not blocked."""
        normal, critical = self.incoming.damage
        return criticals * critical + normals * normal

    def prompt_values(self) -> dict[str, Any]:
        return {**super().prompt_values(), "hits": counted(*self.incoming.hits)}


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
        blocks = yield Decision(
            ref.arena.sides[shot.target], "block", options, rules[0], "{threat} Which do you block of {hits}?",
            BlockContext(threat), kind="allocate", subject=shot.target, why=why, settled=partial(threat.is_settled, options),
        )  # fmt: skip
    criticals, normals = unblocked(criticals, normals, blocks)
    rule = rules[2] if criticals else rules[1]
    ref.emit("unblocked", rule, model=shot.target, criticals=criticals, normals=normals)
    damage = reduce_all_damage(ref, shot.target, (weapon.critical,) * criticals + (weapon.normal,) * normals)
    yield from inflict(ref, shot.target, damage, rule, shot.shooter)
