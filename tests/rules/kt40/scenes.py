"""Scenes for the tests of the army-scale edition: small armies on a bare board, scripted dice, one task to play.

    scene = Scene()
    squad = scene.squad(0, (10, 10), models=5)                       # a unit; its number
    enemy = scene.squad(1, (20, 10), models=5, weapons=[gun()])
    play = scene.play(Task("shoot", (squad,)), phase="shooting", dice=[4, 4, 3])
    play.answer(enemy)
    assert play.lost(enemy) == 1

Units are numbered in the order in which they are added, side after side; models likewise. A unit is picked by its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import msgspec

from counteract.attacks.hitwoundsave import parse_amount, parse_strength
from counteract.core.decision import PASS, Answer, Paths, Pick
from counteract.core.dice import ScriptedDice
from counteract.core.procedure import Alternation
from counteract.core.registry import find
from counteract.core.state import Point, Task
from counteract.game import Game
from counteract.mechanics.cards import Ability
from counteract.mechanics.missions import Mission
from counteract.rulesets.kt40.arena import Arena
from counteract.rulesets.kt40.cards import Card, DegradingLine, Models, Power, Stratagem, Team, Unit
from counteract.rulesets.kt40.state import ArmyBattle, Boon, Trooper, UnitState
from counteract.rulesets.kt40.weapons import Rules, Weapon, weapon_rule_id
from counteract.table.killzone import Killzone
from counteract.table.terrain import Board, Part
from tests.rules import stage
from tests.rules.stage import INCH

RULESET = find("kt40")

STEP = 1.5  # inches between the centres of models in a row: bases of 1" with 0.5" between them


# --- weapons and abilities


def gun(text: str = '24" rapid fire 1, 4 0 1', name: str = "gun", mode: str = "") -> Weapon:
    """Return a ranged weapon: '24" rapid fire 1, 4 0 1; Sniper' is range, type, shots, then strength, AP, damage, abilities."""
    line, _, rules = text.partition(";")
    first, _, figures = line.partition(",")
    reach, *words, shots = first.split()
    strength, ap, damage = figures.split()
    return Weapon(
        name=name, kind="ranged", type=" ".join(words), range=float(reach.rstrip('"')), attacks=parse_amount(shots),  # type: ignore[arg-type]
        strength=parse_strength(strength), ap=int(ap), damage=parse_amount(damage), mode=mode, **_rules(rules),
    )  # fmt: skip


def blade(text: str = "user 0 1", name: str = "blade", mode: str = "") -> Weapon:
    """Return a melee weapon: "user -1 D3; Unwieldy" is strength, AP, damage, abilities."""
    line, _, rules = text.partition(";")
    strength, ap, damage = line.split()
    return Weapon(name=name, kind="melee", strength=parse_strength(strength), ap=int(ap), damage=parse_amount(damage), mode=mode, **_rules(rules))


def _rules(text: str) -> dict[str, Any]:
    texts = tuple(rule.strip() for rule in text.split(",") if rule.strip())
    known: dict[str, Any] = {}
    for one in texts:
        found = weapon_rule_id(one)
        assert found is not None, one
        known |= found
    return {"text": texts, "rules": Rules(**known)}


def ability(effect: str, ident: str = "", **values: Any) -> Ability:
    """Return an ability with an effect, such as `ability("ignore-wounds", needed=5)`."""
    return Ability(id=ident or effect, name=(ident or effect).title(), text="…", effect=effect, values=values)


def pistol(text: str = '12" pistol 1, 4 0 1') -> Weapon:
    return gun(text, "pistol")


def grenade(text: str = '6" grenade D6, 3 0 1') -> Weapon:
    return gun(text, "grenade")


#: Wounds 12-7, 6-4 and 3-1: a vehicle moves, shoots and strikes worse.
DEGRADING = (
    DegradingLine(least=7, move=12, bs=3, attacks=3),
    DegradingLine(least=4, move=8, bs=4, attacks=2),
    DegradingLine(least=1, move=4, bs=5, attacks=1),
)


# --- boards


def row(x: float, y: float, count: int, *, step: float = STEP, wide: int = 5, z: float = 0.0) -> list[Point]:
    """Return places in rows of five, to the east of (x, y) and then to the north."""
    return [(x + step * (k % wide), y + step * (k // wide), z) for k in range(count)]


class Scene:
    """A board under construction. Bases have a radius of 0.5" and models are 1.5" tall unless a test says otherwise."""

    def __init__(self, *, board: tuple[float, float] = (48, 36), players: int = 2, mission: Mission | None = None, **options: Any) -> None:
        self.board, self.players = Board(*board), players
        self.mission, self.options = mission, options
        self.parts: list[Part] = []
        self.units: list[tuple[int, Unit]] = []
        self.places: list[Point | None] = []
        self.wounds: list[int] = []
        self.states: list[UnitState] = []
        self.army: list[dict[str, Any]] = [{"battle_forged": True} for _ in range(players)]
        self.arena: Arena

    # terrain

    def part(self, box: tuple[float, float, float, float], marks: Iterable[str], *, bottom: float = 0.0, top: float, feature: str = "") -> str:
        """Add a terrain part over x0, y0, x1, y1 and return its id; a feature of its own unless ``feature`` is given."""
        name = f"part{len(self.parts)}"
        x0, y0, x1, y1 = box
        corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
        kind: Any = "heavy" if top - bottom >= 2 else "light"
        self.parts.append(Part(id=name, feature=feature or name, footprint=corners, bottom=bottom, top=top, kind=kind, marks=tuple(marks)))
        return name

    def ruin(self, x0: float, y0: float, x1: float, y1: float, *, top: float = 5.0, floor: float = 3.0) -> str:
        """Add a ruin with a floor, and return the id of its feature."""
        feature = self.part((x0, y0, x1, y1), ("area", "ruin", "opaque"), top=top)
        self.part((x0, y0, x1, y1), ("vantage", "open"), bottom=floor - 0.1, top=floor, feature=feature)
        return feature

    def wood(self, x0: float, y0: float, x1: float, y1: float, *, top: float = 4.0) -> str:
        """Add a wood."""
        return self.part((x0, y0, x1, y1), ("area", "opaque"), top=top)

    def barricade(self, x0: float, y0: float, x1: float, y1: float, *, top: float = 1.0) -> str:
        """Add a barricade."""
        return self.part((x0, y0, x1, y1), ("obstacle",), top=top)

    def block(self, x0: float, y0: float, x1: float, y1: float, *, top: float = 5.0) -> str:
        """Add something solid that nobody sees through."""
        return self.part((x0, y0, x1, y1), ("opaque",), top=top)

    # units

    def unit(
        self,
        side: int,
        at: Sequence[Any] | None,
        *groups: tuple[Card, int],
        role: Any = "elites",
        keywords: Iterable[str] = ("INFANTRY",),
        abilities: Iterable[Ability] = (),
        points: int = 100,
        left: Sequence[int] | None = None,
        state: Mapping[str, Any] | None = None,
        **card: Any,
    ) -> int:
        """Add a unit of cards with their numbers, and return its number. Sides must be added in order.

        ``at`` is the place of the first model (the others stand in rows beside it), a place for each, or None: not on the table.
        ``left`` are the wounds of each model, ``state`` fields of `UnitState`, ``card`` further fields of the unit's card.
        """
        assert not self.units or self.units[-1][0] <= side, "add all units of a side before those of the next"
        number = len(self.units)
        count = sum(n for _, n in groups)
        unit = Unit(
            id=card.pop("id", f"u{number}"), name=card.pop("name", f"Unit {number}"), sheet=f"s{number}", role=role, points=points,
            keywords=tuple(keywords), models=tuple(Models(*group) for group in groups), abilities=tuple(abilities), **card,
        )  # fmt: skip
        self.units.append((side, unit))
        wounds = [own.wounds for own in unit.cards] if left is None else list(left)
        self.places += [spot if own else None for spot, own in zip(self._spots(at, count, unit), wounds, strict=True)]
        self.wounds += wounds
        out = {"deployed": True, "destroyed": left is not None and not any(left)}
        self.states.append(UnitState(**{**out, **(state or {})}))
        return number

    def _spots(self, at: Any, count: int, unit: Unit) -> list[Point | None]:
        if at is None:
            return [None] * count
        if not isinstance(at[0], (int, float)):
            assert len(at) == count, "a place for each model"
            return [None if spot is None else (float(spot[0]), float(spot[1]), float(spot[2]) if len(spot) > 2 else 0.0) for spot in at]
        widest = max(card.base for card in unit.cards) / INCH
        return [*row(float(at[0]), float(at[1]), count, step=widest + 0.5, z=float(at[2]) if len(at) > 2 else 0.0)]

    def card(self, **figures: Any) -> Card:
        """Return the card of an ordinary soldier, with some figures changed."""
        usual: dict[str, Any] = {
            "id": f"m{len(self.places)}", "name": f"M {len(self.places)}", "move": 6, "ws": 3, "bs": 3, "strength": 4, "toughness": 4,
            "wounds": 1, "attacks": 1, "leadership": 7, "save": 4, "base": INCH, "height": 1.5,
        }  # fmt: skip
        weapons = tuple(figures.pop("weapons", ()))
        return Card(**{**usual, **figures}, weapons=weapons)

    def squad(self, side: int, at: Any, *, models: int = 5, role: Any = "troops", **more: Any) -> int:
        """Add an infantry squad of ordinary soldiers; figures of the card and fields of `unit` may be changed."""
        figures = {name: more.pop(name) for name in [*more] if name in Card.__struct_fields__ and name not in ("id", "name")}
        return self.unit(side, at, (self.card(**figures), models), role=role, **more)

    def character(self, side: int, at: Any, *, keywords: Iterable[str] = (), **more: Any) -> int:
        """Add a character of four wounds."""
        usual = {"wounds": 4, "attacks": 4, "leadership": 9, "ws": 2, "bs": 2, "role": "hq"}
        return self.squad(side, at, models=1, keywords=("INFANTRY", "CHARACTER", *keywords), **{**usual, **more})

    def psyker(self, side: int, at: Any, *, powers: Iterable[Power] = (), casts: int = 1, denies: int = 1, **more: Any) -> int:
        """Add a character that is a Psyker."""
        return self.character(side, at, keywords=("PSYKER",), powers=tuple(powers), casts=casts, denies=denies, **more)

    def vehicle(self, side: int, at: Any, *, keywords: Iterable[str] = (), **more: Any) -> int:
        """Add a vehicle of twelve wounds; with ``degrading=DEGRADING`` it has a degrading table."""
        usual = {"wounds": 12, "toughness": 7, "strength": 6, "attacks": 3, "leadership": 8, "move": 12, "save": 3, "base": 100.0, "height": 3.0}
        return self.squad(side, at, models=1, keywords=("VEHICLE", *keywords), **{"role": "heavy support", **usual, **more})

    def transport(self, side: int, at: Any, *, capacity: int = 10, **more: Any) -> int:
        """Add a transport for infantry."""
        usual = {"role": "dedicated transport", "wounds": 10, "carries": ("INFANTRY",), "capacity": capacity, "keywords": ("TRANSPORT",)}
        return self.vehicle(side, at, **{**usual, **more})

    def aircraft(self, side: int, at: Any, *, min_move: float = 20.0, **more: Any) -> int:
        """Add an aircraft that flies at least its minimum move."""
        usual = {"move": 40, "base": 120.0, "height": 6.0, "role": "flyer", "keywords": ("AIRCRAFT", "FLY")}
        return self.vehicle(side, at, min_move=min_move, **{**usual, **more})

    def flyers(self, side: int, at: Any, *, models: int = 3, **more: Any) -> int:
        """Add infantry with jump packs."""
        return self.squad(side, at, models=models, keywords=("INFANTRY", "FLY"), **{"move": 12, "role": "fast attack", **more})

    def bikes(self, side: int, at: Any, *, models: int = 3, **more: Any) -> int:
        """Add bikes of two wounds."""
        usual = {"move": 14, "wounds": 2, "toughness": 5, "base": 60.0, "height": 1.75, "role": "fast attack"}
        return self.squad(side, at, models=models, keywords=("BIKE",), **{**usual, **more})

    def team(self, side: int, **fields: Any) -> None:
        """Change fields of an army: ``stratagems``, ``battle_forged``, ``cp`` and so on."""
        self.army[side] |= fields

    def stratagem(self, side: int, stratagem: Stratagem) -> None:
        """Give an army a stratagem of its own."""
        self.army[side]["stratagems"] = (*self.army[side].get("stratagems", ()), stratagem)

    # battles

    def teams(self) -> list[Team]:
        """Return the armies with the units that were added."""
        own = [tuple(unit for side, unit in self.units if side == player) for player in range(self.players)]
        return [Team(id=f"army{k}", name=f"Army {k}", units=units, **self.army[k]) for k, units in enumerate(own)]

    def setup(self) -> dict[str, Any]:
        """Return the set-up of a battle from its beginning."""
        zone = Killzone(id="scene", name="Scene", summary="…", board=self.board, parts=tuple(self.parts), rulesets=("kt40",))
        return dict(RULESET.prepare_position(self.teams(), zone, self.mission, self.options))

    def state(self, *agenda: Task, **fields: Any) -> ArmyBattle:
        """Return the state with these tasks on its agenda, the first one first, and nothing after them."""
        self.arena, first = RULESET.arrange(self.setup())
        models = tuple(Trooper(self.arena.sides[i], wounds) for i, wounds in enumerate(self.wounds))
        sides = range(self.players)
        usual: dict[str, Any] = {
            "turn": 1, "phase": "movement", "order": tuple(sides), "cp": (0,) * self.players, "zones": tuple(sides),
            "models": models, "places": tuple(self.places), "units": tuple(self.states), "agenda": agenda[::-1],
        }  # fmt: skip
        found: ArmyBattle = msgspec.structs.replace(first, **{**usual, **fields})
        return found

    def play(self, *agenda: Task, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Carry out these tasks, the first first, and nothing after them. CP are 0 and the turn is 1 unless given."""
        return Play(Game(RULESET, self.setup(), ScriptedDice(dice), self.state(*agenda, **fields)))

    def new(self, dice: Iterable[int] = ()) -> Play:
        """Begin a battle from its set-up."""
        return Play(Game(RULESET, self.setup(), ScriptedDice(dice)))

    # parts of a turn

    def turn(self, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play a turn from its initiative roll on; it is the first unless ``turn`` says how many are over."""
        return self.play(Task("turn"), dice=dice, **{"turn": 0, **fields})

    def window(self, name: str, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play one effect window."""
        return self.play(Task("window", (name,)), dice=dice, **{"phase": name.split()[0].replace("turn", "start"), **fields})

    def alternate(self, *steps: str, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play steps in which players alternate: psychic, readied, shooting, hammer, fights, morale."""
        order = fields.get("order", tuple(range(self.players)))
        phase = {"readied": "shooting", "hammer": "fight", "fights": "fight"}.get(steps[0], steps[0])
        tasks = [Task("alternate", (step, Alternation(order, final=True))) for step in steps]
        return self.play(*tasks, dice=dice, **{"phase": phase, **fields})

    def part_of(self, player: int = 0, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play a player's part of the movement phase."""
        return self.play(Task("part", (player,)), dice=dice, **fields)

    def option(self, unit: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play the movement option of one unit."""
        return self.play(Task("option", (unit,)), dice=dice, **fields)

    def shoot(self, unit: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play the shooting of one unit; if there is one target only, it is shot at."""
        return self.play(Task("shoot", (unit,)), dice=dice, **{"phase": "shooting", **fields}).aim()

    def fight(self, unit: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play the fight of one unit."""
        return self.play(Task("fight", (unit,)), dice=dice, **{"phase": "fight", **fields})

    def manifest(self, unit: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play the powers of one Psyker."""
        return self.play(Task("psyker", (unit,)), dice=dice, **{"phase": "psychic", **fields})

    def morale(self, unit: int, *, dice: Iterable[int] = (), **fields: Any) -> Play:
        """Play the morale test of one unit."""
        return self.play(Task("morale_test", (unit,)), dice=dice, **{"phase": "morale", **fields})


# --- playing


class Play(stage.Play):
    """A task being played, with short words for what tests do. Units and models are given by their numbers."""

    @property
    def arena(self) -> Arena:
        arena: Arena = self.game.arena
        return arena

    @property
    def s(self) -> ArmyBattle:
        state: ArmyBattle = self.game.state
        return state

    def answer(self, *answers: Any) -> Self:
        """Give answers in order: a name or number is a pick, "pass" passes, {model: place} moves models straight there."""
        for answer in answers:
            self.game.play(self._as_answer(answer))
        return self

    def _as_answer(self, answer: Any) -> Answer:
        if isinstance(answer, dict):
            return self.paths(self.decision.subject, answer)
        if answer == "pass":
            return PASS
        return Pick(answer) if isinstance(answer, (str, int)) else answer

    def why(self, answer: Any) -> str:
        """Return the rule that refuses an answer; "" if it is legal."""
        refusal = self.game.why_not(self._as_answer(answer))
        return refusal.rule if refusal else ""

    def refusal(self, answer: Any) -> Any:
        refusal = self.game.why_not(self._as_answer(answer))
        assert refusal is not None, "it would be accepted"
        return refusal

    def aim(self) -> Self:
        """Shoot with all weapons at the only target, if there is just one."""
        if self.what == "target":
            units = [option for option in self.options() if isinstance(option, int)]
            if len(units) == 1:
                self.answer(*units)
        return self

    def hold(self, *units: int) -> Self:
        """Activate units in the shooting phase, each of which holds its fire."""
        for unit in units:
            self.answer(unit)
            if self.what == "target":
                self.answer("pass")
        return self

    def decline(self, *questions: str) -> Self:
        """Pass as long as one of these is asked."""
        while self.what in questions:
            self.answer("pass")
        return self

    # answers about a unit

    def paths(self, unit: int, to: Mapping[int, Sequence[float] | Sequence[Sequence[float]]]) -> Paths:
        """Return the answer that moves models of a unit to places, or along a list of places; the others stay."""
        own = [i for i in self.arena.units[unit].models if self.s.models[i].wounds]
        return Paths(tuple(_path(to[i]) if i in to else () for i in own))

    def shift(self, unit: int, dx: float, dy: float) -> Paths:
        """Return the answer that moves every model of a unit by the same step."""
        places = self.s.places
        return self.paths(unit, {i: (p[0] + dx, p[1] + dy, p[2]) for i in self.arena.units[unit].models if (p := places[i]) is not None})

    def stand(self, unit: int, x: float, y: float, *, step: float | None = None) -> Paths:
        """Return the answer that sets up a unit in rows beside (x, y)."""
        own = [i for i in self.arena.units[unit].models if self.s.models[i].wounds]
        apart = step or 2 * max(self.arena.radii[i] for i in own) + 0.5
        return Paths(tuple((spot[:2],) for spot in row(x, y, len(own), step=apart)))

    # what has become of units

    def unit(self, unit: int) -> UnitState:
        return self.s.units[unit]

    def models(self, unit: int) -> tuple[int, ...]:
        """Return the models of a unit that are alive."""
        return tuple(i for i in self.arena.units[unit].models if self.s.models[i].wounds)

    def left(self, unit: int) -> list[int]:
        """Return the wounds of each model of a unit."""
        return [self.s.models[i].wounds for i in self.arena.units[unit].models]

    def lost(self, unit: int) -> int:
        """Return the wounds that a unit has lost this turn."""
        return self.s.units[unit].lost

    def at(self, model: int) -> Point | None:
        return self.s.places[model]


def _path(to: Any) -> tuple[tuple[float, ...], ...]:
    points = to if not isinstance(to[0], (int, float)) else [to]
    return tuple(tuple(float(c) for c in point) for point in points)


__all__ = [
    "DEGRADING", "Ability", "Boon", "Card", "Play", "Power", "Scene", "Stratagem", "ability", "blade", "grenade", "gun", "pistol", "row",
]  # fmt: skip
