"""What everybody asks the odds with: checked, and turned into terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import Any, Literal, NamedTuple

from counteract.core.language import Phrase, say
from counteract.odds import reading
from counteract.odds.terms import Target, Terms

RULESETS = ("kt24", "kt21", "kt18", "kt40")
POOLS = ("kt24", "kt21")  # attack dice against defence dice; the others are chains of single dice
OBJECTIVES = ("damage", "incapacitate", "capped")

CoverSave = Literal["best", "always"]
WHOLE = Phrase("{what} must be a whole number from {least} to {most}, not {value!r}")
MOST_REROLLS = 6
MOST_SHOTS = 10


class BadTerm(ValueError):
    """A term that cannot be, with its name."""

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence)
        self.name = name


def chain(ruleset: str) -> ModuleType:
    """The module of an edition of single dice."""
    known("ruleset", ruleset, RULESETS)
    return import_module(f"counteract.odds.{ruleset}")


def terms_of(*given: Any) -> Terms:
    """The terms from what was given, in the order of `_terms`; checked."""
    try:
        return _terms(*given)
    except TypeError:  # a list, say, cannot be looked up; the check tells what is wrong with it
        return _terms.__wrapped__(*given)


@lru_cache(maxsize=4096, typed=True)
def _terms(
    ruleset: str, cover: bool, obscured: bool, injured: bool, rerolls: int, defender_rerolls: int, reroll: str, cover_save: str,
    printing: str | None, limits: str | None, roof: bool, vantage: bool = False,
) -> Terms:  # fmt: skip
    for what, value in (("cover", cover), ("obscured", obscured), ("injured", injured), ("roof", roof), ("vantage", vantage)):
        flag(what, value)
    known("reroll", reroll, ("best", "fails"))
    known("cover_save", cover_save, ("best", "always"))
    if printing is not None:
        if ruleset != "kt24":
            raise BadTerm("printing", say("{ruleset} has one printing only; leave printing out", ruleset=ruleset))
        known("printing", printing, ("2024", "2025"))
    if limits is not None:
        if ruleset != "kt24":
            raise meaningless("limits", ruleset)
        known("limits", limits, ("sheet", "book"))
    found = Terms(
        cover, obscured, injured, number("rerolls", rerolls, 0, MOST_REROLLS),
        number("defender_rerolls", defender_rerolls, 0, MOST_REROLLS), reroll, cover_save, printing or "2025",  # type: ignore[arg-type]
        limits=limits or "sheet", roof=roof, boon=vantage,
    )  # fmt: skip
    return _possible(ruleset, found)


def _possible(ruleset: str, terms: Terms) -> Terms:
    """Terms that there can be in an edition."""
    if terms.obscured and ruleset == "kt21":
        raise BadTerm("obscured", say("in kt21 an obscured operative is no target (KT21-OBSCURE-01)"))
    if terms.boon and ruleset != "kt24":
        raise BadTerm("vantage", say("{ruleset} has no cover saves against vantage points; leave vantage out", ruleset=ruleset))
    if terms.roof and ruleset != "kt21":
        raise BadTerm("roof", say("{ruleset} does not ask for a roof; leave it out", ruleset=ruleset))
    return terms


def known(what: str, value: object, known: Sequence[str]) -> None:
    if value not in known:
        raise BadTerm(what, say("{what} must be {known}, not {value!r}", what=what, known=say(" or ").join(known), value=value))


def meaningless(name: str, ruleset: str) -> BadTerm:
    """Why a term of another edition is refused."""
    return BadTerm(name, say("{name!r} means nothing in {ruleset}", name=name, ruleset=ruleset))


def refuse(ruleset: str, **given: object) -> None:
    """Say which of these means nothing in an edition, if it was given."""
    for name, value in given.items():
        if value:
            raise meaningless(name, ruleset)


def flag(what: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadTerm(what, say("{what} must be true or false, not {value!r}", what=what, value=value))
    return value


def number(what: str, value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadTerm(what, say(WHOLE, what=what, least=least, most=most, value=value))
    return value


def wounds_of(given: int | str | None) -> tuple[int, int] | None:
    """Wounds left and at the start: "5 of 12", or a number for both."""
    if given is None:
        return None
    left, _, full = str(given).partition(" of ")
    wounds = reading.number(left, Phrase("wounds"), 1, reading.MOST_WOUNDS)
    if full and reading.number(full, Phrase("wounds"), 1, reading.MOST_WOUNDS) < wounds:
        raise ValueError(say("{left} wounds of {full} are too many", left=left.strip(), full=full.strip()))
    return wounds, int(full) if full else wounds


def hashable(target: Any) -> Any:
    return reading.placed(target) if isinstance(target, Mapping) else target


class Targeted(NamedTuple):
    """A target and the terms on which it is attacked."""

    target: Target
    terms: Terms
    not_computed: tuple[str, ...]


def aimed(ruleset: str, target: Any, terms: Terms) -> Targeted:
    """A target from whatever was given; what is said with it about how it stands becomes part of the terms."""
    plain, shelter = reading.placed(target)
    if any(shelter):
        cover, obscured, vantage, roof = shelter
        if vantage and not (cover or terms.cover):
            raise BadTerm("vantage", say("whoever is seen from above has more cover saves, so say too that it is in cover"))
        terms = terms._replace(cover=terms.cover or cover, obscured=terms.obscured or obscured, boon=terms.boon or vantage, roof=terms.roof or roof)
        terms = _possible(ruleset, terms)
    at = _aimed(ruleset, plain, terms.cover)
    if at.target.invulnerable and ruleset == "kt24":
        raise ValueError(say("kt24 has no invulnerable saves; leave it out"))
    return Targeted(at.target, terms, at.not_computed)


def _aimed(ruleset: str, target: Any, cover: bool) -> reading.Aimed:
    if isinstance(target, str):
        return reading.named_target(ruleset, target, cover)
    if hasattr(target, "abilities"):
        return reading.target_card(target, cover=cover)
    return reading.target_of(target)
