"""Weapons and targets as people give them: objects, names in a team, card text, mappings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from counteract.attacks.weapon_rules import BadRule
from counteract.core.language import Phrase, phrases, say
from counteract.odds.named_cards import WRONG_KIND, card_named, is_name, weapon_named
from counteract.odds.pools.terms import TARGET_FORM, WEAPON_FORM, Target
from counteract.odds.terms import MOST_WOUNDS, read_number

if TYPE_CHECKING:
    from counteract.odds.pools.edition import PoolOdds

MOST_DICE = 20
MOST_DAMAGE = 30

_WEAPON = re.compile(r"\s*(?P<attacks>\S+)\s+(?P<hit>\S+)\s+(?P<damage>[^\s;]+)\s*(?:;(?P<rules>.*))?", re.DOTALL)


class ReadWeapon(NamedTuple):
    """A weapon, and what the odds leave out of account about it."""

    weapon: Any
    not_computed: tuple[str, ...] = ()


class ReadTarget(NamedTuple):
    """A target, and what the odds leave out of account about it."""

    target: Target
    not_computed: tuple[str, ...] = ()


class Shelter(NamedTuple):
    """The shelter of a target from the shooter: cover, obscuring, vantage, roof."""

    cover: bool = False
    obscured: bool = False
    vantage: bool = False
    roof: bool = False


#: How that is said of a target.
SHELTERS = {
    "in cover": "cover", "cover": "cover", "obscured": "obscured", "seen from above": "vantage", "vantage": "vantage", "below terrain": "roof",
    "roof": "roof",
}  # fmt: skip


def needed(text: str, what: str) -> int:
    """Return what a die must show, such as 3+."""
    match = re.fullmatch(r"([2-6])\+?", text.strip())
    if match is None:
        raise ValueError(say("{text!r} is no {what}: a die needs 2+ to 6+", text=text.strip(), what=what))
    return int(match.group(1))


# --- weapons


def weapon_of(edition: PoolOdds, given: Any, kind: str) -> ReadWeapon:
    """Return a weapon from whatever was given; a pair is an operative's card and the weapon in its hands."""
    if isinstance(given, str):
        return _written(edition, given, kind)
    if isinstance(given, Mapping):
        return _written(edition, _as_text(given), kind)
    known = edition.rules.weapon
    if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], known):
        return armed(edition, *given, kind)
    if not isinstance(given, known):
        raise ValueError(say("{text!r} is no weapon; {form}", text=given, form=WEAPON_FORM))
    return ReadWeapon(checked(edition, given), given.rules.unenforced)


def checked(edition: PoolOdds, weapon: Any) -> Any:
    """Return a weapon whose numbers the odds can take."""
    for what, value, least, most in (
        (Phrase("attack dice"), weapon.attacks, 1, MOST_DICE),
        (Phrase("damage"), weapon.normal, 0, MOST_DAMAGE),
        (Phrase("damage"), weapon.critical, 0, MOST_DAMAGE),
    ):
        read_number(str(value), what, least, most)
    needed(str(weapon.hit), Phrase("Hit"))
    for damage in edition.rules.direct_damage(weapon.rules):
        read_number(str(damage), Phrase("damage"), 0, MOST_DAMAGE)
    return weapon


def _as_text(given: Mapping[str, Any]) -> str:
    wanted = ("attacks", "hit", "normal", "critical")
    missing = [name for name in wanted if name not in given]
    unknown = sorted(set(given) - {*wanted, "rules", "name"})
    if missing or unknown:
        names = ", ".join(missing or unknown)
        if missing:
            raise ValueError(say("a weapon has attacks, hit, normal, critical and rules; {names} is missing", names=names))
        raise ValueError(say("a weapon has attacks, hit, normal, critical and rules; {names} is not known", names=names))
    rules = given.get("rules", ())
    if not isinstance(rules, str) and not (isinstance(rules, (list, tuple)) and all(isinstance(rule, str) for rule in rules)):
        raise ValueError(say("the rules of a weapon are a text or a list of texts, not {rules!r}", rules=rules))
    text = rules if isinstance(rules, str) else ", ".join(rules)
    return f"{given['attacks']} {str(given['hit']).rstrip('+')}+ {given['normal']}/{given['critical']}; {text}"


@lru_cache(maxsize=4096)
def _written(edition: PoolOdds, text: str, kind: str) -> ReadWeapon:
    if is_name(text):
        return _named_weapon(edition, text, kind)
    return ReadWeapon(weapon := checked(edition, parse_weapon(edition, text, kind)), weapon.rules.unenforced)


def weapon_fields(text: str) -> tuple[str, str, str, tuple[str, ...]]:
    """Return the attack dice, what they need, the damage and the rules in the text of a weapon.

    >>> weapon_fields("5 3+ 3/4; Piercing 1, Balanced")
    ('5', '3+', '3/4', ('Piercing 1', 'Balanced'))
    """
    match = _WEAPON.fullmatch(text)
    if match is None:
        raise ValueError(say("{text!r} is no weapon; {form}", text=text, form=WEAPON_FORM))
    if match["damage"].count("/") != 1:
        raise ValueError(say("{text!r} is no damage: write normal/critical, such as 3/4", text=match["damage"]))
    rules = tuple(rule.strip() for rule in (match["rules"] or "").split(",") if rule.strip() not in ("", "-"))
    return match["attacks"], match["hit"], match["damage"], rules


def parse_weapon(edition: PoolOdds, text: str, kind: str) -> Any:
    """Read a weapon from card text."""
    attacks, hit, pair, rules = weapon_fields(text)
    damage = pair.split("/")
    try:
        parsed = edition.rules.parse_rules(rules)
    except BadRule:
        raise
    except ValueError:
        raise ValueError(say("a number in {rules!r} is too large", rules=", ".join(rules))) from None
    return edition.rules.weapon(
        name=text.strip(), kind=kind, attacks=read_number(attacks, Phrase("attack dice"), 1, MOST_DICE), hit=needed(hit, Phrase("Hit")),
        normal=read_number(damage[0], Phrase("damage"), 0, MOST_DAMAGE), critical=read_number(damage[1], Phrase("damage"), 0, MOST_DAMAGE),
        text=rules, rules=parsed,
    )  # fmt: skip


# --- targets


class Placed(NamedTuple):
    """A target, and how it stands."""

    target: Any
    shelter: Shelter = Shelter()


def placed(given: Any) -> Placed:
    """Return a target apart from what is said about how it stands.

    >>> placed("save 3+, in cover, wounds 12")
    Placed(target='save 3+, wounds 12', shelter=Shelter(cover=True, obscured=False, vantage=False, roof=False))
    """
    if isinstance(given, Placed):
        return given
    if isinstance(given, str):
        return _placed(given)
    if not isinstance(given, Mapping):
        return Placed(given)
    said = {SHELTERS[str(name).lower()]: value for name, value in given.items() if str(name).lower() in SHELTERS}
    for name, value in said.items():
        if not isinstance(value, bool):
            raise ValueError(say("{name} of a target must be true or false, not {value!r}", name=name, value=value))
    return Placed(target_of({name: value for name, value in given.items() if str(name).lower() not in SHELTERS}).target, Shelter(**said))


@lru_cache(maxsize=4096)
def _placed(text: str) -> Placed:
    parts = [part.strip() for part in text.split(",")]
    said = [SHELTERS[part.lower()] for part in parts if part.lower() in SHELTERS]
    if len(set(said)) < len(said):
        raise ValueError(say("{what} stands twice in {text!r}", what=max(said, key=said.count), text=text))
    if not said:
        return Placed(text)
    return Placed(", ".join(part for part in parts if part.lower() not in SHELTERS), Shelter(**dict.fromkeys(said, True)))


def target_of(given: Any) -> ReadTarget:
    """Return a target from whatever was given; names and cards are for `named_target`."""
    if isinstance(given, Target):
        return ReadTarget(_checked_target(given))
    if isinstance(given, str):
        return ReadTarget(parse_target(given))
    if isinstance(given, Mapping):
        return ReadTarget(_mapped(tuple(_items(given))))
    raise ValueError(say("{text!r} is no target; {form}", text=given, form=TARGET_FORM))


def _items(given: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    """Yield a target by its keys; one with several values stands there several times."""
    for name, values in given.items():
        for value in values if isinstance(values, (list, tuple)) and _KEYS.get(str(name).lower()) == "rerolls" else (values,):
            yield str(name), None if value is None else str(value)


@lru_cache(maxsize=4096)
def parse_target(text: str) -> Target:
    """Return a target from text.

    >>> parse_target("save 3+, wounds 5 of 12")
    Target(save=3, wounds=5, starting=12, defence_dice=3, invulnerable=0, ignore=0, rerolls=(), soften=())
    >>> parse_target("save 3+, wounds 5, re-rolls 1, re-rolls 2").rerolls
    (1, 2)
    """
    found: list[tuple[str, str]] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*([a-zA-Z][a-zA-Z _-]*?)\s*:?\s*(-?\d+\+?)(?:\s+of\s+(\d+))?\s*", part)
        if match is None or (match[3] and not match[1].lower().startswith("w")):
            raise ValueError(say("{text!r} says nothing about a target; {form}", text=part.strip(), form=TARGET_FORM))
        name = match[1].lower()
        if any(name == other for other, _ in found) and _KEYS.get(name) != "rerolls":
            raise ValueError(say("{what} stands twice in {text!r}", what=match[1], text=text))
        found.append((name, match[2]))
        if match[3]:
            found.append(("starting", match[3]))
    return _mapped(tuple(found))


_KEYS = {
    "save": "save", "sv": "save", "wounds": "wounds", "w": "wounds", "starting": "starting", "defence": "defence_dice",
    "defence dice": "defence_dice", "defence_dice": "defence_dice", "df": "defence_dice", "invulnerable": "invulnerable", "inv": "invulnerable",
    "ignore": "ignore", "re-rolls": "rerolls", "rerolls": "rerolls",
}  # fmt: skip
_STATS = phrases({"save": "Save", "invulnerable": "invulnerable save", "ignore": "number to ignore wounds on"})
_NAMES = phrases({"wounds": "wounds", "starting": "wounds", "defence_dice": "defence dice", "rerolls": "re-rolls", "save": "save"})
_NUMBERS = {"wounds": (1, MOST_WOUNDS), "starting": (1, MOST_WOUNDS), "defence_dice": (0, 10), "rerolls": (0, 10)}


@lru_cache(maxsize=4096)
def _mapped(items: tuple[tuple[str, str | None], ...]) -> Target:
    found: dict[str, Any] = {}
    for name, value in items:
        key = _KEYS.get(name.lower())
        if key is None:
            raise ValueError(say("{name!r} is nothing that a target has; {form}", name=name, form=TARGET_FORM))
        if value is None or (key in _STATS and value == "0"):
            continue
        figure = needed(value, _STATS[key]) if key in _STATS else read_number(value, _NAMES[key], *_NUMBERS[key])
        found[key] = (*found.get(key, ()), figure) if key == "rerolls" else figure
    missing = [name for name in ("save", "wounds") if name not in found]
    if missing:
        raise ValueError(say("the {what} of the target is missing; {form}", what=_NAMES[missing[0]], form=TARGET_FORM))
    return _checked_target(msgspec.convert(found, Target))


def _checked_target(target: Target) -> Target:
    if target.starting and target.starting < target.wounds:
        raise ValueError(say("{left} wounds of {full} are too many", left=target.wounds, full=target.starting))
    again = target.rerolls if isinstance(target.rerolls, (list, tuple)) else (target.rerolls,)  # a number is as good as a list of one
    for key, (least, most) in _NUMBERS.items():
        for value in again if key == "rerolls" else () if key == "starting" else (getattr(target, key),):
            read_number(str(value), _NAMES[key], least, most)
    for key, what in _STATS.items():
        if key == "save" or getattr(target, key):
            needed(str(getattr(target, key)), what)
    for pair in target.soften:
        for what, value in zip((Phrase("damage taken off"), Phrase("damage")), pair, strict=True):
            read_number(str(value), what, 0, MOST_DAMAGE)
    return msgspec.structs.replace(target, rerolls=tuple(dice for dice in again if dice))


def _named_weapon(edition: PoolOdds, text: str, kind: str) -> ReadWeapon:
    parts = text.split("/")
    if len(parts) != 3:
        raise ValueError(say("{text!r} names no weapon: write team/operative/weapon", text=text))
    card = card_named(edition.ruleset, parts[0], parts[1])
    return armed(edition, card, weapon_named(card, parts[2]), kind)


def armed(edition: PoolOdds, card: Any, weapon: Any, kind: str) -> ReadWeapon:
    """Return a weapon in the hands of an operative, with what its abilities always give."""
    if weapon.kind != kind:
        raise ValueError(say(WRONG_KIND[kind], weapon=Phrase(weapon.name)))
    rules, left = weapon.rules, list(weapon.rules.unenforced)
    for ability in card.abilities:
        values = ability.values
        if not ability.effect.startswith("weapon-rule") or values.get("weapons", "any") not in ("any", weapon.kind):
            continue
        if ability.effect != "weapon-rule" or set(values) - {"rules", "weapons"}:
            left.append(ability.name)
        else:
            rules = edition.rules.join(rules, edition.rules.parse_rules(values["rules"]))
    return ReadWeapon(checked(edition, msgspec.structs.replace(weapon, rules=rules)), tuple(left))


def target_card(card: Any, wounds: int | None = None, *, cover: bool = False) -> ReadTarget:
    """Return an operative as a target, with what its abilities always do."""
    ignore = 0
    rerolls, soften = [], []
    for ability in card.abilities:
        if ability.effect == "ignore-wounds":
            ignore = ability.values["on"]
        elif ability.effect == "soften":
            soften.append((ability.values.get("by", 1), ability.values.get("least", 3)))
        elif ability.effect == "defence-reroll" and (cover or not ability.values.get("in_cover", False)):
            rerolls.append(ability.values.get("dice", 1))
    target = Target(
        save=card.save, wounds=card.wounds if wounds is None else wounds, starting=card.wounds, defence_dice=getattr(card, "defence", 3),
        invulnerable=getattr(card, "invulnerable", 0), ignore=ignore, rerolls=tuple(filter(None, rerolls)), soften=tuple(soften),
    )  # fmt: skip
    return ReadTarget(target)


@lru_cache(maxsize=1024)
def named_target(ruleset: str, text: str, cover: bool) -> ReadTarget:
    """Return a target by team and operative, or from text."""
    if is_name(text):
        parts = text.split("/")
        if len(parts) != 2:
            raise ValueError(say("{text!r} names no target: write team/operative", text=text))
        return target_card(card_named(ruleset, *parts), cover=cover)
    return ReadTarget(parse_target(text))


# --- text of cards


def weapon_text(card: Any, weapon: Any) -> str:
    """Return a weapon in the hands of an operative as text, with the rules that abilities always give it.

    >>> from counteract.files.teams import load_team
    >>> card = load_team("ashen-wardens").operatives[1]
    >>> weapon_text(card, card.weapons[0])
    '4 3+ 3/4'
    """
    plain = [a.values for a in card.abilities if a.effect == "weapon-rule" and not set(a.values) - {"rules", "weapons"}]
    given = [rule for values in plain if values.get("weapons", "any") in ("any", weapon.kind) for rule in values["rules"]]
    rules = ", ".join((*weapon.text, *given))
    return f"{weapon.attacks} {weapon.hit}+ {weapon.normal}/{weapon.critical}" + (f"; {rules}" if rules else "")


def target_text(card: Any) -> str:
    """Return an operative as a target in text; nothing if it has something that cannot be written.

    >>> from counteract.files.teams import load_team
    >>> target_text(load_team("ashen-wardens").operatives[1])
    'save 3+, wounds 10'
    """
    target = target_card(card).target
    if target.soften or any(ability.effect == "defence-reroll" and ability.values.get("in_cover") for ability in card.abilities):
        return ""
    figures = [f"save {target.save}+", f"wounds {target.wounds}"]
    if target.defence_dice != 3:
        figures.append(f"defence {target.defence_dice}")
    figures += [f"{name} {needed}+" for name, needed in (("invulnerable", target.invulnerable), ("ignore", target.ignore)) if needed]
    return ", ".join([*figures, *(f"re-rolls {dice}" for dice in target.rerolls)])
