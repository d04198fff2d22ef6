"""What can be told before an answer is given: whom a runner sees, who sees it, and where it could go and throw."""

from __future__ import annotations

from msgspec.structs import replace

from banners.actions import MOVE, STOP, is_seen, move_terms, why_not_target
from banners.state import Arena, Race
from counteract.core.decision import Refusal
from counteract.core.foresight import Sight, Threat
from counteract.core.game import Game
from counteract.core.language import say
from counteract.mechanics.foresight import Basics, areas, how_far, in_sight, on_board, plain, standing
from counteract.mechanics.reaching import reach_of
from counteract.mechanics.sides import enemies_of
from counteract.table import rays
from counteract.table.shapes import Point


class Foresight(Basics):
    """Banners."""

    deeds = frozenset(("act",))
    walk = MOVE
    still = STOP
    offers = frozenset(("dodge",))
    strip = 3.0

    def acted(self, game: Game, model: int) -> str:
        s = game.state
        if s.phase != "round" or s.acting == model or s.models[model].ready:
            return ""
        return say("{name} has acted this round.", name=game.arena.names[model])

    def sees(self, game: Game, model: int, at: Point | None = None) -> tuple[Sight, ...]:
        arena, s = standing(game, model, at)
        return tuple(_sight(arena, s, model, j) for j in enemies_of(arena, s, arena.sides[model]))

    def seen_by(self, game: Game, model: int, at: Point | None = None) -> tuple[int, ...]:
        arena, s = standing(game, model, at)
        return tuple(j for j in enemies_of(arena, s, arena.sides[model]) if why_not_target(arena, s, j, model) is None)

    def threat(self, game: Game, model: int) -> Threat:
        on_board(game, model)
        arena, s, far = game.arena, game.state, game.arena.cards[model].range
        reach = reach_of(arena, s.places, model, move_terms(arena, model))
        return Threat(areas(reach), (), in_sight(arena, s, model, [(reach, far)], rays=True), *how_far([far]))


def _sight(arena: Arena, s: Race, i: int, j: int) -> Sight:
    """What an enemy is to a runner. (SHOOT-01)"""
    bodies, why = arena.bodies(s.places), why_not_target(arena, s, i, j)
    start, end = rays.line(arena.terrain, bodies, i, j)
    hidden = not is_seen(arena, s, i, j)
    parts = tuple(blocker.part for blocker in rays.look(arena.terrain, bodies, i, j).blockers if blocker.part is not None) if hidden else ()
    sight = Sight(j, "hidden" if hidden else "open", why is None, () if why else (0,), (plain(start), plain(end)), parts)
    return replace(sight, sentence=Refusal(*why, name=arena.names[j]).reason, rule=why[0]) if why else sight


FORESIGHT = Foresight()
