"""Settings: read once, and a wrong one stops the start with a clear message."""

import pytest

from service.settings import Settings, SettingsError

GOOD = {"REDIS_URL": "redis://localhost", "SPIELWART_SECRET": "x" * 32, "PATH": "/bin"}


def test_settings_are_read_from_the_environment() -> None:
    settings = Settings.from_env(GOOD | {"SPIELWART_WORKERS": "4", "SPIELWART_TTL_WAITING": "60"})
    assert (settings.workers, settings.ttl_waiting, settings.redis_url) == (4, 60, "redis://localhost")
    assert settings.threads == 32


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"SPIELWART_WORKER": "4"}, "unknown setting SPIELWART_WORKER"),
        ({"SPIELWART_REDIS_URL": "redis://x"}, "unknown setting SPIELWART_REDIS_URL"),
        ({"SPIELWART_WORKERS": "many"}, "SPIELWART_WORKERS: Expected `int`"),
        ({"SPIELWART_WORKERS": "0"}, "SPIELWART_WORKERS: Expected `int` >= 1"),
        ({"SPIELWART_SECRET": "short"}, "SPIELWART_SECRET: Expected `str` of length >= 32"),
        ({"SPIELWART_SECRET": ""}, "SPIELWART_SECRET is not set"),
        ({"REDIS_URL": ""}, "REDIS_URL is not set"),
        ({"REDIS_URL": "localhost:6379"}, "REDIS_URL: Expected a redis://"),
        ({"REDIS_URL": "redis:localhost"}, "REDIS_URL: Expected a redis://"),
        ({"REDIS_URL": "redis://:short@localhost:port"}, "REDIS_URL: Expected a redis://"),
    ],
)
def test_a_wrong_setting_is_named(change: dict[str, str], message: str) -> None:
    with pytest.raises(SettingsError, match=message) as fault:
        Settings.from_env(GOOD | change)
    assert "short" not in str(fault.value), "a secret is never said"
