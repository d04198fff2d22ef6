"""Hit, wound and save as all editions with chains of single dice have them; what the damage does is theirs to say."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from counteract.mechanics.hitwoundsave import NEVER, saves, wounds
from counteract.odds.chains import EQUAL, FACES, WHO, Left, Next, Notes, Players, Roll, Rows, reroll_advice
from counteract.odds.results import Advice

MISS, FAILS = frozenset(["miss", "1"]), frozenset(["fails"])
MANNERS = ("best", "fails")


class Striker(NamedTuple):
    """Who attacks, and what each die must show."""

    player: int
    hit: tuple[bool, ...] | None  # by face; None: attacks hit by themselves
    wound: int
    save: int
    invulnerable: int
    sure: bool = False  # natural 1s to hit are rolled again
    cruel: bool = False  # natural 1s to wound are rolled again
    mortal: bool = False  # a natural 6 to wound brings a mortal wound besides
    burns: bool = False  # a natural 1 to hit is noted

    @property
    def other(self) -> int:
        return 1 - self.player

    @property
    def ways(self) -> tuple[tuple[str, int], ...]:
        """The saves that can be made, the better first."""
        ways = (("normal", self.save), ("invulnerable", self.invulnerable))
        return tuple(sorted((way for way in ways if way[1] < NEVER), key=lambda way: way[1]))


class Shooting:
    """Shots at a target, with what is settled before the first die; an edition says how to `solve` them."""

    def __init__(self, striker: Striker, saves: tuple[int, int], rerolls: Left) -> None:
        self.striker = striker
        self.saves = saves  # the usual one and the invulnerable one
        self.rerolls = rerolls

    def solve(self, notes: Notes | None = None) -> Rows:
        """The first row of the table before the first die; with ``notes``, of what there is to choose."""
        raise NotImplementedError

    @cached_property
    def row(self) -> Rows:
        return self.solve()

    def advise(self) -> list[Advice]:
        """Which save to take, and when to use a re-roll."""
        notes = Notes()
        row = self.solve(notes)
        return [*save_advice(self.striker, self.saves, 1.0 - float(row[notes.CALM])), *reroll_advice(notes, row, self.rerolls)]


class Volley:
    """Attacks one after the other, each solved from its last step to its first."""

    def __init__(self, players: Players, striker: Striker) -> None:
        self.players = players
        self.striker = striker

    def attacks(self, count: int, then: Next, to_come: int = 0) -> list[Next]:
        """What follows with no attack to come, with one, and so on; ``to_come`` are those after them."""
        found = [then]
        for number in range(count):
            found.append(self.attack(found[-1], to_come + number))
        return found

    def attack(self, then: Next, to_come: int) -> Next:
        """One attack. A mortal wound comes after save and damage."""
        wounded = self.saved(then, to_come)
        worse = self.saved(self.mortal(then, to_come), to_come) if self.striker.mortal else wounded
        return self.hit(then, self.wound(then, wounded, worse, to_come), to_come)

    def hit(self, then: Next, hit: Next, to_come: int) -> Next:
        striker = self.striker
        if striker.hit is None:
            return hit
        follows = {"hit": hit, "miss": then, "1": {left: self.burnt(rows) for left, rows in then.items()} if striker.burns else then}
        results = ["hit" if lands else "1" if face == 1 and striker.burns else "miss" for face, lands in zip(FACES, striker.hit, strict=True)]
        roll = Roll(striker.player, "hit roll", MISS, MISS, to_come, striker.sure)
        return {left: self.players.test(results, lambda result, left: follows[result][left], left, roll) for left in then}

    def wound(self, then: Next, wounded: Next, worse: Next, to_come: int) -> Next:
        striker = self.striker
        follows = {"fails": then, "wounds": wounded, "6": worse}
        results = ["fails" if not wounds(face, striker.wound) else "6" if face == 6 and striker.mortal else "wounds" for face in FACES]
        roll = Roll(striker.player, "wound roll", FAILS | {"wounds"} if striker.mortal else FAILS, FAILS, to_come, striker.cruel)
        return {left: self.players.test(results, lambda result, left: follows[result][left], left, roll) for left in then}

    def saved(self, then: Next, to_come: int) -> Next:
        """One saving throw, of the kind its player chooses, and the damage if it fails."""
        harmed = self.damage(then, to_come)
        return {left: self.players.wounded(self.save(then, harmed, left, to_come)) for left in then}

    def save(self, then: Next, harmed: Next, left: Left, to_come: int) -> Rows:
        options = []
        for name, needed in self.striker.ways:
            roll = Roll(self.striker.other, f"{name} save", FAILS, FAILS, to_come)
            results = ["saves" if saves(face, needed) else "fails" for face in FACES]
            options.append(self.players.test(results, lambda result, left: (then if result == "saves" else harmed)[left], left, roll))
        return self.players.better(self.striker.other, options) if options else harmed[left]

    # --- what an edition adds

    def damage(self, then: Next, to_come: int) -> Next:
        """What a failed save leads to."""
        raise NotImplementedError

    def mortal(self, then: Next, to_come: int) -> Next:
        """What a mortal wound leads to."""
        raise NotImplementedError

    def burnt(self, rows: Rows) -> Rows:
        """What a natural 1 to hit leads to."""
        raise NotImplementedError


def save_advice(striker: Striker, printed: Sequence[int], chance: float) -> list[Advice]:
    """Which save to take, if it takes a thought; ``printed`` are those on the card, possible or not."""
    when = f"{WHO[striker.other]}: an attack wounds"
    ways = striker.ways
    if not any(printed) or chance < EQUAL:
        return []
    if not ways:
        return [Advice(when, "no save is possible", chance)]
    name, number = ways[0]
    if len(ways) > 1:
        other, worse = ways[1]
        return [Advice(when, f"take the {name} save, {number}+; the {other} one needs {worse}+", chance)]
    return [Advice(when, f"take the {name} save, {number}+; the other one is impossible", chance)] if all(printed) else []


def check(reroll: str, rerolls: dict[str, int], objective: str, objectives: Sequence[str], manner: str) -> None:
    """Refuse what cannot be asked; ``reroll`` is what the edition calls it."""
    for name, number in rerolls.items():
        if number not in (0, 1):
            raise ValueError(f"a player has at most one {reroll} a phase, so {name} is 0 or 1, not {number}")
    if objective not in objectives:
        raise ValueError(f"the objective is one of {', '.join(objectives)}, not {objective!r}")
    if manner not in MANNERS:
        raise ValueError(f"re-rolls are used to the best effect or on fails, so reroll is 'best' or 'fails', not {manner!r}")
