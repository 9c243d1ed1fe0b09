package com.thirdseat.client;

import java.util.Set;

/** A call that was refused or not answered. */
public final class ThirdseatException extends Exception {
  private static final Set<String> NEVER = Set.of("REQUEST_ID_REUSED", "ROOM_TOO_LARGE");
  private static final Set<String> REREAD = Set.of("SEQUENCE_GAP", "HAND_MISMATCH", "NO_HAND");
  private static final Set<String> LATER =
      Set.of("UNAVAILABLE", "RESOURCE_EXHAUSTED", "DEADLINE_EXCEEDED", "INTERNAL", "UNKNOWN", "CANCELLED");

  /** gRPC's, as "UNAVAILABLE". */
  public final String code;
  /** The service's, as "STORE_UNAVAILABLE"; docs/use/errors.md lists them. */
  public final String reason;
  /** The one that is wrong, where there is one. */
  public final String field;
  /** "later", "reread" (look at the room first) or "never". */
  public final String retry;
  /** How long the server wants to be left alone, in milliseconds; 0 where it does not say. */
  public final long retryAfterMs;

  ThirdseatException(String code, String reason, String message, String field, long retryAfterMs) {
    super((reason.isEmpty() ? code : reason) + ": " + message);
    this.code = code;
    this.reason = reason;
    this.field = field;
    this.retry = retryOf(code, reason);
    this.retryAfterMs = retryAfterMs;
  }

  ThirdseatException(String code, String message) {
    this(code, "", message, "", 0);
  }

  /** Whether a retry helps. Follows from the code, with few exceptions. */
  public static String retryOf(String code, String reason) {
    if (NEVER.contains(reason)) return "never";
    if (REREAD.contains(reason) || code.equals("ABORTED")) return "reread";
    return LATER.contains(code) ? "later" : "never";
  }
}
