#!/usr/bin/env bash
# Tests the browser table: types, the modules without a DOM, and a scripted person in a real browser. Installs what is missing. With
# --full it plays ten hands in each language and size, two hundred in one tab, and more; without, the short form. Needs a built server
# (THIRDSEAT, or the release), Go and Python for what the page copies.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=${CARGO_TARGET_DIR:-$root/target}/clients-web
export THIRDSEAT=${THIRDSEAT:-${CARGO_TARGET_DIR:-$root/target}/release/thirdseat}

# Without the font, Chinese is drawn as boxes.
if ! command -v chromium >/dev/null || ! fc-list :lang=zh family | grep -q . || ! command -v node >/dev/null || ! command -v npm >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-noto-cjk fontconfig nodejs npm
fi
CHROMIUM=$(command -v chromium)
export CHROMIUM
THIRDSEAT_PYTHON=$("$root/clients/python/install.sh")
export THIRDSEAT_PYTHON

# Modules are looked for beside the tests, so those are copied to where the packages are.
mkdir -p "$work"
if ! cmp -s "$here/package-lock.json" "$work/installed.json"; then
  cp "$here/package.json" "$here/package-lock.json" "$work"
  (cd "$work" && npm ci --silent --no-audit --no-fund)
  cp "$here/package-lock.json" "$work/installed.json"
fi
rm -rf "$work/clients" "$work/crates"
mkdir -p "$work/clients/web" "$work/crates"
cp -R "$here/tests" "$here/tsconfig.json" "$work/clients/web"
ln -s "$root/crates/web" "$work/crates/web"

"$work/node_modules/.bin/tsc" -p "$here/tsconfig.json"
node --test "$work/clients/web/tests/"*.test.mjs
node "$work/clients/web/tests/run.mjs" "$@"
