"""Whole games as readable text: one line a decision, indented lines for its events.

Write them anew with `python -m tests.golden.trace` (all, or those named after it) after a wanted change of behaviour, and
read the difference.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from counteract.game import Game
from counteract.players import Player, make_player

FOLDER = Path(__file__).parent

#: The games told: name, players, and what `Game.new` is given.
GAMES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "kt18-three-stones": (
        ("greedy", "greedy"),
        {"ruleset": "kt18", "teams": ["barrow-company", "lantern-circle"], "killzone": "proving-ground", "seed": 3},
    ),
    "kt18-wet-ground-with-specialists": (
        ("random", "greedy"),
        {
            "ruleset": "kt18",
            "teams": ["kite-riders", "fen-fusiliers"],
            "killzone": "drowned-yard",
            "mission": "last-light",
            "seed": 4,
            "specialists": True,
        },
    ),
    "kt21-five-cairns": (
        ("greedy", "greedy"),
        {"ruleset": "kt21", "teams": ["thorn-wardens", "tide-callers"], "killzone": "salt-flats", "seed": 5},
    ),
    "kt21-two-larders": (
        ("random", "greedy"),
        {"ruleset": "kt21", "teams": ["quarry-guild", "moth-parade"], "killzone": "hollow-quarter", "mission": "two-larders", "seed": 6},
    ),
    "kt21-no-mission": (
        ("random", "random"),
        {"ruleset": "kt21", "teams": ["moth-parade", "tide-callers"], "killzone": "undercroft", "mission": None, "seed": 7},
    ),
    "kt24-hold-the-ground": (
        ("greedy", "greedy"),
        {"ruleset": "kt24", "teams": ["ashen-wardens", "hollow-choir"], "killzone": "proving-ground", "seed": 1},
    ),
    "kt24-close-quarters-with-guard": (
        ("random", "greedy"),
        {"ruleset": "kt24", "teams": ["dusk-runners", "sump-brewers"], "killzone": "undercroft", "mission": "two-beacons", "seed": 2, "guard": True},
    ),
    "kt24-training-2024-printing": (
        ("random", "random"),
        {"ruleset": "kt24", "teams": ["sump-brewers", "ashen-wardens"], "killzone": "hollow-quarter", "mission": None, "seed": 3, "printing": "2024"},
    ),
    "kt40-errands-of-war": (
        ("novice", "novice"),
        {"ruleset": "kt40", "teams": ["bell-battalion", "hedge-host"], "killzone": "mill-crossing", "mission": "errands-of-war", "seed": 8},
    ),
    "kt40-kings-toll-of-three": (
        ("random", "novice", "novice"),
        {"ruleset": "kt40", "teams": ["hedge-patrol", "iron-patrol", "bell-patrol"], "mission": "kings-toll", "seed": 9},
    ),
    "kt40-river-pact-two-against-two": (
        ("novice", "random", "random", "novice"),
        {"ruleset": "kt40", "teams": ["iron-gantry", "bell-patrol", "hedge-patrol", "iron-battalion"], "mission": "river-pact", "seed": 10},
    ),
}


def tell(name: str) -> str:
    """Return the story of one game."""
    players, given = GAMES[name]
    game = Game.new(**given)
    seats: list[Player] = [make_player(player, 100 + k) for k, player in enumerate(players)]
    lines = [f"# {name}: {' against '.join(players)}", *story(game)]
    while (decision := game.decision) is not None:
        answer = seats[decision.player].choose(game)
        lines.append(f"{decision.player + 1} {decision.what}: {game.label(answer)}  [{decision.rule}]")
        game.play(answer)
        lines += story(game)
    result = game.result
    assert result is not None
    lines.append(f"= winner {result.winner}, scores {result.scores}, {', '.join(result.reasons)}, state {game.digest()}")
    return "\n".join(lines) + "\n"


def story(game: Game) -> list[str]:
    return [f"    {game.tell(event)}  [{event.rule}]" for event in game.latest]


def main() -> None:
    """Write the games named on the command line, or all of them."""
    for name in sys.argv[1:] or GAMES:
        (FOLDER / f"{name}.txt").write_text(tell(name), encoding="utf-8")


if __name__ == "__main__":
    main()
