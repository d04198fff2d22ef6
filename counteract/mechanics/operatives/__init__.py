"""Rules that the editions with operatives share: activations paid with action points, attack dice against defence dice, ploys."""
