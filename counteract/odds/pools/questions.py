"""Questions about dice pools: terms and targets from whatever was given, checked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from counteract.core.language import say
from counteract.odds.pools import cards
from counteract.odds.pools.terms import PoolTerms, Target
from counteract.odds.terms import MOST_REROLLS, BadTerm, check_choice, check_flag, check_number, meaningless

if TYPE_CHECKING:
    from counteract.odds.pools.edition import PoolOdds


def terms_of(*given: Any) -> PoolTerms:
    """Return the terms from what was given, in the order of `_terms`; checked."""
    try:
        return _terms(*given)
    except TypeError:  # a list, say, cannot be looked up; the check tells what is wrong with it
        return _terms.__wrapped__(*given)


@lru_cache(maxsize=4096, typed=True)
def _terms(
    edition: PoolOdds, cover: bool, obscured: bool, injured: bool, rerolls: int, defender_rerolls: int, reroll: str, cover_save: str,
    printing: str | None, limits: str | None, roof: bool, vantage: bool = False,
) -> PoolTerms:  # fmt: skip
    for what, value in (("cover", cover), ("obscured", obscured), ("injured", injured), ("roof", roof), ("vantage", vantage)):
        check_flag(what, value)
    check_choice("reroll", reroll, ("best", "fails"))
    check_choice("cover_save", cover_save, ("best", "always"))
    found = PoolTerms(
        cover, obscured, injured, check_number("rerolls", rerolls, 0, MOST_REROLLS),
        check_number("defender_rerolls", defender_rerolls, 0, MOST_REROLLS), reroll, cover_save, _setting(edition, "printing", printing, ""),  # type: ignore[arg-type]
        limits=_setting(edition, "limits", limits, "sheet"), roof=roof, vantage_cover=vantage,
    )  # fmt: skip
    return _possible(edition, found)


def _setting(edition: PoolOdds, name: str, value: str | None, usual: str) -> str:
    """Return a term that only some editions have, checked; the usual value if it was not given."""
    if value is None:
        return usual
    term = next((term for term in edition.form.shoot if term.name == name), None)
    if term is None:
        raise _refused(edition, name)
    check_choice(name, value, tuple(sorted(term.choices or ())) if name == "printing" else tuple(term.choices or ()))
    return value


def _refused(edition: PoolOdds, name: str) -> BadTerm:
    if name not in edition.rules.refusals:
        return meaningless(name, edition.ruleset)
    return BadTerm(name, say(edition.rules.refusals[name], ruleset=edition.ruleset))


def _possible(edition: PoolOdds, terms: PoolTerms) -> PoolTerms:
    """Return the terms if they can be in the edition; refuse them otherwise."""
    for name, said in (("obscured", terms.obscured), ("vantage", terms.vantage_cover), ("roof", terms.roof)):
        if said and name in edition.rules.refusals:
            raise _refused(edition, name)
    return terms


def hashable(target: Any) -> Any:
    """Return a target so that it can be looked up: a mapping is read."""
    return cards.placed(target) if isinstance(target, Mapping) else target


class Targeted(NamedTuple):
    """A target and the terms on which it is attacked."""

    target: Target
    terms: PoolTerms
    not_computed: tuple[str, ...]


def targeted(edition: PoolOdds, target: Any, terms: PoolTerms) -> Targeted:
    """Return a target from whatever was given; what is said with it about how it stands becomes part of the terms."""
    plain, shelter = cards.placed(target)
    if any(shelter):
        cover, obscured, vantage, roof = shelter
        if vantage and not (cover or terms.cover):
            raise BadTerm("vantage", say("whoever is seen from above has more cover saves, so say too that it is in cover"))
        terms = terms._replace(
            cover=terms.cover or cover, obscured=terms.obscured or obscured, vantage_cover=terms.vantage_cover or vantage, roof=terms.roof or roof
        )
        terms = _possible(edition, terms)
    at = _read(edition, plain, terms.cover)
    if at.target.invulnerable and "invulnerable" in edition.rules.refusals:
        raise ValueError(say(edition.rules.refusals["invulnerable"], ruleset=edition.ruleset))
    return Targeted(at.target, terms, at.not_computed)


def _read(edition: PoolOdds, target: Any, cover: bool) -> cards.ReadTarget:
    if isinstance(target, str):
        return cards.named_target(edition.ruleset, target, cover)
    if hasattr(target, "abilities"):
        return cards.target_card(target, cover=cover)
    return cards.target_of(target)
