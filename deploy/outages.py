"""Tests the alerts with outages: the alerts of the runbook's table "Which outage wakes you" fire, and no others. The series
are those of real replicas with a real Redis, which `record` kills, starves and floods; a scrape each second counts as one each minute. Usage:
outages.py check SERIES.yml | outages.py record SERIES.yml"""

import http.client
import itertools
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "clients" / "audit"))
from local_servers import Redis, Replica, SlowLink, free_port  # noqa: E402

SERVICE = os.environ.get("THIRDSEAT", str(HERE.parent / "target" / "release" / "thirdseat"))
RUNBOOK = HERE.parent / "docs" / "operate" / "runbook.md"
RULES = [HERE / "prometheus" / "rules.yml", HERE / "prometheus" / "alerts.yml"]
# Scrapes before the outage and during it.
CALM, OUTAGE = 20, 30
# The minutes until the person on call must be woken.
PAGED = 17
TOKEN, OTHER, PAGE = "a-token-of-the-backend", "a-token-after-the-change", "a-token-of-a-page"
CALLS = "/thirdseat.v1.CompanionService/"
PRESENT = {"landlord": "CHAIR_FIRST", "chairs": [{"chair": "CHAIR_FIRST", "cardsLeft": 5}, {"chair": "CHAIR_SECOND", "cardsLeft": 4}],
           "standing": {"chair": "CHAIR_FIRST", "combo": {"cards": {"text": "99"}}}}
HAND = {"ruleset": "classic", "holds": [{"chair": "CHAIR_THIRD", "cards": {"text": "334455667788TTJJQ"}}], "present": PRESENT}
FOLLOW = {"chair": "CHAIR_THIRD", "hand": HAND, "options": {"persona": "rules"}}
# A search long enough to be late if the processor stops meanwhile.
LANDLORD = {"ruleset": "classic", "holds": [{"chair": "CHAIR_FIRST", "cards": {"text": "334556788TJJQQKA22XD"}}],
            "events": [{"chair": "CHAIR_FIRST", "landlordFound": {"text": "33X"}}]}
SEARCH = {"chair": "CHAIR_FIRST", "hand": LANDLORD, "options": {"persona": "expert", "budgetMs": 150}}
ROOM = {"requestId": "open", "roomId": "room", "ruleset": "classic", "bots": [{"chair": "CHAIR_THIRD", "persona": "rules"}]}


class Installation:
    """Replicas that share a Redis, and a backend that calls them in turn."""

    def __init__(self, namespace, folder, replicas=2, calls_per_s=20):
        self.namespace, self.calls_per_s, self.question = namespace, calls_per_s, FOLLOW
        self.tokens = Path(folder, f"{namespace}.tokens")
        self.tokens.write_text(f"{TOKEN} decide rooms\n{PAGE} watch caller=page rooms=default\n")
        self.redis = Redis()
        self.link = SlowLink(self.redis.port)
        settings = {"THIRDSEAT__ROOMS__STORE": "redis", "THIRDSEAT__ROOMS__REDIS__URL": f"redis://127.0.0.1:{self.link.port}/0",
                    "THIRDSEAT__GRPC__TOKENS__FILE": str(self.tokens), "THIRDSEAT__GRPC__CONNECTIONS_MAX": "64",
                    # A busy machine must not look like a failing Redis.
                    "THIRDSEAT__ROOMS__REDIS__TIMEOUT_MS": "5000"}
        self.admin = [free_port() for _ in range(replicas)]
        self.replicas = [Replica(SERVICE, settings | {"THIRDSEAT__ADMIN__LISTEN": f"127.0.0.1:{port}"}) for port in self.admin]
        self.is_listed, self.is_over = True, False
        self.threads = []
        self.spawn(self.run_backend)

    def spawn(self, loop, *given):
        self.threads.append(threading.Thread(target=loop, args=given, daemon=True))
        self.threads[-1].start()

    def run_backend(self):
        connections = {replica.address: None for replica in self.replicas}
        self.call(connections, self.replicas[0].address, "OpenRoom", ROOM)
        for address in itertools.cycle(connections):
            for rpc in ("Decide", "GetRoom"):
                if self.is_over:
                    return
                if self.calls_per_s:
                    self.call(connections, address, rpc, self.question if rpc == "Decide" else {"roomId": "room"})
                time.sleep(1 / (self.calls_per_s or 20))

    def call(self, connections, address, rpc, request, token=TOKEN):
        """Makes a call, and ignores one without an answer."""
        head = {"content-type": "application/json", "authorization": f"Bearer {token}"}
        connection = connections[address] = connections.get(address) or http.client.HTTPConnection(address, timeout=5)
        try:
            connection.request("POST", CALLS + rpc, json.dumps(request), head)
            connection.getresponse().read()
        except (OSError, http.client.HTTPException):
            connections[address] = None

    def scrape(self):
        """Returns the wanted samples of all replicas, with `up`, and the exporter's `redis_up`, by series."""
        found = {f'redis_up{{job="room-store",namespace="{self.namespace}",instance="redis"}}': float(self.redis.is_up())}
        for place, port in enumerate(self.admin if self.is_listed else []):
            labels = f'job="thirdseat",namespace="{self.namespace}",instance="replica-{place}"'
            connection = http.client.HTTPConnection(f"127.0.0.1:{port}", timeout=2)
            try:
                connection.request("GET", "/metrics")
                page = connection.getresponse().read().decode()
            except (OSError, http.client.HTTPException):
                page = ""
            found[f"up{{{labels}}}"] = float(bool(page))
            for line in page.splitlines():
                name, told, value = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)|.*", line).groups()
                # The other times depend on the machine that records.
                if name in WANTED or self.link.delay_s and re.match('thirdseat_store_seconds_bucket{op="read"', line):
                    found[f"{name}{{{labels}{',' if told else ''}{told or ''}}}"] = float(value)
        return found

    def close(self):
        self.is_over = True
        for thread in self.threads:
            thread.join()
        for process in [*self.replicas, self.redis]:
            process.stop()


# The series that rules and alerts ask for.
WANTED = set(re.findall(r"(?:thirdseat|process)_\w+", "".join(path.read_text() for path in RULES)))
WANTED = {name for name in WANTED if not name.endswith("_bucket")}


# The outages: each gets the installation of production.


def kill_all_replicas(production):
    for replica in production.replicas:
        replica.stop(signal.SIGKILL)


def unlist_all_replicas(production):
    kill_all_replicas(production)
    production.is_listed = False


def lose_backend_token(production):
    production.tokens.write_text(f"{OTHER} decide rooms\n")
    for replica in production.replicas:
        replica.process.send_signal(signal.SIGHUP)


def flood_with_bad_calls(production):
    """Sends calls without a known token, and requests that break the contract, many for each proper one."""

    def flood(token, request):
        connections = {}
        while not production.is_over:
            production.call(connections, production.replicas[0].address, "Decide", request, token)
            time.sleep(0.005)

    production.spawn(flood, "a-token-of-a-stranger", FOLLOW)
    production.spawn(flood, TOKEN, FOLLOW | {"chair": "CHAIR_FIRST"})


def flood_with_connections(production):
    """Lets a page open connections and keep many."""

    def keep_connecting():
        kept = []
        while not production.is_over:
            connections = {}
            production.call(connections, production.replicas[0].address, "GetRoom", {"roomId": "room"}, PAGE)
            kept = [*kept[:52], connections]
            time.sleep(0.05)

    production.spawn(keep_connecting)


def stall_replicas(production, is_once=False):
    """Stops the replicas again and again in the middle of a decision, until the outage ends, or until one was late if `is_once`."""
    production.question = FOLLOW if is_once else SEARCH

    def stop_and_continue():
        while not production.is_over:
            production.spawn(production.call, {}, production.replicas[0].address, "Decide", SEARCH)
            time.sleep(0.01)
            for replica in production.replicas:
                replica.process.send_signal(signal.SIGSTOP)
            time.sleep(0.5)
            for replica in production.replicas:
                replica.process.send_signal(signal.SIGCONT)
            time.sleep(0.5)
            if is_once and any("overruns" in series and value for series, value in production.scrape().items()):
                return

    production.spawn(stop_and_continue)


# The outages by their names in the runbook, and production's special settings.
OUTAGES = {
    "nothing": (lambda _: None, {}),
    "all replicas die": (kill_all_replicas, {}),
    "all replicas leave service discovery": (unlist_all_replicas, {}),
    "one replica of two dies": (lambda production: production.replicas[0].stop(signal.SIGKILL), {}),
    "Redis dies, and that of staging was dead before": (lambda production: production.redis.stop(), {}),
    "Redis answers 50 ms late": (lambda production: setattr(production.link, "delay_s", 0.05), {}),
    "calls stop": (lambda production: setattr(production, "calls_per_s", 0), {}),
    "the token file loses the backend's token": (lose_backend_token, {}),
    "strangers and bad requests, ten for each proper call": (flood_with_bad_calls, {}),
    "one caller opens connections without end": (flood_with_connections, {}),
    "the processor stalls, so that decisions are late": (stall_replicas, {"calls_per_s": 30}),
    "the same once at night": (lambda production: stall_replicas(production, is_once=True), {"calls_per_s": 1.5}),
}


def record_outage(name, folder):
    outage, special = OUTAGES[name]
    installations = [Installation("production", folder, **special)]
    try:
        if "staging" in name:
            installations.append(Installation("staging", folder, replicas=1))
            installations[1].redis.stop()
        scrapes, began = [], time.monotonic()
        for number in range(CALM + OUTAGE):
            if number == CALM:
                outage(installations[0])
            time.sleep(max(0, began + number - time.monotonic()))
            scrapes.append({series: value for one in installations for series, value in one.scrape().items()})
        return [{"series": series, "values": values} for series, values in sorted(values_by_series(scrapes).items())]
    finally:
        for one in installations:
            one.close()


def values_by_series(scrapes):
    """Writes the values by series, in promtool's form. Some series that are always 0 are left out."""
    rows = {series: [scrape.get(series) for scrape in scrapes] for series in sorted(set().union(*scrapes))}
    kept = {}
    for series, values in rows.items():
        name, instance = series.split("{")[0], re.search(r'namespace="\w+",instance="[\w-]+"', series)[0]
        moves = len(set(values) - {None, 0.0}) > 0
        is_first = name.endswith(("_total", "_count")) and (name, instance) not in kept.values()
        if moves or is_first or name in ("up", "thirdseat_store_nodes"):
            kept[series] = (name, instance)
    return {series: " ".join(promtool_values(rows[series])) for series in kept}


def promtool_values(values):
    """Writes the values of a series, repeated ones once. The end of a series gets Prometheus' mark."""
    last = 0.0
    for value, run in itertools.groupby(values):
        count = len(list(run))
        if value is None:
            yield f"_x{count - 1}" if last is None and count > 1 else "_" if last is None else "stale" + (f" _x{count - 1}" if count > 1 else "")
        else:
            yield f"{value:g}" + (f"+0x{count - 1}" if count > 1 else "")
        last = value


def record(path):
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(len(OUTAGES)) as rows:

        def record_in_folder(name):
            own = Path(folder, str(list(OUTAGES).index(name)))
            own.mkdir()
            return {"name": name, "series": record_outage(name, own)}

        # In parallel, because an outage mostly sleeps.
        found = list(rows.map(record_in_folder, OUTAGES))
    head = "# Recorded by deploy/outages.py from real replicas: a scrape each second, which counts as one each minute.\n"
    Path(path).write_text(head + yaml.safe_dump(found, width=1_000_000, sort_keys=False))
    return check(path)


def runbook_rows():
    """Reads the runbook's rows: an outage, the alerts of production that page within PAGED minutes, and the tickets."""
    rows = RUNBOOK.read_text().split("### Which outage wakes you")[1].split("\n#")[0]
    for row in re.findall(r"^\|(.*)\|$", rows, re.MULTILINE)[2:]:
        outage, *cells = (cell.strip() for cell in row.split("|"))
        yield outage, [re.findall(r"\[(\w+)\]", cell) for cell in cells]


def check(path):
    recorded = {one["name"]: one["series"] for one in yaml.safe_load(Path(path).read_text())}
    rows = dict(runbook_rows())
    assert list(rows) == list(OUTAGES) and set(rows) == set(recorded), "runbook, outages and series name different outages"
    tests = []

    def firing_alerts(alerts, severity):
        # An alert about a quota is named with its caller.
        of = {alert: ',caller="page"' if "Quota" in alert else "" for alert in alerts}
        return [{"labels": f'{{alertname="{alert}",severity="{severity}"{of[alert]}}}', "value": 1} for alert in alerts]

    firing = 'alertstate="firing",namespace="production"'
    for name, series in recorded.items():
        pages, tickets = rows[name]
        pages = firing_alerts(pages, "page")

        def alert_test(until, expression, alerts):
            return {"eval_time": f"{until}m", "expr": f"group by (alertname, severity, caller) ({expression})", "exp_samples": alerts}

        tests.append({"name": name, "interval": "1m", "input_series": series, "promql_expr_test": [
            alert_test(CALM - 1, f"ALERTS{{{firing}}}", []),
            alert_test(CALM + PAGED, f'max_over_time(ALERTS{{{firing},severity="page"}}[{PAGED}m])', pages),
            alert_test(CALM + OUTAGE - 1, f"max_over_time(ALERTS{{{firing}}}[{OUTAGE - 1}m])", pages + firing_alerts(tickets, "ticket")),
        ]})
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as file:
        json.dump({"rule_files": [str(rule) for rule in RULES], "evaluation_interval": "1m", "tests": tests}, file)
        file.flush()
        return subprocess.run(["promtool", "test", "rules", file.name]).returncode


if __name__ == "__main__":
    sys.exit({"check": check, "record": record}[sys.argv[1]](sys.argv[2]))
