"""The command ``counteract odds``. Its commands are loaded when one of them is called, so that help appears at once."""

from __future__ import annotations

from cyclopts import App

odds = App(name="odds", help="Exact odds of shooting and fighting, with best play by both sides.", help_format="plaintext")
odds.command("counteract.cli.odds_commands:shoot", name="shoot", help="The odds of shooting.")
odds.command("counteract.cli.odds_commands:fight", name="fight", help="The odds of a fight.")
odds.command("counteract.cli.odds_commands:table", name="table", help="The odds of every weapon against every target.")
