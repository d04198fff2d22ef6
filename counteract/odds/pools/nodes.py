"""Numbers that re-roll graphs are written in. The kernels know nothing else of dice, so that they seldom have to be compiled again."""

from __future__ import annotations

#: What a die has come to. A ONE is a fail too, told apart where a rule asks for it.
FAIL, NORMAL, CRITICAL, ONE = range(4)
CLASSES = 4
FACES = 6

#: The kinds of node.
FINAL, CHANCE, CHOICE = range(3)
