package com.thirdseat.client;

import java.util.Map;
import java.util.TreeMap;

/** What is played and by whom. Chairs are 0, 1 and 2. */
public final class TableOptions {
  String ruleset = "classic";
  String codec = "";
  boolean isStrict = true;
  long timeMs = 3000;
  Map<Integer, Bot> bots = new TreeMap<>();
  Map<Integer, String> players = new TreeMap<>();

  /** A bot on this chair, by its persona's name. */
  public TableOptions bot(int chair, String persona) {
    return bot(chair, Bot.of(persona));
  }

  /** A bot on this chair. */
  public TableOptions bot(int chair, Bot bot) {
    bots.put(chair, bot);
    return this;
  }

  /** A name by which the bots remember a player's habits. */
  public TableOptions player(int chair, String id) {
    players.put(chair, id);
    return this;
  }

  /** A name with overrides; "classic" unless said otherwise. */
  public TableOptions ruleset(String told) {
    ruleset = told;
    return this;
  }

  /** How the table writes cards, as "RANKS_FROM_0"; text unless said otherwise. */
  public TableOptions codec(String told) {
    codec = told;
    return this;
  }

  /** Has the server warn of events that break the ruleset; otherwise it refuses them. */
  public TableOptions lenient() {
    isStrict = false;
    return this;
  }

  /** What a turn may take; three seconds unless said otherwise. */
  public TableOptions timeMs(long told) {
    timeMs = told;
    return this;
  }

  /** Who sits down. With a seed the same hand is played the same way again; a strength (0 to 100) replaces the persona's numbers. */
  public record Bot(String persona, Long seed, Integer strength, boolean disclosed) {
    /** A persona by its name. */
    public static Bot of(String persona) {
      return new Bot(persona, null, null, true);
    }
  }
}
