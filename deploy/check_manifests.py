"""Checks the chart's output: objects against the schemas of Kubernetes, and the references between objects. deploy/check_chart.py uses
it."""

import json
import tomllib

import kubernetes_validate

# The Prometheus operator's kinds have no schema here, so functions below check their parts.
FOREIGN = {"ServiceMonitor", "PrometheusRule"}


def labels_fit(selector, labels):
    return bool(selector) and selector.items() <= labels.items()


def check(objects):
    """Returns the problems of one rendering, as sentences."""
    problems = []
    for found in objects:
        if found["kind"] in FOREIGN:
            continue
        try:
            kubernetes_validate.validate(found, kubernetes_validate.latest_version(), strict=True)
        except kubernetes_validate.ValidationError as error:
            problems.append(f"{found['kind']} {found['metadata']['name']}: {error.message}")
    names = [(found["kind"], found["metadata"]["name"]) for found in objects]
    problems += [f"{kind} {name} is there twice" for kind, name in set(names) if names.count((kind, name)) > 1]
    problems += [f"{kind} {name} is in no namespace" for (kind, name), found in zip(names, objects) if "namespace" not in found["metadata"]]
    if problems:
        return problems
    by_name = dict(zip(names, objects))
    deployment = next(found for found in objects if found["kind"] == "Deployment")
    name = deployment["metadata"]["name"]
    settings = tomllib.loads(by_name["ConfigMap", name]["data"]["thirdseat.toml"])
    container = deployment["spec"]["template"]["spec"]["containers"][0]
    return (
        check_deployment(deployment, by_name)
        + check_service(deployment, by_name)
        + check_scaling(deployment, by_name)
        + check_files(deployment, settings)
        + check_probes(container, settings)
        + check_monitoring(objects)
        + check_redis(objects)
        + check_redis_pods(deployment, by_name)
    )


def failed_checks(checks):
    return [words for fine, words in checks if not fine]


def check_deployment(deployment, by_name):
    pod = deployment["spec"]["template"]
    labels, spec = pod["metadata"]["labels"], pod["spec"]
    container = spec["containers"][0]
    secure = container["securityContext"]
    checks = [(probe in container, f"no {probe}") for probe in ("startupProbe", "readinessProbe", "livenessProbe")]
    for spread in spec["topologySpreadConstraints"]:
        checks.append((labels_fit(spread["labelSelector"]["matchLabels"], labels), "a spread does not select the pods"))
    keys = [spread["topologyKey"] for spread in spec["topologySpreadConstraints"]]
    return failed_checks(
        checks
        + [
            (labels_fit(deployment["spec"]["selector"]["matchLabels"], labels), "the Deployment does not select its pods"),
            (len(keys) == len(set(keys)), "two spreads have one key"),
            (secure["readOnlyRootFilesystem"] and not secure["allowPrivilegeEscalation"], "the container may do too much"),
            (secure["capabilities"]["drop"] == ["ALL"] and spec["securityContext"]["runAsNonRoot"], "the pod may do too much"),
            (("ConfigMap", spec["volumes"][0]["configMap"]["name"]) in by_name, "the configuration is not there"),
            (("ServiceAccount", spec["serviceAccountName"]) in by_name, "the account is not there"),
            ("checksum/settings" in pod["metadata"]["annotations"], "a change of the settings does not roll the pods"),
        ]
    )


def check_service(deployment, by_name):
    """Checks that Service, ServiceMonitor and Ingresses lead to the pods."""
    name, pod = deployment["metadata"]["name"], deployment["spec"]["template"]
    targets = {port["name"] for port in pod["spec"]["containers"][0]["ports"]}
    service = by_name["Service", name]
    ports = {port["name"] for port in service["spec"]["ports"]}
    checks = [
        (labels_fit(service["spec"]["selector"], pod["metadata"]["labels"]), "the Service does not select the pods"),
        (service["spec"]["clusterIP"] == "None", "the Service is not headless"),
    ]
    for port in service["spec"]["ports"]:
        checks.append((port["targetPort"] in targets, f"the Service's port {port['name']} ends nowhere"))
    if monitor := by_name.get(("ServiceMonitor", name)):
        fits = labels_fit(monitor["spec"]["selector"]["matchLabels"], service["metadata"]["labels"])
        checks.append((monitor["apiVersion"] == "monitoring.coreos.com/v1", "the ServiceMonitor's version"))
        checks.append((fits, "the ServiceMonitor selects no Service"))
        for endpoint in monitor["spec"]["endpoints"]:
            checks.append((endpoint["port"] in ports, "the ServiceMonitor's port"))
    for (kind, ingress), found in by_name.items():
        for path in [path for rule in found["spec"]["rules"] for path in rule["http"]["paths"]] if kind == "Ingress" else []:
            target = path["backend"]["service"]
            checks.append((target == {"name": name, "port": {"name": "grpc"}}, f"the Ingress {ingress} ends at {target}"))
    return failed_checks(checks)


def check_scaling(deployment, by_name):
    name, labels = deployment["metadata"]["name"], deployment["spec"]["template"]["metadata"]["labels"]
    checks = []
    if disruption := by_name.get(("PodDisruptionBudget", name)):
        checks.append((labels_fit(disruption["spec"]["selector"].get("matchLabels"), labels), "the PodDisruptionBudget does not select the pods"))
    scaler = by_name.get(("HorizontalPodAutoscaler", name))
    if scaler:
        checks.append((scaler["spec"]["scaleTargetRef"]["name"] == name, "the autoscaler scales something else"))
    checks.append((bool(scaler) != ("replicas" in deployment["spec"]), "the autoscaler or the Deployment says how many replicas, one of them"))
    return failed_checks(checks)


def check_files(deployment, settings):
    """Checks that every file of the settings is in a mounted Secret, and that the pod's group may read it."""
    spec = deployment["spec"]["template"]["spec"]
    mounted = {mount["mountPath"]: mount["name"] for mount in spec["containers"][0]["volumeMounts"]}
    secrets = {volume["name"] for volume in spec["volumes"] if "secret" in volume}

    def secret_files(table):
        for value in table.values():
            if isinstance(value, dict):
                yield from secret_files(value)
            elif str(value).startswith("/etc/thirdseat-"):
                yield value

    named = list(secret_files(settings))
    unread = [file for file in named if mounted.get(file.rpartition("/")[0]) not in secrets]
    unused = [folder for folder, volume in mounted.items() if volume in secrets and not any(file.startswith(folder + "/") for file in named)]
    problems = [f"no Secret is mounted for {file}" for file in unread] + [f"no setting names a file of {folder}" for folder in unused]
    if named and "fsGroup" not in spec["securityContext"]:
        problems.append("the service may not read its files")
    return problems


def check_monitoring(objects):
    """Checks that rules and dashboard are not empty, and that every alert has the address of its runbook."""
    problems = []
    rules = [rule for found in objects if found["kind"] == "PrometheusRule" for group in found["spec"]["groups"] for rule in group["rules"]]
    alerts = [rule for rule in rules if "alert" in rule]
    if rules and (not alerts or len(alerts) == len(rules)):
        problems.append("the PrometheusRules lack alerts, or what they are made of")
    for alert in alerts:
        address = alert["annotations"]["runbook_url"]
        if not address.startswith("https://") or not address.endswith(f"#{alert['alert'].lower()}"):
            problems.append(f"{alert['alert']} has the runbook {address}")
    for board in [found for found in objects if found["kind"] == "ConfigMap" and found["metadata"]["name"].endswith("-dashboard")]:
        if not json.loads(board["data"]["thirdseat.json"])["panels"]:
            problems.append("the dashboard is empty")
    return problems


def check_probes(container, settings):
    """Checks that there is no gRPC probe with TLS on the gRPC port, because none could succeed."""
    has_tls = "certificate" in settings.get("grpc", {}).get("tls", {})
    probes = ("startupProbe", "readinessProbe", "livenessProbe")
    return [f"{probe} speaks no TLS" for probe in probes if has_tls and "grpc" in container[probe]]


def check_redis(objects):
    """Checks that a bundled Redis needs a password, which comes from the Secret."""
    problems = []
    if any(found["kind"] == "Secret" for found in objects):
        problems.append("a Secret stands in the manifests")
    for found in objects:
        if found["kind"] == "StatefulSet":
            container = found["spec"]["template"]["spec"]["containers"][0]
            sources = {entry["name"]: entry.get("valueFrom", {}).get("secretKeyRef", {}).get("name") for entry in container["env"]}
            if "requirepass $REDIS_PASSWORD\n" not in container["command"][-2]:
                problems.append("Redis asks for no password")
            if sources.get("REDIS_PASSWORD") != "thirdseat-redis" or sources.get("REDISCLI_AUTH") != "thirdseat-redis":
                problems.append("Redis' password is not the Secret's")
    return problems


def check_redis_pods(deployment, by_name):
    """Checks that the selectors of Redis and of the service select their own pods only."""
    name = deployment["metadata"]["name"]
    if not (redis := by_name.get(("StatefulSet", f"{name}-redis"))):
        return []
    labels = redis["spec"]["template"]["metadata"]["labels"]
    service = by_name["Service", f"{name}-redis"]["spec"]["selector"]
    return failed_checks(
        [
            (labels_fit(service, labels), "the Service of Redis does not select its pods"),
            (labels_fit(redis["spec"]["selector"]["matchLabels"], labels), "the StatefulSet does not select its pods"),
            (not labels_fit(deployment["spec"]["selector"]["matchLabels"], labels), "Redis' pods pass for those of the service"),
            (not labels_fit(service, deployment["spec"]["template"]["metadata"]["labels"]), "the service's pods pass for Redis"),
        ]
    )
