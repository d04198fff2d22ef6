"""The Psychic phase of Kill Team 2018: psychic tests, Perils, deny tests and powers. (PSY)"""

from __future__ import annotations

from counteract.attacks.hitwoundsave import Amount, roll_amount
from counteract.core.decision import PASS, Answer, Context, Decision, NameContext, Pick, Refusal, Roll, Why
from counteract.core.language import Phrase
from counteract.core.procedure import Procedure, Steps
from counteract.core.state import TOLERANCE, Task
from counteract.mechanics.changes import change_battle, change_model
from counteract.mechanics.field import within
from counteract.mechanics.sides import enemies_of, models_of
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.cards import Power
from counteract.rulesets.kt18.damage import mortal_wounds
from counteract.rulesets.kt18.sight import gap, gaps, judge_visibility
from counteract.rulesets.kt18.state import Ref, Skirmish
from counteract.rulesets.kt18.tactics import reroll

DENY = 24.0  # PSY-08
BLAST = 3.0  # PSY-07
D3 = Amount(1, 3)
FACES = range(1, 7)


class DenyContext(Context, frozen=True, gc=False):
    """The psychic test that a deny test must beat."""

    total: int


class PowerContext(Context, frozen=True, gc=False):
    """The name of a power."""

    power: str


def why_not_psyker(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why a model may not attempt or deny a power, or None. (PSY-01, QA-16)"""
    if not arena.cards[i].psyker:
        return "KT18-PSY-01", "It is no PSYKER."
    if s.models[i].shaken:
        return "KT18-QA-16", "A shaken model attempts and denies nothing."
    return None


def psychic(ref: Ref, player: int) -> Procedure:
    """Ask a player which psyker attempts which power. (PSY-01 to PSY-03, INT-51, INT-52)"""
    change_battle(ref, acting=-1)
    arena, s = ref.arena, ref.state
    able = [i for i in models_of(s, player) if why_not_psyker(arena, s, i) is None]
    if not able:
        ref.emit("unable", "KT18-INT-74", player=player, what="attempt a power")
        return
    choice = yield Decision(
        player, "psyker", (*map(Pick, able), PASS), "KT18-PSY-01", "Which one psyker attempts a power this round?",
        why=lambda a: _refuse_psyker(arena, s, player, a),
    )  # fmt: skip
    if choice == PASS:
        return
    i = int(choice.value)
    change_battle(ref, acting=i)
    powers = arena.powers[i]
    name = powers[0].id
    if len(powers) > 1:
        choice = yield which_power(arena, i)
        name = choice.value
    ref.then(Task("manifest", (i, name)))


def which_power(arena: Arena, i: int) -> Decision:
    """Return the decision which power a psyker attempts. (PSY-03)"""
    powers = tuple(Pick(power.id) for power in arena.powers[i])
    return Decision(arena.sides[i], "power", powers, "KT18-PSY-03", "{name}: which power?", NameContext(arena.names[i]), subject=i, known=powers)


def _refuse_psyker(arena: Arena, s: Skirmish, player: int, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(i)) if 0 <= i < len(arena.cards) and arena.sides[i] == player and s.places[i] is not None:
            problem = why_not_psyker(arena, s, i)
            return Refusal(*problem) if problem else None
    return None


def manifest(ref: Ref, i: int, name: str) -> Procedure:
    """Resolve a power: psychic test, Perils, deny test, then the effect. (PSY-04 to PSY-10)"""
    arena = ref.arena
    player = arena.sides[i]
    power = next(p for p in arena.powers[i] if p.id == name)
    faces = yield Roll(player, 2, "KT18-PSY-04")
    success, no_effect = sum(faces) >= power.charge, _cannot_be_better(ref, i, power, faces)
    faces = yield from reroll(ref, player, faces, "KT18-PSY-04", "psychic", i, success=success, no_effect=no_effect, needed=power.charge)
    total = sum(faces)
    manifested = total >= power.charge
    ref.emit("psychic-test", "KT18-PSY-04", model=i, power=power.id, dice=faces, needed=power.charge, hit=manifested)
    if faces in ((1, 1), (6, 6)) and not (yield from _perils(ref, i)):
        return
    if not manifested or (yield from _denied(ref, i, total)):
        return
    yield from _EFFECTS[power.effect](ref, i, power, total)


def _cannot_be_better(ref: Ref, i: int, power: Power, faces: tuple[int, ...]) -> bool:
    """Return True if the test is passed without Perils, no enemy may deny it, and a higher roll would do no more."""
    total = sum(faces)
    full = power.strong is None or total >= power.strong_from
    return total >= power.charge and full and faces != (6, 6) and not _deniers(ref.arena, ref.state, i)


def _perils(ref: Ref, i: int) -> Steps[bool]:
    """Resolve Perils, with a blast if they kill the psyker; return True if it is still in play. (PSY-05 to PSY-07, INT-46, INT-47, INT-53, INT-55)"""
    arena = ref.arena
    near = [j for j, distance in enumerate(gaps(arena, ref.state, i)) if j != i and within(distance, BLAST)]
    count, thrown = yield from roll_amount(D3, arena.sides[i], "KT18-PSY-05")
    ref.emit("perils", "KT18-PSY-05", model=i)
    yield from mortal_wounds(ref, i, count, "KT18-PSY-05", thrown=thrown)
    if ref.state.places[i] is not None:
        return True
    ref.emit("psyker-lost", "KT18-PSY-06", model=i)
    while near := [j for j in near if ref.state.places[j] is not None]:
        j = near[0]
        if len(near) > 1:
            choice = yield Decision(ref.state.order[0], "blast", tuple(map(Pick, near)), "KT18-INT-47", "The blast: who is struck next?", subject=i)
            j = int(choice.value)
        near.remove(j)
        count, thrown = yield from roll_amount(D3, arena.sides[j], "KT18-PSY-07")
        yield from mortal_wounds(ref, j, count, "KT18-PSY-07", thrown=thrown)
    return False


def _deniers(arena: Arena, s: Skirmish, i: int) -> list[int]:
    """Return the enemy psykers that may deny a power: those within 24". (PSY-08)"""
    enemies = enemies_of(arena, s, arena.sides[i])
    return [j for j in enemies if why_not_psyker(arena, s, j) is None and within(gap(arena, s, i, j), DENY)]


def _denied(ref: Ref, i: int, total: int) -> Steps[bool]:
    """Ask which enemy psyker tries to deny the power; return True if it is denied. (PSY-08, PSY-09, INT-54)"""
    arena, s = ref.arena, ref.state
    player = 1 - arena.sides[i]
    able = _deniers(arena, s, i)
    if not able:
        return False
    choice = yield Decision(
        player, "deny", (*map(Pick, able), PASS), "KT18-PSY-08", "Deny the power? It takes more than {total}.", DenyContext(total), subject=i
    )
    if choice == PASS:
        return False
    j = int(choice.value)
    faces = yield Roll(player, 2, "KT18-PSY-08")
    if sum(faces) <= total:
        faces = yield from reroll(ref, player, faces, "KT18-PSY-08", "deny", j, success=False, needed=total)
    ref.emit("deny-test", "KT18-PSY-09", model=j, target=i, dice=faces, hit=sum(faces) > total)
    return sum(faces) > total


# --- effects of powers


def _amount(power: Power, total: int) -> Amount:
    return power.strong if power.strong is not None and total >= power.strong_from else power.amount


def passes(power: Power) -> float:
    """Return the probability that a psychic test is passed. (PSY-04)"""
    return sum(a + b >= power.charge for a in FACES for b in FACES) / len(FACES) ** 2


def power_targets(arena: Arena, s: Skirmish, i: int, power: Power) -> list[int]:
    """Return the models a power may affect: visible enemies, for a bolt the closest, or friends. (PSY-10, PSY-11, INT-07, INT-56)"""
    friends, enemies = models_of(s, arena.sides[i]), enemies_of(arena, s, arena.sides[i])
    near = [j for j in (*friends, *enemies) if within(gap(arena, s, i, j), power.range)]
    match power.effect:
        case "ward":
            return [j for j in near if j in friends]
        case "mend":
            return [j for j in near if j in friends and s.models[j].wounds < arena.cards[j].wounds]
    seen = [j for j in near if j in enemies and judge_visibility(arena, s, i, j).visible]
    if power.effect != "bolt":
        return seen
    least = min((gap(arena, s, i, j) for j in seen), default=0.0)
    return [j for j in seen if gap(arena, s, i, j) <= least + TOLERANCE]


def _pick(ref: Ref, i: int, power: Power) -> Steps[int]:
    """Ask which model a power affects; -1 if it can affect none. (INT-56)"""
    able = power_targets(ref.arena, ref.state, i, power)
    if not able:
        ref.emit("no-effect", "KT18-INT-56", model=i, power=power.id)
        return -1
    if len(able) == 1:
        return able[0]
    rule = "KT18-INT-56" if power.effect == "bolt" else "KT18-PSY-10"
    choice = yield Decision(
        ref.arena.sides[i], "power-target", tuple(map(Pick, able)), rule, "{power}: whom does it touch?", PowerContext(Phrase(power.name)), subject=i
    )
    return int(choice.value)


def _burn(ref: Ref, i: int, power: Power, total: int) -> Procedure:
    """Inflict mortal wounds on an enemy."""
    j = yield from _pick(ref, i, power)
    if j >= 0:
        player = ref.arena.sides[i]
        count, thrown = yield from roll_amount(_amount(power, total), player, "KT18-PSY-11")
        cover = judge_visibility(ref.arena, ref.state, i, j).in_cover  # INJ-03
        ref.emit("power", "KT18-PSY-10", model=i, target=j, power=power.id)
        yield from mortal_wounds(ref, j, count, "KT18-PSY-11", roller=player, cover=cover, thrown=thrown)


def _mend(ref: Ref, i: int, power: Power, total: int) -> Procedure:
    """Give a friend wounds back, up to those of its card."""
    arena = ref.arena
    j = yield from _pick(ref, i, power)
    if j >= 0:
        count, thrown = yield from roll_amount(_amount(power, total), arena.sides[i], "KT18-PSY-10")
        wounds = min(arena.cards[j].wounds, ref.state.models[j].wounds + count)
        change_model(ref, j, wounds=wounds)
        ref.emit("mended", "KT18-PSY-10", model=j, left=wounds, **thrown)


def _ward(ref: Ref, i: int, power: Power, total: int) -> Procedure:
    """Give a friend an invulnerable save until the end of the round."""
    j = yield from _pick(ref, i, power)
    if j >= 0:
        change_model(ref, j, warded=power.save)
        ref.emit("warded", "KT18-PSY-10", model=j, save=power.save)


def _hex(ref: Ref, i: int, power: Power, total: int) -> Procedure:
    """Worsen the hit rolls of a visible enemy until the end of the round."""
    j = yield from _pick(ref, i, power)
    if j >= 0:
        change_model(ref, j, hexed=True)
        ref.emit("hexed", "KT18-PSY-10", model=j)


_EFFECTS = {"bolt": _burn, "strike": _burn, "mend": _mend, "ward": _ward, "hex": _hex}
