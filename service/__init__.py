"""Spielwart as a service: `create_app` is the one place where things are wired."""

from collections.abc import Mapping

from flask import Flask, Response
from werkzeug.middleware.proxy_fix import ProxyFix

from rules import GAMES
from rules.core import AnyRules
from service.drain import Drain
from service.settings import Settings
from service.store.port import Store
from service.store.redis_store import RedisStore, connect
from service.tables.history import Waits
from service.web import catalogue, errors, fairness, health, history, intake, moves, series, tables
from service.web.api import Api
from service.web.kit import Kit


def create_app(
    settings: Settings, store: Store | None = None, games: Mapping[str, AnyRules] = GAMES
) -> Flask:
    """The application. It starts without Redis and checks it at first contact."""
    app = Flask(__name__)
    store = store or RedisStore(connect(settings.redis_url))
    drain = Drain()
    app.extensions["drain"] = drain
    intake.register(app)
    errors.register(app)
    health.register(app, store, drain)
    api = Api(app)
    catalogue.register(api, games)
    waits = Waits(settings.waits, drain)
    kits = app.extensions["kits"] = {
        slug: Kit(game, store, settings, api, waits) for slug, game in games.items()
    }
    for kit in kits.values():
        for part in (tables, moves, history, series, fairness):
            part.register(kit)
        api.register_blueprint(kit.blueprint)
    app.extensions["document"] = api.document
    app.after_request(_private)
    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    return app


def _private(response: Response) -> Response:
    """Nothing of a table may lie in a shared cache, nor be taken for another caller's."""
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["Vary"] = "Authorization, Accept-Language"
    return response
