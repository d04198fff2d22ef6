"""One shooter, one target and what lies between: scenes for visibility, cover and obscuring, answered by shooting.

    lane = Lane(order="conceal")
    lane.wall(13.5, 10, 14, 12, top=1)
    assert lane.outcome() == "KT24-TARGET-03"
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from counteract.table.terrain import Part
from tests.rules.kt24.scene import INCH, Play, Scene, gun

SHOOTER, TARGET, DECOY = 0, 1, 2
OPEN, COVER, OBSCURED, BOTH, EITHER = "open", "cover", "obscured", "cover and obscured", "cover or obscured"


class Lane(Scene):
    """A shooter at (5, 11), a target at (15, 11), and a decoy to the side that can always be shot, so that there is a choice.

    Neither player has command points, so only the questions of the scene are asked.
    """

    def __init__(
        self,
        *,
        shooter: Sequence[float] = (5, 11),
        target: Sequence[float] = (15, 11),
        order: str = "engage",
        rules: str = "",
        base: float = INCH,
        heights: tuple[float, float] = (1.5, 1.5),
        decoy: Sequence[float] = (),
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self.add(0, shooter, weapons=[gun(f"3 4+ 2/5; {rules}")], order="engage", base=base, height=heights[0])
        self.add(1, target, weapons=[gun("3 4+ 2/5")], order=order, base=base, height=heights[1], wounds=30)
        self.add(1, decoy or (shooter[0], 20), order="engage")

    def solid(self, corners: Iterable[tuple[float, float]], *, top: float, kind: str, feature: str = "") -> None:
        """Draw a part of any outline."""
        name = f"part{len(self.parts)}"
        self.parts.append(Part(id=name, feature=feature or name, footprint=tuple(corners), top=top, kind=kind))  # type: ignore[arg-type]

    def aim(self, dice: Iterable[int] = (6, 6, 6)) -> Play:
        """Return a battle in which the shooter is about to choose its target."""
        play = self.act(SHOOTER, "shoot", dice=dice)
        assert play.what == "target" and DECOY in play.options()
        return play

    def why(self) -> str:
        """Return the rule that keeps the target from being chosen; "" if it can be."""
        play = self.aim()
        rule = play.why(TARGET)
        assert (TARGET in play.options()) is (not rule)
        return rule

    def outcome(self) -> str:
        """Return the rule that keeps the target from being chosen, or the effect of terrain on it once it has been.

        The attack dice show three criticals, of which an obscured target leaves two normals.
        """
        rule = self.why()
        if rule:
            return rule
        play = self.aim(dice=(6, 6, 6, 1, 1, 1)).answer(TARGET)
        if play.what == "cover-or-obscured":
            return EITHER
        while play.what == "accurate":
            play.answer(0)
        (kept,) = play.events("retained")
        obscured = {(0, 2): True, (3, 0): False}[kept.values["criticals"], kept.values["normals"]]
        covered = play.what == "cover-save"
        return {(False, False): OPEN, (True, False): COVER, (False, True): OBSCURED, (True, True): BOTH}[covered, obscured]
