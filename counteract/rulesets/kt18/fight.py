"""The fights of Kill Team 2018: pile in, give out attacks, strike, consolidate. (FIGHT)"""

from __future__ import annotations

from counteract.core.decision import PASS, Decision, NameContext, Pick, Why
from counteract.core.language import Phrase
from counteract.core.procedure import Procedure
from counteract.core.state import TOLERANCE, Task
from counteract.mechanics.allocation import AllocationDecision
from counteract.mechanics.changes import change_battle, change_model
from counteract.mechanics.moves.reach import can_move
from counteract.mechanics.sides import enemies_of
from counteract.rulesets.kt18 import moves, stats
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.sight import engaged_enemies, gaps
from counteract.rulesets.kt18.state import Ref, Skirmish
from counteract.rulesets.kt18.tactics import grit


def why_not_fight(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why a model may not fight, or None. (FIGHT-03, QA-14, QA-16, INT-62, INT-63)"""
    model = s.models[i]
    if model.shaken:
        return "KT18-QA-16", "A shaken model cannot fight."
    if model.fought:
        return "KT18-FIGHT-03", "It has fought in this phase."
    if model.charged or model.charged_by or engaged_enemies(arena, s, i):
        return None
    if model.tried:
        return "KT18-QA-14", 'Its charge failed, nobody has charged it, and no enemy is within 1".'
    return "KT18-FIGHT-03", 'It has neither charged nor been charged, and no enemy is within 1".'


def why_not_charger(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why a model may not fight among the models that charged, or None. (FIGHT-01)"""
    if not s.models[i].charged:
        return "KT18-FIGHT-01", "Models that charged this round fight first."
    return why_not_fight(arena, s, i)


def why_not_struck(arena: Arena, s: Skirmish, i: int, j: int) -> Why | None:
    """Return why a model may not attack an enemy within 1", or None. (FIGHT-06, QA-11, INT-61)"""
    model = s.models[i]
    if model.charged and j not in model.charged and j not in model.charged_by:
        return "KT18-FIGHT-06", "A model that charged attacks only whom it charged and reached, or who charged it."
    return None


class BlowsContext(NameContext, frozen=True, gc=False):
    """The weapons and enemies that attacks are given to, in the order that the answer counts them."""

    rows: tuple[tuple[int, int], ...]


# --- procedures


def fight(ref: Ref, i: int) -> Procedure:
    """Resolve the fight of one model: pile in, attacks, consolidate. (FIGHT-04 to FIGHT-13)"""
    change_battle(ref, acting=i)
    change_model(ref, i, fought=True)
    ref.emit("fights", "KT18-FIGHT-13", model=i)
    yield from grit(ref, i, ref.arena.blades[i])
    ref.then(Task("close_in", (i, "pile in")), Task("blows", (i,)), Task("close_in", (i, "consolidate")))


def close_in(ref: Ref, i: int, kind: str) -> Procedure:
    """Ask for a pile-in or consolidation: a move of up to 3" towards the nearest enemy. (FIGHT-04, FIGHT-12, QA-15, INT-57, INT-58)"""
    arena, s = ref.arena, ref.state
    enemies = enemies_of(arena, s, arena.sides[i])
    if s.places[i] is None or not enemies:
        return
    distances = gaps(arena, s, i)
    least = min(distances[j] for j in enemies)
    nearest = [j for j in enemies if distances[j] <= least + TOLERANCE] if least > moves.CLOSER else []
    ways = {j: demands for j in nearest if can_move(arena, s.places, i, demands := moves.closer(arena, s, i, kind, j))}
    if not ways:
        return
    goal = next(iter(ways))
    if len(ways) > 1:
        choice = yield Decision(
            arena.sides[i], "close-in", (*map(Pick, ways), PASS), "KT18-INT-57", "{name}: towards which enemy?",
            NameContext(arena.names[i]), subject=i,
        )  # fmt: skip
        if choice == PASS:
            return
        goal = int(choice.value)
    yield from moves.travel(ref, i, kind, ways[goal], optional=True)


def blow(weapon: str, target: str) -> Phrase:
    """Return the label of an attack: its weapon and its target."""
    return Phrase("{weapon} at {target}", weapon=Phrase(weapon), target=target)


def blows(ref: Ref, i: int) -> Procedure:
    """Ask for the weapon and target of each attack; then resolve the attacks. (FIGHT-05 to FIGHT-07, INT-59, INT-62)"""
    arena, s = ref.arena, ref.state
    if s.places[i] is None:
        return
    near = engaged_enemies(arena, s, i)
    rows = [(w, j) for j in near for w in range(len(arena.blades[i]))]
    barred = [why_not_struck(arena, s, i, j) for _, j in rows]
    if None not in barred:
        return
    number = stats.attacks(arena, s, i)
    counts: tuple[int, ...] = tuple(number if k == barred.index(None) else 0 for k in range(len(rows)))
    if barred.count(None) > 1:
        choice = yield AllocationDecision(
            arena.sides[i], "blows", (), "KT18-INT-59", "{name}: how are the {total} attacks given out ({names})?",
            BlowsContext(arena.names[i], tuple(rows)), kind="allocate", subject=i, total=number, barred=barred,
            names=[blow(arena.blades[i][w].name, arena.names[j]) for w, j in rows],
        )  # fmt: skip
        counts = choice.counts
    batches = tuple((w, j, count) for (w, j), count in zip(rows, counts, strict=True) if count)
    ref.emit("attacks", "KT18-FIGHT-05", model=i, batches=tuple((arena.blades[i][w].name, j, count) for w, j, count in batches))
    ref.then(Task("volley", (i, "fight", batches, ())))
