"""Previews of answers in Kill Team 2018: targets, cover, attack odds, risks and the next move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from counteract.core.decision import Answer, Decision, Dice, NameContext, Path, Pick, Refusal, Why
from counteract.core.game import BaseGame
from counteract.core.language import Several, say, say_count
from counteract.core.preview import Area, Forecast, Risk, Rolled, Sight, State, Threat, Use
from counteract.core.state import Battle, Point
from counteract.mechanics.moves.decision import PathContext, PathDecision
from counteract.mechanics.moves.reach import reach_of
from counteract.mechanics.names import part_of
from counteract.mechanics.preview import (
    BasePreview,
    areas,
    find_shooting_area,
    how_far,
    odds_of,
    require_decision,
    require_place,
    round_point,
    spread,
    suppose_at,
    unless_barred,
)
from counteract.mechanics.sides import enemies_of
from counteract.rulesets.kt18 import moves
from counteract.rulesets.kt18.actions import ScoutContext, which_option
from counteract.rulesets.kt18.arena import Arena
from counteract.rulesets.kt18.attack import Kind
from counteract.rulesets.kt18.attack_odds import InjuryOdds, attack, attacks, mixed
from counteract.rulesets.kt18.charge import REACH, ChargeContext, arrival
from counteract.rulesets.kt18.damage import impact_dice
from counteract.rulesets.kt18.fight import why_not_fight, why_not_struck
from counteract.rulesets.kt18.psychic import which_power, why_not_psyker
from counteract.rulesets.kt18.shoot import (
    GunsContext,
    WeaponsContext,
    aimed,
    furthest,
    groups,
    which_weapons,
    why_not_shooter,
    why_not_target,
    why_not_weapon,
)
from counteract.rulesets.kt18.sight import COVER, DEPLOYMENT, ENGAGED, engaged_enemies, judge_visibility
from counteract.rulesets.kt18.state import Skirmish
from counteract.rulesets.kt18.tactics import TacticalRerollDecision
from counteract.rulesets.kt18.text import hoped, prospect, reached
from counteract.table import ray_casting
from counteract.table.placement import is_on_marked_area
from counteract.table.sight import find_first_blocker

SHOOTING: Kind = "shooting"
UNSEEN = "KT18-SHOOT-07"
UNARMED: Why = ("KT18-SHOOT-06", "It has no ranged weapon.")


class Preview(BasePreview):
    """The previews of Kill Team 2018."""

    action_prompts = frozenset(("option", "weapons", "power"))
    walk = "normal move"
    still = "stay"
    offers = frozenset(("re-roll", "tactic"))
    strip = DEPLOYMENT

    # --- options

    def points_at(self, game: BaseGame, answer: Answer) -> int | None:
        match answer:
            case Pick(str(name)) if require_decision(game).what == "next-batch":
                return int(name.partition("/")[2])
        return super().points_at(game, answer)

    def group(self, game: BaseGame, answer: Answer) -> str | None:
        match require_decision(game).what, answer:
            case "weapons", Pick():
                return say("Ranged weapons")
            case "option", Pick(str(name)):
                return say("Stay") if name in ("stay", "ready") else say("Moves")
            case "tactic", Pick():
                return say("Tactics")
        return None

    def has_forecast(self, game: BaseGame, answer: Answer) -> bool:
        return isinstance(answer, Pick) and require_decision(game).what in ("target", "weapons", "shoot", "fight", "charge-target", "power-target")

    def forecast(self, game: BaseGame, answer: Answer) -> Forecast | None:
        decision, arena, s = require_decision(game), game.arena, game.state
        match decision.what, answer:
            case "target", Pick(int(j)):
                require_place(game, j)
                return _target(arena, s, decision, j)
            case "power-target", Pick(int(j)):
                require_place(game, j)
                sight = replace(sight_of(arena, s, decision.subject, j, ()), valid=answer in decision.options, sentence=None, rule=None)
                return Forecast(text=hides(sight), model=j, sight=sight)
            case "weapons", Pick(str(name)) if name in (weapons := decision.about(WeaponsContext)).guns:
                kind: Kind = "overwatch" if weapons.at >= 0 else SHOOTING
                return _best_shot(arena, s, decision.subject, [weapons.guns[name]], kind, weapons.at)
            case "shoot", Pick(int(i)):
                require_place(game, i)
                return _best_shot(arena, s, i, groups(arena, s, i, SHOOTING).values(), SHOOTING)
            case "fight", Pick(int(i)):
                require_place(game, i)
                return _brawl(arena, s, i, [j for j in engaged_enemies(arena, s, i) if why_not_struck(arena, s, i, j) is None])
            case "charge-target", Pick(int(j)):
                require_place(game, j)
                return _charge(arena, s, decision.subject, j, decision.about(ChargeContext).named)
        return None

    # --- dice

    def rolled(self, game: BaseGame) -> Rolled | None:
        decision = require_decision(game)
        if decision.kind != "dice":
            return None
        faces = decision.faces if isinstance(decision, TacticalRerollDecision) else (decision.about(ScoutContext).die,)
        rolls = [option for option in decision.options if isinstance(option, Dice)]
        uses = tuple(Use(option.use, str(game.label(option)), decision.rule, (option.chosen,)) for option in rolls)
        return Rolled(faces, uses, (None,) * len(faces))

    # --- the board

    def acts(self, game: BaseGame, model: int) -> tuple[Battle, Decision] | None:
        require_place(game, model)
        action_prompts = ACTION_PROMPTS.get(game.state.phase)
        return (game.state, action_prompts(game.arena, game.state, model)) if action_prompts else None

    def acted(self, game: BaseGame, model: int) -> str:
        s = game.state
        if s.phase != "movement" or s.acting == model or not s.models[model].option:
            return ""
        return say("{name} has acted in this phase already.", name=game.arena.names[model])

    def risks(self, game: BaseGame, path: Path) -> tuple[Risk, ...]:
        decision = require_decision(game)
        assert isinstance(decision, PathDecision)
        return tuple(_risks(game.arena, decision, path))

    def sees(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[Sight, ...]:
        arena, s = suppose_at(game, model, at)
        decision = game.decision
        guns: Sequence[int] = range(len(arena.guns[model]))
        if decision is not None and decision.what == "target" and decision.subject == model:
            guns = decision.about(GunsContext).guns
        elif (barred := why_not_shooter(arena, s, model)) is not None:
            return tuple(sight_of(arena, s, model, j, (), barred) for j in enemies_of(arena, s, arena.sides[model]))
        return tuple(sight_of(arena, s, model, j, guns) for j in enemies_of(arena, s, arena.sides[model]))

    def seen_by(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[int, ...]:
        arena, s = suppose_at(game, model, at)
        decision = game.decision
        charges = isinstance(decision, PathDecision) and decision.subject == model and decision.about(PathContext).action == "charge"
        met = engaged_enemies(arena, s, model) if charges else ()  # a model that was charged does not shoot (QA-13)
        able = [j for j in enemies_of(arena, s, arena.sides[model]) if j not in met and why_not_shooter(arena, s, j) is None]
        return tuple(j for j in able if sight_of(arena, s, j, model, range(len(arena.guns[j]))).valid)

    def threat(self, game: BaseGame, model: int) -> Threat:
        place, arena, s = require_place(game, model), game.arena, game.state
        card, board, radius = arena.cards[model], arena.terrain.board, arena.radii[model]
        engaged = bool(engaged_enemies(arena, s, model))
        terms = moves.fall_back(arena, model) if engaged else moves.terms("normal move", card.move, arena.figures[model])
        reach = reach_of(arena, s.places, model, terms)
        charged: tuple[Area, ...] = ()
        if not engaged:
            charged = areas(reach_of(arena, s.places, model, moves.terms("pile in", REACH, arena.figures[model])))
        fight = spread(charged, place, radius + ENGAGED, board, radius + REACH)
        held = engaged and not card.fly  # it falls back and does not shoot, or stays and fires pistols (SHOOT-05, FALLBACK-06)
        guns = [gun.range for gun in arena.guns[model] if gun.type == "pistol" or not held]
        aims = [(None if held else reach, max(guns))] if guns else []
        return Threat(areas(reach), fight, find_shooting_area(arena, s, model, aims, rays=True), *how_far(guns))


# --- risks of a path


def _risks(arena: Arena, decision: PathDecision, path: Path) -> Iterator[Risk]:
    """Yield the risks of a path: jumps down, and dangerous ground where it begins or ends. (TERR-05, TERR-07)"""
    walk, start = decision.walk(path), decision.places[decision.subject]
    if walk is None or not walk.ok or start is None:
        return
    if dice := 0 if decision.terms.figures.fly else sum(map(impact_dice, walk.jumps)):
        template = "The jump down rolls {count} die; a 5+ is a mortal wound.", "The jump down rolls {count} dice; each 5+ is a mortal wound."
        yield Risk(say_count(*template, dice), "KT18-TERR-07")
    ends = start, decision.landing(path)
    if any(is_on_marked_area(arena.terrain, *place, arena.radii[decision.subject], "dangerous") for place in ends):
        yield Risk(say("Dangerous ground: a 1 is a mortal wound."), "KT18-TERR-05")


# --- decisions of a model in a phase


def _shots(arena: Arena, s: Skirmish, i: int) -> Decision:
    return unless_barred(s.acting, why_not_shooter(arena, s, i), which_weapons(arena, s, i))


def _powers(arena: Arena, s: Skirmish, i: int) -> Decision:
    return unless_barred(s.acting, why_not_psyker(arena, s, i), which_power(arena, i))


def _blows(arena: Arena, s: Skirmish, i: int) -> Decision:
    """Return the decision which enemy within 1" a model strikes."""
    near: dict[Answer, Why | None] = {Pick(j): why_not_struck(arena, s, i, j) for j in engaged_enemies(arena, s, i)}
    whom = Decision(
        arena.sides[i], "strike", tuple(foe for foe, why in near.items() if why is None), "KT18-FIGHT-06", "{name}: whom does it strike?",
        NameContext(arena.names[i]), subject=i, known=tuple(near), why=lambda a: Refusal(*why) if (why := near.get(a)) else None,
    )  # fmt: skip
    return unless_barred(s.acting, why_not_fight(arena, s, i), whom)


#: The decision about a model's next action, by phase.
ACTION_PROMPTS: dict[str, Callable[[Arena, Skirmish, int], Decision]] = {
    "movement": which_option,
    "psychic": _powers,
    "shooting": _shots,
    "fight": _blows,
}


# --- forecasts of attacks


def _target(arena: Arena, s: Skirmish, decision: Decision, j: int) -> Forecast:
    """Return the forecast of shooting at a target, or of the refusal."""
    i, guns = decision.subject, decision.about(GunsContext).guns
    refusal, sight = decision.refuse(Pick(j)), sight_of(arena, s, i, j, guns)
    if refusal is not None:
        return Forecast(text=refusal.reason, model=j, sight=sight)
    return _shot(arena, s, i, guns, j, SHOOTING, sight)


def _shot(arena: Arena, s: Skirmish, i: int, guns: Iterable[int], j: int, kind: Kind, sight: Sight | None = None) -> Forecast:
    used = aimed(arena, s, i, guns, j)
    chance = attacks(arena, s, i, used, j, kind)
    name = ", ".join(gun.name for gun in used)
    seen = sight or sight_of(arena, s, i, j, tuple(guns))
    return Forecast(text=hoped(chance), model=j, weapon=name, sight=seen, odds=odds_of("shot", prospect, chance))


def _best_shot(arena: Arena, s: Skirmish, i: int, ways: Iterable[Sequence[int]], kind: Kind, at: int = -1) -> Forecast | None:
    """Return the forecast of the best shot with one of several groups of guns, or None."""
    shots = {
        (tuple(guns), j): attacks(arena, s, i, used, j, kind)
        for guns in ways
        for j in ((at,) if at >= 0 else enemies_of(arena, s, arena.sides[i]))
        if (used := aimed(arena, s, i, guns, j))
    }
    if not shots:
        return None
    guns, j = max(shots, key=lambda way: _worth(shots[way]))
    return _shot(arena, s, i, guns, j, kind)


def _brawl(arena: Arena, s: Skirmish, i: int, foes: Sequence[int]) -> Forecast | None:
    """Return the forecast of the best blow in close combat with one of these enemies, and of its blow in return; or None."""
    blows = {(w, j): attack(arena, s, i, blade, j, "fight") for j in foes for w, blade in enumerate(arena.blades[i])}
    if not blows:
        return None
    w, j = max(blows, key=lambda way: _worth(blows[way]))
    back = None if s.models[j].shaken or (s.phase == "fight" and s.models[j].fought) else _returned(arena, s, i, j, blows[w, j])
    there = hoped(blows[w, j])
    text = there if back is None else say("{there}; in return {back}", there=there, back=hoped(back))
    return Forecast(text=text, model=j, weapon=str(arena.blades[i][w].name), odds=odds_of("fight", prospect, blows[w, j], back))


def _returned(arena: Arena, s: Skirmish, i: int, j: int, blow: InjuryOdds) -> InjuryOdds:
    """Return the odds of the blow in return: unhurt, with one flesh wound more, or out of action. (FIGHT-09)"""
    struck = replace(s.models[j], flesh=s.models[j].flesh + 1)
    fates = (1.0 - blow.hurt, s), (blow.hurt - blow.out, replace(s, models=(*s.models[:j], struck, *s.models[j + 1 :])))
    return mixed((likely, max((attack(arena, then, j, blade, i, "fight") for blade in arena.blades[j]), key=_worth)) for likely, then in fates)


def _charge(arena: Arena, s: Skirmish, i: int, j: int, named: tuple[int, ...]) -> Forecast | None:
    """Return the forecast of a charge: the probability that it arrives, and the close combat there."""
    likely, arena, then, _ = arrival(arena, s, i, j, named)
    found = _brawl(arena, then, i, [j])
    return found and replace(found, text=reached(likely, found.text))


def _worth(chance: InjuryOdds) -> tuple[float, float]:
    return chance.out, chance.wounds


# --- sight


def sight_of(arena: Arena, s: Skirmish, i: int, j: int, guns: Sequence[int], barred: Why | None = None) -> Sight:
    """Return the sight of model i on enemy j with some of its guns; ``barred`` is why model i may not shoot at all. (INT-04 to INT-06)"""
    seen, table = judge_visibility(arena, s, i, j), arena.terrain
    bodies = arena.bodies(s.places)
    near = ray_casting.cast_rays(table, bodies, i, j, COVER)
    start, end = ray_casting.choose_ray(table, bodies, i, j)
    line = round_point(start), round_point(end)
    state: State = "cover" if seen.in_cover else "obscured" if seen.obscured else "open" if seen.visible else "hidden"
    parts = tuple(blocker.part for blocker in near.blockers if blocker.part is not None)
    if state == "hidden" and (first := find_first_blocker(table, *line)) is not None:
        parts = (first.part,)
    models = tuple(blocker.body for blocker in near.blockers if blocker.body is not None)
    able, why = ((), barred) if barred else _aim(arena, s, i, j, guns)
    sight = Sight(j, state, bool(able), able, line, parts, models)
    if state == "hidden" and why is not None and why[0] == UNSEEN:
        things = [*(part_of(table, part) for part in parts), *(arena.names[body] for body in models)]
        sentence = say("From eye to body no line is clear: {things} in between.", things=Several(dict.fromkeys(things)))
        return replace(sight, sentence=sentence, rule="KT18-INT-04")
    return sight if why is None else replace(sight, sentence=Refusal(*why).reason, rule=why[0])


def _aim(arena: Arena, s: Skirmish, i: int, j: int, guns: Sequence[int]) -> tuple[tuple[int, ...], Why | None]:
    """Return the guns that may target an enemy, by their numbers on the card; if none may, also why. (SHOOT-06 to SHOOT-09)"""
    numbers = [n for n, weapon in enumerate(arena.cards[i].weapons) if weapon.kind == "ranged"]
    problems = {w: why_not_weapon(arena, s, i, arena.guns[i][w], SHOOTING) or why_not_target(arena, s, i, arena.guns[i][w], j) for w in guns}
    able = tuple(numbers[w] for w, why in problems.items() if why is None)
    return able, None if able else furthest(why for why in problems.values() if why) if problems else UNARMED


def hides(sight: Sight) -> str:
    """Return the visibility of a target in a few words."""
    return {"open": say("in the open"), "cover": say("in cover"), "obscured": say("obscured"), "hidden": say("out of sight")}[sight.state]


PREVIEW = Preview()
