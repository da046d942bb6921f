"""What operators' tools ask: is the process alive, and should it get traffic."""

import msgspec
from flask import Flask, Response
from werkzeug.exceptions import NotFound

from service.drain import Drain
from service.store.port import Store
from service.web import texts


def register(app: Flask, store: Store, drain: Drain) -> None:
    """/healthz, /readyz and /problems/... . A Redis that fails later shows in the body but keeps us in service."""

    @app.get("/healthz")
    def healthz() -> Response:
        return _json({"status": "ok"})

    @app.get("/readyz")
    def readyz() -> Response:
        fault = store.fault()
        met = store.met()
        if drain.begun:
            return _json({"status": "draining", "store": fault or "ok"}, 503)
        return _json({"status": "ok" if met else "starting", "store": fault or "ok"}, 200 if met else 503)

    @app.get("/problems/<string:type>")
    def explain(type: str) -> Response:
        code = type.replace("-", "_")
        text = texts.problems().get(code)
        if text is None or "_" in type:
            raise NotFound
        spoken = texts.language()
        title = text.title.de if spoken == "de" else text.title.en
        detail = text.detail.de if spoken == "de" else text.detail.en
        response = _json({"code": code, "status": text.status, "title": title, "detail": detail})
        response.headers["Content-Language"] = spoken
        response.headers["Vary"] = "Accept-Language"
        return response


def _json(body: object, status: int = 200) -> Response:
    response = Response(msgspec.json.encode(body), status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
