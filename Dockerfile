# The service in a small image. Both base images are arguments: the first needs Rust 1.88 or later and a C compiler, the second
# the same glibc or a newer one. A tag can be moved, so tools/release.sh asks for digests (NAME@sha256:…).
ARG BUILD_IMAGE=rust:1-slim-bookworm
ARG RUN_IMAGE=gcr.io/distroless/cc-debian12

# hadolint ignore=DL3006
FROM ${BUILD_IMAGE} AS build
# "dist" is what ships: fat LTO, one codegen unit.
ARG PROFILE=dist
# The commit that `thirdseat --version` names; the sources come without git.
ARG COMMIT=unknown
WORKDIR /src
COPY . .
# Earlier downloads and compiled parts stay in the builder's own cache, so this step also copies the programs out of it.
RUN --mount=type=cache,target=/src/target \
    --mount=type=cache,target=/usr/local/cargo/registry \
    THIRDSEAT_COMMIT="${COMMIT}" cargo build --locked --profile "${PROFILE}" -p server --bin thirdseat -p bridge --bin thirdseat-bridge \
    && strip --strip-debug -o /thirdseat "target/${PROFILE}/thirdseat" \
    && strip --strip-debug -o /thirdseat-bridge "target/${PROFILE}/thirdseat-bridge"

# hadolint ignore=DL3006
FROM ${RUN_IMAGE}
ARG RUN_IMAGE=gcr.io/distroless/cc-debian12
ARG VERSION=unknown
ARG COMMIT=unknown
ARG SOURCE=https://thirdseat.example
LABEL org.opencontainers.image.title="thirdseat" \
      org.opencontainers.image.description="Companion bots for DouDizhu over gRPC" \
      org.opencontainers.image.licenses="MIT OR Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${COMMIT}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.base.name="${RUN_IMAGE}"
COPY --from=build /thirdseat /thirdseat-bridge /usr/local/bin/
# An unprivileged user.
USER 65532:65532
# gRPC; /metrics, /livez, /readyz.
EXPOSE 50051 9464
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s CMD ["/usr/local/bin/thirdseat", "--profile", "container", "health"]
ENTRYPOINT ["/usr/local/bin/thirdseat", "--profile", "container"]
CMD ["serve"]
