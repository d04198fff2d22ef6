"""The two printings of the sheet: what the switches change, and what is the same whichever is chosen."""

from __future__ import annotations

import re
from typing import Any

import pytest

from counteract.core.rulebook import Rulebook
from counteract.rulesets.kt24.ruleset import RULESET
from tests.rules.kt24.scene import Play, Scene, gun
from tests.rules.kt24.shots import again, brawl, kept, rolled, shot

BOTH = pytest.mark.parametrize("printing", ["2025", "2024"])


def follows_severe(**options: Any) -> bool:
    """Return True if Rending is open after Severe."""
    return shot("2 3+ 3/4; Severe, Rending", [5, 4, 1, 1, 1], **options).answer("severe").what == "retain"


def reaches_melee(**options: Any) -> bool:
    """Return True if Torrent may take a second target that is in melee with a friend of the shooter."""
    scene = Scene(**options)
    scene.add(0, (5, 11), weapons=[gun('1 3+ 3/4; Torrent 2"')], order="engage")
    scene.add(0, (15, 15.5), order="engage")
    scene.add(1, (15, 11), order="engage")
    scene.add(1, (15, 13.8), order="engage")
    return scene.act(0, "shoot", dice=[1, 1, 1, 1]).answer(2).what == "secondary"


@pytest.mark.rule("KT24-DIFF-01", "KT24-DIFF-02", "KT24-DIFF-03")
def test_the_printing_is_a_year_and_the_later_one_the_default() -> None:
    """Without an option the 2025 text is played; it differs from that of 2024 in Severe and in Torrent."""
    assert (follows_severe(), reaches_melee()) == (False, False)
    assert (follows_severe(printing="2025"), reaches_melee(printing="2025")) == (False, False)
    assert (follows_severe(printing="2024"), reaches_melee(printing="2024")) == (True, True)


@pytest.mark.rule("KT24-DIFF-01")
def test_there_are_two_printings_and_no_more() -> None:
    """A printing is named by its year, not by a language."""
    assert RULESET.settle({}, None).printing == "2025"
    for wrong in ("FR", "EN", "2021", 2024):
        with pytest.raises(ValueError, match="printing"):
            RULESET.settle({"printing": wrong}, None)


@pytest.mark.rule("KT24-DIFF-04", "KT24-DIFF-01")
@BOTH
def test_accurate_has_a_switch_of_its_own(printing: str) -> None:
    """Several Accurate are worth two dice by either printing, and one (the largest) only by the switch."""
    text = "4 4+ 3/4; Accurate 1, Accurate 1"
    assert shot(text, printing=printing).options() == [2, 1, 0]
    assert shot(text, printing=printing, accurate_multi="two").options() == [2, 1, 0]
    assert shot(text, printing=printing, accurate_multi="largest").options() == [1, 0]
    with pytest.raises(ValueError, match="accurate_multi"):
        RULESET.settle({"accurate_multi": "both"}, None)


@pytest.mark.rule("KT24-DIFF-09")
@BOTH
def test_a_fight_has_no_defence_dice(printing: str) -> None:
    """Each side rolls its attack dice once and nothing else, and no player is asked about cover."""
    play = brawl("3 3+ 1/2", "2 3+ 1/2", [4, 4, 1, 4, 1], printing=printing)
    assert (rolled(play, 0), rolled(play, 1)) == ([3], [2])
    while not play.over:
        assert play.what == "resolve"
        play.answer(play.options()[0])
    assert [e.rule for e in play.events("rolled")] == ["KT24-FIGHT-07", "KT24-FIGHT-07"]
    assert not play.events("saves")


@pytest.mark.rule("KT24-DIFF-10")
@BOTH
def test_rolled_successes_are_retained(printing: str) -> None:
    """Rules fed by a retained critical find one that was simply rolled, when shooting and when fighting."""
    play = shot("2 3+ 0/0; Piercing Crits 1, Devastating 1, Stun", [6, 4, 1, 1], printing=printing)
    assert kept(play) == (1, 1)
    assert (rolled(play, 1), play.damage(1), play.state.models[1].stuns) == ([2], 1, 1)
    play = brawl("2 3+ 0/0; Rending", "1 3+ 0/0; Devastating 1", [6, 4, 6], printing=printing)
    assert play.options() == ["rending", "pass"]
    assert kept(play.answer("pass"), 0) == (1, 1)
    assert play.damage(0) == 1


def transcript(play: Play, *answers: Any) -> list[tuple[str, str, dict[str, Any]]]:
    """Return all events that follow these answers."""
    play.answer(*answers)
    return [(e.kind, e.rule, e.values) for e in play.game.events]


@pytest.mark.rule("KT24-DIFF-07", "KT24-DIFF-10", "KT24-DIFF-11", "KT24-DIFF-12", "KT24-DIFF-13")
def test_apart_from_the_switches_both_printings_play_alike() -> None:
    """A shot into cover with Blast, Rending and Devastating with a distance goes the same way by either printing."""
    seen = []
    for printing in ("2025", "2024"):
        scene = Scene(printing=printing)
        scene.add(0, (5, 11), weapons=[gun('2 3+ 3/4; Blast 3", 2" Devastating 1, Rending')], order="engage")
        scene.add(1, (15, 11), order="engage", save=6)
        scene.add(1, (15, 13.5), order="conceal", save=6)
        scene.wall(13.5, 10, 14, 12, top=1)
        play = scene.act(0, "shoot", dice=[6, 4, 1, 1, 6, 1, 1, 1])
        seen.append(transcript(play, 1, "rending", "cover-save", "cover-save"))
        assert (play.damage(1), play.damage(2)) == (2 + 2 * 4, 2 + 1 + 4)
    assert seen[0] == seen[1]


@pytest.mark.rule("KT24-DIFF-15")
@BOTH
def test_a_ploy_is_called_a_ploy(printing: str) -> None:
    """Questions, events and the English rulebook say ploy, never play, by both printings."""
    scene = Scene(printing=printing)
    scene.add(0, (5, 11))
    scene.add(1, (15, 11))
    scene.ploy(0, id="haste", kind="firefight", moment="activated", effect="more-apl", until="activation")
    play = scene.activate(0, cp=(1, 1)).answer("engage")
    assert (play.what, "ploy" in play.decision.prompt) == ("ploy", True)
    play.answer("haste")
    assert [e.values["ploy"] for e in play.events("ploy")] == ["haste"]
    bought = shot("1 3+ 3/4", [1, 1, 1, 1, 1], cp=(1, 0), printing=printing).answer(again("command-reroll", 0))
    assert [e.values["ploy"] for e in bought.events("ploy")] == ["command-reroll"]

    about_ploys = [rule for rule in Rulebook.load("kt24").rules if rule.section in ("CP", "GAMBIT", "PLOY")]
    assert [rule.id for rule in about_ploys if re.search(r"\bplays?\b", rule.text())] == []
    assert all("ploy" in rule.text() for rule in about_ploys if rule.id in ("KT24-CP-04", "KT24-GAMBIT-03", "KT24-PLOY-02", "KT24-PLOY-03"))
