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

import msgspec

from counteract.core.decision import PASS, Allocate, Answer, Decision, Dice, Path, Pick, Place, Refusal
from counteract.core.dice import ScriptedDice
from counteract.core.game import Game
from counteract.core.state import Event, Task
from counteract.mechanics.missions import Mission, load_mission
from counteract.rulesets.kt24.arena import Switches
from counteract.rulesets.kt24.cards import Ability, Card, Ploy, Team
from counteract.rulesets.kt24.ruleset import RULESET
from counteract.rulesets.kt24.state import Acting, Lasting, Operative, Skirmish
from counteract.rulesets.kt24.weapons import Weapon, parse_rules
from counteract.table.killzone import Killzone
from counteract.table.terrain import Board, Part

INCH = 25.4  # mm: a base of this diameter has a radius of 0.5"


def weapon(text: str, kind: str = "ranged", name: str = "") -> Weapon:
    """A weapon as cards write it: "4 3+ 3/4; Piercing 1, Balanced"."""
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


class Scene:
    """A board under construction. Bases have a radius of 0.5" and models are 1.5" tall unless a test says otherwise."""

    def __init__(self, *, board: tuple[float, float] = (30, 22), mission: str | Mission | None = None, **options: Any) -> None:
        self.board = Board(*board)
        self.mission = load_mission(mission, "kt24") if isinstance(mission, str) else mission
        self.options: dict[str, Any] = {"generic_ploys": False, **options}
        self.cards: list[tuple[int, Card]] = []
        self.places: list[tuple[float, float, float] | None] = []
        self.operatives: list[dict[str, Any]] = []
        self.parts: list[Part] = []
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
        assert not self.cards or self.cards[-1][0] <= side, "add all operatives of side 0 first"
        number = len(self.cards)
        arms = (gun(), blade()) if weapons is None else tuple(weapons)
        card = Card(
            id=f"op{number}", name=f"Op {number}", move=move, apl=apl, save=save, wounds=wounds, base=base, height=height,
            weapons=arms, abilities=tuple(abilities),
        )  # fmt: skip
        self.cards.append((side, card))
        self.places.append(None if at is None else (float(at[0]), float(at[1]), float(at[2]) if len(at) > 2 else 0.0))
        self.operatives.append({"wounds": wounds if left is None else left, "order": order, "ready": ready, **state})
        return number

    def wall(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        *,
        top: float = 3.0,
        bottom: float = 0.0,
        kind: str = "",
        marks: Iterable[str] = (),
        feature: str = "",
    ) -> str:
        """Put a rectangular terrain part down; its id. Each is a feature of its own unless told otherwise."""
        name = f"part{len(self.parts)}"
        kind = kind or ("heavy" if top - bottom >= 2 else "light")
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        self.parts.append(Part(id=name, feature=feature or name, footprint=corners, bottom=bottom, top=top, kind=kind, marks=tuple(marks)))  # type: ignore[arg-type]
        return name

    def floor(self, x0: float, y0: float, x1: float, y1: float, *, z: float = 3.0, feature: str = "") -> str:
        """A raised floor to stand on."""
        return self.wall(x0, y0, x1, y1, bottom=z - 0.1, top=z, kind="light", marks=("vantage",), feature=feature)

    def ploy(self, side: int, **fields: Any) -> None:
        """Give a side a ploy."""
        self.ploys[side].append(Ploy(**{"id": fields.get("name", "ploy"), "name": "ploy", "text": "…", **fields}))

    def setup(self) -> dict[str, Any]:
        teams = [
            Team(id=f"team{side}", name=f"Team {side}", operatives=tuple(c for s, c in self.cards if s == side), ploys=tuple(self.ploys[side]))
            for side in (0, 1)
        ]
        zone = Killzone(id="scene", name="Scene", summary="…", board=self.board, parts=tuple(self.parts))
        switches: Switches = RULESET.settle(self.options, self.mission)
        return {
            "teams": msgspec.to_builtins(teams),
            "killzone": msgspec.to_builtins(zone),
            "mission": msgspec.to_builtins(self.mission),
            "options": msgspec.to_builtins(switches),
        }

    def state(self, *agenda: Task, **fields: Any) -> Skirmish:
        """The battle as drawn, in the Firefight phase of the first turning point."""
        models = tuple(Operative(side, **given) for (side, _), given in zip(self.cards, self.operatives, strict=True))
        usual = {"turn": 1, "over": False, "phase": "firefight", "zones": (0, 1)}
        return Skirmish(agenda=tuple(agenda[::-1]), models=models, places=tuple(self.places), **{**usual, **fields})

    def play(self, *agenda: Task, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Carry out these tasks, the first first, and nothing after them. CP are 0 unless given."""
        return Play(Game(RULESET, self.setup(), ScriptedDice(dice), self.state(*agenda, **fields)))

    def act(self, i: int, action: str, *, dice: Iterable[int] = (), kind: str = "activation", done: tuple[str, ...] = (), **fields: Any) -> Play:
        """Perform one action of an operative, with what follows it (removing the fallen)."""
        acting = (Acting(i, kind, spent=1, done=(*done, action)),)
        return self.play(Task("perform", (i, action)), Task("after_action", (i,)), dice=dice, acting=acting, **fields)

    def activate(self, i: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """A whole activation of one operative."""
        return self.play(Task("activation", (i,)), dice=dice, **fields)

    def counteract(self, i: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        return self.play(Task("counteract", (i,)), dice=dice, **fields)


class Play:
    """A procedure being played, with short words for what tests do."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @property
    def decision(self) -> Decision:
        assert self.game.decision is not None, "there is nothing to decide"
        return self.game.decision

    @property
    def state(self) -> Skirmish:
        state: Skirmish = self.game.state
        return state

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def what(self) -> str:
        """What is being asked, or "" if nothing is."""
        return self.game.decision.what if self.game.decision else ""

    @property
    def player(self) -> int:
        return self.decision.player

    def options(self) -> list[Any]:
        """The options, picks as bare values and a pass as "pass"."""
        return [o.value if isinstance(o, Pick) else "pass" if o == PASS else o for o in self.decision.options]

    def answer(self, *answers: Any) -> Play:
        """Give answers in order: a name or number is a pick, "pass" passes, a list of points is a path."""
        for answer in answers:
            self.game.play(as_answer(answer))
        return self

    def why(self, answer: Any) -> str:
        """The rule that an answer is refused by; "" if it is legal."""
        assert self.game.decision is not None, "there is nothing to decide"
        refusal = self.game.why_not(as_answer(answer))
        return refusal.rule if refusal else ""

    def refusal(self, answer: Any) -> Refusal:
        refusal = self.game.why_not(as_answer(answer))
        assert refusal is not None, "it would be accepted"
        return refusal

    def wounds(self, i: int) -> int:
        return int(self.state.models[i].wounds)

    def events(self, kind: str) -> list[Event]:
        return [e for e in self.game.events if e.kind == kind]

    def damage(self, i: int) -> int:
        """All the damage an operative has suffered in this play."""
        return sum(e.values["amount"] for e in self.events("damage") if e.values["model"] == i)


def as_answer(answer: Any) -> Answer:
    if answer == "pass":
        return PASS
    if isinstance(answer, (str, int)):
        return Pick(answer)
    if isinstance(answer, list):
        return Path(tuple(tuple(p) for p in answer))
    assert isinstance(answer, (Pick, Place, Path, Dice, Allocate)) or answer == PASS
    return answer


__all__ = ["Ability", "Lasting", "Place", "Play", "Scene", "as_answer", "blade", "gun", "weapon"]
