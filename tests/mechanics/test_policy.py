"""The answers of the policy about dice and ploys."""

from __future__ import annotations

import pytest

from counteract.core.decision import PASS, Dice, Pick
from tests.rules.kt24.rounds import strategy
from tests.rules.kt24.scene import Scene, gun
from tests.rules.kt24.shots import shot


@pytest.mark.parametrize(("hit", "chosen"), [("4+", (0, 1, 2, 3)), ("3+", (0, 1, 3)), ("2+", (1, 3))])
def test_all_that_fails_is_rolled_again_and_nothing_else(hit: str, chosen: tuple[int, ...]) -> None:
    play = shot(f"6 {hit} 3/4; Relentless", [2, 1, 3, 1, 6, 6])
    assert play.game.advice() == Dice("relentless", chosen)


@pytest.mark.parametrize("apart", [8.0, 20.0])
@pytest.mark.parametrize(
    ("effect", "values"),
    [("weapon-rule", {"rules": ["Rending"], "weapons": "melee"}), ("longer-move", {"action": "charge", "inches": 1})],
)
def test_nothing_is_paid_for_fights_that_nobody_can_reach(effect: str, values: dict[str, object], apart: float) -> None:
    scene = Scene()
    scene.ploy(0, id="dirge", name="Dirge", kind="strategy", effect=effect, values=values)
    scene.add(0, (4, 11), move=6)
    scene.add(1, (5 + apart, 11), move=6)
    play = strategy(scene, turn=2, dice=[6, 1], cp=(1, 0)).answer(0)
    assert (play.what, play.player) == ("gambit", 0)
    assert play.game.advice() == (Pick("dirge") if apart < 10 else PASS)
    play.answer("pass")
    assert [play.game.tell(event).endswith(" pass.") for event in play.events("passed")] == [True]


@pytest.mark.rule("KT24-INT-83")
@pytest.mark.parametrize(("friend", "wise"), [(False, "blast"), (True, "torrent")])
def test_a_blast_that_would_strike_a_friend_is_poured_out_instead(friend: bool, wise: str) -> None:
    """Blast strikes one enemy that Torrent does not; a friend struck too counts against it."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun('4 3+ 3/4; Blast 3", Torrent 2"')], order="engage")
    if friend:
        for x in (14, 16):
            scene.add(0, (x, 14.5), order="engage", wounds=7, save=6)
    target = scene.add(1, (15, 11), order="engage", wounds=7)
    scene.add(1, (15, 8.5), order="engage", wounds=7)
    scene.add(1, (17.8, 8.6), order="engage", wounds=7)
    play = scene.act(0, "shoot").answer(target)
    assert play.game.advice() == Pick(wise)
