"""Activations: whose turn it is, AP, what may follow what, and how an activation ends."""

from __future__ import annotations

import pytest

from counteract.core.state import Task
from counteract.rulesets.kt21.state import Acting
from tests.rules.kt21.rounds import PASS_ACTION, kinds, lines, take, turning_point
from tests.rules.kt21.scene import Ability, Play, Scene, blade, gun


def choosing(scene: Scene, i: int, *done: str, points: int = 6, spent: int = 0) -> Play:
    """Return a battle with an operative with AP left, about to choose an action; its earlier actions are given, not played."""
    return scene.play(Task("actions", (i,)), acting=(Acting(i, "activation", points=points, spent=spent, done=done),))


# --- whose turn it is


@pytest.mark.rule("KT21-ACT-01", "KT21-ACT-07", "KT21-ACT-08")
@pytest.mark.parametrize("first", [0, 1])
def test_players_take_turns_beginning_with_the_one_who_has_initiative(first: int) -> None:
    """Three against three, whoever was given the initiative: one operative at a time, in turn, only own ready ones, till none is left."""
    play = turning_point(lines(3, 3, order="conceal"), turn=4, dice=[6, 1]).answer(first)
    order = []
    for _ in range(6):
        assert (play.what, play.decision.rule) == ("activate", "KT21-ACT-01")
        order.append(play.player)
        ready = [i for i, m in enumerate(play.state.models) if m.ready and m.side == play.player]
        assert play.options() == ready
        take(play, ready[-1])
    assert order == [first, 1 - first] * 3
    assert play.over


@pytest.mark.rule("KT21-ACT-01")
@pytest.mark.parametrize("chosen", [0, 1, 2])
def test_any_ready_operative_of_ones_own_may_be_picked(chosen: int) -> None:
    """Whichever of the three is picked acts."""
    play = lines(3, 1).firefight(0)
    assert (play.player, play.options()) == (0, [0, 1, 2])
    play.answer(chosen, "engage")
    assert (play.what, play.player, play.decision.subject) == ("action", 0, chosen)


@pytest.mark.rule("KT21-ACT-01", "KT21-ACT-06")
def test_neither_enemies_nor_those_activated_nor_the_fallen_can_be_picked() -> None:
    """Of four numbers one has been activated, one has left the killzone and one is an enemy: only the third is offered."""
    scene = Scene()
    scene.add(0, (2, 3), ready=False)
    scene.add(0, None, left=0, state={"down": True}, ready=False)
    scene.add(0, (2, 11))
    scene.add(1, (28, 11))
    play = scene.firefight(0)
    assert play.options() == [2]
    assert [play.why(i) for i in range(4)] == ["KT21-ACT-06", "KT21-DMG-06", "", "KT21-ACT-01"]


@pytest.mark.rule("KT21-INT-64")
def test_a_player_with_a_ready_operative_must_activate_one() -> None:
    """Passing is refused and is not offered, however few are ready."""
    scene = lines(2, 2)
    scene.operatives[0]["ready"] = False
    play = scene.firefight(0)
    assert play.options() == [1]
    assert play.why("pass") == "KT21-INT-64"


@pytest.mark.rule("KT21-ACT-07", "KT21-ACT-08")
def test_who_has_more_operatives_goes_on_alone() -> None:
    """One against three, all concealed so that no operative overwatches: the turn comes back to the larger team until all are through."""
    play = lines(1, 3, order="conceal").firefight(1, turn=4)
    order = []
    while not play.over:
        order.append(play.player)
        take(play, play.options()[0])
    assert order == [1, 0, 1, 1]


@pytest.mark.rule("KT21-ACT-08")
def test_a_ready_operative_that_falls_is_not_waited_for() -> None:
    """Three ready operatives of B; one is shot before its turn, and only the other two are activated."""
    scene = Scene(mission="default")
    scene.add(0, (5, 11), weapons=[gun("1 2+ 9/9")])
    for y in (5, 11, 17):
        scene.add(1, (20, y), wounds=3, weapons=[], order="engage")
    play = scene.firefight(0, turn=4, dice=[5, 1, 1, 1]).answer(0, "engage", "shoot", 2, "end")
    take(play, 1)
    assert play.what == "overwatch"
    take(play.answer("pass"), 3)
    assert play.over


# --- order, then AP, then actions


@pytest.mark.rule("KT21-ACT-02")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_the_order_comes_first(turn: int) -> None:
    """From the second turning point on the first question of an activation is the order; in the first it is settled already."""
    play = lines(1, 1, order="conceal").firefight(0, turn=turn).answer(0)
    if turn > 1:
        assert (play.what, play.player, play.decision.subject) == ("order", 0, 0)
        assert play.state.acting[-1].points == 0, "AP come after the order"
        assert play.why("dash") != ""
        play.answer("engage")
    assert play.what == "action"
    (told,) = play.events("activated")
    assert (told.rule, told.values["order"]) == ("KT21-ACT-02", "engage" if turn > 1 else "conceal")


@pytest.mark.rule("KT21-ACT-03")
@pytest.mark.parametrize(("apl", "stun", "more", "points"), [(2, 0, False, 2), (1, 0, False, 1), (3, 0, False, 3), (2, 1, False, 1), (2, 0, True, 3)])
def test_ap_are_generated_equal_to_the_apl_as_it_is_now(apl: int, stun: int, more: bool, points: int) -> None:
    """The number on the card, less 1 while it is stunned, more with an ability that says so."""
    drive = Ability(id="drive", name="Drive", text="…", effect="more-apl")
    scene = Scene()
    scene.add(0, (5, 11), apl=apl, state={"stun": stun}, abilities=[drive] if more else [])
    scene.add(1, (25, 11))
    play = scene.activate(0).answer("engage")
    assert (play.state.acting[-1].points, play.decision.context.left) == (points, points)
    passes = 0
    while play.what == "action":
        play.answer(PASS_ACTION)
        passes += 1
    assert passes == points


@pytest.mark.rule("KT21-INT-54", "KT21-ACT-03")
@pytest.mark.parametrize(("gains", "stun", "points"), [((2,), 0, 4), ((1, 1), 0, 4), ((2, 1), 0, 5), ((2,), 1, 3), ((1,), 1, 2), ((), 2, 1)])
def test_gains_of_apl_add_up_and_losses_do_not(gains: tuple[int, ...], stun: int, points: int) -> None:
    """APL 2: however much abilities give is had in full, less 1 while it is stunned."""
    drives = [Ability(id=f"drive{k}", name="Drive", text="…", effect="more-apl", values={"apl": apl}) for k, apl in enumerate(gains)]
    scene = Scene()
    scene.add(0, (5, 11), apl=2, state={"stun": stun}, abilities=drives)
    scene.add(1, (25, 11))
    assert scene.activate(0).answer("engage").state.acting[-1].points == points


@pytest.mark.rule("KT21-ACT-04")
def test_actions_are_paid_for_with_ap() -> None:
    """3 AP: a Dash (1) leaves 2, a Fight afterwards 1; each action is told with its price."""
    scene = Scene()
    scene.add(0, (5, 11), apl=3)
    scene.add(1, (28, 11))
    play = scene.activate(0).answer("engage")
    left = []
    for action, path in (("dash", [(6, 11)]), ("normal move", [(8, 11)])):
        play.answer(action, path)
        left.append(play.decision.context.left)
    assert left == [2, 1]
    assert [(e.values["action"], e.values["cost"], e.rule) for e in play.events("action")] == [
        ("dash", 1, "KT21-ACT-04"), ("normal move", 1, "KT21-ACT-04"),
    ]  # fmt: skip


@pytest.mark.rule("KT21-ACT-04")
@pytest.mark.parametrize(("points", "spent", "enough"), [(2, 0, True), (2, 1, False), (3, 1, True), (3, 2, False), (1, 0, False)])
def test_an_action_that_costs_more_than_is_left_cannot_be_performed(points: int, spent: int, enough: bool) -> None:
    """Fall Back costs 2 AP: it can be performed with exactly 2 left and not with 1; Fight, for 1, can."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (6.5, 11))
    play = choosing(scene, 0, points=points, spent=spent)
    assert play.why("fall back") == ("" if enough else "KT21-ACT-04")
    assert ("fall back" in play.options()) == enough
    assert "fight" in play.options()


@pytest.mark.rule("KT21-ACT-04")
def test_actions_come_in_any_order_and_what_follows_is_judged_then() -> None:
    """Shoot then Dash, or Dash then Shoot: both are legal, and the second shot is judged from the new place."""
    for sequence in (("shoot", "dash"), ("dash", "shoot")):
        scene = Scene()
        scene.add(0, (5, 11), weapons=[gun("1 6+ 1/1")])
        scene.add(1, (15, 11))
        play = scene.activate(0, dice=[1, 1, 1, 1]).answer("engage")
        for action in sequence:
            play.answer(action, [(5, 13)] if action == "dash" else 1)
        assert [e.values["action"] for e in play.events("action")] == list(sequence)
        assert play.over
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (15, 11))
    scene.wall(9, 9, 10, 12)
    play = scene.activate(0).answer("engage")
    assert play.why("shoot") == "KT21-INT-40"
    play.answer("dash", [(5, 14)])
    assert play.why("shoot") == ""


@pytest.mark.rule("KT21-ACT-05")
@pytest.mark.parametrize("action", ["normal move", "dash", "shoot", "charge", "fight", "fall back"])
def test_no_action_is_performed_twice_in_an_activation(action: str) -> None:
    """An action that would be legal otherwise is refused the second time and not offered, with AP to spare."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (6.5, 11) if action in ("fight", "fall back") else (12, 11))
    assert action in choosing(scene, 0).options()
    again = choosing(scene, 0, action, spent=1)
    assert action not in again.options()
    assert again.why(action) == "KT21-ACT-05"


@pytest.mark.rule("KT21-ACT-05")
def test_the_next_activation_starts_afresh() -> None:
    """A Dash in one turning point does not bar a Dash in the next one."""
    play = lines(1, 1).firefight(0, turn=2, dice=[6, 1]).answer(0, "engage", "dash", [(5, 3)])
    assert play.why("dash") == "KT21-ACT-05"
    play.answer("end")
    take(play, 1).answer(0, 0, "engage")
    assert play.why("dash") == ""


@pytest.mark.rule("KT21-ACT-06")
def test_with_all_ap_spent_it_is_not_ready_any_more_and_the_activation_ends() -> None:
    """Ready while it acts; with the last AP spent it is not, and the other player's turn has come without a question."""
    play = lines(1, 1).firefight(0).answer(0, "engage", "dash", [(5, 3)])
    assert play.what == "action" and play.state.models[0].ready
    play.answer("normal move", [(8, 3)])
    assert not play.state.models[0].ready
    assert (play.what, play.player) == ("activate", 1)
    assert play.state.acting == ()
    assert [(e.values["model"], e.rule) for e in play.events("expended")] == [(0, "KT21-ACT-06")]


# --- what may follow what


@pytest.mark.rule("KT21-INT-63")
@pytest.mark.parametrize(
    ("done", "action", "refused"),
    [
        ("fall back", "dash", ""),
        ("fall back", "normal move", "KT21-MOVE-07"),
        ("fall back", "charge", "KT21-CHARGE-07"),
        ("fall back", "shoot", ""),
        ("charge", "normal move", "KT21-MOVE-07"),
        ("charge", "dash", "KT21-DASH-03"),
        ("charge", "shoot", ""),
        ("normal move", "charge", "KT21-CHARGE-07"),
        ("normal move", "dash", ""),
        ("dash", "charge", "KT21-CHARGE-07"),
        ("dash", "normal move", ""),
        ("shoot", "normal move", ""),
        ("shoot", "charge", ""),
    ],
)
def test_bans_look_back_at_what_has_been_performed_away_from_enemies(done: str, action: str, refused: str) -> None:
    """A ban counts when an action is declared, against those performed before; nothing is banned for the sake of what comes later."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (12, 11))
    play = choosing(scene, 0, done, spent=1)
    assert play.why(action) == refused
    assert (action in play.options()) == (not refused)


@pytest.mark.rule("KT21-INT-63")
@pytest.mark.parametrize(
    ("done", "action", "refused"),
    [
        ("charge", "fall back", ""),
        ("charge", "fight", ""),
        ("normal move", "fall back", "KT21-FALLBACK-05"),
        ("dash", "fall back", "KT21-FALLBACK-05"),
        ("fight", "fall back", ""),
    ],
)
def test_bans_look_back_at_what_has_been_performed_beside_an_enemy(done: str, action: str, refused: str) -> None:
    """Within Engagement Range, Charge does not bar Fall Back; Dash and Normal Move do."""
    scene = Scene()
    scene.add(0, (5, 11))
    scene.add(1, (6.5, 11))
    play = choosing(scene, 0, done, spent=1)
    assert play.why(action) == refused
    assert (action in play.options()) == (not refused)


@pytest.mark.rule("KT21-INT-63")
def test_the_legal_pairs_can_be_played() -> None:
    """3 AP: Fall Back then Dash; Charge then Fall Back."""
    scene = Scene()
    scene.add(0, (5, 11), apl=3)
    scene.add(1, (6.5, 11))
    away = scene.activate(0).answer("engage", "fall back", [(3, 11)], "dash", [(0.5, 11)])
    assert away.over and away.state.places[0] == (0.5, 11, 0)
    far = Scene()
    far.add(0, (5, 11), apl=3)
    far.add(1, (12, 11))
    there = far.activate(0).answer("engage", "charge", [(10.5, 11)], "fall back", [(7, 11)])
    assert there.over and there.state.places[0] == (7, 11, 0)


@pytest.mark.rule("KT21-INT-63")
def test_only_heavy_works_both_ways() -> None:
    """A Heavy weapon cannot be fired after a Normal Move, and a Normal Move cannot follow it; a plain weapon allows both."""
    for rules, refused in (("; Heavy", "KT21-WR-HEAVY-01"), ("", "")):
        scene = Scene()
        scene.add(0, (5, 11), weapons=[gun(f"1 6+ 1/1{rules}")])
        scene.add(1, (15, 11))
        moved = scene.activate(0).answer("engage", "normal move", [(6, 11)])
        assert (moved.over and refused != "") or moved.why("shoot") == refused
        shot = scene.activate(0, dice=[1, 1, 1, 1]).answer("engage", "shoot", 1)
        assert shot.why("normal move") == refused
        assert shot.why("dash") == ""


# --- ends without a question


def hot(**fields: object) -> Scene:
    """Return a scene with a gun that kills its user on a 1; a friend and two enemies look on."""
    scene = Scene(mission="default")
    scene.add(0, (5, 11), weapons=[gun("1 3+ 1/1; Hot")], wounds=3, apl=3, **fields)  # type: ignore[arg-type]
    scene.add(0, (5, 18))
    scene.add(1, (15, 11), wounds=9)
    scene.add(1, (15, 18))
    return scene


@pytest.mark.rule("KT21-INT-66")
def test_an_operative_removed_in_its_own_activation_does_nothing_more() -> None:
    """It falls to its own weapon with 2 AP left: off the board, and the opponent's turn has come."""
    play = hot().firefight(0, dice=[1, 1, 1, 1]).answer(0, "engage", "shoot", 2)
    assert play.state.places[0] is None
    assert play.state.acting == ()
    assert (play.what, play.player) == ("activate", 1)
    assert kinds(play, "passes", "expended") == []
    take(play, 2)
    assert (play.player, play.options()) == (0, [1]), "then the friend"


@pytest.mark.rule("KT21-INT-66")
def test_it_may_also_fall_in_a_fight_it_has_begun() -> None:
    """It attacks and is struck down: the rest of its AP are gone, and the turn goes to the opponent."""
    scene = Scene(mission="default")
    scene.add(0, (5, 11), weapons=[blade("1 6+ 1/1")], wounds=3, apl=3)
    scene.add(1, (6.5, 11), weapons=[blade("1 2+ 5/5")])
    play = scene.firefight(0, dice=[1, 4]).answer(0, "engage", "fight")
    assert play.state.places[0] is None
    assert (play.what, play.player) == ("activate", 1)
    assert play.state.models[1].ready
