"""The odds as the page reads them: worked out in a process of its own, in the language of who asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
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
    from counteract.odds.captions import ShotCaption, describe

    found = exact.shoot(**asked)
    targets = asked["target"] if isinstance(asked["target"], list) else [asked["target"]]
    told = [*describe(found.ruleset, found.details), *(row for one in found.targets for row in describe(found.ruleset, one.details))]
    marked = ShotCaption(found.ruleset, asked["weapon"], tuple(targets)).marks
    marks = [{"from": value, "text": say(words)} for value, words in sorted(marked.items())]
    return {**found.as_dict(), "not_computed": _left_out(found.not_computed), "marks": marks, "told": told}


def _fight(asked: dict[str, Any]) -> dict[str, Any]:
    from counteract import odds as exact
    from counteract.odds.captions import describe

    found = exact.fight(**asked)
    return {**found.as_dict(), "not_computed": _left_out(found.not_computed), "told": list(describe(found.ruleset, found.details))}


def _table(asked: dict[str, Any]) -> dict[str, Any]:
    from counteract import odds as exact
    from counteract.files.teams import load_team
    from counteract.odds import edition, matchups

    if not ({"team", "against"} <= asked.keys() or {"weapons", "targets"} <= asked.keys()):
        raise ValueError(say("a table is of a team against a team, or of weapons against targets"))
    if "team" not in asked:
        found = exact.table(**asked)
        return {"ranged": {**found.as_dict(), "not_computed": _left_out(found.not_computed)}, "melee": None}
    terms = {name: value for name, value in asked.items() if name not in ("team", "against", "ruleset")}
    mine = load_team(known_name(asked["team"]), asked.get("ruleset"))
    edition.check_ruleset(mine.ruleset)
    theirs = load_team(known_name(asked["against"]), mine.ruleset)
    tables = {"ranged": matchups.ranged(mine, theirs, **terms), "melee": matchups.melee(mine, theirs, **matchups.in_melee(mine.ruleset, terms))}
    targets = matchups.target_ids(theirs)
    return {
        kind: {
            **table.as_dict(),
            "not_computed": _left_out(table.not_computed),
            "weapon_ids": matchups.ids(mine, kind),
            "target_ids": targets,
            **({"answer_ids": table.answers} if isinstance(table, matchups.FightTable) else {}),
        }
        if table
        else None
        for kind, table in tables.items()
    }


def _left_out(names: Any) -> list[str]:
    """Return what is not computed, each once, in the current language."""
    return [say(measured(name)) for name in dict.fromkeys(names)]


# --- what is wrong


def _where(kind: str, asked: dict[str, Any], error: Exception) -> str:
    """Return the part of a question that is wrong: one of its cards, a term that the complaint names, or nothing in particular."""
    from counteract.odds.edition import rulesets
    from counteract.odds.terms import BadTerm

    if isinstance(error, BadTerm):
        return error.name
    if asked.get("ruleset", rulesets()[0]) not in rulesets():
        return "ruleset"
    for name, read in _cards(kind, asked):
        try:
            read()
        except (ValueError, LookupError, TypeError, Denied):
            return name
    return ""


def _cards(kind: str, asked: dict[str, Any]) -> Iterator[tuple[str, Callable[[], object]]]:
    """The cards of a question and how they are read."""
    from counteract.odds.edition import find, rulesets
    from counteract.odds.terms import read_wounds

    edition = find(asked.get("ruleset", rulesets()[0]))
    if kind == "shoot":
        yield "weapon", partial(edition.check_card, "weapon", asked["weapon"])
        targets = asked["target"] if isinstance(asked["target"], list) else [asked["target"]]
        yield from ((f"target.{at}" if at else "target", partial(edition.check_card, "target", target)) for at, target in enumerate(targets))
        yield "shooter_wounds", partial(read_wounds, asked.get("shooter_wounds"))
    elif kind == "fight":
        for side in ("attacker", "defender"):
            if asked.get(side) is not None:
                yield side, partial(edition.check_card, "fighter", asked[side])
            yield f"{side}_wounds", partial(read_wounds, asked.get(f"{side}_wounds"))
    else:
        yield from ((side, partial(_team, edition.ruleset, asked.get(side, ""))) for side in ("team", "against"))


def _team(ruleset: str, name: str) -> object:
    from counteract.files.teams import load_team

    return load_team(known_name(name), ruleset)
