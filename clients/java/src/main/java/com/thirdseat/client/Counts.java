package com.thirdseat.client;

/** The numbers of a table's repairs. */
public final class Counts {
  int retried;
  int reopened;
  int stateless;
  int dropped;

  /** Returns the number of repeated attempts. */
  public int retried() {
    return retried;
  }

  /** Returns the number of times that a room was opened again. */
  public int reopened() {
    return reopened;
  }

  /** Returns the number of moves without a room. */
  public int stateless() {
    return stateless;
  }

  /** Returns the number of dropped events of earlier calls. */
  public int dropped() {
    return dropped;
  }
}
