"""Settings of gunicorn, from those of the service."""

import os
import signal
import sys

from service.settings import Settings, SettingsError

try:
    _settings = Settings.from_env(os.environ)
except SettingsError as fault:
    sys.exit(f"spielwart: {fault}")

bind = _settings.bind
workers = _settings.workers
threads = _settings.threads
worker_class = "gthread"
preload_app = (
    True  # a worker is there at once: a signal that comes while it loads the application would be lost
)
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108
control_socket_disable = True
graceful_timeout = 30
keepalive = 5
accesslog = None


def post_worker_init(worker):  # type: ignore[no-untyped-def]
    """Tells a worker that is asked to stop that it is no longer ready, before gunicorn stops it."""
    begin = worker.wsgi.extensions["drain"].begin
    stop = signal.getsignal(signal.SIGTERM)

    def drain(number, frame):  # type: ignore[no-untyped-def]
        begin()
        stop(number, frame)

    signal.signal(signal.SIGTERM, drain)
