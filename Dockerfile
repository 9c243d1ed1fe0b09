# The service in a small image. Both base images are arguments: any with Rust (1.88 or later) and a C compiler builds it, any with
# the same glibc or a newer one runs it.
ARG BUILD_IMAGE=rust:1-slim-bookworm
ARG RUN_IMAGE=gcr.io/distroless/cc-debian12

# hadolint ignore=DL3006
FROM ${BUILD_IMAGE} AS build
# "dist" is what ships: thin LTO, one codegen unit.
ARG PROFILE=dist
WORKDIR /src
COPY . .
# What was downloaded and compiled before stays in the builder's own cache; the program has to leave it within the same step.
RUN --mount=type=cache,target=/src/target \
    --mount=type=cache,target=/usr/local/cargo/registry \
    cargo build --locked --profile "${PROFILE}" -p server --bin thirdseat \
    && strip --strip-debug -o /thirdseat "target/${PROFILE}/thirdseat"

# hadolint ignore=DL3006
FROM ${RUN_IMAGE}
COPY --from=build /thirdseat /usr/local/bin/thirdseat
# An unprivileged user of no distribution.
USER 65532:65532
# gRPC; /metrics, /livez, /readyz; the HTTP bridge, which is off until it is configured.
EXPOSE 50051 9464 8090
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s CMD ["/usr/local/bin/thirdseat", "--profile", "container", "health"]
ENTRYPOINT ["/usr/local/bin/thirdseat", "--profile", "container"]
CMD ["serve"]
