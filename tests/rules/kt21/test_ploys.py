"""Ploys: strategic ones in the Strategy phase, tactical ones at the moment they name."""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Pick
from counteract.core.procedure import Alternation
from counteract.core.state import Task
from counteract.rulesets.kt21.state import Acting
from counteract.rulesets.kt21.teams import parse_team
from tests.rules.kt21.rounds import idle, kinds, lines, take, turning_point
from tests.rules.kt21.scene import Play, Scene


def planners(mine: tuple[str, ...], theirs: tuple[str, ...] = (), *, kind: str = "strategic") -> Scene:
    """Return a scene with two operatives a side, and ploys of these names; tactical ones are for when an operative is activated."""
    scene = lines(2, 2)
    about = {
        "strategic": {"effect": "rally", "until": "now"},
        "tactical": {"moment": "activated", "effect": "more-apl", "until": "activation"},
    }[kind]
    for side, names in enumerate((mine, theirs)):
        for name in names:
            scene.ploy(side, name=name, kind=kind, **about)
    return scene


def strategy(scene: Scene, *, first: int = 0, cp: tuple[int, int] = (8, 8)) -> Play:
    """Play the Strategy phase after the income, and the Firefight phase."""
    turns = Alternation((first, 1 - first))
    return scene.play(Task("strategy", (turns,)), Task("firefight", (first,)), phase="strategy", initiative=first, cp=cp)


# --- strategic ploys


@pytest.mark.rule("KT21-PLOY-01")
@pytest.mark.parametrize("first", [0, 1])
def test_players_use_one_strategic_ploy_each_in_turn(first: int) -> None:
    """Two ploys a side: initiative first, then one at a time, each paid for as it is used; only those of the own team."""
    play = strategy(planners(("a1", "a2"), ("b1", "b2")), first=first)
    turns = []
    while play.what == "strategic-ploy":
        turns.append(play.player)
        options = play.options()
        assert options[0] == "pass"
        own, other = ("a", "b") if play.player == 0 else ("b", "a")
        assert all(name.startswith(own) for name in options[1:])
        assert play.why(f"{other}1") == "KT21-PLOY-01"
        play.answer(options[1])
    assert turns == [first, 1 - first] * 2
    assert play.state.cp == (6, 6)
    assert {e.rule for e in play.events("ploy")} == {"KT21-PLOY-01"}
    assert (play.what, play.player) == ("activate", first)


@pytest.mark.rule("KT21-PLOY-01")
@pytest.mark.parametrize("first", [0, 1])
def test_who_was_given_the_initiative_begins(first: int) -> None:
    """A has won the roll-off and keeps the initiative or gives it away: the one who has it is asked first, and then the other."""
    play = turning_point(planners(("a1",), ("b1",)), turn=2, dice=[6, 1], cp=(1, 1), initiative=1 - first).answer(first)
    assert (play.what, play.player) == ("strategic-ploy", first)
    play.answer("pass")
    assert (play.what, play.player) == ("strategic-ploy", 1 - first)


@pytest.mark.rule("KT21-PLOY-01", "KT21-BATTLE-02")
def test_a_strategic_ploy_works_from_then_on_to_the_end_of_the_turning_point() -> None:
    """A ploy that lengthens Dashes by 1\": 4\" in this Firefight phase, 3\" again in the next turning point."""
    scene = lines(1, 1)
    scene.ploy(0, name="haste", kind="strategic", effect="longer-move", values={"action": "dash", "inches": 1}, until="turn")
    play = turning_point(scene, dice=[6, 1, 6, 1], cp=(1, 0)).answer(0, "haste", 0, "dash")
    assert (play.why([(6, 3)]), play.why([(6.01, 3)])) == ("", "KT21-DASH-01")
    play.answer([(6, 3)], "end")
    take(play, 1).answer(0, "pass", 0, "engage", "dash")
    assert (play.why([(9, 3)]), play.why([(10, 3)])) == ("", "KT21-DASH-01")


@pytest.mark.rule("KT21-PLOY-02", "KT21-INT-72")
def test_two_passes_in_a_row_end_it() -> None:
    """A passes and B passes: over, though both could have used something."""
    play = strategy(planners(("a1",), ("b1",)))
    assert (play.what, play.player) == ("strategic-ploy", 0)
    play.answer("pass")
    assert (play.what, play.player) == ("strategic-ploy", 1)
    play.answer("pass")
    assert (play.what, play.state.phase, play.state.cp) == ("activate", "firefight", (8, 8))


@pytest.mark.rule("KT21-PLOY-02", "KT21-INT-72")
def test_a_pass_is_not_final() -> None:
    """A passes, B uses a ploy, A may use one after all; B passes, A passes: now it is over. B had one left."""
    play = strategy(planners(("a1", "a2"), ("b1", "b2")))
    turns = []
    for answer in ("pass", "b1", "a1", "pass", "pass"):
        turns.append(play.player)
        play.answer(answer)
    assert turns == [0, 1, 0, 1, 0]
    assert play.what == "activate"
    assert [e.values["ploy"] for e in play.events("ploy")] == ["b1", "a1"]


@pytest.mark.rule("KT21-PLOY-02")
def test_passes_that_are_not_one_directly_after_the_other_end_nothing() -> None:
    """Pass, ploy, pass, ploy: two passes of A with a ploy of B between them; A is asked again each time."""
    play = strategy(planners(("a1",), ("b1", "b2", "b3")))
    for name in ("b1", "b2"):
        play.answer("pass", name)
        assert (play.what, play.player) == ("strategic-ploy", 0)
    play.answer("pass", "pass")
    assert play.what == "activate"


@pytest.mark.rule("KT21-INT-72")
def test_who_can_afford_nothing_passes_unasked() -> None:
    """B has a ploy and no CP, or CP and no ploy: only A is asked, and B's silence counts as a pass."""
    for theirs, cp in ((("b1",), (8, 0)), ((), (8, 8))):
        play = strategy(planners(("a1", "a2"), theirs), cp=cp)
        play.answer("a1")
        assert (play.what, play.player) == ("strategic-ploy", 0)
        play.answer("pass")
        assert play.what == "activate"
    assert strategy(planners(("a1",), ("b1",)), cp=(0, 0)).what == "activate"


@pytest.mark.rule("KT21-INT-72", "KT21-PLOY-02")
def test_against_one_who_can_afford_nothing_a_player_goes_on_alone() -> None:
    """B passes unasked after each ploy of A; that alone ends nothing: A uses all three."""
    play = strategy(planners(("a1", "a2", "a3"), ("b1",)), cp=(3, 0))
    for name in ("a1", "a2", "a3"):
        assert play.player == 0
        play.answer(name)
    assert (play.what, play.state.cp) == ("activate", (0, 0))


# --- tactical ploys


@pytest.mark.rule("KT21-PLOY-03")
def test_a_tactical_ploy_is_used_at_the_moment_it_names() -> None:
    """One for when an operative is activated, one for a Charge, one for a Dash: each is asked about only then, of its owner."""
    scene = planners(("drill",), ("drill",), kind="tactical")
    for name, action in (("lunge", "charge"), ("sprint", "dash")):
        scene.ploy(0, name=name, kind="tactical", moment=action, effect="longer-move", values={"action": action, "inches": 1}, until="activation")
    play = scene.firefight(0, cp=(5, 5)).answer(0, "engage")
    assert (play.what, play.player, play.options(), play.decision.rule) == ("ploy", 0, ["pass", "drill"], "KT21-PLOY-03")
    assert play.why("lunge") == play.why("sprint") == "KT21-PLOY-03"
    play.answer("pass", "dash")
    assert (play.what, play.options()) == ("ploy", ["pass", "sprint"])
    assert play.why("drill") == play.why("lunge") == "KT21-PLOY-03"
    play.answer("sprint")
    assert (play.what, play.state.cp) == ("move", (4, 5))
    assert (play.why([(6, 3)]), play.why([(6.01, 3)])) == ("", "KT21-DASH-01")
    play.answer([(6, 3)], "end", 2, "engage")
    assert (play.what, play.player) == ("ploy", 1)


@pytest.mark.rule("KT21-PLOY-03")
def test_it_is_for_the_operative_that_acts_and_ends_with_its_activation() -> None:
    """An APL of 3 for this activation, of 2 for the next operative."""
    play = planners(("drill",), kind="tactical").firefight(0, cp=(5, 0)).answer(0, "engage", "drill")
    assert play.state.acting[-1].points == 3
    play.answer("end")
    take(play, 2).answer(1, "engage")
    assert (play.what, play.state.acting[-1].points) == ("action", 2)
    assert play.state.lasting == ()


def lunging(gap: float, *inches: float, action: str = "charge", **fields: Any) -> Scene:
    """Return a scene: an enemy this far from an operative, and for both ploys that lengthen a Charge, or another move, by these distances."""
    scene = Scene()
    scene.add(0, (5, 11), **fields)
    scene.add(1, (6 + gap, 11))
    for number, more in enumerate(inches):
        about = {"moment": action, "effect": "longer-move", "values": {"action": action, "inches": more}, "until": "activation"}
        for side in (0, 1):
            scene.ploy(side, name=f"wave{number}", kind="tactical", **about)
    return scene


def choosing(scene: Scene, *, cp: int, **fields: Any) -> Play:
    return scene.play(Task("actions", (0,)), acting=(Acting(0, "activation", points=2),), cp=(cp, 0), **fields)


@pytest.mark.rule("KT21-PLOY-03", "KT21-INT-70")
@pytest.mark.parametrize(("gap", "cp", "used", "asked"), [
    (9.0, 1, (), ["pass", "wave0"]), (9.1, 1, (), ["wave0"]), (11.0, 1, (), ["wave0"]), (11.1, 1, (), None),
    (9.1, 0, (), None), (9.1, 1, ((0, "wave0"),), None), (9.1, 1, ((1, "wave0"),), ["wave0"]),
])  # fmt: skip
def test_a_charge_that_only_a_ploy_makes_long_enough(gap: float, cp: int, used: Any, asked: list[str] | None) -> None:
    """8\" reach an enemy up to 9\" away; with 2\" more, up to 11\". The ploy must be at hand, and then it must be used."""
    play = choosing(lunging(gap, 2), cp=cp, used=used)
    if asked is None:
        assert "charge" not in play.options()
        assert play.why("charge") == "KT21-INT-70"
        return
    assert ("only with a ploy" in str(play.game.label(Pick("charge")))) == (asked == ["wave0"])
    play.answer("charge")
    assert (play.what, play.options()) == ("ploy", asked)
    assert play.why("pass") == ("" if "pass" in asked else "KT21-INT-70")
    play.answer("wave0")
    assert (play.what, play.state.cp) == ("move", (cp - 1, 0))
    play.answer([(4 + gap, 11)])
    assert play.state.places[0] == (4 + gap, 11, 0)


@pytest.mark.rule("KT21-PLOY-03", "KT21-INT-70")
def test_command_points_are_kept_for_the_ploy_that_is_needed() -> None:
    """1\" and 1\" are both needed for 10.5\". Of 2CP none are left for a ploy that lengthens nothing; of 1CP there is no Charge."""
    scene = lunging(10.5, 1, 1)
    scene.ploy(0, name="cheer", kind="tactical", moment="charge", effect="more-apl", until="activation")
    assert choosing(scene, cp=1).why("charge") == "KT21-INT-70"
    play = choosing(scene, cp=2).answer("charge")
    assert (play.options(), play.why("cheer"), play.why("pass")) == (["wave0", "wave1"], "KT21-INT-70", "KT21-INT-70")
    play.answer("wave1")
    assert (play.options(), play.why("wave1")) == (["wave0"], "KT21-PLOY-04")
    play.answer("wave0")
    assert (play.what, play.why([(14.5, 11)])) == ("move", "")
    play = choosing(scene, cp=3).answer("charge", "cheer", "wave0", "wave1")
    assert play.what == "move"


@pytest.mark.rule("KT21-PLOY-03", "KT21-INT-70", "KT21-FALLBACK-04")
def test_a_fall_back_that_only_a_ploy_makes_long_enough() -> None:
    """An enemy 0.5\" away and a Move of 0.4\": it can Fall Back only with the ploy for it."""
    scene = lunging(0.5, 2, action="fall back", move=0.4)
    assert choosing(scene, cp=0).why("fall back") == "KT21-INT-70"
    play = choosing(scene, cp=1).answer("fall back")
    assert play.options() == ["wave0"]
    play.answer("wave0", [(3, 11)])
    assert play.state.places[0] == (3, 11, 0)


@pytest.mark.rule("KT21-PLOY-03", "KT21-PLOY-01")
def test_each_kind_of_ploy_has_its_own_time() -> None:
    """A tactical ploy is no answer in the Strategy phase, a strategic one none in the Firefight phase."""
    scene = planners(("plan",), kind="strategic")
    scene.ploy(0, name="drill", kind="tactical", moment="activated", effect="more-apl", until="activation")
    early = strategy(scene)
    assert (early.options(), early.why("drill")) == (["pass", "plan"], "KT21-PLOY-03")
    late = early.answer("pass", 0, "engage")
    assert (late.options(), late.why("plan")) == (["pass", "drill"], "KT21-PLOY-01")


# --- how often


@pytest.mark.rule("KT21-PLOY-04")
def test_a_strategic_ploy_is_used_once_a_turning_point() -> None:
    """Used once it is refused, though there are CP and another ploy is open; the opponent's of the same name is another ploy."""
    play = strategy(planners(("same", "other"), ("same",))).answer("same")
    assert (play.player, play.options()) == (1, ["pass", "same"])
    play.answer("same")
    assert (play.player, play.options(), play.why("same")) == (0, ["pass", "other"], "KT21-PLOY-04")


@pytest.mark.rule("KT21-PLOY-04")
def test_a_tactical_ploy_is_used_once_a_turning_point() -> None:
    """Used for one operative it is closed to the next one, and open again in the next turning point."""
    play = planners(("one", "two"), ("one",), kind="tactical").firefight(0, cp=(9, 9), turn=2, dice=[6, 1])
    play.answer(0, "engage", "one", "pass", "end", 2, "engage")
    assert (play.player, play.options()) == (1, ["pass", "one"])
    play.answer("pass", "end", 1, "engage")
    assert (play.player, play.options(), play.why("one")) == (0, ["pass", "two"], "KT21-PLOY-04")
    idle(play, until="initiative").answer(0, 0, "engage")
    assert (play.state.turn, play.options()) == (3, ["pass", "one", "two"])


@pytest.mark.rule("KT21-PLOY-04")
def test_what_is_counted_starts_afresh_every_turning_point() -> None:
    """A strategic ploy can be used in turning points 1 and 2, once each."""
    scene = planners(("plan",))
    play = turning_point(scene, dice=[6, 1, 6, 1], cp=(5, 0)).answer(0, "plan")
    assert play.what == "activate"
    assert play.state.used == ((0, "plan"),)
    idle(play, until="initiative").answer(0)
    assert (play.what, play.state.turn, play.options()) == ("strategic-ploy", 2, ["pass", "plan"])


# --- as team files have them


TEAM = """
id = "planners"
name = "Planners"
ruleset = "kt21"

[[operative]]
id = "guard"
name = "Guard"
move = "3●"
apl = 2
defence = 3
save = "4+"
wounds = 8

[[ploy]]
id = "plan"
name = "Plan"
kind = "strategic"
cost = 2
text = "Everybody regains a wound."
effect = "rally"

[[ploy]]
id = "drill"
name = "Drill"
kind = "tactical"
moment = "activated"
text = "APL is 1 higher."
effect = "more-apl"
"""


@pytest.mark.rule("KT21-PLOY-01", "KT21-PLOY-03")
def test_ploys_of_the_army_list() -> None:
    """A file gives a team its ploys of both kinds, with a price that is 1CP unless it says otherwise."""
    plan, drill = parse_team(TEAM, "planners.toml").ploys
    assert (plan.kind, plan.cost, plan.moment, plan.until) == ("strategic", 2, "", "now")
    assert (drill.kind, drill.cost, drill.moment, drill.until) == ("tactical", 1, "activated", "activation")


@pytest.mark.rule("KT21-PLOY-01")
def test_a_strategy_phase_without_ploys_asks_nothing() -> None:
    """No ploys at all: from the choice of initiative straight to the first activation."""
    play = turning_point(lines(1, 1), dice=[6, 1], cp=(2, 2)).answer(0)
    assert play.what == "activate"
    assert kinds(play, "initiative", "ploy", "firefight") == ["initiative", "firefight"]
