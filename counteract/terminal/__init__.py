"""A game in the terminal: a drawn board, numbered options, and the rule behind every refusal."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from rich.console import Console

from counteract.core.language import say
from counteract.core.registry import default
from counteract.game import Game
from counteract.players import current_name, make_player, player_names
from counteract.position import load_position
from counteract.terminal.encoding import printable
from counteract.terminal.session import HUMAN, Session, default_players


def play(
    ruleset: str | None = None,
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
    """Start or resume a game in the terminal. A player named "human" is the person at the keyboard.

    Without a ruleset it is the default one. ``position`` is a file to begin at, which also names the teams and the board. The
    battle is saved after every answer to the file ``save``, or to the file that it was resumed from.
    """
    for name in players or ():
        if current_name(name) not in (HUMAN, *player_names()):
            known = ", ".join(player_names())
            raise LookupError(say("there is no player {name!r}; there are: {human}, {known}", name=name, human=HUMAN, known=known))
    file = _file_to_save(save, resume)
    if resume:
        game = Game.load(resume)
    elif position:
        game = Game.at(load_position(position), seed=seed)
    else:
        game = Game.new(ruleset or default(), teams=teams, killzone=killzone, mission=mission, seed=seed, **options)
    who = players or default_players(game.sides)
    if len(who) != game.sides:
        raise ValueError(say("{teams} teams need as many players, not {players}", teams=game.sides, players=len(who)))
    seats = [None if name == HUMAN else make_player(name, (seed or 0) + k) for k, name in enumerate(who)]
    with suppress(ImportError):
        import readline  # noqa: F401  what is typed can then be edited, and earlier lines called back
    console = Console(file=printable(sys.stdout), highlight=False, markup=False, emoji=False)
    Session(game, seats, console, names=who, save=file, lang=lang).run()


def _file_to_save(save: str | None, resume: str | None) -> Path | None:
    """Return the file to save to, which is new or the one resumed from."""
    if save is None or save == resume:
        return Path(resume) if resume else None
    path = Path(save)
    if path.exists():
        raise ValueError(say("{save}: there is a file of this name already; go on with it (--resume {save}) or name another", save=save))
    if not path.parent.is_dir():
        raise ValueError(say("{save}: there is no folder {parent} to save in", save=save, parent=path.parent))
    return path
