"""Writes deploy/prometheus/operator.yaml: the rules and alerts as the Prometheus operator reads them. `kubectl kustomize` cannot wrap
a file, and the rules stay in one place. Usage: prometheus_rule.py [--check]"""

import pathlib
import sys

import yaml

HERE = pathlib.Path(__file__).parent / "prometheus"
TARGET = HERE / "operator.yaml"


def rule(name, file):
    return {
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "PrometheusRule",
        "metadata": {"name": name},
        "spec": yaml.safe_load((HERE / file).read_text()),
    }


def main(arguments):
    objects = [rule("thirdseat-rules", "rules.yml"), rule("thirdseat-alerts", "alerts.yml")]
    text = "# Written by deploy/prometheus_rule.py from rules.yml and alerts.yml.\n"
    text += yaml.safe_dump_all(objects, sort_keys=False, width=1000)
    if arguments == ["--check"]:
        if TARGET.read_text() == text:
            return 0
        print(f"{TARGET} is not what deploy/prometheus_rule.py writes", file=sys.stderr)
        return 1
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
