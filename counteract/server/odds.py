"""The odds as the page reads them: worked out in a process of its own, in the language of who asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import msgspec

from counteract.core.language import measured, say, speaking
from counteract.server.jobs import Failed
from counteract.server.lobby import known_name
from counteract.server.rooms import Denied


def odds(kind: str, asked: dict[str, Any], lang: str) -> bytes:
    """The odds of shooting, of a fight, or of everything against everything."""
    with speaking(lang):
        if any(sign in text for text in _texts(asked) for sign in (".toml", "\\")):  # files of the server's own are nobody's business
            raise Failed(say("Teams go by their names here."))
        try:
            return msgspec.json.encode({"shoot": _shoot, "fight": _fight, "table": _table}[kind](asked))
        except Denied as denied:
            raise Failed(denied.sentence, _where(kind, asked, denied)) from None
        except (ValueError, LookupError, TypeError) as error:
            raise Failed(_sentence(str(error)), _where(kind, asked, error)) from None


def _texts(value: Any) -> list[str]:
    """Every text in some plain data."""
    if isinstance(value, dict):
        value = list(value.values())
    return [text for one in value for text in _texts(one)] if isinstance(value, list) else [value] if isinstance(value, str) else []


def _sentence(text: str) -> str:
    """A complaint, on one line, with a capital and a full stop."""
    words = " ".join(text.split()).rstrip(".")
    return say("{problem}.", problem=words[:1].upper() + words[1:])


# --- questions


def _shoot(asked: dict[str, Any]) -> dict[str, Any]:
    from counteract import odds as exact
    from counteract.odds.showing import Shot, details

    found = exact.shoot(**asked)
    targets = asked["target"] if isinstance(asked["target"], list) else [asked["target"]]
    told = [*details(found.details), *(row for one in found.targets for row in details(one.details))]
    marks = [{"from": value, "text": say(words)} for value, words in sorted(Shot(found.ruleset, asked["weapon"], tuple(targets)).marks.items())]
    return {**found.as_dict(), "not_computed": _left_out(found.not_computed), "marks": marks, "told": told}


def _fight(asked: dict[str, Any]) -> dict[str, Any]:
    from counteract import odds as exact
    from counteract.odds.showing import details

    found = exact.fight(**asked)
    return {**found.as_dict(), "not_computed": _left_out(found.not_computed), "told": list(details(found.details))}


def _table(asked: dict[str, Any]) -> dict[str, Any]:
    from counteract import odds as exact
    from counteract.files.teams import load_team
    from counteract.odds import asking, matchups

    if not ({"team", "against"} <= asked.keys() or {"weapons", "targets"} <= asked.keys()):
        raise ValueError(say("a table is of a team against a team, or of weapons against targets"))
    if "team" not in asked:
        found = exact.table(**asked)
        return {"ranged": {**found.as_dict(), "not_computed": _left_out(found.not_computed)}, "melee": None}
    terms = {name: value for name, value in asked.items() if name not in ("team", "against", "ruleset")}
    mine = load_team(known_name(asked["team"]), asked.get("ruleset"))
    asking.known("ruleset", mine.ruleset, asking.RULESETS)
    theirs = load_team(known_name(asked["against"]), mine.ruleset)
    tables = {"ranged": matchups.ranged(mine, theirs, **terms), "melee": matchups.melee(mine, theirs, **matchups.in_melee(terms))}
    targets = [f"{theirs.id}/{card.id}" for card in matchups.distinct(theirs)]
    return {
        kind: {
            **table.as_dict(),
            "not_computed": _left_out(table.not_computed),
            "weapon_ids": matchups.ids(mine, kind),
            "target_ids": targets,
        }
        if table
        else None
        for kind, table in tables.items()
    }


def _left_out(names: Any) -> list[str]:
    """What is not computed, each once, in the language spoken."""
    return [say(measured(name)) for name in dict.fromkeys(names)]


# --- what is wrong


def _where(kind: str, asked: dict[str, Any], error: Exception) -> str:
    """Which part of a question is wrong: one of its cards, a term that the complaint names, or nothing in particular."""
    from counteract.odds.asking import BadTerm

    if isinstance(error, BadTerm):
        return error.name
    for name, read in _cards(kind, asked):
        try:
            read()
        except (ValueError, LookupError, TypeError, Denied):
            return name
    return ""


def _cards(kind: str, asked: dict[str, Any]) -> Iterator[tuple[str, Callable[[], object]]]:
    """The cards of a question and how they are read."""
    from counteract.odds.asking import wounds_of

    ruleset = asked.get("ruleset", "kt24")
    if kind == "shoot":
        yield "weapon", partial(_weapon, ruleset, asked["weapon"])
        targets = asked["target"] if isinstance(asked["target"], list) else [asked["target"]]
        yield from ((f"target.{at}" if at else "target", partial(_target, ruleset, target)) for at, target in enumerate(targets))
        yield "shooter_wounds", partial(wounds_of, asked.get("shooter_wounds"))
    elif kind == "fight":
        for side in ("attacker", "defender"):
            yield side, partial(_fighter, ruleset, asked.get(side))
            yield f"{side}_wounds", partial(wounds_of, asked.get(f"{side}_wounds"))
    else:
        yield from ((side, partial(_team, ruleset, asked.get(side, ""))) for side in ("team", "against"))


def _weapon(ruleset: str, card: str) -> object:
    from counteract.odds import reading
    from counteract.odds.asking import POOLS

    return reading.weapon_of(ruleset, card, "ranged") if ruleset in POOLS else _chain_cards(ruleset).weapon_of(card)


def _target(ruleset: str, card: str) -> object:
    from counteract.odds.asking import POOLS, aimed
    from counteract.odds.terms import Terms

    return aimed(ruleset, card, Terms()) if ruleset in POOLS else _chain_cards(ruleset).target_of(card)


def _fighter(ruleset: str, card: str | None) -> object:
    from counteract.odds import reading
    from counteract.odds.asking import POOLS

    if card is None:
        return None
    return reading.weapon_of(ruleset, card, "melee") if ruleset in POOLS else _chain_cards(ruleset).fighter_of(card)


def _team(ruleset: str, name: str) -> object:
    from counteract.files.teams import load_team

    return load_team(known_name(name), ruleset)


def _chain_cards(ruleset: str) -> Any:
    """How an edition of single dice reads its cards."""
    return import_module(f"counteract.odds.{ruleset}_cards")
