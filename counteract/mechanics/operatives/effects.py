"""Abilities and ploys: the named hooks that rules ask, and the effects that team files can put on them.

A team file names an effect and gives its values; the rules never know which team they are dealing with. Each hook
below is one question of the rules. An effect answers those that concern it and leaves the rest to `Effect`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from counteract.core.decision import Roll
from counteract.core.language import say
from counteract.files.fields import Choice, Flag, Number, Placeholder, Whole, fields_of
from counteract.files.reader import perhaps
from counteract.mechanics.cards import Ability, BadEffect
from counteract.mechanics.operatives.cards import MOST_VALUE
from counteract.mechanics.sides import enemies_of, models_of

if TYPE_CHECKING:
    from counteract.attacks.damage_reduction import Softener
    from counteract.core.procedure import Procedure, Steps
    from counteract.mechanics.changes import Ref
    from counteract.mechanics.operatives.arena import OperativeArena
    from counteract.mechanics.operatives.cards import Ploy
    from counteract.mechanics.operatives.edition import Edition
    from counteract.mechanics.operatives.state import OperativeBattle


#: How much farther than its Move an operative may come to fight an enemy: a Dash, a Charge, and the reach of its weapon.
RUN_UP = 6.0

#: All hooks, in the order of the methods of `Effect`.
HOOKS = (
    "weapon_rules", "defence_rerolls", "ignores_injury", "move_bonus", "apl_bonus", "softens",
    "ignored_wounds", "when_down", "after_kill", "at_once", "applies", "mends", "psychic_strike", "psychic_ward",
)  # fmt: skip


#: Kinds of values.
COUNT, INCHES, DIE_RESULT = Whole(0, MOST_VALUE), Number(0, MOST_VALUE), Whole(2, 6)
WEAPONS, ORDERS = Choice(("any", "ranged", "melee")), Choice(("engage", "conceal"))


class Effect:
    """The base class of effects: all hooks, answered with "nothing changes".

    The values that a team file gives an effect are its annotated attributes; those without a default must be given.
    """

    #: The rules it can give to a weapon.
    grants: Any = None
    #: True if a kill gives its bearer wounds back, so that the order of effects matters.
    feeds: bool = False
    #: True if it is of use to its bearer to be hurt or to fall.
    thrives: bool = False
    #: The name of its ability or ploy.
    name: str = ""
    #: The hooks it answers.
    hooks: frozenset[str] = frozenset()

    def __init_subclass__(cls) -> None:
        cls.hooks = frozenset(name for name in HOOKS if getattr(cls, name) is not getattr(Effect, name))

    def __init__(self, values: dict[str, Any], edition: Edition) -> None:
        table: type = type(self)
        fields = {field.key: field for field in fields_of(table)}
        unknown = sorted(values.keys() - fields.keys())
        missing = sorted(name for name, field in fields.items() if field.is_required and name not in values)
        if unknown:
            raise BadEffect(say("unknown value {name!r}; this effect takes {known}", name=unknown[0], known=", ".join(fields) or say("none")))
        if missing:
            raise BadEffect(say("value {name!r} is missing", name=missing[0]))
        for name, value in values.items():
            setattr(self, name, value)
        self.check(edition)

    def check(self, edition: Edition) -> None:
        """Raise `BadEffect` if the values make no sense."""

    # --- hooks: questions of the rules about operative i

    def weapon_rules(self, arena: OperativeArena, s: OperativeBattle, i: int, weapon: Any, target: int, gap: float) -> Any:
        """Return further rules of its weapon in this use."""
        return None

    def defence_rerolls(self, arena: OperativeArena, s: OperativeBattle, i: int, in_cover: bool) -> int:
        """Return how many of its defence dice may be re-rolled, together."""
        return 0

    def ignores_injury(self, arena: OperativeArena, s: OperativeBattle, i: int) -> bool:
        """Return True if being injured changes nothing for it."""
        return False

    def move_bonus(self, arena: OperativeArena, s: OperativeBattle, i: int, action: str) -> float:
        """Return the inches added to a move action."""
        return 0.0

    def apl_bonus(self, arena: OperativeArena, s: OperativeBattle, i: int) -> int:
        return 0

    def softens(self, arena: OperativeArena, s: OperativeBattle, i: int) -> Softener:
        """Return by how much it lowers the damage of one die or one other source, and from what damage on."""
        return 0, 0

    def ignored_wounds(self, ref: Ref, i: int, damage: int) -> Steps[int]:
        """Return how many of the wounds it is about to lose are not lost; may roll dice."""
        return 0
        yield  # a generator, like every hook that may ask or roll

    def when_down(self, ref: Ref, i: int) -> Procedure:
        """Carry out the consequences as the operative is taken off the board."""
        return
        yield

    def after_kill(self, ref: Ref, i: int) -> Procedure:
        """Carry out the consequences when an enemy has fallen to its attack."""
        return
        yield

    def at_once(self, ref: Ref, side: int) -> Procedure:
        """Carry out the immediate effect of a ploy."""
        return
        yield

    def applies(self, arena: OperativeArena, s: OperativeBattle, i: int) -> bool:
        """Return True if a ploy may be used for this operative now."""
        return True

    def promising(self, arena: OperativeArena, s: OperativeBattle, side: int) -> bool:
        """Return True if a ploy for the whole turning point could be of use in this state; for policies."""
        return True

    def mends(self, arena: OperativeArena, s: OperativeBattle, i: int) -> int:
        """Return how many wounds it gives back with the action Mend; 0 if it cannot."""
        return 0

    def psychic_strike(self, arena: OperativeArena, s: OperativeBattle, i: int) -> tuple[float, int]:
        """Return how far its psychic action strikes, and how many mortal wounds that inflicts; 0 if it cannot."""
        return 0.0, 0

    def psychic_ward(self, arena: OperativeArena, s: OperativeBattle, i: int) -> float:
        """Return how near to it enemies cannot perform psychic actions, in inches; 0 if they can."""
        return 0.0


EFFECTS: dict[str, type[Effect]] = {}


def effect(name: str) -> Callable[[type[Effect]], type[Effect]]:
    """Make an effect known to team files under a name."""

    def register(cls: type[Effect]) -> type[Effect]:
        EFFECTS[name] = cls
        return cls

    return register


def in_force(arena: OperativeArena, s: OperativeBattle, i: int, hook: str) -> tuple[Effect, ...]:
    """Return the effects on an operative that answer a hook: those of its own abilities, then those of ploys."""
    lasting = s.lasting
    if not lasting:
        return arena.hooked[hook][i]
    known, force = arena.latest_force
    return (force if lasting is known else arena.effects_in_force(lasting))[hook][i]


def softeners(arena: OperativeArena, s: OperativeBattle, i: int) -> tuple[Softener, ...]:
    """Return the damage reductions of an operative."""
    return tuple(effect.softens(arena, s, i) for effect in in_force(arena, s, i, "softens"))


def defence_rerolls(arena: OperativeArena, s: OperativeBattle, i: int, in_cover: bool) -> tuple[int, ...]:
    """Return how many of its defence dice an operative may re-roll together, by each effect that lets it re-roll some."""
    given = (effect.defence_rerolls(arena, s, i, in_cover) for effect in in_force(arena, s, i, "defence_rerolls"))
    return tuple(dice for dice in given if dice)


def _may_meet(arena: OperativeArena, s: OperativeBattle, side: int) -> bool:
    """Return True if an operative of this team and an enemy are so near that one could charge the other this turning point."""
    mine, theirs = models_of(s, side), enemies_of(arena, s, side)
    return any(arena.gap(s.places, i, j) <= max(arena.cards[i].move, arena.cards[j].move) + RUN_UP for i in mine for j in theirs)


def _wounded(arena: OperativeArena, s: OperativeBattle, side: int) -> bool:
    """Return True if a team has a wounded operative on the board."""
    return any(m.side == side and not m.down and m.wounds < card.wounds for m, card in zip(s.models, arena.cards, strict=True))


@effect("weapon-rule")
class GrantWeaponRule(Effect):
    """An effect that gives weapons a further rule: perhaps only some weapons, near targets, or in some state.

    ``unmoved`` asks about the activation under way: an operative that shoots when its own is over has not moved.
    """

    rules: Annotated[list[str], Placeholder("weapon rules"), "the further rules of the weapons"]
    weapons: Annotated[str, WEAPONS, "which weapons"] = "any"
    within: Annotated[float, INCHES, "only against targets this near, in inches"] = 0.0
    while_order: Annotated[str, ORDERS, "only while its user has this order"] = ""
    against_order: Annotated[str, ORDERS, "only against targets with this order"] = ""
    against_wounded: Annotated[bool, Flag(), "only against wounded targets"] = False
    unmoved: Annotated[bool, Flag(), "only while its user has not moved in this activation"] = False

    def check(self, edition: Edition) -> None:
        if self.weapons not in WEAPONS.names:
            raise BadEffect(say("weapons must be any, ranged or melee, not {weapons!r}", weapons=self.weapons))
        for name, order in (("while_order", self.while_order), ("against_order", self.against_order)):
            if order not in ("", *ORDERS.names):
                raise BadEffect(say("{name} must be engage or conceal, not {order!r}", name=name, order=order))
        try:
            self.grants = edition.parse(self.rules)
        except ValueError as error:
            raise BadEffect(str(error)) from None

    def weapon_rules(self, arena: OperativeArena, s: OperativeBattle, i: int, weapon: Any, target: int, gap: float) -> Any:
        enemy = s.models[target]
        if self.weapons not in ("any", weapon.kind) or (self.within and gap > self.within + 0.001):
            return None
        if self.while_order and s.models[i].order != self.while_order:
            return None
        if self.against_order and enemy.order != self.against_order:
            return None
        if self.against_wounded and enemy.wounds >= arena.cards[target].wounds:
            return None
        if self.unmoved and any(a.operative == i and not {*a.done}.isdisjoint(arena.edition.moves) for a in s.acting):
            return None
        return self.grants

    def promising(self, arena: OperativeArena, s: OperativeBattle, side: int) -> bool:
        if self.weapons == "melee" and not _may_meet(arena, s, side):
            return False
        return not self.against_wounded or any(_wounded(arena, s, enemy) for enemy in arena.enemy_sides[side])


@effect("defence-reroll")
class DefenceReroll(Effect):
    """An effect that lets some defence dice be re-rolled, perhaps only in cover."""

    dice: Annotated[int, COUNT, "how many dice"] = 1
    in_cover: Annotated[bool, Flag(), "only in cover"] = False

    def defence_rerolls(self, arena: OperativeArena, s: OperativeBattle, i: int, in_cover: bool) -> int:
        return self.dice if in_cover or not self.in_cover else 0


@effect("ignore-injury")
class IgnoreInjury(Effect):
    """An effect that keeps injury from changing Move and Hit."""

    def ignores_injury(self, arena: OperativeArena, s: OperativeBattle, i: int) -> bool:
        return True

    def applies(self, arena: OperativeArena, s: OperativeBattle, i: int) -> bool:
        return bool(2 * s.models[i].wounds < arena.cards[i].wounds)


@effect("longer-move")
class LongerMove(Effect):
    """An effect that makes a move action longer."""

    action: Annotated[str, Placeholder("move action"), "which move action"]
    inches: Annotated[float, INCHES, "how much further"]

    def check(self, edition: Edition) -> None:
        if self.action not in edition.moves:
            raise BadEffect(say("action must be one of {known}, not {action!r}", known=", ".join(edition.moves), action=self.action))

    def move_bonus(self, arena: OperativeArena, s: OperativeBattle, i: int, action: str) -> float:
        return self.inches if action == self.action else 0.0

    def promising(self, arena: OperativeArena, s: OperativeBattle, side: int) -> bool:
        return self.action != "charge" or _may_meet(arena, s, side)


@effect("more-apl")
class MoreApl(Effect):
    """An effect that raises APL while it lasts."""

    apl: Annotated[int, COUNT, "how much"] = 1

    def apl_bonus(self, arena: OperativeArena, s: OperativeBattle, i: int) -> int:
        return self.apl


@effect("soften")
class Soften(Effect):
    """An effect that lowers damage of ``least`` or more by ``by``."""

    by: Annotated[int, COUNT, "how much less damage"] = 1
    least: Annotated[int, COUNT, "the least damage that is lowered"] = 3

    def softens(self, arena: OperativeArena, s: OperativeBattle, i: int) -> Softener:
        return self.by, self.least


@effect("ignore-wounds")
class IgnoreWounds(Effect):
    """An effect that rolls a die for each wound about to be lost; on ``on`` or more it is not lost."""

    on: Annotated[int, DIE_RESULT, "the result that a die must show"]

    def check(self, edition: Edition) -> None:
        if not DIE_RESULT.least <= self.on <= DIE_RESULT.most:
            raise BadEffect(say("on must be from 2 to 6, not {on!r}", on=self.on))

    def ignored_wounds(self, ref: Ref, i: int, damage: int) -> Steps[int]:
        rolled = yield Roll(ref.arena.sides[i], damage, ref.arena.rules["damage"])
        ignored: int = sum(r >= self.on for r in rolled)
        ref.emit("ignored", ref.arena.rules["damage"], model=i, effect=self.name, dice=rolled, needed=self.on, amount=ignored, damage=damage)
        return ignored


@effect("burst")
class Burst(Effect):
    """An effect that damages every operative near the bearer and visible to it, when the bearer falls."""

    thrives = True
    inches: Annotated[float, INCHES, "how far it reaches"]
    damage: Annotated[int, COUNT, "damage suffered"]

    def when_down(self, ref: Ref, i: int) -> Procedure:
        from counteract.mechanics.operatives.damage import inflict
        from counteract.mechanics.operatives.sight import near_and_seen

        ref.emit("ability", ref.arena.rules["damage"], model=i, effect=self.name)
        for j in near_and_seen(ref.arena, ref.state, i, self.inches):
            yield from inflict(ref, j, self.damage, ref.arena.rules["damage"], cause=i)


@effect("bounty")
class Bounty(Effect):
    """An effect that gives command points for a kill."""

    cp: Annotated[int, COUNT, "command points gained"] = 1

    def after_kill(self, ref: Ref, i: int) -> Procedure:
        from counteract.mechanics.operatives.ploys import gain_cp

        ref.emit("ability", ref.arena.rules["cp-by-effect"], model=i, effect=self.name)
        gain_cp(ref, ref.arena.sides[i], self.cp, ref.arena.rules["cp-by-effect"])
        return
        yield


@effect("gain-cp")
class GainCp(Effect):
    """The effect of a ploy that gives command points at once (a gambit that pays for another)."""

    cp: Annotated[int, COUNT, "command points gained"] = 1

    def at_once(self, ref: Ref, side: int) -> Procedure:
        from counteract.mechanics.operatives.ploys import gain_cp

        gain_cp(ref, side, self.cp, ref.arena.rules["cp-by-effect"])
        return
        yield


@effect("mend")
class Mend(Effect):
    """An effect with an action of its own: a friendly operative within control range, or the bearer itself, regains wounds."""

    wounds: Annotated[int, COUNT, "wounds regained"] = 3

    def mends(self, arena: OperativeArena, s: OperativeBattle, i: int) -> int:
        return self.wounds


@effect("rally")
class Rally(Effect):
    """The effect of a ploy that heals every friendly operative a little at once."""

    wounds: Annotated[int, COUNT, "wounds regained"] = 1

    def promising(self, arena: OperativeArena, s: OperativeBattle, side: int) -> bool:
        return _wounded(arena, s, side)

    def at_once(self, ref: Ref, side: int) -> Procedure:
        from counteract.mechanics.operatives.damage import heal

        for i in models_of(ref.state, side):
            heal(ref, i, self.wounds)
        return
        yield


@effect("weapon-rule-when-wounded")
class GrantWeaponRuleWhenWounded(GrantWeaponRule):
    """An effect that gives weapons a further rule while their user is wounded."""

    thrives = True

    def promising(self, arena: OperativeArena, s: OperativeBattle, side: int) -> bool:
        return _wounded(arena, s, side)

    def weapon_rules(self, arena: OperativeArena, s: OperativeBattle, i: int, weapon: Any, target: int, gap: float) -> Any:
        if s.models[i].wounds >= arena.cards[i].wounds:
            return None
        return super().weapon_rules(arena, s, i, weapon, target, gap)


@effect("weapon-rule-near-friend")
class GrantWeaponRuleNearFriend(GrantWeaponRule):
    """An effect that gives weapons a further rule while another friendly operative is near their user."""

    friend_within: Annotated[float, INCHES, "how near, in inches"] = 3.0

    def weapon_rules(self, arena: OperativeArena, s: OperativeBattle, i: int, weapon: Any, target: int, gap: float) -> Any:
        if not self._accompanied(arena, s, i):
            return None
        return super().weapon_rules(arena, s, i, weapon, target, gap)

    def _accompanied(self, arena: OperativeArena, s: OperativeBattle, i: int) -> bool:
        from counteract.mechanics.field import within
        from counteract.mechanics.operatives.sight import gap

        memo = arena.memo(s.places)
        key = ("friend within", self.friend_within, i)
        if key not in memo:
            memo[key] = any(j != i and within(gap(arena, s, i, j), self.friend_within) for j in models_of(s, arena.sides[i]))
        return bool(memo[key])


@effect("feed")
class Feed(Effect):
    """An effect that gives wounds back for a kill."""

    feeds = True
    wounds: Annotated[int, COUNT, "wounds regained"] = 2

    def after_kill(self, ref: Ref, i: int) -> Procedure:
        from counteract.mechanics.operatives.damage import heal

        if ref.state.models[i].wounds < ref.arena.cards[i].wounds:
            ref.emit("ability", ref.arena.rules["wounds"], model=i, effect=self.name)
        heal(ref, i, self.wounds)
        return
        yield


@effect("second-wind")
class SecondWind(Effect):
    """The effect of a ploy that gives the wounded operative that is acting wounds back at once."""

    wounds: Annotated[int, COUNT, "wounds regained"] = 3

    def applies(self, arena: OperativeArena, s: OperativeBattle, i: int) -> bool:
        return bool(s.models[i].wounds < arena.cards[i].wounds)

    def at_once(self, ref: Ref, side: int) -> Procedure:
        from counteract.mechanics.operatives.damage import heal

        for acting in ref.state.acting[-1:]:
            heal(ref, acting.operative, self.wounds)
        return
        yield


# --- the effects of one battle


def build_effects(edition: Edition, teams: Sequence[Any], ploys_by_side: Sequence[Sequence[Ploy]]) -> dict[str, Effect]:
    """Return the effects of all abilities and ploys of a battle, under the keys the arena finds them by."""
    effects: dict[str, Effect] = {}
    for side, team in enumerate(teams):
        for ability in {a.id: a for card in team.operatives for a in card.abilities}.values():
            effects[f"{side}/{ability.id}"] = _made(edition, ability)
    for side, ploys in enumerate(ploys_by_side):
        for ploy in ploys:
            effects[f"ploy/{side}/{ploy.id}"] = _made(edition, ploy)
    return effects


def _made(edition: Edition, source: Ability | Ploy) -> Effect:
    if source.effect not in edition.effects:  # a team need not have come from a file
        hint = perhaps(source.effect, edition.effects)
        raise BadEffect(say("{name}: there is no effect {effect!r}{hint}", name=source.name, effect=source.effect, hint=hint))
    made = edition.effects[source.effect](source.values, edition)
    made.name = source.name
    return made
