"""Measurements, each a ratio or a rate of one run.."""
