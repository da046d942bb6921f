"""The application on a real store, and a client that holds every answer against the OpenAPI document."""

import pytest
from flask import Flask

from service import create_app
from service.settings import Settings
from service.store.redis_store import RedisStore, connect
from tests.service.client import Client

SECRET = "a secret for tests, 32 characters long"


@pytest.fixture(scope="session")
def settings(redis_url: str) -> Settings:
    return Settings(secret=SECRET, redis_url=redis_url, waits=2)


@pytest.fixture
def store(redis_url: str) -> RedisStore:
    """A store without tables."""
    client = connect(redis_url)
    client.flushall()
    return RedisStore(client)


@pytest.fixture(scope="session")
def shared_app(settings: Settings) -> Flask:
    return create_app(settings)


@pytest.fixture
def app(shared_app: Flask, store: RedisStore) -> Flask:
    """The application on a store without tables; one for all tests, so none may change it."""
    return shared_app


@pytest.fixture
def client(app: Flask) -> Client:
    return Client(app)
