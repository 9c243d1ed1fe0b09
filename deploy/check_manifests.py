"""Checks what `kubectl kustomize` makes of an overlay: every object against the schemas of Kubernetes, and what no schema knows,
that the objects mean each other. Usage: check_manifests.py FILE…"""

import json
import sys

import kubernetes_validate
import yaml

# The Prometheus operator's own kinds have no schema here: their ends are checked by hand.
FOREIGN = {"ServiceMonitor", "PrometheusRule"}


def labels_fit(selector, labels):
    return bool(selector) and selector.items() <= labels.items()


def check(path):
    objects = [document for document in yaml.safe_load_all(open(path)) if document]
    problems = []

    def need(fine, words):
        if not fine:
            problems.append(f"{path}: {words}")

    for found in objects:
        if found["kind"] in FOREIGN:
            continue
        try:
            kubernetes_validate.validate(found, kubernetes_validate.latest_version(), strict=True)
        except kubernetes_validate.ValidationError as error:
            need(False, f"{found['kind']} {found['metadata']['name']}: {error.message}")

    if problems:
        return len(objects), problems

    def named(kind, name="thirdseat"):
        fits = [found for found in objects if found["kind"] == kind and found["metadata"]["name"].startswith(name)]
        need(fits, f"no {kind} is named {name}")
        return fits[0]

    deployment = named("Deployment")
    pod = deployment["spec"]["template"]
    labels = pod["metadata"]["labels"]
    container = pod["spec"]["containers"][0]
    ports = {port["name"]: port["containerPort"] for port in container["ports"]}
    service, monitor = named("Service"), named("ServiceMonitor")
    need(labels_fit(deployment["spec"]["selector"]["matchLabels"], labels), "the Deployment does not select its pods")
    need(labels_fit(service["spec"]["selector"], labels), "the Service does not select the pods")
    need(service["spec"]["clusterIP"] == "None", "the Service is not headless")
    for port in service["spec"]["ports"]:
        need(port["targetPort"] in ports, f"the Service's port {port['name']} ends nowhere")
    need(monitor["apiVersion"] == "monitoring.coreos.com/v1", "the ServiceMonitor's version")
    need(labels_fit(monitor["spec"]["selector"]["matchLabels"], service["metadata"]["labels"]), "the ServiceMonitor selects no Service")
    for endpoint in monitor["spec"]["endpoints"]:
        need(endpoint["port"] in {port["name"] for port in service["spec"]["ports"]}, "the ServiceMonitor's port")
    disruption, policy = named("PodDisruptionBudget")["spec"], named("NetworkPolicy")["spec"]
    need(labels_fit(disruption["selector"].get("matchLabels"), labels), "the PodDisruptionBudget does not select the pods")
    need(labels_fit(policy["podSelector"].get("matchLabels"), labels), "the NetworkPolicy does not select the pods")
    for rule in policy["ingress"]:
        for port in rule["ports"]:
            need(port["port"] in ports, f"the NetworkPolicy opens {port['port']}, which no container has")
    scaler = named("HorizontalPodAutoscaler")["spec"]
    need(scaler["scaleTargetRef"]["name"] == deployment["metadata"]["name"], "the autoscaler scales something else")
    need({metric["type"] for metric in scaler["metrics"]} == {"Resource", "Pods"}, "the autoscaler looks at processor and calls")
    need("replicas" not in deployment["spec"], "the Deployment's replicas fight with the autoscaler")
    for spread in pod["spec"]["topologySpreadConstraints"]:
        need(labels_fit(spread["labelSelector"]["matchLabels"], labels), "a spread does not select the pods")
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        need(probe in container, f"no {probe}")
    secure = container["securityContext"]
    need(secure["readOnlyRootFilesystem"] and not secure["allowPrivilegeEscalation"], "the container may do too much")
    need(secure["capabilities"]["drop"] == ["ALL"] and pod["spec"]["securityContext"]["runAsNonRoot"], "the pod may do too much")
    config = {found["metadata"]["name"] for found in objects if found["kind"] == "ConfigMap"}
    need(pod["spec"]["volumes"][0]["configMap"]["name"] in config, "the configuration is not there")
    problems.extend(f"{path}: {words}" for words in check_watching(objects) + check_probes(container) + check_redis(objects))
    return len(objects), problems


def check_watching(objects):
    """Rules and dashboard are there, and every alert says where its runbook is."""
    problems = []
    rules = [rule for found in objects if found["kind"] == "PrometheusRule" for group in found["spec"]["groups"] for rule in group["rules"]]
    alerts = [rule for rule in rules if "alert" in rule]
    if not alerts or len(alerts) == len(rules):
        problems.append("the PrometheusRules lack alerts, or what they are made of")
    for alert in alerts:
        address = alert["annotations"]["runbook_url"]
        if not address.startswith("https://") or not address.endswith(f"#{alert['alert'].lower()}"):
            problems.append(f"{alert['alert']} has the runbook {address}")
    boards = [found for found in objects if found["kind"] == "ConfigMap" and found["metadata"].get("labels", {}).get("grafana_dashboard") == "1"]
    if len(boards) != 1 or not json.loads(boards[0]["data"]["thirdseat.json"])["panels"]:
        problems.append("no ConfigMap has the dashboard")
    return problems


def check_probes(container):
    """With TLS on the gRPC port no gRPC probe can succeed."""
    has_tls = any(entry["name"] == "THIRDSEAT__GRPC__TLS__CERTIFICATE" for entry in container["env"])
    probes = ("startupProbe", "readinessProbe", "livenessProbe")
    return [f"{probe} speaks no TLS" for probe in probes if has_tls and "grpc" in container[probe]]


def check_redis(objects):
    """A Redis of our own asks for a password, which comes from the Secret and stands in no manifest."""
    problems = []
    if any(found["kind"] == "Secret" for found in objects):
        problems.append("a Secret stands in the manifests")
    for found in objects:
        if found["kind"] == "StatefulSet":
            container = found["spec"]["template"]["spec"]["containers"][0]
            sources = {entry["name"]: entry.get("valueFrom", {}).get("secretKeyRef", {}).get("name") for entry in container["env"]}
            arguments = container["args"]
            if "--requirepass" not in arguments or arguments[arguments.index("--requirepass") + 1] != "$(REDIS_PASSWORD)":
                problems.append("Redis asks for no password")
            if sources.get("REDIS_PASSWORD") != "thirdseat-redis" or sources.get("REDISCLI_AUTH") != "thirdseat-redis":
                problems.append("Redis' password is not the Secret's")
    return problems


def main(paths):
    failed = 0
    for path in paths:
        count, problems = check(path)
        print(f"{path}: {count} objects, {len(problems)} problems")
        for problem in problems:
            print(f"  {problem}")
        failed += len(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
