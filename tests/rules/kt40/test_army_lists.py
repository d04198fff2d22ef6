"""Army lists: what a list becomes, and the sentence for each rule that it breaks."""

from __future__ import annotations

import msgspec
import pytest

from counteract.attacks.hitwoundsave import TYPES, Amount, Strength
from counteract.files.reader import FileError
from counteract.files.teams import find_teams
from counteract.rulesets.kt40.cards import Card, Team, Unit
from counteract.rulesets.kt40.detachments import DETACHMENTS, command_points, faults
from counteract.rulesets.kt40.effects import Aura, Constant, WindowAct, make
from counteract.rulesets.kt40.teams import check
from counteract.rulesets.kt40.weapons import CLOSE_COMBAT_WEAPON, NAMES
from tests.files.example import Case, names
from tests.files.hosts import HOST

SHIPPED = [team for team in find_teams("kt40") if isinstance(team, Team)]
TEAM = HOST.read(HOST.text)
REEVE, SEER, KEEPERS, CART = TEAM.units


def cards(unit: Unit) -> list[Card]:
    return list(unit.cards)


# --- what a list becomes


@pytest.mark.rule("KT40-ARMY-01", "KT40-UNIT-02")
def test_a_list_becomes_an_army() -> None:
    """Every unit has what its datasheet says: its models with their wargear, keywords, role, powers and passengers."""
    assert (TEAM.id, TEAM.name, TEAM.ruleset, TEAM.army) == ("toll-patrol", "Toll Patrol", "kt40", "toll-host")
    assert (TEAM.limit, TEAM.detachments, TEAM.cp) == (400, ("patrol",), 3)
    assert [(unit.id, unit.name, unit.role, unit.size) for unit in TEAM.units] == [
        ("reeve", "Reeve", "hq", 1), ("seer", "Old Agnes", "hq", 1), ("keepers", "Keepers", "troops", 10),
        ("cart", "Toll Cart", "dedicated transport", 1),
    ]  # fmt: skip
    assert [(group.card.id, group.card.name, group.count) for group in KEEPERS.models] == [
        ("elder", "Elder", 1), ("keeper", "Keeper", 6), ("keeper-bell", "Bell Keeper", 2), ("keeper-flare", "Flare Keeper", 1),
    ]  # fmt: skip
    assert (REEVE.keywords, REEVE.factions) == (("INFANTRY", "CHARACTER"), ("TOLL", "ROAD"))
    assert (SEER.casts, SEER.denies, [power.id for power in SEER.known_powers]) == (1, 1, ["smite", "wall-of-air"])
    assert (CART.capacity, CART.carries, [line.least for line in CART.degrading]) == (10, ("INFANTRY",), [4, 1])
    assert len(TEAM.operatives) == 13


@pytest.mark.rule("KT40-UNIT-01")
def test_a_card_has_the_characteristics_of_the_datasheet() -> None:
    (reeve,) = cards(REEVE)
    assert (reeve.move, reeve.ws, reeve.bs, reeve.strength, reeve.toughness) == (6, 2, 3, 4, 4)
    assert (reeve.wounds, reeve.attacks, reeve.leadership, reeve.save, reeve.invulnerable) == (4, 3, 8, 3, 5)
    assert cards(SEER)[0].invulnerable == 0


@pytest.mark.rule("KT40-UNIT-04")
def test_weapons_are_read_as_cards_write_them_and_may_have_several_profiles() -> None:
    pistol, hook = cards(REEVE)[0].weapons
    assert (pistol.kind, pistol.type, pistol.range, pistol.attacks) == ("ranged", "pistol", 12, Amount(1, 3))
    assert (pistol.strength, pistol.ap, pistol.damage) == (Strength(0, 5), -1, Amount(plus=1))
    assert (hook.strength, hook.damage, hook.rules.unwieldy, hook.rules.extra) == (Strength(1, 1), Amount(1, 3), True, 2)
    single, double = cards(KEEPERS)[1].weapons
    assert (single.name, single.mode, double.name, double.mode) == ("Toll rifle", "single", "Toll rifle", "double")
    assert double.rules.overheat and not single.rules.overheat


def test_wargear_takes_the_place_of_weapons_or_comes_besides() -> None:
    by_id = {card.id: [weapon.name for weapon in card.weapons] for card in KEEPERS.cards}
    assert by_id["keeper-bell"] == ["Clapper"]
    assert by_id["keeper-flare"] == ["Toll rifle", "Toll rifle", "Flare"]


@pytest.mark.rule("KT40-UNIT-05")
def test_a_model_without_a_melee_weapon_has_a_close_combat_weapon() -> None:
    assert cards(SEER)[0].blades == (CLOSE_COMBAT_WEAPON,)
    assert CLOSE_COMBAT_WEAPON.strength == Strength() and (CLOSE_COMBAT_WEAPON.ap, CLOSE_COMBAT_WEAPON.damage) == (0, Amount(plus=1))
    assert [weapon.name for weapon in cards(REEVE)[0].blades] == ["Hook"]


@pytest.mark.rule("KT40-INT-01")
def test_bases_and_heights_go_by_the_type_of_the_unit_unless_the_datasheet_says_otherwise() -> None:
    kite = load_kite()
    assert [(card.base, card.height) for card in (cards(REEVE)[0], cards(CART)[0], kite)] == [(32, 1.5), (100, 3), (120, 6)]
    assert (cards(KEEPERS)[0].base, cards(KEEPERS)[0].height) == (40, 1.8)
    bodies = {"MONSTER": (80, 3), "TITANIC": (170, 8), "BIKE": (60, 1.75), "CAVALRY": (60, 1.75), "BEAST": (32, 1.5)}
    for keyword, body in bodies.items():
        changed = HOST.with_change('keywords = ["infantry", "Character"]', f'keywords = ["{keyword}", "CHARACTER"]').units[0]
        assert (cards(changed)[0].base, cards(changed)[0].height) == body


def load_kite() -> Card:
    """Return the card of an aircraft, alone in its army."""
    head, book = HOST.text.split("[[detachment]]")[0], HOST.text.split("[book]")[1]
    alone = '[[detachment]]\nkind = "auxiliary support"\n[[detachment.unit]]\nsheet = "kite"\nwarlord = true\n'
    (unit,) = HOST.read(f"{head}{alone}[book]{book}").units
    assert unit.min_move == 10
    return cards(unit)[0]


@pytest.mark.rule("KT40-GEN-07")
def test_a_unit_has_the_abilities_of_its_army_its_trait_and_its_relic() -> None:
    assert [ability.id for ability in REEVE.abilities] == ["bell", "stubborn", "old-hand", "first-coin"]
    assert [ability.id for ability in CART.abilities] == ["stubborn"]
    act = make(REEVE.abilities[0].effect, REEVE.abilities[0].values)
    assert isinstance(act, WindowAct) and (act.window, act.needed, act.deed.kind, act.deed.amount) == ("turn start", 4, "mend", Amount(1, 3))
    assert make(REEVE.abilities[3].effect, REEVE.abilities[3].values) == Constant(boon="invulnerable", bonus=4)


@pytest.mark.rule("KT40-ARMY-02")
def test_points_count_models_and_wargear() -> None:
    """Nine keepers at 8, an elder at 10, two bells at 5 and a flare at 2."""
    assert [unit.points for unit in TEAM.units] == [50, 60, 94, 40]
    assert TEAM.points == 244
    assert HOST.with_change("points = 400\n", "").limit == 1000
    assert HOST.with_change("points = 400", "points = 244").points == 244


@pytest.mark.rule("KT40-ARMY-04", "KT40-ARMY-05")
@pytest.mark.parametrize(
    ("kinds", "cp"),
    [
        (("patrol",), 3), (("battalion",), 8), (("brigade",), 15), (("vanguard",), 4), (("outrider",), 4), (("spearhead",), 4),
        (("supreme command",), 4), (("super-heavy",), 6), (("super-heavy auxiliary",), 3), (("air wing",), 4), (("auxiliary support",), 2),
        (("battalion", "patrol", "auxiliary support"), 7),
    ],
)  # fmt: skip
def test_an_army_starts_with_three_command_points_and_those_of_its_detachments(kinds: tuple[str, ...], cp: int) -> None:
    assert command_points(kinds, battle_forged=True) == cp


@pytest.mark.rule("KT40-ARMY-05")
def test_an_army_that_is_not_battle_forged_has_no_command_points_and_no_detachments() -> None:
    text = HOST.text.replace("points = 400", "points = 400\nbattle_forged = false").replace('[[detachment]]\nkind = "patrol"\n', "")
    team = HOST.read(text.replace("[[detachment.unit]]", "[[unit]]"))
    assert (team.cp, team.detachments, team.battle_forged) == (0, (), False)
    assert [ability.id for ability in team.units[3].abilities] == []  # nor the bonus of its army
    check(team)


@pytest.mark.rule("KT40-ARMY-08")
def test_a_stratagem_paid_for_with_the_list_allows_a_second_relic() -> None:
    second = HOST.text.replace('powers = ["wall-of-air"]', 'powers = ["wall-of-air"]\nrelic = "third-eye"')
    team = HOST.read(second.replace("points = 400", 'points = 400\nstratagems = ["heirlooms"]'))
    assert (team.cp, team.paid, [unit.relic for unit in team.units]) == (2, ("heirlooms",), ["first-coin", "third-eye", "", ""])
    check(team)


@pytest.mark.rule("KT40-ARMY-08")
def test_a_relic_may_be_a_weapon() -> None:
    reeve = HOST.with_change('relic = "first-coin"', 'relic = "long-hook"').units[0]
    assert [weapon.name for weapon in cards(reeve)[0].weapons] == ["Toll pistol", "Clapper"]
    assert (cards(reeve)[0].id, [ability.id for ability in reeve.abilities]) == ("reeve-long-hook", ["bell", "stubborn", "old-hand"])


# --- a sentence for each violation

UNIT = "[[detachment.unit]]\n"
CART_UNIT = f'{UNIT}sheet = "cart"\n'
CHARACTER = 'keywords = ["infantry", "Character"]'

#: The text replaced, its replacement, the line of the complaint, its text with the rule at the end.
BROKEN: list[Case] = [
    ("points = 400", "points = 243", "points", "the units cost 244 points, and the list may have 243 [KT40-ARMY-02]"),
    ('sheet = "cart"', 'sheet = "kite"', None, "unit 'kite': shares no faction keyword with the units before it, as a Battle-forged army must"),
    ('sheet = "cart"', 'sheet = "kite"', None, "it has SKY, they have TOLL [KT40-ARMY-03]"),
    ("points = 400", "points = 400\nbattle_forged = false", "[[detachment]]", "has no detachments, only [[unit]] [KT40-ARMY-03]"),
    ('kind = "patrol"', 'kind = "battalion"', "[[detachment]]", "a Battalion detachment needs at least 3 Troops, and this one has 1 [KT40-ARMY-04]"),
    ('role = "troops"', 'role = "elites"', "[[detachment]]", "a Patrol detachment needs at least 1 Troops, and this one has 0 [KT40-ARMY-04]"),
    ('kind = "patrol"', 'kind = "auxiliary support"', "[[detachment]]", "has one unit of any role, not 4 [KT40-ARMY-04]"),
    ('kind = "patrol"', 'kind = "fortification network"', "kind", "a Fortification Network cannot be taken: fortifications are not played"),
    ('kind = "patrol"', 'kind = "fortification network"', "kind", " [KT40-ARMY-04]"),
    ('kind = "patrol"', 'kind = "batallion"', "kind", "'kind' cannot be 'batallion' (did you mean 'battalion'?)"),
    ('warlord = true\ntrait = "old-hand"\n', "", "id", "the army has no Warlord: one unit must have 'warlord = true' [KT40-ARMY-06]"),
    ('name = "Old Agnes"', "warlord = true", None, "unit 'seer': the army has a Warlord already: unit 'reeve' [KT40-ARMY-06]"),
    (CHARACTER, 'keywords = ["INFANTRY"]', "trait", "unit 'reeve': has a warlord trait, and so it must be a CHARACTER [KT40-ARMY-06]"),
    ('name = "Old Agnes"', 'trait = "old-hand"', None, "unit 'seer': has a warlord trait and is not the Warlord [KT40-ARMY-06]"),
    ('trait = "old-hand"', 'trait = "new-hand"', "trait", "unit 'reeve': 'trait' cannot be 'new-hand' (did you mean 'old-hand'?)"),
    (CART_UNIT, 4 * CART_UNIT, "[[detachment]]", "at most one Dedicated Transport for each other unit, which is 3, not 4 [KT40-ARMY-07]"),
    (CART_UNIT, f'{CART_UNIT}{UNIT}sheet = "reeve"\n', "[[detachment]]", "a Patrol detachment has at most 2 HQ, not 3 [KT40-ARMY-07]"),
    (CART_UNIT, f'[[detachment]]\nkind = "super-heavy auxiliary"\n{CART_UNIT}', None, "at least 1 Lord of War, and this one has 0 [KT40-ARMY-04]"),
    ('["wall-of-air"]', '["smite"]', "powers", "unit 'seer': 'smite' is no power that it may know (known: second-sight, wall-of-air) [KT40-ARMY-08]"),
    ('["wall-of-air"]', '["wall-of-air", "second-sight"]', "powers", "unit 'seer': chooses 1 different powers, not 2: second-sight, wall-of-air"),
    ('powers = ["wall-of-air"]\n', "", None, "unit 'seer': chooses 1 different powers, not 0: second-sight, wall-of-air [KT40-ARMY-08]"),
    ("warlord = true\n", 'warlord = true\npowers = ["second-sight"]\n', "powers", "unit 'reeve': 'second-sight' is no power that it may know"),
    ('name = "Old Agnes"', 'relic = "third-eye"', None, "is relic 2 of the army, which may carry 1; a further one needs a stratagem [KT40-ARMY-08]"),
    ('name = "Old Agnes"', 'relic = "first-coin"', None, "unit 'seer': the relic 'first-coin' is in other hands already [KT40-ARMY-08]"),
    ('name = "Old Agnes"', 'relic = "long-hook"', None, "the relic 'long-hook' takes the place of 'hook', which it does not carry [KT40-ARMY-08]"),
    ('relic = "first-coin"', 'relic = "third-eye"', "relic", "the relic 'third-eye' is for units with the keyword PSYKER [KT40-ARMY-08]"),
    (CART_UNIT, f'{CART_UNIT}relic = "third-eye"\n', None, "unit 'cart': the relic 'third-eye' is for units with the keyword PSYKER [KT40-ARMY-08]"),
    ("points = 400", 'points = 400\nstratagems = ["toll-is-due"]', "stratagems", "'stratagems' cannot hold 'toll-is-due' (known: heirlooms)"),
    ("{ keeper = 9 }", "{ keeper = 10 }", "models", "unit 'keepers': has 10 models 'keeper', and its datasheet allows 4 to 9 [KT40-UNIT-02]"),
    ("{ keeper = 9 }", "{ keeper = 3 }", "models", "unit 'keepers': has 3 models 'keeper', and its datasheet allows 4 to 9 [KT40-UNIT-02]"),
    ("{ keeper = 9 }", "{ keeper = 8 }", "wargear", "unit 'keepers': 2 models have 'bell', and in a unit of 9 at most 1 may [KT40-UNIT-02]"),
    ("flare = 1", "flare = 3", "wargear", "unit 'keepers': 3 models have 'flare', and in a unit of 10 at most 2 may [KT40-UNIT-02]"),
    ("{ keeper = 9 }", "{ keper = 9 }", "models", "unit 'keepers': 'models' cannot hold 'keper' (did you mean 'keeper'?)"),
    ("{ keeper = 9 }", "9", "models", "'models' must be a table of numbers, such as { guard = 5 }"),
    ('sheet = "cart"', 'sheet = "carts"', None, "'sheet' cannot be 'carts' (did you mean 'cart'?)"),
    ('name = "Old Agnes"', 'id = "reeve"', None, "unit 'reeve': the id is used twice"),
    ('ruleset = "kt40"', 'ruleset = "kt18"', "ruleset", "'ruleset' cannot be 'kt18'"),
    ("#ARMY", 'army = "ninth-bell"', "army", "the list has a book of its own, and so it names no other under 'army'"),
]


@pytest.mark.rule("KT40-ARMY-02", "KT40-ARMY-03", "KT40-ARMY-04", "KT40-ARMY-06", "KT40-ARMY-07", "KT40-ARMY-08", "KT40-UNIT-02")
@pytest.mark.parametrize("case", BROKEN, ids=names(BROKEN))
def test_a_list_that_breaks_a_rule_is_refused_with_the_line_and_the_rule(case: Case) -> None:
    HOST.check(*case)


@pytest.mark.rule("KT40-GEN-07", "KT40-ATT-11")
@pytest.mark.parametrize(("bonus", "legal"), [(1, False), (2, True), (6, True)])
def test_the_invulnerable_save_of_a_power_is_a_number_from_2_to_6(bonus: int, legal: bool) -> None:
    old = 'boon = "invulnerable", bonus = 4 }'
    deed = HOST.text.replace(f"inches = 12, {old}", f"inches = 12, {old.replace('4', str(bonus))}")
    if legal:
        assert HOST.read(deed).units[1].known_powers[1].deed.bonus == bonus
    else:
        assert "is the number to roll, from 2 to 6, not 1" in HOST.complaint(deed)


@pytest.mark.rule("KT40-ARMY-03")
def test_units_of_a_battle_forged_list_stand_in_detachments() -> None:
    loose = HOST.text.replace('[[detachment]]\nkind = "patrol"\n', "").replace("[[detachment.unit]]", "[[unit]]")
    assert HOST.complaint(loose).endswith("each unit of a Battle-forged list belongs to a detachment: [[detachment.unit]] [KT40-ARMY-03]")


@pytest.mark.rule("KT40-ARMY-06")
def test_a_warlord_without_a_trait_need_be_no_character() -> None:
    text = HOST.text.replace('warlord = true\ntrait = "old-hand"\n', "").replace('sheet = "cart"', 'sheet = "cart"\nwarlord = true')
    assert [unit.warlord for unit in HOST.read(text).units] == [False, False, False, True]


def test_stratagems_that_the_army_cannot_pay_are_refused() -> None:
    """An auxiliary detachment takes 1 of the 3 CP; a stratagem of the list that costs 3 is too much then."""
    text = HOST.text.replace("cost = 1", "cost = 3").replace("points = 400", 'points = 400\nstratagems = ["heirlooms"]')
    text = text.replace(CART_UNIT, f'[[detachment]]\nkind = "auxiliary support"\n{CART_UNIT}')
    assert HOST.complaint(text).endswith("its stratagems cost 1 CP more than the army has [KT40-STRAT-02]")


# --- detachments


def army(kind: str, roles: dict[str, int]) -> Team:
    """Return an army of one detachment with so many units of each role."""
    units = [msgspec.structs.replace(CART, id=f"{role} {n}", role=role, warlord=False) for role, count in roles.items() for n in range(count)]
    first = msgspec.structs.replace(units[0], warlord=True)
    return msgspec.structs.replace(TEAM, detachments=(kind,), units=(first, *units[1:]), limit=9999)


FULL: dict[str, dict[str, int]] = {
    "patrol": {"hq": 2, "troops": 3, "elites": 2, "fast attack": 2, "heavy support": 2, "flyer": 2},
    "battalion": {"hq": 3, "troops": 6, "elites": 6, "fast attack": 3, "heavy support": 3, "flyer": 2},
    "brigade": {"hq": 5, "troops": 12, "elites": 8, "fast attack": 5, "heavy support": 5, "flyer": 2},
    "vanguard": {"hq": 2, "troops": 3, "elites": 6, "fast attack": 2, "heavy support": 2, "flyer": 2},
    "outrider": {"hq": 2, "troops": 3, "elites": 2, "fast attack": 6, "heavy support": 2, "flyer": 2},
    "spearhead": {"hq": 2, "troops": 3, "elites": 2, "fast attack": 2, "heavy support": 6, "flyer": 2},
    "supreme command": {"hq": 5, "elites": 1, "lord of war": 1},
    "super-heavy": {"lord of war": 5},
    "super-heavy auxiliary": {"lord of war": 1},
    "air wing": {"flyer": 5},
    "auxiliary support": {"elites": 1},
}
FEWEST: dict[str, dict[str, int]] = {
    "patrol": {"hq": 1, "troops": 1},
    "battalion": {"hq": 2, "troops": 3},
    "brigade": {"hq": 3, "troops": 6, "elites": 3, "fast attack": 3, "heavy support": 3},
    "vanguard": {"hq": 1, "elites": 3},
    "outrider": {"hq": 1, "fast attack": 3},
    "spearhead": {"hq": 1, "heavy support": 3},
    "supreme command": {"hq": 3},
    "super-heavy": {"lord of war": 3},
    "super-heavy auxiliary": {"lord of war": 1},
    "air wing": {"flyer": 3},
    "auxiliary support": {"elites": 1},
}


@pytest.mark.rule("KT40-ARMY-04", "KT40-ARMY-07")
@pytest.mark.parametrize("kind", DETACHMENTS)
def test_the_slots_of_a_detachment(kind: str) -> None:
    """With the fewest and with the most units it is right; one fewer, or one more of any role, is a fault."""
    assert [*faults(army(kind, FEWEST[kind]))] == [*faults(army(kind, FULL[kind]))] == []
    for role in FEWEST[kind]:
        lacking = {**FEWEST[kind], role: FEWEST[kind][role] - 1}
        if sum(lacking.values()):
            assert [fault.rule for fault in faults(army(kind, lacking))] == ["KT40-ARMY-04"]
    for role in ("hq", "troops", "elites", "fast attack", "heavy support", "flyer", "lord of war"):
        more = {**FULL[kind], role: FULL[kind].get(role, 0) + 1}
        assert [fault.rule for fault in faults(army(kind, more))] == ["KT40-ARMY-04" if kind == "auxiliary support" else "KT40-ARMY-07"]


@pytest.mark.rule("KT40-ARMY-07")
@pytest.mark.parametrize("kind", DETACHMENTS)
def test_one_dedicated_transport_for_each_other_unit(kind: str) -> None:
    """Not in those of Lords of War and Flyers, which have none."""
    allowed = sum(FEWEST[kind].values()) if kind not in ("super-heavy", "super-heavy auxiliary", "air wing", "auxiliary support") else 0
    assert [*faults(army(kind, {**FEWEST[kind], "dedicated transport": allowed}))] == []
    assert len([*faults(army(kind, {**FEWEST[kind], "dedicated transport": allowed + 1}))]) == 1


AUXILIARY = '[[detachment]]\nkind = "{kind}"\n'


@pytest.mark.rule("KT40-ARMY-04", "KT40-ARMY-05", "KT40-ARMY-07")
@pytest.mark.parametrize(
    ("kinds", "cp"),
    [
        (("auxiliary support",), 2), (("auxiliary support",) * 2, 1), (("auxiliary support",) * 3, 0),
        (("super-heavy auxiliary",), 3), (("super-heavy auxiliary",) * 2, 3), (("super-heavy auxiliary", "auxiliary support"), 2),
    ],
)  # fmt: skip
def test_auxiliary_detachments_cost_a_point_or_give_none(kinds: tuple[str, ...], cp: int) -> None:
    """A Patrol and some auxiliary detachments of one cart each, a Lord of War here: 3 CP, less 1 for each Auxiliary Support."""
    more = "".join(AUXILIARY.format(kind=kind) + CART_UNIT for kind in kinds)
    team = HOST.read(HOST.text.replace(CART_UNIT, more).replace('role = "dedicated transport"', 'role = "lord of war"'))
    assert (team.detachments, team.cp) == (("patrol", *kinds), cp)


@pytest.mark.rule("KT40-ARMY-04", "KT40-ARMY-07")
@pytest.mark.parametrize("role", ["hq", "troops", "elites", "fast attack", "heavy support", "flyer", "dedicated transport", "lord of war"])
def test_auxiliary_support_is_one_unit_of_any_role_and_a_super_heavy_auxiliary_one_lord_of_war(role: str) -> None:
    for count in (1, 2):
        support, heavy = ([fault.rule for fault in faults(army(kind, {role: count}))] for kind in ("auxiliary support", "super-heavy auxiliary"))
        assert support == (["KT40-ARMY-04"] if count == 2 else [])
        if role == "lord of war":
            assert heavy == (["KT40-ARMY-07"] if count == 2 else [])
        else:
            assert heavy == ["KT40-ARMY-04", "KT40-ARMY-07"]


# --- armies that were not read from a file


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"limit": 200}, "team 'toll-patrol': the units cost 244 points, and the list may have 200 [KT40-ARMY-02]"),
        ({"units": ()}, "an army has units, and each has models [KT40-UNIT-02]"),
        ({"units": (msgspec.structs.replace(REEVE, models=()), *TEAM.units[1:])}, "an army has units, and each has models [KT40-UNIT-02]"),
        ({"detachments": ("horde",)}, "each unit belongs to a detachment that there is [KT40-ARMY-03]"),
        ({"detachments": ()}, "each unit belongs to a detachment that there is [KT40-ARMY-03]"),
        ({"units": (REEVE, SEER, KEEPERS, msgspec.structs.replace(CART, trait="old-hand"))}, "unit 'cart': has a warlord trait"),
        ({"cp": 4}, "the army starts with 3 CP, not 4 [KT40-ARMY-05]"),
        ({"battle_forged": False}, "the army starts with 0 CP, not 3 [KT40-ARMY-05]"),
    ],
)
@pytest.mark.rule("KT40-ARMY-02", "KT40-ARMY-03", "KT40-ARMY-05", "KT40-ARMY-06")
def test_an_army_that_no_file_could_hold_is_refused(changes: dict[str, object], says: str) -> None:
    check(TEAM)
    with pytest.raises(FileError) as caught:
        check(msgspec.structs.replace(TEAM, **changes))
    assert says in str(caught.value)


# --- the armies that come with the package


@pytest.mark.parametrize("team", SHIPPED, ids=lambda team: team.id)
def test_the_shipped_lists_are_legal(team: Team) -> None:
    check(team)
    assert team.limit in (500, 1000) and 0.96 * team.limit <= team.points <= team.limit
    assert all(make(ability.effect, ability.values) for unit in team.units for ability in unit.abilities)


def test_each_army_has_lists_of_500_and_1000_points() -> None:
    armies = {team.army for team in SHIPPED}
    assert len(armies) >= 3 and {(team.army, team.limit) for team in SHIPPED} == {(army, limit) for army in armies for limit in (500, 1000)}


@pytest.mark.rule("KT40-UNIT-03")
def test_the_armies_have_every_keyword_weapon_type_ability_and_role() -> None:
    units = [unit for team in SHIPPED for unit in team.units]
    words = {"INFANTRY", "BIKE", "MONSTER", "VEHICLE", "TITANIC", "AIRCRAFT", "CHARACTER", "FLY", "PSYKER", "TRANSPORT", "BEAST", "CAVALRY", "SWARM"}
    assert words <= {keyword for unit in units for keyword in unit.keywords}
    weapons = [weapon for unit in units for card in unit.cards for weapon in card.weapons]
    assert {weapon.type for weapon in weapons} == {*TYPES, None}
    assert all(any(getattr(weapon.rules, name) for weapon in weapons) for name in (*NAMES.values(), "extra"))
    assert any(weapon.mode for weapon in weapons if weapon.kind == "melee") and any(weapon.attacks.dice for weapon in weapons)
    assert any(isinstance(make(one.effect, one.values), Aura) for unit in units for one in unit.abilities if "CHARACTER" in unit.keywords)
