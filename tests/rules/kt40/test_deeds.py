"""What powers, stratagems and abilities do. (GEN-07, PSY-07, PSY-13, STRAT-01, INT-61)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.attacks.hitwoundsave import Amount
from counteract.core.state import Task
from counteract.rulesets.kt40 import deeds, stats
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.cards import Deed, Power, Stratagem
from counteract.rulesets.kt40.state import ArmyBattle
from tests.rules.kt40.scenes import Boon, Play, Scene, blade, gun
from tests.rules.kt40.shots import finish, kinds


def power(**fields: Any) -> Power:
    return Power(id="power", name="Power", text="…", charge=5, deed=Deed(**fields))


def scene_with(deed: Power, *, friend: dict[str, Any] | None = None) -> Scene:
    """Return a scene: a Psyker with a power (0), a squad of its side 5" away (1), an enemy 9" away (2) and a hidden one 5" away (3)."""
    scene = Scene()
    scene.psyker(0, (20, 10), powers=[deed])
    scene.squad(0, (14, 10), models=1, **(friend or {}))
    scene.squad(1, (20, 20), models=1, wounds=9), scene.squad(1, (26, 10), models=1, wounds=9)
    scene.block(22, 5, 23, 15)
    return scene


def cast(scene: Scene, *dice: int) -> Play:
    return scene.play(Task("manifest", (0, "power")), dice=(3, 3, *dice), phase="psychic")


@pytest.mark.rule("KT40-GEN-07", "KT40-PSY-13")
def test_a_power_does_the_usual_unless_its_text_says_otherwise() -> None:
    """One mortal wound, more of them from 11 on, a boon of 1."""
    assert cast(scene_with(power(kind="bolt"))).lost(2) == 1
    assert stats.boons(*_after(cast(scene_with(power(kind="boon", boon="attacks"))).answer(0)), 0, "attacks") == 1
    strong = Power(id="power", name="Power", text="…", charge=5, deed=Deed(kind="bolt", strong=Amount(plus=4)))
    for dice, lost in (((6, 5), 4), ((6, 4), 1)):
        assert scene_with(strong).play(Task("manifest", (0, "power")), dice=dice, phase="psychic").lost(2) == lost


def _after(play: Play) -> tuple[Arena, ArmyBattle]:
    return play.arena, play.s


@pytest.mark.rule("KT40-PSY-13", "KT40-PSY-07")
def test_bolt_and_strike() -> None:
    """A bolt takes the closest visible unit; a strike any visible one, or with ``unseen`` any at all."""
    assert cast(scene_with(power(kind="bolt", amount=Amount(plus=2)))).lost(2) == 2
    assert cast(scene_with(power(kind="strike", amount=Amount(1, 3))), 5).lost(2) == 3
    play = cast(scene_with(power(kind="strike", unseen=True, amount=Amount(plus=1))))
    assert play.what == "power-target" and play.options() == [2, 3]
    assert play.answer(3).lost(3) == 1


@pytest.mark.rule("KT40-PSY-07")
def test_a_power_has_no_price() -> None:
    """Command points are not named in its questions."""
    assert cast(scene_with(power(kind="strike", unseen=True))).decision.prompt == "Power: which unit does it affect?"
    assert cast(scene_with(power(kind="boon"))).decision.prompt == "Power: for which unit?"


@pytest.mark.rule("KT40-GEN-07")
def test_boons_for_friends_and_enemies() -> None:
    """A friendly unit within reach, the Psyker's own among them, or a visible enemy one."""
    play = cast(scene_with(power(kind="boon", inches=6, boon="toughness", bonus=2, until="phase")))
    assert play.options() == [0, 1]
    play.answer(1)
    assert play.unit(1).boons == (Boon("toughness", 2, "phase", "power"),) and stats.toughness(play.arena, play.s, 1) == 6
    assert cast(scene_with(power(kind="boon", enemy=True, boon="to hit", bonus=-1))).unit(2).boons[0].bonus == -1


@pytest.mark.rule("KT40-GEN-07")
def test_a_boon_of_one_source_does_not_add_up() -> None:
    """Given twice it is there once; another source adds."""
    scene = scene_with(power(kind="boon", boon="save", inches=3))
    scene.states[0] = scene.states[0].__class__(deployed=True, boons=(Boon("save", 1, "turn", "power"), Boon("save", 1, "turn", "other")))
    play = cast(scene)
    assert len(play.unit(0).boons) == 2


@pytest.mark.rule("KT40-GEN-07")
def test_a_deed_may_be_for_a_keyword() -> None:
    """No unit has it: no effect."""
    play = cast(scene_with(power(kind="boon", boon="save", keyword="BIKE")))
    assert play.over and "no-effect" in kinds(play)


@pytest.mark.rule("KT40-INT-61")
def test_mending_gives_wounds_back_and_subtracts_nothing_from_the_count() -> None:
    """Up to the card; slain models stay slain."""
    friend = {"wounds": 3, "left": [1], "state": {"lost": 2}}
    play = cast(scene_with(power(kind="mend", amount=Amount(1, 3)), friend=friend), 6)
    assert play.left(1) == [3] and play.lost(1) == 2 and play.events("mended")[0].values["amount"] == 2
    assert "no-effect" in kinds(cast(scene_with(power(kind="mend"))))


@pytest.mark.rule("KT40-ARMY-05")
def test_command_points() -> None:
    """An effect may give some."""
    assert cast(scene_with(power(kind="command points", amount=Amount(plus=2)))).s.cp == (2, 0)


@pytest.mark.rule("KT40-FIGHT-06", "KT40-STRAT-01")
def test_fighting_again() -> None:
    """A unit that has fought fights once more, by a stratagem at the end of the fight phase."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[blade()], state={"fought": True})
    scene.squad(0, (20, 10), models=1, state={"fought": True})
    scene.squad(1, (10, 11), models=1)
    deed = Deed(kind="fight again")
    scene.stratagem(0, Stratagem(id="frenzy", name="Frenzy", text="…", cost=3, window="fight end", deed=deed))
    play = scene.play(Task("window", ("fight end",)), dice=[1], cp=(3, 0), phase="fight")
    assert "stratagem:frenzy" in play.options()
    play.answer("stratagem:frenzy")
    assert finish(play).events("hit-roll") and play.s.cp == (0, 0)


@pytest.mark.rule("KT40-STRAT-01")
def test_what_cannot_be_done_is_not_offered() -> None:
    """Nobody has fought, nobody is hurt, nobody is in sight; a relic is a matter of the list."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1), scene.squad(1, (40, 30), models=1)
    s = scene.state()
    able = {kind: deeds.can_do(scene.arena, s, 0, Deed(kind=kind)) for kind in ("fight again", "mend", "strike", "relic", "boon", "command points")}
    assert able == {"fight again": False, "mend": False, "strike": False, "relic": False, "boon": True, "command points": True}


@pytest.mark.rule("KT40-INT-84", "KT40-STRAT-01")
def test_a_stratagem_is_offered_only_where_it_changes_something() -> None:
    """Not for the same unit twice; and not for units that are not in the condition that it asks for."""

    def offered(condition: str, window: str, unit: dict[str, Any], away: float = 20.0) -> bool:
        scene = Scene()
        scene.squad(0, (10, 10), models=1, **unit)
        scene.squad(1, (11 + away, 10), models=1)
        deed = Deed(kind="boon", boon="attacks", until="phase", condition=condition)  # type: ignore[arg-type]
        scene.stratagem(0, Stratagem(id="spur", name="Spur", text="…", cost=1, window=window, deed=deed))  # type: ignore[arg-type]
        return scene.window(window, cp=(2, 0)).what == "effect"

    assert offered("any", "fight start", {})
    assert not offered("any", "fight start", {"state": {"boons": (Boon("attacks", 1, "phase", "spur"),)}})
    assert offered("any", "fight start", {"state": {"boons": (Boon("attacks", 1, "phase", "other"),)}})
    assert not offered("engaged", "fight start", {}) and offered("engaged", "fight start", {}, away=0.5)
    assert not offered("hurt", "morale start", {}) and offered("hurt", "morale start", {"state": {"lost": 1}})
    assert not offered("with a target", "morale start", {}) and offered("with a target", "morale start", {"weapons": [gun()]})
