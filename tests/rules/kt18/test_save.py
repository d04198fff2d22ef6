"""The saving throw: of two kinds one, whose choice it is, and what AP does to it. (SAVE)"""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kt18.scene import Play
from tests.rules.kt18.shots import SHOOTER, TARGET, duel, fate, kinds, rolls


def wounded(*dice: int, ap: int = 0, damage: str = "1", fields: dict[str, Any] | None = None, **target: Any) -> Play:
    """Return a battle in which model 1 is hit and wounded; the rest is up to it and these dice."""
    scene = duel(f'24" heavy 1, 4 {ap} {damage}; Auto-hit', target=target)
    return scene.shoot(SHOOTER, dice=[5, *dice], **(fields or {})).answer(TARGET)


def throw(play: Play) -> tuple[str, int, bool]:
    """Return the kind of saving throw that was made, the number needed, and whether it was reached."""
    (event,) = play.events("save-roll")
    return event.values["save"], event.values["needed"], event.values["hit"]


@pytest.mark.rule("KT18-SAVE-01")
def test_the_player_of_the_target_chooses_between_its_saves() -> None:
    """Sv 4+ and a 5+ invulnerable save: its player picks one, and that one alone is rolled."""
    for choice, needed in (("normal", 4), ("invulnerable", 5)):
        play = wounded(4, 4, save=4, invulnerable=5)
        assert (play.what, play.player, set(play.options())) == ("save", 1, {"normal", "invulnerable"})
        assert play.decision.rule == "KT18-SAVE-01"
        play.answer(choice)
        assert throw(play) == (choice, needed, choice == "normal")
        assert len(play.events("save-roll")) == 1


@pytest.mark.rule("KT18-SAVE-01")
def test_a_failed_save_is_not_followed_by_the_other() -> None:
    """A model that fails the normal save has no invulnerable one left: the next die is the Injury roll."""
    play = wounded(3, 6, save=4, invulnerable=4).answer("normal")
    assert kinds(play)[-5:] == ["save-roll", "damage", "wound-lost", "injury-roll", "out-of-action"]
    assert play.over and rolls(play) == [(5,), (3,), (6,)]


@pytest.mark.rule("KT18-SAVE-01")
def test_both_saves_together_are_no_choice() -> None:
    play = wounded(save=4, invulnerable=5)
    assert play.why("both") == "KT18-SAVE-01"
    assert play.why("normal") == play.why("invulnerable") == ""


@pytest.mark.rule("KT18-SAVE-01")
@pytest.mark.parametrize("ap", [0, -3])
def test_who_has_but_one_save_is_not_asked(ap: int) -> None:
    """With Sv 4+ alone, or with an invulnerable save once AP has taken the other away."""
    play = wounded(6, ap=ap, save=4, invulnerable=5 if ap else 0)
    assert play.over and throw(play) == (("invulnerable", 5, True) if ap else ("normal", 4, True))


@pytest.mark.rule("KT18-SAVE-02", "KT18-INT-41")
@pytest.mark.parametrize(("save", "ap", "needed"), [(3, 0, 3), (3, -1, 4), (3, -2, 5), (3, -3, 6), (2, -4, 6), (6, 0, 6), (4, -1, 5), (5, -1, 6)])
def test_ap_makes_the_normal_save_harder(save: int, ap: int, needed: int) -> None:
    """AP is taken off the die, so that AP -2 against Sv 3+ takes a 5."""
    assert throw(wounded(needed, ap=ap, save=save)) == ("normal", needed, True)
    assert throw(wounded(needed - 1, 1, ap=ap, save=save)) == ("normal", needed, False)


@pytest.mark.rule("KT18-SAVE-02")
@pytest.mark.parametrize("ap", [0, -1, -6])
def test_ap_does_nothing_to_an_invulnerable_save(ap: int) -> None:
    """A 5+ invulnerable save is made with a 5 and not with a 4, whatever the weapon."""
    target: dict[str, Any] = {"save": 6, "invulnerable": 5}
    plays = [wounded(die, 1, ap=ap, **target) for die in (5, 4)]
    for play in plays:
        if play.what == "save":
            play.answer("invulnerable")
    assert [throw(play) for play in plays] == [("invulnerable", 5, True), ("invulnerable", 5, False)]


@pytest.mark.rule("KT18-INT-41", "KT18-SAVE-03")
@pytest.mark.parametrize(("save", "ap"), [(4, -3), (6, -1), (3, -4), (2, -6), (7, 0)])
def test_a_save_that_would_take_a_7_is_not_rolled(save: int, ap: int) -> None:
    """The die after the wound roll is the Injury roll."""
    play = wounded(6, ap=ap, save=save)
    assert play.over and play.events("save-roll") == [] and rolls(play) == [(5,), (6,)]
    assert play.out(TARGET)


@pytest.mark.rule("KT18-INT-41")
@pytest.mark.parametrize(
    ("save", "ap", "invulnerable", "order"),
    [
        (3, 0, 5, ["normal", "invulnerable"]),
        (3, -2, 4, ["invulnerable", "normal"]),
        (3, -1, 5, ["normal", "invulnerable"]),
        (6, 0, 5, ["invulnerable", "normal"]),
    ],
)
def test_the_better_save_is_offered_first_and_the_worse_is_allowed(save: int, ap: int, invulnerable: int, order: list[str]) -> None:
    """The better save depends on AP; the choice is the defender's all the same."""
    play = wounded(6, ap=ap, save=save, invulnerable=invulnerable)
    assert (play.player, play.options()) == (1, order)
    play.answer(order[1])
    assert throw(play)[0] == order[1]


@pytest.mark.rule("KT18-SAVE-03", "KT18-SAVE-01")
def test_a_made_save_stops_the_attack_and_a_failed_one_lets_all_its_damage_through() -> None:
    """Damage 3 on a model with 5 wounds: none are lost, or three."""
    assert fate(wounded(4, damage="3", wounds=5)) == (5, 0, False)
    assert fate(wounded(3, damage="3", wounds=5)) == (2, 0, False)
    assert fate(wounded(damage="3", wounds=5, save=7)) == (2, 0, False)


@pytest.mark.rule("KT18-SAVE-04")
@pytest.mark.parametrize("kind", ["normal", "invulnerable"])
def test_a_natural_1_never_saves(kind: str) -> None:
    """Not even where a 1 would be enough."""
    target: dict[str, Any] = {"save": 1} if kind == "normal" else {"save": 7, "invulnerable": 1}
    assert throw(wounded(1, 1, **target)) == (kind, 1, False)
    assert throw(wounded(2, **target)) == (kind, 1, True)


@pytest.mark.rule("KT18-SAVE-01")
def test_each_wounding_attack_gets_a_save_of_its_own() -> None:
    """Two wounds on a model with two saves: it is asked twice, and may choose differently."""
    scene = duel('24" heavy 2, 4 0 1; Auto-hit', target={"save": 4, "invulnerable": 5, "wounds": 3})
    play = scene.shoot(SHOOTER, dice=[5, 4, 5, 5]).answer(TARGET, "normal")
    assert (play.what, play.player) == ("save", 1)
    play.answer("invulnerable")
    assert play.over
    assert [(e.values["save"], e.values["hit"]) for e in play.events("save-roll")] == [("normal", True), ("invulnerable", True)]
    assert {e.rule for e in play.events("save-roll")} == {"KT18-SAVE-02"}
