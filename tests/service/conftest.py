"""The application on a real store, and a client that holds every answer against the OpenAPI document."""

import pytest
from flask import Flask

from service import create_app
from service.settings import Settings
from service.store.redis_store import RedisStore, connect
from tests.service.client import Client

SECRET = "a secret for tests, 32 characters long"


@pytest.fixture
def settings(redis_url: str) -> Settings:
    return Settings(secret=SECRET, redis_url=redis_url, waits=2)


@pytest.fixture
def store(redis_url: str) -> RedisStore:
    client = connect(redis_url)
    client.flushall()
    return RedisStore(client)


@pytest.fixture
def app(settings: Settings, store: RedisStore) -> Flask:
    return create_app(settings, store)


@pytest.fixture
def client(app: Flask) -> Client:
    return Client(app)
