package com.thirdseat.client;

/** Counts of the helper's repairs. */
public final class Counts {
  int retried;
  int reopened;
  int stateless;
  int dropped;

  /** Calls sent again. */
  public int retried() {
    return retried;
  }

  /** Rooms opened again. */
  public int reopened() {
    return reopened;
  }

  /** Turns without a room. */
  public int stateless() {
    return stateless;
  }

  /** Events that the server refused when it was there again. */
  public int dropped() {
    return dropped;
  }
}
