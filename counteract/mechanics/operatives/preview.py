"""Previews for operatives: the targets they see, the odds of their attacks, and the areas they threaten."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from counteract.core import language
from counteract.core.decision import Answer, Decision, Dice, Pick, Refusal, Why
from counteract.core.game import BaseGame
from counteract.core.language import Phrase, Several, phrases, say
from counteract.core.preview import Bars, Forecast, Sight, State, Struck, Threat
from counteract.core.state import Battle, Point
from counteract.mechanics.field import within
from counteract.mechanics.moves.limits import MoveLimits as Demands
from counteract.mechanics.moves.reach import reach_of
from counteract.mechanics.operatives import attack_odds, text
from counteract.mechanics.operatives.arena import OperativeArena
from counteract.mechanics.operatives.attack_odds import AttackOdds, Exchange
from counteract.mechanics.operatives.dice_preview import DicePreview, use_name
from counteract.mechanics.operatives.effects import Burst, in_force
from counteract.mechanics.operatives.shoot import ShotsContext, TargetContext
from counteract.mechanics.operatives.sight import CONTROL, first_visible_point, gap
from counteract.mechanics.operatives.state import CONCEAL
from counteract.mechanics.preview import (
    areas,
    centre,
    find_shooting_area,
    head,
    how_far,
    odds_of,
    require_decision,
    require_place,
    round_point,
    spread,
    suppose_at,
)
from counteract.mechanics.sides import enemies_of
from counteract.odds.pools.terms import PoolTerms
from counteract.table.kernels.sight import target_point
from counteract.table.reach import Reach
from counteract.table.sight import find_first_blocker

RANGED, MELEE = "ranged", "melee"
_WEAPONS = phrases({RANGED: "Ranged weapons", MELEE: "Melee weapons"})
_ATTACKS = ("shoot", "fight")
_UNARMED = "It has no ranged weapon."
#: Further targets of a weapon besides the one chosen: in addition to it, or instead of the others it strikes too.
TOO, INSTEAD = Phrase("{names} may be shot at too."), Phrase("Instead, {names} may be shot at too.")


class OperativePreview(DicePreview):
    """The preview methods that editions with operatives share; each adds its own rules of aiming and moving."""

    numbers = frozenset(("weapon", "accurate", "initiative"))
    action_prompts = frozenset(("action",))
    offers = frozenset(("ploy",))
    ordered_when_set_up: bool = False  # True if players choose the orders of operatives as they set them up
    no_gun: str  # the rule that an operative needs a ranged weapon to shoot

    # --- parts that each edition adds

    def acting(self, arena: Any, s: Any, i: int) -> Any:
        """Return the battle as if an operative were about to act with an Engage order."""
        raise NotImplementedError

    def action(self, arena: Any, s: Any, i: int) -> Decision:
        """Return the decision which action an operative performs next."""
        raise NotImplementedError

    def why_not_shooter(self, arena: Any, s: Any, i: int) -> Why | None:
        """Return the reason why an operative may not shoot with any weapon; None if there is none."""
        raise NotImplementedError

    def why_not_weapon(self, arena: Any, s: Any, i: int, w: int) -> Why | None:
        raise NotImplementedError

    def why_not_target(self, arena: Any, s: Any, i: int, w: int, j: int) -> Why | None:
        raise NotImplementedError

    def screen(self, arena: Any, s: Any, i: int, j: int) -> tuple[State, tuple[int, ...]]:
        """Return the effect of terrain on a target in sight, and the parts that have it."""
        raise NotImplementedError

    def shot(self, arena: Any, s: Any, i: int, weapon: Any, j: int) -> AttackOdds:
        raise NotImplementedError

    def blast_shots(self, arena: Any, s: Any, i: int, w: int, j: int) -> tuple[Any, ...]:
        """Return the shots that go with one at a target: those at the others in its blast."""
        raise NotImplementedError

    def torrent_targets(self, arena: Any, s: Any, i: int, w: int, j: int) -> tuple[int, ...]:
        """Return the further targets that a weapon could shoot at besides a target, at its player's choice."""
        raise NotImplementedError

    def splash(self, arena: Any, s: Any, i: int, w: int, j: int) -> tuple[int, tuple[int, ...]]:
        """Return the damage that every critical hit on a target does to others, and those others."""
        raise NotImplementedError

    def backlash(self, arena: Any, s: Any, i: int, weapon: Any) -> Bars:
        """Return the damage that a hot weapon may do to its user, with the chance of each; empty if it is not hot."""
        raise NotImplementedError

    def foes(self, arena: Any, s: Any, i: int) -> tuple[int, ...]:
        """Return the enemies that an operative could fight."""
        raise NotImplementedError

    def terms(self, arena: Any, s: Any, i: int, action: str) -> Demands:
        """Return the limits of a move action."""
        raise NotImplementedError

    def fires_after(self, weapon: Any) -> tuple[str, ...]:
        """Return the moves that a weapon may be fired after, the longest first; none if its user must not move."""
        raise NotImplementedError

    def points(self, arena: Any, s: Any, i: int) -> int:
        """Return the AP that an operative has for an activation."""
        raise NotImplementedError

    # --- options

    def points_at(self, game: BaseGame, answer: Answer) -> int | None:
        match answer:
            case Pick(str(name)) if require_decision(game).what == "order-of-effects":
                return int(name.partition("/")[0])
        return super().points_at(game, answer)

    def group(self, game: BaseGame, answer: Answer) -> str | None:
        decision, arena = require_decision(game), game.arena
        match decision.what, answer:
            case "weapon", Pick(int(w)):
                return say(_WEAPONS[arena.cards[decision.subject].weapons[w].kind])
            case "action", Pick(str(name)):
                return say("Moves") if name in arena.edition.moves else say("Attacks") if name in _ATTACKS else say("Other")
            case (("gambit" | "strategic-ploy" | "ploy"), Pick(str(name))):
                return say("Other gambits") if name in _gambits(arena, decision.player) else say("Ploys")
            case "re-roll", Dice(use, _):
                return use_name(use)
        return None

    def has_forecast(self, game: BaseGame, answer: Answer) -> bool:
        match require_decision(game).what, answer:
            case (("target" | "secondary" | "next-target" | "weapon" | "opponent"), Pick(int())):
                return True
            case "action", Pick(str(name)):
                return name in _ATTACKS and answer in require_decision(game).options
        return self.weighs(game, answer)

    def forecast(self, game: BaseGame, answer: Answer) -> Forecast | None:
        decision, arena, s = require_decision(game), game.arena, game.state
        i = decision.subject
        match decision.what, answer:
            case (("target" | "secondary"), Pick(int(j))):
                require_place(game, j)
                return self._target(arena, s, decision, j)
            case "next-target", Pick(int(j)):
                return self._next(arena, s, decision, j)
            case "opponent", Pick(int(j)):
                require_place(game, j)
                return self._fight(arena, s, i, j, _blades(arena, i))
            case "weapon", Pick(int(w)) if 0 <= w < len(arena.cards[i].weapons):
                return self._shot(arena, s, i, [w]) if arena.cards[i].weapons[w].kind == RANGED else self._best_fight(arena, s, i, [w])
            case "action", Pick("shoot") if answer in decision.options:
                return self._shot(arena, s, i, self._guns(arena, s, i))
            case "action", Pick("fight") if answer in decision.options:
                return self._best_fight(arena, s, i, _blades(arena, i))
        return self.weigh(game, answer)

    # --- attacks to come

    def _target(self, arena: Any, s: Any, decision: Decision, j: int) -> Forecast:
        """Return the forecast of shooting at a target with the weapons in use, or of its refusal."""
        i, uses = decision.subject, decision.about(TargetContext).uses
        refusal = decision.refuse(Pick(j))
        sight = self.sight(arena, s, i, j, uses)
        if refusal is not None:
            sight = replace(sight, valid=False, weapons=(), sentence=refusal.reason, rule=refusal.rule)
            return Forecast(text=refusal.reason, model=j, sight=sight)
        used = {w: self.shot(arena, s, i, arena.cards[i].weapons[w], j) for w in uses}
        w = max(used, key=lambda w: attack_odds.worth(used[w]))
        return self._shown(arena, s, i, w, j, replace(sight, valid=True, weapons=tuple(uses), sentence=None, rule=None), used[w])

    def _next(self, arena: Any, s: Any, decision: Decision, j: int) -> Forecast | None:
        """Return the forecast of one of several shots, as settled when its target was chosen; None if there is no such shot."""
        shot = next((shot for shot in decision.about(ShotsContext).shots if shot.target == j), None)
        if shot is None:
            return None
        chance, name = self._settled(arena, s, shot), str(arena.cards[shot.shooter].weapons[shot.weapon].name)
        return Forecast(text=text.describe_attack(chance), model=j, weapon=name, odds=odds_of("shot", text.describe_chances, chance))

    def _settled(self, arena: Any, s: Any, shot: Any) -> AttackOdds:
        """Return the odds of a shot of which all is settled."""
        weapon, terms = self.case(arena, s, shot, PoolTerms(cover=shot.cover, **self.options_of(arena)))
        return attack_odds.shot(self.odds, arena, s, weapon, shot.target, terms)

    def _shown(self, arena: Any, s: Any, i: int, w: int, j: int, sight: Sight, chance: AttackOdds) -> Forecast:
        return self.shown_with(arena, s, i, w, j, chance, self.blast_shots(arena, s, i, w, j), self.torrent_targets(arena, s, i, w, j), sight)

    def shown_with(
        self,
        arena: Any,
        s: Any,
        i: int,
        w: int,
        j: int,
        chance: AttackOdds,
        besides: Iterable[Any],
        further: Sequence[int],
        sight: Sight | None = None,
    ) -> Forecast:  # fmt: skip
        """Return the forecast of a shot, with the shots that go with it and the further targets."""
        name, odds = str(arena.cards[i].weapons[w].name), odds_of("shot", text.describe_chances, chance)
        also = tuple(Struck(shot.target, text.describe_attack(self._settled(arena, s, shot))) for shot in besides)
        more = [say(INSTEAD if also else TOO, names=Several(arena.names[k] for k in further))] if further else []
        note = " ".join(filter(None, (*more, *self._notes(arena, s, i, w, j), self.burst(arena, s, i, j)))) or None
        return Forecast(text=text.describe_attack(chance), model=j, weapon=name, sight=sight, odds=odds, also=also, note=note)

    def _notes(self, arena: Any, s: Any, i: int, w: int, j: int) -> Iterator[str]:
        """Yield sentences on damage that the odds do not count: splash, and a hot weapon's to its user."""
        damage, struck = self.splash(arena, s, i, w, j)
        if struck:
            template = "Every critical hit does {damage} damage to {names} too, not counted here."
            yield say(template, damage=damage, names=Several(arena.names[k] for k in struck))
        if hurt := [(harm, chance) for harm, chance in self.backlash(arena, s, i, arena.cards[i].weapons[w]) if harm]:
            likely, falls = sum(chance for _, chance in hurt), sum(chance for harm, chance in hurt if harm >= s.models[i].wounds)
            template = "Hot: {likely} to be hurt itself, by up to {most} damage; {falls} incapacitated."
            yield say(template, likely=language.chance(likely), most=max(hurt)[0], falls=language.chance(falls))

    def burst(self, arena: Any, s: Any, i: int, j: int) -> str | None:
        """Return a note on the damage if j bursts as it falls, which the odds do not count; None if i is too far away or j has no burst."""
        bursts = [e for e in in_force(arena, s, j, "when_down") if isinstance(e, Burst) and within(gap(arena, s, i, j), e.inches)]
        template = "{effect}, if {name} falls: {damage} damage to all within {inches:g}\", not counted here."
        told = [say(template, effect=Phrase(e.name), name=arena.names[j], damage=e.damage, inches=e.inches) for e in bursts]
        return " ".join(told) or None

    def _shot(self, arena: Any, s: Any, i: int, weapons: Iterable[int]) -> Forecast | None:
        """Return the forecast of the best shot with one of these weapons; None if there is no target."""
        found: dict[int, tuple[int, AttackOdds]] = {}
        for w in weapons:
            for j in enemies_of(arena, s, arena.sides[i]):
                if self.why_not_target(arena, s, i, w, j) is None:
                    chance = self.shot(arena, s, i, arena.cards[i].weapons[w], j)
                    if j not in found or attack_odds.worth(chance) > attack_odds.worth(found[j][1]):
                        found[j] = w, chance
        if not found:
            return None
        j = attack_odds.best_target({j: chance for j, (_, chance) in found.items()})
        w, chance = found[j]
        return self._shown(arena, s, i, w, j, self.sight(arena, s, i, j, (w,)), chance)

    def _fight(self, arena: Any, s: Any, i: int, j: int, weapons: Iterable[int]) -> Forecast | None:
        """Return the forecast of the best fight with one enemy; None if there is no weapon."""
        fights = {w: attack_odds.bout(self.odds, arena, s, i, arena.cards[i].weapons[w], j) for w in weapons}
        return self._fought(arena, s, i, j, fights) if fights else None

    def _best_fight(self, arena: Any, s: Any, i: int, weapons: list[int]) -> Forecast | None:
        """Return the forecast of the fight with the enemy that suits these weapons best; None if there is no weapon or no enemy."""
        foes = self.foes(arena, s, i)
        fights = {j: {w: attack_odds.bout(self.odds, arena, s, i, arena.cards[i].weapons[w], j) for w in weapons} for j in foes}
        if not foes or not weapons:
            return None
        j = attack_odds.best_foe({j: max(one.values(), key=attack_odds.gain) for j, one in fights.items()})
        return self._fought(arena, s, i, j, fights[j])

    def _fought(self, arena: Any, s: Any, i: int, j: int, fights: Mapping[int, Exchange]) -> Forecast:
        w = max(fights, key=lambda w: attack_odds.gain(fights[w]))
        odds, name = odds_of("fight", text.describe_chances, fights[w].dealt, fights[w].taken), str(arena.cards[i].weapons[w].name)
        return Forecast(text=text.describe_fight(fights[w]), model=j, weapon=name, odds=odds, note=self.burst(arena, s, i, j))

    # --- sight

    def acts(self, game: BaseGame, model: int) -> tuple[Battle, Decision] | None:
        require_place(game, model)
        s = game.state
        if not (s.acting and s.acting[-1].operative == model):
            s = self.acting(game.arena, s, model)
        return s, self.action(game.arena, s, model)

    def acted(self, game: BaseGame, model: int) -> str:
        s = game.state
        if s.phase != "firefight" or s.models[model].ready or any(acting.operative == model for acting in s.acting):
            return ""
        return say("{name} has been activated already this turning point.", name=game.arena.names[model])

    def sees(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[Sight, ...]:
        arena, s = suppose_at(game, model, at)
        decision = game.decision
        uses = None
        if decision is not None and decision.what == "target" and decision.subject == model:
            uses = decision.about(TargetContext).uses
        ordered = decision is None or decision.what != "order"
        now = s if ordered and s.acting and s.acting[-1].operative == model else self.acting(arena, s, model)
        return tuple(self.sight(arena, now, model, j, uses) for j in enemies_of(arena, now, arena.sides[model]))

    def seen_by(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[int, ...]:
        arena, s = suppose_at(game, model, at)
        if game.state.places[model] is None and self.ordered_when_set_up:
            s = self.acting(arena, s, model)  # with an Engage order, under which it is in more danger
        return tuple(j for j in enemies_of(arena, s, arena.sides[model]) if self.sight(arena, self.acting(arena, s, j), j, model).valid)

    def sight(self, arena: Any, s: Any, i: int, j: int, uses: Iterable[int] | None = None) -> Sight:
        """Return how an operative sees an enemy, and which of its guns, or of those in use, could target it."""
        guns = self._guns(arena, s, i) if uses is None else [*uses]
        point = first_visible_point(arena, s, i, j)
        line = round_point(head(arena, s, i)), round_point(centre(arena, s, j))
        state: State = "hidden"
        parts: tuple[str, ...] = ()
        if point < 0:
            blocked = find_first_blocker(arena.terrain, *line)
            parts = () if blocked is None else (blocked.part,)
        else:
            line = line[0], round_point(target_point(arena.bodies(s.places), i, j, point))
            state, numbers = self.screen(arena, s, i, j)
            parts = tuple(arena.terrain.parts[p].id for p in numbers)
        able, why = self._aim(arena, s, i, j, guns)
        sight = Sight(j, state, bool(able), able, line, parts)
        return sight if why is None else replace(sight, sentence=Refusal(*why).reason, rule=why[0])

    def _guns(self, arena: Any, s: Any, i: int) -> list[int]:
        """Return the ranged weapons that an operative may use now."""
        weapons = arena.cards[i].weapons
        return [w for w, weapon in enumerate(weapons) if weapon.kind == RANGED and self.why_not_weapon(arena, s, i, w) is None]

    def _aim(self, arena: Any, s: Any, i: int, j: int, guns: list[int]) -> tuple[tuple[int, ...], Why | None]:
        """Return the guns that an enemy is a valid target of; if there are none, why not."""
        barred = self.why_not_shooter(arena, s, i)
        if barred is not None:
            return (), barred
        problems = {w: self.why_not_target(arena, s, i, w, j) for w in guns}
        able = tuple(w for w, why in problems.items() if why is None)
        if able:
            return able, None
        if problems:
            return (), next(iter(problems.values()))
        ranged = (w for w, weapon in enumerate(arena.cards[i].weapons) if weapon.kind == RANGED)
        return (), next((self.why_not_weapon(arena, s, i, w) for w in ranged), (self.no_gun, _UNARMED))

    # --- next actions of a model

    def threat(self, game: BaseGame, model: int) -> Threat:
        require_place(game, model)
        arena = game.arena
        s = self.acting(arena, game.state, model)
        engaged = bool(self.foes(arena, s, model))
        walk, ranges = ("fall back",) if engaged else (self.walk,), self._ranges(arena, s, model, engaged)
        reaches = {moves: self._reach(arena, s, model, moves) for moves in {walk, *ranges} if moves}
        shoot = find_shooting_area(arena, s, model, [(reaches.get(moves), far) for moves, far in ranges.items()])
        return Threat(areas(reaches[walk]), self._fights(arena, s, model, engaged), shoot, *how_far(ranges.values()))

    def _reach(self, arena: Any, s: Any, i: int, moves: tuple[str, ...]) -> Reach:
        """Return the reach of several moves, taken as one move of their joint length."""
        demands = [self.terms(arena, s, i, move) for move in moves]
        return reach_of(arena, s.places, i, replace(demands[0], most=sum(one.most for one in demands)))

    def _ranges(self, arena: Any, s: Any, i: int, engaged: bool) -> dict[tuple[str, ...], float]:
        """Return how far an operative shoots, by the moves it makes before."""
        found: dict[tuple[str, ...], float] = {}
        barred = self.why_not_shooter(arena, s, i) is not None
        for w in self._guns(arena, s, i):
            gun = arena.cards[i].weapons[w]
            moves = self.fires_after(gun)
            if engaged:
                moves = ("fall back",) if self.walk in moves else ()
            elif len(moves) > 1 and self.points(arena, s, i) <= len(moves):  # one AP is for shooting
                moves = moves[:1]
            if moves or not barred:
                found[moves] = max(found.get(moves, 0.0), gun.rules.range or math.inf)
        return found

    def _fights(self, arena: Any, s: Any, i: int, engaged: bool) -> Any:
        """Return where an enemy must stand to be fought after a charge, or without one if the operative is engaged or concealed."""
        reached: tuple[Any, ...] = ()
        if not engaged and s.models[i].order != CONCEAL:
            free = replace(self.terms(arena, s, i, "charge"), mode="free", sticky=(), gaps=())
            reached = areas(reach_of(arena, s.places, i, free))
        return spread(reached, s.places[i], arena.radii[i] + CONTROL, arena.terrain.board)


def _gambits(arena: OperativeArena, player: int) -> list[str]:
    """Return the ids of gambits, which are used like ploys."""
    return [ploy.id for ploy in arena.ploys[player] if ploy.kind == "gambit"]


def _blades(arena: OperativeArena, i: int) -> list[int]:
    return [w for w, weapon in enumerate(arena.cards[i].weapons) if weapon.kind == MELEE]
