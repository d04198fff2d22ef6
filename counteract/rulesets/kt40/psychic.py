"""The Psychic phase of the army-scale edition: tries, psychic tests, perils, denials. (PSY, INT-44 to INT-46, INT-78)"""

from __future__ import annotations

from collections.abc import Iterator

from counteract.attacks.hitwoundsave import Amount
from counteract.core.decision import PASS, Answer, Context, Decision, NameContext, Pick, Refusal, Roll, Why
from counteract.core.language import Phrase
from counteract.core.procedure import Procedure, Procedures, Steps
from counteract.core.state import TOLERANCE, Task
from counteract.mechanics.chain_rolls import signed
from counteract.mechanics.changes import change_battle
from counteract.rulesets.kt40 import deeds, stats
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.cards import SMITE, Power
from counteract.rulesets.kt40.damage import blast, fall, roll_mortal, suffer, units_near
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_unit
from counteract.rulesets.kt40.stratagems import reroll
from counteract.rulesets.kt40.units import alive, gap, on_table, standing

BEST_TOTAL = 12  # of a deny test
DENY = 24.0  # PSY-11
BLAST = 6.0  # PSY-10, INT-44
MOST_CHARGE = 11  # PSY-14
D3 = Amount(1, 3)
PERILS = ((1, 1), (6, 6))  # PSY-09


class DenyContext(Context, frozen=True, gc=False):
    """The Psyker and the power that may be denied, and the psychic test that a deny test must beat."""

    name: str
    power: str
    total: int


def why_not_psyker(arena: Arena, s: ArmyBattle, unit: int) -> Why | None:
    """Return why a unit may not be activated as a Psyker, or None. (PSY-03, PSY-04, PSY-06)"""
    own = arena.units[unit]
    if not own.card.casts:
        return "KT40-PSY-04", "It tries no powers."
    if not on_table(arena, s, unit):
        return "KT40-PSY-06", "It is not on the table."
    if s.units[unit].activated:
        return "KT40-PSY-03", "It has been activated in this phase."
    if not any(why_not_power(arena, s, unit, power.id) is None for power in own.card.known_powers):
        return "KT40-PSY-05", "Its powers have been tried this turn."
    return None


def why_not_power(arena: Arena, s: ArmyBattle, unit: int, ident: str) -> Why | None:
    """Return why a Psyker may not try a power, or None. (PSY-04, PSY-05)"""
    own = arena.units[unit]
    if not any(power.id == ident for power in own.card.known_powers):
        return "KT40-PSY-04", "It does not know this power."
    if ident != SMITE.id and (own.side, ident) in s.tried:
        return "KT40-PSY-05", "Its player has tried this power this turn."
    return None


def warp_charge(arena: Arena, s: ArmyBattle, unit: int, power: Power) -> int:
    """Return what a psychic test must reach: a Smite is harder for each earlier one of its player. (PSY-08, PSY-14)"""
    if power.id != SMITE.id:
        return power.charge
    return min(MOST_CHARGE, power.charge + s.tried.count((arena.units[unit].side, power.id)))


# --- tries


def psyker(ref: Ref, unit: int) -> Procedure:
    """Activate a Psyker: it makes all its tries of this phase. (PSY-02, PSY-03)"""
    change_battle(ref, acting=unit)
    change_unit(ref, unit, activated=True)
    ref.then(Task("try_power", (unit, ref.arena.units[unit].card.casts)))
    return
    yield


def try_power(ref: Ref, unit: int, left: int) -> Procedure:
    """Ask which power a Psyker tries next, as long as it has tries left. (PSY-04, PSY-05)"""
    arena, s = ref.arena, ref.state
    if not left or not on_table(arena, s, unit):
        return
    which = which_power(arena, s, unit)
    if len(which.options) == 1:
        return
    choice = yield which
    if choice != PASS:
        ref.then(Task("manifest", (unit, choice.value)), Task("try_power", (unit, left - 1)))


def which_power(arena: Arena, s: ArmyBattle, unit: int) -> Decision:
    """Return the decision which power a Psyker tries. (PSY-04)"""
    known = arena.units[unit].card.known_powers
    able = tuple(Pick(power.id) for power in known if why_not_power(arena, s, unit, power.id) is None)
    return Decision(
        arena.units[unit].side, "power", (*able, PASS), "KT40-PSY-04", "{name}: which power does it try?", NameContext(arena.unit_names[unit]),
        subject=unit, known=tuple(Pick(power.id) for power in known), usual=PASS, why=lambda answer: _refuse_power(arena, s, unit, answer),
    )  # fmt: skip


def _refuse_power(arena: Arena, s: ArmyBattle, unit: int, answer: Answer) -> Refusal | None:
    if isinstance(answer, Pick):
        problem = why_not_power(arena, s, unit, str(answer.value))
        return Refusal(*problem) if problem else None
    return None


def manifest(ref: Ref, unit: int, ident: str) -> Procedure:
    """Resolve a try: psychic test, perils, denial, effect. (PSY-07, PSY-08)"""
    arena, s = ref.arena, ref.state
    player, rule = arena.units[unit].side, "KT40-PSY-08"
    power = next(power for power in arena.units[unit].card.known_powers if power.id == ident)
    needed, modifier = warp_charge(arena, s, unit, power), stats.test_penalty(s, unit)  # INT-63
    change_battle(ref, tried=(*s.tried, (player, ident)))
    faces: tuple[int, ...] = yield Roll(player, 2, rule)
    useful = _useful(power, faces, needed, modifier, deniable=any(True for _ in deniers(arena, s, unit)))
    faces = yield from reroll(ref, player, faces, rule, "psychic", unit, useful=useful, needed=needed, modified=signed(modifier))
    total = sum(faces) + modifier
    ref.emit("psychic-test", rule, unit=unit, power=ident, dice=faces, needed=needed, modifier=modifier, hit=total >= needed)
    if faces in PERILS and not (yield from _suffer_perils(ref, unit)):
        return
    if total < needed or (yield from _denied(ref, unit, power, total)):
        return
    yield from deeds.do(ref, player, power.deed, unit=unit, source=ident, total=total)


def _useful(power: Power, faces: tuple[int, ...], needed: int, modifier: int, *, deniable: bool) -> tuple[int, ...]:
    """Return the dice of a psychic test whose re-roll could avert perils, manifest the power, make it stronger or harder to deny. (INT-84)"""
    if faces in PERILS:
        return (0, 1)
    total = sum(faces) + modifier
    if deniable and needed <= total < BEST_TOTAL:
        return tuple(k for k, face in enumerate(faces) if face < 6)
    aims = [needed] if power.deed.strong is None else [needed, power.deed.strong_from]
    return tuple(k for k, face in enumerate(faces) if any(total < aim <= total - face + 6 for aim in aims))


def _suffer_perils(ref: Ref, unit: int) -> Steps[bool]:
    """Resolve perils, with a blast if they slay the Psyker; return True if it is still there. (PSY-09, PSY-10, INT-44, INT-78)"""
    arena, s, player = ref.arena, ref.state, ref.arena.units[unit].side
    near = {v for i in standing(arena, s, unit) for v in units_near(arena, s, i, BLAST) if v != unit}
    ref.emit("perils", "KT40-PSY-09", unit=unit)
    count, thrown = yield from roll_mortal(ref, unit, D3, "KT40-PSY-09", "perils", good=False)
    ref.emit("mortal-wounds", "KT40-PSY-09", unit=unit, amount=count, **thrown)
    fallen = yield from suffer(ref, unit, [1] * count, "KT40-DMG-02", by=player, hold=True)
    slain = not alive(arena, ref.state, unit)
    if slain:
        ref.emit("psyker-lost", "KT40-PSY-10", unit=unit)
        fallen = (*fallen, *(yield from blast(ref, unit, sorted(near), D3, "KT40-PSY-10")))
    yield from fall(ref, fallen)
    return not slain


# --- denying


def deniers(arena: Arena, s: ArmyBattle, unit: int) -> Iterator[int]:
    """Yield the enemy Psykers that may try to deny a power of a Psyker, in turn order. (PSY-06, PSY-11, PSY-12, INT-45, INT-46)"""
    for side in s.order:
        if side in arena.enemy_sides[arena.units[unit].side]:
            for v in arena.units_of[side]:
                if arena.units[v].card.denies > s.units[v].denied and on_table(arena, s, v) and gap(arena, s, unit, v) <= DENY + TOLERANCE:
                    yield v


def _denied(ref: Ref, unit: int, power: Power, total: int) -> Steps[bool]:
    """Ask each enemy player in turn order for one deny attempt; return True if one succeeds. (PSY-11, PSY-12, INT-45)"""
    arena, s = ref.arena, ref.state
    able: dict[int, list[int]] = {}
    for v in deniers(arena, s, unit):
        able.setdefault(arena.units[v].side, []).append(v)
    for player, mine in able.items():
        choice = yield Decision(
            player, "deny", (PASS, *map(Pick, mine)), "KT40-PSY-11", "{name} manifests {power}. Deny it? It takes more than {total}.",
            DenyContext(arena.unit_names[unit], Phrase(power.name), total), subject=unit,
        )  # fmt: skip
        if choice != PASS and (yield from _try_to_deny(ref, int(choice.value), unit, total)):
            return True
    return False


def _try_to_deny(ref: Ref, denier: int, unit: int, total: int) -> Steps[bool]:
    """Make a deny test; return True if it is more than the psychic test. (PSY-11, PSY-12, INT-63)"""
    player, rule = ref.arena.units[denier].side, "KT40-PSY-11"
    change_unit(ref, denier, denied=ref.state.units[denier].denied + 1)
    modifier = stats.test_penalty(ref.state, denier)
    faces: tuple[int, ...] = yield Roll(player, 2, rule)
    useful = tuple(k for k, face in enumerate(faces) if sum(faces) + modifier <= total < sum(faces) + modifier - face + 6)
    faces = yield from reroll(ref, player, faces, rule, "deny", denier, useful=useful, needed=total, modified=signed(modifier))
    denied = sum(faces) + modifier > total
    ref.emit("deny-test", rule, unit=denier, target=unit, dice=faces, needed=total, modifier=modifier, hit=denied)
    return denied


PROCEDURES: Procedures = {"psyker": psyker, "try_power": try_power, "manifest": manifest}
