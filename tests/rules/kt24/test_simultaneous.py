"""Several things at the same time: who puts them in order."""

from __future__ import annotations

import pytest

from counteract.core.decision import Pick
from tests.rules.kt24.scene import Ability, Play, Scene, blade, gun

BOUNTY = Ability(id="bounty", name="Bounty", text="…", effect="bounty")


def burst(name: str = "burst", *, damage: int = 3, inches: float = 2) -> Ability:
    return Ability(id=name, name=name.title(), text="…", effect="burst", values={"inches": inches, "damage": damage})


def falling(*, initiative: int, left: int = 3) -> Play:
    """Return a battle in which B's Blast fells two of A's operatives that burst when they fall, both beside one of B's with few wounds left.

    A gains 1CP if operative 0 kills it, and nothing if operative 1 does.
    """
    scene = Scene()
    scene.add(0, (15, 11), wounds=2, order="engage", abilities=[burst(), BOUNTY])
    scene.add(0, (15, 13), wounds=2, order="engage", abilities=[burst()])
    scene.add(0, (28, 2))
    scene.add(1, (5, 12), weapons=[gun('1 2+ 9/9; Blast 2"')], order="engage")
    scene.add(1, (16.8, 12), wounds=10, left=left, save=2)
    dice = [5, 1, 1, 1, 5, 1, 1, 1, 1, 5, 5, 5]  # operative 0 falls, then operative 1; the shot at B's own goes wide
    return scene.act(3, "shoot", dice=dice, initiative=initiative, cp=(0, 0)).answer(0, 1)


@pytest.mark.rule("KT24-INT-34")
@pytest.mark.parametrize("initiative", [0, 1])
@pytest.mark.parametrize(("first", "cp"), [("0/burst", 1), ("1/burst", 0)])
def test_the_initiative_player_orders_what_the_fallen_set_off(initiative: int, first: str, cp: int) -> None:
    """Whoever has the initiative, whosever operatives they are, says which bursts first; whose kill it is hangs on that."""
    play = falling(initiative=initiative)
    assert (play.what, play.player, play.decision.rule) == ("order-of-effects", initiative, "KT24-INT-34")
    assert play.options() == ["0/burst", "1/burst"]
    assert play.why("pass") == "KT24-INT-34"
    play.answer(first)
    assert play.state.models[4].down
    assert play.state.cp == (cp, 0)
    assert play.over
    assert [m.down for m in play.state.models] == [True, True, False, False, True]


@pytest.mark.rule("KT24-INT-34")
def test_both_take_effect_in_the_order_chosen() -> None:
    """With enough wounds left the enemy suffers both bursts, the chosen one first."""
    play = falling(initiative=1, left=10).answer("1/burst")
    assert play.wounds(4) == 10 - 3 - 3
    order = [e.values["model"] for e in play.game.events if e.kind == "removed"]
    assert sorted(order) == [0, 1]
    assert order[0] == 1


def falls(*abilities: Ability) -> Play:
    """Return a battle in which one operative with these abilities is shot down beside one of its enemies."""
    scene = Scene()
    scene.add(0, (15, 11), wounds=2, order="engage", abilities=abilities)
    scene.add(0, (28, 2))
    scene.add(1, (5, 11), weapons=[gun("1 2+ 9/9")], order="engage")
    scene.add(1, (17.5, 11), wounds=10)
    return scene.act(2, "shoot", dice=[5, 1, 1, 1], initiative=0).answer(0)


@pytest.mark.rule("KT24-INT-34")
def test_several_effects_of_one_operative_are_ordered_too() -> None:
    """It bursts twice, for 3 and for 4; the initiative player says which comes first, and both do come."""
    play = falls(burst(), burst("second", damage=4))
    assert (play.what, play.player, play.options()) == ("order-of-effects", 0, ["0/burst", "0/second"])
    play.answer("0/second")
    assert [e.values["amount"] for e in play.events("damage") if e.values["model"] == 3] == [4, 3]


@pytest.mark.rule("KT24-INT-34")
def test_nobody_is_asked_where_there_is_nothing_to_order() -> None:
    """One effect, or several operatives that fall without any: no question."""
    assert falls(burst()).over
    assert falls().over
    scene = Scene()
    for y in (11, 12.5):
        scene.add(0, (15, y), wounds=2, order="engage")
    scene.add(0, (28, 2))
    scene.add(1, (5, 11), weapons=[gun('1 2+ 9/9; Blast 2"')], order="engage")
    play = scene.act(3, "shoot", dice=[5, 1, 1, 1] * 2).answer(0)
    assert play.over
    assert len(play.events("removed")) == 2


@pytest.mark.rule("KT24-INT-34")
def test_what_an_effect_sets_off_joins_what_is_still_waiting() -> None:
    """A's burst fells B's operative that bursts as well while another of A's is waiting: again the initiative player orders."""
    scene = Scene()
    scene.add(0, (15, 11), wounds=2, order="engage", abilities=[burst()])
    scene.add(0, (15, 13), wounds=2, order="engage", abilities=[burst()])
    scene.add(0, (28, 2))
    scene.add(1, (5, 12), weapons=[gun('1 2+ 9/9; Blast 2"')], order="engage")
    scene.add(1, (16.8, 12), wounds=3, save=2, abilities=[burst()])
    play = scene.act(3, "shoot", dice=[5, 1, 1, 1, 5, 1, 1, 1, 1, 5, 5, 5], initiative=1).answer(0, 1)
    play.answer("0/burst")
    assert (play.what, play.player, play.options()) == ("order-of-effects", 1, ["1/burst", "4/burst"])


def duel(attacker: str, defender: str, dice: list[int], *, initiative: int, left: int = 2) -> Play:
    """Return a battle in which A fights B; B has a bounty on A, who has few wounds left."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade(attacker)], wounds=20, left=left, order="engage")
    scene.add(0, (28, 2))
    scene.add(1, (6.5, 11), weapons=[blade(defender)], wounds=20, order="engage", abilities=[BOUNTY])
    return scene.act(0, "fight", dice=dice, initiative=initiative)


@pytest.mark.rule("KT24-INT-34")
@pytest.mark.parametrize("initiative", [0, 1])
@pytest.mark.parametrize(("first", "cp"), [("0/devastating", 0), ("2/devastating", 1)])
def test_devastating_of_two_weapons_is_ordered_by_the_initiative_player(initiative: int, first: str, cp: int) -> None:
    """Both retain a critical; A's reaches A itself too. Which acts first decides whether A fell to its own blade or to B's."""
    play = duel('1 3+ 1/1; 1" Devastating 2', "1 3+ 1/1; Devastating 2", [6, 6], initiative=initiative)
    assert (play.what, play.player, play.options()) == ("order-of-effects", initiative, ["0/devastating", "2/devastating"])
    play.answer(first)
    assert play.state.models[0].down
    assert play.wounds(2) == 18
    assert play.state.cp == (0, cp)


@pytest.mark.rule("KT24-INT-34")
def test_no_question_where_the_order_of_devastating_cannot_matter() -> None:
    """Each strikes the other only, or only one has a critical: both simply act."""
    both = duel("1 3+ 1/1; Devastating 2", "1 3+ 1/1; Devastating 2", [6, 6], initiative=0)
    assert both.over
    assert (both.wounds(0), both.wounds(2)) == (0, 18)
    one = duel('1 3+ 1/1; 1" Devastating 2', "1 3+ 1/1; Devastating 2", [6, 1], initiative=0)
    assert one.what == ""
    assert one.state.models[0].down


@pytest.mark.rule("KT24-INT-34")
@pytest.mark.parametrize("initiative", [0, 1])
@pytest.mark.parametrize("first", ["rending", "punishing"])
def test_what_belongs_to_one_weapon_is_ordered_by_its_user(initiative: int, first: str) -> None:
    """B retaliates with Rending and Punishing: B orders them, with or without the initiative."""
    play = duel("1 6+ 1/1", "4 3+ 1/1; Rending, Punishing", [1, 6, 4, 1, 1], initiative=initiative, left=20)
    assert (play.what, play.player, play.options()) == ("retain", 1, ["rending", "punishing", "pass"])
    play.answer(first)
    assert (play.what, play.player) == ("retain", 1)
    other = "punishing" if first == "rending" else "rending"
    assert Pick(other) in play.decision.options
    play.answer(other)
    assert play.events("retained")[1].values == {"player": 1, "criticals": 2, "normals": 1, "unrolled": 0}


def plated(*plates: tuple[str, int, int], swapped: bool = False) -> list[Ability]:
    """Return abilities that lower damage from some number up: their names, by how much, and from which number."""
    found = [Ability(id=name.lower(), name=name, text="…", effect="soften", values={"by": by, "least": least}) for name, by, least in plates]
    return found[::-1] if swapped else found


THIN, THICK = ("Thin", 1, 3), ("Thick", 2, 4)


@pytest.mark.rule("KT24-INT-85")
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(
    ("damage", "left", "named"),
    [
        (2, 2, None),
        (3, 2, "Thin"),
        (4, 2, "Thick"),  # Thin first would leave 3, which is too little for Thick
        (5, 2, "both"),  # 5 - 2 - 1, whichever comes first
        (6, 3, "both"),
    ],
)
def test_protections_act_one_after_the_other_in_the_best_order(damage: int, left: int, named: str | None, swapped: bool) -> None:
    """One takes 1 off damage from 3 up, the other 2 off damage from 4 up, each looking at what the other has left."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f"1 3+ {damage}/9")], order="engage")
    scene.add(1, (15, 11), order="engage", wounds=20, abilities=plated(THIN, THICK, swapped=swapped))
    play = scene.act(0, "shoot", dice=[5, 1, 1, 1]).answer(1)
    assert play.damage(1) == left
    told = [event.values["effects"] for event in play.events("softened")]
    assert {frozenset(names) for names in told} == {None: set(), "both": {frozenset({"Thin", "Thick"})}}.get(named, {frozenset({named})})


@pytest.mark.rule("KT24-INT-85")
def test_protections_act_on_every_die_and_on_what_criticals_do_at_once() -> None:
    """A critical of 4 with Devastating 4, and a normal of 3: 2 each; in a fight a strike of 4 is 2 as well, and so it is foretold."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("2 3+ 3/4; Devastating 4")], order="engage")
    scene.add(1, (15, 11), order="engage", wounds=20, abilities=plated(THIN, THICK))
    assert scene.act(0, "shoot", dice=[6, 5, 1, 1, 1]).answer(1).damage(1) == 2 + 2 + 2
    scene = Scene()
    scene.add(0, (10, 11), weapons=[blade("1 3+ 3/4")], order="engage")
    scene.add(1, (11.5, 11), weapons=[blade("1 3+ 1/1")], order="engage", abilities=plated(THIN, THICK))
    play = scene.act(0, "fight", dice=[6, 5])
    assert play.decision.context.damage == (2, 2)
    assert play.answer("strike-critical").damage(1) == 2


@pytest.mark.rule("KT24-INT-85")
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(("damage", "left"), [(4, 3), (5, 3), (6, 4)])
def test_the_order_of_protections_is_not_that_of_the_card(damage: int, left: int, swapped: bool) -> None:
    """One takes 1 off damage from 2 up, the other 1 off damage from 5 up: of 5 the second must go first, or it finds too little."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun(f"1 3+ {damage}/9")], order="engage")
    scene.add(1, (15, 11), order="engage", wounds=20, abilities=plated(("Low", 1, 2), ("High", 1, 5), swapped=swapped))
    assert scene.act(0, "shoot", dice=[5, 1, 1, 1]).answer(1).damage(1) == left


@pytest.mark.rule("KT24-INT-85")
def test_damage_is_never_less_than_nothing() -> None:
    """Two protections of 3 each against a die of 4."""
    scene = Scene()
    scene.add(0, (5, 11), weapons=[gun("1 3+ 4/4")], order="engage")
    scene.add(1, (15, 11), order="engage", wounds=20, abilities=plated(("One", 3, 1), ("Two", 3, 0)))
    play = scene.act(0, "shoot", dice=[5, 1, 1, 1]).answer(1)
    assert play.over and play.damage(1) == 0


FEED = Ability(id="feed", name="Feed", text="…", effect="feed", values={"wounds": 2})


@pytest.mark.rule("KT24-INT-34", "KT24-INT-66")
@pytest.mark.parametrize(("first", "left"), [("0/devastating", (1, 0)), ("1/devastating", (0, 0))])
def test_two_devastating_weapons_are_ordered_when_a_kill_gives_wounds_back(first: str, left: tuple[int, int]) -> None:
    """Both retain a critical at once; whose damage comes first decides whether the one that feeds on kills survives."""
    scene = Scene()
    mine = scene.add(0, (10, 11), weapons=[blade("1 3+ 3/4; Devastating 3")], left=2, abilities=[FEED], order="engage")
    theirs = scene.add(1, (11.5, 11), weapons=[blade("1 3+ 3/4; Devastating 3")], left=3, order="engage")
    play = scene.act(mine, "fight", dice=[6, 6], initiative=1)
    assert (play.what, play.player) == ("order-of-effects", 1)
    play.answer(first)
    assert (play.wounds(mine), play.wounds(theirs)) == left


@pytest.mark.rule("KT24-INT-34")
@pytest.mark.parametrize(("choice", "left"), [("user-last", 1), ("user-first", 0)])
def test_the_user_orders_what_its_own_weapon_does(choice: str, left: int) -> None:
    """2" Devastating strikes its user too: its player says whether before or after the kill that gives wounds back."""
    scene = Scene()
    user = scene.add(0, (10, 11), weapons=[blade('1 3+ 3/4; 2" Devastating 3')], left=2, abilities=[FEED], order="engage")
    scene.add(1, (11.5, 11), weapons=[blade("1 3+ 3/4")], left=9, order="engage")
    scene.add(1, (12.7, 11), weapons=[blade("1 3+ 3/4")], left=3, order="engage")
    play = scene.act(user, "fight", dice=[6, 1], initiative=1)
    assert (play.what, play.player) == ("devastating-order", 0)
    play.answer(choice)
    assert play.wounds(user) == left
