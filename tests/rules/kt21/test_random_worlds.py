"""Random boards and teams: games on them keep every promise."""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from counteract.core.rulebook import Rulebook
from counteract.game import Game
from counteract.mechanics.cards import Ability
from counteract.mechanics.missions import load_mission
from counteract.mechanics.operatives.cards import Ploy
from counteract.rulesets.kt21.cards import Card, Team
from counteract.rulesets.kt21.weapons import AT_SEVERAL, Weapon, parse_rules
from counteract.table.killzone import Killzone
from counteract.table.polygons import contains
from tests.conformance import check_record, whole_game
from tests.rules.kt21.test_properties import Watch
from tests.worlds import LARGE, companies, killzones, weapons

RULES = [
    "AP1", "AP2", "Balanced", "Barrage", "Blast ●", "Blast 5", "Brutal", "Ceaseless", "Fusillade", "Heavy", "Hot", "Indirect", "Lethal 4+", "Limited",
    "MW2", "No Cover", "P1", "Range ⬟", "Reap 2", "Relentless", "Rending", "Silent", "Splash 1", "Stun", "Torrent ■", "Unwieldy", "Unheard-of*",
]  # fmt: skip
MARKS = ["vantage", "insignificant", "exposed", "blocking", "accessible", "ladder"]
AREAS = ["difficult", "dangerous"]
BOARDS = [(30, 22), (24, 18), (16, 14)]

#: One of every effect, with its values.
EFFECTS = [
    ("weapon-rule", {"rules": ["Rending"]}), ("defence-reroll", {}), ("ignore-injury", {}), ("longer-move", {"action": "charge", "inches": 2}),
    ("more-apl", {}), ("soften", {}), ("ignore-wounds", {"on": 5}), ("burst", {"inches": 2, "damage": 3}), ("bounty", {}), ("mend", {}),
    ("feed", {}), ("psychic-strike", {"inches": 9, "wounds": 2}), ("psychic-ward", {"inches": 6}),
]  # fmt: skip
PLOYS = (
    Ploy(id="plan", name="Plan", text="…", kind="strategic", effect="rally", until="now"),
    Ploy(id="hurry", name="Hurry", text="…", kind="tactical", effect="longer-move", values={"action": "dash", "inches": 1}, moment="dash"),
    Ploy(id="drill", name="Drill", text="…", kind="tactical", effect="more-apl", moment="activated", until="activation", cost=0),
)


@st.composite
def abilities(draw: st.DrawFn) -> tuple[Ability, ...]:
    chosen = draw(st.lists(st.sampled_from(EFFECTS), max_size=2, unique_by=lambda effect: effect[0]))
    return tuple(Ability(id=name, name=name, text="…", effect=name, values=values) for name, values in chosen)


def arms(kind: str) -> st.SearchStrategy[Weapon]:
    """Return weapons with at most one rule that adds targets."""
    lists = [[rule for rule in RULES if rule.split()[0].lower() not in {*AT_SEVERAL} - {kept}] for kept in AT_SEVERAL]
    return st.one_of(*[weapons(kind, Weapon, parse_rules, rules) for rules in lists])


def _team(**fields: object) -> Team:
    return Team(ploys=PLOYS, **fields)  # type: ignore[arg-type]


teams = companies(_team, Card, arms, defence=st.integers(0, 5), invulnerable=st.sampled_from([0, 0, 4, 6]), abilities=abilities())


def cleared(killzone: Killzone) -> Killzone:
    """Return a killzone without the parts that cover a marker of the default mission. (MIS-02)"""
    centres = [marker.at(killzone.board) for marker in load_mission("default", "kt21").markers]
    return msgspec.structs.replace(killzone, parts=tuple(p for p in killzone.parts if not any(contains(p.footprint, *at) for at in centres)))


@given(
    pair=st.tuples(teams, teams),
    killzone=killzones(MARKS, AREAS, boards=BOARDS, towers=True).map(cleared),
    mission=st.sampled_from(["five-cairns", None]),
    seed=st.integers(0, 10**6),
    lethal_needs_hit=st.booleans(),
)
@settings(max_examples=40, deadline=None, suppress_health_check=LARGE)
def test_games_on_random_boards_with_random_teams(
    pair: tuple[Team, Team], killzone: Killzone, mission: str | None, seed: int, lethal_needs_hit: bool
) -> None:
    """They come to an end, every state is sound, what is offered is exactly what is allowed, and their records replay."""
    game = Game.new("kt21", teams=pair, killzone=killzone, mission=mission, seed=seed, lethal_needs_hit=lethal_needs_hit)
    rulebook = Rulebook.load("kt21")
    whole_game(game, seed, rulebook=rulebook, look_closely=40, after=Watch(rulebook))
    with tempfile.TemporaryDirectory() as folder:
        check_record(game, Path(folder))
