"""Where tables live: the port, and Redis behind it."""
