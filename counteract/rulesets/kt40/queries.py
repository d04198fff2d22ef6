"""Queries about a battle of the army-scale edition: visibility, masked lines, cover, enemies within 1", reach of moves. (INT-02 to INT-16, MOVE)"""

from __future__ import annotations

from collections.abc import Iterable

from counteract.core.game import BaseGame
from counteract.core.language import say
from counteract.core.queries import Finding
from counteract.core.state import Point
from counteract.mechanics import queries
from counteract.mechanics.field import within
from counteract.mechanics.moves.limits import MoveLimits
from counteract.mechanics.moves.unit_decision import UnitPathContext, UnitPathsDecision
from counteract.mechanics.moves.unit_limits import AT_THE_END
from counteract.mechanics.preview import round_point
from counteract.rulesets.kt40 import moves, stats
from counteract.rulesets.kt40.aircraft import has_minimum
from counteract.rulesets.kt40.arena import Arena, move_figures
from counteract.rulesets.kt40.charge import DICE, REACH, targets
from counteract.rulesets.kt40.sight import has_cover
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.units import ENGAGED, Units, are_enemies, can_engage, engaged_with, gaps, standing
from counteract.table import firing_lines, unit_cover
from counteract.table.firing_lines import FiringLine
from counteract.table.reach import Mode

MOST_ADVANCED, MOST_CHARGED = 6.0, 6.0 * DICE  # ADV-01, CHARGE-06
CHARGE_GAPS = (0.01, 0.5, ENGAGED)  # distances to try for the end of a charge


class Queries(queries.ModelQueries):
    """The queries of the army-scale edition, asked about single models.

    The reach of a model is that of one move of its own, with the other models of its unit off the table: they move too.
    """

    rules = {
        "visible": "KT40-INT-06",
        "cover": "KT40-TERR-02",
        "obscured": "KT40-INT-07",
        "control": "KT40-UNIT-13",
        "distance": "KT40-INT-02",
    }
    control = ENGAGED
    moves = "normal move", "advance", "fall back", "charge"

    # --- sight

    def seen(self, arena: Arena, s: ArmyBattle, i: int, j: int) -> Finding:
        """Find whether model j is visible to model i. (INT-06)"""
        line = trace(arena, s, i, j)
        return self._finding(arena, line, "visible", line.visible, [line.stopped_by])

    def covered(self, arena: Arena, s: ArmyBattle, i: int, j: int) -> Finding:
        """Find whether the unit of model j has cover from shots of model i. (TERR-02, TERR-03)"""
        unit, holds = arena.unit_of[j], has_cover(arena, s, i, arena.unit_of[j])
        rule = "KT40-TERR-02" if arena.units[unit].has("INFANTRY") else "KT40-TERR-03"
        found = self._finding(arena, trace(arena, s, i, j), "cover", holds, _shelters(arena, s, unit) if holds else ())
        return Finding(holds, rule, found.line, found.parts)

    def judge_obscuring(self, arena: Arena, s: ArmyBattle, i: int, j: int) -> Finding:
        """Find whether the line of fire from model i to model j is masked. (OBSC-01, OBSC-02, INT-07)"""
        line = trace(arena, s, i, j)
        start, end = line.middle
        models = () if line.masked_by_model is None else (line.masked_by_model,)
        rule = "KT40-OBSC-01" if models else "KT40-OBSC-02" if line.masked else self.rules["obscured"]
        return Finding(line.masked, rule, (round_point(start), round_point(end)), parts_of(arena, [line.masked_by_element]), models)

    def _finding(self, arena: Arena, line: FiringLine, what: str, holds: bool, elements: Iterable[str | None]) -> Finding:
        return Finding(holds, self.rules[what], (round_point(line.start), round_point(line.end)), parts_of(arena, elements))

    # --- distances

    def near(self, arena: Arena, s: ArmyBattle, i: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the enemy models and the friendly ones within 1" of a model. (UNIT-13, AIR-04)"""
        unit = arena.unit_of[i]
        close = [j for j, away in enumerate(gaps(arena, s)[i].tolist()) if j != i and within(away, ENGAGED)]
        enemies = [j for j in close if are_enemies(arena, unit, arena.unit_of[j])]
        met = tuple(j for j in enemies if can_engage(arena, unit, arena.unit_of[j]))
        return met, tuple(j for j in close if j not in enemies)

    # --- moves

    def terms(self, arena: Arena, s: ArmyBattle, i: int, action: str) -> MoveLimits:
        """Return the terms of a move whose dice show the most they can. (MOVE-05, ADV-01, FALLBACK-01, CHARGE-06)"""
        move = stats.move(arena, s, i) + stats.move_dice(arena, arena.unit_of[i]).most
        most = {"advance": move + MOST_ADVANCED, "charge": MOST_CHARGED}.get(action, move)
        return move_terms(arena, s, i, action, most)

    def usual_move(self, arena: Arena, s: ArmyBattle, i: int) -> str:
        return "fall back" if engaged_with(arena, s, arena.unit_of[i]) else "normal move"

    def pending(self, game: BaseGame, i: int) -> tuple[str, MoveLimits] | None:
        decision = game.decision
        if not isinstance(decision, UnitPathsDecision) or i not in decision.limits.models or not decision.limits.ways:
            return None
        action = decision.about(UnitPathContext).action
        if action not in self.moves:
            return None
        return action, move_terms(game.arena, game.state, i, action, decision.limits.most[decision.limits.models.index(i)])

    def setting(self, arena: Arena, s: ArmyBattle, i: int) -> tuple[Arena, tuple[Point | None, ...]]:
        return setting(arena, s, i)


def setting(arena: Arena, s: ArmyBattle, i: int) -> tuple[Arena, tuple[Point | None, ...]]:
    """Return the field that one model of a unit moves on, and the places of all models, with its own unit out of the way. (INT-04, TERR-05)"""
    unit = arena.unit_of[i]
    mates = [j for j in arena.units[unit].models if j != i]
    return arena.with_terrain(arena.ground(unit)), tuple(None if j in mates else place for j, place in enumerate(s.places))


def trace(arena: Arena, s: ArmyBattle, i: int, j: int) -> FiringLine:
    """Return the view that one model has of another, to explain and draw it. (INT-06, INT-07)"""
    return firing_lines.trace_line(arena.elements, arena.bodies(s.places), arena.index, i, j)


def parts_of(arena: Arena, elements: Iterable[str | None]) -> tuple[str, ...]:
    """Return the parts of terrain that elements consist of, without floors."""
    named = {*elements}
    return tuple(part.id for part in arena.terrain.parts if part.feature in named and "vantage" not in part.marks)


def _shelters(arena: Arena, s: ArmyBattle, unit: int) -> list[str | None]:
    """Return the elements that models of a unit are in or near. (TERR-02)"""
    bodies, own = arena.bodies(s.places), standing(arena, s, unit)
    under = [unit_cover.find_terrain_under(arena.elements, bodies, i) for i in own]
    if all(under):
        return under
    return [element.id for element in arena.elements.elements if element.obstacle]


def move_terms(arena: Arena, s: ArmyBattle, i: int, kind: str, most: float, named: Units = ()) -> MoveLimits:
    """Return the terms of a move of one model: how far, and past whom. (MOVE-05 to MOVE-07, FLY-01, CHARGE-08, CHARGE-11)

    ``named`` are the targets of a charge; all that can be declared, if there are none. Enemy AIRCRAFT, which others may pass, are kept clear of
    like everybody else: the reach is never drawn too large.
    """
    unit = arena.unit_of[i]
    if has_minimum(arena, unit):
        raise ValueError(say("{name} flies straight on; it has no area of reach", name=arena.unit_names[unit]))
    demands = moves.limits(arena, s, unit, kind, [most])
    shunned: tuple[int, ...] = ()
    if kind == "charge":
        named = named or targets(arena, s, unit, REACH)
        if not named:
            raise ValueError(say("{name} has nobody to charge", name=arena.unit_names[unit]))
        shunned = moves.kept_models(arena, s, unit, named)
    mode: Mode = "end-in" if kind == "charge" else "end-out" if demands.mode == AT_THE_END else "keep-out"
    return MoveLimits(
        most=most, too_long=demands.too_long, figures=move_figures(demands.figures.fly), mode=mode, control=ENGAGED,
        kept_out=demands.kept_out, must_meet=demands.kept_out, gaps=CHARGE_GAPS if kind == "charge" else (), problems=dict(demands.problems),
        sight=False, shunned=shunned, shun=demands.kept_out,
    )  # fmt: skip


QUERIES = Queries()
