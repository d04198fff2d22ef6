"""What the team files of several editions have in common: damage, weapon rules, abilities and ploys with their effects."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, cast, get_type_hints

from counteract.attacks.weapon_rules import BadRule
from counteract.core.language import say
from counteract.files import checks
from counteract.files.reader import Entry
from counteract.mechanics import team_tables
from counteract.mechanics.cards import Ability
from counteract.mechanics.operatives.cards import Ploy
from counteract.mechanics.operatives.edition import Edition
from counteract.mechanics.operatives.effects import BadEffect

MOST_OPERATIVES = 20

#: The most that any number among the values of an effect can be.
MOST_VALUE = 20

#: Hooks that the rules ask only of abilities, and only of ploys.
OF_ABILITIES, OF_PLOYS = {"when_down"}, {"at_once", "applies"}

_DAMAGE = re.compile(r"(\d{1,3})\s*/\s*(\d{1,3})")


def moments(edition: Edition) -> tuple[str, ...]:
    """When a ploy that names its moment can be used."""
    return ("activated", *edition.moves)


# --- operatives and weapons


def card(
    entry: Entry, seen: team_tables.Seen, abilities: Mapping[str, Ability], weapon: Callable[[Entry, str, Literal["ranged", "melee"]], Any]
) -> dict[str, Any]:
    """What is on every card, by field; ``weapon`` reads one weapon."""
    return {
        "id": checks.fresh_id(entry, "operative", seen),
        "name": entry.text("name"),
        "apl": checks.whole(entry, "apl", 1, 6),
        "save": checks.stat(entry, "save"),
        "wounds": checks.whole(entry, "wounds", 1, 99),
        "keywords": checks.texts(entry, "keywords"),
        "weapons": team_tables.weapons(entry, weapon),
        "abilities": team_tables.named(entry, "abilities", "ability", abilities),
    }


def count(entry: Entry) -> int:
    """How many operatives have a card, which is the last thing to be read of it."""
    many = checks.whole(entry, "count", 1, MOST_OPERATIVES, 1)
    entry.done()
    return many


def damage(entry: Entry) -> tuple[int, int]:
    """Normal and critical damage."""
    text = entry.text("damage")
    match = _DAMAGE.fullmatch(text.strip())
    if match is None:
        raise entry.error(say("'damage' must be written normal/critical, such as \"3/4\", not '{text}'", text=text), "damage")
    normal, critical = int(match.group(1)), int(match.group(2))
    if max(normal, critical) > MOST_VALUE:
        raise entry.error(say("'damage' must be from 0 to {most} each, not {text}", most=MOST_VALUE, text=text), "damage")
    return normal, critical


def weapon_rules(entry: Entry, edition: Edition, texts: Sequence[str], key: str = "rules") -> Any:
    """The rules of a weapon as its card writes them."""
    for text in texts:
        if "," in text:
            raise entry.error(say("'{key}' holds '{text}': each rule must be a text of its own", key=key, text=text), key)
    try:
        return edition.parse(texts)
    except BadRule as error:
        raise entry.error(str(error), key) from None
    except ValueError:
        raise entry.error(say("'{key}' holds a number that is too large", key=key), key) from None


# --- abilities and ploys


def ability_effect(edition: Edition) -> team_tables.EffectReader:
    """Reads the effect of an ability."""

    def read(entry: Entry) -> tuple[str, dict[str, Any]]:
        name, values = effect(entry, edition)
        if not edition.effects[name].hooks - OF_PLOYS:
            raise entry.error(say("effect '{name}' works in ploys only", name=name), "effect")
        return name, values

    return read


def ploys(entries: list[Entry], edition: Edition, taken: Sequence[str], priced: tuple[str, ...], usual: int) -> tuple[Ploy, ...]:
    """Ploys whose ids are none of those taken already.

    Ploys of the kinds that are ``priced`` may say what they cost, which is the ``usual`` price if they do not; all others cost 1.
    """
    seen: team_tables.Seen = {}
    found = [_ploy(entry, edition, seen, priced, usual) for entry in entries]
    for entry, ploy in zip(entries, found, strict=True):
        if ploy.id in taken:
            raise entry.error(say("every team has a ploy of this id already"), "id")
    return tuple(found)


def _ploy(entry: Entry, edition: Edition, seen: team_tables.Seen, priced: tuple[str, ...], usual: int) -> Ploy:
    in_a_step, at_a_moment = edition.ploys[True], edition.ploys[False]
    own, name, text = checks.fresh_id(entry, "ploy", seen), entry.text("name"), entry.text("text")
    kind = entry.choice("kind", (*in_a_step, *at_a_moment))
    carried_out_by, values = effect(entry, edition)
    momentary = kind in at_a_moment
    moment = entry.choice("moment", moments(edition)) if momentary else entry.text("moment", "")
    until = _until(entry, momentary, in_a_step[0], "at_once" in edition.effects[carried_out_by].hooks)
    cost = checks.whole(entry, "cost", 0, MOST_VALUE, usual) if kind in priced else 1
    entry.done()
    if not momentary and moment:
        kinds = {"late": at_a_moment[0], "early": in_a_step[0]}
        raise entry.error(say("'moment' is for {late} ploys; {early} ploys are used in the Strategy phase", **kinds), "moment")
    if not edition.effects[carried_out_by].hooks - OF_ABILITIES - {"applies"}:
        raise entry.error(say("effect '{name}' works in abilities only", name=carried_out_by), "effect")
    return Ploy(id=own, name=name, text=text, kind=kind, effect=carried_out_by, values=values, moment=moment, until=until, cost=cost)


def _until(entry: Entry, momentary: bool, early: str, at_once: bool) -> Literal["turn", "activation", "now"]:
    """How long a ploy lasts."""
    usual = "now" if at_once else "activation" if momentary else "turn"
    until = entry.choice("until", ("turn", "activation", "now"), usual)
    if until == "now" and not at_once:
        raise entry.error(say("'until' cannot be 'now': effect '{effect}' does nothing at once", effect=entry.text("effect")), "until")
    if until == "activation" and not momentary:
        raise entry.error(say("'until' cannot be 'activation': a {early} ploy is used while nobody is activated", early=early), "until")
    return cast(Literal["turn", "activation", "now"], until)


# --- effects


def effect(entry: Entry, edition: Edition) -> tuple[str, dict[str, Any]]:
    """The effect of an ability or ploy and its values, tried out."""
    name = entry.choice("effect", edition.effects)
    values = team_tables.effect_values(entry)
    kind = edition.effects[name]
    hints = get_type_hints(kind)
    for value in (*kind.needs, *kind.takes):
        if value in values:
            _check_value(entry, edition, value, values[value], hints[value])
    try:
        kind(values, edition)
    except BadEffect as error:
        raise entry.error(say("effect '{name}': {error}", name=name, error=error), "values" if values else "effect") from None
    return name, values


def _check_value(entry: Entry, edition: Edition, name: str, value: Any, kind: Any) -> None:
    wanted = checks.mismatch(value, kind)
    if wanted:
        raise entry.error(say("'values': '{name}' must be {wanted}", name=name, wanted=wanted), "values")
    if kind in (int, float) and not 0 <= value <= MOST_VALUE:
        raise entry.error(say("'values': '{name}' must be from 0 to {most}", name=name, most=MOST_VALUE), "values")
    if name == "rules":
        _check_granted(entry, edition, weapon_rules(entry, edition, value, "values"))


def _check_granted(entry: Entry, edition: Edition, rules: Any) -> None:
    """An effect can give weapons only rules the game knows and looks up at every use."""
    if rules.unenforced:
        raise entry.error(say("'values': there is no weapon rule '{rule}'", rule=rules.unenforced[0]), "values")
    for name in edition.fixed:
        if getattr(rules, name):
            raise entry.error(say("'values': {rule} must stand on the weapon itself", rule=name.title()), "values")
