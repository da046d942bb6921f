"""Why a request is not carried out. The web layer turns each into a problem answer.

Refused
├── NotFound        there is no such table, seat or version
├── BadToken        the token is not, or no longer, one of this table
├── Forbidden       this caller may not do it
├── Invalid         a value that no schema can judge is refused
├── Conflict        the table is not in a state for it
├── Illegal         the rules of the game refuse the move
├── Outdated        If-Match names another version
└── Busy            lost several races in a row, nothing was done
"""

from rules.core import Refusal
from service.tables.record import Snapshot


class Refused(Exception):
    """Any request that is not carried out; `code` is stable, `params` are what its text mentions."""

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.params = params


class NotFound(Refused):
    """There is no such table, seat or version."""


class BadToken(Refused):
    """The token is not, or no longer, one of this table."""


class Forbidden(Refused):
    """This caller may not do it."""


class Invalid(Refused):
    """A value that no schema can judge is refused; `pointer` says where in the request it stands."""

    def __init__(self, code: str, pointer: str, **params: str | int) -> None:
        super().__init__(code, **params)
        self.pointer = pointer


class Conflict(Refused):
    """The table is not in a state for it."""


class Illegal(Refused):
    """The rules of the game refuse it, at a certain version of the table."""

    def __init__(self, refusal: Refusal, version: int) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.version = version


class OptionsRefused(Refused):
    """The rules cannot be played with these options or this number of seats."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class Outdated(Refused):
    """If-Match names another version than the table's."""

    def __init__(self, snapshot: Snapshot, seat: int | None) -> None:
        super().__init__("stale_version")
        self.snapshot = snapshot
        self.seat = seat


class Busy(Refused):
    """Lost several races in a row; nothing was done."""
