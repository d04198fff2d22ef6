"""Imports of every helping process. Processes are forked from one that has imported this, so each is ready as soon as it is wanted."""

from __future__ import annotations

import gc
import signal

from counteract.core.registry import find, names
from counteract.server import jobs, odds
from counteract.warming import warm

__all__ = ["jobs", "odds"]

signal.signal(signal.SIGINT, signal.SIG_IGN)  # interrupts are for the server
warm()
for name in names():
    find(name)
gc.freeze()
