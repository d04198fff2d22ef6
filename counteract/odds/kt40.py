"""The army-scale edition's part of the odds: hit, wound, save, damage over several models, then morale. (ATT, DMG, WR, MORALE)

The edition is not in the engine yet; this follows its specification, the rule IDs are those of KT40.

Assumptions:

- Damage is counted as wounds lost by a unit with models without end: what exceeds a model's last wound is lost
  (DMG-01), mortal wounds go on to the next model (DMG-02), ignored wounds do not count. "Capped" stops at the wounds
  that the unit has. It is incapacitated if the attacks destroy it, and injured if it has lost a wound, so that it owes a
  morale test (MORALE-02); what that brings is in the details.
- All models of a unit are alike, and all of them see, reach and strike. Wounds go to the model that has lost some
  already. (ATT-09) Models fire one after the other, and each rolls its number of shots when its turn comes. (DICE-06)
- A player has at most one Command Re-roll a phase (STRAT-03), for any one die just rolled: a hit, wound, save, damage,
  number of shots or ignored wound. (STRAT-09) The defender may have another in the Morale phase.
- Overheating bearers fall when their attacks are over and weigh nothing in the objective.
- In a fight the attacking unit strikes with all models, then what is left of the defending one; degrading tables are
  left out, except that a vehicle with one loses no wounds to a failed morale test. (MORALE-09)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from counteract.mechanics.hitwoundsave import NEVER, Amount, hits, save_number, wound_number
from counteract.odds.chains import (
    ATTACKER,
    DEFENDER,
    FACES,
    PLAIN,
    WORTH,
    FightObjective,
    Left,
    Manner,
    Next,
    Notes,
    Objective,
    Places,
    Players,
    Roll,
    Rows,
    gathered,
    lefts,
    reroll_advice,
)
from counteract.odds.kt40_cards import Fighter, Target, Weapon, fighter_of, target_of, unknown, weapon_of
from counteract.odds.results import Advice, FightOdds, ShootOdds, mean
from counteract.odds.volleys import FAILS, Shooting, Striker, Volley, check, save_advice

RULESET = "kt40"
MOST_ALL = 120  # attacks of a unit
IN_COVER = 1  # to saving throws but invulnerable ones (TERR-02)
SIX = 6  # what alone hits in overwatch and opportunity strikes (OW-02, OPP-04)
REROLL = "Command Re-roll"
BEARERS, LOST = PLAIN, PLAIN + 1  # columns of shooting: bearers slain by their own weapons; how likely it is to lose 0 wounds, and so on


# --- attacks


class Blow(NamedTuple):
    """What an unsaved attack does, and to whom."""

    damage: Amount
    target: Target
    melta: bool = False  # two dice are rolled for the damage and the higher counts


class Losses(NamedTuple):
    """What a unit may have lost, one row each: where one wound more leads, whether it slays a model, and what it is worth."""

    next: Places
    slays: NDArray[np.bool_]
    gains: Rows | None = None  # first and second; None: wounds lost are not counted on the way


def up_to(target: Target) -> Losses:
    """Wounds lost as far as the unit has them."""
    lost = np.arange(target.all + 1)
    return Losses(np.minimum(lost + 1, target.all), (lost + 1 + target.hurt) % target.wounds == 0)


def without_end(target: Target, objective: Objective) -> Losses:
    """Wounds lost by the unit and then, when it is destroyed, by models like its own that stand in for it."""
    whole_unit, wounds = target.all, target.wounds
    real, more = np.arange(whole_unit), np.arange(wounds)
    onward = np.concatenate([real + 1, whole_unit + (more + 1) % wounds])
    slays = np.concatenate([(real + 1 + target.hurt) % wounds == 0, more + 1 == wounds])
    damage = np.ones(whole_unit + wounds)
    capped = np.concatenate([np.ones(whole_unit), np.zeros(wounds)])
    destroyed = (np.arange(whole_unit + wounds) == whole_unit - 1).astype(np.float64)
    first, second = {"damage": (damage, destroyed), "capped": (capped, destroyed), "incapacitate": (destroyed, damage)}[objective]
    return Losses(onward, slays, np.stack([first, second], axis=1))


class Attacks(Volley):
    """Attacks on a unit. With an overheating weapon the rows are there twice: before and after the bearer rolls a 1."""

    def __init__(self, players: Players, striker: Striker, blow: Blow, losses: Losses) -> None:
        super().__init__(players, striker)
        self.blow = blow
        self.count = len(losses.next)
        self.losses = _doubled(losses) if striker.burns else losses

    def bearers(self, count: int, amount: Amount, times: int, then: Next) -> Next:
        """Models fire one after the other, each as often as it rolls. (DICE-06, WT-01)"""
        player, each = self.striker.player, max(1, int(amount.mean * times))
        for after in range(count):
            layers = self.attacks(amount.most * times, self.closed(then), after * each)

            def fired(number: int, left: Left, layers: Sequence[Next] = layers) -> Rows:
                return layers[number * times][left]

            then = self.opened({left: self.players.amount(amount, fired, left, player, "number of shots", after * each) for left in then})
        return then

    def closed(self, then: Next) -> Next:
        """A bearer has made its attacks: after a 1 with an overheating weapon it is slain. (WR-OVERHEAT-01)"""
        return {left: np.concatenate([rows, self.one_slain(rows)]) for left, rows in then.items()} if self.striker.burns else then

    def one_slain(self, rows: Rows) -> Rows:
        if self.players.notes is None:
            rows = rows.copy()
            rows[:, BEARERS] += 1.0
        return rows

    def opened(self, then: Next) -> Next:
        """Before a bearer's attacks it has rolled no 1."""
        return {left: rows[: self.count] for left, rows in then.items()}

    def burnt(self, rows: Rows) -> Rows:
        """The bearer has rolled a 1."""
        return np.concatenate([rows[self.count :]] * 2)

    def damage(self, then: Next, to_come: int) -> Next:
        """(DMG-01, WR-MELTA-01)"""
        damage, target, melta = self.blow
        layers: list[Next] = [then]
        for _ in range(damage.most if target.ignore else min(damage.most, target.wounds)):  # more than that would be lost
            layers.append(self.point(layers[-1], then, to_come))

        def hurt(points: int, left: Left) -> Rows:
            return layers[min(points, len(layers) - 1)][left]

        roll = self.players.amount
        return {left: roll(damage, hurt, left, self.striker.player, "damage", to_come, higher_of_two=melta) for left in then}

    def point(self, rest: Next, over: Next, to_come: int) -> Next:
        """One point of damage, with the rest of them to follow unless the model is slain. (DMG-01, UNIT-12)"""
        onward, slays = self.losses.next, self.losses.slays[:, None]
        lost = {left: self.counted(np.where(slays, over[left][onward], rows[onward])) for left, rows in rest.items()}
        ignore = self.blow.target.ignore
        if not ignore:
            return lost
        roll = Roll(self.striker.other, "roll to ignore a wound", FAILS, FAILS, to_come)
        results = ["ignored" if face >= ignore else "fails" for face in FACES]
        return {left: self.players.test(results, lambda result, left: (rest if result == "ignored" else lost)[left], left, roll) for left in rest}

    def mortal(self, then: Next, to_come: int) -> Next:
        """A mortal wound, which may fall on the next model. (DMG-02, DMG-03)"""
        return self.point(then, then, to_come)

    def counted(self, rows: Rows) -> Rows:
        """Note a wound that is lost; the columns from `LOST` on are of wounds yet to be lost."""
        if self.losses.gains is not None:
            rows[:, :PLAIN] += self.losses.gains
            if self.players.notes is None:
                rows[:, LOST + 1 :] = rows[:, LOST:-1].copy()
                rows[:, LOST] = 0.0
        return rows


def _doubled(losses: Losses) -> Losses:
    """The same for a bearer that has rolled no 1 and for one that has."""
    assert losses.gains is not None
    return Losses(np.concatenate([losses.next, losses.next + len(losses.next)]), np.tile(losses.slays, 2), np.tile(losses.gains, (2, 1)))


def _striker(
    player: int, weapon: Weapon, strength: int, target: Target, modifier: int, *, skill: int, cover: bool = False, sixes: bool = False
) -> Striker:
    """(ATT-02 to ATT-11, OW-02, OPP-04, TERR-02, WR)"""
    rules = weapon.rules
    hit = tuple(face >= SIX if sixes else hits(face, skill, modifier) for face in FACES)
    bonus = IN_COVER if cover and not rules.no_cover else 0
    return Striker(
        player=player,
        hit=None if rules.auto_hit else hit,
        wound=wound_number(weapon.strength.of(strength), target.toughness),
        save=save_number(target.save, weapon.ap + bonus) if target.save else NEVER,
        invulnerable=target.invulnerable or NEVER,
        sure=rules.sure,
        cruel=rules.cruel,
        mortal=rules.sniper,
        burns=rules.overheat and weapon.kind == "ranged",
    )


# --- morale


class Morale(NamedTuple):
    """What comes of a morale test: how likely it fails, wounds lost to it, and wounds left after it."""

    fails: float
    losses: dict[int, float]
    left: dict[int, float]


def morale(target: Target, lost: Mapping[int, float], *, modifier: int = 0, rerolls: int = 0) -> Morale:
    """The morale test of a unit that has lost wounds, by how many it has lost. (MORALE-02 to MORALE-10)

    >>> morale(Target(toughness=4, models=10, leadership=7), {5: 1.0}).losses
    {0: 0.3333333333333333, 1: 0.16666666666666666, 2: 0.16666666666666666, 3: 0.16666666666666666, 4: 0.16666666666666666}
    """
    ends = []
    for number, chance in lost.items():
        left = target.all - min(number, target.all)
        wounds_lost = target.lost + number
        if not left or not wounds_lost:
            ends.append((False, 0, left, chance))
            continue
        faces = [_test(target, face, wounds_lost + modifier) for face in FACES]
        for fails, share in _tested(faces, left, rerolls):
            ends.append((fails is not None, min(left, fails or 0), left, chance * share))
    return Morale(
        sum(chance for fails, _, _, chance in ends if fails),
        gathered((loss, chance) for _, loss, _, chance in ends),
        gathered((left - loss, chance) for _, loss, left, chance in ends),
    )


def _test(target: Target, face: int, lost: int) -> int | None:
    """The wounds that one face costs; None if the test is passed. (MORALE-04 to MORALE-10, INT-67, INT-68)"""
    excess = face + lost - target.leadership
    if face == 1 or excess <= 0:
        return None
    return 0 if target.character or (target.vehicle and target.table) else excess


def _tested(faces: Sequence[int | None], left: int, rerolls: int) -> list[tuple[int | None, float]]:
    """Each result of a test with its chance; a re-roll is used if it saves wounds on average, or else makes the test likelier to pass."""

    def cost(loss: int | None) -> tuple[float, float]:
        return min(left, loss or 0), float(loss is not None)

    again = tuple(sum(cost(face)[k] for face in faces) / 6 for k in (0, 1))
    found: list[tuple[int | None, float]] = []
    for face in faces:
        if rerolls and again < cost(face):
            found += [(other, 1 / 36) for other in faces]
        else:
            found.append((face, 1 / 6))
    return found


# --- shooting


class _Shooting(Shooting):
    """All that is settled before the first die of some shots is rolled."""

    def __init__(
        self, striker: Striker, blow: Blow, attacks: Amount, bearers: int, times: int, rerolls: Left, objective: Objective, manner: Manner
    ) -> None:
        super().__init__(striker, (blow.target.save, blow.target.invulnerable), rerolls)
        self.blow = blow
        self.attacks = attacks
        self.bearers = bearers
        self.times = times
        self.objective = objective
        self.manner = manner

    @property
    def most(self) -> int:
        """The most wounds that a unit without end could lose."""
        each = min(self.blow.damage.most, self.blow.target.wounds) + int(self.striker.mortal)
        return self.bearers * self.times * self.attacks.most * each

    def solve(self, notes: Notes | None = None) -> Rows:
        """The first row of the table before the first die."""
        losses = without_end(self.blow.target, self.objective)
        ends = np.zeros((len(losses.next), notes.WIDTH if notes else LOST + self.most + 1))
        ends[:, notes.CALM if notes else LOST] = 1.0
        volley = Attacks(Players(self.manner, notes), self.striker, self.blow, losses)
        then: Next = dict.fromkeys(lefts(*self.rerolls), ends)
        return cast(Rows, volley.bearers(self.bearers, self.attacks, self.times, then)[self.rerolls][0])


def shoot(
    weapon: Weapon | str | Mapping[str, Any],
    target: Target | str | Mapping[str, Any],
    *,
    models: int = 1,
    bs: int | None = None,
    strength: int = 4,
    cover: bool = False,
    obscured: bool = False,
    half_range: bool = False,
    moved: bool = False,
    advanced: bool = False,
    modifier: int = 0,
    overwatch: bool = False,
    rerolls: int = 0,
    defender_rerolls: int = 0,
    morale_rerolls: int = 0,
    morale_modifier: int = 0,
    shots: int = 1,
    objective: Objective = "damage",
    reroll: Manner = "best",
) -> ShootOdds:
    """The odds of shooting at a unit with ``models`` alike (``shots`` such units), and of its morale test after that.

    ``obscured`` is the -1 for what stands in the line of sight, ``modifier`` any other to the hit roll. A failed morale
    test counts in the details alone.

    >>> odds = shoot('Rapid Fire 1 24" S4 AP0 D1 BS3+', "models 5 T4 save 3+ Ld 7", models=5, half_range=True)
    >>> round(odds.expected, 4), round(odds.details["models_slain"][2], 4)
    (1.1111, 0.2165)
    """
    gun, aim = weapon_of(weapon), target_of(target)
    if gun.kind != "ranged":
        raise ValueError(f"'{gun.name}' is a melee weapon; shooting needs one like 'Rapid Fire 1 24\" S4 AP-1 D1 BS3+'")
    if advanced and gun.type != "assault":
        raise ValueError("after an advance only Assault weapons can be fired; leave out advanced")
    asked = {"rerolls": rerolls, "defender_rerolls": defender_rerolls, "morale_rerolls": morale_rerolls}
    check(REROLL, asked, objective, ("damage", "incapacitate", "capped"), reroll)
    times = 2 if half_range and gun.type == "rapid fire" else 1  # WT-01
    _check_size(models, shots, models * shots * times * gun.attacks.most)
    penalties = obscured, advanced, moved and gun.type == "heavy"  # OBSC-01, OBSC-02, WT-02, WT-03
    skill = bs if bs is not None else gun.skill
    if not 2 <= skill <= 6 and not (gun.rules.auto_hit or overwatch):
        raise ValueError("BS must be from 2+ to 6+; write 'BS3+' on the weapon or say bs=3")
    striker = _striker(ATTACKER, gun, strength, aim, modifier - sum(penalties), skill=skill, cover=cover or aim.cover, sixes=overwatch)
    blow = Blow(gun.damage, aim, gun.rules.melta and half_range)
    given = _Shooting(striker, blow, gun.attacks, models * shots, times, (rerolls, defender_rerolls), objective, reroll)
    return _shoot_odds(given, gun, morale_modifier, morale_rerolls)


def _shoot_odds(given: _Shooting, gun: Weapon, morale_modifier: int, morale_rerolls: int) -> ShootOdds:
    aim = given.blow.target
    damage = gathered(enumerate(given.row[LOST:]))
    lost = gathered((min(number, aim.all), chance) for number, chance in damage.items())
    test = morale(aim, lost, modifier=morale_modifier, rerolls=morale_rerolls)
    details: dict[str, Any] = {
        "wounds_lost": lost,
        "capped": mean(lost),
        "models_slain": gathered((_slain(aim, number), chance) for number, chance in lost.items()),
        "morale": {"fails": test.fails, "losses": test.losses, "models_slain": gathered((_slain(aim, aim.all - n), c) for n, c in test.left.items())},
        "destroyed": test.left.get(0, 0.0),
    }
    if gun.rules.overheat:
        details["bearers_slain"] = float(given.row[BEARERS])
    return ShootOdds(
        RULESET,
        damage,
        incapacitate=lost.get(aim.all, 0.0),
        injure=sum(chance for number, chance in lost.items() if number),
        value=float(given.row[WORTH]),
        objective=given.objective,
        details=details,
        not_computed=unknown(gun),
        advise=given.advise,
    )


def _slain(target: Target, lost: int) -> int:
    return (lost + target.hurt) // target.wounds


def _check_size(models: int, shots: int, attacks: int) -> None:
    if models < 1 or shots < 1:
        raise ValueError("models and shots must be 1 or more")
    if attacks > MOST_ALL:
        raise ValueError(f"so many models make up to {attacks} attacks, and the odds are known for up to {MOST_ALL}; take fewer models")


# --- close combat


class _Fight:
    """All that is settled before the first die of a fight is rolled."""

    def __init__(
        self, strikers: Sequence[Striker], blows: Sequence[Blow], attacks: Sequence[int], rerolls: Left, objective: FightObjective, manner: Manner
    ) -> None:
        self.strikers = strikers
        self.blows = blows
        self.attacks = attacks  # of one model
        self.rerolls = rerolls
        self.objective = objective
        self.manner = manner
        self.units = blows[DEFENDER].target, blows[ATTACKER].target

    def worths(self, mine: int, theirs: int) -> tuple[float, float]:
        """What it is worth that both sides have lost so many wounds, first and second."""
        gone, beaten = mine >= self.units[ATTACKER].all, theirs >= self.units[DEFENDER].all
        difference = float(theirs - mine)
        if self.objective == "difference":
            return difference, float(beaten) - float(gone)
        return (float(not gone) if self.objective == "survive" else float(beaten)), difference

    def ends(self, theirs: int, notes: Notes | None) -> Rows:
        """The table by wounds that the attacking unit has lost, when the defending one has lost so many."""
        count, other = (unit.all + 1 for unit in self.units)
        rows = np.zeros((count, notes.WIDTH if notes else PLAIN + count * other))
        rows[:, :PLAIN] = [self.worths(mine, theirs) for mine in range(count)]
        if notes:
            rows[:, notes.CALM] = 1.0
        else:
            rows[:, PLAIN + theirs * count : PLAIN + (theirs + 1) * count] = np.eye(count)
        return rows

    def answer(self, theirs: int, players: Players) -> Next:
        """What is left of the defending unit strikes back."""
        own, other = self.units
        count = (other.models - _slain(other, theirs)) * self.attacks[DEFENDER]
        then: Next = dict.fromkeys(lefts(*self.rerolls), self.ends(theirs, players.notes))
        return Attacks(players, self.strikers[DEFENDER], self.blows[DEFENDER], up_to(own)).attacks(count, then)[-1]

    def solve(self, notes: Notes | None = None) -> Rows:
        own, other = self.units
        players = Players(self.manner, notes)
        answers = [self.answer(theirs, players) for theirs in range(other.all + 1)]
        then: Next = {left: np.array([answer[left][0] for answer in answers]) for left in lefts(*self.rerolls)}
        volley = Attacks(players, self.strikers[ATTACKER], self.blows[ATTACKER], up_to(other))
        return cast(Rows, volley.attacks(own.models * self.attacks[ATTACKER], then)[-1][self.rerolls][0])

    @cached_property
    def row(self) -> Rows:
        return self.solve()

    def advise(self) -> list[Advice]:
        notes = Notes()
        row = self.solve(notes)
        met = 1.0 - float(row[notes.CALM])
        found = []
        for striker, blow in zip(self.strikers, self.blows, strict=True):
            found += save_advice(striker, (blow.target.save, blow.target.invulnerable), met)
        return [*found, *reroll_advice(notes, row, self.rerolls)]


def fight(
    attacker: Fighter | str | Mapping[str, Any],
    defender: Fighter | str | Mapping[str, Any],
    *,
    modifier: int = 0,
    defender_modifier: int = 0,
    attacker_wounds: None = None,
    defender_wounds: None = None,
    strikes_back: bool = True,
    obstacle: bool = False,
    opportunity: bool = False,
    rerolls: int = 0,
    defender_rerolls: int = 0,
    objective: FightObjective = "difference",
    reroll: Manner = "best",
) -> FightOdds:
    """The odds of a fight over the wounds left of both units: the attackers strike, then the defenders that are left.

    The attacker wants much, the defender little, of the objective: "difference", the wounds that the defender loses less
    those the attacker does; "survive", the chance that the attacking unit is not destroyed; "remove", the chance that the
    defending one is. An ``opportunity`` strike hits on 6s alone and is not answered. (OPP-04)

    >>> odds = fight("A2 WS3+ S4 AP0 D1 | models 3 T4 save 4+", "A1 WS3+ S4 AP0 D1 | models 3 T4 save 4+")
    >>> round(odds.expected_dealt, 4), round(odds.expected_taken, 4)
    (0.9906, 0.3349)
    """
    if attacker_wounds is not None or defender_wounds is not None:
        raise ValueError("the wounds of a unit stand on its card; write it like 'models 5 wounds 2 hurt 1'")
    units = fighter_of(attacker), fighter_of(defender)
    check(REROLL, {"rerolls": rerolls, "defender_rerolls": defender_rerolls}, objective, ("difference", "survive", "remove"), reroll)
    modifiers = modifier - int(obstacle), defender_modifier - int(obstacle)  # FIGHT-11
    strikers, blows, attacks = [], [], []
    for player, me, change in zip((ATTACKER, DEFENDER), units, modifiers, strict=True):
        weapon, other = me.weapon, units[1 - player].target
        strikers.append(_striker(player, weapon, me.strength, other, change - int(weapon.rules.unwieldy), skill=weapon.skill, sixes=opportunity))
        blows.append(Blow(weapon.damage, other))
        attacks.append(weapon.attacks.plus + weapon.rules.extra)  # WR-EXTRA-01
        _check_size(me.target.models, 1, me.target.models * attacks[-1])
    if opportunity or not strikes_back:
        attacks[DEFENDER] = 0
    given = _Fight(strikers, blows, attacks, (rerolls, defender_rerolls), objective, reroll)
    return _fight_odds(given, [*_left_out(units[0].weapon), *_left_out(units[1].weapon)])


def _left_out(weapon: Weapon) -> list[str]:
    """What the odds of a fight do not count."""
    return [*unknown(weapon), *(["overheat"] if weapon.rules.overheat else [])]


def _fight_odds(given: _Fight, not_computed: Sequence[str]) -> FightOdds:
    own, other = given.units
    odds = given.row[PLAIN:].reshape(other.all + 1, own.all + 1)
    suffered = gathered(enumerate(odds.sum(axis=0))), gathered(enumerate(odds.sum(axis=1)))
    tests = morale(own, suffered[0]), morale(other, suffered[1])
    details = {
        "attacker_models_slain": gathered((_slain(own, number), chance) for number, chance in suffered[0].items()),
        "defender_models_slain": gathered((_slain(other, number), chance) for number, chance in suffered[1].items()),
        "attacker_morale": {"fails": tests[0].fails, "losses": tests[0].losses},
        "defender_morale": {"fails": tests[1].fails, "losses": tests[1].losses},
    }
    return FightOdds(
        RULESET,
        [(own.all - mine, other.all - theirs, float(odds[theirs, mine])) for theirs, mine in np.argwhere(odds > 0.0).tolist()],
        attacker_wounds=own.all,
        defender_wounds=other.all,
        value=float(given.row[WORTH]),
        objective=given.objective,
        details=details,
        not_computed=not_computed,
        advise=given.advise,
    )
