"""A page for the meeting at which budgets are settled: served on this machine only, the numbers those of the commands.

Whoever opens the address that is printed sees the parties of one sheet, moves threshold, dropouts and releases, changes
an epsilon, and reads what the result's noise becomes, who adds it and who makes it expensive. A plan that was handed
out can be dropped there, and is checked by the bare checker for one party. Nothing is drawn here, and nothing is kept.

The address holds a secret word: other users of the machine cannot guess it. Requests for any other host than loopback
are refused, so that no page of another site reaches the server by a name of its own.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import tornado.httpserver
import tornado.netutil
import tornado.web

from optcheck import tpmdp
from optcheck.checker import work
from optcheck.checker.core import verified
from optcheck.checker.delivery import Asked, check_asked_document
from optcheck.checker.noise import plain
from optcheck.errors import OptcheckError
from optcheck.exact.files import parse_json
from optcheck.exact.inputs import whole_number
from optcheck.exact.numbers import exact, round_down, round_up, sigma_up
from optcheck.noise.plan import Plan, Question, make, percent_of
from optcheck.noise.tables import Parties, read_parties

ASSETS = Path(__file__).parent / "assets"
_MOST_BYTES = 1 << 26
_CHECK_SECONDS = 60.0
_MOST_PARTIES = 2000  # that a page can show
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
Answer = Mapping[str, object]


class Meeting:
    """The parties of one sheet, and answers to what is asked about them."""

    def __init__(self, sheet: Path, encoding: str | None = None) -> None:
        parties = read_parties(sheet, encoding)
        if len(parties.names) > _MOST_PARTIES:
            raise OptcheckError(f"{sheet} has {len(parties.names)} parties: the page shows at most {_MOST_PARTIES}")
        self.parties: Parties = parties
        self.budgets = parties.require_budgets()

    def sheet(self, _: Mapping[str, object] | None = None) -> Answer:
        """What the page shows before anything is asked."""
        active = set(self.parties.active)
        rows = [
            {"name": name, "epsilon": plain(e), "delta": plain(d), "sensitivity": plain(s), "sees": j in active}
            for j, (name, (e, d, s)) in enumerate(zip(self.parties.names, self.budgets, strict=True))
        ]
        return {"parties": rows, "warnings": self.parties.warnings}

    def question(self, asked: Mapping[str, object]) -> Question:
        """The question for settings of the page: whole numbers, and an epsilon for each party as a text."""
        epsilons = asked.get("epsilons")
        if not isinstance(epsilons, list) or len(epsilons) != len(self.budgets):
            raise OptcheckError(f"there must be an epsilon for each of {len(self.budgets)} parties")
        numbers = [exact(text, f"epsilon of {name}") for text, name in zip(epsilons, self.parties.names, strict=True)]
        t, d, k = (whole_number(asked.get(name), name) for name in ("threshold", "dropouts", "releases"))
        return self.parties.question(t, d, releases=k, epsilons=numbers)

    def answer(self, asked: Mapping[str, object]) -> Answer:
        """The plan in numbers: the result's sigma, who adds how much, what others cost, and the curve."""
        plan = make(self.question(asked))
        real = plan.on_the_reals
        assert real is not None  # it was made here
        total = plan.total
        missing = plan.question.threshold + plan.question.dropouts
        saved = dict(tpmdp.savings(real.required, plan.question.threshold, real.active, plan.question.dropouts))
        rows = [
            {
                "needs": sigma_up(need),
                "adds": sigma_up(plan.noise_variance(j)),
                "part": f"{float(100 * plan.noise_variance(j) / total) if total else 0:.1f} %",
                "saves": round_down(saved[j]) if saved.get(j) else "",
            }
            for j, need in enumerate(real.required)
        ]
        points = [(point.missing, sigma_up(point.total)) for point in tpmdp.curve(real.required, real.active)]
        return {
            "sigma": sigma_up(total),
            "variance": round_up(total),
            "parties": rows,
            "curve": points,
            "missing": missing if plan.question.threshold else 0,
            "relative": percent_of(total, asked["expected"]) if asked.get("expected") else "",
        }

    def plan(self, asked: Mapping[str, object]) -> Answer:
        """The plan as a file, which is its proof, after the checker has looked at it."""
        plan: Plan = make(self.question(asked))
        proof = plan.certify()
        statement = proof.verify(_CHECK_SECONDS).statement
        document = {"format": 1, "kind": proof.kind, "instance": proof.instance, "evidence": proof.evidence}
        return {"statement": statement, "file": json.dumps(document, default=dict), "noise": plan.to_csv()}


def check(asked: Mapping[str, object]) -> Answer:
    """What the bare checker says of a plan that was dropped: for one party, where a name is chosen."""
    text, name = asked.get("file"), asked.get("party")
    if not isinstance(text, str):
        raise OptcheckError("there must be the text of a plan")
    document = parse_json(text)
    with work.budget(_CHECK_SECONDS):
        proved = verified(document)
    if not isinstance(name, str):
        return {"statement": proved.statement, "names": _names(document)}
    epsilon, delta = (exact(asked.get(field), field) for field in ("epsilon", "delta"))
    sensitivity = exact(asked["sensitivity"], "sensitivity") if asked.get("sensitivity") else None
    own = [Asked(name, epsilon, delta, sensitivity)]
    return {"statement": check_asked_document(document, own, _CHECK_SECONDS).statement}


def _names(document: object) -> list[object]:
    """The names in a certificate that was checked; none where it is no plan."""
    instance = document.get("instance") if isinstance(document, dict) else None
    names = instance.get("names") if isinstance(instance, dict) else None
    return names if isinstance(names, list) else []


class _Handler(tornado.web.RequestHandler):
    """Headers, the check of the host, and errors as one line of JSON."""

    def initialize(self, answer: Callable[[Mapping[str, object]], Answer] | None = None) -> None:
        self.ask = answer

    def set_default_headers(self) -> None:
        for name, value in _HEADERS.items():
            self.set_header(name, value)

    def prepare(self) -> None:
        host = self.request.host.rpartition(":")[0] or self.request.host
        if host not in ("127.0.0.1", "localhost"):
            raise tornado.web.HTTPError(421)

    def post(self) -> None:
        """Answer a question that comes as JSON."""
        if self.request.headers.get("Content-Type", "") != "application/json" or self.ask is None:
            raise tornado.web.HTTPError(415)
        try:
            asked = parse_json(self.request.body.decode("utf-8"))
            if not isinstance(asked, dict):
                raise OptcheckError("there must be an object")
            self.finish(dict(self.ask(asked)))
        except (OptcheckError, ValueError, RecursionError) as error:
            self.set_status(400)
            self.finish({"error": str(error)})


class _Asset(_Handler):
    def get(self, name: str = "") -> None:
        """The page itself, its script or its style."""
        kinds = {"": "text/html", "meeting.js": "text/javascript", "meeting.css": "text/css"}
        if name not in kinds:
            raise tornado.web.HTTPError(404)
        self.set_header("Content-Type", f"{kinds[name]}; charset=utf-8")
        self.finish((ASSETS / (name or "meeting.html")).read_bytes())


def application(meeting: Meeting, word: str) -> tornado.web.Application:
    """The pages below the secret word."""
    questions: dict[str, Callable[[Mapping[str, object]], Answer]] = {
        "sheet": meeting.sheet,
        "answer": meeting.answer,
        "plan": meeting.plan,
        "check": check,
    }
    handlers: list[Any] = [(f"/{word}/{name}", _Handler, {"answer": ask}) for name, ask in questions.items()]
    return tornado.web.Application([*handlers, (f"/{word}/([a-z.]*)", _Asset)])


def serve(meeting: Meeting, port: int, ready: Callable[[str], None]) -> None:
    """Serve on loopback until somebody interrupts; port 0 is any free one. ``ready`` gets the address."""
    asyncio.run(_serve(meeting, port, ready))


async def _serve(meeting: Meeting, port: int, ready: Callable[[str], None]) -> None:
    word = secrets.token_urlsafe(18)
    sockets = tornado.netutil.bind_sockets(port, address="127.0.0.1")
    server = tornado.httpserver.HTTPServer(application(meeting, word), max_buffer_size=_MOST_BYTES)
    server.add_sockets(sockets)
    ready(f"http://127.0.0.1:{sockets[0].getsockname()[1]}/{word}/")
    await asyncio.Event().wait()
