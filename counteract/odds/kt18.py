"""The 2018 edition's part of the odds: hit, wound, save, damage, then the Injury roll. (HIT, WOUND, SAVE, DMG, INJ, MW)

Assumptions:

- Damage is counted to the full: all attacks are made and all points taken, as if the target had wounds without end
  (points that are ignored do not count). Wounds, flesh wounds and what puts the target out of action are as in play:
  once it is at 0 wounds, the attacks left are lost (DMG-03). "Capped" are the wounds lost: all of them if it has been
  at 0, even if a flesh wound leaves it with 1 (INJ-09). It is injured if it is in play with a flesh wound more.
- A player has at most one Tactical Re-roll a phase (TAC-02), for a hit roll, a wound roll, a saving throw or all dice of
  an Injury roll, offered where the engine offers it: after a roll that could have been better. (TAC-03, INT-71)
- Neither within half range nor at long range means that neither matters; being in cover (INJ-03) includes being
  obscured (HIT-03). Falls and the Morale phase are left out.
- Several shots are several shooters alike, one after the other in the same phase. (INT-43)
- In a fight the attacker makes its attacks, then the defender, unless it is out of action; "wounds left" is 1 for
  somebody who has just taken a flesh wound. (INJ-09)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, cast

import msgspec
import numpy as np

from counteract.mechanics.hitwoundsave import NEVER, hits, save_number, wound_number
from counteract.odds.chains import (
    ATTACKER,
    DEFENDER,
    FACES,
    PLAIN,
    SECOND,
    WORTH,
    FightObjective,
    Left,
    Manner,
    Next,
    Notes,
    Objective,
    Places,
    Players,
    Rows,
    Situation,
    amounts,
    gathered,
    lefts,
    lost_of,
    mix,
    reroll_advice,
    spend,
)
from counteract.odds.kt18_cards import Armed, Fighter, Target, fighter_of, target_of, unknown, weapon_of
from counteract.odds.results import Advice, FightOdds, ShootOdds
from counteract.odds.volleys import Shooting, Striker, Volley, check, save_advice
from counteract.rulesets.kt18.attack import OVERWATCH
from counteract.rulesets.kt18.cards import Card
from counteract.rulesets.kt18.damage import IN_COVER, OUT_FROM, PER_FLESH_WOUND
from counteract.rulesets.kt18.weapons import Weapon

RULESET = "kt18"
MOST_SHOTS = 10
MOST_ALL = 60  # attacks of all shots
REROLL = "Tactical Re-roll"


# --- what may become of a target


class Fate(NamedTuple):
    """How a target fares; it is felled while the attacks that brought it to 0 wounds are under way."""

    wounds: int
    flesh: int
    felled: bool = False

    @property
    def out(self) -> bool:
        return not self.wounds


class Fates:
    """Everything that may become of a target in so many volleys, each with its number."""

    def __init__(self, target: Target, volleys: int) -> None:
        first = target.flesh
        more = range(first + 1, first + volleys + 1)
        standing = [Fate(w, first) for w in range(target.wounds, 0, -1)]
        hurt = [Fate(1, flesh, felled) for flesh in more for felled in (False, True)]
        out = [Fate(0, flesh, True) for flesh in range(first, first + volleys)]
        self.start = target
        self.all = tuple(standing + hurt + out)
        self.number = {fate: k for k, fate in enumerate(self.all)}
        self.wounds = np.array([NEVER * 100 if fate.felled else fate.wounds for fate in self.all])  # that attacks could take
        self.out = self._places(lambda fate: Fate(0, fate.flesh, True))
        self.hurt = self._places(lambda fate: Fate(1, fate.flesh + 1, True))
        self.fresh = self._places(lambda fate: fate if fate.out else fate._replace(felled=False))
        self._less: dict[int, Places] = {}

    def _places(self, becomes: Any) -> Places:
        """Where each fate leads to; where it leads nowhere, itself."""
        return np.array([self.number.get(becomes(fate), k) for k, fate in enumerate(self.all)])

    def less(self, points: int) -> Places:
        """After the loss of so many wounds, if some are left."""
        if points not in self._less:
            self._less[points] = self._places(lambda fate: fate if fate.felled else fate._replace(wounds=fate.wounds - points))
        return self._less[points]

    def lost(self, fate: Fate) -> int:
        """Wounds lost; all of them if the target ever came to 0."""
        return self.start.wounds - (fate.wounds if fate.flesh == self.start.flesh else 0)


class Blow(NamedTuple):
    """What an unsaved attack does, and to whom."""

    weapon: Weapon
    target: Target
    injury: int  # modifier of the Injury roll but for flesh wounds
    most_flesh: int  # 0: there is no most (INT-80)


class Tally(NamedTuple):
    """What a point of damage adds to the columns."""

    worth: float = 0.0
    second: float = 0.0
    column: int = 0  # the first of those with the odds of damage yet to be done; 0: there are none


class Attacks(Volley):
    """Attacks of one model on another. (INT-42)"""

    def __init__(self, players: Players, striker: Striker, blow: Blow, fates: Fates, tally: Tally) -> None:
        super().__init__(players, striker)
        self.blow = blow
        self.fates = fates
        self.tally = tally

    def damage(self, then: Next, to_come: int) -> Next:
        """(SAVE-03, DMG-01, DMG-02, INT-44)"""
        chances = {
            (lost, points): chance * share
            for points, chance in amounts(self.blow.weapon.damage).items()
            for lost, share in lost_of(points, self.blow.target.ignore).items()
        }
        return {left: mix((chance, self.struck(lost, dice, then, left, to_come)) for (lost, dice), chance in chances.items()) for left in then}

    def mortal(self, then: Next, to_come: int) -> Next:
        """(MW-01 to MW-04)"""
        chances = lost_of(1, self.blow.target.ignore)
        return {left: mix((chance, self.struck(lost, 1, then, left, to_come)) for lost, chance in chances.items()) for left in then}

    def struck(self, lost: int, dice: int, then: Next, left: Left, to_come: int) -> Rows:
        """Wounds are lost; at 0 an Injury roll follows. (DMG-01 to DMG-05)"""
        if not lost:
            return then[left]
        rows = then[left][self.fates.less(lost)]
        falling = np.flatnonzero(self.fates.wounds <= lost)
        rows[falling] = self.injury(dice, falling, then, left, to_come)
        return self.counted(rows, lost)

    def injury(self, dice: int, falling: Places, then: Next, left: Left, to_come: int) -> Rows:
        """The Injury rolls of those who are struck to 0 wounds. (INJ-01 to INJ-10, QA-18)"""
        player = self.striker.player
        out = np.array([self.out(dice, self.fates.all[k].flesh) for k in falling])[:, None]
        away, hurt = self.fates.out[falling], self.fates.hurt[falling]
        stays = then[left][hurt]
        if left[player]:
            spent = then[spend(left, player)]
            tried = self.players.reroll(
                Situation(player, "Injury roll: flesh wound", to_come), stays, out * spent[away] + (1 - out) * spent[hurt], out[:, 0] > 0
            )
            stays = np.where(out > 0, tried, stays)
        return out * then[left][away] + (1 - out) * stays

    def out(self, dice: int, flesh: int) -> float:
        """How likely an Injury roll puts somebody with so many flesh wounds out of action."""
        if 0 < self.blow.most_flesh <= flesh:  # INT-80
            return 1.0
        modifier = flesh * PER_FLESH_WOUND + self.blow.injury
        harmless = sum(face + modifier < OUT_FROM for face in FACES)
        return 1.0 - (harmless / 6) ** dice

    def counted(self, rows: Rows, points: int) -> Rows:
        """Note points of damage."""
        tally = self.tally
        if tally == Tally():
            return rows
        rows = rows.copy()
        rows[:, WORTH] += points * tally.worth
        rows[:, SECOND] += points * tally.second
        if tally.column:
            rows[:, tally.column + points :] = rows[:, tally.column : -points].copy()
            rows[:, tally.column : tally.column + points] = 0.0
        return rows


# --- shooting


class _Shooting(Shooting):
    """All that is settled before the first die of some shots is rolled."""

    def __init__(
        self, striker: Striker, blow: Blow, attacks: Mapping[int, float], shots: int, rerolls: Left, objective: Objective, manner: Manner
    ) -> None:
        super().__init__(striker, (blow.target.save, blow.target.invulnerable), rerolls)
        self.blow = blow
        self.numbers = attacks
        self.shots = shots
        self.objective = objective
        self.manner = manner
        self.fates = Fates(blow.target, shots)

    @property
    def most(self) -> int:
        """The most damage there can be."""
        return self.shots * max(self.numbers) * (self.blow.weapon.damage.most + int(self.striker.mortal))

    def worths(self, fate: Fate) -> tuple[float, float]:
        """What an end is worth but for its damage, first and second."""
        first = {"damage": 0.0, "capped": float(self.fates.lost(fate)), "incapacitate": float(fate.out)}[self.objective]
        return first, float(fate.out)

    def ends(self, notes: Notes | None) -> Rows:
        """The table when all is over: each fate has a column, then each number of damage has."""
        count = len(self.fates.all)
        rows = np.zeros((count, notes.WIDTH if notes else PLAIN + count + self.most + 1))
        rows[:, :PLAIN] = [self.worths(fate) for fate in self.fates.all]
        if notes:
            rows[:, notes.CALM] = 1.0
        else:
            rows[:, PLAIN : PLAIN + count] = np.eye(count)
            rows[:, PLAIN + count] = 1.0
        return rows

    def solve(self, notes: Notes | None = None) -> Rows:
        """The first row of the table before the first die."""
        tally = Tally(float(self.objective == "damage"), float(self.objective == "incapacitate"), 0 if notes else PLAIN + len(self.fates.all))
        volley = Attacks(Players(self.manner, notes), self.striker, self.blow, self.fates, tally)
        ends = self.ends(notes)
        then: Next = dict.fromkeys(lefts(*self.rerolls), ends)
        for _ in range(self.shots):
            rested = {left: rows[self.fates.fresh] for left, rows in then.items()}
            layers = volley.attacks(max(self.numbers), rested)
            then = {left: mix((chance, layers[number][left]) for number, chance in self.numbers.items()) for left in then}
        return cast(Rows, then[self.rerolls][0])


def shoot(
    weapon: Weapon | str | Mapping[str, Any] | tuple[Card, Weapon],
    target: Target | Card | str | Mapping[str, Any],
    *,
    bs: int | None = None,
    strength: int = 4,
    cover: bool = False,
    obscured: bool = False,
    long_range: bool = False,
    half_range: bool = False,
    moved: bool = False,
    advanced: bool = False,
    broken: bool = False,
    modifier: int = 0,
    flesh: int = 0,
    overwatch: bool = False,
    rerolls: int = 0,
    defender_rerolls: int = 0,
    shots: int = 1,
    max_flesh_wounds: int = 0,
    objective: Objective = "damage",
    reroll: Manner = "best",
) -> ShootOdds:
    """The odds of shooting at a model; ``flesh`` are the shooter's own flesh wounds, ``modifier`` is any other to the hit roll.

    >>> odds = shoot('Rapid Fire 1 24" S4 AP0 D1 BS3+', "T4 save 3+ wounds 1", half_range=True)
    >>> round(odds.expected, 4), round(odds.incapacitate, 4)
    (0.2222, 0.1049)
    """
    gun, aim = weapon_of(weapon), target_of(target)
    if gun.kind != "ranged":
        raise ValueError(f"'{gun.name}' is a melee weapon; shooting needs one like 'Rapid Fire 1 24\" S4 AP-1 D1 BS3+'")
    if long_range and half_range:
        raise ValueError("a target within half range is not at long range; say one of half_range and long_range")
    if advanced and gun.type != "assault":
        raise ValueError("after an Advance only Assault weapons can be fired; leave out advanced")
    check(REROLL, {"rerolls": rerolls, "defender_rerolls": defender_rerolls}, objective, ("damage", "incapacitate", "capped"), reroll)
    if not 1 <= shots <= MOST_SHOTS:
        raise ValueError(f"shots must be from 1 to {MOST_SHOTS}, not {shots}")
    sheltered = cover or aim.cover
    penalties = {
        "long range": long_range and gun.type != "grenade",  # HIT-02, WR-GREN-02
        "obscured": obscured or sheltered,  # HIT-03
        "moved": moved and gun.type == "heavy",  # WR-HEAVY-01
        "advanced": advanced,  # WR-ASSAULT-02
        "broken": broken,  # HIT-05
        "unwieldy": gun.rules.unwieldy,  # INT-40
    }
    hit = _overwatch() if overwatch else _faces(_skill(bs, gun), modifier - flesh - sum(penalties.values()))  # HIT-04
    double = 2 if half_range and gun.type == "rapid fire" else 1  # WR-RAPID-01
    numbers = {number * double: chance for number, chance in amounts(gun.attacks).items()}
    if shots * max(numbers) > MOST_ALL:
        raise ValueError(f"so many shots make up to {shots * max(numbers)} attacks, and the odds are known for up to {MOST_ALL}; take fewer shots")
    blow = Blow(gun, aim, IN_COVER if sheltered else 0, max_flesh_wounds)
    shooting = _Shooting(_striker(ATTACKER, gun, hit, strength, aim), blow, numbers, shots, (rerolls, defender_rerolls), objective, reroll)
    return _shoot_odds(shooting, unknown(gun))


def _shoot_odds(shooting: _Shooting, not_computed: Sequence[str]) -> ShootOdds:
    fates, row = shooting.fates, shooting.row[PLAIN:]
    chances = [(fate, float(chance)) for fate, chance in zip(fates.all, row, strict=False)]
    first = fates.start.flesh
    lost = gathered((fates.lost(fate), chance) for fate, chance in chances)
    details = {
        "wounds_lost": lost,
        "wounds_left": gathered((fate.wounds, chance) for fate, chance in chances),
        "flesh_wounds": gathered((fate.flesh - first, chance) for fate, chance in chances if not fate.out),
        "brought_to_0": sum(chance for fate, chance in chances if fate.out or fate.flesh > first),
        "capped": sum(number * chance for number, chance in lost.items()),
    }
    return ShootOdds(
        RULESET,
        gathered(enumerate(row[len(fates.all) :])),
        incapacitate=sum(chance for fate, chance in chances if fate.out),
        injure=sum(chance for fate, chance in chances if not fate.out and fate.flesh > first),
        value=float(shooting.row[WORTH]),
        objective=shooting.objective,
        details=details,
        not_computed=not_computed,
        advise=shooting.advise,
    )


def _striker(player: int, weapon: Weapon, hit: tuple[bool, ...], strength: int, target: Target) -> Striker:
    rules = weapon.rules
    return Striker(
        player=player,
        hit=None if rules.auto_hit else hit,
        wound=wound_number(weapon.strength.of(strength), target.toughness),
        save=save_number(target.save, weapon.ap) if target.save else NEVER,
        invulnerable=target.invulnerable or NEVER,
        sure=rules.sure,
        cruel=rules.cruel,
        mortal=rules.venomous,
    )


def _faces(skill: int, modifier: int) -> tuple[bool, ...]:
    return tuple(hits(face, skill, modifier) for face in FACES)


def _overwatch() -> tuple[bool, ...]:
    return tuple(face >= OVERWATCH for face in FACES)


def _skill(bs: int | None, weapon: Weapon) -> int:
    skill = bs if bs is not None else weapon.skill if isinstance(weapon, Armed) else 0
    if not 2 <= skill <= 6 and not weapon.rules.auto_hit:
        raise ValueError("BS must be from 2+ to 6+; write 'BS3+' on the weapon or say bs=3")
    return skill


# --- close combat


class _Fight:
    """All that is settled before the first die of a fight is rolled."""

    def __init__(
        self, fighters: tuple[Fighter, Fighter], modifiers: tuple[int, int], most_flesh: int, rerolls: Left, objective: FightObjective, manner: Manner
    ) -> None:
        self.fighters = fighters
        self.modifiers = modifiers
        self.most_flesh = most_flesh
        self.rerolls = rerolls
        self.objective = objective
        self.manner = manner
        self.fates = Fates(fighters[0].target, 1), Fates(fighters[1].target, 1)

    def striker(self, player: int, flesh: int) -> Striker:
        """One side's attacks, with the flesh wounds it has by then. (FIGHT-07 to FIGHT-11)"""
        me, other = self.fighters[player], self.fighters[1 - player]
        modifier = self.modifiers[player] - flesh - int(me.weapon.rules.unwieldy)
        return _striker(player, me.weapon, _faces(me.ws, modifier), me.strength, other.target)

    def attacks(self, players: Players, player: int, flesh: int) -> Attacks:
        me, other = self.fighters[player], self.fighters[1 - player]
        blow = Blow(me.weapon, other.target, 0, self.most_flesh)  # INJ-05
        return Attacks(players, self.striker(player, flesh), blow, self.fates[1 - player], Tally())

    def worths(self, mine: Fate, theirs: Fate) -> tuple[float, float]:
        """What an end is worth to the attacker, first and second."""
        one, two = self.fighters
        difference = float(two.target.wounds - theirs.wounds - one.target.wounds + mine.wounds)
        if self.objective == "difference":
            return difference, float(theirs.out) - float(mine.out)
        return (float(not mine.out) if self.objective == "survive" else float(theirs.out)), difference

    def ends(self, theirs: Fate, notes: Notes | None) -> Rows:
        """The table of what may become of the attacker, when the defender has fared so."""
        own, other = self.fates
        rows = np.zeros((len(own.all), notes.WIDTH if notes else PLAIN + len(own.all) * len(other.all)))
        rows[:, :PLAIN] = [self.worths(mine, theirs) for mine in own.all]
        if notes:
            rows[:, notes.CALM] = 1.0
        else:
            rows[np.arange(len(own.all)), PLAIN + other.number[theirs] * len(own.all) + np.arange(len(own.all))] = 1.0
        return rows

    def answer(self, theirs: Fate, players: Players) -> Next:
        """The defender strikes back, unless it is out of action."""
        then: Next = dict.fromkeys(lefts(*self.rerolls), self.ends(theirs, players.notes))
        if theirs.out:
            return then
        return self.attacks(players, DEFENDER, theirs.flesh).attacks(self.fighters[DEFENDER].attacks, then)[-1]

    def solve(self, notes: Notes | None = None) -> Rows:
        players = Players(self.manner, notes)
        answers = [self.answer(theirs, players) for theirs in self.fates[DEFENDER].all]
        then: Next = {left: np.array([answer[left][0] for answer in answers]) for left in lefts(*self.rerolls)}
        one = self.fighters[ATTACKER]
        return cast(Rows, self.attacks(players, ATTACKER, one.target.flesh).attacks(one.attacks, then)[-1][self.rerolls][0])

    @cached_property
    def row(self) -> Rows:
        return self.solve()

    def advise(self) -> list[Advice]:
        notes = Notes()
        row = self.solve(notes)
        met = 1.0 - float(row[notes.CALM])
        found = []
        for player in (ATTACKER, DEFENDER):
            target = self.fighters[1 - player].target
            found += save_advice(self.striker(player, 0), (target.save, target.invulnerable), met)
        return [*found, *reroll_advice(notes, row, self.rerolls)]


def fight(
    attacker: Fighter | Card | str | Mapping[str, Any] | tuple[Card, Weapon],
    defender: Fighter | Card | str | Mapping[str, Any] | tuple[Card, Weapon],
    *,
    modifier: int = 0,
    defender_modifier: int = 0,
    attacker_wounds: int | str | None = None,
    defender_wounds: int | str | None = None,
    strikes_back: bool = True,
    obstacle: bool = False,
    broken: bool = False,
    defender_broken: bool = False,
    rerolls: int = 0,
    defender_rerolls: int = 0,
    max_flesh_wounds: int = 0,
    objective: FightObjective = "difference",
    reroll: Manner = "best",
) -> FightOdds:
    """The odds of a fight: the attacker makes its attacks, then the defender does if it still can.

    The attacker wants much, the defender little, of the objective: "difference", what the defender loses of its wounds less what
    the attacker does; "survive", the chance that the attacker is not out of action; "remove", the chance that the defender is.

    >>> odds = fight("A2 WS3+ S4 AP0 D1 | T4 save 4+ wounds 1", "A1 WS4+ S4 AP0 D1 | T4 save 4+ wounds 1")
    >>> round(odds.defender_incapacitated, 4), round(odds.attacker_incapacitated, 4)
    (0.1528, 0.0498)
    """
    one, two = _left(fighter_of(attacker), attacker_wounds), _left(fighter_of(defender), defender_wounds)
    two = two if strikes_back else msgspec.structs.replace(two, attacks=0)
    check(REROLL, {"rerolls": rerolls, "defender_rerolls": defender_rerolls}, objective, ("difference", "survive", "remove"), reroll)
    modifiers = modifier - int(broken) - int(obstacle), defender_modifier - int(defender_broken) - int(obstacle)  # FIGHT-08, FIGHT-10
    given = _Fight((one, two), modifiers, max_flesh_wounds, (rerolls, defender_rerolls), objective, reroll)
    own, other = given.fates
    odds = given.row[PLAIN:].reshape(len(other.all), len(own.all))
    joint: dict[tuple[int, int], float] = {}
    for theirs, row in zip(other.all, odds, strict=True):
        for mine, chance in zip(own.all, row, strict=True):
            if chance > 0.0:
                joint[mine.wounds, theirs.wounds] = joint.get((mine.wounds, theirs.wounds), 0.0) + float(chance)
    details = {
        "attacker_flesh_wound": float(sum(odds[:, k].sum() for k, fate in enumerate(own.all) if _newly_hurt(own, fate))),
        "defender_flesh_wound": float(sum(odds[k].sum() for k, fate in enumerate(other.all) if _newly_hurt(other, fate))),
    }
    return FightOdds(
        RULESET,
        [(mine, theirs, chance) for (mine, theirs), chance in sorted(joint.items(), reverse=True)],
        attacker_wounds=one.target.wounds,
        defender_wounds=two.target.wounds,
        value=float(given.row[WORTH]),
        objective=objective,
        details=details,
        not_computed=[*unknown(one.weapon), *unknown(two.weapon)],
        advise=given.advise,
    )


def _left(fighter: Fighter, wounds: int | str | None) -> Fighter:
    """A fighter with so many wounds left, if they are said: 2 or "2 of 3"."""
    if wounds is None:
        return fighter
    target = target_of({"toughness": fighter.target.toughness, "wounds": str(wounds).partition(" of ")[0]})
    return msgspec.structs.replace(fighter, target=msgspec.structs.replace(fighter.target, wounds=target.wounds))


def _newly_hurt(fates: Fates, fate: Fate) -> bool:
    """Whether a model is in play with one more flesh wound."""
    return not fate.out and fate.flesh > fates.start.flesh
