"""Weapon rules as cards write them, and the report of a rule that is written wrongly."""

from __future__ import annotations

import pytest

from counteract.rulesets.kt24.weapons import NAMES, BadRule, Rules, join, parse_rule, parse_rules


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Accurate 2", Rules(accurate=(2,))),
        ("balanced", Rules(balanced=True)),
        ('Blast 2"', Rules(blast=(2.0,))),
        ("Blast 1.5″", Rules(blast=(1.5,))),
        ("Ceaseless", Rules(ceaseless=True)),
        ("Devastating 3", Rules(devastating=((0.0, 3),))),
        ('1" Devastating 3', Rules(devastating=((1.0, 3),))),
        ("Heavy", Rules(heavy=True)),
        ("Heavy (Dash only)", Rules(heavy=True, heavy_but="dash")),
        ("Heavy (Fall Back only)", Rules(heavy=True, heavy_but="fall back")),
        ("Lethal 5+", Rules(lethal=5)),
        ("Limited 1", Rules(limited=1)),
        ("Piercing 1", Rules(piercing=1)),
        ("Piercing Crits 2", Rules(piercing_crits=2)),
        ("Range 8", Rules(range=8.0)),
        ("Seek", Rules(seek="all")),
        ("seek  light", Rules(seek="light")),
        ('Torrent 2"', Rules(torrent=2.0)),
        ("-", Rules()),
        ("Poison*", Rules(unenforced=("Poison*",))),
    ],
)
def test_rules_are_read_from_the_card(text: str, rules: Rules) -> None:
    """Each rule in the form cards print it; names the game does not know are kept and not enforced."""
    assert parse_rule(text) == rules


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Lethal 5", r"Lethal 5\+"),
        ("Lethal 1+", r"2\+ to 6\+"),
        ("Accurate", "Accurate 1"),
        ("Piercing Crits", "Piercing 1"),
        ("Blast", 'Blast 2"'),
        ("Blast 0", "above 0"),
        ("Limited 0", "above 0"),
        ("Devastating 0", "above 0"),
        ("two inches Devastating", "Devastating 2"),
        ("Heavy (Shoot only)", "no move action"),
        ("Seek Heavy", "Seek Light"),
    ],
)
def test_a_rule_written_wrongly_is_refused_with_the_right_form(text: str, hint: str) -> None:
    """The complaint quotes the text and shows how the rule is written."""
    with pytest.raises(BadRule, match=hint):
        parse_rule(text)


def test_the_names_the_game_knows() -> None:
    """All weapon rules of the sheet, Piercing and Piercing Crits, Seek and Seek Light under one name each."""
    assert len(NAMES) == 22
    assert NAMES[0] == "accurate"
    assert NAMES[-1] == "torrent"


@pytest.mark.rule("KT24-INT-50")
def test_several_instances_of_a_rule_do_not_add_up() -> None:
    """Of two x the one better for the user counts; where that is a matter of taste both are kept to choose from."""
    joined = parse_rules(["Piercing 1", "Piercing 2", "Lethal 5+", "Lethal 4+", 'Torrent 1"', 'Torrent 2"', "Seek Light", "Seek"])
    assert (joined.piercing, joined.lethal, joined.torrent, joined.seek) == (2, 4, 2.0, "all")
    joined = parse_rules(['Blast 2"', 'Blast 1"', 'Blast 2"', "Devastating 1", '1" Devastating 1'])
    assert joined.blast == (1.0, 2.0)
    assert joined.devastating == ((0.0, 1), (1.0, 1))
    assert join(parse_rule("Limited 1"), parse_rule("Limited 2")).limited == 2
    assert join(parse_rule("Heavy"), parse_rule("Heavy (Dash only)")).heavy_but == "dash"
