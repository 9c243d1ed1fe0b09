"""Asks the NetworkPolicies of an overlay who may talk to whom, by the rules of Kubernetes: a pod that a policy selects takes and sends
only what some policy allows. A cluster is not needed for that. Usage: check_network.py OVERLAY.yaml…"""

import ipaddress
import sys
from pathlib import Path

import yaml

NAMESPACES = {
    "thirdseat": {},
    "games": {},
    "monitoring": {"thirdseat.example/monitoring": "true"},
    "kube-system": {},
}
PORTS = {"grpc": 50051, "admin": 9464, "redis": 6379}

# A party is a pod (namespace, labels) or an address outside the cluster.
REPLICA = ("thirdseat", {"app.kubernetes.io/name": "thirdseat"})
REDIS = ("thirdseat", {"app.kubernetes.io/name": "thirdseat-redis"})
NEIGHBOUR = ("thirdseat", {"app": "other"})
BACKEND = ("games", {"thirdseat.example/client": "true"})
STRANGER = ("games", {"app": "other"})
PROMETHEUS = ("monitoring", {"app": "prometheus"})
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
    (BACKEND, REDIS, 6379, False),
    (STRANGER, REDIS, 6379, False),
    (PROMETHEUS, REDIS, 6379, False),
    (REDIS, OUTSIDE, 443, False),
    (REDIS, DNS, 53, False),
]
REDIS_ELSEWHERE = [(REPLICA, CLUSTER, 6379, True), (REPLICA, CLUSTER, 22, False)]
EXPECTED = {
    "small": EVERYWHERE + OWN_REDIS,
    "small-tls": EVERYWHERE + OWN_REDIS,
    "large": EVERYWHERE + REDIS_ELSEWHERE,
}


def selects(selector, labels):
    if set(selector) - {"matchLabels"}:
        raise ValueError(f"this check does not know {selector}")
    return selector.get("matchLabels", {}).items() <= labels.items()


def peer_fits(peer, party, home):
    """Whether a party is meant by an entry of `from` or `to`."""
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
    """Whether a party's own policies let it take from, or send to, another."""
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


def main(paths):
    failed = 0
    for path in paths:
        objects = [found for found in yaml.safe_load_all(open(path)) if found]
        policies = [found for found in objects if found["kind"] == "NetworkPolicy"]
        expected = EXPECTED[Path(path).stem]
        for source, target, port, allowed in expected:
            got = direction_allows(policies, "Egress", source, target, port) and direction_allows(
                policies, "Ingress", target, source, port
            )
            if got != allowed:
                failed += 1
                print(f"{path}: {source} to {target}:{port} is {'allowed' if got else 'refused'}")
        print(f"{path}: {len(expected)} connections asked, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
