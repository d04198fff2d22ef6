"""The schemas that help editors with team files say what the readers say."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.resources import files
from typing import Any

import pytest
from schemas import schemas, write

from counteract.files.teams import team_ids
from counteract.mechanics.team_tables import TableFile
from counteract.rulesets.kt18 import teams as teams18
from counteract.rulesets.kt21 import teams as teams21
from counteract.rulesets.kt21.weapons import NAMES as NAMES21
from counteract.rulesets.kt21.weapons import Rules, parse_rules
from counteract.rulesets.kt24 import teams as teams24
from counteract.rulesets.kt40 import teams as teams40
from tests.files import hosts, keepers, watch
from tests.files.example import Example

EXAMPLES: dict[str, Example[Any]] = {"kt18": keepers.KT18, "kt21": watch.KT21, "kt24": watch.KT24, "kt40": hosts.HOST}
FILES: dict[str, TableFile] = {"kt18": teams18.FILE, "kt21": teams21.FILE, "kt24": teams24.FILE, "kt40": teams40.FILE}
SCHEMAS: dict[str, Any] = {ruleset: json.loads(write(file.schema())) for ruleset, file in FILES.items()}
ELSEWHERE: dict[str, Any] = {file.schema_name: json.loads(write(file.schema())) for file in teams40.FILES}  # that others refer to
KINDS: dict[str, Any] = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}


def unfit(ruleset: str, text: str) -> list[str]:
    """Return the places where a file does not fit the schema."""
    return unfit_table(SCHEMAS[ruleset], text)


def unfit_table(schema: dict[str, Any], text: str) -> list[str]:
    """Return the places where a TOML text does not fit a schema."""
    return _unfit(schema, schema, tomllib.loads(text), "")


def _unfit(root: dict[str, Any], schema: dict[str, Any], value: Any, where: str) -> list[str]:
    """Yield the places where a value does not fit, for the few words of JSON Schema that ours use."""
    if schema.get("$ref") in ELSEWHERE:
        root = schema = ELSEWHERE[schema["$ref"]]
    elif "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    if "anyOf" in schema:
        return min((_unfit(root, s, value, where) for s in schema["anyOf"]), key=len)
    kind = schema.get("type", "string")
    found = [] if isinstance(value, KINDS[kind]) and isinstance(value, bool) == (kind == "boolean") else [where]
    if ("const" in schema and value != schema["const"]) or ("enum" in schema and value not in schema["enum"]):
        found.append(where)
    if isinstance(value, str):
        found += [where] * (not re.search(schema.get("pattern", ""), value) or len(value) < schema.get("minLength", 0))
    elif isinstance(value, list):
        found += [where] * (len(value) < schema.get("minItems", 0) or (schema.get("uniqueItems", False) and len({*value}) < len(value)))
        found += [one for n, v in enumerate(value) for one in _unfit(root, schema["items"], v, f"{where}[{n}]")]
    elif isinstance(value, dict):
        known = schema["properties"] if "properties" in schema else dict.fromkeys(value, schema["additionalProperties"])
        found += [f"{where}.{key}" for key in schema.get("required", ()) if key not in value]
        found += [f"{where}.{key}" for key in value if key not in known]
        found += [one for key, v in value.items() if key in known for one in _unfit(root, known[key], v, f"{where}.{key}")]
    else:
        found += [where] * (not schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return found


@pytest.mark.parametrize(("ruleset", "name"), [(ruleset, name) for ruleset in SCHEMAS for name in team_ids(ruleset)])
def test_the_teams_fit_the_schema(ruleset: str, name: str) -> None:
    text = (files("counteract") / "data" / "teams" / f"{name}.toml").read_text(encoding="utf-8")
    assert unfit(ruleset, text) == []
    assert text.startswith(f"#:schema ../schema/team-{ruleset}.schema.json\n")


#: The fault of the file, and the place that the schema finds.
FAULTS = {
    "kt18": [
        ('ws = "3+"', 'ws = "7+"', ".operative[0].ws"),
        ("bs = 3", "bs = 1", ".operative[0].bs"),
        ("leader = true", 'leader = "yes"', ".operative[0].leader"),
        ('specialist = "scout"', 'specialist = "spy"', ".operative[1].specialist"),
        ('attacks = "D3"', 'attacks = "D4"', ".operative[0].weapon[0].attacks"),
        ("strength = 5", 'strength = "half"', ".operative[0].weapon[0].strength"),
        ("ap = -1", "ap = 1", ".operative[0].weapon[0].ap"),
        ('type = "pistol"', 'type = "bow"', ".operative[0].weapon[0].type"),
        ("{ inches = 6 }", "{ inches = 13 }", ".ability[0].values.inches"),
        ("charge = 6", "charge = 13", ".power[0].charge"),
        ('effect = "strike"', 'effect = "slap"', ".power[0].effect"),
    ],
    "kt21": [
        ("defence = 3", "defence = 9", ".operative[0].defence"),
        ("defence = 3\n", "", ".operative[0].defence"),
        ('invulnerable = "5+"', 'invulnerable = "7+"', ".operative[0].invulnerable"),
        ("group = 2", "group = 0", ".operative[0].group"),
        ('name = "Rifle"', 'name = "Rifle"\nprofile = ""', ".operative[0].weapon[0].profile"),
        ('kind = "strategic"', 'kind = "strategy"', ".ploy[0].kind"),
        ('kind = "strategic"', 'kind = "strategic"\ncost = 21', ".ploy[0].cost"),
        ('kind = "strategic"', 'kind = "strategic"\ncost = "1CP"', ".ploy[0].cost"),
        ('moment = "dash"', 'moment = "reposition"', ".ploy[1].moment"),
        ('action = "dash"', 'action = "reposition"', ".ploy[1].values.action"),
    ],
    "kt24": [
        ('save = "4+"', 'save = "7+"', ".operative[0].save"),
        ("apl = 2\n", "", ".operative[0].apl"),
        ("height = 1.7", "hight = 1.7", ".operative[0].hight"),
        ("attacks = 4", "attacks = true", ".operative[0].weapon[0].attacks"),
        ('damage = "3/4"', 'damage = "3-4"', ".operative[0].weapon[0].damage"),
        ('kind = "strategy"', 'kind = "strategic"', ".ploy[0].kind"),
        ('moment = "dash"', 'moment = "normal move"', ".ploy[1].moment"),
    ],
    "kt40": [
        ("points = 400", "points = 0", ".points"),
        ('kind = "patrol"', 'kind = "horde"', ".detachment[0].kind"),
        ("warlord = true", 'warlord = "yes"', ".detachment[0].unit[0].warlord"),
        ("{ keeper = 9 }", "{ keeper = 31 }", ".detachment[0].unit[2].models.keeper"),
        ('sheet = "cart"', 'shet = "cart"', ".detachment[0].unit[3].sheet .detachment[0].unit[3].shet"),
        ('role = "hq"', 'role = "chief"', ".book.datasheet[0].role"),
        ('ws = "2+"', 'ws = "7+"', ".book.datasheet[0].model[0].ws"),
        ("per = 5", "per = 0", ".book.datasheet[2].model[1].wargear[0].per"),
        ("least = 4\n\n", "least = 0\n\n", ".book.datasheet[3].degrading[0].least"),
        ('type = "pistol"', 'type = "bow"', ".book.weapon[0].type"),
        ('boon = "leadership"', 'boon = "luck"', ".book.ability[0].values.boon"),
        ('kind = "mend"', 'kind = "patch"', ".book.ability[1].values.deed.kind"),
        ("charge = 6", "charge = 13", ".book.power[0].charge"),
        ('window = "list"', 'window = "never"', ".book.stratagem[1].window"),
    ],
}


@pytest.mark.parametrize(("ruleset", "fault"), [(ruleset, fault) for ruleset, faults in FAULTS.items() for fault in faults])
def test_the_schema_finds_what_the_reader_finds(ruleset: str, fault: tuple[str, str, str]) -> None:
    """A wrong value, a missing key, a key too many."""
    old, new, where = fault
    example = EXAMPLES[ruleset]
    text = example.broken(old, new)
    assert unfit(ruleset, example.text) == []
    assert unfit(ruleset, text) == where.split()
    assert example.complaint(text)


@pytest.mark.rule("KT24-DIFF-04")
def test_the_schema_lets_accurate_stand_there_twice() -> None:
    twice = watch.KT24.broken('["Piercing 1", "Poison*"]', '["Accurate 1", "Accurate 1"]')
    assert unfit("kt24", twice) == [] and watch.KT24.read(twice)
    assert unfit("kt24", watch.KT24.broken('["watch"]', '["a", "a"]')) == [".operative[0].keywords"]


@pytest.mark.parametrize("written", ['"user"', '"+2"', '"x2"', '"×2"', "5", '"5"'])
def test_the_schema_knows_the_forms_of_strength(written: str) -> None:
    text = keepers.KT18.broken('strength = "+1"', f"strength = {written}")
    assert unfit("kt18", text) == []
    assert keepers.KT18.read(text)


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("6", True), ("4.5", True), ('"6"', True), ("'6\"'", True), ('"6 in"', True),
        ('"3●"', True), ('"2●▲"', True), ('"3 circle"', True), ('"⬠"', True),
        ('"far"', False), ('"●3"', False), ('"2.5●"', False), ('"-6"', False), ('""', False), ('"9999●"', False), ('"9999"', False),
        ("0", False), ("21", False), ("true", False),
    ],
)  # fmt: skip
def test_the_schema_knows_the_forms_of_a_move(written: str, right: bool) -> None:
    text = watch.KT21.broken('move = "3●"', f"move = {written}")
    assert (unfit("kt21", text) == []) is right
    if right:
        assert watch.KT21.read(text)
    else:
        assert "'move'" in watch.KT21.complaint(text)


#: For each table of the schemas, where in the file an unknown key is put.
TABLES = {
    **{
        (ruleset, table): line
        for ruleset in ("kt21", "kt24")
        for table, line in {
            "": 'id = "night-watch"',
            "operative": 'id = "guard"',
            "weapon": 'name = "Rifle"',
            "ability": 'id = "sure-shot"',
            "ploy": 'id = "quick-step"',
        }.items()
    },
    ("kt18", ""): 'id = "toll-keepers"',
    ("kt18", "operative"): 'id = "reeve"',
    ("kt18", "weapon"): 'name = "Toll pistol"',
    ("kt18", "ability"): 'id = "toll-bell"',
    ("kt18", "power"): 'id = "second-sight"',
    ("kt40", ""): 'id = "toll-patrol"',
    ("kt40", "detachment"): 'kind = "patrol"',
    ("kt40", "unit"): 'sheet = "seer"',
}
SOMETIMES = {("kt24", "ploy"): {"cost"}}  # which only gambits have


@pytest.mark.parametrize(("ruleset", "table"), sorted(TABLES))
def test_the_schema_has_the_keys_that_the_reader_knows(ruleset: str, table: str) -> None:
    line, example, schema = TABLES[ruleset, table], EXAMPLES[ruleset], SCHEMAS[ruleset]
    said = example.complaint(example.broken(line, f"qqqqqqqqqqqq = 1\n{line}"))
    known = said.partition("(known: ")[2].rstrip(")").split(", ")
    listed = {*(schema["$defs"][table] if table else schema)["properties"]}
    assert {*known} == listed - SOMETIMES.get((ruleset, table), set())


def test_the_schema_of_the_2021_edition_shows_how_every_weapon_rule_is_written() -> None:
    shown = [parse_rules([example]) for example in SCHEMAS["kt21"]["$defs"]["weapon"]["properties"]["rules"]["items"]["examples"]]
    assert all(rules.unenforced == () for rules in shown)
    assert all(any(getattr(rules, name) != getattr(Rules(), name) for rules in shown) for name in NAMES21)


@pytest.mark.parametrize("name", sorted(schemas()))
def test_the_files_that_editors_use_are_as_the_definitions_say(name: str) -> None:
    """``tools/schemas.py`` writes them."""
    assert (files("counteract") / "data" / "schema" / name).read_text(encoding="utf-8") == schemas()[name]


@pytest.mark.parametrize("ruleset", sorted(FILES))
def test_every_key_has_a_kind_and_a_default_that_the_schema_accepts(ruleset: str) -> None:
    """A form gets an ordered list of fields, each with its kind; keys that may be left out have a default that may be written."""
    for table, fields in FILES[ruleset].tables.items():
        for field in fields:
            schema = field.schema()
            assert not {*schema}.isdisjoint({"type", "enum", "anyOf", "$ref"}), (table, field.key)
            if "default" in schema:
                assert _unfit(SCHEMAS[ruleset], schema, schema["default"], field.key) == []
                assert not field.is_required


@pytest.mark.parametrize("ruleset", sorted(FILES))
def test_every_value_of_an_effect_is_explained(ruleset: str) -> None:
    assert all(field.help for fields in FILES[ruleset].effects.values() for field in fields)
