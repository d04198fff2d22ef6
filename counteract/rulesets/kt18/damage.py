"""The damage of Kill Team 2018: lost wounds, Injury rolls, mortal wounds and falls. (DMG, INJ, MW, FALL)"""

from __future__ import annotations

from typing import Any

from counteract.core.decision import Roll
from counteract.core.procedure import Procedure, Steps
from counteract.mechanics.chain_rolls import signed
from counteract.mechanics.changes import change_battle, change_model, place_model
from counteract.rulesets.kt18.sight import landing, near_edge
from counteract.rulesets.kt18.state import Ref
from counteract.rulesets.kt18.tactics import reroll

PER_FLESH_WOUND = 1  # added to the Injury roll for each flesh wound the model has (INJ-04 to INJ-06)
IN_COVER = -1  # INJ-03
OUT_FROM = 4  # INJ-08
FALLS_ON = 1  # FALL-01
FALL_STEP = 3.0  # inches for each die (FALL-03, TERR-07)
HURTS_FROM = 5


def hurt(ref: Ref, i: int, points: int, rule: str, *, dice: int = 1, roller: int | None = None, cover: bool = False) -> Steps[bool]:
    """Resolve damage to a model point by point; return True at 0 wounds, where the rest is lost and an Injury roll is made.

    ``dice`` is the number of Injury dice, ``roller`` the player who rolls them, by default the model's own player.
    (DMG-01 to DMG-05, MW-03, INT-44, INT-46)
    """
    arena = ref.arena
    owner = arena.sides[i]
    for _ in range(points):
        if arena.ignores[i]:  # DMG-02, QA-17
            (die,) = yield Roll(owner, 1, "KT18-DMG-02")
            ignored = die >= arena.ignores[i]
            ref.emit("ignore-roll", "KT18-DMG-02", model=i, dice=(die,), hit=ignored)
            if ignored:
                continue
        left = ref.state.models[i].wounds - 1
        change_model(ref, i, wounds=left)
        ref.emit("wound-lost", rule, model=i, left=left)
        if left == 0:
            yield from injury(ref, i, max(1, dice), owner if roller is None else roller, cover)
            return True
    return False


def mortal_wounds(
    ref: Ref, i: int, count: int, rule: str, *, roller: int | None = None, cover: bool = False, thrown: dict[str, Any] | None = None
) -> Steps[bool]:
    """Resolve mortal wounds: no wound roll, no save, one Injury die; ``thrown`` are event values on the dice for ``count``. (MW-01 to MW-04)"""
    if count and ref.state.places[i] is not None:
        ref.emit("mortal-wounds", rule, model=i, amount=count, **(thrown or {}))
        return (yield from hurt(ref, i, count, "KT18-MW-01", roller=roller, cover=cover))
    return False


def injury(ref: Ref, i: int, dice: int, roller: int, cover: bool) -> Procedure:
    """Make the Injury roll for a model at 0 wounds; the highest die counts. (INJ-01 to INJ-10)"""
    flesh: int = ref.state.models[i].flesh
    modifier = flesh * PER_FLESH_WOUND + (IN_COVER if cover else 0)
    causes = tuple(name for name, is_so in (("flesh wounds", flesh), ("in cover", cover)) if is_so)
    faces = yield Roll(roller, dice, "KT18-INJ-02")
    ref.emit("injury-roll", "KT18-INJ-02", model=i, player=roller, dice=faces, modifier=modifier, causes=causes, cover=cover, needed=OUT_FROM)
    most, wants_out = ref.arena.options.max_flesh_wounds, roller != ref.arena.sides[i]

    def out(face: int) -> bool:
        return face + modifier >= OUT_FROM or 0 < most <= flesh  # INT-80

    if out(max(faces)) != wants_out and any(out(face) == wants_out for face in range(1, 7)):
        facts: dict[str, Any] = {"needed": OUT_FROM, "modified": signed(modifier)}
        faces = yield from reroll(ref, roller, faces, "KT18-INJ-02", "injury", i, success=out(max(faces)), **facts)
    if out(max(faces)):
        out_of_action(ref, i)
        return
    change_model(ref, i, flesh=flesh + 1, wounds=1)  # INJ-09
    ref.emit("flesh-wound", "KT18-INJ-07", model=i, flesh=flesh + 1)


def out_of_action(ref: Ref, i: int) -> None:
    """Remove a model that is out of action; the other player scores for a Leader. (INJ-08, MIS-09)"""
    arena = ref.arena
    place_model(ref, i, None)
    change_model(ref, i, out=True, wounds=0, readied=False)
    ref.emit("out-of-action", "KT18-INJ-08", model=i)
    points = arena.mission.scoring.leader if arena.mission else 0
    if arena.cards[i].leader and points:
        scorer = 1 - arena.sides[i]
        change_battle(ref, vp=tuple(vp + points if side == scorer else vp for side, vp in enumerate(ref.state.vp)))
        ref.emit("leader-lost", "KT18-MIS-09", player=scorer, model=i, amount=points)


# --- falls


def falling_test(ref: Ref, i: int) -> Steps[tuple[int, ...]]:
    """Make the falling test of a model near an edge; return the models that a fall brings to 0 wounds. (FALL-01, QA-10, INT-48)"""
    arena = ref.arena
    if arena.cards[i].fly or not near_edge(arena, ref.state, i):
        return ()
    (die,) = yield Roll(arena.sides[i], 1, "KT18-FALL-01")
    ref.emit("falling-test", "KT18-FALL-01", model=i, dice=(die,), hit=die > FALLS_ON)
    return (yield from fall(ref, i)) if die <= FALLS_ON else ()


def fall(ref: Ref, i: int) -> Steps[tuple[int, ...]]:
    """Resolve a fall to the first surface below, with damage to the model and those it lands on; return the models at 0 wounds.

    (FALL-02 to FALL-04, INT-49)
    """
    found = landing(ref.arena, ref.state, i)
    if found is None:
        return ()
    place_model(ref, i, found.place)
    change_model(ref, i, readied=False, fell=True)  # READY-04
    ref.emit("falls", "KT18-FALL-02", model=i, to=found.place, drop=found.drop)
    felled: tuple[int, ...] = ()
    for model in (i, *found.onto):
        if (yield from _impact(ref, model, full_steps(found.drop), "KT18-FALL-03" if model == i else "KT18-FALL-04")):
            felled = (*felled, model)
    return felled


def full_steps(height: float) -> int:
    """Return how many full 3" there are in a height.

    >>> full_steps(6.5), full_steps(3.0), full_steps(2.9)
    (2, 1, 0)
    """
    return int((height + 0.001) / FALL_STEP)


def impact_dice(height: float) -> int:
    """Return how many dice a jump down from a height rolls. (TERR-07)"""
    return max(0, full_steps(height) - 1)


def jump_down(ref: Ref, i: int, height: float) -> Procedure:
    """Roll for the damage of a jump down. (TERR-07, QA-09)"""
    yield from _impact(ref, i, impact_dice(height), "KT18-TERR-07")


def _impact(ref: Ref, i: int, dice: int, rule: str) -> Steps[bool]:
    """Roll the dice of a hard landing; return True if it brings the model to 0 wounds."""
    if dice <= 0:
        return False
    faces = yield Roll(ref.arena.sides[i], dice, rule)
    count = sum(face >= HURTS_FROM for face in faces)
    ref.emit("impact", rule, model=i, dice=faces, amount=count)
    return (yield from mortal_wounds(ref, i, count, rule))
