"""The part of flask-smorest used here; the package has no types of its own."""

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import flask
from apispec import APISpec
from werkzeug.exceptions import HTTPException

_View = TypeVar("_View", bound=Callable[..., Any])

class Blueprint(flask.Blueprint):
    ARGUMENTS_PARSER: ClassVar[Any]
    def __init__(
        self,
        name: str,
        import_name: str,
        *,
        url_prefix: str | None = ...,
        description: str = ...,
        **kwargs: Any,
    ) -> None: ...
    def arguments(
        self, schema: Any, *, location: str = ..., example: Any = ..., unknown: Any = ..., **kwargs: Any
    ) -> Callable[[_View], _View]: ...
    @staticmethod
    def doc(**kwargs: Any) -> Callable[[_View], _View]: ...

class Api:
    DEFAULT_RESPONSE_CONTENT_TYPE: str
    ERROR_SCHEMA: Any
    spec: APISpec
    def __init__(
        self, app: flask.Flask | None = ..., *, spec_kwargs: dict[str, Any] | None = ...
    ) -> None: ...
    def register_blueprint(self, blueprint: Blueprint, **options: Any) -> None: ...
    def handle_http_exception(self, error: HTTPException) -> Any: ...
    def _register_responses(self) -> None: ...
    def _register_pagination_header(self) -> None: ...
    def _openapi_json(self) -> flask.Response: ...
