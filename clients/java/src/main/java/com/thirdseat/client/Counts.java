package com.thirdseat.client;

/** Counts of the helper's repairs. */
public final class Counts {
  int retried;
  int reopened;
  int stateless;
  int dropped;

  /** Counts the calls that were sent again. */
  public int retried() {
    return retried;
  }

  /** Counts the rooms that were opened again. */
  public int reopened() {
    return reopened;
  }

  /** Counts the turns without a room. */
  public int stateless() {
    return stateless;
  }

  /** Counts the events that the server refused when it answered again. */
  public int dropped() {
    return dropped;
  }
}
