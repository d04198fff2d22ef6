"""One shooter, one target and what lies between: scenes for visibility, cover and obscuring, answered by shooting.

    lane = Lane(order="conceal")
    lane.wall(13.5, 10, 14, 12, top=1)
    assert lane.outcome() == "KT21-LOS-03"
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from counteract.table.terrain import Part
from tests.rules.kt21.scene import Play, Scene, gun
from tests.rules.stage import INCH

SHOOTER, TARGET, DECOY = 0, 1, 2
OPEN, COVER = "open", "cover"
OBSCURED, HIDDEN, UNSEEN = "KT21-OBSCURE-01", "KT21-LOS-03", "KT21-VIS-02"  # why a target cannot be chosen


class Lane(Scene):
    """A shooter at (5, 11), a target at (15, 11), and a decoy to the side that can always be shot, so that there is a choice."""

    def __init__(
        self,
        *,
        shooter: Sequence[float] = (5, 11),
        target: Sequence[float] = (15, 11),
        order: str = "engage",
        rules: str = "",
        bases: tuple[float, float] = (INCH, INCH),
        heights: tuple[float, float] = (1.5, 1.5),
        decoy: Sequence[float] = (),
    ) -> None:
        super().__init__()
        self.add(0, shooter, weapons=[gun(f"3 4+ 2/5; {rules}")], base=bases[0], height=heights[0])
        self.add(1, target, weapons=[gun("3 4+ 2/5")], order=order, base=bases[1], height=heights[1], wounds=30)
        self.add(1, decoy or (shooter[0], 20))

    def solid(self, corners: Iterable[tuple[float, float]], *, top: float, marks: Iterable[str] = (), feature: str = "") -> None:
        """Draw a part of any outline."""
        name = f"part{len(self.parts)}"
        kind = "heavy" if top >= 2 else "light"
        self.parts.append(Part(id=name, feature=feature or name, footprint=tuple(corners), top=top, kind=kind, marks=tuple(marks)))  # type: ignore[arg-type]

    def windows(self, *box: float, top: float = 3.0, **more: Any) -> None:
        """Draw a wall that does not block sight."""
        self.wall(*box, top=top, marks=("windowed",), **more)

    def aim(self, dice: Iterable[int] = (6, 6, 6)) -> Play:
        """Return a battle in which the shooter is about to choose its target."""
        play = self.act(SHOOTER, "shoot", dice=dice)
        assert play.what == "target" and DECOY in play.options()
        return play

    def outcome(self) -> str:
        """Return the rule that keeps the target from being chosen; if it can be chosen, whether it may keep a die for cover."""
        play = self.aim()
        rule = play.why(TARGET)
        assert (TARGET in play.options()) is (not rule)
        if rule:
            return rule
        play = self.aim(dice=(6, 1, 1, 1, 1, 1)).answer(TARGET)
        return COVER if play.what == "cover-save" else OPEN
