"""The description of the gateway is true: whatever is sent, what comes back is as described."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from gateway.doors import open_gateway
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

from hri.domain.ports import Knowledge

EXCLUDED = [positive_data_acceptance]
"""A form cannot say everything: the last message is the user's, names hold no hidden character."""

PATHS = {
    ("GET", "/v1/health"),
    ("POST", "/v1/assessments"),
    ("GET", "/v1/cases/{case_id}"),
    ("GET", "/v1/cases/{case_id}/reply"),
    ("POST", "/v1/chat/completions"),
}


@pytest.fixture(scope="module")
def described(
    tmp_path_factory: pytest.TempPathFactory, demo_pack: Knowledge
) -> Iterator[tuple[Any, dict[str, str]]]:
    said = {"upstream_url": "", "gateway_rate": 10**6}
    with open_gateway(tmp_path_factory.mktemp("described"), demo_pack, **said) as gateway:
        schema = schemathesis.openapi.from_url(f"{gateway.url}/v1/openapi.json")
        schema.config.generation.update(with_security_parameters=False)
        yield schema, {"Authorization": f"Bearer {gateway.key()}"}


@pytest.mark.parametrize(("method", "path"), sorted(PATHS))
def test_what_comes_back_is_as_described(described: Any, method: str, path: str):
    schema, headers = described
    operation = schema[path][method]
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
        if mode is GenerationMode.NEGATIVE and method == "GET":
            continue  # nothing is sent that could be wrong, but an id; that is a 404

        @settings(
            max_examples=40,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def check(case: Any) -> None:
            case.call_and_validate(headers=headers, excluded_checks=EXCLUDED)

        check()


def test_every_route_is_described_with_its_form(gateway: Any):
    found = gateway.web().get("/v1/openapi.json").json()
    assert set(found["paths"]) == {path for _, path in PATHS}
    posts = [route["post"] for route in found["paths"].values() if "post" in route]
    for post in posts:
        content = post["requestBody"]["content"]["application/json"]
        assert content["example"]
        assert content["schema"]["$ref"].rsplit("/", 1)[1] in found["components"]["schemas"]
        assert {"400", "401", "403", "409", "413", "429", "503"} <= set(post["responses"])
