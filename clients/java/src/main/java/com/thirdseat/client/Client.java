package com.thirdseat.client;

import com.thirdseat.v1.CompanionServiceGrpc;
import com.thirdseat.v1.CompanionServiceGrpc.CompanionServiceBlockingStub;
import com.thirdseat.v1.ListPersonasRequest;
import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.ConnectivityState;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** One channel. Use one for all tables, because each channel has its own connections. */
public final class Client implements AutoCloseable {
  // The service config of docs/use/integration.md. It has no timeout, because each call has its own deadline.
  private static final Map<String, Object> SERVICE_CONFIG = Map.of(
      "loadBalancingConfig", List.of(Map.of("round_robin", Map.of())),
      "methodConfig", List.of(Map.of(
          "name", List.of(Map.of("service", CompanionServiceGrpc.SERVICE_NAME)),
          "waitForReady", true,
          "retryPolicy", Map.of(
              "maxAttempts", 4.0, "initialBackoff", "0.02s", "maxBackoff", "0.5s", "backoffMultiplier", 2.0,
              "retryableStatusCodes", List.of("UNAVAILABLE", "RESOURCE_EXHAUSTED")))),
      "retryThrottling", Map.of("maxTokens", 100.0, "tokenRatio", 0.5));

  private static final long CONNECT_S = 10;

  private final ManagedChannel channel;
  private final CompanionServiceBlockingStub stub;

  /**
   * Connects, and waits until a server answers or refuses, for 20 s at most, so do not call it from an event loop.
   * {@code target} is a gRPC address: "host:port", "dns:///service:50051".
   */
  public Client(String target) {
    this(target, null, InsecureChannelCredentials.create());
  }

  /** Connects with a bearer token (or null) and with credentials, for example TLS. Waits like the other constructor. */
  public Client(String target, String token, ChannelCredentials credentials) {
    channel = Grpc.newChannelBuilder(target, credentials)
        .defaultServiceConfig(SERVICE_CONFIG)
        .enableRetry()
        // Pings keep an idle connection open and detect a dead one.
        .keepAliveTime(30, TimeUnit.SECONDS)
        .keepAliveTimeout(10, TimeUnit.SECONDS)
        .keepAliveWithoutCalls(true)
        .idleTimeout(30, TimeUnit.DAYS)
        .build();
    CompanionServiceBlockingStub plain = CompanionServiceGrpc.newBlockingStub(channel);
    if (token != null) {
      Metadata headers = new Metadata();
      headers.put(key("authorization"), "Bearer " + token);
      plain = plain.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers));
    }
    stub = plain;
    warmUp();
  }

  /**
   * Makes one call if a server accepts the connection, so that the first turn waits neither for it nor for classes. Without a server the
   * first turn fails with the reason.
   */
  private void warmUp() {
    // A call waits for a server, as the service config says; the state of the channel shows a refused connection at once.
    if (!connects()) return;
    CallOptions options = stub.getCallOptions().withDeadlineAfter(CONNECT_S, TimeUnit.SECONDS);
    try {
      ClientCalls.blockingUnaryCall(
          stub.getChannel(), CompanionServiceGrpc.getListPersonasMethod(), options, ListPersonasRequest.getDefaultInstance());
    } catch (StatusRuntimeException ignored) {
      // The answer does not matter.
    }
  }

  /** Waits for the connection. Returns true if a server accepts it in time. */
  private boolean connects() {
    long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(CONNECT_S);
    ConnectivityState state = channel.getState(true);
    while (state == ConnectivityState.IDLE || state == ConnectivityState.CONNECTING) {
      CountDownLatch changed = new CountDownLatch(1);
      channel.notifyWhenStateChanged(state, changed::countDown);
      try {
        if (!changed.await(until - System.nanoTime(), TimeUnit.NANOSECONDS)) return false;
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return false;
      }
      state = channel.getState(true);
    }
    return state == ConnectivityState.READY;
  }

  /** Makes a table that this process owns. */
  public Table table(String name, TableOptions options) {
    return new Table(this, name, options);
  }

  /** Makes a call of the service: {@code client.call(stub -> stub.follow(request), 200)}. */
  public <T> T call(Function<CompanionServiceBlockingStub, T> call, long timeoutMs) throws ThirdseatException {
    try {
      return call.apply(stub.withDeadlineAfter(Math.max(1, timeoutMs), TimeUnit.MILLISECONDS));
    } catch (StatusRuntimeException error) {
      Status status = error.getStatus();
      Metadata trailers = error.getTrailers() == null ? new Metadata() : error.getTrailers();
      String wait = header(trailers, "grpc-retry-pushback-ms");
      throw new ThirdseatException(
          status.getCode().name(),
          header(trailers, "thirdseat-reason"),
          status.getDescription() == null ? "" : status.getDescription(),
          header(trailers, "thirdseat-field"),
          header(trailers, "thirdseat-retry"),
          wait.isEmpty() ? 0 : Math.max(0, Long.parseLong(wait)));
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  private static String header(Metadata trailers, String name) {
    String value = trailers.get(key(name));
    return value == null ? "" : value;
  }

  private static Metadata.Key<String> key(String name) {
    return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
  }
}
