#!/usr/bin/env bash
# Tests the browser table: types, the modules without a DOM, and a scripted person in a real browser. Installs missing tools. With --full it
# plays more hands and has more steps; with --short it runs only the gate's steps. Needs a built server: THIRDSEAT, or the release or debug
# build.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=${CARGO_TARGET_DIR:-$root/target}/web-check
built=${CARGO_TARGET_DIR:-$root/target}
test -x "$built/release/thirdseat" && usual=release || usual=debug
export THIRDSEAT=${THIRDSEAT:-$built/$usual/thirdseat}
test -x "$THIRDSEAT" || { echo "no server at $THIRDSEAT: cargo build first" >&2; exit 2; }

# Only missing tools, because Debian's npm does not fit another Node.js. Without the font, Chinese is drawn as boxes.
missing=()
command -v chromium >/dev/null || missing+=(chromium)
fc-list :lang=zh family 2>/dev/null | grep -q . || missing+=(fonts-noto-cjk fontconfig)
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
if [ "${#missing[@]}" -gt 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
fi
# Another kind of browser. If it cannot be installed, its step says that it did not run.
if [ "${1:-}" != --short ] && ! command -v firefox-esr >/dev/null; then
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends firefox-esr; } || true
fi
CHROMIUM=$(command -v chromium)
export CHROMIUM

# Node searches packages beside the tests, so the tests are copied to the packages.
mkdir -p "$work"
if ! cmp -s "$here/package-lock.json" "$work/installed.json"; then
  cp "$here/package.json" "$here/package-lock.json" "$work"
  (cd "$work" && npm ci --silent --no-audit --no-fund)
  cp "$here/package-lock.json" "$work/installed.json"
fi
rm -rf "$work/check" "$work/page" "$work/types.d.ts"
mkdir -p "$work/check"
cp -R "$here/tests" "$work/check"
ln -s "$root/crates/web/page" "$root/crates/web/types.d.ts" "$work"

"$work/node_modules/.bin/tsc" -p "$here/tsconfig.json"
node --test "$work/check/tests/"*.test.mjs
node "$work/check/tests/run.mjs" "$@"
