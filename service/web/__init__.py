"""The HTTP API: the only rooms that know Flask."""
