"""Weapon rules and the arithmetic of attack dice, shared by the odds and the rules of play."""
