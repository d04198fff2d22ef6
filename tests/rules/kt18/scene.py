"""Small boards drawn in a test: put models and terrain down, script the dice, play one procedure.

    scene = Scene()
    shooter = scene.add(0, (5, 11), weapons=[gun('24" rapid fire 1, 4 0 1')])
    target = scene.add(1, (15, 11), save=4)
    scene.wall(13.5, 10, 14, 12, top=1)
    play = scene.shoot(shooter, dice=[4, 5, 2, 3])
    play.answer(target)
    assert play.flesh(target) == 1
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from counteract.attacks.hitwoundsave import parse_amount, parse_strength
from counteract.core.procedure import Alternation
from counteract.core.state import Task
from counteract.mechanics.cards import Ability
from counteract.mechanics.missions import Mission, load_mission
from counteract.rulesets.kt18.cards import Card, Power, Team
from counteract.rulesets.kt18.state import Fighter
from counteract.rulesets.kt18.weapons import Weapon, parse_rules
from tests.rules import stage
from tests.rules.stage import INCH, Stage, as_answer


def gun(text: str = '24" rapid fire 1, 4 0 1', name: str = "gun") -> Weapon:
    """Return a ranged weapon: '24" rapid fire 1, 4 0 1; Venomous' is range, type, attacks, then strength, AP, damage, abilities."""
    line, _, rules = text.partition(";")
    first, _, figures = line.partition(",")
    reach, *words, attacks = first.split()
    strength, ap, damage = figures.split()
    texts = tuple(r.strip() for r in rules.split(",") if r.strip())
    return Weapon(
        name=name, kind="ranged", type=" ".join(words), range=float(reach.rstrip('"')), attacks=parse_amount(attacks),  # type: ignore[arg-type]
        strength=parse_strength(strength), ap=int(ap), damage=parse_amount(damage), text=texts, rules=parse_rules(texts),
    )  # fmt: skip


def blade(text: str = "user 0 1", name: str = "blade") -> Weapon:
    """Return a melee weapon: "user -1 D3" is strength, AP, damage."""
    line, _, rules = text.partition(";")
    strength, ap, damage = line.split()
    texts = tuple(r.strip() for r in rules.split(",") if r.strip())
    return Weapon(
        name=name, kind="melee", strength=parse_strength(strength), ap=int(ap), damage=parse_amount(damage), text=texts, rules=parse_rules(texts)
    )


class Scene(Stage):
    """A board under construction. Bases have a radius of 0.5" and models are 1.5" tall unless a test says otherwise."""

    ruleset, begins, gone = "kt18", "battle_round", "out"
    setting_up = "set_up", "deploy"
    names = {"flesh": "flesh_wounds"}
    conditions = {
        ("out", True): "out of action",
        ("shaken", True): "shaken",
        ("readied", True): "readied",
        ("began", True): "began engaged",
        ("moved", True): "moved",
        ("fell", True): "fell",
        ("advanced", True): "advanced",
        ("fell_back", True): "fell back",
        ("retreated", True): "retreated",
        ("tried", True): "tried to charge",
        ("shot", True): "shot",
        ("fought", True): "fought",
        ("gritted", True): "gritted teeth",
        ("hexed", True): "hexed",
    }

    def __init__(self, *, board: tuple[float, float] = (30, 22), mission: str | Mission | None = None, **options: Any) -> None:
        super().__init__(board)
        self.mission = load_mission(mission, "kt18") if isinstance(mission, str) else mission
        self.options = options

    def add(
        self,
        side: int,
        at: Sequence[float] | None,
        *,
        weapons: Iterable[Weapon] = (),
        move: float = 6,
        ws: int = 3,
        bs: int = 3,
        strength: int = 4,
        toughness: int = 4,
        wounds: int = 1,
        left: int | None = None,
        attacks: int = 1,
        leadership: int = 7,
        save: int = 4,
        invulnerable: int = 0,
        ignores: int = 0,
        base: float = INCH,
        height: float = 1.5,
        leader: bool = False,
        specialist: str | None = None,
        psyker: bool = False,
        fly: bool = False,
        powers: Iterable[Power] = (),
        abilities: Iterable[Ability] = (),
        **state: Any,
    ) -> int:
        """Put a model down; its number. Side 0 must be complete before side 1 is begun."""
        number = len(self.cards)
        tough = (Ability(id="tough", name="Tough", text="…", effect="ignore-wounds", values={"needed": ignores}),) if ignores else ()
        card = Card(
            id=f"m{number}", name=f"M {number}", move=move, ws=ws, bs=bs, strength=strength, toughness=toughness, wounds=wounds, attacks=attacks,
            leadership=leadership, save=save, invulnerable=invulnerable, base=base, height=height, leader=leader,
            specialist=specialist, psyker=psyker, fly=fly, weapons=tuple(weapons), abilities=(*tough, *abilities), powers=tuple(powers),  # type: ignore[arg-type]
        )  # fmt: skip
        return self.stand(side, at, card, wounds=wounds if left is None else left, out=at is None and state.pop("out", True), **state)

    @property
    def fighters(self) -> list[dict[str, Any]]:
        """The fields of each model."""
        return self.said

    @fighters.setter
    def fighters(self, said: list[dict[str, Any]]) -> None:
        self.said = said

    def ground(self, x0: float, y0: float, x1: float, y1: float, *marks: str) -> str:
        """Draw a flat area, difficult or dangerous."""
        return self.wall(x0, y0, x1, y1, top=0.1, marks=("flat", *marks))

    def teams(self) -> list[Team]:
        return [Team(id=f"team{side}", name=f"Team {side}", operatives=tuple(c for s, c in self.cards if s == side)) for side in (0, 1)]

    def told(self, **fields: Any) -> dict[str, Any]:
        """Return the description of the battle: in the first round, unless given otherwise."""
        told = {name: value for name, value in fields.items() if name in ("turn", "phase", "cp", "vp")}
        told["initiative"] = fields.get("order", (0, 1))[0]
        told["used"] = [list(row) for row in fields.get("used", ())]
        told["broken"] = [side for side, broken in enumerate(fields.get("broken", ())) if broken]
        told["grenadiers"] = [i for i in fields.get("grenadiers", ()) if i >= 0]
        return {"turn": 1, **told, **({"acting": fields["acting"]} if fields.get("acting", -1) >= 0 else {})}

    def play(self, *agenda: Task, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Carry out these tasks, the first first, and nothing after them. CP are 0 unless given."""
        return Play(self.begin(*agenda, dice=dice, **fields))

    # --- parts of a round

    def manoeuvre(self, player: int = 0, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play a player's turn of the Movement phase; a model within 1" of an enemy has `began` only if the scene sets it."""
        return self.play(Task("manoeuvre", (player,)), dice=dice, **fields)

    def movement(self, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play a whole Movement phase, player 0 first unless `order` says otherwise."""
        first, second = fields.get("order", (0, 1))
        tasks = Task("phase", ("movement",)), Task("decide_first", ("movement",)), Task("manoeuvre", (first,)), Task("manoeuvre", (second,))
        return self.play(*tasks, Task("end_phase", ("movement",)), dice=dice, **fields)

    def option(self, i: int, name: str, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play one option of one model, already chosen."""
        return self.play(Task("option", (i,)), dice=dice, **fields).answer(name)

    def shoot(self, i: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play the shooting of one model in the Shooting phase."""
        return self.play(Task("shoot", (i,)), dice=dice, **{"phase": "shooting", **fields})

    def shooting(self, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play a whole Shooting phase."""
        return self._alternating("shooting", dice, fields)

    def fight(self, i: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play the fight of one model."""
        return self.play(Task("fight", (i,)), dice=dice, **{"phase": "fight", **fields})

    def fighting(self, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play a whole Fight phase."""
        return self._alternating("fight", dice, fields)

    def _alternating(self, phase: str, dice: Iterable[int], fields: dict[str, Any]) -> Play:
        order = fields.get("order", (0, 1))
        parts = [Task("alternate", (phase, part, Alternation(order))) for part in ("first", "rest")]
        return self.play(Task("phase", (phase,)), Task("decide_first", (phase,)), *parts, Task("end_phase", (phase,)), dice=dice, **fields)

    def psychic(self, player: int = 0, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        return self.play(Task("psychic", (player,)), dice=dice, **{"phase": "psychic", **fields})

    def morale(self, player: int = 0, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        return self.play(Task("morale", (player,)), dice=dice, **{"phase": "morale", **fields})

    def round(self, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play a battle round from its start, and all that follows."""
        return self.play(Task("battle_round"), dice=dice, **{"turn": 0, **fields})


class Play(stage.Play):
    """A procedure being played, with short words for what tests of this edition do."""

    def model(self, i: int) -> Fighter:
        fighter: Fighter = self.state.models[i]
        return fighter

    def decline(self, *questions: str) -> Play:
        """Pass as long as one of these is asked."""
        while self.what in questions:
            self.answer("pass")
        return self

    def flesh(self, i: int) -> int:
        return self.model(i).flesh

    def out(self, i: int) -> bool:
        return self.model(i).out

    def at(self, i: int) -> tuple[float, float, float] | None:
        place: tuple[float, float, float] | None = self.state.places[i]
        return place


__all__ = ["Ability", "Play", "Power", "Scene", "as_answer", "blade", "gun"]
