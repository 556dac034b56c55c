"""What a player meets, in Kivy: screens and forms made from a view. No rule and no decision lives here."""
