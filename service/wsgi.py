"""The application for gunicorn, set up by the environment."""

import os
import sys

from service import create_app, logs
from service.settings import Settings, SettingsError

try:
    settings = Settings.from_env(os.environ)
except SettingsError as fault:
    sys.exit(f"spielwart: {fault}")

logs.configure()
app = create_app(settings)
