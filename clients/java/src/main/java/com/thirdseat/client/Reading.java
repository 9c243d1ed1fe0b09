package com.thirdseat.client;

/**
 * How a combo is read, where the cards alone could be several: what wild cards stand for ("444+7"), or kind, key and length. Where both
 * are said, they have to agree.
 */
public record Reading(String kind, String key, int length, String standsFor) {
  /** By kind, key and length alone. */
  public Reading(String kind, String key, int length) {
    this(kind, key, length, "");
  }

  /** By what wild cards stand for alone. */
  public static Reading standsFor(String text) {
    return new Reading("", "", 0, text);
  }
}
