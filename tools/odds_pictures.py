"""Draw the pictures of docs/odds.md again: ``python tools/odds_pictures.py``."""

from __future__ import annotations

from pathlib import Path

from counteract.cli import run

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "_static"
SHOT = ["shoot", "--weapon", "5 3+ 3/4; Piercing 1, Balanced", "--target", "save 3+, wounds 12"]
FIGHT = ["fight", "--attacker", "4 3+ 4/5; Brutal", "--attacker-wounds", "13", "--defender", "3 4+ 3/4", "--defender-wounds", "8"]


def main() -> None:
    for words in (SHOT, FIGHT):
        run(["odds", *words, "--plot", str(FOLDER / f"odds-{words[0]}.svg")])


if __name__ == "__main__":
    main()
