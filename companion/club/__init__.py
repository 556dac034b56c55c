"""Many tables, one hall: what a table tells a broker, what a hall hears, and tournaments over several evenings."""
