"""Previews of the army-scale edition: what options stand for, forecasts, who sees whom, threats, dice to roll again."""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import PASS, Dice, Pick, Refusal
from counteract.core.state import Task
from counteract.rulesets.kt40 import forecasts
from counteract.rulesets.kt40.attack_groups import AttackRow
from counteract.rulesets.kt40.preview import PREVIEW
from tests.rules.kt40.scenes import Play, Scene, ability, blade, grenade, gun


def forecast(play: Play, value: Any) -> Any:
    return PREVIEW.forecast(play.game, Pick(value))


# --- how a person is asked


@pytest.mark.rule("KT40-INT-84")
def test_a_window_may_be_declined_for_the_rest_of_the_battle_unless_somebody_may_enter() -> None:
    def asked(name: str, **reserve: Any) -> Play:
        scene = Scene()
        scene.squad(0, (10, 10), models=1)
        scene.squad(0, None, models=2, state={"reserve": True}, abilities=[ability("reserve")])
        scene.squad(1, (40, 30), models=1)
        return scene.window(name, turn=2, cp=(3, 0))

    effects = asked("movement start").decision
    assert (effects.what, PREVIEW.offer(effects), PREVIEW.is_standing(effects)) == ("effect", "movement start", True)
    assert PREVIEW.offer(asked("movement end").decision) == ""


def test_targets_are_shown_with_the_best_first_and_nobody_holds_fire_by_enter() -> None:
    scene = Scene()
    squad = scene.squad(0, [(10, 10), (30, 10), (31.5, 10)], models=3, weapons=[gun()])
    far = scene.squad(1, (1, 30), models=5)  # in range of the first model only
    near = scene.squad(1, (20, 25), models=5)
    play = scene.shoot(squad)
    assert play.options()[:2] == [far, near]
    ranked = PREVIEW.rank(play.game, play.decision.options)
    assert ranked[:2] == [Pick(near), Pick(far)]
    assert ranked[-1] == PASS
    assert PREVIEW.is_weighed(play.decision)
    assert play.game.label(Pick(far)).detail.endswith("only 1 of 3 shooters")
    assert "shooters" not in play.game.label(Pick(near)).detail


def test_it_is_said_why_a_unit_has_nobody_to_shoot_at() -> None:
    """A unit whose charge has failed may fire only its pistols, of which it has none. (INT-38)"""
    scene = Scene()
    charged = scene.squad(0, (10, 10), models=1, weapons=[gun()], state={"option": "charge", "declared": (2,)})
    able = scene.squad(0, (30, 10), models=1, weapons=[gun()])
    scene.squad(1, (20, 25), models=5)
    play = scene.alternate("shooting")
    assert play.options() == [able, charged, "pass"]
    assert play.game.label(Pick(charged)).detail.startswith("nobody to shoot at: ")
    assert "pistols" in play.game.label(Pick(charged)).detail


# --- what options stand for


def test_units_stand_for_the_models_that_lead_them() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=3, weapons=[gun()], left=[0, 1, 1])
    blues = scene.squad(1, (10, 25), models=2)
    scene.squad(1, (20, 25), models=2)
    play = scene.shoot(squad)
    assert PREVIEW.subject_of(play.game, play.decision) == (1, squad)  # the first model is slain
    assert PREVIEW.points_at(play.game, Pick(blues)) == 3
    assert PREVIEW.points_at(play.game, PASS) is None


def test_effects_of_a_window_stand_for_their_units_and_are_grouped() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=1)
    reserve = scene.squad(0, None, models=2, state={"reserve": True}, abilities=[ability("reserve")])
    scene.squad(1, (40, 30), models=1)
    play = scene.window("movement end", turn=2)
    assert play.what == "effect"
    assert PREVIEW.points_at(play.game, Pick(f"arrive:{reserve}")) == 1
    assert PREVIEW.group(play.game, Pick(f"arrive:{reserve}")) == "Reserves"


def test_deployment_zones_are_areas() -> None:
    scene = Scene()
    scene.squad(0, None, models=1, state={"deployed": False})
    scene.squad(1, None, models=1, state={"deployed": False})
    play = scene.new(dice=[5, 2])
    assert (play.what, play.player) == ("zone", 0)
    assert PREVIEW.area(play.game, Pick("south")) == (0, 0, 48, 9)


def test_rows_of_an_allocation_stand_for_models() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=3, weapons=[gun('24" assault 1, 4 0 1')])
    scene.squad(1, (10, 25), models=5)
    play = scene.shoot(squad, dice=[6, 6, 6, 6, 6, 6, 1, 1, 6])
    assert play.what == "casualties"
    assert PREVIEW.rows(play.game, play.decision) == (3, 4, 5, 6, 7)
    assert PREVIEW.offer(play.decision) == "casualties"


# --- forecasts


def test_shooting_has_exact_odds() -> None:
    """Two shots that hit on 3+ and wound on 3+, no save: each wounds with 4/9, so that both models fall with 16/81."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=2, weapons=[gun('24" assault 1, 5 -3 1')])
    blues = scene.squad(1, (10, 25), models=2)
    scene.squad(1, (20, 25), models=2)
    found = forecast(scene.shoot(squad), blues)
    assert found.odds.expected == pytest.approx(8 / 9)
    assert found.odds.falls == pytest.approx(16 / 81)
    assert (found.model, found.weapon, found.sight.state, found.sight.valid) == (2, "gun", "open", True)


def test_the_odds_of_masked_moved_and_doubled_shots_are_those_of_the_dice() -> None:
    """Within half range each fires twice; one of two is masked and hits on 4+, both moved, which matters to Heavy weapons alone."""
    scene = Scene()
    squad = scene.squad(0, [(10, 10), (14, 10)], models=2, weapons=[gun()])
    scene.squad(0, (10, 13), models=1)
    blues = scene.squad(1, (10, 18), models=1, wounds=20, save=6)
    odds = forecasts.shooting(scene.play().arena, scene.state(), squad, blues)
    each = 0.5 * 5 / 6  # wounds on 4+, saved on a 6
    assert odds.wounds == pytest.approx(2 * each * (1 / 2 + 2 / 3))


def test_the_one_who_is_struck_strikes_back_if_it_stands() -> None:
    """Two attacks, each a wound with 2/3 * 1/2: the enemy stands with (2/3)^2, and then hits back with 2/3 * 1/2 * 1/2."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1, attacks=2, weapons=[blade("user -3 1")])
    foe = scene.squad(1, (11.5, 10), models=1)
    arena, s = scene.play().arena, scene.state(phase="fight")
    odds = forecasts.fighting(arena, s, squad, foe)
    back = forecasts.struck_back(arena, s, squad, foe, odds)
    assert odds.destroyed == pytest.approx(1 - (2 / 3) ** 2)
    assert back is not None
    assert back.destroyed == pytest.approx((2 / 3) ** 2 * (2 / 3) * (1 / 2) * (1 / 2))


def test_strikes_and_overwatch_hit_on_sixes() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1, attacks=1, weapons=[blade("user -3 1"), gun('24" assault 1, 4 -3 1')])
    foe = scene.squad(1, (11.5, 10), models=1)
    arena, s = scene.play().arena, scene.state()
    assert forecasts.fighting(arena, s, squad, foe, "strike").wounds == pytest.approx(1 / 12)
    assert forecasts.shooting(arena, s, squad, foe, "overwatch").wounds == pytest.approx(1 / 12)


@pytest.mark.rule("KT40-OW-02")
def test_the_target_of_overwatch_is_forecast_as_overwatch() -> None:
    """Two guns of which one may overheat, so that their player is asked: they hit on a 6 alone and wound on a 4 and, with strength 1, on a 6."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 1, 4 -3 1; Overheat'), gun('24" assault 1, 1 -3 1', "other")])
    foe = scene.squad(1, (10, 16), models=1, wounds=9)
    play = scene.option(foe).answer("charge").answer(squad)
    assert play.what == "target" and forecast(play, foe).odds.expected == pytest.approx(1 / 12 + 1 / 36)
    assert "about 0.1 wounds" in str(play.game.label(Pick(foe)))


@pytest.mark.rule("KT40-UNIT-04", "KT40-FIGHT-09")
def test_each_mode_of_a_melee_weapon_has_its_own_label_and_forecast() -> None:
    """Of two enemies the one that is attacked counts, of a strike that it hits on sixes alone; rows to divide name the mode."""
    scene = Scene()
    modes = [blade("x2 -3 3; Unwieldy", "halberd", "chop"), blade("user 0 1", "halberd", "hook")]
    squad = scene.squad(0, (10, 10), models=1, attacks=2, weapons=modes)
    scene.squad(1, (8.8, 10), models=1, wounds=9, save=7)
    foe = scene.squad(1, (11.2, 10), models=1, wounds=9, toughness=8, save=7)
    play = scene.play(Task("blows", (squad,)), phase="fight").answer(foe)
    assert play.what == "blade" and [*map(str, play.options())] == ["halberd chop", "halberd hook", "split by model"]
    assert play.game.label(Pick("halberd hook")).title == "halberd (hook)"
    found = {name: forecast(play, name) for name in ("halberd chop", "halberd hook")}
    assert [found[name].weapon for name in found] == ["halberd (chop)", "halberd (hook)"]
    assert found["halberd chop"].odds.expected == pytest.approx(2 * 1 / 2 * 1 / 2 * 3)
    assert found["halberd hook"].odds.expected == pytest.approx(2 * 2 / 3 * 1 / 6)
    play.answer("split by model")
    assert "halberd (chop) at Unit 2, halberd (hook) at Unit 2" in play.decision.prompt


def test_a_charge_around_a_wall_needs_a_higher_roll() -> None:
    scene = Scene()
    scene.block(12, 12, 20, 13)
    squad = scene.squad(0, (16, 10), models=1)
    foe = scene.squad(1, (16, 16), models=1)
    arena, s = scene.play().arena, scene.state()
    odds = forecasts.charging(arena, s, squad, (foe,))
    assert odds.needed is not None
    assert odds.needed > 4  # as the crow flies 4" would do
    assert odds.likely == forecasts.reaches(odds.needed, 2)


def test_smite_counts_its_test_and_the_stronger_result() -> None:
    """With 5 to 10 of 2D6 D3 mortal wounds, with 11 or more D6."""
    scene = Scene()
    psyker = scene.psyker(0, (10, 10))
    scene.squad(1, (10, 20), models=10)
    play = scene.manifest(psyker)
    found = forecast(play, "smite")
    assert found.odds.expected == pytest.approx(27 / 36 * 2 + 3 / 36 * 3.5)


def test_throwing_a_grenade_is_forecast_and_stands_for_the_thrower() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=2, weapons=[gun('12" assault 1, 4 0 1'), grenade('6" grenade 6, 3 0 1')])
    scene.squad(1, (10, 15), models=5)
    play = scene.shoot(squad)
    assert play.what == "grenade"
    option = next(option for option in play.decision.options if isinstance(option, Pick))
    assert PREVIEW.points_at(play.game, option) == 0
    found = PREVIEW.forecast(play.game, option)
    assert found is not None
    assert found.odds is not None
    assert found.odds.expected == pytest.approx(6 * 2 / 3 * 1 / 3 * 1 / 2 + 1 / 6, abs=0.01)  # and the shot of the other model


def test_units_that_are_not_there_are_refused() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=2, weapons=[gun()])
    scene.squad(1, (10, 25), models=2)
    scene.squad(1, (20, 25), models=2)
    play = scene.shoot(squad)
    with pytest.raises(Refusal, match="no unit with the number 9"):
        forecast(play, 9)


# --- dice


def test_dice_that_a_command_re_roll_may_change_are_marked() -> None:
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=3, weapons=[gun('24" assault 1, 4 0 1')])
    scene.squad(1, (10, 25), models=5)
    play = scene.shoot(squad, dice=[6, 2, 5], cp=(1, 0))
    assert play.what == "re-roll"
    rolled = PREVIEW.rolled(play.game)
    assert rolled is not None
    assert (rolled.faces, rolled.marks) == ((6, 2, 5), ("success", "fail", "success"))
    (use,) = rolled.uses
    assert use.choices == ((1,),)
    assert Dice(use.name, use.choices[0]) in play.decision.options


# --- the board


def test_a_model_sees_each_enemy_unit_by_the_model_it_sees_best() -> None:
    scene = Scene()
    scene.block(14, 0, 15, 12)
    scene.squad(0, (10, 10), models=1, weapons=[gun()])
    scene.squad(1, [(20, 10), (20, 18)], models=2)
    scene.squad(1, [(20, 4)], models=1)
    play = scene.alternate("shooting")
    seen, hidden = PREVIEW.sees(play.game, 0)
    assert (seen.model, seen.state, seen.valid, seen.weapons) == (2, "open", True, (0,))
    assert (hidden.model, hidden.state, hidden.valid, hidden.rule) == (3, "hidden", False, "KT40-INT-06")


@pytest.mark.rule("KT40-INT-06", "KT40-OBSC-01")
def test_a_unit_sees_with_all_its_models() -> None:
    """Five in a row: a wall hides the enemy from two of them, and friends stand before one more."""
    scene = Scene()
    scene.block(14, 0, 15, 11)
    scene.squad(0, [(10, 4), (10, 7), (10, 12), (10, 15), (10, 18)], models=5, weapons=[gun()])
    scene.squad(0, (13, 15), models=1, wounds=1)
    scene.squad(1, (22, 15), models=1)
    play = scene.alternate("shooting")
    (seen,) = PREVIEW.sees(play.game, 0)
    assert seen.unit is not None
    assert (seen.unit.models, seen.unit.seeing, seen.unit.masked, seen.unit.able) == (5, 3, 1, 3)
    assert seen.unit.text == "3 of 5 see it, 1 masked"
    assert [(line.viewer, line.model, line.state) for line in seen.unit.lines] == [(2, 6, "open"), (3, 6, "masked"), (4, 6, "open")]
    assert [line.line[0][:2] for line in seen.unit.lines] == [(10, 12), (10, 15), (10, 18)]
    assert (seen.model, seen.state, seen.valid) == (6, "open", True)  # as the one that sees it best
    assert PREVIEW.sees(play.game, 2) == PREVIEW.sees(play.game, 0)


def test_a_unit_is_seen_by_the_models_that_see_one_of_it() -> None:
    scene = Scene()
    scene.block(14, 0, 15, 11)
    squad = scene.squad(0, (10, 4), models=2, weapons=[gun()])
    scene.squad(1, [(22, 4), (22, 8)], models=2, weapons=[gun('6" assault 1, 4 0 1')])
    play = scene.option(squad)
    there = {0: (10, 22, 0), 1: (12, 22, 0)}
    assert PREVIEW.unit_watched_by(play.game, squad, there) == (2, 3)
    assert PREVIEW.unit_watched_by(play.game, squad, {0: (10, 2, 0), 1: (12, 2, 0)}) == ()
    assert PREVIEW.unit_seen_by(play.game, squad, there) == ()  # out of range
    (seen,) = PREVIEW.unit_sees(play.game, 0, there)
    assert seen.unit is not None
    assert (seen.unit.seeing, seen.unit.seen_by) == (2, (2, 3))
    (hidden,) = PREVIEW.sees(play.game, 0)
    assert hidden.unit is not None
    assert (hidden.state, hidden.unit.text, hidden.unit.lines) == ("hidden", "none of 2 sees it", ())


def test_who_could_shoot_at_a_unit_where_it_stands_and_elsewhere() -> None:
    scene = Scene()
    scene.block(14, 0, 15, 12)
    squad = scene.squad(0, (10, 5), models=2, weapons=[gun()])
    blues = scene.squad(1, (20, 5), models=2, weapons=[gun()])
    play = scene.option(squad)
    assert PREVIEW.seen_by(play.game, 0) == ()
    assert PREVIEW.unit_seen_by(play.game, squad, {0: (10, 20, 0), 1: (12, 20, 0)}) == (blues,)


def test_the_threat_of_a_unit_is_its_move_its_charge_and_its_guns() -> None:
    scene = Scene()
    scene.squad(0, (24, 18), models=1, weapons=[gun('12" assault 1, 4 0 1')])
    scene.squad(1, (5, 5), models=1)
    threat = PREVIEW.threat(scene.play(Task("option", (0,))).game, 0)

    def width(areas: Any) -> float:
        xs = [x for area in areas for ring in area.rings for x, _ in ring]
        return float(max(xs) - min(xs))

    assert width(threat.move) == pytest.approx(12, abs=0.3)  # centres, 6" either way
    assert width(threat.fight) == pytest.approx(2 * (0.5 + 12 + 1), abs=0.3)
    assert width(threat.shoot) == pytest.approx(2 * (6 + 0.5 + 12), abs=0.4)
    assert threat.range == 12.0


def test_acts_and_acted_are_those_of_the_unit() -> None:
    scene = Scene()
    scene.squad(0, (10, 10), models=2, state={"option": "advance"})
    scene.squad(0, (20, 10), models=2)
    scene.squad(1, (10, 30), models=1)
    play = scene.part_of(0)
    assert PREVIEW.acted(play.game, 1) == "Unit 0 has acted in this phase already."
    assert PREVIEW.acted(play.game, 2) == ""
    found = PREVIEW.acts(play.game, 3)
    assert found is not None
    assert Pick("normal move") in found[1].options


@pytest.mark.rule("KT40-INT-80")
def test_the_odds_of_a_mixed_unit_count_each_models_own_figures() -> None:
    """Two of BS 5+ and one of BS 2+ shoot; two of A1, S4 and one of A3, S8 strike: T4, no save. Only the target's T is that of most of its models."""
    scene = Scene()
    gun_ = gun('24" assault 1, 4 -6 1')
    common, best = scene.card(bs=5, ws=5, attacks=1, weapons=[gun_]), scene.card(bs=2, ws=2, attacks=3, strength=8, weapons=[gun_])
    scene.unit(0, [(10, 10), (11.2, 10), (12.4, 10)], (common, 2), (best, 1))
    scene.unit(1, [(10, 11.5), (11.2, 11.5), (12.4, 11.5)], (scene.card(save=7, wounds=9), 2), (scene.card(save=7, wounds=9, toughness=8), 1))
    s = scene.state(phase="fight")
    assert forecasts.fighting(scene.arena, s, 0, 1).wounds == pytest.approx(2 * 2 / 6 * 1 / 2 + 3 * 5 / 6 * 5 / 6)
    rows = [AttackRow(i, 0, 1) for i in range(3)]
    assert forecasts.attack_odds(scene.arena, s, 0, "shooting", 1, rows).wounds == pytest.approx((2 * 2 / 6 + 5 / 6) / 2)


def test_a_question_about_one_model_tells_which() -> None:
    """Divided among the models, each target is asked for one of them; for the whole unit none is singled out."""
    scene = Scene()
    squad = scene.squad(0, (10, 10), models=2, weapons=[gun()])
    scene.squad(1, (10, 25), models=2)
    scene.squad(1, (20, 25), models=2)
    play = scene.shoot(squad, dice=[])
    assert PREVIEW.models_meant(play.game, play.decision) == ()
    play.answer("split by model")
    assert (play.what, PREVIEW.models_meant(play.game, play.decision)) == ("split-target", (0,))


def test_options_that_stand_for_single_models_say_so() -> None:
    """Of mixed wounds, the defender picks the model that the next wound falls on, one by one."""
    scene = Scene()
    scene.squad(0, (10, 10), models=1, weapons=[gun('24" assault 2, 8 -6 1')])
    scene.unit(1, [(10, 20), (12, 20)], (scene.card(wounds=2), 1), (scene.card(wounds=1), 1))
    play = scene.shoot(0, dice=[6, 6, 6])
    assert play.what == "allocate"
    assert PREVIEW.is_of_models(play.decision)
    assert [PREVIEW.points_at(play.game, Pick(i)) for i in (1, 2)] == [1, 2]
