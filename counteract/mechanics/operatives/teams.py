"""Team files of the editions with operatives: damage, weapon rules, abilities and ploys with their effects."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Literal, cast

import msgspec

from counteract.attacks.weapon_rules import BadRule, Grammar
from counteract.core.language import say
from counteract.files import checks
from counteract.files.fields import Choice, DieResult, Placeholder, Schema, TableField, TextLine, ValueKind, Whole, read_fields
from counteract.files.reader import Entry
from counteract.mechanics.cards import Ability, BadEffect, TeamHeading
from counteract.mechanics.operatives.cards import MOST_VALUE, OperativeCard, Ploy
from counteract.mechanics.operatives.edition import Edition
from counteract.mechanics.team_tables import AnyWeapon, Seen, TeamFile, WeaponRules, read_abilities, read_weapons, referenced, refuse_unused

MOST_OPERATIVES = 20

#: Hooks that the rules ask only of abilities, and only of ploys.
OF_ABILITIES, OF_PLOYS = {"when_down"}, {"at_once", "applies"}


class Damage(ValueKind, frozen=True):
    """Normal and critical damage: "3/4"."""

    def read(self, entry: Entry, key: str) -> tuple[int, int]:
        text = entry.text(key)
        match = re.fullmatch(DAMAGE, text.strip())
        if match is None:
            raise entry.error(say("'damage' must be written normal/critical, such as \"3/4\", not '{text}'", text=text), key)
        normal, critical = int(match.group(1)), int(match.group(2))
        if max(normal, critical) > MOST_VALUE:
            raise entry.error(say("'damage' must be from 0 to {most} each, not {text}", most=MOST_VALUE, text=text), key)
        return normal, critical

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^{DAMAGE}$", "examples": ["3/4"]}


DAMAGE = r"(\d{1,3})\s*/\s*(\d{1,3})"


class WeaponTable:
    """A weapon as team files write it."""

    name: Annotated[str, TextLine()]
    kind: Annotated[Literal["ranged", "melee"], Choice()]
    attacks: Annotated[int, Whole(1, 12), "number of attack dice"]
    hit: Annotated[int, DieResult(), 'the result that an attack die must show, for example "3+"']
    damage: Annotated[tuple[int, int], Damage(), "normal/critical damage"]
    rules: Annotated[list[str], Placeholder("weapon rules"), "rules as cards write them; names the game does not know are kept and not enforced"] = []


class OperativeTeamFile(TeamFile):
    """The team files of an edition with operatives.

    Ploys of the ``priced`` kinds may name a price; without one they cost the ``usual`` price. All others cost 1.
    A weapon rule that is ``repeatable`` may stand on a weapon twice.
    """

    def __init__(
        self, edition: Edition, title: str, team: type[TeamHeading], card: type[OperativeCard], grammar: Grammar[Any], *,
        priced: tuple[str, ...], usual: int, weapon: type[WeaponTable] = WeaponTable, repeatable: Callable[[str], bool] | None = None,
    ) -> None:  # fmt: skip
        self.edition = edition
        self.priced = priced
        ploys = (*edition.ploys[True], *edition.ploys[False])
        kinds: dict[str, ValueKind] = {
            "weapon rules": WeaponRules(examples=tuple(sorted(written_rules(grammar))), pattern="^[^,]+$", repeatable=repeatable),
            "move action": Choice(edition.moves),
            "moment": Choice(("activated", *edition.moves)),
            "ploy kind": Choice(ploys),
        }
        tables: dict[str, type] = {"operative": card, "weapon": weapon, "ability": Ability, "ploy": Ploy}
        super().__init__(edition.id, title, team, MOST_OPERATIVES, tables, edition.effects, kinds)
        told = "price in CP" if {*priced} == {*ploys} else f"price in CP of a {' or '.join(priced)}; all others cost 1CP"
        cost = msgspec.structs.replace(self.field("ploy", "cost"), default=usual, help=told)
        self.tables["ploy"] = tuple(cost if field.key == "cost" else field for field in self.tables["ploy"])

    def read(self, top: Entry, operative: Callable[[Entry, Seen, Mapping[str, Ability]], tuple[Any, int]], taken: Sequence[str]) -> dict[str, Any]:
        """Return the team of a file, by attribute; ``operative`` reads a card and its number, and no ploy may have an id that is ``taken``."""
        heading = self.read_heading(top)
        operatives, abilities, ploys = heading["operatives"], heading.pop("ability"), heading["ploys"]
        known = read_abilities(abilities, self._ability_effect)
        seen: Seen = {}
        cards = self.line_up(top, operatives, [operative(entry, seen, known) for entry in operatives])
        refuse_unused(abilities, "ability", known.values(), (card.abilities for card in cards))
        return {**heading, "operatives": cards, "ploys": self.read_ploys(ploys, taken)}

    def read_operative(self, entry: Entry, seen: Seen, abilities: Mapping[str, Ability], weapon: Callable[[Entry], AnyWeapon]) -> dict[str, Any]:
        """Return the fields of a card, by attribute, and how many operatives have it (``count``)."""
        return self.read_card(
            entry, seen, weapons=lambda: read_weapons(entry, weapon), abilities=lambda: referenced(entry, "abilities", "ability", abilities)
        )

    def read_weapon(self, entry: Entry, **readers: Callable[[], Any]) -> dict[str, Any]:
        """Return a weapon, by attribute."""
        weapon = read_fields(entry, self.tables["weapon"], **readers)
        normal, critical = weapon.pop("damage")
        text = tuple(weapon.pop("rules"))
        return {**weapon, "normal": normal, "critical": critical, "text": text, "rules": self._parse_rules(entry, text, "rules")}

    def _parse_rules(self, entry: Entry, texts: Sequence[str], key: str) -> Any:
        """Return the rules of a weapon as its card writes them."""
        for text in texts:
            if "," in text:
                raise entry.error(say("'{key}' holds '{text}': each rule must be a text of its own", key=key, text=text), key)
        try:
            return self.edition.parse(texts)
        except BadRule as error:
            raise entry.error(str(error), key) from None
        except ValueError:
            raise entry.error(say("'{key}' holds a number that is too large", key=key), key) from None

    # --- ploys

    def read_ploys(self, entries: Sequence[Entry], taken: Sequence[str]) -> tuple[Ploy, ...]:
        """Return the ploys of a file, whose ids are none of those taken already."""
        seen: Seen = {}
        found = [self._read_ploy(entry, seen) for entry in entries]
        for entry, ploy in zip(entries, found, strict=True):
            if ploy.id in taken:
                raise entry.error(say("every team has a ploy of this id already"), "id")
        return tuple(found)

    def _read_ploy(self, entry: Entry, seen: Seen) -> Ploy:
        in_a_step, at_a_moment = self.edition.ploys[True], self.edition.ploys[False]
        own, name, text = checks.fresh_id(entry, "ploy", seen), entry.text("name"), entry.text("text")
        kind = self.field("ploy", "kind").read(entry)
        effect, values = self._effect(entry)
        hooks = self.edition.effects[effect].hooks
        momentary = kind in at_a_moment
        moment = self.field("ploy", "moment").kind.read(entry, "moment") if momentary else entry.text("moment", "")
        until = self._until(entry, momentary, "at_once" in hooks)
        cost = self.field("ploy", "cost").read(entry) if kind in self.priced else 1
        entry.done()
        if not momentary and moment:
            kinds = {"late": at_a_moment[0], "early": in_a_step[0]}
            raise entry.error(say("'moment' is for {late} ploys; {early} ploys are used in the Strategy phase", **kinds), "moment")
        if not hooks - OF_ABILITIES - {"applies"}:
            raise entry.error(say("effect '{name}' works in abilities only", name=effect), "effect")
        return Ploy(id=own, name=name, text=text, kind=kind, effect=effect, values=values, moment=moment, until=until, cost=cost)

    def _until(self, entry: Entry, momentary: bool, at_once: bool) -> Literal["turn", "activation", "now"]:
        """Return how long a ploy lasts."""
        until = self.field("ploy", "until").read(entry) or ("now" if at_once else "activation" if momentary else "turn")
        if until == "now" and not at_once:
            raise entry.error(say("'until' cannot be 'now': effect '{effect}' does nothing at once", effect=entry.text("effect")), "until")
        if until == "activation" and not momentary:
            early = self.edition.ploys[True][0]
            raise entry.error(say("'until' cannot be 'activation': a {early} ploy is used while nobody is activated", early=early), "until")
        return cast(Literal["turn", "activation", "now"], until)

    # --- effects

    def _ability_effect(self, entry: Entry) -> tuple[str, dict[str, Any]]:
        name, values = self._effect(entry)
        if not self.edition.effects[name].hooks - OF_PLOYS:
            raise entry.error(say("effect '{name}' works in ploys only", name=name), "effect")
        return name, values

    def _effect(self, entry: Entry) -> tuple[str, dict[str, Any]]:
        """Return the effect of an ability or ploy and its values, tried out."""
        name, values = self.read_effect(entry)
        for field in self.effects[name]:
            if field.key in values:
                self._check_value(entry, field, values[field.key])
        try:
            self.edition.effects[name](values, self.edition)
        except BadEffect as error:
            raise entry.error(say("effect '{name}': {error}", name=name, error=error), "values" if values else "effect") from None
        return name, values

    def _check_value(self, entry: Entry, field: TableField, value: Any) -> None:
        wanted = checks.mismatch(value, field.type)
        if wanted:
            raise entry.error(say("'values': '{name}' must be {wanted}", name=field.key, wanted=wanted), "values")
        if field.type in (int, float) and not 0 <= value <= MOST_VALUE:
            raise entry.error(say("'values': '{name}' must be from 0 to {most}", name=field.key, most=MOST_VALUE), "values")
        if isinstance(field.kind, WeaponRules):
            self._check_granted(entry, self._parse_rules(entry, value, "values"))

    def _check_granted(self, entry: Entry, rules: Any) -> None:
        """Refuse weapon rules that the game does not know, and those that it does not look up at every use."""
        if rules.unenforced:
            raise entry.error(say("'values': there is no weapon rule '{rule}'", rule=rules.unenforced[0]), "values")
        for name in self.edition.fixed:
            if getattr(rules, name):
                raise entry.error(say("'values': {rule} must stand on the weapon itself", rule=name.title()), "values")


def written_rules(grammar: Grammar[Any]) -> list[str]:
    """Return every weapon rule of an edition as a card may write it."""
    return [*(name.title() for name in grammar.plain), *(text for _, _, example in grammar.forms for text in example.split(" or "))]
