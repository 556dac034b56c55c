"""Number cards: finding them on a picture and reading value and colour."""
