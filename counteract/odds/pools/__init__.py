"""Attack dice against defence dice: shots and fights in the editions where each side rolls a pool of dice."""
