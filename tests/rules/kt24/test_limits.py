"""Limits on changes of stats: those of the sheets against those of the full game. (DIFF-16, INT-39, INT-40)"""

from __future__ import annotations

import pytest

from counteract.core.record import encode, parse, record
from counteract.core.state import Task
from counteract.game import Game, replay
from counteract.rulesets.kt24.ruleset import RULESET
from counteract.rulesets.kt24.state import Acting
from tests.rules.board import begin
from tests.rules.kt24.scene import Ability, Play, Scene, blade, gun
from tests.rules.kt24.shots import SHOOTER, brawl, kept, shot
from tests.rules.kt24.test_stats import longest, runner

BOTH = pytest.mark.parametrize("limits", ["sheet", "book"])


# --- the option


@pytest.mark.rule("KT24-DIFF-16")
def test_a_new_battle_goes_by_the_sheet_and_says_so() -> None:
    """`Game.new` writes the option into its set-up, whether it was said or not; anything else than the two is refused."""
    assert Game.new("kt24", seed=1).setup["options"]["limits"] == "sheet"
    assert Game.new("kt24", seed=1, mission=None, limits="book").setup["options"]["limits"] == "book"
    with pytest.raises(ValueError, match="limits"):
        RULESET.settle({"limits": "both"}, None)


@pytest.mark.rule("KT24-DIFF-16")
def test_a_set_up_that_does_not_name_the_option_means_the_book() -> None:
    """Older records lack it: the same answers and dice lead to the same fingerprints as with `limits="book"`."""
    new = Game.new("kt24", seed=4, limits="book")
    old = Game(RULESET, {**new.setup, "options": {k: v for k, v in new.setup["options"].items() if k != "limits"}}, new.dice)
    assert old.arena.options.limits == "book"
    for game in (new, old):
        while game.decision is not None:
            game.play(game.advice())
    assert [m.digest() for m in new.moments] == [m.digest() for m in old.moments]
    written = encode(record(old))
    assert b'"limits"' not in written
    again = replay(parse(written, "old"), "old")
    assert again.digest() == old.digest() and encode(record(again)) == written


@pytest.mark.rule("KT24-INT-36", "KT24-DIFF-16")
def test_the_lowest_move_belongs_to_the_book() -> None:
    """`move_floor` is refused where it would do nothing."""
    with pytest.raises(ValueError, match=r"move_floor.*'book'"):
        RULESET.settle({"move_floor": 3.0}, None)
    assert RULESET.settle({"move_floor": 3.0, "limits": "book"}, None).move_floor == 3.0


# --- Move and Hit of the injured


@pytest.mark.rule("KT24-DIFF-16", "KT24-DMG-05")
@pytest.mark.parametrize(("printed", "hurt"), [(8, 6), (5, 3), (4, 2), (3, 1), (2, 0), (1.5, 0)])
def test_injury_takes_two_inches_of_move_and_no_more_than_there_are(printed: float, hurt: float) -> None:
    """By the sheet nothing but 0" stops the loss; who cannot move an inch may still perform a Reposition on the spot."""
    scene = runner(move=printed, wounds=10, left=4)
    assert longest(scene, "reposition", hurt)
    play = scene.act(0, "reposition")
    assert play.decision.default in play.decision.options
    play.game.play(play.decision.default)
    assert play.over


@pytest.mark.rule("KT24-DIFF-16", "KT24-DMG-06", "KT24-DICE-01")
def test_an_injured_hit_of_six_is_seven_and_a_six_still_succeeds() -> None:
    """Hit 6+ becomes 7+: the 6 is critical as ever, Lethal 5+ finds no success in a 5."""
    assert kept(shot("2 6+ 1/1; Lethal 5+", [6, 5, 1, 1, 1], shooter={"left": 14})) == (1, 0)
    play = shot("1 6+ 1/1", [6, 1, 1, 1], shooter={"left": 14})
    assert play.game.view()["models"][SHOOTER]["weapons"][0]["hit"] == 7


@pytest.mark.rule("KT24-DIFF-16", "KT24-INT-40", "KT24-WR-HOT-02")
@pytest.mark.parametrize(("limits", "burn"), [("sheet", 12), ("book", 0)])
def test_a_hot_six_burns_who_needs_seven(limits: str, burn: int) -> None:
    """An injured operative with Hit 6+ rolls a 6 for its Hot weapon: lower than 7, not lower than 6."""
    play = shot("1 6+ 1/1; Hot", [1, 1, 1, 1, 6], shooter={"left": 14}, limits=limits)
    assert play.over and play.damage(SHOOTER) == burn
    assert play.events("hot")[0].values["needed"] == (7 if limits == "sheet" else 6)


# --- Stun


def stunned(*hits: int, limits: str, apl: int) -> Play:
    """Return a battle in which operative 0 is shot at with a Stun weapon by as many enemies as there are dice, then activated twice."""
    scene = Scene(limits=limits)
    scene.add(0, (15, 11), apl=apl, order="engage", wounds=30)
    for k in range(len(hits)):
        scene.add(1, (4, 2 + 3 * k), weapons=[gun("1 3+ 0/0; Stun")], order="engage")
    shots = [Task("perform", (1 + k, "shoot")) for k in range(len(hits))]
    acting = (Acting(1, "activation", done=("shoot",)),)
    dice = [d for hit in hits for d in (hit, 1, 1, 1)]
    play = scene.play(*shots, *[Task("activation", (0,))] * 2, dice=dice, acting=acting)
    for _ in hits:
        play.answer(0)
    return play


def points(play: Play) -> int:
    """Return the AP that the operative has once it has its order; 0 if it cannot even be asked."""
    before = len(play.events("expended"))
    play.answer("engage")
    if len(play.events("expended")) > before:
        return 0
    left = int(play.decision.context.left)
    play.answer("end")
    return left


@pytest.mark.rule("KT24-DIFF-16", "KT24-INT-37", "KT24-WR-STUN-01")
@pytest.mark.parametrize(
    ("hits", "limits", "apl", "next_one"),
    [((6,), "sheet", 3, 2), ((6, 6), "sheet", 3, 1), ((6, 5, 6), "sheet", 3, 1), ((6, 6, 6), "sheet", 2, 0), ((6, 6), "book", 3, 2)],
)
def test_every_stun_takes_one_apl_of_its_own(hits: tuple[int, ...], limits: str, apl: int, next_one: int) -> None:
    """Two Stuns take two by the sheet and one by the book, never below 0, until the next activation ends."""
    play = stunned(*hits, limits=limits, apl=apl)
    assert play.game.view()["models"][0]["apl"] == next_one and play.game.view()["models"][0]["stunned"]
    assert points(play) == next_one
    assert not play.game.view()["models"][0]["stunned"]
    assert points(play) == apl


@pytest.mark.rule("KT24-DIFF-16", "KT24-WR-STUN-01")
@pytest.mark.parametrize(("limits", "apl"), [("sheet", 1), ("book", 2)])
def test_a_stun_counts_with_one_that_a_position_tells_of(limits: str, apl: int) -> None:
    """An operative with APL 3 is "stunned" where the game begins, and is stunned again: by the sheet that makes two, by the book one."""
    guard = {"name": "Guard", "models": ["Guard; APL 3, Move 6, Save 6+, Wounds 20; spear: 4 4+ 3/4"]}
    stunner = {"name": "Stunner", "models": ["Stunner; APL 2, Move 6, Save 6+, Wounds 20; net: 1 3+ 0/0 Stun"]}
    models = {"model": "stunner", "at": (5, 11), "order": "engage"}, {"model": "guard", "at": (15, 11), "order": "engage", "conditions": ["stunned"]}
    play = begin("kt24", *models, teams=[stunner, guard], options={"limits": limits}, dice=(6, 1, 1, 1))
    assert play.game.view()["models"][1]["apl"] == 2
    play.answer(0, "engage", "shoot", 1)
    assert play.events("stunned") and play.game.view()["models"][1]["apl"] == apl


@pytest.mark.rule("KT24-WR-STUN-01", "KT24-INT-72", "KT24-WR-DEVASTATING-01")
def test_nobody_is_stunned_who_has_fallen_already() -> None:
    """Devastating acts first: whoever it fells is not stunned besides, in a shot and in a fight; whoever it spares is."""
    for wounds, told in ((3, []), (4, [1])):
        play = shot("1 3+ 1/1; Devastating 3, Stun", [6, 1, 1, 1], wounds=wounds)
        assert [e.values["model"] for e in play.events("stunned")] == told
        play = brawl("1 3+ 1/1; Devastating 3, Stun", "1 6+ 1/1", [6, 1], wounds=(30, wounds))
        assert [e.values["model"] for e in play.events("stunned")] == told


@pytest.mark.rule("KT24-DIFF-16", "KT24-INT-42")
def test_a_stun_in_ones_own_activation_outlasts_one_from_before() -> None:
    """Stunned before and again by the retaliation: both count for the rest of the activation, one for the next, none after it."""
    scene = Scene()
    a = scene.add(0, (10, 11), weapons=[blade("1 6+ 1/1")], apl=5, stunned=(1,))
    scene.add(1, (11.5, 11), weapons=[blade("1 4+ 1/1; Stun")])
    play = scene.play(*[Task("activation", (a,))] * 3, dice=[1, 6]).answer("engage")
    assert play.decision.context.left == 4
    play.answer("fight")
    assert play.decision.context.left == 2  # of 5, less two Stuns and the 1AP of the Fight
    play.answer("end")
    assert [points(play), points(play)] == [4, 5]


@pytest.mark.rule("KT24-DIFF-16", "KT24-INT-37")
@pytest.mark.parametrize(("limits", "apl"), [("sheet", 5), ("book", 3)])
def test_by_the_sheet_apl_is_raised_as_far_as_effects_say(limits: str, apl: int) -> None:
    """Two abilities, of one and of two APL."""
    more = [Ability(id=f"drive{n}", name="Drive", text="…", effect="more-apl", values={"apl": n}) for n in (1, 2)]
    play = runner(apl=2, abilities=more, options={"limits": limits}).activate(0)
    assert play.game.view()["models"][0]["apl"] == apl


@pytest.mark.rule("KT24-DIFF-16", "KT24-MIS-07")
def test_every_stun_weakens_the_hold_on_a_marker() -> None:
    """APL 3 against 2 holds a marker, once stunned it is level, twice stunned it is lost."""
    for stuns, holder in (((), 0), ((1,), None), ((1, 1), 1)):
        scene = Scene(mission="hold-the-ground")
        scene.add(0, (15, 12), apl=3, **({"stunned": stuns} if stuns else {}))
        scene.add(1, (15, 10), apl=2)
        play = scene.activate(0)
        assert play.game.view()["markers"][0]["holder"] == holder


@pytest.mark.rule("KT24-INT-72", "KT24-DIFF-16")
def test_stuns_end_with_the_removal() -> None:
    """Whoever leaves the board is rid of them."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 3+ 9/9; Stun")], order="engage")
    gone = scene.add(1, (15, 11), order="engage", wounds=9, stunned=(1, 2))
    play = scene.act(0, "shoot", dice=[5, 5, 1, 1, 1]).answer(gone)
    assert play.state.places[gone] is None and not play.state.models[gone].stuns


# --- in a fight


@pytest.mark.rule("KT24-DMG-06", "KT24-DIFF-16", "KT24-INT-38")
@pytest.mark.parametrize(("limits", "hit", "die", "lands"), [("sheet", 3, 3, 0), ("sheet", 3, 4, 1), ("book", 3, 3, 0), ("book", 3, 4, 1)])
def test_the_injured_hit_worse_in_a_fight(limits: str, hit: int, die: int, lands: int) -> None:
    """Hit 3+ is 4+ for an injured attacker and for one that retaliates, with either limits; who is not injured needs a 3."""
    blades = f"1 {hit}+ 1/1", f"1 {hit}+ 1/1"
    assert kept(brawl(*blades, [die, 1], left=(14, None), limits=limits), 0) == (0, lands)
    assert kept(brawl(*blades, [1, die], left=(None, 14), limits=limits), 1) == (0, lands)
    assert kept(brawl(*blades, [die, 1], left=(15, None), limits=limits), 0) == (0, 1)


@pytest.mark.rule("KT24-DIFF-16", "KT24-DMG-06")
@pytest.mark.parametrize("limits", ["sheet", "book"])
def test_who_ignores_injury_hits_as_ever(limits: str) -> None:
    """In a shot and for Hot: Hit 3+ stays 3+."""
    tough = Ability(id="tough", name="Tough", text="…", effect="ignore-injury")
    play = shot("1 3+ 1/1; Hot", [3, 1, 1, 1, 3], shooter={"left": 14, "abilities": [tough]}, limits=limits)
    assert kept(play) == (0, 1) and play.events("hot")[0].values["needed"] == 3


# --- at once


def self_harming(limits: str) -> Scene:
    """Return a scene: a shooter with 6 of 10 wounds in its own Blast."""
    scene = Scene(limits=limits)
    scene.add(0, (12.5, 11), weapons=[gun('1 3+ 3/4; Blast 2", Hot')], order="engage", wounds=10, left=6, save=6)
    scene.add(1, (15, 11), order="engage", save=6, wounds=20)
    scene.add(1, (15, 13), order="engage", save=6, wounds=20)
    return scene


@pytest.mark.rule("KT24-DIFF-16", "KT24-INT-39", "KT24-INT-40")
@pytest.mark.parametrize(("limits", "through", "burn"), [("sheet", 0, 6), ("book", 3, 0)])
def test_injury_in_mid_action(limits: str, through: int, burn: int) -> None:
    """Its own Blast injures the shooter: by the sheet the next sequence needs a 4, and so does Hot; by the book both still need a 3."""
    play = self_harming(limits).act(0, "shoot", dice=[1, 1, 1, 1, 5, 1, 1, 1, 3, 1, 1, 1, 3]).answer(1)
    assert (play.what, play.options()) == ("next-target", [0, 2])
    play.answer(0)
    assert play.over and play.damage(2) == through
    assert play.damage(0) == 3 + burn


@pytest.mark.rule("KT24-DIFF-16", "KT24-INT-40")
@pytest.mark.parametrize(("limits", "burn"), [("sheet", 6), ("book", 0)])
def test_hot_after_a_fight_looks_at_the_wounds_left_then(limits: str, burn: int) -> None:
    """The attacker, injured by the retaliation, rolls a 3 for its Hot blade of Hit 3+: by the sheet it needs a 4 by now."""
    play = brawl("1 3+ 1/1; Hot", "1 3+ 6/6", [1, 5, 3], wounds=(10, 30), limits=limits)
    assert play.over and play.damage(0) == 6 + burn


@pytest.mark.rule("KT24-DIFF-16")
def test_a_kill_that_feeds_mends_the_hit_at_once() -> None:
    """An injured shooter whose first target falls is given wounds back, and its next sequence is rolled at the better Hit."""
    feed = Ability(id="feed", name="Feed", text="…", effect="feed", values={"wounds": 2})
    for limits, through in (("sheet", 3), ("book", 0)):
        scene = Scene(limits=limits)
        scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Blast 2"')], order="engage", wounds=10, left=4, abilities=[feed])
        scene.add(1, (15, 11), order="engage", save=6, wounds=3)
        scene.add(1, (15, 13), order="engage", save=6, wounds=20)
        play = scene.act(0, "shoot", dice=[5, 1, 1, 1, 3, 1, 1, 1]).answer(1)
        assert play.over and play.wounds(0) == 6 and play.damage(2) == through


@pytest.mark.rule("KT24-DIFF-16", "KT24-INT-39")
@BOTH
def test_injury_counts_from_the_next_action_on_in_any_case(limits: str) -> None:
    """Injured by the retaliation in its own Fight, an operative has 2" less Move for what is left of its activation."""
    scene = Scene(limits=limits)
    a = scene.add(0, (10, 11), weapons=[blade("1 6+ 1/1")], wounds=10, move=8, apl=3)
    scene.add(1, (11.5, 11), weapons=[blade("1 3+ 6/6")])
    play = scene.activate(a, dice=[1, 5]).answer("engage", "fight", "fall back")
    assert play.wounds(a) == 4 and play.decision.context.most == 6
