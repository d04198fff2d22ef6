"""Cards as a line of text that the odds can read, so that somebody can begin with a card and change it."""

from __future__ import annotations

from typing import Any

from counteract.odds import reading
from counteract.odds.asking import POOLS


def weapon_text(ruleset: str, card: Any, weapon: Any) -> str:
    """A weapon in the hands of an operative; to be fought with in an edition of single dice, it comes with its user.

    >>> from counteract.files.teams import load_team
    >>> card = load_team("ashen-wardens").operatives[1]
    >>> weapon_text("kt24", card, card.weapons[0])
    '4 3+ 3/4'
    """
    if ruleset in POOLS:
        return _with_rules(f"{weapon.attacks} {weapon.hit}+ {weapon.normal}/{weapon.critical}", (*weapon.text, *_given(card, weapon)))
    if weapon.kind == "ranged":
        strength = weapon.strength.of(card.strength)
        figures = f'{weapon.type.title()} {weapon.attacks} {weapon.range:g}" S{strength} AP{weapon.ap} D {weapon.damage} BS{card.bs}+'
        return _with_rules(figures, weapon.text)
    figures = f"A{card.attacks} WS{card.ws}+ S{weapon.strength} AP{weapon.ap} D {weapon.damage}"
    return f"{_with_rules(figures, weapon.text)} | S{card.strength} {target_text(ruleset, card)}"


def _given(card: Any, weapon: Any) -> list[str]:
    """Weapon rules that abilities always give."""
    plain = [a.values for a in card.abilities if a.effect == "weapon-rule" and not set(a.values) - {"rules", "weapons"}]
    return [rule for values in plain if values.get("weapons", "any") in ("any", weapon.kind) for rule in values["rules"]]


def _with_rules(figures: str, rules: tuple[str, ...]) -> str:
    return f"{figures}; {', '.join(rules)}" if rules else figures


def target_text(ruleset: str, card: Any) -> str:
    """An operative as a target; nothing if it has something that cannot be written.

    >>> from counteract.files.teams import load_team
    >>> target_text("kt24", load_team("ashen-wardens").operatives[1])
    'save 3+, wounds 10'
    """
    if ruleset not in POOLS:
        from counteract.odds.kt18_cards import target_of

        model = target_of(card)
        figures = [f"T{model.toughness}", _on("save", model.save), f"wounds {model.wounds}"]
        return " ".join(filter(None, [*figures, _on("invulnerable", model.invulnerable), _on("ignore", model.ignore)]))
    target = reading.target_card(card).target
    if target.soften or any(ability.effect == "defence-reroll" and ability.values.get("in_cover") for ability in card.abilities):
        return ""
    dice = f"defence {target.defence_dice}" if target.defence_dice != 3 else ""
    again = ", ".join(f"re-rolls {dice}" for dice in target.rerolls)
    figures = [f"save {target.save}+", f"wounds {target.wounds}", dice]
    return ", ".join(filter(None, [*figures, _on("invulnerable", target.invulnerable), _on("ignore", target.ignore), again]))


def _on(name: str, needed: int) -> str:
    return f"{name} {needed}+" if needed else ""
