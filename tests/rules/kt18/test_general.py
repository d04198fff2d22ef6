"""The frame of a battle: its rounds and phases, what is kept of a model, and what being engaged means."""

from __future__ import annotations

from typing import Any

import pytest

from counteract.core.decision import Place
from counteract.core.state import Task
from counteract.mechanics.cards import BadEffect
from counteract.rulesets.kt18.effects import EFFECTS, make
from counteract.rulesets.kt18.tactics import RULES
from tests.rules.kt18.scene import Play, Scene, blade, gun
from tests.rules.kt18.teams import new

# --- rounds and phases


@pytest.mark.rule("KT18-GEN-01")
def test_every_round_has_six_phases_in_their_order() -> None:
    """Initiative first, then the five others; and so again in the next round."""
    scene = Scene(rounds=2)
    scene.add(0, (5, 5))
    scene.add(1, (25, 17))
    play = scene.round(dice=[6, 6, 1, 1] * 2).decline("decisive", "manoeuvre")
    assert play.over
    told = [e.values["phase"] if e.kind == "phase" else e.kind for e in play.game.events if e.kind in ("battle-round", "initiative", "phase")]
    assert told == ["battle-round", "initiative", "movement", "psychic", "shooting", "fight", "morale"] * 2


@pytest.mark.rule("KT18-GEN-02", "KT18-INT-75")
def test_there_is_no_scouting_and_there_are_no_reserves() -> None:
    """When the last model is set up, battle round 1 begins at once, with all models on the board."""
    play = new(dice=(6, 1, 6, 6, 1, 1)).answer("south")
    columns = [1.0, 1.0]
    while play.what in ("deploy", "place"):
        if play.what == "deploy":
            play.answer(play.options()[0])
            continue
        side = play.player
        play.answer(Place(columns[side], (1, 21)[side]))
        columns[side] += 2
    kinds = [e.kind for e in play.game.latest]
    assert kinds[:2] == ["deployed", "battle-round"]
    assert play.state.phase == "movement"
    assert None not in play.state.places


@pytest.mark.rule("KT18-INT-75")
def test_what_is_left_out() -> None:
    """Six Tactics and no others; abilities do what the engine knows, and anything else is refused in a sentence."""
    assert sorted(RULES.values()) == ["KT18-TAC-03", "KT18-TAC-04", "KT18-TAC-05", "KT18-TAC-06", "KT18-TAC-08", "KT18-TAC-09"]
    assert set(EFFECTS) == {"ignore-wounds", "icon"}
    with pytest.raises(BadEffect, match=r"^there is no effect 'reserves' \(known: ignore-wounds, icon\)$"):
        make("reserves", {})


@pytest.mark.rule("KT18-GEN-03")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_all_phases_use_the_same_order(order: tuple[int, int]) -> None:
    """The player with the initiative is asked first in the Movement, Psychic, Shooting, Fight and Morale phases."""
    scene = Scene(rounds=1)
    for side, x in ((0, 5.0), (1, 6.2)):
        scene.add(side, (x, 3), psyker=True, charged=(2 * (1 - side),), flesh=1)  # next to each other
        scene.add(side, (5 + 12 * side, 15), weapons=[gun('24" assault 1, 1 0 1')], flesh=1)
    asked: list[tuple[str, int]] = []
    play = scene.round(dice=[6, 6, 1, 1, *[1] * 20] if order == (0, 1) else [1, 1, 6, 6, *[1] * 20])
    while not play.over:
        if not asked or asked[-1][0] != play.what:
            asked.append((play.what, play.player))
        play.answer("pass" if "pass" in play.options() else play.options()[0])
    first = dict(reversed(asked))
    assert {first[what] for what in ("decisive", "manoeuvre", "psyker", "shoot", "fight", "nerve")} == {order[0]}


@pytest.mark.rule("KT18-INT-16")
def test_this_turn_means_this_battle_round() -> None:
    """An Advance in one's own turn of the Movement phase still counts in the enemy's turn and in the Shooting phase; a new round forgets it."""
    scene = Scene(rounds=2)
    a = scene.add(0, (5, 11), weapons=[gun()])
    b = scene.add(1, (17, 11))
    play = scene.round(dice=[6, 6, 1, 1, 1, 6, 1, 6, 6, 1, 1]).decline("decisive")
    play.answer(a, "advance", "pass", [(6, 11)])
    assert (play.player, play.model(a).advanced) == (1, True)
    play.answer(b, "charge", a)
    assert play.what == "re-roll"  # the charge dice: no player was asked for a reaction
    play.answer("pass", "pass").decline("decisive")  # it falls short and stays, and no model can shoot
    assert (play.state.turn, play.model(a).advanced) == (2, False)
    play.decline("manoeuvre")
    assert (play.what, play.options()) == ("decisive", ["pass", a])  # a Decisive Shot, for it can shoot now


@pytest.mark.rule("KT18-INT-74")
def test_who_has_no_choice_passes_and_the_log_says_so() -> None:
    """All models shaken: no phase asks anything, each says once a part and player that there is no model, and the round goes on."""
    scene = Scene(rounds=1)
    scene.add(0, (5, 5), shaken=True)
    scene.add(0, (8, 5), shaken=True)
    scene.add(1, (25, 17), shaken=True)
    play = scene.round(dice=[6, 6, 1, 1, 1, 1, 1]).decline("tactic")
    play.answer(0).decline("tactic")
    assert play.over
    unable = play.events("unable")
    assert {e.rule for e in unable} == {"KT18-INT-74"}
    whats = ["move", "attempt a power", "shoot among the first", "shoot", "fight among the first", "fight"]
    assert [(e.values["what"], e.values["player"]) for e in unable] == [(what, player) for what in whats for player in (0, 1)]
    assert play.game.tell(unable[0]) == "Team 0 have no model that can move."


@pytest.mark.rule("KT18-INT-74")
def test_a_player_who_has_had_a_choice_is_not_said_to_have_none() -> None:
    """Nothing is told of a player whose models have all moved; of one whose shooters are used up it is told once, however often it is skipped."""
    scene = Scene(rounds=1)
    models = [scene.add(0, (5, y), weapons=[gun('24" assault 1, 1 0 1')]) for y in (5, 8, 11)]
    b = scene.add(1, (15, 8), weapons=[gun('24" assault 1, 1 0 1')])
    play = scene.round(dice=[6, 6, 1, 1, *[1] * 8]).decline("decisive")
    for i in models:
        play.answer(i, "stay")
    play.answer(b, "stay")
    for shooter, target in ((models[0], b), (b, models[0]), (models[1], b), (models[2], b)):
        play.answer(shooter, target).decline("re-roll")
    assert play.over
    told = [(e.values["what"], e.values["player"]) for e in play.events("unable")]
    assert ("move", 0) not in told and ("move", 1) not in told
    assert told.count(("shoot", 1)) == told.count(("shoot", 0)) == 1


@pytest.mark.rule("KT18-INT-74")
def test_a_model_that_did_not_survive_its_move_has_moved() -> None:
    """It jumps to its death, and its comrade is shaken: its player has had a choice. In another round that death counts no more."""
    scene = Scene()
    scene.wall(10, 4, 16, 18, top=9, marks=("vantage",))
    jumper = scene.add(0, (10.6, 11, 9))
    scene.add(0, (3, 3), shaken=True)
    scene.add(1, (28, 20))
    play = scene.movement(dice=[5, 5, 6]).answer(jumper, "normal move", [(9.4, 11, 0, "jump")]).decline("manoeuvre")
    assert play.over and play.out(jumper) and not play.events("unable")
    scene.places[jumper], scene.fighters[jumper] = None, {"wounds": 0, "out": True, "option": "normal move"}
    play = scene.round(dice=[6, 6, 1, 1]).decline("decisive")
    assert [e.values["what"] for e in play.events("unable")] == ["move"]


# --- models


@pytest.mark.rule("KT18-GEN-04")
def test_the_characteristics_of_a_model() -> None:
    """Move, WS, BS, S, T, W, A, Ld and Sv; an invulnerable save only if it has one."""
    scene = Scene()
    scene.add(0, (5, 5), move=7, ws=2, bs=5, strength=3, toughness=6, wounds=4, attacks=8, leadership=9, save=4)
    scene.add(1, (25, 17), save=3, invulnerable=5)
    one, two = (dict(m["profile"]) for m in scene.manoeuvre().game.view()["models"])
    assert one == {"M": '7"', "WS": "2+", "BS": "5+", "S": "3", "T": "6", "W": "4", "A": "8", "Ld": "9", "Sv": "4+"}
    assert two["Sv"] == "3+/5++"


@pytest.mark.rule("KT18-GEN-04")
def test_each_characteristic_is_used_for_what_it_is_for() -> None:
    """M 7 to move, WS 2+ and A 3 to fight, S 3 against T 6, BS 5+ to shoot, W 2 to lose, Sv 2+ to save, Ld 2 to be tested against."""
    scene = Scene()
    a = scene.add(0, (5, 5), move=7, ws=2, bs=5, strength=3, attacks=3, leadership=2, flesh=0, weapons=[gun('24" assault 1, 4 0 1')])
    b = scene.add(1, (6.001, 5), toughness=6, wounds=2, save=2)
    c = scene.add(1, (15, 15), toughness=6, wounds=2, save=2)
    fight = scene.fight(a, dice=[2, 5, 1, 1]).decline("move")
    assert len(fight.events("hit-roll")) == 3  # A 3
    assert [(e.values["needed"], e.values["hit"]) for e in fight.events("hit-roll")] == [(2, True), (2, False), (2, False)]
    assert [e.values["needed"] for e in fight.events("wound-roll")] == [6]  # S 3 against T 6
    scene.places[b] = None
    scene.fighters[b]["out"] = True
    move = scene.option(a, "normal move")
    assert (move.why([(12, 5)]), move.why([(12.1, 5)])) == ("", "KT18-MOVE-05")
    shot = scene.shoot(a, dice=[6, 6, 1]).answer(c)
    assert shot.events("hit-roll")[0].values["needed"] == 5
    assert shot.events("save-roll")[0].values["needed"] == 2
    assert shot.wounds(c) == 1
    scene.fighters[a]["flesh"] = 1
    scene.add(1, (20, 20))
    tested = scene.morale(0, dice=[3])
    assert tested.events("nerve-test")[0].values["needed"] == 2


@pytest.mark.rule("KT18-GEN-04")
def test_what_the_keywords_mean() -> None:
    """PSYKER may attempt powers, FLY passes over a wall, LEADER brings a command point; others do none of it."""
    scene = Scene()
    a, plain = scene.add(0, (5, 5), psyker=True, fly=True, leader=True), scene.add(0, (5, 8))
    scene.add(1, (25, 17))
    scene.wall(7, 3, 8, 10, top=9)
    assert scene.psychic(0).options() == [a, "pass"]
    assert scene.option(a, "normal move").why([(10, 5)]) == ""
    assert scene.option(plain, "normal move").why([(10, 8)]) != ""
    assert scene.round(dice=[6, 6, 1, 1]).state.cp == (2, 1)


ROUND: dict[str, Any] = {
    "readied": True, "began": True, "option": "stay", "moved": True, "advanced": True, "fell_back": True, "retreated": True, "tried": True,
    "charged": (1,), "charged_by": (1,), "shot": True, "fought": True,
}  # fmt: skip


@pytest.mark.rule("KT18-GEN-06")
def test_a_new_round_forgets_what_was_of_the_last_one_and_keeps_the_rest() -> None:
    """Wounds, flesh wounds, shaken and out of action stay; all that is tracked by the round is as at the beginning."""
    scene = Scene()
    a = scene.add(0, (5, 5), wounds=3, left=2, flesh=2, shaken=True, **ROUND)
    gone = scene.add(0, None)
    scene.add(1, (25, 17))
    play = scene.round(dice=[6, 6, 1, 1], grenadiers=(0, 1))
    model = play.model(a)
    assert {name: getattr(model, name) for name in ROUND} == {
        "readied": False, "began": False, "option": "", "moved": False, "advanced": False, "fell_back": False, "retreated": False, "tried": False,
        "charged": (), "charged_by": (), "shot": False, "fought": False,
    }  # fmt: skip
    assert (model.wounds, model.flesh, model.shaken, play.out(gone)) == (2, 2, True, True)
    assert play.state.grenadiers == (-1, -1)


@pytest.mark.rule("KT18-GEN-06")
def test_what_models_do_is_kept_track_of() -> None:
    """In one round: readied, moved, Advanced, a failed charge, a charge with whom it reached, shooting, fighting."""
    scene = Scene(rounds=1)
    still, walker, runner = scene.add(0, (3, 3), weapons=[gun('24" assault 1, 1 0 1')]), scene.add(0, (3, 8)), scene.add(0, (3, 13))
    short, charger = scene.add(0, (3, 18)), scene.add(0, (20, 3), weapons=[blade()])
    far, near = scene.add(1, (14.5, 18), shaken=True), scene.add(1, (24, 3), shaken=True)
    play = scene.round(dice=[6, 6, 1, 1, 3, 1, 1, 1, 6, *[1] * 12]).decline("decisive")
    play.answer(still, "ready", walker, "normal move", [(4, 8)], runner, "advance", "pass", [(4, 13)])
    play.answer(short, "charge", far, "pass", "pass")
    play.answer(charger, "charge", near).decline("re-roll")
    play.answer([(22.4, 3)], "pass")
    assert play.model(still).readied and not play.model(still).moved
    assert (play.model(walker).moved, play.model(walker).advanced) == (True, False)
    assert (play.model(runner).moved, play.model(runner).advanced) == (True, True)
    assert (play.model(short).tried, play.model(short).charged, play.model(short).moved) == (True, (), False)
    assert (play.model(charger).tried, play.model(charger).charged, play.model(near).charged_by) == (True, (near,), (charger,))
    assert play.model(far).charged_by == ()
    play.decline("decisive")
    play.answer(still, far).decline("re-roll", "decisive")
    assert play.model(still).shot
    assert play.options() == [charger, "pass"]
    play.answer(charger).decline("move", "re-roll")
    assert play.model(charger).fought


@pytest.mark.rule("KT18-GEN-06")
def test_a_grenade_is_kept_track_of() -> None:
    """The state holds the model of the team that has thrown one this round."""
    scene = Scene()
    a = scene.add(0, (5, 5), weapons=[gun('6" grenade 1, 1 0 1')])
    b = scene.add(1, (10, 5))
    assert scene.shoot(a, dice=[1]).answer(b).state.grenadiers == (a, -1)


@pytest.mark.rule("KT18-GEN-06")
def test_falling_back_and_retreating_are_kept_track_of() -> None:
    scene = Scene()
    a = scene.add(0, (10, 10), began=True)
    b = scene.add(1, (11.5, 10), began=True)
    play = scene.option(a, "fall back").answer([(6, 10)])
    assert play.model(a).fell_back and play.model(a).moved
    scene = Scene()
    a, b = scene.add(0, (5, 10)), scene.add(1, (12, 10))
    play = scene.option(b, "charge", dice=[1, 2]).answer(a, "retreat", [(2, 10)])
    assert play.model(a).retreated and play.model(a).moved


# --- engaged


def engaged(at: tuple[float, ...], side: int = 1) -> bool:
    """Return True if a model at (10, 10) has to fight for another one there."""
    scene = Scene()
    scene.floor(8, 8, 14, 12, z=at[2]) if len(at) > 2 else None
    a = scene.add(0, (10, 10))
    scene.add(side, at)
    if side == 0:
        scene.add(1, (28, 20))
    play = scene.fighting()
    return not play.over and play.options() == [a, "pass"]


@pytest.mark.rule("KT18-GEN-07")
def test_a_model_is_engaged_while_an_enemy_is_within_1_inch() -> None:
    """From base to base, exactly 1" included; a friend does not count."""
    assert engaged((12, 10))
    assert engaged((12.0009, 10))
    assert not engaged((12.01, 10))
    assert engaged((11.2, 11.2))
    assert not engaged((11.2, 10), side=0)


@pytest.mark.rule("KT18-GEN-07")
def test_height_counts_for_being_engaged() -> None:
    """Right above, but 3" up, is not within 1"."""
    assert not engaged((10, 10, 3.0))


@pytest.mark.rule("KT18-GEN-07")
def test_being_engaged_is_a_matter_of_now() -> None:
    """Both are; when the enemy is gone, the other is not any more."""
    scene = Scene()
    a = scene.add(0, (10, 10), weapons=[gun()])
    b = scene.add(1, (11.5, 10))
    far = scene.add(1, (20, 10))
    assert scene.shooting().over  # neither engaged model can fire a rifle
    scene.places[b], scene.fighters[b]["out"] = None, True
    assert scene.shooting().options() == [a, "pass"]
    assert far == 2


# --- the snapshot


def parted(**fields: Any) -> tuple[Play, int, int, int]:
    """Return two enemies within 1" of each other as the Movement phase begins; player 2's uses Decisive Move to leave."""
    scene = Scene(rounds=1)
    a, other = scene.add(0, (10, 10), weapons=[gun()]), scene.add(0, (3, 20))
    b = scene.add(1, (11.5, 10))
    play = scene.round(dice=[6, 6, 1, 1], **fields)
    play.answer("pass", b, "pass", "fall back", [(17, 10)])
    return play, a, other, b


@pytest.mark.rule("KT18-INT-20")
def test_who_began_within_1_inch_is_settled_before_any_tactic() -> None:
    """The enemy has left by a Decisive Move; the model it left may only stay or Fall Back all the same."""
    play, a, other, b = parted()
    assert (play.what, play.player) == ("manoeuvre", 0)
    assert [play.model(i).began for i in (a, other, b)] == [True, False, True]
    play.answer(a)
    assert play.options() == ["stay", "fall back"]
    assert [play.why(name) for name in ("charge", "normal move", "advance", "ready")] == ["KT18-MOVE-04"] * 4


@pytest.mark.rule("KT18-INT-20")
def test_the_snapshot_holds_all_round() -> None:
    """In the Shooting phase no enemy is near it any more, and still it cannot shoot."""
    play, a, _other, _b = parted()
    play.answer("pass")
    assert play.over
    assert not play.events("shoots")
    assert play.model(a).began


@pytest.mark.rule("KT18-INT-20")
def test_the_snapshot_is_of_all_models_of_both_sides_and_of_nobody_later() -> None:
    """A model charged in the course of the phase did not begin it within 1" of an enemy, nor did its charger."""
    scene = Scene(rounds=1)
    a = scene.add(0, (10, 10))
    b = scene.add(1, (15, 10), shaken=True)
    play = scene.round(dice=[6, 6, 1, 1, 6, 6]).decline("decisive")
    play.answer(a, "charge", b).decline("re-roll")
    play.answer([(13.5, 10)])
    assert (play.model(a).charged, play.model(a).began, play.model(b).began) == ((b,), False, False)


# --- what can be seen


def ready(scene: Scene, phase: str) -> list[bool]:
    """Return for each model whether a view says in a phase that it may still act."""
    play = scene.play(Task("psychic", (0,)), phase=phase)
    return [model["ready"] for model in play.game.view()["models"]]


@pytest.mark.rule("KT18-SHOOT-03", "KT18-SHOOT-12")
def test_a_view_says_who_may_still_shoot() -> None:
    """A model that has shot, Fell Back or Retreated without FLY, Advanced with no Assault weapon, or has no gun, may not."""
    rifle, carbine = [gun('24" heavy 1, 4 0 1')], [gun('24" assault 1, 4 0 1')]
    states: list[dict[str, Any]] = [
        {}, {"shot": True}, {"fell_back": True}, {"retreated": True}, {"retreated": True, "fly": True}, {"advanced": True},
        {"advanced": True, "weapons": carbine}, {"weapons": []},
    ]  # fmt: skip
    scene = Scene()
    for k, state in enumerate(states):
        scene.add(0, (5, 2 + 2 * k), **{"weapons": rifle, **state})
    scene.add(1, (15, 11))
    assert ready(scene, "shooting")[:-1] == [True, False, False, False, True, False, True, False]


@pytest.mark.rule("KT18-FIGHT-03")
def test_a_view_says_who_may_still_fight() -> None:
    """A model far from any enemy, or one that has fought, may not."""
    scene = Scene()
    for state in ({"at": (5, 11)}, {"at": (5, 9.5), "fought": True}, {"at": (5, 3)}, {"at": (5, 18), "charged_by": (4,)}):
        scene.add(0, **state)  # type: ignore[arg-type]
    scene.add(1, (6.3, 10.2))
    assert ready(scene, "fight") == [True, False, False, True, True]


@pytest.mark.rule("KT18-FIGHT-10")
def test_a_broken_team_is_told_of_and_so_is_what_makes_a_hit_harder() -> None:
    scene = Scene()
    scene.add(0, (5, 11), weapons=[blade()], charged=(1,))
    scene.add(1, (6.5, 11), wounds=5, charged_by=(0,))
    play = scene.fight(0, dice=[3], broken=(True, False)).decline("move")
    assert [side["states"] for side in play.game.view()["sides"]] == [["broken"], []]
    assert [play.game.tell(event) for event in play.events("hit-roll")] == ["M 0 attacks M 1: 3 -1 (broken) against 3+, a miss."]
