"""Labels: an option of a decision in a few words, in parts that a client may show apart."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from counteract.core.language import COMMA, say


class Label(msgspec.Struct, frozen=True, gc=False):
    """An option in a few words: its title, its consequence, and short figures (costs, wounds, lengths) that stand with the title.

    As a string it is one sentence in the language spoken.

    >>> str(Label("Dash", figures=("1AP", "up to 3"))), str(Label("Shoot", "Heron", ("1AP",)))
    ('Dash (1AP, up to 3)', 'Shoot (1AP): Heron')
    """

    title: str
    detail: str = ""
    figures: tuple[str, ...] = ()
    brief: tuple[str, str] | UnsetType = UNSET  # of a long detail, for lists: what stands beside the title, and what below it

    @property
    def heading(self) -> str:
        """The title with its figures."""
        return say("{title} ({figures})", title=self.title, figures=say(COMMA).join(self.figures)) if self.figures else self.title

    def __str__(self) -> str:
        return say("{title}: {detail}", title=self.heading, detail=self.detail) if self.detail else self.heading


def say_label(template: str, /, **values: Any) -> Label:
    """Return the label that a template of two lines says, the title and the detail; one line is a title.

    >>> say_label("Engage\\nmay shoot within {inches:g} inches", inches=6.0)
    Label(title='Engage', detail='may shoot within 6 inches', figures=(), brief=UNSET)
    """
    title, _, detail = say(template, **values).partition("\n")
    return Label(title, detail)
