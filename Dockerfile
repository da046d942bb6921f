# Two stages: the first makes an environment from the hashed lock files, the second holds only that.
FROM python:3.12-slim AS build

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_ROOT_USER_ACTION=ignore
WORKDIR /src
RUN python -m venv --without-pip /opt/spielwart
COPY requirements.lock requirements-build.lock ./
RUN python -m pip install --require-hashes -r requirements-build.lock \
 && python -m pip --python /opt/spielwart/bin/python install --require-hashes -r requirements.lock
COPY pyproject.toml README.md ./
COPY rules rules
COPY service service
RUN python -m pip wheel --no-deps --no-build-isolation --wheel-dir /wheels . \
 && python -m pip --python /opt/spielwart/bin/python install --no-deps --no-index /wheels/*.whl


FROM python:3.12-slim

ENV PATH=/opt/spielwart/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    SPIELWART_BIND=0.0.0.0:8000
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin spielwart
COPY --from=build /opt/spielwart /opt/spielwart
COPY service/gunicorn.conf.py /opt/spielwart/gunicorn.conf.py
USER 10001:10001
WORKDIR /tmp
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
CMD ["gunicorn", "-c", "/opt/spielwart/gunicorn.conf.py", "service.wsgi:app"]
