"""Overwatch: a shot between the activations of an enemy who has more to do."""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Pick
from tests.rules.kt21.rounds import kinds, lines, take
from tests.rules.kt21.scene import Ability, Play, Scene, gun


def watchers(count: int = 1, *, weapons: list[str] | None = None, enemies: int = 2, **fields: Any) -> Scene:
    """Return a scene with so many operatives of A that have been activated, and ready enemies 10 inches away; all have 30 wounds."""
    scene = Scene()
    arms = [gun(text, f"gun{k}") for k, text in enumerate(weapons or ["4 3+ 1/1"])]
    for k in range(count):
        scene.add(0, (5, 3 + 4 * k), weapons=arms, ready=False, wounds=30, **fields)
    for k in range(enemies):
        scene.add(1, (15, 3 + 4 * k), weapons=[], wounds=30)
    return scene


def hits(play: Play) -> tuple[int, int]:
    """Return critical and normal hits of the last attack."""
    told = play.events("retained")[-1].values
    return told["criticals"], told["normals"]


# --- the opportunity


@pytest.mark.rule("KT21-OW-03")
@pytest.mark.parametrize(
    ("mine", "theirs", "asked"),
    [(True, True, "activate"), (True, False, "activate"), (False, True, "overwatch"), (False, False, "")],
)
def test_the_opportunity_is_a_turn_without_ready_operatives_while_the_enemy_has_some(mine: bool, theirs: bool, asked: str) -> None:
    """A's turn: with an operative ready A activates; with none ready A may overwatch if B still has an operative, else the turn is over."""
    scene = lines(2, 2, ready=False)
    scene.operatives[1]["ready"], scene.operatives[3]["ready"] = mine, theirs
    play = scene.firefight(0, turn=4)
    assert play.what == asked
    assert play.over == (asked == "")
    if asked:
        assert play.player == 0


@pytest.mark.rule("KT21-OW-03")
def test_enemies_who_have_fallen_do_not_count_as_still_to_activate() -> None:
    """B's ready operative has left the killzone: there is nothing to overwatch for."""
    scene = watchers(enemies=2)
    scene.operatives[1] |= {"ready": False}
    scene.places[2] = None
    scene.operatives[2] |= {"wounds": 0, "down": True, "ready": True}
    assert scene.firefight(0, turn=4).over


@pytest.mark.rule("KT21-OW-04", "KT21-INT-67")
@pytest.mark.parametrize("answer", ["pass", 0, 1])
def test_one_operative_may_overwatch_or_nobody(answer: str | int) -> None:
    """Either of two may shoot, or the opportunity is declined; in any case it is the opponent's turn then."""
    play = watchers(2).firefight(0, dice=[1] * 7)
    assert (play.what, play.player, play.options(), play.decision.rule) == ("overwatch", 0, ["pass", 0, 1], "KT21-OW-04")
    play.answer(answer)
    if answer != "pass":
        assert (play.what, play.player, play.decision.subject) == ("target", 0, answer)
        play.answer(2)
    assert (play.what, play.player) == ("activate", 1)
    assert [e.values["model"] for e in play.events("overwatches")] == ([] if answer == "pass" else [answer])
    assert play.state.acting == ()


@pytest.mark.rule("KT21-INT-67")
def test_declining_is_not_final() -> None:
    """B has three to activate: A is asked before each of them, whether or not A declined before."""
    play = watchers(1, enemies=3).firefight(0, turn=4)
    order = []
    while not play.over:
        order.append(play.what)
        if play.what == "overwatch":
            play.answer("pass")
        else:
            take(play, play.options()[0])
    assert order == ["overwatch", "activate"] * 3


@pytest.mark.rule("KT21-INT-67", "KT21-OW-03")
def test_no_opportunity_after_the_last_activation() -> None:
    """One enemy left: one opportunity before it, none after it."""
    play = watchers(2, enemies=1).firefight(0, turn=4).answer("pass")
    take(play, 2)
    assert play.over


# --- who


@pytest.mark.rule("KT21-OW-05", "KT21-ORDER-03")
def test_it_takes_an_engage_order() -> None:
    """Of two watchers only the one with an Engage order may."""
    scene = watchers(2)
    scene.operatives[0]["order"] = "conceal"
    play = scene.overwatch(0)
    assert play.options() == ["pass", 1]
    assert play.refusal(0).rule == "KT21-OW-05"
    assert "Engage" in play.refusal(0).reason


@pytest.mark.rule("KT21-OW-05")
@pytest.mark.parametrize(("gap", "free"), [(1.0, False), (1.1, True)])
def test_not_within_engagement_range_of_an_enemy(gap: float, free: bool) -> None:
    """An enemy 1\" away keeps it from overwatching, one 1.1\" away does not."""
    scene = Scene()
    scene.add(0, (5, 11), ready=False)
    scene.add(0, (5, 18), ready=False)
    scene.add(1, (6 + gap, 11))
    scene.add(1, (20, 14))
    play = scene.overwatch(0)
    assert (0 in play.options()) == free
    assert play.why(0) == ("" if free else "KT21-OW-05")


@pytest.mark.rule("KT21-OW-04")
def test_if_nobody_can_there_is_no_question() -> None:
    """The only watcher is concealed, or has no gun, or sees no enemy: the turn goes on by itself."""
    for change in ("order", "gun", "wall"):
        scene = watchers(1) if change != "gun" else lines(1, 2, weapons=[])
        scene.operatives[0] |= {"ready": False, "order": "conceal" if change == "order" else "engage"}
        if change == "wall":
            scene.wall(9, 0.5, 10, 21)
        play = scene.firefight(0)
        assert (play.what, play.player) == ("activate", 1), change


@pytest.mark.rule("KT21-OW-04")
def test_only_friends_overwatch() -> None:
    """Neither an enemy nor an operative who is gone is an answer."""
    scene = watchers(2)
    scene.places[0] = None
    scene.operatives[0] |= {"wounds": 0, "down": True}
    play = scene.overwatch(0)
    assert play.options() == ["pass", 1]
    assert (play.why(0), play.why(2)) == ("KT21-DMG-06", "KT21-OW-04")
    assert (play.refusal(0).reason, play.refusal(2).reason) == ("Op 0 has left the killzone.", "Op 2 is not one of your operatives.")


@pytest.mark.rule("KT21-OW-07")
def test_each_operative_overwatches_once_a_turning_point() -> None:
    """After its shot it is refused for the rest of the turning point, a friend is not; in the next one it may again."""
    play = watchers(2, enemies=3).firefight(0, turn=2, dice=[*[1] * 7, 6, 1]).answer(0, 2)
    take(play, 2)
    assert (play.what, play.options(), play.why(0)) == ("overwatch", ["pass", 1], "KT21-OW-07")
    assert play.game.view()["models"][0]["overwatched"]
    play.answer("pass")
    take(play, 3).answer("pass")
    take(play, 4)
    assert (play.what, play.state.turn) == ("initiative", 3)
    assert not play.state.models[0].overwatched
    play.answer(0)
    for i in (0, 2, 1, 3):
        take(play, i)
    assert (play.what, play.options()) == ("overwatch", ["pass", 0, 1])


# --- the shot


@pytest.mark.rule("KT21-OW-01")
def test_it_costs_nothing() -> None:
    """Even an operative whose APL is down to 0 overwatches; no AP are spent, and its next activation has all of its AP."""
    play = watchers(1, apl=1, state={"stun": 1}).overwatch(0, dice=[1] * 7).answer(0, 1)
    assert play.over
    assert len(play.events("shoots")) == 1
    assert kinds(play, "action", "passes", "expended") == []
    later = watchers(1, apl=2).firefight(0, turn=2, dice=[*[1] * 7, 6, 1]).answer(0, 1)
    take(take(later, 1), 2).answer(0, 0, "engage")
    assert later.state.acting[-1].points == 2


@pytest.mark.rule("KT21-OW-02")
def test_it_is_no_action_of_an_activation() -> None:
    """An operative that could overwatch is activated: Overwatch is not among its actions."""
    play = lines(1, 1).activate(0).answer("engage")
    assert "overwatch" not in play.options()
    assert play.why("overwatch") == "KT21-OW-02"
    assert Pick("overwatch") in play.decision.known
    assert "shoot" in play.options()


@pytest.mark.rule("KT21-OW-06")
@pytest.mark.parametrize(("bs", "left", "needed"), [(3, 30, 4), (4, 30, 5), (2, 30, 3), (5, 30, 6), (6, 30, 6), (3, 14, 5), (4, 14, 6)])
def test_bs_is_worse_by_one(bs: int, left: int, needed: int) -> None:
    """A 3+ becomes a 4+, never worse than 6+; being injured comes on top. In an activation the same gun needs its usual BS."""
    faces = [needed - 1, needed]
    play = watchers(1, weapons=[f"2 {bs}+ 1/1"], left=left).overwatch(0, dice=[*faces, 1, 1, 1]).answer(0, 1)
    assert sum(hits(play)) == 1
    usual = max(2, needed - 1) if bs < 6 else 6
    shot = watchers(1, weapons=[f"2 {bs}+ 1/1"], left=left).act(0, "shoot", dice=[usual - 1, usual, 1, 1, 1]).answer(1)
    assert sum(hits(shot)) == 1


@pytest.mark.rule("KT21-OW-06")
def test_it_is_one_whole_shooting_attack() -> None:
    """4 dice on 4+ for a BS of 3+: 6, 4, 3, 1 are a critical and a normal hit; the defender rolls three dice; 4 + 3 damage."""
    play = watchers(1, weapons=["4 3+ 3/4"]).overwatch(0, dice=[6, 4, 3, 1, 1, 2, 3]).answer(0, 1)
    assert hits(play) == (1, 1)
    assert [(e.values["player"], e.values["dice"]) for e in play.events("rolled")] == [(0, (6, 4, 3, 1)), (1, (1, 2, 3))]
    assert play.wounds(1) == 30 - 7
    assert len(play.events("shoots")) == 1


@pytest.mark.rule("KT21-OW-06", "KT21-INT-68")
def test_command_points_can_be_spent_on_it() -> None:
    """It is a shooting attack like any other: both players may re-roll their dice."""
    play = watchers(1).overwatch(0, dice=[6, *[1] * 6], cp=(1, 1)).answer(0, 1)
    assert (play.what, play.player) == ("re-roll", 0)
    play.answer("pass")
    assert (play.what, play.player) == ("re-roll", 1)


# --- its own action


@pytest.mark.rule("KT21-INT-68")
def test_it_is_no_shoot_action() -> None:
    """Having performed Shoot in its activation it may overwatch afterwards, and having overwatched it may Shoot when next activated."""
    scene = lines(1, 2, weapons=[gun("1 6+ 1/1")])
    play = scene.firefight(0, turn=2, dice=[*[1] * 8, 6, 1]).answer(0, "engage", "shoot", 1, "end")
    take(play, 1)
    assert (play.what, play.options()) == ("overwatch", ["pass", 0])
    play.answer(0, 1)
    take(play, 2).answer(0, 0, "engage")
    assert play.why("shoot") == ""


@pytest.mark.rule("KT21-INT-68", "KT21-OW-02")
def test_who_overwatches_has_not_moved() -> None:
    """An ability of those who have not moved works in Overwatch, even after an activation with a Normal Move."""
    steady = Ability(id="steady", name="Steady", text="…", effect="weapon-rule", values={"rules": ["Balanced"], "unmoved": True})
    scene = Scene()
    i = scene.add(0, (5, 11), weapons=[gun("1 3+ 1/1")], abilities=[steady])
    scene.add(1, (15, 11))
    scene.add(1, (15, 14))
    play = scene.firefight(0, turn=2, dice=[1] * 8).answer(i, "engage", "normal move", [[5, 11], [5, 12]], "shoot", 1)
    assert play.what != "re-roll"
    take(play, 1)
    assert play.what == "overwatch"
    assert play.answer(i, 1).what == "re-roll"


@pytest.mark.rule("KT21-INT-68")
def test_a_heavy_weapon_overwatches_after_a_move() -> None:
    """A Normal Move keeps it from being fired in the same activation, not in Overwatch; and a Heavy shot in Overwatch bars no move later."""
    scene = lines(1, 2, weapons=[gun("1 6+ 1/1; Heavy")])
    play = scene.firefight(0, turn=2, dice=[1, 1, 1, 1, 6, 1]).answer(0, "engage", "normal move", [(5, 3)])
    assert play.why("shoot") == "KT21-WR-HEAVY-01"
    play.answer("end")
    take(play, 1).answer(0, 1)
    assert len(play.events("shoots")) == 1
    take(play, 2).answer(0, 0, "engage")
    assert play.why("normal move") == ""


@pytest.mark.rule("KT21-INT-68", "KT21-ORDER-03")
def test_a_silent_weapon_does_not_help_a_concealed_watcher() -> None:
    """Concealed with a Silent gun it may Shoot when activated, but not overwatch."""
    scene = watchers(1, weapons=["4 3+ 1/1; Silent"], order="conceal")
    assert scene.overwatch(0).over
    scene.operatives[0]["ready"] = True
    assert "shoot" in scene.activate(0).answer("conceal").options()


@pytest.mark.rule("KT21-INT-68", "KT21-WR-BLAST-04", "KT21-WR-UNWIELDY-02")
@pytest.mark.parametrize(("rule", "refused"), [('Blast 2"', "KT21-WR-BLAST-04"), ("Unwieldy", "KT21-WR-UNWIELDY-02")])
def test_some_weapons_never_overwatch(rule: str, refused: str) -> None:
    """With such a weapon alone there is no opportunity; with others besides, it is refused."""
    assert watchers(1, weapons=[f"4 3+ 1/1; {rule}"]).overwatch(0).over
    play = watchers(1, weapons=["4 3+ 1/1", f"4 3+ 1/1; {rule}", "3 3+ 1/1"]).overwatch(0).answer(0)
    assert (play.what, play.options(), play.why(1)) == ("weapon", [0, 2], refused)


@pytest.mark.rule("KT21-INT-68")
def test_fusillade_is_not_split_in_overwatch() -> None:
    """Two enemies close together: in Shoot the dice may be divided, in Overwatch all five go to the target."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("5 3+ 1/1; Fusillade")], ready=False)
    for y in (11, 13):
        scene.add(1, (15, y), weapons=[])
    assert scene.act(0, "shoot").answer(1).what == "fusillade"
    play = scene.overwatch(0, dice=[1] * 8).answer(0, 1)
    assert play.over
    assert [len(e.values["dice"]) for e in play.events("rolled")] == [5, 3]


@pytest.mark.rule("KT21-INT-68")
def test_the_watcher_is_the_active_operative() -> None:
    """A friend of the watcher sees everything, the watcher only one enemy: that one is the target there is."""
    scene = Scene()
    scene.add(0, (5, 4), ready=False)
    scene.add(0, (14, 11), ready=False)
    scene.add(1, (20, 4))
    scene.add(1, (20, 18))
    scene.wall(8, 5.5, 9, 21, top=5)
    play = scene.overwatch(0).answer(0)
    assert play.game.view()["active"] == 0
    assert play.options() == [2]
    assert play.why(3) == "KT21-VIS-02"
    assert scene.overwatch(0).answer(1).options() == [2, 3]


@pytest.mark.rule("KT21-INT-68")
def test_who_falls_to_it_is_removed_and_may_end_the_battle() -> None:
    """The last enemy falls in Overwatch: without a mission the battle is over there and then."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 2+ 9/9")], ready=False)
    scene.add(1, (15, 11), wounds=5, weapons=[])
    play = scene.firefight(0, turn=2, dice=[5, 5, 1, 1, 1]).answer(0, 1)
    assert play.over and play.state.places[1] is None
    assert play.state.acting == ()


# --- the worked example


@pytest.mark.rule("KT21-OW-03", "KT21-OW-04", "KT21-OW-07", "KT21-BATTLE-03", "KT21-INT-67")
def test_example_21_overwatch_flow() -> None:
    """A1 B1 A2 B2 A3 B3; A1 overwatches, 5+ with a BS of 4+; B4; A2 overwatches, for A1 may not again; B5; no third Overwatch."""
    scene = lines(3, 5, weapons=[gun("4 4+ 1/1")], wounds=30)
    play = scene.firefight(0, turn=2, dice=[5, 4, 4, 4, 1, 1, 1, *[1] * 7, 6, 1])
    for i in (0, 3, 1, 4, 2, 5):
        assert play.what == "activate"
        take(play, i)
    assert (play.what, play.player, play.options()) == ("overwatch", 0, ["pass", 0, 1, 2])
    play.answer(0, 3)
    assert hits(play) == (0, 1), "the 5 hits, the 4s do not"
    assert (play.what, play.player, play.options()) == ("activate", 1, [6, 7])
    take(play, 6)
    assert (play.what, play.player, play.options(), play.why(0)) == ("overwatch", 0, ["pass", 1, 2], "KT21-OW-07")
    play.answer(1, 3)
    assert (play.what, play.player, play.options()) == ("activate", 1, [7])
    take(play, 7)
    assert (play.what, play.state.turn) == ("initiative", 3)
    assert [e.values["model"] for e in play.events("overwatches")] == [0, 1]
