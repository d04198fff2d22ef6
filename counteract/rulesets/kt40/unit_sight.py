"""Sight of a whole unit in the army-scale edition: how many of its models see each enemy unit, and which enemies see it. (INT-06 to INT-09)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from counteract.core.language import say
from counteract.core.preview import Sight, SightLine, UnitSight
from counteract.mechanics.preview import round_point
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.option_forecasts import sight_of
from counteract.rulesets.kt40.queries import trace
from counteract.rulesets.kt40.sight import FAR
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.targeting import shots
from counteract.rulesets.kt40.units import enemy_units, gaps, standing
from counteract.table import firing_lines
from counteract.table.firing_lines import FiringLine, UnitAim


def see_as_unit(arena: Arena, s: ArmyBattle, unit: int) -> tuple[Sight, ...]:
    """Return how a unit sees each enemy unit: as the model does that sees it best, and how many of its models see it."""
    own, foes = standing(arena, s, unit), enemy_units(arena, s, arena.units[unit].side)
    seen = _aim_all(arena, s, own, foes)
    shooting: dict[int, set[int]] = {}
    for shot in shots(arena, s, unit, "shooting"):
        shooting.setdefault(shot.target, set()).add(shot.model)
    watching = _aim_all(arena, s, [j for foe in foes for j in standing(arena, s, foe)], [unit])
    return tuple(_see(arena, s, foe, {i: seen[i][foe] for i in own}, shooting.get(foe, set()), watching) for foe in foes) if own else ()


def watchers(arena: Arena, s: ArmyBattle, unit: int) -> tuple[int, ...]:
    """Return the enemy models that see a model of a unit, however far away."""
    foes = [j for foe in enemy_units(arena, s, arena.units[unit].side) for j in standing(arena, s, foe)]
    return tuple(j for j, aims in _aim_all(arena, s, foes, [unit]).items() if unit in aims and aims[unit].can_see(FAR))


def _aim_all(arena: Arena, s: ArmyBattle, models: Sequence[int], targets: Sequence[int]) -> dict[int, dict[int, UnitAim]]:
    """Return the aim of models at units, as far as the board goes."""
    if not models or not targets:
        return {}
    found = firing_lines.aim_at_units(arena.elements, arena.bodies(s.places), arena.index, models, [FAR] * len(models), targets)
    return dict(zip(models, found, strict=True))


def _see(arena: Arena, s: ArmyBattle, foe: int, aims: Mapping[int, UnitAim], able: set[int], watching: Mapping[int, Mapping[int, UnitAim]]) -> Sight:
    seeing = [i for i, aim in aims.items() if aim.can_see(FAR)]
    masked = [i for i in seeing if aims[i].is_masked(FAR)]
    viewer = min(aims, key=lambda i: (i not in able, i not in seeing, i in masked, aims[i].seen if i in seeing else aims[i].nearest))
    lines = tuple(_line(arena, s, i, foe, i in masked) for i in seeing)
    seen_by = tuple(j for j in standing(arena, s, foe) if any(aim.can_see(FAR) for aim in watching[j].values()))
    found = UnitSight(len(aims), len(seeing), len(masked), len(able), lines, seen_by, _tell(len(aims), len(seeing), len(masked)))
    return replace(sight_of(arena, s, viewer, foe), unit=found)


def _line(arena: Arena, s: ArmyBattle, i: int, foe: int, masked: bool) -> SightLine:
    """Return the line of a model to the nearest model of a unit that it sees; on a free line, if it has one."""
    away = gaps(arena, s)[i]
    nearest: tuple[int, FiringLine] | None = None
    for j in sorted(standing(arena, s, foe), key=lambda j: float(away[j])):
        line = trace(arena, s, i, j)
        if line.visible:
            nearest = nearest or (j, line)
            if line.masked == masked:
                nearest = j, line
                break
    assert nearest is not None
    j, line = nearest
    return SightLine(i, j, "masked" if masked else "open", (round_point(line.start), round_point(line.end)))


def _tell(models: int, seeing: int, masked: int) -> str:
    """Return how many models of a unit see another in a few words."""
    if not seeing:
        return say("none of {models} sees it", models=models)
    if not masked:
        return say("{seeing} of {models} see it", seeing=seeing, models=models)
    return say("{seeing} of {models} see it, {masked} masked", seeing=seeing, models=models, masked=masked)
