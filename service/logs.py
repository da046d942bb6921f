"""How the service logs: one JSON object a line on standard error. No token, card, seed or body is ever logged."""

import sys

import structlog


def configure() -> None:
    """Sets the format for the process."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
