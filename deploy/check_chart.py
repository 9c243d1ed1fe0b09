"""Renders the chart with each set of values and with changes, and checks every rendering: objects against the schemas of
Kubernetes and against each other (check_manifests.py), network policies (check_network.py), settings by the service itself where it is
built, and that wrong values are refused with a message. Usage: check_chart.py HELM"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import check_manifests
import check_network as net
import yaml

HERE = Path(__file__).parent
CHART = HERE / "helm" / "thirdseat"
# The additional APIs of a cluster with the Prometheus operator and the metrics adapter.
FULL_CLUSTER = ["monitoring.coreos.com/v1", "custom.metrics.k8s.io/v1beta1"]
SERVICE = Path(os.environ.get("THIRDSEAT", HERE.parent / "target" / "release" / "thirdseat"))

BUNDLED = net.EVERYWHERE + net.OWN_REDIS
EXTERNAL = net.EVERYWHERE + net.REDIS_ELSEWHERE

# A set of values, and the connections that its policies allow and refuse.
SETS = {
    "small": BUNDLED + net.EXPORTER + net.NO_INGRESS,
    "small-tls": BUNDLED + net.EXPORTER + net.NO_INGRESS,
    "large": EXTERNAL + net.NO_INGRESS,
}

POD = "Deployment thirdseat spec template spec"
GRPC = "spec rules 0 http paths 0 path"
ABSENT = None

# A set, a change, the expected values by path (a kind, then a name; "settings" are those of the service), and the connections.
SWITCHES = [
    ("small", ["tokens.secret=callers"], {
        "settings grpc tokens file": "/etc/thirdseat-tokens/tokens",
        f"{POD} volumes 1 secret secretName": "callers",
    }, BUNDLED),
    ("small-tls", ["tls.clientCa=true", "tls.secret=other"], {
        "settings grpc tls client_ca": "/etc/thirdseat-tls/ca.crt",
        f"{POD} volumes 1 secret secretName": "other",
        f"{POD} containers 0 readinessProbe httpGet path": "/readyz",
        "Service thirdseat spec ports 0 appProtocol": "https",
    }, BUNDLED),
    ("large", ["redis.external.caSecret=authority", "redis.external.clientSecret=client", "redis.external.cluster=false"], {
        "settings rooms redis tls ca": "/etc/thirdseat-redis-ca/ca.crt",
        "settings rooms redis tls key": "/etc/thirdseat-redis-client/tls.key",
        "settings rooms redis cluster": False,
        "StatefulSet thirdseat-redis": ABSENT,
    }, EXTERNAL),
    ("small", ["autoscaling.enabled=false", "replicas=3"], {
        "Deployment thirdseat spec replicas": 3,
        "HorizontalPodAutoscaler thirdseat": ABSENT,
    }, BUNDLED),
    ("large", ["autoscaling.inflight=0", "autoscaling.cpuPercent=50"], {
        "HorizontalPodAutoscaler thirdseat spec metrics 0 resource target averageUtilization": 50,
        "HorizontalPodAutoscaler thirdseat spec metrics 1": ABSENT,
    }, EXTERNAL),
    ("small", ["disruption.enabled=false"], {"PodDisruptionBudget thirdseat": ABSENT}, BUNDLED),
    ("small", ["disruption.maxUnavailable=20%", "rollout.maxSurge=2"], {
        "PodDisruptionBudget thirdseat spec maxUnavailable": "20%",
        "Deployment thirdseat spec strategy rollingUpdate maxSurge": 2,
    }, BUNDLED),
    ("small", ["priorityClassName=tables", "tolerations[0].key=games", "tolerations[0].operator=Exists", "nodeSelector.pool=games"], {
        f"{POD} priorityClassName": "tables",
        f"{POD} tolerations 0 key": "games",
        f"{POD} nodeSelector pool": "games",
        "StatefulSet thirdseat-redis spec template spec tolerations 0 key": "games",
    }, BUNDLED),
    ("small", ["image.repository=registry.example/thirdseat", f"image.digest=sha256:{'0a' * 32}", "image.pullSecrets={registry}"], {
        f"{POD} containers 0 image": f"registry.example/thirdseat@sha256:{'0a' * 32}",
        f"{POD} imagePullSecrets 0 name": "registry",
    }, BUNDLED),
    ("small", ["image.tag=1.2.3", "podLabels.team=tables", "podAnnotations.note=x"], {
        f"{POD} containers 0 image": "thirdseat:1.2.3",
        "Deployment thirdseat spec template metadata labels team": "tables",
        "Deployment thirdseat spec template metadata annotations note": "x",
    }, BUNDLED),
    ("small", ["settings.grpc.drain_s=60", "settings.grpc.pre_stop_delay_ms=2500", "settings.web.origins={https://a.example}"], {
        "settings grpc drain_s": 60,
        "settings web origins 0": "https://a.example",
        "settings rooms store": "redis",
        f"{POD} terminationGracePeriodSeconds": 70,
    }, BUNDLED),
    ("small", ["resources.requests.cpu=6", "settings.thinking.threads=5"], {
        "settings thinking threads": 5,
        f"{POD} containers 0 env 1 name": "TOKIO_WORKER_THREADS",
        f"{POD} containers 0 env 1 valueFrom resourceFieldRef resource": "requests.cpu",
        f"{POD} containers 0 env 2": ABSENT,
    }, BUNDLED),
    ("small", ["settings=null", "resources=null"], {
        f"{POD} containers 0 env 1": ABSENT,
        "settings rooms store": "redis",
        f"{POD} terminationGracePeriodSeconds": 30,
    }, BUNDLED),
    ("small", ["ingress.controllerNamespace=edge", "ingress.grpc.host=grpc.example", "ingress.json.host=json.example",
               "ingress.json.tlsSecret=json-tls", "ingress.className=edge"], {
        f"Ingress thirdseat-grpc {GRPC}": "/thirdseat.v1.CompanionService",
        "Ingress thirdseat-grpc spec tls": ABSENT,
        f"Ingress thirdseat-json {GRPC}": "/thirdseat.v1.CompanionService",
        "Ingress thirdseat-json spec rules 0 host": "json.example",
        "Ingress thirdseat-json spec tls 0 secretName": "json-tls",
        "Ingress thirdseat-json spec ingressClassName": "edge",
    }, BUNDLED + net.INGRESS),
    ("small", ["ingress.controllerNamespace=edge", "ingress.grpc.host=grpc.example", "ingress.grpc.annotations.protocol=GRPC"], {
        "Ingress thirdseat-grpc metadata annotations protocol": "GRPC",
        "Ingress thirdseat-json": ABSENT,
    }, BUNDLED + net.INGRESS),
    ("small", ["networkPolicy.egress[0].to[0].ipBlock.cidr=192.0.2.0/24", "networkPolicy.egress[0].ports[0].port=4317"], {},
     BUNDLED + net.COLLECTOR),
    ("small", ["networkPolicy.clients=null", "networkPolicy.monitoring=null"], {"NetworkPolicy thirdseat spec ingress": []},
     [(net.BACKEND, net.REPLICA, 50051, False), (net.PROMETHEUS, net.REPLICA, 9464, False), (net.REPLICA, net.REDIS, 6379, True)]),
    ("large", ["networkPolicy.enabled=false", "redis.external.networks=null"], {"NetworkPolicy thirdseat": ABSENT}, []),
    ("small", ["monitoring.rules.runbook=https://docs.example/runbook.md", "monitoring.rules.labels.release=prometheus"], {
        "PrometheusRule thirdseat-alerts spec groups 0 rules 0 annotations runbook_url": "https://docs.example/runbook.md#thirdseatbudgetburnfast",
        "PrometheusRule thirdseat-rules metadata labels release": "prometheus",
        "ConfigMap thirdseat-dashboard metadata labels grafana_dashboard": "1",
    }, BUNDLED),
    ("small", ["monitoring.rules.enabled=false", "monitoring.serviceMonitor.enabled=false", "monitoring.dashboard.enabled=false"], {
        "PrometheusRule thirdseat-alerts": ABSENT,
        "ServiceMonitor thirdseat": ABSENT,
        "ConfigMap thirdseat-dashboard": ABSENT,
    }, BUNDLED),
    ("small", ["redis.bundled.exporter.enabled=false"], {
        "StatefulSet thirdseat-redis spec template spec containers 1": ABSENT,
        "Service thirdseat-redis spec ports 1": ABSENT,
        "ServiceMonitor thirdseat-redis": ABSENT,
    }, BUNDLED + net.NO_EXPORTER),
    ("small", ["redis.bundled.exporter.image=registry.example/exporter:1"], {
        "StatefulSet thirdseat-redis spec template spec containers 1 image": "registry.example/exporter:1",
        "ServiceMonitor thirdseat-redis spec endpoints 0 relabelings 0 replacement": "room-store",
    }, BUNDLED + net.EXPORTER),
    ("small", ["redis.bundled.storageClass=fast", "redis.bundled.storage=20Gi", "redis.bundled.maxmemory=1gb"], {
        "StatefulSet thirdseat-redis spec volumeClaimTemplates 0 spec storageClassName": "fast",
        "StatefulSet thirdseat-redis spec volumeClaimTemplates 0 spec resources requests storage": "20Gi",
        "StatefulSet thirdseat-redis spec template spec containers 0 args 5": "1gb",
    }, BUNDLED),
]

# Refused values, and a part of the message.
REFUSED = [
    (["nonsense=1"], "additional properties 'nonsense' not allowed"),
    (["replicas=many"], "at '/replicas': got string, want integer"),
    (["redis.mode=sentinel"], "at '/redis/mode': value must be one of 'bundled', 'external'"),
    (["redis.external.networks={redis.example}"], "at '/redis/external/networks/0': 'redis.example' does not match"),
    (["image.digest=sha256:12"], "at '/image/digest': 'sha256:12' does not match"),
    (["rollout.maxSurge=0%"], "at '/rollout/maxSurge': '0%' does not match"),
    (["spread.zones=Never"], "at '/spread/zones': value must be one of"),
    (["monitoring.rules.runbook=http://docs.example"], "at '/monitoring/rules/runbook'"),
    (["settings.grpcc.drain_s=1"], "at '/settings': additional properties 'grpcc' not allowed"),
    (["settings.grpc.tls.key=/x"], "settings.grpc.tls is not set here: use tls.enabled"),
    (["settings.rooms.redis.url=redis://:password@redis"], "settings.rooms.redis.url is not set here"),
    (["settings.rooms.store=memory"], "settings.rooms.store is not set here: use redis.mode"),
    (["redis.mode=external"], "redis.external.networks is empty"),
    (["ingress.grpc.host=a.example"], "ingress.controllerNamespace is empty"),
    (["ingress.controllerNamespace=edge", "ingress.grpc.host=a.example", "ingress.json.host=a.example"], "are equal"),
    (["autoscaling.min=9"], "autoscaling.min 9 is above autoscaling.max 4"),
    (["podLabels.app\\.kubernetes\\.io/name=x"], "podLabels has app.kubernetes.io/name, by which the pods are selected"),
    (["tls.clientCa=true"], "tls.clientCa needs tls.enabled"),
]


class Helm:
    def __init__(self, program):
        self.program = program

    def run(self, *arguments):
        return subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True)

    def render(self, values, switches=(), chart=CHART, release="thirdseat", apis=FULL_CLUSTER):
        """Returns the objects, or the message of the refusal."""
        sets = [part for switch in switches for part in ("--set", switch)]
        sets += [part for api in apis for part in ("--api-versions", api)]
        done = self.run("template", release, chart, "--namespace", "thirdseat", "--values", HERE / "helm" / f"{values}.yaml", *sets)
        if done.returncode:
            return done.stderr
        return [found for found in yaml.safe_load_all(done.stdout) if found]


def settings_of(objects):
    text = next(found["data"]["thirdseat.toml"] for found in objects if "thirdseat.toml" in found.get("data", {}))
    return text, tomllib.loads(text)


def value_at(objects, path):
    """Returns the value at a path of words, or `ABSENT`."""
    first, *rest = path.split()
    if first == "settings":
        value = settings_of(objects)[1]
    else:
        value = {found["metadata"]["name"]: found for found in objects if found["kind"] == first}
    for word in rest:
        try:
            value = value[int(word) if isinstance(value, list) else word]
        except (KeyError, IndexError):
            return ABSENT
    return value


def check_settings(objects):
    """Checks that the service reads the settings and knows every name in them."""
    if not SERVICE.exists():
        return []
    text, settings = settings_of(objects)
    scheme = "rediss" if "tls" in settings["rooms"].get("redis", {}) else "redis"
    # The only setting that comes from the Secret.
    address = {"THIRDSEAT__ROOMS__REDIS__URL": f"{scheme}://:password@redis.example:6379"}
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write(text)
        file.flush()
        command = [SERVICE, "--profile", "container", "--config", file.name, "config", "--print"]
        done = subprocess.run(command, capture_output=True, text=True, env=address)
    return [done.stderr.strip()] if done.returncode else []


def check_rendering(objects, expected, connections):
    if isinstance(objects, str):
        return [objects]
    values = [(path, value_at(objects, path), value) for path, value in expected.items()]
    wrong = [f"{path} is {got!r}, not {value!r}" for path, got, value in values if got != value]
    # The second check needs policies that passed the first.
    return wrong + (check_manifests.check(objects) or net.check(objects, connections)) + check_settings(objects)


def check_refusals(helm):
    for switches, words in REFUSED:
        message = helm.render("small", switches)
        if not isinstance(message, str) or words not in message:
            yield f"{switches}: {message if isinstance(message, str) else 'rendered'}, not {words!r}"


def check_package(helm):
    """Checks that the package renders like the folder, and so has the linked files."""
    with tempfile.TemporaryDirectory() as folder:
        done = helm.run("package", CHART, "--destination", folder)
        if done.returncode:
            return [done.stderr]
        packed = next(Path(folder).iterdir())
        return [] if helm.render("large", chart=packed) == helm.render("large") else [f"{packed.name} renders something else"]


def check_release_names(helm):
    """Checks that another release has other names, all with the word by which the alerts select the job."""
    objects = helm.render("small", release="second")
    names = {found["metadata"]["name"] for found in objects}
    return [f"the name {name}" for name in names if not name.startswith("second-thirdseat")]


def check_bare_cluster(helm, values, connections):
    """Checks that a cluster without the operator and the adapter gets no object that it would refuse or wait for."""
    objects = helm.render(values, apis=[])
    foreign = [found["kind"] for found in objects if found["apiVersion"].startswith("monitoring.coreos.com/")]
    metrics = value_at(objects, "HorizontalPodAutoscaler thirdseat spec metrics")
    waits = [metric["type"] for metric in metrics if metric["type"] != "Resource"]
    return foreign + waits + check_rendering(objects, {}, connections)


def check_version():
    chart = yaml.safe_load((CHART / "Chart.yaml").read_text())
    version = re.search(r'^version = "(.*)"$', (HERE.parent / "Cargo.toml").read_text(), re.MULTILINE)[1]
    return [] if chart["version"] == chart["appVersion"] == version else [f"Chart.yaml has another version than {version}"]


def main(program):
    helm = Helm(program)
    problems = {"versions": check_version(), "package": check_package(helm), "names": check_release_names(helm), "refusals": list(check_refusals(helm))}
    for values, connections in SETS.items():
        done = helm.run("lint", "--strict", CHART, "--values", HERE / "helm" / f"{values}.yaml")
        problems[f"lint {values}"] = [done.stdout] if done.returncode else []
        problems[values] = check_rendering(helm.render(values), {}, connections)
        problems[f"{values} on a bare cluster"] = check_bare_cluster(helm, values, connections)
    for values, switches, expected, connections in SWITCHES:
        problems[f"{values} {' '.join(switches)}"] = check_rendering(helm.render(values, switches), expected, connections)
    for name, found in problems.items():
        for problem in found:
            print(f"{name}: {problem}")
    wrong = sum(map(len, problems.values()))
    read = "read by the service" if SERVICE.exists() else "not read by the service, which is not built"
    print(f"chart: {2 * len(SETS) + len(SWITCHES)} renderings, {len(REFUSED)} refusals, settings {read}: {wrong} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
