"""What can be told before an answer is given: whom a runner sees, who sees it, and where it could go and throw."""

from __future__ import annotations

from msgspec.structs import replace

from banners.actions import MOVE, STOP, is_seen, move_terms, why_not_target
from banners.state import Arena, Race
from counteract.core.decision import Refusal
from counteract.core.game import BaseGame
from counteract.core.language import say
from counteract.core.preview import Sight, Threat
from counteract.core.state import Point
from counteract.mechanics.moves.reach import reach_of
from counteract.mechanics.preview import BasePreview, areas, find_shooting_area, how_far, require_place, round_point, suppose_at
from counteract.mechanics.sides import enemies_of
from counteract.table import ray_casting


class Preview(BasePreview):
    """Banners."""

    action_prompts = frozenset(("act",))
    walk = MOVE
    still = STOP
    offers = frozenset(("dodge",))
    strip = 3.0

    def acted(self, game: BaseGame, model: int) -> str:
        s = game.state
        if s.phase != "round" or s.acting == model or s.models[model].ready:
            return ""
        return say("{name} has acted this round.", name=game.arena.names[model])

    def sees(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[Sight, ...]:
        arena, s = suppose_at(game, model, at)
        return tuple(_sight(arena, s, model, j) for j in enemies_of(arena, s, arena.sides[model]))

    def seen_by(self, game: BaseGame, model: int, at: Point | None = None) -> tuple[int, ...]:
        arena, s = suppose_at(game, model, at)
        return tuple(j for j in enemies_of(arena, s, arena.sides[model]) if why_not_target(arena, s, j, model) is None)

    def threat(self, game: BaseGame, model: int) -> Threat:
        require_place(game, model)
        arena, s, far = game.arena, game.state, game.arena.cards[model].range
        reach = reach_of(arena, s.places, model, move_terms(arena, model))
        return Threat(areas(reach), (), find_shooting_area(arena, s, model, [(reach, far)], rays=True), *how_far([far]))


def _sight(arena: Arena, s: Race, i: int, j: int) -> Sight:
    """What an enemy is to a runner. (SHOOT-01)"""
    bodies, why = arena.bodies(s.places), why_not_target(arena, s, i, j)
    start, end = ray_casting.choose_ray(arena.terrain, bodies, i, j)
    hidden = not is_seen(arena, s, i, j)
    blockers = ray_casting.cast_rays(arena.terrain, bodies, i, j).blockers if hidden else ()
    parts = tuple(blocker.part for blocker in blockers if blocker.part is not None)
    sight = Sight(j, "hidden" if hidden else "open", why is None, () if why else (0,), (round_point(start), round_point(end)), parts)
    return replace(sight, sentence=Refusal(*why, name=arena.names[j]).reason, rule=why[0]) if why else sight


PREVIEW = Preview()
