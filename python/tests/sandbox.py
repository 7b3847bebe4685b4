"""A few responses of the sandbox, for the examples in comments. A journey runs them against the real service too."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

KESTREL = {"id": "sandbox-kestrel", "name": "Kestrel & Vane Sandbox Pty Ltd", "employee_count": 455}
HERON = {"id": "sandbox-heron", "name": "Heron Sandbox Pty Ltd", "employee_count": 12}
BY_DOMAIN = {"kestrel.example.com": KESTREL, "heron.example.com": HERON}

NOT_FOUND = {"error": 40401, "code": "company_not_found", "message": "No company has this domain."}

READS: dict[str, Any] = {
    "/companies/suggest": {"companies": [KESTREL]},
    "/companies/values/industry": {"values": [{"value": "Measuring Instruments", "label": "", "count": 1}]},
    "/companies/sandbox-heron/sources": {"fields": {"employee_count": {"value": 12, "source": "sandbox"}}},
    "/companies/sandbox-heron/people-counts": {"id": "sandbox-heron", "total": 1},
    "/usage": {"key": {"mode": "test"}},
}


def _match(item: dict[str, Any]) -> dict[str, Any]:
    company = {"id": BY_DOMAIN[item["fqdn"]]["id"]}
    candidates = [{"score": 1, "company": company, "reasons": [], "conflicts": []}]
    return {"ref": item.get("ref"), "status": "matched", "candidates": candidates, "problem": None}


def _write(path: str, body: dict[str, Any]) -> Any:
    if path == "/companies/search":
        return {"total": {"value": 1, "relation": "eq"}, "companies": [KESTREL], "next_cursor": None}
    if path == "/companies/match":
        return {"results": [_match(item) for item in body["companies"]], "matched": len(body["companies"])}
    if path == "/companies/people":
        return {"results": [{"status": "found", "total": 1, "people": [{}]}]}
    return [{"person_id": "sandbox-heron-p0", "position": "Director"}]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        address = urlsplit(self.path)
        if address.path != "/company":
            return self._respond(200, READS[address.path])
        (domain,) = parse_qs(address.query)["fqdn"]
        company = BY_DOMAIN.get(domain)
        return self._respond(200 if company else 404, company or NOT_FOUND)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self._respond(200, _write(self.path, body))

    def _respond(self, status: int, body: Any) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(content)))
        self.send_header("x-matched-by", "fqdn")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: Any) -> None:
        pass


def open_sandbox() -> tuple[str, ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}", server
