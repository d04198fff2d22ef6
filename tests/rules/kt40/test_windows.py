"""The twelve effect windows: what can be used in them, who is asked, and when they end. (ALT-08 to ALT-10, INT-20, INT-25, INT-84)"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from counteract.attacks.hitwoundsave import Amount
from counteract.core.decision import Concede, Dice
from counteract.core.state import Task
from counteract.rulesets.kt40.cards import WINDOWS, Deed
from tests.rules.kt40.scenes import Play, Scene, Stratagem, ability

GAIN = Deed(kind="command points", amount=Amount(plus=1))


def effect(ident: str, window: str, cost: int = 0) -> Stratagem:
    return Stratagem(id=ident, name=ident.title(), text="…", cost=cost, window=window, deed=GAIN)  # type: ignore[arg-type]


def armies(players: int = 3, **stratagems: Iterable[Stratagem]) -> Scene:
    """Return one squad each; stratagems of a player are given as a, b, c."""
    scene = Scene(players=players, board=(72, 48))
    for side in range(players):
        scene.squad(side, (5, 5 + 12 * side))
        for one in stratagems.get("abc"[side], ()):
            scene.stratagem(side, one)
    return scene


def used(play: Play) -> list[tuple[int, str]]:
    return [(event.values["player"], event.values["stratagem"]) for event in play.events("stratagem")]


@pytest.mark.rule("KT40-ALT-01", "KT40-ALT-02", "KT40-ALT-03", "KT40-ALT-04", "KT40-ALT-05", "KT40-ALT-10")
def test_worked_example_2() -> None:
    """Order C, A, B: C uses an effect, A passes, B uses one, C passes, B uses another, B passes: six hands."""
    a, b, c = (
        [effect("a1", "shooting start")],
        [effect(f"b{k}", "shooting start") for k in range(3)],
        [effect(f"c{k}", "shooting start") for k in range(2)],
    )
    play = armies(a=a, b=b, c=c).window("shooting start", order=(2, 0, 1))
    hands = []
    for answer in ("stratagem:c0", "pass", "stratagem:b0", "pass", "stratagem:b1", "pass"):
        hands.append(play.player)
        play.answer(answer)
    assert hands == [2, 0, 1, 2, 1, 1]
    assert play.over
    assert used(play) == [(2, "c0"), (1, "b0"), (1, "b1")]


@pytest.mark.rule("KT40-ALT-08")
def test_there_are_twelve_windows() -> None:
    assert len(WINDOWS) == 12
    assert WINDOWS[0] == "turn start"
    assert WINDOWS[-1] == "turn end"
    assert {name.split()[0] for name in WINDOWS[1:-1]} == {"movement", "psychic", "shooting", "fight", "morale"}


@pytest.mark.rule("KT40-ALT-08", "KT40-ALT-09", "KT40-TURN-01", "KT40-EOT-01", "KT40-PSY-01", "KT40-SHOOT-01", "KT40-FIGHT-01", "KT40-MORALE-01")
def test_each_window_opens_once_in_a_turn_and_takes_its_own_effects() -> None:
    """A player with a free effect for each window is asked twelve times, and each time about that effect alone."""
    scene = armies(2, a=[effect(name.replace(" ", "-"), name) for name in WINDOWS])
    play = scene.turn(dice=[6, 6, 1, 1])
    asked: list[str] = []
    while asked[-1:] != ["turn-end"]:
        if play.what == "effect" and play.options()[1].partition(":")[2] not in asked:
            assert len(play.options()) == 2
            asked.append(play.options()[1].partition(":")[2])
        if asked[-1:] != ["turn-end"]:
            play.game.play(play.decision.default)
    assert asked == [name.replace(" ", "-") for name in WINDOWS]


@pytest.mark.rule("KT40-ALT-09")
def test_an_effect_of_another_window_is_refused() -> None:
    play = armies(2, a=[effect("first", "psychic start"), effect("later", "fight end")]).window("psychic start")
    assert play.options() == ["pass", "stratagem:first"]
    assert play.why("stratagem:later") == "KT40-ALT-09"
    assert play.why("stratagem:decisive-shot") == "KT40-ALT-09"


@pytest.mark.rule("KT40-ALT-04", "KT40-ALT-10")
def test_a_pass_closes_the_window_for_this_turn_and_no_other() -> None:
    play = armies(2, a=[effect("one", "psychic start"), effect("two", "psychic end")], b=[effect("three", "psychic start")])
    tasks = [Task("window", (f"psychic {when}",)) for when in ("start", "end")]
    game = play.play(*tasks, phase="psychic")
    game.answer("pass", "stratagem:three")
    assert (game.player, game.options()) == (0, ["pass", "stratagem:two"])


@pytest.mark.rule("KT40-INT-84")
def test_nobody_is_asked_without_an_effect_that_can_be_paid() -> None:
    """At 0 CP the stratagems of 1 CP are no reason to ask; with 1 CP they are."""
    scene = armies(2, a=[effect("dear", "fight start", 1)])
    assert scene.window("fight start").over
    assert scene.window("fight start", cp=(1, 0)).options() == ["pass", "stratagem:dear"]


@pytest.mark.rule("KT40-INT-72")
def test_a_player_without_units_passes_everywhere() -> None:
    scene = Scene(players=2)
    scene.squad(0, None, models=2, left=[0, 0])
    scene.squad(1, (5, 5))
    scene.stratagem(0, effect("ghost", "fight start"))
    assert scene.window("fight start").over


@pytest.mark.rule("KT40-INT-20", "KT40-HERO-01")
def test_a_skipped_player_is_not_out() -> None:
    """The second player has the first hand, and its hero is near nobody. The first one's hero intervenes and comes near: now it may too."""
    scene = Scene(players=2)
    one = scene.character(0, [(10, 10)])
    scene.squad(1, [(13.5, 10)], models=1)
    other = scene.character(1, [(16, 10)])
    play = scene.window("movement end", order=(1, 0))
    assert (play.player, play.options()) == (0, ["pass", f"intervene:{one}"])
    play.answer(f"intervene:{one}", {0: (12.4, 10.0)})
    assert (play.player, play.options()) == (1, ["pass", f"intervene:{other}"])


@pytest.mark.rule("KT40-INT-20")
def test_a_window_ends_after_a_round_in_which_nobody_acted() -> None:
    """Both have a hero that could intervene later; nobody can now, and the window is over without a question."""
    scene = Scene(players=2)
    scene.character(0, [(10, 10)])
    scene.character(1, [(30, 10)])
    assert scene.window("movement end").over


@pytest.mark.rule("KT40-INT-20", "KT40-RES-03")
def test_the_last_one_brings_in_reserves_again_and_again() -> None:
    """The first player passes; the second brings in two units in a row."""
    scene = Scene(players=2)
    scene.squad(0, (5, 5), models=1)
    scene.squad(0, None, models=1, abilities=[ability("reserve")], state={"reserve": True})
    scene.squad(1, (40, 30), models=1)
    late = [scene.squad(1, None, models=1, abilities=[ability("reserve")], state={"reserve": True}) for _ in range(2)]
    play = scene.window("movement end", turn=2)
    play.answer("pass")
    assert [option for option in play.options() if option != "pass"] == [f"arrive:{unit}" for unit in late]


@pytest.mark.rule("KT40-INT-25")
def test_what_happens_by_itself_comes_first_in_turn_order() -> None:
    """Both armies gain a command point as the turn starts, the first in turn order first, before anybody is asked."""
    scene = Scene(players=2)
    gain = {"window": "turn start", "deed": {"kind": "command points", "amount": {"plus": 1}}, "by_itself": True}
    for side in (0, 1):
        scene.squad(side, (5, 5 + 20 * side), abilities=[ability("act", f"levy-{side}", **gain)])
        scene.stratagem(side, effect("free", "turn start"))
    play = scene.window("turn start", order=(1, 0))
    assert [event.values["ability"] for event in play.events("ability-used")] == ["levy-1", "levy-0"]
    assert (play.what, play.player) == ("effect", 1)
    play.answer("pass", "pass")
    assert play.over
    assert play.state.cp == (1, 1)


@pytest.mark.rule("KT40-INT-25", "KT40-MIS-15")
def test_what_happens_by_itself_ends_with_its_player() -> None:
    """While the first effect asks for its target, the second player gives up: its own effect does not happen any more."""
    scene = Scene(players=3)
    bolt = {"window": "turn start", "deed": {"kind": "strike", "range": 48.0, "amount": {"plus": 1}}, "by_itself": True}
    gain = {"window": "turn start", "deed": {"kind": "command points", "amount": {"plus": 1}}, "by_itself": True}
    for side, act in enumerate((bolt, gain, gain)):
        scene.squad(side, (10, 10 + 8 * side), abilities=[ability("act", f"levy-{side}", **act)])
    play = scene.window("turn start", order=(0, 1, 2))
    assert (play.player, play.what) == (0, "power-target")
    play.game.play(Concede(1))
    play.answer(2)
    play.game.play(play.game.decision.default)  # the casualty
    assert [event.values["ability"] for event in play.events("ability-used")] == ["levy-0", "levy-2"]
    assert play.state.cp == (0, 0, 1)


@pytest.mark.rule("KT40-ALT-09", "KT40-INT-24")
def test_an_ability_is_used_once_a_turn() -> None:
    scene = Scene(players=2)
    scene.character(0, (5, 5), abilities=[ability("act", "order", window="psychic start", deed={"kind": "command points", "amount": {"plus": 1}})])
    scene.squad(1, (5, 30))
    play = scene.window("psychic start")
    assert play.options() == ["pass", "ability:0:order"]
    play.answer("ability:0:order")
    assert play.over
    assert (play.state.cp, play.unit(0).acted) == ((1, 0), ("order",))


@pytest.mark.rule("KT40-INT-63", "KT40-MORALE-12")
@pytest.mark.parametrize(("shaken", "die", "gained"), [(False, 4, 1), (False, 3, 0), (True, 4, 0), (True, 5, 1)])
def test_an_ability_that_needs_a_roll(shaken: bool, die: int, gained: int) -> None:
    """It needs a 4; a CHARACTER that failed its morale test rolls at -1."""
    scene = Scene(players=2)
    deed = {"kind": "command points", "amount": {"plus": 1}}
    scene.character(0, (5, 5), state={"shaken": shaken}, abilities=[ability("act", "omen", window="psychic start", needed=4, deed=deed)])
    scene.squad(1, (5, 30))
    play = scene.window("psychic start", dice=[die]).answer("ability:0:omen")
    assert play.over
    assert play.state.cp == (gained, 0)


@pytest.mark.rule("KT40-INT-63", "KT40-STRAT-09")
def test_the_die_of_an_ability_may_be_rolled_again() -> None:
    scene = Scene(players=2)
    deed = {"kind": "command points", "amount": {"plus": 1}}
    scene.character(0, (5, 5), abilities=[ability("act", "omen", window="psychic start", needed=4, deed=deed)])
    scene.squad(1, (5, 30))
    play = scene.window("psychic start", dice=[3, 4], cp=(1, 0)).answer("ability:0:omen")
    assert (play.what, play.options()) == ("re-roll", ["pass", Dice("command-re-roll", (0,))])
    assert play.answer(Dice("command-re-roll", (0,))).state.cp == (1, 0)  # one paid, one gained
