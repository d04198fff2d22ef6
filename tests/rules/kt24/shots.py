"""One gun against one target, and one blade against another: the attacks most tests of dice and weapon rules need."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from counteract.core.decision import Allocate, Dice
from tests.rules.kt24.scene import Play, Scene, blade, gun

SHOOTER, TARGET = 0, 1
ATTACKER, DEFENDER = 0, 1
COVER, OBSCURED = "cover", "obscured"


def shot(
    text: str,
    dice: Iterable[int] = (),
    *,
    behind: str = "",
    save: int = 4,
    wounds: int = 30,
    left: int | None = None,
    shooter: dict[str, Any] | None = None,
    cp: tuple[int, int] = (0, 0),
    **options: Any,
) -> Play:
    """Play a shot 9" across the open, or at a target behind a low wall (cover) or past a Heavy one (obscured), already aimed."""
    scene = Scene(**options)
    scene.add(0, (5, 11), weapons=[gun(text)], **{"order": "engage", "wounds": 30, **(shooter or {})})
    scene.add(1, (15, 11), weapons=[], save=save, wounds=wounds, left=left, order="engage")
    if behind == COVER:
        scene.wall(13.5, 10, 14, 12, top=1)
    if behind == OBSCURED:
        scene.wall(9, 9, 11, 13, top=1, kind="heavy")
    return scene.act(SHOOTER, "shoot", dice=dice, cp=cp).answer(TARGET)


def brawl(
    attacker: str,
    defender: str,
    dice: Iterable[int] = (),
    *,
    wounds: tuple[int, int] = (30, 30),
    left: tuple[int | None, int | None] = (None, None),
    cp: tuple[int, int] = (0, 0),
    initiative: int = 0,
    **options: Any,
) -> Play:
    """Return a battle with two operatives base to base; the first fights with its blade, the other retaliates with its own."""
    scene = Scene(**options)
    scene.add(0, (10, 11), weapons=[blade(attacker)], wounds=wounds[0], left=left[0], order="engage")
    scene.add(1, (11.5, 11), weapons=[blade(defender)], wounds=wounds[1], left=left[1], order="engage")
    return scene.act(ATTACKER, "fight", dice=dice, cp=cp, initiative=initiative)


def one_way(text: str, **options: Any) -> Scene:
    """Return a scene in which operative 1 sees 2 below a hanging wall, 2 does not see 1; they are 2" apart, and shooter 0 sees both."""
    scene = Scene(**options)
    scene.add(0, (5, 11), weapons=[gun(text)], order="engage")
    scene.add(1, (15, 11), order="engage")
    scene.add(1, (15, 14), order="engage")
    scene.wall(14, 13.2, 16, 13.4, bottom=0.8, top=4)
    return scene


def kept(play: Play, player: int = 0) -> tuple[int, int]:
    """Return the critical and the normal successes a player retained last."""
    event = [e for e in play.events("retained") if e.values["player"] == player][-1]
    return event.values["criticals"], event.values["normals"]


def rolled(play: Play, player: int) -> list[int]:
    """Return how many dice a player rolled at a time, re-rolls aside."""
    return [len(e.values["dice"]) for e in play.events("rolled") if e.values["player"] == player]


def block(normal_on_normal: int = 0, pairs_on_critical: int = 0, critical_on_critical: int = 0, critical_on_normal: int = 0) -> Allocate:
    """Return the answer that spends the defence dice so; no argument blocks nothing."""
    return Allocate((normal_on_normal, pairs_on_critical, critical_on_critical, critical_on_normal))


def again(use: str, *chosen: int) -> Dice:
    """Roll these dice of the roll again (the first is 0)."""
    return Dice(use, chosen)
