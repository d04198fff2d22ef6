"""Casualties of the army-scale edition: which models of a unit lose the wounds, and the default if its player does not mind. (ATT-08, INT-83)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from counteract.core.decision import Allocate, Answer, Chooser, Context, Decision, Pick, Refusal, is_plain
from counteract.core.procedure import Steps
from counteract.core.state import TOLERANCE
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.state import ArmyBattle, Ref
from counteract.rulesets.kt40.units import alive, enemy_units, gaps
from counteract.table.unit_distances import find_removable

if TYPE_CHECKING:
    from numpy.typing import NDArray

LINK, RISE = 2.0, 6.0  # inches between models of a unit: flat and in height (UNIT-06)
MOST_OPTIONS = 60
IN_ORDER = "in order"


class CasualtiesContext(Context, frozen=True, gc=False):
    """The unit that loses wounds, and its models, in the order that the answer counts them."""

    name: str
    models: tuple[int, ...]
    total: int
    slain: int


class CasualtiesDecision(Decision, kw_only=True):
    """The decision which models of equal wounds are slain, and which one loses the rest: the wounds that each of them loses."""

    models: Sequence[int]
    wounds: int  # of each model
    slain: int
    rest: int  # the wounds that one model more loses; 0: none
    first: Sequence[int]  # the default: those slain, then the one that loses the rest

    def _losses(self, chosen: Sequence[int]) -> Allocate:
        losses = dict.fromkeys(self.models, 0)
        for k, i in enumerate(chosen):
            losses[i] = self.wounds if k < self.slain else self.rest
        return Allocate(tuple(losses.values()))

    @property
    def _taken(self) -> int:
        return self.slain + (self.rest > 0)

    @property
    def options(self) -> Sequence[Answer]:
        if not self.listed:
            others: Iterable[Sequence[int]] = combinations(self.models, self._taken)
            if comb(len(self.models), self._taken) > MOST_OPTIONS:  # then the default with one model changed
                others = ((i, *self.first[1:]) for i in self.models if i not in self.first)
            self.listed = tuple(dict.fromkeys(map(self._losses, (self.first, *others))))
        return self.listed

    @property
    def default(self) -> Answer:
        return self._losses(self.first)

    def sample(self, rng: Chooser) -> Answer:
        left = list(self.models)
        return self._losses([left.pop(int(rng.random() * len(left))) for _ in range(self._taken)])

    def refuse(self, answer: Answer) -> Refusal | None:
        if type(answer) is not Allocate or not is_plain(answer) or len(answer.counts) != len(self.models):
            return self.explain(answer)
        wanted = sorted([self.wounds] * self.slain + [self.rest] * (self.rest > 0))
        if sorted(count for count in answer.counts if count) == wanted:
            return None
        if sum(answer.counts) != sum(wanted):
            return Refusal("KT40-ATT-08", "The unit loses {total} wounds, not {given}.", total=sum(wanted), given=sum(answer.counts))
        return Refusal("KT40-ATT-09", "A model that has lost wounds loses more until it is slain, before the next one does.")


def choose_casualties(ref: Ref, unit: int, models: Sequence[int], slain: int, rest: int, attacker: int) -> Steps[dict[int, int]]:
    """Return the wounds that each of some undamaged models loses, as their player chooses: some are slain, one loses ``rest``. (INT-83)"""
    arena, s = ref.arena, ref.state
    full, taken = arena.cards[models[0]].wounds if models else 0, slain + (rest > 0)
    if not taken:
        return {}
    if slain == len(models):
        return dict.fromkeys(models, full)
    hurt = [i for i in alive(arena, s, unit) if i not in models]  # these are slain before
    first = rank_casualties(arena, s, unit, models, taken, attacker, hurt)
    if len(models) == 1:
        return {models[0]: rest}
    choice = yield CasualtiesDecision(
        arena.units[unit].side, "casualties", (), "KT40-ATT-08",
        "{name}, wounds lost: {total}. Which model?" if taken == 1 else "{name}, wounds lost: {total}. Which models?",
        CasualtiesContext(arena.unit_names[unit], tuple(models), slain * full + rest, slain), kind="allocate", subject=unit,
        models=tuple(models), wounds=full, slain=slain, rest=rest, first=first,
    )  # fmt: skip
    return {i: count for i, count in zip(models, choice.counts, strict=True) if count}


def rank_casualties(
    arena: Arena, s: ArmyBattle, unit: int, models: Sequence[int], count: int, attacker: int, gone: Sequence[int] = ()
) -> tuple[int, ...]:
    """Return so many of some models in the order in which they fall by default. (INT-83)

    The first is one whose loss keeps the unit together, of the commonest wargear, then the farthest from the attacking unit (from
    any enemy if there is none), then the one with the highest number; the next is found in the same way among those left. Models that
    are ``gone`` by then count no more.
    """
    left = [i for i in alive(arena, s, unit) if i not in gone]
    open_to = [i for i in models if i in left]
    away = _distances(arena, s, unit, attacker)
    rows: NDArray[np.float64] = arena.bodies(s.places).copy()
    rows[list(gone), 3] = -1.0
    chosen: list[int] = []
    for _ in range(count):
        kept = {*find_removable(rows, np.array(left, dtype=np.int64), LINK, RISE)}
        able = [i for i in open_to if i in kept] or open_to
        wargear = Counter(arena.cards[i].weapons for i in left)
        common = max(wargear[arena.cards[i].weapons] for i in able)
        able = [i for i in able if wargear[arena.cards[i].weapons] == common]
        far = max(away[i] for i in able)
        found = max(i for i in able if away[i] >= far - TOLERANCE)
        chosen.append(found)
        left.remove(found)
        open_to.remove(found)
        rows[found, 3] = -1.0
    return tuple(chosen)


def order_casualties(arena: Arena, s: ArmyBattle, unit: int, attacker: int) -> tuple[int, ...]:
    """Return the models of a unit in the order in which they lose wounds by default, damaged ones first. (ATT-09, INT-83)"""
    memo, key = arena.memo(s.places), ("casualties", unit, attacker, tuple(s.models[i].wounds for i in arena.units[unit].models))
    if key not in memo:
        own = alive(arena, s, unit)
        hurt = [i for i in own if s.models[i].wounds < arena.cards[i].wounds]
        memo[key] = (*hurt, *rank_casualties(arena, s, unit, own, len(own) - len(hurt), attacker, hurt))
    found: tuple[int, ...] = memo[key]
    return found


def _distances(arena: Arena, s: ArmyBattle, unit: int, attacker: int) -> dict[int, float]:
    """Return how far each model of a unit is from the attacking unit, or from the nearest enemy."""
    own = arena.units[unit].models
    units = (attacker,) if attacker >= 0 else enemy_units(arena, s, arena.units[unit].side)
    columns = [i for other in units for i in arena.units[other].models]
    if not columns:
        return dict.fromkeys(own, 0.0)
    least = gaps(arena, s)[own.start : own.stop][:, columns].min(axis=1)
    return {i: min(float(away), 1e6) for i, away in zip(own, least, strict=True)}


# --- one model at a time


class AllocationContext(Context, frozen=True, gc=False):
    """The unit in which a wound is allocated."""

    name: str


def choose_model(ref: Ref, unit: int, attacker: int, *, in_order: bool = False, last: bool = False) -> Steps[tuple[int, bool]]:
    """Return the model that the next wound is allocated to, and whether the rest go by the default order. (ATT-08, ATT-09, INT-83)

    It is a damaged model, or one that its player chooses; with ``in_order`` the player has left it to the default.
    """
    arena, s = ref.arena, ref.state
    own = alive(arena, s, unit)
    hurt = [i for i in own if s.models[i].wounds < arena.cards[i].wounds]
    if hurt or len(own) == 1:
        return (*hurt, *own)[0], in_order
    ranked = rank_casualties(arena, s, unit, own, 1 if in_order else len(own), attacker)
    if in_order:
        return ranked[0], True
    choice = yield Decision(
        arena.units[unit].side, "allocate", (*map(Pick, ranked), *(() if last else (Pick(IN_ORDER),))), "KT40-ATT-08",
        "{name}: which model takes the next wound?", AllocationContext(arena.unit_names[unit]), subject=unit,
    )  # fmt: skip
    return (ranked[0], True) if choice.value == IN_ORDER else (int(choice.value), False)
