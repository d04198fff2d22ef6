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
from typing import Annotated, Any, ClassVar

import numpy as np
from msgspec import Meta

from counteract.odds import chain_terms
from counteract.odds.chain_questions import Fight, Question
from counteract.odds.chain_terms import asked, check_attacks, check_gun, skill_of, times
from counteract.odds.chains import ATTACKER, DEFENDER, Next, Notes, Players, Rows, gathered
from counteract.odds.kt40_cards import MOST_MODELS, Fighter, Target, Weapon, fighter_of, target_of, unknown, weapon_of
from counteract.odds.kt40_morale import morale
from counteract.odds.kt40_units import BEARERS, LOST, Attacks, Blow, up_to, without_end
from counteract.odds.results import FightOdds, ShootOdds, mean
from counteract.odds.volleys import Faces, Striker, faces, from_face, striker

RULESET = "kt40"
MOST_ALL = 120  # attacks of a unit
IN_COVER = 1  # to saving throws but invulnerable ones (TERR-02)
SIX = 6  # what alone hits in overwatch and opportunity strikes (OW-02, OPP-04)


class Shots(chain_terms.Shots, frozen=True, gc=False, kw_only=True):
    """The terms of shooting with ``models`` alike; ``obscured`` is the -1 for what stands in the line of sight."""

    REROLL: ClassVar[str] = "Command Re-roll"

    models: Annotated[int, Meta(ge=1, le=MOST_MODELS)] = 1
    morale_rerolls: int = 0
    morale_modifier: chain_terms.Change = 0


class Fights(chain_terms.Fights, frozen=True, gc=False, kw_only=True):
    """The terms of close combat."""

    REROLL: ClassVar[str] = Shots.REROLL

    opportunity: bool = False


def _striker(player: int, weapon: Weapon, hit: Faces, strength: int, target: Target, *, cover: bool = False) -> Striker:
    """(ATT-02 to ATT-11, TERR-02, WR)"""
    rules = weapon.rules
    bonus = IN_COVER if cover and not rules.no_cover else 0
    return striker(player, weapon, hit, strength, target, bonus=bonus, mortal=rules.sniper, burns=rules.overheat and weapon.kind == "ranged")


# --- shooting


class Shooting(Question[Shots]):
    """Shots of a unit at another."""

    def __init__(self, terms: Shots, striker: Striker, blow: Blow, gun: Weapon) -> None:
        super().__init__(terms, [striker])
        self.blow = blow
        self.gun = gun
        self.often = times(gun, terms)
        self.bearers = terms.models * terms.shots

    @property
    def most(self) -> int:
        """The most wounds that a unit without end could lose."""
        each = min(self.blow.damage.most, self.blow.target.wounds) + int(self.strikers[0].mortal)
        return self.bearers * self.often * self.gun.attacks.most * each

    def solve(self, notes: Notes | None = None) -> Rows:
        losses = without_end(self.blow.target, self.terms.objective)
        ends = np.zeros((len(losses.next), notes.WIDTH if notes else LOST + self.most + 1))
        ends[:, notes.CALM if notes else LOST] = 1.0
        volley = Attacks(self.players(notes), self.strikers[0], self.blow, losses)
        return self.first(volley.bearers(self.bearers, self.gun.attacks, self.often, self.after(ends)))


def shoot(weapon: Weapon | str | Mapping[str, Any], target: Target | str | Mapping[str, Any], **given: Any) -> ShootOdds:
    """The odds of shooting at a unit, on the terms of `Shots`, and of its morale test after that, which counts in the details alone.

    >>> odds = shoot('Rapid Fire 1 24" S4 AP0 D1 BS3+', "models 5 T4 save 3+ Ld 7", models=5, half_range=True)
    >>> round(odds.expected, 4), round(odds.details["models_slain"][2], 4)
    (1.1111, 0.2165)
    """
    gun, aim, terms = weapon_of(weapon), target_of(target), asked(RULESET, Shots, given)
    check_gun(gun, terms)
    check_attacks(terms.models * terms.shots * times(gun, terms) * gun.attacks.most, MOST_ALL)
    penalties = terms.obscured, terms.advanced, terms.moved and gun.type == "heavy"  # OBSC-01, OBSC-02, WT-02, WT-03
    hit = from_face(SIX) if terms.overwatch else faces(skill_of(gun, terms), terms.modifier - sum(penalties))
    fired = _striker(ATTACKER, gun, hit, terms.strength, aim, cover=terms.cover or aim.cover)
    return _shoot_odds(Shooting(terms, fired, Blow(gun.damage, aim, gun.rules.melta and terms.half_range), gun))


def _shoot_odds(shooting: Shooting) -> ShootOdds:
    aim, gun, terms = shooting.blow.target, shooting.gun, shooting.terms
    damage = gathered(enumerate(shooting.row[LOST:]))
    lost = gathered((min(number, aim.all), chance) for number, chance in damage.items())
    test = morale(aim, lost, modifier=terms.morale_modifier, rerolls=terms.morale_rerolls)
    details: dict[str, Any] = {
        "wounds_lost": lost,
        "capped": mean(lost),
        "models_slain": gathered((_slain(aim, number), chance) for number, chance in lost.items()),
        "morale": {"fails": test.fails, "losses": test.losses, "models_slain": gathered((_slain(aim, aim.all - n), c) for n, c in test.left.items())},
        "destroyed": test.left.get(0, 0.0),
    }
    if gun.rules.overheat:
        details["bearers_slain"] = float(shooting.row[BEARERS])
    return ShootOdds(
        RULESET,
        damage,
        incapacitate=lost.get(aim.all, 0.0),
        injure=sum(chance for number, chance in lost.items() if number),
        value=shooting.value,
        objective=terms.objective,
        details=details,
        not_computed=unknown(gun),
        advise=shooting.advise,
    )


def _slain(target: Target, lost: int) -> int:
    return (lost + target.hurt) // target.wounds


# --- close combat


class _Fight(Fight[int]):
    """Two units in close combat; a state is how many wounds one of them has lost."""

    terms: Fights

    def __init__(self, terms: Fights, fighters: tuple[Fighter, Fighter]) -> None:
        self.terms = terms
        self.fighters = fighters
        self.units = fighters[0].target, fighters[1].target
        super().__init__(terms, [self.striker(0), self.striker(1)], (range(self.units[0].all + 1), range(self.units[1].all + 1)))

    def striker(self, player: int) -> Striker:
        me, terms = self.fighters[player], self.terms
        modifier = (terms.modifier, terms.defender_modifier)[player] - int(terms.obstacle) - int(me.weapon.rules.unwieldy)  # FIGHT-11
        hit = from_face(SIX) if terms.opportunity else faces(me.weapon.skill, modifier)
        return _striker(player, me.weapon, hit, me.strength, self.units[1 - player])

    def wounds_left(self, player: int, state: int) -> int:
        return self.units[player].all - state

    def strikes(self, players: Players, player: int, state: int, then: Next) -> Next:
        """What is left of one unit strikes."""
        if player == DEFENDER and (self.terms.opportunity or not self.terms.strikes_back):
            return then
        weapon, own, other = self.fighters[player].weapon, self.units[player], self.units[1 - player]
        count = (own.models - _slain(own, state)) * attacks(weapon)
        return Attacks(players, self.strikers[player], Blow(weapon.damage, other), up_to(other)).attacks(count, then)[-1]


def attacks(weapon: Weapon) -> int:
    """How often one model strikes. (WR-EXTRA-01)"""
    return weapon.attacks.plus + weapon.rules.extra


def fight(attacker: Fighter | str | Mapping[str, Any], defender: Fighter | str | Mapping[str, Any], **given: Any) -> FightOdds:
    """The odds of a fight, on the terms of `Fights`, over the wounds left of both units: the attackers strike, then the defenders that are left.

    The attacker wants much, the defender little, of the objective: "difference", the wounds that the defender loses less
    those the attacker does; "survive", the chance that the attacking unit is not destroyed; "remove", the chance that the
    defending one is. An ``opportunity`` strike hits on 6s alone and is not answered. (OPP-04)

    >>> odds = fight("A2 WS3+ S4 AP0 D1 | models 3 T4 save 4+", "A1 WS3+ S4 AP0 D1 | models 3 T4 save 4+")
    >>> round(odds.expected_dealt, 4), round(odds.expected_taken, 4)
    (0.9906, 0.3349)
    """
    terms = asked(RULESET, Fights, given)
    if terms.attacker_wounds is not None or terms.defender_wounds is not None:
        raise ValueError("the wounds of a unit stand on its card; write it like 'models 5 wounds 2 hurt 1'")
    units = fighter_of(attacker), fighter_of(defender)
    for fighter in units:
        check_attacks(fighter.target.models * attacks(fighter.weapon), MOST_ALL)
    found = _Fight(terms, units)
    details: dict[str, Any] = {}
    for who, unit, suffered in zip(("attacker", "defender"), found.units, (found.odds.sum(axis=0), found.odds.sum(axis=1)), strict=True):
        lost = gathered(enumerate(suffered))
        test = morale(unit, lost)
        details[f"{who}_models_slain"] = gathered((_slain(unit, number), chance) for number, chance in lost.items())
        details[f"{who}_morale"] = {"fails": test.fails, "losses": test.losses}
    return found.told(RULESET, details, [*_left_out(units[0].weapon), *_left_out(units[1].weapon)])


def _left_out(weapon: Weapon) -> Sequence[str]:
    """What the odds of a fight do not count."""
    return [*unknown(weapon), *(["overheat"] if weapon.rules.overheat else [])]
