"""The shooting of the army-scale edition and its overwatch: who shoots, and declaring targets, grenades and modes. (SHOOT, WT, GREN, OW)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from counteract.core.decision import PASS, Answer, Context, Decision, NameContext, Pick, Refusal, Why
from counteract.core.language import Phrase
from counteract.core.procedure import Procedure, Procedures, Steps
from counteract.core.state import Task
from counteract.mechanics.changes import change_battle
from counteract.mechanics.field import within
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.attack import resolve_all
from counteract.rulesets.kt40.attack_groups import AttackRow, Group, Kind, gather
from counteract.rulesets.kt40.sight import aims
from counteract.rulesets.kt40.state import ArmyBattle, Ref, change_unit
from counteract.rulesets.kt40.targeting import OpenShot, furthest, shots, why_not_fire
from counteract.rulesets.kt40.units import are_enemies, engaged_with, on_table, standing
from counteract.rulesets.kt40.weapons import Weapon

BY_WEAPON, BY_MODEL = "split by weapon", "split by model"


# --- who may shoot


def why_not_shoot(arena: Arena, s: ArmyBattle, unit: int, step: str) -> Why | None:
    """Return why a unit may not be activated in a step of the shooting phase ("readied" or "shooting"), or None; targets apart. (INT-20)"""
    own = s.units[unit]
    if not on_table(arena, s, unit):
        return "KT40-SHOOT-05", "It is not on the table."
    if own.shot:
        return "KT40-SHOOT-04", "It has shot in this phase."
    first = own.readied or own.decisive
    if step == "readied" and not first:
        return "KT40-SHOOT-02", "Units that are not readied shoot in the second step."
    if step == "shooting" and first:
        return "KT40-SHOOT-03", "Readied units shoot in the first step."
    return None


def has_target(arena: Arena, s: ArmyBattle, unit: int) -> bool:
    """Return True if a unit has something to shoot at in the shooting phase."""
    own = s.units[unit]
    memo, key = arena.memo(s.places), ("has target", unit, own.option, own.decisive, own.declared, own.charged, own.charged_by)
    if key not in memo:
        memo[key] = any(True for _ in shots(arena, s, unit, "shooting"))
    return bool(memo[key])


def fire_of(s: ArmyBattle) -> Kind:
    """Return the kind of fire that questions for targets, grenades and modes are about now: in the movement phase it is overwatch. (OW-01)"""
    return "overwatch" if s.phase == "movement" else "shooting"


def why_not_overwatch(arena: Arena, s: ArmyBattle, unit: int, charger: int) -> Why | None:
    """Return why a unit may not fire overwatch at a charging unit, or None. (OW-03, OW-04, ADV-03, FALLBACK-04, INT-39)"""
    if not on_table(arena, s, unit):
        return "KT40-OW-01", "It is not on the table."
    if engaged_with(arena, s, unit):
        return "KT40-OW-03", "It is engaged."
    if any(True for _ in shots(arena, s, unit, "overwatch", charger)):
        return None
    guns = [(i, gun) for i in standing(arena, s, unit) for gun in arena.guns[i]]
    return furthest(problem for i, gun in guns if (problem := why_not_fire(arena, s, i, gun, charger, "overwatch"))) or (
        "KT40-OW-01", "It has no ranged weapon.",
    )  # fmt: skip


# --- declaring


class WeaponContext(NameContext, frozen=True, gc=False):
    """The weapon that a question is about."""

    weapon: str


class GrenadeContext(NameContext, frozen=True, gc=False):
    """The unit that shoots, and what its models fire instead of a grenade: model, number of the gun, target."""

    others: tuple[tuple[int, int, int], ...]


class SplitContext(Context, frozen=True, gc=False):
    """The unit that shoots, and the models whose target is chosen, with their weapons."""

    name: str
    models: tuple[int, ...]
    weapons: tuple[str, ...]

    def prompt_values(self) -> dict[str, object]:
        one = len(self.weapons) == 1
        return {"name": Phrase("{name}, {weapon}", name=self.name, weapon=Phrase(self.weapons[0])) if one else self.name}


def shoot(ref: Ref, unit: int) -> Procedure:
    """Resolve the shooting of a unit: declare targets for all weapons, then resolve them group by group. (SHOOT-05, INT-54)"""
    change_battle(ref, acting=unit)
    change_unit(ref, unit, shot=True)
    groups = yield from declare(ref, unit, "shooting")
    if not groups:
        ref.emit("holds-fire", "KT40-INT-20", unit=unit)
        return
    ref.then(Task("volley", (unit, "shooting", groups)))


def overwatch(ref: Ref, unit: int, charger: int, then: ArmyBattle) -> Procedure:
    """Resolve overwatch of a unit at a charging one: every weapon that can fires, and hits on a 6. (OW-02, OW-05)

    Range and sight are those of ``then``, as the charge was declared. (OW-04)
    """
    groups = yield from declare(ref, unit, "overwatch", charger, then)
    yield from resolve_all(ref, unit, "overwatch", groups)


def declare(ref: Ref, unit: int, kind: Kind, at: int = -1, then: ArmyBattle | None = None) -> Steps[tuple[Group, ...]]:
    """Ask for the targets of a unit's weapons, for modes and grenades; return the groups of attacks. (SHOOT-05, GREN-01, WT-04)

    Range and sight are those of now, or of ``then``.
    """
    arena, s = ref.arena, then or ref.state
    able = tuple(shots(arena, s, unit, kind, at))
    if not able:
        return ()
    chosen, how = yield from _choose_targets(ref, unit, able, kind)
    fired = yield from _throw(ref, s, unit, chosen)
    for some in _parts(fired, how):
        fired = yield from _draw(ref, unit, fired, some)
        fired = yield from _set_modes(ref, unit, fired, some)
    if not fired:
        return ()
    rows = [(shot.target, aim_shot(arena, s, unit, shot)) for shot in fired]
    rule = "KT40-OW-02" if kind == "overwatch" else "KT40-SHOOT-05"
    for target in dict.fromkeys(shot.target for shot in fired):
        names = dict.fromkeys(arena.guns[shot.model][shot.weapon].name for shot in fired if shot.target == target)
        ref.emit("shoots", rule, unit=unit, target=target, weapons=tuple(names), overwatch=kind == "overwatch")
    return gather(arena, kind, rows)


def aim_shot(arena: Arena, s: ArmyBattle, unit: int, shot: OpenShot) -> AttackRow:
    """Return a shot with what is settled as it is declared: masking and half range. (SHOOT-05, OBSC-06, INT-09, INT-10, INT-80, WT-01)"""
    gun = arena.guns[shot.model][shot.weapon]
    aim = aims(arena, s, unit, indirect=gun.rules.indirect)[shot.model][shot.target]
    half = within(aim.nearest, gun.range / 2)
    return AttackRow(shot.model, shot.weapon, 2 if half and gun.type == "rapid fire" else 1, aim.is_masked(gun.range), half)


# --- targets


def _choose_targets(ref: Ref, unit: int, able: Sequence[OpenShot], kind: Kind) -> Steps[tuple[list[OpenShot], str]]:
    """Ask which unit all weapons fire at, or for the target of each; return the shots that are left, and how they were split. (SHOOT-05)"""
    if kind == "overwatch" and not _may_hold(ref.arena, able):  # to fire at all has been chosen
        return list(able), ""
    choice = yield which_target(ref.arena, ref.state, unit, able)
    if choice == PASS:
        return [], ""
    if choice.value in (BY_WEAPON, BY_MODEL):
        return (yield from _split(ref, unit, able, choice.value, kind)), choice.value
    return [shot for shot in able if shot.target == choice.value], ""


def _may_hold(arena: Arena, able: Sequence[OpenShot]) -> bool:
    """Return True if a player may want to hold the fire of one of several weapons: it may slay its bearer."""
    return len({(shot.model, arena.guns[shot.model][shot.weapon].name) for shot in able}) > 1 and _is_risky(arena, able)


def _is_risky(arena: Arena, able: Iterable[OpenShot]) -> bool:
    """Return True if a weapon that is fired may slay its bearer in whatever mode."""
    named: dict[tuple[int, str], list[bool]] = {}
    for shot in able:
        gun = arena.guns[shot.model][shot.weapon]
        named.setdefault((shot.model, gun.name), []).append(gun.rules.overheat)
    return any(map(all, named.values()))


def which_target(arena: Arena, s: ArmyBattle, unit: int, able: Sequence[OpenShot]) -> Decision:
    """Return the decision which unit is shot at. (SHOOT-05, TARGET-01)"""
    targets = sorted({shot.target for shot in able})
    names, models = {arena.guns[shot.model][shot.weapon].name for shot in able}, {shot.model for shot in able}
    splits = [Pick(BY_WEAPON)] * (len(names) > 1) + [Pick(BY_MODEL)] * (len(models) > 1)
    enemies = [v.number for v in arena.units if are_enemies(arena, unit, v.number) and on_table(arena, s, v.number)]
    return Decision(
        arena.units[unit].side, "target", (*map(Pick, targets), *splits, PASS), "KT40-SHOOT-05", "{name}: which target?",
        NameContext(arena.unit_names[unit]), subject=unit, known=tuple(map(Pick, enemies)), usual=PASS,
        why=lambda answer: _refuse_target(arena, s, unit, answer),
    )  # fmt: skip


def _refuse_target(arena: Arena, s: ArmyBattle, unit: int, answer: Answer) -> Refusal | None:
    match answer:
        case Pick(int(target)) if 0 <= target < len(arena.units) and on_table(arena, s, target):
            guns = [(i, gun) for i in standing(arena, s, unit) for gun in arena.guns[i]]
            problem = furthest(why for i, gun in guns if (why := why_not_fire(arena, s, i, gun, target, "shooting")))
            return Refusal(*problem) if problem else None
    return None


def _split(ref: Ref, unit: int, able: Sequence[OpenShot], how: str, kind: Kind) -> Steps[list[OpenShot]]:
    """Ask for the target of each weapon, or of each model: where one fires several at once, of each weapon of the model. (SHOOT-05)

    In overwatch nobody is asked about weapons that do not slay their bearers.
    """
    arena = ref.arena
    rows: dict[object, list[OpenShot]] = {}
    names = {shot: arena.guns[shot.model][shot.weapon].name for shot in able}
    fired = {(shot.model, names[shot]) for shot in able if _type(arena, shot) not in ("pistol", "grenade")}
    several = Counter(model for model, _ in fired)
    for shot in able:
        key: object = shot.model if several[shot.model] < 2 else (shot.model, names[shot])
        rows.setdefault(names[shot] if how == BY_WEAPON else key, []).append(shot)
    found: list[OpenShot] = []
    for own in rows.values():
        if kind == "overwatch" and not _is_risky(arena, own):
            found += own
            continue
        targets = sorted({shot.target for shot in own})
        models = tuple(dict.fromkeys(shot.model for shot in own))
        weapons = tuple(dict.fromkeys(arena.guns[shot.model][shot.weapon].name for shot in own))
        name = arena.unit_names[unit] if how == BY_WEAPON else arena.names[models[0]]
        choice = yield Decision(
            arena.units[unit].side, "split-target", (*map(Pick, targets), PASS), "KT40-SHOOT-05", "{name}: which target?",
            SplitContext(name, models, weapons), subject=unit, usual=PASS,
        )  # fmt: skip
        found += [shot for shot in own if choice != PASS and shot.target == choice.value]
    return found


# --- grenades, pistols, modes


def _type(arena: Arena, shot: OpenShot) -> str | None:
    return arena.guns[shot.model][shot.weapon].type


def _throw(ref: Ref, s: ArmyBattle, unit: int, chosen: Sequence[OpenShot]) -> Steps[list[OpenShot]]:
    """Ask whether one model throws a grenade instead of all its shots; return the shots that are fired. (GREN-01, INT-51, OW-06)

    ``s`` is the battle as the shots were declared.
    """
    arena = ref.arena
    thrown = [shot for shot in chosen if _type(arena, shot) == "grenade"]
    others = [shot for shot in chosen if _type(arena, shot) != "grenade"]
    if not thrown:
        return others
    options = {f"{shot.model}/{shot.weapon}/{shot.target}": shot for shot in _unlike(arena, s, unit, thrown, others)}
    name = next(iter(options))
    if others or len(options) > 1:
        choice = yield Decision(
            arena.units[unit].side, "grenade", ((PASS,) if others else ()) + tuple(map(Pick, options)), "KT40-GREN-01",
            "{name}: does one model throw a grenade instead of shooting?",
            GrenadeContext(arena.unit_names[unit], tuple((shot.model, shot.weapon, shot.target) for shot in others)), subject=unit,
        )  # fmt: skip
        if choice == PASS:
            return others
        name = choice.value
    thrower = options[name]
    return [thrower, *(shot for shot in others if shot.model != thrower.model)]


def _unlike(arena: Arena, s: ArmyBattle, unit: int, thrown: Sequence[OpenShot], others: Sequence[OpenShot]) -> Iterator[OpenShot]:
    """Yield the throws that differ in the grenade, its chances, or what is given up for it."""
    known = set()
    for shot in thrown:
        kind = tuple(
            (arena.guns[own.model][own.weapon], own.target, aim_shot(arena, s, unit, own)[2:])
            for own in (shot, *(other for other in others if other.model == shot.model))
        )
        if kind not in known:
            known.add(kind)
            yield shot


def _parts(fired: Sequence[OpenShot], how: str) -> list[tuple[int, ...]]:
    """Return the models that are asked together for pistols and modes: each by itself if it was given a target of its own, else all. (WT-04)"""
    models = tuple(dict.fromkeys(shot.model for shot in fired))
    return [(i,) for i in models] if how == BY_MODEL else [models]


def _asked_name(arena: Arena, unit: int, models: Sequence[int]) -> str:
    """Return the name of the one model that is asked about, or of its unit."""
    return arena.names[models[0]] if len(models) == 1 else arena.unit_names[unit]


def _draw(ref: Ref, unit: int, fired: Sequence[OpenShot], models: tuple[int, ...]) -> Steps[list[OpenShot]]:
    """Ask whether those of some models with both fire their pistols or their other weapons; return the shots that are fired. (WT-04)"""
    arena = ref.arena
    pistols = {shot.model for shot in fired if _type(arena, shot) == "pistol" and shot.model in models}
    both = pistols & {shot.model for shot in fired if _type(arena, shot) not in ("pistol", "grenade")}
    if not both:
        return list(fired)
    keeps = False
    if any(_is_worth(arena, fired, i) for i in both):
        choice = yield Decision(
            arena.units[unit].side, "pistols", (Pick("other weapons"), Pick("pistols")), "KT40-WT-04",
            "{name}: models with both fire their pistols or their other weapons?", NameContext(_asked_name(arena, unit, models)), subject=unit,
        )  # fmt: skip
        keeps = choice == Pick("pistols")
    return [shot for shot in fired if shot.model not in both or (_type(arena, shot) == "pistol") == keeps]


def _is_worth(arena: Arena, fired: Sequence[OpenShot], i: int) -> bool:
    """Return True if the pistols of a model could be better than its other weapons: one is better in something than each of them."""
    own = [arena.guns[i][shot.weapon] for shot in fired if shot.model == i]
    pistols, others = [gun for gun in own if gun.type == "pistol"], [gun for gun in own if gun.type != "pistol"]
    return len(pistols) > len(others) or any(not any(_is_no_worse(other, pistol) for other in others) for pistol in pistols)


def _is_no_worse(gun: Weapon, other: Weapon) -> bool:
    """Return True if a weapon is at least as good as another in everything."""
    same = gun.rules == other.rules and gun.type not in ("heavy", "assault")  # which may be fired at -1
    no_weaker = gun.strength.plus >= other.strength.plus and gun.ap <= other.ap
    return same and no_weaker and gun.attacks.is_never_worse(other.attacks) and gun.damage.is_never_worse(other.damage)


def _set_modes(ref: Ref, unit: int, fired: Sequence[OpenShot], models: tuple[int, ...]) -> Steps[list[OpenShot]]:
    """Ask for the mode of each weapon of some models that has several; one that cannot fire it so uses another mode. (UNIT-04)"""
    arena = ref.arena
    others, left = [shot for shot in fired if shot.model not in models], [shot for shot in fired if shot.model in models]
    named: dict[str, dict[str, None]] = {}
    for shot in left:
        gun = arena.guns[shot.model][shot.weapon]
        if gun.mode:
            named.setdefault(gun.name, {})[gun.mode] = None
    for name, modes in named.items():
        mode = next(iter(modes))
        if len(modes) > 1:
            choice = yield Decision(
                arena.units[unit].side, "mode", tuple(map(Pick, modes)), "KT40-UNIT-04", "{name}, {weapon}: which mode?",
                WeaponContext(_asked_name(arena, unit, models), Phrase(name)), subject=unit,
            )  # fmt: skip
            mode = choice.value
        left = _keep_mode(arena, left, name, mode)
    return [*others, *left]


def _keep_mode(arena: Arena, fired: Sequence[OpenShot], name: str, mode: str) -> list[OpenShot]:
    """Return shots without the other modes of a weapon: each model has the mode chosen, or else the first that it can fire."""
    modes: dict[tuple[int, int], str] = {}
    for shot in fired:
        gun = arena.guns[shot.model][shot.weapon]
        if gun.name == name and gun.mode and ((shot.model, shot.target) not in modes or gun.mode == mode):
            modes[shot.model, shot.target] = gun.mode

    def kept(shot: OpenShot) -> bool:
        gun = arena.guns[shot.model][shot.weapon]
        return gun.name != name or gun.mode == modes.get((shot.model, shot.target), gun.mode)

    return [shot for shot in fired if kept(shot)]


PROCEDURES: Procedures = {"shoot": shoot}
