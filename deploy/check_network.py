"""Computes the connections that the chart's NetworkPolicies allow, by the rules of Kubernetes: a selected pod receives and sends only what
some policy allows. No cluster is needed. deploy/check_chart.py uses it."""

import ipaddress

NAMESPACES = {
    "thirdseat": {},
    "games": {},
    "monitoring": {"thirdseat.example/monitoring": "true"},
    "edge": {},
    "kube-system": {},
}
PORTS = {"grpc": 50051, "admin": 9464, "redis": 6379, "exporter": 9121}

# A party is a pod (namespace, labels) or an address without a pod.
REPLICA = ("thirdseat", {"app.kubernetes.io/name": "thirdseat", "app.kubernetes.io/instance": "thirdseat"})
REDIS = ("thirdseat", {"app.kubernetes.io/name": "thirdseat-redis", "app.kubernetes.io/instance": "thirdseat"})
# Another release in the same namespace.
SECOND = ("thirdseat", {"app.kubernetes.io/name": "thirdseat", "app.kubernetes.io/instance": "second"})
NEIGHBOUR = ("thirdseat", {"app": "other"})
BACKEND = ("games", {"thirdseat.example/client": "true"})
STRANGER = ("games", {"app": "other"})
PROMETHEUS = ("monitoring", {"app": "prometheus"})
CONTROLLER = ("edge", {"app": "ingress"})
DNS = ("kube-system", {"k8s-app": "kube-dns"})
NODE_DNS, OUTSIDE, CLUSTER = "169.254.20.10", "203.0.113.7", "192.0.2.9"

# From, to, port, whether it is allowed.
EVERYWHERE = [
    (BACKEND, REPLICA, 50051, True),
    (STRANGER, REPLICA, 50051, False),
    (OUTSIDE, REPLICA, 50051, False),
    (BACKEND, REPLICA, 9464, False),
    (PROMETHEUS, REPLICA, 9464, True),
    (PROMETHEUS, REPLICA, 50051, False),
    (NEIGHBOUR, REPLICA, 9464, False),
    (SECOND, REPLICA, 50051, False),
    (CONTROLLER, REPLICA, 9464, False),
    (REPLICA, DNS, 53, True),
    (REPLICA, NODE_DNS, 53, True),
    (REPLICA, NODE_DNS, 80, False),
    (REPLICA, OUTSIDE, 53, False),
    (REPLICA, OUTSIDE, 6379, False),
    (REPLICA, OUTSIDE, 443, False),
    (REPLICA, NEIGHBOUR, 6379, False),
    (REPLICA, STRANGER, 6379, False),
]
OWN_REDIS = [
    (REPLICA, REDIS, 6379, True),
    (REPLICA, CLUSTER, 6379, False),
    (NEIGHBOUR, REDIS, 6379, False),
    (SECOND, REDIS, 6379, False),
    (BACKEND, REDIS, 6379, False),
    (STRANGER, REDIS, 6379, False),
    (PROMETHEUS, REDIS, 6379, False),
    (NEIGHBOUR, REDIS, 9121, False),
    (REPLICA, REDIS, 9121, False),
    (REDIS, OUTSIDE, 443, False),
    (REDIS, DNS, 53, False),
]
EXPORTER = [(PROMETHEUS, REDIS, 9121, True)]
NO_EXPORTER = [(PROMETHEUS, REDIS, 9121, False)]
REDIS_ELSEWHERE = [(REPLICA, CLUSTER, 6379, True), (REPLICA, CLUSTER, 22, False)]
NO_INGRESS = [(CONTROLLER, REPLICA, 50051, False)]
INGRESS = [(CONTROLLER, REPLICA, 50051, True)]
COLLECTOR = [(REPLICA, CLUSTER, 4317, True), (REPLICA, OUTSIDE, 4317, False)]


def selects(selector, labels):
    if set(selector) - {"matchLabels"}:
        raise ValueError(f"this check does not know {selector}")
    return selector.get("matchLabels", {}).items() <= labels.items()


def peer_fits(peer, party, home):
    """True if an entry of `from` or `to` matches this party."""
    if "ipBlock" in peer:
        block = peer["ipBlock"]
        if set(block) != {"cidr"} or isinstance(party, tuple):
            return False
        return ipaddress.ip_address(party) in ipaddress.ip_network(block["cidr"])
    if isinstance(party, str):
        return False
    namespace, labels = party
    if "namespaceSelector" in peer:
        known = NAMESPACES[namespace] | {"kubernetes.io/metadata.name": namespace}
        if not selects(peer["namespaceSelector"], known):
            return False
    elif namespace != home:
        return False
    return selects(peer.get("podSelector", {}), labels)


def rule_fits(rule, side, party, port, home):
    ports = [PORTS.get(entry["port"], entry["port"]) for entry in rule.get("ports", [])]
    return (not ports or port in ports) and (side not in rule or any(peer_fits(peer, party, home) for peer in rule[side]))


def direction_allows(policies, direction, party, other, port):
    """True if a party's own policies let it receive from, or send to, another."""
    if isinstance(party, str):
        return True
    chosen = [
        policy
        for policy in policies
        if policy["metadata"]["namespace"] == party[0]
        and direction in policy["spec"]["policyTypes"]
        and selects(policy["spec"]["podSelector"], party[1])
    ]
    side = {"Ingress": "from", "Egress": "to"}[direction]
    rules = [rule for policy in chosen for rule in policy["spec"].get(direction.lower(), [])]
    return not chosen or any(rule_fits(rule, side, other, port, party[0]) for rule in rules)


def check(objects, expected):
    """Returns the connections that are not as expected, as sentences."""
    policies = [found for found in objects if found["kind"] == "NetworkPolicy"]
    problems = []
    for source, target, port, allowed in expected:
        sent = direction_allows(policies, "Egress", source, target, port)
        got = sent and direction_allows(policies, "Ingress", target, source, port)
        if got != allowed:
            problems.append(f"{source} to {target}:{port} is {'allowed' if got else 'refused'}")
    return problems
