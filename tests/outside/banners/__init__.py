"""Banners: a small game for two to four bands, which shows what a ruleset from outside the package is made of."""
