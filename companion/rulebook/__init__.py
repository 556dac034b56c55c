"""What every game is made of: actions, options, secrets, zones, score lines. Pure; standard library only."""
