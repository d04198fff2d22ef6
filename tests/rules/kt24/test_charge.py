"""The Charge action: into contact, past others, and held by whom it meets."""

from __future__ import annotations

from random import Random

import pytest

from tests.rules.kt24.moving import deciding, ends, length, lone, place, refused
from tests.rules.kt24.scene import Play, Scene


@pytest.mark.rule("KT24-CHARGE-01")
def test_charge_costs_one_action_point() -> None:
    """With APL 2 an operative has 1AP left after a Charge, enough to fight; with APL 1 it is done."""
    play = deciding(lone(far=(10, 11), apl=2)).answer("charge", [(8.5, 11)])
    assert play.state.acting[-1].spent == 1
    assert [e.values["cost"] for e in play.events("action")] == [1]
    assert "fight" in play.options()
    assert deciding(lone(far=(10, 11), apl=1)).answer("charge", [(8.5, 11)]).over


@pytest.mark.rule("KT24-CHARGE-02")
@pytest.mark.parametrize("move", [4, 6])
def test_charge_goes_two_inches_further_than_the_move_stat(move: float) -> None:
    """Move plus 2" are allowed, 0.01" more are not, and the refusal says how long the path was."""
    play = lone(move=move, far=(5 + move + 3.5, 11)).act(0, "charge")
    assert play.player == 0
    assert length(refused(play, [(5 + move + 2.01, 11)], "KT24-CHARGE-02")) == pytest.approx(move + 2.01)
    play.answer([(5 + move + 2, 11)])
    assert place(play) == (7 + move, 11, 0)


@pytest.mark.rule("KT24-CHARGE-02", "KT24-REPO-03", "KT24-INT-14")
def test_charge_ends_where_an_operative_can_stand() -> None:
    """It may touch the enemy's base, not overlap it nor run over it, nor end on a friend."""
    scene = Scene()
    scene.add(0, (5, 11), order="engage")
    scene.add(0, (10, 12.6))
    scene.add(1, (10, 11))
    play = scene.act(0, "charge")
    refused(play, [(9.1, 11)], "KT24-INT-14")
    refused(play, [(11.5, 11)], "KT24-INT-14")
    refused(play, [(9.4, 12.3)], "KT24-INT-15")
    assert play.why([(9, 11)]) == ""


@pytest.mark.rule("KT24-CHARGE-03")
def test_charge_may_cross_control_ranges() -> None:
    """A charger goes round its enemy, within control range all the way, to stand behind it. A Reposition could not."""
    scene = lone(far=(9, 11))
    path = [(7.5, 12), (9, 12.6), (10.5, 11)]
    assert scene.act(0, "charge").answer(path).over
    assert scene.act(0, "reposition").why(path[:2]) == "KT24-REPO-04"


@pytest.mark.rule("KT24-CHARGE-04")
def test_charge_ends_in_control_range() -> None:
    """1" from the enemy's base is close enough, 1.01" is not, nor is 0.6" with a high wall between; and nothing else is offered."""
    play = lone(far=(10, 11)).act(0, "charge")
    refused(play, [(7.99, 11)], "KT24-CHARGE-04")
    refused(play, [(5, 11)], "KT24-CHARGE-04")
    assert play.why([(8, 11)]) == ""
    assert ends(play)
    assert all((x - 10) ** 2 + (y - 11) ** 2 <= 2.001**2 for x, y, _ in ends(play))
    scene = lone(far=(10, 11))
    scene.wall(9, 9, 9.2, 13, top=3)
    assert scene.act(0, "charge").why([(8.4, 11)]) == "KT24-CHARGE-04"


@pytest.mark.rule("KT24-CHARGE-06")
def test_no_charge_with_a_conceal_order() -> None:
    """An operative may charge after choosing Engage and may not after choosing Conceal."""
    concealed = lone(far=(10, 11)).activate(0).answer("conceal")
    assert concealed.why("charge") == "KT24-CHARGE-06"
    assert "charge" not in concealed.options()
    assert "charge" in lone(far=(10, 11)).activate(0).answer("engage").options()


@pytest.mark.rule("KT24-CHARGE-07")
def test_no_charge_with_an_enemy_in_control_range() -> None:
    """An enemy 1" away at the start bars a Charge, also at another operative; 1.01" away it does not."""
    for gap, rule in ((1.0, "KT24-CHARGE-07"), (1.01, "")):
        scene = Scene()
        scene.add(0, (5, 11), order="engage")
        scene.add(1, (6 + gap, 11))
        scene.add(1, (5, 16))
        play = deciding(scene)
        assert play.why("charge") == rule
        assert ("charge" in play.options()) == (not rule)


@pytest.mark.rule("KT24-CHARGE-08")
@pytest.mark.parametrize("before", ["reposition", "dash", "fall back"])
def test_no_charge_after_another_move(before: str) -> None:
    """An activation that includes Reposition, Dash or Fall Back has no Charge; one with Fight or Shoot may have it."""
    play = deciding(lone(far=(10, 11), apl=3), done=(before,), spent=1)
    assert play.why("charge") == "KT24-CHARGE-08"
    assert "charge" not in play.options()
    for other in ("fight", "shoot"):
        assert "charge" in deciding(lone(far=(10, 11), apl=3), done=(other,), spent=1).options()


# --- who holds a charger


def past(*, friend: bool = False, comrade: bool = False, hidden: bool = False, near: bool = False, **options: str) -> Play:
    """Return a battle in which a charger at (5, 11) runs to the right past E1 towards E2.

    E1 stands beside the way at (9, 12.8); perhaps a friend of the charger or a comrade of E1 is within 1" of it, the friend
    perhaps hidden from it by a wall. E2 is at (13.5, 11), or ``near`` E1 at (11.4, 11).
    """
    scene = Scene(**options)
    scene.add(0, (5, 11), order="engage")
    if friend:
        scene.add(0, (9, 14.6))
    scene.add(1, (9, 12.8))
    scene.add(1, (11.4, 11) if near else (13.5, 11))
    if comrade:
        scene.add(1, (9, 14.6))
    if hidden:
        scene.wall(7, 13.5, 11, 13.9, top=3)
    return scene.act(0, "charge")


AT_E1, AT_E2, AT_BOTH = [(8, 11.2)], [(11.6, 11)], [(9.5, 11)]


@pytest.mark.rule("KT24-CHARGE-05", "KT24-DIFF-06", "KT24-INT-20")
def test_ex_24_a_charger_is_held_by_an_enemy_no_friend_is_fighting() -> None:
    """Past E1 to E2 is refused, ending at E1 is allowed, so is ending at both; with a friend at E1 the charger may go on."""
    alone = past()
    refused(alone, AT_E2, "KT24-CHARGE-05")
    assert alone.why(AT_E1) == ""
    assert past(near=True).answer(AT_BOTH).over
    assert place(past(friend=True).answer(AT_E2)) == (11.6, 11, 0)


@pytest.mark.rule("KT24-CHARGE-05")
def test_going_round_an_enemy_is_not_meeting_it() -> None:
    """On a way that keeps more than 1" from E1 the charger reaches E2; all that is offered keeps to this."""
    play = past()
    assert play.why([(9, 10.6), (12, 10.6)]) == ""
    assert (12.5, 11) not in {end[:2] for end in ends(play)}
    assert all(play.why(path) == "" for path in play.options())


@pytest.mark.rule("KT24-CHARGE-05")
def test_a_held_charger_may_not_leave_and_come_back() -> None:
    """Out of E1's control range and into it again is leaving it, though the charger ends there."""
    refused(past(), [(8, 11.2), (7, 10), (8, 11.2)], "KT24-CHARGE-05")


@pytest.mark.rule("KT24-CHARGE-05", "KT24-INT-20")
def test_a_friend_that_cannot_see_the_enemy_frees_nobody() -> None:
    """0.8" from E1 but with a wall between, the friend is not within its control range, so E1 holds the charger."""
    assert past(friend=True, hidden=True).why(AT_E2) == "KT24-CHARGE-05"


@pytest.mark.rule("KT24-DIFF-06")
def test_the_word_for_word_reading_looks_at_the_enemys_comrades() -> None:
    """With charge_lock="enemies" E1 holds unless one of its own comrades is at hand; with "friends" comrades do not matter."""
    assert past(comrade=True).why(AT_E2) == "KT24-CHARGE-05"
    assert past(comrade=True, charge_lock="friends").why(AT_E2) == "KT24-CHARGE-05"
    assert past(comrade=True, charge_lock="enemies").why(AT_E2) == ""
    assert past(friend=True, charge_lock="enemies").why(AT_E2) == "KT24-CHARGE-05"
    assert past(charge_lock="enemies").why(AT_E2) == "KT24-CHARGE-05"


@pytest.mark.rule("KT24-DIFF-06")
@pytest.mark.parametrize("printing", ["2025", "2024"])
def test_both_printings_hold_a_charger_alike(printing: str) -> None:
    """The switch for the printing does not touch the lock."""
    assert past(printing=printing).why(AT_E2) == "KT24-CHARGE-05"
    assert past(comrade=True, printing=printing).why(AT_E2) == "KT24-CHARGE-05"
    assert past(friend=True, printing=printing).why(AT_E2) == ""


@pytest.mark.rule("KT24-INT-20")
def test_a_charger_held_by_two_ends_with_both() -> None:
    """Having met E1 and then E2 the charger may stay with both; to end with only one of the two, it would leave the other."""
    play = past(near=True)
    assert play.why(AT_BOTH) == ""
    refused(play, [(9.5, 11), (9.6, 10.4)], "KT24-CHARGE-05")  # E2 only
    refused(play, [(9.5, 11), (8, 11.2)], "KT24-CHARGE-05")  # E1 only


@pytest.mark.rule("KT24-INT-20")
def test_each_enemy_is_looked_at_separately() -> None:
    """A friend at E1 lets the charger leave E1, but not E2, which no other operative is fighting."""
    play = past(friend=True, near=True)
    assert play.why([(9.5, 11), (9.6, 10.4)]) == ""
    assert play.why([(9.5, 11), (8, 11.2)]) == "KT24-CHARGE-05"


@pytest.mark.rule("KT24-INT-19")
def test_a_charge_need_not_see_its_enemy_beforehand() -> None:
    """Round the end of a high wall at an enemy that could not be seen from the start: offered, and legal."""
    scene = lone(far=(8, 11))
    scene.wall(6.3, 10, 6.6, 14, top=5)
    play = deciding(scene)
    assert "shoot" not in play.options()
    assert "charge" in play.options()
    assert play.answer("charge", [(5.6, 9.4), (7, 9.4)]).what == "action"
    assert "fight" in play.options()


@pytest.mark.rule("KT24-INT-21")
def test_a_charge_that_reaches_nobody_cannot_be_chosen() -> None:
    """With the enemy one hundredth too far, or walled in behind unclimbable walls, there is no Charge; trying costs nothing."""
    start = (5.3, 11.4)  # 9" between the bases: 8" of way and 1" of control range
    assert "charge" in deciding(lone(at=start, far=(15.3, 11.4))).options()
    far = deciding(lone(at=start, far=(15.31, 11.4)))
    assert "charge" not in far.options()
    refused(far, "charge", "KT24-INT-21")
    for top, rule in ((5, "KT24-INT-21"), (0.5, "")):
        scene = lone(far=(10, 11))
        for box in ((9, 10, 9.3, 12), (10.7, 10, 11, 12), (9.3, 10, 10.7, 10.3), (9.3, 11.7, 10.7, 12)):
            scene.wall(*box, top=top)
        assert deciding(scene).why("charge") == rule


@pytest.mark.rule("KT24-INT-21", "KT24-MIS-32")
@pytest.mark.parametrize(("across", "legal"), [(3.0, True), (4.5, False)])
def test_a_charge_that_only_a_jump_can_make_can_be_chosen(across: float, legal: bool) -> None:
    """Two towers 5" tall, an enemy on the other one: no way on foot. 3" of gap can be jumped, so there is a Charge; 4.5" cannot."""
    scene = lone(at=(6, 11, 5), far=(8 + across + 1.5, 11, 5))
    scene.wall(4, 9, 8, 13, top=5, marks=("vantage",))
    scene.wall(8 + across, 9, 8 + across + 3, 13, top=5, marks=("vantage",))
    play = deciding(scene)
    assert ("charge" in play.options()) == legal
    if not legal:
        refused(play, "charge", "KT24-INT-21")
        return
    play.answer("charge")
    assert play.options()
    assert all(play.why(path) == "" for path in play.options())
    assert play.why(play.decision.sample(Random(1))) == ""
    assert play.answer([(7.5, 11, 5), (11.5, 11, 5, "jump")]).what == "action"
    assert "fight" in play.options()


@pytest.mark.rule("KT24-CHARGE-02")
@pytest.mark.parametrize(("apart", "offered"), [(8.345, True), (8.38, False)])
def test_a_way_round_the_end_of_a_wall_is_as_long_as_it_is(apart: float, offered: bool) -> None:
    """A wall 0.5" thick that ends 1" straight ahead: √(1² - 0.5²) to its corner, round both corners at 0.5", and straight on to within 1".

    That is 0.866 + 0.262 + 0.5 + 0.030 + 8.330 - 2 = 7.99" if the enemy is 8.345" behind the wall, and 8.02" if it is 8.38".
    """
    scene = lone(far=(6.5 + apart, 11), move=6, order="engage")
    scene.wall(6, 4, 6.5, 11, top=5)
    play = deciding(scene)
    assert ("charge" in play.options()) is offered
    if offered:
        assert ends(play.answer("charge"))
