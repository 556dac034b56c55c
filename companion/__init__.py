"""companion."""
