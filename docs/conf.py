"""How the manual is built: Sphinx with MyST and Furo."""

from counteract import __version__

project = "Counteract"
author = "The Counteract developers"
copyright = "2026, The Counteract developers"
version = release = __version__

extensions = ["myst_parser"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Counteract"
nitpicky = True
