"""Previews on small boards: exact odds, dice on the table, best play, areas."""

from __future__ import annotations

from typing import Any

import pytest
from shapely import Point, Polygon, unary_union

from counteract import odds
from counteract.core.decision import PASS, Allocate, Dice, Pick
from counteract.core.preview import Area, Forecast
from counteract.game import Game
from counteract.mechanics.operatives.cards import Ability
from counteract.rulesets.kt18.cards import Power
from counteract.server import asking
from counteract.server.wishes import Ask
from tests.rules.kt18 import scene as kt18
from tests.rules.kt21 import scene as kt21
from tests.rules.kt24 import scene as kt24


def covers(areas: tuple[Area, ...], x: float, y: float) -> bool:
    return bool(unary_union([Polygon(area.rings[0], area.rings[1:]) for area in areas]).covers(Point(x, y)))


# --- attacks to come


@pytest.mark.parametrize("cover", [False, True])
def test_a_shot_is_foreseen_with_its_exact_odds(cover: bool) -> None:
    """Sight, the part that covers, and the distribution, never more than the target's wounds."""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.gun("5 3+ 3/4; Balanced")], order="engage")
    scene.add(1, (15, 11), order="engage", wounds=7, save=3)
    wall = scene.wall(13.5, 10, 14, 12, top=1) if cover else ""
    forecast = scene.act(0, "shoot").game.ruleset.preview.forecast(scene.act(0, "shoot").game, Pick(1))
    assert forecast is not None
    assert forecast.odds is not None
    assert forecast.sight is not None
    assert (forecast.sight.state, forecast.sight.parts) == (("cover", (wall,)) if cover else ("open", ()))
    found = odds.shoot(weapon="5 3+ 3/4; Balanced", target="save 3+, wounds 7", cover=cover, objective="capped")
    assert forecast.odds.expected == pytest.approx(found.value)
    assert forecast.odds.falls == pytest.approx(found.incapacitate)
    assert forecast.odds.injures == pytest.approx(found.injure)
    assert dict(forecast.odds.bars)[7] == pytest.approx(sum(chance for damage, chance in found.distribution.items() if damage >= 7))
    assert dict(forecast.odds.bars)[3] == pytest.approx(found.distribution[3])


def test_a_fight_is_foreseen_both_ways() -> None:
    """An action tells of the best opponent."""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.blade("4 3+ 4/5; Brutal")], order="engage", wounds=13)
    scene.add(1, (6.5, 11), weapons=[kt24.blade("3 4+ 3/4")], order="engage", wounds=8)
    play = scene.activate(0).answer("engage")
    forecast = play.game.ruleset.preview.forecast(play.game, Pick("fight"))
    assert forecast is not None
    assert forecast.odds is not None
    assert forecast.odds.back is not None
    found = odds.fight(attacker="4 3+ 4/5; Brutal", attacker_wounds=13, defender="3 4+ 3/4", defender_wounds=8)
    assert (forecast.odds.expected, forecast.odds.falls) == pytest.approx((found.expected_dealt, found.defender_incapacitated))
    assert (forecast.odds.back.expected, forecast.odds.back.falls) == pytest.approx((found.expected_taken, found.attacker_incapacitated))
    assert forecast.odds.back.injures == pytest.approx(sum(chance for mine, _, chance in found.joint if mine < 6.5))


def test_a_refused_target_is_told_with_the_reason() -> None:
    """With the line that is stopped, and by what."""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.gun()], order="engage")
    scene.add(1, (15, 11), order="engage")
    scene.add(1, (5, 20), order="engage")
    wall = scene.wall(9, 9, 10, 13, top=4)
    game = scene.act(0, "shoot").game
    forecast = game.ruleset.preview.forecast(game, Pick(1))
    assert forecast is not None
    assert forecast.odds is None
    assert forecast.sight is not None
    assert (forecast.sight.state, forecast.sight.valid, forecast.sight.rule) == ("hidden", False, "KT24-VIS-01")
    assert (forecast.sight.parts, forecast.sight.line) == ((wall,), ((5, 11, 1.5), (15, 11, 0.75)))
    refusal = game.why_not(Pick(1))
    assert refusal is not None
    assert forecast.sight.sentence == refusal.reason


def test_obscured_and_covered_in_2021() -> None:
    """Heavy terrain far from both obscures, light terrain beside the target covers; both are named."""
    scene = kt21.Scene()
    scene.add(0, (3, 11), weapons=[kt21.gun()], order="engage")
    scene.add(1, (20, 11), order="conceal")
    scene.add(1, (3, 19), order="conceal")
    heavy = scene.wall(10, 8, 11, 14, top=2, marks=("windowed",))
    light = scene.wall(2, 17.7, 4, 17.9, top=1)
    scene.add(1, (8, 17), order="conceal")
    far, near, clear = scene.act(0, "shoot").game.ruleset.preview.sees(scene.act(0, "shoot").game, 0)
    assert (far.state, far.parts, far.rule) == ("obscured", (heavy,), "KT21-OBSCURE-01")
    assert (near.state, near.parts, near.rule) == ("cover", (light,), "KT21-LOS-03")
    assert (clear.state, clear.parts, clear.valid) == ("open", (), True)


def test_models_are_in_the_way_in_2018() -> None:
    """They obscure, and are named as what they are."""
    scene = kt18.Scene()
    scene.add(0, (3, 11), weapons=[kt18.gun('24" heavy 1, 4 0 1')])
    scene.add(0, (8, 11.4))
    scene.add(1, (15, 11))
    (row,) = scene.shoot(0).game.ruleset.preview.sees(scene.shoot(0).game, 0)
    assert (row.state, row.parts, row.models, row.valid, row.weapons) == ("obscured", (), (1,), True, (0,))


def test_the_next_target_of_a_blast_is_foreseen_as_settled() -> None:
    """With the cover of the first, which counts for all. (KT24-WR-BLAST-05)"""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.gun('3 3+ 3/4; Blast 3"')], order="engage")
    scene.add(1, (15, 11), order="engage", wounds=8)
    scene.add(1, (16.2, 11), order="engage", wounds=7)
    scene.add(1, (15, 12.2), order="engage", wounds=9)
    play = scene.act(0, "shoot", dice=[1, 1, 1, 1, 1, 1]).answer(1)
    assert play.what == "next-target"
    for j, wounds in ((2, 7), (3, 9)):
        forecast = play.game.ruleset.preview.forecast(play.game, Pick(j))
        found = odds.shoot(weapon="3 3+ 3/4", target=f"save 4+, wounds {wounds}", objective="capped")
        assert forecast is not None
        assert forecast.odds is not None
        assert (forecast.odds.expected, forecast.odds.falls) == pytest.approx((found.value, found.incapacitate))


def test_wounds_lost_already_are_not_lost_again() -> None:
    """Devastating has taken 3 of 8; the critical hit that is to be saved does 4, unless a 6 or two normal saves block it."""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.gun("1 3+ 3/4; Devastating 3")], order="engage")
    scene.add(1, (15, 11), order="engage", wounds=8, save=4)
    scene.wall(13.5, 10, 14, 12, top=1)
    play = scene.act(0, "shoot", dice=[6]).answer(1)
    assert (play.what, play.state.models[1].wounds) == ("cover-save", 5)
    forecast = play.game.ruleset.preview.forecast(play.game, Pick("cover-save"))
    assert forecast is not None
    unblocked = (5 / 6) ** 2 * (3 / 5) ** 2  # no 6, and no other success to go with the one kept
    assert forecast.worth == pytest.approx(4 * unblocked)


@pytest.mark.parametrize(("edition", "blast"), [(kt24, 'Blast 3"'), (kt21, "Blast 3")])
@pytest.mark.parametrize("covered", [False, True])
def test_whom_a_blast_strikes_too_is_foreseen_before_it_is_fired(edition: Any, blast: str, covered: bool) -> None:
    """Friends as well, each with the odds that it turns out to have then, in cover as the rules of the edition have it."""
    scene = edition.Scene()
    scene.add(0, (5, 11), weapons=[edition.gun(f"3 3+ 3/4; {blast}")], order="engage")
    scene.add(0, (15, 13.2), order="engage", wounds=9)
    scene.add(1, (15, 11), order="engage", wounds=8)
    scene.add(1, (16.2, 11), order="engage", wounds=7)
    scene.add(1, (20, 11), order="engage")
    if covered:
        scene.wall(13.8, 10, 14.2, 12, top=1)
    play = scene.act(0, "shoot", dice=[1] * 9)
    forecast = play.game.ruleset.preview.forecast(play.game, Pick(2))
    assert forecast is not None
    play.answer(2)
    while play.what != "next-target":
        play.answer(play.decision.default)
    then = [play.game.ruleset.preview.forecast(play.game, Pick(j)) for j in (1, 3)]
    assert [(one.model, one.text) for one in forecast.also] == [(one.model, one.text) for one in then if one is not None]


def at_one_of_two(edition: Any, rule: str) -> tuple[Forecast, str]:
    """What is forecast of a shot at one of two who stand together, and what the other one is called; a third stands far away."""
    scene = edition.Scene()
    scene.add(0, (5, 11), weapons=[edition.gun(f"3 3+ 3/4; {rule}")], order="engage")
    for x, y in ((15, 11), (16.2, 11), (21, 11)):
        scene.add(1, (x, y), order="engage")
    game = scene.act(0, "shoot").game
    forecast = game.ruleset.preview.forecast(game, Pick(1))
    assert forecast is not None
    return forecast, game.arena.names[2]


@pytest.mark.parametrize(("edition", "rule"), [(kt24, 'Torrent 3"'), (kt21, "Torrent 3"), (kt21, "Fusillade"), (kt24, "Balanced")])
def test_whom_a_gun_could_shoot_at_too_is_told(edition: Any, rule: str) -> None:
    forecast, beside = at_one_of_two(edition, rule)
    assert forecast.also == ()
    assert forecast.note == (None if rule == "Balanced" else f"{beside} may be shot at too.")


@pytest.mark.rule("KT24-INT-83")
def test_blast_or_torrent_is_foreseen_both_ways() -> None:
    """Before the target is chosen as what may come instead, then each way by itself."""
    forecast, beside = at_one_of_two(kt24, 'Blast 2", Torrent 3"')
    assert [one.model for one in forecast.also] == [2]
    assert forecast.note == f"Instead, {beside} may be shot at too."
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.gun('3 3+ 3/4; Blast 2", Torrent 3"')], order="engage")
    for x, y in ((15, 11), (16.2, 11), (15, 14.5)):
        scene.add(1, (x, y), order="engage")
    game = scene.act(0, "shoot").answer(1).game
    blast, torrent = (game.ruleset.preview.forecast(game, Pick(way)) for way in ("blast", "torrent"))
    assert game.ruleset.preview.has_forecast(game, Pick("blast")) and blast is not None and torrent is not None
    assert ([one.model for one in blast.also], blast.note) == ([2], None)
    assert (torrent.also, torrent.note) == ((), f"{game.arena.names[2]}, {game.arena.names[3]} may be shot at too.")
    assert blast.model == torrent.model == 1 and blast.odds == torrent.odds is not None


def test_what_a_fight_has_done_already_is_not_counted_again() -> None:
    """Two criticals of 6 against one: 6 more than come back; after the first strike each side has one left, and it comes to nothing."""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.blade("2 4+ 3/6")], order="engage", wounds=20)
    scene.add(1, (6.5, 11), weapons=[kt24.blade("2 4+ 3/6")], order="engage", wounds=20)
    play = scene.act(0, "fight", dice=[6, 6, 6, 1])
    first = play.game.ruleset.preview.forecast(play.game, Pick("strike-critical"))
    play.answer("strike-critical")
    then = play.game.ruleset.preview.forecast(play.game, Pick("strike-critical"))
    assert first is not None and then is not None
    assert (first.worth, then.worth) == pytest.approx((6, 0))


@pytest.mark.parametrize(("edition", "likely", "most", "falls"), [(kt24, 33, 4, 17), (kt21, 31, 6, 3)])
def test_what_a_hot_gun_may_do_to_its_user_is_told(edition: Any, likely: int, most: int, falls: int) -> None:
    """2024: one die, twice its number if it is below 3; 2021: 3 for every 1 of two dice. It has four wounds."""
    scene = edition.Scene()
    scene.add(0, (5, 11), weapons=[edition.gun("2 3+ 3/4; Hot")], order="engage", wounds=4)
    scene.add(1, (15, 11), order="engage")
    forecast = scene.act(0, "shoot").game.ruleset.preview.forecast(scene.act(0, "shoot").game, Pick(1))
    assert forecast is not None
    assert forecast.note == f"Hot: {likely}% to be hurt itself, by up to {most} damage; {falls}% incapacitated."


@pytest.mark.parametrize(("edition", "rule"), [(kt24, '2" Devastating 3'), (kt21, "Splash 3")])
def test_what_criticals_do_to_others_is_told(edition: Any, rule: str) -> None:
    forecast, beside = at_one_of_two(edition, rule)
    assert forecast.note == f"Every critical hit does 3 damage to {beside} too, not counted here."


# --- dice on the table


def test_dice_are_marked_and_may_be_clicked() -> None:
    """Every set that a rule allows is listed, equal dice told apart."""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.gun("4 3+ 3/4; Balanced, Lethal 5+")], order="engage")
    scene.add(1, (15, 11), order="engage")
    play = scene.act(0, "shoot", dice=[5, 3, 2, 2]).answer(1)
    rolled = play.game.ruleset.preview.rolled(play.game)
    assert rolled is not None
    assert rolled.faces == (5, 3, 2, 2)
    assert rolled.marks == ("critical", "success", "fail", "fail")
    assert [(use.name, use.rule, use.choices) for use in rolled.uses] == [("balanced", "KT24-WR-BALANCED-01", ((0,), (1,), (2,), (3,)))]
    assert play.game.ruleset.preview.best(play.game) == Dice("balanced", (2,))


def test_defence_dice_are_marked_by_the_save() -> None:
    scene = kt21.Scene()
    scene.add(0, (5, 11), weapons=[kt21.gun("2 3+ 3/4")], order="engage")
    scene.add(1, (15, 11), order="engage", save=5, defence=3)
    play = scene.act(0, "shoot", dice=[3, 3, 6, 5, 4], cp=(0, 1)).answer(1)
    rolled = play.game.ruleset.preview.rolled(play.game)
    assert rolled is not None
    assert rolled.marks == ("critical", "success", "fail")
    assert [use.name for use in rolled.uses] == ["command-reroll"]


def test_a_re_roll_is_weighed_against_the_best_one() -> None:
    """To roll a success again is worth less than to roll a fail again; both are told in wounds."""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.gun("3 3+ 3/4; Balanced")], order="engage")
    scene.add(1, (15, 11), order="engage", wounds=12)
    game = scene.act(0, "shoot", dice=[5, 4, 1]).answer(1).game
    kept, good, bad = (game.ruleset.preview.forecast(game, answer) for answer in (PASS, Dice("balanced", (2,)), Dice("balanced", (0,))))
    assert kept is not None
    assert good is not None
    assert bad is not None
    assert None not in (kept.worth, good.worth, bad.worth)
    assert good.worth == good.best == kept.best == bad.best
    assert good.worth > kept.worth > bad.worth  # type: ignore[operator]
    assert good.higher


def test_a_command_re_roll_is_hinted_at_only_if_it_is_worth_its_price() -> None:
    """A fail that would do 6 is; one that would do 1 is not."""
    for damage, wanted in (("6/6", Dice("command-reroll", (1,))), ("1/1", PASS)):
        scene = kt24.Scene()
        scene.add(0, (5, 11), weapons=[kt24.gun(f"2 2+ {damage}; Piercing 3")], order="engage")
        scene.add(1, (15, 11), order="engage", wounds=20)
        game = scene.act(0, "shoot", dice=[3, 1], cp=(1, 0)).answer(1).game
        assert game.ruleset.preview.best(game) == wanted


def test_saves_are_weighed() -> None:
    """Blocking is worth what it keeps away."""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.gun("2 3+ 3/4")], order="engage")
    scene.add(1, (15, 11), order="engage", save=4, wounds=12)
    game = scene.act(0, "shoot", dice=[6, 3, 4, 4, 1]).answer(1).game
    two, one = (game.ruleset.preview.forecast(game, answer) for answer in (Allocate((0, 1, 0, 0)), Allocate((1, 0, 0, 0))))
    assert two is not None
    assert one is not None
    assert (two.worth, one.worth, one.best, one.higher) == (3.0, 4.0, 3.0, False)
    assert game.ruleset.preview.best(game) == Allocate((0, 1, 0, 0))


def test_the_pools_of_a_fight_lie_on_the_table() -> None:
    """Those that are left, with their faces; what was kept unrolled shows none."""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.blade("4 3+ 2/3; Accurate 1")], order="engage", wounds=13)
    scene.add(1, (6.5, 11), weapons=[kt24.blade("3 4+ 3/4")], order="engage", wounds=12)
    play = scene.act(0, "fight", dice=[2, 6, 4, 5, 6, 1]).answer(1)
    pools = play.game.ruleset.preview.pools(play.game)
    assert pools is not None
    assert [(pool.side, pool.model) for pool in pools] == [(0, 0), (1, 1)]
    assert [[(die.kind, die.face) for die in pool.dice] for pool in pools] == [
        [("critical", 6), ("normal", 4), ("normal", None)],
        [("critical", 6), ("normal", 5)],
    ]
    play.answer("strike-critical")
    pools = play.game.ruleset.preview.pools(play.game)
    assert pools is not None
    assert [len(pool.dice) for pool in pools] == [2, 2]


@pytest.mark.parametrize(("wounds", "wanted"), [(4, "strike-critical"), (20, "block-critical-with-critical")])
def test_the_hint_in_a_fight_is_best_play(wounds: int, wanted: str) -> None:
    """Strike if that ends it, block what would end oneself; and each choice is weighed for who has to make it."""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.blade("2 3+ 3/4")], order="engage", wounds=5)
    scene.add(1, (6.5, 11), weapons=[kt24.blade("2 4+ 3/6")], order="engage", wounds=wounds)
    game = scene.act(0, "fight", dice=[6, 1, 6, 1]).game
    assert game.ruleset.preview.best(game) == Pick(wanted)
    weighed = {option: game.ruleset.preview.forecast(game, option) for option in game.decision.options}  # type: ignore[union-attr]
    assert all(one is not None and one.worth is not None and one.higher for one in weighed.values())
    assert max(weighed, key=lambda option: weighed[option].worth) == Pick(wanted)  # type: ignore[union-attr, return-value, arg-type]


# --- areas


def test_a_threat_goes_as_far_as_move_and_range() -> None:
    """6" of move, 8" of charge and 1" beyond it, 6" of range; from the edge of a base of 0.5"."""
    scene = kt24.Scene()
    scene.add(0, (10, 11), weapons=[kt24.gun('4 3+ 3/4; Range 6"'), kt24.blade()], order="conceal", move=6)
    scene.add(1, (28, 20))
    threat = scene.activate(0).game.ruleset.preview.threat(scene.activate(0).game, 0)
    assert [covers(threat.move, 10 + away, 11) for away in (5.8, 6.2)] == [True, False]
    assert [covers(threat.fight, 10 + away, 11) for away in (9.3, 9.7)] == [True, False]
    assert [covers(threat.shoot, 10 + away, 11) for away in (12.3, 12.7)] == [True, False]
    assert (threat.range, threat.text) == (6.0, 'It shoots up to 6" far.')


def test_a_threat_without_a_limit_is_all_that_it_sees() -> None:
    """On an empty board everything. And a Heavy weapon with a range threatens from where its user stands."""
    scene = kt24.Scene()
    scene.add(0, (10, 11), weapons=[kt24.gun()])
    scene.add(0, (10, 15), weapons=[kt24.gun('4 3+ 3/4; Heavy, Range 6"')])
    scene.add(1, (28, 20))
    game = scene.activate(0).game
    far, still = game.ruleset.preview.threat(game, 0), game.ruleset.preview.threat(game, 1)
    assert far.range is None
    assert all(covers(far.shoot, x, y) for x in (0, 30) for y in (0, 22))
    assert [covers(still.shoot, 10 + away, 15) for away in (6.4, 6.6)] == [True, False]


@pytest.mark.parametrize("edition", [kt24, kt21])
def test_a_heavy_weapon_threatens_after_the_move_that_it_allows(edition: Any) -> None:
    """A Dash of 3", then 6" of range from the edge of a base of 0.5"."""
    scene = edition.Scene()
    heavy = '4 3+ 3/4; Heavy (Dash only), Range 6"' if edition is kt24 else '4 3+ 3/4; Heavy, Range 6"'
    scene.add(0, (10, 11), weapons=[edition.gun(heavy)], order="engage")
    scene.add(1, (28, 20))
    threat = scene.activate(0).game.ruleset.preview.threat(scene.activate(0).game, 0)
    assert [covers(threat.shoot, 10 + away, 11) for away in (9.3, 9.7)] == [True, False]


@pytest.mark.parametrize("edition", [kt24, kt21])
@pytest.mark.parametrize(("apl", "far"), [(2, 12.5), (3, 15.5)])
def test_who_has_the_points_moves_dashes_and_shoots(edition: Any, apl: int, far: float) -> None:
    """6" and 6" of range from the edge of a base of 0.5", with three points 3" more."""
    scene = edition.Scene()
    scene.add(0, (10, 11), weapons=[edition.gun('4 3+ 3/4; Range 6"')], order="engage", move=6, apl=apl)
    scene.add(1, (28, 20))
    threat = scene.activate(0).game.ruleset.preview.threat(scene.activate(0).game, 0)
    assert [covers(threat.shoot, 10 + far + more, 11) for more in (-0.2, 0.2)] == [True, False]
    assert [covers(threat.move, 10 + away, 11) for away in (5.8, 6.2)] == [True, False]


@pytest.mark.parametrize(("move", "seen"), [(2, False), (8, True)])
def test_walls_keep_a_threat_away_unless_it_can_go_round_them(move: float, seen: bool) -> None:
    scene = kt24.Scene()
    scene.add(0, (10, 11), weapons=[kt24.gun()], move=move)
    scene.add(1, (28, 20))
    scene.wall(14, 8, 14.5, 14, top=5)
    threat = scene.activate(0).game.ruleset.preview.threat(scene.activate(0).game, 0)
    assert covers(threat.shoot, 12, 11)
    assert covers(threat.shoot, 15.5, 11) is seen


@pytest.mark.rule("KT18-INT-04")
def test_models_in_between_keep_a_threat_away_in_2018() -> None:
    """Whoever is engaged shoots its pistol from where it stands: past the enemy, whose body of 0.5" hides 1.05" to either side of x = 14."""
    scene = kt18.Scene()
    scene.add(0, (5, 11), weapons=[kt18.gun('12" pistol 1, 4 0 1')], move=5)
    scene.add(1, (6.5, 11))
    scene.add(1, (28, 20))
    threat = scene.movement().game.ruleset.preview.threat(scene.movement().game, 0)
    assert covers(threat.shoot, 8, 16)
    assert [covers(threat.shoot, 14, y) for y in (11, 12.5)] == [False, True]


def test_a_threat_in_2018() -> None:
    """A charge goes for enemies within 12"."""
    scene = kt18.Scene()
    scene.add(0, (5, 11), weapons=[kt18.gun('12" assault 1, 4 0 1')], move=5)
    scene.add(1, (28, 20))
    threat = scene.manoeuvre().game.ruleset.preview.threat(scene.manoeuvre().game, 0)
    assert [covers(threat.move, 5 + away, 11) for away in (4.8, 5.2)] == [True, False]
    assert [covers(threat.fight, 5 + away, 11) for away in (12.3, 12.7)] == [True, False]
    assert [covers(threat.shoot, 5 + away, 11) for away in (17.3, 17.7)] == [True, False]


@pytest.mark.rule("KT18-FIGHT-09")
def test_what_strikes_back_in_2018_is_what_is_left_of_it() -> None:
    """Out of action it does nothing, and with a flesh wound it hits worse: as the exact odds have it."""
    scene = kt18.Scene()
    scene.add(0, (5, 11), weapons=[kt18.blade("x2 -1 1")], charged=(1,))
    scene.add(1, (6.5, 11), weapons=[kt18.blade("user 0 1")], charged_by=(0,))
    forecast = scene.fighting().game.ruleset.preview.forecast(scene.fighting().game, Pick(0))
    assert forecast is not None
    assert forecast.odds is not None
    assert forecast.odds.back is not None
    body = "S4 T4 save 4+ wounds 1"
    found = odds.fight(ruleset="kt18", attacker=f"A1 WS3+ Sx2 AP-1 D1 | {body}", defender=f"A1 WS3+ Suser AP0 D1 | {body}")
    back = forecast.odds.back
    assert (forecast.odds.falls, back.falls) == pytest.approx((found.defender_incapacitated, found.attacker_incapacitated))
    assert back.injures - back.falls == pytest.approx(found.details["attacker_flesh_wound"])
    assert back.expected == pytest.approx(sum(lost * chance for lost, chance in back.bars))
    assert sum(chance for _, chance in back.bars) == pytest.approx(1.0)


@pytest.mark.parametrize(("x", "ways"), [(13.0, 26), (14.0, 21), (17.9, 3)])
def test_a_charge_is_foreseen_with_the_chance_to_get_there(x: float, ways: int) -> None:
    """2D6 must lead to within 1" of it; and what is between them now is not once it is there."""
    scene = kt18.Scene()
    scene.add(0, (5, 11), weapons=[kt18.blade()])
    scene.add(1, (x, 11), weapons=[kt18.blade()])
    scene.wall(8, 10.9, 8.2, 11.1, top=1)
    play = scene.option(0, "charge")
    near = kt18.Scene()
    near.add(0, (x - 2, 11), weapons=[kt18.blade()], charged=(1,))
    near.add(1, (x, 11), weapons=[kt18.blade()], charged_by=(0,))
    fight = near.fighting().game
    forecast, met = play.game.ruleset.preview.forecast(play.game, Pick(1)), fight.ruleset.preview.forecast(fight, Pick(0))
    assert forecast is not None
    assert met is not None
    chance = f"{100 * ways / 36:.0f}%"
    assert forecast.text == f"{chance} to get there; then {met.text}"
    assert forecast.odds == met.odds
    assert f"{chance} to get there" in str(play.game.label(Pick(1)))


def test_who_is_not_seen_in_2018_is_told_with_what_is_in_between() -> None:
    """Eyes are points, so sight can be one-sided; the reason names what hides the other."""
    scene = kt18.Scene()
    scene.add(0, (3, 11), weapons=[kt18.gun('24" heavy 1, 4 0 1')])
    scene.add(1, (15, 11))
    scene.wall(8, 8, 8.5, 14, top=5)
    (row,) = scene.movement().game.ruleset.preview.sees(scene.movement().game, 0)
    assert (row.state, row.valid, row.rule) == ("hidden", False, "KT18-INT-04")
    assert row.sentence == "From eye to body no line is clear: part0 in between."


def test_a_second_target_of_a_charge_is_one_that_may_be_met_with_the_first() -> None:
    """Who is named already is no longer to be kept away from; and whoever is charged shoots at nobody."""
    scene = kt18.Scene()
    scene.add(0, (5, 11), weapons=[kt18.blade()])
    scene.add(1, (9, 11), weapons=[kt18.gun('12" pistol 1, 4 0 1')])
    scene.add(1, (10, 11))
    scene.wall(4, 12.3, 16, 12.8, top=5)
    scene.wall(4, 9.2, 16, 9.7, top=5)
    play = scene.option(0, "charge", dice=[6, 6])
    assert "0% to get there" in str(play.game.label(Pick(2)))
    play.answer(1)
    assert "0% to get there" not in str(play.game.label(Pick(2)))
    play.answer("pass", "pass")  # no further target, and nobody reacts
    assert play.game.decision is not None
    assert play.game.decision.kind == "path"
    assert play.game.ruleset.preview.seen_by(play.game, 0, (7.6, 11, 0)) == ()
    assert play.game.ruleset.preview.seen_by(play.game, 0) == (1,)


# --- what is settled


def could(game: Game, model: int) -> dict[str, str | None]:
    """What a model could do, and what keeps it from the rest."""
    told = asking.told(game, Ask(id="a", about="acts", version=0, model=model))
    return {act["label"]["title"]: act.get("rule") for act in told["acts"]}


@pytest.mark.parametrize(("turn", "ready"), [(1, True), (1, False), (2, True)])
def test_an_order_that_cannot_be_changed_counts_for_what_a_model_could_do(turn: int, ready: bool) -> None:
    """In the first turning point of 2021 who hides neither shoots nor charges; who has been activated may in the next one."""
    scene = kt21.Scene()
    scene.add(0, (5, 11), order="conceal")
    hidden = scene.add(0, (5, 15), order="conceal", ready=ready)
    scene.add(1, (12, 15), order="engage")
    game = scene.activate(0, turn=turn).game
    settled = turn == 1 and ready
    if ready:
        acts = could(game, hidden)
        assert (acts["Shoot"], acts["Charge"]) == (("KT21-SHOOTACT-03", "KT21-CHARGE-06") if settled else (None, None))
    threat = game.ruleset.preview.threat(game, hidden)
    assert covers(threat.fight, 11.5, 15) is not settled
    assert bool(threat.shoot) is not settled


def test_who_points_at_the_floor_a_model_stands_on_means_that_floor() -> None:
    """Near the edge, where the base would hang over, no way leads down to what is below; with the height said it does."""
    scene = kt24.Scene()
    scene.floor(4, 8, 10, 14, z=3)
    model = scene.add(0, (6, 11, 3), move=8, order="engage")
    scene.add(1, (28, 20), order="engage")
    game = scene.act(model, "reposition").game
    edge, below = (asking.told(game, Ask(id="a", about="way", version=0, to=to)) for to in ((9.8, 11.0), (9.8, 11.0, 0.0)))
    assert (edge["answer"], edge["rule"]) == (None, "KT24-INT-15")
    assert below["points"][-1][2] == 0.0


def test_the_best_choice_is_the_same_whatever_is_weighed() -> None:
    """Keeping a miss, or paying to roll it again: both are held against the better of the two."""
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.gun("2 3+ 3/4")], order="engage")
    scene.add(1, (15, 11), order="engage", wounds=7)
    game = scene.act(0, "shoot", dice=[4, 1], cp=(1, 0)).answer(1).game
    keep, again = game.ruleset.preview.forecast(game, PASS), game.ruleset.preview.forecast(game, Dice("command-reroll", (1,)))
    assert keep is not None and again is not None
    assert keep.worth < again.worth == keep.best == again.best  # type: ignore[operator]
    assert keep.text.startswith("Op 1 loses ") and "with the best choice" in keep.text and "no choice does better" in again.text


def test_of_a_wound_that_may_be_ignored_a_strike_tells_the_most() -> None:
    numb = Ability(id="numb", name="Numb", text="…", effect="ignore-wounds", values={"on": 5})
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.blade("2 3+ 4/5")], order="engage")
    scene.add(1, (6.5, 11), weapons=[kt24.blade("2 3+ 4/5")], order="engage", wounds=7, abilities=[numb])
    play = scene.act(0, "fight", dice=[4, 4, 4, 4])
    assert play.what == "resolve"
    labels = [str(play.game.label(option)) for option in play.decision.options]
    assert "strike with a normal success: up to 4 damage (wounds left: 3 or more)" in labels


def test_a_power_tells_its_chance_and_whom_it_would_touch() -> None:
    """A bolt the closest enemy; nobody is hurt whom the other one could mend."""
    scene = kt18.Scene()
    psyker = scene.add(0, (3, 11), psyker=True, powers=[Power(id="mend", name="Mend", text="…", charge=6, effect="mend", range=6.0)])
    scene.add(1, (12, 11))
    scene.add(1, (15, 11))
    play = scene.psychic().answer(psyker)
    labels = [str(play.game.label(option)) for option in play.decision.options]
    assert any("72%" in label and label.endswith("Nobody is there for it.") for label in labels)
    assert any("83%" in label and label.endswith("In reach: M 1.") for label in labels)


@pytest.mark.parametrize("apart", [1.5, 4.0])
def test_what_bursts_is_told_beside_odds_that_leave_it_out(apart: float) -> None:
    """To who is near enough to suffer from it."""
    keg = Ability(id="keg", name="Keg", text="…", effect="burst", values={"inches": 2, "damage": 3})
    scene = kt24.Scene()
    scene.add(0, (5, 11), weapons=[kt24.gun()], order="engage")
    scene.add(1, (6 + apart, 11), order="engage", abilities=[keg])
    forecast = scene.act(0, "shoot").game.ruleset.preview.forecast(scene.act(0, "shoot").game, Pick(1))
    assert forecast is not None
    assert forecast.note == ('Keg, if Op 1 falls: 3 damage to all within 2", not counted here.' if apart < 2 else None)


@pytest.mark.rule("KT18-FIGHT-03")
@pytest.mark.parametrize("state", [{}, {"fought": True}, {"shaken": True}])
def test_nothing_comes_back_from_who_cannot_fight_any_more_in_2018(state: dict[str, bool]) -> None:
    scene = kt18.Scene()
    scene.add(0, (5, 11), weapons=[kt18.blade("x2 -1 1")], charged=(1,))
    scene.add(1, (6.5, 11), weapons=[kt18.blade("user 0 1")], charged_by=(0,), **state)
    forecast = scene.fighting().game.ruleset.preview.forecast(scene.fighting().game, Pick(0))
    assert forecast is not None
    assert forecast.odds is not None
    assert (forecast.odds.back is None) == bool(state)
    assert ("in return" in forecast.text) == (not state)


@pytest.mark.rule("KT18-SHOOT-05", "KT18-FALLBACK-06")
@pytest.mark.parametrize(("fly", "far"), [(False, 12.0), (True, 24.0)])
def test_who_is_engaged_in_2018_threatens_with_pistols_only(fly: bool, far: float) -> None:
    """From where it stands; who flies falls back and shoots with everything."""
    scene = kt18.Scene()
    scene.add(0, (5, 11), weapons=[kt18.gun('12" pistol 1, 4 0 1'), kt18.gun('24" assault 1, 4 0 1')], fly=fly)
    scene.add(1, (6.2, 11))
    threat = scene.movement().game.ruleset.preview.threat(scene.movement().game, 0)
    assert threat.range == far
    assert covers(threat.shoot, 13.3, 19.3)
    assert covers(threat.shoot, 15.2, 21.2) is fly


def test_nothing_is_left_to_do_without_points() -> None:
    """In the middle of its last action a model could do nothing more, not even pass."""
    scene = kt21.Scene()
    scene.add(0, (5, 11), weapons=[kt21.gun("2 3+ 3/4")], order="engage", apl=1)
    scene.add(1, (15, 11), order="engage")
    scene.add(1, (15, 14), order="engage")
    game = scene.activate(0).answer("engage", "shoot").game
    assert could(game, 0)["Pass"] == "KT21-ACT-04"
