"""Teams in short text: cards as they print their stats, weapons as the odds read them, complaints that name the model."""

from __future__ import annotations

from typing import Any

import pytest

import counteract as ca

CARDS = {
    "kt24": "Gunner; APL 2, Move 6, Save 3+, Wounds 12; rifle: 4 3+ 3/4 Piercing 1; fists: 3 4+ 2/3",
    "kt21": "Gunner; M 3●, APL 2, DF 3, SV 3+, W 12; rifle: 4 3+ 3/4 AP1, Range ⬟; fists: 3 4+ 2/3",
    "kt18": 'Gunner; M 6", WS 3+, BS 4+, S 4, T 4, W 1, A 2, Ld 7, Sv 4+; rifle: Rapid Fire 1 24" S4 AP-1 D1; hook: S+1 AP0 DD3; cruel',
    "kt40": 'Gunner; M 6", WS 3+, BS 4+, S 4, T 4, W 1, A 2, Ld 7, Sv 4+, infantry; rifle: Rapid Fire 1 24" S4 AP-1 D1; hook: S+1 AP0 DD3; unwieldy',
}


def team(*cards: Any, **more: Any) -> dict[str, Any]:
    return {"name": "Reds", "models": [*cards], **more}


@pytest.mark.parametrize("ruleset", CARDS)
def test_a_card_in_short_text_is_a_card(ruleset: str) -> None:
    read: Any = ca.load_team(team(CARDS[ruleset]), ruleset)
    (card,) = read.operatives
    assert (read.id, read.name, read.ruleset, card.id, card.name) == ("reds", "Reds", ruleset, "gunner", "Gunner")
    assert [(weapon.name, weapon.kind) for weapon in card.weapons] == [("rifle", "ranged"), (card.weapons[1].name, "melee")]
    assert card.move == 6.0


def test_stats_and_weapons_are_those_written() -> None:
    (card,) = ca.load_team(team(CARDS["kt24"]), "kt24").operatives
    assert (card.apl, card.save, card.wounds) == (2, 3, 12)
    rifle, fists = card.weapons
    assert (rifle.attacks, rifle.hit, rifle.normal, rifle.critical, rifle.rules.piercing) == (4, 3, 3, 4, 1)
    assert (fists.attacks, fists.hit, fists.normal, fists.critical, fists.text) == (3, 4, 2, 3, ())


def test_symbols_of_the_gauge_are_read() -> None:
    (card,) = ca.load_team(team(CARDS["kt21"]), "kt21").operatives
    assert (card.defence, card.save, card.weapons[0].rules.ap, card.weapons[0].rules.range) == (3, 3, 1, 6.0)


def test_models_with_chains_of_dice_are_read() -> None:
    (card,) = ca.load_team(team(CARDS["kt18"]), "kt18").operatives
    assert (card.ws, card.bs, card.strength, card.toughness, card.attacks, card.leadership, card.save) == (3, 4, 4, 4, 2, 7, 4)
    rifle, hook = card.weapons
    assert (rifle.type, rifle.range, rifle.attacks.plus, rifle.ap) == ("rapid fire", 24.0, 1, -1)
    assert (hook.strength.of(4), str(hook.damage), hook.rules.cruel) == (5, "D3", True)


def test_the_same_model_several_times_in_a_row_is_a_unit() -> None:
    """Where models come in units; keywords decide their bases, and a PSYKER has a power."""
    seer = CARDS["kt40"].replace("Gunner", "Seer").replace("infantry", "psyker, bike, base 50")
    read: Any = ca.load_team(team(*3 * [CARDS["kt40"]], seer, CARDS["kt40"]), "kt40")
    assert [(unit.id, unit.name, unit.size, unit.keywords) for unit in read.units] == [
        ("gunner-1", "Gunner", 3, ("INFANTRY",)), ("seer-2", "Seer", 1, ("BIKE", "PSYKER")), ("gunner-3", "Gunner", 1, ("INFANTRY",)),
    ]  # fmt: skip
    assert [(card.base, card.height) for card in read.operatives] == [(32, 1.5), (32, 1.5), (32, 1.5), (50, 1.75), (32, 1.5)]
    assert [unit.casts for unit in read.units] == [0, 1, 0]
    assert read.units[0].models[0].card.weapons[1].rules.unwieldy and not read.battle_forged


def test_rules_may_stand_behind_a_semicolon_as_the_odds_read_them() -> None:
    one, two = (
        ca.load_team(team(f"Gunner; APL 2, Move 6, Save 3+, Wounds 12; rifle: 4 3+ 3/4{between} Piercing 1, Hot; fists: 3 4+ 2/3"), "kt24")
        for between in ("", ";")
    )
    assert one == two
    assert one.operatives[0].weapons[0].text == ("Piercing 1", "Hot")


@pytest.mark.parametrize(
    ("weapons", "kinds"),
    [
        ("a: 4 3+ 3/4", ["ranged"]),
        ("a: 4 3+ 3/4; b: 4 3+ 3/4", ["ranged", "melee"]),
        ("a: 4 3+ 3/4; b: 4 3+ 3/4; c: 4 3+ 3/4", ["ranged", "ranged", "melee"]),
        ("a (melee): 4 3+ 3/4", ["melee"]),
        ("a (melee): 4 3+ 3/4; b (ranged): 4 3+ 3/4", ["melee", "ranged"]),
        ("", []),
    ],
)  # fmt: skip
def test_the_last_of_several_weapons_is_for_melee_unless_something_else_is_said(weapons: str, kinds: list[str]) -> None:
    (card,) = ca.load_team(team(f"Gunner; APL 2, Move 6, Save 3+, Wounds 12; {weapons}"), "kt24").operatives
    assert [weapon.kind for weapon in card.weapons] == kinds


def test_stats_may_be_written_with_blanks_or_without() -> None:
    one, two = (
        ca.load_team(team(text), "kt24")
        for text in ("Gunner; APL 2, Move 6, Save 3+, Wounds 12", 'Gunner; apl2 M6" Sv3+ W12')
    )
    assert one == two


def test_several_models_have_one_card() -> None:
    text = CARDS["kt24"]
    for given in (team(text, text), team(text.replace("Wounds 12", "Wounds 12, count 2"))):
        assert [card.id for card in ca.load_team(given, "kt24").operatives] == ["gunner", "gunner"]
    models = [{"side": 0, "model": "gunner 2", "at": (2, 2)}, {"side": 1, "model": "precentor", "at": (20, 2)}]
    position = ca.Position("kt24", teams=[team(text, text), "hollow-choir"], models=models)
    assert ca.Game.at(position, seed=1).state.places[:2] == (None, (2.0, 2.0, 0.0))


def test_tables_of_a_team_file_may_stand_beside_text() -> None:
    ability = {"id": "sure", "name": "Sure", "text": "…", "effect": "weapon-rule", "values": {"rules": ["Balanced"]}}
    guard = {"id": "guard", "name": "Guard", "move": 6, "apl": 2, "save": "4+", "wounds": 8, "abilities": ["sure"]}
    read = ca.load_team(team(CARDS["kt24"], guard, ability=[ability]), "kt24")
    assert [card.id for card in read.operatives] == ["gunner", "guard"]
    assert read.operatives[1].abilities[0].name == "Sure"


def test_a_base_may_be_of_another_size() -> None:
    (card,) = ca.load_team(team("Giant; APL 3, Move 5, Save 3+, Wounds 20, base 50, height 2.5"), "kt24").operatives
    assert (card.base, card.height) == (50.0, 2.5)


def test_a_game_can_be_played_with_such_teams() -> None:
    for ruleset, text in CARDS.items():
        texts = [text.replace("Gunner", name) for name in ("Boss", "Gunner", "Guard")]
        texts[0] = texts[0].replace("Sv 4+", "Sv 4+, warlord" if ruleset == "kt40" else "Sv 4+, leader")
        game = ca.Game.new(ruleset, teams=[team(*texts), team(*texts)], seed=3)
        assert game.decision is not None


@pytest.mark.parametrize(
    ("ruleset", "given", "told"),
    [
        ("kt24", team("Gunner"), "model 1 ('Gunner'): a card begins with a name and stats; write it like 'Gunner; APL 2"),
        ("kt24", team("Gunner; APL 2, Move 6, Save 3+, Wounds 12; rifle"), "'rifle' is no weapon: it needs a name and a colon"),
        ("kt24", team("Gunner; APL 2, Move 6, Save 3+, Wounds 12; rifle: 4 3+"), "'4 3+' is no weapon; a weapon is written"),
        ("kt24", team("Gunner; APL 2, Move 6, Save 3+, Wounds 12; rifle: 4 3+ 34"), "'34' is no damage: write normal/critical, such as 3/4"),
        ("kt24", team("Gunner; APL 2, Move 6, Save 3+, Wounds 12; rifle: 99 3+ 3/4"), "weapon 'rifle' of operative 'gunner': 'attacks' must be"),
        ("kt24", team("Gunner; APL 2, Move 6, Save 3+, Wounds 12; rifle: x 3+ 3/4"), "operative 'gunner': 'attacks' must be a number"),
        ("kt24", team("Gunner; APL 2, Move 6, Save 3+, Wounds 12; rifle: 4 3+ 3/4 Piercing"), "weapon 'rifle' of operative 'gunner'"),
        ("kt24", team("Gunner; APL 2, Move 6, Save 3+"), "operative 'gunner': 'wounds' is missing"),
        ("kt24", team("Gunner; APL 2, Move 6, Save 9+, Wounds 12"), "operative 'gunner': 'save' must be from 2+ to 6+"),
        ("kt24", team("Gunner; APL 2, Speed 6"), "'Speed' is no part of a card"),
        ("kt24", team("Gunner; APL 2, APL 3"), "'APL 3' is said twice"),
        ("kt24", team("One; APL 2, Move 6, Save 3+, Wounds 12", "Two; x", "One; APL 2, Move 6, Save 3+, Wounds 12"), "model 2 ('Two')"),
        ("kt24", team(5), "'models' must be a list of texts or tables"),
        ("kt24", {"name": "Reds", "models": "Gunner"}, "'models' must be a list"),
        ("kt24", {"name": "Reds"}, "the team has no operatives"),
        ("kt24", {"models": []}, "'name' is missing"),
        ("kt24", {"name": "Reds", "operatives": 5}, "a field is not as it should be"),
        ("kt24", {"name": "Reds", "ruleset": "kt99"}, "'ruleset' cannot be 'kt99'"),
        ("kt24", team(CARDS["kt18"]), "is no part of a card"),
        ("kt21", team("Gunner; M far"), "'M' is no part of a card"),
        ("kt18", team(CARDS["kt18"].replace("S4 AP-1", "S4 BS3+ AP-1")), "weapon 'rifle': WS and BS stand with the model"),
        ("kt18", team(CARDS["kt18"].replace("rifle:", "rifle (melee):")), "weapon 'rifle': a ranged weapon has a type and a range"),
        ("kt18", team(CARDS["kt18"].replace("cruel", "kind")), "there is no weapon ability 'kind'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named(ruleset: str, given: dict[str, Any], told: str) -> None:
    with pytest.raises(ca.FileError) as caught:
        ca.load_team(given, ruleset)
    assert told in str(caught.value)


def test_a_position_takes_teams_that_nobody_could_muster_and_a_game_does_not() -> None:
    lone = team(CARDS["kt18"])
    with pytest.raises(ca.FileError, match="a team has 3 to 20 operatives, not 1"):
        ca.Game.new("kt18", teams=[lone, lone], seed=1)
    models = [{"side": 0, "model": "gunner", "at": (2, 2)}, {"side": 1, "model": "gunner", "at": (20, 2)}]
    assert ca.Game.at(ca.Position("kt18", teams=[lone, lone], models=models), seed=1).decision is not None
