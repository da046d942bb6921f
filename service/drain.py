"""A process that is about to stop still answers, but asks for no more traffic and holds nobody back."""

from threading import Event


class Drain:
    """Whether the process is about to stop."""

    def __init__(self) -> None:
        self._begun = Event()

    @property
    def begun(self) -> bool:
        """True from the moment at which it was told to stop."""
        return self._begun.is_set()

    def begin(self) -> None:
        """From now on the process is not ready, and reads that wait are answered."""
        self._begun.set()
