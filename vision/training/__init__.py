"""Training of the small networks of the card reader (extra ``train``); never imported at run time."""
