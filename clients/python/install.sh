#!/usr/bin/env bash
# Installs the Python client into a virtual environment below the target folder, unless that is up to date. Prints the path of its Python.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${CARGO_TARGET_DIR:-$root/target}/clients-python
stamp=$(cd "$root" && cat clients/python/requirements.txt clients/python/pyproject.toml clients/python/setup.py \
  clients/python/src/thirdseat/*.py proto/thirdseat/v1/*.proto | sha256sum)

if [ "$(cat "$work/stamp" 2>/dev/null)" != "$stamp" ]; then
  rm -rf "$work"
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" >&2
  # Built from a copy, because a build leaves folders beside the sources, and an old folder's files would be packed.
  mkdir -p "$work/source/clients" && cp -r "$here" "$work/source/clients/python" && cp -r "$root/proto" "$root"/LICENSE-* "$work/source"
  rm -rf "$work/source/clients/python/build"
  "$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-build-isolation "$work/source/clients/python" >&2
  echo "$stamp" >"$work/stamp"
fi
echo "$work/venv/bin/python"
