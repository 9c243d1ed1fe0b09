package com.thirdseat.client;

/**
 * The reading of a combo whose cards could be several: the ranks that wild cards stand for ("444+7"), or kind, key and length. If both
 * are given, they have to agree.
 */
public record Reading(String kind, String key, int length, String standsFor) {
  /** Makes a reading of kind, key and length alone. */
  public Reading(String kind, String key, int length) {
    this(kind, key, length, "");
  }

  /** Makes a reading of the ranks alone that wild cards stand for. */
  public static Reading standsFor(String text) {
    return new Reading("", "", 0, text);
  }
}
