"""Previews of answers in the army-scale edition: targets, cover, exact odds, who sees whom, and the next move of a unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from counteract.core.decision import Answer, Decision, Dice, NameContext, Pick, Refusal, Why
from counteract.core.game import BaseGame
from counteract.core.language import phrases, say
from counteract.core.preview import Area, Forecast, Mark, Rolled, Sight, Threat, Use
from counteract.core.state import Battle, Point
from counteract.mechanics.deployment import Box
from counteract.mechanics.moves.unit_decision import UnitPathContext, UnitPathsDecision
from counteract.mechanics.moves.unit_reach import find_area
from counteract.mechanics.operatives.text import in_command_points
from counteract.mechanics.preview import (
    BasePreview,
    replace_places,
    require_decision,
    require_place,
    spread,
    suppose_at,
    unless_barred,
)
from counteract.rulesets.kt40 import labels, moves
from counteract.rulesets.kt40.actions import OPTIONS, which_option, why_no_option
from counteract.rulesets.kt40.aircraft import has_minimum
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.casualties import CasualtiesDecision
from counteract.rulesets.kt40.charge import REACH
from counteract.rulesets.kt40.deployment_policy import SETTING_UP
from counteract.rulesets.kt40.fight import reached, why_not_struck
from counteract.rulesets.kt40.manoeuvres import ReadyDecision
from counteract.rulesets.kt40.option_forecasts import FORECASTS
from counteract.rulesets.kt40.option_odds import TARGETS, odds_of_target
from counteract.rulesets.kt40.psychic import which_power, why_not_psyker
from counteract.rulesets.kt40.shoot import SplitContext, which_target
from counteract.rulesets.kt40.state import ArmyBattle
from counteract.rulesets.kt40.stratagems import CommandRerollDecision
from counteract.rulesets.kt40.targeting import shots
from counteract.rulesets.kt40.unit_sight import see_as_unit, watchers
from counteract.rulesets.kt40.units import ENGAGED, enemy_units, engaged_with, leader, on_table, standing
from counteract.rulesets.kt40.windows import WHY_NOT_ENTER, WindowContext
from counteract.rulesets.kt40.zones import zones_of

#: Questions in which a picked number stands for a model.
OF_MODELS = ("allocate", "explosion")
#: Rolls in which every die succeeds or fails by itself.
SINGLE = ("hit", "wound", "save", "ignore")
_GROUPS = phrases(
    {
        "stratagem": "Stratagems",
        "ability": "Abilities",
        "arrive": "Reserves",
        "intervene": "Heroic interventions",
        "reserve": "In reserve",
        "embark": "Aboard a transport",
        "counter-offensive": "Counter-Offensive",
    }
)


class Preview(BasePreview):
    """The previews of the army-scale edition. A unit stands for all its models; where one model is asked for, it is the one that leads it."""

    action_prompts = frozenset(("option", "power"))
    walk = "normal move"
    still = "stay"
    offers = frozenset(("re-roll", "casualties", "allocate", "grenade", "pistols", "insane-bravery", "strike", "next-group"))

    # --- options

    def offer(self, decision: Decision) -> str:
        """Return the name of an offer; a window may be declined unless somebody could arrive or intervene in it. (INT-84)"""
        if decision.what != "effect":
            return super().offer(decision)
        enters = any(isinstance(answer, Pick) and str(answer.value).partition(":")[0] in WHY_NOT_ENTER for answer in decision.options)
        return "" if enters else decision.about(WindowContext).name

    def is_standing(self, decision: Decision) -> bool:
        return decision.what == "effect"  # each window comes once in a turn

    def is_weighed(self, decision: Decision) -> bool:
        return decision.what in TARGETS

    def rank(self, game: BaseGame, answers: Sequence[Answer]) -> Sequence[Answer]:
        """Return the targets of shots with the one that is expected to lose most first."""
        arena, s, decision = game.arena, game.state, require_decision(game)
        if decision.what not in TARGETS:
            return answers

        def expected(answer: Answer) -> float:
            unit = answer.value if isinstance(answer, Pick) else None
            return round(odds_of_target(arena, s, decision, unit).wounds, 6) if isinstance(unit, int) else -1.0

        return sorted(answers, key=expected, reverse=True)

    def subject_of(self, game: BaseGame, decision: Decision) -> tuple[int | None, int | None]:
        if decision.subject < 0:
            return None, None
        return leader(game.arena, game.state, decision.subject), decision.subject

    def models_meant(self, game: BaseGame, decision: Decision) -> tuple[int, ...]:
        if decision.what != "split-target":
            return ()
        models = decision.about(SplitContext).models
        return models if len(models) < len(standing(game.arena, game.state, decision.subject)) else ()

    def is_of_models(self, decision: Decision) -> bool:
        return decision.what in OF_MODELS

    def points_at(self, game: BaseGame, answer: Answer) -> int | None:
        arena, s, decision = game.arena, game.state, require_decision(game)
        match answer:
            case Pick(int(number)) if decision.what in OF_MODELS:
                return number if 0 <= number < len(arena.cards) else None
            case Pick(int(unit)) if 0 <= unit < len(arena.units):
                return leader(arena, s, unit)
            case Pick(str(name)) if decision.what == "grenade" and (shot := labels.read_shot(name)) is not None:
                return shot.model
            case Pick(str(name)) if (parts := name.split(":"))[0] in _GROUPS and len(parts) > 1 and parts[1].isdecimal():
                return leader(arena, s, int(parts[1]))
        return None

    def rows(self, game: BaseGame, decision: Decision) -> tuple[int, ...]:
        if isinstance(decision, CasualtiesDecision):
            return tuple(decision.models)
        if isinstance(decision, ReadyDecision):
            return tuple(leader(game.arena, game.state, unit) for unit in decision.units)
        return ()

    def area(self, game: BaseGame, answer: Answer) -> Box | None:
        if require_decision(game).what != "zone" or not isinstance(answer, Pick):
            return None
        board = game.arena.terrain.board
        return next((zone.box(board) for zone in zones_of(game.arena) if zone.name == answer.value), None)

    def group(self, game: BaseGame, answer: Answer) -> str | None:
        match require_decision(game).what, answer:
            case "option", Pick(str(name)):
                return say("Stay") if name in ("stay", "ready") else say("Moves")
            case (("effect" | "deploy" | "fight"), Pick(str(name))) if (kind := name.partition(":")[0]) in _GROUPS:
                return say(_GROUPS[kind])
        return None

    def has_forecast(self, game: BaseGame, answer: Answer) -> bool:
        return isinstance(answer, Pick) and require_decision(game).what in FORECASTS

    def forecast(self, game: BaseGame, answer: Answer) -> Forecast | None:
        decision, arena, s = require_decision(game), game.arena, game.state
        if not isinstance(answer, Pick) or decision.what not in FORECASTS:
            return None
        if isinstance(answer.value, int):
            _require_unit(game, answer.value)
        return FORECASTS[decision.what](arena, s, decision, answer)

    def set_up(self, game: BaseGame) -> Answer:
        decision = require_decision(game)
        advise = SETTING_UP.get(decision.what)
        return self.best(game) if advise is None else advise(game.arena, game.state, decision)

    # --- dice

    def rolled(self, game: BaseGame) -> Rolled | None:
        decision = require_decision(game)
        if not isinstance(decision, CommandRerollDecision):
            return None
        rolls = [option for option in decision.options if isinstance(option, Dice)]
        label = str(game.label(rolls[0])) if len(rolls) == 1 else say("roll one die again ({cost})", cost=in_command_points(1))
        uses = tuple({option.use: Use(option.use, label, decision.rule, _choices(rolls)) for option in rolls}.values())
        useful = {place for option in rolls for place in option.chosen}
        marks: tuple[Mark | None, ...] = (None,) * len(decision.faces)
        if decision.roll in SINGLE:
            marks = tuple("fail" if k in useful else "success" for k in range(len(decision.faces)))
        return Rolled(decision.faces, uses, marks)

    # --- the board

    def acts(self, game: BaseGame, model: int) -> tuple[Battle, Decision] | None:
        require_place(game, model)
        action_prompts = ACTION_PROMPTS.get(game.state.phase)
        return (game.state, action_prompts(game.arena, game.state, game.arena.unit_of[model])) if action_prompts else None

    def acted(self, game: BaseGame, model: int) -> str:
        s, unit = game.state, game.arena.unit_of[model]
        own = s.units[unit]
        done = {"movement": own.option, "psychic": own.activated, "shooting": own.shot, "fight": own.fought, "morale": own.tested}
        if s.acting == unit or not done.get(s.phase):
            return ""
        return say("{name} has acted in this phase already.", name=game.arena.unit_names[unit])

    def sees(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[Sight, ...]:
        arena, s = suppose_at(game, model, at)
        return see_as_unit(arena, s, arena.unit_of[model])

    def unit_sees(self, game: BaseGame, model: int, ends: Mapping[int, Point]) -> tuple[Sight, ...]:
        arena, s = game.arena.with_terrain(game.arena.terrain), replace_places(game.state, ends)
        return see_as_unit(arena, s, arena.unit_of[model])

    def seen_by(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[int, ...]:
        arena, s = suppose_at(game, model, at)
        return tuple(leader(arena, s, unit) for unit in _shooters(arena, s, arena.unit_of[model]))

    def unit_seen_by(self, game: BaseGame, unit: int, ends: Mapping[int, Point]) -> tuple[int, ...]:
        arena, s = game.arena.with_terrain(game.arena.terrain), replace_places(game.state, ends)
        decision = game.decision
        charges = isinstance(decision, UnitPathsDecision) and decision.about(UnitPathContext).action == "charge"
        met = engaged_with(arena, s, unit) if charges else ()  # those that are charged fire pistols at most (PISTOL-01)
        return tuple(v for v in _shooters(arena, s, unit) if v not in met)

    def unit_watched_by(self, game: BaseGame, unit: int, ends: Mapping[int, Point]) -> tuple[int, ...]:
        arena, s = game.arena.with_terrain(game.arena.terrain), replace_places(game.state, ends)
        return watchers(arena, s, unit)

    def threat(self, game: BaseGame, model: int) -> Threat:
        place, arena, s = require_place(game, model), game.arena, game.state
        unit, board, radius = arena.unit_of[model], arena.terrain.board, arena.radii[model]
        engaged, own = bool(engaged_with(arena, s, unit)), standing(arena, s, unit)
        kind = "fall back" if engaged else "normal move"
        decision = moves.ask_paths(arena, s, unit, kind, moves.march(arena, s, unit, kind))
        reach = () if has_minimum(arena, unit) else tuple(Area(area.z, (area.outline, *area.holes)) for area in find_area(decision))
        bases = [spread((), at, arena.radii[i], board) for i in own if (at := s.places[i]) is not None]
        stand = tuple(area for areas in bases for area in areas)
        fight = stand if engaged else spread(stand, place, REACH + ENGAGED, board)
        held = engaged and not arena.units[unit].has("FLY")  # it falls back and does not shoot, or stays and fires pistols
        guns = [gun.range for i in own for gun in arena.guns[i] if gun.type == "pistol" or not held]
        if not guns:
            return Threat(reach, fight, (), 0.0, say("It has nothing to shoot with."))
        shoot = spread(stand if held else (*stand, *reach), place, max(guns) + radius, board)
        return Threat(reach, fight, shoot, max(guns), say('It shoots up to {range:g}" far, as far as it sees its target.', range=max(guns)))


def _require_unit(game: BaseGame, unit: int) -> None:
    """Refuse a number that no unit on the table has."""
    if not 0 <= unit < len(game.arena.units):
        raise Refusal("", "There is no unit with the number {unit}.", unit=unit)
    if not on_table(game.arena, game.state, unit):
        raise Refusal("", "{name} is not on the board.", name=game.arena.unit_names[unit])


def _choices(rolls: Sequence[Dice]) -> tuple[tuple[int, ...], ...]:
    return tuple(option.chosen for option in rolls)


def _shooters(arena: Arena, s: ArmyBattle, unit: int) -> Iterable[int]:
    """Yield the enemy units that could shoot at a unit if it were their turn to."""
    for v in enemy_units(arena, s, arena.units[unit].side):
        fled = s.units[v].option == "fall back" and not arena.units[v].has("FLY")  # FALLBACK-03
        if not fled and any(True for _ in shots(arena, s, v, "shooting", unit)):
            yield v


# --- decisions of a unit in a phase


def _options(arena: Arena, s: ArmyBattle, unit: int) -> Decision:
    return unless_barred(s.acting, why_no_option(s, unit), which_option(arena, s, unit, tuple(map(Pick, OPTIONS))))


def _powers(arena: Arena, s: ArmyBattle, unit: int) -> Decision:
    return unless_barred(s.acting, why_not_psyker(arena, s, unit), which_power(arena, s, unit))


def _shots(arena: Arena, s: ArmyBattle, unit: int) -> Decision:
    return which_target(arena, s, unit, tuple(shots(arena, s, unit, "shooting")))


def _blows(arena: Arena, s: ArmyBattle, unit: int) -> Decision:
    """Return the decision which enemy unit in reach a unit strikes."""
    near: dict[Answer, Why | None] = {
        Pick(v): why_not_struck(arena, s, unit, v) for v in dict.fromkeys(v for own in reached(arena, s, unit).values() for v in own)
    }
    return Decision(
        arena.units[unit].side, "blows", tuple(foe for foe, why in near.items() if why is None), "KT40-FIGHT-09", "{name}: whom does it strike?",
        NameContext(arena.unit_names[unit]), subject=unit, known=tuple(near), why=lambda a: Refusal(*why) if (why := near.get(a)) else None,
    )  # fmt: skip


#: The decision about a unit's next action, by phase.
ACTION_PROMPTS: dict[str, Callable[[Arena, ArmyBattle, int], Decision]] = {
    "movement": _options,
    "psychic": _powers,
    "shooting": _shots,
    "fight": _blows,
}


PREVIEW = Preview()
