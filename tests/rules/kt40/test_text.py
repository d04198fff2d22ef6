"""The words of the army-scale edition: sentences of events, labels with odds, mentions of units."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
import questions

import counteract as ca
from counteract.core.decision import Pick
from counteract.core.language import LANGUAGES, say, speaking
from counteract.core.mentions import Mention
from counteract.rulesets.kt40 import text
from tests.rules.kt40.scenes import Boon, Play, Scene, blade, gun


def told(play: Play, kind: str) -> str:
    (event,) = play.events(kind)
    sentence: str = play.game.tell(event)
    return sentence


def labels(play: Play) -> list[str]:
    return [str(play.game.label(option)) for option in play.decision.options]


def test_every_kind_of_event_has_its_sentence() -> None:
    several = {"unit-moved", "phase", "shoots", "stratagem", "slain", "explodes", "overheats", "fights", "one-by-one", "hit-roll", "wound-roll"}
    kinds = {*questions.vocabulary("kt40").events}
    assert kinds - several == {*text.SENTENCES}
    assert several <= kinds
    assert {*text.PACES} <= kinds | {f"unit-moved: {move}" for move in text.MOVED}


def test_shooting_is_told_die_by_die() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=3, weapons=[gun(name="carbine")], name="Reds")
    scene.squad(1, (10, 25), models=5, name="Blues")
    play = scene.shoot(squad, dice=[3, 4, 1, 4, 2, 3])
    assert told(play, "shoots") == "Reds shoots at Blues with carbine."
    assert told(play, "hit-roll") == "carbine at Blues: 3 4 1 against 3+, 2 hits."
    assert told(play, "wound-roll") == "To wound: 4 2 against 4+, 1 of 2 wound."
    assert told(play, "save-roll") == "Blues saves (normal): 3 against 4+, 0 of 1 saved."


def test_three_weapons_are_a_list() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1, weapons=[gun(name="carbine"), gun(name="cannon"), gun(name="lamp")], name="Reds")
    scene.squad(1, (10, 25), models=5, name="Blues")
    play = scene.shoot(squad, dice=[1, 1, 1])
    assert told(play, "shoots") == "Reds shoots at Blues with carbine, cannon and lamp."


def test_divided_fire_names_the_one_weapon_it_is_about() -> None:
    """Weapon by weapon each question has its weapon after the name of the unit."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=2, weapons=[gun(name="carbine"), gun(name="lamp")], name="Reds")
    scene.squad(1, (10, 25), models=1, name="Blues")
    scene.squad(1, (20, 25), models=1, name="Greens")
    play = scene.shoot(squad).answer("split by weapon")
    assert play.decision.prompt == "Reds, carbine: which target?"


def test_models_slain_and_models_hurt_are_two_parts_of_a_label() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=3, weapons=[gun()], name="Reds")
    scene.squad(1, (10, 25), models=2, wounds=2, name="Blues")
    play = scene.shoot(squad, dice=[6, 6, 6, 6, 6, 6, 1, 1, 1])
    assert play.what == "casualties"
    assert re.fullmatch(r"slain: \S.*; \S.* loses 1 wound", str(play.game.label(play.decision.default)))


def test_units_of_several_models_are_singular_in_french() -> None:
    """A file of vergers shoots: the unit has one name, and the verb agrees with it."""
    game = ca.Game.new("kt40", teams=["bell-patrol", "hedge-patrol"], seed=1)
    with speaking("fr"):
        names = {say(name) for name in game.arena.unit_names}
    assert {"File de bedeaux 1", "Ligne de frondeurs", "Essaim de lanciers"} <= names
    assert not {name for name in names if name.split()[0].endswith(("eurs", "eaux", "ers", "lons"))}


def test_inches_of_a_move_are_written_as_the_language_writes_them() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1, name="Reds")
    scene.squad(1, (40, 30), models=1)
    play = scene.option(squad, dice=[])
    with speaking("zh"):
        assert str(play.game.label(Pick("normal move"))) == "常规移动：至多6英寸"


def test_masked_models_are_told_with_their_dice() -> None:
    scene = Scene()
    squad = scene.squad(0, [(10, 10), (13, 10)], models=2, weapons=[gun()], name="Reds")
    scene.squad(0, (10, 14), models=1, name="Friends")
    scene.squad(1, (10, 25), models=1, name="Blues")
    play = scene.shoot(squad, dice=[3, 3, 1])
    assert told(play, "hit-roll") == "gun at Blues: 3 3 against 3+ (masked −1 on 1 die), 1 hit."


def test_sentences_mention_units() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1, weapons=[gun()], name="Reds")
    scene.squad(1, (10, 25), models=1, name="Blues")
    play = scene.shoot(squad, dice=[1])
    (event,) = play.events("shoots")
    assert play.game.tell_with_mentions(event) == (
        "Reds shoots at Blues with gun.",
        (Mention(0, 4, "unit", 0), Mention(15, 20, "unit", 1)),
    )


def test_a_target_is_labelled_with_the_odds() -> None:
    """Six shots that hit on 3+, wound on 4+ and are saved on 4+: one wound on average."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=6, weapons=[gun()])
    scene.squad(1, (10, 25), models=5, name="Blues")
    scene.squad(1, (20, 25), models=5, name="Greens")
    label = labels(scene.shoot(squad))[0]
    assert label.startswith('Blues (5 of 5 models): 12.5" away; about 1.0 wounds, 6% morale fails')


def test_overwatch_and_charges_are_labelled_with_the_odds() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=5, weapons=[blade("user 0 1")], name="Reds")
    blues = scene.squad(1, (10, 18), models=6, weapons=[gun()], name="Blues")
    scene.squad(1, (30, 18), models=5, name="Far")
    play = scene.option(squad, dice=[])
    play.answer("charge")
    assert labels(play)[1].startswith("Blues (6 of 6 models): about 0.5 wounds")  # 12 dice, sixes alone, 4+, 4+
    assert play.decision.subject == squad
    forecast = play.game.ruleset.preview.forecast(play.game, Pick(blues))
    assert forecast is not None
    assert forecast.text == labels(play)[1].partition(": ")[2]


def test_a_charge_tells_what_must_be_rolled() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1)
    scene.squad(1, (10, 18), models=1, name="Near")
    scene.squad(1, (21, 10), models=1, name="Far")
    play = scene.option(squad).answer("charge")
    assert labels(play)[0].startswith('Near (1/1): 7.0" away; 72% to charge 6"; then')
    assert labels(play)[1].startswith('Far (1/1): 10.0" away; 28% to charge 9"; then')


def test_the_option_to_charge_names_its_only_target_with_the_odds() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1)
    scene.squad(1, (10, 18), models=1, name="Near")
    told = dict(zip(scene.option(squad).options(), labels(scene.option(squad)), strict=True))
    assert told["charge"].startswith('Charge: Near: 7.0" away; 72% to charge 6"; then')
    scene.squad(1, (18, 10), models=1, name="Also")
    told = dict(zip(scene.option(squad).options(), labels(scene.option(squad)), strict=True))
    assert told["charge"] == 'Charge: name targets within 12", then 2D6 inches'


def test_a_morale_test_is_labelled_with_what_it_takes() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=5, state={"lost": 5})
    scene.squad(0, (20, 10), models=5, state={"lost": 2})
    scene.squad(1, (10, 30), models=1)
    play = scene.alternate("morale")
    assert labels(play)[0].endswith("+5 to the die, steady on 2 or less; 67% fails")


@pytest.mark.parametrize(
    ("card", "cost"),
    [
        ({"models": 10, "left": [1] * 5 + [0] * 5}, "it loses 2 models"),
        ({"models": 1, "wounds": 9, "left": [4]}, "it loses 2 wounds"),
        ({"models": 1, "wounds": 9, "left": [4], "keywords": ("INFANTRY", "CHARACTER")}, "next turn it has no auras, and -1 to its tests"),
    ],
)
def test_a_re_roll_of_a_morale_test_tells_what_failing_costs(card: dict[str, Any], cost: str) -> None:
    """Ld 7, 5 lost: a 4 makes 9, which is 2 too many."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), leadership=7, name="Reds", state={"lost": 5}, **card)
    scene.squad(1, (40, 30))
    play = scene.morale(squad, dice=[4], cp=(1, 0))
    assert play.decision.prompt == f"Reds: morale test 4, at most 2 passes; as it stands, {cost}. Roll again for 1CP?"


def test_insane_bravery_tells_what_failing_costs() -> None:
    """Ld 7, 5 lost: from 3 on it fails, by 1 to 4."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=10, leadership=7, name="Reds", state={"lost": 5}, left=[1] * 5 + [0] * 5)
    scene.squad(1, (40, 30))
    assert scene.morale(squad, cp=(2, 0)).decision.prompt.endswith("If it fails, it loses 1 to 4 models.")


def test_a_unit_of_one_model_is_destroyed_and_not_slain_besides() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 9 -6 1')], name="Reds")
    scene.squad(1, (10, 25), models=1, name="Blues")
    play = scene.shoot(squad, dice=[6, 6])
    assert [play.game.tell(event) for event in play.game.events][-2:] == ["Blues loses 1 wound.", "Blues is destroyed."]


@pytest.mark.parametrize(
    ("bs", "to_hit", "to_wound", "hit", "wound"),
    [
        (3, 1, 0, "6, needs 2+ (3+, powers and abilities +1), 1 hit", "6 against 4+, 1 of 1 wound"),
        (3, -1, -1, "6, needs 4+ (3+, powers and abilities −1), 1 hit", "6, needs 5+ (4+, powers and abilities −1), 1 of 1 wound"),
        (3, 3, 3, "6, needs 2+ (3+, powers and abilities +3), 1 hit", "6, needs 2+ (4+, powers and abilities +3), 1 of 1 wound"),
        (2, 1, 0, "6 against 2+ (powers and abilities +1), 1 hit", "6 against 4+, 1 of 1 wound"),  # a 1 always fails
        (5, -4, 0, "6, needs 6+ (5+, powers and abilities −4), 1 hit", "6 against 4+, 1 of 1 wound"),  # a 6 always hits
    ],
)
def test_a_modified_roll_is_told_with_the_face_that_a_die_must_show(bs: int, to_hit: int, to_wound: int, hit: str, wound: str) -> None:
    scene = Scene()
    boons = tuple(Boon(name, bonus, "turn", "x") for name, bonus in (("to hit", to_hit), ("to wound", to_wound)) if bonus)
    squad = scene.squad(0, (10, 10), models=1, bs=bs, weapons=[gun('24" assault 1, 4 -6 1')], name="Reds", state={"boons": boons})
    scene.squad(1, (10, 25), models=1, wounds=2, name="Blues")
    play = scene.shoot(squad, dice=[6, 6])
    assert told(play, "hit-roll") == f"gun at Blues: {hit}."
    assert told(play, "wound-roll") == f"To wound: {wound}."
    (event,) = play.events("hit-roll")
    assert Mention(14, 15, "die", 6) in play.game.tell_with_mentions(event)[1]


def test_a_save_is_never_told_to_be_better_than_2() -> None:
    """A save of 2+ with AP +1 could not fail but for a 1, which always does."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 9 0 1')], name="Reds")
    scene.squad(1, (10, 25), models=1, save=1, name="Blues")
    assert told(scene.shoot(squad, dice=[6, 6, 2]), "save-roll") == "Blues saves (normal): 2 against 2+, 1 of 1 saved."


def test_ready_tells_that_heavy_weapons_have_moved() -> None:
    """It has piled in for an opportunity strike."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1)
    striker = scene.squad(1, (12, 10), models=1, weapons=[gun('36" heavy 1, 4 0 1')])
    play = scene.option(0, dice=[1]).answer("fall back", striker, {1: (11.5, 10)})
    play.answer("pass", {0: (6, 10)})
    later = scene.option(striker, places=play.s.places, units=play.s.units, models=play.s.models)
    assert "Ready: stay, and shoot among the first; its Heavy weapons fire at -1: models have moved" in labels(later)


@pytest.mark.parametrize("language", LANGUAGES)
def test_battles_are_told_and_asked_about_in_every_language(language: str) -> None:
    """With three players; nothing in it is left in English but names, dice and ids."""
    game, rng = ca.Game.new("kt40", teams=["bell-patrol", "hedge-patrol", "iron-patrol"], mission="hold-the-line-three", seed=5), random.Random(5)
    seen: set[str] = set()
    with speaking(language):
        while (decision := game.decision) is not None:
            if decision.what not in seen:
                seen.add(decision.what)
                assert decision.prompt
                assert all(str(game.label(option)) for option in decision.options[:6])
                game.view(decision.player)
            game.play(game.advice() if rng.random() < 0.5 else decision.sample(rng))
            told: list[Any] = [game.tell(event) for event in game.latest]
            assert all(told)
    assert len(seen) > 15
