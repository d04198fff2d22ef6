"""`odds.shoot`: one shot, several in a row, several targets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from importlib import import_module
from typing import Any, NamedTuple

from msgspec.structs import replace

from counteract.odds import pools, reading
from counteract.odds.asking import OBJECTIVES, POOLS, CoverSave, aimed, chain, flag, hashable, known, number, refuse, terms_of, wounds_of
from counteract.odds.hands import Manner, shares
from counteract.odds.packs import Floats
from counteract.odds.policies import ShotPolicy
from counteract.odds.results import Advice, ShootOdds
from counteract.odds.terms import Objective, Target, Terms

MOST_SHOTS = 10


def shoot(
    *,
    ruleset: str = "kt24",
    weapon: Any,
    target: Any,
    cover: bool | Sequence[bool] = False,
    obscured: bool = False,
    shooter_injured: bool = False,
    rerolls: int = 0,
    defender_rerolls: int = 0,
    shots: int = 1,
    objective: Objective = "damage",
    reroll: Manner = "best",
    cover_save: CoverSave = "best",
    printing: str | None = None,
    shooter_wounds: int | str | None = None,
    roof: bool = False,
    split: Sequence[int] | None = None,
    **more: Any,
) -> ShootOdds:
    """The odds of shooting with a weapon at a target, or at several in turn.

    Both sides play as well as can be for the objective: the attacker wants it high, the defender low. ``rerolls`` are
    Command Re-rolls at hand, shared by all shots. ``shots`` are fired one after the other. A list of targets is for
    Blast, Torrent and Fusillade; ``split`` then divides the dice of Fusillade, best if left out. ``shooter_wounds``
    ("5 of 12") says whether the shooter is injured, and lets a Hot weapon injure it between shots.
    """
    if ruleset not in POOLS:
        refuse(
            ruleset, shooter_injured=shooter_injured, cover_save=cover_save != "best", printing=printing, shooter_wounds=shooter_wounds, roof=roof,
            split=split, targets=isinstance(target, (list, tuple)),
        )  # fmt: skip
        found: ShootOdds = chain(ruleset).shoot(
            weapon, target, cover=cover, obscured=obscured, rerolls=rerolls, defender_rerolls=defender_rerolls, shots=shots,
            objective=objective, reroll=reroll, **more,
        )  # fmt: skip
        return found
    if more:
        raise ValueError(f"{next(iter(more))!r} means nothing in {ruleset}")
    known("objective", objective, OBJECTIVES)
    several = isinstance(target, (list, tuple))
    if not several and not isinstance(cover, bool):
        raise ValueError("cover is true or false; a list of it goes with a list of targets")
    if split is not None and not several:
        raise ValueError("split goes with a list of targets")
    own = wounds_of(shooter_wounds)
    injured = flag("shooter_injured", shooter_injured) or (own is not None and 2 * own[0] < own[1])
    terms = terms_of(ruleset, cover is True, obscured, injured, rerolls, defender_rerolls, reroll, cover_save, printing, roof)
    number("shots", shots, 1, MOST_SHOTS)
    if several:
        if shots != 1:
            raise ValueError("several shots go at one target only")
        return _several(ruleset, reading.weapon_of(ruleset, weapon, "ranged"), target, cover, split, terms, objective)
    case = case_of(ruleset, weapon if isinstance(weapon, str) else reading.weapon_of(ruleset, weapon, "ranged"), hashable(target), terms)
    if shots == 1:
        return solve(case, objective)
    return _in_a_row(case, shots, objective, own)


class Case(NamedTuple):
    """One weapon, one target, the terms."""

    ruleset: str
    edition: Any
    weapon: Any
    target: Target
    terms: Terms
    not_computed: tuple[str, ...]
    unsoftened: Any = None  # the weapon with the damage on its card, where that is another one


@lru_cache(maxsize=4096)
def case_of(ruleset: str, weapon: Any, target: Any, terms: Terms) -> Case:
    edition = import_module(f"counteract.odds.{ruleset}")
    armed = weapon if isinstance(weapon, reading.Armed) else reading.weapon_of(ruleset, weapon, "ranged")
    at = aimed(ruleset, target, terms.cover)
    hits = edition.against(armed.weapon, at.target)
    return Case(ruleset, edition, hits, at.target, terms, (*armed.not_computed, *at.not_computed), armed.weapon)


# --- one shot


def solve(case: Case, objective: Objective) -> ShootOdds:
    """One shot."""
    given = pools.problem(case.edition, case.weapon, case.target, case.terms)
    worth, second = pools.worths(objective, case.target.wounds, case.target.ignore, given.most)
    outcome = pools.play(given, worth, second)
    damage = pools.lost_by(case.target, outcome.result)[0, 0]
    return _told(case, objective, outcome.worth, damage, _details(case, outcome, given), partial(_advise, given, worth, second))


def policy(case: Case, objective: Objective) -> ShotPolicy:
    """Best play of one shot."""
    given = pools.problem(case.edition, case.weapon, case.target, case.terms)
    return policy_for(given, *pools.worths(objective, case.target.wounds, case.target.ignore, given.most))


def _told(
    case: Case, objective: Objective, value: float, damage: Floats, details: dict[str, Any], advise: Callable[[], Sequence[Advice]] = tuple
) -> ShootOdds:
    target = case.target
    return ShootOdds(
        case.ruleset,
        {n: chance for n, chance in enumerate(damage.tolist()) if chance > 0.0},
        incapacitate=float(damage[target.wounds :].sum()),
        injure=float(damage[pools.injuring(target) :].sum()),
        value=value,
        objective=objective,
        details=details,
        not_computed=(*case.not_computed, *_left_out(case, details)),
        advise=advise,
    )


def _left_out(case: Case, details: dict[str, Any]) -> Iterator[str]:
    """Rules whose effect nothing is said about: what the user suffers and who is stunned, over several shots or targets."""
    if case.weapon.rules.hot and "own_damage" not in details:
        yield "Hot"
    if case.weapon.rules.stun and "stun" not in details:
        yield "Stun"


def _details(case: Case, outcome: pools.Outcome, given: pools.Problem) -> dict[str, Any]:
    """What else comes of a shot: Stun, Hot, and criticals that hurt others."""
    rules = case.weapon.rules
    criticals = outcome.kept.sum(axis=(0, 2))
    details: dict[str, Any] = {}
    if rules.stun:
        direct = given.attacks[outcome.attack].direct
        details["stun"] = sum(chance * pools.stands(case.target, n * direct) for n, chance in enumerate(criticals.tolist()) if n)
    if rules.hot:
        details["own_damage"] = case.edition.user_suffers(case.weapon, case.terms) or pools.own_damage(given, outcome)
    inches, each = case.edition.bystanders(case.unsoftened or case.weapon, case.weapon)
    if inches and each:
        details["bystanders"] = {"within": inches, "damage": {n * each: chance for n, chance in enumerate(criticals.tolist()) if chance > 0.0}}
    return details


def _advise(given: pools.Problem, worth: Floats, second: Floats) -> Sequence[Advice]:
    return policy_for(given, worth, second).advice


def policy_for(given: pools.Problem, worth: Floats, second: Floats) -> ShotPolicy:
    """Best play of a shot, step by step."""
    first, then = worth.tolist(), second.tolist()
    return ShotPolicy(
        given.attacks, given.defence, given.cover, lambda mine, theirs, damage: (first[mine][theirs][damage], then[mine][theirs][damage])
    )


# --- several shots, several targets


def _in_a_row(case: Case, shots: int, objective: Objective, shooter: tuple[int, int] | None) -> ShootOdds:
    stages = [pools.Stage(case.weapon, case.target, case.terms, again=n > 0) for n in range(shots)]
    series = pools.Series(case.edition, stages, objective, shooter)
    course = series.run()
    details: dict[str, Any] = {"own_damage": course.own} if shooter and len(course.own) > 1 else {}
    return _told(case, objective, course.worth, course.total, details, lambda: _advise(*series.asked[series.start()]))


def _several(
    ruleset: str,
    armed: reading.Armed,
    targets: Sequence[Any],
    cover: bool | Sequence[bool],
    split: Sequence[int] | None,
    terms: Terms,
    objective: Objective,
) -> ShootOdds:
    """Blast, Torrent and Fusillade: an attack on each target in turn, with the same Command Re-rolls for all of them."""
    covers = [cover] * len(targets) if isinstance(cover, bool) else list(cover)
    for hidden in covers:
        flag("cover", hidden)
    if not targets or len(covers) != len(targets):
        raise ValueError(f"there must be one cover for each of the targets, and at least one target; here are {len(covers)} for {len(targets)}")
    cases = [case_of(ruleset, armed, hashable(target), terms._replace(cover=hidden)) for target, hidden in zip(targets, covers, strict=True)]
    splits = _splits(armed.weapon, len(targets), split)
    best: tuple[tuple[int, ...], pools.Series, pools.Course] | None = None
    for dice in splits:
        series = pools.Series(cases[0].edition, _stages(cases, dice), objective)
        course = series.run()
        if best is None or course.worth > best[2].worth + 1e-11:
            best = dice, series, course
    assert best is not None
    dice, series, course = best
    each = [_told(case, objective, 0.0, damage, {}) for case, damage in zip(cases, course.damage, strict=True)]
    details: dict[str, Any] = {"incapacitated": sum(one.incapacitate for one in each)}
    if suffered := cases[0].edition.user_suffers(cases[0].weapon, cases[0].terms):
        details["own_damage"] = suffered
    if len(splits) > 1 or split is not None:
        details["split"] = list(dice)
    total = {n: chance for n, chance in enumerate(course.total.tolist()) if chance > 0.0}
    return ShootOdds(
        ruleset, total, incapacitate=each[0].incapacitate, injure=each[0].injure, value=course.worth, objective=objective, details=details,
        not_computed=(*cases[0].not_computed, *_left_out(cases[0], details)), targets=each, advise=lambda: _advise(*series.asked[series.start()]),
    )  # fmt: skip


def _stages(cases: Sequence[Case], dice: Sequence[int]) -> list[pools.Stage]:
    return [
        pools.Stage(replace(case.weapon, attacks=number) if number else case.weapon, case.target, case.terms, again=False)
        for case, number in zip(cases, dice, strict=True)
    ]


def _splits(weapon: Any, targets: int, split: Sequence[int] | None) -> list[tuple[int, ...]]:
    """How the attack dice can be divided: not at all (0) unless the weapon has Fusillade."""
    if not getattr(weapon.rules, "fusillade", False):
        if split is not None:
            raise ValueError("only Fusillade divides its attack dice")
        return [(0,) * targets]
    if split is not None:
        dice = tuple(number("each part of split", n, 1, weapon.attacks) for n in split) if isinstance(split, Sequence) else ()
        if len(dice) != targets or sum(dice) != weapon.attacks:
            raise ValueError(f"{split!r} does not divide {weapon.attacks} dice among {targets} targets, one at least for each")
        return [dice]
    found = [tuple(n + 1 for n in share) for share in shares(weapon.attacks - targets, targets)] if weapon.attacks >= targets else []
    if not found:
        raise ValueError(f"{weapon.attacks} dice are too few for {targets} targets")
    return found
