"""Stats of operatives and weapons, and how far they can be changed by the book. (STAT, INT-36 to INT-38, INT-42)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.state import Task
from counteract.mechanics.operatives.stats import is_injured, is_wounded
from tests.rules.kt24.scene import Ability, Play, Scene, blade, gun

BOOK = {"limits": "book"}


def runner(**card: Any) -> Scene:
    """Return a scene: one operative at (5, 11) with an enemy far away."""
    scene = Scene(**card.pop("options", {}))
    scene.add(0, (5, 11), **{"order": "engage", **card})
    scene.add(1, (25, 20), order="engage")
    return scene


def longest(scene: Scene, action: str, limit: float) -> bool:
    """Return True if this is just the longest move the action allows to operative 0."""
    play = scene.act(0, action)
    return play.why([(5 + limit, 11)]) == "" and play.why([(5 + limit + 0.01, 11)]) != ""


def shot(text: str, dice: list[int], *, save: int = 4, wounds: int = 30, **shooter: Any) -> Play:
    """Return a battle in which operative 0 shoots operative 1 across the open."""
    scene = Scene(**shooter.pop("options", {}))
    scene.add(0, (5, 11), weapons=[gun(text)], **{"order": "engage", "wounds": 30, **shooter})
    scene.add(1, (15, 11), weapons=[], save=save, wounds=wounds, order="engage")
    return scene.act(0, "shoot", dice=dice).answer(1)


def kept(play: Play) -> tuple[int, int]:
    (event,) = play.events("retained")
    return event.values["criticals"], event.values["normals"]


# --- operatives


@pytest.mark.rule("KT24-STAT-01")
@pytest.mark.parametrize("move", [4, 5.5, 7])
def test_move_is_how_far_a_reposition_goes(move: float) -> None:
    """Exactly the Move stat is allowed, a hair more is refused."""
    scene = runner(move=move)
    assert longest(scene, "reposition", move)
    assert scene.act(0, "reposition").why([(5 + move + 0.01, 11)]) == "KT24-REPO-02"


@pytest.mark.rule("KT24-STAT-01")
def test_move_is_the_basis_of_charge_and_fall_back() -> None:
    """With Move 5" a Charge goes 7" and a Fall Back 5"."""
    scene = Scene()
    scene.add(0, (5, 11), move=5, order="engage")
    scene.add(1, (14, 11))
    charge = scene.act(0, "charge")
    assert charge.why([(12, 11)]) == "" and charge.why([(12.01, 11)]) == "KT24-CHARGE-02"
    scene = Scene()
    scene.add(0, (10, 11), move=5)
    scene.add(1, (11.5, 11))
    back = scene.act(0, "fall back")
    assert back.why([(5, 11)]) == "" and back.why([(4.99, 11)]) == "KT24-FALLBACK-02"


@pytest.mark.rule("KT24-STAT-02")
@pytest.mark.parametrize("apl", [1, 2, 3])
def test_apl_is_what_can_be_spent_in_an_activation(apl: int) -> None:
    """1AP actions are taken until the APL is used up; then the activation ends by itself."""
    play = runner(apl=apl, weapons=[gun("1 6+ 1/1")]).activate(0, dice=[1, 1, 1, 1]).answer("engage")
    answers = iter((("reposition", [(6, 11)]), ("dash", [(7, 11)]), ("shoot", 1)))
    for left in range(apl, 0, -1):
        assert play.what == "action" and play.decision.context.left == left
        play.answer(*next(answers))
    assert play.over and [e.values["cost"] for e in play.events("action")] == [1] * apl


@pytest.mark.rule("KT24-STAT-02")
def test_an_action_dearer_than_what_is_left_is_refused() -> None:
    """Fall Back costs 2AP: allowed with APL 2, not with APL 1."""
    for apl, rule in ((1, "KT24-ACT-05"), (2, "")):
        scene = Scene()
        scene.add(0, (10, 11), apl=apl)
        scene.add(1, (11.5, 11))
        play = scene.activate(0).answer("conceal")
        assert play.why("fall back") == rule and ("fall back" in play.options()) is (not rule)


@pytest.mark.rule("KT24-STAT-03")
@pytest.mark.parametrize(("save", "saves"), [(2, 3), (3, 2), (4, 1), (5, 0)])
def test_save_is_the_lowest_result_that_saves(save: int, saves: int) -> None:
    """Defence dice 4, 3 and 2: how many are successes depends on the Save of the target."""
    play = shot("3 2+ 1/1", [3, 3, 3, 4, 3, 2], save=save)
    (event,) = play.events("saves")
    assert (event.values["criticals"], event.values["normals"]) == (0, saves)


@pytest.mark.rule("KT24-STAT-04", "KT24-DMG-02")
@pytest.mark.parametrize(("wounds", "down"), [(6, True), (7, False)])
def test_wounds_is_how_much_an_operative_can_take(wounds: int, down: bool) -> None:
    """Six damage fell an operative with 6 Wounds and leave one with 7."""
    play = shot("2 4+ 3/3", [4, 4, 1, 1, 1], wounds=wounds)
    assert play.over and play.state.models[1].down is down


# --- weapons


@pytest.mark.rule("KT24-STAT-05")
@pytest.mark.parametrize("attacks", [1, 4, 6])
def test_atk_is_how_many_dice_are_rolled(attacks: int) -> None:
    """As many attack dice as the weapon says, then three defence dice."""
    play = shot(f"{attacks} 6+ 1/1", [1] * (attacks + 3))
    assert [len(e.values["dice"]) for e in play.events("rolled")] == [attacks, 3]


@pytest.mark.rule("KT24-STAT-06")
@pytest.mark.parametrize(("hit", "successes"), [(2, 4), (3, 3), (4, 2), (5, 1), (6, 0)])
def test_hit_is_the_lowest_result_that_hits(hit: int, successes: int) -> None:
    """Attack dice 5, 4, 3 and 2."""
    assert kept(shot(f"4 {hit}+ 1/1", [5, 4, 3, 2, 1, 1, 1])) == (0, successes)


@pytest.mark.rule("KT24-STAT-07")
@pytest.mark.parametrize(("dice", "damage"), [([5, 1], 3), ([6, 1], 7), ([6, 5], 10)])
def test_dmg_is_normal_then_critical(dice: list[int], damage: int) -> None:
    """Dmg 3/7: a normal success does 3, a critical 7."""
    play = shot("2 4+ 3/7", [*dice, 1, 1, 1])
    assert play.over and play.damage(1) == damage


@pytest.mark.rule("KT24-STAT-08")
def test_ranged_weapons_are_for_shooting_and_melee_weapons_for_fighting() -> None:
    """Of two guns and two blades, Shoot offers the guns and refuses the blades; Fight does the opposite for both sides."""
    arms = [gun("1 6+ 1/1"), blade("1 6+ 1/1"), gun("1 6+ 1/1"), blade("1 6+ 1/1")]
    scene = Scene()
    scene.add(0, (5, 11), weapons=arms, order="engage")
    scene.add(1, (15, 11), order="engage")
    play = scene.act(0, "shoot")
    assert play.options() == [0, 2] and play.why(1) == play.why(3) == "KT24-STAT-08"
    scene = Scene()
    scene.add(0, (10, 11), weapons=arms)
    scene.add(1, (11.5, 11), weapons=arms)
    play = scene.act(0, "fight", dice=[1, 1])
    for player in (0, 1):
        assert (play.player, play.options()) == (player, [1, 3])
        assert play.why(0) == play.why(2) == "KT24-STAT-08"
        play.answer(3)


@pytest.mark.rule("KT24-STAT-08")
def test_a_weapon_of_the_wrong_kind_opens_no_action() -> None:
    """With blades only there is no Shoot, with guns only no Fight."""
    scene = runner(weapons=[blade()])
    assert scene.activate(0).answer("engage").why("shoot") != ""
    scene = Scene()
    scene.add(0, (10, 11), weapons=[gun()])
    scene.add(1, (11.5, 11))
    assert scene.activate(0).answer("engage").why("fight") == "KT24-INT-62"


@pytest.mark.rule("KT24-STAT-09")
@pytest.mark.parametrize(("text", "dice"), [("", 3), ("Piercing 1", 2), ("Piercing 2", 1)])
def test_a_weapon_rule_acts_with_the_number_on_the_weapon(text: str, dice: int) -> None:
    """Piercing takes away as many defence dice as it says."""
    play = shot(f"1 6+ 1/1; {text}", [1, 1, 1, 1])
    assert len(play.events("rolled")[1].values["dice"]) == dice


@pytest.mark.rule("KT24-STAT-09")
@pytest.mark.parametrize(("text", "rule"), [("", ""), ('Range 10"', ""), ('Range 8"', "KT24-WR-RANGE-01"), ("Range 9", "")])
def test_a_weapon_rule_acts_with_the_distance_on_the_weapon(text: str, rule: str) -> None:
    """A target 9" away is within Range 10" and Range 9", not within Range 8"."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f"1 6+ 1/1; {text}")], order="engage")
    scene.add(1, (15, 11), order="engage")
    scene.add(1, (5, 16), order="engage")
    play = scene.act(0, "shoot")
    assert play.why(1) == rule and (1 in play.options()) is (not rule)


# --- how far stats can change


@pytest.mark.rule("KT24-INT-36", "KT24-DMG-05")
@pytest.mark.parametrize(("printed", "hurt"), [(8, 6), (7, 5), (6, 4), (5, 4), (4, 4), (3, 3)])
def test_move_does_not_fall_below_four_inches(printed: float, hurt: float) -> None:
    """By the book injury takes 2" off, but not below 4"; a card with less keeps what it has."""
    assert longest(runner(move=printed, wounds=10, left=4, options=BOOK), "reposition", hurt)


@pytest.mark.rule("KT24-INT-36")
def test_the_lowest_move_is_an_option() -> None:
    """With `move_floor=3` an injured operative with Move 5" has 3"."""
    assert longest(runner(move=5, wounds=10, left=4, options={**BOOK, "move_floor": 3}), "reposition", 3)


def ability(apl: int, name: str = "drive") -> Ability:
    return Ability(id=name, name=name, text="…", effect="more-apl", values={"apl": apl})


@pytest.mark.rule("KT24-INT-37")
@pytest.mark.parametrize(
    ("printed", "changes", "stuns", "expected"),
    [
        (2, (), 0, 2),
        (2, (), 1, 1),
        (2, (1,), 0, 3),
        (2, (1, 1), 0, 3),  # at most one more
        (2, (-1, -1), 0, 1),  # at most one less
        (2, (-1,), 1, 1),
        (2, (1,), 1, 2),  # one up and one down
        (2, (1, 1), 1, 3),  # added up first: two up, one down
        (2, (1,), 2, 1),  # one up, two down
        (1, (), 1, 0),
        (0, (), 1, 0),  # never below 0
    ],
)
def test_apl_changes_are_added_up_and_then_limited_to_one(printed: int, changes: tuple[int, ...], stuns: int, expected: int) -> None:
    """By the book abilities and Stun together move APL by one at most, and not below 0."""
    abilities = [ability(change, f"drive{k}") for k, change in enumerate(changes)]
    scene = runner(apl=printed, abilities=abilities, stunned=(1,) * stuns, options=BOOK)
    play = scene.activate(0)
    assert play.game.view()["models"][0]["apl"] == expected
    play.answer("engage")
    if expected == 0:
        assert play.over, "there is nothing it could do"
    else:
        assert play.decision.context.left == expected


@pytest.mark.rule("KT24-INT-38", "KT24-DMG-06")
def test_hit_is_never_worse_than_six() -> None:
    """By the book an injured operative with Hit 6+ still needs a 6, and Hot compares with 6: a roll of 6 does nothing, a 5 burns."""
    assert kept(shot("2 6+ 1/1", [6, 5, 1, 1, 1], left=1, options=BOOK)) == (1, 0)
    for result, burn in ((6, 0), (5, 10)):
        play = shot("1 6+ 1/1; Hot", [1, 1, 1, 1, result], left=14, options=BOOK)
        assert play.over and play.damage(0) == burn


@pytest.mark.rule("KT24-INT-38")
def test_hit_is_never_better_than_two() -> None:
    """A card that says Hit 1+ is used as 2+: a 1 misses, and a Hot roll of 1 burns."""
    assert kept(shot("2 1+ 1/1", [1, 2, 1, 1, 1], options=BOOK)) == (0, 1)
    play = shot("1 1+ 1/1; Hot", [1, 1, 1, 1, 1], options=BOOK)
    assert play.over and play.damage(0) == 2


@pytest.mark.rule("KT24-INT-38")
@pytest.mark.parametrize(("save", "dice", "saves"), [(7, (6, 5, 5), (1, 0)), (1, (1, 2, 3), (0, 2))])
def test_save_stays_between_two_and_six(save: int, dice: tuple[int, int, int], saves: tuple[int, int]) -> None:
    """With Save 7+ a 6 still saves; with Save 1+ a 1 still fails."""
    (event,) = shot("1 2+ 1/1", [3, *dice], save=save, options=BOOK).events("saves")
    assert (event.values["criticals"], event.values["normals"]) == saves


# --- injury


@pytest.mark.rule("KT24-DMG-03", "KT24-DMG-04", "KT24-INT-41", "KT24-DMG-05", "KT24-DMG-06", "KT24-INT-36", "KT24-DIFF-16")
@pytest.mark.parametrize(("limits", "slow"), [("sheet", 3), ("book", 4)])
def test_ex_02_injury_thresholds(limits: str, slow: float) -> None:
    """Below half is injured, exactly half is not; an injured operative has 2" less Move (by the book 4" at least) and Hit one worse."""
    options = {"limits": limits}
    for starting, left, expect_wounded, expect_injured in (
        (7, 7, False, False), (7, 4, True, False), (7, 3, True, True),
        (8, 4, True, False), (8, 3, True, True),
    ):  # fmt: skip
        play = runner(wounds=starting, left=left, options={**options}).activate(0)
        arena, state = play.game.arena, play.state
        assert (is_wounded(arena, state, 0), is_injured(arena, state, 0)) == (expect_wounded, expect_injured)
    for move, reposition in ((6, 4), (5, slow)):
        scene = runner(move=move, wounds=8, left=3, options={**options})
        assert longest(scene, "reposition", reposition)
        assert longest(scene, "dash", 3)
        charging = Scene(**options)
        charging.add(0, (5, 11), move=move, wounds=8, left=3, order="engage")
        charging.add(1, (5 + reposition + 4, 11))
        charge, reached = charging.act(0, "charge"), 5 + reposition + 2
        assert charge.why([(reached, 11)]) == "" and charge.why([(reached + 0.01, 11)]) == "KT24-CHARGE-02"
    assert kept(shot("2 3+ 1/1", [3, 4, 1, 1, 1], left=14, options={**options})) == (0, 1)
    assert kept(shot("2 3+ 1/1", [3, 4, 1, 1, 1], left=15, options={**options})) == (0, 2)


# --- Stun


@pytest.mark.rule("KT24-INT-42")
def test_stun_by_retaliation_bites_after_the_action_and_lasts_through_the_next_activation() -> None:
    """Stunned in its own Fight, an operative with APL 2 has no AP left after it; its next activation has 1AP, the one after 2AP."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 6+ 1/1")])
    scene.add(1, (11.5, 11), weapons=[blade("1 4+ 1/1; Stun")])
    play = scene.play(*[Task("activation", (a,))] * 3, dice=[1, 6])
    play.answer("engage")
    assert play.decision.context.left == 2
    play.answer("fight")
    assert play.what == "order", "the activation is over"
    assert play.events("stunned") and len(play.events("expended")) == 1
    for left in (1, 2):
        play.answer("engage")
        assert play.decision.context.left == left
        play.answer("end")


@pytest.mark.rule("KT24-INT-42")
def test_stun_by_retaliation_leaves_what_the_lower_apl_still_allows() -> None:
    """With APL 4 one AP spent on the Fight leaves two of the three that remain, enough to Fall Back."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 6+ 1/1")], apl=4)
    scene.add(1, (11.5, 11), weapons=[blade("1 4+ 1/1; Stun")])
    play = scene.activate(a, dice=[1, 6]).answer("engage", "fight")
    assert play.decision.context.left == 2
    assert play.options() == ["fall back", "end"]


@pytest.mark.rule("KT24-INT-42", "KT24-WR-STUN-01")
def test_stun_outside_its_activation_lasts_until_its_next_one_ends() -> None:
    """Stunned while another operative acts: the next activation has 1AP less, the one after it none less."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 4+ 1/1; Stun")])
    d = scene.add(1, (11.5, 11), weapons=[blade("1 6+ 1/1")])
    play = scene.play(Task("activation", (a,)), *[Task("activation", (d,))] * 2, dice=[6, 1])
    play.answer("engage", "fight", "engage")
    for left in (1, 2):
        assert play.player == 1 and play.decision.context.left == left
        play.answer("end")
        if left == 1:
            play.answer("engage")
