# Desk and gateway of HRI. The pack and the database are on volumes; see docs/deploy.md.
FROM python:3.11-slim-bookworm AS build

WORKDIR /app
COPY requirements.txt pyproject.toml README.md LICENSE ./
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.txt
COPY hri hri
COPY locales locales
RUN /venv/bin/pip install --no-cache-dir --no-deps --editable . \
 && for language in fr en; do \
      /venv/bin/pybabel --quiet compile \
        -i "locales/$language/LC_MESSAGES/hri.po" -o "locales/$language/LC_MESSAGES/hri.mo"; \
    done

FROM python:3.11-slim-bookworm

RUN useradd --system --uid 10001 --home-dir /app --shell /usr/sbin/nologin hri \
 && mkdir -p /data && chown hri /data
WORKDIR /app
COPY --from=build /venv /venv
COPY --from=build /app /app
COPY app.py server.py ./
COPY .streamlit .streamlit
COPY pages pages
COPY tools/serve.py tools/serve.py
COPY data data

ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    MALLOC_ARENA_MAX=2 \
    HRI_BIND=0.0.0.0 \
    HRI_PORT=8501 \
    HRI_DEMONSTRATION=false \
    HRI_DATABASE=/data/hri.sqlite \
    HRI_OUTBOX=/data/outbox \
    HRI_ISSUED=/data/issued \
    HRI_CACHE=/data/cache

USER hri
VOLUME /data
EXPOSE 8501
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8501/v1/health', timeout=4)"]
CMD ["python", "-m", "hri", "serve"]
