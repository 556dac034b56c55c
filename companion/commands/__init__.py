"""The commands of the console program, one module each, found by name; see `companion.__main__`."""
