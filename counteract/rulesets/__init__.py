"""The rulesets that come with the package, one folder each, found by the name of the folder."""
