"""A game in the terminal: a drawn board, numbered options, and the rule behind every refusal."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.console import Console

from counteract.core.game import Game
from counteract.core.language import say
from counteract.core.position import load_position
from counteract.players import current, make, names
from counteract.terminal.plain import readable
from counteract.terminal.session import HUMAN, Session, usual_players


def play(
    ruleset: str = "kt24",
    teams: list[str] | None = None,
    players: list[str] | None = None,
    killzone: str | None = None,
    mission: str | None = "default",
    seed: int | None = None,
    position: str | None = None,
    resume: str | None = None,
    save: str | None = None,
    lang: str = "en",
    **options: Any,
) -> None:
    """Start or resume a game in the terminal; a player named "human" is the person at the keyboard.

    With ``position``, a file, it begins there, with the teams and the board that the file names.
    With ``save``, or in the file resumed from, the battle is kept after every answer.
    """
    for name in players or ():
        if current(name) not in (HUMAN, *names()):
            raise LookupError(say("there is no player {name!r}; there are: {human}, {known}", name=name, human=HUMAN, known=", ".join(names())))
    kept = _file(save, resume)
    if resume:
        game = Game.load(resume)
    elif position:
        game = Game.at(load_position(position), seed=seed)
    else:
        game = Game.new(ruleset, teams=teams, killzone=killzone, mission=mission, seed=seed, **options)
    who = players or usual_players(game.sides)
    if len(who) != game.sides:
        raise ValueError(say("{teams} teams need as many players, not {players}", teams=game.sides, players=len(who)))
    seats = [None if name == HUMAN else make(name, (seed or 0) + k) for k, name in enumerate(who)]
    with suppress(ImportError):
        import readline  # noqa: F401  what is typed can then be edited, and earlier lines called back
    console = Console(file=readable(sys.stdout), highlight=False, markup=False, emoji=False)
    Session(game, seats, console, names=who, save=kept, lang=lang).run()


def _file(save: str | None, resume: str | None) -> Path | None:
    """Where the battle is kept; never in the place of something else."""
    if save is None or save == resume:
        return Path(resume) if resume else None
    path = Path(save)
    if path.exists():
        raise ValueError(say("{save}: there is a file of this name already; go on with it (--resume {save}) or name another", save=save))
    if not path.parent.is_dir():
        raise ValueError(say("{save}: there is no folder {parent} to save in", save=save, parent=path.parent))
    return path
