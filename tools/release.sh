#!/usr/bin/env bash
# Makes a release from a clean checkout, without the steps that need an account:
#
#   tools/release.sh VERSION [--rehearse]
#
# It writes target/release-VERSION: the program, its SBOM, the changelog's section, the image as an OCI archive with its digest, the chart,
# the clients' packages for Go, npm, PyPI and Maven, checksums of all of them, and a signature over the checksums. Each package is installed
# from its file into an empty project, which plays a hand. The remaining steps are printed at the end: tag, push, publish.
#
#   BUILD_IMAGE, RUN_IMAGE   base images by digest (NAME@sha256:…)
#   SOURCE                   the address of the repository, for the image's labels
#   MINISIGN_KEY             the secret key's file; its public key is beside it as NAME.pub
#   ADVISORY_DB              a clone of RustSec's advisory database, if cargo-deny has none
#
# --rehearse leaves out `.ci`, and accepts a temporary key and base images by tag. Without base images it puts the program on a file
# system of this machine's distribution. The image's version label names the rehearsal, which is not for publishing. A rehearsal leaves out
# some parts whose tools are missing, and its last lines name them.
#
#   PROGRAM                  a built program of this commit, which a rehearsal uses in place of a new build
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

version=${1:?usage: tools/release.sh VERSION [--rehearse]}
rehearse=${2:-}
out=$PWD/target/release-$version
left_out=()
say() { echo "release: $*"; }
fail() { echo "release: $*" >&2; exit 1; }
# leave_out TEXT: a rehearsal continues without a part, and reports it at the end. A release fails.
leave_out() {
  [ -n "$rehearse" ] || fail "$*"
  say "LEFT OUT: $*"
  left_out+=("$*")
}

check_sources() {
  say "sources"
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "$version is no version of the form 1.2.3"
  grep -q "^version = \"$version\"$" Cargo.toml || fail "Cargo.toml has another version than $version: set it, and run cargo check"
  grep -q "^version: $version$" deploy/helm/thirdseat/Chart.yaml || fail "deploy/helm/thirdseat/Chart.yaml has another version than $version"
  grep -q "^version = \"$version\"$" <(grep -A1 '^name = "server"$' Cargo.lock) || fail "Cargo.lock has another version than $version"
  grep -q "^version = \"$version\"$" clients/python/pyproject.toml || fail "clients/python/pyproject.toml has another version than $version"
  grep -q "^  \"version\": \"$version\",$" clients/typescript/package.json || fail "clients/typescript/package.json has another version than $version"
  grep -q "^  <version>$version</version>$" clients/java/pom.xml || fail "clients/java/pom.xml has another version than $version"
  [ -z "$(git status --porcelain)" ] || fail "the checkout has changes that are not committed"
  commit=$(git rev-parse --short=12 HEAD)
  # The builds use the date of the commit, so that the same sources make the same files.
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
  export SOURCE_DATE_EPOCH THIRDSEAT_COMMIT=$commit
}

# Runs all checks, except in a rehearsal.
check_everything() {
  [ -n "$rehearse" ] && return
  say "checks"
  .ci/run && .ci/full
}

# Writes the changelog's section of the version. Only a rehearsal accepts "Unreleased".
write_notes() {
  say "changelog"
  local heading="## [$version] - "
  if [ -z "$rehearse" ] && grep -qF "${heading}Unreleased" CHANGELOG.md; then
    fail "CHANGELOG.md says that $version is unreleased: write the date there"
  fi
  awk -v heading="$heading" '/^## / { inside = index($0, heading) == 1; next } inside' CHANGELOG.md >"$out/CHANGES.md"
  grep -q '[a-z]' "$out/CHANGES.md" || fail "CHANGELOG.md has no section $heading"
}

check_advisories() {
  say "advisories"
  local database=${ADVISORY_DB:-${CARGO_HOME:-$HOME/.cargo}/advisory-dbs}
  [ -d "$database" ] || { leave_out "advisories: no database at $database; run cargo deny fetch, or set ADVISORY_DB" && return; }
  cargo deny check advisories --disable-fetch
}

build_program() {
  say "program"
  if [ -n "$rehearse" ] && [ -n "${PROGRAM:-}" ]; then
    leave_out "the build of the program: $PROGRAM is taken"
    cp "$PROGRAM" "$out/thirdseat"
  else
    cargo build --locked --profile dist -p server --bin thirdseat
    cp "${CARGO_TARGET_DIR:-target}/dist/thirdseat" "$out/thirdseat"
  fi
  strip --strip-debug "$out/thirdseat"
  "$out/thirdseat" --version | grep -q "^thirdseat $version (commit $commit)$" || fail "the program does not name its version and commit"
}

write_sbom() {
  say "SBOM"
  cargo cyclonedx --version >/dev/null 2>&1 || { leave_out "the SBOM: cargo install cargo-cyclonedx --locked" && return; }
  cargo cyclonedx --quiet --manifest-path crates/server/Cargo.toml --format json --spec-version 1.5 --no-build-deps --override-filename thirdseat.cdx
  mv crates/server/thirdseat.cdx.json "$out/thirdseat.cdx.json"
  mv crates/bridge/thirdseat.cdx.json "$out/thirdseat-bridge.cdx.json"
  # The tool writes an SBOM beside every member of the workspace; the others are deleted.
  git clean --quiet --force -- 'crates/*/thirdseat.cdx.json'
  jq -e '.bomFormat == "CycloneDX" and any(.components[]; .name == "tonic")' "$out/thirdseat.cdx.json" >/dev/null ||
    fail "the SBOM lacks what the service is made of"
}

image_labels() {
  printf '%s\n' \
    "org.opencontainers.image.title=thirdseat" "org.opencontainers.image.licenses=MIT OR Apache-2.0" \
    "org.opencontainers.image.version=$version${rehearse:+-rehearsal}" "org.opencontainers.image.revision=$commit" \
    "org.opencontainers.image.source=${SOURCE:-https://thirdseat.example}" "org.opencontainers.image.base.name=$1"
}

build_image() {
  say "image"
  if [ -n "${RUN_IMAGE:-}" ]; then
    docker info >/dev/null 2>&1 || { leave_out "the image: no docker daemon answers" && return; }
    [ -n "$rehearse" ] || [[ $RUN_IMAGE == *@sha256:* && ${BUILD_IMAGE:-} == *@sha256:* ]] || fail "BUILD_IMAGE and RUN_IMAGE have to be named by digest"
    docker buildx build --provenance=true --sbom=false --build-arg COMMIT="$commit" --build-arg VERSION="$version${rehearse:+-rehearsal}" \
      --build-arg SOURCE="${SOURCE:-https://thirdseat.example}" --build-arg RUN_IMAGE="$RUN_IMAGE" --build-arg BUILD_IMAGE="${BUILD_IMAGE:?}" \
      --output "type=oci,dest=$out/thirdseat.oci.tar" .
  elif [ -n "$rehearse" ]; then
    type buildah mmdebstrap >/dev/null 2>&1 || { leave_out "the image: no RUN_IMAGE, and buildah or mmdebstrap is not installed" && return; }
    export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
    buildah rm "$(buildah from scratch)" >/dev/null 2>&1 || { leave_out "the image: buildah may not make containers here" && return; }
    pack_image
  else
    fail "RUN_IMAGE and BUILD_IMAGE are not set"
  fi
  digest=$(tar -xOf "$out/thirdseat.oci.tar" index.json | jq -re '.manifests[0].digest')
  echo "thirdseat@$digest" >"$out/IMAGE"
}

# Builds an image of the service, without the bridge, on files of this machine's distribution. It needs no registry and no daemon.
pack_image() {
  local root container text
  root=$(mktemp -d)
  mmdebstrap --quiet --variant=extract --include=libc6,libgcc-s1,ca-certificates "$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)" "$root/base.tar"
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$root/base.tar" / >/dev/null
  buildah copy --quiet "$container" "$out/thirdseat" /usr/local/bin/thirdseat >/dev/null
  while IFS= read -r text; do buildah config --label "$text" "$container"; done < <(image_labels "rehearsal")
  buildah config --user 65532:65532 --entrypoint '["/usr/local/bin/thirdseat", "--profile", "container"]' --cmd serve "$container"
  buildah commit --quiet --timestamp "$SOURCE_DATE_EPOCH" "$container" "oci-archive:$out/thirdseat.oci.tar" >/dev/null
  buildah rm "$container" >/dev/null
  rm -r "$root"
}

build_chart() {
  say "chart"
  local helm
  helm=$(deploy/helm.sh)
  "$helm" package deploy/helm/thirdseat --destination "$out" >/dev/null 2>&1
  "$helm" template thirdseat "$out/thirdseat-$version.tgz" >"$work/chart.yaml"
  grep -q '^kind: Deployment$' "$work/chart.yaml" || fail "the chart renders no Deployment"
}

build_packages() {
  say "packages"
  THIRDSEAT=$out/thirdseat clients/packages.sh "$out/packages"
}

sign() {
  say "checksums and signature"
  local key=${MINISIGN_KEY:-}
  (cd "$out" && find . -type f -printf '%P\n' | LC_ALL=C sort | xargs sha256sum >"$work/SHA256SUMS" && mv "$work/SHA256SUMS" .)
  if [ -z "$key" ]; then
    [ -n "$rehearse" ] || fail "MINISIGN_KEY is not set"
    key=$(mktemp -d)/throw-away.key
    minisign -G -W -p "$key.pub" -s "$key" >/dev/null
  fi
  minisign -S -s "$key" -m "$out/SHA256SUMS" -t "thirdseat $version commit $commit" >/dev/null
  cp "$key.pub" "$out/thirdseat.pub"
  verify "$out"
  # Checks that a changed file is noticed.
  local copy
  copy=$(mktemp -d)
  cp -r "$out/." "$copy"
  echo "changed" >>"$copy/CHANGES.md"
  verify "$copy" >/dev/null 2>&1 && fail "a changed file passed"
  rm -r "$copy"
  [ -z "$rehearse" ] || [ -n "${MINISIGN_KEY:-}" ] || rm -r "$(dirname "$key")"
}

# Verifies a release in the way that its users do.
verify() {
  minisign -V -q -p "$1/thirdseat.pub" -m "$1/SHA256SUMS" && (cd "$1" && sha256sum --quiet --check SHA256SUMS)
}

check_sources
check_everything
rm -rf "$out" && mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
write_notes
check_advisories
build_program
write_sbom
build_image
build_chart
build_packages
sign
say "$out holds release $version of commit $commit"
(cd "$out" && sha256sum --check SHA256SUMS)
cat <<END
What is left needs accounts:
  git tag -s v$version && git tag -s clients/go/v$version && git push origin v$version clients/go/v$version
  skopeo copy oci-archive:$out/thirdseat.oci.tar docker://REGISTRY/thirdseat:$version
  cosign sign REGISTRY/$(cat "$out/IMAGE" 2>/dev/null || echo thirdseat@DIGEST)
  publish $out with its public key, and name the image by its digest in the chart's values (image.repository, image.digest)
  helm push $out/thirdseat-$version.tgz oci://REGISTRY/charts
  twine upload $out/packages/thirdseat-$version*
  npm publish --access public $out/packages/thirdseat-client-$version.tgz
  sign $out/packages/maven with gpg, and upload it to Maven Central's portal as one archive
The second tag publishes the Go client: its module is a folder of the repository.
END
for part in "${left_out[@]}"; do say "LEFT OUT: $part"; done
[ -z "$rehearse" ] || say "rehearsed whole but for ${#left_out[@]} parts"
