"""Where games are kept: journal entries in SQLite by default, in PostgreSQL by changing one URL."""
