package com.thirdseat.client;

/** The error of a failed call. */
public final class ThirdseatException extends Exception {
  /** The gRPC code, for example "UNAVAILABLE". */
  public final String code;
  /** The reason of the service, for example "STORE_UNAVAILABLE"; docs/generated/errors.md lists the reasons. */
  public final String reason;
  /** The wrong field, if there is one. */
  public final String field;
  /** The kind of retry: "later", "reread" (read the room first) or "never"; "later" if the service names none. */
  public final String retry;
  /** The time to wait before the next call, in milliseconds; 0 if the server does not say. */
  public final long retryAfterMs;

  ThirdseatException(String code, String reason, String message, String field, String retry, long retryAfterMs) {
    super((reason.isEmpty() ? code : reason) + ": " + message);
    this.code = code;
    this.reason = reason;
    this.field = field;
    this.retry = retry.isEmpty() ? "later" : retry;
    this.retryAfterMs = retryAfterMs;
  }

  ThirdseatException(String code, String message) {
    this(code, "", message, "", "", 0);
  }
}
