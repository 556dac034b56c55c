"""Will it topple? Shapes, millimetres and grams in, verdicts out; no camera and no game in here."""
