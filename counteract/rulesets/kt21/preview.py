"""Previews of answers in Kill Team 2021: valid targets, cover, attack odds and the next move. (SHOOT, LOS, MOVE)"""

from __future__ import annotations

from math import comb

from msgspec.structs import replace

from counteract.core.decision import Decision, Why
from counteract.core.preview import Bars, Mark, State
from counteract.mechanics.moves.limits import MoveLimits as Demands
from counteract.mechanics.operatives import preview, stats
from counteract.mechanics.operatives.attack_odds import AttackOdds
from counteract.mechanics.operatives.sight import gap, near_and_seen
from counteract.odds.pools.terms import PoolTerms
from counteract.rulesets.kt21 import attack_odds, moves, odds, shoot
from counteract.rulesets.kt21.actions import END, which_action
from counteract.rulesets.kt21.arena import Arena
from counteract.rulesets.kt21.policy import about_to_act
from counteract.rulesets.kt21.shoot import OVERWATCH, Shot
from counteract.rulesets.kt21.sight import CLEAR, DROP_ZONE, OBSCURED, engaged_enemies, find_cover_parts, judge_cover
from counteract.rulesets.kt21.state import Skirmish
from counteract.rulesets.kt21.weapons import BARRED_BY_HEAVY, Rules, Weapon, count_hits


class Preview(preview.OperativePreview):
    """The previews of Kill Team 2021."""

    odds = odds.RULES
    walk = "normal move"
    still = END
    no_gun = "KT21-SHOOT-03"
    strip = DROP_ZONE
    ordered_when_set_up = True

    def acting(self, arena: Arena, s: Skirmish, i: int) -> Skirmish:
        return about_to_act(s, i)

    def action(self, arena: Arena, s: Skirmish, i: int) -> Decision:
        acting = s.acting[-1]
        return which_action(arena, s, i, acting.points - acting.spent)

    def why_not_shooter(self, arena: Arena, s: Skirmish, i: int) -> Why | None:
        """Return why an operative may not shoot with any weapon, or None. (SHOOTACT-02, OW-05)"""
        if engaged_enemies(arena, s, i):
            return "KT21-SHOOTACT-02", "An enemy operative is within Engagement Range."
        return None

    def why_not_weapon(self, arena: Arena, s: Skirmish, i: int, w: int) -> Why | None:
        return shoot.why_not_weapon(arena, s, i, w)

    def why_not_target(self, arena: Arena, s: Skirmish, i: int, w: int, j: int) -> Why | None:
        return shoot.why_not_target(arena, s, i, w, j)

    def screen(self, arena: Arena, s: Skirmish, i: int, j: int) -> tuple[State, tuple[int, ...]]:
        """Return whether a target is open, in cover or obscured, and the parts that make it so. (COVER, OBSCURE)"""
        found = judge_cover(arena, s, i, j)
        if found == CLEAR:
            return "open", ()
        parts = find_cover_parts(arena, s, i, j)
        return ("obscured", parts.obscured) if found == OBSCURED else ("cover", parts.cover)

    def shot(self, arena: Arena, s: Skirmish, i: int, weapon: Weapon, j: int) -> AttackOdds:
        return attack_odds.shot(arena, s, i, weapon, j)

    def blast_shots(self, arena: Arena, s: Skirmish, i: int, w: int, j: int) -> tuple[Shot, ...]:
        """Return the shots of Blast at operatives near a target. (WR-BLAST)"""
        weapon = arena.cards[i].weapons[w]
        return shoot.blast_shots(arena, s, Shot(i, w, j, weapon.attacks, cover=False)) if weapon.rules.blast and not weapon.rules.fusillade else ()

    def torrent_targets(self, arena: Arena, s: Skirmish, i: int, w: int, j: int) -> tuple[int, ...]:
        """Return the other targets that Fusillade or Torrent may add. (WR-FUSILLADE, WR-TORRENT)"""
        rules = arena.cards[i].weapons[w].rules
        if rules.fusillade and not (s.acting and s.acting[-1].kind == OVERWATCH):
            return tuple(shoot.fusillade_targets(arena, s, i, w, j))
        return tuple(shoot.torrent_targets(arena, s, i, w, (j,))) if rules.torrent and not rules.blast else ()

    def splash(self, arena: Arena, s: Skirmish, i: int, w: int, j: int) -> tuple[int, tuple[int, ...]]:
        """Return the damage of Splash to operatives near a target for each critical hit, and those operatives. (WR-SPLASH-02)"""
        rules = stats.weapon_rules(arena, s, i, arena.cards[i].weapons[w], j, gap(arena, s, i, j))
        return rules.splash, tuple(near_and_seen(arena, s, j, shoot.SPLASH)) if rules.splash else ()

    def backlash(self, arena: Arena, s: Skirmish, i: int, weapon: Weapon) -> Bars:
        """Return the distribution of damage that a Hot weapon does to its user. (WR-HOT)"""
        n = weapon.attacks if weapon.rules.hot else 0
        return tuple((shoot.HOT * ones, comb(n, ones) * 5 ** (n - ones) / 6**n) for ones in range(1, n + 1))

    def foes(self, arena: Arena, s: Skirmish, i: int) -> tuple[int, ...]:
        return engaged_enemies(arena, s, i)

    def terms(self, arena: Arena, s: Skirmish, i: int, action: str) -> Demands:
        return moves.terms(action, moves.limit(arena, s, i, action))

    def fires_after(self, weapon: Weapon) -> tuple[str, ...]:
        """Return the move actions that the weapon may be fired after. (WR-HEAVY)"""
        return tuple(move for move in (self.walk, "dash") if not weapon.rules.heavy or move not in BARRED_BY_HEAVY)

    def points(self, arena: Arena, s: Skirmish, i: int) -> int:
        return stats.apl(arena, s, i)

    # --- attacks in progress

    def case(self, arena: Arena, s: Skirmish, shot: Shot, terms: PoolTerms) -> tuple[Weapon, PoolTerms]:
        """Return the weapon and the terms that give the odds of a shot in progress. (SHOOT-05, OW-06, WR-BARRAGE-02)"""
        i, j = shot.shooter, shot.target
        weapon = arena.cards[i].weapons[shot.weapon]
        rules = stats.weapon_rules(arena, s, i, weapon, j, gap(arena, s, i, j))
        used = replace(weapon, attacks=shot.dice, hit=stats.hit(arena, s, i, weapon, worse=shot.worse), rules=rules)
        sheltered = shoot.is_sheltered(arena, s, rules, j, shot.cover)
        return used, terms._replace(cover=sheltered, roof=sheltered)

    def options_of(self, arena: Arena) -> dict[str, bool]:
        return {"lethal_needs_hit": arena.options.lethal_needs_hit}

    def attack_mark(self, arena: Arena, rules: Rules, needed: int, face: int) -> Mark:
        kinds: dict[tuple[int, int], Mark] = {(1, 0): "critical", (0, 1): "success", (0, 0): "fail"}
        return kinds[count_hits(rules, (face,), needed, lethal_needs_hit=arena.options.lethal_needs_hit)]


PREVIEW = Preview()
