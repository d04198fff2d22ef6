"""Previews of answers in Kill Team 2024: valid targets, cover, attack odds and the next move. (TARGET, COVER, REPO)"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from counteract.core.decision import Answer, Decision, Pick, Why
from counteract.core.game import BaseGame
from counteract.core.preview import Bars, Forecast, Mark, State
from counteract.mechanics.moves.limits import MoveLimits as Demands
from counteract.mechanics.operatives import preview
from counteract.mechanics.operatives import stats as shared_stats
from counteract.mechanics.operatives.attack_odds import AttackOdds
from counteract.mechanics.operatives.sight import enemies_in_control, gap, near_and_seen
from counteract.mechanics.operatives.state import ENGAGE
from counteract.mechanics.preview import require_decision
from counteract.odds.pools.nodes import CRITICAL, NORMAL
from counteract.odds.pools.terms import PoolTerms
from counteract.rulesets.kt24 import attack_odds, moves, odds, shoot, stats
from counteract.rulesets.kt24.actions import which_action
from counteract.rulesets.kt24.arena import Arena
from counteract.rulesets.kt24.policy import about_to_act
from counteract.rulesets.kt24.shoot import BLAST, Shot, SpreadContext
from counteract.rulesets.kt24.sight import DROP_ZONE, height_above, judge_cover
from counteract.rulesets.kt24.state import Skirmish
from counteract.rulesets.kt24.weapons import Rules, Weapon, heavy_bars_use, hot_damage


class Preview(preview.OperativePreview):
    """The previews of Kill Team 2024."""

    odds = odds.RULES
    walk = "reposition"
    still = "end"
    no_gun = "KT24-SHOOT-05"
    strip = DROP_ZONE

    def acting(self, arena: Arena, s: Skirmish, i: int) -> Skirmish:
        return about_to_act(s, i)

    def action(self, arena: Arena, s: Skirmish, i: int) -> Decision:
        return which_action(arena, s, i, shared_stats.apl(arena, s, i) - s.acting[-1].spent)

    def why_not_shooter(self, arena: Arena, s: Skirmish, i: int) -> Why | None:
        """Return why an operative may not shoot with any weapon, or None. (SHOOT-03, MIS-42)"""
        if enemies_in_control(arena, s, i) and not shoot.is_point_blank(arena, s, i):
            return "KT24-SHOOT-03", "An enemy operative is within control range."
        return None

    def why_not_weapon(self, arena: Arena, s: Skirmish, i: int, w: int) -> Why | None:
        return shoot.why_not_weapon(arena, s, i, w)

    def why_not_target(self, arena: Arena, s: Skirmish, i: int, w: int, j: int) -> Why | None:
        return shoot.why_not_target(arena, s, i, w, j, point_blank=shoot.is_point_blank(arena, s, i))

    def screen(self, arena: Arena, s: Skirmish, i: int, j: int) -> tuple[State, tuple[int, ...]]:
        """Return whether a target is open, in cover or obscured, and the parts that make it so. (COVER, MIS-25)"""
        found = judge_cover(arena, s, i, j)
        parts = tuple(sorted({*found.cover, *found.obscured}))
        return ("obscured" if found.obscured else "cover" if found.cover else "open"), parts

    def shot(self, arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> AttackOdds:
        return attack_odds.shot(arena, s, i, weapon, j)

    def blast_shots(self, arena: Arena, s: Skirmish, i: int, w: int, j: int) -> tuple[Shot, ...]:
        """Return the shots of Blast at operatives near a target. (WR-BLAST)"""
        weapon = arena.cards[i].weapons[w]
        rules = _rules(arena, s, i, w, j)
        if not rules.blast:
            return ()
        shelter = attack_odds.sheltered(arena, s, i, weapon, j)[1]
        hit = stats.fixed_hit(arena, s, i, weapon, shoot.hit_penalty(arena, s, i))
        return shoot.blast_shots(arena, s, Shot(i, w, j, hit, shelter.cover, shelter.obscured), rules.blast_radius)

    def torrent_targets(self, arena: Arena, s: Skirmish, i: int, w: int, j: int) -> tuple[int, ...]:
        """Return the secondary targets that Torrent may add. (WR-TORRENT)"""
        rules = _rules(arena, s, i, w, j)
        return tuple(shoot.torrent_targets(arena, s, i, w, j, rules)) if rules.torrent else ()

    def has_forecast(self, game: BaseGame, answer: Answer) -> bool:
        return require_decision(game).what == "blast-or-torrent" or super().has_forecast(game, answer)

    def forecast(self, game: BaseGame, answer: Answer) -> Forecast | None:
        """Return the forecast of an answer; for Blast or Torrent, with the other targets of each. (INT-83)"""
        decision, arena, s = require_decision(game), game.arena, game.state
        if decision.what != "blast-or-torrent" or answer not in decision.options:
            return super().forecast(game, answer)
        about = decision.about(SpreadContext)
        i, (w,), j = decision.subject, about.uses, about.target
        blast = answer == Pick(BLAST)
        besides, further = self.blast_shots(arena, s, i, w, j) if blast else (), () if blast else self.torrent_targets(arena, s, i, w, j)
        return self.shown_with(arena, s, i, w, j, self.shot(arena, s, i, arena.cards[i].weapons[w], j), besides, further)

    def splash(self, arena: Arena, s: Skirmish, i: int, w: int, j: int) -> tuple[int, tuple[int, ...]]:
        """Return the damage of Devastating to operatives near a target for each critical, and those operatives. (WR-DEVASTATING-02)"""
        rules = _rules(arena, s, i, w, j)
        inches, damage = max(rules.devastating, default=(0.0, 0))
        return damage, tuple(near_and_seen(arena, s, j, inches)) if inches else ()

    def backlash(self, arena: Arena, s: Skirmish, i: int, weapon: Weapon) -> Bars:
        """Return the distribution of damage that a Hot weapon does to its user. (WR-HOT)"""
        if not weapon.rules.hot:
            return ()
        hit = shared_stats.hit(arena, s, i, weapon, shoot.hit_penalty(arena, s, i))
        return tuple((hot_damage(face, hit), 1 / 6) for face in range(1, 7))

    def foes(self, arena: Arena, s: Skirmish, i: int) -> tuple[int, ...]:
        return enemies_in_control(arena, s, i)

    def terms(self, arena: Arena, s: Skirmish, i: int, action: str) -> Demands:
        return moves.terms(arena, s, i, action)

    def fires_after(self, weapon: Weapon) -> tuple[str, ...]:
        """Return the move actions that the weapon may be fired after. (WR-HEAVY)"""
        return tuple(move for move in (self.walk, "dash") if not heavy_bars_use(weapon.rules, (move,)))

    def points(self, arena: Arena, s: Skirmish, i: int) -> int:
        return shared_stats.apl(arena, s, i)

    # --- attacks in progress

    def case(self, arena: Arena, s: Skirmish, shot: Shot, terms: PoolTerms) -> tuple[Weapon, PoolTerms]:
        """Return the weapon and the terms that give the odds of a shot in progress. (SHOOT-08, MIS-35)"""
        i, j = shot.shooter, shot.target
        weapon = arena.cards[i].weapons[shot.weapon]
        rules = shared_stats.weapon_rules(arena, s, i, weapon, j, gap(arena, s, i, j))
        if s.models[j].order == ENGAGE:
            rules = stats.high_ground(rules, height_above(arena, s, i, j))
        used = replace(weapon, hit=stats.current_hit(arena, s, i, shot.hit), rules=rules)
        return used, terms._replace(obscured=shot.obscured, vantage_cover=shot.vantage_cover)

    def options_of(self, arena: Arena) -> dict[str, Any]:
        return attack_odds.options_of(arena)

    def attack_mark(self, arena: Arena, rules: Rules, needed: int, face: int) -> Mark:
        kinds: dict[int, Mark] = {CRITICAL: "critical", NORMAL: "success"}
        return kinds.get(odds.results(needed, rules.lethal)[face - 1], "fail")


def _rules(arena: Arena, s: Skirmish, i: int, w: int, j: int) -> Rules:
    """Return the rules of a weapon against a target, effects included."""
    rules: Rules = shared_stats.weapon_rules(arena, s, i, arena.cards[i].weapons[w], j, gap(arena, s, i, j))
    return rules


PREVIEW = Preview()
