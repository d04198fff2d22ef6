"""The Leader, and the specialists of the optional module."""

from __future__ import annotations

import pytest

from counteract.core.decision import PASS, Dice
from tests.rules.kt18.scene import Scene, blade, gun
from tests.rules.kt18.teams import LEADER, SOLDIER, crew, new, soldier, team

AGAIN = Dice("scout", (0,))
KINDS = ("combat", "scout", "sniper", "heavy", "zealot")

# --- the make-up of a team


@pytest.mark.rule("KT18-SPEC-01", "KT18-MIS-05")
def test_a_team_has_a_leader() -> None:
    """Without one it is refused in a sentence."""
    with pytest.raises(ValueError, match=r"^team 'mob': the team has no leader: one operative must have 'leader = true'$"):
        new(crew(), team(*[SOLDIER] * 3, name="mob"))


@pytest.mark.rule("KT18-SPEC-01", "KT18-MIS-05")
def test_a_team_has_only_one_leader() -> None:
    with pytest.raises(ValueError, match=r"^team 'mob': operative 'boss': the team has a leader already: operative 'leader'$"):
        new(team(LEADER, SOLDIER, soldier("boss", leader=True), name="mob"), crew())


@pytest.mark.rule("KT18-SPEC-02")
def test_three_other_specialists_of_different_kinds_are_allowed() -> None:
    """Besides the Leader, whether the module is on or off."""
    three = [soldier(kind, specialist=kind) for kind in KINDS[:3]]
    assert new(team(LEADER, *three), crew()).what == "edge"
    assert new(team(LEADER, *three), crew(), specialists=True).what == "edge"


@pytest.mark.rule("KT18-SPEC-02")
def test_a_fourth_specialist_a_second_of_a_kind_and_a_leader_as_one_are_refused() -> None:
    four = [soldier(kind, specialist=kind) for kind in KINDS[:4]]
    with pytest.raises(ValueError, match=r"^team 'mob': operative 'heavy': with this there are 4 specialists, and a team has at most 3$"):
        new(team(LEADER, *four, name="mob"), crew())
    with pytest.raises(ValueError, match=r"^team 'mob': operative 'y': the team has a scout specialist already: operative 'x'$"):
        new(team(LEADER, soldier("x", specialist="scout"), soldier("y", specialist="scout"), name="mob"), crew())
    with pytest.raises(ValueError, match=r"^team 'mob': operative 'boss': a leader cannot be a specialist as well$"):
        new(team(soldier("boss", leader=True, specialist="combat"), SOLDIER, SOLDIER, name="mob"), crew())


@pytest.mark.rule("KT18-SPEC-02")
def test_the_module_is_off_unless_it_is_switched_on() -> None:
    """A combat specialist makes one attack without the module and two with it."""
    assert _blows("combat", specialists=False) == 1
    assert _blows("combat", specialists=True) == 2
    assert new().game.setup["options"]["specialists"] is False


# --- what each of them does


def _blows(kind: str | None, *, specialists: bool = True, charged: bool = False) -> int:
    """Return how many attacks a model with A 1 strikes."""
    scene = Scene(specialists=specialists)
    a = scene.add(0, (5, 11), specialist=kind, charged=(1,) if charged else ())
    scene.add(1, (6.001, 11), charged_by=(0,) if charged else ())
    return len(scene.fight(a, dice=[1] * 9).decline("move").events("hit-roll"))


@pytest.mark.rule("KT18-SPEC-03")
@pytest.mark.parametrize(("kind", "blows"), [("combat", 2), ("scout", 1), (None, 1)])
def test_a_combat_specialist_has_one_more_attack(kind: str | None, blows: int) -> None:
    """In every fight, whether it charged or not."""
    assert _blows(kind) == _blows(kind, charged=True) == blows


@pytest.mark.rule("KT18-SPEC-04")
@pytest.mark.parametrize("again", [True, False])
def test_a_scout_may_roll_its_advance_die_again(again: bool) -> None:
    """A 2; rolled again it is a 4. Its player chooses, and it costs nothing."""
    scene = Scene(specialists=True)
    a = scene.add(0, (5, 11), specialist="scout")
    scene.add(1, (28, 2))
    play = scene.option(a, "advance", dice=[2, 4])
    assert (play.what, play.player, play.decision.rule) == ("scout", 0, "KT18-SPEC-04")
    assert play.decision.options == (PASS, AGAIN)
    play.answer(AGAIN if again else "pass")
    reach = 15 if again else 13
    assert play.why([(reach, 11)]) == ""
    assert play.why([(reach + 0.1, 11)]) == "KT18-ADV-01"
    assert scene.option(a, "advance", dice=[6]).what == "move"  # a 6 is not worth a question


@pytest.mark.rule("KT18-SPEC-04", "KT18-INT-71")
def test_a_scouts_die_is_rolled_again_once() -> None:
    """A die it rolled again is not offered a Tactical Re-roll; a die it kept is."""
    scene = Scene(specialists=True)
    a = scene.add(0, (5, 11), specialist="scout")
    scene.add(1, (28, 2))
    assert scene.option(a, "advance", cp=(5, 0), dice=[2, 1]).answer(AGAIN).what == "move"
    assert scene.option(a, "advance", cp=(5, 0), dice=[2, 1]).answer("pass").what == "re-roll"


@pytest.mark.rule("KT18-SPEC-04")
def test_nobody_else_rolls_an_advance_again_for_nothing() -> None:
    scene = Scene(specialists=True)
    a = scene.add(0, (5, 11), specialist="heavy")
    scene.add(1, (28, 2))
    assert scene.option(a, "advance", dice=[2]).what == "move"


@pytest.mark.rule("KT18-SPEC-05")
def test_a_sniper_rolls_natural_ones_to_hit_again() -> None:
    """A 1 becomes a 3, which hits; a 2 misses and stays; another 1 in its place stays, too."""
    scene = Scene(specialists=True)
    a = scene.add(0, (5, 11), weapons=[gun('24" assault 1, 4 0 1')], specialist="sniper")
    b = scene.add(1, (15, 11))
    for dice, hit in (([1, 3, 1], True), ([2], False), ([1, 1], False)):
        play = scene.shoot(a, dice=dice).answer(b)
        assert play.over
        assert [e.values["hit"] for e in play.events("hit-roll")] == [hit]


@pytest.mark.rule("KT18-SPEC-05")
def test_a_sniper_does_so_in_the_shooting_phase_only_and_only_to_hit() -> None:
    """Not in Overwatch, not in a fight, not with wound rolls."""
    scene = Scene(specialists=True)
    a = scene.add(0, (5, 11), weapons=[gun('24" assault 1, 4 0 1')], specialist="sniper")
    b = scene.add(1, (15, 11))
    play = scene.option(b, "charge", dice=[1, 6, 6]).answer(a, "overwatch")
    assert [e.values["dice"] for e in play.events("hit-roll")] == [(1,)]
    assert not play.events("rerolled")
    play = scene.shoot(a, dice=[3, 1]).answer(b)
    assert play.over and not play.events("rerolled")
    scene.places[b] = (6.001, 11.0, 0.0)
    play = scene.fight(a, dice=[1]).decline("move")
    assert play.over and not play.events("rerolled")


def _modifier(kind: str, weapon: str, **state: object) -> int:
    scene = Scene(specialists=True)
    a = scene.add(0, (5, 11), weapons=[gun(weapon)], specialist=kind, **state)
    b = scene.add(1, (20, 11))
    return int(scene.shoot(a, dice=[1, 1]).answer(b).events("hit-roll")[0].values["modifier"])


@pytest.mark.rule("KT18-SPEC-06")
def test_a_heavy_specialist_ignores_having_moved_or_advanced() -> None:
    """-1 for moving with a Heavy weapon and -1 for an Assault weapon after an Advance are gone, and nothing else is."""
    assert _modifier("heavy", '36" heavy 1, 4 0 1', moved=True) == 0
    assert _modifier("scout", '36" heavy 1, 4 0 1', moved=True) == -1
    assert _modifier("heavy", '36" assault 1, 4 0 1', moved=True, advanced=True) == 0
    assert _modifier("scout", '36" assault 1, 4 0 1', moved=True, advanced=True) == -1
    assert _modifier("heavy", '20" heavy 1, 4 0 1', moved=True, flesh=1) == -2  # long range and a flesh wound


@pytest.mark.rule("KT18-SPEC-06")
def test_a_heavy_specialist_still_cannot_fire_a_heavy_weapon_after_an_advance() -> None:
    scene = Scene(specialists=True)
    a = scene.add(0, (5, 11), weapons=[gun('36" heavy 1, 4 0 1'), gun('36" assault 1, 4 0 1', name="other")], specialist="heavy", advanced=True)
    b = scene.add(1, (20, 11))
    play = scene.shoot(a, dice=[1]).answer(b)
    assert play.events("shoots")[0].values["weapons"] == ("other",)


@pytest.mark.rule("KT18-SPEC-07")
def test_a_zealot_that_charged_has_one_more_attack() -> None:
    """The attack is for that round; otherwise it has no more than any other model."""
    assert (_blows("zealot", charged=True), _blows("zealot"), _blows("zealot", charged=True, specialists=False)) == (2, 1, 1)


@pytest.mark.rule("KT18-SPEC-07")
@pytest.mark.parametrize(
    ("weapon", "charged", "needed"),
    [("user 0 1", True, 4), ("user 0 1", False, 5), ("+1 0 1", True, 3), ("x2 0 1", True, 2), ("x2 0 1", False, 3), ("4 0 1", True, 5)],
)
def test_a_zealot_that_charged_is_one_stronger(weapon: str, charged: bool, needed: int) -> None:
    """S 4 against T 5: its own strength grows, and with it that of weapons that use it, not that of those with a figure of their own."""
    scene = Scene(specialists=True)
    a = scene.add(0, (5, 11), weapons=[blade(weapon)], specialist="zealot", charged=(1,) if charged else (), strength=4)
    scene.add(1, (6.001, 11), toughness=5, charged_by=(0,) if charged else ())
    play = scene.fight(a, dice=[6, 1, 1]).decline("move")
    assert play.events("wound-roll")[0].values["needed"] == needed


@pytest.mark.rule("KT18-SPEC-07")
def test_what_a_zealot_gains_is_seen_in_its_profile() -> None:
    """S 4 and A 1; in the round of its charge 5 and 2."""
    for charged, seen in (((), ("4", "1")), ((1,), ("5", "2"))):
        scene = Scene(specialists=True)
        scene.add(0, (5, 11), specialist="zealot", charged=charged)
        scene.add(1, (6.5, 11))
        profile = dict(scene.manoeuvre().game.view()["models"][0]["profile"])
        assert (profile["S"], profile["A"]) == seen


@pytest.mark.rule("KT18-SPEC-07")
def test_a_zealot_whose_charge_failed_or_was_rounds_ago_gains_nothing() -> None:
    """An attempt is not a charge, and the next round takes the charge away."""
    scene = Scene(specialists=True)
    a = scene.add(0, (5, 11), specialist="zealot", tried=True)
    scene.add(1, (6.001, 11))
    assert len(scene.fight(a, dice=[1, 1]).decline("move").events("hit-roll")) == 1
    scene.fighters[a]["charged"] = (1,)
    later = scene.round(dice=[6, 6, 1, 1])
    assert later.model(a).charged == ()
