"""Small boards drawn in a test: put operatives and terrain down, script the dice, play one procedure.

    scene = Scene()
    shooter = scene.add(0, (5, 11), weapons=[gun("4 3+ 3/4")], order="engage")
    target = scene.add(1, (15, 11), save=4, wounds=8, order="engage")
    scene.wall(13.5, 10, 14, 12, top=1)
    play = scene.act(shooter, "shoot", dice=[6, 5, 3, 2, 4, 1])
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
from counteract.rulesets.kt24.cards import Card, Team
from counteract.rulesets.kt24.state import Acting
from counteract.rulesets.kt24.weapons import Weapon, parse_rules
from tests.rules.stage import INCH, OperativeStage, Play, as_answer


def weapon(text: str, kind: str = "ranged", name: str = "") -> Weapon:
    """Return a weapon as cards write it: "4 3+ 3/4; Piercing 1, Balanced"."""
    line, _, rules = text.partition(";")
    attacks, hit, damage = line.split()
    normal, critical = damage.split("/")
    texts = tuple(r.strip() for r in rules.split(",") if r.strip())
    return Weapon(
        name=name or kind, kind=kind, attacks=int(attacks), hit=int(hit.rstrip("+")), normal=int(normal), critical=int(critical),
        text=texts, rules=parse_rules(texts),
    )  # fmt: skip


def gun(text: str = "4 3+ 3/4", name: str = "gun") -> Weapon:
    return weapon(text, "ranged", name)


def blade(text: str = "4 3+ 4/5", name: str = "blade") -> Weapon:
    return weapon(text, "melee", name)


class Scene(OperativeStage):
    """A board under construction. Bases have a radius of 0.5" and models are 1.5" tall unless a test says otherwise."""

    ruleset = "kt24"
    conditions = {
        **OperativeStage.conditions,
        ("counteracted", True): "counteracted",
        ("guard", True): "on guard",
        ("interrupted", True): "interrupted",
        ("silenced", True): "cannot retaliate",
    }

    def __init__(self, *, board: tuple[float, float] = (30, 22), mission: str | Mission | None = None, **options: Any) -> None:
        super().__init__(board)
        self.mission = load_mission(mission, "kt24") if isinstance(mission, str) else mission
        self.options = {"generic_ploys": False, **options}
        self.ploys: tuple[list[Ploy], list[Ploy]] = ([], [])

    def add(
        self,
        side: int,
        at: Sequence[float] | None,
        *,
        weapons: Iterable[Weapon] | None = None,
        move: float = 6,
        apl: int = 2,
        save: int = 4,
        wounds: int = 10,
        left: int | None = None,
        base: float = INCH,
        height: float = 1.5,
        abilities: Iterable[Ability] = (),
        order: str = "conceal",
        ready: bool = True,
        **state: Any,
    ) -> int:
        """Put an operative down; its number. Side 0 must be complete before side 1 is begun."""
        number = len(self.cards)
        arms = (gun(), blade()) if weapons is None else tuple(weapons)
        card = Card(
            id=f"op{number}", name=f"Op {number}", move=move, apl=apl, save=save, wounds=wounds, base=base, height=height,
            weapons=arms, abilities=tuple(abilities),
        )  # fmt: skip
        return self.stand(side, at, card, wounds=wounds if left is None else left, order=order, ready=ready, **state)

    def ploy(self, side: int, **fields: Any) -> None:
        """Give a side a ploy."""
        usual = {"id": fields.get("name", "ploy"), "name": "ploy", "text": "…", "cost": int(fields["kind"] != "gambit")}
        self.ploys[side].append(Ploy(**{**usual, **fields}))

    def teams(self) -> list[Team]:
        return [
            Team(id=f"team{side}", name=f"Team {side}", operatives=tuple(c for s, c in self.cards if s == side), ploys=tuple(self.ploys[side]))
            for side in (0, 1)
        ]

    def told(self, **fields: Any) -> dict[str, Any]:
        """Return the description: in the Firefight phase of the first turning point, unless given otherwise."""
        points = {"vp": fields.pop("marker_vp", (0, 0)), "kill_vp": fields.pop("kill_vp", (0, 0))}
        return {"turn": 1, **points, **super().told(**fields)}

    def told_acting(self, acting: Acting) -> dict[str, Any]:
        return {**super().told_acting(acting), "interrupted": acting.interrupted}

    def play(self, *agenda: Task, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Carry out these tasks, the first first, and nothing after them. CP are 0 unless given."""
        return Play(self.begin(*agenda, dice=dice, **fields))

    def act(self, i: int, action: str, *, dice: Iterable[int] = (), kind: str = "activation", done: tuple[str, ...] = (), **fields: Any) -> Play:
        """Perform one action of an operative, with what follows it (removing the fallen)."""
        acting = (Acting(i, kind, spent=1, done=(*done, action)),)
        return self.play(Task("perform", (i, action)), Task("after_action", (i,)), dice=dice, acting=acting, **fields)

    def activate(self, i: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play a whole activation of one operative."""
        return self.play(Task("activation", (i,)), dice=dice, **fields)

    def counteract(self, i: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        return self.play(Task("counteract", (i,)), dice=dice, **fields)


__all__ = ["Ability", "Lasting", "Place", "Play", "Scene", "as_answer", "blade", "gun", "weapon"]
