package com.thirdseat.client;

/**
 * The reading of a combo: the ranks that the cards stand for ("444+7"), or kind, key and length. If both are given, they must agree.
 */
public record Reading(String kind, String key, int length, String standsFor) {
  public Reading(String kind, String key, int length) {
    this(kind, key, length, "");
  }

  /** Makes a reading from the ranks that the cards stand for. */
  public static Reading standsFor(String text) {
    return new Reading("", "", 0, text);
  }
}
