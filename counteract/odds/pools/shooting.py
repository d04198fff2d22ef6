"""Shooting with dice pools: one shot, several in a row, several targets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from counteract.core.language import Phrase, say
from counteract.odds.pools import cards, shot
from counteract.odds.pools.arrays import Floats
from counteract.odds.pools.questions import hashable, targeted, terms_of
from counteract.odds.pools.rules import PoolRules
from counteract.odds.pools.series import Series, SeriesShot, TargetOutcome
from counteract.odds.pools.shot_policy import ShotPolicy
from counteract.odds.pools.terms import CoverSave, PoolTerms, Target
from counteract.odds.results import Advice, ShootOdds
from counteract.odds.terms import (
    MOST_SHOTS,
    OBJECTIVES,
    BadTerm,
    Objective,
    RerollStyle,
    check_choice,
    check_flag,
    check_number,
    meaningless,
    read_wounds,
)

if TYPE_CHECKING:
    from counteract.odds.pools.edition import PoolOdds

KNOWN_OBJECTIVES = tuple(OBJECTIVES)


def shoot(
    edition: PoolOdds,
    weapon: Any,
    target: Any,
    *,
    cover: bool | Sequence[bool] = False,
    obscured: bool = False,
    shooter_injured: bool = False,
    rerolls: int = 0,
    defender_rerolls: int = 0,
    shots: int = 1,
    objective: Objective = "damage",
    reroll: RerollStyle = "best",
    cover_save: CoverSave = "best",
    printing: str | None = None,
    limits: str | None = None,
    shooter_wounds: int | str | None = None,
    roof: bool = False,
    vantage: bool = False,
    split: Sequence[int] | None = None,
    **more: Any,
) -> ShootOdds:
    """Return the odds of shooting with a weapon at a target, or at several in turn.

    Both sides play as well as can be for the objective: the attacker wants it high, the defender low. ``rerolls`` are
    Command Re-rolls that the attacker has for all shots together. ``shots`` are fired one after the other. A list of targets is for
    Blast, Torrent and Fusillade; ``split`` then divides the dice of Fusillade, best if left out. ``shooter_wounds``
    ("5 of 12") says whether the shooter is injured, and lets a Hot weapon injure it between shots. ``vantage``: a target in
    cover is one only because the shooter looks down on it.
    """
    if more:
        raise meaningless(next(iter(more)), edition.ruleset)
    check_choice("objective", objective, KNOWN_OBJECTIVES)
    several = isinstance(target, (list, tuple))
    if not several and not isinstance(cover, bool):
        raise BadTerm("cover", say("cover is true or false; a list of it goes with a list of targets"))
    if split is not None and not several:
        raise BadTerm("split", say("split goes with a list of targets"))
    own = read_wounds(shooter_wounds)
    injured = check_flag("shooter_injured", shooter_injured) or (own is not None and 2 * own[0] < own[1])
    terms = terms_of(edition, cover is True, obscured, injured, rerolls, defender_rerolls, reroll, cover_save, printing, limits, roof, vantage)
    check_number("shots", shots, 1, MOST_SHOTS)
    if several:
        if shots != 1:
            raise BadTerm("shots", say("several shots go at one target only"))
        return _several(edition, cards.weapon_of(edition, weapon, "ranged"), target, cover, split, terms, objective, own)
    case = case_of(edition, weapon if isinstance(weapon, str) else cards.weapon_of(edition, weapon, "ranged"), hashable(target), terms)
    if terms.vantage_cover:
        _check_vantage([case])
    if shots == 1:
        found = solve(case, objective)
        if own and "own_damage" in found.details:
            found.details["own_damage"] = _at_most(found.details["own_damage"], own[0])
        return found
    return _in_a_row(case, shots, objective, own)


class Case(NamedTuple):
    """One weapon, one target, the terms."""

    ruleset: str
    edition: PoolRules
    weapon: Any
    target: Target
    terms: PoolTerms
    not_computed: tuple[str, ...]
    unsoftened: Any = None  # the weapon with the damage on its card, where that is another one


@lru_cache(maxsize=4096)
def case_of(edition: PoolOdds, weapon: Any, target: Any, terms: PoolTerms) -> Case:
    """Read a weapon and a target."""
    armed = weapon if isinstance(weapon, cards.ReadWeapon) else cards.weapon_of(edition, weapon, "ranged")
    at = targeted(edition, target, terms)
    hits = edition.rules.against(armed.weapon, at.target)
    return Case(edition.ruleset, edition.rules, hits, at.target, at.terms, (*armed.not_computed, *at.not_computed), armed.weapon)


def _check_vantage(cases: Sequence[Case]) -> None:
    if not any(case.terms.cover for case in cases):
        told = say("vantage gives targets in cover more cover saves, and here is none in cover; say cover too, or leave vantage out")
        raise BadTerm("vantage", told)


# --- one shot


def solve(case: Case, objective: Objective) -> ShootOdds:
    """Return one shot."""
    given = shot.problem(case.edition, case.weapon, case.target, case.terms)
    worths = shot.worths(objective, case.target.wounds, case.target.ignore, given.first, given.most)
    outcome = shot.play(given, worths)
    found = shot.losses(case.target, outcome.result)[0, 0]
    damage = found.sum(axis=0) if given.first else found[0]
    return _told(case, objective, outcome.worth, damage, _details(case, outcome, given), partial(_advise, given, worths))


def policy(case: Case, objective: Objective) -> ShotPolicy:
    """Return best play of one shot."""
    given = shot.problem(case.edition, case.weapon, case.target, case.terms)
    return shot_policy(given, shot.worths(objective, case.target.wounds, case.target.ignore, given.first, given.most))


def _told(
    case: Case, objective: Objective, value: float, damage: Floats, details: dict[str, Any], advise: Callable[[], Sequence[Advice]] = tuple
) -> ShootOdds:
    chances = damage.tolist()
    return ShootOdds(
        case.ruleset,
        {n: chance for n, chance in enumerate(chances) if chance > 0.0},
        incapacitate=sum(chances[case.target.wounds :], 0.0),
        injure=sum(chances[shot.injuring(case.target) :], 0.0),
        value=value,
        objective=objective,
        details=details,
        not_computed=case.not_computed,
        advise=advise,
    )


def _details(case: Case, outcome: shot.ShotOutcome, given: shot.ShotProblem) -> dict[str, Any]:
    """Return what else comes of a shot: Stun, Hot, and criticals that hurt others."""
    rules = case.weapon.rules
    minds = shot.minds_criticals(case.edition, case.weapon)
    criticals: Floats = outcome.kept[0].sum(axis=1) if minds else outcome.kept
    details: dict[str, Any] = {}
    if rules.stun:
        direct = given.attacks[outcome.attack].direct
        details["stun"] = sum(chance * shot.stands(case.target, n * direct) for n, chance in enumerate(criticals.tolist()) if n)
    if rules.hot:
        details["own_damage"] = case.edition.user_suffers(case.weapon, case.terms) or shot.own_damage(given, outcome)
    return details | _bystanders(case, criticals) if minds else details


def _bystanders(case: Case, criticals: Floats) -> dict[str, Any]:
    """Return what so many criticals do to others nearby."""
    inches, each = case.edition.bystanders(case.unsoftened or case.weapon, case.weapon)
    if not (inches and each):
        return {}
    return {"bystanders": {"within": inches, "damage": {n * each: chance for n, chance in enumerate(criticals.tolist()) if chance > 0.0}}}


def _at_most(damage: Mapping[int, float], wounds: int) -> dict[int, float]:
    """Return wounds lost to damage, which cannot be more than there are."""
    found: dict[int, float] = {}
    for harm, chance in damage.items():
        found[min(harm, wounds)] = found.get(min(harm, wounds), 0.0) + chance
    return found


def _advise(given: shot.ShotProblem, worths: Floats) -> Sequence[Advice]:
    return shot_policy(given, worths).advice


def shot_policy(given: shot.ShotProblem, worths: Floats) -> ShotPolicy:
    """Return best play of a shot, step by step."""
    first, then = (part.tolist() for part in shot.split_worths(given, worths))
    return ShotPolicy(
        given.attacks, given.defence, given.cover,
        lambda row, theirs, lost, damage: (first[row][theirs][lost][damage], then[row][theirs][lost][damage]),
        given.thin.tolist() if given.first else None,
    )  # fmt: skip


# --- several shots, several targets


def _in_a_row(case: Case, shots: int, objective: Objective, shooter: tuple[int, int] | None) -> ShootOdds:
    row = [SeriesShot(case.weapon, case.target, case.terms, again=n > 0) for n in range(shots)]
    series = Series(case.edition, row, objective, shooter)
    fired = series.run()
    details = _target_details(case, fired.targets[0], fired.own if case.weapon.rules.hot else None)
    return _told(case, objective, fired.worth, fired.total, details, lambda: _advise(*series.asked(series.start())))


def _target_details(case: Case, outcome: TargetOutcome, own: dict[int, float] | None = None) -> dict[str, Any]:
    """Return what else becomes of a target in a series: Stun, Hot if that is asked for here, and criticals that hurt others."""
    details: dict[str, Any] = {"stun": float(outcome.stun[0])} if case.weapon.rules.stun else {}
    if own is not None:
        details["own_damage"] = own
    return details | _bystanders(case, outcome.criticals)


def _several(
    edition: PoolOdds,
    armed: cards.ReadWeapon,
    targets: Sequence[Any],
    cover: bool | Sequence[bool],
    split: Sequence[int] | None,
    terms: PoolTerms,
    objective: Objective,
    shooter: tuple[int, int] | None,
) -> ShootOdds:
    """Return blast, Torrent and Fusillade: an attack on each target in turn, with the same Command Re-rolls for all of them."""
    covers = [cover] * len(targets) if isinstance(cover, bool) else list(cover)
    for hidden in covers:
        check_flag("cover", hidden)
    if not targets or len(covers) != len(targets):
        told = Phrase("there must be one cover for each of the targets, and at least one target; here are {covers} for {targets}")
        raise BadTerm("cover", say(told, covers=len(covers), targets=len(targets)))
    cases = [case_of(edition, armed, hashable(target), terms._replace(cover=hidden)) for target, hidden in zip(targets, covers, strict=True)]
    if terms.vantage_cover:
        _check_vantage(cases)
    splits = _splits(edition.rules, armed.weapon, len(targets), split)
    played = [(dice, Series(cases[0].edition, _series_shots(cases, dice), objective, shooter)) for dice in splits]
    dice, series = played[0]
    for other in played[1:]:
        if other[1].outcome(other[1].start()).worth > series.outcome(series.start()).worth + 1e-11:
            dice, series = other
    fired = series.run()
    each = [_told(case, objective, 0.0, outcome.damage, _target_details(case, outcome)) for case, outcome in zip(cases, fired.targets, strict=True)]
    details: dict[str, Any] = {"incapacitated": sum(one.incapacitate for one in each)}
    if armed.weapon.rules.hot:
        details["own_damage"] = fired.own
    if any(dice):
        details["split"] = list(dice)
    total = {n: chance for n, chance in enumerate(fired.total.tolist()) if chance > 0.0}
    return ShootOdds(
        edition.ruleset, total, incapacitate=each[0].incapacitate, injure=each[0].injure, value=fired.worth, objective=objective, details=details,
        not_computed=cases[0].not_computed, targets=each, advise=lambda: _advise(*series.asked(series.start())),
    )  # fmt: skip


def _series_shots(cases: Sequence[Case], dice: Sequence[int]) -> list[SeriesShot]:
    return [
        SeriesShot(replace(case.weapon, attacks=number) if number else case.weapon, case.target, case.terms, again=False, ends=at == len(cases) - 1)
        for at, (case, number) in enumerate(zip(cases, dice, strict=True))
    ]


def _splits(edition: PoolRules, weapon: Any, targets: int, split: Sequence[int] | None) -> list[tuple[int, ...]]:
    """Return how the attack dice can be divided: not at all (0) unless the weapon has Fusillade."""
    if not edition.divides_dice(weapon):
        if split is not None:
            raise BadTerm("split", say("only Fusillade divides its attack dice"))
        return [(0,) * targets]
    if split is not None:
        dice = tuple(check_number("each part of split", n, 1, weapon.attacks) for n in split) if isinstance(split, Sequence) else ()
        if len(dice) != targets or sum(dice) != weapon.attacks:
            told = Phrase("{split!r} does not divide {dice} dice among {targets} targets, one at least for each")
            raise BadTerm("split", say(told, split=split, dice=weapon.attacks, targets=targets))
        return [dice]
    found = [tuple(n + 1 for n in share) for share in shares(weapon.attacks - targets, targets)] if weapon.attacks >= targets else []
    if not found:
        raise ValueError(say("{dice} dice are too few for {targets} targets", dice=weapon.attacks, targets=targets))
    return found


def shares(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to write a number as a sum of so many parts.

    >>> list(shares(1, 2))
    [(1, 0), (0, 1)]
    """
    if parts == 1:
        yield (total,)
        return
    for first in range(total, -1, -1):
        for rest in shares(total - first, parts - 1):
            yield (first, *rest)
