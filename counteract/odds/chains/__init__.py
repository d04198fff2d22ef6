"""Attacks as chains of single dice: shots and close combat in the editions that roll to hit, to wound and to save."""
