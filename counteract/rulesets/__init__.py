"""The rulesets that come with the package, one folder each, found by the name of the folder."""

#: The ruleset that is meant where none is named.
DEFAULT = "kt24"
