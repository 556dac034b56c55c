"""Steps that bring an older database up to the tables of this version, run by Alembic (docs/store.md)."""
