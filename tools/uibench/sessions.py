"""One session at the desk over its websocket, as a browser holds it, but without a browser."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

from uibench.people import Person

PATIENCE = 60.0
"""Seconds after which an answer counts as lost."""
LAST = frozenset({ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY})
"""How a run ends that no other run of the server follows."""
BOXES = ("text_area", "text_input")
Fill = Callable[[WidgetState], None]


class LostError(Exception):
    """The desk did not do what it has to; the words say what was seen."""


@dataclass
class Seen:
    """What one run of the page sent."""

    seconds: float = 0.0
    """From the key to the whole page."""
    sentences: dict[str, float] = field(default_factory=dict)
    """HTML texts with the seconds at which they came."""


class Session:
    """A person's page. ``widgets`` are the elements on it by the key that the desk gave them."""

    def __init__(self, address: str, person: Person) -> None:
        self._address, self._person = address, person
        self._socket: ClientConnection | None = None
        self._query, self._page = "lang=en", ""
        self._again: tuple[float, str] | None = None
        self.sentences: list[str] = []
        self._kept: dict[str, WidgetState] = {}
        self.widgets: dict[str, Any] = {}
        self.pages: dict[str, str] = {}

    async def __aenter__(self) -> Self:
        """Connect; the first ``run`` signs in and draws the page."""
        headers, protocols = self._person.handshake(self._address)
        self._socket = await connect(
            self._address.replace("http", "ws", 1) + "/_stcore/stream",
            additional_headers=headers,
            origin=self._address,
            subprotocols=protocols,
            max_size=None,
            open_timeout=PATIENCE,
            compression=None,
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Hang up."""
        if self._socket is not None:
            await self._socket.close()

    async def press(self, key: str) -> Seen:
        """Press a button that the page shows and that can be pressed."""
        if self.widget(key).disabled:
            waits = next((one for one in self.sentences if "Before sending" in one), "")
            raise LostError(f"{key} cannot be pressed {waits}")
        return await self.run({key: lambda state: setattr(state, "trigger_value", True)})

    async def write(self, key: str, words: str) -> Seen:
        """Set a box or a list to some words."""
        return await self.run({key: lambda state: setattr(state, "string_value", words)})

    async def choose(self, key: str, *words: str) -> Seen:
        """Choose among buttons of which some stay pressed."""
        return await self.run({key: lambda state: state.string_array_value.data.extend(words)})

    async def turn_to(self, page: str) -> Seen:
        """Open a page from the menu."""
        self._page, self._query = self.pages[page], ""
        return await self.run({})

    def text(self, key: str) -> str:
        """What stands in a box."""
        self.widget(key)
        return self._kept[key].string_value

    def key(self, begin: str) -> str:
        """The first key on the page that begins so."""
        found = next((key for key in self.widgets if key.startswith(begin)), None)
        if found is None:
            raise LostError(f"there is no {begin}…, only {', '.join(sorted(self.widgets))}")
        return found

    def widget(self, key: str) -> Any:
        """An element of the page. Raises ``LostError`` where there is none of that key."""
        if key not in self.widgets:
            raise LostError(f"there is no {key}, only {', '.join(sorted(self.widgets))}")
        return self.widgets[key]

    async def run(self, fill: dict[str, Fill], fragment: str = "") -> Seen:
        """Have the page drawn with some widgets changed, and wait for all of it."""
        sent = BackMsg()
        state = sent.rerun_script
        state.query_string, state.page_script_hash = self._query, self._page
        state.fragment_id, state.is_auto_rerun = fragment, bool(fragment)
        for key, put in fill.items():
            one = state.widget_states.widgets.add()
            one.id = self.widget(key).id
            put(one)
            if key in self._kept:
                self._kept[key] = one
        # A browser says what stands in every box; a box it says nothing of counts as emptied.
        state.widget_states.widgets.extend(
            one for key, one in self._kept.items() if key in self.widgets and key not in fill
        )
        return await self._answer(sent)

    async def echo(self) -> float:
        """Seconds of a round trip that runs no page: what the machine and its load alone cost."""
        sent, begun = BackMsg(), time.perf_counter()
        sent.app_heartbeat = True
        await self._send(sent)
        while (await self._receive()).WhichOneof("type") != "heartbeat_ack":
            pass
        return time.perf_counter() - begun

    async def wait(self, seconds: float) -> Seen | None:
        """Let time pass; what the page redraws by itself meanwhile is redrawn, as in a browser."""
        until, drawn = time.perf_counter() + seconds, None
        while self._again is not None and self._again[0] <= until:
            moment, fragment = self._again
            self._again = None
            await asyncio.sleep(max(0.0, moment - time.perf_counter()))
            drawn = await self.run({}, fragment)
        await asyncio.sleep(max(0.0, until - time.perf_counter()))
        return drawn

    async def _answer(self, sent: BackMsg) -> Seen:
        seen, begun = Seen(), time.perf_counter()
        part_only = bool(sent.rerun_script.fragment_id)
        await self._send(sent)
        while True:
            message = await self._receive()
            kind = message.WhichOneof("type")
            if kind == "new_session" and not part_only:
                self.widgets, self.sentences, self._again = {}, [], None
            if kind == "script_finished" and message.script_finished in LAST:
                seen.seconds = time.perf_counter() - begun
                return seen
            part_only = part_only and kind != "script_finished"
            self._take(kind or "", message, seen, begun)

    def _take(self, kind: str, message: ForwardMsg, seen: Seen, begun: float) -> None:
        match kind:
            case "navigation":
                self._page = message.navigation.page_script_hash
                found = message.navigation.app_pages
                self.pages = {page.url_pathname: page.page_script_hash for page in found}
            case "page_info_changed":
                self._query = message.page_info_changed.query_string
            case "auto_rerun":
                due = time.perf_counter() + message.auto_rerun.interval
                self._again = (due, message.auto_rerun.fragment_id)
            case "delta":
                self._draw(message, seen, begun)

    def _draw(self, message: ForwardMsg, seen: Seen, begun: float) -> None:
        delta = message.delta
        if delta.WhichOneof("type") == "add_block" and delta.add_block.id.startswith("problem-"):
            raise LostError(f"the page tells of a problem: {delta.add_block.id}")
        if delta.WhichOneof("type") != "new_element":
            return
        kind = delta.new_element.WhichOneof("type")
        element = getattr(delta.new_element, kind)
        if kind == "exception":
            raise LostError(f"the page broke off: {element.message}")
        if kind == "html":
            self.sentences.append(element.body)
            seen.sentences.setdefault(element.body, time.perf_counter() - begun)
        if str(getattr(element, "id", "")).startswith("$$ID-"):
            key = element.id.split("-", 2)[2]
            self.widgets[key] = element
            if kind in BOXES:
                self._keep(key, element)

    def _keep(self, key: str, box: Any) -> None:
        """Remember what stands in a box: what the page put there, or what was there before."""
        kept = self._kept.get(key)
        if kept is None or kept.id != box.id or box.set_value:
            words = box.value if box.set_value else box.default
            self._kept[key] = WidgetState(id=box.id, string_value=words)

    async def _send(self, message: BackMsg) -> None:
        assert self._socket is not None
        await self._socket.send(message.SerializeToString())

    async def _receive(self) -> ForwardMsg:
        assert self._socket is not None
        data = await asyncio.wait_for(self._socket.recv(), PATIENCE)
        return ForwardMsg.FromString(data)
