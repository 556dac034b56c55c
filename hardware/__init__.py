"""Buttons, seat controllers and serial displays: knows seats and texts, no game."""
