"""The fight phase: who fights in which step, who is reached, how attacks are divided. (FIGHT, UNIT-05, OPP-03, OPP-04, INT-33, INT-55 to INT-59)"""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Allocate, Pick
from counteract.core.state import Task
from counteract.rulesets.kt40.fight import open_targets, reached, why_not_fight
from counteract.rulesets.kt40.weapons import Weapon
from tests.rules.kt40.scenes import Play, Scene, ability, blade
from tests.rules.kt40.shots import finish, hits, kinds, rolls


def stay(play: Play) -> Play:
    """Make no pile-in and no consolidation as long as one is offered."""
    return play.decline("move")


def pair(state: dict[str, Any] | None = None, gap: float = 0.5, **more: Any) -> Scene:
    """Return a scene: one model of each side so many inches apart, the first in a state."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, state=state or {}, **more)
    scene.squad(1, (10, 11 + gap), models=1)
    return scene


def passage() -> Scene:
    """Return a scene with a passage between two walls, as wide as a base, along x = 10."""
    scene = Scene()
    scene.block(6, 5, 9.499, 15)
    scene.block(10.501, 5, 14, 15)
    return scene


def asked(play: Play) -> list[str]:
    """Return the questions that are asked while each is answered by default."""
    found: list[str] = []
    while not play.over and play.game.decision is not None:
        found.append(play.what)
        play.game.play(play.decision.default)
    return found


def fights(scene: Scene, step: str, unit: int = 0) -> str:
    """Return why a unit does not fight in a step; "" if it does."""
    s = scene.state()
    problem = why_not_fight(scene.arena, s, unit, step)
    return problem[0] if problem else ""


# --- who fights when


@pytest.mark.rule("KT40-FIGHT-02", "KT40-FIGHT-03", "KT40-FIGHT-13", "KT40-INT-55", "KT40-INT-56")
@pytest.mark.parametrize(
    ("state", "gap", "hammer", "normal"),
    [
        ({"declared": (1,), "charged": (1,)}, 0.5, True, True),
        ({"declared": (1,), "charged": (1,)}, 9, True, False),  # its target is gone: it is activated all the same
        ({"declared": (1,)}, 9, False, False),  # a failed charge
        ({"declared": (1,)}, 0.5, False, True),  # but in contact
        ({"charged_by": (1,)}, 0.5, False, True),
        ({}, 0.5, False, True),  # engaged, say by an intervention
        ({}, 9, False, False),
        ({"hammer": True}, 0.5, True, True),  # Counter-Offensive
    ],
)
def test_who_fights(state: dict[str, Any], gap: float, hammer: bool, normal: bool) -> None:
    """Chargers in Hammer of Wrath; charged and engaged units in the normal step."""
    scene = pair(state, gap)
    assert (fights(scene, "hammer") == "") is hammer
    assert (fights(scene, "fights") == "") is normal
    if not hammer:
        assert fights(scene, "hammer") == ("KT40-FIGHT-13" if "declared" in state else "KT40-FIGHT-02")


@pytest.mark.rule("KT40-FIGHT-02")
def test_strikes_first_needs_an_enemy_within_reach() -> None:
    """The ability brings an engaged unit into Hammer of Wrath."""
    abilities = [ability("strikes-first")]
    assert fights(pair(abilities=abilities), "hammer") == ""
    assert fights(pair(gap=3, abilities=abilities), "hammer") == "KT40-FIGHT-02"


@pytest.mark.rule("KT40-INT-59")
@pytest.mark.parametrize(
    ("state", "acts"),
    [
        ({"charged_by": (1,)}, True),
        ({"began": True}, True),
        ({"began": True, "option": "stay"}, True),
        ({"began": True, "option": "ready"}, True),
        ({"began": True, "moved": True}, True),  # by an opportunity strike
        *(({"began": True, "option": option}, False) for option in ("normal move", "advance", "fall back", "charge")),
    ],
)
def test_units_that_are_engaged_no_longer(state: dict[str, Any], acts: bool) -> None:
    """Nobody is within 1" now."""
    assert (fights(pair(state, gap=4), "fights") == "") is acts


@pytest.mark.rule("KT40-FIGHT-06")
def test_a_unit_fights_once() -> None:
    """Whatever step it was in."""
    assert fights(pair({"fought": True}), "fights") == "KT40-FIGHT-06"
    assert fights(pair({"fought": True, "charged": (1,), "declared": (1,)}), "hammer") == "KT40-FIGHT-06"


@pytest.mark.rule("KT40-FIGHT-01", "KT40-FIGHT-02", "KT40-FIGHT-03", "KT40-FIGHT-04", "KT40-STRAT-10", "KT40-INT-58")
def test_hammer_of_wrath() -> None:
    """Worked example 20: X1, then Z by Counter-Offensive, X2, Y1; then the rest, A first."""
    scene = Scene()
    x1 = scene.squad(0, (10, 10), models=1, state={"declared": (3,), "charged": (3,)})
    x2 = scene.squad(0, (20, 10), models=1, state={"declared": (4,), "charged": (4,)})
    w = scene.squad(0, (30, 10), models=1, state={"charged_by": (5,)})
    z = scene.squad(1, (10, 11), models=1, state={"charged_by": (0,)})
    v = scene.squad(1, (20, 11), models=1, state={"charged_by": (1,)})
    y1 = scene.squad(1, (30, 11), models=1, state={"declared": (2,), "charged": (2,)})
    play = scene.alternate("hammer", "fights", dice=[1] * 6, cp=(0, 2))
    assert (play.player, play.options()) == (0, [x1, x2]) and play.why("pass") == "KT40-ALT-11"
    play.answer(x1)
    assert play.player == 1 and play.options() == [y1, f"counter-offensive:{z}", f"counter-offensive:{v}"]
    play.answer(f"counter-offensive:{z}")
    finish(play)
    assert [event.values["unit"] for event in play.events("fights")] == [x1, z, x2, y1, w, v]


@pytest.mark.rule("KT40-FIGHT-05", "KT40-FIGHT-07", "KT40-FIGHT-12", "KT40-INT-57")
def test_a_fight_is_pile_in_attacks_consolidation() -> None:
    """Each move may be left out; the attacks must be made."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1)
    enemy = scene.squad(1, [(10, 11.9), (10, 14)], models=2, save=7)
    play = scene.fight(squad, dice=[6, 6])
    assert play.what == "move" and play.decision.rule == "KT40-FIGHT-07"
    play.answer({0: (10, 10.5)})
    assert play.what == "casualties"
    play.answer(Allocate((1, 0)))
    assert play.what == "move" and play.decision.rule == "KT40-FIGHT-12"
    play.answer("pass")
    assert play.over and kinds(play) == ["fights", "unit-moved", "attacks", "hit-roll", "wound-roll", "wounds-lost", "slain"]
    assert play.models(enemy) == (2,)


@pytest.mark.rule("KT40-FIGHT-07", "KT40-FIGHT-12", "KT40-INT-57")
def test_nobody_is_asked_where_no_model_can_get_closer() -> None:
    """In a passage one base wide the first model touches the enemy and the second the first: neither move is asked for."""
    scene = passage()
    squad = scene.squad(0, [(10, 11), (10, 10)], models=2)
    scene.squad(1, (10, 12), models=1)
    assert "move" not in asked(scene.fight(squad, dice=[1, 1]))


@pytest.mark.rule("KT40-FIGHT-07", "KT40-FIGHT-12", "KT40-INT-57")
@pytest.mark.parametrize("behind", [9.9, 8.0])
def test_a_pile_in_is_asked_for_as_long_as_one_model_can_get_closer(behind: float) -> None:
    """The second model has a tenth of an inch, or two inches, to close up to its comrade."""
    scene = passage()
    squad = scene.squad(0, [(10, 11), (10, behind)], models=2)
    scene.squad(1, (10, 12), models=1)
    play = scene.fight(squad, dice=[1, 1])
    assert play.what == "move" and play.why({1: (10, 9.998)}) == ""


@pytest.mark.rule("KT40-FIGHT-07", "KT40-INT-57")
def test_a_pile_in_is_asked_for_where_models_must_leave_in_order() -> None:
    """The third model can only get closer once the second has moved up; the way on is around the corner of a wall."""
    scene = Scene()
    scene.block(8, 5, 9.45, 10.4)
    scene.block(10.55, 5, 12, 10.4)
    squad = scene.squad(0, [(10, 11.5), (10, 10.5), (10, 9.5)], models=3)
    scene.squad(1, (10, 12.5), models=1)
    play = scene.fight(squad, dice=[1, 1, 1])
    assert play.what == "move" and play.why({1: [(10, 10.9), (11.0, 11.4)], 2: (10, 10.4)}) == ""


@pytest.mark.rule("KT40-FIGHT-07", "KT40-FIGHT-12")
@pytest.mark.parametrize(("question", "rule"), [(0, "KT40-FIGHT-07"), (1, "KT40-FIGHT-12")])
def test_a_pile_in_and_a_consolidation_are_three_inches_long(question: int, rule: str) -> None:
    """The second model closes up by 3", straight or on a bend; a hair more is too far."""
    scene = Scene()
    squad = scene.squad(0, [(10, 10), (14.5, 10)], models=2)
    scene.squad(1, (10, 11.2), models=1)
    play = scene.fight(squad, dice=[1])
    for _ in range(question):
        play.answer("pass")
    assert (play.what, play.decision.rule) == ("move", rule)
    assert play.why({1: (11.5, 10)}) == "" and play.why({1: [(13, 10), (11.5, 10)]}) == ""
    assert play.why({1: (11.498, 10)}) == rule and play.why({1: [(14.5, 10.002), (11.5, 10.002)]}) == rule


@pytest.mark.rule("KT40-FIGHT-03", "KT40-FIGHT-05", "KT40-INT-55", "KT40-INT-59")
@pytest.mark.parametrize(
    ("state", "gap", "why", "told"),
    [
        ({}, 0.5, "", "Reds fights."),
        ({"charged_by": (2,)}, 0.5, "", "Reds fights."),
        ({"charged_by": (2,)}, 9, "charged", "Reds fights because it was charged this turn; nobody is in reach."),
        ({"charged_by": (2,), "began": True}, 9, "charged", "Reds fights because it was charged this turn; nobody is in reach."),
        ({"began": True}, 9, "began", "Reds fights because it began the turn engaged; nobody is in reach."),
        ({"declared": (3,), "charged": (3,)}, 9, "alone", "Reds fights; nobody is in reach."),
        ({"declared": (3,), "charged": (3,), "began": True}, 9, "alone", "Reds fights; nobody is in reach."),
        ({"declared": (3,), "charged": (3,)}, 0.5, "alone", "Reds fights; nobody is in reach."),  # within 1" of one it did not charge
    ],
)
def test_it_is_told_why_a_unit_fights_that_reaches_nobody(state: dict[str, Any], gap: float, why: str, told: str) -> None:
    """The log has the reason that the option has."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, name="Reds", state=state)
    scene.squad(0, (20, 10), models=1, state=state or {"charged_by": (2,)})  # so that there is a choice
    scene.squad(1, (10, 11 + gap), models=1), scene.squad(1, (40, 30), models=1)
    (event,) = finish(scene.fight(0, dice=[1])).events("fights")
    play = scene.alternate("hammer" if "charged" in state else "fights")
    assert (event.values, play.game.tell(event)) == ({"unit": 0, "alone": why}, told)
    label = str(play.game.label(Pick(0)))
    assert ("nobody in reach" in label) == bool(why)
    assert ("was charged this turn" in label, "began the turn engaged" in label) == (why == "charged", why == "began")


@pytest.mark.rule("KT40-FIGHT-05", "KT40-AIR-03")
def test_an_aircraft_within_reach_is_nobody_to_a_unit_on_foot() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=1, state={"charged_by": (1,)})
    scene.aircraft(1, (10, 13.2))
    assert finish(scene.fight(0)).events("fights")[0].values["alone"] == "charged"


# --- reach


@pytest.mark.rule("KT40-FIGHT-08")
def test_reach_over_one_comrade() -> None:
    """Within 1" of the enemy, or of a comrade who is; the third rank reaches nobody."""
    scene = Scene()
    squad = scene.squad(0, [(10, 10), (10, 8.2), (10, 6.4)], models=3)
    enemy = scene.squad(1, (10, 11.8), models=1)
    s = scene.state()
    assert reached(scene.arena, s, squad) == {0: (enemy,), 1: (enemy,)}
    play = stay(scene.fight(squad, dice=[1, 1]))
    assert play.over and rolls(play, "hit-roll") == [(1, 1)]


@pytest.mark.rule("KT40-FIGHT-08")
def test_a_comrade_lends_only_its_own_enemies() -> None:
    """The second rank reaches the unit before its comrade, not the one farther along."""
    scene = Scene()
    squad = scene.squad(0, [(10, 10), (10, 8.2), (12, 10)], models=3)
    left, right = scene.squad(1, (9, 11.6), models=1), scene.squad(1, (13, 11.6), models=1)
    s = scene.state()
    assert reached(scene.arena, s, squad) == {0: (left, right), 1: (left,), 2: (left, right)}


@pytest.mark.rule("KT40-UNIT-05")
def test_a_model_without_a_melee_weapon_fights_all_the_same() -> None:
    """S User, AP 0, D 1; one that has a weapon uses that."""
    scene = pair(gap=0, strength=8)
    play = stay(scene.fight(0, dice=[6, 2, 4]))
    assert play.events("hit-roll")[0].values["weapon"] == "Close combat weapon"
    assert play.events("wound-roll")[0].values["needed"] == 2 and play.events("save-roll")[0].values["needed"] == 4
    play = stay(pair(gap=0, weapons=[blade("+2 -1 2", "axe")]).fight(0, dice=[6, 2]))
    assert play.events("hit-roll")[0].values["weapon"] == "axe"


@pytest.mark.rule("KT40-FIGHT-09")
def test_each_model_makes_its_attacks() -> None:
    """Three models of A2: six dice; one enemy unit and one weapon each leave nothing to decide."""
    scene = Scene()
    squad = scene.squad(0, [(10, 10), (11.2, 10), (12.4, 10)], models=3, attacks=2, weapons=[blade()])
    scene.squad(1, [(10, 11), (11.2, 11), (12.4, 11)], models=3)
    play = stay(scene.fight(squad, dice=[1] * 6))
    assert play.over and len(rolls(play, "hit-roll")[0]) == 6 and play.events("attacks")[0].values["amount"] == 6


def between(attacks: int = 2, **more: Any) -> Scene:
    """Return a scene: two models of the first side between two enemy units (1 and 2) of two models each."""
    scene = Scene()
    scene.squad(0, [(10, 10), (11.2, 10)], models=2, attacks=attacks, **more)
    scene.squad(1, [(10, 11), (11.2, 11)], models=2), scene.squad(1, [(10, 9), (11.2, 9)], models=2)
    return scene


@pytest.mark.rule("KT40-FIGHT-09")
def test_attacks_are_divided_before_any_die_is_rolled() -> None:
    """All at one unit, or model by model as the player likes."""
    play = stay(between().fight(0, dice=[1] * 4))
    assert play.what == "blows" and play.options() == [1, 2, "split by model"]
    play.answer(2)
    assert [event.values["target"] for event in play.events("hit-roll")] == [2]
    play = stay(between().fight(0, dice=[1] * 4)).answer("split by model")
    assert play.what == "divide-blows" and not play.events("hit-roll")
    play.answer(Allocate((1, 1)), Allocate((2, 0)))
    assert [(event.values["target"], len(event.values["dice"])) for event in play.events("hit-roll")] == [(1, 3), (2, 1)]


@pytest.mark.rule("KT40-FIGHT-09")
def test_attacks_at_one_unit_are_divided_among_the_weapons_of_a_model() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=1, attacks=4, weapons=[blade("+1 0 1", "axe"), blade("user -2 1", "sword")])
    scene.squad(1, (11.2, 10), models=1, wounds=9)
    play = stay(scene.fight(0, dice=[1] * 4))
    assert play.what == "blade" and sorted(map(str, play.options())) == ["axe", "split by model", "sword"]
    play.answer("split by model").answer(Allocate((3, 1)))
    assert sorted(len(event.values["dice"]) for event in play.events("hit-roll")) == [1, 3]


@pytest.mark.rule("KT40-FIGHT-09", "KT40-INT-57")
def test_every_attack_is_made() -> None:
    """Fewer than the model has are refused."""
    play = stay(between().fight(0)).answer("split by model")
    assert play.why(Allocate((1, 0))) == "KT40-FIGHT-09"


@pytest.mark.rule("KT40-FIGHT-10")
def test_whom_a_charging_unit_may_attack() -> None:
    """Units it charged, units that charged it, units that intervened this turn."""
    scene = between(state={"declared": (1,), "charged": (1,)})
    s = scene.state()
    assert open_targets(scene.arena, s, 0) == {0: (1,), 1: (1,)}
    scene = between(state={"declared": (1,), "charged": (1,), "charged_by": (2,)})
    s = scene.state()
    assert open_targets(scene.arena, s, 0) == {0: (1, 2), 1: (1, 2)}
    scene.states[2] = scene.states[2].__class__(deployed=True, intervened=True)
    scene.states[0] = scene.states[0].__class__(deployed=True, declared=(1,), charged=(1,))
    s = scene.state()
    assert open_targets(scene.arena, s, 0) == {0: (1, 2), 1: (1, 2)}


@pytest.mark.rule("KT40-AIR-03")
def test_only_flyers_fight_aircraft() -> None:
    """The walker beside it reaches nobody."""
    for keywords, able in ((("INFANTRY",), False), (("INFANTRY", "FLY"), True)):
        scene = Scene()
        scene.squad(0, (10, 10), models=1, keywords=keywords)
        scene.aircraft(1, (10, 13.2))
        s = scene.state()
        assert bool(open_targets(scene.arena, s, 0)) is able


@pytest.mark.rule("KT40-FIGHT-11", "KT40-INT-15")
def test_terrain_between_the_nearest_models() -> None:
    """A wood in which both stand does not count; one that only the target stands in does."""
    for x0, hit in ((5, 1), (10.6, 0)):
        scene = Scene()
        scene.squad(0, (10, 10), models=1)
        scene.squad(1, (11.5, 10), models=1)
        scene.wood(x0, 5, 15, 15)
        assert hits(finish(stay(scene.fight(0, dice=[3, 1])))) == hit


@pytest.mark.rule("KT40-INT-80")
def test_strength_and_attacks_are_those_of_each_model() -> None:
    """A champion of S8 and A3 beside a soldier of S4 and A1: the 3 wounds for the champion alone."""
    scene = Scene()
    squad = scene.unit(0, [(10, 10), (11.2, 10)], (scene.card(), 1), (scene.card(strength=8, attacks=3), 1))
    scene.squad(1, [(10, 11), (11.2, 11)], models=2)
    play = finish(stay(scene.fight(squad, dice=[6] * 4 + [3] * 4 + [6] * 3)))
    assert play.events("wound-roll")[0].values["good"] == (0, 1, 1, 1)


@pytest.mark.rule("KT40-TERR-02")
def test_there_is_no_cover_in_close_combat() -> None:
    """Cover is against shooting: Sv 4+ in a wood saves on a 4."""
    scene = pair(gap=0)
    scene.wood(5, 5, 15, 15)
    assert stay(scene.fight(0, dice=[6, 6, 4])).events("save-roll")[0].values["needed"] == 4


# --- opportunity strikes


@pytest.mark.rule("KT40-OPP-03", "KT40-OPP-04", "KT40-OPP-02", "KT40-INT-33")
def test_an_opportunity_strike() -> None:
    """Worked example 8: eight dice of which only the sixes hit; one wound is lost."""
    scene = Scene()
    places = [(10 + 1.2 * k, 10) for k in range(4)]
    scene.squad(0, places, models=4, attacks=2, weapons=[blade()])
    flyers = scene.flyers(1, [(10 + 1.2 * k, 11) for k in range(4)], models=4, toughness=3, save=5)
    play = scene.play(Task("strike", (0, flyers)), dice=[6, 6, 5, 4, 6, 1, 2, 3, 3, 2, 6, 5, 4])
    finish(stay(play))
    assert (hits(play), hits(play, "wound-roll"), play.lost(flyers)) == (3, 2, 1)
    assert play.events("hit-roll")[0].rule == "KT40-OPP-04" and not play.unit(0).fought  # OPP-06


@pytest.mark.rule("KT40-INT-33")
def test_all_attacks_of_a_strike_go_at_the_unit_that_falls_back() -> None:
    """Another enemy is within reach, and a charge this turn does not bar it."""
    scene = between(state={"declared": (1,), "charged": (1,)})
    play = scene.play(Task("strike", (0, 2)), dice=[1] * 4)
    assert [event.values["target"] for event in finish(stay(play)).events("hit-roll")] == [2]


@pytest.mark.rule("KT40-FIGHT-09")
def test_weapons_that_are_worse_in_everything_are_not_asked_about() -> None:
    """The sword beats the knife; the hammer, stronger and unwieldy, is a choice."""
    play = stay(pair(gap=0, weapons=[blade("user 0 1", "knife"), blade("+1 -1 1", "sword")]).fight(0, dice=[1]))
    assert play.over and play.events("hit-roll")[0].values["weapon"] == "sword"
    play = stay(pair(gap=0, weapons=[blade("user 0 1", "knife"), blade("x2 -3 3; Unwieldy", "hammer")]).fight(0, dice=[1]))
    assert play.what == "blade" and sorted(play.options()) == ["hammer", "knife"]


@pytest.mark.rule("KT40-FIGHT-09", "KT40-UNIT-04")
def test_a_weapon_that_can_be_better_is_offered() -> None:
    """Damage 2 slays models of two wounds more often than D3 does; damage 3 is never worse than 2."""

    def offered(*weapons: Weapon) -> list[int | str]:
        scene = Scene()
        unit = scene.squad(0, (10, 10), models=1, attacks=3, weapons=weapons)
        scene.squad(1, (10, 11.5), models=3, wounds=2)
        play = scene.fight(unit, dice=[1] * 3).decline("move")
        return play.options() if play.what == "blade" else []

    assert offered(blade("user 0 D3", "axe"), blade("user 0 2", "maul"))[:2] == ["axe", "maul"]  # the better one on average first
    assert offered(blade("user 0 3", "axe"), blade("user 0 2", "maul")) == []
    assert offered(blade("user 0 D6", "axe"), blade("user 0 D3", "maul")) == []
