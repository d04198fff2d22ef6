"""Abilities and ploys: the named hooks that rules ask, and the effects that team files can put on them.

A team file names an effect and gives its values; the rules never know which team they are dealing with. Each hook
below is one question of the rules. An effect answers those that concern it and leaves the rest to `Effect`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from counteract.core.decision import Roll
from counteract.core.language import say
from counteract.files.reader import perhaps
from counteract.mechanics.cards import Ability
from counteract.mechanics.sides import enemies_of, own

if TYPE_CHECKING:
    from counteract.core.procedure import Procedure, Steps
    from counteract.mechanics.changes import Ref
    from counteract.mechanics.operatives.arena import Arena
    from counteract.mechanics.operatives.cards import Ploy
    from counteract.mechanics.operatives.damage_reduction import Softener
    from counteract.mechanics.operatives.edition import Edition
    from counteract.mechanics.operatives.state import Skirmish


#: How much farther than its Move an operative may come to fight somebody: a Dash, a Charge, and the reach of its weapon.
RUN_UP = 6.0

#: All hooks, in the order of the methods of `Effect`.
HOOKS = (
    "weapon_rules", "defence_rerolls", "ignores_injury", "move_bonus", "apl_bonus", "softens",
    "ignored_wounds", "when_down", "after_kill", "at_once", "applies", "mends", "psychic_strike", "psychic_ward",
)  # fmt: skip


class BadEffect(ValueError):
    """A team file gives an effect values it cannot use."""


class Effect:
    """All hooks, answered with "nothing changes"."""

    #: What a team file must and may give, with the values used if it does not.
    needs: tuple[str, ...] = ()
    takes: dict[str, Any] = {}
    #: What it can add to a weapon, whenever it does.
    grants: Any = None
    #: Whether a kill gives its owner wounds back, so that it matters what happens first.
    feeds: bool = False
    #: Whether it is of use to be hurt or to fall.
    thrives: bool = False
    #: What the ability or ploy is called that has it.
    name: str = ""
    #: The hooks it answers.
    hooks: frozenset[str] = frozenset()

    def __init_subclass__(cls) -> None:
        cls.hooks = frozenset(name for name in HOOKS if getattr(cls, name) is not getattr(Effect, name))

    def __init__(self, values: dict[str, Any], edition: Edition) -> None:
        unknown = sorted(values.keys() - {*self.needs, *self.takes})
        missing = sorted(set(self.needs) - values.keys())
        if unknown:
            known = ", ".join((*self.needs, *self.takes)) or say("none")
            raise BadEffect(say("unknown value {name!r}; this effect takes {known}", name=unknown[0], known=known))
        if missing:
            raise BadEffect(say("value {name!r} is missing", name=missing[0]))
        for name, value in {**self.takes, **values}.items():
            setattr(self, name, value)
        self.check(edition)

    def check(self, edition: Edition) -> None:
        """Raise `BadEffect` if the values make no sense."""

    # --- hooks: questions of the rules about operative i

    def weapon_rules(self, arena: Arena, s: Skirmish, i: int, weapon: Any, target: int, gap: float) -> Any:
        """Further rules its weapon has in this use."""
        return None

    def defence_rerolls(self, arena: Arena, s: Skirmish, i: int, in_cover: bool) -> int:
        """How many of its defence dice may be re-rolled, together."""
        return 0

    def ignores_injury(self, arena: Arena, s: Skirmish, i: int) -> bool:
        """Whether being injured changes nothing for it."""
        return False

    def move_bonus(self, arena: Arena, s: Skirmish, i: int, action: str) -> float:
        """Inches added to a move action."""
        return 0.0

    def apl_bonus(self, arena: Arena, s: Skirmish, i: int) -> int:
        return 0

    def softens(self, arena: Arena, s: Skirmish, i: int) -> Softener:
        """By how much it lowers the damage of one die or one other source, and from what damage on."""
        return 0, 0

    def ignored_wounds(self, ref: Ref, i: int, damage: int) -> Steps[int]:
        """How many of the wounds it is about to lose are not lost after all; may roll dice."""
        return 0
        yield  # a generator, like every hook that may ask or roll

    def when_down(self, ref: Ref, i: int) -> Procedure:
        """What happens as it is taken off the board."""
        return
        yield

    def after_kill(self, ref: Ref, i: int) -> Procedure:
        """What happens when an enemy has fallen to its attack."""
        return
        yield

    def at_once(self, ref: Ref, side: int) -> Procedure:
        """What a ploy does the moment it is used."""
        return
        yield

    def applies(self, arena: Arena, s: Skirmish, i: int) -> bool:
        """Whether a ploy may be used for this operative now."""
        return True

    def promising(self, arena: Arena, s: Skirmish, side: int) -> bool:
        """Whether a ploy for the whole turning point could be of use as things stand; for those who give advice."""
        return True

    def mends(self, arena: Arena, s: Skirmish, i: int) -> int:
        """How many wounds it gives back with the action Mend; 0 if it does not know how."""
        return 0


    def psychic_strike(self, arena: Arena, s: Skirmish, i: int) -> tuple[float, int]:
        """How far its psychic action strikes, and how many mortal wounds that inflicts; none if it does not know how."""
        return 0.0, 0

    def psychic_ward(self, arena: Arena, s: Skirmish, i: int) -> float:
        """How near to it enemies cannot perform psychic actions, in inches; 0 if they can."""
        return 0.0


EFFECTS: dict[str, type[Effect]] = {}


def effect(name: str) -> Callable[[type[Effect]], type[Effect]]:
    """Make an effect known to team files under a name."""

    def register(cls: type[Effect]) -> type[Effect]:
        EFFECTS[name] = cls
        return cls

    return register


def in_force(arena: Arena, s: Skirmish, i: int, hook: str) -> tuple[Effect, ...]:
    """The effects with something to say on a hook about an operative: its own abilities, then what ploys have brought."""
    lasting = s.lasting
    if not lasting:
        return arena.hooked[hook][i]
    known, force = arena.latest_force
    return (force if lasting is known else arena.force(lasting))[hook][i]


def softeners(arena: Arena, s: Skirmish, i: int) -> tuple[Softener, ...]:
    """What lowers the damage that an operative suffers."""
    return tuple(effect.softens(arena, s, i) for effect in in_force(arena, s, i, "softens"))


def defence_rerolls(arena: Arena, s: Skirmish, i: int, in_cover: bool) -> tuple[int, ...]:
    """How many of its defence dice an operative may re-roll together, by each effect that lets it re-roll some."""
    given = (effect.defence_rerolls(arena, s, i, in_cover) for effect in in_force(arena, s, i, "defence_rerolls"))
    return tuple(dice for dice in given if dice)


def _may_meet(arena: Arena, s: Skirmish, side: int) -> bool:
    """Whether an operative of this team and an enemy are so near that one could charge the other this turning point."""
    mine, theirs = own(s, side), enemies_of(arena, s, side)
    return any(arena.gap(s.places, i, j) <= max(arena.cards[i].move, arena.cards[j].move) + RUN_UP for i in mine for j in theirs)


def _wounded(arena: Arena, s: Skirmish, side: int) -> bool:
    """Whether a team has an operative that has lost wounds and is still there."""
    return any(m.side == side and not m.down and m.wounds < card.wounds for m, card in zip(s.models, arena.cards, strict=True))


@effect("weapon-rule")
class WeaponRule(Effect):
    """Weapons have a further rule, perhaps only some weapons, near targets, or in some state.

    ``unmoved`` asks about the activation under way: an operative that shoots when its own is over has not moved.
    """

    needs = ("rules",)
    takes = {"weapons": "any", "within": 0.0, "while_order": "", "against_order": "", "against_wounded": False, "unmoved": False}
    rules: list[str]
    weapons: str
    within: float
    while_order: str
    against_order: str
    against_wounded: bool
    unmoved: bool

    def check(self, edition: Edition) -> None:
        if self.weapons not in ("any", "ranged", "melee"):
            raise BadEffect(say("weapons must be any, ranged or melee, not {weapons!r}", weapons=self.weapons))
        for name, order in (("while_order", self.while_order), ("against_order", self.against_order)):
            if order not in ("", "engage", "conceal"):
                raise BadEffect(say("{name} must be engage or conceal, not {order!r}", name=name, order=order))
        try:
            self.grants = edition.parse(self.rules)
        except ValueError as error:
            raise BadEffect(str(error)) from None

    def weapon_rules(self, arena: Arena, s: Skirmish, i: int, weapon: Any, target: int, gap: float) -> Any:
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

    def promising(self, arena: Arena, s: Skirmish, side: int) -> bool:
        if self.weapons == "melee" and not _may_meet(arena, s, side):
            return False
        return not self.against_wounded or any(_wounded(arena, s, enemy) for enemy in arena.enemy_sides[side])


@effect("defence-reroll")
class DefenceReroll(Effect):
    """Some defence dice may be re-rolled, perhaps only in cover."""

    takes = {"dice": 1, "in_cover": False}
    dice: int
    in_cover: bool

    def defence_rerolls(self, arena: Arena, s: Skirmish, i: int, in_cover: bool) -> int:
        return self.dice if in_cover or not self.in_cover else 0


@effect("ignore-injury")
class IgnoreInjury(Effect):
    """Being injured changes neither Move nor Hit."""

    def ignores_injury(self, arena: Arena, s: Skirmish, i: int) -> bool:
        return True

    def applies(self, arena: Arena, s: Skirmish, i: int) -> bool:
        return bool(2 * s.models[i].wounds < arena.cards[i].wounds)


@effect("longer-move")
class LongerMove(Effect):
    """A move action may be longer."""

    needs = ("action", "inches")
    action: str
    inches: float

    def check(self, edition: Edition) -> None:
        if self.action not in edition.moves:
            raise BadEffect(say("action must be one of {known}, not {action!r}", known=", ".join(edition.moves), action=self.action))

    def move_bonus(self, arena: Arena, s: Skirmish, i: int, action: str) -> float:
        return self.inches if action == self.action else 0.0

    def promising(self, arena: Arena, s: Skirmish, side: int) -> bool:
        return self.action != "charge" or _may_meet(arena, s, side)


@effect("more-apl")
class MoreApl(Effect):
    """APL is higher while it lasts."""

    takes = {"apl": 1}
    apl: int

    def apl_bonus(self, arena: Arena, s: Skirmish, i: int) -> int:
        return self.apl


@effect("soften")
class Soften(Effect):
    """Damage from ``least`` upwards is lowered by ``by``."""

    takes = {"by": 1, "least": 3}
    by: int
    least: int

    def softens(self, arena: Arena, s: Skirmish, i: int) -> Softener:
        return self.by, self.least


@effect("ignore-wounds")
class IgnoreWounds(Effect):
    """For each wound about to be lost a die is rolled; on ``on`` or more it is not lost."""

    needs = ("on",)
    on: int

    def check(self, edition: Edition) -> None:
        if not 2 <= self.on <= 6:
            raise BadEffect(say("on must be from 2 to 6, not {on!r}", on=self.on))

    def ignored_wounds(self, ref: Ref, i: int, damage: int) -> Steps[int]:
        rolled = yield Roll(ref.arena.sides[i], damage, ref.arena.rules["damage"])
        ignored: int = sum(r >= self.on for r in rolled)
        ref.emit("ignored", ref.arena.rules["damage"], model=i, effect=self.name, dice=rolled, needed=self.on, amount=ignored, damage=damage)
        return ignored


@effect("burst")
class Burst(Effect):
    """When it falls, every operative near it that it could see suffers damage."""

    thrives = True
    needs = ("inches", "damage")
    inches: float
    damage: int

    def when_down(self, ref: Ref, i: int) -> Procedure:
        from counteract.mechanics.operatives.damage import inflict
        from counteract.mechanics.operatives.sight import near_and_seen

        ref.emit("ability", ref.arena.rules["damage"], model=i, effect=self.name)
        for j in near_and_seen(ref.arena, ref.state, i, self.inches):
            yield from inflict(ref, j, self.damage, ref.arena.rules["damage"], cause=i)


@effect("bounty")
class Bounty(Effect):
    """A kill brings command points."""

    takes = {"cp": 1}
    cp: int

    def after_kill(self, ref: Ref, i: int) -> Procedure:
        from counteract.mechanics.operatives.ploys import gain

        ref.emit("ability", ref.arena.rules["cp-by-effect"], model=i, effect=self.name)
        gain(ref, ref.arena.sides[i], self.cp, ref.arena.rules["cp-by-effect"])
        return
        yield


@effect("gain-cp")
class GainCp(Effect):
    """The ploy brings command points at once (a gambit that pays for another)."""

    takes = {"cp": 1}
    cp: int

    def at_once(self, ref: Ref, side: int) -> Procedure:
        from counteract.mechanics.operatives.ploys import gain

        gain(ref, side, self.cp, ref.arena.rules["cp-by-effect"])
        return
        yield


@effect("mend")
class Mend(Effect):
    """An action of its own: a friendly operative within control range, or itself, regains wounds."""

    takes = {"wounds": 3}
    wounds: int

    def mends(self, arena: Arena, s: Skirmish, i: int) -> int:
        return self.wounds


@effect("rally")
class Rally(Effect):
    """The ploy heals every friendly operative a little at once."""

    takes = {"wounds": 1}
    wounds: int

    def promising(self, arena: Arena, s: Skirmish, side: int) -> bool:
        return _wounded(arena, s, side)

    def at_once(self, ref: Ref, side: int) -> Procedure:
        from counteract.mechanics.operatives.damage import heal

        for i in own(ref.state, side):
            heal(ref, i, self.wounds)
        return
        yield


@effect("weapon-rule-when-wounded")
class WeaponRuleWhenWounded(WeaponRule):
    """Weapons have a further rule while their user is wounded."""

    thrives = True

    def promising(self, arena: Arena, s: Skirmish, side: int) -> bool:
        return _wounded(arena, s, side)

    def weapon_rules(self, arena: Arena, s: Skirmish, i: int, weapon: Any, target: int, gap: float) -> Any:
        if s.models[i].wounds >= arena.cards[i].wounds:
            return None
        return super().weapon_rules(arena, s, i, weapon, target, gap)


@effect("weapon-rule-near-friend")
class WeaponRuleNearFriend(WeaponRule):
    """Weapons have a further rule while another friendly operative is near their user."""

    takes = {**WeaponRule.takes, "friend_within": 3.0}
    friend_within: float

    def weapon_rules(self, arena: Arena, s: Skirmish, i: int, weapon: Any, target: int, gap: float) -> Any:
        if not self._accompanied(arena, s, i):
            return None
        return super().weapon_rules(arena, s, i, weapon, target, gap)

    def _accompanied(self, arena: Arena, s: Skirmish, i: int) -> bool:
        from counteract.mechanics.field import within
        from counteract.mechanics.operatives.sight import gap

        memo = arena.memo(s.places)
        key = ("friend within", self.friend_within, i)
        if key not in memo:
            memo[key] = any(j != i and within(gap(arena, s, i, j), self.friend_within) for j in own(s, arena.sides[i]))
        return bool(memo[key])


@effect("feed")
class Feed(Effect):
    """A kill gives wounds back."""

    feeds = True
    takes = {"wounds": 2}
    wounds: int

    def after_kill(self, ref: Ref, i: int) -> Procedure:
        from counteract.mechanics.operatives.damage import heal

        if ref.state.models[i].wounds < ref.arena.cards[i].wounds:
            ref.emit("ability", ref.arena.rules["wounds"], model=i, effect=self.name)
        heal(ref, i, self.wounds)
        return
        yield


@effect("second-wind")
class SecondWind(Effect):
    """The ploy gives the wounded operative that is acting wounds back at once."""

    takes = {"wounds": 3}
    wounds: int

    def applies(self, arena: Arena, s: Skirmish, i: int) -> bool:
        return bool(s.models[i].wounds < arena.cards[i].wounds)

    def at_once(self, ref: Ref, side: int) -> Procedure:
        from counteract.mechanics.operatives.damage import heal

        for acting in ref.state.acting[-1:]:
            heal(ref, acting.operative, self.wounds)
        return
        yield


# --- the effects of one battle


def build_effects(edition: Edition, teams: Sequence[Any], ploys_by_side: Sequence[Sequence[Ploy]]) -> dict[str, Effect]:
    """The effects of all abilities and ploys of a battle, under the keys the arena finds them by."""
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
