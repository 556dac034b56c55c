"""The optional local web page: a live score for spectators, and the players' own phones as seats."""
