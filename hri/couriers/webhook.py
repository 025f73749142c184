"""An address of the chatbot as the way out: one POST a message, known by its key."""

from __future__ import annotations

from http import HTTPStatus
from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from hri.couriers.signatures import Signature
from hri.domain.outbox import Outgoing
from hri.errors import DeliveryError, SettingsError

REMEDY = "Look whether the receiver runs and takes the token; the message is tried again."


class _NoRedirects(HTTPRedirectHandler):
    """A redirect could carry the message and the token to somewhere nobody chose."""

    def redirect_request(self, *_: object) -> None:
        """Follow none."""


class WebhookCourier:
    """Posts each message as JSON with the header ``Idempotency-Key``.

    A receiver that has seen the key answers 2xx or 409 without acting again: so a message whose
    answer was lost on the way is repeated safely.

    Args:
        address: Where to post, http(s).
        token: Sent as ``Authorization: Bearer``, "" for none.
        timeout: Seconds to wait for the answer.
        signature: Signs each try; None where nothing is signed.
    """

    def __init__(
        self, address: str, token: str, timeout: float, signature: Signature | None = None
    ) -> None:
        self._address, self._token, self._timeout = address, token, timeout
        self._signature = signature
        self._opener = build_opener(_NoRedirects)

    def check(self) -> None:
        """Make sure that something can be posted there at all; nobody has to listen yet.

        Raises:
            SettingsError: The address names no host, or a port that is none.
        """
        problem = _fault_of(self._address)
        if problem:
            raise SettingsError(
                "Messages cannot be posted to this address.",
                where=self._address,
                why=problem,
                remedy="Set HRI_DELIVERY_URL to an address such as https://chatbot.example/answers.",
            )

    def deliver(self, message: Outgoing) -> None:
        """Post a message and wait for the answer.

        Raises:
            DeliveryError: Nobody answered, or the answer is neither 2xx nor 409.
        """
        headers = {"Content-Type": "application/json", "Idempotency-Key": message.key}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        body = message.model_dump_json().encode()
        if self._signature is not None:
            headers |= self._signature.headers(message.key, body)
        request = Request(self._address, data=body, headers=headers, method="POST")  # noqa: S310  (settings allow http(s) only)
        try:
            with self._opener.open(request, timeout=self._timeout):
                return
        except HTTPError as error:
            error.close()
            if error.code == HTTPStatus.CONFLICT:
                return
            why = f"it answered {error.code}"
        except (URLError, OSError) as error:
            why = str(getattr(error, "reason", error))
        except (HTTPException, ValueError) as error:  # an answer or an address that is no HTTP
            why = f"this is no HTTP ({type(error).__name__})"
        raise DeliveryError(
            "The message was not taken.", where=self._address, why=why, remedy=REMEDY
        )


def _fault_of(address: str) -> str:
    """What is wrong with an address, "" for nothing."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError as error:
        return str(error)
    if not host or any(map(str.isspace, address)):
        return "it names no host" if not host else "it holds white space"
    return "port 0 is none" if port == 0 else ""
