#!/usr/bin/env bash
# Builds the packages, without publishing them. Installs each package from its file into an empty project, which plays the hand of
# docs/use/quickstart.md against a server. Usage: packages.sh FOLDER [LANGUAGE…]; needs a built server, each language's tools and the
# package registries.
#
#   python       thirdseat-VERSION-py3-none-any.whl and thirdseat-VERSION.tar.gz; mypy checks the program too
#   typescript   thirdseat-client-VERSION.tgz
#   java         maven/: the files of a Maven repository, with sources, javadoc and checksums
#   go           go/: the files of a module proxy, made from the tag clients/go/vVERSION
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
out=${1:?usage: packages.sh FOLDER [LANGUAGE…]}
shift
[ $# -gt 0 ] || set -- python typescript java go
mkdir -p "$out"
out=$(cd "$out" && pwd)
# shellcheck source=clients/serve.sh
. "$root/clients/serve.sh"
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$root/clients/python/pyproject.toml")
fail() { echo "packages: $*" >&2; exit 1; }

# enter_page_part NAME TITLE: makes a folder with the files of a part of the page, and changes their address to that of the server here.
enter_page_part() {
  mkdir "$work/$1" && cd "$work/$1"
  follow "$2"
  rm steps.sh
  sed -i "s/127\.0\.0\.1:50051/$address/" -- *
}

# check_bots_played NAME COMMAND…: runs the program of the page, and fails if no bot plays.
check_bots_played() {
  local name=$1
  shift
  "$@" >out.txt
  grep -q ' play ' out.txt || fail "$name: no bot played"
  echo "packages: $name: installed from its file, $(wc -l <out.txt) moves of bots"
}

# check_files NAME FILES PATTERN…: checks that every pattern matches a file in the list of a package's files.
check_files() {
  local name=$1 files=$2 pattern
  shift 2
  for pattern in "$@"; do
    grep -qE "$pattern" <<<"$files" || fail "$name has no file $pattern"
  done
}

python() {
  local tools=$work/python-tools wheel=$out/thirdseat-$version-py3-none-any.whl archive=$out/thirdseat-$version.tar.gz kind
  python3 -m venv "$tools" && "$tools/bin/pip" install --quiet --disable-pip-version-check build twine mypy >&2
  # The build makes the wheel from the source archive, like an installation of the archive does.
  "$tools/bin/python" -m build --outdir "$out" "$root/clients/python" >"$work/python.log" 2>&1 || { cat "$work/python.log" >&2; exit 1; }
  "$tools/bin/twine" check --strict "$wheel" "$archive" >&2
  check_files "$wheel" "$(python3 -m zipfile --list "$wheel")" /LICENSE-MIT /LICENSE-APACHE /py.typed v1/decision_pb2.py v1/decision_pb2.pyi
  check_files "$archive" "$(tar -tzf "$archive")" /LICENSE-MIT /LICENSE-APACHE /py.typed v1/decision_pb2.py
  tar -xzOf "$archive" "thirdseat-$version/pyproject.toml" | grep grpcio-tools && fail "$archive needs a generator"
  for kind in wheel archive; do
    (
      enter_page_part "python-$kind" Python
      python3 -m venv venv && venv/bin/pip install --quiet --disable-pip-version-check "${!kind}" >&2
      "$tools/bin/mypy" --strict --python-executable venv/bin/python play.py >&2
      check_bots_played "Python $kind" venv/bin/python play.py
    )
  done
}

typescript() {
  local archive=$out/thirdseat-client-$version.tgz
  npm --prefix "$root/clients/typescript" ci --silent --no-progress
  (cd "$out" && npm pack --silent "$root/clients/typescript" >&2)
  check_files "$archive" "$(tar -tzf "$archive")" package/LICENSE-MIT package/LICENSE-APACHE package/README.md package/dist/index.d.ts package/dist/web.js
  enter_page_part typescript TypeScript
  npm init -y >/dev/null && npm pkg set type=module
  npm install --no-progress --no-fund --no-audit "$archive" 2>&1 | tee install.log >&2
  grep -qi 'warn' install.log && fail "npm warns about $archive"
  check_bots_played TypeScript node play.mjs
}

java() {
  local folder=$out/maven/com/thirdseat/thirdseat-client/$version
  rm -rf "$out/maven"
  mvn -q -B -f "$root/clients/java" -P release clean deploy "-DaltDeploymentRepository=release::default::file://$out/maven" >&2
  check_files "the Maven package" "$(ls "$folder")" "$version.jar$" "$version-sources.jar$" "$version-javadoc.jar$" "$version.pom$" sha1
  check_files "the jar" "$(python3 -m zipfile --list "$folder/thirdseat-client-$version.jar")" META-INF/LICENSE-MIT META-INF/LICENSE-APACHE
  enter_page_part java Java
  sed -i "s|</project>|<repositories><repository><id>release</id><url>file://$out/maven</url></repository></repositories></project>|" pom.xml
  # A local repository of its own has no packages of earlier builds.
  mvn -q -B "-Dmaven.repo.local=$work/m2" dependency:copy-dependencies -DoutputDirectory=lib >&2
  check_bots_played Java command java -cp 'lib/*' Example.java
}

go() {
  local module=github.com/thirdseat/thirdseat tag=clients/go/v$version
  # A repository with only the module and the tag: Go fetches it like the public one.
  mkdir -p "$work/repository/clients"
  cp -r "$root/clients/go" "$work/repository/clients/go"
  git -C "$work/repository" init --quiet
  git -C "$work/repository" add .
  git -C "$work/repository" -c user.name=release -c user.email=release@thirdseat.example commit --quiet --message "$tag"
  git -C "$work/repository" tag "$tag"
  mkdir "$work/module" && cd "$work/module"
  GOMODCACHE=$work/modules GOFLAGS=-modcacherw GOPROXY=direct GONOSUMDB=$module GIT_ALLOW_PROTOCOL=file GIT_CONFIG_COUNT=1 \
    GIT_CONFIG_KEY_0="url.file://$work/repository.insteadOf" GIT_CONFIG_VALUE_0="https://$module" \
    command go mod download "$module/clients/go@v$version"
  rm -rf "$out/go" && mkdir -p "$out/go/$module/clients"
  cp -r "$work/modules/cache/download/$module/clients/go" "$out/go/$module/clients/go"
  rm -f "$out/go/$module/clients/go/@v/v$version.lock"
  check_files "the Go module" "$(python3 -m zipfile --list "$out/go/$module/clients/go/@v/v$version.zip")" /LICENSE-MIT /LICENSE-APACHE /README.md thirdseatv1/decision.pb.go
  enter_page_part go Go
  command go mod init example 2>/dev/null
  GOPROXY=file://$out/go,$(command go env GOPROXY)
  export GOPROXY GOMODCACHE=$work/modules-of-user GOFLAGS=-modcacherw GONOSUMDB=$module
  command go get "$module/clients/go@v$version"
  check_bots_played Go command go run .
}

for language in "$@"; do
  case $language in
    python | typescript | java | go) ("$language") ;;
    *) fail "no package is called $language" ;;
  esac
done
