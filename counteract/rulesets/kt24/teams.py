"""Team files of the 2024 edition: what is in them, how they are read, and what is wrong with them if something is.

A team file is a TOML file::

    id = "night-watch"                 # small letters, digits, hyphens
    name = "Night Watch"
    ruleset = "kt24"
    summary = "Three guards and their sergeant."

    [[operative]]
    id = "guard"
    name = "Guard"
    count = 3                          # 1 if left out
    move = 6                           # inches
    apl = 2
    save = "4+"                        # or 4
    wounds = 8
    base = 28                          # mm, 28 if left out
    height = 1.5                       # inches, 1.5 if left out
    keywords = ["watch"]
    abilities = ["sure-shot"]          # ids of abilities further down

    [[operative.weapon]]
    name = "Rifle"
    kind = "ranged"                    # or "melee"
    attacks = 4
    hit = "3+"                         # or 3
    damage = "3/4"                     # normal/critical
    rules = ["Piercing 1"]             # as cards write them; names the game does not know are kept, and not enforced

    [[ability]]
    id = "sure-shot"
    name = "Sure Shot"
    text = "Ranged weapons have Balanced as long as it has not moved."
    effect = "weapon-rule"             # one of effects.EFFECTS
    values = { rules = ["Balanced"], weapons = "ranged", unmoved = true }

    [[ploy]]
    id = "at-the-double"
    name = "At the Double"
    kind = "firefight"                 # or "strategy", or "gambit" for a strategic gambit that is no ploy
    moment = "activated"               # firefight ploys: "activated", or a move action as it begins ("dash", ...)
    until = "activation"               # or "turn", or "now" for effects that act at once
    text = "Its Reposition can be an inch longer."
    effect = "longer-move"
    values = { action = "reposition", inches = 1 }

Left out, ``until`` is "now" for an effect that acts at once, else "activation" for firefight ploys and "turn" for the rest.
A ploy costs 1CP; a gambit that is no ploy costs what it says (``cost = 1``), nothing if it says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal, cast, get_type_hints

from counteract.mechanics.cards import Ability
from counteract.rosters import checks, tables
from counteract.rosters.files import Entry, perhaps, read_toml
from counteract.rulesets.kt24.cards import DEFAULT_BASE, DEFAULT_HEIGHT, Card, Ploy, Team
from counteract.rulesets.kt24.effects import EFFECTS, BadEffect, Effect
from counteract.rulesets.kt24.weapons import MOVES, BadRule, Rules, Weapon, parse_rules

RULESET = "kt24"
MOST_OPERATIVES = 20

#: A ploy that every player has and that is not in any file. (PLOY-04)
COMMAND_REROLL = "command-reroll"

#: When a firefight ploy can be used.
MOMENTS = ("activated", *MOVES)

#: The most that any number among the values of an effect can be.
MOST_VALUE = 20

#: Hooks that the rules ask only of abilities, and only of ploys.
OF_ABILITIES, OF_PLOYS = {"when_down"}, {"at_once", "applies"}

_DAMAGE = re.compile(r"(\d{1,3})\s*/\s*(\d{1,3})")


def parse_team(text: str, source: str) -> Team:
    """Read a team from the text of its file; ``source`` is what complaints call the file."""
    top = read_toml(text, source)
    team_id, name, summary = tables.heading(top, RULESET)
    operatives, abilities, ploys = top.tables("operative", ()), top.tables("ability", ()), top.tables("ploy", ())
    top.done()
    known = tables.abilities(abilities, _ability_effect)
    seen: tables.Seen = {}
    cards = tables.line_up(top, operatives, [_operative(entry, seen, known) for entry in operatives], 1, MOST_OPERATIVES)
    tables.refuse_unused(abilities, "ability", known.values(), (card.abilities for card in cards))
    taken = (COMMAND_REROLL, *(ploy.id for ploy in generic_ploys()))  # PLOY-04, MIS-49
    return Team(id=team_id, name=name, summary=summary, operatives=cards, ploys=_ploys(ploys, taken))


# --- operatives and weapons


def _operative(entry: Entry, seen: tables.Seen, abilities: dict[str, Ability]) -> tuple[Card, int]:
    """One card, and how many operatives have it. (STAT-01 to STAT-04, INT-01)"""
    card = Card(
        id=checks.fresh_id(entry, "operative", seen),
        name=entry.text("name"),
        move=checks.number(entry, "move", 0.1, 20),
        apl=checks.whole(entry, "apl", 1, 6),
        save=checks.stat(entry, "save"),  # INT-38
        wounds=checks.whole(entry, "wounds", 1, 99),
        base=tables.base(entry, DEFAULT_BASE),
        height=tables.height(entry, DEFAULT_HEIGHT),
        keywords=checks.texts(entry, "keywords"),
        weapons=tables.weapons(entry, _weapon),
        abilities=tables.named(entry, "abilities", "ability", abilities),
    )
    count = checks.whole(entry, "count", 1, MOST_OPERATIVES, 1)
    entry.done()
    return card, count


def _weapon(entry: Entry, name: str, kind: Literal["ranged", "melee"]) -> Weapon:
    """One weapon. (STAT-05 to STAT-09)"""
    attacks, hit = checks.whole(entry, "attacks", 1, 12), checks.stat(entry, "hit")
    normal, critical = _damage(entry)
    text = tables.weapon_rules(entry)
    rules = _rules(entry, text, "rules")
    return Weapon(name=name, kind=kind, attacks=attacks, hit=hit, normal=normal, critical=critical, text=text, rules=rules)


def _damage(entry: Entry) -> tuple[int, int]:
    text = entry.text("damage")
    match = _DAMAGE.fullmatch(text.strip())
    if match is None:
        raise entry.error(f"'damage' must be written normal/critical, such as \"3/4\", not '{text}'", "damage")
    normal, critical = int(match.group(1)), int(match.group(2))
    if max(normal, critical) > MOST_VALUE:
        raise entry.error(f"'damage' must be from 0 to {MOST_VALUE} each, not {text}", "damage")
    return normal, critical


def _rules(entry: Entry, texts: Sequence[str], key: str) -> Rules:
    for text in texts:
        if "," in text:
            raise entry.error(f"'{key}' holds '{text}': each rule must be a text of its own", key)
    try:
        return parse_rules(texts)
    except BadRule as error:
        raise entry.error(str(error), key) from None
    except ValueError:
        raise entry.error(f"'{key}' holds a number that is too large", key) from None


# --- abilities and ploys


def _ability_effect(entry: Entry) -> tuple[str, dict[str, Any]]:
    effect, values = _effect(entry)
    if not EFFECTS[effect].hooks - OF_PLOYS:
        raise entry.error(f"effect '{effect}' works in ploys only", "effect")
    return effect, values


def _ploys(entries: list[Entry], taken: Sequence[str]) -> tuple[Ploy, ...]:
    """Ploys whose ids are none of those taken already."""
    seen: tables.Seen = {}
    ploys = [_ploy(entry, seen) for entry in entries]
    for entry, ploy in zip(entries, ploys, strict=True):
        if ploy.id in taken:
            raise entry.error("every team has a ploy of this id already", "id")
    return tuple(ploys)


def _ploy(entry: Entry, seen: tables.Seen) -> Ploy:
    """One ploy. (MIS-44)"""
    own, name, text = checks.fresh_id(entry, "ploy", seen), entry.text("name"), entry.text("text")
    kind = cast(Literal["strategy", "firefight", "gambit"], entry.choice("kind", ("strategy", "firefight", "gambit")))
    effect, values = _effect(entry)
    moment = entry.choice("moment", MOMENTS) if kind == "firefight" else entry.text("moment", "")
    until = _until(entry, kind, effect)
    cost = checks.whole(entry, "cost", 0, MOST_VALUE, 0) if kind == "gambit" else 0  # CP-04, INT-33
    entry.done()
    if kind != "firefight" and moment:
        raise entry.error("'moment' is for firefight ploys; strategy ploys are used in the Strategy phase", "moment")
    if not EFFECTS[effect].hooks - OF_ABILITIES - {"applies"}:
        raise entry.error(f"effect '{effect}' works in abilities only", "effect")
    return Ploy(id=own, name=name, text=text, kind=kind, effect=effect, values=values, moment=moment, until=until, cost=cost)


def _until(entry: Entry, kind: str, effect: str) -> Literal["turn", "activation", "now"]:
    """How long a ploy lasts."""
    at_once = "at_once" in EFFECTS[effect].hooks
    usual = "now" if at_once else "activation" if kind == "firefight" else "turn"
    until = entry.choice("until", ("turn", "activation", "now"), usual)
    if until == "now" and not at_once:
        raise entry.error(f"'until' cannot be 'now': effect '{effect}' does nothing at once", "until")
    if until == "activation" and kind != "firefight":
        raise entry.error("'until' cannot be 'activation': a strategy ploy is used while nobody is activated", "until")
    return cast(Literal["turn", "activation", "now"], until)


# --- effects


def _effect(entry: Entry) -> tuple[str, dict[str, Any]]:
    """The effect of an ability or ploy and its values, tried out."""
    name = entry.choice("effect", EFFECTS)
    values = tables.effect_values(entry)
    key = "values" if values else "effect"
    kinds = get_type_hints(EFFECTS[name])
    for value in (*EFFECTS[name].needs, *EFFECTS[name].takes):
        if value in values:
            _check_value(entry, value, values[value], kinds[value])
    try:
        EFFECTS[name](values)
    except BadEffect as error:
        raise entry.error(f"effect '{name}': {error}", key) from None
    return name, values


def _check_value(entry: Entry, name: str, value: Any, kind: Any) -> None:
    wanted = checks.mismatch(value, kind)
    if wanted:
        raise entry.error(f"'values': '{name}' must be {wanted}", "values")
    if kind in (int, float) and not 0 <= value <= MOST_VALUE:
        raise entry.error(f"'values': '{name}' must be from 0 to {MOST_VALUE}", "values")
    if name == "rules":
        _check_granted(entry, _rules(entry, value, "values"))


def _check_granted(entry: Entry, rules: Rules) -> None:
    """An effect can give weapons only rules the game knows and looks up at every use."""
    if rules.unenforced:
        raise entry.error(f"'values': there is no weapon rule '{rules.unenforced[0]}'", "values")
    for name in ("heavy", "limited", "silent"):
        if getattr(rules, name):
            raise entry.error(f"'values': {name.title()} must stand on the weapon itself", "values")


def build_effects(teams: Sequence[Team], ploys_by_side: Sequence[Sequence[Ploy]]) -> dict[str, Effect]:
    """The effects of all abilities and ploys of a battle, under the keys the arena finds them by.

    >>> sorted(build_effects((), [generic_ploys()]))
    ['ploy/0/brace', 'ploy/0/focus', 'ploy/0/grit', 'ploy/0/surge']
    """
    effects: dict[str, Effect] = {}
    for side, team in enumerate(teams):
        for ability in {a.id: a for card in team.operatives for a in card.abilities}.values():
            effects[f"{side}/{ability.id}"] = _made(ability)
    for side, ploys in enumerate(ploys_by_side):
        for ploy in ploys:
            effects[f"ploy/{side}/{ploy.id}"] = _made(ploy)
    return effects


def _made(source: Ability | Ploy) -> Effect:
    if source.effect not in EFFECTS:  # a team need not have come from a file
        raise BadEffect(f"{source.name}: there is no effect {source.effect!r}{perhaps(source.effect, EFFECTS)}")
    return EFFECTS[source.effect](source.values)


@lru_cache(maxsize=1)
def generic_ploys() -> tuple[Ploy, ...]:
    """The ploys that both players have besides those of their teams. (MIS-45 to MIS-49)

    >>> [ploy.name for ploy in generic_ploys()]
    ['Brace', 'Focus', 'Grit', 'Surge']
    """
    source = "generic_ploys.toml"
    top = read_toml((files("counteract.rulesets.kt24") / source).read_text(encoding="utf-8"), source)
    ploys = _ploys(top.tables("ploy"), ())
    top.done()
    return ploys
