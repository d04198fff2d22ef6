"""Small boards drawn in a test: put operatives, terrain and barricades down, script the dice, play one procedure.

    scene = Scene()
    shooter = scene.add(0, (5, 11), weapons=[gun("4 3+ 3/4; AP1")], order="engage")
    target = scene.add(1, (15, 11), defence=3, save=4, wounds=8, order="engage")
    scene.barricade(13.6, 11, 90)
    play = scene.act(shooter, "shoot", dice=[6, 5, 3, 2, 4])
    play.answer(target, "cover-save", Allocate((2, 0, 0, 0)))
    assert play.wounds(target) == 4
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from counteract.core.decision import Place
from counteract.core.state import Task
from counteract.mechanics.cards import Ability
from counteract.mechanics.missions import Mission, load_mission
from counteract.mechanics.operatives.cards import Ploy
from counteract.mechanics.operatives.state import Lasting
from counteract.rulesets.kt21.cards import Card, Team
from counteract.rulesets.kt21.state import Acting
from counteract.rulesets.kt21.weapons import Weapon, parse_rules
from tests.rules.stage import INCH, OperativeStage, Play, as_answer


def weapon(text: str, kind: str = "ranged", name: str = "", of: str = "") -> Weapon:
    """Return a weapon as cards write it: "4 3+ 3/4; AP1, Balanced"; ``of`` is the weapon that it is a profile of."""
    line, _, rules = text.partition(";")
    attacks, skill, damage = line.split()
    normal, critical = map(int, damage.split("/"))
    texts = tuple(rule.strip() for rule in rules.split(",") if rule.strip())
    return Weapon(
        name=name or kind, of=of or name or kind, kind=kind, attacks=int(attacks), hit=int(skill.rstrip("+")),  # type: ignore[arg-type]
        normal=normal, critical=critical, text=texts, rules=parse_rules(texts),
    )  # fmt: skip


def gun(text: str = "4 3+ 3/4", name: str = "gun", of: str = "") -> Weapon:
    return weapon(text, "ranged", name, of)


def blade(text: str = "4 3+ 4/5", name: str = "blade", of: str = "") -> Weapon:
    return weapon(text, "melee", name, of)


class Scene(OperativeStage):
    """A board under construction. Bases have a radius of 0.5" and models are 1.5" tall unless a test says otherwise."""

    ruleset = "kt21"
    conditions = {**OperativeStage.conditions, ("overwatched", True): "overwatched"}

    def __init__(self, *, board: tuple[float, float] = (30, 22), mission: str | Mission | None = None, **options: Any) -> None:
        super().__init__(board)
        self.mission = load_mission(mission, "kt21") if isinstance(mission, str) else mission
        self.options = options
        self.ploys: tuple[list[Ploy], list[Ploy]] = ([], [])
        self.barricades: list[tuple[float, float, float]] = []

    def add(
        self,
        side: int,
        at: Sequence[float] | None,
        *,
        weapons: Iterable[Weapon] | None = None,
        left: int | None = None,
        abilities: Iterable[Ability] = (),
        order: str = "engage",
        ready: bool = True,
        state: dict[str, Any] | None = None,
        **stats: Any,
    ) -> int:
        """Put an operative down; its number. Side 0 must be complete before side 1 is begun.

        ``stats`` are those of its card: move, apl, defence, save, wounds, invulnerable, base, height. ``left`` are the
        wounds it has left.
        """
        number = len(self.cards)
        arms = (gun(), blade()) if weapons is None else tuple(weapons)
        usual = {"move": 6.0, "apl": 2, "defence": 3, "save": 4, "wounds": 10, "base": INCH, "height": 1.5}
        card = Card(id=f"op{number}", name=f"Op {number}", weapons=arms, abilities=tuple(abilities), **{**usual, **stats})
        return self.stand(side, at, card, **{"wounds": card.wounds if left is None else left, "order": order, "ready": ready, **(state or {})})

    def ploy(self, side: int, **fields: Any) -> None:
        """Give a side a ploy."""
        self.ploys[side].append(Ploy(**{"id": fields.get("name", "ploy"), "name": "ploy", "text": "…", **fields}))

    def barricade(self, x: float, y: float, turn: float = 0.0) -> None:
        """Set up a barricade, its long side along the x axis unless it is turned."""
        self.barricades.append((x, y, turn))

    def roof(self, x0: float, y0: float, x1: float, y1: float, *, z: float = 3.0) -> str:
        """Draw a part overhead; return its id."""
        return self.wall(x0, y0, x1, y1, bottom=z, top=z + 0.2)

    def teams(self) -> list[Team]:
        return [
            Team(id=f"team{side}", name=f"Team {side}", operatives=tuple(c for s, c in self.cards if s == side), ploys=tuple(self.ploys[side]))
            for side in (0, 1)
        ]

    def told(self, **fields: Any) -> dict[str, Any]:
        """Return the description: in the Firefight phase of turning point 2, unless given otherwise; the fallen have fallen in it."""
        fallen = fields.pop("down_before", (0, 0))
        return {"turn": 2, "barricades": self.barricades, "fallen_before": fallen, **super().told(**fields)}

    def told_acting(self, acting: Acting) -> dict[str, Any]:
        return {**super().told_acting(acting), "points": acting.points}

    def play(self, *agenda: Task, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Carry out these tasks, the first first, and nothing after them. CP are 0 unless given."""
        return Play(self.begin(*agenda, dice=dice, **fields))

    def act(
        self, i: int, action: str, *, dice: Iterable[int] = (), points: int | None = None, spent: int = 1, done: tuple[str, ...] = (), **fields: Any
    ) -> Play:
        """Perform one action of an operative, already paid for, and the rest of its activation; AP are just enough unless given."""
        acting = (Acting(i, "activation", points=spent if points is None else points, spent=spent, done=(*done, action)),)
        return self.play(Task("perform", (i, action)), Task("actions", (i,)), dice=dice, acting=acting, **fields)

    def activate(self, i: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play a whole activation of one operative."""
        return self.play(Task("activation", (i,)), dice=dice, **fields)

    def overwatch(self, player: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play one opportunity of a player to overwatch."""
        return self.play(Task("overwatch", (player,)), dice=dice, **fields)

    def firefight(self, player: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play the Firefight phase from this player's turn on, to the end of the battle."""
        return self.play(Task("firefight", (player,)), dice=dice, **fields)


__all__ = ["Ability", "Lasting", "Place", "Play", "Scene", "as_answer", "blade", "gun", "weapon"]
