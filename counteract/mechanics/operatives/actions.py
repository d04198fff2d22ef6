"""Which action an operative performs: each is held against the rules when it is asked about."""

from __future__ import annotations

from counteract.core.decision import NameContext


class ActionContext(NameContext, frozen=True, gc=False):
    """An operative and the action points it has left."""

    left: int
