"""The shooting of Kill Team 2018, Overwatch included: weapons, targets, and giving out attacks. (SHOOT, OW, WR)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from counteract.attacks.hitwoundsave import roll_amount
from counteract.core.decision import Answer, Decision, NameContext, Pick, Refusal, Why
from counteract.core.language import Phrase
from counteract.core.procedure import Procedure, Steps
from counteract.core.state import TOLERANCE, Task
from counteract.mechanics.allocation import AllocationDecision
from counteract.mechanics.changes import change_battle, change_model
from counteract.mechanics.field import within
from counteract.mechanics.sides import enemies_of
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.attack import Batch, Kind
from counteract.rulesets.kt18.sight import engaged_enemies, gap, gaps, judge_visibility
from counteract.rulesets.kt18.state import Ref, Skirmish
from counteract.rulesets.kt18.tactics import grit
from counteract.rulesets.kt18.weapons import Weapon

SPREAD = 2.0  # SHOOT-10

#: The rules that may bar a weapon from firing at a target, the most general first. (INT-35)
CHECKS = (
    "KT18-WR-GREN-01", "KT18-WR-RAPID-02", "KT18-WR-HEAVY-02", "KT18-ADV-03", "KT18-SHOOT-04", "KT18-SHOOT-05", "KT18-QA-13",
    "KT18-SHOOT-06", "KT18-SHOOT-08", "KT18-WR-PISTOL-03", "KT18-SHOOT-09", "KT18-SHOOT-07",
)  # fmt: skip
NOBODY: Why = ("KT18-SHOOT-06", "There is nobody it could shoot at.")


class WeaponsContext(NameContext, frozen=True, gc=False):
    """The weapons that a model may fire, by group, and whom it shoots at (-1: anybody)."""

    at: int
    guns: dict[str, list[int]]


class GunsContext(NameContext, frozen=True, gc=False):
    """The weapons that a model fires."""

    guns: tuple[int, ...]


class DivideContext(NameContext, frozen=True, gc=False):
    """The weapon whose attacks are divided, and the targets, in the order that the answer counts them."""

    weapon: str
    rows: tuple[int, ...]


def furthest(problems: Iterable[Why]) -> Why:
    """Return the problem of the weapon that passes the most checks before it is barred."""
    return max(problems, key=lambda problem: CHECKS.index(problem[0]))


# --- shooters and weapons


def why_not_shooter(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why a model may not shoot with any weapon in the Shooting phase, or None. (SHOOT-03, SHOOT-12, QA-16, INT-35)"""
    model, fly = s.models[i], arena.cards[i].fly
    if model.shaken:
        return "KT18-QA-16", "A shaken model cannot shoot."
    if model.shot:
        return "KT18-SHOOT-12", "It has shot in this phase."
    if model.tried:
        return "KT18-CHARGE-06", "It has attempted a charge this round."
    if model.retreated and not fly:
        return "KT18-RETREAT-03", "It has Retreated this round."
    if model.fell_back and not fly:
        return "KT18-FALLBACK-06", "It has Fallen Back this round."
    return None


def why_not_weapon(arena: Arena, s: Skirmish, i: int, weapon: Weapon, kind: Kind) -> Why | None:
    """Return why a model may not fire a weapon now, or None. (SHOOT-04, SHOOT-05, WR, OW-03, QA-13, INT-35)"""
    model = s.models[i]
    if weapon.type == "grenade" and s.grenadiers[model.side] not in (-1, i):  # QA-12, INT-76
        return "KT18-WR-GREN-01", "Another model of the team has used Grenades this round."
    if weapon.type == "pistol" and (model.charged or model.charged_by):  # INT-77
        return "KT18-QA-13", "It has charged or was charged this round."
    if kind == "overwatch":
        return None
    if model.advanced and weapon.type != "assault":
        rule = {"rapid fire": "KT18-WR-RAPID-02", "heavy": "KT18-WR-HEAVY-02"}.get(weapon.type or "", "KT18-ADV-03")
        return rule, "After an Advance only Assault weapons can be fired."
    if weapon.type == "pistol" and engaged_enemies(arena, s, i):
        return None
    if engaged_enemies(arena, s, i):
        return "KT18-SHOOT-05", 'With an enemy within 1" only Pistols can be fired.'
    if model.began and not (model.fell_back or model.retreated):  # of those only FLY gets here
        return "KT18-SHOOT-04", 'It began the Movement phase within 1" of an enemy.'
    return None


def groups(arena: Arena, s: Skirmish, i: int, kind: Kind) -> dict[str, list[int]]:
    """Return the usable weapons by the group that is fired together. (INT-37, WR-PISTOL-01)"""
    found: dict[str, list[int]] = {}
    for w, weapon in enumerate(arena.guns[i]):
        if why_not_weapon(arena, s, i, weapon, kind) is None:
            found.setdefault(weapon.group, []).append(w)
    return found


# --- targets


def why_not_target(arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> Why | None:
    """Return why a model may not be a target of a weapon, or None. (SHOOT-07 to SHOOT-09, WR-PISTOL-03, INT-78)"""
    if not arena.is_enemy(i, j):
        return "KT18-SHOOT-06", "Only enemies are targets."
    if not within(gap(arena, s, i, j), weapon.range):
        return "KT18-SHOOT-08", "It is out of range."
    if engaged_enemies(arena, s, i):
        distances = gaps(arena, s, i)
        if distances[j] > min(distances[k] for k in enemies_of(arena, s, arena.sides[i])) + TOLERANCE:
            return "KT18-WR-PISTOL-03", "In close combat a Pistol is fired at the closest enemy."
    elif engaged_enemies(arena, s, j):
        return "KT18-SHOOT-09", 'A friend of the shooter is within 1" of it.'
    if not weapon.rules.indirect and not judge_visibility(arena, s, i, j).visible:
        return "KT18-SHOOT-07", "It cannot be seen."
    return None


def legal_targets(arena: Arena, s: Skirmish, i: int, weapon: Weapon) -> list[int]:
    """Return the targets a weapon may choose."""
    memo = arena.memo(s.places)
    key = ("targets", i, id(weapon))  # names may occur twice
    if key not in memo:
        near = gaps(arena, s, i)
        prospects = [j for j in enemies_of(arena, s, arena.sides[i]) if within(near[j], weapon.range)]  # all others are out of range
        memo[key] = [j for j in prospects if why_not_target(arena, s, i, weapon, j) is None]
    targets: list[int] = memo[key]
    return targets


def can_target(arena: Arena, s: Skirmish, i: int, w: int, j: int) -> bool:
    """Return True if a gun may target an enemy."""
    return j in legal_targets(arena, s, i, arena.guns[i][w])


def aimed(arena: Arena, s: Skirmish, i: int, guns: Iterable[int], j: int) -> list[Weapon]:
    """Return those of the guns that may target an enemy."""
    return [arena.guns[i][w] for w in guns if can_target(arena, s, i, w, j)]


def usable_weapons(arena: Arena, s: Skirmish, i: int) -> Iterator[Weapon]:
    """Yield the weapons a model may fire in the Shooting phase that have a target."""
    for weapon in arena.guns[i]:
        if why_not_weapon(arena, s, i, weapon, "shooting") is None and legal_targets(arena, s, i, weapon):
            yield weapon


def why_not_shoot(arena: Arena, s: Skirmish, i: int) -> Why | None:
    """Return why a model may not shoot in the Shooting phase, targets included, or None."""
    problem = why_not_shooter(arena, s, i)
    if problem is not None:
        return problem
    problems = []
    for weapon in arena.guns[i]:
        barred = why_not_weapon(arena, s, i, weapon, "shooting")
        if barred is None and legal_targets(arena, s, i, weapon):
            return None
        problems.append(barred or NOBODY)
    return furthest(problems) if problems else ("KT18-SHOOT-06", "It has no ranged weapon.")


def why_not_overwatch(arena: Arena, s: Skirmish, i: int, charger: int) -> Why | None:
    """Return why a target that may react may not fire Overwatch, or None. (OW-03)"""
    problems = [why_not_weapon(arena, s, i, weapon, "overwatch") or why_not_target(arena, s, i, weapon, charger) for weapon in arena.guns[i]]
    if not problems:
        return "KT18-OW-03", "It has no ranged weapon."
    return None if None in problems else furthest(problem for problem in problems if problem)


# --- shooting


def shoot(ref: Ref, i: int, kind: Kind = "shooting", at: int = -1) -> Procedure:
    """Resolve shooting: choose weapons and targets, divide the attacks, then resolve them. (SHOOT-06 to SHOOT-11)

    Overwatch is fired only ``at`` the charging model. (OW-03)
    """
    arena = ref.arena
    if kind == "shooting":
        change_battle(ref, acting=i)
        change_model(ref, i, shot=True)
        yield from grit(ref, i, usable_weapons(arena, ref.state, i))
    guns = yield from _choose_weapons(ref, i, kind, at)
    s = ref.state
    main = at if at >= 0 else (yield from _choose_target(ref, i, guns))
    rows = (main,) if at >= 0 else _about(arena, s, i, main)
    guns = [w for w in guns if any(can_target(arena, s, i, w, j) for j in rows)]
    if any(arena.guns[i][w].type == "grenade" for w in guns):
        side = arena.sides[i]
        change_battle(ref, grenadiers=tuple(i if k == side else g for k, g in enumerate(s.grenadiers)))
    weapons = tuple(arena.guns[i][w].name for w in guns)
    ref.emit("shoots", "KT18-OW-01" if at >= 0 else "KT18-SHOOT-06", model=i, target=main, weapons=weapons, overwatch=at >= 0)
    numbers = {}
    for w in guns:  # all are rolled before any is divided (INT-38)
        numbers[w] = yield from _attacks(ref, i, arena.guns[i][w], main)
    batches: list[Batch] = []
    last = max((w for w in guns if numbers[w] and can_target(arena, s, i, w, main)), default=-1)
    for w in guns:
        due = w == last and all(j != main for _, j, _ in batches)
        batches += yield from _share(ref, i, w, rows, numbers[w], due=due)
    ref.then(Task("volley", (i, kind, tuple(batches), ())))


def _about(arena: Arena, s: Skirmish, i: int, main: int) -> tuple[int, ...]:
    """Return the main target and the enemies near it that attacks may be divided among; in close combat only the target. (SHOOT-10, INT-78)"""
    if engaged_enemies(arena, s, i):
        return (main,)
    distances = gaps(arena, s, main)
    return main, *(j for j in enemies_of(arena, s, arena.sides[i]) if j != main and within(distances[j], SPREAD))


def _choose_weapons(ref: Ref, i: int, kind: Kind, at: int) -> Steps[list[int]]:
    """Ask which group of weapons is fired, if several have a target. (INT-37)"""
    which = which_weapons(ref.arena, ref.state, i, kind, at)
    guns = which.about(WeaponsContext).guns
    name = next(iter(guns))
    if len(guns) > 1:
        choice = yield which
        name = choice.value
    return guns[name]


def which_weapons(arena: Arena, s: Skirmish, i: int, kind: Kind = "shooting", at: int = -1) -> Decision:
    """Return the decision which group of weapons a model fires. (INT-37)"""

    def has_target(w: int) -> bool:
        return can_target(arena, s, i, w, at) if at >= 0 else bool(legal_targets(arena, s, i, arena.guns[i][w]))

    able = {name: found for name, guns in groups(arena, s, i, kind).items() if (found := list(filter(has_target, guns)))}
    known = dict.fromkeys(weapon.group for weapon in arena.guns[i])
    return Decision(
        arena.sides[i], "weapons", tuple(map(Pick, able)), "KT18-INT-37", "{name}: which weapons?",
        WeaponsContext(arena.names[i], at, able), subject=i, known=tuple(map(Pick, known)), why=lambda a: _refuse_group(arena, s, i, kind, a),
    )  # fmt: skip


def _refuse_group(arena: Arena, s: Skirmish, i: int, kind: Kind, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(str(name)) if weapons := [weapon for weapon in arena.guns[i] if weapon.group == name]:
            return Refusal(*furthest(why_not_weapon(arena, s, i, weapon, kind) or NOBODY for weapon in weapons))
    return None


def _choose_target(ref: Ref, i: int, guns: list[int]) -> Steps[int]:
    """Ask for the main target. (SHOOT-06)"""
    arena, s = ref.arena, ref.state
    enemies = enemies_of(arena, s, arena.sides[i])
    able = sorted({j for w in guns for j in legal_targets(arena, s, i, arena.guns[i][w])})
    choice = yield Decision(
        arena.sides[i], "target", tuple(map(Pick, able)), "KT18-SHOOT-06", "{name}: which target?",
        GunsContext(arena.names[i], tuple(guns)), subject=i, known=tuple(map(Pick, enemies)), why=lambda a: _refuse_target(arena, s, i, guns, a),
    )  # fmt: skip
    return int(choice.value)


def _refuse_target(arena: Arena, s: Skirmish, i: int, guns: list[int], answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(j)) if 0 <= j < len(arena.cards) and s.places[j] is not None:
            problems = [problem for w in guns if (problem := why_not_target(arena, s, i, arena.guns[i][w], j))]
            return Refusal(*furthest(problems)) if problems else None
    return None


def _attacks(ref: Ref, i: int, weapon: Weapon, main: int) -> Steps[int]:
    """Roll the number of attacks of a weapon. (WR-RAPID-01, INT-38, INT-39)"""
    number, thrown = yield from roll_amount(weapon.attacks, ref.arena.sides[i], "KT18-INT-38")
    if weapon.type == "rapid fire" and within(gap(ref.arena, ref.state, i, main), weapon.range / 2):
        number *= 2
    if thrown:
        ref.emit("number-of-attacks", "KT18-INT-38", model=i, weapon=weapon.name, amount=number, **thrown)
    return number


def _share(ref: Ref, i: int, w: int, rows: tuple[int, ...], number: int, *, due: bool) -> Steps[list[Batch]]:
    """Ask how a weapon's attacks are divided; if ``due``, the main target must get one. (SHOOT-10, INT-38)"""
    arena, s = ref.arena, ref.state
    weapon = arena.guns[i][w]
    barred = [why_not_target(arena, s, i, weapon, j) for j in rows]
    if barred.count(None) == 1 or number <= int(due):
        return [(w, rows[barred.index(None)], number)] if number else []
    choice = yield AllocationDecision(
        arena.sides[i], "divide", (), "KT18-SHOOT-10", "{name}, {weapon}: how are the {total} attacks divided among {names}?",
        DivideContext(arena.names[i], Phrase(weapon.name), rows), kind="allocate", subject=i, total=number, barred=barred,
        names=[arena.names[j] for j in rows],
        due=("KT18-INT-38", "At least one attack goes to the main target.") if due else None,
    )  # fmt: skip
    return [(w, j, count) for j, count in zip(rows, choice.counts, strict=True) if count]
