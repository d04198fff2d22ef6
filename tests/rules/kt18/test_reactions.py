"""Reactions of the targets of a charge: who may react, how often, in which order. (REACT, QA-07, INT-22, INT-24, INT-27)"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kt18.scene import Play, Scene, gun
from tests.rules.kt18.shots import kinds, rolls

RIFLE = '24" heavy 1, 4 0 1'


def charged(*targets: dict[str, Any], dice: list[int] | None = None) -> Play:
    """Return a battle in which model 0 charges all of these enemies, side by side with rifles; their reaction is about to be asked."""
    scene = Scene()
    scene.add(0, (5, 11))
    for k, given in enumerate(targets):
        scene.add(1, (12, 6 + 3 * k), **{"weapons": [gun(RIFLE)], **given})
    return scene.option(0, "charge", dice=dice or [1] * 8).answer(*range(1, len(targets) + 1))


@pytest.mark.rule("KT18-REACT-01")
def test_a_target_fires_or_retreats_or_does_nothing() -> None:
    """Its own player is asked, and may decline."""
    play = charged({})
    assert (play.what, play.player, play.decision.subject, play.decision.rule) == ("reaction", 1, 1, "KT18-REACT-01")
    assert play.options() == ["overwatch", "retreat", "pass"]
    fired = charged({}).answer("overwatch")
    assert [(e.values["model"], e.values["reaction"]) for e in fired.events("reacts")] == [(1, "overwatch")]
    assert fired.events("shoots")[0].rule == "KT18-OW-01" and not fired.model(1).moved
    away = charged({}).answer("retreat")
    assert (away.what, away.player, away.decision.subject) == ("move", 1, 1)
    idle = charged({}).answer("pass")
    assert not idle.events("reacts") and not idle.events("shoots") and idle.at(1) == (12, 6, 0)


@pytest.mark.rule("KT18-REACT-01", "KT18-INT-27")
def test_the_targets_react_one_by_one_in_the_order_their_player_chooses() -> None:
    """Each reaction is over before the next is chosen. Who has reacted is not asked again; the player may stop."""
    play = charged({}, {}, {})
    assert (play.what, play.player, play.decision.rule) == ("react", 1, "KT18-INT-27")
    assert play.options() == [1, 2, 3, "pass"]
    play.answer(2)
    assert (play.what, play.player, play.decision.subject) == ("reaction", 1, 2)
    play.answer("overwatch")
    assert kinds(play, "reacts", "hit-roll") == ["reacts", "hit-roll"]
    assert play.options() == [1, 3, "pass"]
    play.answer("pass")
    assert play.events("charge-roll") and len(play.events("reacts")) == 1


@pytest.mark.rule("KT18-INT-27")
def test_the_last_one_is_asked_without_further_ado() -> None:
    """Of two targets one declines; the other still may react, and the order has nothing left to choose."""
    play = charged({}, {}).answer(1, "pass")
    assert (play.what, play.decision.subject) == ("reaction", 2)


@pytest.mark.rule("KT18-INT-27")
def test_what_one_does_changes_what_the_next_can_do() -> None:
    """Behind a comrade one cannot see the charger, and has moved: it can do nothing. The comrade gone, it can fire."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (10, 11))
    scene.add(1, (11.5, 11), weapons=[gun(RIFLE)], moved=True)
    play = scene.option(0, "charge", dice=[1] * 3).answer(1, 2)
    assert (play.what, play.decision.subject) == ("reaction", 1)
    play.answer("retreat")
    play.answer(play.decision.options[0])
    assert (play.what, play.decision.subject, play.options()) == ("reaction", 2, ["overwatch", "pass"])
    still = scene.option(0, "charge", dice=[1] * 3).answer(1, 2, "pass")
    assert [(e.rule, e.values["model"]) for e in still.events("cannot-react")] == [("KT18-INT-74", 2)]


@pytest.mark.rule("KT18-REACT-01", "KT18-RETREAT-01", "KT18-OW-03")
def test_who_can_do_neither_is_told_why_of_both() -> None:
    """Two can react; the third has no gun and has moved."""
    play = charged({}, {"moved": True, "weapons": []}, {})
    assert play.options() == [1, 3, "pass"]
    assert str(play.refusal(2)) == "No Overwatch: It has no ranged weapon. No Retreat: It has moved this round. [KT18-REACT-01]"


@pytest.mark.rule("KT18-REACT-02")
@pytest.mark.parametrize("reaction", ["overwatch", "retreat"])
def test_one_reaction_to_a_charge(reaction: str) -> None:
    """A model that has fired does not Retreat as well, and the other way about."""
    play = charged({}, {}, {}).answer(1, reaction)
    if reaction == "retreat":
        play.answer(play.decision.options[0])
    assert play.options() == [2, 3, "pass"]
    assert play.why(1) == {"overwatch": "KT18-REACT-02", "retreat": "KT18-REACT-06"}[reaction]
    play.answer(2, "pass", "pass")
    assert play.events("charge-roll")


BARS = [
    ("advanced", "KT18-REACT-03"),
    ("fell_back", "KT18-REACT-04"),
    ("tried", "KT18-REACT-05"),
    ("retreated", "KT18-REACT-06"),
    ("shaken", "KT18-QA-16"),
]


@pytest.mark.rule("KT18-REACT-03", "KT18-REACT-04", "KT18-REACT-05", "KT18-REACT-06", "KT18-FALLBACK-05", "KT18-ADV-02")
@pytest.mark.parametrize(("state", "rule"), BARS)
def test_who_cannot_react(state: str, rule: str) -> None:
    """Advanced, Fallen Back, attempted a charge or Retreated this round: charged alone it is not asked, with others it is left out."""
    alone = charged({state: True})
    assert not alone.events("reacts") and alone.events("charge-roll")
    assert [(e.rule, e.values["model"]) for e in alone.events("cannot-react")] == [(rule, 1)]
    play = charged({}, {state: True}, {})
    assert play.options() == [1, 3, "pass"]
    assert play.why(2) == rule
    assert "cannot react" in play.game.tell(play.events("cannot-react")[0])


@pytest.mark.rule("KT18-REACT-07")
@pytest.mark.parametrize(("gap", "rule"), [(1.0, "KT18-REACT-07"), (1.01, "")])
def test_who_is_engaged_cannot_react(gap: float, rule: str) -> None:
    """Another enemy is within 1" of the target: no reaction. 1.01" away it does not matter."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(0, (13 + gap, 17))
    for y in (11, 14, 17):
        scene.add(1, (12, y), weapons=[gun(RIFLE)])
    play = scene.option(0, "charge").answer(2, 3, 4)
    assert play.options() == ([2, 3, "pass"] if rule else [2, 3, 4, "pass"])
    assert play.why(4) == rule


@pytest.mark.rule("KT18-INT-24", "KT18-RETREAT-01")
def test_a_normal_move_bars_the_retreat_and_not_overwatch() -> None:
    """Moved this round, it may fire and not get away."""
    play = charged({"moved": True})
    assert play.options() == ["overwatch", "pass"]
    assert play.why("retreat") == "KT18-RETREAT-01"


@pytest.mark.rule("KT18-INT-24", "KT18-OW-03")
@pytest.mark.parametrize("state", [{"moved": True}, {"began": True}, {"shot": True}, {"readied": True}, {"flesh": 2}])
def test_nothing_else_bars_overwatch(state: dict[str, Any]) -> None:
    """A move, an enemy that was near at the start of the phase, a flesh wound: it fires all the same."""
    assert "overwatch" in charged(state).options()


@pytest.mark.rule("KT18-QA-07", "KT18-QA-08")
def test_a_readied_model_reacts() -> None:
    """Either way; only the Retreat costs it the readiness."""
    play = charged({"readied": True})
    assert play.options() == ["overwatch", "retreat", "pass"]
    assert charged({"readied": True}).answer("overwatch").model(1).readied
    away = charged({"readied": True}).answer("retreat")
    assert not away.answer(away.decision.options[0]).model(1).readied


@pytest.mark.rule("KT18-REACT-01")
def test_who_can_do_nothing_is_not_asked() -> None:
    """Without a gun and having moved there is nothing it could do; the story says so."""
    play = charged({"moved": True, "weapons": []})
    assert not play.events("reacts") and play.events("charge-roll")
    assert [(e.rule, e.values["model"]) for e in play.events("cannot-react")] == [("KT18-INT-74", 1)]


@pytest.mark.rule("KT18-INT-22", "KT18-RETREAT-04")
def test_after_overwatch_its_own_turn_comes_as_usual() -> None:
    """It fired in the enemy's turn; in its own it may do everything. After a Retreat it may do nothing."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (16, 11), weapons=[gun(RIFLE)])
    scene.add(1, (25, 3))
    play = scene.movement(dice=[1, 1, 1]).answer(0, "charge", 1, "overwatch", "pass")
    assert (play.player, play.options()) == (1, [1, 2, "pass"])
    assert play.answer(1).options() == ["stay", "normal move", "advance", "ready", "charge"]
    play = scene.movement(dice=[1, 1, 1]).answer(0, "charge", 1, "retreat", [(19, 11)], "pass")
    assert (play.player, play.options()) == (1, [2, "pass"])
    assert play.why(1) == "KT18-RETREAT-04"


@pytest.mark.rule("KT18-REACT-06", "KT18-OW-04")
def test_later_charges() -> None:
    """Two enemies charge the same model, one after the other. Who fired may fire again, or Retreat; who Retreated may do neither."""
    scene = Scene()
    scene.add(0, (3, 11))
    scene.add(0, (3, 14))
    scene.add(1, (11, 12), weapons=[gun(RIFLE)])
    again = scene.manoeuvre(0, dice=[1] * 6).answer(0, "charge", 2, "overwatch", "pass", 1, "charge", 2)
    assert (again.what, again.options()) == ("reaction", ["overwatch", "retreat", "pass"])
    again.answer("overwatch")
    assert len(again.events("shoots")) == 2
    gone = scene.manoeuvre(0, dice=[1] * 6).answer(0, "charge", 2, "retreat")
    gone.answer(gone.decision.options[0], "pass", 1, "charge", 2)
    assert gone.what == "move"  # of the charger that fell short: no player was asked
    assert gone.events("cannot-react")[0].rule == "KT18-REACT-06"


# --- the worked example


@pytest.mark.rule("KT18-RETREAT-01", "KT18-REACT-03", "KT18-REACT-05", "KT18-OW-04", "KT18-QA-07", "KT18-INT-24")
def test_example_11_who_may_still_react() -> None:
    """X made a Normal move: Overwatch, no Retreat. Y Advanced: neither. Z failed a charge: neither. V is readied: either.

    V fires, the charge fails: it is still readied, may react to the next charge, and shoots in the first part.
    """
    x, y, z, v = {"moved": True}, {"advanced": True}, {"tried": True}, {"readied": True}
    play = charged(x, y, z, v)
    assert play.options() == [1, 4, "pass"]
    assert (play.why(2), play.why(3)) == ("KT18-REACT-03", "KT18-REACT-05")
    play.answer(1)
    assert play.options() == ["overwatch", "pass"] and play.why("retreat") == "KT18-RETREAT-01"
    play.answer("pass")
    assert (play.decision.subject, play.options()) == (4, ["overwatch", "retreat", "pass"])

    scene = Scene()
    scene.add(0, (3, 11))
    scene.add(0, (3, 14))
    scene.add(1, (14, 12), weapons=[gun(RIFLE)], readied=True, option="ready")
    play = scene.manoeuvre(0, dice=[2, 1, 1, 2, 1, 1]).answer(0, "charge", 2, "overwatch")
    assert rolls(play)[-1] == (1, 1) and play.events("charge-failed")
    play.answer("pass")
    assert play.model(2).readied
    play.answer(1, "charge", 2)
    assert play.options() == ["overwatch", "retreat", "pass"]
    play.answer("overwatch", "pass")
    scene.fighters = [{"wounds": 1, "readied": m.readied, "tried": m.tried, "shot": m.shot} for m in play.state.models]
    shooting = scene.shooting()
    assert (shooting.player, shooting.options(), shooting.decision.rule) == (1, [2, "pass"], "KT18-SHOOT-01")
