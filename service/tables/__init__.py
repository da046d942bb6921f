"""Use cases of tables: who may do what, and what comes of it. No Flask, no Redis."""
