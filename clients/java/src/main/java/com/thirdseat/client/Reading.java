package com.thirdseat.client;

/** How a combo is read, where the cards alone could be several. */
public record Reading(String kind, String key, int length) {}
