"""The description of the gateway for programs: forms, examples, and every status it gives."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from hri.domain.requests import CaseDraft, OwnCase, OwnReply
from hri.gateway.chatwire import ChatBody
from hri.gateway.errors import ErrorAnswer
from hri.gateway.wire import AssessmentAnswer, Health

COMMON = (400, 401, 403, 404, 409, 410, 429, 500, 503)
WHAT = {
    400: "The request is not as described here.",
    401: "There is no key, or it is not known.",
    403: "The key does not allow this.",
    404: "There is no such case of this client.",
    409: "The name or idempotency key came with another request before.",
    410: "The texts of the case are not kept any more.",
    413: "The request is too long.",
    429: "The key asks too often; Retry-After says when to ask again.",
    500: "A fault of the gateway; nothing went out.",
    502: "What passes unscored was not answered.",
    503: "Too much is in hand or nothing can be stored; nothing went out.",
}
INPUTS = (CaseDraft, ChatBody)
OUTPUTS = (AssessmentAnswer, OwnCase, OwnReply, Health, ErrorAnswer)
EXAMPLES: dict[str, Any] = {
    "CaseDraft": {
        "question": "Combien coûte le remplacement d'une carte d'identité perdue ?",
        "answer": "Le remplacement coûte 25 €.",
        "samples": ["Il faut payer 25 €.", "Coût : 25 euros.", "25 € en timbres fiscaux."],
        "language": "fr",
    },
    "ChatBody": {
        "model": "chat",
        "messages": [
            {
                "role": "user",
                "content": "Combien coûte le remplacement d'une carte d'identité perdue ?",
            }
        ],
    },
}
COMPLETION: dict[str, Any] = {
    "type": "object",
    "title": "ChatCompletion",
    "description": "A chat completion of the OpenAI protocol, with the field `hri`.",
    "required": ["id", "object", "created", "model", "choices", "usage", "hri"],
    "properties": {
        "id": {"type": "string"},
        "object": {"const": "chat.completion"},
        "created": {"type": "integer"},
        "model": {"type": "string"},
        "choices": {"type": "array", "minItems": 1, "items": {"type": "object"}},
        "usage": {"type": "object"},
        "hri": {"type": "object"},
    },
}


def documented(
    model: str,
    *more: int,
    asks: bool = True,
    key: bool = False,
    public: bool = False,
    answer: str = "AssessmentAnswer",
) -> dict[str, Any]:
    """What a route says of itself: its form, its answers, and that it takes a key.

    Args:
        model: Name of the form that is sent, or of the answer where nothing is sent.
        more: Statuses beside those that every route has.
        asks: Whether a body is sent.
        key: Whether an idempotency key may be sent along.
        public: Whether no API key is needed.
        answer: Name of the form of the answer, where a body is sent.
    """
    extra: dict[str, Any] = {} if public else {"security": [{"key": []}]}
    if asks:
        media = {"schema": _ref(model), "example": EXAMPLES[model]}
        extra["requestBody"] = {"required": True, "content": {"application/json": media}}
    if key:
        extra["parameters"] = [
            {
                "name": "Idempotency-Key",
                "in": "header",
                "required": False,
                "schema": {"type": "string", "minLength": 1, "maxLength": 255},
            }
        ]
    statuses = sorted({*((500, 503) if public else COMMON), *more})
    content = {"application/json": {"schema": _ref(answer if asks else model)}}
    if answer == "ChatCompletion":
        content["text/event-stream"] = {"schema": {"type": "string"}}
    responses = {status: _error(status) for status in statuses}
    responses[200] = {"description": "As described.", "content": content}
    return {"openapi_extra": extra, "responses": responses}


def describe(app: FastAPI) -> None:
    """Have the application describe itself with the forms it reads and writes by itself."""

    def schema() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(
                title=app.title, version=app.version, summary=app.summary, routes=app.routes
            )
            parts = made.setdefault("components", {})
            parts["schemas"] = {**_forms(), "ChatCompletion": COMPLETION}
            parts["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
            for route in made["paths"].values():
                for method in route.values():
                    method["responses"].pop("422", None)  # a fault of the form is a 400 here
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = schema  # type: ignore[method-assign]


def _forms() -> dict[str, Any]:
    wanted: list[Any] = [(model, "validation") for model in INPUTS]
    wanted += [(model, "serialization") for model in OUTPUTS]
    _, made = models_json_schema(wanted, ref_template="#/components/schemas/{model}")
    found: dict[str, Any] = made["$defs"]
    return found


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _error(status: int) -> dict[str, Any]:
    content = {"application/json": {"schema": _ref("ErrorAnswer")}}
    return {"description": WHAT[status], "content": content}
