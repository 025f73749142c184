"""Time the gateway: overhead over a direct call, highest rate, memory, sampling in parallel.

    make bench-gateway                       # everything, about three minutes
    make bench-gateway BENCH_GATEWAY="--pack data/packs/demo --sizes 0,1024 --seconds 5"

Upstream, gateway and load are three processes on this machine. The upstream answers at once with
texts of real cases (the benchmark folder) or of the demonstration, grown to the size asked for;
each request is stored durably. Overhead is the time through the gateway less that of a direct call.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
BENCH = Path(os.environ.get("BENCH", ROOT.parent / "shared" / "bench"))
SAMPLES = 4
TEMPERATURE, TOGETHER = b'"temperature":0.7', b'"n":4'


def main() -> None:
    """Run all of it and print a table."""
    options = _options()
    if options.upstream:
        asyncio.run(_upstream(options.upstream, options.size, options.delay))
        return
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}; cores: {os.cpu_count()}")
    print(
        "size  | rate asked | done/s | errors | overhead p50 p95 p99 ms | processor ms | peak MiB"
    )
    for size in map(int, options.sizes.split(",")):
        for rate in map(float, options.rates.split(",")):
            print(_row(options, size, rate), flush=True)
    print(_sampling(options))
    print(f"load of the machine after: {os.getloadavg()[0]:.1f}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pack", default="var/packs/fr")
    parser.add_argument("--sizes", default="0,1024,8192", help="bytes of an answer; 0: as they are")
    parser.add_argument("--rates", default="2,50,100", help="requests a second")
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--singly", action="store_true", help="ask for each sample by a call")
    parser.add_argument("--workers", type=int, default=1, help="processes of the gateway")
    parser.add_argument("--upstream", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--size", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--delay", type=float, default=0, help=argparse.SUPPRESS)
    return parser.parse_args()


# The upstream: answers are made before the first request.


def _cases() -> list[dict[str, Any]]:
    real = BENCH / "real_dev.cases.jsonl"
    path = real if real.is_file() else ROOT / "data" / "cases" / "demo.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [row for row in rows if row["answer"].strip() and row["language"] == "fr"][:60]


def _grown(text: str, size: int) -> str:
    if not size:
        return text
    grown = text
    while len(grown.encode()) < size:
        grown += "\n\n" + text
    return grown.encode()[:size].decode("utf-8", "ignore")


def _answer(*texts: str) -> bytes:
    choices = [
        {
            "index": place,
            "message": {"role": "assistant", "content": text},
            "finish_reason": "stop",
        }
        for place, text in enumerate(texts)
    ]
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    body = {"id": "x", "object": "chat.completion", "created": 1, "model": "bench"}
    content = json.dumps({**body, "choices": choices, "usage": usage}).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(content)}"
    return head.encode() + b"\r\n\r\n" + content


async def _upstream(port: int, size: int, delay: float) -> None:
    made: dict[bytes, tuple[bytes, bytes, list[bytes]]] = {}
    for place, row in enumerate(_cases()):
        samples = [_grown(text, size) for text in (row["samples"] * SAMPLES)[:SAMPLES]]
        made[f'"bench-{place}"'.encode()] = (
            _answer(_grown(row["answer"], size)),
            _answer(*samples),
            [_answer(text) for text in samples],
        )
    given = dict.fromkeys(made, 0)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                body = await _read(reader)
                model = next(name for name in made if name in body)
                if delay:
                    await asyncio.sleep(delay)
                answer, together, samples = made[model]
                said = body.replace(b" ", b"")
                if TEMPERATURE in said and TOGETHER in said:
                    answer = together
                elif TEMPERATURE in said:
                    given[model] += 1
                    answer = samples[given[model] % SAMPLES]
                writer.write(answer)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", port)
    await server.serve_forever()


async def _read(reader: asyncio.StreamReader) -> bytes:
    """The body of a message; its head must name the length."""
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    length = int(head.split(b"content-length:")[1].split(b"\r\n")[0])
    return await reader.readexactly(length)


# The load: one connection a request in hand, kept for the next one.


@dataclass
class Load:
    """Requests at a fixed rate, whether earlier ones are done or not."""

    port: int
    key: str
    times: list[float] = field(default_factory=list)
    errors: int = 0
    _idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = field(default_factory=list)

    async def run(self, rate: float, seconds: float) -> float:
        """Send; gives how many were done a second."""
        begun, tasks = time.perf_counter(), []
        for number in range(max(int(rate * seconds), 3)):
            wait = begun + number / rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            tasks.append(asyncio.create_task(self._one(number)))
        await asyncio.gather(*tasks)
        took = time.perf_counter() - begun
        for _, writer in self._idle:
            writer.close()
        return len(self.times) / took

    async def _one(self, number: int) -> None:
        content = REQUESTS[number % len(REQUESTS)]
        head = (
            f"POST /v1/chat/completions HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            f"Authorization: Bearer {self.key}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n\r\n"
        )
        begun = time.perf_counter()
        try:
            reader, writer, status = await self._sent(head.encode() + content)
            await _read(reader)
        except (OSError, asyncio.IncompleteReadError, IndexError):
            self.errors += 1
            return
        self._idle.append((reader, writer))
        if b" 200 " in status:
            self.times.append(time.perf_counter() - begun)
        else:
            self.errors += 1

    async def _sent(
        self, message: bytes
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
        """Send on an idle connection; one that the server has closed meanwhile counts for none."""
        while self._idle:
            reader, writer = self._idle.pop()
            writer.write(message)
            if status := await reader.readline():
                return reader, writer, status
            writer.close()
        reader, writer = await self._connected()
        writer.write(message)
        return reader, writer, await reader.readline()

    async def _connected(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)


def _requests() -> list[bytes]:
    made = []
    for place, row in enumerate(_cases()):
        body = {"model": f"bench-{place}", "messages": [_turn(row["question"])]}
        made.append(json.dumps(body).encode())
    return made


def _turn(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


REQUESTS = _requests()


# The processes.


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Processes:
    """Upstream and gateway over a fresh database, ended when the block is left."""

    def __init__(self, options: argparse.Namespace, size: int, delay: float = 0) -> None:
        self.upstream_port, self.port = _free_port(), _free_port()
        self._folder = tempfile.TemporaryDirectory(dir=ROOT / "var")
        said = ["--upstream", str(self.upstream_port), "--size", str(size), "--delay", str(delay)]
        self._environment = {
            **os.environ,
            "HRI_PACK": options.pack,
            "HRI_DATABASE": f"{self._folder.name}/hri.sqlite",
            "HRI_OUTBOX": f"{self._folder.name}/outbox",
            "HRI_PORT": str(self.port),
            "HRI_UPSTREAM_URL": f"http://127.0.0.1:{self.upstream_port}/v1",
            "HRI_UPSTREAM_PRIVATE": "true",
            "HRI_UPSTREAM_SAMPLES": str(SAMPLES),
            "HRI_UPSTREAM_N": str(not options.singly).lower(),
            "HRI_GATEWAY_RATE": "1000000",
            "HRI_GATEWAY_WAITING": "10000",
            "PYTHONPATH": str(ROOT),
        }
        self._upstream = subprocess.Popen([sys.executable, __file__, *said])
        self._gateway = self._start("serve", "--gateway-only", "--workers", str(options.workers))

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "hri", *arguments]
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            command, cwd=ROOT, env=self._environment, stdout=quiet, stderr=quiet
        )

    def __enter__(self) -> Processes:
        until = time.monotonic() + 90
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                socket.create_connection(("127.0.0.1", self.upstream_port)).close()
                break
            except OSError:
                time.sleep(0.2)
        command = [sys.executable, "-m", "hri", "keys", "make", "bench", "--scope", "chat"]
        done = subprocess.run(
            command, cwd=ROOT, env=self._environment, capture_output=True, text=True, check=True
        )
        self.key = done.stdout.strip()
        return self

    def __exit__(self, *_: object) -> None:
        for process in (self._gateway, self._upstream):
            process.terminate()
        for process in (self._gateway, self._upstream):
            process.wait(60)
        self._folder.cleanup()

    @property
    def _processes(self) -> list[int]:
        """The gateway and, where it has several, its workers."""
        pid = self._gateway.pid
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *map(int, below)]

    @property
    def peak(self) -> float:
        """Peak memory of the gateway's largest process in MiB."""
        said = [Path(f"/proc/{pid}/status").read_text() for pid in self._processes]
        return max(int(one.split("VmHWM:")[1].split()[0]) for one in said) / 1024

    @property
    def worked(self) -> float:
        """Seconds of processor time that the gateway has used; other programs do not count."""
        said = [Path(f"/proc/{pid}/stat").read_text() for pid in self._processes]
        parts = [one.rsplit(")", 1)[1].split() for one in said]
        return sum(int(one[11]) + int(one[12]) for one in parts) / os.sysconf("SC_CLK_TCK")

    def stored(self) -> int:
        """Cases in the database."""
        with sqlite3.connect(self._environment["HRI_DATABASE"]) as db:
            return int(db.execute("SELECT count(*) FROM cases").fetchone()[0])


def _at(times: list[float], share: float) -> float:
    return 1000 * sorted(times)[min(int(share * len(times)), len(times) - 1)] if times else 0.0


def _row(options: argparse.Namespace, size: int, rate: float) -> str:
    with Processes(options, size) as running:
        direct = Load(running.upstream_port, "x")
        asyncio.run(direct.run(50, 2))
        warm = Load(running.port, running.key)
        asyncio.run(warm.run(2, len(REQUESTS) / 4))  # guides met before
        load = Load(running.port, running.key)
        before = running.worked
        done = asyncio.run(load.run(rate, options.seconds))
        each = 1000 * (running.worked - before) / max(len(load.times), 1)
        if running.stored() != len(load.times) + len(warm.times):
            raise SystemExit("an answer was given that is not stored")
        over = [_at(load.times, share) - _at(direct.times, share) for share in (0.5, 0.95, 0.99)]
        shown = " ".join(f"{value:.1f}" for value in over)
        return (
            f"{size:5} | {rate:10g} | {done:6.1f} | {load.errors:6} | {shown:23} | "
            f"{each:11.1f} | {running.peak:.0f}"
        )


def _sampling(options: argparse.Namespace) -> str:
    """How long answer and samples take together, against one call that takes a second."""
    with Processes(options, 0, delay=1.0) as running:
        direct, load = Load(running.upstream_port, "x"), Load(running.port, running.key)
        asyncio.run(direct.run(1, 3))
        asyncio.run(Load(running.port, running.key).run(1, 3))
        asyncio.run(load.run(1, 8))
    share = statistics.median(load.times) / statistics.median(direct.times)
    return f"answer and {SAMPLES} samples in parallel: {share:.2f} of one call that takes a second"


if __name__ == "__main__":
    main()
