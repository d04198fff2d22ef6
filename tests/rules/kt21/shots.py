"""One gun against one target, and one blade against another: the attacks most tests of dice and weapon rules need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from counteract.core.decision import Allocate, Dice
from counteract.core.state import Task
from counteract.rulesets.kt21.state import Acting
from tests.rules.kt21.scene import Play, Scene, blade, gun

SHOOTER, TARGET = 0, 1
ATTACKER, DEFENDER = 0, 1
COVER, ROOF = "cover", "roof"


def range_of_fire(text: str, *, behind: Iterable[str] = (), shooter: dict[str, Any] | None = None, target: dict[str, Any] | None = None) -> Scene:
    """Return a scene with a shooter and a target 9" apart in the open, or the target behind a barricade (cover) or below a roof."""
    scene = Scene()
    scene.add(0, (5, 11), **{"weapons": [gun(text)], "wounds": 30, **(shooter or {})})
    scene.add(1, (15, 11), **{"weapons": [], "wounds": 30, **(target or {})})
    if COVER in behind:
        scene.barricade(13.6, 11, 90)
    if ROOF in behind:
        scene.roof(15.2, 10, 17, 12)
    return scene


def shot(
    text: str,
    dice: Iterable[int] = (),
    *,
    behind: Iterable[str] = (),
    shooter: dict[str, Any] | None = None,
    cp: tuple[int, int] = (0, 0),
    switches: dict[str, Any] | None = None,
    **target: Any,
) -> Play:
    """Play a shot at such a target, which has the stats given, already aimed."""
    scene = range_of_fire(text, behind=behind, shooter=shooter, target=target)
    scene.options.update(switches or {})
    return scene.act(SHOOTER, "shoot", dice=dice, cp=cp).answer(TARGET)


def brawl(
    attacker: str,
    defender: str | None,
    dice: Iterable[int] = (),
    *,
    wounds: tuple[int, int] = (30, 30),
    left: tuple[int | None, int | None] = (None, None),
    cp: tuple[int, int] = (0, 0),
    **fields: Any,
) -> Play:
    """Return a battle in which operative 0 fights operative 1, half an inch away, each with one blade (or none); the attacker's dice fall first."""
    scene = Scene()
    scene.add(0, (10, 11), weapons=[blade(attacker)], wounds=wounds[0], left=left[0])
    scene.add(1, (11.5, 11), weapons=[blade(defender)] if defender else [], wounds=wounds[1], left=left[1])
    return scene.act(ATTACKER, "fight", dice=dice, cp=cp, **fields)


def then_activated(scene: Scene, i: int, action: str, *after: int, dice: Iterable[int] = (), points: int = 1, **fields: Any) -> Play:
    """Play an action already paid for and the rest of that activation, then further activations."""
    acting = (Acting(i, "activation", points=points, spent=1, done=(action,)),)
    tasks = (Task("perform", (i, action)), Task("actions", (i,)), *(Task("activation", (j,)) for j in after))
    return scene.play(*tasks, dice=dice, acting=acting, **fields)


def through(play: Play) -> Play:
    """Play on with the answers of players who give none, to the end or the next action."""
    while not play.over and play.what != "action":
        play.answer(play.decision.default)
    return play


def kept(play: Play, player: int = 0) -> tuple[int, int]:
    """Return the critical and the normal hits a player retained last."""
    event = [e for e in play.events("retained") if e.values["player"] == player][-1]
    return event.values["criticals"], event.values["normals"]


def saved(play: Play) -> tuple[int, int]:
    """Return the critical and the normal saves of the last defence."""
    values = play.events("saves")[-1].values
    return values["criticals"], values["normals"]


def rolled(play: Play, player: int) -> list[int]:
    """Return how many dice a player rolled at a time, re-rolls aside."""
    return [len(e.values["dice"]) for e in play.events("rolled") if e.values["player"] == player]


def resolved(play: Play) -> list[tuple[int, str]]:
    """Return the use of each hit, in order."""
    return [(e.values["model"], e.values["use"]) for e in play.game.events if e.kind in ("struck", "parried")]


def attacked(play: Play) -> list[int]:
    """Return the targets of the shooting attacks made, in order."""
    return [e.values["target"] for e in play.events("shoots")]


def spend(normal_on_normal: int = 0, pairs_on_critical: int = 0, critical_on_critical: int = 0, critical_on_normal: int = 0) -> Allocate:
    """Return the answer that spends saves so; no argument spends none."""
    return Allocate((normal_on_normal, pairs_on_critical, critical_on_critical, critical_on_normal))


def again(use: str, *chosen: int) -> Dice:
    """Roll these dice of the roll again (the first is 0)."""
    return Dice(use, chosen)
