"""Parsers under what strangers may send: each takes any bytes and answers with a value or a calm error."""
