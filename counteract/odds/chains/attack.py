"""Hit, wound and save as all editions with chains of single dice have them; each edition adds the effect of damage."""

from __future__ import annotations

from typing import Any, NamedTuple

from counteract.attacks.hitwoundsave import NEVER, hits, save_number, saves, wound_number, wounds
from counteract.core.language import Phrase, phrases, say
from counteract.odds.chains.states import EQUAL, FACES, DieRoll, Left, Next, Players, Rows
from counteract.odds.results import SITUATION, WHO, Advice

SAVES = phrases({"normal": "normal save", "invulnerable": "invulnerable save"})

MISS, FAILS = frozenset(["miss", "1"]), frozenset(["fails"])

#: For each face of a hit roll, True if it hits.
Faces = tuple[bool, ...]


class AttackProfile(NamedTuple):
    """The attacking player, and the number that each die of an attack must reach."""

    player: int
    hit: Faces | None  # None: attacks hit by themselves
    wound: int
    save: int
    invulnerable: int
    sure: bool = False  # natural 1s to hit are rolled again
    cruel: bool = False  # natural 1s to wound are rolled again
    mortal: bool = False  # a natural 6 to wound brings a mortal wound besides
    burns: bool = False  # a natural 1 to hit is noted
    printed: tuple[int, int] = (0, 0)  # the saves on the target's card, possible or not

    @property
    def other(self) -> int:
        return 1 - self.player

    @property
    def ways(self) -> tuple[tuple[str, int], ...]:
        """The saves that can be made, the better first."""
        ways = (("normal", self.save), ("invulnerable", self.invulnerable))
        return tuple(sorted((way for way in ways if way[1] < NEVER), key=lambda way: way[1]))


def attack_profile(player: int, weapon: Any, hit: Faces, strength: int, target: Any, **more: Any) -> AttackProfile:
    """Return the profile of an attack; ``more`` are fields that only one edition sets, and ``bonus`` is added to the usual save."""
    rules, bonus = weapon.rules, more.pop("bonus", 0)
    return AttackProfile(
        player=player,
        hit=None if rules.auto_hit else hit,
        wound=wound_number(weapon.strength.of(strength), target.toughness),
        save=save_number(target.save, weapon.ap + bonus) if target.save else NEVER,
        invulnerable=target.invulnerable or NEVER,
        sure=rules.sure,
        cruel=rules.cruel,
        printed=(target.save, target.invulnerable),
        **more,
    )


def faces(skill: int, modifier: int) -> Faces:
    """Return which faces hit with a skill."""
    return tuple(hits(face, skill, modifier) for face in FACES)


def from_face(least: int) -> Faces:
    """Return which faces hit where only the die counts, as in Overwatch."""
    return tuple(face >= least for face in FACES)


class AttackChain:
    """Attacks one after the other, each solved from its last step to its first."""

    def __init__(self, players: Players, profile: AttackProfile) -> None:
        self.players = players
        self.profile = profile

    def attacks(self, count: int, then: Next, to_come: int = 0) -> list[Next]:
        """Return the outcomes with no attack to make, with one, and so on; ``to_come`` is how many attacks follow them."""
        found = [then]
        for number in range(count):
            found.append(self.attack(found[-1], to_come + number))
        return found

    def attack(self, then: Next, to_come: int) -> Next:
        """Return the outcomes of one attack. A mortal wound comes after save and damage."""
        wounded = self.saved(then, to_come)
        worse = self.saved(self.mortal(then, to_come), to_come) if self.profile.mortal else wounded
        return self.hit(then, self.wound(then, wounded, worse, to_come), to_come)

    def hit(self, then: Next, hit: Next, to_come: int) -> Next:
        profile = self.profile
        if profile.hit is None:
            return hit
        follows = {"hit": hit, "miss": then, "1": {left: self.burnt(rows) for left, rows in then.items()} if profile.burns else then}
        results = ["hit" if lands else "1" if face == 1 and profile.burns else "miss" for face, lands in zip(FACES, profile.hit, strict=True)]
        roll = DieRoll(profile.player, Phrase("hit roll"), MISS, MISS, to_come, profile.sure)
        return {left: self.players.test(results, lambda result, left: follows[result][left], left, roll) for left in then}

    def wound(self, then: Next, wounded: Next, worse: Next, to_come: int) -> Next:
        profile = self.profile
        follows = {"fails": then, "wounds": wounded, "6": worse}
        results = ["fails" if not wounds(face, profile.wound) else "6" if face == 6 and profile.mortal else "wounds" for face in FACES]
        roll = DieRoll(profile.player, Phrase("wound roll"), FAILS | {"wounds"} if profile.mortal else FAILS, FAILS, to_come, profile.cruel)
        return {left: self.players.test(results, lambda result, left: follows[result][left], left, roll) for left in then}

    def saved(self, then: Next, to_come: int) -> Next:
        """Return the outcomes of one saving throw, of the kind the defender chooses, with the damage if it fails."""
        harmed = self.damage(then, to_come)
        return {left: self.players.wounded(self.save(then, harmed, left, to_come)) for left in then}

    def save(self, then: Next, harmed: Next, left: Left, to_come: int) -> Rows:
        options = []
        for name, needed in self.profile.ways:
            roll = DieRoll(self.profile.other, SAVES[name], FAILS, FAILS, to_come)
            results = ["saves" if saves(face, needed) else "fails" for face in FACES]
            options.append(self.players.test(results, lambda result, left: (then if result == "saves" else harmed)[left], left, roll))
        return self.players.better(self.profile.other, options) if options else harmed[left]

    # --- parts that each edition adds

    def damage(self, then: Next, to_come: int) -> Next:
        """Return the outcomes of a failed save."""
        raise NotImplementedError

    def mortal(self, then: Next, to_come: int) -> Next:
        """Return the outcomes of a mortal wound."""
        raise NotImplementedError

    def burnt(self, rows: Rows) -> Rows:
        """Return the outcomes of a natural 1 to hit."""
        raise NotImplementedError


def save_advice(profile: AttackProfile, chance: float) -> list[Advice]:
    """Return advice on which save to take, if there is a choice."""
    when = say(SITUATION, who=WHO[profile.other], when=Phrase("an attack wounds"))
    ways = profile.ways
    if not any(profile.printed) or chance < EQUAL:
        return []
    if not ways:
        return [Advice(when, say("no save is possible"), chance)]
    name, number = ways[0]
    if len(ways) > 1:
        other, worse = ways[1]
        do = say("take the {save}, {needed}+; the {other} needs {worse}+", save=SAVES[name], needed=number, other=SAVES[other], worse=worse)
        return [Advice(when, do, chance)]
    do = say("take the {save}, {needed}+; the other one is impossible", save=SAVES[name], needed=number)
    return [Advice(when, do, chance)] if all(profile.printed) else []
