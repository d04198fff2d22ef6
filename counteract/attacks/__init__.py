"""Weapon rules and the arithmetic of attack dice: what the odds and the rules of play both stand on."""
