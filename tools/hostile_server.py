"""Holds the server of `review --serve` to what no stranger may do to it.

    python tools/hostile_server.py target/release/scorebook [--requests 1000] [--seed 1]

Strangers claim lengths that no memory has, send headers without an end, ask much and read nothing, open connections and say nothing,
and send requests with changed bytes, with the token and without, while a polite client asks for the page all the time. Held are: the
server lives, the polite client is answered within a second, nothing that a stranger sent has decided anything, memory stays below
100 MB, nothing panics, and INT ends it.
"""

import argparse
import os
import random
import re
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

RECORD = "GAME 1. White: A Black: B\n1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\n3. B-Kt5 P-QR3\n4. Kt-Q9 Q-Q3\n"
PATIENCE = 1.0
MEMORY = 100 << 10


class Server:
    """A server on loopback, with little memory."""

    def __init__(self, program, folder):
        (Path(folder) / "r.txt").write_text(RECORD)
        self.folder = folder
        self.errors = open(Path(folder) / "errors", "w+b")
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (4_000_000_000, 4_000_000_000))
        self.process = subprocess.Popen([program, "review", "--serve", "r.txt", "--no-ocr", "-j1"], cwd=folder,
                                        stdout=subprocess.PIPE, stderr=self.errors, preexec_fn=limit)
        line = self.process.stdout.readline().decode()
        port, self.token = re.search(r":(\d+)/([0-9a-f]{32})", line).groups()
        self.port = int(port)
        self.host = f"Host: 127.0.0.1:{port}\r\n".encode()

    def connect(self, timeout=10):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def ask(self, request, timeout=10):
        """The status of the answer; 0 where there is none."""
        with self.connect(timeout) as stream:
            try:
                stream.sendall(request)
                answer = stream.recv(64)
            except OSError:
                return 0
        found = re.match(rb"HTTP/1\.1 (\d+)", answer)
        return int(found[1]) if found else 0

    def page(self):
        return self.ask(f"GET /{self.token}/ HTTP/1.1\r\n".encode() + self.host + b"\r\n")

    def memory(self):
        """The most memory so far, in kB; 0 where nobody tells."""
        status = Path(f"/proc/{self.process.pid}/status")
        found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
        return int(found[1]) if found else 0


class Polite(threading.Thread):
    """A client that asks for the page again and again, and notes how long that takes."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.server, self.over, self.asked, self.longest, self.refused = server, False, 0, 0.0, 0

    def run(self):
        while not self.over:
            begun = time.monotonic()
            try:
                answer = self.server.page()
            except OSError:
                answer = 0
            self.asked += 1
            self.refused += answer != 200
            self.longest = max(self.longest, time.monotonic() - begun)
            time.sleep(0.02)


def claims(server):
    """Lengths that no memory has."""
    for length in (2**64 - 1, 2**63 - 1, 10**11, 10**30, -1, "x"):
        for method in (b"GET", b"POST"):
            server.ask(method + b" / HTTP/1.1\r\n" + server.host + f"Content-Length: {length}\r\n\r\n{{}}".encode())


def endless(server):
    """Headers, lines and chunks without an end."""
    for begin in (b"GET / HTTP/1.1\r\nX: ", b"GET /", b"POST / HTTP/1.1\r\n" + server.host + b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 9):
        with server.connect() as stream:
            try:
                stream.sendall(begin)
                for _ in range(200):
                    stream.sendall(b"a" * 65536)
            except OSError:
                pass


def greedy(server):
    """Clients that ask much and read nothing, and such as say nothing."""
    held = []
    for number in range(40):
        stream = server.connect()
        stream.setblocking(False)
        try:
            stream.send((b"GET / HTTP/1.1\r\n" + server.host + b"\r\n") * 20_000 if number % 2 else b"G")
        except OSError:
            pass
        held.append(stream)
    time.sleep(2)
    for stream in held:
        stream.close()


def fuzzed(server, requests, rng):
    """Requests with changed bytes."""
    token = server.token
    ours = f"Origin: http://127.0.0.1:{server.port}\r\nX-Scorebook-Token: {token}\r\n".encode()
    seeds = [f"GET /{token}/ HTTP/1.1\r\n".encode() + server.host + b"\r\n",
             f"GET /{token}/cut/0/0/1/0-0-100-100 HTTP/1.1\r\n".encode() + server.host + b"\r\n",
             f"GET /{token}/at/0/0/0/1/0 HTTP/1.1\r\n".encode() + server.host + b"\r\n",
             f"POST /{token}/decide HTTP/1.1\r\n".encode() + server.host + ours + b"Content-Length: 12\r\n\r\n{\"set\":null}",
             b"POST /decide HTTP/1.1\r\n" + server.host + b"Content-Length: 12\r\n\r\n{\"set\":null}",
             b"GET / HTTP/1.1\r\n" + server.host + b"Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"]
    pieces = [b"\r\n", b"\r\n\r\n", b"\0", b"..", b"/", b"%00", b"%2e%2e", b"\xff", b"Content-Length: 5\r\n", server.host, b"a" * 9000,
              b"HTTP/1.1", b"Expect: 100-continue\r\n", b"Upgrade: h2c\r\n", b"99999999999", b"{", b"[" * 2000, b"\x1b[31m"]
    for _ in range(requests):
        request = bytearray(rng.choice(seeds))
        for _ in range(rng.choice((1, 1, 2, 4, 9))):
            at = rng.randrange(len(request) + 1)
            how = rng.randrange(5)
            if how == 0 and at < len(request):
                request[at] = rng.randrange(256)
            elif how == 1:
                del request[at:at + rng.choice((1, 5, 30))]
            elif how == 2:
                request[at:at] = rng.choice(pieces)
            elif how == 3:
                request[at:at] = request[at:at + 40] * rng.choice((1, 3, 50))
            else:
                request[at:at] = bytes([rng.randrange(256)])
        with server.connect() as stream:
            try:
                stream.sendall(bytes(request))
                if rng.random() < 0.8:
                    stream.shutdown(socket.SHUT_WR)
                    stream.recv(64)
            except OSError:
                pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", type=lambda text: str(Path(text).resolve()))
    parser.add_argument("--requests", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    broken = 0
    with tempfile.TemporaryDirectory() as folder:
        server = Server(options.program, folder)
        threads = 4
        share = [random.Random(options.seed * 100 + number) for number in range(threads)]
        each = max(1, options.requests // threads)
        lanes = [("claims", [lambda: claims(server)]), ("endless", [lambda: endless(server)]), ("greedy", [lambda: greedy(server)]),
                 (f"{each * threads} fuzzed", [lambda rng=rng: fuzzed(server, each, rng) for rng in share])]
        for what, work in lanes:
            polite = Polite(server)
            polite.start()
            strangers = [threading.Thread(target=one, daemon=True) for one in work]
            for one in strangers:
                one.start()
            for one in strangers:
                one.join()
            polite.over = True
            polite.join()
            wrong = []
            if server.process.poll() is not None:
                wrong.append(f"the server has ended with {server.process.returncode}")
            if polite.refused or polite.longest > PATIENCE:
                wrong.append("the polite client waits")
            if server.memory() > MEMORY:
                wrong.append("much memory")
            broken += bool(wrong)
            print(f"{what:16} {polite.asked:5} asked, {polite.refused} refused, the longest {polite.longest:.2f} s, "
                  f"{server.memory() // 1024} MB  {', '.join(wrong)}", flush=True)
            if server.process.poll() is not None:
                break
        decided = [name for name in os.listdir(folder) if name not in ("r.txt", "errors")]
        if decided:
            print(f"a stranger has written {decided}")
            broken += 1
        if server.process.poll() is None:
            begun = time.monotonic()
            server.process.send_signal(signal.SIGINT)
            try:
                print(f"INT: ended with {server.process.wait(5)} after {time.monotonic() - begun:.1f} s")
            except subprocess.TimeoutExpired:
                server.process.kill()
                print("INT does not end it")
                broken += 1
        server.errors.seek(0)
        said = server.errors.read().decode(errors="replace")
        if "panicked" in said or "internal error" in said:
            print(said[:500])
            broken += 1
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
