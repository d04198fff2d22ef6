"""The rulesets that come with the package, one folder each, found by the name of the folder."""

#: The rulesets in the order in which they are offered; the first is meant where none is named. Any others follow.
OFFERED = "kt24", "kt21", "kt18", "kt40"
